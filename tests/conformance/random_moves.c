/* Families that move elements: slices, pads, gathers, sorts; also random bits and control flow. */
#include "tests/conformance/random_impl.h"

void random_make_slice(P *p)
{
    int a = random_any(p, random_number(p), 1, 4);
    Shape s = of(p, a), out = s;
    g_autoptr(GString) text = g_string_new(NULL);
    for (int d = 0; d < s.rank; d++) {
        int lo = chance(p, 0.5) ? 0 : below(p, s.dims[d]), hi = lo + 1 + below(p, s.dims[d] - lo), st = 1 + (chance(p, 0.3) ? below(p, 3) : 0);
        out.dims[d] = (hi - lo + st - 1) / st;
        g_string_append_printf(text, "%s[%d:%d:%d]", d ? ", " : "", lo, hi, st);
    }
    ADD(p, out, g_strdup_printf("slice($0), slice={%s}", text->str), a);
}

void random_make_pad(P *p)
{
    int a = random_any(p, random_number(p), 1, 4);
    Shape s = of(p, a), out = s;
    g_autoptr(GString) text = g_string_new(NULL);
    for (int d = 0; d < s.rank; d++) {
        int lo = chance(p, 0.5) ? 0 : below(p, 5) - 1, hi = chance(p, 0.5) ? 0 : below(p, 5) - 1, mid = chance(p, 0.3) ? 1 + below(p, 2) : 0;
        out.dims[d] = s.dims[d] + (s.dims[d] - 1) * mid + lo + hi;
        if (out.dims[d] < 1)
            return;
        g_string_append_printf(text, "%s%d_%d_%d", d ? "x" : "", lo, hi, mid);
    }
    if (elements(&out) > MAX_ELEMENTS)
        return;
    int with = random_like(p, (Shape){ .elem = s.elem });
    ADD(p, out, g_strdup_printf("pad($0, $1), padding=%s", text->str), a, with);
}

void random_make_concatenate(P *p)
{
    int a = random_any(p, random_number(p), 1, 4), operands[3] = { a }, n = 1 + below(p, 3);
    Shape s = of(p, a), out = s;
    int d = below(p, s.rank);
    for (int i = 1; i < n; i++) {
        Shape part = s;
        part.dims[d] = random_size(p);
        operands[i] = random_like(p, part);
        out.dims[d] += part.dims[d];
    }
    if (elements(&out) > MAX_ELEMENTS)
        return;
    random_add(p, out, g_strdup_printf("concatenate(%s), dimensions={%d}", n == 1 ? "$0" : n == 2 ? "$0, $1" : "$0, $1, $2", d), n, operands);
}

void random_make_reverse(P *p)
{
    int a = random_any(p, random_number(p), 1, 4), dims[MAX_DIMS], n = 0;
    Shape s = of(p, a);
    for (int d = 0; d < s.rank; d++)
        if (chance(p, 0.6))
            dims[n++] = d;
    g_autofree char *text = random_list(dims, n);
    ADD(p, s, g_strdup_printf("reverse($0), dimensions=%s", text), a);
}

void random_make_dynamic_slice(P *p)
{
    int a = random_any(p, random_number(p), 1, 3), operands[MAX_OPERANDS] = { a };
    Shape s = of(p, a), out = s;
    bool update = chance(p, 0.5);
    for (int d = 0; d < s.rank; d++)
        out.dims[d] = chance(p, 0.4) ? s.dims[d] : 1 + below(p, s.dims[d]);
    int n = 1;
    if (update)
        operands[n++] = random_like(p, out);
    for (int d = 0; d < s.rank; d++)
        operands[n++] = chance(p, 0.3) ? random_constant(p, S32, below(p, 9) - 2) : random_like(p, (Shape){ .elem = S32 });
    GString *text = g_string_new(update ? "dynamic-update-slice(" : "dynamic-slice(");
    for (int i = 0; i < n; i++)
        g_string_append_printf(text, "%s$%d", i ? ", " : "", i);
    g_autofree char *sizes = random_list(out.dims, s.rank);
    g_string_append(text, ")");
    if (!update)
        g_string_append_printf(text, ", dynamic_slice_sizes=%s", sizes);
    random_add(p, update ? s : out, g_string_free(text, FALSE), n, operands);
}

/* Gathers rows of a, or scatters into them, through indices; perhaps with a common batch dim. */
void random_make_gather(P *p)
{
    int a = random_any(p, random_number(p), 1, 3);
    Shape s = of(p, a), idx = { .elem = S32 }, out = { .elem = s.elem };
    bool scatter = chance(p, 0.5);
    int batch = s.rank > 1 && chance(p, 0.25) ? below(p, s.rank) : -1;
    int start[MAX_DIMS], n_start = 0, collapsed[MAX_DIMS], n_collapsed = 0, window_sizes[MAX_DIMS], windows[MAX_DIMS], n_windows = 0;
    for (int d = 0; d < s.rank; d++) {
        window_sizes[d] = 1;
        if (d == batch)
            continue;
        bool indexed = chance(p, 0.6) || (n_start == 0 && d + 1 + (batch == s.rank - 1) >= s.rank);
        if (indexed)
            start[n_start++] = d;
        window_sizes[d] = chance(p, 0.4) ? s.dims[d] : 1 + below(p, s.dims[d]);
        if (indexed && chance(p, 0.6)) {
            window_sizes[d] = 1;
            collapsed[n_collapsed++] = d;
        } else {
            windows[n_windows++] = window_sizes[d];
        }
    }
    if (!n_start)
        return;
    random_shuffle(p, start, n_start);
    if (batch >= 0)
        idx.dims[idx.rank++] = s.dims[batch];
    if (chance(p, 0.8))
        idx.dims[idx.rank++] = random_size(p);
    int vector = idx.rank, n_batch = idx.rank;
    idx.dims[idx.rank++] = n_start;
    int offset[MAX_DIMS], n_offset = 0, nb = 0;
    out.rank = n_batch + n_windows;
    for (int d = 0; d < out.rank; d++) {
        bool take = n_offset < n_windows && below(p, out.rank - d) < n_windows - n_offset;
        out.dims[d] = take ? windows[n_offset] : idx.dims[nb++];
        if (take)
            offset[n_offset++] = d;
    }
    if (elements(&out) > MAX_ELEMENTS)
        return;
    int at = random_like(p, idx);
    g_autofree char *o = random_list(offset, n_offset), *c = random_list(collapsed, n_collapsed), *m = random_list(start, n_start), *w = random_list(window_sizes, s.rank);
    g_autofree char *pair = batch < 0 ? g_strdup("") : scatter ? g_strdup_printf(", input_batching_dims={%d}, scatter_indices_batching_dims={0}", batch)
                                                               : g_strdup_printf(", operand_batching_dims={%d}, start_indices_batching_dims={0}", batch);
    if (!scatter) {
        ADD(p, out, g_strdup_printf("gather($0, $1), offset_dims=%s, collapsed_slice_dims=%s, start_index_map=%s, index_vector_dim=%d, slice_sizes=%s%s", o, c, m, vector, w, pair), a, at);
        return;
    }
    static const char *const kinds[] = { "add", "maximum", "minimum", "multiply", "last", "last", "xor" };
    g_autofree char *comp = random_pair_comp(p, kinds[below(p, s.elem == S32 ? 7 : 6)], s.elem);
    int updates = random_like(p, out);
    ADD(p, s, g_strdup_printf("scatter($0, $1, $2), update_window_dims=%s, inserted_window_dims=%s, scatter_dims_to_operand_dims=%s, index_vector_dim=%d%s, to_apply=%s", o, c, m, vector, pair, comp), a, at, updates);
}

void random_make_sort(P *p)
{
    int a = random_any(p, S32, 1, 3);
    Shape s = of(p, a);
    int d = below(p, s.rank);
    if (chance(p, 0.4)) {
        g_autofree char *lt = random_pair_comp(p, "LT", S32);
        ADD(p, s, g_strdup_printf("sort($0), dimensions={%d}, to_apply=%s", d, lt), a);
        return;
    }
    if (g_hash_table_add(p->have, g_strdup("first_s32")))
        g_string_append(p->comps, "first_s32 {\n  a = s32[] parameter(0)\n  b = s32[] parameter(1)\n  c = s32[] parameter(2)\n  d = s32[] parameter(3)\n  ROOT r = pred[] compare(a, b), direction=LT\n}\n");
    int b = random_like(p, s);
    g_autofree char *t = random_shape_text(&s);
    for (int k = 0; k < 2; k++)
        ADD(p, s, g_strdup_printf("@both = (%s, %s) sort($0, $1), dimensions={%d}, is_stable=true, to_apply=first_s32\nget-tuple-element(@both), index=%d", t, t, d, k), a, b);
}

void random_make_topk(P *p)
{
    int a = random_any(p, S32, 1, 3);
    Shape s = of(p, a), out = s;
    out.dims[s.rank - 1] = 1 + below(p, s.dims[s.rank - 1]);
    g_autofree char *t = random_shape_text(&out);
    ADD(p, out, g_strdup_printf("@both = (%s, %s) topk($0), k=%d, largest=true\nget-tuple-element(@both), index=%d", t, t, out.dims[s.rank - 1], below(p, 2)), a);
}

void random_make_rng(P *p)
{
    Shape s = random_shape(p, U32, 1 + below(p, 3));
    g_autofree char *t = random_shape_text(&s);
    int bits = random_add(p, s, g_strdup_printf("@state = u64[2] constant({%d, 7})\n@both = (u64[2], %s) rng-bit-generator(@state), algorithm=rng_three_fry\nget-tuple-element(@both), index=1", below(p, 100), t), 0, NULL);
    ADD(p, with_elem(s, S32), g_strdup("convert($0)"), bits);
}

/* A loop of a few trips with two values of one shape. */
void random_make_while(P *p)
{
    static const char *const steps[] = { "multiply(x, y)", "subtract(x, c)", "reverse(x), dimensions={0}", "maximum(x, y)", "add(y, c)" };
    int a = random_any(p, S32, 1, 3), b = random_like(p, of(p, a)), c = random_like(p, of(p, a));
    Shape s = of(p, a);
    g_autofree char *t = random_shape_text(&s);
    int k = p->n_comps++, trips = below(p, 4);
    g_string_append_printf(p->comps, "cond%d {\n  s = (s32[], %s, %s, %s) parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n  n = s32[] constant(%d)\n"
                           "  ROOT r = pred[] compare(i, n), direction=LT\n}\n", k, t, t, t, trips);
    g_string_append_printf(p->comps, "body%d {\n  s = (s32[], %s, %s, %s) parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n  x = %s get-tuple-element(s), index=1\n"
                           "  y = %s get-tuple-element(s), index=2\n  c = %s get-tuple-element(s), index=3\n  one = s32[] constant(1)\n  j = s32[] add(i, one)\n", k, t, t, t, t, t, t);
    for (int v = 0; v < 2; v++) {
        if (chance(p, 0.3)) { /* a row of c, written into x at the counter */
            Shape row = s;
            row.dims[0] = 1;
            g_autofree char *rt = random_shape_text(&row), *sizes = random_list(row.dims, s.rank);
            GString *at = g_string_new("i");
            for (int d = 1; d < s.rank; d++)
                g_string_append(at, ", one");
            g_string_append_printf(p->comps, "  row%d = %s dynamic-slice(c, %s), dynamic_slice_sizes=%s\n  v%d = %s dynamic-update-slice(%s, row%d, %s)\n", v, rt, at->str, sizes,
                                   v, t, v ? "y" : "x", v, at->str);
            g_string_free(at, TRUE);
        } else {
            g_string_append_printf(p->comps, "  v%d = %s %s\n", v, t, steps[below(p, G_N_ELEMENTS(steps))]);
        }
    }
    g_string_append_printf(p->comps, "  ROOT r = (s32[], %s, %s, %s) tuple(j, v0, v1, c)\n}\n", t, t, t);
    ADD(p, s, g_strdup_printf("@zero = s32[] constant(0)\n@in = (s32[], %s, %s, %s) tuple(@zero, $0, $1, $2)\n@loop = (s32[], %s, %s, %s) while(@in), condition=cond%d, body=body%d\n"
                              "get-tuple-element(@loop), index=%d", t, t, t, t, t, t, k, k, 1 + below(p, 2)), a, b, c);
}

void random_make_conditional(P *p)
{
    static const char *const steps[] = { "negate(x)", "reverse(x), dimensions={0}", "add(x, x)", "abs(x)" };
    int a = random_any(p, S32, 1, 3), b = random_like(p, of(p, a)), pred = random_like(p, (Shape){ .elem = PRED });
    Shape s = of(p, a);
    g_autofree char *t = random_shape_text(&s);
    int k = p->n_comps++;
    for (int branch = 0; branch < 2; branch++)
        g_string_append_printf(p->comps, "branch%d_%d {\n  x = %s parameter(0)\n  ROOT r = %s %s\n}\n", k, branch, t, t, steps[below(p, 4)]);
    ADD(p, s, g_strdup_printf("conditional($0, $1, $2), true_computation=branch%d_0, false_computation=branch%d_1", k, k), pred, a, b);
}

void random_make_constraint(P *p)
{
    int a = random_any(p, random_number(p), 0, 4);
    g_autofree char *s = random_annotation(p, of(p, a).rank, chance(p, 0.1));
    ADD(p, of(p, a), g_strdup_printf("custom-call($0), custom_call_target=\"Sharding\", frontend_attributes={xla.sdy.sharding=\"%s\"}", s), a);
}
