/* Selects groups of ops to fuse. Ops are visited from last to first. An element-wise op joins the group of its users if that group
 * iterates over the same elements in the same order and every other user of the op's value comes after the group's end; otherwise
 * it ends a group of its own. All operands of a group come before its members, so the group can always run at the position of its last
 * member. Values that are read through strides (broadcasts, slices) are duplicated into each reader. */
#include "runtime/plan/fuse_impl.h"

#include <string.h>

#include "runtime/ir/host_call.h"
#include "runtime/plan/reduce.h"

enum { MAX_MEMBERS = 36, MAX_CHAIN = 500 };

/* ---- groups --------------------------------------------------------------------------------------------- */

typedef struct Fuser {
    const IrComp *c;
    FusePlan *plan;
    Uses uses;
    bool *live;
    VEC(FuseGroup) groups;
} Fuser;

static bool is_simple_reduce(const IrOp *op)
{
    return op->code == OP_reduce && op->n_operands == 2 && reduce_is_plain(op);
}

static bool has_effect(const IrOp *op)
{
    int traits = op_info[op->code].traits;
    return (traits & (SIDE_EFFECT | COMMUNICATES)) || op->code == OP_while || op->code == OP_conditional ||
           op->code == OP_call || op->code == OP_async_start || (op_is_host_call(op) && op->a.custom.side_effect);
}

static void mark_live(Fuser *f)
{
    const IrComp *c = f->c;
    for (int p = c->n_ops - 1; p >= 0; p--) {
        const IrOp *op = c->ops[p];
        if (op == c->root || has_effect(op))
            f->live[p] = true;
        if (f->live[p])
            for (int i = 0; i < op->n_operands; i++)
                f->live[op->operands[i]->pos] = true;
    }
}

/* The readers of a value, directly or through renames and views. */
typedef struct Needs {
    int first_group;      /* among the groups that read it element by element, the one that ends first; -1 = none */
    int first_end;        /* where it ends */
    int earliest_other;   /* the first instruction that reads it in another way */
    uint64_t n_elems;
    bool outside;         /* there are readers besides the first group */
    int nonflat_group_end; /* the earliest end of a group that reads it through a view */
} Needs;

static int group_end(const Fuser *f, int g)
{
    return f->groups.v[g].root->pos;
}

static void need_at(Needs *n, int pos)
{
    n->earliest_other = MIN(n->earliest_other, pos);
}

static bool same_dims(const Type *a, const Type *b)
{
    return a->rank == b->rank && !memcmp(a->dims, b->dims, sizeof *a->dims * (size_t)a->rank);
}

/* True if only groups read the view, or the rename of one, so that it need not be computed. `reshaped`: it has other dims than the view, so that views of it have
 * no strides in what the view is of (fuse_source.c) and read the view from memory. */
static bool view_is_free(const Fuser *f, const IrOp *view, bool reshaped, int depth)
{
    if (view == f->c->root || depth > MAX_CHAIN)
        return false;
    for (int k = f->uses.first[view->pos]; k < f->uses.first[view->pos + 1]; k++) {
        const IrOp *u = f->uses.users[k];
        if (!f->live[u->pos])
            continue;
        if (op_is_rename(u) ? f->uses.slots[k] != 0 || !view_is_free(f, u, reshaped || !same_dims(u->type, view->type), depth + 1)
                            : fuse_is_view(u) ? reshaped || !view_is_free(f, u, false, depth + 1) : f->plan->group_of[u->pos] < 0)
            return false;
    }
    return true;
}

/* A chain longer than MAX_CHAIN is treated as an ordinary reader. */
static void collect_needs(const Fuser *f, const IrOp *op, bool flat, Needs *needs, int depth)
{
    if (op == f->c->root)
        need_at(needs, INT_MAX);
    for (int k = f->uses.first[op->pos]; k < f->uses.first[op->pos + 1]; k++) {
        const IrOp *u = f->uses.users[k];
        if (!f->live[u->pos])
            continue;
        int g = f->plan->group_of[u->pos];
        if (depth > MAX_CHAIN) {
            need_at(needs, u->pos);
        } else if (op_is_rename(u) && f->uses.slots[k] == 0) {
            collect_needs(f, u, flat, needs, depth + 1);
        } else if (fuse_is_view(u)) {
            if (view_is_free(f, u, false, 0))
                collect_needs(f, u, false, needs, depth + 1);
            else
                need_at(needs, u->pos);
        } else if (g >= 0) {
            int end = group_end(f, g);
            bool same = flat && (uint64_t)f->groups.v[g].n_elems == needs->n_elems &&
                        !(u->code == OP_reduce && f->uses.slots[k] != 0) &&
                        op->type->n_elems == f->groups.v[g].n_elems;
            if (!same)
                needs->nonflat_group_end = MIN(needs->nonflat_group_end, end);
            else if (end < needs->first_end || needs->first_group < 0) {
                if (needs->first_group >= 0)
                    needs->outside = true;
                needs->first_group = g;
                needs->first_end = end;
            } else if (g != needs->first_group) {
                needs->outside = true;
            }
        } else {
            need_at(needs, u->pos);
        }
    }
}

static void new_group(Fuser *f, const IrOp *op)
{
    FuseGroup g = { .root = op };
    g.n_elems = op->type->n_elems;
    if (op->code == OP_reduce) {
        g.reduce = op;
        g.n_elems = op->operands[0]->type->n_elems;
    }
    vec_push(&g.members, op);
    vec_push(&g.outputs, op);
    f->plan->group_of[op->pos] = f->groups.n;
    vec_push(&f->groups, g);
}

static void choose_groups(Fuser *f)
{
    for (int p = f->c->n_ops - 1; p >= 0; p--) {
        const IrOp *op = f->c->ops[p];
        f->plan->group_of[p] = -1;
        if (!f->live[p] || op_is_rename(op) || fuse_is_view(op))
            continue;
        if (is_simple_reduce(op)) {
            new_group(f, op);
            continue;
        }
        if (!tile_can_apply(op))
            continue;
        Needs n = { .first_group = -1, .first_end = INT_MAX, .earliest_other = INT_MAX, .nonflat_group_end = INT_MAX,
                    .n_elems = (uint64_t)op->type->n_elems };
        bool is_output = false;
        collect_needs(f, op, true, &n, 0);
        is_output = n.outside || n.earliest_other != INT_MAX || n.nonflat_group_end != INT_MAX || op_strip_renames(f->c->root) == op;
        FuseGroup *g = n.first_group >= 0 ? &f->groups.v[n.first_group] : NULL;
        if (g && g->members.n < MAX_MEMBERS && n.earliest_other > n.first_end && n.nonflat_group_end > n.first_end &&
            g->outputs.n < 12) {
            f->plan->group_of[p] = n.first_group;
            vec_push(&g->members, op);
            if (is_output)
                vec_push(&g->outputs, op);
        } else {
            new_group(f, op);
        }
    }
    for (int i = 0; i < f->groups.n; i++) { /* collected backwards */
        FuseGroup *g = &f->groups.v[i];
        for (int a = 0, b = g->members.n - 1; a < b; a++, b--) {
            const IrOp *t = g->members.v[a];
            g->members.v[a] = g->members.v[b];
            g->members.v[b] = t;
        }
        for (int a = 0, b = g->outputs.n - 1; a < b; a++, b--) {
            const IrOp *t = g->outputs.v[a];
            g->outputs.v[a] = g->outputs.v[b];
            g->outputs.v[b] = t;
        }
    }
}

static void need_reads(Fuser *f, int group, const IrOp *member)
{
    for (int i = 0; i < member->n_operands; i++) {
        FuseSource s;
        if (member->code == OP_reduce && i == 1) { /* the start value is read from memory */
            f->plan->needed[op_strip_renames(member->operands[1])->pos] = true;
            continue;
        }
        fuse_source(member->operands[i], f->plan, group, &s);
        if (s.kind == SOURCE_MEMORY)
            f->plan->needed[s.op->pos] = true;
    }
}

/* From last to first: marks the values that must be in memory for later readers. */
static void mark_needed(Fuser *f)
{
    bool *needed = f->plan->needed;
    needed[f->c->root->pos] = true;
    for (int p = f->c->n_ops - 1; p >= 0; p--) {
        const IrOp *op = f->c->ops[p];
        int g = f->plan->group_of[p];
        if (has_effect(op))
            needed[p] = true;
        if (g >= 0) {
            const FuseGroup *group = &f->groups.v[g];
            if (group->root == op)
                for (int i = 0; i < group->members.n; i++)
                    need_reads(f, g, group->members.v[i]);
        } else if (needed[p]) {
            for (int i = 0; i < op->n_operands; i++)
                needed[op_reads(op, i)->pos] = true;
        }
    }
}

FusePlan *fuse_plan(const IrComp *c)
{
    Fuser f = { .c = c, .plan = g_new0(FusePlan, 1), .uses = uses_of(c), .live = g_new0(bool, c->n_ops + 1) };
    f.plan->group_of = g_new(int, c->n_ops + 1);
    f.plan->needed = g_new0(bool, c->n_ops + 1);
    for (int i = 0; i < c->n_ops; i++)
        f.plan->group_of[i] = -1;
    mark_live(&f);
    choose_groups(&f);
    mark_needed(&f);
    f.plan->groups = f.groups.v;
    f.plan->n_groups = f.groups.n;
    uses_clear(&f.uses);
    g_free(f.live);
    return f.plan;
}

void fuse_plan_free(FusePlan *f)
{
    if (!f)
        return;
    for (int i = 0; i < f->n_groups; i++) {
        vec_clear(&f->groups[i].members);
        vec_clear(&f->groups[i].outputs);
    }
    g_free(f->groups);
    g_free(f->group_of);
    g_free(f->needed);
    g_free(f);
}

/* ---- code ------------------------------------------------------------------------------------------------- */

static int input_index(FuseInputs *inputs, const IrOp *op)
{
    for (int i = 0; i < inputs->ops.n; i++)
        if (inputs->ops.v[i] == op)
            return i;
    vec_push(&inputs->ops, op);
    return inputs->ops.n - 1;
}

static int read_value(TileBuilder *b, const IrOp *op, const FusePlan *f, int group, const int *regs, FuseInputs *inputs)
{
    FuseSource s;
    fuse_source(op, f, group, &s);
    ElemType e = op->type->elem;
    switch (s.kind) {
    case SOURCE_MEMBER:
        return regs[s.op->pos];
    case SOURCE_CONST:
        return tile_load_const(b, e, s.op->a.literal->data);
    case SOURCE_IOTA:
        return tile_load_iota(b, e, s.iota_size, s.iota_inner);
    case SOURCE_MEMORY:
        break;
    }
    int in = input_index(inputs, s.op);
    if (s.scalar)
        return tile_load_scalar(b, in, e);
    if (s.full || (s.rank == 1 && s.strides[0] == 1 && s.offset == 0))
        return tile_load_full(b, in, e);
    return tile_load_strided(b, in, e, &(TileView){ s.rank, s.dims, s.strides, s.offset });
}

/* Selects results that may overwrite operands: those that are read element by element and have elements of the same size. */
static const int *choose_in_place(Arena *arena, const TileProg *p, const FuseGroup *g, const FuseInputs *inputs)
{
    int *choice = arena_array(arena, int, g->outputs.n);
    for (int o = 0; o < g->outputs.n; o++) {
        choice[o] = -1;
        const IrOp *out = g->outputs.v[o];
        if (out == g->reduce)
            continue;
        for (int i = 0; i < inputs->ops.n && choice[o] < 0; i++) {
            const Type *t = inputs->ops.v[i]->type;
            bool taken = t->kind != TYPE_ARRAY || t->n_elems != out->type->n_elems ||
                         elem_info[t->elem].bytes != elem_info[out->type->elem].bytes || g->n_elems != t->n_elems;
            for (int k = 0; k < o; k++)
                taken |= choice[k] == i;
            if (!taken && tile_prog_in_place(p, o, i))
                choice[o] = i;
        }
    }
    return choice;
}

bool fuse_make(Arena *arena, const IrComp *c, const FusePlan *f, const FuseGroup *g, FusedOps *out, GError **error)
{
    FuseInputs *inputs = &out->inputs;
    TileBuilder *b = tile_builder_new(arena);
    int group = f->group_of[g->root->pos], *regs = g_new(int, c->n_ops + 1);
    int reduce_reg = -1;
    bool ok = true;
    for (int i = 0; ok && i < g->members.n; i++) {
        const IrOp *op = g->members.v[i];
        if (op == g->reduce) {
            reduce_reg = read_value(b, op->operands[0], f, group, regs, inputs);
            tile_keep(b, reduce_reg);
            continue;
        }
        int args[3] = { -1, -1, -1 };
        for (int k = 0; k < op->n_operands; k++)
            args[k] = read_value(b, op->operands[k], f, group, regs, inputs);
        regs[op->pos] = tile_apply(b, op, args);
        if (regs[op->pos] < 0)
            ok = diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), NULL, "%s of %s is not supported", op_info[op->code].id,
                      elem_info[op->type->elem].hlo);
    }
    for (int i = 0; ok && i < g->outputs.n; i++)
        if (g->outputs.v[i] != g->reduce)
            tile_store(b, regs[g->outputs.v[i]->pos], i, g->outputs.v[i]->type->elem);
    if (ok) {
        TileProg *p = tile_builder_finish(b);
        int init = -1;
        if (g->reduce) /* the start value is an operand of its own, read by the kernel */
            init = input_index(inputs, op_strip_renames(g->reduce->operands[1]));
        out->in_place = choose_in_place(arena, p, g, inputs);
        out->code = arena_new(arena, FusedCode);
        *out->code = (FusedCode){ .prog = p, .n_elems = g->n_elems, .reduce = g->reduce, .reg = reduce_reg, .init = init,
                                  .output = g->reduce ? g->outputs.n - 1 : -1 };
    }
    g_free(regs);
    tile_builder_free(b);
    return ok;
}
