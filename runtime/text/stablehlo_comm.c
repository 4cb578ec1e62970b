/* Operations that communicate: collectives, and transfers to and from the host. */
#include "runtime/text/stablehlo_build.h"
#include "runtime/text/stablehlo_math.h"
#include "runtime/text/stablehlo_op.h"
#include "runtime/text/stablehlo_scope.h"
#include "runtime/text/stablehlo_sdy.h"

#include <string.h>

/* ---- collectives ------------------------------------------------------------------------------------------ */

/* Groups name the devices 0 to n - 1, each once; of a broadcast any devices, since the others get zeros. */
static bool each_once(Reader *r, MOp *op, const Groups *g)
{
    int64_t n = 0;
    bool all = op->row->code != OP_collective_broadcast, ok = true;
    for (int i = 0; i < g->n_groups; i++)
        n += g->groups[i].n;
    g_autoptr(GHashTable) seen = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (int i = 0; ok && i < g->n_groups; i++)
        for (int k = 0; ok && k < g->groups[i].n; k++) {
            const int64_t *id = &g->groups[i].v[k];
            if (all && *id >= n)
                ok = mop_fail(r, op, "replica_groups of %s lists %" G_GINT64_FORMAT " devices, but names device %" G_GINT64_FORMAT,
                              op->name, n, *id);
            else if (!g_hash_table_add(seen, (gpointer)id))
                ok = mop_fail(r, op, "replica_groups of %s names device %" G_GINT64_FORMAT " twice", op->name, *id);
        }
    return ok;
}

/* Rows of a 2-d literal; short rows are filled up with -1, but of a broadcast. */
static bool rows_of(Reader *r, MOp *op, const MAttr *a, Groups *g)
{
    if (a->kind != ATTR_DENSE || a->literal->type->rank != 2 || a->literal->type->elem != ELEM_s64)
        return mop_fail(r, op, "replica_groups of %s must be dense<[[..], ..]> of i64", op->name);
    const Literal *l = a->literal;
    int64_t rows = l->type->dims[0], cols = l->type->dims[1];
    if (rows * cols > 1 << 22 || rows > 1 << 22)
        return mop_fail(r, op, "replica_groups of %s names more than %d devices", op->name, 1 << 22);
    Ints *groups = arena_array(r->m->arena, Ints, MAX(rows, 1));
    int n = 0;
    for (int64_t i = 0; i < rows; i++) {
        int64_t *v = arena_array(r->m->arena, int64_t, MAX(cols, 1));
        int k = 0;
        for (int64_t j = 0; j < cols; j++) {
            int64_t id = mlir_literal_int(l, i * cols + j);
            if (id < (op->row->code == OP_collective_broadcast ? 0 : -1))
                return mop_fail(r, op, "replica_groups of %s names device %" G_GINT64_FORMAT, op->name, id);
            if (id >= 0)
                v[k++] = id;
        }
        if (k)
            groups[n++] = (Ints){ v, k };
    }
    g->groups = groups;
    g->n_groups = n;
    return each_once(r, op, g);
}

/* #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x">, ..]>: the groups along axes
 * of a mesh of the module. Sub-axes carry sub_axis_info = (pre)size. */
static bool rows_of_axes(Reader *r, MOp *op, const MAttr *a, Groups *g);

static bool read_groups(Reader *r, MOp *op, Groups *g)
{
    if (op->row->code != OP_collective_permute && !mop_needs(r, op, (const char *const[]){ "replica_groups", NULL }))
        return false;
    const MAttr *a = mop_attr(op, "replica_groups", NULL), *channel = mop_attr(op, "channel_handle", "channel_id");
    if (a && a->kind == ATTR_STRUCT && strcmp(a->s, "replica_group_mesh_axes") == 0) {
        if (!rows_of_axes(r, op, a, g))
            return false;
    } else if (a && !rows_of(r, op, a, g)) {
        return false;
    }
    int64_t handle = 0;
    if (channel && channel->kind == ATTR_STRUCT)
        handle = mlir_field_int(channel, "handle", 0);
    else if (channel && channel->kind == ATTR_INT)
        handle = channel->i;
    else if (channel)
        return mop_fail(r, op, "channel_handle of %s must be #stablehlo.channel_handle<..>", op->name);
    g->has_channel = handle > 0;
    g->channel = handle;
    return mop_bool(r, op, "use_global_device_ids", NULL, false, &g->use_global_ids);
}

static bool read_pairs(Reader *r, MOp *op, Ints *out)
{
    Ints v;
    const MAttr *a = mop_attr(op, "source_target_pairs", NULL);
    if (!a || !mlir_attr_ints(&r->x, a, &v) || v.n % 2)
        return mop_fail(r, op, "%s needs source_target_pairs = dense<[[source, target], ..]>", op->name);
    *out = ints_dup(r->m->arena, v.v, v.n);
    return true;
}

static bool needs_dim(Reader *r, MOp *op, const char *key, int64_t *out)
{
    const Type *type = op->n_operands ? op->operands[0]->type : NULL;
    if (!mop_int(r, op, key, NULL, -1, out))
        return false;
    if (!type || type->kind != TYPE_ARRAY || *out < 0 || *out >= type->rank)
        return mop_fail(r, op, "%s of %s must be a dimension of its operand", key, op->name);
    return true;
}

/* Reductions may be done in a wider type of the same kind. */
static bool elem_widens(ElemType from, ElemType to)
{
    return elem_info[from].cls == elem_info[to].cls && elem_info[from].bits <= elem_info[to].bits;
}

bool mop_build_ragged_all_to_all(Reader *r, MOp *op)
{
    Groups g = { 0 };
    if (op->n_operands != 6 || op->n_types != 1)
        return mop_fail(r, op, "ragged_all_to_all takes 6 operands and has 1 result, %d and %d are given", op->n_operands, op->n_types);
    if (!read_groups(r, op, &g))
        return false;
    IrOp *out = mop_emit(r, OP_ragged_all_to_all, mop_type(r, op), op->n_operands, op->operands);
    out->a.collective.groups = g;
    return mop_results(r, op, out);
}

bool mop_build_collective(Reader *r, MOp *op)
{
    OpCode code = op->row->code;
    Groups g = { 0 };
    Ints pairs = { 0 };
    int64_t dim = 0, concat = 0, count = 0;
    bool sum = strcmp(op->name, "stablehlo.cross-replica-sum") == 0, dynamic_root;
    if (!mop_bool(r, op, "has_dynamic_root", NULL, false, &dynamic_root))
        return false;
    if (dynamic_root)
        return mop_unsupported(r, op, NULL, "%s: a root known at run time only is not supported", op->name);
    if (!op->n_operands || op->n_types != op->n_operands)
        return mop_fail(r, op, "%s has %d operands and %d results", op->name, op->n_operands, op->n_types);
    if (!read_groups(r, op, &g))
        return false;
    if (code == OP_all_gather && !needs_dim(r, op, "all_gather_dim", &dim))
        return false;
    if (code == OP_reduce_scatter && !needs_dim(r, op, "scatter_dimension", &dim))
        return false;
    if (code == OP_all_to_all && (!needs_dim(r, op, "split_dimension", &dim) || !needs_dim(r, op, "concat_dimension", &concat) ||
                                  !mop_int(r, op, "split_count", NULL, 0, &count)))
        return false;
    if (code == OP_all_to_all && count < 1)
        return mop_fail(r, op, "%s needs a split_count that is positive", op->name);
    for (int i = 0; code == OP_all_to_all && count && i < g.n_groups; i++)
        if (g.groups[i].n != count)
            return mop_fail(r, op, "split_count of %s is %" G_GINT64_FORMAT ", but group %d has %d members", op->name, count, i,
                            g.groups[i].n);
    if (code == OP_collective_permute && !read_pairs(r, op, &pairs))
        return false;

    IrComp *reducer = NULL;
    if (op_info[code].traits & CALLS) {
        if (sum && op->operands[0]->type->kind == TYPE_ARRAY) {
            reducer = reducer_new(r, OP_add, type_scalar(r->m->types, op->operands[0]->type->elem));
        } else {
            if (op->n_regions != 1 || op->regions[0]->n_args != 2 || op->regions[0]->n_yields != 1)
                return mop_fail(r, op, "%s needs one region that takes two values and returns one", op->name);
            region_finish(r, op->regions[0]);
            reducer = op->regions[0]->comp;
            for (int i = 0; i < op->n_operands; i++) {
                const Type *has = op->operands[i]->type, *takes = op->regions[0]->args[0]->type;
                if (has->kind == TYPE_ARRAY && takes->kind == TYPE_ARRAY && !elem_widens(has->elem, takes->elem))
                    return mop_fail(r, op, "operand %d of %s is of %s, its computation takes %s", i, op->name,
                                    elem_info[has->elem].mlir, elem_info[takes->elem].mlir);
            }
        }
    }
    IrOp *out = mop_emit(r, code, mop_type(r, op), op->n_operands, op->operands);
    out->a.collective.dim = dim;
    out->a.collective.concat_dim = concat;
    out->a.collective.split_count = count;
    out->a.collective.groups = g;
    out->a.collective.pairs = pairs;
    if (reducer)
        op_set_comps(out, 1, &reducer);
    return mop_results(r, op, out);
}

/* A mesh as its axes; the device at row-major position i is ids[i], or i where there is no list. */
typedef struct AxesMesh {
    int n;
    const char *names[MAX_AXES];
    int64_t sizes[MAX_AXES];
    int64_t total;
    Ints ids;
} AxesMesh;

static bool add_axis(Reader *r, MOp *op, AxesMesh *m, const char *name, size_t len, int64_t size)
{
    if (m->n == MAX_AXES)
        return mop_fail(r, op, "the mesh of %s has more than %d axes", op->name, (int)MAX_AXES);
    m->names[m->n] = arena_strndup(r->x.scratch, name, len);
    m->sizes[m->n++] = size;
    if (size < 1 || __builtin_mul_overflow(m->total, size, &m->total) || m->total > 1 << 22)
        return mop_fail(r, op, "the mesh of %s has more than %d devices", op->name, 1 << 22);
    return true;
}

static bool set_ids(Reader *r, MOp *op, AxesMesh *m, const int64_t *v, int n)
{
    if (n != m->total)
        return mop_fail(r, op, "the mesh of %s lists %d devices for %" G_GINT64_FORMAT " places", op->name, n, m->total);
    m->ids = ints_dup(r->x.scratch, v, n);
    return true;
}

/* <["x"=2, "y"=4], device_ids=[..]>, which reader_mesh_read() has found well-formed. */
static bool axes_of_text(Reader *r, MOp *op, const char *text, AxesMesh *m)
{
    for (const char *s = text; *s && *s != ']'; s++) {
        if (*s != '"')
            continue;
        const char *e = strchr(s + 1, '"'), *eq = e ? strchr(e, '=') : NULL;
        if (!eq || !add_axis(r, op, m, s + 1, (size_t)(e - s - 1), g_ascii_strtoll(eq + 1, NULL, 10)))
            return eq ? false : mop_fail(r, op, "the mesh of %s is not understood", op->name);
        s = eq;
    }
    const char *s = strstr(text, "device_ids");
    if (!s)
        return true;
    VEC(int64_t) v = { 0 };
    while ((s = strpbrk(s, "0123456789]")) != NULL && *s != ']') {
        char *end;
        vec_push(&v, g_ascii_strtoll(s, &end, 10));
        s = end;
    }
    bool ok = set_ids(r, op, m, v.v, v.n);
    vec_clear(&v);
    return ok;
}

/* #stablehlo.mesh<axes = [<name = "x", size = 2>, ..], device_ids = dense<..>> */
static bool axes_of_struct(Reader *r, MOp *op, const MAttr *mesh, AxesMesh *m)
{
    const MAttr *axes = mlir_field(mesh, "axes"), *ids = mlir_field(mesh, "device_ids");
    for (int i = 0; axes && axes->kind == ATTR_ARRAY && i < axes->n_items; i++) {
        const char *text = mlir_attr_text(&r->x, axes->items[i]);
        const char *s = strchr(text, '"'), *e = s ? strchr(s + 1, '"') : NULL, *size = strstr(text, "size");
        const char *eq = size ? strchr(size, '=') : NULL;
        if (!e || !eq)
            return mop_fail(r, op, "an axis of the mesh of %s needs a name and a size", op->name);
        if (!add_axis(r, op, m, s + 1, (size_t)(e - s - 1), g_ascii_strtoll(eq + 1, NULL, 10)))
            return false;
    }
    Ints v;
    if (!ids)
        return true;
    return mlir_attr_ints(&r->x, ids, &v) ? set_ids(r, op, m, v.v, v.n)
                                          : mop_fail(r, op, "device_ids of %s must be a list of integers", op->name);
}

/* One of the listed axes: its size, and the distance of neighbours along it. Part (pre)size of an axis is what is
 * left after dividing it into `pre` pieces. */
static bool axis_step(Reader *r, MOp *op, const AxesMesh *m, const MAttr *axis, int64_t *size, int64_t *stride)
{
    const MAttr *name = axis->kind == ATTR_STRUCT ? mlir_field(axis, "name") : axis;
    const MAttr *part = axis->kind == ATTR_STRUCT ? mlir_field(axis, "sub_axis_info") : NULL;
    int k = 0;
    while (k < m->n && (!name || name->kind != ATTR_STRING || strcmp(name->s, m->names[k]) != 0))
        k++;
    if (k == m->n)
        return mop_fail(r, op, "replica_groups of %s lists an axis that its mesh lacks", op->name);
    *size = m->sizes[k];
    *stride = 1;
    for (int j = k + 1; j < m->n; j++)
        *stride *= m->sizes[j];
    if (!part)
        return true;
    const char *text = mlir_attr_text(&r->x, part), *close = strchr(text, ')');
    int64_t pre = *text == '(' ? g_ascii_strtoll(text + 1, NULL, 10) : 0, own = close ? g_ascii_strtoll(close + 1, NULL, 10) : 0;
    int64_t whole;
    if (pre < 1 || own < 1 || __builtin_mul_overflow(pre, own, &whole) || *size % whole)
        return mop_fail(r, op, "replica_groups of %s: %s is no part of axis \"%s\" of size %" G_GINT64_FORMAT, op->name, text,
                        m->names[k], *size);
    *stride *= *size / whole;
    *size = own;
    return true;
}

static bool rows_of_axes(Reader *r, MOp *op, const MAttr *a, Groups *g)
{
    const MAttr *mesh = mlir_field(a, "mesh"), *axes = mlir_field(a, "axes");
    const char *text = mesh && mesh->kind == ATTR_SYMBOL ? g_hash_table_lookup(r->mesh_text, str_intern(r->x.names, mesh->s)) : NULL;
    bool inlined = mesh && mesh->kind == ATTR_STRUCT;
    if ((!text && !inlined) || !axes || axes->kind != ATTR_ARRAY)
        return mop_fail(r, op, "replica_groups of %s needs a mesh of the module and a list of axes", op->name);
    AxesMesh m = { .total = 1 };
    if (!(inlined ? axes_of_struct(r, op, mesh, &m) : axes_of_text(r, op, text, &m)))
        return false;
    /* Member k of a group: its number written in the listed axes, first the major one. */
    int64_t stride[MAX_AXES], size[MAX_AXES], members = 1;
    if (axes->n_items > MAX_AXES)
        return mop_fail(r, op, "replica_groups of %s lists too many axes", op->name);
    for (int i = 0; i < axes->n_items; i++) {
        if (!axis_step(r, op, &m, axes->items[i], &size[i], &stride[i]))
            return false;
        for (int k = 0; k < i; k++) /* two parts of one axis are disjoint if one ends where the other begins */
            if (stride[i] < stride[k] * size[k] && stride[k] < stride[i] * size[i] && size[i] > 1 && size[k] > 1)
                return mop_fail(r, op, "replica_groups of %s lists an axis twice", op->name);
        members *= size[i];
    }
    int64_t n_groups = m.total / members;
    Ints *groups = arena_array(r->m->arena, Ints, n_groups);
    int64_t n = 0;
    for (int64_t base = 0; base < m.total; base++) {
        bool first = true; /* all listed axes at 0 */
        for (int i = 0; i < axes->n_items; i++)
            first = first && base / stride[i] % size[i] == 0;
        if (!first)
            continue;
        int64_t *v = arena_array(r->m->arena, int64_t, members);
        for (int64_t k = 0; k < members; k++) {
            int64_t rest = k;
            v[k] = base;
            for (int i = axes->n_items - 1; i >= 0; rest /= size[i--])
                v[k] += rest % size[i] * stride[i];
            if (m.ids.n)
                v[k] = m.ids.v[v[k]];
        }
        groups[n++] = (Ints){ v, (int)members };
    }
    g->groups = groups;
    g->n_groups = (int)n;
    return true;
}

/* ---- the host ----------------------------------------------------------------------------------------------------------- */

/* The operands but the last, which is the token: one value or a tuple of them. */
static IrOp *data_of(Reader *r, const MOp *op)
{
    int n = op->n_operands - 1;
    if (n == 1)
        return op->operands[0];
    const Type **types = arena_array(r->x.scratch, const Type *, MAX(n, 1));
    for (int i = 0; i < n; i++)
        types[i] = op->operands[i]->type;
    return mop_emit(r, OP_tuple, type_tuple(r->m->types, n, types), n, op->operands);
}

/* Results "T.., token" out of an op whose type starts with the data (one value or a tuple) and has the token at `at`. */
static bool host_results(Reader *r, MOp *op, IrOp *pair, int token_at)
{
    int n = op->n_types - 1;
    op->main = op->main ? op->main : pair;
    op->results = arena_array(r->x.scratch, IrOp *, op->n_types);
    IrOp *data = mop_emit(r, OP_get_tuple_element, pair->type->parts[0], 1, &pair);
    for (int i = 0; i < n; i++) {
        op->results[i] = data;
        if (n == 1)
            break;
        op->results[i] = mop_emit(r, OP_get_tuple_element, op->types[i], 1, &data);
        op->results[i]->a.gte.index = i;
    }
    op->results[n] = mop_emit(r, OP_get_tuple_element, op->types[n], 1, &pair);
    op->results[n]->a.gte.index = token_at;
    return true;
}

static const Type *data_type(Reader *r, const MOp *op)
{
    return op->n_types == 2 ? op->types[0] : type_tuple(r->m->types, op->n_types - 1, op->types);
}

static bool ends_in_token(const MOp *op, bool results)
{
    if (results)
        return op->n_types > 0 && op->types[op->n_types - 1]->kind == TYPE_TOKEN;
    return op->n_operands > 0 && op->operands[op->n_operands - 1]->type->kind == TYPE_TOKEN;
}

/* The other end is given twice: by the channel's type and by is_host_transfer. */
static bool check_channel(Reader *r, MOp *op)
{
    static const char *const types[] = { "none", "DEVICE_TO_DEVICE (1)", "DEVICE_TO_HOST (2)", "HOST_TO_DEVICE (3)" };
    const MAttr *channel = mop_attr(op, "channel_handle", NULL);
    bool host;
    if (!mop_bool(r, op, "is_host_transfer", NULL, false, &host))
        return false;
    if (!channel || channel->kind != ATTR_STRUCT)
        return mop_fail(r, op, "%s needs channel_handle = #stablehlo.channel_handle<..>", op->name);
    int64_t type = mlir_field_int(channel, "type", 0), want = !host ? 1 : op->row->code == OP_send ? 2 : 3;
    return type == want || mop_fail(r, op, "the channel of %s must be of type %s where is_host_transfer is %s, its type is %" G_GINT64_FORMAT,
                                    op->name, types[want], host ? "true" : "false", type);
}

static void keep_channel(Reader *r, MOp *op, IrOp *out)
{
    const MAttr *channel = mop_attr(op, "channel_handle", NULL);
    bool host = false;
    mop_bool(r, op, "is_host_transfer", NULL, false, &host);
    if (channel && channel->kind == ATTR_STRUCT) {
        g_autofree char *id = g_strdup_printf("%" G_GINT64_FORMAT, mlir_field_int(channel, "handle", 0));
        pair_add(r->m->arena, &out->extra, &out->n_extra, "channel_id", id, true);
    }
    if (host)
        pair_add(r->m->arena, &out->extra, &out->n_extra, "is_host_transfer", "true", true);
    Ints pairs;
    const MAttr *joins = mop_attr(op, "source_target_pairs", NULL);
    if (!joins || !mlir_attr_ints(&r->x, joins, &pairs) || !pairs.n || pairs.n % 2)
        return;
    g_autoptr(GString) text = g_string_new("{");
    for (int i = 0; i < pairs.n; i += 2)
        g_string_append_printf(text, "%s{%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT "}", i ? "," : "", pairs.v[i], pairs.v[i + 1]);
    g_string_append_c(text, '}');
    pair_add(r->m->arena, &out->pairs, &out->n_pairs, SENT_PAIRS, text->str, true);
}

/* infeed, outfeed, send, recv: HLO's have the data as one value and pairs of start and done. */
bool mop_build_host(Reader *r, MOp *op)
{
    TypeTable *t = r->m->types;
    const Type *token = type_token(t), *u32 = type_scalar(t, ELEM_u32);
    OpCode code = op->row->code;
    if (!ends_in_token(op, false) || !ends_in_token(op, true))
        return mop_fail(r, op, "the last operand and the last result of %s must be tokens", op->name);
    IrOp *out, *in_token = op->operands[op->n_operands - 1];
    if (code == OP_outfeed) {
        IrOp *v[2] = { data_of(r, op), in_token };
        return mop_arity(r, op, -1, 1) && mop_result(op, mop_emit(r, OP_outfeed, token, 2, v));
    }
    if (code == OP_infeed) {
        out = mop_emit(r, OP_infeed, type_tuple(t, 2, (const Type *[]){ data_type(r, op), token }), 1, &in_token);
        return host_results(r, op, out, 1);
    }
    if (!check_channel(r, op))
        return false;
    if (code == OP_send) {
        IrOp *v[2] = { data_of(r, op), in_token };
        out = mop_emit(r, OP_send, type_tuple(t, 3, (const Type *[]){ v[0]->type, u32, token }), 2, v);
        keep_channel(r, op, out);
        IrOp *done = mop_emit(r, OP_send_done, token, 1, &out);
        keep_channel(r, op, done);
        op->main = out;
        return mop_arity(r, op, -1, 1) && mop_result(op, done);
    }
    out = mop_emit(r, OP_recv, type_tuple(t, 3, (const Type *[]){ data_type(r, op), u32, token }), 1, &in_token);
    keep_channel(r, op, out);
    IrOp *done = mop_emit(r, OP_recv_done, type_tuple(t, 2, (const Type *[]){ data_type(r, op), token }), 1, &out);
    keep_channel(r, op, done);
    op->main = out;
    return host_results(r, op, done, 1);
}

bool mop_build_dynamic(Reader *r, MOp *op)
{
    return mop_unsupported(r, op, "trace the program with fixed shapes", "%s: dynamic shapes are not supported", op->name);
}

bool mop_build_refused(Reader *r, MOp *op)
{
    return mop_unsupported(r, op, NULL, "%s is not supported", op->name);
}
