/* A simulated step as text. */
#include "runtime/api/predict.h"

#include <json-glib/json-glib.h>
#include <math.h>

#include "trace/units.h"

static void add_number(JsonBuilder *b, const char *name, double v)
{
    json_builder_set_member_name(b, name);
    json_builder_add_double_value(b, v);
}

static void add_int(JsonBuilder *b, const char *name, int64_t v)
{
    json_builder_set_member_name(b, name);
    json_builder_add_int_value(b, v);
}

static void begin(JsonBuilder *b, const char *name)
{
    json_builder_set_member_name(b, name);
    json_builder_begin_object(b);
}

/* What runs is counted, also if it may not run. */
static int64_t whole_count(double count)
{
    return count > 0 ? MAX((int64_t)llround(count), 1) : 0;
}

static void add_axes(JsonBuilder *b, const Simulation *s)
{
    json_builder_set_member_name(b, "collectives");
    json_builder_begin_array(b);
    for (int i = 0; i < s->n_axes; i++) {
        json_builder_begin_object(b);
        json_builder_set_member_name(b, "axes");
        json_builder_add_string_value(b, s->axes[i].axes);
        add_int(b, "count", whole_count(s->axes[i].count));
        add_number(b, "bytes", s->axes[i].bytes);
        add_number(b, "busy_s", s->axes[i].busy_ns * 1e-9);
        add_number(b, "exposed_s", s->axes[i].exposed_ns * 1e-9);
        json_builder_end_object(b);
    }
    json_builder_end_array(b);
}

/* The ops that take longest, and where they are under the roofline. */
static void add_ops(JsonBuilder *b, const Simulation *s)
{
    int n = 20;
    g_autofree SimPlace *places = sim_places(s, &n);
    json_builder_set_member_name(b, "ops");
    json_builder_begin_array(b);
    for (int i = 0; i < n; i++) {
        const SimPlace *p = &places[i];
        const Loc *loc = loc_of_user(p->node->op->loc);
        json_builder_begin_object(b);
        json_builder_set_member_name(b, "op");
        json_builder_add_string_value(b, p->node->op->name);
        json_builder_set_member_name(b, "kind");
        json_builder_add_string_value(b, sim_class_names[p->node->cls]);
        if (loc && loc->file) {
            g_autofree char *at = g_strdup_printf("%s:%d", loc->file, loc->line);
            json_builder_set_member_name(b, "at");
            json_builder_add_string_value(b, at);
        }
        add_number(b, "times", p->times);
        add_number(b, "time_s", p->ns * 1e-9);
        add_number(b, "flops_per_byte", p->intensity);
        json_builder_set_member_name(b, "bound");
        json_builder_add_string_value(b, p->bound);
        json_builder_set_member_name(b, "from");
        json_builder_add_string_value(b, origin_name(p->node->time.from));
        json_builder_end_object(b);
    }
    json_builder_end_array(b);
}

/* The same with intervals, and the part of the step that changes. */
static void add_what_ifs(JsonBuilder *b, const PredictTold *t)
{
    json_builder_set_member_name(b, "what_if");
    json_builder_begin_array(b);
    for (int i = 0; i < t->n_what_ifs; i++) {
        const WhatIf *w = &t->what_ifs[i];
        json_builder_begin_object(b);
        json_builder_set_member_name(b, "what");
        json_builder_add_string_value(b, w->what);
        if (w->step.ns > 0) {
            add_number(b, "step_s", w->step.ns * 1e-9);
            add_number(b, "low_s", w->step.low_ns * 1e-9);
            add_number(b, "high_s", w->step.high_ns * 1e-9);
            add_number(b, "change_percent", 100 * (w->step.ns / t->s->step.ns - 1));
        }
        if (w->part) {
            json_builder_set_member_name(b, "part");
            json_builder_add_string_value(b, w->part);
            add_number(b, "part_change_s", w->part_ns * 1e-9);
        }
        if (w->note) {
            json_builder_set_member_name(b, "note");
            json_builder_add_string_value(b, w->note);
        }
        json_builder_end_object(b);
    }
    json_builder_end_array(b);
}

static char *as_json(const PredictTold *t)
{
    const Simulation *s = t->s;
    const char *label = t->label;
    int64_t n_devices = t->n_devices;
    g_autoptr(JsonBuilder) b = json_builder_new();
    json_builder_begin_object(b);
    if (label) {
        json_builder_set_member_name(b, "label");
        json_builder_add_string_value(b, label);
    }
    json_builder_set_member_name(b, "hardware");
    json_builder_add_string_value(b, s->kernels->hw->name);
    begin(b, "step_s");
    add_number(b, "median", s->step.ns * 1e-9);
    add_number(b, "low", s->step.low_ns * 1e-9);
    add_number(b, "high", s->step.high_ns * 1e-9);
    json_builder_end_object(b);
    begin(b, "terms");
    for (int k = 0; k < N_SIM_CLASSES; k++)
        if (s->ns[k] > 1e-3) /* sums leave remainders */
            add_number(b, k == SIM_COLLECTIVE ? "exposed collectives" : sim_class_names[k], s->ns[k] * 1e-9);
    if (s->own_ns > 0)
        add_number(b, "starting the step", s->own_ns * 1e-9);
    if (s->bubble_ns > 0)
        add_number(b, "pipeline bubble", s->bubble_ns * 1e-9);
    if (s->late_ns > 0)
        add_number(b, "waiting for the slowest device", s->late_ns * 1e-9);
    json_builder_end_object(b);
    add_axes(b, s);
    begin(b, "memory");
    add_int(b, "argument", s->memory.argument_bytes);
    add_int(b, "output", s->memory.output_bytes);
    add_int(b, "alias", s->memory.alias_bytes);
    add_int(b, "temp", s->memory.temp_bytes);
    add_int(b, "peak", s->memory.peak_bytes);
    add_int(b, "capacity", s->memory.capacity_bytes);
    json_builder_set_member_name(b, "fits");
    json_builder_add_boolean_value(b, s->memory.fits);
    json_builder_end_object(b);
    TracePrediction row = predict_row(s, n_devices);
    add_int(b, "chips", row.n_chips);
    json_builder_set_member_name(b, "price_hour");
    if (row.price_hour.known)
        json_builder_add_double_value(b, row.price_hour.v);
    else
        json_builder_add_null_value(b);
    add_number(b, "flops", s->flops);
    add_number(b, "utilisation", s->use);
    begin(b, "bounds_s");
    add_number(b, "all_hidden", s->least_ns * 1e-9);
    add_number(b, "none_hidden", s->most_ns * 1e-9);
    json_builder_end_object(b);
    add_ops(b, s);
    begin(b, "what_if_s");
    for (int i = 0; i < t->n_what_ifs; i++)
        if (t->what_ifs[i].step.ns > 0)
            add_number(b, t->what_ifs[i].what, t->what_ifs[i].step.ns * 1e-9);
    json_builder_end_object(b);
    add_what_ifs(b, t);
    add_int(b, "devices", n_devices);
    add_int(b, "kernels", s->kernels->n_kernels);
    add_int(b, "unknown_custom_calls", s->kernels->n_unknown);
    add_int(b, "guessed_branches", s->kernels->n_guessed);
    add_int(b, "as_executed", s->kernels->n_taken);
    json_builder_end_object(b);
    g_autoptr(JsonNode) root = json_builder_get_root(b);
    return json_to_string(root, FALSE);
}

static char *as_text(const PredictTold *told)
{
    const Simulation *s = told->s;
    const char *label = told->label;
    int64_t n_devices = told->n_devices;
    const Hardware *hw = s->kernels->hw;
    GString *t = g_string_new(NULL);
    g_string_append_printf(t, "%s%sstep %s on %" G_GINT64_FORMAT " devices of %s, four times in five between %s and %s\n", label ? label : "", label ? ": " : "", trace_ns(s->step.ns).s, n_devices, hw->name,
                           trace_ns(s->step.low_ns).s, trace_ns(s->step.high_ns).s);
    for (int k = 0; k < N_SIM_CLASSES; k++)
        if (s->ns[k] > 1e-3)
            g_string_append_printf(t, "  %-20s %10s  %4.1f %%\n", k == SIM_COLLECTIVE ? "exposed collectives" : sim_class_names[k], trace_ns(s->ns[k]).s, 100 * s->ns[k] / s->step.ns);
    if (s->own_ns > 0)
        g_string_append_printf(t, "  %-20s %10s  %4.1f %%\n", "starting the step", trace_ns(s->own_ns).s, 100 * s->own_ns / s->step.ns);
    if (s->bubble_ns > 0)
        g_string_append_printf(t, "  %-20s %10s  %4.1f %%\n", "pipeline bubble", trace_ns(s->bubble_ns).s, 100 * s->bubble_ns / s->step.ns);
    if (s->late_ns > 0)
        g_string_append_printf(t, "  %-20s %10s  %4.1f %%\n", "slowest device", trace_ns(s->late_ns).s, 100 * s->late_ns / s->step.ns);
    for (int i = 0; i < s->n_axes; i++)
        g_string_append_printf(t, "  collectives over %s: %" G_GINT64_FORMAT " of %s, %s alone, %s exposed\n", s->axes[i].axes, whole_count(s->axes[i].count),
                               trace_bytes((int64_t)s->axes[i].bytes).s, trace_ns(s->axes[i].busy_ns).s, trace_ns(s->axes[i].exposed_ns).s);
    g_string_append_printf(t, "%s of products a device, %.1f %% of its peak; %s if all collectives were hidden, %s if none\n", trace_flops(s->flops).s, 100 * s->use,
                           trace_ns(s->least_ns).s, trace_ns(s->most_ns).s);
    const SimMemory *mem = &s->memory;
    g_autofree char *over = mem->alias_bytes ? g_strdup_printf(" and %s over arguments", trace_bytes(mem->alias_bytes).s) : g_strdup("");
    g_string_append_printf(t, "memory %s of %s a device at the peak%s; set aside: arguments %s, results %s%s, temporaries %s\n", trace_bytes(mem->peak_bytes).s, trace_bytes(mem->capacity_bytes).s,
                           mem->fits ? "" : ", which does not fit", trace_bytes(mem->argument_bytes).s, trace_bytes(mem->output_bytes - mem->alias_bytes).s, over,
                           trace_bytes(mem->temp_bytes).s);
    int n = 5;
    g_autofree SimPlace *places = sim_places(s, &n);
    for (int i = 0; i < n; i++)
        g_string_append_printf(t, "  %-20s %10s  %4.1f %%  bound by %s, %s%s\n", places[i].node->op->name, trace_ns(places[i].ns).s, 100 * places[i].ns / s->step.ns, places[i].bound,
                               origin_name(places[i].node->time.from), places[i].node->cls == SIM_COLLECTIVE ? ", alone" : "");
    for (int i = 0; i < told->n_what_ifs; i++) {
        const WhatIf *w = &told->what_ifs[i];
        if (w->step.ns > 0 && fabs(w->step.ns / s->step.ns - 1) > 0.005)
            g_string_append_printf(t, "%s: %s, %+.0f %%%s%s\n", w->what, trace_ns(w->step.ns).s, 100 * (w->step.ns / s->step.ns - 1), w->note ? "; " : "", w->note ? w->note : "");
    }
    if (s->use > 0.65)
        g_string_append(t, "more than 65 % of the peak is rarely reached: this may be too fast\n");
    if (s->kernels->n_unknown)
        g_string_append_printf(t, "of %d custom calls nothing is known: assumed to read their operands and write their results once\n", s->kernels->n_unknown);
    if (s->kernels->n_guessed)
        g_string_append_printf(t, "which branch of %d conditional%s runs is not known: each is taken for as likely as the others, and the interval has the shortest and the longest\n", s->kernels->n_guessed,
                               s->kernels->n_guessed == 1 ? "" : "s");
    if (s->kernels->n_taken)
        g_string_append_printf(t, "which branch runs, or how many trips, the program does not say of %d conditional%s: as in the measured run\n", s->kernels->n_taken,
                               s->kernels->n_taken == 1 ? " or loop" : "s and loops");
    if (s->kernels->unknown_trips)
        g_string_append(t, "some loops' trips are not known: assumed to be one\n");
    return g_string_free(t, FALSE);
}

char *predict_text(const PredictTold *t, bool json)
{
    return json ? as_json(t) : as_text(t);
}
