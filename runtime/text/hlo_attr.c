/* Attributes of instructions: selects the handler of each attribute, and handles attributes that name computations, devices or annotations.
 * Attributes that have no handler, or not for this opcode, are left to hlo_kept.c. Start at hlo_attrs(). */
#include <pthread.h>
#include <string.h>

#include "runtime/base/hash.h"
#include "runtime/text/hlo_attr_impl.h"

/* ---- small values ---------------------------------------------------------------------------- */

bool hlo_one_dim(HloReader *rd, int64_t *out)
{
    Ints list;
    const char *at = rd->lx.p;
    if (!hlo_int_list(rd, &list))
        return false;
    if (list.n != 1)
        return lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL, "expected one dimension, found %d",
                        list.n);
    *out = list.v[0];
    return true;
}

/* One of the words; *out is its index. */
bool hlo_choice(HloReader *rd, const char *const *words, bool ignore_case, int *out)
{
    Lex *lx = &rd->lx;
    lex_skip(lx);
    const char *at = lx->p;
    Span w = lex_word(lx);
    for (int i = 0; words[i]; i++)
        if (strlen(words[i]) == w.n && (ignore_case ? g_ascii_strncasecmp(words[i], w.s, w.n)
                                                    : memcmp(words[i], w.s, w.n)) == 0) {
            *out = i;
            return true;
        }
    GString *all = g_string_new(NULL);
    for (int i = 0; words[i]; i++)
        g_string_append_printf(all, "%s%s", !i ? "" : words[i + 1] ? ", " : " or ", words[i]);
    lx->p = at;
    lex_expected(lx, all->str);
    g_string_free(all, TRUE);
    return false;
}

/* ---- computations ---------------------------------------------------------------------------- */

/* A name defined before, or a body in braces. */
static bool computation(HloReader *rd, IrComp **out)
{
    Lex *lx = &rd->lx;
    if (lex_peek(lx) == '{') {
        TextPos at = lex_pos(lx, lx->p);
        return (*out = hlo_body(rd, (Span){"region", 6}, at)) != NULL;
    }
    Span name;
    if (!lex_name(lx, &name, NULL, "a computation"))
        return false;
    if (rd->piece)
        return (*out = rd->piece->find(rd->piece->user, name.s, name.n, rd->lx.error)) != NULL;
    *out = span_map_get(&rd->comps, name, 0);
    if (*out && *out == rd->m->entry)
        return lex_fail(lx, name.s, SHARD_ERROR_PARSE, NULL,
                        "the entry computation cannot be called");
    if (*out)
        return true;
    const char **names = g_new0(const char *, rd->comps.entries.n + 1);
    for (int i = 0; i < rd->comps.entries.n; i++)
        names[i] = ((IrComp *)rd->comps.entries.v[i].value)->name;
    g_autofree char *word = g_strndup(name.s, name.n);
    const char *near = diag_nearest(word, names);
    g_autofree char *hint =
        near ? g_strdup_printf("did you mean %s? A computation must be defined before those that use it",
                               near)
             : NULL;
    g_free(names);
    return lex_fail(lx, name.s, SHARD_ERROR_PARSE, hint, "no computation named %s so far", word);
}

/* {%a, %b}, or one without braces. */
static bool computations(HloReader *rd, OpAttrs *x)
{
    Lex *lx = &rd->lx;
    VEC(IrComp *) list = {0};
    bool braces = lex_accept(lx, '{'), fine = true;
    for (bool more = !braces || lex_peek(lx) != '}'; fine && more;
         more = braces && lex_accept(lx, ',')) {
        IrComp *c = NULL;
        fine = computation(rd, &c);
        if (fine)
            vec_push(&list, c);
    }
    fine = fine && (!braces || lex_expect(lx, '}'));
    if (fine) {
        x->list = arena_dup_array(rd->a, list.v, list.n);
        x->n_list = list.n;
    }
    vec_clear(&list);
    return fine;
}

#define COMPUTATION(attr, cond, field)                                                             \
    Taken hlo_attr_##attr(HloReader *rd, IrOp *op, OpAttrs *x)                                     \
    {                                                                                              \
        return (cond) ? taken(computation(rd, &x->field)) : NOT_MINE;                              \
    }
COMPUTATION(to_apply, (op_info[op->code].traits & CALLS) || op->code == OP_custom_call, to_apply)
COMPUTATION(calls, op_family(op) == FAMILY_control || op_family(op) == FAMILY_async, to_apply)
COMPUTATION(condition, op->code == OP_while, condition)
COMPUTATION(body, op->code == OP_while, body)
COMPUTATION(select, op->code == OP_select_and_scatter, select)
COMPUTATION(scatter, op->code == OP_select_and_scatter, scatter)
COMPUTATION(true_computation, op->code == OP_conditional, on_true)
COMPUTATION(false_computation, op->code == OP_conditional, on_false)

Taken hlo_attr_computations(HloReader *rd, IrOp *op, OpAttrs *x)
{
    return op->code == OP_conditional || op->code == OP_custom_call ? taken(computations(rd, x))
                                                                    : NOT_MINE;
}

/* ---- collectives ----------------------------------------------------------------------------- */

static bool is_collective(const IrOp *op)
{
    return op_is_collective(op);
}

Taken hlo_attr_channel_id(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    if (!is_collective(op))
        return NOT_MINE;
    if (!lex_int(&rd->lx, &op->a.collective.groups.channel, "a channel"))
        return FAILED;
    op->a.collective.groups.has_channel = true;
    return TAKEN;
}

Taken hlo_attr_replica_groups(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return is_collective(op) ? taken(hlo_groups(rd, &op->a.collective.groups)) : NOT_MINE;
}

Taken hlo_attr_use_global_device_ids(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op_says_global_ids(op) ? taken(lex_bool(&rd->lx, &op->a.collective.groups.use_global_ids)) : NOT_MINE;
}

Taken hlo_attr_source_target_pairs(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    if (op->code != OP_collective_permute && op->code != OP_collective_permute_start)
        return NOT_MINE;
    return taken(hlo_pairs(rd, &op->a.collective.pairs));
}

/* ---- custom calls and what any instruction may carry ------------------------------------------
 */

Taken hlo_attr_custom_call_target(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    char *s;
    if (op->code != OP_custom_call)
        return NOT_MINE;
    if (!lex_string_dup(&rd->lx, rd->a, &s))
        return FAILED;
    op->a.custom.target = s;
    return TAKEN;
}

Taken hlo_attr_custom_call_has_side_effect(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_custom_call ? taken(lex_bool(&rd->lx, &op->a.custom.side_effect))
                                      : NOT_MINE;
}

/* A custom call's config is a value; for other ops its text is kept. */
Taken hlo_attr_backend_config(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    Lex *lx = &rd->lx;
    if (op->code != OP_custom_call)
        return NOT_MINE;
    if (lex_peek(lx) == '"') {
        char *s;
        if (!lex_string_dup(lx, rd->a, &s))
            return FAILED;
        op->a.custom.backend_config = s;
        if (*s == '{') /* would print as a dictionary */
            pair_push(rd->a, &op->extra, &op->n_extra,
                      (IrPair){KEY_CONFIG_QUOTED, "true", true});
        return TAKEN;
    }
    const char *start = lx->p;
    if (!hlo_config(rd))
        return FAILED;
    op->a.custom.backend_config = hlo_text(rd, (Span){start, (size_t)(lx->p - start)});
    return TAKEN;
}

Taken hlo_attr_sharding(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    Span raw;
    if (!hlo_sharding(rd, &raw))
        return FAILED;
    op->sharding_text = hlo_text(rd, raw);
    return TAKEN;
}

Taken hlo_attr_frontend_attributes(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return taken(hlo_frontend_attributes(rd, &op->pairs, &op->n_pairs));
}

Taken hlo_attr_metadata(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return taken(hlo_metadata(rd, op));
}

/* ---- the table ------------------------------------------------------------------------------- */

static const struct AttrRow {
    const char *name;
    Taken (*read)(HloReader *, IrOp *, OpAttrs *);
} rows[] = {
#define ATTR(name, handler) {#name, hlo_attr_##handler},
#include "runtime/text/hlo_attrs.def"
};
_Static_assert(G_N_ELEMENTS(rows) <= 128, "OpAttrs.seen has a bit per row");

/* Required attributes. */
static const struct {
    OpCode code;
    const char *attr;
} needed[] = {
    {OP_transpose, "dimensions"},
    {OP_reverse, "dimensions"},
    {OP_reduce, "dimensions"},
    {OP_concatenate, "dimensions"},
    {OP_all_gather, "dimensions"},
    {OP_reduce_scatter, "dimensions"},
    {OP_all_gather_start, "dimensions"},
    {OP_get_dimension_size, "dimensions"},
    {OP_set_dimension_size, "dimensions"},
    {OP_iota, "iota_dimension"},
    {OP_get_tuple_element, "index"},
    {OP_slice, "slice"},
    {OP_pad, "padding"},
    {OP_dynamic_slice, "dynamic_slice_sizes"},
    {OP_gather, "offset_dims"},
    {OP_gather, "slice_sizes"},
    {OP_gather, "index_vector_dim"},
    {OP_scatter, "index_vector_dim"},
    {OP_scatter, "to_apply"},
    {OP_convolution, "dim_labels"},
    {OP_compare, "direction"},
    {OP_reduce_precision, "exponent_bits"},
    {OP_reduce_precision, "mantissa_bits"},
    {OP_topk, "k"},
    {OP_fft, "fft_type"},
    {OP_fft, "fft_length"},
    {OP_batch_norm_training, "feature_index"},
    {OP_batch_norm_inference, "feature_index"},
    {OP_batch_norm_grad, "feature_index"},
    {OP_batch_norm_training, "epsilon"},
    {OP_batch_norm_inference, "epsilon"},
    {OP_batch_norm_grad, "epsilon"},
    {OP_sort, "dimensions"},
    {OP_collective_broadcast, "replica_groups"},
    {OP_reduce, "to_apply"},
    {OP_reduce_window, "to_apply"},
    {OP_select_and_scatter, "select"},
    {OP_select_and_scatter, "scatter"},
    {OP_sort, "to_apply"},
    {OP_map, "to_apply"},
    {OP_call, "to_apply"},
    {OP_fusion, "calls"},
    {OP_while, "condition"},
    {OP_while, "body"},
    {OP_all_reduce, "to_apply"},
    {OP_reduce_scatter, "to_apply"},
    {OP_collective_permute, "source_target_pairs"},
    {OP_collective_permute_start, "source_target_pairs"},
    {OP_custom_call, "custom_call_target"},
    {OP_rng_bit_generator, "algorithm"},
};

/* Required attributes that are kept as text. */
static const struct {
    OpCode code;
    const char *attr;
} needed_text[] = {
    {OP_fusion, "kind"},     {OP_domain, "domain"},     {OP_rng, "distribution"}, {OP_rng_get_and_update_state, "delta"},
    {OP_scan, "dimensions"}, {OP_scan, "num_carries"},
};

static bool may_need_text(const IrOp *op)
{
    OpFamily family = op_family(op);
    return family == FAMILY_opaque || family == FAMILY_control || family == FAMILY_barrier;
}

enum { N_SLOTS = 512 };
static uint8_t slots[N_SLOTS]; /* row + 1 */
static uint64_t needed_bits[N_OPCODES][2];

static int row_named(Span name)
{
    for (uint32_t k = hash_bytes(name.s, name.n) & (N_SLOTS - 1); slots[k];
         k = (k + 1) & (N_SLOTS - 1))
        if (span_is(name, rows[slots[k] - 1].name))
            return slots[k] - 1;
    return -1;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void fill_slots(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        uint32_t k = hash_bytes(rows[i].name, strlen(rows[i].name)) & (N_SLOTS - 1);
        while (slots[k])
            k = (k + 1) & (N_SLOTS - 1);
        slots[k] = (uint8_t)(i + 1);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(needed); i++) {
        int row = row_named((Span){needed[i].attr, strlen(needed[i].attr)});
        g_assert(row >= 0);
        needed_bits[needed[i].code][row / 64] |= (uint64_t)1 << (row % 64);
    }
}

void hlo_interpreted_names(GPtrArray *out)
{
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
        g_ptr_array_add(out, (gpointer)rows[i].name);
}

bool hlo_is_interpreted(Span name)
{
    pthread_once(&once, fill_slots);
    return row_named(name) >= 0;
}

bool hlo_attrs(HloReader *rd, IrOp *op, OpAttrs *x)
{
    pthread_once(&once, fill_slots);
    Lex *lx = &rd->lx;
    while (lex_accept(lx, ',')) {
        Span name = lex_word(lx);
        if (name.n == 0)
            return lex_expected(lx, "an attribute");
        if (!lex_expect(lx, '='))
            return false;
        int row = row_named(name);
        Taken result = NOT_MINE;
        if (row >= 0) {
            uint64_t *seen = &x->seen[row / 64], bit = (uint64_t)1 << (row % 64);
            if (*seen & bit)
                return lex_fail(lx, name.s, SHARD_ERROR_PARSE, NULL, "attribute %s is given twice",
                                rows[row].name);
            *seen |= bit;
            result = rows[row].read(rd, op, x);
        }
        if (result == FAILED || (result == NOT_MINE && !hlo_kept_attr(rd, op, name, row >= 0)))
            return false;
    }
    return true;
}

static bool put_computations(IrOp *op, const OpAttrs *x)
{
    IrComp *list[2];
    int n = 0;
    switch (op->code) {
    case OP_while:
        list[n++] = x->condition;
        list[n++] = x->body;
        break;
    case OP_select_and_scatter:
        list[n++] = x->select;
        list[n++] = x->scatter;
        break;
    case OP_conditional:
        if (x->n_list) {
            op_set_comps(op, x->n_list, x->list);
            return true;
        }
        if (!x->on_true || !x->on_false)
            return false;
        list[n++] = x->on_true;
        list[n++] = x->on_false;
        break;
    case OP_custom_call:
        if (x->n_list) {
            op_set_comps(op, x->n_list, x->list);
            return true;
        }
        /* fall through */
    default: /* all others have one computation or none */
        if (x->to_apply)
            list[n++] = x->to_apply;
        break;
    }
    op_set_comps(op, n, list);
    return true;
}

/* A boolean chooses between two named branches, an index among a list. */
static bool check_branches(HloReader *rd, const IrOp *op, const OpAttrs *x, const char *at)
{
    const Type *by = op->n_operands ? op->operands[0]->type : NULL;
    if (!by || by->kind != TYPE_ARRAY || by->rank != 0 ||
        (by->elem != ELEM_pred && by->elem != ELEM_s32)) {
        g_autofree char *is = by ? type_text(by) : g_strdup("missing");
        return lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL,
                        "conditional: the first operand must be a scalar of pred or s32, but it "
                        "is %s",
                        is);
    }
    bool boolean = by->elem == ELEM_pred;
    if (boolean ? x->n_list > 0 : x->on_true || x->on_false)
        return lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL,
                        "unexpected attribute %s: the first operand is %s",
                        boolean ? "branch_computations" : "true_computation",
                        boolean ? "a boolean" : "an index");
    int branches = boolean ? 2 : x->n_list;
    return op->n_operands == branches + 1 ||
           lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL, "%d operands for %d branches",
                    op->n_operands - 1, branches);
}

/* Checks the op by itself, independently of other ops. */
static bool check_form(HloReader *rd, const IrOp *op, const OpAttrs *x, const char *at)
{
    Lex *lx = &rd->lx;
    switch (op->code) {
    case OP_conditional: return check_branches(rd, op, x, at);
    case OP_custom_call:
        return !x->to_apply || !x->n_list ||
               lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                        "custom-call takes to_apply or called_computations, not both");
    case OP_infeed:
        return !op->type || (op->type->kind == TYPE_TUPLE && op->type->n_parts > 0) ||
               lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                        "infeed returns a tuple of the data and a token");
    case OP_reduce:
    case OP_reduce_window:
        return (op->n_operands >= 2 && op->n_operands % 2 == 0) ||
               lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                        "%d operands: values and as many initial values are needed",
                        op->n_operands);
    case OP_broadcast:
        return op->operands[0]->type->kind != TYPE_ARRAY ||
               op->operands[0]->type->rank == op->a.dims.n ||
               lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                        "broadcast needs dimensions, one for each of the operand's %d",
                        op->operands[0]->type->rank);
    default: return true; /* nothing to check before the types are known */
    }
}

bool hlo_finish_attrs(HloReader *rd, IrOp *op, const OpAttrs *x, const char *at)
{
    Lex *lx = &rd->lx;
    const uint64_t *want = needed_bits[op->code];
    if ((want[0] & ~x->seen[0]) || (want[1] & ~x->seen[1]))
        for (size_t i = 0; i < G_N_ELEMENTS(needed); i++) {
            int row = row_named((Span){needed[i].attr, strlen(needed[i].attr)});
            if (needed[i].code == op->code && !(x->seen[row / 64] >> (row % 64) & 1))
                return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "%s needs the attribute %s",
                                op_info[op->code].hlo, needed[i].attr);
        }
    for (size_t i = 0; may_need_text(op) && i < G_N_ELEMENTS(needed_text); i++)
        if (needed_text[i].code == op->code && !pair_get(op->extra, op->n_extra, needed_text[i].attr))
            return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "%s needs the attribute %s", op_info[op->code].hlo, needed_text[i].attr);
    if (!check_form(rd, op, x, at))
        return false;
    if (!put_computations(op, x))
        return lex_fail(
            lx, at, SHARD_ERROR_PARSE, NULL,
            "conditional needs branch_computations, or true_computation and false_computation");
    if (op->code == OP_slice ||
        op->code == OP_pad) { /* the lists are as long as the rank everywhere else */
        const Type *type = op->operands[0]->type;
        if (type->kind != TYPE_ARRAY || type->rank != x->rank ||
            (op->type && (op->type->kind != TYPE_ARRAY || op->type->rank != x->rank)))
            return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                            "%s of %d dimensions, but the operand or the result has another rank",
                            op_info[op->code].hlo, x->rank);
    }
    return true;
}

void hlo_default_attrs(IrOp *op)
{
    switch (op->code) {
    case OP_convolution: op->a.conv.dims.feature_groups = op->a.conv.dims.batch_groups = 1; break;
    case OP_topk: op->a.topk.largest = op->a.topk.stable = true; break;
    case OP_all_to_all: op->a.collective.dim = op->a.collective.concat_dim = -1; break;
    default: break; /* all zeroes is right for the other opcodes */
    }
}
