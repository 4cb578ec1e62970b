/* What JAX says about compiling (jax_log_compiles, jax_explain_cache_misses): each compile becomes a run with its module, as a function of the process that wrote
 * the log, with its stages as passes, and why it was compiled; the stages of all are a lane of the compiler.
 * Source: the messages of JAX 0.4 to 0.10. */
#include <stdlib.h>
#include <string.h>

#include "trace/import/log.h"

typedef enum Stage { TRACING, LOWERING, COMPILING, N_STAGES } Stage;

static const char *const stage_names[N_STAGES] = { "tracing", "to StableHLO", "XLA" };

/* A function that was traced, or is on its way through the stages. */
typedef struct Function {
    char *name;
    int64_t start_ns[N_STAGES], dur_ns[N_STAGES]; /* dur: -1 = not said */
} Function;

struct LogJax {
    Log *log;
    GPtrArray *open;     /* Function */
    GHashTable *causes;  /* name -> why its next compile is needed */
    GHashTable *traced;  /* name -> Function: the last tracing of it */
    GHashTable *before;  /* names of functions that were compiled */
    GString *miss;       /* lines of the explanation that is read; empty = none is */
    char *miss_name;
    bool misses;
    GArray *events;      /* TimelineEvent */
    int64_t clock_ns, group_ns; /* without times in the log: where the next stage goes; where the tracings before it began */
};

static void function_free(gpointer p)
{
    Function *f = p;
    g_free(f->name);
    g_free(f);
}

static Function *function_new(const char *name)
{
    Function *f = g_new0(Function, 1);
    f->name = g_strdup(name);
    for (int i = 0; i < N_STAGES; i++)
        f->dur_ns[i] = -1;
    return f;
}

LogJax *log_jax_new(Log *log)
{
    LogJax *j = g_new0(LogJax, 1);
    j->log = log;
    j->open = g_ptr_array_new_with_free_func(function_free);
    j->causes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    j->traced = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, function_free);
    j->before = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    j->miss = g_string_new(NULL);
    j->events = g_array_new(FALSE, FALSE, sizeof(TimelineEvent));
    return j;
}

/* ---- times ------------------------------------------------------------------------------------------------------------------------------ */

/* "2026-11-23 10:06:16,409": ns of UNIX time, if the line begins so somewhere before the message; 0 = it has none. */
static int64_t time_in(const char *line, const char *message)
{
    for (const char *at = line; at < message; at++) {
        if (!g_ascii_isdigit(*at) || message - at < 19 || at[4] != '-' || at[7] != '-' || at[13] != ':' || at[16] != ':')
            continue;
        g_autofree char *text = g_strndup(at, 19);
        text[10] = 'T';
        g_autoptr(GTimeZone) utc = g_time_zone_new_utc();
        g_autoptr(GDateTime) when = g_date_time_new_from_iso8601(text, utc);
        if (!when)
            return 0;
        double part = at[19] == ',' || at[19] == '.' ? g_ascii_strtod(at + 20, NULL) : 0;
        for (const char *d = at + 20; part && g_ascii_isdigit(*d); d++)
            part /= 10;
        return g_date_time_to_unix(when) * INT64_C(1000000000) + (int64_t)(part * 1e9);
    }
    return 0;
}

/* A stage that took `dur` ended now. A function that is traced while another is lies within it. */
static int64_t place(LogJax *j, Stage stage, int64_t dur, int64_t unix_ns)
{
    int64_t start;
    if (unix_ns) {
        if (!j->log->run->epoch_ns)
            j->log->run->epoch_ns = unix_ns - dur;
        start = unix_ns - dur - j->log->run->epoch_ns;
    } else if (stage == TRACING && dur >= j->clock_ns - j->group_ns) {
        start = j->group_ns;
    } else {
        start = j->clock_ns;
    }
    j->clock_ns = MAX(j->clock_ns, start + dur);
    if (stage != TRACING)
        j->group_ns = j->clock_ns;
    return start;
}

static void add_event(LogJax *j, const char *name, Stage stage, int64_t start, int64_t dur)
{
    g_autofree char *text = g_strdup_printf("%s: %s", name, stage_names[stage]);
    TimelineEvent e = { .start_ns = start, .dur_ns = dur, .name_id = (uint32_t)trace_str(j->log->run->w, text), .cat = TRACE_CAT_COMPILE };
    g_array_append_val(j->events, e);
}

/* ---- rows -------------------------------------------------------------------------------------------------------------------------------- */

static void put_function(LogJax *j, const Function *f)
{
    TraceWriter *w = j->log->run->w;
    gpointer key, cause = NULL;
    bool again = g_hash_table_contains(j->before, f->name);
    if (g_hash_table_lookup_extended(j->causes, f->name, &key, &cause))
        g_hash_table_steal(j->causes, f->name);
    if (cause)
        g_free(key);
    g_autofree char *why = cause, *name = g_strdup_printf("jit_%s", f->name);
    int64_t all = 0, first = -1, last = 0;
    for (int i = 0; i < N_STAGES; i++) {
        if (f->dur_ns[i] < 0)
            continue;
        all += f->dur_ns[i];
        first = first < 0 ? f->start_ns[i] : MIN(first, f->start_ns[i]);
        last = MAX(last, f->start_ns[i] + f->dur_ns[i]);
    }
    int64_t run = trace_put_run(w, &(TraceRun){ .name = name, .producer = "import", .kind = TRACE_INT(TRACE_RUN_COMPILED), .epoch_ns = j->log->run->epoch_ns, .end_ns = TRACE_INT(last), .process = j->log->process,
                                                .recompiled = again && why ? why : NULL });
    TraceModule row = { .run_id = run, .name = name, .compile_ns = TRACE_INT(MAX(first, 0)), .compile_dur_ns = TRACE_INT(all), .cause = why ? why : again ? "other shapes or types" : "first call" };
    int64_t module = trace_put_module(w, &row);
    for (int i = 0, seq = 0; i < N_STAGES; i++)
        if (f->dur_ns[i] >= 0)
            trace_put_pass(w, &(TracePass){ .module_id = module, .seq = seq++, .name_id = trace_str(w, stage_names[i]), .start_ns = TRACE_INT(f->start_ns[i]), .dur_ns = TRACE_INT(f->dur_ns[i]) });
    if (!again)
        g_hash_table_add(j->before, g_strdup(f->name));
}

/* ---- lines -------------------------------------------------------------------------------------------------------------------------------- */

/* "jit(f)", "pjit(f)", "jit_f", "f": f. */
static char *plain_name(const char *text, size_t n)
{
    g_autofree char *s = g_strndup(text, n);
    const char *open = strchr(s, '(');
    if (open && s[strlen(s) - 1] == ')' && (g_str_has_prefix(s, "jit(") || g_str_has_prefix(s, "pjit(") || g_str_has_prefix(s, "pmap(")))
        return g_strndup(open + 1, strlen(open + 1) - 1);
    return g_strdup(g_str_has_prefix(s, "jit_") ? s + 4 : s);
}

static Function *open_function(LogJax *j, const char *name)
{
    for (guint i = j->open->len; i-- > 0;)
        if (g_str_equal(((Function *)j->open->pdata[i])->name, name))
            return j->open->pdata[i];
    Function *f = function_new(name), *traced = g_hash_table_lookup(j->traced, name);
    if (traced) {
        f->start_ns[TRACING] = traced->start_ns[TRACING];
        f->dur_ns[TRACING] = traced->dur_ns[TRACING];
        g_hash_table_remove(j->traced, name);
    }
    g_ptr_array_add(j->open, f);
    return f;
}

static void finish_stage(LogJax *j, const char *name, Stage stage, double seconds, int64_t unix_ns)
{
    int64_t dur = (int64_t)CLAMP(seconds * 1e9, 0, 1e17), start = place(j, stage, dur, unix_ns);
    Function *f;
    add_event(j, name, stage, start, dur);
    if (stage == TRACING) {
        f = function_new(name);
        g_hash_table_replace(j->traced, f->name, f);
    } else {
        f = open_function(j, name);
    }
    f->start_ns[stage] = start;
    f->dur_ns[stage] = dur;
    if (stage == COMPILING) {
        put_function(j, f);
        g_ptr_array_remove(j->open, f);
    }
}

/* "Finished tracing f for jit in 0.1 sec", "Finished tracing + transforming f for pjit in ..". */
static bool finished(LogJax *j, const char *line, const char *at)
{
    static const struct {
        const char *begin;
        Stage stage;
    } kinds[] = { { "Finished tracing + transforming ", TRACING }, { "Finished tracing ", TRACING }, { "Finished jaxpr to MLIR module conversion ", LOWERING }, { "Finished XLA compilation of ", COMPILING } };
    const char *sec = g_strrstr(at, " sec"), *in = g_strrstr(at, " in ");
    for (size_t i = 0; sec && in && in < sec && i < G_N_ELEMENTS(kinds); i++) {
        if (!g_str_has_prefix(at, kinds[i].begin))
            continue;
        const char *name = at + strlen(kinds[i].begin), *end = in;
        if (kinds[i].stage == TRACING) {
            g_autofree char *part = g_strndup(name, (gsize)(in - name));
            const char *last = g_strrstr(part, " for ");
            end = last ? name + (last - part) : in;
        }
        if (end <= name)
            return false;
        g_autofree char *plain = plain_name(name, (size_t)(end - name));
        finish_stage(j, plain, kinds[i].stage, g_ascii_strtod(in + 4, NULL), time_in(line, at));
        return true;
    }
    return false;
}

static void end_miss(LogJax *j)
{
    if (j->misses && j->miss_name && j->miss->len)
        g_hash_table_replace(j->causes, g_strdup(j->miss_name), g_strdup(j->miss->str));
    g_clear_pointer(&j->miss_name, g_free);
    g_string_truncate(j->miss, 0);
    j->misses = false;
}

/* A line of an explanation, which is indented: the function it is about, or a reason. */
static void miss_line(LogJax *j, const char *text)
{
    const char *defined = strstr(text, " defined at ");
    if (defined && !j->miss_name) {
        const char *name = g_str_has_prefix(text, "for ") ? text + 4 : text;
        size_t n = strcspn(name, " ");
        j->miss_name = plain_name(name, n);
        return;
    }
    if (g_str_has_prefix(text, "never seen function") || g_str_has_prefix(text, "all previously seen cache keys"))
        return;
    g_string_append_printf(j->miss, "%s%s", !j->miss->len ? "" : g_str_has_suffix(j->miss->str, ":") ? " " : "; ", g_str_has_prefix(text, "* ") ? text + 2 : text);
}

bool log_jax_line(LogJax *j, const char *line)
{
    if (j->misses && g_str_has_prefix(line, "  ")) {
        miss_line(j, line + strspn(line, " "));
        return true;
    }
    if (j->misses)
        end_miss(j);
    const char *at = strstr(line, "TRACING CACHE MISS at ");
    if (at)
        return j->misses = true;
    at = strstr(line, "Finished ");
    if (at)
        return finished(j, line, at);
    at = strstr(line, "Compiling ");
    const char *with = at ? strstr(at, " with global shapes and types ") : NULL;
    if (!with || with == at + strlen("Compiling"))
        return false;
    g_autofree char *name = plain_name(at + strlen("Compiling "), (size_t)(with - at) - strlen("Compiling "));
    open_function(j, name);
    return true;
}

void log_jax_end(LogJax *j)
{
    end_miss(j);
    for (guint i = 0; i < j->open->len; i++) /* the log ends before they were compiled */
        put_function(j, j->open->pdata[i]);
    /* Beside a profile, what was compiled before it began has no place on its timeline. */
    guint n = 0;
    for (guint i = 0; i < j->events->len; i++) {
        const TimelineEvent *e = &g_array_index(j->events, TimelineEvent, i);
        if (e->start_ns + e->dur_ns >= 0)
            g_array_index(j->events, TimelineEvent, n++) = *e;
    }
    if (n < j->events->len)
        import_note(j->log->run, 0, "before_the_profile", j->events->len - n, "stages of compiles ended before the profile began: they are listed, and not on its timeline");
    g_array_set_size(j->events, n);
    timeline_lane(j->log->run->timeline, &(TimelineLane){ .kind = TRACE_LANE_COMPILE, .name = "JAX compiles" }, j->events);
    g_ptr_array_unref(j->open);
    g_hash_table_unref(j->causes);
    g_hash_table_unref(j->traced);
    g_hash_table_unref(j->before);
    g_string_free(j->miss, TRUE);
    g_array_unref(j->events);
    g_free(j);
}
