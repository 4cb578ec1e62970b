/* The parts of a program. See parts.h. A part is a stretch of the program's order, so edges between parts run forwards. */
#include "viewer/layout/parts.h"

#include "trace/capped.h"
#include "trace/report/ranges.h"
#include "viewer/layout/repeats.h"

#include <math.h>
#include <string.h>

enum { KIND_BODY = 3, KIND_BRANCH = 5, LEAST_PART = 4, MOST_PARTS = 16, FAR_BACK = 12 };
/* What a click opens: told apart from ids of instructions by the sign, and from each other. */
enum { OPEN_LAYERS = 1, OPEN_OPS, OPEN_BODY };

typedef struct Builder {
    const GraphRows *g;
    const Repeats *rp;
    const GArray *open;
    Neighbours *out;
    GHashTable *loops;  /* computation -> the node that runs it + 1 */
    GHashTable *bodies; /* computation -> the place of its first op + 1 */
    int depth;
} Builder;

static const TraceInstRow *at_place(const Builder *b, int place)
{
    return TRACE_AT(b->g->insts, TraceInstRow, b->rp->line[place]);
}

static int64_t fold_id(const Builder *b, int place, int what)
{
    return -(int64_t)(((guint64)at_place(b, place)->id * 4 + (guint64)what) & G_MAXINT64);
}

/* ---- names ---- */

/* The lines of its ops: "model.py:8–24, backward pass"; of several files the one with most. NULL: none is known. */
static char *lines_of(const Builder *b, int first, int n)
{
    g_autoptr(GHashTable) files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const char *most = NULL;
    int n_most = 0, backward = 0;
    for (int pass = 0; pass < 2; pass++) { /* which file; then its lines */
        int64_t from = G_MAXINT64, to = 0;
        for (int p = first; p < first + n; p++) {
            const TraceInstRow *x = at_place(b, p);
            const char *colon = x->at ? strrchr(x->at, ':') : NULL;
            if (!colon)
                continue;
            g_autofree char *path = g_strndup(x->at, (gsize)(colon - x->at)), *file = g_path_get_basename(path);
            if (pass == 0) {
                int have = GPOINTER_TO_INT(g_hash_table_lookup(files, file)) + 1;
                g_hash_table_replace(files, g_strdup(file), GINT_TO_POINTER(have));
                backward += strstr(x->label, "backward pass") != NULL;
            } else if (g_str_equal(file, most)) {
                int64_t line = g_ascii_strtoll(colon + 1, NULL, 10);
                from = MIN(from, line);
                to = MAX(to, line);
            }
        }
        GHashTableIter it;
        gpointer name, count;
        g_hash_table_iter_init(&it, files);
        while (pass == 0 && g_hash_table_iter_next(&it, &name, &count))
            if (GPOINTER_TO_INT(count) > n_most || (GPOINTER_TO_INT(count) == n_most && strcmp(name, most) < 0)) {
                most = name;
                n_most = GPOINTER_TO_INT(count);
            }
        if (!most)
            return NULL;
        const char *pass_of = 2 * backward > n ? ", backward pass" : "";
        if (pass == 1)
            return from == to ? g_strdup_printf("%s:%" G_GINT64_FORMAT "%s", most, from, pass_of)
                              : g_strdup_printf("%s:%" G_GINT64_FORMAT "–%" G_GINT64_FORMAT "%s", most, from, to, pass_of);
    }
    return NULL;
}

static TraceLayer layer_of(const Builder *b, int place)
{
    return b->g->layers ? trace_layer(b->g->layers, at_place(b, place)->op_name) : (TraceLayer){ 0 };
}

/* The layer that most of its ops are in by their names, "decoder/block/3"; NULL: none. */
static const char *layer_name(const Builder *b, int first, int n)
{
    const char *name = NULL;
    int have = 0;
    for (int p = first; p < first + n; p++) { /* the majority, if there is one */
        const char *here = layer_of(b, p).name;
        if (have == 0)
            name = here;
        have += g_strcmp0(name, here) == 0 ? 1 : -1;
    }
    return name;
}

/* The module that its ops have in common, "encoder/final_layer_norm", where most of them have one; NULL: none. To be freed. */
static char *module_name(const Builder *b, int first, int n)
{
    g_autofree char *common = NULL;
    int have = 0;
    for (int p = first; p < first + n; p++) {
        const char *here = layer_of(b, p).module;
        if (!here)
            continue;
        have++;
        if (!common) {
            common = g_strdup(here);
            continue;
        }
        size_t same = 0, whole = 0;
        for (; common[same] && common[same] == here[same]; same++)
            whole = common[same] == '/' ? same : whole;
        bool ends = (!common[same] || common[same] == '/') && (!here[same] || here[same] == '/');
        common[ends ? same : whole] = '\0';
    }
    return common && *common && 2 * have > n ? g_steal_pointer(&common) : NULL;
}

static char *name_of_part(const Builder *b, int first, int n)
{
    const char *layer = layer_name(b, first, n);
    char *module = layer ? NULL : module_name(b, first, n);
    if (layer || module) {
        g_autofree char *lines = lines_of(b, first, n), *own = module ? module : g_strdup(layer);
        return lines && strstr(lines, "backward") ? g_strdup_printf("%s, backward pass", own) : g_steal_pointer(&own);
    }
    return lines_of(b, first, n);
}

static char *name_of_layers(const Builder *b, const Repeat *r)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (int c = 0; c < r->times; c++)
        g_ptr_array_add(names, name_of_part(b, r->first + c * r->period, r->period));
    char *all = ranges_text((const char *const *)names->pdata, (int)names->len);
    return all ? all : g_strdup(names->pdata[0]);
}

/* ---- nodes ---- */

static bool runs_body(const Builder *b, int place)
{
    const TraceInstRow *x = at_place(b, place);
    if (!x->called_comp)
        return false;
    int body = GPOINTER_TO_INT(g_hash_table_lookup(b->bodies, &x->called_comp)) - 1;
    return body >= 0 && (at_place(b, body)->comp_kind == KIND_BODY || at_place(b, body)->comp_kind == KIND_BRANCH);
}

static double cost_at(const Builder *b, int place)
{
    double ns = b->g->cost_ns ? b->g->cost_ns[b->rp->line[place]] : NAN;
    const TraceInstRow *x = at_place(b, place);
    return isnan(ns) && x->flops.known ? x->flops.v * 1e-9 : ns;
}

/* A node for ops first .. first + n - 1, and for the same ops of the layers that follow. -1: there is no room. */
static int add_part(Builder *b, int first, int n, int times)
{
    int dear = first;
    double ns = 0;
    bool known = false;
    for (int p = first; p < first + n; p++) {
        double own = b->g->cost_ns ? b->g->cost_ns[b->rp->line[p]] : NAN;
        known |= !isnan(own);
        ns += isnan(own) ? 0 : own;
        if (!(cost_at(b, p) <= cost_at(b, dear)) && !isnan(cost_at(b, p)))
            dear = p;
    }
    int at = neighbours_add(b->out, b->g, b->rp->line[dear], 1);
    if (at < 0)
        return -1;
    GraphNode *node = &g_array_index(b->out->nodes, GraphNode, at);
    node->n_ops = n;
    node->times = times;
    node->cost_ns = known ? ns : NAN;
    for (int p = first; p < first + n * times; p++)
        neighbours_stand(b->out, b->rp->line[p], at);
    return at;
}

static GraphNode *node_at(const Builder *b, int at)
{
    return &g_array_index(b->out->nodes, GraphNode, at);
}

/* Adds up what a computation and those that its ops run take. */
static void add_body(const Builder *b, int64_t comp, int depth, GraphNode *to)
{
    int begin = GPOINTER_TO_INT(g_hash_table_lookup(b->bodies, &comp)) - 1;
    for (int p = begin; p >= 0 && depth < 8 && p < b->rp->n_line && at_place(b, p)->comp_id == comp; p++) {
        double ns = b->g->cost_ns ? b->g->cost_ns[b->rp->line[p]] : NAN;
        to->n_body++;
        if (!isnan(ns))
            to->cost_ns = (isnan(to->cost_ns) ? 0 : to->cost_ns) + ns;
        if (runs_body(b, p))
            add_body(b, at_place(b, p)->called_comp, depth + 1, to);
    }
}

static void put_range(Builder *b, int begin, int end);

/* The ops of an opened part; loops with their bodies, where these are opened. */
static void put_ops(Builder *b, int first, int n, int64_t close)
{
    for (int p = first; p < first + n; p++) {
        int at = neighbours_add(b->out, b->g, b->rp->line[p], 1);
        if (at < 0)
            return;
        GraphNode *node = node_at(b, at);
        node->close = close;
        if (!runs_body(b, p))
            continue;
        const TraceInstRow *x = at_place(b, p);
        int64_t id = fold_id(b, p, OPEN_BODY);
        g_hash_table_insert(b->loops, (gpointer)&x->called_comp, GINT_TO_POINTER(at + 1));
        bool open = graph_is_open(b->open, id) && b->depth < 16;
        *(open ? &node->close : &node->fold) = id;
        if (!open)
            add_body(b, x->called_comp, 0, node);
        int begin = GPOINTER_TO_INT(g_hash_table_lookup(b->bodies, &x->called_comp)) - 1, end = begin;
        while (open && end < b->rp->n_line && at_place(b, end)->comp_id == x->called_comp)
            end++;
        b->depth++;
        put_range(b, begin, end);
        b->depth--;
    }
}

static void put_part(Builder *b, int first, int n, int64_t close)
{
    int64_t id = fold_id(b, first, OPEN_OPS);
    if (n == 1 || graph_is_open(b->open, id)) {
        put_ops(b, first, n, n == 1 ? close : id);
        return;
    }
    int at = add_part(b, first, n, 1);
    if (at < 0)
        return;
    node_at(b, at)->label = name_of_part(b, first, n);
    node_at(b, at)->fold = id;
    node_at(b, at)->close = close;
}

static void put_layers(Builder *b, const Repeat *r)
{
    int64_t id = fold_id(b, r->first, OPEN_LAYERS);
    if (graph_is_open(b->open, id)) {
        for (int c = 0; c < r->times; c++)
            put_part(b, r->first + c * r->period, r->period, id);
        return;
    }
    int at = add_part(b, r->first, r->period, r->times);
    if (at < 0)
        return;
    node_at(b, at)->label = name_of_layers(b, r);
    node_at(b, at)->fold = id;
}

/* What ops of one module have in common: their layer, else the beginning of their name. To be freed; NULL: they have none. */
static char *module_key(const Builder *b, int place)
{
    const char *name = at_place(b, place)->op_name, *layer = layer_of(b, place).name, *slash = name ? strrchr(name, '/') : NULL;
    if (layer || !slash)
        return g_strdup(layer);
    int deep = 0;
    const char *p = name;
    for (; p < slash && deep < 4; p++)
        deep += *p == '/';
    return g_strndup(name, (gsize)((deep == 4 ? p - 1 : slash) - name));
}

/* Where the parts of a stretch without equal layers end: ascending, the last is `end`. Loops stand alone; runs of one module
 * shorter than `least` go with what precedes them. */
static GArray *part_ends(const Builder *b, int begin, int end, int least)
{
    GArray *ends = g_array_new(FALSE, FALSE, sizeof(int));
    g_autofree char *key = NULL;
    int first = begin, run = begin; /* of the part; of ops with the same key */
    for (int p = begin; p < end; p++) {
        bool loop = runs_body(b, p);
        g_autofree char *here = module_key(b, p);
        bool other = here && key && strcmp(here, key) != 0;
        if (loop) {
            if (p > first)
                g_array_append_val(ends, p);
            int after = p + 1;
            g_array_append_val(ends, after);
            first = run = after;
            g_clear_pointer(&key, g_free);
            continue;
        }
        if (other) {
            run = p;
            int ahead = p;
            for (; ahead < end && ahead < p + least && !runs_body(b, ahead); ahead++) {
                g_autofree char *next = module_key(b, ahead);
                if (next && strcmp(next, here) != 0)
                    break;
            }
            if (ahead - p >= least && run - first >= least) {
                g_array_append_val(ends, run);
                first = run;
                g_free(key);
                key = g_steal_pointer(&here);
            }
        } else if (here && !key) {
            key = g_steal_pointer(&here);
        }
    }
    if (first < end)
        g_array_append_val(ends, end);
    return ends;
}

static void put_gap(Builder *b, int begin, int end)
{
    g_autoptr(GArray) ends = part_ends(b, begin, end, LEAST_PART);
    for (int least = 2 * LEAST_PART; ends->len > MOST_PARTS && least < end - begin; least *= 2) {
        g_array_unref(ends);
        ends = part_ends(b, begin, end, least);
    }
    for (guint i = 0; i < ends->len; i++) {
        int to = g_array_index(ends, int, i);
        put_part(b, begin, to - begin, 0);
        begin = to;
    }
}

static void put_range(Builder *b, int begin, int end)
{
    int p = begin;
    for (guint k = 0; k < b->rp->list->len; k++) {
        const Repeat *r = &g_array_index(b->rp->list, Repeat, k);
        if (r->first < p || r->first + r->period * r->times > end)
            continue;
        put_gap(b, p, r->first);
        put_layers(b, r);
        p = r->first + r->period * r->times;
    }
    put_gap(b, p, end);
}

/* ---- edges ---- */

typedef struct Sources {
    GHashTable *args; /* instructions already counted as arguments of the node; NULL: they are not counted */
    GHashTable *edges; /* from * MAX_NODES + to -> edge + 1 */
    GHashTable *shared; /* from * repeats + repeat -> the edge to the first of its layers + 1 */
    int reader;        /* the instruction that reads */
} Sources;

/* What all layers of an opened repeat read is drawn at the first; true: `to` is one of the others. */
static bool is_shared(Builder *b, const Sources *s, int from, int to, int source)
{
    RepeatSlot slot = b->rp->slots[s->reader];
    if (slot.repeat < 0 || slot.copy == 0 || node_at(b, to)->times > 1 || b->rp->slots[source].repeat == slot.repeat)
        return false;
    GraphEdge *e = NULL;
    int at = GPOINTER_TO_INT(g_hash_table_lookup(s->shared, GINT_TO_POINTER(from * (int)b->rp->list->len + slot.repeat + 1))) - 1;
    if (at >= 0)
        e = &g_array_index(b->out->edges, GraphEdge, at);
    if (e)
        e->layers = MAX(e->layers, slot.copy + 1);
    return e != NULL;
}

static void add_edge(Builder *b, const Sources *s, int from, int to, int pos)
{
    gpointer key = GINT_TO_POINTER(from * MAX_NODES + to + 1);
    int at = GPOINTER_TO_INT(g_hash_table_lookup(s->edges, key)) - 1;
    if (at >= 0) {
        GraphEdge *e = &g_array_index(b->out->edges, GraphEdge, at);
        e->n++;
        e->pos = -1;
        return;
    }
    bool several = node_at(b, from)->n_ops > 1 || node_at(b, to)->n_ops > 1 || node_at(b, to)->times > 1;
    g_array_append_val(b->out->edges, ((GraphEdge){ from, to, several ? -1 : pos, 1, 1 }));
    g_hash_table_insert(s->edges, key, GINT_TO_POINTER((int)b->out->edges->len));
    RepeatSlot slot = b->rp->slots[s->reader];
    if (slot.repeat >= 0 && slot.copy == 0)
        g_hash_table_insert(s->shared, GINT_TO_POINTER(from * (int)b->rp->list->len + slot.repeat + 1), GINT_TO_POINTER((int)b->out->edges->len));
}

/* The edges from what an instruction reads, through tuples, to the node `to`. */
static void add_source(Builder *b, const Sources *s, int i, int to, int pos, int depth)
{
    int from = neighbours_node_of(b->out, i);
    const TraceInstRow *x = TRACE_AT(b->g->insts, TraceInstRow, i);
    if (from < 0 && g_str_has_prefix(x->opcode, "parameter"))
        from = GPOINTER_TO_INT(g_hash_table_lookup(b->loops, &x->comp_id)) - 1; /* a loop's state */
    if (from >= 0) {
        if (from != to && !is_shared(b, s, from, to, i))
            add_edge(b, s, from, to, pos);
        return;
    }
    if (g_str_has_prefix(x->opcode, "parameter")) {
        if (s->args && g_hash_table_add(s->args, GINT_TO_POINTER(i + 1))) {
            node_at(b, to)->n_args++;
            node_at(b, to)->arg_bytes = add_capped(node_at(b, to)->arg_bytes, x->bytes_full.known ? x->bytes_full.v : 0);
        }
        return;
    }
    for (int e = b->g->op_at[i]; b->rp->place[i] < 0 && depth < FAR_BACK && e < b->g->op_at[i + 1]; e++) {
        int src = graph_rows_index_of(b->g, TRACE_AT(b->g->operands, TraceOperand, b->g->ops[e])->src_id);
        if (src >= 0)
            add_source(b, s, src, to, pos, depth + 1);
    }
}

/* The part of a tuple that a get-tuple-element takes is not recorded by number: all of them are its sources. */
static void add_edges(Builder *b)
{
    g_autoptr(GHashTable) edges = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) args = g_hash_table_new(NULL, NULL), shared = g_hash_table_new(NULL, NULL);
    int last = -1;
    for (int p = 0; p < b->rp->n_line; p++) {
        int i = b->rp->line[p], to = neighbours_node_of(b->out, i);
        if (to < 0 || (node_at(b, to)->times > 1 && b->rp->slots[i].copy > 1)) /* of equal layers the first two say what is read */
            continue;
        if (to != last)
            g_hash_table_remove_all(args);
        last = to;
        Sources s = { node_at(b, to)->times > 1 && b->rp->slots[i].copy > 0 ? NULL : args, edges, shared, i };
        for (int e = b->g->op_at[i]; e < b->g->op_at[i + 1]; e++) {
            const TraceOperand *o = TRACE_AT(b->g->operands, TraceOperand, b->g->ops[e]);
            int src = graph_rows_index_of(b->g, o->src_id);
            if (src >= 0)
                add_source(b, &s, src, to, (int)CLAMP(o->pos, 0, G_MAXINT), 0);
        }
    }
}

Neighbours *parts_new(const GraphRows *g, const GArray *open)
{
    g_autoptr(GHashTable) loops = g_hash_table_new(g_int64_hash, g_int64_equal), bodies = g_hash_table_new(g_int64_hash, g_int64_equal);
    Builder b = { g, g->repeats, open, neighbours_empty(), loops, bodies, 0 };
    int end = 0;
    for (int p = 0; p < b.rp->n_line; p++) {
        const TraceInstRow *x = at_place(&b, p);
        if (p == 0 || x->comp_id != at_place(&b, p - 1)->comp_id)
            g_hash_table_insert(bodies, (gpointer)&x->comp_id, GINT_TO_POINTER(p + 1));
        end += x->comp_id == at_place(&b, 0)->comp_id && end == p; /* the entry is first */
    }
    put_range(&b, 0, end);
    add_edges(&b);
    return b.out;
}
