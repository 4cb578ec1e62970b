/* Prints instructions as HLO text. The attributes of each opcode are in print_attr.c, ops that take several lines in print_lines.c. */
#include <string.h>

#include "runtime/ir/print_impl.h"
#include "runtime/ir/sdy_pair.h"
#include "runtime/shard/spell.h"

/* ---- annotations and attributes of any instruction ------------------------------------------- */

/* Both spellings of a sharding; cached per text. */
static void print_sharding(const Printer *p, const Sharding *s, GString *gspmd, GString *sdy)
{
    const char *known = p->shardings ? g_hash_table_lookup(p->shardings, s) : NULL;
    if (known) { /* both spellings in a row, each NUL-terminated */
        text_put(gspmd, known);
        text_put(sdy, known + strlen(known) + 1);
        return;
    }
    gsize from[2] = {gspmd->len, sdy->len};
    sharding_print_gspmd(gspmd, s);
    sharding_print_sdy(sdy, s, true);
    if (!p->shardings)
        return;
    gsize n[2] = {gspmd->len - from[0] + 1, sdy->len - from[1] + 1};
    char *both = g_malloc(n[0] + n[1]);
    memcpy(both, gspmd->str + from[0], n[0]);
    memcpy(both + n[0], sdy->str + from[1], n[1]);
    g_hash_table_insert(p->shardings, (gpointer)s, both);
}

bool hlo_mesh_is_told(const Mesh *mesh)
{
    return !mesh || !mesh->inferred || mesh->n_devices > 1;
}

/* The shardings that passes gave the op, in both spellings; false if some leaf has none or one without meaning. */
static bool print_given_shardings(const Printer *p, const IrOp *op, GString *gspmd, GString *sdy)
{
    int n = type_n_leaves(op->type);
    bool tuple = op->type->kind == TYPE_TUPLE, all = op->shardings != NULL && n > 0;
    for (int i = 0; i < n && all; i++)
        all = op->shardings[i] && hlo_mesh_is_told(op->shardings[i]->mesh);
    if (!all)
        return false;
    text_put(gspmd, tuple ? "{" : "");
    text_put(sdy, sdy_pair_is_list(op) ? "#sdy.sharding_per_value<[" : "#sdy.sharding");
    for (int i = 0; i < n; i++) {
        if (i) {
            text_put(gspmd, ", ");
            if (i % 5 == 0)
                format_append(gspmd, "/*index=%d*/", i);
            text_put(sdy, ", ");
        }
        print_sharding(p, op->shardings[i], gspmd, sdy);
    }
    text_put(gspmd, tuple ? "}" : "");
    text_put(sdy, sdy_pair_is_list(op) ? "]>" : "");
    return true;
}

static void write_annotations(const Printer *p, const IrOp *op, const IrPair *more, int n_more)
{
    if (!op->shardings && !op->n_pairs && !n_more) {
        hlo_print_text_attr(p, "sharding", op->sharding_text);
        return;
    }
    g_autoptr(GString) gspmd = g_string_new(NULL), sdy = g_string_new(NULL);
    bool given = print_given_shardings(p, op, gspmd, sdy);
    hlo_print_text_attr(p, "sharding", given ? gspmd->str : op->sharding_text);
    bool any = given || n_more;
    for (int i = 0; i < op->n_pairs; i++)
        any = any || !given || strcmp(op->pairs[i].key, "xla.sdy.sharding") != 0;
    if (!any)
        return;
    hlo_print_attr(p, "frontend_attributes");
    text_put_c(p->out, '{');
    gsize start = p->out->len;
    if (given)
        hlo_print_pairs(p->out, &(IrPair){"xla.sdy.sharding", sdy->str, false}, 1);
    for (int i = 0; i < op->n_pairs + n_more; i++) {
        const IrPair *pair = i < op->n_pairs ? &op->pairs[i] : &more[i - op->n_pairs];
        if (given && strcmp(pair->key, "xla.sdy.sharding") == 0)
            continue;
        if (p->out->len > start)
            text_put_c(p->out, ',');
        g_autofree char *list = sdy_pair_listed(op, pair);
        hlo_print_pairs(p->out, list ? &(IrPair){ pair->key, list, pair->raw } : pair, 1);
    }
    text_put_c(p->out, '}');
}

const Sharding *hlo_only_sharding(const IrOp *op)
{
    const Sharding *s = op->shardings && op->type->kind == TYPE_ARRAY && !op->n_pairs && sdy_pair_is_list(op) ? op->shardings[0] : NULL;
    return s && (!op->sharding_text || hlo_mesh_is_told(s->mesh)) ? s : NULL;
}

/* Most ops have one of few shardings and no other annotation: their text is cached. */
void hlo_print_annotations(const Printer *p, const IrOp *op, const IrPair *more, int n_more)
{
    const Sharding *s = p->annotations && !n_more ? hlo_only_sharding(op) : NULL;
    const char *known = s ? g_hash_table_lookup(p->annotations, s) : NULL;
    if (known) {
        text_put(p->out, known);
        return;
    }
    gsize start = p->out->len;
    write_annotations(p, op, more, n_more);
    if (s)
        g_hash_table_insert(p->annotations, (gpointer)s, g_strdup(p->out->str + start));
}

void hlo_print_metadata(const Printer *p, const IrOp *op)
{
    static const char prefix[] = "metadata.";
    GString *out = p->out;
    int frame = p->frames ? frame_id(p->frames, op->loc) : 0;
    gsize before = out->len;
    hlo_print_attr(p, "metadata");
    text_put_c(out, '{');
    gsize start = out->len;
#define FIELD(...)                                                                                 \
    (out->len > start ? text_put_c(out, ' ') : out, format_append(out, __VA_ARGS__))
    const char *op_type = pair_get(op->extra, op->n_extra, "metadata.op_type");
    if (op_type)
        FIELD("op_type=%s", op_type);
    if (op->op_name) {
        FIELD("op_name=");
        hlo_print_quoted(out, op->op_name);
    }
    if (op->loc && !p->frames && op->loc->file) {
        FIELD("source_file=");
        hlo_print_quoted(out, op->loc->file);
        if (op->loc->line)
            FIELD("source_line=%d", op->loc->line);
        if (op->loc->end_line)
            FIELD("source_end_line=%d", op->loc->end_line);
        if (op->loc->col)
            FIELD("source_column=%d", op->loc->col);
        if (op->loc->end_col)
            FIELD("source_end_column=%d", op->loc->end_col);
    }
    for (int i = 0; i < op->n_extra; i++)
        if (g_str_has_prefix(op->extra[i].key, prefix) &&
            strcmp(op->extra[i].key, "metadata.op_type") != 0)
            FIELD("%s=%s", op->extra[i].key + sizeof prefix - 1, op->extra[i].value);
    if (frame)
        FIELD("stack_frame_id=%d", frame);
#undef FIELD
    if (out->len == start)
        g_string_truncate(out, before);
    else
        text_put_c(out, '}');
}

/* Kept texts that are printed before the computations and annotations, and those after them; the others have places of their own. */
static const char *const behind[] = {"control-predecessors", "statistics", "parameter_replication",
                                     "result_accuracy",      "origin",     NULL};
static const char *const placed[] = {"window",
                                     "dim_labels",
                                     "feature_group_count",
                                     "batch_group_count",
                                     "operand_precision",
                                     "padding_type",
                                     "operand_layout_constraints",
                                     "literal",
                                     "output_to_operand_aliasing",
                                     "schedule",
                                     "api_version",
                                     "constrain_layout",
                                     "convolution_kind",
                                     "is_composite",
                                     "backend_config",
                                     NULL};

static bool has_place(const IrOp *op, const char *key)
{
    if (g_str_has_prefix(key, "metadata.") || g_strv_contains(behind, key) ||
        !strcmp(key, "is_composite") || !strcmp(key, "backend_config") ||
        strchr(key, ' '))
        return true;
    if (op->code == OP_custom_call)
        return g_strv_contains(placed, key);
    if (op->code == OP_scan && (!strcmp(key, "dimensions") || !strcmp(key, "num_carries") ||
                                !strcmp(key, "is_reverse") || !strcmp(key, "is_associative")))
        return true;
    if ((op->code == OP_rng && !strcmp(key, "distribution")) ||
        (op->code == OP_fusion && !strcmp(key, "kind")) ||
        (op->code == OP_rng_get_and_update_state && !strcmp(key, "delta")))
        return true;
    if (op->code == OP_ragged_dot && (!strcmp(key, "lhs_ragged_dims") || !strcmp(key, "rhs_group_dims")))
        return true;
    return (op_is_collective(op) && !strcmp(key, "constrain_layout")) ||
           (op->code == OP_convolution && !strcmp(key, "convolution_kind"));
}

bool hlo_name_is_op(const Printer *p, const IrComp *c, const char *name)
{
    OpNames *known = p->names;
    for (int i = 0; !known && i < c->n_ops; i++)
        if (strcmp(c->ops[i]->name, name) == 0)
            return true;
    if (!known)
        return false;
    if (known->of != c) {
        g_hash_table_remove_all(known->set);
        for (int i = 0; i < c->n_ops; i++)
            g_hash_table_add(known->set, (gpointer)c->ops[i]->name);
        known->of = c;
    }
    return g_hash_table_contains(known->set, name);
}

/* Control predecessors: those of the kept list that passes have not removed. */
static void print_predecessors(const Printer *p, const IrOp *op)
{
    const char *kept = pair_get(op->extra, op->n_extra, behind[0]);
    if (!kept)
        return;
    g_auto(GStrv) names = g_strsplit_set(kept, "{}, %", -1);
    bool first = true;
    for (char **name = names; *name; name++) {
        if (!**name || !hlo_name_is_op(p, op->parent, *name))
            continue;
        if (first)
            hlo_print_attr(p, behind[0]);
        text_put(p->out, first ? "{" : ", ");
        hlo_print_name(p, *name);
        first = false;
    }
    if (!first)
        text_put_c(p->out, '}');
}

void hlo_print_attrs(const Printer *p, const IrOp *op)
{
    hlo_print_own_attrs(p, op);
    static const char *const of_host[] = { "channel_id", "is_host_transfer", "infeed_config", "outfeed_config", NULL };
    bool token = op_family(op) == FAMILY_token;
    for (int i = 0; i < op->n_extra; i++) /* MLIR's other attributes are not HLO */
        if ((p->from_hlo || (token && g_strv_contains(of_host, op->extra[i].key))) && !has_place(op, op->extra[i].key))
            hlo_print_text_attr(p, op->extra[i].key, op->extra[i].value);
    if (op->n_comps)
        hlo_print_comps(p, op);
    hlo_print_extra_attr(p, op, "is_composite");
    hlo_print_flag_attr(p, "is_composite", op->code == OP_composite);
    gsize annotations_at = p->out->len;
    hlo_print_annotations(p, op, NULL, 0);
    gsize annotations_end = p->out->len;
    if (p->long_form)
        print_predecessors(p, op);
    for (int i = 1; behind[i]; i++)
        hlo_print_extra_attr(p, op, behind[i]);
    if (p->long_form)
        hlo_print_metadata(p, op);
    if (op->code == OP_custom_call && op->a.custom.backend_config) {
        const char *config = op->a.custom.backend_config;
        bool raw = *config == '{' && !pair_get(op->extra, op->n_extra, KEY_CONFIG_QUOTED);
        hlo_print_attr(p, "backend_config");
        if (raw)
            text_put(p->out, config);
        else
            hlo_print_quoted(p->out, config);
    }
    hlo_print_extra_attr(p, op, "backend_config");
    if (p->annotations_at)
        *p->annotations_at = p->out->len == annotations_end ? annotations_at : 0;
}

/* ---- ops without an HLO opcode --------------------------------------------------------------- */

/* The target of the custom call that represents the op; `more` receives attributes that complete it. */
static char *stand_in_target(const IrOp *op, IrPair *more, int *n_more, char *text, size_t size)
{
    *n_more = 0;
    switch (op->code) {
    case OP_constraint:
    case OP_reshard: return g_strdup("Sharding");
    case OP_sharding_group:
        g_snprintf(text, size, "%" G_GINT64_FORMAT " : i64", op->a.group.id);
        more[(*n_more)++] = (IrPair){"xla.sdy.sharding_group_id", text, false};
        return g_strdup("xla.sdy.ShardingGroup");
    case OP_propagation_barrier:
        g_snprintf(text, size, "%d : i32", op->a.barrier.direction);
        more[(*n_more)++] = (IrPair){"xla.sdy.allowed_direction", text, false};
        return g_strdup("xla.sdy.PropagationBarrier");
    default: return g_strdup(op_info[op->code].mlir); /* CHLO ops: their own name */
    }
}

void hlo_print_head(const Printer *p, const char *name, const char *suffix, const Type *type)
{
    hlo_print_name(p, name);
    text_put(p->out, suffix);
    text_put(p->out, " = ");
    hlo_print_type(p, type, true);
}

void hlo_print_operand(const Printer *p, const Type *type, const char *name, const char *suffix)
{
    if (p->operand_types) {
        hlo_print_type(p, type, true);
        text_put_c(p->out, ' ');
    }
    hlo_print_name(p, name);
    text_put(p->out, suffix);
}

void hlo_print_operands(const Printer *p, const IrOp *op)
{
    for (int i = 0; i < op->n_operands; i++) {
        if (i)
            text_put(p->out, ", ");
        if (p->long_form && i && i % 5 == 0)
            format_append(p->out, "/*index=%d*/", i);
        hlo_print_operand(p, op->operands[i]->type, op->operands[i]->name, "");
    }
}

/* ---- asynchronous ops spelled by the op they wrap --------------------------------------------- */

const IrOp *hlo_sugar_op(const IrOp *op)
{
    while ((op->code == OP_async_update || op->code == OP_async_done) && op->n_operands)
        op = op->operands[0];
    if (op->code != OP_async_start || op->n_comps != 1 ||
        !pair_get(op->extra, op->n_extra, KEY_ASYNC_SUGAR))
        return NULL;
    const IrComp *c = op->comps[0];
    const IrOp *root = c->root;
    bool plain = c->n_ops == c->n_params + 1 && root->n_operands == c->n_params &&
                 op_info[root->code].hlo != NULL;
    for (int i = 0; plain && i < c->n_params; i++)
        plain = root->operands[i] == c->params[i];
    return plain ? root : NULL;
}

/* Prints X-start(...), X-update(...) or X-done(...), where the computation contains only the op X. */
static void print_sugar(const Printer *p, const IrOp *op, const IrOp *inner)
{
    bool starts = op->code == OP_async_start;
    format_append(p->out, " %s%s(", op_info[inner->code].hlo,
                           starts                        ? "-start"
                           : op->code == OP_async_update ? "-update"
                                                         : "-done");
    hlo_print_operands(p, op);
    text_put_c(p->out, ')');
    if (!starts) {
        hlo_print_attrs(p, op);
        return;
    }
    for (int i = 0; i < op->n_extra; i++)
        if (!has_place(op, op->extra[i].key))
            hlo_print_text_attr(p, op->extra[i].key, op->extra[i].value);
    hlo_print_attrs(p, inner);
}

static void print_constant(const Printer *p, const IrOp *op)
{
    gsize start = p->out->len;
    hlo_print_literal(p->out, op->a.literal);
    if (pair_get(op->extra, op->n_extra, KEY_NARROW_BRACES))
        for (char *wide; (wide = strstr(p->out->str + start, "{  }"));)
            g_string_erase(p->out, wide + 1 - p->out->str, 1);
}

void hlo_print_op(const Printer *p, const IrOp *op)
{
    bool is_root = op == op->parent->root;
    if (hlo_print_lines(p, op))
        return;
    if (is_root)
        text_put(p->out, "ROOT ");
    hlo_print_head(p, op->name, "", op->type);
    const IrOp *inner = op_family(op) == FAMILY_async ? hlo_sugar_op(op) : NULL;
    if (inner) {
        print_sugar(p, op, inner);
        return;
    }
    const char *word = op->code == OP_composite && op->n_comps ? "call" : op_info[op->code].hlo;
    text_put_c(p->out, ' ');
    text_put(p->out, word ? word : "custom-call");
    text_put_c(p->out, '(');
    if (op->code == OP_parameter)
        type_print_int(p->out, op->a.parameter.number);
    else if (op->code == OP_constant)
        print_constant(p, op);
    else
        hlo_print_operands(p, op);
    text_put_c(p->out, ')');
    if (word) {
        hlo_print_attrs(p, op);
        return;
    }
    IrPair more[1];
    int n_more;
    char text[40];
    g_autofree char *target = stand_in_target(op, more, &n_more, text, sizeof text);
    hlo_print_attr(p, "custom_call_target");
    hlo_print_quoted(p->out, target);
    hlo_print_flag_attr(p, "custom_call_has_side_effect", op->code == OP_sharding_group);
    hlo_print_annotations(p, op, more, n_more);
    if (p->long_form)
        hlo_print_metadata(p, op);
}

