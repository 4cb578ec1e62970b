/* Small programs whose times give the rates of a hardware model. Each runs on all devices at once, so that a rate is what one device has while
 * the others compute too; of a few sizes two, so that what does not depend on the size can be told from what does. */
#include "runtime/api/calibrate.h"

#include <math.h>
#include <string.h>

enum { STEPS = 9 };

/* Median step of a program, in ns; -1 with an error. */
static double step_of(const char *text, const Stop *stop, GError **error)
{
    JobOptions o = { .path = "calibrate", .text = text, .text_bytes = strlen(text), .steps = STEPS };
    g_autoptr(Job) job = job_new(&o, error);
    if (stop_requested(stop))
        return stop_error(NULL, error), -1;
    if (!job || !job_run(job, error))
        return -1;
    return (double)job_step_ns(job_outcome(job, 0), 0.5);
}

/* A chain of products of m x m on each device. */
static char *products(int n, int m, int chain)
{
    GString *t = g_string_new(NULL);
    g_string_append_printf(t, "HloModule m, num_partitions=%d\nENTRY e {\n  x0 = f32[%d,%d] parameter(0), sharding={devices=[%d,1]<=[%d]}\n  w = f32[%d,%d] parameter(1), sharding={replicated}\n", n, n * m, m, n, n, m, m);
    for (int i = 0; i < chain; i++)
        g_string_append_printf(t, "  %sx%d = f32[%d,%d] dot(x%d, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}, sharding={devices=[%d,1]<=[%d]}\n", i + 1 == chain ? "ROOT " : "", i + 1, n * m, m, i, n, n);
    g_string_append(t, "}\n");
    return g_string_free(t, FALSE);
}

/* Two convolutions of 3 x 3 over `side` x `side` places of `features` for each device. */
static char *convolutions(int n, int side, int features)
{
    GString *t = g_string_new(NULL);
    g_string_append_printf(t, "HloModule m, num_partitions=%d\nENTRY e {\n  x0 = f32[%d,%d,%d,%d] parameter(0), sharding={devices=[%d,1,1,1]<=[%d]}\n  w = f32[3,3,%d,%d] parameter(1), sharding={replicated}\n", n, n,
                           side, side, features, n, n, features, features);
    for (int i = 0; i < 2; i++)
        g_string_append_printf(t, "  %sx%d = f32[%d,%d,%d,%d] convolution(x%d, w), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f, sharding={devices=[%d,1,1,1]<=[%d]}\n", i ? "ROOT " : "", i + 1,
                               n, side, side, features, i, n, n);
    g_string_append(t, "}\n");
    return g_string_free(t, FALSE);
}

/* A sum of two arrays, `elems` of them on each device. */
static char *sums(int n, int elems)
{
    return g_strdup_printf("HloModule m, num_partitions=%d\nENTRY e {\n  x = f32[%d] parameter(0), sharding={devices=[%d]<=[%d]}\n  y = f32[%d] parameter(1), sharding={devices=[%d]<=[%d]}\n"
                           "  ROOT z = f32[%d] add(x, y), sharding={devices=[%d]<=[%d]}\n}\n", n, n * elems, n, n, n * elems, n, n, n * elems, n, n);
}

/* An array of each device, summed over all devices. */
static char *reductions(int n, int elems)
{
    return g_strdup_printf("HloModule m, num_partitions=%d\nadd {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT s = f32[] add(a, b)\n}\n"
                           "ENTRY e {\n  x = f32[%d,%d] parameter(0), sharding={devices=[%d,1]<=[%d]}\n  z = f32[] constant(0)\n"
                           "  ROOT r = f32[%d] reduce(x, z), dimensions={0}, to_apply=add, sharding={replicated}\n}\n", n, n, elems, n, n, elems);
}

static void add(GString *t, const char *key, double value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_printf(t, "%s = %s\n", key, g_ascii_formatd(text, sizeof text, "%.4g", value));
}

char *calibrate_text(int n, const Stop *stop, GError **error)
{
    enum { SIDE = 384, CHAIN = 6, SMALL = 8, LONG_CHAIN = 120, FEW = 1 << 10, MANY = 1 << 20, SUMMED = 1 << 19, PLACES = 48, FEATURES = 32 };
    char *texts[] = { products(n, SIDE, CHAIN), products(n, SMALL, LONG_CHAIN), sums(n, MANY), sums(n, FEW), n > 1 ? reductions(n, SUMMED) : NULL, n > 1 ? reductions(n, FEW) : NULL, convolutions(n, PLACES, FEATURES) };
    double ns[G_N_ELEMENTS(texts)] = { 0 };
    bool ok = true;
    for (size_t i = 0; i < G_N_ELEMENTS(texts) && ok; i++) {
        ns[i] = texts[i] ? step_of(texts[i], stop, error) : 0;
        ok = ns[i] >= 0;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        g_free(texts[i]);
    if (!ok)
        return NULL;
    double kernel = fmax(ns[1] / LONG_CHAIN, 1), product = fmax(ns[0] / CHAIN - kernel, 1), memory = fmax(ns[2] - ns[3], 1);
    double flops = 2.0 * SIDE * SIDE * SIDE / product, bytes = 3.0 * 4 * (MANY - FEW) / memory;
    GString *t = g_string_new("# What shardscope calibrate measured on this machine: rates of one of its virtual devices while all of them compute.\n[hardware]\nlike = cpu\n");
    add(t, "devices", n);
    static const char *const peaks[] = { "bf16_tflops", "f16_tflops", "f32_tflops", "fp8_tflops", "int8_tops" };
    for (size_t i = 0; i < G_N_ELEMENTS(peaks); i++)
        add(t, peaks[i], flops / 1e3);
    add(t, "f64_tflops", flops / 2e3);
    double taps = 3 * PLACES - 2, convolution = fmax(ns[6] / 2 - kernel, 1); /* that meet the picture, along one dimension */
    add(t, "conv_share", CLAMP(2 * taps * taps * FEATURES * FEATURES / convolution / flops, 0.02, 1));
    add(t, "memory_gbps", bytes);
    add(t, "kernel_us", kernel / 1e3);
    if (n > 1) {
        double moved = 2.0 * 4 * (SUMMED - FEW) * (n - 1) / n, time = ns[4] - ns[5] - 2.0 * 4 * (SUMMED - FEW) / bytes; /* without the pass of each device */
        double latency = fmax(ns[5] - kernel, 0) / 1e3;
        add(t, "link_gbps", moved / fmax(time, (ns[4] - ns[5]) / 4));
        static const char *const latencies[] = { "gather_us", "reduce_us", "exchange_us", "permute_us" };
        for (size_t i = 0; i < G_N_ELEMENTS(latencies); i++)
            add(t, latencies[i], latency);
    }
    return g_string_free(t, FALSE);
}
