/* Shardy's own collectives, checked: what each says it moves must lead from its operand's sharding to its result's.
 * Once shardings are settled they are reshards like others: how the tiles get there is the planner's business.
 * Source: the definitions of these ops in Shardy's dialect. Start at import_check_move. */
#include <string.h>

#include "runtime/passes/import_impl.h"

typedef struct Move {
    Import *im;
    const IrOp *op;
    const Sharding *from, *to; /* from: NULL = the operand has none, which is whole */
    AxisList *dims;            /* axes by dim, as the op lists them */
    int n_dims;
    int *sources, *targets;    /* all-to-all: dims of each list */
    GError **error;
} Move;

static bool bad(const Move *m, const char *fmt, ...) G_GNUC_PRINTF(2, 3);
static bool bad(const Move *m, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    g_autofree char *what = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    return diag(m->error, SHARD_ERROR_VERIFY, OP_AT(m->op), NULL, "%s: %s", m->op->a.custom.target, what);
}

static bool is(const Move *m, const char *name)
{
    return strcmp(m->op->a.custom.target + strlen("sdy."), name) == 0;
}

static const char *names_of(const Move *m, AxisList a)
{
    GString *s = g_string_new(NULL);
    axis_list_print(s, m->to->mesh, a);
    const char *copy = arena_strdup(m->im->scratch, s->str);
    g_string_free(s, TRUE);
    return copy;
}

/* ---- what the op lists ----------------------------------------------------------------------------------------- */

/* One {..} at *p; moves *p behind it. */
static bool read_set(Move *m, const char **p, AxisList *out)
{
    const char *end = strchr(*p, '}');
    if (**p != '{' || !end)
        return bad(m, "its axes are not a list of {..}");
    g_autofree char *text = g_strndup(*p, (gsize)(end - *p) + 1);
    *p = end + 1;
    return axis_list_parse(m->im->scratch, text, m->to->mesh, out, OP_AT(m->op), m->error);
}

static void skip(const char **p, const char *chars)
{
    *p += strspn(*p, chars);
}

/* ": 1->0" of an all-to-all. */
static bool read_way(Move *m, const char **p, int at)
{
    char *end;
    skip(p, " :");
    m->sources[at] = (int)g_ascii_strtoll(*p, &end, 10);
    if (strncmp(end, "->", 2) != 0)
        return bad(m, "a list of axes without its dimensions, such as 1->0");
    m->targets[at] = (int)g_ascii_strtoll(end + 2, &end, 10);
    *p = end;
    return true;
}

static bool read_lists(Move *m)
{
    static const char *const keys[] = { "axes", "gathering_axes", "slicing_axes", "reduce_scatter_axes", "reduction_axes", "params" };
    const char *text = NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(keys) && !text; i++)
        text = pair_get(m->op->pairs, m->op->n_pairs, keys[i]);
    if (!text)
        return is(m, "collective_permute") || bad(m, "it does not say what moves");
    const char *p = strpbrk(text, "[{");
    if (!p)
        return bad(m, "its axes are not a list");
    bool list = *p == '[';
    int room = 1;
    for (const char *c = p; *c; c++)
        room += *c == '{';
    m->dims = arena_array(m->im->scratch, AxisList, room);
    m->sources = arena_array(m->im->scratch, int, room);
    m->targets = arena_array(m->im->scratch, int, room);
    for (p += list; *p && *p != ']'; m->n_dims++) {
        skip(&p, " ,");
        if (!read_set(m, &p, &m->dims[m->n_dims]) || (is(m, "all_to_all") && !read_way(m, &p, m->n_dims)))
            return false;
        if (!list) {
            m->n_dims++;
            break;
        }
        skip(&p, " ");
        if (*p != ',' && *p != ']')
            return bad(m, "text left over in its axes: \"%.20s\"", p);
    }
    return true;
}

/* ---- shardings ------------------------------------------------------------------------------------------------- */

static AxisList from_dim(const Move *m, int d)
{
    return m->from ? m->from->dims[d].axes : (AxisList){ 0 };
}

/* What is left of `a` without the suffix; false if it does not end so. */
static bool without_suffix(const Move *m, AxisList a, AxisList suffix, AxisList *out)
{
    AxisRef *v = arena_array(m->im->scratch, AxisRef, a.n);
    if (a.n)
        memcpy(v, a.v, sizeof *v * (size_t)a.n);
    int n = a.n;
    for (int i = suffix.n - 1; i >= 0; i--) {
        AxisRef s = suffix.v[i];
        if (n == 0 || v[n - 1].axis != s.axis || v[n - 1].pre * v[n - 1].size != s.pre * s.size || s.pre < v[n - 1].pre)
            return false;
        if (s.pre == v[n - 1].pre)
            n--;
        else
            v[n - 1].size = s.pre / v[n - 1].pre;
    }
    *out = (AxisList){ v, n };
    return true;
}

static bool expect_dim(const Move *m, int d, AxisList want)
{
    AxisList merged = axis_list_merged(m->im->scratch, want);
    if (axis_list_equal(merged, m->to->dims[d].axes))
        return true;
    return bad(m, "dimension %d of its result is split by [%s], not by [%s] as what moves says", d, names_of(m, m->to->dims[d].axes), names_of(m, merged));
}

/* marks: also which dims are open, and their priorities. */
static bool same_dims(const Move *m, bool marks)
{
    for (int d = 0; d < m->to->rank; d++)
        if (!axis_list_equal(from_dim(m, d), m->to->dims[d].axes) ||
            (marks && (m->to->dims[d].open != (m->from && m->from->dims[d].open) || (m->from && m->to->dims[d].priority != m->from->dims[d].priority))))
            return bad(m, "operand and result are split differently in dimension %d", d);
    return true;
}

static bool overlap(AxisList a, AxisList b)
{
    for (int i = 0; i < a.n; i++)
        for (int k = 0; k < b.n; k++)
            if (axis_overlaps(a.v[i], b.v[k]))
                return true;
    return false;
}

/* The one set of all-reduce and of what turns replicated into partial: in mesh order, free in the operand. */
static bool check_set(const Move *m, AxisList set, bool replicated_too)
{
    AxisList sorted = axis_list_sorted(m->im->scratch, m->to->mesh, set);
    if (!axis_list_equal(sorted, set))
        return bad(m, "its axes %s are not in the mesh's order, or could be written as fewer", names_of(m, set));
    for (int d = 0; d < m->to->rank; d++)
        if (overlap(set, from_dim(m, d)))
            return bad(m, "axis %s already splits dimension %d of its operand", names_of(m, set), d);
    if (replicated_too && m->from && overlap(set, m->from->replicated))
        return bad(m, "axis %s is one along which its operand is the same", names_of(m, set));
    return true;
}

static bool check_partial(const Move *m, AxisList more)
{
    AxisList before = m->from ? m->from->unreduced : (AxisList){ 0 };
    AxisList want = axis_list_sorted(m->im->scratch, m->to->mesh, axis_list_concat(m->im->scratch, before, more));
    return axis_list_equal(want, m->to->unreduced) || bad(m, "its result must be partial along %s", names_of(m, want));
}

/* ---- the ops --------------------------------------------------------------------------------------------------- */

static bool check_per_dim(const Move *m, bool takes)
{
    if (m->n_dims != m->to->rank)
        return bad(m, "%d lists of axes for %d dimensions", m->n_dims, m->to->rank);
    for (int d = 0; d < m->n_dims; d++) {
        AxisList want;
        if (!takes)
            want = axis_list_concat(m->im->scratch, from_dim(m, d), m->dims[d]);
        else if (!without_suffix(m, from_dim(m, d), m->dims[d], &want))
            return bad(m, "dimension %d of its operand, split by [%s], does not end in [%s]", d, names_of(m, from_dim(m, d)), names_of(m, m->dims[d]));
        if (!expect_dim(m, d, want))
            return false;
    }
    return true;
}

static bool check_all_to_all(const Move *m)
{
    int rank = m->to->rank;
    AxisList *now = arena_array(m->im->scratch, AxisList, rank);
    bool *used = arena_array(m->im->scratch, bool, rank);
    for (int d = 0; d < rank; d++)
        now[d] = from_dim(m, d);
    if (!m->n_dims)
        return bad(m, "it moves nothing");
    for (int i = 0; i < m->n_dims; i++) {
        int s = m->sources[i], t = m->targets[i];
        if (s < 0 || s >= rank || t < 0 || t >= rank)
            return bad(m, "%d->%d in %d dimensions", s, t, rank);
        if (used[s] || s == t || used[t] || (i && s < m->sources[i - 1]))
            return bad(m, "its dimensions must differ, sources ascending: %d->%d", s, t);
        used[s] = used[t] = true;
        if (!m->dims[i].n)
            return bad(m, "no axes for %d->%d", s, t);
        if (!without_suffix(m, now[s], m->dims[i], &now[s]))
            return bad(m, "dimension %d of its operand does not end in [%s]", s, names_of(m, m->dims[i]));
        now[t] = axis_list_concat(m->im->scratch, now[t], m->dims[i]);
    }
    for (int d = 0; d < rank; d++)
        if (!expect_dim(m, d, now[d]))
            return false;
    return true;
}

static bool check_permute(const Move *m)
{
    for (int d = 0; d < m->to->rank; d++) {
        int64_t a = axis_list_size(from_dim(m, d)), b = axis_list_size(m->to->dims[d].axes);
        if (a != b)
            return bad(m, "dimension %d is in %" G_GINT64_FORMAT " parts before and %" G_GINT64_FORMAT " behind", d, a, b);
    }
    return true;
}

bool import_check_move(Import *im, const IrOp *op, GError **error)
{
    Move m = { .im = im, .op = op, .to = op->shardings ? op->shardings[0] : NULL, .error = error };
    if (im->override || !m.to || m.to->maximal || op->n_operands != 1 || op->type->kind != TYPE_ARRAY)
        return true;
    IrValue v = value_resolve(op->operands[0], 0);
    m.from = v.op->shardings ? v.op->shardings[v.leaf] : NULL;
    if (m.from && (m.from->maximal || m.from->rank != m.to->rank))
        return true;
    if (!m.from && (is(&m, "all_gather") || is(&m, "all_to_all") || is(&m, "collective_permute")))
        return bad(&m, "its operand has no sharding");
    if (m.from && m.from->mesh != m.to->mesh && m.from->mesh->n_axes && m.to->mesh->n_axes)
        return is(&m, "collective_permute") || bad(&m, "operand and result are on different meshes");
    if (!read_lists(&m))
        return false;
    AxisList set = m.n_dims ? m.dims[0] : (AxisList){ 0 };
    if (is(&m, "all_gather"))
        return check_per_dim(&m, true);
    if (is(&m, "all_slice") || is(&m, "reduce_scatter"))
        return check_per_dim(&m, false);
    if (is(&m, "all_to_all"))
        return check_all_to_all(&m);
    if (is(&m, "collective_permute"))
        return check_permute(&m);
    if (is(&m, "all_reduce"))
        return check_set(&m, set, true) && same_dims(&m, false) && (!overlap(set, m.to->unreduced) || bad(&m, "its result is still partial along %s", names_of(&m, set)));
    if (is(&m, "sharded_to_unreduced")) {
        AxisList all = { 0 };
        for (int d = 0; d < m.n_dims; d++)
            all = axis_list_concat(im->scratch, all, m.dims[d]);
        return check_per_dim(&m, true) && check_partial(&m, all);
    }
    if (is(&m, "replicated_to_unreduced"))
        return (set.n || bad(&m, "no axes")) && check_set(&m, set, false) && same_dims(&m, true) && check_partial(&m, set);
    return true;
}

/* ---- after propagation ----------------------------------------------------------------------------------------- */

void moves_to_reshards(IrModule *m)
{
    for (int c = 0; c < m->n_comps; c++)
        for (int i = 0; i < m->comps[c]->n_ops; i++) {
            IrOp *op = m->comps[c]->ops[i];
            const char *target = op->code == OP_custom_call ? op->a.custom.target : NULL;
            if (!target || !g_str_has_prefix(target, "sdy.") || op->n_operands != 1 ||
                op->type->plain != op->operands[0]->type->plain)
                continue;
            op->code = op->shardings && op->shardings[0] ? OP_reshard : OP_copy;
            op->n_pairs = 0;
            memset(&op->a, 0, sizeof op->a);
        }
}
