/* Small programs whose times give the rates of a hardware model. Each runs on all devices at once, so that a rate is what one device has while
 * the others compute too; of a few sizes two, so that what does not depend on the size can be told from what does. */
#include "runtime/api/calibrate_impl.h"

#include <math.h>
#include <string.h>

enum { STEPS = 7, MOST_STEPS = 500 };

/* The median step by processor time, which nothing else on the machine lengthens, in ns: what it takes if all workers compute all the time. Devices that are fewer than workers share out
 * their large kernels, so that the clock tells how many compute, at least one for each device. */
static double step_ns(const JobOutcome *out)
{
    double processor = (double)out->processor_ns, least = processor / (double)MAX(out->n_workers, 1), most = processor / (double)MAX(MIN(out->n_workers, out->n_devices), 1);
    return CLAMP((double)job_step_ns(out, 0.5), least, most);
}

/* A step of a program, in ns; -1 with an error. *steps: how many are
 * run, and from then on how many should be: steps of microseconds are slower for a while, until the caches and what predicts jumps know them. */
static double once(const char *text, const Stop *stop, int64_t *steps, int *workers, GError **error)
{
    const double enough_ns = 3e6;
    JobOptions o = { .path = "calibrate", .text = text, .text_bytes = strlen(text), .steps = *steps };
    g_autoptr(Job) job = job_new(&o, error);
    if (stop_requested(stop))
        return stop_error(NULL, error), -1;
    if (!job || !job_run(job, error))
        return -1;
    const JobOutcome *out = job_outcome(job, 0);
    *workers = (int)MIN(out->n_workers, out->n_devices);
    *steps = (int64_t)CLAMP(enough_ns / fmax((double)out->processor_ns, 1), STEPS, MOST_STEPS);
    return step_ns(out);
}

/* A chain of products of m x m on each device. Arguments are random with a deviation of 0.1, so that each product of small matrices is smaller than the one before: a chain that is long
 * enough ends in numbers below the least normal one, with which processors take several times as long. */
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

/* A chain of ops on an array of each device, which is one loop: "subtract(v, x)" and "add(v, x)" by turns, or functions. */
static char *chain_of(const char *type, int n, int elems, const char *first, const char *second, int length)
{
    GString *t = g_string_new(NULL);
    g_string_append_printf(t, "HloModule m, num_partitions=%d\nENTRY e {\n  x = %s[%d] parameter(0), sharding={devices=[%d]<=[%d]}\n  v0 = %s[%d] parameter(1), sharding={devices=[%d]<=[%d]}\n", n, type, n * elems, n, n, type, n * elems, n, n);
    for (int i = 0; i < length; i++) {
        g_auto(GStrv) parts = g_strsplit(i % 2 ? second : first, "@", 2);
        g_string_append_printf(t, "  %sv%d = %s[%d] %sv%d%s, sharding={devices=[%d]<=[%d]}\n", i + 1 == length ? "ROOT " : "", i + 1, type, n * elems, parts[0], i, parts[1], n, n);
    }
    g_string_append(t, "}\n");
    return g_string_free(t, FALSE);
}

/* Rows of a square to all devices, or to columns of it. */
static char *moves(int n, int side, const char *to)
{
    return g_strdup_printf("HloModule m, num_partitions=%d\nENTRY e {\n  x = f32[%d,%d] parameter(0), sharding={devices=[%d,1]<=[%d]}\n  ROOT r = f32[%d,%d] copy(x), sharding={%s}\n}\n", n, side, side, n, n, side, side, to);
}

char *calibrate_reductions(int n, int elems)
{
    return g_strdup_printf("HloModule m, num_partitions=%d\nadd {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT s = f32[] add(a, b)\n}\n"
                           "ENTRY e {\n  x = f32[%d,%d] parameter(0), sharding={devices=[%d,1]<=[%d]}\n  z = f32[] constant(0)\n"
                           "  ROOT r = f32[%d] reduce(x, z), dimensions={0}, to_apply=add, sharding={replicated}\n}\n", n, n, elems, n, n, elems);
}

/* A square of each device, rows made columns. */
static char *turns(int n, int side)
{
    return g_strdup_printf("HloModule m, num_partitions=%d\nENTRY e {\n  x = f32[%d,%d,%d] parameter(0), sharding={devices=[%d,1,1]<=[%d]}\n  ROOT r = f32[%d,%d,%d] transpose(x), dimensions={0,2,1}, sharding={devices=[%d,1,1]<=[%d]}\n}\n", n, n, side, side, n, n, n, side,
                           side, n, n);
}

char *calibrate_meetings(int n, int times)
{
    GString *t = g_string_new(NULL);
    g_string_append_printf(t, "HloModule m, num_partitions=%d\nadd {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT s = f32[] add(a, b)\n}\nENTRY e {\n  v0 = f32[%d,16] parameter(0), sharding={devices=[%d,1]<=[%d]}\n  z = f32[] constant(0)\n", n, n, n, n);
    for (int i = 0; i < times; i++)
        g_string_append_printf(t, "  sum%d = f32[] reduce(v%d, z), dimensions={0,1}, to_apply=add, sharding={replicated}\n  b%d = f32[%d,16] broadcast(sum%d), dimensions={}, sharding={devices=[%d,1]<=[%d]}\n  %sv%d = f32[%d,16] subtract(v%d, b%d), sharding={devices=[%d,1]<=[%d]}\n",
                               i, i, i, n, i, n, n, i + 1 == times ? "ROOT " : "", i + 1, n, i, i, n, n);
    g_string_append(t, "}\n");
    return g_string_free(t, FALSE);
}

void calibrate_add(GString *t, const char *key, double value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_printf(t, "%s = %s\n", key, g_ascii_formatd(text, sizeof text, "%.4g", value));
}

/* The programs, by what they measure. */
typedef enum Measure { PRODUCTS, FEW_KERNELS, KERNELS, LONG_SUM, SHORT_SUM, CONVOLUTION, SHORT_CHAIN, LONG_CHAIN, FUNCTIONS, SHORT_WHOLE, LONG_WHOLE, TURN, LONG_REDUCTION, SHORT_REDUCTION, FEW_MEETINGS, MANY_MEETINGS, GATHER, EXCHANGE, CACHED_0, CACHED_1, CACHED_2, CACHED_3, CACHED_4, N_MEASURES } Measure;
enum { SIDE = 384, CHAIN = 6, SMALL = 8, FEW_PRODUCTS = 2, MANY_PRODUCTS = 50, FEW = 1 << 10, MANY = 1 << 20, SUMMED = 1 << 19, PLACES = 48, FEATURES = 32, LOOP = 1 << 14, SHORT = 2, LONG = 66, FUNCTION_CHAIN = 34, SQUARE = 2048, TURNED = 512, FEW_TIMES = 2, MANY_TIMES = 66, LEAST_CACHED = 1 << 15 };

static char *program_of(Measure what, int n)
{
    switch (what) {
    case PRODUCTS: return products(n, SIDE, CHAIN);
    case FEW_KERNELS: return products(n, SMALL, FEW_PRODUCTS);
    case KERNELS: return products(n, SMALL, MANY_PRODUCTS);
    case LONG_SUM: return sums(n, MANY);
    case SHORT_SUM: return sums(n, FEW);
    case CONVOLUTION: return convolutions(n, PLACES, FEATURES);
    case SHORT_CHAIN: return chain_of("f32", n, LOOP, "subtract(@, x)", "add(@, x)", SHORT);
    case LONG_CHAIN: return chain_of("f32", n, LOOP, "subtract(@, x)", "add(@, x)", LONG);
    case FUNCTIONS: return chain_of("f32", n, LOOP, "exponential(@)", "subtract(@, x)", FUNCTION_CHAIN);
    case SHORT_WHOLE: return chain_of("u32", n, LOOP, "xor(@, x)", "add(@, x)", SHORT);
    case LONG_WHOLE: return chain_of("u32", n, LOOP, "xor(@, x)", "add(@, x)", LONG);
    case TURN: return turns(n, TURNED);
    case LONG_REDUCTION: return n > 1 ? calibrate_reductions(n, SUMMED) : NULL;
    case SHORT_REDUCTION: return n > 1 ? calibrate_reductions(n, FEW) : NULL;
    case FEW_MEETINGS: return n > 1 ? calibrate_meetings(n, FEW_TIMES) : NULL;
    case MANY_MEETINGS: return n > 1 ? calibrate_meetings(n, MANY_TIMES) : NULL;
    case GATHER: return n > 1 && SQUARE % n == 0 ? moves(n, SQUARE, "replicated") : NULL;
    case EXCHANGE: {
        g_autofree char *columns = g_strdup_printf("devices=[1,%d]<=[%d]", n, n);
        return n > 1 && SQUARE % n == 0 ? moves(n, SQUARE, columns) : NULL;
    }
    case CACHED_0: case CACHED_1: case CACHED_2: case CACHED_3: case CACHED_4: return sums(n, LEAST_CACHED << (what - CACHED_0));
    case N_MEASURES: break;
    }
    return NULL;
}

static double rate_of_sum(const double *ns, Measure m)
{
    return 3 * 4 * ((double)(LEAST_CACHED << (m - CACHED_0)) - FEW) / fmax(ns[m] - ns[SHORT_SUM], 1);
}

/* Of sums of arrays that the caches hold. */
static double cached_rate(const double *ns, double memory)
{
    return fmax(fmax(rate_of_sum(ns, CACHED_0), rate_of_sum(ns, CACHED_1)), memory);
}

/* That, and at how many bytes the rate is half way to memory's, as a logarithm. */
static void add_caches(GString *t, const double *ns, double memory)
{
    double best = cached_rate(ns, memory), half = 0;
    for (Measure m = CACHED_0; m <= CACHED_4; m++)
        if (rate_of_sum(ns, m) >= sqrt(best * memory))
            half = 3 * 4 * (double)(LEAST_CACHED << (m - CACHED_0)) * M_SQRT2;
    calibrate_add(t, "cache_gbps", best);
    calibrate_add(t, "cache_mb", half / 1e6);
}

static void add_links(GString *t, const double *ns, int n, double kernel)
{
    double share = (double)(n - 1) / n, meeting = (ns[MANY_MEETINGS] - ns[FEW_MEETINGS]) / (MANY_TIMES - FEW_TIMES), latency = fmax(meeting - kernel, 0) / 1e3, whole = 4.0 * SQUARE * SQUARE;
    calibrate_add(t, "link_gbps", 2.0 * 4 * (SUMMED - FEW) * share / fmax(ns[LONG_REDUCTION] - ns[SHORT_REDUCTION], 1));
    if (ns[GATHER] > 0) {
        calibrate_add(t, "gather_gbps", whole * share / ns[GATHER]);
        calibrate_add(t, "exchange_gbps", whole / n * share / ns[EXCHANGE]);
    }
    static const char *const latencies[] = { "gather_us", "reduce_us", "exchange_us", "permute_us" };
    for (size_t i = 0; i < G_N_ELEMENTS(latencies); i++)
        calibrate_add(t, latencies[i], latency);
}

/* Each program's time, the second shortest of four: what a machine does besides makes it longer, but for the seconds in which a neighbour leaves the core alone, which
 * makes one shorter than any program is that computes on all cores. All are run in turn, and again, since either may last for longer than one of them takes. */
static bool measure(int n, double ns[N_MEASURES], int *workers, const Stop *stop, GError **error)
{
    enum { TURNS = 4 };
    double least[N_MEASURES];
    int64_t steps[N_MEASURES];
    for (Measure m = 0; m < N_MEASURES; m++)
        steps[m] = STEPS;
    for (int i = 0; i < TURNS; i++)
        for (Measure m = 0; m < N_MEASURES; m++) {
            g_autofree char *text = program_of(m, n);
            double step = text ? once(text, stop, &steps[m], workers, error) : 0;
            if (step < 0)
                return false;
            ns[m] = !i ? INFINITY : fmin(ns[m], fmax(step, least[m]));
            least[m] = !i ? step : fmin(least[m], step);
        }
    return true;
}

char *calibrate_text(int n, const Stop *stop, GError **error)
{
    double ns[N_MEASURES] = { 0 };
    int workers = 1;
    if (!measure(n, ns, &workers, stop, error))
        return NULL;
    double kernel = fmax((ns[KERNELS] - ns[FEW_KERNELS]) / (MANY_PRODUCTS - FEW_PRODUCTS), 1), product = fmax(ns[PRODUCTS] / CHAIN - kernel, 1), memory = fmax(ns[LONG_SUM] - ns[SHORT_SUM], 1);
    double bytes = 3.0 * 4 * (MANY - FEW) / memory, packing = 2.0 * 2 * 4 * SIDE * SIDE / cached_rate(ns, bytes), flops = 2.0 * SIDE * SIDE * SIDE / fmax(product - packing, product / 2);
    GString *t = g_string_new("# What shardscope calibrate measured on this machine: rates of one of its virtual devices while all of them compute.\n[hardware]\nlike = cpu\n");
    calibrate_add(t, "devices", n);
    calibrate_add(t, "workers", workers);
    static const char *const peaks[] = { "bf16_tflops", "f16_tflops", "f32_tflops", "fp8_tflops", "int8_tops" };
    for (size_t i = 0; i < G_N_ELEMENTS(peaks); i++)
        calibrate_add(t, peaks[i], flops / 1e3);
    calibrate_add(t, "f64_tflops", flops / 2e3);
    double taps = 3 * PLACES - 2, convolution = fmax(ns[CONVOLUTION] / 2 - kernel, 1); /* that meet the picture, along one dimension */
    calibrate_add(t, "conv_share", CLAMP(2 * taps * taps * FEATURES * FEATURES / convolution / flops, 0.02, 4));
    double step = fmax(ns[LONG_CHAIN] - ns[SHORT_CHAIN], 1) / (LONG - SHORT), function = 2 * fmax(ns[FUNCTIONS] - ns[SHORT_CHAIN], 1) / (FUNCTION_CHAIN - SHORT) - step;
    calibrate_add(t, "vector_gops", LOOP / step);
    calibrate_add(t, "function_steps", CLAMP(function / step / 6, 1, 50)); /* an exponential is 6 on accelerators */
    double whole = fmax(ns[LONG_WHOLE] - ns[SHORT_WHOLE], 1) / (LONG - SHORT);
    calibrate_add(t, "whole_steps", CLAMP(whole / step, 0.05, 10));
    calibrate_add(t, "memory_gbps", bytes);
    add_caches(t, ns, bytes);
    calibrate_add(t, "turn_gbps", 2.0 * 4 * TURNED * TURNED / fmax(ns[TURN] - kernel, 1));
    calibrate_add(t, "kernel_us", kernel / 1e3);
    calibrate_add(t, "step_us", fmax(ns[FEW_KERNELS] - FEW_PRODUCTS * kernel, 0) / 1e3);
    if (n > 1)
        add_links(t, ns, n, kernel);
    return g_string_free(t, FALSE);
}
