// Reductions, windows, sorting.
// Written by make_cases.py.

// -----

func.func @reduce_add_float16() {
  %a = stablehlo.constant dense<"0x60470044003A20478047803E40C6E0C740C4204400B96046C040404560C7C04000C200BAC0C0803F20C680BD4040E0C6"> : tensor<3x4x2xf16>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 2] : (tensor<3x4x2xf16>, tensor<f16>) -> tensor<4xf16>
  %w0 = stablehlo.constant dense<"0x4048104B2049B8CD"> : tensor<4xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}

// -----

func.func @reduce_empty_add_float16() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xf16>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<0x4x2xf16>, tensor<f16>) -> tensor<4x2xf16>
  %w0 = stablehlo.constant dense<"0x003C"> : tensor<4x2xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2xf16>, tensor<4x2xf16>
  return
}

// -----

func.func @reduce_window_add_float16() {
  %a = stablehlo.constant dense<"0x60470044003A20478047803E40C6E0C740C4204400B96046C040404560C7C04000C200BAC0C0803F20C680BD4040E0C6"> : tensor<3x4x2xf16>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2, 1>, window_strides = array<i64: 1, 2, 1>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 1, 2, 1>, padding = dense<[[1, 0], [1, 2], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
  %z = stablehlo.add %x, %y : tensor<f16>
  stablehlo.return %z : tensor<f16>
  }) : (tensor<3x4x2xf16>, tensor<f16>) -> tensor<5x3x2xf16>
  %w0 = stablehlo.constant dense<"0x003F104880C4003440C5E0C6003F104880C4003440C5E0C60036604700C7E04860C6C0420036604700C7E04860C6C04280BDC041003A00C44042E0C5"> : tensor<5x3x2xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<5x3x2xf16>, tensor<5x3x2xf16>
  return
}

// -----

func.func @reduce_multiply_float16() {
  %a = stablehlo.constant dense<"0xE0C4C0C3204780C200C80000A04700460043003900B840C000B440C480BF80462044C04700B600C840C2004000BC003E"> : tensor<3x4x2xf16>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0, 2] : (tensor<3x4x2xf16>, tensor<f16>) -> tensor<4xf16>
  %w0 = stablehlo.constant dense<"0x28659DD400008862"> : tensor<4xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}

// -----

func.func @reduce_empty_multiply_float16() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xf16>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0] : (tensor<0x4x2xf16>, tensor<f16>) -> tensor<4x2xf16>
  %w0 = stablehlo.constant dense<"0x003C"> : tensor<4x2xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2xf16>, tensor<4x2xf16>
  return
}

// -----

func.func @reduce_maximum_float16() {
  %a = stablehlo.constant dense<"0x0036004140C740C740C0A04400BE803D00C500C04047A045803F0030A0C480C000450040003B803E803DC0C5E0C600C1"> : tensor<3x4x2xf16>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<3x4x2xf16>, tensor<f16>) -> tensor<4xf16>
  %w0 = stablehlo.constant dense<"0x00454047A044803D"> : tensor<4xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}

// -----

func.func @reduce_empty_maximum_float16() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xf16>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0] : (tensor<0x4x2xf16>, tensor<f16>) -> tensor<4x2xf16>
  %w0 = stablehlo.constant dense<"0x003C"> : tensor<4x2xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2xf16>, tensor<4x2xf16>
  return
}

// -----

func.func @reduce_window_maximum_float16() {
  %a = stablehlo.constant dense<"0x0036004140C740C740C0A04400BE803D00C500C04047A045803F0030A0C480C000450040003B803E803DC0C5E0C600C1"> : tensor<3x4x2xf16>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2, 1>, window_strides = array<i64: 1, 2, 1>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 1, 2, 1>, padding = dense<[[1, 0], [1, 2], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
  %z = stablehlo.maximum %x, %y : tensor<f16>
  stablehlo.return %z : tensor<f16>
  }) : (tensor<3x4x2xf16>, tensor<f16>) -> tensor<5x3x2xf16>
  %w0 = stablehlo.constant dense<"0x003C003C003C803D003C803D003C003C003C803D003C803D4047A0454047A045003C003C4047A0454047A045003C003C003C803E003C803E003C003C"> : tensor<5x3x2xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<5x3x2xf16>, tensor<5x3x2xf16>
  return
}

// -----

func.func @reduce_minimum_float16() {
  %a = stablehlo.constant dense<"0xC047E0C620440038C0C7003480BF80BF4047A0C5C047C0C240C1A047A0C400344041003600BD40C5C0C100C740C5003A"> : tensor<3x4x2xf16>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0, 2] : (tensor<3x4x2xf16>, tensor<f16>) -> tensor<4xf16>
  %w0 = stablehlo.constant dense<"0xE0C640C5C0C740C5"> : tensor<4xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}

// -----

func.func @reduce_empty_minimum_float16() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xf16>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0] : (tensor<0x4x2xf16>, tensor<f16>) -> tensor<4x2xf16>
  %w0 = stablehlo.constant dense<"0x003C"> : tensor<4x2xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2xf16>, tensor<4x2xf16>
  return
}

// -----

func.func @reduce_add_bfloat16() {
  %a = stablehlo.constant dense<"0x203F384080C000BFF0C00040203F90BF6840FC4000C01040003EE03FC0BEEC404040203FA44080C0003FB04080C06840"> : tensor<3x4x2xbf16>
  %b = stablehlo.constant dense<"0x803F"> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 2] : (tensor<3x4x2xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %w0 = stablehlo.constant dense<"0x9D4108C05840E440"> : tensor<4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xbf16>, tensor<4xbf16>
  return
}

// -----

func.func @reduce_empty_add_bfloat16() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xbf16>
  %b = stablehlo.constant dense<"0x803F"> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<0x4x2xbf16>, tensor<bf16>) -> tensor<4x2xbf16>
  %w0 = stablehlo.constant dense<"0x803F"> : tensor<4x2xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2xbf16>, tensor<4x2xbf16>
  return
}

// -----

func.func @reduce_window_add_bfloat16() {
  %a = stablehlo.constant dense<"0x203F384080C000BFF0C00040203F90BF6840FC4000C01040003EE03FC0BEEC404040203FA44080C0003FB04080C06840"> : tensor<3x4x2xbf16>
  %b = stablehlo.constant dense<"0x803F"> : tensor<bf16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2, 1>, window_strides = array<i64: 1, 2, 1>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 1, 2, 1>, padding = dense<[[1, 0], [1, 2], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
  %z = stablehlo.add %x, %y : tensor<bf16>
  stablehlo.return %z : tensor<bf16>
  }) : (tensor<3x4x2xbf16>, tensor<bf16>) -> tensor<5x3x2xbf16>
  %w0 = stablehlo.constant dense<"0x40C0003F18C020BFD03F00BE40C0003F18C020BFD03F00BE80BF5040B0BF2A41203F064180BF5040B0BF2A41203F0641C44040C00840203F40C09440"> : tensor<5x3x2xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<5x3x2xbf16>, tensor<5x3x2xbf16>
  return
}

// -----

func.func @reduce_multiply_bfloat16() {
  %a = stablehlo.constant dense<"0xDC4094C0E040DC400840A0402840E0C0D8C060BF88C090BF803E0041F0BF984090403840ECC0B4C0A040F8C098C0ECC0"> : tensor<3x4x2xbf16>
  %b = stablehlo.constant dense<"0x803F"> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0, 2] : (tensor<3x4x2xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %w0 = stablehlo.constant dense<"0x17C515464DC4B445"> : tensor<4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xbf16>, tensor<4xbf16>
  return
}

// -----

func.func @reduce_empty_multiply_bfloat16() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xbf16>
  %b = stablehlo.constant dense<"0x803F"> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0] : (tensor<0x4x2xbf16>, tensor<bf16>) -> tensor<4x2xbf16>
  %w0 = stablehlo.constant dense<"0x803F"> : tensor<4x2xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2xbf16>, tensor<4x2xbf16>
  return
}

// -----

func.func @reduce_maximum_bfloat16() {
  %a = stablehlo.constant dense<"0xC0BE08C050C08440B0C0003FC0BEE8C0684008C0B440F840203FC040A03FC0BE8CC0D0BFC4404840E040A8C0C0C0C03F"> : tensor<3x4x2xbf16>
  %b = stablehlo.constant dense<"0x803F"> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<3x4x2xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %w0 = stablehlo.constant dense<"0x6840F840E040C03F"> : tensor<4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xbf16>, tensor<4xbf16>
  return
}

// -----

func.func @reduce_empty_maximum_bfloat16() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xbf16>
  %b = stablehlo.constant dense<"0x803F"> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0] : (tensor<0x4x2xbf16>, tensor<bf16>) -> tensor<4x2xbf16>
  %w0 = stablehlo.constant dense<"0x803F"> : tensor<4x2xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2xbf16>, tensor<4x2xbf16>
  return
}

// -----

func.func @reduce_window_maximum_bfloat16() {
  %a = stablehlo.constant dense<"0xC0BE08C050C08440B0C0003FC0BEE8C0684008C0B440F840203FC040A03FC0BE8CC0D0BFC4404840E040A8C0C0C0C03F"> : tensor<3x4x2xbf16>
  %b = stablehlo.constant dense<"0x803F"> : tensor<bf16>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2, 1>, window_strides = array<i64: 1, 2, 1>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 1, 2, 1>, padding = dense<[[1, 0], [1, 2], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
  %z = stablehlo.maximum %x, %y : tensor<bf16>
  stablehlo.return %z : tensor<bf16>
  }) : (tensor<3x4x2xbf16>, tensor<bf16>) -> tensor<5x3x2xbf16>
  %w0 = stablehlo.constant dense<"0x803F8440803F8440803F803F803F8440803F8440803F803FB440F840B440F840A03F803FB440F840B440F840A03F803FC4404840C4404840803FC03F"> : tensor<5x3x2xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<5x3x2xbf16>, tensor<5x3x2xbf16>
  return
}

// -----

func.func @reduce_minimum_bfloat16() {
  %a = stablehlo.constant dense<"0xE0BF98C038C010C0F0C08C405840904098C08CC0A840003F60406040C4C0B840A0C08CC0FCC0B4C0A44010C080401040"> : tensor<3x4x2xbf16>
  %b = stablehlo.constant dense<"0x803F"> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0, 2] : (tensor<3x4x2xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %w0 = stablehlo.constant dense<"0xA0C0FCC0F0C0C4C0"> : tensor<4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xbf16>, tensor<4xbf16>
  return
}

// -----

func.func @reduce_empty_minimum_bfloat16() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xbf16>
  %b = stablehlo.constant dense<"0x803F"> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0] : (tensor<0x4x2xbf16>, tensor<bf16>) -> tensor<4x2xbf16>
  %w0 = stablehlo.constant dense<"0x803F"> : tensor<4x2xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2xbf16>, tensor<4x2xbf16>
  return
}

// -----

func.func @reduce_add_float32() {
  %a = stablehlo.constant dense<"0x00004040000000C10000A0C0000088400000F840000070C00000B0C0000090BF0000C0BF0000C03E0000B0400000CCC000005040000080C00000C4C00000C0BE0000E0C0000060400000B4C00000903F000050400000003E000008C00000A4C0"> : tensor<3x4x2xf32>
  %b = stablehlo.constant dense<"0x0000803F"> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 2] : (tensor<3x4x2xf32>, tensor<f32>) -> tensor<4xf32>
  %w0 = stablehlo.constant dense<"0x00000AC10000A4C00000F44000009BC1"> : tensor<4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @reduce_empty_add_float32() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xf32>
  %b = stablehlo.constant dense<"0x0000803F"> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<0x4x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  %w0 = stablehlo.constant dense<"0x0000803F"> : tensor<4x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2xf32>, tensor<4x2xf32>
  return
}

// -----

func.func @reduce_window_add_float32() {
  %a = stablehlo.constant dense<"0x00004040000000C10000A0C0000088400000F840000070C00000B0C0000090BF0000C0BF0000C03E0000B0400000CCC000005040000080C00000C4C00000C0BE0000E0C0000060400000B4C00000903F000050400000003E000008C00000A4C0"> : tensor<3x4x2xf32>
  %b = stablehlo.constant dense<"0x0000803F"> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2, 1>, window_strides = array<i64: 1, 2, 1>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 1, 2, 1>, padding = dense<[[1, 0], [1, 2], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<3x4x2xf32>, tensor<f32>) -> tensor<5x3x2xf32>
  %w0 = stablehlo.constant dense<"0x000080C00000A840000018C100008440000090C0000000BE000080C00000A840000018C100008440000090C0000000BE0000D0400000ACC00000C03E0000B8C00000A4C00000203F0000D0400000ACC00000C03E0000B8C00000A4C00000203F000094C0000008400000D8C0000040C0000090BF000084C0"> : tensor<5x3x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<5x3x2xf32>, tensor<5x3x2xf32>
  return
}

// -----

func.func @reduce_multiply_float32() {
  %a = stablehlo.constant dense<"0x0000B4400000E0400000A840000020BF000020400000F4C00000A040000048C0000050400000A0BF000080400000D840000098C0000020BF000010C0000000C00000BCC00000B03F000090BF000008C00000203F0000903F0000E0400000D8C0"> : tensor<3x4x2xf32>
  %b = stablehlo.constant dense<"0x0000803F"> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0, 2] : (tensor<3x4x2xf32>, tensor<f32>) -> tensor<4xf32>
  %w0 = stablehlo.constant dense<"0xE785A14460CB53C3182A1FC240A44F45"> : tensor<4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @reduce_empty_multiply_float32() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xf32>
  %b = stablehlo.constant dense<"0x0000803F"> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0] : (tensor<0x4x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  %w0 = stablehlo.constant dense<"0x0000803F"> : tensor<4x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2xf32>, tensor<4x2xf32>
  return
}

// -----

func.func @reduce_maximum_float32() {
  %a = stablehlo.constant dense<"0x0000D03F0000A0BF0000003E000080BE0000E0BF000000C00000B8C0000094C000009C40000038C00000C0C0000020BF0000003E000020C0000088400000D440000088C0000010C0000050C00000B03F0000C03E000000BE0000E8400000C440"> : tensor<3x4x2xf32>
  %b = stablehlo.constant dense<"0x0000803F"> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<3x4x2xf32>, tensor<f32>) -> tensor<4xf32>
  %w0 = stablehlo.constant dense<"0x00009C400000B03F0000803F0000E840"> : tensor<4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @reduce_empty_maximum_float32() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xf32>
  %b = stablehlo.constant dense<"0x0000803F"> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0] : (tensor<0x4x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  %w0 = stablehlo.constant dense<"0x0000803F"> : tensor<4x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2xf32>, tensor<4x2xf32>
  return
}

// -----

func.func @reduce_window_maximum_float32() {
  %a = stablehlo.constant dense<"0x0000D03F0000A0BF0000003E000080BE0000E0BF000000C00000B8C0000094C000009C40000038C00000C0C0000020BF0000003E000020C0000088400000D440000088C0000010C0000050C00000B03F0000C03E000000BE0000E8400000C440"> : tensor<3x4x2xf32>
  %b = stablehlo.constant dense<"0x0000803F"> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2, 1>, window_strides = array<i64: 1, 2, 1>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 1, 2, 1>, padding = dense<[[1, 0], [1, 2], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.maximum %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<3x4x2xf32>, tensor<f32>) -> tensor<5x3x2xf32>
  %w0 = stablehlo.constant dense<"0x0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F000088400000D440000088400000D4400000803F0000803F000088400000D440000088400000D4400000803F0000B03F0000E8400000C4400000E8400000C440"> : tensor<5x3x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<5x3x2xf32>, tensor<5x3x2xf32>
  return
}

// -----

func.func @reduce_minimum_float32() {
  %a = stablehlo.constant dense<"0x000080C0000000BE0000B0C00000ACC00000D4400000D8400000C8C0000098C00000D440000060400000B0BF000000410000D4C00000003E000094400000C84000008C40000048400000A03F00004040000080400000F0C00000C8400000A0C0"> : tensor<3x4x2xf32>
  %b = stablehlo.constant dense<"0x0000803F"> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0, 2] : (tensor<3x4x2xf32>, tensor<f32>) -> tensor<4xf32>
  %w0 = stablehlo.constant dense<"0x000080C00000B0C00000F0C00000C8C0"> : tensor<4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @reduce_empty_minimum_float32() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xf32>
  %b = stablehlo.constant dense<"0x0000803F"> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0] : (tensor<0x4x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  %w0 = stablehlo.constant dense<"0x0000803F"> : tensor<4x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2xf32>, tensor<4x2xf32>
  return
}

// -----

func.func @reduce_add_float64() {
  %a = stablehlo.constant dense<"0x0000000000801940000000000000134000000000000020400000000000000000000000000000D8BF00000000008013C0000000000000F23F00000000000018400000000000000BC000000000000013C0000000000000C0BF000000000000FABF000000000000C0BF0000000000801BC00000000000000BC000000000000018C000000000008015C00000000000000E40000000000000F2BF000000000000E43F00000000008019C00000000000801BC000000000000005C00000000000001FC0"> : tensor<3x4x2xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 2] : (tensor<3x4x2xf64>, tensor<f64>) -> tensor<4xf64>
  %w0 = stablehlo.constant dense<"0x00000000000003400000000000001B4000000000008038C000000000004027C0"> : tensor<4xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}

// -----

func.func @reduce_empty_add_float64() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<0x4x2xf64>, tensor<f64>) -> tensor<4x2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F03F"> : tensor<4x2xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2xf64>, tensor<4x2xf64>
  return
}

// -----

func.func @reduce_window_add_float64() {
  %a = stablehlo.constant dense<"0x0000000000801940000000000000134000000000000020400000000000000000000000000000D8BF00000000008013C0000000000000F23F00000000000018400000000000000BC000000000000013C0000000000000C0BF000000000000FABF000000000000C0BF0000000000801BC00000000000000BC000000000000018C000000000008015C00000000000000E40000000000000F2BF000000000000E43F00000000008019C00000000000801BC000000000000005C00000000000001FC0"> : tensor<3x4x2xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2, 1>, window_strides = array<i64: 1, 2, 1>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 1, 2, 1>, padding = dense<[[1, 0], [1, 2], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.add %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<3x4x2xf64>, tensor<f64>) -> tensor<5x3x2xf64>
  %w0 = stablehlo.constant dense<"0x0000000000002240000000000000F03F00000000004024400000000000001C4000000000000001400000000000001C400000000000002240000000000000F03F00000000004024400000000000001C4000000000000001400000000000001C40000000000000EC3F000000000000E4BF00000000000004C00000000000801AC000000000000003C000000000000014C0000000000000EC3F000000000000E4BF00000000000004C00000000000801AC000000000000003C000000000000014C0000000000000C0BF000000000000FA3F00000000000006C000000000008018C0000000000000FABF0000000000001BC0"> : tensor<5x3x2xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<5x3x2xf64>, tensor<5x3x2xf64>
  return
}

// -----

func.func @reduce_multiply_float64() {
  %a = stablehlo.constant dense<"0x0000000000000C400000000000001AC000000000000011C00000000000000A4000000000000017C000000000000011400000000000801EC00000000000000C40000000000000194000000000000016C00000000000801E4000000000000007C000000000000003C0000000000000FABF0000000000000EC000000000000001C00000000000801340000000000000FCBF000000000080114000000000000012C0000000000000FC3F0000000000001BC0000000000000E03F00000000000007C0"> : tensor<3x4x2xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0, 2] : (tensor<3x4x2xf64>, tensor<f64>) -> tensor<4xf64>
  %w0 = stablehlo.constant dense<"0x00000040B40FBAC0000000544B49B7C0000000D04F68914000000080511B7340"> : tensor<4xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}

// -----

func.func @reduce_empty_multiply_float64() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0] : (tensor<0x4x2xf64>, tensor<f64>) -> tensor<4x2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F03F"> : tensor<4x2xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2xf64>, tensor<4x2xf64>
  return
}

// -----

func.func @reduce_maximum_float64() {
  %a = stablehlo.constant dense<"0x000000000000F0BF0000000000801E400000000000002040000000000000D03F0000000000000C40000000000000014000000000008013C0000000000080134000000000008015400000000000002040000000000000F4BF0000000000001540000000000000FCBF000000000000E0BF00000000000018C00000000000801E40000000000000F4BF00000000000020400000000000000840000000000000024000000000000016400000000000002040000000000000D0BF00000000000000C0"> : tensor<3x4x2xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<3x4x2xf64>, tensor<f64>) -> tensor<4xf64>
  %w0 = stablehlo.constant dense<"0x0000000000002040000000000000204000000000000020400000000000801E40"> : tensor<4xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}

// -----

func.func @reduce_empty_maximum_float64() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0] : (tensor<0x4x2xf64>, tensor<f64>) -> tensor<4x2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F03F"> : tensor<4x2xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2xf64>, tensor<4x2xf64>
  return
}

// -----

func.func @reduce_window_maximum_float64() {
  %a = stablehlo.constant dense<"0x000000000000F0BF0000000000801E400000000000002040000000000000D03F0000000000000C40000000000000014000000000008013C0000000000080134000000000008015400000000000002040000000000000F4BF0000000000001540000000000000FCBF000000000000E0BF00000000000018C00000000000801E40000000000000F4BF00000000000020400000000000000840000000000000024000000000000016400000000000002040000000000000D0BF00000000000000C0"> : tensor<3x4x2xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2, 1>, window_strides = array<i64: 1, 2, 1>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 1, 2, 1>, padding = dense<[[1, 0], [1, 2], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = stablehlo.maximum %x, %y : tensor<f64>
  stablehlo.return %z : tensor<f64>
  }) : (tensor<3x4x2xf64>, tensor<f64>) -> tensor<5x3x2xf64>
  %w0 = stablehlo.constant dense<"0x0000000000002040000000000000F03F00000000000020400000000000801340000000000000F03F00000000008013400000000000002040000000000000F03F00000000000020400000000000801340000000000000F03F0000000000801340000000000000F03F0000000000001540000000000000F03F0000000000801E40000000000000F03F0000000000801E40000000000000F03F0000000000001540000000000000F03F0000000000801E40000000000000F03F0000000000801E400000000000000840000000000000024000000000000008400000000000000240000000000000F03F000000000000F03F"> : tensor<5x3x2xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<5x3x2xf64>, tensor<5x3x2xf64>
  return
}

// -----

func.func @reduce_minimum_float64() {
  %a = stablehlo.constant dense<"0x00000000000011C000000000008016C000000000008012400000000000801CC0000000000000F4BF00000000000006C0000000000000E4BF000000000000FE3F000000000000F63F0000000000000F400000000000000AC000000000008013C000000000000015C000000000008017C000000000008013C0000000000000E83F000000000000E83F000000000000F83F00000000000000C00000000000000D4000000000000018400000000000000540000000000000D83F0000000000000140"> : tensor<3x4x2xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0, 2] : (tensor<3x4x2xf64>, tensor<f64>) -> tensor<4xf64>
  %w0 = stablehlo.constant dense<"0x00000000008016C00000000000801CC000000000008017C000000000008013C0"> : tensor<4xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}

// -----

func.func @reduce_empty_minimum_float64() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0] : (tensor<0x4x2xf64>, tensor<f64>) -> tensor<4x2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F03F"> : tensor<4x2xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2xf64>, tensor<4x2xf64>
  return
}

// -----

func.func @reduce_add_int8() {
  %a = stablehlo.constant dense<"0x10010B05F9F5FCF5FFF90D0AFDF601ECF40F0D060E11FEFE"> : tensor<3x4x2xi8>
  %b = stablehlo.constant dense<"0x01"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 2] : (tensor<3x4x2xi8>, tensor<i8>) -> tensor<4xi8>
  %w0 = stablehlo.constant dense<"0x0D3B01DB"> : tensor<4xi8>
  check.expect_eq %r0, %w0 : tensor<4xi8>
  return
}

// -----

func.func @reduce_empty_add_int8() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xi8>
  %b = stablehlo.constant dense<"0x01"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<0x4x2xi8>, tensor<i8>) -> tensor<4x2xi8>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<4x2xi8>
  check.expect_eq %r0, %w0 : tensor<4x2xi8>
  return
}

// -----

func.func @reduce_window_add_int8() {
  %a = stablehlo.constant dense<"0x10010B05F9F5FCF5FFF90D0AFDF601ECF40F0D060E11FEFE"> : tensor<3x4x2xi8>
  %b = stablehlo.constant dense<"0x01"> : tensor<i8>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2, 1>, window_strides = array<i64: 1, 2, 1>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 1, 2, 1>, padding = dense<[[1, 0], [1, 2], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<i8>, %y: tensor<i8>):
  %z = stablehlo.add %x, %y : tensor<i8>
  stablehlo.return %z : tensor<i8>
  }) : (tensor<3x4x2xi8>, tensor<i8>) -> tensor<5x3x2xi8>
  %w0 = stablehlo.constant dense<"0x0C0608FBFDF60C0608FBFDF60E0B0FF702ED0E0B0FF702ED0E070C05FFFF"> : tensor<5x3x2xi8>
  check.expect_eq %r0, %w0 : tensor<5x3x2xi8>
  return
}

// -----

func.func @reduce_multiply_int8() {
  %a = stablehlo.constant dense<"0xFF10040BEC11FB120EF109F609100A0AF6EF06F1FD08F009"> : tensor<3x4x2xi8>
  %b = stablehlo.constant dense<"0x01"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0, 2] : (tensor<3x4x2xi8>, tensor<i8>) -> tensor<4xi8>
  %w0 = stablehlo.constant dense<"0x40300080"> : tensor<4xi8>
  check.expect_eq %r0, %w0 : tensor<4xi8>
  return
}

// -----

func.func @reduce_empty_multiply_int8() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xi8>
  %b = stablehlo.constant dense<"0x01"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0] : (tensor<0x4x2xi8>, tensor<i8>) -> tensor<4x2xi8>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<4x2xi8>
  check.expect_eq %r0, %w0 : tensor<4x2xi8>
  return
}

// -----

func.func @reduce_maximum_int8() {
  %a = stablehlo.constant dense<"0xEC0212FDEEEDED11F00F0F000B04EDF305F2F0EC0AFEECF7"> : tensor<3x4x2xi8>
  %b = stablehlo.constant dense<"0x01"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<3x4x2xi8>, tensor<i8>) -> tensor<4xi8>
  %w0 = stablehlo.constant dense<"0x0F120B11"> : tensor<4xi8>
  check.expect_eq %r0, %w0 : tensor<4xi8>
  return
}

// -----

func.func @reduce_empty_maximum_int8() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xi8>
  %b = stablehlo.constant dense<"0x01"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0] : (tensor<0x4x2xi8>, tensor<i8>) -> tensor<4x2xi8>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<4x2xi8>
  check.expect_eq %r0, %w0 : tensor<4x2xi8>
  return
}

// -----

func.func @reduce_window_maximum_int8() {
  %a = stablehlo.constant dense<"0xEC0212FDEEEDED11F00F0F000B04EDF305F2F0EC0AFEECF7"> : tensor<3x4x2xi8>
  %b = stablehlo.constant dense<"0x01"> : tensor<i8>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2, 1>, window_strides = array<i64: 1, 2, 1>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 1, 2, 1>, padding = dense<[[1, 0], [1, 2], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<i8>, %y: tensor<i8>):
  %z = stablehlo.maximum %x, %y : tensor<i8>
  stablehlo.return %z : tensor<i8>
  }) : (tensor<3x4x2xi8>, tensor<i8>) -> tensor<5x3x2xi8>
  %w0 = stablehlo.constant dense<"0x1201121101111201121101110F010F0101010F010F010101010101010101"> : tensor<5x3x2xi8>
  check.expect_eq %r0, %w0 : tensor<5x3x2xi8>
  return
}

// -----

func.func @reduce_minimum_int8() {
  %a = stablehlo.constant dense<"0x0013070DEE0A0F0BF0F4FFED0AF0F20AF30706F50812F410"> : tensor<3x4x2xi8>
  %b = stablehlo.constant dense<"0x01"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0, 2] : (tensor<3x4x2xi8>, tensor<i8>) -> tensor<4xi8>
  %w0 = stablehlo.constant dense<"0xF0EDEEF2"> : tensor<4xi8>
  check.expect_eq %r0, %w0 : tensor<4xi8>
  return
}

// -----

func.func @reduce_empty_minimum_int8() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xi8>
  %b = stablehlo.constant dense<"0x01"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0] : (tensor<0x4x2xi8>, tensor<i8>) -> tensor<4x2xi8>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<4x2xi8>
  check.expect_eq %r0, %w0 : tensor<4x2xi8>
  return
}

// -----

func.func @reduce_and_int8() {
  %a = stablehlo.constant dense<"0xF60A010B05F10A0B08FF0E09030303EEFEF9F2F4FCF20604"> : tensor<3x4x2xi8>
  %b = stablehlo.constant dense<"0x01"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.and across dimensions = [0, 2] : (tensor<3x4x2xi8>, tensor<i8>) -> tensor<4xi8>
  %w0 = stablehlo.constant dense<"0x00"> : tensor<4xi8>
  check.expect_eq %r0, %w0 : tensor<4xi8>
  return
}

// -----

func.func @reduce_empty_and_int8() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xi8>
  %b = stablehlo.constant dense<"0x01"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.and across dimensions = [0] : (tensor<0x4x2xi8>, tensor<i8>) -> tensor<4x2xi8>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<4x2xi8>
  check.expect_eq %r0, %w0 : tensor<4x2xi8>
  return
}

// -----

func.func @reduce_or_int8() {
  %a = stablehlo.constant dense<"0x11F8EDF4F412F10C0401F60CFE1205F6FF03F2FCF4F9F3FD"> : tensor<3x4x2xi8>
  %b = stablehlo.constant dense<"0x01"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.or across dimensions = [0, 2] : (tensor<3x4x2xi8>, tensor<i8>) -> tensor<4xi8>
  %w0 = stablehlo.constant dense<"0xFF"> : tensor<4xi8>
  check.expect_eq %r0, %w0 : tensor<4xi8>
  return
}

// -----

func.func @reduce_empty_or_int8() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xi8>
  %b = stablehlo.constant dense<"0x01"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.or across dimensions = [0] : (tensor<0x4x2xi8>, tensor<i8>) -> tensor<4x2xi8>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<4x2xi8>
  check.expect_eq %r0, %w0 : tensor<4x2xi8>
  return
}

// -----

func.func @reduce_xor_int8() {
  %a = stablehlo.constant dense<"0xEEECF1F510FB0DFBFEECF3FBEEED00FA12F90B0906EFF3F9"> : tensor<3x4x2xi8>
  %b = stablehlo.constant dense<"0x01"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.xor across dimensions = [0, 2] : (tensor<3x4x2xi8>, tensor<i8>) -> tensor<4xi8>
  %w0 = stablehlo.constant dense<"0xFA0F0007"> : tensor<4xi8>
  check.expect_eq %r0, %w0 : tensor<4xi8>
  return
}

// -----

func.func @reduce_empty_xor_int8() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xi8>
  %b = stablehlo.constant dense<"0x01"> : tensor<i8>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.xor across dimensions = [0] : (tensor<0x4x2xi8>, tensor<i8>) -> tensor<4x2xi8>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<4x2xi8>
  check.expect_eq %r0, %w0 : tensor<4x2xi8>
  return
}

// -----

func.func @reduce_add_uint32() {
  %a = stablehlo.constant dense<"0x120000000200000006000000050000001200000007000000030000000D0000000E00000013000000070000000B0000000D000000060000001000000010000000070000000F000000020000000F00000000000000100000000F00000009000000"> : tensor<3x4x2xui32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 2] : (tensor<3x4x2xui32>, tensor<ui32>) -> tensor<4xui32>
  %w0 = stablehlo.constant dense<"0x4C0000002F0000003D00000049000000"> : tensor<4xui32>
  check.expect_eq %r0, %w0 : tensor<4xui32>
  return
}

// -----

func.func @reduce_empty_add_uint32() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xui32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<0x4x2xui32>, tensor<ui32>) -> tensor<4x2xui32>
  %w0 = stablehlo.constant dense<"0x01000000"> : tensor<4x2xui32>
  check.expect_eq %r0, %w0 : tensor<4x2xui32>
  return
}

// -----

func.func @reduce_window_add_uint32() {
  %a = stablehlo.constant dense<"0x120000000200000006000000050000001200000007000000030000000D0000000E00000013000000070000000B0000000D000000060000001000000010000000070000000F000000020000000F00000000000000100000000F00000009000000"> : tensor<3x4x2xui32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2, 1>, window_strides = array<i64: 1, 2, 1>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 1, 2, 1>, padding = dense<[[1, 0], [1, 2], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<ui32>, %y: tensor<ui32>):
  %z = stablehlo.add %x, %y : tensor<ui32>
  stablehlo.return %z : tensor<ui32>
  }) : (tensor<3x4x2xui32>, tensor<ui32>) -> tensor<5x3x2xui32>
  %w0 = stablehlo.constant dense<"0x07000000060000000A00000013000000040000000E00000007000000060000000A00000013000000040000000E000000080000000C000000180000001C0000001100000011000000080000000C000000180000001C000000110000001100000003000000100000001200000019000000100000000A000000"> : tensor<5x3x2xui32>
  check.expect_eq %r0, %w0 : tensor<5x3x2xui32>
  return
}

// -----

func.func @reduce_multiply_uint32() {
  %a = stablehlo.constant dense<"0x0B0000000700000000000000020000001100000004000000090000000E00000009000000110000000E0000000C0000000000000000000000060000000A00000006000000050000000A000000010000000D000000080000000900000005000000"> : tensor<3x4x2xui32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0, 2] : (tensor<3x4x2xui32>, tensor<ui32>) -> tensor<4xui32>
  %w0 = stablehlo.constant dense<"0x966405000000000000000000E8300500"> : tensor<4xui32>
  check.expect_eq %r0, %w0 : tensor<4xui32>
  return
}

// -----

func.func @reduce_empty_multiply_uint32() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xui32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0] : (tensor<0x4x2xui32>, tensor<ui32>) -> tensor<4x2xui32>
  %w0 = stablehlo.constant dense<"0x01000000"> : tensor<4x2xui32>
  check.expect_eq %r0, %w0 : tensor<4x2xui32>
  return
}

// -----

func.func @reduce_maximum_uint32() {
  %a = stablehlo.constant dense<"0x130000000B00000010000000050000000E0000000F000000000000000C0000000900000009000000060000000F000000010000000B0000000A0000000D000000010000000C0000000A0000000A0000001200000011000000130000000A000000"> : tensor<3x4x2xui32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<3x4x2xui32>, tensor<ui32>) -> tensor<4xui32>
  %w0 = stablehlo.constant dense<"0x13000000100000001200000013000000"> : tensor<4xui32>
  check.expect_eq %r0, %w0 : tensor<4xui32>
  return
}

// -----

func.func @reduce_empty_maximum_uint32() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xui32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0] : (tensor<0x4x2xui32>, tensor<ui32>) -> tensor<4x2xui32>
  %w0 = stablehlo.constant dense<"0x01000000"> : tensor<4x2xui32>
  check.expect_eq %r0, %w0 : tensor<4x2xui32>
  return
}

// -----

func.func @reduce_window_maximum_uint32() {
  %a = stablehlo.constant dense<"0x130000000B00000010000000050000000E0000000F000000000000000C0000000900000009000000060000000F000000010000000B0000000A0000000D000000010000000C0000000A0000000A0000001200000011000000130000000A000000"> : tensor<3x4x2xui32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2, 1>, window_strides = array<i64: 1, 2, 1>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 1, 2, 1>, padding = dense<[[1, 0], [1, 2], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<ui32>, %y: tensor<ui32>):
  %z = stablehlo.maximum %x, %y : tensor<ui32>
  stablehlo.return %z : tensor<ui32>
  }) : (tensor<3x4x2xui32>, tensor<ui32>) -> tensor<5x3x2xui32>
  %w0 = stablehlo.constant dense<"0x1000000005000000100000000C000000010000000C0000001000000005000000100000000C000000010000000C000000060000000F0000000A0000000F0000000A0000000D000000060000000F0000000A0000000F0000000A0000000D0000000A0000000A000000130000000A000000130000000A000000"> : tensor<5x3x2xui32>
  check.expect_eq %r0, %w0 : tensor<5x3x2xui32>
  return
}

// -----

func.func @reduce_minimum_uint32() {
  %a = stablehlo.constant dense<"0x0C000000070000000900000009000000030000000B00000009000000050000000E00000002000000130000000A000000020000000E0000001000000007000000030000000300000000000000100000000F000000120000001200000011000000"> : tensor<3x4x2xui32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0, 2] : (tensor<3x4x2xui32>, tensor<ui32>) -> tensor<4xui32>
  %w0 = stablehlo.constant dense<"0x01000000000000000100000001000000"> : tensor<4xui32>
  check.expect_eq %r0, %w0 : tensor<4xui32>
  return
}

// -----

func.func @reduce_empty_minimum_uint32() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xui32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0] : (tensor<0x4x2xui32>, tensor<ui32>) -> tensor<4x2xui32>
  %w0 = stablehlo.constant dense<"0x01000000"> : tensor<4x2xui32>
  check.expect_eq %r0, %w0 : tensor<4x2xui32>
  return
}

// -----

func.func @reduce_and_uint32() {
  %a = stablehlo.constant dense<"0x0F0000000300000013000000110000001100000009000000020000000900000002000000110000000600000012000000080000000200000001000000100000000C000000010000000B0000000F000000010000000A0000001000000006000000"> : tensor<3x4x2xui32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.and across dimensions = [0, 2] : (tensor<3x4x2xui32>, tensor<ui32>) -> tensor<4xui32>
  %w0 = stablehlo.constant dense<"0x00000000"> : tensor<4xui32>
  check.expect_eq %r0, %w0 : tensor<4xui32>
  return
}

// -----

func.func @reduce_empty_and_uint32() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xui32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.and across dimensions = [0] : (tensor<0x4x2xui32>, tensor<ui32>) -> tensor<4x2xui32>
  %w0 = stablehlo.constant dense<"0x01000000"> : tensor<4x2xui32>
  check.expect_eq %r0, %w0 : tensor<4x2xui32>
  return
}

// -----

func.func @reduce_or_uint32() {
  %a = stablehlo.constant dense<"0x0200000002000000060000000F0000000D000000050000000700000002000000080000000800000012000000030000000B0000000B000000110000000A000000080000000D00000009000000000000000B0000000A0000000600000000000000"> : tensor<3x4x2xui32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.or across dimensions = [0, 2] : (tensor<3x4x2xui32>, tensor<ui32>) -> tensor<4xui32>
  %w0 = stablehlo.constant dense<"0x0F0000001F0000000F0000001F000000"> : tensor<4xui32>
  check.expect_eq %r0, %w0 : tensor<4xui32>
  return
}

// -----

func.func @reduce_empty_or_uint32() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xui32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.or across dimensions = [0] : (tensor<0x4x2xui32>, tensor<ui32>) -> tensor<4x2xui32>
  %w0 = stablehlo.constant dense<"0x01000000"> : tensor<4x2xui32>
  check.expect_eq %r0, %w0 : tensor<4x2xui32>
  return
}

// -----

func.func @reduce_xor_uint32() {
  %a = stablehlo.constant dense<"0x080000000A000000090000000A000000040000000900000011000000130000001100000008000000090000000C0000000C00000002000000080000000800000006000000020000001200000004000000080000000D0000000E0000000C000000"> : tensor<3x4x2xui32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.xor across dimensions = [0, 2] : (tensor<3x4x2xui32>, tensor<ui32>) -> tensor<4xui32>
  %w0 = stablehlo.constant dense<"0x1E000000110000000700000001000000"> : tensor<4xui32>
  check.expect_eq %r0, %w0 : tensor<4xui32>
  return
}

// -----

func.func @reduce_empty_xor_uint32() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xui32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.xor across dimensions = [0] : (tensor<0x4x2xui32>, tensor<ui32>) -> tensor<4x2xui32>
  %w0 = stablehlo.constant dense<"0x01000000"> : tensor<4x2xui32>
  check.expect_eq %r0, %w0 : tensor<4x2xui32>
  return
}

// -----

func.func @reduce_add_int64() {
  %a = stablehlo.constant dense<"0x110000000000000012000000000000000700000000000000FEFFFFFFFFFFFFFFF4FFFFFFFFFFFFFFF8FFFFFFFFFFFFFFFEFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFBFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFECFFFFFFFFFFFFFF0B00000000000000F3FFFFFFFFFFFFFF03000000000000000600000000000000090000000000000012000000000000000F00000000000000F4FFFFFFFFFFFFFFF6FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF"> : tensor<3x4x2xi64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 2] : (tensor<3x4x2xi64>, tensor<i64>) -> tensor<4xi64>
  %w0 = stablehlo.constant dense<"0x3900000000000000F2FFFFFFFFFFFFFFE0FFFFFFFFFFFFFFE3FFFFFFFFFFFFFF"> : tensor<4xi64>
  check.expect_eq %r0, %w0 : tensor<4xi64>
  return
}

// -----

func.func @reduce_empty_add_int64() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xi64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<0x4x2xi64>, tensor<i64>) -> tensor<4x2xi64>
  %w0 = stablehlo.constant dense<"0x0100000000000000"> : tensor<4x2xi64>
  check.expect_eq %r0, %w0 : tensor<4x2xi64>
  return
}

// -----

func.func @reduce_window_add_int64() {
  %a = stablehlo.constant dense<"0x110000000000000012000000000000000700000000000000FEFFFFFFFFFFFFFFF4FFFFFFFFFFFFFFF8FFFFFFFFFFFFFFFEFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFBFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFECFFFFFFFFFFFFFF0B00000000000000F3FFFFFFFFFFFFFF03000000000000000600000000000000090000000000000012000000000000000F00000000000000F4FFFFFFFFFFFFFFF6FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF"> : tensor<3x4x2xi64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2, 1>, window_strides = array<i64: 1, 2, 1>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 1, 2, 1>, padding = dense<[[1, 0], [1, 2], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<i64>) -> tensor<5x3x2xi64>
  %w0 = stablehlo.constant dense<"0x0800000000000000FFFFFFFFFFFFFFFF0600000000000000EEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0FFFFFFFFFFFFFF0800000000000000FFFFFFFFFFFFFFFF0600000000000000EEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0FFFFFFFFFFFFFFFEFFFFFFFFFFFFFFEDFFFFFFFFFFFFFF0100000000000000F3FFFFFFFFFFFFFF04000000000000000700000000000000FEFFFFFFFFFFFFFFEDFFFFFFFFFFFFFF0100000000000000F3FFFFFFFFFFFFFF040000000000000007000000000000001000000000000000F5FFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF3FFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"> : tensor<5x3x2xi64>
  check.expect_eq %r0, %w0 : tensor<5x3x2xi64>
  return
}

// -----

func.func @reduce_multiply_int64() {
  %a = stablehlo.constant dense<"0x02000000000000000C000000000000000B000000000000001000000000000000030000000000000000000000000000000500000000000000EFFFFFFFFFFFFFFFF8FFFFFFFFFFFFFFEFFFFFFFFFFFFFFFF3FFFFFFFFFFFFFF0700000000000000FCFFFFFFFFFFFFFFF7FFFFFFFFFFFFFF0B00000000000000FCFFFFFFFFFFFFFF1200000000000000F0FFFFFFFFFFFFFFEFFFFFFFFFFFFFFF0600000000000000FAFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0400000000000000EFFFFFFFFFFFFFFF"> : tensor<3x4x2xi64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0, 2] : (tensor<3x4x2xi64>, tensor<i64>) -> tensor<4xi64>
  %w0 = stablehlo.constant dense<"0x00A8F1FFFFFFFFFF60ED1800000000000000000000000000901EFCFFFFFFFFFF"> : tensor<4xi64>
  check.expect_eq %r0, %w0 : tensor<4xi64>
  return
}

// -----

func.func @reduce_empty_multiply_int64() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xi64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0] : (tensor<0x4x2xi64>, tensor<i64>) -> tensor<4x2xi64>
  %w0 = stablehlo.constant dense<"0x0100000000000000"> : tensor<4x2xi64>
  check.expect_eq %r0, %w0 : tensor<4x2xi64>
  return
}

// -----

func.func @reduce_maximum_int64() {
  %a = stablehlo.constant dense<"0xF8FFFFFFFFFFFFFFFDFFFFFFFFFFFFFFF2FFFFFFFFFFFFFFF5FFFFFFFFFFFFFF0700000000000000F9FFFFFFFFFFFFFF1200000000000000FBFFFFFFFFFFFFFFFBFFFFFFFFFFFFFF0E00000000000000F9FFFFFFFFFFFFFFF0FFFFFFFFFFFFFF0A00000000000000FDFFFFFFFFFFFFFFF1FFFFFFFFFFFFFFF8FFFFFFFFFFFFFF0100000000000000F5FFFFFFFFFFFFFF0A00000000000000EFFFFFFFFFFFFFFF1000000000000000000000000000000012000000000000001100000000000000"> : tensor<3x4x2xi64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<3x4x2xi64>, tensor<i64>) -> tensor<4xi64>
  %w0 = stablehlo.constant dense<"0x0E000000000000000A0000000000000010000000000000001200000000000000"> : tensor<4xi64>
  check.expect_eq %r0, %w0 : tensor<4xi64>
  return
}

// -----

func.func @reduce_empty_maximum_int64() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xi64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0] : (tensor<0x4x2xi64>, tensor<i64>) -> tensor<4x2xi64>
  %w0 = stablehlo.constant dense<"0x0100000000000000"> : tensor<4x2xi64>
  check.expect_eq %r0, %w0 : tensor<4x2xi64>
  return
}

// -----

func.func @reduce_window_maximum_int64() {
  %a = stablehlo.constant dense<"0xF8FFFFFFFFFFFFFFFDFFFFFFFFFFFFFFF2FFFFFFFFFFFFFFF5FFFFFFFFFFFFFF0700000000000000F9FFFFFFFFFFFFFF1200000000000000FBFFFFFFFFFFFFFFFBFFFFFFFFFFFFFF0E00000000000000F9FFFFFFFFFFFFFFF0FFFFFFFFFFFFFF0A00000000000000FDFFFFFFFFFFFFFFF1FFFFFFFFFFFFFFF8FFFFFFFFFFFFFF0100000000000000F5FFFFFFFFFFFFFF0A00000000000000EFFFFFFFFFFFFFFF1000000000000000000000000000000012000000000000001100000000000000"> : tensor<3x4x2xi64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2, 1>, window_strides = array<i64: 1, 2, 1>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 1, 2, 1>, padding = dense<[[1, 0], [1, 2], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.maximum %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
  }) : (tensor<3x4x2xi64>, tensor<i64>) -> tensor<5x3x2xi64>
  %w0 = stablehlo.constant dense<"0x0100000000000000010000000000000012000000000000000100000000000000120000000000000001000000000000000100000000000000010000000000000012000000000000000100000000000000120000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000A0000000000000001000000000000001200000000000000110000000000000012000000000000001100000000000000"> : tensor<5x3x2xi64>
  check.expect_eq %r0, %w0 : tensor<5x3x2xi64>
  return
}

// -----

func.func @reduce_minimum_int64() {
  %a = stablehlo.constant dense<"0x0B000000000000000A00000000000000F8FFFFFFFFFFFFFFF0FFFFFFFFFFFFFF0700000000000000F0FFFFFFFFFFFFFF0000000000000000F0FFFFFFFFFFFFFF1200000000000000F7FFFFFFFFFFFFFFF4FFFFFFFFFFFFFFEFFFFFFFFFFFFFFF0A000000000000001200000000000000F3FFFFFFFFFFFFFF0900000000000000FDFFFFFFFFFFFFFF1000000000000000FEFFFFFFFFFFFFFFF5FFFFFFFFFFFFFFFEFFFFFFFFFFFFFFECFFFFFFFFFFFFFF0B000000000000000D00000000000000"> : tensor<3x4x2xi64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0, 2] : (tensor<3x4x2xi64>, tensor<i64>) -> tensor<4xi64>
  %w0 = stablehlo.constant dense<"0xF7FFFFFFFFFFFFFFEFFFFFFFFFFFFFFFECFFFFFFFFFFFFFFF0FFFFFFFFFFFFFF"> : tensor<4xi64>
  check.expect_eq %r0, %w0 : tensor<4xi64>
  return
}

// -----

func.func @reduce_empty_minimum_int64() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xi64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0] : (tensor<0x4x2xi64>, tensor<i64>) -> tensor<4x2xi64>
  %w0 = stablehlo.constant dense<"0x0100000000000000"> : tensor<4x2xi64>
  check.expect_eq %r0, %w0 : tensor<4x2xi64>
  return
}

// -----

func.func @reduce_and_int64() {
  %a = stablehlo.constant dense<"0xFAFFFFFFFFFFFFFFF1FFFFFFFFFFFFFFF8FFFFFFFFFFFFFFF6FFFFFFFFFFFFFF08000000000000000C00000000000000F1FFFFFFFFFFFFFF100000000000000008000000000000000D000000000000000B00000000000000FEFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF010000000000000008000000000000000500000000000000EFFFFFFFFFFFFFFF0100000000000000F2FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEEFFFFFFFFFFFFFFECFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF"> : tensor<3x4x2xi64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.and across dimensions = [0, 2] : (tensor<3x4x2xi64>, tensor<i64>) -> tensor<4xi64>
  %w0 = stablehlo.constant dense<"0x0000000000000000"> : tensor<4xi64>
  check.expect_eq %r0, %w0 : tensor<4xi64>
  return
}

// -----

func.func @reduce_empty_and_int64() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xi64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.and across dimensions = [0] : (tensor<0x4x2xi64>, tensor<i64>) -> tensor<4x2xi64>
  %w0 = stablehlo.constant dense<"0x0100000000000000"> : tensor<4x2xi64>
  check.expect_eq %r0, %w0 : tensor<4x2xi64>
  return
}

// -----

func.func @reduce_or_int64() {
  %a = stablehlo.constant dense<"0x0700000000000000FCFFFFFFFFFFFFFF1000000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF2FFFFFFFFFFFFFFF4FFFFFFFFFFFFFF0B00000000000000EDFFFFFFFFFFFFFFF7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0D00000000000000000000000000000003000000000000000F00000000000000FBFFFFFFFFFFFFFF0900000000000000EFFFFFFFFFFFFFFF09000000000000000400000000000000F5FFFFFFFFFFFFFF01000000000000001200000000000000F6FFFFFFFFFFFFFF"> : tensor<3x4x2xi64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.or across dimensions = [0, 2] : (tensor<3x4x2xi64>, tensor<i64>) -> tensor<4xi64>
  %w0 = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF"> : tensor<4xi64>
  check.expect_eq %r0, %w0 : tensor<4xi64>
  return
}

// -----

func.func @reduce_empty_or_int64() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xi64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.or across dimensions = [0] : (tensor<0x4x2xi64>, tensor<i64>) -> tensor<4x2xi64>
  %w0 = stablehlo.constant dense<"0x0100000000000000"> : tensor<4x2xi64>
  check.expect_eq %r0, %w0 : tensor<4x2xi64>
  return
}

// -----

func.func @reduce_xor_int64() {
  %a = stablehlo.constant dense<"0xF7FFFFFFFFFFFFFFF6FFFFFFFFFFFFFF0B00000000000000EEFFFFFFFFFFFFFFF0FFFFFFFFFFFFFFF9FFFFFFFFFFFFFF04000000000000000500000000000000F2FFFFFFFFFFFFFF0D00000000000000FFFFFFFFFFFFFFFF0900000000000000FDFFFFFFFFFFFFFFEDFFFFFFFFFFFFFF1200000000000000F8FFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFF6FFFFFFFFFFFFFFEDFFFFFFFFFFFFFF0800000000000000FEFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF0F00000000000000"> : tensor<3x4x2xi64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.xor across dimensions = [0, 2] : (tensor<3x4x2xi64>, tensor<i64>) -> tensor<4xi64>
  %w0 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF0900000000000000EEFFFFFFFFFFFFFF0A00000000000000"> : tensor<4xi64>
  check.expect_eq %r0, %w0 : tensor<4xi64>
  return
}

// -----

func.func @reduce_empty_xor_int64() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xi64>
  %b = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.xor across dimensions = [0] : (tensor<0x4x2xi64>, tensor<i64>) -> tensor<4x2xi64>
  %w0 = stablehlo.constant dense<"0x0100000000000000"> : tensor<4x2xi64>
  check.expect_eq %r0, %w0 : tensor<4x2xi64>
  return
}

// -----

func.func @reduce_add_bool() {
  %a = stablehlo.constant dense<"0x010000010101010001010100000000010000000100010100"> : tensor<3x4x2xi1>
  %b = stablehlo.constant dense<"0x01"> : tensor<i1>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 2] : (tensor<3x4x2xi1>, tensor<i1>) -> tensor<4xi1>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<4xi1>
  check.expect_eq %r0, %w0 : tensor<4xi1>
  return
}

// -----

func.func @reduce_empty_add_bool() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xi1>
  %b = stablehlo.constant dense<"0x01"> : tensor<i1>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<0x4x2xi1>, tensor<i1>) -> tensor<4x2xi1>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<4x2xi1>
  check.expect_eq %r0, %w0 : tensor<4x2xi1>
  return
}

// -----

func.func @reduce_window_add_bool() {
  %a = stablehlo.constant dense<"0x010000010101010001010100000000010000000100010100"> : tensor<3x4x2xi1>
  %b = stablehlo.constant dense<"0x01"> : tensor<i1>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2, 1>, window_strides = array<i64: 1, 2, 1>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 1, 2, 1>, padding = dense<[[1, 0], [1, 2], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
  %z = stablehlo.add %x, %y : tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<3x4x2xi1>, tensor<i1>) -> tensor<5x3x2xi1>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<5x3x2xi1>
  check.expect_eq %r0, %w0 : tensor<5x3x2xi1>
  return
}

// -----

func.func @reduce_multiply_bool() {
  %a = stablehlo.constant dense<"0x010000010101000100000000000101010001000000010101"> : tensor<3x4x2xi1>
  %b = stablehlo.constant dense<"0x01"> : tensor<i1>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0, 2] : (tensor<3x4x2xi1>, tensor<i1>) -> tensor<4xi1>
  %w0 = stablehlo.constant dense<"0x00"> : tensor<4xi1>
  check.expect_eq %r0, %w0 : tensor<4xi1>
  return
}

// -----

func.func @reduce_empty_multiply_bool() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xi1>
  %b = stablehlo.constant dense<"0x01"> : tensor<i1>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0] : (tensor<0x4x2xi1>, tensor<i1>) -> tensor<4x2xi1>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<4x2xi1>
  check.expect_eq %r0, %w0 : tensor<4x2xi1>
  return
}

// -----

func.func @reduce_maximum_bool() {
  %a = stablehlo.constant dense<"0x000001000100010100010000010001010101000000000000"> : tensor<3x4x2xi1>
  %b = stablehlo.constant dense<"0x01"> : tensor<i1>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<3x4x2xi1>, tensor<i1>) -> tensor<4xi1>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<4xi1>
  check.expect_eq %r0, %w0 : tensor<4xi1>
  return
}

// -----

func.func @reduce_empty_maximum_bool() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xi1>
  %b = stablehlo.constant dense<"0x01"> : tensor<i1>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0] : (tensor<0x4x2xi1>, tensor<i1>) -> tensor<4x2xi1>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<4x2xi1>
  check.expect_eq %r0, %w0 : tensor<4x2xi1>
  return
}

// -----

func.func @reduce_window_maximum_bool() {
  %a = stablehlo.constant dense<"0x000001000100010100010000010001010101000000000000"> : tensor<3x4x2xi1>
  %b = stablehlo.constant dense<"0x01"> : tensor<i1>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2, 1>, window_strides = array<i64: 1, 2, 1>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 1, 2, 1>, padding = dense<[[1, 0], [1, 2], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
  %z = stablehlo.maximum %x, %y : tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<3x4x2xi1>, tensor<i1>) -> tensor<5x3x2xi1>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<5x3x2xi1>
  check.expect_eq %r0, %w0 : tensor<5x3x2xi1>
  return
}

// -----

func.func @reduce_minimum_bool() {
  %a = stablehlo.constant dense<"0x000000000100010001010101010100010001010100000000"> : tensor<3x4x2xi1>
  %b = stablehlo.constant dense<"0x01"> : tensor<i1>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0, 2] : (tensor<3x4x2xi1>, tensor<i1>) -> tensor<4xi1>
  %w0 = stablehlo.constant dense<"0x00"> : tensor<4xi1>
  check.expect_eq %r0, %w0 : tensor<4xi1>
  return
}

// -----

func.func @reduce_empty_minimum_bool() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xi1>
  %b = stablehlo.constant dense<"0x01"> : tensor<i1>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0] : (tensor<0x4x2xi1>, tensor<i1>) -> tensor<4x2xi1>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<4x2xi1>
  check.expect_eq %r0, %w0 : tensor<4x2xi1>
  return
}

// -----

func.func @reduce_and_bool() {
  %a = stablehlo.constant dense<"0x000100000000010000000001010101000001000001000001"> : tensor<3x4x2xi1>
  %b = stablehlo.constant dense<"0x01"> : tensor<i1>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.and across dimensions = [0, 2] : (tensor<3x4x2xi1>, tensor<i1>) -> tensor<4xi1>
  %w0 = stablehlo.constant dense<"0x00"> : tensor<4xi1>
  check.expect_eq %r0, %w0 : tensor<4xi1>
  return
}

// -----

func.func @reduce_empty_and_bool() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xi1>
  %b = stablehlo.constant dense<"0x01"> : tensor<i1>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.and across dimensions = [0] : (tensor<0x4x2xi1>, tensor<i1>) -> tensor<4x2xi1>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<4x2xi1>
  check.expect_eq %r0, %w0 : tensor<4x2xi1>
  return
}

// -----

func.func @reduce_or_bool() {
  %a = stablehlo.constant dense<"0x010100010101010000000000000000010100010100010100"> : tensor<3x4x2xi1>
  %b = stablehlo.constant dense<"0x01"> : tensor<i1>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.or across dimensions = [0, 2] : (tensor<3x4x2xi1>, tensor<i1>) -> tensor<4xi1>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<4xi1>
  check.expect_eq %r0, %w0 : tensor<4xi1>
  return
}

// -----

func.func @reduce_empty_or_bool() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xi1>
  %b = stablehlo.constant dense<"0x01"> : tensor<i1>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.or across dimensions = [0] : (tensor<0x4x2xi1>, tensor<i1>) -> tensor<4x2xi1>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<4x2xi1>
  check.expect_eq %r0, %w0 : tensor<4x2xi1>
  return
}

// -----

func.func @reduce_xor_bool() {
  %a = stablehlo.constant dense<"0x000101010000000000010101000101000001010101000000"> : tensor<3x4x2xi1>
  %b = stablehlo.constant dense<"0x01"> : tensor<i1>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.xor across dimensions = [0, 2] : (tensor<3x4x2xi1>, tensor<i1>) -> tensor<4xi1>
  %w0 = stablehlo.constant dense<"0x00010100"> : tensor<4xi1>
  check.expect_eq %r0, %w0 : tensor<4xi1>
  return
}

// -----

func.func @reduce_empty_xor_bool() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xi1>
  %b = stablehlo.constant dense<"0x01"> : tensor<i1>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.xor across dimensions = [0] : (tensor<0x4x2xi1>, tensor<i1>) -> tensor<4x2xi1>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<4x2xi1>
  check.expect_eq %r0, %w0 : tensor<4x2xi1>
  return
}

// -----

func.func @reduce_add_complex64() {
  %a = stablehlo.constant dense<"0x000040400000E04000000040000000410000E040000000C100000041000080C0000000400000C0400000C0C000000040000000C1000040C0000080400000E040000000C0000000C10000E0C000000000000000C00000803F0000E0400000A0C00000E0400000E040000080BF000000C00000C040000080C00000E040000080BF000080C0000080C00000A0400000803F000000C00000A0C0000000000000C0400000A0400000C0C00000C0C0000000C0000000400000E0C0000000000000C040"> : tensor<3x4x2xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000803F00000000"> : tensor<complex<f32>>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 2] : (tensor<3x4x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000000C00000804000009841000070C1000000400000A04000004041000000C0"> : tensor<4xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
  return
}

// -----

func.func @reduce_empty_add_complex64() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000803F00000000"> : tensor<complex<f32>>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<0x4x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000803F00000000"> : tensor<4x2xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2xcomplex<f32>>, tensor<4x2xcomplex<f32>>
  return
}

// -----

func.func @reduce_window_add_complex64() {
  %a = stablehlo.constant dense<"0x000040400000E04000000040000000410000E040000000C100000041000080C0000000400000C0400000C0C000000040000000C1000040C0000080400000E040000000C0000000C10000E0C000000000000000C00000803F0000E0400000A0C00000E0400000E040000080BF000000C00000C040000080C00000E040000080BF000080C0000080C00000A0400000803F000000C00000A0C0000000000000C0400000A0400000C0C00000C0C0000000C0000000400000E0C0000000000000C040"> : tensor<3x4x2xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000803F00000000"> : tensor<complex<f32>>
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2, 1>, window_strides = array<i64: 1, 2, 1>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 1, 2, 1>, padding = dense<[[1, 0], [1, 2], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
  %z = stablehlo.add %x, %y : tensor<complex<f32>>
  stablehlo.return %z : tensor<complex<f32>>
  }) : (tensor<3x4x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<5x3x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x00000041000000C100001041000080C000000000000030C100005041000040400000E0C0000040C00000A0400000E04000000041000000C100001041000080C000000000000030C100005041000040400000E0C0000040C00000A0400000E040000080BF0000803F000000410000A0C00000A040000040C0000070410000C0C00000E040000080C000000041000080BF000080BF0000803F000000410000A0C00000A040000040C0000070410000C0C00000E040000080C000000041000080BF000080BF0000A0C00000803F0000C0400000803F000040C10000803F00004041000040400000E0C00000803F0000C040"> : tensor<5x3x2xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<5x3x2xcomplex<f32>>, tensor<5x3x2xcomplex<f32>>
  return
}

// -----

func.func @reduce_multiply_complex64() {
  %a = stablehlo.constant dense<"0x0000A0C0000080C000004040000080C00000803F000080400000C040000080400000E0C000000041000080BF0000A0C0000000C10000803F000080BF000040C00000C0C00000A0400000C0400000E0C0000000400000804000000000000040C00000803F000040C0000000C10000E0400000E040000000C1000000400000004000000040000080C0000080C00000E0C0000000C00000C040000000C0000080BF00000000000000C1000080BF000000C10000C0400000C0C0000000C100004040"> : tensor<3x4x2xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000803F00000000"> : tensor<complex<f32>>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0, 2] : (tensor<3x4x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0048BC46005F9B4700C08A4500805945000000000088E5C7004858C700409545"> : tensor<4xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
  return
}

// -----

func.func @reduce_empty_multiply_complex64() {
  %a = stablehlo.constant dense<> : tensor<0x4x2xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000803F00000000"> : tensor<complex<f32>>
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0] : (tensor<0x4x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000803F00000000"> : tensor<4x2xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2xcomplex<f32>>, tensor<4x2xcomplex<f32>>
  return
}

// -----

func.func @select_and_scatter_float32() {
  %a = stablehlo.constant dense<"0x000088400000F0BF000078400000BCC00000DC400000C0C00000BC40000058C00000B0C00000A03F000000C00000FCC00000F0BF000030400000C0BF0000ECC0000050C00000EC40000018400000F4C0"> : tensor<4x5xf32>
  %b = stablehlo.constant dense<"0x0000BC400000AC40000028C00000BCC0"> : tensor<2x2xf32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<f32>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<4x5xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x5xf32>
  %w0 = stablehlo.constant dense<"0x000000000000000000000000000000000000AC40000000000000BC4000000000000000000000000000000000000000000000000000000000000000000000000000000000000008C10000000000000000"> : tensor<4x5xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x5xf32>, tensor<4x5xf32>
  return
}

// -----

func.func @select_and_scatter_int32() {
  %a = stablehlo.constant dense<"0xF3FFFFFF05000000FDFFFFFFFDFFFFFFFEFFFFFF0600000002000000F8FFFFFFF0FFFFFFFDFFFFFFEDFFFFFFF3FFFFFF060000000E000000ECFFFFFFFEFFFFFF0600000006000000ECFFFFFFECFFFFFF"> : tensor<4x5xi32>
  %b = stablehlo.constant dense<"0x0200000005000000F7FFFFFFECFFFFFF"> : tensor<2x2xi32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = stablehlo.add %x, %y : tensor<i32>
  stablehlo.return %z : tensor<i32>
  }) : (tensor<4x5xi32>, tensor<2x2xi32>, tensor<i32>) -> tensor<4x5xi32>
  %w0 = stablehlo.constant dense<"0x000000000000000000000000000000000500000002000000000000000000000000000000000000000000000000000000F7FFFFFFECFFFFFF000000000000000000000000000000000000000000000000"> : tensor<4x5xi32>
  check.expect_eq %r0, %w0 : tensor<4x5xi32>
  return
}

// -----

func.func @sort_float16() {
  %a = stablehlo.constant dense<"0x00BC204A003C00380042FFFB20D09AB90004001400C1003EFF7B4056"> : tensor<1x14xf16>
  %b = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D000000"> : tensor<1x14xi32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>, %p: tensor<i32>, %q: tensor<i32>):
  %z = stablehlo.compare GT, %x, %y : (tensor<f16>, tensor<f16>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<1x14xf16>, tensor<1x14xi32>) -> (tensor<1x14xf16>, tensor<1x14xi32>)
  %w0 = stablehlo.constant dense<"0xFF7B4056204A0042003E003C0038001400049AB900BC00C120D0FFFB"> : tensor<1x14xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x14xf16>, tensor<1x14xf16>
  %w1 = stablehlo.constant dense<"0x0C0000000D00000001000000040000000B0000000200000003000000090000000800000007000000000000000A0000000600000005000000"> : tensor<1x14xi32>
  check.expect_eq %r1, %w1 : tensor<1x14xi32>
  return
}

// -----

func.func @sort_bfloat16() {
  %a = stablehlo.constant dense<"0x003F803F04C27F7F7FFF8000C842003C4441C03F404080BF33BF20C0"> : tensor<1x14xbf16>
  %b = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D000000"> : tensor<1x14xi32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>, %p: tensor<i32>, %q: tensor<i32>):
  %z = stablehlo.compare GT, %x, %y : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<1x14xbf16>, tensor<1x14xi32>) -> (tensor<1x14xbf16>, tensor<1x14xi32>)
  %w0 = stablehlo.constant dense<"0x7F7FC84244414040C03F803F003F003C800033BF80BF20C004C27FFF"> : tensor<1x14xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x14xbf16>, tensor<1x14xbf16>
  %w1 = stablehlo.constant dense<"0x0300000006000000080000000A00000009000000010000000000000007000000050000000C0000000B0000000D0000000200000004000000"> : tensor<1x14xi32>
  check.expect_eq %r1, %w1 : tensor<1x14xi32>
  return
}

// -----

func.func @sort_float32() {
  %a = stablehlo.constant dense<"0x000004C2000080BF0000C8420000803F00004441000080000000003FFFFF7FFF000020C0FFFF7F7F0000C03F00004040333333BF00000034"> : tensor<1x14xf32>
  %b = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D000000"> : tensor<1x14xi32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
  %z = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<1x14xf32>, tensor<1x14xi32>) -> (tensor<1x14xf32>, tensor<1x14xi32>)
  %w0 = stablehlo.constant dense<"0xFFFF7F7F0000C84200004441000040400000C03F0000803F0000003F0000003400008000333333BF000080BF000020C0000004C2FFFF7FFF"> : tensor<1x14xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x14xf32>, tensor<1x14xf32>
  %w1 = stablehlo.constant dense<"0x0900000002000000040000000B0000000A00000003000000060000000D000000050000000C00000001000000080000000000000007000000"> : tensor<1x14xi32>
  check.expect_eq %r1, %w1 : tensor<1x14xi32>
  return
}

// -----

func.func @sort_float64() {
  %a = stablehlo.constant dense<"0xFFFFFFFFFFFFEF7F00000000000008400000000000802840000000000000E03F000000000000F83FFFFFFFFFFFFFEFFF0000000000001000666666666666E6BF000000000000F0BF000000000000594000000000008040C0000000000000B03C000000000000F03F00000000000004C0"> : tensor<1x14xf64>
  %b = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D000000"> : tensor<1x14xi32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>, %p: tensor<i32>, %q: tensor<i32>):
  %z = stablehlo.compare GT, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<1x14xf64>, tensor<1x14xi32>) -> (tensor<1x14xf64>, tensor<1x14xi32>)
  %w0 = stablehlo.constant dense<"0xFFFFFFFFFFFFEF7F000000000000594000000000008028400000000000000840000000000000F83F000000000000F03F000000000000E03F000000000000B03C0000000000001000666666666666E6BF000000000000F0BF00000000000004C000000000008040C0FFFFFFFFFFFFEFFF"> : tensor<1x14xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x14xf64>, tensor<1x14xf64>
  %w1 = stablehlo.constant dense<"0x00000000090000000200000001000000040000000C000000030000000B0000000600000007000000080000000D0000000A00000005000000"> : tensor<1x14xi32>
  check.expect_eq %r1, %w1 : tensor<1x14xi32>
  return
}

// -----

func.func @sort_int8() {
  %a = stablehlo.constant dense<"0xF9FE070302647FFF8180017E"> : tensor<1x12xi8>
  %b = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B000000"> : tensor<1x12xi32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i8>, %y: tensor<i8>, %p: tensor<i32>, %q: tensor<i32>):
  %z = stablehlo.compare GT, %x, %y : (tensor<i8>, tensor<i8>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<1x12xi8>, tensor<1x12xi32>) -> (tensor<1x12xi8>, tensor<1x12xi32>)
  %w0 = stablehlo.constant dense<"0x7F7E6407030201FFFEF98180"> : tensor<1x12xi8>
  check.expect_eq %r0, %w0 : tensor<1x12xi8>
  %w1 = stablehlo.constant dense<"0x060000000B000000050000000200000003000000040000000A0000000700000001000000000000000800000009000000"> : tensor<1x12xi32>
  check.expect_eq %r1, %w1 : tensor<1x12xi32>
  return
}

// -----

func.func @sort_uint16() {
  %a = stablehlo.constant dense<"0x0200FEFF0100FFFF6400070001000300"> : tensor<1x8xui16>
  %b = stablehlo.constant dense<"0x0000000001000000020000000300000004000000050000000600000007000000"> : tensor<1x8xi32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<ui16>, %y: tensor<ui16>, %p: tensor<i32>, %q: tensor<i32>):
  %z = stablehlo.compare GT, %x, %y : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<1x8xui16>, tensor<1x8xi32>) -> (tensor<1x8xui16>, tensor<1x8xi32>)
  %w0 = stablehlo.constant dense<"0xFFFFFEFF640007000300020001000100"> : tensor<1x8xui16>
  check.expect_eq %r0, %w0 : tensor<1x8xui16>
  %w1 = stablehlo.constant dense<"0x0300000001000000040000000500000007000000000000000200000006000000"> : tensor<1x8xi32>
  check.expect_eq %r1, %w1 : tensor<1x8xi32>
  return
}

// -----

func.func @sort_int64() {
  %a = stablehlo.constant dense<"0x64000000000000000100000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFF7FF9FFFFFFFFFFFFFF0000000000000080FEFFFFFFFFFFFFFF01000000000000800700000000000000FEFFFFFFFFFFFF7F03000000000000000200000000000000"> : tensor<1x12xi64>
  %b = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B000000"> : tensor<1x12xi32>
  %r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>, %p: tensor<i32>, %q: tensor<i32>):
  %z = stablehlo.compare GT, %x, %y : (tensor<i64>, tensor<i64>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<1x12xi64>, tensor<1x12xi32>) -> (tensor<1x12xi64>, tensor<1x12xi32>)
  %w0 = stablehlo.constant dense<"0xFFFFFFFFFFFFFF7FFEFFFFFFFFFFFF7F64000000000000000700000000000000030000000000000002000000000000000100000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF01000000000000800000000000000080"> : tensor<1x12xi64>
  check.expect_eq %r0, %w0 : tensor<1x12xi64>
  %w1 = stablehlo.constant dense<"0x030000000900000000000000080000000A0000000B000000010000000200000006000000040000000700000005000000"> : tensor<1x12xi32>
  check.expect_eq %r1, %w1 : tensor<1x12xi32>
  return
}
