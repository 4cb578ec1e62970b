/* Queries about a program: users of a value, the value behind tuples, what a reducer computes, trip counts of loops. */
#include "runtime/ir/ir.h"

#include <string.h>

#include "runtime/ir/scalar.h"
#include "trace/trace.h"

/* ---- uses ------------------------------------------------------------------------------------ */

IdMode op_id_mode(const IrOp *op)
{
    const Groups *g = &op->a.collective.groups;
    if (!g->has_channel || g->channel == 0) /* 0 is how serialised modules write that there is none */
        return IDS_REPLICAS;
    if (!op_says_global_ids(op))
        return IDS_PARTITIONS;
    return g->use_global_ids ? IDS_FLATTENED : IDS_BOTH;
}

int64_t op_n_ids(const IrOp *op)
{
    const IrModule *m = op->parent->module;
    switch (op_id_mode(op)) {
    case IDS_REPLICAS:
    case IDS_BOTH: return m->n_replicas;
    case IDS_PARTITIONS: return m->n_partitions;
    case IDS_FLATTENED: return m->n_partitions * m->n_replicas;
    }
    return 0;
}

Uses uses_of(const IrComp *c)
{
    Uses u = {0};
    u.first = g_new0(int, c->n_ops + 2);
    for (int i = 0; i < c->n_ops; i++)
        for (int k = 0; k < c->ops[i]->n_operands; k++)
            u.first[c->ops[i]->operands[k]->pos + 2]++;
    for (int i = 0; i < c->n_ops; i++)
        u.first[i + 2] += u.first[i + 1];
    int n = u.first[c->n_ops + 1];
    u.users = g_new(IrOp *, n + 1);
    u.slots = g_new(int, n + 1);
    /* While filling, first[p + 1] is the next free slot of p; afterwards it is the end of p. */
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        for (int k = 0; k < op->n_operands; k++) {
            int at = u.first[op->operands[k]->pos + 1]++;
            u.users[at] = op;
            u.slots[at] = k;
        }
    }
    return u;
}

void uses_clear(Uses *u)
{
    g_free(u->users);
    g_free(u->slots);
    g_free(u->first);
    *u = (Uses){0};
}

/* ---- values ---------------------------------------------------------------------------------- */

IrValue value_resolve(IrOp *op, int leaf)
{
    for (;;) {
        if (op->code == OP_get_tuple_element) {
            leaf += type_part_leaf(op->operands[0]->type, (int)op->a.gte.index);
            op = op->operands[0];
        } else if (op->code == OP_tuple && op->n_operands > 0) {
            int part = 0;
            if (op->type->flat)
                part = leaf, leaf = 0;
            else
                while (leaf >= type_n_leaves(op->operands[part]->type))
                    leaf -= type_n_leaves(op->operands[part++]->type);
            op = op->operands[part];
        } else {
            return (IrValue){op, leaf};
        }
    }
}

/* value_resolve, also through ops that pass a value on unchanged. */
static IrValue value_origin(IrOp *op, int leaf)
{
    IrValue v = value_resolve(op, leaf);
    while (v.op->code == OP_copy || v.op->code == OP_opt_barrier)
        v = value_resolve(v.op->operands[0], v.leaf);
    return v;
}

/* ---- reducers -------------------------------------------------------------------------------- */

ReduceKind comp_reduce_kind(const IrComp *c)
{
    const IrOp *root = c->root;
    if (c->n_params != 2 || !root || root->n_operands != 2)
        return REDUCE_OTHER;
    const IrOp *x = root->operands[0], *y = root->operands[1];
    if (!((x == c->params[0] && y == c->params[1]) || (x == c->params[1] && y == c->params[0])))
        return REDUCE_OTHER;
    bool is_pred = root->type->kind == TYPE_ARRAY && root->type->elem == ELEM_pred;
    bool is_int = root->type->kind == TYPE_ARRAY && elem_is_int(root->type->elem);
    switch (root->code) {
    case OP_add: return is_pred ? REDUCE_OR : REDUCE_SUM;
    case OP_multiply: return is_pred ? REDUCE_AND : REDUCE_PRODUCT;
    case OP_maximum: return is_pred ? REDUCE_OR : REDUCE_MAX;
    case OP_minimum: return is_pred ? REDUCE_AND : REDUCE_MIN;
    case OP_and: return is_pred || is_int ? REDUCE_AND : REDUCE_OTHER;
    case OP_or: return is_pred || is_int ? REDUCE_OR : REDUCE_OTHER;
    case OP_xor: return is_pred || is_int ? REDUCE_XOR : REDUCE_OTHER;
    default: return REDUCE_OTHER; /* any other opcode */
    }
}

bool reduce_identity(ReduceKind kind, ElemType e, void *out)
{
    memset(out, 0, (size_t)elem_info[e].bytes);
    switch (kind) {
    case REDUCE_SUM:
    case REDUCE_OR:
    case REDUCE_XOR: scalar_from_int(e, 0, out); return true;
    case REDUCE_PRODUCT: scalar_from_int(e, 1, out); return true;
    case REDUCE_MAX: scalar_lowest(e, out); return true;
    case REDUCE_MIN: scalar_highest(e, out); return true;
    case REDUCE_AND:
        if (elem_info[e].cls == CLASS_SIGNED)
            scalar_from_int(e, -1, out);
        else
            scalar_highest(e, out); /* true; all bits set */
        return true;
    case REDUCE_OTHER: return false;
    }
    return false;
}

/* ---- constants and loops --------------------------------------------------------------------- */

static bool literal_int(const Literal *l, int64_t *out)
{
    if (!l || !l->data || !l->type || l->type->kind != TYPE_ARRAY || l->type->n_elems == 0)
        return false;
    ElemType e = l->type->elem;
    if (!elem_is_int(e) && e != ELEM_pred)
        return false;
    size_t bytes = (size_t)elem_info[e].bytes;
    int64_t n = l->splat ? 1 : l->type->n_elems;
    for (int64_t i = 1; i < n; i++)
        if (memcmp(l->data, (const char *)l->data + (size_t)i * bytes, bytes) != 0)
            return false;
    *out = scalar_to_int(e, l->data);
    return true;
}

bool op_constant_int(const IrOp *op, int64_t *out)
{
    ElemType through[16]; /* integer types of converts passed, innermost last */
    int n = 0;
    for (;; op = op->operands[0]) {
        switch (op->code) {
        case OP_constant:
            if (!literal_int(op->a.literal, out))
                return false;
            while (n > 0) { /* conversions wrap: apply them from the innermost out */
                char bits[16] = {0};
                ElemType e = through[--n];
                scalar_from_int(e, e == ELEM_pred ? *out != 0 : *out, bits);
                *out = scalar_to_int(e, bits);
            }
            return true;
        case OP_convert:
            if (op->type->kind != TYPE_ARRAY ||
                (!elem_is_int(op->type->elem) && op->type->elem != ELEM_pred) ||
                n == G_N_ELEMENTS(through))
                return false;
            through[n++] = op->type->elem;
            break;
        case OP_broadcast:
        case OP_reshape:
        case OP_copy: break;
        default: return false; /* any other opcode computes something */
        }
        if (op->n_operands < 1)
            return false;
    }
}

/* Iterations of `for (i = from; i DIR to; i += step)`; -1 if it does not end or the counter would wrap. */
static int64_t count_trips(int64_t from, CompareDir dir, int64_t to, int64_t step)
{
    __int128 span = (__int128)to - from;
    switch (dir) {
    case DIR_LE: span += 1; /* fall through */
    case DIR_LT:
        if (span <= 0)
            return 0;
        return step > 0 ? (int64_t)((span + step - 1) / step) : -1;
    case DIR_GE: span -= 1; /* fall through */
    case DIR_GT:
        if (span >= 0)
            return 0;
        return step < 0 ? (int64_t)((-span + -(__int128)step - 1) / -(__int128)step) : -1;
    case DIR_NE:
        if (span == 0)
            return 0;
        return step != 0 && span % step == 0 && span / step >= 0 ? (int64_t)(span / step) : -1;
    case DIR_EQ: return span != 0 ? 0 : step != 0 ? 1 : -1;
    }
    return -1;
}

static CompareDir flipped(CompareDir d)
{
    switch (d) {
    case DIR_EQ:
    case DIR_NE: return d;
    case DIR_GE: return DIR_LE;
    case DIR_GT: return DIR_LT;
    case DIR_LE: return DIR_GE;
    case DIR_LT: return DIR_GT;
    }
    return d;
}

/* The value of leaf `leaf` of the state before the loop, if it is a constant. */
static bool initial_int(const IrOp *loop, int leaf, int64_t *out)
{
    return op_constant_int(value_origin(loop->operands[0], leaf).op, out);
}

/* A bound in the condition: a constant, or a leaf of the state that the body passes on unchanged. */
static bool bound_int(const IrOp *loop, IrOp *op, int64_t *out)
{
    const IrComp *cond = loop->comps[0], *body = loop->comps[1];
    IrValue v = value_origin(op, 0);
    if (v.op != cond->params[0])
        return op_constant_int(v.op, out);
    IrValue next = value_origin(body->root, v.leaf);
    return next.op == body->params[0] && next.leaf == v.leaf && initial_int(loop, v.leaf, out);
}

bool while_counts(const IrOp *loop, WhileCounter *out)
{
    if (loop->code != OP_while || loop->n_comps != 2)
        return false;
    const IrComp *cond = loop->comps[0], *body = loop->comps[1];
    if (cond->n_params != 1 || body->n_params != 1 || !cond->root || !body->root)
        return false;
    IrOp *compare = value_origin(cond->root, 0).op;
    if (compare->code != OP_compare || !elem_is_int(compare->operands[0]->type->elem))
        return false;
    for (int side = 0; side < 2; side++) {
        IrValue counter = value_origin(compare->operands[side], 0);
        int64_t from, to, step;
        if (counter.op != cond->params[0] || !initial_int(loop, counter.leaf, &from) ||
            !bound_int(loop, compare->operands[1 - side], &to))
            continue;
        IrOp *next = value_origin(body->root, counter.leaf).op;
        if (next->code != OP_add && next->code != OP_subtract)
            continue;
        for (int k = 0; k < 2; k++) {
            IrValue old = value_origin(next->operands[k], 0);
            if (old.op != body->params[0] || old.leaf != counter.leaf ||
                !op_constant_int(value_origin(next->operands[1 - k], 0).op, &step))
                continue;
            if (next->code == OP_subtract && k == 1)
                continue; /* constant - counter */
            if (next->code == OP_subtract && __builtin_sub_overflow((int64_t)0, step, &step))
                continue;
            CompareDir dir = side == 0 ? compare->a.compare.dir : flipped(compare->a.compare.dir);
            *out = (WhileCounter){ counter.leaf, from, step, count_trips(from, dir, to, step) };
            return out->trips >= 0;
        }
    }
    return false;
}

int64_t while_trip_count(const IrOp *loop)
{
    WhileCounter c;
    return while_counts(loop, &c) ? c.trips : -1;
}

IrOp *broadcast_stretched(const IrOp *op)
{
    if (op->code != OP_broadcast || op->operands[0]->code != OP_reshape)
        return NULL;
    const Type *from = op->operands[0]->operands[0]->type;
    Ints dims = op->operands[0]->a.stretched;
    if (dims.n == 0 || from->kind != TYPE_ARRAY || dims.n != from->rank)
        return NULL;
    int kept = 0;
    for (int i = 0; i < dims.n; i++) {
        if (dims.v[i] < 0 || dims.v[i] >= op->type->rank)
            return NULL;
        if (kept < op->a.dims.n && op->a.dims.v[kept] == dims.v[i] && from->dims[i] == op->type->dims[dims.v[i]])
            kept++;
        else if (from->dims[i] != 1)
            return NULL;
    }
    return kept == op->a.dims.n ? op->operands[0] : NULL;
}

bool while_captures(const IrOp *loop, int leaf)
{
    const IrComp *body = loop->comps[1];
    IrValue v = value_resolve(body->root, leaf);
    return v.op == body->params[0] && v.leaf == leaf && leaf >= loop->a.loop.listed;
}

const Loc *loc_of_user(const Loc *loc)
{
    for (const Loc *at = loc; at; at = at->caller)
        if (at->file && at->line > 0 && !trace_file_installed(at->file))
            return at;
    return loc;
}

TextPos op_place(const IrOp *op)
{
    const Loc *loc = op->at.col == TEXT_POS_BYTES ? loc_of_user(op->loc) : NULL;
    return loc && loc->file && loc->line > 0 ? (TextPos){ loc->file, loc->line, loc->col } : op->at;
}
