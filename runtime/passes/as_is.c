/* Divided programs, taken as they are. */
#include "runtime/passes/as_is.h"

#include "runtime/base/clock.h"
#include "runtime/passes/optimise.h"
#include "runtime/sim/cost.h"

static bool is_annotated(const IrOp *op)
{
    return op->sharding_text || op->code == OP_manual || op_family(op) == FAMILY_constraint || pair_get(op->pairs, op->n_pairs, "xla.sdy.sharding");
}

bool module_is_divided(const IrModule *m)
{
    bool meets = false;
    if (m->n_partitions * MAX(m->n_replicas, 1) < 2)
        return false;
    if (m->is_scheduled)
        return true;
    if (pair_get(m->pairs, m->n_pairs, IR_PER_DEVICE))
        return true; /* our own text of what a device runs, whose shardings say what its values were divided by */
    if (m->n_pairs)
        return false;
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++) {
            if (is_annotated(m->comps[k]->ops[i]))
                return false;
            meets |= op_is_collective(m->comps[k]->ops[i]);
        }
    return meets;
}

Compiled *compile_as_is(IrModule *m, const CompileOptions *o, GError **error)
{
    const Hardware *hw = hardware_find(o->hardware ? o->hardware : "cpu", error);
    pass_open_buffers(m);
    if (!hw || !module_check_runnable(m, error)) {
        module_free(m);
        return NULL;
    }
    Compiled *c = g_new0(Compiled, 1);
    c->start_ns = clock_ns();
    c->local = c->stopped = m;
    m->n_replicas = MAX(m->n_replicas, 1);
    m->n_partitions = MAX(m->n_partitions, o->import.n_devices > 0 ? o->import.n_devices : 1);
    m->mesh = import_home_mesh(m, &o->import); /* names the axes of collectives */
    c->input = module_clone(m);
    c->whole = module_clone(m);
    c->log = decision_log_new();
    c->log->quiet = true;
    c->model = hw;
    c->n_replicas = m->n_replicas;
    c->n_partitions = m->n_partitions;
    c->n_devices = c->n_replicas * c->n_partitions;
    c->strategy_name = c->planner_name = "none: as it is";
    module_traffic(m, c->totals, &c->traffic);
    c->flops_one = module_flops(m);
    c->flops_sum = c->flops_one * (double)c->n_devices;
    c->price_ns = module_step_ns(m, hw);
    if (o->on_text) {
        PrintMemo *memo = print_memo_new();
        HloText *text = hlo_print_again(m, memo);
        o->on_text(o->on_text_user, text); /* as read, and after the pass there is */
        o->on_text(o->on_text_user, text);
        hlo_text_unref(text);
        print_memo_free(memo);
    }
    c->compile_ns = clock_ns() - c->start_ns;
    int n = 0;
    for (int k = 0; k < m->n_comps; k++)
        n += m->comps[k]->n_ops;
    PassRecord pass = { .name = "plan-memory", .start_ns = c->start_ns, .dur_ns = c->compile_ns, .insts_before = n, .insts_after = n,
                        .traffic_before = c->traffic, .traffic_after = c->traffic };
    for (int k = 1; k < N_COLL_KINDS; k++)
        pass.colls_before += (int)c->totals[k].count;
    pass.colls_after = pass.colls_before;
    vec_push(&c->passes, pass);
    return c;
}
