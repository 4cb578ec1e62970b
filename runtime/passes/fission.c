/* Loop fission for products. A loop that takes the rows of an array one by one and multiplies each with something that no trip changes,
 * as recurrent networks do with their inputs, gets the products of all rows computed at once before it. The work is the same, but
 * one large product runs at the speed of the hardware, while many small ones load their weights again each time.
 * Source: Appleyard, Kocisky and Blunsom, "Optimizing Performance of Recurrent Neural Networks on GPUs", 2016, section 3.1.3.
 * Start reading at fission_loop(). */
#include <string.h>

#include "runtime/passes/hoist_impl.h"

enum { MAX_ROWS = 256,         /* of one trip: larger products are quick as they are */
       MAX_GROWTH = 2,         /* bytes of all products over those of what they are made from */
       MIN_TRIPS = 4, MAX_TRIPS = 1 << 16, MAX_SPLIT = 64 };

/* A product of one row. */
typedef struct Row {
    IrOp *dot;
    int side;              /* operand of the dot that is the row */
    IrOp *slice;           /* dynamic_slice that takes it */
    int dim;               /* of the array it is taken from */
    bool kept;             /* the row still has that dim, of size 1 */
} Row;

/* ---- which row a trip takes ---- */

static bool index_in_trip(const Hoist *h, const IrOp *op, int leaf, int64_t counter, int depth, int64_t *out)
{
    if (op->code == OP_get_tuple_element && op->operands[0] == h->param) {
        *out = counter;
        return op->a.gte.index == leaf;
    }
    if (op->type->kind != TYPE_ARRAY || op->type->rank != 0 || depth == 0)
        return false;
    if (op->code == OP_constant)
        return op_constant_int(op, out);
    if (op->code == OP_broadcast || op->code == OP_reshape || op->code == OP_copy)
        return index_in_trip(h, op->operands[0], leaf, counter, depth - 1, out);
    int64_t v[3];
    for (int i = 0; i < op->n_operands; i++)
        if (i >= 3 || !index_in_trip(h, op->operands[i], leaf, counter, depth - 1, &v[i]))
            return false;
    return op_int_value(op, v, out);
}

/* True if the trips take each of the n rows once. */
static bool takes_each_row(const Hoist *h, const IrOp *index, int64_t n)
{
    WhileCounter c;
    if (!while_counts(h->loop, &c) || c.trips != n || n < MIN_TRIPS || n > MAX_TRIPS)
        return false;
    g_autofree bool *taken = g_new0(bool, n);
    for (int64_t t = 0; t < n; t++) {
        int64_t row;
        if (!index_in_trip(h, index, c.leaf, c.from + t * c.step, 8, &row) || row < 0 || row >= n || taken[row])
            return false;
        taken[row] = true;
    }
    return true;
}

/* ---- what is a row ---- */

static Ints batch_of(const IrOp *dot, int side)
{
    return side ? dot->a.dot.dims.rhs_batch : dot->a.dot.dims.lhs_batch;
}

static Ints contracting_of(const IrOp *dot, int side)
{
    return side ? dot->a.dot.dims.rhs_contracting : dot->a.dot.dims.lhs_contracting;
}

/* The one dim of which the slice takes a part, a row of it; -1 if there is none such. */
static int sliced_dim(const IrOp *slice)
{
    const Type *from = slice->operands[0]->type, *to = slice->type;
    int dim = -1;
    for (int d = 0; d < to->rank; d++) {
        if (to->dims[d] == from->dims[d])
            continue;
        if (to->dims[d] != 1 || dim >= 0)
            return -1;
        dim = d;
    }
    return dim;
}

/* The reshape only drops dim d of its operand. */
static bool drops_dim(const IrOp *reshape, int d)
{
    const Type *from = reshape->operands[0]->type, *to = reshape->type;
    if (to->rank != from->rank - 1)
        return false;
    for (int i = 0; i < to->rank; i++)
        if (to->dims[i] != from->dims[i < d ? i : i + 1])
            return false;
    return true;
}

static bool row_of(const Hoist *h, IrOp *dot, int side, Row *out)
{
    IrOp *at = dot->operands[side], *whole = dot->operands[1 - side];
    *out = (Row){ .dot = dot, .side = side, .slice = at, .kept = true };
    if (at->code == OP_reshape) {
        out->slice = at->operands[0];
        out->kept = false;
    }
    if (out->slice->code != OP_dynamic_slice || !h->fixed[out->slice->operands[0]->pos] || !h->fixed[whole->pos])
        return false;
    out->dim = sliced_dim(out->slice);
    if (out->dim < 0)
        return false;
    if (out->kept ? ints_have(batch_of(dot, side), out->dim) || ints_have(contracting_of(dot, side), out->dim) : !drops_dim(at, out->dim))
        return false;
    return takes_each_row(h, out->slice->operands[1 + out->dim], out->slice->operands[0]->type->dims[out->dim]);
}

static bool row_pays(const Row *r)
{
    const Type *t = r->dot->operands[r->side]->type, *stack = r->slice->operands[0]->type;
    int64_t rows = t->n_elems;
    Ints gone[] = { batch_of(r->dot, r->side), contracting_of(r->dot, r->side) };
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < gone[k].n; i++)
            rows /= MAX(t->dims[gone[k].v[i]], 1);
    int64_t n = stack->dims[r->dim], from = MAX(type_bytes(stack), type_bytes(r->dot->operands[1 - r->side]->type));
    return rows > 0 && rows <= MAX_ROWS && type_bytes(r->dot->type) <= MAX_GROWTH * from / n;
}

/* ---- all rows at once ---- */

/* Dims of the row as dims of the array it is taken from. */
static Ints in_stack(IrModule *m, const Row *r, Ints dims)
{
    Ints out = ints_dup(m->arena, dims.v, dims.n);
    for (int i = 0; i < out.n && !r->kept; i++)
        if (out.v[i] >= r->dim)
            ((int64_t *)out.v)[i]++;
    return out;
}

/* Where the rows' dim comes to stand in the product: batch dims, then those that only the left operand has, then the right's. */
static int dim_of_product(const Row *r, const DotDims *all)
{
    Ints batch = r->side ? all->rhs_batch : all->lhs_batch, gone = r->side ? all->rhs_contracting : all->lhs_contracting;
    int at = batch.n;
    if (r->side)
        at += r->dot->operands[0]->type->rank - all->lhs_batch.n - all->lhs_contracting.n;
    for (int d = 0; d < r->dim; d++)
        at += !ints_have(batch, d) && !ints_have(gone, d);
    return at;
}

static const Type *with_dim(IrModule *m, const Type *t, int at, int64_t size, bool insert)
{
    int64_t dims[MAX_RANK];
    int rank = t->rank + insert;
    for (int d = 0; d < rank; d++)
        dims[d] = d == at ? size : t->dims[insert && d > at ? d - 1 : d];
    return type_array(m->types, t->elem, rank, dims);
}

/* A new op of the body, to stand right before r->dot. */
static IrOp *before_dot(IrComp *body, const Row *r, IrOp *op)
{
    int at = r->dot->pos;
    memmove(body->ops + at + 1, body->ops + at, sizeof *body->ops * (size_t)(body->n_ops - 1 - at));
    body->ops[at] = op;
    comp_renumber(body);
    return op;
}

static void become(IrModule *m, IrOp *op, OpCode code, int n, IrOp *const *operands)
{
    op->code = code;
    op->operands = arena_dup_array(m->arena, operands, n);
    op->n_operands = n;
    memset(&op->a, 0, sizeof op->a);
}

static void make_all_rows(Hoist *h, const Row *r)
{
    IrModule *m = h->m;
    IrComp *body = h->loop->comps[1];
    IrOp *dot = r->dot, *stack = r->slice->operands[0], *index = r->slice->operands[1 + r->dim];
    DotDims dims = dot->a.dot.dims;
    Ints *moved[] = { r->side ? &dims.rhs_batch : &dims.lhs_batch, r->side ? &dims.rhs_contracting : &dims.lhs_contracting };
    for (int k = 0; k < 2; k++)
        *moved[k] = in_stack(m, r, *moved[k]);
    int at = dim_of_product(r, &dims);
    const Type *all = with_dim(m, dot->type, at, stack->type->dims[r->dim], !r->kept), *one = with_dim(m, dot->type, at, 1, !r->kept);
    IrOp *operands[2];
    operands[r->side] = hoist_outside(h, stack);
    operands[1 - r->side] = hoist_outside(h, dot->operands[1 - r->side]);
    IrOp *made = hoist_new(h, OP_dot, all, dot->name, 2, operands);
    op_inherit(made, dot);
    made->a.dot = dot->a.dot;
    made->a.dot.dims = dims;

    IrOp *part = before_dot(body, r, op_new(body, OP_get_tuple_element, all, NULL, 1, &h->param));
    part->a.gte.index = hoist_add_part(h, made, part);
    int64_t zero = 0;
    IrOp *first = before_dot(body, r, op_new(body, OP_constant, index->type, NULL, 0, NULL));
    first->a.literal = literal_new(m, index->type, &zero, true);
    IrOp *start[MAX_RANK + 1] = { part };
    for (int d = 0; d < all->rank; d++)
        start[1 + d] = d == at ? index : first;
    IrOp *row = dot;
    if (r->kept)
        become(m, dot, OP_dynamic_slice, all->rank + 1, start);
    else
        row = before_dot(body, r, op_new(body, OP_dynamic_slice, one, NULL, all->rank + 1, start));
    row->a.dynamic_slice.sizes = ints_dup(m->arena, one->dims, one->rank);
    op_inherit(row, dot);
    op_inherit(part, dot);
    if (!r->kept)
        become(m, dot, OP_reshape, 1, &row);
}

static bool fission_loop(IrModule *m, IrComp *outer, IrOp *loop)
{
    IrComp *body = loop->comps[1];
    Hoist h;
    hoist_open(&h, m, outer, loop);
    bool found = false;
    for (int i = 0; i < body->n_ops && !found; i++)
        for (int side = 0; side < 2 && !found && body->ops[i]->code == OP_dot; side++) {
            Row r;
            found = !h.fixed[i] && row_of(&h, body->ops[i], side, &r) && row_pays(&r);
            if (found)
                make_all_rows(&h, &r);
        }
    hoist_close(&h);
    return found;
}

int pass_fission(IrModule *m)
{
    int moved = 0;
    for (int k = 0; k < m->n_comps; k++) {
        IrComp *c = m->comps[k];
        comp_renumber(c);
        for (int i = 0; i < c->n_ops; i++) {
            IrOp *loop = c->ops[i];
            int n = 0;
            while (n < MAX_SPLIT && hoist_can(c, loop) && (fission_loop(m, c, loop) || fission_meeting(m, c, loop)))
                n++;
            moved += n;
            i = loop->pos; /* it follows what was made before it */
        }
    }
    if (moved)
        module_order_comps(m);
    return moved;
}
