/* report shardings: the shardings of parameters, results and annotated values (--all: of every value); --why: the
 * chain from one value back to the lines that decided its sharding. */
#include "trace/report/shardings.h"

#include "trace/report/reports.h"

#include <string.h>

static const ReportColumn columns[] = {
    { "label", "value", CELL_TEXT },       { "role", "role", CELL_TEXT, COL_SAME },        { "op_name", NULL, CELL_TEXT },
    { "opcode", NULL, CELL_TEXT, COL_SAME | COL_KIND },         { "parameter", NULL, CELL_COUNT },    { "shape", "shape", CELL_TEXT, COL_SAME },
    { "sharding", NULL, CELL_TEXT }, { "spec", "sharding", CELL_TEXT, COL_SAME }, { "shards", "shards", CELL_COUNT, COL_SAME },   { "copies", "copies", CELL_COUNT, COL_SAME },
    { "bytes", "bytes", CELL_BYTES, COL_SUM },      { "bytes_full", "whole", CELL_BYTES, COL_SUM }, { "decided", "decided by", CELL_TEXT, COL_SAME },
    { "annotation", NULL, CELL_TEXT }, { "written", "annotation", CELL_TEXT }, { "at", "at", CELL_TEXT, COL_SAME | COL_LINE }, { "value", "instruction", CELL_TEXT },
};

static const ReportColumn why_columns[] = {
    { "depth", "depth", CELL_COUNT },   { "number", "#", CELL_COUNT },        { "value", "value", CELL_TEXT },
    { "dim", "dim", CELL_COUNT },       { "axes", "axes", CELL_TEXT },        { "through", "through", CELL_TEXT },
    { "through_op", "op", CELL_TEXT },  { "factor", "factor", CELL_TEXT },    { "direction", NULL, CELL_COUNT },
    { "from", "from", CELL_TEXT },      { "taken", NULL, CELL_COUNT },        { "annotation", "annotation", CELL_TEXT },
    { "at", "at", CELL_TEXT },          { "why", "why: ", CELL_BELOW },
};

/* ---- the chain behind one value -------------------------------------------------------------------------------------- */

/* "mlp.py:12" of "/src/mlp.py:12". */
static const char *base_name(const char *at)
{
    const char *slash = strrchr(at, '/');
    return slash ? slash + 1 : at;
}

/* The name of a value in this report: "w['w1']", "dot_general %dot.3 (mlp.py:12)". */
static char *value_name(const TraceValueRow *v)
{
    const char *own = v->name[0] == '%' ? v->name + 1 : v->name, *slash = v->op_name ? strrchr(v->op_name, '/') : NULL;
    if (v->param_no.known && v->op_name && *v->op_name)
        return g_strdup(v->op_name);
    GString *s = g_string_new(NULL);
    if (slash && slash[1] && !v->param_no.known)
        g_string_append_printf(s, "%s ", slash + 1);
    g_string_append_printf(s, "%%%s", own);
    if (v->at)
        g_string_append_printf(s, " (%s)", base_name(v->at));
    return g_string_free(s, FALSE);
}

typedef struct Called {
    char *name;
    const char *opcode; /* borrowed */
} Called;

static void called_free(gpointer p)
{
    g_free(((Called *)p)->name);
    g_free(p);
}

/* By the name in the text, without %. */
static GHashTable *names_of(const GArray *values)
{
    GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, called_free);
    for (guint i = 0; i < values->len; i++) {
        const TraceValueRow *v = TRACE_AT(values, TraceValueRow, i);
        Called *c = g_new(Called, 1);
        *c = (Called){ value_name(v), v->opcode };
        g_hash_table_insert(names, (gpointer)(v->name[0] == '%' ? v->name + 1 : v->name), c);
    }
    return names;
}

static const char *called(GHashTable *names, const char *name)
{
    const Called *c = g_hash_table_lookup(names, name[0] == '%' ? name + 1 : name);
    return c ? c->name : name;
}

/* The text with every %name replaced by the value's name in this report, `self` by "it"; each long name is used only once. */
static void append_named(GString *out, const char *text, const char *self, GHashTable *names)
{
    g_autoptr(GHashTable) said = g_hash_table_new(NULL, NULL);
    self += self[0] == '%';
    for (const char *p = text; *p;) {
        size_t n = 0;
        while (*p == '%' && (g_ascii_isalnum(p[1 + n]) || (p[1 + n] && strchr("_.-$", p[1 + n]))))
            n++;
        while (n && (p[n] == '.' || p[n] == '-')) /* the full stop of a sentence is not part of the name */
            n--;
        g_autofree char *own = n ? g_strndup(p + 1, n) : NULL;
        const Called *c = own ? g_hash_table_lookup(names, own) : NULL;
        if (!c) {
            g_string_append_c(out, *p++);
            continue;
        }
        g_autofree char *kind = g_strdup_printf("%s ", c->opcode); /* contained in the name already */
        if (g_str_has_suffix(out->str, kind) && strchr(c->name, ' '))
            g_string_truncate(out, out->len - strlen(kind));
        bool is_self = g_str_equal(own, self);
        if (is_self && g_str_has_suffix(out->str, ", by ")) /* an op's result follows its operand */
            g_string_truncate(out, out->len - strlen(", by "));
        else if (is_self)
            g_string_append(out, "it");
        else if (g_hash_table_add(said, (gpointer)c))
            g_string_append(out, c->name);
        else
            g_string_append_printf(out, "%%%s", own);
        p += 1 + n;
    }
}

/* One link as a sentence: "  dot_general %y (f.py:3): dim 0 split on a: dim 0 of it follows dim 0 of x", "    x: as written by the
 * user: in_shardings P('a', None) of x". */
static void note_link(Block *b, const TraceWhyRow *x, GHashTable *names)
{
    g_autoptr(GString) s = g_string_new(NULL);
    for (int64_t i = 0; i < MIN(x->depth, 40) + 1; i++)
        g_string_append(s, "  ");
    g_string_append_printf(s, "%s: ", called(names, x->value));
    if (!x->came_from && x->annotation && x->taken) {
        g_string_append_printf(s, "as written by the user: %s", x->annotation_label ? x->annotation_label : x->annotation);
        if (x->at && !strstr(s->str, base_name(x->at)))
            g_string_append_printf(s, " at %s", x->at);
        block_note(b, "%s", s->str);
        return;
    }
    if (x->dim.known)
        g_string_append_printf(s, "dim %" G_GINT64_FORMAT " ", x->dim.v);
    if (*x->axes)
        g_string_append_printf(s, "%s on %s", x->taken ? "split" : "not split", x->axes);
    else
        g_string_append(s, x->dim.known ? "not split" : "");
    g_string_append(s, x->dim.known || *x->axes ? ": " : "");
    if (x->why)
        append_named(s, x->why, x->value, names);
    else if (x->came_from)
        g_string_append_printf(s, "from %s%s%s", called(names, x->came_from), x->through ? ", through " : "", x->through ? called(names, x->through) : "");
    block_note(b, "%s", s->str);
}

static void put_link(Table *t, const TraceWhyRow *x)
{
    cell_int(t, x->depth);
    cell_int(t, x->seq);
    cell_text(t, x->value);
    cell_oint(t, x->dim);
    cell_text(t, x->axes);
    cell_text(t, x->through);
    cell_text(t, x->through_op);
    cell_text(t, x->factor);
    cell_oint(t, x->direction);
    cell_text(t, x->came_from);
    cell_int(t, x->taken);
    cell_text(t, x->annotation);
    cell_text(t, x->at);
    cell_text(t, x->why);
}

/* Prints the annotations at which the chain ends, each once; false if there are none. */
static bool note_ends(Block *b, const GArray *chain)
{
    g_autoptr(GString) s = g_string_new(NULL);
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint k = 0; k < chain->len; k++) {
        const TraceWhyRow *x = TRACE_AT(chain, TraceWhyRow, k);
        const char *text = x->annotation_label ? x->annotation_label : x->annotation;
        if (!x->taken || x->came_from || !text || !g_hash_table_add(known, (gpointer)text))
            continue;
        g_string_append_printf(s, "%s%s", s->len ? "; " : "", text);
        if (x->at && !strstr(text, base_name(x->at)))
            g_string_append_printf(s, " (%s)", base_name(x->at));
    }
    if (s->len)
        block_note(b, "decided by: %s", s->str);
    return s->len > 0;
}

/* Why an instruction is in the final program. */
static bool note_final(TraceReader *r, const TraceRunInfo *run, const char *name, Block *b, GError **error)
{
    int64_t final = trace_find_final(r, run->module_id, name);
    g_autoptr(GArray) reasons = final ? trace_query_reshards_of(r, final, error) : NULL;
    if (!final)
        return true;
    if (!reasons)
        return false;
    for (guint i = 0; i < reasons->len; i++) {
        const TraceReshardRow *x = TRACE_AT(reasons, TraceReshardRow, i);
        block_note(b, "%s is there because %s", name, x->why ? x->why : "a layout changes");
        block_note(b, "it moves %s from %s to %s (report reshards --number %" G_GINT64_FORMAT ")", x->value_label ? x->value_label : "?",
                   x->from_spec, x->to_spec, x->seq);
    }
    return true;
}

/* Prints the value in one line, the origin of its sharding, then the chain, with refusals of the value itself last. */
static bool add_why(TraceReader *r, const TraceRunInfo *run, const char *name, Block *b, GError **error)
{
    int64_t inst;
    if (!trace_find_value(r, run->module_id, name, &inst, error))
        return false;
    g_autoptr(GArray) about = trace_query_inst(r, inst, error);
    g_autoptr(GArray) chain = about ? trace_query_why(r, inst, true, error) : NULL;
    g_autoptr(GArray) notes = chain ? trace_query_annotations(r, run->module_id, error) : NULL;
    g_autoptr(GArray) values = notes ? trace_query_values(r, run->input_snap, error) : NULL;
    if (!values)
        return false;
    g_autoptr(GHashTable) names = names_of(values);
    const TraceInstRow *i = TRACE_AT(about, TraceInstRow, 0);
    const char *bare = name[0] == '%' ? name + 1 : name, *own = i->name[0] == '%' ? i->name + 1 : i->name;
    if (!g_str_equal(bare, own) && !note_final(r, run, name, b, error))
        return false;
    block_note(b, "%s  %s  %s", called(names, i->name), i->shape ? i->shape : "", i->spec ? i->spec : i->sharding ? i->sharding : "no sharding recorded");
    bool own_note = note_ends(b, chain);
    Table *t = block_table(b, "chain", NULL, why_columns, G_N_ELEMENTS(why_columns));
    table_not_in_text(t);
    int64_t said = 0; /* the annotated value printed last; its dims share a line */
    for (int refused = 0; refused < 2; refused++)
        for (guint k = 0; k < chain->len; k++) {
            const TraceWhyRow *x = TRACE_AT(chain, TraceWhyRow, k);
            if ((x->taken == 0) != refused || (x->depth && !x->taken))
                continue; /* refusals matter for the value itself */
            put_link(t, x);
            bool end = !x->came_from && x->annotation && x->taken;
            if (!end || said != x->inst_id)
                note_link(b, x, names);
            said = end ? x->inst_id : 0;
        }
    /* An annotation that shards nothing makes no propagation step, but still decides. */
    for (guint k = 0; k < notes->len && !own_note; k++) {
        const TraceAnnotationRow *a = TRACE_AT(notes, TraceAnnotationRow, k);
        if (a->inst_id == inst)
            block_note(b, "  as written by the user: %s%s%s", a->label ? a->label : a->text, a->at ? " at " : "", a->at ? a->at : "");
        own_note |= a->inst_id == inst;
    }
    if (!chain->len && !own_note)
        block_note(b, "  replicated by default: it has no annotation, and propagation brought it none");
    return true;
}

static void add_value(Table *t, const TraceLayers *layers, const TraceValueRow *v)
{
    cell_text(t, v->label);
    cell_text(t, v->role);
    cell_text(t, v->op_name);
    cell_text(t, v->opcode);
    cell_oint(t, v->param_no);
    cell_text(t, v->shape);
    cell_text(t, v->sharding);
    cell_text(t, v->spec ? v->spec : !v->sharding_id && g_strcmp0(v->decided, "default") == 0 ? "replicated" : NULL);
    cell_oint(t, v->shards);
    cell_oint(t, v->copies);
    cell_oint(t, v->bytes_out);
    cell_oint(t, v->bytes_full);
    cell_text(t, v->decided);
    cell_text(t, v->annotation);
    cell_text(t, v->written);
    cell_text(t, v->at);
    cell_text(t, v->name);
    const char *path = v->label[0] && strchr(v->label, '[') && !strchr(v->label, ' ') ? v->label : v->op_name; /* a result's place among the results */
    const char *layer = trace_layer(layers, path).name; /* values outside of layers are told apart by their names */
    table_row_facts(t, v->inst_id, layer ? trace_layer_key(layers, path, NULL) : NULL, layer);
}

Table *shardings_table(const GArray *values, const TraceLayers *layers)
{
    static const char *const roles[] = { "parameter", "result", "value" };
    Table *t = table_new("shardings", NULL, columns, G_N_ELEMENTS(columns));
    t->order = "bytes";
    for (size_t k = 0; k < G_N_ELEMENTS(roles); k++)
        for (guint i = 0; i < values->len; i++)
            if (g_str_equal(TRACE_AT(values, TraceValueRow, i)->role, roles[k]))
                add_value(t, layers, TRACE_AT(values, TraceValueRow, i));
    return t;
}

static bool make(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error)
{
    if (o->why)
        return add_why(r, run, o->why, b, error);
    g_autoptr(GArray) rows = trace_query_values(r, run->input_snap, error);
    g_autoptr(TraceLayers) layers = rows ? trace_layers(r, run->module_id, error) : NULL;
    if (!layers)
        return false;
    Table *t = block_table(b, "shardings", NULL, columns, G_N_ELEMENTS(columns));
    guint left_out = 0;
    for (guint i = 0; i < rows->len; i++) {
        const TraceValueRow *v = TRACE_AT(rows, TraceValueRow, i);
        if (!o->all && g_str_equal(v->role, "value") && !g_str_equal(v->decided, "user"))
            left_out++;
        else
            add_value(t, layers, v);
    }
    if (run->mesh)
        block_note(b, "mesh %s", run->mesh);
    if (left_out)
        block_note(b, "%u intermediate value%s not shown (--all shows them)", left_out, left_out == 1 ? "" : "s");
    if (!rows->len)
        block_note(b, "no values recorded");
    return true;
}

const Report shardings_report = {
    .name = "shardings",
    .doc = "how parameters, results and annotated values are divided over the devices, and why",
    .make = make,
    .why = "the chain behind a value's sharding",
    .all = "every value",
};
