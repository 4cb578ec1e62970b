/* Small parts of StableHLO text: strings and symbols, the op's dictionary, names of values, types of operands and
 * results, and the ends of ops. */
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

void mlir_set_leaves(Printer *p, const IrOp *op, const char *const *leaves)
{
    p->leaves[op->id] = leaves;
}

const char **mlir_new_leaves(Printer *p, const IrOp *op)
{
    return arena_array(p->scratch, const char *, MAX(type_n_leaves(op->type), 1));
}

bool mlir_rename_leaves(Printer *p, const IrOp *op)
{
    if (op->code == OP_tuple) {
        const char **leaves = mlir_new_leaves(p, op);
        int n = 0;
        for (int i = 0; i < op->n_operands; i++) {
            int k = type_n_leaves(op->operands[i]->type);
            if (k)
                memcpy(leaves + n, mlir_operand_leaves(p, op, i), sizeof *leaves * (size_t)k);
            n += k;
        }
        mlir_set_leaves(p, op, leaves);
        return true;
    }
    const Type *from = op->n_operands ? op->operands[0]->type : NULL; /* of a module that was only read it may be anything */
    if (op->code == OP_get_tuple_element && from && from->kind == TYPE_TUPLE && op->a.gte.index >= 0 && op->a.gte.index < from->n_parts) {
        const char *const *all = mlir_operand_leaves(p, op, 0);
        mlir_set_leaves(p, op, all + type_part_leaf(op->operands[0]->type, (int)op->a.gte.index));
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
    const char **leaves = mlir_new_leaves(p, op);
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
    mlir_set_leaves(p, op, leaves);
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

void mlir_print_first_types(GString *out, const Type *type, int n)
{
    for (int i = 0; i < n; i++) {
        g_string_append(out, i ? ", " : "");
        type_print_mlir(out, type_leaf(type, i));
    }
}

void mlir_print_leaf_types(GString *out, const Type *type)
{
    mlir_print_first_types(out, type, type_n_leaves(type));
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
