/* Loading the graph: the instructions of the program as it was written and of what one device runs, once a run; the
 * layouts of those near the op that is asked for. */
#include "viewer/layout/neighbours.h"
#include "viewer/model/load.h"

#define FAR 4 /* the widest neighbourhood that can be drawn */

static GraphRows *load_snapshot(TraceReader *r, int64_t snapshot, GError **error)
{
    GArray *insts = trace_query_insts(r, snapshot, error);
    GArray *operands = insts ? trace_query_operands(r, snapshot, error) : NULL;
    if (!operands) {
        g_clear_pointer(&insts, g_array_unref);
        return NULL;
    }
    GraphRows *g = graph_rows_new(insts, operands);
    graph_rows_index(g);
    return g;
}

/* The instruction that a selected row is about; 0 = none. */
static bool inst_of(TraceReader *r, const Query *q, const Rows *rows, int64_t *inst, GError **error)
{
    *inst = 0;
    if (q->select.kind == REF_value || q->select.kind == REF_inst || q->select.kind == REF_folded) {
        *inst = q->select.id;
    } else if (q->select.kind == REF_reshard) {
        const TraceReshardRow *x = rows_reshard(rows, q->select.id, NULL);
        *inst = x ? (x->user_id ? x->user_id : x->inst_id) : 0;
    } else if (q->select.kind == REF_event) {
        g_autoptr(GArray) e = trace_query_event(r, q->select.id, error);
        if (!e)
            return false;
        *inst = e->len ? TRACE_AT(e, TraceEventDetail, 0)->inst_id : 0;
    }
    return true;
}

/* The same op in the other snapshot: where it came from, or the first thing that it became. */
static int64_t origin_in(const GraphRows *program, const GraphRows *local, int64_t inst)
{
    const TraceInstRow *x = graph_rows_inst(local, inst);
    return x && graph_rows_inst(program, x->origin_id) ? x->origin_id : 0;
}

static int64_t outcome_in(const GraphRows *local, int64_t inst)
{
    int64_t found = 0;
    for (guint i = 0; local && i < local->insts->len; i++) {
        const TraceInstRow *x = TRACE_AT(local->insts, TraceInstRow, i);
        if (x->origin_id == inst && (!found || !(x->flags & TRACE_INST_PARTITIONER)))
            found = x->id;
    }
    return found;
}

/* Where nothing is selected: the op behind the dearest reshard, else the entry's root, else anything. */
static int64_t default_centre(const RunRows *run, const GraphRows *g)
{
    const TraceReshardRow *dear = run->reshards && run->reshards->len ? TRACE_AT(run->reshards, TraceReshardRow, 0) : NULL;
    if (dear && graph_rows_inst(g, dear->user_id))
        return dear->user_id;
    if (dear && graph_rows_inst(g, dear->inst_id))
        return dear->inst_id;
    for (guint i = 0; i < g->insts->len; i++)
        if (TRACE_AT(g->insts, TraceInstRow, i)->flags & TRACE_INST_ROOT)
            return TRACE_AT(g->insts, TraceInstRow, i)->id;
    return g->insts->len ? TRACE_AT(g->insts, TraceInstRow, 0)->id : 0;
}

static bool load_pictures(TraceReader *r, const GraphRows *g, int64_t centre, Rows *out, GError **error)
{
    g_autoptr(Neighbours) near = g && centre ? neighbours_new(g, centre, FAR, NULL) : NULL;
    for (guint i = 0; near && i < near->nodes->len; i++)
        if (!load_geom(r, g_array_index(near->nodes, GraphNode, i).row->sharding_id, out, error))
            return false;
    return true;
}

bool load_graph(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error)
{
    if (!load_runs(r, q, prev, out, LOAD_reshards | LOAD_summary, error))
        return false;
    const RunRows *run = rows_current(out);
    if (!run)
        return true;
    bool same = prev && prev->current == out->current;
    out->program = same ? graph_rows_ref(prev->program) : NULL;
    out->local = same ? graph_rows_ref(prev->local) : NULL;
    if ((!out->program && run->info->input_snap && !(out->program = load_snapshot(r, run->info->input_snap, error))) ||
        (!out->local && run->info->final_snap && !(out->local = load_snapshot(r, run->info->final_snap, error))))
        return false;
    int64_t inst;
    if (!inst_of(r, q, out, &inst, error))
        return false;
    out->about = q->select;
    if (graph_rows_inst(out->program, inst)) {
        out->centre[0] = inst;
        out->centre[1] = outcome_in(out->local, inst);
    } else if (graph_rows_inst(out->local, inst)) {
        out->centre[1] = inst;
        out->centre[0] = origin_in(out->program, out->local, inst);
    } else {
        out->centre[0] = out->program ? default_centre(run, out->program) : 0;
        out->centre[1] = out->centre[0] ? outcome_in(out->local, out->centre[0]) : 0;
    }
    if (!out->centre[1] && out->local && !out->centre[0])
        out->centre[1] = default_centre(run, out->local);
    return load_pictures(r, out->program, out->centre[0], out, error);
}

bool load_index(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error)
{
    if (!load_runs(r, q, prev, out, LOAD_reshards | LOAD_values | LOAD_steps, error) || out->current < 0)
        return out->runs != NULL;
    RunRows *run = g_ptr_array_index(out->run, out->current);
    run->passes = trace_query_passes(r, run->info->module_id, error);
    if (run->passes && run->info->final_snap)
        out->local = load_snapshot(r, run->info->final_snap, error);
    return run->passes && (out->local || !run->info->final_snap);
}
