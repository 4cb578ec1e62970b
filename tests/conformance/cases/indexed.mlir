// Gathers and scatters, dimension numbers at random.
// Written by make_cases.py.

// -----

func.func @gather_0() {
  %a = stablehlo.constant dense<"0x000000000000F4BF000000000000F03F00000000000000C0000000000000F83F000000000000E8BF000000000000E8BF000000000000FCBF000000000000F0BF000000000000E8BF00000000000000C0000000000000F0BF000000000000FCBF"> : tensor<3x4xf64>
  %b = stablehlo.constant dense<"0x050000000000000003000000000000000200000000000000"> : tensor<3x1xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false}> : (tensor<3x4xf64>, tensor<3x1xi64>) -> tensor<4x3xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F4BF000000000000E8BF000000000000E8BF000000000000F03F000000000000E8BF00000000000000C000000000000000C0000000000000FCBF000000000000F0BF000000000000F83F000000000000F0BF000000000000FCBF"> : tensor<4x3xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x3xf64>, tensor<4x3xf64>
  return
}

// -----

func.func @gather_1() {
  %a = stablehlo.constant dense<"0x003400BE003A003F"> : tensor<2x2x1xf16>
  %b = stablehlo.constant dense<"0x00030001"> : tensor<2x2xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>, indices_are_sorted = false}> : (tensor<2x2x1xf16>, tensor<2x2xui8>) -> tensor<1x1x2xf16>
  %w0 = stablehlo.constant dense<"0x003400BE"> : tensor<1x1x2xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x1x2xf16>, tensor<1x1x2xf16>
  return
}

// -----

func.func @gather_2() {
  %a = stablehlo.constant dense<"0xC03F40BF803FC03FE03F80BE40BF40BFC0BF803F00BF40BF803F00C0E03F00BFC0BFE03F00BFA03FA0BF403FE03F00000040803FE0BF80BFA03F00BFA0BFA0BF40BF00C0C0BFC0BF403F00C00040A0BF0040803F803E00BF403F80BE803E40BFA0BF803F003FA0BF403F00BFE03FC03F00BF000000C000BFA03FC0BF003F0000003FA03F40BFA0BFE03FC03F803E80BE00BF40BFC03F"> : tensor<5x3x5xbf16>
  %b = stablehlo.constant dense<"0x0202040301010203010304010004010404FE"> : tensor<3x2x3x1xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [2], start_index_map = [2], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 1>, indices_are_sorted = false}> : (tensor<5x3x5xbf16>, tensor<3x2x3x1xi8>) -> tensor<3x2x1x3xbf16>
  %w0 = stablehlo.constant dense<"0x803F40BFE03FC03F40BF40BF803FC0BF40BFC03F803F40BFC03F803F40BFE03F803F00BF"> : tensor<3x2x1x3xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x2x1x3xbf16>, tensor<3x2x1x3xbf16>
  return
}

// -----

func.func @gather_3() {
  %a = stablehlo.constant dense<"0x0000004000004040000000C1000080400000E0C00000004100004040000000C1000080C000004040000000C00000E0C00000C04000000000000080400000E0C0"> : tensor<2x4x1xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0201020305050400"> : tensor<2x1x2x2xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1, 2], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1, 2], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 1>, indices_are_sorted = false}> : (tensor<2x4x1xcomplex<f32>>, tensor<2x1x2x2xui8>) -> tensor<2x1x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000E0C0000000410000C0400000000000004040000000C1000080400000E0C0"> : tensor<2x1x2xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x1x2xcomplex<f32>>, tensor<2x1x2xcomplex<f32>>
  return
}

// -----

func.func @gather_4() {
  %a = stablehlo.constant dense<"0x040204"> : tensor<3xui8>
  %b = stablehlo.constant dense<"0x01"> : tensor<1xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<3xui8>, tensor<1xui8>) -> tensor<1xui8>
  %w0 = stablehlo.constant dense<"0x02"> : tensor<1xui8>
  check.expect_eq %r0, %w0 : tensor<1xui8>
  return
}

// -----

func.func @gather_5() {
  %a = stablehlo.constant dense<"0x000100030102020404040301030301000200020100040004000303"> : tensor<3x3x3xui8>
  %b = stablehlo.constant dense<"0x05000000FFFFFFFFFEFFFFFF02000000FFFFFFFF01000000"> : tensor<3x2xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>, indices_are_sorted = false}> : (tensor<3x3x3xui8>, tensor<3x2xi32>) -> tensor<3x1xui8>
  %w0 = stablehlo.constant dense<"0x020101"> : tensor<3x1xui8>
  check.expect_eq %r0, %w0 : tensor<3x1xui8>
  return
}

// -----

func.func @gather_6() {
  %a = stablehlo.constant dense<"0x0200000000000000FCFFFFFFFFFFFFFF020000000000000001000000000000000300000000000000030000000000000003000000000000000100000000000000040000000000000001000000000000000400000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFF0000000000000000FCFFFFFFFFFFFFFF0300000000000000FDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0100000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0200000000000000"> : tensor<5x5xi64>
  %b = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFF00000000000000000500000000000000"> : tensor<3x1xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0, 1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false}> : (tensor<5x5xi64>, tensor<3x1xi64>) -> tensor<3xi64>
  %w0 = stablehlo.constant dense<"0x020000000000000002000000000000000300000000000000"> : tensor<3xi64>
  check.expect_eq %r0, %w0 : tensor<3xi64>
  return
}

// -----

func.func @gather_7() {
  %a = stablehlo.constant dense<"0x0040"> : tensor<1xf16>
  %b = stablehlo.constant dense<"0x02"> : tensor<1xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<1xf16>, tensor<1xi8>) -> tensor<f16>
  %w0 = stablehlo.constant dense<"0x0040"> : tensor<f16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<f16>, tensor<f16>
  return
}

// -----

func.func @gather_8() {
  %a = stablehlo.constant dense<"0x00BF40BF00C080BE40BFC03FA0BF00BF00BF40BF0000803EE03F40BFC03FC03F00BF80BFA0BF003F40BF40BFA03F40BF80BF"> : tensor<5x5xbf16>
  %b = stablehlo.constant dense<"0x000103040505"> : tensor<2x1x3xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 5, 1>, indices_are_sorted = false}> : (tensor<5x5xbf16>, tensor<2x1x3xui8>) -> tensor<5x2x3xbf16>
  %w0 = stablehlo.constant dense<"0x00BF40BF80BE40BF40BF40BFC03FA0BF00BF40BF40BF40BF0000803E40BFC03FC03FC03FC03F00BFA0BF003F003F003F40BF40BF40BF80BF80BF80BF"> : tensor<5x2x3xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<5x2x3xbf16>, tensor<5x2x3xbf16>
  return
}

// -----

func.func @gather_9() {
  %a = stablehlo.constant dense<"0x00"> : tensor<2xi1>
  %b = stablehlo.constant dense<> : tensor<0xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [], index_vector_dim = 0>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<2xi1>, tensor<0xi64>) -> tensor<i1>
  %w0 = stablehlo.constant dense<"0x00"> : tensor<i1>
  check.expect_eq %r0, %w0 : tensor<i1>
  return
}

// -----

func.func @gather_10() {
  %a = stablehlo.constant dense<"0x003A00BF00BF0040"> : tensor<4xf16>
  %b = stablehlo.constant dense<"0x03"> : tensor<1xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 4>, indices_are_sorted = false}> : (tensor<4xf16>, tensor<1xui8>) -> tensor<4xf16>
  %w0 = stablehlo.constant dense<"0x003A00BF00BF0040"> : tensor<4xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}

// -----

func.func @gather_11() {
  %a = stablehlo.constant dense<"0xFCFFFFFF02000000040000000400000002000000FEFFFFFF020000000000000003000000FDFFFFFFFCFFFFFFFDFFFFFFFFFFFFFF0000000001000000FEFFFFFF"> : tensor<4x1x4xi32>
  %b = stablehlo.constant dense<"0x000003040402FE0304010305"> : tensor<2x3x2xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [2], start_index_map = [0, 1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 3, 1, 1>, indices_are_sorted = false}> : (tensor<4x1x4xi32>, tensor<2x3x2xi8>) -> tensor<3x2x1x2xi32>
  %w0 = stablehlo.constant dense<"0x04000000040000000400000000000000000000000200000000000000FDFFFFFFFDFFFFFFFCFFFFFFFDFFFFFFFEFFFFFF"> : tensor<3x2x1x2xi32>
  check.expect_eq %r0, %w0 : tensor<3x2x1x2xi32>
  return
}

// -----

func.func @gather_12() {
  %a = stablehlo.constant dense<"0x02000000FDFFFFFF"> : tensor<2xi32>
  %b = stablehlo.constant dense<"0x0001FEFF0502FFFEFE"> : tensor<1x3x3xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<2xi32>, tensor<1x3x3xi8>) -> tensor<3x3xi32>
  %w0 = stablehlo.constant dense<"0x02000000FDFFFFFF0200000002000000FDFFFFFFFDFFFFFF020000000200000002000000"> : tensor<3x3xi32>
  check.expect_eq %r0, %w0 : tensor<3x3xi32>
  return
}

// -----

func.func @gather_13() {
  %a = stablehlo.constant dense<"0x01"> : tensor<3xi1>
  %b = stablehlo.constant dense<"0x0105"> : tensor<2x1xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 3>, indices_are_sorted = false}> : (tensor<3xi1>, tensor<2x1xui8>) -> tensor<3x2xi1>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<3x2xi1>
  check.expect_eq %r0, %w0 : tensor<3x2xi1>
  return
}

// -----

func.func @gather_14() {
  %a = stablehlo.constant dense<"0x0400020003000000020003000000010003000300020003000300010003000400000003000000000003000000020000000000"> : tensor<5x5xui16>
  %b = stablehlo.constant dense<"0xFFFFFFFFFEFFFFFF"> : tensor<2xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 3>, indices_are_sorted = false}> : (tensor<5x5xui16>, tensor<2xi32>) -> tensor<3xui16>
  %w0 = stablehlo.constant dense<"0x040002000300"> : tensor<3xui16>
  check.expect_eq %r0, %w0 : tensor<3xui16>
  return
}

// -----

func.func @gather_15() {
  %a = stablehlo.constant dense<"0x00BD00BC"> : tensor<2xf16>
  %b = stablehlo.constant dense<> : tensor<0x3xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], start_index_map = [], index_vector_dim = 0>, slice_sizes = array<i64: 2>, indices_are_sorted = false}> : (tensor<2xf16>, tensor<0x3xi64>) -> tensor<3x2xf16>
  %w0 = stablehlo.constant dense<"0x00BD00BC00BD00BC00BD00BC"> : tensor<3x2xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x2xf16>, tensor<3x2xf16>
  return
}

// -----

func.func @gather_16() {
  %a = stablehlo.constant dense<"0x01010000010000000100000001000000"> : tensor<4x4x1xi1>
  %b = stablehlo.constant dense<"0x0000000000000000000000000000000004000000000000000300000000000000"> : tensor<2x1x2xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], operand_batching_dims = [2], start_indices_batching_dims = [1], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1, 1>, indices_are_sorted = false}> : (tensor<4x4x1xi1>, tensor<2x1x2xi64>) -> tensor<2x2x1xi1>
  %w0 = stablehlo.constant dense<"0x01010000"> : tensor<2x2x1xi1>
  check.expect_eq %r0, %w0 : tensor<2x2x1xi1>
  return
}

// -----

func.func @gather_17() {
  %a = stablehlo.constant dense<"0x02000400000001000000"> : tensor<5xui16>
  %b = stablehlo.constant dense<> : tensor<0xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [], start_index_map = [], index_vector_dim = 0>, slice_sizes = array<i64: 5>, indices_are_sorted = false}> : (tensor<5xui16>, tensor<0xi32>) -> tensor<5xui16>
  %w0 = stablehlo.constant dense<"0x02000400000001000000"> : tensor<5xui16>
  check.expect_eq %r0, %w0 : tensor<5xui16>
  return
}

// -----

func.func @gather_18() {
  %a = stablehlo.constant dense<> : tensor<0x1x2xui16>
  %b = stablehlo.constant dense<"0x0000000002000000"> : tensor<1x1x2xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [2, 0], index_vector_dim = 2>, slice_sizes = array<i64: 0, 1, 2>, indices_are_sorted = false}> : (tensor<0x1x2xui16>, tensor<1x1x2xi32>) -> tensor<1x0x2x1xui16>
  %w0 = stablehlo.constant dense<> : tensor<1x0x2x1xui16>
  check.expect_eq %r0, %w0 : tensor<1x0x2x1xui16>
  return
}

// -----

func.func @gather_19() {
  %a = stablehlo.constant dense<"0x000000000000FCBF0000000000000040000000000000E0BF000000000000F43F000000000000E8BF"> : tensor<5xf64>
  %b = stablehlo.constant dense<"0x0300000000000000"> : tensor<1x1x1xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2>, indices_are_sorted = false}> : (tensor<5xf64>, tensor<1x1x1xi64>) -> tensor<1x1x2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F43F000000000000E8BF"> : tensor<1x1x2xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x1x2xf64>, tensor<1x1x2xf64>
  return
}

// -----

func.func @gather_20() {
  %a = stablehlo.constant dense<"0x803FC0BFE0BFE0BF"> : tensor<1x4xbf16>
  %b = stablehlo.constant dense<"0x020305"> : tensor<3x1xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false}> : (tensor<1x4xbf16>, tensor<3x1xui8>) -> tensor<3x1xbf16>
  %w0 = stablehlo.constant dense<"0x803F"> : tensor<3x1xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x1xbf16>, tensor<3x1xbf16>
  return
}

// -----

func.func @gather_21() {
  %a = stablehlo.constant dense<"0x040002000200"> : tensor<3xui16>
  %b = stablehlo.constant dense<"0x0503"> : tensor<2x1xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<3xui16>, tensor<2x1xi8>) -> tensor<2xui16>
  %w0 = stablehlo.constant dense<"0x0200"> : tensor<2xui16>
  check.expect_eq %r0, %w0 : tensor<2xui16>
  return
}

// -----

func.func @gather_22() {
  %a = stablehlo.constant dense<"0x04000104010003030301"> : tensor<5x2xui8>
  %b = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0500000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0100000000000000050000000000000005000000000000000100000000000000FFFFFFFFFFFFFFFF04000000000000000500000000000000"> : tensor<3x2x2x1xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], operand_batching_dims = [1], start_indices_batching_dims = [2], start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 2, 1>, indices_are_sorted = false}> : (tensor<5x2xui8>, tensor<3x2x2x1xi64>) -> tensor<3x2x2x2xui8>
  %w0 = stablehlo.constant dense<"0x040003000104030404040303010003010100030301040301"> : tensor<3x2x2x2xui8>
  check.expect_eq %r0, %w0 : tensor<3x2x2x2xui8>
  return
}

// -----

func.func @gather_23() {
  %a = stablehlo.constant dense<"0x03"> : tensor<1xui8>
  %b = stablehlo.constant dense<"0x000000000000000003000000000000000100000000000000"> : tensor<1x3xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<1xui8>, tensor<1x3xi64>) -> tensor<3x1xui8>
  %w0 = stablehlo.constant dense<"0x03"> : tensor<3x1xui8>
  check.expect_eq %r0, %w0 : tensor<3x1xui8>
  return
}

// -----

func.func @gather_24() {
  %a = stablehlo.constant dense<"0x020103010001000301"> : tensor<3x3xui8>
  %b = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<1x1xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 1>, indices_are_sorted = false}> : (tensor<3x3xui8>, tensor<1x1xi32>) -> tensor<1x2x1xui8>
  %w0 = stablehlo.constant dense<"0x0201"> : tensor<1x2x1xui8>
  check.expect_eq %r0, %w0 : tensor<1x2x1xui8>
  return
}

// -----

func.func @gather_25() {
  %a = stablehlo.constant dense<> : tensor<2x0x2xui8>
  %b = stablehlo.constant dense<> : tensor<2x0xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [], index_vector_dim = 1>, slice_sizes = array<i64: 1, 0, 1>, indices_are_sorted = false}> : (tensor<2x0x2xui8>, tensor<2x0xui8>) -> tensor<2x0x1xui8>
  %w0 = stablehlo.constant dense<> : tensor<2x0x1xui8>
  check.expect_eq %r0, %w0 : tensor<2x0x1xui8>
  return
}

// -----

func.func @gather_26() {
  %a = stablehlo.constant dense<"0x0000000000000040000000000000E0BF000000000000E03F"> : tensor<1x3x1xf64>
  %b = stablehlo.constant dense<"0x050001"> : tensor<1x3x1xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 3], collapsed_slice_dims = [], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>, indices_are_sorted = false}> : (tensor<1x3x1xf64>, tensor<1x3x1xi8>) -> tensor<1x1x3x1xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000040000000000000E0BF000000000000E03F"> : tensor<1x1x3x1xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x1x3x1xf64>, tensor<1x1x3x1xf64>
  return
}

// -----

func.func @gather_27() {
  %a = stablehlo.constant dense<"0x03030400020402FD02FE0100FD01FF"> : tensor<1x5x3xi8>
  %b = stablehlo.constant dense<"0x0200000000000000"> : tensor<1xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2], collapsed_slice_dims = [], start_index_map = [1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 3, 1>, indices_are_sorted = false}> : (tensor<1x5x3xi8>, tensor<1xi64>) -> tensor<1x3x1xi8>
  %w0 = stablehlo.constant dense<"0x02FEFD"> : tensor<1x3x1xi8>
  check.expect_eq %r0, %w0 : tensor<1x3x1xi8>
  return
}

// -----

func.func @gather_29() {
  %a = stablehlo.constant dense<"0xFCFFFFFFFFFFFFFF0300000000000000020000000000000002000000000000000100000000000000"> : tensor<5xi64>
  %b = stablehlo.constant dense<> : tensor<0x1x1xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [], index_vector_dim = 0>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<5xi64>, tensor<0x1x1xi8>) -> tensor<1x1xi64>
  %w0 = stablehlo.constant dense<"0xFCFFFFFFFFFFFFFF"> : tensor<1x1xi64>
  check.expect_eq %r0, %w0 : tensor<1x1xi64>
  return
}

// -----

func.func @gather_30() {
  %a = stablehlo.constant dense<"0x0000C0BF000080BE0000803E000080BF000000BF00000040000080BE000040BF000080BE000000C0"> : tensor<2x5xf32>
  %b = stablehlo.constant dense<"0x01000000000000000200000000000000"> : tensor<2x1xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false}> : (tensor<2x5xf32>, tensor<2x1xi64>) -> tensor<2xf32>
  %w0 = stablehlo.constant dense<"0x000080BE000040BF"> : tensor<2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @gather_31() {
  %a = stablehlo.constant dense<"0x00000041000000C10000C0400000E0C0000040C00000C0C000000000000040400000803F0000E0400000804000004040000080BF000080C00000C04000000000000000C00000A0400000C0C000004040000040C0000080BF0000C040000080BF0000803F000080BF0000A0C00000A0400000E0400000A0C0000000C10000E0C00000A0C000000000000000C00000E040"> : tensor<3x2x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x04000000000000000200000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF03000000000000000200000000000000FFFFFFFFFFFFFFFF04000000000000000200000000000000020000000000000000000000000000000300000000000000FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0500000000000000FEFFFFFFFFFFFFFF04000000000000000100000000000000FFFFFFFFFFFFFFFF0400000000000000FFFFFFFFFFFFFFFF040000000000000002000000000000000200000000000000FEFFFFFFFFFFFFFF0000000000000000000000000000000001000000000000000300000000000000FFFFFFFFFFFFFFFF050000000000000004000000000000000000000000000000FEFFFFFFFFFFFFFF02000000000000000400000000000000"> : tensor<3x3x2x2xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [2], operand_batching_dims = [1], start_indices_batching_dims = [2], start_index_map = [0, 2], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 1>, indices_are_sorted = false}> : (tensor<3x2x3xcomplex<f32>>, tensor<3x3x2x2xi64>) -> tensor<1x3x3x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000E0400000A0C000000000000040400000E0400000A0C000008040000040400000E0400000A0C0000080400000404000000041000000C1000000C10000E0C00000A0C00000A0400000804000004040000040C00000C0C0000000C00000E04000000041000000C10000803F0000E0400000803F000080BF000000C00000E04000000041000000C1000000C00000E040"> : tensor<1x3x3x2xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x3x3x2xcomplex<f32>>, tensor<1x3x3x2xcomplex<f32>>
  return
}

// -----

func.func @gather_32() {
  %a = stablehlo.constant dense<"0x000000400000C0C0000080BF0000E040000000C10000000000000000000000410000A0400000004000008040000000C10000C0C00000A0400000A0C00000C0C0000000C10000A0C0000040400000803F0000E0C00000E040000040C00000A040000040C0000000C0000000410000803F0000803F0000803F000040400000803F"> : tensor<4x4xcomplex<f32>>
  %b = stablehlo.constant dense<> : tensor<4x0xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false}> : (tensor<4x4xcomplex<f32>>, tensor<4x0xi32>) -> tensor<2x4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000000400000C0C00000A04000000040000000C10000A0C0000040C0000000C0000080BF0000E04000008040000000C1000040400000803F000000410000803F"> : tensor<2x4xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x4xcomplex<f32>>, tensor<2x4xcomplex<f32>>
  return
}

// -----

func.func @gather_33() {
  %a = stablehlo.constant dense<"0xFD04"> : tensor<2xi8>
  %b = stablehlo.constant dense<"0x02000000"> : tensor<1xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<2xi8>, tensor<1xi32>) -> tensor<1xi8>
  %w0 = stablehlo.constant dense<"0x04"> : tensor<1xi8>
  check.expect_eq %r0, %w0 : tensor<1xi8>
  return
}

// -----

func.func @gather_34() {
  %a = stablehlo.constant dense<"0x000000000000D0BF000000000000000000000000000000C0000000000000004000000000000000C0000000000000E8BF000000000000E83F000000000000F43F000000000000D03F000000000000E83F000000000000F4BF000000000000F83F000000000000F03F0000000000000040000000000000E03F000000000000F03F000000000000FCBF000000000000F0BF000000000000F4BF000000000000F8BF000000000000E8BF000000000000F83F000000000000E0BF000000000000E83F"> : tensor<3x4x2xf64>
  %b = stablehlo.constant dense<"0x0101050000000405"> : tensor<2x4x1xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1, 1>, indices_are_sorted = false}> : (tensor<3x4x2xf64>, tensor<2x4x1xui8>) -> tensor<2x2x1x4xf64>
  %w0 = stablehlo.constant dense<"0x000000000000D03F000000000000F4BF000000000000F03F000000000000E83F000000000000D0BF00000000000000C0000000000000F03F000000000000E03F000000000000FCBF000000000000F4BF000000000000E8BF000000000000E03F000000000000D03F000000000000F4BF000000000000E8BF000000000000E0BF"> : tensor<2x2x1x4xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x2x1x4xf64>, tensor<2x2x1x4xf64>
  return
}

// -----

func.func @gather_35() {
  %a = stablehlo.constant dense<"0x000000000000F43F000000000000E03F000000000000E03F"> : tensor<3xf64>
  %b = stablehlo.constant dense<"0x02"> : tensor<1xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 3>, indices_are_sorted = false}> : (tensor<3xf64>, tensor<1xi8>) -> tensor<3xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F43F000000000000E03F000000000000E03F"> : tensor<3xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3xf64>, tensor<3xf64>
  return
}

// -----

func.func @gather_36() {
  %a = stablehlo.constant dense<"0x0000A0BF000000C00000403F0000803E0000A03F"> : tensor<5xf32>
  %b = stablehlo.constant dense<"0x05"> : tensor<1xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<5xf32>, tensor<1xui8>) -> tensor<1xf32>
  %w0 = stablehlo.constant dense<"0x0000A03F"> : tensor<1xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1xf32>, tensor<1xf32>
  return
}

// -----

func.func @gather_37() {
  %a = stablehlo.constant dense<"0x0100020003000000"> : tensor<1x4xui16>
  %b = stablehlo.constant dense<"0x04030400"> : tensor<1x1x4x1xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [2], start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false}> : (tensor<1x4xui16>, tensor<1x1x4x1xi8>) -> tensor<1x1x4xui16>
  %w0 = stablehlo.constant dense<"0x0100020003000000"> : tensor<1x1x4xui16>
  check.expect_eq %r0, %w0 : tensor<1x1x4xui16>
  return
}

// -----

func.func @gather_38() {
  %a = stablehlo.constant dense<"0xFCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF010000000000000001000000000000000200000000000000FFFFFFFFFFFFFFFF0400000000000000FEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF01000000000000000000000000000000000000000000000000000000000000000100000000000000FFFFFFFFFFFFFFFF03000000000000000000000000000000FEFFFFFFFFFFFFFF040000000000000004000000000000000300000000000000FCFFFFFFFFFFFFFF00000000000000000200000000000000010000000000000001000000000000000000000000000000000000000000000003000000000000000400000000000000FEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF000000000000000000000000000000000200000000000000000000000000000002000000000000000300000000000000FFFFFFFFFFFFFFFF0100000000000000FEFFFFFFFFFFFFFF0300000000000000030000000000000001000000000000000300000000000000030000000000000000000000000000000400000000000000FCFFFFFFFFFFFFFF"> : tensor<5x2x5xi64>
  %b = stablehlo.constant dense<"0x0203"> : tensor<2x1xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 3, 1, 1>, indices_are_sorted = false}> : (tensor<5x2x5xi64>, tensor<2x1xui8>) -> tensor<3x1x2xi64>
  %w0 = stablehlo.constant dense<"0x040000000000000001000000000000000400000000000000020000000000000001000000000000000300000000000000"> : tensor<3x1x2xi64>
  check.expect_eq %r0, %w0 : tensor<3x1x2xi64>
  return
}

// -----

func.func @gather_39() {
  %a = stablehlo.constant dense<"0x04000000FDFFFFFFFFFFFFFFFDFFFFFF02000000FFFFFFFF0100000000000000FDFFFFFF04000000FDFFFFFFFCFFFFFFFCFFFFFF04000000FCFFFFFFFCFFFFFF0100000002000000FFFFFFFFFCFFFFFF"> : tensor<1x5x4xi32>
  %b = stablehlo.constant dense<"0x000000000100000000000000FEFFFFFF0400000000000000FFFFFFFF0100000004000000"> : tensor<3x3xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3], collapsed_slice_dims = [], start_index_map = [2, 1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3, 3>, indices_are_sorted = false}> : (tensor<1x5x4xi32>, tensor<3x3xi32>) -> tensor<3x1x3x3xi32>
  %w0 = stablehlo.constant dense<"0x02000000FFFFFFFF01000000FDFFFFFF04000000FDFFFFFFFCFFFFFF04000000FCFFFFFFFDFFFFFF04000000FDFFFFFFFCFFFFFF04000000FCFFFFFF0100000002000000FFFFFFFF02000000FFFFFFFF01000000FDFFFFFF04000000FDFFFFFFFCFFFFFF04000000FCFFFFFF"> : tensor<3x1x3x3xi32>
  check.expect_eq %r0, %w0 : tensor<3x1x3x3xi32>
  return
}

// -----

func.func @gather_40() {
  %a = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF"> : tensor<2xi32>
  %b = stablehlo.constant dense<"0x04000000FEFFFFFFFFFFFFFF"> : tensor<1x3x1xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<2xi32>, tensor<1x3x1xi32>) -> tensor<1x1x3xi32>
  %w0 = stablehlo.constant dense<"0xFFFFFFFFFDFFFFFFFDFFFFFF"> : tensor<1x1x3xi32>
  check.expect_eq %r0, %w0 : tensor<1x1x3xi32>
  return
}

// -----

func.func @gather_41() {
  %a = stablehlo.constant dense<"0xA03F"> : tensor<1xbf16>
  %b = stablehlo.constant dense<"0x05"> : tensor<1x1xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<1xbf16>, tensor<1x1xi8>) -> tensor<1x1xbf16>
  %w0 = stablehlo.constant dense<"0xA03F"> : tensor<1x1xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x1xbf16>, tensor<1x1xbf16>
  return
}

// -----

func.func @gather_42() {
  %a = stablehlo.constant dense<"0x02000000FFFFFFFF00000000040000000200000003000000FDFFFFFFFFFFFFFFFCFFFFFF0200000000000000FCFFFFFF"> : tensor<3x4xi32>
  %b = stablehlo.constant dense<"0x000000000000000005000000000000000500000000000000FFFFFFFFFFFFFFFF010000000000000005000000000000000000000000000000FEFFFFFFFFFFFFFF"> : tensor<2x2x2xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false}> : (tensor<3x4xi32>, tensor<2x2x2xi64>) -> tensor<2x2x2xi32>
  %w0 = stablehlo.constant dense<"0xFCFFFFFF000000000200000004000000FFFFFFFF000000000000000004000000"> : tensor<2x2x2xi32>
  check.expect_eq %r0, %w0 : tensor<2x2x2xi32>
  return
}

// -----

func.func @gather_43() {
  %a = stablehlo.constant dense<"0x0000000000000000FFFFFFFFFFFFFFFF02000000000000000300000000000000FDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF00000000000000000300000000000000FDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0400000000000000FDFFFFFFFFFFFFFF030000000000000004000000000000000000000000000000010000000000000000000000000000000100000000000000FCFFFFFFFFFFFFFF0100000000000000FFFFFFFFFFFFFFFF0100000000000000FDFFFFFFFFFFFFFF04000000000000000400000000000000FFFFFFFFFFFFFFFF02000000000000000300000000000000030000000000000002000000000000000200000000000000FFFFFFFFFFFFFFFF0200000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0400000000000000FEFFFFFFFFFFFFFF04000000000000000200000000000000020000000000000002000000000000000100000000000000000000000000000000000000000000000300000000000000FCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF02000000000000000300000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF04000000000000000400000000000000FDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF"> : tensor<4x4x4xi64>
  %b = stablehlo.constant dense<"0xFF020304"> : tensor<4x1xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [], operand_batching_dims = [2], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 3, 1>, indices_are_sorted = false}> : (tensor<4x4x4xi64>, tensor<4x1xi8>) -> tensor<2x3x4xi64>
  %w0 = stablehlo.constant dense<"0x0000000000000000FDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0300000000000000FDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0000000000000000FDFFFFFFFFFFFFFF0300000000000000040000000000000000000000000000000100000000000000FFFFFFFFFFFFFFFF0100000000000000FCFFFFFFFFFFFFFF04000000000000000400000000000000FFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF030000000000000003000000000000000200000000000000"> : tensor<2x3x4xi64>
  check.expect_eq %r0, %w0 : tensor<2x3x4xi64>
  return
}

// -----

func.func @gather_44() {
  %a = stablehlo.constant dense<"0x0000004000000000000000C00000803F00000040000080BF000000C00000803F"> : tensor<4x2xf32>
  %b = stablehlo.constant dense<> : tensor<3x0xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false}> : (tensor<4x2xf32>, tensor<3x0xui8>) -> tensor<3x1xf32>
  %w0 = stablehlo.constant dense<"0x00000040"> : tensor<3x1xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x1xf32>, tensor<3x1xf32>
  return
}

// -----

func.func @gather_45() {
  %a = stablehlo.constant dense<"0x0400"> : tensor<1x2x1xui8>
  %b = stablehlo.constant dense<"0xFFFFFFFF02000000"> : tensor<2x1x1x1xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 4], collapsed_slice_dims = [], operand_batching_dims = [2], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 2, 1>, indices_are_sorted = false}> : (tensor<1x2x1xui8>, tensor<2x1x1x1xi32>) -> tensor<2x1x1x1x2xui8>
  %w0 = stablehlo.constant dense<"0x04000400"> : tensor<2x1x1x1x2xui8>
  check.expect_eq %r0, %w0 : tensor<2x1x1x1x2xui8>
  return
}

// -----

func.func @gather_46() {
  %a = stablehlo.constant dense<"0x04000200000004000300"> : tensor<5xui16>
  %b = stablehlo.constant dense<"0x0102"> : tensor<1x1x2xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 5>, indices_are_sorted = false}> : (tensor<5xui16>, tensor<1x1x2xui8>) -> tensor<5x1x2xui16>
  %w0 = stablehlo.constant dense<"0x0400040002000200000000000400040003000300"> : tensor<5x1x2xui16>
  check.expect_eq %r0, %w0 : tensor<5x1x2xui16>
  return
}

// -----

func.func @gather_47() {
  %a = stablehlo.constant dense<> : tensor<0x4xi1>
  %b = stablehlo.constant dense<"0x04000000000000000100000000000000FEFFFFFFFFFFFFFF"> : tensor<3x1x1xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 0, 3>, indices_are_sorted = false}> : (tensor<0x4xi1>, tensor<3x1x1xi64>) -> tensor<0x3x3x1xi1>
  %w0 = stablehlo.constant dense<> : tensor<0x3x3x1xi1>
  check.expect_eq %r0, %w0 : tensor<0x3x3x1xi1>
  return
}

// -----

func.func @gather_48() {
  %a = stablehlo.constant dense<"0x000080C0000040C0000000000000E040000080400000A0C00000C0C0000040C0000080C00000C040"> : tensor<5xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0200000004000000"> : tensor<2x1xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 5>, indices_are_sorted = false}> : (tensor<5xcomplex<f32>>, tensor<2x1xi32>) -> tensor<2x5xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000080C0000040C0000000000000E040000080400000A0C00000C0C0000040C0000080C00000C040000080C0000040C0000000000000E040000080400000A0C00000C0C0000040C0000080C00000C040"> : tensor<2x5xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x5xcomplex<f32>>, tensor<2x5xcomplex<f32>>
  return
}

// -----

func.func @gather_49() {
  %a = stablehlo.constant dense<"0xFFFC03"> : tensor<3xi8>
  %b = stablehlo.constant dense<"0x0002"> : tensor<1x1x2xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<3xi8>, tensor<1x1x2xi8>) -> tensor<1x2xi8>
  %w0 = stablehlo.constant dense<"0xFF03"> : tensor<1x2xi8>
  check.expect_eq %r0, %w0 : tensor<1x2xi8>
  return
}

// -----

func.func @gather_50() {
  %a = stablehlo.constant dense<"0x00BF0000003E00BF0038"> : tensor<5x1xf16>
  %b = stablehlo.constant dense<"0xFFFFFFFF03000000FEFFFFFF040000000000000004000000"> : tensor<3x2xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 4, 1>, indices_are_sorted = false}> : (tensor<5x1xf16>, tensor<3x2xi32>) -> tensor<3x4xf16>
  %w0 = stablehlo.constant dense<"0x00BF0000003E00BF00BF0000003E00BF00BF0000003E00BF"> : tensor<3x4xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x4xf16>, tensor<3x4xf16>
  return
}

// -----

func.func @gather_51() {
  %a = stablehlo.constant dense<"0x000001010000010001000000010001"> : tensor<1x5x3xi1>
  %b = stablehlo.constant dense<"0x020000000000000005000000000000000000000000000000010000000000000002000000000000000500000000000000"> : tensor<2x3xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [0, 1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1, 3>, indices_are_sorted = false}> : (tensor<1x5x3xi1>, tensor<2x3xi64>) -> tensor<1x3x3xi1>
  %w0 = stablehlo.constant dense<"0x010000010001010001"> : tensor<1x3x3xi1>
  check.expect_eq %r0, %w0 : tensor<1x3x3xi1>
  return
}

// -----

func.func @gather_52() {
  %a = stablehlo.constant dense<"0x0400010002000000040000000400030003000200"> : tensor<2x1x5xui16>
  %b = stablehlo.constant dense<"0xFE05"> : tensor<2x1xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>, indices_are_sorted = false}> : (tensor<2x1x5xui16>, tensor<2x1xi8>) -> tensor<1x1x2xui16>
  %w0 = stablehlo.constant dense<"0x04000200"> : tensor<1x1x2xui16>
  check.expect_eq %r0, %w0 : tensor<1x1x2xui16>
  return
}

// -----

func.func @gather_53() {
  %a = stablehlo.constant dense<"0x0000C0C000000000000080BF000080C000000040000000C1"> : tensor<3xcomplex<f32>>
  %b = stablehlo.constant dense<> : tensor<3x0x3xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<3xcomplex<f32>>, tensor<3x0x3xui8>) -> tensor<3x3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000C0C000000000"> : tensor<3x3xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>
  return
}

// -----

func.func @gather_54() {
  %a = stablehlo.constant dense<"0x04020202"> : tensor<4xi8>
  %b = stablehlo.constant dense<> : tensor<1x0x0xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], start_index_map = [], index_vector_dim = 2>, slice_sizes = array<i64: 3>, indices_are_sorted = false}> : (tensor<4xi8>, tensor<1x0x0xi8>) -> tensor<1x3x0xi8>
  %w0 = stablehlo.constant dense<> : tensor<1x3x0xi8>
  check.expect_eq %r0, %w0 : tensor<1x3x0xi8>
  return
}

// -----

func.func @gather_55() {
  %a = stablehlo.constant dense<"0x003D004000BF"> : tensor<3xf16>
  %b = stablehlo.constant dense<"0x030203040503030102"> : tensor<1x3x3xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<3xf16>, tensor<1x3x3xui8>) -> tensor<3x3xf16>
  %w0 = stablehlo.constant dense<"0x00BF00BF00BF00BF00BF00BF00BF004000BF"> : tensor<3x3xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x3xf16>, tensor<3x3xf16>
  return
}

// -----

func.func @gather_56() {
  %a = stablehlo.constant dense<> : tensor<0xui8>
  %b = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFF"> : tensor<1xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 0>, indices_are_sorted = false}> : (tensor<0xui8>, tensor<1xi64>) -> tensor<0xui8>
  %w0 = stablehlo.constant dense<> : tensor<0xui8>
  check.expect_eq %r0, %w0 : tensor<0xui8>
  return
}

// -----

func.func @gather_57() {
  %a = stablehlo.constant dense<"0x010100000001000100010101000000000100000100000101010101010101"> : tensor<3x2x5xi1>
  %b = stablehlo.constant dense<> : tensor<2x0xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2, 3], collapsed_slice_dims = [], start_index_map = [1, 2], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = false}> : (tensor<3x2x5xi1>, tensor<2x0xui8>) -> tensor<1x0x1x4xi1>
  %w0 = stablehlo.constant dense<> : tensor<1x0x1x4xi1>
  check.expect_eq %r0, %w0 : tensor<1x0x1x4xi1>
  return
}

// -----

func.func @gather_58() {
  %a = stablehlo.constant dense<"0x000000000000F03F000000000000F03F000000000000F4BF0000000000000000000000000000D0BF000000000000E8BF000000000000F03F00000000000000C0000000000000D03F0000000000000040000000000000E8BF000000000000F83F000000000000F4BF0000000000000000000000000000E83F000000000000F43F000000000000E83F000000000000F03F000000000000F8BF0000000000000040000000000000E0BF000000000000F03F0000000000000000000000000000E03F000000000000F03F000000000000F8BF000000000000E0BF0000000000000040000000000000F83F000000000000D03F000000000000F4BF000000000000F83F000000000000D0BF000000000000F0BF000000000000FC3F000000000000F43F0000000000000040000000000000FC3F000000000000F83F000000000000D0BF000000000000F8BF000000000000FC3F000000000000F03F000000000000F8BF0000000000000000000000000000E8BF000000000000FC3F000000000000E83F000000000000FCBF000000000000D03F"> : tensor<2x5x5xf64>
  %b = stablehlo.constant dense<"0x020000000000000001000000"> : tensor<3xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2], collapsed_slice_dims = [], start_index_map = [0, 1, 2], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1, 2>, indices_are_sorted = false}> : (tensor<2x5x5xf64>, tensor<3xi32>) -> tensor<1x1x2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000E0BF0000000000000040"> : tensor<1x1x2xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x1x2xf64>, tensor<1x1x2xf64>
  return
}

// -----

func.func @gather_59() {
  %a = stablehlo.constant dense<"0x80BF"> : tensor<1xbf16>
  %b = stablehlo.constant dense<"0x030104030002050104"> : tensor<3x1x3xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<1xbf16>, tensor<3x1x3xui8>) -> tensor<3x3xbf16>
  %w0 = stablehlo.constant dense<"0x80BF"> : tensor<3x3xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x3xbf16>, tensor<3x3xbf16>
  return
}

// -----

func.func @gather_60() {
  %a = stablehlo.constant dense<"0x0201FCFCFE0401FD"> : tensor<2x4xi8>
  %b = stablehlo.constant dense<"0x0200000000000000FEFFFFFFFFFFFFFF"> : tensor<2xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [], start_index_map = [1, 0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 3>, indices_are_sorted = false}> : (tensor<2x4xi8>, tensor<2xi64>) -> tensor<1x3xi8>
  %w0 = stablehlo.constant dense<"0x01FCFC"> : tensor<1x3xi8>
  check.expect_eq %r0, %w0 : tensor<1x3xi8>
  return
}

// -----

func.func @gather_61() {
  %a = stablehlo.constant dense<"0x0000403F0000C03F"> : tensor<1x2xf32>
  %b = stablehlo.constant dense<> : tensor<2x3x1x0xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [], index_vector_dim = 3>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false}> : (tensor<1x2xf32>, tensor<2x3x1x0xi8>) -> tensor<2x3x2x1xf32>
  %w0 = stablehlo.constant dense<"0x0000403F0000C03F0000403F0000C03F0000403F0000C03F0000403F0000C03F0000403F0000C03F0000403F0000C03F"> : tensor<2x3x2x1xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2x1xf32>, tensor<2x3x2x1xf32>
  return
}

// -----

func.func @gather_62() {
  %a = stablehlo.constant dense<"0x80BF80BE"> : tensor<2xbf16>
  %b = stablehlo.constant dense<"0x00"> : tensor<1x1xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 2>, indices_are_sorted = false}> : (tensor<2xbf16>, tensor<1x1xui8>) -> tensor<2x1xbf16>
  %w0 = stablehlo.constant dense<"0x80BF80BE"> : tensor<2x1xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x1xbf16>, tensor<2x1xbf16>
  return
}

// -----

func.func @gather_63() {
  %a = stablehlo.constant dense<"0x000080C00000C0400000C040000080400000A0C0000080C00000004100000041"> : tensor<4xcomplex<f32>>
  %b = stablehlo.constant dense<> : tensor<0x3xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [], index_vector_dim = 0>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<4xcomplex<f32>>, tensor<0x3xi8>) -> tensor<3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000080C00000C040"> : tensor<3xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>
  return
}

// -----

func.func @gather_64() {
  %a = stablehlo.constant dense<"0x00BA00BE0034"> : tensor<3xf16>
  %b = stablehlo.constant dense<"0xFEFFFFFF"> : tensor<1x1xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 3>, indices_are_sorted = false}> : (tensor<3xf16>, tensor<1x1xi32>) -> tensor<1x3xf16>
  %w0 = stablehlo.constant dense<"0x00BA00BE0034"> : tensor<1x3xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x3xf16>, tensor<1x3xf16>
  return
}

// -----

func.func @gather_65() {
  %a = stablehlo.constant dense<"0x000000000000F43F000000000000E0BF000000000000E8BF0000000000000000000000000000F8BF"> : tensor<5xf64>
  %b = stablehlo.constant dense<"0x05000000"> : tensor<1xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 4>, indices_are_sorted = false}> : (tensor<5xf64>, tensor<1xi32>) -> tensor<4xf64>
  %w0 = stablehlo.constant dense<"0x000000000000E0BF000000000000E8BF0000000000000000000000000000F8BF"> : tensor<4xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}

// -----

func.func @gather_66() {
  %a = stablehlo.constant dense<"0x000100010001000101000100000100"> : tensor<5x3xi1>
  %b = stablehlo.constant dense<"0x030000000000000000000000000000000200000000000000"> : tensor<3x1xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false}> : (tensor<5x3xi1>, tensor<3x1xi64>) -> tensor<1x1x3xi1>
  %w0 = stablehlo.constant dense<"0x00"> : tensor<1x1x3xi1>
  check.expect_eq %r0, %w0 : tensor<1x1x3xi1>
  return
}

// -----

func.func @gather_67() {
  %a = stablehlo.constant dense<"0x000003000200010003000100020004000300"> : tensor<3x3xui16>
  %b = stablehlo.constant dense<"0x030102"> : tensor<1x1x3xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 2>, indices_are_sorted = false}> : (tensor<3x3xui16>, tensor<1x1x3xi8>) -> tensor<1x3x2x2xui16>
  %w0 = stablehlo.constant dense<"0x030002000300010003000200030001000300020003000100"> : tensor<1x3x2x2xui16>
  check.expect_eq %r0, %w0 : tensor<1x3x2x2xui16>
  return
}

// -----

func.func @gather_68() {
  %a = stablehlo.constant dense<> : tensor<5x0x4xi1>
  %b = stablehlo.constant dense<"0x000001010102020502"> : tensor<3x3xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [0], start_index_map = [1, 0, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 0, 2>, indices_are_sorted = false}> : (tensor<5x0x4xi1>, tensor<3x3xui8>) -> tensor<0x2x3xi1>
  %w0 = stablehlo.constant dense<> : tensor<0x2x3xi1>
  check.expect_eq %r0, %w0 : tensor<0x2x3xi1>
  return
}

// -----

func.func @gather_69() {
  %a = stablehlo.constant dense<"0x010301030003030400"> : tensor<3x1x3xui8>
  %b = stablehlo.constant dense<"0x04000000"> : tensor<1x1xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 2>, indices_are_sorted = false}> : (tensor<3x1x3xui8>, tensor<1x1xi32>) -> tensor<1x2x1xui8>
  %w0 = stablehlo.constant dense<"0x0301"> : tensor<1x2x1xui8>
  check.expect_eq %r0, %w0 : tensor<1x2x1xui8>
  return
}

// -----

func.func @gather_70() {
  %a = stablehlo.constant dense<"0x00BC"> : tensor<1xf16>
  %b = stablehlo.constant dense<"0xFE05040003FF"> : tensor<1x3x2xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<1xf16>, tensor<1x3x2xi8>) -> tensor<3x2xf16>
  %w0 = stablehlo.constant dense<"0x00BC"> : tensor<3x2xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x2xf16>, tensor<3x2xf16>
  return
}

// -----

func.func @gather_71() {
  %a = stablehlo.constant dense<"0x000000000000D0BF000000000000D03F000000000000E8BF0000000000000040000000000000F83F000000000000F03F000000000000D0BF0000000000000000000000000000F8BF0000000000000040000000000000E03F000000000000F83F0000000000000040000000000000F03F000000000000E8BF000000000000F43F000000000000F4BF000000000000FC3F000000000000D03F000000000000E03F000000000000F0BF000000000000FC3F0000000000000000000000000000E8BF000000000000F0BF000000000000F03F00000000000000C0000000000000FC3F00000000000000000000000000000040000000000000F83F00000000000000C0000000000000D03F000000000000E0BF000000000000D03F000000000000E83F000000000000E0BF000000000000000000000000000000400000000000000040"> : tensor<4x5x2xf64>
  %b = stablehlo.constant dense<"0x00000000000000000200000000000000050000000000000002000000000000000400000000000000"> : tensor<5x1xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>, indices_are_sorted = false}> : (tensor<4x5x2xf64>, tensor<5x1xi64>) -> tensor<1x5xf64>
  %w0 = stablehlo.constant dense<"0x000000000000D0BF0000000000000040000000000000F03F00000000000000000000000000000040"> : tensor<1x5xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x5xf64>, tensor<1x5xf64>
  return
}

// -----

func.func @gather_72() {
  %a = stablehlo.constant dense<"0x000000C10000C0C0"> : tensor<1x1xcomplex<f32>>
  %b = stablehlo.constant dense<> : tensor<1x3x1x0xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false}> : (tensor<1x1xcomplex<f32>>, tensor<1x3x1x0xui8>) -> tensor<1x3x1xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000000C10000C0C0"> : tensor<1x3x1xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x3x1xcomplex<f32>>, tensor<1x3x1xcomplex<f32>>
  return
}

// -----

func.func @gather_73() {
  %a = stablehlo.constant dense<"0x0000C0BF0000003F000040BF0000403F000000BF000080BF000000C00000803E0000000000000040000000C00000C03F0000E03F0000A03F0000C03F00000040"> : tensor<4x1x4xf32>
  %b = stablehlo.constant dense<"0x0000000005000000FEFFFFFF"> : tensor<3xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0, 1], start_index_map = [1, 2, 0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1, 3>, indices_are_sorted = false}> : (tensor<4x1x4xf32>, tensor<3xi32>) -> tensor<3xf32>
  %w0 = stablehlo.constant dense<"0x0000003F000040BF0000403F"> : tensor<3xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @gather_74() {
  %a = stablehlo.constant dense<"0x03000000FCFFFFFF00000000FFFFFFFFFFFFFFFF0400000002000000FFFFFFFF00000000FEFFFFFFFEFFFFFFFCFFFFFF01000000000000000400000003000000020000000000000002000000FEFFFFFF03000000FDFFFFFFFDFFFFFF0000000002000000FEFFFFFFFFFFFFFF0100000003000000FCFFFFFF0100000000000000000000000300000004000000FFFFFFFF03000000FCFFFFFFFFFFFFFF000000000300000003000000020000000200000000000000020000000000000004000000010000000000000004000000FEFFFFFFFCFFFFFF0200000002000000FDFFFFFFFDFFFFFFFDFFFFFFFDFFFFFF02000000FCFFFFFFFFFFFFFF0200000000000000"> : tensor<4x4x4xi32>
  %b = stablehlo.constant dense<"0x00"> : tensor<2x1xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0, 1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 3>, indices_are_sorted = false}> : (tensor<4x4x4xi32>, tensor<2x1xui8>) -> tensor<3x2xi32>
  %w0 = stablehlo.constant dense<"0x0300000003000000FCFFFFFFFCFFFFFF0000000000000000"> : tensor<3x2xi32>
  check.expect_eq %r0, %w0 : tensor<3x2xi32>
  return
}

// -----

func.func @gather_75() {
  %a = stablehlo.constant dense<"0x0200000000000000FEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF010000000000000001000000000000000300000000000000FFFFFFFFFFFFFFFF0000000000000000FEFFFFFFFFFFFFFF030000000000000002000000000000000100000000000000FCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0300000000000000040000000000000004000000000000000100000000000000FEFFFFFFFFFFFFFF010000000000000001000000000000000200000000000000FFFFFFFFFFFFFFFF"> : tensor<4x2x3xi64>
  %b = stablehlo.constant dense<"0xFE"> : tensor<1xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false}> : (tensor<4x2x3xi64>, tensor<1xi8>) -> tensor<2x2xi64>
  %w0 = stablehlo.constant dense<"0x0200000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0100000000000000"> : tensor<2x2xi64>
  check.expect_eq %r0, %w0 : tensor<2x2xi64>
  return
}

// -----

func.func @gather_76() {
  %a = stablehlo.constant dense<"0x000000000000FCBF000000000000E8BF000000000000F43F000000000000E0BF000000000000F0BF000000000000F0BF000000000000E03F000000000000F4BF000000000000E8BF000000000000F43F000000000000F4BF000000000000F0BF000000000000D0BF000000000000E83F000000000000E83F000000000000F8BF000000000000D03F000000000000E8BF000000000000FCBF000000000000F0BF000000000000FCBF000000000000F4BF0000000000000040000000000000E03F000000000000F4BF000000000000F0BF00000000000000C0000000000000F4BF000000000000F43F000000000000F4BF000000000000F0BF000000000000E83F0000000000000040000000000000F43F0000000000000040000000000000E0BF0000000000000040000000000000E83F000000000000D03F000000000000F4BF000000000000D0BF0000000000000000000000000000F43F000000000000F03F000000000000F4BF000000000000D0BF000000000000F03F00000000000000C0000000000000E0BF000000000000D0BF"> : tensor<2x5x5xf64>
  %b = stablehlo.constant dense<"0x000000000200000005000000000000000400000002000000"> : tensor<2x3xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0, 1], start_index_map = [1, 2, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 2>, indices_are_sorted = false}> : (tensor<2x5x5xf64>, tensor<2x3xi32>) -> tensor<2x2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F4BF000000000000F43F000000000000F43F000000000000F4BF"> : tensor<2x2xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x2xf64>, tensor<2x2xf64>
  return
}

// -----

func.func @gather_77() {
  %a = stablehlo.constant dense<"0x000100010000000100010001010000000001010100010101"> : tensor<4x2x3xi1>
  %b = stablehlo.constant dense<"0x0400000000000000050000000000000001000000000000000400000000000000"> : tensor<1x4x1xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1, 2], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>, indices_are_sorted = false}> : (tensor<4x2x3xi1>, tensor<1x4x1xi64>) -> tensor<1x4xi1>
  %w0 = stablehlo.constant dense<"0x01010001"> : tensor<1x4xi1>
  check.expect_eq %r0, %w0 : tensor<1x4xi1>
  return
}

// -----

func.func @gather_78() {
  %a = stablehlo.constant dense<"0xFEFFFFFF00000000FFFFFFFF04000000010000000000000000000000000000000200000000000000FCFFFFFF0400000000000000030000000000000003000000FFFFFFFF0200000004000000FCFFFFFFFDFFFFFF0300000001000000FDFFFFFFFCFFFFFF020000000100000004000000FCFFFFFF000000000000000003000000FEFFFFFF01000000FFFFFFFF01000000FCFFFFFF000000000300000003000000FCFFFFFF03000000FDFFFFFF020000000100000000000000FFFFFFFFFFFFFFFF0300000001000000FCFFFFFFFDFFFFFFFEFFFFFFFEFFFFFFFCFFFFFF04000000FFFFFFFF0300000004000000000000000200000004000000020000000100000004000000000000000400000003000000FDFFFFFFFFFFFFFF01000000030000000100000000000000FDFFFFFFFDFFFFFF0100000000000000FEFFFFFF01000000"> : tensor<5x4x4xi32>
  %b = stablehlo.constant dense<> : tensor<4x0xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], operand_batching_dims = [2], start_indices_batching_dims = [0], start_index_map = [], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4, 1>, indices_are_sorted = false}> : (tensor<5x4x4xi32>, tensor<4x0xi64>) -> tensor<4x4xi32>
  %w0 = stablehlo.constant dense<"0xFEFFFFFF00000000FFFFFFFF04000000010000000000000000000000000000000200000000000000FCFFFFFF0400000000000000030000000000000003000000"> : tensor<4x4xi32>
  check.expect_eq %r0, %w0 : tensor<4x4xi32>
  return
}

// -----

func.func @gather_79() {
  %a = stablehlo.constant dense<"0x00000000000040C00000C0400000A0C00000A0C00000A0400000C040000040C00000C040000080BF00000040000000C100008040000000400000C040000080400000A0400000E040000000C0000080C00000C0C000008040000040400000A040000040C0000000C1000080C0000000C10000404000004040"> : tensor<3x5xcomplex<f32>>
  %b = stablehlo.constant dense<"0x030000000000000003000000000000000500000000000000FEFFFFFFFFFFFFFF0100000000000000FFFFFFFFFFFFFFFF"> : tensor<1x2x3xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 2, 2>, indices_are_sorted = false}> : (tensor<3x5xcomplex<f32>>, tensor<1x2x3xi64>) -> tensor<2x3x2x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x00000040000000C100008040000000400000C0C000008040000040400000A04000000040000000C100008040000000400000C0C000008040000040400000A04000000040000000C100008040000000400000C0C000008040000040400000A04000000000000040C00000C0400000A0C000000040000000C1000080400000004000000040000000C100008040000000400000C0C000008040000040400000A04000000000000040C00000C0400000A0C000000040000000C10000804000000040"> : tensor<2x3x2x2xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2x2xcomplex<f32>>, tensor<2x3x2x2xcomplex<f32>>
  return
}

// -----

func.func @gather_80() {
  %a = stablehlo.constant dense<"0x0100010004000100030001000300030004000300030004000300010002000400"> : tensor<4x4xui16>
  %b = stablehlo.constant dense<> : tensor<0x1x1xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0, 1], start_index_map = [], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false}> : (tensor<4x4xui16>, tensor<0x1x1xi64>) -> tensor<1x1xui16>
  %w0 = stablehlo.constant dense<"0x0100"> : tensor<1x1xui16>
  check.expect_eq %r0, %w0 : tensor<1x1xui16>
  return
}

// -----

func.func @gather_81() {
  %a = stablehlo.constant dense<"0xFE01FD00020402FCFD040000"> : tensor<4x1x3xi8>
  %b = stablehlo.constant dense<"0x040503030505"> : tensor<2x3xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1, 2], start_index_map = [1, 0], index_vector_dim = 0>, slice_sizes = array<i64: 3, 1, 1>, indices_are_sorted = false}> : (tensor<4x1x3xi8>, tensor<2x3xi8>) -> tensor<3x3xi8>
  %w0 = stablehlo.constant dense<"0x000204000204000204"> : tensor<3x3xi8>
  check.expect_eq %r0, %w0 : tensor<3x3xi8>
  return
}

// -----

func.func @gather_82() {
  %a = stablehlo.constant dense<"0x000040400000C0400000E0C00000803F000000C10000C0C0000080BF00008040000000C000000040000000410000E0C00000A0C0000040C0000000C000008040000080C00000A040000000000000C040"> : tensor<2x5xcomplex<f32>>
  %b = stablehlo.constant dense<> : tensor<2x1x5x0xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [2], start_index_map = [], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false}> : (tensor<2x5xcomplex<f32>>, tensor<2x1x5x0xi32>) -> tensor<2x1x5xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000040400000C0400000E0C00000803F000000C10000C0C0000080BF00008040000000C000000040000040400000C0400000E0C00000803F000000C10000C0C0000080BF00008040000000C000000040"> : tensor<2x1x5xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x1x5xcomplex<f32>>, tensor<2x1x5xcomplex<f32>>
  return
}

// -----

func.func @gather_83() {
  %a = stablehlo.constant dense<"0x00000000000000400000803E"> : tensor<3x1xf32>
  %b = stablehlo.constant dense<"0x0504"> : tensor<2x1xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false}> : (tensor<3x1xf32>, tensor<2x1xui8>) -> tensor<1x1xf32>
  %w0 = stablehlo.constant dense<"0x0000803E"> : tensor<1x1xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x1xf32>, tensor<1x1xf32>
  return
}

// -----

func.func @gather_84() {
  %a = stablehlo.constant dense<"0xE0BF0040E0BF803F803F803E000000BFC03FE0BF803F803FE0BF80BEA03F"> : tensor<3x5xbf16>
  %b = stablehlo.constant dense<"0x0500000000000000FEFFFFFFFFFFFFFF0300000000000000010000000000000004000000000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0100000000000000FEFFFFFFFFFFFFFF020000000000000000000000000000000400000000000000FEFFFFFFFFFFFFFF"> : tensor<3x5x1xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false}> : (tensor<3x5xbf16>, tensor<3x5x1xi64>) -> tensor<3x5xbf16>
  %w0 = stablehlo.constant dense<"0x803F0040E0BFC03FA03FE0BF0040E0BF803FE0BFE0BF803FE0BF80BE803F"> : tensor<3x5xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x5xbf16>, tensor<3x5xbf16>
  return
}

// -----

func.func @gather_85() {
  %a = stablehlo.constant dense<"0x000101010000010100000101"> : tensor<4x3xi1>
  %b = stablehlo.constant dense<"0x0300030304010104"> : tensor<1x2x4x1xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false}> : (tensor<4x3xi1>, tensor<1x2x4x1xi8>) -> tensor<1x2x2x4xi1>
  %w0 = stablehlo.constant dense<"0x01010101010000010100010101000001"> : tensor<1x2x2x4xi1>
  check.expect_eq %r0, %w0 : tensor<1x2x2x4xi1>
  return
}

// -----

func.func @gather_86() {
  %a = stablehlo.constant dense<"0x00000040003FA0BFC03F803FA0BFA0BF80BF0040E0BF80BFA03FE0BF0000C03FC03FA0BF0000C03FE03FC03F0040003FE0BF"> : tensor<5x5x1xbf16>
  %b = stablehlo.constant dense<"0x01FE05FF05000200FFFE"> : tensor<1x5x2xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1, 2], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>, indices_are_sorted = false}> : (tensor<5x5x1xbf16>, tensor<1x5x2xi8>) -> tensor<1x5xbf16>
  %w0 = stablehlo.constant dense<"0x004000400000A0BFE03F"> : tensor<1x5xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x5xbf16>, tensor<1x5xbf16>
  return
}

// -----

func.func @gather_87() {
  %a = stablehlo.constant dense<"0x0000C0BF000000400000003F"> : tensor<1x3xf32>
  %b = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFF"> : tensor<1x1xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false}> : (tensor<1x3xf32>, tensor<1x1xi64>) -> tensor<1x1xf32>
  %w0 = stablehlo.constant dense<"0x0000C0BF"> : tensor<1x1xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x1xf32>, tensor<1x1xf32>
  return
}

// -----

func.func @gather_88() {
  %a = stablehlo.constant dense<"0x040000000300"> : tensor<3xui16>
  %b = stablehlo.constant dense<"0x050000000000000004000000000000000300000000000000"> : tensor<1x3xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<3xui16>, tensor<1x3xi64>) -> tensor<3xui16>
  %w0 = stablehlo.constant dense<"0x0300"> : tensor<3xui16>
  check.expect_eq %r0, %w0 : tensor<3xui16>
  return
}

// -----

func.func @gather_89() {
  %a = stablehlo.constant dense<"0x010100"> : tensor<3xi1>
  %b = stablehlo.constant dense<"0x01"> : tensor<1x1x1xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 3>, indices_are_sorted = false}> : (tensor<3xi1>, tensor<1x1x1xui8>) -> tensor<1x3x1xi1>
  %w0 = stablehlo.constant dense<"0x010100"> : tensor<1x3x1xi1>
  check.expect_eq %r0, %w0 : tensor<1x3x1xi1>
  return
}

// -----

func.func @gather_90() {
  %a = stablehlo.constant dense<> : tensor<3x0x1xi64>
  %b = stablehlo.constant dense<> : tensor<2x3x1x0xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [0], operand_batching_dims = [2], start_indices_batching_dims = [2], start_index_map = [], index_vector_dim = 3>, slice_sizes = array<i64: 1, 0, 1>, indices_are_sorted = false}> : (tensor<3x0x1xi64>, tensor<2x3x1x0xi32>) -> tensor<2x3x1x0xi64>
  %w0 = stablehlo.constant dense<> : tensor<2x3x1x0xi64>
  check.expect_eq %r0, %w0 : tensor<2x3x1x0xi64>
  return
}

// -----

func.func @gather_91() {
  %a = stablehlo.constant dense<> : tensor<1x0xbf16>
  %b = stablehlo.constant dense<"0x01"> : tensor<1x1xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 0>, indices_are_sorted = false}> : (tensor<1x0xbf16>, tensor<1x1xui8>) -> tensor<0x1xbf16>
  %w0 = stablehlo.constant dense<> : tensor<0x1xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<0x1xbf16>, tensor<0x1xbf16>
  return
}

// -----

func.func @gather_92() {
  %a = stablehlo.constant dense<"0x04FEFC010401FF0404FF"> : tensor<5x1x2xi8>
  %b = stablehlo.constant dense<"0x00000000000000000100000000000000"> : tensor<2x1x1x1xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [2], start_index_map = [2], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2>, indices_are_sorted = false}> : (tensor<5x1x2xi8>, tensor<2x1x1x1xi64>) -> tensor<2x2x1x1xi8>
  %w0 = stablehlo.constant dense<"0x0404FEFE"> : tensor<2x2x1x1xi8>
  check.expect_eq %r0, %w0 : tensor<2x2x1x1xi8>
  return
}

// -----

func.func @gather_93() {
  %a = stablehlo.constant dense<"0x00004040000080BF000000400000A0C0000000000000E04000004040000080BF"> : tensor<1x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x040100"> : tensor<1x3xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [], start_index_map = [1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false}> : (tensor<1x4xcomplex<f32>>, tensor<1x3xi8>) -> tensor<1x3x4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x00004040000080BF000000400000A0C0000000000000E04000004040000080BF00004040000080BF000000400000A0C0000000000000E04000004040000080BF00004040000080BF000000400000A0C0000000000000E04000004040000080BF"> : tensor<1x3x4xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x3x4xcomplex<f32>>, tensor<1x3x4xcomplex<f32>>
  return
}

// -----

func.func @gather_94() {
  %a = stablehlo.constant dense<"0x000100"> : tensor<3xi1>
  %b = stablehlo.constant dense<> : tensor<3x0xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], start_index_map = [], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<3xi1>, tensor<3x0xi8>) -> tensor<3x1xi1>
  %w0 = stablehlo.constant dense<"0x00"> : tensor<3x1xi1>
  check.expect_eq %r0, %w0 : tensor<3x1xi1>
  return
}

// -----

func.func @gather_95() {
  %a = stablehlo.constant dense<"0x0000C0C00000803F000080BF0000A0C0000080C0000000C10000C0C00000803F000040C0000040C00000A0400000A0C0000000C10000E0400000A0C00000000000004040000080C00000E040000000000000E0400000E0C0000080C00000C0C00000C0400000C0400000804000004040000000400000A040000000C1000000000000A040000040400000A0C0000000C1000040C000000040000000C10000803F0000A0400000E0C00000004000004040000080BF000080C0000080BF0000E0C00000C0C00000803F000080400000C0400000C0C00000C0C0000080BF0000803F000040C000004040000080BF0000E0C0"> : tensor<2x3x5xcomplex<f32>>
  %b = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF04000000000000000500000000000000"> : tensor<3xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0, 2], start_index_map = [2, 1, 0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 3, 1>, indices_are_sorted = false}> : (tensor<2x3x5xcomplex<f32>>, tensor<3xi64>) -> tensor<3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000000C1000000000000A0400000E0C0000080400000C040"> : tensor<3xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>
  return
}

// -----

func.func @gather_96() {
  %a = stablehlo.constant dense<"0x03000000FCFFFFFF04000000FFFFFFFF"> : tensor<4xi32>
  %b = stablehlo.constant dense<"0x01000000FFFFFFFF0100000002000000FEFFFFFF03000000"> : tensor<2x1x3xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2>, indices_are_sorted = false}> : (tensor<4xi32>, tensor<2x1x3xi32>) -> tensor<2x2x3xi32>
  %w0 = stablehlo.constant dense<"0xFCFFFFFF03000000FCFFFFFF04000000030000000400000004000000FCFFFFFF04000000FFFFFFFFFCFFFFFFFFFFFFFF"> : tensor<2x2x3xi32>
  check.expect_eq %r0, %w0 : tensor<2x2x3xi32>
  return
}

// -----

func.func @gather_97() {
  %a = stablehlo.constant dense<"0x0000E0BF000000BF000000000000E03F0000E0BF000000C0000000C00000A0BF0000A03F000000000000403F0000403F0000E0BF0000E03F000040BF"> : tensor<3x1x5xf32>
  %b = stablehlo.constant dense<"0x020000000000000000000000040000000200000002000000"> : tensor<3x2xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1, 2], start_index_map = [1, 0, 2], index_vector_dim = 0>, slice_sizes = array<i64: 3, 1, 1>, indices_are_sorted = false}> : (tensor<3x1x5xf32>, tensor<3x2xi32>) -> tensor<3x2xf32>
  %w0 = stablehlo.constant dense<"0x00000000000000000000A0BF0000A0BF0000E0BF0000E0BF"> : tensor<3x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x2xf32>, tensor<3x2xf32>
  return
}

// -----

func.func @gather_98() {
  %a = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFFFDFFFFFFFCFFFFFF"> : tensor<4xi32>
  %b = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFF04000000000000000100000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0000000000000000"> : tensor<1x2x3xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<4xi32>, tensor<1x2x3xi64>) -> tensor<2x3xi32>
  %w0 = stablehlo.constant dense<"0xFFFFFFFFFCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"> : tensor<2x3xi32>
  check.expect_eq %r0, %w0 : tensor<2x3xi32>
  return
}

// -----

func.func @gather_99() {
  %a = stablehlo.constant dense<"0x0001010101010101000000000001010001010000"> : tensor<5x4x1xi1>
  %b = stablehlo.constant dense<"0x02040401010000020202"> : tensor<5x2xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2, 1>, indices_are_sorted = false}> : (tensor<5x4x1xi1>, tensor<5x2xui8>) -> tensor<5x2x1xi1>
  %w0 = stablehlo.constant dense<"0x01010101000001000000"> : tensor<5x2x1xi1>
  check.expect_eq %r0, %w0 : tensor<5x2x1xi1>
  return
}

// -----

func.func @gather_100() {
  %a = stablehlo.constant dense<"0x000001000100010001000300000002000000000001000200030004000100040000000000010001000400010003000000"> : tensor<3x2x4xui16>
  %b = stablehlo.constant dense<"0x020304030003"> : tensor<3x2xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [1], start_index_map = [2, 0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 1, 1>, indices_are_sorted = false}> : (tensor<3x2x4xui16>, tensor<3x2xui8>) -> tensor<3x2x1xui16>
  %w0 = stablehlo.constant dense<"0x010001000200010000000000"> : tensor<3x2x1xui16>
  check.expect_eq %r0, %w0 : tensor<3x2x1xui16>
  return
}

// -----

func.func @gather_101() {
  %a = stablehlo.constant dense<"0x0000E0BF0000E03F0000A03F0000A03F000000C0000080BF0000E03F0000C0BF0000C0BF000000BF0000403F000040BF0000C03F0000803E0000003F0000003F0000E03F0000803F0000403F0000803E000000BF0000803F000080BF000080BE"> : tensor<2x4x3xf32>
  %b = stablehlo.constant dense<> : tensor<1x1x0xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 4], collapsed_slice_dims = [], start_index_map = [], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>, indices_are_sorted = false}> : (tensor<2x4x3xf32>, tensor<1x1x0xi64>) -> tensor<1x1x1x1x2xf32>
  %w0 = stablehlo.constant dense<"0x0000E0BF0000E03F"> : tensor<1x1x1x1x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x1x1x1x2xf32>, tensor<1x1x1x1x2xf32>
  return
}

// -----

func.func @gather_102() {
  %a = stablehlo.constant dense<"0x00"> : tensor<3x1xi1>
  %b = stablehlo.constant dense<"0x02"> : tensor<1xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false}> : (tensor<3x1xi1>, tensor<1xui8>) -> tensor<1xi1>
  %w0 = stablehlo.constant dense<"0x00"> : tensor<1xi1>
  check.expect_eq %r0, %w0 : tensor<1xi1>
  return
}

// -----

func.func @gather_103() {
  %a = stablehlo.constant dense<"0x00"> : tensor<1xui8>
  %b = stablehlo.constant dense<> : tensor<0x2x3xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [], index_vector_dim = 0>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<1xui8>, tensor<0x2x3xi32>) -> tensor<2x3xui8>
  %w0 = stablehlo.constant dense<"0x00"> : tensor<2x3xui8>
  check.expect_eq %r0, %w0 : tensor<2x3xui8>
  return
}

// -----

func.func @gather_104() {
  %a = stablehlo.constant dense<"0xFEFDFEFC0001FF04020202FE01000302FDFDFC04FE0204FF03FD02"> : tensor<3x3x3xi8>
  %b = stablehlo.constant dense<"0x05FF0100040303030103FFFFFEFEFF0100FE"> : tensor<1x3x3x2xi8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [2], start_indices_batching_dims = [2], start_index_map = [0, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 3, 1>, indices_are_sorted = false}> : (tensor<3x3x3xi8>, tensor<1x3x3x2xi8>) -> tensor<1x3x3x3xi8>
  %w0 = stablehlo.constant dense<"0xFC02FEFC02FEFEFDFE0200FF020001FC000103FD0203FD02FF0402"> : tensor<1x3x3x3xi8>
  check.expect_eq %r0, %w0 : tensor<1x3x3x3xi8>
  return
}

// -----

func.func @gather_105() {
  %a = stablehlo.constant dense<"0x03000000"> : tensor<1xi32>
  %b = stablehlo.constant dense<"0x0405"> : tensor<2x1xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<1xi32>, tensor<2x1xui8>) -> tensor<2x1xi32>
  %w0 = stablehlo.constant dense<"0x03000000"> : tensor<2x1xi32>
  check.expect_eq %r0, %w0 : tensor<2x1xi32>
  return
}

// -----

func.func @gather_106() {
  %a = stablehlo.constant dense<"0x02"> : tensor<1xui8>
  %b = stablehlo.constant dense<"0xFEFFFFFF0300000003000000"> : tensor<3x1xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<1xui8>, tensor<3x1xi32>) -> tensor<3xui8>
  %w0 = stablehlo.constant dense<"0x02"> : tensor<3xui8>
  check.expect_eq %r0, %w0 : tensor<3xui8>
  return
}

// -----

func.func @gather_107() {
  %a = stablehlo.constant dense<"0x000000C10000E04000008040000000400000A04000000040000000410000E0400000C04000008040"> : tensor<5xcomplex<f32>>
  %b = stablehlo.constant dense<> : tensor<1x1x0xui8>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [], start_index_map = [], index_vector_dim = 2>, slice_sizes = array<i64: 3>, indices_are_sorted = false}> : (tensor<5xcomplex<f32>>, tensor<1x1x0xui8>) -> tensor<3x1x1xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000000C10000E04000008040000000400000A04000000040"> : tensor<3x1x1xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x1x1xcomplex<f32>>, tensor<3x1x1xcomplex<f32>>
  return
}

// -----

func.func @gather_108() {
  %a = stablehlo.constant dense<"0xC03F00C0403F00000000C03F00BF0040A0BF00C0003F80BFC0BF0000C03F0000"> : tensor<4x4xbf16>
  %b = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFF04000000000000000500000000000000FFFFFFFFFFFFFFFF01000000000000000000000000000000"> : tensor<3x2xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false}> : (tensor<4x4xbf16>, tensor<3x2xi64>) -> tensor<1x1x3xbf16>
  %w0 = stablehlo.constant dense<"0xC0BF000000C0"> : tensor<1x1x3xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x1x3xbf16>, tensor<1x1x3xbf16>
  return
}

// -----

func.func @gather_109() {
  %a = stablehlo.constant dense<> : tensor<5x0xf64>
  %b = stablehlo.constant dense<> : tensor<2x3x5x0xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [], index_vector_dim = 3>, slice_sizes = array<i64: 1, 0>, indices_are_sorted = false}> : (tensor<5x0xf64>, tensor<2x3x5x0xi32>) -> tensor<2x3x0x5xf64>
  %w0 = stablehlo.constant dense<> : tensor<2x3x0x5xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x0x5xf64>, tensor<2x3x0x5xf64>
  return
}

// -----

func.func @scatter_subtract_0() {
  %a = stablehlo.constant dense<"0x000040400000C040000000C1000040C0000000C1000080BF000080BF0000C0400000004100000041"> : tensor<5xcomplex<f32>>
  %b = stablehlo.constant dense<> : tensor<0x3xi64>
  %c = stablehlo.constant dense<"0x0000C0C0000080400000E0C0000080C00000C040000000410000C0C0000040C00000E040000080BF0000803F0000A040000000410000E0C0000080C0000000C10000A0400000E040"> : tensor<3x3xcomplex<f32>>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [], scatter_dims_to_operand_dims = [], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
  %z = stablehlo.subtract %x, %y : tensor<complex<f32>>
  stablehlo.return %z : tensor<complex<f32>>
  }) : (tensor<5xcomplex<f32>>, tensor<0x3xi64>, tensor<3x3xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000E04000004041000080C0000020410000A0C10000A8C1000080BF0000C0400000004100000041"> : tensor<5xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<5xcomplex<f32>>
  return
}

// -----

func.func @scatter_minimum_1() {
  %a = stablehlo.constant dense<"0x000080BF0000C03F0000003F000000BF000000400000C0BF0000E03F000080BF000000C0000080BE0000C03F000080BE0000403F000000C00000C03F"> : tensor<5x3xf32>
  %b = stablehlo.constant dense<> : tensor<1x3x0xi32>
  %c = stablehlo.constant dense<"0x0000A0BF000000400000403F000040BF0000803F0000C0BF"> : tensor<1x2x3xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.minimum %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<5x3xf32>, tensor<1x3x0xi32>, tensor<1x2x3xf32>) -> tensor<5x3xf32>
  %w0 = stablehlo.constant dense<"0x0000A0BF0000C03F0000003F0000C0BF000000400000C0BF0000E03F000080BF000000C0000080BE0000C03F000080BE0000403F000000C00000C03F"> : tensor<5x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<5x3xf32>
  return
}

// -----

func.func @scatter_maximum_2() {
  %a = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFF0000000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF030000000000000001000000000000000300000000000000FCFFFFFFFFFFFFFF000000000000000004000000000000000300000000000000FCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF02000000000000000300000000000000"> : tensor<3x5x1xi64>
  %b = stablehlo.constant dense<"0x020000000000000003000000000000000300000000000000"> : tensor<1x3x1x1xi64>
  %c = stablehlo.constant dense<"0x0200000000000000030000000000000000000000000000000000000000000000FCFFFFFFFFFFFFFF0300000000000000FCFFFFFFFFFFFFFF040000000000000003000000000000000000000000000000FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF03000000000000000400000000000000FDFFFFFFFFFFFFFF"> : tensor<1x3x5x1xi64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], input_batching_dims = [2], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [1], index_vector_dim = 3>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.maximum %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<3x5x1xi64>, tensor<1x3x1x1xi64>, tensor<1x3x5x1xi64>) -> tensor<3x5x1xi64>
  %w0 = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFF0000000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF030000000000000001000000000000000300000000000000FCFFFFFFFFFFFFFF000000000000000004000000000000000300000000000000FCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF02000000000000000300000000000000"> : tensor<3x5x1xi64>
  check.expect_eq %r0, %w0 : tensor<3x5x1xi64>
  return
}

// -----

func.func @scatter_add_3() {
  %a = stablehlo.constant dense<"0x0000A0400000000000004040000080BF000080BF00000040000040400000803F0000E0C0000040C0000040C000000000000000C1000000C0000000C00000C04000000041000000C10000E0C0000000C100008040000080BF00000040000000C1000000400000A0C0000000410000004100000000000000C10000C0C000000000000080BF0000C0C00000E040000000C00000A0400000C0C0000000C000000041"> : tensor<2x2x5xcomplex<f32>>
  %b = stablehlo.constant dense<"0xFFFFFFFF01000000"> : tensor<1x2x1xi32>
  %c = stablehlo.constant dense<"0x0000A040000080BF0000A0400000C040000080C0000000410000E040000080BF"> : tensor<1x2x2xcomplex<f32>>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
  %z = stablehlo.add %x, %y : tensor<complex<f32>>
  stablehlo.return %z : tensor<complex<f32>>
  }) : (tensor<2x2x5xcomplex<f32>>, tensor<1x2x1xi32>, tensor<1x2x2xcomplex<f32>>) -> tensor<2x2x5xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000A04000000000000080BF0000E040000080BF00000040000040400000803F0000E0C0000040C0000040C000000000000000C1000000C0000000C00000C04000000041000000C10000E0C0000000C100008040000080BF00001041000010C1000000400000A0C0000000410000004100000000000000C10000C0C000000000000080BF0000C0C00000E040000000C00000A0400000C0C0000000C000000041"> : tensor<2x2x5xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x5xcomplex<f32>>
  return
}

// -----

func.func @scatter_add_4() {
  %a = stablehlo.constant dense<"0x0000A0BF"> : tensor<1x1xf32>
  %b = stablehlo.constant dense<"0x02000000"> : tensor<3x1x1x1xi32>
  %c = stablehlo.constant dense<"0x000040BF0000803F0000803F"> : tensor<3x1x1xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [1], index_vector_dim = 3>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<1x1xf32>, tensor<3x1x1x1xi32>, tensor<3x1x1xf32>) -> tensor<1x1xf32>
  %w0 = stablehlo.constant dense<"0x0000A0BF"> : tensor<1x1xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x1xf32>
  return
}

// -----

func.func @scatter_multiply_5() {
  %a = stablehlo.constant dense<"0x000080BE0000803F0000E0BF0000A0BF000040BF0000803F0000003F0000A03F000040BF0000C0BF000040BF0000403F0000803E0000E0BF000000BF000080BF0000A0BF0000003F00000000000040BF"> : tensor<5x4x1xf32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<2x1xi32>
  %c = stablehlo.constant dense<"0x000080BE0000803F000080BF0000A0BF000000000000803F000080BE000080BE0000803E000040BF0000C0BF0000E0BF0000E0BF00000000000000400000E0BF000000C0000080BF0000803F000040BF000080BE0000A03F0000403F000080BE"> : tensor<3x4x1x2xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1, 2], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.multiply %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<5x4x1xf32>, tensor<2x1xi32>, tensor<3x4x1x2xf32>) -> tensor<5x4x1xf32>
  %w0 = stablehlo.constant dense<"0x000080BE0000803F0000E0BF0000A0BF0000403E0000A03F000000000000A03D0000103E00007CC000000000000028C00000003F0000A83F0000203E0000403E0000A0BF0000003F00000000000040BF"> : tensor<5x4x1xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<5x4x1xf32>
  return
}

// -----

func.func @scatter_add_6() {
  %a = stablehlo.constant dense<"0x03000000"> : tensor<1xi32>
  %b = stablehlo.constant dense<> : tensor<0xi32>
  %c = stablehlo.constant dense<"0xFCFFFFFF"> : tensor<1xi32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [], scatter_dims_to_operand_dims = [], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<1xi32>, tensor<0xi32>, tensor<1xi32>) -> tensor<1xi32>
  %w0 = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<1xi32>
  check.expect_eq %r0, %w0 : tensor<1xi32>
  return
}

// -----

func.func @scatter_maximum_7() {
  %a = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0400000000000000"> : tensor<3x1x2xi64>
  %b = stablehlo.constant dense<> : tensor<0x3x2xi64>
  %c = stablehlo.constant dense<> : tensor<0x3xi64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [1, 2], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.maximum %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<3x1x2xi64>, tensor<0x3x2xi64>, tensor<0x3xi64>) -> tensor<3x1x2xi64>
  %w0 = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0400000000000000"> : tensor<3x1x2xi64>
  check.expect_eq %r0, %w0 : tensor<3x1x2xi64>
  return
}

// -----

func.func @scatter_add_8() {
  %a = stablehlo.constant dense<"0x04"> : tensor<2xui8>
  %b = stablehlo.constant dense<"0x03000000FFFFFFFF01000000"> : tensor<3x1x1xi32>
  %c = stablehlo.constant dense<"0x000004030100"> : tensor<3x1x2xui8>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.add %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<2xui8>, tensor<3x1x1xi32>, tensor<3x1x2xui8>) -> tensor<2xui8>
  %w0 = stablehlo.constant dense<"0x04"> : tensor<2xui8>
  check.expect_eq %r0, %w0 : tensor<2xui8>
  return
}

// -----

func.func @scatter_add_9() {
  %a = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF"> : tensor<1xi64>
  %b = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<1xi32>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<1xi64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<1xi64>, tensor<1xi32>, tensor<1xi64>) -> tensor<1xi64>
  %w0 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF"> : tensor<1xi64>
  check.expect_eq %r0, %w0 : tensor<1xi64>
  return
}

// -----

func.func @scatter_minimum_10() {
  %a = stablehlo.constant dense<"0x0104"> : tensor<1x2x1xui8>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<1x1x1x2xi32>
  %c = stablehlo.constant dense<"0x04"> : tensor<1x1x1xui8>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [1, 2], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.minimum %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<1x2x1xui8>, tensor<1x1x1x2xi32>, tensor<1x1x1xui8>) -> tensor<1x2x1xui8>
  %w0 = stablehlo.constant dense<"0x0104"> : tensor<1x2x1xui8>
  check.expect_eq %r0, %w0 : tensor<1x2x1xui8>
  return
}

// -----

func.func @scatter_maximum_11() {
  %a = stablehlo.constant dense<"0x0000A03F0000803F0000803F000000C00000000000000040000000BF000000BF0000A03F0000A03F000000C00000C0BF0000E03F0000A03F000000400000C03F0000E03F000000BF0000E0BF0000803E000080BE0000C0BF000000C00000A03F0000803E0000C0BF0000E03F00000000000080BF0000A0BF0000803E000040BF0000C03F000000C00000E03F0000E0BF0000003F0000A0BF000080BF000080BE000080BE00000040000040BF0000C03F000000400000E0BF000040BF0000003F000000BF0000403F00000040000080BE0000803E0000803F0000403F0000E03F000080BE0000403F0000E03F0000003F"> : tensor<3x5x4xf32>
  %b = stablehlo.constant dense<"0x0200000003000000FFFFFFFF040000000000000000000000030000000400000003000000030000000400000000000000020000000400000001000000040000000000000002000000FFFFFFFF030000000200000000000000FFFFFFFF00000000FFFFFFFF0300000004000000000000000200000004000000"> : tensor<3x2x5x1xi32>
  %c = stablehlo.constant dense<"0x000080BF0000A03F0000003F0000A0BF0000E03F000080BE000040BF0000E03F0000003F0000E0BF0000803E0000803E0000403F000000C00000E03F0000803F000000000000803F000000000000C03F0000803E000040BF0000A0BF0000A03F0000C0BF0000E03F0000C0BF0000003F000080BF0000803E"> : tensor<3x1x2x5xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.maximum %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<3x5x4xf32>, tensor<3x2x5x1xi32>, tensor<3x1x2x5xf32>) -> tensor<3x5x4xf32>
  %w0 = stablehlo.constant dense<"0x0000A03F0000803F0000803F0000E03F0000803E00000040000000BF0000A03F0000A03F0000A03F0000803F0000C0BF0000E03F0000A03F000000400000C03F0000E03F0000E03F0000E0BF0000C03F000080BE0000C0BF000000C00000A03F0000803E0000C0BF0000E03F00000000000080BF0000A0BF0000803E000040BF0000C03F000000C00000E03F0000E0BF0000003F0000A0BF000080BF000080BE000080BE00000040000040BF0000C03F000000400000E0BF000040BF0000003F000000BF0000403F00000040000080BE0000803E0000803F0000403F0000E03F000080BE0000403F0000E03F0000003F"> : tensor<3x5x4xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x5x4xf32>
  return
}

// -----

func.func @scatter_add_12() {
  %a = stablehlo.constant dense<"0x0000003F0000A0BF0000000000000000000000000000C0BF0000C03F000000C0000000BF000080BF000080BE0000803E0000C03F0000003F000000000000000000000000000000C00000003F000040BF0000E0BF000000BF0000E0BF0000C03F000080BE0000E0BF000040BF000040BF000080BE0000C03F00000000000000C0000040BF0000803F0000003F0000403F000000400000A0BF0000003F0000C0BF"> : tensor<4x5x2xf32>
  %b = stablehlo.constant dense<"0x0200000001000000"> : tensor<1x2xi32>
  %c = stablehlo.constant dense<"0x000000000000A03F"> : tensor<1x2xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [2], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<4x5x2xf32>, tensor<1x2xi32>, tensor<1x2xf32>) -> tensor<4x5x2xf32>
  %w0 = stablehlo.constant dense<"0x0000003F000000000000000000000000000000000000C0BF0000C03F000000C0000000BF000080BF000080BE0000803E0000C03F0000003F000000000000000000000000000000C00000003F000040BF0000E0BF000000BF0000E0BF0000C03F000080BE0000E0BF000040BF000040BF000080BE0000C03F00000000000000C0000040BF0000803F0000003F0000403F000000400000A0BF0000003F0000C0BF"> : tensor<4x5x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4x5x2xf32>
  return
}

// -----

func.func @scatter_multiply_13() {
  %a = stablehlo.constant dense<"0x0300020001020401000000010303030300020201040103010402040400030203"> : tensor<2x4x4xui8>
  %b = stablehlo.constant dense<"0x0100000002000000FFFFFFFF0100000002000000FFFFFFFF010000000300000004000000020000000200000000000000010000000400000002000000FFFFFFFF0000000002000000020000000400000001000000000000000400000004000000"> : tensor<3x4x2xi32>
  %c = stablehlo.constant dense<"0x010401000101010201020100040104030202000303040003"> : tensor<3x4x2xui8>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 0], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.multiply %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<2x4x4xui8>, tensor<3x4x2xi32>, tensor<3x4x2xui8>) -> tensor<2x4x4xui8>
  %w0 = stablehlo.constant dense<"0x0300020001020400000000010303030300020201040103010402040400030203"> : tensor<2x4x4xui8>
  check.expect_eq %r0, %w0 : tensor<2x4x4xui8>
  return
}

// -----

func.func @scatter_add_14() {
  %a = stablehlo.constant dense<"0x03"> : tensor<1xui8>
  %b = stablehlo.constant dense<"0x030000000000000003000000000000000400000000000000FFFFFFFFFFFFFFFF02000000000000000300000000000000030000000000000001000000000000000300000000000000"> : tensor<3x1x3xi64>
  %c = stablehlo.constant dense<"0x010204020401030404"> : tensor<3x3xui8>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.add %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<1xui8>, tensor<3x1x3xi64>, tensor<3x3xui8>) -> tensor<1xui8>
  %w0 = stablehlo.constant dense<"0x03"> : tensor<1xui8>
  check.expect_eq %r0, %w0 : tensor<1xui8>
  return
}

// -----

func.func @scatter_subtract_15() {
  %a = stablehlo.constant dense<"0x04000000000000000200000000000000FDFFFFFFFFFFFFFF040000000000000002000000000000000300000000000000040000000000000001000000000000000000000000000000FCFFFFFFFFFFFFFF01000000000000000100000000000000FDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0200000000000000FFFFFFFFFFFFFFFF0400000000000000FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0300000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF010000000000000001000000000000000000000000000000000000000000000001000000000000000000000000000000FEFFFFFFFFFFFFFF04000000000000000200000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0400000000000000FEFFFFFFFFFFFFFF04000000000000000000000000000000FFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF040000000000000004000000000000000100000000000000040000000000000001000000000000000000000000000000FFFFFFFFFFFFFFFF030000000000000004000000000000000000000000000000FFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0400000000000000FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF04000000000000000100000000000000FCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0100000000000000"> : tensor<3x5x4xi64>
  %b = stablehlo.constant dense<"0xFFFFFFFF040000000100000000000000"> : tensor<4x1xi32>
  %c = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF03000000000000000300000000000000FFFFFFFFFFFFFFFF01000000000000000300000000000000FCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0000000000000000FEFFFFFFFFFFFFFF0000000000000000FDFFFFFFFFFFFFFF"> : tensor<4x3xi64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], input_batching_dims = [2], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.subtract %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<3x5x4xi64>, tensor<4x1xi32>, tensor<4x3xi64>) -> tensor<3x5x4xi64>
  %w0 = stablehlo.constant dense<"0x04000000000000000200000000000000FDFFFFFFFFFFFFFF060000000000000002000000000000000300000000000000080000000000000001000000000000000000000000000000FCFFFFFFFFFFFFFF01000000000000000100000000000000FDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0200000000000000FFFFFFFFFFFFFFFF0400000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0300000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF010000000000000001000000000000000000000000000000000000000000000002000000000000000000000000000000FEFFFFFFFFFFFFFF04000000000000000200000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0400000000000000FEFFFFFFFFFFFFFF04000000000000000000000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF040000000000000004000000000000000100000000000000040000000000000004000000000000000000000000000000FFFFFFFFFFFFFFFF030000000000000004000000000000000000000000000000FFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0400000000000000FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF04000000000000000100000000000000FCFFFFFFFFFFFFFFFBFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0100000000000000"> : tensor<3x5x4xi64>
  check.expect_eq %r0, %w0 : tensor<3x5x4xi64>
  return
}

// -----

func.func @scatter_add_16() {
  %a = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFF"> : tensor<1xi64>
  %b = stablehlo.constant dense<"0x030000000000000000000000000000000200000000000000"> : tensor<1x3xi64>
  %c = stablehlo.constant dense<"0x0400000000000000FCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"> : tensor<3xi64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<1xi64>, tensor<1x3xi64>, tensor<3xi64>) -> tensor<1xi64>
  %w0 = stablehlo.constant dense<"0xFAFFFFFFFFFFFFFF"> : tensor<1xi64>
  check.expect_eq %r0, %w0 : tensor<1xi64>
  return
}

// -----

func.func @scatter_minimum_17() {
  %a = stablehlo.constant dense<"0x0000C0BF"> : tensor<1xf32>
  %b = stablehlo.constant dense<"0x0100000002000000FFFFFFFF010000000300000002000000"> : tensor<3x2x1xi32>
  %c = stablehlo.constant dense<"0x0000A0BF0000E03F0000403F0000E03F000000BF00000000"> : tensor<3x2xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.minimum %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<1xf32>, tensor<3x2x1xi32>, tensor<3x2xf32>) -> tensor<1xf32>
  %w0 = stablehlo.constant dense<"0x0000C0BF"> : tensor<1xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1xf32>
  return
}

// -----

func.func @scatter_minimum_18() {
  %a = stablehlo.constant dense<"0x000000000000F03F0000000000000000000000000000D03F000000000000FC3F000000000000E03F0000000000000040000000000000F43F000000000000FC3F000000000000D0BF000000000000F83F000000000000F8BF000000000000E03F"> : tensor<3x2x2xf64>
  %b = stablehlo.constant dense<> : tensor<2x2x0xi32>
  %c = stablehlo.constant dense<"0x000000000000F4BF000000000000E83F000000000000F83F00000000000000C00000000000000000000000000000F03F000000000000E0BF000000000000FC3F000000000000E8BF000000000000E83F000000000000F43F000000000000F03F"> : tensor<3x2x2xf64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [2], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.minimum %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<3x2x2xf64>, tensor<2x2x0xi32>, tensor<3x2x2xf64>) -> tensor<3x2x2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F4BF000000000000000000000000000000C0000000000000FC3F000000000000E0BF0000000000000040000000000000F03F000000000000FC3F000000000000E8BF000000000000F83F000000000000F8BF000000000000E03F"> : tensor<3x2x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x2x2xf64>
  return
}

// -----

func.func @scatter_minimum_19() {
  %a = stablehlo.constant dense<"0xFEFFFFFFFCFFFFFF030000000100000002000000"> : tensor<1x5xi32>
  %b = stablehlo.constant dense<"0x000000000000000004000000000000000000000000000000FFFFFFFFFFFFFFFF0200000000000000"> : tensor<5x1xi64>
  %c = stablehlo.constant dense<"0x0200000003000000FDFFFFFF0400000002000000"> : tensor<5xi32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.minimum %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<1x5xi32>, tensor<5x1xi64>, tensor<5xi32>) -> tensor<1x5xi32>
  %w0 = stablehlo.constant dense<"0xFEFFFFFFFCFFFFFFFDFFFFFF0100000002000000"> : tensor<1x5xi32>
  check.expect_eq %r0, %w0 : tensor<1x5xi32>
  return
}

// -----

func.func @scatter_add_20() {
  %a = stablehlo.constant dense<"0x0300000000000000FDFFFFFFFFFFFFFF"> : tensor<1x2xi64>
  %b = stablehlo.constant dense<"0x02000000"> : tensor<1x1xi32>
  %c = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF"> : tensor<1xi64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<1x2xi64>, tensor<1x1xi32>, tensor<1xi64>) -> tensor<1x2xi64>
  %w0 = stablehlo.constant dense<"0x0300000000000000FDFFFFFFFFFFFFFF"> : tensor<1x2xi64>
  check.expect_eq %r0, %w0 : tensor<1x2xi64>
  return
}

// -----

func.func @scatter_multiply_22() {
  %a = stablehlo.constant dense<"0x0400000001000000FEFFFFFF02000000FFFFFFFF"> : tensor<5xi32>
  %b = stablehlo.constant dense<> : tensor<0x3xi32>
  %c = stablehlo.constant dense<"0xFDFFFFFF0100000003000000FDFFFFFF0100000001000000020000000300000001000000FDFFFFFF02000000FCFFFFFF00000000FCFFFFFF00000000"> : tensor<5x3xi32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [], scatter_dims_to_operand_dims = [], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.multiply %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<5xi32>, tensor<0x3xi32>, tensor<5x3xi32>) -> tensor<5xi32>
  %w0 = stablehlo.constant dense<"0xDCFFFFFFFDFFFFFFF4FFFFFF3000000000000000"> : tensor<5xi32>
  check.expect_eq %r0, %w0 : tensor<5xi32>
  return
}

// -----

func.func @scatter_minimum_23() {
  %a = stablehlo.constant dense<"0x000080BF000000400000A03F000000000000803F"> : tensor<1x5x1xf32>
  %b = stablehlo.constant dense<"0x0100000004000000010000000400000001000000040000000000000002000000FFFFFFFF01000000040000000100000004000000FFFFFFFF04000000010000000100000003000000040000000000000001000000FFFFFFFF020000000400000000000000FFFFFFFF0400000001000000FFFFFFFF01000000"> : tensor<1x3x5x2xi32>
  %c = stablehlo.constant dense<"0x0000803E0000A0BF0000803F000080BF000040BF0000803F0000C03F0000E0BF0000A0BF000040BF000080BE000000C000000000000000C00000C0BF"> : tensor<1x3x5x1xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 3>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.minimum %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<1x5x1xf32>, tensor<1x3x5x2xi32>, tensor<1x3x5x1xf32>) -> tensor<1x5x1xf32>
  %w0 = stablehlo.constant dense<"0x000080BF000000400000A03F000000000000803F"> : tensor<1x5x1xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x5x1xf32>
  return
}

// -----

func.func @scatter_minimum_24() {
  %a = stablehlo.constant dense<"0x0100000000000000FDFFFFFFFFFFFFFF"> : tensor<2xi64>
  %b = stablehlo.constant dense<> : tensor<2x0xi32>
  %c = stablehlo.constant dense<"0x0200000000000000FDFFFFFFFFFFFFFF"> : tensor<2x1xi64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [], scatter_dims_to_operand_dims = [], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.minimum %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<2xi64>, tensor<2x0xi32>, tensor<2x1xi64>) -> tensor<2xi64>
  %w0 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF"> : tensor<2xi64>
  check.expect_eq %r0, %w0 : tensor<2xi64>
  return
}

// -----

func.func @scatter_add_25() {
  %a = stablehlo.constant dense<"0x020200030002040403030401"> : tensor<2x2x3xui8>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<1x1xi64>
  %c = stablehlo.constant dense<"0x000000010000"> : tensor<1x2x3x1xui8>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1, 2], inserted_window_dims = [], scatter_dims_to_operand_dims = [2], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.add %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<2x2x3xui8>, tensor<1x1xi64>, tensor<1x2x3x1xui8>) -> tensor<2x2x3xui8>
  %w0 = stablehlo.constant dense<"0x020200040002040403030401"> : tensor<2x2x3xui8>
  check.expect_eq %r0, %w0 : tensor<2x2x3xui8>
  return
}

// -----

func.func @scatter_add_26() {
  %a = stablehlo.constant dense<"0x000080BF000040C00000A0C00000A040000000410000C0C0000000C1000000C10000803F000000000000A040000000C000000041000040400000803F000000C10000E0C000004040000000410000E0C00000E0400000C0400000C0400000A0C000000040000000400000A0C00000C0C00000C0C0000000C0"> : tensor<5x1x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x040000000000000002000000000000000000000000000000FFFFFFFFFFFFFFFF00000000000000000300000000000000"> : tensor<2x1x3xi64>
  %c = stablehlo.constant dense<"0x000000400000A0400000C040000080400000C040000000000000C0400000803F000080BF00000040000000400000C040"> : tensor<1x1x3x2xcomplex<f32>>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [2, 0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
  %z = stablehlo.add %x, %y : tensor<complex<f32>>
  stablehlo.return %z : tensor<complex<f32>>
  }) : (tensor<5x1x3xcomplex<f32>>, tensor<2x1x3xi64>, tensor<1x1x3x2xcomplex<f32>>) -> tensor<5x1x3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000080BF000040C00000A0C00000A040000000410000C0C0000000C1000000C10000803F000000000000A040000000C000000041000040400000803F000000C10000E0C0000040400000E0400000A0C000001041000040410000C0400000A0C000000040000000400000A0C00000C0C00000C0C0000000C0"> : tensor<5x1x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<5x1x3xcomplex<f32>>
  return
}

// -----

func.func @scatter_subtract_27() {
  %a = stablehlo.constant dense<"0x000000000000E0BF000000000000FCBF000000000000F4BF0000000000000040000000000000E83F000000000000F83F000000000000E0BF000000000000F43F000000000000FCBF000000000000E03F000000000000E83F000000000000E83F000000000000F03F000000000000E83F0000000000000000000000000000E8BF000000000000F4BF000000000000E03F000000000000F4BF000000000000F43F000000000000E83F00000000000000C0000000000000F8BF000000000000FC3F000000000000F0BF000000000000F4BF00000000000000C0000000000000D0BF000000000000D0BF000000000000F83F000000000000D03F0000000000000000000000000000F8BF000000000000D03F000000000000D03F000000000000F03F000000000000E8BF000000000000D03F000000000000E83F000000000000F83F"> : tensor<4x2x5xf64>
  %b = stablehlo.constant dense<"0x00000000000000000000000000000000FFFFFFFFFFFFFFFF030000000000000004000000000000000100000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF020000000000000003000000000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF01000000000000000100000000000000030000000000000001000000000000000000000000000000010000000000000003000000000000000100000000000000020000000000000000000000000000000000000000000000020000000000000003000000000000000200000000000000030000000000000002000000000000000300000000000000"> : tensor<1x3x5x2xi64>
  %c = stablehlo.constant dense<"0x000000000000F8BF000000000000E03F00000000000000000000000000000040000000000000F03F000000000000F0BF000000000000F83F00000000000000C0000000000000F03F000000000000E03F000000000000F03F000000000000F8BF000000000000F8BF000000000000F4BF0000000000000000"> : tensor<1x1x3x5xf64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], input_batching_dims = [2], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 3>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.subtract %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<4x2x5xf64>, tensor<1x3x5x2xi64>, tensor<1x1x3x5xf64>) -> tensor<4x2x5xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F03F000000000000D0BF000000000000F4BF0000000000000040000000000000E83F000000000000F83F000000000000E0BF000000000000F43F00000000000006C0000000000000E03F000000000000E83F000000000000E83F000000000000F03F000000000000E83F0000000000000000000000000000E8BF000000000000F4BF000000000000E03F000000000000F4BF000000000000F43F000000000000E83F00000000000000C0000000000000F8BF000000000000FC3F000000000000F0BF00000000000002C000000000000000C0000000000000D0BF000000000000D0BF000000000000F83F000000000000D03F0000000000000000000000000000F8BF000000000000D03F000000000000D03F000000000000F03F000000000000E8BF0000000000000240000000000000E83F000000000000F03F"> : tensor<4x2x5xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4x2x5xf64>
  return
}

// -----

func.func @scatter_multiply_28() {
  %a = stablehlo.constant dense<"0x0000000002000000FEFFFFFF0200000004000000010000000300000004000000040000000100000000000000FFFFFFFF0400000000000000FEFFFFFF01000000FFFFFFFF010000000400000003000000"> : tensor<5x4xi32>
  %b = stablehlo.constant dense<"0x040000000200000004000000FFFFFFFF0400000002000000FFFFFFFF0200000003000000"> : tensor<3x1x3xi32>
  %c = stablehlo.constant dense<"0xFFFFFFFF02000000FFFFFFFF01000000FFFFFFFFFDFFFFFF01000000FDFFFFFF0200000004000000FCFFFFFFFCFFFFFF01000000FDFFFFFFFDFFFFFF040000000300000001000000"> : tensor<3x3x2xi32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.multiply %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<5x4xi32>, tensor<3x1x3xi32>, tensor<3x3x2xi32>) -> tensor<5x4xi32>
  %w0 = stablehlo.constant dense<"0x0000000002000000FEFFFFFF0200000004000000010000000300000004000000D0FFFFFF0100000000000000FFFFFFFF40FFFFFF00000000FEFFFFFF01000000FFFFFFFF010000000400000003000000"> : tensor<5x4xi32>
  check.expect_eq %r0, %w0 : tensor<5x4xi32>
  return
}

// -----

func.func @scatter_minimum_29() {
  %a = stablehlo.constant dense<"0x000000000000FC3F00000000000000C0000000000000D03F000000000000FC3F000000000000D03F0000000000000040000000000000D03F000000000000F8BF000000000000F0BF000000000000FCBF000000000000D0BF000000000000E0BF000000000000D03F000000000000E8BF000000000000F4BF000000000000F0BF0000000000000000000000000000E03F000000000000F03F000000000000FC3F"> : tensor<4x5xf64>
  %b = stablehlo.constant dense<> : tensor<0x2xi32>
  %c = stablehlo.constant dense<"0x0000000000000040000000000000E83F0000000000000000000000000000F43F000000000000E03F0000000000000000000000000000F8BF000000000000E8BF000000000000D03F000000000000F8BF000000000000D0BF000000000000FC3F000000000000F0BF000000000000F8BF000000000000E0BF000000000000F0BF000000000000E03F000000000000E8BF000000000000E03F000000000000F83F000000000000E03F0000000000000040000000000000D03F000000000000F83F000000000000FCBF000000000000F4BF000000000000E0BF000000000000F4BF00000000000000C0000000000000E8BF000000000000F03F0000000000000000"> : tensor<4x4x2xf64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [], scatter_dims_to_operand_dims = [], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.minimum %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<4x5xf64>, tensor<0x2xi32>, tensor<4x4x2xf64>) -> tensor<4x5xf64>
  %w0 = stablehlo.constant dense<"0x000000000000E83F00000000000000C00000000000000000000000000000F8BF000000000000D03F000000000000F8BF000000000000D0BF000000000000F8BF000000000000F0BF000000000000FCBF000000000000E8BF000000000000E0BF000000000000D03F000000000000E8BF000000000000F4BF000000000000FCBF000000000000F4BF00000000000000C00000000000000000000000000000FC3F"> : tensor<4x5xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4x5xf64>
  return
}

// -----

func.func @scatter_add_30() {
  %a = stablehlo.constant dense<"0x0000A0C0000000410000E0400000000000000040000080C00000E0C00000004100000040000040C0000000400000004000000041000080400000804000008040000000000000A0C00000404000008040"> : tensor<5x2xcomplex<f32>>
  %b = stablehlo.constant dense<"0xFFFFFFFF02000000"> : tensor<1x2x1xi32>
  %c = stablehlo.constant dense<"0x000000C00000C0C00000804000000041"> : tensor<1x2x1xcomplex<f32>>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
  %z = stablehlo.add %x, %y : tensor<complex<f32>>
  stablehlo.return %z : tensor<complex<f32>>
  }) : (tensor<5x2xcomplex<f32>>, tensor<1x2x1xi32>, tensor<1x2x1xcomplex<f32>>) -> tensor<5x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000A0C0000000410000E0400000000000000040000080C00000E0C00000004100000040000040C00000C0400000204100000041000080400000804000008040000000000000A0C00000404000008040"> : tensor<5x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<5x2xcomplex<f32>>
  return
}

// -----

func.func @scatter_add_31() {
  %a = stablehlo.constant dense<"0x0000C0BF000080BE0000803E000000BF0000A03F0000803E000080BF000040BF00000000000000BF0000E03F0000A0BF0000C0BF000000C00000403F0000C0BF000000BF000000C0000040BF0000003F0000003F0000E03F000080BE0000A03F0000E03F0000A0BF000080BF0000803F0000C0BF0000A0BF0000803F000000C0000000400000A03F0000403F0000803E"> : tensor<3x3x4xf32>
  %b = stablehlo.constant dense<"0x0200000000000000FFFFFFFFFFFFFFFF00000000000000000400000000000000"> : tensor<2x2xi64>
  %c = stablehlo.constant dense<"0x000000000000E0BF"> : tensor<1x2xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<3x3x4xf32>, tensor<2x2xi64>, tensor<1x2xf32>) -> tensor<3x3x4xf32>
  %w0 = stablehlo.constant dense<"0x0000C0BF000080BE0000803E000000BF0000A03F0000803E000080BF000040BF00000000000000BF0000E03F0000A0BF0000C0BF000000C00000403F0000C0BF000000BF000000C0000040BF0000003F0000003F0000E03F000080BE0000A03F0000E03F0000A0BF000080BF0000803F0000C0BF0000A0BF0000803F000000C0000000400000A03F0000403F0000803E"> : tensor<3x3x4xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x3x4xf32>
  return
}

// -----

func.func @scatter_minimum_32() {
  %a = stablehlo.constant dense<"0x0000403F0000E0BF0000003F000080BF0000803E0000003F000000C00000C0BF000040BF000040BF0000E0BF000080BE"> : tensor<4x3xf32>
  %b = stablehlo.constant dense<> : tensor<4x0xi32>
  %c = stablehlo.constant dense<"0x000080BF0000403F000000BF0000A0BF0000403F000080BE0000A0BF0000403F"> : tensor<4x2xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.minimum %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<4x0xi32>, tensor<4x2xf32>) -> tensor<4x3xf32>
  %w0 = stablehlo.constant dense<"0x000080BF0000E0BF0000003F000080BF0000A0BF0000003F000000C00000C0BF000040BF0000A0BF0000E0BF000080BE"> : tensor<4x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4x3xf32>
  return
}

// -----

func.func @scatter_subtract_33() {
  %a = stablehlo.constant dense<"0x000000000000FC3F000000000000D03F000000000000FC3F00000000000000C0000000000000F83F00000000000000C0000000000000F83F000000000000D0BF"> : tensor<2x4xf64>
  %b = stablehlo.constant dense<"0x04000000030000000400000001000000"> : tensor<4x1xi32>
  %c = stablehlo.constant dense<"0x000000000000E8BF000000000000F03F000000000000F03F000000000000F83F000000000000F83F000000000000D0BF00000000000000C0000000000000F03F"> : tensor<2x4xf64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.subtract %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<2x4xf64>, tensor<4x1xi32>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %w0 = stablehlo.constant dense<"0x000000000000FC3F000000000000D03F000000000000FC3F00000000000000C0000000000000F83F00000000000000C0000000000000F83F000000000000D0BF"> : tensor<2x4xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4xf64>
  return
}

// -----

func.func @scatter_add_35() {
  %a = stablehlo.constant dense<"0x00000000"> : tensor<1xi32>
  %b = stablehlo.constant dense<> : tensor<0x1xi32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<1xi32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<1xi32>, tensor<0x1xi32>, tensor<1xi32>) -> tensor<1xi32>
  %w0 = stablehlo.constant dense<"0x00000000"> : tensor<1xi32>
  check.expect_eq %r0, %w0 : tensor<1xi32>
  return
}

// -----

func.func @scatter_maximum_36() {
  %a = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF02000000000000000000000000000000FCFFFFFFFFFFFFFF0200000000000000FCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF020000000000000003000000000000000200000000000000FDFFFFFFFFFFFFFF020000000000000000000000000000000100000000000000FEFFFFFFFFFFFFFF0100000000000000020000000000000002000000000000000100000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF00000000000000000300000000000000FFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0000000000000000FDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF03000000000000000200000000000000"> : tensor<2x4x5xi64>
  %b = stablehlo.constant dense<"0x040000000200000000000000010000000400000000000000FFFFFFFF040000000000000003000000FFFFFFFF0100000002000000000000000300000003000000FFFFFFFF02000000FFFFFFFF0100000002000000020000000100000003000000"> : tensor<1x3x4x2xi32>
  %c = stablehlo.constant dense<"0x03000000000000000200000000000000FDFFFFFFFFFFFFFF03000000000000000200000000000000FEFFFFFFFFFFFFFF0400000000000000030000000000000003000000000000000000000000000000FEFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFF0000000000000000FCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0100000000000000FDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0200000000000000FCFFFFFFFFFFFFFF030000000000000000000000000000000300000000000000FEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0400000000000000FEFFFFFFFFFFFFFF03000000000000000000000000000000FDFFFFFFFFFFFFFF0400000000000000FCFFFFFFFFFFFFFF010000000000000000000000000000000300000000000000FDFFFFFFFFFFFFFF0000000000000000FEFFFFFFFFFFFFFF03000000000000000000000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0300000000000000030000000000000001000000000000000400000000000000FFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF01000000000000000100000000000000FDFFFFFFFFFFFFFF010000000000000001000000000000000200000000000000FEFFFFFFFFFFFFFF0200000000000000"> : tensor<5x1x3x4xi64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [2, 0], index_vector_dim = 3>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.maximum %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<2x4x5xi64>, tensor<1x3x4x2xi32>, tensor<5x1x3x4xi64>) -> tensor<2x4x5xi64>
  %w0 = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF02000000000000000000000000000000FCFFFFFFFFFFFFFF0200000000000000FCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF020000000000000003000000000000000200000000000000FDFFFFFFFFFFFFFF020000000000000000000000000000000100000000000000FEFFFFFFFFFFFFFF0100000000000000020000000000000002000000000000000100000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF000000000000000003000000000000000000000000000000FCFFFFFFFFFFFFFF0000000000000000FDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0000000000000000FDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF03000000000000000200000000000000"> : tensor<2x4x5xi64>
  check.expect_eq %r0, %w0 : tensor<2x4x5xi64>
  return
}

// -----

func.func @scatter_add_37() {
  %a = stablehlo.constant dense<"0x0203020003"> : tensor<5x1xui8>
  %b = stablehlo.constant dense<"0x01000000000000000200000000000000"> : tensor<2xi64>
  %c = stablehlo.constant dense<"0x01010300"> : tensor<4xui8>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.add %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<5x1xui8>, tensor<2xi64>, tensor<4xui8>) -> tensor<5x1xui8>
  %w0 = stablehlo.constant dense<"0x0203020003"> : tensor<5x1xui8>
  check.expect_eq %r0, %w0 : tensor<5x1xui8>
  return
}

// -----

func.func @scatter_multiply_38() {
  %a = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0000000000000000FDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF"> : tensor<5xi64>
  %b = stablehlo.constant dense<"0x02000000FFFFFFFF01000000"> : tensor<1x3x1xi32>
  %c = stablehlo.constant dense<"0x0000000000000000FCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"> : tensor<3x1xi64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.multiply %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<5xi64>, tensor<1x3x1xi32>, tensor<3x1xi64>) -> tensor<5xi64>
  %w0 = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF02000000000000000000000000000000FDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF"> : tensor<5xi64>
  check.expect_eq %r0, %w0 : tensor<5xi64>
  return
}

// -----

func.func @scatter_add_39() {
  %a = stablehlo.constant dense<"0x000040C00000000000000041000080C00000A0C00000E0C0000080C00000A0C00000A0400000C040"> : tensor<5xcomplex<f32>>
  %b = stablehlo.constant dense<> : tensor<0xi64>
  %c = stablehlo.constant dense<"0x0000A0C0000000C0"> : tensor<complex<f32>>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
  %z = stablehlo.add %x, %y : tensor<complex<f32>>
  stablehlo.return %z : tensor<complex<f32>>
  }) : (tensor<5xcomplex<f32>>, tensor<0xi64>, tensor<complex<f32>>) -> tensor<5xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000000C1000000C000000041000080C00000A0C00000E0C0000080C00000A0C00000A0400000C040"> : tensor<5xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<5xcomplex<f32>>
  return
}

// -----

func.func @scatter_maximum_40() {
  %a = stablehlo.constant dense<"0xFCFFFFFFFEFFFFFF0100000004000000010000000100000000000000FDFFFFFF04000000000000000300000000000000020000000200000001000000FEFFFFFFFFFFFFFF00000000FEFFFFFF03000000FDFFFFFFFDFFFFFFFEFFFFFF0300000002000000"> : tensor<5x5xi32>
  %b = stablehlo.constant dense<"0x040000000200000001000000040000000100000001000000"> : tensor<1x3x2xi32>
  %c = stablehlo.constant dense<"0x03000000FEFFFFFF00000000FDFFFFFF0300000004000000FFFFFFFFFDFFFFFFFFFFFFFF040000000200000001000000FEFFFFFFFEFFFFFF0000000000000000FFFFFFFF0300000002000000000000000000000002000000FFFFFFFFFEFFFFFF0400000001000000FDFFFFFF020000000200000002000000"> : tensor<3x5x2xi32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.maximum %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<5x5xi32>, tensor<1x3x2xi32>, tensor<3x5x2xi32>) -> tensor<5x5xi32>
  %w0 = stablehlo.constant dense<"0xFCFFFFFF020000000100000004000000030000000100000000000000FDFFFFFF04000000000000000300000004000000040000000200000003000000FEFFFFFF0200000000000000FEFFFFFF03000000FDFFFFFF02000000040000000300000002000000"> : tensor<5x5xi32>
  check.expect_eq %r0, %w0 : tensor<5x5xi32>
  return
}

// -----

func.func @scatter_subtract_41() {
  %a = stablehlo.constant dense<"0x000000000000F43F0000000000000040000000000000D03F"> : tensor<3xf64>
  %b = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0100000000000000"> : tensor<3x1x1xi64>
  %c = stablehlo.constant dense<"0x000000000000F4BF000000000000D0BF000000000000E0BF"> : tensor<3x1xf64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.subtract %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<3xf64>, tensor<3x1x1xi64>, tensor<3x1xf64>) -> tensor<3xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F43F0000000000000440000000000000D03F"> : tensor<3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3xf64>
  return
}

// -----

func.func @scatter_add_42() {
  %a = stablehlo.constant dense<"0x000000000000F03F000000000000F8BF000000000000F03F000000000000D0BF000000000000E8BF0000000000000000"> : tensor<2x3xf64>
  %b = stablehlo.constant dense<"0x01000000000000000200000000000000"> : tensor<2xi64>
  %c = stablehlo.constant dense<"0x00000000000000C00000000000000000000000000000F0BF"> : tensor<3xf64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.add %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<2x3xf64>, tensor<2xi64>, tensor<3xf64>) -> tensor<2x3xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F03F000000000000F8BF000000000000F03F000000000000D0BF000000000000E8BF0000000000000000"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  return
}

// -----

func.func @scatter_add_43() {
  %a = stablehlo.constant dense<"0x000000000000E03F000000000000F43F000000000000D03F000000000000F4BF"> : tensor<4xf64>
  %b = stablehlo.constant dense<> : tensor<1x0xi64>
  %c = stablehlo.constant dense<> : tensor<3x0xf64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.add %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<4xf64>, tensor<1x0xi64>, tensor<3x0xf64>) -> tensor<4xf64>
  %w0 = stablehlo.constant dense<"0x000000000000E03F000000000000F43F000000000000D03F000000000000F4BF"> : tensor<4xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4xf64>
  return
}

// -----

func.func @scatter_maximum_44() {
  %a = stablehlo.constant dense<"0x0000803F0000C03F0000403F0000803E000040BF"> : tensor<1x5xf32>
  %b = stablehlo.constant dense<"0x0000000002000000000000000000000001000000FFFFFFFF"> : tensor<2x3x1xi32>
  %c = stablehlo.constant dense<"0x000080BE000000C00000A0BF000040BF0000003F000080BF"> : tensor<2x1x3xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.maximum %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<1x5xf32>, tensor<2x3x1xi32>, tensor<2x1x3xf32>) -> tensor<1x5xf32>
  %w0 = stablehlo.constant dense<"0x0000803F0000C03F0000403F0000803E000040BF"> : tensor<1x5xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x5xf32>
  return
}

// -----

func.func @scatter_add_45() {
  %a = stablehlo.constant dense<"0x000000000000E8BF000000000000E0BF0000000000000000000000000000FC3F"> : tensor<4x1xf64>
  %b = stablehlo.constant dense<> : tensor<0xi32>
  %c = stablehlo.constant dense<"0x000000000000F83F"> : tensor<1xf64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.add %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<4x1xf64>, tensor<0xi32>, tensor<1xf64>) -> tensor<4x1xf64>
  %w0 = stablehlo.constant dense<"0x000000000000E83F000000000000E0BF0000000000000000000000000000FC3F"> : tensor<4x1xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4x1xf64>
  return
}

// -----

func.func @scatter_multiply_46() {
  %a = stablehlo.constant dense<"0x000080BF000080C00000E0C0000040400000A04000000000000000C00000C0C0000080C00000E0400000004100000000"> : tensor<2x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF"> : tensor<2x1xi64>
  %c = stablehlo.constant dense<"0x0000A0C00000E0C00000C0C00000803F"> : tensor<2xcomplex<f32>>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
  %z = stablehlo.multiply %x, %y : tensor<complex<f32>>
  stablehlo.return %z : tensor<complex<f32>>
  }) : (tensor<2x3xcomplex<f32>>, tensor<2x1xi64>, tensor<2xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000080BF000080C00000E0C0000040400000A04000000000000000C00000C0C0000080C00000E0400000004100000000"> : tensor<2x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xcomplex<f32>>
  return
}

// -----

func.func @scatter_subtract_47() {
  %a = stablehlo.constant dense<"0x000040400000803F"> : tensor<1x1xcomplex<f32>>
  %b = stablehlo.constant dense<"0x04000000"> : tensor<1xi32>
  %c = stablehlo.constant dense<"0x00004040000080BF"> : tensor<1x1xcomplex<f32>>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
  %z = stablehlo.subtract %x, %y : tensor<complex<f32>>
  stablehlo.return %z : tensor<complex<f32>>
  }) : (tensor<1x1xcomplex<f32>>, tensor<1xi32>, tensor<1x1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000040400000803F"> : tensor<1x1xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x1xcomplex<f32>>
  return
}

// -----

func.func @scatter_multiply_48() {
  %a = stablehlo.constant dense<"0x000040BF000040BF0000403F"> : tensor<1x1x3xf32>
  %b = stablehlo.constant dense<> : tensor<0x1x2xi64>
  %c = stablehlo.constant dense<"0x000080BF000080BF000000BF0000803F"> : tensor<1x2x2xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.multiply %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<1x1x3xf32>, tensor<0x1x2xi64>, tensor<1x2x2xf32>) -> tensor<1x1x3xf32>
  %w0 = stablehlo.constant dense<"0x0000C0BE0000403F0000403F"> : tensor<1x1x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x1x3xf32>
  return
}

// -----

func.func @scatter_add_49() {
  %a = stablehlo.constant dense<"0x04000000000000000000000000000000FDFFFFFFFFFFFFFF00000000000000000400000000000000010000000000000000000000000000000000000000000000"> : tensor<4x1x2xi64>
  %b = stablehlo.constant dense<"0x010000000000000001000000000000000400000000000000"> : tensor<1x3xi64>
  %c = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF030000000000000002000000000000000400000000000000FDFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFF0300000000000000FDFFFFFFFFFFFFFF"> : tensor<3x3xi64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [2], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<4x1x2xi64>, tensor<1x3xi64>, tensor<3x3xi64>) -> tensor<4x1x2xi64>
  %w0 = stablehlo.constant dense<"0x04000000000000000000000000000000FDFFFFFFFFFFFFFF01000000000000000400000000000000030000000000000000000000000000000000000000000000"> : tensor<4x1x2xi64>
  check.expect_eq %r0, %w0 : tensor<4x1x2xi64>
  return
}

// -----

func.func @scatter_multiply_50() {
  %a = stablehlo.constant dense<"0xFDFFFFFF0300000002000000FFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFCFFFFFFFCFFFFFF04000000FEFFFFFF02000000"> : tensor<2x3x2xi32>
  %b = stablehlo.constant dense<"0x0300000002000000"> : tensor<1x1x2x1xi32>
  %c = stablehlo.constant dense<"0xFFFFFFFF02000000FFFFFFFF01000000FDFFFFFFFDFFFFFF0300000002000000FDFFFFFF0400000000000000FCFFFFFF"> : tensor<2x1x1x3x2xi32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [], input_batching_dims = [2], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [0], index_vector_dim = 3>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.multiply %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<2x3x2xi32>, tensor<1x1x2x1xi32>, tensor<2x1x1x3x2xi32>) -> tensor<2x3x2xi32>
  %w0 = stablehlo.constant dense<"0xFDFFFFFF0300000002000000FFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFCFFFFFFFCFFFFFF04000000FEFFFFFF02000000"> : tensor<2x3x2xi32>
  check.expect_eq %r0, %w0 : tensor<2x3x2xi32>
  return
}

// -----

func.func @scatter_add_51() {
  %a = stablehlo.constant dense<"0x030000000300000004000000FDFFFFFFFCFFFFFF"> : tensor<5xi32>
  %b = stablehlo.constant dense<"0x00000000000000000300000000000000FFFFFFFFFFFFFFFF030000000000000000000000000000000400000000000000000000000000000000000000000000000200000000000000"> : tensor<1x3x3xi64>
  %c = stablehlo.constant dense<"0x03000000FFFFFFFF040000000200000002000000FFFFFFFF04000000FEFFFFFF04000000"> : tensor<3x3xi32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<5xi32>, tensor<1x3x3xi64>, tensor<3x3xi32>) -> tensor<5xi32>
  %w0 = stablehlo.constant dense<"0x0A0000000300000008000000FEFFFFFFFBFFFFFF"> : tensor<5xi32>
  check.expect_eq %r0, %w0 : tensor<5xi32>
  return
}

// -----

func.func @scatter_add_52() {
  %a = stablehlo.constant dense<"0x00000040000000410000E0400000A0400000E0400000C0C0000080C0000080C0000080C00000C040000040C00000A040000080C0000080BF0000E0400000C040"> : tensor<4x2xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0300000000000000040000000400000001000000020000000000000001000000"> : tensor<2x4x1xi32>
  %c = stablehlo.constant dense<"0x0000C040000000400000C0C00000A0C00000E0400000404000000000000080C0000080BF00000041000000C00000C0C00000A040000000400000A040000000000000C0400000A0400000004100000000000000C00000C0C0000000C000004040000080C0000040C00000E040000000C00000C04000000000000080BF000000C1"> : tensor<2x2x4xcomplex<f32>>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
  %z = stablehlo.add %x, %y : tensor<complex<f32>>
  stablehlo.return %z : tensor<complex<f32>>
  }) : (tensor<4x2xcomplex<f32>>, tensor<2x4x1xi32>, tensor<2x2x4xcomplex<f32>>) -> tensor<4x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x00000040000000410000E0400000A0400000803F000030C10000C0C0000020C10000C0C000000000000040400000A040000080C0000080BF0000E0400000C040"> : tensor<4x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4x2xcomplex<f32>>
  return
}

// -----

func.func @scatter_add_53() {
  %a = stablehlo.constant dense<> : tensor<0xf64>
  %b = stablehlo.constant dense<"0x030000000000000002000000000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0200000000000000"> : tensor<1x2x3xi64>
  %c = stablehlo.constant dense<> : tensor<0x2x3xf64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.add %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<0xf64>, tensor<1x2x3xi64>, tensor<0x2x3xf64>) -> tensor<0xf64>
  %w0 = stablehlo.constant dense<> : tensor<0xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<0xf64>
  return
}

// -----

func.func @scatter_subtract_54() {
  %a = stablehlo.constant dense<"0x00000402000000010202040100030000020301020103030101"> : tensor<1x5x5xui8>
  %b = stablehlo.constant dense<"0x030000000000000001000000000000000400000000000000"> : tensor<3xi64>
  %c = stablehlo.constant dense<"0x01030402030001000204"> : tensor<1x2x5xui8>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1, 2], inserted_window_dims = [], scatter_dims_to_operand_dims = [0, 1, 2], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.subtract %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<1x5x5xui8>, tensor<3xi64>, tensor<1x2x5xui8>) -> tensor<1x5x5xui8>
  %w0 = stablehlo.constant dense<"0x00000402000000010202040100030000020301020103030101"> : tensor<1x5x5xui8>
  check.expect_eq %r0, %w0 : tensor<1x5x5xui8>
  return
}

// -----

func.func @scatter_subtract_55() {
  %a = stablehlo.constant dense<"0xFFFFFFFFFDFFFFFF0400000004000000000000000300000002000000FEFFFFFFFCFFFFFF040000000000000001000000FFFFFFFFFFFFFFFFFEFFFFFF"> : tensor<5x1x3xi32>
  %b = stablehlo.constant dense<"0x0100000000000000000000000000000003000000000000000200000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0400000000000000FFFFFFFFFFFFFFFF0400000000000000"> : tensor<1x3x3xi64>
  %c = stablehlo.constant dense<"0x02000000FEFFFFFFFDFFFFFF040000000000000004000000FDFFFFFF000000000100000002000000FCFFFFFF03000000FCFFFFFFFEFFFFFF01000000040000000300000004000000FFFFFFFF04000000FFFFFFFF04000000FCFFFFFFFEFFFFFFFDFFFFFFFDFFFFFF020000000100000001000000FFFFFFFFFDFFFFFF04000000FEFFFFFFFCFFFFFFFEFFFFFFFEFFFFFF"> : tensor<3x3x4x1xi32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [2], scatter_dims_to_operand_dims = [1], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.subtract %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<5x1x3xi32>, tensor<1x3x3xi64>, tensor<3x3x4x1xi32>) -> tensor<5x1x3xi32>
  %w0 = stablehlo.constant dense<"0xFFFFFFFFFDFFFFFF0400000000000000000000000300000005000000FEFFFFFFFCFFFFFF040000000000000001000000FFFFFFFFFFFFFFFFFEFFFFFF"> : tensor<5x1x3xi32>
  check.expect_eq %r0, %w0 : tensor<5x1x3xi32>
  return
}

// -----

func.func @scatter_maximum_56() {
  %a = stablehlo.constant dense<"0x0400000003000000FCFFFFFF"> : tensor<3xi32>
  %b = stablehlo.constant dense<"0x000000000100000001000000FFFFFFFF0300000002000000010000000400000002000000"> : tensor<3x1x3xi32>
  %c = stablehlo.constant dense<"0xFDFFFFFF00000000FCFFFFFFFEFFFFFF03000000FDFFFFFFFCFFFFFF01000000FEFFFFFF0000000001000000FCFFFFFFFCFFFFFF03000000FEFFFFFFFDFFFFFFFDFFFFFF03000000"> : tensor<2x3x3xi32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.maximum %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<3xi32>, tensor<3x1x3xi32>, tensor<2x3x3xi32>) -> tensor<3xi32>
  %w0 = stablehlo.constant dense<"0x040000000300000001000000"> : tensor<3xi32>
  check.expect_eq %r0, %w0 : tensor<3xi32>
  return
}

// -----

func.func @scatter_add_57() {
  %a = stablehlo.constant dense<"0x000040BF000080BF0000E03F"> : tensor<3x1xf32>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<1x1xi32>
  %c = stablehlo.constant dense<"0x0000C0BF"> : tensor<1x1xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<3x1xf32>, tensor<1x1xi32>, tensor<1x1xf32>) -> tensor<3x1xf32>
  %w0 = stablehlo.constant dense<"0x000010C0000080BF0000E03F"> : tensor<3x1xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x1xf32>
  return
}

// -----

func.func @scatter_minimum_58() {
  %a = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF"> : tensor<1x1xi64>
  %b = stablehlo.constant dense<"0x03000000"> : tensor<1x1xi32>
  %c = stablehlo.constant dense<"0x0400000000000000"> : tensor<1x1xi64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.minimum %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<1x1xi64>, tensor<1x1xi32>, tensor<1x1xi64>) -> tensor<1x1xi64>
  %w0 = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF"> : tensor<1x1xi64>
  check.expect_eq %r0, %w0 : tensor<1x1xi64>
  return
}

// -----

func.func @scatter_minimum_59() {
  %a = stablehlo.constant dense<"0x000000000000F8BF000000000000FCBF000000000000FC3F000000000000E03F000000000000F4BF000000000000D03F000000000000E03F000000000000D03F000000000000F03F000000000000FCBF000000000000FC3F000000000000E8BF"> : tensor<3x2x2xf64>
  %b = stablehlo.constant dense<"0xFFFFFFFF0400000000000000FFFFFFFF0200000000000000"> : tensor<3x2xi32>
  %c = stablehlo.constant dense<"0x000000000000F8BF000000000000FC3F000000000000F83F00000000000000C0000000000000F8BF000000000000F03F"> : tensor<2x3xf64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [2], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.minimum %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<3x2x2xf64>, tensor<3x2xi32>, tensor<2x3xf64>) -> tensor<3x2x2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F8BF000000000000FCBF000000000000FC3F000000000000E03F000000000000F4BF000000000000D03F000000000000E03F000000000000D03F000000000000F03F000000000000FCBF000000000000FC3F000000000000E8BF"> : tensor<3x2x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x2x2xf64>
  return
}

// -----

func.func @scatter_add_60() {
  %a = stablehlo.constant dense<"0xFCFFFFFFFFFFFFFF"> : tensor<2xi64>
  %b = stablehlo.constant dense<"0x02000000"> : tensor<1x1xi32>
  %c = stablehlo.constant dense<"0x0100000000000000FFFFFFFFFFFFFFFF"> : tensor<1x2xi64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<2xi64>, tensor<1x1xi32>, tensor<1x2xi64>) -> tensor<2xi64>
  %w0 = stablehlo.constant dense<"0xFCFFFFFFFFFFFFFF"> : tensor<2xi64>
  check.expect_eq %r0, %w0 : tensor<2xi64>
  return
}

// -----

func.func @scatter_add_61() {
  %a = stablehlo.constant dense<"0x000080BF00000041000080BF0000E0C00000404000000040000040C00000C040"> : tensor<4x1xcomplex<f32>>
  %b = stablehlo.constant dense<> : tensor<2x1x0xi32>
  %c = stablehlo.constant dense<"0x0000A0C0000000C00000803F0000803F"> : tensor<1x2x1xcomplex<f32>>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
  %z = stablehlo.add %x, %y : tensor<complex<f32>>
  stablehlo.return %z : tensor<complex<f32>>
  }) : (tensor<4x1xcomplex<f32>>, tensor<2x1x0xi32>, tensor<1x2x1xcomplex<f32>>) -> tensor<4x1xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000A0C00000E040000080BF0000E0C00000404000000040000040C00000C040"> : tensor<4x1xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4x1xcomplex<f32>>
  return
}

// -----

func.func @scatter_subtract_62() {
  %a = stablehlo.constant dense<"0x010201030001000003020301040300020303000004030102"> : tensor<4x2x3xui8>
  %b = stablehlo.constant dense<"0x0200000000000000FFFFFFFFFFFFFFFF0200000000000000FFFFFFFFFFFFFFFF04000000000000000000000000000000"> : tensor<3x1x2xi64>
  %c = stablehlo.constant dense<"0x030004"> : tensor<1x3x1x1xui8>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [2], scatter_dims_to_operand_dims = [2, 0], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.subtract %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<4x2x3xui8>, tensor<3x1x2xi64>, tensor<1x3x1x1xui8>) -> tensor<4x2x3xui8>
  %w0 = stablehlo.constant dense<"0x010201030001000003020301040300020303000004030102"> : tensor<4x2x3xui8>
  check.expect_eq %r0, %w0 : tensor<4x2x3xui8>
  return
}

// -----

func.func @scatter_add_63() {
  %a = stablehlo.constant dense<"0x040200"> : tensor<3x1xui8>
  %b = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF0200000000000000"> : tensor<2xi64>
  %c = stablehlo.constant dense<"0x04"> : tensor<1xui8>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.add %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<3x1xui8>, tensor<2xi64>, tensor<1xui8>) -> tensor<3x1xui8>
  %w0 = stablehlo.constant dense<"0x040200"> : tensor<3x1xui8>
  check.expect_eq %r0, %w0 : tensor<3x1xui8>
  return
}

// -----

func.func @scatter_subtract_64() {
  %a = stablehlo.constant dense<"0x0200000000000000FDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF"> : tensor<3xi64>
  %b = stablehlo.constant dense<> : tensor<0xi32>
  %c = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF"> : tensor<1xi64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [], scatter_dims_to_operand_dims = [], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.subtract %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<3xi64>, tensor<0xi32>, tensor<1xi64>) -> tensor<3xi64>
  %w0 = stablehlo.constant dense<"0x0300000000000000FDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF"> : tensor<3xi64>
  check.expect_eq %r0, %w0 : tensor<3xi64>
  return
}

// -----

func.func @scatter_subtract_65() {
  %a = stablehlo.constant dense<"0x000000000000F8BF000000000000FC3F000000000000004000000000000000000000000000000040000000000000F0BF000000000000FC3F000000000000E8BF000000000000F4BF0000000000000000"> : tensor<5x2xf64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<1xi64>
  %c = stablehlo.constant dense<"0x000000000000F0BF"> : tensor<f64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.subtract %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<5x2xf64>, tensor<1xi64>, tensor<f64>) -> tensor<5x2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F8BF0000000000000640000000000000004000000000000000000000000000000040000000000000F0BF000000000000FC3F000000000000E8BF000000000000F4BF0000000000000000"> : tensor<5x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<5x2xf64>
  return
}

// -----

func.func @scatter_add_66() {
  %a = stablehlo.constant dense<"0x0000C0BF0000C03F000000400000403F000000400000403F"> : tensor<2x3xf32>
  %b = stablehlo.constant dense<"0x030000000000000000000000000000000000000000000000"> : tensor<3x1xi64>
  %c = stablehlo.constant dense<"0x0000E0BF00000000000000BF"> : tensor<3xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<3x1xi64>, tensor<3xf32>) -> tensor<2x3xf32>
  %w0 = stablehlo.constant dense<"0x0000C0BF0000C03F0000C03F0000403F000000400000403F"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  return
}

// -----

func.func @scatter_subtract_67() {
  %a = stablehlo.constant dense<"0x0000403F000000BF"> : tensor<2xf32>
  %b = stablehlo.constant dense<"0x0400000000000000"> : tensor<1xi64>
  %c = stablehlo.constant dense<"0x0000403F000000BF"> : tensor<2xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.subtract %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<2xf32>, tensor<1xi64>, tensor<2xf32>) -> tensor<2xf32>
  %w0 = stablehlo.constant dense<"0x0000403F000000BF"> : tensor<2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2xf32>
  return
}

// -----

func.func @scatter_add_68() {
  %a = stablehlo.constant dense<> : tensor<1x3x0xi64>
  %b = stablehlo.constant dense<"0x02000000"> : tensor<1x1xi32>
  %c = stablehlo.constant dense<> : tensor<2x1x0xi64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], inserted_window_dims = [], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [2], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<1x3x0xi64>, tensor<1x1xi32>, tensor<2x1x0xi64>) -> tensor<1x3x0xi64>
  %w0 = stablehlo.constant dense<> : tensor<1x3x0xi64>
  check.expect_eq %r0, %w0 : tensor<1x3x0xi64>
  return
}

// -----

func.func @scatter_add_69() {
  %a = stablehlo.constant dense<"0xFDFFFFFFFEFFFFFF040000000400000001000000040000000400000002000000FFFFFFFF04000000FDFFFFFF02000000"> : tensor<4x3xi32>
  %b = stablehlo.constant dense<"0x0000000000000000010000000000000002000000000000000400000000000000FFFFFFFFFFFFFFFF01000000000000000200000000000000FFFFFFFFFFFFFFFF"> : tensor<1x2x4x1xi64>
  %c = stablehlo.constant dense<"0x03000000FEFFFFFF01000000FFFFFFFFFDFFFFFF02000000FCFFFFFF00000000"> : tensor<1x2x4xi32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [1], index_vector_dim = 3>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<4x3xi32>, tensor<1x2x4x1xi64>, tensor<1x2x4xi32>) -> tensor<4x3xi32>
  %w0 = stablehlo.constant dense<"0x00000000FEFFFFFF040000000400000001000000040000000400000002000000FCFFFFFF04000000FDFFFFFF02000000"> : tensor<4x3xi32>
  check.expect_eq %r0, %w0 : tensor<4x3xi32>
  return
}

// -----

func.func @scatter_add_71() {
  %a = stablehlo.constant dense<"0x0000003F0000803E000000BF"> : tensor<3xf32>
  %b = stablehlo.constant dense<> : tensor<0xi32>
  %c = stablehlo.constant dense<"0x000000BF0000803E000040BF"> : tensor<3xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [], scatter_dims_to_operand_dims = [], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<3xf32>, tensor<0xi32>, tensor<3xf32>) -> tensor<3xf32>
  %w0 = stablehlo.constant dense<"0x000000000000003F0000A0BF"> : tensor<3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3xf32>
  return
}

// -----

func.func @scatter_add_72() {
  %a = stablehlo.constant dense<"0x04000000FEFFFFFF03000000040000000100000004000000000000000300000002000000FDFFFFFF04000000FEFFFFFF03000000FFFFFFFFFDFFFFFFFEFFFFFFFDFFFFFF02000000FEFFFFFFFFFFFFFF"> : tensor<1x5x4xi32>
  %b = stablehlo.constant dense<"0x02000000000000000100000000000000000000000000000003000000000000000300000000000000040000000000000002000000000000000300000000000000"> : tensor<4x2xi64>
  %c = stablehlo.constant dense<"0x03000000FCFFFFFFFFFFFFFF03000000"> : tensor<1x4xi32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], input_batching_dims = [2], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<1x5x4xi32>, tensor<4x2xi64>, tensor<1x4xi32>) -> tensor<1x5x4xi32>
  %w0 = stablehlo.constant dense<"0x04000000FEFFFFFF03000000040000000100000004000000000000000300000002000000FDFFFFFF04000000FEFFFFFF03000000FBFFFFFFFDFFFFFFFEFFFFFFFDFFFFFF02000000FEFFFFFFFFFFFFFF"> : tensor<1x5x4xi32>
  check.expect_eq %r0, %w0 : tensor<1x5x4xi32>
  return
}

// -----

func.func @scatter_add_73() {
  %a = stablehlo.constant dense<"0x02000000FEFFFFFF"> : tensor<1x2xi32>
  %b = stablehlo.constant dense<> : tensor<1x0x1xi64>
  %c = stablehlo.constant dense<"0xFEFFFFFF"> : tensor<1x1x1x1xi32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [], scatter_dims_to_operand_dims = [], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<1x2xi32>, tensor<1x0x1xi64>, tensor<1x1x1x1xi32>) -> tensor<1x2xi32>
  %w0 = stablehlo.constant dense<"0x00000000FEFFFFFF"> : tensor<1x2xi32>
  check.expect_eq %r0, %w0 : tensor<1x2xi32>
  return
}

// -----

func.func @scatter_minimum_74() {
  %a = stablehlo.constant dense<> : tensor<0x5xui8>
  %b = stablehlo.constant dense<"0x04000000000000000200000000000000FFFFFFFFFFFFFFFF010000000000000000000000000000000200000000000000"> : tensor<3x1x2xi64>
  %c = stablehlo.constant dense<> : tensor<3x0x2xui8>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.minimum %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<0x5xui8>, tensor<3x1x2xi64>, tensor<3x0x2xui8>) -> tensor<0x5xui8>
  %w0 = stablehlo.constant dense<> : tensor<0x5xui8>
  check.expect_eq %r0, %w0 : tensor<0x5xui8>
  return
}

// -----

func.func @scatter_multiply_75() {
  %a = stablehlo.constant dense<"0x0000E0BF0000E03F000080BF0000803F0000E0BF000000BF000000400000C03F0000A03F0000E03F"> : tensor<2x5xf32>
  %b = stablehlo.constant dense<> : tensor<5x0xi32>
  %c = stablehlo.constant dense<"0x0000403F0000A0BF000000C0000040BF0000A0BF000000000000E03F000000C00000E03F0000E0BF"> : tensor<5x2xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.multiply %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<2x5xf32>, tensor<5x0xi32>, tensor<5x2xf32>) -> tensor<2x5xf32>
  %w0 = stablehlo.constant dense<"0x0000A8BF000060C00000A03F0000E03F000044C00000203F0000C0BF00000000000020C0000044C0"> : tensor<2x5xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x5xf32>
  return
}

// -----

func.func @scatter_multiply_76() {
  %a = stablehlo.constant dense<> : tensor<2x0x5xui8>
  %b = stablehlo.constant dense<"0x04000000"> : tensor<1xi32>
  %c = stablehlo.constant dense<> : tensor<2x0xui8>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [2], scatter_dims_to_operand_dims = [1], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.multiply %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<2x0x5xui8>, tensor<1xi32>, tensor<2x0xui8>) -> tensor<2x0x5xui8>
  %w0 = stablehlo.constant dense<> : tensor<2x0x5xui8>
  check.expect_eq %r0, %w0 : tensor<2x0x5xui8>
  return
}

// -----

func.func @scatter_maximum_77() {
  %a = stablehlo.constant dense<"0xFCFFFFFFFFFFFFFF0400000000000000FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0400000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0000000000000000FCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0000000000000000FDFFFFFFFFFFFFFF020000000000000000000000000000000000000000000000FDFFFFFFFFFFFFFF0200000000000000000000000000000001000000000000000100000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF04000000000000000400000000000000"> : tensor<4x2x4xi64>
  %b = stablehlo.constant dense<"0x000000000000000001000000000000000100000000000000FFFFFFFFFFFFFFFF03000000000000000300000000000000020000000000000004000000000000000400000000000000"> : tensor<3x3xi64>
  %c = stablehlo.constant dense<"0x0200000000000000FEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0100000000000000000000000000000002000000000000000200000000000000FEFFFFFFFFFFFFFF04000000000000000300000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0100000000000000030000000000000002000000000000000300000000000000FDFFFFFFFFFFFFFF0000000000000000030000000000000000000000000000000400000000000000"> : tensor<4x3x2xi64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], inserted_window_dims = [2], scatter_dims_to_operand_dims = [1, 2, 0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.maximum %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<4x2x4xi64>, tensor<3x3xi64>, tensor<4x3x2xi64>) -> tensor<4x2x4xi64>
  %w0 = stablehlo.constant dense<"0xFCFFFFFFFFFFFFFF0400000000000000FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0400000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0000000000000000FCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0000000000000000FDFFFFFFFFFFFFFF020000000000000000000000000000000000000000000000FDFFFFFFFFFFFFFF0200000000000000000000000000000001000000000000000100000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF04000000000000000400000000000000"> : tensor<4x2x4xi64>
  check.expect_eq %r0, %w0 : tensor<4x2x4xi64>
  return
}

// -----

func.func @scatter_subtract_78() {
  %a = stablehlo.constant dense<"0x0000C0C000004040000080BF0000A0C0"> : tensor<2x1xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0200000000000000"> : tensor<1x1xi64>
  %c = stablehlo.constant dense<"0x0000C040000000C1"> : tensor<1xcomplex<f32>>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
  %z = stablehlo.subtract %x, %y : tensor<complex<f32>>
  stablehlo.return %z : tensor<complex<f32>>
  }) : (tensor<2x1xcomplex<f32>>, tensor<1x1xi64>, tensor<1xcomplex<f32>>) -> tensor<2x1xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000C0C000004040000080BF0000A0C0"> : tensor<2x1xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x1xcomplex<f32>>
  return
}

// -----

func.func @scatter_add_79() {
  %a = stablehlo.constant dense<"0xFDFFFFFF02000000FDFFFFFFFDFFFFFFFEFFFFFF"> : tensor<5xi32>
  %b = stablehlo.constant dense<"0x03000000000000000000000000000000"> : tensor<1x1x2xi64>
  %c = stablehlo.constant dense<"0x0300000002000000"> : tensor<1x2xi32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<5xi32>, tensor<1x1x2xi64>, tensor<1x2xi32>) -> tensor<5xi32>
  %w0 = stablehlo.constant dense<"0xFFFFFFFF02000000FDFFFFFF00000000FEFFFFFF"> : tensor<5xi32>
  check.expect_eq %r0, %w0 : tensor<5xi32>
  return
}

// -----

func.func @scatter_add_80() {
  %a = stablehlo.constant dense<> : tensor<2x0x1xcomplex<f32>>
  %b = stablehlo.constant dense<"0x02000000000000000000000000000000"> : tensor<1x2x1xi64>
  %c = stablehlo.constant dense<> : tensor<0x1x2xcomplex<f32>>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [2], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
  %z = stablehlo.add %x, %y : tensor<complex<f32>>
  stablehlo.return %z : tensor<complex<f32>>
  }) : (tensor<2x0x1xcomplex<f32>>, tensor<1x2x1xi64>, tensor<0x1x2xcomplex<f32>>) -> tensor<2x0x1xcomplex<f32>>
  %w0 = stablehlo.constant dense<> : tensor<2x0x1xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x0x1xcomplex<f32>>
  return
}

// -----

func.func @scatter_add_81() {
  %a = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF"> : tensor<2xi64>
  %b = stablehlo.constant dense<"0x0300000003000000FFFFFFFF00000000"> : tensor<2x2x1xi32>
  %c = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0200000000000000"> : tensor<2x2x1xi64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<2xi64>, tensor<2x2x1xi32>, tensor<2x2x1xi64>) -> tensor<2xi64>
  %w0 = stablehlo.constant dense<"0x0000000000000000FDFFFFFFFFFFFFFF"> : tensor<2xi64>
  check.expect_eq %r0, %w0 : tensor<2xi64>
  return
}

// -----

func.func @scatter_maximum_82() {
  %a = stablehlo.constant dense<"0x000000000000000000000000000000000300000000000000FCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0300000000000000FEFFFFFFFFFFFFFF0300000000000000FCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"> : tensor<5x1x2xi64>
  %b = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF04000000000000000100000000000000"> : tensor<3xi64>
  %c = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF0100000000000000FCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF"> : tensor<2x1x2xi64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1, 2], inserted_window_dims = [], scatter_dims_to_operand_dims = [1, 0, 2], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.maximum %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<5x1x2xi64>, tensor<3xi64>, tensor<2x1x2xi64>) -> tensor<5x1x2xi64>
  %w0 = stablehlo.constant dense<"0x000000000000000000000000000000000300000000000000FCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0300000000000000FEFFFFFFFFFFFFFF0300000000000000FCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"> : tensor<5x1x2xi64>
  check.expect_eq %r0, %w0 : tensor<5x1x2xi64>
  return
}

// -----

func.func @scatter_subtract_83() {
  %a = stablehlo.constant dense<"0x0100030204010103"> : tensor<2x4xui8>
  %b = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF0300000000000000"> : tensor<1x2xi64>
  %c = stablehlo.constant dense<"0x01"> : tensor<1xui8>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.subtract %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<2x4xui8>, tensor<1x2xi64>, tensor<1xui8>) -> tensor<2x4xui8>
  %w0 = stablehlo.constant dense<"0x0100030204010103"> : tensor<2x4xui8>
  check.expect_eq %r0, %w0 : tensor<2x4xui8>
  return
}

// -----

func.func @scatter_subtract_84() {
  %a = stablehlo.constant dense<"0x040000000300000004000000FEFFFFFFFFFFFFFF0300000003000000FEFFFFFF01000000FFFFFFFFFEFFFFFF04000000FEFFFFFF030000000000000003000000010000000400000001000000FEFFFFFF0000000002000000FEFFFFFFFFFFFFFF02000000"> : tensor<5x5xi32>
  %b = stablehlo.constant dense<"0x0100000000000000FFFFFFFFFFFFFFFF04000000000000000100000000000000020000000000000004000000000000000300000000000000030000000000000000000000000000000300000000000000"> : tensor<2x5x1xi64>
  %c = stablehlo.constant dense<"0xFEFFFFFFFCFFFFFF00000000FDFFFFFF000000000200000000000000FFFFFFFFFDFFFFFFFEFFFFFF"> : tensor<2x5xi32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.subtract %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<5x5xi32>, tensor<2x5x1xi64>, tensor<2x5xi32>) -> tensor<5x5xi32>
  %w0 = stablehlo.constant dense<"0x04000000030000000400000001000000FFFFFFFF0500000003000000FEFFFFFF04000000FFFFFFFFFEFFFFFF04000000FEFFFFFF03000000000000000300000001000000050000000100000000000000FEFFFFFF02000000FEFFFFFFFFFFFFFF02000000"> : tensor<5x5xi32>
  check.expect_eq %r0, %w0 : tensor<5x5xi32>
  return
}

// -----

func.func @scatter_subtract_85() {
  %a = stablehlo.constant dense<"0x0000000000000000000000000000F03F0000000000000000000000000000E8BF"> : tensor<4x1xf64>
  %b = stablehlo.constant dense<"0x03000000000000000200000002000000"> : tensor<4x1xi32>
  %c = stablehlo.constant dense<"0x000000000000F03F000000000000F03F000000000000E0BF000000000000D0BF"> : tensor<1x4xf64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.subtract %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<4x1xf64>, tensor<4x1xi32>, tensor<1x4xf64>) -> tensor<4x1xf64>
  %w0 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000000000000000E8BF"> : tensor<4x1xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4x1xf64>
  return
}

// -----

func.func @scatter_add_86() {
  %a = stablehlo.constant dense<"0x0000E0400000C0400000804000004040000000400000A0C0000080C0000000410000E0400000A0400000E0400000C0C000004040000000400000803F000080BF0000A0C0000000C0000000410000E040000000C10000A0C0000080400000A040"> : tensor<3x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0100000004000000FFFFFFFF00000000"> : tensor<2x2xi32>
  %c = stablehlo.constant dense<"0x0000803F000000000000C040000000410000A040000000C10000803F0000A0C000000000000040C0000000000000E0C0000000C000000000000080BF0000A040"> : tensor<1x2x4xcomplex<f32>>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], inserted_window_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
  %z = stablehlo.add %x, %y : tensor<complex<f32>>
  stablehlo.return %z : tensor<complex<f32>>
  }) : (tensor<3x4xcomplex<f32>>, tensor<2x2xi32>, tensor<1x2x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000E0400000C0400000804000004040000000400000A0C0000080C0000000410000E0400000A0400000E0400000C0C000004040000000400000803F000080BF0000A0C0000000C0000000410000E040000000C10000A0C0000080400000A040"> : tensor<3x4xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x4xcomplex<f32>>
  return
}

// -----

func.func @scatter_minimum_87() {
  %a = stablehlo.constant dense<"0x0000803F000000000000C0BF0000803E000040BF"> : tensor<1x5x1xf32>
  %b = stablehlo.constant dense<"0x030000000000000004000000000000000200000000000000030000000000000003000000000000000200000000000000"> : tensor<3x2xi64>
  %c = stablehlo.constant dense<"0x0000403F0000803F0000803F0000803F0000803F0000C0BF0000C03F0000A03F000000BF0000A0BF0000003F0000403F"> : tensor<4x1x3xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.minimum %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<1x5x1xf32>, tensor<3x2xi64>, tensor<4x1x3xf32>) -> tensor<1x5x1xf32>
  %w0 = stablehlo.constant dense<"0x0000803F000000000000C0BF0000803E000040BF"> : tensor<1x5x1xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x5x1xf32>
  return
}

// -----

func.func @scatter_add_88() {
  %a = stablehlo.constant dense<"0x0000000000000000FFFFFFFFFFFFFFFF04000000000000000300000000000000FCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF03000000000000000300000000000000FCFFFFFFFFFFFFFF0000000000000000FEFFFFFFFFFFFFFF0200000000000000FDFFFFFFFFFFFFFF0300000000000000FDFFFFFFFFFFFFFF"> : tensor<5x3x1xi64>
  %b = stablehlo.constant dense<"0xFFFFFFFF0200000003000000FFFFFFFFFFFFFFFF01000000FFFFFFFF00000000"> : tensor<2x2x2xi32>
  %c = stablehlo.constant dense<"0x02000000000000000300000000000000FEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000030000000000000004000000000000000300000000000000"> : tensor<2x2x1x2xi64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], inserted_window_dims = [2], scatter_dims_to_operand_dims = [2, 0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<5x3x1xi64>, tensor<2x2x2xi32>, tensor<2x2x1x2xi64>) -> tensor<5x3x1xi64>
  %w0 = stablehlo.constant dense<"0x0000000000000000FFFFFFFFFFFFFFFF04000000000000000300000000000000FCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF03000000000000000300000000000000FCFFFFFFFFFFFFFF0000000000000000FEFFFFFFFFFFFFFF0200000000000000FDFFFFFFFFFFFFFF0300000000000000FDFFFFFFFFFFFFFF"> : tensor<5x3x1xi64>
  check.expect_eq %r0, %w0 : tensor<5x3x1xi64>
  return
}

// -----

func.func @scatter_maximum_89() {
  %a = stablehlo.constant dense<"0x020000000000000001000000"> : tensor<3xi32>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<1xi64>
  %c = stablehlo.constant dense<"0x02000000"> : tensor<i32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.maximum %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<3xi32>, tensor<1xi64>, tensor<i32>) -> tensor<3xi32>
  %w0 = stablehlo.constant dense<"0x020000000200000001000000"> : tensor<3xi32>
  check.expect_eq %r0, %w0 : tensor<3xi32>
  return
}

// -----

func.func @scatter_subtract_90() {
  %a = stablehlo.constant dense<"0x03000000FCFFFFFF04000000FEFFFFFF0100000003000000FCFFFFFFFCFFFFFF0400000001000000FCFFFFFFFFFFFFFF010000000200000004000000"> : tensor<3x5xi32>
  %b = stablehlo.constant dense<> : tensor<5x0xi64>
  %c = stablehlo.constant dense<"0x0000000004000000FFFFFFFFFDFFFFFF01000000"> : tensor<5x1xi32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.subtract %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<3x5xi32>, tensor<5x0xi64>, tensor<5x1xi32>) -> tensor<3x5xi32>
  %w0 = stablehlo.constant dense<"0x03000000F8FFFFFF05000000010000000000000003000000FCFFFFFFFCFFFFFF0400000001000000FCFFFFFFFFFFFFFF010000000200000004000000"> : tensor<3x5xi32>
  check.expect_eq %r0, %w0 : tensor<3x5xi32>
  return
}

// -----

func.func @scatter_add_91() {
  %a = stablehlo.constant dense<"0xFFFFFFFFFCFFFFFFFCFFFFFFFFFFFFFFFDFFFFFF0000000003000000020000000400000003000000FFFFFFFFFEFFFFFF"> : tensor<3x4xi32>
  %b = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFFFFFFFFFF04000000FFFFFFFF01000000010000000100000002000000010000000200000003000000030000000400000001000000FFFFFFFFFFFFFFFF030000000200000004000000FFFFFFFF000000000100000002000000"> : tensor<3x2x4x1xi32>
  %c = stablehlo.constant dense<"0x00000000FFFFFFFF0200000004000000FFFFFFFF03000000FEFFFFFF0100000002000000FFFFFFFFFCFFFFFFFEFFFFFF04000000020000000100000001000000FEFFFFFFFFFFFFFF03000000FCFFFFFFFDFFFFFFFCFFFFFF0400000001000000"> : tensor<3x2x4xi32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [0], index_vector_dim = 3>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<3x4xi32>, tensor<3x2x4x1xi32>, tensor<3x2x4xi32>) -> tensor<3x4xi32>
  %w0 = stablehlo.constant dense<"0xFFFFFFFFF8FFFFFFFCFFFFFFFFFFFFFFFDFFFFFF0200000006000000030000000600000003000000FEFFFFFFFFFFFFFF"> : tensor<3x4xi32>
  check.expect_eq %r0, %w0 : tensor<3x4xi32>
  return
}

// -----

func.func @scatter_add_92() {
  %a = stablehlo.constant dense<"0x0000E040000040400000C0400000004100000041000000C0000080BF0000E0C0"> : tensor<4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x010000000000000000000000000000000000000000000000"> : tensor<3x1x1xi64>
  %c = stablehlo.constant dense<"0x000080400000E040000000000000A0C000004040000000400000E0C00000A0400000803F000000410000E0C0000000C00000E0C0000000C100008040000000C0000000C000000041"> : tensor<3x1x3xcomplex<f32>>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
  %z = stablehlo.add %x, %y : tensor<complex<f32>>
  stablehlo.return %z : tensor<complex<f32>>
  }) : (tensor<4xcomplex<f32>>, tensor<3x1x1xi64>, tensor<3x1x3xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000E0C000000000000070410000A841000080BF000080BF000000400000A0C0"> : tensor<4xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<4xcomplex<f32>>
  return
}

// -----

func.func @scatter_multiply_93() {
  %a = stablehlo.constant dense<> : tensor<5x0xf32>
  %b = stablehlo.constant dense<"0x020000000200000003000000"> : tensor<3x1xi32>
  %c = stablehlo.constant dense<> : tensor<3x1x0xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.multiply %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<5x0xf32>, tensor<3x1xi32>, tensor<3x1x0xf32>) -> tensor<5x0xf32>
  %w0 = stablehlo.constant dense<> : tensor<5x0xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<5x0xf32>
  return
}

// -----

func.func @scatter_add_94() {
  %a = stablehlo.constant dense<"0x000040BF0000E0BF000000BF0000A03F000000400000403F000080BE000080BE0000803F000080BF000040BF000000000000403F000080BE0000A03F0000E0BF000040BF000040BF0000E03F0000003F0000C03F0000C03F00000040000040BF000000BF0000003F0000A03F0000803E0000C03F000000BF0000A03F0000C03F000000BF0000E03F0000803E0000A0BF000000BF000000400000A0BF0000803F00000040000000400000003F00000000000000C0"> : tensor<5x3x3xf32>
  %b = stablehlo.constant dense<"0x03000000000000000200000000000000"> : tensor<2xi64>
  %c = stablehlo.constant dense<"0x0000A03F000000C0"> : tensor<2xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [2, 0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<5x3x3xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<5x3x3xf32>
  %w0 = stablehlo.constant dense<"0x000040BF0000E0BF000000BF0000A03F000000400000403F000080BE000080BE0000803F000080BF000040BF000000000000403F000080BE0000A03F0000E0BF000040BF000040BF0000E03F0000003F0000C03F0000C03F00000040000040BF000000BF0000003F0000A03F0000803E0000C03F000000BF0000A03F0000C03F000000BF0000E03F0000803E0000A0BF000000BF000000400000A0BF0000803F00000040000000400000003F00000000000000C0"> : tensor<5x3x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<5x3x3xf32>
  return
}

// -----

func.func @scatter_subtract_95() {
  %a = stablehlo.constant dense<"0x000040BF0000E0BF0000C03F0000403F0000003F"> : tensor<5xf32>
  %b = stablehlo.constant dense<> : tensor<1x0xi64>
  %c = stablehlo.constant dense<"0x0000803E0000803E000080BE0000A0BF"> : tensor<4x1xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [], scatter_dims_to_operand_dims = [], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.subtract %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<5xf32>, tensor<1x0xi64>, tensor<4x1xf32>) -> tensor<5xf32>
  %w0 = stablehlo.constant dense<"0x000080BF000000C00000E03F000000400000003F"> : tensor<5xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<5xf32>
  return
}

// -----

func.func @scatter_add_96() {
  %a = stablehlo.constant dense<"0x030304020204000304010400000300"> : tensor<3x5xui8>
  %b = stablehlo.constant dense<"0x020000000300000002000000FFFFFFFF0000000001000000"> : tensor<2x1x3xi32>
  %c = stablehlo.constant dense<"0x030303010300"> : tensor<1x3x2xui8>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.add %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<3x5xui8>, tensor<2x1x3xi32>, tensor<1x3x2xui8>) -> tensor<3x5xui8>
  %w0 = stablehlo.constant dense<"0x030304050204000605010400000300"> : tensor<3x5xui8>
  check.expect_eq %r0, %w0 : tensor<3x5xui8>
  return
}

// -----

func.func @scatter_add_97() {
  %a = stablehlo.constant dense<"0x000000000000FC3F000000000000F4BF000000000000F4BF000000000000F0BF000000000000E83F000000000000D03F000000000000F4BF000000000000F8BF000000000000F4BF000000000000F03F"> : tensor<5x2xf64>
  %b = stablehlo.constant dense<"0x04000000000000000200000000000000"> : tensor<2xi64>
  %c = stablehlo.constant dense<"0x000000000000F03F000000000000D0BF000000000000FCBF000000000000D03F000000000000F03F0000000000000040"> : tensor<3x2xf64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.add %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<5x2xf64>, tensor<2xi64>, tensor<3x2xf64>) -> tensor<5x2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000FC3F000000000000F4BF000000000000F4BF000000000000F0BF000000000000E83F000000000000D03F000000000000F4BF000000000000F8BF000000000000F4BF000000000000F03F"> : tensor<5x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<5x2xf64>
  return
}

// -----

func.func @scatter_multiply_98() {
  %a = stablehlo.constant dense<"0x0000A0400000E0C00000C0400000C0C0"> : tensor<2xcomplex<f32>>
  %b = stablehlo.constant dense<> : tensor<0xi64>
  %c = stablehlo.constant dense<"0x0000E0C0000000C1"> : tensor<complex<f32>>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
  %z = stablehlo.multiply %x, %y : tensor<complex<f32>>
  stablehlo.return %z : tensor<complex<f32>>
  }) : (tensor<2xcomplex<f32>>, tensor<0xi64>, tensor<complex<f32>>) -> tensor<2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000B6C2000010410000C0400000C0C0"> : tensor<2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @scatter_subtract_99() {
  %a = stablehlo.constant dense<"0x010400"> : tensor<1x3xui8>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<1xi64>
  %c = stablehlo.constant dense<"0x040402"> : tensor<1x3xui8>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.subtract %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<1x3xui8>, tensor<1xi64>, tensor<1x3xui8>) -> tensor<1x3xui8>
  %w0 = stablehlo.constant dense<"0xFD00FE"> : tensor<1x3xui8>
  check.expect_eq %r0, %w0 : tensor<1x3xui8>
  return
}

// -----

func.func @scatter_add_100() {
  %a = stablehlo.constant dense<"0x01000000FEFFFFFFFCFFFFFF020000000100000003000000010000000100000001000000FEFFFFFFFCFFFFFFFEFFFFFF00000000FFFFFFFF01000000"> : tensor<5x3xi32>
  %b = stablehlo.constant dense<> : tensor<5x0xi32>
  %c = stablehlo.constant dense<"0x0200000002000000FDFFFFFFFDFFFFFF00000000"> : tensor<1x5xi32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<5x3xi32>, tensor<5x0xi32>, tensor<1x5xi32>) -> tensor<5x3xi32>
  %w0 = stablehlo.constant dense<"0x03000000FEFFFFFFFCFFFFFF040000000100000003000000FEFFFFFF0100000001000000FBFFFFFFFCFFFFFFFEFFFFFF00000000FFFFFFFF01000000"> : tensor<5x3xi32>
  check.expect_eq %r0, %w0 : tensor<5x3xi32>
  return
}

// -----

func.func @scatter_subtract_101() {
  %a = stablehlo.constant dense<"0x000000400000E040000040C00000803F000000000000E0C00000E0C00000C0C00000A040000000C00000E040000000C1"> : tensor<1x2x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0xFFFFFFFF04000000030000000000000001000000FFFFFFFF010000000300000002000000FFFFFFFF01000000010000000400000004000000FFFFFFFF02000000040000000000000001000000010000000400000003000000FFFFFFFF00000000040000000300000001000000010000000400000000000000030000000200000001000000000000000300000002000000"> : tensor<2x3x3x2xi32>
  %c = stablehlo.constant dense<"0x000000C10000A0C000000000000080C0000000C0000000C000000041000040C0000000C10000C0400000E0C0000000C0000080BF000080BF000080C0000000C0000040C00000E0400000E040000040C0000040C00000E0C00000E0C00000C040000040C000004040000000C100000041000080BF0000E040000000410000A0400000004100004040000080400000E040"> : tensor<1x2x3x3x1xcomplex<f32>>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 4], inserted_window_dims = [], input_batching_dims = [2], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 3>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
  %z = stablehlo.subtract %x, %y : tensor<complex<f32>>
  stablehlo.return %z : tensor<complex<f32>>
  }) : (tensor<1x2x3xcomplex<f32>>, tensor<2x3x3x2xi32>, tensor<1x2x3x3x1xcomplex<f32>>) -> tensor<1x2x3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000000400000E040000040C00000803F000000000000E0C00000E0C00000C0C00000A040000000C00000E040000000C1"> : tensor<1x2x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x2x3xcomplex<f32>>
  return
}

// -----

func.func @scatter_add_102() {
  %a = stablehlo.constant dense<"0x000000400000E03F0000803F000000C00000003F0000C0BF000080BE000040BF0000803E0000C03F0000C0BF0000E03F0000A0BF00000000000000000000403F"> : tensor<2x2x4xf32>
  %b = stablehlo.constant dense<"0x020000000100000002000000030000000200000004000000"> : tensor<3x1x2x1xi32>
  %c = stablehlo.constant dense<"0x000080BF0000E0BF0000E0BF0000E0BF0000C03F0000003F0000E03F000080BF0000E0BF0000C03F000080BF000000BF"> : tensor<3x1x2x2xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3], inserted_window_dims = [2], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<2x2x4xf32>, tensor<3x1x2x1xi32>, tensor<3x1x2x2xf32>) -> tensor<2x2x4xf32>
  %w0 = stablehlo.constant dense<"0x000000400000E03F000080BE000000C00000003F0000C0BF00000000000040BF0000803E000080BE0000C0BF000060400000A0BF0000E0BF00000000000080BE"> : tensor<2x2x4xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x4xf32>
  return
}

// -----

func.func @scatter_add_103() {
  %a = stablehlo.constant dense<"0x03000000FEFFFFFF03000000"> : tensor<3xi32>
  %b = stablehlo.constant dense<"0x020000000400000000000000"> : tensor<3x1xi32>
  %c = stablehlo.constant dense<"0xFDFFFFFFFEFFFFFFFCFFFFFFFCFFFFFF0200000001000000"> : tensor<3x2xi32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<3xi32>, tensor<3x1xi32>, tensor<3x2xi32>) -> tensor<3xi32>
  %w0 = stablehlo.constant dense<"0x05000000FFFFFFFF03000000"> : tensor<3xi32>
  check.expect_eq %r0, %w0 : tensor<3xi32>
  return
}

// -----

func.func @scatter_add_104() {
  %a = stablehlo.constant dense<"0x0000E040000080400000E0C000000041000080BF000080BF0000E0C0000000410000E040000040C00000C040000080BF0000C040000000410000A0C000000041000000410000A0400000000000004040"> : tensor<5x2xcomplex<f32>>
  %b = stablehlo.constant dense<"0x02000000"> : tensor<1xi32>
  %c = stablehlo.constant dense<"0x0000803F000080C0000080400000C0C00000803F000040C00000C0C00000C0C00000E0C000000000"> : tensor<5xcomplex<f32>>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
  %z = stablehlo.add %x, %y : tensor<complex<f32>>
  stablehlo.return %z : tensor<complex<f32>>
  }) : (tensor<5x2xcomplex<f32>>, tensor<1xi32>, tensor<5xcomplex<f32>>) -> tensor<5x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000E040000080400000E0C000000041000080BF000080BF0000E0C0000000410000E040000040C00000C040000080BF0000C040000000410000A0C000000041000000410000A0400000000000004040"> : tensor<5x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<5x2xcomplex<f32>>
  return
}

// -----

func.func @scatter_subtract_105() {
  %a = stablehlo.constant dense<> : tensor<4x0x5xi32>
  %b = stablehlo.constant dense<"0x03000000030000000300000003000000010000000100000004000000030000000400000002000000"> : tensor<5x2xi32>
  %c = stablehlo.constant dense<> : tensor<3x5x0xi32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], inserted_window_dims = [], input_batching_dims = [2], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.subtract %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<4x0x5xi32>, tensor<5x2xi32>, tensor<3x5x0xi32>) -> tensor<4x0x5xi32>
  %w0 = stablehlo.constant dense<> : tensor<4x0x5xi32>
  check.expect_eq %r0, %w0 : tensor<4x0x5xi32>
  return
}

// -----

func.func @scatter_add_106() {
  %a = stablehlo.constant dense<"0x040001"> : tensor<3xui8>
  %b = stablehlo.constant dense<> : tensor<3x0xi32>
  %c = stablehlo.constant dense<"0x010401020001"> : tensor<3x2xui8>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [], scatter_dims_to_operand_dims = [], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.add %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<3xui8>, tensor<3x0xi32>, tensor<3x2xui8>) -> tensor<3xui8>
  %w0 = stablehlo.constant dense<"0x060701"> : tensor<3xui8>
  check.expect_eq %r0, %w0 : tensor<3xui8>
  return
}

// -----

func.func @scatter_subtract_107() {
  %a = stablehlo.constant dense<"0x0401010000030202030000010000000301000004"> : tensor<5x4xui8>
  %b = stablehlo.constant dense<> : tensor<3x4x0xi32>
  %c = stablehlo.constant dense<"0x010204010304030200010002"> : tensor<1x3x4xui8>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.subtract %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<5x4xui8>, tensor<3x4x0xi32>, tensor<1x3x4xui8>) -> tensor<5x4xui8>
  %w0 = stablehlo.constant dense<"0x00FAFAFB00030202030000010000000301000004"> : tensor<5x4xui8>
  check.expect_eq %r0, %w0 : tensor<5x4xui8>
  return
}

// -----

func.func @scatter_add_108() {
  %a = stablehlo.constant dense<"0x0400000000000000"> : tensor<1xi64>
  %b = stablehlo.constant dense<"0x04000000"> : tensor<1xi32>
  %c = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF"> : tensor<i64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<1xi64>, tensor<1xi32>, tensor<i64>) -> tensor<1xi64>
  %w0 = stablehlo.constant dense<"0x0400000000000000"> : tensor<1xi64>
  check.expect_eq %r0, %w0 : tensor<1xi64>
  return
}

// -----

func.func @scatter_add_109() {
  %a = stablehlo.constant dense<"0x00040301000402020103"> : tensor<2x5xui8>
  %b = stablehlo.constant dense<"0x02000000010000000000000002000000FFFFFFFF"> : tensor<5x1xi32>
  %c = stablehlo.constant dense<"0x0001020103"> : tensor<5xui8>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
  %z = stablehlo.add %x, %y : tensor<ui8>
  stablehlo.return %z : tensor<ui8>
  }) : (tensor<2x5xui8>, tensor<5x1xi32>, tensor<5xui8>) -> tensor<2x5xui8>
  %w0 = stablehlo.constant dense<"0x00040501000403020103"> : tensor<2x5xui8>
  check.expect_eq %r0, %w0 : tensor<2x5xui8>
  return
}
