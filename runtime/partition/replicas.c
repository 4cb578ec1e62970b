/* Collectives of a program that several replicas run: whom they name is written out as devices, device d being partition d % P of replica
 * d / P. What the partitioner makes numbers the P partitions, each replica's among themselves; what the program itself says numbers
 * replicas, or both counted through. */
#include <string.h>

#include "runtime/partition/local_impl.h"

typedef struct Spread {
    Arena *arena;
    int64_t replicas, partitions;
    VEC(Ints) groups;
    VEC(int64_t) ids;
} Spread;

static void close_group(Spread *s)
{
    vec_push(&s->groups, ((Ints){ arena_dup_array(s->arena, s->ids.v, s->ids.n), s->ids.n }));
    s->ids.n = 0;
}

/* The same group in each of n copies: ids become id * times + copy * step. */
static void add_copies(Spread *s, Ints ids, int64_t n, int64_t times, int64_t step)
{
    for (int64_t copy = 0; copy < n; copy++) {
        for (int i = 0; i < ids.n; i++)
            vec_push(&s->ids, ids.v[i] * times + copy * step);
        close_group(s);
    }
}

/* Replicas named, each with all its partitions. */
static void add_both(Spread *s, Ints replicas)
{
    for (int i = 0; i < replicas.n; i++)
        for (int64_t p = 0; p < s->partitions; p++)
            vec_push(&s->ids, replicas.v[i] * s->partitions + p);
    close_group(s);
}

/* 0 to n - 1 */
static Ints all_of(Arena *arena, int64_t n)
{
    int64_t *ids = arena_array(arena, int64_t, n);
    for (int64_t i = 0; i < n; i++)
        ids[i] = i;
    return (Ints){ ids, (int)n };
}

static void spread_op(Spread *s, IrOp *op)
{
    Groups *g = &op->a.collective.groups;
    bool channel = g->has_channel && g->channel > 0;
    int64_t n_named = 0, P = s->partitions, R = s->replicas;
    for (int i = 0; i < g->n_groups; i++)
        n_named += g->groups[i].n;
    bool through = channel && g->use_global_ids, within = through && n_named == P && R > 1;
    if (through && n_named && !within)
        return;
    Ints all = all_of(s->arena, through ? R * P : R);
    s->groups.n = 0;
    for (int i = 0; i < MAX(g->n_groups, 1); i++) {
        Ints ids = g->n_groups ? g->groups[i] : all;
        if (within)
            add_copies(s, ids, R, 1, P);
        else if (through)
            add_copies(s, ids, 1, 1, 0);
        else if (channel)
            add_both(s, ids);
        else
            add_copies(s, ids, P, P, 1);
    }
    g->n_groups = s->groups.n;
    g->groups = arena_dup_array(s->arena, s->groups.v, s->groups.n);
    g->text = NULL;
    g->has_channel = g->use_global_ids = true;
    g->channel = channel ? g->channel : 1;
}

void spread_over_replicas(IrModule *local)
{
    Spread s = { .arena = local->arena, .replicas = local->n_replicas, .partitions = local->n_partitions };
    for (int k = 0; k < local->n_comps && s.replicas > 1; k++)
        for (int i = 0; i < local->comps[k]->n_ops; i++)
            if (op_says_global_ids(local->comps[k]->ops[i]))
                spread_op(&s, local->comps[k]->ops[i]);
    vec_clear(&s.groups);
    vec_clear(&s.ids);
}

void name_devices(Arena *arena, const IrOp *op, IrOp *out)
{
    const IrModule *m = op->parent->module;
    const Groups *g = &op->a.collective.groups;
    Ints pairs = op->a.collective.pairs;
    Spread s = { .arena = arena, .replicas = m->n_replicas, .partitions = m->n_partitions };
    *out = *op;
    if (s.replicas <= 1 || s.partitions <= 1 || op_says_global_ids(op))
        return;
    bool channel = g->has_channel && g->channel > 0;
    int64_t n = channel ? s.replicas : s.partitions, times = channel ? 1 : s.partitions, step = channel ? s.partitions : 1;
    Ints all = all_of(arena, channel ? s.partitions : s.replicas);
    for (int i = 0; i < MAX(g->n_groups, 1) && !pairs.n; i++)
        add_copies(&s, g->n_groups ? g->groups[i] : all, n, times, step);
    if (pairs.n) {
        add_copies(&s, pairs, n, times, step);
        for (int i = 0; i < s.groups.n; i++)
            for (int k = 0; k < s.groups.v[i].n; k++)
                vec_push(&s.ids, s.groups.v[i].v[k]);
        out->a.collective.pairs = (Ints){ arena_dup_array(arena, s.ids.v, s.ids.n), s.ids.n };
    } else {
        out->a.collective.groups.n_groups = s.groups.n;
        out->a.collective.groups.groups = arena_dup_array(arena, s.groups.v, s.groups.n);
    }
    vec_clear(&s.groups);
    vec_clear(&s.ids);
}
