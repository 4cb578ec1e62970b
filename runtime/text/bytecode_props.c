/* Properties of operations: in which order each lists its attributes, which depends on the dialect's version, and what VHLO's
 * become in StableHLO. Start at the table.
 * Source: the definitions of the dialects' operations; MLIR writes properties in the order of their names. */
#include "runtime/text/bytecode_impl.h"

#include <string.h>

/* Operations as they are called in the file, and their properties in order. "?": an optional reference; in VHLO, where nothing
 * is optional, one whose default StableHLO leaves out. "#": a list of segment sizes, two of them. The same operation may
 * have several rows for versions that differ: the one that takes as many bytes as there are is it. */
static const struct { const char *ops, *props; } rows[] = {
    { "builtin.module", "?sym_name ?sym_visibility" },
    { "func.func", "?arg_attrs function_type ?no_inline ?res_attrs sym_name ?sym_visibility" },
    { "func.func", "?arg_attrs function_type ?res_attrs sym_name ?sym_visibility" },
    { "func.call", "?arg_attrs callee ?no_inline ?res_attrs" },
    { "func.call", "callee ?no_inline" },
    { "func.call", "callee" },

    { "vhlo.all_gather_v1 vhlo.all_gather_v2", "all_gather_dim ?channel_id replica_groups ?use_global_device_ids" },
    { "vhlo.all_reduce_v1 vhlo.all_reduce_v2", "?channel_id replica_groups ?use_global_device_ids" },
    { "vhlo.all_to_all_v1 vhlo.all_to_all_v2", "?channel_id concat_dimension replica_groups split_count split_dimension" },
    { "vhlo.batch_norm_grad_v1 vhlo.batch_norm_inference_v1 vhlo.batch_norm_training_v1", "epsilon feature_index" },
    { "vhlo.broadcast_in_dim_v1", "broadcast_dimensions" },
    { "vhlo.broadcast_v1", "broadcast_sizes" },
    { "vhlo.call_v1", "callee" },
    { "vhlo.cbrt_v2 vhlo.cosine_v2 vhlo.exponential_minus_one_v2 vhlo.exponential_v2 vhlo.log_plus_one_v2 vhlo.log_v2 vhlo.logistic_v2 "
      "vhlo.rsqrt_v2 vhlo.sine_v2 vhlo.sqrt_v2 vhlo.tan_v2 vhlo.tanh_v2", "?result_accuracy" },
    { "vhlo.cholesky_v1", "?lower" },
    { "vhlo.collective_broadcast_v1", "?channel_id replica_groups" },
    { "vhlo.collective_broadcast_v2", "?channel_id ?has_dynamic_root replica_groups" },
    { "vhlo.collective_permute_v1", "?channel_id source_target_pairs" },
    { "vhlo.collective_reduce_v1", "?channel_id ?has_dynamic_root replica_groups ?use_global_device_ids" },
    { "vhlo.compare_v1", "?compare_type comparison_direction" },
    { "vhlo.composite_v1 vhlo.composite_v2", "?composite_attributes decomposition name version" },
    { "vhlo.concatenate_v1 vhlo.get_dimension_size_v1 vhlo.set_dimension_size_v1", "dimension" },
    { "vhlo.constant_v1", "value" },
    { "vhlo.convolution_v1 vhlo.dynamic_conv_v1",
      "batch_group_count feature_group_count input_batch_dimension input_feature_dimension input_spatial_dimensions "
      "kernel_input_feature_dimension kernel_output_feature_dimension kernel_spatial_dimensions lhs_dilation output_batch_dimension "
      "output_feature_dimension output_spatial_dimensions padding precision_config rhs_dilation window_reversal window_strides" },
    { "vhlo.cross-replica-sum_v1", "replica_groups" },
    { "vhlo.custom_call_v1",
      "api_version ?backend_config call_target_name ?called_computations ?has_side_effect ?operand_layouts ?output_operand_aliases ?result_layouts" },
    { "vhlo.custom_call_v2",
      "api_version ?backend_config call_target_name ?called_computations ?has_side_effect ?operand_layouts ?output_operand_aliases ?result_layouts "
      "?result_tilings" },
    { "vhlo.dot_general_v1", "lhs_batching_dimensions lhs_contracting_dimensions precision_config rhs_batching_dimensions rhs_contracting_dimensions" },
    { "vhlo.dot_general_v2",
      "accumulation_type allow_imprecise_accumulation lhs_batching_dimensions lhs_component_count lhs_contracting_dimensions lhs_precision_type "
      "num_primitive_operations precision_config rhs_batching_dimensions rhs_component_count rhs_contracting_dimensions rhs_precision_type" },
    { "vhlo.dot_v1", "precision_config" },
    { "vhlo.dynamic_broadcast_in_dim_v1", "broadcast_dimensions ?known_expanding_dimensions ?known_nonexpanding_dimensions" },
    { "vhlo.dynamic_conv_v2",
      "batch_group_count feature_group_count input_batch_dimension input_feature_dimension input_spatial_dimensions "
      "kernel_input_feature_dimension kernel_output_feature_dimension kernel_spatial_dimensions lhs_dilation output_batch_dimension "
      "output_feature_dimension output_spatial_dimensions precision_config rhs_dilation window_reversal window_strides" },
    { "vhlo.dynamic_gather_v1", "collapsed_slice_dims index_vector_dim ?indices_are_sorted offset_dims start_index_map" },
    { "vhlo.dynamic_gather_v2",
      "collapsed_slice_dims index_vector_dim ?indices_are_sorted offset_dims operand_batching_dims start_index_map start_indices_batching_dims" },
    { "vhlo.dynamic_iota_v1 vhlo.iota_v1", "iota_dimension" },
    { "vhlo.dynamic_slice_v1", "slice_sizes" },
    { "vhlo.einsum_v1 vhlo.unary_einsum_v1", "einsum_config" },
    { "vhlo.fft_v1", "fft_length fft_type" },
    { "vhlo.func_v1", "?arg_attrs function_type ?res_attrs sym_name ?sym_visibility" },
    { "vhlo.gather_v1", "collapsed_slice_dims index_vector_dim ?indices_are_sorted offset_dims slice_sizes start_index_map" },
    { "vhlo.gather_v2",
      "collapsed_slice_dims index_vector_dim ?indices_are_sorted offset_dims operand_batching_dims slice_sizes start_index_map "
      "start_indices_batching_dims" },
    { "vhlo.get_tuple_element_v1", "index" },
    { "vhlo.infeed_v1", "?infeed_config ?layout" },
    { "vhlo.map_v1 vhlo.reduce_v1 vhlo.reverse_v1", "dimensions" },
    { "vhlo.outfeed_v1", "?outfeed_config" },
    { "vhlo.pad_v1", "edge_padding_high edge_padding_low interior_padding" },
    { "vhlo.recv_v1 vhlo.send_v1", "channel_id channel_type ?is_host_transfer" },
    { "vhlo.recv_v2 vhlo.send_v2", "channel_id channel_type ?is_host_transfer ?source_target_pairs" },
    { "vhlo.reduce_precision_v1", "exponent_bits mantissa_bits" },
    { "vhlo.reduce_scatter_v1", "?channel_id replica_groups scatter_dimension ?use_global_device_ids" },
    { "vhlo.reduce_window_v1", "base_dilations padding window_dilations window_dimensions window_strides" },
    { "vhlo.rng_bit_generator_v1", "rng_algorithm" },
    { "vhlo.rng_v1", "rng_distribution" },
    { "vhlo.scatter_v1", "index_vector_dim ?indices_are_sorted inserted_window_dims scatter_dims_to_operand_dims ?unique_indices update_window_dims" },
    { "vhlo.scatter_v2",
      "index_vector_dim ?indices_are_sorted input_batching_dims inserted_window_dims scatter_dims_to_operand_dims scatter_indices_batching_dims "
      "?unique_indices update_window_dims" },
    { "vhlo.select_and_scatter_v1", "padding window_dimensions window_strides" },
    { "vhlo.slice_v1", "limit_indices start_indices strides" },
    { "vhlo.sort_v1", "dimension ?is_stable" },
    { "vhlo.torch_index_select_v1", "batch_dims dim" },
    { "vhlo.transpose_v1", "permutation" },
    { "vhlo.triangular_solve_v1", "left_side lower transpose_a unit_diagonal" },

    { "stablehlo.all_gather", "all_gather_dim ?channel_handle replica_groups ?use_global_device_ids" },
    { "stablehlo.all_reduce", "?channel_handle replica_groups ?use_global_device_ids" },
    { "stablehlo.all_to_all", "?channel_handle concat_dimension replica_groups split_count split_dimension" },
    { "stablehlo.batch_norm_grad stablehlo.batch_norm_inference stablehlo.batch_norm_training", "epsilon feature_index" },
    { "stablehlo.broadcast_in_dim", "broadcast_dimensions" },
    { "stablehlo.broadcast", "broadcast_sizes" },
    { "stablehlo.cbrt stablehlo.cosine stablehlo.exponential stablehlo.exponential_minus_one stablehlo.log stablehlo.log_plus_one "
      "stablehlo.logistic stablehlo.rsqrt stablehlo.sine stablehlo.sqrt stablehlo.tan stablehlo.tanh", "?result_accuracy" },
    { "stablehlo.cholesky", "?lower" },
    { "stablehlo.collective_broadcast", "?channel_handle replica_groups" },
    { "stablehlo.collective_broadcast", "?channel_handle ?has_dynamic_root replica_groups" },
    { "stablehlo.collective_reduce", "?channel_handle ?has_dynamic_root replica_groups ?use_global_device_ids" },
    { "stablehlo.collective_permute", "?channel_handle source_target_pairs" },
    { "stablehlo.compare", "?compare_type comparison_direction" },
    { "stablehlo.composite", "?composite_attributes decomposition name ?version" },
    { "stablehlo.concatenate stablehlo.get_dimension_size stablehlo.set_dimension_size", "dimension" },
    { "stablehlo.constant chlo.constant chlo.constant_like sdy.constant", "value" },
    { "stablehlo.convolution",
      "batch_group_count dimension_numbers feature_group_count ?lhs_dilation ?padding ?precision_config ?rhs_dilation ?window_reversal ?window_strides" },
    { "stablehlo.cross-replica-sum", "replica_groups" },
    { "stablehlo.custom_call",
      "?api_version ?backend_config call_target_name ?called_computations ?has_side_effect ?operand_layouts ?output_operand_aliases ?result_layouts" },
    { "stablehlo.custom_call",
      "?api_version ?backend_config call_target_name ?called_computations ?has_side_effect ?operand_layouts ?output_operand_aliases ?result_layouts "
      "?result_tilings" },
    { "stablehlo.dot_general", "?algorithm dot_dimension_numbers ?precision_config" },
    { "stablehlo.dot_general", "dot_dimension_numbers ?precision_config" },
    { "stablehlo.dot", "?precision_config" },
    { "stablehlo.dynamic_broadcast_in_dim", "broadcast_dimensions ?known_expanding_dimensions ?known_nonexpanding_dimensions" },
    { "stablehlo.dynamic_conv",
      "batch_group_count dimension_numbers feature_group_count ?lhs_dilation ?precision_config ?rhs_dilation ?window_reversal ?window_strides" },
    { "stablehlo.dynamic_gather", "dimension_numbers ?indices_are_sorted" },
    { "stablehlo.dynamic_iota stablehlo.iota", "iota_dimension" },
    { "stablehlo.dynamic_slice", "slice_sizes" },
    { "stablehlo.einsum stablehlo.unary_einsum", "einsum_config" },
    { "stablehlo.fft", "fft_length fft_type" },
    { "stablehlo.gather", "dimension_numbers ?indices_are_sorted slice_sizes" },
    { "stablehlo.get_tuple_element", "index" },
    { "stablehlo.infeed", "?infeed_config ?layout" },
    { "stablehlo.map stablehlo.reduce stablehlo.reverse", "dimensions" },
    { "stablehlo.outfeed", "?outfeed_config" },
    { "stablehlo.pad", "edge_padding_high edge_padding_low interior_padding" },
    { "stablehlo.recv stablehlo.send", "channel_handle ?is_host_transfer ?source_target_pairs" },
    { "stablehlo.recv stablehlo.send", "channel_handle ?is_host_transfer" },
    { "stablehlo.reduce_precision", "exponent_bits mantissa_bits" },
    { "stablehlo.reduce_scatter", "?channel_handle replica_groups scatter_dimension ?use_global_device_ids" },
    { "stablehlo.reduce_window", "?base_dilations ?padding ?window_dilations window_dimensions ?window_strides" },
    { "stablehlo.rng_bit_generator", "rng_algorithm" },
    { "stablehlo.rng", "rng_distribution" },
    { "stablehlo.scatter", "?indices_are_sorted scatter_dimension_numbers ?unique_indices" },
    { "stablehlo.select_and_scatter", "?padding ?window_dimensions ?window_strides" },
    { "stablehlo.slice", "limit_indices start_indices strides" },
    { "stablehlo.sort", "?dimension ?is_stable" },
    { "stablehlo.torch_index_select", "batch_dims dim" },
    { "stablehlo.transpose", "permutation" },
    { "stablehlo.triangular_solve", "left_side lower transpose_a unit_diagonal" },

    { "chlo.broadcast_add chlo.broadcast_and chlo.broadcast_atan2 chlo.broadcast_complex chlo.broadcast_divide chlo.broadcast_maximum "
      "chlo.broadcast_minimum chlo.broadcast_multiply chlo.broadcast_next_after chlo.broadcast_or chlo.broadcast_polygamma chlo.broadcast_power "
      "chlo.broadcast_remainder chlo.broadcast_shift_left chlo.broadcast_shift_right_arithmetic chlo.broadcast_shift_right_logical "
      "chlo.broadcast_subtract chlo.broadcast_xor chlo.broadcast_zeta", "?broadcast_dimensions" },
    { "chlo.broadcast_compare", "?broadcast_dimensions ?compare_type comparison_direction" },
    { "chlo.ragged_dot", "?precision_config ragged_dot_dimension_numbers" },
    { "chlo.scan", "dimension ?is_associative ?is_reverse ?scan_dim_size #operandSegmentSizes #resultSegmentSizes" },
    { "chlo.scan", "dimension ?is_associative ?is_reverse #operandSegmentSizes #resultSegmentSizes" },
    { "chlo.top_k", "k" },
    { "chlo.top_k", "?is_stable k" },
    { "chlo.top_k", "?is_stable k ?largest" },

    { "sdy.all_gather", "gathering_axes out_sharding" },
    { "sdy.all_reduce", "out_sharding reduction_axes" },
    { "sdy.all_reduce", "out_sharding reduction_axes ?reduction_op" },
    { "sdy.all_slice", "out_sharding slicing_axes" },
    { "sdy.all_to_all", "out_sharding params" },
    { "sdy.collective_permute", "out_sharding" },
    { "sdy.data_flow_edge sdy.func_data_flow_edge", "?sharding" },
    { "sdy.manual_computation", "in_shardings manual_axes out_shardings" },
    { "sdy.mesh", "mesh sym_name" },
    { "sdy.named_computation", "?in_shardings name ?out_shardings" },
    { "sdy.propagation_barrier", "allowed_direction" },
    { "sdy.reduce_scatter", "out_sharding reduce_scatter_axes" },
    { "sdy.reduce_scatter", "out_sharding reduce_scatter_axes ?reduction_op" },
    { "sdy.replicated_to_unreduced sdy.sharded_to_unreduced", "axes out_sharding" },
    { "sdy.reshard sdy.sharding_constraint", "sharding" },
    { "sdy.sharding_group", "group_id" },
};

static bool has_word(const char *list, const char *word)
{
    size_t n = strlen(word);
    for (const char *s = list; (s = strstr(s, word)) != NULL; s += n)
        if ((s == list || s[-1] == ' ') && (s[n] == ' ' || s[n] == 0))
            return true;
    return false;
}

static void find_props(BcName *name)
{
    size_t n = 0;
    if (name->looked_up)
        return;
    name->looked_up = true;
    for (size_t i = 0; i < G_N_ELEMENTS(rows) && n < G_N_ELEMENTS(name->props); i++)
        if (has_word(rows[i].ops, name->written))
            name->props[n++] = rows[i].props;
}

/* The next word of a list of properties; *kind is '?', '#' or 0. */
static bool next_word(const char **list, Str *word, char *kind)
{
    const char *s = *list + strspn(*list, " ");
    *kind = *s == '?' || *s == '#' ? *s++ : 0;
    *word = (Str){ s, strcspn(s, " ") };
    *list = s + word->n;
    return word->n > 0;
}

/* Two numbers: as they are, or only those that are not zero, each with its place in the low bits. */
static Ints read_segments(BcCursor *c)
{
    int64_t *v = arena_array(c->b->x->lasting, int64_t, 2);
    const char *at = c->p;
    bool sparse;
    uint64_t n = bc_flagged(c, &sparse), bits = sparse && n ? bc_varint(c) : 0;
    if (n > 2 || bits > 8)
        bc_fail(c, at, "a list of segment sizes is not understood");
    for (uint64_t i = 0; i < n && !bc_failed(c->b); i++) {
        uint64_t one = bc_varint(c), place = sparse ? one & ((1u << bits) - 1) : i;
        if (place < 2)
            v[place] = (int64_t)MIN(sparse ? one >> bits : one, (uint64_t)G_MAXINT);
    }
    return (Ints){ v, 2 };
}

/* Whether a list of properties takes all the bytes there are. */
static bool fits(BcCursor c, const char *list)
{
    Str word;
    char kind;
    while (next_word(&list, &word, &kind)) {
        if (c.p == c.end)
            return false;
        if (kind == '#') {
            bool sparse;
            uint64_t n = bc_flagged(&c, &sparse) + (sparse ? 1 : 0);
            for (uint64_t i = 0; i < n && c.p < c.end; i++)
                bc_varint(&c);
        } else {
            bc_varint(&c);
        }
        if (bc_failed(c.b))
            return false;
    }
    return c.p == c.end;
}

bool bc_props_read(Bytecode *b, BcName *name, uint64_t id, const char *at, MDict *dict)
{
    find_props(name);
    if (id >= b->n_props)
        return mlir_fail(b->x, at, "there are no properties %" G_GUINT64_FORMAT ", the file has %zu", id, b->n_props);
    BcCursor c = { b, b->props[id].s, b->props[id].s + b->props[id].n };
    const char *list = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(name->props) && name->props[i] && !list; i++)
        if (fits(c, name->props[i]))
            list = name->props[i];
    if (bc_failed(b))
        return false;
    if (!list)
        return mlir_fail_as(b->x, at, SHARD_ERROR_UNSUPPORTED, "write it for an older version, as jax.export does",
                            "%s has properties that are not known here", name->written);
    Str word;
    char kind;
    while (next_word(&list, &word, &kind)) {
        const char *place = c.p;
        MAttr *a = kind == '#' ? bc_attr_ints(b, read_segments(&c)) : kind == '?' && name->dialect != BC_VHLO ? bc_attr_maybe(&c) : bc_attr_ref(&c);
        if (bc_failed(b))
            return false;
        if (a)
            mlir_dict_add(b->x, dict, mlir_intern(b->x, word), place, a);
    }
    return true;
}

/* ---- VHLO's in StableHLO's terms -------------------------------------------------------------------------------- */

/* Takes the entry out of the dictionary. */
static MAttr *take(MDict *dict, const char *key)
{
    for (int i = 0; i < dict->n; i++) {
        if (strcmp(dict->v[i].key, key) != 0)
            continue;
        MAttr *a = dict->v[i].value;
        memmove(dict->v + i, dict->v + i + 1, sizeof *dict->v * (size_t)(--dict->n - i));
        return a;
    }
    return NULL;
}

static void put(Bytecode *b, MDict *dict, const char *key, const char *at, MAttr *a)
{
    mlir_dict_add(b->x, dict, str_intern(b->x->names, key), at, a);
}

/* Fields of the struct `name` that VHLO has as attributes of their own. */
static MAttr *gather(Bytecode *b, MDict *dict, const char *name, const char *const *fields, int n)
{
    MAttr *s = bc_attr_struct(b, name);
    for (int i = 0; i < n; i++)
        bc_field(b, s, fields[i], take(dict, fields[i]));
    return s;
}

static MAttr *symbol(Bytecode *b, const MAttr *a)
{
    MAttr *s = bc_attr_new(b, ATTR_SYMBOL);
    s->s = a->kind == ATTR_STRING || a->kind == ATTR_SYMBOL ? a->s : "";
    s->n_s = strlen(s->s);
    return s;
}

static void symbols(Bytecode *b, MDict *dict, const char *key, const char *at)
{
    MAttr *a = take(dict, key);
    if (!a)
        return;
    MAttr *list = symbol(b, a);
    if (a->kind == ATTR_ARRAY) {
        list = bc_attr_new(b, ATTR_ARRAY);
        list->items = arena_array(b->x->scratch, MAttr *, MAX(a->n_items, 1));
        list->n_items = a->n_items;
        for (int i = 0; i < a->n_items; i++)
            list->items[i] = symbol(b, a->items[i]);
    }
    put(b, dict, key, at, list);
}

static int64_t int_of(const MAttr *a)
{
    return a && a->kind == ATTR_INT ? a->i : -1;
}

static Ints ints_of(Bytecode *b, const MAttr *a)
{
    Ints v = { 0 };
    /* ConvDims keeps the list as it is, so it must live as long as the module. */
    return a && mlir_attr_ints(b->x, a, &v) ? ints_dup(b->x->m->arena, v.v, v.n) : (Ints){ 0 };
}

static void conv_dims(Bytecode *b, MDict *dict, const char *at)
{
    ConvDims *d = arena_new(b->x->scratch, ConvDims);
    static const char *const numbers[] = { "input_batch_dimension", "input_feature_dimension", "kernel_input_feature_dimension",
                                           "kernel_output_feature_dimension", "output_batch_dimension", "output_feature_dimension" };
    int *const to[] = { &d->in_batch, &d->in_feature, &d->kernel_in, &d->kernel_out, &d->out_batch, &d->out_feature };
    for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++) {
        int64_t v = int_of(take(dict, numbers[i]));
        *to[i] = (int)CLAMP(v, -1, G_MAXINT);
    }
    d->in_spatial = ints_of(b, take(dict, "input_spatial_dimensions"));
    d->kernel_spatial = ints_of(b, take(dict, "kernel_spatial_dimensions"));
    d->out_spatial = ints_of(b, take(dict, "output_spatial_dimensions"));
    MAttr *a = bc_attr_new(b, ATTR_RAW);
    a->made = d;
    put(b, dict, "dimension_numbers", at, a);
}

static void dot_dims(Bytecode *b, MDict *dict, const char *at)
{
    static const char *const dims[] = { "lhs_batching_dimensions", "rhs_batching_dimensions", "lhs_contracting_dimensions", "rhs_contracting_dimensions" };
    static const char *const fields[] = { "lhs_precision_type", "rhs_precision_type", "accumulation_type", "lhs_component_count", "rhs_component_count",
                                          "num_primitive_operations", "allow_imprecise_accumulation" };
    put(b, dict, "dot_dimension_numbers", at, gather(b, dict, "dot", dims, (int)G_N_ELEMENTS(dims)));
    MAttr *algorithm = gather(b, dict, "dot_algorithm", fields, (int)G_N_ELEMENTS(fields));
    const MAttr *first = algorithm->dict.n ? algorithm->dict.v[0].value : NULL;
    if (first && first->kind == ATTR_WORD && strcmp(first->s, "none") != 0)
        put(b, dict, "algorithm", at, algorithm);
}

static void channel(Bytecode *b, MDict *dict, const char *at)
{
    MAttr *id = take(dict, "channel_id"), *type = take(dict, "channel_type");
    if (!id)
        return;
    MAttr *s = bc_attr_struct(b, "channel_handle");
    bc_field(b, s, "handle", id);
    bc_field(b, s, "type", type ? type : bc_attr_int(b, 1, NULL));
    put(b, dict, "channel_handle", at, s);
}

/* What VHLO spells out and StableHLO leaves out. */
static bool is_default(const MAttr *a)
{
    switch (a->kind) {
    case ATTR_INT: case ATTR_BOOL: return a->i == 0;
    case ATTR_STRING: return a->n_s == 0;
    case ATTR_ARRAY: return a->n_items == 0;
    case ATTR_DICT: return a->dict.n == 0;
    case ATTR_DENSE: return a->literal->type->n_elems == 0;
    case ATTR_WORD: return strcmp(a->s, "NOTYPE") == 0 || strcmp(a->s, "DEFAULT") == 0;
    case ATTR_STRUCT: {
        for (int i = 0; i < a->dict.n; i++)
            if (strcmp(a->dict.v[i].key, "mode") == 0)
                return is_default(a->dict.v[i].value);
        return false;
    }
    case ATTR_FLOAT: case ATTR_UNIT: case ATTR_SYMBOL: case ATTR_TYPE: case ATTR_INTS: case ATTR_RAW: case ATTR_LOC: case ATTR_FUNCTION: break;
    }
    return false;
}

static bool has_layouts(const MDict *dict)
{
    for (int i = 0; i < dict->n; i++)
        if (g_str_has_suffix(dict->v[i].key, "_layouts") && !is_default(dict->v[i].value))
            return true;
    return false;
}

bool bc_from_vhlo(Bytecode *b, BcName *name, const char *at, MDict *dict)
{
    find_props(name);
    static const char *const gathers[] = { "offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims",
                                           "start_index_map", "index_vector_dim" };
    static const char *const scatters[] = { "update_window_dims", "inserted_window_dims", "input_batching_dims", "scatter_indices_batching_dims",
                                            "scatter_dims_to_operand_dims", "index_vector_dim" };
    const char *list = name->props[0];
    Str word;
    char kind;
    bool layouts = has_layouts(dict);
    while (list && next_word(&list, &word, &kind)) {
        if (layouts && word.n > 8 && memcmp(word.s + word.n - 8, "_layouts", 8) == 0)
            continue; /* those of operands and of results go together, and one of them may be an empty list */
        const char *key = mlir_intern(b->x, word);
        for (int i = 0; kind && i < dict->n; i++) {
            if (strcmp(dict->v[i].key, key) == 0 && is_default(dict->v[i].value)) {
                take(dict, key);
                break;
            }
        }
    }
    const char *op = name->name;
    if (strcmp(op, "stablehlo.convolution") == 0 || strcmp(op, "stablehlo.dynamic_conv") == 0)
        conv_dims(b, dict, at);
    else if (strcmp(op, "stablehlo.dot_general") == 0)
        dot_dims(b, dict, at);
    else if (strcmp(op, "stablehlo.gather") == 0 || strcmp(op, "stablehlo.dynamic_gather") == 0)
        put(b, dict, "dimension_numbers", at, gather(b, dict, "gather", gathers, (int)G_N_ELEMENTS(gathers)));
    else if (strcmp(op, "stablehlo.scatter") == 0)
        put(b, dict, "scatter_dimension_numbers", at, gather(b, dict, "scatter", scatters, (int)G_N_ELEMENTS(scatters)));
    else if (strcmp(op, "stablehlo.custom_call") == 0)
        symbols(b, dict, "called_computations", at);
    else if (strcmp(op, "func.call") == 0)
        symbols(b, dict, "callee", at);
    else if (strcmp(op, "stablehlo.composite") == 0)
        symbols(b, dict, "decomposition", at);
    channel(b, dict, at);
    return !bc_failed(b);
}
