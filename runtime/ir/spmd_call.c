/* Reads the texts and checks the types of XLA's internal SPMD calls; see spmd_call.h. */
#include "runtime/ir/spmd_call.h"

#include <inttypes.h>
#include <string.h>

static const char prefix[] = "_SPMDInternalOp_";

static const struct {
    const char *name;
    SpmdCallKind kind;
    int n_operands;
    bool several; /* several results, in a tuple */
} calls[] = {
    { "RotateRight", SPMD_ROTATE_RIGHT, 1, false }, { "MultiRotate", SPMD_MULTI_ROTATE, 1, true }, { "Wrap", SPMD_WRAP, 1, false },
    { "MultiSlice", SPMD_MULTI_SLICE, 1, true },    { "MultiPad", SPMD_MULTI_PAD, 2, true },
};

bool op_is_spmd_call(const IrOp *op)
{
    if (op->code != OP_custom_call || !op->a.custom.target || !g_str_has_prefix(op->a.custom.target, prefix))
        return false;
    for (gsize i = 0; i < G_N_ELEMENTS(calls); i++)
        if (strcmp(op->a.custom.target + sizeof prefix - 1, calls[i].name) == 0)
            return true;
    return false;
}

static bool bad(const IrOp *op, GError **error, const char *fmt, ...) G_GNUC_PRINTF(3, 4);
static bool bad(const IrOp *op, GError **error, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    g_autofree char *what = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    return diag(error, SHARD_ERROR_VERIFY, OP_AT(op), NULL, "%s %s: %s", op->a.custom.target, op->name, what);
}

/* ---- the text ----------------------------------------------------------------------------------------------------- */

/* The text after "name="; NULL if absent. */
static const char *value_of(const char *text, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = text; (p = strstr(p, name)); p += n)
        if ((p == text || strchr(" ,{", p[-1])) && p[n + strspn(p + n, " ")] == '=')
            return p + n + strspn(p + n, " ") + 1;
    return NULL;
}

/* Reads a number, at most the size of an array, under the first of the names that is present. */
static bool read_number(const IrOp *op, const char *const *names, int64_t *out, GError **error)
{
    const char *text = op->a.custom.backend_config ? op->a.custom.backend_config : "", *at = NULL;
    for (int i = 0; names[i] && !at; i++)
        at = value_of(text, names[i]);
    char *end;
    *out = at ? g_ascii_strtoll(at, &end, 10) : -1;
    if (!at || end == at)
        return bad(op, error, "its text \"%s\" says no %s", text, names[0]);
    return *out >= 0 || bad(op, error, "%s is %" PRId64, names[0], *out);
}

static bool read_list(const IrOp *op, const char *name, int rank, int64_t *out, GError **error)
{
    const char *text = op->a.custom.backend_config ? op->a.custom.backend_config : "", *p = value_of(text, name);
    if (!p || *p != '[')
        return bad(op, error, "its text \"%s\" says no %s=[..]", text, name);
    p++;
    for (int d = 0; d < rank; d++) {
        char *end;
        out[d] = g_ascii_strtoll(p, &end, 10);
        if (end == p || out[d] < 0)
            return bad(op, error, "%s needs %d numbers of 0 or more", name, rank);
        p = end + strspn(end, " ");
        p += *p == ',' && d + 1 < rank;
    }
    return *p == ']' || bad(op, error, "%s needs %d numbers of 0 or more", name, rank);
}

/* ---- the types ---------------------------------------------------------------------------------------------------- */

static const Type *result_type(const IrOp *op, int i)
{
    return op->type->kind == TYPE_TUPLE ? op->type->parts[i] : op->type;
}

static bool check_results(const IrOp *op, int64_t n, const int64_t *dims, GError **error)
{
    const Type *x = op->operands[0]->type;
    int64_t have = op->type->kind == TYPE_TUPLE ? op->type->n_parts : 1;
    if (have != n)
        return bad(op, error, "it has %" PRId64 " results where its text says %" PRId64, have, n);
    for (int i = 0; i < n; i++) {
        const Type *t = result_type(op, i);
        bool fits = t->kind == TYPE_ARRAY && t->elem == x->elem && t->rank == x->rank;
        for (int d = 0; fits && d < x->rank; d++)
            fits = t->dims[d] == dims[d];
        if (!fits) {
            g_autofree char *is = type_text(t), *of = type_text(x);
            return bad(op, error, "result %d of type %s does not follow from its operand %s", i, is, of);
        }
    }
    return true;
}

static bool read_slice(const IrOp *op, SpmdCall *out, int64_t *dims, GError **error)
{
    const Type *x = op->operands[0]->type;
    int64_t limit[MAX_RANK];
    if (!read_list(op, "start_indices", x->rank, out->start, error) || !read_list(op, "limit_indices", x->rank, limit, error) ||
        !read_list(op, "strides", x->rank, out->stride, error))
        return false;
    for (int d = 0; d < x->rank; d++) {
        int64_t most = x->dims[d] - (d == out->dim ? out->amount : 0);
        if (out->stride[d] < 1 || out->start[d] > limit[d] || limit[d] > most)
            return bad(op, error, "it slices [%" PRId64 ":%" PRId64 ":%" PRId64 "] of dimension %d, and %" PRId64 " times one further, of %" PRId64 " rows",
                       out->start[d], limit[d], out->stride[d], d, d == out->dim ? out->amount : 0, x->dims[d]);
        dims[d] = (limit[d] - out->start[d] + out->stride[d] - 1) / out->stride[d];
    }
    return true;
}

static bool read_numbers(const IrOp *op, SpmdCall *out, int64_t *n_results, int64_t *dims, GError **error)
{
    static const char *const amount[] = { "amount", "amt", NULL }, *const left[] = { "left_amount", NULL }, *const right[] = { "right_amount", NULL };
    const Type *x = op->operands[0]->type;
    bool sides = out->kind == SPMD_MULTI_ROTATE || out->kind == SPMD_WRAP;
    if (sides ? !read_number(op, left, &out->left, error) || !read_number(op, right, &out->right, error)
              : !read_number(op, amount, &out->amount, error))
        return false;
    int64_t rows = x->dims[out->dim], steps = sides ? MAX(out->left, out->right) : out->amount;
    if (out->kind != SPMD_ROTATE_RIGHT && out->kind != SPMD_MULTI_PAD && steps > rows)
        return bad(op, error, "%" PRId64 " steps along a dimension of %" PRId64 " rows", steps, rows);
    if (steps > INT32_MAX)
        return bad(op, error, "%" PRId64 " steps", steps);
    *n_results = out->kind == SPMD_MULTI_ROTATE ? out->left + out->right + 1 : out->kind == SPMD_ROTATE_RIGHT || out->kind == SPMD_WRAP ? 1 : out->amount + 1;
    if (out->kind == SPMD_MULTI_SLICE)
        return read_slice(op, out, dims, error);
    if (out->kind == SPMD_WRAP)
        dims[out->dim] += out->left + out->right;
    if (out->kind == SPMD_MULTI_PAD)
        dims[out->dim] += out->amount;
    return true;
}

bool spmd_call_read(const IrOp *op, SpmdCall *out, GError **error)
{
    static const char *const dimension[] = { "dimension", NULL };
    gsize k = 0;
    while (strcmp(op->a.custom.target + sizeof prefix - 1, calls[k].name) != 0)
        k++;
    *out = (SpmdCall){ .kind = calls[k].kind };
    if (op->n_operands != calls[k].n_operands || op->operands[0]->type->kind != TYPE_ARRAY)
        return bad(op, error, "it takes %d array%s", calls[k].n_operands, calls[k].n_operands == 1 ? "" : "s, a value and what to pad it with");
    const Type *x = op->operands[0]->type, *pad = op->n_operands > 1 ? op->operands[1]->type : NULL;
    if (pad && (pad->kind != TYPE_ARRAY || pad->rank || pad->elem != x->elem))
        return bad(op, error, "operand 1 is not a scalar of its operand's kind");
    if ((op->type->kind == TYPE_TUPLE) != calls[k].several)
        return bad(op, error, "its results %s a tuple", calls[k].several ? "are not in" : "are in");
    int64_t dim, n_results = 0, dims[MAX_RANK];
    if (!read_number(op, dimension, &dim, error))
        return false;
    if (dim >= x->rank)
        return bad(op, error, "dimension %" PRId64 " of %d", dim, x->rank);
    out->dim = (int)dim;
    for (int d = 0; d < x->rank; d++) {
        dims[d] = x->dims[d];
        out->stride[d] = 1;
    }
    return read_numbers(op, out, &n_results, dims, error) && check_results(op, n_results, dims, error);
}
