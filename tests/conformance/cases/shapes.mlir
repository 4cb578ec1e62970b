// Operations that move elements.
// Written by make_cases.py.

// -----

func.func @transpose_float32() {
  %a = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D84000006840000060400000603F0000A4C00000D8C0000068C00000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<2x3x4xf32>
  %r0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %w0 = stablehlo.constant dense<"0x0000F0C00000FCC00000603F0000C0BE0000EC40000078C0000038400000D8400000A4C0000060400000B4C00000EC400000803F000068400000D8C0000090400000F0C0000088C00000184000006040000068C00000C03E0000B4C00000903F"> : tensor<4x2x3xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2x3xf32>, tensor<4x2x3xf32>
  return
}

// -----

func.func @reshape_float32() {
  %a = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D84000006840000060400000603F0000A4C00000D8C0000068C00000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<2x3x4xf32>
  %r0 = stablehlo.reshape %a : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  %w0 = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D84000006840000060400000603F0000A4C00000D8C0000068C00000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<6x4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<6x4xf32>, tensor<6x4xf32>
  return
}

// -----

func.func @reverse_float32() {
  %a = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D84000006840000060400000603F0000A4C00000D8C0000068C00000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<2x3x4xf32>
  %r0 = stablehlo.reverse %a, dims = [0, 2] : tensor<2x3x4xf32>
  %w0 = stablehlo.constant dense<"0x0000C03E00009040000060400000C0BE0000B4C00000F0C00000B4C00000EC400000903F000088C00000EC40000078C0000018400000803F000038400000F0C000006040000068400000D8400000FCC0000068C00000D8C00000A4C00000603F"> : tensor<2x3x4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
  return
}

// -----

func.func @slice_float32() {
  %a = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D84000006840000060400000603F0000A4C00000D8C0000068C00000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<2x3x4xf32>
  %r0 = stablehlo.slice %a [0:2, 1:3, 0:4:3] : (tensor<2x3x4xf32>) -> tensor<2x2x2xf32>
  %w0 = stablehlo.constant dense<"0x0000FCC0000060400000603F000068C00000EC400000B4C0000078C00000903F"> : tensor<2x2x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x2x2xf32>, tensor<2x2x2xf32>
  return
}

// -----

func.func @slice_empty_float32() {
  %a = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D84000006840000060400000603F0000A4C00000D8C0000068C00000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<2x3x4xf32>
  %r0 = stablehlo.slice %a [0:2, 1:1, 0:4] : (tensor<2x3x4xf32>) -> tensor<2x0x4xf32>
  %w0 = stablehlo.constant dense<> : tensor<2x0x4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x0x4xf32>, tensor<2x0x4xf32>
  return
}

// -----

func.func @concatenate_float32() {
  %a = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D84000006840000060400000603F0000A4C00000D8C0000068C00000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<2x3x4xf32>
  %b = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000C0BE00006040000090400000C03E"> : tensor<2x1x4xf32>
  %r0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x3x4xf32>, tensor<2x1x4xf32>) -> tensor<2x4x4xf32>
  %w0 = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D84000006840000060400000603F0000A4C00000D8C0000068C00000F0C0000038400000803F000018400000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F0000C0BE00006040000090400000C03E"> : tensor<2x4x4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x4x4xf32>, tensor<2x4x4xf32>
  return
}

// -----

func.func @broadcast_float32() {
  %a = stablehlo.constant dense<"0x0000F0C00000FCC00000603F"> : tensor<3x1xf32>
  %r0 = stablehlo.broadcast_in_dim %a, dims = [2, 0] : (tensor<3x1xf32>) -> tensor<4x2x3xf32>
  %w0 = stablehlo.constant dense<"0x0000F0C00000FCC00000603F0000F0C00000FCC00000603F0000F0C00000FCC00000603F0000F0C00000FCC00000603F0000F0C00000FCC00000603F0000F0C00000FCC00000603F0000F0C00000FCC00000603F0000F0C00000FCC00000603F"> : tensor<4x2x3xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2x3xf32>, tensor<4x2x3xf32>
  return
}

// -----

func.func @pad_float32() {
  %a = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D84000006840000060400000603F0000A4C00000D8C0000068C00000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<2x3x4xf32>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<f32>
  %r0 = stablehlo.pad %a, %b, low = [0, -1, 2], high = [1, 1, -1], interior = [2, 0, 1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<5x3x8xf32>
  %w0 = stablehlo.constant dense<"0x00000000000000000000FCC0000000000000D84000000000000068400000000000000000000000000000603F000000000000A4C0000000000000D8C000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000EC40000000000000B4C0000000000000F0C0000000000000000000000000000078C0000000000000EC4000000000000088C0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<5x3x8xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<5x3x8xf32>, tensor<5x3x8xf32>
  return
}

// -----

func.func @dynamic_slice_float32_0() {
  %a = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D84000006840000060400000603F0000A4C00000D8C0000068C00000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<2x3x4xf32>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %c = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0x02000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_slice %a, %b, %c, %d, sizes = [1, 2, 2] : (tensor<2x3x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xf32>
  %w0 = stablehlo.constant dense<"0x00006840000060400000D8C0000068C0"> : tensor<1x2x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x2x2xf32>, tensor<1x2x2xf32>
  return
}

// -----

func.func @dynamic_update_slice_float32_0() {
  %a = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D84000006840000060400000603F0000A4C00000D8C0000068C00000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<2x3x4xf32>
  %b = stablehlo.constant dense<"0x0000FC40000018400000ACC00000DC40"> : tensor<1x2x2xf32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %e = stablehlo.constant dense<"0x02000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d, %e : (tensor<2x3x4xf32>, tensor<1x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xf32>
  %w0 = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D8400000FC40000018400000603F0000A4C00000ACC00000DC400000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<2x3x4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
  return
}

// -----

func.func @dynamic_slice_float32_1() {
  %a = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D84000006840000060400000603F0000A4C00000D8C0000068C00000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<2x3x4xf32>
  %b = stablehlo.constant dense<"0x05000000"> : tensor<i32>
  %c = stablehlo.constant dense<"0xFDFFFFFF"> : tensor<i32>
  %d = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_slice %a, %b, %c, %d, sizes = [1, 2, 2] : (tensor<2x3x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xf32>
  %w0 = stablehlo.constant dense<"0x00006040000090400000B4C00000F0C0"> : tensor<1x2x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x2x2xf32>, tensor<1x2x2xf32>
  return
}

// -----

func.func @dynamic_update_slice_float32_1() {
  %a = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D84000006840000060400000603F0000A4C00000D8C0000068C00000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<2x3x4xf32>
  %b = stablehlo.constant dense<"0x0000C03E000008C00000C0C00000D0C0"> : tensor<1x2x2xf32>
  %c = stablehlo.constant dense<"0x05000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0xFDFFFFFF"> : tensor<i32>
  %e = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d, %e : (tensor<2x3x4xf32>, tensor<1x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xf32>
  %w0 = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D84000006840000060400000603F0000A4C00000D8C0000068C00000C0BE0000C03E000008C00000C03E0000EC400000C0C00000D0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<2x3x4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
  return
}

// -----

func.func @dynamic_slice_float32_2() {
  %a = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D84000006840000060400000603F0000A4C00000D8C0000068C00000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<2x3x4xf32>
  %b = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<i32>
  %c = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_slice %a, %b, %c, %d, sizes = [1, 2, 2] : (tensor<2x3x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xf32>
  %w0 = stablehlo.constant dense<"0x00006840000060400000D8C0000068C0"> : tensor<1x2x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x2x2xf32>, tensor<1x2x2xf32>
  return
}

// -----

func.func @dynamic_update_slice_float32_2() {
  %a = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D84000006840000060400000603F0000A4C00000D8C0000068C00000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<2x3x4xf32>
  %b = stablehlo.constant dense<"0x000068400000AC400000C03F0000C03E"> : tensor<1x2x2xf32>
  %c = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<i32>
  %d = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %e = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d, %e : (tensor<2x3x4xf32>, tensor<1x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xf32>
  %w0 = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D840000068400000AC400000603F0000A4C00000C03F0000C03E0000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<2x3x4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
  return
}

// -----

func.func @gather_float32() {
  %a = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D84000006840000060400000603F0000A4C00000D8C0000068C00000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<2x3x4xf32>
  %b = stablehlo.constant dense<"0x00000000020000000100000009000000FCFFFFFF01000000"> : tensor<3x2xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = false}> : (tensor<2x3x4xf32>, tensor<3x2xi32>) -> tensor<3x4xf32>
  %w0 = stablehlo.constant dense<"0x0000603F0000A4C00000D8C0000068C0000078C00000EC40000088C00000903F0000FCC00000D8400000684000006040"> : tensor<3x4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x4xf32>, tensor<3x4xf32>
  return
}

// -----

func.func @gather_batched_float32() {
  %a = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D84000006840000060400000603F0000A4C00000D8C0000068C00000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<2x3x4xf32>
  %b = stablehlo.constant dense<"0x0100000000000000000000000000000003000000000000000200000000000000"> : tensor<2x2x1xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 3, 1>}> : (tensor<2x3x4xf32>, tensor<2x2x1xi64>) -> tensor<2x3x2xf32>
  %w0 = stablehlo.constant dense<"0x000038400000F0C00000D8400000FCC00000A4C00000603F0000C03E000090400000B4C00000F0C00000903F000088C0"> : tensor<2x3x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xf32>, tensor<2x3x2xf32>
  return
}

// -----

func.func @scatter_last_float32() {
  %a = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D84000006840000060400000603F0000A4C00000D8C0000068C00000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<2x3x4xf32>
  %b = stablehlo.constant dense<"0x000000000200000007000000FFFFFFFF"> : tensor<4x1xi32>
  %c = stablehlo.constant dense<"0x0000B8400000F0400000B0C00000B0BF000020BF000068C0000000C00000F0C0000028C00000A0BF000028C0000048C00000F03F00008CC00000A0BF0000D440000020C00000904000008CC0000098C0000000000000D0C00000A8400000B8400000D040000068400000BCC00000ECC00000F03F0000F0BF0000C03F0000A440"> : tensor<4x2x4xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  stablehlo.return %y : tensor<f32>
  }) : (tensor<2x3x4xf32>, tensor<4x1xi32>, tensor<4x2x4xf32>) -> tensor<2x3x4xf32>
  %w0 = stablehlo.constant dense<"0x0000B8400000F0400000B0C00000B0BF0000FCC00000D8400000684000006040000028C00000A0BF000028C0000048C0000020BF000068C0000000C00000F0C00000EC400000B4C00000F0C00000B4C00000F03F00008CC00000A0BF0000D440"> : tensor<2x3x4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
  return
}

// -----

func.func @scatter_add_float32() {
  %a = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D84000006840000060400000603F0000A4C00000D8C0000068C00000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<2x3x4xf32>
  %b = stablehlo.constant dense<"0x000000000200000007000000FFFFFFFF"> : tensor<4x1xi32>
  %c = stablehlo.constant dense<"0x000038400000F0C00000C03F0000B03F0000E8C00000E040000028400000AC40000080BF0000D0BF0000E4400000C03F0000B44000002840000038C0000028C0000020BF00001040000000BE000068C00000D03F000080C00000D440000018C00000D040000018C00000A440000030C000008040000070C0000078400000C040"> : tensor<4x2x4xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3x4xf32>, tensor<4x1xi32>, tensor<4x2x4xf32>) -> tensor<2x3x4xf32>
  %w0 = stablehlo.constant dense<"0x000094C0000094C000002040000070400000FCC00000D8400000684000006040000000BE0000D8C00000C03E000008C00000F4C0000028410000E4400000B8400000EC400000B4C00000F0C00000B4C00000E03F000020410000E4C00000C0BF"> : tensor<2x3x4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
  return
}

// -----

func.func @scatter_max_float32() {
  %a = stablehlo.constant dense<"0x0000F0C0000038400000803F000018400000FCC00000D84000006840000060400000603F0000A4C00000D8C0000068C00000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000078C00000EC40000088C00000903F"> : tensor<2x3x4xf32>
  %b = stablehlo.constant dense<"0x000000000200000007000000FFFFFFFF"> : tensor<4x1xi32>
  %c = stablehlo.constant dense<"0x0000DCC00000CCC0000028400000FCC0000084C0000000C00000104000000000000040BF0000D8C0000094C00000E0C0000090400000A0BF000030C0000060400000E4C000000041000020C00000DCC0000010C00000FC400000ECC00000D4C00000A840000040C0000060C00000203F0000AC40000068400000F0BF0000C0BE"> : tensor<4x2x4xf32>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.maximum %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3x4xf32>, tensor<4x1xi32>, tensor<4x2x4xf32>) -> tensor<2x3x4xf32>
  %w0 = stablehlo.constant dense<"0x0000DCC00000384000002840000018400000FCC00000D84000006840000060400000603F0000A4C0000094C0000068C00000C0BE00006040000090400000C03E0000EC400000B4C00000F0C00000B4C0000090400000EC40000030C000006040"> : tensor<2x3x4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
  return
}

// -----

func.func @transpose_bfloat16() {
  %a = stablehlo.constant dense<"0xB840604040BFE03F08C0F840A440D03FA0C0C03EF0BF78C0B03F5840003F7840F440C0BE7040E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  %r0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x3x4xbf16>) -> tensor<4x2x3xbf16>
  %w0 = stablehlo.constant dense<"0xB84008C0A0C0B03FF440B0406040F840C03E5840C0BEC03F40BFA440F0BF003F7040C440E03FD03F78C07840E03FE840"> : tensor<4x2x3xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2x3xbf16>, tensor<4x2x3xbf16>
  return
}

// -----

func.func @reshape_bfloat16() {
  %a = stablehlo.constant dense<"0xB840604040BFE03F08C0F840A440D03FA0C0C03EF0BF78C0B03F5840003F7840F440C0BE7040E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  %r0 = stablehlo.reshape %a : (tensor<2x3x4xbf16>) -> tensor<6x4xbf16>
  %w0 = stablehlo.constant dense<"0xB840604040BFE03F08C0F840A440D03FA0C0C03EF0BF78C0B03F5840003F7840F440C0BE7040E03FB040C03FC440E840"> : tensor<6x4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<6x4xbf16>, tensor<6x4xbf16>
  return
}

// -----

func.func @reverse_bfloat16() {
  %a = stablehlo.constant dense<"0xB840604040BFE03F08C0F840A440D03FA0C0C03EF0BF78C0B03F5840003F7840F440C0BE7040E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  %r0 = stablehlo.reverse %a, dims = [0, 2] : tensor<2x3x4xbf16>
  %w0 = stablehlo.constant dense<"0x7840003F5840B03FE03F7040C0BEF440E840C440C03FB040E03F40BF6040B840D03FA440F84008C078C0F0BFC03EA0C0"> : tensor<2x3x4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x4xbf16>, tensor<2x3x4xbf16>
  return
}

// -----

func.func @slice_bfloat16() {
  %a = stablehlo.constant dense<"0xB840604040BFE03F08C0F840A440D03FA0C0C03EF0BF78C0B03F5840003F7840F440C0BE7040E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  %r0 = stablehlo.slice %a [0:2, 1:3, 0:4:3] : (tensor<2x3x4xbf16>) -> tensor<2x2x2xbf16>
  %w0 = stablehlo.constant dense<"0x08C0D03FA0C078C0F440E03FB040E840"> : tensor<2x2x2xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x2x2xbf16>, tensor<2x2x2xbf16>
  return
}

// -----

func.func @slice_empty_bfloat16() {
  %a = stablehlo.constant dense<"0xB840604040BFE03F08C0F840A440D03FA0C0C03EF0BF78C0B03F5840003F7840F440C0BE7040E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  %r0 = stablehlo.slice %a [0:2, 1:1, 0:4] : (tensor<2x3x4xbf16>) -> tensor<2x0x4xbf16>
  %w0 = stablehlo.constant dense<> : tensor<2x0x4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x0x4xbf16>, tensor<2x0x4xbf16>
  return
}

// -----

func.func @concatenate_bfloat16() {
  %a = stablehlo.constant dense<"0xB840604040BFE03F08C0F840A440D03FA0C0C03EF0BF78C0B03F5840003F7840F440C0BE7040E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  %b = stablehlo.constant dense<"0xB840604040BFE03FB03F5840003F7840"> : tensor<2x1x4xbf16>
  %r0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x3x4xbf16>, tensor<2x1x4xbf16>) -> tensor<2x4x4xbf16>
  %w0 = stablehlo.constant dense<"0xB840604040BFE03F08C0F840A440D03FA0C0C03EF0BF78C0B840604040BFE03FB03F5840003F7840F440C0BE7040E03FB040C03FC440E840B03F5840003F7840"> : tensor<2x4x4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x4x4xbf16>, tensor<2x4x4xbf16>
  return
}

// -----

func.func @broadcast_bfloat16() {
  %a = stablehlo.constant dense<"0xB84008C0A0C0"> : tensor<3x1xbf16>
  %r0 = stablehlo.broadcast_in_dim %a, dims = [2, 0] : (tensor<3x1xbf16>) -> tensor<4x2x3xbf16>
  %w0 = stablehlo.constant dense<"0xB84008C0A0C0B84008C0A0C0B84008C0A0C0B84008C0A0C0B84008C0A0C0B84008C0A0C0B84008C0A0C0B84008C0A0C0"> : tensor<4x2x3xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2x3xbf16>, tensor<4x2x3xbf16>
  return
}

// -----

func.func @pad_bfloat16() {
  %a = stablehlo.constant dense<"0xB840604040BFE03F08C0F840A440D03FA0C0C03EF0BF78C0B03F5840003F7840F440C0BE7040E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  %b = stablehlo.constant dense<"0x0000"> : tensor<bf16>
  %r0 = stablehlo.pad %a, %b, low = [0, -1, 2], high = [1, 1, -1], interior = [2, 0, 1] : (tensor<2x3x4xbf16>, tensor<bf16>) -> tensor<5x3x8xbf16>
  %w0 = stablehlo.constant dense<"0x0000000008C00000F8400000A440000000000000A0C00000C03E0000F0BF00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000F4400000C0BE00007040000000000000B0400000C03F0000C440000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<5x3x8xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<5x3x8xbf16>, tensor<5x3x8xbf16>
  return
}

// -----

func.func @dynamic_slice_bfloat16_0() {
  %a = stablehlo.constant dense<"0xB840604040BFE03F08C0F840A440D03FA0C0C03EF0BF78C0B03F5840003F7840F440C0BE7040E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %c = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0x02000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_slice %a, %b, %c, %d, sizes = [1, 2, 2] : (tensor<2x3x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xbf16>
  %w0 = stablehlo.constant dense<"0xA440D03FF0BF78C0"> : tensor<1x2x2xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x2x2xbf16>, tensor<1x2x2xbf16>
  return
}

// -----

func.func @dynamic_update_slice_bfloat16_0() {
  %a = stablehlo.constant dense<"0xB840604040BFE03F08C0F840A440D03FA0C0C03EF0BF78C0B03F5840003F7840F440C0BE7040E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  %b = stablehlo.constant dense<"0xF0408440E0C07040"> : tensor<1x2x2xbf16>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %e = stablehlo.constant dense<"0x02000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d, %e : (tensor<2x3x4xbf16>, tensor<1x2x2xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xbf16>
  %w0 = stablehlo.constant dense<"0xB840604040BFE03F08C0F840F0408440A0C0C03EE0C07040B03F5840003F7840F440C0BE7040E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x4xbf16>, tensor<2x3x4xbf16>
  return
}

// -----

func.func @dynamic_slice_bfloat16_1() {
  %a = stablehlo.constant dense<"0xB840604040BFE03F08C0F840A440D03FA0C0C03EF0BF78C0B03F5840003F7840F440C0BE7040E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  %b = stablehlo.constant dense<"0x05000000"> : tensor<i32>
  %c = stablehlo.constant dense<"0xFDFFFFFF"> : tensor<i32>
  %d = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_slice %a, %b, %c, %d, sizes = [1, 2, 2] : (tensor<2x3x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xbf16>
  %w0 = stablehlo.constant dense<"0x5840003FC0BE7040"> : tensor<1x2x2xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x2x2xbf16>, tensor<1x2x2xbf16>
  return
}

// -----

func.func @dynamic_update_slice_bfloat16_1() {
  %a = stablehlo.constant dense<"0xB840604040BFE03F08C0F840A440D03FA0C0C03EF0BF78C0B03F5840003F7840F440C0BE7040E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  %b = stablehlo.constant dense<"0x844070C0D0C0F0C0"> : tensor<1x2x2xbf16>
  %c = stablehlo.constant dense<"0x05000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0xFDFFFFFF"> : tensor<i32>
  %e = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d, %e : (tensor<2x3x4xbf16>, tensor<1x2x2xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xbf16>
  %w0 = stablehlo.constant dense<"0xB840604040BFE03F08C0F840A440D03FA0C0C03EF0BF78C0B03F844070C07840F440D0C0F0C0E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x4xbf16>, tensor<2x3x4xbf16>
  return
}

// -----

func.func @dynamic_slice_bfloat16_2() {
  %a = stablehlo.constant dense<"0xB840604040BFE03F08C0F840A440D03FA0C0C03EF0BF78C0B03F5840003F7840F440C0BE7040E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  %b = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<i32>
  %c = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_slice %a, %b, %c, %d, sizes = [1, 2, 2] : (tensor<2x3x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xbf16>
  %w0 = stablehlo.constant dense<"0xA440D03FF0BF78C0"> : tensor<1x2x2xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x2x2xbf16>, tensor<1x2x2xbf16>
  return
}

// -----

func.func @dynamic_update_slice_bfloat16_2() {
  %a = stablehlo.constant dense<"0xB840604040BFE03F08C0F840A440D03FA0C0C03EF0BF78C0B03F5840003F7840F440C0BE7040E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  %b = stablehlo.constant dense<"0x20C090BFB0C028C0"> : tensor<1x2x2xbf16>
  %c = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<i32>
  %d = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %e = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d, %e : (tensor<2x3x4xbf16>, tensor<1x2x2xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xbf16>
  %w0 = stablehlo.constant dense<"0xB840604040BFE03F08C0F84020C090BFA0C0C03EB0C028C0B03F5840003F7840F440C0BE7040E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x4xbf16>, tensor<2x3x4xbf16>
  return
}

// -----

func.func @gather_bfloat16() {
  %a = stablehlo.constant dense<"0xB840604040BFE03F08C0F840A440D03FA0C0C03EF0BF78C0B03F5840003F7840F440C0BE7040E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  %b = stablehlo.constant dense<"0x00000000020000000100000009000000FCFFFFFF01000000"> : tensor<3x2xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = false}> : (tensor<2x3x4xbf16>, tensor<3x2xi32>) -> tensor<3x4xbf16>
  %w0 = stablehlo.constant dense<"0xA0C0C03EF0BF78C0B040C03FC440E84008C0F840A440D03F"> : tensor<3x4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x4xbf16>, tensor<3x4xbf16>
  return
}

// -----

func.func @gather_batched_bfloat16() {
  %a = stablehlo.constant dense<"0xB840604040BFE03F08C0F840A440D03FA0C0C03EF0BF78C0B03F5840003F7840F440C0BE7040E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  %b = stablehlo.constant dense<"0x0100000000000000000000000000000003000000000000000200000000000000"> : tensor<2x2x1xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 3, 1>}> : (tensor<2x3x4xbf16>, tensor<2x2x1xi64>) -> tensor<2x3x2xbf16>
  %w0 = stablehlo.constant dense<"0x6040B840F84008C0C03EA0C07840003FE03F7040E840C440"> : tensor<2x3x2xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xbf16>, tensor<2x3x2xbf16>
  return
}

// -----

func.func @scatter_last_bfloat16() {
  %a = stablehlo.constant dense<"0xB840604040BFE03F08C0F840A440D03FA0C0C03EF0BF78C0B03F5840003F7840F440C0BE7040E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  %b = stablehlo.constant dense<"0x000000000200000007000000FFFFFFFF"> : tensor<4x1xi32>
  %c = stablehlo.constant dense<"0xB8C0E440B8C09C40ECC0403F003F9840A0BF40405840C0C0F040A0406840903F48C058C0304010C0DCC0C4C08C40004178C0ACC0803ED4C008C060C0B0BFE4C0"> : tensor<4x2x4xbf16>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
  stablehlo.return %y : tensor<bf16>
  }) : (tensor<2x3x4xbf16>, tensor<4x1xi32>, tensor<4x2x4xbf16>) -> tensor<2x3x4xbf16>
  %w0 = stablehlo.constant dense<"0xB8C0E440B8C09C4008C0F840A440D03FA0BF40405840C0C0ECC0403F003F9840F440C0BE7040E03FF040A0406840903F"> : tensor<2x3x4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x4xbf16>, tensor<2x3x4xbf16>
  return
}

// -----

func.func @scatter_add_bfloat16() {
  %a = stablehlo.constant dense<"0xB840604040BFE03F08C0F840A440D03FA0C0C03EF0BF78C0B03F5840003F7840F440C0BE7040E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  %b = stablehlo.constant dense<"0x000000000200000007000000FFFFFFFF"> : tensor<4x1xi32>
  %c = stablehlo.constant dense<"0xF840B4C0304018C0F840084078C0E0C0D040B8C008409C400041803FD0C0F0408040084058C058C0584028C02040BC4080BE204060BFFC40E840803EF04090C0"> : tensor<4x2x4xbf16>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
  %z = stablehlo.add %x, %y : tensor<bf16>
  stablehlo.return %z : tensor<bf16>
  }) : (tensor<2x3x4xbf16>, tensor<4x1xi32>, tensor<4x2x4xbf16>) -> tensor<2x3x4xbf16>
  %w0 = stablehlo.constant dense<"0x584108C0004020BF08C0F840A440D03FC03FACC0803E803F1241B04058C048C0F440C0BE7040E03F58412040C0BE6C41"> : tensor<2x3x4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x4xbf16>, tensor<2x3x4xbf16>
  return
}

// -----

func.func @scatter_max_bfloat16() {
  %a = stablehlo.constant dense<"0xB840604040BFE03F08C0F840A440D03FA0C0C03EF0BF78C0B03F5840003F7840F440C0BE7040E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  %b = stablehlo.constant dense<"0x000000000200000007000000FFFFFFFF"> : tensor<4x1xi32>
  %c = stablehlo.constant dense<"0xF03F9840903FA44038C060C0D0C08840304020BFF03FC8403040C8C0B04058C060BF3840203FD4C098C070C0004038C0184070C0A03F003FF0C0A04040BFC040"> : tensor<4x2x4xbf16>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
  %z = stablehlo.maximum %x, %y : tensor<bf16>
  stablehlo.return %z : tensor<bf16>
  }) : (tensor<2x3x4xbf16>, tensor<4x1xi32>, tensor<4x2x4xbf16>) -> tensor<2x3x4xbf16>
  %w0 = stablehlo.constant dense<"0xB8409840903FA44008C0F840A440D03F3040C03EF03FC840B03F5840003F8840F440C0BE7040E03FB040C03FC440E840"> : tensor<2x3x4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x4xbf16>, tensor<2x3x4xbf16>
  return
}

// -----

func.func @transpose_int8() {
  %a = stablehlo.constant dense<"0xEE13F6F409F0EC0300090B020AEC0E00FB00FDF6ECEC0E0F"> : tensor<2x3x4xi8>
  %r0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x3x4xi8>) -> tensor<4x2x3xi8>
  %w0 = stablehlo.constant dense<"0xEE09000AFBEC13F009EC00ECF6EC0B0EFD0EF4030200F60F"> : tensor<4x2x3xi8>
  check.expect_eq %r0, %w0 : tensor<4x2x3xi8>
  return
}

// -----

func.func @reshape_int8() {
  %a = stablehlo.constant dense<"0xEE13F6F409F0EC0300090B020AEC0E00FB00FDF6ECEC0E0F"> : tensor<2x3x4xi8>
  %r0 = stablehlo.reshape %a : (tensor<2x3x4xi8>) -> tensor<6x4xi8>
  %w0 = stablehlo.constant dense<"0xEE13F6F409F0EC0300090B020AEC0E00FB00FDF6ECEC0E0F"> : tensor<6x4xi8>
  check.expect_eq %r0, %w0 : tensor<6x4xi8>
  return
}

// -----

func.func @reverse_int8() {
  %a = stablehlo.constant dense<"0xEE13F6F409F0EC0300090B020AEC0E00FB00FDF6ECEC0E0F"> : tensor<2x3x4xi8>
  %r0 = stablehlo.reverse %a, dims = [0, 2] : tensor<2x3x4xi8>
  %w0 = stablehlo.constant dense<"0x000EEC0AF6FD00FB0F0EECECF4F613EE03ECF009020B0900"> : tensor<2x3x4xi8>
  check.expect_eq %r0, %w0 : tensor<2x3x4xi8>
  return
}

// -----

func.func @slice_int8() {
  %a = stablehlo.constant dense<"0xEE13F6F409F0EC0300090B020AEC0E00FB00FDF6ECEC0E0F"> : tensor<2x3x4xi8>
  %r0 = stablehlo.slice %a [0:2, 1:3, 0:4:3] : (tensor<2x3x4xi8>) -> tensor<2x2x2xi8>
  %w0 = stablehlo.constant dense<"0x09030002FBF6EC0F"> : tensor<2x2x2xi8>
  check.expect_eq %r0, %w0 : tensor<2x2x2xi8>
  return
}

// -----

func.func @slice_empty_int8() {
  %a = stablehlo.constant dense<"0xEE13F6F409F0EC0300090B020AEC0E00FB00FDF6ECEC0E0F"> : tensor<2x3x4xi8>
  %r0 = stablehlo.slice %a [0:2, 1:1, 0:4] : (tensor<2x3x4xi8>) -> tensor<2x0x4xi8>
  %w0 = stablehlo.constant dense<> : tensor<2x0x4xi8>
  check.expect_eq %r0, %w0 : tensor<2x0x4xi8>
  return
}

// -----

func.func @concatenate_int8() {
  %a = stablehlo.constant dense<"0xEE13F6F409F0EC0300090B020AEC0E00FB00FDF6ECEC0E0F"> : tensor<2x3x4xi8>
  %b = stablehlo.constant dense<"0xEE13F6F40AEC0E00"> : tensor<2x1x4xi8>
  %r0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x3x4xi8>, tensor<2x1x4xi8>) -> tensor<2x4x4xi8>
  %w0 = stablehlo.constant dense<"0xEE13F6F409F0EC0300090B02EE13F6F40AEC0E00FB00FDF6ECEC0E0F0AEC0E00"> : tensor<2x4x4xi8>
  check.expect_eq %r0, %w0 : tensor<2x4x4xi8>
  return
}

// -----

func.func @broadcast_int8() {
  %a = stablehlo.constant dense<"0xEE0900"> : tensor<3x1xi8>
  %r0 = stablehlo.broadcast_in_dim %a, dims = [2, 0] : (tensor<3x1xi8>) -> tensor<4x2x3xi8>
  %w0 = stablehlo.constant dense<"0xEE0900EE0900EE0900EE0900EE0900EE0900EE0900EE0900"> : tensor<4x2x3xi8>
  check.expect_eq %r0, %w0 : tensor<4x2x3xi8>
  return
}

// -----

func.func @pad_int8() {
  %a = stablehlo.constant dense<"0xEE13F6F409F0EC0300090B020AEC0E00FB00FDF6ECEC0E0F"> : tensor<2x3x4xi8>
  %b = stablehlo.constant dense<"0x00"> : tensor<i8>
  %r0 = stablehlo.pad %a, %b, low = [0, -1, 2], high = [1, 1, -1], interior = [2, 0, 1] : (tensor<2x3x4xi8>, tensor<i8>) -> tensor<5x3x8xi8>
  %w0 = stablehlo.constant dense<"0x00000900F000EC000000000009000B0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000FB000000FD000000EC00EC000E000000000000000000000000000000000000000000000000000000000000000000"> : tensor<5x3x8xi8>
  check.expect_eq %r0, %w0 : tensor<5x3x8xi8>
  return
}

// -----

func.func @dynamic_slice_int8_0() {
  %a = stablehlo.constant dense<"0xEE13F6F409F0EC0300090B020AEC0E00FB00FDF6ECEC0E0F"> : tensor<2x3x4xi8>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %c = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0x02000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_slice %a, %b, %c, %d, sizes = [1, 2, 2] : (tensor<2x3x4xi8>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xi8>
  %w0 = stablehlo.constant dense<"0xEC030B02"> : tensor<1x2x2xi8>
  check.expect_eq %r0, %w0 : tensor<1x2x2xi8>
  return
}

// -----

func.func @dynamic_update_slice_int8_0() {
  %a = stablehlo.constant dense<"0xEE13F6F409F0EC0300090B020AEC0E00FB00FDF6ECEC0E0F"> : tensor<2x3x4xi8>
  %b = stablehlo.constant dense<"0x080F0112"> : tensor<1x2x2xi8>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %e = stablehlo.constant dense<"0x02000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d, %e : (tensor<2x3x4xi8>, tensor<1x2x2xi8>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xi8>
  %w0 = stablehlo.constant dense<"0xEE13F6F409F0080F000901120AEC0E00FB00FDF6ECEC0E0F"> : tensor<2x3x4xi8>
  check.expect_eq %r0, %w0 : tensor<2x3x4xi8>
  return
}

// -----

func.func @dynamic_slice_int8_1() {
  %a = stablehlo.constant dense<"0xEE13F6F409F0EC0300090B020AEC0E00FB00FDF6ECEC0E0F"> : tensor<2x3x4xi8>
  %b = stablehlo.constant dense<"0x05000000"> : tensor<i32>
  %c = stablehlo.constant dense<"0xFDFFFFFF"> : tensor<i32>
  %d = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_slice %a, %b, %c, %d, sizes = [1, 2, 2] : (tensor<2x3x4xi8>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xi8>
  %w0 = stablehlo.constant dense<"0xEC0E00FD"> : tensor<1x2x2xi8>
  check.expect_eq %r0, %w0 : tensor<1x2x2xi8>
  return
}

// -----

func.func @dynamic_update_slice_int8_1() {
  %a = stablehlo.constant dense<"0xEE13F6F409F0EC0300090B020AEC0E00FB00FDF6ECEC0E0F"> : tensor<2x3x4xi8>
  %b = stablehlo.constant dense<"0x04020308"> : tensor<1x2x2xi8>
  %c = stablehlo.constant dense<"0x05000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0xFDFFFFFF"> : tensor<i32>
  %e = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d, %e : (tensor<2x3x4xi8>, tensor<1x2x2xi8>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xi8>
  %w0 = stablehlo.constant dense<"0xEE13F6F409F0EC0300090B020A040200FB0308F6ECEC0E0F"> : tensor<2x3x4xi8>
  check.expect_eq %r0, %w0 : tensor<2x3x4xi8>
  return
}

// -----

func.func @dynamic_slice_int8_2() {
  %a = stablehlo.constant dense<"0xEE13F6F409F0EC0300090B020AEC0E00FB00FDF6ECEC0E0F"> : tensor<2x3x4xi8>
  %b = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<i32>
  %c = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_slice %a, %b, %c, %d, sizes = [1, 2, 2] : (tensor<2x3x4xi8>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xi8>
  %w0 = stablehlo.constant dense<"0xEC030B02"> : tensor<1x2x2xi8>
  check.expect_eq %r0, %w0 : tensor<1x2x2xi8>
  return
}

// -----

func.func @dynamic_update_slice_int8_2() {
  %a = stablehlo.constant dense<"0xEE13F6F409F0EC0300090B020AEC0E00FB00FDF6ECEC0E0F"> : tensor<2x3x4xi8>
  %b = stablehlo.constant dense<"0xF7F70208"> : tensor<1x2x2xi8>
  %c = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<i32>
  %d = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %e = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d, %e : (tensor<2x3x4xi8>, tensor<1x2x2xi8>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xi8>
  %w0 = stablehlo.constant dense<"0xEE13F6F409F0F7F7000902080AEC0E00FB00FDF6ECEC0E0F"> : tensor<2x3x4xi8>
  check.expect_eq %r0, %w0 : tensor<2x3x4xi8>
  return
}

// -----

func.func @gather_int8() {
  %a = stablehlo.constant dense<"0xEE13F6F409F0EC0300090B020AEC0E00FB00FDF6ECEC0E0F"> : tensor<2x3x4xi8>
  %b = stablehlo.constant dense<"0x00000000020000000100000009000000FCFFFFFF01000000"> : tensor<3x2xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = false}> : (tensor<2x3x4xi8>, tensor<3x2xi32>) -> tensor<3x4xi8>
  %w0 = stablehlo.constant dense<"0x00090B02ECEC0E0F09F0EC03"> : tensor<3x4xi8>
  check.expect_eq %r0, %w0 : tensor<3x4xi8>
  return
}

// -----

func.func @gather_batched_int8() {
  %a = stablehlo.constant dense<"0xEE13F6F409F0EC0300090B020AEC0E00FB00FDF6ECEC0E0F"> : tensor<2x3x4xi8>
  %b = stablehlo.constant dense<"0x0100000000000000000000000000000003000000000000000200000000000000"> : tensor<2x2x1xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 3, 1>}> : (tensor<2x3x4xi8>, tensor<2x2x1xi64>) -> tensor<2x3x2xi8>
  %w0 = stablehlo.constant dense<"0x13EEF0090900000EF6FD0F0E"> : tensor<2x3x2xi8>
  check.expect_eq %r0, %w0 : tensor<2x3x2xi8>
  return
}

// -----

func.func @scatter_last_int8() {
  %a = stablehlo.constant dense<"0xEE13F6F409F0EC0300090B020AEC0E00FB00FDF6ECEC0E0F"> : tensor<2x3x4xi8>
  %b = stablehlo.constant dense<"0x000000000200000007000000FFFFFFFF"> : tensor<4x1xi32>
  %c = stablehlo.constant dense<"0x10EE0913F41206FDFCF3F0EF0308100B01EC08F306F1F8ED01050501121105F0"> : tensor<4x2x4xi8>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i8>, %y: tensor<i8>):
  stablehlo.return %y : tensor<i8>
  }) : (tensor<2x3x4xi8>, tensor<4x1xi32>, tensor<4x2x4xi8>) -> tensor<2x3x4xi8>
  %w0 = stablehlo.constant dense<"0x10EE091309F0EC03FCF3F0EFF41206FDFB00FDF60308100B"> : tensor<2x3x4xi8>
  check.expect_eq %r0, %w0 : tensor<2x3x4xi8>
  return
}

// -----

func.func @scatter_add_int8() {
  %a = stablehlo.constant dense<"0xEE13F6F409F0EC0300090B020AEC0E00FB00FDF6ECEC0E0F"> : tensor<2x3x4xi8>
  %b = stablehlo.constant dense<"0x000000000200000007000000FFFFFFFF"> : tensor<4x1xi32>
  %c = stablehlo.constant dense<"0x09020C020EF6F90F0D1213FCF003ECFEF5F2FDEEFAEE0BF4F9080613FE000308"> : tensor<4x2x4xi8>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i8>, %y: tensor<i8>):
  %z = stablehlo.add %x, %y : tensor<i8>
  stablehlo.return %z : tensor<i8>
  }) : (tensor<2x3x4xi8>, tensor<4x1xi32>, tensor<4x2x4xi8>) -> tensor<2x3x4xi8>
  %w0 = stablehlo.constant dense<"0xF71502F609F0EC030D1B1EFE18E2070FFB00FDF6DCEFFA0D"> : tensor<2x3x4xi8>
  check.expect_eq %r0, %w0 : tensor<2x3x4xi8>
  return
}

// -----

func.func @scatter_max_int8() {
  %a = stablehlo.constant dense<"0xEE13F6F409F0EC0300090B020AEC0E00FB00FDF6ECEC0E0F"> : tensor<2x3x4xi8>
  %b = stablehlo.constant dense<"0x000000000200000007000000FFFFFFFF"> : tensor<4x1xi32>
  %c = stablehlo.constant dense<"0x08FB0DECED04131002ED00F403070FFA0205050AF80312040207EEFE11FDFDF0"> : tensor<4x2x4xi8>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i8>, %y: tensor<i8>):
  %z = stablehlo.maximum %x, %y : tensor<i8>
  stablehlo.return %z : tensor<i8>
  }) : (tensor<2x3x4xi8>, tensor<4x1xi32>, tensor<4x2x4xi8>) -> tensor<2x3x4xi8>
  %w0 = stablehlo.constant dense<"0x08130DF409F0EC0302090B020A041310FB00FDF603070F0F"> : tensor<2x3x4xi8>
  check.expect_eq %r0, %w0 : tensor<2x3x4xi8>
  return
}

// -----

func.func @transpose_uint64() {
  %a = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000004000000000000000C000000000000000D00000000000000000000000000000000000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<2x3x4xui64>
  %r0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x3x4xui64>) -> tensor<4x2x3xui64>
  %w0 = stablehlo.constant dense<"0x0B0000000000000005000000000000000C000000000000000D000000000000000B000000000000000600000000000000050000000000000007000000000000000F000000000000000000000000000000010000000000000010000000000000000300000000000000000000000000000004000000000000000000000000000000000000000000000003000000000000000D000000000000000A000000000000000C000000000000000B0000000000000007000000000000000600000000000000"> : tensor<4x2x3xui64>
  check.expect_eq %r0, %w0 : tensor<4x2x3xui64>
  return
}

// -----

func.func @reshape_uint64() {
  %a = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000004000000000000000C000000000000000D00000000000000000000000000000000000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<2x3x4xui64>
  %r0 = stablehlo.reshape %a : (tensor<2x3x4xui64>) -> tensor<6x4xui64>
  %w0 = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000004000000000000000C000000000000000D00000000000000000000000000000000000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<6x4xui64>
  check.expect_eq %r0, %w0 : tensor<6x4xui64>
  return
}

// -----

func.func @reverse_uint64() {
  %a = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000004000000000000000C000000000000000D00000000000000000000000000000000000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<2x3x4xui64>
  %r0 = stablehlo.reverse %a, dims = [0, 2] : tensor<2x3x4xui64>
  %w0 = stablehlo.constant dense<"0x0B00000000000000000000000000000000000000000000000D000000000000000700000000000000000000000000000001000000000000000B0000000000000006000000000000000300000000000000100000000000000006000000000000000D00000000000000030000000000000005000000000000000B000000000000000A000000000000000000000000000000070000000000000005000000000000000C0000000000000004000000000000000F000000000000000C00000000000000"> : tensor<2x3x4xui64>
  check.expect_eq %r0, %w0 : tensor<2x3x4xui64>
  return
}

// -----

func.func @slice_uint64() {
  %a = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000004000000000000000C000000000000000D00000000000000000000000000000000000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<2x3x4xui64>
  %r0 = stablehlo.slice %a [0:2, 1:3, 0:4:3] : (tensor<2x3x4xui64>) -> tensor<2x2x2xui64>
  %w0 = stablehlo.constant dense<"0x05000000000000000A000000000000000C000000000000000C000000000000000B00000000000000070000000000000006000000000000000600000000000000"> : tensor<2x2x2xui64>
  check.expect_eq %r0, %w0 : tensor<2x2x2xui64>
  return
}

// -----

func.func @slice_empty_uint64() {
  %a = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000004000000000000000C000000000000000D00000000000000000000000000000000000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<2x3x4xui64>
  %r0 = stablehlo.slice %a [0:2, 1:1, 0:4] : (tensor<2x3x4xui64>) -> tensor<2x0x4xui64>
  %w0 = stablehlo.constant dense<> : tensor<2x0x4xui64>
  check.expect_eq %r0, %w0 : tensor<2x0x4xui64>
  return
}

// -----

func.func @concatenate_uint64() {
  %a = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000004000000000000000C000000000000000D00000000000000000000000000000000000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<2x3x4xui64>
  %b = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000D00000000000000000000000000000000000000000000000B00000000000000"> : tensor<2x1x4xui64>
  %r0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x3x4xui64>, tensor<2x1x4xui64>) -> tensor<2x4x4xui64>
  %w0 = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000004000000000000000C000000000000000B00000000000000050000000000000003000000000000000D000000000000000D00000000000000000000000000000000000000000000000B000000000000000B0000000000000001000000000000000000000000000000070000000000000006000000000000001000000000000000030000000000000006000000000000000D00000000000000000000000000000000000000000000000B00000000000000"> : tensor<2x4x4xui64>
  check.expect_eq %r0, %w0 : tensor<2x4x4xui64>
  return
}

// -----

func.func @broadcast_uint64() {
  %a = stablehlo.constant dense<"0x0B0000000000000005000000000000000C00000000000000"> : tensor<3x1xui64>
  %r0 = stablehlo.broadcast_in_dim %a, dims = [2, 0] : (tensor<3x1xui64>) -> tensor<4x2x3xui64>
  %w0 = stablehlo.constant dense<"0x0B0000000000000005000000000000000C000000000000000B0000000000000005000000000000000C000000000000000B0000000000000005000000000000000C000000000000000B0000000000000005000000000000000C000000000000000B0000000000000005000000000000000C000000000000000B0000000000000005000000000000000C000000000000000B0000000000000005000000000000000C000000000000000B0000000000000005000000000000000C00000000000000"> : tensor<4x2x3xui64>
  check.expect_eq %r0, %w0 : tensor<4x2x3xui64>
  return
}

// -----

func.func @pad_uint64() {
  %a = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000004000000000000000C000000000000000D00000000000000000000000000000000000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<2x3x4xui64>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<ui64>
  %r0 = stablehlo.pad %a, %b, low = [0, -1, 2], high = [1, 1, -1], interior = [2, 0, 1] : (tensor<2x3x4xui64>, tensor<ui64>) -> tensor<5x3x8xui64>
  %w0 = stablehlo.constant dense<"0x00000000000000000000000000000000050000000000000000000000000000000700000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000C0000000000000000000000000000000F0000000000000000000000000000000400000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000B00000000000000000000000000000001000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000006000000000000000000000000000000100000000000000000000000000000000300000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<5x3x8xui64>
  check.expect_eq %r0, %w0 : tensor<5x3x8xui64>
  return
}

// -----

func.func @dynamic_slice_uint64_0() {
  %a = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000004000000000000000C000000000000000D00000000000000000000000000000000000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<2x3x4xui64>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %c = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0x02000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_slice %a, %b, %c, %d, sizes = [1, 2, 2] : (tensor<2x3x4xui64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xui64>
  %w0 = stablehlo.constant dense<"0x00000000000000000A0000000000000004000000000000000C00000000000000"> : tensor<1x2x2xui64>
  check.expect_eq %r0, %w0 : tensor<1x2x2xui64>
  return
}

// -----

func.func @dynamic_update_slice_uint64_0() {
  %a = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000004000000000000000C000000000000000D00000000000000000000000000000000000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<2x3x4xui64>
  %b = stablehlo.constant dense<"0x040000000000000008000000000000000E000000000000000900000000000000"> : tensor<1x2x2xui64>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %e = stablehlo.constant dense<"0x02000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d, %e : (tensor<2x3x4xui64>, tensor<1x2x2xui64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xui64>
  %w0 = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D0000000000000005000000000000000700000000000000040000000000000008000000000000000C000000000000000F000000000000000E0000000000000009000000000000000D00000000000000000000000000000000000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<2x3x4xui64>
  check.expect_eq %r0, %w0 : tensor<2x3x4xui64>
  return
}

// -----

func.func @dynamic_slice_uint64_1() {
  %a = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000004000000000000000C000000000000000D00000000000000000000000000000000000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<2x3x4xui64>
  %b = stablehlo.constant dense<"0x05000000"> : tensor<i32>
  %c = stablehlo.constant dense<"0xFDFFFFFF"> : tensor<i32>
  %d = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_slice %a, %b, %c, %d, sizes = [1, 2, 2] : (tensor<2x3x4xui64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xui64>
  %w0 = stablehlo.constant dense<"0x0000000000000000000000000000000001000000000000000000000000000000"> : tensor<1x2x2xui64>
  check.expect_eq %r0, %w0 : tensor<1x2x2xui64>
  return
}

// -----

func.func @dynamic_update_slice_uint64_1() {
  %a = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000004000000000000000C000000000000000D00000000000000000000000000000000000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<2x3x4xui64>
  %b = stablehlo.constant dense<"0x130000000000000002000000000000000C000000000000000A00000000000000"> : tensor<1x2x2xui64>
  %c = stablehlo.constant dense<"0x05000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0xFDFFFFFF"> : tensor<i32>
  %e = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d, %e : (tensor<2x3x4xui64>, tensor<1x2x2xui64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xui64>
  %w0 = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000004000000000000000C000000000000000D00000000000000130000000000000002000000000000000B000000000000000B000000000000000C000000000000000A0000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<2x3x4xui64>
  check.expect_eq %r0, %w0 : tensor<2x3x4xui64>
  return
}

// -----

func.func @dynamic_slice_uint64_2() {
  %a = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000004000000000000000C000000000000000D00000000000000000000000000000000000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<2x3x4xui64>
  %b = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<i32>
  %c = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_slice %a, %b, %c, %d, sizes = [1, 2, 2] : (tensor<2x3x4xui64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xui64>
  %w0 = stablehlo.constant dense<"0x00000000000000000A0000000000000004000000000000000C00000000000000"> : tensor<1x2x2xui64>
  check.expect_eq %r0, %w0 : tensor<1x2x2xui64>
  return
}

// -----

func.func @dynamic_update_slice_uint64_2() {
  %a = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000004000000000000000C000000000000000D00000000000000000000000000000000000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<2x3x4xui64>
  %b = stablehlo.constant dense<"0x1100000000000000010000000000000005000000000000000C00000000000000"> : tensor<1x2x2xui64>
  %c = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<i32>
  %d = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %e = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d, %e : (tensor<2x3x4xui64>, tensor<1x2x2xui64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xui64>
  %w0 = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D0000000000000005000000000000000700000000000000110000000000000001000000000000000C000000000000000F0000000000000005000000000000000C000000000000000D00000000000000000000000000000000000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<2x3x4xui64>
  check.expect_eq %r0, %w0 : tensor<2x3x4xui64>
  return
}

// -----

func.func @gather_uint64() {
  %a = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000004000000000000000C000000000000000D00000000000000000000000000000000000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<2x3x4xui64>
  %b = stablehlo.constant dense<"0x00000000020000000100000009000000FCFFFFFF01000000"> : tensor<3x2xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = false}> : (tensor<2x3x4xui64>, tensor<3x2xi32>) -> tensor<3x4xui64>
  %w0 = stablehlo.constant dense<"0x0C000000000000000F0000000000000004000000000000000C0000000000000006000000000000001000000000000000030000000000000006000000000000000500000000000000070000000000000000000000000000000A00000000000000"> : tensor<3x4xui64>
  check.expect_eq %r0, %w0 : tensor<3x4xui64>
  return
}

// -----

func.func @gather_batched_uint64() {
  %a = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000004000000000000000C000000000000000D00000000000000000000000000000000000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<2x3x4xui64>
  %b = stablehlo.constant dense<"0x0100000000000000000000000000000003000000000000000200000000000000"> : tensor<2x2x1xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 3, 1>}> : (tensor<2x3x4xui64>, tensor<2x2x1xi64>) -> tensor<2x3x2xui64>
  %w0 = stablehlo.constant dense<"0x05000000000000000B00000000000000070000000000000005000000000000000F000000000000000C000000000000000B0000000000000000000000000000000700000000000000000000000000000006000000000000000300000000000000"> : tensor<2x3x2xui64>
  check.expect_eq %r0, %w0 : tensor<2x3x2xui64>
  return
}

// -----

func.func @scatter_last_uint64() {
  %a = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000004000000000000000C000000000000000D00000000000000000000000000000000000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<2x3x4xui64>
  %b = stablehlo.constant dense<"0x000000000200000007000000FFFFFFFF"> : tensor<4x1xi32>
  %c = stablehlo.constant dense<"0x110000000000000012000000000000000D0000000000000011000000000000000E000000000000001100000000000000020000000000000008000000000000000D000000000000000F00000000000000050000000000000008000000000000001300000000000000120000000000000001000000000000000D0000000000000000000000000000001300000000000000070000000000000004000000000000000C0000000000000004000000000000000000000000000000050000000000000002000000000000000F0000000000000009000000000000000B000000000000000A0000000000000008000000000000000B000000000000000700000000000000"> : tensor<4x2x4xui64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<ui64>, %y: tensor<ui64>):
  stablehlo.return %y : tensor<ui64>
  }) : (tensor<2x3x4xui64>, tensor<4x1xi32>, tensor<4x2x4xui64>) -> tensor<2x3x4xui64>
  %w0 = stablehlo.constant dense<"0x110000000000000012000000000000000D0000000000000011000000000000000500000000000000070000000000000000000000000000000A000000000000000D000000000000000F00000000000000050000000000000008000000000000000E000000000000001100000000000000020000000000000008000000000000000B000000000000000100000000000000000000000000000007000000000000001300000000000000120000000000000001000000000000000D00000000000000"> : tensor<2x3x4xui64>
  check.expect_eq %r0, %w0 : tensor<2x3x4xui64>
  return
}

// -----

func.func @scatter_add_uint64() {
  %a = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000004000000000000000C000000000000000D00000000000000000000000000000000000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<2x3x4xui64>
  %b = stablehlo.constant dense<"0x000000000200000007000000FFFFFFFF"> : tensor<4x1xi32>
  %c = stablehlo.constant dense<"0x03000000000000000F000000000000001300000000000000070000000000000010000000000000001000000000000000060000000000000007000000000000000D000000000000001000000000000000020000000000000007000000000000000400000000000000020000000000000005000000000000000D00000000000000000000000000000003000000000000000B000000000000000F000000000000000F0000000000000004000000000000000E000000000000000C000000000000000A0000000000000000000000000000000D000000000000000300000000000000050000000000000000000000000000000D000000000000001100000000000000"> : tensor<4x2x4xui64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<ui64>, %y: tensor<ui64>):
  %z = stablehlo.add %x, %y : tensor<ui64>
  stablehlo.return %z : tensor<ui64>
  }) : (tensor<2x3x4xui64>, tensor<4x1xi32>, tensor<4x2x4xui64>) -> tensor<2x3x4xui64>
  %w0 = stablehlo.constant dense<"0x0E000000000000001400000000000000160000000000000014000000000000000500000000000000070000000000000000000000000000000A0000000000000019000000000000001F00000000000000060000000000000013000000000000001D000000000000001000000000000000060000000000000012000000000000000B000000000000000100000000000000000000000000000007000000000000000A00000000000000120000000000000008000000000000001300000000000000"> : tensor<2x3x4xui64>
  check.expect_eq %r0, %w0 : tensor<2x3x4xui64>
  return
}

// -----

func.func @scatter_max_uint64() {
  %a = stablehlo.constant dense<"0x0B00000000000000050000000000000003000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000004000000000000000C000000000000000D00000000000000000000000000000000000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000003000000000000000600000000000000"> : tensor<2x3x4xui64>
  %b = stablehlo.constant dense<"0x000000000200000007000000FFFFFFFF"> : tensor<4x1xi32>
  %c = stablehlo.constant dense<"0x0A0000000000000007000000000000000700000000000000020000000000000013000000000000000C0000000000000002000000000000000700000000000000050000000000000007000000000000001200000000000000090000000000000003000000000000000000000000000000120000000000000009000000000000001300000000000000050000000000000003000000000000000F00000000000000080000000000000004000000000000000800000000000000010000000000000002000000000000000E000000000000000B000000000000000D0000000000000008000000000000000B0000000000000000000000000000000A00000000000000"> : tensor<4x2x4xui64>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<ui64>, %y: tensor<ui64>):
  %z = stablehlo.maximum %x, %y : tensor<ui64>
  stablehlo.return %z : tensor<ui64>
  }) : (tensor<2x3x4xui64>, tensor<4x1xi32>, tensor<4x2x4xui64>) -> tensor<2x3x4xui64>
  %w0 = stablehlo.constant dense<"0x0B00000000000000070000000000000007000000000000000D000000000000000500000000000000070000000000000000000000000000000A000000000000000C000000000000000F0000000000000012000000000000000C0000000000000013000000000000000C0000000000000002000000000000000B000000000000000B000000000000000100000000000000000000000000000007000000000000000600000000000000100000000000000012000000000000000900000000000000"> : tensor<2x3x4xui64>
  check.expect_eq %r0, %w0 : tensor<2x3x4xui64>
  return
}

// -----

func.func @transpose_bool() {
  %a = stablehlo.constant dense<"0x000101000100010100010001010101010101000000000001"> : tensor<2x3x4xi1>
  %r0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x3x4xi1>) -> tensor<4x2x3xi1>
  %w0 = stablehlo.constant dense<"0x000100010100010001010100010100010000000101010001"> : tensor<4x2x3xi1>
  check.expect_eq %r0, %w0 : tensor<4x2x3xi1>
  return
}

// -----

func.func @reshape_bool() {
  %a = stablehlo.constant dense<"0x000101000100010100010001010101010101000000000001"> : tensor<2x3x4xi1>
  %r0 = stablehlo.reshape %a : (tensor<2x3x4xi1>) -> tensor<6x4xi1>
  %w0 = stablehlo.constant dense<"0x000101000100010100010001010101010101000000000001"> : tensor<6x4xi1>
  check.expect_eq %r0, %w0 : tensor<6x4xi1>
  return
}

// -----

func.func @reverse_bool() {
  %a = stablehlo.constant dense<"0x000101000100010100010001010101010101000000000001"> : tensor<2x3x4xi1>
  %r0 = stablehlo.reverse %a, dims = [0, 2] : tensor<2x3x4xi1>
  %w0 = stablehlo.constant dense<"0x010101010000010101000000000101000101000101000100"> : tensor<2x3x4xi1>
  check.expect_eq %r0, %w0 : tensor<2x3x4xi1>
  return
}

// -----

func.func @slice_bool() {
  %a = stablehlo.constant dense<"0x000101000100010100010001010101010101000000000001"> : tensor<2x3x4xi1>
  %r0 = stablehlo.slice %a [0:2, 1:3, 0:4:3] : (tensor<2x3x4xi1>) -> tensor<2x2x2xi1>
  %w0 = stablehlo.constant dense<"0x0101000101000001"> : tensor<2x2x2xi1>
  check.expect_eq %r0, %w0 : tensor<2x2x2xi1>
  return
}

// -----

func.func @slice_empty_bool() {
  %a = stablehlo.constant dense<"0x000101000100010100010001010101010101000000000001"> : tensor<2x3x4xi1>
  %r0 = stablehlo.slice %a [0:2, 1:1, 0:4] : (tensor<2x3x4xi1>) -> tensor<2x0x4xi1>
  %w0 = stablehlo.constant dense<> : tensor<2x0x4xi1>
  check.expect_eq %r0, %w0 : tensor<2x0x4xi1>
  return
}

// -----

func.func @concatenate_bool() {
  %a = stablehlo.constant dense<"0x000101000100010100010001010101010101000000000001"> : tensor<2x3x4xi1>
  %b = stablehlo.constant dense<"0x0001010001010101"> : tensor<2x1x4xi1>
  %r0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x3x4xi1>, tensor<2x1x4xi1>) -> tensor<2x4x4xi1>
  %w0 = stablehlo.constant dense<"0x0001010001000101000100010001010001010101010100000000000101010101"> : tensor<2x4x4xi1>
  check.expect_eq %r0, %w0 : tensor<2x4x4xi1>
  return
}

// -----

func.func @broadcast_bool() {
  %a = stablehlo.constant dense<"0x000100"> : tensor<3x1xi1>
  %r0 = stablehlo.broadcast_in_dim %a, dims = [2, 0] : (tensor<3x1xi1>) -> tensor<4x2x3xi1>
  %w0 = stablehlo.constant dense<"0x000100000100000100000100000100000100000100000100"> : tensor<4x2x3xi1>
  check.expect_eq %r0, %w0 : tensor<4x2x3xi1>
  return
}

// -----

func.func @pad_bool() {
  %a = stablehlo.constant dense<"0x000101000100010100010001010101010101000000000001"> : tensor<2x3x4xi1>
  %b = stablehlo.constant dense<"0x00"> : tensor<i1>
  %r0 = stablehlo.pad %a, %b, low = [0, -1, 2], high = [1, 1, -1], interior = [2, 0, 1] : (tensor<2x3x4xi1>, tensor<i1>) -> tensor<5x3x8xi1>
  %w0 = stablehlo.constant dense<"0x000001000000010000000000010000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001000100000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<5x3x8xi1>
  check.expect_eq %r0, %w0 : tensor<5x3x8xi1>
  return
}

// -----

func.func @dynamic_slice_bool_0() {
  %a = stablehlo.constant dense<"0x000101000100010100010001010101010101000000000001"> : tensor<2x3x4xi1>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %c = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0x02000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_slice %a, %b, %c, %d, sizes = [1, 2, 2] : (tensor<2x3x4xi1>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xi1>
  %w0 = stablehlo.constant dense<"0x01010001"> : tensor<1x2x2xi1>
  check.expect_eq %r0, %w0 : tensor<1x2x2xi1>
  return
}

// -----

func.func @dynamic_update_slice_bool_0() {
  %a = stablehlo.constant dense<"0x000101000100010100010001010101010101000000000001"> : tensor<2x3x4xi1>
  %b = stablehlo.constant dense<"0x01000101"> : tensor<1x2x2xi1>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %e = stablehlo.constant dense<"0x02000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d, %e : (tensor<2x3x4xi1>, tensor<1x2x2xi1>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xi1>
  %w0 = stablehlo.constant dense<"0x000101000100010000010101010101010101000000000001"> : tensor<2x3x4xi1>
  check.expect_eq %r0, %w0 : tensor<2x3x4xi1>
  return
}

// -----

func.func @dynamic_slice_bool_1() {
  %a = stablehlo.constant dense<"0x000101000100010100010001010101010101000000000001"> : tensor<2x3x4xi1>
  %b = stablehlo.constant dense<"0x05000000"> : tensor<i32>
  %c = stablehlo.constant dense<"0xFDFFFFFF"> : tensor<i32>
  %d = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_slice %a, %b, %c, %d, sizes = [1, 2, 2] : (tensor<2x3x4xi1>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xi1>
  %w0 = stablehlo.constant dense<"0x01010100"> : tensor<1x2x2xi1>
  check.expect_eq %r0, %w0 : tensor<1x2x2xi1>
  return
}

// -----

func.func @dynamic_update_slice_bool_1() {
  %a = stablehlo.constant dense<"0x000101000100010100010001010101010101000000000001"> : tensor<2x3x4xi1>
  %b = stablehlo.constant dense<"0x00"> : tensor<1x2x2xi1>
  %c = stablehlo.constant dense<"0x05000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0xFDFFFFFF"> : tensor<i32>
  %e = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d, %e : (tensor<2x3x4xi1>, tensor<1x2x2xi1>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xi1>
  %w0 = stablehlo.constant dense<"0x000101000100010100010001010000010100000000000001"> : tensor<2x3x4xi1>
  check.expect_eq %r0, %w0 : tensor<2x3x4xi1>
  return
}

// -----

func.func @dynamic_slice_bool_2() {
  %a = stablehlo.constant dense<"0x000101000100010100010001010101010101000000000001"> : tensor<2x3x4xi1>
  %b = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<i32>
  %c = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_slice %a, %b, %c, %d, sizes = [1, 2, 2] : (tensor<2x3x4xi1>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xi1>
  %w0 = stablehlo.constant dense<"0x01010001"> : tensor<1x2x2xi1>
  check.expect_eq %r0, %w0 : tensor<1x2x2xi1>
  return
}

// -----

func.func @dynamic_update_slice_bool_2() {
  %a = stablehlo.constant dense<"0x000101000100010100010001010101010101000000000001"> : tensor<2x3x4xi1>
  %b = stablehlo.constant dense<"0x00000100"> : tensor<1x2x2xi1>
  %c = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<i32>
  %d = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %e = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d, %e : (tensor<2x3x4xi1>, tensor<1x2x2xi1>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xi1>
  %w0 = stablehlo.constant dense<"0x000101000100000000010100010101010101000000000001"> : tensor<2x3x4xi1>
  check.expect_eq %r0, %w0 : tensor<2x3x4xi1>
  return
}

// -----

func.func @gather_bool() {
  %a = stablehlo.constant dense<"0x000101000100010100010001010101010101000000000001"> : tensor<2x3x4xi1>
  %b = stablehlo.constant dense<"0x00000000020000000100000009000000FCFFFFFF01000000"> : tensor<3x2xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = false}> : (tensor<2x3x4xi1>, tensor<3x2xi32>) -> tensor<3x4xi1>
  %w0 = stablehlo.constant dense<"0x000100010000000101000101"> : tensor<3x4xi1>
  check.expect_eq %r0, %w0 : tensor<3x4xi1>
  return
}

// -----

func.func @gather_batched_bool() {
  %a = stablehlo.constant dense<"0x000101000100010100010001010101010101000000000001"> : tensor<2x3x4xi1>
  %b = stablehlo.constant dense<"0x0100000000000000000000000000000003000000000000000200000000000000"> : tensor<2x2x1xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 3, 1>}> : (tensor<2x3x4xi1>, tensor<2x2x1xi64>) -> tensor<2x3x2xi1>
  %w0 = stablehlo.constant dense<"0x010000010100010100000100"> : tensor<2x3x2xi1>
  check.expect_eq %r0, %w0 : tensor<2x3x2xi1>
  return
}

// -----

func.func @scatter_last_bool() {
  %a = stablehlo.constant dense<"0x000101000100010100010001010101010101000000000001"> : tensor<2x3x4xi1>
  %b = stablehlo.constant dense<"0x000000000200000007000000FFFFFFFF"> : tensor<4x1xi32>
  %c = stablehlo.constant dense<"0x0101000101010001000000000101000001000101010101000101010101010001"> : tensor<4x2x4xi1>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
  stablehlo.return %y : tensor<i1>
  }) : (tensor<2x3x4xi1>, tensor<4x1xi32>, tensor<4x2x4xi1>) -> tensor<2x3x4xi1>
  %w0 = stablehlo.constant dense<"0x010100010100010100000000010100010101000001010000"> : tensor<2x3x4xi1>
  check.expect_eq %r0, %w0 : tensor<2x3x4xi1>
  return
}

// -----

func.func @scatter_add_bool() {
  %a = stablehlo.constant dense<"0x000101000100010100010001010101010101000000000001"> : tensor<2x3x4xi1>
  %b = stablehlo.constant dense<"0x000000000200000007000000FFFFFFFF"> : tensor<4x1xi32>
  %c = stablehlo.constant dense<"0x0101000101010101010001000101000000010000010100010000000100010100"> : tensor<4x2x4xi1>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
  %z = stablehlo.add %x, %y : tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<2x3x4xi1>, tensor<4x1xi32>, tensor<4x2x4xi1>) -> tensor<2x3x4xi1>
  %w0 = stablehlo.constant dense<"0x010101010100010101010101010101010101000001010001"> : tensor<2x3x4xi1>
  check.expect_eq %r0, %w0 : tensor<2x3x4xi1>
  return
}

// -----

func.func @scatter_max_bool() {
  %a = stablehlo.constant dense<"0x000101000100010100010001010101010101000000000001"> : tensor<2x3x4xi1>
  %b = stablehlo.constant dense<"0x000000000200000007000000FFFFFFFF"> : tensor<4x1xi32>
  %c = stablehlo.constant dense<"0x0001010101000101000001010001010000010000000100010000000001000100"> : tensor<4x2x4xi1>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
  %z = stablehlo.maximum %x, %y : tensor<i1>
  stablehlo.return %z : tensor<i1>
  }) : (tensor<2x3x4xi1>, tensor<4x1xi32>, tensor<4x2x4xi1>) -> tensor<2x3x4xi1>
  %w0 = stablehlo.constant dense<"0x000101010100010100010101010101010101000000010101"> : tensor<2x3x4xi1>
  check.expect_eq %r0, %w0 : tensor<2x3x4xi1>
  return
}

// -----

func.func @transpose_complex64() {
  %a = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000C040000040C00000C04000000040000080BF0000804000000040000080400000A0400000A0C0000080400000804000000000000000C00000803F00008040000000400000C0C00000C040000000410000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C0"> : tensor<2x3x4xcomplex<f32>>
  %r0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x3x4xcomplex<f32>>) -> tensor<4x2x3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000A0C00000000000000040000080C0000080BF0000804000000000000000C00000A0C0000040C0000000400000A04000000040000040400000C0400000004100000040000080400000803F000080400000E0400000004100000040000000000000C0C0000000410000C040000040C00000A0400000A0C0000000400000C0C0000000400000A0C000000041000080C0000000C0000000000000C0400000004000008040000080400000C040000000410000E0C0000080C0000080400000E0C0"> : tensor<4x2x3xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2x3xcomplex<f32>>, tensor<4x2x3xcomplex<f32>>
  return
}

// -----

func.func @reshape_complex64() {
  %a = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000C040000040C00000C04000000040000080BF0000804000000040000080400000A0400000A0C0000080400000804000000000000000C00000803F00008040000000400000C0C00000C040000000410000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C0"> : tensor<2x3x4xcomplex<f32>>
  %r0 = stablehlo.reshape %a : (tensor<2x3x4xcomplex<f32>>) -> tensor<6x4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000C040000040C00000C04000000040000080BF0000804000000040000080400000A0400000A0C0000080400000804000000000000000C00000803F00008040000000400000C0C00000C040000000410000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C0"> : tensor<6x4xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<6x4xcomplex<f32>>, tensor<6x4xcomplex<f32>>
  return
}

// -----

func.func @reverse_complex64() {
  %a = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000C040000040C00000C04000000040000080BF0000804000000040000080400000A0400000A0C0000080400000804000000000000000C00000803F00008040000000400000C0C00000C040000000410000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C0"> : tensor<2x3x4xcomplex<f32>>
  %r0 = stablehlo.reverse %a, dims = [0, 2] : tensor<2x3x4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000C04000000041000000400000C0C00000803F0000804000000000000000C00000E0C0000080C0000000400000A0C00000E040000000410000A0C0000040C0000080400000E0C000000041000080C00000004000000000000000400000A040000000C0000000000000C0C00000004100000040000040400000A0C0000000000000C040000000400000C040000040C00000C0400000004100000040000080C000008040000080400000A0400000A0C00000004000008040000080BF00008040"> : tensor<2x3x4xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x4xcomplex<f32>>, tensor<2x3x4xcomplex<f32>>
  return
}

// -----

func.func @slice_complex64() {
  %a = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000C040000040C00000C04000000040000080BF0000804000000040000080400000A0400000A0C0000080400000804000000000000000C00000803F00008040000000400000C0C00000C040000000410000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C0"> : tensor<2x3x4xcomplex<f32>>
  %r0 = stablehlo.slice %a [0:2, 1:3, 0:4:3] : (tensor<2x3x4xcomplex<f32>>) -> tensor<2x2x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x00000040000080C00000C04000000040000080BF0000804000008040000080400000A0C0000040C00000E0C0000080C0000000400000A040000080400000E0C0"> : tensor<2x2x2xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x2x2xcomplex<f32>>, tensor<2x2x2xcomplex<f32>>
  return
}

// -----

func.func @slice_empty_complex64() {
  %a = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000C040000040C00000C04000000040000080BF0000804000000040000080400000A0400000A0C0000080400000804000000000000000C00000803F00008040000000400000C0C00000C040000000410000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C0"> : tensor<2x3x4xcomplex<f32>>
  %r0 = stablehlo.slice %a [0:2, 1:1, 0:4] : (tensor<2x3x4xcomplex<f32>>) -> tensor<2x0x4xcomplex<f32>>
  %w0 = stablehlo.constant dense<> : tensor<2x0x4xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x0x4xcomplex<f32>>, tensor<2x0x4xcomplex<f32>>
  return
}

// -----

func.func @concatenate_complex64() {
  %a = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000C040000040C00000C04000000040000080BF0000804000000040000080400000A0400000A0C0000080400000804000000000000000C00000803F00008040000000400000C0C00000C040000000410000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C0"> : tensor<2x3x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000000000000C00000803F00008040000000400000C0C00000C04000000041"> : tensor<2x1x4xcomplex<f32>>
  %r0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x3x4xcomplex<f32>>, tensor<2x1x4xcomplex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000C040000040C00000C04000000040000080BF0000804000000040000080400000A0400000A0C000008040000080400000A0C00000000000000040000040400000C0C000000041000000C00000000000000000000000C00000803F00008040000000400000C0C00000C040000000410000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C000000000000000C00000803F00008040000000400000C0C00000C04000000041"> : tensor<2x4x4xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x4x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>
  return
}

// -----

func.func @broadcast_complex64() {
  %a = stablehlo.constant dense<"0x0000A0C00000000000000040000080C0000080BF00008040"> : tensor<3x1xcomplex<f32>>
  %r0 = stablehlo.broadcast_in_dim %a, dims = [2, 0] : (tensor<3x1xcomplex<f32>>) -> tensor<4x2x3xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000A0C00000000000000040000080C0000080BF000080400000A0C00000000000000040000080C0000080BF000080400000A0C00000000000000040000080C0000080BF000080400000A0C00000000000000040000080C0000080BF000080400000A0C00000000000000040000080C0000080BF000080400000A0C00000000000000040000080C0000080BF000080400000A0C00000000000000040000080C0000080BF000080400000A0C00000000000000040000080C0000080BF00008040"> : tensor<4x2x3xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4x2x3xcomplex<f32>>, tensor<4x2x3xcomplex<f32>>
  return
}

// -----

func.func @pad_complex64() {
  %a = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000C040000040C00000C04000000040000080BF0000804000000040000080400000A0400000A0C0000080400000804000000000000000C00000803F00008040000000400000C0C00000C040000000410000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C0"> : tensor<2x3x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<complex<f32>>
  %r0 = stablehlo.pad %a, %b, low = [0, -1, 2], high = [1, 1, -1], interior = [2, 0, 1] : (tensor<2x3x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<5x3x8xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000000000000000000000000000000000000040000080C000000000000000000000C0400000004100000000000000000000C040000040C0000000000000000000000000000000000000000000000000000080BF000080400000000000000000000000400000804000000000000000000000A0400000A0C0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000A0C0000040C000000000000000000000E040000000410000000000000000000000400000A0C0000000000000000000000000000000000000000000000000000000400000A04000000000000000000000004000000000000000000000000000000041000080C0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<5x3x8xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<5x3x8xcomplex<f32>>, tensor<5x3x8xcomplex<f32>>
  return
}

// -----

func.func @dynamic_slice_complex64_0() {
  %a = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000C040000040C00000C04000000040000080BF0000804000000040000080400000A0400000A0C0000080400000804000000000000000C00000803F00008040000000400000C0C00000C040000000410000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C0"> : tensor<2x3x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %c = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0x02000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_slice %a, %b, %c, %d, sizes = [1, 2, 2] : (tensor<2x3x4xcomplex<f32>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000C040000040C00000C040000000400000A0400000A0C00000804000008040"> : tensor<1x2x2xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x2x2xcomplex<f32>>, tensor<1x2x2xcomplex<f32>>
  return
}

// -----

func.func @dynamic_update_slice_complex64_0() {
  %a = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000C040000040C00000C04000000040000080BF0000804000000040000080400000A0400000A0C0000080400000804000000000000000C00000803F00008040000000400000C0C00000C040000000410000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C0"> : tensor<2x3x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000A0C0000080BF0000C0400000E0C00000A0C00000A040000000C0000000C0"> : tensor<1x2x2xcomplex<f32>>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %e = stablehlo.constant dense<"0x02000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d, %e : (tensor<2x3x4xcomplex<f32>>, tensor<1x2x2xcomplex<f32>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000A0C0000080BF0000C0400000E0C0000080BF0000804000000040000080400000A0C00000A040000000C0000000C000000000000000C00000803F00008040000000400000C0C00000C040000000410000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C0"> : tensor<2x3x4xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x4xcomplex<f32>>, tensor<2x3x4xcomplex<f32>>
  return
}

// -----

func.func @dynamic_slice_complex64_1() {
  %a = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000C040000040C00000C04000000040000080BF0000804000000040000080400000A0400000A0C0000080400000804000000000000000C00000803F00008040000000400000C0C00000C040000000410000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C0"> : tensor<2x3x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x05000000"> : tensor<i32>
  %c = stablehlo.constant dense<"0xFDFFFFFF"> : tensor<i32>
  %d = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_slice %a, %b, %c, %d, sizes = [1, 2, 2] : (tensor<2x3x4xcomplex<f32>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000803F00008040000000400000C0C00000E04000000041000000400000A0C0"> : tensor<1x2x2xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x2x2xcomplex<f32>>, tensor<1x2x2xcomplex<f32>>
  return
}

// -----

func.func @dynamic_update_slice_complex64_1() {
  %a = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000C040000040C00000C04000000040000080BF0000804000000040000080400000A0400000A0C0000080400000804000000000000000C00000803F00008040000000400000C0C00000C040000000410000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C0"> : tensor<2x3x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000080C000000000000000410000C0C0000080C00000E0400000404000000000"> : tensor<1x2x2xcomplex<f32>>
  %c = stablehlo.constant dense<"0x05000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0xFDFFFFFF"> : tensor<i32>
  %e = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d, %e : (tensor<2x3x4xcomplex<f32>>, tensor<1x2x2xcomplex<f32>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000C040000040C00000C04000000040000080BF0000804000000040000080400000A0400000A0C0000080400000804000000000000000C0000080C000000000000000410000C0C00000C040000000410000A0C0000040C0000080C00000E04000004040000000000000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C0"> : tensor<2x3x4xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x4xcomplex<f32>>, tensor<2x3x4xcomplex<f32>>
  return
}

// -----

func.func @dynamic_slice_complex64_2() {
  %a = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000C040000040C00000C04000000040000080BF0000804000000040000080400000A0400000A0C0000080400000804000000000000000C00000803F00008040000000400000C0C00000C040000000410000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C0"> : tensor<2x3x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<i32>
  %c = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %d = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_slice %a, %b, %c, %d, sizes = [1, 2, 2] : (tensor<2x3x4xcomplex<f32>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000C040000040C00000C040000000400000A0400000A0C00000804000008040"> : tensor<1x2x2xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<1x2x2xcomplex<f32>>, tensor<1x2x2xcomplex<f32>>
  return
}

// -----

func.func @dynamic_update_slice_complex64_2() {
  %a = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000C040000040C00000C04000000040000080BF0000804000000040000080400000A0400000A0C0000080400000804000000000000000C00000803F00008040000000400000C0C00000C040000000410000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C0"> : tensor<2x3x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000A0C0000040400000C0C00000803F0000E0C0000040400000803F000080BF"> : tensor<1x2x2xcomplex<f32>>
  %c = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<i32>
  %d = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %e = stablehlo.constant dense<"0x09000000"> : tensor<i32>
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d, %e : (tensor<2x3x4xcomplex<f32>>, tensor<1x2x2xcomplex<f32>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000A0C0000040400000C0C00000803F000080BF0000804000000040000080400000E0C0000040400000803F000080BF00000000000000C00000803F00008040000000400000C0C00000C040000000410000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C0"> : tensor<2x3x4xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x4xcomplex<f32>>, tensor<2x3x4xcomplex<f32>>
  return
}

// -----

func.func @gather_complex64() {
  %a = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000C040000040C00000C04000000040000080BF0000804000000040000080400000A0400000A0C0000080400000804000000000000000C00000803F00008040000000400000C0C00000C040000000410000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C0"> : tensor<2x3x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x00000000020000000100000009000000FCFFFFFF01000000"> : tensor<3x2xi32>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = false}> : (tensor<2x3x4xcomplex<f32>>, tensor<3x2xi32>) -> tensor<3x4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000080BF0000804000000040000080400000A0400000A0C00000804000008040000000400000A040000000400000000000000041000080C0000080400000E0C000000040000080C00000C040000000410000C040000040C00000C04000000040"> : tensor<3x4xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>
  return
}

// -----

func.func @gather_batched_complex64() {
  %a = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000C040000040C00000C04000000040000080BF0000804000000040000080400000A0400000A0C0000080400000804000000000000000C00000803F00008040000000400000C0C00000C040000000410000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C0"> : tensor<2x3x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0100000000000000000000000000000003000000000000000200000000000000"> : tensor<2x2x1xi64>
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 3, 1>}> : (tensor<2x3x4xcomplex<f32>>, tensor<2x2x1xi64>) -> tensor<2x3x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x00000040000040400000A0C0000000000000C0400000004100000040000080C00000004000008040000080BF000080400000C04000000041000000400000C0C00000E0C0000080C0000000400000A0C0000080400000E0C000000041000080C0"> : tensor<2x3x2xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>
  return
}

// -----

func.func @scatter_last_complex64() {
  %a = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000C040000040C00000C04000000040000080BF0000804000000040000080400000A0400000A0C0000080400000804000000000000000C00000803F00008040000000400000C0C00000C040000000410000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C0"> : tensor<2x3x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000000000200000007000000FFFFFFFF"> : tensor<4x1xi32>
  %c = stablehlo.constant dense<"0x00000040000000400000E0400000A0C00000E04000004040000080C0000080C0000080C000000041000040C00000C0C0000080C0000000400000E04000000000000000410000A0400000A040000000000000C0C00000C0C0000080C0000040400000C040000040C00000A040000000C0000080BF000000000000C040000000C10000C040000080BF0000C0C0000080BF0000E0400000404000000000000040C0000080BF00000041000000C00000E0C00000A040000000400000A0400000C0400000C0400000A0C0000000410000803F000000C0000000C0000000C00000803F000080C00000C0C00000E040000080BF0000C04000004040000080BF0000A0C0"> : tensor<4x2x4xcomplex<f32>>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
  stablehlo.return %y : tensor<complex<f32>>
  }) : (tensor<2x3x4xcomplex<f32>>, tensor<4x1xi32>, tensor<4x2x4xcomplex<f32>>) -> tensor<2x3x4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x00000040000000400000E0400000A0C00000E04000004040000080C0000080C000000040000080C00000C040000000410000C040000040C00000C04000000040000000410000A0400000A040000000000000C0C00000C0C0000080C000004040000080C000000041000040C00000C0C0000080C0000000400000E040000000000000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C00000C040000040C00000A040000000C0000080BF000000000000C040000000C1"> : tensor<2x3x4xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x4xcomplex<f32>>, tensor<2x3x4xcomplex<f32>>
  return
}

// -----

func.func @scatter_add_complex64() {
  %a = stablehlo.constant dense<"0x0000A0C00000000000000040000040400000C0C000000041000000C00000000000000040000080C00000C040000000410000C040000040C00000C04000000040000080BF0000804000000040000080400000A0400000A0C0000080400000804000000000000000C00000803F00008040000000400000C0C00000C040000000410000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C0000000400000A040000000400000000000000041000080C0000080400000E0C0"> : tensor<2x3x4xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000000000200000007000000FFFFFFFF"> : tensor<4x1xi32>
  %c = stablehlo.constant dense<"0x0000C040000000C0000000C1000080BF0000E04000000000000080400000004100000040000000C1000080C00000A0C00000E040000040C00000E0400000E0C000004040000000000000803F0000A0400000A0C00000E040000000410000C040000000C10000004100008040000080BF0000C0400000404000004040000000410000A0C0000000C0000000410000E0C00000A040000080400000C0C0000000000000004000004040000080BF0000E0C0000000C00000803F0000E0400000E0C00000A0C00000E0C00000A040000080400000803F000000C00000C0400000E0400000A0400000A0C00000803F00000040000000000000A0400000000000000041"> : tensor<4x2x4xcomplex<f32>>
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
  %z = stablehlo.add %x, %y : tensor<complex<f32>>
  stablehlo.return %z : tensor<complex<f32>>
  }) : (tensor<2x3x4xcomplex<f32>>, tensor<4x1xi32>, tensor<4x2x4xcomplex<f32>>) -> tensor<2x3x4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000803F000000C00000C0C0000000400000803F00000041000000400000004100000040000080C00000C040000000410000C040000040C00000C04000000040000000400000804000004040000010410000000000000040000040410000204100000040000020C1000040C0000080BF00001041000010C1000050410000803F0000A0C0000040C00000E04000000041000000400000A0C00000E0C0000080C00000C0C0000050410000C040000080BF00006041000080BF0000E0400000803F"> : tensor<2x3x4xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x4xcomplex<f32>>, tensor<2x3x4xcomplex<f32>>
  return
}

// -----

func.func @iota_int8() {
  %r0 = stablehlo.iota dim = 1 : tensor<2x3xi8>
  %w0 = stablehlo.constant dense<"0x000102000102"> : tensor<2x3xi8>
  check.expect_eq %r0, %w0 : tensor<2x3xi8>
  return
}

// -----

func.func @iota_int16() {
  %r0 = stablehlo.iota dim = 1 : tensor<2x3xi16>
  %w0 = stablehlo.constant dense<"0x000001000200000001000200"> : tensor<2x3xi16>
  check.expect_eq %r0, %w0 : tensor<2x3xi16>
  return
}

// -----

func.func @iota_int32() {
  %r0 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %w0 = stablehlo.constant dense<"0x000000000100000002000000000000000100000002000000"> : tensor<2x3xi32>
  check.expect_eq %r0, %w0 : tensor<2x3xi32>
  return
}

// -----

func.func @iota_int64() {
  %r0 = stablehlo.iota dim = 1 : tensor<2x3xi64>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000000000000000000001000000000000000200000000000000"> : tensor<2x3xi64>
  check.expect_eq %r0, %w0 : tensor<2x3xi64>
  return
}

// -----

func.func @iota_uint8() {
  %r0 = stablehlo.iota dim = 1 : tensor<2x3xui8>
  %w0 = stablehlo.constant dense<"0x000102000102"> : tensor<2x3xui8>
  check.expect_eq %r0, %w0 : tensor<2x3xui8>
  return
}

// -----

func.func @iota_uint16() {
  %r0 = stablehlo.iota dim = 1 : tensor<2x3xui16>
  %w0 = stablehlo.constant dense<"0x000001000200000001000200"> : tensor<2x3xui16>
  check.expect_eq %r0, %w0 : tensor<2x3xui16>
  return
}

// -----

func.func @iota_uint32() {
  %r0 = stablehlo.iota dim = 1 : tensor<2x3xui32>
  %w0 = stablehlo.constant dense<"0x000000000100000002000000000000000100000002000000"> : tensor<2x3xui32>
  check.expect_eq %r0, %w0 : tensor<2x3xui32>
  return
}

// -----

func.func @iota_uint64() {
  %r0 = stablehlo.iota dim = 1 : tensor<2x3xui64>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000000000000000000001000000000000000200000000000000"> : tensor<2x3xui64>
  check.expect_eq %r0, %w0 : tensor<2x3xui64>
  return
}

// -----

func.func @iota_float16() {
  %r0 = stablehlo.iota dim = 1 : tensor<2x3xf16>
  %w0 = stablehlo.constant dense<"0x0000003C00400000003C0040"> : tensor<2x3xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3xf16>, tensor<2x3xf16>
  return
}

// -----

func.func @iota_bfloat16() {
  %r0 = stablehlo.iota dim = 1 : tensor<2x3xbf16>
  %w0 = stablehlo.constant dense<"0x0000803F00400000803F0040"> : tensor<2x3xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3xbf16>, tensor<2x3xbf16>
  return
}

// -----

func.func @iota_float32() {
  %r0 = stablehlo.iota dim = 1 : tensor<2x3xf32>
  %w0 = stablehlo.constant dense<"0x000000000000803F00000040000000000000803F00000040"> : tensor<2x3xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3xf32>, tensor<2x3xf32>
  return
}

// -----

func.func @iota_float64() {
  %r0 = stablehlo.iota dim = 1 : tensor<2x3xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000000000000000000F03F00000000000000400000000000000000000000000000F03F0000000000000040"> : tensor<2x3xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3xf64>, tensor<2x3xf64>
  return
}
