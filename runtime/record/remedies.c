/* Writes remedies as rows of the trace. */
#include "runtime/record/record_impl.h"

static void put_changes(Record *r, int64_t remedy, const Remedy *x)
{
    for (int i = 0; i < x->n_changes; i++) {
        const RemedyChange *c = &x->changes[i];
        int64_t inst = record_input_inst(r, c->op);
        if (!inst)
            continue;
        trace_put_remedy_change(r->w, &(TraceRemedyChange){ .remedy_id = remedy, .pos = i, .inst_id = inst, .leaf = c->leaf,
                                                            .annotation_id = c->annotation >= 0 ? r->annotation_row[c->annotation] : 0,
                                                            .to_id = record_sharding(r, c->to), .loc_id = record_loc(r, c->loc) });
    }
}

void record_remedies(Record *r, const Remedies *found)
{
    if (!r->w)
        return;
    record_wait(r);
    for (int i = 0; i < found->list.n; i++) {
        const Remedy *x = &found->list.v[i];
        TraceRemedy row = { .module_id = r->module_id, .seq = i, .text = x->text, .status = 1,
                            .traffic = TRACE_INT(x->traffic), .est_ns = TRACE_REAL(x->step_ns), .flops_sum = TRACE_REAL(x->flops_sum),
                            .brings = x->brings, .try_with = x->try_with, .note = x->note, .try_run = x->try_run, .code = x->code, .edits = x->edits, .patch = x->patch, .idle = x->idle };
        if (x->check)
            row.checked = TRACE_INT(x->check);
        if (x->simulated.ns > 0) {
            row.sim_before_ns = TRACE_REAL(x->simulated_before_ns);
            row.sim_ns = TRACE_REAL(x->simulated.ns);
            row.sim_low_ns = TRACE_REAL(x->simulated.low_ns);
            row.sim_high_ns = TRACE_REAL(x->simulated.high_ns);
        }
        if (x->n_collectives >= 0)
            row.n_coll = TRACE_INT(x->n_collectives);
        if (x->peak_bytes >= 0)
            row.peak_bytes = TRACE_INT(x->peak_bytes);
        int64_t remedy = trace_put_remedy(r->w, &row);
        put_changes(r, remedy, x);
        for (int k = 0; k < x->n_effects; k++)
            trace_put_remedy_reshard(r->w, &(TraceRemedyReshard){ .remedy_id = remedy, .reshard_id = r->reshard_row[x->effects[k].reshard],
                                                                  .effect = (int64_t)x->effects[k].kind, .bytes_moved = TRACE_INT(x->effects[k].bytes_moved) });
    }
    r->module.remedies_tried = TRACE_INT(found->n_tried);
    r->module.remedies_left = TRACE_INT(found->n_left);
    r->module.remedies_looked = TRACE_INT(found->n_glanced);
    r->module.remedies_cut = TRACE_INT(found->cut);
    trace_set_module(r->w, &r->module);
}
