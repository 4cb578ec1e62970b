/* Ops without arithmetic: constants, device ids, ops that return an operand, done ops of asynchronous pairs, tokens. */
#include "runtime/reference/plan.h"

#include <string.h>

/* Sets every element to one value. New tensors are zero already, in pages that the system has not allocated yet, so
 * zeros are not written. */
static void fill_splat(Tensor *t, const void *element)
{
    static const char zeroes[16];
    size_t done = (size_t)elem_info[t->type->elem].bytes, all = (size_t)t->bytes;
    if (memcmp(element, zeroes, done) == 0)
        return;
    memcpy(t->data, element, done);
    for (; done < all; done = MIN(2 * done, all)) /* doubled until full */
        memcpy((char *)t->data + done, t->data, MIN(done, all - done));
}

static Tensor *literal_tensor(const Literal *literal, const Type *type, const IrOp *op,
                              GError **error)
{
    if (literal->elided) {
        diag(error, SHARD_ERROR_RUN, OP_AT(op), "print the program with large constants",
             "the text leaves the value of constant %s out", op->name);
        return NULL;
    }
    Tensor *t = tensor_try_new(type, OP_AT(op), error);
    if (!t || type->kind != TYPE_ARRAY || !type->n_elems)
        return t;
    if (literal->splat)
        fill_splat(t, literal->data);
    else
        memcpy(t->data, literal->data, (size_t)type_bytes(type));
    return t;
}

static bool literal_leaves(const Literal *literal, const Type *type, const IrOp *op, Tensor ***out,
                           GError **error)
{
    if (type->kind == TYPE_TUPLE) {
        for (int i = 0; i < type->n_parts; i++)
            if (!literal_leaves(literal->parts[i], type->parts[i], op, out, error))
                return false;
        return true;
    }
    **out = literal_tensor(literal, type, op, error);
    return *(*out)++ != NULL;
}

bool ref_constant(RefCx *cx, const IrOp *op, Tensor **out, GError **error)
{
    if (op->type->kind == TYPE_TUPLE)
        return literal_leaves(op->a.literal, op->type, op, &out, error);
    Tensor *t = g_hash_table_lookup(cx->shared->constants, op);
    if (!t) {
        t = literal_tensor(op->a.literal, op->type, op, error);
        if (!t)
            return false;
        g_hash_table_insert(cx->shared->constants, (gpointer)op, t);
    }
    out[0] = tensor_ref(t);
    return true;
}

bool ref_device_id(RefCx *cx, const IrOp *op, Tensor **out, GError **error)
{
    out[0] = ref_new(op, 0, error);
    if (!out[0])
        return false;
    int64_t id = cx->ids[0];
    tensor_set_i64(out[0], 0,
                   op->code == OP_partition_id ? id % cx->n_partitions : id / cx->n_partitions);
    return true;
}

bool ref_pass(Tensor **in, int first, int n, Tensor **out)
{
    for (int l = 0; l < n; l++)
        out[l] = tensor_ref(in[first + l]);
    return true;
}

/* The start of an asynchronous op has computed the results. Results of start ops are (operands, results, ...), those
 * of all-reduce-start are only the results. */
bool ref_done(const IrOp *op, Tensor **in, int n_out, Tensor **out)
{
    const Type *state = op->operands[0]->type;
    bool pairs =
        op->code != OP_all_reduce_done && op->code != OP_copy_done && state->kind == TYPE_TUPLE;
    return ref_pass(in, pairs ? type_n_leaves(state->parts[0]) : 0, n_out, out);
}

bool ref_token(RefCx *cx, const IrOp *op, Tensor **in, int n_out, Tensor **out, GError **error)
{
    if (op->code == OP_add_dependency)
        return ref_pass(in, 0, type_n_leaves(op->type), out);
    if (op->code != OP_after_all)
        return ref_host(cx, op, in, n_out, out, error);
    out[0] = ref_new(op, 0, error);
    return out[0] != NULL;
}
