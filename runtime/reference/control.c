/* while, conditional and calls, evaluated for all lanes in step. Lanes whose conditions differ are evaluated one after the other, which
 * gives the same results; it is an error if the computation holds a collective, since members would be missing. */
#include "runtime/reference/reference_impl.h"

#include <string.h>

static const int64_t max_trips =
    100 * 1000 * 1000; /* of one loop: with more it is treated as endless */

static void drop(Tensor **v, int n)
{
    for (int i = 0; i < n; i++)
        g_clear_pointer(&v[i], tensor_unref);
}

/* References that a computation may take. */
static Tensor **share(Tensor **v, int n)
{
    Tensor **copy = g_new(Tensor *, MAX(n, 1));
    for (int i = 0; i < n; i++)
        copy[i] = tensor_ref(v[i]);
    return copy;
}

/* ---- while ----------------------------------------------------------------------------------- */

/* Evaluates the condition on every lane: -1 on failure, 2 if lanes differ, otherwise the common answer. */
static int ask(RefCx *cx, const IrOp *op, Tensor **state, int n, GError **error)
{
    g_autofree Tensor **args = share(state, n * cx->n_lanes);
    g_autofree Tensor **answer = g_new0(Tensor *, cx->n_lanes);
    if (!ref_comp(cx, op->comps[0], args, answer, error))
        return -1;
    int yes = 0;
    for (int lane = 0; lane < cx->n_lanes; lane++) {
        yes += tensor_get_i64(answer[lane], 0) != 0;
        tensor_unref(answer[lane]);
    }
    return yes == 0 ? 0 : yes == cx->n_lanes ? 1 : 2;
}

/* Runs the loop on `state` in place. */
static bool run_while(RefCx *cx, const IrOp *op, Tensor **state, int n, GError **error)
{
    for (int64_t trip = 0;; trip++) {
        if (trip == max_trips)
            return diag(error, SHARD_ERROR_LIMIT, OP_AT(op), NULL,
                        "loop %s goes on after %" G_GINT64_FORMAT " iterations", op->name,
                        max_trips);
        int go_on = ask(cx, op, state, n, error);
        if (go_on <= 0)
            return go_on == 0;
        if (go_on == 2)
            break;
        Tensor **next = g_new0(Tensor *, MAX(n * cx->n_lanes, 1));
        bool ok = ref_comp(cx, op->comps[1], state, next, error); /* takes the state */
        memcpy(state, next, sizeof *state * (size_t)(n * cx->n_lanes));
        g_free(next);
        if (!ok)
            return false;
    }
    if (ref_comp_has_collectives(cx, op->comps[0]) || ref_comp_has_collectives(cx, op->comps[1]))
        return diag(error, SHARD_ERROR_RUN, OP_AT(op), NULL,
                    "devices disagree whether loop %s goes on, and it holds a collective that all "
                    "of them must reach",
                    op->name);
    for (int lane = 0; lane < cx->n_lanes; lane++) {
        RefCx one = ref_one_lane(cx, lane);
        if (!run_while(&one, op, state + lane * n, n, error))
            return false;
        cx->draws = one.draws;
    }
    return true;
}

/* ---- conditional ----------------------------------------------------------------------------- */

static int branch_of(const IrOp *op, const Tensor *index)
{
    int64_t i = tensor_get_i64(index, 0);
    if (index->type->elem == ELEM_pred)
        return i ? 0 : 1;
    return i < 0 || i >= op->n_comps ? op->n_comps - 1 : (int)i;
}

/* Branch `b` on all lanes. */
static bool run_branch(RefCx *cx, const IrOp *op, int b, const RefLeaves *v, GError **error)
{
    int first = 1;
    for (int o = 1; o <= b; o++)
        first += type_n_leaves(op->operands[o]->type);
    int n = type_n_leaves(op->operands[b + 1]->type);
    g_autofree Tensor **args = g_new(Tensor *, MAX(n * cx->n_lanes, 1));
    for (int lane = 0; lane < cx->n_lanes; lane++)
        for (int l = 0; l < n; l++)
            args[lane * n + l] = tensor_ref(v->in[lane * v->n_in + first + l]);
    return ref_comp(cx, op->comps[b], args, v->out, error);
}

static bool run_conditional(RefCx *cx, const IrOp *op, const RefLeaves *v, GError **error)
{
    int b = branch_of(op, v->in[0]);
    bool agree = true, collectives = false;
    for (int lane = 1; lane < cx->n_lanes; lane++)
        agree = agree && branch_of(op, v->in[lane * v->n_in]) == b;
    if (agree)
        return run_branch(cx, op, b, v, error);
    for (int i = 0; i < op->n_comps; i++)
        collectives = collectives || ref_comp_has_collectives(cx, op->comps[i]);
    if (collectives)
        return diag(error, SHARD_ERROR_RUN, OP_AT(op), NULL,
                    "devices take different branches of %s, and they hold a collective that all of "
                    "them must reach",
                    op->name);
    for (int lane = 0; lane < cx->n_lanes; lane++) {
        RefCx one = ref_one_lane(cx, lane);
        RefLeaves own = {v->in + lane * v->n_in, v->out + lane * v->n_out, v->n_in, v->n_out};
        if (!run_branch(&one, op, branch_of(op, own.in[0]), &own, error))
            return false;
        cx->draws = one.draws;
    }
    return true;
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* The result is ((operands), result, context). The computation is evaluated here; done returns its result. */
static bool run_async(RefCx *cx, const IrOp *op, const RefLeaves *v, GError **error)
{
    int n_in = v->n_in, n_out = v->n_out, n_result = type_n_leaves(op->comps[0]->root->type);
    if (n_in + n_result > n_out)
        return ref_unsupported(op, error, "its type is not (operands, result, ...)");
    g_autofree Tensor **args = share(v->in, n_in * cx->n_lanes);
    g_autofree Tensor **results = g_new0(Tensor *, MAX(n_result * cx->n_lanes, 1));
    if (!ref_comp(cx, op->comps[0], args, results, error))
        return false;
    for (int lane = 0; lane < cx->n_lanes; lane++)
        for (int l = 0; l < n_out; l++) {
            Tensor **to = &v->out[lane * n_out + l];
            if (l < n_in)
                *to = tensor_ref(v->in[lane * n_in + l]);
            else if (l < n_in + n_result)
                *to = results[lane * n_result + l - n_in];
            else if (!(*to = ref_new(op, l, error)))
                return false;
        }
    return true;
}

bool ref_control(RefCx *cx, const IrOp *op, const RefLeaves *v, GError **error)
{
    if (!op->n_comps)
        return ref_unsupported(op, error, "it calls nothing");
    if (op->code == OP_async_start)
        return run_async(cx, op, v, error);
    if (op->code == OP_conditional)
        return run_conditional(cx, op, v, error);
    if (op->code != OP_while) { /* call, fusion, composite; the operands move into the callee */
        if (ref_comp_n_args(op->comps[0]) != v->n_in)
            return ref_unsupported(op, error, "the computation takes other operands");
        return ref_comp(cx, op->comps[0], v->in, v->out, error);
    }
    size_t n_state = (size_t)(v->n_in * cx->n_lanes); /* the state moves through the loop */
    memcpy(v->out, v->in, sizeof *v->out * n_state);
    memset(v->in, 0, sizeof *v->in * n_state);
    bool ok = run_while(cx, op, v->out, v->n_out, error);
    if (!ok)
        drop(v->out, v->n_out * cx->n_lanes);
    return ok;
}
