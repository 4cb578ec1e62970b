/* One instruction as a message of a serialised module: what its opcode's attributes are called there. */
#include "runtime/ir/sdy_pair.h"
#include "runtime/text/proto_write_impl.h"

#include <stdlib.h>
#include <string.h>

static void put_list(GString *out, int number, Ints v)
{
    wire_put_ints(out, number, v.v, v.n);
}

/* Numbers of a text such as {1,0}. */
static void put_numbers(GString *out, int number, const char *text)
{
    WireInts v = { 0 };
    for (const char *at = text; at && *at;) {
        char *end;
        int64_t x = strtoll(at, &end, 10);
        if (end == at) {
            at++;
            continue;
        }
        vec_push(&v, x);
        at = end;
    }
    wire_put_ints(out, number, v.v, v.n);
    vec_clear(&v);
}

static char *unquoted(const char *text)
{
    gsize n = text ? strlen(text) : 0;
    if (n < 2 || text[0] != '"' || text[n - 1] != '"')
        return g_strdup(text);
    g_autofree char *inner = g_strndup(text + 1, n - 2);
    return g_strcompress(inner);
}

static void put_unquoted(GString *out, int number, const char *text)
{
    g_autofree char *plain = unquoted(text);
    wire_put_text(out, number, plain);
}

/* ---- arithmetic ---------------------------------------------------------------------------------------------------------- */

/* operand_precision={highest,default} and the algorithm. */
static void put_precision(GString *out, const IrOp *op, const char *precision, const char *algorithm)
{
    static const char *const algorithms[] = {
        NULL, "dot_any_f8_any_f8_f32", "dot_any_f8_any_f8_f32_fast_accum", "dot_f16_f16_f16", "dot_f16_f16_f32", "dot_bf16_bf16_bf16",
        "dot_bf16_bf16_f32", "dot_bf16_bf16_f32_x3", "dot_bf16_bf16_f32_x6", "dot_tf32_tf32_f32", "dot_tf32_tf32_f32_x3", "dot_f32_f32_f32",
        "dot_f64_f64_f64", "dot_bf16_bf16_f32_x9",
    };
    g_autoptr(GString) config = g_string_new(NULL);
    int64_t of[2] = { 0 };
    g_auto(GStrv) words = g_strsplit_set(precision ? precision : "", "{}, ", -1);
    int n = 0;
    for (char **w = words; *w; w++)
        if (**w && n < 2)
            of[n++] = MAX(WORD_AT(*w, "default", "high", "highest", "packed_nibble"), 0);
    wire_put_ints(config, 1, of, MIN(op->n_operands, 2));
    wire_put_int(config, 2, MAX(word_at(algorithm, algorithms, (int)G_N_ELEMENTS(algorithms)), 0));
    wire_put_message(out, 51, config);
}

static void put_dot(GString *out, const IrOp *op)
{
    const DotDims *d = &op->a.dot.dims;
    g_autoptr(GString) dims = g_string_new(NULL), ragged = g_string_new(NULL);
    put_list(dims, 1, d->lhs_contracting);
    put_list(dims, 2, d->rhs_contracting);
    put_list(dims, 3, d->lhs_batch);
    put_list(dims, 4, d->rhs_batch);
    if (op->code == OP_ragged_dot) {
        wire_put_message(ragged, 1, dims);
        put_numbers(ragged, 2, kept(op, "lhs_ragged_dims"));
        put_numbers(ragged, 3, kept(op, "rhs_group_dims"));
        wire_put_message(out, 90, ragged);
    } else {
        wire_put_message(out, 30, dims);
    }
    put_precision(out, op, op->a.dot.precision, op->a.dot.algorithm);
}

static void put_convolution(GString *out, const IrOp *op)
{
    g_autoptr(GString) part = g_string_new(NULL);
    proto_write_window(part, op->a.conv.window);
    wire_put_message(out, 15, part);
    proto_write_conv_dims(part, &op->a.conv.dims);
    wire_put_message(out, 16, part);
    wire_put_int(out, 50, op->a.conv.dims.feature_groups);
    wire_put_int(out, 58, op->a.conv.dims.batch_groups);
    put_precision(out, op, op->a.conv.precision, NULL);
    wire_put_int(out, 97, MAX(WORD_AT(kept(op, "convolution_kind"), NULL, "fprop", "dgrad", "wgrad"), 0));
}

static void put_gather(GString *out, const IrOp *op)
{
    const GatherDims *g = &op->a.gather;
    g_autoptr(GString) dims = g_string_new(NULL);
    put_list(dims, 1, g->offset);
    put_list(dims, 2, g->collapsed);
    put_list(dims, 3, g->map);
    wire_put_int(dims, 4, g->index_vector_dim);
    put_list(dims, 5, g->operand_batching);
    put_list(dims, 6, g->indices_batching);
    wire_put_message(out, op->code == OP_gather ? 33 : 48, dims);
    if (op->code == OP_gather)
        put_list(out, 34, g->slice_sizes);
    wire_put_int(out, 67, g->sorted);
    wire_put_int(out, 69, g->unique);
}

static void put_scan(GString *out, const IrOp *op)
{
    put_numbers(out, 14, kept(op, "dimensions"));
    wire_put_int(out, 94, g_strcmp0(kept(op, "is_reverse"), "true") == 0);
    wire_put_int(out, 95, kept(op, "num_carries") ? strtoll(kept(op, "num_carries"), NULL, 10) : 0);
    wire_put_int(out, 96, WORD_AT(kept(op, "is_associative"), "true", "false") + 1);
}

static void put_linalg(GString *out, const IrOp *op)
{
    g_autoptr(GString) o = g_string_new(NULL);
    if (op->code == OP_cholesky) {
        wire_put_int(o, 1, op->a.linalg.lower);
        wire_put_message(out, 62, o);
        return;
    }
    wire_put_int(o, 1, op->a.linalg.left_side);
    wire_put_int(o, 2, op->a.linalg.lower);
    wire_put_int(o, 3, op->a.linalg.unit_diagonal);
    wire_put_int(o, 4, op->a.linalg.transpose + 1);
    wire_put_message(out, 59, o);
}

static void put_compare(GString *out, const IrOp *op)
{
    static const char *const dirs[] = { [DIR_EQ] = "EQ", [DIR_NE] = "NE", [DIR_GE] = "GE", [DIR_GT] = "GT", [DIR_LE] = "LE", [DIR_LT] = "LT" };
    static const char *const kinds[] = { [COMPARE_FLOAT] = "FLOAT", [COMPARE_TOTALORDER] = "TOTALORDER", [COMPARE_SIGNED] = "SIGNED", [COMPARE_UNSIGNED] = "UNSIGNED" };
    wire_put_text(out, 63, dirs[op->a.compare.dir]);
    wire_put_text(out, 72, kinds[op->a.compare.kind]);
}

/* ---- shapes ---------------------------------------------------------------------------------------------------------------- */

static void put_slice(GString *out, const IrOp *op)
{
    g_autoptr(GString) dim = g_string_new(NULL);
    for (int i = 0; i < op->type->rank; i++) {
        wire_put_int(dim, 1, op->a.slice.start[i]);
        wire_put_int(dim, 2, op->a.slice.limit[i]);
        wire_put_int(dim, 3, op->a.slice.stride[i]);
        wire_put_message(out, 17, dim);
    }
}

static void put_pad(GString *out, const IrOp *op)
{
    g_autoptr(GString) dim = g_string_new(NULL), config = g_string_new(NULL);
    for (int i = 0; i < op->type->rank; i++) {
        wire_put_int(dim, 1, op->a.pad.lo[i]);
        wire_put_int(dim, 2, op->a.pad.hi[i]);
        wire_put_int(dim, 3, op->a.pad.interior[i]);
        wire_put_message(config, 1, dim);
    }
    wire_put_message(out, 21, config);
}

static void put_window(GString *out, const IrOp *op)
{
    g_autoptr(GString) window = g_string_new(NULL);
    proto_write_window(window, op->a.window.window);
    wire_put_message(out, 15, window);
}

/* ---- devices and calls ------------------------------------------------------------------------------------------------------ */

static void put_collective(GString *out, const IrOp *op)
{
    const CollectiveAttrs *c = &op->a.collective;
    g_autoptr(GString) part = g_string_new(NULL), list = g_string_new(NULL);
    bool dim = op->code == OP_all_gather || op->code == OP_all_gather_start || op->code == OP_reduce_scatter || (op->code == OP_all_to_all && c->dim >= 0);
    if (dim)
        wire_put_ints(out, 14, &c->dim, 1);
    if (c->groups.has_channel)
        wire_put_int(out, 26, c->groups.channel);
    bool spelled = proto_write_groups(out, c->groups.text); /* else each group is listed */
    for (int i = 0; i < c->groups.n_groups && !spelled; i++) {
        put_list(part, 1, c->groups.groups[i]);
        wire_put_message(list, 1, part);
    }
    for (int i = 0; i + 1 < c->pairs.n; i += 2) {
        wire_put_int(part, 1, c->pairs.v[i]);
        wire_put_int(part, 2, c->pairs.v[i + 1]);
        wire_put_message(out, 52, part);
    }
    if (list->len)
        wire_put_message(out, 87, list);
    wire_put_int(out, 71, c->groups.use_global_ids);
    const char *layout = kept(op, "constrain_layout");
    wire_put_int(out, 56, layout && g_str_equal(layout, "true"));
}

enum { API_ORIGINAL = 1 };    /* of custom calls that do not say: 0 is none that jaxlib reads back from its own text */

static void put_custom(GString *out, const IrOp *op)
{
    wire_put_text(out, 28, op->a.custom.target);
    wire_put_int(out, 65, op->a.custom.side_effect);
    put_unquoted(out, 43, op->a.custom.backend_config);
    wire_put_int(out, 76, MAX(WORD_AT(kept(op, "schedule"), NULL, "SCHEDULE_LATEST", "SCHEDULE_EARLIEST"), 0));
    wire_put_int(out, 77, MAX(WORD_AT(kept(op, "api_version"), NULL, "API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING", "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI"), API_ORIGINAL));
}

static void put_called(ProtoOut *w, const IrOp *op)
{
    WireInts ids = { 0 };
    for (int i = 0; i < op->n_comps; i++)
        vec_push(&ids, (int64_t)GPOINTER_TO_INT(g_hash_table_lookup(w->comp_of, op->comps[i])));
    if (op->code == OP_while && ids.n == 2) { /* the body is first there */
        int64_t body = ids.v[1];
        ids.v[1] = ids.v[0];
        ids.v[0] = body;
    }
    wire_put_ints(w->out, 38, ids.v, ids.n);
    vec_clear(&ids);
    put_unquoted(w->out, 11, kept(op, "kind"));
}

/* What the opcode has. */
static void put_attrs(ProtoOut *w, const IrOp *op)
{
    GString *out = w->out;
    switch (op_info[op->code].attrs) {
    case ATTRS_parameter: wire_put_int_always(out, 9, op->a.parameter.number); break;
    case ATTRS_iota: wire_put_ints(out, 14, &op->a.iota.dim, 1); break;
    case ATTRS_dims: put_list(out, 14, op->a.dims); break;
    case ATTRS_concatenate: wire_put_ints(out, 14, &op->a.concatenate.dim, 1); break;
    case ATTRS_slice: put_slice(out, op); break;
    case ATTRS_pad: put_pad(out, op); break;
    case ATTRS_dynamic_slice: put_list(out, 20, op->a.dynamic_slice.sizes); break;
    case ATTRS_dot: put_dot(out, op); break;
    case ATTRS_conv: put_convolution(out, op); break;
    case ATTRS_window: put_window(out, op); break;
    case ATTRS_gather: put_gather(out, op); break;
    case ATTRS_sort:
        wire_put_ints(out, 14, &op->a.sort.dim, 1);
        wire_put_int(out, 60, op->a.sort.stable);
        break;
    case ATTRS_topk:
        wire_put_int(out, 81, op->a.topk.k);
        wire_put_int(out, 85, op->a.topk.largest);
        break;
    case ATTRS_compare: put_compare(out, op); break;
    case ATTRS_reduce_precision:
        wire_put_int(out, 18, op->a.reduce_precision.exponent_bits);
        wire_put_int(out, 19, op->a.reduce_precision.mantissa_bits);
        break;
    case ATTRS_gte: wire_put_int(out, 13, op->a.gte.index); break;
    case ATTRS_collective: put_collective(out, op); break;
    case ATTRS_rng_bits: wire_put_int(out, 70, op->a.rng_bits.algorithm); break;
    case ATTRS_fft:
        wire_put_int(out, 31, op->a.fft.kind);
        put_list(out, 32, op->a.fft.length);
        break;
    case ATTRS_linalg: put_linalg(out, op); break;
    case ATTRS_batch_norm:
        wire_put_float(out, 24, (float)op->a.batch_norm.epsilon);
        wire_put_int(out, 25, op->a.batch_norm.feature);
        break;
    case ATTRS_custom: put_custom(out, op); break;
    case ATTRS_literal: {
        g_autoptr(GString) literal = g_string_new(NULL);
        if (!proto_write_literal(literal, op->a.literal))
            diag(&w->error, SHARD_ERROR_UNSUPPORTED, &op->at, "the text has {...} in its place", "the elements of constant %s are not known", op->name);
        wire_put_message(out, 8, literal);
        break;
    }
    case ATTRS_none: case ATTRS_stretched: case ATTRS_manual: case ATTRS_reshard: case ATTRS_loop: case ATTRS_group: case ATTRS_barrier: case N_ATTR_FORMS:
        break;
    }
}

/* ---- what any instruction may have -------------------------------------------------------------------------------------------- */

static void put_metadata(ProtoOut *w, const IrOp *op)
{
    g_autoptr(GString) meta = g_string_new(NULL);
    put_unquoted(meta, 1, kept(op, "metadata.op_type"));
    wire_put_text(meta, 2, op->op_name);
    int frame = op->loc ? GPOINTER_TO_INT(g_hash_table_lookup(w->frame_of, op->loc)) : 0;
    wire_put_int(meta, 15, frame);
    if (!frame && op->loc && op->loc->file) {
        wire_put_text(meta, 3, op->loc->file);
        wire_put_int(meta, 4, op->loc->line);
        wire_put_int(meta, 17, op->loc->end_line);
        wire_put_int(meta, 18, op->loc->col);
        wire_put_int(meta, 19, op->loc->end_col);
    }
    put_unquoted(meta, 12, kept(op, "metadata.deduplicated_name"));
    put_unquoted(meta, 16, kept(op, "metadata.scheduling_name"));
    if (meta->len)
        wire_put_message(w->out, 7, meta);
}

static void put_frontend(ProtoOut *w, const IrOp *op)
{
    g_autoptr(GString) map = g_string_new(NULL), entry = g_string_new(NULL);
    for (int i = 0; i < op->n_pairs; i++) {
        g_autofree char *list = sdy_pair_listed(op, &op->pairs[i]);
        wire_put_text(entry, 1, op->pairs[i].key);
        wire_put_text(entry, 2, list ? list : op->pairs[i].value);
        wire_put_message(map, 1, entry);
    }
    if (op->n_pairs)
        wire_put_message(w->out, 68, map);
}

/* Ids of the instructions of a list of names: {%a, %b}. */
static void put_predecessors(ProtoOut *w, const IrOp *op)
{
    WireInts ids = { 0 };
    g_auto(GStrv) names = g_strsplit_set(kept(op, "control-predecessors") ? kept(op, "control-predecessors") : "", "{}%, ", -1);
    for (char **n = names; *n; n++)
        for (int i = 0; **n && i < op->parent->n_ops; i++)
            if (g_str_equal(op->parent->ops[i]->name, *n))
                vec_push(&ids, (int64_t)op->parent->ops[i]->id + 1);
    wire_put_ints(w->out, 37, ids.v, ids.n);
    vec_clear(&ids);
}

/* The numbers up to the next closing brace. *at moves behind it. */
static void next_path(const char **at, WireInts *out)
{
    vec_clear(out);
    while (**at && **at != '}') {
        char *end;
        int64_t n = g_ascii_strtoll(*at, &end, 10);
        if (end == *at) {
            ++*at;
            continue;
        }
        vec_push(out, n);
        *at = end;
    }
    *at += **at != 0;
}

/* "{{0}: (1, {}), {1,0}: (0, {2})}", which was checked when it was read: a message for each part of the result that lies where an operand's does. */
static void put_aliasing(ProtoOut *w, const char *text)
{
    g_autoptr(GString) one = g_string_new(NULL);
    WireInts path = { 0 };
    for (const char *at = strchr(text + 1, '{'); at; at = strchr(at, '{')) {
        next_path(&at, &path);
        wire_put_ints(one, 1, path.v, path.n);
        at += strcspn(at, "(");
        if (!*at)
            break;
        wire_put_int(one, 2, g_ascii_strtoll(at + 1, NULL, 10));
        at += strcspn(at, "{");
        next_path(&at, &path);
        wire_put_ints(one, 3, path.v, path.n);
        wire_put_message(w->out, 74, one);
        g_string_truncate(one, 0);
    }
    vec_clear(&path);
}

/* Kept texts that have a place in the message, or say nothing that it must. */
static bool is_known(const char *key)
{
    static const char *const known[] = { "kind", "control-predecessors", "backend_config", "convolution_kind", "schedule", "api_version", "lhs_ragged_dims", "rhs_group_dims",
        "constrain_layout", "literal", "distribution", "delta", "is_host_transfer", "is_composite", "async_execution_thread",
        "operand_layout_constraints", "output_to_operand_aliasing", "slice_sizes", "stack_frame_id", "source_file", "source_line", "source_end_line", "source_column",
        "source_end_column", "metadata", "origin", "parameter_replication", "statistics", "has_dynamic_root", "result_accuracy", "size_of_generated_code_in_bytes",
        "size_of_memory_working_set_in_bytes", "profile_type", "inferred_dimension", "cross_program_prefetch_index", "padding_type", "original_value", "infeed_config", "outfeed_config", "outfeed_shape", "channel_id", "dimensions", "num_carries", "is_reverse", "is_associative" };
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
        if (g_str_equal(key, known[i]))
            return true;
    return g_str_has_prefix(key, "metadata.") || strchr(key, ' ') != NULL; /* for tools; the printer's own notes */
}

static void put_kept(ProtoOut *w, const IrOp *op)
{
    proto_write_hints(w->out, op);
    if (op->code != OP_custom_call)
        put_unquoted(w->out, 43, kept(op, "backend_config"));
    g_autofree char *distribution = kept(op, "distribution") ? g_ascii_strdown(kept(op, "distribution"), -1) : NULL;
    wire_put_int(w->out, 23, MAX(WORD_AT(distribution, NULL, "rng_uniform", "rng_normal"), 0));
    if (kept(op, "delta"))
        wire_put_int(w->out, 66, strtoll(kept(op, "delta"), NULL, 10));
    wire_put_int(w->out, 47, g_strcmp0(kept(op, "is_host_transfer"), "true") == 0);
    wire_put_int(w->out, 89, g_strcmp0(kept(op, "is_composite"), "true") == 0);
    put_unquoted(w->out, 79, kept(op, "async_execution_thread"));
    if (op_info[op->code].attrs != ATTRS_collective && kept(op, "channel_id"))
        wire_put_int(w->out, 26, strtoll(kept(op, "channel_id"), NULL, 10));
    put_unquoted(w->out, 27, kept(op, "infeed_config"));
    put_unquoted(w->out, 22, kept(op, "outfeed_config"));
    if (op->code == OP_outfeed && op->n_operands) {
        g_autoptr(GString) shape = g_string_new(NULL);
        proto_write_shape(shape, op->operands[0]->type);
        wire_put_message(w->out, 29, shape);
    }
    if (op->code == OP_custom_call && kept(op, "operand_layout_constraints")) {
        g_autoptr(GString) shape = g_string_new(NULL);
        wire_put_int(w->out, 56, 1);
        for (int i = 0; i < op->n_operands; i++) {
            proto_write_shape(shape, op->operands[i]->type);
            wire_put_message(w->out, 57, shape);
        }
    }
    for (int i = 0; i < op->n_extra; i++)
        if (!is_known(op->extra[i].key))
            diag(&w->error, SHARD_ERROR_UNSUPPORTED, &op->at, NULL, "%s of %s cannot be serialised", op->extra[i].key, op->name);
    if (kept(op, "output_to_operand_aliasing"))
        put_aliasing(w, kept(op, "output_to_operand_aliasing"));
}

/* The target of the custom call that an op becomes which HLO does not have, as in the text; NULL = there is none. */
static const char *stand_in_of(const IrOp *op)
{
    const char *mlir = op_info[op->code].mlir;
    return mlir && op_family(op) == FAMILY_elementwise && g_str_has_prefix(mlir, "chlo.") ? mlir : NULL;
}

void proto_write_op(ProtoOut *w, const IrOp *op)
{
    g_autoptr(GString) part = g_string_new(NULL);
    const char *opcode = op_info[op->code].hlo, *stand_in = opcode ? NULL : stand_in_of(op);
    wire_put_text(w->out, 1, op->name);
    wire_put_text(w->out, 2, stand_in ? "custom-call" : opcode);
    if (stand_in) {
        wire_put_text(w->out, 28, stand_in);
        wire_put_int(w->out, 77, API_ORIGINAL);
    } else if (!opcode) {
        diag(&w->error, SHARD_ERROR_UNSUPPORTED, &op->at, NULL, "%s: HLO has no such instruction as %s", op->name, op_info[op->code].id);
    }
    proto_write_shape(part, op->type);
    wire_put_message(w->out, 3, part);
    put_metadata(w, op);
    put_attrs(w, op);
    wire_put_int(w->out, 35, (int64_t)op->id + 1);
    WireInts operands = { 0 };
    for (int i = 0; i < op->n_operands; i++)
        vec_push(&operands, (int64_t)op->operands[i]->id + 1);
    wire_put_ints(w->out, 36, operands.v, operands.n);
    vec_clear(&operands);
    put_predecessors(w, op);
    if (op->code == OP_scan)
        put_scan(w->out, op);
    if (op->n_comps)
        put_called(w, op);
    if (op->sharding_text && proto_write_sharding(w, part, op->sharding_text))
        wire_put_message(w->out, 40, part);
    put_frontend(w, op);
    put_kept(w, op);
}
