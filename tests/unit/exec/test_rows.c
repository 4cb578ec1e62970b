/* Every element-wise row of ops.def is implemented: the reference evaluator and the executor run it on each class of elements
 * that the row names, and agree. And the executor's special functions of f64. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "runtime/compute/special.h"

#include "runtime/reference/reference_impl.h"
#include "tests/unit/exec/run_both.h"

/* A program with the op on arrays of 300 elements; NULL if the op needs operands of different types, or is not defined for the type. */
static IrModule *module_of_op(OpCode code, ElemType elem)
{
    IrModule *m = module_new("t");
    IrComp *c = m->entry = comp_new(m, "main");
    const Type *type = type_array(m->types, elem, 1, (int64_t[]){ 300 });
    IrOp *args[3];
    c->n_params = op_info[code].n_args;
    c->params = arena_array(m->arena, IrOp *, c->n_params);
    for (int i = 0; i < c->n_params; i++) {
        const Type *t = code == OP_select && i == 0 ? type_with_elem(m->types, type, ELEM_pred) : type;
        args[i] = c->params[i] = op_new(c, OP_parameter, t, NULL, 0, NULL);
        args[i]->a.parameter.number = i;
    }
    c->root = op_new(c, code, type, NULL, c->n_params, args);
    if (code == OP_reduce_precision)
        c->root->a.reduce_precision.exponent_bits = 5;
    comp_renumber(c);
    const Type *to = op_infer(c->root, NULL);
    if (!to) {
        module_free(m);
        return NULL;
    }
    c->root->type = to;
    return m;
}

static void test_rows(void)
{
    static const ElemType elems[] = { ELEM_pred, ELEM_s32, ELEM_u32, ELEM_f32, ELEM_f64, ELEM_c64 };
    int missing = 0;
    for (int code = 0; code < N_OPCODES; code++) {
        bool any = false;
        for (size_t e = 0; e < G_N_ELEMENTS(elems) && op_info[code].family == FAMILY_elementwise; e++) {
            g_autoptr(IrModule) m = module_of_op((OpCode)code, elems[e]);
            if (!m)
                continue;
            g_autoptr(GError) error = NULL;
            g_autofree char *what = g_strdup_printf("%s of %s", op_info[code].id, elem_info[elems[e]].hlo);
            any = true;
            if (!ref_scalar_check(m->entry->root, &error)) {
                g_test_message("the reference evaluator: %s: %s", what, error->message);
                missing++;
                continue;
            }
            g_autoptr(GPtrArray) args = random_args(m, 1, 7, 3);
            check_against_reference(m, 1, args, what);
        }
        if (op_info[code].family == FAMILY_elementwise && !any) {
            g_test_message("%s: not tried", op_info[code].id);
            missing++;
        }
    }
    g_assert_cmpint(missing, ==, 0);
}

/* The executor's special functions of f64 have the precision of f64, up to its largest numbers. */
static void test_doubles(void)
{
    static const double x[] = { 0.25, 1, 2, 3.5, 7.25, 10, 1e3, 1e300, 0x1.fffffffffffffp+1023, -0.5, -2.25, -1000.75 };
    for (int i = 0; i < (int)G_N_ELEMENTS(x); i++) {
        double digamma, bessel, want[2] = { ref_digamma(x[i]), ref_bessel_i1e(x[i]) };
        special_digamma_f64(&digamma, &x[i], NULL, NULL, 1);
        special_bessel_i1e_f64(&bessel, &x[i], NULL, NULL, 1);
        if (!(fabs(digamma - want[0]) <= 16 * DBL_EPSILON * fmax(1, fabs(want[0])) /* sums cancel near its zeros */))
            g_error("digamma(%g) is %.17g, not %.17g", x[i], digamma, want[0]);
        if (!(fabs(bessel - want[1]) <= 16 * DBL_EPSILON * fabs(want[1])))
            g_error("bessel_i1e(%g) is %.17g, not %.17g", x[i], bessel, want[1]);
    }
    static const double ends[][2] = { { 1, NAN }, { 3, 0 }, { 3, -20 }, { 2, -3 }, { 3, -INFINITY }, { DBL_MAX, 1 }, { DBL_MAX, 0.5 }, { 2, INFINITY }, { 2, -1e15 - 0.5 } };
    for (int i = 0; i < (int)G_N_ELEMENTS(ends); i++) {
        double zeta, want = ref_zeta(ends[i][0], ends[i][1]);
        special_zeta_f64(&zeta, &ends[i][0], &ends[i][1], NULL, 1);
        if (!(zeta == want || fabs(zeta - want) <= 1e-9 * fabs(want) || (isnan(zeta) && isnan(want))))
            g_error("zeta(%g, %g) is %.17g, not %.17g", ends[i][0], ends[i][1], zeta, want);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/exec/rows/elementwise", test_rows);
    g_test_add_func("/exec/rows/doubles", test_doubles);
    return g_test_run();
}
