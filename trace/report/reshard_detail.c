/* report reshards ID: everything about one reshard. */
#include "trace/again.h"
#include "trace/report/reshards.h"
#include "trace/verdict.h"

static const ReportColumn plan_columns[] = {
    { "rank", "rank", CELL_COUNT },       { "plan", "plan", CELL_TEXT },        { "est_ns", "planned", CELL_NS },
    { "bytes", "bytes", CELL_BYTES },     { "peak_bytes", "memory", CELL_BYTES }, { "chosen", "chosen", CELL_COUNT },
    { "rejected_because", "rejected because", CELL_TEXT },
};

static const ReportColumn instruction_columns[] = {
    { "name", "instruction", CELL_TEXT }, { "kind", "kind", CELL_TEXT },       { "shape", "shape", CELL_TEXT },
    { "groups", "groups", CELL_TEXT },    { "axes", "axes", CELL_TEXT },       { "bytes", "bytes", CELL_BYTES },
    { "trips", "trips", CELL_COUNT },     { "total_ns", NULL, CELL_NS }, { "moved_ns", "moved", CELL_NS }, { "waited_ns", "waited", CELL_NS }, { "exposed_ns", "exposed", CELL_NS },
};

static const ReportColumn way_columns[] = {
    { "rank", "rank", CELL_COUNT },       { "way", "way", CELL_TEXT },           { "est_ns", "planned", CELL_NS },
    { "bytes", "bytes", CELL_BYTES },     { "flops", "FLOP", CELL_FLOPS },       { "chosen", "chosen", CELL_COUNT },
    { "rejected_because", "rejected because", CELL_TEXT },
};

static const ReportColumn picture_columns[] = { { "from", "from", CELL_TEXT }, { "to", "to", CELL_TEXT } };

static const ReportColumn remedy_columns[] = {
    { "number", "", CELL_COUNT },
    { "status", NULL, CELL_COUNT },
    { "gain_ns", "gain", CELL_NS },
    { "gain_percent", "of the step", CELL_PERCENT },
    { "before_ns", "predicted", CELL_NS },
    { "after_ns", "after", CELL_NS },
    { "low_ns", "from", CELL_NS, COL_KNOWN },
    { "high_ns", "to", CELL_NS, COL_KNOWN },
    { "before_bytes", "bytes", CELL_BYTES },
    { "after_bytes", "after", CELL_BYTES },
    { "peak_change_bytes", "memory", CELL_BYTES },
    { "n_collectives", "collectives", CELL_COUNT },
    { "n_removed", "removes", CELL_COUNT },
    { "n_cheaper", NULL, CELL_COUNT },
    { "n_dearer", NULL, CELL_COUNT },
    { "checked", NULL, CELL_COUNT },
    { "change", "change:     ", CELL_BELOW },
    { "code", "write:      ", CELL_BELOW },
    { "removes", "removes:    ", CELL_BELOW },
    { "cheaper", "moves less: ", CELL_BELOW },
    { "dearer", "moves more: ", CELL_BELOW },
    { "brings", "adds:       ", CELL_BELOW },
    { "proof", "checked:    ", CELL_BELOW },
    { "try_with", NULL, CELL_TEXT },
    { "command", "try:        ", CELL_BELOW },
    { "note", "note:       ", CELL_BELOW },
    { "patch", NULL, CELL_TEXT },
};

/* How the change was tested. */
static char *proof_of(const TraceRunInfo *run, const TraceRemedyRow *x)
{
    if (x->status != 1)
        return NULL;
    GString *s = g_string_new(!x->checked.known ? trace_remedy_trial(run) : x->checked.v == 1 ? "compiled and run: results equal to the reference evaluator's" :
                              "compiled and run: results DIFFER from the reference evaluator's, do not use it");
    if (x->try_run && x->try_step_ns.known) {
        g_autofree char *step = g_strdup(trace_ns(x->try_step_ns.v).s), *was = x->try_before_ns.known ? g_strdup(trace_ns(x->try_before_ns.v).s) : NULL;
        g_string_append_printf(s, "; measured in run \"%s\": median step %s%s%s", x->try_label ? x->try_label : "?", step, was ? ", without the change " : "", was ? was : "");
    }
    return g_string_free(s, FALSE);
}

void reshard_put_remedies(TraceReader *r, const TraceRunInfo *run, Block *b, const char *title, const GArray *rows, guint n)
{
    Table *t = block_table(b, "remedies", title, remedy_columns, G_N_ELEMENTS(remedy_columns));
    for (guint i = 0; i < n; i++) {
        const TraceRemedyRow *x = TRACE_AT(rows, TraceRemedyRow, i);
        cell_int(t, x->number);
        cell_int(t, x->status);
        cell_oreal(t, x->gain_ns);
        cell_oreal(t, x->gain_ns.known && x->before_ns.v > 0 ? TRACE_REAL(100 * x->gain_ns.v / x->before_ns.v) : (TraceReal){ 0 });
        cell_oreal(t, x->before_ns);
        cell_oreal(t, x->after_ns);
        cell_oreal(t, x->low_ns);
        cell_oreal(t, x->high_ns);
        cell_oint(t, x->before_traffic);
        cell_oint(t, x->after_traffic);
        cell_oint(t, x->peak_change);
        cell_oint(t, x->n_coll);
        cell_int(t, x->n_gone);
        cell_int(t, x->n_cheaper);
        cell_int(t, x->n_dearer);
        cell_oint(t, x->checked);
        cell_text(t, x->text);
        cell_text(t, x->code);
        cell_text(t, x->removes);
        cell_text(t, x->cheaper);
        cell_text(t, x->dearer);
        cell_text(t, x->brings);
        g_autofree char *proof = proof_of(run, x);
        cell_text(t, proof);
        cell_text(t, x->try_with);
        g_autofree char *again = x->edits ? trace_again_command(&(TraceAgain){ .trace = trace_path(r), .run = x->run_id, .remedy = x->number }) :
                              x->try_with ? g_strdup_printf("shardscope run PROGRAM %s", x->try_with) : NULL;
        cell_text(t, again);
        cell_text(t, x->status == 1 ? x->note : x->note ? x->note : x->status == 2 ? "did not compile" : "not finished in time");
        cell_text(t, x->patch);
    }
}

/* ---- who holds what ------------------------------------------------------------------------------------------------- */

enum { MAX_GRID = 16, MAX_NAMED = 8 };

/* A row of text for each piece along the first split dim; within it, piece by piece along the second, the devices that hold
 * it. Whole values are one piece. */
static GPtrArray *picture(TraceReader *r, const TraceRunInfo *run, int64_t sharding, GError **error)
{
    g_autoptr(GArray) dims = trace_query_sharding_dims(r, sharding, error);
    g_autoptr(GArray) tiles = dims ? trace_query_tiles(r, sharding, error) : NULL;
    if (!tiles)
        return NULL;
    int64_t split[2] = { -1, -1 }, parts[2] = { 1, 1 };
    int n_split = 0;
    for (guint i = 0; i < dims->len; i++) {
        const TraceShardingDim *d = TRACE_AT(dims, TraceShardingDim, i);
        if (d->parts <= 1)
            continue;
        if (n_split < 2) {
            split[n_split] = d->dim;
            parts[n_split] = d->parts;
        }
        n_split++;
    }
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    if (n_split > 2 || parts[0] > MAX_GRID || parts[1] > MAX_GRID || run->n_devices > MAX_GRID * MAX_GRID) {
        g_ptr_array_add(lines, g_strdup("too many pieces to show here; the viewer draws them"));
        return lines;
    }
    g_autofree int64_t *at = g_new0(int64_t, 2 * run->n_devices + 2);
    for (guint i = 0; i < tiles->len; i++) {
        const TraceTileRow *t = TRACE_AT(tiles, TraceTileRow, i);
        for (int k = 0; k < 2; k++)
            if (t->dim == split[k] && t->global_id >= 0 && t->global_id < run->n_devices)
                at[2 * t->global_id + k] = t->coord;
    }
    for (int64_t row = 0; row < parts[0]; row++) {
        g_autoptr(GString) line = g_string_new(NULL);
        for (int64_t column = 0; column < parts[1]; column++) {
            int n = 0;
            g_string_append(line, column ? " | " : "");
            for (int64_t d = 0; d < run->n_devices; d++)
                if (at[2 * d] == row && at[2 * d + 1] == column && n++ < MAX_NAMED)
                    g_string_append_printf(line, "%s%" G_GINT64_FORMAT, n > 1 ? "," : "", d);
            if (n > MAX_NAMED)
                g_string_append_printf(line, " and %d more", n - MAX_NAMED);
        }
        g_ptr_array_add(lines, g_strdup(line->str));
    }
    return lines;
}

static bool put_picture(TraceReader *r, const TraceRunInfo *run, Block *b, const TraceReshardRow *x, GError **error)
{
    g_autoptr(GPtrArray) from = picture(r, run, x->from_id, error);
    g_autoptr(GPtrArray) to = from ? picture(r, run, x->to_id, error) : NULL;
    if (!to)
        return false;
    Table *t = block_table(b, "pictures", "devices that hold each piece", picture_columns, G_N_ELEMENTS(picture_columns));
    table_aside(t);
    for (guint i = 0; i < MAX(from->len, to->len); i++) {
        cell_text(t, i < from->len ? from->pdata[i] : "");
        cell_text(t, i < to->len ? to->pdata[i] : "");
    }
    return true;
}

/* ---- what was weighed, and what came of it ---------------------------------------------------------------------------- */

static void put_plans(Block *b, const GArray *plans)
{
    Table *t = block_table(b, "plans", "plans compared", plan_columns, G_N_ELEMENTS(plan_columns));
    table_aside(t);
    for (guint i = 0; i < plans->len; i++) {
        const TracePlanRow *p = TRACE_AT(plans, TracePlanRow, i);
        cell_int(t, p->rank);
        cell_text(t, p->text);
        cell_oreal(t, p->est_ns);
        cell_oint(t, p->bytes_moved);
        cell_oint(t, p->peak_bytes);
        cell_int(t, p->chosen);
        cell_text(t, p->rejected_because);
    }
}

static void put_ways(Block *b, const char *title, const GArray *ways)
{
    Table *t = block_table(b, "ways", title, way_columns, G_N_ELEMENTS(way_columns));
    table_aside(t);
    for (guint i = 0; i < ways->len; i++) {
        const TracePlanRow *p = TRACE_AT(ways, TracePlanRow, i);
        cell_int(t, p->rank);
        cell_text(t, p->text);
        cell_oreal(t, p->est_ns);
        cell_oint(t, p->bytes_moved);
        cell_oreal(t, p->flops);
        cell_int(t, p->chosen);
        cell_text(t, p->rejected_because);
    }
}

static void put_instructions(Block *b, const GArray *insts)
{
    Table *t = block_table(b, "instructions", "collectives that carry it out", instruction_columns, G_N_ELEMENTS(instruction_columns));
    table_aside(t);
    for (guint i = 0; i < insts->len; i++) {
        const TraceCollRow *c = TRACE_AT(insts, TraceCollRow, i);
        cell_text(t, c->name);
        cell_text(t, c->kind_name);
        cell_text(t, c->shape);
        cell_text(t, c->groups);
        cell_text(t, c->axes);
        cell_int(t, c->traffic);
        cell_int(t, c->trips);
        cell_oint(t, c->total_ns);
        cell_oint(t, c->moved_ns);
        cell_oint(t, waited(c->total_ns, c->moved_ns));
        cell_oint(t, c->exposed_ns);
    }
}

static const ReportColumn tried_columns[] = {
    { "change", "change", CELL_TEXT },          { "outcome", "effect", CELL_TEXT }, { "gain_ns", "gain", CELL_NS },
    { "more_bytes", "bytes", CELL_BYTES },
};

/* What was tried for a reshard that nothing removes. */
static bool put_tried(TraceReader *r, Block *b, int64_t reshard, GError **error)
{
    g_autoptr(GArray) tried = trace_query_tried(r, reshard, error);
    if (!tried)
        return false;
    if (!tried->len)
        return true;
    Table *t = block_table(b, "tried", "changes that were tried and do not help", tried_columns, G_N_ELEMENTS(tried_columns));
    table_aside(t);
    for (guint i = 0; i < tried->len; i++) {
        const TraceTriedRow *x = TRACE_AT(tried, TraceTriedRow, i);
        cell_text(t, x->text);
        cell_text(t, x->effect == 3 ? "moves more bytes" : "moves as many bytes as before");
        cell_oreal(t, x->gain_ns);
        cell_oint(t, x->more_bytes);
    }
    return true;
}

bool reshard_put_detail(TraceReader *r, const TraceRunInfo *run, Block *b, const TraceReshardRow *x, GError **error)
{
    g_autoptr(GArray) plans = trace_query_reshard_plans(r, x->id, error);
    g_autoptr(GArray) insts = plans ? trace_query_reshard_colls(r, x->id, error) : NULL;
    g_autoptr(GArray) ways = insts && x->choice_id ? trace_query_choice_options(r, x->choice_id, error) : NULL;
    g_autoptr(GArray) remedies = insts && (ways || !x->choice_id) ? trace_query_remedies(r, run->module_id, x->id, error) : NULL;
    if (!remedies || !put_picture(r, run, b, x, error) || !reshard_put_need(r, run, b, x, error))
        return false;
    put_plans(b, plans);
    g_autofree char *planned = trace_planned_said(x, plans), *combined = trace_combined_said(x, insts);
    if (planned)
        block_note(b, "%s", planned);
    if (ways && x->consumer) {
        g_autofree char *title = g_strdup_printf("ways compared to divide %s", x->consumer);
        put_ways(b, title, ways);
    }
    put_instructions(b, insts);
    if (combined)
        block_note(b, "%s", combined);
    if (remedies->len)
        reshard_put_remedies(r, run, b, "changes of annotations that remove it or let it move less, each compiled and compared", remedies, remedies->len);
    else if (run->kind == TRACE_RUN_IMPORTED && run->remedies_tried.known) {
        g_autoptr(GArray) tried = trace_query_tried(r, x->id, error);
        if (!tried)
            return false;
        block_note(b, "%s", trace_remedy_none(run, tried->len > 0));
    } else if (run->remedies_tried.known)
        block_note(b, "none of the %" G_GINT64_FORMAT " changes of annotations that were compiled removes it or lets it move less", run->remedies_tried.v);
    if (!remedies->len && !put_tried(r, b, x->id, error))
        return false;
    if (x->consumer)
        block_note(b, "asked for by operand %" G_GINT64_FORMAT " of %s (%s)", x->user_pos.v, x->consumer, x->consumer_op);
    return true;
}
