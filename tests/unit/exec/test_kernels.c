/* Kernels against the reference evaluator: many small programs, each on random data. */
#include <stdio.h>
#include <string.h>

#include <math.h>

#include "runtime/compute/tile.h"
#include "runtime/compute/tile_ops.h"
#include "runtime/passes/optimise.h"
#include "runtime/plan/arg_reduce.h"
#include "runtime/text/text.h"
#include "tests/unit/exec/run_both.h"

/* Programs over one element type, written T. Computations may name %add, %max, %ge and %argmax. */
static const char *const programs[] = {
    /* products of complex numbers, parts of which are infinite or none */
    "ENTRY e { x = c64[6] constant({(inf, 0), (-inf, -inf), (0, inf), (nan, 1), (1e38, 1e38), (2, 3)}) y = c64[6] constant({(0, 1), (-inf, 0), (1e-20, 0), (1, 1), (10, -1), (1, -1)}) "
    "s = c64[6] multiply(x, x) p = c64[6] power(x, y) z = c64[6] subtract(x, x) o = c64[6] power(x, z) ROOT r = (c64[6], c64[6], c64[6]) tuple(s, o, z) }",
    /* broadcasts, slices and iotas read inside chains */
    "ENTRY e { a = T[5,300] parameter(0) b = T[300] parameter(1) c = T[5] parameter(2) bb = T[5,300] broadcast(b), dimensions={1} "
    "cb = T[5,300] broadcast(c), dimensions={0} x = T[5,300] multiply(a, bb) y = T[5,300] add(x, cb) ROOT r = T[5,300] subtract(y, a) }",
    "ENTRY e { a = T[3,7,9] parameter(0) s = T[] parameter(1) b = T[7] parameter(2) sb = T[3,7,9] broadcast(s), dimensions={} "
    "bb = T[3,7,9] broadcast(b), dimensions={1} x = T[3,7,9] add(a, sb) y = T[3,7,9] multiply(x, bb) "
    "z = T[2,7,9] slice(y), slice={[1:3], [0:7], [0:9]} w = T[2,7,9] slice(a), slice={[0:2], [0:7], [0:9]} q = T[2,7,9] add(z, w) "
    "ROOT r = (T[3,7,9], T[2,7,9]) tuple(x, q) }",
    "ENTRY e { a = T[40,33] parameter(0) i = T[40,33] iota(), iota_dimension=1 j = T[40,33] iota(), iota_dimension=0 "
    "x = T[40,33] add(a, i) ROOT r = T[40,33] maximum(x, j) }",
    "ENTRY e { a = T[6,4] parameter(0) i = T[4] iota(), iota_dimension=0 k = T[1,4] reshape(i) l = T[4] reshape(k) "
    "b = T[6,4] broadcast(l), dimensions={1} ROOT r = T[6,4] add(a, b) }",
    "ENTRY e { a = T[8,50] parameter(0) b = T[50,8] parameter(1) t = T[8,50] transpose(b), dimensions={1,0} ROOT r = T[8,50] add(a, t) }",
    "ENTRY e { a = T[8,5,40] parameter(0) b = T[5,8,40] parameter(1) t = T[8,5,40] transpose(b), dimensions={1,0,2} ROOT r = T[8,5,40] subtract(a, t) }",
    /* broadcasts that put dims in another order: of as many elements as before, of more, square, read by chains, under a slice and an iota */
    "ENTRY e { a = T[4,3] parameter(0) b = T[3,4] parameter(1) q = T[5,5] parameter(2) t = T[3,4] broadcast(a), dimensions={1,0} x = T[3,4] add(t, b) "
    "u = T[5,5] broadcast(q), dimensions={1,0} y = T[5,5] subtract(u, q) w = T[3,2,4] broadcast(a), dimensions={2,0} v = T[3,2,4] add(w, w) "
    "i = T[4,3] iota(), iota_dimension=1 j = T[3,4] broadcast(i), dimensions={1,0} z = T[3,4] add(j, b) k = T[3,2] slice(t), slice={[0:3], [1:3]} "
    "o = T[1,4,3] reshape(a) p = T[3,1,4] broadcast(o), dimensions={1,2,0} ROOT r = (T[3,4], T[3,4], T[5,5], T[3,2,4], T[3,4], T[3,2], T[3,1,4]) tuple(t, x, y, v, z, k, p) }",
    /* one element of an array, sliced out and broadcast over many tiles */
    "ENTRY e { a = T[7] parameter(0) b = T[5000] parameter(1) c = T[1] slice(a), slice={[3:4]} s = T[] reshape(c) x = T[5000] broadcast(s), dimensions={} "
    "y = T[5000] add(b, x) d = T[1] slice(a), slice={[2:3]} k = T[] reshape(d) ROOT r = T[5000] clamp(k, y, s) }",
    /* several results of one fused chain, some used later */
    "ENTRY e { a = T[1000] parameter(0) b = T[1000] parameter(1) x = T[1000] add(a, b) y = T[1000] multiply(x, a) z = T[1000] subtract(y, x) "
    "w = T[1000] negate(x) ROOT r = (T[1000], T[1000], T[1000], T[1000]) tuple(x, y, z, w) }",
    /* reductions over minor, major, middle, all, every other and no dims, of empty arrays, with initial values */
    "ENTRY e { a = T[9,700] parameter(0) z = T[] constant(0) s = T[9] reduce(a, z), dimensions={1}, to_apply=add "
    "m = T[700] reduce(a, z), dimensions={0}, to_apply=add o = T[] constant(1) p = T[] reduce(a, o), dimensions={0,1}, to_apply=add "
    "ROOT r = (T[9], T[700], T[]) tuple(s, m, p) }",
    "ENTRY e { a = T[5,6,7,3] parameter(0) z = T[] constant(1) s = T[5,7] reduce(a, z), dimensions={1,3}, to_apply=add "
    "m = T[6,3] reduce(a, z), dimensions={0,2}, to_apply=max n = T[5,3] reduce(a, z), dimensions={1,2}, to_apply=max "
    "ROOT r = (T[5,7], T[6,3], T[5,3]) tuple(s, m, n) }",
    "ENTRY e { a = T[4,0] parameter(0) z = T[] constant(2) ROOT s = T[4] reduce(a, z), dimensions={1}, to_apply=add }",
    "ENTRY e { a = T[0,4] parameter(0) b = T[0,4] add(a, a) ROOT t = T[4,0] transpose(b), dimensions={1,0} }",
    "ENTRY e { a = T[13,5] parameter(0) z = T[] constant(0) b = T[13,5] add(a, a) s = T[13] reduce(b, z), dimensions={1}, to_apply=max "
    "c = T[13,5] broadcast(s), dimensions={0} ROOT d = T[13,5] subtract(b, c) }",
    "ENTRY e { a = T[3,40] parameter(0) i = s32[3,40] iota(), iota_dimension=1 z = T[] constant(0) k = s32[] constant(0) "
    "ROOT r = (T[3], s32[3]) reduce(a, i, z, k), dimensions={1}, to_apply=argmax }",
    /* matrices: over rows, over columns, over two dims that are one, over dims that are not */
    "ENTRY e { a = T[300,70] parameter(0) i = s32[300,70] iota(), iota_dimension=0 z = T[] constant(0) k = s32[] constant(-1) "
    "ROOT r = (T[70], s32[70]) reduce(a, i, z, k), dimensions={0}, to_apply=argmax }",
    "ENTRY e { a = T[130,512] parameter(0) i = s32[130,512] iota(), iota_dimension=1 z = T[] constant(0) k = s32[] constant(-1) "
    "ROOT r = (T[130], s32[130]) reduce(a, i, z, k), dimensions={1}, to_apply=argmax }",
    "ENTRY e { a = T[9,8,20] parameter(0) i = s32[9,8,20] iota(), iota_dimension=1 z = T[] constant(0) k = s32[] constant(-1) "
    "ROOT r = (T[20], s32[20]) reduce(a, i, z, k), dimensions={0,1}, to_apply=argmax }",
    "ENTRY e { a = T[9,20,8] parameter(0) i = s32[9,20,8] iota(), iota_dimension=1 z = T[] constant(0) k = s32[] constant(-1) "
    "ROOT r = (T[20], s32[20]) reduce(a, i, z, k), dimensions={0,2}, to_apply=argmax }",
    "ENTRY e { a = T[20,1,5,4] parameter(0) i = s32[20,1,5,4] iota(), iota_dimension=2 z = T[] constant(0) k = s32[] constant(-1) "
    "ROOT r = (T[20,4], s32[20,4]) reduce(a, i, z, k), dimensions={1,2}, to_apply=argmax }",
    "ENTRY e { a = T[20,0] parameter(0) i = s32[20,0] iota(), iota_dimension=1 z = T[] constant(0) k = s32[] constant(-1) "
    "ROOT r = (T[20], s32[20]) reduce(a, i, z, k), dimensions={1}, to_apply=argmax }",
    "ENTRY e { a = T[64,2048] parameter(0) ROOT r = T[2048,64] transpose(a), dimensions={1,0} }",
    "ENTRY e { a = T[37,4096] parameter(0) ROOT r = T[4096,37] transpose(a), dimensions={1,0} }",
    "ENTRY e { a = T[2000] parameter(0) i = s32[2000] iota(), iota_dimension=0 z = T[] constant(0) k = s32[] constant(0) "
    "ROOT r = (T[], s32[]) reduce(a, i, z, k), dimensions={0}, to_apply=argmax }",
    "ENTRY e { a = T[41,1061] parameter(0) i = s32[41,1061] iota(), iota_dimension=1 z = T[] constant(0) k = s32[] constant(7) " /* long rows, some at a time */
    "ROOT r = (T[41], s32[41]) reduce(a, i, z, k), dimensions={1}, to_apply=argmax }",
    "ENTRY e { a = T[3,2,4100] parameter(0) i = s32[3,2,4100] iota(), iota_dimension=2 z = T[] constant(0) k = s32[] constant(7) "
    "ROOT r = (T[3], s32[3]) reduce(a, i, z, k), dimensions={1,2}, to_apply=argmax }",
    /* columns of two, three and four arrays side by side */
    "ENTRY e { a = T[531,1] parameter(0) b = T[531,1] parameter(1) c = T[531,1] parameter(2) d = T[531,1] parameter(3) p = T[531,2] concatenate(a, b), dimensions={1} "
    "q = T[531,3] concatenate(a, b, c), dimensions={1} s = T[531,4] concatenate(d, b, c, a), dimensions={1} ROOT r = (T[531,2], T[531,3], T[531,4]) tuple(p, q, s) }",
    /* windows: prefix sums, long and short windows, strides, dilations, negative pads */
    "ENTRY e { a = T[6,50] parameter(0) z = T[] constant(0) s = T[6,50] reduce-window(a, z), window={size=1x50 pad=0_0x49_0}, to_apply=add "
    "t = T[6,50] reduce-window(a, z), window={size=6x1 pad=0_5x0_0}, to_apply=add ROOT r = (T[6,50], T[6,50]) tuple(s, t) }",
    "ENTRY e { a = T[9,40,5] parameter(0) z = T[] constant(0) s = T[9,41,5] reduce-window(a, z), window={size=1x3x1 pad=0_0x2_1x0_0}, to_apply=add "
    "t = T[9,34,5] reduce-window(a, z), window={size=1x3x1 pad=0_0x-3_1x0_0 rhs_dilate=1x2x1}, to_apply=max "
    "u = T[10,40,7] reduce-window(a, z), window={size=2x1x3 pad=1_1x0_0x2_2}, to_apply=add ROOT r = (T[9,41,5], T[9,34,5], T[10,40,7]) tuple(s, t, u) }",
    "ENTRY e { a = T[3,60] parameter(0) z = T[] constant(0) s = T[3,41] reduce-window(a, z), window={size=1x20}, to_apply=add "
    "t = T[3,22] reduce-window(a, z), window={size=1x16 stride=1x2 pad=0_0x0_-2}, to_apply=max ROOT r = (T[3,41], T[3,22]) tuple(s, t) }",
    "ENTRY e { a = T[7,9] parameter(0) z = T[] constant(0) "
    "ROOT s = T[7,8] reduce-window(a, z), window={size=3x2 stride=2x2 pad=1_1x1_0 lhs_dilate=2x2 rhs_dilate=1x2}, to_apply=add }",
    "ENTRY e { a = T[8,8] parameter(0) b = T[4,4] parameter(1) z = T[] constant(0) "
    "ROOT s = T[8,8] select-and-scatter(a, b, z), window={size=2x2 stride=2x2}, select=ge, scatter=add }",
    "ENTRY e { a = T[3,9,8,5] parameter(0) b = T[3,5,4,5] parameter(1) z = T[] constant(1) ROOT s = T[3,9,8,5] select-and-scatter(a, b, z), "
    "window={size=1x3x3x1 stride=1x2x2x1 pad=0_0x1_1x0_1x0_0}, select=ge, scatter=add }",
    "ENTRY e { a = T[7,6] parameter(0) b = T[5,6] parameter(1) z = T[] constant(0) ROOT s = T[7,6] select-and-scatter(a, b, z), "
    "window={size=4x1 pad=1_0x0_0}, select=lt, scatter=add }",
    "ENTRY e { a = T[2,5,6] parameter(0) b = T[2,4,6] parameter(1) z = T[] constant(0) ROOT s = T[2,5,6] select-and-scatter(a, b, z), "
    "window={size=1x3x1 pad=0_0x1_0x0_0}, select=ge, scatter=max }",
    /* data movement */
    "ENTRY e { a = T[33,65] parameter(0) ROOT t = T[65,33] transpose(a), dimensions={1,0} }",
    "ENTRY e { a = T[3,5,7,2] parameter(0) ROOT t = T[2,5,3,7] transpose(a), dimensions={3,1,0,2} }",
    "ENTRY e { a = T[64,96] parameter(0) ROOT t = T[96,64] transpose(a), dimensions={1,0} }",
    "ENTRY e { a = T[5,6] parameter(0) v = T[5,6] reverse(a), dimensions={0,1} s = T[2,3] slice(v), slice={[1:5:2], [0:6:2]} "
    "z = T[] constant(3) ROOT p = T[4,8] pad(s, z), padding=1_1x2_1_1 }",
    "ENTRY e { a = T[7,6] parameter(0) z = T[] constant(1) ROOT p = T[5,5] pad(a, z), padding=-1_-1x-2_1 }",
    "ENTRY e { a = T[4,6] parameter(0) z = T[] constant(1) ROOT p = T[5,9] pad(a, z), padding=-1_-1_1x-1_-1_1 }",
    "ENTRY e { a = T[2,3] parameter(0) b = T[2,1] parameter(1) c = T[2,0] parameter(2) ROOT r = T[2,4] concatenate(a, b, c), dimensions={1} }",
    "ENTRY e { a = T[6,5] parameter(0) i = s32[] parameter(1) j = s32[] parameter(2) d = T[2,3] dynamic-slice(a, i, j), dynamic_slice_sizes={2,3} "
    "k = s32[] constant(-5) u = T[6,5] dynamic-update-slice(a, d, j, k) ROOT r = (T[2,3], T[6,5]) tuple(d, u) }",
    "ENTRY e { a = T[50,8] parameter(0) i = s32[11,1] parameter(1) g = T[11,8] gather(a, i), offset_dims={1}, collapsed_slice_dims={0}, "
    "start_index_map={0}, index_vector_dim=1, slice_sizes={1,8} ROOT n = T[11,8] negate(g) }",
    "ENTRY e { a = T[5,6,7] parameter(0) i = s32[4,2] parameter(1) ROOT g = T[4,2,6,3] gather(a, i), offset_dims={1,2,3}, "
    "collapsed_slice_dims={}, start_index_map={2,0}, index_vector_dim=1, slice_sizes={2,6,3} }",
    "ENTRY e { a = T[3,9] parameter(0) i = s32[3,4] parameter(1) j = s32[3,4,1] reshape(i) ROOT g = T[3,4] gather(a, j), offset_dims={}, "
    "collapsed_slice_dims={1}, start_index_map={1}, operand_batching_dims={0}, start_indices_batching_dims={0}, index_vector_dim=2, slice_sizes={1,1} }",
    "ENTRY e { a = T[3,9] parameter(0) i = s32[3,40] parameter(1) j = s32[3,40,1] reshape(i) ROOT g = T[3,40] gather(a, j), offset_dims={}, "
    "collapsed_slice_dims={1}, start_index_map={1}, operand_batching_dims={0}, start_indices_batching_dims={0}, index_vector_dim=2, slice_sizes={1,1} }",
    "ENTRY e { a = T[4,20] parameter(0) i = s32[5,20] parameter(1) ROOT g = T[5,20] gather(a, i), offset_dims={}, "
    "collapsed_slice_dims={0}, start_index_map={0}, operand_batching_dims={1}, start_indices_batching_dims={1}, index_vector_dim=2, slice_sizes={1,1} }",
    "ENTRY e { a = T[4,20] parameter(0) i = s32[50] parameter(1) ROOT g = T[50,1] gather(a, i), offset_dims={1}, "
    "collapsed_slice_dims={1}, start_index_map={1}, index_vector_dim=1, slice_sizes={1,1} }",
    /* more positions than are worked out at once: windows of several runs, single elements and longer ones; indices of other types, some outside */
    "ENTRY e { a = T[2,3,5,4] parameter(0) i = s32[2,9,33,2] parameter(1) k = u32[2,9,33,2] convert(i) l = s8[2,9,33,2] convert(i) "
    "b = T[2,3,9,33] gather(a, i), offset_dims={1}, collapsed_slice_dims={2,3}, start_index_map={2,3}, operand_batching_dims={0}, start_indices_batching_dims={0}, index_vector_dim=3, slice_sizes={1,3,1,1} "
    "c = T[2,3,9,33] gather(a, k), offset_dims={1}, collapsed_slice_dims={2,3}, start_index_map={3,2}, operand_batching_dims={0}, start_indices_batching_dims={0}, index_vector_dim=3, slice_sizes={1,3,1,1} "
    "d = T[2,9,33,3,2,2] gather(a, l), offset_dims={3,4,5}, collapsed_slice_dims={}, start_index_map={2,3}, operand_batching_dims={0}, start_indices_batching_dims={0}, index_vector_dim=3, slice_sizes={1,3,2,2} "
    "j = s32[1188] reshape(i) h = s32[2] slice(j), slice={[0:2]} f = T[9,33] gather(b, h), offset_dims={0,1}, collapsed_slice_dims={0,1}, start_index_map={0,1}, index_vector_dim=0, slice_sizes={1,1,9,33} "
    "n = u32[1188] reshape(k) m = u32[594] slice(n), slice={[3:597]} o = T[120] reshape(a) p = T[594,1] gather(o, m), offset_dims={1}, collapsed_slice_dims={}, start_index_map={0}, index_vector_dim=1, slice_sizes={1} "
    "ROOT r = (T[2,3,9,33], T[2,3,9,33], T[2,9,33,3,2,2], T[9,33], T[594,1]) tuple(b, c, d, f, p) }",
    "ENTRY e { a = T[10,4] parameter(0) i = s32[6,1] parameter(1) u = T[6,4] parameter(2) ROOT s = T[10,4] scatter(a, i, u), "
    "update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add }",
    "ENTRY e { a = T[10,4] parameter(0) i = s32[3,2] parameter(1) u = T[3,2,2] parameter(2) ROOT s = T[10,4] scatter(a, i, u), "
    "update_window_dims={1,2}, inserted_window_dims={}, scatter_dims_to_operand_dims={0,1}, index_vector_dim=1, to_apply=second }",
    /* single elements scattered: one index and two, with the same ones often and some outside; batching dims; more positions than are worked out at once */
    "ENTRY e { a = T[10] parameter(0) i = s32[700,1] parameter(1) u = T[700] parameter(2) "
    "b = T[10] scatter(a, i, u), update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add "
    "c = T[10] scatter(a, i, u), update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=max "
    "d = T[10] scatter(a, i, u), update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=min "
    "f = T[10] scatter(a, i, u), update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=second "
    "g = T[10] slice(u), slice={[3:13]} h = s32[10,1] slice(i), slice={[5:15], [0:1]} m = T[10] scatter(a, h, g), update_window_dims={}, "
    "inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=mul ROOT r = (T[10], T[10], T[10], T[10], T[10]) tuple(b, c, d, f, m) }",
    "ENTRY e { a = T[10,4] parameter(0) i = s32[700,1] parameter(1) k = u32[700,1] convert(i) v = T[700] parameter(2) u = T[700,1] reshape(v) "
    "b = T[10,4] scatter(a, i, u), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add "
    "c = T[10,4] scatter(a, k, u), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={1}, index_vector_dim=1, to_apply=add "
    "ROOT r = (T[10,4], T[10,4]) tuple(b, c) }",
    "ENTRY e { a = T[5,7] parameter(0) i = s32[6,90,2] parameter(1) k = s8[6,90,2] convert(i) u = T[6,90] parameter(2) b = T[5,7] scatter(a, i, u), update_window_dims={}, "
    "inserted_window_dims={0,1}, scatter_dims_to_operand_dims={1,0}, index_vector_dim=2, to_apply=max c = T[5,7] scatter(a, k, u), update_window_dims={}, "
    "inserted_window_dims={0,1}, scatter_dims_to_operand_dims={0,1}, index_vector_dim=2, to_apply=second ROOT r = (T[5,7], T[5,7]) tuple(b, c) }",
    "ENTRY e { a = T[4,9] parameter(0) i = s32[30,4,1] parameter(1) u = T[30,4] parameter(2) ROOT s = T[4,9] scatter(a, i, u), update_window_dims={}, inserted_window_dims={1}, "
    "scatter_dims_to_operand_dims={1}, input_batching_dims={0}, scatter_indices_batching_dims={1}, index_vector_dim=2, to_apply=max }",
    /* rows that are some vectors long, and longer than is combined in a loop; rows of batches, each with its own indices; one update for all, of the program and of a parameter */
    "ENTRY e { a = T[8,37] parameter(0) i = s32[300,1] parameter(1) u = T[300,37] parameter(2) l = T[8,300] parameter(3) v = T[20,300] parameter(4) j = s32[20,1] slice(i), slice={[7:27], [0:1]} "
    "b = T[8,37] scatter(a, i, u), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=max "
    "c = T[8,37] scatter(a, i, u), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=second "
    "w = T[20,37] slice(u), slice={[0:20], [0:37]} "
    "d = T[8,37] scatter(a, j, w), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add "
    "f = T[8,300] scatter(l, j, v), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add "
    "ROOT r = (T[8,37], T[8,37], T[8,37], T[8,300]) tuple(b, c, d, f) }",
    "ENTRY e { a = T[3,2,6] parameter(0) i = s32[3,2,50,1] parameter(1) u = T[3,2,50] parameter(2) p = T[] parameter(3) o = T[] constant(2) "
    "b = T[3,2,6] scatter(a, i, u), update_window_dims={}, inserted_window_dims={2}, scatter_dims_to_operand_dims={2}, input_batching_dims={0,1}, scatter_indices_batching_dims={0,1}, index_vector_dim=3, to_apply=max "
    "q = T[3,2,50] broadcast(p), dimensions={} c = T[3,2,6] scatter(a, i, q), update_window_dims={}, inserted_window_dims={2}, scatter_dims_to_operand_dims={2}, input_batching_dims={0,1}, scatter_indices_batching_dims={0,1}, index_vector_dim=3, to_apply=add "
    "k = T[3,2,50] broadcast(o), dimensions={} d = T[3,2,6] scatter(a, i, k), update_window_dims={}, inserted_window_dims={2}, scatter_dims_to_operand_dims={2}, input_batching_dims={0,1}, scatter_indices_batching_dims={0,1}, index_vector_dim=3, to_apply=add "
    "h = s32[2,3,50,1] transpose(i), dimensions={1,0,2,3} t = T[2,3,50] transpose(u), dimensions={1,0,2} g = T[3,2,6] scatter(a, h, t), update_window_dims={}, inserted_window_dims={2}, scatter_dims_to_operand_dims={2}, input_batching_dims={0,1}, scatter_indices_batching_dims={1,0}, index_vector_dim=3, to_apply=second "
    "m = T[3,2,6] scatter(a, i, k), update_window_dims={}, inserted_window_dims={2}, scatter_dims_to_operand_dims={2}, input_batching_dims={0,1}, scatter_indices_batching_dims={0,1}, index_vector_dim=3, to_apply=second "
    "n = s8[3,2,50,1] convert(i) x = T[3,2,6] scatter(a, n, k), update_window_dims={}, inserted_window_dims={2}, scatter_dims_to_operand_dims={2}, input_batching_dims={0,1}, scatter_indices_batching_dims={0,1}, index_vector_dim=3, to_apply=add "
    "ROOT r = (T[3,2,6], T[3,2,6], T[3,2,6], T[3,2,6], T[3,2,6], T[3,2,6]) tuple(b, c, d, g, m, x) }",
    "ENTRY e { a = T[4,9] parameter(0) i = s32[1] parameter(1) u = T[3,2] parameter(2) ROOT s = T[4,9] scatter(a, i, u), update_window_dims={0,1}, inserted_window_dims={}, "
    "scatter_dims_to_operand_dims={1}, index_vector_dim=0, to_apply=max }",
    /* extremes of short rows */
    "ENTRY e { a = T[40,8] parameter(0) b = T[40,8] add(a, a) z = T[] constant(1) s = T[40] reduce(b, z), dimensions={1}, to_apply=max t = T[40] reduce(a, z), dimensions={1}, to_apply=min "
    "ROOT r = (T[40], T[40]) tuple(s, t) }",
    "ENTRY e { a = T[40,15] parameter(0) b = T[40,15] add(a, a) z = T[] constant(1) s = T[40] reduce(b, z), dimensions={1}, to_apply=max t = T[40] reduce(a, z), dimensions={1}, to_apply=min "
    "ROOT r = (T[40], T[40]) tuple(s, t) }",
    "ENTRY e { a = T[40,17] parameter(0) b = T[40,17] add(a, a) z = T[] constant(1) s = T[40] reduce(b, z), dimensions={1}, to_apply=max t = T[40] reduce(a, z), dimensions={1}, to_apply=min "
    "ROOT r = (T[40], T[40]) tuple(s, t) }",
    "ENTRY e { a = T[40,31] parameter(0) b = T[40,31] add(a, a) z = T[] constant(1) s = T[40] reduce(b, z), dimensions={1}, to_apply=max t = T[40] reduce(a, z), dimensions={1}, to_apply=min "
    "ROOT r = (T[40], T[40]) tuple(s, t) }",
    "ENTRY e { a = T[40,33] parameter(0) b = T[40,33] add(a, a) z = T[] constant(1) s = T[40] reduce(b, z), dimensions={1}, to_apply=max t = T[40] reduce(a, z), dimensions={1}, to_apply=min "
    "ROOT r = (T[40], T[40]) tuple(s, t) }",
    "ENTRY e { a = T[40,50] parameter(0) b = T[40,50] add(a, a) z = T[] constant(1) s = T[40] reduce(b, z), dimensions={1}, to_apply=max t = T[40] reduce(a, z), dimensions={1}, to_apply=min "
    "ROOT r = (T[40], T[40]) tuple(s, t) }",
    "ENTRY e { a = T[45,64] parameter(0) b = T[45,64] add(a, a) z = T[] constant(1) s = T[45] reduce(b, z), dimensions={1}, to_apply=add ROOT t = T[45] add(s, s) }",
    /* contractions: layouts that BLAS supports, and others */
    "ENTRY e { a = T[7,5] parameter(0) b = T[5,9] parameter(1) ROOT d = T[7,9] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0} }",
    "ENTRY e { a = T[5,7] parameter(0) b = T[9,5] parameter(1) ROOT d = T[7,9] dot(a, b), lhs_contracting_dims={0}, rhs_contracting_dims={1} }",
    "ENTRY e { a = T[2,6,3,4] parameter(0) b = T[2,5,3,4] parameter(1) ROOT d = T[2,3,6,5] dot(a, b), lhs_batch_dims={0,2}, rhs_batch_dims={0,2}, "
    "lhs_contracting_dims={3}, rhs_contracting_dims={3} }",
    "ENTRY e { a = T[3,4,5] parameter(0) b = T[5,6,3] parameter(1) ROOT d = T[4,6] dot(a, b), lhs_contracting_dims={0,2}, rhs_contracting_dims={2,0} }",
    "ENTRY e { a = T[4,3,2] parameter(0) b = T[3] parameter(1) ROOT d = T[4,2] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0} }",
    "ENTRY e { a = T[30] parameter(0) b = T[30,40] parameter(1) ROOT d = T[40] dot(a, b), lhs_contracting_dims={0}, rhs_contracting_dims={0} }",
    "ENTRY e { a = T[1,8] parameter(0) b = T[5,8] parameter(1) ROOT d = T[1,5] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={1} }",
    "ENTRY e { a = T[3] parameter(0) b = T[4] parameter(1) ROOT d = T[3,4] dot(a, b), lhs_contracting_dims={}, rhs_contracting_dims={} }",
    "ENTRY e { a = T[3,0] parameter(0) b = T[0,4] parameter(1) ROOT d = T[3,4] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0} }",
    "ENTRY e { a = T[2,9,8,6] parameter(0) k = T[3,2,6,5] parameter(1) ROOT c = T[2,5,4,5] convolution(a, k), "
    "window={size=3x2 stride=2x2 pad=1_1x0_0}, dim_labels=b01f_01io->b01f }",
    "ENTRY e { a = T[2,4,9,8] parameter(0) k = T[6,2,3,3] parameter(1) ROOT c = T[2,6,7,10] convolution(a, k), "
    "window={size=3x3 pad=0_0x2_2 lhs_dilate=1x1 rhs_dilate=1x1 rhs_reversal=1x1}, dim_labels=bf01_oi01->bf01, feature_group_count=2 }",
    "ENTRY e { a = T[2,5,8] parameter(0) k = T[3,8,1] parameter(1) b = T[3,1,8] reshape(k) ROOT c = T[2,9,8] convolution(a, b), "
    "window={size=3 pad=1_1 lhs_dilate=2}, dim_labels=b0f_0io->b0f, feature_group_count=8 }",
    "ENTRY e { a = T[5,6,4,3] parameter(0) k = T[5,4,3,2] parameter(1) ROOT c = T[2,2,3,4] convolution(a, k), window={size=5x4 rhs_dilate=1x1 pad=1_0x0_0}, "
    "dim_labels=01bf_01io->f01b }",
    /* selection, clamps, comparisons */
    "ENTRY e { a = T[77] parameter(0) b = T[77] parameter(1) lo = T[] constant(0) hi = T[] constant(1) c = T[77] clamp(lo, a, hi) "
    "p = pred[77] compare(a, b), direction=LT n = pred[77] not(p) q = pred[77] or(p, n) s = T[77] select(p, c, b) "
    "ROOT r = (T[77], pred[77], pred[77]) tuple(s, p, q) }",
    "ENTRY e { a = T[20] parameter(0) p = pred[] parameter(1) b = T[20] negate(a) s = T[20] select(p, a, b) ROOT t = T[20] abs(s) }",
    /* sorting */
    "ENTRY e { a = T[3,200] parameter(0) ROOT s = T[3,200] sort(a), dimensions={1}, is_stable=true, to_apply=lt }",
    "ENTRY e { a = T[70,3] parameter(0) i = s32[70,3] iota(), iota_dimension=0 ROOT s = (T[70,3], s32[70,3]) sort(a, i), dimensions={0}, is_stable=true, to_apply=gt2 }",
    "ENTRY e { a = T[90] parameter(0) b = s32[90] parameter(1) ROOT s = (T[90], s32[90]) sort(a, b), dimensions={0}, is_stable=true, to_apply=both }",
    "ENTRY e { a = T[4,150] parameter(0) t = (T[4,150], s32[4,150]) topk(a), k=150, largest=true u = (T[4,5], s32[4,5]) topk(a), k=5, largest=false "
    "x = T[4,150] get-tuple-element(t), index=0 y = s32[4,150] get-tuple-element(t), index=1 z = T[4,5] get-tuple-element(u), index=0 w = s32[4,5] get-tuple-element(u), index=1 "
    "ROOT r = (T[4,150], s32[4,150], T[4,5], s32[4,5]) tuple(x, y, z, w) }",
    /* loops and branches */
    "b { p = (s32[], T[9], T[9]) parameter(0) i = s32[] get-tuple-element(p), index=0 x = T[9] get-tuple-element(p), index=1 y = T[9] get-tuple-element(p), index=2 "
    "o = s32[] constant(1) j = s32[] add(i, o) z = T[9] subtract(x, y) ROOT r = (s32[], T[9], T[9]) tuple(j, y, z) } "
    "c { p = (s32[], T[9], T[9]) parameter(0) i = s32[] get-tuple-element(p), index=0 n = s32[] constant(5) ROOT l = pred[] compare(i, n), direction=LT } "
    "ENTRY e { a = T[9] parameter(0) b0 = T[9] parameter(1) z = s32[] constant(0) t = (s32[], T[9], T[9]) tuple(z, a, b0) "
    "w = (s32[], T[9], T[9]) while(t), condition=c, body=b x = T[9] get-tuple-element(w), index=1 y = T[9] get-tuple-element(w), index=2 "
    "s = T[9] add(x, a) ROOT r = (T[9], T[9], T[9]) tuple(s, y, x) }",
    "b { p = (s32[], T[5,4], T[4]) parameter(0) i = s32[] get-tuple-element(p), index=0 x = T[5,4] get-tuple-element(p), index=1 y = T[4] get-tuple-element(p), index=2 "
    "o = s32[] constant(1) j = s32[] add(i, o) k = s32[] constant(0) u = T[1,4] reshape(y) z = T[5,4] dynamic-update-slice(x, u, i, k) v = T[4] add(y, y) "
    "ROOT r = (s32[], T[5,4], T[4]) tuple(j, z, v) } "
    "c { p = (s32[], T[5,4], T[4]) parameter(0) i = s32[] get-tuple-element(p), index=0 n = s32[] constant(5) ROOT l = pred[] compare(i, n), direction=LT } "
    "ENTRY e { a = T[5,4] parameter(0) b0 = T[4] parameter(1) z = s32[] constant(0) t = (s32[], T[5,4], T[4]) tuple(z, a, b0) "
    "w = (s32[], T[5,4], T[4]) while(t), condition=c, body=b x = T[5,4] get-tuple-element(w), index=1 ROOT r = T[5,4] subtract(x, a) }",
    "f { p = T[6] parameter(0) ROOT n = T[6] negate(p) } g { p = T[6] parameter(0) q = T[6] add(p, p) ROOT m = T[6] multiply(q, p) } "
    "ENTRY e { i = s32[] parameter(0) a = T[6] parameter(1) c = T[6] conditional(i, a, a, a), branch_computations={f, g, f} "
    "k = pred[] parameter(2) d = T[6] conditional(k, c, a), true_computation=g, false_computation=f ROOT r = T[6] add(c, d) }",
    "f { p = T[6] parameter(0) q = T[6] parameter(1) ROOT n = T[6] subtract(p, q) } "
    "ENTRY e { a = T[6] parameter(0) b = T[6] parameter(1) c = T[6] call(a, b), to_apply=f ROOT d = T[6] call(c, a), to_apply=f }",
    "f { p = T[] parameter(0) q = T[] parameter(1) s = T[] subtract(p, q) ROOT n = T[] multiply(s, p) } "
    "ENTRY e { a = T[60] parameter(0) b = T[60] parameter(1) ROOT m = T[60] map(a, b), dimensions={0}, to_apply=f }",
};

static const char *const helpers =
    "add { x = T[] parameter(0) y = T[] parameter(1) ROOT r = T[] add(x, y) } "
    "min { x = T[] parameter(0) y = T[] parameter(1) ROOT r = T[] minimum(x, y) } mul { x = T[] parameter(0) y = T[] parameter(1) ROOT r = T[] multiply(x, y) } "
    "max { x = T[] parameter(0) y = T[] parameter(1) ROOT r = T[] maximum(x, y) } "
    "second { x = T[] parameter(0) ROOT y = T[] parameter(1) } "
    "ge { x = T[] parameter(0) y = T[] parameter(1) ROOT r = pred[] compare(x, y), direction=GE } "
    "lt { x = T[] parameter(0) y = T[] parameter(1) ROOT r = pred[] compare(x, y), direction=LT } "
    "gt2 { x = T[] parameter(0) y = T[] parameter(1) i = s32[] parameter(2) j = s32[] parameter(3) ROOT r = pred[] compare(x, y), direction=GT } "
    "both { x = T[] parameter(0) y = T[] parameter(1) i = s32[] parameter(2) j = s32[] parameter(3) l = pred[] compare(x, y), direction=LT "
    "m = pred[] compare(i, j), direction=LT q = pred[] compare(x, y), direction=EQ ROOT r = pred[] select(q, m, l) } "
    "argmax { x = T[] parameter(0) i = s32[] parameter(1) y = T[] parameter(2) j = s32[] parameter(3) g = pred[] compare(x, y), direction=GT "
    "q = pred[] compare(x, y), direction=EQ l = pred[] compare(i, j), direction=LT a = pred[] and(q, l) o = pred[] or(g, a) "
    "v = T[] select(g, x, y) k = s32[] select(o, i, j) ROOT r = (T[], s32[]) tuple(v, k) } ";

/* Replaces every T that stands for the type, which is one before a bracket. */
static void append_typed(GString *out, const char *text, const char *type)
{
    for (const char *p = text; *p; p++)
        if (*p == 'T' && p[1] == '[')
            g_string_append(out, type);
        else
            g_string_append_c(out, *p);
}

/* The parser wants one instruction on each line. */
static void break_lines(GString *s)
{
    for (gsize i = 1; i + 1 < s->len; i++)
        if (s->str[i] == ' ' && (s->str[i - 1] == ')' || s->str[i - 1] == '}' || s->str[i - 1] == '{' || g_ascii_isalnum(s->str[i - 1]))) {
            const char *p = s->str + i + 1;
            const char *q = p;
            if (g_str_has_prefix(q, "ROOT "))
                q += 5;
            while (g_ascii_isalnum(*q))
                q++;
            if ((q > p && g_str_has_prefix(q, " = ")) || *p == '}')
                s->str[i] = '\n';
        }
}

static const char *const types[] = { "f32", "f64", "bf16", "f16", "s32", "s64", "u8", "s8", "u16", "u32" };

static void test_programs(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(programs); i++)
        for (guint k = 0; k < G_N_ELEMENTS(types); k++) {
            g_autoptr(GString) text = g_string_new("HloModule m\n");
            append_typed(text, helpers, types[k]);
            append_typed(text, programs[i], types[k]);
            break_lines(text);
            g_autoptr(IrModule) m = module_of(text->str);
            g_autofree char *what = g_strdup_printf("%s of %s", programs[i], types[k]);
            g_autoptr(GPtrArray) args = random_args(m, 1, 17 + i, types[k][0] == 's' || types[k][0] == 'u' ? 5 : 9);
            check_against_reference(m, 1, args, what);
        }
}


/* ---- argmax and argmin ---- */

typedef struct ArgRule {
    const char *text; /* of computation `best`, T the elements' type, I that of positions */
    bool is_known;    /* as argmax or argmin, also of floats */
} ArgRule;

#define ARG_PARAMS "best {\n x = T parameter(0)\n i = I parameter(1)\n y = T parameter(2)\n j = I parameter(3)\n"
#define ARG_CHOICE " v = T select(g, x, y)\n k = I select(o, i, j)\n ROOT r = (T, I) tuple(v, k)\n}\n"
#define ARG_TIES(after) " q = pred[] compare(x, y), direction=EQ\n l = pred[] compare(i, j), direction=" after "\n a = pred[] and(q, l)\n o = pred[] or(g, a)\n"
static const ArgRule arg_rules[] = {
    /* the first of equal elements, a NaN stays: as JAX writes it; the last one; the least */
    { ARG_PARAMS " p = pred[] compare(x, y), direction=GT\n n = pred[] compare(x, x), direction=NE\n g = pred[] or(p, n)\n" ARG_TIES("LT") ARG_CHOICE, true },
    { ARG_PARAMS " p = pred[] compare(x, y), direction=GT\n n = pred[] compare(x, x), direction=NE\n g = pred[] or(p, n)\n" ARG_TIES("GT") ARG_CHOICE, true },
    { ARG_PARAMS " p = pred[] compare(x, y), direction=LT\n n = pred[] compare(x, x), direction=NE\n g = pred[] or(p, n)\n" ARG_TIES("LT") ARG_CHOICE, true },
    /* by the order of operands; operands exchanged */
    { ARG_PARAMS " p = pred[] compare(x, y), direction=LT\n g = pred[] not(p)\n o = pred[] not(p)\n" ARG_CHOICE, false },
    { ARG_PARAMS " g = pred[] compare(y, x), direction=LE\n o = pred[] compare(x, y), direction=GE\n" ARG_CHOICE, true },
    { ARG_PARAMS " p = pred[] compare(y, x), direction=LE\n g = pred[] not(p)\n o = pred[] not(p)\n" ARG_CHOICE, false },
    { ARG_PARAMS " g = pred[] compare(x, y), direction=GT\n o = pred[] compare(x, y), direction=GT\n" ARG_CHOICE, true },
    { ARG_PARAMS " g = pred[] compare(x, y), direction=LT\n o = pred[] compare(x, y), direction=LT\n" ARG_CHOICE, true },
    /* a NaN gives way: as TensorFlow writes it, and with both numbers in one comparison */
    { ARG_PARAMS " g = pred[] compare(x, y), direction=GE\n e = pred[] compare(x, y), direction=EQ\n c = I select(g, i, j)\n m = I minimum(i, j)\n v = T select(g, x, y)\n"
      " k = I select(e, m, c)\n ROOT r = (T, I) tuple(v, k)\n}\n", true },
    { ARG_PARAMS " g = pred[] compare(x, y), direction=LE\n e = pred[] compare(x, y), direction=EQ\n c = I select(g, i, j)\n m = I minimum(i, j)\n v = T select(g, x, y)\n"
      " k = I select(e, m, c)\n ROOT r = (T, I) tuple(v, k)\n}\n", true },
    { ARG_PARAMS " g = pred[] compare(x, y), direction=GT\n" ARG_TIES("LT") ARG_CHOICE, true },
    /* other things: the position of the other one, the greatest position, sums */
    { ARG_PARAMS " g = pred[] compare(x, y), direction=GT\n o = pred[] compare(x, y), direction=LT\n" ARG_CHOICE, false },
    { ARG_PARAMS " v = T maximum(x, y)\n k = I maximum(i, j)\n ROOT r = (T, I) tuple(v, k)\n}\n", false },
    { ARG_PARAMS " v = T maximum(x, y)\n k = I add(i, j)\n ROOT r = (T, I) tuple(v, k)\n}\n", false },
};

static const char *const arg_shapes[] = { "3,40,1", "5,7,1", "70,20,1", "1,140000,1", "3,2000,1", "2,70000,1", "6,20,20", "2,3000,3", "3,9,700", "1,5,33", "40,2,5", "1,1,9", "4,0,3" };

static char *typed(const char *text, const char *elem, const char *at)
{
    g_autoptr(GString) s = g_string_new(text);
    g_autofree char *t = g_strdup_printf(" %s[] ", elem), *i = g_strdup_printf(" %s[] ", at), *both = g_strdup_printf("(%s[], %s[])", elem, at);
    g_string_replace(s, "(T, I)", both, 0);
    g_string_replace(s, " T ", t, 0);
    g_string_replace(s, " I ", i, 0);
    return g_string_free(g_steal_pointer(&s), FALSE);
}

/* Few different elements, so that many are equal; with_nan: some are none. */
static void fill_few(Tensor *t, guint32 seed, bool with_nan)
{
    static const double few[] = { 0, -0.0, 1, -2, 3, -INFINITY, 3, 1, NAN };
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    for (int64_t i = 0; i < t->type->n_elems; i++) {
        int k = g_rand_int_range(rand, 0, with_nan && g_rand_int_range(rand, 0, 20) == 0 ? 9 : 8);
        if (elem_is_float(t->type->elem))
            tensor_set_f64(t, i, few[k]);
        else
            tensor_set_i64(t, i, k);
    }
}

/* Positions along the middle dim that another order of computing would not give, with a start value that wins, that loses, and that is met. */
static void test_arg_reduce(void)
{
    static const char *const elems[] = { "f32", "f64", "bf16", "f16", "s32", "s64", "u8", "s8", "u16", "s16", "u32", "u64" };
    static const char *const ats[] = { "s32", "s64", "u32", "s16" };
    static const char *const starts[] = { "3", "-inf", "0", "nan", "9" };
    enum { LONG = 50000 };
    int n_known = 0;
    for (guint r = 0; r < G_N_ELEMENTS(arg_rules); r++)
        for (guint e = 0; e < G_N_ELEMENTS(elems); e++)
            for (guint s = 0; s < G_N_ELEMENTS(arg_shapes); s++) {
                bool is_float = e < 4;
                guint n = r + e + s;
                const char *elem = elems[e], *at = ats[n % 4], *shape = arg_shapes[s], *start = starts[is_float ? n / 4 % 5 : n / 4 % 2 * 2];
                int64_t dims[3] = { 0 };
                g_assert_cmpint(sscanf(shape, "%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT, &dims[0], &dims[1], &dims[2]), ==, 3);
                if (strcmp(at, "s16") == 0 && dims[1] > 30000)
                    at = "s32";
                g_autofree char *rule = typed(arg_rules[r].text, elem, at);
                g_autofree char *text = g_strdup_printf("HloModule m\n%sENTRY e {\n a = %s[%s] parameter(0)\n i = %s[%s] iota(), iota_dimension=1\n z = %s[] constant(%s)\n"
                                                        " k = %s[] constant(0)\n ROOT r = (%s[%d,%d], %s[%d,%d]) reduce(a, i, z, k), dimensions={1}, to_apply=best\n}\n", rule, elem, shape, at, shape,
                                                        elem, start, at, elem, (int)dims[0], (int)dims[2], at, (int)dims[0], (int)dims[2]);
                g_autoptr(IrModule) m = module_of(text);
                bool known = arg_reduce_of(m->entry->root, NULL);
                if (is_float && dims[1] > 1 && dims[0] > 0)
                    g_assert_cmpint(known, ==, arg_rules[r].is_known);
                n_known += known;
                if (!known && dims[1] > 1) /* any order will do, and another result */
                    continue;
                if (dims[1] > LONG && n % 5 != 0) /* a part of these, since the reference takes its time */
                    continue;
                g_autoptr(GPtrArray) args = random_args(m, 1, 1, 1);
                fill_few(args->pdata[0], n, n % 3 == 0);
                g_autofree char *what = g_strdup_printf("argmax by rule %d of %s[%s] from %s, positions %s", (int)r, elem, shape, start, at);
                check_against_reference(m, 1, args, what);
            }
    g_assert_cmpint(n_known, >, 500);
}

/* The maximum beside an argmax is computed once, and is the same, of zeros of both signs and of NaNs too. */
static void test_extremes(void)
{
    static const char *const elems[] = { "f32", "bf16", "f64", "s32" };
    for (guint e = 0; e < G_N_ELEMENTS(elems); e++)
        for (guint s = 0; s < G_N_ELEMENTS(arg_shapes); s++)
            for (int least = 0; least < 2; least++) {
                const char *elem = elems[e], *shape = arg_shapes[s], *start = strcmp(elem, "s32") == 0 ? "-5" : least ? "inf" : "-inf";
                int64_t dims[3] = { 0 };
                g_assert_cmpint(sscanf(shape, "%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT, &dims[0], &dims[1], &dims[2]), ==, 3);
                g_autofree char *rule = typed(arg_rules[least ? 2 : 0].text, elem, "s32"), *result = g_strdup_printf("%s[%d,%d]", elem, (int)dims[0], (int)dims[2]);
                g_autofree char *text = g_strdup_printf("HloModule m\n%sextreme {\n x = %s[] parameter(0)\n y = %s[] parameter(1)\n ROOT r = %s[] %s(x, y)\n}\nENTRY e {\n"
                                                        " a = %s[%s] parameter(0)\n z = %s[] constant(%s)\n o = %s[] constant(1)\n b = %s reduce(a, z), dimensions={1}, to_apply=extreme\n"
                                                        " n = %s broadcast(o), dimensions={}\n d = %s divide(n, b)\n i = s32[%s] iota(), iota_dimension=1\n k = s32[] constant(0)\n"
                                                        " r = (%s, s32[%d,%d]) reduce(a, i, z, k), dimensions={1}, to_apply=best\n at = s32[%d,%d] get-tuple-element(r), index=1\n"
                                                        " ROOT t = (%s, %s, s32[%d,%d]) tuple(b, d, at)\n}\n", rule, elem, elem, elem, least ? "minimum" : "maximum", elem, shape, elem, start,
                                                        elem, result, result, result, shape, result, (int)dims[0], (int)dims[2], (int)dims[0], (int)dims[2], result, result,
                                                        (int)dims[0], (int)dims[2]);
                g_autoptr(IrModule) m = module_of(text), plain = module_of(text);
                bool known = dims[0] > 0 && dims[1] > 1;
                g_assert_cmpint(pass_extremes(m), ==, known);
                int n_reduces = 0;
                for (int i = 0; i < m->entry->n_ops; i++)
                    n_reduces += m->entry->ops[i]->code == OP_reduce;
                g_assert_cmpint(n_reduces, ==, known ? 1 : 2);
                GError *error = NULL;
                module_verify(m, &error);
                g_assert_no_error(error);
                g_autoptr(GPtrArray) args = random_args(m, 1, 1, 1);
                fill_few(args->pdata[0], s + e, s % 2 == 0);
                for (int64_t i = 0; s % 3 == 0 && elem_is_float(((Tensor *)args->pdata[0])->type->elem) && i < ((Tensor *)args->pdata[0])->type->n_elems; i++)
                    tensor_set_f64(args->pdata[0], i, i * 7 % 5 ? -0.0 : 0.0);
                g_autoptr(GPtrArray) got = run_executor(m, 1, args, 2, &error), want = run_executor(plain, 1, args, 1, &error);
                g_assert_no_error(error);
                for (guint i = 0; i < want->len; i++) {
                    double abs = 0, rel = 0;
                    if (!tensor_compare(got->pdata[i], want->pdata[i], &abs, &rel))
                        g_error("result %d of %s[%s]: max_abs %g", (int)i, elem, shape, abs);
                }
            }
}

/* Every element-wise op on values that include the edges of its type. */
static void fill_edges(Tensor *t, int seed)
{
    static const double edges[] = { 0, -0.0, 1, -1, 2, -3, 0.5, -0.5, 1.5, 2.5, 1e-3, 20, -20, INFINITY, -INFINITY, NAN, 3e38, 7 };
    static const int64_t ints[] = { 0, 1, -1, 2, 7, 8, 31, 32, 63, 64, 100, -128, 127, INT32_MIN, INT32_MAX, INT64_MIN, INT64_MAX, 255 };
    for (int64_t i = 0; i < t->type->n_elems; i++) {
        int64_t k = seed ? i / (int64_t)G_N_ELEMENTS(edges) : i;
        if (elem_is_float(t->type->elem))
            tensor_set_f64(t, i, edges[k % (int64_t)G_N_ELEMENTS(edges)]);
        else
            tensor_set_i64(t, i, ints[k % (int64_t)G_N_ELEMENTS(ints)]);
    }
}

static void test_elementwise(void)
{
    static const char *const floats[] = { "f32", "f64", "bf16", "f16" };
    static const char *const ints[] = { "s8", "s16", "s32", "s64", "u8", "u16", "u32", "u64", "pred" };
    static const char *const unary[] = { "abs", "negate", "sign", "ceil", "floor", "round-nearest-afz", "round-nearest-even", "exponential",
        "exponential-minus-one", "log", "log-plus-one", "logistic", "sqrt", "rsqrt", "cbrt", "sine", "cosine", "tan", "tanh", "erf", "asinh", "acosh", "is-finite",
        "not", "popcnt", "count-leading-zeros", "real", "imag", "copy" };
    static const char *const binary[] = { "add", "subtract", "multiply", "divide", "remainder", "power", "maximum", "minimum", "and", "or", "xor",
        "shift-left", "shift-right-arithmetic", "shift-right-logical", "atan2" };
    int n_run = 0;
    for (int pass = 0; pass < 2; pass++)
        for (guint o = 0; o < (pass ? G_N_ELEMENTS(binary) : G_N_ELEMENTS(unary)); o++)
            for (guint k = 0; k < G_N_ELEMENTS(floats) + G_N_ELEMENTS(ints); k++) {
                const char *op = pass ? binary[o] : unary[o];
                const char *t = k < G_N_ELEMENTS(floats) ? floats[k] : ints[k - G_N_ELEMENTS(floats)];
                const char *result = strcmp(op, "is-finite") == 0 ? "pred" : t;
                g_autofree char *text = g_strdup_printf("HloModule m\nENTRY e {\n a = %s[324] parameter(0)\n b = %s[324] parameter(1)\n"
                                                        " ROOT r = %s[324] %s(a%s)\n}\n", t, t, result, op, pass ? ", b" : "");
                GError *error = NULL;
                g_autoptr(IrModule) m = hlo_parse("test.hlo", text, strlen(text), NULL);
                if (!m || !module_verify(m, &error)) { /* the op is not defined for this type */
                    g_clear_error(&error);
                    continue;
                }
                g_autoptr(GPtrArray) args = random_args(m, 1, 1, 1);
                fill_edges(args->pdata[0], 0);
                fill_edges(args->pdata[1], 1);
                /* Includes cases such as an integer power with a negative exponent. */
                g_autofree char *what = g_strdup_printf("%s of %s", op, t);
                g_autoptr(Program) program = program_new(m, 1, &error);
                g_autoptr(Executable) exe = program ? executable_new(program, &error) : NULL;
                if (!exe) {
                    g_assert_error(error, SHARD_ERROR, SHARD_ERROR_UNSUPPORTED);
                    g_test_message("%s: %s", what, error->message);
                    g_clear_error(&error);
                    continue;
                }
                check_against_reference(m, 1, args, what);
                n_run++;
            }
    g_assert_cmpint(n_run, >, 200);
}

static void test_convert(void)
{
    static const char *const all[] = { "f32", "f64", "bf16", "f16", "s2", "s4", "s8", "s16", "s32", "s64", "u2", "u4", "u8", "u16", "u32", "u64", "pred", "f8e8m0fnu", "f4e2m1fn" };
    for (guint i = 0; i < G_N_ELEMENTS(all); i++)
        for (guint j = 0; j < G_N_ELEMENTS(all); j++) {
            g_autofree char *text = g_strdup_printf("HloModule m\nENTRY e {\n a = %s[324] parameter(0)\n b = %s[324] parameter(1)\n x = %s[324] convert(a)\n y = %s[324] convert(b)\n"
                                                    " ROOT r = (%s[324], %s[324]) tuple(x, y)\n}\n", all[i], all[i], all[j], all[j], all[j], all[j]);
            g_autoptr(IrModule) m = module_of(text);
            g_autoptr(GPtrArray) args = random_args(m, 1, 3, 1);
            fill_edges(args->pdata[0], 0);
            g_autofree char *what = g_strdup_printf("convert %s to %s", all[i], all[j]);
            check_against_reference(m, 1, args, what);
        }
}

/* The bits of a type of less than a byte read as another, alone and in a loop. */
static void test_cast_narrow(void)
{
    static const char *const pairs[][2] = { { "s4", "u4" }, { "u4", "s4" }, { "s2", "u2" }, { "u2", "s2" }, { "s4", "f4e2m1fn" }, { "f4e2m1fn", "s4" }, { "s4", "s4" } };
    for (guint i = 0; i < G_N_ELEMENTS(pairs); i++) {
        const char *from = pairs[i][0], *to = pairs[i][1];
        g_autofree char *text = g_strdup_printf(
            "HloModule m\nless { p = (s32[], %s[324]) parameter(0)\n i = s32[] get-tuple-element(p), index=0\n n = s32[] constant(3)\n ROOT r = pred[] compare(i, n), direction=LT }\n"
            "again { p = (s32[], %s[324]) parameter(0)\n i = s32[] get-tuple-element(p), index=0\n one = s32[] constant(1)\n j = s32[] add(i, one)\n"
            " x = %s[324] get-tuple-element(p), index=1\n y = %s[324] bitcast-convert(x)\n z = %s[324] reverse(y), dimensions={0}\n w = %s[324] bitcast-convert(z)\n"
            " ROOT r = (s32[], %s[324]) tuple(j, w) }\n"
            "ENTRY e {\n a = %s[324] parameter(0)\n b = %s[324] bitcast-convert(a)\n zero = s32[] constant(0)\n t = (s32[], %s[324]) tuple(zero, a)\n"
            " w = (s32[], %s[324]) while(t), condition=less, body=again\n c = %s[324] get-tuple-element(w), index=1\n ROOT r = (%s[324], %s[324]) tuple(b, c)\n}\n",
            from, from, from, to, to, from, from, from, to, from, from, from, to, from);
        g_autoptr(IrModule) m = module_of(text);
        g_autoptr(GPtrArray) args = random_args(m, 1, 3, 1);
        fill_edges(args->pdata[0], 0);
        g_autofree char *what = g_strdup_printf("cast %s to %s", from, to);
        check_against_reference(m, 1, args, what);
    }
}

/* Sums and products of integers of less than a byte are cut to their bits, wherever they are computed. */
static void test_cut_integers(void)
{
    static const char *const all[] = { "s2", "s4", "u2", "u4" };
    for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
        g_autofree char *template = g_strdup(
            "HloModule m, replica_count=2\n"
            "add { p = T[] parameter(0)\n  q = T[] parameter(1)\n  ROOT r = T[] add(p, q) }\n"
            "mul { p = T[] parameter(0)\n  q = T[] parameter(1)\n  ROOT r = T[] multiply(p, q) }\n"
            "ge { p = T[] parameter(0)\n  q = T[] parameter(1)\n  ROOT r = pred[] compare(p, q), direction=GE }\n"
            "ENTRY e {\n  a = T[8,12] parameter(0)\n  b = T[12,8] parameter(1)\n  zero = T[] constant(0)\n  one = T[] constant(1)\n"
            "  dot = T[8,8] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
            "  wide = s32[8,8] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
            "  image = T[1,8,12,1] reshape(a)\n  filter = T[12,8,1,1] reshape(b)\n  few = T[3,3,1,1] slice(filter), slice={[0:3], [0:3], [0:1], [0:1]}\n"
            "  conv = T[1,6,10,1] convolution(image, few), window={size=3x3}, dim_labels=b01f_01io->b01f\n"
            "  sum = T[8] reduce(a, zero), dimensions={1}, to_apply=add\n  product = T[12] reduce(a, one), dimensions={0}, to_apply=mul\n"
            "  fused = T[8,12] maximum(a, a)\n  all = T[] reduce(fused, zero), dimensions={0,1}, to_apply=add\n"
            "  windows = T[4,4] reduce-window(a, zero), window={size=5x9}, to_apply=add\n"
            "  at = s32[12,1] constant({{1},{1},{1},{2},{1},{1},{3},{1},{1},{0},{1},{1}})\n"
            "  scattered = T[8] scatter(sum, at, product), update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add\n"
            "  chosen = T[8,12] select-and-scatter(a, windows, zero), window={size=5x9}, select=ge, scatter=add\n"
            "  iota = T[40] iota(), iota_dimension=0\n  far = s32[40] convert(iota)\n  met = T[8,12] all-reduce(a), replica_groups={{0,1}}, to_apply=add\n"
            "  ROOT r = (T[8,8], s32[8,8], T[1,6,10,1], T[8], T[12], T[], T[4,4], T[8], T[8,12], T[40], s32[40], T[8,12]) tuple(dot, wide, conv, sum, product, all, windows, scattered, chosen, iota, far, met)\n}\n");
        g_auto(GStrv) parts = g_strsplit(template, "T[", -1);
        g_autofree char *with = g_strconcat(all[i], "[", NULL), *text = g_strjoinv(with, parts);
        g_autoptr(IrModule) m = module_of(text);
        g_autoptr(GPtrArray) args = random_args(m, 2, 3, all[i][1] == '2' ? 1 : 7);
        check_against_reference(m, 2, args, all[i]);
    }
}

/* Of all pairs of numbers: the loops for bytes compute them, and the evaluator does not. */
static void test_narrow_ops(void)
{
    static const char *const all[] = { "s2", "s4", "u2", "u4" };
    for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
        const bool is_signed = all[i][0] == 's';
        g_autofree char *template = g_strdup_printf(
            "HloModule m\nENTRY e {\n  i = s32[256] iota(), iota_dimension=0\n  many = s32[] constant(16)\n  n = s32[256] broadcast(many), dimensions={}\n  j = s32[256] divide(i, n)\n"
            "  x = T[256] convert(i)\n  y = T[256] convert(j)\n  a = T[256] add(x, y)\n  b = T[256] subtract(x, y)\n  c = T[256] multiply(x, y)\n  d = T[256] and(x, y)\n"
            "  f = T[256] or(x, y)\n  g = T[256] xor(x, y)\n  h = T[256] not(x)\n  k = T[256] %s\n  l = T[256] negate(y)\n  o = T[256] multiply(b, c)\n  p = T[256] maximum(a, o)\n"
            "  ROOT r = (T[256], T[256], T[256], T[256], T[256], T[256], T[256], T[256], T[256], T[256]) tuple(a, b, c, d, f, g, h, k, l, p)\n}\n",
            is_signed ? "abs(x)" : "add(x, x)");
        g_auto(GStrv) parts = g_strsplit(template, "T[", -1);
        g_autofree char *with = g_strconcat(all[i], "[", NULL), *text = g_strjoinv(with, parts);
        g_autoptr(IrModule) m = module_of(text);
        for (int k = 0; k < m->entry->n_ops; k++)
            if (op_info[m->entry->ops[k]->code].family == FAMILY_elementwise)
                g_assert_true(tile_can_apply(m->entry->ops[k]));
        g_autoptr(GPtrArray) args = random_args(m, 1, 3, 1);
        check_against_reference(m, 1, args, all[i]);
    }
}

/* Numbers without a leading bit keep their places, and below eight bits f16 decides what is too small. */
static void test_reduce_precision(void)
{
    static const char *const kinds[] = { "f16", "bf16", "f32", "f64", "f8e5m2", "f8e4m3fn", "f8e4m3b11fnuz", "f8e8m0fnu" };
    static const int to[][2] = { { 5, 10 }, { 8, 7 }, { 5, 2 }, { 4, 3 }, { 6, 5 }, { 3, 1 }, { 1, 0 }, { 8, 23 } };
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
        for (guint k = 0; k < G_N_ELEMENTS(to); k++) {
            g_autofree char *text = g_strdup_printf("HloModule m\nENTRY e {\n a = f32[240] parameter(0)\n small = f32[] constant(3e-5)\n s = f32[240] broadcast(small), dimensions={}\n"
                                                    " b = f32[240] multiply(a, s)\n tiny = f32[] constant(3e-40)\n t = f32[240] broadcast(tiny), dimensions={}\n u = f32[240] multiply(a, t)\n"
                                                    " c = f32[720] concatenate(a, b, u), dimensions={0}\n d = %s[720] convert(c)\n ROOT r = %s[720] reduce-precision(d), exponent_bits=%d, mantissa_bits=%d\n}\n", kinds[i], kinds[i], to[k][0], to[k][1]);
            g_autoptr(IrModule) m = module_of(text);
            g_autoptr(GPtrArray) args = random_args(m, 1, 3, 1);
            check_against_reference(m, 1, args, text);
        }
}

static void test_rng(void)
{
    static const char *const algorithms[] = { "rng_three_fry", "rng_philox", "rng_default" };
    static const char *const shapes[] = { "u32[6,5]", "u32[3,5]", "u64[7]", "u8[9,2]", "u32[]", "u16[33]" };
    for (guint a = 0; a < 3; a++)
        for (guint s = 0; s < G_N_ELEMENTS(shapes); s++)
            for (int words = 2; words < (a ? 4 : 3); words++) {
                g_autofree char *text = g_strdup_printf("HloModule m\nENTRY e {\n a = u64[%d] parameter(0)\n ROOT r = (u64[%d], %s) rng-bit-generator(a), algorithm=%s\n}\n",
                                                        words, words, shapes[s], algorithms[a]);
                g_autoptr(IrModule) m = module_of(text);
                g_autoptr(GPtrArray) args = random_args(m, 1, 5, 1 << 30);
                check_against_reference(m, 1, args, text);
            }
}

/* Transforms of lengths of small factors, of large primes, of odd and even ones; of one dim and more; of lines that fill no vector. */
static void test_fft(void)
{
    static const struct { const char *whole, *half, *lengths; } shapes[] = {
        { "1", "1", "1" }, { "5,2", "5,2", "2" }, { "3,9", "3,5", "9" }, { "9,16", "9,9", "16" }, { "2,210", "2,106", "210" }, { "1,17", "1,9", "17" }, { "6,38", "6,20", "38" },
        { "3,4,5", "3,4,3", "4,5" }, { "2,6,7,4", "2,6,7,3", "6,7,4" }, { "17,1", "17,1", "17,1" }, { "64,10", "64,6", "64,10" },
    };
    static const char *const kinds[] = { "FFT", "IFFT", "RFFT", "IRFFT" };
    for (int k = 0; k < 8; k++)
        for (guint i = 0; i < G_N_ELEMENTS(shapes); i++) {
            const char *real = k < 4 ? "f32" : "f64", *complex = k < 4 ? "c64" : "c128", *kind = kinds[k % 4];
            bool from_real = k % 4 == 2, to_real = k % 4 == 3;
            g_autofree char *text = g_strdup_printf("HloModule m\nENTRY e {\n a = %s[%s] parameter(0)\n ROOT f = %s[%s] fft(a), fft_type=%s, fft_length={%s}\n}\n",
                                                    from_real ? real : complex, to_real ? shapes[i].half : shapes[i].whole, to_real ? real : complex,
                                                    from_real ? shapes[i].half : shapes[i].whole, kind, shapes[i].lengths);
            g_autoptr(IrModule) m = module_of(text);
            g_autoptr(GPtrArray) args = random_args(m, 1, 3 + i, 5);
            check_against_reference(m, 1, args, text);
        }
}

/* Complex numbers, and ops that only the reference evaluator implements. */
static void test_rare(void)
{
    static const char *const texts[] = {
        "ENTRY e {\n a = c64[5,7] parameter(0)\n b = c64[7,4] parameter(1)\n d = c64[5,4] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
        " x = c64[5,4] multiply(d, d)\n y = c64[5,4] exponential(x)\n z = c64[5,4] divide(d, y)\n r = f32[5,4] real(z)\n i = f32[5,4] imag(z)\n m = f32[5,4] abs(d)\n"
        " s = f32[5,4] add(r, i)\n ROOT t = f32[5,4] subtract(s, m)\n}\n",
        "ENTRY e {\n a = f32[700] parameter(0)\n b = f32[700] parameter(1)\n c = c64[700] complex(a, b)\n d = c64[700] add(c, c)\n ROOT r = f32[700] abs(d)\n}\n",
        "ENTRY e {\n a = f32[4,8] parameter(0)\n f = c64[4,5] fft(a), fft_type=RFFT, fft_length={8}\n g = f32[4,8] fft(f), fft_type=IRFFT, fft_length={8}\n ROOT r = f32[4,8] add(g, a)\n}\n",
        "ENTRY e {\n a = f32[3,5,5] parameter(0)\n b = f32[3,5,2] parameter(1)\n o = f32[] constant(9)\n oo = f32[3,5,5] broadcast(o), dimensions={}\n c = f32[3,5,5] add(a, oo)\n"
        " ROOT r = f32[3,5,2] triangular-solve(c, b), left_side=true, lower=true, transpose_a=NO_TRANSPOSE\n}\n",
        "add {\n x = f32[] parameter(0)\n y = f32[] parameter(1)\n ROOT r = f32[] add(x, y)\n}\n"
        "ENTRY e {\n a = f32[4,6,3] parameter(0)\n s = f32[3] parameter(1)\n o = f32[3] parameter(2)\n ROOT r = (f32[4,6,3], f32[3], f32[3]) batch-norm-training(a, s, o), epsilon=0.01, feature_index=2\n}\n",
        /* integers of several sizes, groups of features and of images, features first */
        "ENTRY e {\n a = s8[3,9,8,6] parameter(0)\n k = s8[3,2,6,5] parameter(1)\n ROOT c = s32[3,5,4,5] convolution(a, k), window={size=3x2 stride=2x2 pad=1_1x0_0}, dim_labels=b01f_01io->b01f\n}\n",
        "ENTRY e {\n a = u8[2,4,9,8] parameter(0)\n k = s16[8,2,3,3] parameter(1)\n ROOT c = s32[2,8,7,10] convolution(a, k), window={size=3x3 pad=0_0x2_2 rhs_reversal=1x1}, "
        "dim_labels=bf01_oi01->bf01, feature_group_count=2\n}\n",
        "ENTRY e {\n a = s32[4,7,3] parameter(0)\n k = u8[2,3,8] parameter(1)\n ROOT c = s8[2,12,8] convolution(a, k), window={size=2 lhs_dilate=2}, dim_labels=b0f_0io->b0f, batch_group_count=2\n}\n",
    };
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autofree char *text = g_strconcat("HloModule m\n", texts[i], NULL);
        g_autoptr(IrModule) m = module_of(text);
        g_autoptr(GPtrArray) args = random_args(m, 3, 9 + i, 5);
        check_against_reference(m, 3, args, texts[i]);
    }
}

/* The kernels of all instruction sets agree: bitwise where ops are exact, within a few units in the last place where they are not. */
static void test_instruction_sets(void)
{
    static const char *const names[] = { "avx2", "avx512" };
    const TileTable *base = tile_table_named("base");
    enum { N = 333 };
    float a[N], b[N], c[N], x[N], y[N];
    for (int i = 0; i < N; i++) {
        a[i] = (float)(i - 100) * 0.13f;
        b[i] = (float)(i % 17) * 0.7f - 3;
        c[i] = (float)(i % 5);
    }
    a[3] = NAN, a[4] = INFINITY, b[5] = -0.0f, a[5] = 0.0f;
    for (int k = 0; k < 2; k++) {
        const TileTable *t = tile_table_named(names[k]);
        for (int op = 0; t && op < N_OPCODES; op++) {
            if (!t->op[op][CT_f32] || op == OP_complex || op == OP_is_finite || op == OP_is_inf || op == OP_is_neg_inf || op == OP_is_pos_inf)
                continue;
            base->op[op][CT_f32](x, a, b, c, N);
            t->op[op][CT_f32](y, a, b, c, N);
            for (int i = 0; i < N; i++)
                if (!(isnan(x[i]) && isnan(y[i])) && !(x[i] == y[i]))
                    g_assert_cmpfloat_with_epsilon(x[i], y[i], 4e-7 * fabs((double)x[i]) + 1e-37);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/exec/kernels/programs", test_programs);
    g_test_add_func("/exec/kernels/elementwise", test_elementwise);
    g_test_add_func("/exec/kernels/convert", test_convert);
    g_test_add_func("/exec/kernels/cut-integers", test_cut_integers);
    g_test_add_func("/exec/kernels/cast-narrow", test_cast_narrow);
    g_test_add_func("/exec/kernels/narrow-ops", test_narrow_ops);
    g_test_add_func("/exec/kernels/arg-reduce", test_arg_reduce);
    g_test_add_func("/exec/kernels/extremes", test_extremes);
    g_test_add_func("/exec/kernels/reduce-precision", test_reduce_precision);
    g_test_add_func("/exec/kernels/rng", test_rng);
    g_test_add_func("/exec/kernels/rare", test_rare);
    g_test_add_func("/exec/kernels/fft", test_fft);
    g_test_add_func("/exec/kernels/instruction-sets", test_instruction_sets);
    return g_test_run();
}
