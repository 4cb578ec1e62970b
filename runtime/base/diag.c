/* Makes error messages; see diag.h for their form. */
#include "runtime/base/diag.h"

#include <pthread.h>
#include <stdarg.h>
#include <string.h>

/* What a GError of ours has besides its message. */
typedef struct ShardErrorPrivate {
    char *file, *hint;
    int line, col;
} ShardErrorPrivate;

/* GLib keeps it in front of the error; written out because the macro that does this caches the quark in a variable that several
 * threads write without the thread sanitizer seeing why they may. */
static ShardErrorPrivate *private_of(const GError *error)
{
    const size_t unit = 2 * sizeof(gsize), size = (sizeof(ShardErrorPrivate) + unit - 1) & -unit;
    return (ShardErrorPrivate *)(void *)((guint8 *)error - size);
}

static void private_init(GError *error)
{
    *private_of(error) = (ShardErrorPrivate){ 0 };
}

static void private_copy(const GError *from, GError *to)
{
    const ShardErrorPrivate *p = private_of(from);
    *private_of(to) = (ShardErrorPrivate){ g_strdup(p->file), g_strdup(p->hint), p->line, p->col };
}

static void private_clear(GError *error)
{
    g_free(private_of(error)->file);
    g_free(private_of(error)->hint);
}

static const char domain[] = "ShardError";

static void register_domain(void)
{
    g_error_domain_register_static(domain, sizeof(ShardErrorPrivate), private_init, private_copy, private_clear);
}

GQuark shard_error_quark(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, register_domain);
    return g_quark_from_static_string(domain);
}

bool diag_place(const GError *error, DiagPlace *out)
{
    if (error->domain != SHARD_ERROR)
        return false;
    const ShardErrorPrivate *p = private_of(error);
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
    ShardErrorPrivate *p = private_of(*error);
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
