/* The steps of an integer segment as instructions. A value gets a register when it is computed and keeps it until it is read last; where there is none left, a
 * place in the frame. What ends in a slot's own register is computed there, if nothing reads that any more. rax and rdx belong to single steps. */
#include "runtime/exec/loop_impl.h"

#include <string.h>

static const Gpr pool[] = { RCX, R8, R9, RSI, RDI, R10, R11, RBP, R12, R13, R14, R15 };

typedef struct Emit {
    LoopBuild *l;
    Code *code;
    IntSegment *s;
    uint32_t taken; /* registers that hold values, as bits */
    uint32_t slots; /* that are a slot's here */
    int old_last[16]; /* per home: the last step that reads what it had before */
    bool *early;      /* per result: stored when it is computed */
} Emit;

/* ---- lives -------------------------------------------------------------------------------------------------------- */

static void read_by(Emit *e, int value, int step)
{
    if (value < 0)
        return;
    IntValue *v = &e->s->values.v[value];
    v->last = MAX(v->last, step);
    if (v->from == INT_FROM_HOME)
        e->old_last[v->home] = MAX(e->old_last[v->home], step);
}

static bool is_stored(const Emit *e, const IntResult *r)
{
    return r->value >= 0 && e->l->use[r->slot].n_reads > 0;
}

/* True if the result can be stored at once: it has a place in the frame, which no later step reads as it was. */
static bool is_early(const Emit *e, const IntResult *r)
{
    const IntValue *v = &e->s->values.v[r->value];
    VecHome h = loop_home(e->l, r->slot);
    if (loop_gpr(e->l, r->slot) >= 0 || v->from != INT_FROM_STEP)
        return false;
    for (int i = v->step + 1; i < e->s->steps.n; i++) {
        const IntStep *x = &e->s->steps.v[i];
        if ((x->op == INT_LOAD || x->op == INT_LOAD_AT) && x->from.pointer == h.pointer && x->from.at <= h.at && x->from.at + 32 > h.at)
            return false;
    }
    return true;
}

/* Steps whose values nobody reads are left out: their op becomes a copy of nothing. */
static void find_lives(Emit *e)
{
    IntSegment *s = e->s;
    memset(e->old_last, -1, sizeof e->old_last);
    for (int i = 0; i < s->values.n; i++)
        s->values.v[i].last = -1;
    for (int i = 0; i < s->results.n; i++)
        if (is_stored(e, &s->results.v[i])) {
            int value = s->results.v[i].value;
            e->early[i] = is_early(e, &s->results.v[i]);
            read_by(e, value, e->early[i] ? s->values.v[value].step : INT_MAX);
        }
    for (int i = s->steps.n - 1; i >= 0; i--) {
        const IntStep *x = &s->steps.v[i];
        if (x->op != INT_TEST && s->values.v[x->d].last < 0)
            continue;
        int args[] = { x->a, x->b, x->c, x->e };
        for (int k = 0; k < 4; k++)
            read_by(e, args[k], i);
    }
}

/* ---- places -------------------------------------------------------------------------------------------------------- */

static IntPlace in_gpr(Gpr r)
{
    return (IntPlace){ .kind = INT_IN_GPR, .reg = r };
}

static IntPlace place_of(const Emit *e, int value)
{
    const IntValue *v = &e->s->values.v[value];
    if (v->from == INT_FROM_CONSTANT)
        return (IntPlace){ .kind = INT_CONSTANT, .constant = v->constant };
    return v->from == INT_FROM_HOME ? in_gpr(v->home) : v->place;
}

/* The register of the slot that the value is to end in, if it can be computed there; -1 = none. */
static int own_home(const Emit *e, int value, int step)
{
    for (int i = 0; i < e->s->results.n; i++) {
        const IntResult *r = &e->s->results.v[i];
        int home = r->value == value && is_stored(e, r) ? loop_gpr(e->l, r->slot) : -1;
        if (home >= 0 && e->old_last[home] <= step && !(e->taken >> home & 1))
            return home;
    }
    return -1;
}

static void release(Emit *e, int value, int step)
{
    IntValue *v = value < 0 ? NULL : &e->s->values.v[value];
    if (v && v->from == INT_FROM_STEP && v->last == step && v->place.kind == INT_IN_GPR)
        e->taken &= ~(1u << v->place.reg);
}

/* After the step's operands were released: they may give their register. */
static void take_place(Emit *e, int value, int step)
{
    IntValue *v = &e->s->values.v[value];
    int r = own_home(e, value, step);
    for (size_t i = 0; i < G_N_ELEMENTS(pool) && r < 0; i++)
        if (!(e->taken >> pool[i] & 1) && !(e->slots >> pool[i] & 1))
            r = (int)pool[i];
    if (r >= 0) {
        e->taken |= 1u << r;
        v->place = in_gpr((Gpr)r);
    } else {
        v->place = (IntPlace){ .kind = INT_IN_MEMORY, .mem = { RBX, loop_fixed(e->l, 8) } };
    }
}

/* ---- instructions --------------------------------------------------------------------------------------------------- */

static bool same_gpr(IntPlace a, IntPlace b)
{
    return a.kind == INT_IN_GPR && b.kind == INT_IN_GPR && a.reg == b.reg;
}

static void move_to(Emit *e, Gpr to, IntPlace from)
{
    if (!same_gpr(in_gpr(to), from))
        code_int_move(e->code, true, to, from);
}

static void put(Emit *e, IntPlace to, Gpr from)
{
    if (to.kind == INT_IN_MEMORY)
        code_store(e->code, to.mem, from, 8);
    else
        move_to(e, to.reg, in_gpr(from));
}

/* Constants that instructions cannot hold are put into a register. */
static IntPlace readable(Emit *e, IntPlace p, bool wide, Gpr scratch)
{
    if (p.kind != INT_CONSTANT || !wide || p.constant == (int32_t)p.constant)
        return p;
    code_int_move(e->code, true, scratch, p);
    return in_gpr(scratch);
}

static Gpr in_register(Emit *e, IntPlace p, Gpr scratch)
{
    if (p.kind == INT_IN_GPR)
        return p.reg;
    code_int_move(e->code, true, scratch, p);
    return scratch;
}

static void arith(Emit *e, const IntStep *s, IntPlace d)
{
    static const Arith ops[] = { [INT_ADD] = ARITH_ADD, [INT_SUBTRACT] = ARITH_SUBTRACT, [INT_AND] = ARITH_AND, [INT_OR] = ARITH_OR, [INT_XOR] = ARITH_XOR };
    IntPlace a = place_of(e, s->a), b = place_of(e, s->b);
    bool exchanges = s->op != INT_SUBTRACT;
    if (exchanges && (same_gpr(b, d) || a.kind == INT_CONSTANT)) {
        IntPlace t = a;
        a = b;
        b = t;
    }
    b = readable(e, b, s->wide, RDX);
    Gpr to = d.kind == INT_IN_GPR && !same_gpr(d, b) ? d.reg : RAX;
    move_to(e, to, a);
    if (s->op == INT_MULTIPLY)
        code_int_multiply(e->code, s->wide, to, b);
    else
        code_arith(e->code, ops[s->op], s->wide, to, b);
    put(e, d, to);
}

static void one_operand(Emit *e, const IntStep *s, IntPlace d)
{
    IntPlace a = place_of(e, s->a);
    Gpr to = d.kind == INT_IN_GPR ? d.reg : RAX;
    if (s->op == INT_EXTEND) {
        code_extend(e->code, to, in_register(e, a, RAX), s->n, s->sign, s->wide);
    } else {
        move_to(e, to, a);
        if (s->op == INT_NEGATE)
            code_negate(e->code, s->wide, to);
        else if (s->op != INT_COPY)
            code_shift(e->code, s->op == INT_LEFT ? SHIFT_LEFT : s->op == INT_RIGHT ? SHIFT_RIGHT : SHIFT_RIGHT_SIGNED, s->wide, to, s->n);
    }
    put(e, d, to);
}

/* Signed, by a power of two above one: towards zero, what is below zero is raised first. */
static void divide_by_power(Emit *e, const IntStep *s, IntPlace d, int n)
{
    Code *c = e->code;
    IntPlace x = place_of(e, s->a);
    move_to(e, RAX, x);
    code_shift(c, SHIFT_RIGHT_SIGNED, s->wide, RAX, s->wide ? 63 : 31);
    code_shift(c, SHIFT_RIGHT, s->wide, RAX, (s->wide ? 64 : 32) - n);
    code_arith(c, ARITH_ADD, s->wide, RAX, readable(e, x, s->wide, RDX));
    if (s->op == INT_DIVIDE) {
        code_shift(c, SHIFT_RIGHT_SIGNED, s->wide, RAX, n);
        put(e, d, RAX);
        return;
    }
    code_shift(c, SHIFT_RIGHT_SIGNED, s->wide, RAX, n);
    code_shift(c, SHIFT_LEFT, s->wide, RAX, n);
    move_to(e, RDX, x);
    code_arith(c, ARITH_SUBTRACT, s->wide, RDX, in_gpr(RAX));
    put(e, d, RDX);
}

static void divide(Emit *e, const IntStep *s, IntPlace d)
{
    int64_t y = e->s->values.v[s->b].constant;
    if (s->sign && y > 1 && (y & (y - 1)) == 0) {
        divide_by_power(e, s, d, __builtin_ctzll((uint64_t)y));
        return;
    }
    IntPlace by = place_of(e, s->b);
    move_to(e, RAX, place_of(e, s->a));
    Gpr in = RCX; /* saved where it holds another value */
    if (e->taken >> RCX & 1)
        code_push(e->code, RCX);
    code_int_move(e->code, true, in, by);
    code_divide(e->code, s->wide, s->sign, in);
    if (e->taken >> RCX & 1)
        code_pop(e->code, RCX);
    put(e, d, s->op == INT_DIVIDE ? RAX : RDX);
}

static void compare(Emit *e, const IntStep *s)
{
    IntPlace b = readable(e, place_of(e, s->b), s->wide, RDX);
    code_arith(e->code, ARITH_COMPARE, s->wide, in_register(e, place_of(e, s->a), RAX), b);
}

static void set(Emit *e, const IntStep *s, IntPlace d)
{
    Gpr to = d.kind == INT_IN_GPR ? d.reg : RAX;
    compare(e, s);
    code_set(e->code, s->when, to);
    put(e, d, to);
}

/* (x > 0) - (x < 0). */
static void sign(Emit *e, const IntStep *s, IntPlace d)
{
    IntPlace zero = { .kind = INT_CONSTANT };
    Gpr x = in_register(e, place_of(e, s->a), RAX);
    code_arith(e->code, ARITH_COMPARE, s->wide, x, zero);
    code_set(e->code, IF_GREATER, RDX);
    move_to(e, RAX, in_gpr(x));
    code_shift(e->code, SHIFT_RIGHT_SIGNED, s->wide, RAX, s->wide ? 63 : 31);
    code_arith(e->code, ARITH_OR, s->wide, RAX, in_gpr(RDX));
    put(e, d, RAX);
}

static void choose(Emit *e, const IntStep *s, IntPlace d)
{
    IntPlace yes = place_of(e, s->c), no = place_of(e, s->e);
    Condition when = s->when;
    compare(e, s);
    if (same_gpr(yes, d) || yes.kind == INT_CONSTANT) {
        IntPlace t = yes;
        yes = no;
        no = t;
        when ^= 1;
    }
    if (yes.kind == INT_CONSTANT) {
        code_int_move(e->code, true, RDX, yes);
        yes = in_gpr(RDX);
    }
    Gpr to = d.kind == INT_IN_GPR && !same_gpr(d, yes) ? d.reg : RAX;
    move_to(e, to, no);
    code_choose(e->code, when, s->wide_choice, to, yes);
    put(e, d, to);
}

static void load(Emit *e, const IntStep *s, IntPlace d)
{
    Gpr to = d.kind == INT_IN_GPR ? d.reg : RAX;
    code_load(e->code, to, loop_address(e->l, s->from, RAX), s->n, s->sign);
    put(e, d, to);
}

static void load_at(Emit *e, const IntStep *s, IntPlace d)
{
    Gpr to = d.kind == INT_IN_GPR ? d.reg : RAX;
    Gpr index = in_register(e, place_of(e, s->a), RAX);
    code_load_at(e->code, to, loop_address(e->l, s->from, RDX), index, s->n, s->sign);
    put(e, d, to);
}

static void store_result(Emit *e, const IntResult *r)
{
    const Type *t = loop_slot_type(e->l, r->slot);
    VecHome h = loop_home(e->l, r->slot);
    *(h.pointer ? &h.offset : &h.at) += r->elem * elem_info[t->elem].bytes;
    Gpr from = in_register(e, place_of(e, r->value), RDX);
    code_store(e->code, loop_address(e->l, h, RAX), from, elem_info[t->elem].bytes);
}

static void store_early(Emit *e, const IntStep *s, int at)
{
    for (int i = 0; i < e->s->results.n; i++)
        if (e->early[i] && e->s->results.v[i].value == s->d)
            store_result(e, &e->s->results.v[i]);
    release(e, s->d, at);
}

static void emit_step(Emit *e, const IntStep *s, int at)
{
    if (s->op == INT_TEST) {
        compare(e, s);
        return;
    }
    if (e->s->values.v[s->d].last < 0)
        return;
    int args[] = { s->a, s->b, s->c, s->e };
    for (int k = 0; k < 4; k++)
        release(e, args[k], at);
    take_place(e, s->d, at);
    IntPlace d = e->s->values.v[s->d].place;
    switch (s->op) {
    case INT_LOAD: load(e, s, d); break;
    case INT_LOAD_AT: load_at(e, s, d); break;
    case INT_ADD: case INT_SUBTRACT: case INT_MULTIPLY: case INT_AND: case INT_OR: case INT_XOR: arith(e, s, d); break;
    case INT_COPY: case INT_NEGATE: case INT_LEFT: case INT_RIGHT: case INT_RIGHT_SIGNED: case INT_EXTEND: one_operand(e, s, d); break;
    case INT_DIVIDE: case INT_REMAINDER: divide(e, s, d); break;
    case INT_SET: set(e, s, d); break;
    case INT_SIGN: sign(e, s, d); break;
    case INT_CHOOSE: choose(e, s, d); break;
    case INT_TEST: g_assert_not_reached();
    }
    store_early(e, s, at);
}

/* ---- results --------------------------------------------------------------------------------------------------------- */

static void store_results(Emit *e)
{
    for (int i = 0; i < e->s->results.n; i++) {
        const IntResult *r = &e->s->results.v[i];
        if (is_stored(e, r) && loop_gpr(e->l, r->slot) < 0 && !e->early[i])
            store_result(e, r);
    }
}

/* True if another move that is yet to be made reads the register. */
static bool is_source(const IntPlace *from, const bool *done, int n, Gpr r)
{
    for (int i = 0; i < n; i++)
        if (!done[i] && from[i].kind == INT_IN_GPR && from[i].reg == r)
            return true;
    return false;
}

/* What is to be in slots' registers: one after the other, where nobody needs the old value; rings by way of rax. */
static void move_homes(Emit *e)
{
    int n = 0, most = e->s->results.n + 1;
    IntPlace *from = g_new(IntPlace, most);
    Gpr *to = g_new(Gpr, most);
    bool *done = g_new0(bool, most);
    for (int i = 0; i < e->s->results.n; i++) {
        const IntResult *r = &e->s->results.v[i];
        int home = is_stored(e, r) ? loop_gpr(e->l, r->slot) : -1;
        if (home < 0 || same_gpr(place_of(e, r->value), in_gpr((Gpr)home)))
            continue;
        from[n] = place_of(e, r->value);
        to[n++] = (Gpr)home;
    }
    for (int left = n; left > 0;) {
        int before = left;
        for (int i = 0; i < n; i++) {
            if (done[i])
                continue;
            done[i] = true;
            if (is_source(from, done, n, to[i])) {
                done[i] = false;
                continue;
            }
            move_to(e, to[i], from[i]);
            left--;
        }
        for (int i = 0; i < n && left == before; i++) { /* a ring */
            if (done[i])
                continue;
            code_int_move(e->code, true, RAX, in_gpr(to[i]));
            for (int k = 0; k < n; k++)
                if (!done[k] && from[k].kind == INT_IN_GPR && from[k].reg == to[i])
                    from[k] = in_gpr(RAX);
            break;
        }
    }
    g_free(from);
    g_free(to);
    g_free(done);
}

void loop_int_close(LoopBuild *l)
{
    if (!l->ints.values.n)
        return;
    Emit e = { .l = l, .code = &l->code, .s = &l->ints, .slots = loop_gprs_at(l, l->ints.first, l->pos) };
    e.early = g_new0(bool, l->ints.results.n + 1);
    find_lives(&e);
    for (int i = 0; i < l->ints.steps.n; i++)
        emit_step(&e, &l->ints.steps.v[i], i);
    store_results(&e);
    move_homes(&e);
    for (int i = 0; i < l->ints.results.n; i++)
        if (is_stored(&e, &l->ints.results.v[i]))
            loop_kept_load(l, l->ints.results.v[i].slot);
    g_free(e.early);
    l->ints.steps.n = l->ints.values.n = l->ints.results.n = 0;
}
