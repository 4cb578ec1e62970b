/* Functions that make IR ops of an MOp, by file; the rows of stablehlo_table.c name them. Each sets op->results, or returns false with
 * the error set. */
#pragma once

#include "runtime/text/stablehlo_reader.h"

/* stablehlo_region.c */
bool mop_build_while(Reader *r, MOp *op);
bool mop_build_case(Reader *r, MOp *op);
/* stablehlo_simple.c */
bool mop_build_elementwise(Reader *r, MOp *op);
bool mop_build_compare(Reader *r, MOp *op);
bool mop_build_reduce_precision(Reader *r, MOp *op);
bool mop_build_constant(Reader *r, MOp *op);
bool mop_build_constant_like(Reader *r, MOp *op);
bool mop_build_iota(Reader *r, MOp *op);
bool mop_build_leaf(Reader *r, MOp *op);
bool mop_build_plain(Reader *r, MOp *op);
bool mop_build_barrier(Reader *r, MOp *op);
bool mop_build_tuple(Reader *r, MOp *op);
bool mop_build_gte(Reader *r, MOp *op);
bool mop_build_chlo_broadcast(Reader *r, MOp *op);
bool mop_build_topk(Reader *r, MOp *op);
/* stablehlo_quant.c */
bool mop_build_uniform(Reader *r, MOp *op);
/* stablehlo_shape.c */
bool mop_build_broadcast(Reader *r, MOp *op);
bool mop_build_broadcast_in_dim(Reader *r, MOp *op);
bool mop_build_permute(Reader *r, MOp *op);
bool mop_build_slice(Reader *r, MOp *op);
bool mop_build_dynamic_slice(Reader *r, MOp *op);
bool mop_build_concatenate(Reader *r, MOp *op);
bool mop_build_pad(Reader *r, MOp *op);
bool mop_build_gather(Reader *r, MOp *op);
bool mop_build_scatter(Reader *r, MOp *op);
bool mop_build_dimension_size(Reader *r, MOp *op);
bool mop_build_dynamic_shape(Reader *r, MOp *op);
bool mop_build_torch_index_select(Reader *r, MOp *op);
/* stablehlo_math.c, stablehlo_dot.c and stablehlo_window.c */
bool mop_build_dot(Reader *r, MOp *op);
bool mop_build_dot_general(Reader *r, MOp *op);
bool mop_build_ragged_dot(Reader *r, MOp *op);
bool mop_build_einsum(Reader *r, MOp *op);
bool mop_build_convolution(Reader *r, MOp *op);
bool mop_build_reduce(Reader *r, MOp *op);
bool mop_build_reduce_window(Reader *r, MOp *op);
bool mop_build_select_and_scatter(Reader *r, MOp *op);
bool mop_build_sort(Reader *r, MOp *op);
bool mop_build_map(Reader *r, MOp *op);
bool mop_build_scan(Reader *r, MOp *op);
bool mop_build_fft(Reader *r, MOp *op);
bool mop_build_linalg(Reader *r, MOp *op);
bool mop_build_rng(Reader *r, MOp *op);
bool mop_build_rng_bits(Reader *r, MOp *op);
bool mop_build_batch_norm(Reader *r, MOp *op);
/* stablehlo_comm.c */
bool mop_build_collective(Reader *r, MOp *op);
bool mop_build_ragged_all_to_all(Reader *r, MOp *op);
bool mop_build_host(Reader *r, MOp *op);
bool mop_build_refused(Reader *r, MOp *op);
bool mop_build_dynamic(Reader *r, MOp *op); /* refused for sizes that are only known at run time */
/* stablehlo_calls.c */
bool mop_build_custom_call(Reader *r, MOp *op);
bool mop_build_check(Reader *r, MOp *op);
bool mop_build_kept(Reader *r, MOp *op);
/* The attributes of an op that is kept as the custom-call `out`, under the name of their dialect: "check.tolerance". As frontend attributes they
 * survive in both languages. */
void mop_keep_attributes(Reader *r, MOp *op, IrOp *out);
/* stablehlo_dynamic.c: whether the op has sizes, or takes some from operands, that are known at run time only; it is kept as it is then. */
bool mop_is_unsized(const MOp *op);
bool mop_build_unsized(Reader *r, MOp *op);
bool mop_build_call(Reader *r, MOp *op);
bool mop_build_composite(Reader *r, MOp *op);
bool mop_build_fusion(Reader *r, MOp *op);
bool mop_build_rng_state(Reader *r, MOp *op);
/* stablehlo_async.c */
bool mop_build_async(Reader *r, MOp *op);
/* stablehlo_sdy.c */
bool mop_build_sdy(Reader *r, MOp *op);
bool mop_build_manual(Reader *r, MOp *op);
bool mop_build_named(Reader *r, MOp *op);
