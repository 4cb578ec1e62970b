/* Prints one op of the IR as StableHLO text, by family. Ops that StableHLO does not have become custom calls named after
 * HLO's opcodes, so that the text can still be parsed. */
#include <string.h>

#include "runtime/text/stablehlo_print.h"

/* ---- pieces ------------------------------------------------------------------------------------------------- */

void mlir_print_ints(GString *out, const int64_t *v, int n)
{
    g_string_append_c(out, '[');
    for (int i = 0; i < n; i++)
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT, i ? ", " : "", v[i]);
    g_string_append_c(out, ']');
}

void mlir_add_ints(Printer *p, const char *key, const int64_t *v, int n)
{
    g_autoptr(GString) s = g_string_new("array<i64");
    for (int i = 0; i < n; i++)
        g_string_append_printf(s, "%s%" G_GINT64_FORMAT, i ? ", " : ": ", v[i]);
    g_string_append_c(s, '>');
    mlir_add_attr(p, key, "%s", s->str);
}

void mlir_add_i64(Printer *p, const char *key, int64_t v)
{
    mlir_add_attr(p, key, "%" G_GINT64_FORMAT " : i64", v);
}

void mlir_add_bool(Printer *p, const char *key, bool v)
{
    mlir_add_attr(p, key, "%s", v ? "true" : "false");
}

/* dense<[[a, b], ..]> : tensor<Nx2xi64> */
void mlir_add_rows(Printer *p, const char *key, const int64_t *v, int n)
{
    if (n == 0) {
        mlir_add_attr(p, key, "dense<> : tensor<0x2xi64>");
        return;
    }
    g_autoptr(GString) s = g_string_new(NULL);
    for (int i = 0; i < n; i++)
        g_string_append_printf(s, "%s[%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT "]", i ? ", " : "", v[2 * i], v[2 * i + 1]);
    mlir_add_attr(p, key, "dense<[%s]> : tensor<%dx2xi64>", s->str, n);
}

/* "<{props}>" out of the dictionary so far. */
void mlir_print_properties(Printer *p)
{
    if (p->attrs->len)
        g_string_append_printf(p->out, " <{%s}>", p->attrs->str);
    g_string_truncate(p->attrs, 0);
}

/* %r = "name"(%a, %b), up to the properties. */
void mlir_print_generic_head(Printer *p, const IrOp *op, const char *name)
{
    mlir_print_results(p, op);
    g_string_append_printf(p->out, "\"%s\"(", name);
    mlir_print_operands(p, op, 0, op->n_operands);
    g_string_append_c(p->out, ')');
}

void mlir_print_generic_tail(Printer *p, const IrOp *op)
{
    mlir_print_properties(p);
    for (int i = 0; i < op->n_comps; i++) {
        g_string_append(p->out, i ? ", " : " (");
        mlir_print_region(p, op->comps[i], true, "stablehlo.return");
    }
    g_string_append(p->out, op->n_comps ? ")" : "");
    mlir_print_op_end(p, op);
}

static void print_name(Printer *p, const IrOp *op)
{
    g_string_append_printf(p->out, "%s ", op_info[op->code].mlir);
}

/* " {attrs} : T" with one type when all are equal, else the function's. */
void mlir_print_equal_types_end(Printer *p, const IrOp *op)
{
    bool equal = true;
    for (int i = 0; i < op->n_operands; i++)
        equal = equal && op->operands[i]->type->plain == op->type->plain;
    if (!equal) {
        mlir_print_op_end(p, op);
        return;
    }
    mlir_add_annotations(p, op);
    mlir_print_attr_dict(p);
    g_string_append(p->out, " : ");
    type_print_mlir(p->out, op->type);
    mlir_print_loc(p, op);
}

/* Types without parentheses: "A, B". */
void mlir_print_bare_types_end(Printer *p, const IrOp *op, const char *between, bool operands, bool result)
{
    mlir_add_annotations(p, op);
    mlir_print_attr_dict(p);
    g_string_append(p->out, " : ");
    for (int i = 0; operands && i < op->n_operands; i++) {
        g_string_append(p->out, i ? ", " : "");
        type_print_mlir(p->out, op->operands[i]->type);
    }
    g_string_append(p->out, between);
    if (result)
        mlir_print_result_types(p->out, op->type);
    mlir_print_loc(p, op);
}

/* %r = stablehlo.name %a, %b */
void mlir_print_head(Printer *p, const IrOp *op)
{
    mlir_print_results(p, op);
    print_name(p, op);
    mlir_print_operands(p, op, 0, op->n_operands);
}

/* Prints an op that StableHLO does not have. */
void mlir_print_as_custom_call(Printer *p, const IrOp *op)
{
    const OpInfo *info = &op_info[op->code];
    mlir_print_results(p, op);
    g_string_append_printf(p->out, "stablehlo.custom_call @hlo.%s(", info->id);
    mlir_print_operands(p, op, 0, op->n_operands);
    g_string_append_c(p->out, ')');
    mlir_print_op_end(p, op);
}

/* ---- element-wise ------------------------------------------------------------------------------------------------ */

static void print_compare(Printer *p, const IrOp *op)
{
    static const char *const dirs[] = { "EQ", "NE", "GE", "GT", "LE", "LT" };
    static const char *const kinds[] = { "", ", FLOAT", ", TOTALORDER", ", SIGNED", ", UNSIGNED" };
    mlir_print_results(p, op);
    g_string_append_printf(p->out, "stablehlo.compare %s, ", dirs[op->a.compare.dir]);
    mlir_print_operands(p, op, 0, 2);
    g_string_append(p->out, kinds[op->a.compare.kind]);
    mlir_print_op_end(p, op);
}

static void print_elementwise(Printer *p, const IrOp *op)
{
    if (op->code == OP_copy && op->type->kind == TYPE_ARRAY) { /* to the type that it has already */
        mlir_print_results(p, op);
        g_string_append(p->out, "stablehlo.convert ");
        mlir_print_operands(p, op, 0, 1);
        mlir_print_op_end(p, op);
    } else if (!op_info[op->code].mlir) {
        mlir_print_as_custom_call(p, op);
    } else if (op->code == OP_compare) {
        print_compare(p, op);
    } else if (op->code == OP_select) {
        mlir_print_head(p, op);
        mlir_add_annotations(p, op);
        mlir_print_attr_dict(p);
        g_string_append(p->out, " : ");
        type_print_mlir(p->out, op->operands[0]->type);
        g_string_append(p->out, ", ");
        type_print_mlir(p->out, op->type);
        mlir_print_loc(p, op);
    } else if (op->code == OP_complex) {
        mlir_print_head(p, op);
        mlir_print_bare_types_end(p, op, "", false, true);
    } else if (op->code == OP_reduce_precision) {
        mlir_print_head(p, op);
        g_string_append_printf(p->out, ", format = e%dm%d", op->a.reduce_precision.exponent_bits, op->a.reduce_precision.mantissa_bits);
        mlir_print_equal_types_end(p, op);
    } else if (opcode_is_chlo(op->code)) {
        mlir_print_head(p, op);
        mlir_print_bare_types_end(p, op, " -> ", true, true);
    } else {
        mlir_print_head(p, op);
        if (op->code == OP_is_finite || op->code == OP_real || op->code == OP_imag)
            mlir_print_op_end(p, op);
        else
            mlir_print_equal_types_end(p, op);
    }
}

/* ---- leaves and shapes ---------------------------------------------------------------------------------------------- */

/* One constant for each leaf of a tuple's. */
static int print_parts(Printer *p, const IrOp *op, const Literal *l, const char **leaves, int n)
{
    if (l->type->kind == TYPE_TUPLE) {
        for (int i = 0; i < l->type->n_parts; i++)
            n = print_parts(p, op, l->parts[i], leaves, n);
        return n;
    }
    leaves[n] = arena_printf(p->scratch, "%%%d", p->n_values++);
    mlir_print_indent(p);
    g_string_append_printf(p->out, "%s = stablehlo.constant", leaves[n]);
    mlir_add_leaf_sharding(p, op, n);
    mlir_print_attr_dict(p);
    g_string_append_c(p->out, ' ');
    mlir_print_dense(p->out, l);
    g_string_append(p->out, " : ");
    type_print_mlir(p->out, l->type);
    mlir_print_loc(p, op);
    return n + 1;
}

static void print_constant(Printer *p, const IrOp *op)
{
    if (op->type->kind == TYPE_TUPLE) {
        const char **leaves = mlir_new_leaves(p, op);
        print_parts(p, op, op->a.literal, leaves, 0);
        mlir_set_leaves(p, op, leaves);
        return;
    }
    mlir_print_results(p, op);
    g_string_append(p->out, "stablehlo.constant");
    mlir_add_annotations(p, op);
    mlir_print_attr_dict(p);
    g_string_append_c(p->out, ' ');
    mlir_print_dense(p->out, op->a.literal);
    g_string_append(p->out, " : ");
    type_print_mlir(p->out, op->type);
    mlir_print_loc(p, op);
}

/* Rows [lo, hi) of the dim that rolls, all of the others; the name that they get. */
static const char *print_rows(Printer *p, const IrOp *op, int64_t lo, int64_t hi)
{
    const Type *t = op->operands[0]->type;
    int64_t dims[MAX_RANK];
    const char *name = arena_printf(p->scratch, "%%%d", p->n_values++);
    mlir_print_indent(p);
    g_string_append_printf(p->out, "%s = stablehlo.slice ", name);
    mlir_print_operands(p, op, 0, 1);
    for (int i = 0; i < t->rank; i++) {
        bool rolls = i == op->a.concatenate.dim;
        dims[i] = rolls ? hi - lo : t->dims[i];
        g_string_append_printf(p->out, "%s%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, i ? ", " : " [", rolls ? lo : 0, rolls ? hi : t->dims[i]);
    }
    g_string_append(p->out, "] : (");
    type_print_mlir(p->out, t);
    g_string_append(p->out, ") -> ");
    type_print_mlir(p->out, type_array(op->parent->module->types, t->elem, t->rank, dims));
    mlir_print_loc(p, op);
    return name;
}

/* What it is made of: the rows from some place on, and those before it. */
static void print_roll(Printer *p, const IrOp *op)
{
    int d = (int)op->a.concatenate.dim;
    int64_t by = op->a.concatenate.roll, n = op->type->dims[d], dims[MAX_RANK];
    const Type *t = op->operands[0]->type;
    const char *from = print_rows(p, op, by, n), *before = print_rows(p, op, 0, by);
    mlir_print_results(p, op);
    g_string_append_printf(p->out, "stablehlo.concatenate %s, %s, dim = %d", from, before, d);
    mlir_add_annotations(p, op);
    mlir_print_attr_dict(p);
    g_string_append(p->out, " : (");
    memcpy(dims, t->dims, sizeof *dims * (size_t)t->rank);
    for (int i = 0; i < 2; i++) {
        dims[d] = i ? by : n - by;
        g_string_append(p->out, i ? ", " : "");
        type_print_mlir(p->out, type_array(op->parent->module->types, t->elem, t->rank, dims));
    }
    g_string_append(p->out, ") -> ");
    type_print_mlir(p->out, op->type);
    mlir_print_loc(p, op);
}

/* A broadcast with the reshape in front of it, as broadcast_in_dim says it. */
static void print_stretched(Printer *p, const IrOp *op)
{
    const IrOp *reshape = op->operands[0];
    mlir_print_results(p, op);
    g_string_append(p->out, "stablehlo.broadcast_in_dim ");
    mlir_print_operands(p, reshape, 0, 1);
    g_string_append(p->out, ", dims = ");
    mlir_print_ints(p->out, reshape->a.stretched.v, reshape->a.stretched.n);
    mlir_add_annotations(p, op);
    mlir_print_attr_dict(p);
    g_string_append(p->out, " : (");
    type_print_mlir(p->out, reshape->operands[0]->type);
    g_string_append(p->out, ") -> ");
    type_print_mlir(p->out, op->type);
    mlir_print_loc(p, op);
}

static void print_shape_op(Printer *p, const IrOp *op)
{
    GString *out = p->out;
    if (op->code == OP_broadcast && mlir_is_folded(p, op->operands[0])) {
        print_stretched(p, op);
        return;
    }
    int rank = op->n_operands && op->operands[0]->type->kind == TYPE_ARRAY ? op->operands[0]->type->rank : 0;
    OpFamily family = op_family(op);
    if (op->code == OP_concatenate && op->a.concatenate.roll) {
        print_roll(p, op);
        return;
    }
    mlir_print_head(p, op);
    if (family == FAMILY_broadcast || family == FAMILY_transpose || family == FAMILY_reverse) {
        g_string_append(out, ", dims = ");
        mlir_print_ints(out, op->a.dims.v, op->a.dims.n);
    } else if (family == FAMILY_slice) {
        g_string_append(out, " [");
        for (int i = 0; i < rank; i++) {
            g_string_append_printf(out, "%s%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, i ? ", " : "", op->a.slice.start[i],
                                   op->a.slice.limit[i]);
            if (op->a.slice.stride && op->a.slice.stride[i] != 1)
                g_string_append_printf(out, ":%" G_GINT64_FORMAT, op->a.slice.stride[i]);
        }
        g_string_append_c(out, ']');
    } else if (family == FAMILY_dynamic_slice) {
        g_string_append(out, ", sizes = ");
        mlir_print_ints(out, op->a.dynamic_slice.sizes.v, op->a.dynamic_slice.sizes.n);
    } else if (family == FAMILY_concatenate) {
        g_string_append_printf(out, ", dim = %" G_GINT64_FORMAT, op->a.concatenate.dim);
    } else if (family == FAMILY_pad) {
        g_string_append(out, ", low = ");
        mlir_print_ints(out, op->a.pad.lo, rank);
        g_string_append(out, ", high = ");
        mlir_print_ints(out, op->a.pad.hi, rank);
        g_string_append(out, ", interior = ");
        mlir_print_ints(out, op->a.pad.interior, rank);
    }
    if (op->code == OP_reverse)
        mlir_print_equal_types_end(p, op);
    else
        mlir_print_op_end(p, op);
}

static void print_iota(Printer *p, const IrOp *op)
{
    mlir_print_results(p, op);
    g_string_append_printf(p->out, "stablehlo.iota dim = %" G_GINT64_FORMAT, op->a.iota.dim);
    mlir_print_bare_types_end(p, op, "", false, true);
}

void mlir_print_nullary(Printer *p, const IrOp *op, const char *name)
{
    mlir_print_results(p, op);
    g_string_append(p->out, name);
    mlir_print_bare_types_end(p, op, "", false, true);
}

static void print_control(Printer *p, const IrOp *op)
{
    if (op->code == OP_while)
        mlir_print_while(p, op);
    else if (op->code == OP_conditional)
        mlir_print_conditional(p, op);
    else
        mlir_print_call(p, op);
}

void mlir_print_op(Printer *p, const IrOp *op)
{
    if (mlir_print_sdy_op(p, op))
        return;
    switch (op_family(op)) {
    case FAMILY_elementwise: print_elementwise(p, op); return;
    case FAMILY_leaf: print_constant(p, op); return;
    case FAMILY_iota: print_iota(p, op); return;
    case FAMILY_device_id: mlir_print_nullary(p, op, op->code == OP_partition_id ? "stablehlo.partition_id" : "stablehlo.replica_id"); return;
    case FAMILY_broadcast:
    case FAMILY_reshape:
    case FAMILY_transpose:
    case FAMILY_reverse:
    case FAMILY_slice:
    case FAMILY_pad:
    case FAMILY_concatenate:
    case FAMILY_dynamic_slice:
    case FAMILY_dynamic_update_slice:
    case FAMILY_bitcast_convert: print_shape_op(p, op); return;
    case FAMILY_gather:
    case FAMILY_scatter: mlir_print_gather(p, op); return;
    case FAMILY_dot: mlir_print_dot(p, op); return;
    case FAMILY_convolution: mlir_print_convolution(p, op); return;
    case FAMILY_reduce: mlir_print_reduce(p, op); return;
    case FAMILY_reduce_window:
    case FAMILY_select_and_scatter: mlir_print_windowed(p, op); return;
    case FAMILY_sort: mlir_print_sort(p, op); return;
    case FAMILY_topk: mlir_print_topk(p, op); return;
    case FAMILY_fft: mlir_print_fft(p, op); return;
    case FAMILY_linalg: mlir_print_linalg(p, op); return;
    case FAMILY_rng_bits: mlir_print_rng_bits(p, op); return;
    case FAMILY_tuple: mlir_print_as_custom_call(p, op); return; /* an element of an operand that is not a tuple */
    case FAMILY_control: print_control(p, op); return;
    case FAMILY_barrier:
        if (op->code == OP_opt_barrier)
            mlir_print_barrier(p, op);
        else
            mlir_print_as_custom_call(p, op);
        return;
    case FAMILY_collective: mlir_print_collective(p, op); return;
    case FAMILY_async:
        if (!mlir_print_async(p, op))
            mlir_print_as_custom_call(p, op);
        return;
    case FAMILY_token: mlir_print_token_op(p, op); return;
    case FAMILY_custom: mlir_print_custom_call(p, op); return;
    case FAMILY_constraint:
    case FAMILY_reshard:
    case FAMILY_group: return; /* print_sdy_op did them */
    case FAMILY_manual: mlir_print_manual(p, op); return;
    case FAMILY_opaque: mlir_print_opaque(p, op); return;
    case N_FAMILIES: break;
    }
    g_assert_not_reached();
}
