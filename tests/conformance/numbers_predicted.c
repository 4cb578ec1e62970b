/* Predicted steps: see numbers.h. */
#include "tests/conformance/numbers.h"

#include <math.h>
#include <string.h>

#include "trace/bound.h"
#include "trace/shares.h"
#include "trace/units.h"

static double sum_of_shares(JsonObject *run)
{
    JsonArray *rows = json_object_has_member(run, "shares") ? json_object_get_array_member(run, "shares") : NULL;
    double sum = 0;
    for (guint i = 0; rows && i < json_array_get_length(rows); i++)
        sum += json_object_get_double_member(json_array_get_object_element(rows, i), "ns");
    return sum;
}

/* Of a predicted run: what the devices' timelines show is what the parts of the step say, but for the rounding of events to whole ns. */
static void check_timeline(const NumbersTrace *t, const TraceRunInfo *run, const TraceShares *told)
{
    g_autoptr(GArray) mean = trace_query_step_parts(t->r, run->id, 0, NULL), events = trace_query_op_totals(t->r, run->id, NULL);
    TraceShares shown = trace_shares(mean);
    double slack = 2.0 * events->len + 1e-3 * told->step_ns;
    if (!shown.n_devices || told->ns[TRACE_SHARE_WAIT] > slack) /* what pipelines and late devices wait for has no events */
        return;
    g_assert_cmpfloat_with_epsilon(shown.ns[TRACE_SHARE_EXPOSED], told->ns[TRACE_SHARE_EXPOSED], slack);
    g_assert_cmpfloat_with_epsilon(shown.ns[TRACE_SHARE_IDLE], 0, slack);
    g_autoptr(GArray) path = trace_query_crit_totals(t->r, run->id, NULL);
    double idle = 0; /* while something runs on a device, the path goes through it */
    for (guint i = 0; i < path->len; i++)
        idle += TRACE_AT(path, TraceCritTotal, i)->cat == TRACE_CAT_IDLE ? (double)TRACE_AT(path, TraceCritTotal, i)->ns : 0;
    g_assert_cmpfloat(idle, <=, slack);
}

void numbers_check_predicted(const NumbersTrace *t, const TraceRunInfo *run, guint number)
{
    if (!run->est_ns.known)
        return;
    g_autoptr(GArray) parts = trace_query_predicted_parts(t->r, run->id, NULL), remedies = trace_query_remedies(t->r, run->module_id, 0, NULL);
    g_autoptr(GArray) predictions = trace_query_predictions(t->r, run->id, NULL), kinds = trace_query_coll_kinds(t->r, run->module_id, NULL);
    g_autoptr(GArray) measured = trace_query_step_parts(t->r, run->id, 0, NULL);
    double step = run->est_ns.v, sum = 0;
    for (guint i = 0; i < parts->len; i++)
        sum += TRACE_AT(parts, TracePredictedPartRow, i)->ns;
    if (parts->len) /* steps are in whole ns */
        g_assert_cmpfloat_with_epsilon(sum, step, 1 + 1e-6 * step);
    for (guint i = 0; i < remedies->len; i++)
        if (TRACE_AT(remedies, TraceRemedyRow, i)->before_ns.known)
            g_assert_cmpfloat(TRACE_AT(remedies, TraceRemedyRow, i)->before_ns.v, ==, step);
    for (guint i = 0; i < predictions->len; i++)
        g_assert_cmpfloat_with_epsilon(TRACE_AT(predictions, TracePredictionRow, i)->step_ns, step, 1);
    g_autoptr(JsonNode) root = numbers_report(t->path, "steps");
    JsonObject *own = numbers_run_of(root, number);
    JsonArray *summary = json_object_get_array_member(own, "summary");
    g_assert_cmpfloat(json_object_get_double_member(json_array_get_object_element(summary, 0), "est_ns"), ==, step);
    if (run->kind == TRACE_RUN_MEASURED)
        return;
    TraceShares told = trace_run_shares(run, measured, parts, kinds);
    if (run->kind == TRACE_RUN_PREDICTED || run->kind == TRACE_RUN_COMPILED) {
        g_assert_cmpfloat_with_epsilon(sum_of_shares(own), step, 1 + 1e-6 * step);
        g_autofree char *bound = trace_bound(t->r, run, NULL), *said = g_strdup_printf("the predicted step of %s", trace_ns(step).s);
        if (step > 0 && !strstr(bound, said))
            g_error("%s: \"%s\" does not say \"%s\"", t->program, bound, said);
    }
    if (run->kind == TRACE_RUN_PREDICTED)
        check_timeline(t, run, &told);
}
