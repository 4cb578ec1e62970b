/* Modules, functions and meshes in MLIR's generic form, in which names and signatures are attributes. */
#include "runtime/text/stablehlo_function.h"
#include "runtime/text/stablehlo_op.h"
#include "runtime/text/stablehlo_scope.h"
#include "runtime/text/stablehlo_async.h"
#include "runtime/text/stablehlo_sdy.h"

#include <string.h>

static const MAttr *entry(const MDict *dict, const char *key)
{
    const MAttr holder = { .dict = *dict };
    return mlir_field(&holder, key);
}

/* "()" and "<{..}>" behind the name. */
static bool read_properties(Reader *r, MDict *dict)
{
    Mlir *x = &r->x;
    if (!mlir_expect(x, '(') || !mlir_expect(x, ')'))
        return false;
    if (mlir_peek(x) != '<')
        return true;
    x->cur++;
    return mlir_read_dict(x, dict) && mlir_expect(x, '>');
}

/* "{..} : () -> () loc(..)" */
static bool read_end(Reader *r, MDict *dict)
{
    Mlir *x = &r->x;
    MLoc loc;
    if (mlir_peek(x) == '{' && !mlir_read_dict(x, dict))
        return false;
    return mlir_expect(x, ':') && mlir_expect(x, '(') && mlir_expect(x, ')') &&
           (mlir_accept_text(x, "->") || mlir_expected(x, "'->'")) && mlir_expect(x, '(') && mlir_expect(x, ')') &&
           mlir_read_loc(x, &loc);
}

static const char *symbol_name(Reader *r, const MDict *dict, const char *at, const char *what)
{
    const MAttr *name = entry(dict, "sym_name");
    if (name && name->kind == ATTR_STRING)
        return name->s;
    mlir_fail(&r->x, at, "%s needs sym_name", what);
    return NULL;
}

static bool read_module(Reader *r, bool outermost)
{
    Mlir *x = &r->x;
    MDict dict = { 0 };
    if (!mlir_enter(x) || !read_properties(r, &dict) || !mlir_expect(x, '(') || !mlir_expect(x, '{'))
        return false;
    if (mlir_accept(x, '^')) /* an empty block may carry its label */
        while (mlir_is_name_char(*x->cur) || *x->cur == ':')
            x->cur++;
    if (!reader_items_read(r, true) || !mlir_expect(x, ')') || !read_end(r, &dict))
        return false;
    mlir_leave(x);
    if (!outermost)
        return true;
    reader_module_from_dict(r, &dict);
    return true;
}

void reader_module_from_dict(Reader *r, const MDict *dict)
{
    const MAttr *name = entry(dict, "sym_name");
    if (name && name->kind == ATTR_STRING)
        r->m->name = arena_strdup(r->m->arena, name->s);
    MDict rest = { 0 };
    for (int i = 0; i < dict->n; i++)
        if (strcmp(dict->v[i].key, "sym_name") != 0)
            mlir_dict_add(&r->x, &rest, dict->v[i].key, dict->v[i].at, dict->v[i].value);
    reader_annotate_module(r, &rest);
}

/* Item i of arg_attrs or res_attrs. */
static MDict item_dict(const MAttr *list, int i)
{
    if (list && list->kind == ATTR_ARRAY && i < list->n_items && list->items[i]->kind == ATTR_DICT)
        return list->items[i]->dict;
    return (MDict){ 0 };
}

static IrParamInfo *read_result_infos(Reader *r, const Region *region, const MAttr *list)
{
    TypeVec types = { 0 };
    VEC(MDict) dicts = { 0 };
    for (int i = 0; i < region->n_yields; i++) {
        vec_push(&types, region->yields[i]->type);
        MDict dict = item_dict(list, i);
        vec_push(&dicts, dict);
    }
    IrParamInfo *infos = reader_result_infos(r, &types, dicts.v, dicts.n);
    vec_clear(&types);
    vec_clear(&dicts);
    return infos;
}

/* The block's arguments and what it returns against the function's type. */
static bool check_function_type(Reader *r, const Region *region, const MAttr *type, const char *name)
{
    if (!type || type->kind != ATTR_FUNCTION)
        return mlir_fail(&r->x, region->at, "@%s needs function_type = (..) -> (..)", name);
    int n_in = (int)type->i, n_out = type->n_items - n_in;
    if (n_in != region->n_args || n_out != region->n_yields)
        return mlir_fail(&r->x, region->at, "@%s takes %d and returns %d values, its type says %d and %d", name, region->n_args,
                         region->n_yields, n_in, n_out);
    for (int i = 0; i < type->n_items; i++) {
        const Type *has = i < n_in ? region->args[i]->type : region->yields[i - n_in]->type, *says = type->items[i]->type;
        if (says && has->plain == says->plain)
            continue;
        g_autoptr(GString) a = g_string_new(NULL);
        g_autoptr(GString) b = g_string_new(NULL);
        type_print_mlir(a, has);
        if (says)
            type_print_mlir(b, says);
        else
            mlir_attr_print(b, type->items[i]);
        return mlir_fail(&r->x, region->at, "%s %d of @%s is %s, its type says %s", i < n_in ? "argument" : "result",
                         i < n_in ? i : i - n_in, name, a->str, b->str);
    }
    return true;
}

static bool read_function(Reader *r, const char *at)
{
    Mlir *x = &r->x;
    MDict dict = { 0 };
    if (!read_properties(r, &dict))
        return false;
    if (!mlir_expect(x, '('))
        return false;
    if (mlir_peek(x) != '{')
        return mlir_expected(x, "the function's body");
    const MAttr *early = entry(&dict, "sym_name"); /* older text has it behind the body */
    Region *region = region_open(r, REGION_FUNCTION, early && early->kind == ATTR_STRING ? early->s : "function");
    Str whole;
    const char *before = x->cur, *line_start = x->line_start;
    int line = x->line;
    /* A body of two braces is a declaration. */
    if (!mlir_skip_balanced(x, &whole))
        return false;
    bool empty = true;
    for (size_t i = 1; i + 1 < whole.n; i++)
        empty = empty && g_ascii_isspace(whole.s[i]);
    if (empty) {
        region_close(r, region);
    } else {
        x->cur = before;
        x->line = line;
        x->line_start = line_start;
        if (!region_read(r, region))
            return false;
    }
    if (!mlir_expect(x, ')') || !read_end(r, &dict))
        return false;
    return reader_function_from_dict(r, at, &dict, empty ? NULL : region);
}

bool reader_function_from_dict(Reader *r, const char *at, const MDict *dict, Region *region)
{
    if (!reader_check_futures(r, NULL))
        return false;
    const char *name = symbol_name(r, dict, at, "func.func");
    const MAttr *visibility = entry(dict, "sym_visibility");
    Callee *callee = name ? reader_callee_new(r, name, at, !visibility || visibility->kind != ATTR_STRING || !strcmp(visibility->s, "public")) : NULL;
    if (!callee)
        return false;
    if (!region) {
        callee->declared = true;
        return true;
    }
    if (!check_function_type(r, region, entry(dict, "function_type"), callee->name))
        return false;
    static const char *const known[] = { "sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs", NULL };
    for (int i = 0; i < dict->n; i++)
        if (!g_strv_contains(known, dict->v[i].key))
            reader_annotate_pair(r, &region->comp->extra, &region->comp->n_extra, &dict->v[i]);
    const MAttr *args = entry(dict, "arg_attrs");
    for (int i = 0; i < region->n_args; i++) {
        MDict arg = item_dict(args, i);
        reader_annotate_arg(r, region->args[i], &arg, strcmp(callee->name, "main") == 0);
    }
    reader_function_define(r, callee, region, read_result_infos(r, region, entry(dict, "res_attrs")));
    return true;
}

static bool read_mesh(Reader *r, const char *at)
{
    MDict dict = { 0 };
    if (!read_properties(r, &dict) || !read_end(r, &dict))
        return false;
    return reader_mesh_from_dict(r, at, &dict);
}

bool reader_mesh_from_dict(Reader *r, const char *at, const MDict *dict)
{
    const char *name = symbol_name(r, dict, at, "sdy.mesh");
    const MAttr *mesh = entry(dict, "mesh");
    if (!name)
        return false;
    const char *text = mesh && mesh->kind == ATTR_RAW ? mlir_attr_text(&r->x, mesh) : NULL, *open = text ? strchr(text, '<') : NULL;
    if (!open)
        return mlir_fail(&r->x, at, "sdy.mesh needs mesh = #sdy.mesh<..>");
    return reader_mesh_add(r, name, at, (Str){ open, strlen(open) });
}

bool reader_generic_item_read(Reader *r, bool outermost)
{
    Mlir *x = &r->x;
    const char *at = x->cur, *name = mlir_read_string(x, NULL);
    if (!name)
        return false;
    if (strcmp(name, "builtin.module") == 0)
        return read_module(r, outermost);
    if (strcmp(name, "func.func") == 0)
        return read_function(r, at);
    if (strcmp(name, "sdy.mesh") == 0)
        return read_mesh(r, at);
    return mlir_fail(x, at, "unknown operation '%s' outside of a function", name);
}
