/* A short list, kept sorted; see dearest.h. */
#include "runtime/xla/dearest.h"

#include "runtime/base/format.h"
#include "runtime/xla/explain.h"

enum { MOST = 5 };

typedef struct Dear {
    double cost_ns;          /* predicted, of a step */
    char *text;
} Dear;

struct XlaDearest {
    Dear v[MOST + 1];        /* the dearest first; one place more, for what is put in */
    int n;
    GHashTable *seen;        /* texts of all that were added */
};

XlaDearest *xla_dearest_new(void)
{
    XlaDearest *d = g_new0(XlaDearest, 1);
    d->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return d;
}

void xla_dearest_free(XlaDearest *d)
{
    if (!d)
        return;
    for (int i = 0; i < d->n; i++)
        g_free(d->v[i].text);
    g_hash_table_unref(d->seen);
    g_free(d);
}

/* "all-reduce(data), 12.0 KiB, in jit_step: dot (x.py:3) sums over ..." */
static char *text_of(const char *module, const Reshard *r)
{
    g_autofree char *bytes = format_size(r->bytes_moved * r->trips);
    g_autofree char *times = r->trips > 1 ? g_strdup_printf(" in %" G_GINT64_FORMAT " trips", r->trips) : g_strdup("");
    return g_strdup_printf("%s, %s%s, %s: %s%s", r->plan, bytes, times, module, r->why, r->certainty > RESHARD_LIKELY ? "" : " (likely)");
}

static void put(XlaDearest *d, double cost_ns, char *text)
{
    int at = d->n;
    for (; at > 0 && d->v[at - 1].cost_ns < cost_ns; at--)
        d->v[at] = d->v[at - 1];
    d->v[at] = (Dear){ cost_ns, text };
    d->n++;
    if (d->n > MOST)
        g_free(d->v[--d->n].text);
}

void xla_dearest_add(XlaDearest *d, const char *module, const Compiled *c)
{
    for (int i = 0; i < c->log->reshards.n; i++) {
        const Reshard *r = &c->log->reshards.v[i];
        char *text = text_of(module, r);
        if (g_hash_table_add(d->seen, g_strdup(text)))
            put(d, r->est_ns * (double)r->trips, text);
        else
            g_free(text);
    }
}

void xla_dearest_tell(const XlaDearest *d, void (*tell)(void *user, const char *line), void *user)
{
    if (!tell || !d->n)
        return;
    tell(user, g_hash_table_size(d->seen) > MOST ? "the dearest changes of layout:" : "changes of layout, the dearest first:");
    for (int i = 0; i < d->n; i++) {
        g_autofree char *line = g_strdup_printf("  %s", d->v[i].text);
        tell(user, line);
    }
}
