/* The final program as DOT text: a box an instruction, filled by its sharding, collectives by their kind. In large programs the ops of a layer
 * are one box, those of no layer one by the framework's path; collectives stay for themselves. Start reading at export_dot(). */
#include "trace/export/dot.h"

#include <string.h>

#include "trace/capped.h"
#include "trace/export/formats.h"
#include "trace/layers.h"
#include "trace/units.h"

enum { LARGE = 400 }; /* instructions: beyond it they are folded */

/* One box of the picture. */
typedef struct Node {
    int number;
    const TraceInstRow *first; /* one of its instructions, the only one where n is 1 */
    const char *coll;          /* kind of a collective; NULL = it is none */
    char *title;               /* of folded ones */
    int n;
    int64_t total_ns;
    bool timed;
} Node;

typedef struct Dot {
    GArray *insts;       /* TraceInstRow */
    GHashTable *node_of; /* inst.id -> Node */
    GPtrArray *nodes;
    GHashTable *folded;  /* key -> Node */
    GHashTable *kinds;   /* inst.id of collectives -> kind */
    GHashTable *spec;    /* inst.id -> sharding of the value that it is in the program as read, as its user writes it */
    GHashTable *fill;    /* sharding -> its number, from 1; those that replicate are one */
    GHashTable *whole;   /* texts of shardings that replicate: P(), P(None, None), ... */
    GHashTable *edges;   /* "a b" -> how many */
    GString *out;
    bool large;
} Dot;

void dot_quoted(GString *out, const char *text)
{
    g_string_append_c(out, '"');
    for (; text && *text; text++) {
        if (*text == '"' || *text == '\\')
            g_string_append_c(out, '\\');
        if (*text == '\n')
            g_string_append(out, "\\n");
        else
            g_string_append_c(out, *text);
    }
    g_string_append_c(out, '"');
}

static void node_free(gpointer p)
{
    g_free(((Node *)p)->title);
    g_free(p);
}

/* ---- colours ------------------------------------------------------------------------------------------------------------------------- */

/* Of collectives, dark, under white text: told apart by people who do not tell all colours apart. */
static const char *coll_colour(const char *kind)
{
    static const struct { const char *kind, *colour; } of[] = { { "all-gather", "#0072B2" }, { "all-reduce", "#B5450A" }, { "reduce-scatter", "#00704F" }, { "all-to-all", "#9C4A7E" },
                                                                 { "collective-permute", "#7A5A00" } };
    for (size_t i = 0; i < G_N_ELEMENTS(of); i++)
        if (g_str_equal(kind, of[i].kind))
            return of[i].colour;
    return "#404040";
}

/* Of shardings, light; the first is no sharding's, and beyond the last they begin again. */
static const char *const fills[] = { "#FFFFFF", "#DCEBF7", "#FBE3D6", "#DDF1E4", "#F3E1EE", "#FFF3CC", "#E4E4F7", "#E8F0D8", "#F7DCDC", "#D9F0F0", "#EFE6DA" };

static const char *spec_of(Dot *d, const TraceInstRow *i)
{
    const char *of_origin = g_hash_table_lookup(d->spec, &i->id);
    return i->spec && *i->spec ? i->spec : of_origin;
}

#define REPLICATED "replicated"

static const char *fill_of(Dot *d, const char *sharding)
{
    if (!sharding || !*sharding)
        return fills[0];
    if (g_hash_table_contains(d->whole, sharding))
        sharding = REPLICATED;
    guint known = GPOINTER_TO_UINT(g_hash_table_lookup(d->fill, sharding));
    if (!known) {
        known = g_hash_table_size(d->fill) + 1;
        g_hash_table_insert(d->fill, g_strdup(sharding), GUINT_TO_POINTER(known));
    }
    return fills[1 + (known - 1) % (G_N_ELEMENTS(fills) - 1)];
}

/* ---- boxes ----------------------------------------------------------------------------------------------------------------------------- */

static Node *add_node(Dot *d, const TraceInstRow *i)
{
    Node *n = g_new0(Node, 1);
    *n = (Node){ .number = (int)d->nodes->len, .first = i, .coll = g_hash_table_lookup(d->kinds, &i->id) };
    g_ptr_array_add(d->nodes, n);
    return n;
}

/* What an instruction is folded under: its layer, else the framework's path to it, else its opcode. To be freed. */
static char *fold_key(const TraceLayers *layers, const TraceInstRow *i)
{
    TraceLayer layer = trace_layer(layers, i->op_name);
    if (layer.name)
        return g_strdup(layer.name);
    const char *slash = i->op_name ? strrchr(i->op_name, '/') : NULL;
    return slash ? g_strndup(i->op_name, (gsize)(slash - i->op_name)) : g_strdup(i->opcode);
}

static void place(Dot *d, const TraceLayers *layers, const TraceInstRow *i)
{
    g_autofree char *key = d->large && !g_hash_table_contains(d->kinds, &i->id) ? fold_key(layers, i) : NULL;
    Node *n = key ? g_hash_table_lookup(d->folded, key) : NULL;
    if (!n) {
        n = add_node(d, i);
        n->title = g_strdup(key);
        if (key)
            g_hash_table_insert(d->folded, g_steal_pointer(&key), n);
    }
    n->n++;
    n->total_ns = add_capped(n->total_ns, i->total_ns.known ? i->total_ns.v : 0);
    n->timed |= i->total_ns.known;
    g_hash_table_insert(d->node_of, (gpointer)&i->id, n);
}

static void put_node(Dot *d, const Node *n)
{
    const TraceInstRow *i = n->first;
    g_autoptr(GString) label = g_string_new(NULL);
    if (n->n > 1)
        g_string_printf(label, "%s\n%d ops", n->title, n->n);
    else
        g_string_printf(label, "%s\n%s\n%s", i->opcode, i->name, i->shape ? i->shape : "");
    if (n->n == 1 && spec_of(d, i))
        g_string_append_printf(label, "\n%s", spec_of(d, i));
    if (n->n == 1 && i->at)
        g_string_append_printf(label, "\n%s", i->at);
    if (n->timed)
        g_string_append_printf(label, "\n%s", trace_ns((double)n->total_ns).s);
    g_string_append_printf(d->out, "  n%d [label=", n->number);
    dot_quoted(d->out, label->str);
    if (n->coll)
        g_string_append_printf(d->out, ", fillcolor=\"%s\", fontcolor=white, shape=box, class=collective", coll_colour(n->coll));
    else
        g_string_append_printf(d->out, ", fillcolor=\"%s\"%s", n->n > 1 ? "#EEEEEE" : fill_of(d, spec_of(d, i)), n->n > 1 ? ", shape=folder" : "");
    g_string_append(d->out, ", name=");
    dot_quoted(d->out, n->n > 1 ? n->title : i->name);
    g_string_append_printf(d->out, ", ops=%d", n->n);
    if (n->timed)
        g_string_append_printf(d->out, ", ns=%" G_GINT64_FORMAT, n->total_ns);
    g_string_append(d->out, "];\n");
}

/* ---- lines ----------------------------------------------------------------------------------------------------------------------------- */

static void put_edge(Dot *d, int64_t from, int64_t to, const char *style)
{
    const Node *a = g_hash_table_lookup(d->node_of, &from), *b = g_hash_table_lookup(d->node_of, &to);
    if (!a || !b || a == b)
        return;
    g_autofree char *key = g_strdup_printf("%d %d", a->number, b->number);
    if (g_hash_table_add(d->edges, g_steal_pointer(&key)))
        g_string_append_printf(d->out, "  n%d -> n%d%s;\n", a->number, b->number, style);
}

/* From what runs a computation to its result. */
static bool each_call(Export *x, sqlite3_stmt *row, void *data)
{
    (void)x;
    put_edge(data, sqlite3_column_int64(row, 1), sqlite3_column_int64(row, 0), " [style=dashed]");
    return true;
}

static bool each_coll(Export *x, sqlite3_stmt *row, void *data)
{
    (void)x;
    const char *kind = trace_coll_name(sqlite3_column_int64(row, 1));
    int64_t id = sqlite3_column_int64(row, 0);
    g_hash_table_insert(((Dot *)data)->kinds, g_memdup2(&id, sizeof id), (gpointer)(kind ? kind : "collective"));
    return true;
}

static bool each_spec(Export *x, sqlite3_stmt *row, void *data)
{
    (void)x;
    int64_t id = sqlite3_column_int64(row, 0);
    g_hash_table_insert(((Dot *)data)->spec, g_memdup2(&id, sizeof id), g_strdup((const char *)sqlite3_column_text(row, 1)));
    return true;
}

static bool each_whole(Export *x, sqlite3_stmt *row, void *data)
{
    (void)x;
    g_hash_table_add(((Dot *)data)->whole, g_strdup((const char *)sqlite3_column_text(row, 0)));
    return true;
}

static void put_legend(Dot *d)
{
    GHashTableIter it;
    gpointer sharding, number;
    g_string_append(d->out, "  subgraph cluster_shardings { label=\"shardings\"; style=dashed;\n");
    g_hash_table_iter_init(&it, d->fill);
    while (g_hash_table_iter_next(&it, &sharding, &number)) {
        g_string_append_printf(d->out, "    s%u [label=", GPOINTER_TO_UINT(number));
        dot_quoted(d->out, sharding);
        g_string_append_printf(d->out, ", fillcolor=\"%s\"];\n", fill_of(d, sharding));
    }
    g_string_append(d->out, "  }\n");
}

/* ---- the graph --------------------------------------------------------------------------------------------------------------------------- */

enum { COMP_FUSION = 2, COMP_REDUCER = 6 };

static bool put_graph(Export *x, Dot *d, int64_t snapshot, GError **error)
{
    g_autoptr(TraceLayers) layers = trace_layers(x->r, x->run->module_id, error);
    g_autoptr(GArray) operands = layers ? trace_query_operands(x->r, snapshot, error) : NULL;
    if (!operands || !export_each(x, EXPORT_ASK("SELECT i.id, k.kind FROM computation c JOIN inst i ON i.comp_id = c.id JOIN coll k ON k.inst_id = i.id WHERE c.snapshot_id = ?1", snapshot),
                                  each_coll, d, error) ||
        !export_each(x, EXPORT_ASK("SELECT i.id, " SPELLED("sd") " FROM computation c JOIN inst i ON i.comp_id = c.id JOIN inst o ON o.id = i.origin_id JOIN sharding sd ON sd.id = o.sharding_id"
                                   " WHERE c.snapshot_id = ?1", snapshot), each_spec, d, error) ||
        !export_each(x, EXPORT_ASK("SELECT DISTINCT " SPELLED("sd") " FROM sharding sd WHERE sd.kind = 0 AND " SPELLED("sd") " IS NOT NULL AND ?1", 1), each_whole, d, error))
        return false;
    d->large = d->insts->len > LARGE;
    for (guint i = 0; i < d->insts->len; i++) {
        const TraceInstRow *row = TRACE_AT(d->insts, TraceInstRow, i);
        if (row->comp_kind != COMP_FUSION && row->comp_kind != COMP_REDUCER)
            place(d, layers, row);
    }
    g_string_append(d->out, "digraph shardscope {\n  rankdir=TB;\n  node [shape=box, style=filled, fillcolor=white, fontname=\"sans-serif\"];\n  label=");
    g_autofree char *title = g_strdup_printf("%s%s%s", x->run->title, x->run->mesh ? ", mesh " : "", x->run->mesh ? x->run->mesh : "");
    dot_quoted(d->out, title);
    g_string_append(d->out, ";\n");
    for (guint i = 0; i < d->nodes->len; i++)
        put_node(d, d->nodes->pdata[i]);
    for (guint i = 0; i < operands->len; i++) {
        const TraceOperand *o = TRACE_AT(operands, TraceOperand, i);
        put_edge(d, o->src_id, o->inst_id, "");
    }
    if (!export_each(x, EXPORT_ASK("SELECT i.id, r.id FROM computation c JOIN inst i ON i.comp_id = c.id JOIN inst r ON r.comp_id = i.called_comp AND (r.flags & 1) WHERE c.snapshot_id = ?1",
                                   snapshot), each_call, d, error))
        return false;
    if (g_hash_table_size(d->fill))
        put_legend(d);
    g_string_append(d->out, "}\n");
    if (d->large)
        export_note(x, "the program has %u instructions: those of a layer are drawn as one", d->insts->len);
    x->done->n_events += d->nodes->len;
    put_string(x, d->out);
    return true;
}

bool export_dot(Export *x, GError **error)
{
    int64_t snapshot = x->run->final_snap ? x->run->final_snap : x->run->input_snap;
    if (!snapshot) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_MISSING, "%s: %s has no program recorded, so there is no graph", x->r->path, x->run->title);
        return false;
    }
    Dot d = { .insts = trace_query_insts(x->r, snapshot, error), .node_of = g_hash_table_new(g_int64_hash, g_int64_equal), .nodes = g_ptr_array_new_with_free_func(node_free),
              .folded = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), .kinds = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL),
              .spec = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free), .fill = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
              .whole = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), .edges = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), .out = g_string_new(NULL) };
    bool ok = d.insts && put_graph(x, &d, snapshot, error);
    g_clear_pointer(&d.insts, g_array_unref);
    GHashTable *const tables[] = { d.node_of, d.folded, d.kinds, d.spec, d.fill, d.whole, d.edges };
    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++)
        g_hash_table_unref(tables[i]);
    g_ptr_array_unref(d.nodes);
    g_string_free(d.out, TRUE);
    return ok;
}
