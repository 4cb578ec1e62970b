/* The pipeline: what the passes of passes.def run, and the driver that runs, times and checks them. */
#include "runtime/passes/pipeline.h"

#include <math.h>
#include <pthread.h>

#include "runtime/base/clock.h"
#include "runtime/base/memory_out.h"
#include "runtime/partition/orders.h"
#include "runtime/passes/optimise.h"
#include "runtime/passes/outside.h"
#include "runtime/sim/simulate.h"

typedef struct PassContext {
    Compiled *c;
    const CompileOptions *o;
    bool changed;      /* set by a pass that may leave everything as it is */
    PrintMemo *memo;   /* of the texts made; NULL = none are */
    HloText *text;     /* the last of them */
} PassContext;

typedef bool (*PassFn)(PassContext *cx, GError **error);

/* Makes a tuple of an element of a tuple refer to the element's value directly. Files may contain long chains of these, and values are
 * looked up through them all the time. */
static void shorten_tuples(IrComp *c)
{
    for (int i = 0; i < c->n_ops; i++)
        for (int k = 0; c->ops[i]->code == OP_tuple && k < c->ops[i]->n_operands; k++) {
            const IrOp *element = c->ops[i]->operands[k], *tuple = element->n_operands ? element->operands[0] : NULL;
            if (element->code != OP_get_tuple_element || tuple->code != OP_tuple || element->shardings)
                continue;
            IrOp *value = tuple->operands[element->a.gte.index];
            if (value->type->plain == element->type->plain)
                c->ops[i]->operands[k] = value;
        }
}

/* Fusions and split copies (copy-start, copy-done) say how one device runs ops; to be divided, they become plain ops. */
static void open_fusions(IrModule *m)
{
    for (int i = 0; i < m->n_comps; i++) {
        bool halves = false;
        for (int k = 0; k < m->comps[i]->n_ops; k++) {
            IrOp *op = m->comps[i]->ops[k];
            if (op->code == OP_fusion)
                op->code = OP_call;
            if (op->code == OP_copy_done && op->operands[0]->code == OP_copy_start && op->operands[0]->operands[0]->type->plain == op->type->plain) {
                op->code = OP_copy;
                op->operands[0] = op->operands[0]->operands[0];
                halves = true;
            }
        }
        if (halves)
            comp_drop_dead(m->comps[i], false);
    }
}

static bool run_import(PassContext *cx, GError **error)
{
    Compiled *c = cx->c;
    if (import_n_devices(c->whole, &cx->o->import, NULL) > 1)
        open_fusions(c->whole);
    pass_expand_bitcasts(c->whole);
    pass_plain_forms(c->whole);
    pass_bound_strides(c->whole);
    if (!pass_import(c->whole, &cx->o->import, c->log, error))
        return false;
    for (int i = 0; i < c->whole->n_comps; i++)
        shorten_tuples(c->whole->comps[i]);
    if (!c->whole->mesh) { /* one device: a mesh all the same, so that later passes have one case */
        MeshAxis axis = { "d", 1 };
        c->whole->mesh = mesh_intern(c->whole->shardings, &(Mesh){ .name = "mesh", .n_axes = 1, .axes = &axis, .n_devices = 1, .inferred = true });
    }
    c->n_partitions = c->whole->mesh->n_devices;
    c->n_replicas = c->whole->n_replicas;
    c->n_devices = c->n_replicas * c->n_partitions;
    return true;
}

static bool run_propagate(PassContext *cx, GError **error)
{
    return propagate(cx->c->whole, cx->o->strategy, cx->o->no_reasons ? NULL : cx->c->log, error);
}

/* The log names arguments and results of calls; once calls are inlined, these are other values. */
static void forget_calls(const IrModule *m, DecisionLog *log)
{
    VEC(Renamed) list = { 0 };
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++) {
            const IrOp *op = m->comps[i]->ops[k];
            if (op->code != OP_call || op->n_comps != 1)
                continue;
            const IrComp *callee = op->comps[0];
            for (int p = 0; p < callee->n_params && p < op->n_operands; p++)
                for (int leaf = 0; leaf < type_n_leaves(callee->params[p]->type); leaf++) {
                    IrValue v = value_resolve(op->operands[p], leaf);
                    vec_push(&list, ((Renamed){ callee->params[p]->id, leaf, v.op->id, v.leaf }));
                }
            for (int leaf = 0; leaf < type_n_leaves(op->type); leaf++) {
                IrValue v = value_resolve(callee->root, leaf);
                vec_push(&list, ((Renamed){ op->id, leaf, v.op->id, v.leaf }));
            }
        }
    decision_rename(log, list.v, list.n);
    vec_clear(&list);
}

/* Logs that converts made after propagation have the sharding of their operand. */
static void note_made(const IrModule *m, int known, DecisionLog *log)
{
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++) {
            const IrOp *op = m->comps[i]->ops[k];
            if (op->id < known || !op->shardings || !op->n_operands)
                continue;
            IrValue of = value_resolve(op->operands[0], 0);
            decision_step(log, &(PropStep){ .op = op->id, .dim = -1, .mesh = m->mesh, .src_op = of.op->id, .src_leaf = of.leaf, .via_op = -1,
                                            .taken = true, .stage = -1, .why = "made for that value, after propagation" });
        }
}

static void clean_up(IrModule *local, const Hardware *hw);

/* For the planner: what the program as laid out comes to, once it is lowered and cleaned up. */
static LoweredPrice lowered_price(IrModule *m, void *user)
{
    const Compiled *c = user;
    LoweredPrice price = { .moving = INFINITY };
    IrModule *local = plan_reshards(m, c->planner, NULL, NULL) ? localise(m, c->model, NULL, NULL) : NULL;
    if (!local)
        return price;
    clean_up(local, c->model);
    price.moving = module_moving_ns(local, c->model);
    price.meetings = module_meetings(local);
    if (c->model->family != DEVICE_CPU) {
        Simulation *s = simulation_new(local, m->mesh, c->model, &(SimOptions){ 0 });
        price.step = s->step.ns;
        price.fits = s->memory.fits;
        simulation_free(s);
    }
    module_free(local);
    return price;
}

/* Calls matter to propagation only: they are inlined here. */
static bool flatten(Compiled *c, GError **error)
{
    forget_calls(c->whole, c->log);
    module_inline_calls(c->whole);
    moves_to_reshards(c->whole);
    return pass_expand_spmd_calls(c->whole, error);
}

bool compiled_take_local(Compiled *c, IrModule *local, GError **error)
{
    c->local = local;
    if (!flatten(c, error))
        return false;
    for (int i = 0; i < c->whole->n_comps; i++)
        comp_drop_dead(c->whole->comps[i], false);
    c->input = module_clone(c->whole);
    c->flops_one = module_flops(c->whole);
    module_traffic(local, c->totals, &c->traffic);
    c->flops_sum = module_flops(local) * (double)c->n_devices;
    c->price_ns = module_step_ns(local, c->model);
    return true;
}

static bool run_reshard(PassContext *cx, GError **error)
{
    Compiled *c = cx->c;
    if (!flatten(c, error))
        return false;
    for (int i = 0; i < c->whole->n_comps; i++)
        comp_drop_dead(c->whole->comps[i], false);
    constants_fold(c->whole);
    pass_whole_partials(c->whole);
    if (c->n_partitions > 1)
        pass_cse_whole(c->whole, c->log);
    int known = c->whole->next_id;
    if (c->n_partitions > 1) {
        pass_expand_norms(c->whole);
        pass_separate(c->whole);
    }
    widen_partial_sums(c->whole);
    note_made(c->whole, known, c->log);
    c->input = module_clone(c->whole);
    c->flops_one = module_flops(c->whole);
    PartitionOptions o = { .first_match = cx->o->first_match, .quick = cx->o->quick, .lowered = lowered_price, .user = c, .rival = cx->o->rival, .taken = &c->rival, .stop = cx->o->stop };
    if (!insert_reshards(c->whole, c->planner, &o, c->log, error))
        return false;
    narrow_whole_sums(c->whole);
    return true;
}

static bool run_plan_reshards(PassContext *cx, GError **error)
{
    return plan_reshards(cx->c->whole, cx->c->planner, cx->c->log, error);
}

static bool run_localise(PassContext *cx, GError **error)
{
    cx->c->local = localise(cx->c->whole, cx->c->model, cx->c->log, error);
    if (cx->c->local)
        orders_show(cx->c->whole, cx->c->log);
    return cx->c->local != NULL;
}

/* The passes that improve a local module, as the table below calls them. */
#define LOCAL_PASS(id, name)                                \
    static bool run_##id(PassContext *cx, GError **error)   \
    {                                                       \
        (void)error;                                        \
        cx->changed = pass_##id(cx->c->local) > 0;          \
        return true;                                        \
    }
#define PRICED_PASS(id, name)                                         \
    static bool run_##id(PassContext *cx, GError **error)             \
    {                                                                 \
        (void)error;                                                  \
        cx->changed = pass_##id(cx->c->local, cx->c->model) > 0;      \
        return true;                                                  \
    }
#include "runtime/passes/passes.def"

/* All of them, for plans that the planner compares as lowered. */
static void clean_up(IrModule *local, const Hardware *hw)
{
#define LOCAL_PASS(id, name) pass_##id(local);
#define PRICED_PASS(id, name) pass_##id(local, hw);
#include "runtime/passes/passes.def"
}

static void plan(void *arg)
{
    Compiled *c = arg;
    c->program = program_new(c->local, (int)c->n_devices, &c->plan_error);
}

const Program *compiled_program(Compiled *c, GError **error)
{
    if (!c->program && !c->plan_error && !memory_guarded(plan, c, error))
        return NULL;
    if (!c->program)
        g_propagate_error(error, g_error_copy(c->plan_error));
    return c->program;
}

void compiled_sums(Compiled *c)
{
    module_traffic(c->local, c->totals, &c->traffic);
    c->flops_sum = module_flops(c->local) * (double)c->n_devices;
    c->price_ns = module_step_ns(c->local, c->model);
}

/* The device program and the layout of its memory, and sums over the module, which is final here. A module that cannot be
 * planned compiles all the same: it can be looked at. */
static bool run_plan_memory(PassContext *cx, GError **error)
{
    Compiled *c = cx->c;
    (void)error;
    if (!cx->o->no_plan)
        compiled_program(c, NULL);
    cx->changed = false;
    compiled_sums(c);
    c->fallbacks = partition_fallbacks(c->log);
    return true;
}

enum { LOCAL = 1,        /* works on the per-device module */
       KEEPS_TEXT = 2 }; /* what it decides shows in no text of the module */

static const struct Pass {
    const char *name;
    PassFn run;
    int flags;
} pipeline[] = {
#define PASS(id, name, flags) { name, run_##id, flags },
#define LOCAL_PASS(id, name) { name, run_##id, LOCAL },
#define PRICED_PASS(id, name) { name, run_##id, LOCAL },
#include "runtime/passes/passes.def"
};

static const char *names[G_N_ELEMENTS(pipeline) + 2];

static void fill_names(void)
{
    names[0] = "parse";
    for (size_t i = 0; i < G_N_ELEMENTS(pipeline); i++)
        names[i + 1] = pipeline[i].name;
}

const char *const *pipeline_names(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_names);
    return names;
}

static void count(const IrModule *m, int *insts, int *colls)
{
    *insts = *colls = 0;
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++) {
            *insts += 1;
            *colls += op_is_collective(m->comps[k]->ops[i]);
        }
}

/* changed: the text may differ from last time's. */
static void give_text(PassContext *cx, const IrModule *m, bool changed)
{
    if (!cx->o->on_text)
        return;
    if (changed || !cx->text) {
        HloText *text = hlo_print_again(m, cx->memo);
        hlo_text_unref(cx->text);
        cx->text = text;
    }
    g_autofree char *anew = cx->o->verify ? hlo_print(m, SPELL_HLO_SHORT) : NULL;
    if (anew)
        g_assert_cmpstr(g_bytes_get_data(hlo_text_bytes(cx->text), NULL), ==, anew);
    cx->o->on_text(cx->o->on_text_user, cx->text);
}

/* Runs one pass; false if it failed. */
static bool run_pass(PassContext *cx, const struct Pass *pass, GError **error)
{
    Compiled *c = cx->c;
    PassRecord r = { .name = pass->name, .start_ns = clock_ns() };
    const IrModule *before = c->local ? c->local : c->whole;
    count(before, &r.insts_before, &r.colls_before);
    const PassRecord *last = c->passes.n ? &c->passes.v[c->passes.n - 1] : NULL;
    r.traffic_before = c->local ? last->traffic_after : 0;
    cx->changed = true;
    bool ok = pass->run(cx, error);
    r.dur_ns = clock_ns() - r.start_ns;
    const IrModule *after = c->local ? c->local : c->whole;
    count(after, &r.insts_after, &r.colls_after);
    if (c->local)
        module_traffic(c->local, NULL, &r.traffic_after);
    r.changed = after != before || r.insts_before != r.insts_after || cx->changed;
    if (ok && cx->o->verify && !module_verify(after, error)) {
        g_prefix_error(error, "after %s: ", pass->name);
        ok = false;
    }
    if (ok)
        give_text(cx, after, r.changed && !(pass->flags & KEEPS_TEXT));
    vec_push(&c->passes, r);
    c->stopped = c->local ? c->local : c->whole;
    return ok;
}

static const char *strategy_names[] = { [PROPAGATE_USER_PRIORITY] = "user-priority", [PROPAGATE_OP_PRIORITY] = "op-priority",
                                        [PROPAGATE_AGGRESSIVE] = "aggressive", [PROPAGATE_BASIC] = "basic" };

static bool run_passes(PassContext *cx, GError **error)
{
    const CompileOptions *o = cx->o;
    bool stop = o->stop_after && g_str_equal(o->stop_after, "parse");
    if (!stop)
        pass_open_buffers(cx->c->whole);
    if (!stop && (!pass_refine_sizes(cx->c->whole, NULL, error) || !module_check_runnable(cx->c->whole, error) || !pass_open_sizes(cx->c->whole, error)))
        return false;
    for (size_t i = 0; i < G_N_ELEMENTS(pipeline) && !stop; i++) {
        g_assert(!(pipeline[i].flags & LOCAL) || cx->c->local);
        if (stop_requested(o->stop))
            return stop_error(NULL, error);
        if (!run_pass(cx, &pipeline[i], error))
            return false;
        stop = o->stop_after && g_str_equal(o->stop_after, pipeline[i].name);
    }
    return true;
}

static Compiled *compile_passes(IrModule *m, const CompileOptions *o, GError **error)
{
    g_autoptr(Compiled) c = g_new0(Compiled, 1);
    c->whole = c->stopped = m;
    c->log = decision_log_new();
    c->log->quiet = o->no_reasons;
    c->rival = RIVAL_NONE;
    c->start_ns = clock_ns();
    c->strategy_name = strategy_names[o->strategy];
    c->planner_name = o->first_match ? "first-match" : o->quick ? "quick" : "search";
    c->model = hardware_find(o->hardware ? o->hardware : "cpu", error);
    if (!c->model)
        return NULL;
    if (outside_is_asked(m) && !outside_settle(m, o, error))
        return NULL;
    c->planner = planner_new(m, c->model);
    planner_share(c->planner, o->kept_plans);
    PassContext cx = { .c = c, .o = o, .memo = o->on_text ? print_memo_new() : NULL };
    give_text(&cx, m, true);
    bool ok = run_passes(&cx, error);
    print_memo_free(cx.memo);
    hlo_text_unref(cx.text);
    c->compile_ns = clock_ns() - c->start_ns;
    return ok ? g_steal_pointer(&c) : NULL;
}

typedef struct Compile {
    IrModule *m;
    const CompileOptions *o;
    Compiled *c;
    GError *error;
} Compile;

static void do_compile(void *arg)
{
    Compile *x = arg;
    x->c = compile_passes(x->m, x->o, &x->error);
}

Compiled *compile(IrModule *m, const CompileOptions *o, GError **error)
{
    Compile x = { .m = m, .o = o };
    if (memory_guarded(do_compile, &x, error) && x.error)
        g_propagate_error(error, x.error);
    return x.c;
}

void compiled_free(Compiled *c)
{
    if (!c)
        return;
    program_free(c->program);
    g_clear_error(&c->plan_error);
    planner_free(c->planner);
    decision_log_free(c->log);
    vec_clear(&c->passes);
    module_free(c->local);
    module_free(c->input);
    module_free(c->whole);
    g_free(c);
}
