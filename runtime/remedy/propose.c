/* Proposes changes worth trying, from the log's record of each reshard: the annotations that decided the layout which the value has,
 * those that decided the layout which its user needs, and the mesh axes in which the two differ. Annotations are edited (edit.c),
 * removed, moved to a neighbouring value, or added. Whether a change helps is found out later, by compiling (try.c). */
#include "runtime/remedy/remedy_impl.h"

#include <string.h>

#include "runtime/shard/spell.h"

enum { MAX_RESHARDS = 60, MAX_PROPOSALS = 600, MAX_ROOTS = 12 };

void search_init(Search *s, const Compiled *c, Arena *arena)
{
    *s = (Search){ .c = c, .arena = arena, .roots = roots_new(c->log), .known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL) };
    s->words = decision_log_new();
    s->labels = labels_new(c->whole, s->words);
    s->n_ops = MAX(c->whole->next_id, c->input->next_id);
    s->ops = g_new0(IrOp *, s->n_ops + 1);
    const IrModule *const modules[] = { c->input, c->whole };
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < modules[k]->n_comps; i++)
            for (int j = 0; j < modules[k]->comps[i]->n_ops; j++)
                s->ops[modules[k]->comps[i]->ops[j]->id] = modules[k]->comps[i]->ops[j];
    s->family = g_new0(char *, c->log->annotations.n + 1);
    s->wide = g_new0(char *, c->log->annotations.n + 1);
    for (int i = 0; i < c->log->annotations.n; i++) {
        s->family[i] = remedy_family_of(s, i, false);
        s->wide[i] = remedy_family_of(s, i, true);
    }
}

void search_clear(Search *s)
{
    for (int i = 0; i < s->c->log->annotations.n; i++) {
        g_free(s->family[i]);
        g_free(s->wide[i]);
    }
    g_free(s->family);
    g_free(s->wide);
    g_free(s->ops);
    vec_clear(&s->proposals);
    g_hash_table_destroy(s->known);
    roots_free(s->roots);
    labels_free(s->labels);
    decision_log_free(s->words);
}

const IrOp *search_op(const Search *s, int id)
{
    return id >= 0 && id < s->n_ops ? s->ops[id] : NULL;
}

/* ---- the list --------------------------------------------------------------------------------------------------- */

static void meant_for(Search *s, Proposal *p, int reshard)
{
    for (int i = 0; i < p->n_reshards; i++)
        if (p->reshards[i] == reshard)
            return;
    int *more = arena_array(s->arena, int, p->n_reshards + 1);
    if (p->n_reshards)
        memcpy(more, p->reshards, sizeof(int) * (size_t)p->n_reshards);
    more[p->n_reshards++] = reshard;
    p->reshards = more;
}

static void add(Search *s, const RemedyChange *changes, int n, double score)
{
    g_autoptr(GString) key = g_string_new(NULL);
    for (int i = 0; i < n; i++) {
        g_string_append_printf(key, "%d %d %d ", changes[i].kind, changes[i].op, changes[i].leaf);
        if (changes[i].to)
            sharding_print_sdy(key, changes[i].to, false);
    }
    int at = GPOINTER_TO_INT(g_hash_table_lookup(s->known, key->str)) - 1;
    if (at >= 0) { /* proposed for another reshard already */
        s->proposals.v[at].score += score;
        meant_for(s, &s->proposals.v[at], s->for_reshard);
        return;
    }
    if (s->proposals.n >= MAX_PROPOSALS)
        return;
    Proposal p = { arena_dup_array(s->arena, changes, n), n, score, NULL, 0 };
    meant_for(s, &p, s->for_reshard);
    vec_push(&s->proposals, p);
    g_hash_table_insert(s->known, g_strdup(key->str), GINT_TO_POINTER(s->proposals.n));
}

/* JAX requires dims of arguments and results to be divisible by their number of parts. */
static bool divides(const Type *t, const Sharding *to)
{
    for (int d = 0; d < to->rank; d++)
        if (t->dims[d] % sharding_parts(to, d) != 0)
            return false;
    return true;
}

static bool fits(const Type *t, const Sharding *to, int kind)
{
    return t && t->kind == TYPE_ARRAY && (!to || (to->rank == t->rank && (kind == KIND_CONSTRAINT || divides(t, to))));
}

static RemedyChange change_of(const Search *s, int annotation, const Sharding *to)
{
    const Annotation *a = &s->c->log->annotations.v[annotation];
    return (RemedyChange){ a->kind == KIND_OVERRIDE ? KIND_PARAMETER : a->kind, a->op, a->leaf, annotation, to, a->loc };
}

/* One annotation changed to `to` (NULL = left out). */
typedef struct SameChange {
    int annotation;
    const Sharding *to;
    double score;
} SameChange;

/* The change for all of the annotation's family, if it has more than `least` members; how many it has. `kinds` may be NULL. */
static int propose_family(Search *s, char *const *family, SameChange p, int least, bool *kinds)
{
    int annotation = p.annotation;
    VEC(RemedyChange) all = { 0 };
    for (int i = 0; i < s->c->log->annotations.n; i++) /* in the log's order, so that each member makes the same proposal */
        if (i == annotation || (family[annotation] && family[i] && g_str_equal(family[i], family[annotation]))) {
            RemedyChange other = change_of(s, i, p.to);
            if (kinds)
                kinds[other.kind] = true;
            vec_push(&all, other);
        }
    int n = all.n;
    if (n > least)
        add(s, all.v, n, p.score);
    vec_clear(&all);
    return n;
}

/* Proposes to change one annotation to `to` (NULL = remove it), and to change its whole family likewise: an argument and the result
 * that is its next value must stay equal, other members may differ. */
static void propose(Search *s, int annotation, const Sharding *to, double score)
{
    const Annotation *a = &s->c->log->annotations.v[annotation];
    RemedyChange one = change_of(s, annotation, to);
    const Type *t = remedy_type_of(s, &one);
    if (!fits(t, to, one.kind) || (to && sharding_same_layout(to, a->sharding)))
        return;
    bool kinds[9] = { false };
    int n = propose_family(s, s->family, (SameChange){ annotation, to, score }, 1, kinds);
    if (propose_family(s, s->wide, (SameChange){ annotation, to, score * 0.9 }, n, NULL) > n || n > 1)
        score *= 0.5;
    if (!kinds[KIND_PARAMETER] || !kinds[KIND_RESULT])
        add(s, &one, 1, score);
}

static bool is_backward(const IrOp *op)
{
    return op->op_name && strstr(op->op_name, "transpose(jvp");
}

/* Values that one source line computes in several calls, in the same layout, get one constraint together. */
static bool same_call(const IrOp *a, const IrOp *b)
{
    return a->code == b->code && a->type->plain == b->type->plain && a->loc && b->loc && a->loc->file && b->loc->file &&
           a->loc->line == b->loc->line && a->loc->col == b->loc->col && g_str_equal(a->loc->file, b->loc->file) &&
           is_backward(a) == is_backward(b);
}

/* Proposes a new annotation. */
static void propose_new(Search *s, int kind, int op, int leaf, const Sharding *to, double score)
{
    const IrOp *on = search_op(s, op);
    RemedyChange one = { kind, op, leaf, -1, to, on && kind != KIND_RESULT ? on->loc : NULL };
    if (!on || to->unreduced.n || to->maximal || !fits(remedy_type_of(s, &one), to, kind) || roots_annotation_on(s->roots, op, leaf) >= 0)
        return;
    if (kind == KIND_CONSTRAINT && is_backward(on))
        score *= on->parent == s->c->whole->entry || on->parent == s->c->input->entry ? 0.5 : 0.2; /* in other places an edit in JAX is harder */
    VEC(RemedyChange) all = { 0 };
    vec_push(&all, one);
    for (int i = 0; kind == KIND_CONSTRAINT && i < s->c->log->reshards.n; i++) {
        const Reshard *r = &s->c->log->reshards.v[i];
        const IrOp *other = r->shared_with ? NULL : search_op(s, r->value_op);
        bool known = !other || r->leaf != leaf || !same_call(on, other);
        for (int k = 0; k < all.n && !known; k++)
            known = all.v[k].op == r->value_op;
        if (!known && roots_annotation_on(s->roots, r->value_op, leaf) < 0)
            vec_push(&all, ((RemedyChange){ kind, r->value_op, leaf, -1, to, other->loc }));
    }
    add(s, all.v, all.n, score);
    vec_clear(&all);
}

/* ---- from reshards ------------------------------------------------------------------------------------------------------ */

static bool same_shape(const Type *a, const Type *b)
{
    if (a->kind != TYPE_ARRAY || b->kind != TYPE_ARRAY || a->rank != b->rank)
        return false;
    for (int d = 0; d < a->rank; d++)
        if (a->dims[d] != b->dims[d])
            return false;
    return true;
}

/* Proposes to move a constraint from its value to an operand that the value is computed from and that has the same shape. */
static void propose_earlier(Search *s, int note, double score)
{
    const IrOp *op = search_op(s, s->c->log->annotations.v[note].op), *of = op && op->n_operands == 1 ? op->operands[0] : NULL;
    const Sharding *keep = remedy_plain(s, s->c->log->annotations.v[note].sharding);
    for (int i = 0; of && of->code != OP_parameter && i < of->n_operands; i++) {
        IrValue v = value_resolve(of->operands[i], 0);
        if (!same_shape(v.op->type, op->type) || v.op->code == OP_parameter || roots_annotation_on(s->roots, v.op->id, v.leaf) >= 0)
            continue;
        RemedyChange both[2] = { change_of(s, note, NULL), { KIND_CONSTRAINT, v.op->id, v.leaf, -1, keep, v.op->loc } };
        add(s, both, 2, score);
    }
}

/* Values where a constraint could be put: the value itself, and those that it only renames or converts. */
static void propose_at_value(Search *s, const Reshard *r, const IrOp *op, int leaf, double score)
{
    IrValue v = value_resolve((IrOp *)op, leaf);
    int note = roots_annotation_on(s->roots, v.op->id, v.leaf);
    if (r->to->unreduced.n)
        return;
    const Sharding *to = remedy_plain(s, r->to);
    if (note >= 0)
        propose(s, note, to, score);
    else if (v.op->code == OP_parameter && v.op->parent && v.op->parent == v.op->parent->module->entry)
        propose_new(s, KIND_PARAMETER, v.op->id, v.leaf, to, score);
    else if (!r->from->unreduced.n && v.op->type->kind == TYPE_ARRAY)
        propose_new(s, KIND_CONSTRAINT, v.op->id, v.leaf, to, score * 0.6);
}

static void propose_at_user(Search *s, const Reshard *r, double score)
{
    const IrOp *user = search_op(s, r->user_op), *value = search_op(s, r->value_op);
    const Sharding *from = remedy_plain(s, r->from);
    int note = -1;
    if (user && user->code == OP_constraint)
        note = roots_annotation_on(s->roots, user->id, 0);
    else if (r->cause == CAUSE_OUTPUT && s->c->input->entry->root)
        note = roots_annotation_on(s->roots, s->c->input->entry->root->id, MAX(r->user_pos, 0));
    if (note >= 0) {
        propose(s, note, from, score);
        propose(s, note, NULL, score * 0.9);
        if (user && user->code == OP_constraint)
            propose_earlier(s, note, score * 0.6);
    } else if (r->cause == CAUSE_OUTPUT && s->c->input->entry->root) {
        propose_new(s, KIND_RESULT, s->c->input->entry->root->id, MAX(r->user_pos, 0), from, score);
    } else if (user && value && user->code != OP_constraint && same_shape(user->type, value->type)) {
        propose_new(s, KIND_CONSTRAINT, user->id, 0, from, score * 0.6); /* the user keeps its input's layout */
    }
}

/* Partial sums need not become whole on every device: a constraint can leave each device a part of the total. */
static void propose_scattered(Search *s, const Reshard *r, AxisList axes, double score)
{
    if (!r->from->unreduced.n || !search_op(s, r->value_op) || search_op(s, r->value_op)->type->kind != TYPE_ARRAY)
        return;
    const Sharding *base = remedy_plain(s, r->to);
    for (int k = 0; k < axes.n; k++)
        for (int d = 0; d < base->rank && remedy_dim_with(base, axes.v[k].axis) < 0; d++)
            propose_new(s, KIND_CONSTRAINT, r->value_op, r->leaf, remedy_with_axis(s, base, d, axes.v[k].axis), score / (1 + 0.2 * d));
}

static void propose_from_roots(Search *s, GArray *notes, AxisList axes, double score)
{
    g_autoptr(GArray) edits = g_array_new(FALSE, FALSE, sizeof(EditedTo));
    for (guint i = 0; i < MIN(notes->len, MAX_ROOTS); i++) {
        int note = g_array_index(notes, int, i);
        const Annotation *a = &s->c->log->annotations.v[note];
        if (!a->sharding || a->sharding->maximal || (a->kind > KIND_CONSTRAINT && a->kind != KIND_OVERRIDE))
            continue;
        double nearer = score / (1 + 0.2 * i);
        g_array_set_size(edits, 0);
        for (int k = 0; k < axes.n; k++)
            remedy_edits(s, a->sharding, axes.v[k].axis, edits);
        for (guint k = 0; k < edits->len; k++)
            propose(s, note, g_array_index(edits, EditedTo, k).to, nearer * g_array_index(edits, EditedTo, k).weight);
        if (a->kind == KIND_CONSTRAINT)
            propose(s, note, NULL, nearer);
    }
}

static void propose_for(Search *s, const Reshard *r, double score)
{
    const IrOp *value = search_op(s, r->value_op), *user = search_op(s, r->user_op);
    if (!value || !r->from || !r->to || r->from->maximal || r->to->maximal)
        return;
    s->for_reshard = r->id;
    AxisList axes = roots_axes(s->arena, r);
    g_autoptr(GArray) notes = g_array_new(FALSE, FALSE, sizeof(int));
    propose_at_value(s, r, value, r->leaf, score);
    propose_at_user(s, r, score);
    roots_of_value(s->roots, r, value, axes, notes);
    propose_from_roots(s, notes, axes, score * 0.7);
    g_array_set_size(notes, 0);
    roots_of_user(s->roots, value, user, (AxisList){ 0 }, notes);
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
