/* Shardy's dialect. The texts of shardings and meshes are kept as written, in the same fields as those of HLO text, so
 * that one import pass serves both languages. */
#include "runtime/text/stablehlo_sdy.h"
#include "runtime/text/stablehlo_build.h"
#include "runtime/text/stablehlo_op.h"
#include "runtime/text/stablehlo_scope.h"

#include <string.h>

#include "runtime/shard/spell.h"

/* Behind "sdy.mesh": @name = <["x"=2], device_ids=[..]> {..} loc(..) */
bool reader_mesh_read(Reader *r)
{
    Mlir *x = &r->x;
    const char *at = x->cur;
    const char *name = mlir_read_symbol(x);
    Str body;
    MDict attrs = { 0 };
    MLoc loc;
    if (!name || !mlir_expect(x, '='))
        return false;
    if (mlir_peek(x) == '#') { /* #sdy.mesh<..> */
        x->cur++;
        while (mlir_is_name_char(*x->cur))
            x->cur++;
    }
    if (mlir_peek(x) != '<')
        return mlir_expected(x, "'<'");
    return mlir_skip_balanced(x, &body) && (mlir_peek(x) != '{' || mlir_read_dict(x, &attrs)) &&
           mlir_read_loc(x, &loc) && reader_mesh_add(r, name, at, body);
}

bool reader_mesh_add(Reader *r, const char *name, const char *at, Str body)
{
    const char *interned = str_intern(r->x.names, name);
    if (g_hash_table_contains(r->mesh_text, interned))
        return mlir_fail(&r->x, at, "the mesh @%s is defined twice", name);
    TextPos pos = mlir_pos(&r->x, at);
    g_autofree char *text = g_strndup(body.s, body.n);
    if (!mesh_parse_sdy(r->m->shardings, interned, text, &pos, r->x.error))
        return false;
    g_hash_table_insert(r->mesh_text, (gpointer)interned, arena_strndup(r->x.scratch, body.s, body.n));
    if (!r->meshes)
        r->meshes = g_string_new("{");
    else
        g_string_append(r->meshes, ", ");
    bool plain = *name != 0;
    for (const char *s = name; *s; s++) {
        if (*s == '"' || *s == '\\' || (unsigned char)*s < ' ')
            return mlir_fail(&r->x, at, "the mesh's name has a character that is not allowed");
        plain = plain && (g_ascii_isalnum(*s) || strchr("_$.-", *s));
    }
    g_string_append_printf(r->meshes, plain ? "%s = #sdy.mesh" : "\"%s\" = #sdy.mesh", name);
    g_string_append_len(r->meshes, body.s, (gssize)body.n);
    return true;
}

/* Behind the bracket that closes what opens at s; strings are respected, "->" is no bracket. */
static const char *balanced_end(const char *s)
{
    int depth = 0;
    for (; *s; s++) {
        if (*s == '"') {
            for (s++; *s && *s != '"'; s++)
                s += *s == '\\' && s[1];
            if (!*s)
                return s;
        } else if (strchr("<[{(", *s)) {
            depth++;
        } else if (strchr(">]})", *s) && s[-1] != '-' && --depth == 0) {
            return s + 1;
        }
    }
    return s;
}

char *sharding_of_list(const char *text, int i)
{
    const char *s = strchr(text, '[');
    for (s = s ? s + 1 : text; *s == '<' || *s == ',' || *s == ' '; s++) {
        if (*s != '<')
            continue;
        const char *end = balanced_end(s);
        if (i-- == 0)
            return g_strndup(s, (gsize)(end - s));
        s = end - 1;
    }
    return NULL;
}

char *sharding_of_value(const IrOp *op, const char *like)
{
    const IrOp *from = op->code == OP_get_tuple_element ? op->operands[0] : op;
    int i = op->code == OP_get_tuple_element ? (int)op->a.gte.index : 0;
    const char *text = pair_get(from->pairs, from->n_pairs, "xla.sdy.sharding");
    static const char one[] = "#sdy.sharding<";
    char *found = NULL;
    if (text && strncmp(text, one, sizeof one - 1) == 0)
        found = g_strdup(text + sizeof one - 2);
    else if (text)
        found = sharding_of_list(text, i);
    if (found)
        return found;
    /* Open in every dimension, on the mesh of `like`. */
    const char *dims = like ? strstr(like, ", [") : NULL;
    GString *s = g_string_new(NULL);
    if (dims)
        g_string_append_len(s, like, dims - like);
    else
        g_string_append(s, "<@mesh");
    g_string_append(s, ", [");
    for (int d = 0; op->type->kind == TYPE_ARRAY && d < op->type->rank; d++)
        g_string_append(s, d ? ", {?}" : "{?}");
    g_string_append(s, "]>");
    return g_string_free(s, FALSE);
}

/* The sharding "<..>" as an attribute's text, with the prefix added if it is missing. */
static const char *sharding_text(Reader *r, const MAttr *a)
{
    const char *text = mlir_attr_text(&r->x, a);
    return *text == '#' ? text : arena_printf(r->m->arena, "#sdy.sharding%s", text);
}

static void keep(Reader *r, IrOp *out, const char *key, const char *value)
{
    pair_add(r->m->arena, &out->pairs, &out->n_pairs, key, value, false);
}

static IrOp *custom(Reader *r, MOp *op, const char *target, bool side_effect)
{
    IrOp *out = mop_emit(r, OP_custom_call, mop_type(r, op), op->n_operands, op->operands);
    out->a.custom.target = arena_strdup(r->m->arena, target);
    out->a.custom.side_effect = side_effect;
    return out;
}

static bool mop_build_constraint(Reader *r, MOp *op)
{
    const MAttr *a = mop_attr(op, "sharding", NULL);
    if (!mop_arity(r, op, 1, 1))
        return false;
    if (!a || a->kind != ATTR_RAW)
        return mop_fail(r, op, "%s needs a sharding <@mesh, [..]>", op->name);
    IrOp *out = custom(r, op, "Sharding", false);
    keep(r, out, "xla.sdy.sharding", sharding_text(r, a));
    if (strcmp(op->name, "sdy.reshard") == 0)
        keep(r, out, "xla.sdy.reshard", "true");
    return mop_result(op, out);
}

static bool mop_build_group(Reader *r, MOp *op)
{
    int64_t id;
    const MAttr *given = mop_attr(op, "group_id", NULL);
    if (!mop_arity(r, op, 1, 0) || !mop_int(r, op, "group_id", NULL, 0, &id))
        return false;
    if (!given)
        return mop_fail(r, op, "%s needs group_id = a number", op->name);
    op->main = custom(r, op, "xla.sdy.ShardingGroup", true);
    keep(r, op->main, "xla.sdy.sharding_group_id", arena_printf(r->m->arena, "%" G_GINT64_FORMAT, id));
    return mop_results(r, op, op->main);
}

static bool mop_build_propagation_barrier(Reader *r, MOp *op)
{
    const MAttr *a = mop_attr(op, "allowed_direction", NULL);
    if (!mop_arity(r, op, 1, 1))
        return false;
    /* The generic form has the enum's number. */
    static const char *const words[] = { "NONE", "FORWARD", "BACKWARD", "BOTH" };
    const char *word = a && a->kind == ATTR_WORD ? a->s : a && a->kind == ATTR_INT && a->i >= 0 && a->i < 4 ? words[a->i] : NULL;
    bool known = false;
    for (int i = 0; word && i < 3; i++)
        known = known || strcmp(word, words[i]) == 0;
    if (!known)
        return mop_fail(r, op, "allowed_direction of %s must be NONE, FORWARD or BACKWARD", op->name);
    IrOp *out = custom(r, op, "xla.sdy.PropagationBarrier", false);
    keep(r, out, "xla.sdy.allowed_direction", word);
    return mop_result(op, out);
}

/* What moves, by what each op calls it; in the pretty form "axes" as in ours. */
static bool is_axes(const char *key)
{
    static const char *const keys[] = { "gathering_axes", "slicing_axes", "params", "reduction_axes", "reduce_scatter_axes", "axes" };
    for (int i = 0; i < (int)G_N_ELEMENTS(keys); i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return false;
}

/* "#sdy<list_of_axis_ref_lists[..]>" as "[..]". */
static const char *axes_text(Reader *r, const MAttr *a)
{
    static const char intro[] = "#sdy<";
    const char *text = mlir_attr_text(&r->x, a);
    if (!g_str_has_prefix(text, intro) || !g_str_has_suffix(text, ">"))
        return text;
    const char *s = text + strlen(intro);
    while (g_ascii_isalpha(*s) || *s == '_' || *s == ' ')
        s++;
    return arena_strndup(r->m->arena, s, strlen(s) - 1);
}

/* Shardy's collectives describe what moves in the global view; their texts are kept. */
static bool mop_build_move(Reader *r, MOp *op)
{
    static const char *const reductions[] = { "sum", "max", "min", NULL };
    if (!mop_arity(r, op, 1, 1))
        return false;
    bool reduces = strcmp(op->name, "sdy.all_reduce") == 0 || strcmp(op->name, "sdy.reduce_scatter") == 0;
    if (op->n_words > (reduces ? 1 : 0))
        return mop_fail(r, op, "unexpected '%s' in %s", op->words[op->n_words - 1], op->name);
    if (op->n_words && !g_strv_contains(reductions, op->words[0]))
        return mop_fail(r, op, "the reduction of %s must be sum, max or min, found %s", op->name, op->words[0]);
    IrOp *out = custom(r, op, op->name, false);
    for (int i = 0; i < op->attrs.n; i++) /* first, as in the pretty form; the generic form sorts by name */
        if (is_axes(op->attrs.v[i].key))
            keep(r, out, "axes", axes_text(r, op->attrs.v[i].value));
    for (int i = 0; i < op->attrs.n; i++) {
        MEntry *e = &op->attrs.v[i];
        if (strchr(e->key, '.'))
            continue;
        e->used = true;
        if (strcmp(e->key, "out_sharding") == 0)
            keep(r, out, "xla.sdy.sharding", sharding_text(r, e->value));
        else if (!is_axes(e->key))
            keep(r, out, e->key, mlir_attr_text(&r->x, e->value));
    }
    if (op->n_words)
        keep(r, out, "reduction", op->words[0]);
    return mop_result(op, out);
}

bool mop_build_sdy(Reader *r, MOp *op)
{
    const char *name = op->name + 4; /* behind "sdy." */
    if (!strcmp(name, "sharding_constraint") || !strcmp(name, "reshard"))
        return mop_build_constraint(r, op);
    if (!strcmp(name, "sharding_group"))
        return mop_build_group(r, op);
    if (!strcmp(name, "propagation_barrier"))
        return mop_build_propagation_barrier(r, op);
    if (!strcmp(name, "data_flow_edge") || !strcmp(name, "func_data_flow_edge")) { /* helper ops of Shardy's propagation, which ours does not need */
        mop_attr(op, "sharding", NULL);
        return mop_arity(r, op, 1, 1) && mop_result(op, mop_emit(r, OP_copy, op->types[0], 1, op->operands));
    }
    return mop_build_move(r, op);
}

static bool check_body(Reader *r, MOp *op)
{
    if (op->n_regions != 1 || op->regions[0]->n_args != op->n_operands || op->regions[0]->n_yields != op->n_types)
        return mop_fail(r, op, "the body of %s must take its %d operands and return its %d results", op->name,
                       op->n_operands, op->n_types);
    return true;
}

static void keep_text(Reader *r, MOp *op, IrOp *out, const char *key, const char *pair)
{
    const MAttr *a = mop_attr(op, key, NULL);
    if (!a)
        return;
    /* The generic form has whole attributes where the pretty one has their insides. */
    const char *text = mlir_attr_text(&r->x, a);
    static const char *const wrappers[] = { "#sdy.sharding_per_value<", "#sdy<manual_axes" };
    for (int i = 0; i < (int)G_N_ELEMENTS(wrappers); i++)
        if (g_str_has_prefix(text, wrappers[i]) && g_str_has_suffix(text, ">"))
            text = arena_strndup(r->m->arena, text + strlen(wrappers[i]), strlen(text) - strlen(wrappers[i]) - 1);
    keep(r, out, pair, text);
}

bool mop_build_manual(Reader *r, MOp *op)
{
    if (!check_body(r, op))
        return false;
    region_finish(r, op->regions[0]);
    IrOp *out = mop_emit(r, OP_manual, mop_type(r, op), op->n_operands, op->operands);
    op_set_comps(out, 1, &op->regions[0]->comp);
    keep_text(r, op, out, "in_shardings", "xla.sdy.in_shardings");
    keep_text(r, op, out, "out_shardings", "xla.sdy.out_shardings");
    keep_text(r, op, out, "manual_axes", "xla.sdy.manual_axes");
    return mop_results(r, op, out);
}

/* named_computation<"f">: a call of its body. */
bool mop_build_named(Reader *r, MOp *op)
{
    if (!check_body(r, op))
        return false;
    region_finish(r, op->regions[0]);
    for (int i = 0; i < op->n_operands; i++)
        if (op->regions[0]->args[i]->type->plain != op->operands[i]->type->plain)
            return mop_fail(r, op, "argument %d of the body of %s has another type than the operand", i, op->name);
    mop_attr(op, "name", NULL);
    IrOp *out = mop_emit(r, OP_call, mop_type(r, op), op->n_operands, op->operands);
    op_set_comps(out, 1, &op->regions[0]->comp);
    keep_text(r, op, out, "in_shardings", "xla.sdy.in_shardings");
    keep_text(r, op, out, "out_shardings", "xla.sdy.out_shardings");
    return mop_results(r, op, out);
}
