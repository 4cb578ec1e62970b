// Factors and solutions of linear systems, all flags.
// Written by make_cases.py.

// -----

func.func @cholesky_true_2_3_float32() {
  %a = stablehlo.constant dense<"0x000031400000F0BE0000B8BE0000F0BE000035400000143F0000B8BE0000143F00001A40"> : tensor<3x3xf32>
  %b = stablehlo.constant dense<"0x0000803F00000000000000000000803F0000803F000000000000803F0000803F0000803F"> : tensor<3x3xf32>
  %u = stablehlo.cholesky %a, lower = true : tensor<3x3xf32>
  %r0 = stablehlo.multiply %u, %b : tensor<3x3xf32>
  %w0 = stablehlo.constant dense<"0xBCDDD43F0000000000000000E85090BE8036D43F00000000DB485DBE20BA9F3E6385C03F"> : tensor<3x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x3xf32>
  return
}

// -----

func.func @cholesky_false_2_3_float32() {
  %a = stablehlo.constant dense<"0x000031400000F0BE0000B8BE0000F0BE000035400000143F0000B8BE0000143F00001A40"> : tensor<3x3xf32>
  %b = stablehlo.constant dense<"0x0000803F0000803F0000803F000000000000803F0000803F00000000000000000000803F"> : tensor<3x3xf32>
  %u = stablehlo.cholesky %a, lower = false : tensor<3x3xf32>
  %r0 = stablehlo.multiply %u, %b : tensor<3x3xf32>
  %w0 = stablehlo.constant dense<"0xBCDDD43FE85090BEDB485DBE000000008036D43F20BA9F3E00000000000000006385C03F"> : tensor<3x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x3xf32>
  return
}

// -----

func.func @cholesky_true_3_4_float32() {
  %a = stablehlo.constant dense<"0x00001B400000D83E000028BF0000C0BD0000D83E00005640000060BF000020BF000028BF000060BF000087400000403E0000C0BD000020BF0000403E0000684000003E4000004CBF00008C3F0000E03E00004CBF00003E4000002CBF0000B0BE00008C3F00002CBF00007D4000005C3F0000E03E0000B0BE00005C3F00002340"> : tensor<2x4x4xf32>
  %b = stablehlo.constant dense<"0x0000803F0000000000000000000000000000803F0000803F00000000000000000000803F0000803F0000803F000000000000803F0000803F0000803F0000803F0000803F0000000000000000000000000000803F0000803F00000000000000000000803F0000803F0000803F000000000000803F0000803F0000803F0000803F"> : tensor<2x4x4xf32>
  %u = stablehlo.cholesky %a, lower = true : tensor<2x4x4xf32>
  %r0 = stablehlo.multiply %u, %b : tensor<2x4x4xf32>
  %w0 = stablehlo.constant dense<"0xCA32C73F000000000000000000000000DACB8A3E3679E73F0000000000000000C5E7D7BE8B5ED7BE239CFB3F00000000BCBF76BD6754ACBE0B002B3C1EBDEF3F768BDC3F000000000000000000000000A2CBECBE8073D43F0000000000000000B581223FDC6269BEB767EF3F000000005E01823E35A00BBE809EB63EDDA8C33F"> : tensor<2x4x4xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x4xf32>
  return
}

// -----

func.func @cholesky_false_3_4_float32() {
  %a = stablehlo.constant dense<"0x00001B400000D83E000028BF0000C0BD0000D83E00005640000060BF000020BF000028BF000060BF000087400000403E0000C0BD000020BF0000403E0000684000003E4000004CBF00008C3F0000E03E00004CBF00003E4000002CBF0000B0BE00008C3F00002CBF00007D4000005C3F0000E03E0000B0BE00005C3F00002340"> : tensor<2x4x4xf32>
  %b = stablehlo.constant dense<"0x0000803F0000803F0000803F0000803F000000000000803F0000803F0000803F00000000000000000000803F0000803F0000000000000000000000000000803F0000803F0000803F0000803F0000803F000000000000803F0000803F0000803F00000000000000000000803F0000803F0000000000000000000000000000803F"> : tensor<2x4x4xf32>
  %u = stablehlo.cholesky %a, lower = false : tensor<2x4x4xf32>
  %r0 = stablehlo.multiply %u, %b : tensor<2x4x4xf32>
  %w0 = stablehlo.constant dense<"0xCA32C73FDACB8A3EC5E7D7BEBCBF76BD000000003679E73F8B5ED7BE6754ACBE0000000000000000239CFB3F0B002B3C0000000000000000000000001EBDEF3F768BDC3FA2CBECBEB581223F5E01823E000000008073D43FDC6269BE35A00BBE0000000000000000B767EF3F809EB63E000000000000000000000000DDA8C33F"> : tensor<2x4x4xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x4xf32>
  return
}

// -----

func.func @cholesky_true_3_2_float32() {
  %a = stablehlo.constant dense<> : tensor<0x2x2xf32>
  %b = stablehlo.constant dense<> : tensor<0x2x2xf32>
  %u = stablehlo.cholesky %a, lower = true : tensor<0x2x2xf32>
  %r0 = stablehlo.multiply %u, %b : tensor<0x2x2xf32>
  %w0 = stablehlo.constant dense<> : tensor<0x2x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<0x2x2xf32>
  return
}

// -----

func.func @cholesky_false_3_2_float32() {
  %a = stablehlo.constant dense<> : tensor<0x2x2xf32>
  %b = stablehlo.constant dense<> : tensor<0x2x2xf32>
  %u = stablehlo.cholesky %a, lower = false : tensor<0x2x2xf32>
  %r0 = stablehlo.multiply %u, %b : tensor<0x2x2xf32>
  %w0 = stablehlo.constant dense<> : tensor<0x2x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<0x2x2xf32>
  return
}

// -----

func.func @cholesky_true_2_1_float32() {
  %a = stablehlo.constant dense<"0x00000440"> : tensor<1x1xf32>
  %b = stablehlo.constant dense<"0x0000803F"> : tensor<1x1xf32>
  %u = stablehlo.cholesky %a, lower = true : tensor<1x1xf32>
  %r0 = stablehlo.multiply %u, %b : tensor<1x1xf32>
  %w0 = stablehlo.constant dense<"0x75D3B73F"> : tensor<1x1xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x1xf32>
  return
}

// -----

func.func @cholesky_false_2_1_float32() {
  %a = stablehlo.constant dense<"0x00000440"> : tensor<1x1xf32>
  %b = stablehlo.constant dense<"0x0000803F"> : tensor<1x1xf32>
  %u = stablehlo.cholesky %a, lower = false : tensor<1x1xf32>
  %r0 = stablehlo.multiply %u, %b : tensor<1x1xf32>
  %w0 = stablehlo.constant dense<"0x75D3B73F"> : tensor<1x1xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x1xf32>
  return
}

// -----

func.func @cholesky_negative_float32() {
  %a = stablehlo.constant dense<"0x00008340000070BF0000343F000070BF00001B400000A8BE0000343F0000A8BE00002D4000002D400000303F0000603E0000303F000041400000343F0000603E0000343F000080BF"> : tensor<2x3x3xf32>
  %u = stablehlo.cholesky %a, lower = true : tensor<2x3x3xf32>
  %v = stablehlo.optimization_barrier %u : tensor<2x3x3xf32>
  %w = stablehlo.slice %v [1:2, 2:3, 2:3] : (tensor<2x3x3xf32>) -> tensor<1x1x1xf32>
  %r0 = stablehlo.is_finite %w : (tensor<1x1x1xf32>) -> tensor<1x1x1xi1>
  %w0 = stablehlo.constant dense<"0x00"> : tensor<1x1x1xi1>
  check.expect_eq %r0, %w0 : tensor<1x1x1xi1>
  return
}

// -----

func.func @solve_true_true_true_NO_TRANSPOSE_float32() {
  %a = stablehlo.constant dense<"0x00002D400000C03E0000283F0000C03E000054400000683F0000283F0000683F00003940000038400000003E000020BE0000003E000063400000A8BE000020BE0000A8BE00808040"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x000000C0000000000000003F0000C0BF0000E0BF000000BF000080BE0000C03F000000400000E03F0000A0BF0000A03F"> : tensor<2x3x2xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %w0 = stablehlo.constant dense<"0x000000C0000000000000A03F0000C0BF0000C9BF00005C3F000080BE0000C03F000002400000C83F00601FBF00A0FF3F"> : tensor<2x3x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf32>
  return
}

// -----

func.func @solve_true_true_true_TRANSPOSE_float32() {
  %a = stablehlo.constant dense<"0x00002340000040BD0000A03E000040BD00004140000008BF0000A03E000008BF0000384000003040000000BE0000303F000000BE00000E40000010BE0000303F000010BE00006D40"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x0000C0BF0000403F000000400000E03F0000A03F0000C03F0000803F0000E03F00000000000080BE000000400000803F"> : tensor<2x3x2xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %w0 = stablehlo.constant dense<"0x0004E2BF0020CD3E00802A40000023400000A03F0000C03F0000AEBE0040863F0000903E0000E0BD000000400000803F"> : tensor<2x3x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf32>
  return
}

// -----

func.func @solve_true_true_true_ADJOINT_float32() {
  %a = stablehlo.constant dense<"0x00000440000080BD000020BE000080BD00006640000070BF000020BE000070BF00004D40000056400000A83E0000A03E0000A83E000036400000803C0000A03E0000803C00000540"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x0000C0BF000000C00000E03F0000003F000000BF000080BF0000E0BF0000003F0000403F0000403F000040BF0000003F"> : tensor<2x3x2xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %w0 = stablehlo.constant dense<"0x00C0BFBF00C00BC00000A43F0000E0BE000000BF000080BF00FEE1BF0040CD3D0000433F00003E3F000040BF0000003F"> : tensor<2x3x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf32>
  return
}

// -----

func.func @solve_true_true_false_NO_TRANSPOSE_float32() {
  %a = stablehlo.constant dense<"0x00003E400000A83E00002CBF0000A83E00004A40000020BE00002CBF000020BE0000554000003240000098BE0000703F000098BE00006240000038BF0000703F000038BF00005440"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x0000A03F0000803F0000803E000000000000403F0000403F0000403F000080BF0000803F000040BF0000003F00000000"> : tensor<2x3x2xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %w0 = stablehlo.constant dense<"0x3694D73E9276AC3E6B24113D496F0FBDB0C09F3EE45A953E42118A3E0317B8BE3D999C3E9D7078BE5F5F103E242E493D"> : tensor<2x3x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf32>
  return
}

// -----

func.func @solve_true_true_false_TRANSPOSE_float32() {
  %a = stablehlo.constant dense<"0x00004A400000403E0000A2BF0000403E000033400000E83E0000A2BF0000E83E00007D400000354000008C3F000010BE00008C3F00006540000008BF000010BE000008BF00005A40"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x000000400000E0BF000000000000E0BF0000003F0000E0BF0000C03F000000C0000000C00000803F000080BE0000A0BF"> : tensor<2x3x2xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %w0 = stablehlo.constant dense<"0x67832F3F8DF532BFDCDDA7BC80D10DBF8E84013EF8A7E2BE51433F3F3EFC4FBF9FE111BF0A64663EDA4F96BDD0E3BBBE"> : tensor<2x3x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf32>
  return
}

// -----

func.func @solve_true_true_false_ADJOINT_float32() {
  %a = stablehlo.constant dense<"0x00006D40000004BF0000443F000004BF00003E40000080BD0000443F000080BD00001E40000044400000603E0000983F0000603E000045400000843F0000983F0000843F00808A40"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x0000C03F0000E03F000000BF000000BF0000C03F0000E0BF000080BE000080BE0000803E0000A03F0000803F0000403F"> : tensor<2x3x2xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %w0 = stablehlo.constant dense<"0xC0FA833E56F6173F5D5D1FBEA5BE3BBE588B1B3FE67735BF449C2FBE61DA31BE80CD793BD431B23E91976C3EAD71313E"> : tensor<2x3x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf32>
  return
}

// -----

func.func @solve_true_false_true_NO_TRANSPOSE_float32() {
  %a = stablehlo.constant dense<"0x00005E400000903E000074BF0000903E000074400000A0BE000074BF0000A0BE00003240000038400000303F000020BF0000303F00002E40000050BF000020BF000050BF00004840"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x000000C00000E0BF000000BF000080BE000000C00000403F000000000000A03F0000E0BF000040BF0000A0BF0000E0BF"> : tensor<2x3x2xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %w0 = stablehlo.constant dense<"0x00C065C000F083BF000090BF000080BC000000C00000403F00608F3F0020D33F000031C000000BC00000A0BF0000E0BF"> : tensor<2x3x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf32>
  return
}

// -----

func.func @solve_true_false_true_TRANSPOSE_float32() {
  %a = stablehlo.constant dense<"0x00003240000000BD0000703E000000BD000023400000A83E0000703E0000A83E0000654000002E400000C03D0000903E0000C03D00007440000080BE0000903E000080BE00004940"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x0000803F0000803F0000403F0000E03F0000803E0000003F000000000000E0BF0000C0BF000000C00000C03F0000A0BF"> : tensor<2x3x2xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %w0 = stablehlo.constant dense<"0x0000803F0000803F0000483F0000E43F008076BE0040A3BE000000000000E0BF0000C0BF0000EBBF0000903F00C09BBF"> : tensor<2x3x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf32>
  return
}

// -----

func.func @solve_true_false_true_ADJOINT_float32() {
  %a = stablehlo.constant dense<"0x000012400000103E0000F8BE0000103E00005640000034BF0000F8BE000034BF0000414000001E400000303E0000903E0000303E000022400000403F0000903E0000403F00004840"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x0000803E0000003F0000C03F0000C03F0000403F0000C0BF000040BF000080BE0000403F0000403F000000C00000003F"> : tensor<2x3x2xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %w0 = stablehlo.constant dense<"0x0000803E0000003F0080BB3F0000B73F0056F33F005081BE000040BF000080BE0000613F00004B3F00B01CC00000C8BC"> : tensor<2x3x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf32>
  return
}

// -----

func.func @solve_true_false_false_NO_TRANSPOSE_float32() {
  %a = stablehlo.constant dense<"0x000029400000E03E000024BF0000E03E00001A40000020BE000024BF000020BE00007D40000052400000B03F000098BE0000B03F000068400000D0BE000098BE0000D0BE00004A40"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x00000040000000000000E03F0000803E00000000000000BF000000BF0000E03F000000C00000003F000040BF0000A03F"> : tensor<2x3x2xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %w0 = stablehlo.constant dense<"0xFB0B233F769E3EBD8C2E3A3F6FF5C33D000000008E8401BE133E8C3DF34BFC3E080F14BFBAB03A3EA45373BEB4C5CA3E"> : tensor<2x3x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf32>
  return
}

// -----

func.func @solve_true_false_false_TRANSPOSE_float32() {
  %a = stablehlo.constant dense<"0x00007A4000009C3F000050BE00009C3F00003340000020BE000050BE000020BE00005A40000042400000C83E000010BF0000C83E000026400000203E000010BF0000203E00003B40"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x0000403F000080BF0000C03F000000BF0000803F000080BE000000000000803F0000E0BF000000400000403F000000C0"> : tensor<2x3x2xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %w0 = stablehlo.constant dense<"0xA69B443E6F1283BE7CC1E73E86A989BD1ACEA63E3EE4BBBD000000003FE8A83E0FB92CBFBDAD383F3FE5953EEDD828BF"> : tensor<2x3x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf32>
  return
}

// -----

func.func @solve_true_false_false_ADJOINT_float32() {
  %a = stablehlo.constant dense<"0x00001B400000503E0000703E0000503E000041400000C83E0000703E0000C83E00003B4000003540000070BE0000A03D000070BE00000D40000040BD0000A03D000040BD00005E40"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x00000040000000BF0000E03F0000E03F0000003F0000A0BF0000803E000040BF000040BF0000E03F000000400000A03F"> : tensor<2x3x2xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %w0 = stablehlo.constant dense<"0x0D68533F0D6853BEDC51063F9A1E183FF0470E3D743BFBBEE709B53D6DC787BEA67BA9BE0F20443FE3F2113F00DDC03E"> : tensor<2x3x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf32>
  return
}

// -----

func.func @solve_false_true_true_NO_TRANSPOSE_float32() {
  %a = stablehlo.constant dense<"0x000031400000603F0000E0BD0000603F00004240000000BE0000E0BD000000BE00004940000023400000203F0000803D0000203F00004A40000038BF0000803D000038BF00006240"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x0000C03F0000E0BF0000A03F0000E03F000000400000C0BF0000E03F0000C0BF0000A0BF0000403F0000C03F0000803F"> : tensor<2x2x3xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %w0 = stablehlo.constant dense<"0x000042400000CCBF0000A03F000000000000E83F0000C0BF00F05440008019C00000A0BF000033BF00000E400000803F"> : tensor<2x2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf32>
  return
}

// -----

func.func @solve_false_true_true_TRANSPOSE_float32() {
  %a = stablehlo.constant dense<"0x0000624000007C3F0000443F00007C3F000051400000963F0000443F0000963F00004A40000035400000C0BE00000CBF0000C0BE00006440000000BE00000CBF000000BE00004540"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x000040BF0000E0BF0000A0BF000000000000003F0000803E0000403F0000A03F000040BF0000A0BF0000C03F000000BF"> : tensor<2x2x3xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %w0 = stablehlo.constant dense<"0x000040BF008081BF0084023F000000000000003F0000ACBE0000403F0000C43F000018BE0000A0BF0000843F000087BF"> : tensor<2x2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf32>
  return
}

// -----

func.func @solve_false_true_true_ADJOINT_float32() {
  %a = stablehlo.constant dense<"0x00000940000080BE000040BE000080BE000029400000203F000040BE0000203F0000504000004D400000303E000078BF0000303E00005E40000024BF000078BF000024BF00004A40"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x0000E03F0000803F0000A03F0000803F000080BE0000E0BF0000C0BF0000803F0000A03F0000803E0000C03F00000040"> : tensor<2x2x3xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %w0 = stablehlo.constant dense<"0x0000E03F0000B83F00002E3F0000803F000000000000C8BF0000C0BF0000A13F00481A3F0000803E0080BA3F003D4B40"> : tensor<2x2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf32>
  return
}

// -----

func.func @solve_false_true_false_NO_TRANSPOSE_float32() {
  %a = stablehlo.constant dense<"0x000032400000343F0000603E0000343F00005940000050BF0000603E000050BF0000644000002940000010BE000014BF000010BE000016400000A03E000014BF0000A03E00004A40"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x0000A03F0000403F0000E03F000000BF0000403F0000C03F0000C03F0000E0BF0000003F000000000000003F0000A0BF"> : tensor<2x2x3xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %w0 = stablehlo.constant dense<"0x6F76A63ED985AD3E3F82FB3E2BB196BEB6E9A43E3694D73EDFD40F3FCE8D44BFC337223E9E8C94BD5243883EB4C5CABE"> : tensor<2x2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf32>
  return
}

// -----

func.func @solve_false_true_false_TRANSPOSE_float32() {
  %a = stablehlo.constant dense<"0x00006940000018BF00000CBF000018BF00002540000040BD00000CBF000040BD00001A4000005A400000003F0000A6BF0000003F000080400000C0BE0000A6BF0000C0BE00004E40"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x000080BF0000C03F000000C00000C03F0000E03F0000003F000000C00000A03F0000003F000040BF0000E03F0000E0BF"> : tensor<2x2x3xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %w0 = stablehlo.constant dense<"0x9CA28CBE48C0043FA82C62BFEAF3D23EAC0F463FD40CA23EDA4F16BFF693C53E349414BDC77761BE7C17EE3EA80614BF"> : tensor<2x2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf32>
  return
}

// -----

func.func @solve_false_true_false_ADJOINT_float32() {
  %a = stablehlo.constant dense<"0x00003D400000403F000080BC0000403F0000414000002C3F000080BC00002C3F00006240000021400000803C0000F0BE0000803C00002B400000E0BE0000F0BE0000E0BE00004840"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x0000A0BF0000803F00000000000080BF000080BF0000C0BF0000803E0000C0BF0000C0BF000000000000E03F0000A0BF"> : tensor<2x2x3xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %w0 = stablehlo.constant dense<"0x36B8D8BE7AAEDF3E3F12AEBD2B60ADBE7A537DBE7E27C2BE2887CB3D3ADE0FBF94340BBF000000002AAC273F08DA9DBE"> : tensor<2x2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf32>
  return
}

// -----

func.func @solve_false_false_true_NO_TRANSPOSE_float32() {
  %a = stablehlo.constant dense<"0x00000140000080BC0000A0BD000080BC00001E4000001CBF0000A0BD00001CBF00005D4000002240000000BE000010BE000000BE00000B400000B0BE000010BE0000B0BE00008340"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x000080BE000080BE000000BF000040BF000000400000803E000000000000E0BF0000E03F000000400000E03F000040BF"> : tensor<2x2x3xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %w0 = stablehlo.constant dense<"0x000080BE000082BE009C2CBF000040BF0080FE3F0096B33F000000000000E0BF0000933F00000040000000400000603E"> : tensor<2x2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf32>
  return
}

// -----

func.func @solve_false_false_true_TRANSPOSE_float32() {
  %a = stablehlo.constant dense<"0x00808C4000009ABF0000203F00009ABF000036400000C8BE0000203F0000C8BE00000D4000003A40000090BE0000A03D000090BE00002D400000C0BD0000A03D0000C0BD00003540"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x000000C00000A03F0000A0BF0000A03F000040BF000000BF000080BF0000803F0000403F000000BF0000803F0000003F"> : tensor<2x2x3xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %w0 = stablehlo.constant dense<"0x00C89ABE0000433F0000A0BF00B0D93E000072BF000000BF00F041BF0000893F0000403F00807ABE0000863F0000003F"> : tensor<2x2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf32>
  return
}

// -----

func.func @solve_false_false_true_ADJOINT_float32() {
  %a = stablehlo.constant dense<"0x00001D400000803C000010BE0000803C000053400000503F000010BE0000503F0000324000004D400000B03E000074BF0000B03E0000154000000000000074BF0000000000004540"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x0000E0BF0000A0BF000040BF0000C03F000080BF0000C03F0000A0BF0000C0BF0000C0BF0000A03F0000A0BF0000803F"> : tensor<2x2x3xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %w0 = stablehlo.constant dense<"0x0038ECBF000024BF000040BF0070DF3F00000EC00000C03F00800AC00000C0BF0000C0BF008028400000A0BF0000803F"> : tensor<2x2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf32>
  return
}

// -----

func.func @solve_false_false_false_NO_TRANSPOSE_float32() {
  %a = stablehlo.constant dense<"0x000042400000F8BE00004CBF0000F8BE00001A400000A83E00004CBF0000A83E0000294000007440000020BE0000203F000020BE000056400000B2BF0000203F0000B2BF00006E40"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x000000C0000000000000003F0000C03F0000803F0000A03F0000A0BF0000A03F0000403F000000C0000080BE0000A0BF"> : tensor<2x2x3xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %w0 = stablehlo.constant dense<"0x3FE828BFD20008BE20F8DC3B5E5CFD3EE5E3033F12060F3F6CDEA7BEBA8EB73E721DC83E8A4B06BF4453CBBDCEF791BE"> : tensor<2x2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf32>
  return
}

// -----

func.func @solve_false_false_false_TRANSPOSE_float32() {
  %a = stablehlo.constant dense<"0x000079400000583F0000E8BE0000583F000028400000C0BD0000E8BE0000C0BD0000254000002E400000B0BE0000543F0000B0BE00002A400000E0BD0000543F0000E0BD00005940"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x0000C0BF0000E03F000040BF0000E0BF0000E03F0000803E0000A0BF0000C0BF0000E03F0000C0BF0000000000000040"> : tensor<2x2x3xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %w0 = stablehlo.constant dense<"0xBDCE0FBFC601283F09F294BE347615BFA28D2B3F0C98C63DAA892FBFC51F0BBF0821043F6C733ABF85F8C63C2E01173F"> : tensor<2x2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf32>
  return
}

// -----

func.func @solve_false_false_false_ADJOINT_float32() {
  %a = stablehlo.constant dense<"0x00004040000000000000603F00000000000034400000003D0000603F0000003D000033400000514000007CBF000094BF00007CBF0000634000008E3F000094BF00008E3F00004D40"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x0000A0BF0000003F000000400000C03F000000400000E0BF0000403F0000E03F0000803E0000403F000080BE0000403F"> : tensor<2x2x3xf32>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %w0 = stablehlo.constant dense<"0x420F20BF8CE82D3EBB0F373F04B82E3F00D3373FC42D20BF101ECC3E301EF03E0AD89F3DA8DA893E472B13BE0FC46F3E"> : tensor<2x2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf32>
  return
}

// -----

func.func @cholesky_true_2_3_float64() {
  %a = stablehlo.constant dense<"0x0000000000400C40000000000000E7BF0000000000C0F03F000000000000E7BF0000000000A00F40000000000080F6BF0000000000C0F03F000000000080F6BF0000000000200B40"> : tensor<3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F00000000000000000000000000000000000000000000F03F000000000000F03F0000000000000000000000000000F03F000000000000F03F000000000000F03F"> : tensor<3x3xf64>
  %u = stablehlo.cholesky %a, lower = true : tensor<3x3xf64>
  %r0 = stablehlo.multiply %u, %b : tensor<3x3xf64>
  %w0 = stablehlo.constant dense<"0xAF5F10390C11FE3F00000000000000000000000000000000076038799F7AD8BF78BD5542BF37FF3F0000000000000000AC2F747CBCD3E13F7AE09EBEAE91E3BFBD70B9924152FA3F"> : tensor<3x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x3xf64>
  return
}

// -----

func.func @cholesky_false_2_3_float64() {
  %a = stablehlo.constant dense<"0x0000000000400C40000000000000E7BF0000000000C0F03F000000000000E7BF0000000000A00F40000000000080F6BF0000000000C0F03F000000000080F6BF0000000000200B40"> : tensor<3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F000000000000F03F000000000000F03F0000000000000000000000000000F03F000000000000F03F00000000000000000000000000000000000000000000F03F"> : tensor<3x3xf64>
  %u = stablehlo.cholesky %a, lower = false : tensor<3x3xf64>
  %r0 = stablehlo.multiply %u, %b : tensor<3x3xf64>
  %w0 = stablehlo.constant dense<"0xAF5F10390C11FE3F076038799F7AD8BFAC2F747CBCD3E13F000000000000000078BD5542BF37FF3F7AE09EBEAE91E3BF00000000000000000000000000000000BD70B9924152FA3F"> : tensor<3x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x3xf64>
  return
}

// -----

func.func @cholesky_true_3_4_float64() {
  %a = stablehlo.constant dense<"0x0000000000A010400000000000C0F6BF000000000000E7BF000000000000E6BF0000000000C0F6BF0000000000C00940000000000000BC3F000000000080E13F000000000000E7BF000000000000BC3F0000000000C00640000000000000DC3F000000000000E6BF000000000080E13F000000000000DC3F0000000000C008400000000000400C40000000000000E8BF000000000080FB3F000000000080EFBF000000000000E8BF00000000004011400000000000000000000000000000E63F000000000080FB3F00000000000000000000000000901340000000000080E7BF000000000080EFBF000000000000E63F000000000080E7BF0000000000A01140"> : tensor<2x4x4xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F000000000000000000000000000000000000000000000000000000000000F03F000000000000F03F00000000000000000000000000000000000000000000F03F000000000000F03F000000000000F03F0000000000000000000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000000000000000000000000000000000000000000000000000F03F000000000000F03F00000000000000000000000000000000000000000000F03F000000000000F03F000000000000F03F0000000000000000000000000000F03F000000000000F03F000000000000F03F000000000000F03F"> : tensor<2x4x4xf64>
  %u = stablehlo.cholesky %a, lower = true : tensor<2x4x4xf64>
  %r0 = stablehlo.multiply %u, %b : tensor<2x4x4xf64>
  %w0 = stablehlo.constant dense<"0x640A3CD03B4F00400000000000000000000000000000000000000000000000006EA25F457A51E6BF3B19709B9372FA3F00000000000000000000000000000000AD06D4594390D6BF1239FABB6224B5BF7C5A19BF245AFA3F0000000000000000B17502081F95D5BFFCBAE0CE9822C83FE9156B73B1F8C93F23751E053643FB3FAF5F10390C11FE3F000000000000000000000000000000000000000000000000B99024B6158BD9BF16D63195B44D004000000000000000000000000000000000293B5F8BB344ED3F83F4CFA488EDC63FE927CDFF3C0B00400000000000000000F9FE873F46C3E0BFE1B2AB82A50CCE3F6EF00698BAF9C2BF82FB0673F01B0040"> : tensor<2x4x4xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x4xf64>
  return
}

// -----

func.func @cholesky_false_3_4_float64() {
  %a = stablehlo.constant dense<"0x0000000000A010400000000000C0F6BF000000000000E7BF000000000000E6BF0000000000C0F6BF0000000000C00940000000000000BC3F000000000080E13F000000000000E7BF000000000000BC3F0000000000C00640000000000000DC3F000000000000E6BF000000000080E13F000000000000DC3F0000000000C008400000000000400C40000000000000E8BF000000000080FB3F000000000080EFBF000000000000E8BF00000000004011400000000000000000000000000000E63F000000000080FB3F00000000000000000000000000901340000000000080E7BF000000000080EFBF000000000000E63F000000000080E7BF0000000000A01140"> : tensor<2x4x4xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F000000000000F03F000000000000F03F000000000000F03F0000000000000000000000000000F03F000000000000F03F000000000000F03F00000000000000000000000000000000000000000000F03F000000000000F03F000000000000000000000000000000000000000000000000000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F0000000000000000000000000000F03F000000000000F03F000000000000F03F00000000000000000000000000000000000000000000F03F000000000000F03F000000000000000000000000000000000000000000000000000000000000F03F"> : tensor<2x4x4xf64>
  %u = stablehlo.cholesky %a, lower = false : tensor<2x4x4xf64>
  %r0 = stablehlo.multiply %u, %b : tensor<2x4x4xf64>
  %w0 = stablehlo.constant dense<"0x640A3CD03B4F00406EA25F457A51E6BFAD06D4594390D6BFB17502081F95D5BF00000000000000003B19709B9372FA3F1239FABB6224B5BFFCBAE0CE9822C83F000000000000000000000000000000007C5A19BF245AFA3FE9156B73B1F8C93F00000000000000000000000000000000000000000000000023751E053643FB3FAF5F10390C11FE3FB99024B6158BD9BF293B5F8BB344ED3FF9FE873F46C3E0BF000000000000000016D63195B44D004083F4CFA488EDC63FE1B2AB82A50CCE3F00000000000000000000000000000000E927CDFF3C0B00406EF00698BAF9C2BF00000000000000000000000000000000000000000000000082FB0673F01B0040"> : tensor<2x4x4xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x4xf64>
  return
}

// -----

func.func @cholesky_true_3_2_float64() {
  %a = stablehlo.constant dense<> : tensor<0x2x2xf64>
  %b = stablehlo.constant dense<> : tensor<0x2x2xf64>
  %u = stablehlo.cholesky %a, lower = true : tensor<0x2x2xf64>
  %r0 = stablehlo.multiply %u, %b : tensor<0x2x2xf64>
  %w0 = stablehlo.constant dense<> : tensor<0x2x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<0x2x2xf64>
  return
}

// -----

func.func @cholesky_false_3_2_float64() {
  %a = stablehlo.constant dense<> : tensor<0x2x2xf64>
  %b = stablehlo.constant dense<> : tensor<0x2x2xf64>
  %u = stablehlo.cholesky %a, lower = false : tensor<0x2x2xf64>
  %r0 = stablehlo.multiply %u, %b : tensor<0x2x2xf64>
  %w0 = stablehlo.constant dense<> : tensor<0x2x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<0x2x2xf64>
  return
}

// -----

func.func @cholesky_true_2_1_float64() {
  %a = stablehlo.constant dense<"0x0000000000200140"> : tensor<1x1xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<1x1xf64>
  %u = stablehlo.cholesky %a, lower = true : tensor<1x1xf64>
  %r0 = stablehlo.multiply %u, %b : tensor<1x1xf64>
  %w0 = stablehlo.constant dense<"0xE0113C6DCE68F73F"> : tensor<1x1xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x1xf64>
  return
}

// -----

func.func @cholesky_false_2_1_float64() {
  %a = stablehlo.constant dense<"0x0000000000200140"> : tensor<1x1xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<1x1xf64>
  %u = stablehlo.cholesky %a, lower = false : tensor<1x1xf64>
  %r0 = stablehlo.multiply %u, %b : tensor<1x1xf64>
  %w0 = stablehlo.constant dense<"0xE0113C6DCE68F73F"> : tensor<1x1xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x1xf64>
  return
}

// -----

func.func @cholesky_negative_float64() {
  %a = stablehlo.constant dense<"0x0000000000A00840000000000000E23F000000000000D93F000000000000E23F0000000000000940000000000000DEBF000000000000D93F000000000000DEBF0000000000C009400000000000501140000000000000B43F000000000000CA3F000000000000B43F0000000000901040000000000000DD3F000000000000CA3F000000000000DD3F000000000000F0BF"> : tensor<2x3x3xf64>
  %u = stablehlo.cholesky %a, lower = true : tensor<2x3x3xf64>
  %v = stablehlo.optimization_barrier %u : tensor<2x3x3xf64>
  %w = stablehlo.slice %v [1:2, 2:3, 2:3] : (tensor<2x3x3xf64>) -> tensor<1x1x1xf64>
  %r0 = stablehlo.is_finite %w : (tensor<1x1x1xf64>) -> tensor<1x1x1xi1>
  %w0 = stablehlo.constant dense<"0x00"> : tensor<1x1x1xi1>
  check.expect_eq %r0, %w0 : tensor<1x1x1xi1>
  return
}

// -----

func.func @solve_true_true_true_NO_TRANSPOSE_float64() {
  %a = stablehlo.constant dense<"0x0000000000200240000000000000CE3F000000000000D0BF000000000000CE3F0000000000A00840000000000000DC3F000000000000D0BF000000000000DC3F0000000000800E400000000000A00040000000000000B8BF000000000000C63F000000000000B8BF0000000000800440000000000000D6BF000000000000C63F000000000000D6BF0000000000600340"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F4BF000000000000D0BF000000000000F0BF000000000000F8BF000000000000FCBF000000000000F43F000000000000F4BF000000000000F0BF000000000000E03F000000000000D03F000000000000F43F000000000000F8BF"> : tensor<2x3x2xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F4BF000000000000D0BF0000000000A0E6BF000000000010F7BF00000000000DFCBF000000000017FD3F000000000000F4BF000000000000F0BF000000000080D83F000000000000C43F00000000008BF93F000000000064F4BF"> : tensor<2x3x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf64>
  return
}

// -----

func.func @solve_true_true_true_TRANSPOSE_float64() {
  %a = stablehlo.constant dense<"0x0000000000000540000000000000E23F000000000000CC3F000000000000E23F0000000000A00C40000000000080E8BF000000000000CC3F000000000080E8BF0000000000400C400000000000400140000000000000D0BF000000000000D43F000000000000D0BF0000000000401040000000000000C03F000000000000D43F000000000000C03F0000000000400840"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F0BF000000000000E03F0000000000000000000000000000E8BF000000000000F43F0000000000000040000000000000D0BF00000000000000C00000000000000040000000000000F03F000000000000F8BF000000000000F43F"> : tensor<2x3x2xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %w0 = stablehlo.constant dense<"0x0000000000FDFCBF000000000020D8BF0000000000A0EE3F000000000000E93F000000000000F43F0000000000000040000000000080E83F00000000007001C00000000000800140000000000000EB3F000000000000F8BF000000000000F43F"> : tensor<2x3x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf64>
  return
}

// -----

func.func @solve_true_true_true_ADJOINT_float64() {
  %a = stablehlo.constant dense<"0x0000000000C00B40000000000000DE3F000000000080E1BF000000000000DE3F0000000000800640000000000000EABF000000000080E1BF000000000000EABF00000000004009400000000000600340000000000000D6BF000000000080E33F000000000000D6BF0000000000400240000000000000E0BF000000000080E33F000000000000E0BF0000000000200840"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000E0BF000000000000F83F000000000000E03F000000000000E03F0000000000000040000000000000D0BF000000000000F83F000000000000E0BF000000000000D03F0000000000000000000000000000D03F000000000000D03F"> : tensor<2x3x2xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %w0 = stablehlo.constant dense<"0x0000000000C0D9BF000000000096F33F0000000000000140000000000000D33F0000000000000040000000000000D0BF0000000000A0F73F000000000080E3BF000000000000D83F000000000000C03F000000000000D03F000000000000D03F"> : tensor<2x3x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf64>
  return
}

// -----

func.func @solve_true_true_false_NO_TRANSPOSE_float64() {
  %a = stablehlo.constant dense<"0x0000000000800240000000000000A03F000000000000C03F000000000000A03F0000000000600A40000000000080EE3F000000000000C03F000000000080EE3F00000000002006400000000000A00840000000000000B83F000000000000E3BF000000000000B83F0000000000200540000000000000D43F000000000000E3BF000000000000D43F0000000000800440"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000FC3F000000000000F83F000000000000E83F000000000000D03F000000000000E03F000000000000FCBF000000000000F43F000000000000F43F000000000000F03F000000000000F0BF000000000000E03F000000000000F8BF"> : tensor<2x3x2xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %w0 = stablehlo.constant dense<"0x768329F25937E83F1C4C91CFBAC1E43F4F4C97064933CC3FCD525D1E9ED6B13FDC3D7A0DBD16B23F75D78D6288F4E5BF4A1BEFA866FDD93F4A1BEFA866FDD93F96D1E3546050D73F24AC81A0CE28D9BFB22A82845655CF3FB64BAC35875FDCBF"> : tensor<2x3x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf64>
  return
}

// -----

func.func @solve_true_true_false_TRANSPOSE_float64() {
  %a = stablehlo.constant dense<"0x0000000000A00340000000000000E4BF000000000000DF3F000000000000E4BF0000000000800C40000000000000E1BF000000000000DF3F000000000000E1BF00000000006004400000000000501140000000000080F9BF000000000040F0BF000000000080F9BF0000000000A00B40000000000040F03F000000000040F0BF000000000040F03F0000000000400640"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x00000000000000400000000000000000000000000000E0BF000000000000F0BF000000000000E8BF000000000000F4BF000000000000F83F0000000000000000000000000000F0BF000000000000F4BF000000000000F83F000000000000E8BF"> : tensor<2x3x2xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %w0 = stablehlo.constant dense<"0x128349379272EA3F803D0AEB79A17B3F57B00055F995C7BF866DCBDB25A6D6BF9FA95C77BCD8D2BFB31A451C3A69DFBFE7FFCDE391B7D33F2E4CADEF5A6CC5BF79B47E959AAFDCBFE5D9AFD56617D2BF14A108452842E13F14A108452842D1BF"> : tensor<2x3x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf64>
  return
}

// -----

func.func @solve_true_true_false_ADJOINT_float64() {
  %a = stablehlo.constant dense<"0x0000000000000340000000000000E0BF000000000000DC3F000000000000E0BF000000000020124000000000004002C0000000000000DC3F00000000004002C000000000008010400000000000600740000000000080E6BF000000000000D53F000000000080E6BF0000000000A00F40000000000000E63F000000000000D53F000000000000E63F0000000000200740"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000D03F000000000000E8BF000000000000004000000000000000C00000000000000040000000000000F03F000000000000FC3F000000000000E03F000000000000F83F000000000000F83F000000000000E03F000000000000F4BF"> : tensor<2x3x2xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %w0 = stablehlo.constant dense<"0x806333D26283C43FBD75D99C035FDBBFBA53D3326AEFE53FAEA1D24FEC6FD4BF081F7CF0C107DF3F081F7CF0C107CF3FB0C83C92063CE53FCE3F590BDD0FD53FDF1A136FFC5BD63FDCEA34E10519DD3F40620177FA23C63FD0BAC114F9ACDBBF"> : tensor<2x3x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf64>
  return
}

// -----

func.func @solve_true_false_true_NO_TRANSPOSE_float64() {
  %a = stablehlo.constant dense<"0x0000000000400C40000000000000D5BF0000000000C0F0BF000000000000D5BF0000000000C00440000000000000E6BF0000000000C0F0BF000000000000E6BF00000000005011400000000000400E40000000000000D4BF000000000000E8BF000000000000D4BF0000000000200D40000000000000D2BF000000000000E8BF000000000000D2BF0000000000C00640"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000FCBF000000000000F0BF000000000000E8BF00000000000000C0000000000000F0BF000000000000FCBF000000000000F43F000000000000F4BF000000000000E8BF000000000000D03F000000000000D03F000000000000E83F"> : tensor<2x3x2xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %w0 = stablehlo.constant dense<"0x0000000000260AC00000000080100FC0000000000000F7BF0000000000A009C0000000000000F0BF000000000000FCBF00000000009AF33F000000000064E1BF0000000000C0E5BF000000000080DD3F000000000000D03F000000000000E83F"> : tensor<2x3x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf64>
  return
}

// -----

func.func @solve_true_false_true_TRANSPOSE_float64() {
  %a = stablehlo.constant dense<"0x00000000004010400000000000000000000000000000B83F00000000000000000000000000200540000000000000DC3F000000000000B83F000000000000DC3F0000000000A003400000000000C00540000000000000D1BF000000000080E33F000000000000D1BF0000000000200E40000000000000C0BF000000000080E33F000000000000C0BF0000000000A00440"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F0BF000000000000E0BF000000000000FC3F000000000000F0BF000000000000F43F0000000000000000000000000000F43F000000000000F03F000000000000004000000000000000C0000000000000F43F000000000000F8BF"> : tensor<2x3x2xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F0BF000000000000E0BF000000000000FC3F000000000000F0BF000000000080E23F000000000000DF3F000000000000F43F000000000000F03F0000000000A802400000000000C0FBBF0000000000F4E83F00000000009C02C0"> : tensor<2x3x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf64>
  return
}

// -----

func.func @solve_true_false_true_ADJOINT_float64() {
  %a = stablehlo.constant dense<"0x0000000000200A40000000000080E33F000000000000CEBF000000000080E33F0000000000A00C40000000000080E5BF000000000000CEBF000000000080E5BF00000000006002400000000000000740000000000000E93F000000000000E3BF000000000000E93F0000000000200B40000000000000D33F000000000000E3BF000000000000D33F0000000000200B40"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000FC3F000000000000E0BF000000000000F43F000000000000F4BF000000000000E83F000000000000FC3F00000000000000000000000000000040000000000000F03F000000000000FCBF000000000000F0BF000000000000F43F"> : tensor<2x3x2xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000FC3F000000000000E0BF000000000080C73F000000000040EEBF000000004089F43F0000000000EDEF3F00000000000000000000000000000040000000000000F03F0000000000800AC00000000000C0F4BF00000000005E0B40"> : tensor<2x3x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf64>
  return
}

// -----

func.func @solve_true_false_false_NO_TRANSPOSE_float64() {
  %a = stablehlo.constant dense<"0x0000000000C00640000000000000F33F000000000080E23F000000000000F33F0000000000A00D40000000000000E53F000000000080E23F000000000000E53F0000000000A00D400000000000901140000000000000C63F000000000080E23F000000000000C63F0000000000A00240000000000000C23F000000000080E23F000000000000C23F0000000000600140"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000E8BF000000000000F4BF000000000000F03F000000000000E03F000000000000F4BF000000000000E83F000000000000E0BF000000000000FC3F000000000000F83F000000000000E0BF000000000000000000000000000000C0"> : tensor<2x3x2xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %w0 = stablehlo.constant dense<"0xE2CBABDB884DD5BF5209D23348B5E0BFB89C7E1C741CD53F7DA8FF928B60B93F8A808DD1769AD5BFD83310958EECC93F0D2FF5CC0BCEC1BF8E4DD72A79D5E03FA8A6632E119EE43F93E787EBC75EC4BF0000000000000000342CB854B677EDBF"> : tensor<2x3x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf64>
  return
}

// -----

func.func @solve_true_false_false_TRANSPOSE_float64() {
  %a = stablehlo.constant dense<"0x0000000000200840000000000000D0BF000000000000B43F000000000000D0BF00000000000001400000000000000000000000000000B43F000000000000000000000000006007400000000000C00A40000000000000D6BF000000000000D83F000000000000D6BF0000000000C00140000000000000D0BF000000000000D83F000000000000D0BF0000000000000B40"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000E8BF000000000000F4BF000000000000F03F000000000000F43F000000000000F4BF000000000000F83F0000000000000000000000000000F8BF000000000000FCBF00000000000000C0000000000000F4BF000000000000F8BF"> : tensor<2x3x2xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %w0 = stablehlo.constant dense<"0xE0176EED8DD5CFBFE613319B4B87DABFA70D816ABB3EDC3FC5EFCFE75543E13FA3971A213FF4DABF36FE33BA4FC8E03F00000000000000001E9940EFD4B5DCBFAA27E3B74B3DE9BFBC3A15F2B011EFBF4835058D6071DBBFB9E4215574DBDDBF"> : tensor<2x3x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf64>
  return
}

// -----

func.func @solve_true_false_false_ADJOINT_float64() {
  %a = stablehlo.constant dense<"0x0000000000400F40000000000080F2BF000000000040FB3F000000000080F2BF0000000000600740000000000040F2BF000000000040FB3F000000000040F2BF0000000000A00C400000000000A00C40000000000000C43F000000000000E5BF000000000000C43F0000000000400F40000000000080E9BF000000000000E5BF000000000080E9BF0000000000200D40"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F8BF000000000000F8BF000000000000FC3F000000000000E8BF000000000000F0BF0000000000000000000000000000FC3F000000000000F03F000000000000E8BF000000000000D0BF000000000000F83F00000000000000C0"> : tensor<2x3x2xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %w0 = stablehlo.constant dense<"0xFA7E6ABC7493D8BFFA7E6ABC7493D8BFCE4FA7BD359BDC3FF4E660902F27DABF801B9E274B71A73FB4B4D0B7CCE2AA3FCB82AFA7224DDF3F74B83F3BEFE2D13FC34197BF8114CBBFBDD124FBEE3EB3BF5E9B2593350CDD3F2BF0869A6F7EE0BF"> : tensor<2x3x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf64>
  return
}

// -----

func.func @solve_false_true_true_NO_TRANSPOSE_float64() {
  %a = stablehlo.constant dense<"0x0000000000800A40000000000000E43F000000000000EF3F000000000000E43F0000000000200C40000000000000B4BF000000000000EF3F000000000000B4BF00000000004008400000000000C00340000000000000D4BF000000000000D0BF000000000000D4BF0000000000801040000000000000FD3F000000000000D0BF000000000000FD3F0000000000600C40"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F43F000000000000F43F000000000000F0BF000000000000F43F0000000000000000000000000000F83F000000000000E0BF0000000000000040000000000000FC3F0000000000000000000000000000E8BF00000000000000C0"> : tensor<2x2x3xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %w0 = stablehlo.constant dense<"0x0000000000C8F73F0000000000C0F23F000000000000F0BF0000000000B0D1BF000000000000BE3F000000000000F83F000000000070DBBF0000000000C0F2BF000000000000FC3F000000000080D93F000000000000074000000000000000C0"> : tensor<2x2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf64>
  return
}

// -----

func.func @solve_false_true_true_TRANSPOSE_float64() {
  %a = stablehlo.constant dense<"0x0000000000C00B40000000000000B03F000000000080E7BF000000000000B03F0000000000400E40000000000080ECBF000000000080E7BF000000000080ECBF0000000000C00A400000000000A00F40000000000000B4BF000000000000DB3F000000000000B4BF0000000000200840000000000000A8BF000000000000DB3F000000000000A8BF0000000000200240"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F4BF0000000000000040000000000000D0BF000000000000F43F000000000000F4BF000000000000F03F000000000000F43F000000000000F43F000000000000F03F000000000000E03F000000000000D0BF000000000000E83F"> : tensor<2x2x3xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F4BF0000000000A000400000000000DAE53F000000000000F43F000000000040F5BF000000000086E73F000000000000F43F000000000090F53F000000008025E13F000000000000E03F000000000000CBBF0000000000EFE03F"> : tensor<2x2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf64>
  return
}

// -----

func.func @solve_false_true_true_ADJOINT_float64() {
  %a = stablehlo.constant dense<"0x0000000000C00040000000000000B0BF000000000000C03F000000000000B0BF0000000000A00840000000000000D13F000000000000C03F000000000000D13F00000000006002400000000000A00740000000000000D03F000000000000D03F000000000000D03F0000000000A007400000000000C0F1BF000000000000D03F0000000000C0F1BF0000000000200D40"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F83F000000000000FCBF000000000000F83F000000000000F4BF000000000000F43F0000000000000000000000000000D0BF000000000000E8BF00000000000000400000000000000000000000000000E0BF000000000000E0BF"> : tensor<2x2x3xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F83F000000000080FABF00000000000AFC3F000000000000F4BF0000000000C0F23F0000000000D8C3BF000000000000D0BF000000000000E6BF0000000000CCF43F0000000000000000000000000000E0BF0000000000E0F0BF"> : tensor<2x2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf64>
  return
}

// -----

func.func @solve_false_true_false_NO_TRANSPOSE_float64() {
  %a = stablehlo.constant dense<"0x0000000000C00640000000000080E93F000000000000903F000000000080E93F0000000000A00940000000000000BC3F000000000000903F000000000000BC3F0000000000A000400000000000400440000000000080E4BF000000000000D6BF000000000080E4BF0000000000400B40000000000040F23F000000000000D6BF000000000040F23F0000000000A00C40"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000FCBF000000000000FC3F000000000000F43F000000000000F8BF000000000000FC3F000000000000F83F000000000000E8BF000000000000F43F000000000000E0BF000000000000E8BF00000000000000C0000000000000D0BF"> : tensor<2x2x3xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %w0 = stablehlo.constant dense<"0xFB2674E75083E8BF178A0D5E5FD3E03FF833E1CF843FE33F7A14021320AFE5BF036F519FB8B1E03F907141C60519E73FF6C2465274F3CABF6F33E92E227BDA3F74B83F3BEFE2C1BF2A105BA0A4B3DCBFB63DFF49510AE2BF74B83F3BEFE2B1BF"> : tensor<2x2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf64>
  return
}

// -----

func.func @solve_false_true_false_TRANSPOSE_float64() {
  %a = stablehlo.constant dense<"0x0000000000C00840000000000000C23F000000000000DDBF000000000000C23F0000000000200240000000000000D7BF000000000000DDBF000000000000D7BF00000000004006400000000000200A40000000000000E8BF000000000000E5BF000000000000E8BF0000000000A00540000000000000D73F000000000000E5BF000000000000D73F0000000000C00240"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F43F000000000000E8BF000000000000F0BF000000000000F83F0000000000000040000000000000E0BF000000000000E8BF000000000000D0BF0000000000000040000000000000000000000000000000000000000000000040"> : tensor<2x2x3xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %w0 = stablehlo.constant dense<"0x326F6748CCDBD93FC24BF88F8DCAD6BF874C19DD45BED5BF081F7CF0C107DF3FE861FA380749EB3F00EE97DC733C833F14BF2442AA65CDBF225101BE9CFEC3BF7851E16FEC03EA3F000000000000000000000000000000004F1BE8B4814EEB3F"> : tensor<2x2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf64>
  return
}

// -----

func.func @solve_false_true_false_ADJOINT_float64() {
  %a = stablehlo.constant dense<"0x0000000000600640000000000080ECBF000000000080ECBF000000000080ECBF0000000000200D40000000000040F13F000000000080ECBF000000000040F13F0000000000600A400000000000201240000000000080F5BF000000000000D5BF000000000080F5BF0000000000C00740000000000080E53F000000000000D5BF000000000080E53F0000000000C00D40"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F43F00000000000000C000000000000000C0000000000000F4BF000000000000F43F000000000000F83F00000000000000C00000000000000000000000000000F83F000000000000F83F000000000000F83F000000000000D03F"> : tensor<2x2x3xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %w0 = stablehlo.constant dense<"0xB9051446759ADC3FF523DA475229DCBFA2EC941F74E3D5BFB9051446759ADCBF0054E14E27F4CD3F865E45E96D7ED03FF0F8C3018F3FDCBFEEB80FAE7692C9BFDE11E1CCF9A1D93FB4FA5241AB2FD53F5EF503E593F6E43F684FC6C0DD7296BF"> : tensor<2x2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf64>
  return
}

// -----

func.func @solve_false_false_true_NO_TRANSPOSE_float64() {
  %a = stablehlo.constant dense<"0x0000000000000940000000000000E8BF000000000000DEBF000000000000E8BF0000000000400C40000000000000BCBF000000000000DEBF000000000000BCBF00000000004003400000000000A00940000000000000ED3F000000000000C4BF000000000000ED3F0000000000400640000000000000C0BF000000000000C4BF000000000000C0BF0000000000800540"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F000000000000FCBF000000000000E03F00000000000000C0000000000000FC3F000000000000FCBF000000000000F4BF000000000000F43F000000000000F43F0000000000000000000000000000E0BF000000000000E83F"> : tensor<2x2x3xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F03F000000000000F0BF000000000080EB3F00000000000000C0000000000000D03F00000000004805C0000000000000F4BF00000000001003400000000000A4F53F0000000000000000000000000000E0BF000000000000E63F"> : tensor<2x2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf64>
  return
}

// -----

func.func @solve_false_false_true_TRANSPOSE_float64() {
  %a = stablehlo.constant dense<"0x0000000000600840000000000000D33F000000000000903F000000000000D33F0000000000A00240000000000000DE3F000000000000903F000000000000DE3F00000000002007400000000000A00340000000000000E7BF000000000000C2BF000000000000E7BF0000000000400940000000000000B83F000000000000C2BF000000000000B83F0000000000600C40"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000000000000000000000C0000000000000F03F000000000000E8BF000000000000E03F000000000000E8BF000000000000F8BF000000000000E03F0000000000000000000000000000F4BF000000000000FCBF000000000000FC3F"> : tensor<2x2x3xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %w0 = stablehlo.constant dense<"0x0000000000F4E63F0000000000C003C0000000000000F03F0000000000B7EFBF000000000040EB3F000000000000E8BF000000000040F2BF000000000000E03F000000000000000000000000800903C00000000000A0FEBF000000000000FC3F"> : tensor<2x2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf64>
  return
}

// -----

func.func @solve_false_false_true_ADJOINT_float64() {
  %a = stablehlo.constant dense<"0x0000000000C00740000000000000B83F000000000000E0BF000000000000B83F0000000000600340000000000000B43F000000000000E0BF000000000000B43F00000000006002400000000000400B40000000000000D3BF000000000000BC3F000000000000D3BF0000000000A00640000000000000B4BF000000000000BC3F000000000000B4BF0000000000C00440"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F43F000000000000F0BF0000000000000000000000000000F03F000000000000E0BF000000000000F8BF000000000000F83F00000000000000C0000000000000E83F000000000000E03F000000000000F4BF000000000000E83F"> : tensor<2x2x3xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %w0 = stablehlo.constant dense<"0x000000000080F53F000000000000F0BF000000000000000000000000004CD23F000000000080D8BF000000000000F8BF0000000080EEEA3F000000000010FFBF000000000000E83F000000000074B03F000000000010F3BF000000000000E83F"> : tensor<2x2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf64>
  return
}

// -----

func.func @solve_false_false_false_NO_TRANSPOSE_float64() {
  %a = stablehlo.constant dense<"0x0000000000A00C40000000000000ECBF000000000000B43F000000000000ECBF0000000000200640000000000080E1BF000000000000B43F000000000080E1BF0000000000C00740000000000060034000000000000090BF000000000000C43F00000000000090BF0000000000200640000000000000C4BF000000000000C43F000000000000C4BF0000000000800140"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F4BF000000000000F4BF000000000000F0BF000000000000F83F000000000000E83F000000000000E0BF000000000000F4BF000000000000F0BF000000000000F03F000000000000F43F000000000000F4BF000000000000D03F"> : tensor<2x2x3xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %w0 = stablehlo.constant dense<"0x91A60F0AAB5BD6BFE6697DB30900E2BF15EE1A79E599DBBFAE94DFD866D4DA3F813D1E1C2CD8D93F3D79F6B38EE5BABF841042082184E0BFDAAA6E04EF53D7BF6913B1C247F3DD3F841042082184E03F4DCAF0196CBDDCBF2EFD89B44437A73F"> : tensor<2x2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf64>
  return
}

// -----

func.func @solve_false_false_false_TRANSPOSE_float64() {
  %a = stablehlo.constant dense<"0x0000000000000A40000000000000C8BF0000000000000000000000000000C8BF0000000000600A4000000000000090BF000000000000000000000000000090BF00000000002005400000000000A00540000000000000B83F000000000000E8BF000000000000B83F0000000000A00C40000000000040F4BF000000000000E8BF000000000040F4BF0000000000200E40"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F8BF000000000000F03F0000000000000040000000000000F43F000000000000004000000000000000000000000000000000000000000000E83F000000000000F03F000000000000E0BF000000000000F0BF000000000000F83F"> : tensor<2x2x3xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %w0 = stablehlo.constant dense<"0x17AC4085BF67DCBF2B59F4A45DA4D33FDDBEB27A973CE83F3A2837D7F2DADA3F4807DEF38D69E33F00000000000000005797249BDD2AB03FF512A5C92D6DD33F11F0FE10F0FED03FBCDDC5AD1BD4B1BF0D97DF5EEFBCC1BF1A687E19687ED93F"> : tensor<2x2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf64>
  return
}

// -----

func.func @solve_false_false_false_ADJOINT_float64() {
  %a = stablehlo.constant dense<"0x0000000000A00340000000000000B43F000000000000D7BF000000000000B43F0000000000600C40000000000080E33F000000000000D7BF000000000080E33F00000000002005400000000000200140000000000000CABF000000000000C83F000000000000CABF0000000000A00840000000000000DEBF000000000000C83F000000000000DEBF0000000000A00540"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000FCBF0000000000000040000000000000E0BF000000000000F43F000000000000E8BF000000000000FC3F000000000000D03F000000000000D0BF000000000000F43F000000000000E0BF0000000000000040000000000000E03F"> : tensor<2x2x3xf64>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %w0 = stablehlo.constant dense<"0x00AC8B87CF52E8BF34BD6D39C615E33FDDBEB27A973CC8BF2E7BD11079BEE33F22B77784EFD1D4BF01675C8B0435E53F1FC03D0A2E44B33FDB809BE2281D86BFF427198B6A98DD3F65BC7C78DABCC7BF9932B07F79B1E53FC3ECE00822ADC73F"> : tensor<2x2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf64>
  return
}

// -----

func.func @cholesky_true_2_3_complex64() {
  %a = stablehlo.constant dense<"0x000026420000000000003041000004C10000484100000BC200003041000004410000464200000000000082C1000084C10000484100000B42000082C1000084410080824200000000"> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000803F00000000000000000000000000000000000000000000803F000000000000803F0000000000000000000000000000803F000000000000803F000000000000803F00000000"> : tensor<3x3xcomplex<f32>>
  %u = stablehlo.cholesky %a, lower = true : tensor<3x3xcomplex<f32>>
  %r0 = stablehlo.multiply %u, %b : tensor<3x3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x4425CE4000000000000000000000000000000000000000006190DA3F49ECA33F9287D640772BE3B10000000000000000405EF83FAA9DAC4050B57CC0C09DBA3FB121754014774D33"> : tensor<3x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x3xcomplex<f32>>
  return
}

// -----

func.func @cholesky_false_2_3_complex64() {
  %a = stablehlo.constant dense<"0x000026420000000000003041000004C10000484100000BC200003041000004410000464200000000000082C1000084C10000484100000B42000082C1000084410080824200000000"> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000803F000000000000803F000000000000803F0000000000000000000000000000803F000000000000803F00000000000000000000000000000000000000000000803F00000000"> : tensor<3x3xcomplex<f32>>
  %u = stablehlo.cholesky %a, lower = false : tensor<3x3xcomplex<f32>>
  %r0 = stablehlo.multiply %u, %b : tensor<3x3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x4425CE40000000006190DA3F49ECA3BF405EF83FAA9DACC000000000000000009287D640772BE33150B57CC0C09DBABF00000000000000000000000000000000B121754014774DB3"> : tensor<3x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x3xcomplex<f32>>
  return
}

// -----

func.func @cholesky_true_3_4_complex64() {
  %a = stablehlo.constant dense<"0x0000CC41000000000000384100009AC10000B841000090C1000040C1000060C00000384100009A41000025420000000000001C42000030410000584100009EC10000B8410000904100001C42000030C100009D42000000000000C040000064C1000040C1000060400000584100009E410000C04000006441000009420000000000004D42000000000000C0400000584100007C410000BCC1000090400000CC410000C040000058C1000052420000000000004C410000AAC1000074410000964100007C410000BC4100004C410000AA4100002042000000000000000000001441000090400000CCC100007441000096C100000000000014C100004B4200000000"> : tensor<2x4x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000803F000000000000000000000000000000000000000000000000000000000000803F000000000000803F00000000000000000000000000000000000000000000803F000000000000803F000000000000803F0000000000000000000000000000803F000000000000803F000000000000803F000000000000803F000000000000803F000000000000000000000000000000000000000000000000000000000000803F000000000000803F00000000000000000000000000000000000000000000803F000000000000803F000000000000803F0000000000000000000000000000803F000000000000803F000000000000803F000000000000803F00000000"> : tensor<2x4x4xcomplex<f32>>
  %u = stablehlo.cholesky %a, lower = true : tensor<2x4x4xcomplex<f32>>
  %r0 = stablehlo.multiply %u, %b : tensor<2x4x4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x9397A14000000000000000000000000000000000000000000000000000000000EEBF1140EDF87340E07C94400000000000000000000000000000000000000000EEBF914048216440316D4F4053A2C1BE78B0BB40000000000000000000000000301618C0386F313F88656040745FFB3FD4E2223FB5375DBF4887524000000000CB15E54000000000000000000000000000000000000000000000000000000000CB8E563FA460F1BF6A42DE400000000000000000000000000000000000000000B5CD0C407C16524092881D403A3A044080F36F4000000000000000000000000018EB203FB7F763C02F8B933F5F2F1CC0929F55408F491A401E8A6A4000000000"> : tensor<2x4x4xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x4xcomplex<f32>>
  return
}

// -----

func.func @cholesky_false_3_4_complex64() {
  %a = stablehlo.constant dense<"0x0000CC41000000000000384100009AC10000B841000090C1000040C1000060C00000384100009A41000025420000000000001C42000030410000584100009EC10000B8410000904100001C42000030C100009D42000000000000C040000064C1000040C1000060400000584100009E410000C04000006441000009420000000000004D42000000000000C0400000584100007C410000BCC1000090400000CC410000C040000058C1000052420000000000004C410000AAC1000074410000964100007C410000BC4100004C410000AA4100002042000000000000000000001441000090400000CCC100007441000096C100000000000014C100004B4200000000"> : tensor<2x4x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000803F000000000000803F000000000000803F000000000000803F0000000000000000000000000000803F000000000000803F000000000000803F00000000000000000000000000000000000000000000803F000000000000803F000000000000000000000000000000000000000000000000000000000000803F000000000000803F000000000000803F000000000000803F000000000000803F0000000000000000000000000000803F000000000000803F000000000000803F00000000000000000000000000000000000000000000803F000000000000803F000000000000000000000000000000000000000000000000000000000000803F00000000"> : tensor<2x4x4xcomplex<f32>>
  %u = stablehlo.cholesky %a, lower = false : tensor<2x4x4xcomplex<f32>>
  %r0 = stablehlo.multiply %u, %b : tensor<2x4x4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x9397A14000000000EEBF1140EDF873C0EEBF9140482164C0301618C0386F31BF0000000000000000E07C944000000000316D4F4053A2C13E88656040745FFBBF0000000000000000000000000000000078B0BB4000000000D4E2223FB5375D3F0000000000000000000000000000000000000000000000004887524000000000CB15E54000000000CB8E563FA460F13FB5CD0C407C1652C018EB203FB7F7634000000000000000006A42DE400000000092881D403A3A04C02F8B933F5F2F1C400000000000000000000000000000000080F36F4000000000929F55408F491AC00000000000000000000000000000000000000000000000001E8A6A4000000000"> : tensor<2x4x4xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x4xcomplex<f32>>
  return
}

// -----

func.func @cholesky_true_3_2_complex64() {
  %a = stablehlo.constant dense<> : tensor<0x2x2xcomplex<f32>>
  %b = stablehlo.constant dense<> : tensor<0x2x2xcomplex<f32>>
  %u = stablehlo.cholesky %a, lower = true : tensor<0x2x2xcomplex<f32>>
  %r0 = stablehlo.multiply %u, %b : tensor<0x2x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<> : tensor<0x2x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<0x2x2xcomplex<f32>>
  return
}

// -----

func.func @cholesky_false_3_2_complex64() {
  %a = stablehlo.constant dense<> : tensor<0x2x2xcomplex<f32>>
  %b = stablehlo.constant dense<> : tensor<0x2x2xcomplex<f32>>
  %u = stablehlo.cholesky %a, lower = false : tensor<0x2x2xcomplex<f32>>
  %r0 = stablehlo.multiply %u, %b : tensor<0x2x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<> : tensor<0x2x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<0x2x2xcomplex<f32>>
  return
}

// -----

func.func @cholesky_true_2_1_complex64() {
  %a = stablehlo.constant dense<"0x0000BA4100000000"> : tensor<1x1xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000803F00000000"> : tensor<1x1xcomplex<f32>>
  %u = stablehlo.cholesky %a, lower = true : tensor<1x1xcomplex<f32>>
  %r0 = stablehlo.multiply %u, %b : tensor<1x1xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x654C9A4000000000"> : tensor<1x1xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x1xcomplex<f32>>
  return
}

// -----

func.func @cholesky_false_2_1_complex64() {
  %a = stablehlo.constant dense<"0x0000BA4100000000"> : tensor<1x1xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000803F00000000"> : tensor<1x1xcomplex<f32>>
  %u = stablehlo.cholesky %a, lower = false : tensor<1x1xcomplex<f32>>
  %r0 = stablehlo.multiply %u, %b : tensor<1x1xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x654C9A4000000000"> : tensor<1x1xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x1xcomplex<f32>>
  return
}

// -----

func.func @cholesky_negative_complex64() {
  %a = stablehlo.constant dense<"0x008087420000000000000CC100004A420000DC410000BE4100000CC100004AC200002F4200000000000020410000D6C10000DC410000BEC1000020410000D641000037420000000000003442000000000000704000004CC1000090410000A6C10000704000004C4100003242000000000000AC4100007041000090410000A6410000AC41000070C1000080BF00000000"> : tensor<2x3x3xcomplex<f32>>
  %u = stablehlo.cholesky %a, lower = true : tensor<2x3x3xcomplex<f32>>
  %v = stablehlo.real %u : (tensor<2x3x3xcomplex<f32>>) -> tensor<2x3x3xf32>
  %w = stablehlo.slice %v [1:2, 2:3, 2:3] : (tensor<2x3x3xf32>) -> tensor<1x1x1xf32>
  %r0 = stablehlo.is_finite %w : (tensor<1x1x1xf32>) -> tensor<1x1x1xi1>
  %w0 = stablehlo.constant dense<"0x00"> : tensor<1x1x1xi1>
  check.expect_eq %r0, %w0 : tensor<1x1x1xi1>
  return
}

// -----

func.func @solve_true_true_true_NO_TRANSPOSE_complex64() {
  %a = stablehlo.constant dense<"0x0000234200000000000034410000003F0000403F0000A8C100003441000000BF00001742000000000000E03F0000E8C00000403F0000A8410000E03F0000E84000001B42000000000000474200000000000070C0000088410000AEC10000E0C0000070C0000088C10000EE410000000000006CC1000070410000AEC10000E04000006CC1000070C10000014200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000E0C0000000000000C0400000803F000000C10000A0C00000E0C000000040000080C0000000C100000041000040C00000C040000000400000A040000080C0000000C1000000C100004040000000C00000E0C0000000C1000040C0000000C1"> : tensor<2x3x2xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000E0C0000000000000C0400000803F00808D42000008C1000096C20000C8C0003038C30088B3C300E0DC420078D4430000C040000000400000A040000080C000009CC10000CB420080B342000088420014D1C400C4954400C8BE4300B40A45"> : tensor<2x3x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f32>>
  return
}

// -----

func.func @solve_true_true_true_TRANSPOSE_complex64() {
  %a = stablehlo.constant dense<"0x0000CE41000000000000F0C000006041000040400000C2C10000F0C0000060C10000E441000000000000B2C10000F8C0000040400000C2410000B2C10000F84000002A420000000000001B4200000000000098C1000050C1000000C1000040C1000098C1000050410000154200000000000050C10000B840000000C100004041000050C10000B8C00000034200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000E0400000C0C0000080BF000040400000A040000000C10000A0C0000000400000C040000000410000004000004040000080C0000000C1000080BF000000410000803F00008040000000C1000000C10000C0C0000000C0000080BF00000041"> : tensor<2x3x2xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000029C2005C5E45002051C300EC9844008048430000F74200007B42000055420000C040000000410000004000004040007000C500002EC300004CC100DC2645000083C2000062C2000086C20080B4420000C0C0000000C0000080BF00000041"> : tensor<2x3x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f32>>
  return
}

// -----

func.func @solve_true_true_true_ADJOINT_complex64() {
  %a = stablehlo.constant dense<"0x00004041000000000000004000002841000088C00000B8C000000040000028C10000384200000000000054C10000AEC1000088C00000B840000054C10000AE4100000C42000000000000F241000000000000D8400000D0C10000C8C0000060C00000D8400000D0410000624200000000000030C00000F0400000C8C000006040000030C00000F0C000008E4100000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000080C00000A040000000C100000040000040C00000A0C00000E0400000A040000000C00000A0400000C0C0000040C0000040C00000404000000000000080C000000000000000C10000A0400000C04000000040000000C0000080C00000C0C0"> : tensor<2x3x2xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x00D0D24300DCB244001CD9C400B0B44300400AC300008E410000E8C0004025C3000000C00000A0400000C0C0000040C000684D44008064C200C026C30024BDC4000018C10000E4C100004CC200009C4100000040000000C0000080C00000C0C0"> : tensor<2x3x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f32>>
  return
}

// -----

func.func @solve_true_true_false_NO_TRANSPOSE_complex64() {
  %a = stablehlo.constant dense<"0x00004D420000000000005C41000070C10000E0BF0000BAC100005C4100007041000007420000000000009E410000A03F0000E0BF0000BA4100009E410000A0BF00001C420000000000001041000000000000E8400000C0C00000F0C00000F8400000E8400000C040000084410000000000009CC10000C0BF0000F0C00000F8C000009CC10000C03F0000254200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x00000040000040C0000040C0000080400000A0400000E040000040400000E0C00000C0C0000000000000803F000000000000C0C0000000C00000A0400000803F000000C0000040C0000000000000A04000000041000000C1000000C000000040"> : tensor<2x3x2xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0AD81F3D0FC46FBD0FC46FBD0AD89F3DB990D93D9B0B5B3EB4F6163E294E5ABECA967DBEE8F305BE0045E13A12B61A3EABAA2ABF398E63BEE4380E3F398EE33D8B2EBA3D120C223EB59750BEB0C3553DF41F273EEF8093BE648280BDD610523E"> : tensor<2x3x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f32>>
  return
}

// -----

func.func @solve_true_true_false_TRANSPOSE_complex64() {
  %a = stablehlo.constant dense<"0x00005942000000000000C03F0000104000005441000098C00000C03F000010C00000514200000000000096410000D6410000544100009840000096410000D6C10000F0410000000000004242000000000000E03F0000A04000001041000040410000E03F0000A0C000009041000000000000ACC1000090C000001041000040C10000ACC1000090400000364200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000A040000000410000C0C000000041000000C0000080BF000040C00000E040000080BF0000C0C00000A0C00000E0400000A040000000C10000C04000000041000080BF0000E040000040400000803F0000A04000004040000000C0000080BF"> : tensor<2x3x2xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x943CA23DCC3C4E3E0B6137BD9439CF3D05CE9B3DDCAD113DF9BFEFBD24B80FBD898808BDCECC4CBEABAA2ABEF0EE6E3EDCDA903C462020BE2255043E0BEE2B3ECECBBC3D165EE13EEA8DDE3D510A253D110EE13D7108873D410B34BD410BB4BC"> : tensor<2x3x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f32>>
  return
}

// -----

func.func @solve_true_true_false_ADJOINT_complex64() {
  %a = stablehlo.constant dense<"0x00000F4200000000000050C0000060410000403F0000C0BF000050C0000060C100001B42000000000000FC410000C8400000403F0000C03F0000FC410000C8C000007D42000000000000AC41000000000000A0400000D84000008641000018410000A0400000D8C0000004420000000000002CC100004CC100008641000018C100002CC100004C410000204200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000080400000C040000000400000C0C00000004000000040000000400000C0C0000080400000C040000080BF000000410000803F000080BF0000803F0000A0C00000A0C00000A0C000004040000000C10000803F00000041000040C00000E040"> : tensor<2x3x2xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x4E88C03DABFF223E32D428BD4C0969BEA1057E3CD03A12BDF4CDAD3D519D82BE8E84813DD546C23D8E8481BC8E84013EAA0F123ECC4A01BE81F9EB3D4C3292BE7DF061BE47179DBD00F294BA168A5BBECDCCCC3CCDCC4C3E9A9999BD3333333E"> : tensor<2x3x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f32>>
  return
}

// -----

func.func @solve_true_false_true_NO_TRANSPOSE_complex64() {
  %a = stablehlo.constant dense<"0x00001F42000000000000F2C10000AC410000E040000078410000F2C10000ACC100001F42000000000000884000009EC10000E040000078C10000884000009E410000BC410000000000002242000000000000B641000038C10000B8410000A8C10000B641000038410000094200000000000000420000A8C00000B8410000A841000000420000A8400000174200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000000C10000803F00004040000080400000004000008040000000C00000C0C0000000C100000000000000000000000000000040000000C00000803F0000C0C000000040000080C0000080C0000000000000803F0000A040000000000000C040"> : tensor<2x3x2xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x00E007C500DCA5C500803AC3008006C30000104200001AC3000000C00000C0C0000000C100000000000000000000000000353A45004B334500AA3445007C6E45000061C200C01EC300000EC2000040C30000803F0000A040000000000000C040"> : tensor<2x3x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f32>>
  return
}

// -----

func.func @solve_true_false_true_TRANSPOSE_complex64() {
  %a = stablehlo.constant dense<"0x0000CC410000000000005040000068C1000018C10000C241000050400000684100001142000000000000E8C000000041000018C10000C2C10000E8C0000000C100002D4200000000000044420000000000001CC1000050C000009040000080BF00001CC10000504000000342000000000000A2C100000CC1000090400000803F0000A2C100000C410000E44100000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000A0C0000040400000804000008040000000C0000040C00000803F000080400000A040000000000000A04000000000000000C00000803F0000E0400000A0C00000E040000080C00000C0C0000000C00000A040000040C0000080C000008040"> : tensor<2x3x2xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000A0C00000404000008040000080400000EAC10080AAC200008CC20000444200F457C400506AC30000C44100105644000000C00000803F0000E0400000A0C000007CC1000040BF00009D420000E0C100B095C3008022C30084E14400601943"> : tensor<2x3x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f32>>
  return
}

// -----

func.func @solve_true_false_true_ADJOINT_complex64() {
  %a = stablehlo.constant dense<"0x0000A44100000000000048410000003F000098C10000304000004841000000BF0000E44100000000000038C100000841000098C1000030C0000038C1000008C10000F641000000000000274200000000000090C0000074C10000D2C100002C41000090C0000074410000CE4100000000000004C1000084C10000D2C100002CC1000004C1000084410000464200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000000410000A0400000004100000041000080C00000C040000000C00000803F000000000000803F0000E0C0000000C000004040000000400000E0C00000E0400000A0C0000040400000E040000000400000A0C00000C0C00000C040000080C0"> : tensor<2x3x2xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000000410000A04000000041000000410000D5C2000052C20000D4C20000BEC2001020C400E0ADC4004090C300B0E3C400004040000000400000E0C00000E04000001C42000007C20080A44200400C4300E036C300CC52C4003B2B450020BFC2"> : tensor<2x3x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f32>>
  return
}

// -----

func.func @solve_true_false_false_NO_TRANSPOSE_complex64() {
  %a = stablehlo.constant dense<"0x0000674200000000000020C10000E840000040C10000E040000020C10000E8C000002F42000000000000004100008841000040C10000E0C000000041000088C1000090410000000000005942000000000000FE4100008AC10000EEC10000BE410000FE4100008A410000774200000000000098C1000038410000EEC10000BEC1000098C1000038C100001F4200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000000C1000000C1000080BF0000E0C000004040000000C00000E040000000C1000000400000E0400000A0C000000040000080BF000080C0000000000000E0C00000404000008040000000C10000C040000040C0000000400000404000000040"> : tensor<2x3x2xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x2DA35CBDEECAFDBDE80CF2BCDE12E7BD5C264C3E0AD723BE2008823E320CC3BD398EE33D721CC73EE4388EBE398EE33DDA72B4BD9E836ABD7BE3B53DB05D64BE59420E3DC927C13D2B94C6BD8EEAC93DE8909ABD8A164E3DE8909A3D8A164E3D"> : tensor<2x3x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f32>>
  return
}

// -----

func.func @solve_true_false_false_TRANSPOSE_complex64() {
  %a = stablehlo.constant dense<"0x0000C641000000000000C03F0000803F0000A8C1000000C00000C03F000080BF00004F42000000000000F04000000AC20000A8C1000000400000F04000000A4200004242000000000000064200000000000080C00000C0C0000010C00000F8C0000080C00000C04000004841000000000000104100000841000010C00000F84000001041000008C100000C4200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000A040000000C0000080C00000C0400000803F000080BF000040C0000080BF000040C0000000400000A04000000041000000C1000080400000A0400000E0C0000000000000A0400000A0C0000080BF00000040000000C10000803F0000A040"> : tensor<2x3x2xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x62DE4E3EB57EA5BDB57E25BE103E783E8013433C6617ABBCDA1247BD7B47BEBC04E32B3D0045D73CD026413D4AD86D3E8D8974BE8D89F43DF8D5183E5BF855BEDEF008BE8DACA53E51FE80BEFA0E9ABD6467033E4825A6BE0218063E8ED5783E"> : tensor<2x3x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f32>>
  return
}

// -----

func.func @solve_true_false_false_ADJOINT_complex64() {
  %a = stablehlo.constant dense<"0x00003B4200000000000086C100006C41000026C20000803E000086C100006CC10000CC410000000000009E4100000040000026C2000080BE00009E41000000C000005642000000000000FC4100000000000038C100002441000038C10000EA41000038C1000024C100001D420000000000006C410000B0C1000038C10000EAC100006C410000B04100006B4200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000000400000C0C00000E040000000400000C040000000C10000804000008040000080400000C0C0000080BF000000400000803F000000410000C0400000803F000080BF0000004100000000000000C00000A0400000C0C00000A0C0000080C0"> : tensor<2x3x2xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0xDE3A2F3D266C03BE8253193EDE3A2F3D28DEAC3EF31EBFBE8A006C3EBB0B8B3E28E00BBB74317ABD689E043B7EDFA6BC2108023D2108823E320C433E2108023D5CF5A8BD28B3923E2DA2423D3084043C7939BE3DC0079FBDCA8994BD943D573C"> : tensor<2x3x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f32>>
  return
}

// -----

func.func @solve_false_true_true_NO_TRANSPOSE_complex64() {
  %a = stablehlo.constant dense<"0x0000264200000000000028C1000000C0000023C20000E0BF000028C10000004000000742000000000000C03F000020C0000023C20000E03F0000C03F00002040000040420000000000001342000000000000A64100002CC100008CC1000098410000A64100002C410000EC4100000000000020C10000504100008CC1000098C1000020C1000050C100001C4200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000080BF000000410000C040000000C10000E040000080C0000080C00000C0400000A04000000040000000C0000040C0000000000000E0400000A040000000C10000C0C000000000000000400000803F000000000000A0C00000E0400000E040"> : tensor<2x2x3xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000AC420080ABC3000068C100009CC10000E040000080C000007AC20000E0400000003F00003841000000C0000040C00080DF4200CC0D4500005CC20000ACC20000C0C00000000000840345002C2CC50000A8C100001C430000E0400000E040"> : tensor<2x2x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f32>>
  return
}

// -----

func.func @solve_false_true_true_TRANSPOSE_complex64() {
  %a = stablehlo.constant dense<"0x0000CC4100000000000050400000D8C0000000C000000041000050400000D84000005C4100000000000008C1000098C0000000C0000000C1000008C100009840000049420000000000000E420000000000003CC10000E8C0000007420000984100003CC10000E84000006C410000000000009CC10000104100000742000098C100009CC1000010C100006E4200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000080C00000E04000008040000000C1000080400000004000000041000080C00000A0C00000E0C00000803F0000C040000040C0000080BF0000A040000000C10000E0C0000000C1000080400000C0C0000040C000004040000040C00000C0C0"> : tensor<2x2x3xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000080C00000E04000808042000070C00028EA430088B0C300000041000080C0000068C2000040C2000028C400008DC2000040C0000080BF000016C20000004000001FC400E0A4C3000080400000C0C00000003F0000C1C2009055440098C8C4"> : tensor<2x2x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f32>>
  return
}

// -----

func.func @solve_false_true_true_ADJOINT_complex64() {
  %a = stablehlo.constant dense<"0x00808142000000000000704100004041000080C1000014C200007041000040C10000D04100000000000014C10000E0BF000080C100001442000014C10000E03F00000642000000000000E44100000000000030410000924100001C410000684100003041000092C100002C4200000000000096410000B2C100001C41000068C1000096410000B24100001D4200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000000C10000A0C0000000C1000040C00000404000000000000000C10000A0C000000040000080BF0000E040000000C1000000C10000E040000000C00000E040000000410000004000000040000000C0000080C00000C0400000C04000004040"> : tensor<2x2x3xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000000C10000A0C000005042000028430000774300A09E44000000C10000A0C00000784200002A430000AA430020A244000000C10000E04000C0554300009842803AACC5004B534500000040000000C000007AC2000008C100D0A44400B89AC4"> : tensor<2x2x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f32>>
  return
}

// -----

func.func @solve_false_true_false_NO_TRANSPOSE_complex64() {
  %a = stablehlo.constant dense<"0x0000D041000000000000803E000010C000005841000068410000803E000010400000D84100000000000080BE000070C000005841000068C1000080BE000070400000F641000000000000F441000000000000A0C0000048C10000C03F0000C0400000A0C0000048410000CA410000000000000C410000C0400000C03F0000C0C000000C410000C0C00000FE4100000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000C0C0000080BF000080BF000080C00000A0C0000080C000008040000000410000E0C0000000C1000080BF000000C1000000C0000000C0000000000000A0C0000040C00000A0C00000A0C0000080BF0000C0400000000000008040000040C0"> : tensor<2x2x3xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0xB37CACBD504263BD52DF67BDBFCF01BE0A8126BE083405BE3A1F963E3AF7E73E376597BEE09F96BE083405BD083485BEA205B1BDD48B07BE68B28F3DB5E129BE0683C1BD854221BEC216B9BD967AA7BDCF9C5D3E855E803D0402013E0683C1BD"> : tensor<2x2x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f32>>
  return
}

// -----

func.func @solve_false_true_false_TRANSPOSE_complex64() {
  %a = stablehlo.constant dense<"0x0000DC41000000000000AE41000004C100006CC10000B6410000AE410000044100002F420000000000006CC10000A84100006CC10000B6C100006CC10000A8C100001942000000000000BE41000000000000B8400000003F00008441000094C10000B840000000BF00001B420000000000000841000058C1000084410000944100000841000058410000704200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000E0400000E0C0000040C000000040000080BF00000040000000C1000080BF000040C000008040000000400000004000000041000080C00000A0C00000A0C0000040C00000C040000000C1000000000000C0C0000040C0000080C0000080BF"> : tensor<2x2x3xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0xC853823EC85382BEA2F378BEE47BFE3D08A77B3DF291A33C09F294BE09F214BD03B68D3DF14E283E7C87D0BDD9C108BD9276AC3E92762CBE191635BE932CCCBDEC8B44BE1C5DC53D9276ACBE0000000094BED6BDC774A7BDB4AEB73C969CFA3D"> : tensor<2x2x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f32>>
  return
}

// -----

func.func @solve_false_true_false_ADJOINT_complex64() {
  %a = stablehlo.constant dense<"0x0000144200000000000090C10000F0400000C0C000000000000090C10000F0C000001F4200000000000098400000B0410000C0C000000000000098400000B0C10000D2410000000000003342000000000000ACC1000098C0000010C2000078410000ACC1000098400000D841000000000000BC4100007CC1000010C2000078C10000BC4100007C410000314200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000080C0000080BF0000803F000080400000803F0000A0C00000803F0000A0400000803F0000A0C0000040C00000803F0000C0C00000A0C0000040C000000040000080BF000080C00000803F0000A040000080BF0000A0C0000000C0000080C0"> : tensor<2x2x3xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0xC967DDBDC967DDBC08B9ECBC42CCDE3DCAD8E03D5CBB44BEC967DD3CDE600A3E16CE803DD9BA8EBDC82A36BEDE9DEC3CCC4B09BEAAD3E4BD55FA4ABEE2A21DBDE85F54BD35DF3CBEBB0FB73CAAD3E43DCE541FBD77FEBCBD3466863D0012E43C"> : tensor<2x2x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f32>>
  return
}

// -----

func.func @solve_false_false_true_NO_TRANSPOSE_complex64() {
  %a = stablehlo.constant dense<"0x00001242000000000000E0BF0000803F00000D42000020C10000E0BF000080BF00006C4200000000000040400000B04000000D4200002041000040400000B0C000003B42000000000000C641000000000000A840000020C100004CC1000014410000A8400000204100000B420000000000007CC1000009C200004CC1000014C100007CC10000094200008F4200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000080400000C040000000400000A04000008040000000400000A040000040C0000000410000E0400000E0400000E040000080BF00000000000080C00000C0C0000080BF000040C0000040C000000000000040400000E040000000000000A040"> : tensor<2x2x3xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000080400000C040000070410000384100C032C300408FC30000A040000040C000005C41000050C0006046C300C0C142000080BF000000000000A03F000080C1007C0A4400F04AC3000040C000000000000096410000B8C1009A824400589C43"> : tensor<2x2x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f32>>
  return
}

// -----

func.func @solve_false_false_true_TRANSPOSE_complex64() {
  %a = stablehlo.constant dense<"0x00001942000000000000F84000005841000088C00000D8410000F840000058C10000D641000000000000803F0000E840000088C00000D8C10000803F0000E8C00000E6410000000000002B42000000000000C8400000E8C0000088C00000CA410000C8400000E8400000F241000000000000C8C100009241000088C00000CAC10000C8C1000092C10000364200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000803F0000C040000080C0000000C0000080BF000000C00000E0C0000040C000000000000040400000E040000000C10000004000004040000080C0000080C00000E04000004040000040C00000C04000008040000080BF0000C0C000000041"> : tensor<2x2x3xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0040304300904C4300008CC10000E840000080BF000000C0002062C300E46F44000082C200001FC20000E040000000C100005FC400CCE44400C06143000063C20000E0400000404000F200C50014D9C40000000000409A430000C0C000000041"> : tensor<2x2x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f32>>
  return
}

// -----

func.func @solve_false_false_true_ADJOINT_complex64() {
  %a = stablehlo.constant dense<"0x00003042000000000000E4C10000704000004C41000080C00000E4C1000070C00000164200000000000060C0000014C100004C4100008040000060C0000014410000E4410000000000000B42000000000000C0BF0000ECC10000D840000050400000C0BF0000EC4100004442000000000000C0C0000068410000D840000050C00000C0C0000068C10000284100000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000E0C000000040000080BF0000A040000040C000000041000080BF0000E040000080BF0000A040000080BF000040C0000080C0000000C1000040400000A0C0000080BF000000C0000040C00000E0C0000080400000A0400000004000004040"> : tensor<2x2x3xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0016CA4400B8EA4400007A4200007342000040C000000041005C69C400C00C42000001C200007040000080BF000040C000405CC400004BC40000D0410000FCC1000080BF000000C00050B744002059440000DCC1000050420000004000004040"> : tensor<2x2x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f32>>
  return
}

// -----

func.func @solve_false_false_false_NO_TRANSPOSE_complex64() {
  %a = stablehlo.constant dense<"0x000096410000000000008040000028C10000B24100001CC1000080400000284100000742000000000000C8400000403F0000B24100001C410000C840000040BF000034420000000000002F42000000000000C84100001CC10000A2410000A8400000C84100001C4100003B4200000000000094410000B0400000A2410000A8C0000094410000B0C00000704100000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000C0C000000040000040C00000C0C00000C040000000000000404000008040000000C000004040000040C0000080C00000804000008040000080BF0000C040000080BF0000E0C0000000C00000C0400000E040000040400000004100000041"> : tensor<2x2x3xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0AD7A3BE0E74DA3DDD55ACBDA57794BEF6F38C3E51A7A4BD0AD7233E0E745A3E151014BE3335E83DD21B2EBEC63131BEE73EBB3DE73EBB3D78FDB6BDC7C3C93DF4E240BC89F935BFE73E3BBD2D6F0C3E1412153E743399BC7ACDE93EF6F1AA3E"> : tensor<2x2x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f32>>
  return
}

// -----

func.func @solve_false_false_false_TRANSPOSE_complex64() {
  %a = stablehlo.constant dense<"0x0000F641000000000000D0410000B0C1000082C1000058C10000D0410000B0410000574200000000000090C100002CC1000082C100005841000090C100002C4100005B42000000000000264200000000000050C00000AE410000504000004C41000050C00000AEC100005E420000000000001DC20000F0C00000504000004CC100001DC20000F04000006F4200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000080BF00004040000000400000A0400000803F0000E0400000C0C0000040C0000040C0000000C00000004100008040000040400000004100000041000040C00000C040000080BF0000E040000080BF000000400000E0C00000004000000041"> : tensor<2x2x3xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x677646BEA0108B3D3273913C19D70E3E25A0953C20EC023E4B0B13BE7A8CC5BC2F12B0BCCF02873C25A0153E25A0953D4B40483D7011393DFCA35E3E9A4D56BD2AA8CD3DC71A89BCE60D493E65DE8CBD52742A3DA47ADCBCC71A093DC71A093E"> : tensor<2x2x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f32>>
  return
}

// -----

func.func @solve_false_false_false_ADJOINT_complex64() {
  %a = stablehlo.constant dense<"0x0000154200000000000003C200002C41000020C000008AC1000003C200002CC10000744200000000000060400000FC41000020C000008A41000060400000FCC10000B6410000000000003B42000000000000C8400000803E000080C0000010400000C840000080BE0000BA410000000000003CC10000CCC1000080C0000010C000003CC10000CC410000384200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000004000008040000080BF0000E04000008040000000000000E0400000C040000080C00000000000000040000080C0000040C0000000C00000E04000000040000000400000A0C00000E0C00000404000000000000000410000A0C00000A040"> : tensor<2x2x3xcomplex<f32>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x222B8CBCF1CF4B3E2EF0D8BC527B523E410B343E00000000F0B9E93D7D15273E4C49A53CC344633D410BB43D410B34BE9AB7A8BD14333FBDC1B9503E74F587BC4316323DD49BDEBD2DD833BEC02D37BA7AA6833DE8AA043FD49BDEBDD49BDE3D"> : tensor<2x2x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f32>>
  return
}

// -----

func.func @cholesky_true_2_3_complex128() {
  %a = stablehlo.constant dense<"0x00000000000042400000000000000000000000000000154000000000000010C000000000000020C0000000000000E03F000000000000154000000000000010400000000000204040000000000000000000000000000014C000000000000012C000000000000020C0000000000000E0BF00000000000014C0000000000000124000000000000049400000000000000000"> : tensor<3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x000000000000F03F00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000F03F0000000000000000000000000000F03F000000000000000000000000000000000000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000"> : tensor<3x3xcomplex<f64>>
  %u = stablehlo.cholesky %a, lower = true : tensor<3x3xcomplex<f64>>
  %r0 = stablehlo.multiply %u, %b : tensor<3x3xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x000000000000184000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000EC3F555555555555E53FEFA69CBB0F491640000000000000000000000000000000000000000000000000555555555555F5BF555555555555B5BFDDD36DCAC4B2E5BF6E65FEABEB28E53F144BB906EB831B400000000000000000"> : tensor<3x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x3xcomplex<f64>>
  return
}

// -----

func.func @cholesky_false_2_3_complex128() {
  %a = stablehlo.constant dense<"0x00000000000042400000000000000000000000000000154000000000000010C000000000000020C0000000000000E03F000000000000154000000000000010400000000000204040000000000000000000000000000014C000000000000012C000000000000020C0000000000000E0BF00000000000014C0000000000000124000000000000049400000000000000000"> : tensor<3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F000000000000000000000000000000000000000000000000000000000000F03F0000000000000000000000000000F03F00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000F03F0000000000000000"> : tensor<3x3xcomplex<f64>>
  %u = stablehlo.cholesky %a, lower = false : tensor<3x3xcomplex<f64>>
  %r0 = stablehlo.multiply %u, %b : tensor<3x3xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x00000000000018400000000000000000000000000000EC3F555555555555E5BF555555555555F5BF555555555555B53F00000000000000000000000000000000EFA69CBB0F4916400000000000000000DDD36DCAC4B2E5BF6E65FEABEB28E5BF0000000000000000000000000000000000000000000000000000000000000000144BB906EB831B400000000000000000"> : tensor<3x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<3x3xcomplex<f64>>
  return
}

// -----

func.func @cholesky_true_3_4_complex128() {
  %a = stablehlo.constant dense<"0x00000000000051400000000000000000000000000000E8BF0000000000802A4000000000000036C0000000000000124000000000000029400000000000002540000000000000E8BF0000000000802AC0000000000060464000000000000000000000000000802140000000000040314000000000004039400000000000C034C000000000000036C000000000000012C0000000000080214000000000004031C00000000000E04A4000000000000000000000000000002DC000000000000043C0000000000000294000000000000025C000000000004039400000000000C034400000000000002DC000000000000043400000000000C0494000000000000000000000000000804840000000000000000000000000000027C000000000004030400000000000002E400000000000803140000000000000FC3F000000000080304000000000000027C000000000004030C00000000000604540000000000000000000000000000013C00000000000C035400000000000000E4000000000000032C00000000000002E4000000000008031C000000000000013C00000000000C035C00000000000204840000000000000000000000000000002C00000000000000640000000000000FC3F00000000008030C00000000000000E40000000000000324000000000000002C000000000000006C00000000000C03F400000000000000000"> : tensor<2x4x4xcomplex<f64>>
  %b = stablehlo.constant dense<"0x000000000000F03F0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000F03F0000000000000000000000000000F03F00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F000000000000000000000000000000000000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000F03F0000000000000000000000000000F03F00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F000000000000000000000000000000000000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000"> : tensor<2x4x4xcomplex<f64>>
  %u = stablehlo.cholesky %a, lower = true : tensor<2x4x4xcomplex<f64>>
  %r0 = stablehlo.multiply %u, %b : tensor<2x4x4xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x07EDAF660F7E2040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000055039E368E48B7BF03794E5C72B5F9BF3B1F82B4E6F819400000000000000000000000000000000000000000000000000000000000000000000000000000000063D810B2D75705C08082F6A86A76E1BF0EED342E88CDF23FF86FB4896E0800C030563314C3971940000000000000000000000000000000000000000000000000CE98E478E940F83FEA42CA6F7C5FF4BF88C6389259C20C40C7A849FF0E6C06401E7B172B1367F8BF0738D3F1DA1A0D407487662D2FD20A4000000000000000000000000000001C400000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000922449922449FABF25499224499202C0D5757BF6BD8C174000000000000000000000000000000000000000000000000000000000000000000000000000000000499224499224014000000000000004C00911B00D191DF3BFE521D4AD87F214C0948E56A9B7660740000000000000000000000000000000000000000000000000000000000000D03FB76DDBB66DDB02C0CBD48670F081CCBFE4C3634E8368024063ED48198FFCF03F93B84EE12195FE3FC7661865D20010400000000000000000"> : tensor<2x4x4xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x4xcomplex<f64>>
  return
}

// -----

func.func @cholesky_false_3_4_complex128() {
  %a = stablehlo.constant dense<"0x00000000000051400000000000000000000000000000E8BF0000000000802A4000000000000036C0000000000000124000000000000029400000000000002540000000000000E8BF0000000000802AC0000000000060464000000000000000000000000000802140000000000040314000000000004039400000000000C034C000000000000036C000000000000012C0000000000080214000000000004031C00000000000E04A4000000000000000000000000000002DC000000000000043C0000000000000294000000000000025C000000000004039400000000000C034400000000000002DC000000000000043400000000000C0494000000000000000000000000000804840000000000000000000000000000027C000000000004030400000000000002E400000000000803140000000000000FC3F000000000080304000000000000027C000000000004030C00000000000604540000000000000000000000000000013C00000000000C035400000000000000E4000000000000032C00000000000002E4000000000008031C000000000000013C00000000000C035C00000000000204840000000000000000000000000000002C00000000000000640000000000000FC3F00000000008030C00000000000000E40000000000000324000000000000002C000000000000006C00000000000C03F400000000000000000"> : tensor<2x4x4xcomplex<f64>>
  %b = stablehlo.constant dense<"0x000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F000000000000000000000000000000000000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F000000000000000000000000000000000000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000F03F0000000000000000"> : tensor<2x4x4xcomplex<f64>>
  %u = stablehlo.cholesky %a, lower = false : tensor<2x4x4xcomplex<f64>>
  %r0 = stablehlo.multiply %u, %b : tensor<2x4x4xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x07EDAF660F7E2040000000000000000055039E368E48B7BF03794E5C72B5F93F63D810B2D75705C08082F6A86A76E13FCE98E478E940F83FEA42CA6F7C5FF43F000000000000000000000000000000003B1F82B4E6F8194000000000000000000EED342E88CDF23FF86FB4896E08004088C6389259C20C40C7A849FF0E6C06C0000000000000000000000000000000000000000000000000000000000000000030563314C397194000000000000000001E7B172B1367F8BF0738D3F1DA1A0DC00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000007487662D2FD20A4000000000000000000000000000001C400000000000000000922449922449FABF254992244992024049922449922401400000000000000440000000000000D03FB76DDBB66DDB024000000000000000000000000000000000D5757BF6BD8C174000000000000000000911B00D191DF3BFE521D4AD87F21440CBD48670F081CCBFE4C3634E836802C00000000000000000000000000000000000000000000000000000000000000000948E56A9B7660740000000000000000063ED48198FFCF03F93B84EE12195FEBF000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000C7661865D20010400000000000000000"> : tensor<2x4x4xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x4xcomplex<f64>>
  return
}

// -----

func.func @cholesky_true_3_2_complex128() {
  %a = stablehlo.constant dense<> : tensor<0x2x2xcomplex<f64>>
  %b = stablehlo.constant dense<> : tensor<0x2x2xcomplex<f64>>
  %u = stablehlo.cholesky %a, lower = true : tensor<0x2x2xcomplex<f64>>
  %r0 = stablehlo.multiply %u, %b : tensor<0x2x2xcomplex<f64>>
  %w0 = stablehlo.constant dense<> : tensor<0x2x2xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<0x2x2xcomplex<f64>>
  return
}

// -----

func.func @cholesky_false_3_2_complex128() {
  %a = stablehlo.constant dense<> : tensor<0x2x2xcomplex<f64>>
  %b = stablehlo.constant dense<> : tensor<0x2x2xcomplex<f64>>
  %u = stablehlo.cholesky %a, lower = false : tensor<0x2x2xcomplex<f64>>
  %r0 = stablehlo.multiply %u, %b : tensor<0x2x2xcomplex<f64>>
  %w0 = stablehlo.constant dense<> : tensor<0x2x2xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<0x2x2xcomplex<f64>>
  return
}

// -----

func.func @cholesky_true_2_1_complex128() {
  %a = stablehlo.constant dense<"0x0000000000000A400000000000000000"> : tensor<1x1xcomplex<f64>>
  %b = stablehlo.constant dense<"0x000000000000F03F0000000000000000"> : tensor<1x1xcomplex<f64>>
  %u = stablehlo.cholesky %a, lower = true : tensor<1x1xcomplex<f64>>
  %r0 = stablehlo.multiply %u, %b : tensor<1x1xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0xF35961442BD8FC3F0000000000000000"> : tensor<1x1xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x1xcomplex<f64>>
  return
}

// -----

func.func @cholesky_false_2_1_complex128() {
  %a = stablehlo.constant dense<"0x0000000000000A400000000000000000"> : tensor<1x1xcomplex<f64>>
  %b = stablehlo.constant dense<"0x000000000000F03F0000000000000000"> : tensor<1x1xcomplex<f64>>
  %u = stablehlo.cholesky %a, lower = false : tensor<1x1xcomplex<f64>>
  %r0 = stablehlo.multiply %u, %b : tensor<1x1xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0xF35961442BD8FC3F0000000000000000"> : tensor<1x1xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<1x1xcomplex<f64>>
  return
}

// -----

func.func @cholesky_negative_complex128() {
  %a = stablehlo.constant dense<"0x0000000000B0524000000000000000000000000000001AC000000000008029C00000000000003240000000000000F43F0000000000001AC000000000008029400000000000D0504000000000000000000000000000C03CC000000000000041C00000000000003240000000000000F4BF0000000000C03CC00000000000004140000000000020474000000000000000000000000000C03C400000000000000000000000000080264000000000008021400000000000001BC0000000000000E8BF000000000080264000000000008021C00000000000C03640000000000000000000000000008026C000000000000020400000000000001BC0000000000000E83F00000000008026C000000000000020C0000000000000F0BF0000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %u = stablehlo.cholesky %a, lower = true : tensor<2x3x3xcomplex<f64>>
  %v = stablehlo.real %u : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xf64>
  %w = stablehlo.slice %v [1:2, 2:3, 2:3] : (tensor<2x3x3xf64>) -> tensor<1x1x1xf64>
  %r0 = stablehlo.is_finite %w : (tensor<1x1x1xf64>) -> tensor<1x1x1xi1>
  %w0 = stablehlo.constant dense<"0x00"> : tensor<1x1x1xi1>
  check.expect_eq %r0, %w0 : tensor<1x1x1xi1>
  return
}

// -----

func.func @solve_true_true_true_NO_TRANSPOSE_complex128() {
  %a = stablehlo.constant dense<"0x000000000080364000000000000000000000000000C039400000000000001B400000000000002FC00000000000002EC00000000000C039400000000000001BC00000000000604940000000000000000000000000004037C000000000004039C00000000000002FC00000000000002E4000000000004037C000000000004039400000000000C0414000000000000000000000000000C04140000000000000000000000000000013C000000000008021C000000000000004C000000000000039C000000000000013C000000000008021400000000000404740000000000000000000000000008020400000000000000A4000000000000004C0000000000000394000000000008020400000000000000AC00000000000C03F400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x00000000000010C0000000000000184000000000000008C000000000000008C000000000000018400000000000001CC000000000000014400000000000001C40000000000000184000000000000008400000000000001840000000000000204000000000000014C000000000000014C00000000000001040000000000000F03F000000000000F03F000000000000F0BF00000000000020C000000000000020C000000000000000C0000000000000F03F00000000000014C0000000000000F0BF"> : tensor<2x3x2xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x00000000000010C0000000000000184000000000000008C000000000000008C0000000000020514000000000009067C00000000000A05940000000000000504000000000007AA8C0000000004044B7C0000000004093AE4000000000801691C000000000000014C000000000000014C00000000000001040000000000000F03F0000000000A050C000000000000033400000000000C0334000000000002043C00000000000B6754000000000003670C000000000004021C00000000000947140"> : tensor<2x3x2xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f64>>
  return
}

// -----

func.func @solve_true_true_true_TRANSPOSE_complex128() {
  %a = stablehlo.constant dense<"0x0000000000802F40000000000000000000000000000010C0000000000000E03F000000000000F0BF00000000000008C000000000000010C0000000000000E0BF0000000000403E40000000000000000000000000008037400000000000002640000000000000F0BF0000000000000840000000000080374000000000000026C0000000000080404000000000000000000000000000C04940000000000000000000000000000022C0000000000000E83F0000000000000AC000000000008027C000000000000022C0000000000000E8BF0000000000404440000000000000000000000000004030C000000000000025C00000000000000AC0000000000080274000000000004030C000000000000025400000000000E049400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x00000000000000400000000000001C4000000000000008C000000000000008C00000000000001840000000000000F03F00000000000018C000000000000020C00000000000001C40000000000000144000000000000010C000000000000014C0000000000000144000000000000014C00000000000001C40000000000000F0BF0000000000001C4000000000000008C0000000000000084000000000000000C000000000000010C0000000000000204000000000000018C000000000000018C0"> : tensor<2x3x2xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x00000000005289C000000000001C71C000000000002A804000000000001875400000000000B06AC00000000000C043C00000000000E0614000000000006050400000000000001C40000000000000144000000000000010C000000000000014C00000000000286840000000000022994000000000800497C00000000000CA78C00000000000003A4000000000002065400000000000B063C000000000004042C000000000000010C0000000000000204000000000000018C000000000000018C0"> : tensor<2x3x2xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f64>>
  return
}

// -----

func.func @solve_true_true_true_ADJOINT_complex128() {
  %a = stablehlo.constant dense<"0x0000000000803640000000000000000000000000000017400000000000802AC000000000000014C0000000000000044000000000000017400000000000802A400000000000002A40000000000000000000000000000008C0000000000000F83F00000000000014C000000000000004C000000000000008C0000000000000F8BF000000000000414000000000000000000000000000E04A4000000000000000000000000000803AC00000000000403C400000000000000A4000000000000034C00000000000803AC00000000000403CC00000000000F05040000000000000000000000000000020400000000000403D400000000000000A40000000000000344000000000000020400000000000403DC000000000006044400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x000000000000104000000000000018400000000000001CC000000000000014C0000000000000004000000000000010C000000000000010C000000000000020C000000000000014C000000000000000C0000000000000004000000000000020C000000000000008C000000000000014C00000000000001C4000000000000010C0000000000000F0BF00000000000000C0000000000000004000000000000000400000000000001CC000000000000014C00000000000001C4000000000000000C0"> : tensor<2x3x2xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x0000000000C858400000000000A467C00000000000847F400000000000C0324000000000000030C000000000000004C000000000000024C000000000008041C000000000000014C000000000000000C0000000000000004000000000000020C00000000050CFB14000000000F858C140000000005814C0C000000000007199C00000000000D056C00000000000586E400000000000205CC000000000005867C00000000000001CC000000000000014C00000000000001C4000000000000000C0"> : tensor<2x3x2xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f64>>
  return
}

// -----

func.func @solve_true_true_false_NO_TRANSPOSE_complex128() {
  %a = stablehlo.constant dense<"0x0000000000C0414000000000000000000000000000002B400000000000003C400000000000803C4000000000000024C00000000000002B400000000000003CC00000000000A04540000000000000000000000000000020400000000000E041C00000000000803C40000000000000244000000000000020400000000000E04140000000000020424000000000000000000000000000C04540000000000000000000000000000029C00000000000001540000000000000FCBF000000000000284000000000000029C000000000000015C0000000000020454000000000000000000000000000803540000000000000FC3F000000000000FCBF00000000000028C00000000000803540000000000000FCBF00000000004039400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x000000000000204000000000000000400000000000001CC000000000000000C0000000000000F03F000000000000184000000000000000000000000000000040000000000000000000000000000014400000000000001040000000000000184000000000000010C000000000000000400000000000001CC0000000000000000000000000000018C000000000000014C000000000000008C0000000000000004000000000000018C0000000000000000000000000000000C00000000000001040"> : tensor<2x3x2xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x0B9B038956D8CC3F0B9B038956D8AC3FAA27E3B74B3DC9BF0B9B038956D8ACBF0646A002E66CB5BFC25007131D17D13F7CDA977EF217B93FD8C3F1100957B0BF82617CCFD2C4BE3F2EAC80E93133AC3F024F2350E926C53F9FA38BD1673FC73FC8A478814C8AB7BFC8A478814C8AA73F2F9049F10299C4BF0000000000000000256072991D64C6BF842664F81ABDBDBF96D77EA5915DBEBF4EE552895FFF9B3F3D9149A94DDDBBBF3F72F5EB7CB1A73F9BE8908511E8813FD4B25D4EF5D2A93F"> : tensor<2x3x2xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f64>>
  return
}

// -----

func.func @solve_true_true_false_TRANSPOSE_complex128() {
  %a = stablehlo.constant dense<"0x0000000000804540000000000000000000000000000024C00000000000001AC00000000000001EC00000000000002DC000000000000024C00000000000001A400000000000003F40000000000000000000000000000032400000000000001EC00000000000001EC00000000000002D4000000000000032400000000000001E400000000000003A4000000000000000000000000000C0404000000000000000000000000000000A400000000000001B4000000000000012C00000000000000EC00000000000000A400000000000001BC0000000000080424000000000000000000000000000002C400000000000002F4000000000000012C00000000000000E400000000000002C400000000000002FC00000000000C042400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x0000000000001CC000000000000008400000000000001C4000000000000000C000000000000014400000000000000000000000000000204000000000000014C000000000000014400000000000000000000000000000204000000000000020C00000000000001C400000000000000000000000000000104000000000000014C00000000000001040000000000000204000000000000014C00000000000001CC0000000000000184000000000000010C000000000000010400000000000000000"> : tensor<2x3x2xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0xBC7C9549FBEEBFBF280E9135B6728BBFC21F0BBF3CF0BA3F9132F1090FE6CBBF7A54795BD068A93F36BFC15543D2A7BFA076C7E2D953743FC0BAFE358938ADBFD9899DD8899DC83F0000000000000000143BB1133BB1D33F143BB1133BB1D3BF24A1F854307AC23F0271A1E62410A7BFA54855291906C73F80052EB0565DC7BF44E067F6D79DB73F2C1896E3EBB5D43FD1CDDFEAA276C6BF265B7CA41F7FC2BF7B14AE47E17AC43F4F1BE8B4814EBBBF4F1BE8B4814EBB3F0000000000000000"> : tensor<2x3x2xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f64>>
  return
}

// -----

func.func @solve_true_true_false_ADJOINT_complex128() {
  %a = stablehlo.constant dense<"0x0000000000403F40000000000000000000000000000027C000000000000019400000000000803CC0000000000080304000000000000027C000000000000019C00000000000E0444000000000000000000000000000001C400000000000002A400000000000803CC000000000008030C00000000000001C400000000000002AC00000000000C0534000000000000000000000000000004D4000000000000000000000000000000AC00000000000403F4000000000000028C000000000008037C00000000000000AC00000000000403FC0000000000000444000000000000000000000000000000E40000000000060404000000000000028C000000000008037400000000000000E4000000000006040C00000000000604D400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x0000000000001CC000000000000010C000000000000018C0000000000000F0BF00000000000014C0000000000000144000000000000014C00000000000001CC0000000000000104000000000000010C00000000000000840000000000000184000000000000000C000000000000010C0000000000000F03F00000000000018C00000000000001CC000000000000008400000000000000840000000000000000000000000000014C0000000000000204000000000000014C00000000000001040"> : tensor<2x3x2xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x9EDAC04B6116CEBFC0CC57E73DBBC0BFEE07C32312C2C8BF4999AE51F1E8A0BF341D67CE1B6FC2BFF1ECA591BECBBC3FBFFB4264093CBABF446278A4C49AC8BFD93310958EECA93FD93310958EECA9BFE326CCEF6A71A33FE326CCEF6A71B33FFAAD3ECB291FA4BFBA7B9E5BE76FA3BF744F36798E848C3FC02AB2E718F7C8BFFA65B4DCAD6EACBFDE5FF85496E2C03F70B23B42B0C1C13F5BC79B134A34B03F5710932B88C9B5BF79734289066EC13F5710932B88C9B5BF79734289066EB13F"> : tensor<2x3x2xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f64>>
  return
}

// -----

func.func @solve_true_false_true_NO_TRANSPOSE_complex128() {
  %a = stablehlo.constant dense<"0x0000000000003F400000000000000000000000000080334000000000000000C0000000000000FC3F00000000000021C0000000000080334000000000000000400000000000604540000000000000000000000000000028400000000000001BC0000000000000FC3F000000000000214000000000000028400000000000001B400000000000C0404000000000000000000000000000803F40000000000000000000000000000025C000000000000024400000000000000E400000000000000E4000000000000025C000000000000024C0000000000000344000000000000000000000000000001FC000000000000032C00000000000000E400000000000000EC00000000000001FC000000000000032400000000000E04D400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x00000000000000C000000000000014C000000000000010C0000000000000204000000000000000C0000000000000F0BF0000000000000000000000000000084000000000000008C000000000000020C00000000000001C40000000000000144000000000000008C00000000000001CC000000000000010C0000000000000000000000000000018C000000000000020C0000000000000144000000000000020C00000000000002040000000000000184000000000000008C00000000000001CC0"> : tensor<2x3x2xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x0000000000099CC000000000804894C000000000C0A1A1400000000000C02A4000000000000056400000000000B052400000000000705DC000000000008023C000000000000008C000000000000020C00000000000001C4000000000000014400000000000D29340000000008091A24000000000001049C00000000040A9A1C00000000000004AC00000000000D066400000000000F05A400000000000105DC00000000000002040000000000000184000000000000008C00000000000001CC0"> : tensor<2x3x2xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f64>>
  return
}

// -----

func.func @solve_true_false_true_TRANSPOSE_complex128() {
  %a = stablehlo.constant dense<"0x0000000000003C400000000000000000000000000020404000000000000011C00000000000802E4000000000008026C0000000000020404000000000000011400000000000404D400000000000000000000000000000E8BF00000000008022C00000000000802E400000000000802640000000000000E8BF00000000008022400000000000604F4000000000000000000000000000604B40000000000000000000000000000002C0000000000000F8BF00000000000010C000000000000018C000000000000002C0000000000000F83F0000000000C0314000000000000000000000000000002FC00000000000001AC000000000000010C000000000000018400000000000002FC00000000000001A4000000000000038400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x0000000000001CC0000000000000F03F00000000000018C000000000000018C00000000000001840000000000000004000000000000018C000000000000010C000000000000008C000000000000000C000000000000000C0000000000000F03F0000000000001CC000000000000014C000000000000014C000000000000010400000000000001CC000000000000018C00000000000001C4000000000000000C0000000000000084000000000000008C000000000000020400000000000000000"> : tensor<2x3x2xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x0000000000001CC0000000000000F03F00000000000018C000000000000018C00000000000706C400000000000004EC00000000000A06A40000000000080644000000000009189400000000080AD9E400000000000C192C000000000808CA0400000000000001CC000000000000014C000000000000014C000000000000010400000000000802EC00000000000C03BC000000000008024C0000000000000E0BF00000000008049C000000000009282C00000000000F467C000000000001856C0"> : tensor<2x3x2xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f64>>
  return
}

// -----

func.func @solve_true_false_true_ADJOINT_complex128() {
  %a = stablehlo.constant dense<"0x000000000060434000000000000000000000000000802640000000000000F83F00000000000041400000000000001E400000000000802640000000000000F8BF0000000000E0404000000000000000000000000000002040000000000000044000000000000041400000000000001EC0000000000000204000000000000004C000000000008042400000000000000000000000000080424000000000000000000000000000802AC0000000000000264000000000000021C00000000000803FC00000000000802AC000000000000026C00000000000C03340000000000000000000000000000024C0000000000080304000000000000021C00000000000803F4000000000000024C000000000008030C00000000000E042400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x000000000000204000000000000010C0000000000000104000000000000010C000000000000018400000000000001C4000000000000010C000000000000020C000000000000014C000000000000010400000000000002040000000000000000000000000000000C000000000000008C0000000000000F0BF0000000000000000000000000000144000000000000000C000000000000010C0000000000000104000000000000000C000000000000020C000000000000000C00000000000001440"> : tensor<2x3x2xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x000000000000204000000000000010C0000000000000104000000000000010C000000000008053C0000000000000504000000000008045C000000000008045400000000000206B400000000000B07FC000000000005061400000000000D871C000000000000000C000000000000008C0000000000000F0BF000000000000000000000000000027400000000000E04FC000000000004031C00000000000001CC000000000807590400000000000247AC00000000000E050C00000000000E273C0"> : tensor<2x3x2xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f64>>
  return
}

// -----

func.func @solve_true_false_false_NO_TRANSPOSE_complex128() {
  %a = stablehlo.constant dense<"0x0000000000803440000000000000000000000000000008400000000000001FC000000000008030C000000000000011C000000000000008400000000000001F400000000000E04540000000000000000000000000000000000000000000803CC000000000008030C0000000000000114000000000000000000000000000803C400000000000003F4000000000000000000000000000604440000000000000000000000000000032C0000000000000024000000000000028400000000000001B4000000000000032C000000000000002C00000000000C0394000000000000000000000000000001B4000000000000027C000000000000028400000000000001BC00000000000001B4000000000000027400000000000A045400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x000000000000004000000000000000C000000000000014400000000000002040000000000000104000000000000018C000000000000014400000000000000000000000000000F03F0000000000001CC000000000000020C00000000000000000000000000000004000000000000018C000000000000010C0000000000000000000000000000018C000000000000014C000000000000020400000000000001440000000000000104000000000000008C0000000000000F0BF0000000000000840"> : tensor<2x3x2xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0xD08D6BB86FF4C63FE54221E5812DC5BF40150E54E140B53F2E2CF90B25E4D93FAC675B9FFF87CE3FBB1DAADBA1BABDBF1DD4411DD441BD3F3B8393EAA584C5BF841042082184A03FE79C73CE39E7CCBF841042082184D0BF000000000000000048E1D42910D7B8BF70DEEDED8135C8BFEF9435AE236CAC3F7D6903481FE4A43FAA1C6FFE96F6CCBF0E911D42723DC1BF6EAF3754EE49D23FFA3448FA8934C53FC3ECE00822ADB73F92B1A886D9C1B1BFC3ECE00822AD97BF92B1A886D9C1B13F"> : tensor<2x3x2xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f64>>
  return
}

// -----

func.func @solve_true_false_false_TRANSPOSE_complex128() {
  %a = stablehlo.constant dense<"0x0000000000C0414000000000000000000000000000001B40000000000000124000000000004035C000000000004034C00000000000001B4000000000000012C00000000000604040000000000000000000000000000012C000000000000013C000000000004035C0000000000040344000000000000012C00000000000001340000000000060434000000000000000000000000000C04B400000000000000000000000000000F43F0000000000001D400000000000802F400000000000001B40000000000000F43F0000000000001DC00000000000604140000000000000000000000000004033400000000000000C400000000000802F400000000000001BC000000000004033400000000000000CC00000000000E049400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x000000000000104000000000000008C000000000000020C0000000000000F0BF00000000000000000000000000001C4000000000000014C0000000000000000000000000000018C0000000000000F03F00000000000000000000000000001040000000000000000000000000000020C0000000000000204000000000000000400000000000001040000000000000144000000000000010C000000000000000C0000000000000104000000000000018C0000000000000F03F00000000000020C0"> : tensor<2x3x2xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x0B9B038956D8BC3F48B4C2E640A2B5BF0B9B038956D8CCBF0B9B038956D89CBFDC8A1F6EE3D5A1BF9EBF962F439BCB3FC0E11E263B2FBCBFCCA076828CD3A23F1EF481CD9551B4BFF1DECC234845AE3F4A284DA5C125C0BFC849614B9413A4BF0000000000000000352781B85073C2BF352781B85073C23F352781B85073A23F57ADFD1BD5C4B53F40030C3CB914C33FBE5BBB94CCDEBCBFC708A306B0C3B6BFA913666D54EAA23F266EA53A220FC1BFB088C585DF79903F8241C8533A63C2BF"> : tensor<2x3x2xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f64>>
  return
}

// -----

func.func @solve_true_false_false_ADJOINT_complex128() {
  %a = stablehlo.constant dense<"0x0000000000204040000000000000000000000000000026C0000000000000F43F00000000000006C000000000008029C000000000000026C0000000000000F4BF0000000000C04940000000000000000000000000000019C00000000000003A4000000000000006C0000000000080294000000000000019C00000000000003AC0000000000000364000000000000000000000000000C0424000000000000000000000000000C040C000000000008032400000000000003D4000000000008020C00000000000C040C000000000008032C00000000000604740000000000000000000000000002040C000000000000010C00000000000003D40000000000080204000000000002040C000000000000010400000000000E047400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x00000000000010400000000000001CC000000000000010400000000000001C4000000000000020400000000000001C4000000000000014C00000000000001440000000000000104000000000000008C00000000000002040000000000000084000000000000010C000000000000000C0000000000000F03F000000000000F0BF0000000000000040000000000000000000000000000000000000000000001C4000000000000020C00000000000001040000000000000F0BF00000000000020C0"> : tensor<2x3x2xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0xF007FC017FC0BF3FF286BC216FC8CBBFF007FC017FC0BF3FF286BC216FC8CB3F1F044602E6F2C73FCE99872EC7B2B73F6CF80E71CC6BB3BF940122AD2ABFC23F60431E4A044B8F3F1033E28D7FA8883F3BB6DD57D7DBD33F0CAB1488144EA63F4F1BE8B4814EBBBF4F1BE8B4814EABBF4F1BE8B4814E9B3F4F1BE8B4814E9BBFB21980E64CB389BF9714D8B2EA96B4BF601E806D895F9E3F121212121212C23FA7D6121D9947C0BFB3BD6ED66FD1B43FCF8021F0093F84BF7A0D10766C26B0BF"> : tensor<2x3x2xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f64>>
  return
}

// -----

func.func @solve_false_true_true_NO_TRANSPOSE_complex128() {
  %a = stablehlo.constant dense<"0x0000000000404A4000000000000000000000000000C031C00000000000A042C0000000000080234000000000008041C00000000000C031C00000000000A042400000000000E0474000000000000000000000000000803240000000000040404000000000008023400000000000804140000000000080324000000000004040C00000000000105040000000000000000000000000004046400000000000000000000000000080354000000000000014C00000000000802C4000000000000034C000000000008035400000000000001440000000000080434000000000000000000000000000802E4000000000008028400000000000802C4000000000000034400000000000802E4000000000008028C00000000000A046400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x00000000000018C000000000000020C000000000000018C000000000000010C0000000000000144000000000000014C000000000000010C000000000000000C000000000000010C00000000000001C40000000000000000000000000000018C00000000000000000000000000000F0BF000000000000144000000000000010400000000000001C4000000000000008400000000000001CC0000000000000104000000000000008C000000000000010C000000000000010400000000000000040"> : tensor<2x2x3xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x000000000008C4400000000000449E4000000000000050400000000000606F40000000000000144000000000000014C000000000C093BD4000000000C063B3C00000000000E067400000000000805D40000000000000000000000000000018C00000000000ACA8400000000000547BC000000000005061C000000000000046400000000000001C40000000000000084000000000007D9E400000000000403A4000000000002056C00000000000002D4000000000000010400000000000000040"> : tensor<2x2x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f64>>
  return
}

// -----

func.func @solve_false_true_true_TRANSPOSE_complex128() {
  %a = stablehlo.constant dense<"0x0000000000403A4000000000000000000000000000C030C00000000000C030C000000000000036C000000000000034400000000000C030C00000000000C030400000000000A04B40000000000000000000000000000025C000000000000041C000000000000036C000000000000034C000000000000025C000000000000041400000000000604A400000000000000000000000000040494000000000000000000000000000002DC0000000000000E0BF00000000000002C00000000000001DC00000000000002DC0000000000000E03F000000000000384000000000000000000000000000000EC00000000000001DC000000000000002C00000000000001D400000000000000EC00000000000001D4000000000004041400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x0000000000002040000000000000144000000000000020C000000000000020C000000000000008C000000000000000C0000000000000000000000000000000C000000000000010C00000000000000000000000000000144000000000000014400000000000001CC0000000000000084000000000000000C000000000000014400000000000001C4000000000000010C0000000000000F0BF000000000000F03F00000000000020C0000000000000F03F00000000000018C000000000000008C0"> : tensor<2x2x3xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x000000000000204000000000000014400000000000386A400000000000204DC000000000006E7240000000002033BDC0000000000000000000000000000000C00000000000C042C00000000000C040C000000000003F97C00000000000A28B400000000000001CC0000000000000084000000000008059C00000000000004A400000000000001E400000000000E08E40000000000000F0BF000000000000F03F00000000000036C0000000000000304000000000004040400000000000406C40"> : tensor<2x2x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f64>>
  return
}

// -----

func.func @solve_false_true_true_ADJOINT_complex128() {
  %a = stablehlo.constant dense<"0x0000000000002E40000000000000000000000000000000000000000000002B4000000000008021C000000000000018C000000000000000000000000000002BC00000000000C03D40000000000000000000000000000006C00000000000001F4000000000008021C0000000000000184000000000000006C00000000000001FC0000000000080294000000000000000000000000000803A4000000000000000000000000000000A400000000000002D40000000000000154000000000000023400000000000000A400000000000002DC0000000000080364000000000000000000000000000002140000000000000F4BF000000000000154000000000000023C00000000000002140000000000000F43F0000000000802B400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x00000000000014400000000000002040000000000000F0BF00000000000008C000000000000008C000000000000018C00000000000001C4000000000000018C000000000000000C000000000000008400000000000001C4000000000000014C0000000000000F03F000000000000000000000000000008400000000000001C40000000000000F0BF000000000000F03F000000000000184000000000000000C0000000000000F0BF00000000000000C0000000000000104000000000000000C0"> : tensor<2x2x3xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x000000000000144000000000000020400000000000C05A400000000000A051C000000000003670C00000000000098DC00000000000001C4000000000000018C00000000000C054C00000000000E056C00000000000098AC00000000000827740000000000000F03F0000000000000000000000000000D0BF0000000000001EC000000000000015400000000000784B40000000000000184000000000000000C00000000000C048C00000000000A054C00000000000D67D400000000000778240"> : tensor<2x2x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f64>>
  return
}

// -----

func.func @solve_false_true_false_NO_TRANSPOSE_complex128() {
  %a = stablehlo.constant dense<"0x00000000004047400000000000000000000000000000284000000000008026400000000000003F4000000000000034C0000000000000284000000000008026C00000000000E04040000000000000000000000000000020C000000000000011C00000000000003F40000000000000344000000000000020C00000000000001140000000000060484000000000000000000000000000004A4000000000000000000000000000002FC000000000000022C000000000000011400000000000A041C00000000000002FC000000000000022400000000000A04440000000000000000000000000000000400000000000001E4000000000000011400000000000A0414000000000000000400000000000001EC000000000006040400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x00000000000010C0000000000000F0BF0000000000001C400000000000000000000000000000104000000000000010C00000000000000000000000000000084000000000000008C0000000000000F03F00000000000000C0000000000000184000000000000014C000000000000008400000000000000840000000000000F0BF0000000000001840000000000000F0BF00000000000000C00000000000000040000000000000F03F0000000000000840000000000000184000000000000010C0"> : tensor<2x2x3xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0xC43FD0537CC2CCBF0EC10054E8AEAD3F71BB61C610B7CB3F685F79C30F7F9EBF155001155001B53F155001155001B5BF5EFAEBB51515B63FA1DF3925F9B0A2BF826552CB0447B5BFE3E39EF94F60B03F155001155001A5BF20F8811FF881BF3FA6DB944013FCBBBF96FB7046B3A7B2BFEE5F64EBF3C3B13F0404A3844F9A853FD5B1B7364C73C73F71424A9E65449FBF85D22B29330CBBBF20EAB8AD8C06A9BFE4A195BAEA3BA33FE8BC6E265DA9BC3FD5B1B7364C73C73F71424A9E6544BFBF"> : tensor<2x2x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f64>>
  return
}

// -----

func.func @solve_false_true_false_TRANSPOSE_complex128() {
  %a = stablehlo.constant dense<"0x0000000000003E40000000000000000000000000000006400000000000001340000000000000D0BF000000000000FCBF000000000000064000000000000013C000000000008027400000000000000000000000000000FC3F0000000000000640000000000000D0BF000000000000FC3F000000000000FC3F00000000000006C00000000000803C400000000000000000000000000060424000000000000000000000000000802BC0000000000000E03F000000000000F43F00000000000002C00000000000802BC0000000000000E0BF00000000006047400000000000000000000000000000184000000000008035C0000000000000F43F0000000000000240000000000000184000000000008035400000000000C042400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x0000000000001C40000000000000004000000000000008C000000000000018C00000000000001040000000000000F0BF0000000000001CC000000000000010C000000000000000C000000000000008C00000000000001C4000000000000020C0000000000000104000000000000000C000000000000010400000000000001C4000000000000000C00000000000000000000000000000204000000000000020C00000000000000040000000000000204000000000000014C00000000000000040"> : tensor<2x2x3xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0xDEDDDDDDDDDDCD3F111111111111B13FD53274C06E8FD5BF2263AF5D7EA4DBBF2CB13C51B0BBCA3F4E0D98E4BD10ACBFDEDDDDDDDDDDCDBF111111111111C1BF4C71C8D86B97AFBF04B3D3F95061D4BF55B29FB4F745D13F8D9C926A9F40D0BFF70694892BDDBB3FF70694892BDDABBF6467E2A97E3FBE3F539EF7031644C13F0050718E56675DBFDF41649E2213B8BFF70694892BDDCB3FF70694892BDDCBBFFB7996223EF0BB3FFDEC98BB5003BC3F46E21C8E76BEBBBF3A6BAC8D6CAAA0BF"> : tensor<2x2x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f64>>
  return
}

// -----

func.func @solve_false_true_false_ADJOINT_complex128() {
  %a = stablehlo.constant dense<"0x0000000000A04740000000000000000000000000000028C0000000000000D03F000000000000254000000000004030C000000000000028C0000000000000D0BF0000000000E044400000000000000000000000000000144000000000008025C000000000000025400000000000403040000000000000144000000000008025400000000000003740000000000000000000000000006044400000000000000000000000000060454000000000000012C000000000000027C00000000000802F40000000000060454000000000000012400000000000C04B4000000000000000000000000000C033C0000000000000194000000000000027C00000000000802FC00000000000C033C000000000000019C00000000000C044400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x00000000000014C00000000000001C40000000000000F0BF000000000000104000000000000014C00000000000001CC000000000000018C000000000000008C000000000000008C0000000000000204000000000000010C000000000000014400000000000000840000000000000104000000000000014C000000000000018400000000000000840000000000000F0BF000000000000000000000000000008C00000000000001C4000000000000014C0000000000000144000000000000018C0"> : tensor<2x2x3xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x70B1C1C50617BBBF682FA1BD84F6C23FD3055676C661ABBFDEDD4FFB85CBC13F3B2953A546EFD4BF0D5B5A0B1610E0BF100441100441C0BF100441100441B0BFFBC13C170DD6BBBFAD7E3AFCD249C63F65C8F0CF8B7DC0BF12FBCB2C6867B13F9FA95C77BCD8B23F29E2D049FB20B93F9E78DF460BCFC3BF829C571011B2A33FC8777647EFC9AF3F74D5C79B472E913F00000000000000009FA95C77BCD8B2BF1A1086917FE8C03FCBD5222A9617A1BFC42B5B799E3FC33F2D23F65880B2C9BF"> : tensor<2x2x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f64>>
  return
}

// -----

func.func @solve_false_false_true_NO_TRANSPOSE_complex128() {
  %a = stablehlo.constant dense<"0x0000000000404D40000000000000000000000000000008400000000000000EC00000000000A04240000000000040314000000000000008400000000000000E400000000000002B4000000000000000000000000000802140000000000000F43F0000000000A0424000000000004031C00000000000802140000000000000F4BF0000000000404840000000000000000000000000004047400000000000000000000000000080334000000000000018C00000000000C03BC0000000000000D03F000000000080334000000000000018400000000000C04440000000000000000000000000004039C0000000000000D03F0000000000C03BC0000000000000D0BF00000000004039C0000000000000D0BF0000000000003C400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x00000000000010400000000000001040000000000000F0BF000000000000F0BF00000000000014400000000000001C40000000000000144000000000000010400000000000001C4000000000000018400000000000001C400000000000002040000000000000204000000000000018C000000000000010C00000000000001840000000000000144000000000000014C00000000000002040000000000000204000000000000000400000000000001440000000000000000000000000000018C0"> : tensor<2x2x3xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x000000000000104000000000000010400000000000003CC00000000000000040000000000090654000000000003068C00000000000001440000000000000104000000000000037C000000000008029400000000000BC5A4000000000006173C0000000000000204000000000000018C00000000000005FC0000000000060654000000000805DA6C000000000404FB0400000000000002040000000000000204000000000004069C00000000000C059C0000000004026B3C0000000008040A2C0"> : tensor<2x2x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f64>>
  return
}

// -----

func.func @solve_false_false_true_TRANSPOSE_complex128() {
  %a = stablehlo.constant dense<"0x0000000000804C4000000000000000000000000000002D4000000000008031400000000000C045C00000000000002AC00000000000002D4000000000008031C00000000000C0384000000000000000000000000000802DC000000000008021400000000000C045C00000000000002A400000000000802DC000000000008021C0000000000060474000000000000000000000000000804840000000000000000000000000008028C00000000000802B4000000000008045C00000000000002FC000000000008028C00000000000802BC00000000000403B4000000000000000000000000000001640000000000000224000000000008045C00000000000002F40000000000000164000000000000022C00000000000004A400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x0000000000001CC000000000000000C0000000000000184000000000000010C0000000000000184000000000000000C000000000000008400000000000002040000000000000204000000000000008C000000000000020C0000000000000184000000000000000C0000000000000F0BF00000000000010C000000000000010C000000000000014C000000000000010C0000000000000F03F00000000000008C00000000000001C400000000000001CC000000000000000C000000000000000C0"> : tensor<2x2x3xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x00000000004BA2C00000000000E05BC0000000000040534000000000008055C0000000000000184000000000000000C0000000000078A8400000000000EE90C00000000000C04CC0000000000070634000000000000020C0000000000000184000000000007181400000000000A9854000000000000029C00000000000804F4000000000000014C000000000000010C00000000000106F400000000000B062400000000000000000000000000000364000000000000000C000000000000000C0"> : tensor<2x2x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f64>>
  return
}

// -----

func.func @solve_false_false_true_ADJOINT_complex128() {
  %a = stablehlo.constant dense<"0x0000000000E0434000000000000000000000000000002B4000000000008024C00000000000002AC000000000008020400000000000002B4000000000008024400000000000A040400000000000000000000000000000E0BF00000000000018C00000000000002AC000000000008020C0000000000000E0BF0000000000001840000000000040344000000000000000000000000000605040000000000000000000000000004038C00000000000C03B400000000000001EC0000000000000224000000000004038C00000000000C03BC00000000000C05040000000000000000000000000004033400000000000001D400000000000001EC000000000000022C000000000004033400000000000001DC00000000000404B400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x000000000000F03F00000000000020C000000000000014C000000000000000C000000000000014C0000000000000F0BF0000000000000840000000000000204000000000000010C000000000000020C000000000000018C0000000000000084000000000000020C0000000000000144000000000000014C000000000000008C000000000000014C0000000000000144000000000000020C000000000000020C000000000000018C00000000000001440000000000000F0BF0000000000002040"> : tensor<2x2x3xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x000000000086794000000000007272C00000000000002BC00000000000803B4000000000000014C0000000000000F0BF0000000000104B4000000000000C80C000000000000026400000000000803D4000000000000018C0000000000000084000000000608BB3400000000080889BC00000000000804B400000000000F060C000000000000014C000000000000014400000000080B6A84000000000E07BB3C000000000006046C000000000008863C0000000000000F0BF0000000000002040"> : tensor<2x2x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f64>>
  return
}

// -----

func.func @solve_false_false_false_NO_TRANSPOSE_complex128() {
  %a = stablehlo.constant dense<"0x0000000000E04640000000000000000000000000000018400000000000002A4000000000000024400000000000001A4000000000000018400000000000002AC0000000000000434000000000000000000000000000802E40000000000000144000000000000024400000000000001AC00000000000802E4000000000000014C0000000000000354000000000000000000000000000204140000000000000000000000000004037C0000000000000234000000000000016C0000000000000264000000000004037C000000000000023C00000000000804A4000000000000000000000000000C03B4000000000000014C000000000000016C000000000000026C00000000000C03B4000000000000014400000000000A050400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x00000000000014C00000000000001C4000000000000000000000000000001840000000000000F0BF00000000000018C0000000000000F03F000000000000004000000000000000400000000000001CC000000000000000C0000000000000104000000000000018400000000000002040000000000000144000000000000010C0000000000000004000000000000020C00000000000001C4000000000000020C00000000000001440000000000000004000000000000010400000000000000840"> : tensor<2x2x3xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0xB76BE58467FABBBF9AFE06DDAE95C33FCA96001852D1B13FDC669F9F68E7C53F4A8A5542D87EA53FE434A27F2CCCDDBFF922516AEC61963FF922516AEC61A63F9A845B51336BB03F6625F4DC6B6BC9BFCFD0336DFDCDC7BF98E5C2B378ADD23FE864FA2A616CC63F8A86F8E3D6E5CD3FE4B5ADB56B45CB3F582FCBA12F0D72BFF8F4CAEEDE0376BF97CB653CB1B2BCBFB97579071C29CA3F8A86F8E3D6E5CDBFCAC50E014A31C23F2A149478F4F2B9BFEA9347A2D62D8BBF2E4BE1599006A73F"> : tensor<2x2x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f64>>
  return
}

// -----

func.func @solve_false_false_false_TRANSPOSE_complex128() {
  %a = stablehlo.constant dense<"0x000000000080444000000000000000000000000000802DC000000000000031400000000000C030C000000000000008C00000000000802DC000000000000031C00000000000004640000000000000000000000000004033C000000000008031400000000000C030C0000000000000084000000000004033C000000000008031C00000000000204B4000000000000000000000000000C03540000000000000000000000000000027C000000000000008C000000000000006C0000000000000224000000000000027C000000000000008400000000000A0434000000000000000000000000000C039C000000000000004C000000000000006C000000000000022C00000000000C039C000000000000004400000000000C03E400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x000000000000F0BF0000000000001840000000000000F0BF0000000000001440000000000000204000000000000014C000000000000020C00000000000001040000000000000000000000000000018C0000000000000084000000000000018C00000000000000000000000000000144000000000000010400000000000001CC0000000000000084000000000000010400000000000000000000000000000184000000000000018400000000000001C4000000000000000C00000000000000000"> : tensor<2x2x3xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x288C9C0B5BDEA93F42D66A3F6464BF3F081554504105753F141E78E081078E3F97804BC025E0C23FBD605E302F98B7BF78FC74C74F77D0BF3AA617AD0CF683BF44145144114594BF77DA69A79D76CABFE24071A03850AC3FE24071A03850BCBF1EBB4F6C4EABC43F414476F1B845C73F16AFA7593B2DC43FCF0ABF1BDD37B6BFFA189C8FC1F9B83FA710680A81A6C03F9A4193EE41A39A3FB0D77CBDC53EDA3F74F3FC79D235BC3F86572ADA394CC63FA710680A81A6B0BF0000000000000000"> : tensor<2x2x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f64>>
  return
}

// -----

func.func @solve_false_false_false_ADJOINT_complex128() {
  %a = stablehlo.constant dense<"0x0000000000C04540000000000000000000000000000021C00000000000000040000000000040324000000000002040C000000000000021C000000000000000C00000000000604D400000000000000000000000000080204000000000000012C00000000000403240000000000020404000000000008020400000000000001240000000000060484000000000000000000000000000C03A40000000000000000000000000000014C00000000000001440000000000080204000000000000017C000000000000014C000000000000014C00000000000004D400000000000000000000000000000064000000000008023C0000000000080204000000000000017400000000000000640000000000080234000000000000038400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x0000000000001C4000000000000000C00000000000001440000000000000F03F0000000000001C4000000000000020400000000000001C4000000000000000C0000000000000204000000000000018C0000000000000184000000000000000C00000000000000040000000000000F0BF0000000000000840000000000000004000000000000018400000000000001CC00000000000001CC000000000000010C000000000000000C0000000000000F03F00000000000014C00000000000002040"> : tensor<2x2x3xcomplex<f64>>
  %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0xA58E975C977FCE3F2671A1F7144BCCBFFBE1FC2DD8D7B33F7A734289066E91BF122661122661C23F155001155001C53FF55D791AB239BB3FFD435E4E8F53C1BF81F7F08271A1BD3F852D2C1C4D15BBBF20F8811FF881BF3F155001155001A5BFC427225E1563B1BFC038C6B8B5F05BBF50232CF734C282BF38F49BAD43BF793F000000000000D03FAAAAAAAAAAAAD2BFCCAD900F5238C0BFC4F8B2A457F1C8BFA578814C8A17A03FAAAAAAAAAAAAA23FAAAAAAAAAAAACABF555555555555D53F"> : tensor<2x2x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f64>>
  return
}
