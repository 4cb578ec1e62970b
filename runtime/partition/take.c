/* Operands taken in the layouts that an op needs, results placed, and both written into the log; see take.h. */
#include "runtime/partition/take.h"

#include "runtime/partition/net.h"
#include "runtime/partition/why.h"

void emit_op(Insert *x, IrOp *op, const Sharding *const *out)
{
    int n = type_n_leaves(op->type);
    op->shardings = arena_dup_array(x->m->arena, out, n);
    x->natural[op->id] = op->shardings;
    if (op->type->kind == TYPE_ARRAY)
        value_define(x, op, out[0]);
    comp_place(x->comp, op);
}

void emit_decided(Insert *x, IrOp *op)
{
    int n = type_n_leaves(op->type);
    const Sharding **out = arena_array(x->scratch, const Sharding *, n);
    for (int i = 0; i < n; i++)
        out[i] = decided(x, op, i);
    emit_op(x, op, out);
}

/* The value in the layout that slot `pos` of the asker needs. At boundaries (results, loops, branches) the reason names the op that
 * computed the value, and says so if it is a partial sum. */
static IrOp *ask(Insert *x, IrOp *v, int pos, const Sharding *want, const Asker *asker)
{
    Asker a = *asker;
    const Sharding *from = value_layout(x, v);
    a.pos = pos;
    if (a.cause == CAUSE_OUTPUT || a.cause == CAUSE_LOOP) {
        if (!a.cause_loc)
            a.cause_loc = v->loc;
        const char *place = a.cause == CAUSE_OUTPUT ? label_result(x->labels, x->m, pos) : label_loop(x->labels, a.cause_op);
        const char *wants = decision_text(x->log, a.cause == CAUSE_OUTPUT ? "%s is to be returned as %s" : "%s carries it as %s from trip to trip",
                                          place, spec_text(x, want));
        if (a.hoisted && a.hoisted[pos])
            a.why = decision_text(x->log, "all trips of %s read %s as %s and none changes it, so it is moved to that layout once, before the loop, not in each of %d trips",
                                  place, value_label(x, v), spec_text(x, want), (int)a.trips);
        else if (from->unreduced.n && !want->unreduced.n)
            a.why = why_partial(x, v, from->unreduced, wants);
        else if (!sharding_same_layout(from, want))
            a.why = decision_text(x->log, a.cause == CAUSE_OUTPUT ? "%s, but %s is computed as %s" : "%s, and %s is %s", wants, value_label(x, v),
                                  spec_text(x, from));
    } else if (a.takes && !sharding_same_layout(from, want)) {
        const char *wants = decision_text(x->log, "%s %s %s", op_label(x, a.cause_op), a.takes, spec_text(x, want));
        a.why = from->unreduced.n && !want->unreduced.n ? why_partial(x, v, from->unreduced, wants) :
                                    decision_text(x->log, "%s, and %s is %s", wants, value_label(x, v), spec_text(x, from));
    } else if (a.why && from->unreduced.n && a.cause != CAUSE_CONFLICT && a.cause != CAUSE_OP_RULE) {
        a.why = why_partial(x, v, from->unreduced, a.why);
    }
    if (a.carry && a.carry[pos] >= 0)
        net_add_use(x->net, v, a.carry[pos], a.carry_pos);
    a.by_rule |= a.carry && a.carry[pos] >= 0;
    return value_request(x, v, want, &a);
}

void take_operand(Insert *x, IrOp *op, int i, const Sharding *want, const Asker *asker)
{
    IrOp *v = value_leaf(x, op->operands[i], 0);
    op->operands[i] = op->operands[i]->type->kind == TYPE_TOKEN ? v : ask(x, v, i, want, asker);
}

static IrOp *take_parts(Insert *x, IrOp *op, int base, const Sharding *const *want, const Asker *asker);

/* What is no array itself; `base`: number of its first leaf in the whole. */
static IrOp *take_part(Insert *x, IrOp *op, int base, const Sharding *const *want, const Asker *asker)
{
    if (op->type->kind == TYPE_TOKEN) /* an argument by itself, as of a branch that only prints */
        return value_leaf(x, op, 0);
    return op->type->kind == TYPE_TUPLE ? take_parts(x, op, base, want, asker) : op;
}

static IrOp *take_parts(Insert *x, IrOp *op, int base, const Sharding *const *want, const Asker *asker)
{
    g_autofree IrOp **parts = g_new(IrOp *, op->type->n_parts);
    int leaf = 0;
    for (int i = 0; i < op->type->n_parts; i++) {
        const Type *t = op->type->parts[i];
        if (t->kind == TYPE_ARRAY || t->kind == TYPE_TOKEN) {
            IrOp *v = value_leaf(x, op, leaf);
            parts[i] = t->kind == TYPE_ARRAY ? ask(x, v, base + leaf, want[base + leaf], asker) : v;
        } else {
            IrOp *part = op;
            if (op->code == OP_tuple) {
                part = op->operands[i];
            } else {
                part = op_new(x->comp, OP_get_tuple_element, t, NULL, 1, &op);
                part->a.gte.index = i;
            }
            parts[i] = take_part(x, part, base + leaf, want, asker);
        }
        leaf += type_n_leaves(t);
    }
    IrOp *tuple = op_new(x->comp, OP_tuple, op->type, NULL, op->type->n_parts, parts);
    op_inherit(tuple, op);
    tuple->shardings = arena_dup_array(x->m->arena, want + base, leaf);
    return tuple;
}

IrOp *take_tuple(Insert *x, IrOp *op, const Sharding *const *want, const Asker *asker)
{
    if (op->type->kind == TYPE_ARRAY)
        return ask(x, value_leaf(x, op, 0), asker->pos, want[0], asker);
    return take_part(x, op, 0, want, asker);
}

/* ---- rows of the log ---- */

void note_split(Insert *x, const IrOp *op, int how, AxisList used, double share, const char *why)
{
    if (x->log->quiet && how != 3) /* what is not supported is counted */
        return;
    OpSplit s = { .op = op->id, .how = how, .mesh = x->m->mesh, .why = why, .flops_one = op_flops(op) };
    const OpSplit *last = x->log->splits.n ? &x->log->splits.v[x->log->splits.n - 1] : NULL;
    ArenaMark mark = arena_mark(x->log->arena);
    s.axes = axis_list_sorted(x->log->arena, x->m->mesh, used);
    if (last && last->mesh == s.mesh && axis_list_equal(last->axes, s.axes)) { /* mostly so */
        arena_release(x->log->arena, mark);
        s.axes = last->axes;
        s.idle_axes = last->idle_axes;
    } else {
        s.idle_axes = mesh_free_axes(x->log->arena, x->m->mesh, &s.axes, 1);
    }
    s.flops_sum = s.flops_one * (double)x->m->mesh->n_devices / share;
    decision_split(x->log, &s);
}

int note_choice(Insert *x, const IrOp *op, const GPtrArray *ways)
{
    if (ways->len < 2 || x->log->quiet)
        return -1;
    int n = (int)MIN(ways->len, 6);
    ChoiceOption *options = arena_array(x->log->arena, ChoiceOption, n);
    const Candidate *best = g_ptr_array_index(ways, 0);
    for (int i = 0; i < n; i++) {
        const Candidate *c = g_ptr_array_index(ways, i);
        options[i] = (ChoiceOption){ .text = c->text, .est_ns = c->comm_ns + c->compute_ns, .comm_ns = c->comm_ns,
                                     .compute_ns = c->compute_ns, .bytes_moved = c->bytes, .far_bytes = c->far_bytes, .flops = c->flops, .chosen = i == 0 };
        if (i > 0 && candidate_price(c, 1) < candidate_price(best, 1))
            options[i].rejected_because = candidate_price(c, SURE_OF_COMPUTING) < candidate_price(best, SURE_OF_COMPUTING) ?
                                          "cheaper by itself, but more expensive together with the reshards that the ops around it then need" :
                                          "moves more data, and its predicted gain is smaller than the error of predictions";
    }
    return decision_choice(x->log, &(Choice){ .op = op->id, .what = op_info[op->code].id, .far = planner_far(x->planner), .n_options = n, .options = options });
}
