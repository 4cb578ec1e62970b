/* Vector code as machine code: values get registers from first to last step; where there are none left, the value that is needed
 * last gives way, to the stack if it cannot be had again otherwise. */
#include "runtime/compute/tile_code_impl.h"

typedef enum Form { THREE, EITHER, TWO, INTO, SHIFT, BLEND, MULTIPLY_ADD } Form;

static const struct {
    Form form;
    Encoding encoding;
    int extra;
} vec_ops[N_VEC_OPS] = {
#define VOP(name, form, prefix, map, w, opcode, extra) [VEC_##name] = { form, { prefix, map, w, opcode }, extra },
#include "runtime/compute/tile_code.def"
};

static const Encoding load_vector = { 0, 1, 0, 0x10 }, store_vector = { 0, 1, 0, 0x11 }, move_vector = { 0, 1, 0, 0x28 }, sign_bits = { 0, 1, 0, 0x50 },
                      store_8 = { 1, 1, 0, 0xd6 }, store_4 = { 1, 1, 0, 0x7e };

enum { N_VECTORS = 16 };
static const Gpr pointers[] = { RDX, RBX, RBP, R8, R9, R10, R11, R12, R13, R14, R15 };
static const Gpr saved[] = { RBX, RBP, R12, R13, R14, R15 };
enum { N_POINTERS = sizeof pointers / sizeof *pointers };

typedef struct Emit {
    const VecCode *v;
    Code *code;
    int *first_use, *uses; /* of value i: uses[first_use[i] .. first_use[i + 1]), steps in order */
    int *next_use;         /* position in `uses` */
    int8_t *vector;        /* of each value, -1 = in none */
    int *slot;             /* on the stack, -1 = none */
    int value_in[N_VECTORS];
    int pinned;            /* bits of registers that the current step reads, and of those in `kept` */
    int kept;              /* bits of registers that are homes: no value gets them */
    const bool *uniform;   /* of each value: all its elements are equal; NULL if none is asked for */
    const int *pointer;    /* which of `pointers` has the address of a tile register, -1 = none has */
    const VecHome *home;   /* or NULL; instead of `pointer` */
    bool indexed;          /* with `home`: rcx counts elements */
    int n_slots;
    VEC(int) free_slots;
} Emit;

static void each_value(const VecStep *s, int out[3])
{
    out[0] = s->a;
    out[1] = s->b;
    out[2] = s->op == VEC_store ? -1 : s->c;
}

static void count_uses(Emit *e)
{
    const VecCode *v = e->v;
    int n = v->values.n, args[3];
    e->first_use = g_new0(int, n + 2);
    for (int i = 0; i < v->steps.n; i++) {
        each_value(&v->steps.v[i], args);
        for (int k = 0; k < 3; k++)
            if (args[k] >= 0)
                e->first_use[args[k] + 1]++;
    }
    for (int i = 0; i < n; i++)
        e->first_use[i + 1] += e->first_use[i];
    e->uses = g_new(int, e->first_use[n] + 1);
    e->next_use = g_memdup2(e->first_use, sizeof(int) * (gsize)(n + 1));
    for (int i = 0; i < v->steps.n; i++) {
        each_value(&v->steps.v[i], args);
        for (int k = 0; k < 3; k++)
            if (args[k] >= 0)
                e->uses[e->next_use[args[k]]++] = i;
    }
    memcpy(e->next_use, e->first_use, sizeof(int) * (gsize)n);
}

/* The step at or after `from` that reads a value; a large number if none does. */
static int next_use(Emit *e, int value, int from)
{
    int *at = &e->next_use[value];
    while (*at < e->first_use[value + 1] && e->uses[*at] < from)
        (*at)++;
    return *at < e->first_use[value + 1] ? e->uses[*at] : INT32_MAX;
}

static void emit(Emit *e, Encoding encoding, int reg, int first, Place last)
{
    code_vector(e->code, &(VectorOp){ .encoding = encoding, .reg = reg, .first = first, .last = last, .imm = -1 });
}

static Place in_vector(int n)
{
    return (Place){ .kind = PLACE_VECTOR, .n = n };
}

static Gpr address_of(Emit *e, int tile_reg)
{
    if (e->pointer[tile_reg] >= 0)
        return pointers[e->pointer[tile_reg]];
    code_load_pointer(e->code, RAX, RDI, tile_reg);
    return RAX;
}

static Place at_home(Emit *e, int tile_reg, int scale, int stream_bytes)
{
    VecHome h = e->home[tile_reg];
    Gpr base = RBX;
    if (h.pointer) {
        code_load(e->code, RAX, (Mem){ RBX, h.at }, 8, false);
        base = RAX;
    }
    return (Place){ .kind = PLACE_AT, .n = (int)base, .scale = e->indexed ? scale : 0, .offset = (h.pointer ? h.offset : h.at) + stream_bytes };
}

/* Where a value is that is in no vector register. */
static Place in_memory(Emit *e, int value)
{
    const VecValue *x = &e->v->values.v[value];
    if (e->home && x->from == FROM_TILE)
        return at_home(e, x->at, x->bytes, x->stream * 32 / e->v->width * x->bytes);
    if (e->home && x->from == FROM_ONE)
        return at_home(e, x->at, 0, 0);
    switch (x->from) {
    case FROM_POOL: return (Place){ .kind = PLACE_POOL, .n = x->at };
    case FROM_TILE: return (Place){ .kind = PLACE_ARRAY, .n = (int)address_of(e, x->at), .scale = x->bytes, .offset = x->stream * 32 / e->v->width * x->bytes };
    case FROM_ONE: return (Place){ .kind = PLACE_ONE, .n = (int)address_of(e, x->at) };
    case FROM_STEP: break;
    }
    g_assert(e->slot[value] >= 0);
    return (Place){ .kind = PLACE_STACK, .n = 32 * e->slot[value] };
}

static bool is_kept(const Emit *e, int n)
{
    return e->kept >> n & 1;
}

static void free_vector(Emit *e, int n)
{
    if (is_kept(e, n))
        return;
    if (e->value_in[n] >= 0)
        e->vector[e->value_in[n]] = -1;
    e->value_in[n] = -1;
}

/* A register for a value that is needed from step `at` on. */
static int take_vector(Emit *e, int value, int at)
{
    int best = -1, far = -1;
    for (int n = 0; n < N_VECTORS && far < INT32_MAX; n++) {
        if (e->pinned >> n & 1)
            continue;
        int next = e->value_in[n] < 0 ? INT32_MAX : next_use(e, e->value_in[n], at);
        if (next > far) {
            best = n;
            far = next;
        }
    }
    int old = e->value_in[best];
    if (old >= 0 && far < INT32_MAX && e->v->values.v[old].from == FROM_STEP && e->slot[old] < 0) {
        e->slot[old] = e->free_slots.n ? e->free_slots.v[--e->free_slots.n] : e->n_slots++;
        emit(e, store_vector, best, 0, in_memory(e, old));
    }
    free_vector(e, best);
    e->value_in[best] = value;
    e->vector[value] = (int8_t)best;
    return best;
}

/* The value in a register, which the current step keeps. */
static int vector_of(Emit *e, int value, int at)
{
    int n = e->vector[value];
    if (n < 0) {
        const VecValue *x = &e->v->values.v[value];
        g_assert(x->from != FROM_TILE || x->whole);
        n = take_vector(e, value, at);
        Encoding load = load_vector;
        if (x->from == FROM_ONE)
            load = vec_ops[vec_by_width(e->v, VEC_all_8, VEC_all_16, VEC_all_32, VEC_all_64)].encoding;
        e->vector[value] = -1;
        Place from = in_memory(e, value);
        e->vector[value] = (int8_t)n;
        emit(e, load, n, 0, from);
    }
    e->pinned |= 1 << n;
    return n;
}

/* A value as the last operand: in memory if it is there and is not needed again. */
static Place last_operand(Emit *e, int value, int at)
{
    const VecValue *x = &e->v->values.v[value];
    if (e->vector[value] >= 0)
        return in_vector(vector_of(e, value, at));
    bool partial = x->from == FROM_TILE && !x->whole, byte_of_one = x->from == FROM_ONE && x->bytes != e->v->width;
    bool again = x->from != FROM_POOL && next_use(e, value, at + 1) < INT32_MAX;
    if (partial || byte_of_one || (x->from != FROM_ONE && !again))
        return in_memory(e, value);
    return in_vector(vector_of(e, value, at));
}

static bool is_in_vector(const Emit *e, int value)
{
    return e->vector[value] >= 0;
}

/* After a step: registers and slots of values that no later one reads. */
static void release(Emit *e, const VecStep *s, int at)
{
    int args[3];
    each_value(s, args);
    for (int k = 0; k < 3; k++) {
        int x = args[k];
        if (x < 0 || next_use(e, x, at + 1) < INT32_MAX)
            continue;
        if (e->vector[x] >= 0)
            free_vector(e, e->vector[x]);
        if (e->slot[x] >= 0)
            vec_push(&e->free_slots, e->slot[x]);
        e->slot[x] = -1;
    }
    e->pinned = e->kept;
}

/* d = a * b + c. The register of one of them becomes the result's. */
static void emit_multiply_add(Emit *e, const VecStep *s, int at)
{
    Encoding code = vec_ops[s->op].encoding;
    bool last_c = next_use(e, s->c, at + 1) == INT32_MAX && s->c != s->a && s->c != s->b;
    VecStep x = *s;
    if (!is_in_vector(e, x.a) && is_in_vector(e, x.b)) {
        x.a = s->b;
        x.b = s->a;
    }
    if (last_c && is_in_vector(e, x.c) && e->v->values.v[x.c].from == FROM_STEP) {
        int c = vector_of(e, x.c, at), a = vector_of(e, x.a, at);
        Place b = last_operand(e, x.b, at);
        code.opcode = (uint8_t)vec_ops[s->op].extra;
        emit(e, code, c, a, b);
        release(e, s, at);
        e->value_in[c] = s->d;
        e->vector[s->d] = (int8_t)c;
        return;
    }
    int a = vector_of(e, x.a, at), b = vector_of(e, x.b, at);
    bool last_a = next_use(e, x.a, at + 1) == INT32_MAX && x.a != x.b && x.a != x.c;
    Place c = last_operand(e, x.c, at);
    int d = a;
    if (!last_a || is_kept(e, a)) {
        d = take_vector(e, s->d, at);
        emit(e, move_vector, d, 0, in_vector(a));
    }
    emit(e, code, d, b, c);
    release(e, s, at);
    e->value_in[d] = s->d;
    e->vector[s->d] = (int8_t)d;
}

/* The register that is kept for the home of what has just been stored. */
static void update_kept(Emit *e, const VecStep *s, int x)
{
    int tile = s->imm, bytes = ctype_bytes[ctype_of(e->v->prog->elem[tile])], to = e->home[tile].kept;
    bool spread = e->v->info[tile].kind == REG_ONE && !e->uniform[s->a];
    emit(e, spread ? vec_ops[bytes == 4 ? VEC_all_32 : VEC_all_64].encoding : move_vector, to, 0, in_vector(x));
}

static void emit_store(Emit *e, const VecStep *s, int at)
{
    int x = vector_of(e, s->a, at), tile = s->imm, bytes = s->c;
    int scale = ctype_bytes[ctype_of(e->v->prog->elem[tile])];
    int stream = s->stream * 32 / e->v->width * scale;
    Place to = e->home ? at_home(e, tile, scale, stream) : (Place){ .kind = PLACE_ARRAY, .n = (int)address_of(e, tile), .scale = scale, .offset = stream };
    Encoding store = bytes >= 16 ? store_vector : bytes == 8 ? store_8 : store_4;
    code_vector(e->code, &(VectorOp){ .encoding = store, .reg = x, .last = to, .imm = -1, .half = bytes < 32 });
    if (e->home && e->home[tile].kept && bytes == 32 && !e->indexed)
        update_kept(e, s, x);
    release(e, s, at);
}

/* ---- calls that are seldom made ---- */

static Place on_stack(int n)
{
    return (Place){ .kind = PLACE_STACK, .n = 32 * n };
}

static void pass_stack(Code *c, Gpr to, int n)
{
    code_move(c, to, RSP);
    code_add_constant(c, to, 32 * n);
}

/* d = function(x); all other registers are as before. */
static void emit_call(Emit *e, OpCode op, int d, int x)
{
    enum { X = N_VECTORS, RESULT, N_PLACES };
    static const Gpr lost[] = { RCX, RDX, RSI, RDI, R8, R9, R10, R11 };
    Code *c = e->code;
    int bytes = 32 * N_PLACES + (e->home ? 0 : 8); /* calls want multiples of 16, of which loops' code begins at one, and other code eight bytes behind */
    for (size_t i = 0; i < G_N_ELEMENTS(lost); i++)
        code_push(c, lost[i]);
    code_move_stack(c, -bytes);
    for (int n = 0; n < N_VECTORS; n++)
        if (n != d)
            emit(e, store_vector, n, 0, on_stack(n));
    emit(e, store_vector, x, 0, on_stack(X));
    pass_stack(c, RDI, RESULT);
    pass_stack(c, RSI, X);
    code_alu(c, ALU_XOR, RDX, RDX);
    code_alu(c, ALU_XOR, RCX, RCX);
    code_move_constant(c, R8, 32 / e->v->width);
    code_call(c, (uintptr_t)tile_table()->op[op][CT_f32]);
    for (int n = 0; n < N_VECTORS; n++)
        emit(e, load_vector, n, 0, on_stack(n == d ? RESULT : n));
    code_move_stack(c, bytes);
    for (size_t i = G_N_ELEMENTS(lost); i-- > 0;)
        code_pop(c, lost[i]);
}

static void emit_call_if(Emit *e, const VecStep *s, int at)
{
    int d = vector_of(e, s->a, at), far = vector_of(e, s->b, at), x = vector_of(e, s->c, at);
    if (next_use(e, s->a, at + 1) < INT32_MAX || s->a == s->b || s->a == s->c || is_kept(e, d)) {
        int from = d;
        d = take_vector(e, s->d, at);
        emit(e, move_vector, d, 0, in_vector(from));
    }
    emit(e, sign_bits, RAX, 0, in_vector(far));
    code_alu(e->code, ALU_TEST, RAX, RAX);
    size_t over = code_jump(e->code, IF_EQUAL);
    emit_call(e, (OpCode)s->imm, d, x);
    code_jumps_here(e->code, over);
    release(e, s, at);
    e->value_in[d] = s->d;
    e->vector[s->d] = (int8_t)d;
}

static void emit_step(Emit *e, const VecStep *step, int at)
{
    VecStep s = *step;
    if (s.op == VEC_store || s.op == VEC_call) {
        (s.op == VEC_store ? emit_store : emit_call_if)(e, &s, at);
        return;
    }
    Form form = vec_ops[s.op].form;
    VectorOp o = { .encoding = vec_ops[s.op].encoding, .imm = s.imm };
    switch (form) {
    case MULTIPLY_ADD:
        emit_multiply_add(e, &s, at);
        return;
    case EITHER:
        if (!is_in_vector(e, s.a) && is_in_vector(e, s.b)) {
            s.a = step->b;
            s.b = step->a;
        }
        o.first = vector_of(e, s.a, at);
        o.last = last_operand(e, s.b, at);
        break;
    case THREE:
        o.first = vector_of(e, s.a, at);
        o.last = last_operand(e, s.b, at);
        break;
    case TWO:
        o.last = last_operand(e, s.a, at);
        break;
    case INTO:
    case SHIFT:
        o.first = vector_of(e, s.a, at);
        break;
    case BLEND:
        o.first = vector_of(e, s.a, at);
        o.imm = vector_of(e, s.c, at) << 4;
        o.last = last_operand(e, s.b, at);
        break;
    }
    release(e, &s, at);
    int d = take_vector(e, s.d, at + 1);
    o.reg = d;
    o.half = form <= TWO && vec_ops[s.op].extra;
    if (form == INTO) { /* the result is where others have their last operand */
        o.reg = o.first;
        o.first = 0;
        o.last = in_vector(d);
    } else if (form == SHIFT) {
        o.last = in_vector(o.first);
        o.first = d;
        o.reg = vec_ops[s.op].extra;
    }
    code_vector(e->code, &o);
}

/* Addresses of the tile registers that are met first stay in registers. */
static int *assign_pointers(const VecCode *v)
{
    int n = 0, *pointer = g_new(int, v->prog->n_regs + 1);
    for (int r = 0; r < v->prog->n_regs; r++)
        pointer[r] = -1;
    for (int i = 0; i < v->values.n; i++) {
        const VecValue *x = &v->values.v[i];
        if ((x->from == FROM_TILE || x->from == FROM_ONE) && n < N_POINTERS && pointer[x->at] < 0)
            pointer[x->at] = n++;
    }
    for (int i = 0; i < v->steps.n; i++)
        if (v->steps.v[i].op == VEC_store && n < N_POINTERS && pointer[v->steps.v[i].imm] < 0)
            pointer[v->steps.v[i].imm] = n++;
    return pointer;
}

/* How many values are in registers at most, as long as none gives way. */
static int most_alive(const VecCode *v)
{
    int n = v->values.n, alive = 0, most = 0, args[3];
    int *uses = g_new0(int, n + 1);
    for (int i = 0; i < v->steps.n; i++) {
        each_value(&v->steps.v[i], args);
        for (int k = 0; k < 3; k++)
            if (args[k] >= 0)
                uses[args[k]]++;
    }
    bool *met = g_new0(bool, n + 1);
    for (int i = 0; i < v->steps.n; i++) {
        each_value(&v->steps.v[i], args);
        for (int k = 0; k < 3; k++) {
            int x = args[k];
            if (x < 0 || v->values.v[x].from == FROM_POOL || v->values.v[x].from == FROM_ONE)
                continue;
            if (!met[x] && v->values.v[x].from == FROM_TILE)
                alive++;
            met[x] = true;
            alive -= --uses[x] == 0;
        }
        alive += v->steps.v[i].op != VEC_store;
        most = MAX(most, alive);
    }
    g_free(met);
    g_free(uses);
    return most;
}

/* The same for two vectors, step by step side by side: chains of steps that wait for each other would leave the processor idle. */
static void make_double(const VecCode *v, VecCode *two)
{
    int n = v->values.n;
    *two = (VecCode){ .prog = v->prog, .width = v->width };
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < n; i++) {
            VecValue x = v->values.v[i];
            x.stream = k;
            vec_push(&two->values, x);
        }
    for (int i = 0; i < v->steps.n; i++)
        for (int k = 0; k < 2; k++) {
            VecStep s = v->steps.v[i];
            int *of[] = { &s.d, &s.a, &s.b, s.op == VEC_store ? NULL : &s.c };
            for (int j = 0; j < 4; j++)
                if (of[j] && *of[j] >= 0) {
                    VecFrom from = v->values.v[*of[j]].from;
                    *of[j] += k && from != FROM_POOL && from != FROM_ONE ? n : 0;
                }
            s.stream = k;
            vec_push(&two->steps, s);
        }
}

/* ---- registers that are homes ---- */

/* Values that are in one already. */
static void find_kept(Emit *e)
{
    for (int i = 0; e->kept && i < e->v->values.n; i++) {
        const VecValue *x = &e->v->values.v[i];
        bool one = x->from == FROM_ONE && x->bytes == e->v->width, all = x->from == FROM_TILE && x->whole && !e->indexed;
        if ((one || all) && e->home[x->at].kept)
            e->vector[i] = e->home[x->at].kept;
    }
}

static bool constant_is_uniform(const Emit *e, const VecValue *x)
{
    const uint8_t *bytes = e->code->pool.v + x->at;
    int w = e->v->width;
    return memcmp(bytes, bytes + w, (size_t)(32 - w)) == 0;
}

/* Operations whose results have equal elements if their operands have; those of floats, mostly. */
static bool keeps_uniform(VecOp op)
{
    switch (op) {
    case VEC_call: case VEC_fma_ps: case VEC_fnma_ps: case VEC_and: case VEC_andn: case VEC_or: case VEC_xor: case VEC_blend: case VEC_all_32: case VEC_all_64:
    case VEC_add_32: case VEC_sub_32: case VEC_left_32: case VEC_right_32: case VEC_right_s32:
        return true;
    default: /* in order: from loads to conversions between s32 and f32 */
        return op <= VEC_ps_to_s32;
    }
}

/* Of each value, whether its elements are known to be equal. To be freed. */
static bool *find_uniform(const Emit *e)
{
    const VecCode *v = e->v;
    bool *uniform = g_new0(bool, v->values.n + 1);
    for (int i = 0; i < v->values.n; i++) {
        const VecValue *x = &v->values.v[i];
        bool one = x->from == FROM_ONE || (x->from == FROM_TILE && e->vector[i] >= 0 && v->info[x->at].kind == REG_ONE);
        uniform[i] = one || (x->from == FROM_POOL && constant_is_uniform(e, x));
    }
    for (int i = 0; i < v->steps.n; i++) {
        const VecStep *s = &v->steps.v[i];
        int args[3];
        bool all = s->op != VEC_store && keeps_uniform(s->op);
        each_value(s, args);
        for (int k = 0; k < 3; k++)
            all &= args[k] < 0 || uniform[args[k]];
        if (s->d >= 0)
            uniform[s->d] = all;
    }
    return uniform;
}

/* The steps once. Returns how many places on the stack they need. */
static int emit_steps(Emit e)
{
    const VecCode *v = e.v;
    int n = v->values.n;
    count_uses(&e);
    e.vector = g_malloc((gsize)n + 1);
    e.slot = g_new(int, n + 1);
    memset(e.vector, -1, (size_t)n + 1);
    memset(e.slot, -1, sizeof(int) * (size_t)(n + 1));
    memset(e.value_in, -1, sizeof e.value_in);
    find_kept(&e);
    bool *uniform = e.kept ? find_uniform(&e) : NULL;
    e.uniform = uniform;
    e.pinned = e.kept;
    for (int i = 0; i < v->steps.n; i++)
        emit_step(&e, &v->steps.v[i], i);
    g_free(uniform);
    g_free(e.first_use);
    g_free(e.uses);
    g_free(e.next_use);
    g_free(e.vector);
    g_free(e.slot);
    vec_clear(&e.free_slots);
    return e.n_slots;
}

/* A loop as long as there are `step` more elements. */
static int emit_loop(const VecCode *v, Code *code, const int *pointer, int step)
{
    size_t out = code_jump_at_end(code, step), top = (size_t)code->bytes.n;
    int n_slots = emit_steps((Emit){ .v = v, .code = code, .pointer = pointer });
    code_loop(code, step, top);
    code_jumps_here(code, out);
    return n_slots;
}

int vec_emit_part(const VecCode *v, Code *code, const VecPart *part)
{
    Emit e = { .v = v, .code = code, .home = part->home, .kept = (int)part->kept };
    if (part->n_elems <= 0)
        return emit_steps(e);
    int lanes = 32 / v->width;
    code_zero_rcx(code);
    size_t top = (size_t)code->bytes.n;
    e.indexed = true;
    int n_slots = emit_steps(e);
    code_add_constant(code, RCX, lanes);
    code_compare_constant(code, RCX, (int32_t)part->n_elems);
    code_jump_to(code, IF_LESS, top);
    return n_slots;
}

bool vec_part_keeps(const VecPart *part, int bytes)
{
    return part->n_elems <= 0 && bytes == 32;
}

void vec_load_kept(Code *code, int vector, int32_t at, bool one, int bytes)
{
    Encoding load = !one ? load_vector : vec_ops[bytes == 4 ? VEC_all_32 : VEC_all_64].encoding;
    code_vector(code, &(VectorOp){ .encoding = load, .reg = vector, .last = { .kind = PLACE_AT, .n = RBX, .offset = at }, .imm = -1 });
}

enum { LONG_CHAIN = 16 }; /* steps from which on two vectors are computed at a time */

void vec_emit(const VecCode *v, Code *code)
{
    int *pointer = assign_pointers(v), n_slots = 0, lanes = 32 / v->width;
    for (size_t i = 0; i < G_N_ELEMENTS(saved); i++)
        code_push(code, saved[i]);
    code_move_stack(code, 0);
    size_t frame = (size_t)code->bytes.n - 4;
    for (int r = 0; r < v->prog->n_regs; r++)
        if (pointer[r] >= 0)
            code_load_pointer(code, pointers[pointer[r]], RDI, r);
    code_zero_rcx(code);
    if (v->steps.n >= LONG_CHAIN && 2 * most_alive(v) <= N_VECTORS - 2) {
        VecCode two;
        make_double(v, &two);
        n_slots = emit_loop(&two, code, pointer, 2 * lanes);
        vec_clear(&two.steps);
        vec_clear(&two.values);
    }
    int n_single = emit_loop(v, code, pointer, lanes);
    n_slots = MAX(n_slots, n_single);
    int32_t bytes = -32 * n_slots;
    memcpy(code->bytes.v + frame, &bytes, 4);
    code_move_stack(code, -bytes);
    for (size_t i = G_N_ELEMENTS(saved); i-- > 0;)
        code_pop(code, saved[i]);
    code_return(code);
    g_free(pointer);
}
