/* The header of a module: its name and attributes. Attributes that refer to parameters and results are checked when the entry
 * computation has been read. Start at hlo_header(). */
#include "runtime/text/hlo_attr_impl.h"

static bool header_int(HloReader *rd, int64_t *out)
{
    const char *at = rd->lx.p;
    if (!lex_int(&rd->lx, out, "a number"))
        return false;
    return *out >= 1 || lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL,
                                 "%" G_GINT64_FORMAT " is not a count of devices", *out);
}

/* true, or {true,false} */
static bool flag_list(HloReader *rd)
{
    Lex *lx = &rd->lx;
    bool v;
    if (!lex_accept(lx, '{'))
        return lex_bool(lx, &v);
    LEX_LIST(lx, '}') {
        if (!lex_bool(lx, &v))
            return false;
    }
    return lex_expect(lx, '}');
}

/* {(f32[2]{0}, s32[])->f32[2]{0}}: compared with the entry computation once that is known. */
static bool entry_layout(HloReader *rd, HloHeader *h)
{
    Lex *lx = &rd->lx;
    int base = rd->parts.n;
    h->layout_at = lx->p;
    if (!lex_expect(lx, '{') || !lex_expect(lx, '('))
        return false;
    LEX_LIST(lx, ')') {
        const Type *type = hlo_type(rd);
        if (!type)
            return false;
        vec_push(&rd->parts, type);
    }
    if (!lex_expect(lx, ')') || !(lex_accept_text(lx, "->") || lex_expected(lx, "'->'")))
        return false;
    h->n_params = rd->parts.n - base;
    h->params = arena_dup_array(rd->a, rd->parts.v + base, h->n_params);
    rd->parts.n = base;
    return (h->result = hlo_type(rd)) && lex_expect(lx, '}');
}

static bool check_entry_layout(HloReader *rd, const HloHeader *h)
{
    const IrComp *e = rd->m->entry;
    if (!h->layout_at)
        return true;
    bool fits = h->n_params == e->n_params && h->result->plain == e->root->type->plain;
    for (int i = 0; fits && i < h->n_params; i++)
        fits = h->params[i]->plain == e->params[i]->type->plain;
    return fits || lex_fail(&rd->lx, h->layout_at, SHARD_ERROR_PARSE, NULL,
                            "entry_computation_layout does not have the types of %s", e->name);
}

/* { {"name" {0}}: ({log_mode=default, callback_id=1, partitioned=true}), ... } */
static bool debug_attributes(HloReader *rd)
{
    static const char *const keys[] = {"log_mode", "callback_id", "partitioned", "op_id", NULL},
                             *const modes[] = {"default", "fusion_debugger", NULL};
    Lex *lx = &rd->lx;
    Span name;
    int key, mode;
    int64_t id;
    bool flag;
    if (!lex_expect(lx, '{'))
        return false;
    while (lex_peek(lx) != '}') {
        if (!lex_balanced(lx, &name, false) || !lex_expect(lx, ':') || !lex_expect(lx, '('))
            return false;
        do {
            if (!lex_expect(lx, '{'))
                return false;
            LEX_LIST(lx, '}') {
                if (!hlo_choice(rd, keys, false, &key) || !lex_expect(lx, '=') ||
                    !(key == 0   ? hlo_choice(rd, modes, false, &mode)
                      : key == 2 ? lex_bool(lx, &flag)
                                 : lex_int(lx, &id, "a number")))
                    return false;
            }
            if (!lex_expect(lx, '}'))
                return false;
        } while (lex_accept(lx, ','));
        if (!lex_expect(lx, ')'))
            return false;
        if (!lex_accept(lx, ','))
            break;
    }
    return lex_expect(lx, '}');
}

static bool header_attr(HloReader *rd, Span key, HloHeader *h)
{
    Lex *lx = &rd->lx;
    IrModule *m = rd->m;
    Span value;
    lex_skip(lx);
    if (span_is(key, "is_scheduled"))
        return lex_bool(lx, &m->is_scheduled);
    if (span_is(key, "replica_count"))
        return header_int(rd, &m->n_replicas);
    if (span_is(key, "num_partitions"))
        return header_int(rd, &m->n_partitions);
    if (span_is(key, "frontend_attributes"))
        return hlo_frontend_attributes(rd, &m->pairs, &m->n_pairs);
    if (span_is(key, "input_output_alias"))
        h->aliases = lx->p;
    if (span_is(key, "buffer_donor"))
        h->donors = lx->p;
    static const char *const words[] = {"input_output_alias",
                                        "buffer_donor",
                                        "origin_recovery_table",
                                        "alias_passthrough_params",
                                        "allow_spmd_sharding_propagation_to_parameters",
                                        "allow_spmd_sharding_propagation_to_output",
                                        "entry_computation_layout",
                                        "debug_attributes",
                                        NULL};
    int which = 0;
    while (words[which] && !span_is(key, words[which]))
        which++;
    if (!words[which] && m->n_extra >= 200) /* kept as text, like those without a meaning here */
        return lex_fail(lx, key.s, SHARD_ERROR_LIMIT, NULL, "too many header attributes");
    if (!words[which] && (hlo_is_interpreted(key) || hlo_is_of_instruction(key)))
        return lex_fail(lx, key.s, SHARD_ERROR_PARSE, NULL, "unexpected attribute %.*s: a module has none of that name", (int)MIN(key.n, 100), key.s);
    if (!words[which] && !hlo_unknown_attr(rd, key))
        return false;
    value.s = lx->p;
    if (!(which < 3 || !words[which] ? lex_value(lx, &value)
          : which == 6 ? entry_layout(rd, h)
          : which == 7 ? debug_attributes(rd)
                       : flag_list(rd)))
        return false;
    value.n = (size_t)(lx->p - value.s);
    if (h->aliases != value.s && h->donors != value.s)
        pair_push(rd->a, &m->extra, &m->n_extra,
                  (IrPair){hlo_text(rd, key), arena_strndup(rd->a, value.s, value.n), true});
    return true;
}

bool hlo_header(HloReader *rd, HloHeader *h)
{
    Lex *lx = &rd->lx;
    Span name;
    bool sigil;
    if (!lex_name(lx, &name, &sigil, "the module's name") || !hlo_check_name(rd, name, sigil, false))
        return false;
    rd->m->name = hlo_text(rd, name);
    lex_accept(lx, ':'); /* older texts */
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    while (lex_accept(lx, ',')) {
        Span key = lex_word(lx);
        if (key.n == 0)
            return lex_expected(lx, "a header attribute");
        if (!g_hash_table_add(seen, (gpointer)hlo_text(rd, key)))
            return lex_fail(lx, key.s, SHARD_ERROR_PARSE, NULL,
                            "header attribute %.*s is given twice", (int)MIN(key.n, 100), key.s);
        if (!lex_expect(lx, '=') || !header_attr(rd, key, h))
            return false;
    }
    return true;
}

/* {0, 1}: follows the indices into the type; its leaves are [*first, *first + *n). */
static bool leaf_path(HloReader *rd, const Type *type, int *first, int *n)
{
    Ints path;
    lex_skip(&rd->lx);
    const char *at = rd->lx.p;
    if (!hlo_int_list(rd, &path))
        return false;
    *first = 0;
    for (int i = 0; i < path.n; i++) {
        if (type->kind != TYPE_TUPLE || path.v[i] < 0 || path.v[i] >= type->n_parts)
            return lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL, "no such part of the value");
        *first += type_part_leaf(type, (int)path.v[i]);
        type = type->parts[path.v[i]];
    }
    *n = type_n_leaves(type);
    return true;
}

typedef VEC(IrAlias) Aliases;

/* (param, {index}[, may-alias|must-alias]) appended as one alias per leaf; output -1: donors. */
static bool alias_target(HloReader *rd, int output, int n_outputs, Aliases *out)
{
    Lex *lx = &rd->lx;
    const IrComp *entry = rd->m->entry;
    int64_t number;
    int first, n;
    bool must = false;
    if (!lex_expect(lx, '('))
        return false;
    const char *at = lx->p;
    if (!lex_int(lx, &number, "a parameter number"))
        return false;
    if (number < 0 || number >= entry->n_params)
        return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "parameter %" G_GINT64_FORMAT " of %d",
                        number, entry->n_params);
    if (!lex_expect(lx, ',') || !leaf_path(rd, entry->params[number]->type, &first, &n))
        return false;
    if (lex_accept(lx, ',')) {
        Span kind = lex_word(lx);
        must = span_is(kind, "must-alias");
        if (!must && !span_is(kind, "may-alias"))
            return lex_fail(lx, kind.s, SHARD_ERROR_PARSE, NULL,
                            "expected may-alias or must-alias");
    }
    if (output >= 0 && n != n_outputs)
        return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "%d outputs alias %d inputs", n_outputs,
                        n);
    for (int64_t k = 0; k < number; k++)
        first += type_n_leaves(entry->params[k]->type);
    for (int i = 0; i < n; i++)
        vec_push(out, ((IrAlias){output < 0 ? -1 : output + i, first + i, must}));
    return lex_expect(lx, ')');
}

/* { {0}: (1, {}, may-alias), ... } */
static bool alias_list(HloReader *rd, Aliases *out)
{
    Lex *lx = &rd->lx;
    if (!lex_expect(lx, '{'))
        return false;
    LEX_LIST(lx, '}') {
        int first, n;
        if (!leaf_path(rd, rd->m->entry->root->type, &first, &n) || !lex_expect(lx, ':') ||
            !alias_target(rd, first, n, out))
            return false;
    }
    return lex_expect(lx, '}');
}

/* { (1, {}), ... } */
static bool donor_list(HloReader *rd, Aliases *out)
{
    Lex *lx = &rd->lx;
    if (!lex_expect(lx, '{'))
        return false;
    LEX_LIST(lx, '}') {
        if (!alias_target(rd, -1, 0, out))
            return false;
    }
    return lex_expect(lx, '}');
}

static bool read_aliases(HloReader *rd, const HloHeader *h)
{
    Aliases all = {0};
    bool fine = true;
    if (h->aliases) {
        rd->lx.p = h->aliases;
        fine = alias_list(rd, &all);
    }
    if (fine && h->donors) {
        rd->lx.p = h->donors;
        fine = donor_list(rd, &all);
    }
    if (fine && all.n) {
        rd->m->aliases = arena_dup_array(rd->a, all.v, all.n);
        rd->m->n_aliases = all.n;
    }
    vec_clear(&all);
    return fine;
}

bool hlo_header_end(HloReader *rd, const HloHeader *h)
{
    return check_entry_layout(rd, h) && read_aliases(rd, h);
}
