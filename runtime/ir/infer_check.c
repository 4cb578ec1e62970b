/* What the files of type inference share: messages, and checks of dims, results and computations. */
#include "runtime/ir/infer_impl.h"

#include <stdarg.h>
#include <string.h>

const char *infer_text(const Type *type)
{
    static _Thread_local char ring[4][256];
    static _Thread_local int next;
    char *out = ring[next++ % 4];
    g_autofree char *text = type_text(type);
    g_strlcpy(out, text, sizeof ring[0]);
    if (strlen(text) >= sizeof ring[0])
        strcpy(out + sizeof ring[0] - 4, "...");
    return out;
}

const Type *infer_fail(const IrOp *op, GError **error, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    g_autofree char *text = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    const char *code = op_info[op->code].hlo ? op_info[op->code].hlo : op_info[op->code].id;
    bool named = strcmp(code, op->name) != 0; /* in StableHLO values are numbered, so the message names the op by its opcode */
    diag(error, SHARD_ERROR_VERIFY, OP_AT(op), NULL, "%s%s%s: %s", code, named ? " " : "", named ? op->name : "", text);
    return NULL;
}

const Type *infer_declared(const IrOp *op, GError **error)
{
    if (op->type)
        return op->type->plain;
    return infer_fail(op, error,
                      "the result type cannot be inferred; write it before the operation");
}

const Type *infer_array(const IrOp *op, int i, GError **error)
{
    const Type *type = op->operands[i]->type;
    if (type->kind != TYPE_ARRAY)
        return infer_fail(op, error, "operand %d must be an array, but %s is %s", i,
                          op->operands[i]->name, infer_text(type));
    return type;
}

const Type *infer_make(const IrOp *op, GError **error, ElemType elem, int rank, const int64_t *dims)
{
    if (!type_dims_fit(elem, rank, dims))
        return infer_fail(
            op, error, "the result's size does not fit 64 bits, or it has more than %d dimensions",
            MAX_RANK);
    return type_array(op->parent->module->types, elem, rank, dims);
}

const Type *infer_results(const IrOp *op, GError **error, int n, const Type *const *types)
{
    if (n == 1)
        return types[0];
    if (!type_tuple_fits(n, types))
        return infer_fail(op, error, "a tuple of more than %d parts or %d levels", MAX_TUPLE_NODES,
                          MAX_TUPLE_DEPTH);
    return type_tuple(op->parent->module->types, n, types);
}

bool infer_dims(const IrOp *op, GError **error, Ints dims, int rank, const char *what)
{
    uint64_t seen = 0;
    for (int i = 0; i < dims.n; i++) {
        int64_t d = dims.v[i];
        if (d < 0 || d >= rank)
            return infer_fail(op, error,
                              "%s %" G_GINT64_FORMAT " is not a dimension: the rank is %d", what, d,
                              rank) != NULL;
        if (seen >> d & 1)
            return infer_fail(op, error, "%s %" G_GINT64_FORMAT " appears twice", what, d) != NULL;
        seen |= (uint64_t)1 << d;
    }
    return true;
}

bool types_agree(const Type *a, const Type *b)
{
    if (a->plain == b->plain)
        return true;
    if (a->kind != b->kind)
        return false;
    if (a->kind == TYPE_ARRAY) {
        bool agree = a->elem == b->elem && a->rank == b->rank;
        for (int i = 0; agree && i < a->rank; i++)
            agree = a->dims[i] == b->dims[i] || (a->unbounded && a->unbounded[i]) ||
                    (b->unbounded && b->unbounded[i]);
        return agree;
    }
    if (a->n_parts != b->n_parts)
        return false;
    for (int i = 0; i < a->n_parts; i++)
        if (!types_agree(a->parts[i], b->parts[i]))
            return false;
    return true;
}

static bool elems_agree(ElemType a, ElemType b)
{
    return a == b || (elem_is_float(a) && elem_is_float(b));
}

bool infer_scalar_params(const IrOp *op, GError **error, int k, int n, const ElemType *elems)
{
    if (op->n_comps <= k)
        return infer_fail(op, error, "no computation to apply") != NULL;
    const IrComp *c = op->comps[k];
    if (c->n_params != n)
        return infer_fail(op, error, "%s takes %d parameters, but is called with %d values",
                          c->name, c->n_params, n) != NULL;
    for (int i = 0; i < n; i++) {
        const Type *t = c->params[i]->type;
        if (t->kind != TYPE_ARRAY || t->rank != 0 ||
            (elems[i] != N_ELEMS && !elems_agree(t->elem, elems[i])))
            return infer_fail(op, error, "parameter %d of %s is %s, but %s[] is passed", i, c->name,
                              infer_text(t),
                              elems[i] == N_ELEMS ? "a scalar " : elem_info[elems[i]].hlo) != NULL;
    }
    return true;
}

bool infer_scalar_results(const IrOp *op, GError **error, int k, int n, const ElemType *elems)
{
    const IrComp *c = op->comps[k];
    const Type *root = c->root->type;
    bool fine = n == 1 || (root->kind == TYPE_TUPLE && root->n_parts == n);
    for (int i = 0; i < n && fine; i++) {
        const Type *t = n == 1 ? root : root->parts[i];
        fine = t->kind == TYPE_ARRAY && t->rank == 0 && elems_agree(t->elem, elems[i]);
    }
    return fine || infer_fail(op, error, "%s returns %s for %d scalar%s%s%s", c->name, infer_text(root), n, n == 1 ? "" : "s", n == 1 ? " of " : "",
                              n == 1 ? elem_info[elems[0]].hlo : "") != NULL;
}
