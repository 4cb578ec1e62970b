/* Traversal of a scene for screen readers. See reading.h. */
#include "viewer/layout/reading.h"

#include <string.h>

enum { LOOK_BACK = 12 }; /* a text belongs to one of the things drawn just before it */

static void reading_clear(gpointer p)
{
    g_free(((Reading *)p)->name);
}

static bool stands_for_something(Ref r)
{
    return r.kind != REF_none && r.kind != REF_time && r.kind != REF_overview && r.kind != REF_split && r.kind != REF_column_edge;
}

/* The part of an item inside its pane; false: nothing. */
static bool in_sight(const Scene *s, const Item *it, Reading *out)
{
    const Pane *p = &s->panes[it->pane];
    double px1 = it->pane ? p->x + p->w : s->width, py1 = it->pane ? p->y + p->h : s->height;
    double px0 = it->pane ? p->x : 0, py0 = it->pane ? p->y : 0;
    double h = it->kind == ITEM_text && it->h <= 0 ? 16 : it->h;
    double x0 = MAX(it->x, px0), y0 = MAX(it->y, py0), x1 = MIN(it->x + it->w, px1), y1 = MIN(it->y + h, py1);
    out->x = x0;
    out->y = y0;
    out->w = x1 - x0;
    out->h = y1 - y0;
    return out->w >= 1 && out->h >= 1;
}

/* Whether a name ends with this text, as a part of its own: links to one line stand in many sentences. */
static bool was_said(const char *name, const char *text)
{
    size_t n = name ? strlen(name) : 0, m = strlen(text);
    return n >= m && g_str_equal(name + n - m, text) && (n == m || (n >= m + 2 && strncmp(name + n - m - 2, ", ", 2) == 0));
}

static void say(Reading *r, const char *text)
{
    if (!text || !*text || (r->name && strlen(r->name) > 400) || was_said(r->name, text))
        return;
    char *longer = r->name ? g_strdup_printf("%s, %s", r->name, text) : g_strdup(text);
    g_free(r->name);
    r->name = longer;
}

static Reading *around(GArray *all, const Item *it)
{
    for (guint k = 0; k < LOOK_BACK && k < all->len; k++) {
        Reading *r = &g_array_index(all, Reading, all->len - 1 - k);
        if (it->x >= r->x - 1 && it->x < r->x + r->w && it->y >= r->y - 3 && it->y < r->y + r->h)
            return r;
    }
    return NULL;
}

static guint ref_hash(gconstpointer p)
{
    const Ref *r = p;
    return (guint)r->kind * 31u + (guint)r->id * 2654435761u + (guint)r->sub * 97u + (guint)r->run;
}

static gboolean same_ref(gconstpointer a, gconstpointer b)
{
    return ref_equal(*(const Ref *)a, *(const Ref *)b);
}

GArray *scene_read(const Scene *s, int most)
{
    GArray *all = g_array_sized_new(FALSE, TRUE, sizeof(Reading), 64);
    g_array_set_clear_func(all, reading_clear);
    g_autoptr(GHashTable) at = g_hash_table_new_full(ref_hash, same_ref, g_free, NULL);
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        Reading one = { .ref = it->ref, .go = it->go, .tip = it->tip };
        if (!stands_for_something(it->ref)) {
            Reading *r = it->kind == ITEM_text ? around(all, it) : NULL;
            if (r)
                say(r, it->label);
            continue;
        }
        guint have = GPOINTER_TO_UINT(g_hash_table_lookup(at, &it->ref));
        if (have) {
            Reading *r = &g_array_index(all, Reading, have - 1);
            say(r, it->label);
            r->tip = r->tip ? r->tip : it->tip;
            continue;
        }
        if ((int)all->len >= most || !in_sight(s, it, &one))
            continue;
        say(&one, it->label);
        g_array_append_val(all, one);
        g_hash_table_insert(at, g_memdup2(&it->ref, sizeof it->ref), GUINT_TO_POINTER(all->len));
    }
    for (guint i = 0; i < all->len; i++) { /* bars and tiles without letters: their kind, or the first line of their tooltip */
        Reading *r = &g_array_index(all, Reading, i);
        if (r->name)
            continue;
        r->name = r->tip ? g_strndup(r->tip, strcspn(r->tip, "\n"))
                         : g_strdup_printf("%s %" G_GINT64_FORMAT, ref_kind_name(r->ref.kind), r->ref.id);
    }
    return all;
}
