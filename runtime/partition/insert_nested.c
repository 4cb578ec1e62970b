/* Ops that carry computations: loops, branches and manual regions. Values cross the boundary of a computation in one layout, which
 * is settled here before the computation is laid out (walk). */
#include "runtime/partition/insert_nested.h"

#include "runtime/partition/take.h"
#include "runtime/partition/net.h"

bool split_while(Insert *x, IrOp *op, GError **error)
{
    int n = type_n_leaves(op->type);
    const Sharding **state = arena_array(x->m->arena, const Sharding *, n);
    bool *hoisted = arena_array(x->scratch, bool, n);
    const Forced *f = x->forced && op->id < x->n_input ? &x->forced[op->id] : NULL;
    for (int i = 0; i < n; i++)
        state[i] = f && f->state && f->state[i] ? f->state[i] : decided(x, op, i);
    if (!choose_loop_state(x, op, state, hoisted, error))
        return false;
    Asker a = { .user = op, .cause = CAUSE_LOOP, .cause_op = op, .cause_loc = op->loc, .choice = -1,
                .why = decision_text(x->log, "%s carries each value in one layout through all its trips", label_loop(x->labels, op)), .hoisted = hoisted,
                .trips = while_trip_count(op), .carry = x->trying ? NULL : net_add_carries(x->net, op, state) };
    op->operands[0] = take_tuple(x, op->operands[0], state, &a);
    for (int k = 0; k < 2; k++) {
        IrOp *param = op->comps[k]->params[0];
        param->shardings = arena_dup_array(x->m->arena, state, n);
    }
    int64_t trips = while_trip_count(op);
    const Sharding *scalar = sharding_replicated(x->m->shardings, x->m->mesh, 0);
    trips = x->trips * (trips < 0 ? 1 : trips);
    Asker inside = a;
    inside.hoisted = NULL;
    Asker test = inside;
    test.carry = NULL;
    inside.carry_pos = 1;
    if (!walk(x, op->comps[0], trips, &scalar, &test, error) || !walk(x, op->comps[1], trips, state, &inside, error))
        return false;
    emit_op(x, op, state);
    return true;
}

bool split_conditional(Insert *x, IrOp *op, GError **error)
{
    Asker a = { .user = op, .cause = CAUSE_OP_RULE, .cause_op = op, .cause_loc = op->loc, .choice = -1,
                .why = "every device takes the same branch", .takes = "takes a branch by a value that all devices must have, as" };
    take_operand(x, op, 0, value_replicated(x, op->operands[0]->type), &a);
    a.why = "the branch takes its argument in this layout";
    a.takes = "takes this argument of a branch as";
    int n = type_n_leaves(op->type);
    const Sharding **out = arena_array(x->m->arena, const Sharding *, n);
    for (int i = 0; i < n; i++)
        out[i] = decided(x, op, i);
    for (int k = 0; k < op->n_comps; k++) {
        IrOp *param = op->comps[k]->params[0];
        int leaves = type_n_leaves(param->type);
        const Sharding **in = arena_array(x->m->arena, const Sharding *, leaves);
        for (int i = 0; i < leaves; i++)
            in[i] = param->shardings && param->shardings[i] ? decided(x, param, i) :
                    type_leaf(param->type, i)->kind == TYPE_ARRAY ? NULL : value_replicated(x, type_leaf(param->type, i));
        for (int i = 0; i < leaves; i++) { /* a branch without annotation takes the value as it is; a partial sum that others read too is added up once for all */
            if (in[i])
                continue;
            IrOp *v = value_leaf(x, op->operands[k + 1], i);
            in[i] = sharding_closed(x->m->shardings, decided(x, v, 0));
            if (in[i]->unreduced.n && v->id < x->n_input && x->n_uses[v->id] > 1)
                in[i] = sharding_with_unreduced(x->m->shardings, in[i], (AxisList){ NULL, 0 }, REDUCTION_SUM);
        }
        param->shardings = arena_dup_array(x->m->arena, in, leaves);
        op->operands[k + 1] = take_tuple(x, op->operands[k + 1], in, &a);
    }
    Asker r = a;
    r.why = "all branches must leave the result in one layout";
    r.takes = "leaves this result, whichever branch is taken, as";
    for (int k = 0; k < op->n_comps; k++)
        if (!walk(x, op->comps[k], x->trips, out, &r, error))
            return false;
    emit_op(x, op, out);
    return true;
}

/* The sharding as the body of a manual region sees it: without the manual axes. */
static const Sharding *without_axes(Insert *x, const Sharding *s, AxisList manual)
{
    AxisList dims[MAX_RANK];
    for (int d = 0; d < s->rank; d++) {
        AxisList axes = axis_list_cut(x->scratch, s->dims[d].axes, manual);
        AxisRef *v = arena_array(x->scratch, AxisRef, axes.n);
        int n = 0;
        for (int k = 0; k < axes.n; k++) {
            bool is_manual = false;
            for (int i = 0; i < manual.n; i++)
                is_manual |= axis_overlaps(manual.v[i], axes.v[k]);
            if (!is_manual)
                v[n++] = axes.v[k];
        }
        dims[d] = axis_list_merged(x->scratch, (AxisList){ v, n });
    }
    return sharding_of_dims(x->m->shardings, x->m->mesh, s->rank, dims);
}

bool split_manual(Insert *x, IrOp *op, GError **error)
{
    Asker a = { .user = op, .cause = CAUSE_MANUAL, .cause_op = op, .cause_loc = op->loc, .choice = -1 };
    IrComp *body = op->comps[0];
    for (int i = 0; i < op->n_operands; i++) {
        const Sharding *in = sharding_closed(x->m->shardings, op->a.manual.in[i]);
        a.why = "the manual region takes its argument in this layout";
        a.takes = "takes this argument, by its in_specs, as";
        take_operand(x, op, i, in, &a);
        body->params[i]->shardings = arena_array(x->m->arena, const Sharding *, 1);
        body->params[i]->shardings[0] = without_axes(x, in, op->a.manual.axes);
    }
    int n = op->a.manual.n_out;
    const Sharding **out = arena_array(x->m->arena, const Sharding *, n), **inner = arena_array(x->m->arena, const Sharding *, n);
    for (int i = 0; i < n; i++) {
        out[i] = sharding_closed(x->m->shardings, op->a.manual.out[i]);
        inner[i] = without_axes(x, out[i], op->a.manual.axes);
    }
    a.why = "the manual region gives its result in this layout";
    a.takes = "gives this result, by its out_specs, as";
    AxisList outer = x->manual;
    x->manual = axis_list_concat(x->scratch, outer, op->a.manual.axes);
    bool ok = walk(x, body, x->trips, inner, &a, error);
    x->manual = outer;
    if (!ok)
        return false;
    note_split(x, op, 1, op->a.manual.axes, (double)axis_list_size(op->a.manual.axes), "written by the user for each device");
    emit_op(x, op, out);
    return true;
}
