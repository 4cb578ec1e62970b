/* Changes of layout that the partitioner's log has and that are no reshard's: each becomes one, which says what became of it. Start reading at
 * xla_asked_add. */
#include "runtime/xla/log_impl.h"

#include <string.h>

#include "runtime/ir/label.h"
#include "runtime/partition/reshard_plan.h"
#include "runtime/shard/spell.h"
#include "runtime/shard/tiles.h"
#include "runtime/xla/align_impl.h"
#include "runtime/xla/explain_impl.h"

typedef struct Adder {
    Compiled *c;
    const Join *j;
    Side *side;              /* of c->whole */
    Labels *labels;
    GHashTable *by_end;      /* last part of a name path -> GPtrArray of ops of c->whole */
    int n_before;            /* reshards that there were */
} Adder;

/* ---- which value a line is about --------------------------------------------------------------------------------------- */

static const char *end_of(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash && slash[1] ? slash + 1 : name;
}

static void note_ends(Adder *a)
{
    for (int id = 0; id < a->c->whole->next_id; id++) {
        IrOp *op = a->side->ops[id];
        if (!op || !op->op_name)
            continue;
        const char *end = end_of(op->op_name);
        GPtrArray *list = g_hash_table_lookup(a->by_end, end);
        if (!list)
            g_hash_table_insert(a->by_end, (gpointer)end, list = g_ptr_array_new());
        g_ptr_array_add(list, op);
    }
}

static const Sharding *layout_of(const Adder *a, IrValue v)
{
    const Type *t = type_leaf(v.op->type, v.leaf);
    const Sharding *s = v.op->shardings ? v.op->shardings[v.leaf] : NULL;
    return s || t->kind != TYPE_ARRAY ? s : sharding_replicated(a->c->whole->shardings, a->c->whole->mesh, t->rank);
}

static bool is_laid(const Adder *a, IrValue v, const Sharding *as)
{
    const Sharding *s = layout_of(a, v);
    return s && !s->maximal && s->rank == as->rank && sharding_same_layout(s, as);
}

static bool has_piece(const Type *t, const Line *l)
{
    int64_t tile[MAX_RANK + 1];
    if (t->kind != TYPE_ARRAY || t->rank != l->rank)
        return false;
    tile_dims(l->from, t->rank, t->dims, tile);
    return memcmp(tile, l->dims, sizeof *tile * (size_t)t->rank) == 0;
}

/* How well a value is what a line is about; 0 = it is not. */
static int likeness(const Adder *a, IrValue v, const Line *l)
{
    const IrOp *op = v.op;
    if (!has_piece(type_leaf(op->type, v.leaf), l) || !align_names_agree(op->op_name, l->name))
        return 0;
    bool same_code = op->code == l->code || (l->code == OP_copy && align_passes_on(op));
    return 1 + 8 * same_code + 4 * is_laid(a, v, l->from) + 2 * (strcmp(op->op_name, l->name) == 0);
}

/* The value that a line moves, what only passes it on looked through as far as that keeps the layout. op NULL = it is none of the program's. */
static IrValue value_of(const Adder *a, const Line *l)
{
    const GPtrArray *list = l->name ? g_hash_table_lookup(a->by_end, end_of(l->name)) : NULL;
    IrValue best = { 0 };
    int most = 0;
    for (guint i = 0; list && i < list->len; i++) {
        IrOp *op = list->pdata[i];
        for (int leaf = 0; leaf < type_n_leaves(op->type); leaf++) {
            int n = likeness(a, (IrValue){ op, leaf }, l);
            if (n > most) {
                most = n;
                best = (IrValue){ op, leaf };
            }
        }
    }
    while (best.op && align_passes_on(best.op)) {
        IrValue below = align_passed(best.op, best.leaf);
        if (!is_laid(a, below, l->from))
            break;
        best = below;
    }
    return best;
}

/* ---- for whom ------------------------------------------------------------------------------------------------------------ */

enum { MAX_USERS = 32 };

/* The op that wants the value as `to`: a constraint that asks for it, an op whose result lies so, or the only one that takes the value. NULL = several may. */
static const IrOp *user_of(const Adder *a, IrValue v, const Sharding *to)
{
    int values[MAX_USERS] = { side_value(a->side, v.op, v.leaf) }, n_values = values[0] >= 0, n = 0;
    const IrOp *like = NULL, *last = NULL;
    for (int at = 0; at < n_values; at++)
        for (int i = 0; i < a->side->uses[values[at]].n; i++) {
            IrOp *op = a->side->uses[values[at]].v[i].op;
            bool one = type_n_leaves(op->type) == 1, laid = one && is_laid(a, (IrValue){ op, 0 }, to);
            if (align_passes_on(op) && laid)
                return op;
            if (align_passes_on(op) && n_values < MAX_USERS && one) {
                values[n_values++] = a->side->base[op->id];
                continue;
            }
            like = like || !laid ? like : op;
            last = op;
            n++;
        }
    return like ? like : n == 1 ? last : NULL;
}

/* ---- what became of it ----------------------------------------------------------------------------------------------------- */

/* An op that has the line's name: what the partitioner divides there. */
static const IrOp *divided(const Adder *a, const Line *l)
{
    const GPtrArray *list = l->name ? g_hash_table_lookup(a->by_end, end_of(l->name)) : NULL;
    for (guint i = 0; list && i < list->len; i++)
        if (align_names_agree(((const IrOp *)list->pdata[i])->op_name, l->name))
            return list->pdata[i];
    return NULL;
}

static bool is_constant(const IrOp *op)
{
    while ((op->code == OP_broadcast || op->code == OP_convert || op->code == OP_reshape || op->code == OP_get_tuple_element) && op->n_operands)
        op = op->operands[0];
    return op->code == OP_constant || op->code == OP_iota;
}

/* The reshard whose collectives have the line's name, of several one that shares a layout: what the line says is a part of what they do. 0 = none. */
static int part_of(const Adder *a, const Line *l)
{
    int found = 0, most = 0;
    for (int i = 0; i < a->n_before && l->name; i++) {
        const Reshard *r = &a->c->log->reshards.v[i];
        int n = 0;
        for (guint k = 0; k < a->j->names[i]->len && !n; k++)
            n = align_names_agree(a->j->names[i]->pdata[k], l->name);
        n = n ? n + 2 * (r->rank == l->rank && sharding_same_layout(r->to, l->to)) + (r->rank == l->rank && sharding_same_layout(r->from, l->from)) : 0;
        if (n > most) {
            most = n;
            found = r->id;
        }
    }
    return found;
}

static const char *spec(const Adder *a, const Sharding *s)
{
    g_autoptr(GString) t = g_string_new(NULL);
    Sharding shown = *s;
    shown.replicated = (AxisList){ NULL, 0 };
    sharding_print_spec(t, &shown);
    if (s->mesh != a->c->whole->mesh)
        g_string_append(t, " with devices in reverse order");
    return decision_text(a->c->log, "%s", t->str);
}

static const char *why(const Adder *a, IrValue v, const IrOp *user, const Line *l, const char *then)
{
    DecisionLog *log = a->c->log;
    const char *value = v.op ? label_value(a->labels, v.op, v.leaf) : "an intermediate value";
    if (user && align_passes_on(user))
        return decision_text(log, "%s asks for %s as %s, and it is laid out as %s%s", decision_label(log, user), value, spec(a, l->to), spec(a, l->from), then);
    if (user && !v.op)
        return decision_text(log, "XLA divides %s through %s that is laid out as %s and wanted as %s%s", decision_label(log, user), value, spec(a, l->from), spec(a, l->to), then);
    return decision_text(log, "%s takes %s as %s, and it is laid out as %s%s", user ? decision_label(log, user) : "XLA's program", value, spec(a, l->to), spec(a, l->from), then);
}

/* v: the value that it is about, op NULL = none of the program's. */
static void add(const Adder *a, const Line *l, IrValue v)
{
    const IrOp *user = v.op ? user_of(a, v, l->to) : divided(a, l);
    const Type *type = v.op ? type_leaf(v.op->type, v.leaf) : NULL;
    Reshard r = { .value_op = v.op ? v.op->id : -1, .leaf = v.leaf, .user_op = user ? user->id : -1, .user_pos = -1, .from = l->from, .to = l->to, .rank = l->rank, .cause_op = user ? user->id : v.op ? v.op->id : -1,
                  .cause = user && align_passes_on(user) ? CAUSE_USER_CONSTRAINT : CAUSE_OP_RULE, .cause_loc = user ? user->loc : v.op ? v.op->loc : NULL, .bytes_full = type ? type_bytes(type) : 0,
                  .trips = 1, .choice = -1, .certainty = RESHARD_LOGGED, .logged = 1, .evidence = EVIDENCE_NONE, .plan = "" };
    const char *then = "";
    if (!explain_sends(l->from, l->to)) {
        const ReshardPlan *plan = type && a->c->planner && l->from->mesh == l->to->mesh ? planner_plan(a->c->planner, type, l->from, l->to) : NULL;
        r.plan = plan && plan->n_steps && !plan->bytes ? decision_text(a->c->log, "%s", plan->text) : "slice";
        then = ": each device cuts its piece out of what it has, and nothing is sent";
    } else if (v.op && is_constant(v.op)) {
        r.gone = "it is the same on every device, so that it is made as it is wanted";
    } else if (!l->name) {
        r.gone = "it is a step in between to which the log gives no name, so that it cannot be told which collectives are its own";
    } else if (!(r.shared_with = part_of(a, l))) {
        r.gone = "the partitioner asked for it, but nothing of it is left in its program: nobody needed the result, or another value is equal to it";
    }
    r.why = why(a, v, user, l, then);
    decision_reshard(a->c->log, &r);
}

static bool is_equal(const Line *a, const Line *b)
{
    return a->from == b->from && a->to == b->to && a->rank == b->rank && g_strcmp0(a->name, b->name) == 0 && memcmp(a->dims, b->dims, sizeof *a->dims * (size_t)a->rank) == 0;
}

static bool is_nobodys(const Line *l)
{
    return l->from && l->to && !l->found && !l->remat && l->of < 0 && !l->from->maximal && !l->to->maximal && !sharding_same_layout(l->from, l->to);
}

/* ---- within groups of devices -------------------------------------------------------------------------------------------------------- */

/* Layouts of the whole mesh that a line about groups may mean, of which the log does not say which devices they are: each prime piece of the mesh's axes splits a dim, or none. */
typedef struct Guess {
    const Adder *a;
    const Line *l;
    const Type *type;
    AxisRef pieces[8];
    int n_pieces;
    const Sharding *laid;    /* as the value is laid out */
    const Sharding *from, *to;
} Guess;

enum { MAX_GUESSES = 512 };

static const Sharding *guess_at(const Guess *g, int number)
{
    AxisList dims[MAX_RANK + 1] = { 0 };
    IrModule *m = g->a->c->whole;
    for (int i = 0; i < g->n_pieces; i++, number /= g->type->rank + 1) {
        int d = number % (g->type->rank + 1);
        AxisList one = { arena_dup_array(m->arena, &g->pieces[i], 1), 1 };
        if (d)
            dims[d - 1] = axis_list_concat(m->arena, dims[d - 1], one);
    }
    return sharding_of_dims(m->shardings, m->mesh, g->type->rank, dims);
}

static bool begins_as(const Guess *g, const Sharding *s)
{
    int64_t tile[MAX_RANK + 1];
    tile_dims(s, g->type->rank, g->type->dims, tile);
    return memcmp(tile, g->l->dims, sizeof *tile * (size_t)g->l->rank) == 0;
}

/* Two layouts between which the line's change is made in each group, of which one is the value's own: what the partitioner gets, or what it has to leave. False: there is none. */
static bool guess(Guess *g)
{
    int n = 1;
    for (int i = 0; i < g->n_pieces; i++)
        if ((n *= g->type->rank + 1) > MAX_GUESSES)
            return false;
    bool begins = begins_as(g, g->laid);
    for (int i = 0; i < n && !g->to; i++) {
        const Sharding *s = guess_at(g, i);
        if (begins && xla_log_is_in_groups(g->l, g->laid, s)) {
            g->from = g->laid;
            g->to = s;
        } else if (begins_as(g, s) && xla_log_is_in_groups(g->l, s, g->laid)) {
            g->from = s;
            g->to = g->laid;
        }
    }
    return g->to != NULL;
}

static bool is_of_groups(const Line *l)
{
    return l->in_from && l->in_to && !l->found && !l->remat && l->of < 0 && !sharding_same_layout(l->in_from, l->in_to);
}

static bool fits(const Adder *a, const Line *l, IrOp *op, Guess *g)
{
    *g = (Guess){ .a = a, .l = l, .type = op->type, .laid = op->type->kind == TYPE_ARRAY ? layout_of(a, (IrValue){ op, 0 }) : NULL };
    if (!g->laid || g->laid->maximal || op->type->rank != l->rank)
        return false;
    g->n_pieces = explain_pieces(a->c->whole->mesh, g->pieces, G_N_ELEMENTS(g->pieces));
    return guess(g);
}

static void add_guess(const Adder *a, const Line *l, const Guess *g, IrOp *op)
{
    Line whole = *l;
    whole.from = g->from;
    whole.to = g->to;
    whole.name = l->name ? l->name : (char *)op->op_name; /* only read */
    add(a, &whole, (IrValue){ op, 0 });
}

/* The value is the one with the line's name and rank, of several one with its opcode, for which such layouts are found. */
static void add_of_group(const Adder *a, const Line *l)
{
    const GPtrArray *list = g_hash_table_lookup(a->by_end, end_of(l->name));
    Guess best = { 0 }, g;
    IrOp *value = NULL;
    for (guint i = 0; list && i < list->len && !(value && value->code == l->code); i++) {
        IrOp *op = list->pdata[i];
        if (align_names_agree(op->op_name, l->name) && (!value || op->code == l->code) && fits(a, l, op, &g)) {
            best = g;
            value = op;
        }
    }
    if (value)
        add_guess(a, l, &best, value);
}

/* Of a line without a name the only value of its opcode for which such layouts are found. */
static void add_nameless(const Adder *a, const Line *l)
{
    Guess best = { 0 }, g;
    IrOp *value = NULL;
    for (int id = 0; id < a->c->whole->next_id; id++) {
        IrOp *op = a->side->ops[id];
        if (!op || op->code != l->code || !fits(a, l, op, &g))
            continue;
        if (value)
            return;
        best = g;
        value = op;
    }
    if (value)
        add_guess(a, l, &best, value);
}

static void add_of_groups(const Adder *a)
{
    enum { MOST = 200 };
    const GArray *lines = a->j->lines;
    int n = 0;
    for (guint i = 0; i < lines->len && n < MOST; i++) {
        const Line *l = &g_array_index(lines, Line, i);
        bool again = !is_of_groups(l);
        for (guint k = 0; k < i && !again; k++) {
            const Line *o = &g_array_index(lines, Line, k);
            again = is_of_groups(o) && o->in_from == l->in_from && o->in_to == l->in_to && o->rank == l->rank && o->code == l->code && g_strcmp0(o->name, l->name) == 0 && memcmp(o->dims, l->dims, sizeof *l->dims * (size_t)l->rank) == 0;
        }
        if (again)
            continue;
        if (l->name)
            add_of_group(a, l);
        else
            add_nameless(a, l);
        n++;
    }
}

static Adder adder_new(Compiled *c, const Join *j)
{
    return (Adder){ c, j, side_new(c->whole), labels_new(c->whole, c->log), g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref), c->log->reshards.n };
}

static void adder_clear(Adder *a)
{
    g_hash_table_unref(a->by_end);
    labels_free(a->labels);
    side_free(a->side);
}

/* ---- reshards that end otherwise ------------------------------------------------------------------------------------------------------ */

/* True if a reshard's collective can make this of its first layout: an all-to-all leaves as many pieces, an all-gather fewer. */
static bool can_make(const Reshard *r, const Sharding *to)
{
    int64_t before = tile_count(r->from), after = tile_count(to);
    return explain_sends(r->from, to) && (g_str_has_prefix(r->plan, "all-to-all(") ? after == before : g_str_has_prefix(r->plan, "all-gather(") && after < before);
}

/* The line that says of the reshard's value how the change from its first layout ends; NULL = none does, or they say this and that. */
static Line *only_end(const Join *j, int k)
{
    const Reshard *r = &j->log->reshards.v[k];
    Line *found = NULL;
    for (guint i = 0; i < j->lines->len; i++) {
        Line *l = &g_array_index(j->lines, Line, i);
        if (!l->moves || l->of >= 0 || l->rank != r->rank || l->to->maximal || !sharding_same_layout(l->from, r->from) || !xla_log_is_piece(l, j->types[k]) || !xla_log_named_itself(j, k, l->name))
            continue;
        if (found && !sharding_same_layout(found->to, l->to))
            return NULL;
        found = l;
    }
    return found && can_make(r, found->to) ? found : NULL;
}

int xla_asked_put_right(Compiled *c, const Join *j, const bool *shared)
{
    Adder a = adder_new(c, j);
    int n = 0;
    for (int k = 0; k < c->log->reshards.n; k++) {
        Reshard *r = &c->log->reshards.v[k];
        Line *l = r->logged < 0 && !r->from->unreduced.n && r->value_op >= 0 ? only_end(j, k) : NULL;
        if (!l)
            continue;
        r->to = l->to;
        r->why = why(&a, (IrValue){ a.side->ops[r->value_op], r->leaf }, r->user_op >= 0 ? a.side->ops[r->user_op] : NULL, l, "");
        r->certainty = shared[k] || !xla_log_sends_piece(r, j->types[k]) ? RESHARD_LIKELY : RESHARD_LOGGED;
        r->logged = 1;
        l->found = true;
        n++;
    }
    adder_clear(&a);
    return n;
}

int xla_asked_add(Compiled *c, const Join *j)
{
    Adder a = adder_new(c, j);
    note_ends(&a);
    for (guint i = 0; i < j->lines->len; i++) {
        const Line *l = &g_array_index(j->lines, Line, i);
        bool again = !is_nobodys(l);
        for (guint k = 0; k < i && !again; k++)
            again = is_nobodys(&g_array_index(j->lines, Line, k)) && is_equal(l, &g_array_index(j->lines, Line, k));
        if (!again)
            add(&a, l, value_of(&a, l));
    }
    add_of_groups(&a);
    adder_clear(&a);
    return c->log->reshards.n - a.n_before;
}
