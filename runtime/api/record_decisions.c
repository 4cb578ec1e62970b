/* The log of decisions as rows. */
#include "runtime/api/record_impl.h"

#include "runtime/shard/spell.h"

static const char *axes_or_null(GString *s, const Mesh *mesh, AxisList axes)
{
    g_string_truncate(s, 0);
    axis_list_print(s, mesh, axes);
    return axes.n ? s->str : NULL;
}

static int64_t pass_named(const Record *r, const Compiled *c, const char *name)
{
    for (int i = 0; i < c->passes.n; i++)
        if (g_str_equal(c->passes.v[i].name, name))
            return r->pass_row[i];
    return 0;
}

static void put_steps(Record *r, const Compiled *c, GString *a, GString *b)
{
    int64_t pass = pass_named(r, c, "propagate");
    for (int i = 0; i < c->log->steps.n; i++) {
        const PropStep *s = &c->log->steps.v[i];
        if (!record_input_inst(r, s->op))
            continue;
        const char *axes = axes_or_null(a, s->mesh, s->axes);
        TracePropStep row = { .module_id = r->module_id, .seq = i, .pass_id = pass, .inst_id = record_input_inst(r, s->op),
                              .axes = axes ? axes : "", .src_inst = record_input_inst(r, s->src_op), .src_loc = record_loc(r, s->src_loc),
                              .via_inst = record_input_inst(r, s->via_op), .factor = s->factor, .taken = s->taken, .why = s->why,
                              .leaf = s->leaf, .src_leaf = MAX(s->src_leaf, 0), .asked = axes_or_null(b, s->mesh, s->asked), .prio = TRACE_INT(s->priority),
                              .stage = TRACE_INT(s->stage) };
        if (s->dim >= 0)
            row.dim = TRACE_INT(s->dim);
        if (s->direction)
            row.direction = TRACE_INT(s->direction);
        trace_put_prop_step(r->w, &row);
    }
}

static void put_annotations(Record *r, const Compiled *c)
{
    r->annotation_row = g_new0(int64_t, c->log->annotations.n + 1);
    for (int i = 0; i < c->log->annotations.n; i++) {
        const Annotation *a = &c->log->annotations.v[i];
        if (!record_input_inst(r, a->op))
            continue;
        r->annotation_row[i] = trace_put_annotation(r->w, &(TraceAnnotation){ .inst_id = record_input_inst(r, a->op), .leaf = a->leaf, .kind = a->kind,
                                                       .text = a->text ? a->text : "", .sharding_id = record_sharding(r, a->sharding),
                                                       .loc_id = record_loc(r, a->loc) });
    }
}

static void put_choices(Record *r, const Compiled *c)
{
    int64_t pass = pass_named(r, c, "reshard");
    r->choice_row = g_new0(int64_t, c->log->choices.n + 1);
    for (int i = 0; i < c->log->choices.n; i++) {
        const Choice *ch = &c->log->choices.v[i];
        if (!record_input_inst(r, ch->op))
            continue;
        r->choice_row[i] = trace_put_choice(r->w, &(TraceChoice){ .module_id = r->module_id, .seq = i, .pass_id = pass,
                                                                  .inst_id = record_input_inst(r, ch->op), .what = ch->what });
        for (int k = 0; k < ch->n_options; k++) {
            const ChoiceOption *o = &ch->options[k];
            trace_put_choice_option(r->w, &(TraceChoiceOption){
                .choice_id = r->choice_row[i], .rank = k, .text = o->text ? o->text : "", .est_ns = TRACE_REAL(o->est_ns),
                .comm_ns = TRACE_REAL(o->comm_ns), .compute_ns = TRACE_REAL(o->compute_ns), .bytes_moved = TRACE_INT(o->bytes_moved),
                .flops = TRACE_REAL(o->flops), .chosen = o->chosen, .rejected_because = o->rejected_because });
        }
    }
}

static void put_splits(Record *r, const Compiled *c, GString *a, GString *b)
{
    for (int i = 0; i < c->log->splits.n; i++) {
        const OpSplit *s = &c->log->splits.v[i];
        if (!record_input_inst(r, s->op))
            continue;
        trace_put_op_split(r->w, &(TraceOpSplit){ .inst_id = record_input_inst(r, s->op), .how = s->how,
                                                  .axes = axes_or_null(a, s->mesh, s->axes), .idle_axes = axes_or_null(b, s->mesh, s->idle_axes),
                                                  .why = s->why ? s->why : "", .flops_one = TRACE_REAL(s->flops_one),
                                                  .flops_sum = TRACE_REAL(s->flops_sum) });
    }
}

static void put_reshards(Record *r, const Compiled *c)
{
    int64_t by_cause[] = { pass_named(r, c, "reshard"), pass_named(r, c, "localise") };
    r->reshard_row = g_new0(int64_t, c->log->reshards.n + 2);
    for (int i = 0; i < c->log->reshards.n; i++) {
        const Reshard *s = &c->log->reshards.v[i];
        TraceReshard row = {
            .module_id = r->module_id, .seq = i, .inst_id = record_input_inst(r, s->value_op), .user_id = record_input_inst(r, s->user_op),
            .from_id = record_sharding(r, s->from), .to_id = record_sharding(r, s->to), .cause = s->cause,
            .cause_inst = record_input_inst(r, s->cause_op), .cause_loc = record_loc(r, s->cause_loc), .why = s->why,
            .plan = s->plan ? s->plan : "", .bytes_full = TRACE_INT(s->bytes_full), .bytes_moved = TRACE_INT(s->bytes_moved),
            .est_ns = TRACE_REAL(s->est_ns), .trips = TRACE_INT(s->trips), .is_remat = s->is_remat, .leaf = s->leaf,
            .pass_id = by_cause[s->cause == CAUSE_HALO], .choice_id = s->choice >= 0 ? r->choice_row[s->choice] : 0,
            .shared_with = s->shared_with > 0 ? r->reshard_row[s->shared_with] : 0 };
        if (s->user_pos >= 0)
            row.user_pos = TRACE_INT(s->user_pos);
        r->reshard_row[i + 1] = trace_put_reshard(r->w, &row);
        for (int k = 0; k < s->n_options; k++) {
            const PlanOption *o = &s->options[k];
            trace_put_reshard_plan(r->w, &(TraceReshardPlan){ .reshard_id = r->reshard_row[i + 1], .rank = k, .plan = o->plan,
                                                              .est_ns = TRACE_REAL(o->est_ns), .bytes_moved = TRACE_INT(o->bytes_moved),
                                                              .peak_bytes = TRACE_INT(o->peak_bytes), .chosen = o->chosen,
                                                              .rejected_because = o->rejected_because });
        }
    }
}

void record_decisions(Record *r, const Compiled *c)
{
    g_autoptr(GString) a = g_string_new(NULL), b = g_string_new(NULL);
    put_annotations(r, c);
    put_steps(r, c, a, b);
    put_choices(r, c);
    put_splits(r, c, a, b);
    put_reshards(r, c);
}
