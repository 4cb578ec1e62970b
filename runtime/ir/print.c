/* Prints modules as HLO text in three spellings: long with operand types, long as XLA dumps it, and short. Constants are written whole.
 * Reading a printed text gives the same module. */
#include <string.h>

#include "runtime/ir/names.h"
#include "runtime/ir/print_impl.h"
#include "runtime/shard/spell.h"

/* ---- header ---------------------------------------------------------------------------------- */

static void print_layout(const Printer *p, GString *out)
{
    const IrComp *c = p->m->entry;
    Printer into = *p;
    into.out = out;
    into.types = NULL;
    text_put(out, "{(");
    for (int i = 0; i < c->n_params; i++) {
        if (i)
            text_put(out, ", ");
        if (i && i % 5 == 0)
            format_append(out, "/*index=%d*/", i);
        hlo_print_type(&into, c->params[i]->type, true);
    }
    text_put(out, ")->");
    hlo_print_type(&into, c->root->type, true);
    text_put_c(out, '}');
}

/* The types of a layout text: without layouts, comments and blanks. */
static char *without_layouts(const char *text)
{
    GString *out = g_string_new(NULL);
    for (const char *s = text; *s; s++) {
        if (*s == '/' && s[1] == '*') {
            const char *close = strstr(s + 2, "*/");
            s = close ? close + 1 : s;
        } else if (*s == '{' && s > text) {
            while (s[1] && *s != '}')
                s++;
        } else if (*s != ' ') {
            text_put_c(out, *s);
        }
    }
    return g_string_free(out, FALSE);
}

/* The layouts that the text gave if the entry still has the same types, else those of the instructions. */
static void print_entry_layout(const Printer *p)
{
    const char *said = pair_get(p->m->extra, p->m->n_extra, "entry_computation_layout");
    g_autoptr(GString) now = g_string_new(NULL);
    print_layout(p, now);
    g_autofree char *a = said ? without_layouts(said) : NULL, *b = without_layouts(now->str);
    format_append(p->out, ", entry_computation_layout=%s",
                           a && !strcmp(a, b) ? said : now->str);
}

/* {0, 1}: the path to leaf `leaf`. */
static void print_leaf_path(GString *out, const Type *type, int leaf)
{
    bool first = true;
    text_put_c(out, '{');
    while (type->kind == TYPE_TUPLE) {
        int part = 0;
        while (leaf >= type->parts[part]->n_leaves)
            leaf -= type->parts[part++]->n_leaves;
        format_append(out, "%s%d", first ? "" : ", ", part);
        first = false;
        type = type->parts[part];
    }
    text_put_c(out, '}');
}

static void print_param_leaf(GString *out, const IrComp *entry, int64_t leaf)
{
    int number = 0;
    while (leaf >= type_n_leaves(entry->params[number]->type))
        leaf -= type_n_leaves(entry->params[number++]->type);
    format_append(out, "(%d, ", number);
    print_leaf_path(out, entry->params[number]->type, (int)leaf);
}

static void print_aliases(const Printer *p, bool donors)
{
    GString *out = p->out;
    bool any = false;
    for (int i = 0; i < p->m->n_aliases; i++) {
        const IrAlias *a = &p->m->aliases[i];
        if ((a->output < 0) != donors)
            continue;
        text_put(out, any ? ", " : donors ? ", buffer_donor={ " : ", input_output_alias={ ");
        any = true;
        if (!donors) {
            print_leaf_path(out, p->m->entry->root->type, (int)a->output);
            text_put(out, ": ");
        }
        print_param_leaf(out, p->m->entry, a->param);
        text_put(out, donors ? ")" : a->must ? ", must-alias)" : ", may-alias)");
    }
    if (any)
        text_put(out, " }");
}

/* Ops are scattered in memory: prefetch the ones to come. */
enum { AHEAD = 8, CACHE_LINE = 64 };

static void fetch_ahead(const IrComp *c, int i)
{
    const char *op = (const char *)c->ops[MIN(i + AHEAD, c->n_ops - 1)];
    for (size_t at = 0; at < sizeof(IrOp); at += CACHE_LINE)
        __builtin_prefetch(op + at);
}

/* Prefetches what printing reads of an op that is only searched for shardings. */
static void fetch_shardings_ahead(const IrComp *c, int i)
{
    __builtin_prefetch(&c->ops[MIN(i + 2 * AHEAD, c->n_ops - 1)]->shardings);
    __builtin_prefetch(c->ops[MIN(i + AHEAD, c->n_ops - 1)]->shardings);
}

/* Gathers what the header needs to know of all ops. Returns {mesh = <["x"=4]>, ...}: the meshes that shardings name, NULL if the ops still
 * have texts. Fills `hidden` with computations that only wrap an op written as add-start. */
static char *survey(const IrModule *m, GHashTable *hidden)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    GString *out = g_string_new("{");
    const Mesh *last = NULL;
    for (int i = 0; i < m->n_comps; i++) {
        for (int k = 0; k < m->comps[i]->n_ops; k++) {
            const IrOp *op = m->comps[i]->ops[k];
            fetch_shardings_ahead(m->comps[i], k);
            if (op->code == OP_async_start && hlo_sugar_op(op))
                g_hash_table_add(hidden, op->comps[0]);
            for (int leaf = 0; op->shardings && leaf < type_n_leaves(op->type); leaf++) {
                const Mesh *mesh = op->shardings[leaf] ? op->shardings[leaf]->mesh : NULL;
                if (!mesh || mesh == last)
                    continue;
                last = mesh;
                if (!hlo_mesh_is_told(mesh) || !mesh->name || !g_hash_table_add(seen, (gpointer)mesh->name))
                    continue;
                format_append(out, "%s%s = #sdy.mesh", out->len > 1 ? ", " : "", mesh->name);
                mesh_print_sdy(out, mesh);
            }
        }
    }
    text_put_c(out, '}');
    return g_string_free(out, g_hash_table_size(seen) == 0);
}

static void print_module_pairs(const Printer *p, const char *meshes)
{
    bool has = pair_get(p->m->pairs, p->m->n_pairs, "xla.sdy.meshes") != NULL;
    if (!p->m->n_pairs && !meshes)
        return;
    text_put(p->out, ", frontend_attributes={");
    gsize start = p->out->len;
    for (int i = 0; i < p->m->n_pairs; i++) {
        IrPair pair = p->m->pairs[i];
        if (meshes && !strcmp(pair.key, "xla.sdy.meshes"))
            pair = (IrPair){pair.key, meshes, true};
        if (p->out->len > start)
            text_put_c(p->out, ',');
        hlo_print_pairs(p->out, &pair, 1);
    }
    if (meshes && !has) {
        if (p->out->len > start)
            text_put_c(p->out, ',');
        hlo_print_pairs(p->out, &(IrPair){"xla.sdy.meshes", meshes, true}, 1);
    }
    text_put_c(p->out, '}');
}

static void print_header(const Printer *p, const char *meshes)
{
    static const char *const before[] = {"alias_passthrough_params", NULL};
    static const char *const after[] = {"allow_spmd_sharding_propagation_to_parameters",
                                        "allow_spmd_sharding_propagation_to_output", NULL};
    const IrModule *m = p->m;
    GString *out = p->out;
    size_t n = strlen(m->name);
    format_append(out, "HloModule %s%s", name_is_keyword(m->name, n) || name_is_type(m->name, n) ? "%" : "", m->name);
    if (m->is_scheduled)
        text_put(out, ", is_scheduled=true");
    print_aliases(p, false);
    print_aliases(p, true);
    const char *text;
    for (int i = 0; before[i]; i++)
        if ((text = pair_get(m->extra, m->n_extra, before[i])))
            format_append(out, ", %s=%s", before[i], text);
    print_entry_layout(p);
    for (int i = 0; after[i]; i++)
        if ((text = pair_get(m->extra, m->n_extra, after[i])))
            format_append(out, ", %s=%s", after[i], text);
    if (m->n_replicas != 1)
        format_append(out, ", replica_count=%" G_GINT64_FORMAT, m->n_replicas);
    if (m->n_partitions > 1)
        format_append(out, ", num_partitions=%" G_GINT64_FORMAT, m->n_partitions);
    print_module_pairs(p, meshes);
    for (int i = 0; i < m->n_extra; i++) {
        const char *key = m->extra[i].key;
        if (p->from_hlo && strcmp(key, "entry_computation_layout") && !strchr(key, ' ') && /* a blank is in keys of what is no attribute */
            !g_strv_contains(before, key) && !g_strv_contains(after, key))
            format_append(out, strcmp(key, "debug_attributes") ? ", %s=%s" : ",\n%s=%s", key,
                                   m->extra[i].value);
        if (p->from_hlo && !strcmp(key, "origin_recovery_table"))
            text_put_c(out, '\n'); /* the table's last line has its line end */
    }
    text_put_c(out, '\n');
}

/* ---- computations ---------------------------------------------------------------------------- */

static void print_comp(const Printer *p, const IrComp *c)
{
    GString *out = p->out;
    text_put(out, c == p->m->entry ? "ENTRY " : "");
    hlo_print_name(p, c->name);
    if (p->long_form) {
        text_put(out, " (");
        for (int i = 0; i < c->n_params; i++) {
            format_append(out, "%s%s: ", i ? ", " : "", c->params[i]->name);
            hlo_print_type(p, c->params[i]->type, false);
        }
        text_put(out, ") -> ");
        hlo_print_type(p, c->root->type, false);
    }
    text_put(out, " {\n");
    if (p->memo)
        print_memo_between(p, c);
    for (int i = 0; i < c->n_ops; i++) {
        fetch_ahead(c, i);
        if (p->memo)
            print_memo_line(p, c->ops[i]);
        else
            hlo_print_line(p, c->ops[i]);
    }
    text_put_c(out, '}');
    for (int i = 0; p->from_hlo && i < c->n_extra; i++)
        format_append(out, ", %s=%s", c->extra[i].key, c->extra[i].value);
    text_put(out, "\n\n");
}

static GString *print_module(const IrModule *m, IrSpelling spelling, PrintMemo *memo)
{
    g_assert(spelling != SPELL_STABLEHLO);
    FrameTables *frames = spelling == SPELL_HLO_SHORT ? NULL : frame_tables_new(m);
    OpNames names = {NULL, g_hash_table_new(g_str_hash, g_str_equal)};
    enum { LINE = 256 }; /* bytes; the usual length of a line with a sharding */
    gsize n_ops = 0;
    for (int i = 0; i < m->n_comps; i++)
        n_ops += (gsize)m->comps[i]->n_ops;
    TypeSeen types[N_TYPES_SEEN] = {{NULL}};
    Printer p = {.out = memo ? print_memo_begin(memo, m, (n_ops + 1) * LINE) : g_string_sized_new((n_ops + 1) * LINE),
                 .m = m,
                 .long_form = spelling != SPELL_HLO_SHORT,
                 .operand_types = spelling == SPELL_HLO,
                 .from_hlo = pair_get(m->extra, m->n_extra, KEY_SPELLING) != NULL,
                 .frames = frames,
                 .names = &names,
                 .types = types,
                 .shardings = g_hash_table_new_full(NULL, NULL, NULL, g_free),
                 .annotations = g_hash_table_new_full(NULL, NULL, NULL, g_free),
                 .memo = memo,
                 .annotations_at = memo ? print_memo_mark(memo) : NULL};
    g_autoptr(GHashTable) hidden = g_hash_table_new(NULL, NULL);
    g_autofree char *meshes = survey(m, hidden);
    print_header(&p, meshes);
    if (frames)
        frame_tables_print(p.out, frames);
    text_put_c(p.out, '\n');
    const char *before = pair_get(m->extra, m->n_extra, KEY_ENTRY_BEFORE);
    bool placed = false;
    for (int i = 0; i < m->n_comps; i++) {
        const IrComp *c = m->comps[i];
        if (before && c != m->entry && strcmp(c->name, before) == 0) {
            print_comp(&p, m->entry);
            placed = true;
        }
        if (!g_hash_table_contains(hidden, c) && !(placed && c == m->entry))
            print_comp(&p, c);
    }
    if (memo)
        print_memo_between(&p, m);
    frame_tables_free(frames);
    g_hash_table_destroy(names.set);
    g_hash_table_destroy(p.shardings);
    g_hash_table_destroy(p.annotations);
    return p.out;
}

char *hlo_print(const IrModule *m, IrSpelling spelling)
{
    return g_string_free(print_module(m, spelling, NULL), FALSE);
}

HloText *hlo_print_again(const IrModule *m, PrintMemo *memo)
{
    print_module(m, SPELL_HLO_SHORT, memo);
    return print_memo_end(memo);
}
