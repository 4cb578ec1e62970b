/* Changes worth trying, from what the log knows of each reshard: who wrote the sharding that the value has, who wrote what
 * the user of the value wants, and which mesh axes the two disagree about. An axis in question is left out, moved to
 * another dim, exchanged with another dim's, or added where it is missing. Whether a change helps is not asked here. */
#include "runtime/api/remedy_impl.h"

#include <string.h>

#include "runtime/shard/spell.h"

enum { MAX_RESHARDS = 60, KIND_PARAMETER = 1, KIND_RESULT = 2, KIND_CONSTRAINT = 3, KIND_OVERRIDE = 8 };

/* ---- arrays of one role ---------------------------------------------------------------------------------------- */

/* The keys that end a framework's name, at most two, digits made alike: "['layer_#']['w1']" of "p['layer_12']['w1']"; the
 * whole name where it has none. */
static char *role_of(const char *name)
{
    const char *start = name + strlen(name), *p = start;
    for (int k = 0; k < 2 && p > name && p[-1] == ']'; k++) {
        const char *open = p - 1;
        while (open > name && *open != '[')
            open--;
        if (*open != '[')
            break;
        start = p = open;
    }
    GString *out = g_string_new(NULL);
    for (const char *c = *start ? start : name; *c; c++) {
        if (!g_ascii_isdigit(*c) || *start == 0)
            g_string_append_c(out, *c);
        else if (c == start || !g_ascii_isdigit(c[-1]))
            g_string_append_c(out, '#');
    }
    return g_string_free(out, FALSE);
}

static const Type *type_of(const Search *s, const RemedyChange *change)
{
    const IrOp *op = search_op(s, change->op);
    return op && change->leaf < type_n_leaves(op->type) ? type_leaf(op->type, change->leaf) : NULL;
}

/* A trained array stands in the program as an argument, a result, and again as moments of the optimiser: whoever changes
 * its sharding changes them together. Same role, shape and sharding. Calls of a
 * line that constrains are changed together too. */
static char *family_of(const Search *s, int annotation)
{
    const Annotation *a = &s->c->log->annotations.v[annotation];
    if (a->kind == KIND_CONSTRAINT && a->sharding && a->loc && a->loc->file) { /* one line of code that several calls reach */
        g_autoptr(GString) key = g_string_new(NULL);
        g_string_printf(key, "%s:%d:%d ", a->loc->file, a->loc->line, a->loc->col);
        sharding_print_sdy(key, a->sharding, false);
        return g_strdup(key->str);
    }
    if ((a->kind != KIND_PARAMETER && a->kind != KIND_RESULT && a->kind != KIND_OVERRIDE) || !a->sharding)
        return NULL;
    RemedyChange as = { .kind = a->kind, .op = a->op, .leaf = a->leaf };
    const Type *t = type_of(s, &as);
    if (!t || t->kind != TYPE_ARRAY)
        return NULL;
    const char *name = remedy_name_of(s, a->kind, a->op, a->leaf);
    if (!strchr(name, '['))
        return NULL;
    g_autofree char *role = role_of(name);
    g_autoptr(GString) key = g_string_new(role);
    for (int d = 0; d < t->rank; d++)
        g_string_append_printf(key, "|%" G_GINT64_FORMAT, t->dims[d]);
    sharding_print_sdy(key, sharding_closed(s->c->whole->shardings, a->sharding), false);
    return g_strdup(key->str);
}

void search_init(Search *s, const Compiled *c, Arena *arena)
{
    *s = (Search){ .c = c, .arena = arena, .roots = roots_new(c->log), .known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL) };
    s->n_ops = MAX(c->whole->next_id, c->input->next_id);
    s->ops = g_new0(IrOp *, s->n_ops + 1);
    const IrModule *const modules[] = { c->input, c->whole };
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < modules[k]->n_comps; i++)
            for (int j = 0; j < modules[k]->comps[i]->n_ops; j++)
                s->ops[modules[k]->comps[i]->ops[j]->id] = modules[k]->comps[i]->ops[j];
    s->family = g_new0(char *, c->log->annotations.n + 1);
    for (int i = 0; i < c->log->annotations.n; i++)
        s->family[i] = family_of(s, i);
}

void search_clear(Search *s)
{
    for (int i = 0; i < s->c->log->annotations.n; i++)
        g_free(s->family[i]);
    g_free(s->family);
    g_free(s->ops);
    vec_clear(&s->proposals);
    g_hash_table_destroy(s->known);
    roots_free(s->roots);
}

const IrOp *search_op(const Search *s, int id)
{
    return id >= 0 && id < s->n_ops ? s->ops[id] : NULL;
}

/* ---- proposals --------------------------------------------------------------------------------------------------- */

static void add(Search *s, const RemedyChange *changes, int n, double score)
{
    g_autoptr(GString) key = g_string_new(NULL);
    for (int i = 0; i < n; i++) {
        g_string_append_printf(key, "%d %d %d ", changes[i].kind, changes[i].op, changes[i].leaf);
        if (changes[i].to)
            sharding_print_sdy(key, changes[i].to, false);
    }
    int at = GPOINTER_TO_INT(g_hash_table_lookup(s->known, key->str)) - 1;
    if (at >= 0) { /* wanted for several reshards */
        s->proposals.v[at].score += score;
        return;
    }
    Proposal p = { arena_dup_array(s->arena, changes, n), n, score };
    vec_push(&s->proposals, p);
    g_hash_table_insert(s->known, g_strdup(key->str), GINT_TO_POINTER(s->proposals.n));
}

/* JAX takes no uneven arguments and results. */
static bool divides(const Type *t, const Sharding *to)
{
    for (int d = 0; d < to->rank; d++)
        if (t->dims[d] % sharding_parts(to, d) != 0)
            return false;
    return true;
}

/* One annotation changed to `to` (NULL = left out), and the same for all arrays of its role. */
static void propose(Search *s, int annotation, const Sharding *to, double score)
{
    const Annotation *a = &s->c->log->annotations.v[annotation];
    int kind = a->kind == KIND_OVERRIDE ? KIND_PARAMETER : a->kind;
    RemedyChange one = { kind, a->op, a->leaf, annotation, to, a->loc };
    const Type *t = type_of(s, &one);
    if (!t || t->kind != TYPE_ARRAY || (to && (to->rank != t->rank || sharding_same_layout(to, a->sharding))) ||
        (to && kind != KIND_CONSTRAINT && !divides(t, to)))
        return;
    VEC(RemedyChange) all = { 0 };
    vec_push(&all, one);
    for (int i = 0; s->family[annotation] && i < s->c->log->annotations.n; i++) {
        const Annotation *b = &s->c->log->annotations.v[i];
        if (i != annotation && s->family[i] && g_str_equal(s->family[i], s->family[annotation])) {
            RemedyChange other = { b->kind == KIND_OVERRIDE ? KIND_PARAMETER : b->kind, b->op, b->leaf, i, to, b->loc };
            vec_push(&all, other);
        }
    }
    if (all.n > 1) {
        /* in the annotations' order, so that each member proposes the same */
        for (int i = 1; i < all.n; i++)
            for (int k = i; k > 0 && all.v[k].annotation < all.v[k - 1].annotation; k--) {
                RemedyChange swap = all.v[k];
                all.v[k] = all.v[k - 1];
                all.v[k - 1] = swap;
            }
        add(s, all.v, all.n, score);
        score *= 0.5;
    }
    add(s, &one, 1, score);
    vec_clear(&all);
}

/* An annotation where there was none. */
static void propose_new(Search *s, int kind, int op, int leaf, const Sharding *to, double score)
{
    const IrOp *on = search_op(s, op);
    RemedyChange one = { kind, op, leaf, -1, to, on ? on->loc : NULL };
    const Type *t = type_of(s, &one);
    if (!t || t->kind != TYPE_ARRAY || to->rank != t->rank || to->unreduced.n || !divides(t, to))
        return;
    add(s, &one, 1, score);
}

/* ---- edits of a sharding --------------------------------------------------------------------------------------------- */

static int dim_with(const Sharding *s, int axis)
{
    for (int d = 0; d < s->rank; d++)
        for (int k = 0; k < s->dims[d].axes.n; k++)
            if (s->dims[d].axes.v[k].axis == axis)
                return d;
    return -1;
}

static bool uses_axis(AxisList l, int axis)
{
    for (int i = 0; i < l.n; i++)
        if (l.v[i].axis == axis)
            return true;
    return false;
}

static AxisList without(Search *s, AxisList l, int axis)
{
    AxisRef *v = arena_array(s->arena, AxisRef, l.n + 1);
    int n = 0;
    for (int i = 0; i < l.n; i++)
        if (l.v[i].axis != axis)
            v[n++] = l.v[i];
    return (AxisList){ v, n };
}

static AxisList with(Search *s, AxisList l, int axis)
{
    AxisRef *whole = arena_array(s->arena, AxisRef, 1); /* which a list of its own may borrow */
    *whole = (AxisRef){ axis, 1, s->c->whole->mesh->axes[axis].size };
    return axis_list_concat(s->arena, l, (AxisList){ whole, 1 });
}

/* `base` with the axes of two dims replaced (the second may be -1), explicit replication forgotten. */
static const Sharding *edited(Search *s, const Sharding *base, int d, AxisList at_d, int e, AxisList at_e)
{
    Sharding out = *base;
    DimSharding *dims = arena_dup_array(s->arena, base->dims, base->rank);
    for (int i = 0; i < base->rank; i++)
        dims[i].priority = -1;
    dims[d].axes = at_d;
    if (e >= 0)
        dims[e].axes = at_e;
    out.dims = dims;
    out.replicated = out.unreduced = out.manual = (AxisList){ 0 };
    return sharding_intern(s->c->whole->shardings, &out);
}

/* Everything that can be done with one axis in one annotation. */
static void edit_axis(Search *s, int annotation, int axis, double score)
{
    const Sharding *have = s->c->log->annotations.v[annotation].sharding;
    if (have->maximal || axis >= have->mesh->n_axes)
        return;
    int d = dim_with(have, axis), rest = 0;
    AxisList none = { 0 };
    if (d < 0) {
        for (int e = 0; e < have->rank; e++)
            propose(s, annotation, edited(s, have, e, with(s, have->dims[e].axes, axis), -1, none), score / (1 + 0.1 * rest++));
        return;
    }
    AxisList left = without(s, have->dims[d].axes, axis);
    propose(s, annotation, edited(s, have, d, left, -1, none), score);
    for (int e = 0; e < have->rank; e++) {
        if (e == d)
            continue;
        rest++;
        if (have->dims[e].axes.n)
            propose(s, annotation, edited(s, have, d, have->dims[e].axes, e, have->dims[d].axes), score / (1 + 0.1 * rest));
        propose(s, annotation, edited(s, have, d, left, e, with(s, have->dims[e].axes, axis)), score / (1 + 0.1 * rest));
    }
}

/* ---- from reshards ------------------------------------------------------------------------------------------------------ */

/* Mesh axes that the two layouts disagree about. */
static AxisList axes_in_question(Search *s, const Reshard *r)
{
    const Mesh *mesh = s->c->whole->mesh;
    AxisRef *v = arena_array(s->arena, AxisRef, mesh->n_axes + 1);
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

static const Sharding *plain(Search *s, const Sharding *from)
{
    return from->maximal || !from->rank ? from : edited(s, from, 0, from->dims[0].axes, -1, (AxisList){ 0 });
}

static void propose_from_roots(Search *s, GArray *notes, AxisList axes, double score)
{
    for (guint i = 0; i < notes->len; i++) {
        int note = g_array_index(notes, int, i);
        const Annotation *a = &s->c->log->annotations.v[note];
        if (!a->sharding || a->sharding->maximal || (a->kind > KIND_CONSTRAINT && a->kind != KIND_OVERRIDE))
            continue;
        double nearer = score / (1 + 0.2 * i);
        for (int k = 0; k < axes.n; k++)
            edit_axis(s, note, axes.v[k].axis, nearer);
        if (a->kind == KIND_CONSTRAINT)
            propose(s, note, NULL, nearer);
    }
}

/* The value itself, and what it only renames or converts: where an annotation could stand. */
static void propose_at_value(Search *s, const Reshard *r, const IrOp *op, int leaf, double score)
{
    IrValue v = value_resolve((IrOp *)op, leaf);
    int note = roots_annotation_on(s->roots, v.op->id, v.leaf);
    const Sharding *to = r->to->unreduced.n ? NULL : plain(s, r->to);
    if (note >= 0 && to)
        propose(s, note, to, score);
    else if (to && v.op->code == OP_parameter && v.op->parent && v.op->parent == v.op->parent->module->entry)
        propose_new(s, KIND_PARAMETER, v.op->id, v.leaf, to, score);
}

static void propose_at_user(Search *s, const Reshard *r, double score)
{
    const IrOp *user = search_op(s, r->user_op);
    const Sharding *from = plain(s, r->from);
    int note = -1;
    if (user && user->code == OP_constraint)
        note = roots_annotation_on(s->roots, user->id, 0);
    else if (r->cause == CAUSE_OUTPUT && s->c->input->entry->root)
        note = roots_annotation_on(s->roots, s->c->input->entry->root->id, MAX(r->user_pos, 0));
    if (note < 0)
        return;
    propose(s, note, from, score);
    propose(s, note, NULL, score * 0.9);
}

/* Partial sums need not be made whole everywhere: a constraint can leave each device a part of them. */
static void propose_scattered(Search *s, const Reshard *r, AxisList axes, double score)
{
    if (!r->from->unreduced.n || !search_op(s, r->value_op) || search_op(s, r->value_op)->type->kind != TYPE_ARRAY)
        return;
    const Sharding *base = plain(s, r->to);
    for (int k = 0; k < axes.n; k++)
        for (int d = 0; d < base->rank && dim_with(base, axes.v[k].axis) < 0; d++)
            propose_new(s, KIND_CONSTRAINT, r->value_op, r->leaf,
                        edited(s, base, d, with(s, base->dims[d].axes, axes.v[k].axis), -1, (AxisList){ 0 }), score / (1 + 0.2 * d));
}

static void propose_for(Search *s, const Reshard *r, double score)
{
    const IrOp *value = search_op(s, r->value_op), *user = search_op(s, r->user_op);
    if (!value || !r->from || !r->to || r->from->maximal || r->to->maximal)
        return;
    AxisList axes = axes_in_question(s, r);
    g_autoptr(GArray) notes = g_array_new(FALSE, FALSE, sizeof(int));
    propose_at_value(s, r, value, r->leaf, score);
    propose_at_user(s, r, score);
    roots_of(s->roots, value->id, r->leaf, axes, notes);
    if (r->from->unreduced.n) /* whose contracted dims are split */
        for (int i = 0; i < value->n_operands; i++) {
            IrValue v = value_resolve(value->operands[i], 0);
            roots_of(s->roots, v.op->id, v.leaf, axes, notes);
        }
    propose_from_roots(s, notes, axes, score * 0.7);
    g_array_set_size(notes, 0);
    for (int i = 0; user && i < user->n_operands; i++) {
        IrValue v = value_resolve(user->operands[i], 0);
        if (user->operands[i]->type->kind == TYPE_ARRAY && v.op != value)
            roots_of(s->roots, v.op->id, v.leaf, (AxisList){ 0 }, notes);
    }
    if (user && user->type->kind == TYPE_ARRAY)
        roots_of(s->roots, user->id, 0, (AxisList){ 0 }, notes);
    propose_from_roots(s, notes, axes, score * 0.5);
    propose_scattered(s, r, axes, score * 0.4);
}

static int by_score(gconstpointer a, gconstpointer b)
{
    const Proposal *x = a, *y = b;
    return x->score > y->score ? -1 : x->score < y->score;
}

static int by_cost(gconstpointer a, gconstpointer b)
{
    const Reshard *x = *(const Reshard *const *)a, *y = *(const Reshard *const *)b;
    double cx = x->est_ns * (double)x->trips, cy = y->est_ns * (double)y->trips;
    return cx > cy ? -1 : cx < cy ? 1 : x->id - y->id;
}

void remedy_propose(Search *s)
{
    g_autoptr(GPtrArray) costly = g_ptr_array_new();
    for (int i = 0; i < s->c->log->reshards.n; i++) {
        Reshard *r = &s->c->log->reshards.v[i];
        if (!r->shared_with && r->bytes_moved > 0)
            g_ptr_array_add(costly, r);
    }
    g_ptr_array_sort(costly, by_cost);
    for (guint i = 0; i < costly->len && i < MAX_RESHARDS; i++) {
        const Reshard *r = costly->pdata[i];
        propose_for(s, r, r->est_ns * (double)r->trips);
    }
    if (s->proposals.n)
        qsort(s->proposals.v, (size_t)s->proposals.n, sizeof(Proposal), by_score);
}
