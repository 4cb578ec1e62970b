// Uniform quantisation: values by scales and zero points, operations on them, and what they hold between operations. By hand:
// a quantised operation is dequantise, operation in floats, quantise; a number that is stored is (value / scale + zero point), clamped and rounded to even.

// -----

!q = !quant.uniform<i8:f32, 5.000000e-01:-3>
func.func @quantize_rounds_to_even_and_clamps() {
  %a = stablehlo.constant dense<[0.0, 0.25, 0.75, -0.25, 1.0, 100.0, -100.0, 3.3]> : tensor<8xf32>
  %q = stablehlo.uniform_quantize %a : (tensor<8xf32>) -> tensor<8x!q>
  %s = stablehlo.bitcast_convert %q : (tensor<8x!q>) -> tensor<8xi8>
  %ws = stablehlo.constant dense<[-3, -2, -2, -4, -1, 127, -128, 4]> : tensor<8xi8>
  check.expect_eq %s, %ws : tensor<8xi8>, tensor<8xi8>
  %d = stablehlo.uniform_dequantize %q : (tensor<8x!q>) -> tensor<8xf32>
  %wd = stablehlo.constant dense<[0.0, 0.5, 0.5, -0.5, 1.0, 65.0, -62.5, 3.5]> : tensor<8xf32>
  check.expect_eq %d, %wd : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @storage_bounds_and_unsigned() {
  %a = stablehlo.constant dense<[-1.0, 0.0, 4.0, 100.0]> : tensor<4xf32>
  %q = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8<-7:7>:f32, 1.0>>
  %d = stablehlo.uniform_dequantize %q : (tensor<4x!quant.uniform<i8<-7:7>:f32, 1.0>>) -> tensor<4xf32>
  %w = stablehlo.constant dense<[-1.0, 0.0, 4.0, 7.0]> : tensor<4xf32>
  check.expect_eq %d, %w : tensor<4xf32>, tensor<4xf32>
  %u = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.uniform<u8:f32, 2.0:128>>
  %s = "stablehlo.bitcast_convert"(%u) : (tensor<4x!quant.uniform<u8:f32, 2.0:128>>) -> tensor<4xui8>
  %ws = stablehlo.constant dense<[128, 128, 130, 178]> : tensor<4xui8>
  check.expect_eq %s, %ws : tensor<4xui8>, tensor<4xui8>
  return
}

// -----

func.func @per_axis() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [-1.0, -2.0, -3.0]]> : tensor<2x3xf32>
  %q = stablehlo.uniform_quantize %a : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 1.0:10, 4.0}>>
  %s = stablehlo.bitcast_convert %q : (tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 1.0:10, 4.0}>>) -> tensor<2x3xi8>
  %ws = stablehlo.constant dense<[[2, 12, 1], [-2, 8, -1]]> : tensor<2x3xi8>
  check.expect_eq %s, %ws : tensor<2x3xi8>, tensor<2x3xi8>
  %t = stablehlo.transpose %q, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 1.0:10, 4.0}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {0.5, 1.0:10, 4.0}>>
  %d = stablehlo.uniform_dequantize %t : (tensor<3x2x!quant.uniform<i8:f32:0, {0.5, 1.0:10, 4.0}>>) -> tensor<3x2xf32>
  %wd = stablehlo.constant dense<[[1.0, -1.0], [2.0, -2.0], [4.0, -4.0]]> : tensor<3x2xf32>
  check.expect_eq %d, %wd : tensor<3x2xf32>, tensor<3x2xf32>
  return
}

// -----

!qa = !quant.uniform<i8:f32, 5.000000e-01:-3>
!qb = !quant.uniform<i8:f32, 0.25:1>
!qc = !quant.uniform<i8:f32, 0.75>
func.func @add_of_three_scales() {
  %a = stablehlo.constant() <{value = dense<[-3, -1, 127, 5]> : tensor<4xi8>}> : () -> tensor<4x!qa>
  %b = stablehlo.constant() <{value = dense<[1, 5, 127, -7]> : tensor<4xi8>}> : () -> tensor<4x!qb>
  %0 = stablehlo.add %a, %b : (tensor<4x!qa>, tensor<4x!qb>) -> tensor<4x!qc>
  %s = stablehlo.bitcast_convert %0 : (tensor<4x!qc>) -> tensor<4xi8>
  %w = stablehlo.constant dense<[0, 3, 127, 3]> : tensor<4xi8>
  check.expect_eq %s, %w : tensor<4xi8>, tensor<4xi8>
  %p = stablehlo.compare GT, %a, %a : (tensor<4x!qa>, tensor<4x!qa>) -> tensor<4xi1>
  %wp = stablehlo.constant dense<false> : tensor<4xi1>
  check.expect_eq %p, %wp : tensor<4xi1>, tensor<4xi1>
  %r = stablehlo.uniform_quantize %a : (tensor<4x!qa>) -> tensor<4x!qb>
  %rs = stablehlo.bitcast_convert %r : (tensor<4x!qb>) -> tensor<4xi8>
  %wr = stablehlo.constant dense<[1, 5, 127, 17]> : tensor<4xi8>
  check.expect_eq %rs, %wr : tensor<4xi8>, tensor<4xi8>
  return
}

// -----

!qa = !quant.uniform<i8:f32, 5.000000e-01:1>
!qw = !quant.uniform<i8<-127:127>:f32:1, {1.0, 2.0}>
!qo = !quant.uniform<i32:f32:1, {0.5, 1.0}>
func.func @dot_quantised_and_hybrid() {
  %a = stablehlo.constant() <{value = dense<[[1, 3, 5], [-1, 1, 2]]> : tensor<2x3xi8>}> : () -> tensor<2x3x!qa>
  %w = stablehlo.constant() <{value = dense<[[1, 2], [3, -4], [-5, 6]]> : tensor<3x2xi8>}> : () -> tensor<3x2x!qw>
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<2x3x!qa>, tensor<3x2x!qw>) -> tensor<2x2x!qo>
  %s = stablehlo.bitcast_convert %0 : (tensor<2x2x!qo>) -> tensor<2x2xi32>
  %ws = stablehlo.constant dense<[[-14, 16], [-7, 2]]> : tensor<2x2xi32>
  check.expect_eq %s, %ws : tensor<2x2xi32>, tensor<2x2xi32>
  %f = stablehlo.constant dense<[[0.0, 1.0, 2.0], [-1.0, 0.0, 0.5]]> : tensor<2x3xf32>
  %1 = stablehlo.dot_general %f, %w, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2x!qw>) -> tensor<2x2xf32>
  %w1 = stablehlo.constant dense<[[-7.0, 16.0], [-3.5, 2.0]]> : tensor<2x2xf32>
  check.expect_eq %1, %w1 : tensor<2x2xf32>, tensor<2x2xf32>
  return
}

// -----

!q = !quant.uniform<i8:f32, 5.000000e-01:2>
func.func @convolution() {
  %a = stablehlo.constant() <{value = dense<[[[3], [4], [2], [0]]]> : tensor<1x4x1xi8>}> : () -> tensor<1x4x1x!q>
  %k = stablehlo.constant() <{value = dense<[[[4]], [[6]]]> : tensor<2x1x1xi8>}> : () -> tensor<2x1x1x!q>
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1x!q>, tensor<2x1x1x!q>) -> tensor<1x3x1x!q>
  %s = stablehlo.bitcast_convert %0 : (tensor<1x3x1x!q>) -> tensor<1x3x1xi8>
  %w = stablehlo.constant dense<[[[7], [4], [-2]]]> : tensor<1x3x1xi8>
  check.expect_eq %s, %w : tensor<1x3x1xi8>, tensor<1x3x1xi8>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>
func.func @moved_as_stored() {
  %a = stablehlo.constant() <{value = dense<[[10, 11, 12], [13, 14, 15]]> : tensor<2x3xi8>}> : () -> tensor<2x3x!q>
  %z = stablehlo.constant() <{value = dense<10> : tensor<i8>}> : () -> tensor<!q>
  %p = stablehlo.pad %a, %z, low = [0, 1], high = [0, 0], interior = [0, 0] : (tensor<2x3x!q>, tensor<!q>) -> tensor<2x4x!q>
  %r = stablehlo.reverse %p, dims = [1] : tensor<2x4x!q>
  %t = stablehlo.reshape %r : (tensor<2x4x!q>) -> tensor<8x!q>
  %s = stablehlo.slice %t [1:8:3] : (tensor<8x!q>) -> tensor<3x!q>
  %d = stablehlo.uniform_dequantize %s : (tensor<3x!q>) -> tensor<3xf32>
  %w = stablehlo.constant dense<[2.0, 10.0, 0.0]> : tensor<3xf32>
  check.expect_eq %d, %w : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>
func.func @reductions_round_each_step() {
  %a = stablehlo.constant() <{value = dense<[[10, 11, 12], [13, 14, 15]]> : tensor<2x3xi8>}> : () -> tensor<2x3x!q>
  %z = stablehlo.constant() <{value = dense<10> : tensor<i8>}> : () -> tensor<!q>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3x!q>, tensor<!q>) -> tensor<2x!q>
  %1 = stablehlo.reduce(%a init: %z) across dimensions = [1] : (tensor<2x3x!q>, tensor<!q>) -> tensor<2x!q>
    reducer(%x: tensor<!q>, %y: tensor<!q>) {
      %m = stablehlo.add %x, %y : tensor<!q>
      stablehlo.return %m : tensor<!q>
    }
  %2 = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x3x!q>, tensor<!q>) -> tensor<!q>
  %d = stablehlo.uniform_dequantize %0 : (tensor<2x!q>) -> tensor<2xf32>
  %w = stablehlo.constant dense<[6.0, 24.0]> : tensor<2xf32>
  check.expect_eq %d, %w : tensor<2xf32>, tensor<2xf32>
  %e = stablehlo.uniform_dequantize %1 : (tensor<2x!q>) -> tensor<2xf32>
  check.expect_eq %e, %w : tensor<2xf32>, tensor<2xf32>
  %f = stablehlo.uniform_dequantize %2 : (tensor<!q>) -> tensor<f32>
  %wf = stablehlo.constant dense<10.0> : tensor<f32>
  check.expect_eq %f, %wf : tensor<f32>, tensor<f32>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5>
func.func @carried_through_a_loop() {
  %a = stablehlo.constant() <{value = dense<[1, 2, -3]> : tensor<3xi8>}> : () -> tensor<3x!q>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<3x!q>
  cond {
    %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %k = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.add %x, %x : tensor<3x!q>
    stablehlo.return %k, %y : tensor<i32>, tensor<3x!q>
  }
  %d = stablehlo.uniform_dequantize %r#1 : (tensor<3x!q>) -> tensor<3xf32>
  %w = stablehlo.constant dense<[4.0, 8.0, -12.0]> : tensor<3xf32>
  check.expect_eq %d, %w : tensor<3xf32>, tensor<3xf32>
  return
}
