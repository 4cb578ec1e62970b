/* Makes error messages; see diag.h for their form. */
#include "runtime/base/diag.h"

#include <stdarg.h>
#include <string.h>

/* What a GError of ours has besides its message. */
typedef struct ShardErrorPrivate {
    char *file, *hint;
    int line, col;
} ShardErrorPrivate;

static void shard_error_private_init(ShardErrorPrivate *p)
{
    *p = (ShardErrorPrivate){ 0 };
}

static void shard_error_private_copy(const ShardErrorPrivate *from, ShardErrorPrivate *to)
{
    *to = (ShardErrorPrivate){ g_strdup(from->file), g_strdup(from->hint), from->line, from->col };
}

static void shard_error_private_clear(ShardErrorPrivate *p)
{
    g_free(p->file);
    g_free(p->hint);
}

G_DEFINE_EXTENDED_ERROR(ShardError, shard_error)

bool diag_place(const GError *error, DiagPlace *out)
{
    if (error->domain != SHARD_ERROR)
        return false;
    const ShardErrorPrivate *p = shard_error_get_private(error);
    *out = (DiagPlace){ p->file, p->hint, p->line, p->col };
    return true;
}

bool diag(GError **error, ShardError code, const TextPos *at, const char *hint, const char *fmt, ...)
{
    if (!error || *error)
        return false;
    GString *s = g_string_new(NULL);
    if (at && at->file) {
        g_string_append(s, at->file);
        if (at->line > 0 && at->col == TEXT_POS_BYTES)
            g_string_append_printf(s, ":byte %d", at->line);
        else if (at->line > 0)
            g_string_append_printf(s, ":%d:%d", at->line, MAX(at->col, 1));
        g_string_append(s, ": ");
    }
    va_list ap;
    va_start(ap, fmt);
    g_string_append_vprintf(s, fmt, ap);
    va_end(ap);
    if (hint)
        g_string_append_printf(s, "\n  hint: %s", hint);
    g_set_error_literal(error, SHARD_ERROR, (int)code, s->str);
    ShardErrorPrivate *p = shard_error_get_private(*error);
    *p = (ShardErrorPrivate){ at ? g_strdup(at->file) : NULL, g_strdup(hint), at ? at->line : 0, at && at->line > 0 ? MAX(at->col, 1) : 0 };
    g_string_free(s, TRUE);
    return false;
}

/* Levenshtein distance, given up (returning limit + 1) beyond `limit`. */
static int edit_distance(const char *a, const char *b, int limit)
{
    int na = (int)strlen(a), nb = (int)strlen(b);
    if (ABS(na - nb) > limit || nb > 63)
        return limit + 1;
    int row[64];
    for (int j = 0; j <= nb; j++)
        row[j] = j;
    for (int i = 1; i <= na; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= nb; j++) {
            int up = row[j];
            row[j] = MIN(MIN(row[j] + 1, row[j - 1] + 1), diagonal + (a[i - 1] != b[j - 1]));
            diagonal = up;
        }
    }
    return row[nb];
}

const char *diag_nearest(const char *word, const char *const *names)
{
    const char *best = NULL;
    int n = (int)strlen(word);
    int best_distance = (n < 2 ? 0 : MAX(1, n / 3)) + 1; /* every letter is one edit from any other */
    for (; *names; names++) {
        int d = edit_distance(word, *names, best_distance);
        if (d < best_distance) {
            best = *names;
            best_distance = d;
        }
    }
    return best;
}
