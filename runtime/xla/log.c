/* Joins the partitioner's log with what was explained; see log.h. */
#include "runtime/xla/log_impl.h"

#include <string.h>

#include "runtime/shard/tiles.h"
#include "runtime/xla/align_impl.h"
#include "runtime/xla/explain.h"

/* ---- reshards beside lines -------------------------------------------------------------------------------------------- */

static void note_name(GHashTable *also, const IrOp *root, const char *name)
{
    gpointer key = GINT_TO_POINTER(root->id + 1);
    GPtrArray *names = g_hash_table_lookup(also, key);
    if (!names)
        g_hash_table_insert(also, key, names = g_ptr_array_new());
    g_ptr_array_add(names, (gpointer)name);
}

/* Constraints and copies are other names of what they pass on, and so is the barrier of rematerialisation of all that goes through it. */
static void note_copy(GHashTable *also, IrOp *op)
{
    if (!align_passes_on(op) || !op->op_name)
        return;
    for (int leaf = 0; leaf < type_n_leaves(op->type); leaf++) {
        IrValue root = align_passed(op, leaf);
        while (align_passes_on(root.op))
            root = align_passed(root.op, root.leaf);
        note_name(also, root.op, op->op_name);
    }
}

/* Names of what a reshard moves, for whom, and of its collectives, by id - 1. n_own: how many of them are of the value. */
static GPtrArray **names_by_reshard(const DecisionLog *log, const IrModule *whole, const IrModule *local, guint *n_own)
{
    GPtrArray **names = g_new0(GPtrArray *, log->reshards.n + 1);
    g_autofree const char **of_op = g_new0(const char *, whole->next_id + 1);
    for (int k = 0; k < whole->n_comps; k++)
        for (int i = 0; i < whole->comps[k]->n_ops; i++)
            of_op[whole->comps[k]->ops[i]->id] = whole->comps[k]->ops[i]->op_name;
    g_autoptr(GHashTable) also = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref); /* id + 1 -> names of copies */
    for (int k = 0; k < whole->n_comps; k++)
        for (int i = 0; i < whole->comps[k]->n_ops; i++)
            note_copy(also, whole->comps[k]->ops[i]);
    for (int i = 0; i < log->reshards.n; i++) {
        const Reshard *r = &log->reshards.v[i];
        const int ids[] = { r->value_op, r->user_op, r->cause_op };
        names[i] = g_ptr_array_new();
        const GPtrArray *copies = g_hash_table_lookup(also, GINT_TO_POINTER(r->value_op + 1));
        for (guint k = 0; copies && k < copies->len; k++)
            g_ptr_array_add(names[i], copies->pdata[k]);
        for (size_t k = 0; k < G_N_ELEMENTS(ids); k++) {
            if (ids[k] >= 0 && ids[k] < whole->next_id && of_op[ids[k]])
                g_ptr_array_add(names[i], (gpointer)of_op[ids[k]]);
            n_own[i] = k == 0 ? names[i]->len : n_own[i];
        }
    }
    for (int k = 0; k < local->n_comps; k++)
        for (int i = 0; i < local->comps[k]->n_ops; i++) {
            const IrOp *op = local->comps[k]->ops[i];
            for (int j = -1; op->op_name && op->reshard_id && j < op->n_more_reshards; j++) {
                int id = j < 0 ? op->reshard_id : op->more_reshards[j];
                if (id > 0 && id <= log->reshards.n)
                    g_ptr_array_add(names[id - 1], (gpointer)op->op_name);
            }
        }
    return names;
}

/* Those reshards whose value shares its name and type with another op: a line of the log may be about either. By id - 1; to be freed. */
static bool *shared_by_reshard(const DecisionLog *log, const IrModule *whole)
{
    bool *shared = g_new0(bool, log->reshards.n + 1), *several = g_new0(bool, whole->next_id + 1);
    g_autoptr(GHashTable) first = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL); /* name and type -> id + 1 */
    for (int k = 0; k < whole->n_comps; k++)
        for (int i = 0; i < whole->comps[k]->n_ops; i++) {
            const IrOp *op = whole->comps[k]->ops[i];
            if (!op->op_name || align_passes_on(op))
                continue;
            char *both = g_strdup_printf("%p %s", (const void *)op->type->plain, op->op_name);
            int id = GPOINTER_TO_INT(g_hash_table_lookup(first, both)) - 1;
            if (id < 0) {
                g_hash_table_insert(first, both, GINT_TO_POINTER(op->id + 1));
                continue;
            }
            several[id] = several[op->id] = true;
            g_free(both);
        }
    for (int i = 0; i < log->reshards.n; i++) {
        int id = log->reshards.v[i].value_op;
        shared[i] = id >= 0 && id < whole->next_id && several[id];
    }
    g_free(several);
    return shared;
}

static const Type **types_by_reshard(const DecisionLog *log, const IrModule *whole)
{
    const Type **types = g_new0(const Type *, log->reshards.n + 1);
    g_autofree const IrOp **ops = g_new0(const IrOp *, whole->next_id + 1);
    for (int k = 0; k < whole->n_comps; k++)
        for (int i = 0; i < whole->comps[k]->n_ops; i++)
            ops[whole->comps[k]->ops[i]->id] = whole->comps[k]->ops[i];
    for (int i = 0; i < log->reshards.n; i++) {
        const Reshard *r = &log->reshards.v[i];
        const IrOp *op = r->value_op >= 0 && r->value_op < whole->next_id ? ops[r->value_op] : NULL;
        types[i] = op && r->leaf < type_n_leaves(op->type) ? type_leaf(op->type, r->leaf) : NULL;
    }
    return types;
}

/* One of the first n names. */
static bool named(const GPtrArray *names, guint n, const char *name)
{
    for (guint i = 0; name && i < n; i++)
        if (align_names_agree(names->pdata[i], name))
            return true;
    return false;
}

bool xla_log_named(const Join *j, int reshard, const char *name)
{
    return named(j->names[reshard], j->names[reshard]->len, name);
}

bool xla_log_named_itself(const Join *j, int reshard, const char *name)
{
    return named(j->names[reshard], j->n_own[reshard], name);
}

/* Partial sums have no layout of their own in the log: there they are what is added up. */
static bool same_layout(IrModule *whole, const Sharding *a, const Sharding *b)
{
    return sharding_same_layout(a->unreduced.n ? sharding_with_unreduced(whole->shardings, a, (AxisList){ 0 }, REDUCTION_SUM) : a, b);
}

enum { MAX_LINKS = 4 };

/* What a call returns is named after the call, not after the op in it. */
static bool named_by_call(const GPtrArray *names, const Line *l)
{
    gsize n = l->name ? strlen(l->name) : 0;
    for (guint i = 0; n && l->code == OP_get_tuple_element && i < names->len; i++) {
        const char *name = names->pdata[i];
        if (strncmp(name, l->name, n) == 0 && name[n] == '/')
            return true;
    }
    return false;
}

bool xla_log_is_piece(const Line *l, const Type *type)
{
    int64_t tile[MAX_RANK + 1];
    if (!type || type->kind != TYPE_ARRAY || type->rank != l->rank || l->from->maximal)
        return true;
    tile_dims(l->from, type->rank, type->dims, tile);
    return memcmp(tile, l->dims, sizeof *tile * (size_t)type->rank) == 0;
}

bool xla_log_sends_piece(const Reshard *r, const Type *type)
{
    int64_t tile[MAX_RANK + 1], n = 1;
    if (!type || type->kind != TYPE_ARRAY || r->from->maximal || r->from->rank != type->rank)
        return false;
    tile_dims(r->from, type->rank, type->dims, tile);
    for (int d = 0; d < type->rank; d++)
        n *= tile[d];
    int64_t bytes = n * elem_info[type->elem].bytes;
    return bytes > 0 && r->bytes_in >= bytes && r->bytes_in % bytes == 0;
}

/* True if lines lead from one layout to the other, for a reshard of this number: XLA asks for one change in several steps, each of which it logs.
 * Marks them as found. own: NULL for what follows the first, which is about a step of XLA's or has a name of the value; else whether that has one, so
 * that it cannot be about another value that the op takes. */
static bool leads(const Join *j, int reshard, const Sharding *from, const Sharding *to, int links, bool *own)
{
    const GPtrArray *names = j->names[reshard];
    for (guint i = 0; i < j->lines->len; i++) {
        Line *l = &g_array_index(j->lines, Line, i);
        if (!l->from || !l->to || l->rank != from->rank || !same_layout(j->whole, from, l->from) || !xla_log_is_piece(l, j->types[reshard]))
            continue;
        bool by_call = named_by_call(names, l), of_value = by_call || named(names, j->n_own[reshard], l->name);
        if (!by_call && !named(names, names->len, l->name))
            continue;
        if (!own && !of_value && !l->between)
            continue;
        if (!sharding_same_layout(l->to, to) && (links <= 1 || sharding_same_layout(l->from, l->to) || !leads(j, reshard, l->to, to, links - 1, NULL)))
            continue;
        l->found = true;
        if (own)
            *own = of_value;
        return true;
    }
    return false;
}

/* Marks the lines that lead on from where partial results were completed, in a layout that the partitioner chose, to the reshard's last. */
static void note_completed(const Join *j, int reshard, const Reshard *r)
{
    for (guint i = 0; i < j->lines->len && r->from->unreduced.n; i++) {
        const Line *l = &g_array_index(j->lines, Line, i);
        bool own = false;
        if (l->from && (l->code == OP_all_reduce || l->code == OP_reduce_scatter || l->code == OP_all_gather) && l->rank == r->rank)
            leads(j, reshard, l->from, r->to, MAX_LINKS, &own);
    }
}

/* Lines about the reshard's value that begin at its first layout or end at its last: steps of it, if that is certain; else they contradict it. */
static bool has_steps(const Join *j, const Reshard *r)
{
    bool any = false;
    for (guint i = 0; i < j->lines->len; i++) {
        Line *l = &g_array_index(j->lines, Line, i);
        if (!l->moves || l->rank != r->rank || !named(j->names[r->id - 1], j->names[r->id - 1]->len, l->name))
            continue;
        if (!same_layout(j->whole, r->from, l->from) && !sharding_same_layout(r->to, l->to))
            continue;
        l->step = l->step || r->certainty >= RESHARD_EXACT;
        any = true;
    }
    return any;
}

/* The sharding of an array with dims k and k + 1 seen as one; NULL if its pieces are none of that: XLA divides a dim in two to move between numbers
 * of parts of which neither divides the other. size: of dim k. */
static const Sharding *merged(IrModule *m, const Sharding *s, int k, int64_t size)
{
    AxisList dims[MAX_RANK + 1] = { 0 };
    if (s->maximal || (size != sharding_parts(s, k) && sharding_parts(s, k + 1) != 1))
        return NULL;
    for (int d = 0, to = 0; d < s->rank; d++) {
        dims[to] = d == k + 1 ? axis_list_concat(m->arena, dims[to], s->dims[d].axes) : s->dims[d].axes;
        to += d != k;
    }
    return sharding_of_dims(m->shardings, s->mesh, s->rank - 1, dims);
}

/* Adds a line about a reshaped value also as what it says of the value before. */
static void add_merged(Join *j, const Line *l, int of)
{
    for (int k = 0; l->from && l->to && l->code == OP_reshape && k + 1 < l->rank; k++) {
        int64_t size = l->dims[k] * sharding_parts(l->from, k);
        Line flat = { .text = l->text, .name = g_strdup(l->name), .code = l->code, .rank = l->rank - 1, .between = true, .of = of };
        for (int d = 0, to = 0; d < l->rank; d++) {
            flat.dims[to] = d == k + 1 ? flat.dims[to] * l->dims[d] : l->dims[d];
            to += d != k;
        }
        flat.from = merged(j->whole, l->from, k, size);
        flat.to = flat.from ? merged(j->whole, l->to, k, size) : NULL;
        if (flat.to)
            g_array_append_val(j->lines, flat);
        else
            g_free(flat.name);
    }
}

static void read_lines(const char *text, Join *j, XlaLogResult *out)
{
    for (const char *at = text, *next; *at; at = next) {
        const char *end = strchr(at, '\n');
        end = end ? end : at + strlen(at);
        next = *end ? end + 1 : end;
        Line l;
        if (!xla_log_read_line(at, end, j->whole, &l))
            continue;
        out->n_lines++;
        out->n_remats += l.remat;
        l.moves = l.from && l.to && l.name && !l.remat && explain_sends(l.from, l.to);
        g_array_append_val(j->lines, l);
        add_merged(j, &l, (int)j->lines->len - 1);
    }
}

/* True if a warning is about this reshard: one of its two layouts and its name agree; or, where the instruction has no name, both layouts and its size. */
static bool warns_of(const Join *j, const Line *l, int k)
{
    const Reshard *r = &j->log->reshards.v[k];
    bool from = same_layout(j->whole, r->from, l->from), to = sharding_same_layout(r->to, l->to);
    if (r->rank != l->rank)
        return false;
    return l->name ? (from || to) && named(j->names[k], j->names[k]->len, l->name) : from && to && xla_log_is_piece(l, j->types[k]);
}

/* The only reshard of the warning's name that gathers: the warning is about a step of it. -1 = there are several, or none. */
static int gathers(const Join *j, const Line *l)
{
    int found = -1, n = 0;
    for (int k = 0; l->name && k < j->log->reshards.n; k++) {
        const Reshard *r = &j->log->reshards.v[k];
        if (r->rank != l->rank || !strstr(r->plan, "all-gather") || !named(j->names[k], j->names[k]->len, l->name))
            continue;
        found = k;
        n++;
    }
    return n == 1 ? found : -1;
}

static void mark_remats(const Join *j)
{
    for (guint i = 0; i < j->lines->len; i++) {
        const Line *l = &g_array_index(j->lines, Line, i);
        bool any = false;
        for (int k = 0; l->remat && l->from && l->to && k < j->log->reshards.n; k++)
            if (warns_of(j, l, k))
                any = j->log->reshards.v[k].is_remat = true;
        int step = l->remat && !any ? gathers(j, l) : -1; /* steps may be among some of the devices, whose shardings mean nothing for all */
        if (step >= 0)
            j->log->reshards.v[step].is_remat = true;
    }
}

static void line_clear(void *p)
{
    g_free(((Line *)p)->name);
}

static bool says_same(const Line *a, const Line *b)
{
    return a->from == b->from && a->to == b->to && a->rank == b->rank && (b->name ? align_names_agree(a->name, b->name) : !a->name && memcmp(a->dims, b->dims, sizeof *b->dims * (size_t)b->rank) == 0);
}

/* What was found once was found wherever it is said again. */
static void spread_found(const Join *j)
{
    for (guint i = 0; i < j->lines->len; i++) {
        Line *l = &g_array_index(j->lines, Line, i);
        for (guint k = 0; k < j->lines->len && l->from && l->to && !l->found; k++) {
            const Line *o = &g_array_index(j->lines, Line, k);
            bool same = (o->found || o->step) && says_same(o, l);
            l->found = same && o->found;
            l->step = l->step || same;
        }
    }
}

/* What was found of a line in another form was found of it. */
static void take_forms(const Join *j)
{
    for (guint i = 0; i < j->lines->len; i++) {
        const Line *l = &g_array_index(j->lines, Line, i);
        if (l->of >= 0 && l->found)
            g_array_index(j->lines, Line, l->of).found = true;
    }
}

XlaLogResult xla_log_join(const char *text, Compiled *c)
{
    XlaLogResult out = { 0 };
    IrModule *whole = c->whole;
    const IrModule *local = c->local;
    DecisionLog *log = c->log;
    if (!whole->mesh)
        return out;
    g_autofree guint *n_own = g_new0(guint, log->reshards.n + 1);
    g_autofree bool *shared = shared_by_reshard(log, whole);
    Join j = { log, whole, names_by_reshard(log, whole, local, n_own), n_own, types_by_reshard(log, whole), g_array_new(FALSE, TRUE, sizeof(Line)) };
    g_array_set_clear_func(j.lines, line_clear);
    read_lines(text, &j, &out);
    for (int i = 0; i < log->reshards.n; i++) {
        Reshard *r = &log->reshards.v[i];
        bool own = false, said = leads(&j, i, r->from, r->to, MAX_LINKS, &own);
        note_completed(&j, i, r);
        if (said) {
            r->certainty = r->certainty > RESHARD_LIKELY || (own && !shared[i] && xla_log_sends_piece(r, j.types[i])) ? MAX(r->certainty, RESHARD_LOGGED) : r->certainty;
            r->logged = 1;
            out.n_confirmed++;
        }
        bool other = has_steps(&j, r) && !said && !sharding_same_layout(r->from, r->to), wrong = other && r->certainty < RESHARD_EXACT; /* edges have no line */
        out.n_contradicted += wrong;
        if (other && !wrong)
            g_debug("reshard %d was found by following elements, and is said otherwise by the log", r->id);
        if (wrong) {
            r->certainty = MIN(r->certainty, RESHARD_LIKELY);
            r->logged = -1;
            g_debug("reshard %d is contradicted by the log", r->id);
        }
    }
    int n_put_right = xla_asked_put_right(c, &j, shared);
    out.n_contradicted -= n_put_right;
    out.n_confirmed += n_put_right;
    xla_log_join_groups(&j, &out);
    mark_remats(&j);
    spread_found(&j);
    take_forms(&j);
    spread_found(&j);
    for (guint i = 0; i < j.lines->len; i++) {
        const Line *l = &g_array_index(j.lines, Line, i);
        bool found = l->found || l->step, counts = l->moves && (found || !l->between);
        out.n_moves += counts;
        out.n_found += counts && found;
        if (counts && !found)
            g_debug("line of the log that no reshard agrees with: %.*s", (int)strcspn(l->text, "\n"), l->text);
    }
    int n = log->reshards.n;
    out.n_added = xla_asked_add(c, &j);
    for (int i = 0; i < n; i++)
        g_ptr_array_unref(j.names[i]);
    g_free(j.names);
    g_free(j.types);
    g_array_unref(j.lines);
    return out;
}
