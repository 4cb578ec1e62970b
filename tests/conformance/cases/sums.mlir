// Reductions, windows and sorting, attributes at random.
// Written by make_cases.py.

// -----

func.func @reduce_multiply_0() {
  %a = stablehlo.constant dense<"0x0000E040000080C0"> : tensor<complex<f32>>
  %b = stablehlo.constant dense<"0x0000803F00000000"> : tensor<complex<f32>>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [] : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  %w0 = stablehlo.constant dense<"0x0000E040000080C0"> : tensor<complex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<complex<f32>>
  return
}

// -----

func.func @reduce_add_1() {
  %a = stablehlo.constant dense<> : tensor<0x1xf64>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<0x1xf64>, tensor<f64>) -> tensor<1xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000000"> : tensor<1xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1xf64>
  return
}

// -----

func.func @reduce_multiply_2() {
  %a = stablehlo.constant dense<"0x000000000000F4BF"> : tensor<1x1xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [] : (tensor<1x1xf64>, tensor<f64>) -> tensor<1x1xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F4BF"> : tensor<1x1xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x1xf64>
  return
}

// -----

func.func @reduce_maximum_3() {
  %a = stablehlo.constant dense<"0x0000E03F000000C00000000000000040000040BF000080BE0000A0BF0000E0BF000000400000A0BF00000000000080BF"> : tensor<3x1x4xf32>
  %b = stablehlo.constant dense<"0x00000040"> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<3x1x4xf32>, tensor<f32>) -> tensor<1xf32>
  %w0 = stablehlo.constant dense<"0x00000040"> : tensor<1xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1xf32>
  return
}

// -----

func.func @reduce_multiply_4() {
  %a = stablehlo.constant dense<> : tensor<0x0x3xui8>
  %b = stablehlo.constant dense<"0x01"> : tensor<ui8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [] : (tensor<0x0x3xui8>, tensor<ui8>) -> tensor<0x0x3xui8>
  %w0 = stablehlo.constant dense<> : tensor<0x0x3xui8>
  check.expect_eq %r0, %w0 : tensor<0x0x3xui8>
  return
}

// -----

func.func @reduce_multiply_5() {
  %a = stablehlo.constant dense<"0x0000A0C00000C040000080BF000000C00000C0400000004000000000000040C00000C0400000E0400000004000008040000000000000803F000080BF00000000000000C00000E040000080C0000040C0000000410000803F000080BF000080C00000804000008040000000C10000803F0000404000004040000000C0000000C0000080400000E0C0000040C0000040400000004100008040000000C1000080400000C0C00000A0400000803F000080C00000C040000080BF000000C00000803F000080C0000000C00000C0400000E0400000803F000040400000A0C0000000410000A0C0000040C0000000000000A0C0000000410000A0400000E0C0000000C1000000C10000E0C0000000410000A0400000804000000000000080BF0000C040000000400000A0400000803F0000803F0000A0C000000040000000C1000000C1000080BF0000C0C0000000C100000041000080C0000000C00000A0C00000803F0000E0C00000803F0000A0C00000A0400000E0C000004040000080C00000E0C00000E0C00000C040000040C0000000410000803F000000410000C0C00000C0400000A0C00000E0C000004040000000C10000E0400000A04000000041000000400000804000000000000040400000E0C00000803F000080C00000803F0000804000008040000000400000A0C0000080BF0000C0400000E0400000C040000000C10000E040000080BF0000A0C0000080400000004100000041000080C0000000C10000404000008040000000000000803F000040400000C0400000E0400000C0C00000A04000000041000080BF000040400000A0C0000040C00000804000000041000080400000803F0000E040000040400000000000000040000000C0000000C1000000C00000000000008040000080C0000080BF000040C000000040000040400000E0400000C040000040C000000040000080C0000000410000803F000080BF0000803F0000E040000000C1000000410000C0C00000C040000080400000E040000000C00000A040000000000000803F0000C0C00000A040000000400000A0C0"> : tensor<4x3x2x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000803F00000000"> : tensor<complex<f32>>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0, 2] : (tensor<4x3x2x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3x4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0xF87A8C4AE09D56CA00D21648C03B42490000664500FC14C80011BBC900D873C8001C20490008CCC8009CB84800A43FC800423DC900601FC800A0A2C700500F48C8B93E4A305DE549000025470000B4470042CC4A00EEC54AC08930CA007F05C9"> : tensor<3x4xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x4xcomplex<f32>>
  return
}

// -----

func.func @reduce_add_6() {
  %a = stablehlo.constant dense<"0x000080BF0000E0C00000004000004040000000C1000080C0"> : tensor<3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<complex<f32>>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [] : (tensor<3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000080BF0000E0C00000004000004040000000C1000080C0"> : tensor<3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3xcomplex<f32>>
  return
}

// -----

func.func @reduce_maximum_7() {
  %a = stablehlo.constant dense<"0x000000000000FCBF000000000000D0BF000000000000F0BF0000000000000000000000000000E8BF000000000000E8BF000000000000FC3F000000000000E03F00000000000000C00000000000000040000000000000E83F000000000000F03F000000000000F0BF000000000000F8BF000000000000F0BF000000000000F03F000000000000F8BF000000000000F03F000000000000FCBF000000000000F4BF000000000000F83F000000000000F8BF0000000000000040000000000000E83F000000000000FC3F00000000000000C0000000000000E83F000000000000D03F000000000000D0BF000000000000F43F000000000000F8BF000000000000F03F000000000000F43F000000000000E03F000000000000E03F000000000000F03F000000000000E83F000000000000E83F000000000000E0BF000000000000FCBF000000000000E0BF000000000000D03F000000000000F83F000000000000FC3F000000000000FC3F000000000000F4BF000000000000F0BF000000000000E8BF"> : tensor<4x4x1x3xf64>
  %b = stablehlo.constant dense<"0x0000000000000040"> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [1, 3] : (tensor<4x4x1x3xf64>, tensor<f64>) -> tensor<4x1xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000040"> : tensor<4x1xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4x1xf64>
  return
}

// -----

func.func @reduce_minimum_8() {
  %a = stablehlo.constant dense<"0xE0BF"> : tensor<bf16>
  %b = stablehlo.constant dense<"0x807F"> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [] : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
  %w0 = stablehlo.constant dense<"0xE0BF"> : tensor<bf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<bf16>
  return
}

// -----

func.func @reduce_maximum_9() {
  %a = stablehlo.constant dense<"0x000000000000FCBF000000000000E83F000000000000E03F000000000000E83F"> : tensor<1x4xf64>
  %b = stablehlo.constant dense<"0x000000000000F0FF"> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<1x4xf64>, tensor<f64>) -> tensor<f64>
  %w0 = stablehlo.constant dense<"0x000000000000E83F"> : tensor<f64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<f64>
  return
}

// -----

func.func @reduce_minimum_10() {
  %a = stablehlo.constant dense<"0x04000000010002000300010004000300"> : tensor<1x2x4xui16>
  %b = stablehlo.constant dense<"0xFFFF"> : tensor<ui16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0] : (tensor<1x2x4xui16>, tensor<ui16>) -> tensor<2x4xui16>
  %w0 = stablehlo.constant dense<"0x04000000010002000300010004000300"> : tensor<2x4xui16>
  check.expect_eq %r0, %w0 : tensor<2x4xui16>
  return
}

// -----

func.func @reduce_minimum_11() {
  %a = stablehlo.constant dense<"0xFCFFFFFFFFFFFFFF"> : tensor<i64>
  %b = stablehlo.constant dense<"0xFFFFFFFFFFFFFF7F"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [] : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %w0 = stablehlo.constant dense<"0xFCFFFFFFFFFFFFFF"> : tensor<i64>
  check.expect_eq %r0, %w0 : tensor<i64>
  return
}

// -----

func.func @reduce_minimum_12() {
  %a = stablehlo.constant dense<"0x000000000000F43F000000000000F03F0000000000000040000000000000FC3F000000000000FCBF000000000000E8BF000000000000F4BF000000000000E83F0000000000000000000000000000D03F000000000000E03F000000000000F83F000000000000F0BF000000000000E0BF000000000000E83F00000000000000C0000000000000F4BF000000000000F83F000000000000E8BF000000000000E83F000000000000F43F000000000000F0BF000000000000F8BF000000000000E0BF00000000000000000000000000000040000000000000F43F000000000000D0BF000000000000D03F000000000000F0BF000000000000D03F000000000000F8BF0000000000000000000000000000D0BF000000000000E83F000000000000FC3F000000000000F8BF000000000000D0BF000000000000F8BF000000000000E0BF000000000000E0BF000000000000E83F000000000000FCBF000000000000F8BF000000000000F8BF000000000000E03F000000000000FCBF000000000000F0BF"> : tensor<4x1x3x4xf64>
  %b = stablehlo.constant dense<"0x0000000000000040"> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0, 1, 3] : (tensor<4x1x3x4xf64>, tensor<f64>) -> tensor<3xf64>
  %w0 = stablehlo.constant dense<"0x00000000000000C0000000000000FCBF000000000000FCBF"> : tensor<3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3xf64>
  return
}

// -----

func.func @reduce_xor_13() {
  %a = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF"> : tensor<3x3xi64>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.xor across dimensions = [] : (tensor<3x3xi64>, tensor<i64>) -> tensor<3x3xi64>
  %w0 = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF"> : tensor<3x3xi64>
  check.expect_eq %r0, %w0 : tensor<3x3xi64>
  return
}

// -----

func.func @reduce_minimum_14() {
  %a = stablehlo.constant dense<"0x000000000000E0BF000000000000E8BF000000000000F83F000000000000F83F000000000000F03F000000000000D0BF"> : tensor<3x1x2xf64>
  %b = stablehlo.constant dense<"0x000000000000F07F"> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [1] : (tensor<3x1x2xf64>, tensor<f64>) -> tensor<3x2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000E0BF000000000000E8BF000000000000F83F000000000000F83F000000000000F03F000000000000D0BF"> : tensor<3x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x2xf64>
  return
}

// -----

func.func @reduce_add_15() {
  %a = stablehlo.constant dense<"0x000000C00000C0400000C040000080C0000080400000C04000004040000000C0000080400000A040000000410000C0C0000000C10000804000004040000000410000E0C00000C04000000000000040C00000E0C0000000000000E0400000803F0000C0C00000804000008040000080BF000080C00000C04000008040000000C0000040400000C0C0000040C0000040C0000080BF0000C040000040C00000803F000040C00000A0C0000000C00000E04000000041000000C1000000400000A0C0"> : tensor<3x2x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000004000000000"> : tensor<complex<f32>>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<3x2x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  %w0 = stablehlo.constant dense<"0x0000404100007041"> : tensor<complex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<complex<f32>>
  return
}

// -----

func.func @reduce_add_16() {
  %a = stablehlo.constant dense<"0x00000400020003000400000002000400"> : tensor<4x2xui16>
  %b = stablehlo.constant dense<"0x0000"> : tensor<ui16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [] : (tensor<4x2xui16>, tensor<ui16>) -> tensor<4x2xui16>
  %w0 = stablehlo.constant dense<"0x00000400020003000400000002000400"> : tensor<4x2xui16>
  check.expect_eq %r0, %w0 : tensor<4x2xui16>
  return
}

// -----

func.func @reduce_or_17() {
  %a = stablehlo.constant dense<"0x00"> : tensor<i8>
  %b = stablehlo.constant dense<"0x00"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.or across dimensions = [] : (tensor<i8>, tensor<i8>) -> tensor<i8>
  %w0 = stablehlo.constant dense<"0x00"> : tensor<i8>
  check.expect_eq %r0, %w0 : tensor<i8>
  return
}

// -----

func.func @reduce_add_18() {
  %a = stablehlo.constant dense<"0x0101FE"> : tensor<3xi8>
  %b = stablehlo.constant dense<"0x00"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [] : (tensor<3xi8>, tensor<i8>) -> tensor<3xi8>
  %w0 = stablehlo.constant dense<"0x0101FE"> : tensor<3xi8>
  check.expect_eq %r0, %w0 : tensor<3xi8>
  return
}

// -----

func.func @reduce_add_19() {
  %a = stablehlo.constant dense<"0x000000C000000000000000C10000A0400000E0C0000040400000C0C0000080BF00004040000080BF0000E040000080BF000040400000A040000080C00000A0C0"> : tensor<4x2x1xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000004000000000"> : tensor<complex<f32>>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<4x2x1xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2x1xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000080BF0000E040000010C1000000C0"> : tensor<2x1xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x1xcomplex<f32>>
  return
}

// -----

func.func @reduce_multiply_20() {
  %a = stablehlo.constant dense<"0x00C000C00000003FC0BFE0BF00BF80BEC03F0040E03FA0BFA03FA0BF80BE40BF00BFA0BFC03F80BFC03F00BF80BF80BF80BF803E403F00BF403F00C0C0BFC0BF403F0040E03FA03F"> : tensor<3x3x4x1xbf16>
  %b = stablehlo.constant dense<"0x803F"> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [3] : (tensor<3x3x4x1xbf16>, tensor<bf16>) -> tensor<3x3x4xbf16>
  %w0 = stablehlo.constant dense<"0x00C000C00000003FC0BFE0BF00BF80BEC03F0040E03FA0BFA03FA0BF80BE40BF00BFA0BFC03F80BFC03F00BF80BF80BF80BF803E403F00BF403F00C0C0BFC0BF403F0040E03FA03F"> : tensor<3x3x4xbf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x3x4xbf16>
  return
}

// -----

func.func @reduce_add_21() {
  %a = stablehlo.constant dense<"0x0300000000000000FFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0100000000000000FEFFFFFFFFFFFFFF0000000000000000"> : tensor<3x1x2xi64>
  %b = stablehlo.constant dense<"0x0200000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<3x1x2xi64>, tensor<i64>) -> tensor<1x2xi64>
  %w0 = stablehlo.constant dense<"0x00000000000000000200000000000000"> : tensor<1x2xi64>
  check.expect_eq %r0, %w0 : tensor<1x2xi64>
  return
}

// -----

func.func @reduce_maximum_22() {
  %a = stablehlo.constant dense<"0x02000000000000000000000000000000FDFFFFFFFFFFFFFF0200000000000000FFFFFFFFFFFFFFFF00000000000000000100000000000000FEFFFFFFFFFFFFFF0300000000000000040000000000000004000000000000000300000000000000"> : tensor<3x4xi64>
  %b = stablehlo.constant dense<"0x0000000000000080"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0] : (tensor<3x4xi64>, tensor<i64>) -> tensor<4xi64>
  %w0 = stablehlo.constant dense<"0x0300000000000000040000000000000004000000000000000300000000000000"> : tensor<4xi64>
  check.expect_eq %r0, %w0 : tensor<4xi64>
  return
}

// -----

func.func @reduce_multiply_23() {
  %a = stablehlo.constant dense<> : tensor<2x1x2x0xf16>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0, 2, 3] : (tensor<2x1x2x0xf16>, tensor<f16>) -> tensor<1xf16>
  %w0 = stablehlo.constant dense<"0x003C"> : tensor<1xf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1xf16>
  return
}

// -----

func.func @reduce_multiply_24() {
  %a = stablehlo.constant dense<"0x0000E0C000000000"> : tensor<complex<f32>>
  %b = stablehlo.constant dense<"0x0000803F00000000"> : tensor<complex<f32>>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [] : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  %w0 = stablehlo.constant dense<"0x0000E0C000000000"> : tensor<complex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<complex<f32>>
  return
}

// -----

func.func @reduce_or_25() {
  %a = stablehlo.constant dense<"0xFDFFFFFFFCFFFFFFFDFFFFFFFEFFFFFFFDFFFFFFFDFFFFFFFEFFFFFF0200000000000000FDFFFFFFFFFFFFFFFCFFFFFF"> : tensor<3x1x1x4xi32>
  %b = stablehlo.constant dense<"0x02000000"> : tensor<i32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.or across dimensions = [0, 1] : (tensor<3x1x1x4xi32>, tensor<i32>) -> tensor<1x4xi32>
  %w0 = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFF"> : tensor<1x4xi32>
  check.expect_eq %r0, %w0 : tensor<1x4xi32>
  return
}

// -----

func.func @reduce_add_26() {
  %a = stablehlo.constant dense<"0x000080BE"> : tensor<f32>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %w0 = stablehlo.constant dense<"0x000080BE"> : tensor<f32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<f32>
  return
}

// -----

func.func @reduce_maximum_27() {
  %a = stablehlo.constant dense<"0xC03F"> : tensor<bf16>
  %b = stablehlo.constant dense<"0x80FF"> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [] : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
  %w0 = stablehlo.constant dense<"0xC03F"> : tensor<bf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<bf16>
  return
}

// -----

func.func @reduce_multiply_28() {
  %a = stablehlo.constant dense<"0x003F"> : tensor<1xbf16>
  %b = stablehlo.constant dense<"0x803F"> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [] : (tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
  %w0 = stablehlo.constant dense<"0x003F"> : tensor<1xbf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1xbf16>
  return
}

// -----

func.func @reduce_maximum_29() {
  %a = stablehlo.constant dense<"0x0000E03F"> : tensor<f32>
  %b = stablehlo.constant dense<"0x000080FF"> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %w0 = stablehlo.constant dense<"0x0000E03F"> : tensor<f32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<f32>
  return
}

// -----

func.func @reduce_add_30() {
  %a = stablehlo.constant dense<"0x010001000200"> : tensor<3xui16>
  %b = stablehlo.constant dense<"0x0000"> : tensor<ui16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<3xui16>, tensor<ui16>) -> tensor<ui16>
  %w0 = stablehlo.constant dense<"0x0400"> : tensor<ui16>
  check.expect_eq %r0, %w0 : tensor<ui16>
  return
}

// -----

func.func @reduce_maximum_31() {
  %a = stablehlo.constant dense<> : tensor<3x3x0xf64>
  %b = stablehlo.constant dense<"0x000000000000F0FF"> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<3x3x0xf64>, tensor<f64>) -> tensor<f64>
  %w0 = stablehlo.constant dense<"0x000000000000F0FF"> : tensor<f64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<f64>
  return
}

// -----

func.func @reduce_and_32() {
  %a = stablehlo.constant dense<"0xFC00FD"> : tensor<3xi8>
  %b = stablehlo.constant dense<"0xFF"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.and across dimensions = [] : (tensor<3xi8>, tensor<i8>) -> tensor<3xi8>
  %w0 = stablehlo.constant dense<"0xFC00FD"> : tensor<3xi8>
  check.expect_eq %r0, %w0 : tensor<3xi8>
  return
}

// -----

func.func @reduce_minimum_33() {
  %a = stablehlo.constant dense<"0xFDFFFFFF0100000001000000FFFFFFFFFDFFFFFF04000000"> : tensor<2x3xi32>
  %b = stablehlo.constant dense<"0x02000000"> : tensor<i32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  %w0 = stablehlo.constant dense<"0xFDFFFFFF"> : tensor<2xi32>
  check.expect_eq %r0, %w0 : tensor<2xi32>
  return
}

// -----

func.func @reduce_maximum_34() {
  %a = stablehlo.constant dense<"0x00C0803F"> : tensor<2xbf16>
  %b = stablehlo.constant dense<"0x80FF"> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [] : (tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
  %w0 = stablehlo.constant dense<"0x00C0803F"> : tensor<2xbf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2xbf16>
  return
}

// -----

func.func @reduce_add_35() {
  %a = stablehlo.constant dense<"0x0000E04000000000000000400000A040000080BF00008040000000C10000C0C0"> : tensor<4x1x1x1xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<complex<f32>>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [3] : (tensor<4x1x1x1xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4x1x1xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000E04000000000000000400000A040000080BF00008040000000C10000C0C0"> : tensor<4x1x1xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4x1x1xcomplex<f32>>
  return
}

// -----

func.func @reduce_add_36() {
  %a = stablehlo.constant dense<> : tensor<0xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<complex<f32>>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [] : (tensor<0xcomplex<f32>>, tensor<complex<f32>>) -> tensor<0xcomplex<f32>>
  %w0 = stablehlo.constant dense<> : tensor<0xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<0xcomplex<f32>>
  return
}

// -----

func.func @reduce_or_37() {
  %a = stablehlo.constant dense<"0x0100"> : tensor<ui16>
  %b = stablehlo.constant dense<"0x0000"> : tensor<ui16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.or across dimensions = [] : (tensor<ui16>, tensor<ui16>) -> tensor<ui16>
  %w0 = stablehlo.constant dense<"0x0100"> : tensor<ui16>
  check.expect_eq %r0, %w0 : tensor<ui16>
  return
}

// -----

func.func @reduce_and_38() {
  %a = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF01000000000000000400000000000000FEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF010000000000000003000000000000000200000000000000"> : tensor<2x4xi64>
  %b = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.and across dimensions = [0] : (tensor<2x4xi64>, tensor<i64>) -> tensor<4xi64>
  %w0 = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFF010000000000000000000000000000000200000000000000"> : tensor<4xi64>
  check.expect_eq %r0, %w0 : tensor<4xi64>
  return
}

// -----

func.func @reduce_minimum_39() {
  %a = stablehlo.constant dense<"0x01FC0204FEFDFFFE"> : tensor<1x4x1x2xi8>
  %b = stablehlo.constant dense<"0x02"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [1] : (tensor<1x4x1x2xi8>, tensor<i8>) -> tensor<1x1x2xi8>
  %w0 = stablehlo.constant dense<"0xFEFC"> : tensor<1x1x2xi8>
  check.expect_eq %r0, %w0 : tensor<1x1x2xi8>
  return
}

// -----

func.func @reduce_add_40() {
  %a = stablehlo.constant dense<"0x0200000000000000FCFFFFFFFFFFFFFF01000000000000000200000000000000"> : tensor<4xi64>
  %b = stablehlo.constant dense<"0x0200000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<4xi64>, tensor<i64>) -> tensor<i64>
  %w0 = stablehlo.constant dense<"0x0300000000000000"> : tensor<i64>
  check.expect_eq %r0, %w0 : tensor<i64>
  return
}

// -----

func.func @reduce_minimum_41() {
  %a = stablehlo.constant dense<"0x0000E03F000080BE000080BF0000A03F000000BF0000403F000040BF0000A0BF0000A03F0000403F000080BF0000C03F000000BF0000803F000080BE000000000000803F0000E0BF000000400000403F000000C0000080BE0000A0BF000080BE00000000000080BE000000C00000E0BF000080BE000040BF0000803E0000C03F000080BF000040BF000000BF00000000000040BF0000C03F0000E03F00000040000000BF0000E03F0000E03F0000003F0000A0BF0000803E000040BF000040BF"> : tensor<2x4x2x3xf32>
  %b = stablehlo.constant dense<"0x00000040"> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0] : (tensor<2x4x2x3xf32>, tensor<f32>) -> tensor<4x2x3xf32>
  %w0 = stablehlo.constant dense<"0x00000000000080BE000000C00000E0BF000000BF000040BF000040BF0000A0BF000080BF000040BF000080BF00000000000040BF0000803F000080BE00000000000000BF0000E0BF0000E03F0000003F000000C0000080BE0000A0BF000040BF"> : tensor<4x2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4x2x3xf32>
  return
}

// -----

func.func @reduce_multiply_42() {
  %a = stablehlo.constant dense<"0x020000000000010002000300030004000300010000000300"> : tensor<4x3xui16>
  %b = stablehlo.constant dense<"0x0100"> : tensor<ui16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [] : (tensor<4x3xui16>, tensor<ui16>) -> tensor<4x3xui16>
  %w0 = stablehlo.constant dense<"0x020000000000010002000300030004000300010000000300"> : tensor<4x3xui16>
  check.expect_eq %r0, %w0 : tensor<4x3xui16>
  return
}

// -----

func.func @reduce_maximum_43() {
  %a = stablehlo.constant dense<"0x0400000000000000"> : tensor<i64>
  %b = stablehlo.constant dense<"0x0000000000000080"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [] : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %w0 = stablehlo.constant dense<"0x0400000000000000"> : tensor<i64>
  check.expect_eq %r0, %w0 : tensor<i64>
  return
}

// -----

func.func @reduce_minimum_44() {
  %a = stablehlo.constant dense<> : tensor<4x0x0xbf16>
  %b = stablehlo.constant dense<"0x807F"> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [1] : (tensor<4x0x0xbf16>, tensor<bf16>) -> tensor<4x0xbf16>
  %w0 = stablehlo.constant dense<> : tensor<4x0xbf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4x0xbf16>
  return
}

// -----

func.func @reduce_and_45() {
  %a = stablehlo.constant dense<"0x040101FE0102FDFDFF030404"> : tensor<4x3xi8>
  %b = stablehlo.constant dense<"0xFF"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.and across dimensions = [] : (tensor<4x3xi8>, tensor<i8>) -> tensor<4x3xi8>
  %w0 = stablehlo.constant dense<"0x040101FE0102FDFDFF030404"> : tensor<4x3xi8>
  check.expect_eq %r0, %w0 : tensor<4x3xi8>
  return
}

// -----

func.func @reduce_minimum_46() {
  %a = stablehlo.constant dense<> : tensor<0xi8>
  %b = stablehlo.constant dense<"0x7F"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [] : (tensor<0xi8>, tensor<i8>) -> tensor<0xi8>
  %w0 = stablehlo.constant dense<> : tensor<0xi8>
  check.expect_eq %r0, %w0 : tensor<0xi8>
  return
}

// -----

func.func @reduce_multiply_47() {
  %a = stablehlo.constant dense<"0x0200000000000000"> : tensor<i64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [] : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %w0 = stablehlo.constant dense<"0x0200000000000000"> : tensor<i64>
  check.expect_eq %r0, %w0 : tensor<i64>
  return
}

// -----

func.func @reduce_add_48() {
  %a = stablehlo.constant dense<"0x0040"> : tensor<f16>
  %b = stablehlo.constant dense<"0x0000"> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [] : (tensor<f16>, tensor<f16>) -> tensor<f16>
  %w0 = stablehlo.constant dense<"0x0040"> : tensor<f16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<f16>
  return
}

// -----

func.func @reduce_add_49() {
  %a = stablehlo.constant dense<"0xE03F"> : tensor<bf16>
  %b = stablehlo.constant dense<"0x0000"> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [] : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
  %w0 = stablehlo.constant dense<"0xE03F"> : tensor<bf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<bf16>
  return
}

// -----

func.func @reduce_multiply_50() {
  %a = stablehlo.constant dense<"0x403F"> : tensor<bf16>
  %b = stablehlo.constant dense<"0x803F"> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [] : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
  %w0 = stablehlo.constant dense<"0x403F"> : tensor<bf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<bf16>
  return
}

// -----

func.func @reduce_and_51() {
  %a = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0100000000000000FDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0000000000000000FDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0100000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF"> : tensor<4x1x3xi64>
  %b = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.and across dimensions = [0, 2] : (tensor<4x1x3xi64>, tensor<i64>) -> tensor<1xi64>
  %w0 = stablehlo.constant dense<"0x0000000000000000"> : tensor<1xi64>
  check.expect_eq %r0, %w0 : tensor<1xi64>
  return
}

// -----

func.func @reduce_maximum_52() {
  %a = stablehlo.constant dense<"0x0000403F0000803F000040BF0000E03F0000A03F0000403F0000E03F000000BF0000403F0000C03F0000C03F0000E0BF0000003F000000000000003F0000A0BF"> : tensor<4x4xf32>
  %b = stablehlo.constant dense<"0x00000040"> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %w0 = stablehlo.constant dense<"0x00000040"> : tensor<4xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4xf32>
  return
}

// -----

func.func @reduce_add_53() {
  %a = stablehlo.constant dense<> : tensor<4x1x0x1xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<complex<f32>>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [2] : (tensor<4x1x0x1xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4x1x1xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000000000000000"> : tensor<4x1x1xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4x1x1xcomplex<f32>>
  return
}

// -----

func.func @reduce_multiply_54() {
  %a = stablehlo.constant dense<"0x0300000000000000"> : tensor<i64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [] : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %w0 = stablehlo.constant dense<"0x0300000000000000"> : tensor<i64>
  check.expect_eq %r0, %w0 : tensor<i64>
  return
}

// -----

func.func @reduce_xor_55() {
  %a = stablehlo.constant dense<"0xFCFFFFFF"> : tensor<i32>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.xor across dimensions = [] : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %w0 = stablehlo.constant dense<"0xFCFFFFFF"> : tensor<i32>
  check.expect_eq %r0, %w0 : tensor<i32>
  return
}

// -----

func.func @reduce_minimum_56() {
  %a = stablehlo.constant dense<"0x0000C03F0000003F0000A03F000000400000A03F000040BF"> : tensor<2x3xf32>
  %b = stablehlo.constant dense<"0x00000040"> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  %w0 = stablehlo.constant dense<"0x0000C03F0000003F000040BF"> : tensor<3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3xf32>
  return
}

// -----

func.func @reduce_minimum_57() {
  %a = stablehlo.constant dense<"0x04FE0000FE02"> : tensor<1x3x2xi8>
  %b = stablehlo.constant dense<"0x7F"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [1, 2] : (tensor<1x3x2xi8>, tensor<i8>) -> tensor<1xi8>
  %w0 = stablehlo.constant dense<"0xFE"> : tensor<1xi8>
  check.expect_eq %r0, %w0 : tensor<1xi8>
  return
}

// -----

func.func @reduce_multiply_58() {
  %a = stablehlo.constant dense<"0x0000"> : tensor<f16>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [] : (tensor<f16>, tensor<f16>) -> tensor<f16>
  %w0 = stablehlo.constant dense<"0x0000"> : tensor<f16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<f16>
  return
}

// -----

func.func @reduce_and_59() {
  %a = stablehlo.constant dense<"0x03000400000001000000040003000300030001000200040000000100000004000100010001000300030000000100000004000100000000000300020000000300"> : tensor<2x4x4xui16>
  %b = stablehlo.constant dense<"0x0200"> : tensor<ui16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.and across dimensions = [1, 2] : (tensor<2x4x4xui16>, tensor<ui16>) -> tensor<2xui16>
  %w0 = stablehlo.constant dense<"0x0000"> : tensor<2xui16>
  check.expect_eq %r0, %w0 : tensor<2xui16>
  return
}

// -----

func.func @reduce_maximum_60() {
  %a = stablehlo.constant dense<"0x030004000300040002000100040004000100030004000400040002000000020004000200030001000400000001000400"> : tensor<3x2x1x4xui16>
  %b = stablehlo.constant dense<"0x0200"> : tensor<ui16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x2x1x4xui16>, tensor<ui16>) -> tensor<1x4xui16>
  %w0 = stablehlo.constant dense<"0x0400"> : tensor<1x4xui16>
  check.expect_eq %r0, %w0 : tensor<1x4xui16>
  return
}

// -----

func.func @reduce_minimum_61() {
  %a = stablehlo.constant dense<"0x0000C03F"> : tensor<1xf32>
  %b = stablehlo.constant dense<"0x0000807F"> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
  %w0 = stablehlo.constant dense<"0x0000C03F"> : tensor<f32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<f32>
  return
}

// -----

func.func @reduce_add_62() {
  %a = stablehlo.constant dense<"0x0000A0C000000041000000C10000004000004040000000C10000E0C00000A040000040C00000C0C0000040C00000A0C0000000410000803F0000803F0000E040000040400000A0400000C0C0000000C00000E0400000803F000000000000803F"> : tensor<3x4x1xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<complex<f32>>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [2] : (tensor<3x4x1xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3x4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000A0C000000041000000C10000004000004040000000C10000E0C00000A040000040C00000C0C0000040C00000A0C0000000410000803F0000803F0000E040000040400000A0400000C0C0000000C00000E0400000803F000000000000803F"> : tensor<3x4xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x4xcomplex<f32>>
  return
}

// -----

func.func @reduce_multiply_63() {
  %a = stablehlo.constant dense<"0x003E"> : tensor<1xf16>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [] : (tensor<1xf16>, tensor<f16>) -> tensor<1xf16>
  %w0 = stablehlo.constant dense<"0x003E"> : tensor<1xf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1xf16>
  return
}

// -----

func.func @reduce_multiply_64() {
  %a = stablehlo.constant dense<"0x00000000000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF03000000000000000100000000000000FFFFFFFFFFFFFFFF0400000000000000000000000000000004000000000000000200000000000000"> : tensor<4x3xi64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0, 1] : (tensor<4x3xi64>, tensor<i64>) -> tensor<i64>
  %w0 = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  check.expect_eq %r0, %w0 : tensor<i64>
  return
}

// -----

func.func @reduce_add_65() {
  %a = stablehlo.constant dense<"0x0000803F00004040000080C00000E0C000000000000000C100008040000080BF0000C0C0000000C0000080C000000041000040C00000A0C00000E040000000C00000A0C0000080C0000040C0000000000000C0400000C0400000C0400000803F000080C00000C0C00000804000008040000040C0000000400000C0400000E0C0000040C0000040C000004040000080400000C0C00000A040000000410000C0400000803F0000C0C00000C0C000000000000000400000A040000080C00000E0400000A0C0000040C0000080C000000000000000000000E0C0000080BF0000A04000000040000000C100000041000080BF0000C0C0000080C0000080BF0000804000000040000080C000000000000000C1000080C0000040C0000000C10000C0C0000000410000E040000000410000803F0000004000004040000000C1000000400000C0C0000000000000E0400000404000000040000080BF000000C10000A0C0000000C10000E0400000C0C0000080BF0000A0C0000000410000803F000000410000A0C0000000C0000000C0000080BF0000A0400000A0400000404000000041000040400000C0C0000080C0000080BF0000C0C0000080C0000080BF0000C0C00000803F000040C0000000400000A04000000000000000C1000000C00000A0C00000004100004040000080BF0000E040000080C00000E0400000C040000080C00000A0C00000C04000000041000080400000C0400000004000008040000000C1000080C00000A040000000410000A0C000000000000040C0000000C1000000C1000080BF0000A0400000404000000040000040C0000080BF00008040000080BF0000E0C00000C0C0000000C000008040000040400000C0C0000040C0000080BF000080C0000040C0000000C1000080BF0000C0C00000803F000000400000A0C00000A040000000C10000A0C00000803F0000E0C0000040C0000000C00000A0C0000080BF0000E040000000410000000000000041000080C0000080C000000000000000C10000E0C00000803F0000C0C0000000C00000C0400000C0C0000040400000C0400000A0400000C040000000000000C0C00000404000000000000000C10000A040000000400000803F0000803F000080BF0000E0C00000E040000040400000A040000080C00000E0C00000E0C0000000C10000803F0000E0C00000C040000080BF0000C0C0000080C00000803F00000040000040400000E0400000E0C0000040400000C0C00000E0C0000040C0000000000000E0400000C040000000C00000A0C00000C0400000C040000000410000C0400000004100000040000040C000008040000080BF0000C0400000C0C00000A040000080C0000000C00000C0400000C0C00000E0C000004040000080BF000040C0000000C1000080C0000000400000404000000041000040C00000803F0000A0C0000000C10000A04000004040000040C000008040000080BF000000C1000000C100008040000000400000A04000008040000000410000E0400000C040000080C00000E04000008040000000400000A04000000040000000C10000E040000000C1000080400000404000004040"> : tensor<4x3x4x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<complex<f32>>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1, 2, 3] : (tensor<4x3x4x3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000A0C100000CC2000080BF0000A041000008C2000004C20000304100000C42"> : tensor<4xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4xcomplex<f32>>
  return
}

// -----

func.func @reduce_multiply_66() {
  %a = stablehlo.constant dense<"0x000000000000F8BF000000000000FC3F000000000000F8BF0000000000000000"> : tensor<4xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [] : (tensor<4xf64>, tensor<f64>) -> tensor<4xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F8BF000000000000FC3F000000000000F8BF0000000000000000"> : tensor<4xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4xf64>
  return
}

// -----

func.func @reduce_add_67() {
  %a = stablehlo.constant dense<"0x0400"> : tensor<ui16>
  %b = stablehlo.constant dense<"0x0000"> : tensor<ui16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [] : (tensor<ui16>, tensor<ui16>) -> tensor<ui16>
  %w0 = stablehlo.constant dense<"0x0400"> : tensor<ui16>
  check.expect_eq %r0, %w0 : tensor<ui16>
  return
}

// -----

func.func @reduce_minimum_68() {
  %a = stablehlo.constant dense<"0xA0BFA03FE03F00C0003F403FA0BF003F0040C03F0040E0BF403FE03F803E403F"> : tensor<4x4x1x1xbf16>
  %b = stablehlo.constant dense<"0x807F"> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [1] : (tensor<4x4x1x1xbf16>, tensor<bf16>) -> tensor<4x1x1xbf16>
  %w0 = stablehlo.constant dense<"0x00C0A0BFE0BF803E"> : tensor<4x1x1xbf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4x1x1xbf16>
  return
}

// -----

func.func @reduce_multiply_69() {
  %a = stablehlo.constant dense<"0xE03F803F"> : tensor<1x2x1xbf16>
  %b = stablehlo.constant dense<"0x0040"> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [1] : (tensor<1x2x1xbf16>, tensor<bf16>) -> tensor<1x1xbf16>
  %w0 = stablehlo.constant dense<"0x6040"> : tensor<1x1xbf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x1xbf16>
  return
}

// -----

func.func @reduce_xor_70() {
  %a = stablehlo.constant dense<"0xFC0402FF0100FCFCFDFEFE010103FEFC0103FC03FCFC020304FF0003FF04FDFD02FEFCFC"> : tensor<3x4x3xi8>
  %b = stablehlo.constant dense<"0x00"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.xor across dimensions = [1, 2] : (tensor<3x4x3xi8>, tensor<i8>) -> tensor<3xi8>
  %w0 = stablehlo.constant dense<"0xF8FCFF"> : tensor<3xi8>
  check.expect_eq %r0, %w0 : tensor<3xi8>
  return
}

// -----

func.func @reduce_add_71() {
  %a = stablehlo.constant dense<"0x80BE"> : tensor<bf16>
  %b = stablehlo.constant dense<"0x0000"> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [] : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
  %w0 = stablehlo.constant dense<"0x80BE"> : tensor<bf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<bf16>
  return
}

// -----

func.func @reduce_and_72() {
  %a = stablehlo.constant dense<"0x01"> : tensor<1xui8>
  %b = stablehlo.constant dense<"0xFF"> : tensor<ui8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.and across dimensions = [] : (tensor<1xui8>, tensor<ui8>) -> tensor<1xui8>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<1xui8>
  check.expect_eq %r0, %w0 : tensor<1xui8>
  return
}

// -----

func.func @reduce_multiply_73() {
  %a = stablehlo.constant dense<"0x000000C10000C040000000C1000040C0000080BF000080BF000000410000C040"> : tensor<1x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000803F00000000"> : tensor<complex<f32>>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0] : (tensor<1x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000000C10000C040000000C1000040C0000080BF000080BF000000410000C040"> : tensor<4xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4xcomplex<f32>>
  return
}

// -----

func.func @reduce_or_74() {
  %a = stablehlo.constant dense<"0x0000000000000000FEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0200000000000000020000000000000003000000000000000300000000000000000000000000000004000000000000000300000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000"> : tensor<4x2x1x2xi64>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.or across dimensions = [2] : (tensor<4x2x1x2xi64>, tensor<i64>) -> tensor<4x2x2xi64>
  %w0 = stablehlo.constant dense<"0x0000000000000000FEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0200000000000000020000000000000003000000000000000300000000000000000000000000000004000000000000000300000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000"> : tensor<4x2x2xi64>
  check.expect_eq %r0, %w0 : tensor<4x2x2xi64>
  return
}

// -----

func.func @reduce_maximum_75() {
  %a = stablehlo.constant dense<"0x03000000FDFFFFFF00000000FEFFFFFF04000000FDFFFFFFFCFFFFFF03000000"> : tensor<2x2x1x2xi32>
  %b = stablehlo.constant dense<"0x00000080"> : tensor<i32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x2x1x2xi32>, tensor<i32>) -> tensor<2xi32>
  %w0 = stablehlo.constant dense<"0x0400000003000000"> : tensor<2xi32>
  check.expect_eq %r0, %w0 : tensor<2xi32>
  return
}

// -----

func.func @reduce_add_76() {
  %a = stablehlo.constant dense<"0x00B8003E00380038004000B4003E00B800340000003400340000003C0038003F003A00BD003E003A00B8003800BF003C00BA00BC00BC00BC003800BC003F003E003A0034003800BF"> : tensor<4x3x3xf16>
  %b = stablehlo.constant dense<"0x0040"> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [2] : (tensor<4x3x3xf16>, tensor<f16>) -> tensor<4x3xf16>
  %w0 = stablehlo.constant dense<"0x0043404480420041004380428043003F00BA00380046003C"> : tensor<4x3xf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4x3xf16>
  return
}

// -----

func.func @reduce_add_77() {
  %a = stablehlo.constant dense<"0xC03F0040"> : tensor<1x1x2xbf16>
  %b = stablehlo.constant dense<"0x0040"> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [2] : (tensor<1x1x2xbf16>, tensor<bf16>) -> tensor<1x1xbf16>
  %w0 = stablehlo.constant dense<"0xB040"> : tensor<1x1xbf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x1xbf16>
  return
}

// -----

func.func @reduce_add_78() {
  %a = stablehlo.constant dense<"0x00BC00BA00BD003E"> : tensor<1x1x4xf16>
  %b = stablehlo.constant dense<"0x0000"> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x4xf16>, tensor<f16>) -> tensor<f16>
  %w0 = stablehlo.constant dense<"0x00BE"> : tensor<f16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<f16>
  return
}

// -----

func.func @reduce_xor_79() {
  %a = stablehlo.constant dense<"0x02FCFCFD"> : tensor<2x2xi8>
  %b = stablehlo.constant dense<"0x00"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.xor across dimensions = [] : (tensor<2x2xi8>, tensor<i8>) -> tensor<2x2xi8>
  %w0 = stablehlo.constant dense<"0x02FCFCFD"> : tensor<2x2xi8>
  check.expect_eq %r0, %w0 : tensor<2x2xi8>
  return
}

// -----

func.func @reduce_maximum_80() {
  %a = stablehlo.constant dense<"0x00000000"> : tensor<1xi32>
  %b = stablehlo.constant dense<"0x00000080"> : tensor<i32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0] : (tensor<1xi32>, tensor<i32>) -> tensor<i32>
  %w0 = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  check.expect_eq %r0, %w0 : tensor<i32>
  return
}

// -----

func.func @reduce_or_81() {
  %a = stablehlo.constant dense<"0x0400000000000000FCFFFFFFFFFFFFFF0000000000000000010000000000000001000000000000000000000000000000FDFFFFFFFFFFFFFF030000000000000003000000000000000300000000000000FFFFFFFFFFFFFFFF0100000000000000FCFFFFFFFFFFFFFF010000000000000001000000000000000200000000000000FEFFFFFFFFFFFFFF0300000000000000FCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0400000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"> : tensor<3x3x1x3xi64>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.or across dimensions = [3] : (tensor<3x3x1x3xi64>, tensor<i64>) -> tensor<3x3x1xi64>
  %w0 = stablehlo.constant dense<"0xFCFFFFFFFFFFFFFF0100000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"> : tensor<3x3x1xi64>
  check.expect_eq %r0, %w0 : tensor<3x3x1xi64>
  return
}

// -----

func.func @reduce_multiply_82() {
  %a = stablehlo.constant dense<"0x000000000000F0BF"> : tensor<f64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [] : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %w0 = stablehlo.constant dense<"0x000000000000F0BF"> : tensor<f64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<f64>
  return
}

// -----

func.func @reduce_or_83() {
  %a = stablehlo.constant dense<"0xFCFFFFFFFEFFFFFFFCFFFFFF0400000000000000FFFFFFFF0200000003000000"> : tensor<4x2xi32>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.or across dimensions = [1] : (tensor<4x2xi32>, tensor<i32>) -> tensor<4xi32>
  %w0 = stablehlo.constant dense<"0xFEFFFFFFFCFFFFFFFFFFFFFF03000000"> : tensor<4xi32>
  check.expect_eq %r0, %w0 : tensor<4xi32>
  return
}

// -----

func.func @reduce_multiply_84() {
  %a = stablehlo.constant dense<"0x020301"> : tensor<3xui8>
  %b = stablehlo.constant dense<"0x01"> : tensor<ui8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [] : (tensor<3xui8>, tensor<ui8>) -> tensor<3xui8>
  %w0 = stablehlo.constant dense<"0x020301"> : tensor<3xui8>
  check.expect_eq %r0, %w0 : tensor<3xui8>
  return
}

// -----

func.func @reduce_add_85() {
  %a = stablehlo.constant dense<"0x010004000400010004000400010000000000020001000400000001000100000002000300"> : tensor<3x3x2xui16>
  %b = stablehlo.constant dense<"0x0000"> : tensor<ui16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [2] : (tensor<3x3x2xui16>, tensor<ui16>) -> tensor<3x3xui16>
  %w0 = stablehlo.constant dense<"0x050005000800010002000500010001000500"> : tensor<3x3xui16>
  check.expect_eq %r0, %w0 : tensor<3x3xui16>
  return
}

// -----

func.func @reduce_add_86() {
  %a = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0000000000000000FCFFFFFFFFFFFFFF0200000000000000FEFFFFFFFFFFFFFF0000000000000000FDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0200000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0200000000000000040000000000000004000000000000000200000000000000FCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0000000000000000FDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF01000000000000000200000000000000FFFFFFFFFFFFFFFF"> : tensor<2x3x4xi64>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3x4xi64>, tensor<i64>) -> tensor<4xi64>
  %w0 = stablehlo.constant dense<"0xF9FFFFFFFFFFFFFF01000000000000000300000000000000F6FFFFFFFFFFFFFF"> : tensor<4xi64>
  check.expect_eq %r0, %w0 : tensor<4xi64>
  return
}

// -----

func.func @reduce_minimum_87() {
  %a = stablehlo.constant dense<"0xFE"> : tensor<2xi8>
  %b = stablehlo.constant dense<"0x02"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0] : (tensor<2xi8>, tensor<i8>) -> tensor<i8>
  %w0 = stablehlo.constant dense<"0xFE"> : tensor<i8>
  check.expect_eq %r0, %w0 : tensor<i8>
  return
}

// -----

func.func @reduce_minimum_88() {
  %a = stablehlo.constant dense<"0x0040"> : tensor<f16>
  %b = stablehlo.constant dense<"0x007C"> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [] : (tensor<f16>, tensor<f16>) -> tensor<f16>
  %w0 = stablehlo.constant dense<"0x0040"> : tensor<f16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<f16>
  return
}

// -----

func.func @reduce_multiply_89() {
  %a = stablehlo.constant dense<> : tensor<4x0x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000803F00000000"> : tensor<complex<f32>>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [] : (tensor<4x0x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4x0x4xcomplex<f32>>
  %w0 = stablehlo.constant dense<> : tensor<4x0x4xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4x0x4xcomplex<f32>>
  return
}

// -----

func.func @reduce_pair_0() {
  %a = stablehlo.constant dense<"0x003F0000003FA03F40BFA0BFE03FC03F803E80BE00BF40BF"> : tensor<1x4x3xbf16>
  %b = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B000000"> : tensor<1x4x3xi32>
  %c = stablehlo.constant dense<"0x80FF"> : tensor<bf16>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<bf16>, %i: tensor<i32>, %y: tensor<bf16>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<bf16>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<bf16>, tensor<i32>
  }) : (tensor<1x4x3xbf16>, tensor<1x4x3xi32>, tensor<bf16>, tensor<i32>) -> (tensor<1x4xbf16>, tensor<1x4xi32>)
  %w0 = stablehlo.constant dense<"0x003FA03FE03F80BE"> : tensor<1x4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x4xbf16>, tensor<1x4xbf16>
  %w1 = stablehlo.constant dense<"0x00000000030000000600000009000000"> : tensor<1x4xi32>
  check.expect_eq %r1, %w1 : tensor<1x4xi32>
  return
}

// -----

func.func @reduce_pair_1() {
  %a = stablehlo.constant dense<"0x0000C03F000000000000C0BF0000E0BF"> : tensor<2x1x2xf32>
  %b = stablehlo.constant dense<"0x00000000010000000200000003000000"> : tensor<2x1x2xi32>
  %c = stablehlo.constant dense<"0x000080FF"> : tensor<f32>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %i: tensor<i32>, %y: tensor<f32>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<f32>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<f32>, tensor<i32>
  }) : (tensor<2x1x2xf32>, tensor<2x1x2xi32>, tensor<f32>, tensor<i32>) -> (tensor<1x2xf32>, tensor<1x2xi32>)
  %w0 = stablehlo.constant dense<"0x0000C03F00000000"> : tensor<1x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x2xf32>, tensor<1x2xf32>
  %w1 = stablehlo.constant dense<"0x0000000001000000"> : tensor<1x2xi32>
  check.expect_eq %r1, %w1 : tensor<1x2xi32>
  return
}

// -----

func.func @reduce_pair_2() {
  %a = stablehlo.constant dense<"0x000000000000FC3F000000000000F03F000000000000F8BF000000000000F0BF000000000000FC3F000000000000E83F000000000000FC3F0000000000000040000000000000F4BF000000000000F03F00000000000000C0000000000000F8BF"> : tensor<1x4x3xf64>
  %b = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B000000"> : tensor<1x4x3xi32>
  %c = stablehlo.constant dense<"0x000000000000F0FF"> : tensor<f64>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<f64>, %i: tensor<i32>, %y: tensor<f64>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<f64>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<f64>, tensor<i32>
  }) : (tensor<1x4x3xf64>, tensor<1x4x3xi32>, tensor<f64>, tensor<i32>) -> (tensor<1x3xf64>, tensor<1x3xi32>)
  %w0 = stablehlo.constant dense<"0x000000000000FC3F0000000000000040000000000000E83F"> : tensor<1x3xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x3xf64>, tensor<1x3xf64>
  %w1 = stablehlo.constant dense<"0x000000000700000005000000"> : tensor<1x3xi32>
  check.expect_eq %r1, %w1 : tensor<1x3xi32>
  return
}

// -----

func.func @reduce_pair_3() {
  %a = stablehlo.constant dense<"0x803F40BF80BEC03F00C0004000BF80BFC03FC0BFA03F803F80BEE0BF00BFA03F80BE00C0C0BFC03FE0BFA0BFA03FA03F"> : tensor<3x2x4xbf16>
  %b = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F0000001000000011000000120000001300000014000000150000001600000017000000"> : tensor<3x2x4xi32>
  %c = stablehlo.constant dense<"0x80FF"> : tensor<bf16>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<bf16>, %i: tensor<i32>, %y: tensor<bf16>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<bf16>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<bf16>, tensor<i32>
  }) : (tensor<3x2x4xbf16>, tensor<3x2x4xi32>, tensor<bf16>, tensor<i32>) -> (tensor<3x4xbf16>, tensor<3x4xi32>)
  %w0 = stablehlo.constant dense<"0x803F004080BEC03FC03FC0BFA03FA03F80BEA0BFA03FC03F"> : tensor<3x4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x4xbf16>, tensor<3x4xbf16>
  %w1 = stablehlo.constant dense<"0x0000000005000000020000000300000008000000090000000A0000000F00000010000000150000001600000013000000"> : tensor<3x4xi32>
  check.expect_eq %r1, %w1 : tensor<3x4xi32>
  return
}

// -----

func.func @reduce_pair_4() {
  %a = stablehlo.constant dense<"0x00000000000040BF000000C00000403F0000C03F0000E03F0000E0BF000080BF0000E03F0000C03F0000A0BF0000A0BF0000A0BF0000C0BF000000400000A03F0000C0BF000000BF0000803E000000000000803F0000A0BF00000040000080BE"> : tensor<2x3x4xf32>
  %b = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F0000001000000011000000120000001300000014000000150000001600000017000000"> : tensor<2x3x4xi32>
  %c = stablehlo.constant dense<"0x000080FF"> : tensor<f32>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<f32>, %i: tensor<i32>, %y: tensor<f32>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<f32>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<f32>, tensor<i32>
  }) : (tensor<2x3x4xf32>, tensor<2x3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)
  %w0 = stablehlo.constant dense<"0x0000E03F0000E03F0000A0BF0000403F0000803F000000BF000000400000A03F"> : tensor<2x4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x4xf32>, tensor<2x4xf32>
  %w1 = stablehlo.constant dense<"0x08000000050000000A0000000300000014000000110000000E0000000F000000"> : tensor<2x4xi32>
  check.expect_eq %r1, %w1 : tensor<2x4xi32>
  return
}

// -----

func.func @reduce_pair_5() {
  %a = stablehlo.constant dense<"0x03000000FDFFFFFF04000000"> : tensor<1x1x3xi32>
  %b = stablehlo.constant dense<"0x000000000100000002000000"> : tensor<1x1x3xi32>
  %c = stablehlo.constant dense<"0x00000080"> : tensor<i32>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<i32>, %i: tensor<i32>, %y: tensor<i32>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<i32>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<i32>, tensor<i32>
  }) : (tensor<1x1x3xi32>, tensor<1x1x3xi32>, tensor<i32>, tensor<i32>) -> (tensor<1x1xi32>, tensor<1x1xi32>)
  %w0 = stablehlo.constant dense<"0x04000000"> : tensor<1x1xi32>
  check.expect_eq %r0, %w0 : tensor<1x1xi32>
  %w1 = stablehlo.constant dense<"0x02000000"> : tensor<1x1xi32>
  check.expect_eq %r1, %w1 : tensor<1x1xi32>
  return
}

// -----

func.func @reduce_pair_6() {
  %a = stablehlo.constant dense<"0x000000000000E0BF000000000000D0BF000000000000D0BF000000000000E8BF000000000000E8BF0000000000000000000000000000F83F000000000000F43F000000000000E83F000000000000F83F000000000000F0BF000000000000F4BF000000000000F0BF0000000000000040000000000000F83F000000000000FCBF"> : tensor<4x4x1xf64>
  %b = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F000000"> : tensor<4x4x1xi32>
  %c = stablehlo.constant dense<"0x000000000000F0FF"> : tensor<f64>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<f64>, %i: tensor<i32>, %y: tensor<f64>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<f64>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<f64>, tensor<i32>
  }) : (tensor<4x4x1xf64>, tensor<4x4x1xi32>, tensor<f64>, tensor<i32>) -> (tensor<4x4xf64>, tensor<4x4xi32>)
  %w0 = stablehlo.constant dense<"0x000000000000E0BF000000000000D0BF000000000000D0BF000000000000E8BF000000000000E8BF0000000000000000000000000000F83F000000000000F43F000000000000E83F000000000000F83F000000000000F0BF000000000000F4BF000000000000F0BF0000000000000040000000000000F83F000000000000FCBF"> : tensor<4x4xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x4xf64>, tensor<4x4xf64>
  %w1 = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F000000"> : tensor<4x4xi32>
  check.expect_eq %r1, %w1 : tensor<4x4xi32>
  return
}

// -----

func.func @reduce_pair_7() {
  %a = stablehlo.constant dense<"0x80BE40BF0040000000BF00BFA03FA0BF00BF004040BF003F000080BE003F80BF40BF403FA03F0040803EE03F803FC03FE0BFE03FA03FC0BFE03FC03F40BFA03F00BF40BF00C080BE40BFC03FA0BF00BF00BF40BF0000803EE03F40BFC03FC03F"> : tensor<4x4x3xbf16>
  %b = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F000000100000001100000012000000130000001400000015000000160000001700000018000000190000001A0000001B0000001C0000001D0000001E0000001F000000200000002100000022000000230000002400000025000000260000002700000028000000290000002A0000002B0000002C0000002D0000002E0000002F000000"> : tensor<4x4x3xi32>
  %c = stablehlo.constant dense<"0x80FF"> : tensor<bf16>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<bf16>, %i: tensor<i32>, %y: tensor<bf16>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<bf16>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<bf16>, tensor<i32>
  }) : (tensor<4x4x3xbf16>, tensor<4x4x3xi32>, tensor<bf16>, tensor<i32>) -> (tensor<4x4xbf16>, tensor<4x4xi32>)
  %w0 = stablehlo.constant dense<"0x00400000A03F0040003F403F0040E03FE03FE03FA03F80BEC03F00BFE03FC03F"> : tensor<4x4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x4xbf16>, tensor<4x4xbf16>
  %w1 = stablehlo.constant dense<"0x020000000300000006000000090000000E000000110000001300000015000000190000001C0000001F0000002300000025000000270000002C0000002E000000"> : tensor<4x4xi32>
  check.expect_eq %r1, %w1 : tensor<4x4xi32>
  return
}

// -----

func.func @reduce_pair_8() {
  %a = stablehlo.constant dense<"0x0100000000000000FCFFFFFF02000000000000000100000003000000FCFFFFFFFDFFFFFF04000000FDFFFFFFFFFFFFFF04000000FCFFFFFF0100000000000000"> : tensor<4x2x2xi32>
  %b = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F000000"> : tensor<4x2x2xi32>
  %c = stablehlo.constant dense<"0x00000080"> : tensor<i32>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<i32>, %i: tensor<i32>, %y: tensor<i32>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<i32>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<i32>, tensor<i32>
  }) : (tensor<4x2x2xi32>, tensor<4x2x2xi32>, tensor<i32>, tensor<i32>) -> (tensor<4x2xi32>, tensor<4x2xi32>)
  %w0 = stablehlo.constant dense<"0x0100000002000000010000000300000004000000FFFFFFFF0400000001000000"> : tensor<4x2xi32>
  check.expect_eq %r0, %w0 : tensor<4x2xi32>
  %w1 = stablehlo.constant dense<"0x00000000030000000500000006000000090000000B0000000C0000000E000000"> : tensor<4x2xi32>
  check.expect_eq %r1, %w1 : tensor<4x2xi32>
  return
}

// -----

func.func @reduce_pair_9() {
  %a = stablehlo.constant dense<"0xFFFFFFFFFDFFFFFF02000000FDFFFFFFFCFFFFFF0200000002000000FFFFFFFFFCFFFFFFFCFFFFFFFFFFFFFFFCFFFFFF04000000FDFFFFFF04000000FEFFFFFF"> : tensor<1x4x4xi32>
  %b = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F000000"> : tensor<1x4x4xi32>
  %c = stablehlo.constant dense<"0x00000080"> : tensor<i32>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<i32>, %i: tensor<i32>, %y: tensor<i32>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<i32>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<i32>, tensor<i32>
  }) : (tensor<1x4x4xi32>, tensor<1x4x4xi32>, tensor<i32>, tensor<i32>) -> (tensor<1x4xi32>, tensor<1x4xi32>)
  %w0 = stablehlo.constant dense<"0x0200000002000000FFFFFFFF04000000"> : tensor<1x4xi32>
  check.expect_eq %r0, %w0 : tensor<1x4xi32>
  %w1 = stablehlo.constant dense<"0x02000000050000000A0000000C000000"> : tensor<1x4xi32>
  check.expect_eq %r1, %w1 : tensor<1x4xi32>
  return
}

// -----

func.func @reduce_pair_10() {
  %a = stablehlo.constant dense<"0xA03F40BF403F803E80BF003F0040403F803EE03F0000C03F"> : tensor<3x1x4xbf16>
  %b = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B000000"> : tensor<3x1x4xi32>
  %c = stablehlo.constant dense<"0x80FF"> : tensor<bf16>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<bf16>, %i: tensor<i32>, %y: tensor<bf16>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<bf16>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<bf16>, tensor<i32>
  }) : (tensor<3x1x4xbf16>, tensor<3x1x4xi32>, tensor<bf16>, tensor<i32>) -> (tensor<1x4xbf16>, tensor<1x4xi32>)
  %w0 = stablehlo.constant dense<"0xA03FE03F0040C03F"> : tensor<1x4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x4xbf16>, tensor<1x4xbf16>
  %w1 = stablehlo.constant dense<"0x0000000009000000060000000B000000"> : tensor<1x4xi32>
  check.expect_eq %r1, %w1 : tensor<1x4xi32>
  return
}

// -----

func.func @reduce_pair_11() {
  %a = stablehlo.constant dense<"0xE03FE0BF"> : tensor<1x2x1xbf16>
  %b = stablehlo.constant dense<"0x0000000001000000"> : tensor<1x2x1xi32>
  %c = stablehlo.constant dense<"0x80FF"> : tensor<bf16>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<bf16>, %i: tensor<i32>, %y: tensor<bf16>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<bf16>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<bf16>, tensor<i32>
  }) : (tensor<1x2x1xbf16>, tensor<1x2x1xi32>, tensor<bf16>, tensor<i32>) -> (tensor<2x1xbf16>, tensor<2x1xi32>)
  %w0 = stablehlo.constant dense<"0xE03FE0BF"> : tensor<2x1xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x1xbf16>, tensor<2x1xbf16>
  %w1 = stablehlo.constant dense<"0x0000000001000000"> : tensor<2x1xi32>
  check.expect_eq %r1, %w1 : tensor<2x1xi32>
  return
}

// -----

func.func @reduce_pair_12() {
  %a = stablehlo.constant dense<"0x0200000001000000000000000300000002000000FEFFFFFFFFFFFFFF0200000003000000"> : tensor<3x3x1xi32>
  %b = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000"> : tensor<3x3x1xi32>
  %c = stablehlo.constant dense<"0x00000080"> : tensor<i32>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<i32>, %i: tensor<i32>, %y: tensor<i32>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<i32>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<i32>, tensor<i32>
  }) : (tensor<3x3x1xi32>, tensor<3x3x1xi32>, tensor<i32>, tensor<i32>) -> (tensor<3x3xi32>, tensor<3x3xi32>)
  %w0 = stablehlo.constant dense<"0x0200000001000000000000000300000002000000FEFFFFFFFFFFFFFF0200000003000000"> : tensor<3x3xi32>
  check.expect_eq %r0, %w0 : tensor<3x3xi32>
  %w1 = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000"> : tensor<3x3xi32>
  check.expect_eq %r1, %w1 : tensor<3x3xi32>
  return
}

// -----

func.func @reduce_pair_13() {
  %a = stablehlo.constant dense<"0x403F00C0E0BFE03F803E0000"> : tensor<1x3x2xbf16>
  %b = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000"> : tensor<1x3x2xi32>
  %c = stablehlo.constant dense<"0x80FF"> : tensor<bf16>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<bf16>, %i: tensor<i32>, %y: tensor<bf16>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<bf16>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<bf16>, tensor<i32>
  }) : (tensor<1x3x2xbf16>, tensor<1x3x2xi32>, tensor<bf16>, tensor<i32>) -> (tensor<3x2xbf16>, tensor<3x2xi32>)
  %w0 = stablehlo.constant dense<"0x403F00C0E0BFE03F803E0000"> : tensor<3x2xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x2xbf16>, tensor<3x2xbf16>
  %w1 = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000"> : tensor<3x2xi32>
  check.expect_eq %r1, %w1 : tensor<3x2xi32>
  return
}

// -----

func.func @reduce_pair_14() {
  %a = stablehlo.constant dense<"0x000000000000A0BF0000E0BF0000E03F0000C03F0000A03F0000803E0000803E000080BE0000A03F000040BF000040BF"> : tensor<2x2x3xf32>
  %b = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B000000"> : tensor<2x2x3xi32>
  %c = stablehlo.constant dense<"0x000080FF"> : tensor<f32>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<f32>, %i: tensor<i32>, %y: tensor<f32>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<f32>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<f32>, tensor<i32>
  }) : (tensor<2x2x3xf32>, tensor<2x2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  %w0 = stablehlo.constant dense<"0x0000E03F0000C03F0000A03F0000A03F0000803E000080BE"> : tensor<2x3xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3xf32>, tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x030000000400000005000000090000000700000008000000"> : tensor<2x3xi32>
  check.expect_eq %r1, %w1 : tensor<2x3xi32>
  return
}

// -----

func.func @reduce_pair_15() {
  %a = stablehlo.constant dense<"0x000000000000FC3F000000000000F83F000000000000D0BF"> : tensor<1x1x3xf64>
  %b = stablehlo.constant dense<"0x000000000100000002000000"> : tensor<1x1x3xi32>
  %c = stablehlo.constant dense<"0x000000000000F0FF"> : tensor<f64>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<f64>, %i: tensor<i32>, %y: tensor<f64>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<f64>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<f64>, tensor<i32>
  }) : (tensor<1x1x3xf64>, tensor<1x1x3xi32>, tensor<f64>, tensor<i32>) -> (tensor<1x3xf64>, tensor<1x3xi32>)
  %w0 = stablehlo.constant dense<"0x000000000000FC3F000000000000F83F000000000000D0BF"> : tensor<1x3xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x3xf64>, tensor<1x3xf64>
  %w1 = stablehlo.constant dense<"0x000000000100000002000000"> : tensor<1x3xi32>
  check.expect_eq %r1, %w1 : tensor<1x3xi32>
  return
}

// -----

func.func @reduce_pair_16() {
  %a = stablehlo.constant dense<"0xC03F00C0403F003FA0BF403F80BEC03F004000000000E0BF"> : tensor<1x3x4xbf16>
  %b = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B000000"> : tensor<1x3x4xi32>
  %c = stablehlo.constant dense<"0x80FF"> : tensor<bf16>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<bf16>, %i: tensor<i32>, %y: tensor<bf16>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<bf16>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<bf16>, tensor<i32>
  }) : (tensor<1x3x4xbf16>, tensor<1x3x4xi32>, tensor<bf16>, tensor<i32>) -> (tensor<3x4xbf16>, tensor<3x4xi32>)
  %w0 = stablehlo.constant dense<"0xC03F00C0403F003FA0BF403F80BEC03F004000000000E0BF"> : tensor<3x4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x4xbf16>, tensor<3x4xbf16>
  %w1 = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B000000"> : tensor<3x4xi32>
  check.expect_eq %r1, %w1 : tensor<3x4xi32>
  return
}

// -----

func.func @reduce_pair_17() {
  %a = stablehlo.constant dense<"0x000080BE0000A0BF000040BF0000C0BF0000003F000000BF0000003F000000BF0000A0BF0000A0BF000080BF0000C03F0000403F000000BF0000A0BF000080BF0000803F0000A03F0000A0BF0000803E0000004000000000000080BF0000A0BF000040BF0000E0BF0000803E0000C0BF0000003F000000000000403F0000C0BF"> : tensor<2x4x4xf32>
  %b = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F000000100000001100000012000000130000001400000015000000160000001700000018000000190000001A0000001B0000001C0000001D0000001E0000001F000000"> : tensor<2x4x4xi32>
  %c = stablehlo.constant dense<"0x000080FF"> : tensor<f32>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<f32>, %i: tensor<i32>, %y: tensor<f32>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<f32>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<f32>, tensor<i32>
  }) : (tensor<2x4x4xf32>, tensor<2x4x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)
  %w0 = stablehlo.constant dense<"0x0000403F000000BF0000003F0000C03F000000400000A03F0000403F0000803E"> : tensor<2x4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x4xf32>, tensor<2x4xf32>
  %w1 = stablehlo.constant dense<"0x0C00000005000000060000000B00000014000000110000001E00000013000000"> : tensor<2x4xi32>
  check.expect_eq %r1, %w1 : tensor<2x4xi32>
  return
}

// -----

func.func @reduce_pair_18() {
  %a = stablehlo.constant dense<"0x0040"> : tensor<1x1x1xbf16>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<1x1x1xi32>
  %c = stablehlo.constant dense<"0x80FF"> : tensor<bf16>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<bf16>, %i: tensor<i32>, %y: tensor<bf16>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<bf16>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<bf16>, tensor<i32>
  }) : (tensor<1x1x1xbf16>, tensor<1x1x1xi32>, tensor<bf16>, tensor<i32>) -> (tensor<1x1xbf16>, tensor<1x1xi32>)
  %w0 = stablehlo.constant dense<"0x0040"> : tensor<1x1xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x1xbf16>, tensor<1x1xbf16>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<1x1xi32>
  check.expect_eq %r1, %w1 : tensor<1x1xi32>
  return
}

// -----

func.func @reduce_pair_19() {
  %a = stablehlo.constant dense<"0x010000000100000000000000FEFFFFFF03000000FDFFFFFFFFFFFFFF01000000"> : tensor<1x2x4xi32>
  %b = stablehlo.constant dense<"0x0000000001000000020000000300000004000000050000000600000007000000"> : tensor<1x2x4xi32>
  %c = stablehlo.constant dense<"0x00000080"> : tensor<i32>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<i32>, %i: tensor<i32>, %y: tensor<i32>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<i32>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<i32>, tensor<i32>
  }) : (tensor<1x2x4xi32>, tensor<1x2x4xi32>, tensor<i32>, tensor<i32>) -> (tensor<2x4xi32>, tensor<2x4xi32>)
  %w0 = stablehlo.constant dense<"0x010000000100000000000000FEFFFFFF03000000FDFFFFFFFFFFFFFF01000000"> : tensor<2x4xi32>
  check.expect_eq %r0, %w0 : tensor<2x4xi32>
  %w1 = stablehlo.constant dense<"0x0000000001000000020000000300000004000000050000000600000007000000"> : tensor<2x4xi32>
  check.expect_eq %r1, %w1 : tensor<2x4xi32>
  return
}

// -----

func.func @reduce_pair_20() {
  %a = stablehlo.constant dense<"0x0000000000000000000000000000F43F"> : tensor<2x1x1xf64>
  %b = stablehlo.constant dense<"0x0000000001000000"> : tensor<2x1x1xi32>
  %c = stablehlo.constant dense<"0x000000000000F0FF"> : tensor<f64>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<f64>, %i: tensor<i32>, %y: tensor<f64>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<f64>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<f64>, tensor<i32>
  }) : (tensor<2x1x1xf64>, tensor<2x1x1xi32>, tensor<f64>, tensor<i32>) -> (tensor<2x1xf64>, tensor<2x1xi32>)
  %w0 = stablehlo.constant dense<"0x0000000000000000000000000000F43F"> : tensor<2x1xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x1xf64>, tensor<2x1xf64>
  %w1 = stablehlo.constant dense<"0x0000000001000000"> : tensor<2x1xi32>
  check.expect_eq %r1, %w1 : tensor<2x1xi32>
  return
}

// -----

func.func @reduce_pair_21() {
  %a = stablehlo.constant dense<"0x01000000FDFFFFFF0200000002000000"> : tensor<2x1x2xi32>
  %b = stablehlo.constant dense<"0x00000000010000000200000003000000"> : tensor<2x1x2xi32>
  %c = stablehlo.constant dense<"0x00000080"> : tensor<i32>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<i32>, %i: tensor<i32>, %y: tensor<i32>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<i32>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<i32>, tensor<i32>
  }) : (tensor<2x1x2xi32>, tensor<2x1x2xi32>, tensor<i32>, tensor<i32>) -> (tensor<2x2xi32>, tensor<2x2xi32>)
  %w0 = stablehlo.constant dense<"0x01000000FDFFFFFF0200000002000000"> : tensor<2x2xi32>
  check.expect_eq %r0, %w0 : tensor<2x2xi32>
  %w1 = stablehlo.constant dense<"0x00000000010000000200000003000000"> : tensor<2x2xi32>
  check.expect_eq %r1, %w1 : tensor<2x2xi32>
  return
}

// -----

func.func @reduce_pair_22() {
  %a = stablehlo.constant dense<"0x000080BE0000A03F000000BF000000400000003F000080BF0000803F000000C0"> : tensor<2x2x2xf32>
  %b = stablehlo.constant dense<"0x0000000001000000020000000300000004000000050000000600000007000000"> : tensor<2x2x2xi32>
  %c = stablehlo.constant dense<"0x000080FF"> : tensor<f32>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<f32>, %i: tensor<i32>, %y: tensor<f32>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<f32>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<f32>, tensor<i32>
  }) : (tensor<2x2x2xf32>, tensor<2x2x2xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  %w0 = stablehlo.constant dense<"0x000080BE000000400000803F000080BF"> : tensor<2x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x2xf32>, tensor<2x2xf32>
  %w1 = stablehlo.constant dense<"0x00000000030000000600000005000000"> : tensor<2x2xi32>
  check.expect_eq %r1, %w1 : tensor<2x2xi32>
  return
}

// -----

func.func @reduce_pair_23() {
  %a = stablehlo.constant dense<"0x0100000001000000FEFFFFFFFDFFFFFFFDFFFFFFFEFFFFFFFFFFFFFFFCFFFFFF03000000FEFFFFFF00000000FFFFFFFFFFFFFFFF01000000040000000200000001000000FEFFFFFF"> : tensor<3x3x2xi32>
  %b = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F0000001000000011000000"> : tensor<3x3x2xi32>
  %c = stablehlo.constant dense<"0x00000080"> : tensor<i32>
  %d = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<i32>, %i: tensor<i32>, %y: tensor<i32>, %j: tensor<i32>):
  %g = stablehlo.compare GT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %e = stablehlo.compare EQ, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %f = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %f : tensor<i1>
  %m = stablehlo.select %p, %x, %y : tensor<i1>, tensor<i32>
  %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %m, %n : tensor<i32>, tensor<i32>
  }) : (tensor<3x3x2xi32>, tensor<3x3x2xi32>, tensor<i32>, tensor<i32>) -> (tensor<3x3xi32>, tensor<3x3xi32>)
  %w0 = stablehlo.constant dense<"0x01000000FEFFFFFFFEFFFFFFFFFFFFFF0300000000000000010000000400000001000000"> : tensor<3x3xi32>
  check.expect_eq %r0, %w0 : tensor<3x3xi32>
  %w1 = stablehlo.constant dense<"0x00000000020000000500000006000000080000000A0000000D0000000E00000010000000"> : tensor<3x3xi32>
  check.expect_eq %r1, %w1 : tensor<3x3xi32>
  return
}

// -----

func.func @reduce_window_multiply_0() {
  %a = stablehlo.constant dense<"0x04030003030100030101"> : tensor<5x2xui8>
  %b = stablehlo.constant dense<"0x01"> : tensor<ui8>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 3, 3>, base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 2, 1>, padding = dense<[[2, 1], [0, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.multiply %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<5x2xui8>, tensor<ui8>) -> tensor<2x2xui8>
  %w0 = stablehlo.constant dense<"0x04010001"> : tensor<2x2xui8>
  check.expect_eq %r0, %w0 : tensor<2x2xui8>
  return
}

// -----

func.func @reduce_window_maximum_1() {
  %a = stablehlo.constant dense<"0x000000000000D03F00000000000000C000000000000000C0000000000000FCBF"> : tensor<4xf64>
  %b = stablehlo.constant dense<"0x000000000000F0FF"> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 1>, window_dilations = array<i64: 2>, padding = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.maximum %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<4xf64>, tensor<f64>) -> tensor<2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000D03F00000000000000C0"> : tensor<2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2xf64>
  return
}

// -----

func.func @reduce_window_multiply_2() {
  %a = stablehlo.constant dense<"0x0000C0BF000000BF0000803E0000003F000040BF000080BE0000A03F0000E0BF0000C0BF000080BF000000400000803E000000C0000080BE000080BF0000A03F000000C00000C03F000000BF0000803F0000C0BF0000E0BF000000BF0000403F0000803E000000000000E0BF000040BF0000403F0000003F0000E03F000000BF0000E0BF000080BF00000040000040BF"> : tensor<6x3x2xf32>
  %b = stablehlo.constant dense<"0x0000803F"> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2, 2>, window_strides = array<i64: 2, 2, 3>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 2, 1, 1>, padding = dense<[[0, 0], [0, 0], [2, 2]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.multiply %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<6x3x2xf32>, tensor<f32>) -> tensor<5x1x2xf32>
  %w0 = stablehlo.constant dense<"0x0000803F0000E0BE0000803F00000CBF0000803F00000C3F0000803F000000000000803F00000080"> : tensor<5x1x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<5x1x2xf32>
  return
}

// -----

func.func @reduce_window_minimum_3() {
  %a = stablehlo.constant dense<"0x003F0000003C"> : tensor<1x3x1xf16>
  %b = stablehlo.constant dense<"0x007C"> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2, 3>, window_strides = array<i64: 2, 3, 2>, base_dilations = array<i64: 2, 1, 2>, window_dilations = array<i64: 1, 2, 2>, padding = dense<[[1, 0], [1, 2], [0, 2]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
  %z = stablehlo.minimum %x, %y : tensor<f16>
  stablehlo.return %z : tensor<f16>
  }) : (tensor<1x3x1xf16>, tensor<f16>) -> tensor<1x2x0xf16>
  %w0 = stablehlo.constant dense<> : tensor<1x2x0xf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x2x0xf16>
  return
}

// -----

func.func @reduce_window_multiply_4() {
  %a = stablehlo.constant dense<"0x803F803FE03FC0BFC0BFE03F403F803E80BE0040A0BF803EC0BF003F0040C03F80BFE0BF003FE03F803F80BE80BE80BF"> : tensor<4x6x1xbf16>
  %b = stablehlo.constant dense<"0x803F"> : tensor<bf16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3, 1, 2>, window_strides = array<i64: 3, 1, 2>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 2, 2, 2>, padding = dense<[[0, 1], [1, 0], [2, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
  %z = stablehlo.multiply %x, %y : tensor<bf16>
  stablehlo.return %z : tensor<bf16>
  }) : (tensor<4x6x1xbf16>, tensor<bf16>) -> tensor<2x7x1xbf16>
  %w0 = stablehlo.constant dense<"0x803F90BF003E60BF90C0F0BF44BF803F803F803F803F803F803F803F"> : tensor<2x7x1xbf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x7x1xbf16>
  return
}

// -----

func.func @reduce_window_add_5() {
  %a = stablehlo.constant dense<"0x030000000000000002000000000000000000000000000000FDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF"> : tensor<5xi64>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 2>, window_dilations = array<i64: 2>, padding = dense<[[1, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<5xi64>, tensor<i64>) -> tensor<5xi64>
  %w0 = stablehlo.constant dense<"0x0000000000000000"> : tensor<5xi64>
  check.expect_eq %r0, %w0 : tensor<5xi64>
  return
}

// -----

func.func @reduce_window_maximum_6() {
  %a = stablehlo.constant dense<"0x040002000000010204000101010301"> : tensor<3x5xui8>
  %b = stablehlo.constant dense<"0x00"> : tensor<ui8>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 3, 2>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 2, 1>, padding = dense<[[1, 2], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.maximum %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<3x5xui8>, tensor<ui8>) -> tensor<2x3xui8>
  %w0 = stablehlo.constant dense<"0x000104000103"> : tensor<2x3xui8>
  check.expect_eq %r0, %w0 : tensor<2x3xui8>
  return
}

// -----

func.func @reduce_window_add_7() {
  %a = stablehlo.constant dense<"0x0100000003000000FCFFFFFF0000000002000000FFFFFFFFFEFFFFFF0300000002000000FEFFFFFF04000000FDFFFFFFFCFFFFFFFFFFFFFF01000000"> : tensor<3x1x5xi32>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 3, 3>, window_strides = array<i64: 3, 1, 3>, base_dilations = array<i64: 2, 2, 1>, window_dilations = array<i64: 2, 1, 1>, padding = dense<[[1, 2], [1, 2], [1, 2]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<3x1x5xi32>, tensor<i32>) -> tensor<2x2x2xi32>
  %w0 = stablehlo.constant dense<"0x00000000000000000000000000000000FEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF"> : tensor<2x2x2xi32>
  check.expect_eq %r0, %w0 : tensor<2x2x2xi32>
  return
}

// -----

func.func @reduce_window_minimum_8() {
  %a = stablehlo.constant dense<"0x00000000000000C0000000000000D03F000000000000FC3F0000000000000000000000000000FCBF000000000000E0BF000000000000E0BF000000000000F03F000000000000F03F0000000000000040"> : tensor<2x5xf64>
  %b = stablehlo.constant dense<"0x000000000000F07F"> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 2], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.minimum %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<2x5xf64>, tensor<f64>) -> tensor<2x3xf64>
  %w0 = stablehlo.constant dense<"0x00000000000000C0000000000000E0BF000000000000FCBF000000000000E0BF000000000000E0BF000000000000F03F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  return
}

// -----

func.func @reduce_window_maximum_9() {
  %a = stablehlo.constant dense<"0x003800C0000000B40038003E003D003E00C000BA004000C000BA000000380038"> : tensor<4x4x1xf16>
  %b = stablehlo.constant dense<"0x00FC"> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 1, 1>, window_strides = array<i64: 3, 1, 3>, base_dilations = array<i64: 1, 2, 1>, window_dilations = array<i64: 1, 2, 2>, padding = dense<[[0, 2], [1, 0], [2, 2]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
  %z = stablehlo.maximum %x, %y : tensor<f16>
  stablehlo.return %z : tensor<f16>
  }) : (tensor<4x4x1xf16>, tensor<f16>) -> tensor<2x8x2xf16>
  %w0 = stablehlo.constant dense<"0x00FC"> : tensor<2x8x2xf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x8x2xf16>
  return
}

// -----

func.func @reduce_window_multiply_10() {
  %a = stablehlo.constant dense<"0x000000000000E03F000000000000E8BF000000000000FC3F"> : tensor<3xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 2>, window_dilations = array<i64: 2>, padding = dense<[[1, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.multiply %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<3xf64>, tensor<f64>) -> tensor<3xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F03F"> : tensor<3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3xf64>
  return
}

// -----

func.func @reduce_window_multiply_11() {
  %a = stablehlo.constant dense<"0x0000000000000040"> : tensor<1xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 2>, base_dilations = array<i64: 2>, window_dilations = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.multiply %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<1xf64>, tensor<f64>) -> tensor<2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F03F"> : tensor<2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2xf64>
  return
}

// -----

func.func @reduce_window_minimum_12() {
  %a = stablehlo.constant dense<> : tensor<0x1xf32>
  %b = stablehlo.constant dense<"0x0000807F"> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 2, 1>, padding = dense<[[1, 2], [0, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.minimum %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<0x1xf32>, tensor<f32>) -> tensor<0x1xf32>
  %w0 = stablehlo.constant dense<> : tensor<0x1xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<0x1xf32>
  return
}

// -----

func.func @reduce_window_maximum_13() {
  %a = stablehlo.constant dense<"0x0040003C003A00BE00BA0038"> : tensor<6x1xf16>
  %b = stablehlo.constant dense<"0x00FC"> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [2, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
  %z = stablehlo.maximum %x, %y : tensor<f16>
  stablehlo.return %z : tensor<f16>
  }) : (tensor<6x1xf16>, tensor<f16>) -> tensor<6x1xf16>
  %w0 = stablehlo.constant dense<"0x0040003C003A00BE00BA0038"> : tensor<6x1xf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<6x1xf16>
  return
}

// -----

func.func @reduce_window_add_14() {
  %a = stablehlo.constant dense<"0x0400000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF01000000000000000100000000000000"> : tensor<1x6xi64>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 2, 2>, window_dilations = array<i64: 2, 2>, padding = dense<[[1, 2], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<1x6xi64>, tensor<i64>) -> tensor<1x7xi64>
  %w0 = stablehlo.constant dense<"0x0000000000000000"> : tensor<1x7xi64>
  check.expect_eq %r0, %w0 : tensor<1x7xi64>
  return
}

// -----

func.func @reduce_window_add_15() {
  %a = stablehlo.constant dense<"0x0300000000000000"> : tensor<1xi64>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 3>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<1xi64>, tensor<i64>) -> tensor<0xi64>
  %w0 = stablehlo.constant dense<> : tensor<0xi64>
  check.expect_eq %r0, %w0 : tensor<0xi64>
  return
}

// -----

func.func @reduce_window_add_16() {
  %a = stablehlo.constant dense<"0xA0BF803E80BEC0BFA0BF00BF"> : tensor<6xbf16>
  %b = stablehlo.constant dense<"0x0000"> : tensor<bf16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, base_dilations = array<i64: 2>, window_dilations = array<i64: 1>, padding = dense<[[0, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
  %z = stablehlo.add %x, %y : tensor<bf16>
  stablehlo.return %z : tensor<bf16>
  }) : (tensor<6xbf16>, tensor<bf16>) -> tensor<6xbf16>
  %w0 = stablehlo.constant dense<"0x80BF0000E0BF30C0E0BF00BF"> : tensor<6xbf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<6xbf16>
  return
}

// -----

func.func @reduce_window_multiply_17() {
  %a = stablehlo.constant dense<"0x000000000000E03F00000000000000C0000000000000F0BF000000000000F8BF0000000000000000000000000000E83F"> : tensor<2x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 2, 2>, window_dilations = array<i64: 1, 1>, padding = dense<[[2, 1], [1, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.multiply %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<2x3xf64>, tensor<f64>) -> tensor<3x3xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F03F000000000000F03F000000000000F03F000000000000F03F00000000000000C0000000000000F03F000000000000F03F0000000000000000000000000000F03F"> : tensor<3x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x3xf64>
  return
}

// -----

func.func @reduce_window_add_18() {
  %a = stablehlo.constant dense<"0x000000000000F43F000000000000F0BF000000000000F0BF000000000000F43F000000000000E8BF000000000000E03F"> : tensor<6xf64>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 1>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<[[0, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.add %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<6xf64>, tensor<f64>) -> tensor<6xf64>
  %w0 = stablehlo.constant dense<"0x000000000000E8BF000000000000E8BF000000000000E0BF000000000000F03F000000000000D0BF000000000000E03F"> : tensor<6xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<6xf64>
  return
}

// -----

func.func @reduce_window_add_19() {
  %a = stablehlo.constant dense<"0x00B8003E00BC003F00BC003A0040003A00BC003F003C003800BC003C003A"> : tensor<5x3xf16>
  %b = stablehlo.constant dense<"0x0000"> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 3, 3>, base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 2, 2>, padding = dense<[[1, 1], [2, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
  %z = stablehlo.add %x, %y : tensor<f16>
  stablehlo.return %z : tensor<f16>
  }) : (tensor<5x3xf16>, tensor<f16>) -> tensor<2x3xf16>
  %w0 = stablehlo.constant dense<"0x00000000003A0000000000B4"> : tensor<2x3xf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf16>
  return
}

// -----

func.func @reduce_window_maximum_20() {
  %a = stablehlo.constant dense<"0x00000000000080BF0000403F0000403F000000BF0000003F0000803E0000C03F000000000000003F000040BF0000003F"> : tensor<3x4xf32>
  %b = stablehlo.constant dense<"0x000080FF"> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 3>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.maximum %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x1xf32>
  %w0 = stablehlo.constant dense<"0x0000003F"> : tensor<3x1xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x1xf32>
  return
}

// -----

func.func @reduce_window_maximum_21() {
  %a = stablehlo.constant dense<"0x00BF003C0000003C004000400000003A00C0003F00340040"> : tensor<6x2xf16>
  %b = stablehlo.constant dense<"0x00FC"> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 3, 3>, base_dilations = array<i64: 2, 2>, window_dilations = array<i64: 1, 1>, padding = dense<[[2, 0], [2, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
  %z = stablehlo.maximum %x, %y : tensor<f16>
  stablehlo.return %z : tensor<f16>
  }) : (tensor<6x2xf16>, tensor<f16>) -> tensor<4x2xf16>
  %w0 = stablehlo.constant dense<"0x00FC00FC0000003C0040004000C0003F"> : tensor<4x2xf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4x2xf16>
  return
}

// -----

func.func @reduce_window_minimum_22() {
  %a = stablehlo.constant dense<"0x003C003F0038003F00B4003800BA00BC00BC003400BF003F"> : tensor<2x2x3xf16>
  %b = stablehlo.constant dense<"0x007C"> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 3, 1>, window_strides = array<i64: 2, 1, 1>, base_dilations = array<i64: 2, 1, 2>, window_dilations = array<i64: 2, 1, 1>, padding = dense<[[1, 2], [2, 0], [1, 2]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
  %z = stablehlo.minimum %x, %y : tensor<f16>
  stablehlo.return %z : tensor<f16>
  }) : (tensor<2x2x3xf16>, tensor<f16>) -> tensor<2x2x8xf16>
  %w0 = stablehlo.constant dense<"0x007C"> : tensor<2x2x8xf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x8xf16>
  return
}

// -----

func.func @reduce_window_minimum_23() {
  %a = stablehlo.constant dense<"0xE03FC0BF40BF803E80BE0040003F80BEA03F803E00C0E0BF40BF003F80BF40BFA03F803F"> : tensor<6x3xbf16>
  %b = stablehlo.constant dense<"0x807F"> : tensor<bf16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 1, 2>, padding = dense<[[1, 2], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
  %z = stablehlo.minimum %x, %y : tensor<bf16>
  stablehlo.return %z : tensor<bf16>
  }) : (tensor<6x3xbf16>, tensor<bf16>) -> tensor<5x4xbf16>
  %w0 = stablehlo.constant dense<"0x807F807F807F807F807F80BE807F80BE807F00C0807F00C0807F40BF807F803F807F807F807F807F"> : tensor<5x4xbf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<5x4xbf16>
  return
}

// -----

func.func @reduce_window_multiply_24() {
  %a = stablehlo.constant dense<"0xFFFFFFFFFEFFFFFF"> : tensor<2xi32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 3>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.multiply %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %w0 = stablehlo.constant dense<"0x01000000"> : tensor<2xi32>
  check.expect_eq %r0, %w0 : tensor<2xi32>
  return
}

// -----

func.func @reduce_window_maximum_25() {
  %a = stablehlo.constant dense<"0x0104010204020302040302030403010100000401"> : tensor<5x4x1xui8>
  %b = stablehlo.constant dense<"0x00"> : tensor<ui8>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3, 2, 2>, window_strides = array<i64: 2, 1, 2>, base_dilations = array<i64: 2, 2, 1>, window_dilations = array<i64: 1, 1, 2>, padding = dense<[[1, 0], [0, 1], [1, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.maximum %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<5x4x1xui8>, tensor<ui8>) -> tensor<4x7x0xui8>
  %w0 = stablehlo.constant dense<> : tensor<4x7x0xui8>
  check.expect_eq %r0, %w0 : tensor<4x7x0xui8>
  return
}

// -----

func.func @reduce_window_multiply_26() {
  %a = stablehlo.constant dense<"0x00B8003C00B8003E0038003C003F000000BE000000B800B800B800BA003E003800B400C0003C003D00C0004000B8003C"> : tensor<6x1x4xf16>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3, 2, 1>, window_strides = array<i64: 2, 3, 1>, base_dilations = array<i64: 1, 1, 1>, window_dilations = array<i64: 1, 2, 2>, padding = dense<[[0, 1], [0, 1], [2, 1]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
  %z = stablehlo.multiply %x, %y : tensor<f16>
  stablehlo.return %z : tensor<f16>
  }) : (tensor<6x1x4xf16>, tensor<f16>) -> tensor<3x0x7xf16>
  %w0 = stablehlo.constant dense<> : tensor<3x0x7xf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x0x7xf16>
  return
}

// -----

func.func @reduce_window_multiply_27() {
  %a = stablehlo.constant dense<"0x00BC00BA00BE00C000B40040000000C0003C004000BC00C0003C00B800BE003D0000003F00B80040"> : tensor<4x1x5xf16>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 1, 2>, window_strides = array<i64: 1, 3, 3>, base_dilations = array<i64: 2, 2, 2>, window_dilations = array<i64: 2, 1, 2>, padding = dense<[[1, 2], [1, 0], [2, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
  %z = stablehlo.multiply %x, %y : tensor<f16>
  stablehlo.return %z : tensor<f16>
  }) : (tensor<4x1x5xf16>, tensor<f16>) -> tensor<8x1x3xf16>
  %w0 = stablehlo.constant dense<"0x003C"> : tensor<8x1x3xf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<8x1x3xf16>
  return
}

// -----

func.func @reduce_window_add_28() {
  %a = stablehlo.constant dense<"0x000000000000FC3F000000000000F0BF000000000000F83F000000000000F83F000000000000E8BF"> : tensor<5xf64>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 2>, base_dilations = array<i64: 1>, window_dilations = array<i64: 2>, padding = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.add %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<5xf64>, tensor<f64>) -> tensor<3xf64>
  %w0 = stablehlo.constant dense<"0x000000000000FC3F000000000000F83F000000000000E8BF"> : tensor<3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3xf64>
  return
}

// -----

func.func @reduce_window_maximum_29() {
  %a = stablehlo.constant dense<"0x000000000000D03F000000000000FCBF000000000000F03F000000000000F4BF000000000000E8BF000000000000F83F0000000000000040000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000E0BF000000000000E03F000000000000E8BF000000000000FCBF000000000000D03F000000000000F4BF000000000000F4BF000000000000D03F00000000000000C0000000000000E03F000000000000F4BF000000000000F8BF000000000000F83F000000000000F03F000000000000D0BF000000000000F8BF0000000000000000000000000000D0BF000000000000E03F"> : tensor<3x5x2xf64>
  %b = stablehlo.constant dense<"0x000000000000F0FF"> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2, 2>, window_strides = array<i64: 2, 3, 1>, base_dilations = array<i64: 2, 2, 1>, window_dilations = array<i64: 2, 2, 1>, padding = dense<[[2, 1], [1, 0], [1, 2]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.maximum %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<3x5x2xf64>, tensor<f64>) -> tensor<4x3x4xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F03F000000000000F83F000000000000F83F000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000E03F000000000000E03F000000000000D03F000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F03F000000000000F83F000000000000F83F000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF000000000000F0FF"> : tensor<4x3x4xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4x3x4xf64>
  return
}

// -----

func.func @reduce_window_multiply_30() {
  %a = stablehlo.constant dense<"0x0404040201040304000102040304000204010304"> : tensor<5x4xui8>
  %b = stablehlo.constant dense<"0x01"> : tensor<ui8>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 3>, base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 2, 1>, padding = dense<[[2, 1], [1, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.multiply %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<5x4xui8>, tensor<ui8>) -> tensor<8x4xui8>
  %w0 = stablehlo.constant dense<"0x0101010101010101010401010104010101010101010401010101010101010101"> : tensor<8x4xui8>
  check.expect_eq %r0, %w0 : tensor<8x4xui8>
  return
}

// -----

func.func @reduce_window_add_31() {
  %a = stablehlo.constant dense<"0xFFFFFFFF00000000FDFFFFFFFEFFFFFF04000000FDFFFFFFFDFFFFFFFDFFFFFF"> : tensor<2x4x1xi32>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 1, 3>, window_strides = array<i64: 3, 3, 3>, base_dilations = array<i64: 2, 2, 1>, window_dilations = array<i64: 1, 1, 1>, padding = dense<[[1, 2], [2, 1], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<2x4x1xi32>, tensor<i32>) -> tensor<2x4x0xi32>
  %w0 = stablehlo.constant dense<> : tensor<2x4x0xi32>
  check.expect_eq %r0, %w0 : tensor<2x4x0xi32>
  return
}

// -----

func.func @reduce_window_add_32() {
  %a = stablehlo.constant dense<"0xFDFFFFFF01000000FCFFFFFFFFFFFFFFFEFFFFFF02000000FDFFFFFFFCFFFFFF0100000000000000FEFFFFFF03000000"> : tensor<4x3xi32>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[2, 1], [0, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<4x3xi32>, tensor<i32>) -> tensor<5x2xi32>
  %w0 = stablehlo.constant dense<"0x0000000000000000FDFFFFFF00000000FFFFFFFF00000000FDFFFFFF000000000000000000000000"> : tensor<5x2xi32>
  check.expect_eq %r0, %w0 : tensor<5x2xi32>
  return
}

// -----

func.func @reduce_window_minimum_33() {
  %a = stablehlo.constant dense<"0x0303020004"> : tensor<1x5xui8>
  %b = stablehlo.constant dense<"0xFF"> : tensor<ui8>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 3>, base_dilations = array<i64: 2, 2>, window_dilations = array<i64: 2, 2>, padding = dense<[[2, 2], [2, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.minimum %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<1x5xui8>, tensor<ui8>) -> tensor<1x5xui8>
  %w0 = stablehlo.constant dense<"0xFFFF02FFFF"> : tensor<1x5xui8>
  check.expect_eq %r0, %w0 : tensor<1x5xui8>
  return
}

// -----

func.func @reduce_window_maximum_34() {
  %a = stablehlo.constant dense<"0x803F00BFE03FA0BF00BF80BF803E00BF40BF0000E03F403F"> : tensor<3x1x4xbf16>
  %b = stablehlo.constant dense<"0x80FF"> : tensor<bf16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3, 3, 3>, window_strides = array<i64: 3, 1, 3>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 2, 2, 1>, padding = dense<[[2, 2], [0, 0], [2, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
  %z = stablehlo.maximum %x, %y : tensor<bf16>
  stablehlo.return %z : tensor<bf16>
  }) : (tensor<3x1x4xbf16>, tensor<bf16>) -> tensor<2x0x2xbf16>
  %w0 = stablehlo.constant dense<> : tensor<2x0x2xbf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x0x2xbf16>
  return
}

// -----

func.func @reduce_window_multiply_35() {
  %a = stablehlo.constant dense<"0x003C003D00BC0034003F003F00B8003400C0003E003F003F0038000000BA00BE"> : tensor<4x4xf16>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 1, 3>, base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
  %z = stablehlo.multiply %x, %y : tensor<f16>
  stablehlo.return %z : tensor<f16>
  }) : (tensor<4x4xf16>, tensor<f16>) -> tensor<4x3xf16>
  %w0 = stablehlo.constant dense<"0x003F003C002C00C3003C003700BC003C40C10038003C00BE"> : tensor<4x3xf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4x3xf16>
  return
}

// -----

func.func @reduce_window_maximum_36() {
  %a = stablehlo.constant dense<"0x0200000000000000"> : tensor<2xi32>
  %b = stablehlo.constant dense<"0x00000080"> : tensor<i32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 1>, base_dilations = array<i64: 1>, window_dilations = array<i64: 2>, padding = dense<[[2, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.maximum %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<2xi32>, tensor<i32>) -> tensor<3xi32>
  %w0 = stablehlo.constant dense<"0x020000000000000002000000"> : tensor<3xi32>
  check.expect_eq %r0, %w0 : tensor<3xi32>
  return
}

// -----

func.func @reduce_window_multiply_37() {
  %a = stablehlo.constant dense<"0x0100000000000000040000000000000000000000000000000000000000000000FFFFFFFFFFFFFFFF020000000000000001000000000000000000000000000000FDFFFFFFFFFFFFFF03000000000000000400000000000000FFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF00000000000000000400000000000000FDFFFFFFFFFFFFFF0400000000000000FFFFFFFFFFFFFFFF03000000000000000200000000000000010000000000000004000000000000000300000000000000"> : tensor<5x5xi64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 2>, padding = dense<[[1, 0], [1, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.multiply %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<5x5xi64>, tensor<i64>) -> tensor<5x4xi64>
  %w0 = stablehlo.constant dense<"0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000F4FFFFFFFFFFFFFF0000000000000000F4FFFFFFFFFFFFFF000000000000000040000000000000000000000000000000400000000000000030000000000000008000000000000000000000000000000080000000000000000900000000000000"> : tensor<5x4xi64>
  check.expect_eq %r0, %w0 : tensor<5x4xi64>
  return
}

// -----

func.func @reduce_window_add_39() {
  %a = stablehlo.constant dense<"0x000000000000D0BF000000000000F8BF000000000000FC3F000000000000E8BF000000000000E0BF000000000000F43F00000000000000C0000000000000D03F"> : tensor<2x4xf64>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 3, 3>, base_dilations = array<i64: 2, 2>, window_dilations = array<i64: 2, 2>, padding = dense<[[2, 0], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.add %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<2x4xf64>, tensor<f64>) -> tensor<2x2xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000000"> : tensor<2x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2xf64>
  return
}

// -----

func.func @reduce_window_multiply_40() {
  %a = stablehlo.constant dense<"0x004080BE"> : tensor<2xbf16>
  %b = stablehlo.constant dense<"0x803F"> : tensor<bf16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 3>, base_dilations = array<i64: 2>, window_dilations = array<i64: 1>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
  %z = stablehlo.multiply %x, %y : tensor<bf16>
  stablehlo.return %z : tensor<bf16>
  }) : (tensor<2xbf16>, tensor<bf16>) -> tensor<1xbf16>
  %w0 = stablehlo.constant dense<"0x0040"> : tensor<1xbf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1xbf16>
  return
}

// -----

func.func @reduce_window_maximum_41() {
  %a = stablehlo.constant dense<> : tensor<5x0xi64>
  %b = stablehlo.constant dense<"0x0000000000000080"> : tensor<i64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 2, 1>, padding = dense<[[2, 1], [2, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.maximum %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<5x0xi64>, tensor<i64>) -> tensor<4x2xi64>
  %w0 = stablehlo.constant dense<"0x0000000000000080"> : tensor<4x2xi64>
  check.expect_eq %r0, %w0 : tensor<4x2xi64>
  return
}

// -----

func.func @reduce_window_minimum_42() {
  %a = stablehlo.constant dense<"0x00BD00BC00BE003E00BC0000003D0034003C00BD00BD003A00B400BE00BD00BC00B80034003400C000B4004000BF003D00B800B800BD003F00B80034003C0034003F003F00000034"> : tensor<6x6xf16>
  %b = stablehlo.constant dense<"0x007C"> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 3, 2>, base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 1, 2>, padding = dense<[[2, 2], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
  %z = stablehlo.minimum %x, %y : tensor<f16>
  stablehlo.return %z : tensor<f16>
  }) : (tensor<6x6xf16>, tensor<f16>) -> tensor<3x5xf16>
  %w0 = stablehlo.constant dense<"0x007C"> : tensor<3x5xf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x5xf16>
  return
}

// -----

func.func @reduce_window_maximum_43() {
  %a = stablehlo.constant dense<"0x0000403F0000803F000080BE0000003F0000803E000000C0"> : tensor<6xf32>
  %b = stablehlo.constant dense<"0x000080FF"> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 1>, base_dilations = array<i64: 1>, window_dilations = array<i64: 2>, padding = dense<[[2, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.maximum %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  %w0 = stablehlo.constant dense<"0x0000403F0000803F0000403F0000803F0000803E0000003F"> : tensor<6xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<6xf32>
  return
}

// -----

func.func @reduce_window_minimum_44() {
  %a = stablehlo.constant dense<"0x00BA004000B8003C00BF003C003400BD00B8003E00C000B800BC0000003D003400B4003F003D00B800B800B8003A003400BC00B400BA003C003A00B4003400BA0040003E003C00B4000000BE00400038003E0040003C00BA003D00BD003F0034003800BC003F000000BA00BC003C00C0003F00000040003E00C0003400B80034003A00B800000040004000BC00BC0000003D00C000BF003800BD00B400380034"> : tensor<4x4x5xf16>
  %b = stablehlo.constant dense<"0x007C"> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3, 1, 1>, window_strides = array<i64: 2, 3, 3>, base_dilations = array<i64: 1, 2, 2>, window_dilations = array<i64: 2, 2, 2>, padding = dense<[[0, 1], [2, 0], [1, 1]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
  %z = stablehlo.minimum %x, %y : tensor<f16>
  stablehlo.return %z : tensor<f16>
  }) : (tensor<4x4x5xf16>, tensor<f16>) -> tensor<1x3x4xf16>
  %w0 = stablehlo.constant dense<"0x007C007C007C007C007C007C007C007C007C00B8007C003C"> : tensor<1x3x4xf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x3x4xf16>
  return
}

// -----

func.func @reduce_window_maximum_45() {
  %a = stablehlo.constant dense<"0xA03F80BEA0BF004000BF"> : tensor<5xbf16>
  %b = stablehlo.constant dense<"0x80FF"> : tensor<bf16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 1>, base_dilations = array<i64: 1>, window_dilations = array<i64: 2>, padding = dense<[[2, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
  %z = stablehlo.maximum %x, %y : tensor<bf16>
  stablehlo.return %z : tensor<bf16>
  }) : (tensor<5xbf16>, tensor<bf16>) -> tensor<9xbf16>
  %w0 = stablehlo.constant dense<"0x80FF80FFA03F80BEA0BF004000BF80FF80FF"> : tensor<9xbf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<9xbf16>
  return
}

// -----

func.func @reduce_window_minimum_46() {
  %a = stablehlo.constant dense<"0x00C000340000004000C0"> : tensor<5xf16>
  %b = stablehlo.constant dense<"0x007C"> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 3>, base_dilations = array<i64: 2>, window_dilations = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
  %z = stablehlo.minimum %x, %y : tensor<f16>
  stablehlo.return %z : tensor<f16>
  }) : (tensor<5xf16>, tensor<f16>) -> tensor<4xf16>
  %w0 = stablehlo.constant dense<"0x007C0034007C00C0"> : tensor<4xf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4xf16>
  return
}

// -----

func.func @reduce_window_minimum_47() {
  %a = stablehlo.constant dense<"0x00000040000000C0000080BE0000003F000000BF0000E03F0000803E0000E0BF0000403F0000803F000040BF0000803F000080BF0000E03F0000A03F0000003F000080BE0000E03F00000040000080BF0000A0BF000000000000C03F0000A03F000000BF0000A0BF0000C0BF000000C0000080BF000080BE0000C03F000000BF000080BF0000A03F0000403F0000C03F0000E0BF0000803F000000BF0000C0BF0000A0BF000080BE00000040000040BF000080BF0000803E000000000000A0BF"> : tensor<3x4x4xf32>
  %b = stablehlo.constant dense<"0x0000807F"> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 1, 3>, window_strides = array<i64: 3, 3, 1>, base_dilations = array<i64: 1, 1, 1>, window_dilations = array<i64: 1, 2, 2>, padding = dense<[[1, 0], [0, 0], [2, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.minimum %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<3x4x4xf32>, tensor<f32>) -> tensor<2x2x2xf32>
  %w0 = stablehlo.constant dense<"0x0000807F0000807F0000807F0000807F000080BF0000A03F000080BF0000A0BF"> : tensor<2x2x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x2xf32>
  return
}

// -----

func.func @reduce_window_minimum_48() {
  %a = stablehlo.constant dense<"0x0200000000000000FCFFFFFF0400000004000000FDFFFFFF0000000002000000"> : tensor<2x1x4xi32>
  %b = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 3, 2>, window_strides = array<i64: 3, 2, 1>, base_dilations = array<i64: 1, 1, 1>, window_dilations = array<i64: 1, 2, 2>, padding = dense<[[2, 1], [2, 2], [1, 2]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.minimum %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<2x1x4xi32>, tensor<i32>) -> tensor<2x1x5xi32>
  %w0 = stablehlo.constant dense<"0xFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFDFFFFFF00000000FDFFFFFF0000000002000000"> : tensor<2x1x5xi32>
  check.expect_eq %r0, %w0 : tensor<2x1x5xi32>
  return
}

// -----

func.func @reduce_window_multiply_49() {
  %a = stablehlo.constant dense<> : tensor<0x3xui8>
  %b = stablehlo.constant dense<"0x01"> : tensor<ui8>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 3, 3>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 2>, padding = dense<[[1, 1], [0, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.multiply %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<0x3xui8>, tensor<ui8>) -> tensor<0x1xui8>
  %w0 = stablehlo.constant dense<> : tensor<0x1xui8>
  check.expect_eq %r0, %w0 : tensor<0x1xui8>
  return
}

// -----

func.func @reduce_window_minimum_50() {
  %a = stablehlo.constant dense<"0x04000000000000000100000000000000FEFFFFFFFFFFFFFF01000000000000000100000000000000"> : tensor<5x1x1xi64>
  %b = stablehlo.constant dense<"0xFFFFFFFFFFFFFF7F"> : tensor<i64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3, 2, 1>, window_strides = array<i64: 3, 1, 2>, base_dilations = array<i64: 1, 2, 2>, window_dilations = array<i64: 2, 1, 2>, padding = dense<[[0, 0], [2, 2], [0, 1]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.minimum %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<5x1x1xi64>, tensor<i64>) -> tensor<1x4x1xi64>
  %w0 = stablehlo.constant dense<"0xFFFFFFFFFFFFFF7FFEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFF7F"> : tensor<1x4x1xi64>
  check.expect_eq %r0, %w0 : tensor<1x4x1xi64>
  return
}

// -----

func.func @reduce_window_maximum_51() {
  %a = stablehlo.constant dense<"0x000000C0000040BF0000C0BF0000C03F000000400000E0BF000040BF0000A03F000000BF"> : tensor<3x3xf32>
  %b = stablehlo.constant dense<"0x000080FF"> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 1, 2>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.maximum %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<3x3xf32>, tensor<f32>) -> tensor<6x2xf32>
  %w0 = stablehlo.constant dense<"0x000080FF000040BF000080FF000040BF000080FF00000040000080FF00000040000080FF0000A03F000080FF0000A03F"> : tensor<6x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<6x2xf32>
  return
}

// -----

func.func @reduce_window_maximum_52() {
  %a = stablehlo.constant dense<"0x0300000000000000FEFFFFFFFFFFFFFF01000000000000000000000000000000"> : tensor<4xi64>
  %b = stablehlo.constant dense<"0x0000000000000080"> : tensor<i64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 1>, base_dilations = array<i64: 2>, window_dilations = array<i64: 1>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.maximum %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<4xi64>, tensor<i64>) -> tensor<7xi64>
  %w0 = stablehlo.constant dense<"0x03000000000000000300000000000000FEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF010000000000000001000000000000000000000000000000"> : tensor<7xi64>
  check.expect_eq %r0, %w0 : tensor<7xi64>
  return
}

// -----

func.func @reduce_window_add_53() {
  %a = stablehlo.constant dense<"0x00BC00C000BD003D"> : tensor<4xf16>
  %b = stablehlo.constant dense<"0x0000"> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 2>, base_dilations = array<i64: 2>, window_dilations = array<i64: 2>, padding = dense<[[2, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
  %z = stablehlo.add %x, %y : tensor<f16>
  stablehlo.return %z : tensor<f16>
  }) : (tensor<4xf16>, tensor<f16>) -> tensor<6xf16>
  %w0 = stablehlo.constant dense<"0x000000BC00C000BD003D0000"> : tensor<6xf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<6xf16>
  return
}

// -----

func.func @reduce_window_minimum_54() {
  %a = stablehlo.constant dense<"0x03010403"> : tensor<4x1xui8>
  %b = stablehlo.constant dense<"0xFF"> : tensor<ui8>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 2, 2>, padding = dense<[[0, 2], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.minimum %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<4x1xui8>, tensor<ui8>) -> tensor<1x1xui8>
  %w0 = stablehlo.constant dense<"0x03"> : tensor<1x1xui8>
  check.expect_eq %r0, %w0 : tensor<1x1xui8>
  return
}

// -----

func.func @reduce_window_minimum_55() {
  %a = stablehlo.constant dense<"0xC03F403F00C0C0BFA0BF"> : tensor<5xbf16>
  %b = stablehlo.constant dense<"0x807F"> : tensor<bf16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 3>, base_dilations = array<i64: 2>, window_dilations = array<i64: 2>, padding = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
  %z = stablehlo.minimum %x, %y : tensor<bf16>
  stablehlo.return %z : tensor<bf16>
  }) : (tensor<5xbf16>, tensor<bf16>) -> tensor<3xbf16>
  %w0 = stablehlo.constant dense<"0x403F807FC0BF"> : tensor<3xbf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3xbf16>
  return
}

// -----

func.func @reduce_window_multiply_56() {
  %a = stablehlo.constant dense<"0x0400000000000000FDFFFFFFFFFFFFFF01000000000000000200000000000000"> : tensor<4xi64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 3>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<[[0, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.multiply %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<4xi64>, tensor<i64>) -> tensor<2xi64>
  %w0 = stablehlo.constant dense<"0xF4FFFFFFFFFFFFFF0200000000000000"> : tensor<2xi64>
  check.expect_eq %r0, %w0 : tensor<2xi64>
  return
}

// -----

func.func @reduce_window_maximum_57() {
  %a = stablehlo.constant dense<"0x000040BF0000403F"> : tensor<2xf32>
  %b = stablehlo.constant dense<"0x000080FF"> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 1>, base_dilations = array<i64: 2>, window_dilations = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.maximum %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %w0 = stablehlo.constant dense<"0x000080FF0000403F"> : tensor<2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2xf32>
  return
}

// -----

func.func @reduce_window_add_58() {
  %a = stablehlo.constant dense<"0x00BE00BC00BD000000BA"> : tensor<5xf16>
  %b = stablehlo.constant dense<"0x0000"> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 1>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<[[2, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
  %z = stablehlo.add %x, %y : tensor<f16>
  stablehlo.return %z : tensor<f16>
  }) : (tensor<5xf16>, tensor<f16>) -> tensor<5xf16>
  %w0 = stablehlo.constant dense<"0x00BE00C180C380C000C0"> : tensor<5xf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<5xf16>
  return
}

// -----

func.func @reduce_window_maximum_59() {
  %a = stablehlo.constant dense<"0x000080BE0000A0BF0000000000000040"> : tensor<4xf32>
  %b = stablehlo.constant dense<"0x000080FF"> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 2>, window_dilations = array<i64: 1>, padding = dense<[[2, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.maximum %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %w0 = stablehlo.constant dense<"0x000080FF000080BE0000A0BF00000000"> : tensor<4xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4xf32>
  return
}

// -----

func.func @reduce_window_minimum_60() {
  %a = stablehlo.constant dense<"0x0100000000000000FCFFFFFFFFFFFFFF000000000000000003000000000000000300000000000000FCFFFFFFFFFFFFFF0300000000000000FDFFFFFFFFFFFFFF020000000000000001000000000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF03000000000000000100000000000000FCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0400000000000000FFFFFFFFFFFFFFFF03000000000000000400000000000000000000000000000002000000000000000400000000000000020000000000000001000000000000000400000000000000"> : tensor<5x3x2xi64>
  %b = stablehlo.constant dense<"0xFFFFFFFFFFFFFF7F"> : tensor<i64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 1, 1>, window_strides = array<i64: 2, 2, 3>, base_dilations = array<i64: 2, 2, 1>, window_dilations = array<i64: 2, 2, 2>, padding = dense<[[1, 0], [2, 1], [1, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.minimum %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<5x3x2xi64>, tensor<i64>) -> tensor<5x4x1xi64>
  %w0 = stablehlo.constant dense<"0xFFFFFFFFFFFFFF7F"> : tensor<5x4x1xi64>
  check.expect_eq %r0, %w0 : tensor<5x4x1xi64>
  return
}

// -----

func.func @reduce_window_maximum_61() {
  %a = stablehlo.constant dense<"0xFEFFFFFFFEFFFFFF030000000000000001000000"> : tensor<5xi32>
  %b = stablehlo.constant dense<"0x00000080"> : tensor<i32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 1>, window_dilations = array<i64: 2>, padding = dense<[[1, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.maximum %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<5xi32>, tensor<i32>) -> tensor<3xi32>
  %w0 = stablehlo.constant dense<"0xFEFFFFFF0000000000000000"> : tensor<3xi32>
  check.expect_eq %r0, %w0 : tensor<3xi32>
  return
}

// -----

func.func @reduce_window_maximum_62() {
  %a = stablehlo.constant dense<"0x0100000000000000010000000000000001000000000000000300000000000000"> : tensor<1x4xi64>
  %b = stablehlo.constant dense<"0x0000000000000080"> : tensor<i64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 2, 1>, padding = dense<[[2, 0], [2, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.maximum %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<1x4xi64>, tensor<i64>) -> tensor<2x5xi64>
  %w0 = stablehlo.constant dense<"0x0000000000000080000000000000008000000000000000800000000000000080000000000000008000000000000000800100000000000000010000000000000001000000000000000300000000000000"> : tensor<2x5xi64>
  check.expect_eq %r0, %w0 : tensor<2x5xi64>
  return
}

// -----

func.func @reduce_window_add_63() {
  %a = stablehlo.constant dense<"0x00400000E0BF803F403F803E403FC03FA0BFA03FA0BFC03F00BFC03F40BF803F003F003F80BE00C000BFA03F004080BFC03FE0BF0000403F0040803E803E803F003F004000BFC03F0000803F00C0C03F003F0000803F00BF80BEA03F803E403F803EA03F803F000040BFA0BFC0BF0000803EA03F403FA03F803E003F004080BE00C00040003FC03F00C0A0BF803EA03F80BE003FA03F004000000040803E00BF"> : tensor<5x4x4xbf16>
  %b = stablehlo.constant dense<"0x0000"> : tensor<bf16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3, 2, 1>, window_strides = array<i64: 2, 2, 1>, base_dilations = array<i64: 1, 2, 1>, window_dilations = array<i64: 1, 1, 2>, padding = dense<[[1, 1], [1, 0], [2, 1]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
  %z = stablehlo.add %x, %y : tensor<bf16>
  stablehlo.return %z : tensor<bf16>
  }) : (tensor<5x4x4xbf16>, tensor<bf16>) -> tensor<3x4x7xbf16>
  %w0 = stablehlo.constant dense<"0x000000002040003F00C080BF000000000000803EC03F3040003F000000000000803E00BFA0BF1040000000000000C03FE03F00BF0040000000000000A03F7040803E00BF000000000000A0BF803FC0BF003F000000000000104000BFE03FC03F000000000000004000402040C03F000000000000E0BF5040C03FC03F00000000000030C020C0A0BFA03F0000000000000000E03F00405040000000000000803E2040104040BF0000"> : tensor<3x4x7xbf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x4x7xbf16>
  return
}

// -----

func.func @reduce_window_maximum_64() {
  %a = stablehlo.constant dense<"0x803F"> : tensor<1x2xbf16>
  %b = stablehlo.constant dense<"0x80FF"> : tensor<bf16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 3, 1>, base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 2, 2>, padding = dense<[[1, 1], [2, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
  %z = stablehlo.maximum %x, %y : tensor<bf16>
  stablehlo.return %z : tensor<bf16>
  }) : (tensor<1x2xbf16>, tensor<bf16>) -> tensor<1x7xbf16>
  %w0 = stablehlo.constant dense<"0x80FF"> : tensor<1x7xbf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x7xbf16>
  return
}

// -----

func.func @reduce_window_multiply_65() {
  %a = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF0300000000000000FCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0200000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0000000000000000FEFFFFFFFFFFFFFF04000000000000000100000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0100000000000000FFFFFFFFFFFFFFFF0100000000000000FFFFFFFFFFFFFFFF0200000000000000FEFFFFFFFFFFFFFF04000000000000000200000000000000"> : tensor<5x5xi64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 1, 2>, padding = dense<[[2, 1], [1, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.multiply %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<5x5xi64>, tensor<i64>) -> tensor<4x6xi64>
  %w0 = stablehlo.constant dense<"0x0100000000000000"> : tensor<4x6xi64>
  check.expect_eq %r0, %w0 : tensor<4x6xi64>
  return
}

// -----

func.func @reduce_window_minimum_66() {
  %a = stablehlo.constant dense<"0x00BA003A00BE00C0003E003D003400BE00BD00BC"> : tensor<1x2x5xf16>
  %b = stablehlo.constant dense<"0x007C"> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 3, 3>, window_strides = array<i64: 3, 2, 1>, base_dilations = array<i64: 2, 2, 1>, window_dilations = array<i64: 2, 2, 2>, padding = dense<[[2, 1], [2, 2], [2, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
  %z = stablehlo.minimum %x, %y : tensor<f16>
  stablehlo.return %z : tensor<f16>
  }) : (tensor<1x2x5xf16>, tensor<f16>) -> tensor<1x2x3xf16>
  %w0 = stablehlo.constant dense<"0x00BE00C000BE00BE00C000BE"> : tensor<1x2x3xf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x2x3xf16>
  return
}

// -----

func.func @reduce_window_multiply_67() {
  %a = stablehlo.constant dense<"0x004000BF00BC003D00BF"> : tensor<5xf16>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 3>, base_dilations = array<i64: 1>, window_dilations = array<i64: 2>, padding = dense<[[2, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
  %z = stablehlo.multiply %x, %y : tensor<f16>
  stablehlo.return %z : tensor<f16>
  }) : (tensor<5xf16>, tensor<f16>) -> tensor<3xf16>
  %w0 = stablehlo.constant dense<"0x003C00BF00BF"> : tensor<3xf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3xf16>
  return
}

// -----

func.func @reduce_window_add_68() {
  %a = stablehlo.constant dense<"0x000000400000003F0000E0BF000080BE0000C0BF000080BF0000E0BF0000403F000040BF000080BE000000400000C0BF0000E0BF0000003F000000BF000080BE000040BF0000E0BF0000C0BF000000400000E0BF0000403F000000C00000C0BF"> : tensor<4x3x2xf32>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 1, 3>, window_strides = array<i64: 3, 1, 1>, base_dilations = array<i64: 1, 1, 1>, window_dilations = array<i64: 1, 1, 1>, padding = dense<[[1, 1], [0, 2], [2, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<4x3x2xf32>, tensor<f32>) -> tensor<2x5x2xf32>
  %w0 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000000000000000000000000000000000000000E0BF0000A0BF000000BF000040BF000040BF000020C000000000000000000000000000000000"> : tensor<2x5x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x5x2xf32>
  return
}

// -----

func.func @reduce_window_minimum_69() {
  %a = stablehlo.constant dense<"0x0000000000000000000000000000F0BF000000000000FC3F000000000000E03F000000000000F03F000000000000F8BF"> : tensor<6xf64>
  %b = stablehlo.constant dense<"0x000000000000F07F"> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 3>, base_dilations = array<i64: 1>, window_dilations = array<i64: 2>, padding = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.minimum %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<6xf64>, tensor<f64>) -> tensor<1xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000000"> : tensor<1xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1xf64>
  return
}

// -----

func.func @reduce_window_multiply_70() {
  %a = stablehlo.constant dense<"0x0034003F0038"> : tensor<3xf16>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 3>, base_dilations = array<i64: 2>, window_dilations = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
  %z = stablehlo.multiply %x, %y : tensor<f16>
  stablehlo.return %z : tensor<f16>
  }) : (tensor<3xf16>, tensor<f16>) -> tensor<1xf16>
  %w0 = stablehlo.constant dense<"0x003C"> : tensor<1xf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1xf16>
  return
}

// -----

func.func @reduce_window_minimum_71() {
  %a = stablehlo.constant dense<"0x000000000100000001000000FFFFFFFFFDFFFFFF01000000FEFFFFFF0100000003000000FCFFFFFF"> : tensor<5x2xi32>
  %b = stablehlo.constant dense<"0xFFFFFF7F"> : tensor<i32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 2, 2>, padding = dense<[[1, 0], [2, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.minimum %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<5x2xi32>, tensor<i32>) -> tensor<2x5xi32>
  %w0 = stablehlo.constant dense<"0xFFFFFF7FFFFFFF7F01000000FFFFFFFFFFFFFF7FFFFFFF7FFFFFFF7FFEFFFFFFFFFFFFFFFFFFFF7F"> : tensor<2x5xi32>
  check.expect_eq %r0, %w0 : tensor<2x5xi32>
  return
}

// -----

func.func @reduce_window_maximum_72() {
  %a = stablehlo.constant dense<"0x00000040000040BF0000C0BF0000003F000080BF000040BF000000BF0000C03F0000003F000040BF0000A03F0000E03F0000003F000040BF0000E0BF000000000000803E0000C0BF000000400000403F000040BF0000A0BF0000003F00000000000000000000C0BF0000A0BF0000E0BF000000000000403F000000C00000C0BF000000000000403F000000000000403F000080BE0000003F0000803F0000A0BF000080BF0000A03F0000C0BF0000003F0000C03F000000000000803E0000003F0000003F0000E0BF0000803F0000C0BF000080BE0000A0BF000000BF000000C0000000C00000C0BF000080BE0000A0BF"> : tensor<6x2x5xf32>
  %b = stablehlo.constant dense<"0x000080FF"> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 1, 1>, window_strides = array<i64: 3, 1, 3>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 1, 1, 1>, padding = dense<[[1, 1], [2, 0], [1, 1]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.maximum %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<6x2x5xf32>, tensor<f32>) -> tensor<4x4x3xf32>
  %w0 = stablehlo.constant dense<"0x000080FF000080FF000080FF000080FF000080FF000080FF000080FF0000C0BF000080FF000080FF0000C03F000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF0000003F000080FF000080FF0000C0BF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF00000000000080FF000080FF0000003F000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF0000C0BF000080FF000080FF0000003F000080FF"> : tensor<4x4x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4x4x3xf32>
  return
}

// -----

func.func @reduce_window_add_73() {
  %a = stablehlo.constant dense<"0x000000000000F4BF000000000000E8BF000000000000E83F"> : tensor<3xf64>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, base_dilations = array<i64: 2>, window_dilations = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.add %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<3xf64>, tensor<f64>) -> tensor<1xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000000"> : tensor<1xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1xf64>
  return
}

// -----

func.func @reduce_window_minimum_74() {
  %a = stablehlo.constant dense<"0x0000C03F0000003F000040BF000000C0000000400000803F0000003F000000C00000803F000080BF0000C0BF000000C00000C0BF0000A03F00000000000000000000A0BF000000C0000000400000E0BF000000BF000000000000E03F0000E0BF000000C0000000C00000A0BF0000A03F000000000000403F0000403F0000E0BF0000E03F000040BF0000803F0000C0BF0000C0BF0000803F000000C0000000400000403F0000A03F000040BF0000403F0000403F0000E03F000000C0000000BF000000400000403F0000A0BF0000E0BF0000004000000040000000BF0000403F0000E0BF000000400000E0BF000080BF0000803F000000000000A0BF0000403F0000803E0000C0BF0000A03F0000A0BF0000E03F0000C03F000000C00000803E0000E0BF00000040000000400000C03F0000C0BF0000003F000080BF0000C0BF0000803E0000803F0000A03F0000803E000000C00000C0BF0000A03F0000803F0000003F0000803E000000C0000080BF000000BF0000803E000080BF000040BF"> : tensor<4x4x6xf32>
  %b = stablehlo.constant dense<"0x0000807F"> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2, 3>, window_strides = array<i64: 2, 1, 2>, base_dilations = array<i64: 1, 2, 2>, window_dilations = array<i64: 2, 1, 2>, padding = dense<[[1, 1], [1, 1], [0, 2]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.minimum %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<2x8x5xf32>
  %w0 = stablehlo.constant dense<"0x000000C0000000C00000A0BF0000000000000000000000C0000000C00000A0BF00000000000000000000E0BF0000E0BF000040BF0000C0BF0000C0BF0000E0BF0000E0BF000040BF0000C0BF0000C0BF000000C0000000C0000000C00000403F0000403F000000C0000000C0000000C00000403F0000403F000040BF0000403F000000C0000000C0000000C0000040BF0000403F000000C0000000C0000000C0000000C0000000C00000C0BF0000C0BF0000C0BF000000C0000000C00000C0BF0000C0BF0000C0BF0000E0BF0000E0BF000040BF0000C0BF0000C0BF0000E0BF0000E0BF000040BF0000C0BF0000C0BF000000C0000000C0000000C00000803E0000803E000000C0000000C0000000C00000803E0000803E000000C0000080BF000000C0000000C0000000C0000000C0000080BF000000C0000000C0000000C0"> : tensor<2x8x5xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x8x5xf32>
  return
}

// -----

func.func @reduce_window_minimum_75() {
  %a = stablehlo.constant dense<"0x000000000000803E00000040000080BE000000400000A0BF0000C03F000080BE0000803E000080BF0000A0BF000000BF0000003F0000C0BF0000E0BF"> : tensor<3x5x1xf32>
  %b = stablehlo.constant dense<"0x0000807F"> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3, 2, 3>, window_strides = array<i64: 2, 2, 2>, base_dilations = array<i64: 2, 2, 1>, window_dilations = array<i64: 1, 2, 1>, padding = dense<[[1, 2], [0, 1], [2, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.minimum %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<3x5x1xf32>, tensor<f32>) -> tensor<3x4x1xf32>
  %w0 = stablehlo.constant dense<"0x000000000000803E000080BE000080BE0000A0BF000080BE000080BE000080BF0000A0BF000000BF0000C0BF0000E0BF"> : tensor<3x4x1xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x4x1xf32>
  return
}

// -----

func.func @reduce_window_minimum_76() {
  %a = stablehlo.constant dense<"0x0100000000000000FCFFFFFFFFFFFFFF0100000000000000FDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0000000000000000FEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0200000000000000010000000000000000000000000000000100000000000000FEFFFFFFFFFFFFFF0200000000000000FDFFFFFFFFFFFFFF02000000000000000000000000000000020000000000000003000000000000000300000000000000FFFFFFFFFFFFFFFF0100000000000000FFFFFFFFFFFFFFFF03000000000000000400000000000000FEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0400000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF02000000000000000000000000000000FCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF"> : tensor<6x6xi64>
  %b = stablehlo.constant dense<"0xFFFFFFFFFFFFFF7F"> : tensor<i64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 2>, padding = dense<[[1, 2], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.minimum %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<6x6xi64>, tensor<i64>) -> tensor<4x2xi64>
  %w0 = stablehlo.constant dense<"0x0100000000000000FDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF01000000000000000300000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0000000000000000"> : tensor<4x2xi64>
  check.expect_eq %r0, %w0 : tensor<4x2xi64>
  return
}

// -----

func.func @reduce_window_maximum_77() {
  %a = stablehlo.constant dense<"0x0000403F000040BF0000003F0000E0BF"> : tensor<4xf32>
  %b = stablehlo.constant dense<"0x000080FF"> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 2>, base_dilations = array<i64: 2>, window_dilations = array<i64: 2>, padding = dense<[[1, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.maximum %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
  %w0 = stablehlo.constant dense<"0x000080FF"> : tensor<5xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<5xf32>
  return
}

// -----

func.func @reduce_window_minimum_78() {
  %a = stablehlo.constant dense<"0xA0BF80BF00C0"> : tensor<3xbf16>
  %b = stablehlo.constant dense<"0x807F"> : tensor<bf16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 3>, base_dilations = array<i64: 1>, window_dilations = array<i64: 2>, padding = dense<[[2, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
  %z = stablehlo.minimum %x, %y : tensor<bf16>
  stablehlo.return %z : tensor<bf16>
  }) : (tensor<3xbf16>, tensor<bf16>) -> tensor<1xbf16>
  %w0 = stablehlo.constant dense<"0x00C0"> : tensor<1xbf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1xbf16>
  return
}

// -----

func.func @reduce_window_minimum_79() {
  %a = stablehlo.constant dense<> : tensor<0x3x5xui8>
  %b = stablehlo.constant dense<"0xFF"> : tensor<ui8>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 1, 3>, window_strides = array<i64: 1, 3, 2>, base_dilations = array<i64: 1, 2, 1>, window_dilations = array<i64: 1, 1, 1>, padding = dense<[[1, 1], [0, 0], [2, 1]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.minimum %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<0x3x5xui8>, tensor<ui8>) -> tensor<1x2x3xui8>
  %w0 = stablehlo.constant dense<"0xFF"> : tensor<1x2x3xui8>
  check.expect_eq %r0, %w0 : tensor<1x2x3xui8>
  return
}

// -----

func.func @reduce_window_maximum_80() {
  %a = stablehlo.constant dense<"0x04000000FEFFFFFF"> : tensor<2x1xi32>
  %b = stablehlo.constant dense<"0x00000080"> : tensor<i32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 2>, base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 2, 2>, padding = dense<[[2, 2], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.maximum %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<2x1xi32>, tensor<i32>) -> tensor<2x2xi32>
  %w0 = stablehlo.constant dense<"0x00000080"> : tensor<2x2xi32>
  check.expect_eq %r0, %w0 : tensor<2x2xi32>
  return
}

// -----

func.func @reduce_window_add_81() {
  %a = stablehlo.constant dense<"0x0038004000BF00C0"> : tensor<1x4xf16>
  %b = stablehlo.constant dense<"0x0000"> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 2, 2>, window_dilations = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
  %z = stablehlo.add %x, %y : tensor<f16>
  stablehlo.return %z : tensor<f16>
  }) : (tensor<1x4xf16>, tensor<f16>) -> tensor<1x4xf16>
  %w0 = stablehlo.constant dense<"0x0000"> : tensor<1x4xf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x4xf16>
  return
}

// -----

func.func @reduce_window_minimum_82() {
  %a = stablehlo.constant dense<"0x00"> : tensor<1xui8>
  %b = stablehlo.constant dense<"0xFF"> : tensor<ui8>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, base_dilations = array<i64: 2>, window_dilations = array<i64: 2>, padding = dense<[[2, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.minimum %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<1xui8>, tensor<ui8>) -> tensor<0xui8>
  %w0 = stablehlo.constant dense<> : tensor<0xui8>
  check.expect_eq %r0, %w0 : tensor<0xui8>
  return
}

// -----

func.func @reduce_window_minimum_84() {
  %a = stablehlo.constant dense<"0x030404040400040000040402030002"> : tensor<3x1x5xui8>
  %b = stablehlo.constant dense<"0xFF"> : tensor<ui8>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 3, 2>, window_strides = array<i64: 2, 1, 3>, base_dilations = array<i64: 1, 2, 2>, window_dilations = array<i64: 1, 2, 2>, padding = dense<[[1, 0], [2, 0], [2, 2]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.minimum %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<3x1x5xui8>, tensor<ui8>) -> tensor<2x0x4xui8>
  %w0 = stablehlo.constant dense<> : tensor<2x0x4xui8>
  check.expect_eq %r0, %w0 : tensor<2x0x4xui8>
  return
}

// -----

func.func @reduce_window_add_85() {
  %a = stablehlo.constant dense<"0x000000000000FC3F000000000000D0BF0000000000000000000000000000E83F"> : tensor<4x1xf64>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 2, 1>, padding = dense<[[0, 2], [0, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.add %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<4x1xf64>, tensor<f64>) -> tensor<3x1xf64>
  %w0 = stablehlo.constant dense<"0x000000000000FC3F00000000000000000000000000000000"> : tensor<3x1xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x1xf64>
  return
}

// -----

func.func @reduce_window_minimum_86() {
  %a = stablehlo.constant dense<"0x0100000000000000"> : tensor<1xi64>
  %b = stablehlo.constant dense<"0xFFFFFFFFFFFFFF7F"> : tensor<i64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 2>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<[[2, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.minimum %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<1xi64>, tensor<i64>) -> tensor<2xi64>
  %w0 = stablehlo.constant dense<"0xFFFFFFFFFFFFFF7F0100000000000000"> : tensor<2xi64>
  check.expect_eq %r0, %w0 : tensor<2xi64>
  return
}

// -----

func.func @reduce_window_minimum_87() {
  %a = stablehlo.constant dense<"0xE03F00C0"> : tensor<2xbf16>
  %b = stablehlo.constant dense<"0x807F"> : tensor<bf16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 3>, base_dilations = array<i64: 1>, window_dilations = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
  %z = stablehlo.minimum %x, %y : tensor<bf16>
  stablehlo.return %z : tensor<bf16>
  }) : (tensor<2xbf16>, tensor<bf16>) -> tensor<0xbf16>
  %w0 = stablehlo.constant dense<> : tensor<0xbf16>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<0xbf16>
  return
}

// -----

func.func @reduce_window_multiply_88() {
  %a = stablehlo.constant dense<"0x01000000FEFFFFFFFFFFFFFFFDFFFFFFFCFFFFFF"> : tensor<5xi32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 1>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<[[2, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.multiply %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<5xi32>, tensor<i32>) -> tensor<7xi32>
  %w0 = stablehlo.constant dense<"0x01000000FEFFFFFF02000000FAFFFFFFF4FFFFFF0C000000FCFFFFFF"> : tensor<7xi32>
  check.expect_eq %r0, %w0 : tensor<7xi32>
  return
}

// -----

func.func @reduce_window_maximum_89() {
  %a = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFF04000000FDFFFFFF03000000FCFFFFFF"> : tensor<1x6xi32>
  %b = stablehlo.constant dense<"0x00000080"> : tensor<i32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 2, 2>, padding = dense<[[0, 0], [2, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.maximum %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<1x6xi32>, tensor<i32>) -> tensor<0x5xi32>
  %w0 = stablehlo.constant dense<> : tensor<0x5xi32>
  check.expect_eq %r0, %w0 : tensor<0x5xi32>
  return
}

// -----

func.func @select_and_scatter_0() {
  %a = stablehlo.constant dense<"0xDF1B000000000000C625000000000000890D0000000000006408000000000000402400000000000007190000000000009F0C0000000000001D1B000000000000A520000000000000A512000000000000BC24000000000000FB000000000000000F0D000000000000A10F0000000000006D02000000000000F6080000000000007D150000000000009E21000000000000"> : tensor<3x1x6xi64>
  %b = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF0000000000000000"> : tensor<1x1x2xi64>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2, 2, 2>, window_strides = array<i64: 3, 3, 3>, padding = dense<[[1, 0], [1, 1], [1, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.compare GE, %x, %y : (tensor<i64>, tensor<i64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<3x1x6xi64>, tensor<1x1x2xi64>, tensor<i64>) -> tensor<3x1x6xi64>
  %w0 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<3x1x6xi64>
  check.expect_eq %r0, %w0 : tensor<3x1x6xi64>
  return
}

// -----

func.func @select_and_scatter_1() {
  %a = stablehlo.constant dense<"0x0090A04500C0FF440040A24500B06C45004C154600D8DD4500C04D440010DD450020B2450050E6450080434500C0FC4400608B440070214500A0124500408844004009460058AB450040104500A08245"> : tensor<5x4xf32>
  %b = stablehlo.constant dense<"0x000000C00000E0BF0000E0BF000000BF0000C03F000000000000403F0000003F0000003F0000000000000000000000400000803E000000C00000E03F000080BE0000C03F000000BF0000A03F00000040"> : tensor<5x4xf32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<f32>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<5x4xf32>, tensor<5x4xf32>, tensor<f32>) -> tensor<5x4xf32>
  %w0 = stablehlo.constant dense<"0x000070C000000000000010C0000000000000C03F0000403F000000000000003F0000003F0000000000000040000000000000803E000080BE000080BE000000000000803F0000A03F0000000000000040"> : tensor<5x4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<5x4xf32>, tensor<5x4xf32>
  return
}

// -----

func.func @select_and_scatter_2() {
  %a = stablehlo.constant dense<"0x66050000920D0000"> : tensor<2xi32>
  %b = stablehlo.constant dense<"0x03000000"> : tensor<1xi32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, padding = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.compare LE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<2xi32>, tensor<1xi32>, tensor<i32>) -> tensor<2xi32>
  %w0 = stablehlo.constant dense<"0x0300000000000000"> : tensor<2xi32>
  check.expect_eq %r0, %w0 : tensor<2xi32>
  return
}

// -----

func.func @select_and_scatter_3() {
  %a = stablehlo.constant dense<"0x000000000068AF400000000000389D400000000000F4BF400000000000C49D40000000000040A3400000000000649940"> : tensor<6xf64>
  %b = stablehlo.constant dense<"0x000000000000E8BF000000000000FCBF000000000000D03F000000000000FC3F0000000000000040"> : tensor<5xf64>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<f64>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 1>, padding = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.compare LE, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.add %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<6xf64>, tensor<5xf64>, tensor<f64>) -> tensor<6xf64>
  %w0 = stablehlo.constant dense<"0x000000000000000000000000000004C00000000000000000000000000000D03F00000000000000000000000000000E40"> : tensor<6xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<6xf64>, tensor<6xf64>
  return
}

// -----

func.func @select_and_scatter_5() {
  %a = stablehlo.constant dense<"0x00000000002EA2400000000000F4C040"> : tensor<1x2xf64>
  %b = stablehlo.constant dense<"0x000000000000F8BF000000000000FCBF"> : tensor<1x2xf64>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<f64>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.compare LE, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.add %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<1x2xf64>, tensor<1x2xf64>, tensor<f64>) -> tensor<1x2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F8BF000000000000FCBF"> : tensor<1x2xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x2xf64>, tensor<1x2xf64>
  return
}

// -----

func.func @select_and_scatter_6() {
  %a = stablehlo.constant dense<"0x151200007F1B00001D1A00001225000073230000"> : tensor<5xi32>
  %b = stablehlo.constant dense<"0xFDFFFFFFFCFFFFFF02000000"> : tensor<3xi32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 2>, padding = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.compare LE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<5xi32>, tensor<3xi32>, tensor<i32>) -> tensor<5xi32>
  %w0 = stablehlo.constant dense<"0xFDFFFFFF00000000FCFFFFFF0000000002000000"> : tensor<5xi32>
  check.expect_eq %r0, %w0 : tensor<5xi32>
  return
}

// -----

func.func @select_and_scatter_7() {
  %a = stablehlo.constant dense<"0x1C1C00005F0D000033220000D122000026070000670E0000"> : tensor<2x3xi32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<1x1xi32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 3>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<1x1xi32>, tensor<i32>) -> tensor<2x3xi32>
  %w0 = stablehlo.constant dense<"0x010000000000000000000000000000000000000000000000"> : tensor<2x3xi32>
  check.expect_eq %r0, %w0 : tensor<2x3xi32>
  return
}

// -----

func.func @select_and_scatter_8() {
  %a = stablehlo.constant dense<"0x000000000067B1400000000000B0984000000000004CC040000000000053B6400000000000249F400000000000A06B40000000000098B54000000000007085400000000000A49F400000000000EAA14000000000000044400000000000A89740000000008038C240000000008072C2400000000000D4A1400000000000A06940000000008046C0400000000000A09640000000000037B240000000000040AE40"> : tensor<4x5xf64>
  %b = stablehlo.constant dense<"0x000000000000F83F000000000000D0BF000000000000E03F000000000000F03F"> : tensor<2x2xf64>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<f64>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>, padding = dense<[[0, 1], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.compare GE, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.add %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<4x5xf64>, tensor<2x2xf64>, tensor<f64>) -> tensor<4x5xf64>
  %w0 = stablehlo.constant dense<"0x00000000000000000000000000000000000000000000D0BF000000000000000000000000000000000000000000000000000000000000F83F000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000F03F00000000000000000000000000000000000000000000E03F000000000000000000000000000000000000000000000000"> : tensor<4x5xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x5xf64>, tensor<4x5xf64>
  return
}

// -----

func.func @select_and_scatter_9() {
  %a = stablehlo.constant dense<"0x6911000000000000A707000000000000822300000000000071120000000000004123000000000000F102000000000000"> : tensor<6xi64>
  %b = stablehlo.constant dense<"0x04000000000000000000000000000000FDFFFFFFFFFFFFFF"> : tensor<3xi64>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 2>, padding = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.compare GE, %x, %y : (tensor<i64>, tensor<i64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<6xi64>, tensor<3xi64>, tensor<i64>) -> tensor<6xi64>
  %w0 = stablehlo.constant dense<"0x0400000000000000000000000000000000000000000000000000000000000000FDFFFFFFFFFFFFFF0000000000000000"> : tensor<6xi64>
  check.expect_eq %r0, %w0 : tensor<6xi64>
  return
}

// -----

func.func @select_and_scatter_10() {
  %a = stablehlo.constant dense<"0x0000000000C5BF40000000000049B640000000008087C340000000000050BB40000000000071C1400000000000C88840000000008068C0400000000000C9B5400000000000206C400000000000ACB9400000000080F4C140000000000002C14000000000001CA540000000000082BC4000000000000EAD4000000000803BC240000000008042C240000000000058A340000000000006B7400000000000A89E4000000000000EAB40000000008010C340000000000073B8400000000000907C40"> : tensor<6x4xf64>
  %b = stablehlo.constant dense<"0x00000000000000C000000000000000C0000000000000F83F000000000000D0BF"> : tensor<2x2xf64>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<f64>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 3, 3>, padding = dense<[[1, 1], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.compare GE, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.add %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<6x4xf64>, tensor<2x2xf64>, tensor<f64>) -> tensor<6x4xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000000000000000000000000000000000000C0000000000000000000000000000000C00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000D0BF000000000000F83F0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<6x4xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<6x4xf64>, tensor<6x4xf64>
  return
}

// -----

func.func @select_and_scatter_11() {
  %a = stablehlo.constant dense<"0x00F809460000A84200A0EE440030184600C0004600F08945004062450090434500F8D6450000C04100F0194500004043"> : tensor<3x4xf32>
  %b = stablehlo.constant dense<"0x0000403F000080BE0000403F000080BF"> : tensor<1x4xf32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<f32>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<1x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  %w0 = stablehlo.constant dense<"0x0000403F0000000000000000000080BF00000000000080BE0000403F0000000000000000000000000000000000000000"> : tensor<3x4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x4xf32>, tensor<3x4xf32>
  return
}

// -----

func.func @select_and_scatter_12() {
  %a = stablehlo.constant dense<"0x16030000000000007822000000000000C4250000000000005906000000000000D00A000000000000B3140000000000008410000000000000D00E000000000000572100000000000014140000000000005D0D0000000000008E2400000000000057090000000000004A02000000000000E31F000000000000A00A000000000000F41C0000000000009303000000000000"> : tensor<3x6xi64>
  %b = stablehlo.constant dense<"0x0000000000000000FFFFFFFFFFFFFFFF03000000000000000200000000000000FFFFFFFFFFFFFFFF0400000000000000"> : tensor<2x3xi64>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 3, 3>, padding = dense<[[1, 1], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.compare GE, %x, %y : (tensor<i64>, tensor<i64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<3x6xi64>, tensor<2x3xi64>, tensor<i64>) -> tensor<3x6xi64>
  %w0 = stablehlo.constant dense<"0x00000000000000000000000000000000FFFFFFFFFFFFFFFF00000000000000000000000000000000030000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000000FFFFFFFFFFFFFFFF000000000000000000000000000000000400000000000000"> : tensor<3x6xi64>
  check.expect_eq %r0, %w0 : tensor<3x6xi64>
  return
}

// -----

func.func @select_and_scatter_13() {
  %a = stablehlo.constant dense<"0xC11D000000000000AE1D000000000000F71A000000000000D024000000000000AA15000000000000D4160000000000009C09000000000000C0140000000000005E210000000000008B250000000000001C12000000000000E2120000000000008A05000000000000811F0000000000000310000000000000AC09000000000000D11D0000000000004B0F00000000000014220000000000002C17000000000000BD250000000000002221000000000000791B0000000000003920000000000000CD1B000000000000C200000000000000AD060000000000008E260000000000009D1B0000000000000C030000000000003D150000000000003B2000000000000099210000000000006B2400000000000044080000000000001709000000000000D802000000000000641A000000000000890200000000000046160000000000005C1F000000000000E416000000000000D71A000000000000E20F0000000000006D26000000000000"> : tensor<3x3x5xi64>
  %b = stablehlo.constant dense<"0x0100000000000000FCFFFFFFFFFFFFFF00000000000000000100000000000000FFFFFFFFFFFFFFFF02000000000000000300000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0300000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF01000000000000000400000000000000FEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0400000000000000FFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0100000000000000FCFFFFFFFFFFFFFF0300000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF04000000000000000000000000000000FCFFFFFFFFFFFFFF"> : tensor<2x3x5xi64>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1, 2, 2>, window_strides = array<i64: 2, 1, 1>, padding = dense<[[0, 0], [0, 1], [1, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.compare GE, %x, %y : (tensor<i64>, tensor<i64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<3x3x5xi64>, tensor<2x3x5xi64>, tensor<i64>) -> tensor<3x3x5xi64>
  %w0 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF000000000000000000000000000000000100000000000000000000000000000005000000000000000000000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0300000000000000FDFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFF00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000400000000000000FEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0300000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000FCFFFFFFFFFFFFFF000000000000000003000000000000000000000000000000FBFFFFFFFFFFFFFF"> : tensor<3x3x5xi64>
  check.expect_eq %r0, %w0 : tensor<3x3x5xi64>
  return
}

// -----

func.func @select_and_scatter_14() {
  %a = stablehlo.constant dense<"0x580D000000000000370E000000000000541C0000000000002E120000000000003A20000000000000AD100000000000002F180000000000000A13000000000000C019000000000000BF180000000000000816000000000000691A000000000000AE1B000000000000B50100000000000039140000000000003324000000000000"> : tensor<4x1x4xi64>
  %b = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF04000000000000000100000000000000FFFFFFFFFFFFFFFF"> : tensor<4x1x1xi64>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2, 2, 2>, window_strides = array<i64: 1, 2, 3>, padding = dense<[[1, 0], [1, 0], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.compare GE, %x, %y : (tensor<i64>, tensor<i64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<4x1x4xi64>, tensor<4x1x1xi64>, tensor<i64>) -> tensor<4x1x4xi64>
  %w0 = stablehlo.constant dense<"0x0000000000000000FFFFFFFFFFFFFFFF0000000000000000000000000000000005000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000FFFFFFFFFFFFFFFF000000000000000000000000000000000000000000000000"> : tensor<4x1x4xi64>
  check.expect_eq %r0, %w0 : tensor<4x1x4xi64>
  return
}

// -----

func.func @select_and_scatter_15() {
  %a = stablehlo.constant dense<"0x00F8F04500A8C24500B03F45"> : tensor<3xf32>
  %b = stablehlo.constant dense<"0x000080BE0000A03F0000A03F"> : tensor<3xf32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<f32>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 1>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.compare LE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<3xf32>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %w0 = stablehlo.constant dense<"0x000080BE0000A03F0000A03F"> : tensor<3xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @select_and_scatter_16() {
  %a = stablehlo.constant dense<"0x0000000000CCBA400000000000A8804000000000003AA7400000000000EC9A40000000000034A940000000000035C04000000000004CB8400000000000807D400000000000206040000000000057B5400000000080A2C240000000000092BA40"> : tensor<3x2x2xf64>
  %b = stablehlo.constant dense<"0x000000000000E8BF000000000000F43F"> : tensor<2x1x1xf64>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<f64>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1, 2, 2>, window_strides = array<i64: 2, 3, 3>, padding = dense<[[0, 0], [1, 1], [1, 1]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.compare GE, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.add %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<3x2x2xf64>, tensor<2x1x1xf64>, tensor<f64>) -> tensor<3x2x2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000E8BF0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000F43F000000000000000000000000000000000000000000000000"> : tensor<3x2x2xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x2x2xf64>, tensor<3x2x2xf64>
  return
}

// -----

func.func @select_and_scatter_17() {
  %a = stablehlo.constant dense<"0x0000000000E091400000000000109840000000000025BF400000000000E89F40000000000072AA400000000000749640"> : tensor<6xf64>
  %b = stablehlo.constant dense<"0x000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000E03F000000000000E03F"> : tensor<6xf64>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<f64>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 1>, padding = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.compare LE, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.add %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<6xf64>, tensor<6xf64>, tensor<f64>) -> tensor<6xf64>
  %w0 = stablehlo.constant dense<"0x000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000E03F000000000000E03F"> : tensor<6xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<6xf64>, tensor<6xf64>
  return
}

// -----

func.func @select_and_scatter_18() {
  %a = stablehlo.constant dense<"0x00000000004DB4400000000000E1B2400000000000206D40000000000089BC400000000000449D400000000000BCB240"> : tensor<6xf64>
  %b = stablehlo.constant dense<"0x000000000000F0BF"> : tensor<2xf64>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<f64>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 3>, padding = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.compare GE, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.add %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<6xf64>, tensor<2xf64>, tensor<f64>) -> tensor<6xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F0BF00000000000000000000000000000000000000000000F0BF00000000000000000000000000000000"> : tensor<6xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<6xf64>, tensor<6xf64>
  return
}

// -----

func.func @select_and_scatter_20() {
  %a = stablehlo.constant dense<"0x8B0D00009B260000371F000029070000C80500003A180000291B00005F000000FA1B00000A230000BA11000023260000EA2100000C1000006E0C00009E0B0000D40F00005D1C0000521800008F0A0000F3030000A32100001B00000058110000140000001E120000661B0000CB1F0000C9100000D80E00005819000082210000EE1E0000141B0000C70800002A140000"> : tensor<6x2x3xi32>
  %b = stablehlo.constant dense<"0xFCFFFFFF"> : tensor<2x1x1xi32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1, 1, 2>, window_strides = array<i64: 3, 2, 3>, padding = dense<[[0, 0], [0, 0], [1, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<6x2x3xi32>, tensor<2x1x1xi32>, tensor<i32>) -> tensor<6x2x3xi32>
  %w0 = stablehlo.constant dense<"0xFCFFFFFF0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000FCFFFFFF0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<6x2x3xi32>
  check.expect_eq %r0, %w0 : tensor<6x2x3xi32>
  return
}

// -----

func.func @select_and_scatter_22() {
  %a = stablehlo.constant dense<"0x0010574500889A4500941A460010DF4500D8BE4500C00B450040B2440020964400E045450040BB450090454500B0E4450040104600000C4500B021450080C94300A0F84500301C46005C0146004C074600C051440070874500C068450080F7440080814300680C460010BA4500006B450000604200D88C4500D0354500009C4400F8C2450000BC420010A84500E0534500C0E44500D01C450000C84300707845"> : tensor<5x4x2xf32>
  %b = stablehlo.constant dense<"0x000000BF0000C03F0000A03F00000000000080BF0000A03F000080BE0000803F"> : tensor<2x4x1xf32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<f32>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 3, 1, 2>, window_strides = array<i64: 2, 1, 2>, padding = dense<[[0, 0], [0, 0], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.compare LE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<5x4x2xf32>, tensor<2x4x1xf32>, tensor<f32>) -> tensor<5x4x2xf32>
  %w0 = stablehlo.constant dense<"0x0000000000000000000000000000000000000000000000000000000000000000000000BF000000000000C03F0000000000000000000000000000000000000000000000000000000000000000000000000000A03F00000000000000000000000000000000000000000000000000000000000080BE00000000000000000000000000000000000080BF000000000000A03F00000000000000000000803F00000000"> : tensor<5x4x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<5x4x2xf32>, tensor<5x4x2xf32>
  return
}

// -----

func.func @select_and_scatter_23() {
  %a = stablehlo.constant dense<"0xDB0B0000CE260000141700004C1C0000"> : tensor<1x4xi32>
  %b = stablehlo.constant dense<"0x0000000003000000"> : tensor<1x2xi32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<1x4xi32>, tensor<1x2xi32>, tensor<i32>) -> tensor<1x4xi32>
  %w0 = stablehlo.constant dense<"0x00000000030000000000000000000000"> : tensor<1x4xi32>
  check.expect_eq %r0, %w0 : tensor<1x4xi32>
  return
}

// -----

func.func @select_and_scatter_24() {
  %a = stablehlo.constant dense<"0x5C0C000000000000670000000000000000040000000000001B1F000000000000E321000000000000800D0000000000006A06000000000000380B0000000000009606000000000000A30F000000000000BD22000000000000C90A000000000000C90E000000000000FC09000000000000C21100000000000068130000000000006E1F0000000000000C2400000000000084000000000000003402000000000000"> : tensor<2x2x5xi64>
  %b = stablehlo.constant dense<"0x03000000000000000200000000000000FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF04000000000000000000000000000000"> : tensor<3x1x2xi64>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2, 3, 3>, window_strides = array<i64: 1, 1, 2>, padding = dense<[[1, 1], [1, 0], [1, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.compare GE, %x, %y : (tensor<i64>, tensor<i64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<2x2x5xi64>, tensor<3x1x2xi64>, tensor<i64>) -> tensor<2x2x5xi64>
  %w0 = stablehlo.constant dense<"0x00000000000000000000000000000000000000000000000002000000000000000000000000000000030000000000000000000000000000000000000000000000000000000000000000000000000000000200000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000FFFFFFFFFFFFFFFF00000000000000000000000000000000"> : tensor<2x2x5xi64>
  check.expect_eq %r0, %w0 : tensor<2x2x5xi64>
  return
}

// -----

func.func @select_and_scatter_25() {
  %a = stablehlo.constant dense<"0x5A110000D0100000CD140000290C000086170000C11B00006D0000000B1500005E2100009D1100009C1B00000D05000033160000090B00003F1800009A1D0000F81F00002C0D0000F10F0000D5110000140E00001C180000631300006A02000028030000"> : tensor<5x5xi32>
  %b = stablehlo.constant dense<"0x00000000FCFFFFFF02000000020000000000000001000000FCFFFFFF020000000400000002000000"> : tensor<5x2xi32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<5x5xi32>, tensor<5x2xi32>, tensor<i32>) -> tensor<5x5xi32>
  %w0 = stablehlo.constant dense<"0x0000000000000000FCFFFFFF00000000000000000200000000000000000000000200000000000000000000000000000001000000000000000000000000000000FCFFFFFF0000000002000000000000000000000004000000020000000000000000000000"> : tensor<5x5xi32>
  check.expect_eq %r0, %w0 : tensor<5x5xi32>
  return
}

// -----

func.func @select_and_scatter_26() {
  %a = stablehlo.constant dense<"0x00807D440094134600A8DD4500A8C645"> : tensor<4xf32>
  %b = stablehlo.constant dense<"0x0000C0BF0000803E"> : tensor<2xf32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<f32>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 3>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %w0 = stablehlo.constant dense<"0x0000C0BF000000000000803E00000000"> : tensor<4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @select_and_scatter_27() {
  %a = stablehlo.constant dense<"0x0020D14400A892450010604500808C4500809A430010F84500B8AA450040CE4400C8EB450078E84500407D4500701B460058D64500EC0E460050694500609D4400C0B94500D0A645"> : tensor<3x1x6xf32>
  %b = stablehlo.constant dense<"0x000000BF0000803E000000000000403F000000000000E03F000000000000E0BF0000E03F000000BF00000040000000C0"> : tensor<3x2x2xf32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<f32>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2, 2, 3>, window_strides = array<i64: 1, 1, 3>, padding = dense<[[1, 0], [1, 1], [1, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<3x1x6xf32>, tensor<3x2x2xf32>, tensor<f32>) -> tensor<3x1x6xf32>
  %w0 = stablehlo.constant dense<"0x00000000000000BF000000000000803F00000000000000000000000000000000000020C0000000000000000000000000000000000000704000000000000000000000000000000000"> : tensor<3x1x6xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x1x6xf32>, tensor<3x1x6xf32>
  return
}

// -----

func.func @select_and_scatter_28() {
  %a = stablehlo.constant dense<"0x632600001D07000038190000D6140000FE030000251400006100000010180000BE220000610A00004D26000048000000111A0000B5160000D608000070260000AF11000019210000321F0000601C000064160000EF030000F0150000991C0000040A000038080000B118000057160000752600008F1600006C0A0000140D0000D607000047070000C6010000A314000026250000B923000092110000391800001417000078080000D4100000872300005E050000990F0000DF0F0000E82600009B0B0000AB1D0000D31600006B0600006601000003200000371E0000DE180000F91100008517000079070000832600005D0400001F0D0000C00300008B0200000C1E000067180000CD0C000066250000E3200000051800004D1500008C200000"> : tensor<6x4x3xi32>
  %b = stablehlo.constant dense<"0x01000000FDFFFFFF02000000FCFFFFFFFDFFFFFFFEFFFFFF"> : tensor<3x2x1xi32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1, 1, 2>, window_strides = array<i64: 2, 2, 3>, padding = dense<[[0, 0], [0, 0], [1, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.compare LE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<6x4x3xi32>, tensor<3x2x1xi32>, tensor<i32>) -> tensor<6x4x3xi32>
  %w0 = stablehlo.constant dense<"0x010000000000000000000000000000000000000000000000FDFFFFFF0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000020000000000000000000000000000000000000000000000FCFFFFFF0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000FDFFFFFF0000000000000000000000000000000000000000FEFFFFFF0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<6x4x3xi32>
  check.expect_eq %r0, %w0 : tensor<6x4x3xi32>
  return
}

// -----

func.func @select_and_scatter_29() {
  %a = stablehlo.constant dense<"0x1F1C000091220000F4000000A50C00000510000004080000DE0D0000571E0000BB0F0000"> : tensor<3x1x3xi32>
  %b = stablehlo.constant dense<"0x010000000400000004000000"> : tensor<3x1x1xi32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2, 1, 2>, window_strides = array<i64: 1, 2, 3>, padding = dense<[[0, 1], [0, 0], [1, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<3x1x3xi32>, tensor<3x1x1xi32>, tensor<i32>) -> tensor<3x1x3xi32>
  %w0 = stablehlo.constant dense<"0x010000000000000000000000000000000000000000000000080000000000000000000000"> : tensor<3x1x3xi32>
  check.expect_eq %r0, %w0 : tensor<3x1x3xi32>
  return
}

// -----

func.func @select_and_scatter_31() {
  %a = stablehlo.constant dense<"0x3E1D000000000000391A0000000000001C16000000000000101F0000000000005F210000000000009500000000000000551F000000000000E22400000000000050220000000000002701000000000000"> : tensor<2x5xi64>
  %b = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF020000000000000001000000000000000000000000000000"> : tensor<2x3xi64>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.compare LE, %x, %y : (tensor<i64>, tensor<i64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<2x5xi64>, tensor<2x3xi64>, tensor<i64>) -> tensor<2x5xi64>
  %w0 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF0000000000000000FEFFFFFFFFFFFFFF0000000000000000FEFFFFFFFFFFFFFF02000000000000000000000000000000010000000000000000000000000000000000000000000000"> : tensor<2x5xi64>
  check.expect_eq %r0, %w0 : tensor<2x5xi64>
  return
}

// -----

func.func @select_and_scatter_32() {
  %a = stablehlo.constant dense<"0x96140000000000001A200000000000004A0F00000000000082060000000000006A1E000000000000A6220000000000004F1C000000000000D000000000000000A42300000000000068030000000000006920000000000000200A000000000000811C000000000000501D000000000000D0190000000000000627000000000000B5130000000000007B250000000000001E0D0000000000001D0700000000000064160000000000005C050000000000003A130000000000009608000000000000DF10000000000000B2000000000000004A0900000000000076060000000000003B22000000000000DA00000000000000E517000000000000A41E0000000000000805000000000000180F0000000000005316000000000000FA15000000000000CB1C000000000000B623000000000000BC07000000000000C0010000000000005611000000000000A820000000000000E1040000000000009C22000000000000271D00000000000034250000000000007A230000000000002B0B0000000000005F1D000000000000022400000000000091030000000000006C13000000000000E70F000000000000F42000000000000003080000000000009317000000000000890A000000000000C20F000000000000B9090000000000003E1D000000000000"> : tensor<5x2x6xi64>
  %b = stablehlo.constant dense<"0x01000000000000000100000000000000FFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0200000000000000FEFFFFFFFFFFFFFF0400000000000000010000000000000002000000000000000200000000000000FCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF01000000000000000100000000000000FDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF00000000000000000400000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0400000000000000FFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0200000000000000010000000000000002000000000000000200000000000000FFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0400000000000000FFFFFFFFFFFFFFFF"> : tensor<3x2x6xi64>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1, 2, 2>, window_strides = array<i64: 2, 1, 1>, padding = dense<[[0, 0], [0, 1], [0, 1]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.compare LE, %x, %y : (tensor<i64>, tensor<i64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<5x2x6xi64>, tensor<3x2x6xi64>, tensor<i64>) -> tensor<5x2x6xi64>
  %w0 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004000000000000000000000000000000FEFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFF0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000FDFFFFFFFFFFFFFF0000000000000000FDFFFFFFFFFFFFFF0000000000000000FCFFFFFFFFFFFFFF04000000000000000000000000000000FCFFFFFFFFFFFFFF04000000000000000000000000000000FBFFFFFFFFFFFFFF000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000300000000000000000000000000000000000000000000000000000000000000FAFFFFFFFFFFFFFF0000000000000000FAFFFFFFFFFFFFFF00000000000000000500000000000000FEFFFFFFFFFFFFFF"> : tensor<5x2x6xi64>
  check.expect_eq %r0, %w0 : tensor<5x2x6xi64>
  return
}

// -----

func.func @select_and_scatter_33() {
  %a = stablehlo.constant dense<"0x0000000000E8BD40000000000059BA4000000000006060400000000000208340000000000052B7400000000000F7B040000000000037B2400000000000A4B5400000000000949140000000000014A44000000000003EB64000000000006CBA40000000008070C1400000000000E5C04000000000000AA6400000000080D8C040000000000062B74000000000005AAE400000000000E08940000000000056A4400000000000FC96400000000000408F400000000000DAC14000000000004DB740"> : tensor<6x4xf64>
  %b = stablehlo.constant dense<"0x000000000000E8BF000000000000F43F000000000000E0BF000000000000D03F000000000000FCBF0000000000000000"> : tensor<6x1xf64>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<f64>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 3>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.compare GE, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.add %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<6x4xf64>, tensor<6x1xf64>, tensor<f64>) -> tensor<6x4xf64>
  %w0 = stablehlo.constant dense<"0x000000000000E03F000000000000000000000000000000000000000000000000000000000000E0BF0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000F8BF00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<6x4xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<6x4xf64>, tensor<6x4xf64>
  return
}

// -----

func.func @select_and_scatter_34() {
  %a = stablehlo.constant dense<"0x000000000016A74000000000006ABA40"> : tensor<2xf64>
  %b = stablehlo.constant dense<"0x00000000000000C0000000000000FCBF"> : tensor<2xf64>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<f64>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 1>, padding = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.compare GE, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.add %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<2xf64>, tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  %w0 = stablehlo.constant dense<"0x00000000000000C0000000000000FCBF"> : tensor<2xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2xf64>, tensor<2xf64>
  return
}

// -----

func.func @select_and_scatter_35() {
  %a = stablehlo.constant dense<"0xDC02000000000000D00F000000000000BF1E000000000000"> : tensor<3xi64>
  %b = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF"> : tensor<1xi64>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 3>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.compare GE, %x, %y : (tensor<i64>, tensor<i64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<3xi64>, tensor<1xi64>, tensor<i64>) -> tensor<3xi64>
  %w0 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF00000000000000000000000000000000"> : tensor<3xi64>
  check.expect_eq %r0, %w0 : tensor<3xi64>
  return
}

// -----

func.func @select_and_scatter_36() {
  %a = stablehlo.constant dense<"0x000000000006C040000000000024B8400000000000A07C400000000000A084400000000000588840"> : tensor<5xf64>
  %b = stablehlo.constant dense<"0x000000000000FC3F000000000000F03F"> : tensor<2xf64>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<f64>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, padding = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.compare LE, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.add %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<5xf64>, tensor<2xf64>, tensor<f64>) -> tensor<5xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000000000000000000FC3F000000000000F03F00000000000000000000000000000000"> : tensor<5xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<5xf64>, tensor<5xf64>
  return
}

// -----

func.func @select_and_scatter_38() {
  %a = stablehlo.constant dense<"0x0080EB4500A08B4500B0934500001A4500C0914500B01546"> : tensor<6xf32>
  %b = stablehlo.constant dense<"0x000000BF0000A0BF0000803E0000E03F0000A0BF0000C03F"> : tensor<6xf32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<f32>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 1>, padding = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<6xf32>, tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  %w0 = stablehlo.constant dense<"0x000000BF0000A0BF0000803E0000E03F0000A0BF0000C03F"> : tensor<6xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<6xf32>, tensor<6xf32>
  return
}

// -----

func.func @select_and_scatter_39() {
  %a = stablehlo.constant dense<"0x0010D9450030E045005C154600003C45"> : tensor<4xf32>
  %b = stablehlo.constant dense<"0x0000003F00000000"> : tensor<2xf32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<f32>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 3>, padding = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %w0 = stablehlo.constant dense<"0x0000003F000000000000000000000000"> : tensor<4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @sort_0() {
  %a = stablehlo.constant dense<"0x0101FFFD04FCFE04FFFDFD0001FF04FF0102FD02FF03FE040200FF0102FFFE01FFFCFDFC03FF00FFFC0301FC0202040401FC000203FD02FF04FC00FC"> : tensor<5x4x3xi8>
  %b = stablehlo.constant dense<"0x030100040304010003030201010303030200040103020102040104010204030303020300030004040303010403010204030101020202030203000203"> : tensor<5x4x3xui8>
  %c = stablehlo.constant dense<"0x000000040201020200010104000002010103000301040103020001000302030204040304010304040001010104010102040104000202020402040302"> : tensor<5x4x3xui8>
  %r0, %r1, %r2 = "stablehlo.sort"(%a, %b, %c) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<i8>, %y0: tensor<i8>, %x1: tensor<ui8>, %y1: tensor<ui8>, %x2: tensor<ui8>, %y2: tensor<ui8>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<i8>, tensor<i8>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<5x4x3xi8>, tensor<5x4x3xui8>, tensor<5x4x3xui8>) -> (tensor<5x4x3xi8>, tensor<5x4x3xui8>, tensor<5x4x3xui8>)
  %w0 = stablehlo.constant dense<"0xFDFDFCFD01FFFE04FF010400FDFEFFFFFF02010104030204FCFDFCFE00FF0101FF0202FFFFFC0001FC0202FF03030404FCFCFC01FFFD020000020304"> : tensor<5x4x3xi8>
  check.expect_eq %r0, %w0 : tensor<5x4x3xi8>
  %w1 = stablehlo.constant dense<"0x040204030100010303030001040103030300010203020102020300030104010304040203040304010403010003030204000103030202020201030203"> : tensor<5x4x3xui8>
  check.expect_eq %r1, %w1 : tensor<5x4x3xui8>
  %w2 = stablehlo.constant dense<"0x040101010000020200000204000101010003000102040303040304030001000202020304040004010104010301010102040102040402000304020202"> : tensor<5x4x3xui8>
  check.expect_eq %r2, %w2 : tensor<5x4x3xui8>
  return
}

// -----

func.func @sort_1() {
  %a = stablehlo.constant dense<"0x000000000000E83F000000000000D03F000000000000E83F"> : tensor<3xf64>
  %b = stablehlo.constant dense<"0x02000000FDFFFFFFFDFFFFFF"> : tensor<3xi32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f64>, %y0: tensor<f64>, %x1: tensor<i32>, %y1: tensor<i32>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<f64>, tensor<f64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<3xf64>, tensor<3xi32>) -> (tensor<3xf64>, tensor<3xi32>)
  %w0 = stablehlo.constant dense<"0x000000000000D03F000000000000E83F000000000000E83F"> : tensor<3xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3xf64>, tensor<3xf64>
  %w1 = stablehlo.constant dense<"0xFDFFFFFF02000000FDFFFFFF"> : tensor<3xi32>
  check.expect_eq %r1, %w1 : tensor<3xi32>
  return
}

// -----

func.func @sort_2() {
  %a = stablehlo.constant dense<"0x000000000000F03F"> : tensor<1xf64>
  %r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f64>, %y0: tensor<f64>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<f64>, tensor<f64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<1xf64>) -> (tensor<1xf64>)
  %w0 = stablehlo.constant dense<"0x000000000000F03F"> : tensor<1xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1xf64>, tensor<1xf64>
  return
}

// -----

func.func @sort_3() {
  %a = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0200000000000000FDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0200000000000000FDFFFFFFFFFFFFFF0100000000000000"> : tensor<2x5xi64>
  %b = stablehlo.constant dense<"0x0000803F0000003F000040BF0000403F000000000000803E0000403F0000E03F000040BF0000A03F"> : tensor<2x5xf32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<i64>, %y0: tensor<i64>, %x1: tensor<f32>, %y1: tensor<f32>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<i64>, tensor<i64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<2x5xi64>, tensor<2x5xf32>) -> (tensor<2x5xi64>, tensor<2x5xf32>)
  %w0 = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0200000000000000FDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0200000000000000FDFFFFFFFFFFFFFF0100000000000000"> : tensor<2x5xi64>
  check.expect_eq %r0, %w0 : tensor<2x5xi64>
  %w1 = stablehlo.constant dense<"0x0000803F0000003F000040BF0000403F000000000000803E0000403F0000E03F000040BF0000A03F"> : tensor<2x5xf32>
  check.expect_close %r1, %w1, max_ulp_difference = 3 : tensor<2x5xf32>, tensor<2x5xf32>
  return
}

// -----

func.func @sort_4() {
  %a = stablehlo.constant dense<> : tensor<0x7x4xui16>
  %r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<ui16>, %y0: tensor<ui16>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<0x7x4xui16>) -> (tensor<0x7x4xui16>)
  %w0 = stablehlo.constant dense<> : tensor<0x7x4xui16>
  check.expect_eq %r0, %w0 : tensor<0x7x4xui16>
  return
}

// -----

func.func @sort_5() {
  %a = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0200000000000000FCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0300000000000000FCFFFFFFFFFFFFFF0200000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0200000000000000FFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF02000000000000000100000000000000FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF040000000000000002000000000000000300000000000000FEFFFFFFFFFFFFFF030000000000000004000000000000000000000000000000FEFFFFFFFFFFFFFF030000000000000002000000000000000100000000000000FEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0000000000000000FEFFFFFFFFFFFFFF00000000000000000300000000000000"> : tensor<7x2x3xi64>
  %r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<i64>, %y0: tensor<i64>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<i64>, tensor<i64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<7x2x3xi64>) -> (tensor<7x2x3xi64>)
  %w0 = stablehlo.constant dense<"0xFCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0100000000000000FDFFFFFFFFFFFFFF00000000000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0200000000000000FDFFFFFFFFFFFFFF02000000000000000000000000000000FFFFFFFFFFFFFFFF00000000000000000300000000000000FEFFFFFFFFFFFFFF02000000000000000100000000000000030000000000000002000000000000000300000000000000040000000000000004000000000000000200000000000000030000000000000002000000000000000300000000000000"> : tensor<7x2x3xi64>
  check.expect_eq %r0, %w0 : tensor<7x2x3xi64>
  return
}

// -----

func.func @sort_6() {
  %a = stablehlo.constant dense<> : tensor<0x2x2xui8>
  %b = stablehlo.constant dense<> : tensor<0x2x2xi32>
  %c = stablehlo.constant dense<> : tensor<0x2x2xui8>
  %r0, %r1, %r2 = "stablehlo.sort"(%a, %b, %c) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<ui8>, %y0: tensor<ui8>, %x1: tensor<i32>, %y1: tensor<i32>, %x2: tensor<ui8>, %y2: tensor<ui8>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<0x2x2xui8>, tensor<0x2x2xi32>, tensor<0x2x2xui8>) -> (tensor<0x2x2xui8>, tensor<0x2x2xi32>, tensor<0x2x2xui8>)
  %w0 = stablehlo.constant dense<> : tensor<0x2x2xui8>
  check.expect_eq %r0, %w0 : tensor<0x2x2xui8>
  %w1 = stablehlo.constant dense<> : tensor<0x2x2xi32>
  check.expect_eq %r1, %w1 : tensor<0x2x2xi32>
  %w2 = stablehlo.constant dense<> : tensor<0x2x2xui8>
  check.expect_eq %r2, %w2 : tensor<0x2x2xui8>
  return
}

// -----

func.func @sort_7() {
  %a = stablehlo.constant dense<"0x003F00000038003A00BC00B8003A003F00BD003C00C000BE003E00BE00BF00B4003C00BE00BF003D00BA003F003C00BF000000C000B4003C003E00BE00BF003F003D003E00B4003E00BE000000C000B800B4003400B400B800BF003F00C0003D00BF003A000000BF00C0003C003E003400B40000003F003C00C000C000BD0038003F00B400B80038003D003F00BE00BA00BC003F00BE003A0040003A00BE00BF003800B800BA003E00BC00C0003A00B8003800B400B400C000BC0000003F00C0003C00BF00BC00B800BC00BA00BE003D003800BE00BF003A003C00BD00B800BC00C0003C003C003400BC00BC0034003400BE003400BC003400BC003E"> : tensor<7x3x6xf16>
  %r0 = "stablehlo.sort"(%a) <{dimension = 2 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f16>, %y0: tensor<f16>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<f16>, tensor<f16>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<7x3x6xf16>) -> (tensor<7x3x6xf16>)
  %w0 = stablehlo.constant dense<"0x003F003A0038000000B800BC003F003C003A00BD00BE00C0003E003C00B400BE00BE00BF003F003D003C00BA00BF00BF003E003C000000B400BE00C0003F003E003E003D00B400BF0034000000B400B800BE00C0003F003D00B400B800BF00C0003C003A000000BF00BF00C0003F003E003C0034000000B4003F003800B400BD00C000C0003F003D003800B800BA00BE0040003F003A003A00BC00BE003E003800B800BA00BE00BF003A003800B400B800BC00C0003F000000B400BC00C000C0003C00B800BA00BC00BC00BF003D003A003800BE00BE00BF003C003C00B800BC00BD00C0003C00340034003400BC00BC003E0034003400BC00BC00BE"> : tensor<7x3x6xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<7x3x6xf16>, tensor<7x3x6xf16>
  return
}

// -----

func.func @sort_8() {
  %a = stablehlo.constant dense<"0x000000400000A0BF0000A03F000040BF00000040000000C00000C0BF0000E03F0000803F0000C0BF0000A0BF000000BF00000000000000BF000040BF0000C0BF000040BF0000803E0000E03F0000A0BF00000040000000C000000000000000000000A0BF0000003F000000BF0000C0BF000080BE0000E03F00000040000000000000E0BF0000403F00000000"> : tensor<5x7xf32>
  %b = stablehlo.constant dense<"0x0204030102040200040201010304040201020404000001020001030104010001020304"> : tensor<5x7xui8>
  %c = stablehlo.constant dense<"0x00000000FDFFFFFFFFFFFFFFFEFFFFFF0400000001000000FFFFFFFFFEFFFFFF03000000000000000000000003000000FCFFFFFF00000000FCFFFFFFFFFFFFFF0100000003000000FDFFFFFF04000000FFFFFFFF0300000000000000030000000200000003000000FEFFFFFFFDFFFFFF02000000FDFFFFFF0400000001000000FFFFFFFFFDFFFFFFFEFFFFFF"> : tensor<5x7xi32>
  %r0, %r1, %r2 = "stablehlo.sort"(%a, %b, %c) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>, %x1: tensor<ui8>, %y1: tensor<ui8>, %x2: tensor<i32>, %y2: tensor<i32>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<5x7xf32>, tensor<5x7xui8>, tensor<5x7xi32>) -> (tensor<5x7xf32>, tensor<5x7xui8>, tensor<5x7xi32>)
  %w0 = stablehlo.constant dense<"0x00000040000000400000A03F000040BF0000A0BF0000C0BF000000C00000E03F0000803F00000000000000BF000000BF0000A0BF0000C0BF000000400000E03F0000803E000040BF000040BF0000A0BF0000C0BF0000003F0000000000000000000000BF0000A0BF0000C0BF000000C0000000400000E03F0000403F0000000000000000000080BE0000E0BF"> : tensor<5x7xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<5x7xf32>, tensor<5x7xf32>
  %w1 = stablehlo.constant dense<"0x0202030104020400040301040102000402040104020101020300010000010301040402"> : tensor<5x7xui8>
  check.expect_eq %r1, %w1 : tensor<5x7xui8>
  %w2 = stablehlo.constant dense<"0x0000000004000000FFFFFFFFFEFFFFFFFDFFFFFFFFFFFFFF01000000FEFFFFFF03000000FCFFFFFF03000000000000000000000000000000FFFFFFFFFDFFFFFF03000000FCFFFFFF0100000004000000FFFFFFFF030000000000000003000000FEFFFFFF02000000FDFFFFFF0300000004000000FDFFFFFFFDFFFFFF01000000FEFFFFFF02000000FFFFFFFF"> : tensor<5x7xi32>
  check.expect_eq %r2, %w2 : tensor<5x7xi32>
  return
}

// -----

func.func @sort_9() {
  %a = stablehlo.constant dense<"0x803F"> : tensor<1xbf16>
  %b = stablehlo.constant dense<"0x0000E0BF"> : tensor<1xf32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<bf16>, %y0: tensor<bf16>, %x1: tensor<f32>, %y1: tensor<f32>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<1xbf16>, tensor<1xf32>) -> (tensor<1xbf16>, tensor<1xf32>)
  %w0 = stablehlo.constant dense<"0x803F"> : tensor<1xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1xbf16>, tensor<1xbf16>
  %w1 = stablehlo.constant dense<"0x0000E0BF"> : tensor<1xf32>
  check.expect_close %r1, %w1, max_ulp_difference = 3 : tensor<1xf32>, tensor<1xf32>
  return
}

// -----

func.func @sort_10() {
  %a = stablehlo.constant dense<"0x010000000400000004000000FDFFFFFFFFFFFFFFFFFFFFFF0400000002000000010000000400000002000000010000000000000004000000020000000200000002000000FDFFFFFF01000000040000000200000001000000FFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFFFCFFFFFF00000000FFFFFFFF02000000FEFFFFFF01000000030000000200000002000000FEFFFFFF01000000FEFFFFFF020000000000000002000000020000000200000000000000FFFFFFFF04000000FCFFFFFF00000000FCFFFFFF"> : tensor<7x7xi32>
  %b = stablehlo.constant dense<"0x0000803E0000A0BF0000E0BF0000003F0000C03F000000C00000803E000080BE000080BE0000803F0000E03F0000A0BF0000C03F0000403F0000C0BF0000C0BF0000E03F000000BF00000040000040BF0000E03F0000C03F0000E03F0000C03F0000E03F00000040000080BF000080BF000000C0000000BF0000803F0000E03F0000A0BF0000A0BF0000A0BF0000E03F000040BF0000E03F0000E03F0000803E0000403F0000803F0000A03F0000803E0000C0BF0000C0BF000000C0000000BF000000C0"> : tensor<7x7xf32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<i32>, %y0: tensor<i32>, %x1: tensor<f32>, %y1: tensor<f32>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<7x7xi32>, tensor<7x7xf32>) -> (tensor<7x7xi32>, tensor<7x7xf32>)
  %w0 = stablehlo.constant dense<"0x0200000004000000040000000400000003000000040000000400000002000000020000000400000002000000010000000200000004000000020000000200000002000000020000000100000002000000020000000100000001000000FFFFFFFF010000000000000000000000020000000100000001000000FEFFFFFFFEFFFFFFFFFFFFFF0000000002000000FFFFFFFF00000000FEFFFFFFFDFFFFFFFEFFFFFFFFFFFFFF00000000FEFFFFFFFFFFFFFFFEFFFFFFFDFFFFFFFCFFFFFFFCFFFFFFFCFFFFFF"> : tensor<7x7xi32>
  check.expect_eq %r0, %w0 : tensor<7x7xi32>
  %w1 = stablehlo.constant dense<"0x000080BE0000A0BF0000E0BF0000C0BF0000A0BF000040BF0000803E0000C0BF0000C0BF0000803F0000E03F0000A0BF0000A0BF0000403F0000A03F000000BF0000E03F0000E03F000000400000403F0000E03F0000803E000080BE0000C0BF0000E03F0000803E0000C03F0000A0BF0000C03F000040BF0000C03F0000E03F0000C03F000000BF0000803F000000C00000803E0000803F0000003F00000040000000C0000080BF0000E03F0000E03F0000E03F000000BF000000C0000080BF000000C0"> : tensor<7x7xf32>
  check.expect_close %r1, %w1, max_ulp_difference = 3 : tensor<7x7xf32>, tensor<7x7xf32>
  return
}

// -----

func.func @sort_11() {
  %a = stablehlo.constant dense<"0x00BC00BF003E00BF00BE003800BF003D0038003C0038003C00BD00B4003E003F00B8003D00B8003D000000C0003E0000003E00C000BD003A"> : tensor<7x4xf16>
  %b = stablehlo.constant dense<"0x01020002000401020004010402040102030204030004040100020103"> : tensor<7x4xui8>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f16>, %y0: tensor<f16>, %x1: tensor<ui8>, %y1: tensor<ui8>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<f16>, tensor<f16>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<7x4xf16>, tensor<7x4xui8>) -> (tensor<7x4xf16>, tensor<7x4xui8>)
  %w0 = stablehlo.constant dense<"0x00BF00BF00BC003E00BF00BE0038003D00380038003C003C00BD00B4003E003F00B800B8003D003D00C000000000003E00C000BD003A003E"> : tensor<7x4xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<7x4xf16>, tensor<7x4xf16>
  %w1 = stablehlo.constant dense<"0x02020100010004020001040402040102030402030400010402010300"> : tensor<7x4xui8>
  check.expect_eq %r1, %w1 : tensor<7x4xui8>
  return
}

// -----

func.func @sort_12() {
  %a = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF"> : tensor<2xi64>
  %b = stablehlo.constant dense<"0x0204"> : tensor<2xui8>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<i64>, %y0: tensor<i64>, %x1: tensor<ui8>, %y1: tensor<ui8>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<i64>, tensor<i64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<2xi64>, tensor<2xui8>) -> (tensor<2xi64>, tensor<2xui8>)
  %w0 = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF"> : tensor<2xi64>
  check.expect_eq %r0, %w0 : tensor<2xi64>
  %w1 = stablehlo.constant dense<"0x0204"> : tensor<2xui8>
  check.expect_eq %r1, %w1 : tensor<2xui8>
  return
}

// -----

func.func @sort_13() {
  %a = stablehlo.constant dense<"0x030003000400010004000000010001000000000000000300020000000100020003000300010001000100"> : tensor<3x7xui16>
  %r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<ui16>, %y0: tensor<ui16>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<3x7xui16>) -> (tensor<3x7xui16>)
  %w0 = stablehlo.constant dense<"0x010000000000000001000000000001000200030001000300010001000300030004000300040002000100"> : tensor<3x7xui16>
  check.expect_eq %r0, %w0 : tensor<3x7xui16>
  return
}

// -----

func.func @sort_14() {
  %a = stablehlo.constant dense<"0x040000000100020003000200000002000300030003000400030003000400010004000200030003000400000000000400010003000000040004000100000000000400010004000200040004000000020004000000"> : tensor<3x2x7xui16>
  %b = stablehlo.constant dense<"0x040401030301000402000103030200020004010102030000040000030403030401000202030401000104"> : tensor<3x2x7xui8>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 2 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<ui16>, %y0: tensor<ui16>, %x1: tensor<ui8>, %y1: tensor<ui8>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<3x2x7xui16>, tensor<3x2x7xui8>) -> (tensor<3x2x7xui16>, tensor<3x2x7xui8>)
  %w0 = stablehlo.constant dense<"0x040003000200020001000000000004000300030003000300030002000400040004000300030002000100040004000300010000000000000004000400040001000100000000000400040004000200020000000000"> : tensor<3x2x7xui16>
  check.expect_eq %r0, %w0 : tensor<3x2x7xui16>
  %w1 = stablehlo.constant dense<"0x040303010104000302000103020400000201010402000300040300000401020300030403040102000104"> : tensor<3x2x7xui8>
  check.expect_eq %r1, %w1 : tensor<3x2x7xui8>
  return
}

// -----

func.func @sort_15() {
  %a = stablehlo.constant dense<"0x030000000200000001000000FFFFFFFF04000000FFFFFFFF04000000FCFFFFFFFEFFFFFF01000000"> : tensor<5x2xi32>
  %b = stablehlo.constant dense<"0x02000000030000000000000002000000FFFFFFFFFDFFFFFFFCFFFFFF010000000100000003000000"> : tensor<5x2xi32>
  %c = stablehlo.constant dense<"0xFEFFFFFFFCFFFFFF000000000200000002000000000000000400000003000000FFFFFFFFFEFFFFFF"> : tensor<5x2xi32>
  %r0, %r1, %r2 = "stablehlo.sort"(%a, %b, %c) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<i32>, %y0: tensor<i32>, %x1: tensor<i32>, %y1: tensor<i32>, %x2: tensor<i32>, %y2: tensor<i32>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<5x2xi32>, tensor<5x2xi32>, tensor<5x2xi32>) -> (tensor<5x2xi32>, tensor<5x2xi32>, tensor<5x2xi32>)
  %w0 = stablehlo.constant dense<"0x030000000200000001000000FFFFFFFF04000000FFFFFFFF04000000FCFFFFFF01000000FEFFFFFF"> : tensor<5x2xi32>
  check.expect_eq %r0, %w0 : tensor<5x2xi32>
  %w1 = stablehlo.constant dense<"0x02000000030000000000000002000000FFFFFFFFFDFFFFFFFCFFFFFF010000000300000001000000"> : tensor<5x2xi32>
  check.expect_eq %r1, %w1 : tensor<5x2xi32>
  %w2 = stablehlo.constant dense<"0xFEFFFFFFFCFFFFFF000000000200000002000000000000000400000003000000FEFFFFFFFFFFFFFF"> : tensor<5x2xi32>
  check.expect_eq %r2, %w2 : tensor<5x2xi32>
  return
}

// -----

func.func @sort_16() {
  %a = stablehlo.constant dense<"0x0000C03F0000A03F000080BF000000000000C0BF0000A03F0000403F0000A0BF00000040000000C00000C0BF0000803E000000000000003F000000BF000080BE0000C03F0000A03F000040BF000080BF000080BF0000003F000040BF0000E03F0000A0BF0000A03F0000803E0000C0BF0000003F0000E0BF0000403F0000403F0000803E0000403F000040BF0000A03F0000A0BF000000BF000000C00000803E0000A0BF0000E03F0000403F0000C03F0000A0BF0000803E0000E03F0000003F000000C0000040BF0000003F0000E03F0000A0BF0000A03F0000E03F000000C000000040000000BF000040BF00000040"> : tensor<3x5x4xf32>
  %r0 = "stablehlo.sort"(%a) <{dimension = 2 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<3x5x4xf32>) -> (tensor<3x5x4xf32>)
  %w0 = stablehlo.constant dense<"0x000080BF000000000000A03F0000C03F0000C0BF0000A0BF0000403F0000A03F000000C00000C0BF0000803E00000040000000BF000080BE000000000000003F000080BF000040BF0000A03F0000C03F000080BF000040BF0000003F0000E03F0000C0BF0000A0BF0000803E0000A03F0000E0BF0000003F0000403F0000403F000040BF0000803E0000403F0000A03F000000C00000A0BF000000BF0000803E0000A0BF0000403F0000C03F0000E03F0000A0BF0000803E0000003F0000E03F000000C0000040BF0000003F0000E03F000000C00000A0BF0000A03F0000E03F000040BF000000BF0000004000000040"> : tensor<3x5x4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x5x4xf32>, tensor<3x5x4xf32>
  return
}

// -----

func.func @sort_17() {
  %a = stablehlo.constant dense<"0x00010000000200"> : tensor<7xui8>
  %b = stablehlo.constant dense<"0x040000000400000002000000040000000100000003000000FFFFFFFF"> : tensor<7xi32>
  %c = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFFFEFFFFFF00000000FDFFFFFF0300000003000000"> : tensor<7xi32>
  %r0, %r1, %r2 = "stablehlo.sort"(%a, %b, %c) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<ui8>, %y0: tensor<ui8>, %x1: tensor<i32>, %y1: tensor<i32>, %x2: tensor<i32>, %y2: tensor<i32>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<7xui8>, tensor<7xi32>, tensor<7xi32>) -> (tensor<7xui8>, tensor<7xi32>, tensor<7xi32>)
  %w0 = stablehlo.constant dense<"0x00000000000102"> : tensor<7xui8>
  check.expect_eq %r0, %w0 : tensor<7xui8>
  %w1 = stablehlo.constant dense<"0x04000000020000000400000001000000FFFFFFFF0400000003000000"> : tensor<7xi32>
  check.expect_eq %r1, %w1 : tensor<7xi32>
  %w2 = stablehlo.constant dense<"0xFEFFFFFFFEFFFFFF00000000FDFFFFFF03000000FFFFFFFF03000000"> : tensor<7xi32>
  check.expect_eq %r2, %w2 : tensor<7xi32>
  return
}

// -----

func.func @sort_18() {
  %a = stablehlo.constant dense<"0x0000030003000200000000000300"> : tensor<7xui16>
  %b = stablehlo.constant dense<"0xFFFFFFFF01000000FFFFFFFFFDFFFFFFFCFFFFFFFCFFFFFF02000000"> : tensor<7xi32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<ui16>, %y0: tensor<ui16>, %x1: tensor<i32>, %y1: tensor<i32>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<7xui16>, tensor<7xi32>) -> (tensor<7xui16>, tensor<7xi32>)
  %w0 = stablehlo.constant dense<"0x0300030003000200000000000000"> : tensor<7xui16>
  check.expect_eq %r0, %w0 : tensor<7xui16>
  %w1 = stablehlo.constant dense<"0x01000000FFFFFFFF02000000FDFFFFFFFFFFFFFFFCFFFFFFFCFFFFFF"> : tensor<7xi32>
  check.expect_eq %r1, %w1 : tensor<7xi32>
  return
}

// -----

func.func @sort_19() {
  %a = stablehlo.constant dense<"0x00BD"> : tensor<1xf16>
  %b = stablehlo.constant dense<"0x03000000"> : tensor<1xi32>
  %c = stablehlo.constant dense<"0x0000A0BF"> : tensor<1xf32>
  %r0, %r1, %r2 = "stablehlo.sort"(%a, %b, %c) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f16>, %y0: tensor<f16>, %x1: tensor<i32>, %y1: tensor<i32>, %x2: tensor<f32>, %y2: tensor<f32>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<f16>, tensor<f16>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<1xf16>, tensor<1xi32>, tensor<1xf32>) -> (tensor<1xf16>, tensor<1xi32>, tensor<1xf32>)
  %w0 = stablehlo.constant dense<"0x00BD"> : tensor<1xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1xf16>, tensor<1xf16>
  %w1 = stablehlo.constant dense<"0x03000000"> : tensor<1xi32>
  check.expect_eq %r1, %w1 : tensor<1xi32>
  %w2 = stablehlo.constant dense<"0x0000A0BF"> : tensor<1xf32>
  check.expect_close %r2, %w2, max_ulp_difference = 3 : tensor<1xf32>, tensor<1xf32>
  return
}

// -----

func.func @sort_20() {
  %a = stablehlo.constant dense<"0x003A"> : tensor<1xf16>
  %b = stablehlo.constant dense<"0x01"> : tensor<1xui8>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f16>, %y0: tensor<f16>, %x1: tensor<ui8>, %y1: tensor<ui8>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<f16>, tensor<f16>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<1xf16>, tensor<1xui8>) -> (tensor<1xf16>, tensor<1xui8>)
  %w0 = stablehlo.constant dense<"0x003A"> : tensor<1xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1xf16>, tensor<1xf16>
  %w1 = stablehlo.constant dense<"0x01"> : tensor<1xui8>
  check.expect_eq %r1, %w1 : tensor<1xui8>
  return
}

// -----

func.func @sort_21() {
  %a = stablehlo.constant dense<"0x000000000000F03F000000000000F83F00000000000000C0000000000000FCBF000000000000F0BF000000000000E0BF000000000000F83F000000000000F4BF000000000000D03F0000000000000040000000000000E03F000000000000F4BF000000000000F43F000000000000F8BF0000000000000040000000000000F8BF000000000000F43F000000000000F03F000000000000E03F0000000000000040000000000000E0BF000000000000E0BF000000000000D0BF000000000000FCBF000000000000F0BF000000000000E83F000000000000E8BF000000000000F83F0000000000000040000000000000F43F000000000000E8BF000000000000F43F000000000000FCBF000000000000F4BF000000000000F4BF000000000000D03F000000000000E0BF000000000000F4BF000000000000E8BF000000000000F8BF000000000000E83F000000000000FC3F000000000000F03F000000000000D03F000000000000E03F000000000000E8BF000000000000E03F000000000000F03F000000000000F83F000000000000F83F0000000000000040000000000000F83F000000000000D0BF000000000000E0BF000000000000FC3F000000000000F4BF000000000000E83F000000000000D03F0000000000000000000000000000E0BF000000000000D03F000000000000E8BF000000000000F8BF000000000000F4BF000000000000E83F000000000000F8BF000000000000D03F0000000000000040000000000000F4BF000000000000E0BF000000000000FC3F000000000000FCBF000000000000F43F000000000000E8BF000000000000D03F000000000000F03F000000000000F8BF000000000000E03F0000000000000000000000000000E83F000000000000F43F00000000000000000000000000000040000000000000E03F000000000000E83F000000000000F4BF00000000000000C0000000000000FCBF0000000000000000000000000000D03F0000000000000040000000000000F8BF00000000000000400000000000000000000000000000FCBF0000000000000040000000000000D0BF000000000000F83F000000000000FC3F000000000000F03F00000000000000C0000000000000F43F000000000000F4BF000000000000F4BF000000000000F43F000000000000D0BF000000000000D03F000000000000E8BF000000000000E8BF000000000000E03F000000000000F4BF000000000000E0BF000000000000E0BF000000000000F03F000000000000E0BF0000000000000040000000000000F83F000000000000E83F000000000000F83F000000000000FC3F000000000000FCBF000000000000D03F0000000000000000000000000000F0BF0000000000000040000000000000E8BF000000000000F83F000000000000F0BF000000000000E83F0000000000000000000000000000D0BF000000000000F8BF000000000000F83F000000000000FCBF000000000000F83F000000000000D0BF000000000000E8BF000000000000FCBF000000000000D0BF000000000000F83F000000000000D03F0000000000000040000000000000F0BF000000000000F8BF000000000000FCBF00000000000000C0000000000000D0BF000000000000E8BF000000000000F43F000000000000FCBF000000000000E03F0000000000000040000000000000D0BF00000000000000C00000000000000000000000000000D0BF000000000000F4BF00000000000000C0000000000000D0BF000000000000D0BF0000000000000040000000000000E03F000000000000F43F000000000000F83F0000000000000040000000000000FCBF000000000000E8BF000000000000E8BF"> : tensor<4x6x7xf64>
  %r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f64>, %y0: tensor<f64>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<f64>, tensor<f64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<4x6x7xf64>) -> (tensor<4x6x7xf64>)
  %w0 = stablehlo.constant dense<"0x000000000000F83F000000000000F83F000000000000E83F0000000000000000000000000000E03F000000000000F03F0000000000000040000000000000F83F00000000000000400000000000000040000000000000E03F0000000000000040000000000000FC3F000000000000F83F00000000000000400000000000000040000000000000F43F000000000000F43F000000000000E03F0000000000000040000000000000F43F000000000000D0BF000000000000F43F000000000000E8BF000000000000E03F0000000000000040000000000000D0BF000000000000F83F0000000000000040000000000000F43F000000000000F43F0000000000000040000000000000F83F000000000000F03F0000000000000040000000000000FC3F000000000000F43F000000000000F83F000000000000004000000000000000000000000000000040000000000000FC3F000000000000F03F000000000000D03F000000000000E03F000000000000E8BF0000000000000000000000000000D03F000000000000F83F000000000000F4BF0000000000000040000000000000F83F000000000000D0BF000000000000E0BF000000000000F43F000000000000F83F000000000000FC3F000000000000F03F0000000000000000000000000000F03F000000000000D03F000000000000E8BF000000000000D0BF000000000000E0BF000000000000E83F000000000000F8BF000000000000D03F0000000000000040000000000000E8BF000000000000E0BF000000000000FC3F000000000000F03F000000000000E0BF000000000000F43F000000000000D03F000000000000E83F000000000000F83F000000000000E03F0000000000000000000000000000E83F000000000000F43F000000000000F0BF0000000000000040000000000000E03F000000000000F03F000000000000F0BF00000000000000C0000000000000FCBF000000000000D0BF000000000000E0BF000000000000F83F000000000000F8BF000000000000F83F0000000000000000000000000000E8BF000000000000F4BF000000000000D0BF000000000000F4BF000000000000E83F000000000000D03F000000000000F0BF000000000000E0BF000000000000F4BF000000000000F4BF000000000000E0BF000000000000E8BF000000000000D03F000000000000FCBF000000000000E8BF000000000000E83F000000000000F4BF000000000000E0BF0000000000000000000000000000D0BF000000000000E8BF000000000000E8BF000000000000D0BF000000000000D0BF000000000000F4BF000000000000E03F000000000000E0BF000000000000D03F0000000000000000000000000000F8BF000000000000E83F000000000000E8BF000000000000E83F000000000000F4BF00000000000000C0000000000000FCBF000000000000F0BF000000000000F8BF000000000000F83F000000000000FCBF000000000000D03F000000000000D0BF000000000000FCBF000000000000FCBF000000000000D0BF000000000000F8BF000000000000D03F000000000000F8BF00000000000000C0000000000000F8BF000000000000FCBF00000000000000C0000000000000F8BF000000000000F4BF000000000000D0BF000000000000FCBF000000000000F0BF000000000000E03F000000000000F4BF00000000000000C0000000000000E0BF000000000000FCBF000000000000F4BF00000000000000C0000000000000FCBF000000000000F4BF000000000000F8BF000000000000D03F000000000000FCBF000000000000F4BF000000000000E8BF000000000000FCBF000000000000E8BF000000000000E8BF"> : tensor<4x6x7xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x6x7xf64>, tensor<4x6x7xf64>
  return
}

// -----

func.func @sort_22() {
  %a = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF02000000000000000000000000000000FDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF04000000000000000400000000000000030000000000000000000000000000000300000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF00000000000000000400000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF04000000000000000400000000000000FFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF000000000000000003000000000000000000000000000000020000000000000000000000000000000300000000000000FDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF01000000000000000400000000000000FDFFFFFFFFFFFFFF0100000000000000FEFFFFFFFFFFFFFF040000000000000000000000000000000000000000000000FDFFFFFFFFFFFFFF02000000000000000300000000000000FEFFFFFFFFFFFFFF03000000000000000300000000000000FEFFFFFFFFFFFFFF"> : tensor<7x7xi64>
  %b = stablehlo.constant dense<"0xFFFFFFFF030000000100000002000000FEFFFFFF0300000003000000FCFFFFFFFFFFFFFF0400000003000000030000000100000004000000FCFFFFFF0400000001000000FCFFFFFFFEFFFFFF01000000FFFFFFFFFCFFFFFF020000000300000004000000FDFFFFFFFCFFFFFFFCFFFFFF030000000200000001000000FEFFFFFF0100000004000000020000000400000004000000FEFFFFFF04000000FCFFFFFF01000000FFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFEFFFFFF02000000FDFFFFFF01000000"> : tensor<7x7xi32>
  %c = stablehlo.constant dense<"0x000080BF000000400000803E000080BF0000E03F0000803E000040BF000000C00000A03F0000003F0000A03F000080BF000080BF000000400000E03F000080BE0000E0BF000040BF000000400000A03F000000000000C0BF000000BF0000A0BF0000803E000040BF0000A03F0000003F0000C0BF000000BF000000BF0000A03F000080BE000000BF0000803E0000E03F0000E0BF000000BF000000BF0000A03F0000E0BF0000A03F0000403F0000C0BF0000C03F000000BF000080BF0000403F000000BF"> : tensor<7x7xf32>
  %r0, %r1, %r2 = "stablehlo.sort"(%a, %b, %c) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<i64>, %y0: tensor<i64>, %x1: tensor<i32>, %y1: tensor<i32>, %x2: tensor<f32>, %y2: tensor<f32>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<i64>, tensor<i64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<7x7xi64>, tensor<7x7xi32>, tensor<7x7xf32>) -> (tensor<7x7xi64>, tensor<7x7xi32>, tensor<7x7xf32>)
  %w0 = stablehlo.constant dense<"0x02000000000000000000000000000000FFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF04000000000000000400000000000000030000000000000003000000000000000000000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF040000000000000004000000000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF04000000000000000300000000000000020000000000000000000000000000000000000000000000FFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF030000000000000001000000000000000000000000000000FFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF04000000000000000400000000000000010000000000000000000000000000000000000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0300000000000000030000000000000003000000000000000200000000000000FEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF"> : tensor<7x7xi64>
  check.expect_eq %r0, %w0 : tensor<7x7xi64>
  %w1 = stablehlo.constant dense<"0x010000000200000003000000FFFFFFFFFEFFFFFF03000000030000000400000003000000030000000400000001000000FFFFFFFFFCFFFFFFFCFFFFFFFFFFFFFF0100000004000000FEFFFFFF01000000FCFFFFFFFCFFFFFFFDFFFFFFFCFFFFFF04000000FCFFFFFF02000000030000000200000002000000030000000100000001000000FEFFFFFF0400000004000000FCFFFFFFFEFFFFFF01000000FFFFFFFF0400000004000000FFFFFFFF02000000FDFFFFFFFCFFFFFFFEFFFFFF01000000FFFFFFFF"> : tensor<7x7xi32>
  check.expect_eq %r1, %w1 : tensor<7x7xi32>
  %w2 = stablehlo.constant dense<"0x0000803E000080BF000040BF000080BF0000E03F0000803E000000400000003F0000A03F000080BF00000040000080BF0000A03F000000C0000040BF000000000000E0BF000080BE000000400000A03F0000E03F0000C0BF000040BF0000003F0000803E0000A03F000000BF0000A0BF000000BF0000803E0000C0BF000080BE000000BF0000A03F000000BF0000E03F0000A03F000000BF0000E0BF0000A03F000000BF0000E0BF0000C03F000080BF0000403F0000C0BF000000BF000000BF0000403F"> : tensor<7x7xf32>
  check.expect_close %r2, %w2, max_ulp_difference = 3 : tensor<7x7xf32>, tensor<7x7xf32>
  return
}

// -----

func.func @sort_23() {
  %a = stablehlo.constant dense<"0x0200000000000000FCFFFFFFFFFFFFFF0400000000000000FCFFFFFFFFFFFFFF0200000000000000FFFFFFFFFFFFFFFF000000000000000002000000000000000400000000000000FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0000000000000000"> : tensor<2x6xi64>
  %b = stablehlo.constant dense<"0x00000000000040BF0000803E000000400000A0BF0000803E000000BF000080BE0000C0BF0000803F0000E0BF0000003F"> : tensor<2x6xf32>
  %c = stablehlo.constant dense<"0x040002000204010400030201"> : tensor<2x6xui8>
  %r0, %r1, %r2 = "stablehlo.sort"(%a, %b, %c) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<i64>, %y0: tensor<i64>, %x1: tensor<f32>, %y1: tensor<f32>, %x2: tensor<ui8>, %y2: tensor<ui8>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<i64>, tensor<i64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<2x6xi64>, tensor<2x6xf32>, tensor<2x6xui8>) -> (tensor<2x6xi64>, tensor<2x6xf32>, tensor<2x6xui8>)
  %w0 = stablehlo.constant dense<"0x0000000000000000FCFFFFFFFFFFFFFF0400000000000000FCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF020000000000000002000000000000000400000000000000FEFFFFFFFFFFFFFF02000000000000000000000000000000"> : tensor<2x6xi64>
  check.expect_eq %r0, %w0 : tensor<2x6xi64>
  %w1 = stablehlo.constant dense<"0x000000BF000040BF0000803E000000400000E0BF0000803E00000000000080BE0000C0BF0000803F0000A0BF0000003F"> : tensor<2x6xf32>
  check.expect_close %r1, %w1, max_ulp_difference = 3 : tensor<2x6xf32>, tensor<2x6xf32>
  %w2 = stablehlo.constant dense<"0x010002000204040400030201"> : tensor<2x6xui8>
  check.expect_eq %r2, %w2 : tensor<2x6xui8>
  return
}

// -----

func.func @sort_24() {
  %a = stablehlo.constant dense<"0x0000A0BF0000A0BF0000803F0000C0BF0000003F0000803E000000400000003F000080BF0000A0BF0000003F000080BE"> : tensor<6x2xf32>
  %r0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<6x2xf32>) -> (tensor<6x2xf32>)
  %w0 = stablehlo.constant dense<"0x0000A0BF0000A0BF0000C0BF0000803F0000803E0000003F0000003F000000400000A0BF000080BF000080BE0000003F"> : tensor<6x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<6x2xf32>, tensor<6x2xf32>
  return
}

// -----

func.func @sort_25() {
  %a = stablehlo.constant dense<"0x040003"> : tensor<3xui8>
  %r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<ui8>, %y0: tensor<ui8>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<3xui8>) -> (tensor<3xui8>)
  %w0 = stablehlo.constant dense<"0x040300"> : tensor<3xui8>
  check.expect_eq %r0, %w0 : tensor<3xui8>
  return
}

// -----

func.func @sort_26() {
  %a = stablehlo.constant dense<"0x00BC"> : tensor<1xf16>
  %r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f16>, %y0: tensor<f16>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<f16>, tensor<f16>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<1xf16>) -> (tensor<1xf16>)
  %w0 = stablehlo.constant dense<"0x00BC"> : tensor<1xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1xf16>, tensor<1xf16>
  return
}

// -----

func.func @sort_27() {
  %a = stablehlo.constant dense<"0x000204020000020202000201030002000300040201020003000404020100010301020100030402030304040004010204020202010104010402020403010002010204010401000201000304000104040204000104020202000400040101030000010302020404040400000004030302000404040100040003010302030204020301040302000104020202000300030401000100030104020400000402000100040304000402000202"> : tensor<4x7x6xui8>
  %b = stablehlo.constant dense<"0x000203030204030101010001000100000301020203000003030400040001010100040300040301000204020402030100020003020100030300000402010303020202020300020000040000030301030300020301020304040401040402040401010300030200020400040302040302020302000303010200040202010103000404040303020100020004020101000003000101020100020100000402020400010004010304020400"> : tensor<4x7x6xui8>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<ui8>, %y0: tensor<ui8>, %x1: tensor<ui8>, %y1: tensor<ui8>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<4x7x6xui8>, tensor<4x7x6xui8>) -> (tensor<4x7x6xui8>, tensor<4x7x6xui8>)
  %w0 = stablehlo.constant dense<"0x040404030304030404020303030302020201020202020100010202020100000201000000000001000000040404020404040404010204020304010204010202010204010202000104010002000103000001000101040402040404040302030404040302030404030302020204020201000003010100000000010100000000020404040404020402040404000301030302000300030302000100020202000100000202000100000101"> : tensor<4x7x6xui8>
  check.expect_eq %r0, %w0 : tensor<4x7x6xui8>
  %w1 = stablehlo.constant dense<"0x020403000304000300030203040101000001030200040004010101040301000203010201030100000000020302000400030300030100020000020202030003020001010300020101020403030302040300020300040404010400020300040202000302010302040202030103020302040400010400040301040303020201000100040000020304010404020404000303020101020004000101020002020100000400010400020103"> : tensor<4x7x6xui8>
  check.expect_eq %r1, %w1 : tensor<4x7x6xui8>
  return
}

// -----

func.func @sort_28() {
  %a = stablehlo.constant dense<"0x010000000200030004000100030003000200000004000200030001000400010001000200040004000200030002000300020004000200030002000400000003000000040002000300020001000300010003000400030004000200040003000400000001000100000002000100000004000100000004000400020004000300030003000300030001000200020003000300040003000300020000000000040003000200020000000400010004000200000000000200030002000000020001000000030002000400010000000100040002000000020001000100010001000300040000000200040002000000000000000200030000000200010000000200030003000200040000000200020000000200030003000300040004000200010002000400010004000400010004000000030000000400030002000400010000000200000001000400000000000100000004000100020000000200030000000100020003000100000003000300010001000000020004000100040001000100020002000100000004000300020003000100030000000200020004000100040004000200010001000000"> : tensor<5x6x7xui16>
  %b = stablehlo.constant dense<"0xFFFFFFFFFDFFFFFF0000000002000000FEFFFFFF020000000100000001000000FEFFFFFF03000000FCFFFFFFFCFFFFFF03000000FEFFFFFFFFFFFFFF02000000FEFFFFFFFDFFFFFF0200000004000000020000000400000003000000040000000000000004000000FDFFFFFFFEFFFFFF04000000FEFFFFFFFDFFFFFF0300000004000000FDFFFFFFFEFFFFFFFCFFFFFFFCFFFFFF00000000FDFFFFFFFDFFFFFF04000000FCFFFFFF04000000FEFFFFFFFDFFFFFFFEFFFFFF02000000FFFFFFFF040000000000000000000000FFFFFFFF00000000FCFFFFFFFDFFFFFF01000000FDFFFFFF040000000400000003000000010000000400000004000000FFFFFFFF02000000FEFFFFFFFEFFFFFFFFFFFFFF0400000001000000FCFFFFFF030000000100000004000000FEFFFFFF04000000FCFFFFFFFFFFFFFFFCFFFFFF04000000FCFFFFFFFDFFFFFFFFFFFFFF02000000FDFFFFFF00000000FEFFFFFFFCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFCFFFFFF040000000200000001000000000000000200000000000000FFFFFFFF040000000300000002000000FCFFFFFFFEFFFFFF0300000003000000FFFFFFFF00000000FFFFFFFF03000000FCFFFFFF04000000FEFFFFFFFCFFFFFFFCFFFFFFFCFFFFFFFFFFFFFFFCFFFFFF0400000002000000FEFFFFFFFCFFFFFF0300000002000000FDFFFFFFFDFFFFFFFCFFFFFFFFFFFFFF01000000FFFFFFFFFDFFFFFF040000000300000000000000010000000000000002000000FFFFFFFF0000000004000000FCFFFFFFFEFFFFFF00000000040000000100000002000000030000000100000000000000FEFFFFFF0100000002000000FCFFFFFF03000000FFFFFFFF0000000001000000FFFFFFFFFFFFFFFF00000000FDFFFFFFFEFFFFFF00000000FDFFFFFFFCFFFFFF0300000001000000FFFFFFFFFCFFFFFFFDFFFFFF04000000FEFFFFFF0400000000000000000000000100000000000000FFFFFFFFFFFFFFFF01000000010000000200000003000000010000000100000001000000FFFFFFFFFEFFFFFF00000000FDFFFFFF0100000003000000FFFFFFFFFEFFFFFF010000000400000004000000020000000300000000000000000000000400000003000000FDFFFFFF0100000002000000FDFFFFFF04000000FCFFFFFF02000000"> : tensor<5x6x7xi32>
  %c = stablehlo.constant dense<"0x0000000002000000FDFFFFFF000000000400000002000000FCFFFFFF03000000FFFFFFFFFEFFFFFF0100000003000000FEFFFFFFFFFFFFFF03000000FCFFFFFFFCFFFFFF0300000003000000FEFFFFFF02000000FFFFFFFF0000000001000000FFFFFFFF01000000FFFFFFFFFEFFFFFFFCFFFFFFFCFFFFFFFEFFFFFFFEFFFFFF03000000FCFFFFFFFDFFFFFF0000000000000000040000000400000004000000FDFFFFFF03000000FEFFFFFFFDFFFFFF000000000300000000000000FCFFFFFF0400000004000000020000000100000000000000FCFFFFFFFFFFFFFF0100000003000000FFFFFFFF04000000FCFFFFFFFFFFFFFF0200000001000000040000000400000000000000FEFFFFFF03000000FDFFFFFF0200000000000000FDFFFFFFFDFFFFFFFFFFFFFF000000000300000003000000FFFFFFFFFDFFFFFF040000000000000004000000FCFFFFFFFDFFFFFF04000000FFFFFFFFFEFFFFFFFDFFFFFFFDFFFFFF0400000003000000020000000300000000000000FFFFFFFF04000000FCFFFFFFFFFFFFFF0400000003000000FDFFFFFF01000000FEFFFFFF0300000002000000FDFFFFFFFDFFFFFF000000000100000000000000FCFFFFFFFFFFFFFFFFFFFFFF0000000001000000FEFFFFFFFEFFFFFFFFFFFFFFFCFFFFFFFEFFFFFF00000000FCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFDFFFFFF030000000000000002000000000000000200000003000000FFFFFFFFFCFFFFFFFCFFFFFF03000000FFFFFFFF00000000FCFFFFFF0000000003000000FFFFFFFF0400000002000000FCFFFFFFFDFFFFFFFFFFFFFFFDFFFFFF04000000FFFFFFFF02000000040000000000000002000000FFFFFFFFFCFFFFFFFDFFFFFF01000000FFFFFFFF020000000300000002000000040000000100000002000000FEFFFFFFFEFFFFFFFCFFFFFFFDFFFFFF02000000FFFFFFFF01000000FFFFFFFFFDFFFFFFFDFFFFFF00000000FCFFFFFF0300000004000000FFFFFFFF02000000FCFFFFFF00000000FFFFFFFFFEFFFFFFFEFFFFFF0300000004000000FFFFFFFFFEFFFFFF000000000100000000000000FEFFFFFFFEFFFFFF040000000300000001000000FCFFFFFFFCFFFFFFFCFFFFFF0400000001000000FDFFFFFF0100000004000000030000000100000001000000FCFFFFFF"> : tensor<5x6x7xi32>
  %r0, %r1, %r2 = "stablehlo.sort"(%a, %b, %c) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<ui16>, %y0: tensor<ui16>, %x1: tensor<i32>, %y1: tensor<i32>, %x2: tensor<i32>, %y2: tensor<i32>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<5x6x7xui16>, tensor<5x6x7xi32>, tensor<5x6x7xi32>) -> (tensor<5x6x7xui16>, tensor<5x6x7xi32>, tensor<5x6x7xi32>)
  %w0 = stablehlo.constant dense<"0x010000000200000000000100000000000000000001000000000001000000000000000100010001000000010001000000000000000200020000000100000000000000000000000000000000000100000000000000010000000200030000000100020001000100000002000100010001000100010001000100020002000100020002000100010001000200020002000200010000000000000000000100020000000200010000000100020003000200030000000200020002000100000003000200030002000200010002000200040004000200020002000100020001000300030002000300030002000200020001000200030001000200010001000200030004000200040003000200030003000200020003000300030004000400010004000400040004000300030003000300030004000300030003000400040003000200020002000300040003000200010003000400030004000200040004000400030003000200030004000300040004000400020004000400040004000400030004000300030004000400040003000400040003000300040004000400040004000300020004000400"> : tensor<5x6x7xui16>
  check.expect_eq %r0, %w0 : tensor<5x6x7xui16>
  %w1 = stablehlo.constant dense<"0xFFFFFFFFFDFFFFFF00000000FCFFFFFFFFFFFFFF02000000040000000000000004000000030000000100000000000000FDFFFFFFFEFFFFFF0300000004000000030000000200000001000000FEFFFFFF0300000001000000FFFFFFFFFEFFFFFFFFFFFFFF02000000FDFFFFFF01000000FEFFFFFF02000000FDFFFFFFFFFFFFFF04000000FCFFFFFFFCFFFFFFFFFFFFFF00000000FCFFFFFFFCFFFFFF03000000FFFFFFFF02000000FDFFFFFFFDFFFFFFFDFFFFFF02000000FDFFFFFF00000000030000000000000000000000FFFFFFFF00000000FCFFFFFF0100000002000000FDFFFFFF02000000FEFFFFFF0100000001000000FEFFFFFF00000000030000000300000000000000FFFFFFFFFFFFFFFF040000000400000004000000FCFFFFFF0100000000000000FFFFFFFF0000000004000000FDFFFFFFFCFFFFFFFDFFFFFFFCFFFFFFFDFFFFFFFDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFEFFFFFFFEFFFFFF04000000FEFFFFFF00000000FCFFFFFF00000000FFFFFFFF02000000FCFFFFFF0300000000000000FCFFFFFF0400000000000000FDFFFFFF020000000400000002000000FDFFFFFF01000000030000000000000003000000FCFFFFFFFEFFFFFFFFFFFFFF0300000003000000FCFFFFFFFFFFFFFF04000000FDFFFFFF02000000FEFFFFFF000000000300000002000000FCFFFFFFFDFFFFFF04000000FEFFFFFF01000000FEFFFFFF02000000040000000100000001000000FEFFFFFF02000000FFFFFFFFFFFFFFFF0200000001000000FFFFFFFFFEFFFFFF0400000003000000FCFFFFFF0400000004000000040000000200000004000000FEFFFFFF040000000100000003000000FCFFFFFFFEFFFFFF01000000030000000000000004000000FEFFFFFFFCFFFFFFFCFFFFFF04000000FDFFFFFF0400000004000000FCFFFFFFFCFFFFFF0000000004000000FFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFF010000000100000000000000FCFFFFFF010000000000000004000000FFFFFFFF010000000100000004000000FFFFFFFF0200000003000000FFFFFFFF00000000FEFFFFFF01000000FEFFFFFFFCFFFFFF040000000400000000000000FCFFFFFF04000000FEFFFFFFFDFFFFFF03000000FEFFFFFF0100000002000000FDFFFFFFFDFFFFFF0100000002000000"> : tensor<5x6x7xi32>
  check.expect_eq %r1, %w1 : tensor<5x6x7xi32>
  %w2 = stablehlo.constant dense<"0x0000000002000000FDFFFFFFFDFFFFFFFDFFFFFF0200000004000000FCFFFFFF03000000FEFFFFFFFFFFFFFF04000000FFFFFFFFFFFFFFFF00000000FFFFFFFFFDFFFFFF01000000FCFFFFFF0400000002000000FDFFFFFFFDFFFFFFFFFFFFFF0000000004000000FFFFFFFF02000000FFFFFFFF01000000FEFFFFFF0100000003000000FFFFFFFF03000000FFFFFFFF04000000FCFFFFFF02000000FEFFFFFFFCFFFFFFFCFFFFFF0400000002000000000000000000000002000000FDFFFFFFFFFFFFFF04000000020000000100000000000000FCFFFFFF02000000FCFFFFFF03000000FCFFFFFFFCFFFFFFFEFFFFFFFFFFFFFF03000000FFFFFFFFFDFFFFFF00000000000000000100000003000000FDFFFFFF04000000FCFFFFFF00000000FDFFFFFFFCFFFFFFFEFFFFFF02000000FCFFFFFFFDFFFFFF00000000010000000000000004000000FFFFFFFFFCFFFFFFFDFFFFFF00000000FEFFFFFF01000000FFFFFFFF04000000FDFFFFFF02000000FCFFFFFF03000000FFFFFFFF03000000FEFFFFFFFFFFFFFF0300000003000000040000000300000003000000FEFFFFFF02000000FEFFFFFF0000000001000000FFFFFFFF00000000FCFFFFFFFEFFFFFFFFFFFFFFFDFFFFFFFCFFFFFFFEFFFFFFFFFFFFFF0300000003000000FEFFFFFF0000000004000000FFFFFFFFFDFFFFFF01000000FDFFFFFFFEFFFFFFFDFFFFFF02000000030000000000000003000000FCFFFFFF03000000FFFFFFFF000000000400000000000000FCFFFFFF0100000003000000FFFFFFFF04000000FCFFFFFFFEFFFFFF0200000001000000FFFFFFFF0400000001000000FEFFFFFF01000000FEFFFFFF0200000000000000FCFFFFFFFDFFFFFFFEFFFFFFFCFFFFFF04000000FDFFFFFF00000000FDFFFFFF040000000300000001000000FDFFFFFF0300000003000000FFFFFFFFFFFFFFFF0000000004000000FCFFFFFF0300000000000000FCFFFFFF0300000001000000FFFFFFFFFCFFFFFF0000000004000000FFFFFFFFFEFFFFFF0200000003000000FDFFFFFFFFFFFFFF04000000040000000000000002000000FEFFFFFF00000000FFFFFFFF03000000FCFFFFFF01000000FFFFFFFF00000000FCFFFFFF010000000200000001000000040000000400000004000000FEFFFFFFFDFFFFFF"> : tensor<5x6x7xi32>
  check.expect_eq %r2, %w2 : tensor<5x6x7xi32>
  return
}

// -----

func.func @sort_29() {
  %a = stablehlo.constant dense<"0x0000000000000040000000000000F03F000000000000F8BF000000000000F43F0000000000000040000000000000E8BF"> : tensor<6x1xf64>
  %b = stablehlo.constant dense<"0x0000C03F0000403F000080BE0000803E0000E03F0000003F"> : tensor<6x1xf32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f64>, %y0: tensor<f64>, %x1: tensor<f32>, %y1: tensor<f32>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<f64>, tensor<f64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<6x1xf64>, tensor<6x1xf32>) -> (tensor<6x1xf64>, tensor<6x1xf32>)
  %w0 = stablehlo.constant dense<"0x0000000000000040000000000000F03F000000000000F8BF000000000000F43F0000000000000040000000000000E8BF"> : tensor<6x1xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<6x1xf64>, tensor<6x1xf64>
  %w1 = stablehlo.constant dense<"0x0000C03F0000403F000080BE0000803E0000E03F0000003F"> : tensor<6x1xf32>
  check.expect_close %r1, %w1, max_ulp_difference = 3 : tensor<6x1xf32>, tensor<6x1xf32>
  return
}

// -----

func.func @sort_30() {
  %a = stablehlo.constant dense<"0x010000000000000000000000FEFFFFFF00000000FFFFFFFF030000000100000004000000FEFFFFFFFFFFFFFF0400000004000000FDFFFFFFFFFFFFFFFFFFFFFFFEFFFFFF04000000FDFFFFFF01000000FFFFFFFF0100000004000000FDFFFFFF00000000FCFFFFFF00000000030000000400000002000000FFFFFFFFFCFFFFFF04000000FFFFFFFF020000000200000001000000020000000000000003000000FFFFFFFFFDFFFFFF0300000003000000FDFFFFFF03000000FCFFFFFFFCFFFFFFFEFFFFFF0000000001000000FEFFFFFF0300000000000000010000000300000000000000FCFFFFFFFFFFFFFF01000000FFFFFFFF03000000FCFFFFFF04000000FEFFFFFF0200000003000000FEFFFFFFFFFFFFFF04000000FDFFFFFFFFFFFFFF030000000100000002000000FFFFFFFFFEFFFFFF02000000FEFFFFFF04000000FCFFFFFF000000000100000001000000"> : tensor<6x7x2xi32>
  %b = stablehlo.constant dense<"0x0000803E0000A0BF00000000000080BE0000A0BF000040BF000040BF0000A0BF0000E03F0000E03F000040BF0000803F000000BF0000E03F0000803E0000803E000000C00000803F0000C03F0000E0BF0000A03F000080BF00000040000080BE0000E0BF000080BF000000000000803E0000C0BF00000000000040BF0000C0BF0000E03F000040BF000080BF0000803F0000C03F000080BE0000E0BF0000003F000080BE0000A0BF0000403F00000040000080BE0000403F0000A0BF00000040000080BF0000A0BF0000003F000000BF0000C03F0000E0BF0000403F000000000000A0BF000000C00000A03F000000000000803E000000000000004000000040000080BE0000A03F000000C0000000400000C0BF0000C0BF0000003F00000040000000BF000080BF0000A03F0000A03F00000000000000C00000403F000080BE0000403F0000C03F0000A0BF0000A0BF"> : tensor<6x7x2xf32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 2 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<i32>, %y0: tensor<i32>, %x1: tensor<f32>, %y1: tensor<f32>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<6x7x2xi32>, tensor<6x7x2xf32>) -> (tensor<6x7x2xi32>, tensor<6x7x2xf32>)
  %w0 = stablehlo.constant dense<"0x0000000001000000FEFFFFFF00000000FFFFFFFF000000000100000003000000FEFFFFFF04000000FFFFFFFF04000000FDFFFFFF04000000FFFFFFFFFFFFFFFFFEFFFFFF04000000FDFFFFFF01000000FFFFFFFF01000000FDFFFFFF04000000FCFFFFFF0000000000000000030000000200000004000000FCFFFFFFFFFFFFFFFFFFFFFF04000000020000000200000001000000020000000000000003000000FDFFFFFFFFFFFFFF0300000003000000FDFFFFFF03000000FCFFFFFFFCFFFFFFFEFFFFFF00000000FEFFFFFF0100000000000000030000000100000003000000FCFFFFFF00000000FFFFFFFF01000000FFFFFFFF03000000FCFFFFFF04000000FEFFFFFF02000000FEFFFFFF03000000FFFFFFFF04000000FDFFFFFFFFFFFFFF0100000003000000FFFFFFFF02000000FEFFFFFF02000000FEFFFFFF04000000FCFFFFFF000000000100000001000000"> : tensor<6x7x2xi32>
  check.expect_eq %r0, %w0 : tensor<6x7x2xi32>
  %w1 = stablehlo.constant dense<"0x0000A0BF0000803E000080BE00000000000040BF0000A0BF0000A0BF000040BF0000E03F0000E03F000040BF0000803F0000E03F000000BF0000803E0000803E000000C00000803F0000C03F0000E0BF0000A03F000080BF000080BE00000040000080BF0000E0BF000000000000803E000000000000C0BF0000C0BF000040BF000040BF0000E03F000080BF0000803F0000C03F000080BE0000E0BF0000003F0000A0BF000080BE0000403F00000040000080BE0000403F0000A0BF00000040000080BF0000A0BF000000BF0000003F0000E0BF0000C03F0000403F00000000000000C00000A0BF0000A03F000000000000803E000000000000004000000040000080BE0000A03F00000040000000C00000C0BF0000C0BF0000003F00000040000080BF000000BF0000A03F0000A03F00000000000000C00000403F000080BE0000403F0000C03F0000A0BF0000A0BF"> : tensor<6x7x2xf32>
  check.expect_close %r1, %w1, max_ulp_difference = 3 : tensor<6x7x2xf32>, tensor<6x7x2xf32>
  return
}

// -----

func.func @sort_31() {
  %a = stablehlo.constant dense<"0x000000000000F03F000000000000D03F000000000000F03F000000000000F4BF000000000000F0BF000000000000D03F000000000000FCBF000000000000F8BF000000000000FC3F00000000000000400000000000000000000000000000F8BF000000000000FCBF0000000000000040000000000000F0BF000000000000F8BF000000000000E8BF000000000000F03F000000000000E0BF000000000000FC3F00000000000000000000000000000040000000000000E83F000000000000D03F000000000000FCBF000000000000000000000000000000C000000000000000C00000000000000000000000000000F83F0000000000000000000000000000FC3F000000000000F03F000000000000E8BF000000000000E83F000000000000F83F000000000000D0BF000000000000FC3F000000000000F03F000000000000D0BF000000000000FC3F000000000000E83F"> : tensor<6x7xf64>
  %r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f64>, %y0: tensor<f64>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<f64>, tensor<f64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<6x7xf64>) -> (tensor<6x7xf64>)
  %w0 = stablehlo.constant dense<"0x000000000000F8BF000000000000F8BF000000000000E8BF000000000000FCBF000000000000F8BF00000000000000C000000000000000C0000000000000F0BF000000000000D0BF0000000000000000000000000000F4BF000000000000F0BF000000000000FCBF000000000000FCBF0000000000000000000000000000D03F000000000000D03F0000000000000000000000000000E0BF000000000000E8BF0000000000000000000000000000F03F000000000000E83F000000000000F03F000000000000F03F000000000000D0BF000000000000D03F000000000000E83F000000000000F83F000000000000F83F000000000000FC3F000000000000F03F0000000000000000000000000000FC3F000000000000E83F0000000000000040000000000000FC3F0000000000000040000000000000FC3F000000000000F03F000000000000FC3F0000000000000040"> : tensor<6x7xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<6x7xf64>, tensor<6x7xf64>
  return
}

// -----

func.func @sort_32() {
  %a = stablehlo.constant dense<"0x004000BD00BA003A00BF00BD00BF003E00B400BF0038003F003F00BC0040003D00BC0034003400BE00BE000000BE003F000000BC003A00BA00C000C000BF00BD003F003E00BA00BF"> : tensor<6x6xf16>
  %b = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFFFDFFFFFFFDFFFFFFFCFFFFFF0400000003000000FCFFFFFFFCFFFFFF0200000000000000FDFFFFFF03000000FDFFFFFFFCFFFFFFFEFFFFFF01000000FDFFFFFFFDFFFFFFFFFFFFFFFCFFFFFF01000000FFFFFFFFFFFFFFFFFEFFFFFFFCFFFFFF03000000FDFFFFFF01000000000000000300000004000000FFFFFFFFFCFFFFFFFFFFFFFF01000000"> : tensor<6x6xi32>
  %c = stablehlo.constant dense<"0x000203040401040004010402030204040002030200000102000303010402040204010304"> : tensor<6x6xui8>
  %r0, %r1, %r2 = "stablehlo.sort"(%a, %b, %c) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f16>, %y0: tensor<f16>, %x1: tensor<i32>, %y1: tensor<i32>, %x2: tensor<ui8>, %y2: tensor<ui8>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<f16>, tensor<f16>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<6x6xf16>, tensor<6x6xi32>, tensor<6x6xui8>) -> (tensor<6x6xf16>, tensor<6x6xi32>, tensor<6x6xui8>)
  %w0 = stablehlo.constant dense<"0x00BF00BD00BD00BA003A004000BF00BF00B40038003E003F00BC00BC0034003D003F004000BE00BE00BE00000034003F00C000C000BC00BA0000003A00BF00BF00BD00BA003E003F"> : tensor<6x6xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<6x6xf16>, tensor<6x6xf16>
  %w1 = stablehlo.constant dense<"0xFCFFFFFFFFFFFFFF04000000FDFFFFFFFDFFFFFFFDFFFFFF0300000002000000FCFFFFFF00000000FCFFFFFFFDFFFFFFFDFFFFFF01000000FDFFFFFFFEFFFFFF03000000FCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF01000000FDFFFFFFFFFFFFFF0100000000000000FCFFFFFFFDFFFFFFFEFFFFFF03000000030000000100000004000000FFFFFFFFFCFFFFFFFFFFFFFF"> : tensor<6x6xi32>
  check.expect_eq %r1, %w1 : tensor<6x6xi32>
  %w2 = stablehlo.constant dense<"0x040201030400040104040002020002040304020001000302040203010003040402030104"> : tensor<6x6xui8>
  check.expect_eq %r2, %w2 : tensor<6x6xui8>
  return
}

// -----

func.func @sort_33() {
  %a = stablehlo.constant dense<"0x03000000000000000100000000000000FCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0100000000000000FEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF"> : tensor<7xi64>
  %b = stablehlo.constant dense<"0x0000003F000080BF0000E03F0000A0BF0000803E0000E0BF000000C0"> : tensor<7xf32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<i64>, %y0: tensor<i64>, %x1: tensor<f32>, %y1: tensor<f32>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<i64>, tensor<i64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<7xi64>, tensor<7xf32>) -> (tensor<7xi64>, tensor<7xf32>)
  %w0 = stablehlo.constant dense<"0xFCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF010000000000000001000000000000000300000000000000"> : tensor<7xi64>
  check.expect_eq %r0, %w0 : tensor<7xi64>
  %w1 = stablehlo.constant dense<"0x0000E03F000000C00000A0BF0000E0BF000080BF0000803E0000003F"> : tensor<7xf32>
  check.expect_close %r1, %w1, max_ulp_difference = 3 : tensor<7xf32>, tensor<7xf32>
  return
}

// -----

func.func @sort_34() {
  %a = stablehlo.constant dense<"0x04FE03FC03FE01FF0202FC020400FD0200FD02FC02FE0203FCFC04FD03FE0303FD0400FF03FD00FE04FD00FC02FF040402FD0103FFFEFD04FE000101FD040000FD01000403FF040000FF02FFFEFFFFFC0201FF02FDFD0300FD00FF01FDFD01FD01FC0004FCFF01FEFC040001000000030001FE04FFFC0302FFFC00FC0401FD0002FC04FEFEFCFEFF04FF03FC"> : tensor<4x5x7xi8>
  %b = stablehlo.constant dense<"0x0101040400040103000303030100010100020401040401020004000300020200040100010400010202010302030301030000000400000100000304000000030104000401040000030001010303030004040201040204030101030002000100030303020201000103020201010100030100040303010103000002030000040200010203030102030401030101"> : tensor<4x5x7xui8>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<i8>, %y0: tensor<i8>, %x1: tensor<ui8>, %y1: tensor<ui8>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<i8>, tensor<i8>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<4x5x7xi8>, tensor<4x5x7xui8>) -> (tensor<4x5x7xi8>, tensor<4x5x7xui8>)
  %w0 = stablehlo.constant dense<"0xFDFE00FCFCFCFDFEFE02FCFDFE00FF0203FC020400030203FD02040104020303030402FDFCFDFFFDFDFDFEFD01FFFE03FFFF000100FE04000001020004040200030301040404FDFDFCFFFDFEFCFFFDFCFFFDFFFC00FFFD0001FFFE010000010100FF04040302020102FCFEFCFCFCFCFCFDFFFE00FFFEFE0000FF00FF00010200010400030304010204040403"> : tensor<4x5x7xi8>
  check.expect_eq %r0, %w0 : tensor<4x5x7xi8>
  %w1 = stablehlo.constant dense<"0x0101000404010304020303040400030004000301000001020204000101010200000104000200030001010004040002040001030001000203030003040103000104040001000002040401010303030001000303020200010102010302030000010300000203040103040203020200010102000301010301000104030303040000010300010102040101030003"> : tensor<4x5x7xui8>
  check.expect_eq %r1, %w1 : tensor<4x5x7xui8>
  return
}

// -----

func.func @sort_35() {
  %a = stablehlo.constant dense<"0x000000000000F03F000000000000F83F000000000000D0BF000000000000F8BF000000000000F8BF000000000000E83F000000000000E03F000000000000FC3F000000000000F0BF00000000000000C0000000000000E83F000000000000E03F"> : tensor<3x4xf64>
  %b = stablehlo.constant dense<"0x030202030002010202000204"> : tensor<3x4xui8>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f64>, %y0: tensor<f64>, %x1: tensor<ui8>, %y1: tensor<ui8>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<f64>, tensor<f64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<3x4xf64>, tensor<3x4xui8>) -> (tensor<3x4xf64>, tensor<3x4xui8>)
  %w0 = stablehlo.constant dense<"0x000000000000F83F000000000000F03F000000000000D0BF000000000000F8BF000000000000FC3F000000000000E83F000000000000E03F000000000000F8BF000000000000E83F000000000000E03F000000000000F0BF00000000000000C0"> : tensor<3x4xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x4xf64>, tensor<3x4xf64>
  %w1 = stablehlo.constant dense<"0x020302030202010002040200"> : tensor<3x4xui8>
  check.expect_eq %r1, %w1 : tensor<3x4xui8>
  return
}

// -----

func.func @sort_36() {
  %a = stablehlo.constant dense<"0x0040003A0038003E003F00BA00BF00BC003C003C000000B800B400BF00BC00B400B4003400BD003C003C003D003F00BC004000BF0034003C003D004000B400B8003E003F003800BF00BF00B4003D003D0034003F003A003F00B8003C00C000BA00BD00BC003A00B400BA00BC00B800BA0034003D00B800BD00380034003D00BA000000BC0000003E00BD00B800B800340038003D00BD003E00BF00B8003F000000BA003F00B80040"> : tensor<7x6x2xf16>
  %b = stablehlo.constant dense<"0x01000000FCFFFFFFFEFFFFFFFCFFFFFF02000000FFFFFFFFFEFFFFFF0000000001000000FEFFFFFFFDFFFFFF040000000200000002000000FEFFFFFFFEFFFFFF0200000000000000000000000400000003000000FEFFFFFF0100000004000000FFFFFFFF02000000FDFFFFFFFDFFFFFFFFFFFFFF0300000000000000FFFFFFFFFEFFFFFFFCFFFFFF00000000FCFFFFFF01000000FEFFFFFF02000000FEFFFFFFFEFFFFFF01000000FFFFFFFFFEFFFFFFFCFFFFFF0300000001000000FCFFFFFF040000000300000001000000FDFFFFFFFFFFFFFFFEFFFFFF00000000FFFFFFFFFCFFFFFFFDFFFFFFFCFFFFFFFCFFFFFF03000000040000000300000003000000FEFFFFFFFEFFFFFFFDFFFFFFFEFFFFFFFDFFFFFFFCFFFFFF03000000FCFFFFFF0300000001000000FDFFFFFFFFFFFFFF010000000300000001000000FFFFFFFFFDFFFFFF00000000FDFFFFFFFFFFFFFF"> : tensor<7x6x2xi32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f16>, %y0: tensor<f16>, %x1: tensor<i32>, %y1: tensor<i32>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<f16>, tensor<f16>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<7x6x2xf16>, tensor<7x6x2xi32>) -> (tensor<7x6x2xf16>, tensor<7x6x2xi32>)
  %w0 = stablehlo.constant dense<"0x00BF00BC000000BA003800B8003C003A003F003C0040003E00BD00BF00BC00BC00B400B400B40034003C003C003F003D00B400BF003400BF003800B8003D003C003E003F0040004000C000BA00BF00B400B8003C0034003D003A003F003D003F00BD00BD00BA00BC00B800BC00B800BA003400B4003A003D00BD00BC00B800BA000000B80000003400380034003D003E00BF00B800BD000000BA003D00B8003E0038003F003F0040"> : tensor<7x6x2xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<7x6x2xf16>, tensor<7x6x2xf16>
  %w1 = stablehlo.constant dense<"0xFEFFFFFF00000000FDFFFFFFFFFFFFFFFEFFFFFF0400000001000000FCFFFFFF02000000FEFFFFFF01000000FCFFFFFF0000000002000000FEFFFFFF0400000002000000FEFFFFFF0200000000000000030000000400000001000000FEFFFFFF0000000002000000FDFFFFFFFCFFFFFF00000000FFFFFFFFFFFFFFFFFDFFFFFFFEFFFFFFFCFFFFFFFFFFFFFF0300000001000000FCFFFFFF01000000FEFFFFFFFCFFFFFF03000000FEFFFFFFFEFFFFFFFFFFFFFF0100000002000000FEFFFFFF04000000FCFFFFFFFFFFFFFF0300000000000000FEFFFFFFFCFFFFFFFFFFFFFFFCFFFFFFFDFFFFFF01000000FDFFFFFFFDFFFFFFFEFFFFFF0300000003000000FEFFFFFFFCFFFFFFFDFFFFFF0400000003000000FCFFFFFF03000000FEFFFFFF0100000003000000FDFFFFFFFFFFFFFFFDFFFFFF01000000FDFFFFFFFFFFFFFF030000000000000001000000FFFFFFFF"> : tensor<7x6x2xi32>
  check.expect_eq %r1, %w1 : tensor<7x6x2xi32>
  return
}

// -----

func.func @sort_37() {
  %a = stablehlo.constant dense<> : tensor<0x3xui8>
  %b = stablehlo.constant dense<> : tensor<0x3xf32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<ui8>, %y0: tensor<ui8>, %x1: tensor<f32>, %y1: tensor<f32>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<0x3xui8>, tensor<0x3xf32>) -> (tensor<0x3xui8>, tensor<0x3xf32>)
  %w0 = stablehlo.constant dense<> : tensor<0x3xui8>
  check.expect_eq %r0, %w0 : tensor<0x3xui8>
  %w1 = stablehlo.constant dense<> : tensor<0x3xf32>
  check.expect_close %r1, %w1, max_ulp_difference = 3 : tensor<0x3xf32>, tensor<0x3xf32>
  return
}

// -----

func.func @sort_38() {
  %a = stablehlo.constant dense<"0xFCFFFFFFFFFFFFFF02000000010000000400000001000000040000000200000001000000FCFFFFFF0000000004000000FEFFFFFFFEFFFFFF03000000FCFFFFFF0200000001000000FDFFFFFF04000000FCFFFFFF0300000001000000FFFFFFFFFFFFFFFFFDFFFFFF000000000000000002000000FCFFFFFF0300000002000000FEFFFFFFFCFFFFFFFCFFFFFF0000000003000000FCFFFFFF01000000020000000400000003000000FEFFFFFF03000000FCFFFFFFFDFFFFFFFCFFFFFFFDFFFFFF030000000100000001000000FEFFFFFF01000000030000000400000001000000FEFFFFFF01000000FCFFFFFF03000000FDFFFFFFFDFFFFFF0300000003000000010000000300000003000000020000000000000001000000FDFFFFFFFFFFFFFF0200000002000000FDFFFFFF0400000003000000FEFFFFFFFDFFFFFFFEFFFFFF030000000100000002000000040000000400000004000000FDFFFFFF03000000030000000000000000000000FEFFFFFFFCFFFFFF010000000200000004000000FEFFFFFF0300000002000000FDFFFFFF03000000020000000200000003000000000000000400000001000000FDFFFFFF0400000000000000FEFFFFFF02000000FCFFFFFF0100000003000000FDFFFFFF02000000FEFFFFFF0000000003000000FDFFFFFF03000000020000000000000000000000FDFFFFFFFDFFFFFF04000000FDFFFFFFFEFFFFFF0100000001000000FEFFFFFF040000000200000003000000FCFFFFFF010000000400000001000000FDFFFFFF01000000FCFFFFFFFEFFFFFF040000000100000002000000FFFFFFFFFCFFFFFF04000000FDFFFFFF03000000FFFFFFFF03000000FFFFFFFF0400000004000000FFFFFFFF02000000FCFFFFFFFEFFFFFF020000000200000001000000FCFFFFFFFDFFFFFFFCFFFFFF0400000003000000FCFFFFFF0400000002000000FCFFFFFF03000000FEFFFFFFFCFFFFFF00000000FCFFFFFF0400000002000000FFFFFFFFFCFFFFFF02000000FDFFFFFF04000000FFFFFFFF00000000FCFFFFFF00000000FDFFFFFF0300000003000000FDFFFFFFFEFFFFFFFDFFFFFF04000000"> : tensor<7x7x4xi32>
  %b = stablehlo.constant dense<"0x000000BF0000403F0000E0BF0000803F0000A0BF0000E0BF0000A03F0000403F0000403F0000803E000080BF0000803F0000003F0000A0BF0000803E0000003F00000000000040BF000000C00000E03F000080BE00000040000000C0000000C0000040BF000080BE0000C03F000000BF000000000000403F000080BE0000803F000000000000003F000000400000003F0000803E0000E03F000000400000A03F0000003F0000C0BF000000BF0000003F000040BF0000A03F0000A03F0000A0BF0000A03F0000C03F0000803F000080BE0000003F0000A03F000040BF0000803E0000803E0000A0BF000000C00000E03F0000A03F0000A0BF0000E0BF000000BF0000E0BF0000803F000000000000A0BF0000403F00000040000000BF0000803E000040BF000000BF000000BF0000C03F0000E03F0000A03F0000E0BF0000C0BF000040BF0000A0BF000000C00000803E0000803E000080BF000000400000E0BF000040BF000040BF0000C03F00000000000000000000803F0000803F0000A0BF000040BF0000A0BF000080BF00000040000040BF0000803F000000400000A0BF0000403F0000803E0000E0BF0000A03F0000C03F0000E03F0000E03F000000000000E0BF0000E03F0000C0BF000000400000C03F000000BF0000A03F000000BF0000003F000080BE0000E0BF0000803E0000E03F00000040000000BF0000803E000080BF0000E03F0000E0BF0000E0BF0000403F000080BF0000E03F000080BE00000040000040BF0000C03F000000BF0000803E0000E03F0000E03F0000003F000080BF000000BF00000000000040BF000080BE000000BF0000C03F0000003F0000E0BF000000C00000403F000080BE0000803F0000403F000000BF000000400000E03F0000003F0000E03F0000A03F00000000000000BF000000C0000000BF0000003F0000A03F0000803E000000C00000E03F0000803F0000E0BF000000400000A0BF0000803F0000403F000080BF000080BE000040BF0000C03F0000003F0000803E0000C0BF000000BF000000C0000000BF0000E0BF0000403F0000E03F000000C00000803F0000403F000080BE"> : tensor<7x7x4xf32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<i32>, %y0: tensor<i32>, %x1: tensor<f32>, %y1: tensor<f32>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<7x7x4xi32>, tensor<7x7x4xf32>) -> (tensor<7x7x4xi32>, tensor<7x7x4xf32>)
  %w0 = stablehlo.constant dense<"0x040000000400000004000000030000000400000003000000040000000300000003000000040000000400000004000000040000000300000003000000040000000400000002000000020000000400000003000000040000000300000003000000040000000300000004000000040000000300000001000000030000000300000004000000010000000300000003000000010000000300000003000000040000000000000003000000020000000400000004000000020000000200000004000000030000000400000002000000030000000300000001000000040000000400000002000000010000000300000002000000030000000100000002000000020000000100000003000000020000000300000000000000030000000200000003000000030000000100000001000000030000000000000003000000020000000100000001000000010000000200000004000000FEFFFFFF0100000002000000020000000200000000000000000000000000000000000000010000000200000002000000FFFFFFFF01000000FFFFFFFFFFFFFFFF02000000FFFFFFFF0000000001000000000000000200000001000000FFFFFFFFFFFFFFFF000000000000000002000000FDFFFFFFFFFFFFFFFDFFFFFF01000000FEFFFFFFFEFFFFFF00000000FFFFFFFFFDFFFFFFFCFFFFFF0100000002000000FFFFFFFFFEFFFFFFFEFFFFFFFDFFFFFF02000000FFFFFFFFFDFFFFFFFDFFFFFFFEFFFFFF0100000001000000FEFFFFFFFDFFFFFFFEFFFFFFFEFFFFFF01000000FCFFFFFFFCFFFFFFFCFFFFFFFEFFFFFFFDFFFFFFFDFFFFFFFEFFFFFFFEFFFFFFFCFFFFFFFCFFFFFF0000000002000000FEFFFFFFFDFFFFFFFDFFFFFFFDFFFFFFFDFFFFFFFEFFFFFFFDFFFFFFFCFFFFFFFEFFFFFFFEFFFFFF01000000FEFFFFFFFCFFFFFFFDFFFFFFFDFFFFFF01000000FCFFFFFFFCFFFFFFFCFFFFFFFDFFFFFFFCFFFFFFFCFFFFFFFCFFFFFFFCFFFFFFFCFFFFFFFCFFFFFFFDFFFFFF00000000FEFFFFFFFCFFFFFFFDFFFFFFFCFFFFFFFCFFFFFFFDFFFFFFFCFFFFFFFCFFFFFFFCFFFFFFFDFFFFFFFDFFFFFFFDFFFFFFFCFFFFFFFDFFFFFFFCFFFFFF00000000"> : tensor<7x7x4xi32>
  check.expect_eq %r0, %w0 : tensor<7x7x4xi32>
  %w1 = stablehlo.constant dense<"0x0000803E000080BF0000803E0000E03F0000A0BF0000803F0000A03F000000BF0000803E000000BF0000403F0000803F0000003F0000C0BF0000803E0000803E0000803F000000BF000000400000E03F0000A03F0000803E0000403F000080BE0000C03F0000A03F000040BF0000803E0000003F0000A0BF000080BE0000E0BF000080BF0000E0BF0000E0BF000000BF0000403F0000803F000000000000A0BF0000403F0000A0BF000080BF000080BE0000803E0000803F000000BF0000C03F0000E03F000080BF0000E03F0000E03F000040BF0000A0BF0000C03F000000BF000000000000E03F0000C0BF0000803F000040BF000000BF000000000000403F0000E0BF000080BE0000803F0000003F0000E03F000000C00000C03F0000003F000040BF000040BF0000E0BF0000A0BF0000403F000000400000E03F0000A03F0000003F000040BF000000C0000080BE0000803E0000E03F0000E0BF000000C00000C03F000040BF0000C03F0000003F0000A0BF0000803F0000E0BF0000A03F0000E0BF000000400000403F0000803E000000000000403F000000BF0000E0BF000000BF0000003F000000C0000000C0000040BF0000E03F0000C03F000000000000803E0000403F000000400000803F00000000000000BF0000A03F000040BF0000003F0000803E000000400000A0BF000080BE0000A0BF000000BF00000040000040BF0000C0BF000000C00000A0BF0000403F0000C03F0000803F000080BE000000C00000803F0000E03F0000803E000000BF0000403F000000C00000003F0000A03F0000A0BF0000E0BF00000000000000000000E03F000080BF000080BF0000003F00000040000000BF0000003F000080BF0000E03F000000BF000000400000E03F0000A03F0000E0BF0000C0BF00000040000080BE0000403F000000BF0000E0BF0000A03F0000E03F000000400000E03F0000003F0000004000000040000080BE0000803F0000C03F0000803E000040BF000040BF000000BF0000003F000040BF0000A03F0000A03F000000C0000080BE0000E0BF0000E0BF0000A03F00000000000000BF000000C0000000BF"> : tensor<7x7x4xf32>
  check.expect_close %r1, %w1, max_ulp_difference = 3 : tensor<7x7x4xf32>, tensor<7x7x4xf32>
  return
}

// -----

func.func @sort_39() {
  %a = stablehlo.constant dense<"0x030302040003010204030301000002000302020302020203020303010001030303010004040303010202000100000001030102010202010001020004000001030104030300000302040000040103020400020303"> : tensor<6x2x7xui8>
  %b = stablehlo.constant dense<"0x0000803E000080BE000000400000403F000040BF00000000000000000000C03F0000A0BF000000000000403F0000A0BF0000E0BF0000E03F00000000000000C00000E03F0000C03F000080BE0000003F0000C0BF0000C0BF000040BF0000C03F0000C03F0000A03F000040BF0000003F000000400000003F00000040000080BE0000C03F0000003F000080BF000000C0000000000000C0BF0000E0BF0000C0BF0000C03F000040BF0000E0BF0000A0BF0000C03F000000BF000040BF0000A03F0000C03F0000C03F0000A0BF000040BF0000C0BF000000C00000803F000000BF0000A0BF000040BF000080BF000080BE0000003F0000803F0000403F0000C0BF0000E03F0000C0BF0000E03F0000A0BF000000BF000000000000C03F0000E0BF0000E03F0000C03F0000A0BF000000C0000040BF000080BF0000A0BF000000400000A0BF0000A0BF0000C03F000000C0"> : tensor<6x2x7xf32>
  %c = stablehlo.constant dense<"0x0000000004000000FFFFFFFF02000000FEFFFFFFFFFFFFFFFCFFFFFFFEFFFFFF0200000000000000FDFFFFFF04000000FDFFFFFFFDFFFFFF04000000FDFFFFFF00000000FEFFFFFF04000000FDFFFFFFFEFFFFFFFFFFFFFF02000000FFFFFFFF0400000002000000FDFFFFFFFDFFFFFFFFFFFFFF0400000001000000FFFFFFFF02000000FCFFFFFF04000000030000000300000001000000010000000200000004000000FFFFFFFF02000000FDFFFFFF04000000FEFFFFFF01000000FCFFFFFFFFFFFFFFFDFFFFFF0200000000000000000000000200000004000000FCFFFFFF04000000040000000100000003000000FCFFFFFFFEFFFFFFFCFFFFFFFEFFFFFF0300000000000000FCFFFFFFFEFFFFFF03000000FFFFFFFF02000000FCFFFFFFFDFFFFFF03000000FCFFFFFFFDFFFFFF01000000FDFFFFFFFCFFFFFF0000000000000000FCFFFFFF0200000001000000"> : tensor<6x2x7xi32>
  %r0, %r1, %r2 = "stablehlo.sort"(%a, %b, %c) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<ui8>, %y0: tensor<ui8>, %x1: tensor<f32>, %y1: tensor<f32>, %x2: tensor<i32>, %y2: tensor<i32>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<6x2x7xui8>, tensor<6x2x7xf32>, tensor<6x2x7xi32>) -> (tensor<6x2x7xui8>, tensor<6x2x7xf32>, tensor<6x2x7xi32>)
  %w0 = stablehlo.constant dense<"0x020302030000000304030401030102000302020301020203020303020001030301010004040303030202000100000001000102010202010301010003000000030204040300010302040000030103020400020403"> : tensor<6x2x7xui8>
  check.expect_eq %r0, %w0 : tensor<6x2x7xui8>
  %w1 = stablehlo.constant dense<"0x0000C03F000080BE000000400000403F000040BF0000E0BF0000E03F0000803E0000A0BF000000000000403F0000A0BF000000000000000000000000000000C00000E03F0000C03F000080BE0000003F0000003F0000C0BF000040BF0000C03F0000C03F0000A03F000040BF0000C0BF000000400000003F00000040000080BE0000C0BF0000003F000080BF000000C0000000000000C0BF0000E0BF0000C03F0000C03F000040BF0000E0BF0000A0BF0000C03F000000BF000040BF0000A03F000000BF0000C03F0000A0BF000040BF0000C0BF000000C00000803F0000C03F0000A0BF0000E03F000080BF0000E03F0000003F0000803F000000000000C0BF000040BF0000C0BF000080BE0000A0BF000000BF0000403F0000C03F0000E0BF0000E03F0000C03F0000A0BF0000C03F000040BF000080BF0000A0BF000000400000A0BF0000A0BF000000C0000000C0"> : tensor<6x2x7xf32>
  check.expect_close %r1, %w1, max_ulp_difference = 3 : tensor<6x2x7xf32>, tensor<6x2x7xf32>
  %w2 = stablehlo.constant dense<"0xFEFFFFFF04000000FFFFFFFFFDFFFFFFFEFFFFFFFDFFFFFFFDFFFFFF0000000002000000000000000200000004000000FFFFFFFFFCFFFFFF04000000FDFFFFFF00000000FEFFFFFF04000000FDFFFFFFFDFFFFFFFFFFFFFF02000000FFFFFFFF0400000002000000FDFFFFFFFEFFFFFFFFFFFFFF0400000001000000FFFFFFFF02000000FCFFFFFF04000000030000000300000001000000010000000200000004000000FFFFFFFF02000000FDFFFFFF04000000FEFFFFFF01000000FCFFFFFFFCFFFFFFFDFFFFFF0200000000000000000000000200000004000000FFFFFFFF040000000300000001000000FCFFFFFFFCFFFFFFFEFFFFFFFFFFFFFFFEFFFFFF040000000000000003000000FEFFFFFF03000000FCFFFFFF02000000FCFFFFFFFDFFFFFF03000000FCFFFFFF0200000001000000FDFFFFFFFCFFFFFF0000000000000000FCFFFFFFFDFFFFFF01000000"> : tensor<6x2x7xi32>
  check.expect_eq %r2, %w2 : tensor<6x2x7xi32>
  return
}

// -----

func.func @sort_40() {
  %a = stablehlo.constant dense<"0x0000E0BF000080BE000040BF"> : tensor<3xf32>
  %b = stablehlo.constant dense<"0x0000803E000080BE000040BF"> : tensor<3xf32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>, %x1: tensor<f32>, %y1: tensor<f32>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  %w0 = stablehlo.constant dense<"0x000080BE000040BF0000E0BF"> : tensor<3xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3xf32>, tensor<3xf32>
  %w1 = stablehlo.constant dense<"0x000080BE000040BF0000803E"> : tensor<3xf32>
  check.expect_close %r1, %w1, max_ulp_difference = 3 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @sort_41() {
  %a = stablehlo.constant dense<"0x0400000000000000FDFFFFFFFFFFFFFF040000000000000004000000000000000200000000000000FCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0200000000000000FCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF00000000000000000200000000000000FDFFFFFFFFFFFFFF0100000000000000FCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0200000000000000FCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF010000000000000000000000000000000200000000000000000000000000000003000000000000000000000000000000FCFFFFFFFFFFFFFF010000000000000003000000000000000300000000000000FDFFFFFFFFFFFFFF0400000000000000FCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0300000000000000010000000000000000000000000000000300000000000000FDFFFFFFFFFFFFFF0200000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF010000000000000003000000000000000200000000000000FDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0200000000000000FDFFFFFFFFFFFFFF0200000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF010000000000000004000000000000000100000000000000FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0300000000000000FDFFFFFFFFFFFFFF0400000000000000FDFFFFFFFFFFFFFF0200000000000000FCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF04000000000000000100000000000000FFFFFFFFFFFFFFFF0400000000000000010000000000000003000000000000000000000000000000020000000000000000000000000000000000000000000000FCFFFFFFFFFFFFFF0400000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF01000000000000000200000000000000FCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF000000000000000003000000000000000200000000000000FEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0000000000000000000000000000000001000000000000000300000000000000020000000000000003000000000000000000000000000000FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0400000000000000"> : tensor<5x3x7xi64>
  %b = stablehlo.constant dense<"0x000400020204040202040200010201000201000003040303030204020001030301000004010404030103010104040003010103000300040302030000020401010004010002010404020300010401030400000303010101030001030101010003010002010202030100"> : tensor<5x3x7xui8>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<i64>, %y0: tensor<i64>, %x1: tensor<ui8>, %y1: tensor<ui8>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<i64>, tensor<i64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<5x3x7xi64>, tensor<5x3x7xui8>) -> (tensor<5x3x7xi64>, tensor<5x3x7xui8>)
  %w0 = stablehlo.constant dense<"0x0400000000000000010000000000000004000000000000000400000000000000020000000000000002000000000000000200000000000000FDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0200000000000000FCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0000000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF010000000000000003000000000000000300000000000000000000000000000004000000000000000000000000000000FCFFFFFFFFFFFFFF01000000000000000300000000000000020000000000000000000000000000000300000000000000FDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF00000000000000000100000000000000FDFFFFFFFFFFFFFF0300000000000000FCFFFFFFFFFFFFFF020000000000000004000000000000000200000000000000010000000000000003000000000000000300000000000000FFFFFFFFFFFFFFFF0100000000000000FFFFFFFFFFFFFFFF0100000000000000FEFFFFFFFFFFFFFF02000000000000000200000000000000FDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF04000000000000000400000000000000040000000000000003000000000000000000000000000000040000000000000001000000000000000000000000000000FDFFFFFFFFFFFFFF0200000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF02000000000000000100000000000000FFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0100000000000000FCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF000000000000000003000000000000000000000000000000000000000000000000000000000000000100000000000000030000000000000004000000000000000200000000000000FCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF000000000000000003000000000000000200000000000000FEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0200000000000000"> : tensor<5x3x7xi64>
  check.expect_eq %r0, %w0 : tensor<5x3x7xi64>
  %w1 = stablehlo.constant dense<"0x000000020200020204040200010401020201000403040303030200020001040303040304010304010100010300040004030203000000030101010403020401010404030002010100040000010304030201000304020101000301000101010200010301010203030100"> : tensor<5x3x7xui8>
  check.expect_eq %r1, %w1 : tensor<5x3x7xui8>
  return
}

// -----

func.func @sort_42() {
  %a = stablehlo.constant dense<"0x01"> : tensor<1xui8>
  %r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<ui8>, %y0: tensor<ui8>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<1xui8>) -> (tensor<1xui8>)
  %w0 = stablehlo.constant dense<"0x01"> : tensor<1xui8>
  check.expect_eq %r0, %w0 : tensor<1xui8>
  return
}

// -----

func.func @sort_43() {
  %a = stablehlo.constant dense<> : tensor<0x0x1xf32>
  %b = stablehlo.constant dense<> : tensor<0x0x1xi32>
  %c = stablehlo.constant dense<> : tensor<0x0x1xui8>
  %r0, %r1, %r2 = "stablehlo.sort"(%a, %b, %c) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>, %x1: tensor<i32>, %y1: tensor<i32>, %x2: tensor<ui8>, %y2: tensor<ui8>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<0x0x1xf32>, tensor<0x0x1xi32>, tensor<0x0x1xui8>) -> (tensor<0x0x1xf32>, tensor<0x0x1xi32>, tensor<0x0x1xui8>)
  %w0 = stablehlo.constant dense<> : tensor<0x0x1xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<0x0x1xf32>, tensor<0x0x1xf32>
  %w1 = stablehlo.constant dense<> : tensor<0x0x1xi32>
  check.expect_eq %r1, %w1 : tensor<0x0x1xi32>
  %w2 = stablehlo.constant dense<> : tensor<0x0x1xui8>
  check.expect_eq %r2, %w2 : tensor<0x0x1xui8>
  return
}

// -----

func.func @sort_44() {
  %a = stablehlo.constant dense<"0x030003040200000103000002000004040203030001"> : tensor<7x3xui8>
  %b = stablehlo.constant dense<"0x0000403F0000E0BF000000BF0000A03F0000C03F000000BF000040BF000000400000403F0000A03F0000E0BF000080BE0000803F000040BF000000BF000000000000C0BF0000803F0000C03F000000BF00000040"> : tensor<7x3xf32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<ui8>, %y0: tensor<ui8>, %x1: tensor<f32>, %y1: tensor<f32>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<7x3xui8>, tensor<7x3xf32>) -> (tensor<7x3xui8>, tensor<7x3xf32>)
  %w0 = stablehlo.constant dense<"0x030300040200030100020000040000040302030100"> : tensor<7x3xui8>
  check.expect_eq %r0, %w0 : tensor<7x3xui8>
  %w1 = stablehlo.constant dense<"0x0000403F000000BF0000E0BF0000A03F0000C03F000000BF0000403F00000040000040BF000080BE0000A03F0000E0BF000000BF0000803F000040BF000000000000803F0000C0BF0000C03F00000040000000BF"> : tensor<7x3xf32>
  check.expect_close %r1, %w1, max_ulp_difference = 3 : tensor<7x3xf32>, tensor<7x3xf32>
  return
}

// -----

func.func @sort_45() {
  %a = stablehlo.constant dense<"0x000000000000FC3F00000000000000000000000000000000000000000000E03F000000000000F43F0000000000000040000000000000E8BF000000000000D0BF000000000000FC3F0000000000000000000000000000F4BF000000000000E8BF000000000000F4BF000000000000FCBF0000000000000040000000000000FCBF000000000000D03F000000000000E8BF000000000000FCBF000000000000FCBF000000000000FC3F000000000000F83F000000000000F4BF000000000000E83F000000000000F4BF000000000000F0BF000000000000E03F000000000000FC3F000000000000F0BF000000000000FC3F000000000000E83F000000000000FCBF000000000000D0BF000000000000FC3F000000000000E8BF000000000000E0BF000000000000E83F000000000000F0BF000000000000F0BF000000000000F8BF000000000000D0BF000000000000F03F000000000000E83F000000000000F8BF000000000000F4BF000000000000F0BF000000000000F8BF000000000000F0BF000000000000F8BF000000000000D0BF000000000000D0BF000000000000F03F000000000000F83F000000000000F8BF000000000000F0BF0000000000000000000000000000FC3F0000000000000040000000000000D0BF000000000000F43F0000000000000000000000000000E83F000000000000F0BF000000000000D0BF0000000000000040000000000000E03F0000000000000040000000000000E03F000000000000E03F000000000000F0BF000000000000E8BF000000000000D03F0000000000000000000000000000F8BF000000000000E03F000000000000FC3F0000000000000000000000000000F4BF000000000000F83F000000000000D0BF000000000000F4BF000000000000F43F000000000000F83F000000000000FCBF000000000000F4BF00000000000000C0000000000000E8BF000000000000F03F0000000000000040000000000000D03F000000000000FCBF00000000000000C0000000000000F43F000000000000F8BF000000000000D0BF000000000000FC3F000000000000D03F000000000000F83F000000000000E83F000000000000D03F000000000000FCBF0000000000000000000000000000E83F000000000000E0BF000000000000D03F0000000000000040000000000000E0BF0000000000000000000000000000E03F00000000000000C0000000000000E83F0000000000000000000000000000D03F000000000000F83F0000000000000040000000000000E03F000000000000F03F000000000000E0BF000000000000000000000000000000C0"> : tensor<4x6x5xf64>
  %b = stablehlo.constant dense<"0x0000E03F0000A0BF0000A0BF0000003F0000803E0000803E000000C00000E03F0000A03F0000E03F0000803F0000C0BF0000C03F000000C00000A03F0000803E0000A03F0000E0BF000000400000803F0000003F0000C0BF000080BE0000E0BF0000A0BF0000E03F0000E03F0000A0BF0000803F0000403F000080BE0000C0BF0000E0BF0000C0BF000000BF000000400000403F0000A03F0000003F000080BF0000A03F0000E0BF000000000000803E0000803E000000BF0000A03F0000803E000000400000A0BF0000403F0000E0BF000000C00000A0BF0000803E00000000000000400000A0BF000080BF0000803F0000E0BF0000803F0000803F00000000000000C0000080BF0000A03F0000A03F0000403F0000A0BF0000003F000000000000003F0000803F0000C03F000080BE000080BE0000803F0000C0BF00000040000000400000003F0000E0BF0000C03F0000E0BF0000803E0000803E0000A03F0000803F0000C03F000000BF00000040000080BF000080BF000000BF00000000000000400000E0BF0000A03F000040BF0000A03F0000403F0000E0BF0000803F0000A0BF0000C0BF0000003F000080BF000080BF000080BF0000E03F0000003F000000C00000803F000040BF0000E03F0000A03F0000C0BF0000E0BF0000803F"> : tensor<4x6x5xf32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f64>, %y0: tensor<f64>, %x1: tensor<f32>, %y1: tensor<f32>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<f64>, tensor<f64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<4x6x5xf64>, tensor<4x6x5xf32>) -> (tensor<4x6x5xf64>, tensor<4x6x5xf32>)
  %w0 = stablehlo.constant dense<"0x000000000000FC3F000000000000E83F000000000000F43F000000000000FC3F000000000000004000000000000000400000000000000040000000000000F83F000000000000FC3F000000000000D03F000000000000D0BF000000000000F03F000000000000E83F000000000000E0BF00000000000000400000000000000040000000000000D03F0000000000000000000000000000F83F000000000000D0BF000000000000FC3F000000000000F83F000000000000F83F000000000000F83F0000000000000040000000000000E03F000000000000FC3F00000000000000400000000000000040000000000000FC3F000000000000E83F00000000000000000000000000000000000000000000E03F000000000000F43F000000000000FC3F000000000000E83F000000000000E03F000000000000E83F0000000000000000000000000000E8BF000000000000D03F000000000000E83F000000000000F8BF000000000000E03F000000000000FC3F0000000000000000000000000000E8BF000000000000E03F000000000000D0BF000000000000E83F000000000000F43F000000000000F83F000000000000E83F000000000000F0BF0000000000000000000000000000F03F000000000000FC3F0000000000000000000000000000F43F0000000000000000000000000000FCBF000000000000D0BF000000000000D0BF000000000000D0BF000000000000E03F000000000000D03F000000000000D0BF000000000000E03F000000000000F0BF000000000000F4BF00000000000000000000000000000000000000000000F8BF000000000000D03F000000000000F0BF000000000000E0BF000000000000F0BF000000000000F8BF000000000000FCBF000000000000D0BF000000000000F03F000000000000D03F000000000000F8BF000000000000F4BF000000000000F0BF000000000000E03F000000000000F03F000000000000D0BF000000000000D03F000000000000FCBF00000000000000C0000000000000F0BF000000000000F8BF000000000000E8BF000000000000E0BF000000000000E8BF000000000000F0BF000000000000F0BF000000000000F8BF000000000000FCBF000000000000E8BF000000000000F4BF000000000000FCBF000000000000F4BF000000000000FCBF000000000000F8BF000000000000F4BF000000000000FCBF00000000000000C0000000000000F4BF0000000000000000000000000000F4BF000000000000FCBF000000000000F4BF00000000000000C0000000000000E8BF000000000000E0BF000000000000F0BF00000000000000C0"> : tensor<4x6x5xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x6x5xf64>, tensor<4x6x5xf64>
  %w1 = stablehlo.constant dense<"0x0000E03F0000803F000080BF0000C0BF000000C00000803E0000A03F0000E0BF0000A03F000040BF0000A03F0000E0BF000000000000803F0000A03F0000C0BF0000A03F000080BF0000C0BF0000A0BF0000003F0000C0BF000000C00000803F000040BF0000E03F000000400000A0BF0000803F0000403F000080BE0000A0BF0000A0BF0000003F0000803E000000000000403F0000A03F0000A03F0000E03F0000003F000000000000E0BF0000803E0000C03F000080BE000080BE0000E0BF000080BF000000400000E03F0000003F0000E0BF0000E0BF0000803E000000000000A03F0000A0BF0000E0BF0000803F0000E0BF0000C0BF0000E0BF00000000000000BF000080BF000000400000E03F0000403F0000A0BF0000803F0000403F0000003F0000803F0000A0BF000000BF0000003F0000803E000000400000803F0000403F0000E0BF000000C00000A0BF0000A0BF0000E03F0000E03F0000A03F000080BF0000C03F000000BF000000400000803F000080BF000000BF00000040000000C00000A03F0000003F000080BF0000A03F0000C0BF0000C03F000000C00000803E0000803E0000A03F0000803F00000040000080BF000000400000003F000080BE0000C03F0000E0BF0000803E0000803E0000C0BF0000803F0000803F"> : tensor<4x6x5xf32>
  check.expect_close %r1, %w1, max_ulp_difference = 3 : tensor<4x6x5xf32>, tensor<4x6x5xf32>
  return
}

// -----

func.func @sort_46() {
  %a = stablehlo.constant dense<"0x04000000000000000300000000000000FFFFFFFFFFFFFFFF040000000000000001000000000000000300000000000000FDFFFFFFFFFFFFFF0300000000000000FFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF020000000000000001000000000000000000000000000000FEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0000000000000000FCFFFFFFFFFFFFFF"> : tensor<3x6xi64>
  %r0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<i64>, %y0: tensor<i64>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<i64>, tensor<i64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<3x6xi64>) -> (tensor<3x6xi64>)
  %w0 = stablehlo.constant dense<"0x04000000000000000400000000000000030000000000000003000000000000000100000000000000FFFFFFFFFFFFFFFF03000000000000000200000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF010000000000000000000000000000000000000000000000FEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF"> : tensor<3x6xi64>
  check.expect_eq %r0, %w0 : tensor<3x6xi64>
  return
}

// -----

func.func @sort_47() {
  %a = stablehlo.constant dense<"0x0400"> : tensor<2x1xui8>
  %r0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<ui8>, %y0: tensor<ui8>):
  %z = stablehlo.compare LT, %x0, %y0 : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<2x1xui8>) -> (tensor<2x1xui8>)
  %w0 = stablehlo.constant dense<"0x0400"> : tensor<2x1xui8>
  check.expect_eq %r0, %w0 : tensor<2x1xui8>
  return
}

// -----

func.func @sort_48() {
  %a = stablehlo.constant dense<"0x000000C00000803F0000403F000000400000C0BF0000403F000040BF000000BF000000000000003F0000C0BF0000803F000000BF000000BF0000803F"> : tensor<1x3x5xf32>
  %b = stablehlo.constant dense<"0x0300000001000000FFFFFFFFFDFFFFFFFDFFFFFFFEFFFFFF01000000FCFFFFFF0400000004000000FDFFFFFF00000000FEFFFFFFFDFFFFFFFCFFFFFF"> : tensor<1x3x5xi32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>, %x1: tensor<i32>, %y1: tensor<i32>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<1x3x5xf32>, tensor<1x3x5xi32>) -> (tensor<1x3x5xf32>, tensor<1x3x5xi32>)
  %w0 = stablehlo.constant dense<"0x0000403F0000803F0000403F000000400000803F0000C0BF0000803F000000BF000000000000003F000000C0000040BF000000BF000000BF0000C0BF"> : tensor<1x3x5xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x3x5xf32>, tensor<1x3x5xf32>
  %w1 = stablehlo.constant dense<"0xFEFFFFFF01000000FFFFFFFFFDFFFFFFFCFFFFFFFDFFFFFF00000000FCFFFFFF04000000040000000300000001000000FEFFFFFFFDFFFFFFFDFFFFFF"> : tensor<1x3x5xi32>
  check.expect_eq %r1, %w1 : tensor<1x3x5xi32>
  return
}

// -----

func.func @sort_49() {
  %a = stablehlo.constant dense<"0x000000000000F03F000000000000E8BF000000000000F03F000000000000F83F000000000000F4BF000000000000D0BF000000000000D03F0000000000000000000000000000F4BF000000000000FCBF0000000000000040000000000000F03F000000000000E0BF000000000000F0BF000000000000D03F000000000000FCBF000000000000E8BF000000000000F43F000000000000F43F000000000000FCBF000000000000F4BF000000000000D0BF000000000000F8BF000000000000E83F000000000000F8BF000000000000E0BF000000000000E0BF00000000000000C0000000000000F43F000000000000E8BF000000000000F03F00000000000000C0000000000000E83F000000000000D0BF000000000000E03F000000000000F4BF000000000000E03F000000000000F0BF000000000000F83F000000000000E83F000000000000FC3F000000000000F43F000000000000F03F000000000000F0BF000000000000F0BF"> : tensor<3x5x3xf64>
  %r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f64>, %y0: tensor<f64>):
  %z = stablehlo.compare GT, %x0, %y0 : (tensor<f64>, tensor<f64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<3x5x3xf64>) -> (tensor<3x5x3xf64>)
  %w0 = stablehlo.constant dense<"0x000000000000F03F000000000000E8BF000000000000F43F000000000000F83F000000000000E03F000000000000D0BF000000000000E03F0000000000000000000000000000F83F000000000000E83F0000000000000040000000000000F43F000000000000F03F000000000000F43F000000000000D03F000000000000F03F000000000000E8BF000000000000F03F000000000000F43F000000000000F4BF000000000000F4BF000000000000D03F000000000000F0BF000000000000E83F000000000000F8BF000000000000FC3F000000000000F03F000000000000E0BF000000000000F0BF000000000000E8BF000000000000FCBF00000000000000C0000000000000E83F000000000000D0BF000000000000FCBF000000000000F4BF000000000000D0BF000000000000F8BF000000000000F4BF000000000000FCBF000000000000E0BF000000000000E0BF00000000000000C0000000000000F0BF000000000000F0BF"> : tensor<3x5x3xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x5x3xf64>, tensor<3x5x3xf64>
  return
}

// -----

func.func @map_0() {
  %a = stablehlo.constant dense<"0x020000000200000004000000"> : tensor<1x3xi32>
  %b = stablehlo.constant dense<"0x03000000FFFFFFFF01000000"> : tensor<1x3xi32>
  %r0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.multiply %x, %y : tensor<i32>
  %w = stablehlo.add %z, %x : tensor<i32>
  stablehlo.return %w : tensor<i32>
  }) : (tensor<1x3xi32>, tensor<1x3xi32>) -> tensor<1x3xi32>
  %w0 = stablehlo.constant dense<"0x080000000000000008000000"> : tensor<1x3xi32>
  check.expect_eq %r0, %w0 : tensor<1x3xi32>
  return
}

// -----

func.func @map_1() {
  %a = stablehlo.constant dense<"0x00000000000080BF0000004000000000000080BF0000A0BF000040BF000080BF000040BF0000803F0000C03F000080BE0000C0BF0000C03F0000A03F0000C0BF0000A0BF000000400000803F00000040"> : tensor<5x4xf32>
  %b = stablehlo.constant dense<"0x0000003F0000A0BF000000000000A03F0000E03F000000400000C0BF0000A03F000000BF000080BF0000803E000080BF0000403F0000E03F000000000000C03F0000A0BF00000040000080BE000000BF"> : tensor<5x4xf32>
  %r0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.multiply %x, %y : tensor<f32>
  %w = stablehlo.add %z, %x : tensor<f32>
  stablehlo.return %w : tensor<f32>
  }) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
  %w0 = stablehlo.constant dense<"0x000000000000803E0000004000000000000030C0000070C00000C03E000010C00000C0BE000000000000F03F00000000000028C0000084400000A03F000070C00000A03E0000C0400000403F0000803F"> : tensor<5x4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<5x4xf32>, tensor<5x4xf32>
  return
}

// -----

func.func @map_2() {
  %a = stablehlo.constant dense<"0x000000C00000A0BF00000040000000C00000803E0000C03F000080BF0000803E000080BE0000E0BF000080BF0000E0BF0000A0BF000040BF00000040"> : tensor<5x3xf32>
  %b = stablehlo.constant dense<"0x000000BF000040BF000040BF000000BF0000C0BF0000803F0000803E0000803E0000C0BF0000A03F0000403F000080BE000000BF0000403F000080BE"> : tensor<5x3xf32>
  %r0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.multiply %x, %y : tensor<f32>
  %w = stablehlo.add %z, %x : tensor<f32>
  stablehlo.return %w : tensor<f32>
  }) : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x3xf32>
  %w0 = stablehlo.constant dense<"0x000080BF0000A0BE0000003F000080BF000000BE000040400000A0BF0000A03E0000003E00007CC00000E0BF0000A8BF000020BF0000A8BF0000C03F"> : tensor<5x3xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<5x3xf32>, tensor<5x3xf32>
  return
}

// -----

func.func @map_3() {
  %a = stablehlo.constant dense<"0x0000E0BF00000040000000C0000000BF0000A0BF000040BF0000A03F000000C000000000"> : tensor<3x3xf32>
  %b = stablehlo.constant dense<"0x00000000000080BF0000E03F0000C03F0000E03F0000C0BF0000C03F000080BE000000BF"> : tensor<3x3xf32>
  %r0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.multiply %x, %y : tensor<f32>
  %w = stablehlo.add %z, %x : tensor<f32>
  stablehlo.return %w : tensor<f32>
  }) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %w0 = stablehlo.constant dense<"0x0000E0BF000000000000B0C00000A0BF00005CC00000C03E000048400000C0BF00000000"> : tensor<3x3xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x3xf32>, tensor<3x3xf32>
  return
}

// -----

func.func @map_4() {
  %a = stablehlo.constant dense<"0x000000C0000000400000C0BF000080BF0000A0BF0000003F000000400000C03F0000803F000080BE0000803F00000000000000C0000000BF0000E0BF"> : tensor<3x5xf32>
  %b = stablehlo.constant dense<"0x0000403F0000C0BF000080BF000080BE0000803E0000A0BF000000BF0000803F0000A03F000080BE00000040000080BE0000A03F0000E0BF0000403F"> : tensor<3x5xf32>
  %r0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.multiply %x, %y : tensor<f32>
  %w = stablehlo.add %z, %x : tensor<f32>
  stablehlo.return %w : tensor<f32>
  }) : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  %w0 = stablehlo.constant dense<"0x000060C0000080BF00000000000040BF0000C8BF000000BE0000803F0000404000001040000040BE0000404000000000000090C00000C03E000044C0"> : tensor<3x5xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x5xf32>, tensor<3x5xf32>
  return
}

// -----

func.func @map_5() {
  %a = stablehlo.constant dense<"0x000000BF000000400000A03F000000C00000E0BF000000BF0000A03F000000C00000003F0000E03F0000403F0000A0BF"> : tensor<3x4xf32>
  %b = stablehlo.constant dense<"0x000000400000A03F0000A0BF0000E0BF0000803E000040BF0000403F0000A03F0000403F0000003F0000A03F0000803E"> : tensor<3x4xf32>
  %r0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.multiply %x, %y : tensor<f32>
  %w = stablehlo.add %z, %x : tensor<f32>
  stablehlo.return %w : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %w0 = stablehlo.constant dense<"0x0000C0BF000090400000A0BE0000C03F00000CC0000000BE00000C40000090C00000603F000028400000D83F0000C8BF"> : tensor<3x4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x4xf32>, tensor<3x4xf32>
  return
}

// -----

func.func @map_6() {
  %a = stablehlo.constant dense<"0x000000000000803F"> : tensor<2x1xf32>
  %b = stablehlo.constant dense<"0x000040BF000000BF"> : tensor<2x1xf32>
  %r0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.multiply %x, %y : tensor<f32>
  %w = stablehlo.add %z, %x : tensor<f32>
  stablehlo.return %w : tensor<f32>
  }) : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  %w0 = stablehlo.constant dense<"0x000000000000003F"> : tensor<2x1xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x1xf32>, tensor<2x1xf32>
  return
}

// -----

func.func @map_7() {
  %a = stablehlo.constant dense<"0x000040BF000040BF000000400000E0BF0000803E0000403F"> : tensor<2x3xf32>
  %b = stablehlo.constant dense<"0x0000E03F0000C03F0000003F000000BF0000803F0000E03F"> : tensor<2x3xf32>
  %r0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.multiply %x, %y : tensor<f32>
  %w = stablehlo.add %z, %x : tensor<f32>
  stablehlo.return %w : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %w0 = stablehlo.constant dense<"0x000004C00000F0BF00004040000060BF0000003F00000440"> : tensor<2x3xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3xf32>, tensor<2x3xf32>
  return
}

// -----

func.func @map_8() {
  %a = stablehlo.constant dense<"0xFDFFFFFF03000000FFFFFFFF0300000000000000FEFFFFFF"> : tensor<3x2xi32>
  %b = stablehlo.constant dense<"0xFFFFFFFFFDFFFFFF030000000200000004000000FEFFFFFF"> : tensor<3x2xi32>
  %r0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.multiply %x, %y : tensor<i32>
  %w = stablehlo.add %z, %x : tensor<i32>
  stablehlo.return %w : tensor<i32>
  }) : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi32>
  %w0 = stablehlo.constant dense<"0x00000000FAFFFFFFFCFFFFFF090000000000000002000000"> : tensor<3x2xi32>
  check.expect_eq %r0, %w0 : tensor<3x2xi32>
  return
}

// -----

func.func @map_9() {
  %a = stablehlo.constant dense<"0x0000E03F0000004000000000000040BF0000003F0000A0BF000000000000E03F00000000"> : tensor<3x3xf32>
  %b = stablehlo.constant dense<"0x0000C0BF000080BF0000C03F000000C00000E03F0000803E000000C000000000000040BF"> : tensor<3x3xf32>
  %r0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.multiply %x, %y : tensor<f32>
  %w = stablehlo.add %z, %x : tensor<f32>
  stablehlo.return %w : tensor<f32>
  }) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %w0 = stablehlo.constant dense<"0x000060BF00000000000000000000403F0000B03F0000C8BF000000000000E03F00000000"> : tensor<3x3xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x3xf32>, tensor<3x3xf32>
  return
}
