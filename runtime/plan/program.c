/* Translates the IR to the list of instructions: computations are visited in order and appended, calls are inlined. lives.c computes
 * the lifetimes of slots afterwards. */
#include "runtime/plan/program.h"

#include <string.h>

#include "runtime/plan/program_impl.h"

enum { MAX_CODE = 4 << 20, MAX_DEPTH = 400 };

static bool compile_comp(Compile *cx, const IrComp *c, const int *args, int *results);

/* ---- slots and instructions ------------------------------------------------------------------------ */

int program_slot(Compile *cx, const IrOp *op, int leaf, int64_t bytes)
{
    vec_push(&cx->slots, ((Slot){ .op = op, .leaf = leaf, .bytes = bytes, .region = cx->region, .def = -1, .last = -1,
                                  .body_only = -1, .shares = -1, .held_to = -1, .param = -1 }));
    return cx->slots.n - 1;
}

Instr *program_emit(Compile *cx, InstrKind kind, const IrOp *op, SlotList in, SlotList out)
{
    int64_t *bytes = arena_array(cx->arena, int64_t, out.n + 1);
    for (int i = 0; i < out.n; i++) {
        Slot *s = &cx->slots.v[out.v[i]];
        bytes[i] = s->bytes;
        if (s->def < 0)
            s->def = cx->code.n;
    }
    vec_push(&cx->code, ((Instr){ .kind = kind, .op = op, .n_in = in.n, .in = arena_dup_array(cx->arena, in.v, in.n),
                                  .n_out = out.n, .out = arena_dup_array(cx->arena, out.v, out.n), .out_bytes = bytes,
                                  .cat = EVENT_COMPUTE }));
    vec_push(&cx->code_region, cx->region);
    return &cx->code.v[cx->code.n - 1];
}

static int region_open(Compile *cx)
{
    vec_push(&cx->regions, ((Region){ .parent = cx->region, .end = -1 }));
    return cx->region = cx->regions.n - 1;
}

/* Nested tuple literals do not occur as leaves. */
static int literal_slot(Compile *cx, const IrOp *op, const Literal *lit, int leaf)
{
    gpointer known = g_hash_table_lookup(cx->literals, lit);
    if (known)
        return GPOINTER_TO_INT(known) - 1;
    int slot = program_slot(cx, op, leaf, type_bytes(lit->type));
    cx->slots.v[slot].constant = true;
    cx->slots.v[slot].literal = lit;
    cx->slots.v[slot].region = 0;
    g_hash_table_insert(cx->literals, (gpointer)lit, GINT_TO_POINTER(slot + 1));
    return slot;
}

static bool literal_leaves(Compile *cx, const IrOp *op, const Literal *lit, int *out, int *n)
{
    if (lit->type->kind == TYPE_TUPLE) {
        for (int i = 0; i < lit->type->n_parts; i++)
            if (!literal_leaves(cx, op, lit->parts[i], out, n))
                return false;
        return true;
    }
    if (lit->elided || (!lit->data && lit->type->kind == TYPE_ARRAY && lit->type->n_elems > 0))
        return diag(cx->error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), "print the module with whole constants",
                    "constant %s has no data", op->name);
    out[*n] = literal_slot(cx, op, lit, *n);
    ++*n;
    return true;
}

/* ---- values of a computation ---------------------------------------------------------------------------- */

const int *program_leaves(Compile *cx, ProgramValues *v, const IrOp *op)
{
    op = op_strip_renames(op);
    int *l = v->leaves[op->pos];
    if (l)
        return l;
    if (op->code == OP_constant) {
        l = arena_array(cx->arena, int, type_n_leaves(op->type) + 1);
        int n = 0;
        if (!literal_leaves(cx, op, op->a.literal, l, &n))
            return NULL;
        return v->leaves[op->pos] = l;
    }
    diag(cx->error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), NULL, "the value of %s was not computed", op->name);
    return NULL;
}

int *program_new_leaves(Compile *cx, ProgramValues *v, const IrOp *op)
{
    int n = type_n_leaves(op->type), *l = arena_array(cx->arena, int, n + 1);
    for (int i = 0; i < n; i++)
        l[i] = program_slot(cx, op, i, type_bytes(type_leaf(op->type, i)));
    return v->leaves[op->pos] = l;
}

int *program_operand_leaves(Compile *cx, ProgramValues *v, const IrOp *op, int from, int *n)
{
    int total = 0;
    for (int i = from; i < op->n_operands; i++)
        total += type_n_leaves(op->operands[i]->type);
    int *all = arena_array(cx->arena, int, total + 1);
    *n = 0;
    for (int i = from; i < op->n_operands; i++) {
        const int *l = program_leaves(cx, v, op_reads(op, i));
        if (!l)
            return NULL;
        int k = type_n_leaves(op->operands[i]->type);
        memcpy(all + *n, l, sizeof(int) * (size_t)k);
        *n += k;
    }
    return all;
}

/* ---- control flow -------------------------------------------------------------------------------------------- */

/* while: the initial state is moved into slots of the loop, which condition and body read; at the end of the body the new state is moved in by
 * one parallel assignment; after the loop the state is moved to the results. */
static bool compile_while(Compile *cx, ProgramValues *v, const IrOp *op)
{
    int n = type_n_leaves(op->type);
    const int *init = program_leaves(cx, v, op->operands[0]);
    if (!init)
        return false;
    int outer = cx->region, region = region_open(cx);
    int *state = arena_array(cx->arena, int, n + 1), *next = arena_array(cx->arena, int, n + 1);
    for (int i = 0; i < n; i++)
        state[i] = program_slot(cx, op, i, type_bytes(type_leaf(op->type, i)));
    cx->region = outer; /* the first move reads outer values and may be their last use */
    program_emit(cx, INSTR_MOVE, op, (SlotList){ n, init }, (SlotList){ n, state });
    cx->region = region;
    int first_state = cx->states.n;
    for (int i = 0; i < n; i++)
        vec_push(&cx->states, ((State){ .slot = state[i] }));

    int top = cx->code.n, pred;
    program_emit(cx, INSTR_LABEL, op, (SlotList){ 0 }, (SlotList){ 0 });
    if (!compile_comp(cx, op->comps[0], state, &pred))
        return false;
    int branch = cx->code.n;
    program_emit(cx, INSTR_JUMP_IF_NOT, op, (SlotList){ 1, &pred }, (SlotList){ 0 });
    int body_begin = cx->code.n;
    if (!compile_comp(cx, op->comps[1], state, next))
        return false;
    int n_move = 0, *from = arena_array(cx->arena, int, n + 1), *to = arena_array(cx->arena, int, n + 1);
    for (int i = 0; i < n; i++) {
        cx->states.v[first_state + i].through = next[i] == state[i];
        if (next[i] == state[i])
            continue;
        from[n_move] = next[i];
        to[n_move++] = state[i];
    }
    int move = cx->code.n;
    program_emit(cx, INSTR_MOVE, op, (SlotList){ n_move, from }, (SlotList){ n_move, to });
    program_emit(cx, INSTR_JUMP, op, (SlotList){ 0 }, (SlotList){ 0 })->target = top;
    int exit = cx->code.n;
    cx->code.v[branch].target = exit;
    cx->regions.v[region].end = exit;
    cx->region = outer;
    int *out = program_new_leaves(cx, v, op);
    program_emit(cx, INSTR_MOVE, op, (SlotList){ n, state }, (SlotList){ n, out });
    for (int i = 0; i < n; i++) {
        State *s = &cx->states.v[first_state + i];
        s->body_begin = body_begin;
        s->move = move;
        s->exit = exit;
    }
    return true;
}

static bool compile_conditional(Compile *cx, ProgramValues *v, const IrOp *op)
{
    const int *index = program_leaves(cx, v, op->operands[0]);
    if (!index)
        return false;
    int n_out = type_n_leaves(op->type), *out = program_new_leaves(cx, v, op), n = op->n_comps;
    int *targets = arena_array(cx->arena, int, n), *jumps = arena_array(cx->arena, int, n), *regions = arena_array(cx->arena, int, n);
    int at = cx->code.n, outer = cx->region;
    program_emit(cx, INSTR_SWITCH, op, (SlotList){ 1, index }, (SlotList){ 0 });
    for (int k = 0; k < n; k++) {
        /* Branches take one operand each, or none. */
        const int *args = k + 1 < op->n_operands ? program_leaves(cx, v, op->operands[k + 1]) : index;
        if (!args)
            return false;
        regions[k] = region_open(cx);
        targets[k] = cx->code.n;
        int *res = arena_array(cx->arena, int, n_out + 1);
        if (!compile_comp(cx, op->comps[k], args, res))
            return false;
        program_emit(cx, INSTR_MOVE, op, (SlotList){ n_out, res }, (SlotList){ n_out, out });
        jumps[k] = cx->code.n;
        program_emit(cx, INSTR_JUMP, op, (SlotList){ 0 }, (SlotList){ 0 });
        cx->region = outer;
    }
    int join = cx->code.n;
    program_emit(cx, INSTR_LABEL, op, (SlotList){ 0 }, (SlotList){ 0 });
    for (int k = 0; k < n; k++) {
        cx->code.v[jumps[k]].target = join;
        cx->regions.v[regions[k]].end = join;
    }
    cx->code.v[at].targets = targets;
    cx->code.v[at].n_targets = n;
    return true;
}

static bool compile_call(Compile *cx, ProgramValues *v, const IrOp *op)
{
    int n_in;
    int *in = program_operand_leaves(cx, v, op, 0, &n_in);
    if (!in)
        return false;
    int n = type_n_leaves(op->comps[0]->root->type), *res = arena_array(cx->arena, int, n + 1);
    if (!compile_comp(cx, op->comps[0], in, res))
        return false;
    if (op->code == OP_async_start) { /* ((operands), result, context) */
        int n_leaves = type_n_leaves(op->type), *l = arena_array(cx->arena, int, n_leaves + 1);
        for (int i = 0; i < n_leaves; i++)
            l[i] = i < n_in ? in[i] : i < n_in + n ? res[i - n_in] : cx->dummy;
        res = l;
    }
    v->leaves[op->pos] = res;
    return true;
}

/* ---- computations ------------------------------------------------------------------------------------------------ */

/* The op's leaves are the operand's, from leaf `first` on: nothing is computed. */
static bool same_leaves(Compile *cx, ProgramValues *v, const IrOp *op, int first)
{
    const int *l = program_leaves(cx, v, op->operands[0]);
    v->leaves[op->pos] = l ? (int *)l + first : NULL;
    return l != NULL;
}

/* All leaves are the slot that holds nothing. */
static bool no_leaves(Compile *cx, ProgramValues *v, const IrOp *op)
{
    int n = type_n_leaves(op->type), *out = arena_array(cx->arena, int, n + 1);
    for (int i = 0; i < n; i++)
        out[i] = cx->dummy;
    v->leaves[op->pos] = out;
    return true;
}

static bool compile_tuple(Compile *cx, ProgramValues *v, const IrOp *op)
{
    if (op->code == OP_get_tuple_element)
        return same_leaves(cx, v, op, type_part_leaf(op->operands[0]->type, (int)op->a.gte.index));
    int n;
    v->leaves[op->pos] = program_operand_leaves(cx, v, op, 0, &n);
    return v->leaves[op->pos] != NULL;
}

/* (dest, source, context) */
static bool compile_copy_start(Compile *cx, ProgramValues *v, const IrOp *op)
{
    const int *l = program_leaves(cx, v, op->operands[0]);
    if (!l)
        return false;
    int *out = arena_array(cx->arena, int, type_n_leaves(op->type) + 1);
    out[0] = out[1] = l[0];
    for (int i = 2; i < type_n_leaves(op->type); i++)
        out[i] = cx->dummy;
    v->leaves[op->pos] = out;
    return true;
}

static bool compile_async(Compile *cx, ProgramValues *v, const IrOp *op)
{
    if (op_is_collective(op))
        return program_collective(cx, v, op);
    if (op->code == OP_async_start)
        return compile_call(cx, v, op);
    if (op->code == OP_copy_start)
        return compile_copy_start(cx, v, op);
    if (op->code == OP_all_gather_done || op->code == OP_collective_permute_done || op->code == OP_async_done) {
        const Type *t = op->operands[0]->type; /* (operands, result, ...) */
        return same_leaves(cx, v, op, t->kind == TYPE_TUPLE && t->n_parts > 1 ? type_part_leaf(t, 1) : 0);
    }
    if (op->code == OP_all_reduce_done || op->code == OP_copy_done || op->code == OP_async_update)
        return same_leaves(cx, v, op, 0);
    return program_kernel(cx, v, op); /* binding it says that it is not supported */
}

/* (data, context, token) becomes (data, token). */
static bool compile_recv_done(Compile *cx, ProgramValues *v, const IrOp *op)
{
    const int *l = program_leaves(cx, v, op->operands[0]);
    int n = type_n_leaves(op->type), *out = arena_array(cx->arena, int, n + 1);
    if (!l)
        return false;
    for (int i = 0; i < n; i++)
        out[i] = i < n - 1 ? l[i] : cx->dummy;
    v->leaves[op->pos] = out;
    return true;
}

static bool compile_token(Compile *cx, ProgramValues *v, const IrOp *op)
{
    if (op->code == OP_add_dependency)
        return same_leaves(cx, v, op, 0);
    if (op->code == OP_recv_done)
        return compile_recv_done(cx, v, op);
    bool sends = op->code == OP_outfeed || op->code == OP_send || op->code == OP_send_done; /* there is no host that receives */
    if (op->code == OP_after_all || (sends && op_is_with_host(op)))
        return no_leaves(cx, v, op);
    return program_kernel(cx, v, op);
}

static bool compile_control(Compile *cx, ProgramValues *v, const IrOp *op)
{
    if (op->code == OP_while)
        return compile_while(cx, v, op);
    return op->code == OP_conditional ? compile_conditional(cx, v, op) : compile_call(cx, v, op);
}

static bool compile_op(Compile *cx, ProgramValues *v, const IrOp *op)
{
    int g = v->fuse->group_of[op->pos];
    if (g >= 0)
        return v->fuse->groups[g].root != op || program_group(cx, v, &v->fuse->groups[g]);
    if (op->code == OP_parameter || op->code == OP_constant || op_is_rename(op) || !v->fuse->needed[op->pos])
        return true;
    switch (op_family(op)) {
    case FAMILY_tuple: return compile_tuple(cx, v, op);
    case FAMILY_control: return compile_control(cx, v, op);
    case FAMILY_async: return compile_async(cx, v, op);
    case FAMILY_token: return compile_token(cx, v, op);
    case FAMILY_group: return no_leaves(cx, v, op);
    case FAMILY_collective: return program_collective(cx, v, op);
    case FAMILY_elementwise: return op->code == OP_copy ? same_leaves(cx, v, op, 0) : program_kernel(cx, v, op);
    case FAMILY_barrier: return op->code == OP_propagation_barrier ? program_kernel(cx, v, op) : same_leaves(cx, v, op, 0);
    case FAMILY_leaf: case FAMILY_iota: case FAMILY_device_id: case FAMILY_broadcast: case FAMILY_reshape: case FAMILY_transpose:
    case FAMILY_reverse: case FAMILY_slice: case FAMILY_pad: case FAMILY_concatenate: case FAMILY_dynamic_slice:
    case FAMILY_dynamic_update_slice: case FAMILY_gather: case FAMILY_scatter: case FAMILY_bitcast_convert: case FAMILY_dot:
    case FAMILY_convolution: case FAMILY_reduce: case FAMILY_reduce_window: case FAMILY_select_and_scatter: case FAMILY_sort:
    case FAMILY_topk: case FAMILY_fft: case FAMILY_linalg: case FAMILY_rng_bits: case FAMILY_custom: case FAMILY_constraint:
    case FAMILY_reshard: case FAMILY_manual: case FAMILY_opaque:
        return program_kernel(cx, v, op);
    case N_FAMILIES: break;
    }
    g_assert_not_reached();
}

static bool compile_comp(Compile *cx, const IrComp *c, const int *args, int *results)
{
    if (++cx->depth > MAX_DEPTH)
        return diag(cx->error, SHARD_ERROR_LIMIT, &c->at, NULL, "computations call each other more than %d deep", MAX_DEPTH);
    ProgramValues v = { .c = c, .leaves = g_new0(int *, c->n_ops + 1), .fuse = fuse_plan(c) };
    bool ok = true;
    for (int i = 0, at = 0; i < c->n_params; i++) {
        int n = type_n_leaves(c->params[i]->type), *l = arena_array(cx->arena, int, n + 1);
        memcpy(l, args + at, sizeof(int) * (size_t)n);
        v.leaves[c->params[i]->pos] = l;
        at += n;
    }
    for (int i = 0; ok && i < c->n_ops; i++) {
        ok = compile_op(cx, &v, c->ops[i]);
        if (ok && cx->code.n > MAX_CODE)
            ok = diag(cx->error, SHARD_ERROR_LIMIT, &c->ops[i]->at, NULL,
                      "the program has more than %d instructions with its calls written out", MAX_CODE);
    }
    if (ok) {
        const int *root = program_leaves(cx, &v, c->root);
        ok = root != NULL;
        if (ok)
            memcpy(results, root, sizeof(int) * (size_t)type_n_leaves(c->root->type));
    }
    fuse_plan_free(v.fuse);
    g_free(v.leaves);
    cx->depth--;
    return ok;
}

/* ---- the whole ------------------------------------------------------------------------------------------------------------ */

static void find_params(Program *p, const IrModule *m)
{
    const IrComp *e = m->entry;
    for (int i = 0; i < e->n_params; i++)
        p->n_params += type_n_leaves(e->params[i]->type);
    p->n_results = type_n_leaves(e->root->type);
    p->param_types = arena_array(p->arena, const Type *, p->n_params + 1);
    p->result_types = arena_array(p->arena, const Type *, p->n_results + 1);
    p->donated = arena_array(p->arena, bool, p->n_params + 1);
    p->param_slots = arena_array(p->arena, int, p->n_params + 1);
    p->result_slots = arena_array(p->arena, int, p->n_results + 1);
    for (int i = 0, at = 0; i < e->n_params; i++)
        for (int k = 0; k < type_n_leaves(e->params[i]->type); k++)
            p->param_types[at++] = type_leaf(e->params[i]->type, k);
    for (int k = 0; k < p->n_results; k++)
        p->result_types[k] = type_leaf(e->root->type, k);
}

/* Which parameters are given away: those named with a result, and of those that are offered to any result as many as there are others of their size. The
 * rest stay their caller's, since nothing is gained by taking them. */
static void find_donated(Program *p, const IrModule *m)
{
    g_autofree bool *taken = g_new0(bool, p->n_results + 1);
    for (int i = 0; i < m->n_aliases; i++) {
        IrAlias a = m->aliases[i];
        if (a.param < 0 || a.param >= p->n_params || a.output < 0)
            continue;
        p->donated[a.param] = true;
        if (a.output < p->n_results)
            taken[a.output] = true;
    }
    for (int i = 0; i < m->n_aliases; i++) {
        IrAlias a = m->aliases[i];
        if (a.param < 0 || a.param >= p->n_params || a.output >= 0)
            continue;
        for (int k = 0; k < p->n_results && !p->donated[a.param]; k++)
            if (!taken[k] && type_bytes(p->result_types[k]) == type_bytes(p->param_types[a.param]))
                p->donated[a.param] = taken[k] = true;
    }
}

static bool compile_entry(Compile *cx)
{
    Program *p = cx->p;
    const IrComp *e = p->module->entry;
    vec_push(&cx->regions, ((Region){ .parent = -1, .end = INT_MAX }));
    cx->dummy = program_slot(cx, NULL, 0, 0);
    cx->slots.v[cx->dummy].constant = true;
    for (int i = 0, at = 0; i < e->n_params; i++)
        for (int k = 0; k < type_n_leaves(e->params[i]->type); k++, at++) {
            p->param_slots[at] = program_slot(cx, e->params[i], k, type_bytes(p->param_types[at]));
            cx->slots.v[p->param_slots[at]].param = at;
        }
    if (!compile_comp(cx, e, p->param_slots, p->result_slots))
        return false;
    program_emit(cx, INSTR_END, e->root, (SlotList){ 0 }, (SlotList){ 0 });
    program_find_lives(cx);
    for (int i = 0; i < p->n_results; i++)
        cx->slots.v[p->result_slots[i]].last = INT_MAX;
    program_settle_memory(cx);
    return true;
}

static bool compile_program(Program *p, const IrModule *m, int n_devices, GError **error)
{
    p->arena = arena_new_root();
    p->module = m;
    p->n_devices = n_devices;
    p->n_replicas = m->n_replicas > 1 && n_devices % m->n_replicas == 0 ? (int)m->n_replicas : 1;
    p->n_partitions = n_devices / p->n_replicas;
    if (n_devices < 1)
        return diag(error, SHARD_ERROR_RUN, NULL, NULL, "a program needs at least one device, not %d", n_devices);
    find_params(p, m);
    find_donated(p, m);
    Compile cx = { .p = p, .arena = p->arena, .error = error, .literals = g_hash_table_new(NULL, NULL) };
    bool ok = compile_entry(&cx);
    if (ok) {
        p->code = arena_dup_array(p->arena, cx.code.v, cx.code.n);
        p->n_code = cx.code.n;
        p->slots = arena_dup_array(p->arena, cx.slots.v, cx.slots.n);
        p->n_slots = cx.slots.n;
        p->collectives = arena_dup_array(p->arena, cx.collectives.v, cx.collectives.n);
        p->n_collectives = cx.collectives.n;
        program_plan_memory(p);
    }
    g_hash_table_unref(cx.literals);
    vec_clear(&cx.code);
    vec_clear(&cx.code_region);
    vec_clear(&cx.slots);
    vec_clear(&cx.regions);
    vec_clear(&cx.states);
    vec_clear(&cx.collectives);
    return ok;
}

Program *program_new(const IrModule *local, int n_devices, GError **error)
{
    Program *p = g_new0(Program, 1);
    if (compile_program(p, local, n_devices, error))
        return p;
    program_free(p);
    return NULL;
}

void program_free(Program *p)
{
    if (!p)
        return;
    memory_plan_clear(&p->memory);
    arena_free(p->arena);
    g_free(p);
}
