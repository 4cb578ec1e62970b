/* Unique names; see names.h. The tag of a string holds whether the name is taken, and for a stem the last suffix given to it. Generated
 * names (stem and number) are not entered in the table until a name of that form is requested: the stem's counter shows that they are
 * taken, and a table of a million names is slow because of cache misses. */
#include "runtime/ir/names.h"

#include <glib.h>
#include <pthread.h>
#include <string.h>

#include "runtime/base/str.h"
#include "runtime/ir/type.h"

#define TAKEN 0x80000000u

struct NameTable {
    StrTable *strings;
    Arena *arena;
    bool numbered; /* a name that ends in a number was requested and given */
    bool unlisted; /* a generated name is not in the table */
};

NameTable *name_table_new(Arena *arena)
{
    NameTable *t = g_new0(NameTable, 1);
    t->strings = str_table_new(arena);
    t->arena = arena;
    return t;
}

void name_table_free(NameTable *t)
{
    if (!t)
        return;
    str_table_free(t->strings);
    g_free(t);
}

static size_t stem_length(const char *s, size_t n)
{
    size_t k = n;
    while (k > 0 && g_ascii_isdigit(s[k - 1]))
        k--;
    return k < n && k > 1 && s[k - 1] == '.' ? k - 1 : n;
}

/* Writes the digits of v at the end of a buffer of 16; returns where they start. */
static size_t digits_of(uint32_t v, char *digits)
{
    size_t k = 16;
    for (; v; v /= 10)
        digits[--k] = (char)('0' + v % 10);
    return k;
}

/* For "stem.5": true if 5 was generated for the stem. */
static bool was_made(NameTable *t, const char *name, size_t stem, size_t n)
{
    uint32_t *tag;
    if (!t->unlisted || n - stem > 10 || name[stem + 1] == '0')
        return false;
    uint64_t v = 0;
    for (size_t i = stem + 1; i < n; i++)
        v = v * 10 + (uint64_t)(name[i] - '0');
    str_intern_tag(t->strings, name, stem, &tag);
    return v <= (*tag & ~TAKEN);
}

const char *name_take(NameTable *t, const char *name, size_t n)
{
    uint32_t *tag;
    const char *taken = str_intern_tag(t->strings, name, n, &tag);
    size_t stem = n;
    if (!(*tag & TAKEN)) {
        stem = stem_length(name, n);
        if (stem == n || !was_made(t, name, stem, n)) {
            if (t->unlisted) /* the stem was looked up meanwhile */
                str_intern_tag(t->strings, name, n, &tag);
            *tag |= TAKEN;
            t->numbered = t->numbered || stem < n;
            return taken;
        }
    } else {
        stem = stem_length(name, n);
    }
    str_intern_tag(t->strings, name, stem, &tag);
    uint32_t next = *tag & ~TAKEN;
    char digits[16];
    if (!t->numbered) {
        size_t k = digits_of(++next, digits);
        char *text = arena_alloc(t->arena, stem + 2 + sizeof digits - k);
        memcpy(text, name, stem);
        text[stem] = '.';
        memcpy(text + stem + 1, digits + k, sizeof digits - k);
        *tag = (*tag & TAKEN) | next;
        t->unlisted = true;
        return text;
    }
    char few[64], *text = stem + 18 <= sizeof few ? few : g_malloc(stem + 18);
    memcpy(text, name, stem);
    text[stem] = '.';
    do {
        size_t k = digits_of(++next, digits);
        memcpy(text + stem + 1, digits + k, sizeof digits - k);
        taken = str_intern_tag(t->strings, text, stem + 1 + sizeof digits - k, &tag);
    } while (*tag & TAKEN);
    *tag |= TAKEN;
    if (text != few)
        g_free(text);
    str_intern_tag(t->strings, name, stem, &tag);
    *tag = (*tag & TAKEN) | next;
    return taken;
}

static bool is_word(const char *name, size_t n, const char *word)
{
    return strlen(word) == n && memcmp(name, word, n) == 0;
}

static const char *const keywords[] = {
    "true", "false", "inf", "nan", "HloModule", "ENTRY", "ROOT", "maximal", "replicated", "manual",
    "last_tile_dim_replicate", "shard_as", "shard_like", "unknown", "unreduced", "FileNames",
    "FunctionNames", "FileLocations", "StackFrames"};

bool name_is_keyword(const char *name, size_t n)
{
    for (size_t i = 0; i < G_N_ELEMENTS(keywords); i++)
        if (is_word(name, n, keywords[i]))
            return true;
    return false;
}

bool name_is_type(const char *name, size_t n)
{
    return elem_from_hlo(name, n) != N_ELEMS || is_word(name, n, "token") || is_word(name, n, "opaque");
}

/* By first two letters: the lengths, a bit each, of reserved words that begin with them. Most names are ruled out by this alone. */
static uint32_t lengths_of[256];

static uint32_t *lengths_at(const char *word)
{
    return &lengths_of[((unsigned char)word[0] * 7 + (unsigned char)word[1]) & 255];
}

static void note_word(const char *word)
{
    *lengths_at(word) |= UINT32_C(1) << strlen(word);
}

static void note_words(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(keywords); i++)
        note_word(keywords[i]);
    for (int e = 0; e < N_ELEMS; e++)
        note_word(elem_info[e].hlo);
    note_word("token");
    note_word("opaque");
}

bool name_is_reserved(const char *name, size_t n)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, note_words);
    return n >= 2 && n < 32 && (*lengths_at(name) >> n & 1) && (name_is_keyword(name, n) || name_is_type(name, n));
}
