/* Functions: signatures, the dictionaries of arguments and results, and bodies. */
#include "runtime/text/stablehlo_function.h"
#include "runtime/text/stablehlo_op.h"
#include "runtime/text/stablehlo_scope.h"
#include "runtime/text/stablehlo_async.h"

#include <string.h>

static Callee *callee_of(Reader *r, const char *name)
{
    Callee *c = g_hash_table_lookup(r->callees, name);
    if (!c) {
        c = arena_new(r->x.lasting, Callee);
        c->name = name;
        g_hash_table_insert(r->callees, (gpointer)name, c);
    }
    return c;
}

Callee *reader_callee_new(Reader *r, const char *symbol, const char *at, bool is_public)
{
    Callee *callee = callee_of(r, str_intern(r->x.names, symbol));
    if (callee->comp || callee->declared || callee->at) {
        mlir_fail(&r->x, at, "@%s is defined twice", callee->name);
        return NULL;
    }
    callee->is_public = is_public;
    callee->at = at;
    return callee;
}

static void add_alias_attr(Reader *r, int64_t output, int64_t param)
{
    IrAlias alias = { output, param, false };
    vec_push(&r->aliases, alias);
}

/* Adds the annotations in an argument's dictionary to its parameter. */
void reader_annotate_arg(Reader *r, IrOp *param, const MDict *dict, bool is_entry)
{
    for (int i = 0; i < dict->n; i++) {
        const MEntry *e = &dict->v[i];
        if (strcmp(e->key, "mhlo.sharding") == 0 && e->value->kind == ATTR_STRING) {
            param->sharding_text = arena_strdup(r->m->arena, e->value->s);
            continue;
        }
        reader_annotate_pair(r, &param->pairs, &param->n_pairs, e);
        if (!is_entry)
            continue;
        if (strcmp(e->key, "tf.aliasing_output") == 0 && e->value->kind == ATTR_INT)
            add_alias_attr(r, e->value->i, param->a.parameter.number);
        else if (strcmp(e->key, "jax.buffer_donor") == 0 && e->value->kind == ATTR_BOOL && e->value->i)
            add_alias_attr(r, -1, param->a.parameter.number);
    }
}

/* "(%a: T {..} loc(..), ..)", or types alone in a declaration. */
static bool read_function_args(Reader *r, bool is_entry, bool *declared)
{
    Mlir *x = &r->x;
    if (!mlir_expect(x, '('))
        return false;
    if (mlir_accept(x, ')'))
        return true;
    do {
        char c = mlir_peek(x);
        const char *at = x->cur;
        Str name = { at, 0 };
        if (c == '%') {
            if (!value_name_read(r, &name) || !mlir_expect(x, ':'))
                return false;
        } else {
            *declared = true;
        }
        const Type *type = mlir_read_type(x);
        MDict dict = { 0 };
        MLoc loc;
        if (!type || (mlir_peek(x) == '{' && !mlir_read_dict(x, &dict)) || !mlir_read_loc(x, &loc))
            return false;
        if (!name.n)
            continue;
        IrOp *param = region_arg(r, name, at, type, &loc);
        if (!param)
            return false;
        reader_annotate_arg(r, param, &dict, is_entry);
    } while (mlir_accept(x, ','));
    return mlir_expect(x, ')');
}

IrParamInfo *reader_result_infos(Reader *r, const TypeVec *types, const MDict *dicts, int n)
{
    int leaves = 0, n_entries = 0;
    for (int i = 0; i < n; i++) {
        leaves += type_n_leaves(types->v[i]);
        n_entries += dicts[i].n;
    }
    if (!n_entries)
        return NULL;
    IrParamInfo *infos = arena_array(r->m->arena, IrParamInfo, MAX(leaves, 1));
    for (int i = 0, k = 0; i < n; k += type_n_leaves(types->v[i++])) {
        for (int j = 0; type_n_leaves(types->v[i]) && j < dicts[i].n; j++) {
            const MEntry *e = &dicts[i].v[j];
            if (strcmp(e->key, "mhlo.sharding") == 0 && e->value->kind == ATTR_STRING)
                infos[k].sharding_text = arena_strdup(r->m->arena, e->value->s);
            else
                reader_annotate_pair(r, &infos[k].pairs, &infos[k].n_pairs, e);
        }
    }
    return infos;
}

/* "T" or "(T {..}, T)". */
static bool read_function_results(Reader *r, TypeVec *types, IrParamInfo **infos)
{
    Mlir *x = &r->x;
    if (mlir_peek(x) != '(')
        return mlir_read_types(x, types);
    VEC(MDict) dicts = { 0 };
    bool ok = true;
    x->cur++;
    if (!mlir_accept(x, ')')) {
        do {
            const Type *type = mlir_read_type(x);
            MDict dict = { 0 };
            MLoc loc;
            ok = type && (mlir_peek(x) != '{' || mlir_read_dict(x, &dict)) && mlir_read_loc(x, &loc);
            if (!ok)
                break;
            vec_push(types, type);
            vec_push(&dicts, dict);
        } while (mlir_accept(x, ','));
        ok = ok && mlir_expect(x, ')');
    }
    if (ok)
        *infos = reader_result_infos(r, types, dicts.v, dicts.n);
    vec_clear(&dicts);
    return ok;
}

static bool check_returns(Reader *r, const Region *region, const TypeVec *types, const char *name)
{
    bool as_region = strcmp(region->ended_by, "stablehlo.return") == 0; /* JAX writes comparators so */
    if (!as_region && strcmp(region->ended_by, "func.return") != 0)
        return mlir_fail(&r->x, region->ended_at, "@%s ends with %s, a function ends with func.return", name, region->ended_by);
    if (region->n_yields != types->n)
        return mlir_fail(&r->x, region->ended_at, "@%s returns %d value%s, its signature says %d", name, region->n_yields,
                         region->n_yields == 1 ? "" : "s", types->n);
    for (int i = 0; i < types->n; i++) {
        if (region->yields[i]->type->plain == types->v[i]->plain)
            continue;
        g_autoptr(GString) has = g_string_new(NULL);
        g_autoptr(GString) says = g_string_new(NULL);
        type_print_mlir(has, region->yields[i]->type);
        type_print_mlir(says, types->v[i]);
        return mlir_fail(&r->x, region->ended_at, "@%s returns %s as result %d, its signature says %s", name, has->str, i,
                         says->str);
    }
    return true;
}

void reader_function_define(Reader *r, Callee *callee, Region *region, IrParamInfo *infos)
{
    region_finish(r, region);
    region->comp->results = infos;
    callee->comp = region->comp;
    pair_add(r->m->arena, &region->comp->extra, &region->comp->n_extra, "sym_visibility", callee->is_public ? "public" : "private", false);
    g_ptr_array_add(r->functions, callee);
}

static bool read_function_rest(Reader *r, Callee *callee, Region *region, TypeVec *types)
{
    Mlir *x = &r->x;
    bool is_entry = strcmp(callee->name, "main") == 0;
    bool declared = false;
    IrParamInfo *infos = NULL;
    if (!read_function_args(r, is_entry, &declared))
        return false;
    if (mlir_accept_text(x, "->") && !read_function_results(r, types, &infos))
        return false;
    MDict attrs = { 0 };
    if (mlir_accept_keyword(x, "attributes") && !mlir_read_dict(x, &attrs))
        return false;
    for (int i = 0; i < attrs.n; i++)
        reader_annotate_pair(r, &region->comp->extra, &region->comp->n_extra, &attrs.v[i]);
    if (!reader_check_futures(r, NULL))
        return false;
    MLoc loc;
    if (declared || mlir_peek(x) != '{') {
        callee->declared = true;
        region_close(r, region);
        return mlir_read_loc(x, &loc);
    }
    region->at = x->cur;
    if (!region_read(r, region) || !check_returns(r, region, types, callee->name) || !mlir_read_loc(x, &loc))
        return false;
    reader_function_define(r, callee, region, infos);
    return true;
}

bool reader_function_read(Reader *r)
{
    Mlir *x = &r->x;
    bool is_public = true;
    if (mlir_accept_keyword(x, "private") || mlir_accept_keyword(x, "nested"))
        is_public = false;
    else
        mlir_accept_keyword(x, "public");
    mlir_peek(x);
    const char *at = x->cur;
    const char *symbol = mlir_read_symbol(x);
    if (!symbol)
        return false;
    Callee *callee = reader_callee_new(r, symbol, at, is_public);
    if (!callee)
        return false;
    g_autofree char *doing = g_strdup_printf("@%s", callee->name);
    x->doing = doing;
    Region *region = region_open(r, REGION_FUNCTION, callee->name);
    TypeVec types = { 0 };
    bool ok = read_function_rest(r, callee, region, &types);
    vec_clear(&types);
    x->doing = NULL;
    return ok;
}
