/* Counts of ways, by instruction and device. See taken.h; start at taken_note(). */
#include "runtime/exec/taken.h"

struct Taken {
    const Program *program;
    int n_devices;
    int *first;      /* by instruction: where its counts begin, -1 = it goes one way only */
    int n_counts;
    int64_t *counts; /* [device][count] */
};

static int n_ways(const Instr *in)
{
    return in->kind == INSTR_SWITCH ? in->n_targets : in->kind == INSTR_JUMP_IF_NOT ? 2 : 0;
}

Taken *taken_new(const Program *p, int n_devices)
{
    Taken *t = g_new0(Taken, 1);
    t->program = p;
    t->n_devices = n_devices;
    t->first = g_new(int, p->n_code);
    for (int i = 0; i < p->n_code; i++) {
        int n = n_ways(&p->code[i]);
        t->first[i] = n ? t->n_counts : -1;
        t->n_counts += n;
    }
    t->counts = g_new0(int64_t, (gsize)n_devices * (gsize)t->n_counts + 1);
    return t;
}

void taken_free(Taken *t)
{
    if (!t)
        return;
    g_free(t->first);
    g_free(t->counts);
    g_free(t);
}

void taken_note(Taken *t, int device, int pc, int way, int64_t times)
{
    t->counts[(gsize)device * (gsize)t->n_counts + (gsize)(t->first[pc] + way)] += times;
}

static void clear_op(void *op)
{
    g_free(((TakenOp *)op)->times);
}

/* Adds an instruction's counts to those of its op; true if there are any. */
static bool add_counts(const Taken *t, int pc, TakenOp *to)
{
    int64_t sum = 0;
    for (int d = 0; d < t->n_devices; d++)
        for (int w = 0; w < to->n_ways; w++) {
            int64_t n = t->counts[(gsize)d * (gsize)t->n_counts + (gsize)(t->first[pc] + w)];
            to->times[d * to->n_ways + w] += n;
            sum += n;
        }
    return sum > 0;
}

GArray *taken_ops(const Taken *t)
{
    GArray *ops = g_array_new(FALSE, TRUE, sizeof(TakenOp));
    g_array_set_clear_func(ops, clear_op);
    g_autoptr(GHashTable) at = g_hash_table_new(NULL, NULL); /* op -> its place in ops, plus one */
    for (int i = 0; i < t->program->n_code; i++) {
        const Instr *in = &t->program->code[i];
        if (t->first[i] < 0)
            continue;
        guint place = GPOINTER_TO_UINT(g_hash_table_lookup(at, in->op));
        TakenOp fresh = { in->op, t->n_devices, n_ways(in), place ? NULL : g_new0(int64_t, t->n_devices * n_ways(in) + 1) };
        bool any = add_counts(t, i, place ? &g_array_index(ops, TakenOp, place - 1) : &fresh);
        if (!place && any) {
            g_array_append_val(ops, fresh);
            g_hash_table_insert(at, (gpointer)in->op, GUINT_TO_POINTER(ops->len));
        } else if (!place) {
            g_free(fresh.times);
        }
    }
    return ops;
}
