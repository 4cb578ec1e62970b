/* Times of factorisations: the ops of HLO, and custom calls of the libraries that JAX calls for them (LAPACK on the host, cuSOLVER, hipSOLVER),
 * which accelerators run one column or one block after another. */
#include "runtime/sim/kernels_impl.h"

#include <string.h>

/* A routine: operations over n^3 for n columns of as many rows, matrices of a batch one by one or not, and the time of a column, in which the
 * device waits for a reduction or a pivot: ns, A, from published times of cuSOLVER at 128 to 1,024 columns, which differ by a factor of two or
 * three. Source of the operations: LAPACK Users' Guide, 3.5; of eigenvalues and singular values with vectors. */
typedef struct Routine {
    const char *name; /* part of the target's name after its type, as in lapack_spotrf_ffi */
    double flops, column_ns;
} Routine;

static const Routine routines[] = {
    { "potrf", 1. / 3, 700 }, { "trsm", 1, 500 }, { "getrf", 2. / 3, 3e3 }, { "geqrf", 4. / 3, 4e3 }, { "geqp3", 4. / 3, 8e3 }, { "orgqr", 4. / 3, 3e3 },
    { "ungqr", 4. / 3, 3e3 }, { "sytrd", 4. / 3, 6e3 }, { "hetrd", 4. / 3, 6e3 }, { "syevd", 9, 25e3 }, { "heevd", 9, 25e3 }, { "syevj", 20, 25e3 },
    { "gesdd", 21, 60e3 }, { "gesvd", 21, 80e3 }, { "gehrd", 10. / 3, 8e3 }, { "gees", 25, 80e3 }, { "geev", 25, 80e3 }, { "gtsv", 0, 100 },
};
static const Routine cholesky = { "cholesky", 1. / 3, 700 }, triangular = { "triangular-solve", 1, 500 };

static const Routine *routine_of(const IrOp *op)
{
    if (op_family(op) == FAMILY_linalg)
        return op->code == OP_cholesky ? &cholesky : &triangular;
    if (op_family(op) != FAMILY_custom || !op->a.custom.target)
        return NULL;
    const char *library = NULL;
    static const char *const libraries[] = { "lapack_", "cusolver_", "hipsolver_", "cublas_", "blas_" };
    for (size_t i = 0; i < G_N_ELEMENTS(libraries) && !library; i++)
        library = g_str_has_prefix(op->a.custom.target, libraries[i]) ? op->a.custom.target : NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(routines) && library; i++)
        if (strstr(library, routines[i].name))
            return &routines[i];
    return NULL;
}

bool sim_price_linalg(Forming *f, SimNode *n)
{
    enum { AT_ONCE = 16 }; /* matrices of a batch that are factorised side by side */
    const double share = 0.1; /* of the rate of products, far from which panels and updates of few columns stay (A) */
    const Hardware *hw = f->k->hw;
    const Routine *r = routine_of(n->op);
    const Type *t = r && n->op->n_operands ? n->op->operands[0]->type : NULL;
    if (!t || t->kind != TYPE_ARRAY || t->rank < 2 || !t->n_elems)
        return false;
    double rows = (double)t->dims[t->rank - 2], columns = (double)t->dims[t->rank - 1], least = fmin(rows, columns), batch = (double)t->n_elems / (rows * columns);
    const Type *right = n->op->n_operands > 1 ? n->op->operands[1]->type : NULL; /* of a triangular solve */
    bool solves = r == &triangular || g_str_equal(r->name, "trsm");
    double wide = solves && right && right->kind == TYPE_ARRAY ? (double)right->n_elems / (batch * least) : fmax(rows, columns);
    n->cls = SIM_CUSTOM;
    n->flops = r->flops * batch * least * least * wide;
    double waits = hw->family == DEVICE_CPU ? 0 : least * r->column_ns * ceil(batch / AT_ONCE);
    double ns = fmax(waits + n->flops / (hardware_peak(hw, t->elem) * share), sim_memory_ns(hw, n->bytes));
    n->time = estimate_of(hw->gap_ns + ns, 1, ORIGIN_ASSUMED);
    return true;
}
