/* report shardings: how parameters, results and annotated values lie on the devices (--all: every value); --why: the
 * chain from one value back to the lines that decided its sharding. */
#include "trace/report/reports.h"

#include <string.h>

static const ReportColumn columns[] = {
    { "value", "value", CELL_TEXT },       { "role", "role", CELL_TEXT },        { "op_name", "name", CELL_TEXT },
    { "opcode", NULL, CELL_TEXT },         { "parameter", NULL, CELL_COUNT },    { "shape", "shape", CELL_TEXT },
    { "sharding", "sharding", CELL_TEXT }, { "shards", "shards", CELL_COUNT },   { "copies", "copies", CELL_COUNT },
    { "bytes", "bytes", CELL_BYTES },      { "bytes_full", "whole", CELL_BYTES }, { "decided", "decided by", CELL_TEXT },
    { "annotation", "annotation", CELL_TEXT }, { "at", "at", CELL_TEXT },
};

static const ReportColumn why_columns[] = {
    { "depth", "depth", CELL_COUNT },   { "number", "#", CELL_COUNT },        { "value", "value", CELL_TEXT },
    { "dim", "dim", CELL_COUNT },       { "axes", "axes", CELL_TEXT },        { "through", "through", CELL_TEXT },
    { "through_op", "op", CELL_TEXT },  { "factor", "factor", CELL_TEXT },    { "direction", NULL, CELL_COUNT },
    { "from", "from", CELL_TEXT },      { "taken", NULL, CELL_COUNT },        { "annotation", "annotation", CELL_TEXT },
    { "at", "at", CELL_TEXT },          { "why", "why: ", CELL_BELOW },
};

/* One link as a sentence: "y: dim 0 split on a: dim 0 of y follows dim 0 of x, by dot y", "x: dim 0 split on a: written by the
 * user as P("a", None) at f.py:3". */
static void note_link(Block *b, const TraceWhyRow *x)
{
    g_autoptr(GString) s = g_string_new(NULL);
    for (int64_t i = 0; i < MIN(x->depth, 40) + 1; i++)
        g_string_append(s, "  ");
    g_string_append_printf(s, "%s: ", x->value);
    if (x->dim.known)
        g_string_append_printf(s, "dim %" G_GINT64_FORMAT " ", x->dim.v);
    if (*x->axes)
        g_string_append_printf(s, "%s on %s", x->taken ? "split" : "not split", x->axes);
    else
        g_string_append(s, x->dim.known ? "not split" : "");
    const char *colon = x->dim.known || *x->axes ? ": " : "";
    if (!x->came_from && x->annotation && x->taken)
        g_string_append_printf(s, "%swritten by the user as %s", colon, x->annotation);
    else if (x->why)
        g_string_append_printf(s, "%s%s", colon, x->why);
    else if (x->came_from)
        g_string_append_printf(s, "%sfrom %s%s%s", colon, x->came_from, x->through ? ", through " : "", x->through ? x->through : "");
    if (x->at)
        g_string_append_printf(s, " at %s", x->at);
    block_note(b, "%s", s->str);
}

/* What was asked about, in one line; then the chain. */
static bool add_why(TraceReader *r, const TraceRunInfo *run, const char *name, Block *b, GError **error)
{
    int64_t inst;
    if (!trace_find_value(r, run->module_id, name, &inst, error))
        return false;
    g_autoptr(GArray) about = trace_query_inst(r, inst, error);
    g_autoptr(GArray) chain = about ? trace_query_why(r, inst, true, error) : NULL;
    g_autoptr(GArray) notes = chain ? trace_query_annotations(r, run->module_id, error) : NULL;
    if (!notes)
        return false;
    const TraceInstRow *i = TRACE_AT(about, TraceInstRow, 0);
    block_note(b, "%s  %s  %s", i->name, i->shape ? i->shape : "", i->sharding ? i->sharding : "no sharding recorded");
    Table *t = block_table(b, "chain", NULL, why_columns, G_N_ELEMENTS(why_columns));
    table_not_in_text(t);
    bool own = false;
    for (guint k = 0; k < chain->len; k++) {
        const TraceWhyRow *x = TRACE_AT(chain, TraceWhyRow, k);
        if (x->depth && !x->taken)
            continue; /* refusals matter for the value itself */
        cell_int(t, x->depth);
        cell_int(t, x->seq);
        cell_text(t, x->value);
        cell_oint(t, x->dim);
        cell_text(t, x->axes);
        cell_text(t, x->through);
        cell_text(t, x->through_op);
        cell_text(t, x->factor);
        cell_oint(t, x->direction);
        cell_text(t, x->came_from);
        cell_int(t, x->taken);
        cell_text(t, x->annotation);
        cell_text(t, x->at);
        cell_text(t, x->why);
        note_link(b, x);
        own |= x->inst_id == inst && !x->came_from && x->taken;
    }
    /* An annotation that shards nothing takes no step, and still decides. */
    for (guint k = 0; k < notes->len; k++) {
        const TraceAnnotationRow *a = TRACE_AT(notes, TraceAnnotationRow, k);
        if (a->inst_id == inst && !own)
            block_note(b, "  %s: %s annotation %s%s%s", i->name, a->kind_name, a->text, a->at ? " at " : "", a->at ? a->at : "");
        own |= a->inst_id == inst;
    }
    if (!chain->len && !own)
        block_note(b, "  nobody asked for a sharding of it: no annotation on it, and none reached it");
    return true;
}

bool report_shardings(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error)
{
    if (o->why)
        return add_why(r, run, o->why, b, error);
    g_autoptr(GArray) rows = trace_query_values(r, run->input_snap, error);
    if (!rows)
        return false;
    Table *t = block_table(b, "shardings", NULL, columns, G_N_ELEMENTS(columns));
    guint left_out = 0;
    for (guint i = 0; i < rows->len; i++) {
        const TraceValueRow *v = TRACE_AT(rows, TraceValueRow, i);
        if (!o->all && g_str_equal(v->role, "value") && !g_str_equal(v->decided, "user")) {
            left_out++;
            continue;
        }
        cell_text(t, v->name);
        cell_text(t, v->role);
        cell_text(t, v->op_name);
        cell_text(t, v->opcode);
        cell_oint(t, v->param_no);
        cell_text(t, v->shape);
        cell_text(t, v->sharding);
        cell_oint(t, v->shards);
        cell_oint(t, v->copies);
        cell_oint(t, v->bytes_out);
        cell_oint(t, v->bytes_full);
        cell_text(t, v->decided);
        cell_text(t, v->annotation);
        cell_text(t, v->at);
    }
    if (run->mesh)
        block_note(b, "mesh %s", run->mesh);
    if (left_out)
        block_note(b, "%u value%s in between left out", left_out, left_out == 1 ? "" : "s");
    if (!rows->len)
        block_note(b, "no values recorded");
    return true;
}
