/* JSON read from the front to the back, nothing kept: for files too large for a tree. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct JsonReader {
    const char *p, *end;
    bool bad;          /* what is at p is not JSON; nothing is read any more until it is cleared */
    int64_t n_odd;     /* texts with zero bytes, which damage makes */
} JsonReader;

/* Where there may be spaces; see jread_peek. */
char jread_peek_on(JsonReader *j);

/* Skips spaces; the character there, 0 at the end. */
static inline char jread_peek(JsonReader *j)
{
    return j->p < j->end && *j->p > ' ' && !j->bad ? *j->p : jread_peek_on(j);
}

/* Nothing but spaces is left. */
bool jread_at_end(JsonReader *j);

/* Takes the character if it is next. */
static inline bool jread_take(JsonReader *j, char c)
{
    if (jread_peek(j) != c || !c)
        return false;
    j->p++;
    return true;
}

/* For objects and arrays, whose opening bracket was taken: true if another member or element follows. *first: true before the first. */
bool jread_more(JsonReader *j, char close, bool *first);
/* A text, unescaped, into out. */
bool jread_text(JsonReader *j, GString *out);
/* A member's name and colon. */
bool jread_key(JsonReader *j, GString *out);
/* The same; without an escape in it, the name is not copied: *name has *n bytes, which are out's or the file's. */
bool jread_name(JsonReader *j, GString *out, const char **name, size_t *n);
/* A number, also in quotes, as the profiler writes large ones. */
bool jread_number(JsonReader *j, double *out);
/* The same times `scale`, without rounding on the way: "12.345" times 1000 is 12345. What is left is cut off. */
bool jread_scaled(JsonReader *j, int64_t scale, int64_t *out);
/* A text or number as text. */
bool jread_scalar(JsonReader *j, GString *out);
bool jread_skip(JsonReader *j);
/* After damage: to the next object behind a comma. False at the end. */
bool jread_resync(JsonReader *j);
