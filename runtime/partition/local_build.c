/* Small builders for local programs; see local_impl.h. */
#include "runtime/partition/local_build.h"

#include "runtime/partition/orders.h"

const Type *lb_type(Local *x, const Type *t)
{
    const Type *have = g_hash_table_lookup(x->types, t);
    if (have)
        return have;
    TypeTable *types = x->out->types;
    const Type *made = NULL;
    switch (t->kind) {
    case TYPE_ARRAY: made = type_array(types, t->elem, t->rank, t->dims); break;
    case TYPE_TOKEN: made = type_token(types); break;
    case TYPE_OPAQUE: made = type_opaque(types); break;
    case TYPE_BUFFER: made = type_buffer(types, lb_type(x, t->parts[0])); break;
    case TYPE_TUPLE: {
        g_autofree const Type **parts = g_new(const Type *, t->n_parts + 1);
        for (int i = 0; i < t->n_parts; i++)
            parts[i] = lb_type(x, t->parts[i]);
        made = type_tuple(types, t->n_parts, parts);
        break;
    }
    }
    g_hash_table_insert(x->types, (gpointer)t, (gpointer)made);
    return made;
}

const Type *lb_local_type(Local *x, const Type *whole, const Sharding *s)
{
    if (whole->kind != TYPE_ARRAY || !s)
        return lb_type(x, whole);
    int64_t dims[MAX_RANK];
    tile_dims(s, whole->rank, whole->dims, dims);
    return type_array(x->out->types, whole->elem, whole->rank, dims);
}

IrOp *lb_op(Local *x, OpCode code, const Type *type, int n, IrOp *const *operands)
{
    const char *hint = x->current && op_info[x->current->code].hlo && x->current->code == code ? x->current->name : NULL;
    IrOp *op = op_new(x->comp, code, type, hint, n, operands);
    if (x->current) {
        op_inherit(op, x->current);
        op->reshard_id = x->reshard_id;
    }
    return op;
}

/* Copies attributes without a field of their own (a scan's direction, the group dims of a ragged dot, the kind of random numbers) and
 * frontend attributes, but not shardings, which describe the whole value. */
void lb_annotate(Local *x, IrOp *made, const IrOp *op)
{
    made->extra = pairs_dup(x->out->arena, op->extra, op->n_extra);
    made->n_extra = op->n_extra;
    for (int i = 0; i < op->n_pairs; i++)
        if (!g_str_has_prefix(op->pairs[i].key, "xla.sdy."))
            pair_push(x->out->arena, &made->pairs, &made->n_pairs, op->pairs[i]);
}

IrOp *lb_unary(Local *x, OpCode code, IrOp *a)
{
    return lb_op(x, code, a->type, 1, &a);
}

/* Positions are s32 if they and their sums fit, else s64; ops on one of each are s64. */
static bool needs_s64(int64_t place)
{
    return place > INT32_MAX / 2 || place < -(INT32_MAX / 2);
}

ElemType lb_place_elem(int64_t last)
{
    return needs_s64(last) ? ELEM_s64 : ELEM_s32;
}

void lb_same_places(Local *x, int n, IrOp **places)
{
    bool wide = false;
    for (int i = 0; i < n; i++)
        wide |= places[i]->type->elem == ELEM_s64;
    for (int i = 0; i < n && wide; i++)
        if (places[i]->type->elem == ELEM_s32)
            places[i] = lb_convert(x, places[i], ELEM_s64);
}

IrOp *lb_binary(Local *x, OpCode code, IrOp *a, IrOp *b)
{
    IrOp *ops[2] = { a, b };
    lb_same_places(x, 2, ops);
    return lb_op(x, code, ops[0]->type, 2, ops);
}

IrOp *lb_compare(Local *x, CompareDir dir, IrOp *a, IrOp *b)
{
    IrOp *ops[2] = { a, b };
    lb_same_places(x, 2, ops);
    IrOp *op = lb_op(x, OP_compare, type_with_elem(x->out->types, a->type, ELEM_pred), 2, ops);
    op->a.compare.dir = dir;
    return op;
}

IrOp *lb_select(Local *x, IrOp *p, IrOp *t, IrOp *f)
{
    IrOp *ops[3] = { p, t, f };
    return lb_op(x, OP_select, t->type, 3, ops);
}

IrOp *lb_convert(Local *x, IrOp *a, ElemType e)
{
    return a->type->elem == e ? a : lb_op(x, OP_convert, type_with_elem(x->out->types, a->type, e), 1, &a);
}

const Literal *lb_literal(Local *x, const Type *type, const Literal *l)
{
    if (l->data)
        return literal_new(x->out, type, l->data, l->splat);
    Literal *empty = arena_new(x->out->arena, Literal);
    *empty = (Literal){ .type = type->plain, .splat = l->splat, .elided = l->elided };
    return empty;
}

IrOp *lb_constant(Local *x, const Type *type, const void *element)
{
    IrOp *op = lb_op(x, OP_constant, type, 0, NULL);
    op->a.literal = literal_new(x->out, type, element, true);
    return op;
}

IrOp *lb_scalar(Local *x, ElemType e, int64_t value)
{
    if (e == ELEM_s32)
        e = lb_place_elem(value);
    else if (e != ELEM_s64 || !needs_s64(value))
        return lb_convert(x, lb_scalar(x, ELEM_s32, value), e);
    int32_t narrow = (int32_t)value;
    return lb_constant(x, type_scalar(x->out->types, e), e == ELEM_s32 ? (void *)&narrow : (void *)&value);
}

IrOp *lb_zero(Local *x, ElemType e)
{
    static const char zeros[16];
    return lb_constant(x, type_scalar(x->out->types, e), zeros);
}

IrOp *lb_spread(Local *x, IrOp *scalar, const Type *like)
{
    IrOp *op = lb_op(x, OP_broadcast, type_with_elem(x->out->types, like, scalar->type->elem), 1, &scalar);
    op->a.dims = (Ints){ NULL, 0 };
    return op;
}

IrOp *lb_along(Local *x, IrOp *vector, const Type *like, int dim)
{
    IrOp *op = lb_op(x, OP_broadcast, type_with_elem(x->out->types, like, vector->type->elem), 1, &vector);
    int64_t d = dim;
    op->a.dims = ints_dup(x->out->arena, &d, 1);
    return op;
}

IrOp *lb_iota(Local *x, const Type *like, int dim)
{
    int64_t n = like->dims[dim];
    IrOp *line = lb_op(x, OP_iota, type_array(x->out->types, lb_place_elem(n), 1, &n), 0, NULL);
    line->a.iota.dim = 0;
    return like->rank == 1 ? line : lb_along(x, line, like, dim);
}

IrOp *lb_reshape(Local *x, IrOp *a, int rank, const int64_t *dims)
{
    const Type *t = type_with_dims(x->out->types, a->type, rank, dims);
    return t == a->type ? a : lb_op(x, OP_reshape, t, 1, &a);
}

const Type *lb_with_dim(Local *x, const Type *t, int dim, int64_t size)
{
    int64_t dims[MAX_RANK];
    memcpy(dims, t->dims, sizeof *dims * (size_t)t->rank);
    dims[dim] = size;
    return type_with_dims(x->out->types, t, t->rank, dims);
}

IrOp *lb_slice_dim(Local *x, IrOp *a, int dim, int64_t lo, int64_t hi, int64_t stride)
{
    if (lo == 0 && hi == a->type->dims[dim] && stride == 1)
        return a;
    int rank = a->type->rank;
    int64_t *v = arena_array(x->out->arena, int64_t, rank * 3);
    for (int d = 0; d < rank; d++) {
        v[d] = d == dim ? lo : 0;
        v[rank + d] = d == dim ? hi : a->type->dims[d];
        v[2 * rank + d] = d == dim ? stride : 1;
    }
    IrOp *op = lb_op(x, OP_slice, lb_with_dim(x, a->type, dim, hi > lo ? (hi - lo - 1) / stride + 1 : 0), 1, &a);
    op->a.slice.start = v;
    op->a.slice.limit = v + rank;
    op->a.slice.stride = v + 2 * rank;
    return op;
}

IrOp *lb_pad_dim(Local *x, IrOp *a, int dim, int64_t lo, int64_t hi, IrOp *fill)
{
    if (lo == 0 && hi == 0)
        return a;
    int rank = a->type->rank;
    int64_t *v = arena_array(x->out->arena, int64_t, rank * 3);
    v[dim] = lo;
    v[rank + dim] = hi;
    IrOp *ops[2] = { a, fill ? fill : lb_zero(x, a->type->elem) };
    IrOp *op = lb_op(x, OP_pad, lb_with_dim(x, a->type, dim, a->type->dims[dim] + lo + hi), 2, ops);
    op->a.pad.lo = v;
    op->a.pad.hi = v + rank;
    op->a.pad.interior = v + 2 * rank;
    return op;
}

IrOp *lb_concat(Local *x, int dim, int n, IrOp *const *parts)
{
    if (n == 1)
        return parts[0];
    int64_t size = 0;
    for (int i = 0; i < n; i++)
        size += parts[i]->type->dims[dim];
    IrOp *op = lb_op(x, OP_concatenate, lb_with_dim(x, parts[0]->type, dim, size), n, parts);
    op->a.concatenate.dim = dim;
    return op;
}

IrOp *lb_dynamic_slice_dim(Local *x, IrOp *a, int dim, IrOp *start, int64_t size)
{
    int64_t known;
    if (op_constant_int(start, &known))
        return lb_slice_dim(x, a, dim, known, known + size, 1);
    int rank = a->type->rank;
    IrOp *ops[MAX_RANK + 1] = { a };
    int64_t *sizes = arena_array(x->out->arena, int64_t, rank);
    IrOp *zero = rank > 1 ? lb_scalar(x, start->type->elem, 0) : NULL;
    for (int d = 0; d < rank; d++) {
        ops[1 + d] = d == dim ? start : zero;
        sizes[d] = d == dim ? size : a->type->dims[d];
    }
    IrOp *op = lb_op(x, OP_dynamic_slice, lb_with_dim(x, a->type, dim, size), rank + 1, ops);
    op->a.dynamic_slice.sizes = (Ints){ sizes, rank };
    return op;
}

/* Rows of a at the given places, of which those outside are moved inside. */
static IrOp *gather_rows(Local *x, IrOp *a, int dim, IrOp *places)
{
    int rank = a->type->rank, n = 0;
    int64_t offset[MAX_RANK], at = dim, sizes[MAX_RANK];
    for (int d = 0; d < rank; d++) {
        sizes[d] = d == dim ? 1 : a->type->dims[d];
        if (d != dim)
            offset[n++] = d;
    }
    IrOp *args[2] = { a, places };
    IrOp *op = lb_op(x, OP_gather, lb_with_dim(x, a->type, dim, places->type->dims[0]), 2, args);
    Ints one = ints_dup(x->out->arena, &at, 1);
    op->a.gather = (GatherDims){ .offset = ints_dup(x->out->arena, offset, n), .collapsed = one, .map = one, .index_vector_dim = 1,
                                 .slice_sizes = ints_dup(x->out->arena, sizes, rank), .sorted = true };
    return op;
}

/* min(max(v, lo), hi) */
static IrOp *between(Local *x, IrOp *v, int64_t lo, int64_t hi)
{
    IrOp *args[3] = { lb_scalar(x, v->type->elem, lo), v, lb_scalar(x, v->type->elem, hi) };
    return lb_op(x, OP_clamp, v->type, 3, args);
}

/* Rows of some bytes in a piece are gathered, which takes no memory but the result's. Of shorter ones, which would be fetched number by number, what can
 * be in the result is cut out, and cut again from between margins. */
IrOp *lb_rows_from(Local *x, IrOp *a, int dim, IrOp *first, int64_t size)
{
    enum { SHORT_BYTES = 32 };
    int64_t n = a->type->dims[dim], run = elem_info[a->type->elem].bytes;
    for (int d = dim + 1; d < a->type->rank; d++)
        run *= a->type->dims[d];
    if (run >= SHORT_BYTES) {
        IrOp *places = lb_iota(x, type_array(x->out->types, ELEM_s32, 1, &size), 0);
        return gather_rows(x, a, dim, lb_binary(x, OP_add, places, lb_spread(x, first, places->type)));
    }
    if (2 * size <= n) {
        IrOp *inside = between(x, first, 0, n - size);
        a = lb_dynamic_slice_dim(x, a, dim, inside, size);
        first = lb_binary(x, OP_subtract, first, inside);
    }
    a = lb_pad_dim(x, a, dim, size, size, NULL);
    return lb_dynamic_slice_dim(x, a, dim, lb_binary(x, OP_add, first, lb_scalar(x, ELEM_s32, size)), size);
}

IrOp *lb_table(Local *x, const int64_t *values)
{
    int64_t n = x->mesh->n_devices;
    bool same = true, wide = false;
    for (int64_t i = 0; i < n; i++) {
        same &= values[i] == values[0];
        wide |= needs_s64(values[i]);
    }
    g_autoptr(GBytes) key = g_bytes_new(values, sizeof *values * (size_t)n);
    IrOp *op = g_hash_table_lookup(x->tables, key);
    if (op)
        return op;
    int reshard = x->reshard_id;
    x->reshard_id = 0; /* shared by several ops, made for no single reshard */
    if (same) {
        op = lb_scalar(x, ELEM_s32, values[0]);
    } else {
        g_autofree int32_t *data = g_new(int32_t, n);
        for (int64_t i = 0; i < n; i++)
            data[i] = (int32_t)values[i];
        if (!x->device)
            x->device = lb_op(x, OP_partition_id, type_scalar(x->out->types, ELEM_u32), 0, NULL);
        const Type *t = type_array(x->out->types, wide ? ELEM_s64 : ELEM_s32, 1, &n);
        IrOp *table = lb_op(x, OP_constant, t, 0, NULL);
        table->a.literal = literal_new(x->out, t, wide ? (const void *)values : data, false);
        op = lb_reshape(x, lb_dynamic_slice_dim(x, table, 0, x->device, 1), 0, NULL);
    }
    x->reshard_id = reshard;
    g_hash_table_insert(x->tables, g_bytes_ref(key), op);
    return op;
}

IrOp *lb_table_of_shards(Local *x, AxisList axes, const int64_t *by_shard)
{
    g_autofree int64_t *v = g_new0(int64_t, x->mesh->n_devices);
    for (int64_t lin = 0; lin < x->mesh->n_devices; lin++)
        v[mesh_device_at(x->mesh, lin)] = by_shard[axis_list_index(x->mesh, axes, lin)];
    return lb_table(x, v);
}

/* What it is made of finds it again, since making a table of thousands of devices takes long: among the tables, none of which
 * holds a number as low as the first here. */
IrOp *lb_index(Local *x, AxisList axes, int64_t scale)
{
    gsize n_said = 3 + 3 * (gsize)axes.n;
    g_autofree int64_t *said = g_new(int64_t, n_said);
    said[0] = INT64_MIN;
    said[1] = scale;
    for (int i = 0; i < axes.n; i++) {
        said[2 + 3 * i] = axes.v[i].axis;
        said[3 + 3 * i] = axes.v[i].pre;
        said[4 + 3 * i] = axes.v[i].size;
    }
    said[n_said - 1] = (int64_t)(intptr_t)x->mesh; /* its order of devices */
    g_autoptr(GBytes) key = g_bytes_new(said, sizeof *said * n_said);
    IrOp *op = g_hash_table_lookup(x->tables, key);
    if (op)
        return op;
    g_autofree int64_t *v = g_new0(int64_t, x->mesh->n_devices);
    for (int64_t lin = 0; lin < x->mesh->n_devices; lin++)
        v[mesh_device_at(x->mesh, lin)] = axis_list_index(x->mesh, axes, lin) * scale;
    op = lb_table(x, v);
    g_hash_table_insert(x->tables, g_bytes_ref(key), op);
    return op;
}

IrOp *lb_mask_dim(Local *x, IrOp *a, int dim, int64_t n, AxisList axes, IrOp *fill)
{
    int64_t parts = axis_list_size(axes), tile = tile_size(n, parts);
    if (tile * parts == n)
        return a;
    g_autofree int64_t *valid = g_new0(int64_t, x->mesh->n_devices);
    for (int64_t lin = 0; lin < x->mesh->n_devices; lin++) {
        int64_t left = n - axis_list_index(x->mesh, axes, lin) * tile;
        valid[mesh_device_at(x->mesh, lin)] = CLAMP(left, 0, tile);
    }
    IrOp *inside = lb_compare(x, DIR_LT, lb_iota(x, a->type, dim), lb_spread(x, lb_table(x, valid), a->type));
    return lb_select(x, inside, a, lb_spread(x, fill, a->type));
}

IrComp *lb_reducer(Local *x, Reduction r, ElemType e)
{
    static const OpCode codes[] = { OP_add, OP_maximum, OP_minimum, OP_multiply, OP_and, OP_or, OP_xor };
    IrComp **slot = &x->reducers[r][e];
    if (*slot)
        return *slot;
    g_autofree char *name = g_strdup_printf("%s_%s", op_info[codes[r]].id, elem_info[e].hlo);
    IrComp *c = comp_new(x->out, name);
    const Type *t = type_scalar(x->out->types, e);
    IrOp *p[2];
    for (int i = 0; i < 2; i++) {
        p[i] = op_new(c, OP_parameter, t, i ? "y" : "x", 0, NULL);
        p[i]->a.parameter.number = i;
    }
    c->root = op_new(c, codes[r], t, NULL, 2, p);
    comp_renumber(c);
    return *slot = c;
}

static IrComp *copy_comp(Local *x, const IrComp *c)
{
    for (int i = 0; i < c->n_ops; i++)
        for (int k = 0; k < c->ops[i]->n_comps; k++)
            lb_copy_comp(x, c->ops[i]->comps[k]);
    IrComp *made = comp_new(x->out, c->name);
    g_autoptr(GHashTable) ops = g_hash_table_new(NULL, NULL);
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        g_autofree IrOp **args = g_new(IrOp *, op->n_operands + 1);
        for (int k = 0; k < op->n_operands; k++)
            args[k] = g_hash_table_lookup(ops, op->operands[k]);
        IrOp *copy = op_new(made, op->code, lb_type(x, op->type), op->name, op->n_operands, args);
        op_inherit(copy, op);
        copy->a = op->a;
        lb_annotate(x, copy, op);
        if (op->code == OP_constant && op->type->kind == TYPE_ARRAY)
            copy->a.literal = lb_literal(x, copy->type, op->a.literal);
        if (op->n_comps) {
            g_autofree IrComp **called = g_new(IrComp *, op->n_comps);
            for (int k = 0; k < op->n_comps; k++)
                called[k] = lb_copy_comp(x, op->comps[k]);
            op_set_comps(copy, op->n_comps, called);
        }
        g_hash_table_insert(ops, (gpointer)op, copy);
    }
    made->root = g_hash_table_lookup(ops, c->root);
    comp_renumber(made);
    return made;
}

IrComp *lb_copy_comp(Local *x, const IrComp *c)
{
    IrComp *made = g_hash_table_lookup(x->comps, c);
    if (!made) {
        made = copy_comp(x, c);
        g_hash_table_insert(x->comps, (gpointer)c, made);
    }
    return made;
}

IrComp *lb_copy_comp_for(Local *x, const IrComp *c, int more, const ElemType *elems)
{
    IrComp *made = copy_comp(x, c);
    for (int i = 0; i < 2 * more; i++) {
        IrOp *p = op_new(made, OP_parameter, type_scalar(x->out->types, elems[i / 2]), NULL, 0, NULL);
        p->a.parameter.number = c->n_params + i;
    }
    comp_renumber(made);
    return made;
}

/* Groups of more devices than this are spelled as "[512,8]<=[8,512]T(1,0)" instead of listing all numbers. */
enum { MAX_DEVICES_LISTED = 32 };

/* The axes of the mesh, cut where `axes` begin and end, are the dims of an array of all devices; groups are its rows when those
 * along which they run stand last. NULL where the mesh numbers its devices otherwise. */
static const char *groups_text(Local *x, AxisList axes, int n_groups, int size)
{
    if (x->mesh->n_devices <= MAX_DEVICES_LISTED || x->mesh->device_ids)
        return NULL;
    AxisList rest = mesh_free_axes(x->out->arena, x->mesh, &axes, 1);
    AxisRef *v = arena_array(x->out->arena, AxisRef, rest.n + axes.n); /* in the order in which dims are taken */
    int *place = arena_array(x->out->arena, int, rest.n + axes.n), n = 0, runs = 0;
    for (int i = 0; i < rest.n; i++)
        v[n++] = rest.v[i];
    for (int i = 0; i < axes.n; i++)
        v[n++] = axes.v[i];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            place[i] += v[k].axis < v[i].axis || (v[k].axis == v[i].axis && v[k].pre < v[i].pre);
    int64_t *dims = arena_array(x->out->arena, int64_t, n); /* neighbours that stay neighbours are one dim */
    for (int i = 0; i < n; i++) {
        if (i && place[i] == place[i - 1] + 1) {
            dims[runs - 1] *= v[i].size;
            continue;
        }
        dims[runs] = v[i].size;
        place[runs++] = place[i]; /* of its first; the order of firsts is that of runs */
    }
    g_autoptr(GString) s = g_string_new(NULL), taken = g_string_new(NULL);
    g_string_printf(s, "[%d,%d]<=[", n_groups, size);
    for (int want = 0; want < runs; want++)
        for (int i = 0; i < runs; i++) {
            int rank = 0;
            for (int k = 0; k < runs; k++)
                rank += place[k] < place[i];
            if (rank == want)
                g_string_append_printf(s, "%s%" G_GINT64_FORMAT, want ? "," : "", dims[i]);
            if (want == i)
                g_string_append_printf(taken, "%s%d", i ? "," : "T(", rank);
        }
    g_string_append(s, "]");
    if (runs > 1)
        g_string_append_printf(s, "%s)", taken->str);
    return arena_strdup(x->out->arena, s->str);
}

Groups lb_groups(Local *x, AxisList axes)
{
    for (int i = 0; i < x->groups.n; i++)
        if (x->groups.v[i].mesh == x->mesh && axis_list_equal(x->groups.v[i].axes, axes))
            return x->groups.v[i].groups;
    int n, size;
    int64_t **ids = mesh_groups(x->out->arena, x->mesh, axes, &n, &size);
    Ints *groups = arena_array(x->out->arena, Ints, n);
    for (int i = 0; i < n; i++)
        groups[i] = (Ints){ ids[i], size };
    Groups made = { .n_groups = n, .groups = groups, .text = groups_text(x, axes, n, size), .has_channel = true, .channel = 1, .use_global_ids = true };
    vec_push(&x->groups, ((AlongAxes){ x->mesh, { arena_dup_array(x->out->arena, axes.v, axes.n), axes.n }, made }));
    return made;
}

IrOp *lb_all_gather(Local *x, IrOp *a, int dim, AxisList axes)
{
    int64_t g = axis_list_size(axes);
    if (g == 1)
        return a;
    IrOp *op = lb_op(x, OP_all_gather, lb_with_dim(x, a->type, dim, a->type->dims[dim] * g), 1, &a);
    op->a.collective.dim = dim;
    op->a.collective.groups = lb_groups(x, axes);
    return op;
}

/* The collective of another reshard also serves the one that is being made, which then moves nothing of its own. */
static void share_with(Local *x, int other)
{
    Reshard *mine = x->log && x->reshard_id ? &x->log->reshards.v[x->reshard_id - 1] : NULL; /* a plan that is only priced has no log */
    if (!mine || other == x->reshard_id)
        return;
    mine->shared_with = other;
    mine->bytes_moved = 0;
    mine->est_ns = 0;
}

IrOp *lb_permute(Local *x, IrOp *a, const int64_t *source)
{
    int64_t n = x->mesh->n_devices, *pairs = arena_array(x->out->arena, int64_t, 2 * n);
    IrOp *before = a->code == OP_collective_permute && a->reshard_id && a->a.collective.pairs.n == 2 * n ? a : NULL;
    g_autofree int64_t *first = g_new(int64_t, n);
    for (int64_t d = 0; d < n; d++)
        first[d] = d;
    for (int64_t i = 0; before && i < n; i++)
        first[before->a.collective.pairs.v[2 * i + 1]] = before->a.collective.pairs.v[2 * i];
    bool moves = false;
    for (int64_t d = 0; d < n; d++) {
        pairs[2 * d] = first[source[d]];
        pairs[2 * d + 1] = d;
        moves |= pairs[2 * d] != d;
    }
    a = before ? before->operands[0] : a;
    if (!moves)
        return a;
    IrOp *op = lb_op(x, OP_collective_permute, a->type, 1, &a);
    op->a.collective.pairs = (Ints){ pairs, (int)(2 * n) };
    op->a.collective.groups = (Groups){ .has_channel = true, .channel = 1 };
    if (before) {
        op_add_origins(op, before);
        share_with(x, before->reshard_id);
    }
    return op;
}

void note_rule(Local *x, const IrOp *op, const IrOp *value, Reshard row)
{
    row.from = orders_sharding(x->m->shardings, row.from, x->mesh);
    row.to = orders_sharding(x->m->shardings, row.to, x->mesh);
    row.value_op = value->n_origins ? value->origins[0] : value->id;
    row.user_op = row.cause_op = op->n_origins ? op->origins[0] : op->id;
    row.cause = CAUSE_OP_RULE;
    row.cause_loc = op->loc;
    row.rank = row.to->rank;
    row.trips = x->trips;
    row.choice = -1;
    x->reshard_id = decision_reshard(x->log, &row) + 1;
}
