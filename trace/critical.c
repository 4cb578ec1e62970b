/* Critical paths in few lines. See critical.h. */
#include "trace/critical.h"

#include <stdlib.h>
#include <string.h>

#include "trace/capped.h"

/* How long a text is without what comes after the last occurrence of `mark`, if digits do. */
static size_t length_without(const char *text, const char *mark, const char *end)
{
    const char *at = g_strrstr(text, mark);
    size_t digits = at ? strspn(at + strlen(mark), "0123456789") : 0;
    return digits && g_str_equal(at + strlen(mark) + digits, end) ? (size_t)(at - text) : strlen(text);
}

/* "reduce-scatter" of reduce-scatter.12. */
static char *kind_of(const char *name)
{
    return name ? g_strndup(name, length_without(name, ".", "")) : NULL;
}

/* "dot_general (a.py:5)" of "dot_general (a.py:5) and 2 more", which a combined collective has. */
static char *plain_label(const char *label)
{
    return label ? g_strndup(label, length_without(label, " and ", " more")) : NULL;
}

static void fold_clear(void *p)
{
    CritFold *f = p;
    g_free(f->label);
    g_free(f->name);
}

static int longest_first(const void *pa, const void *pb)
{
    const CritFold *a = pa, *b = pb;
    if (a->ns != b->ns)
        return a->ns < b->ns ? 1 : -1;
    return (a->first > b->first) - (a->first < b->first);
}

/* Names are those of one instruction until here: of several, their kind and how many there are. */
static void name_fold(CritFold *f)
{
    g_autofree char *kind = kind_of(f->first->name);
    if (f->n == 1 || !kind) {
        f->label = g_strdup(f->first->label);
        f->name = g_strdup(f->first->name);
    } else {
        f->label = plain_label(f->first->label);
        f->name = g_strdup_printf("%s × %d", kind, f->n);
    }
}

GArray *crit_fold(const GArray *totals)
{
    GArray *out = g_array_new(FALSE, TRUE, sizeof(CritFold));
    g_array_set_clear_func(out, fold_clear);
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < totals->len; i++) {
        const TraceCritTotal *x = TRACE_AT(totals, TraceCritTotal, i);
        g_autofree char *kind = kind_of(x->name), *label = plain_label(x->label);
        char *key = g_strdup_printf("%" G_GINT64_FORMAT "\n%s\n%s\n%s", x->cat, kind ? kind : "", label ? label : "", x->at ? x->at : "");
        guint at = GPOINTER_TO_UINT(g_hash_table_lookup(known, key));
        if (!at) {
            g_array_append_val(out, ((CritFold){ .first = x }));
            at = out->len;
            g_hash_table_insert(known, g_strdup(key), GUINT_TO_POINTER(at));
        }
        CritFold *f = &g_array_index(out, CritFold, at - 1);
        f->ns = add_capped(f->ns, x->ns);
        f->n++;
        g_free(key);
    }
    for (guint i = 0; i < out->len; i++)
        name_fold(&g_array_index(out, CritFold, i));
    if (out->len)
        qsort(out->data, out->len, sizeof(CritFold), longest_first);
    return out;
}
