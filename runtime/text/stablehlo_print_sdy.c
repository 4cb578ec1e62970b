/* Prints shardings in StableHLO text: meshes, annotations of values, Shardy's own ops. Shardings that a pass assigned
 * (op->shardings) take precedence over the program's annotations, which are printed as they were written. */
#include <string.h>

#include "runtime/shard/spell.h"
#include "runtime/text/stablehlo_print.h"

/* ---- texts ------------------------------------------------------------------------------------------------ */

/* Extracts "<@mesh, [..]>" from any of the forms in which it is stored. */
static void mlir_print_bare_sharding(GString *out, const char *text)
{
    static const char one[] = "#sdy.sharding<", list[] = "#sdy.sharding_per_value<[";
    size_t n = strlen(text);
    if (strncmp(text, list, sizeof list - 1) == 0 && n > sizeof list + 1)
        g_string_append_len(out, text + sizeof list - 1, (gssize)(n - sizeof list - 1)); /* without "]>" */
    else if (strncmp(text, one, sizeof one - 1) == 0)
        g_string_append(out, text + sizeof one - 2);
    else
        g_string_append(out, text);
}

/* Removes what current parsers do not accept: they support sums of unreduced axes only, so other reductions are
 * left out. Returns the word that was removed, or NULL. */
static const char *print_sharding(GString *out, const Sharding *sharding)
{
    static const char key[] = "unreduced=";
    gsize from = out->len;
    sharding_print_sdy(out, sharding, true);
    char *at = strstr(out->str + from, key), *word = at ? at + strlen(key) : NULL;
    if (!word || *word == '{')
        return NULL;
    size_t n = strcspn(word, "{");
    static const char *const words[] = { "sum", "product", "max", "min", "and", "or", "xor" };
    const char *kind = "other";
    for (int i = 0; i < (int)G_N_ELEMENTS(words); i++)
        if (strncmp(words[i], word + (*word == '['), strlen(words[i])) == 0)
            kind = words[i];
    g_string_erase(out, word - out->str, (gssize)n);
    return kind;
}

/* The sharding of one leaf, filled in or as read, as "<..>"; false if there is none. */
static bool mlir_print_leaf_sharding(GString *out, const IrOp *op, int leaf)
{
    if (op->shardings && op->shardings[leaf]) {
        print_sharding(out, op->shardings[leaf]);
        return true;
    }
    const char *text = op->shardings ? NULL : pair_get(op->pairs, op->n_pairs, "xla.sdy.sharding");
    if (text)
        mlir_print_bare_sharding(out, text);
    return text != NULL;
}

static const Sharding *any_sharding(const IrOp *op)
{
    for (int i = 0; op->shardings && i < mlir_n_results(op); i++)
        if (op->shardings[i])
            return op->shardings[i];
    return NULL;
}

/* The shardings of all leaves; unknown ones are open. */
static void add_per_value(Printer *p, const IrOp *op, const Sharding *known)
{
    g_autoptr(GString) s = g_string_new("#sdy.sharding_per_value<[");
    const char *kind = NULL;
    for (int i = 0; i < mlir_n_results(op); i++) {
        g_string_append(s, i ? ", " : "");
        if (op->shardings[i]) {
            const char *word = print_sharding(s, op->shardings[i]);
            kind = kind ? kind : word;
            continue;
        }
        const Type *leaf = type_leaf(op->type, i);
        g_string_append_printf(s, "<@%s, [", known->mesh->name);
        for (int d = 0; leaf->kind == TYPE_ARRAY && d < leaf->rank; d++)
            g_string_append(s, d ? ", {?}" : "{?}");
        g_string_append(s, "]>");
    }
    g_string_append(s, "]>");
    mlir_add_attr(p, "sdy.sharding", "%s", s->str);
    if (kind)
        mlir_add_attr(p, "shardscope.unreduced", "\"%s\"", kind);
}

void mlir_add_annotations(Printer *p, const IrOp *op)
{
    const Sharding *known = any_sharding(op);
    const char *text = pair_get(op->pairs, op->n_pairs, "xla.sdy.sharding");
    if (known) {
        add_per_value(p, op, known);
    } else if (text) {
        g_autoptr(GString) bare = g_string_new(NULL);
        mlir_print_bare_sharding(bare, text);
        mlir_add_attr(p, "sdy.sharding", "#sdy.sharding_per_value<[%s]>", bare->str);
    }
    if (op->sharding_text && !known) {
        g_autoptr(GString) s = g_string_new(NULL);
        mlir_print_string(s, op->sharding_text);
        mlir_add_attr(p, "mhlo.sharding", "%s", s->str);
    }
    g_autoptr(GString) rest = g_string_new(NULL);
    for (int i = 0; i < op->n_pairs; i++) {
        const IrPair *pair = &op->pairs[i];
        if (strcmp(pair->key, "xla.sdy.sharding_rule") == 0) {
            mlir_add_attr(p, "sdy.sharding_rule", "%s", pair->value);
        } else if (strncmp(pair->key, "composite.", 10) == 0 && op->code == OP_call) {
            continue; /* the op's own */
        } else if (strncmp(pair->key, "stablehlo.", 10) == 0) {
            continue; /* printed with the op (stablehlo_dynamic.c) */
        } else if (strncmp(pair->key, "xla.sdy.", 8) != 0 && strncmp(pair->key, "sdy.", 4) != 0) {
            g_string_append(rest, rest->len ? ", " : "");
            mlir_print_string(rest, pair->key);
            g_string_append(rest, " = ");
            mlir_print_string(rest, pair->value);
        } else if (strncmp(pair->key, "sdy.", 4) == 0) {
            mlir_add_attr(p, pair->key, "%s", pair->value);
        }
    }
    if (rest->len)
        mlir_add_attr(p, "mhlo.frontend_attributes", "{%s}", rest->str);
    if (p->from_mlir)
        mlir_add_extra(p, op->extra, op->n_extra);
}

/* Element i of a list without its outer brackets; commas within brackets belong to elements. To be freed; NULL: there are fewer. */
static char *element_of(const char *list, int i)
{
    const char *begin = list;
    int depth = 0;
    for (const char *c = list;; c++) {
        depth += *c && strchr("<[{(", *c) ? 1 : *c && strchr(">]})", *c) ? -1 : 0;
        if (*c && (*c != ',' || depth > 0))
            continue;
        if (i-- == 0)
            return g_strstrip(g_strndup(begin, (gsize)(c - begin)));
        if (!*c)
            return NULL;
        begin = c + 1;
    }
}

/* GSPMD's text of a tuple, "{{replicated}, {devices=[2]<=[2]}}": that of one leaf. A text without inner braces is all leaves'. To be freed; may be NULL. */
static char *leaf_text(const char *text, int leaf)
{
    size_t n = strlen(text);
    if (!g_str_has_prefix(text, "{{") || n < 4)
        return g_strdup(text);
    g_autofree char *inner = g_strndup(text + 1, n - 2);
    return element_of(inner, leaf);
}

void mlir_add_leaf_sharding(Printer *p, const IrOp *op, int leaf)
{
    const Sharding *known = any_sharding(op);
    const char *text = pair_get(op->pairs, op->n_pairs, "xla.sdy.sharding");
    g_autoptr(GString) s = g_string_new(NULL);
    if (known && !op->shardings[leaf])
        return;
    if (known) {
        const char *kind = print_sharding(s, op->shardings[leaf]);
        mlir_add_attr(p, "sdy.sharding", "#sdy.sharding_per_value<[%s]>", s->str);
        if (kind)
            mlir_add_attr(p, "shardscope.unreduced", "\"%s\"", kind);
        return;
    }
    if (text)
        mlir_print_bare_sharding(s, text);
    g_autofree char *bare = text ? element_of(s->str, leaf) : NULL, *plain = op->sharding_text ? leaf_text(op->sharding_text, leaf) : NULL;
    if (bare)
        mlir_add_attr(p, "sdy.sharding", "#sdy.sharding_per_value<[%s]>", bare);
    if (!plain)
        return;
    g_string_truncate(s, 0);
    mlir_print_string(s, plain);
    mlir_add_attr(p, "mhlo.sharding", "%s", s->str);
}

void mlir_print_value_attrs(GString *out, const IrPair *pairs, int n_pairs, const char *sharding_text, const Sharding *sharding,
                       const char *more)
{
    g_autoptr(GString) s = g_string_new(NULL);
    bool has_sdy = false;
    for (int i = 0; i < n_pairs; i++) {
        const IrPair *pair = &pairs[i];
        bool is_sharding = strcmp(pair->key, "xla.sdy.sharding") == 0;
        if (is_sharding && sharding)
            continue;
        if (strncmp(pair->key, "xla.", 4) == 0 && !is_sharding)
            continue;
        g_string_append(s, s->len ? ", " : "");
        has_sdy = has_sdy || is_sharding;
        if (is_sharding) {
            g_string_append(s, "sdy.sharding = #sdy.sharding");
            mlir_print_bare_sharding(s, pair->value);
        } else {
            mlir_print_key(s, pair->key);
            g_string_append(s, " = ");
            if (pair->raw)
                g_string_append(s, pair->value);
            else
                mlir_print_string(s, pair->value);
        }
    }
    if (sharding) {
        g_string_append_printf(s, "%ssdy.sharding = #sdy.sharding", s->len ? ", " : "");
        print_sharding(s, sharding);
    } else if (sharding_text && !has_sdy) {
        g_string_append_printf(s, "%smhlo.sharding = ", s->len ? ", " : "");
        mlir_print_string(s, sharding_text);
    }
    if (more)
        g_string_append_printf(s, "%s%s", s->len ? ", " : "", more);
    if (s->len)
        g_string_append_printf(out, " {%s}", s->str);
}

/* ---- meshes ---------------------------------------------------------------------------------------------------- */

/* The end of "<..>" at s, which is well-formed. */
static const char *mesh_end(const char *s)
{
    bool quoted = false;
    for (; *s; s++) {
        if (*s == '"')
            quoted = !quoted;
        else if (*s == '>' && !quoted)
            return s + 1;
    }
    return s;
}

/* The meshes that shardings of the module name, and its own: name -> Mesh. */
static GHashTable *named_meshes(const IrModule *m)
{
    GHashTable *found = g_hash_table_new(g_str_hash, g_str_equal);
    const Mesh *last = m->mesh;
    if (last && last->name)
        g_hash_table_insert(found, (gpointer)last->name, (gpointer)last);
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++) {
            const IrOp *op = m->comps[i]->ops[k];
            for (int leaf = 0; op->shardings && leaf < type_n_leaves(op->type); leaf++) {
                const Mesh *mesh = op->shardings[leaf] && (m->mixed_orders || op->shardings[leaf]->maximal) ? op->shardings[leaf]->mesh : NULL;
                if (mesh && mesh != last && mesh->name && !g_hash_table_contains(found, mesh->name))
                    g_hash_table_insert(found, (gpointer)mesh->name, (gpointer)mesh);
                last = mesh ? mesh : last;
            }
        }
    return found;
}

static void print_mesh(Printer *p, const char *name, const Mesh *mesh, const char *text, gsize n_text)
{
    mlir_print_indent(p);
    g_string_append(p->out, "sdy.mesh ");
    mlir_print_symbol(p->out, name);
    g_string_append(p->out, " = ");
    if (mesh)
        mesh_print_sdy(p->out, mesh);
    else
        g_string_append_len(p->out, text, (gssize)n_text);
    g_string_append_c(p->out, '\n');
}

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(a, b);
}

void mlir_print_meshes(Printer *p)
{
    g_autoptr(GHashTable) named = named_meshes(p->m);
    const char *s = pair_get(p->m->pairs, p->m->n_pairs, "xla.sdy.meshes");
    /* {name = #sdy.mesh<..>, other = #sdy.mesh<..>} */
    while (s && (s = strpbrk(s, "{,")) != NULL) {
        s++;
        while (*s == ' ')
            s++;
        const char *equals = strchr(s, '='), *open = equals ? strchr(equals, '<') : NULL;
        if (!open)
            break;
        const char *end = mesh_end(open), *name_end = equals;
        while (name_end > s && name_end[-1] == ' ')
            name_end--;
        bool quoted = *s == '"' && name_end > s + 1; /* HLO text quotes odd names */
        g_autofree char *name = g_strndup(s + quoted, (gsize)(name_end - s - 2 * quoted));
        print_mesh(p, name, g_hash_table_lookup(named, name), open, (gsize)(end - open));
        g_hash_table_remove(named, name);
        s = end;
    }
    g_autoptr(GList) rest = g_list_sort(g_hash_table_get_keys(named), by_name);
    for (GList *l = rest; l; l = l->next)
        print_mesh(p, l->data, g_hash_table_lookup(named, l->data), NULL, 0);
}

/* ---- ops ---------------------------------------------------------------------------------------------------------- */

static void print_pinned(Printer *p, const IrOp *op, const char *name)
{
    mlir_print_results(p, op);
    g_string_append_printf(p->out, "%s %s ", name, mlir_operand_leaves(p, op, 0)[0]);
    mlir_print_leaf_sharding(p->out, op, 0);
    g_string_append(p->out, " : ");
    type_print_mlir(p->out, op->type);
    mlir_print_loc(p, op);
}

static void print_group(Printer *p, const IrOp *op, int64_t id)
{
    /* No result in MLIR; the IR's may have the operand's or none. */
    p->leaves[op->id] = mlir_operand_leaves(p, op, 0);
    mlir_print_indent(p);
    g_string_append_printf(p->out, "sdy.sharding_group %s group_id=%" G_GINT64_FORMAT " : ", mlir_operand_leaves(p, op, 0)[0], id);
    type_print_mlir(p->out, op->operands[0]->type);
    mlir_print_loc(p, op);
}

static void print_propagation_barrier(Printer *p, const IrOp *op, const char *direction)
{
    mlir_print_results(p, op);
    g_string_append_printf(p->out, "sdy.propagation_barrier %s allowed_direction=%s", mlir_operand_leaves(p, op, 0)[0], direction);
    if (op->shardings)
        mlir_add_annotations(p, op);
    mlir_print_attr_dict(p);
    g_string_append(p->out, " : ");
    type_print_mlir(p->out, op->type);
    mlir_print_loc(p, op);
}

/* Shardy's collectives: target and pairs as the reader keeps them. */
static void print_move(Printer *p, const IrOp *op)
{
    const char *axes = pair_get(op->pairs, op->n_pairs, "axes"), *reduction = pair_get(op->pairs, op->n_pairs, "reduction");
    mlir_print_results(p, op);
    g_string_append(p->out, op->a.custom.target);
    if (reduction)
        g_string_append_printf(p->out, " %s", reduction);
    if (axes)
        g_string_append_printf(p->out, " %s", axes);
    g_string_append_printf(p->out, " %s out_sharding=", mlir_operand_leaves(p, op, 0)[0]);
    mlir_print_leaf_sharding(p->out, op, 0);
    g_string_append(p->out, " : ");
    type_print_mlir(p->out, op->type);
    mlir_print_loc(p, op);
}

bool mlir_print_sdy_op(Printer *p, const IrOp *op)
{
    static const char *const directions[] = { "NONE", "FORWARD", "BACKWARD" };
    if (op->code == OP_constraint || op->code == OP_reshard) {
        print_pinned(p, op, op->code == OP_reshard ? "sdy.reshard" : "sdy.sharding_constraint");
        return true;
    }
    if (op->code == OP_sharding_group) {
        print_group(p, op, op->a.group.id);
        return true;
    }
    if (op->code == OP_propagation_barrier) {
        print_propagation_barrier(p, op, directions[CLAMP(op->a.barrier.direction, 0, 2)]);
        return true;
    }
    if (op->code != OP_custom_call || op->n_operands != 1 || !op->a.custom.target)
        return false;
    const char *target = op->a.custom.target;
    const char *sharding = pair_get(op->pairs, op->n_pairs, "xla.sdy.sharding");
    const char *group = pair_get(op->pairs, op->n_pairs, "xla.sdy.sharding_group_id");
    const char *direction = pair_get(op->pairs, op->n_pairs, "xla.sdy.allowed_direction");
    if (strcmp(target, "Sharding") == 0 && (sharding || op->shardings))
        print_pinned(p, op, pair_get(op->pairs, op->n_pairs, "xla.sdy.reshard") ? "sdy.reshard" : "sdy.sharding_constraint");
    else if (strcmp(target, "xla.sdy.ShardingGroup") == 0 && group)
        print_group(p, op, g_ascii_strtoll(group, NULL, 10));
    else if (strcmp(target, "xla.sdy.PropagationBarrier") == 0 && direction)
        print_propagation_barrier(p, op, direction);
    else if (strncmp(target, "sdy.", 4) == 0 && (sharding || op->shardings))
        print_move(p, op);
    else
        return false;
    return true;
}
