/* Instructions in every form, "operation and attributes|type", each of which prints unchanged as the root of the module
 * ROWS_HEAD: a table shared by the tests of the reader, the printer and the verifier. Checked against XLA's own reader and
 * printer. */
#pragma once

#define ROWS_HEAD \
    "HloModule m, replica_count=2, num_partitions=4\n" \
    "\n" \
    "add {\n" \
    "  add.a = f32[] parameter(0)\n" \
    "  add.b = f32[] parameter(1)\n" \
    "  ROOT add.c = f32[] add(add.a, add.b)\n" \
    "}\n" \
    "\n" \
    "addi {\n" \
    "  addi.a = s32[] parameter(0)\n" \
    "  addi.b = s32[] parameter(1)\n" \
    "  ROOT addi.c = s32[] add(addi.a, addi.b)\n" \
    "}\n" \
    "\n" \
    "add2 {\n" \
    "  add2.a = f32[] parameter(0)\n" \
    "  add2.b = s32[] parameter(1)\n" \
    "  add2.c = f32[] parameter(2)\n" \
    "  add2.d = s32[] parameter(3)\n" \
    "  add2.e = f32[] add(add2.a, add2.c)\n" \
    "  add2.f = s32[] add(add2.b, add2.d)\n" \
    "  ROOT add2.g = (f32[], s32[]) tuple(add2.e, add2.f)\n" \
    "}\n" \
    "\n" \
    "ge {\n" \
    "  ge.a = f32[] parameter(0)\n" \
    "  ge.b = f32[] parameter(1)\n" \
    "  ROOT ge.c = pred[] compare(ge.a, ge.b), direction=GE\n" \
    "}\n" \
    "\n" \
    "lt2 {\n" \
    "  lt2.a = f32[] parameter(0)\n" \
    "  lt2.b = f32[] parameter(1)\n" \
    "  lt2.c = s32[] parameter(2)\n" \
    "  lt2.d = s32[] parameter(3)\n" \
    "  ROOT lt2.e = pred[] compare(lt2.a, lt2.b), direction=LT\n" \
    "}\n" \
    "\n" \
    "neg {\n" \
    "  neg.a = f32[] parameter(0)\n" \
    "  ROOT neg.c = f32[] negate(neg.a)\n" \
    "}\n" \
    "\n" \
    "yes {\n" \
    "  yes.a = f32[4,8]{1,0} parameter(0)\n" \
    "  ROOT yes.c = pred[] constant(true)\n" \
    "}\n" \
    "\n" \
    "same {\n" \
    "  same.a = f32[4,8]{1,0} parameter(0)\n" \
    "  ROOT same.c = f32[4,8]{1,0} negate(same.a)\n" \
    "}\n" \
    "\n" \
    "scanb {\n" \
    "  scanb.a = f32[8]{0} parameter(0)\n" \
    "  scanb.b = f32[] parameter(1)\n" \
    "  ROOT scanb.c = (f32[8]{0}, f32[]) tuple(scanb.a, scanb.b)\n" \
    "}\n" \
    "\n" \
    "ENTRY e {\n" \
    "  x = f32[4,8]{1,0} parameter(0)\n" \
    "  s = f32[] parameter(1)\n" \
    "  i = s32[] parameter(2)\n" \
    "  b = pred[] parameter(3)\n" \
    "  ij = s32[5,1]{1,0} parameter(4)\n" \
    "  u = f32[5,8]{1,0} parameter(5)\n" \
    "  im = f32[1,10,10,4]{3,2,1,0} parameter(6)\n" \
    "  k = f32[3,3,2,6]{3,2,1,0} parameter(7)\n" \
    "  c = c64[4,5]{1,0} parameter(8)\n" \
    "  sq = f32[4,4]{1,0} parameter(9)\n" \
    "  v4 = f32[4]{0} parameter(10)\n" \
    "  state = u64[2]{0} parameter(11)\n" \
    "  bits = u32[4,8]{1,0} parameter(12)\n" \
    "  k3 = f32[2,8,6]{2,1,0} parameter(13)\n" \
    "  sizes = s32[2]{0} parameter(14)\n" \
    "  n = s32[4,8]{1,0} parameter(15)\n" \
    "  p = pred[4,8]{1,0} parameter(16)\n" \
    "  tk = token[] parameter(17)\n" \
    "  tu = (f32[4,8]{1,0}, (s32[], pred[])) parameter(18)\n" \
    "  un = u32[4,8]{1,0} parameter(19)\n" \
    "  iv = s32[2]{0} parameter(20)\n" \
    "  z = c128[3]{0} parameter(21)\n" \
    "  k3i = s32[2,3,1]{2,1,0} parameter(22)\n" \
    "  k3u = f32[2,3,6]{2,1,0} parameter(23)\n" \
    "  un5 = s32[5,8]{1,0} parameter(24)\n" \
    "  xs = f32[4,1]{1,0} parameter(25)\n" \
    "  k4 = f32[3,3,4,6]{3,2,1,0} parameter(26)\n" \
    "  im2 = f32[2,10,10,4]{3,2,1,0} parameter(27)\n" \
    "  x8 = f32[8,4]{1,0} parameter(28)\n" \
    "  x24 = f32[2,4]{1,0} parameter(29)\n" \
    "  c8 = c64[4,8]{1,0} parameter(30)\n" \
    "  cpi = (s32[], s32[]) parameter(31)\n" \
    ""

/* In the short form. */
static const char *const hlo_rows[] = {
    /* element-wise */
    "abs(x)|f32[4,8]{1,0}",
    "acos(x)|f32[4,8]{1,0}",
    "acosh(x)|f32[4,8]{1,0}",
    "asin(x)|f32[4,8]{1,0}",
    "asinh(x)|f32[4,8]{1,0}",
    "atanh(x)|f32[4,8]{1,0}",
    "cbrt(x)|f32[4,8]{1,0}",
    "ceil(x)|f32[4,8]{1,0}",
    "cosh(x)|f32[4,8]{1,0}",
    "cosine(x)|f32[4,8]{1,0}",
    "erf(x)|f32[4,8]{1,0}",
    "exponential(x)|f32[4,8]{1,0}",
    "exponential-minus-one(x)|f32[4,8]{1,0}",
    "floor(x)|f32[4,8]{1,0}",
    "log(x)|f32[4,8]{1,0}",
    "log-plus-one(x)|f32[4,8]{1,0}",
    "logistic(x)|f32[4,8]{1,0}",
    "negate(x)|f32[4,8]{1,0}",
    "round-nearest-afz(x)|f32[4,8]{1,0}",
    "round-nearest-even(x)|f32[4,8]{1,0}",
    "rsqrt(x)|f32[4,8]{1,0}",
    "sign(x)|f32[4,8]{1,0}",
    "sine(x)|f32[4,8]{1,0}",
    "sinh(x)|f32[4,8]{1,0}",
    "sqrt(x)|f32[4,8]{1,0}",
    "tan(x)|f32[4,8]{1,0}",
    "tanh(x)|f32[4,8]{1,0}",
    "copy(x)|f32[4,8]{1,0}",
    "opt-barrier(x)|f32[4,8]{1,0}",
    "not(n)|s32[4,8]{1,0}",
    "popcnt(n)|s32[4,8]{1,0}",
    "count-leading-zeros(n)|s32[4,8]{1,0}",
    "negate(n)|s32[4,8]{1,0}",
    "sign(n)|s32[4,8]{1,0}",
    "abs(n)|s32[4,8]{1,0}",
    "not(p)|pred[4,8]{1,0}",
    "is-finite(x)|pred[4,8]{1,0}",
    "real(c)|f32[4,5]{1,0}",
    "imag(c)|f32[4,5]{1,0}",
    "abs(c)|f32[4,5]{1,0}",
    "real(x)|f32[4,8]{1,0}",
    "imag(x)|f32[4,8]{1,0}",
    "add(x, x)|f32[4,8]{1,0}",
    "atan2(x, x)|f32[4,8]{1,0}",
    "divide(x, x)|f32[4,8]{1,0}",
    "maximum(x, x)|f32[4,8]{1,0}",
    "minimum(x, x)|f32[4,8]{1,0}",
    "multiply(x, x)|f32[4,8]{1,0}",
    "power(x, x)|f32[4,8]{1,0}",
    "remainder(x, x)|f32[4,8]{1,0}",
    "subtract(x, x)|f32[4,8]{1,0}",
    "add(n, n)|s32[4,8]{1,0}",
    "and(n, n)|s32[4,8]{1,0}",
    "or(n, n)|s32[4,8]{1,0}",
    "xor(n, n)|s32[4,8]{1,0}",
    "shift-left(n, n)|s32[4,8]{1,0}",
    "shift-right-arithmetic(n, n)|s32[4,8]{1,0}",
    "shift-right-logical(n, n)|s32[4,8]{1,0}",
    "divide(n, n)|s32[4,8]{1,0}",
    "remainder(n, n)|s32[4,8]{1,0}",
    "power(n, n)|s32[4,8]{1,0}",
    "multiply(n, n)|s32[4,8]{1,0}",
    "subtract(n, n)|s32[4,8]{1,0}",
    "maximum(n, n)|s32[4,8]{1,0}",
    "minimum(n, n)|s32[4,8]{1,0}",
    "mulhi(n, n)|s32[4,8]{1,0}",
    "complex(x, x)|c64[4,8]{1,0}",
    "select(p, x, x)|f32[4,8]{1,0}",
    "clamp(s, x, s)|f32[4,8]{1,0}",
    "clamp(x, x, x)|f32[4,8]{1,0}",
    "and(p, p)|pred[4,8]{1,0}",
    /* comparisons */
    "compare(x, x), direction=EQ|pred[4,8]{1,0}",
    "compare(x, x), direction=NE|pred[4,8]{1,0}",
    "compare(x, x), direction=GE|pred[4,8]{1,0}",
    "compare(x, x), direction=GT|pred[4,8]{1,0}",
    "compare(x, x), direction=LE|pred[4,8]{1,0}",
    "compare(x, x), direction=LT|pred[4,8]{1,0}",
    "compare(x, x), direction=LT, type=TOTALORDER|pred[4,8]{1,0}",
    "compare(c, c), direction=NE|pred[4,5]{1,0}",
    /* conversions */
    "convert(x)|pred[4,8]{1,0}",
    "convert(x)|s4[4,8]{1,0}",
    "convert(x)|u4[4,8]{1,0}",
    "convert(x)|s8[4,8]{1,0}",
    "convert(x)|u8[4,8]{1,0}",
    "convert(x)|s16[4,8]{1,0}",
    "convert(x)|u16[4,8]{1,0}",
    "convert(x)|s32[4,8]{1,0}",
    "convert(x)|u32[4,8]{1,0}",
    "convert(x)|s64[4,8]{1,0}",
    "convert(x)|u64[4,8]{1,0}",
    "convert(x)|f16[4,8]{1,0}",
    "convert(x)|bf16[4,8]{1,0}",
    "convert(x)|f32[4,8]{1,0}",
    "convert(x)|f64[4,8]{1,0}",
    "convert(x)|f8e5m2[4,8]{1,0}",
    "convert(x)|f8e4m3[4,8]{1,0}",
    "convert(x)|f8e4m3fn[4,8]{1,0}",
    "convert(x)|f8e4m3b11fnuz[4,8]{1,0}",
    "convert(x)|f8e4m3fnuz[4,8]{1,0}",
    "convert(x)|f8e5m2fnuz[4,8]{1,0}",
    "convert(x)|f8e3m4[4,8]{1,0}",
    "convert(x)|f8e8m0fnu[4,8]{1,0}",
    "convert(x)|f4e2m1fn[4,8]{1,0}",
    "convert(x)|c64[4,8]{1,0}",
    "convert(x)|c128[4,8]{1,0}",
    "convert(x)|s2[4,8]{1,0}",
    "convert(x)|u2[4,8]{1,0}",
    "convert(x)|s1[4,8]{1,0}",
    "convert(x)|u1[4,8]{1,0}",
    "convert(x)|f6e2m3fn[4,8]{1,0}",
    "convert(x)|f6e3m2fn[4,8]{1,0}",
    "bitcast-convert(x)|u8[4,8,4]{2,1,0}",
    "bitcast-convert(x)|u32[4,8]{1,0}",
    "bitcast(x)|f32[8,4]{1,0}",
    "bitcast(x)|f32[32]{0}",
    "bitcast(x)|f32[4,8]{0,1:T(8,128)}",
    "reduce-precision(x), exponent_bits=5, mantissa_bits=10|f32[4,8]{1,0}",
    "stochastic-convert(x, bits)|bf16[4,8]{1,0}",
    /* shapes and data movement */
    "broadcast(v4), dimensions={1}|f32[3,4]{1,0}",
    "broadcast(s), dimensions={}|f32[3,4]{1,0}",
    "broadcast(x), dimensions={0,2}|f32[4,3,8]{2,1,0}",
    "reshape(x)|f32[32]{0}",
    "reshape(x), inferred_dimension=0|f32[32]{0}",
    "dynamic-reshape(x, i, i)|f32[4,<=8]{1,0}",
    "transpose(x), dimensions={1,0}|f32[8,4]{0,1}",
    "reverse(x), dimensions={0,1}|f32[4,8]{1,0}",
    "reverse(x), dimensions={}|f32[4,8]{1,0}",
    "slice(x), slice={[0:4], [1:8]}|f32[4,7]{1,0}",
    "slice(x), slice={[0:4:2], [1:8:3]}|f32[2,3]{1,0}",
    "slice(s), slice={}|f32[]",
    "pad(x, s), padding=1_2x-1_0|f32[7,7]{1,0}",
    "pad(x, s), padding=0_0_1x0_0_0|f32[7,8]{1,0}",
    "pad(s, s), padding=|f32[]",
    "concatenate(x, x), dimensions={1}|f32[4,16]{1,0}",
    "concatenate(x), dimensions={0}|f32[4,8]{1,0}",
    "dynamic-slice(x, i, i), dynamic_slice_sizes={2,8}|f32[2,8]{1,0}",
    "dynamic-slice(x, iv), dynamic_slice_sizes={2,8}|f32[2,8]{1,0}",
    "dynamic-update-slice(x, x, i, i)|f32[4,8]{1,0}",
    "dynamic-update-slice(x, x, iv)|f32[4,8]{1,0}",
    "iota(), iota_dimension=1|s32[2,3]{1,0}",
    "iota(), iota_dimension=0|f32[2,3]{1,0}",
    "iota(), iota_dimension=0|c64[3]{0}",
    /* gather and scatter */
    "gather(x, ij), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, "
    "slice_sizes={1,8}|f32[5,8]{1,0}",
    "gather(x, ij), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, "
    "slice_sizes={1,8}, indices_are_sorted=true|f32[5,8]{1,0}",
    "gather(k3, k3i), offset_dims={2}, collapsed_slice_dims={1}, start_index_map={1}, operand_batching_dims={0}, "
    "start_indices_batching_dims={0}, index_vector_dim=2, slice_sizes={1,1,6}|f32[2,3,6]{2,1,0}",
    "scatter(x, ij, u), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, "
    "index_vector_dim=1, to_apply=add|f32[4,8]{1,0}",
    "scatter(x, ij, u), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, "
    "index_vector_dim=1, indices_are_sorted=true, unique_indices=true, to_apply=add|f32[4,8]{1,0}",
    "scatter(x, n, ij, u, un5), update_window_dims={1}, inserted_window_dims={0}, "
    "scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add2|(f32[4,8]{1,0}, s32[4,8]{1,0})",
    "scatter(k3, k3i, k3u), update_window_dims={2}, inserted_window_dims={1}, scatter_dims_to_operand_dims={1}, "
    "input_batching_dims={0}, scatter_indices_batching_dims={0}, index_vector_dim=2, to_apply=add|f32[2,8,6]{2,1,0}",
    /* contractions */
    "dot(x, x), lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={0}, rhs_contracting_dims={1}, "
    "algorithm=dot_any_f8_any_f8_f32|f32[4]{0}",
    "dot(x, x), lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={0}, rhs_contracting_dims={1}, "
    "algorithm=dot_any_f8_any_f8_f32_fast_accum|f32[4]{0}",
    "dot(x, x), lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={0}, rhs_contracting_dims={1}, "
    "algorithm=dot_f16_f16_f16|f32[4]{0}",
    "dot(x, x), lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={0}, rhs_contracting_dims={1}, "
    "algorithm=dot_f16_f16_f32|f32[4]{0}",
    "dot(x, x), lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={0}, rhs_contracting_dims={1}, "
    "algorithm=dot_bf16_bf16_bf16|f32[4]{0}",
    "dot(x, x), lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={0}, rhs_contracting_dims={1}, "
    "algorithm=dot_bf16_bf16_f32|f32[4]{0}",
    "dot(x, x), lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={0}, rhs_contracting_dims={1}, "
    "algorithm=dot_bf16_bf16_f32_x3|f32[4]{0}",
    "dot(x, x), lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={0}, rhs_contracting_dims={1}, "
    "algorithm=dot_bf16_bf16_f32_x6|f32[4]{0}",
    "dot(x, x), lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={0}, rhs_contracting_dims={1}, "
    "algorithm=dot_bf16_bf16_f32_x9|f32[4]{0}",
    "dot(x, x), lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={0}, rhs_contracting_dims={1}, "
    "algorithm=dot_tf32_tf32_f32|f32[4]{0}",
    "dot(x, x), lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={0}, rhs_contracting_dims={1}, "
    "algorithm=dot_tf32_tf32_f32_x3|f32[4]{0}",
    "dot(x, x), lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={0}, rhs_contracting_dims={1}, "
    "algorithm=dot_f32_f32_f32|f32[4]{0}",
    "dot(x, x), lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={0}, rhs_contracting_dims={1}, "
    "algorithm=dot_f64_f64_f64|f32[4]{0}",
    "dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={1}|f32[4,4]{1,0}",
    "dot(v4, v4), lhs_contracting_dims={}, rhs_contracting_dims={}|f32[4,4]{1,0}",
    "dot(x, x), lhs_contracting_dims={0,1}, rhs_contracting_dims={0,1}, operand_precision={highest,default}|f32[]",
    "dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={1}, operand_precision={high,highest}|bf16[4,4]{1,0}",
    "ragged-dot(x, k3, sizes), lhs_contracting_dims={1}, rhs_contracting_dims={1}, lhs_ragged_dims={0}, "
    "rhs_group_dims={0}|f32[4,6]{1,0}",
    "scaled-dot(x, x, xs, xs), lhs_contracting_dims={1}, rhs_contracting_dims={1}|f32[4,4]{1,0}",
    "convolution(im, k), window={size=3x3 stride=2x1 pad=1_1x0_-1 rhs_dilate=1x2}, dim_labels=b01f_01io->b01f, "
    "feature_group_count=2|f32[1,5,5,6]{3,2,1,0}",
    "convolution(im, k4), window={size=3x3 pad=1_1x1_1 lhs_dilate=2x1 rhs_reversal=1x0}, "
    "dim_labels=b01f_01io->b01f, operand_precision={highest,highest}|f32[1,19,10,6]{3,2,1,0}",
    "convolution(im2, k4), window={size=3x3}, dim_labels=b01f_01io->bf01, batch_group_count=2|f32[1,6,8,8]{3,2,1,0}",
    "convolution(x, x8), dim_labels=bf_io->bf|f32[4,4]{1,0}",
    "convolution(im, k4), window={size=3x3}, dim_labels=b01f_01io->b01f, "
    "algorithm=dot_f32_f32_f32|f32[1,8,8,6]{3,2,1,0}",
    "convolution(im, k4), window={size=3x3}, dim_labels=b01f_01io->b01f, "
    "convolution_kind=fprop|f32[1,8,8,6]{3,2,1,0}",
    /* reductions and windows */
    "reduce(x, s), dimensions={1}, to_apply=add|f32[4]{0}",
    "reduce(x, s), dimensions={0,1}, to_apply=add|f32[]",
    "reduce(x, s), dimensions={}, to_apply=add|f32[4,8]{1,0}",
    "reduce(x, n, s, i), dimensions={1}, to_apply=add2|(f32[4]{0}, s32[4]{0})",
    "reduce-window(x, s), window={size=1x3 pad=0_0x1_1}, to_apply=add|f32[4,8]{1,0}",
    "reduce-window(x, s), window={size=2x2 stride=2x2 lhs_dilate=1x2 rhs_dilate=2x1}, to_apply=add|f32[1,7]{1,0}",
    "reduce-window(x, n, s, i), window={size=1x8}, to_apply=add2|(f32[4,1]{1,0}, s32[4,1]{1,0})",
    "reduce-window(s, s), to_apply=add|f32[]",
    "select-and-scatter(x, x, s), window={size=1x1}, select=ge, scatter=add|f32[4,8]{1,0}",
    "select-and-scatter(x, x24, s), window={size=2x2 stride=2x2}, select=ge, scatter=add|f32[4,8]{1,0}",
    /* sorting, mapping, scanning */
    "sort(x), dimensions={1}, to_apply=ge|f32[4,8]{1,0}",
    "sort(x), dimensions={0}, is_stable=true, to_apply=ge|f32[4,8]{1,0}",
    "sort(x, n), dimensions={1}, is_stable=true, to_apply=lt2|(f32[4,8]{1,0}, s32[4,8]{1,0})",
    "topk(x), k=2, largest=true|(f32[4,2]{1,0}, s32[4,2]{1,0})",
    "topk(x), k=2, largest=false|(f32[4,2]{1,0}, s32[4,2]{1,0})",
    "topk(x), k=2, largest=false, is_stable=false|(f32[4,2]{1,0}, s32[4,2]{1,0})",
    "topk(x), k=2, largest=true, is_stable=true|(f32[4,2]{1,0}, s32[4,2]{1,0})",
    "map(x), dimensions={0,1}, to_apply=neg|f32[4,8]{1,0}",
    "map(x, x), dimensions={0,1}, to_apply=add|f32[4,8]{1,0}",
    "map(s), dimensions={}, to_apply=neg|f32[]",
    "scan(x, s), dimensions={0}, num_carries=1, to_apply=scanb|(f32[4,8]{1,0}, f32[])",
    "scan(x, s), dimensions={0}, num_carries=1, is_reverse=true, is_associative=true, "
    "to_apply=scanb|(f32[4,8]{1,0}, f32[])",
    /* transforms and matrices */
    "fft(c8), fft_type=FFT, fft_length={8}|c64[4,8]{1,0}",
    "fft(c8), fft_type=IFFT, fft_length={4,8}|c64[4,8]{1,0}",
    "fft(x), fft_type=RFFT, fft_length={8}|c64[4,5]{1,0}",
    "fft(c), fft_type=IRFFT, fft_length={8}|f32[4,8]{1,0}",
    "cholesky(sq)|f32[4,4]{1,0}",
    "cholesky(sq), lower=true|f32[4,4]{1,0}",
    "triangular-solve(sq, x), left_side=true, lower=true, transpose_a=ADJOINT|f32[4,8]{1,0}",
    "triangular-solve(sq, x), left_side=true, unit_diagonal=true, transpose_a=NO_TRANSPOSE|f32[4,8]{1,0}",
    "triangular-solve(sq, sq), lower=true, transpose_a=TRANSPOSE|f32[4,4]{1,0}",
    "batch-norm-inference(x, v4, v4, v4, v4), epsilon=0.001, feature_index=0|f32[4,8]{1,0}",
    "batch-norm-training(x, v4, v4), epsilon=1e-05, feature_index=0|(f32[4,8]{1,0}, f32[4]{0}, f32[4]{0})",
    "batch-norm-grad(x, v4, v4, v4, x), epsilon=0.123456791, feature_index=0|(f32[4,8]{1,0}, f32[4]{0}, f32[4]{0})",
    /* randomness */
    "rng-bit-generator(state), algorithm=rng_default|(u64[2]{0}, u32[3]{0})",
    "rng-bit-generator(state), algorithm=rng_three_fry|(u64[2]{0}, u32[3]{0})",
    "rng-bit-generator(state), algorithm=rng_philox|(u64[2]{0}, u32[3]{0})",
    "rng(s, s), distribution=rng_uniform|f32[3]{0}",
    "rng(s, s), distribution=rng_normal|f32[3]{0}",
    "rng-get-and-update-state(), delta=4096|u64[2]{0}",
    /* tuples and control flow */
    "tuple()|()",
    "tuple(x)|(f32[4,8]{1,0})",
    "get-tuple-element(tu), index=1|(s32[], pred[])",
    "tuple(tk, tu)|(token[], (f32[4,8]{1,0}, (s32[], pred[])))",
    "while(x), condition=yes, body=same|f32[4,8]{1,0}",
    "conditional(i, x, x), branch_computations={same, same}|f32[4,8]{1,0}",
    "conditional(b, x, x), true_computation=same, false_computation=same|f32[4,8]{1,0}",
    "conditional(i, x), branch_computations={same}|f32[4,8]{1,0}",
    "call(x), to_apply=same|f32[4,8]{1,0}",
    "call(x), to_apply=same, is_composite=true, "
    "frontend_attributes={composite.attributes={n = 1 : i32},composite.name=\"a.b\",composite.version=\"1\"}|f32[4,8]{1,0}",
    "fusion(x), kind=kLoop, calls=same|f32[4,8]{1,0}",
    "fusion(x), kind=kInput, calls=same|f32[4,8]{1,0}",
    "fusion(x), kind=kOutput, calls=same|f32[4,8]{1,0}",
    "fusion(x), kind=kCustom, calls=same|f32[4,8]{1,0}",
    "fusion(x), kind=kLoop, output_to_operand_aliasing={{}: (0, {})}, calls=same|f32[4,8]{1,0}",
    /* collectives: every spelling of groups */
    "all-reduce(x), channel_id=1, replica_groups={{0,1,2,3,4,5,6,7}}, use_global_device_ids=true, "
    "to_apply=add|f32[4,8]{1,0}",
    "all-reduce(x), channel_id=1, replica_groups=[1,8]<=[8], use_global_device_ids=true, to_apply=add|f32[4,8]{1,0}",
    "all-reduce(x), channel_id=1, replica_groups=[4,2]<=[2,4]T(1,0), use_global_device_ids=true, "
    "to_apply=add|f32[4,8]{1,0}",
    "all-reduce(x), channel_id=1, replica_groups=[2,4]<=[2,2,2]T(1,0,2), use_global_device_ids=true, "
    "to_apply=add|f32[4,8]{1,0}",
    "all-reduce(x), channel_id=1, replica_groups=mesh['x'=2,'y'=2,'z'=2] {'z','x'}, use_global_device_ids=true, "
    "to_apply=add|f32[4,8]{1,0}",
    "all-reduce(x), channel_id=1, replica_groups=mesh['x'=8] {'x':(2)2}, use_global_device_ids=true, "
    "to_apply=add|f32[4,8]{1,0}",
    "all-reduce(x), channel_id=1, replica_groups=mesh['x'=8] {'x':(1)2,'x':(4)2}, use_global_device_ids=true, "
    "to_apply=add|f32[4,8]{1,0}",
    "all-gather(x), channel_id=3, replica_groups={{0,1},{2,3}}, dimensions={1}, "
    "use_global_device_ids=true|f32[4,16]{1,0}",
    "all-gather(x), channel_id=3, replica_groups=[2,2]<=[4], dimensions={1}, "
    "use_global_device_ids=true|f32[4,16]{1,0}",
    "all-gather(x), channel_id=3, replica_groups=[2,2]<=[2,2]T(1,0), dimensions={1}, "
    "use_global_device_ids=true|f32[4,16]{1,0}",
    "all-gather(x), channel_id=3, replica_groups=mesh['a'=2,'b'=2] {'b'}, dimensions={1}, "
    "use_global_device_ids=true|f32[4,16]{1,0}",
    "all-gather(x), channel_id=3, replica_groups=mesh['a'=2,'b'=2] {'a'}, dimensions={1}, "
    "use_global_device_ids=true|f32[4,16]{1,0}",
    "all-gather(x), channel_id=3, replica_groups=mesh['a'=2,'b'=2], device_ids=(0,2,1,3) {'b'}, dimensions={1}, "
    "use_global_device_ids=true|f32[4,16]{1,0}",
    "all-gather(x), channel_id=3, replica_groups=mesh['a'=2,'b'=2], device_ids=([2,2]T(1,0)) {'b'}, "
    "dimensions={1}, use_global_device_ids=true|f32[4,16]{1,0}",
    "all-gather(x), channel_id=3, replica_groups=mesh['b'=4] {'b':(2)2}, dimensions={1}, "
    "use_global_device_ids=true|f32[4,16]{1,0}",
    "all-gather(x), channel_id=3, replica_groups=mesh['b'=4] {'b':(1)2}, dimensions={1}, "
    "use_global_device_ids=true|f32[4,16]{1,0}",
    "all-reduce(x), replica_groups={}, to_apply=add|f32[4,8]{1,0}",
    "all-reduce(x), replica_groups={{0,1}}, to_apply=add|f32[4,8]{1,0}",
    "all-reduce(x, x), replica_groups={}, to_apply=add|(f32[4,8]{1,0}, f32[4,8]{1,0})",
    "all-reduce(x), channel_id=1, replica_groups={{0},{1}}, constrain_layout=true, to_apply=add|f32[4,8]{1,0}",
    "all-gather(x), replica_groups={}, dimensions={0}|f32[8,8]{1,0}",
    "all-gather(x), replica_groups={}, constrain_layout=true, dimensions={0}|f32[8,8]{1,0}",
    "all-gather(x, x), replica_groups={}, dimensions={0}|(f32[8,8]{1,0}, f32[8,8]{1,0})",
    "reduce-scatter(x), channel_id=1, replica_groups={{0,1,2,3},{4,5,6,7}}, use_global_device_ids=true, "
    "dimensions={0}, to_apply=add|f32[1,8]{1,0}",
    "reduce-scatter(x), replica_groups={}, constrain_layout=true, dimensions={1}, to_apply=add|f32[4,4]{1,0}",
    "reduce-scatter(x, x), replica_groups={}, dimensions={1}, to_apply=add|(f32[4,4]{1,0}, f32[4,4]{1,0})",
    "all-to-all(x), channel_id=1, replica_groups=[2,2]<=[2,2]T(1,0), dimensions={1}|f32[4,8]{1,0}",
    "all-to-all(x, x), channel_id=1, replica_groups={{0,1},{2,3}}|(f32[4,8]{1,0}, f32[4,8]{1,0})",
    "all-to-all(x, x), replica_groups={{0,1}}, constrain_layout=true|(f32[4,8]{1,0}, f32[4,8]{1,0})",
    "collective-permute(x), channel_id=1, source_target_pairs={{0,1},{1,0}}|f32[4,8]{1,0}",
    "collective-permute(x), source_target_pairs={}|f32[4,8]{1,0}",
    "collective-permute(x, x), source_target_pairs={{0,1}}|(f32[4,8]{1,0}, f32[4,8]{1,0})",
    "collective-permute(x, x, cpi, cpi), channel_id=1, source_target_pairs={{0,1}}, "
    "slice_sizes={{1,8}}|f32[4,8]{1,0}",
    "collective-broadcast(x), channel_id=1, replica_groups={{0,1}}|f32[4,8]{1,0}",
    "collective-broadcast(x), replica_groups={{0,1}}, has_dynamic_root=true|f32[4,8]{1,0}",
    "ragged-all-to-all(x, x, iv, iv, iv, iv), replica_groups={{0,1}}|f32[4,8]{1,0}",
    "ragged-all-to-all(x, x, iv, iv, iv, iv), channel_id=2, replica_groups=[2,2]<=[4]|f32[4,8]{1,0}",
    "partition-id()|u32[]",
    "replica-id()|u32[]",
    "all-reduce-start(x), channel_id=1, replica_groups={{0,1,2,3,4,5,6,7}}, use_global_device_ids=true, "
    "to_apply=add|f32[4,8]{1,0}",
    "all-reduce-start(x, x), replica_groups={}, to_apply=add|(f32[4,8]{1,0}, f32[4,8]{1,0})",
    "all-gather-start(x), replica_groups={}, dimensions={0}|(f32[4,8]{1,0}, f32[8,8]{1,0})",
    "all-gather-start(x, x), replica_groups={}, dimensions={0}|((f32[4,8]{1,0}, f32[4,8]{1,0}), (f32[8,8]{1,0}, "
    "f32[8,8]{1,0}))",
    "collective-permute-start(x), source_target_pairs={{0,1}}|(f32[4,8]{1,0}, f32[4,8]{1,0}, u32[], u32[])",
    "copy-start(x)|(f32[4,8]{1,0:S(5)}, f32[4,8]{1,0}, u32[])",
    "copy-start(x), cross_program_prefetch_index=3|(f32[4,8]{1,0:S(5)}, f32[4,8]{1,0}, u32[])",
    /* tokens and the host */
    "after-all()|token[]",
    "after-all(tk)|token[]",
    "after-all(tk, tk)|token[]",
    "add-dependency(x, tk)|f32[4,8]{1,0}",
    "send(x, tk), channel_id=1|(f32[4,8]{1,0}, u32[], token[])",
    "send(x, tk), channel_id=1, is_host_transfer=true|(f32[4,8]{1,0}, u32[], token[])",
    "recv(tk), channel_id=1|(f32[4,8]{1,0}, u32[], token[])",
    "recv(tk), channel_id=1, is_host_transfer=true|(f32[4,8]{1,0}, u32[], token[])",
    "infeed(tk)|(f32[3]{0}, token[])",
    "infeed(tk), infeed_config=\"a\\\"b\"|((f32[3]{0}, s32[]), token[])",
    "outfeed(x, tk), outfeed_shape=f32[4,8]{1,0}|token[]",
    "outfeed(x, tk), outfeed_shape=f32[4,8]{0,1}, outfeed_config=\"cfg\"|token[]",
    "outfeed(tu, tk), outfeed_shape=(f32[4,8]{1,0}, (s32[], pred[]))|token[]",
    "domain(x), domain={kind=\"sharding\", entry={replicated}, exit={maximal device=1}}|f32[4,8]{1,0}",
    /* dimension sizes */
    "get-dimension-size(x), dimensions={1}|s32[]",
    "set-dimension-size(x, i), dimensions={1}|f32[4,<=8]{1,0}",
    "call(x), output_to_operand_aliasing={{}: (0, {})}, to_apply=same|f32[4,8]{1,0}",
    /* custom calls */
    "custom-call(x), padding_type=PADDING_SAME, custom_call_target=\"t\"|f32[4,8]{1,0}",
    "custom-call(x), operand_precision={highest}, custom_call_target=\"t\"|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\"|f32[4,8]{1,0}",
    "custom-call(x), window={size=2x2}, custom_call_target=\"t\"|f32[4,8]{1,0}",
    "custom-call(x), dim_labels=b01f_01io->b01f, custom_call_target=\"t\"|f32[4,8]{1,0}",
    "custom-call(x), window={size=3x3 stride=2x2 pad=1_1x1_1}, dim_labels=b01f_01io->b01f, feature_group_count=2, "
    "batch_group_count=3, custom_call_target=\"t\"|f32[4,8]{1,0}",
    "custom-call(x), feature_group_count=1, custom_call_target=\"t\"|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", operand_layout_constraints={f32[4,8]{0,1}}|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", custom_call_has_side_effect=true|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", called_computations={add, same}|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", called_computations={add}|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", output_to_operand_aliasing={{}: (0, {})}|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", output_to_operand_aliasing={{0}: (0, {}), {1,0}: (0, "
    "{1})}|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", literal=s32[2]{0} {1, 2}|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", literal=( s32[] 1, f32[2]{0} {1, 2} )|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", schedule=SCHEDULE_LATEST|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", schedule=SCHEDULE_EARLIEST|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", schedule=SCHEDULE_NONE|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", api_version=API_VERSION_ORIGINAL|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", api_version=API_VERSION_STATUS_RETURNING|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", api_version=API_VERSION_STATUS_RETURNING_UNIFIED|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", api_version=API_VERSION_TYPED_FFI|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", backend_config=\"x\\\"y\"|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", backend_config={\"a\":[1,{\"b\":\"}\"}]}|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", backend_config=\"{\\\"q\\\": 1}\"|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", backend_config=\"\"|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", backend_config={}|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", sharding={replicated}|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", sharding={devices=[2,2]<=[4]}|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", custom_call_has_side_effect=true, "
    "api_version=API_VERSION_TYPED_FFI, frontend_attributes={a=\"b\"}, backend_config={x = 1 : i64}|f32[4,8]{1,0}",
    /* shardings: tiles, ranges, meshes */
    "negate(x), sharding={replicated}|f32[4,8]{1,0}",
    "negate(x), sharding={manual}|f32[4,8]{1,0}",
    "negate(x), sharding={unknown}|f32[4,8]{1,0}",
    "negate(x), sharding={unreduced}|f32[4,8]{1,0}",
    "negate(x), sharding={maximal device=1}|f32[4,8]{1,0}",
    "negate(x), sharding={devices=[2,2]0,1,2,3}|f32[4,8]{1,0}",
    "negate(x), sharding={devices=[2,2]3,1,2,0}|f32[4,8]{1,0}",
    "negate(x), sharding={devices=[2,2]<=[4]}|f32[4,8]{1,0}",
    "negate(x), sharding={devices=[2,2]<=[2,2]T(1,0)}|f32[4,8]{1,0}",
    "negate(x), sharding={devices=[1,2,2]<=[4] last_tile_dim_replicate}|f32[4,8]{1,0}",
    "negate(x), sharding={devices=[2,1,2]<=[2,2]T(1,0) last_tile_dims={manual}}|f32[4,8]{1,0}",
    "negate(x), sharding={devices=[1,1,2,2]<=[4] last_tile_dims={manual,replicated}}|f32[4,8]{1,0}",
    "negate(x), sharding={devices=[2,1,2]0,1,2,3 last_tile_dim_replicate}|f32[4,8]{1,0}",
    "negate(x), sharding={devices=[1,2,2]<=[4] last_tile_dims={unreduced}}|f32[4,8]{1,0}",
    "negate(x), sharding={devices=[2,2]<=[4] metadata={op_name=\"foo\"}}|f32[4,8]{1,0}",
    "negate(x), sharding={replicated metadata={{op_name=\"a\"},{op_name=\"b\"}}}|f32[4,8]{1,0}",
    "negate(x), sharding={replicated shard_as 3}|f32[4,8]{1,0}",
    "negate(x), sharding={manual shard_like 1}|f32[4,8]{1,0}",
    "negate(x), sharding={devices=[2,2]<=[4] shard_as 2}|f32[4,8]{1,0}",
    "negate(x), sharding={devices=[1,2,2]<=[4] last_tile_dim_replicate shard_like 4}|f32[4,8]{1,0}",
    "negate(x), sharding={mesh['a'=2,'b'=2], [{'a'}, {'b'}]}|f32[4,8]{1,0}",
    "negate(x), sharding={mesh['a'=2,'b'=2], [{'b'}, {'a'}]}|f32[4,8]{1,0}",
    "negate(x), sharding={mesh['a'=2,'b'=2], [{}, {}], replicated={'a'}}|f32[4,8]{1,0}",
    "negate(x), sharding={mesh['a'=2,'b'=2], [{'a', ?}, {?}]}|f32[4,8]{1,0}",
    "negate(x), sharding={mesh['a'=4], [{'a':(1)2}, {'a':(2)2}]}|f32[4,8]{1,0}",
    "negate(x), sharding={mesh['a'=2,'b'=2], replicated}|f32[4,8]{1,0}",
    "negate(x), sharding={mesh['a'=2,'b'=2], manual}|f32[4,8]{1,0}",
    "negate(x), sharding={mesh['a'=2,'b'=2], unreduced}|f32[4,8]{1,0}",
    "negate(x), sharding={mesh['a'=2,'b'=2], [{'a'}, {}], unreduced={'b'}}|f32[4,8]{1,0}",
    "negate(x), sharding={mesh['a'=2,'b'=2], [{'a'}, {}], unreduced=max{'b'}}|f32[4,8]{1,0}",
    "negate(x), sharding={mesh['a'=2,'b'=2], [{'a'}, {}], manual={'b'}}|f32[4,8]{1,0}",
    "negate(x), sharding={mesh[], replicated}|f32[4,8]{1,0}",
    "negate(x), sharding={maximal_mesh[device_id=3]}|f32[4,8]{1,0}",
    "negate(x), sharding={mesh['a'=2,'b'=2], device_ids=(3,1,2,0), [{'a'}, {'b'}]}|f32[4,8]{1,0}",
    "negate(x), sharding={mesh['a'=2,'b'=2], device_ids=([2,2]T(1,0)), [{'a'}, {'b'}]}|f32[4,8]{1,0}",
    "negate(x), sharding={mesh['a'=2,'b'=2], [{'a','b'}, {}]}|f32[4,8]{1,0}",
    "negate(x), sharding={mesh['a'=2,'b'=2], unreduced=max}|f32[4,8]{1,0}",
    "negate(x), sharding={mesh['a'=2,'b'=2], [{'a'}, {'b'}], metadata={op_name=\"foo\"}}|f32[4,8]{1,0}",
    "tuple(x, v4), sharding={{replicated}, {devices=[4]<=[4]}}|(f32[4,8]{1,0}, f32[4]{0})",
    "tuple(x, v4), sharding={{replicated}, {mesh['a'=4], [{'a'}]}}|(f32[4,8]{1,0}, f32[4]{0})",
    "tuple(x, v4), sharding={replicated}|(f32[4,8]{1,0}, f32[4]{0})",
    "tuple(x, v4), sharding={{maximal device=0}, {manual}}|(f32[4,8]{1,0}, f32[4]{0})",
    "tuple(), sharding={}|()",
    /* annotations */
    "negate(x), frontend_attributes={a=\"b\"}|f32[4,8]{1,0}",
    "negate(x), frontend_attributes={a.b=\"c\",d={e = #x<\"y\">}}|f32[4,8]{1,0}",
    "negate(x), frontend_attributes={a=\"\",b=\"\\\"q\\\"\"}|f32[4,8]{1,0}",
    "negate(x), statistics={visualizing_index=0,a=1}|f32[4,8]{1,0}",
    "negate(x), statistics={visualizing_index=1,stat-1=33,stat-2=44.5}|f32[4,8]{1,0}",
    "exponential(x), result_accuracy={mode=highest}|f32[4,8]{1,0}",
    "exponential(x), result_accuracy={tolerance={atol=0.1,rtol=0.2,ulps=3}}|f32[4,8]{1,0}",
    "exponential(x), result_accuracy={mode=default}|f32[4,8]{1,0}",
    "tanh(x), result_accuracy={tolerance={atol=0,rtol=0.5,ulps=2}}|f32[4,8]{1,0}",
    "negate(x), origin={{\"v1\"}}|f32[4,8]{1,0}",
    "negate(x), origin={{\"v1\" {0,1}}}|f32[4,8]{1,0}",
    "tuple(x, s), origin={({\"v1\"}, {\"v2\"})}|(f32[4,8]{1,0}, f32[])",
    "negate(x), origin={[synthetic_call]}|f32[4,8]{1,0}",
    "tuple(x, s), origin={({\"v1\" {1}}, {})}|(f32[4,8]{1,0}, f32[])",
    "negate(x), backend_config=\"abc\"|f32[4,8]{1,0}",
    "negate(x), backend_config={\"a\":1}|f32[4,8]{1,0}",
    "negate(x), backend_config=\"{a}\"|f32[4,8]{1,0}",
    /* literals of every type */
    "constant(1.5)|f32[]",
    "constant(-0)|f32[]",
    "constant(0)|f32[]",
    "constant(nan)|f32[]",
    "constant(-nan)|f32[]",
    "constant(inf)|f32[]",
    "constant(-inf)|f32[]",
    "constant(3.40282347e+38)|f32[]",
    "constant(0.1)|f32[]",
    "constant(nan(0x7fffff))|f32[]",
    "constant(-nan(0x1))|f32[]",
    "constant(1e+10)|f32[]",
    "constant(16777216)|f32[]",
    "constant(1.17549435e-38)|f32[]",
    "constant(0.1)|f64[]",
    "constant(-0)|f64[]",
    "constant(nan)|f64[]",
    "constant(inf)|f64[]",
    "constant(4.94065645841247e-324)|f64[]",
    "constant(1.7976931348623157e+308)|f64[]",
    "constant(nan(0xf))|f64[]",
    "constant(1.5)|bf16[]",
    "constant(3.141)|bf16[]",
    "constant(nan)|bf16[]",
    "constant(inf)|bf16[]",
    "constant(-inf)|bf16[]",
    "constant(3.39e+38)|bf16[]",
    "constant(nan(0x3f))|bf16[]",
    "constant(65504)|f16[]",
    "constant(nan)|f16[]",
    "constant(nan(0x3f))|f16[]",
    "constant(1)|f8e5m2[]",
    "constant(nan)|f8e5m2[]",
    "constant(inf)|f8e5m2[]",
    "constant(-inf)|f8e5m2[]",
    "constant(0.25)|f8e5m2[]",
    "constant(-0)|f8e5m2[]",
    "constant(240)|f8e4m3[]",
    "constant(nan)|f8e4m3[]",
    "constant(inf)|f8e4m3[]",
    "constant(1.12)|f8e4m3[]",
    "constant(448)|f8e4m3fn[]",
    "constant(nan)|f8e4m3fn[]",
    "constant(-nan)|f8e4m3fn[]",
    "constant(0.0625)|f8e4m3fn[]",
    "constant(30)|f8e4m3b11fnuz[]",
    "constant(-nan)|f8e4m3b11fnuz[]",
    "constant(0)|f8e4m3b11fnuz[]",
    "constant(240)|f8e4m3fnuz[]",
    "constant(-nan)|f8e4m3fnuz[]",
    "constant(1)|f8e4m3fnuz[]",
    "constant(-nan)|f8e5m2fnuz[]",
    "constant(15.5)|f8e3m4[]",
    "constant(nan)|f8e3m4[]",
    "constant(inf)|f8e3m4[]",
    "constant(1)|f8e8m0fnu[]",
    "constant(2)|f8e8m0fnu[]",
    "constant(nan)|f8e8m0fnu[]",
    "constant(0.5)|f8e8m0fnu[]",
    "constant(6)|f4e2m1fn[]",
    "constant(0.5)|f4e2m1fn[]",
    "constant(-1.5)|f4e2m1fn[]",
    "constant(7.5)|f6e2m3fn[]",
    "constant(1)|f6e2m3fn[]",
    "constant(28)|f6e3m2fn[]",
    "constant(0.25)|f6e3m2fn[]",
    "constant(true)|pred[]",
    "constant(false)|pred[]",
    "constant(-1)|s1[]",
    "constant(0)|s1[]",
    "constant(1)|u1[]",
    "constant(0)|u1[]",
    "constant(-2)|s2[]",
    "constant(1)|s2[]",
    "constant(3)|u2[]",
    "constant(-8)|s4[]",
    "constant(7)|s4[]",
    "constant(15)|u4[]",
    "constant(-128)|s8[]",
    "constant(127)|s8[]",
    "constant(255)|u8[]",
    "constant(-32768)|s16[]",
    "constant(65535)|u16[]",
    "constant(-2147483648)|s32[]",
    "constant(2147483647)|s32[]",
    "constant(4294967295)|u32[]",
    "constant(-9223372036854775808)|s64[]",
    "constant(9223372036854775807)|s64[]",
    "constant(18446744073709551615)|u64[]",
    "constant((1, 0))|c64[]",
    "constant((0, 1))|c64[]",
    "constant((-0, nan))|c64[]",
    "constant((inf, -inf))|c64[]",
    "constant((1.5, 2.25))|c64[]",
    "constant((0.1, 0.2))|c128[]",
    "constant((1, 2))|c128[]",
    "constant({1, 2, 3})|f32[3]{0}",
    "constant({ { 1, 2 }, { 3, 4 } })|s32[2,2]{1,0}",
    "constant({ { 1, 2 }, { 3, 4 } })|s32[2,2]{0,1}",
    "constant({})|f32[0]{0}",
    "constant({ {}, {} })|f32[2,0]{1,0}",
    "constant({ })|f32[0,2]{1,0}",
    "constant({ { {1} } })|f32[1,1,1]{2,1,0}",
    "constant({ { { 1, 2 }, { 3, 4 } }, { { 5, 6 }, { 7, 8 } } })|s8[2,2,2]{2,1,0}",
    "constant({ { /*i0=0*/ { /*i1=0*/ { 1, 2 } }, { /*i1=1*/ { 3, 4 } } } })|s32[1,2,1,2]{3,2,1,0}",
    "constant({1, 0, 1})|pred[3]{0}",
    "constant({(1, 2), (3, 4)})|c64[2]{0}",
    "constant(( 1, {2, 3} ))|(s32[], f32[2]{0})",
    "constant({...})|f32[1000]{0}",
    "constant({...})|f32[2,3]{1,0}",
    "constant(1)|f32[]",
    "constant((  ))|()",
    "constant(( (  ), ( 1 ) ))|((), (s32[]))",
    "constant(true)|pred[]",
};
