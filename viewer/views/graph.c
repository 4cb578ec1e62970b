/* The Graph view: reading it, and what the window asks of it. Instructions are read once a run, layouts of those near
 * the op that is asked for each time. The picture is in layout/graph.c. */
#include "viewer/views/graph.h"

#include "trace/layers.h"
#include "viewer/layout/graph.h"
#include "viewer/layout/words.h"
#include "viewer/views.h"

#include <math.h>

#define FAR 4 /* the widest neighbourhood that can be drawn */

static void rows_free(gpointer p)
{
    GraphViewRows *x = p;
    graph_rows_unref(x->program);
    graph_rows_unref(x->local);
    g_free(x);
}

const GraphViewRows *graph_view_rows(const Rows *rows)
{
    return rows_own(rows, rows_free);
}

static GraphRows *load_snapshot(TraceReader *r, int64_t module, int64_t snapshot, GError **error)
{
    GArray *insts = trace_query_insts(r, snapshot, error);
    GArray *operands = insts ? trace_query_operands(r, snapshot, error) : NULL;
    if (!operands) {
        g_clear_pointer(&insts, g_array_unref);
        return NULL;
    }
    GraphRows *g = graph_rows_new(insts, operands);
    graph_rows_index(g);
    TraceLayers *layers = trace_layers(r, module, error);
    if (!layers)
        g_clear_pointer(&g, graph_rows_unref);
    else
        graph_rows_find_layers(g, layers);
    return g;
}

static bool alloc_costs(GraphRows *g)
{
    bool measured = false;
    g->cost_ns = g_new(double, g->insts->len + 1);
    for (guint i = 0; i < g->insts->len; i++) {
        g->cost_ns[i] = NAN;
        measured |= TRACE_AT(g->insts, TraceInstRow, i)->total_ns.known;
    }
    return measured;
}

/* What each op takes a step: of the device program as measured, else predicted; of the source program the sum of what it became. */
static bool find_costs(GraphRows *program, GraphRows *local)
{
    if (program)
        alloc_costs(program);
    if (!local)
        return false;
    bool measured = alloc_costs(local);
    for (guint i = 0; i < local->insts->len; i++) {
        const TraceInstRow *x = TRACE_AT(local->insts, TraceInstRow, i);
        if (measured ? !x->total_ns.known : !x->est_ns.known)
            continue;
        local->cost_ns[i] = measured ? (double)x->total_ns.v : x->est_ns.v;
        int from = program && x->origin_id ? graph_rows_index_of(program, x->origin_id) : -1;
        if (from >= 0)
            program->cost_ns[from] = (isnan(program->cost_ns[from]) ? 0 : program->cost_ns[from]) + local->cost_ns[i];
    }
    return measured;
}

/* The instruction that a selected row is about; 0 = none. */
static bool inst_of(TraceReader *r, const Query *q, const Rows *rows, int64_t *inst, GError **error)
{
    *inst = 0;
    if (q->select.kind == REF_value || q->select.kind == REF_inst || q->select.kind == REF_folded) {
        *inst = q->select.id;
    } else if (q->select.kind == REF_reshard) {
        const TraceReshardRow *x = rows_reshard(rows, q->select.id, NULL);
        bool to_user = x && x->user_id && g_strcmp0(x->consumer_op, "tuple") != 0; /* a result of the program: what makes it */
        *inst = !x ? 0 : to_user ? x->user_id : x->inst_id;
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

/* A tuple and its like stand for everything at once: no place to start from. */
static bool computes(const TraceInstRow *x)
{
    static const char *const others[] = { "tuple", "get-tuple-element", "parameter", "constant", "return", "optimization-barrier", NULL };
    return x && !g_strv_contains(others, x->opcode);
}

/* By measured time, else by predicted time, else by work. */
static int64_t dearest(const GraphRows *g)
{
    const TraceInstRow *best = NULL;
    double most = 0;
    for (guint i = 0; g && i < g->insts->len; i++) {
        const TraceInstRow *x = TRACE_AT(g->insts, TraceInstRow, i);
        double cost = g->cost_ns && !isnan(g->cost_ns[i]) ? g->cost_ns[i] : x->flops.known ? x->flops.v * 1e-9 : 0;
        if (computes(x) && (!best || cost > most)) {
            best = x;
            most = cost;
        }
    }
    return best ? best->id : g && g->insts->len ? TRACE_AT(g->insts, TraceInstRow, 0)->id : 0;
}

/* Where nothing is selected: the op that the costliest reshard is for, or whose result it moves; else the dearest op. */
static int64_t default_centre(const RunRows *run, const GraphRows *g)
{
    const TraceReshardRow *dear = run->reshards && run->reshards->len ? TRACE_AT(run->reshards, TraceReshardRow, 0) : NULL;
    if (dear && computes(graph_rows_inst(g, dear->user_id)))
        return dear->user_id;
    if (dear && computes(graph_rows_inst(g, dear->inst_id)))
        return dear->inst_id;
    return dearest(g);
}

static bool load_pictures(TraceReader *r, const GraphRows *g, int64_t centre, Rows *out, GError **error)
{
    g_autoptr(Neighbours) near = g && centre ? neighbours_new(g, centre, FAR, NULL) : NULL;
    for (guint i = 0; near && i < near->nodes->len; i++)
        if (!load_geom(r, g_array_index(near->nodes, GraphNode, i).row->sharding_id, out, error))
            return false;
    return true;
}

/* What is in the middle: the op that is asked for, in both snapshots as far as it is there. */
static void find_centres(const RunRows *run, int64_t inst, GraphViewRows *own)
{
    if (graph_rows_inst(own->program, inst)) {
        own->centre[0] = inst;
        own->centre[1] = outcome_in(own->local, inst);
    } else if (graph_rows_inst(own->local, inst)) {
        own->centre[1] = inst;
        own->centre[0] = origin_in(own->program, own->local, inst);
    } else {
        own->centre[0] = own->program ? default_centre(run, own->program) : 0;
        own->centre[1] = own->centre[0] ? outcome_in(own->local, own->centre[0]) : 0;
    }
    if (!own->centre[1] && own->local && !own->centre[0])
        own->centre[1] = default_centre(run, own->local);
}

static bool load(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error)
{
    if (!load_runs(r, q, prev, out, LOAD_reshards | LOAD_summary, error))
        return false;
    const RunRows *run = rows_current(out);
    if (!run)
        return true;
    const GraphViewRows *last = prev && prev->current == out->current ? graph_view_rows(prev) : NULL;
    GraphViewRows *own = g_new0(GraphViewRows, 1);
    rows_give(out, own, rows_free);
    own->program = last ? graph_rows_ref(last->program) : NULL;
    own->local = last ? graph_rows_ref(last->local) : NULL;
    int64_t module = run->info->module_id;
    if ((!own->program && run->info->input_snap && !(own->program = load_snapshot(r, module, run->info->input_snap, error))) ||
        (!own->local && run->info->final_snap && !(own->local = load_snapshot(r, module, run->info->final_snap, error))))
        return false;
    own->measured = last ? last->measured : find_costs(own->program, own->local) && run->info->kind != TRACE_RUN_PREDICTED;
    int64_t inst;
    if (!inst_of(r, q, out, &inst, error))
        return false;
    find_centres(run, inst, own);
    return load_pictures(r, own->program, own->centre[0], out, error);
}

static const char *empty(const TraceRunInfo *run)
{
    return run->input_snap || run->final_snap ? NULL : "no program was recorded";
}

/* Another op is in the middle: the picture starts there, with nothing unfolded. Of the whole program nothing moves. */
static void selected(Viewport *vp)
{
    if (vp->option[2] == 2)
        return;
    vp->scroll[PANE_DETAIL] = vp->pan_x = vp->pan_y = 0;
    if (vp->open)
        g_array_set_size(vp->open, 0);
}

static const ViewKey keys[] = { { NULL, "Picture" }, { "Left Right Up Down", "Pan" }, { NULL, NULL } };

/* What a device runs; a collective is best seen among the events. */
static bool names(TraceReader *r, const Rows *rows, Names *out, GError **error)
{
    const RunRows *run = rows_current(rows);
    if (!run || !run->info->final_snap)
        return true;
    g_autoptr(GArray) insts = trace_query_insts(r, run->info->final_snap, error);
    for (guint i = 0; insts && i < insts->len; i++) {
        const TraceInstRow *x = TRACE_AT(insts, TraceInstRow, i);
        names_add(out, (Ref){ REF_inst, run->info->id, x->id, 0 }, x->flags & TRACE_INST_COLLECTIVE ? "steps" : "graph", x->name,
                  "%s %s of the device program", x->opcode, shape_show(x->shape).s);
    }
    return insts != NULL;
}

const View view_graph = {
    .name = "graph",
    .title = "Graph",
    .hint = "The operands of an op and the users of its result, with the layouts between them; or the whole program, equal layers as one.",
    .load = load,
    .layout = layout_graph,
    .accepts = REF_BIT(REF_value) | REF_BIT(REF_inst) | REF_BIT(REF_reshard) | REF_BIT(REF_event) | REF_BIT(REF_folded),
    .reads_selection = true,
    .pans = true,
    .empty = empty,
    .keys = keys,
    .selected = selected,
    .names = names,
    .command = "Graph Around the Selection",
    .command_key = "<Control>g",
    .report = "ops",
    .to_dot = graph_to_dot,
};
