/* Prints the IR as StableHLO text: the module, functions, regions and locations. The form is the one that JAX prints,
 * so that its parser and our reader accept it; locations are printed as aliases at the end. */
#include "runtime/text/stablehlo_print.h"

#include <string.h>

#include "runtime/text/text.h"

/* ---- locations -------------------------------------------------------------------------------------------------- */

static void print_frame(GString *out, const Loc *l)
{
    if (l->func) {
        mlir_print_string(out, l->func);
        g_string_append_c(out, '(');
    }
    mlir_print_string(out, l->file ? l->file : "");
    g_string_append_printf(out, ":%d:%d", l->line, l->col);
    if (l->end_line == l->line && l->end_col)
        g_string_append_printf(out, " to :%d", l->end_col);
    else if (l->end_line)
        g_string_append_printf(out, " to %d:%d", l->end_line, l->end_col);
    if (l->func)
        g_string_append_c(out, ')');
}

static void print_frames(GString *out, const Loc *l)
{
    int open = 0;
    for (; l->caller && open < 100; l = l->caller, open++) {
        g_string_append(out, "callsite(");
        print_frame(out, l);
        g_string_append(out, " at ");
    }
    print_frame(out, l);
    while (open--)
        g_string_append_c(out, ')');
}

static void print_loc_of(Printer *p, const char *name, const Loc *loc)
{
    if (!name && !loc)
        return;
    g_autoptr(GString) s = g_string_new(NULL);
    if (name)
        mlir_print_string(s, name);
    if (loc) {
        g_string_append(s, name ? "(" : "");
        print_frames(s, loc);
        g_string_append(s, name ? ")" : "");
    }
    int number = GPOINTER_TO_INT(g_hash_table_lookup(p->locs, s->str));
    if (!number) {
        char *text = g_strdup(s->str);
        g_ptr_array_add(p->loc_texts, text);
        number = (int)p->loc_texts->len;
        g_hash_table_insert(p->locs, text, GINT_TO_POINTER(number));
    }
    g_string_append_printf(p->out, " loc(#loc%d)", number);
}

void mlir_print_loc(Printer *p, const IrOp *op)
{
    print_loc_of(p, op->op_name, op->loc);
    g_string_append_c(p->out, '\n');
}

/* An argument's name, in place. */
static void print_arg_loc(Printer *p, const IrOp *op)
{
    if (!op->op_name || op->loc) {
        print_loc_of(p, op->op_name, op->loc);
        return;
    }
    g_string_append(p->out, " loc(");
    mlir_print_string(p->out, op->op_name);
    g_string_append_c(p->out, ')');
}

/* ---- regions ------------------------------------------------------------------------------------------------------ */

/* Names for the leaves of a computation's parameters: %argN. */
static void name_params(Printer *p, const IrComp *c)
{
    for (int i = 0; i < c->n_params; i++) {
        const char **leaves = mlir_new_leaves(p, c->params[i]);
        for (int k = 0; k < type_n_leaves(c->params[i]->type); k++)
            leaves[k] = arena_printf(p->scratch, "%%arg%d", p->n_args++);
        mlir_set_leaves(p, c->params[i], leaves);
    }
}

/* Marks reshapes that are printed as part of the broadcast behind them, which alone reads them. */
static void fold_stretched(Printer *p, const IrComp *c)
{
    for (int i = 0; i < c->n_ops; i++)
        if (broadcast_stretched(c->ops[i]))
            g_hash_table_add(p->folded, c->ops[i]->operands[0]);
    g_hash_table_remove(p->folded, c->root);
    for (int i = 0; i < c->n_ops && g_hash_table_size(p->folded); i++)
        for (int k = 0; k < c->ops[i]->n_operands; k++)
            if (c->ops[i]->operands[k]->code == OP_reshape && !broadcast_stretched(c->ops[i]))
                g_hash_table_remove(p->folded, c->ops[i]->operands[k]);
}

bool mlir_is_folded(const Printer *p, const IrOp *op)
{
    return op->code == OP_reshape && g_hash_table_contains(p->folded, op);
}

/* n: values that the terminator returns, the first leaves of the root. */
static void print_body(Printer *p, const IrComp *c, const char *terminator, int n)
{
    p->indent++;
    fold_stretched(p, c);
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        if (op->code == OP_parameter || mlir_rename_leaves(p, op) || mlir_is_folded(p, op))
            continue;
        mlir_print_op(p, op);
    }
    mlir_print_indent(p);
    g_string_append(p->out, terminator);
    const char *const *leaves = p->leaves[c->root->id];
    for (int i = 0; i < n; i++)
        g_string_append_printf(p->out, "%s%s", i ? ", " : " ", leaves[i]);
    if (n) {
        g_string_append(p->out, " : ");
        mlir_print_first_types(p->out, c->root->type, n);
    }
    g_string_append_c(p->out, '\n');
    p->indent--;
}

static void print_params(Printer *p, const IrComp *c)
{
    bool comma = false;
    for (int i = 0; i < c->n_params; i++) {
        const IrOp *param = c->params[i];
        for (int k = 0; k < type_n_leaves(param->type); k++) {
            g_string_append_printf(p->out, "%s%s: ", comma ? ", " : "", p->leaves[param->id][k]);
            type_print_mlir(p->out, type_leaf(param->type, k));
            comma = true;
        }
    }
}

void mlir_print_region(Printer *p, const IrComp *c, bool args, const char *terminator)
{
    int n_values = p->n_values, n_args = p->n_args;
    g_string_append(p->out, "{\n");
    if (args) {
        name_params(p, c);
        mlir_print_indent(p);
        g_string_append(p->out, "^bb0(");
        print_params(p, c);
        g_string_append(p->out, "):\n");
    }
    print_body(p, c, terminator, type_n_leaves(c->root->type));
    mlir_print_indent(p);
    g_string_append_c(p->out, '}');
    p->n_values = n_values;
    p->n_args = n_args;
}

/* ---- control flow --------------------------------------------------------------------------------------------------- */

/* Values that a loop only captures are printed as uses of values from outside, as in the original program; the reader
 * makes them the last values of the state. */
void mlir_print_while(Printer *p, const IrOp *op)
{
    const IrComp *cond = op->comps[0], *body = op->comps[1];
    int n = mlir_n_results(op);
    mlir_print_results(p, op);
    int n_values = p->n_values, n_args = p->n_args;
    const char *const *state = mlir_operand_leaves(p, op, 0);
    const char **args = mlir_new_leaves(p, op), **results = mlir_new_leaves(p, op);
    for (int i = 0; i < type_n_leaves(op->type); i++) {
        args[i] = i < n ? arena_printf(p->scratch, "%%arg%d", p->n_args++) : state[i];
        results[i] = i < n ? p->leaves[op->id][i] : state[i];
    }
    mlir_set_leaves(p, op, results);
    mlir_set_leaves(p, cond->params[0], args);
    mlir_set_leaves(p, body->params[0], args);
    g_string_append(p->out, "stablehlo.while(");
    for (int i = 0; i < n; i++)
        g_string_append_printf(p->out, "%s%s = %s", i ? ", " : "", args[i], state[i]);
    g_string_append_c(p->out, ')');
    if (n) {
        g_string_append(p->out, " : ");
        mlir_print_first_types(p->out, op->type, n);
    }
    mlir_add_annotations(p, op);
    if (p->attrs->len)
        g_string_append(p->out, " attributes");
    mlir_print_attr_dict(p);
    g_string_append_c(p->out, '\n');
    mlir_print_indent(p);
    g_string_append(p->out, "cond {\n");
    print_body(p, cond, "stablehlo.return", 1);
    p->n_values = n_values;
    mlir_print_indent(p);
    g_string_append(p->out, "} do {\n");
    print_body(p, body, "stablehlo.return", n);
    mlir_print_indent(p);
    g_string_append_c(p->out, '}');
    p->n_values = n_values;
    p->n_args = n_args;
    mlir_print_loc(p, op);
}

/* Branches use values from outside: the name of a branch's parameter is that of the operand. */
void mlir_print_conditional(Printer *p, const IrOp *op)
{
    mlir_print_results(p, op);
    bool is_if = op->operands[0]->type->elem == ELEM_pred;
    g_string_append_printf(p->out, "\"stablehlo.%s\"(%s) (", is_if ? "if" : "case", mlir_operand_leaves(p, op, 0)[0]);
    for (int i = 0; i < op->n_comps; i++) {
        const IrComp *branch = op->comps[i];
        g_string_append(p->out, i ? ", " : "");
        if (branch->n_params)
            mlir_set_leaves(p, branch->params[0], mlir_operand_leaves(p, op, i + 1));
        mlir_print_region(p, branch, false, "stablehlo.return");
    }
    g_string_append_c(p->out, ')');
    mlir_add_annotations(p, op);
    mlir_print_attr_dict(p);
    g_string_append(p->out, " : (");
    type_print_mlir(p->out, op->operands[0]->type);
    g_string_append(p->out, ") -> ");
    mlir_print_result_types(p->out, op->type);
    mlir_print_loc(p, op);
}

static void print_sharding_list(GString *out, const Sharding *const *list, int n)
{
    g_string_append_c(out, '[');
    for (int i = 0; i < n; i++) {
        g_string_append(out, i ? ", " : "");
        sharding_print_sdy(out, list[i], true);
    }
    g_string_append_c(out, ']');
}

void mlir_print_manual(Printer *p, const IrOp *op)
{
    const IrComp *body = op->comps[0];
    mlir_print_results(p, op);
    g_string_append(p->out, "sdy.manual_computation(");
    mlir_print_operands(p, op, 0, op->n_operands);
    g_string_append(p->out, ") in_shardings=");
    const char *in = pair_get(op->pairs, op->n_pairs, "xla.sdy.in_shardings");
    const char *out = pair_get(op->pairs, op->n_pairs, "xla.sdy.out_shardings");
    const char *axes = pair_get(op->pairs, op->n_pairs, "xla.sdy.manual_axes");
    if (op->a.manual.mesh) {
        print_sharding_list(p->out, op->a.manual.in, op->a.manual.n_in);
        g_string_append(p->out, " out_shardings=");
        print_sharding_list(p->out, op->a.manual.out, op->a.manual.n_out);
        g_string_append(p->out, " manual_axes={");
        for (int i = 0; i < op->a.manual.axes.n; i++) {
            const AxisRef *a = &op->a.manual.axes.v[i];
            g_string_append(p->out, i ? ", " : "");
            mlir_print_string(p->out, op->a.manual.mesh->axes[a->axis].name);
        }
        g_string_append_c(p->out, '}');
    } else {
        g_string_append_printf(p->out, "%s out_shardings=%s manual_axes=%s", in ? in : "[]", out ? out : "[]", axes ? axes : "{}");
    }
    int n_values = p->n_values, n_args = p->n_args;
    name_params(p, body);
    g_string_append(p->out, " (");
    print_params(p, body);
    g_string_append(p->out, ") {\n");
    print_body(p, body, "sdy.return", type_n_leaves(body->root->type));
    mlir_print_indent(p);
    g_string_append_c(p->out, '}');
    p->n_values = n_values;
    p->n_args = n_args;
    mlir_print_op_end(p, op);
}

/* Prints the call that represents a composite. */
static bool print_composite(Printer *p, const IrOp *op)
{
    const char *name = pair_get(op->pairs, op->n_pairs, "composite.name"), *is = pair_get(op->extra, op->n_extra, "is_composite");
    if (!name || !is || strcmp(is, "true") != 0)
        return false;
    const char *attrs = pair_get(op->pairs, op->n_pairs, "composite.attributes");
    const char *version = pair_get(op->pairs, op->n_pairs, "composite.version");
    mlir_print_results(p, op);
    g_string_append(p->out, "stablehlo.composite ");
    mlir_print_string(p->out, name);
    g_string_append_c(p->out, ' ');
    mlir_print_operands(p, op, 0, op->n_operands);
    if (attrs && strcmp(attrs, "{}") != 0)
        mlir_add_attr(p, "composite_attributes", "%s", attrs);
    g_autoptr(GString) symbol = g_string_new(NULL);
    mlir_print_symbol(symbol, op->comps[0]->name);
    mlir_add_attr(p, "decomposition", "%s", symbol->str);
    if (version && strcmp(version, "0") != 0)
        mlir_add_attr(p, "version", "%s : i32", version);
    mlir_print_op_end(p, op);
    return true;
}

void mlir_print_call(Printer *p, const IrOp *op)
{
    if (print_composite(p, op))
        return;
    mlir_print_results(p, op);
    g_string_append(p->out, "func.call ");
    mlir_print_symbol(p->out, op->comps[0]->name);
    g_string_append_c(p->out, '(');
    mlir_print_operands(p, op, 0, op->n_operands);
    g_string_append_c(p->out, ')');
    mlir_print_op_end(p, op);
}

/* ---- functions --------------------------------------------------------------------------------------------------------- */

static const char *alias_text(Printer *p, const IrOp *param, int leaf)
{
    if (pair_get(param->pairs, param->n_pairs, "tf.aliasing_output") || pair_get(param->pairs, param->n_pairs, "jax.buffer_donor"))
        return NULL;
    int64_t number = leaf;
    for (int i = 0; i < param->a.parameter.number; i++)
        number += type_n_leaves(param->parent->params[i]->type);
    for (int i = 0; i < p->m->n_aliases; i++) {
        const IrAlias *a = &p->m->aliases[i];
        if (a->param != number)
            continue;
        if (a->output < 0)
            return "jax.buffer_donor = true";
        return arena_printf(p->scratch, "tf.aliasing_output = %" G_GINT64_FORMAT " : i32", a->output);
    }
    return NULL;
}

static void print_signature(Printer *p, const IrComp *c, bool is_entry)
{
    GString *out = p->out;
    bool comma = false;
    g_string_append_c(out, '(');
    for (int i = 0; i < c->n_params; i++) {
        const IrOp *param = c->params[i];
        for (int k = 0; k < type_n_leaves(param->type); k++) {
            g_string_append_printf(out, "%s%s: ", comma ? ", " : "", p->leaves[param->id][k]);
            type_print_mlir(out, type_leaf(param->type, k));
            mlir_print_value_attrs(out, param->pairs, param->n_pairs, param->sharding_text,
                              param->shardings ? param->shardings[k] : NULL, is_entry ? alias_text(p, param, k) : NULL);
            print_arg_loc(p, param);
            comma = true;
        }
    }
    g_string_append(out, ")");
    int n = type_n_leaves(c->root->type);
    if (n)
        g_string_append(out, n == 1 && !c->results ? " -> " : " -> (");
    for (int i = 0; i < n; i++) {
        g_string_append(out, i ? ", " : "");
        type_print_mlir(out, type_leaf(c->root->type, i));
        if (c->results)
            mlir_print_value_attrs(out, c->results[i].pairs, c->results[i].n_pairs, c->results[i].sharding_text,
                              c->results[i].sharding, NULL);
    }
    g_string_append(out, n && (n != 1 || c->results) ? ")" : "");
}

/* HLO's entry becomes @main; its other computations are private functions. */
static void print_function(Printer *p, const IrComp *c)
{
    bool is_entry = c == p->m->entry;
    const char *visibility = pair_get(c->extra, c->n_extra, "sym_visibility");
    p->n_values = p->n_args = 0;
    mlir_print_indent(p);
    g_string_append_printf(p->out, "func.func %s ", visibility ? visibility : is_entry ? "public" : "private");
    mlir_print_symbol(p->out, is_entry && !visibility ? "main" : c->name);
    name_params(p, c);
    print_signature(p, c, is_entry);
    if (p->from_mlir)
        mlir_add_extra(p, c->extra, c->n_extra);
    if (p->attrs->len)
        g_string_append(p->out, " attributes");
    mlir_print_attr_dict(p);
    g_string_append(p->out, " {\n");
    print_body(p, c, "return", type_n_leaves(c->root->type));
    mlir_print_indent(p);
    g_string_append(p->out, "}\n");
}

/* Computations that calls name, callees first; the entry is last and printed first. */
static void print_functions(Printer *p)
{
    g_autoptr(GHashTable) called = g_hash_table_new(NULL, NULL);
    for (int i = 0; i < p->m->n_comps; i++)
        for (int k = 0; k < p->m->comps[i]->n_ops; k++) {
            const IrOp *op = p->m->comps[i]->ops[k];
            bool by_name = op->code == OP_call || op->code == OP_fusion || op->code == OP_composite || op->code == OP_custom_call;
            for (int j = 0; by_name && j < op->n_comps; j++)
                g_hash_table_add(called, op->comps[j]);
        }
    print_function(p, p->m->entry);
    for (int i = 0; i < p->m->n_comps; i++)
        if (p->m->comps[i] != p->m->entry && (g_hash_table_contains(called, p->m->comps[i]) ||
                                              pair_get(p->m->comps[i]->extra, p->m->comps[i]->n_extra, "sym_visibility")))
            print_function(p, p->m->comps[i]);
}

char *stablehlo_print(const IrModule *m)
{
    Printer p = { .out = g_string_new("module "), .m = m, .scratch = arena_new_root(), .attrs = g_string_new(NULL) };
    p.leaves = g_new0(const char *const *, MAX(m->next_id, 1));
    p.locs = g_hash_table_new(g_str_hash, g_str_equal);
    p.folded = g_hash_table_new(NULL, NULL);
    p.loc_texts = g_ptr_array_new_with_free_func(g_free);
    mlir_print_symbol(p.out, m->name && *m->name ? m->name : "module");
    if (m->n_partitions)
        mlir_add_attr(&p, "mhlo.num_partitions", "%" G_GINT64_FORMAT " : i32", m->n_partitions);
    mlir_add_attr(&p, "mhlo.num_replicas", "%" G_GINT64_FORMAT " : i32", m->n_replicas);
    p.from_mlir = pair_get(m->entry->extra, m->entry->n_extra, "sym_visibility") != NULL;
    if (p.from_mlir)
        mlir_add_extra(&p, m->extra, m->n_extra);
    g_string_append_printf(p.out, " attributes {%s} {\n", p.attrs->str);
    g_string_truncate(p.attrs, 0);
    p.indent = 1;
    mlir_print_meshes(&p);
    print_functions(&p);
    g_string_append(p.out, "}\n");
    for (guint i = 0; i < p.loc_texts->len; i++)
        g_string_append_printf(p.out, "#loc%u = loc(%s)\n", i + 1, (const char *)p.loc_texts->pdata[i]);
    g_free(p.leaves);
    g_hash_table_unref(p.locs);
    g_hash_table_unref(p.folded);
    g_ptr_array_unref(p.loc_texts);
    g_string_free(p.attrs, TRUE);
    arena_free(p.scratch);
    return g_string_free(p.out, FALSE);
}
