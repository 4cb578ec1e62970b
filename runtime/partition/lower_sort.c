/* Sorts along a split dim by columnsort. The piece of each device is a column. Columns are sorted, dealt out so that each of p
 * devices receives every p-th element of all columns, sorted, dealt back, and sorted again together with some rows of the neighbours.
 * Two all-to-alls replace a gather that moves p - 1 times as much, and no device holds more than its piece and the edges.
 *
 * Why this sorts: after the second deal every element is within (p - 1)^2 places of its final place, whatever the values are.
 * A device that sorts its piece with that many elements of each neighbour therefore sees every element of its final piece, with
 * exactly as many smaller ones before it.
 *
 * The result is that of one stable sort. Pieces are sorted stably and dealt in order, so the first two sorts need nothing
 * more; before the last one, elements that compare equal are ordered by the row that they had after the first deal.
 * Source: T. Leighton, "Tight Bounds on the Complexity of Parallel Sorting", 1985, except the last step: his shifts by half a column.
 * Start reading at lower_sort(). */
#include "runtime/partition/halo.h"
#include "runtime/partition/local_build.h"
#include "runtime/partition/local_impl.h"

#include <math.h>

#include "runtime/partition/lower.h"
#include "runtime/shard/spell.h"

enum { MAX_SORTED = 13 }; /* operands: what the executor sorts, less those added here */
enum { MOST_EDGES = 8 };   /* pieces of each side that may be fetched: with more, fewer and longer pieces are the better way */

/* How padding is kept behind all elements. */
typedef enum Guard {
    GUARD_WORST,    /* one array, equal elements are the same: filled with what sorts last, and ties do not matter */
    GUARD_KEY,      /* the key is filled so, and nothing but such fill follows the last element */
    GUARD_FLAG,     /* any order: a flag sorts after it */
} Guard;

typedef struct Columns {
    int dim;
    int64_t n, p;       /* elements, columns */
    int64_t tile, rows; /* of a column: elements, and those with what makes their number a multiple of p */
    int64_t margin;     /* of each side that the last sort looks at */
    AxisList axes;
    Guard guard;
    SortOrder order;
    bool padded;        /* columns hold more than the elements */
} Columns;

/* ---- geometry and price ---------------------------------------------------------------------------------------------- */

static Columns columns_of(const IrOp *op, AxisList axes)
{
    const Type *t = op->operands[0]->type;
    Columns z = { .dim = (int)op->a.sort.dim, .n = t->dims[op->a.sort.dim], .p = axis_list_size(axes), .axes = axes };
    z.tile = tile_size(z.n, z.p);
    z.rows = tile_size(z.tile, z.p) * z.p;
    z.margin = (z.p - 1) * (z.p - 1);
    z.padded = z.rows * z.p != z.n;
    z.order = lower_sort_order(op);
    z.guard = z.order.key < 0 ? GUARD_FLAG : z.order.same_bits ? GUARD_WORST : GUARD_KEY;
    if (z.guard == GUARD_KEY && z.rows != z.tile) /* fill is between elements */
        z.guard = GUARD_FLAG;
    return z;
}

bool lower_can_sort(const IrOp *op)
{
    if (op->code != OP_sort || op->n_operands < 1 || op->n_operands > MAX_SORTED || !lower_sort_is_strict(op))
        return false;
    const Type *t = op->operands[0]->type;
    return t->rank > 0 && t->rank < MAX_RANK - 1 && t->n_elems > 0 && t->dims[op->a.sort.dim] <= INT32_MAX / 4;
}

AxisList lower_sort_axes(Arena *arena, int64_t n, AxisList axes)
{
    for (int64_t p = axis_list_size(axes); p > 1 && (p - 1) * (p - 1) > MOST_EDGES * tile_size(n, p); p = axis_list_size(axes))
        axes = axis_list_fewer(arena, axes);
    return axes;
}

/* The type of rows that columns have after the first deal. */
static ElemType row_elem(const Columns *z)
{
    return z->rows <= 256 ? ELEM_u8 : z->rows <= 65536 ? ELEM_u16 : ELEM_u32;
}

/* The largest number of an integer type. */
static int64_t largest_of(ElemType e)
{
    int bits = elem_info[e].bits - (elem_info[e].cls == CLASS_SIGNED);
    return bits >= 63 ? INT64_MAX : (INT64_C(1) << bits) - 1;
}

/* The operand that counts along the sorted dim, as when indices are sorted with the keys: it gives the original positions; -1 = none. */
static int counting_operand(const IrOp *op, const Columns *z)
{
    for (int i = 0; i < op->n_operands; i++) {
        const IrOp *v = op->operands[i];
        int64_t dim = z->dim;
        while (v->code == OP_reshard || v->code == OP_broadcast) {
            if (v->code == OP_broadcast) {
                int64_t at = -1;
                for (int k = 0; k < v->a.dims.n; k++)
                    at = v->a.dims.v[k] == dim ? k : at;
                dim = at;
            }
            v = v->operands[0];
        }
        if (i != z->order.key && v->code == OP_iota && v->a.iota.dim == dim && elem_is_int(v->type->elem) && z->n <= largest_of(v->type->elem))
            return i;
    }
    return -1;
}

/* Where each device's part of the last sort begins, counted in rows * p places. */
static int64_t *starts(Arena *arena, const Columns *z)
{
    int64_t *start = arena_array(arena, int64_t, z->p);
    for (int64_t i = 0; i < z->p; i++)
        start[i] = i * z->tile - z->margin;
    return start;
}

SortPrice lower_sort_price(const Hardware *model, const Mesh *mesh, const IrOp *op, const Sharding *in)
{
    int dim = (int)op->a.sort.dim;
    Columns z = columns_of(op, in->dims[dim].axes);
    if (z.p == 1)
        return (SortPrice){ .passes = sort_passes(z.n) };
    SortPrice price = { 0 };
    Arena *arena = arena_new_root();
    Fetch edges = fetch_plan(arena, z.rows * z.p, z.p, starts(arena, &z), z.tile + 2 * z.margin);
    int n_permutes = 0;
    for (int m = 0; m < edges.n_slots; m++)
        n_permutes += edges.slots[m].local ? 0 : edges.slots[m].n_rounds;
    bool ranked = z.guard != GUARD_WORST && counting_operand(op, &z) < 0;
    for (int i = 0; i < op->n_operands + ranked; i++) {
        const Type *t = op->operands[MIN(i, op->n_operands - 1)]->type;
        int64_t line = storage_bytes(t, in) / z.tile; /* one element of the sorted dim */
        if (i == op->n_operands)
            line = line / elem_info[t->elem].bytes * elem_info[row_elem(&z)].bytes;
        int64_t dealt = coll_traffic(COLL_ALL_TO_ALL, line * z.rows, z.p), fetched = fetch_bytes(&edges, line);
        int deals = i < op->n_operands ? 2 : 1;
        price.bytes += deals * dealt + fetched;
        price.ns += deals * coll_ns(model, mesh, COLL_ALL_TO_ALL, (double)dealt, z.axes);
        if (n_permutes)
            price.ns += n_permutes * coll_ns(model, mesh, COLL_PERMUTE, (double)fetched / n_permutes, z.axes);
    }
    arena_free(arena);
    int flags = z.guard == GUARD_FLAG; /* a bit more to sort by */
    double column = sort_passes(z.rows) + (flags && z.padded), last = sort_passes(z.tile + 2 * z.margin);
    price.passes = 4 + (2 * column * (double)z.rows + (last * (z.guard == GUARD_WORST ? 1 : 2) + flags) * (double)(z.tile + 2 * z.margin)) / (double)z.tile;
    return price;
}

/* ---- sorting what a device has ---------------------------------------------------------------------------------------- */

/* v[0..n) sorted together along the dim, stably. */
static void sort_by(Local *x, const Columns *z, IrComp *order, IrOp **v, int n)
{
    const Type *types[MAX_SORTED + 3];
    for (int i = 0; i < n; i++)
        types[i] = v[i]->type;
    IrOp *sorted = lb_op(x, OP_sort, n == 1 ? types[0] : type_tuple(x->out->types, n, types), n, v);
    op_set_comps(sorted, 1, &order);
    sorted->a.sort.dim = z->dim;
    sorted->a.sort.stable = true;
    for (int i = 0; i < n; i++) {
        v[i] = n == 1 ? sorted : lb_op(x, OP_get_tuple_element, types[i], 1, &sorted);
        if (n > 1)
            v[i]->a.gte.index = i;
    }
}

/* By the program's own comparator, extended to ignore v[own..n). */
static void sort_as_asked(Local *x, const Columns *z, const IrOp *op, IrOp **v, int n)
{
    int more = n - op->n_operands;
    ElemType extra[2];
    for (int i = 0; i < more; i++)
        extra[i] = v[op->n_operands + i]->type->elem;
    sort_by(x, z, more ? lb_copy_comp_for(x, op->comps[0], more, extra) : lb_copy_comp(x, op->comps[0]), v, n);
}

/* By v[k], smallest first. */
static void sort_by_one(Local *x, const Columns *z, IrOp **v, int n, int k)
{
    IrComp *c = comp_new(x->out, "in_order");
    IrOp *p[2 * (MAX_SORTED + 3)];
    for (int i = 0; i < 2 * n; i++) {
        p[i] = op_new(c, OP_parameter, type_scalar(x->out->types, v[i / 2]->type->elem), NULL, 0, NULL);
        p[i]->a.parameter.number = i;
    }
    c->root = op_new(c, OP_compare, type_scalar(x->out->types, ELEM_pred), NULL, 2, &p[2 * k]);
    c->root->a.compare.dir = DIR_LT;
    comp_renumber(c);
    sort_by(x, z, c, v, n);
}

/* The order asked for, with elements that the flag marks behind all others. */
static void sort_flagged(Local *x, const Columns *z, const IrOp *op, IrOp **v, int n, IrOp *flag)
{
    v[n] = flag;
    sort_as_asked(x, z, op, v, n + 1);
    sort_by_one(x, z, v, n + 1, n);
}

static void fill(Local *x, IrOp **v, IrOp *where, const void *element)
{
    IrOp *with = lb_constant(x, type_scalar(x->out->types, (*v)->type->elem), element);
    *v = lb_select(x, where, lb_spread(x, with, (*v)->type), *v);
}

static void fill_largest(Local *x, IrOp **v, IrOp *where)
{
    int64_t most = largest_of((*v)->type->elem);
    fill(x, v, where, &most); /* little-endian */
}

/* ---- places ------------------------------------------------------------------------------------------------------------ */

/* Integers along one line of the dim: small formulas over them. */
typedef struct Line {
    Local *x;
    const Type *type;
} Line;

static Line line_of(Local *x, int64_t n)
{
    return (Line){ x, type_array(x->out->types, ELEM_s32, 1, &n) };
}

static IrOp *number(const Line *l, int64_t v)
{
    return lb_spread(l->x, lb_scalar(l->x, ELEM_s32, v), l->type);
}

static IrOp *with(const Line *l, OpCode code, IrOp *a, int64_t v)
{
    return lb_binary(l->x, code, a, number(l, v));
}

static IrOp *with_scalar(const Line *l, OpCode code, IrOp *a, IrOp *scalar)
{
    return lb_binary(l->x, code, a, lb_spread(l->x, scalar, l->type));
}

/* A number for each device by its column. */
static IrOp *by_column(Local *x, const Columns *z, int64_t (*of)(const Columns *, int64_t))
{
    g_autofree int64_t *v = g_new0(int64_t, x->mesh->n_devices);
    for (int64_t lin = 0; lin < x->mesh->n_devices; lin++)
        v[mesh_device_at(x->mesh, lin)] = of(z, axis_list_index(x->mesh, z->axes, lin));
    return lb_table(x, v);
}

static int64_t n_elements(const Columns *z, int64_t column)
{
    return CLAMP(z->n - column * z->tile, 0, z->tile);
}

static int64_t first_place(const Columns *z, int64_t column)
{
    return column * z->tile - z->margin;
}

/* Of a column's own elements among what it sorted last: what is before the first column was sorted to the end. */
static int64_t own_place(const Columns *z, int64_t column)
{
    return MIN(z->margin, column * z->tile);
}

/* Before the first deal: positions behind a column's elements. */
static IrOp *behind_tile(Local *x, const Columns *z, const Type *like)
{
    Line l = line_of(x, z->rows);
    IrOp *elements = lb_spread(x, by_column(x, z, n_elements), l.type);
    return lb_along(x, lb_compare(x, DIR_GE, lb_iota(x, l.type, 0), elements), like, z->dim);
}

/* After it: row i of column c was element i % (rows / p) * p + c of column i / (rows / p). */
static IrOp *dealt_from_behind(Local *x, const Columns *z, const Type *like)
{
    Line l = line_of(x, z->rows);
    int64_t each = z->rows / z->p;
    IrOp *row = lb_iota(x, l.type, 0), *from = with(&l, OP_divide, row, each);
    IrOp *was = with_scalar(&l, OP_add, with(&l, OP_multiply, with(&l, OP_remainder, row, each), z->p), lb_index(x, z->axes, 1));
    IrOp *left = lb_binary(x, OP_subtract, number(&l, z->n), with(&l, OP_multiply, from, z->tile));
    IrOp *elements = lb_binary(x, OP_minimum, left, number(&l, z->tile));
    return lb_along(x, lb_compare(x, DIR_GE, was, elements), like, z->dim);
}

/* At the end: place g of all columns together was row g / p of column g % p, whose elements stand before what is none. */
static IrOp *dealt_back_from_behind(const Line *l, const Columns *z, IrOp *row, IrOp *column)
{
    Local *x = l->x;
    int64_t whole = z->n / z->tile, rest = z->n % z->tile; /* columns full of elements; those of the next */
    IrOp *elements = number(l, whole * (z->tile / z->p) + rest / z->p);
    IrOp *one = lb_convert(x, lb_compare(x, DIR_LT, column, number(l, z->tile % z->p)), ELEM_s32);
    elements = lb_binary(x, OP_add, elements, with(l, OP_multiply, one, whole));
    elements = lb_binary(x, OP_add, elements, lb_convert(x, lb_compare(x, DIR_LT, column, number(l, rest % z->p)), ELEM_s32));
    return lb_compare(x, DIR_GE, row, elements);
}

/* ---- dealing ----------------------------------------------------------------------------------------------------------- */

static IrOp *reshaped(Local *x, const Columns *z, IrOp *a, int64_t outer, int64_t inner)
{
    int64_t dims[MAX_RANK];
    int rank = a->type->rank;
    for (int d = 0; d < rank; d++)
        dims[d + (d > z->dim)] = a->type->dims[d];
    dims[z->dim] = outer;
    dims[z->dim + 1] = inner;
    return lb_reshape(x, a, rank + 1, dims);
}

static IrOp *merged(Local *x, const Columns *z, IrOp *a)
{
    int64_t dims[MAX_RANK];
    int rank = a->type->rank - 1;
    for (int d = 0; d < rank; d++)
        dims[d] = a->type->dims[d + (d > z->dim)];
    dims[z->dim] = z->rows;
    return lb_reshape(x, a, rank, dims);
}

static IrOp *all_to_all(Local *x, const Columns *z, IrOp *a, int from, int to)
{
    const Type *t = lb_with_dim(x, a->type, from, a->type->dims[from] / z->p);
    IrOp *op = lb_op(x, OP_all_to_all, lb_with_dim(x, t, to, t->dims[to] * z->p), 1, &a);
    op->a.collective.dim = from;
    op->a.collective.concat_dim = to;
    op->a.collective.split_count = z->p;
    op->a.collective.groups = lb_groups(x, z->axes);
    return op;
}

/* Element i of every column to column i % p. */
static IrOp *deal(Local *x, const Columns *z, IrOp *a)
{
    return merged(x, z, all_to_all(x, z, reshaped(x, z, a, z->rows / z->p, z->p), z->dim + 1, z->dim));
}

static IrOp *deal_back(Local *x, const Columns *z, IrOp *a)
{
    return merged(x, z, all_to_all(x, z, reshaped(x, z, a, z->rows, 1), z->dim, z->dim + 1));
}

/* ---- the lowering ------------------------------------------------------------------------------------------------------- */

static void note(Local *x, const IrOp *op, const Columns *z, bool ranked)
{
    if (!x->log)
        return;
    const IrOp *value = op->operands[0];
    int64_t bytes = 0, whole = 0;
    double ns = 0;
    for (int i = 0; i < op->n_operands + ranked; i++) {
        const Type *t = op->operands[MIN(i, op->n_operands - 1)]->type;
        int64_t column = storage_bytes(t, sharding_of(value)) / z->tile * z->rows, deals = i < op->n_operands ? 2 : 1;
        if (i == op->n_operands)
            column = column / elem_info[t->elem].bytes * elem_info[row_elem(z)].bytes;
        int64_t dealt = coll_traffic(COLL_ALL_TO_ALL, column, z->p);
        bytes += deals * dealt;
        whole += i < op->n_operands ? type_bytes(t) : 0;
        ns += (double)deals * coll_ns(x->model, x->mesh, COLL_ALL_TO_ALL, (double)dealt, z->axes);
    }
    g_autoptr(GString) names = g_string_new(NULL);
    axis_list_print(names, x->mesh, z->axes);
    note_rule(x, op, op, (Reshard){ .from = sharding_of(value), .to = op->shardings[0],
                                    .why = decision_text(x->log, "%s sorts along dimension %d, which is split on '%s': each device sorts its own piece, then elements change devices twice until each has its part of the order, and no device ever has the whole",
                                         decision_label(x->log, op), z->dim, names->str),
                                    .plan = decision_text(x->log, "%d x all-to-all(dim %d, %s)", 2 * op->n_operands + ranked, z->dim, names->str),
                                    .bytes_full = whole, .bytes_moved = bytes, .est_ns = ns });
}

/* Sorts v[0..n) and, where rows tell equal elements apart, v[n], each with its edges; leaves the device's own part. */
static void finish(Local *x, const IrOp *op, const Columns *z, IrOp **v, int counting)
{
    int n = op->n_operands;
    bool ranked = z->guard != GUARD_WORST && counting < 0;
    int64_t *start = starts(x->out->arena, z), size = z->tile + 2 * z->margin;
    for (int i = 0; i < n + ranked; i++)
        v[i] = fetch_dim(x, &(FetchFrom){ v[i], op->operands[MIN(i, n - 1)], z->dim, z->axes, "sorts" },
                         &(FetchRows){ z->rows * z->p, start, size, NULL }, NULL);
    Line l = line_of(x, size);
    const Type *like = v[0]->type;
    IrOp *place = with_scalar(&l, OP_add, lb_iota(x, l.type, 0), by_column(x, z, first_place));
    IrOp *column = with(&l, OP_remainder, place, z->p);
    IrOp *none = lb_binary(x, OP_or, lb_compare(x, DIR_LT, place, number(&l, 0)), lb_compare(x, DIR_GE, place, number(&l, z->rows * z->p)));
    if (z->guard == GUARD_FLAG && z->padded)
        none = lb_binary(x, OP_or, none, dealt_back_from_behind(&l, z, with(&l, OP_divide, place, z->p), column));
    none = lb_along(x, none, like, z->dim);
    if (z->guard != GUARD_FLAG)
        fill(x, &v[z->order.key], none, z->order.worst);
    IrOp *flag = z->guard == GUARD_FLAG ? none : NULL;
    if (z->guard != GUARD_WORST) {
        int k = counting, m = n;
        if (ranked) {
            k = m++;
            const Type *whole = type_with_elem(x->out->types, like, ELEM_s32);
            IrOp *p = lb_spread(x, lb_scalar(x, ELEM_s32, z->p), whole);
            v[k] = lb_binary(x, OP_add, lb_binary(x, OP_multiply, lb_convert(x, v[k], ELEM_s32), p), lb_along(x, column, like, z->dim));
        }
        fill_largest(x, &v[k], none);
        if (flag)
            v[m++] = flag;
        sort_by_one(x, z, v, m, k);
        flag = flag ? v[m - 1] : NULL;
    }
    if (flag)
        sort_flagged(x, z, op, v, n, flag);
    else
        sort_as_asked(x, z, op, v, n);
    for (int i = 0; i < n; i++)
        v[i] = lb_dynamic_slice_dim(x, v[i], z->dim, by_column(x, z, own_place), z->tile);
}

/* x...     [.., n/p, ..] of each operand
 * returns  the same of each result */
IrOp *lower_sort(Local *x, const IrOp *op)
{
    AxisList axes = sharding_of(op->operands[0])->dims[op->a.sort.dim].axes;
    if (axis_list_size(axes) == 1)
        return lower_plain(x, op);
    Columns z = columns_of(op, axes);
    int n = op->n_operands, counting = z.guard == GUARD_WORST ? -1 : counting_operand(op, &z);
    bool ranked = z.guard != GUARD_WORST && counting < 0;
    IrOp *v[MAX_SORTED + 3], *none = NULL;
    for (int i = 0; i < n; i++)
        v[i] = lb_pad_dim(x, local_of(x, op->operands[i]), z.dim, 0, z.rows - z.tile, NULL);
    if (z.padded) {
        none = behind_tile(x, &z, v[0]->type);
        if (counting >= 0)
            fill_largest(x, &v[counting], none);
        if (z.guard != GUARD_FLAG)
            fill(x, &v[z.order.key], none, z.order.worst);
    }
    bool flagged = z.padded && z.guard == GUARD_FLAG;
    if (flagged)
        sort_flagged(x, &z, op, v, n, none);
    else
        sort_as_asked(x, &z, op, v, n);
    note(x, op, &z, ranked);
    for (int i = 0; i < n; i++)
        v[i] = deal(x, &z, v[i]);
    const Type *like = v[0]->type;
    if (ranked)
        v[n] = lb_along(x, lb_convert(x, lb_iota(x, type_array(x->out->types, ELEM_s32, 1, &z.rows), 0), row_elem(&z)), like, z.dim);
    int reshard = x->reshard_id;
    x->reshard_id = 0;
    if (flagged)
        sort_flagged(x, &z, op, v, n + ranked, dealt_from_behind(x, &z, like));
    else
        sort_as_asked(x, &z, op, v, n + ranked);
    x->reshard_id = reshard;
    for (int i = 0; i < n + ranked; i++)
        v[i] = deal_back(x, &z, v[i]);
    finish(x, op, &z, v, counting);
    if (op->type->kind != TYPE_TUPLE)
        return v[0];
    const Type *types[MAX_SORTED];
    for (int i = 0; i < n; i++)
        types[i] = v[i]->type;
    return lb_op(x, OP_tuple, type_tuple(x->out->types, n, types), n, v);
}
