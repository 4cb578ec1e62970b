/* Building programs: builders, functions, parameters, constants, results, and the finished program. */
#include "runtime/library/builder_impl.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "runtime/ir/scalar.h"
#include "runtime/shard/spell.h"

/* ---- errors -------------------------------------------------------------------------------------------------------------------- */

TextPos builder_pos(const ShardscopeBuilder *b)
{
    return b->loc ? (TextPos){ b->loc->file, b->loc->line, 1 } : (TextPos){ 0 };
}

bool builder_fail(const ShardscopeBuilder *b, ShardscopeError **error, ShardError code, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    g_autofree char *text = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    TextPos at = builder_pos(b);
    GError *e = NULL;
    diag(&e, code, &at, NULL, "%s", text);
    return library_fail(error, e);
}

bool builder_check_name(const char *name, const char *what, ShardscopeError **error)
{
    bool ok = g_ascii_isalpha(name[0]) || name[0] == '_';
    for (const char *s = name; *s && ok; s++)
        ok = g_ascii_isalnum(*s) || strchr("_.-", *s);
    return ok || library_invalid(error, "letters, digits, _ . and -, beginning with a letter or _", "\"%s\" cannot be the name of a %s", name, what);
}

/* ---- life ---------------------------------------------------------------------------------------------------------------------- */

static ShardscopeFunction *function_new(ShardscopeBuilder *b, const char *name)
{
    ShardscopeFunction *f = g_new0(ShardscopeFunction, 1);
    *f = (ShardscopeFunction){ .b = b, .c = comp_new(b->m, name), .name = g_strdup(name) };
    f->c->at = builder_pos(b);
    g_ptr_array_add(b->functions, f);
    return f;
}

static void function_free(gpointer p)
{
    ShardscopeFunction *f = p;
    for (int i = 0; i < f->results.n; i++)
        g_free(f->results.v[i].name);
    vec_clear(&f->results);
    g_free(f->name);
    g_free(f);
}

static void value_free(gpointer p)
{
    ShardscopeValue *v = p;
    g_free(v->parts);
    g_free(v);
}

/* The mesh as programs of Shardy have it: {mesh = #sdy.mesh<["x"=2]>}. */
static void put_mesh(ShardscopeBuilder *b)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_append_printf(text, "{%s = #sdy.mesh", b->mesh->mesh->name);
    mesh_print_sdy(text, b->mesh->mesh);
    g_string_append_c(text, '}');
    pair_add(b->m->arena, &b->m->pairs, &b->m->n_pairs, "xla.sdy.meshes", text->str, true);
    b->m->n_partitions = b->mesh->mesh->n_devices;
}

ShardscopeBuilder *shardscope_builder_new(const char *name, ShardscopeMesh *mesh, ShardscopeError **error)
{
    NEED(name, "a name", NULL);
    if (!builder_check_name(name, "program", error))
        return NULL;
    ShardscopeBuilder *b = g_new0(ShardscopeBuilder, 1);
    atomic_init(&b->refs, 1);
    b->m = module_new(name);
    b->m->path = str_intern(b->m->strs, name);
    b->mesh = shardscope_mesh_ref(mesh);
    b->functions = g_ptr_array_new_with_free_func(function_free);
    b->values = g_ptr_array_new_with_free_func(value_free);
    b->annotated = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    if (mesh)
        put_mesh(b);
    b->entry = function_new(b, "main");
    b->m->entry = b->entry->c;
    b->entry->c->is_function = true;
    return b;
}

ShardscopeBuilder *shardscope_builder_ref(ShardscopeBuilder *b)
{
    if (b)
        atomic_fetch_add(&b->refs, 1);
    return b;
}

void shardscope_builder_unref(ShardscopeBuilder *b)
{
    if (!b || atomic_fetch_sub(&b->refs, 1) != 1)
        return;
    module_free(b->m);
    shardscope_mesh_unref(b->mesh);
    g_ptr_array_unref(b->functions);
    g_ptr_array_unref(b->values);
    g_hash_table_unref(b->annotated);
    vec_clear(&b->aliases);
    g_free(b);
}

void shardscope_builder_at(ShardscopeBuilder *b, const char *file, int line)
{
    if (!b || !b->m)
        return;
    if (!file) {
        b->loc = NULL;
        return;
    }
    if (b->loc && b->loc->line == line && g_str_equal(b->loc->file, file))
        return;
    Loc *loc = arena_new(b->m->arena, Loc);
    *loc = (Loc){ .file = str_intern(b->m->strs, file), .line = MAX(line, 0) };
    b->loc = loc;
}

/* ---- functions ------------------------------------------------------------------------------------------------------------------ */

static bool not_built(const ShardscopeBuilder *b, ShardscopeError **error)
{
    return b->m || library_invalid(error, "make another builder", "the program has been built already");
}

ShardscopeFunction *shardscope_builder_entry(ShardscopeBuilder *b, ShardscopeError **error)
{
    NEED(b, "a builder", NULL);
    return b->entry;
}

ShardscopeFunction *shardscope_builder_function(ShardscopeBuilder *b, const char *name, ShardscopeError **error)
{
    NEED(b, "a builder", NULL);
    NEED(name, "a name", NULL);
    if (!not_built(b, error) || !builder_check_name(name, "function", error))
        return NULL;
    for (guint i = 0; i < b->functions->len; i++)
        if (g_str_equal(((ShardscopeFunction *)b->functions->pdata[i])->name, name)) {
            builder_fail(b, error, SHARD_ERROR_USAGE, "there is a function %s already", name);
            return NULL;
        }
    return function_new(b, name);
}

bool builder_open(const ShardscopeFunction *f, ShardscopeError **error)
{
    if (!not_built(f->b, error))
        return false;
    return !f->complete || builder_fail(f->b, error, SHARD_ERROR_USAGE, "the function %s is called already: nothing can be added to it", f->name);
}

ShardscopeValue *builder_value(ShardscopeFunction *f, IrOp *op)
{
    ShardscopeValue *v = g_new0(ShardscopeValue, 1);
    *v = (ShardscopeValue){ .f = f, .op = op };
    op->at = builder_pos(f->b);
    if (!op->loc)
        op->loc = f->b->loc;
    op->origins = &op->id;
    op->n_origins = 1;
    g_ptr_array_add(f->b->values, v);
    return v;
}

/* The type of a shape, which is checked. */
static const Type *type_of(const ShardscopeFunction *f, const char *function, const ShardscopeShape *shape, ShardscopeError **error)
{
    if (!library_check_shape(function, shape, error))
        return NULL;
    return type_array(f->b->m->types, (ElemType)(shape->dtype - 1), shape->rank, shape->dims);
}

ShardscopeValue *shardscope_parameter(ShardscopeFunction *f, const char *name, const ShardscopeShape *shape, ShardscopeSharding *sharding,
                                      ShardscopeError **error)
{
    NEED(f, "a function", NULL);
    NEED(shape, "a shape", NULL);
    if (!builder_open(f, error))
        return NULL;
    if (sharding && f != f->b->entry) {
        library_invalid(error, "shardscope_value_constrain gives the value a sharding", "a sharding for a parameter of %s, which is not the entry", f->name);
        return NULL;
    }
    const Type *type = type_of(f, __func__, shape, error);
    const char *text = type && sharding ? builder_annotation(f->b, sharding, shape->rank, error) : NULL;
    if (!type || (sharding && !text))
        return NULL;
    IrOp *op = op_new(f->c, OP_parameter, type, name && name[0] ? name : NULL, 0, NULL);
    op->a.parameter.number = f->c->n_params;
    op->op_name = name ? str_intern(f->b->m->strs, name) : NULL;
    IrOp **params = arena_array(f->b->m->arena, IrOp *, f->c->n_params + 1);
    for (int i = 0; i < f->c->n_params; i++)
        params[i] = f->c->params[i];
    params[f->c->n_params++] = op;
    f->c->params = params;
    if (text)
        builder_annotate_op(f->b, op, text);
    return builder_value(f, op);
}

bool shardscope_result(ShardscopeFunction *f, ShardscopeValue *value, const char *name, ShardscopeSharding *sharding, ShardscopeError **error)
{
    NEED(f, "a function", false);
    NEED(value, "a value", false);
    if (!builder_open(f, error))
        return false;
    if (value->f != f)
        return builder_fail(f->b, error, SHARD_ERROR_USAGE, "a value of %s cannot be a result of %s", value->f->name, f->name);
    if (value->op->type->kind != TYPE_ARRAY) {
        g_autofree char *type = type_text(value->op->type);
        return builder_fail(f->b, error, SHARD_ERROR_USAGE, "a result of %s is %s: results are arrays, which shardscope_value_result takes out of it", f->name, type);
    }
    if (sharding && f != f->b->entry)
        return library_invalid(error, "shardscope_value_constrain gives the value a sharding", "a sharding for a result of %s, which is not the entry", f->name);
    const char *text = sharding ? builder_annotation(f->b, sharding, value->op->type->rank, error) : NULL;
    if (sharding && !text)
        return false;
    vec_push(&f->results, ((ResultEntry){ .value = value, .name = g_strdup(name), .sharding = text }));
    return true;
}

bool builder_complete(ShardscopeFunction *f, GError **error)
{
    if (f->complete)
        return true;
    if (!f->results.n)
        return diag(error, SHARD_ERROR_USAGE, NULL, "shardscope_result makes a value a result", "the function %s has no results", f->name);
    f->c->root = f->results.v[0].value->op;
    if (f->results.n > 1) {
        g_autofree IrOp **parts = g_new(IrOp *, f->results.n);
        g_autofree const Type **types = g_new(const Type *, f->results.n);
        for (int i = 0; i < f->results.n; i++) {
            parts[i] = f->results.v[i].value->op;
            types[i] = parts[i]->type->plain;
        }
        if (!type_tuple_fits(f->results.n, types))
            return diag(error, SHARD_ERROR_LIMIT, NULL, NULL, "the function %s has %d results", f->name, f->results.n);
        f->c->root = builder_value(f, op_new(f->c, OP_tuple, type_tuple(f->b->m->types, f->results.n, types), NULL, f->results.n, parts))->op;
    }
    f->complete = true;
    return true;
}

/* ---- constants -------------------------------------------------------------------------------------------------------------------- */

static ShardscopeValue *constant_of(ShardscopeFunction *f, const Type *type, const void *data, bool splat)
{
    IrOp *op = op_new(f->c, OP_constant, type, NULL, 0, NULL);
    op->a.literal = literal_new(f->b->m, type, data, splat);
    return builder_value(f, op);
}

/* Bytes that are no elements: booleans but 0 and 1, and integers of a few bits that are too large. */
static bool check_elements(const Type *type, const void *data, ShardscopeError **error)
{
    int bits = elem_info[type->elem].bits;
    const int8_t *p = data;
    bool is_signed = elem_info[type->elem].cls == CLASS_SIGNED;
    if (bits >= 8 && type->elem != ELEM_pred)
        return true;
    int low = is_signed ? -(1 << (bits - 1)) : 0, high = type->elem == ELEM_pred ? 1 : is_signed ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
    for (int64_t i = 0; i < type->n_elems; i++)
        if (p[i] < low || p[i] > high)
            return library_invalid(error, NULL, "element %" PRId64 " of the constant is %d, and %s has %d to %d", i, p[i], elem_info[type->elem].hlo, low, high);
    return true;
}

ShardscopeValue *shardscope_constant(ShardscopeFunction *f, const ShardscopeShape *shape, const void *data, ShardscopeError **error)
{
    NEED(f, "a function", NULL);
    NEED(shape, "a shape", NULL);
    const Type *type = builder_open(f, error) ? type_of(f, __func__, shape, error) : NULL;
    if (!type)
        return NULL;
    NEED(data || !type->n_elems, "the elements", NULL);
    return check_elements(type, data, error) ? constant_of(f, type, data, false) : NULL;
}

ShardscopeValue *shardscope_fill(ShardscopeFunction *f, const ShardscopeShape *shape, double number, ShardscopeError **error)
{
    NEED(f, "a function", NULL);
    NEED(shape, "a shape", NULL);
    const Type *type = builder_open(f, error) ? type_of(f, __func__, shape, error) : NULL;
    if (!type)
        return NULL;
    char element[16] = { 0 };
    scalar_from_double(type->elem, number, element);
    bool whole = elem_is_int(type->elem) || type->elem == ELEM_pred;
    if (whole && scalar_to_double(type->elem, element) != number) {
        builder_fail(f->b, error, SHARD_ERROR_USAGE, "%s has no number %g", elem_info[type->elem].hlo, number);
        return NULL;
    }
    ShardscopeValue *scalar = constant_of(f, type_scalar(f->b->m->types, type->elem), element, false);
    return type->rank ? builder_value(f, op_new(f->c, OP_broadcast, type, NULL, 1, &scalar->op)) : scalar; /* as JAX writes it */
}

/* ---- the program -------------------------------------------------------------------------------------------------------------------- */

bool shardscope_donate(ShardscopeValue *parameter, int result, ShardscopeError **error)
{
    NEED(parameter, "a parameter", false);
    ShardscopeBuilder *b = parameter->f->b;
    if (!not_built(b, error))
        return false;
    const IrOp *op = parameter->op;
    if (op->code != OP_parameter || parameter->f != b->entry)
        return builder_fail(b, error, SHARD_ERROR_USAGE, "%s is no parameter of the entry, and cannot be donated", op->name);
    if (result < -1 || result >= b->entry->results.n)
        return builder_fail(b, error, SHARD_ERROR_USAGE, "%s is donated to result %d, and there are %d so far", op->name, result, b->entry->results.n);
    for (int i = 0; i < b->aliases.n; i++) {
        if (b->aliases.v[i].param == op->a.parameter.number)
            return builder_fail(b, error, SHARD_ERROR_USAGE, "%s is donated twice", op->name);
        if (result >= 0 && b->aliases.v[i].output == result)
            return builder_fail(b, error, SHARD_ERROR_USAGE, "result %d has been given %s already", result, b->entry->c->params[b->aliases.v[i].param]->name);
    }
    const Type *to = result < 0 ? op->type : b->entry->results.v[result].value->op->type;
    if (to->plain != op->type->plain) {
        g_autofree char *is = type_text(op->type), *want = type_text(to);
        return builder_fail(b, error, SHARD_ERROR_USAGE, "%s of %s is donated to result %d of %s", op->name, is, result, want);
    }
    vec_push(&b->aliases, ((IrAlias){ .output = result, .param = op->a.parameter.number }));
    return true;
}

/* Names and shardings of the entry's results. GSPMD takes the root's own sharding for the result's: where they differ, a copy is the root. */
static void put_results(ShardscopeBuilder *b)
{
    ShardscopeFunction *f = b->entry;
    IrModule *m = b->m;
    const char *only = f->results.n == 1 && !b->mesh ? f->results.v[0].sharding : NULL;
    if (only && f->c->root->sharding_text && strcmp(only, f->c->root->sharding_text) != 0) {
        f->c->root = builder_value(f, op_new(f->c, OP_copy, f->c->root->type, NULL, 1, &f->c->root))->op;
        f->c->root->sharding_text = only;
    }
    f->c->results = arena_array(m->arena, IrParamInfo, f->results.n);
    for (int i = 0; i < f->results.n; i++) {
        const ResultEntry *r = &f->results.v[i];
        IrParamInfo *info = &f->c->results[i];
        if (r->name)
            pair_add(m->arena, &info->pairs, &info->n_pairs, "jax.result_info", r->name, false);
        if (r->sharding)
            builder_annotate_result(b, info, r->sharding);
    }
}

ShardscopeProgram *shardscope_builder_build(ShardscopeBuilder *b, ShardscopeError **error)
{
    NEED(b, "a builder", NULL);
    GError *e = NULL;
    if (!not_built(b, error))
        return NULL;
    if (!builder_complete(b->entry, &e)) {
        library_fail(error, e);
        return NULL;
    }
    put_results(b);
    IrModule *m = g_steal_pointer(&b->m);
    m->aliases = arena_dup_array(m->arena, b->aliases.v, b->aliases.n);
    m->n_aliases = b->aliases.n;
    if (!m->n_partitions && b->n_devices > 1)
        m->n_partitions = b->n_devices;
    module_order_comps(m);
    return library_program_of(m, error);
}
