/* Families that compute: element-wise ops, dots, reductions, windows. Shapes stay small; ops whose results would be too large are left out. */
#include <stdio.h>

#include "tests/conformance/random_impl.h"

void random_make_unary(P *p)
{
    static const char *const ints[] = { "negate", "abs", "not", "sign", "popcnt", "count-leading-zeros" };
    static const char *const floats[] = { "negate", "abs", "tanh", "cosine", "logistic", "sine", "exponential", "exponential-minus-one", "cbrt", "erf", "floor", "ceil", "round-nearest-even", "round-nearest-afz", "sign" };
    Elem e = random_number(p);
    int a = random_any(p, e, 0, 4);
    ADD(p, of(p, a), g_strdup_printf("%s($0)", e == F32 ? floats[below(p, G_N_ELEMENTS(floats))] : ints[below(p, G_N_ELEMENTS(ints))]), a);
}

void random_make_binary(P *p)
{
    static const char *const ints[] = { "add", "subtract", "multiply", "maximum", "minimum", "and", "or", "xor", "shift-left", "shift-right-arithmetic", "shift-right-logical", "remainder" };
    Elem e = random_number(p);
    int a = random_any(p, e, 0, 4), b = random_like(p, of(p, a));
    ADD(p, of(p, a), g_strdup_printf("%s($0, $1)", ints[below(p, e == F32 ? 5 : (int)G_N_ELEMENTS(ints))]), a, b);
}

void random_make_select(P *p)
{
    static const char *const dirs[] = { "EQ", "NE", "LT", "GE" };
    int a = random_any(p, S32, 0, 4), b = random_like(p, of(p, a));
    int c = ADD(p, with_elem(of(p, a), PRED), g_strdup_printf("compare($0, $1), direction=%s", dirs[below(p, 4)]), a, b);
    int x = random_like(p, with_elem(of(p, a), random_number(p))), y = random_like(p, of(p, x));
    ADD(p, of(p, x), g_strdup("select($0, $1, $2)"), c, x, y);
}

void random_make_clamp(P *p)
{
    int a = random_any(p, S32, 0, 4), lo = random_like(p, chance(p, 0.5) ? of(p, a) : (Shape){ .elem = S32 }), hi = random_like(p, of(p, lo));
    ADD(p, of(p, a), g_strdup("clamp($0, $1, $2)"), lo, a, hi);
}

void random_make_convert(P *p)
{
    int a = random_any(p, S32, 0, 4);
    ADD(p, with_elem(of(p, a), chance(p, 0.5) ? F32 : U32), g_strdup("convert($0)"), a);
    if (chance(p, 0.5)) {
        int u = ADD(p, with_elem(of(p, a), U32), g_strdup("bitcast-convert($0)"), a);
        ADD(p, of(p, a), g_strdup("convert($0)"), u);
    }
}

void random_make_iota(P *p)
{
    Shape s = random_shape(p, S32, 1 + below(p, 3));
    int i = random_add(p, s, g_strdup_printf("iota(), iota_dimension=%d", below(p, s.rank)), 0, NULL);
    int other = random_like(p, s);
    ADD(p, s, g_strdup("add($0, $1)"), i, other);
}

void random_make_broadcast(P *p)
{
    int a = random_any(p, random_number(p), 0, 3);
    Shape s = of(p, a), out = { .elem = s.elem, .rank = s.rank + below(p, 3) };
    int at[MAX_DIMS], n = 0;
    for (int d = 0; d < out.rank; d++) {
        bool take = n < s.rank && below(p, out.rank - d) < s.rank - n;
        out.dims[d] = take ? s.dims[n] : random_size(p);
        if (take)
            at[n++] = d;
    }
    if (elements(&out) > MAX_ELEMENTS)
        return;
    g_autofree char *dims = random_list(at, n);
    ADD(p, out, g_strdup_printf("broadcast($0), dimensions=%s", dims), a);
}

void random_make_transpose(P *p)
{
    int a = random_any(p, random_number(p), 1, 4), perm[MAX_DIMS];
    Shape s = of(p, a), out = s;
    for (int d = 0; d < s.rank; d++)
        perm[d] = d;
    random_shuffle(p, perm, s.rank);
    for (int d = 0; d < s.rank; d++)
        out.dims[d] = s.dims[perm[d]];
    g_autofree char *dims = random_list(perm, s.rank);
    ADD(p, out, g_strdup_printf("transpose($0), dimensions=%s", dims), a);
}

void random_make_reshape(P *p)
{
    int a = random_any(p, random_number(p), 1, 4);
    Shape s = of(p, a), out = { .elem = s.elem };
    int n = elements(&s);
    while (n > 1 && out.rank < 3) {
        int f = 1 + below(p, n);
        while (n % f)
            f--;
        out.dims[out.rank++] = f;
        n /= f;
    }
    if (n > 1 || chance(p, 0.2))
        out.dims[out.rank++] = n;
    ADD(p, out, g_strdup("reshape($0)"), a);
}

void random_make_dot(P *p)
{
    int a = random_any(p, random_number(p), 1, 3);
    Shape s = of(p, a), w = { .elem = s.elem }, out = { .elem = s.elem };
    int role[MAX_DIMS], lc[MAX_DIMS], rc[MAX_DIMS], lb[MAX_DIMS], rb[MAX_DIMS], nc = 0, nb = 0, wrole[MAX_DIMS];
    for (int d = 0; d < s.rank; d++)
        role[d] = below(p, 3); /* 0 free, 1 contracting, 2 batch */
    int extra = below(p, 3);
    for (int d = 0; d < s.rank; d++)
        if (role[d])
            wrole[w.rank++] = d;
    for (int i = 0; i < extra; i++)
        wrole[w.rank++] = -1;
    random_shuffle(p, wrole, w.rank);
    for (int i = 0; i < w.rank; i++)
        w.dims[i] = wrole[i] < 0 ? random_size(p) : s.dims[wrole[i]];
    for (int d = 0; d < s.rank; d++)
        for (int i = 0; i < w.rank; i++)
            if (wrole[i] == d && role[d] == 1) {
                lc[nc] = d;
                rc[nc++] = i;
            } else if (wrole[i] == d) {
                lb[nb] = d;
                rb[nb++] = i;
                out.dims[out.rank++] = s.dims[d];
            }
    for (int d = 0; d < s.rank; d++)
        if (!role[d])
            out.dims[out.rank++] = s.dims[d];
    for (int i = 0; i < w.rank; i++)
        if (wrole[i] < 0)
            out.dims[out.rank++] = w.dims[i];
    if (elements(&out) > MAX_ELEMENTS || elements(&w) > MAX_ELEMENTS)
        return;
    g_autofree char *tlc = random_list(lc, nc), *trc = random_list(rc, nc), *tlb = random_list(lb, nb), *trb = random_list(rb, nb);
    int b = random_like(p, w);
    ADD(p, out, g_strdup_printf("dot($0, $1), lhs_batch_dims=%s, rhs_batch_dims=%s, lhs_contracting_dims=%s, rhs_contracting_dims=%s", tlb, trb, tlc, trc), a, b);
}

void random_make_reduce(P *p)
{
    int a = random_any(p, random_number(p), 1, 4), dims[MAX_DIMS], n = 0;
    Shape s = of(p, a), out = { .elem = s.elem };
    for (int d = 0; d < s.rank; d++)
        if (chance(p, 0.5))
            dims[n++] = d;
        else
            out.dims[out.rank++] = s.dims[d];
    g_autofree char *text = random_list(dims, n), *comp = random_pair_comp(p, random_reducer(p), s.elem);
    int init = chance(p, 0.5) ? random_constant(p, s.elem, 1) : random_like(p, (Shape){ .elem = s.elem });
    ADD(p, out, g_strdup_printf("reduce($0, $1), dimensions=%s, to_apply=%s", text, comp), a, init);
}

/* Sums and maxima in one variadic reduction. */
void random_make_reduce_two(P *p)
{
    int a = random_any(p, S32, 1, 3), b = random_like(p, of(p, a));
    Shape s = of(p, a), out = { .elem = S32 };
    int gone = below(p, s.rank);
    for (int d = 0; d < s.rank; d++)
        if (d != gone)
            out.dims[out.rank++] = s.dims[d];
    if (g_hash_table_add(p->have, g_strdup("both_s32")))
        g_string_append(p->comps, "both_s32 {\n  a = s32[] parameter(0)\n  b = s32[] parameter(1)\n  c = s32[] parameter(2)\n  d = s32[] parameter(3)\n"
                                  "  s = s32[] add(a, c)\n  m = s32[] maximum(b, d)\n  ROOT t = (s32[], s32[]) tuple(s, m)\n}\n");
    g_autofree char *t = random_shape_text(&out);
    int zero = random_constant(p, S32, 0);
    for (int k = 0; k < 2; k++)
        ADD(p, out, g_strdup_printf("@both = (%s, %s) reduce($0, $1, $2, $2), dimensions={%d}, to_apply=both_s32\nget-tuple-element(@both), index=%d", t, t, gone, k), a, b, zero);
}

/* Makes the window's text and sets the output dims; false if a dim would become empty. */
static bool window(P *p, const Shape *s, Shape *out, GString *text, bool dilate)
{
    GString *sz = g_string_new(NULL), *st = g_string_new(NULL), *pad = g_string_new(NULL), *ld = g_string_new(NULL), *rd = g_string_new(NULL);
    bool fine = true;
    *out = *s;
    for (int d = 0; d < s->rank; d++) {
        const char *x = d ? "x" : "";
        bool plain = chance(p, 0.4), running = !plain && chance(p, 0.15);
        int w = plain ? 1 : running ? s->dims[d] : 1 + below(p, 3), t = plain || running ? 1 : 1 + below(p, 3);
        int base = !plain && !running && dilate && chance(p, 0.15) ? 2 : 1, wide = !plain && !running && dilate && chance(p, 0.15) ? 2 : 1;
        int lo = plain ? 0 : running ? w - 1 : below(p, 3), hi = plain || running ? 0 : below(p, 3);
        int span = (w - 1) * wide + 1, in = (s->dims[d] - 1) * base + 1 + lo + hi;
        out->dims[d] = in < span ? 0 : (in - span) / t + 1;
        fine = fine && out->dims[d] > 0;
        g_string_append_printf(sz, "%s%d", x, w);
        g_string_append_printf(st, "%s%d", x, t);
        g_string_append_printf(pad, "%s%d_%d", x, lo, hi);
        g_string_append_printf(ld, "%s%d", x, base);
        g_string_append_printf(rd, "%s%d", x, wide);
    }
    g_string_append_printf(text, "size=%s stride=%s pad=%s lhs_dilate=%s rhs_dilate=%s", sz->str, st->str, pad->str, ld->str, rd->str);
    g_string_free(sz, TRUE);
    g_string_free(st, TRUE);
    g_string_free(pad, TRUE);
    g_string_free(ld, TRUE);
    g_string_free(rd, TRUE);
    return fine;
}

void random_make_reduce_window(P *p)
{
    int a = random_any(p, random_number(p), 1, 3);
    Shape s = of(p, a), out;
    g_autoptr(GString) text = g_string_new(NULL);
    if (!window(p, &s, &out, text, true) || elements(&out) > MAX_ELEMENTS)
        return;
    const char *op = chance(p, 0.5) ? "add" : "maximum";
    g_autofree char *comp = random_pair_comp(p, op, s.elem);
    int init = random_constant(p, s.elem, *op == 'a' ? 0 : -100);
    ADD(p, out, g_strdup_printf("reduce-window($0, $1), window={%s}, to_apply=%s", text->str, comp), a, init);
}

void random_make_select_and_scatter(P *p)
{
    int a = random_any(p, S32, 1, 3);
    Shape s = of(p, a), source = s;
    g_autoptr(GString) sz = g_string_new(NULL), pad = g_string_new(NULL);
    for (int d = 0; d < s.rank; d++) {
        int w = 1 + below(p, MIN(3, s.dims[d])), lo = w > 1 ? below(p, 2) : 0;
        source.dims[d] = (s.dims[d] + lo - w) / w + 1;
        g_string_append_printf(sz, "%s%d", d ? "x" : "", w);
        g_string_append_printf(pad, "%s%d_0", d ? "x" : "", lo);
    }
    g_autofree char *ge = random_pair_comp(p, "GE", S32), *sum = random_pair_comp(p, "add", S32);
    int from = random_like(p, source), zero = random_constant(p, S32, 0);
    ADD(p, s, g_strdup_printf("select-and-scatter($0, $1, $2), window={size=%s stride=%s pad=%s}, select=%s, scatter=%s", sz->str, sz->str, pad->str, ge, sum), a, from, zero);
}

void random_make_convolution(P *p)
{
    Elem e = chance(p, 0.5) ? F32 : S32;
    int fg = chance(p, 0.3) ? 2 + below(p, 2) : 1, bg = fg == 1 && chance(p, 0.2) ? 2 : 1, n_spatial = 1 + below(p, 2);
    int batch = bg * (1 + below(p, 4)), ci = fg * (1 + below(p, 3)), co = fg * bg * (1 + below(p, 3));
    Shape space = { .elem = e, .rank = n_spatial }, after;
    for (int d = 0; d < n_spatial; d++)
        space.dims[d] = 3 + below(p, 7);
    GString *sz = g_string_new(NULL);
    bool fine = window(p, &space, &after, sz, true);
    g_autofree char *win = g_string_free(sz, FALSE);
    if (!fine)
        return;
    int kernel[2] = { 1, 1 };
    sscanf(win, "size=%dx%d", &kernel[0], &kernel[1]);
    Shape lhs = { .elem = e, .rank = n_spatial + 2 }, rhs = lhs, out = lhs;
    int perm[3][4];
    char labels[3][8] = { { 0 } };
    static const char *const letters[3] = { "bf01", "io01", "bf01" };
    int sizes[3][4] = { { batch, ci, space.dims[0], space.dims[1] }, { ci / fg, co, kernel[0], kernel[1] }, { batch / bg, co, after.dims[0], after.dims[1] } };
    Shape *shapes[3] = { &lhs, &rhs, &out };
    for (int k = 0; k < 3; k++) {
        for (int d = 0; d < n_spatial + 2; d++)
            perm[k][d] = d;
        random_shuffle(p, perm[k], n_spatial + 2);
        for (int d = 0; d < n_spatial + 2; d++) {
            shapes[k]->dims[d] = sizes[k][perm[k][d]];
            labels[k][d] = letters[k][perm[k][d]];
        }
    }
    if (elements(&lhs) > MAX_ELEMENTS || elements(&rhs) > MAX_ELEMENTS || elements(&out) > MAX_ELEMENTS)
        return;
    int a = random_like(p, lhs), b = random_like(p, rhs);
    ADD(p, out, g_strdup_printf("convolution($0, $1), window={%s}, dim_labels=%s_%s->%s, feature_group_count=%d, batch_group_count=%d", win, labels[0], labels[1], labels[2], fg, bg), a, b);
}

/* A function of two values that is called twice. */
void random_make_call(P *p)
{
    static const char *const steps[] = { "add(x, y)", "multiply(x, y)", "subtract(y, x)", "reverse(y), dimensions={0}" };
    int a = random_any(p, S32, 1, 3), b = random_like(p, of(p, a)), k = p->n_comps++;
    g_autofree char *t = random_shape_text(&p->stmts.v[a].shape);
    g_string_append_printf(p->comps, "f%d {\n  x = %s parameter(0)\n  y = %s parameter(1)\n  z = %s %s\n  ROOT r = %s maximum(z, x)\n}\n", k, t, t, t, steps[below(p, 4)], t);
    int once = ADD(p, of(p, a), g_strdup_printf("call($0, $1), to_apply=f%d", k), a, b);
    if (chance(p, 0.5))
        ADD(p, of(p, a), g_strdup_printf("call($0, $1), to_apply=f%d", k), once, a);
}

void random_make_map(P *p)
{
    int a = random_any(p, S32, 1, 3), b = random_like(p, of(p, a));
    g_autofree char *comp = random_pair_comp(p, random_reducer(p), S32);
    GString *dims = g_string_new(NULL);
    for (int d = 0; d < of(p, a).rank; d++)
        g_string_append_printf(dims, "%s%d", d ? "," : "", d);
    ADD(p, of(p, a), g_strdup_printf("map($0, $1), dimensions={%s}, to_apply=%s", dims->str, comp), a, b);
    g_string_free(dims, TRUE);
}

void random_make_barrier(P *p)
{
    int a = random_any(p, S32, 0, 3), b = random_any(p, S32, 0, 3);
    g_autofree char *t = random_shape_text(&p->stmts.v[a].shape), *u = random_shape_text(&p->stmts.v[b].shape);
    for (int k = 0; k < 2; k++)
        ADD(p, of(p, k ? b : a), g_strdup_printf("@both = (%s, %s) tuple($0, $1)\n@held = (%s, %s) opt-barrier(@both)\nget-tuple-element(@held), index=%d", t, u, t, u, k), a, b);
}

/* Floats computed from parameters only, so that they stay small. */
static Shape small_floats(P *p, int low)
{
    return random_shape(p, F32, low + below(p, 2));
}

void random_make_batch_norm(P *p)
{
    Shape s = small_floats(p, 2), f = { .elem = F32, .rank = 1 };
    int feature = below(p, s.rank), x = random_parameter(p, s);
    f.dims[0] = s.dims[feature];
    int scale = random_parameter(p, f), offset = random_parameter(p, f);
    g_autofree char *t = random_shape_text(&s), *u = random_shape_text(&f);
    int which = below(p, 3);
    ADD(p, which ? f : s, g_strdup_printf("@all = (%s, %s, %s) batch-norm-training($0, $1, $2), epsilon=0.5, feature_index=%d\nget-tuple-element(@all), index=%d", t, u, u, feature, which),
        x, scale, offset);
}

/* An op on an array of which only the first rows along a dimension count, then the array with zeros for the others. */
void random_make_sized(P *p)
{
    static const char *const ops[] = { "negate(@d)", "reverse(@d), dimensions={%d}", "concatenate(@d, $0), dimensions={%d}", "multiply(@d, @d)" };
    int a = random_any(p, random_number(p), 1, 3), dim = below(p, of(p, a).rank), which = below(p, G_N_ELEMENTS(ops));
    Shape s = of(p, a), out = s;
    out.dims[dim] *= which == 2 ? 2 : 1;
    if (elements(&out) > MAX_ELEMENTS)
        return;
    g_autofree char *whole = random_shape_text(&out);
    g_autoptr(GString) from = g_string_new(random_elem_names[s.elem]), to = g_string_new(random_elem_names[s.elem]), sizes = g_string_new(whole);
    for (int d = 0; d < s.rank; d++) {
        g_string_append_printf(from, "%s%s%d", d ? "," : "[", d == dim ? "<=" : "", s.dims[d]);
        g_string_append_printf(to, "%s%s%d", d ? "," : "[", d == dim ? "<=" : "", out.dims[d]);
        g_string_append(sizes, ", s32[]");
    }
    g_autofree char *op = g_strdup_printf(ops[which], dim); /* the number is unused by some */
    ADD(p, out, g_strdup_printf("@h = s32[] constant(%d)\n@n = s32[] maximum(@h, @h)\n@d = %s] set-dimension-size($0, @n), dimensions={%d}\n@o = %s] %s\n"
                                "@s = (%s) custom-call(@o), custom_call_target=\"PadToStatic\"\nget-tuple-element(@s), index=0",
                                below(p, s.dims[dim] + 2), from->str, dim, to->str, op, sizes->str), a);
}

void random_make_fft(P *p)
{
    Shape s = small_floats(p, 1), c = s;
    int n = s.dims[s.rank - 1];
    c.dims[s.rank - 1] = n / 2 + 1;
    g_autofree char *inner = random_shape_text(&c), *type = g_strconcat("c64", strchr(inner, '['), NULL);
    int x = random_parameter(p, s);
    if (chance(p, 0.5))
        ADD(p, c, g_strdup_printf("@c = %s fft($0), fft_type=RFFT, fft_length={%d}\nreal(@c)", type, n), x);
    else
        ADD(p, s, g_strdup_printf("@c = %s fft($0), fft_type=RFFT, fft_length={%d}\nfft(@c), fft_type=IRFFT, fft_length={%d}", type, n, n), x);
}

/* x x' with a dominant diagonal, its Cholesky factor, and perhaps a system solved with it. */
void random_make_cholesky(P *p)
{
    int n = 1 + below(p, 6), batch = 1 + below(p, 4);
    Shape x = { .elem = F32, .rank = 3, .dims = { batch, n, 1 + below(p, 3) } }, a = { .elem = F32, .rank = 3, .dims = { batch, n, n } };
    g_autofree char *t = random_shape_text(&a), *ints = random_shape_text(&(Shape){ .elem = S32, .rank = 3, .dims = { batch, n, n } });
    g_autofree char *bits = random_shape_text(&(Shape){ .elem = PRED, .rank = 3, .dims = { batch, n, n } });
    int factor = ADD(p, a, g_strdup_printf("@s = %s dot($0, $0), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={2}\n"
                                           "@i = %s iota(), iota_dimension=1\n@j = %s iota(), iota_dimension=2\n@e = %s compare(@i, @j), direction=EQ\n@d = %s convert(@e)\n"
                                           "@c = f32[] constant(40)\n@w = %s broadcast(@c), dimensions={}\n@h = %s multiply(@d, @w)\n@a = %s add(@s, @h)\ncholesky(@a), lower=true",
                                           t, ints, ints, bits, t, t, t, t), random_parameter(p, x));
    if (chance(p, 0.5)) {
        bool left = chance(p, 0.5);
        int rhs = random_parameter(p, (Shape){ .elem = F32, .rank = 3, .dims = { batch, left ? n : 1 + below(p, 5), left ? 1 + below(p, 5) : n } });
        ADD(p, of(p, rhs), g_strdup_printf("triangular-solve($0, $1), left_side=%s, lower=true, unit_diagonal=false, transpose_a=%s", left ? "true" : "false", chance(p, 0.5) ? "TRANSPOSE" : "NO_TRANSPOSE"), factor, rhs);
    }
}
