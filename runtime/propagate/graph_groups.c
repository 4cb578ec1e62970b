/* The sharding groups of the propagation graph. */
#include "runtime/propagate/graph_impl.h"

/* Union of two sets; the lowest member is the root. */
static void join(int *parent, int a, int b)
{
    while (parent[a] != a)
        a = parent[a] = parent[parent[a]];
    while (parent[b] != b)
        b = parent[b] = parent[parent[b]];
    parent[MAX(a, b)] = MIN(a, b);
}

/* The first entry with this key, which is `i` itself if there was none. */
static int first_with(GHashTable *seen, int key, int i)
{
    gpointer found;
    if (g_hash_table_lookup_extended(seen, GINT_TO_POINTER(key), NULL, &found))
        return GPOINTER_TO_INT(found);
    g_hash_table_insert(seen, GINT_TO_POINTER(key), GINT_TO_POINTER(i));
    return i;
}

void prop_graph_groups(PropGraph *g, const int *pairs, const IrValue *names, int n)
{
    g_autoptr(GHashTable) by_id = g_hash_table_new(NULL, NULL), by_ref = g_hash_table_new(NULL, NULL);
    int *parent = arena_array(g->arena, int, n), *number = arena_array(g->arena, int, n);
    for (int i = 0; i < n; i++)
        parent[i] = i;
    for (int i = 0; i < n; i++) {
        join(parent, i, first_with(by_id, pairs[2 * i], i));
        join(parent, i, first_with(by_ref, pairs[2 * i + 1], i));
    }
    for (int i = 0; i < n; i++) {
        int root = i;
        while (parent[root] != root)
            root = parent[root];
        number[i] = root == i ? g->n_groups++ : number[root];
    }
    g->groups = arena_array(g->arena, PropGroup, g->n_groups);
    for (int i = 0; i < n; i++)
        g->groups[number[i]].n_values++;
    for (int k = 0; k < g->n_groups; k++) {
        g->groups[k].values = arena_array(g->arena, int, g->groups[k].n_values);
        g->groups[k].names = arena_array(g->arena, IrValue, g->groups[k].n_values);
        g->groups[k].n_values = 0;
    }
    bool *listed = arena_array(g->arena, bool, g->refs.n);
    for (int i = 0; i < n; i++) {
        int at = pairs[2 * i + 1];
        const PropRef *ref = &g->refs.v[at];
        PropGroup *group = &g->groups[number[i]];
        if (!ref->is_target)
            g->values.v[ref->value].group = number[i];
        if (listed[at])
            continue;
        listed[at] = true;
        group->names[group->n_values] = ref->is_target ? names[i] : g->values.v[ref->value].ir;
        group->values[group->n_values++] = ref->value;
    }
}
