/* One instruction of a serialised module as HLO text: its result, opcode and operands, and the attributes that it has. */
#include "runtime/text/proto_impl.h"

#include <inttypes.h>
#include <string.h>

/* Numbers of HloInstructionProto's fields. */
enum {
    F_NAME = 1, F_OPCODE = 2, F_SHAPE = 3, F_METADATA = 7, F_LITERAL = 8, F_PARAMETER = 9, F_FUSION_KIND = 11, F_TUPLE_INDEX = 13, F_DIMENSIONS = 14,
    F_WINDOW = 15, F_DIM_LABELS = 16, F_SLICE = 17, F_EXPONENT_BITS = 18, F_MANTISSA_BITS = 19, F_DYNAMIC_SLICE_SIZES = 20, F_PADDING = 21,
    F_OUTFEED_CONFIG = 22, F_DISTRIBUTION = 23, F_EPSILON = 24, F_FEATURE_INDEX = 25, F_CHANNEL = 26, F_INFEED_CONFIG = 27, F_TARGET = 28,
    F_OUTFEED_SHAPE = 29, F_DOT = 30, F_FFT_TYPE = 31, F_FFT_LENGTH = 32, F_GATHER = 33, F_GATHER_SIZES = 34, F_ID = 35, F_OPERANDS = 36, F_AFTER = 37,
    F_CALLED = 38, F_SHARDING = 40, F_BACKEND_CONFIG = 43, F_OLD_CHANNEL = 45, F_HOST_TRANSFER = 47, F_SCATTER = 48, F_FEATURE_GROUPS = 50,
    F_PRECISION = 51, F_PAIRS = 52, F_DOMAIN_ENTRY = 54, F_DOMAIN_EXIT = 55, F_CONSTRAIN_LAYOUT = 56, F_OPERAND_SHAPES = 57, F_BATCH_GROUPS = 58,
    F_TRIANGULAR = 59, F_STABLE = 60, F_REPLICATION = 61, F_CHOLESKY = 62, F_DIRECTION = 63, F_SIDE_EFFECT = 65, F_DELTA = 66, F_SORTED = 67,
    F_FRONTEND = 68, F_UNIQUE = 69, F_RNG_ALGORITHM = 70, F_GLOBAL_IDS = 71, F_COMPARE_TYPE = 72, F_ALIASING = 74, F_PADDING_TYPE = 75, F_SCHEDULE = 76,
    F_API_VERSION = 77, F_THREAD = 79, F_PREFETCH = 80, F_K = 81, F_STATISTICS = 82, F_LARGEST = 85, F_COMPOSITE = 89, F_RAGGED = 90, F_ACCURACY = 91,
    F_REVERSE = 94, F_CARRIES = 95, F_ASSOCIATIVE = 96, F_CONV_KIND = 97, F_CONFIG_PAYLOAD = 99, N_FIELDS = 100,
};

typedef struct Op {
    ProtoWriter *w;
    WireMessage m;
    bool has[N_FIELDS];
    const char *code;
} Op;

static GString *text(const Op *o)
{
    return o->w->out;
}

static bool is(const Op *o, const char *codes)
{
    size_t n = strlen(o->code);
    for (const char *s = codes; n && (s = strstr(s, o->code)); s += n)
        if ((s == codes || s[-1] == ' ') && (s[n] == ' ' || s[n] == 0))
            return true;
    return false;
}

static void int_attr(const Op *o, const char *name, int number)
{
    if (o->has[number])
        g_string_append_printf(text(o), ", %s=%" PRId64, name, wire_int(o->m, number, 0));
}

static void flag_attr(const Op *o, const char *name, int number)
{
    if (o->has[number] && wire_int(o->m, number, 0))
        g_string_append_printf(text(o), ", %s=true", name);
}

static void quoted_attr(const Op *o, const char *name, int number)
{
    if (!o->has[number] || !wire_message(o->m, number).n)
        return;
    g_string_append_printf(text(o), ", %s=", name);
    proto_quoted(o->w, wire_message(o->m, number));
}

/* A word of an enum; what has no word in the table is left out. */
static void word_attr(const Op *o, const char *name, int64_t value, const char *const *words, int n)
{
    if (value >= 0 && value < n && words[value])
        g_string_append_printf(text(o), ", %s=%s", name, words[value]);
}
#define WORD_ATTR(o, name, value, ...)                                                             \
    word_attr(o, name, value, (const char *const[]){ __VA_ARGS__ }, (int)G_N_ELEMENTS(((const char *const[]){ __VA_ARGS__ })))

/* ---- numbers of dimensions ------------------------------------------------------------------------------ */

static void slices(const Op *o)
{
    WireMessage dim;
    bool first = true;
    g_string_append(text(o), ", slice={");
    for (const uint8_t *at = NULL; wire_each(o->m, F_SLICE, &at, &dim); first = false)
        g_string_append_printf(text(o), "%s[%" PRId64 ":%" PRId64 ":%" PRId64 "]", first ? "" : ", ", wire_int(dim, 1, 0), wire_int(dim, 2, 0),
                               wire_int(dim, 3, 0));
    g_string_append_c(text(o), '}');
}

static void padding(const Op *o)
{
    WireMessage config = wire_message(o->m, F_PADDING), dim;
    bool first = true;
    g_string_append(text(o), ", padding=");
    for (const uint8_t *at = NULL; wire_each(config, 1, &at, &dim); first = false)
        g_string_append_printf(text(o), "%s%" PRId64 "_%" PRId64 "_%" PRId64, first ? "" : "x", wire_int(dim, 1, 0), wire_int(dim, 2, 0),
                               wire_int(dim, 3, 0));
}

static void dot_numbers(const Op *o, WireMessage d)
{
    static const struct { const char *name; int number; } rows[] = {
        { "lhs_batch_dims", 3 }, { "lhs_contracting_dims", 1 }, { "rhs_batch_dims", 4 }, { "rhs_contracting_dims", 2 },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
        if (wire_has(d, rows[i].number))
            proto_ints_attr(o->w, rows[i].name, d, rows[i].number);
}

static void gather_numbers(const Op *o)
{
    WireMessage g = wire_message(o->m, F_GATHER);
    proto_ints_attr(o->w, "offset_dims", g, 1);
    proto_ints_attr(o->w, "collapsed_slice_dims", g, 2);
    proto_ints_attr(o->w, "start_index_map", g, 3);
    if (wire_has(g, 5) || wire_has(g, 6)) {
        proto_ints_attr(o->w, "operand_batching_dims", g, 5);
        proto_ints_attr(o->w, "start_indices_batching_dims", g, 6);
    }
    g_string_append_printf(text(o), ", index_vector_dim=%" PRId64, wire_int(g, 4, 0));
    proto_ints_attr(o->w, "slice_sizes", o->m, F_GATHER_SIZES);
}

static void scatter_numbers(const Op *o)
{
    WireMessage s = wire_message(o->m, F_SCATTER);
    proto_ints_attr(o->w, "update_window_dims", s, 1);
    proto_ints_attr(o->w, "inserted_window_dims", s, 2);
    proto_ints_attr(o->w, "scatter_dims_to_operand_dims", s, 3);
    if (wire_has(s, 5) || wire_has(s, 6)) {
        proto_ints_attr(o->w, "input_batching_dims", s, 5);
        proto_ints_attr(o->w, "scatter_indices_batching_dims", s, 6);
    }
    g_string_append_printf(text(o), ", index_vector_dim=%" PRId64, wire_int(s, 4, 0));
}

static void dimensions(const Op *o)
{
    if (is(o, "iota reshape")) {
        WireInts dims = { 0 };
        wire_ints(o->m, F_DIMENSIONS, &dims);
        if (dims.n || is(o, "iota"))
            g_string_append_printf(text(o), ", %s=%" PRId64, is(o, "iota") ? "iota_dimension" : "inferred_dimension", dims.n ? dims.v[0] : 0);
        vec_clear(&dims);
    } else if (o->has[F_DIMENSIONS] ||
             is(o, "broadcast transpose reverse reduce sort concatenate map all-gather all-gather-start reduce-scatter scan")) {
        proto_ints_attr(o->w, "dimensions", o->m, F_DIMENSIONS);
    }
}

static void shape_attrs(const Op *o)
{
    if (!is(o, "parameter constant get-tuple-element fusion"))
        dimensions(o);
    if (is(o, "slice"))
        slices(o);
    if (is(o, "dynamic-slice"))
        proto_ints_attr(o->w, "dynamic_slice_sizes", o->m, F_DYNAMIC_SLICE_SIZES);
    if (is(o, "pad"))
        padding(o);
    if (is(o, "gather"))
        gather_numbers(o);
    if (is(o, "scatter"))
        scatter_numbers(o);
    if (o->has[F_WINDOW] && wire_has(wire_message(o->m, F_WINDOW), 1)) {
        g_string_append(text(o), ", window=");
        proto_window(o->w, wire_message(o->m, F_WINDOW));
    }
    if (o->has[F_DIM_LABELS] && is(o, "convolution custom-call")) {
        g_string_append(text(o), ", dim_labels=");
        proto_dim_labels(o->w, wire_message(o->m, F_DIM_LABELS));
    }
    if (is(o, "convolution custom-call") && wire_int(o->m, F_FEATURE_GROUPS, 0) > 1)
        int_attr(o, "feature_group_count", F_FEATURE_GROUPS);
    if (is(o, "convolution custom-call") && wire_int(o->m, F_BATCH_GROUPS, 0) > 1)
        int_attr(o, "batch_group_count", F_BATCH_GROUPS);
    if (is(o, "fft"))
        WORD_ATTR(o, "fft_type", wire_int(o->m, F_FFT_TYPE, 0), "FFT", "IFFT", "RFFT", "IRFFT");
    if (is(o, "fft"))
        proto_ints_attr(o->w, "fft_length", o->m, F_FFT_LENGTH);
    if (is(o, "get-tuple-element"))
        g_string_append_printf(text(o), ", index=%" PRId64, wire_int(o->m, F_TUPLE_INDEX, 0));
}

/* ---- arithmetic ------------------------------------------------------------------------------------------ */

static void precision(const Op *o)
{
    static const char *const words[] = { "default", "high", "highest", "packed_nibble" };
    static const char *const algorithms[] = {
        NULL, "dot_any_f8_any_f8_f32", "dot_any_f8_any_f8_f32_fast_accum", "dot_f16_f16_f16", "dot_f16_f16_f32", "dot_bf16_bf16_bf16",
        "dot_bf16_bf16_f32", "dot_bf16_bf16_f32_x3", "dot_bf16_bf16_f32_x6", "dot_tf32_tf32_f32", "dot_tf32_tf32_f32_x3", "dot_f32_f32_f32",
        "dot_f64_f64_f64", "dot_bf16_bf16_f32_x9",
    };
    WireMessage m = wire_message(o->m, F_PRECISION);
    WireInts of = { 0 };
    wire_ints(m, 1, &of);
    bool usual = true;
    for (int i = 0; i < of.n; i++)
        usual = usual && of.v[i] == 0;
    if (!usual) {
        g_string_append(text(o), ", operand_precision={");
        for (int i = 0; i < of.n; i++)
            g_string_append_printf(text(o), "%s%s", i ? "," : "", words[of.v[i] >= 0 && of.v[i] < (int)G_N_ELEMENTS(words) ? of.v[i] : 0]);
        g_string_append_c(text(o), '}');
    }
    vec_clear(&of);
    word_attr(o, "algorithm", wire_int(m, 2, 0), algorithms, G_N_ELEMENTS(algorithms));
}

static void accuracy(const Op *o)
{
    WireMessage m = wire_message(o->m, F_ACCURACY), t = wire_message(m, 2);
    char a[G_ASCII_DTOSTR_BUF_SIZE], r[G_ASCII_DTOSTR_BUF_SIZE];
    if (wire_has(m, 2))
        g_string_append_printf(text(o), ", result_accuracy={tolerance={atol=%s,rtol=%s,ulps=%" PRId64 "}}",
                               g_ascii_dtostr(a, sizeof a, wire_double(t, 1)), g_ascii_dtostr(r, sizeof r, wire_double(t, 2)), wire_int(t, 3, 0));
    else if (wire_int(m, 1, 0) == 1)
        g_string_append(text(o), ", result_accuracy={mode=highest}");
}

static void arithmetic_attrs(const Op *o)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    if (is(o, "dot scaled-dot"))
        dot_numbers(o, wire_message(o->m, F_DOT));
    if (is(o, "ragged-dot")) {
        WireMessage r = wire_message(o->m, F_RAGGED);
        dot_numbers(o, wire_message(r, 1));
        if (wire_has(r, 2))
            proto_ints_attr(o->w, "lhs_ragged_dims", r, 2);
        if (wire_has(r, 3))
            proto_ints_attr(o->w, "rhs_group_dims", r, 3);
    }
    if (o->has[F_PRECISION] && is(o, "dot scaled-dot ragged-dot convolution custom-call"))
        precision(o);
    if (is(o, "convolution"))
        WORD_ATTR(o, "convolution_kind", wire_int(o->m, F_CONV_KIND, 0), NULL, "fprop", "dgrad", "wgrad");
    if (is(o, "compare")) {
        WireMessage direction = wire_message(o->m, F_DIRECTION), type = wire_message(o->m, F_COMPARE_TYPE);
        g_string_append_printf(text(o), ", direction=%.*s", (int)MIN(direction.n, 20), (const char *)direction.p);
        if (type.n)
            g_string_append_printf(text(o), ", type=%.*s", (int)MIN(type.n, 20), (const char *)type.p);
    }
    if (is(o, "reduce-precision"))
        g_string_append_printf(text(o), ", exponent_bits=%" PRId64 ", mantissa_bits=%" PRId64, wire_int(o->m, F_EXPONENT_BITS, 0),
                               wire_int(o->m, F_MANTISSA_BITS, 0));
    if (is(o, "batch-norm-training batch-norm-inference batch-norm-grad"))
        g_string_append_printf(text(o), ", epsilon=%s, feature_index=%" PRId64,
                               g_ascii_dtostr(number, sizeof number, (double)wire_float(o->m, F_EPSILON)), wire_int(o->m, F_FEATURE_INDEX, 0));
    if (is(o, "rng"))
        WORD_ATTR(o, "distribution", wire_int(o->m, F_DISTRIBUTION, 0), NULL, "rng_uniform", "rng_normal");
    if (is(o, "rng-bit-generator"))
        WORD_ATTR(o, "algorithm", wire_int(o->m, F_RNG_ALGORITHM, 0), "rng_default", "rng_three_fry", "rng_philox");
    if (is(o, "rng-get-and-update-state"))
        g_string_append_printf(text(o), ", delta=%" PRId64, wire_int(o->m, F_DELTA, 0));
    if (is(o, "triangular-solve")) {
        WireMessage t = wire_message(o->m, F_TRIANGULAR);
        g_string_append_printf(text(o), ", left_side=%s, lower=%s, unit_diagonal=%s", wire_int(t, 1, 0) ? "true" : "false",
                               wire_int(t, 2, 0) ? "true" : "false", wire_int(t, 3, 0) ? "true" : "false");
        WORD_ATTR(o, "transpose_a", wire_int(t, 4, 0), NULL, "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT");
    }
    if (is(o, "cholesky"))
        g_string_append_printf(text(o), ", lower=%s", wire_int(wire_message(o->m, F_CHOLESKY), 1, 0) ? "true" : "false");
    if (is(o, "topk"))
        g_string_append_printf(text(o), ", k=%" PRId64 ", largest=%s", wire_int(o->m, F_K, 0), wire_int(o->m, F_LARGEST, 0) ? "true" : "false");
    if (o->has[F_ACCURACY])
        accuracy(o);
    flag_attr(o, "indices_are_sorted", F_SORTED);
    flag_attr(o, "unique_indices", F_UNIQUE);
    flag_attr(o, "is_stable", F_STABLE);
    if (is(o, "scan")) {
        int_attr(o, "num_carries", F_CARRIES);
        flag_attr(o, "is_reverse", F_REVERSE);
        WORD_ATTR(o, "is_associative", wire_int(o->m, F_ASSOCIATIVE, 0), NULL, "true", "false");
    }
}

/* ---- computations and devices ----------------------------------------------------------------------------- */

static const char *name_of(const Op *o, GHashTable *names, int64_t id, const char *what)
{
    const char *name = g_hash_table_lookup(names, &id);
    if (!name)
        proto_fail(o->w, "instruction %.*s names %s %" PRId64 ", which comes later or does not exist", (int)MIN(wire_message(o->m, F_NAME).n, 100),
                   (const char *)wire_message(o->m, F_NAME).p, what, id);
    return name ? name : "";
}

static void computation_attr(const Op *o, const char *attr, const WireInts *ids, int i)
{
    if (i < ids->n)
        g_string_append_printf(text(o), ", %s=%%%s", attr, name_of(o, o->w->comps, ids->v[i], "the computation"));
}

/* Whether the op chooses between two computations by a boolean. */
static bool chooses(const Op *o, const WireInts *comps)
{
    WireInts ids = { 0 };
    wire_ints(o->m, F_OPERANDS, &ids);
    const char *first = ids.n ? g_hash_table_lookup(o->w->ops, &ids.v[0]) : NULL;
    vec_clear(&ids);
    return is(o, "conditional") && comps->n == 2 && first && g_hash_table_contains(o->w->booleans, first);
}

static void called(const Op *o)
{
    WireInts ids = { 0 };
    wire_ints(o->m, F_CALLED, &ids);
    if (chooses(o, &ids)) {
        computation_attr(o, "true_computation", &ids, 0);
        computation_attr(o, "false_computation", &ids, 1);
    } else if (is(o, "while")) {
        computation_attr(o, "body", &ids, 0);
        computation_attr(o, "condition", &ids, 1);
    } else if (is(o, "select-and-scatter")) {
        computation_attr(o, "select", &ids, 0);
        computation_attr(o, "scatter", &ids, 1);
    } else if (is(o, "conditional custom-call")) {
        if (ids.n)
            g_string_append_printf(text(o), ", %s={", is(o, "conditional") ? "branch_computations" : "called_computations");
        for (int i = 0; i < ids.n; i++)
            g_string_append_printf(text(o), "%s%%%s", i ? ", " : "", name_of(o, o->w->comps, ids.v[i], "the computation"));
        if (ids.n)
            g_string_append_c(text(o), '}');
    } else {
        computation_attr(o, is(o, "fusion async-start async-update async-done") ? "calls" : "to_apply", &ids, 0);
    }
    vec_clear(&ids);
}

static void aliasing(const Op *o)
{
    WireMessage alias;
    bool first = true;
    g_string_append(text(o), ", output_to_operand_aliasing={");
    for (const uint8_t *at = NULL; wire_each(o->m, F_ALIASING, &at, &alias); first = false) {
        g_string_append(text(o), first ? "{" : ", {");
        proto_ints(o->w, alias, 1);
        g_string_append_printf(text(o), "}: (%" PRId64 ", {", wire_int(alias, 2, 0));
        proto_ints(o->w, alias, 3);
        g_string_append(text(o), "})");
    }
    g_string_append_c(text(o), '}');
}

static void operand_layouts(const Op *o)
{
    WireMessage shape;
    bool first = true;
    g_string_append(text(o), ", operand_layout_constraints={");
    for (const uint8_t *at = NULL; !o->w->error && wire_each(o->m, F_OPERAND_SHAPES, &at, &shape); first = false) {
        g_string_append(text(o), first ? "" : ", ");
        proto_shape(o->w, shape, 0);
    }
    g_string_append_c(text(o), '}');
}

static void pairs(const Op *o)
{
    WireMessage pair;
    bool first = true;
    g_string_append(text(o), ", source_target_pairs={");
    for (const uint8_t *at = NULL; wire_each(o->m, F_PAIRS, &at, &pair); first = false)
        g_string_append_printf(text(o), "%s{%" PRId64 ",%" PRId64 "}", first ? "" : ",", wire_int(pair, 1, 0), wire_int(pair, 2, 0));
    g_string_append_c(text(o), '}');
}

static void device_attrs(const Op *o)
{
    int64_t channel = wire_int(o->m, F_CHANNEL, 0);
    if (channel <= 0)
        channel = wire_int(o->m, F_OLD_CHANNEL, 0);
    if (channel > 0)
        g_string_append_printf(text(o), ", channel_id=%" PRId64, channel);
    gsize start = text(o)->len;
    g_string_append(text(o), ", replica_groups=");
    if (!proto_groups(o->w, o->m)) {
        g_string_truncate(text(o), start);
        if (is(o, "all-reduce all-reduce-start all-gather all-gather-start reduce-scatter all-to-all collective-broadcast ragged-all-to-all"))
            g_string_append(text(o), ", replica_groups={}");
    }
    flag_attr(o, "use_global_device_ids", F_GLOBAL_IDS);
    flag_attr(o, "is_host_transfer", F_HOST_TRANSFER);
    if (o->has[F_PAIRS] || is(o, "collective-permute collective-permute-start"))
        pairs(o);
    if (o->has[F_CONSTRAIN_LAYOUT] && wire_int(o->m, F_CONSTRAIN_LAYOUT, 0)) {
        if (is(o, "custom-call"))
            operand_layouts(o);
        else
            flag_attr(o, "constrain_layout", F_CONSTRAIN_LAYOUT);
    }
}

static void call_attrs(const Op *o)
{
    if (o->has[F_FUSION_KIND]) {
        WireMessage kind = wire_message(o->m, F_FUSION_KIND);
        g_string_append_printf(text(o), ", kind=%.*s", (int)MIN(kind.n, 40), (const char *)kind.p);
    }
    if (o->has[F_CALLED])
        called(o);
    if (is(o, "call"))
        flag_attr(o, "is_composite", F_COMPOSITE);
    quoted_attr(o, "custom_call_target", F_TARGET);
    flag_attr(o, "custom_call_has_side_effect", F_SIDE_EFFECT);
    if (o->has[F_ALIASING])
        aliasing(o);
    if (is(o, "custom-call")) {
        WORD_ATTR(o, "schedule", wire_int(o->m, F_SCHEDULE, 0), NULL, "SCHEDULE_LATEST", "SCHEDULE_EARLIEST");
        WORD_ATTR(o, "api_version", wire_int(o->m, F_API_VERSION, 0), NULL, NULL, "API_VERSION_STATUS_RETURNING",
                  "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI");
        WORD_ATTR(o, "padding_type", wire_int(o->m, F_PADDING_TYPE, 0), NULL, "PADDING_VALID", "PADDING_SAME");
    }
    quoted_attr(o, "async_execution_thread", F_THREAD);
    quoted_attr(o, "infeed_config", F_INFEED_CONFIG);
    quoted_attr(o, "outfeed_config", F_OUTFEED_CONFIG);
    if (is(o, "outfeed")) {
        g_string_append(text(o), ", outfeed_shape=");
        proto_shape(o->w, wire_message(o->m, F_OUTFEED_SHAPE), 0);
    }
    if (is(o, "copy-start"))
        int_attr(o, "cross_program_prefetch_index", F_PREFETCH);
    if (is(o, "domain")) {
        g_string_append(text(o), ", domain={kind=\"sharding\", entry=");
        proto_sharding(o->w, wire_message(o->m, F_DOMAIN_ENTRY), 0);
        g_string_append(text(o), ", exit=");
        proto_sharding(o->w, wire_message(o->m, F_DOMAIN_EXIT), 0);
        g_string_append_c(text(o), '}');
    }
}

/* ---- what any instruction may have ------------------------------------------------------------------------ */

static void metadata(const Op *o)
{
    static const struct { const char *name; int number; bool is_text; } rows[] = {
        { "op_type", 1, true }, { "op_name", 2, true }, { "source_file", 3, true }, { "source_line", 4, false }, { "source_end_line", 17, false },
        { "source_column", 18, false }, { "source_end_column", 19, false }, { "deduplicated_name", 12, true }, { "scheduling_name", 16, true },
        { "stack_frame_id", 15, false },
    };
    WireMessage m = wire_message(o->m, F_METADATA);
    bool first = true;
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        WireField f;
        if (!wire_field(m, rows[i].number, &f) || (rows[i].is_text ? f.type != 2 || !f.n : f.type == 2 || !f.value))
            continue;
        g_string_append_printf(text(o), "%s%s=", first ? ", metadata={" : " ", rows[i].name);
        first = false;
        if (rows[i].is_text)
            proto_quoted(o->w, (WireMessage){ f.bytes, f.n, m.bad });
        else
            g_string_append_printf(text(o), "%" PRId64, (int64_t)f.value);
    }
    g_string_append(text(o), first ? "" : "}");
}

bool proto_is_dictionary(WireMessage m)
{
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < m.n; i++) {
        uint8_t c = m.p[i];
        if (c == 0)
            return false;
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted)
            depth += (c == '{') - (c == '}');
        if (depth <= 0)
            return i > 0 && i + 1 == m.n && !quoted;
    }
    return false;
}

static void frontend_attributes(const Op *o)
{
    WireMessage map = wire_message(o->m, F_FRONTEND), entry;
    bool first = true;
    for (const uint8_t *at = NULL; wire_each(map, 1, &at, &entry); first = false) {
        WireMessage key = wire_message(entry, 1);
        g_string_append_printf(text(o), "%s%.*s=", first ? ", frontend_attributes={" : ",", (int)MIN(key.n, 1000), (const char *)key.p);
        proto_value(o->w, wire_message(entry, 2));
    }
    g_string_append(text(o), first ? "" : "}");
}

/* In the instruction, or in the module's list. */
static void backend_config(const Op *o)
{
    WireMessage config = wire_message(o->m, F_BACKEND_CONFIG), payload = wire_message(o->m, F_CONFIG_PAYLOAD);
    if (!config.n)
        config = wire_message(payload, 1);
    if (!config.n && wire_has(payload, 2)) {
        int64_t k = wire_int(payload, 2, 0);
        if (k >= 0 && k < o->w->payloads.n)
            config = o->w->payloads.v[k];
    }
    if (!config.n)
        return;
    g_string_append(text(o), ", backend_config=");
    if (proto_is_dictionary(config))
        g_string_append_len(text(o), (const char *)config.p, (gssize)config.n);
    else
        proto_quoted(o->w, config);
}

static void statistics(const Op *o)
{
    WireMessage viz = wire_message(o->m, F_STATISTICS), each;
    if (!wire_has(viz, 2))
        return;
    g_string_append_printf(text(o), ", statistics={visualizing_index=%" PRId64, wire_int(viz, 1, 0));
    for (const uint8_t *at = NULL; wire_each(viz, 2, &at, &each);) {
        char number[G_ASCII_DTOSTR_BUF_SIZE];
        WireMessage name = wire_message(each, 1);
        g_string_append_printf(text(o), ",%.*s=%s", (int)MIN(name.n, 200), (const char *)name.p, g_ascii_dtostr(number, sizeof number, wire_double(each, 2)));
    }
    g_string_append_c(text(o), '}');
}

static void common_attrs(const Op *o)
{
    if (o->has[F_REPLICATION]) {
        WireInts of = { 0 };
        wire_ints(wire_message(o->m, F_REPLICATION), 1, &of);
        for (int i = 0; i < of.n; i++)
            g_string_append_printf(text(o), "%s%s", i ? "," : ", parameter_replication={", of.v[i] ? "true" : "false");
        g_string_append(text(o), of.n ? "}" : "");
        vec_clear(&of);
    }
    if (o->has[F_SHARDING]) {
        g_string_append(text(o), ", sharding=");
        proto_sharding(o->w, wire_message(o->m, F_SHARDING), 0);
    }
    frontend_attributes(o);
    if (o->has[F_AFTER]) {
        WireInts ids = { 0 };
        wire_ints(o->m, F_AFTER, &ids);
        g_string_append(text(o), ", control-predecessors={");
        for (int i = 0; i < ids.n; i++)
            g_string_append_printf(text(o), "%s%%%s", i ? ", " : "", name_of(o, o->w->ops, ids.v[i], "the instruction"));
        g_string_append_c(text(o), '}');
        vec_clear(&ids);
    }
    metadata(o);
    backend_config(o);
    if (o->has[F_STATISTICS])
        statistics(o);
}

static void operands(const Op *o)
{
    WireInts ids = { 0 };
    wire_ints(o->m, F_OPERANDS, &ids);
    for (int i = 0; i < ids.n; i++)
        g_string_append_printf(text(o), "%s%%%s", i ? ", " : "", name_of(o, o->w->ops, ids.v[i], "the operand"));
    vec_clear(&ids);
}

void proto_op(ProtoWriter *w, const char *comp, WireMessage m)
{
    Op o = { .w = w, .m = m };
    WireField f;
    for (const uint8_t *at = m.p, *end = m.p + m.n; wire_next(&at, end, &f, m.bad);)
        if (f.number < N_FIELDS)
            o.has[f.number] = true;
    int64_t id = wire_int(m, F_ID, 0);
    const char *name = g_hash_table_lookup(w->ops, &id);
    WireMessage code = wire_message(m, F_OPCODE);
    g_autofree char *word = g_strndup(code.n ? (const char *)code.p : "", code.n);
    o.code = word;
    WireMessage shape = wire_message(m, F_SHAPE);
    enum { PRED = 1, IN_SHAPE_TYPE = 2, IN_SHAPE_DIMS = 3 };
    if (name && wire_int(shape, IN_SHAPE_TYPE, 0) == PRED && !wire_has(shape, IN_SHAPE_DIMS))
        g_hash_table_add(w->booleans, (gpointer)name);
    g_string_append_printf(w->out, "%%%s = ", name);
    proto_shape(w, wire_message(m, F_SHAPE), 0);
    g_string_append_printf(w->out, " %s(", word);
    if (is(&o, "parameter")) {
        g_string_append_printf(w->out, "%" PRId64, wire_int(m, F_PARAMETER, 0));
    } else if (is(&o, "constant")) {
        g_string_append(w->out, "{...}");
        if (o.has[F_LITERAL])
            vec_push(&w->constants, ((ProtoConstant){ comp, name, wire_message(m, F_LITERAL) }));
    } else {
        operands(&o);
    }
    g_string_append_c(w->out, ')');
    shape_attrs(&o);
    arithmetic_attrs(&o);
    call_attrs(&o);
    device_attrs(&o);
    common_attrs(&o);
}
