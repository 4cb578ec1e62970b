/* Steps and annotations by the value they are of, and a breadth-first walk over them; see roots.h. */
#include "runtime/remedy/roots.h"

enum { MAX_LINKS = 400 };

struct Roots {
    const DecisionLog *log;
    int n_ops;
    int *first_step, *next_step;       /* chains by op id, latest step first; -1 ends */
    int *first_note, *next_note;       /* the same for annotations, in their order */
};

static void measure(int *n, int op)
{
    *n = MAX(*n, op + 1);
}

Roots *roots_new(const DecisionLog *log)
{
    Roots *r = g_new0(Roots, 1);
    r->log = log;
    for (int i = 0; i < log->steps.n; i++)
        measure(&r->n_ops, log->steps.v[i].op);
    for (int i = 0; i < log->annotations.n; i++)
        measure(&r->n_ops, log->annotations.v[i].op);
    r->first_step = g_new(int, r->n_ops + 1);
    r->first_note = g_new(int, r->n_ops + 1);
    r->next_step = g_new(int, log->steps.n + 1);
    r->next_note = g_new(int, log->annotations.n + 1);
    for (int i = 0; i < r->n_ops; i++)
        r->first_step[i] = r->first_note[i] = -1;
    for (int i = 0; i < log->steps.n; i++) {
        const PropStep *s = &log->steps.v[i];
        if (s->op < 0 || !s->taken)
            continue;
        r->next_step[i] = r->first_step[s->op];
        r->first_step[s->op] = i;
    }
    for (int i = log->annotations.n - 1; i >= 0; i--) {
        int op = log->annotations.v[i].op;
        if (op < 0)
            continue;
        r->next_note[i] = r->first_note[op];
        r->first_note[op] = i;
    }
    return r;
}

void roots_free(Roots *r)
{
    if (!r)
        return;
    g_free(r->first_step);
    g_free(r->next_step);
    g_free(r->first_note);
    g_free(r->next_note);
    g_free(r);
}

int roots_annotation_on(const Roots *r, int op, int leaf)
{
    for (int i = op >= 0 && op < r->n_ops ? r->first_note[op] : -1; i >= 0; i = r->next_note[i])
        if (r->log->annotations.v[i].leaf == leaf && r->log->annotations.v[i].sharding)
            return i;
    return -1;
}

static bool share_axis(AxisList a, AxisList b)
{
    for (int i = 0; i < a.n; i++)
        for (int k = 0; k < b.n; k++)
            if (a.v[i].axis == b.v[k].axis)
                return true;
    return false;
}

typedef struct Link {
    int op, leaf, before;
    AxisList axes;
} Link;

static void push(GArray *links, GHashTable *seen, Link l)
{
    gint64 key = l.op * (gint64)(1 << 24) + l.leaf;
    if (l.op < 0 || links->len >= MAX_LINKS || g_hash_table_contains(seen, &key))
        return;
    g_hash_table_add(seen, g_memdup2(&key, sizeof key));
    g_array_append_val(links, l);
}

static void append_once(GArray *out, int note)
{
    for (guint i = 0; i < out->len; i++)
        if (g_array_index(out, int, i) == note)
            return;
    g_array_append_val(out, note);
}

void roots_of(Roots *r, int op, int leaf, AxisList axes, GArray *out)
{
    g_autoptr(GArray) links = g_array_new(FALSE, FALSE, sizeof(Link));
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    push(links, seen, (Link){ op, leaf, r->log->steps.n, axes });
    for (guint i = 0; i < links->len; i++) {
        Link l = g_array_index(links, Link, i);
        int note = roots_annotation_on(r, l.op, l.leaf);
        if (note >= 0)
            append_once(out, note);
        for (int k = l.op < r->n_ops ? r->first_step[l.op] : -1; k >= 0; k = r->next_step[k]) {
            const PropStep *s = &r->log->steps.v[k];
            if (k >= l.before || s->leaf != l.leaf || (l.axes.n && s->axes.n && !share_axis(s->axes, l.axes)))
                continue;
            int before = s->dim < 0 ? r->log->steps.n : k; /* another name of a value, logged after propagation */
            push(links, seen, (Link){ s->src_op, MAX(s->src_leaf, 0), before, s->axes.n ? s->axes : l.axes });
        }
    }
}

static bool uses_axis(AxisList l, int axis)
{
    for (int i = 0; i < l.n; i++)
        if (l.v[i].axis == axis)
            return true;
    return false;
}

AxisList roots_axes(Arena *arena, const Reshard *r)
{
    const Mesh *mesh = r->from->mesh;
    AxisRef *v = arena_array(arena, AxisRef, mesh->n_axes + 1);
    int n = 0;
    for (int a = 0; a < mesh->n_axes; a++) {
        if (mesh->axes[a].size == 1)
            continue;
        bool differs = uses_axis(r->from->unreduced, a) != uses_axis(r->to->unreduced, a);
        for (int d = 0; d < r->from->rank && d < r->to->rank && !differs; d++)
            differs = uses_axis(r->from->dims[d].axes, a) != uses_axis(r->to->dims[d].axes, a) ||
                      (uses_axis(r->from->dims[d].axes, a) && !axis_list_equal(r->from->dims[d].axes, r->to->dims[d].axes));
        if (differs)
            v[n++] = (AxisRef){ a, 1, mesh->axes[a].size };
    }
    return (AxisList){ v, n };
}

static void behind_operands(Roots *r, const IrOp *op, const IrOp *but, AxisList axes, GArray *out)
{
    for (int i = 0; op && i < op->n_operands; i++) {
        IrValue v = value_resolve(op->operands[i], 0);
        if (v.op != but && op->operands[i]->type->kind == TYPE_ARRAY)
            roots_of(r, v.op->id, v.leaf, axes, out);
    }
}

void roots_of_value(Roots *r, const Reshard *reshard, const IrOp *value, AxisList axes, GArray *out)
{
    enum { MAX_VALUES = 60 };
    roots_of(r, reshard->value_op, reshard->leaf, axes, out);
    if (!reshard->from->unreduced.n || !value)
        return;
    const IrOp *queue[MAX_VALUES] = { value }; /* a partial sum may have passed through other ops */
    for (int i = 0, n = 1; i < n; i++) {
        guint before = out->len;
        behind_operands(r, queue[i], NULL, axes, out); /* whose summed dims are split */
        if (out->len > before)
            return;
        for (int k = 0; k < queue[i]->n_operands && n < MAX_VALUES; k++)
            if (queue[i]->operands[k]->type->kind == TYPE_ARRAY)
                queue[n++] = value_resolve(queue[i]->operands[k], 0).op;
    }
}

void roots_of_user(Roots *r, const IrOp *value, const IrOp *user, AxisList axes, GArray *out)
{
    if (!user)
        return;
    behind_operands(r, user, value, axes, out);
    if (user->type->kind == TYPE_ARRAY)
        roots_of(r, user->id, 0, axes, out);
}
