/* The value that chooses a conditional's branch, worked out for the trips of the loops around it and for the devices. Only scalars of whole numbers
 * are followed: counters, constants, numbers of devices, and what is computed of them. */
#include "runtime/sim/branches.h"

#include <math.h>

#include "runtime/ir/scalar.h"

enum { MOST_LOOPS = 8, MOST_TRIPS = 1 << 14, MOST_VALUES = 1 << 18, MOST_OPS = 1 << 23, MOST_DEEP = 64 };

/* Where a value is asked for: the call of its computation, and which trip and which device it is. */
typedef struct Asked {
    int n_loops;
    struct {
        const SimCall *call;
        WhileCounter counter;
        int64_t trip;
    } loops[MOST_LOOPS];
    int64_t device;
    bool by_device; /* the value depends on it */
    int64_t n_ops;  /* so many were worked out: a value that is used twice is worked out twice, so that few ops can be many */
} Asked;

static bool value_of(Asked *a, const SimCall *call, IrValue v, int depth, int64_t *out);

static int64_t wrapped(ElemType e, int64_t v)
{
    char bits[16] = { 0 };
    scalar_from_int(e, e == ELEM_pred ? v != 0 : v, bits);
    return scalar_to_int(e, bits);
}

/* ---- what computations are called with ------------------------------------------------------------------------------------------------- */

static bool state_of_loop(Asked *a, const SimCall *call, IrValue v, int depth, int64_t *out)
{
    for (int i = 0; i < a->n_loops; i++)
        if (a->loops[i].call == call && a->loops[i].counter.leaf == v.leaf) {
            *out = a->loops[i].counter.from + a->loops[i].trip * a->loops[i].counter.step;
            return true;
        }
    IrValue next = value_resolve(call->op->comps[1]->root, v.leaf);
    return next.op == v.op && next.leaf == v.leaf && value_of(a, call->up, value_resolve(call->op->operands[0], v.leaf), depth, out);
}

static bool parameter_of(Asked *a, const SimCall *call, IrValue v, int depth, int64_t *out)
{
    if (!call)
        return false;
    if (call->op->code == OP_while)
        return state_of_loop(a, call, v, depth, out);
    int64_t operand = v.op->a.parameter.number + (call->op->code == OP_conditional ? 1 + call->branch : 0);
    return operand < call->op->n_operands && value_of(a, call->up, value_resolve(call->op->operands[operand], v.leaf), depth, out);
}

/* ---- arithmetic ------------------------------------------------------------------------------------------------------------------------- */

static bool is_whole(const Type *t)
{
    return t->kind == TYPE_ARRAY && (elem_is_int(t->elem) || t->elem == ELEM_pred);
}

static bool compared(CompareDir dir, ElemType e, int64_t x, int64_t y)
{
    bool less = elem_info[e].cls == CLASS_UNSIGNED ? (uint64_t)x < (uint64_t)y : x < y;
    switch (dir) {
    case DIR_EQ: return x == y;
    case DIR_NE: return x != y;
    case DIR_LT: return less;
    case DIR_LE: return less || x == y;
    case DIR_GT: return !less && x != y;
    case DIR_GE: return !less;
    }
    return false;
}

/* False: the op is no such one, or not defined for these numbers. Numbers wrap as those of 64 bits do, and then as their type does. */
static bool apply(const IrOp *op, const int64_t x[3], int64_t *out)
{
    uint64_t p = (uint64_t)x[0], q = (uint64_t)x[1];
    bool divides = x[1] != 0 && x[1] != -1 && x[0] >= 0;
    switch (op->code) {
    case OP_add: *out = (int64_t)(p + q); return true;
    case OP_subtract: *out = (int64_t)(p - q); return true;
    case OP_multiply: *out = (int64_t)(p * q); return true;
    case OP_negate: *out = (int64_t)(0 - p); return true;
    case OP_divide: *out = divides ? x[0] / x[1] : 0; return divides;
    case OP_remainder: *out = divides ? x[0] % x[1] : 0; return divides;
    case OP_maximum: *out = MAX(x[0], x[1]); return true;
    case OP_minimum: *out = MIN(x[0], x[1]); return true;
    case OP_and: *out = x[0] & x[1]; return true;
    case OP_or: *out = x[0] | x[1]; return true;
    case OP_xor: *out = x[0] ^ x[1]; return true;
    case OP_not: *out = op->type->elem == ELEM_pred ? !x[0] : ~x[0]; return true;
    case OP_sign: *out = (x[0] > 0) - (x[0] < 0); return true;
    case OP_compare: *out = compared(op->a.compare.dir, op->operands[0]->type->elem, x[0], x[1]); return true;
    case OP_select: *out = x[0] ? x[1] : x[2]; return true;
    case OP_clamp: *out = MIN(MAX(x[1], x[0]), x[2]); return true;
    case OP_convert: case OP_copy: case OP_reshape: case OP_broadcast: *out = x[0]; return true;
    default: return false;
    }
}

/* An element of a constant table of one dimension. */
static bool looked_up(Asked *a, const SimCall *call, const IrOp *slice, int depth, int64_t *out)
{
    IrValue table = value_resolve(slice->operands[0], 0);
    const Type *t = table.op->type;
    if (table.op->code != OP_constant || !is_whole(t) || t->rank != 1 || slice->n_operands != 2 || !table.op->a.literal || !table.op->a.literal->data)
        return false;
    int64_t at;
    if (!value_of(a, call, value_resolve(slice->operands[1], 0), depth, &at))
        return false;
    at = table.op->a.literal->splat ? 0 : CLAMP(at, 0, t->dims[0] - 1);
    *out = scalar_to_int(t->elem, (const char *)table.op->a.literal->data + at * elem_info[t->elem].bytes);
    return true;
}

static bool value_of(Asked *a, const SimCall *call, IrValue v, int depth, int64_t *out)
{
    const IrOp *op = v.op;
    if (depth >= MOST_DEEP || !op || a->n_ops++ >= MOST_OPS)
        return false;
    if (op->code == OP_parameter)
        return parameter_of(a, call, v, depth + 1, out);
    if (op_constant_int(op, out))
        return true;
    if (op->code == OP_partition_id) {
        a->by_device = true;
        *out = a->device;
        return true;
    }
    if (!is_whole(op->type) || op->type->n_elems != 1)
        return false;
    if (op->code == OP_dynamic_slice)
        return looked_up(a, call, op, depth + 1, out);
    int64_t x[3] = { 0 };
    if (op->n_operands < 1 || op->n_operands > 3)
        return false;
    for (int i = 0; i < op->n_operands; i++)
        if (!is_whole(op->operands[i]->type) || !value_of(a, call, value_resolve(op->operands[i], 0), depth + 1, &x[i]))
            return false;
    if (!apply(op, x, out))
        return false;
    *out = wrapped(op->type->elem, *out);
    return true;
}

/* ---- shares ----------------------------------------------------------------------------------------------------------------------------- */

/* The loops around the conditional that count, the innermost first; how many trips all of them make together. */
static int64_t find_loops(Asked *a, const SimCall *call)
{
    int64_t trips = 1;
    for (; call && a->n_loops < MOST_LOOPS; call = call->up) {
        WhileCounter c;
        if (call->op->code != OP_while || !while_counts(call->op, &c) || c.trips < 1 || trips > INT64_MAX / c.trips)
            continue;
        a->loops[a->n_loops].call = call;
        a->loops[a->n_loops++].counter = c;
        trips *= c.trips;
    }
    return trips;
}

static void set_trip(Asked *a, int64_t number)
{
    for (int i = 0; i < a->n_loops; i++) {
        a->loops[i].trip = number % a->loops[i].counter.trips;
        number /= a->loops[i].counter.trips;
    }
}

/* The dearest branch that some device takes; -1 = not known. */
static int branch_of(Asked *a, const IrOp *conditional, const SimCall *call, const double *ns, int64_t n_devices)
{
    int dearest = -1;
    a->by_device = false;
    for (int64_t d = 0; d < MAX(n_devices, 1); d++) {
        int64_t v;
        a->device = d;
        if (!value_of(a, call, value_resolve(conditional->operands[0], 0), 0, &v))
            return -1;
        int taken = conditional->operands[0]->type->elem == ELEM_pred ? v == 0 : v < 0 || v >= conditional->n_comps ? conditional->n_comps - 1 : (int)v;
        if (taken >= conditional->n_comps)
            return -1;
        dearest = dearest < 0 || ns[taken] > ns[dearest] ? taken : dearest;
        if (!a->by_device)
            break;
    }
    return dearest;
}

bool branch_shares(const IrOp *conditional, const SimCall *call, const double *ns, int64_t n_devices, double *share)
{
    Asked a = { 0 };
    int64_t trips = find_loops(&a, call), n = MIN(trips, MAX(MOST_VALUES / MAX(n_devices, 1), 1));
    n = MIN(n, MOST_TRIPS);
    g_autofree int64_t *times = g_new0(int64_t, conditional->n_comps);
    for (int64_t i = 0; i < n; i++) { /* of many trips so many, spread unevenly, so that no period hides */
        double within = trips > n ? (double)(i * 40503 % 65536) / 65536 : 0;
        set_trip(&a, n == trips ? i : (int64_t)(((double)i + within) * ((double)trips / (double)n)));
        int taken = branch_of(&a, conditional, call, ns, n_devices);
        if (taken < 0)
            return false;
        times[taken]++;
    }
    for (int i = 0; i < conditional->n_comps; i++)
        share[i] = (double)times[i] / (double)n;
    return n > 0;
}

/* ---- what executions did ---------------------------------------------------------------------------------------------------------------- */

static double executions(const SimTaken *t, int device)
{
    double n = 0;
    for (int w = 0; w < t->n_ways; w++)
        n += (double)t->times[device * t->n_ways + w];
    return n;
}

bool branch_shares_taken(const SimTaken *taken, const double *ns, double *share)
{
    double longest = -1;
    for (int d = 0; taken && d < taken->n_devices; d++) {
        double n = executions(taken, d), mean = 0;
        for (int w = 0; w < taken->n_ways && n > 0; w++)
            mean += ns[w] * (double)taken->times[d * taken->n_ways + w] / n;
        if (n <= 0 || mean <= longest)
            continue;
        longest = mean;
        for (int w = 0; w < taken->n_ways; w++)
            share[w] = (double)taken->times[d * taken->n_ways + w] / n;
    }
    return longest >= 0;
}

int64_t loop_trips_taken(const SimTaken *taken)
{
    double most = -1;
    for (int d = 0; taken && d < taken->n_devices; d++) {
        double trips = (double)taken->times[2 * d], ends = (double)taken->times[2 * d + 1];
        most = ends > 0 ? fmax(most, trips / ends) : most;
    }
    return most < 0 ? -1 : llround(most);
}
