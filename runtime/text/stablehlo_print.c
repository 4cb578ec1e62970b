/* The IR as StableHLO text: the module, functions, regions, values and locations. The form is what JAX's lowering
 * prints, so that its parser and our reader take it back; locations are kept as aliases at the end. */
#include "runtime/text/stablehlo_print.h"

#include <stdarg.h>
#include <string.h>

#include "runtime/text/text.h"

/* ---- small parts ---------------------------------------------------------------------------------------- */

void mlir_print_indent(Printer *p)
{
    for (int i = 0; i < p->indent; i++)
        g_string_append(p->out, "  ");
}

void mlir_print_string(GString *out, const char *s)
{
    g_string_append_c(out, '"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            g_string_append_printf(out, "\\%c", *s);
        else if ((unsigned char)*s < 0x20 || (unsigned char)*s == 0x7f)
            g_string_append_printf(out, "\\%02X", (unsigned char)*s);
        else
            g_string_append_c(out, *s);
    }
    g_string_append_c(out, '"');
}

void mlir_print_symbol(GString *out, const char *name)
{
    g_string_append_c(out, '@');
    bool plain = g_ascii_isalpha(*name) || *name == '_';
    for (const char *s = name; *s; s++)
        plain = plain && (g_ascii_isalnum(*s) || strchr("_$.-", *s));
    if (plain)
        g_string_append(out, name);
    else
        mlir_print_string(out, name);
}

void mlir_print_key(GString *out, const char *key)
{
    bool plain = g_ascii_isalpha(*key) || *key == '_';
    for (const char *c = key; *c; c++)
        plain = plain && (g_ascii_isalnum(*c) || strchr("_$.", *c));
    if (plain)
        g_string_append(out, key);
    else
        mlir_print_string(out, key);
}

void mlir_add_attr(Printer *p, const char *key, const char *fmt, ...)
{
    GString *s = p->attrs;
    if (s->len)
        g_string_append(s, ", ");
    mlir_print_key(s, key);
    if (!fmt)
        return;
    g_string_append(s, " = ");
    va_list ap;
    va_start(ap, fmt);
    g_string_append_vprintf(s, fmt, ap);
    va_end(ap);
}

void mlir_add_extra(Printer *p, const IrPair *extra, int n)
{
    for (int i = 0; i < n; i++) {
        const char *key = extra[i].key;
        if (g_str_has_prefix(key, MLIR_LOOSE))
            key += strlen(MLIR_LOOSE);
        else if (!strchr(key, '.'))
            continue;
        g_autoptr(GString) s = g_string_new(extra[i].raw ? extra[i].value : NULL);
        if (!extra[i].raw)
            mlir_print_string(s, extra[i].value);
        mlir_add_attr(p, key, "%s", s->str);
    }
}

/* ---- values -------------------------------------------------------------------------------------------------- */

const char *const *mlir_operand_leaves(const Printer *p, const IrOp *op, int i)
{
    const char *const *leaves = p->leaves[op->operands[i]->id];
    g_assert(leaves); /* operands stand before their users */
    return leaves;
}

static void set_leaves(Printer *p, const IrOp *op, const char *const *leaves)
{
    p->leaves[op->id] = leaves;
}

static const char **new_leaves(Printer *p, const IrOp *op)
{
    return arena_array(p->scratch, const char *, MAX(type_n_leaves(op->type), 1));
}

/* tuple and get_tuple_element: names of others. True if the op was one. */
static bool rename_leaves(Printer *p, const IrOp *op)
{
    if (op->code == OP_tuple) {
        const char **leaves = new_leaves(p, op);
        int n = 0;
        for (int i = 0; i < op->n_operands; i++) {
            int k = type_n_leaves(op->operands[i]->type);
            if (k)
                memcpy(leaves + n, mlir_operand_leaves(p, op, i), sizeof *leaves * (size_t)k);
            n += k;
        }
        set_leaves(p, op, leaves);
        return true;
    }
    const Type *from = op->n_operands ? op->operands[0]->type : NULL; /* of a module that was only read it may be anything */
    if (op->code == OP_get_tuple_element && from && from->kind == TYPE_TUPLE && op->a.gte.index >= 0 && op->a.gte.index < from->n_parts) {
        const char *const *all = mlir_operand_leaves(p, op, 0);
        set_leaves(p, op, all + type_part_leaf(op->operands[0]->type, (int)op->a.gte.index));
        return true;
    }
    return false;
}

/* Shardings that the loop's own annotation lists; none of them may lose its value. */
static int n_annotated(const IrOp *op)
{
    const char *text = op->shardings ? NULL : pair_get(op->pairs, op->n_pairs, "xla.sdy.sharding");
    int n = 0;
    for (const char *s = text; s && (s = strchr(s, '<')) != NULL; s++)
        n += s[1] == '@' || strncmp(s + 1, "mesh", 4) == 0;
    return n;
}

int mlir_n_results(const IrOp *op)
{
    int n = type_n_leaves(op->type), kept = n;
    if (op->code != OP_while)
        return n;
    int annotated = n_annotated(op);
    while (kept > annotated && while_captures(op, kept - 1))
        kept--;
    return kept ? kept : n; /* a loop over captures alone keeps them */
}

void mlir_print_results(Printer *p, const IrOp *op)
{
    int n = mlir_n_results(op);
    const char **leaves = new_leaves(p, op);
    mlir_print_indent(p);
    if (n) {
        int number = p->n_values++;
        for (int i = 0; i < n; i++)
            leaves[i] = n == 1 ? arena_printf(p->scratch, "%%%d", number) : arena_printf(p->scratch, "%%%d#%d", number, i);
        if (n == 1)
            g_string_append_printf(p->out, "%%%d = ", number);
        else
            g_string_append_printf(p->out, "%%%d:%d = ", number, n);
    }
    set_leaves(p, op, leaves);
}

void mlir_print_operands(Printer *p, const IrOp *op, int first, int n)
{
    bool comma = false;
    for (int i = first; i < first + n; i++) {
        const char *const *leaves = mlir_operand_leaves(p, op, i);
        for (int k = 0; k < type_n_leaves(op->operands[i]->type); k++) {
            if (!leaves[k])
                continue;
            g_string_append(p->out, comma ? ", " : "");
            g_string_append(p->out, leaves[k]);
            comma = true;
        }
    }
}

static void print_first_types(GString *out, const Type *type, int n)
{
    for (int i = 0; i < n; i++) {
        g_string_append(out, i ? ", " : "");
        type_print_mlir(out, type_leaf(type, i));
    }
}

void mlir_print_leaf_types(GString *out, const Type *type)
{
    print_first_types(out, type, type_n_leaves(type));
}

void mlir_print_result_types(GString *out, const Type *type)
{
    bool parens = type_n_leaves(type) != 1;
    g_string_append(out, parens ? "(" : "");
    mlir_print_leaf_types(out, type);
    g_string_append(out, parens ? ")" : "");
}

void mlir_print_function_type(Printer *p, const IrOp *op)
{
    g_string_append_c(p->out, '(');
    bool comma = false;
    for (int i = 0; i < op->n_operands; i++) {
        if (comma && type_n_leaves(op->operands[i]->type))
            g_string_append(p->out, ", ");
        mlir_print_leaf_types(p->out, op->operands[i]->type);
        comma = comma || type_n_leaves(op->operands[i]->type);
    }
    g_string_append(p->out, ") -> ");
    mlir_print_result_types(p->out, op->type);
}

void mlir_print_attr_dict(Printer *p)
{
    if (p->attrs->len)
        g_string_append_printf(p->out, " {%s}", p->attrs->str);
    g_string_truncate(p->attrs, 0);
}

void mlir_print_op_end(Printer *p, const IrOp *op)
{
    mlir_add_annotations(p, op);
    mlir_print_attr_dict(p);
    g_string_append(p->out, " : ");
    mlir_print_function_type(p, op);
    mlir_print_loc(p, op);
}

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
        const char **leaves = new_leaves(p, c->params[i]);
        for (int k = 0; k < type_n_leaves(c->params[i]->type); k++)
            leaves[k] = arena_printf(p->scratch, "%%arg%d", p->n_args++);
        set_leaves(p, c->params[i], leaves);
    }
}

/* n: values that the terminator returns, the first leaves of the root. */
static void print_body(Printer *p, const IrComp *c, const char *terminator, int n)
{
    p->indent++;
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        if (op->code == OP_parameter || rename_leaves(p, op))
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
        print_first_types(p->out, c->root->type, n);
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

/* Values that a loop only passes on stand outside of it and are used from within, as the program had them: the reader
 * makes them the last of the state. */
void mlir_print_while(Printer *p, const IrOp *op)
{
    const IrComp *cond = op->comps[0], *body = op->comps[1];
    int n = mlir_n_results(op);
    mlir_print_results(p, op);
    int n_values = p->n_values, n_args = p->n_args;
    const char *const *state = mlir_operand_leaves(p, op, 0);
    const char **args = new_leaves(p, op), **results = new_leaves(p, op);
    for (int i = 0; i < type_n_leaves(op->type); i++) {
        args[i] = i < n ? arena_printf(p->scratch, "%%arg%d", p->n_args++) : state[i];
        results[i] = i < n ? p->leaves[op->id][i] : state[i];
    }
    set_leaves(p, op, results);
    set_leaves(p, cond->params[0], args);
    set_leaves(p, body->params[0], args);
    g_string_append(p->out, "stablehlo.while(");
    for (int i = 0; i < n; i++)
        g_string_append_printf(p->out, "%s%s = %s", i ? ", " : "", args[i], state[i]);
    g_string_append_c(p->out, ')');
    if (n) {
        g_string_append(p->out, " : ");
        print_first_types(p->out, op->type, n);
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

/* Branches use what is outside again: a branch's parameter is the operand itself. */
void mlir_print_conditional(Printer *p, const IrOp *op)
{
    mlir_print_results(p, op);
    bool is_if = op->operands[0]->type->elem == ELEM_pred;
    g_string_append_printf(p->out, "\"stablehlo.%s\"(%s) (", is_if ? "if" : "case", mlir_operand_leaves(p, op, 0)[0]);
    for (int i = 0; i < op->n_comps; i++) {
        const IrComp *branch = op->comps[i];
        g_string_append(p->out, i ? ", " : "");
        if (branch->n_params)
            set_leaves(p, branch->params[0], mlir_operand_leaves(p, op, i + 1));
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

/* The call of what a composite stands for, as the reader and HLO keep it. */
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

/* HLO's entry is @main; its other computations are nobody else's business. */
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
    g_ptr_array_unref(p.loc_texts);
    g_string_free(p.attrs, TRUE);
    arena_free(p.scratch);
    return g_string_free(p.out, FALSE);
}
