/* Several machines measured as one cluster: each by itself, by its first process while the others wait, then sums over all devices of all machines, whose time has what
 * lies between machines in it. That is told by the clock: a network is not a processor's time. */
#include "runtime/api/calibrate_impl.h"

#include <math.h>
#include <string.h>

enum { SUMMED = 1 << 19, FEW = 1 << 10, FEW_TIMES = 2, MANY_TIMES = 34 };

static const char *host_of(Ranks *r, int n_devices, int d)
{
    return ranks_host(r, ranks_of_device(r, n_devices, d));
}

/* Devices of each machine: the same number on all, one machine's after another's. 0 with an error. */
static int devices_each(Ranks *r, int n, GError **error)
{
    int each = 1;
    while (each < n && g_str_equal(host_of(r, n, each), host_of(r, n, 0)))
        each++;
    bool even = n % each == 0;
    for (int d = 0; d < n && even; d++)
        even = g_str_equal(host_of(r, n, d), host_of(r, n, d / each * each)) && (d % each || !d || !g_str_equal(host_of(r, n, d), host_of(r, n, d - 1)));
    if (even)
        return each;
    diag(error, SHARD_ERROR_USAGE, NULL, "choose a number of devices, and of processes on each machine, that come out even; launchers start processes machine by machine with --map-by slot or --rank-by slot",
         "%d devices on %d processes: a cluster is described by machines with as many devices each, one machine's after another's", n, ranks_n(r));
    return 0;
}

/* The first process of its machine, which measures it. */
static int first_here(Ranks *r, int rank)
{
    int first = 0;
    while (!g_str_equal(ranks_host(r, first), ranks_host(r, rank)))
        first++;
    return first;
}

/* ---- one description of several machines ---------------------------------------------------------------------------- */

/* True of times, where a machine with the larger one is the slower. */
static bool is_time(const char *key)
{
    return g_str_has_suffix(key, "_us") || g_str_has_suffix(key, "_steps");
}

/* The value of a key in a file's text; NAN = it has none. */
static double value_of(const char *text, const char *key)
{
    g_autofree char *line = g_strdup_printf("\n%s = ", key);
    const char *at = strstr(text, line);
    return at ? g_ascii_strtod(at + strlen(line), NULL) : NAN;
}

/* All keys of the first text, each with the slowest machine's value. */
static void add_slowest(GString *out, char **texts)
{
    g_auto(GStrv) lines = g_strsplit(texts[0], "\n", -1);
    for (char **line = lines; *line; line++) {
        char *equals = strstr(*line, " = ");
        if (!equals || g_str_has_prefix(*line, "like") || g_str_has_prefix(*line, "devices"))
            continue;
        g_autofree char *key = g_strndup(*line, (gsize)(equals - *line));
        double slowest = value_of(texts[0], key);
        for (char **t = texts + 1; *t; t++) {
            double v = value_of(*t, key);
            slowest = isnan(v) ? slowest : is_time(key) ? fmax(slowest, v) : fmin(slowest, v);
        }
        calibrate_add(out, key, slowest);
    }
}

/* ---- what lies between them ------------------------------------------------------------------------------------------ */

/* The shortest step of a program that all processes run together, in ns; what else the machines do only makes it longer. Negative with an error. */
static double together_ns(Ranks *r, const char *text, const Stop *stop, GError **error)
{
    enum { STEPS = 20 };
    JobOptions o = { .path = "calibrate", .text = text, .text_bytes = strlen(text), .steps = STEPS, .ranks = r };
    g_autoptr(Job) job = job_new(&o, error);
    if (stop_requested(stop))
        return stop_error(NULL, error), -1;
    if (!job || !job_run(job, error))
        return -1;
    return ranks_me(r) ? 0 : (double)job_step_ns(job_outcome(job, 0), 0);
}

typedef struct Between {
    double few_meetings, many_meetings, short_sum, long_sum; /* ns of a step */
} Between;

static bool measure_between(Ranks *r, int n, Between *b, const Stop *stop, GError **error)
{
    char *texts[] = { calibrate_meetings(n, FEW_TIMES), calibrate_meetings(n, MANY_TIMES), calibrate_reductions(n, FEW), calibrate_reductions(n, SUMMED) };
    double *to[] = { &b->few_meetings, &b->many_meetings, &b->short_sum, &b->long_sum };
    bool ok = true;
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        ok = ok && (*to[i] = together_ns(r, texts[i], stop, error)) >= 0;
        g_free(texts[i]);
    }
    return ok;
}

/* As topology.c uses them: of an all-reduce each device's share of what crosses, and what a meeting takes longer than within a machine. */
static void add_between(GString *out, const Between *b, const char *own, int n, int each)
{
    double m = (double)n / each, crosses = 2.0 * 4 * (SUMMED - FEW) * (m - 1) / n;
    double within = value_of(own, "reduce_us"), kernel = value_of(own, "kernel_us"), meeting = (b->many_meetings - b->few_meetings) / (MANY_TIMES - FEW_TIMES) / 1e3;
    calibrate_add(out, "nic_gbps", crosses / fmax(b->long_sum - b->short_sum, 1));
    calibrate_add(out, "far_us", fmax(meeting - kernel - (isnan(within) ? 0 : within), 0.01));
}

/* ---- all of it --------------------------------------------------------------------------------------------------------- */

/* This machine, measured by this process alone. */
static char *measure_here(Ranks *r, int each, const Stop *stop, GError **error)
{
    ranks_take_machine(r);
    char *text = calibrate_text(each, stop, error);
    ranks_leave_machine(r);
    return text;
}

/* Rank 0's: what the first processes of all machines have measured, NULL at its end. NULL with an error. */
static char **collect(Ranks *r, const char *own, const Stop *stop, GError **error)
{
    GPtrArray *texts = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(texts, g_strdup(own));
    for (int i = 1; i < ranks_n(r); i++) {
        if (first_here(r, i) != i)
            continue;
        g_autoptr(GBytes) mail = ranks_receive(r, i, RANKS_PROGRAM, stop, error);
        if (!mail) {
            g_ptr_array_unref(texts);
            return NULL;
        }
        g_ptr_array_add(texts, g_strndup(g_bytes_get_data(mail, NULL), g_bytes_get_size(mail)));
    }
    g_ptr_array_add(texts, NULL);
    return (char **)g_ptr_array_free(texts, FALSE);
}

static GString *begin_text(Ranks *r, int n, int each)
{
    GString *out = g_string_new("# What shardscope calibrate measured on");
    for (int d = 0; d < n; d += each)
        g_string_append_printf(out, "%s %s", d ? "," : "", host_of(r, n, d));
    g_string_append(out, ": rates of one of their virtual devices while all of a machine compute, by processor time, and what lies between machines, by the clock.\n[hardware]\nlike = cpu\n");
    calibrate_add(out, "devices", n);
    calibrate_add(out, "domain", each);
    return out;
}

/* Rank 0 says when all machines are measured; until then processes that are not their machine's first leave its cores alone. */
static bool wait_for_all(Ranks *r, const Stop *stop, GError **error)
{
    g_autoptr(GBytes) go = ranks_receive(r, 0, RANKS_PROGRAM, stop, error);
    return go != NULL;
}

static char *of_rank_0(Ranks *r, int n, int each, const Stop *stop, GError **error)
{
    g_autofree char *own = measure_here(r, each, stop, error);
    g_auto(GStrv) texts = own ? collect(r, own, stop, error) : NULL;
    Between between;
    for (int i = 1; i < ranks_n(r) && texts; i++)
        ranks_send(r, i, RANKS_PROGRAM, g_bytes_new("", 0));
    if (!texts || (each < n && !measure_between(r, n, &between, stop, error)))
        return NULL;
    if (each == n)
        return g_steal_pointer(&own);
    GString *out = begin_text(r, n, each);
    add_slowest(out, texts);
    add_between(out, &between, own, n, each);
    return g_string_free(out, FALSE);
}

static char *of_other(Ranks *r, int n, int each, const Stop *stop, GError **error)
{
    Between between;
    int me = ranks_me(r);
    if (each < n && first_here(r, me) == me) {
        char *own = measure_here(r, each, stop, error);
        if (!own)
            return NULL;
        ranks_send(r, 0, RANKS_PROGRAM, g_bytes_new_take(own, strlen(own)));
    }
    bool ok = wait_for_all(r, stop, error) && (each == n || measure_between(r, n, &between, stop, error));
    return ok ? g_strdup("") : NULL;
}

char *calibrate_ranks(Ranks *r, int n_devices, const Stop *stop, GError **error)
{
    int each = devices_each(r, n_devices, error);
    char *text = !each ? NULL : ranks_me(r) ? of_other(r, n_devices, each, stop, error) : of_rank_0(r, n_devices, each, stop, error);
    if (!text && error && *error)
        ranks_fail(r, (*error)->message);
    return text;
}
