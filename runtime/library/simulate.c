/* Predictions for accelerators that need not be here. */
#include "runtime/api/ask.h"
#include "runtime/api/calibrate.h"
#include "runtime/api/job.h"
#include "runtime/library/library_impl.h"
#include "runtime/sim/place.h"
#include "trace/slices.h"

#include <json-glib/json-glib.h>
#include <string.h>

/* Predictions that were asked for together. */
typedef struct Asked {
    const ShardscopeSimulateOptions *o;
    GPtrArray *texts;     /* what is said of each, JSON or text */
    GArray *rows;         /* TracePredictionRow, one for each text; texts owned */
    const int64_t *place; /* of the option device_order; NULL = it is known by name */
    int64_t n_places;
    bool several;
    GError *first;        /* of those that failed */
} Asked;

static void row_clear(void *p)
{
    TracePredictionRow *r = p;
    g_free((char *)r->program);
    g_free((char *)r->label);
    g_free((char *)r->hardware);
    g_free((char *)r->failed);
}

static void add_row(Asked *a, const char *path, const char *hardware, const JobOutcome *out, const char *failed)
{
    TracePredictionRow r = { .program = g_path_get_basename(path), .hardware = g_strdup(hardware), .failed = g_strdup(failed) };
    if (out) {
        const TracePrediction *p = &out->predicted;
        r.label = g_strdup(out->label);
        r.n_devices = p->n_devices;
        r.n_chips = p->n_chips;
        r.step_ns = p->step_ns;
        r.low_ns = p->low_ns;
        r.high_ns = p->high_ns;
        r.least_ns = p->least_ns;
        r.most_ns = p->most_ns;
        r.used = p->used;
        r.peak_bytes = p->peak_bytes;
        r.capacity_bytes = p->capacity_bytes;
        r.price_hour = p->price_hour;
        r.price_from = p->price_from;
    }
    g_array_append_val(a->rows, r);
}

static char *failed_text(const Asked *a, const char *path, const ProgramOptions *program, const char *label, const char *why)
{
    if (!a->o->json)
        return g_strdup_printf("%s on %s: %s\n", path, program->hardware, why);
    g_autoptr(JsonBuilder) b = json_builder_new();
    json_builder_begin_object(b);
    const char *const members[][2] = { { "label", label }, { "hardware", program->hardware }, { "error", why } };
    for (size_t i = 0; i < G_N_ELEMENTS(members); i++)
        if (members[i][1]) {
            json_builder_set_member_name(b, members[i][0]);
            json_builder_add_string_value(b, members[i][1]);
        }
    json_builder_end_object(b);
    g_autoptr(JsonNode) root = json_builder_get_root(b);
    return json_to_string(root, FALSE);
}

/* One program under one choice of shardings on one model. False with an error after which the others are of no use. */
static bool simulate_one(Asked *a, const char *path, const ProgramOptions *program, const char *choice, GError **error)
{
    const ShardscopeSimulateOptions *o = a->o;
    char *tries[] = { (char *)choice, NULL };
    g_autofree char *base = !o->label ? g_strdup("base") : g_strdup_printf("%s: base", o->label);
    JobOptions j = { .path = path, .program = *program, .tries = choice ? tries : NULL, .label = o->tries && !choice ? base : o->label, .trace = o->trace,
                     .steps = MAX(o->steps, 1), .predict = true, .per_device = o->per_device,
                     .sim = { .no_flash = o->no_flash, .flash = o->flash, .no_overlap = o->no_overlap, .no_hiding = o->no_latency_hiding, .windows = o->collective_matmul,
                              .slowest = o->straggler_factor, .slow_device = o->straggler, .jitter = o->jitter,
                              .place = a->place, .n_places = a->n_places, .as_numbered = o->device_order && g_str_equal(o->device_order, "rows") },
                     .remedies_s = !o->trace || (o->remedies_s < 0 && a->several) ? 0 : o->remedies_s < 0 ? JOB_REMEDIES_DEFAULT : o->remedies_s };
    g_autoptr(GError) why = NULL;
    g_autoptr(Job) job = job_new(&j, &why);
    if (job && job_run(job, &why)) {
        const JobOutcome *out = job_outcome(job, 0);
        g_ptr_array_add(a->texts, g_strdup(o->json ? out->prediction : out->told));
        add_row(a, path, program->hardware, out, NULL);
        return true;
    }
    if (!a->several || why->domain == TRACE_ERROR || g_error_matches(why, SHARD_ERROR, SHARD_ERROR_STOPPED)) {
        g_propagate_error(error, g_steal_pointer(&why));
        return false;
    }
    g_autofree char *label = choice ? g_strndup(choice, strcspn(choice, ":")) : NULL;
    g_ptr_array_add(a->texts, failed_text(a, path, program, label, why->message));
    add_row(a, path, program->hardware, NULL, why->message);
    TRACE_AT(a->rows, TracePredictionRow, a->rows->len - 1)->label = g_steal_pointer(&label);
    if (!a->first)
        a->first = g_steal_pointer(&why);
    return true;
}

static bool simulate_choices(Asked *a, const char *path, const ProgramOptions *program, GError **error)
{
    const ShardscopeSimulateOptions *o = a->o;
    bool ok = true;
    if (!o->tries || o->base)
        ok = simulate_one(a, path, program, NULL, error);
    for (int i = 0; ok && o->tries && o->tries[i]; i++)
        ok = simulate_one(a, path, program, o->tries[i], error);
    return ok;
}

/* The table of all, best first; the programs' names only where there are several. */
static void add_table(GString *t, const GArray *slices, bool programs)
{
    if (programs)
        g_string_append_printf(t, "%-24s ", "program");
    g_string_append_printf(t, "%-14s %-12s %10s %10s %10s %8s %6s %11s %12s %14s\n", "hardware", "run", "step", "from", "to", "of peak", "chips", "memory", "USD an hour", "1,000 steps");
    for (guint i = 0; i < slices->len; i++) {
        const TraceSlice *s = TRACE_AT(slices, TraceSlice, i);
        const TracePredictionRow *p = s->row;
        const char *label = p->label ? p->label : "";
        if (programs)
            g_string_append_printf(t, "%-24s ", p->program);
        if (s->state == TRACE_SLICE_FAILED) {
            g_string_append_printf(t, "%-14s %-12s failed: %.*s\n", p->hardware, label, (int)strcspn(p->failed, "\n"), p->failed);
            continue;
        }
        g_autofree char *chips = p->n_devices < p->n_chips ? g_strdup_printf("%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT, p->n_devices, p->n_chips) : g_strdup_printf("%" G_GINT64_FORMAT, p->n_chips);
        g_autofree char *hour = p->price_hour.known ? g_strdup_printf("%.2f", p->price_hour.v) : g_strdup("-");
        g_string_append_printf(t, "%-14s %-12s %10s %10s %10s %6.1f %% %6s %11s %12s %14s  %s\n", p->hardware, label, trace_ns(p->step_ns).s, trace_ns(p->low_ns).s,
                               trace_ns(p->high_ns).s, 100 * p->used, chips, trace_bytes(p->peak_bytes).s, hour,
                               trace_price(s->step_price.known ? TRACE_REAL(1000 * s->step_price.v) : s->step_price).s, trace_slice_word(s->state));
    }
}

/* What was said of each as a list in the order in which it was asked for, each with its state. */
static void add_json(GString *t, const Asked *a, const GArray *slices)
{
    for (guint i = 0; i < a->texts->len; i++) {
        const TraceSlice *s = TRACE_AT(slices, TraceSlice, 0);
        for (guint k = 0; k < slices->len; k++)
            if (TRACE_AT(slices, TraceSlice, k)->row == TRACE_AT(a->rows, TracePredictionRow, i))
                s = TRACE_AT(slices, TraceSlice, k);
        const char *text = a->texts->pdata[i];
        g_string_append_printf(t, "%s%.*s,\"state\":\"%s\"", i ? ", " : "", (int)strlen(text) - 1, text, trace_slice_word(s->state));
        char number[G_ASCII_DTOSTR_BUF_SIZE];
        if (s->step_price.known)
            g_string_append_printf(t, ",\"step_price\":%s", g_ascii_dtostr(number, sizeof number, s->step_price.v));
        g_string_append_c(t, '}');
    }
}

/* Programs, shardings and models, whose names have commas between them. */
static char *simulate_program(const ShardscopeSimulateOptions *o, const ProgramOptions *program, GError **error)
{
    const char *one[] = { o->path, NULL };
    const char *const *paths = o->paths ? o->paths : one;
    g_auto(GStrv) models = g_strsplit(o->hardware, ",", -1);
    g_autoptr(GPtrArray) choices = shard_choices_read((char *const *)o->tries, error);
    if (!choices)
        return NULL;
    int64_t n_places = 0;
    bool named = !o->device_order || g_str_equal(o->device_order, "jax") || g_str_equal(o->device_order, "rows");
    g_autofree int64_t *place = named ? NULL : place_read(o->device_order, &n_places, error);
    if (!named && !place)
        return NULL;
    Asked a = { .o = o, .place = place, .n_places = n_places, .texts = g_ptr_array_new_with_free_func(g_free), .rows = g_array_new(FALSE, TRUE, sizeof(TracePredictionRow)), .several = o->tries || models[1] || paths[1] };
    g_array_set_clear_func(a.rows, row_clear);
    bool ok = true;
    for (int p = 0; ok && paths[p]; p++)
        for (char **m = models; ok && *m; m++) {
            ProgramOptions on = *program;
            on.hardware = *m;
            ok = simulate_choices(&a, paths[p], &on, error);
        }
    g_autoptr(GArray) slices = trace_slices(a.rows, o->within_ns);
    GString *t = g_string_new(NULL);
    bool any = false;
    for (guint i = 0; i < slices->len; i++)
        any |= TRACE_AT(slices, TraceSlice, i)->state != TRACE_SLICE_FAILED;
    if (ok && !any) {
        g_propagate_error(error, g_steal_pointer(&a.first));
        ok = false;
    }
    bool list = a.several || o->within_ns > 0;
    if (ok && o->json) {
        g_string_append(t, a.several ? "[" : "");
        add_json(t, &a, slices);
        g_string_append(t, a.several ? "]\n" : "\n");
    } else if (ok) {
        for (guint i = 0; i < a.texts->len; i++)
            g_string_append_printf(t, "%s%s", (char *)a.texts->pdata[i], i + 1 < a.texts->len || list ? "\n" : "");
        if (list) {
            g_autofree char *said = trace_slices_said(slices, o->within_ns);
            add_table(t, slices, o->paths && o->paths[0] && o->paths[1]);
            g_string_append(t, said);
        }
    }
    g_clear_error(&a.first);
    g_ptr_array_unref(a.texts);
    g_array_unref(a.rows);
    return g_string_free(t, !ok);
}

static char *simulate(const ShardscopeSimulateOptions *o, const ProgramOptions *program, GError **error)
{
    if (o->path || o->paths)
        return simulate_program(o, program, error);
    const Hardware *hw = hardware_find(o->hardware, error);
    if (!hw)
        return NULL;
    if (o->gemm)
        return ask_gemm(o->gemm, hw, o->json, error);
    return ask_collective(o->collective, hw, o->json, error);
}

char *shardscope_simulate(const ShardscopeSimulateOptions *options, ShardscopeError **error)
{
    NEED(options, "the options", NULL);
    ShardscopeSimulateOptions o;
    if (!library_options(&o, sizeof o, options, "ShardscopeSimulateOptions", error))
        return NULL;
    NEED(o.hardware, "the hardware", NULL);
    if (o.path && o.paths) {
        library_invalid(error, NULL, "one program or a list of them");
        return NULL;
    }
    if (!(o.jitter >= 0 && o.jitter <= 1) || !(o.straggler_factor == 0 || (o.straggler_factor >= 1 && o.straggler_factor <= 1000)) || o.straggler < 0) {
        library_invalid(error, NULL, "jitter is a share from 0 to 1, a straggler a device that takes 1 to 1000 times as long");
        return NULL;
    }
    if (!(o.within_ns >= 0)) {
        library_invalid(error, NULL, "the longest step must be at least 0 ns");
        return NULL;
    }
    if ((o.path || (o.paths && o.paths[0])) + (o.gemm != NULL) + (o.collective != NULL) != 1) {
        library_invalid(error, NULL, "one program, product or collective is simulated at a time");
        return NULL;
    }
    ProgramOptions program = { 0 };
    if (!library_program_options(o.program, &program, error))
        return NULL;
    program.hardware = o.hardware;
    GError *why = NULL;
    char *text = simulate(&o, &program, &why);
    if (!text)
        library_fail(error, why);
    return text;
}

char *shardscope_calibrate_ranks(ShardscopeRanks *ranks, int n_devices, ShardscopeStop *stop, ShardscopeError **error)
{
    enum { MOST = 4096 };
    if (failed_before(error))
        return NULL;
    if (n_devices < 1 || n_devices > MOST) {
        library_invalid(error, NULL, "%d devices: 1 to %d are measured", n_devices, MOST);
        return NULL;
    }
    GError *why = NULL;
    Stop *asked = stop ? &stop->stop : NULL;
    char *text = ranks ? calibrate_ranks(library_ranks(ranks), n_devices, asked, &why) : calibrate_text(n_devices, asked, &why);
    if (!text)
        library_fail(error, why);
    return text;
}

char *shardscope_calibrate(int n_devices, ShardscopeStop *stop, ShardscopeError **error)
{
    return shardscope_calibrate_ranks(NULL, n_devices, stop, error);
}
