// Every element type into every other.
// Written by make_cases.py.

// -----

func.func @convert_float16_bfloat16() {
  %a = stablehlo.constant dense<"0x00000080003C00BC003800C1003E00429AB9204A405620D0007C00FC007EFF7BFFFB00040014"> : tensor<19xf16>
  %r0 = stablehlo.convert %a : (tensor<19xf16>) -> tensor<19xbf16>
  %w0 = stablehlo.constant dense<"0x00000080803F80BF003F20C0C03F404033BF4441C84204C2807F80FFC07F804780C78038803A"> : tensor<19xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<19xbf16>, tensor<19xbf16>
  return
}

// -----

func.func @convert_float16_float32() {
  %a = stablehlo.constant dense<"0x00000080003C00BC003800C1003E00429AB9204A405620D0007C00FC007EFF7BFFFB00040014"> : tensor<19xf16>
  %r0 = stablehlo.convert %a : (tensor<19xf16>) -> tensor<19xf32>
  %w0 = stablehlo.constant dense<"0x00000000000000800000803F000080BF0000003F000020C00000C03F00004040004033BF000044410000C842000004C20000807F000080FF0000C07F00E07F4700E07FC7000080380000803A"> : tensor<19xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<19xf32>, tensor<19xf32>
  return
}

// -----

func.func @convert_float16_float64() {
  %a = stablehlo.constant dense<"0x00000080003C00BC003800C1003E00429AB9204A405620D0007C00FC007EFF7BFFFB00040014"> : tensor<19xf16>
  %r0 = stablehlo.convert %a : (tensor<19xf16>) -> tensor<19xf64>
  %w0 = stablehlo.constant dense<"0x00000000000000000000000000000080000000000000F03F000000000000F0BF000000000000E03F00000000000004C0000000000000F83F0000000000000840000000000068E6BF0000000000802840000000000000594000000000008040C0000000000000F07F000000000000F0FF000000000000F87F0000000000FCEF400000000000FCEFC0000000000000103F000000000000503F"> : tensor<19xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<19xf64>, tensor<19xf64>
  return
}

// -----

func.func @convert_float16_int8() {
  %a = stablehlo.constant dense<"0x00000080003C00BC003800C1003E00429AB9204A405620D000040014"> : tensor<14xf16>
  %r0 = stablehlo.convert %a : (tensor<14xf16>) -> tensor<14xi8>
  %w0 = stablehlo.constant dense<"0x000001FF00FE0103000C64DF0000"> : tensor<14xi8>
  check.expect_eq %r0, %w0 : tensor<14xi8>
  return
}

// -----

func.func @convert_float16_int16() {
  %a = stablehlo.constant dense<"0x00000080003C00BC003800C1003E00429AB9204A405620D000040014"> : tensor<14xf16>
  %r0 = stablehlo.convert %a : (tensor<14xf16>) -> tensor<14xi16>
  %w0 = stablehlo.constant dense<"0x000000000100FFFF0000FEFF0100030000000C006400DFFF00000000"> : tensor<14xi16>
  check.expect_eq %r0, %w0 : tensor<14xi16>
  return
}

// -----

func.func @convert_float16_int32() {
  %a = stablehlo.constant dense<"0x00000080003C00BC003800C1003E00429AB9204A405620D0FF7BFFFB00040014"> : tensor<16xf16>
  %r0 = stablehlo.convert %a : (tensor<16xf16>) -> tensor<16xi32>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000FFFFFFFF00000000FEFFFFFF0100000003000000000000000C00000064000000DFFFFFFFE0FF00002000FFFF0000000000000000"> : tensor<16xi32>
  check.expect_eq %r0, %w0 : tensor<16xi32>
  return
}

// -----

func.func @convert_float16_int64() {
  %a = stablehlo.constant dense<"0x00000080003C00BC003800C1003E00429AB9204A405620D0FF7BFFFB00040014"> : tensor<16xf16>
  %r0 = stablehlo.convert %a : (tensor<16xf16>) -> tensor<16xi64>
  %w0 = stablehlo.constant dense<"0x000000000000000000000000000000000100000000000000FFFFFFFFFFFFFFFF0000000000000000FEFFFFFFFFFFFFFF0100000000000000030000000000000000000000000000000C000000000000006400000000000000DFFFFFFFFFFFFFFFE0FF0000000000002000FFFFFFFFFFFF00000000000000000000000000000000"> : tensor<16xi64>
  check.expect_eq %r0, %w0 : tensor<16xi64>
  return
}

// -----

func.func @convert_float16_uint8() {
  %a = stablehlo.constant dense<"0x00000080003C0038003E00429AB9204A405600040014"> : tensor<11xf16>
  %r0 = stablehlo.convert %a : (tensor<11xf16>) -> tensor<11xui8>
  %w0 = stablehlo.constant dense<"0x000001000103000C640000"> : tensor<11xui8>
  check.expect_eq %r0, %w0 : tensor<11xui8>
  return
}

// -----

func.func @convert_float16_uint16() {
  %a = stablehlo.constant dense<"0x00000080003C0038003E00429AB9204A405600040014"> : tensor<11xf16>
  %r0 = stablehlo.convert %a : (tensor<11xf16>) -> tensor<11xui16>
  %w0 = stablehlo.constant dense<"0x00000000010000000100030000000C00640000000000"> : tensor<11xui16>
  check.expect_eq %r0, %w0 : tensor<11xui16>
  return
}

// -----

func.func @convert_float16_uint32() {
  %a = stablehlo.constant dense<"0x00000080003C0038003E00429AB9204A4056FF7B00040014"> : tensor<12xf16>
  %r0 = stablehlo.convert %a : (tensor<12xf16>) -> tensor<12xui32>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000000000000100000003000000000000000C00000064000000E0FF00000000000000000000"> : tensor<12xui32>
  check.expect_eq %r0, %w0 : tensor<12xui32>
  return
}

// -----

func.func @convert_float16_uint64() {
  %a = stablehlo.constant dense<"0x00000080003C0038003E00429AB9204A4056FF7B00040014"> : tensor<12xf16>
  %r0 = stablehlo.convert %a : (tensor<12xf16>) -> tensor<12xui64>
  %w0 = stablehlo.constant dense<"0x00000000000000000000000000000000010000000000000000000000000000000100000000000000030000000000000000000000000000000C000000000000006400000000000000E0FF00000000000000000000000000000000000000000000"> : tensor<12xui64>
  check.expect_eq %r0, %w0 : tensor<12xui64>
  return
}

// -----

func.func @convert_float16_bool() {
  %a = stablehlo.constant dense<"0x00000080003C00BC003800C1003E00429AB9204A405620D0007C00FC007EFF7BFFFB00040014"> : tensor<19xf16>
  %r0 = stablehlo.convert %a : (tensor<19xf16>) -> tensor<19xi1>
  %w0 = stablehlo.constant dense<"0x00000101010101010101010101010101010101"> : tensor<19xi1>
  check.expect_eq %r0, %w0 : tensor<19xi1>
  return
}

// -----

func.func @convert_bfloat16_float16() {
  %a = stablehlo.constant dense<"0x00000080803F80BF003F20C0C03F404033BF4441C84204C2807F80FFC07F7F7F7FFF8000003C"> : tensor<19xbf16>
  %r0 = stablehlo.convert %a : (tensor<19xbf16>) -> tensor<19xf16>
  %w0 = stablehlo.constant dense<"0x00000080003C00BC003800C1003E004298B9204A405620D0007C00FC007E007C00FC00000020"> : tensor<19xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<19xf16>, tensor<19xf16>
  return
}

// -----

func.func @convert_bfloat16_float32() {
  %a = stablehlo.constant dense<"0x00000080803F80BF003F20C0C03F404033BF4441C84204C2807F80FFC07F7F7F7FFF8000003C"> : tensor<19xbf16>
  %r0 = stablehlo.convert %a : (tensor<19xbf16>) -> tensor<19xf32>
  %w0 = stablehlo.constant dense<"0x00000000000000800000803F000080BF0000003F000020C00000C03F00004040000033BF000044410000C842000004C20000807F000080FF0000C07F00007F7F00007FFF000080000000003C"> : tensor<19xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<19xf32>, tensor<19xf32>
  return
}

// -----

func.func @convert_bfloat16_float64() {
  %a = stablehlo.constant dense<"0x00000080803F80BF003F20C0C03F404033BF4441C84204C2807F80FFC07F7F7F7FFF8000003C"> : tensor<19xbf16>
  %r0 = stablehlo.convert %a : (tensor<19xbf16>) -> tensor<19xf64>
  %w0 = stablehlo.constant dense<"0x00000000000000000000000000000080000000000000F03F000000000000F0BF000000000000E03F00000000000004C0000000000000F83F0000000000000840000000000060E6BF0000000000802840000000000000594000000000008040C0000000000000F07F000000000000F0FF000000000000F87F0000000000E0EF470000000000E0EFC70000000000001038000000000000803F"> : tensor<19xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<19xf64>, tensor<19xf64>
  return
}

// -----

func.func @convert_bfloat16_int8() {
  %a = stablehlo.constant dense<"0x00000080803F80BF003F20C0C03F404033BF4441C84204C28000003C"> : tensor<14xbf16>
  %r0 = stablehlo.convert %a : (tensor<14xbf16>) -> tensor<14xi8>
  %w0 = stablehlo.constant dense<"0x000001FF00FE0103000C64DF0000"> : tensor<14xi8>
  check.expect_eq %r0, %w0 : tensor<14xi8>
  return
}

// -----

func.func @convert_bfloat16_int16() {
  %a = stablehlo.constant dense<"0x00000080803F80BF003F20C0C03F404033BF4441C84204C28000003C"> : tensor<14xbf16>
  %r0 = stablehlo.convert %a : (tensor<14xbf16>) -> tensor<14xi16>
  %w0 = stablehlo.constant dense<"0x000000000100FFFF0000FEFF0100030000000C006400DFFF00000000"> : tensor<14xi16>
  check.expect_eq %r0, %w0 : tensor<14xi16>
  return
}

// -----

func.func @convert_bfloat16_int32() {
  %a = stablehlo.constant dense<"0x00000080803F80BF003F20C0C03F404033BF4441C84204C28000003C"> : tensor<14xbf16>
  %r0 = stablehlo.convert %a : (tensor<14xbf16>) -> tensor<14xi32>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000FFFFFFFF00000000FEFFFFFF0100000003000000000000000C00000064000000DFFFFFFF0000000000000000"> : tensor<14xi32>
  check.expect_eq %r0, %w0 : tensor<14xi32>
  return
}

// -----

func.func @convert_bfloat16_int64() {
  %a = stablehlo.constant dense<"0x00000080803F80BF003F20C0C03F404033BF4441C84204C28000003C"> : tensor<14xbf16>
  %r0 = stablehlo.convert %a : (tensor<14xbf16>) -> tensor<14xi64>
  %w0 = stablehlo.constant dense<"0x000000000000000000000000000000000100000000000000FFFFFFFFFFFFFFFF0000000000000000FEFFFFFFFFFFFFFF0100000000000000030000000000000000000000000000000C000000000000006400000000000000DFFFFFFFFFFFFFFF00000000000000000000000000000000"> : tensor<14xi64>
  check.expect_eq %r0, %w0 : tensor<14xi64>
  return
}

// -----

func.func @convert_bfloat16_uint8() {
  %a = stablehlo.constant dense<"0x00000080803F003FC03F404033BF4441C8428000003C"> : tensor<11xbf16>
  %r0 = stablehlo.convert %a : (tensor<11xbf16>) -> tensor<11xui8>
  %w0 = stablehlo.constant dense<"0x000001000103000C640000"> : tensor<11xui8>
  check.expect_eq %r0, %w0 : tensor<11xui8>
  return
}

// -----

func.func @convert_bfloat16_uint16() {
  %a = stablehlo.constant dense<"0x00000080803F003FC03F404033BF4441C8428000003C"> : tensor<11xbf16>
  %r0 = stablehlo.convert %a : (tensor<11xbf16>) -> tensor<11xui16>
  %w0 = stablehlo.constant dense<"0x00000000010000000100030000000C00640000000000"> : tensor<11xui16>
  check.expect_eq %r0, %w0 : tensor<11xui16>
  return
}

// -----

func.func @convert_bfloat16_uint32() {
  %a = stablehlo.constant dense<"0x00000080803F003FC03F404033BF4441C8428000003C"> : tensor<11xbf16>
  %r0 = stablehlo.convert %a : (tensor<11xbf16>) -> tensor<11xui32>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000000000000100000003000000000000000C000000640000000000000000000000"> : tensor<11xui32>
  check.expect_eq %r0, %w0 : tensor<11xui32>
  return
}

// -----

func.func @convert_bfloat16_uint64() {
  %a = stablehlo.constant dense<"0x00000080803F003FC03F404033BF4441C8428000003C"> : tensor<11xbf16>
  %r0 = stablehlo.convert %a : (tensor<11xbf16>) -> tensor<11xui64>
  %w0 = stablehlo.constant dense<"0x00000000000000000000000000000000010000000000000000000000000000000100000000000000030000000000000000000000000000000C00000000000000640000000000000000000000000000000000000000000000"> : tensor<11xui64>
  check.expect_eq %r0, %w0 : tensor<11xui64>
  return
}

// -----

func.func @convert_bfloat16_bool() {
  %a = stablehlo.constant dense<"0x00000080803F80BF003F20C0C03F404033BF4441C84204C2807F80FFC07F7F7F7FFF8000003C"> : tensor<19xbf16>
  %r0 = stablehlo.convert %a : (tensor<19xbf16>) -> tensor<19xi1>
  %w0 = stablehlo.constant dense<"0x00000101010101010101010101010101010101"> : tensor<19xi1>
  check.expect_eq %r0, %w0 : tensor<19xi1>
  return
}

// -----

func.func @convert_float32_float16() {
  %a = stablehlo.constant dense<"0x00000000000000800000803F000080BF0000003F000020C00000C03F00004040333333BF000044410000C842000004C20000807F000080FF0000C07FFFFF7F7FFFFF7FFF0000800000000034"> : tensor<19xf32>
  %r0 = stablehlo.convert %a : (tensor<19xf32>) -> tensor<19xf16>
  %w0 = stablehlo.constant dense<"0x00000080003C00BC003800C1003E00429AB9204A405620D0007C00FC007E007C00FC00000200"> : tensor<19xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<19xf16>, tensor<19xf16>
  return
}

// -----

func.func @convert_float32_bfloat16() {
  %a = stablehlo.constant dense<"0x00000000000000800000803F000080BF0000003F000020C00000C03F00004040333333BF000044410000C842000004C20000807F000080FF0000C07FFFFF7F7FFFFF7FFF0000800000000034"> : tensor<19xf32>
  %r0 = stablehlo.convert %a : (tensor<19xf32>) -> tensor<19xbf16>
  %w0 = stablehlo.constant dense<"0x00000080803F80BF003F20C0C03F404033BF4441C84204C2807F80FFC07F807F80FF80000034"> : tensor<19xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<19xbf16>, tensor<19xbf16>
  return
}

// -----

func.func @convert_float32_float64() {
  %a = stablehlo.constant dense<"0x00000000000000800000803F000080BF0000003F000020C00000C03F00004040333333BF000044410000C842000004C20000807F000080FF0000C07FFFFF7F7FFFFF7FFF0000800000000034"> : tensor<19xf32>
  %r0 = stablehlo.convert %a : (tensor<19xf32>) -> tensor<19xf64>
  %w0 = stablehlo.constant dense<"0x00000000000000000000000000000080000000000000F03F000000000000F0BF000000000000E03F00000000000004C0000000000000F83F0000000000000840000000606666E6BF0000000000802840000000000000594000000000008040C0000000000000F07F000000000000F0FF000000000000F87F000000E0FFFFEF47000000E0FFFFEFC70000000000001038000000000000803E"> : tensor<19xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<19xf64>, tensor<19xf64>
  return
}

// -----

func.func @convert_float32_int8() {
  %a = stablehlo.constant dense<"0x00000000000000800000803F000080BF0000003F000020C00000C03F00004040333333BF000044410000C842000004C20000800000000034"> : tensor<14xf32>
  %r0 = stablehlo.convert %a : (tensor<14xf32>) -> tensor<14xi8>
  %w0 = stablehlo.constant dense<"0x000001FF00FE0103000C64DF0000"> : tensor<14xi8>
  check.expect_eq %r0, %w0 : tensor<14xi8>
  return
}

// -----

func.func @convert_float32_int16() {
  %a = stablehlo.constant dense<"0x00000000000000800000803F000080BF0000003F000020C00000C03F00004040333333BF000044410000C842000004C20000800000000034"> : tensor<14xf32>
  %r0 = stablehlo.convert %a : (tensor<14xf32>) -> tensor<14xi16>
  %w0 = stablehlo.constant dense<"0x000000000100FFFF0000FEFF0100030000000C006400DFFF00000000"> : tensor<14xi16>
  check.expect_eq %r0, %w0 : tensor<14xi16>
  return
}

// -----

func.func @convert_float32_int32() {
  %a = stablehlo.constant dense<"0x00000000000000800000803F000080BF0000003F000020C00000C03F00004040333333BF000044410000C842000004C20000800000000034"> : tensor<14xf32>
  %r0 = stablehlo.convert %a : (tensor<14xf32>) -> tensor<14xi32>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000FFFFFFFF00000000FEFFFFFF0100000003000000000000000C00000064000000DFFFFFFF0000000000000000"> : tensor<14xi32>
  check.expect_eq %r0, %w0 : tensor<14xi32>
  return
}

// -----

func.func @convert_float32_int64() {
  %a = stablehlo.constant dense<"0x00000000000000800000803F000080BF0000003F000020C00000C03F00004040333333BF000044410000C842000004C20000800000000034"> : tensor<14xf32>
  %r0 = stablehlo.convert %a : (tensor<14xf32>) -> tensor<14xi64>
  %w0 = stablehlo.constant dense<"0x000000000000000000000000000000000100000000000000FFFFFFFFFFFFFFFF0000000000000000FEFFFFFFFFFFFFFF0100000000000000030000000000000000000000000000000C000000000000006400000000000000DFFFFFFFFFFFFFFF00000000000000000000000000000000"> : tensor<14xi64>
  check.expect_eq %r0, %w0 : tensor<14xi64>
  return
}

// -----

func.func @convert_float32_uint8() {
  %a = stablehlo.constant dense<"0x00000000000000800000803F0000003F0000C03F00004040333333BF000044410000C8420000800000000034"> : tensor<11xf32>
  %r0 = stablehlo.convert %a : (tensor<11xf32>) -> tensor<11xui8>
  %w0 = stablehlo.constant dense<"0x000001000103000C640000"> : tensor<11xui8>
  check.expect_eq %r0, %w0 : tensor<11xui8>
  return
}

// -----

func.func @convert_float32_uint16() {
  %a = stablehlo.constant dense<"0x00000000000000800000803F0000003F0000C03F00004040333333BF000044410000C8420000800000000034"> : tensor<11xf32>
  %r0 = stablehlo.convert %a : (tensor<11xf32>) -> tensor<11xui16>
  %w0 = stablehlo.constant dense<"0x00000000010000000100030000000C00640000000000"> : tensor<11xui16>
  check.expect_eq %r0, %w0 : tensor<11xui16>
  return
}

// -----

func.func @convert_float32_uint32() {
  %a = stablehlo.constant dense<"0x00000000000000800000803F0000003F0000C03F00004040333333BF000044410000C8420000800000000034"> : tensor<11xf32>
  %r0 = stablehlo.convert %a : (tensor<11xf32>) -> tensor<11xui32>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000000000000100000003000000000000000C000000640000000000000000000000"> : tensor<11xui32>
  check.expect_eq %r0, %w0 : tensor<11xui32>
  return
}

// -----

func.func @convert_float32_uint64() {
  %a = stablehlo.constant dense<"0x00000000000000800000803F0000003F0000C03F00004040333333BF000044410000C8420000800000000034"> : tensor<11xf32>
  %r0 = stablehlo.convert %a : (tensor<11xf32>) -> tensor<11xui64>
  %w0 = stablehlo.constant dense<"0x00000000000000000000000000000000010000000000000000000000000000000100000000000000030000000000000000000000000000000C00000000000000640000000000000000000000000000000000000000000000"> : tensor<11xui64>
  check.expect_eq %r0, %w0 : tensor<11xui64>
  return
}

// -----

func.func @convert_float32_bool() {
  %a = stablehlo.constant dense<"0x00000000000000800000803F000080BF0000003F000020C00000C03F00004040333333BF000044410000C842000004C20000807F000080FF0000C07FFFFF7F7FFFFF7FFF0000800000000034"> : tensor<19xf32>
  %r0 = stablehlo.convert %a : (tensor<19xf32>) -> tensor<19xi1>
  %w0 = stablehlo.constant dense<"0x00000101010101010101010101010101010101"> : tensor<19xi1>
  check.expect_eq %r0, %w0 : tensor<19xi1>
  return
}

// -----

func.func @convert_float64_float16() {
  %a = stablehlo.constant dense<"0x00000000000000000000000000000080000000000000F03F000000000000F0BF000000000000E03F00000000000004C0000000000000F83F0000000000000840666666666666E6BF0000000000802840000000000000594000000000008040C0000000000000F07F000000000000F0FF000000000000F87FFFFFFFFFFFFFEF7FFFFFFFFFFFFFEFFF0000000000001000000000000000B03C"> : tensor<19xf64>
  %r0 = stablehlo.convert %a : (tensor<19xf64>) -> tensor<19xf16>
  %w0 = stablehlo.constant dense<"0x00000080003C00BC003800C1003E00429AB9204A405620D0007C00FC007E007C00FC00000000"> : tensor<19xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<19xf16>, tensor<19xf16>
  return
}

// -----

func.func @convert_float64_bfloat16() {
  %a = stablehlo.constant dense<"0x00000000000000000000000000000080000000000000F03F000000000000F0BF000000000000E03F00000000000004C0000000000000F83F0000000000000840666666666666E6BF0000000000802840000000000000594000000000008040C0000000000000F07F000000000000F0FF000000000000F87FFFFFFFFFFFFFEF7FFFFFFFFFFFFFEFFF0000000000001000000000000000B03C"> : tensor<19xf64>
  %r0 = stablehlo.convert %a : (tensor<19xf64>) -> tensor<19xbf16>
  %w0 = stablehlo.constant dense<"0x00000080803F80BF003F20C0C03F404033BF4441C84204C2807F80FFC07F807F80FF00008025"> : tensor<19xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<19xbf16>, tensor<19xbf16>
  return
}

// -----

func.func @convert_float64_float32() {
  %a = stablehlo.constant dense<"0x00000000000000000000000000000080000000000000F03F000000000000F0BF000000000000E03F00000000000004C0000000000000F83F0000000000000840666666666666E6BF0000000000802840000000000000594000000000008040C0000000000000F07F000000000000F0FF000000000000F87FFFFFFFFFFFFFEF7FFFFFFFFFFFFFEFFF0000000000001000000000000000B03C"> : tensor<19xf64>
  %r0 = stablehlo.convert %a : (tensor<19xf64>) -> tensor<19xf32>
  %w0 = stablehlo.constant dense<"0x00000000000000800000803F000080BF0000003F000020C00000C03F00004040333333BF000044410000C842000004C20000807F000080FF0000C07F0000807F000080FF0000000000008025"> : tensor<19xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<19xf32>, tensor<19xf32>
  return
}

// -----

func.func @convert_float64_int8() {
  %a = stablehlo.constant dense<"0x00000000000000000000000000000080000000000000F03F000000000000F0BF000000000000E03F00000000000004C0000000000000F83F0000000000000840666666666666E6BF0000000000802840000000000000594000000000008040C00000000000001000000000000000B03C"> : tensor<14xf64>
  %r0 = stablehlo.convert %a : (tensor<14xf64>) -> tensor<14xi8>
  %w0 = stablehlo.constant dense<"0x000001FF00FE0103000C64DF0000"> : tensor<14xi8>
  check.expect_eq %r0, %w0 : tensor<14xi8>
  return
}

// -----

func.func @convert_float64_int16() {
  %a = stablehlo.constant dense<"0x00000000000000000000000000000080000000000000F03F000000000000F0BF000000000000E03F00000000000004C0000000000000F83F0000000000000840666666666666E6BF0000000000802840000000000000594000000000008040C00000000000001000000000000000B03C"> : tensor<14xf64>
  %r0 = stablehlo.convert %a : (tensor<14xf64>) -> tensor<14xi16>
  %w0 = stablehlo.constant dense<"0x000000000100FFFF0000FEFF0100030000000C006400DFFF00000000"> : tensor<14xi16>
  check.expect_eq %r0, %w0 : tensor<14xi16>
  return
}

// -----

func.func @convert_float64_int32() {
  %a = stablehlo.constant dense<"0x00000000000000000000000000000080000000000000F03F000000000000F0BF000000000000E03F00000000000004C0000000000000F83F0000000000000840666666666666E6BF0000000000802840000000000000594000000000008040C00000000000001000000000000000B03C"> : tensor<14xf64>
  %r0 = stablehlo.convert %a : (tensor<14xf64>) -> tensor<14xi32>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000FFFFFFFF00000000FEFFFFFF0100000003000000000000000C00000064000000DFFFFFFF0000000000000000"> : tensor<14xi32>
  check.expect_eq %r0, %w0 : tensor<14xi32>
  return
}

// -----

func.func @convert_float64_int64() {
  %a = stablehlo.constant dense<"0x00000000000000000000000000000080000000000000F03F000000000000F0BF000000000000E03F00000000000004C0000000000000F83F0000000000000840666666666666E6BF0000000000802840000000000000594000000000008040C00000000000001000000000000000B03C"> : tensor<14xf64>
  %r0 = stablehlo.convert %a : (tensor<14xf64>) -> tensor<14xi64>
  %w0 = stablehlo.constant dense<"0x000000000000000000000000000000000100000000000000FFFFFFFFFFFFFFFF0000000000000000FEFFFFFFFFFFFFFF0100000000000000030000000000000000000000000000000C000000000000006400000000000000DFFFFFFFFFFFFFFF00000000000000000000000000000000"> : tensor<14xi64>
  check.expect_eq %r0, %w0 : tensor<14xi64>
  return
}

// -----

func.func @convert_float64_uint8() {
  %a = stablehlo.constant dense<"0x00000000000000000000000000000080000000000000F03F000000000000E03F000000000000F83F0000000000000840666666666666E6BF000000000080284000000000000059400000000000001000000000000000B03C"> : tensor<11xf64>
  %r0 = stablehlo.convert %a : (tensor<11xf64>) -> tensor<11xui8>
  %w0 = stablehlo.constant dense<"0x000001000103000C640000"> : tensor<11xui8>
  check.expect_eq %r0, %w0 : tensor<11xui8>
  return
}

// -----

func.func @convert_float64_uint16() {
  %a = stablehlo.constant dense<"0x00000000000000000000000000000080000000000000F03F000000000000E03F000000000000F83F0000000000000840666666666666E6BF000000000080284000000000000059400000000000001000000000000000B03C"> : tensor<11xf64>
  %r0 = stablehlo.convert %a : (tensor<11xf64>) -> tensor<11xui16>
  %w0 = stablehlo.constant dense<"0x00000000010000000100030000000C00640000000000"> : tensor<11xui16>
  check.expect_eq %r0, %w0 : tensor<11xui16>
  return
}

// -----

func.func @convert_float64_uint32() {
  %a = stablehlo.constant dense<"0x00000000000000000000000000000080000000000000F03F000000000000E03F000000000000F83F0000000000000840666666666666E6BF000000000080284000000000000059400000000000001000000000000000B03C"> : tensor<11xf64>
  %r0 = stablehlo.convert %a : (tensor<11xf64>) -> tensor<11xui32>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000000000000100000003000000000000000C000000640000000000000000000000"> : tensor<11xui32>
  check.expect_eq %r0, %w0 : tensor<11xui32>
  return
}

// -----

func.func @convert_float64_uint64() {
  %a = stablehlo.constant dense<"0x00000000000000000000000000000080000000000000F03F000000000000E03F000000000000F83F0000000000000840666666666666E6BF000000000080284000000000000059400000000000001000000000000000B03C"> : tensor<11xf64>
  %r0 = stablehlo.convert %a : (tensor<11xf64>) -> tensor<11xui64>
  %w0 = stablehlo.constant dense<"0x00000000000000000000000000000000010000000000000000000000000000000100000000000000030000000000000000000000000000000C00000000000000640000000000000000000000000000000000000000000000"> : tensor<11xui64>
  check.expect_eq %r0, %w0 : tensor<11xui64>
  return
}

// -----

func.func @convert_float64_bool() {
  %a = stablehlo.constant dense<"0x00000000000000000000000000000080000000000000F03F000000000000F0BF000000000000E03F00000000000004C0000000000000F83F0000000000000840666666666666E6BF0000000000802840000000000000594000000000008040C0000000000000F07F000000000000F0FF000000000000F87FFFFFFFFFFFFFEF7FFFFFFFFFFFFFEFFF0000000000001000000000000000B03C"> : tensor<19xf64>
  %r0 = stablehlo.convert %a : (tensor<19xf64>) -> tensor<19xi1>
  %w0 = stablehlo.constant dense<"0x00000101010101010101010101010101010101"> : tensor<19xi1>
  check.expect_eq %r0, %w0 : tensor<19xi1>
  return
}

// -----

func.func @convert_int8_float16() {
  %a = stablehlo.constant dense<"0x0001020307647F7E8081FFFEF9"> : tensor<13xi8>
  %r0 = stablehlo.convert %a : (tensor<13xi8>) -> tensor<13xf16>
  %w0 = stablehlo.constant dense<"0x0000003C0040004200474056F057E05700D8F0D700BC00C000C7"> : tensor<13xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<13xf16>, tensor<13xf16>
  return
}

// -----

func.func @convert_int8_bfloat16() {
  %a = stablehlo.constant dense<"0x0001020307647F7E8081FFFEF9"> : tensor<13xi8>
  %r0 = stablehlo.convert %a : (tensor<13xi8>) -> tensor<13xbf16>
  %w0 = stablehlo.constant dense<"0x0000803F00404040E040C842FE42FC4200C3FEC280BF00C0E0C0"> : tensor<13xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<13xbf16>, tensor<13xbf16>
  return
}

// -----

func.func @convert_int8_float32() {
  %a = stablehlo.constant dense<"0x0001020307647F7E8081FFFEF9"> : tensor<13xi8>
  %r0 = stablehlo.convert %a : (tensor<13xi8>) -> tensor<13xf32>
  %w0 = stablehlo.constant dense<"0x000000000000803F00000040000040400000E0400000C8420000FE420000FC42000000C30000FEC2000080BF000000C00000E0C0"> : tensor<13xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<13xf32>, tensor<13xf32>
  return
}

// -----

func.func @convert_int8_float64() {
  %a = stablehlo.constant dense<"0x0001020307647F7E8081FFFEF9"> : tensor<13xi8>
  %r0 = stablehlo.convert %a : (tensor<13xi8>) -> tensor<13xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000000000000000000F03F000000000000004000000000000008400000000000001C4000000000000059400000000000C05F400000000000805F4000000000000060C00000000000C05FC0000000000000F0BF00000000000000C00000000000001CC0"> : tensor<13xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<13xf64>, tensor<13xf64>
  return
}

// -----

func.func @convert_int8_int16() {
  %a = stablehlo.constant dense<"0x0001020307647F7E8081FFFEF9"> : tensor<13xi8>
  %r0 = stablehlo.convert %a : (tensor<13xi8>) -> tensor<13xi16>
  %w0 = stablehlo.constant dense<"0x0000010002000300070064007F007E0080FF81FFFFFFFEFFF9FF"> : tensor<13xi16>
  check.expect_eq %r0, %w0 : tensor<13xi16>
  return
}

// -----

func.func @convert_int8_int32() {
  %a = stablehlo.constant dense<"0x0001020307647F7E8081FFFEF9"> : tensor<13xi8>
  %r0 = stablehlo.convert %a : (tensor<13xi8>) -> tensor<13xi32>
  %w0 = stablehlo.constant dense<"0x0000000001000000020000000300000007000000640000007F0000007E00000080FFFFFF81FFFFFFFFFFFFFFFEFFFFFFF9FFFFFF"> : tensor<13xi32>
  check.expect_eq %r0, %w0 : tensor<13xi32>
  return
}

// -----

func.func @convert_int8_int64() {
  %a = stablehlo.constant dense<"0x0001020307647F7E8081FFFEF9"> : tensor<13xi8>
  %r0 = stablehlo.convert %a : (tensor<13xi8>) -> tensor<13xi64>
  %w0 = stablehlo.constant dense<"0x0000000000000000010000000000000002000000000000000300000000000000070000000000000064000000000000007F000000000000007E0000000000000080FFFFFFFFFFFFFF81FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF"> : tensor<13xi64>
  check.expect_eq %r0, %w0 : tensor<13xi64>
  return
}

// -----

func.func @convert_int8_uint8() {
  %a = stablehlo.constant dense<"0x0001020307647F7E8081FFFEF9"> : tensor<13xi8>
  %r0 = stablehlo.convert %a : (tensor<13xi8>) -> tensor<13xui8>
  %w0 = stablehlo.constant dense<"0x0001020307647F7E8081FFFEF9"> : tensor<13xui8>
  check.expect_eq %r0, %w0 : tensor<13xui8>
  return
}

// -----

func.func @convert_int8_uint16() {
  %a = stablehlo.constant dense<"0x0001020307647F7E8081FFFEF9"> : tensor<13xi8>
  %r0 = stablehlo.convert %a : (tensor<13xi8>) -> tensor<13xui16>
  %w0 = stablehlo.constant dense<"0x0000010002000300070064007F007E0080FF81FFFFFFFEFFF9FF"> : tensor<13xui16>
  check.expect_eq %r0, %w0 : tensor<13xui16>
  return
}

// -----

func.func @convert_int8_uint32() {
  %a = stablehlo.constant dense<"0x0001020307647F7E8081FFFEF9"> : tensor<13xi8>
  %r0 = stablehlo.convert %a : (tensor<13xi8>) -> tensor<13xui32>
  %w0 = stablehlo.constant dense<"0x0000000001000000020000000300000007000000640000007F0000007E00000080FFFFFF81FFFFFFFFFFFFFFFEFFFFFFF9FFFFFF"> : tensor<13xui32>
  check.expect_eq %r0, %w0 : tensor<13xui32>
  return
}

// -----

func.func @convert_int8_uint64() {
  %a = stablehlo.constant dense<"0x0001020307647F7E8081FFFEF9"> : tensor<13xi8>
  %r0 = stablehlo.convert %a : (tensor<13xi8>) -> tensor<13xui64>
  %w0 = stablehlo.constant dense<"0x0000000000000000010000000000000002000000000000000300000000000000070000000000000064000000000000007F000000000000007E0000000000000080FFFFFFFFFFFFFF81FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF"> : tensor<13xui64>
  check.expect_eq %r0, %w0 : tensor<13xui64>
  return
}

// -----

func.func @convert_int8_bool() {
  %a = stablehlo.constant dense<"0x0001020307647F7E8081FFFEF9"> : tensor<13xi8>
  %r0 = stablehlo.convert %a : (tensor<13xi8>) -> tensor<13xi1>
  %w0 = stablehlo.constant dense<"0x00010101010101010101010101"> : tensor<13xi1>
  check.expect_eq %r0, %w0 : tensor<13xi1>
  return
}

// -----

func.func @convert_int16_float16() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FF7FFE7F00800180FFFFFEFFF9FF"> : tensor<13xi16>
  %r0 = stablehlo.convert %a : (tensor<13xi16>) -> tensor<13xf16>
  %w0 = stablehlo.constant dense<"0x0000003C00400042004740560078007800F800F800BC00C000C7"> : tensor<13xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<13xf16>, tensor<13xf16>
  return
}

// -----

func.func @convert_int16_bfloat16() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FF7FFE7F00800180FFFFFEFFF9FF"> : tensor<13xi16>
  %r0 = stablehlo.convert %a : (tensor<13xi16>) -> tensor<13xbf16>
  %w0 = stablehlo.constant dense<"0x0000803F00404040E040C8420047004700C700C780BF00C0E0C0"> : tensor<13xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<13xbf16>, tensor<13xbf16>
  return
}

// -----

func.func @convert_int16_float32() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FF7FFE7F00800180FFFFFEFFF9FF"> : tensor<13xi16>
  %r0 = stablehlo.convert %a : (tensor<13xi16>) -> tensor<13xf32>
  %w0 = stablehlo.constant dense<"0x000000000000803F00000040000040400000E0400000C84200FEFF4600FCFF46000000C700FEFFC6000080BF000000C00000E0C0"> : tensor<13xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<13xf32>, tensor<13xf32>
  return
}

// -----

func.func @convert_int16_float64() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FF7FFE7F00800180FFFFFEFFF9FF"> : tensor<13xi16>
  %r0 = stablehlo.convert %a : (tensor<13xi16>) -> tensor<13xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000000000000000000F03F000000000000004000000000000008400000000000001C40000000000000594000000000C0FFDF400000000080FFDF40000000000000E0C000000000C0FFDFC0000000000000F0BF00000000000000C00000000000001CC0"> : tensor<13xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<13xf64>, tensor<13xf64>
  return
}

// -----

func.func @convert_int16_int8() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FF7FFE7F00800180FFFFFEFFF9FF"> : tensor<13xi16>
  %r0 = stablehlo.convert %a : (tensor<13xi16>) -> tensor<13xi8>
  %w0 = stablehlo.constant dense<"0x000102030764FFFE0001FFFEF9"> : tensor<13xi8>
  check.expect_eq %r0, %w0 : tensor<13xi8>
  return
}

// -----

func.func @convert_int16_int32() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FF7FFE7F00800180FFFFFEFFF9FF"> : tensor<13xi16>
  %r0 = stablehlo.convert %a : (tensor<13xi16>) -> tensor<13xi32>
  %w0 = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FF7F0000FE7F00000080FFFF0180FFFFFFFFFFFFFEFFFFFFF9FFFFFF"> : tensor<13xi32>
  check.expect_eq %r0, %w0 : tensor<13xi32>
  return
}

// -----

func.func @convert_int16_int64() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FF7FFE7F00800180FFFFFEFFF9FF"> : tensor<13xi16>
  %r0 = stablehlo.convert %a : (tensor<13xi16>) -> tensor<13xi64>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FF7F000000000000FE7F0000000000000080FFFFFFFFFFFF0180FFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF"> : tensor<13xi64>
  check.expect_eq %r0, %w0 : tensor<13xi64>
  return
}

// -----

func.func @convert_int16_uint8() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FF7FFE7F00800180FFFFFEFFF9FF"> : tensor<13xi16>
  %r0 = stablehlo.convert %a : (tensor<13xi16>) -> tensor<13xui8>
  %w0 = stablehlo.constant dense<"0x000102030764FFFE0001FFFEF9"> : tensor<13xui8>
  check.expect_eq %r0, %w0 : tensor<13xui8>
  return
}

// -----

func.func @convert_int16_uint16() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FF7FFE7F00800180FFFFFEFFF9FF"> : tensor<13xi16>
  %r0 = stablehlo.convert %a : (tensor<13xi16>) -> tensor<13xui16>
  %w0 = stablehlo.constant dense<"0x000001000200030007006400FF7FFE7F00800180FFFFFEFFF9FF"> : tensor<13xui16>
  check.expect_eq %r0, %w0 : tensor<13xui16>
  return
}

// -----

func.func @convert_int16_uint32() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FF7FFE7F00800180FFFFFEFFF9FF"> : tensor<13xi16>
  %r0 = stablehlo.convert %a : (tensor<13xi16>) -> tensor<13xui32>
  %w0 = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FF7F0000FE7F00000080FFFF0180FFFFFFFFFFFFFEFFFFFFF9FFFFFF"> : tensor<13xui32>
  check.expect_eq %r0, %w0 : tensor<13xui32>
  return
}

// -----

func.func @convert_int16_uint64() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FF7FFE7F00800180FFFFFEFFF9FF"> : tensor<13xi16>
  %r0 = stablehlo.convert %a : (tensor<13xi16>) -> tensor<13xui64>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FF7F000000000000FE7F0000000000000080FFFFFFFFFFFF0180FFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF"> : tensor<13xui64>
  check.expect_eq %r0, %w0 : tensor<13xui64>
  return
}

// -----

func.func @convert_int16_bool() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FF7FFE7F00800180FFFFFEFFF9FF"> : tensor<13xi16>
  %r0 = stablehlo.convert %a : (tensor<13xi16>) -> tensor<13xi1>
  %w0 = stablehlo.constant dense<"0x00010101010101010101010101"> : tensor<13xi1>
  check.expect_eq %r0, %w0 : tensor<13xi1>
  return
}

// -----

func.func @convert_int32_float16() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFF7FFEFFFF7F0000008001000080FFFFFFFFFEFFFFFFF9FFFFFF"> : tensor<13xi32>
  %r0 = stablehlo.convert %a : (tensor<13xi32>) -> tensor<13xf16>
  %w0 = stablehlo.constant dense<"0x0000003C0040004200474056007C007C00FC00FC00BC00C000C7"> : tensor<13xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<13xf16>, tensor<13xf16>
  return
}

// -----

func.func @convert_int32_bfloat16() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFF7FFEFFFF7F0000008001000080FFFFFFFFFEFFFFFFF9FFFFFF"> : tensor<13xi32>
  %r0 = stablehlo.convert %a : (tensor<13xi32>) -> tensor<13xbf16>
  %w0 = stablehlo.constant dense<"0x0000803F00404040E040C842004F004F00CF00CF80BF00C0E0C0"> : tensor<13xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<13xbf16>, tensor<13xbf16>
  return
}

// -----

func.func @convert_int32_float32() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFF7FFEFFFF7F0000008001000080FFFFFFFFFEFFFFFFF9FFFFFF"> : tensor<13xi32>
  %r0 = stablehlo.convert %a : (tensor<13xi32>) -> tensor<13xf32>
  %w0 = stablehlo.constant dense<"0x000000000000803F00000040000040400000E0400000C8420000004F0000004F000000CF000000CF000080BF000000C00000E0C0"> : tensor<13xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<13xf32>, tensor<13xf32>
  return
}

// -----

func.func @convert_int32_float64() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFF7FFEFFFF7F0000008001000080FFFFFFFFFEFFFFFFF9FFFFFF"> : tensor<13xi32>
  %r0 = stablehlo.convert %a : (tensor<13xi32>) -> tensor<13xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000000000000000000F03F000000000000004000000000000008400000000000001C4000000000000059400000C0FFFFFFDF41000080FFFFFFDF41000000000000E0C10000C0FFFFFFDFC1000000000000F0BF00000000000000C00000000000001CC0"> : tensor<13xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<13xf64>, tensor<13xf64>
  return
}

// -----

func.func @convert_int32_int8() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFF7FFEFFFF7F0000008001000080FFFFFFFFFEFFFFFFF9FFFFFF"> : tensor<13xi32>
  %r0 = stablehlo.convert %a : (tensor<13xi32>) -> tensor<13xi8>
  %w0 = stablehlo.constant dense<"0x000102030764FFFE0001FFFEF9"> : tensor<13xi8>
  check.expect_eq %r0, %w0 : tensor<13xi8>
  return
}

// -----

func.func @convert_int32_int16() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFF7FFEFFFF7F0000008001000080FFFFFFFFFEFFFFFFF9FFFFFF"> : tensor<13xi32>
  %r0 = stablehlo.convert %a : (tensor<13xi32>) -> tensor<13xi16>
  %w0 = stablehlo.constant dense<"0x000001000200030007006400FFFFFEFF00000100FFFFFEFFF9FF"> : tensor<13xi16>
  check.expect_eq %r0, %w0 : tensor<13xi16>
  return
}

// -----

func.func @convert_int32_int64() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFF7FFEFFFF7F0000008001000080FFFFFFFFFEFFFFFFF9FFFFFF"> : tensor<13xi32>
  %r0 = stablehlo.convert %a : (tensor<13xi32>) -> tensor<13xi64>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFF7F00000000FEFFFF7F0000000000000080FFFFFFFF01000080FFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF"> : tensor<13xi64>
  check.expect_eq %r0, %w0 : tensor<13xi64>
  return
}

// -----

func.func @convert_int32_uint8() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFF7FFEFFFF7F0000008001000080FFFFFFFFFEFFFFFFF9FFFFFF"> : tensor<13xi32>
  %r0 = stablehlo.convert %a : (tensor<13xi32>) -> tensor<13xui8>
  %w0 = stablehlo.constant dense<"0x000102030764FFFE0001FFFEF9"> : tensor<13xui8>
  check.expect_eq %r0, %w0 : tensor<13xui8>
  return
}

// -----

func.func @convert_int32_uint16() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFF7FFEFFFF7F0000008001000080FFFFFFFFFEFFFFFFF9FFFFFF"> : tensor<13xi32>
  %r0 = stablehlo.convert %a : (tensor<13xi32>) -> tensor<13xui16>
  %w0 = stablehlo.constant dense<"0x000001000200030007006400FFFFFEFF00000100FFFFFEFFF9FF"> : tensor<13xui16>
  check.expect_eq %r0, %w0 : tensor<13xui16>
  return
}

// -----

func.func @convert_int32_uint32() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFF7FFEFFFF7F0000008001000080FFFFFFFFFEFFFFFFF9FFFFFF"> : tensor<13xi32>
  %r0 = stablehlo.convert %a : (tensor<13xi32>) -> tensor<13xui32>
  %w0 = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFF7FFEFFFF7F0000008001000080FFFFFFFFFEFFFFFFF9FFFFFF"> : tensor<13xui32>
  check.expect_eq %r0, %w0 : tensor<13xui32>
  return
}

// -----

func.func @convert_int32_uint64() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFF7FFEFFFF7F0000008001000080FFFFFFFFFEFFFFFFF9FFFFFF"> : tensor<13xi32>
  %r0 = stablehlo.convert %a : (tensor<13xi32>) -> tensor<13xui64>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFF7F00000000FEFFFF7F0000000000000080FFFFFFFF01000080FFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF"> : tensor<13xui64>
  check.expect_eq %r0, %w0 : tensor<13xui64>
  return
}

// -----

func.func @convert_int32_bool() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFF7FFEFFFF7F0000008001000080FFFFFFFFFEFFFFFFF9FFFFFF"> : tensor<13xi32>
  %r0 = stablehlo.convert %a : (tensor<13xi32>) -> tensor<13xi1>
  %w0 = stablehlo.constant dense<"0x00010101010101010101010101"> : tensor<13xi1>
  check.expect_eq %r0, %w0 : tensor<13xi1>
  return
}

// -----

func.func @convert_int64_float16() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFF7FFEFFFFFFFFFFFF7F00000000000000800100000000000080FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF"> : tensor<13xi64>
  %r0 = stablehlo.convert %a : (tensor<13xi64>) -> tensor<13xf16>
  %w0 = stablehlo.constant dense<"0x0000003C0040004200474056007C007C00FC00FC00BC00C000C7"> : tensor<13xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<13xf16>, tensor<13xf16>
  return
}

// -----

func.func @convert_int64_bfloat16() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFF7FFEFFFFFFFFFFFF7F00000000000000800100000000000080FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF"> : tensor<13xi64>
  %r0 = stablehlo.convert %a : (tensor<13xi64>) -> tensor<13xbf16>
  %w0 = stablehlo.constant dense<"0x0000803F00404040E040C842005F005F00DF00DF80BF00C0E0C0"> : tensor<13xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<13xbf16>, tensor<13xbf16>
  return
}

// -----

func.func @convert_int64_float32() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFF7FFEFFFFFFFFFFFF7F00000000000000800100000000000080FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF"> : tensor<13xi64>
  %r0 = stablehlo.convert %a : (tensor<13xi64>) -> tensor<13xf32>
  %w0 = stablehlo.constant dense<"0x000000000000803F00000040000040400000E0400000C8420000005F0000005F000000DF000000DF000080BF000000C00000E0C0"> : tensor<13xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<13xf32>, tensor<13xf32>
  return
}

// -----

func.func @convert_int64_float64() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFF7FFEFFFFFFFFFFFF7F00000000000000800100000000000080FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF"> : tensor<13xi64>
  %r0 = stablehlo.convert %a : (tensor<13xi64>) -> tensor<13xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000000000000000000F03F000000000000004000000000000008400000000000001C400000000000005940000000000000E043000000000000E043000000000000E0C3000000000000E0C3000000000000F0BF00000000000000C00000000000001CC0"> : tensor<13xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<13xf64>, tensor<13xf64>
  return
}

// -----

func.func @convert_int64_int8() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFF7FFEFFFFFFFFFFFF7F00000000000000800100000000000080FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF"> : tensor<13xi64>
  %r0 = stablehlo.convert %a : (tensor<13xi64>) -> tensor<13xi8>
  %w0 = stablehlo.constant dense<"0x000102030764FFFE0001FFFEF9"> : tensor<13xi8>
  check.expect_eq %r0, %w0 : tensor<13xi8>
  return
}

// -----

func.func @convert_int64_int16() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFF7FFEFFFFFFFFFFFF7F00000000000000800100000000000080FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF"> : tensor<13xi64>
  %r0 = stablehlo.convert %a : (tensor<13xi64>) -> tensor<13xi16>
  %w0 = stablehlo.constant dense<"0x000001000200030007006400FFFFFEFF00000100FFFFFEFFF9FF"> : tensor<13xi16>
  check.expect_eq %r0, %w0 : tensor<13xi16>
  return
}

// -----

func.func @convert_int64_int32() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFF7FFEFFFFFFFFFFFF7F00000000000000800100000000000080FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF"> : tensor<13xi64>
  %r0 = stablehlo.convert %a : (tensor<13xi64>) -> tensor<13xi32>
  %w0 = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFFFFFEFFFFFF0000000001000000FFFFFFFFFEFFFFFFF9FFFFFF"> : tensor<13xi32>
  check.expect_eq %r0, %w0 : tensor<13xi32>
  return
}

// -----

func.func @convert_int64_uint8() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFF7FFEFFFFFFFFFFFF7F00000000000000800100000000000080FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF"> : tensor<13xi64>
  %r0 = stablehlo.convert %a : (tensor<13xi64>) -> tensor<13xui8>
  %w0 = stablehlo.constant dense<"0x000102030764FFFE0001FFFEF9"> : tensor<13xui8>
  check.expect_eq %r0, %w0 : tensor<13xui8>
  return
}

// -----

func.func @convert_int64_uint16() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFF7FFEFFFFFFFFFFFF7F00000000000000800100000000000080FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF"> : tensor<13xi64>
  %r0 = stablehlo.convert %a : (tensor<13xi64>) -> tensor<13xui16>
  %w0 = stablehlo.constant dense<"0x000001000200030007006400FFFFFEFF00000100FFFFFEFFF9FF"> : tensor<13xui16>
  check.expect_eq %r0, %w0 : tensor<13xui16>
  return
}

// -----

func.func @convert_int64_uint32() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFF7FFEFFFFFFFFFFFF7F00000000000000800100000000000080FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF"> : tensor<13xi64>
  %r0 = stablehlo.convert %a : (tensor<13xi64>) -> tensor<13xui32>
  %w0 = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFFFFFEFFFFFF0000000001000000FFFFFFFFFEFFFFFFF9FFFFFF"> : tensor<13xui32>
  check.expect_eq %r0, %w0 : tensor<13xui32>
  return
}

// -----

func.func @convert_int64_uint64() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFF7FFEFFFFFFFFFFFF7F00000000000000800100000000000080FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF"> : tensor<13xi64>
  %r0 = stablehlo.convert %a : (tensor<13xi64>) -> tensor<13xui64>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFF7FFEFFFFFFFFFFFF7F00000000000000800100000000000080FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF"> : tensor<13xui64>
  check.expect_eq %r0, %w0 : tensor<13xui64>
  return
}

// -----

func.func @convert_int64_bool() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFF7FFEFFFFFFFFFFFF7F00000000000000800100000000000080FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF"> : tensor<13xi64>
  %r0 = stablehlo.convert %a : (tensor<13xi64>) -> tensor<13xi1>
  %w0 = stablehlo.constant dense<"0x00010101010101010101010101"> : tensor<13xi1>
  check.expect_eq %r0, %w0 : tensor<13xi1>
  return
}

// -----

func.func @convert_uint8_float16() {
  %a = stablehlo.constant dense<"0x000102030764FFFE0001"> : tensor<10xui8>
  %r0 = stablehlo.convert %a : (tensor<10xui8>) -> tensor<10xf16>
  %w0 = stablehlo.constant dense<"0x0000003C0040004200474056F85BF05B0000003C"> : tensor<10xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<10xf16>, tensor<10xf16>
  return
}

// -----

func.func @convert_uint8_bfloat16() {
  %a = stablehlo.constant dense<"0x000102030764FFFE0001"> : tensor<10xui8>
  %r0 = stablehlo.convert %a : (tensor<10xui8>) -> tensor<10xbf16>
  %w0 = stablehlo.constant dense<"0x0000803F00404040E040C8427F437E430000803F"> : tensor<10xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<10xbf16>, tensor<10xbf16>
  return
}

// -----

func.func @convert_uint8_float32() {
  %a = stablehlo.constant dense<"0x000102030764FFFE0001"> : tensor<10xui8>
  %r0 = stablehlo.convert %a : (tensor<10xui8>) -> tensor<10xf32>
  %w0 = stablehlo.constant dense<"0x000000000000803F00000040000040400000E0400000C84200007F4300007E43000000000000803F"> : tensor<10xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<10xf32>, tensor<10xf32>
  return
}

// -----

func.func @convert_uint8_float64() {
  %a = stablehlo.constant dense<"0x000102030764FFFE0001"> : tensor<10xui8>
  %r0 = stablehlo.convert %a : (tensor<10xui8>) -> tensor<10xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000000000000000000F03F000000000000004000000000000008400000000000001C4000000000000059400000000000E06F400000000000C06F400000000000000000000000000000F03F"> : tensor<10xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<10xf64>, tensor<10xf64>
  return
}

// -----

func.func @convert_uint8_int8() {
  %a = stablehlo.constant dense<"0x000102030764FFFE0001"> : tensor<10xui8>
  %r0 = stablehlo.convert %a : (tensor<10xui8>) -> tensor<10xi8>
  %w0 = stablehlo.constant dense<"0x000102030764FFFE0001"> : tensor<10xi8>
  check.expect_eq %r0, %w0 : tensor<10xi8>
  return
}

// -----

func.func @convert_uint8_int16() {
  %a = stablehlo.constant dense<"0x000102030764FFFE0001"> : tensor<10xui8>
  %r0 = stablehlo.convert %a : (tensor<10xui8>) -> tensor<10xi16>
  %w0 = stablehlo.constant dense<"0x000001000200030007006400FF00FE0000000100"> : tensor<10xi16>
  check.expect_eq %r0, %w0 : tensor<10xi16>
  return
}

// -----

func.func @convert_uint8_int32() {
  %a = stablehlo.constant dense<"0x000102030764FFFE0001"> : tensor<10xui8>
  %r0 = stablehlo.convert %a : (tensor<10xui8>) -> tensor<10xi32>
  %w0 = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FF000000FE0000000000000001000000"> : tensor<10xi32>
  check.expect_eq %r0, %w0 : tensor<10xi32>
  return
}

// -----

func.func @convert_uint8_int64() {
  %a = stablehlo.constant dense<"0x000102030764FFFE0001"> : tensor<10xui8>
  %r0 = stablehlo.convert %a : (tensor<10xui8>) -> tensor<10xi64>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FF00000000000000FE0000000000000000000000000000000100000000000000"> : tensor<10xi64>
  check.expect_eq %r0, %w0 : tensor<10xi64>
  return
}

// -----

func.func @convert_uint8_uint16() {
  %a = stablehlo.constant dense<"0x000102030764FFFE0001"> : tensor<10xui8>
  %r0 = stablehlo.convert %a : (tensor<10xui8>) -> tensor<10xui16>
  %w0 = stablehlo.constant dense<"0x000001000200030007006400FF00FE0000000100"> : tensor<10xui16>
  check.expect_eq %r0, %w0 : tensor<10xui16>
  return
}

// -----

func.func @convert_uint8_uint32() {
  %a = stablehlo.constant dense<"0x000102030764FFFE0001"> : tensor<10xui8>
  %r0 = stablehlo.convert %a : (tensor<10xui8>) -> tensor<10xui32>
  %w0 = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FF000000FE0000000000000001000000"> : tensor<10xui32>
  check.expect_eq %r0, %w0 : tensor<10xui32>
  return
}

// -----

func.func @convert_uint8_uint64() {
  %a = stablehlo.constant dense<"0x000102030764FFFE0001"> : tensor<10xui8>
  %r0 = stablehlo.convert %a : (tensor<10xui8>) -> tensor<10xui64>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FF00000000000000FE0000000000000000000000000000000100000000000000"> : tensor<10xui64>
  check.expect_eq %r0, %w0 : tensor<10xui64>
  return
}

// -----

func.func @convert_uint8_bool() {
  %a = stablehlo.constant dense<"0x000102030764FFFE0001"> : tensor<10xui8>
  %r0 = stablehlo.convert %a : (tensor<10xui8>) -> tensor<10xi1>
  %w0 = stablehlo.constant dense<"0x00010101010101010001"> : tensor<10xi1>
  check.expect_eq %r0, %w0 : tensor<10xi1>
  return
}

// -----

func.func @convert_uint16_float16() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FFFFFEFF00000100"> : tensor<10xui16>
  %r0 = stablehlo.convert %a : (tensor<10xui16>) -> tensor<10xf16>
  %w0 = stablehlo.constant dense<"0x0000003C0040004200474056007C007C0000003C"> : tensor<10xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<10xf16>, tensor<10xf16>
  return
}

// -----

func.func @convert_uint16_bfloat16() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FFFFFEFF00000100"> : tensor<10xui16>
  %r0 = stablehlo.convert %a : (tensor<10xui16>) -> tensor<10xbf16>
  %w0 = stablehlo.constant dense<"0x0000803F00404040E040C842804780470000803F"> : tensor<10xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<10xbf16>, tensor<10xbf16>
  return
}

// -----

func.func @convert_uint16_float32() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FFFFFEFF00000100"> : tensor<10xui16>
  %r0 = stablehlo.convert %a : (tensor<10xui16>) -> tensor<10xf32>
  %w0 = stablehlo.constant dense<"0x000000000000803F00000040000040400000E0400000C84200FF7F4700FE7F47000000000000803F"> : tensor<10xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<10xf32>, tensor<10xf32>
  return
}

// -----

func.func @convert_uint16_float64() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FFFFFEFF00000100"> : tensor<10xui16>
  %r0 = stablehlo.convert %a : (tensor<10xui16>) -> tensor<10xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000000000000000000F03F000000000000004000000000000008400000000000001C40000000000000594000000000E0FFEF4000000000C0FFEF400000000000000000000000000000F03F"> : tensor<10xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<10xf64>, tensor<10xf64>
  return
}

// -----

func.func @convert_uint16_int8() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FFFFFEFF00000100"> : tensor<10xui16>
  %r0 = stablehlo.convert %a : (tensor<10xui16>) -> tensor<10xi8>
  %w0 = stablehlo.constant dense<"0x000102030764FFFE0001"> : tensor<10xi8>
  check.expect_eq %r0, %w0 : tensor<10xi8>
  return
}

// -----

func.func @convert_uint16_int16() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FFFFFEFF00000100"> : tensor<10xui16>
  %r0 = stablehlo.convert %a : (tensor<10xui16>) -> tensor<10xi16>
  %w0 = stablehlo.constant dense<"0x000001000200030007006400FFFFFEFF00000100"> : tensor<10xi16>
  check.expect_eq %r0, %w0 : tensor<10xi16>
  return
}

// -----

func.func @convert_uint16_int32() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FFFFFEFF00000100"> : tensor<10xui16>
  %r0 = stablehlo.convert %a : (tensor<10xui16>) -> tensor<10xi32>
  %w0 = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFF0000FEFF00000000000001000000"> : tensor<10xi32>
  check.expect_eq %r0, %w0 : tensor<10xi32>
  return
}

// -----

func.func @convert_uint16_int64() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FFFFFEFF00000100"> : tensor<10xui16>
  %r0 = stablehlo.convert %a : (tensor<10xui16>) -> tensor<10xi64>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFF000000000000FEFF00000000000000000000000000000100000000000000"> : tensor<10xi64>
  check.expect_eq %r0, %w0 : tensor<10xi64>
  return
}

// -----

func.func @convert_uint16_uint8() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FFFFFEFF00000100"> : tensor<10xui16>
  %r0 = stablehlo.convert %a : (tensor<10xui16>) -> tensor<10xui8>
  %w0 = stablehlo.constant dense<"0x000102030764FFFE0001"> : tensor<10xui8>
  check.expect_eq %r0, %w0 : tensor<10xui8>
  return
}

// -----

func.func @convert_uint16_uint32() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FFFFFEFF00000100"> : tensor<10xui16>
  %r0 = stablehlo.convert %a : (tensor<10xui16>) -> tensor<10xui32>
  %w0 = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFF0000FEFF00000000000001000000"> : tensor<10xui32>
  check.expect_eq %r0, %w0 : tensor<10xui32>
  return
}

// -----

func.func @convert_uint16_uint64() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FFFFFEFF00000100"> : tensor<10xui16>
  %r0 = stablehlo.convert %a : (tensor<10xui16>) -> tensor<10xui64>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFF000000000000FEFF00000000000000000000000000000100000000000000"> : tensor<10xui64>
  check.expect_eq %r0, %w0 : tensor<10xui64>
  return
}

// -----

func.func @convert_uint16_bool() {
  %a = stablehlo.constant dense<"0x000001000200030007006400FFFFFEFF00000100"> : tensor<10xui16>
  %r0 = stablehlo.convert %a : (tensor<10xui16>) -> tensor<10xi1>
  %w0 = stablehlo.constant dense<"0x00010101010101010001"> : tensor<10xi1>
  check.expect_eq %r0, %w0 : tensor<10xi1>
  return
}

// -----

func.func @convert_uint32_float16() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFFFFFEFFFFFF0000000001000000"> : tensor<10xui32>
  %r0 = stablehlo.convert %a : (tensor<10xui32>) -> tensor<10xf16>
  %w0 = stablehlo.constant dense<"0x0000003C0040004200474056007C007C0000003C"> : tensor<10xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<10xf16>, tensor<10xf16>
  return
}

// -----

func.func @convert_uint32_bfloat16() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFFFFFEFFFFFF0000000001000000"> : tensor<10xui32>
  %r0 = stablehlo.convert %a : (tensor<10xui32>) -> tensor<10xbf16>
  %w0 = stablehlo.constant dense<"0x0000803F00404040E040C842804F804F0000803F"> : tensor<10xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<10xbf16>, tensor<10xbf16>
  return
}

// -----

func.func @convert_uint32_float32() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFFFFFEFFFFFF0000000001000000"> : tensor<10xui32>
  %r0 = stablehlo.convert %a : (tensor<10xui32>) -> tensor<10xf32>
  %w0 = stablehlo.constant dense<"0x000000000000803F00000040000040400000E0400000C8420000804F0000804F000000000000803F"> : tensor<10xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<10xf32>, tensor<10xf32>
  return
}

// -----

func.func @convert_uint32_float64() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFFFFFEFFFFFF0000000001000000"> : tensor<10xui32>
  %r0 = stablehlo.convert %a : (tensor<10xui32>) -> tensor<10xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000000000000000000F03F000000000000004000000000000008400000000000001C4000000000000059400000E0FFFFFFEF410000C0FFFFFFEF410000000000000000000000000000F03F"> : tensor<10xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<10xf64>, tensor<10xf64>
  return
}

// -----

func.func @convert_uint32_int8() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFFFFFEFFFFFF0000000001000000"> : tensor<10xui32>
  %r0 = stablehlo.convert %a : (tensor<10xui32>) -> tensor<10xi8>
  %w0 = stablehlo.constant dense<"0x000102030764FFFE0001"> : tensor<10xi8>
  check.expect_eq %r0, %w0 : tensor<10xi8>
  return
}

// -----

func.func @convert_uint32_int16() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFFFFFEFFFFFF0000000001000000"> : tensor<10xui32>
  %r0 = stablehlo.convert %a : (tensor<10xui32>) -> tensor<10xi16>
  %w0 = stablehlo.constant dense<"0x000001000200030007006400FFFFFEFF00000100"> : tensor<10xi16>
  check.expect_eq %r0, %w0 : tensor<10xi16>
  return
}

// -----

func.func @convert_uint32_int32() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFFFFFEFFFFFF0000000001000000"> : tensor<10xui32>
  %r0 = stablehlo.convert %a : (tensor<10xui32>) -> tensor<10xi32>
  %w0 = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFFFFFEFFFFFF0000000001000000"> : tensor<10xi32>
  check.expect_eq %r0, %w0 : tensor<10xi32>
  return
}

// -----

func.func @convert_uint32_int64() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFFFFFEFFFFFF0000000001000000"> : tensor<10xui32>
  %r0 = stablehlo.convert %a : (tensor<10xui32>) -> tensor<10xi64>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFF00000000FEFFFFFF0000000000000000000000000100000000000000"> : tensor<10xi64>
  check.expect_eq %r0, %w0 : tensor<10xi64>
  return
}

// -----

func.func @convert_uint32_uint8() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFFFFFEFFFFFF0000000001000000"> : tensor<10xui32>
  %r0 = stablehlo.convert %a : (tensor<10xui32>) -> tensor<10xui8>
  %w0 = stablehlo.constant dense<"0x000102030764FFFE0001"> : tensor<10xui8>
  check.expect_eq %r0, %w0 : tensor<10xui8>
  return
}

// -----

func.func @convert_uint32_uint16() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFFFFFEFFFFFF0000000001000000"> : tensor<10xui32>
  %r0 = stablehlo.convert %a : (tensor<10xui32>) -> tensor<10xui16>
  %w0 = stablehlo.constant dense<"0x000001000200030007006400FFFFFEFF00000100"> : tensor<10xui16>
  check.expect_eq %r0, %w0 : tensor<10xui16>
  return
}

// -----

func.func @convert_uint32_uint64() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFFFFFEFFFFFF0000000001000000"> : tensor<10xui32>
  %r0 = stablehlo.convert %a : (tensor<10xui32>) -> tensor<10xui64>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFF00000000FEFFFFFF0000000000000000000000000100000000000000"> : tensor<10xui64>
  check.expect_eq %r0, %w0 : tensor<10xui64>
  return
}

// -----

func.func @convert_uint32_bool() {
  %a = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFFFFFEFFFFFF0000000001000000"> : tensor<10xui32>
  %r0 = stablehlo.convert %a : (tensor<10xui32>) -> tensor<10xi1>
  %w0 = stablehlo.constant dense<"0x00010101010101010001"> : tensor<10xi1>
  check.expect_eq %r0, %w0 : tensor<10xi1>
  return
}

// -----

func.func @convert_uint64_float16() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF00000000000000000100000000000000"> : tensor<10xui64>
  %r0 = stablehlo.convert %a : (tensor<10xui64>) -> tensor<10xf16>
  %w0 = stablehlo.constant dense<"0x0000003C0040004200474056007C007C0000003C"> : tensor<10xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<10xf16>, tensor<10xf16>
  return
}

// -----

func.func @convert_uint64_bfloat16() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF00000000000000000100000000000000"> : tensor<10xui64>
  %r0 = stablehlo.convert %a : (tensor<10xui64>) -> tensor<10xbf16>
  %w0 = stablehlo.constant dense<"0x0000803F00404040E040C842805F805F0000803F"> : tensor<10xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<10xbf16>, tensor<10xbf16>
  return
}

// -----

func.func @convert_uint64_float32() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF00000000000000000100000000000000"> : tensor<10xui64>
  %r0 = stablehlo.convert %a : (tensor<10xui64>) -> tensor<10xf32>
  %w0 = stablehlo.constant dense<"0x000000000000803F00000040000040400000E0400000C8420000805F0000805F000000000000803F"> : tensor<10xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<10xf32>, tensor<10xf32>
  return
}

// -----

func.func @convert_uint64_float64() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF00000000000000000100000000000000"> : tensor<10xui64>
  %r0 = stablehlo.convert %a : (tensor<10xui64>) -> tensor<10xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000000000000000000F03F000000000000004000000000000008400000000000001C400000000000005940000000000000F043000000000000F0430000000000000000000000000000F03F"> : tensor<10xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<10xf64>, tensor<10xf64>
  return
}

// -----

func.func @convert_uint64_int8() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF00000000000000000100000000000000"> : tensor<10xui64>
  %r0 = stablehlo.convert %a : (tensor<10xui64>) -> tensor<10xi8>
  %w0 = stablehlo.constant dense<"0x000102030764FFFE0001"> : tensor<10xi8>
  check.expect_eq %r0, %w0 : tensor<10xi8>
  return
}

// -----

func.func @convert_uint64_int16() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF00000000000000000100000000000000"> : tensor<10xui64>
  %r0 = stablehlo.convert %a : (tensor<10xui64>) -> tensor<10xi16>
  %w0 = stablehlo.constant dense<"0x000001000200030007006400FFFFFEFF00000100"> : tensor<10xi16>
  check.expect_eq %r0, %w0 : tensor<10xi16>
  return
}

// -----

func.func @convert_uint64_int32() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF00000000000000000100000000000000"> : tensor<10xui64>
  %r0 = stablehlo.convert %a : (tensor<10xui64>) -> tensor<10xi32>
  %w0 = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFFFFFEFFFFFF0000000001000000"> : tensor<10xi32>
  check.expect_eq %r0, %w0 : tensor<10xi32>
  return
}

// -----

func.func @convert_uint64_int64() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF00000000000000000100000000000000"> : tensor<10xui64>
  %r0 = stablehlo.convert %a : (tensor<10xui64>) -> tensor<10xi64>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF00000000000000000100000000000000"> : tensor<10xi64>
  check.expect_eq %r0, %w0 : tensor<10xi64>
  return
}

// -----

func.func @convert_uint64_uint8() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF00000000000000000100000000000000"> : tensor<10xui64>
  %r0 = stablehlo.convert %a : (tensor<10xui64>) -> tensor<10xui8>
  %w0 = stablehlo.constant dense<"0x000102030764FFFE0001"> : tensor<10xui8>
  check.expect_eq %r0, %w0 : tensor<10xui8>
  return
}

// -----

func.func @convert_uint64_uint16() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF00000000000000000100000000000000"> : tensor<10xui64>
  %r0 = stablehlo.convert %a : (tensor<10xui64>) -> tensor<10xui16>
  %w0 = stablehlo.constant dense<"0x000001000200030007006400FFFFFEFF00000100"> : tensor<10xui16>
  check.expect_eq %r0, %w0 : tensor<10xui16>
  return
}

// -----

func.func @convert_uint64_uint32() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF00000000000000000100000000000000"> : tensor<10xui64>
  %r0 = stablehlo.convert %a : (tensor<10xui64>) -> tensor<10xui32>
  %w0 = stablehlo.constant dense<"0x000000000100000002000000030000000700000064000000FFFFFFFFFEFFFFFF0000000001000000"> : tensor<10xui32>
  check.expect_eq %r0, %w0 : tensor<10xui32>
  return
}

// -----

func.func @convert_uint64_bool() {
  %a = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000006400000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF00000000000000000100000000000000"> : tensor<10xui64>
  %r0 = stablehlo.convert %a : (tensor<10xui64>) -> tensor<10xi1>
  %w0 = stablehlo.constant dense<"0x00010101010101010001"> : tensor<10xi1>
  check.expect_eq %r0, %w0 : tensor<10xi1>
  return
}

// -----

func.func @convert_bool_float16() {
  %a = stablehlo.constant dense<"0x0001"> : tensor<2xi1>
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xf16>
  %w0 = stablehlo.constant dense<"0x0000003C"> : tensor<2xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<2xf16>, tensor<2xf16>
  return
}

// -----

func.func @convert_bool_bfloat16() {
  %a = stablehlo.constant dense<"0x0001"> : tensor<2xi1>
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xbf16>
  %w0 = stablehlo.constant dense<"0x0000803F"> : tensor<2xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<2xbf16>, tensor<2xbf16>
  return
}

// -----

func.func @convert_bool_float32() {
  %a = stablehlo.constant dense<"0x0001"> : tensor<2xi1>
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xf32>
  %w0 = stablehlo.constant dense<"0x000000000000803F"> : tensor<2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @convert_bool_float64() {
  %a = stablehlo.constant dense<"0x0001"> : tensor<2xi1>
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000000000000000000F03F"> : tensor<2xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<2xf64>, tensor<2xf64>
  return
}

// -----

func.func @convert_bool_int8() {
  %a = stablehlo.constant dense<"0x0001"> : tensor<2xi1>
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xi8>
  %w0 = stablehlo.constant dense<"0x0001"> : tensor<2xi8>
  check.expect_eq %r0, %w0 : tensor<2xi8>
  return
}

// -----

func.func @convert_bool_int16() {
  %a = stablehlo.constant dense<"0x0001"> : tensor<2xi1>
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xi16>
  %w0 = stablehlo.constant dense<"0x00000100"> : tensor<2xi16>
  check.expect_eq %r0, %w0 : tensor<2xi16>
  return
}

// -----

func.func @convert_bool_int32() {
  %a = stablehlo.constant dense<"0x0001"> : tensor<2xi1>
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xi32>
  %w0 = stablehlo.constant dense<"0x0000000001000000"> : tensor<2xi32>
  check.expect_eq %r0, %w0 : tensor<2xi32>
  return
}

// -----

func.func @convert_bool_int64() {
  %a = stablehlo.constant dense<"0x0001"> : tensor<2xi1>
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xi64>
  %w0 = stablehlo.constant dense<"0x00000000000000000100000000000000"> : tensor<2xi64>
  check.expect_eq %r0, %w0 : tensor<2xi64>
  return
}

// -----

func.func @convert_bool_uint8() {
  %a = stablehlo.constant dense<"0x0001"> : tensor<2xi1>
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xui8>
  %w0 = stablehlo.constant dense<"0x0001"> : tensor<2xui8>
  check.expect_eq %r0, %w0 : tensor<2xui8>
  return
}

// -----

func.func @convert_bool_uint16() {
  %a = stablehlo.constant dense<"0x0001"> : tensor<2xi1>
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xui16>
  %w0 = stablehlo.constant dense<"0x00000100"> : tensor<2xui16>
  check.expect_eq %r0, %w0 : tensor<2xui16>
  return
}

// -----

func.func @convert_bool_uint32() {
  %a = stablehlo.constant dense<"0x0001"> : tensor<2xi1>
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xui32>
  %w0 = stablehlo.constant dense<"0x0000000001000000"> : tensor<2xui32>
  check.expect_eq %r0, %w0 : tensor<2xui32>
  return
}

// -----

func.func @convert_bool_uint64() {
  %a = stablehlo.constant dense<"0x0001"> : tensor<2xi1>
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xui64>
  %w0 = stablehlo.constant dense<"0x00000000000000000100000000000000"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  return
}

// -----

func.func @bitcast_float32_int32() {
  %a = stablehlo.constant dense<"0x00009CC00000C03E00009C4000006040"> : tensor<4xf32>
  %r0 = stablehlo.bitcast_convert %a : (tensor<4xf32>) -> tensor<4xi32>
  %w0 = stablehlo.constant dense<"0x00009CC00000C03E00009C4000006040"> : tensor<4xi32>
  check.expect_eq %r0, %w0 : tensor<4xi32>
  return
}

// -----

func.func @bitcast_uint16_bfloat16() {
  %a = stablehlo.constant dense<"0x0E0008000E000A00"> : tensor<4xui16>
  %r0 = stablehlo.bitcast_convert %a : (tensor<4xui16>) -> tensor<4xbf16>
  %w0 = stablehlo.constant dense<"0x0E0008000E000A00"> : tensor<4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xbf16>, tensor<4xbf16>
  return
}

// -----

func.func @bitcast_float64_uint64() {
  %a = stablehlo.constant dense<"0x000000000000E03F0000000000801F40"> : tensor<2xf64>
  %r0 = stablehlo.bitcast_convert %a : (tensor<2xf64>) -> tensor<2xui64>
  %w0 = stablehlo.constant dense<"0x000000000000E03F0000000000801F40"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  return
}

// -----

func.func @bitcast_int32_int8() {
  %a = stablehlo.constant dense<"0xF3FFFFFFECFFFFFF"> : tensor<2xi32>
  %r0 = stablehlo.bitcast_convert %a : (tensor<2xi32>) -> tensor<2x4xi8>
  %w0 = stablehlo.constant dense<"0xF3FFFFFFECFFFFFF"> : tensor<2x4xi8>
  check.expect_eq %r0, %w0 : tensor<2x4xi8>
  return
}

// -----

func.func @bitcast_uint8_uint32() {
  %a = stablehlo.constant dense<"0x0B06130C05100002"> : tensor<2x4xui8>
  %r0 = stablehlo.bitcast_convert %a : (tensor<2x4xui8>) -> tensor<2xui32>
  %w0 = stablehlo.constant dense<"0x0B06130C05100002"> : tensor<2xui32>
  check.expect_eq %r0, %w0 : tensor<2xui32>
  return
}

// -----

func.func @bitcast_int64_float32() {
  %a = stablehlo.constant dense<"0xF5FFFFFFFFFFFFFFFAFFFFFFFFFFFFFF1200000000000000"> : tensor<3xi64>
  %r0 = stablehlo.bitcast_convert %a : (tensor<3xi64>) -> tensor<3x2xf32>
  %w0 = stablehlo.constant dense<"0xF5FFFFFFFFFFFFFFFAFFFFFFFFFFFFFF1200000000000000"> : tensor<3x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x2xf32>, tensor<3x2xf32>
  return
}
