/* Puts together what is known of a program that XLA compiled; see program.h. */
#include "runtime/xla/program.h"

#include <string.h>

#include "runtime/sim/cost.h"
#include "runtime/xla/follow.h"
#include "runtime/xla/lost.h"

static void copy_reshards(IrModule *m, IrOp *to, const IrOp *from)
{
    to->reshard_id = from->reshard_id;
    to->n_more_reshards = from->n_more_reshards;
    to->more_reshards = arena_dup_array(m->arena, from->more_reshards, from->n_more_reshards);
}

typedef VEC(IrOp *) OpList;

static void list_ops(const IrModule *m, OpList *out)
{
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++)
            vec_push(out, m->comps[k]->ops[i]);
}

static void forget_written(IrModule *m)
{
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++)
            m->comps[k]->ops[i]->reshard_id = MAX(m->comps[k]->ops[i]->reshard_id, 0);
}

/* Explains a copy whose calls and fusions are opened, and brings what was found back by the ops' ids. */
static bool explain_copy(Compiled *c, IrModule *m, Explained *found, GError **error)
{
    g_autoptr(IrModule) open = module_clone(m);
    if (!explain_open(open, error))
        return false;
    *found = explain_collectives(c->whole, open, c->planner, c->log);
    g_autofree IrOp **by_id = g_new0(IrOp *, open->next_id + 1);
    OpList ops = { 0 };
    list_ops(open, &ops);
    for (int i = 0; i < ops.n; i++)
        by_id[ops.v[i]->id] = ops.v[i];
    ops.n = 0;
    list_ops(m, &ops);
    for (int i = 0; i < ops.n; i++) {
        const IrOp *from = ops.v[i]->id < open->next_id ? by_id[ops.v[i]->id] : NULL;
        if (!from)
            continue;
        copy_reshards(m, ops.v[i], from);
        ops.v[i]->n_origins = from->n_origins;
        ops.v[i]->origins = arena_dup_array(m->arena, from->origins, from->n_origins);
    }
    vec_clear(&ops);
    return true;
}

/* Name paths within a function begin at its call; inlined, as XLA inlines, they begin with the call's. An op without a line has the call's.
 * `call`: the innermost, NULL = none. */
static void lengthen_names(IrModule *m, IrComp *c, const IrOp *call)
{
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        if (call && op->code != OP_parameter && call->op_name && !(op->op_name && g_str_has_prefix(op->op_name, call->op_name))) {
            g_autofree char *name = op->op_name ? g_strconcat(call->op_name, "/", op->op_name, NULL) : g_strdup(call->op_name);
            op->op_name = arena_strdup(m->arena, name);
        }
        if (call && op->code != OP_parameter && op->code != OP_constant && !op->loc)
            op->loc = call->loc;
        for (int k = 0; k < op->n_comps && (op->code == OP_call || op->code == OP_while || op->code == OP_conditional || op->code == OP_manual); k++)
            lengthen_names(m, op->comps[k], op->code == OP_call || op->code == OP_manual ? op : call);
    }
}

static Compiled *fail(XlaStages *s)
{
    module_free(g_steal_pointer(&s->before));
    module_free(g_steal_pointer(&s->annotated));
    module_free(g_steal_pointer(&s->partitioned));
    module_free(g_steal_pointer(&s->final));
    return NULL;
}

/* Leaves out stages that are no valid programs, as damaged files may give; the first, and at least one after partitioning, have to be. */
static bool keep_valid(XlaStages *s, GError **error)
{
    if (!module_verify(s->before, error))
        return false;
    g_autoptr(GError) why = NULL;
    IrModule **stages[] = { &s->annotated, &s->partitioned, &s->final };
    for (size_t i = 0; i < G_N_ELEMENTS(stages); i++) {
        GError *wrong = NULL;
        if (!*stages[i] || module_verify(*stages[i], &wrong))
            continue;
        module_free(g_steal_pointer(stages[i]));
        g_clear_error(&why);
        why = wrong;
    }
    if (!s->final)
        s->final = g_steal_pointer(&s->partitioned);
    if (!s->final)
        g_propagate_error(error, g_steal_pointer(&why));
    return s->final != NULL;
}

Compiled *xla_program(XlaStages *s, Explained *found, Adopted *adopted, GError **error)
{
    if (!keep_valid(s, error))
        return fail(s);
    CompileOptions o = { .stop_after = "propagate", .hardware = s->hardware, .import = { .n_devices = MAX(s->final->n_partitions, 1) } };
    g_autoptr(Compiled) c = compile(g_steal_pointer(&s->before), &o, error);
    if (!c)
        return fail(s);
    lengthen_names(c->whole, c->whole->entry, NULL);
    Adopted taken = { 0 };
    if (s->annotated)
        taken = xla_adopt_shardings(c->whole, s->annotated);
    if (adopted)
        *adopted = taken;
    module_free(g_steal_pointer(&s->annotated));
    if (!compiled_take_local(c, g_steal_pointer(&s->final), error))
        return fail(s);
    Explained first = { 0 };
    g_autoptr(IrModule) partitioned = NULL;
    if (s->partitioned) {
        if (!explain_copy(c, s->partitioned, &first, error))
            return fail(s);
        follow_collectives(s->partitioned, c->local);
        partitioned = g_steal_pointer(&s->partitioned);
    }
    if (!explain_copy(c, c->local, found, error))
        return NULL;
    forget_written(c->local);
    if (partitioned)
        s->lost = xla_lost_find(partitioned, c->local, c->log);
    found->n_reshards += first.n_reshards;
    return g_steal_pointer(&c);
}
