/* See stablehlo_layouts.h. Memory that lies one way and is read another is a transpose, a reshape and a transpose. */
#include "runtime/text/stablehlo_layouts.h"

#include <string.h>

bool mop_layouts(Reader *r, const MOp *op, const char *key, int n, const Type *const *types, Layouts *out)
{
    const MAttr *list = NULL;
    *out = (Layouts){ 0 };
    for (int i = 0; i < op->attrs.n; i++)
        if (strcmp(op->attrs.v[i].key, key) == 0)
            list = op->attrs.v[i].value;
    if (!list)
        return true;
    if (n == 1 && types[0]->kind == TYPE_TUPLE) {
        n = types[0]->n_parts;
        types = types[0]->parts;
    }
    if (list->kind != ATTR_ARRAY || list->n_items != n)
        return mop_fail(r, op, "%s of %s must list %d layout%s, %d given", key, op->name, n, n == 1 ? "" : "s",
                        list->kind == ATTR_ARRAY ? list->n_items : 0);
    Ints *all = arena_array(r->x.scratch, Ints, MAX(n, 1));
    for (int i = 0; i < n; i++) {
        int rank = types[i]->kind == TYPE_ARRAY ? types[i]->rank : 0;
        bool ok = mlir_attr_ints(&r->x, list->items[i], &all[i]) && all[i].n == rank;
        unsigned seen = 0;
        for (int k = 0; ok && k < rank; k++) {
            ok = all[i].v[k] >= 0 && all[i].v[k] < rank && !(seen >> all[i].v[k] & 1);
            seen |= ok ? 1u << all[i].v[k] : 0;
        }
        if (!ok)
            return mop_fail(r, op, "layout %d in %s of %s must be a permutation of 0 to %d", i, key, op->name, rank - 1);
    }
    *out = (Layouts){ n, all };
    return true;
}

bool layouts_matter(const char *target)
{
    return strncmp(target, "lapack_", 7) == 0 || strncmp(target, "blas_", 5) == 0;
}

static IrOp *transposed(Reader *r, IrOp *x, const int *order)
{
    int rank = x->type->rank;
    int64_t dims[MAX_RANK], perm[MAX_RANK];
    for (int d = 0; d < rank; d++) {
        perm[d] = order[d];
        dims[d] = x->type->dims[order[d]];
    }
    IrOp *out = mop_emit(r, OP_transpose, type_array(r->m->types, x->type->elem, rank, dims), 1, &x);
    out->a.dims = ints_dup(r->m->arena, perm, rank);
    return out;
}

/* The value, whose dimensions lie in memory as `from` says, major first, as somebody reads it who takes them to lie as `to` says. */
static IrOp *read_as(Reader *r, IrOp *x, const int *from, const int *to)
{
    const Type *type = x->type;
    int64_t dims[MAX_RANK];
    int back[MAX_RANK];
    if (memcmp(from, to, sizeof *from * (size_t)type->rank) == 0)
        return x;
    for (int d = 0; d < type->rank; d++) {
        dims[d] = type->dims[to[d]];
        back[to[d]] = d;
    }
    IrOp *memory = transposed(r, x, from);
    return transposed(r, mop_emit(r, OP_reshape, type_array(r->m->types, type->elem, type->rank, dims), 1, &memory), back);
}

/* The order of the dimensions, major first, of what a routine reads by columns. Of several ranks the highest is that of matrices, others are lists of vectors or of numbers. */
static void by_columns(int rank, int matrix_rank, int *order)
{
    for (int d = 0; d < rank; d++)
        order[d] = rank == matrix_rank && rank >= 2 && d >= rank - 2 ? 2 * rank - 3 - d : d;
}

static int rank_of(const Type *type)
{
    return type->kind == TYPE_ARRAY ? type->rank : 0;
}

/* The value as it is read by columns where it lies as the layout says, or the other way round. */
static IrOp *relaid(Reader *r, IrOp *x, Ints layout, int matrix_rank, bool to_columns)
{
    int rank = rank_of(x->type), asked[MAX_RANK], columns[MAX_RANK];
    if (rank < 2)
        return x;
    by_columns(rank, matrix_rank, columns);
    for (int d = 0; d < rank; d++)
        asked[d] = (int)layout.v[rank - 1 - d];
    return to_columns ? read_as(r, x, asked, columns) : read_as(r, x, columns, asked);
}

static int highest_rank(const MOp *op)
{
    int rank = 0;
    for (int i = 0; i < op->n_operands; i++)
        rank = MAX(rank, rank_of(op->operands[i]->type));
    return rank;
}

void layouts_of_operands(Reader *r, MOp *op, const Layouts *l)
{
    int rank = highest_rank(op);
    for (int i = 0; i < l->n; i++)
        op->operands[i] = relaid(r, op->operands[i], l->v[i], rank, true);
}

void layouts_of_results(Reader *r, MOp *op, const Layouts *l)
{
    int rank = highest_rank(op);
    for (int i = 0; i < l->n; i++)
        op->results[i] = relaid(r, op->results[i], l->v[i], rank, false);
}

/* Dimensions from minor to major, as the attribute has them. */
static void append_columns(GString *s, const Type *type, int matrix_rank)
{
    int rank = rank_of(type), order[MAX_RANK];
    by_columns(rank, matrix_rank, order);
    g_string_append(s, s->len > 1 ? ", dense<[" : "dense<[");
    for (int d = rank - 1; d >= 0; d--)
        g_string_append_printf(s, "%d%s", order[d], d ? ", " : "");
    g_string_append_printf(s, "]> : tensor<%dxindex>", rank);
}

void layouts_are_columns(Reader *r, MOp *op, IrOp *call)
{
    int matrix_rank = highest_rank(op);
    for (int results = 0; results < 2; results++) {
        const char *key = results ? "result_layouts" : "operand_layouts";
        if (!mop_attr(op, key, NULL))
            continue;
        g_autoptr(GString) s = g_string_new("[");
        for (int i = 0; i < (results ? op->n_types : op->n_operands); i++)
            append_columns(s, results ? op->types[i] : op->operands[i]->type, matrix_rank);
        pair_add(r->m->arena, &call->extra, &call->n_extra, key, g_string_append_c(s, ']')->str, true);
    }
}
