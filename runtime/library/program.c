/* Programs: read from text, and what they take and return. */
#include "runtime/library/library_impl.h"

#include <string.h>

#include "runtime/base/memory_out.h"

static ShardscopeValueInfo *info_of(const Type *type, const char *name, GPtrArray *names)
{
    ShardscopeValueInfo *info = g_new0(ShardscopeValueInfo, 1);
    if (type->kind == TYPE_ARRAY) {
        info->shape.dtype = (ShardscopeDtype)((int)type->elem + 1);
        info->shape.rank = type->rank;
        memcpy(info->shape.dims, type->dims, sizeof *type->dims * (size_t)MIN(type->rank, SHARDSCOPE_MAX_RANK));
    }
    if (type->kind == TYPE_TOKEN) { /* passed as what it is made of: nothing */
        info->shape.dtype = SHARDSCOPE_PRED;
        info->shape.rank = 1;
    }
    if (name) {
        g_ptr_array_add(names, g_strdup(name));
        info->name = names->pdata[names->len - 1];
    }
    return info;
}

/* A text among the annotations, kept with the names. */
static const char *label(const IrPair *pairs, int n, const char *key, GPtrArray *names)
{
    const char *text = pair_get(pairs, n, key);
    if (text)
        g_ptr_array_add(names, g_strdup(text));
    return text ? names->pdata[names->len - 1] : NULL;
}

static void add_labels(ShardscopeValueInfo *info, const IrPair *pairs, int n, GPtrArray *names)
{
    info->memory_kind = label(pairs, n, "mhlo.memory_kind", names);
    info->layout = label(pairs, n, "mhlo.layout_mode", names);
}

static const char *result_name(const IrComp *entry, int leaf)
{
    const IrParamInfo *r = entry->results ? &entry->results[leaf] : NULL;
    return r ? pair_get(r->pairs, r->n_pairs, "jax.result_info") : NULL;
}

void library_signature(const IrModule *m, GPtrArray *arguments, GPtrArray *results, GPtrArray *names)
{
    const IrComp *entry = m->entry;
    for (int i = 0; i < entry->n_params; i++) {
        const IrOp *p = entry->params[i];
        for (int k = 0; k < type_n_leaves(p->type); k++) {
            g_ptr_array_add(arguments, info_of(type_leaf(p->type, k), p->op_name ? p->op_name : p->name, names));
            add_labels(arguments->pdata[arguments->len - 1], p->pairs, p->n_pairs, names);
        }
    }
    for (int k = 0; k < type_n_leaves(entry->root->type); k++) {
        g_ptr_array_add(results, info_of(type_leaf(entry->root->type, k), result_name(entry, k), names));
        ShardscopeValueInfo *info = results->pdata[results->len - 1];
        if (entry->results)
            add_labels(info, entry->results[k].pairs, entry->results[k].n_pairs, names);
        char *order = info->layout && !strcmp(info->layout, "auto") ? library_free_order(m, k) : NULL;
        if (order) {
            g_ptr_array_add(names, order);
            info->layout = order;
        }
    }
    for (int i = 0; i < m->n_aliases; i++)
        if (m->aliases[i].param >= 0 && m->aliases[i].param < (int64_t)arguments->len)
            ((ShardscopeValueInfo *)arguments->pdata[m->aliases[i].param])->donated = true;
}

ShardscopeProgram *library_program_of(IrModule *m, ShardscopeError **error)
{
    GError *e = NULL;
    if (!module_verify(m, &e)) {
        module_free(m);
        library_fail(error, e);
        return NULL;
    }
    ShardscopeProgram *p = g_new0(ShardscopeProgram, 1);
    atomic_init(&p->refs, 1);
    p->module = m;
    p->arguments = g_ptr_array_new_with_free_func(g_free);
    p->results = g_ptr_array_new_with_free_func(g_free);
    p->names = g_ptr_array_new_with_free_func(g_free);
    library_signature(m, p->arguments, p->results, p->names);
    return p;
}

/* Takes the source. p may be NULL. */
static ShardscopeProgram *with_source(ShardscopeProgram *p, GBytes *source, const char *name)
{
    if (!p) {
        g_bytes_unref(source);
        return NULL;
    }
    p->source = source;
    p->source_name = g_strdup(name);
    return p;
}

typedef struct Reading {
    const char *path, *text; /* text NULL = from the file */
    size_t n;
    ShardscopeProgram *program;
    ShardscopeError *error;
} Reading;

static void read_program(void *arg)
{
    Reading *x = arg;
    GError *e = NULL;
    GBytes *source = NULL;
    IrModule *m = x->text ? program_parse(x->path, x->text, x->n, &e) : program_read_keeping(x->path, NULL, &source, &e);
    if (m)
        x->program = with_source(library_program_of(m, &x->error), x->text ? g_bytes_new(x->text, x->n) : source, x->path);
    else
        library_fail(&x->error, e);
}

static ShardscopeProgram *read_guarded(Reading x, ShardscopeError **error)
{
    GError *why = NULL;
    if (!memory_guarded(read_program, &x, &why))
        library_fail(&x.error, why);
    if (x.error)
        library_pass(error, x.error);
    return x.program;
}

ShardscopeProgram *shardscope_program_read(const char *path, ShardscopeError **error)
{
    NEED(path, "a path", NULL);
    return read_guarded((Reading){ .path = path }, error);
}

ShardscopeProgram *shardscope_program_parse(const char *name, const char *text, size_t n, ShardscopeError **error)
{
    NEED(text, "a program's text", NULL);
    return read_guarded((Reading){ .path = name ? name : "program", .text = text, .n = n }, error);
}

ShardscopeProgram *shardscope_program_ref(ShardscopeProgram *p)
{
    if (p)
        atomic_fetch_add(&p->refs, 1);
    return p;
}

void shardscope_program_unref(ShardscopeProgram *p)
{
    if (!p || atomic_fetch_sub(&p->refs, 1) != 1)
        return;
    module_free(p->module);
    g_ptr_array_unref(p->arguments);
    g_ptr_array_unref(p->results);
    g_ptr_array_unref(p->names);
    g_clear_pointer(&p->source, g_bytes_unref);
    g_free(p->source_name);
    g_free(p);
}

const char *shardscope_program_name(const ShardscopeProgram *p)
{
    return p ? p->module->name : NULL;
}

bool library_spelling(ShardscopeFormat format, IrSpelling *out, ShardscopeError **error)
{
    static const IrSpelling of[] = { [SHARDSCOPE_HLO] = SPELL_HLO, [SHARDSCOPE_HLO_SHORT] = SPELL_HLO_SHORT, [SHARDSCOPE_HLO_DUMP] = SPELL_HLO_DUMP,
                                     [SHARDSCOPE_STABLEHLO] = SPELL_STABLEHLO };
    if ((unsigned)format >= G_N_ELEMENTS(of))
        return library_invalid(error, NULL, "there is no format %d", (int)format);
    *out = of[format];
    return true;
}

char *library_text(const IrModule *m, IrSpelling spelling, ShardscopeError **error)
{
    GError *why = NULL;
    if (spelling != SPELL_STABLEHLO || stablehlo_can_print(m, &why))
        return module_print(m, spelling);
    library_fail(error, why);
    return NULL;
}

char *shardscope_program_text(const ShardscopeProgram *p, ShardscopeFormat format, ShardscopeError **error)
{
    NEED(p, "a program", NULL);
    IrSpelling spelling;
    return library_spelling(format, &spelling, error) ? library_text(p->module, spelling, error) : NULL;
}

int shardscope_program_n_arguments(const ShardscopeProgram *p)
{
    return p ? (int)p->arguments->len : -1;
}

int shardscope_program_n_results(const ShardscopeProgram *p)
{
    return p ? (int)p->results->len : -1;
}

bool library_info(const GPtrArray *list, int i, const char *what, ShardscopeValueInfo *out, ShardscopeError **error)
{
    if (i < 0 || i >= (int)list->len)
        return library_invalid(error, NULL, "%s %d of %u", what, i, list->len);
    *out = *(const ShardscopeValueInfo *)list->pdata[i];
    return true;
}

bool shardscope_program_argument(const ShardscopeProgram *p, int i, ShardscopeValueInfo *out, ShardscopeError **error)
{
    NEED(p, "a program", false);
    NEED(out, "a place for the result", false);
    return library_info(p->arguments, i, "argument", out, error);
}

bool shardscope_program_result(const ShardscopeProgram *p, int i, ShardscopeValueInfo *out, ShardscopeError **error)
{
    NEED(p, "a program", false);
    NEED(out, "a place for the result", false);
    return library_info(p->results, i, "result", out, error);
}

/* ---- elements ------------------------------------------------------------------------------------------------------------- */

static bool is_dtype(ShardscopeDtype dtype)
{
    return (int)dtype >= 1 && (int)dtype <= N_ELEMS;
}

size_t shardscope_dtype_bytes(ShardscopeDtype dtype)
{
    return is_dtype(dtype) ? (size_t)elem_info[dtype - 1].bytes : 0;
}

const char *shardscope_dtype_name(ShardscopeDtype dtype)
{
    return is_dtype(dtype) ? elem_info[dtype - 1].hlo : NULL;
}

bool library_check_shape(const char *function, const ShardscopeShape *shape, ShardscopeError **error)
{
    if (!shape)
        return library_null(error, function, "a shape");
    if (!is_dtype(shape->dtype))
        return library_invalid(error, NULL, "%s: there is no element type %d", function, (int)shape->dtype);
    if (shape->rank < 0 || shape->rank > SHARDSCOPE_MAX_RANK)
        return library_invalid(error, NULL, "%s: an array of %d dimensions: there can be 0 to %d", function, shape->rank, SHARDSCOPE_MAX_RANK);
    if (type_dims_fit((ElemType)(shape->dtype - 1), shape->rank, shape->dims))
        return true;
    g_autofree char *dims = library_dims_text(shape->rank, shape->dims);
    return library_invalid(error, NULL, "%s: %s%s cannot be: sizes are at least 0, and all elements fit in memory", function, elem_info[shape->dtype - 1].hlo, dims);
}
