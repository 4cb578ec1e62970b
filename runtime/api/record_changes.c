/* What each pass did to each instruction, read off the program's text before and after it: names stay with an
 * instruction through all passes, so a name that is gone was removed, one that is new was added, and one whose line
 * reads otherwise was changed. Origins and decisions come from the modules at both ends, by name. */
#include "runtime/api/record_impl.h"

#include <string.h>

enum { ADDED = 1, REMOVED, CHANGED, MOVED };

/* A line of the text that defines an instruction. */
typedef struct Line {
    const char *name, *text; /* the text from behind the name to the end of the line */
    gsize n_text;
    const char *comp;        /* the computation's name, up to n_comp */
    gsize n_comp;
    char *own;               /* the name, ended */
} Line;

static void line_clear(gpointer p)
{
    g_free(((Line *)p)->own);
}

/* Instructions of a text in its order. A computation's head ends in "{"; an instruction reads [ROOT] [%]name = ... */
static GArray *read_lines(const char *text)
{
    GArray *out = g_array_new(FALSE, TRUE, sizeof(Line));
    g_array_set_clear_func(out, line_clear);
    const char *comp = "";
    gsize n_comp = 0;
    for (const char *at = text, *next; at && *at; at = next) {
        const char *end = strchr(at, '\n');
        next = end ? end + 1 : NULL;
        gsize n = end ? (gsize)(end - at) : strlen(at);
        if (n && *at != ' ' && at[n - 1] == '{') {
            comp = g_str_has_prefix(at, "ENTRY ") ? at + 6 : at;
            comp += *comp == '%';
            n_comp = strcspn(comp, " ({\n");
            continue;
        }
        if (*at != ' ')
            continue;
        const char *name = at + strspn(at, " ");
        if (g_str_has_prefix(name, "ROOT "))
            name += 5;
        name += *name == '%';
        gsize n_name = strcspn(name, " =\n");
        if (!n_name || strncmp(name + n_name, " = ", 3) != 0)
            continue;
        Line l = { .name = name, .text = name + n_name, .comp = comp, .n_comp = n_comp, .own = g_strndup(name, n_name) };
        l.n_text = (gsize)(at + n - l.text);
        g_array_append_val(out, l);
    }
    return out;
}

/* By name; where computations share one, the first of them. */
static GHashTable *by_name(const GArray *lines)
{
    GHashTable *t = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < lines->len; i++) {
        Line *l = &g_array_index(lines, Line, i);
        if (!g_hash_table_contains(t, l->own))
            g_hash_table_insert(t, l->own, l);
    }
    return t;
}

/* What is known of a name from the modules themselves. */
typedef struct Known {
    int64_t origin, reshard;
} Known;

static void know(GHashTable *known, const char *name, int64_t origin, int64_t reshard)
{
    if (!name || g_hash_table_contains(known, name))
        return;
    Known *k = g_new(Known, 1);
    *k = (Known){ origin, reshard };
    g_hash_table_insert(known, (gpointer)name, k);
}

static GHashTable *names_known(const Record *r, const Compiled *c)
{
    GHashTable *known = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    for (int k = 0; k < c->input->n_comps; k++)
        for (int i = 0; i < c->input->comps[k]->n_ops; i++)
            know(known, c->input->comps[k]->ops[i]->name, record_input_inst(r, c->input->comps[k]->ops[i]->id), 0);
    for (int k = 0; c->local && k < c->local->n_comps; k++)
        for (int i = 0; i < c->local->comps[k]->n_ops; i++) {
            const IrOp *op = c->local->comps[k]->ops[i];
            know(known, op->name, op->n_origins == 1 ? record_input_inst(r, op->origins[0]) : 0,
                 op->reshard_id > 0 && r->reshard_row ? r->reshard_row[op->reshard_id] : 0);
        }
    return known;
}

static int what_became(const Line *a, const Line *b)
{
    if (a->n_text != b->n_text || memcmp(a->text, b->text, a->n_text) != 0)
        return CHANGED;
    return a->n_comp != b->n_comp || memcmp(a->comp, b->comp, a->n_comp) != 0 ? MOVED : 0;
}

static void put(Record *r, GHashTable *known, int64_t pass, int *seq, int what, const char *before, const char *after)
{
    const Known *k = g_hash_table_lookup(known, after ? after : before);
    trace_put_pass_change(r->w, &(TracePassChange){ .pass_id = pass, .seq = (*seq)++, .what = what,
                                                    .name_before = before ? trace_str(r->w, before) : 0, .name_after = after ? trace_str(r->w, after) : 0,
                                                    .origin_id = k ? k->origin : 0, .reshard_id = k ? k->reshard : 0 });
}

static void put_differences(Record *r, GHashTable *known, int64_t pass, const GArray *before, const GArray *after)
{
    g_autoptr(GHashTable) was = by_name(before), is = by_name(after);
    int seq = 0;
    for (guint i = 0; i < before->len; i++) {
        const Line *l = &g_array_index(before, Line, i);
        if (!g_hash_table_contains(is, l->own))
            put(r, known, pass, &seq, REMOVED, l->own, NULL);
    }
    for (guint i = 0; i < after->len; i++) {
        const Line *l = &g_array_index(after, Line, i), *old = g_hash_table_lookup(was, l->own);
        if (g_hash_table_lookup(is, l->own) != l)
            continue;
        int what = old ? what_became(old, l) : ADDED;
        if (what)
            put(r, known, pass, &seq, what, old ? l->own : NULL, l->own);
    }
}

void record_changes(Record *r, const Compiled *c)
{
    if (!c->text_in || !c->passes.n)
        return;
    g_autoptr(GHashTable) known = names_known(r, c);
    g_autoptr(GArray) before = read_lines(c->text_in);
    const char *last = c->text_in;
    for (int i = 0; i < c->passes.n; i++) {
        const char *text = c->passes.v[i].text_after;
        if (!text || g_str_equal(text, last))
            continue;
        last = text;
        GArray *after = read_lines(text);
        put_differences(r, known, r->pass_row[i], before, after);
        g_array_unref(before);
        before = after;
    }
}
