/* Attributes of Shardy's dialect: meshes and shardings become the text that MLIR writes for them, since that is what later
 * passes read. Their parts are entries of their own in the file. Start at bc_read_sdy_attr.
 * Source: bytecode.td and printers.cc of Shardy. */
#include "runtime/text/bytecode_impl.h"

#include <string.h>

enum {
    SDY_MANUAL_AXES = 0, SDY_MESH_AXIS = 1, SDY_MESH = 2, SDY_SUB_AXIS = 3, SDY_AXIS_REF = 4, SDY_DIM = 5, SDY_SHARDING = 6, SDY_PER_VALUE = 7,
    SDY_DIM_MAPPING = 8, SDY_MAPPING = 9, SDY_RULE = 10, SDY_AXIS_LIST = 11, SDY_AXIS_LISTS = 12, SDY_ALL_TO_ALL = 13, SDY_ALL_TO_ALL_LIST = 14,
    SDY_SHARDING_V2 = 15, SDY_PER_VALUE_V2 = 16, SDY_SHARDING_V3 = 17,
};

static bool too_long(BcCursor *c, const GString *out)
{
    if (out->len <= MLIR_MAX_EXPANDED)
        return false;
    mlir_fail_as(c->b->x, c->p, SHARD_ERROR_LIMIT, NULL, "an attribute is longer than %d bytes, written out", (int)MLIR_MAX_EXPANDED);
    return true;
}

/* Opens an entry, which must be of Shardy's and of this kind. */
static bool open_entry(BcCursor *c, const BcEntry *e, uint64_t code, BcCursor *part)
{
    if (!e)
        return false;
    *part = (BcCursor){ c->b, e->at, e->at + e->n };
    uint64_t found = e->custom && e->dialect == BC_SDY ? bc_varint(part) : UINT64_MAX;
    return !bc_failed(c->b) && (found == code || bc_fail(c, e->at, "a part of a sharding is of another kind"));
}

typedef void (*PrintFn)(BcCursor *part, uint64_t code, GString *out);

/* A list of references, each printed, with commas between. */
static int print_list(BcCursor *c, uint64_t code, PrintFn print, GString *out)
{
    size_t n = bc_count(c);
    for (size_t i = 0; i < n; i++) {
        BcCursor part;
        if (too_long(c, out) || !open_entry(c, bc_attr_entry(c), code, &part))
            return 0;
        g_string_append(out, i ? ", " : "");
        print(&part, code, out);
    }
    return (int)MIN(n, (size_t)G_MAXINT);
}

/* As MLIR writes a name in quotes. */
static void print_name(GString *out, Str s)
{
    const MAttr name = { .kind = ATTR_STRING, .s = s.s, .n_s = s.n };
    mlir_attr_print(out, &name);
}

static void print_numbers(BcCursor *c, GString *out)
{
    Ints v = bc_svarints(c);
    for (int i = 0; i < v.n; i++)
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT, i ? ", " : "", v.v[i]);
}

static void print_axis(BcCursor *c, uint64_t code, GString *out)
{
    (void)code;
    print_name(out, bc_string(c));
    BcCursor part;
    const BcEntry *e = bc_attr_entry_maybe(c);
    if (!e || !open_entry(c, e, SDY_SUB_AXIS, &part))
        return;
    int64_t pre = bc_svarint(&part), size = bc_svarint(&part);
    g_string_append_printf(out, ":(%" G_GINT64_FORMAT ")%" G_GINT64_FORMAT, pre, size);
}

static void print_dim(BcCursor *c, uint64_t code, GString *out)
{
    (void)code;
    g_string_append_c(out, '{');
    int n = print_list(c, SDY_AXIS_REF, print_axis, out);
    bool closed = bc_byte(c) != 0, there;
    if (!closed)
        g_string_append(out, n ? ", ?" : "?");
    g_string_append_c(out, '}');
    uint64_t priority = bc_flagged(c, &there);
    if (there)
        g_string_append_printf(out, "p%" G_GUINT64_FORMAT, priority);
}

static void print_mesh_axis(BcCursor *c, uint64_t code, GString *out)
{
    (void)code;
    print_name(out, bc_string(c));
    g_string_append_printf(out, "=%" G_GINT64_FORMAT, bc_svarint(c));
}

/* <["x"=2, "y"=4], device_ids=[1, 0]> */
static void print_mesh(BcCursor *c, GString *out)
{
    g_string_append(out, "<[");
    print_list(c, SDY_MESH_AXIS, print_mesh_axis, out);
    g_string_append_c(out, ']');
    g_autoptr(GString) ids = g_string_new(NULL);
    print_numbers(c, ids);
    if (ids->len)
        g_string_append_printf(out, ", device_ids=[%s]", ids->str);
    g_string_append_c(out, '>');
}

/* "@mesh", or a mesh in its place. */
static void print_mesh_or_symbol(BcCursor *c, GString *out)
{
    const char *at = c->p;
    const BcEntry *e = bc_attr_entry(c);
    if (!e)
        return;
    if (e->custom && e->dialect == BC_SDY) {
        BcCursor part = { c->b, e->at, e->at + e->n };
        if (bc_varint(&part) != SDY_MESH) {
            bc_fail(c, at, "a sharding needs a mesh");
            return;
        }
        g_string_append(out, "mesh");
        print_mesh(&part, out);
        return;
    }
    const MAttr *symbol = bc_attr(c->b, (uint64_t)(e - c->b->attrs), at);
    if (symbol && symbol->kind != ATTR_SYMBOL)
        bc_fail(c, at, "a sharding needs a mesh");
    else if (symbol)
        mlir_attr_print(out, symbol);
}

static void print_axes(BcCursor *c, const char *intro, GString *out)
{
    g_autoptr(GString) axes = g_string_new(NULL);
    if (print_list(c, SDY_AXIS_REF, print_axis, axes))
        g_string_append_printf(out, ", %s{%s}", intro, axes->str);
}

/* <@mesh, [{"x"}, {}], replicated={"z"}, unreduced={"w"}> */
static void print_sharding(BcCursor *c, uint64_t code, GString *out)
{
    g_string_append_c(out, '<');
    print_mesh_or_symbol(c, out);
    g_string_append(out, ", [");
    print_list(c, SDY_DIM, print_dim, out);
    g_string_append_c(out, ']');
    print_axes(c, "replicated=", out);
    if (code != SDY_SHARDING) {
        g_autoptr(GString) axes = g_string_new(NULL);
        int n = print_list(c, SDY_AXIS_REF, print_axis, axes);
        int64_t op = code == SDY_SHARDING_V3 ? bc_svarint(c) : 0;
        if (n)
            g_string_append_printf(out, ", unreduced=%s{%s}", op == 1 ? "max" : op == 2 ? "min" : "", axes->str);
    }
    g_string_append_c(out, '>');
}

/* A list of shardings, each of any version. */
static void print_per_value(BcCursor *c, GString *out)
{
    size_t n = bc_count(c);
    g_string_append(out, "<[");
    for (size_t i = 0; i < n; i++) {
        const BcEntry *e = too_long(c, out) ? NULL : bc_attr_entry(c);
        BcCursor part, probe = { c->b, e ? e->at : c->end, e ? e->at + e->n : c->end };
        uint64_t code = e ? bc_varint(&probe) : 0;
        if (!open_entry(c, e, code == SDY_SHARDING_V2 || code == SDY_SHARDING_V3 ? code : SDY_SHARDING, &part))
            return;
        g_string_append(out, i ? ", " : "");
        print_sharding(&part, code, out);
    }
    g_string_append(out, "]>");
}

/* Factors of a rule are called i to z, then z_1, z_2, .. */
static void print_factor(GString *out, int64_t i)
{
    if (i >= 0 && i < 18)
        g_string_append_c(out, (char)('i' + i));
    else
        g_string_append_printf(out, "z_%" G_GINT64_FORMAT, i - 17);
}

static void print_dim_mapping(BcCursor *c, uint64_t code, GString *out)
{
    (void)code;
    Ints v = bc_svarints(c);
    for (int i = 0; i < v.n; i++)
        print_factor(out, v.v[i]);
}

static void print_mapping(BcCursor *c, uint64_t code, GString *out)
{
    (void)code;
    g_string_append_c(out, '[');
    print_list(c, SDY_DIM_MAPPING, print_dim_mapping, out);
    g_string_append_c(out, ']');
}

/* <([i, j], [j, k])->([i, k]) {i=8, j=2, k=4} reduction={j}, custom> */
static void print_rule(BcCursor *c, GString *out)
{
    static const char *const kinds[] = { "reduction", "need_replication", "permutation", "blocked_propagation" };
    Ints sizes = bc_svarints(c);
    g_string_append(out, "<(");
    print_list(c, SDY_MAPPING, print_mapping, out);
    g_string_append(out, ")->(");
    print_list(c, SDY_MAPPING, print_mapping, out);
    g_string_append_c(out, ')');
    for (int i = 0; i < sizes.n; i++) {
        g_string_append(out, i ? ", " : " {");
        print_factor(out, i);
        g_string_append_printf(out, "=%" G_GINT64_FORMAT, sizes.v[i]);
    }
    g_string_append(out, sizes.n ? "}" : "");
    for (size_t k = 0; k < G_N_ELEMENTS(kinds); k++) {
        Ints v = bc_svarints(c);
        for (int i = 0; i < v.n; i++) {
            g_string_append_printf(out, i ? ", " : " %s={", kinds[k]);
            print_factor(out, v.v[i]);
        }
        g_string_append(out, v.n ? "}" : "");
    }
    g_string_append(out, bc_byte(c) ? ", custom>" : ">");
}

static void print_axis_list(BcCursor *c, uint64_t code, GString *out)
{
    (void)code;
    g_string_append_c(out, '{');
    print_list(c, SDY_AXIS_REF, print_axis, out);
    g_string_append_c(out, '}');
}

/* {"x"}: 0->1 */
static void print_all_to_all(BcCursor *c, uint64_t code, GString *out)
{
    print_axis_list(c, code, out);
    int64_t from = bc_svarint(c), to = bc_svarint(c);
    g_string_append_printf(out, ": %" G_GINT64_FORMAT "->%" G_GINT64_FORMAT, from, to);
}

static void print_manual_axes(BcCursor *c, GString *out)
{
    size_t n = bc_count(c);
    g_string_append(out, "#sdy<manual_axes{");
    for (size_t i = 0; i < n && !too_long(c, out); i++) {
        const char *at = c->p;
        const MAttr *name = bc_attr_ref(c);
        if (!name)
            return;
        if (name->kind != ATTR_STRING) {
            bc_fail(c, at, "an axis' name must be a string");
            return;
        }
        g_string_append(out, i ? ", " : "");
        mlir_attr_print(out, name);
    }
    g_string_append(out, "}>");
}

MAttr *bc_read_sdy_attr(BcCursor *c, uint64_t code)
{
    g_autoptr(GString) out = g_string_new(NULL);
    switch (code) {
    case SDY_MANUAL_AXES: print_manual_axes(c, out); break;
    case SDY_MESH:
        g_string_append(out, "#sdy.mesh");
        print_mesh(c, out);
        break;
    case SDY_SHARDING:
    case SDY_SHARDING_V2:
    case SDY_SHARDING_V3:
        g_string_append(out, "#sdy.sharding");
        print_sharding(c, code, out);
        break;
    case SDY_PER_VALUE:
    case SDY_PER_VALUE_V2:
        g_string_append(out, "#sdy.sharding_per_value");
        print_per_value(c, out);
        break;
    case SDY_RULE:
        g_string_append(out, "#sdy.op_sharding_rule");
        print_rule(c, out);
        break;
    case SDY_AXIS_LIST:
        g_string_append(out, "#sdy<axis_ref_list");
        print_axis_list(c, code, out);
        g_string_append_c(out, '>');
        break;
    case SDY_AXIS_LISTS:
        g_string_append(out, "#sdy<list_of_axis_ref_lists[");
        print_list(c, SDY_AXIS_LIST, print_axis_list, out);
        g_string_append(out, "]>");
        break;
    case SDY_ALL_TO_ALL_LIST:
        g_string_append(out, "#sdy<all_to_all_param_list[");
        print_list(c, SDY_ALL_TO_ALL, print_all_to_all, out);
        g_string_append(out, "]>");
        break;
    case SDY_MESH_AXIS: case SDY_SUB_AXIS: case SDY_AXIS_REF: case SDY_DIM: case SDY_DIM_MAPPING: case SDY_MAPPING: case SDY_ALL_TO_ALL:
        c->p = c->end; /* parts, which nothing has by themselves */
        break;
    default: bc_fail(c, c->p, "unknown attribute %" G_GUINT64_FORMAT " of the dialect sdy", code); break;
    }
    if (bc_failed(c->b) || too_long(c, out))
        return NULL;
    MAttr *a = bc_attr_new(c->b, ATTR_RAW);
    a->text = (Str){ arena_strndup(c->b->x->lasting, out->str, out->len), out->len };
    return a;
}
