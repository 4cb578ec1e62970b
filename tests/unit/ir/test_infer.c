/* The verifier against wrong types: a result or an operand of another size, rank or element type is refused wherever the
 * rest of the instruction says what it must be. */
#include "runtime/ir/ir.h"

#include <string.h>

#include "runtime/text/text.h"
#include "tests/unit/text/hlo_rows.h"

/* Ops whose result type is given by the text, in whole or in part. */
static bool type_is_free(const IrOp *op)
{
    switch (op->code) {
    case OP_parameter: case OP_custom_call: case OP_rng_get_and_update_state: case OP_recv: case OP_infeed: case OP_bitcast:
    case OP_async_start: case OP_copy_start: case OP_collective_permute_start: case OP_collective_permute:
        return true;
    default: return false;
    }
}

static bool dims_are_free(const IrOp *op)
{
    return type_is_free(op) || op->code == OP_iota || op->code == OP_broadcast || op->code == OP_dynamic_reshape || op->code == OP_rng_bit_generator ||
           op->code == OP_rng;
}

static bool elem_is_free(const IrOp *op)
{
    return type_is_free(op) || op->code == OP_iota || op->code == OP_convert || op->code == OP_stochastic_convert || op->code == OP_dot ||
           op->code == OP_convolution || op->code == OP_scaled_dot || op->code == OP_ragged_dot || op->code == OP_bitcast_convert || op->code == OP_rng_bit_generator;
}

enum { LONGER, SHORTER, DEEPER, OTHER_ELEM, N_CHANGES };

/* The type with one property changed, or NULL if that is not possible. In tuples, the last element changes. */
static const Type *changed(TypeTable *t, const Type *type, int change)
{
    if (type->kind == TYPE_TUPLE) {
        const Type *parts[64];
        if (type->n_parts == 0 || type->n_parts > 64)
            return NULL;
        memcpy(parts, type->parts, (size_t)type->n_parts * sizeof *parts);
        parts[type->n_parts - 1] = changed(t, parts[type->n_parts - 1], change);
        return parts[type->n_parts - 1] ? type_tuple(t, type->n_parts, parts) : NULL;
    }
    if (type->kind != TYPE_ARRAY)
        return NULL;
    int64_t dims[MAX_RANK];
    int rank = type->rank;
    memcpy(dims, type->dims, (size_t)rank * sizeof *dims);
    switch (change) {
    case LONGER:
    case SHORTER:
        if (rank == 0 || dims[rank - 1] == 0)
            return NULL;
        dims[rank - 1] += change == LONGER ? 1 : -1;
        return type_array(t, type->elem, rank, dims);
    case DEEPER:
        if (rank == MAX_RANK)
            return NULL;
        dims[rank++] = 1;
        return type_array(t, type->elem, rank, dims);
    default: return type_with_elem(t, type, type->elem == ELEM_s8 ? ELEM_s16 : ELEM_s8);
    }
}

static IrModule *read_row(const char *row)
{
    const char *bar = strrchr(row, '|');
    g_autofree char *text = g_strdup_printf("%s  ROOT out = %s %.*s\n}\n", ROWS_HEAD, bar + 1, (int)(bar - row), row);
    g_autoptr(GError) error = NULL;
    IrModule *m = hlo_parse("t", text, strlen(text), &error);
    g_assert_no_error(error);
    return m;
}

/* Changes the type of the root. */
static void test_results(void)
{
    int refused = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(hlo_rows); i++) {
        g_autoptr(IrModule) m = read_row(hlo_rows[i]);
        IrOp *op = m->entry->root;
        const Type *right = op->type;
        for (int change = 0; change < N_CHANGES; change++) {
            if ((change == OTHER_ELEM ? elem_is_free(op) : dims_are_free(op)) || (op->code == OP_reshape && change == DEEPER))
                continue;
            if (!(op->type = changed(m->types, right, change)))
                continue;
            g_autoptr(GError) error = NULL;
            if (module_verify(m, &error))
                g_error("%s as %s was taken", hlo_rows[i], type_text(op->type));
            g_assert_true(g_error_matches(error, SHARD_ERROR, SHARD_ERROR_VERIFY));
            g_assert_true(g_str_has_prefix(error->message, "t:93:")); /* the error names the instruction */
            refused++;
        }
        op->type = right;
        g_assert_true(module_verify(m, NULL));
    }
    g_assert_cmpint(refused, >, 1000);
}

/* Ops for which an operand's element type, or its dims, do not matter. */
static bool operand_is_free(const IrOp *op, int k, int change)
{
    switch (op->code) {
    case OP_custom_call: case OP_bitcast: case OP_outfeed: case OP_domain: case OP_scan: case OP_ragged_dot: case OP_collective_permute:
    case OP_get_dimension_size: case OP_dynamic_reshape:
        return true;
    case OP_scaled_dot: return k > 1 || change == OTHER_ELEM;
    case OP_topk: return change == LONGER || change == SHORTER;
    case OP_reshape: return change == DEEPER;
    case OP_convert: case OP_stochastic_convert: return change == OTHER_ELEM || k == 1;
    case OP_dot: case OP_convolution: return change == OTHER_ELEM; /* mixed types have a declared result */
    case OP_compare: case OP_is_finite: return false;
    case OP_slice: case OP_dynamic_slice: return change == LONGER || change == SHORTER || (k > 0 && change == OTHER_ELEM);
    case OP_dynamic_update_slice: return k == 1 ? change == SHORTER : k > 1 && change == OTHER_ELEM;
    case OP_gather: case OP_scatter: return true; /* sizes have slack, indices any integer type */
    case OP_ragged_all_to_all: return k == 0 || change != OTHER_ELEM;
    case OP_set_dimension_size: return k == 0;
    case OP_sort: case OP_map: case OP_reduce: case OP_reduce_window: case OP_select_and_scatter: return change != OTHER_ELEM && op->n_operands == 1;
    case OP_fft: return false;
    case OP_batch_norm_training: case OP_batch_norm_inference: case OP_batch_norm_grad: return k == 0 && change != OTHER_ELEM;
    default: return false;
    }
}

/* Changes the type of an operand, so that the instruction no longer fits. */
static void test_operands(void)
{
    int refused = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(hlo_rows); i++) {
        g_autoptr(IrModule) m = read_row(hlo_rows[i]);
        IrOp *op = m->entry->root;
        for (int k = 0; k < op->n_operands; k++) {
            IrOp *x = op->operands[k];
            const Type *right = x->type;
            for (int change = 0; change < N_CHANGES; change++) {
                if (x->code != OP_parameter || operand_is_free(op, k, change) || !(x->type = changed(m->types, right, change)))
                    continue;
                /* All uses change, which may be consistent again, as in add(x, x); then the declared result must be wrong. */
                if (module_verify(m, NULL) && !(op->n_operands > 1 && change != DEEPER))
                    g_error("%s with operand %d as %s was taken", hlo_rows[i], k, type_text(x->type));
                refused++;
            }
            x->type = right;
        }
    }
    g_assert_cmpint(refused, >, 1000);
}

/* In whole programs no type is arbitrary, because users of an instruction depend on it. */
static void test_programs(void)
{
    const char *source = g_getenv("SHARDSCOPE_SOURCE");
    g_autofree char *path = g_build_filename(source ? source : ".", "..", "shared", "corpus", NULL);
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    if (!dir) {
        g_test_skip("the shared programs are not here");
        return;
    }
    GRand *rand = g_rand_new_with_seed(5);
    int tried = 0;
    for (const char *name; (name = g_dir_read_name(dir)); ) {
        if (!g_str_has_suffix(name, ".hlo"))
            continue;
        g_autofree char *file = g_build_filename(path, name, NULL);
        g_autoptr(GError) error = NULL;
        g_autoptr(IrModule) m = program_read(file, NULL, &error);
        g_assert_no_error(error);
        for (int n = 0; n < 40; n++) {
            IrComp *c = m->comps[g_rand_int_range(rand, 0, m->n_comps)];
            IrOp *op = c->ops[g_rand_int_range(rand, 0, c->n_ops)];
            int change = g_rand_int_range(rand, 0, N_CHANGES);
            const Type *right = op->type, *wrong = changed(m->types, right, change);
            bool used = false;
            for (int i = op->pos + 1; i < c->n_ops && !used; i++)
                for (int k = 0; k < c->ops[i]->n_operands && !used; k++)
                    used = c->ops[i]->operands[k] == op && !operand_is_free(c->ops[i], k, change) &&
                           !elem_is_free(c->ops[i]) && !dims_are_free(c->ops[i]);
            if (!wrong || op->code == OP_reshape || (!used && (dims_are_free(op) || elem_is_free(op))))
                continue;
            op->type = wrong;
            if (module_verify(m, NULL))
                g_error("%s: %s as %s was taken", name, op->name, type_text(wrong));
            op->type = right;
            tried++;
        }
        g_assert_true(module_verify(m, NULL));
    }
    g_rand_free(rand);
    g_assert_cmpint(tried, >, 200);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ir/infer/results", test_results);
    g_test_add_func("/ir/infer/operands", test_operands);
    g_test_add_func("/ir/infer/programs", test_programs);
    return g_test_run();
}
