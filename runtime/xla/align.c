/* Matches the ops of a divided program with those of the program as written, in its order; see align.h. Which op an op is decides match.c. Start reading
 * at align_new. */
#include "runtime/xla/align_impl.h"

#include <limits.h>
#include <string.h>

/* ---- names ----------------------------------------------------------------------------------------------------------- */

static void note_name(Align *a, const char *name, IrOp *op)
{
    GPtrArray *list = g_hash_table_lookup(a->by_name, name);
    if (!list)
        g_hash_table_insert(a->by_name, (gpointer)name, list = g_ptr_array_new());
    g_ptr_array_add(list, op);
}

/* What is left of the name of an op in a manual region without that of the region's call, which some of XLA's stages lack; NULL = it is in none. */
static const char *name_in_region(const Align *a, const IrOp *op)
{
    const IrOp *caller = side_caller(a->whole, op->parent);
    while (caller && caller->code != OP_manual)
        caller = side_caller(a->whole, caller->parent);
    if (!caller || !caller->op_name || !g_str_has_prefix(op->op_name, caller->op_name))
        return NULL;
    const char *rest = op->op_name + strlen(caller->op_name);
    return rest[0] == '/' && rest[1] ? rest + 1 : NULL;
}

static void note_names(Align *a)
{
    for (int id = 0; id < a->whole->m->next_id; id++) {
        IrOp *op = a->whole->ops[id];
        if (!op || !op->op_name)
            continue;
        note_name(a, op->op_name, op);
        const char *rest = name_in_region(a, op);
        if (rest)
            note_name(a, rest, op);
    }
}

/* Equal, or one is the end of the other. */
static bool same_path(const char *a, gsize n, const char *b, gsize m)
{
    if (n < m)
        return same_path(b, m, a, n);
    return m && memcmp(a + n - m, b, m) == 0 && (n == m || a[n - m - 1] == '/');
}

static bool names_one(const char *list, const char *name, gsize n)
{
    for (const char *at = list; *at; at += strcspn(at, ";"), at += *at == ';')
        if (same_path(at, strcspn(at, ";"), name, n))
            return true;
    return false;
}

bool align_names_agree(const char *a, const char *b)
{
    if (!a || !b)
        return false;
    for (const char *at = b; *at; at += strcspn(at, ";"), at += *at == ';')
        if (names_one(a, at, strcspn(at, ";")))
            return true;
    return false;
}

bool align_places_agree(const Loc *a, const Loc *b)
{
    for (; a && b; a = a->caller, b = b->caller)
        if (a->line != b->line || a->col != b->col || g_strcmp0(a->file, b->file) != 0)
            return false;
    return true; /* the shorter stack may have been cut */
}

/* ---- matching -------------------------------------------------------------------------------------------------------- */

int align_value(const Align *a, IrOp *local, int leaf)
{
    int v = side_value(a->local, local, leaf);
    return v < 0 ? -1 : a->stands_for[v];
}

/* Ops of the compiler's whose result is the operand's value, moved or laid out otherwise. */
static bool only_moves(const IrOp *op)
{
    static const bool moves[N_OPCODES] = {
        [OP_copy] = true, [OP_all_gather] = true, [OP_all_to_all] = true, [OP_collective_permute] = true,
        [OP_opt_barrier] = true, [OP_copy_start] = true, [OP_copy_done] = true, [OP_all_gather_start] = true,
        [OP_all_gather_done] = true, [OP_collective_permute_start] = true, [OP_collective_permute_done] = true, [OP_all_reduce] = true,
        [OP_all_reduce_start] = true, [OP_all_reduce_done] = true, [OP_reduce_scatter] = true,
    };
    return moves[op->code] || align_only_unit_dims(op) || align_only_rounds(op);
}

/* What an op that the compiler made passes on, as leaf `leaf` of its result. */
static int passed_value(const Align *a, const IrOp *op, int leaf)
{
    int n = type_n_leaves(op->type), weak = -1, strong = -1;
    if (n > 1 && op->n_operands > 0 && n % op->n_operands == 0)
        return align_value(a, op->operands[leaf % op->n_operands], 0);
    bool first_only = op->code == OP_dynamic_slice || op->code == OP_pad || op->code == OP_gather || op->code == OP_reduce || op->code == OP_reduce_window;
    for (int i = op->code == OP_select; i < op->n_operands && !(first_only && i); i++) { /* masks say which elements, not what they are */
        int v = align_value(a, op->operands[i], op->operands[i]->type->kind == TYPE_TUPLE ? MIN(leaf, type_n_leaves(op->operands[i]->type) - 1) : 0);
        if (v < 0)
            continue;
        if (align_is_weak(a, v))
            weak = weak < 0 ? v : weak;
        else if (strong < 0)
            strong = v;
    }
    return strong >= 0 ? strong : weak;
}

typedef struct Matcher {
    Align *a;
    GPtrArray **aliases;     /* by canonical value of whole: the values equal to it, but for dims of one element */
} Matcher;

static void match_comp(Matcher *m, const IrComp *c);

/* The loop or conditional of whole that takes most of the values that `op` takes. */
static const IrOp *find_control(Matcher *m, const IrOp *op)
{
    enum { NAMED = 100000, TAKEN = 10000 }; /* the values that go in, of which many are the same constant, decide between equal names */
    Align *a = m->a;
    const IrOp *best = NULL;
    int most = INT_MIN;
    g_autoptr(GHashTable) votes = g_hash_table_new(NULL, NULL);
    for (int i = 0; i < op->n_operands; i++)
        for (int leaf = 0; leaf < type_n_leaves(op->operands[i]->type); leaf++) {
            int v = align_value(a, op->operands[i], leaf);
            if (v < 0)
                continue;
            for (guint k = 0; k < m->aliases[v]->len; k++) {
                const SideUses *uses = &a->whole->uses[GPOINTER_TO_INT(m->aliases[v]->pdata[k])];
                for (int u = 0; u < uses->n; u++) {
                    IrOp *user = uses->v[u].op;
                    if (user->code != op->code || user->n_comps != op->n_comps)
                        continue;
                    int n = GPOINTER_TO_INT(g_hash_table_lookup(votes, user)) + (align_is_weak(a, v) ? 1 : 4);
                    g_hash_table_insert(votes, user, GINT_TO_POINTER(n));
                    n += NAMED * align_names_agree(op->op_name, user->op_name) - TAKEN * a->used[user->id];
                    if (n > most) {
                        most = n;
                        best = user;
                    }
                }
            }
        }
    return best;
}

/* Leaf i of local's loop may carry what leaf j of whole's does: the same value goes in, and its piece has this shape. */
static bool may_carry(const Align *a, const IrOp *local, int i, const IrOp *whole, int j)
{
    int have = align_value(a, local->operands[0], i), want = align_canon(a, whole->operands[0], j);
    const Type *piece = type_leaf(local->type, i), *type = type_leaf(whole->type, j);
    if (have >= 0 && want >= 0 && have != want && !align_is_weak(a, have) && !align_is_weak(a, want))
        return false;
    return align_may_be_piece(piece, type);
}

/* The same, and all that is known agrees. */
static bool surely_carries(const Align *a, const IrOp *local, int i, const IrOp *whole, int j)
{
    int have = align_value(a, local->operands[0], i), want = align_canon(a, whole->operands[0], j);
    return have == want && have >= 0 && may_carry(a, local, i, whole, j) && align_fits(a, type_leaf(local->type, i), whole, j);
}

/* By leaf of local's loop: the leaf of whole's, -1 = it carries something else. To be freed. */
static int *pair_state(const Align *a, const IrOp *local, const IrOp *whole)
{
    int n = type_n_leaves(local->type), n_whole = type_n_leaves(whole->type);
    int *pair = g_new(int, n + 1);
    g_autofree bool *taken = g_new0(bool, n_whole + 1);
    bool in_order = n == n_whole;
    for (int i = 0; i < n && in_order; i++)
        in_order = may_carry(a, local, i, whole, i) && align_fits(a, type_leaf(local->type, i), whole, i);
    for (int i = 0; i < n; i++)
        pair[i] = in_order ? i : -1;
    for (int round = 0; round < 3 && !in_order; round++)
        for (int i = 0; i < n; i++)
            for (int k = -1; k < n_whole && pair[i] < 0; k++) {
                int j = k < 0 ? i : k; /* what the program carries keeps its place; what it only captures does not */
                bool strong = align_value(a, local->operands[0], i) >= 0 && !align_is_weak(a, align_value(a, local->operands[0], i));
                bool fits = j < n_whole && !taken[j] &&
                            (round == 0 ? strong && surely_carries(a, local, i, whole, j) : round == 1 ? surely_carries(a, local, i, whole, j) :
                             may_carry(a, local, i, whole, j) && align_fits(a, type_leaf(local->type, i), whole, j));
                if (fits) {
                    taken[j] = true;
                    pair[i] = j;
                }
            }
    return pair;
}

static void match_loop(Matcher *m, const IrOp *op, const IrOp *whole)
{
    Align *a = m->a;
    int n = type_n_leaves(op->type);
    g_autofree int *pair = whole ? pair_state(a, op, whole) : NULL;
    for (int slot = 0; slot < op->n_comps; slot++) {
        IrOp *param = op->comps[slot]->n_params == 1 ? op->comps[slot]->params[0] : NULL;
        for (int leaf = 0; param && leaf < n && leaf < type_n_leaves(param->type); leaf++) {
            int have = align_value(a, op->operands[0], leaf);
            if (pair && pair[leaf] >= 0 && slot < whole->n_comps)
                have = align_canon(a, whole->comps[slot]->params[0], pair[leaf]);
            a->stands_for[a->local->base[param->id] + leaf] = have;
            a->exact[a->local->base[param->id] + leaf] = have >= 0 && pair && pair[leaf] >= 0;
        }
        match_comp(m, op->comps[slot]);
    }
    for (int leaf = 0; leaf < n; leaf++) {
        int v = pair && pair[leaf] >= 0 ? a->canon[a->whole->base[whole->id] + pair[leaf]] : align_value(a, op->comps[1]->root, leaf);
        a->stands_for[a->local->base[op->id] + leaf] = v;
        a->exact[a->local->base[op->id] + leaf] = v >= 0 && pair && pair[leaf] >= 0;
    }
}

static void match_branches(Matcher *m, const IrOp *op, const IrOp *whole)
{
    Align *a = m->a;
    for (int slot = 0; slot < op->n_comps; slot++) {
        for (int p = 0; p < op->comps[slot]->n_params; p++) {
            IrOp *param = op->comps[slot]->params[p];
            for (int leaf = 0; leaf < type_n_leaves(param->type); leaf++) {
                int v = side_passed(a->local, op, slot, (IrValue){ param, leaf });
                a->stands_for[a->local->base[param->id] + leaf] = v < 0 ? -1 : a->stands_for[v];
                a->exact[a->local->base[param->id] + leaf] = v >= 0 && a->exact[v];
            }
        }
        match_comp(m, op->comps[slot]);
    }
    bool same = whole && type_n_leaves(whole->type) == type_n_leaves(op->type);
    for (int leaf = 0; leaf < type_n_leaves(op->type); leaf++)
        a->exact[a->local->base[op->id] + leaf] = same;
    for (int leaf = 0; leaf < type_n_leaves(op->type); leaf++)
        a->stands_for[a->local->base[op->id] + leaf] = same ? a->canon[a->whole->base[whole->id] + leaf] : align_value(a, op->comps[0]->root, leaf);
}

/* True if an element-wise op takes the result of one whose match is a guess, and nothing else that is known. */
static bool guessed_from(const Align *a, const IrOp *op)
{
    bool guessed = false;
    for (int i = 0; i < op->n_operands && op_family(op) == FAMILY_elementwise; i++) {
        IrValue v = value_resolve(op->operands[i], 0);
        int at = side_value(a->local, v.op, v.leaf);
        if (at >= 0 && a->exact[at] && a->stands_for[at] >= 0 && !align_is_weak(a, a->stands_for[at]))
            return false;
        guessed = guessed || (at >= 0 && a->match[v.op->id] && !a->exact[at]);
    }
    return guessed;
}

static void match_op(Matcher *m, IrOp *op)
{
    Align *a = m->a;
    int n = type_n_leaves(op->type), first = a->local->base[op->id];
    if (op->code == OP_tuple || op->code == OP_get_tuple_element || op->code == OP_parameter)
        return;
    if (op->code == OP_constant) {
        if (n == 1)
            a->stands_for[first] = align_splat(a, op, false);
        if (n == 1)
            a->exact[first] = a->stands_for[first] >= 0;
        return;
    }
    bool control = op->code == OP_while || op->code == OP_conditional;
    bool guess = false;
    const IrOp *whole = control ? find_control(m, op) : n > 0 && op->n_operands > 0 ? align_find_match(a, op, m->aliases, &guess) : NULL;
    if (!whole && !control && n == 1)
        whole = align_find_end(a, op, passed_value(a, op, 0));
    const IrOp *settled = a->o.settle && !control ? a->o.settle(a->o.user, op, whole) : whole;
    guess = guess && settled == whole;
    whole = settled;
    guess = guess || (whole && guessed_from(a, op));
    a->match[op->id] = whole;
    if (whole)
        a->used[whole->id]++;
    if (op->code == OP_while && op->n_operands == 1 && op->n_comps == 2) {
        match_loop(m, op, whole);
        return;
    }
    if (op->code == OP_conditional) {
        match_branches(m, op, whole);
        return;
    }
    bool kept = (whole && !guess) || (only_moves(op) && side_value(a->local, op->operands[0], 0) >= 0 && a->exact[side_value(a->local, op->operands[0], 0)]);
    for (int leaf = 0; leaf < n; leaf++)
        a->exact[first + leaf] = kept;
    for (int leaf = 0; leaf < n; leaf++)
        a->stands_for[first + leaf] = whole && type_n_leaves(whole->type) == n ? a->canon[a->whole->base[whole->id] + leaf] : passed_value(a, op, leaf);
}

static void match_comp(Matcher *m, const IrComp *c)
{
    for (int i = 0; i < c->n_ops; i++)
        match_op(m, c->ops[i]);
}

static void match_all(Align *a)
{
    int n = a->whole->n_values;
    Matcher m = { a, g_new0(GPtrArray *, n + 1) };
    for (int v = 0; v < n; v++) {
        int root = align_reshaped_root(a, v);
        m.aliases[root] = m.aliases[root] ? m.aliases[root] : g_ptr_array_new();
        m.aliases[v] = root == v ? m.aliases[v] : g_ptr_array_ref(m.aliases[root]);
    }
    for (int v = 0; v < n; v++)
        g_ptr_array_add(m.aliases[a->canon[v]], GINT_TO_POINTER(v));
    const IrComp *entry = a->local->m->entry, *whole = a->whole->m->entry;
    for (int p = 0; p < entry->n_params && p < whole->n_params; p++)
        for (int leaf = 0; leaf < type_n_leaves(entry->params[p]->type) && leaf < type_n_leaves(whole->params[p]->type); leaf++)
            a->exact[a->local->base[entry->params[p]->id] + leaf] = (a->stands_for[a->local->base[entry->params[p]->id] + leaf] = align_canon(a, whole->params[p], leaf)) >= 0;
    match_comp(&m, entry);
    for (int v = 0; v < n; v++)
        g_ptr_array_unref(m.aliases[v]);
    g_free(m.aliases);
}

Align *align_new(const IrModule *whole, const IrModule *local, const AlignOptions *o)
{
    Align *a = g_new0(Align, 1);
    a->o = *o;
    if (o->at)
        *o->at = a;
    a->whole = side_new(whole);
    a->local = side_new(local);
    a->canon = g_new(int, a->whole->n_values + 1);
    for (int v = 0; v < a->whole->n_values; v++)
        a->canon[v] = v;
    a->reshaped = g_new(int, a->whole->n_values + 1);
    for (int v = 0; v < a->whole->n_values; v++)
        a->reshaped[v] = v;
    a->stands_for = g_new(int, a->local->n_values + 1);
    for (int v = 0; v < a->local->n_values; v++)
        a->stands_for[v] = -1;
    a->exact = g_new0(bool, a->local->n_values + 1);
    a->match = g_new0(const IrOp *, local->next_id + 1);
    a->used = g_new0(int, whole->next_id + 1);
    a->by_name = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
    a->splats = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    align_make_canon(a);
    note_names(a);
    match_all(a);
    return a;
}

void align_free(Align *a)
{
    if (!a)
        return;
    side_free(a->whole);
    side_free(a->local);
    g_free(a->canon);
    g_free(a->reshaped);
    g_free(a->stands_for);
    g_free(a->exact);
    g_free(a->match);
    g_free(a->used);
    g_hash_table_unref(a->by_name);
    g_hash_table_unref(a->splats);
    g_free(a);
}
