/* The operations that the StableHLO reader accepts, one row each. Names of IR ops come from ops.def;
 * listed here are those that become another op, or several. */
#include "runtime/text/stablehlo_build.h"
#include "runtime/text/stablehlo_form.h"

#define LIFT REGION_LIFTED
#define CLONE REGION_CLONED
#define BODY REGION_MANUAL
/* pretty or generic by the common form */
#define ROW(name, code, build, attrs) { name, OP_##code, NULL, build, 0, attrs, REGION_CLONED },
#define FORM(name, code, form, build, n, region, attrs) { name, OP_##code, form, build, n, attrs, region },
/* the same under the opcode's own name */
#define OWN(code, build, attrs) ROW(NULL, code, build, attrs)
#define OWN_FORM(code, form, build, n, region, attrs) FORM(NULL, code, form, build, n, region, attrs)

const OpRow stablehlo_rows[] = {
    /* Element-wise ops without attributes of their own; for any other op an empty row, which has no build function. */
#define IS_PLAIN(mlir, family, attrs) ((mlir) && FAMILY_##family == FAMILY_elementwise && ATTRS_##attrs == ATTRS_none)
#define OP(id, hlo, mlir, args, family, attrs, classes, traits)                                                                       \
    { NULL, OP_##id, NULL, IS_PLAIN(mlir, family, attrs) ? mop_build_elementwise : NULL, 0, (traits) & ACCURACY ? "result_accuracy" : NULL, REGION_CLONED },
#include "runtime/ir/ops.def"

    OWN(compare, mop_build_compare, "comparison_direction compare_type")
    OWN(reduce_precision, mop_build_reduce_precision, "exponent_bits mantissa_bits")
    OWN(bitcast_convert, mop_build_plain, NULL)
    ROW("stablehlo.uniform_quantize", convert, mop_build_uniform, NULL)
    ROW("stablehlo.uniform_dequantize", convert, mop_build_uniform, NULL)

    OWN_FORM(constant, mop_form_constant, mop_build_constant, 0, CLONE, "value")
    FORM("sdy.constant", constant, mop_form_constant, mop_build_constant, 0, CLONE, "value")
    FORM("chlo.constant", constant, mop_form_constant, mop_build_constant, 0, CLONE, "value")
    ROW("chlo.constant_like", constant, mop_build_constant_like, "value")
    OWN(iota, mop_build_iota, "iota_dimension")
    ROW("stablehlo.dynamic_iota", iota, mop_build_iota, "iota_dimension")
    OWN(partition_id, mop_build_leaf, NULL)
    OWN(replica_id, mop_build_leaf, NULL)
    OWN(tuple, mop_build_tuple, NULL)
    OWN(get_tuple_element, mop_build_gte, "index")
    OWN(opt_barrier, mop_build_barrier, NULL)

    OWN(reshape, mop_build_plain, NULL)
    ROW("stablehlo.dynamic_reshape", reshape, mop_build_dynamic_shape, NULL)
    ROW("stablehlo.broadcast", broadcast, mop_build_broadcast, "broadcast_sizes")
    OWN(broadcast, mop_build_broadcast_in_dim, "broadcast_dimensions")
    ROW("stablehlo.dynamic_broadcast_in_dim", broadcast, mop_build_broadcast_in_dim,
        "broadcast_dimensions known_expanding_dimensions known_nonexpanding_dimensions")
    OWN(transpose, mop_build_permute, "permutation")
    OWN(reverse, mop_build_permute, "dimensions")
    OWN(slice, mop_build_slice, "start_indices limit_indices strides")
    ROW("stablehlo.real_dynamic_slice", slice, mop_build_slice, NULL)
    OWN(dynamic_slice, mop_build_dynamic_slice, "slice_sizes")
    OWN(dynamic_update_slice, mop_build_plain, NULL)
    OWN(concatenate, mop_build_concatenate, "dimension")
    OWN(pad, mop_build_pad, "edge_padding_low edge_padding_high interior_padding")
    ROW("stablehlo.dynamic_pad", pad, mop_build_pad, NULL)
    OWN(gather, mop_build_gather, "dimension_numbers slice_sizes indices_are_sorted")
    ROW("stablehlo.dynamic_gather", gather, mop_build_gather, "dimension_numbers indices_are_sorted")
    OWN_FORM(scatter, NULL, mop_build_scatter, 1, CLONE,
         "scatter_dimension_numbers indices_are_sorted unique_indices")
    ROW("stablehlo.torch_index_select", gather, mop_build_torch_index_select, "dim batch_dims")
    OWN(get_dimension_size, mop_build_dimension_size, "dimension")
    OWN(set_dimension_size, mop_build_dimension_size, "dimension")

    OWN(dot, mop_build_dot_general, "dot_dimension_numbers precision_config algorithm")
    ROW("stablehlo.dot", dot, mop_build_dot, "precision_config")
    ROW("stablehlo.einsum", dot, mop_build_einsum, "einsum_config")
    ROW("stablehlo.unary_einsum", reduce, mop_build_einsum, "einsum_config")
    OWN(convolution, mop_build_convolution,
        "dimension_numbers window_strides padding lhs_dilation rhs_dilation window_reversal feature_group_count "
        "batch_group_count precision_config")
    ROW("stablehlo.dynamic_conv", convolution, mop_build_convolution,
        "dimension_numbers window_strides padding lhs_dilation rhs_dilation window_reversal feature_group_count "
        "batch_group_count precision_config")
    OWN_FORM(reduce, mop_form_reduce, mop_build_reduce, 1, CLONE, "dimensions")
    OWN_FORM(reduce_window, NULL, mop_build_reduce_window, 1, CLONE,
         "window_dimensions window_strides base_dilations window_dilations padding")
    OWN_FORM(select_and_scatter, NULL, mop_build_select_and_scatter, 2, CLONE,
         "window_dimensions window_strides padding")
    OWN_FORM(sort, NULL, mop_build_sort, 1, CLONE, "dimension is_stable")
    OWN_FORM(map, NULL, mop_build_map, 1, CLONE, "dimensions")
    OWN(fft, mop_build_fft, "fft_type fft_length")
    OWN(cholesky, mop_build_linalg, "lower")
    OWN(triangular_solve, mop_build_linalg, "left_side lower unit_diagonal transpose_a")
    OWN(rng, mop_build_rng, "rng_distribution")
    OWN(rng_bit_generator, mop_build_rng_bits, "rng_algorithm")
    OWN(batch_norm_training, mop_build_batch_norm, "epsilon feature_index")
    OWN(batch_norm_inference, mop_build_batch_norm, "epsilon feature_index")
    OWN(batch_norm_grad, mop_build_batch_norm, "epsilon feature_index")

    OWN_FORM(while, mop_form_while, mop_build_while, 2, LIFT, NULL)
    OWN_FORM(conditional, NULL, mop_build_case, -1, LIFT, NULL)
    FORM("stablehlo.if", conditional, NULL, mop_build_case, 2, LIFT, NULL)
    ROW("stablehlo.return", tuple, mop_build_plain, NULL)
    ROW("func.return", tuple, mop_build_plain, NULL)
    ROW("sdy.return", tuple, mop_build_plain, NULL)
    ROW("chlo.return", tuple, mop_build_plain, NULL)
    ROW("func.call", call, mop_build_call, "callee")
    ROW("stablehlo.composite", call, mop_build_composite, "name composite_attributes decomposition version")

    OWN_FORM(all_reduce, NULL, mop_build_collective, 1, CLONE,
         "replica_groups channel_handle channel_id use_global_device_ids")
    ROW("stablehlo.cross-replica-sum", all_reduce, mop_build_collective, "replica_groups")
    OWN(all_gather, mop_build_collective,
        "all_gather_dim replica_groups channel_handle channel_id use_global_device_ids")
    OWN_FORM(reduce_scatter, NULL, mop_build_collective, 1, CLONE,
         "scatter_dimension replica_groups channel_handle channel_id use_global_device_ids")
    OWN(all_to_all, mop_build_collective,
        "split_dimension concat_dimension split_count replica_groups channel_handle channel_id")
    OWN(collective_permute, mop_build_collective,
        "source_target_pairs channel_handle channel_id")
    OWN(collective_broadcast, mop_build_collective,
        "replica_groups channel_handle channel_id has_dynamic_root")
    FORM("stablehlo.collective_reduce", all_reduce, NULL, mop_build_refused, 1, CLONE, NULL)
    OWN_FORM(async_start, NULL, mop_build_async, 1, BODY, NULL)
    OWN(async_done, mop_build_async, NULL)

    OWN(custom_call, mop_build_custom_call,
        "call_target_name has_side_effect backend_config api_version called_computations operand_layouts result_layouts "
        "output_operand_aliases result_tilings")
    ROW("stablehlo.create_token", after_all, mop_build_plain, NULL)
    OWN(after_all, mop_build_plain, NULL)
    OWN(send, mop_build_host, "channel_handle is_host_transfer source_target_pairs")
    OWN(recv, mop_build_host, "channel_handle is_host_transfer source_target_pairs")
    OWN(infeed, mop_build_host, "infeed_config layout")
    OWN(outfeed, mop_build_host, "outfeed_config")
    FORM("check.*", custom_call, mop_form_check, mop_build_check, 0, CLONE, NULL)
    FORM("interpreter.*", custom_call, mop_form_check, mop_build_kept, 0, CLONE, NULL)

    ROW("chlo.tan", tan, mop_build_elementwise, NULL)
    OWN(topk, mop_build_topk, "k is_stable largest")
    ROW("chlo.topk", topk, mop_build_topk, "k is_stable largest")
    OWN(ragged_dot, mop_build_ragged_dot, "ragged_dot_dimension_numbers precision_config")
    OWN_FORM(scan, mop_form_scan, mop_build_scan, 1, CLONE, "dimension is_reverse is_associative scan_dim_size operandSegmentSizes resultSegmentSizes")
    ROW("chlo._asin_acos_kernel", acos, mop_build_refused, NULL)
    ROW("chlo.broadcast_add", add, mop_build_chlo_broadcast, "broadcast_dimensions")
    ROW("chlo.broadcast_and", and, mop_build_chlo_broadcast, "broadcast_dimensions")
    ROW("chlo.broadcast_atan2", atan2, mop_build_chlo_broadcast, "broadcast_dimensions")
    ROW("chlo.broadcast_compare", compare, mop_build_chlo_broadcast, "broadcast_dimensions comparison_direction compare_type")
    ROW("chlo.broadcast_complex", complex, mop_build_chlo_broadcast, "broadcast_dimensions")
    ROW("chlo.broadcast_divide", divide, mop_build_chlo_broadcast, "broadcast_dimensions")
    ROW("chlo.broadcast_maximum", maximum, mop_build_chlo_broadcast, "broadcast_dimensions")
    ROW("chlo.broadcast_minimum", minimum, mop_build_chlo_broadcast, "broadcast_dimensions")
    ROW("chlo.broadcast_multiply", multiply, mop_build_chlo_broadcast, "broadcast_dimensions")
    ROW("chlo.broadcast_next_after", next_after, mop_build_chlo_broadcast, "broadcast_dimensions")
    ROW("chlo.broadcast_or", or, mop_build_chlo_broadcast, "broadcast_dimensions")
    ROW("chlo.broadcast_polygamma", polygamma, mop_build_chlo_broadcast, "broadcast_dimensions")
    ROW("chlo.broadcast_power", power, mop_build_chlo_broadcast, "broadcast_dimensions")
    ROW("chlo.broadcast_remainder", remainder, mop_build_chlo_broadcast, "broadcast_dimensions")
    ROW("chlo.broadcast_select", select, mop_build_chlo_broadcast, NULL)
    ROW("chlo.broadcast_shift_left", shift_left, mop_build_chlo_broadcast, "broadcast_dimensions")
    ROW("chlo.broadcast_shift_right_arithmetic", shift_right_arithmetic, mop_build_chlo_broadcast, "broadcast_dimensions")
    ROW("chlo.broadcast_shift_right_logical", shift_right_logical, mop_build_chlo_broadcast, "broadcast_dimensions")
    ROW("chlo.broadcast_subtract", subtract, mop_build_chlo_broadcast, "broadcast_dimensions")
    ROW("chlo.broadcast_xor", xor, mop_build_chlo_broadcast, "broadcast_dimensions")
    ROW("chlo.broadcast_zeta", zeta, mop_build_chlo_broadcast, "broadcast_dimensions")

    /* MHLO's own; its others read as StableHLO's or CHLO's of the same name */
    ROW("mhlo.copy", copy, mop_build_plain, "cross_program_prefetch_index")
    ROW("mhlo.add_dependency", add_dependency, mop_build_plain, NULL)
    ROW("mhlo.bitcast", bitcast, mop_build_plain, NULL)
    ROW("mhlo.domain", domain, mop_build_refused, NULL)
    ROW("mhlo.stochastic_convert", stochastic_convert, mop_build_plain, NULL)
    ROW("mhlo.xla.rng_get_and_update_state", rng_get_and_update_state, mop_build_rng_state, "delta")
    FORM("mhlo.fusion", fusion, NULL, mop_build_fusion, 1, BODY, "fusion_kind output_operand_aliases")
    ROW("mhlo.trace", custom_call, mop_build_kept, "tag")
    ROW("mhlo.minimum_broadcast_shapes", broadcast, mop_build_dynamic, NULL)
    FORM("mhlo.async_start", async_start, NULL, mop_build_refused, 1, CLONE, NULL)
    ROW("mhlo.async_update", async_update, mop_build_refused, NULL)
    ROW("mhlo.async_done", async_done, mop_build_refused, NULL)

    ROW("sdy.sharding_constraint", custom_call, mop_build_sdy, "sharding")
    ROW("sdy.reshard", custom_call, mop_build_sdy, "sharding")
    ROW("sdy.sharding_group", custom_call, mop_build_sdy, "group_id")
    ROW("sdy.propagation_barrier", custom_call, mop_build_sdy, "allowed_direction")
    ROW("sdy.data_flow_edge", copy, mop_build_sdy, "sharding")
    ROW("sdy.func_data_flow_edge", copy, mop_build_sdy, "sharding")
    ROW("sdy.all_gather", custom_call, mop_build_sdy, "axes out_sharding gathering_axes")
    ROW("sdy.all_slice", custom_call, mop_build_sdy, "axes out_sharding slicing_axes")
    ROW("sdy.all_to_all", custom_call, mop_build_sdy, "axes out_sharding params")
    ROW("sdy.all_reduce", custom_call, mop_build_sdy, "axes out_sharding reduction_axes")
    ROW("sdy.reduce_scatter", custom_call, mop_build_sdy, "axes out_sharding reduce_scatter_axes")
    ROW("sdy.collective_permute", custom_call, mop_build_sdy, "out_sharding")
    ROW("sdy.sharded_to_unreduced", custom_call, mop_build_sdy, "axes out_sharding")
    ROW("sdy.replicated_to_unreduced", custom_call, mop_build_sdy, "axes out_sharding")
    FORM("sdy.manual_computation", manual, mop_form_manual, mop_build_manual, 1, BODY, "in_shardings out_shardings manual_axes")
    FORM("sdy.named_computation", call, mop_form_manual, mop_build_named, 1, BODY, "name in_shardings out_shardings")
};
const int n_stablehlo_rows = G_N_ELEMENTS(stablehlo_rows);

const char *op_row_name(const OpRow *row)
{
    return row->name ? row->name : op_info[row->code].mlir;
}
