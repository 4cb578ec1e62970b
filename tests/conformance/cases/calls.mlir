// LAPACK's routines as custom-calls.
// Written by make_cases.py.

// -----

func.func @getrf_s_4() {
  %a = stablehlo.constant dense<"0x000040400000A03F0000803F0000E0BF0000403F0000A03F00000040000000C0000010400000803F000080BF0000C0BF000000400000E0BF0000003F000040BF0000403F0000A0BF000000BF0000403F000080BF0000E03F000000C0000000BF"> : tensor<2x4x3xf32>
  %r0, %r1, %r2 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<2x3xi32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x000040400000A03F0000803FABAA2A3F565535C0AAAACA3F565515BFA6A505BF3C3C2A40ABAAAA3E0000003F79A37CBF000000400000E0BF0000003F0000603F0000F0BE000070BF000080BEABAA2ABF0000C0BF0000C0BECECC4CBE5655553F"> : tensor<2x4x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x3xf32>
  %w1 = stablehlo.constant dense<"0x010000000300000003000000010000000400000003000000"> : tensor<2x3xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xi32>
  %w2 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @geqrf_s_4() {
  %a = stablehlo.constant dense<"0x000040400000A03F0000803F0000E0BF0000403F0000A03F00000040000000C0000010400000803F000080BF0000C0BF000000400000E0BF0000003F000040BF0000403F0000A0BF000000BF0000403F000080BF0000E03F000000C0000000BF"> : tensor<2x4x3xf32>
  %r0, %r1 = stablehlo.custom_call @lapack_sgeqrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<2x3xf32>)
  %w0 = stablehlo.constant dense<"0x842E84C0CECF1E3FE2476CBFFA4E7BBED42726C03044BD3DD89A8F3EB02B1FBFCE2740C0D89A0F3EB02B9FBE84DF61BE7C9933C064063540148A0EBFCCCA1FBEB568DDBE40EBEABC650ED5BD10B8153FF553D43F986CBA3E531E36BFD2ED583F"> : tensor<2x4x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x3xf32>
  %w1 = stablehlo.constant dense<"0x83F6DC3F9498AC3F481FF43FA539DB3FC0848A3F8D01953F"> : tensor<2x3xf32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xf32>
  return
}

// -----

func.func @geqp3_s_4() {
  %a = stablehlo.constant dense<"0x000040400000A03F0000803F0000E0BF0000403F0000A03F00000040000000C0000010400000803F000080BF0000C0BF000000400000E0BF0000003F000040BF0000403F0000A0BF000000BF0000403F000080BF0000E03F000000C0000000BF"> : tensor<2x4x3xf32>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<2x3xi32>
  %r0, %r1, %r2 = stablehlo.custom_call @lapack_sgeqp3_ffi(%a, %b) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x4x3xf32>, tensor<2x3xi32>) -> (tensor<2x4x3xf32>, tensor<2x3xi32>, tensor<2x3xf32>)
  %w0 = stablehlo.constant dense<"0x842E84C0E2476CBFCECF1E3FFA4E7BBE1A3F40C07094A33DD89A8F3EB055B93EB1132640D89A0F3ED9BABFBE056F1D3EDD203740EACA0BBF628931C0638B26BECED0D43F0F13EB3C638B26BEE4ED9A3E1CA5D8BE2F0FDE3EB40BB23ED1C9E9BE"> : tensor<2x4x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x3xf32>
  %w1 = stablehlo.constant dense<"0x010000000300000002000000020000000300000001000000"> : tensor<2x3xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xi32>
  %w2 = stablehlo.constant dense<"0x83F6DC3FFC5FC93FAF16FA3FAC48CE3FB122D33F37D5D33F"> : tensor<2x3xf32>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2x3xf32>
  return
}

// -----

func.func @gesdd_s_4_83() {
  %a = stablehlo.constant dense<"0x000040400000A03F0000803F0000E0BF0000403F0000A03F00000040000000C0000010400000803F000080BF0000C0BF000000400000E0BF0000003F000040BF0000403F0000A0BF000000BF0000403F000080BF0000E03F000000C0000000BF"> : tensor<2x4x3xf32>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_sgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 83 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<2x3xf32>, tensor<2x4x3xf32>, tensor<2x3x3xf32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x4E918C40100A3840332223405C5881408320D23F9A539B3E"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_s_4_83() {
  %a = stablehlo.constant dense<"0x000040400000A03F0000803F0000E0BF0000403F0000A03F00000040000000C0000010400000803F000080BF0000C0BF000000400000E0BF0000003F000040BF0000403F0000A0BF000000BF0000403F000080BF0000E03F000000C0000000BF"> : tensor<2x4x3xf32>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_sgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 83 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<2x3xf32>, tensor<2x4x3xf32>, tensor<2x3x3xf32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x4D918C400E0A3840332223405C5881408320D23F96539B3E"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesdd_s_4_65() {
  %a = stablehlo.constant dense<"0x000040400000A03F0000803F0000E0BF0000403F0000A03F00000040000000C0000010400000803F000080BF0000C0BF000000400000E0BF0000003F000040BF0000403F0000A0BF000000BF0000403F000080BF0000E03F000000C0000000BF"> : tensor<2x4x3xf32>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_sgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 65 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<2x3xf32>, tensor<2x4x4xf32>, tensor<2x3x3xf32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x4E918C40100A3840332223405C5881408320D23F9A539B3E"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_s_4_65() {
  %a = stablehlo.constant dense<"0x000040400000A03F0000803F0000E0BF0000403F0000A03F00000040000000C0000010400000803F000080BF0000C0BF000000400000E0BF0000003F000040BF0000403F0000A0BF000000BF0000403F000080BF0000E03F000000C0000000BF"> : tensor<2x4x3xf32>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_sgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 65 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<2x3xf32>, tensor<2x4x4xf32>, tensor<2x3x3xf32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x4D918C400E0A3840332223405C5881408320D23F96539B3E"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesdd_s_4_78() {
  %a = stablehlo.constant dense<"0x000040400000A03F0000803F0000E0BF0000403F0000A03F00000040000000C0000010400000803F000080BF0000C0BF000000400000E0BF0000003F000040BF0000403F0000A0BF000000BF0000403F000080BF0000E03F000000C0000000BF"> : tensor<2x4x3xf32>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_sgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 78 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<2x3xf32>, tensor<2x4x4xf32>, tensor<2x3x3xf32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x4D918C400E0A3840312223405D5881408420D23F9A539B3E"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_s_4_78() {
  %a = stablehlo.constant dense<"0x000040400000A03F0000803F0000E0BF0000403F0000A03F00000040000000C0000010400000803F000080BF0000C0BF000000400000E0BF0000003F000040BF0000403F0000A0BF000000BF0000403F000080BF0000E03F000000C0000000BF"> : tensor<2x4x3xf32>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_sgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 78 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<2x3xf32>, tensor<2x4x4xf32>, tensor<2x3x3xf32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x4D918C400E0A3840312223405D5881408620D23F98539B3E"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @getrf_s_3() {
  %a = stablehlo.constant dense<"0x000040400000E0BF000000400000803F0000A03F0000403F000000C0000080BF0000803F0000A03F000010400000C0BF00000040000040BF000000BF0000E03F0000E0BF0000403F0000403F000000C00000003F0000A0BF000080BF000000BF"> : tensor<2x3x4xf32>
  %r0, %r1, %r2 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3xi32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x000040400000E0BF000000400000803FABAAAA3EABAAEA3FAAAACA3FABAAEABF5655D53EA48B4E3FA38B83C02000803D00000040000040BF000000BF0000E03F0000803E000088BF000060BF000070BF000060BFB5B4B4BDF0F0703E2E2D0DBF"> : tensor<2x3x4xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x4xf32>
  %w1 = stablehlo.constant dense<"0x010000000300000003000000010000000300000003000000"> : tensor<2x3xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xi32>
  %w2 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @geqrf_s_3() {
  %a = stablehlo.constant dense<"0x000040400000E0BF000000400000803F0000A03F0000403F000000C0000080BF0000803F0000A03F000010400000C0BF00000040000040BF000000BF0000E03F0000E0BF0000403F0000403F000000C00000003F0000A0BF000080BF000000BF"> : tensor<2x3x4xf32>
  %r0, %r1 = stablehlo.custom_call @lapack_sgeqrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3xf32>)
  %w0 = stablehlo.constant dense<"0xA09F59C03090663F7A72D8BF609296BD10FD473EE3E205C0C0A3A23EB4D10340A6FD1F3E159CFD3EAB6A4B4044EF45BD04112DC048B6A23FC620853FF0C01FC03678BEBE8480843FE202563F2CBC733FF4ADD93D95877F3F8CE736BE6157D63E"> : tensor<2x3x4xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x4xf32>
  %w1 = stablehlo.constant dense<"0xD0EDF03F6D90CD3F0000000038ABDE3F443C803F00000000"> : tensor<2x3xf32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xf32>
  return
}

// -----

func.func @geqp3_s_3() {
  %a = stablehlo.constant dense<"0x000040400000E0BF000000400000803F0000A03F0000403F000000C0000080BF0000803F0000A03F000010400000C0BF00000040000040BF000000BF0000E03F0000E0BF0000403F0000403F000000C00000003F0000A0BF000080BF000000BF"> : tensor<2x3x4xf32>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<2x4xi32>
  %r0, %r1, %r2 = stablehlo.custom_call @lapack_sgeqp3_ffi(%a, %b) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3x4xf32>, tensor<2x4xi32>) -> (tensor<2x3x4xf32>, tensor<2x4xi32>, tensor<2x3xf32>)
  %w0 = stablehlo.constant dense<"0x2F4F67C00CA4CBBFB0F11A3F381431BEF664B6BEAC5540C044DA323FC0F1083C9531CD3EFE0012BEFB3805402A7903C004112DC0F0C01FC0C620853F48B6A23F3678BEBEC820853F0981313FC096723FF4ADD93D5AC1263F020000BF5955D5BE"> : tensor<2x3x4xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x4xf32>
  %w1 = stablehlo.constant dense<"0x0300000001000000020000000400000001000000040000000300000002000000"> : tensor<2x4xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x4xi32>
  %w2 = stablehlo.constant dense<"0xE2D4C63F39E6FA3F0000000038ABDE3F94BCB33F00000000"> : tensor<2x3xf32>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2x3xf32>
  return
}

// -----

func.func @gesdd_s_3_83() {
  %a = stablehlo.constant dense<"0x000040400000E0BF000000400000803F0000A03F0000403F000000C0000080BF0000803F0000A03F000010400000C0BF00000040000040BF000000BF0000E03F0000E0BF0000403F0000403F000000C00000003F0000A0BF000080BF000000BF"> : tensor<2x3x4xf32>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_sgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 83 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3xf32>, tensor<2x3x3xf32>, tensor<2x3x4xf32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x4C918C400F0A3840312223405D5881408620D23F9A539B3E"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_s_3_83() {
  %a = stablehlo.constant dense<"0x000040400000E0BF000000400000803F0000A03F0000403F000000C0000080BF0000803F0000A03F000010400000C0BF00000040000040BF000000BF0000E03F0000E0BF0000403F0000403F000000C00000003F0000A0BF000080BF000000BF"> : tensor<2x3x4xf32>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_sgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 83 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3xf32>, tensor<2x3x3xf32>, tensor<2x3x4xf32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x4C918C400F0A3840312223405E5881408620D23F9A539B3E"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesdd_s_3_65() {
  %a = stablehlo.constant dense<"0x000040400000E0BF000000400000803F0000A03F0000403F000000C0000080BF0000803F0000A03F000010400000C0BF00000040000040BF000000BF0000E03F0000E0BF0000403F0000403F000000C00000003F0000A0BF000080BF000000BF"> : tensor<2x3x4xf32>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_sgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 65 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3xf32>, tensor<2x3x3xf32>, tensor<2x4x4xf32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x4C918C400F0A3840312223405D5881408620D23F9A539B3E"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_s_3_65() {
  %a = stablehlo.constant dense<"0x000040400000E0BF000000400000803F0000A03F0000403F000000C0000080BF0000803F0000A03F000010400000C0BF00000040000040BF000000BF0000E03F0000E0BF0000403F0000403F000000C00000003F0000A0BF000080BF000000BF"> : tensor<2x3x4xf32>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_sgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 65 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3xf32>, tensor<2x3x3xf32>, tensor<2x4x4xf32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x4C918C400F0A3840312223405E5881408620D23F9A539B3E"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesdd_s_3_78() {
  %a = stablehlo.constant dense<"0x000040400000E0BF000000400000803F0000A03F0000403F000000C0000080BF0000803F0000A03F000010400000C0BF00000040000040BF000000BF0000E03F0000E0BF0000403F0000403F000000C00000003F0000A0BF000080BF000000BF"> : tensor<2x3x4xf32>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_sgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 78 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3xf32>, tensor<2x3x3xf32>, tensor<2x4x4xf32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x4E918C400D0A3840302223405C5881408620D23F9A539B3E"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_s_3_78() {
  %a = stablehlo.constant dense<"0x000040400000E0BF000000400000803F0000A03F0000403F000000C0000080BF0000803F0000A03F000010400000C0BF00000040000040BF000000BF0000E03F0000E0BF0000403F0000403F000000C00000003F0000A0BF000080BF000000BF"> : tensor<2x3x4xf32>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_sgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 78 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3xf32>, tensor<2x3x3xf32>, tensor<2x4x4xf32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x4E918C400E0A3840312223405C5881408620D23F9A539B3E"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @potrf_s_76() {
  %a = stablehlo.constant dense<"0x0080A840000024BF0000743F000024BF00009940000050BE0000743F000050BE0080174100003E400000FEBF0000C83E0000FEBF0080A1400000C8BE0000C83E0000C8BE0080F840"> : tensor<2x3x3xf32>
  %r0, %r1 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {api_version = 4 : i32, backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x48DC1240000024BF0000743F3AF08EBE2CCC0A40000050BE18AAD43E01A124BD011E4340778BDC3F0000FEBF0000C83EB16A93BFAFE4F63F0000C8BE0327683E158689BD6FB43140"> : tensor<2x3x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @syevd_s_76() {
  %a = stablehlo.constant dense<"0x0080A840000024BF0000743F000024BF00009940000050BE0000743F000050BE0080174100003E400000FEBF0000C83E0000FEBF0080A1400000C8BE0000C83E0000C8BE0080F840"> : tensor<2x3x3xf32>
  %x0, %r0, %r1 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2x3xf32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x7ADA89401B51B040362A1B4117E9E13F727CC2404D09FE40"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @potrf_s_85() {
  %a = stablehlo.constant dense<"0x0080A840000024BF0000743F000024BF00009940000050BE0000743F000050BE0080174100003E400000FEBF0000C83E0000FEBF0080A1400000C8BE0000C83E0000C8BE0080F840"> : tensor<2x3x3xf32>
  %r0, %r1 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {api_version = 4 : i32, backend_config = {uplo = 85 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x48DC12403AF08EBE18AAD43E000024BF2CCC0A4001A124BD0000743F000050BE011E4340778BDC3FB16A93BF0327683E0000FEBFAFE4F63F148689BD0000C83E0000C8BE6FB43140"> : tensor<2x3x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @syevd_s_85() {
  %a = stablehlo.constant dense<"0x0080A840000024BF0000743F000024BF00009940000050BE0000743F000050BE0080174100003E400000FEBF0000C83E0000FEBF0080A1400000C8BE0000C83E0000C8BE0080F840"> : tensor<2x3x3xf32>
  %x0, %r0, %r1 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 86 : ui8, uplo = 85 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2x3xf32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x7ADA89402051B040362A1B4114E9E13F737CC2404C09FE40"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @sytrd_s() {
  %a = stablehlo.constant dense<"0x0080A840000024BF0000743F000024BF00009940000050BE0000743F000050BE0080174100003E400000FEBF0000C83E0000FEBF0080A1400000C8BE0000C83E0000C8BE0080F840"> : tensor<2x3x3xf32>
  %r0, %r1, %r2, %r3, %r4 = stablehlo.custom_call @lapack_ssytrd_ffi(%a) {api_version = 4 : i32, backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2x3xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x0080A840000024BF0000743F21FF923FB72B0341000050BEE56208BFD4FB054092A8C14000003E400000FEBF0000C83EEF6F0140B47BA9400000C8BEB3A8C7BD986F603F5084F040"> : tensor<2x3x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x3xf32>
  %w1 = stablehlo.constant dense<"0x0080A840B72B034192A8C14000003E40B47BA9405084F040"> : tensor<2x3xf32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w2 = stablehlo.constant dense<"0x21FF923FD4FB0540EF6F0140986F603F"> : tensor<2x2xf32>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2x2xf32>
  %w3 = stablehlo.constant dense<"0x2C67C73F000000000097FD3F00000000"> : tensor<2x2xf32>
  check.expect_almost_eq %r3, %w3, tolerance = 1.0e-3 : tensor<2x2xf32>
  %w4 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r4, %w4, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gehrd_s() {
  %a = stablehlo.constant dense<"0x0080A840000024BF0000743F000024BF00009940000050BE0000743F000050BE0080174100003E400000FEBF0000C83E0000FEBF0080A1400000C8BE0000C83E0000C8BE0080F840"> : tensor<2x3x3xf32>
  %r0, %r1, %r2 = stablehlo.custom_call @lapack_sgehrd_ffi(%a) {api_version = 4 : i32, backend_config = {high = 3 : i32, low = 1 : i32}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2x2xf32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x0080A84021FF923F4802A93221FF923FB82B0341D4FB0540E56208BFD3FB054091A8C14000003E40F06F0140CCC205B2EF6F0140B57BA940996F603FB3A8C7BD996F603F4F84F040"> : tensor<2x3x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x3xf32>
  %w1 = stablehlo.constant dense<"0x2C67C73F000000000097FD3F00000000"> : tensor<2x2xf32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x2xf32>
  %w2 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @orgqr_s() {
  %a = stablehlo.constant dense<"0x0000403F0000A03E0000803E0000E0BE0000403E0000A03E0000003F000000BF0000103F0000803E000080BE0000C0BE0000003F0000E0BE0000003E000040BE0000403E0000A0BE000000BE0000403E000080BE0000E03E000000BF000000BE"> : tensor<2x4x3xf32>
  %b = stablehlo.constant dense<"0x0000803F"> : tensor<2x3xf32>
  %r0 = stablehlo.custom_call @lapack_sorgqr_ffi(%a, %b) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x4x3xf32>, tensor<2x3xf32>) -> (tensor<2x4x3xf32>)
  %w0 = stablehlo.constant dense<"0x000000000000A0BE0000C0BC0000E03E00000C3E0000D53D000000BF0000B03E000070BD000080BE0000303E0000B13E00000000000078BE0000E4BC0000403E00003A3D00B08A3D0000003E000021BE0000793C0000E0BE00C0C93E0010A73D"> : tensor<2x4x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x3xf32>
  return
}

// -----

func.func @ormqr_s_true_true() {
  %a = stablehlo.constant dense<"0x0000403F0000A03E0000803E0000E0BE0000403E0000A03E0000003F000000BF0000103F0000803E000080BE0000C0BE0000003F0000E0BE0000003E000040BE0000403E0000A0BE000000BE0000403E000080BE0000E03E000000BF000000BE"> : tensor<2x4x3xf32>
  %b = stablehlo.constant dense<"0x0000803F"> : tensor<2x3xf32>
  %c = stablehlo.constant dense<"0x0000403F0000003F0000803F0000C03F000080BE0000E03F000000C00000000000000040000040BF000080BE0000A0BF0000E0BF000000400000A0BF00000000"> : tensor<2x4x2xf32>
  %r0 = stablehlo.custom_call @lapack_sormqr_ffi(%a, %b, %c) {api_version = 4 : i32, backend_config = {left = true, transpose = true}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x4x3xf32>, tensor<2x3xf32>, tensor<2x4x2xf32>) -> (tensor<2x4x2xf32>)
  %w0 = stablehlo.constant dense<"0x0000883F000060BE000007BF0080263F002017BF00002B3D004A90BF00DE553F0000903E0000803C009036BF002042BE00FC4DBE00B808BD40AFE5BF00C05E3B"> : tensor<2x4x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x2xf32>
  return
}

// -----

func.func @ormqr_s_true_false() {
  %a = stablehlo.constant dense<"0x0000403F0000A03E0000803E0000E0BE0000403E0000A03E0000003F000000BF0000103F0000803E000080BE0000C0BE0000003F0000E0BE0000003E000040BE0000403E0000A0BE000000BE0000403E000080BE0000E03E000000BF000000BE"> : tensor<2x4x3xf32>
  %b = stablehlo.constant dense<"0x0000803F"> : tensor<2x3xf32>
  %c = stablehlo.constant dense<"0x000080BF00000000000000C00000C03F000000BF0000403F000000400000003F0000E03F0000C03F000000C00000803F0000000000000000000080BF0000E0BF"> : tensor<2x4x2xf32>
  %r0 = stablehlo.custom_call @lapack_sormqr_ffi(%a, %b, %c) {api_version = 4 : i32, backend_config = {left = true, transpose = false}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x4x3xf32>, tensor<2x3xf32>, tensor<2x4x2xf32>) -> (tensor<2x4x2xf32>)
  %w0 = stablehlo.constant dense<"0x0000DF3E006009BF00E0043E009A013F0000B63D0090083F00B0993F0048623F00B0323F00D0063E00028BBEC05110BF0054963E002DC7BEC0740DC0A0A0B4BF"> : tensor<2x4x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x2xf32>
  return
}

// -----

func.func @ormqr_s_false_true() {
  %a = stablehlo.constant dense<"0x0000403F0000A03E0000803E0000E0BE0000403E0000A03E0000003F000000BF0000103F0000803E000080BE0000C0BE0000003F0000E0BE0000003E000040BE0000403E0000A0BE000000BE0000403E000080BE0000E03E000000BF000000BE"> : tensor<2x4x3xf32>
  %b = stablehlo.constant dense<"0x0000803F"> : tensor<2x3xf32>
  %c = stablehlo.constant dense<"0x0000E0BF0000803E0000403F0000C0BF00000000000000C00000A03F00000000000000BF000080BE0000C0BF000080BF000080BF0000A03F0000E0BF0000003F"> : tensor<2x2x4xf32>
  %r0 = stablehlo.custom_call @lapack_sormqr_ffi(%a, %b, %c) {api_version = 4 : i32, backend_config = {left = false, transpose = true}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x4x3xf32>, tensor<2x3xf32>, tensor<2x2x4xf32>) -> (tensor<2x2x4xf32>)
  %w0 = stablehlo.constant dense<"0x0000623D0057A9BF00503B3F00B0B8BE0080183F00E012BE00C042BF0000B53D00C0A13E002A37BF003892BE009E28BF00C0B8BE0000A93B00D069BE00CB8E3F"> : tensor<2x2x4xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x4xf32>
  return
}

// -----

func.func @ormqr_s_false_false() {
  %a = stablehlo.constant dense<"0x0000403F0000A03E0000803E0000E0BE0000403E0000A03E0000003F000000BF0000103F0000803E000080BE0000C0BE0000003F0000E0BE0000003E000040BE0000403E0000A0BE000000BE0000403E000080BE0000E03E000000BF000000BE"> : tensor<2x4x3xf32>
  %b = stablehlo.constant dense<"0x0000803F"> : tensor<2x3xf32>
  %c = stablehlo.constant dense<"0x0000E03F000080BF0000003F0000C03F000080BE0000A0BF0000A0BF0000A0BF000000BF000000000000E0BF000080BE000080BF00000000000040BF000040BF"> : tensor<2x2x4xf32>
  %r0 = stablehlo.custom_call @lapack_sormqr_ffi(%a, %b, %c) {api_version = 4 : i32, backend_config = {left = false, transpose = false}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x4x3xf32>, tensor<2x3xf32>, tensor<2x2x4xf32>) -> (tensor<2x2x4xf32>)
  %w0 = stablehlo.constant dense<"0x000088BF000082BE0040B03E00340A3F0000C83E00C03CBF0050F7BE8058CDBF0000E0BD0070983E007807BD8006F4BE0000703E0040843D004837BD80BDEABE"> : tensor<2x2x4xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x4xf32>
  return
}

// -----

func.func @gtsv_s() {
  %a = stablehlo.constant dense<"0x0000E03F0000003F000000C0000000400000403F0000803F000080BF0000C0BF"> : tensor<2x4xf32>
  %b = stablehlo.constant dense<"0x00002C41000018410000E0400000304100001C4100002041000000410000F040"> : tensor<2x4xf32>
  %c = stablehlo.constant dense<"0x0000403F0000803F000080BF0000C0BF0000E03F0000003F000000C000000040"> : tensor<2x4xf32>
  %d = stablehlo.constant dense<"0x000080BF0000803F0000C0BF0000803F0000E0BF0000A0BF0000C03F0000C0BF000000400000403F0000E03F000000C00000403F0000803E000080BE0000A03F"> : tensor<2x4x2xf32>
  %x0, %x1, %x2, %r0, %r1 = stablehlo.custom_call @lapack_sgtsv_ffi(%a, %b, %c, %d) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4x2xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4x2xf32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xF37DACBDD3B2AD3D0D2401BED1FCF03D050585BE9B1D24BED2013C3E2498DBBDA42A363E6130EC3D955B1B3E0D195BBE2406E13D4212473D50183ABCC89E343E"> : tensor<2x4x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x2xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @trsm_s_76_78() {
  %a = stablehlo.constant dense<"0x0080A840000024BF0000743F000024BF00009940000050BE0000743F000050BE0080174100003E400000FEBF0000C83E0000FEBF0080A1400000C8BE0000C83E0000C8BE0080F840"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x0000C0BF0000803F0000A03F0000003F0000003F0000803F0000403F0000403F000000BF0000E0BF000000BF0000803E"> : tensor<2x3x2xf32>
  %r0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> (tensor<2x3x2xf32>)
  %w0 = stablehlo.constant dense<"0x04DA91BE0678423EC4A0643E2924053E1AAEB03D2EDAB63DEE58813EEE58813EC2B18839F55A7DBEA9DC9DBD11AEE63B"> : tensor<2x3x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf32>
  return
}

// -----

func.func @trsm_s_76_84() {
  %a = stablehlo.constant dense<"0x0080A840000024BF0000743F000024BF00009940000050BE0000743F000050BE0080174100003E400000FEBF0000C83E0000FEBF0080A1400000C8BE0000C83E0000C8BE0080F840"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x0000C0BF0000803F0000A03F0000003F0000003F0000803F0000403F0000403F000000BF0000E0BF000000BF0000803E"> : tensor<2x3x2xf32>
  %r0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> (tensor<2x3x2xf32>)
  %w0 = stablehlo.constant dense<"0x0E5286BE0F7B3C3E3C01873ED65BDF3D5A4A583D5A4AD83DFB25443EFBCD953C9D1AD5BD8442B0BEF9DC83BDF9DC033D"> : tensor<2x3x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf32>
  return
}

// -----

func.func @trsm_s_76_67() {
  %a = stablehlo.constant dense<"0x0080A840000024BF0000743F000024BF00009940000050BE0000743F000050BE0080174100003E400000FEBF0000C83E0000FEBF0080A1400000C8BE0000C83E0000C8BE0080F840"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x0000C0BF0000803F0000A03F0000003F0000003F0000803F0000403F0000403F000000BF0000E0BF000000BF0000803E"> : tensor<2x3x2xf32>
  %r0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 67 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> (tensor<2x3x2xf32>)
  %w0 = stablehlo.constant dense<"0x0E5286BE0F7B3C3E3C01873ED65BDF3D5A4A583D5A4AD83DFB25443EFBCD953C9D1AD5BD8442B0BEF9DC83BDF9DC033D"> : tensor<2x3x2xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf32>
  return
}

// -----

func.func @trsm_s_82_78() {
  %a = stablehlo.constant dense<"0x0080A840000024BF0000743F000024BF00009940000050BE0000743F000050BE0080174100003E400000FEBF0000C83E0000FEBF0080A1400000C8BE0000C83E0000C8BE0080F840"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x0000C03F0000E03F0000E03F0000A0BF000080BF000040BF0000E0BF0000003F0000803F0000C0BF000000C0000080BE"> : tensor<2x2x3xf32>
  %r0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> (tensor<2x2x3xf32>)
  %w0 = stablehlo.constant dense<"0xFB02983E376BBF3E0F413D3E50E17EBEA19D59BEC437A2BDB19508BF614FDF3DF9DC033EFB7F44BF702CCCBEF9DC03BD"> : tensor<2x2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf32>
  return
}

// -----

func.func @trsm_s_82_84() {
  %a = stablehlo.constant dense<"0x0080A840000024BF0000743F000024BF00009940000050BE0000743F000050BE0080174100003E400000FEBF0000C83E0000FEBF0080A1400000C8BE0000C83E0000C8BE0080F840"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x0000C03F0000E03F0000E03F0000A0BF000080BF000040BF0000E0BF0000003F0000803F0000C0BF000000C0000080BE"> : tensor<2x2x3xf32>
  %r0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> (tensor<2x2x3xf32>)
  %w0 = stablehlo.constant dense<"0x04DA913EE0F0CE3E19C5283E081673BE84BD76BE5BBB77BDC0E716BF5FE307BE17641B3EEE5801BF8E4E18BF755716BD"> : tensor<2x2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf32>
  return
}

// -----

func.func @trsm_s_82_67() {
  %a = stablehlo.constant dense<"0x0080A840000024BF0000743F000024BF00009940000050BE0000743F000050BE0080174100003E400000FEBF0000C83E0000FEBF0080A1400000C8BE0000C83E0000C8BE0080F840"> : tensor<2x3x3xf32>
  %b = stablehlo.constant dense<"0x0000C03F0000E03F0000E03F0000A0BF000080BF000040BF0000E0BF0000003F0000803F0000C0BF000000C0000080BE"> : tensor<2x2x3xf32>
  %r0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 67 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> (tensor<2x2x3xf32>)
  %w0 = stablehlo.constant dense<"0x04DA913EE0F0CE3E19C5283E081673BE84BD76BE5BBB77BDC0E716BF5FE307BE17641B3EEE5801BF8E4E18BF755716BD"> : tensor<2x2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf32>
  return
}

// -----

func.func @geev_s() {
  %a = stablehlo.constant dense<"0x0000803F0000003F0000000000000000000000400000803E0000000000000000000080400000803F0000003F0000000000000000000000400000803E000000000000000000008040"> : tensor<2x3x3xf32>
  %r0, %r1, %x2, %r2, %r3 = stablehlo.custom_call @lapack_sgeev_ffi(%a) {api_version = 4 : i32, backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3x3xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x0000803F00000040000080400000803F0000004000008040"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2x3xf32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w2 = stablehlo.constant dense<"0x0000803F000000002EF9E43E000000000650A93C0000000000000000000000002EF9643F0000000009F8FD3D000000000000000000000000000000000000000009F87D3F000000000000803F000000002EF9E43E000000000650A93C0000000000000000000000002EF9643F0000000009F8FD3D000000000000000000000000000000000000000009F87D3F00000000"> : tensor<2x3x3xcomplex<f32>>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2x3x3xcomplex<f32>>
  %w3 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r3, %w3, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gees_s() {
  %a = stablehlo.constant dense<"0x0000803F0000003F0000000000000000000000400000803E0000000000000000000080400000803F0000003F0000000000000000000000400000803E000000000000000000008040"> : tensor<2x3x3xf32>
  %r0, %x1, %r1, %r2, %r3, %r4 = stablehlo.custom_call @lapack_sgees_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 86 : ui8, sort = 78 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2x3x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2xi32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x0000803F0000003F0000000000000000000000400000803E0000000000000000000080400000803F0000003F0000000000000000000000400000803E000000000000000000008040"> : tensor<2x3x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x3xf32>
  %w1 = stablehlo.constant dense<"0x0000803F00000040000080400000803F0000004000008040"> : tensor<2x3xf32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w2 = stablehlo.constant dense<"0x00000000"> : tensor<2x3xf32>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w3 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r3, %w3, tolerance = 1.0e-3 : tensor<2xi32>
  %w4 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r4, %w4, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @getrf_d_4() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000FCBF000000000000D03F000000000000E0BF000000000000E83F000000000000D0BF000000000000E8BF0000000000000040000000000000F43F000000000000F4BF000000000000F43F000000000000F83F000000000000E8BF000000000000F0BF000000000000E83F000000000000E83F000000000000FC3F0000000000000040000000000000F4BF000000000000F83F0000000000000840000000000000F4BF000000000000D03F000000000000FCBF"> : tensor<2x4x3xf64>
  %r0, %r1, %r2 = stablehlo.custom_call @lapack_dgetrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xf64>) -> (tensor<2x4x3xf64>, tensor<2x3xi32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x000000000000F4BF000000000000F43F000000000000F83F9A9999999999E93F00000000000006C0686666666666EEBF9A9999999999D93F46175D74D145B7BFF80D6BDFB0F6EDBF343333333333E33F185D74D14517DDBF303E8154725EB63F000000000000F4BF000000000000F83F0000000000000840343333333333E3BF34333333333305406766666666660E40000000000000F03FADEC73484D30DEBF60BC957D0EA907C0343333333333E33F659F436A82F1E6BF6F5019B6361EE2BF"> : tensor<2x4x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x3xf64>
  %w1 = stablehlo.constant dense<"0x040000000400000004000000030000000200000004000000"> : tensor<2x3xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xi32>
  %w2 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @geqrf_d_4() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000FCBF000000000000D03F000000000000E0BF000000000000E83F000000000000D0BF000000000000E8BF0000000000000040000000000000F43F000000000000F4BF000000000000F43F000000000000F83F000000000000E8BF000000000000F0BF000000000000E83F000000000000E83F000000000000FC3F0000000000000040000000000000F4BF000000000000F83F0000000000000840000000000000F4BF000000000000D03F000000000000FCBF"> : tensor<2x4x3xf64>
  %r0, %r1 = stablehlo.custom_call @lapack_dgeqrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x4x3xf64>) -> (tensor<2x4x3xf64>, tensor<2x3xf64>)
  %w0 = stablehlo.constant dense<"0xC4B10D1ED564FD3FC8B10D1ED564EDBFA94061286495F9BF18CD9D32E08EC63FE3CC94B9C21B07C0577CA8BAAB45E9BFD259F62528EBD03FFADBFA1544C4E23FB93CAF88DCD7EBBF5E40453F9832DC3F7415F1EB5D54DB3F1B9673EA023FD93F07EDAF660F7E004030AFD248680BAFBF6CAD832D2167D3BFBDB57DDF8912D1BF91776C8C743104C0878466A57E8805C091D9261F3B74DC3F5325EE9BA280DE3F9A9D1901926108C091D9261F3B74DC3F4DB75F043F3DC53FE770FF9DF957EEBF"> : tensor<2x4x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x3xf64>
  %w1 = stablehlo.constant dense<"0x6BB9AE7A94B5F83F3E08539849F7F43F4E74D6D0E9B0FB3FD580A78D23D2F53FB02035E52481F93F481900E07DD9F03F"> : tensor<2x3xf64>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xf64>
  return
}

// -----

func.func @geqrf_d_4_10() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000FCBF000000000000D03F000000000000E0BF000000000000E83F000000000000D0BF000000000000E8BF0000000000000040000000000000F43F000000000000F4BF000000000000F43F000000000000F83F000000000000E8BF000000000000F0BF000000000000E83F000000000000E83F000000000000FC3F0000000000000040000000000000F4BF000000000000F83F0000000000000840000000000000F4BF000000000000D03F000000000000FCBF"> : tensor<2x4x3xf64>
  %r0, %r1 = stablehlo.custom_call @lapack_dgeqrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[2, 1, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x4x3xf64>) -> (tensor<2x4x3xf64>, tensor<2x3xf64>)
  %w0 = stablehlo.constant dense<"0xDBAFAC07B3BB00401C0720A4C9F2E6BFD05ED5DA0C99CE3FCF462D8B011DE23F9F43A9CB494B0140BE71BA2C2DC9F93F36E37C7A6FB3B4BF02E47709F7ECC83F90F1F23E728E00C036E37C7A6FB3C43FC429BC5BD065E1BF2D91B38F6AAEC0BF61A11D2AD13AFA3FFC0ED542ED7FFEBF6C14C4E563BDF4BF5BC6374011C9DA3F67493956178705C098BFB197F69CEF3FC4D429F0CC16D4BF9F7DBFEBDF93A0BFF7E693C41A920AC0C4D429F0CC16D4BF918C4B202FCEEA3F1462019A3DE8E33F"> : tensor<2x4x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x3xf64>
  %w1 = stablehlo.constant dense<"0xB457B53643A6F73F8F47CC9033FFF73F401664C23077FF3FEABBCC05E751F73F930FA76F13CBF23F3B5676063D12F73F"> : tensor<2x3xf64>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xf64>
  return
}

// -----

func.func @geqrf_d_4_01() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000FCBF000000000000D03F000000000000E0BF000000000000E83F000000000000D0BF000000000000E8BF0000000000000040000000000000F43F000000000000F4BF000000000000F43F000000000000F83F000000000000E8BF000000000000F0BF000000000000E83F000000000000E83F000000000000FC3F0000000000000040000000000000F4BF000000000000F83F0000000000000840000000000000F4BF000000000000D03F000000000000FCBF"> : tensor<2x4x3xf64>
  %r0, %r1 = stablehlo.custom_call @lapack_dgeqrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[2, 1, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x4x3xf64>) -> (tensor<2x4x3xf64>, tensor<2x3xf64>)
  %w0 = stablehlo.constant dense<"0xC4B10D1ED564FD3F18CD9D32E08EC63FD259F62528EBD03F5E40453F9832DC3FC8B10D1ED564EDBFE3CC94B9C21B07C0FADBFA1544C4E23F7415F1EB5D54DB3FA94061286495F9BF577CA8BAAB45E9BFB93CAF88DCD7EBBF1B9673EA023FD93F07EDAF660F7E0040BDB57DDF8912D1BF91D9261F3B74DC3F91D9261F3B74DC3F30AFD248680BAFBF91776C8C743104C05325EE9BA280DE3F4DB75F043F3DC53F6CAD832D2167D3BF878466A57E8805C09A9D1901926108C0E770FF9DF957EEBF"> : tensor<2x4x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x3xf64>
  %w1 = stablehlo.constant dense<"0x6BB9AE7A94B5F83F3E08539849F7F43F4E74D6D0E9B0FB3FD580A78D23D2F53FB02035E52481F93F481900E07DD9F03F"> : tensor<2x3xf64>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xf64>
  return
}

// -----

func.func @geqrf_d_4_11() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000FCBF000000000000D03F000000000000E0BF000000000000E83F000000000000D0BF000000000000E8BF0000000000000040000000000000F43F000000000000F4BF000000000000F43F000000000000F83F000000000000E8BF000000000000F0BF000000000000E83F000000000000E83F000000000000FC3F0000000000000040000000000000F4BF000000000000F83F0000000000000840000000000000F4BF000000000000D03F000000000000FCBF"> : tensor<2x4x3xf64>
  %r0, %r1 = stablehlo.custom_call @lapack_dgeqrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[2, 1, 0]> : tensor<3xindex>], result_layouts = [dense<[2, 1, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x4x3xf64>) -> (tensor<2x4x3xf64>, tensor<2x3xf64>)
  %w0 = stablehlo.constant dense<"0xDBAFAC07B3BB0040CF462D8B011DE23F36E37C7A6FB3B4BF36E37C7A6FB3C43F1C0720A4C9F2E6BF9F43A9CB494B014002E47709F7ECC83FC429BC5BD065E1BFD05ED5DA0C99CE3FBE71BA2C2DC9F93F90F1F23E728E00C02D91B38F6AAEC0BF61A11D2AD13AFA3F5BC6374011C9DA3FC4D429F0CC16D4BFC4D429F0CC16D4BFFC0ED542ED7FFEBF67493956178705C09F7DBFEBDF93A0BF918C4B202FCEEA3F6C14C4E563BDF4BF98BFB197F69CEF3FF7E693C41A920AC01462019A3DE8E33F"> : tensor<2x4x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x3xf64>
  %w1 = stablehlo.constant dense<"0xB457B53643A6F73F8F47CC9033FFF73F401664C23077FF3FEABBCC05E751F73F930FA76F13CBF23F3B5676063D12F73F"> : tensor<2x3xf64>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xf64>
  return
}

// -----

func.func @geqp3_d_4() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000FCBF000000000000D03F000000000000E0BF000000000000E83F000000000000D0BF000000000000E8BF0000000000000040000000000000F43F000000000000F4BF000000000000F43F000000000000F83F000000000000E8BF000000000000F0BF000000000000E83F000000000000E83F000000000000FC3F0000000000000040000000000000F4BF000000000000F83F0000000000000840000000000000F4BF000000000000D03F000000000000FCBF"> : tensor<2x4x3xf64>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<2x3xi32>
  %r0, %r1, %r2 = stablehlo.custom_call @lapack_dgeqp3_ffi(%a, %b) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x4x3xf64>, tensor<2x3xi32>) -> (tensor<2x4x3xf64>, tensor<2x3xi32>, tensor<2x3xf64>)
  %w0 = stablehlo.constant dense<"0x15434D8BAB3F0840009FEFB9BCD0E1BF565BD15C7CCBF33F24F1BB694014C4BF5D0CF01BFC02FC3F960C450A1C8DF4BF8641A537ABC5DABFF83678254BCDD93FB73CAF88DCD7EBBFF448C7028BBBD0BF132F7F2D76D6E23F0DCC4C4ABF21E13F650A3CD03B4F10C0B8535F64D69EC33FDCAE8EB59DBBFABF7E49CBACF383DA3F302259835F7200C000755EF77953B0BF1E7798C1F6E2E33FEBAAF2D8EEB7CBBF7DFE83454945FEBF4EE031377533D7BF012FA3E628BFDFBF87186144A548D83F"> : tensor<2x4x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x3xf64>
  %w1 = stablehlo.constant dense<"0x020000000100000003000000030000000100000002000000"> : tensor<2x3xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xi32>
  %w2 = stablehlo.constant dense<"0x8E19C8A2D33CF93F395350657B34F53FF6DE0C5111DFF83FF5B274F56CF1F23F828FAE19E3BFF83F1E57F5B806F9FB3F"> : tensor<2x3xf64>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2x3xf64>
  return
}

// -----

func.func @gesdd_d_4_83() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000FCBF000000000000D03F000000000000E0BF000000000000E83F000000000000D0BF000000000000E8BF0000000000000040000000000000F43F000000000000F4BF000000000000F43F000000000000F83F000000000000E8BF000000000000F0BF000000000000E83F000000000000E83F000000000000FC3F0000000000000040000000000000F4BF000000000000F83F0000000000000840000000000000F4BF000000000000D03F000000000000FCBF"> : tensor<2x4x3xf64>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_dgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 83 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xf64>) -> (tensor<2x4x3xf64>, tensor<2x3xf64>, tensor<2x4x3xf64>, tensor<2x3x3xf64>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xD9681E358AD60B40AACBC85D7BC7FF3FA2FC7DFEBC60E53F6DD68E8611E911400662DAD6107D00407667AC44BE7EFB3F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_d_4_83() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000FCBF000000000000D03F000000000000E0BF000000000000E83F000000000000D0BF000000000000E8BF0000000000000040000000000000F43F000000000000F4BF000000000000F43F000000000000F83F000000000000E8BF000000000000F0BF000000000000E83F000000000000E83F000000000000FC3F0000000000000040000000000000F4BF000000000000F83F0000000000000840000000000000F4BF000000000000D03F000000000000FCBF"> : tensor<2x4x3xf64>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_dgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 83 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xf64>) -> (tensor<2x4x3xf64>, tensor<2x3xf64>, tensor<2x4x3xf64>, tensor<2x3x3xf64>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xD8681E358AD60B40ACCBC85D7BC7FF3FA2FC7DFEBC60E53F6BD68E8611E911400562DAD6107D00407467AC44BE7EFB3F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesdd_d_4_65() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000FCBF000000000000D03F000000000000E0BF000000000000E83F000000000000D0BF000000000000E8BF0000000000000040000000000000F43F000000000000F4BF000000000000F43F000000000000F83F000000000000E8BF000000000000F0BF000000000000E83F000000000000E83F000000000000FC3F0000000000000040000000000000F4BF000000000000F83F0000000000000840000000000000F4BF000000000000D03F000000000000FCBF"> : tensor<2x4x3xf64>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_dgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 65 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xf64>) -> (tensor<2x4x3xf64>, tensor<2x3xf64>, tensor<2x4x4xf64>, tensor<2x3x3xf64>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xD9681E358AD60B40AACBC85D7BC7FF3FA2FC7DFEBC60E53F6DD68E8611E911400662DAD6107D00407667AC44BE7EFB3F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_d_4_65() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000FCBF000000000000D03F000000000000E0BF000000000000E83F000000000000D0BF000000000000E8BF0000000000000040000000000000F43F000000000000F4BF000000000000F43F000000000000F83F000000000000E8BF000000000000F0BF000000000000E83F000000000000E83F000000000000FC3F0000000000000040000000000000F4BF000000000000F83F0000000000000840000000000000F4BF000000000000D03F000000000000FCBF"> : tensor<2x4x3xf64>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_dgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 65 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xf64>) -> (tensor<2x4x3xf64>, tensor<2x3xf64>, tensor<2x4x4xf64>, tensor<2x3x3xf64>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xD8681E358AD60B40ACCBC85D7BC7FF3FA2FC7DFEBC60E53F6BD68E8611E911400562DAD6107D00407467AC44BE7EFB3F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesdd_d_4_78() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000FCBF000000000000D03F000000000000E0BF000000000000E83F000000000000D0BF000000000000E8BF0000000000000040000000000000F43F000000000000F4BF000000000000F43F000000000000F83F000000000000E8BF000000000000F0BF000000000000E83F000000000000E83F000000000000FC3F0000000000000040000000000000F4BF000000000000F83F0000000000000840000000000000F4BF000000000000D03F000000000000FCBF"> : tensor<2x4x3xf64>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_dgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 78 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xf64>) -> (tensor<2x4x3xf64>, tensor<2x3xf64>, tensor<2x4x4xf64>, tensor<2x3x3xf64>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xD6681E358AD60B40ABCBC85D7BC7FF3FA2FC7DFEBC60E53F6BD68E8611E911400762DAD6107D00407767AC44BE7EFB3F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_d_4_78() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000FCBF000000000000D03F000000000000E0BF000000000000E83F000000000000D0BF000000000000E8BF0000000000000040000000000000F43F000000000000F4BF000000000000F43F000000000000F83F000000000000E8BF000000000000F0BF000000000000E83F000000000000E83F000000000000FC3F0000000000000040000000000000F4BF000000000000F83F0000000000000840000000000000F4BF000000000000D03F000000000000FCBF"> : tensor<2x4x3xf64>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_dgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 78 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xf64>) -> (tensor<2x4x3xf64>, tensor<2x3xf64>, tensor<2x4x4xf64>, tensor<2x3x3xf64>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xD8681E358AD60B40ABCBC85D7BC7FF3FA2FC7DFEBC60E53F6BD68E8611E911400762DAD6107D00407367AC44BE7EFB3F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @getrf_d_3() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000E0BF000000000000E8BF000000000000F4BF000000000000FCBF000000000000E83F0000000000000040000000000000F43F000000000000D03F000000000000D0BF000000000000F43F000000000000F83F000000000000E8BF000000000000E83F000000000000F4BF000000000000F4BF000000000000F0BF000000000000FC3F000000000000F83F000000000000D03F000000000000E83F00000000000000400000000000000840000000000000FCBF"> : tensor<2x3x4xf64>
  %r0, %r1, %r2 = stablehlo.custom_call @lapack_dgetrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xf64>) -> (tensor<2x3x4xf64>, tensor<2x3xi32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x000000000000FCBF000000000000E83F0000000000000040000000000000F43F922449922449E23F6EDBB66DDBB6EDBF922449922449FEBFDBB66DDBB66DFFBF922449922449C2BF133BB1133BB1C33FB1133BB1133BFD3F133BB1133BB1FF3F000000000000F0BF000000000000FC3F000000000000F83F000000000000D03F000000000000E8BF0000000000800A400000000000801040000000000000F9BF000000000000E83FD9E7909A60BCC5BF74484D30DECAFABF484D30DECA3EFBBF"> : tensor<2x3x4xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x4xf64>
  %w1 = stablehlo.constant dense<"0x020000000200000003000000020000000300000003000000"> : tensor<2x3xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xi32>
  %w2 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @geqrf_d_3() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000E0BF000000000000E8BF000000000000F4BF000000000000FCBF000000000000E83F0000000000000040000000000000F43F000000000000D03F000000000000D0BF000000000000F43F000000000000F83F000000000000E8BF000000000000E83F000000000000F4BF000000000000F4BF000000000000F0BF000000000000FC3F000000000000F83F000000000000D03F000000000000E83F00000000000000400000000000000840000000000000FCBF"> : tensor<2x3x4xf64>
  %r0, %r1 = stablehlo.custom_call @lapack_dgeqrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3x4xf64>) -> (tensor<2x3x4xf64>, tensor<2x3xf64>)
  %w0 = stablehlo.constant dense<"0x0CB836F6813F0040A68D26F78E92DBBF82D9FA22C833F3BFC4C8980CA5B9D1BF439C51F4C679E23F2EE35710CC91EABFF919A5176825F4BF28796B2E8695F4BF28D781A9751DB5BFBC04B8167133C4BF03300794DF2AFC3FAD8FB1D31A8AFE3FA1A3B30DE552F73F5EB9E373FAD5E1BFA6B61DC79785F23F58930F019570DBBFBE4632A82BFDDC3F1DA9A8A3D2A205C0D871D399FFA508C0CA96FDAFF713F93F0EB525BEE0BDD5BFB4DA16F30140E43F848C7945E782F6BFA00B7DF94DE4F6BF"> : tensor<2x3x4xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x4xf64>
  %w1 = stablehlo.constant dense<"0xE7030B22BBE0F73F7B17CC60EB38FF3F000000000000000066DFB7E65F3BF83F0258C55889D9F63F0000000000000000"> : tensor<2x3xf64>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xf64>
  return
}

// -----

func.func @geqrf_d_3_10() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000E0BF000000000000E8BF000000000000F4BF000000000000FCBF000000000000E83F0000000000000040000000000000F43F000000000000D03F000000000000D0BF000000000000F43F000000000000F83F000000000000E8BF000000000000E83F000000000000F4BF000000000000F4BF000000000000F0BF000000000000FC3F000000000000F83F000000000000D03F000000000000E83F00000000000000400000000000000840000000000000FCBF"> : tensor<2x3x4xf64>
  %r0, %r1 = stablehlo.custom_call @lapack_dgeqrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[2, 1, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3x4xf64>) -> (tensor<2x3x4xf64>, tensor<2x3xf64>)
  %w0 = stablehlo.constant dense<"0xF3D9A8A4688AF53F8402E1F7CC91F23FDE1BE4AB6BB600C0A60CAF0CA6D3F1BF24A76679EF46CB3FBCE5EB4E075BFF3F0B3568B2D6F1F0BF649E3F998ABCD13F5BFD0C9B3375D43F5E514ED7EF72DEBFAAE29914E4E0D7BFFBBB5BA88695F93F61A11D2AD13AFA3F1EF521BA1285F3BFCAD57F8EC14CF2BF04E0618173ABFC3FC4D429F0CC16D4BF3B6689BA5D45004036A005EA5F5EF1BF5072529AC01409C0F9DB22C8AABDE03F7AC9D327F490E2BFDA62B2D7CDF1E33FD2A4C9C740D1FB3F"> : tensor<2x3x4xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x4xf64>
  %w1 = stablehlo.constant dense<"0xC55D1FB36EE2FB3FBFD3CBBBF817FA3F0000000000000000EABBCC05E751F73FC61DBEB7DDF0F73F0000000000000000"> : tensor<2x3xf64>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xf64>
  return
}

// -----

func.func @geqrf_d_3_01() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000E0BF000000000000E8BF000000000000F4BF000000000000FCBF000000000000E83F0000000000000040000000000000F43F000000000000D03F000000000000D0BF000000000000F43F000000000000F83F000000000000E8BF000000000000E83F000000000000F4BF000000000000F4BF000000000000F0BF000000000000FC3F000000000000F83F000000000000D03F000000000000E83F00000000000000400000000000000840000000000000FCBF"> : tensor<2x3x4xf64>
  %r0, %r1 = stablehlo.custom_call @lapack_dgeqrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[2, 1, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3x4xf64>) -> (tensor<2x3x4xf64>, tensor<2x3xf64>)
  %w0 = stablehlo.constant dense<"0x0CB836F6813F0040439C51F4C679E23F28D781A9751DB5BFA68D26F78E92DBBF2EE35710CC91EABFBC04B8167133C4BF82D9FA22C833F3BFF919A5176825F4BF03300794DF2AFC3FC4C8980CA5B9D1BF28796B2E8695F4BFAD8FB1D31A8AFE3FA1A3B30DE552F73FBE4632A82BFDDC3F0EB525BEE0BDD5BF5EB9E373FAD5E1BF1DA9A8A3D2A205C0B4DA16F30140E43FA6B61DC79785F23FD871D399FFA508C0848C7945E782F6BF58930F019570DBBFCA96FDAFF713F93FA00B7DF94DE4F6BF"> : tensor<2x3x4xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x4xf64>
  %w1 = stablehlo.constant dense<"0xE7030B22BBE0F73F7B17CC60EB38FF3F000000000000000066DFB7E65F3BF83F0258C55889D9F63F0000000000000000"> : tensor<2x3xf64>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xf64>
  return
}

// -----

func.func @geqrf_d_3_11() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000E0BF000000000000E8BF000000000000F4BF000000000000FCBF000000000000E83F0000000000000040000000000000F43F000000000000D03F000000000000D0BF000000000000F43F000000000000F83F000000000000E8BF000000000000E83F000000000000F4BF000000000000F4BF000000000000F0BF000000000000FC3F000000000000F83F000000000000D03F000000000000E83F00000000000000400000000000000840000000000000FCBF"> : tensor<2x3x4xf64>
  %r0, %r1 = stablehlo.custom_call @lapack_dgeqrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[2, 1, 0]> : tensor<3xindex>], result_layouts = [dense<[2, 1, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3x4xf64>) -> (tensor<2x3x4xf64>, tensor<2x3xf64>)
  %w0 = stablehlo.constant dense<"0xF3D9A8A4688AF53F24A76679EF46CB3F5BFD0C9B3375D43F8402E1F7CC91F23FBCE5EB4E075BFF3F5E514ED7EF72DEBFDE1BE4AB6BB600C00B3568B2D6F1F0BFAAE29914E4E0D7BFA60CAF0CA6D3F1BF649E3F998ABCD13FFBBB5BA88695F93F61A11D2AD13AFA3FC4D429F0CC16D4BFF9DB22C8AABDE03F1EF521BA1285F3BF3B6689BA5D4500407AC9D327F490E2BFCAD57F8EC14CF2BF36A005EA5F5EF1BFDA62B2D7CDF1E33F04E0618173ABFC3F5072529AC01409C0D2A4C9C740D1FB3F"> : tensor<2x3x4xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x4xf64>
  %w1 = stablehlo.constant dense<"0xC55D1FB36EE2FB3FBFD3CBBBF817FA3F0000000000000000EABBCC05E751F73FC61DBEB7DDF0F73F0000000000000000"> : tensor<2x3xf64>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xf64>
  return
}

// -----

func.func @geqp3_d_3() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000E0BF000000000000E8BF000000000000F4BF000000000000FCBF000000000000E83F0000000000000040000000000000F43F000000000000D03F000000000000D0BF000000000000F43F000000000000F83F000000000000E8BF000000000000E83F000000000000F4BF000000000000F4BF000000000000F0BF000000000000FC3F000000000000F83F000000000000D03F000000000000E83F00000000000000400000000000000840000000000000FCBF"> : tensor<2x3x4xf64>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<2x4xi32>
  %r0, %r1, %r2 = stablehlo.custom_call @lapack_dgeqp3_ffi(%a, %b) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3x4xf64>, tensor<2x4xi32>) -> (tensor<2x3x4xf64>, tensor<2x4xi32>, tensor<2x3xf64>)
  %w0 = stablehlo.constant dense<"0x5254AF998ACC03404B13E8574A84EFBF6675A824FB33E43F63FD5B122F2C0140EEAF354D82D8E3BFD0BB57AE6A6BFC3F36C7F813DB3EC2BF9FBA0ED14AF4EB3FEA1B83E0A2CED8BF7231D37785ADB1BFC54DC638639CE5BFA28BAEA9F760B03FF8804171B9A20C4083EA8FB30A9DEDBF2D1AF4436F2E014044024F90142CDE3FC2BC23CEC5E0D3BF1DDEFAB22D51FFBF03D1419C7973F03F309A39BDCEAEB83FC2BC23CEC5E0E3BF9309F583AEA5EDBF91417C128D5FF63FD72812DB3304F6BF"> : tensor<2x3x4xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x4xf64>
  %w1 = stablehlo.constant dense<"0x0300000001000000020000000400000003000000040000000200000001000000"> : tensor<2x4xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x4xi32>
  %w2 = stablehlo.constant dense<"0xD18CAD8346D9F43FF3368F4A1FD9FF3F000000000000000075ED769F6296F53F8429FEC53238F13F0000000000000000"> : tensor<2x3xf64>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2x3xf64>
  return
}

// -----

func.func @gesdd_d_3_83() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000E0BF000000000000E8BF000000000000F4BF000000000000FCBF000000000000E83F0000000000000040000000000000F43F000000000000D03F000000000000D0BF000000000000F43F000000000000F83F000000000000E8BF000000000000E83F000000000000F4BF000000000000F4BF000000000000F0BF000000000000FC3F000000000000F83F000000000000D03F000000000000E83F00000000000000400000000000000840000000000000FCBF"> : tensor<2x3x4xf64>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_dgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 83 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xf64>) -> (tensor<2x3x4xf64>, tensor<2x3xf64>, tensor<2x3x3xf64>, tensor<2x3x4xf64>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xD7681E358AD60B40ACCBC85D7BC7FF3FA3FC7DFEBC60E53F6CD68E8611E911400562DAD6107D00407667AC44BE7EFB3F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_d_3_83() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000E0BF000000000000E8BF000000000000F4BF000000000000FCBF000000000000E83F0000000000000040000000000000F43F000000000000D03F000000000000D0BF000000000000F43F000000000000F83F000000000000E8BF000000000000E83F000000000000F4BF000000000000F4BF000000000000F0BF000000000000FC3F000000000000F83F000000000000D03F000000000000E83F00000000000000400000000000000840000000000000FCBF"> : tensor<2x3x4xf64>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_dgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 83 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xf64>) -> (tensor<2x3x4xf64>, tensor<2x3xf64>, tensor<2x3x3xf64>, tensor<2x3x4xf64>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xD7681E358AD60B40ACCBC85D7BC7FF3FA3FC7DFEBC60E53F6BD68E8611E911400562DAD6107D00407667AC44BE7EFB3F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesdd_d_3_65() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000E0BF000000000000E8BF000000000000F4BF000000000000FCBF000000000000E83F0000000000000040000000000000F43F000000000000D03F000000000000D0BF000000000000F43F000000000000F83F000000000000E8BF000000000000E83F000000000000F4BF000000000000F4BF000000000000F0BF000000000000FC3F000000000000F83F000000000000D03F000000000000E83F00000000000000400000000000000840000000000000FCBF"> : tensor<2x3x4xf64>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_dgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 65 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xf64>) -> (tensor<2x3x4xf64>, tensor<2x3xf64>, tensor<2x3x3xf64>, tensor<2x4x4xf64>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xD7681E358AD60B40ACCBC85D7BC7FF3FA3FC7DFEBC60E53F6CD68E8611E911400562DAD6107D00407667AC44BE7EFB3F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_d_3_65() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000E0BF000000000000E8BF000000000000F4BF000000000000FCBF000000000000E83F0000000000000040000000000000F43F000000000000D03F000000000000D0BF000000000000F43F000000000000F83F000000000000E8BF000000000000E83F000000000000F4BF000000000000F4BF000000000000F0BF000000000000FC3F000000000000F83F000000000000D03F000000000000E83F00000000000000400000000000000840000000000000FCBF"> : tensor<2x3x4xf64>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_dgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 65 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xf64>) -> (tensor<2x3x4xf64>, tensor<2x3xf64>, tensor<2x3x3xf64>, tensor<2x4x4xf64>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xD7681E358AD60B40ACCBC85D7BC7FF3FA3FC7DFEBC60E53F6BD68E8611E911400562DAD6107D00407667AC44BE7EFB3F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesdd_d_3_78() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000E0BF000000000000E8BF000000000000F4BF000000000000FCBF000000000000E83F0000000000000040000000000000F43F000000000000D03F000000000000D0BF000000000000F43F000000000000F83F000000000000E8BF000000000000E83F000000000000F4BF000000000000F4BF000000000000F0BF000000000000FC3F000000000000F83F000000000000D03F000000000000E83F00000000000000400000000000000840000000000000FCBF"> : tensor<2x3x4xf64>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_dgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 78 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xf64>) -> (tensor<2x3x4xf64>, tensor<2x3xf64>, tensor<2x3x3xf64>, tensor<2x4x4xf64>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xD7681E358AD60B40A8CBC85D7BC7FF3FA3FC7DFEBC60E53F6CD68E8611E911400662DAD6107D00407667AC44BE7EFB3F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_d_3_78() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000E0BF000000000000E8BF000000000000F4BF000000000000FCBF000000000000E83F0000000000000040000000000000F43F000000000000D03F000000000000D0BF000000000000F43F000000000000F83F000000000000E8BF000000000000E83F000000000000F4BF000000000000F4BF000000000000F0BF000000000000FC3F000000000000F83F000000000000D03F000000000000E83F00000000000000400000000000000840000000000000FCBF"> : tensor<2x3x4xf64>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_dgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 78 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xf64>) -> (tensor<2x3x4xf64>, tensor<2x3xf64>, tensor<2x3x3xf64>, tensor<2x4x4xf64>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xD7681E358AD60B40ABCBC85D7BC7FF3FA3FC7DFEBC60E53F6CD68E8611E911400762DAD6107D00407667AC44BE7EFB3F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @potrf_d_76() {
  %a = stablehlo.constant dense<"0x000000000080FD3F000000000000DBBF000000000080E7BF000000000000DBBF0000000000301540000000000000EE3F000000000080E7BF000000000000EE3F0000000000F01F400000000000800040000000000000A0BF000000000000C4BF000000000000A0BF0000000000601240000000000040FB3F000000000000C4BF000000000040FB3F0000000000502640"> : tensor<2x3x3xf64>
  %r0, %r1 = stablehlo.custom_call @lapack_dpotrf_ffi(%a) {api_version = 4 : i32, backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xDAA9525DBEB9F53F000000000000DBBF000000000080E7BF8BDCE7CE68E2D3BF86B0DB29503E0240000000000000EE3F83231FA18A4EE1BF6DA281A75098D53FB637CA57C6050640F0D062A16EFAF63F000000000000A0BF000000000000C4BFD2A3A5372D4896BFFED4E36742250140000000000040FB3FC60C8F8538DABBBF9085491DDD64E93F7A5E3CCAE9F00940"> : tensor<2x3x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @syevd_d_76() {
  %a = stablehlo.constant dense<"0x000000000080FD3F000000000000DBBF000000000080E7BF000000000000DBBF0000000000301540000000000000EE3F000000000080E7BF000000000000EE3F0000000000F01F400000000000800040000000000000A0BF000000000000C4BF000000000000A0BF0000000000601240000000000040FB3F000000000000C4BF000000000040FB3F0000000000502640"> : tensor<2x3x3xf64>
  %x0, %r0, %r1 = stablehlo.custom_call @lapack_dsyevd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xf64>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xCF9378D8A7AAFB3FD6471F1D470C14409B49617687C42040A79CC0E97F7A0040069E5F785FB61040D109604930262740"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @potrf_d_85() {
  %a = stablehlo.constant dense<"0x000000000080FD3F000000000000DBBF000000000080E7BF000000000000DBBF0000000000301540000000000000EE3F000000000080E7BF000000000000EE3F0000000000F01F400000000000800040000000000000A0BF000000000000C4BF000000000000A0BF0000000000601240000000000040FB3F000000000000C4BF000000000040FB3F0000000000502640"> : tensor<2x3x3xf64>
  %r0, %r1 = stablehlo.custom_call @lapack_dpotrf_ffi(%a) {api_version = 4 : i32, backend_config = {uplo = 85 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xDAA9525DBEB9F53F8BDCE7CE68E2D3BF83231FA18A4EE1BF000000000000DBBF86B0DB29503E02406EA281A75098D53F000000000080E7BF000000000000EE3FB637CA57C6050640F0D062A16EFAF63FD2A3A5372D4896BFC60C8F8538DABBBF000000000000A0BFFED4E367422501409085491DDD64E93F000000000000C4BF000000000040FB3F7A5E3CCAE9F00940"> : tensor<2x3x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @syevd_d_85() {
  %a = stablehlo.constant dense<"0x000000000080FD3F000000000000DBBF000000000080E7BF000000000000DBBF0000000000301540000000000000EE3F000000000080E7BF000000000000EE3F0000000000F01F400000000000800040000000000000A0BF000000000000C4BF000000000000A0BF0000000000601240000000000040FB3F000000000000C4BF000000000040FB3F0000000000502640"> : tensor<2x3x3xf64>
  %x0, %r0, %r1 = stablehlo.custom_call @lapack_dsyevd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 86 : ui8, uplo = 85 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xf64>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xCF9378D8A7AAFB3FD6471F1D470C14409B49617687C42040A79CC0E97F7A0040069E5F785FB61040D409604930262740"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @sytrd_d() {
  %a = stablehlo.constant dense<"0x000000000080FD3F000000000000DBBF000000000080E7BF000000000000DBBF0000000000301540000000000000EE3F000000000080E7BF000000000000EE3F0000000000F01F400000000000800040000000000000A0BF000000000000C4BF000000000000A0BF0000000000601240000000000040FB3F000000000000C4BF000000000040FB3F0000000000502640"> : tensor<2x3x3xf64>
  %r0, %r1, %r2, %r3, %r4 = stablehlo.custom_call @lapack_dsytrd_ffi(%a) {api_version = 4 : i32, backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xf64>, tensor<2x2xf64>, tensor<2x2xf64>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x000000000080FD3F000000000000DBBF000000000080E7BF18A1976B061AEB3FEA7FCAAE39412040000000000000EE3F102D20207B85E23F3D613A058A08E6BF2C006BA28C9D14400000000000800040000000000000A0BF000000000000C4BFF72F125F6565C43F60277662271E2740000000000040FB3F56E6E964D53BEA3F4B9DD8899DD8D33F3AB1133BB1C31040"> : tensor<2x3x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x3xf64>
  %w1 = stablehlo.constant dense<"0x000000000080FD3FEA7FCAAE394120402C006BA28C9D1440000000000080004060277662271E27403AB1133BB1C31040"> : tensor<2x3xf64>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w2 = stablehlo.constant dense<"0x18A1976B061AEB3F3D613A058A08E6BFF72F125F6565C43F4B9DD8899DD8D33F"> : tensor<2x2xf64>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2x2xf64>
  %w3 = stablehlo.constant dense<"0x24A8B75A51F8F73F0000000000000000C32E2AAC4A23F33F0000000000000000"> : tensor<2x2xf64>
  check.expect_almost_eq %r3, %w3, tolerance = 1.0e-3 : tensor<2x2xf64>
  %w4 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r4, %w4, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gehrd_d() {
  %a = stablehlo.constant dense<"0x000000000080FD3F000000000000DBBF000000000080E7BF000000000000DBBF0000000000301540000000000000EE3F000000000080E7BF000000000000EE3F0000000000F01F400000000000800040000000000000A0BF000000000000C4BF000000000000A0BF0000000000601240000000000040FB3F000000000000C4BF000000000040FB3F0000000000502640"> : tensor<2x3x3xf64>
  %r0, %r1, %r2 = stablehlo.custom_call @lapack_dgehrd_ffi(%a) {api_version = 4 : i32, backend_config = {high = 3 : i32, low = 1 : i32}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x2xf64>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x000000000080FD3F18A1976B061AEB3F1C07B7C7A660A23C18A1976B061AEB3FE97FCAAE394120403C613A058A08E6BF102D20207B85E23F38613A058A08E6BF2D006BA28C9D14400000000000800040F52F125F6565C43F2022C67385C88EBCF72F125F6565C43F5E277662271E2740309DD8899DD8D33F56E6E964D53BEA3F1D9DD8899DD8D33F39B1133BB1C31040"> : tensor<2x3x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x3xf64>
  %w1 = stablehlo.constant dense<"0x24A8B75A51F8F73F0000000000000000C32E2AAC4A23F33F0000000000000000"> : tensor<2x2xf64>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x2xf64>
  %w2 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @orgqr_d() {
  %a = stablehlo.constant dense<"0x000000000000D0BF000000000000DCBF000000000000B03F000000000000C0BF000000000000C83F000000000000B0BF000000000000C8BF000000000000E03F000000000000D43F000000000000D4BF000000000000D43F000000000000D83F000000000000C8BF000000000000D0BF000000000000C83F000000000000C83F000000000000DC3F000000000000E03F000000000000D4BF000000000000D83F000000000000E83F000000000000D4BF000000000000B03F000000000000DCBF"> : tensor<2x4x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<2x3xf64>
  %r0 = stablehlo.custom_call @lapack_dorgqr_ffi(%a, %b) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x4x3xf64>, tensor<2x3xf64>) -> (tensor<2x4x3xf64>)
  %w0 = stablehlo.constant dense<"0x0000000000000000000000000080C8BF000000000082B4BF000000000000C03F000000000080983F000000002048C03F000000000000C83F0000000000B4DDBF0000000060D8B23F000000000000D43F00000000002CD0BF00000000D80DD4BF0000000000000000000000000080C1BF0000000080ADC13F000000000000C8BF0000000000409ABF0000000000BC57BF000000000000D43F000000000044D5BF00000000E058ABBF000000000000D43F00000000004094BF00000000E420D93F"> : tensor<2x4x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x3xf64>
  return
}

// -----

func.func @ormqr_d_true_true() {
  %a = stablehlo.constant dense<"0x000000000000D0BF000000000000DCBF000000000000B03F000000000000C0BF000000000000C83F000000000000B0BF000000000000C8BF000000000000E03F000000000000D43F000000000000D4BF000000000000D43F000000000000D83F000000000000C8BF000000000000D0BF000000000000C83F000000000000C83F000000000000DC3F000000000000E03F000000000000D4BF000000000000D83F000000000000E83F000000000000D4BF000000000000B03F000000000000DCBF"> : tensor<2x4x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<2x3xf64>
  %c = stablehlo.constant dense<"0x000000000000F4BF000000000000E8BF000000000000FC3F000000000000FCBF000000000000F83F000000000000F03F000000000000F8BF000000000000F0BF000000000000F43F000000000000F03F0000000000000040000000000000FC3F000000000000FCBF000000000000E8BF000000000000F4BF000000000000E83F"> : tensor<2x4x2xf64>
  %r0 = stablehlo.custom_call @lapack_dormqr_ffi(%a, %b, %c) {api_version = 4 : i32, backend_config = {left = true, transpose = true}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x4x3xf64>, tensor<2x3xf64>, tensor<2x4x2xf64>) -> (tensor<2x4x2xf64>)
  %w0 = stablehlo.constant dense<"0x000000000000A03F000000000000D6BF000000000070A2BF000000000018BCBF00000000D2E6EC3F0000000068BACC3F0000005014E601C00000002073D8F2BF000000000000F5BF000000000000D5BF000000000094D83F000000000008AB3F000000006821CDBF000000003716DE3F00000050EA5AF0BF000000F0A105DF3F"> : tensor<2x4x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x2xf64>
  return
}

// -----

func.func @ormqr_d_true_false() {
  %a = stablehlo.constant dense<"0x000000000000D0BF000000000000DCBF000000000000B03F000000000000C0BF000000000000C83F000000000000B0BF000000000000C8BF000000000000E03F000000000000D43F000000000000D4BF000000000000D43F000000000000D83F000000000000C8BF000000000000D0BF000000000000C83F000000000000C83F000000000000DC3F000000000000E03F000000000000D4BF000000000000D83F000000000000E83F000000000000D4BF000000000000B03F000000000000DCBF"> : tensor<2x4x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<2x3xf64>
  %c = stablehlo.constant dense<"0x0000000000000000000000000000D03F000000000000E03F000000000000F83F000000000000F0BF000000000000E0BF000000000000E83F00000000000000C0000000000000F4BF000000000000F83F000000000000E8BF000000000000E83F000000000000F43F000000000000F0BF000000000000F8BF000000000000E0BF"> : tensor<2x4x2xf64>
  %r0 = stablehlo.custom_call @lapack_dormqr_ffi(%a, %b, %c) {api_version = 4 : i32, backend_config = {left = true, transpose = false}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x4x3xf64>, tensor<2x3xf64>, tensor<2x4x2xf64>) -> (tensor<2x4x2xf64>)
  %w0 = stablehlo.constant dense<"0x000000007025BD3F00000000B0F3E2BF00000000579AC8BF00000000D8B9CA3F000000A0E087E4BF00000000C4D6CA3F000000A0E9B4E83F000000806C45FBBF0000000062D1D4BF000000000636DCBF000000A0BD82DD3F000000404258CDBF000000B068CBE1BF000000C04318C43F000000B0F87BECBF000000203E85D1BF"> : tensor<2x4x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x2xf64>
  return
}

// -----

func.func @ormqr_d_false_true() {
  %a = stablehlo.constant dense<"0x000000000000D0BF000000000000DCBF000000000000B03F000000000000C0BF000000000000C83F000000000000B0BF000000000000C8BF000000000000E03F000000000000D43F000000000000D4BF000000000000D43F000000000000D83F000000000000C8BF000000000000D0BF000000000000C83F000000000000C83F000000000000DC3F000000000000E03F000000000000D4BF000000000000D83F000000000000E83F000000000000D4BF000000000000B03F000000000000DCBF"> : tensor<2x4x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<2x3xf64>
  %c = stablehlo.constant dense<"0x00000000000000000000000000000040000000000000F43F000000000000D0BF000000000000D03F000000000000F0BF000000000000D03F000000000000F8BF0000000000000000000000000000D0BF000000000000E83F000000000000FC3F000000000000F8BF000000000000D0BF000000000000F8BF000000000000E0BF"> : tensor<2x2x4xf64>
  %r0 = stablehlo.custom_call @lapack_dormqr_ffi(%a, %b, %c) {api_version = 4 : i32, backend_config = {left = false, transpose = true}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x4x3xf64>, tensor<2x3xf64>, tensor<2x2x4xf64>) -> (tensor<2x2x4xf64>)
  %w0 = stablehlo.constant dense<"0x00000000CAD5E0BF00000000E5C2CD3F00000020EA2CE7BF000000702879F1BF000000006067B6BF0000000076B6C83F000000203638F33F00000040B65DEDBF0000008042D3EA3F000000208E93CEBF0000007096BADC3F0000009C998DF73F0000000066E1D7BF000000E0BC03D73F0000002050FADABF000000086C34F6BF"> : tensor<2x2x4xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x4xf64>
  return
}

// -----

func.func @ormqr_d_false_false() {
  %a = stablehlo.constant dense<"0x000000000000D0BF000000000000DCBF000000000000B03F000000000000C0BF000000000000C83F000000000000B0BF000000000000C8BF000000000000E03F000000000000D43F000000000000D4BF000000000000D43F000000000000D83F000000000000C8BF000000000000D0BF000000000000C83F000000000000C83F000000000000DC3F000000000000E03F000000000000D4BF000000000000D83F000000000000E83F000000000000D4BF000000000000B03F000000000000DCBF"> : tensor<2x4x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<2x3xf64>
  %c = stablehlo.constant dense<"0x000000000000E0BF000000000000E83F000000000000FCBF000000000000F8BF000000000000F8BF000000000000E03F000000000000FCBF000000000000F0BF000000000000E0BF000000000000F43F000000000000E0BF000000000000004000000000000000C0000000000000FC3F000000000000E03F000000000000F03F"> : tensor<2x2x4xf64>
  %r0 = stablehlo.custom_call @lapack_dormqr_ffi(%a, %b, %c) {api_version = 4 : i32, backend_config = {left = false, transpose = false}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x4x3xf64>, tensor<2x3xf64>, tensor<2x2x4xf64>) -> (tensor<2x2x4xf64>)
  %w0 = stablehlo.constant dense<"0x000000000080E6BF00000000C0E0F43F000000006681DE3F000000E08C96E1BF000000000080E2BF00000000C0D2F53F00000000F691D73F000000C0E39DD3BF000000000000CE3F0000000000DAC43F0000008025B7E73F000000982830EB3F000000000000C23F0000000000D8A53F000000003451B63F000000B0638FD0BF"> : tensor<2x2x4xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x4xf64>
  return
}

// -----

func.func @gtsv_d() {
  %a = stablehlo.constant dense<"0x000000000000F03F000000000000D0BF000000000000F0BF000000000000F8BF000000000000E83F0000000000000040000000000000F03F00000000000000C0"> : tensor<2x4xf64>
  %b = stablehlo.constant dense<"0x0000000000002440000000000080214000000000000020400000000000001E400000000000802340000000000000264000000000000024400000000000001C40"> : tensor<2x4xf64>
  %c = stablehlo.constant dense<"0x000000000000E83F0000000000000040000000000000F03F00000000000000C0000000000000F03F000000000000D0BF000000000000F0BF000000000000F8BF"> : tensor<2x4xf64>
  %d = stablehlo.constant dense<"0x000000000000FC3F0000000000000040000000000000FCBF000000000000F0BF000000000000E0BF000000000000FCBF000000000000F43F000000000000E83F000000000000FC3F0000000000000040000000000000D03F000000000000F0BF000000000000E8BF000000000000D03F000000000000E0BF000000000000E8BF"> : tensor<2x4x2xf64>
  %x0, %x1, %x2, %r0, %r1 = stablehlo.custom_call @lapack_dgtsv_ffi(%a, %b, %c, %d) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4xf64>, tensor<2x4xf64>, tensor<2x4xf64>, tensor<2x4x2xf64>) -> (tensor<2x4xf64>, tensor<2x4xf64>, tensor<2x4xf64>, tensor<2x4x2xf64>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x70991CC1530BC83F7D4F49EF9B21CA3F27537DB95CECC5BF318FF0D9D155ACBF1242B0B8FF28BABF71B9B7FBEEBDCDBF21B54329A2B7C23FD99E069D0D68AB3FD81F1B3ED921C73FC55AC65684F6CB3F416787D861A088BFFAF40D4E8AA3C0BF70BA36458654B5BFCED8655EEAC29C3F453534EF4A61B8BFF14B1DB0CA5FB9BF"> : tensor<2x4x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x2xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @trsm_d_76_78() {
  %a = stablehlo.constant dense<"0x000000000080FD3F000000000000DBBF000000000080E7BF000000000000DBBF0000000000301540000000000000EE3F000000000080E7BF000000000000EE3F0000000000F01F400000000000800040000000000000A0BF000000000000C4BF000000000000A0BF0000000000601240000000000040FB3F000000000000C4BF000000000040FB3F0000000000502640"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F83F000000000000F83F000000000000F03F000000000000D0BF000000000000F03F000000000000E83F000000000000D0BF0000000000000000000000000000E8BF000000000000E8BF000000000000E8BF000000000000E83F"> : tensor<2x3x2xf64>
  %r0 = stablehlo.custom_call @lapack_dtrsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> (tensor<2x3x2xf64>)
  %w0 = stablehlo.constant dense<"0x94BA2F8FAD08EA3F94BA2F8FAD08EA3FF8663350C63AD03F49011CF48005923FFC377B674FCCC53F142C1D3A4656C53F081F7CF0C107BFBF000000000000000029289DAAE500C5BF39052FA7E0E5C4BFCE14C8B4B476A6BF6CD419AF3797B73F"> : tensor<2x3x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf64>
  return
}

// -----

func.func @trsm_d_76_84() {
  %a = stablehlo.constant dense<"0x000000000080FD3F000000000000DBBF000000000080E7BF000000000000DBBF0000000000301540000000000000EE3F000000000080E7BF000000000000EE3F0000000000F01F400000000000800040000000000000A0BF000000000000C4BF000000000000A0BF0000000000601240000000000040FB3F000000000000C4BF000000000040FB3F0000000000502640"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F83F000000000000F83F000000000000F03F000000000000D0BF000000000000F03F000000000000E83F000000000000D0BF0000000000000000000000000000E8BF000000000000E8BF000000000000E8BF000000000000E83F"> : tensor<2x3x2xf64>
  %r0 = stablehlo.custom_call @lapack_dtrsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> (tensor<2x3x2xf64>)
  %w0 = stablehlo.constant dense<"0x8AAFEE89AAD9EC3FBF406EDB8AC3EA3FA7476725EA53C53FC65DEACAB456B0BF800001020408C03FC0800103060CB83F5AEE23DD726FC0BF524E4314F45C623F0CFF3CD828B5C1BF660B21769816C8BF11C83511C835B1BF11C83511C835B13F"> : tensor<2x3x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf64>
  return
}

// -----

func.func @trsm_d_76_67() {
  %a = stablehlo.constant dense<"0x000000000080FD3F000000000000DBBF000000000080E7BF000000000000DBBF0000000000301540000000000000EE3F000000000080E7BF000000000000EE3F0000000000F01F400000000000800040000000000000A0BF000000000000C4BF000000000000A0BF0000000000601240000000000040FB3F000000000000C4BF000000000040FB3F0000000000502640"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000F83F000000000000F83F000000000000F03F000000000000D0BF000000000000F03F000000000000E83F000000000000D0BF0000000000000000000000000000E8BF000000000000E8BF000000000000E8BF000000000000E83F"> : tensor<2x3x2xf64>
  %r0 = stablehlo.custom_call @lapack_dtrsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 67 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> (tensor<2x3x2xf64>)
  %w0 = stablehlo.constant dense<"0x8AAFEE89AAD9EC3FBF406EDB8AC3EA3FA7476725EA53C53FC65DEACAB456B0BF800001020408C03FC0800103060CB83F5AEE23DD726FC0BF524E4314F45C623F0CFF3CD828B5C1BF660B21769816C8BF11C83511C835B1BF11C83511C835B13F"> : tensor<2x3x2xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xf64>
  return
}

// -----

func.func @trsm_d_82_78() {
  %a = stablehlo.constant dense<"0x000000000080FD3F000000000000DBBF000000000080E7BF000000000000DBBF0000000000301540000000000000EE3F000000000080E7BF000000000000EE3F0000000000F01F400000000000800040000000000000A0BF000000000000C4BF000000000000A0BF0000000000601240000000000040FB3F000000000000C4BF000000000040FB3F0000000000502640"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000E03F000000000000E8BF00000000000000C000000000000000C0000000000000FC3F000000000000E03F000000000000F43F000000000000E03F0000000000000000000000000000F8BF0000000000000040000000000000F43F"> : tensor<2x2x3xf64>
  %r0 = stablehlo.custom_call @lapack_dtrsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> (tensor<2x2x3xf64>)
  %w0 = stablehlo.constant dense<"0x2B1E0618B717C33F0B83D691EFE5B8BF800001020408D0BFAEF5C5B56593EFBFCD784BCA686FD43F800001020408B03FDCA404B85B72E33FF70694892BDDBB3F00000000000000003960153D66CFE6BF7CAC1F5D9234D93F1DF8AE1CF8AEBC3F"> : tensor<2x2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf64>
  return
}

// -----

func.func @trsm_d_82_84() {
  %a = stablehlo.constant dense<"0x000000000080FD3F000000000000DBBF000000000080E7BF000000000000DBBF0000000000301540000000000000EE3F000000000080E7BF000000000000EE3F0000000000F01F400000000000800040000000000000A0BF000000000000C4BF000000000000A0BF0000000000601240000000000040FB3F000000000000C4BF000000000040FB3F0000000000502640"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000E03F000000000000E8BF00000000000000C000000000000000C0000000000000FC3F000000000000E03F000000000000F43F000000000000E03F0000000000000000000000000000F8BF0000000000000040000000000000F43F"> : tensor<2x2x3xf64>
  %r0 = stablehlo.custom_call @lapack_dtrsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> (tensor<2x2x3xf64>)
  %w0 = stablehlo.constant dense<"0x0D27755F1E5BD13FBA300143EDB7BEBF74F410090711CBBF0D27755F1E5BF1BFAD131F04FE3ACF3F75FB422F14D8B0BF65934D36D964E33F5264E1AB5DEBBC3F12A18E845CEF81BF46175D74D145E7BF299E497F1C8CDB3F715317C53082A23F"> : tensor<2x2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf64>
  return
}

// -----

func.func @trsm_d_82_67() {
  %a = stablehlo.constant dense<"0x000000000080FD3F000000000000DBBF000000000080E7BF000000000000DBBF0000000000301540000000000000EE3F000000000080E7BF000000000000EE3F0000000000F01F400000000000800040000000000000A0BF000000000000C4BF000000000000A0BF0000000000601240000000000040FB3F000000000000C4BF000000000040FB3F0000000000502640"> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<"0x000000000000E03F000000000000E8BF00000000000000C000000000000000C0000000000000FC3F000000000000E03F000000000000F43F000000000000E03F0000000000000000000000000000F8BF0000000000000040000000000000F43F"> : tensor<2x2x3xf64>
  %r0 = stablehlo.custom_call @lapack_dtrsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 67 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> (tensor<2x2x3xf64>)
  %w0 = stablehlo.constant dense<"0x0D27755F1E5BD13FBA300143EDB7BEBF74F410090711CBBF0D27755F1E5BF1BFAD131F04FE3ACF3F75FB422F14D8B0BF65934D36D964E33F5264E1AB5DEBBC3F12A18E845CEF81BF46175D74D145E7BF299E497F1C8CDB3F715317C53082A23F"> : tensor<2x2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xf64>
  return
}

// -----

func.func @geev_d() {
  %a = stablehlo.constant dense<"0x000000000000F03F000000000000E03F000000000000000000000000000000000000000000000040000000000000D03F000000000000000000000000000000000000000000001040000000000000F03F000000000000E03F000000000000000000000000000000000000000000000040000000000000D03F000000000000000000000000000000000000000000001040"> : tensor<2x3x3xf64>
  %r0, %r1, %x2, %r2, %r3 = stablehlo.custom_call @lapack_dgeev_ffi(%a) {api_version = 4 : i32, backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x000000000000F03F00000000000000400000000000001040000000000000F03F00000000000000400000000000001040"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x0000000000000000"> : tensor<2x3xf64>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w2 = stablehlo.constant dense<"0x000000000000F03F0000000000000000D9EDBFC5259FDC3F000000000000000042C84BAF002A953F000000000000000000000000000000000000000000000000D9EDBFC5259FEC3F000000000000000063ACF10601BFBF3F0000000000000000000000000000000000000000000000000000000000000000000000000000000063ACF10601BFEF3F0000000000000000000000000000F03F0000000000000000D9EDBFC5259FDC3F000000000000000042C84BAF002A953F000000000000000000000000000000000000000000000000D9EDBFC5259FEC3F000000000000000063ACF10601BFBF3F0000000000000000000000000000000000000000000000000000000000000000000000000000000063ACF10601BFEF3F0000000000000000"> : tensor<2x3x3xcomplex<f64>>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2x3x3xcomplex<f64>>
  %w3 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r3, %w3, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gees_d() {
  %a = stablehlo.constant dense<"0x000000000000F03F000000000000E03F000000000000000000000000000000000000000000000040000000000000D03F000000000000000000000000000000000000000000001040000000000000F03F000000000000E03F000000000000000000000000000000000000000000000040000000000000D03F000000000000000000000000000000000000000000001040"> : tensor<2x3x3xf64>
  %r0, %x1, %r1, %r2, %r3, %r4 = stablehlo.custom_call @lapack_dgees_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 86 : ui8, sort = 78 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2xi32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x000000000000F03F000000000000E03F000000000000000000000000000000000000000000000040000000000000D03F000000000000000000000000000000000000000000001040000000000000F03F000000000000E03F000000000000000000000000000000000000000000000040000000000000D03F000000000000000000000000000000000000000000001040"> : tensor<2x3x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x3xf64>
  %w1 = stablehlo.constant dense<"0x000000000000F03F00000000000000400000000000001040000000000000F03F00000000000000400000000000001040"> : tensor<2x3xf64>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w2 = stablehlo.constant dense<"0x0000000000000000"> : tensor<2x3xf64>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w3 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r3, %w3, tolerance = 1.0e-3 : tensor<2xi32>
  %w4 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r4, %w4, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @getrf_c_4() {
  %a = stablehlo.constant dense<"0x000000410000C040000080C0000000C00000A0C0000080C0000080BF0000C0400000E0400000803F000000000000A0C00000C0400000A0C000000040000000000000803F00000041000080BF0000E0C0000000C0000000C1000080C0000000410000104100008040000080BF000080BF0000804000000040000000C10000803F000080400000A0C0000000C0000000C100008040000080BF000040C0000000C100001041000080C0000000C10000A0C00000C0C00000E0C00000803F0000A0C0"> : tensor<2x4x3xcomplex<f32>>
  %r0, %r1, %r2 = stablehlo.custom_call @lapack_cgetrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xcomplex<f32>>) -> (tensor<2x4x3xcomplex<f32>>, tensor<2x3xi32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x000000410000C040000080C0000000C00000A0C0000080C0000000BF000000BF000040C0000030C1000090C000006040EC51383E5C8F42BF6904043EE65AD73EFCC0DF40B991CB40285C8F3E703D0A3F9657F4BE4885023F1602E23D667E983E0000104100008040000080BF000080BF0000804000000040DBCD72BFB43C09BED60FDAC0D05101C122D39040E64924C0C37633BF9169D83E704C533EA0A3073FD4FD24BFAE8222C13FE8A83E71F583BE026D383FBE2A9E3EACA0953EE557A63E"> : tensor<2x4x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x3xcomplex<f32>>
  %w1 = stablehlo.constant dense<"0x010000000400000003000000010000000400000004000000"> : tensor<2x3xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xi32>
  %w2 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @geqrf_c_4() {
  %a = stablehlo.constant dense<"0x000000410000C040000080C0000000C00000A0C0000080C0000080BF0000C0400000E0400000803F000000000000A0C00000C0400000A0C000000040000000000000803F00000041000080BF0000E0C0000000C0000000C1000080C0000000410000104100008040000080BF000080BF0000804000000040000000C10000803F000080400000A0C0000000C0000000C100008040000080BF000040C0000000C100001041000080C0000000C10000A0C00000C0C00000E0C00000803F0000A0C0"> : tensor<2x4x3xcomplex<f32>>
  %r0, %r1 = stablehlo.custom_call @lapack_cgeqrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x4x3xcomplex<f32>>) -> (tensor<2x4x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>)
  %w0 = stablehlo.constant dense<"0xE0F77BC1000000003A33CBBFE0F7FB3F52E136416C8FA2BF0C4AA73CDE6E7D3EB7513AC10000000083A3633FA6AC5E4066FD3F3E460D84BE64D3473E33373EBC2AD501C100000000876EE0BDF6BD88BEA19CECBD746C00BF590613BEC032633E34F782C1000000001ABFE2BFBA03ACBF4210D5C00A33CFC0FA6C9ABE821CB23D310860C1000000000C9034C00B5AB3C03552173E317080BDBCAC48BDD824E7BE4BD513C100000000980DADBE5E3D13BEB6214EBEFCDDD9BEBA65863EB271EB3D"> : tensor<2x4x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x3xcomplex<f32>>
  %w1 = stablehlo.constant dense<"0x2906C13F7B12C33E53B0C23FC690133EFD0DD03FDE38213F9E5EC63FFA337A3E77F7A63FEF7DB5BE6B87E73F8FB088BE"> : tensor<2x3xcomplex<f32>>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xcomplex<f32>>
  return
}

// -----

func.func @geqp3_c_4() {
  %a = stablehlo.constant dense<"0x000000410000C040000080C0000000C00000A0C0000080C0000080BF0000C0400000E0400000803F000000000000A0C00000C0400000A0C000000040000000000000803F00000041000080BF0000E0C0000000C0000000C1000080C0000000410000104100008040000080BF000080BF0000804000000040000000C10000803F000080400000A0C0000000C0000000C100008040000080BF000040C0000000C100001041000080C0000000C10000A0C00000C0C00000E0C00000803F0000A0C0"> : tensor<2x4x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<2x3xi32>
  %r0, %r1, %r2 = stablehlo.custom_call @lapack_cgeqp3_ffi(%a, %b) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x4x3xcomplex<f32>>, tensor<2x3xi32>) -> (tensor<2x4x3xcomplex<f32>>, tensor<2x3xi32>, tensor<2x3xcomplex<f32>>)
  %w0 = stablehlo.constant dense<"0xE0F77BC1000000003A33CBBFE0F7FB3F52E136416C8FA2BF0C4AA73CDE6E7D3EB7513AC10000000083A3633FA6AC5E4066FD3F3E460D84BE64D3473E33373EBC2AD501C100000000876EE0BDF6BD88BEA19CECBD746C00BF590613BEC032633E34F782C1000000001ABFE2BFBA03ACBF4210D5C00A33CFC0FA6C9ABE821CB23D310860C1000000000C9034C00B5AB3C03552173E317080BDBCAC48BDD824E7BE4BD513C100000000980DADBE5E3D13BEB6214EBEFCDDD9BEBA65863EB271EB3D"> : tensor<2x4x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x3xcomplex<f32>>
  %w1 = stablehlo.constant dense<"0x010000000200000003000000010000000200000003000000"> : tensor<2x3xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xi32>
  %w2 = stablehlo.constant dense<"0x2906C13F7B12C33E53B0C23FC690133EFD0DD03FDE38213F9E5EC63FFA337A3E77F7A63FEF7DB5BE6B87E73F8FB088BE"> : tensor<2x3xcomplex<f32>>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2x3xcomplex<f32>>
  return
}

// -----

func.func @gesdd_c_4_83() {
  %a = stablehlo.constant dense<"0x000000410000C040000080C0000000C00000A0C0000080C0000080BF0000C0400000E0400000803F000000000000A0C00000C0400000A0C000000040000000000000803F00000041000080BF0000E0C0000000C0000000C1000080C0000000410000104100008040000080BF000080BF0000804000000040000000C10000803F000080400000A0C0000000C0000000C100008040000080BF000040C0000000C100001041000080C0000000C10000A0C00000C0C00000E0C00000803F0000A0C0"> : tensor<2x4x3xcomplex<f32>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_cgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 83 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xcomplex<f32>>) -> (tensor<2x4x3xcomplex<f32>>, tensor<2x3xf32>, tensor<2x4x3xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x2110A6415F023741098FC840009DA5418F9661419732E840"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_c_4_83() {
  %a = stablehlo.constant dense<"0x000000410000C040000080C0000000C00000A0C0000080C0000080BF0000C0400000E0400000803F000000000000A0C00000C0400000A0C000000040000000000000803F00000041000080BF0000E0C0000000C0000000C1000080C0000000410000104100008040000080BF000080BF0000804000000040000000C10000803F000080400000A0C0000000C0000000C100008040000080BF000040C0000000C100001041000080C0000000C10000A0C00000C0C00000E0C00000803F0000A0C0"> : tensor<2x4x3xcomplex<f32>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_cgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 83 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xcomplex<f32>>) -> (tensor<2x4x3xcomplex<f32>>, tensor<2x3xf32>, tensor<2x4x3xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x2010A64160023741078FC840009DA541939661419932E840"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesdd_c_4_65() {
  %a = stablehlo.constant dense<"0x000000410000C040000080C0000000C00000A0C0000080C0000080BF0000C0400000E0400000803F000000000000A0C00000C0400000A0C000000040000000000000803F00000041000080BF0000E0C0000000C0000000C1000080C0000000410000104100008040000080BF000080BF0000804000000040000000C10000803F000080400000A0C0000000C0000000C100008040000080BF000040C0000000C100001041000080C0000000C10000A0C00000C0C00000E0C00000803F0000A0C0"> : tensor<2x4x3xcomplex<f32>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_cgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 65 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xcomplex<f32>>) -> (tensor<2x4x3xcomplex<f32>>, tensor<2x3xf32>, tensor<2x4x4xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x2110A6415F023741098FC840009DA5418F9661419732E840"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_c_4_65() {
  %a = stablehlo.constant dense<"0x000000410000C040000080C0000000C00000A0C0000080C0000080BF0000C0400000E0400000803F000000000000A0C00000C0400000A0C000000040000000000000803F00000041000080BF0000E0C0000000C0000000C1000080C0000000410000104100008040000080BF000080BF0000804000000040000000C10000803F000080400000A0C0000000C0000000C100008040000080BF000040C0000000C100001041000080C0000000C10000A0C00000C0C00000E0C00000803F0000A0C0"> : tensor<2x4x3xcomplex<f32>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_cgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 65 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xcomplex<f32>>) -> (tensor<2x4x3xcomplex<f32>>, tensor<2x3xf32>, tensor<2x4x4xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x2010A64160023741078FC840009DA541939661419932E840"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesdd_c_4_78() {
  %a = stablehlo.constant dense<"0x000000410000C040000080C0000000C00000A0C0000080C0000080BF0000C0400000E0400000803F000000000000A0C00000C0400000A0C000000040000000000000803F00000041000080BF0000E0C0000000C0000000C1000080C0000000410000104100008040000080BF000080BF0000804000000040000000C10000803F000080400000A0C0000000C0000000C100008040000080BF000040C0000000C100001041000080C0000000C10000A0C00000C0C00000E0C00000803F0000A0C0"> : tensor<2x4x3xcomplex<f32>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_cgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 78 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xcomplex<f32>>) -> (tensor<2x4x3xcomplex<f32>>, tensor<2x3xf32>, tensor<2x4x4xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x2010A6415F0237410A8FC840009DA5418F9661419632E840"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_c_4_78() {
  %a = stablehlo.constant dense<"0x000000410000C040000080C0000000C00000A0C0000080C0000080BF0000C0400000E0400000803F000000000000A0C00000C0400000A0C000000040000000000000803F00000041000080BF0000E0C0000000C0000000C1000080C0000000410000104100008040000080BF000080BF0000804000000040000000C10000803F000080400000A0C0000000C0000000C100008040000080BF000040C0000000C100001041000080C0000000C10000A0C00000C0C00000E0C00000803F0000A0C0"> : tensor<2x4x3xcomplex<f32>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_cgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 78 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xcomplex<f32>>) -> (tensor<2x4x3xcomplex<f32>>, tensor<2x3xf32>, tensor<2x4x4xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x2010A6415F023741078FC840009DA541939661419732E840"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @getrf_c_3() {
  %a = stablehlo.constant dense<"0x000000410000C040000080BF0000C0400000C0400000A0C0000080BF0000E0C0000080C0000000C00000E0400000803F0000004000000000000000C0000000C10000A0C0000080C0000000000000A0C00000803F00000041000080C0000000410000104100008040000000C10000803F00008040000080BF000000C10000A0C0000080BF000080BF000080400000A0C0000040C0000000C10000C0C00000E0C00000804000000040000000C0000000C100001041000080C00000803F0000A0C0"> : tensor<2x3x4xcomplex<f32>>
  %r0, %r1, %r2 = stablehlo.custom_call @lapack_cgetrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xcomplex<f32>>) -> (tensor<2x3x4xcomplex<f32>>, tensor<2x3xi32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x000000410000C040000080BF0000C0400000C0400000A0C0000080BF0000E0C0AE47E1BE0AD7A33DAE47E1407B146E4014AE87401F852BC0000040C0000030C10AD723BF10D7A3BC9A501DBE0205B1BD4056BA4010FE9B40B25280C03C80C63F0000104100008040000000C10000803F00008040000080BF000000C10000A0C0573FE83E40E8A83C5022D33F5A9E04C14247E540573F68C022D39040E64924C0B33C09BE4F2253BDE2D12D3FAFFA583E31BD00C1616DDFC094E626C14C8DE9C0"> : tensor<2x3x4xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x4xcomplex<f32>>
  %w1 = stablehlo.constant dense<"0x010000000200000003000000010000000300000003000000"> : tensor<2x3xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xi32>
  %w2 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @geqrf_c_3() {
  %a = stablehlo.constant dense<"0x000000410000C040000080BF0000C0400000C0400000A0C0000080BF0000E0C0000080C0000000C00000E0400000803F0000004000000000000000C0000000C10000A0C0000080C0000000000000A0C00000803F00000041000080C0000000410000104100008040000000C10000803F00008040000080BF000000C10000A0C0000080BF000080BF000080400000A0C0000040C0000000C10000C0C00000E0C00000804000000040000000C0000000C100001041000080C00000803F0000A0C0"> : tensor<2x3x4xcomplex<f32>>
  %r0, %r1 = stablehlo.custom_call @lapack_cgeqrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3x4xcomplex<f32>>) -> (tensor<2x3x4xcomplex<f32>>, tensor<2x3xcomplex<f32>>)
  %w0 = stablehlo.constant dense<"0x6A044BC100000000A494B5BF2E74E0C07D2F08407B2F08411EAB3F405AB6C440EE1A51BE846419BDB87EF9C0000000008041BDBD0C3E7D401256E44097641641149F8CBE84D6E8BD4640E5BD5E8F89BD4197C3C000000000FA38D63F18D941C0158A2EC100000000A6780541381201C01E46D0C0D0679E408C57F9403C7947401D7D6DBD07061EBD804620C100000000A215EAC078B561BF7C719DC090665740579F593EF9946C3D8B22A43EB41DEBBE2CD501C10000000074501AC1D81B813F"> : tensor<2x3x4xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x4xcomplex<f32>>
  %w1 = stablehlo.constant dense<"0xD7B3D03F861BF23E7B52EC3F4737F13ED191DC3FB4CD303F8A9AE93F68BDBB3E7984A53F206C0BBF4661FE3F1E67223E"> : tensor<2x3xcomplex<f32>>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xcomplex<f32>>
  return
}

// -----

func.func @geqp3_c_3() {
  %a = stablehlo.constant dense<"0x000000410000C040000080BF0000C0400000C0400000A0C0000080BF0000E0C0000080C0000000C00000E0400000803F0000004000000000000000C0000000C10000A0C0000080C0000000000000A0C00000803F00000041000080C0000000410000104100008040000000C10000803F00008040000080BF000000C10000A0C0000080BF000080BF000080400000A0C0000040C0000000C10000C0C00000E0C00000804000000040000000C0000000C100001041000080C00000803F0000A0C0"> : tensor<2x3x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<2x4xi32>
  %r0, %r1, %r2 = stablehlo.custom_call @lapack_cgeqp3_ffi(%a, %b) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3x4xcomplex<f32>>, tensor<2x4xi32>) -> (tensor<2x3x4xcomplex<f32>>, tensor<2x4xi32>, tensor<2x3xcomplex<f32>>)
  %w0 = stablehlo.constant dense<"0xD423614100000000ACD52CC00D62B1404F4DC1409438D13F8C3CEAC0FDB88A40D6B79F3ED097C53E1B6F31410000000086EEE3BF3548CAC060E214C08283AD40503C7E3CA1BB09BF3262713EEE2235BE2F07DDC000000000202243BF6AA903C030466241000000004860F440BAD010BFE8F7AB402339D9404255C0C0D0DD194047C9A63EC466783E66D92BC100000000240928405C15D53F29518240E63B5C40B8BDB53B6CF3653E44556DBD5ADC68BE94E321C1000000009327DFC0A0EF473E"> : tensor<2x3x4xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x4xcomplex<f32>>
  %w1 = stablehlo.constant dense<"0x0400000001000000030000000200000004000000020000000300000001000000"> : tensor<2x4xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x4xi32>
  %w2 = stablehlo.constant dense<"0xB818893F2CB4FE3EC4A9D23FF3C9103F8ABFB33F76256A3F6168C83FF304B53E76E6F03F84AF23BE5231EA3F9EED0EBF"> : tensor<2x3xcomplex<f32>>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2x3xcomplex<f32>>
  return
}

// -----

func.func @gesdd_c_3_83() {
  %a = stablehlo.constant dense<"0x000000410000C040000080BF0000C0400000C0400000A0C0000080BF0000E0C0000080C0000000C00000E0400000803F0000004000000000000000C0000000C10000A0C0000080C0000000000000A0C00000803F00000041000080C0000000410000104100008040000000C10000803F00008040000080BF000000C10000A0C0000080BF000080BF000080400000A0C0000040C0000000C10000C0C00000E0C00000804000000040000000C0000000C100001041000080C00000803F0000A0C0"> : tensor<2x3x4xcomplex<f32>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_cgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 83 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xcomplex<f32>>) -> (tensor<2x3x4xcomplex<f32>>, tensor<2x3xf32>, tensor<2x3x3xcomplex<f32>>, tensor<2x3x4xcomplex<f32>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x2110A6415C023741088FC840009DA5418E9661419532E840"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_c_3_83() {
  %a = stablehlo.constant dense<"0x000000410000C040000080BF0000C0400000C0400000A0C0000080BF0000E0C0000080C0000000C00000E0400000803F0000004000000000000000C0000000C10000A0C0000080C0000000000000A0C00000803F00000041000080C0000000410000104100008040000000C10000803F00008040000080BF000000C10000A0C0000080BF000080BF000080400000A0C0000040C0000000C10000C0C00000E0C00000804000000040000000C0000000C100001041000080C00000803F0000A0C0"> : tensor<2x3x4xcomplex<f32>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_cgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 83 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xcomplex<f32>>) -> (tensor<2x3x4xcomplex<f32>>, tensor<2x3xf32>, tensor<2x3x3xcomplex<f32>>, tensor<2x3x4xcomplex<f32>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x2210A641620237410B8FC840009DA5418D9661419A32E840"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesdd_c_3_65() {
  %a = stablehlo.constant dense<"0x000000410000C040000080BF0000C0400000C0400000A0C0000080BF0000E0C0000080C0000000C00000E0400000803F0000004000000000000000C0000000C10000A0C0000080C0000000000000A0C00000803F00000041000080C0000000410000104100008040000000C10000803F00008040000080BF000000C10000A0C0000080BF000080BF000080400000A0C0000040C0000000C10000C0C00000E0C00000804000000040000000C0000000C100001041000080C00000803F0000A0C0"> : tensor<2x3x4xcomplex<f32>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_cgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 65 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xcomplex<f32>>) -> (tensor<2x3x4xcomplex<f32>>, tensor<2x3xf32>, tensor<2x3x3xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x2110A6415C023741088FC840009DA5418E9661419532E840"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_c_3_65() {
  %a = stablehlo.constant dense<"0x000000410000C040000080BF0000C0400000C0400000A0C0000080BF0000E0C0000080C0000000C00000E0400000803F0000004000000000000000C0000000C10000A0C0000080C0000000000000A0C00000803F00000041000080C0000000410000104100008040000000C10000803F00008040000080BF000000C10000A0C0000080BF000080BF000080400000A0C0000040C0000000C10000C0C00000E0C00000804000000040000000C0000000C100001041000080C00000803F0000A0C0"> : tensor<2x3x4xcomplex<f32>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_cgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 65 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xcomplex<f32>>) -> (tensor<2x3x4xcomplex<f32>>, tensor<2x3xf32>, tensor<2x3x3xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x2210A641620237410B8FC840009DA5418D9661419A32E840"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesdd_c_3_78() {
  %a = stablehlo.constant dense<"0x000000410000C040000080BF0000C0400000C0400000A0C0000080BF0000E0C0000080C0000000C00000E0400000803F0000004000000000000000C0000000C10000A0C0000080C0000000000000A0C00000803F00000041000080C0000000410000104100008040000000C10000803F00008040000080BF000000C10000A0C0000080BF000080BF000080400000A0C0000040C0000000C10000C0C00000E0C00000804000000040000000C0000000C100001041000080C00000803F0000A0C0"> : tensor<2x3x4xcomplex<f32>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_cgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 78 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xcomplex<f32>>) -> (tensor<2x3x4xcomplex<f32>>, tensor<2x3xf32>, tensor<2x3x3xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x2010A6415C023741088FC840FF9CA5418F9661419632E840"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_c_3_78() {
  %a = stablehlo.constant dense<"0x000000410000C040000080BF0000C0400000C0400000A0C0000080BF0000E0C0000080C0000000C00000E0400000803F0000004000000000000000C0000000C10000A0C0000080C0000000000000A0C00000803F00000041000080C0000000410000104100008040000000C10000803F00008040000080BF000000C10000A0C0000080BF000080BF000080400000A0C0000040C0000000C10000C0C00000E0C00000804000000040000000C0000000C100001041000080C00000803F0000A0C0"> : tensor<2x3x4xcomplex<f32>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_cgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 78 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xcomplex<f32>>) -> (tensor<2x3x4xcomplex<f32>>, tensor<2x3xf32>, tensor<2x3x3xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x2110A641620237410B8FC840019DA541909661419C32E840"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @potrf_c_76() {
  %a = stablehlo.constant dense<"0x00007C42000000000000C8400000F840000034C20000A0C00000C8400000F8C000001A42000000000000F8C000007441000034C20000A0400000F8C0000074C100006F420000000000008842000000000000E8400000B0C00000DA410000D4C10000E8400000B0400000554200000000000070410000A2C10000DA410000D441000070410000A24100006F4200000000"> : tensor<2x3x3xcomplex<f32>>
  %r0, %r1 = stablehlo.custom_call @lapack_cpotrf_ffi(%a) {api_version = 4 : i32, backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xcomplex<f32>>) -> (tensor<2x3x3xcomplex<f32>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xFCFDFD40000000000000C8400000F840000034C20000A0C0C094493FE3F579BF8874C240000000000000F8C000007441466CB5C0CC43213F4E04E1BEE511D7BF4E669D40000000007BF00341000000000000E8400000B0C00000DA410000D4C1B512613FBEBE2A3F9FD3E64000000000000070410000A2C1B77D534093AB4D40B395B03F96272E4031E7AC4000000000"> : tensor<2x3x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x3xcomplex<f32>>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @heevd_c_76() {
  %a = stablehlo.constant dense<"0x00007C42000000000000C8400000F840000034C20000A0C00000C8400000F8C000001A42000000000000F8C000007441000034C20000A0400000F8C0000074C100006F420000000000008842000000000000E8400000B0C00000DA410000D4C10000E8400000B0400000554200000000000070410000A2C10000DA410000D441000070410000A24100006F4200000000"> : tensor<2x3x3xcomplex<f32>>
  %x0, %r0, %r1 = stablehlo.custom_call @lapack_cheevd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xcomplex<f32>>) -> (tensor<2x3x3xcomplex<f32>>, tensor<2x3xf32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x349363418AE40D42581BDF42E3A08E4159E150421AE7DD42"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @potrf_c_85() {
  %a = stablehlo.constant dense<"0x00007C42000000000000C8400000F840000034C20000A0C00000C8400000F8C000001A42000000000000F8C000007441000034C20000A0400000F8C0000074C100006F420000000000008842000000000000E8400000B0C00000DA410000D4C10000E8400000B0400000554200000000000070410000A2C10000DA410000D441000070410000A24100006F4200000000"> : tensor<2x3x3xcomplex<f32>>
  %r0, %r1 = stablehlo.custom_call @lapack_cpotrf_ffi(%a) {api_version = 4 : i32, backend_config = {uplo = 85 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xcomplex<f32>>) -> (tensor<2x3x3xcomplex<f32>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xFCFDFD4000000000C094493FE3F5793F466CB5C0CC4321BF0000C8400000F8C08874C240000000004E04E1BEE511D73F000034C20000A0400000F8C0000074C14E669D40000000007BF0034100000000B512613FBEBE2ABFB77D534093AB4DC00000E8400000B0409FD3E64000000000B395B03F96272EC00000DA410000D441000070410000A24131E7AC4000000000"> : tensor<2x3x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x3xcomplex<f32>>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @heevd_c_85() {
  %a = stablehlo.constant dense<"0x00007C42000000000000C8400000F840000034C20000A0C00000C8400000F8C000001A42000000000000F8C000007441000034C20000A0400000F8C0000074C100006F420000000000008842000000000000E8400000B0C00000DA410000D4C10000E8400000B0400000554200000000000070410000A2C10000DA410000D441000070410000A24100006F4200000000"> : tensor<2x3x3xcomplex<f32>>
  %x0, %r0, %r1 = stablehlo.custom_call @lapack_cheevd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 86 : ui8, uplo = 85 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xcomplex<f32>>) -> (tensor<2x3x3xcomplex<f32>>, tensor<2x3xf32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x3193634189E40D42581BDF42E4A08E4158E150421AE7DD42"> : tensor<2x3xf32>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @hetrd_c() {
  %a = stablehlo.constant dense<"0x00007C42000000000000C8400000F840000034C20000A0C00000C8400000F8C000001A42000000000000F8C000007441000034C20000A0400000F8C0000074C100006F420000000000008842000000000000E8400000B0C00000DA410000D4C10000E8400000B0400000554200000000000070410000A2C10000DA410000D441000070410000A24100006F4200000000"> : tensor<2x3x3xcomplex<f32>>
  %r0, %r1, %r2, %r3, %r4 = stablehlo.custom_call @lapack_chetrd_ffi(%a) {api_version = 4 : i32, backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xcomplex<f32>>) -> (tensor<2x3x3xcomplex<f32>>, tensor<2x3xf32>, tensor<2x2xf32>, tensor<2x2xcomplex<f32>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x00007C42000000000000C8400000F840000034C20000A0C0436F39C200000000DD2A8342000000000000F8C00000744115D559BF484BF8BC6FA53941000000004CAA02420000000000008842000000000000E8400000B0C00000DA410000D4C1E1561CC2000000000A85864200000000000070410000A2C12D9A253FBA82FD3EDF25B8C100000000ECF5364200000000"> : tensor<2x3x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x3xcomplex<f32>>
  %w1 = stablehlo.constant dense<"0x00007C42DD2A83424CAA0242000088420A858642ECF53642"> : tensor<2x3xf32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xf32>
  %w2 = stablehlo.constant dense<"0x436F39C26FA53941E1561CC2DF25B8C1"> : tensor<2x2xf32>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2x2xf32>
  %w3 = stablehlo.constant dense<"0xBB41913FE12F2BBEA76FAF3F7CC56DBF44BE973FC718103E5372FB3F0E59873E"> : tensor<2x2xcomplex<f32>>
  check.expect_almost_eq %r3, %w3, tolerance = 1.0e-3 : tensor<2x2xcomplex<f32>>
  %w4 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r4, %w4, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gehrd_c() {
  %a = stablehlo.constant dense<"0x00007C42000000000000C8400000F840000034C20000A0C00000C8400000F8C000001A42000000000000F8C000007441000034C20000A0400000F8C0000074C100006F420000000000008842000000000000E8400000B0C00000DA410000D4C10000E8400000B0400000554200000000000070410000A2C10000DA410000D441000070410000A24100006F4200000000"> : tensor<2x3x3xcomplex<f32>>
  %r0, %r1, %r2 = stablehlo.custom_call @lapack_cgehrd_ffi(%a) {api_version = 4 : i32, backend_config = {high = 3 : i32, low = 1 : i32}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xcomplex<f32>>) -> (tensor<2x3x3xcomplex<f32>>, tensor<2x2xcomplex<f32>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x00007C4200000000456F39C20000803524E57EB6194B3537436F39C200000000DC2A8342000000B673A53941000030B715D559BF484BF8BC6FA53941000000004EAA0242000000000000884200000000E3561CC2000000B69A489D36183833B6E1561CC2000000000C85864200009036E025B8C1000000002D9A253FBA82FD3EE325B8C100000000EDF53642000000B6"> : tensor<2x3x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x3xcomplex<f32>>
  %w1 = stablehlo.constant dense<"0xBB41913FE12F2BBEA36FAF3F7FC56DBF44BE973FC718103E5372FB3F1C59873E"> : tensor<2x2xcomplex<f32>>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x2xcomplex<f32>>
  %w2 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @ungqr_c() {
  %a = stablehlo.constant dense<"0x000000400000C03F000080BF000000BF0000A0BF000080BF000080BE0000C03F0000E03F0000803E000000000000A0BF0000C03F0000A0BF0000003F000000000000803E00000040000080BE0000E0BF000000BF000000C0000080BF00000040000010400000803F000080BE000080BE0000803F0000003F000000C00000803E0000803F0000A0BF000000BF000000C00000803F000080BE000040BF000000C000001040000080BF000000C00000A0BF0000C0BF0000E0BF0000803E0000A0BF"> : tensor<2x4x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000803F00000000"> : tensor<2x3xcomplex<f32>>
  %r0 = stablehlo.custom_call @lapack_cungqr_ffi(%a, %b) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x4x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> (tensor<2x4x3xcomplex<f32>>)
  %w0 = stablehlo.constant dense<"0x000000000000000000008C400000803E00006F410000B8400000803E0000C0BF0000BCBF0000D04000C07DC100C08F410000C0BF0000A03F0000CC400000A3C000C0DE4100C038C10000803E0000E03F000020BE0000B7C00000454000A0A8C1000000000000000000009E40000010BF0080C4C0008020C000000040000080BE00C01BC10000174000886B410060B940000080BF0000803E0080B1400000503E002060C000A0CAC0000000400000A03F004011C1000053C00098234100A0E940"> : tensor<2x4x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x3xcomplex<f32>>
  return
}

// -----

func.func @unmqr_c_true_true() {
  %a = stablehlo.constant dense<"0x000000400000C03F000080BF000000BF0000A0BF000080BF000080BE0000C03F0000E03F0000803E000000000000A0BF0000C03F0000A0BF0000003F000000000000803E00000040000080BE0000E0BF000000BF000000C0000080BF00000040000010400000803F000080BE000080BE0000803F0000003F000000C00000803E0000803F0000A0BF000000BF000000C00000803F000080BE000040BF000000C000001040000080BF000000C00000A0BF0000C0BF0000E0BF0000803E0000A0BF"> : tensor<2x4x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000803F00000000"> : tensor<2x3xcomplex<f32>>
  %c = stablehlo.constant dense<"0x0000E0C00000C040000080C00000C0400000E0C00000E040000040C00000A0C00000803F000000410000C0C0000080C00000A0C00000404000004040000000000000E04000004040000000410000E040000080400000A04000004040000080BF0000803F0000A0C00000803F0000804000008040000080400000A0C00000E040"> : tensor<2x4x2xcomplex<f32>>
  %r0 = stablehlo.custom_call @lapack_cunmqr_ffi(%a, %b, %c) {api_version = 4 : i32, backend_config = {left = true, transpose = true}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x4x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>, tensor<2x4x2xcomplex<f32>>) -> (tensor<2x4x2xcomplex<f32>>)
  %w0 = stablehlo.constant dense<"0x0000803E000048C1000038410000204000C0C0C10080B44200C079C20000734100A0BC4100648D43002833C30068004300FAF6C300D0EBC200D80CC30074C0C300008C41000096410000A04000006C4100F01CC200D8B4C200B0024200A082C1809907430034AA4200A264C200843542806619C2609552C340E18B42004F9F41"> : tensor<2x4x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x2xcomplex<f32>>
  return
}

// -----

func.func @unmqr_c_true_false() {
  %a = stablehlo.constant dense<"0x000000400000C03F000080BF000000BF0000A0BF000080BF000080BE0000C03F0000E03F0000803E000000000000A0BF0000C03F0000A0BF0000003F000000000000803E00000040000080BE0000E0BF000000BF000000C0000080BF00000040000010400000803F000080BE000080BE0000803F0000003F000000C00000803E0000803F0000A0BF000000BF000000C00000803F000080BE000040BF000000C000001040000080BF000000C00000A0BF0000C0BF0000E0BF0000803E0000A0BF"> : tensor<2x4x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000803F00000000"> : tensor<2x3xcomplex<f32>>
  %c = stablehlo.constant dense<"0x000000000000C0C0000000C000000040000000C00000C04000008040000000C0000080BF0000004000000040000040C00000E0400000E040000040C000008040000080C00000803F0000803F000000000000803F0000E040000000C1000040C00000C0C00000803F00008040000080C0000000C000008040000000000000803F"> : tensor<2x4x2xcomplex<f32>>
  %r0 = stablehlo.custom_call @lapack_cunmqr_ffi(%a, %b, %c) {api_version = 4 : i32, backend_config = {left = true, transpose = false}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x4x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>, tensor<2x4x2xcomplex<f32>>) -> (tensor<2x4x2xcomplex<f32>>)
  %w0 = stablehlo.constant dense<"0x0000334300F00FC30070314300C053420050D242003EA54300C41DC300EC6543005076420074C7C300CA9643002422C300A470C300844BC30040BC41004080C300F42642005AA742000192C200585041806AF1C2C0CA35C3A097204380AC38C200441541800BEC424042A9C200938BC1004705C240BA23C3E0EB0643005DE041"> : tensor<2x4x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x2xcomplex<f32>>
  return
}

// -----

func.func @unmqr_c_false_true() {
  %a = stablehlo.constant dense<"0x000000400000C03F000080BF000000BF0000A0BF000080BF000080BE0000C03F0000E03F0000803E000000000000A0BF0000C03F0000A0BF0000003F000000000000803E00000040000080BE0000E0BF000000BF000000C0000080BF00000040000010400000803F000080BE000080BE0000803F0000003F000000C00000803E0000803F0000A0BF000000BF000000C00000803F000080BE000040BF000000C000001040000080BF000000C00000A0BF0000C0BF0000E0BF0000803E0000A0BF"> : tensor<2x4x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000803F00000000"> : tensor<2x3xcomplex<f32>>
  %c = stablehlo.constant dense<"0x000040400000A040000000C0000000C10000E0C00000E0C0000040400000A0400000804000000000000080400000C0400000A0400000A040000080C00000803F000080BF000000400000803F000000C1000000C00000C0C00000E0400000004100004040000000C0000000410000803F000040C00000803F0000A0C00000A040"> : tensor<2x2x4xcomplex<f32>>
  %r0 = stablehlo.custom_call @lapack_cunmqr_ffi(%a, %b, %c) {api_version = 4 : i32, backend_config = {left = false, transpose = true}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x4x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>, tensor<2x2x4xcomplex<f32>>) -> (tensor<2x2x4xcomplex<f32>>)
  %w0 = stablehlo.constant dense<"0x009094C3000050C000A807430020D34300B0C2C300C4C7C300F0B5420094C9C300E0AD42000031C20038CDC200B0B4C200F8274300305B4200D02D420068EF42004D98420089A542E0BB2BC3A0AA5CC360DD094380C05542A0F818C3C0D9ABC200C043C00020CF41007C1542007171C200E038C1000933420008A5C1006309C2"> : tensor<2x2x4xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x4xcomplex<f32>>
  return
}

// -----

func.func @unmqr_c_false_false() {
  %a = stablehlo.constant dense<"0x000000400000C03F000080BF000000BF0000A0BF000080BF000080BE0000C03F0000E03F0000803E000000000000A0BF0000C03F0000A0BF0000003F000000000000803E00000040000080BE0000E0BF000000BF000000C0000080BF00000040000010400000803F000080BE000080BE0000803F0000003F000000C00000803E0000803F0000A0BF000000BF000000C00000803F000080BE000040BF000000C000001040000080BF000000C00000A0BF0000C0BF0000E0BF0000803E0000A0BF"> : tensor<2x4x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000803F00000000"> : tensor<2x3xcomplex<f32>>
  %c = stablehlo.constant dense<"0x000040400000E0400000E0C0000000C10000C040000080BF000000410000804000000041000000410000C040000000C10000E0C000008040000000C10000803F0000A0400000C040000000400000C0C000000000000000410000E0C000004040000080C0000040C00000804000000041000000400000803F000080BF00004040"> : tensor<2x2x4xcomplex<f32>>
  %r0 = stablehlo.custom_call @lapack_cunmqr_ffi(%a, %b, %c) {api_version = 4 : i32, backend_config = {left = false, transpose = false}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x4x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>, tensor<2x2x4xcomplex<f32>>) -> (tensor<2x2x4xcomplex<f32>>)
  %w0 = stablehlo.constant dense<"0x0000D4C100000242007000430060ABC200F20244008802C3009206C4005E52C400000CC100001EC200A06B42008042430060F1C100063F448019A84400FCC4C300008AC10000BAC10020BD42002802430030B74080912EC3C0F92B43005265430000004000009A41009045C200F8C5C200204EC000993043E0631AC3603D32C3"> : tensor<2x2x4xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x4xcomplex<f32>>
  return
}

// -----

func.func @gtsv_c() {
  %a = stablehlo.constant dense<"0x0000004000000041000000C1000080BF000000000000E040000080C000000041000040C00000C040000040400000E0400000C0400000A040000000400000803F"> : tensor<2x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x00003041000000410000803F000080BF000010410000E0400000A040000000410000C0400000C040000040410000E040000070410000A040000030410000803F"> : tensor<2x4xcomplex<f32>>
  %c = stablehlo.constant dense<"0x000040C00000C040000040400000E0400000C0400000A040000000400000803F0000004000000041000000C1000080BF000000000000E040000080C000000041"> : tensor<2x4xcomplex<f32>>
  %d = stablehlo.constant dense<"0x0000A0400000E0C00000A0C000000000000080BF0000E0C0000000400000E040000000C10000C0C00000E0C00000804000004040000080C0000080C000008040000000C0000040400000C040000040C000008040000080BF00004040000040C000008040000040C000000041000000C0000000C1000000410000404000000040"> : tensor<2x4x2xcomplex<f32>>
  %x0, %x1, %x2, %r0, %r1 = stablehlo.custom_call @lapack_cgtsv_ffi(%a, %b, %c, %d) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4xcomplex<f32>>, tensor<2x4xcomplex<f32>>, tensor<2x4xcomplex<f32>>, tensor<2x4x2xcomplex<f32>>) -> (tensor<2x4xcomplex<f32>>, tensor<2x4xcomplex<f32>>, tensor<2x4xcomplex<f32>>, tensor<2x4x2xcomplex<f32>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xF686CABEA5010EBF31C8153F53D713BE25FACFBC48644EBF31A7DA3E7F46F13F6A22BDBFF30D72BEC061553FB93293BEAA4FB23ECB5E513F208402BF895E553D40021ABF15DC8A3E4B8D5D3D504203BF606D2E3F80E36FBEDC87413D0A4BA0BE16AF813E064AB1BD90AFD03EDA237FBE5DBA35BF4CD6483F8D43443E2FC9303E"> : tensor<2x4x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x2xcomplex<f32>>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @trsm_c_76_78() {
  %a = stablehlo.constant dense<"0x00007C42000000000000C8400000F840000034C20000A0C00000C8400000F8C000001A42000000000000F8C000007441000034C20000A0400000F8C0000074C100006F420000000000008842000000000000E8400000B0C00000DA410000D4C10000E8400000B0400000554200000000000070410000A2C10000DA410000D441000070410000A24100006F4200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000C04000008040000080C0000080BF0000C0400000C040000000C0000000C00000A0400000C0C00000C0C0000040C0000080400000C040000000410000803F0000C0400000A0C0000040C00000E04000000000000000C10000803F0000A0C0"> : tensor<2x3x2xcomplex<f32>>
  %r0 = stablehlo.custom_call @lapack_ctrsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> (tensor<2x3x2xcomplex<f32>>)
  %w0 = stablehlo.constant dense<"0x320CC33D2108823D210882BD210882BC3EAA023E4CA9283E38791DBD3C937EBD0E7B0A3E6A83D9BB60040EBE430999BDF1F0703DB5B4B43DF1F0F03DF1F0703CDF05E93DBB58E5BDE11291BDF43BF03DAF0C5EBDC8B957BE0559DE3C5B8F17BE"> : tensor<2x3x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f32>>
  return
}

// -----

func.func @trsm_c_76_84() {
  %a = stablehlo.constant dense<"0x00007C42000000000000C8400000F840000034C20000A0C00000C8400000F8C000001A42000000000000F8C000007441000034C20000A0400000F8C0000074C100006F420000000000008842000000000000E8400000B0C00000DA410000D4C10000E8400000B0400000554200000000000070410000A2C10000DA410000D441000070410000A24100006F4200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000C04000008040000080C0000080BF0000C0400000C040000000C0000000C00000A0400000C0C00000C0C0000040C0000080400000C040000000410000803F0000C0400000A0C0000040C00000E04000000000000000C10000803F0000A0C0"> : tensor<2x3x2xcomplex<f32>>
  %r0 = stablehlo.custom_call @lapack_ctrsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> (tensor<2x3x2xcomplex<f32>>)
  %w0 = stablehlo.constant dense<"0xAE73D73D72B2B3BB95D0F8BDEE3A24BD8590593ED6D32C3E5A1D56BDE38CD0BD7961AB3D2AA8CDBD2AA8CDBD2AA84DBD4BE992BB6750123E9952CD3D3EB9083DB8F77C3DEC1D66BD6035BEBD2E3B183E00000000C71A09BEC71A893C7961ABBD"> : tensor<2x3x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f32>>
  return
}

// -----

func.func @trsm_c_76_67() {
  %a = stablehlo.constant dense<"0x00007C42000000000000C8400000F840000034C20000A0C00000C8400000F8C000001A42000000000000F8C000007441000034C20000A0400000F8C0000074C100006F420000000000008842000000000000E8400000B0C00000DA410000D4C10000E8400000B0400000554200000000000070410000A2C10000DA410000D441000070410000A24100006F4200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000C04000008040000080C0000080BF0000C0400000C040000000C0000000C00000A0400000C0C00000C0C0000040C0000080400000C040000000410000803F0000C0400000A0C0000040C00000E04000000000000000C10000803F0000A0C0"> : tensor<2x3x2xcomplex<f32>>
  %r0 = stablehlo.custom_call @lapack_ctrsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 67 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> (tensor<2x3x2xcomplex<f32>>)
  %w0 = stablehlo.constant dense<"0xB04C263ECD49E6BCDEADFFBD7B1F3DBD601A083EC2E2D13DD184BCBD6782B6BC7961AB3D2AA8CDBD2AA8CDBD2AA84DBDB6EAC83D81FA243E28D2083E7C24103DC684273EEC1D66BD4773EFBC0944253E00000000C71A09BEC71A893C7961ABBD"> : tensor<2x3x2xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f32>>
  return
}

// -----

func.func @trsm_c_82_78() {
  %a = stablehlo.constant dense<"0x00007C42000000000000C8400000F840000034C20000A0C00000C8400000F8C000001A42000000000000F8C000007441000034C20000A0400000F8C0000074C100006F420000000000008842000000000000E8400000B0C00000DA410000D4C10000E8400000B0400000554200000000000070410000A2C10000DA410000D441000070410000A24100006F4200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000000C0000080BF000000C1000080BF0000E0C00000A0400000C0C00000A0C0000040400000E0C00000E04000000000000040400000E040000080C00000004000000000000080BF0000A040000000C10000404000000000000080BF0000A040"> : tensor<2x2x3xcomplex<f32>>
  %r0 = stablehlo.custom_call @lapack_ctrsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> (tensor<2x2x3xcomplex<f32>>)
  %w0 = stablehlo.constant dense<"0x460F9BBDC25BD63C706F87BE117863BDDCEEEFBD7961AB3DBDCBA2BB287F80BDF4E1CF3DA1A90ABEDCEEEF3D0000000042944B3D73D3E43DFEDFA6BDA0262D3D00000000C71A89BC63FBCF3DCBF119BE6035BE3D7AF78CBCC71A89BC7961AB3D"> : tensor<2x2x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f32>>
  return
}

// -----

func.func @trsm_c_82_84() {
  %a = stablehlo.constant dense<"0x00007C42000000000000C8400000F840000034C20000A0C00000C8400000F8C000001A42000000000000F8C000007441000034C20000A0400000F8C0000074C100006F420000000000008842000000000000E8400000B0C00000DA410000D4C10000E8400000B0400000554200000000000070410000A2C10000DA410000D441000070410000A24100006F4200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000000C0000080BF000000C1000080BF0000E0C00000A0400000C0C00000A0C0000040400000E0C00000E04000000000000040400000E040000080C00000004000000000000080BF0000A040000000C10000404000000000000080BF0000A040"> : tensor<2x2x3xcomplex<f32>>
  %r0 = stablehlo.custom_call @lapack_ctrsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> (tensor<2x2x3xcomplex<f32>>)
  %w0 = stablehlo.constant dense<"0x210802BD210882BCE53A4CBE4705F4BCBB8324BE80B2A03C320CC3BD298AA2BD8FF7DF3DBD9E40BE01CFCE3DD5CB45BDB5B4343DD3D2D23DE35D90BD83899B3C4D6F4B3D2F5583BD9796963DF1F0F0BDC2FB0B3DFD000A3C478ADDBD1F6DBA3D"> : tensor<2x2x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f32>>
  return
}

// -----

func.func @trsm_c_82_67() {
  %a = stablehlo.constant dense<"0x00007C42000000000000C8400000F840000034C20000A0C00000C8400000F8C000001A42000000000000F8C000007441000034C20000A0400000F8C0000074C100006F420000000000008842000000000000E8400000B0C00000DA410000D4C10000E8400000B0400000554200000000000070410000A2C10000DA410000D441000070410000A24100006F4200000000"> : tensor<2x3x3xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000000C0000080BF000000C1000080BF0000E0C00000A0400000C0C00000A0C0000040400000E0C00000E04000000000000040400000E040000080C00000004000000000000080BF0000A040000000C10000404000000000000080BF0000A040"> : tensor<2x2x3xcomplex<f32>>
  %r0 = stablehlo.custom_call @lapack_ctrsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 67 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> (tensor<2x2x3xcomplex<f32>>)
  %w0 = stablehlo.constant dense<"0x210802BD210882BC1BC652BEDA518BBC7EDF2EBEF687F43D320CC3BD298AA2BD6A879E3D745B19BE75AAC33C31FBDABDB5B4343DD3D2D23DCAEABBBDEB31E63CAD1356BDDB7CA8BD9796963DF1F0F0BDF7866F3D816EC13CF531AABC6F403C3E"> : tensor<2x2x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f32>>
  return
}

// -----

func.func @geev_c() {
  %a = stablehlo.constant dense<"0x0000803F000000000000003F000000000000000000000000000000000000000000000040000000000000803E000000000000000000000000000000000000000000008040000000000000803F000000000000003F000000000000000000000000000000000000000000000040000000000000803E00000000000000000000000000000000000000000000804000000000"> : tensor<2x3x3xcomplex<f32>>
  %r0, %x1, %x2, %r1 = stablehlo.custom_call @lapack_cgeev_ffi(%a) {api_version = 4 : i32, backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xcomplex<f32>>) -> (tensor<2x3xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x0000803F00000000000000400000000000008040000000000000803F0000000000000040000000000000804000000000"> : tensor<2x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xcomplex<f32>>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gees_c() {
  %a = stablehlo.constant dense<"0x0000803F000000000000003F000000000000000000000000000000000000000000000040000000000000803E000000000000000000000000000000000000000000008040000000000000803F000000000000003F000000000000000000000000000000000000000000000040000000000000803E00000000000000000000000000000000000000000000804000000000"> : tensor<2x3x3xcomplex<f32>>
  %r0, %x1, %r1, %r2, %r3 = stablehlo.custom_call @lapack_cgees_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 86 : ui8, sort = 78 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xcomplex<f32>>) -> (tensor<2x3x3xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>, tensor<2xi32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x0000803F000000000000003F000000000000000000000000000000000000000000000040000000000000803E000000000000000000000000000000000000000000008040000000000000803F000000000000003F000000000000000000000000000000000000000000000040000000000000803E00000000000000000000000000000000000000000000804000000000"> : tensor<2x3x3xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x3xcomplex<f32>>
  %w1 = stablehlo.constant dense<"0x0000803F00000000000000400000000000008040000000000000803F0000000000000040000000000000804000000000"> : tensor<2x3xcomplex<f32>>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xcomplex<f32>>
  %w2 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2xi32>
  %w3 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r3, %w3, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @getrf_z_4() {
  %a = stablehlo.constant dense<"0x0000000000001C4000000000000010C0000000000000184000000000000020C000000000000010C000000000000020400000000000001040000000000000204000000000000000C00000000000000040000000000000184000000000000020C000000000000008C000000000000018C000000000000008400000000000001C4000000000000014C00000000000000040000000000000204000000000000020C0000000000000F03F00000000000020C000000000000018C000000000000018C0000000000000084000000000000014C000000000000010C0000000000000F03F00000000000014C000000000000014C000000000000010C000000000000000C0000000000000F03F0000000000001440000000000000F0BF000000000000084000000000000000400000000000000840000000000000204000000000000010C000000000000014C000000000000018C0000000000000F0BF000000000000F0BF0000000000000040000000000000F03F00000000000000000000000000000040"> : tensor<2x4x3xcomplex<f64>>
  %r0, %r1, %r2 = stablehlo.custom_call @lapack_zgetrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xcomplex<f64>>) -> (tensor<2x4x3xcomplex<f64>>, tensor<2x3xi32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x000000000000204000000000000020C0000000000000F03F00000000000020C000000000000018C000000000000018C0000000000000C83F000000000000E2BF0000000000401D400000000000202240000000000000E0BF000000000000D0BF000000000000E63F000000000000C83FC801A3247C9B9A3FD03D25AF1195D9BF40CC88D9EF62ECBF69FFC728FF1C2A40000000000000D0BF000000000000E83FBDD4488E95F4DDBFC8147B03648FDE3F4B2F119353AFD7BF6CF2953348BBAA3F000000000000084000000000000014C000000000000010C0000000000000F03F00000000000014C000000000000014C0F2F0F0F0F0F0D0BFE3E1E1E1E1E1E13F0000000000001E40FEFFFFFFFFFFF7BF3D3C3C3C3C3C22C01E1E1E1E1E1E12C0201E1E1E1E1EAE3F201E1E1E1E1ECEBF900669900669D03F13A4411AA441AA3F76FE9B74FE9B0C40BC0CF9BD0CF90540201E1E1E1E1EAEBF7A7878787878E8BF18A4411AA441AABF8E0669900669D03FF2C73B2644ADD23F1615DB3300B0AA3F"> : tensor<2x4x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x3xcomplex<f64>>
  %w1 = stablehlo.constant dense<"0x040000000300000004000000010000000300000004000000"> : tensor<2x3xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xi32>
  %w2 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @geqrf_z_4() {
  %a = stablehlo.constant dense<"0x0000000000001C4000000000000010C0000000000000184000000000000020C000000000000010C000000000000020400000000000001040000000000000204000000000000000C00000000000000040000000000000184000000000000020C000000000000008C000000000000018C000000000000008400000000000001C4000000000000014C00000000000000040000000000000204000000000000020C0000000000000F03F00000000000020C000000000000018C000000000000018C0000000000000084000000000000014C000000000000010C0000000000000F03F00000000000014C000000000000014C000000000000010C000000000000000C0000000000000F03F0000000000001440000000000000F0BF000000000000084000000000000000400000000000000840000000000000204000000000000010C000000000000014C000000000000018C0000000000000F0BF000000000000F0BF0000000000000040000000000000F03F00000000000000000000000000000040"> : tensor<2x4x3xcomplex<f64>>
  %r0, %r1 = stablehlo.custom_call @lapack_zgeqrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x4x3xcomplex<f64>>) -> (tensor<2x4x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>)
  %w0 = stablehlo.constant dense<"0xE12EAE4A22D531C000000000000000008A1CE878931A17C0CC09CDF1B00E0E40448392A309C21540983F2047624A23408A44ADA9A63EBB3F09C27C9219B7D53F35AD7D4514182B4000000000000000004E5EF77D889117C0194C97FF048D184066F341FFFC6EB4BF8691DD2D5349D0BF0440385B314FD6BF9DFDB8143D16DBBF91041134DE8B22C0000000000000000096FB9D6B7455D73F6015190709DCD0BFC36A460F2F75853FCEF4722DE2B99D3F81F371E0D779CFBF94FA389BABC3E3BF0AD08ECDFD9C20C00000000000000000C21089BE81E40C40A0C5965128C81F406C2E0FE11A300540BABDA3BD9485194054E5F9E65D80CDBF549E6FDE05D8D1BF3681F780CFCB1CC00000000000000000261E8926F72519400FD5C698F655124074875625F480A93FB21C80E31664D23F47E7F2782AFCE63FC6F7E95F7534D2BFB40D50C1145D104000000000000000008794D2FC6B20A5BFDCEBB7D21950BBBF0405D753F3FFD13F7E320BEF09F8ABBF78248364EB34E0BFFC4F9D067276D5BF"> : tensor<2x4x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x3xcomplex<f64>>
  %w1 = stablehlo.constant dense<"0x9D203A8ED847F63F8470771C27B6CCBF32900E34CA8DF83FADCF9285AB21AC3F9E9FC18CD912F63F793ADE2179E4B93FC0691B264DC7F53FD5B5B0290143E3BFA8730F2A9AA0F23F3A0A6DCCAAB4C63FE14E4376144BF73F065B8498D31EB63F"> : tensor<2x3xcomplex<f64>>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xcomplex<f64>>
  return
}

// -----

func.func @geqp3_z_4() {
  %a = stablehlo.constant dense<"0x0000000000001C4000000000000010C0000000000000184000000000000020C000000000000010C000000000000020400000000000001040000000000000204000000000000000C00000000000000040000000000000184000000000000020C000000000000008C000000000000018C000000000000008400000000000001C4000000000000014C00000000000000040000000000000204000000000000020C0000000000000F03F00000000000020C000000000000018C000000000000018C0000000000000084000000000000014C000000000000010C0000000000000F03F00000000000014C000000000000014C000000000000010C000000000000000C0000000000000F03F0000000000001440000000000000F0BF000000000000084000000000000000400000000000000840000000000000204000000000000010C000000000000014C000000000000018C0000000000000F0BF000000000000F0BF0000000000000040000000000000F03F00000000000000000000000000000040"> : tensor<2x4x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<2x3xi32>
  %r0, %r1, %r2 = stablehlo.custom_call @lapack_zgeqp3_ffi(%a, %b) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x4x3xcomplex<f64>>, tensor<2x3xi32>) -> (tensor<2x4x3xcomplex<f64>>, tensor<2x3xi32>, tensor<2x3xcomplex<f64>>)
  %w0 = stablehlo.constant dense<"0xE12EAE4A22D531C000000000000000008A1CE878931A17C0CC09CDF1B00E0E40448392A309C21540983F2047624A23408A44ADA9A63EBB3F09C27C9219B7D53F35AD7D4514182B4000000000000000004E5EF77D889117C0194C97FF048D184066F341FFFC6EB4BF8691DD2D5349D0BF0440385B314FD6BF9DFDB8143D16DBBF91041134DE8B22C0000000000000000096FB9D6B7455D73F6015190709DCD0BFC36A460F2F75853FCEF4722DE2B99D3F81F371E0D779CFBF94FA389BABC3E3BFCC3B7F669EA026400000000000000000144817809436F53FF0414B7399EB05C010481780943605C0AC35B359A3551740DCF46B070E6CA6BF21AD1D2B4F14D5BF0857B56C178425400000000000000000A6FE30F4CDBECDBFDDF83EA330881340A99CCE818730E1BF0560B579B1F1CC3F2695EA1D13F0E73F6EA765E70120E23FF54CB34C571400400000000000000000CD0A6D99411AC0BF74F7605EF0D1B2BF393AF6379C3EB03FE21D3C492E2EBBBF303FB16BD1DADABFE03192451CE4E33F"> : tensor<2x4x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x3xcomplex<f64>>
  %w1 = stablehlo.constant dense<"0x010000000200000003000000020000000300000001000000"> : tensor<2x3xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xi32>
  %w2 = stablehlo.constant dense<"0x9D203A8ED847F63F8470771C27B6CCBF32900E34CA8DF83FADCF9285AB21AC3F9E9FC18CD912F63F793ADE2179E4B93FF3CE9F9927A8F53FCD3B7F669EA0B6BF49AE42B8CFCAF03F3CB4DA433E74B3BF272DA891E77AF43F555552F04F747B3F"> : tensor<2x3xcomplex<f64>>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2x3xcomplex<f64>>
  return
}

// -----

func.func @gesdd_z_4_83() {
  %a = stablehlo.constant dense<"0x0000000000001C4000000000000010C0000000000000184000000000000020C000000000000010C000000000000020400000000000001040000000000000204000000000000000C00000000000000040000000000000184000000000000020C000000000000008C000000000000018C000000000000008400000000000001C4000000000000014C00000000000000040000000000000204000000000000020C0000000000000F03F00000000000020C000000000000018C000000000000018C0000000000000084000000000000014C000000000000010C0000000000000F03F00000000000014C000000000000014C000000000000010C000000000000000C0000000000000F03F0000000000001440000000000000F0BF000000000000084000000000000000400000000000000840000000000000204000000000000010C000000000000014C000000000000018C0000000000000F0BF000000000000F0BF0000000000000040000000000000F03F00000000000000000000000000000040"> : tensor<2x4x3xcomplex<f64>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_zgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 83 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xcomplex<f64>>) -> (tensor<2x4x3xcomplex<f64>>, tensor<2x3xf64>, tensor<2x4x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x0D43BBE9D4103740BBF875C06E2F304092CC32EBAA00184058E03D0B340A2D40A528FA128FD624404C0E781474DFF93F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_z_4_83() {
  %a = stablehlo.constant dense<"0x0000000000001C4000000000000010C0000000000000184000000000000020C000000000000010C000000000000020400000000000001040000000000000204000000000000000C00000000000000040000000000000184000000000000020C000000000000008C000000000000018C000000000000008400000000000001C4000000000000014C00000000000000040000000000000204000000000000020C0000000000000F03F00000000000020C000000000000018C000000000000018C0000000000000084000000000000014C000000000000010C0000000000000F03F00000000000014C000000000000014C000000000000010C000000000000000C0000000000000F03F0000000000001440000000000000F0BF000000000000084000000000000000400000000000000840000000000000204000000000000010C000000000000014C000000000000018C0000000000000F0BF000000000000F0BF0000000000000040000000000000F03F00000000000000000000000000000040"> : tensor<2x4x3xcomplex<f64>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_zgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 83 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xcomplex<f64>>) -> (tensor<2x4x3xcomplex<f64>>, tensor<2x3xf64>, tensor<2x4x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x0D43BBE9D4103740BAF875C06E2F304093CC32EBAA00184056E03D0B340A2D40A528FA128FD624404F0E781474DFF93F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesdd_z_4_65() {
  %a = stablehlo.constant dense<"0x0000000000001C4000000000000010C0000000000000184000000000000020C000000000000010C000000000000020400000000000001040000000000000204000000000000000C00000000000000040000000000000184000000000000020C000000000000008C000000000000018C000000000000008400000000000001C4000000000000014C00000000000000040000000000000204000000000000020C0000000000000F03F00000000000020C000000000000018C000000000000018C0000000000000084000000000000014C000000000000010C0000000000000F03F00000000000014C000000000000014C000000000000010C000000000000000C0000000000000F03F0000000000001440000000000000F0BF000000000000084000000000000000400000000000000840000000000000204000000000000010C000000000000014C000000000000018C0000000000000F0BF000000000000F0BF0000000000000040000000000000F03F00000000000000000000000000000040"> : tensor<2x4x3xcomplex<f64>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_zgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 65 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xcomplex<f64>>) -> (tensor<2x4x3xcomplex<f64>>, tensor<2x3xf64>, tensor<2x4x4xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x0D43BBE9D4103740BBF875C06E2F304092CC32EBAA00184058E03D0B340A2D40A528FA128FD624404C0E781474DFF93F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_z_4_65() {
  %a = stablehlo.constant dense<"0x0000000000001C4000000000000010C0000000000000184000000000000020C000000000000010C000000000000020400000000000001040000000000000204000000000000000C00000000000000040000000000000184000000000000020C000000000000008C000000000000018C000000000000008400000000000001C4000000000000014C00000000000000040000000000000204000000000000020C0000000000000F03F00000000000020C000000000000018C000000000000018C0000000000000084000000000000014C000000000000010C0000000000000F03F00000000000014C000000000000014C000000000000010C000000000000000C0000000000000F03F0000000000001440000000000000F0BF000000000000084000000000000000400000000000000840000000000000204000000000000010C000000000000014C000000000000018C0000000000000F0BF000000000000F0BF0000000000000040000000000000F03F00000000000000000000000000000040"> : tensor<2x4x3xcomplex<f64>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_zgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 65 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xcomplex<f64>>) -> (tensor<2x4x3xcomplex<f64>>, tensor<2x3xf64>, tensor<2x4x4xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x0D43BBE9D4103740BAF875C06E2F304093CC32EBAA00184056E03D0B340A2D40A528FA128FD624404F0E781474DFF93F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesdd_z_4_78() {
  %a = stablehlo.constant dense<"0x0000000000001C4000000000000010C0000000000000184000000000000020C000000000000010C000000000000020400000000000001040000000000000204000000000000000C00000000000000040000000000000184000000000000020C000000000000008C000000000000018C000000000000008400000000000001C4000000000000014C00000000000000040000000000000204000000000000020C0000000000000F03F00000000000020C000000000000018C000000000000018C0000000000000084000000000000014C000000000000010C0000000000000F03F00000000000014C000000000000014C000000000000010C000000000000000C0000000000000F03F0000000000001440000000000000F0BF000000000000084000000000000000400000000000000840000000000000204000000000000010C000000000000014C000000000000018C0000000000000F0BF000000000000F0BF0000000000000040000000000000F03F00000000000000000000000000000040"> : tensor<2x4x3xcomplex<f64>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_zgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 78 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xcomplex<f64>>) -> (tensor<2x4x3xcomplex<f64>>, tensor<2x3xf64>, tensor<2x4x4xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x0E43BBE9D4103740BBF875C06E2F304090CC32EBAA00184056E03D0B340A2D40A628FA128FD624404B0E781474DFF93F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_z_4_78() {
  %a = stablehlo.constant dense<"0x0000000000001C4000000000000010C0000000000000184000000000000020C000000000000010C000000000000020400000000000001040000000000000204000000000000000C00000000000000040000000000000184000000000000020C000000000000008C000000000000018C000000000000008400000000000001C4000000000000014C00000000000000040000000000000204000000000000020C0000000000000F03F00000000000020C000000000000018C000000000000018C0000000000000084000000000000014C000000000000010C0000000000000F03F00000000000014C000000000000014C000000000000010C000000000000000C0000000000000F03F0000000000001440000000000000F0BF000000000000084000000000000000400000000000000840000000000000204000000000000010C000000000000014C000000000000018C0000000000000F0BF000000000000F0BF0000000000000040000000000000F03F00000000000000000000000000000040"> : tensor<2x4x3xcomplex<f64>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_zgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 78 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4x3xcomplex<f64>>) -> (tensor<2x4x3xcomplex<f64>>, tensor<2x3xf64>, tensor<2x4x4xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x0E43BBE9D4103740BBF875C06E2F304090CC32EBAA00184056E03D0B340A2D40A528FA128FD62440500E781474DFF93F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @getrf_z_3() {
  %a = stablehlo.constant dense<"0x0000000000001C4000000000000010C00000000000001040000000000000204000000000000008C000000000000018C0000000000000204000000000000020C0000000000000184000000000000020C000000000000000C0000000000000004000000000000008400000000000001C40000000000000F03F00000000000020C000000000000010C00000000000002040000000000000184000000000000020C000000000000014C0000000000000004000000000000018C000000000000018C0000000000000084000000000000014C000000000000010C000000000000000C000000000000000400000000000000840000000000000F0BF000000000000F0BF00000000000010C0000000000000F03F000000000000F03F0000000000001440000000000000204000000000000010C00000000000000040000000000000F03F00000000000014C000000000000014C0000000000000F0BF000000000000084000000000000014C000000000000018C000000000000000000000000000000040"> : tensor<2x3x4xcomplex<f64>>
  %r0, %r1, %r2 = stablehlo.custom_call @lapack_zgetrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xcomplex<f64>>) -> (tensor<2x3x4xcomplex<f64>>, tensor<2x3xi32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x000000000000184000000000000020C000000000000000C0000000000000004000000000000008400000000000001C40000000000000F03F00000000000020C0AE47E17A14AEE73F7C14AE47E17AD43F7B14AE47E17A1840A4703D0AD7A31C40D6A3703D0AD707C048E17A14AE4728C0CCCCCCCCCCCC124034333333333303C0295C8FC2F528ECBF7A14AE47E17AC43F8A17328B11E4C4BFC823D19E10D8E8BF064EF68199CB1E409AC82F6D8B140B4036CD6B792A280EC09271C4F9AEE223C000000000000014C000000000000014C0000000000000F0BF000000000000084000000000000014C000000000000018C000000000000000000000000000000040343333333333D33F000000000000E0BF989999999999C9BFCCCCCCCCCCCC0C400000000000002940CCCCCCCCCCCC12C0000000000000F03F989999999999D93F989999999999C93F9A9999999999E93F5FE8855EE885DEBF58A9955AA995DA3FFC4D792E81AC0140B8EE1D125584E83F6E71B0A0A4E3F33F4C0698B36CFEF9BF"> : tensor<2x3x4xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x4xcomplex<f64>>
  %w1 = stablehlo.constant dense<"0x020000000200000003000000030000000200000003000000"> : tensor<2x3xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xi32>
  %w2 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @geqrf_z_3() {
  %a = stablehlo.constant dense<"0x0000000000001C4000000000000010C00000000000001040000000000000204000000000000008C000000000000018C0000000000000204000000000000020C0000000000000184000000000000020C000000000000000C0000000000000004000000000000008400000000000001C40000000000000F03F00000000000020C000000000000010C00000000000002040000000000000184000000000000020C000000000000014C0000000000000004000000000000018C000000000000018C0000000000000084000000000000014C000000000000010C000000000000000C000000000000000400000000000000840000000000000F0BF000000000000F0BF00000000000010C0000000000000F03F000000000000F03F0000000000001440000000000000204000000000000010C00000000000000040000000000000F03F00000000000014C000000000000014C0000000000000F0BF000000000000084000000000000014C000000000000018C000000000000000000000000000000040"> : tensor<2x3x4xcomplex<f64>>
  %r0, %r1 = stablehlo.custom_call @lapack_zgeqrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3x4xcomplex<f64>>) -> (tensor<2x3x4xcomplex<f64>>, tensor<2x3xcomplex<f64>>)
  %w0 = stablehlo.constant dense<"0x27EC4950114E2FC000000000000000001E1129E683AA1E4094CA56A5C7930AC0401A4903F15AB0BF068484640B7D06C06C87704F341F21C0381A4903F15AE0BFF482CB93464FD43F9927C4E31D04D3BF8AC1CBA72ABE25400000000000000000E44C3DF127A823C0CCDCD4DB934E03C0230B828EAD150340A6CF4388F19528C0D9B00888EDA8CDBF71A8E1ACD3FBD33F157EFAC22F53E0BFAA597AF280C7D73F2B7D4B0DFE9E12C0000000000000000058D009544B8010409797ED5C0BCB1040F029234C891924C00000000000000000C87F14543D83F13FDCD9AA4BC0AA1A40282EC83B58D7EFBF548B0663137909C09E22D62C82E1F73F80E8448ACE1A0340743BAC4691BED2BFD60DF8427738A2BF0183E50BC1BE094000000000000000005E7668BA84BC14C0F07CCF23F63825C020F6542277BFDC3FBAC5F883368AE0BF2FBE54E02E61CABF40A4D8162E93DDBF8A18957971A6E1BF7803D924F0ABA1BF6150071B1A7EFDBF0000000000000000C0DDCFF9D132E0BF49A21540377FF83F"> : tensor<2x3x4xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x4xcomplex<f64>>
  %w1 = stablehlo.constant dense<"0x76FB6F71C927F73F321A4903F15AD0BF9AD2CADDA42EF63F2D3177881095CF3F9A1005A3BF0AFF3F689144A531D0D53F203A91A2B3C6F43F292EC83B58D7DFBFE5BF204BC6E9F03F02D83775D7ACE6BFBC4638D71DDDF03F5297AAFC0DF4EF3F"> : tensor<2x3xcomplex<f64>>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xcomplex<f64>>
  return
}

// -----

func.func @geqp3_z_3() {
  %a = stablehlo.constant dense<"0x0000000000001C4000000000000010C00000000000001040000000000000204000000000000008C000000000000018C0000000000000204000000000000020C0000000000000184000000000000020C000000000000000C0000000000000004000000000000008400000000000001C40000000000000F03F00000000000020C000000000000010C00000000000002040000000000000184000000000000020C000000000000014C0000000000000004000000000000018C000000000000018C0000000000000084000000000000014C000000000000010C000000000000000C000000000000000400000000000000840000000000000F0BF000000000000F0BF00000000000010C0000000000000F03F000000000000F03F0000000000001440000000000000204000000000000010C00000000000000040000000000000F03F00000000000014C000000000000014C0000000000000F0BF000000000000084000000000000014C000000000000018C000000000000000000000000000000040"> : tensor<2x3x4xcomplex<f64>>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<2x4xi32>
  %r0, %r1, %r2 = stablehlo.custom_call @lapack_zgeqp3_ffi(%a, %b) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3x4xcomplex<f64>>, tensor<2x4xi32>) -> (tensor<2x3x4xcomplex<f64>>, tensor<2x4xi32>, tensor<2x3xcomplex<f64>>)
  %w0 = stablehlo.constant dense<"0x10B35DC9604730C000000000000000008BC4EC518E7620C040FD605FB073DF3F14AE9241899FE53F32E4D85D046514405896A1B8B0AC024034E4D85D046524C0691F1B71C44AC13F04C6990B4B3DD2BFBCCAF68AB79B2AC000000000000000009087FADCB183D3BFB980E80788F219C0F47FBBE48DCB1C4079DD26E1198402406848DA5FD621C3BFC4DB1F8DE4F7D2BFB489C6B07E86BFBF749F06DB81CEE33FAB9CB818E7D71FC000000000000000007A20A1A586860E40B2B95E5A30E704C0AC207FBEC0D128C00000000000000000745A9B3D4DC9E9BF907BAF970AA10440785A9B3D4DC9D93F208CB944E90CE2BF9CDEDDE844240940B6FFF14202FC03C0E9C51787AF82DE3F5445B888301ED8BF796E0081215C2340000000000000000000DED6AA47DAF5BFB256F3F2115A03C0802E35AA36CACABFA624E947502B19C04F2F6EC2329ADABFC2C015B13E1CD5BF9C5DF5D2BC9EC3BF150A41649C38DE3FAFE4342824C9FABF00000000000000004CB2099B5944DFBF5210F0D2BF56B6BF"> : tensor<2x3x4xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x4xcomplex<f64>>
  %w1 = stablehlo.constant dense<"0x0400000001000000030000000200000003000000010000000400000002000000"> : tensor<2x4xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x4xi32>
  %w2 = stablehlo.constant dense<"0x4E3FD817ECDCF73F39FD605FB073DFBF954348A4D147F63FE69504E2FB5DCDBFE4A65EC97385FE3F19F560CE42DFDABF72EFF5522194F23F5B3987E38FF1CE3F977EECCBD1E3F43F4998C6299AFDE3BF7A141D0621EFFF3F97B510BA1136B7BF"> : tensor<2x3xcomplex<f64>>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2x3xcomplex<f64>>
  return
}

// -----

func.func @gesdd_z_3_83() {
  %a = stablehlo.constant dense<"0x0000000000001C4000000000000010C00000000000001040000000000000204000000000000008C000000000000018C0000000000000204000000000000020C0000000000000184000000000000020C000000000000000C0000000000000004000000000000008400000000000001C40000000000000F03F00000000000020C000000000000010C00000000000002040000000000000184000000000000020C000000000000014C0000000000000004000000000000018C000000000000018C0000000000000084000000000000014C000000000000010C000000000000000C000000000000000400000000000000840000000000000F0BF000000000000F0BF00000000000010C0000000000000F03F000000000000F03F0000000000001440000000000000204000000000000010C00000000000000040000000000000F03F00000000000014C000000000000014C0000000000000F0BF000000000000084000000000000014C000000000000018C000000000000000000000000000000040"> : tensor<2x3x4xcomplex<f64>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_zgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 83 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xcomplex<f64>>) -> (tensor<2x3x4xcomplex<f64>>, tensor<2x3xf64>, tensor<2x3x3xcomplex<f64>>, tensor<2x3x4xcomplex<f64>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x0F43BBE9D4103740BAF875C06E2F30408FCC32EBAA00184057E03D0B340A2D40A628FA128FD62440520E781474DFF93F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_z_3_83() {
  %a = stablehlo.constant dense<"0x0000000000001C4000000000000010C00000000000001040000000000000204000000000000008C000000000000018C0000000000000204000000000000020C0000000000000184000000000000020C000000000000000C0000000000000004000000000000008400000000000001C40000000000000F03F00000000000020C000000000000010C00000000000002040000000000000184000000000000020C000000000000014C0000000000000004000000000000018C000000000000018C0000000000000084000000000000014C000000000000010C000000000000000C000000000000000400000000000000840000000000000F0BF000000000000F0BF00000000000010C0000000000000F03F000000000000F03F0000000000001440000000000000204000000000000010C00000000000000040000000000000F03F00000000000014C000000000000014C0000000000000F0BF000000000000084000000000000014C000000000000018C000000000000000000000000000000040"> : tensor<2x3x4xcomplex<f64>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_zgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 83 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xcomplex<f64>>) -> (tensor<2x3x4xcomplex<f64>>, tensor<2x3xf64>, tensor<2x3x3xcomplex<f64>>, tensor<2x3x4xcomplex<f64>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x0B43BBE9D4103740B7F875C06E2F30408DCC32EBAA00184057E03D0B340A2D40A628FA128FD62440530E781474DFF93F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesdd_z_3_65() {
  %a = stablehlo.constant dense<"0x0000000000001C4000000000000010C00000000000001040000000000000204000000000000008C000000000000018C0000000000000204000000000000020C0000000000000184000000000000020C000000000000000C0000000000000004000000000000008400000000000001C40000000000000F03F00000000000020C000000000000010C00000000000002040000000000000184000000000000020C000000000000014C0000000000000004000000000000018C000000000000018C0000000000000084000000000000014C000000000000010C000000000000000C000000000000000400000000000000840000000000000F0BF000000000000F0BF00000000000010C0000000000000F03F000000000000F03F0000000000001440000000000000204000000000000010C00000000000000040000000000000F03F00000000000014C000000000000014C0000000000000F0BF000000000000084000000000000014C000000000000018C000000000000000000000000000000040"> : tensor<2x3x4xcomplex<f64>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_zgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 65 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xcomplex<f64>>) -> (tensor<2x3x4xcomplex<f64>>, tensor<2x3xf64>, tensor<2x3x3xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x0F43BBE9D4103740BAF875C06E2F30408FCC32EBAA00184057E03D0B340A2D40A628FA128FD62440520E781474DFF93F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_z_3_65() {
  %a = stablehlo.constant dense<"0x0000000000001C4000000000000010C00000000000001040000000000000204000000000000008C000000000000018C0000000000000204000000000000020C0000000000000184000000000000020C000000000000000C0000000000000004000000000000008400000000000001C40000000000000F03F00000000000020C000000000000010C00000000000002040000000000000184000000000000020C000000000000014C0000000000000004000000000000018C000000000000018C0000000000000084000000000000014C000000000000010C000000000000000C000000000000000400000000000000840000000000000F0BF000000000000F0BF00000000000010C0000000000000F03F000000000000F03F0000000000001440000000000000204000000000000010C00000000000000040000000000000F03F00000000000014C000000000000014C0000000000000F0BF000000000000084000000000000014C000000000000018C000000000000000000000000000000040"> : tensor<2x3x4xcomplex<f64>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_zgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 65 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xcomplex<f64>>) -> (tensor<2x3x4xcomplex<f64>>, tensor<2x3xf64>, tensor<2x3x3xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x0B43BBE9D4103740B7F875C06E2F30408DCC32EBAA00184057E03D0B340A2D40A628FA128FD62440530E781474DFF93F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesdd_z_3_78() {
  %a = stablehlo.constant dense<"0x0000000000001C4000000000000010C00000000000001040000000000000204000000000000008C000000000000018C0000000000000204000000000000020C0000000000000184000000000000020C000000000000000C0000000000000004000000000000008400000000000001C40000000000000F03F00000000000020C000000000000010C00000000000002040000000000000184000000000000020C000000000000014C0000000000000004000000000000018C000000000000018C0000000000000084000000000000014C000000000000010C000000000000000C000000000000000400000000000000840000000000000F0BF000000000000F0BF00000000000010C0000000000000F03F000000000000F03F0000000000001440000000000000204000000000000010C00000000000000040000000000000F03F00000000000014C000000000000014C0000000000000F0BF000000000000084000000000000014C000000000000018C000000000000000000000000000000040"> : tensor<2x3x4xcomplex<f64>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_zgesdd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 78 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xcomplex<f64>>) -> (tensor<2x3x4xcomplex<f64>>, tensor<2x3xf64>, tensor<2x3x3xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x0D43BBE9D4103740BAF875C06E2F30408DCC32EBAA00184057E03D0B340A2D40A728FA128FD62440500E781474DFF93F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gesvd_z_3_78() {
  %a = stablehlo.constant dense<"0x0000000000001C4000000000000010C00000000000001040000000000000204000000000000008C000000000000018C0000000000000204000000000000020C0000000000000184000000000000020C000000000000000C0000000000000004000000000000008400000000000001C40000000000000F03F00000000000020C000000000000010C00000000000002040000000000000184000000000000020C000000000000014C0000000000000004000000000000018C000000000000018C0000000000000084000000000000014C000000000000010C000000000000000C000000000000000400000000000000840000000000000F0BF000000000000F0BF00000000000010C0000000000000F03F000000000000F03F0000000000001440000000000000204000000000000010C00000000000000040000000000000F03F00000000000014C000000000000014C0000000000000F0BF000000000000084000000000000014C000000000000018C000000000000000000000000000000040"> : tensor<2x3x4xcomplex<f64>>
  %x0, %r0, %x2, %x3, %r1 = stablehlo.custom_call @lapack_zgesvd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 78 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x4xcomplex<f64>>) -> (tensor<2x3x4xcomplex<f64>>, tensor<2x3xf64>, tensor<2x3x3xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x0D43BBE9D4103740B9F875C06E2F30408FCC32EBAA00184055E03D0B340A2D40A828FA128FD62440530E781474DFF93F"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @potrf_z_76() {
  %a = stablehlo.constant dense<"0x000000000020544000000000000000000000000000C039400000000000C0304000000000004038C000000000008045400000000000C039400000000000C030C00000000000604E4000000000000000000000000000C032C0000000000000FCBF00000000004038C000000000008045C00000000000C032C0000000000000FC3F00000000005053400000000000000000000000000040324000000000000000000000000000001EC0000000000080304000000000000016C00000000000802A400000000000001EC000000000008030C0000000000080414000000000000000000000000000000E400000000000001F4000000000000016C00000000000802AC00000000000000E400000000000001FC000000000002043400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %r0, %r1 = stablehlo.custom_call @lapack_zpotrf_ffi(%a) {api_version = 4 : i32, backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xFFA89C79C1F1214000000000000000000000000000C039400000000000C0304000000000004038C000000000008045406EB81C8AB9F50640783F39ACBFDEFDBF680E71480B021C4000000000000000000000000000C032C0000000000000FCBFA5097241559F05C036C9E3669D2B13C0044AF05346C806C0FA3934DCC37A07400958D4A9320016400000000000000000A314AEA88716114000000000000000000000000000001EC0000000000080304000000000000016C00000000000802A401B7DC6110217FCBF6A565AE01BE60EC007EDAF660F7E104000000000000000000000000000000E400000000000001F4047E4E6EA6799F4BF3EAAC4A00ED008C04C277803625A04C09C060EF48BE8FFBFECBEC07E634210400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x3xcomplex<f64>>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @heevd_z_76() {
  %a = stablehlo.constant dense<"0x000000000020544000000000000000000000000000C039400000000000C0304000000000004038C000000000008045400000000000C039400000000000C030C00000000000604E4000000000000000000000000000C032C0000000000000FCBF00000000004038C000000000008045C00000000000C032C0000000000000FC3F00000000005053400000000000000000000000000040324000000000000000000000000000001EC0000000000080304000000000000016C00000000000802A400000000000001EC000000000008030C0000000000080414000000000000000000000000000000E400000000000001F4000000000000016C00000000000802AC00000000000000E400000000000001FC000000000002043400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %x0, %r0, %r1 = stablehlo.custom_call @lapack_zheevd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>>, tensor<2x3xf64>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xD4EB12D99A362940567A6287095851401894BD8E9110614055EDDE4D26920640AF5FB452C21040407FB16D481B464C40"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @potrf_z_85() {
  %a = stablehlo.constant dense<"0x000000000020544000000000000000000000000000C039400000000000C0304000000000004038C000000000008045400000000000C039400000000000C030C00000000000604E4000000000000000000000000000C032C0000000000000FCBF00000000004038C000000000008045C00000000000C032C0000000000000FC3F00000000005053400000000000000000000000000040324000000000000000000000000000001EC0000000000080304000000000000016C00000000000802A400000000000001EC000000000008030C0000000000080414000000000000000000000000000000E400000000000001F4000000000000016C00000000000802AC00000000000000E400000000000001FC000000000002043400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %r0, %r1 = stablehlo.custom_call @lapack_zpotrf_ffi(%a) {api_version = 4 : i32, backend_config = {uplo = 85 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xFFA89C79C1F1214000000000000000006EB81C8AB9F50640783F39ACBFDEFD3FA5097241559F05C036C9E3669D2B13400000000000C039400000000000C030C0680E71480B021C400000000000000000044AF05346C806C0FA3934DCC37A07C000000000004038C000000000008045C00000000000C032C0000000000000FC3F0958D4A9320016400000000000000000A314AEA88716114000000000000000001B7DC6110217FCBF6A565AE01BE60E4047E4E6EA6799F4BF3EAAC4A00ED008400000000000001EC000000000008030C007EDAF660F7E104000000000000000004C277803625A04C09C060EF48BE8FF3F00000000000016C00000000000802AC00000000000000E400000000000001FC0ECBEC07E634210400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x3xcomplex<f64>>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @heevd_z_85() {
  %a = stablehlo.constant dense<"0x000000000020544000000000000000000000000000C039400000000000C0304000000000004038C000000000008045400000000000C039400000000000C030C00000000000604E4000000000000000000000000000C032C0000000000000FCBF00000000004038C000000000008045C00000000000C032C0000000000000FC3F00000000005053400000000000000000000000000040324000000000000000000000000000001EC0000000000080304000000000000016C00000000000802A400000000000001EC000000000008030C0000000000080414000000000000000000000000000000E400000000000001F4000000000000016C00000000000802AC00000000000000E400000000000001FC000000000002043400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %x0, %r0, %r1 = stablehlo.custom_call @lapack_zheevd_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 86 : ui8, uplo = 85 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>>, tensor<2x3xf64>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0xD6EB12D99A362940577A6287095851401894BD8E911061407BEDDE4D26920640AE5FB452C210404080B16D481B464C40"> : tensor<2x3xf64>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @hetrd_z() {
  %a = stablehlo.constant dense<"0x000000000020544000000000000000000000000000C039400000000000C0304000000000004038C000000000008045400000000000C039400000000000C030C00000000000604E4000000000000000000000000000C032C0000000000000FCBF00000000004038C000000000008045C00000000000C032C0000000000000FC3F00000000005053400000000000000000000000000040324000000000000000000000000000001EC0000000000080304000000000000016C00000000000802A400000000000001EC000000000008030C0000000000080414000000000000000000000000000000E400000000000001F4000000000000016C00000000000802AC00000000000000E400000000000001FC000000000002043400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %r0, %r1, %r2, %r3, %r4 = stablehlo.custom_call @lapack_zhetrd_ffi(%a) {api_version = 4 : i32, backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>>, tensor<2x3xf64>, tensor<2x2xf64>, tensor<2x2xcomplex<f64>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x000000000020544000000000000000000000000000C039400000000000C0304000000000004038C000000000008045403A66781964124DC00000000000000000CAF58926F380514000000000000000000000000000C032C0000000000000FCBF5E7C41BDEDFBC6BF425206EB878CE1BFC1214414C88834C00000000000000000380A76D90CFF50400000000000000000000000000040324000000000000000000000000000001EC0000000000080304000000000000016C00000000000802A4041FCCAC97D1D37400000000000000000D0BB809121D3434000000000000000000000000000000E400000000000001F403E5B7F74477AD43F3B1E1F818AA9D03F2CB1A53F31722040000000000000000034447F6EDECC40400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x3xcomplex<f64>>
  %w1 = stablehlo.constant dense<"0x0000000000205440CAF58926F3805140380A76D90CFF50400000000000403240D0BB809121D3434034447F6EDECC4040"> : tensor<2x3xf64>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xf64>
  %w2 = stablehlo.constant dense<"0x3A66781964124DC0C1214414C88834C041FCCAC97D1D37402CB1A53F31722040"> : tensor<2x2xf64>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2x2xf64>
  %w3 = stablehlo.constant dense<"0x6B081A34FD15F73FCE7B19D7E46FD2BFD2E4F8EC9E77FF3FA5F278ED9960D0BF9838DADFFE30F53F342CC0A594D7E63FFBAF779B8DF9FF3FAA9C3E5C05B7AC3F"> : tensor<2x2xcomplex<f64>>
  check.expect_almost_eq %r3, %w3, tolerance = 1.0e-3 : tensor<2x2xcomplex<f64>>
  %w4 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r4, %w4, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gehrd_z() {
  %a = stablehlo.constant dense<"0x000000000020544000000000000000000000000000C039400000000000C0304000000000004038C000000000008045400000000000C039400000000000C030C00000000000604E4000000000000000000000000000C032C0000000000000FCBF00000000004038C000000000008045C00000000000C032C0000000000000FC3F00000000005053400000000000000000000000000040324000000000000000000000000000001EC0000000000080304000000000000016C00000000000802A400000000000001EC000000000008030C0000000000080414000000000000000000000000000000E400000000000001F4000000000000016C00000000000802AC00000000000000E400000000000001FC000000000002043400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %r0, %r1, %r2 = stablehlo.custom_call @lapack_zgehrd_ffi(%a) {api_version = 4 : i32, backend_config = {high = 3 : i32, low = 1 : i32}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x000000000020544000000000000000003A66781964124DC0000000000000F03C97F278ED9960E03CA4C9F1D93DEFFE3C3A66781964124DC00000000000000000C9F58926F3805140000000000000C03CC0214414C88834C000000000000002BD5E7C41BDEDFBC6BF425206EB878CE1BFC3214414C88834C00000000000000000350A76D90CFF5040000000000000F0BC0000000000403240000000000000000040FCCAC97D1D3740000000000000F0BCF65FEF361BF3DF3C6F9C3E5C05B79C3C41FCCAC97D1D37400000000000000000D0BB809121D34340000000000000F03C2CB1A53F31722040000000000000DF3C3E5B7F74477AD43F3B1E1F818AA9D03F2AB1A53F31722040000000000000000031447F6EDECC4040000000000000D0BC"> : tensor<2x3x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x3xcomplex<f64>>
  %w1 = stablehlo.constant dense<"0x6B081A34FD15F73FCE7B19D7E46FD2BFD2E4F8EC9E77FF3F97F278ED9960D0BF9838DADFFE30F53F342CC0A594D7E63FFBAF779B8DF9FF3F6F9C3E5C05B7AC3F"> : tensor<2x2xcomplex<f64>>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x2xcomplex<f64>>
  %w2 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @ungqr_z() {
  %a = stablehlo.constant dense<"0x000000000000FC3F000000000000F0BF000000000000F83F00000000000000C0000000000000F0BF0000000000000040000000000000F03F0000000000000040000000000000E0BF000000000000E03F000000000000F83F00000000000000C0000000000000E8BF000000000000F8BF000000000000E83F000000000000FC3F000000000000F4BF000000000000E03F000000000000004000000000000000C0000000000000D03F00000000000000C0000000000000F8BF000000000000F8BF000000000000E83F000000000000F4BF000000000000F0BF000000000000D03F000000000000F4BF000000000000F4BF000000000000F0BF000000000000E0BF000000000000D03F000000000000F43F000000000000D0BF000000000000E83F000000000000E03F000000000000E83F0000000000000040000000000000F0BF000000000000F4BF000000000000F8BF000000000000D0BF000000000000D0BF000000000000E03F000000000000D03F0000000000000000000000000000E03F"> : tensor<2x4x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x000000000000F03F0000000000000000"> : tensor<2x3xcomplex<f64>>
  %r0 = stablehlo.custom_call @lapack_zungqr_ffi(%a, %b) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x4x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> (tensor<2x4x3xcomplex<f64>>)
  %w0 = stablehlo.constant dense<"0x00000000000000000000000000000000000000000000F53F0000000000800DC00000000000402A400000000000BC3040000000000000F0BF00000000000000C00000000000602140000000000000F1BF0000000000B831C00000000000CE4340000000000000E83F000000000000F83F0000000000101DC0000000000080EEBF000000000022374000000000002D3EC000000000000000C0000000000000004000000000000014C000000000000020C00000000000904B40000000000000054000000000000000000000000000000000000000000000B03F000000000000FFBF000000000080D7BF000000000080D23F000000000000F03F000000000000E03F000000000080F0BF000000000080FE3F000000000060E43F000000000080C23F000000000000E0BF000000000000E8BF000000000080E0BF000000000000B43F000000000080B93F000000000040CF3F000000000000D03F000000000000D03F000000000000F0BF000000000000CC3F000000000000C53F0000000000C0D4BF"> : tensor<2x4x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x3xcomplex<f64>>
  return
}

// -----

func.func @unmqr_z_true_true() {
  %a = stablehlo.constant dense<"0x000000000000FC3F000000000000F0BF000000000000F83F00000000000000C0000000000000F0BF0000000000000040000000000000F03F0000000000000040000000000000E0BF000000000000E03F000000000000F83F00000000000000C0000000000000E8BF000000000000F8BF000000000000E83F000000000000FC3F000000000000F4BF000000000000E03F000000000000004000000000000000C0000000000000D03F00000000000000C0000000000000F8BF000000000000F8BF000000000000E83F000000000000F4BF000000000000F0BF000000000000D03F000000000000F4BF000000000000F4BF000000000000F0BF000000000000E0BF000000000000D03F000000000000F43F000000000000D0BF000000000000E83F000000000000E03F000000000000E83F0000000000000040000000000000F0BF000000000000F4BF000000000000F8BF000000000000D0BF000000000000D0BF000000000000E03F000000000000D03F0000000000000000000000000000E03F"> : tensor<2x4x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x000000000000F03F0000000000000000"> : tensor<2x3xcomplex<f64>>
  %c = stablehlo.constant dense<"0x000000000000000000000000000008C000000000000000C0000000000000104000000000000020400000000000001CC0000000000000F0BF00000000000000C000000000000010C00000000000000840000000000000184000000000000008C000000000000014C000000000000010C0000000000000204000000000000020C0000000000000184000000000000018C00000000000001040000000000000004000000000000010C00000000000001440000000000000204000000000000014C000000000000000000000000000001CC000000000000020C000000000000000C0000000000000F0BF000000000000F0BF00000000000008400000000000002040"> : tensor<2x4x2xcomplex<f64>>
  %r0 = stablehlo.custom_call @lapack_zunmqr_ffi(%a, %b, %c) {api_version = 4 : i32, backend_config = {left = true, transpose = true}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x4x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>, tensor<2x4x2xcomplex<f64>>) -> (tensor<2x4x2xcomplex<f64>>)
  %w0 = stablehlo.constant dense<"0x00000000000023400000000000A048400000000000003BC000000000008026C0000000008066654000000000007759C000000000005644C00000000000BD5B400000000038538DC00000000060AE7EC00000000018A483400000000080AA67C000000000CC318D400000000053BCA64000000000FA5299C000000000E46A8BC00000000000000A4000000000000025400000000000802B4000000000008029C00000000000E4394000000000008C32400000000000B032C000000000007022C000000000003E1DC000000000005C0840000000000000B83F00000000008801C000000000406337400000000080C52EC00000000000432BC00000000000002940"> : tensor<2x4x2xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x2xcomplex<f64>>
  return
}

// -----

func.func @unmqr_z_true_false() {
  %a = stablehlo.constant dense<"0x000000000000FC3F000000000000F0BF000000000000F83F00000000000000C0000000000000F0BF0000000000000040000000000000F03F0000000000000040000000000000E0BF000000000000E03F000000000000F83F00000000000000C0000000000000E8BF000000000000F8BF000000000000E83F000000000000FC3F000000000000F4BF000000000000E03F000000000000004000000000000000C0000000000000D03F00000000000000C0000000000000F8BF000000000000F8BF000000000000E83F000000000000F4BF000000000000F0BF000000000000D03F000000000000F4BF000000000000F4BF000000000000F0BF000000000000E0BF000000000000D03F000000000000F43F000000000000D0BF000000000000E83F000000000000E03F000000000000E83F0000000000000040000000000000F0BF000000000000F4BF000000000000F8BF000000000000D0BF000000000000D0BF000000000000E03F000000000000D03F0000000000000000000000000000E03F"> : tensor<2x4x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x000000000000F03F0000000000000000"> : tensor<2x3xcomplex<f64>>
  %c = stablehlo.constant dense<"0x000000000000204000000000000020C000000000000010C00000000000001CC000000000000020C0000000000000F0BF000000000000F03F00000000000010C000000000000000C0000000000000004000000000000018C00000000000001C400000000000001840000000000000084000000000000018400000000000001CC000000000000018C0000000000000000000000000000000000000000000001840000000000000144000000000000014C0000000000000F03F0000000000001840000000000000F0BF00000000000018400000000000001C400000000000000040000000000000144000000000000010400000000000001CC00000000000001840"> : tensor<2x4x2xcomplex<f64>>
  %r0 = stablehlo.custom_call @lapack_zunmqr_ffi(%a, %b, %c) {api_version = 4 : i32, backend_config = {left = true, transpose = false}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x4x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>, tensor<2x4x2xcomplex<f64>>) -> (tensor<2x4x2xcomplex<f64>>)
  %w0 = stablehlo.constant dense<"0x0000000060F479C00000000040F569C000000000B09F83C000000000A097764000000000003944C000000000B0148EC00000000028BE93C00000000090C788C000000000A0C05EC00000000004E6894000000000BC288D4000000000EC648B4000000000004791C00000000000AE7D400000000000A675C00000000000C39C400000000000D0F2BF0000000000662AC00000000000E41B400000000000E62A4000000000005922C00000000000E61E40000000000008F23F0000000000FC03C00000000000FF1A40000000000093184000000000005910400000000000D11B400000000000A0D83F000000000080174000000000006C08C0000000000060E1BF"> : tensor<2x4x2xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x2xcomplex<f64>>
  return
}

// -----

func.func @unmqr_z_false_true() {
  %a = stablehlo.constant dense<"0x000000000000FC3F000000000000F0BF000000000000F83F00000000000000C0000000000000F0BF0000000000000040000000000000F03F0000000000000040000000000000E0BF000000000000E03F000000000000F83F00000000000000C0000000000000E8BF000000000000F8BF000000000000E83F000000000000FC3F000000000000F4BF000000000000E03F000000000000004000000000000000C0000000000000D03F00000000000000C0000000000000F8BF000000000000F8BF000000000000E83F000000000000F4BF000000000000F0BF000000000000D03F000000000000F4BF000000000000F4BF000000000000F0BF000000000000E0BF000000000000D03F000000000000F43F000000000000D0BF000000000000E83F000000000000E03F000000000000E83F0000000000000040000000000000F0BF000000000000F4BF000000000000F8BF000000000000D0BF000000000000D0BF000000000000E03F000000000000D03F0000000000000000000000000000E03F"> : tensor<2x4x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x000000000000F03F0000000000000000"> : tensor<2x3xcomplex<f64>>
  %c = stablehlo.constant dense<"0x000000000000144000000000000010C000000000000000C0000000000000104000000000000018C00000000000001440000000000000084000000000000020C000000000000008C000000000000020C000000000000010C000000000000008400000000000000840000000000000084000000000000008C00000000000001CC000000000000014C000000000000020C00000000000001440000000000000F0BF00000000000008C000000000000000C0000000000000F0BF000000000000204000000000000020C000000000000014C0000000000000004000000000000000C0000000000000104000000000000010C00000000000001C400000000000000000"> : tensor<2x2x4xcomplex<f64>>
  %r0 = stablehlo.custom_call @lapack_zunmqr_ffi(%a, %b, %c) {api_version = 4 : i32, backend_config = {left = false, transpose = true}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x4x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>, tensor<2x2x4xcomplex<f64>>) -> (tensor<2x2x4xcomplex<f64>>)
  %w0 = stablehlo.constant dense<"0x00000000409D60C00000000030098540000000008843914000000000D0F48B400000000046FC90C0000000001C0B82C000000000002398C00000000000C38B4000000000005A734000000000C0C7774000000000C0678F4000000000806469C000000000909089C000000000306A74400000000000B46AC00000000080E493400000000000EC19C00000000000FD324000000000808333C000000000800A3BC000000000007E09C00000000000EB17400000000000E927C00000000000A0F53F00000000001E224000000000006626400000000080C838C00000000000DC0BC000000000807B26400000000000720440000000000020D5BF0000000000DC1640"> : tensor<2x2x4xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x4xcomplex<f64>>
  return
}

// -----

func.func @unmqr_z_false_false() {
  %a = stablehlo.constant dense<"0x000000000000FC3F000000000000F0BF000000000000F83F00000000000000C0000000000000F0BF0000000000000040000000000000F03F0000000000000040000000000000E0BF000000000000E03F000000000000F83F00000000000000C0000000000000E8BF000000000000F8BF000000000000E83F000000000000FC3F000000000000F4BF000000000000E03F000000000000004000000000000000C0000000000000D03F00000000000000C0000000000000F8BF000000000000F8BF000000000000E83F000000000000F4BF000000000000F0BF000000000000D03F000000000000F4BF000000000000F4BF000000000000F0BF000000000000E0BF000000000000D03F000000000000F43F000000000000D0BF000000000000E83F000000000000E03F000000000000E83F0000000000000040000000000000F0BF000000000000F4BF000000000000F8BF000000000000D0BF000000000000D0BF000000000000E03F000000000000D03F0000000000000000000000000000E03F"> : tensor<2x4x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x000000000000F03F0000000000000000"> : tensor<2x3xcomplex<f64>>
  %c = stablehlo.constant dense<"0x00000000000018400000000000001CC0000000000000F03F000000000000144000000000000018C000000000000020C00000000000001040000000000000F0BF000000000000004000000000000010C00000000000001CC0000000000000104000000000000008C000000000000010C0000000000000104000000000000020C0000000000000144000000000000008C0000000000000184000000000000018C000000000000018C00000000000001C400000000000000000000000000000F03F000000000000144000000000000008400000000000001C40000000000000004000000000000008C0000000000000000000000000000000000000000000000840"> : tensor<2x2x4xcomplex<f64>>
  %r0 = stablehlo.custom_call @lapack_zunmqr_ffi(%a, %b, %c) {api_version = 4 : i32, backend_config = {left = false, transpose = false}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x4x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>, tensor<2x2x4xcomplex<f64>>) -> (tensor<2x2x4xcomplex<f64>>)
  %w0 = stablehlo.constant dense<"0x000000000000254000000000000028C000000000002010400000000000F4474000000000801E66C000000000804556C000000000B0FE7F4000000000A0A96AC00000000000C03A400000000000803A400000000080D660C000000000005F514000000000808B5B400000000068FD88C000000000422F95400000000042EE9C400000000000003140000000000000FCBF0000000000A0004000000000006005400000000000C8FB3F000000000028F0BF00000000004918C00000000080A123400000000000001B40000000000000214000000000001010C0000000000040F7BF00000000001C014000000000001C03400000000000BA01C000000000002607C0"> : tensor<2x2x4xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x4xcomplex<f64>>
  return
}

// -----

func.func @gtsv_z() {
  %a = stablehlo.constant dense<"0x000000000000F0BF000000000000144000000000000014C000000000000020400000000000001C4000000000000018C0000000000000F0BF000000000000F0BF000000000000204000000000000010C0000000000000204000000000000018C000000000000000C000000000000008C0000000000000F0BF0000000000001440"> : tensor<2x4xcomplex<f64>>
  %b = stablehlo.constant dense<"0x0000000000002040000000000000144000000000000010400000000000002040000000000000304000000000000018C00000000000002040000000000000F0BF000000000000314000000000000010C0000000000000314000000000000018C00000000000001C4000000000000008C000000000000020400000000000001440"> : tensor<2x4xcomplex<f64>>
  %c = stablehlo.constant dense<"0x000000000000204000000000000010C0000000000000204000000000000018C000000000000000C000000000000008C0000000000000F0BF0000000000001440000000000000F0BF000000000000144000000000000014C000000000000020400000000000001C4000000000000018C0000000000000F0BF000000000000F0BF"> : tensor<2x4xcomplex<f64>>
  %d = stablehlo.constant dense<"0x00000000000020C0000000000000F0BF00000000000014C0000000000000F0BF000000000000084000000000000018C00000000000001C4000000000000010400000000000001C4000000000000018C000000000000010C0000000000000F0BF000000000000184000000000000008C00000000000001040000000000000F0BF0000000000000040000000000000F03F00000000000020C000000000000014C0000000000000144000000000000020C000000000000014C0000000000000F03F00000000000008C000000000000008C000000000000020C000000000000014C000000000000014400000000000001C4000000000000000400000000000000000"> : tensor<2x4x2xcomplex<f64>>
  %x0, %x1, %x2, %r0, %r1 = stablehlo.custom_call @lapack_zgtsv_ffi(%a, %b, %c, %d) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x4xcomplex<f64>>, tensor<2x4xcomplex<f64>>, tensor<2x4xcomplex<f64>>, tensor<2x4x2xcomplex<f64>>) -> (tensor<2x4xcomplex<f64>>, tensor<2x4xcomplex<f64>>, tensor<2x4xcomplex<f64>>, tensor<2x4x2xcomplex<f64>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x796C8B6ED9E8F2BFE58E3A274F84F63FDB0A3125BC9CED3F28BC5B810AE3F93F10C9E76C58AAF23F87347C5DD8ECCABF6C196142BDD1DF3F2F7657D2E69400C07B14AE47E17AA43FEC51B81E85EBD13FB81E85EB51B8AEBF48E17A14AE47F13F5C6186A34201E83F344A515CA6E0CEBF4BC4F2732082D63F93A56D88CEC9A73F73780E3C4B64C2BF6817F951F1CA703F876C0E09298FE2BF80998D35CE78D8BF75FE6D80BC13BABF7A31538716ADEBBF989B03AEDE6DD2BFA3EB0256E1D8E3BF188B85FD8A02D1BFDA44B5F6126FF7BFB4DDF2492E1DD03FB5B8D2367D9EF7BF8221084A1993C33F0625FBBD0A66E83FD0A44CA0AFABE3BFE038F5F5FFA8A53F"> : tensor<2x4x2xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x4x2xcomplex<f64>>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @trsm_z_76_78() {
  %a = stablehlo.constant dense<"0x000000000020544000000000000000000000000000C039400000000000C0304000000000004038C000000000008045400000000000C039400000000000C030C00000000000604E4000000000000000000000000000C032C0000000000000FCBF00000000004038C000000000008045C00000000000C032C0000000000000FC3F00000000005053400000000000000000000000000040324000000000000000000000000000001EC0000000000080304000000000000016C00000000000802A400000000000001EC000000000008030C0000000000080414000000000000000000000000000000E400000000000001F4000000000000016C00000000000802AC00000000000000E400000000000001FC000000000002043400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x00000000000010C00000000000001CC0000000000000000000000000000008400000000000001CC000000000000010C000000000000018C00000000000001CC00000000000001840000000000000F03F00000000000008400000000000001840000000000000144000000000000018C00000000000000000000000000000F03F0000000000000840000000000000084000000000000020C00000000000001CC0000000000000004000000000000018C0000000000000F03F00000000000008C0"> : tensor<2x3x2xcomplex<f64>>
  %r0 = stablehlo.custom_call @lapack_ztrsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> (tensor<2x3x2xcomplex<f64>>)
  %w0 = stablehlo.constant dense<"0x72B80CF8E470A9BF64210B59C842B6BF0000000000000000568A09BAAB14A33F76684C31E6F7B1BF1721C0BAECDAA5BFF02D9CAC17EABBBF5C21D2D559C5C0BF91C04E7B35ACB73FDA532AA40800AABFB91963AC463B87BFB9FBF5C731BDAE3F8C183162C488D13FA850A142850AD5BF0000000000000000E0C08103070EAC3F993265CA9429D33FC727E96B717CC23F820409122448D0BF8E816939D918C8BF6EA5694758CFC23FCEE262B8B80EB0BF9E017300C6FBB13F1B3F881A3F88BABF"> : tensor<2x3x2xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f64>>
  return
}

// -----

func.func @trsm_z_76_84() {
  %a = stablehlo.constant dense<"0x000000000020544000000000000000000000000000C039400000000000C0304000000000004038C000000000008045400000000000C039400000000000C030C00000000000604E4000000000000000000000000000C032C0000000000000FCBF00000000004038C000000000008045C00000000000C032C0000000000000FC3F00000000005053400000000000000000000000000040324000000000000000000000000000001EC0000000000080304000000000000016C00000000000802A400000000000001EC000000000008030C0000000000080414000000000000000000000000000000E400000000000001F4000000000000016C00000000000802AC00000000000000E400000000000001FC000000000002043400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x00000000000010C00000000000001CC0000000000000000000000000000008400000000000001CC000000000000010C000000000000018C00000000000001CC00000000000001840000000000000F03F00000000000008400000000000001840000000000000144000000000000018C00000000000000000000000000000F03F0000000000000840000000000000084000000000000020C00000000000001CC0000000000000004000000000000018C0000000000000F03F00000000000008C0"> : tensor<2x3x2xcomplex<f64>>
  %r0 = stablehlo.custom_call @lapack_ztrsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> (tensor<2x3x2xcomplex<f64>>)
  %w0 = stablehlo.constant dense<"0x5A637BDCB7D6823FB25059992A78A4BF6FEB7FA682DE903F5AB309E8CCE6B73F98FD9D44FE43B7BFD96B90F8EA67B0BFB88B543E8AA4B5BFEB9F0937BFA5B7BF03A9E4BC2CE2B33F59E13051E6828A3F03A9E4BC2CE2A33F03A9E4BC2CE2B33F79DCF989FF3FD63F00CB0C3B42FBC7BF28A1E9CFF18AC23F9867578C4B1FCCBF1D8B661D8B66BD3F1D97351D9735BD3F1B89641B8964CBBF988BC8978BC8C7BF1B70C51A70C5AA3F141414141414C4BF1B70C51A70C59A3F141414141414B4BF"> : tensor<2x3x2xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f64>>
  return
}

// -----

func.func @trsm_z_76_67() {
  %a = stablehlo.constant dense<"0x000000000020544000000000000000000000000000C039400000000000C0304000000000004038C000000000008045400000000000C039400000000000C030C00000000000604E4000000000000000000000000000C032C0000000000000FCBF00000000004038C000000000008045C00000000000C032C0000000000000FC3F00000000005053400000000000000000000000000040324000000000000000000000000000001EC0000000000080304000000000000016C00000000000802A400000000000001EC000000000008030C0000000000080414000000000000000000000000000000E400000000000001F4000000000000016C00000000000802AC00000000000000E400000000000001FC000000000002043400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x00000000000010C00000000000001CC0000000000000000000000000000008400000000000001CC000000000000010C000000000000018C00000000000001CC00000000000001840000000000000F03F00000000000008400000000000001840000000000000144000000000000018C00000000000000000000000000000F03F0000000000000840000000000000084000000000000020C00000000000001CC0000000000000004000000000000018C0000000000000F03F00000000000008C0"> : tensor<2x3x2xcomplex<f64>>
  %r0 = stablehlo.custom_call @lapack_ztrsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 67 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> (tensor<2x3x2xcomplex<f64>>)
  %w0 = stablehlo.constant dense<"0xD39BC84F1D3F64BF4AD9C005171FB6BFCC2BB462A21AB03FFBB61DDBA157B63FC1CED3BDDE74B7BFC0099B425085AEBFB0729715CDC9B6BF6E2C68CB1D13B7BF03A9E4BC2CE2B33F59E13051E6828A3F03A9E4BC2CE2A33F03A9E4BC2CE2B33FC5845A5BB2B5D13FADAB5148E0BADABFF39C44E9871AD5BF603F51CA11F6C33F18CE3B17CE3BA73F180B48170B48B73F1FB2D61FB2D6CFBF99EE4399EE43C9BF1B70C51A70C5AA3F141414141414C4BF1B70C51A70C59A3F141414141414B4BF"> : tensor<2x3x2xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x2xcomplex<f64>>
  return
}

// -----

func.func @trsm_z_82_78() {
  %a = stablehlo.constant dense<"0x000000000020544000000000000000000000000000C039400000000000C0304000000000004038C000000000008045400000000000C039400000000000C030C00000000000604E4000000000000000000000000000C032C0000000000000FCBF00000000004038C000000000008045C00000000000C032C0000000000000FC3F00000000005053400000000000000000000000000040324000000000000000000000000000001EC0000000000080304000000000000016C00000000000802A400000000000001EC000000000008030C0000000000080414000000000000000000000000000000E400000000000001F4000000000000016C00000000000802AC00000000000000E400000000000001FC000000000002043400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x0000000000001C4000000000000020C000000000000000C00000000000000040000000000000184000000000000020400000000000002040000000000000F03F000000000000204000000000000020C000000000000008C00000000000000840000000000000F0BF000000000000104000000000000018C000000000000020C000000000000010C00000000000001040000000000000184000000000000014400000000000001CC00000000000002040000000000000F0BF0000000000001840"> : tensor<2x2x3xcomplex<f64>>
  %r0 = stablehlo.custom_call @lapack_ztrsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> (tensor<2x2x3xcomplex<f64>>)
  %w0 = stablehlo.constant dense<"0x6F8E4AA14D7BA63F574C30042890A8BFBA94E89A3C7078BF9BA1A8C5A709B03F03A9E4BC2CE2B33F59E13051E682BA3F039F5310EC1DAB3FB333AAC1BE02B13F3E5C0EB40CEEBE3FC0E86C486B5BBEBF03A9E4BC2CE2A3BF03A9E4BC2CE2A33F0A151F1E1C18203FB677A3A5545DB9BF18FF7817FF78C7BF10E0D310E0D3D0BF1B70C51A70C5BABF1B70C51A70C5BA3F4D31A12BEB14B3BF6BE3290C26AFC63F1DF9AF1DF9AFCDBF9A695D9A695DCA3F1B70C51A70C59ABF141414141414C43F"> : tensor<2x2x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f64>>
  return
}

// -----

func.func @trsm_z_82_84() {
  %a = stablehlo.constant dense<"0x000000000020544000000000000000000000000000C039400000000000C0304000000000004038C000000000008045400000000000C039400000000000C030C00000000000604E4000000000000000000000000000C032C0000000000000FCBF00000000004038C000000000008045C00000000000C032C0000000000000FC3F00000000005053400000000000000000000000000040324000000000000000000000000000001EC0000000000080304000000000000016C00000000000802A400000000000001EC000000000008030C0000000000080414000000000000000000000000000000E400000000000001F4000000000000016C00000000000802AC00000000000000E400000000000001FC000000000002043400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x0000000000001C4000000000000020C000000000000000C00000000000000040000000000000184000000000000020400000000000002040000000000000F03F000000000000204000000000000020C000000000000008C00000000000000840000000000000F0BF000000000000104000000000000018C000000000000020C000000000000010C00000000000001040000000000000184000000000000014400000000000001CC00000000000002040000000000000F0BF0000000000001840"> : tensor<2x2x3xcomplex<f64>>
  %r0 = stablehlo.custom_call @lapack_ztrsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> (tensor<2x2x3xcomplex<f64>>)
  %w0 = stablehlo.constant dense<"0x64210B59C842B63F72B80CF8E470B9BF84528ABFB8B2A5BF48552D507159B93F5DD2BD43A77CC33FEA92B5E647A8C23F72B80CF8E470B93F72B80CF8E470893F4D63C3B42D0DB63FBF044953980BBCBF39CCC13E73B96F3F2E5B8C2B72CBB13FE0C08103070EACBFE0C08103070ECC3F5F25B1C8F755D2BFD4A851A3468DCABFEE6B69645A46BEBFA1AECA027353B43FA850A142850AD53F8C183162C488D13FEA0845BDAD8ED0BFE2C48913274EDC3F33A2803DB7AAC1BFF6A70AD05A70CB3F"> : tensor<2x2x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f64>>
  return
}

// -----

func.func @trsm_z_82_67() {
  %a = stablehlo.constant dense<"0x000000000020544000000000000000000000000000C039400000000000C0304000000000004038C000000000008045400000000000C039400000000000C030C00000000000604E4000000000000000000000000000C032C0000000000000FCBF00000000004038C000000000008045C00000000000C032C0000000000000FC3F00000000005053400000000000000000000000000040324000000000000000000000000000001EC0000000000080304000000000000016C00000000000802A400000000000001EC000000000008030C0000000000080414000000000000000000000000000000E400000000000001F4000000000000016C00000000000802AC00000000000000E400000000000001FC000000000002043400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<"0x0000000000001C4000000000000020C000000000000000C00000000000000040000000000000184000000000000020400000000000002040000000000000F03F000000000000204000000000000020C000000000000008C00000000000000840000000000000F0BF000000000000104000000000000018C000000000000020C000000000000010C00000000000001040000000000000184000000000000014400000000000001CC00000000000002040000000000000F0BF0000000000001840"> : tensor<2x2x3xcomplex<f64>>
  %r0 = stablehlo.custom_call @lapack_ztrsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 67 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> (tensor<2x2x3xcomplex<f64>>)
  %w0 = stablehlo.constant dense<"0x64210B59C842B63F72B80CF8E470B9BF92E98B5ED5E0B8BF05DA7EE2CE25AA3FCA2D8A29A380993FDB764F53AD7CA13F72B80CF8E470B93F72B80CF8E470893F573B9CD41CCEB73F87E207A98809C5BF301AE9F3EF2E9A3FF224E5AADDC9A9BFE0C08103070EACBFE0C08103070ECC3F0A47C1B59E70B4BF053FB1955EF0C3BF7FC09492E3DAAEBFD150A4A0EEDFC73FA850A142850AD53F8C183162C488D13F6D9B01D06CA639BFEE0E51D5DDEEC03F34BB1F3ED049C23F5CE094A87AC9B13F"> : tensor<2x2x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x2x3xcomplex<f64>>
  return
}

// -----

func.func @geev_z() {
  %a = stablehlo.constant dense<"0x000000000000F03F0000000000000000000000000000E03F0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000400000000000000000000000000000D03F0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000010400000000000000000000000000000F03F0000000000000000000000000000E03F0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000400000000000000000000000000000D03F0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000010400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %r0, %x1, %x2, %r1 = stablehlo.custom_call @lapack_zgeev_ffi(%a) {api_version = 4 : i32, backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x000000000000F03F00000000000000000000000000000040000000000000000000000000000010400000000000000000000000000000F03F00000000000000000000000000000040000000000000000000000000000010400000000000000000"> : tensor<2x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3xcomplex<f64>>
  %w1 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2xi32>
  return
}

// -----

func.func @gees_z() {
  %a = stablehlo.constant dense<"0x000000000000F03F0000000000000000000000000000E03F0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000400000000000000000000000000000D03F0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000010400000000000000000000000000000F03F0000000000000000000000000000E03F0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000400000000000000000000000000000D03F0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000010400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  %r0, %x1, %r1, %r2, %r3 = stablehlo.custom_call @lapack_zgees_ffi(%a) {api_version = 4 : i32, backend_config = {mode = 86 : ui8, sort = 78 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>, tensor<2xi32>, tensor<2xi32>)
  %w0 = stablehlo.constant dense<"0x000000000000F03F0000000000000000000000000000E03F0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000400000000000000000000000000000D03F0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000010400000000000000000000000000000F03F0000000000000000000000000000E03F0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000400000000000000000000000000000D03F0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000010400000000000000000"> : tensor<2x3x3xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<2x3x3xcomplex<f64>>
  %w1 = stablehlo.constant dense<"0x000000000000F03F00000000000000000000000000000040000000000000000000000000000010400000000000000000000000000000F03F00000000000000000000000000000040000000000000000000000000000010400000000000000000"> : tensor<2x3xcomplex<f64>>
  check.expect_almost_eq %r1, %w1, tolerance = 1.0e-3 : tensor<2x3xcomplex<f64>>
  %w2 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r2, %w2, tolerance = 1.0e-3 : tensor<2xi32>
  %w3 = stablehlo.constant dense<"0x00000000"> : tensor<2xi32>
  check.expect_almost_eq %r3, %w3, tolerance = 1.0e-3 : tensor<2xi32>
  return
}
