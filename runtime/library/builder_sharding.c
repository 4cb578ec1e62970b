/* Building programs: shardings of values, written as the annotations that readers of program text keep and pass import reads. */
#include "runtime/library/builder_impl.h"

#include <inttypes.h>
#include <string.h>

#include "runtime/shard/spell.h"

static const char *on_mesh(ShardscopeBuilder *b, ShardscopeSharding *s, int rank, ShardscopeError **error)
{
    ShardscopeSharding *moved = shardscope_sharding_on_mesh(s, b->mesh, rank, error);
    const Sharding *layout = moved ? library_sharding_at(moved, rank, error) : NULL;
    const char *text = NULL;
    if (layout) {
        g_autoptr(GString) out = g_string_new(NULL);
        sharding_print_sdy(out, layout, true);
        text = arena_strdup(b->m->arena, out->str);
    }
    shardscope_sharding_unref(moved);
    return text;
}

static const char *as_tiles(ShardscopeBuilder *b, ShardscopeSharding *s, int rank, ShardscopeError **error)
{
    const Sharding *layout = library_sharding_at(s, rank, error);
    if (!layout)
        return NULL;
    for (int64_t i = 0; i < library_n_shards(s) && !layout->maximal && s->devices; i++)
        if (s->devices[i] != i) {
            library_invalid(error, "programs number devices from 0; ShardscopeCompileOptions.device_assignment says which they are",
                            "shard %" PRId64 " of the sharding is on device %" PRId64, i, s->devices[i]);
            return NULL;
        }
    g_autoptr(GString) out = g_string_new(NULL);
    sharding_print_gspmd(out, layout);
    b->n_devices = MAX(b->n_devices, layout->maximal ? library_shard_device(s, 0) + 1 : library_n_shards(s));
    return arena_strdup(b->m->arena, out->str);
}

const char *builder_annotation(ShardscopeBuilder *b, ShardscopeSharding *s, int rank, ShardscopeError **error)
{
    return b->mesh ? on_mesh(b, s, rank, error) : as_tiles(b, s, rank, error);
}

static void set_pair(Arena *a, IrPair **pairs, int *n, const char *value)
{
    static const char key[] = "xla.sdy.sharding";
    for (int i = 0; i < *n; i++)
        if (strcmp((*pairs)[i].key, key) == 0) {
            (*pairs)[i].value = value;
            return;
        }
    pair_push(a, pairs, n, (IrPair){ key, value, false });
}

void builder_annotate_op(ShardscopeBuilder *b, IrOp *op, const char *text)
{
    if (b->mesh)
        set_pair(b->m->arena, &op->pairs, &op->n_pairs, text[0] == '#' ? text : arena_printf(b->m->arena, "#sdy.sharding%s", text));
    else
        op->sharding_text = text;
}

void builder_annotate_result(ShardscopeBuilder *b, IrParamInfo *r, const char *text)
{
    if (b->mesh)
        set_pair(b->m->arena, &r->pairs, &r->n_pairs, arena_printf(b->m->arena, "#sdy.sharding%s", text));
    else
        r->sharding_text = text;
}

/* A leaf about which nothing is said: open in all dimensions. */
static void print_open(const ShardscopeBuilder *b, GString *out, const Type *type)
{
    if (!b->mesh) {
        g_string_append(out, "{unknown}");
        return;
    }
    g_string_append_printf(out, "<@%s, [", b->mesh->mesh->name);
    for (int d = 0; type->kind == TYPE_ARRAY && d < type->rank; d++)
        g_string_append(out, d ? ", {?}" : "{?}");
    g_string_append(out, "]>");
}

/* The annotations of the results of one op, as one list. */
static void annotate_leaf(ShardscopeBuilder *b, IrOp *op, int leaf, const char *text)
{
    int n = type_n_leaves(op->type);
    if (op->type->kind != TYPE_TUPLE) {
        builder_annotate_op(b, op, text);
        return;
    }
    const char **leaves = g_hash_table_lookup(b->annotated, op);
    if (!leaves) {
        leaves = g_new0(const char *, n);
        g_hash_table_insert(b->annotated, op, leaves);
    }
    leaves[leaf] = text;
    g_autoptr(GString) out = g_string_new(b->mesh ? "#sdy.sharding_per_value<[" : "{");
    for (int i = 0; i < n; i++) {
        g_string_append(out, i ? ", " : "");
        if (leaves[i])
            g_string_append(out, leaves[i]);
        else
            print_open(b, out, type_leaf(op->type, i));
    }
    g_string_append(out, b->mesh ? "]>" : "}");
    builder_annotate_op(b, op, arena_strdup(b->m->arena, out->str));
}

/* What a value of the builder can be given a sharding for: arrays, and where they are computed. */
static bool check_value(const ShardscopeValue *v, ShardscopeError **error)
{
    if (v->op->type->kind == TYPE_ARRAY)
        return true;
    g_autofree char *type = type_text(v->op->type);
    return builder_fail(v->f->b, error, SHARD_ERROR_USAGE, "a sharding for %s: shardscope_value_result takes the arrays out of it", type);
}

bool shardscope_value_set_sharding(ShardscopeValue *v, ShardscopeSharding *sharding, ShardscopeError **error)
{
    NEED(v, "a value", false);
    NEED(sharding, "a sharding", false);
    ShardscopeBuilder *b = v->f->b;
    if (!builder_open(v->f, error) || !check_value(v, error))
        return false;
    if (v->op->code == OP_parameter && v->f != b->entry)
        return library_invalid(error, "shardscope_value_constrain gives the value a sharding", "a sharding for a parameter of %s, which is not the entry", v->f->name);
    const char *text = builder_annotation(b, sharding, v->op->type->rank, error);
    if (!text)
        return false;
    IrValue at = value_resolve(v->op, 0);
    annotate_leaf(b, at.op, at.leaf, text);
    return true;
}

ShardscopeValue *shardscope_value_constrain(ShardscopeValue *v, ShardscopeSharding *sharding, ShardscopeError **error)
{
    NEED(v, "a value", NULL);
    NEED(sharding, "a sharding", NULL);
    ShardscopeBuilder *b = v->f->b;
    if (!builder_open(v->f, error) || !check_value(v, error))
        return NULL;
    const char *text = builder_annotation(b, sharding, v->op->type->rank, error);
    if (!text)
        return NULL;
    IrOp *op = op_new(v->f->c, OP_custom_call, v->op->type, "sharding", 1, &v->op);
    op->a.custom.target = "Sharding";
    builder_annotate_op(b, op, text);
    return builder_value(v->f, op);
}
