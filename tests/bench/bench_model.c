/* Errors of the cost model against measured products and collectives, beside the roofline of the data sheet:
 *
 *   in the table   every case that was measured, as the model answers it
 *   held out       each case as if it and its neighbours within a factor of two in every dimension had not been measured
 *   by others      each card as if only another's measurements were known, which its data sheet scales: what rows without measurements of their own are told by
 *
 * MAPE: mean of |predicted / measured - 1|. inside: how often the measured time lies in the stated interval, which is to be 80 %.
 *
 * Last come collectives beside the line between the next sizes that were measured, below and above: what a table of single measurements says of its own noise. A line between two
 * points that are as noisy as the one between them is off by the square root of 1.5 as much as that alone, which is taken out. No model that has not seen a point can be nearer. */
#include <stdio.h>

#include "tests/bench/model_error.h"

static void print(const char *what, ModelError in, ModelError out)
{
    printf("%-36s %5d  %6.1f %%  %6.1f %%  %6.1f %%  %6.0f %%\n", what, in.n, 100 * in.sum / MAX(in.n, 1), 100 * out.sum / MAX(out.n, 1),
           100 * out.roofline / MAX(out.n, 1), 100.0 * out.inside / MAX(out.n, 1));
}

static ModelError gemm_by(const char *part, const char *other, ElemType left, ElemType result)
{
    ModelError e = { 0 };
    const char *of;
    GemmShape s;
    double ns;
    Hardware hw = *hardware_named(part);
    hw.gemm_part = other;
    hw.is_row = false;
    for (int i = 0; gemm_measured(i, &of, &s, &ns); i++) {
        if (ns <= 0 || !g_str_equal(of, part) || s.left != left || s.right != left || s.result != result)
            continue;
        Estimate got = gemm_estimate(&hw, &s, false);
        model_error_add(&e, &got, gemm_roofline_ns(&hw, &s), ns);
    }
    return e;
}

static ModelError coll_by(const char *part, const char *other)
{
    ModelError e = { 0 };
    CollCase c;
    Hardware hw = *hardware_named(part);
    hw.coll_part = other;
    hw.coll_row = hardware_row(other);
    hw.is_row = false;
    for (int i = 0; coll_measured(i, &c); i++) {
        if (c.bytes < 65536 || !g_str_equal(c.part, part))
            continue;
        Estimate got = coll_estimate(&hw, c.kind, (double)c.bytes, &(Wires){ .n = c.n, .n_domains = 1, .extent = { 1, 1, 1 }, .stride = { 1, 1, 1 }, .pair = 1 }, COLL_HOLD_NONE);
        model_error_add(&e, &got, coll_roofline_ns(&hw, c.kind, (double)c.bytes, c.n), c.ns);
    }
    return e;
}

/* Each card of a family by the others. */
static void print_by_others(void)
{
    static const char *const pairs[][2] = { { "h100", "b200" }, { "b200", "h100" }, { "mi350x", "h100" }, { "mi350x", "b200" } };
    static const ElemType types[][2] = { { ELEM_bf16, ELEM_bf16 }, { ELEM_f32, ELEM_f32 }, { ELEM_f8e4m3fn, ELEM_bf16 } };
    static const char *const joined[][2] = { { "h100", "b200" }, { "b200", "h100" }, { "gb200", "b200" }, { "gb300", "gb200" }, { "b200", "gb200" }, { "h100", "gb200" } };
    for (size_t i = 0; i < G_N_ELEMENTS(pairs); i++)
        for (size_t t = 0; t < G_N_ELEMENTS(types); t++) {
            g_autofree char *what = g_strdup_printf("%s %s by %s", pairs[i][0], elem_info[types[t][0]].hlo, pairs[i][1]);
            print(what, (ModelError){ 0 }, gemm_by(pairs[i][0], pairs[i][1], types[t][0], types[t][1]));
        }
    for (size_t i = 0; i < G_N_ELEMENTS(joined); i++) {
        g_autofree char *what = g_strdup_printf("%s collectives by %s", joined[i][0], joined[i][1]);
        print(what, (ModelError){ 0 }, coll_by(joined[i][0], joined[i][1]));
    }
}

/* How far sizes from `least` to `most` are from the line between their neighbours, on average, as one point's noise; *n: how many there are. */
static double noise_of(const char *part, int64_t least, int64_t most, int *n)
{
    CollCase before, at, after;
    double sum = 0;
    *n = 0;
    for (int i = 1; coll_measured(i - 1, &before) && coll_measured(i, &at) && coll_measured(i + 1, &after); i++) {
        bool one = before.kind == after.kind && before.n == after.n && g_str_equal(before.part, after.part) && before.bytes < at.bytes && at.bytes < after.bytes;
        if (!one || at.bytes < least || at.bytes > most || !g_str_equal(at.part, part))
            continue;
        double f = log((double)at.bytes / (double)before.bytes) / log((double)after.bytes / (double)before.bytes);
        sum += fabs(before.ns * pow(after.ns / before.ns, f) / at.ns - 1);
        ++*n;
    }
    return sum / MAX(*n, 1) / sqrt(1.5);
}

static void print_noise(void)
{
    static const char *const parts[] = { "h100", "b200", "gb200", "gb300", "mi350x" };
    const int64_t least = 64 << 10, large = 4 << 20;
    printf("\n%-36s %8s  %8s  %8s\n", "noise of measured collectives", "all", "< 4 MiB", "others");
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        int n;
        double all = noise_of(parts[i], least, INT64_MAX, &n), small = noise_of(parts[i], least, large - 1, &n), others = noise_of(parts[i], large, INT64_MAX, &n);
        printf("%-36s %6.1f %%  %6.1f %%  %6.1f %%\n", parts[i], 100 * all, 100 * small, 100 * others);
    }
}

int main(void)
{
    static const struct {
        const char *part;
        ElemType left, result;
    } gemms[] = { { "h100", ELEM_bf16, ELEM_bf16 }, { "h100", ELEM_f32, ELEM_f32 }, { "h100", ELEM_f8e4m3fn, ELEM_bf16 }, { "b200", ELEM_bf16, ELEM_bf16 },
                  { "b200", ELEM_f32, ELEM_f32 }, { "b200", ELEM_f8e4m3fn, ELEM_bf16 }, { "mi350x", ELEM_bf16, ELEM_bf16 },
                  { "mi350x", ELEM_f16, ELEM_f16 }, { "mi350x", ELEM_f32, ELEM_f32 }, { "mi350x", ELEM_f8e4m3fn, ELEM_bf16 } };
    printf("%-36s %5s  %8s  %8s  %8s  %8s\n", "products", "cases", "in table", "held out", "roofline", "inside");
    for (size_t i = 0; i < G_N_ELEMENTS(gemms); i++) {
        g_autofree char *what = g_strdup_printf("%s %s", gemms[i].part, elem_info[gemms[i].left].hlo);
        print(what, gemm_error(gemms[i].part, gemms[i].left, gemms[i].result, false), gemm_error(gemms[i].part, gemms[i].left, gemms[i].result, true));
    }
    static const char *const parts[] = { "h100", "b200", "gb200", "gb300", "mi350x", NULL };
    printf("\n%-36s %5s  %8s  %8s  %8s  %8s\n", "collectives of 64 KiB and more", "cases", "in table", "held out", "roofline", "inside");
    static const struct {
        const char *what;
        CollHold hold;
    } ways[] = { { "the size", COLL_HOLD_POINT }, { "sizes within 2x", COLL_HOLD_SIZE }, { "the group size", COLL_HOLD_GROUP },
                  { "sizes, on all cards", COLL_HOLD_SIZE_CARDS }, { "the group, on all cards", COLL_HOLD_GROUP_CARDS } };
    for (size_t w = 0; w < G_N_ELEMENTS(ways); w++)
        for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
            g_autofree char *what = g_strdup_printf("%s without %s", parts[i] ? parts[i] : "all", ways[w].what);
            print(what, coll_error(parts[i], COLL_NONE, COLL_HOLD_NONE), coll_error(parts[i], COLL_NONE, ways[w].hold));
        }
    printf("\n%-36s %5s  %8s  %8s  %8s  %8s\n", "by others", "cases", "", "error", "roofline", "inside");
    print_by_others();
    print_noise();
    return 0;
}
