/* A cursor over program text that ends in a NUL. It skips white space and comments and returns words, numbers, strings
 * and balanced brackets as spans of the text, without copying. Grammar functions call these functions
 * directly; there is no array of tokens. The first error is kept, and every function returns false after it. */
#pragma once

#include "runtime/base/arena.h"
#include "runtime/base/diag.h"

typedef struct Span {
    const char *s;
    size_t n;
} Span;

typedef struct Lex {
    const char *p, *text, *end; /* *end == 0 */
    const char *file;
    GError **error;
    const char *counted, *line_start; /* position up to which lines have been counted */
    int line;
} Lex;

void lex_init(Lex *lx, const char *file, const char *text, size_t n, GError **error);
/* Line and column of a position in the text; cheap if positions only move forward. */
TextPos lex_pos(Lex *lx, const char *at);
/* Sets the error at `at`; false. */
bool lex_fail(Lex *lx, const char *at, ShardError code, const char *hint, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
/* "expected WHAT, found ..." at the cursor; false. */
bool lex_expected(Lex *lx, const char *what);

/* Skips white space and comments; the cursor stays at an unterminated comment, which no rule accepts. */
void lex_skip_slow(Lex *lx);
static inline void lex_skip(Lex *lx)
{
    if ((unsigned char)*lx->p <= ' ' || *lx->p == '/')
        lex_skip_slow(lx);
}
static inline char lex_peek(Lex *lx)
{
    lex_skip(lx);
    return *lx->p;
}
static inline bool lex_accept(Lex *lx, char c)
{
    if (lex_peek(lx) != c || c == 0)
        return false;
    lx->p++;
    return true;
}
/* A loop over items separated by commas, up to `close`; no comma follows the last. The body reads one item and leaves by return. */
#define LEX_LIST(lx, close)                                                                        \
    for (bool more_ = lex_peek(lx) != (close); more_; more_ = lex_accept(lx, ','))
/* The character, or an error naming it. */
bool lex_expect(Lex *lx, char c);
/* Skips the text if it is next, whatever follows it. */
bool lex_accept_text(Lex *lx, const char *s);

/* [A-Za-z_][A-Za-z0-9_.-]*; empty if there is none. No error. */
Span lex_word(Lex *lx);
/* A word with or without '%' before it; *sigil says which. Error "expected WHAT". */
bool lex_name(Lex *lx, Span *out, bool *sigil, const char *what);
bool lex_int(Lex *lx, int64_t *out, const char *what);
/* A number as HLO writes it, inf and nan too. */
bool lex_double(Lex *lx, double *out, const char *what);
bool lex_bool(Lex *lx, bool *out);
/* "..." or '...': the inside as written. *escaped: it holds backslashes. */
bool lex_string(Lex *lx, Span *inside, bool *escaped);
/* The inside with C escapes replaced; in the arena. */
char *lex_unescape(Arena *a, Span inside, size_t *n);
/* A string, unescaped, in the arena. */
bool lex_string_dup(Lex *lx, Arena *a, char **out);
/* A bracket and the text up to its closing bracket, as written; strings are skipped, quoted by " and, if `single`, by '. */
bool lex_balanced(Lex *lx, Span *out, bool single);
/* Any attribute value, as written: a string, brackets, or a run of other characters up to , ) } ] or white
 * space; brackets directly behind belong to it. */
bool lex_value(Lex *lx, Span *out);

static inline bool span_is(Span a, const char *s)
{
    size_t i = 0;
    for (; i < a.n; i++)
        if (s[i] != a.s[i] || s[i] == 0)
            return false;
    return s[i] == 0;
}
