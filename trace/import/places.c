/* Lines of the user's program, as profiles spell them. */
#include <stdlib.h>

#include "trace/import/programs_impl.h"

typedef struct Place {
    char *file;
    int line, col; /* 0 = not said */
} Place;

/* "dir/train.py:12", "train.py:12:5"; a file's name may have colons, too. */
static Place place_of(const char *text)
{
    g_auto(GStrv) part = g_strsplit(text, ":", 0);
    guint n = g_strv_length(part);
    Place out = { 0 };
    if (n >= 3 && g_ascii_isdigit(part[n - 1][0]) && g_ascii_isdigit(part[n - 2][0]))
        out.col = atoi(part[--n]);
    if (n >= 2 && g_ascii_isdigit(part[n - 1][0]))
        out.line = atoi(part[--n]);
    for (guint i = n; part[i]; i++)
        g_clear_pointer(&part[i], g_free);
    out.file = g_strjoinv(":", part);
    return out;
}

static int64_t put(TraceWriter *w, const Place *p, int64_t parent)
{
    TraceLoc row = { .file_id = trace_str(w, p->file), .parent_id = parent };
    if (p->line > 0)
        row.line = TRACE_INT(p->line);
    if (p->col > 0)
        row.col = TRACE_INT(p->col);
    return row.file_id ? trace_loc(w, &row) : 0;
}

/* The stack is written from the op outwards, unless its last place is that of the op. */
static bool outermost_first(char *const *frame, guint n, const char *source)
{
    return n > 1 && source && *source && !g_str_has_prefix(frame[0], source) && g_str_has_prefix(frame[n - 1], source);
}

int64_t import_loc(TraceWriter *w, const char *source, const char *stack)
{
    enum { DEEPEST = 64 };
    g_auto(GStrv) frame = g_strsplit(stack ? stack : "", "\n", DEEPEST + 1);
    guint n = MIN(g_strv_length(frame), (guint)DEEPEST);
    while (n && !*frame[n - 1])
        n--;
    bool turned = outermost_first(frame, n, source), has_source = source && *source;
    int64_t row = 0;
    for (guint i = n; i-- > 0;) { /* callers first */
        const char *text = frame[turned ? n - 1 - i : i];
        Place p = place_of(text);
        if (*text)
            row = put(w, &p, row);
        g_free(p.file);
    }
    if (has_source && !(n && g_str_has_prefix(frame[turned ? n - 1 : 0], source))) {
        Place p = place_of(source);
        row = put(w, &p, row);
        g_free(p.file);
    }
    return row;
}
