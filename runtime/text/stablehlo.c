/* Reads StableHLO text into the IR: the module and its functions. The text is read in one pass; calls are linked to their
 * functions at the end. Functions are read by stablehlo_function.c, regions by stablehlo_scope.c, operations by
 * stablehlo_form.c; the build functions of stablehlo_table.c make ops of them. stablehlo_reader.h has the shared declarations.
 * Source: the MLIR language reference and the op definitions of the StableHLO, CHLO and Shardy dialects. */
#include "runtime/text/stablehlo_function.h"
#include "runtime/text/stablehlo_op.h"
#include "runtime/text/stablehlo_scope.h"
#include "runtime/text/stablehlo_sdy.h"

#include <string.h>

#include "runtime/text/text.h"

/* ---- calls and order --------------------------------------------------------------------------------------- */

static bool join_call(Reader *r, const CallSite *site)
{
    const Callee *callee = g_hash_table_lookup(r->callees, site->callee);
    if (!callee || !callee->comp) {
        if (callee && callee->declared)
            return mlir_fail(&r->x, site->at, "the function @%s has no body", site->callee);
        GPtrArray *names = g_ptr_array_new();
        for (guint i = 0; i < r->functions->len; i++)
            g_ptr_array_add(names, (gpointer)((Callee *)r->functions->pdata[i])->name);
        g_ptr_array_add(names, NULL);
        const char *near = diag_nearest(site->callee, (const char *const *)names->pdata);
        g_autofree char *hint = near ? g_strdup_printf("did you mean @%s?", near) : NULL;
        g_ptr_array_free(names, TRUE);
        return mlir_fail_as(&r->x, site->at, SHARD_ERROR_PARSE, hint, "there is no function @%s", site->callee);
    }
    IrOp *op = site->op;
    IrComp *comp = callee->comp;
    if (site->only_named) {
        op->comps[site->index] = comp;
        return true;
    }
    if (op->n_operands != comp->n_params)
        return mlir_fail(&r->x, site->at, "@%s takes %d argument%s, the call gives %d", callee->name, comp->n_params,
                         comp->n_params == 1 ? "" : "s", op->n_operands);
    for (int i = 0; i < op->n_operands; i++)
        if (op->operands[i]->type->plain != comp->params[i]->type->plain)
            return mlir_fail(&r->x, site->at, "argument %d of the call has another type than @%s takes", i, callee->name);
    if (op->type->plain != comp->root->type->plain)
        return mlir_fail(&r->x, site->at, "the call has other result types than @%s returns", callee->name);
    op_set_comps(op, 1, &comp);
    return true;
}

static bool choose_entry(Reader *r)
{
    const Callee *entry = NULL;
    for (guint i = 0; i < r->functions->len; i++) {
        const Callee *c = r->functions->pdata[i];
        if (strcmp(c->name, "main") == 0) {
            entry = c;
            break;
        }
        if (c->is_public || !entry || !entry->is_public)
            entry = c;
    }
    if (!entry)
        return mlir_fail(&r->x, r->x.cur, "the module has no function with a body");
    r->m->entry = entry->comp;
    return true;
}

/* Visits calls depth-first with an explicit stack; a computation that is found while it is open calls itself, which is an error. Orders the
 * module's computations, callees first and the entry last. Functions that the entry does not call
 * stay, so that they are checked too; only those that call the entry are removed. */
static bool order_functions(Reader *r)
{
    typedef struct { IrComp *c; int op, k; } Frame;
    enum { OPEN = 1, DONE, DROPPED };
    IrModule *m = r->m;
    g_autoptr(GHashTable) state = g_hash_table_new(NULL, NULL);
    VEC(Frame) stack = { 0 };
    IrComp **order = arena_array(m->arena, IrComp *, MAX(m->cap_comps, 1));
    int n = 0;
    bool ok = true;
    for (guint f = 0; ok && f <= r->functions->len; f++) {
        IrComp *start = f ? ((Callee *)r->functions->pdata[f - 1])->comp : m->entry;
        if (g_hash_table_lookup(state, start))
            continue;
        vec_push(&stack, ((Frame){ start, 0, 0 }));
        g_hash_table_insert(state, start, GINT_TO_POINTER(OPEN));
        bool drop = false;
        while (ok && stack.n) {
            Frame *top = &stack.v[stack.n - 1];
            if (top->op >= top->c->n_ops) {
                g_hash_table_insert(state, top->c, GINT_TO_POINTER(drop ? DROPPED : DONE));
                if (!drop && top->c != m->entry)
                    order[n++] = top->c;
                stack.n--;
                continue;
            }
            const IrOp *op = top->c->ops[top->op];
            if (top->k >= op->n_comps) {
                top->op++;
                top->k = 0;
                continue;
            }
            IrComp *next = op->comps[top->k++];
            int seen = GPOINTER_TO_INT(g_hash_table_lookup(state, next));
            if (seen == OPEN) {
                ok = diag(r->x.error, SHARD_ERROR_VERIFY, &op->at, NULL, "the function @%s calls itself", next->name);
            } else if (seen) {
                drop = drop || seen == DROPPED || next == m->entry;
            } else {
                g_hash_table_insert(state, next, GINT_TO_POINTER(OPEN));
                vec_push(&stack, ((Frame){ next, 0, 0 }));
            }
        }
    }
    vec_clear(&stack);
    order[n++] = m->entry;
    m->comps = order;
    m->n_comps = n;
    return ok;
}

static bool check_aliases(Reader *r)
{
    int n_params = r->m->entry->n_params, n_results = type_n_leaves(r->m->entry->root->type);
    for (int i = 0; i < r->aliases.n; i++) {
        const IrAlias *a = &r->aliases.v[i];
        if (a->output >= n_results || a->param >= n_params || a->output < -1 || a->param < 0)
            return mlir_fail(&r->x, r->x.cur, "an argument is aliased to result %" G_GINT64_FORMAT ", @%s has %d",
                             a->output, r->m->entry->name, n_results);
    }
    /* Arguments and the module may contain the same alias. */
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    int n = 0;
    for (int i = 0; i < r->aliases.n; i++)
        if (g_hash_table_add(seen, GINT_TO_POINTER((int)r->aliases.v[i].param + 1)))
            r->aliases.v[n++] = r->aliases.v[i];
    r->aliases.n = n;
    if (r->aliases.n)
        r->m->aliases = arena_dup_array(r->m->arena, r->aliases.v, r->aliases.n);
    r->m->n_aliases = r->aliases.n;
    return true;
}

bool reader_finish(Reader *r)
{
    for (int i = 0; i < r->calls.n; i++)
        if (!join_call(r, &r->calls.v[i]))
            return false;
    if (!choose_entry(r) || !order_functions(r) || !check_aliases(r))
        return false;
    if (r->meshes) {
        g_string_append_c(r->meshes, '}');
        pair_add(r->m->arena, &r->m->pairs, &r->m->n_pairs, "xla.sdy.meshes", r->meshes->str, true);
    }
    return module_check_depth(r->m, r->x.error);
}

/* ---- the module ----------------------------------------------------------------------------------------------- */

/* [{alias = {kind = "may_alias", parameter_index = array<i64>, parameter_number = 0 : i64}, output_index = array<i64: 1>}, ..];
 * the index is the place within a tuple argument, which functions do not have. */
static void add_module_aliases(Reader *r, const MAttr *list)
{
    for (int i = 0; list->kind == ATTR_ARRAY && i < list->n_items; i++) {
        const MAttr *item = list->items[i];
        const MAttr *alias = item->kind == ATTR_DICT ? mlir_field(item, "alias") : NULL;
        if (!alias || alias->kind != ATTR_DICT)
            continue;
        Ints output = { 0 };
        const MAttr *index = mlir_field(item, "output_index"), *kind = mlir_field(alias, "kind");
        if (index)
            mlir_attr_ints(&r->x, index, &output);
        IrAlias a = { output.n ? output.v[0] : 0, mlir_field_int(alias, "parameter_number", 0),
                      kind && kind->kind == ATTR_STRING && strcmp(kind->s, "must_alias") == 0 };
        vec_push(&r->aliases, a);
    }
}

void reader_annotate_module(Reader *r, const MDict *dict)
{
    for (int i = 0; i < dict->n; i++) {
        const MEntry *e = &dict->v[i];
        if (strcmp(e->key, "mhlo.num_partitions") == 0 && e->value->kind == ATTR_INT)
            r->m->n_partitions = MAX(e->value->i, 0); /* 0: the text does not say */
        else if (strcmp(e->key, "mhlo.num_replicas") == 0 && e->value->kind == ATTR_INT)
            r->m->n_replicas = MAX(e->value->i, 1);
        else if (strcmp(e->key, "mhlo.input_output_alias") == 0)
            add_module_aliases(r, e->value);
        else if (strcmp(e->key, "mhlo.frontend_attributes") == 0 && e->value->kind == ATTR_DICT)
            for (int k = 0; k < e->value->dict.n; k++)
                reader_annotate_pair(r, &r->m->pairs, &r->m->n_pairs, &e->value->dict.v[k]);
        else
            reader_annotate_pair(r, &r->m->extra, &r->m->n_extra, e);
    }
}

/* Behind "module". Symbols of nested modules share one table. */
static bool read_module(Reader *r, bool outermost)
{
    Mlir *x = &r->x;
    if (!mlir_enter(x))
        return false;
    if (mlir_peek(x) == '@') {
        const char *name = mlir_read_symbol(x);
        if (!name)
            return false;
        if (outermost)
            r->m->name = arena_strdup(r->m->arena, name);
    }
    MDict attrs = { 0 };
    if (mlir_accept_keyword(x, "attributes") && !mlir_read_dict(x, &attrs))
        return false;
    if (outermost)
        reader_annotate_module(r, &attrs);
    MLoc loc;
    if (!mlir_expect(x, '{') || !reader_items_read(r, true) || !mlir_read_loc(x, &loc))
        return false;
    mlir_leave(x);
    return true;
}

static bool read_item(Reader *r, bool inside)
{
    Mlir *x = &r->x;
    char c = *x->cur;
    if (c == '#' || c == '!')
        return mlir_skip_alias_definition(x);
    if (c == '"')
        return reader_generic_item_read(r, !inside && r->functions->len == 0);
    Str w = mlir_accept_word(x);
    if (str_is(w, "func.func") || str_is(w, "func"))
        return reader_function_read(r);
    if (str_is(w, "module") || str_is(w, "builtin.module"))
        return read_module(r, !inside && r->functions->len == 0);
    if (str_is(w, "sdy.mesh"))
        return reader_mesh_read(r);
    if (!w.n)
        return mlir_expected(x, "a function");
    x->cur = w.s;
    return reader_unknown_op(r, w.s, str_dup_z(r, w));
}

bool reader_items_read(Reader *r, bool braces)
{
    Mlir *x = &r->x;
    for (;;) {
        char c = mlir_peek(x);
        if (braces && c == '}') {
            x->cur++;
            return true;
        }
        if (x->cur >= x->end)
            return !braces || mlir_expected(x, "'}'");
        if (!braces && c == '{' && x->cur[1] == '-' && x->cur[2] == '#')
            return true; /* resources, to the end of the file */
        if (!read_item(r, braces))
            return false;
    }
}

void reader_init(Reader *r)
{
    r->m->path = r->x.path;
    r->value_names = str_table_new(r->x.lasting);
    r->callees = g_hash_table_new(NULL, NULL);
    r->functions = g_ptr_array_new();
    r->regions = g_ptr_array_new_with_free_func(region_clear);
    r->row_names = str_table_new(r->x.lasting);
    r->outer_of = g_hash_table_new(NULL, NULL);
    r->mesh_text = g_hash_table_new(NULL, NULL);
    for (int i = 0; i < n_stablehlo_rows; i++) {
        uint32_t *tag;
        if (!stablehlo_rows[i].build)
            continue;
        const char *name = op_row_name(&stablehlo_rows[i]);
        str_intern_tag(r->row_names, name, strlen(name), &tag);
        *tag = (uint32_t)i + 1;
    }
}

void reader_clear(Reader *r)
{
    vec_clear(&r->bindings);
    vec_clear(&r->calls);
    vec_clear(&r->aliases);
    vec_clear(&r->numbered);
    vec_clear(&r->arg_types);
    vec_clear(&r->result_types);
    str_table_free(r->value_names);
    str_table_free(r->row_names);
    g_hash_table_unref(r->callees);
    g_ptr_array_unref(r->functions);
    g_ptr_array_unref(r->regions);
    g_hash_table_unref(r->outer_of);
    g_hash_table_unref(r->mesh_text);
    if (r->meshes)
        g_string_free(r->meshes, TRUE);
    mlir_clear(&r->x);
}

IrModule *reader_end(Reader *r, bool ok, GError **first, GError **error)
{
    if (ok && r->x.n_kept > MLIR_MAX_KEPT)
        ok = mlir_fail_as(&r->x, r->x.too_long, SHARD_ERROR_LIMIT, NULL, "attributes longer than %d bytes in all, as operations share them", (int)MLIR_MAX_KEPT);
    if (ok && r->x.too_long)
        ok = mlir_fail_as(&r->x, r->x.too_long, SHARD_ERROR_LIMIT, NULL, "an attribute is longer than %d bytes with its aliases written out",
                          (int)MLIR_MAX_EXPANDED);
    IrModule *m = r->m;
    reader_clear(r);
    g_assert(ok == (*first == NULL));
    if (ok)
        return m;
    module_free(m);
    g_propagate_error(error, *first);
    return NULL;
}

IrModule *stablehlo_parse(const char *path, const char *text, size_t n, GError **error)
{
    return stablehlo_parse_at(path, 1, text, n, error);
}

IrModule *stablehlo_parse_at(const char *path, int first_line, const char *text, size_t n, GError **error)
{
    GError *first = NULL; /* the rules check whether an error is set, so `error` must not be NULL */
    Reader r = { 0 };
    r.m = module_new("module");
    mlir_init(&r.x, r.m, path, first_line, (Str){ text, n }, &first);
    reader_init(&r);
    mlir_find_aliases(&r.x);
    return reader_end(&r, reader_items_read(&r, false) && reader_finish(&r), &first, error);
}
