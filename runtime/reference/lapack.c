/* The custom-calls to LAPACK that JAX's linear algebra becomes on a CPU. A matrix is in the last two dims, batches are in the dims before.
 * This file has the names, and checks the types of operands and results, since LAPACK does not check sizes; lapack_run.c calls LAPACK. */
#include "runtime/reference/lapack.h"

#include <stdio.h>
#include <string.h>

enum { MAX_ORDER = 1 << 13 }; /* rows or columns of one matrix */

int64_t lapack_attribute(const IrOp *op, const char *key, int64_t otherwise)
{
    const char *config = op->a.custom.backend_config;
    size_t n = strlen(key);
    for (const char *at = config ? strstr(config, key) : NULL; at; at = strstr(at + n, key)) {
        bool whole = (at == config || !(g_ascii_isalnum(at[-1]) || at[-1] == '_')) &&
                     !(g_ascii_isalnum(at[n]) || at[n] == '_');
        if (!whole)
            continue;
        const char *value = at + n + strspn(at + n, " =");
        if (g_str_has_prefix(value, "true"))
            return 1;
        if (g_str_has_prefix(value, "false"))
            return 0;
        int code;
        return sscanf(value, "%d", &code) == 1 ? code : otherwise;
    }
    return otherwise;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* The element type in a target, "lapack_" type routine "_ffi", or N_ELEMS; *routine points at the
 * rest. One routine of JAX's own goes by its operands. */
static ElemType split_target(const IrOp *op, const char **routine)
{
    const char *target = op->a.custom.target;
    static const struct {
        char letter;
        ElemType elem;
    } types[] = {{'s', ELEM_f32}, {'d', ELEM_f64}, {'c', ELEM_c64}, {'z', ELEM_c128}};
    const char *prefix = "lapack_", *own = "tridiagonal_solve_perturbed_ffi";
    if (target && strcmp(target, own) == 0 && op->n_operands) {
        const Type *t = op->operands[0]->type;
        *routine = target;
        return t->kind == TYPE_ARRAY && (t->elem == ELEM_f32 || t->elem == ELEM_f64) ? t->elem
                                                                                    : N_ELEMS;
    }
    if (!target || !g_str_has_prefix(target, prefix) || !g_str_has_suffix(target, "_ffi"))
        return N_ELEMS;
    const char *at = target + strlen(prefix);
    for (guint i = 0; i < G_N_ELEMENTS(types); i++)
        if (*at == types[i].letter) {
            *routine = at + 1;
            return types[i].elem;
        }
    return N_ELEMS;
}

static bool is_named(const LapackRoutine *r, const char *rest)
{
    size_t n = strlen(r->name);
    return strncmp(rest, r->name, n) == 0 && strcmp(rest + n, "_ffi") == 0;
}

bool ref_is_lapack(const IrOp *op)
{
    const char *rest;
    if (split_target(op, &rest) == N_ELEMS)
        return false;
    for (const LapackRoutine *r = lapack_routines; r->name; r++)
        if (is_named(r, rest))
            return true;
    return false;
}

/* ---- do the values fit? ---------------------------------------------------------------------- */

typedef struct Fit {
    ElemType elem;
    const Type *first; /* its leading dims are the batch */
    int n_batch;
    int64_t dim['z' + 1]; /* by letter, -1 = not seen */
} Fit;

static bool elem_fits(const Fit *f, char letter, ElemType e)
{
    bool wide = f->elem == ELEM_f64 || f->elem == ELEM_c128;
    switch (letter) {
    case 'e': return e == f->elem;
    case 'r': return e == (wide ? ELEM_f64 : ELEM_f32);
    case 'c': return e == (wide ? ELEM_c128 : ELEM_c64);
    default: return elem_is_int(e);
    }
}

/* One value against its word, `n` characters. */
static bool value_fits(Fit *f, const Type *t, const char *word, int n)
{
    if (t->kind != TYPE_ARRAY || !elem_fits(f, word[0], t->elem) || t->rank != f->n_batch + n - 1)
        return false;
    for (int d = 0; d < f->n_batch; d++)
        if (t->dims[d] != f->first->dims[d])
            return false;
    for (int i = 1; i < n; i++) {
        int64_t size = t->dims[f->n_batch + i - 1], *known = &f->dim[(int)word[i]];
        if (size > MAX_ORDER || (*known >= 0 && *known != size))
            return false;
        *known = size;
    }
    return true;
}

/* Length of the word at *s; *s moves to the next. */
static int next_word(const char **s, const char **word)
{
    *s += strspn(*s, " ");
    *word = *s;
    *s += strcspn(*s, " ");
    return (int)(*s - *word);
}

static int n_words(const char *s)
{
    int n = 0;
    for (const char *word; next_word(&s, &word);)
        n++;
    return n;
}

static bool all_fit(const LapackRoutine *r, const IrOp *op, ElemType elem, Tensor **in)
{
    int n_in = n_words(r->in), n_out = n_words(r->out), n;
    const char *s = r->in, *word;
    if (op->n_operands != n_in || type_n_leaves(op->type) != n_out)
        return false;
    n = next_word(&s, &word);
    Fit f = {.elem = elem, .first = in[0]->type, .n_batch = in[0]->type->rank - (n - 1)};
    memset(f.dim, -1, sizeof f.dim);
    if (in[0]->type->kind != TYPE_ARRAY || f.n_batch < 0 || !value_fits(&f, in[0]->type, word, n))
        return false;
    if (f.dim['m'] >= 0) {
        f.dim['k'] = f.dim['n'] >= 0 ? MIN(f.dim['m'], f.dim['n']) : f.dim['m'];
        f.dim['l'] = MAX(f.dim['m'] - 1, 0);
    }
    for (int i = 1; i < n_in; i++) {
        n = next_word(&s, &word);
        if (!value_fits(&f, in[i]->type, word, n))
            return false;
    }
    s = r->out;
    for (int i = 0; i < n_out; i++) {
        n = next_word(&s, &word);
        if (!value_fits(&f, type_leaf(op->type, i), word, n))
            return false;
    }
    return true;
}

/* Rows and columns of a value. */
static int64_t rows_of(const Type *t)
{
    return t->dims[t->rank - 2];
}
static int64_t columns_of(const Type *t)
{
    return t->dims[t->rank - 1];
}

/* Checks that the table's words cannot express. */
static bool attributes_fit(const LapackRoutine *r, const IrOp *op, Tensor **in)
{
    const Type *a = in[0]->type;
    if (strcmp(r->name, "trsm") == 0) {
        bool left = lapack_attribute(op, "side", 'L') == 'L';
        return rows_of(a) == (left ? rows_of(in[1]->type) : columns_of(in[1]->type));
    }
    if (strcmp(r->name, "orgqr") == 0 || strcmp(r->name, "ungqr") == 0) {
        const Type *q = op->type;
        return columns_of(q) >= columns_of(a) && columns_of(q) <= rows_of(q) &&
               columns_of(in[1]->type) <= columns_of(a);
    }
    if (strcmp(r->name, "ormqr") == 0 || strcmp(r->name, "unmqr") == 0) {
        bool left = lapack_attribute(op, "left", 1) != 0;
        const Type *c = in[2]->type;
        int64_t order = left ? rows_of(c) : columns_of(c), k = columns_of(in[1]->type);
        return rows_of(a) == order && k <= columns_of(a) && k <= order;
    }
    if (strcmp(r->name, "gehrd") == 0) {
        int64_t n = rows_of(a), low = lapack_attribute(op, "low", 1),
                high = lapack_attribute(op, "high", n);
        return n == 0 || (low >= 1 && low <= high && high <= n);
    }
    if (strcmp(r->name, "gesdd") == 0 || strcmp(r->name, "gesvd") == 0) {
        const Type *u = type_leaf(op->type, 2), *vt = type_leaf(op->type, 3);
        int64_t mode = lapack_attribute(op, "mode", 'S'), m = rows_of(a), n = columns_of(a);
        bool all = mode == 'A';
        if (mode == 'N')
            return true;
        return (all || mode == 'S') && rows_of(u) == m && columns_of(vt) == n &&
               columns_of(u) == (all ? m : MIN(m, n)) && rows_of(vt) == (all ? n : MIN(m, n));
    }
    return true;
}

bool ref_lapack(const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    const char *rest;
    ElemType elem = split_target(op, &rest);
    const LapackRoutine *r = lapack_routines;
    while (r->name && !(is_named(r, rest) && all_fit(r, op, elem, in)))
        r++;
    if (!r->name || !attributes_fit(r, op, in))
        return ref_unsupported(op, error, "its operands and results do not fit %s",
                               op->a.custom.target);
    bool empty = false;
    for (int i = 0; i < type_n_leaves(op->type); i++)
        if (!(out[i] = ref_new(op, i, error)))
            return false;
    int skip = (int)strcspn(r->in, " ") - 1; /* dims of the first value itself */
    const Type *a = in[0]->type;
    int64_t batches = 1;
    for (int d = 0; d < a->rank; d++)
        if (d < a->rank - skip)
            batches *= a->dims[d];
        else
            empty = empty || a->dims[d] == 0;
    for (int64_t b = 0; !empty && b < batches; b++)
        r->run(&(LapackCall){.op = op,
                             .in = in,
                             .out = out,
                             .batch = b,
                             .is_complex = elem_info[elem].cls == CLASS_COMPLEX});
    return true;
}
