// Loops, branches, selection.
// Written by make_cases.py.

// -----

func.func @while() {
  %a = stablehlo.constant dense<"0x05000000"> : tensor<i32>
  %k0 = stablehlo.constant dense<0> : tensor<i32>
  %k1 = stablehlo.constant dense<1> : tensor<i32>
  %r0, %r1 = stablehlo.while(%p = %k0, %q = %k1) : tensor<i32>, tensor<i32>
  cond {
  %z = stablehlo.compare LT, %p, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %z : tensor<i1>
  } do {
  %s = stablehlo.add %p, %k1 : tensor<i32>
  %m = stablehlo.multiply %q, %s : tensor<i32>
  stablehlo.return %s, %m : tensor<i32>, tensor<i32>
  }
  %w0 = stablehlo.constant dense<"0x05000000"> : tensor<i32>
  check.expect_eq %r0, %w0 : tensor<i32>
  %w1 = stablehlo.constant dense<"0x78000000"> : tensor<i32>
  check.expect_eq %r1, %w1 : tensor<i32>
  return
}

// -----

func.func @case_0() {
  %a = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<i32>
  %b = stablehlo.constant dense<"0x05000000"> : tensor<i32>
  %r0 = "stablehlo.case"(%a) ({
  %s = stablehlo.add %b, %b : tensor<i32>
  stablehlo.return %s : tensor<i32>
  }, {
  stablehlo.return %b : tensor<i32>
  }, {
  %s = stablehlo.negate %b : tensor<i32>
  stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %w0 = stablehlo.constant dense<"0xFBFFFFFF"> : tensor<i32>
  check.expect_eq %r0, %w0 : tensor<i32>
  return
}

// -----

func.func @case_1() {
  %a = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %b = stablehlo.constant dense<"0x05000000"> : tensor<i32>
  %r0 = "stablehlo.case"(%a) ({
  %s = stablehlo.add %b, %b : tensor<i32>
  stablehlo.return %s : tensor<i32>
  }, {
  stablehlo.return %b : tensor<i32>
  }, {
  %s = stablehlo.negate %b : tensor<i32>
  stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %w0 = stablehlo.constant dense<"0x0A000000"> : tensor<i32>
  check.expect_eq %r0, %w0 : tensor<i32>
  return
}

// -----

func.func @case_2() {
  %a = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %b = stablehlo.constant dense<"0x05000000"> : tensor<i32>
  %r0 = "stablehlo.case"(%a) ({
  %s = stablehlo.add %b, %b : tensor<i32>
  stablehlo.return %s : tensor<i32>
  }, {
  stablehlo.return %b : tensor<i32>
  }, {
  %s = stablehlo.negate %b : tensor<i32>
  stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %w0 = stablehlo.constant dense<"0x05000000"> : tensor<i32>
  check.expect_eq %r0, %w0 : tensor<i32>
  return
}

// -----

func.func @case_3() {
  %a = stablehlo.constant dense<"0x02000000"> : tensor<i32>
  %b = stablehlo.constant dense<"0x05000000"> : tensor<i32>
  %r0 = "stablehlo.case"(%a) ({
  %s = stablehlo.add %b, %b : tensor<i32>
  stablehlo.return %s : tensor<i32>
  }, {
  stablehlo.return %b : tensor<i32>
  }, {
  %s = stablehlo.negate %b : tensor<i32>
  stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %w0 = stablehlo.constant dense<"0xFBFFFFFF"> : tensor<i32>
  check.expect_eq %r0, %w0 : tensor<i32>
  return
}

// -----

func.func @case_8() {
  %a = stablehlo.constant dense<"0x07000000"> : tensor<i32>
  %b = stablehlo.constant dense<"0x05000000"> : tensor<i32>
  %r0 = "stablehlo.case"(%a) ({
  %s = stablehlo.add %b, %b : tensor<i32>
  stablehlo.return %s : tensor<i32>
  }, {
  stablehlo.return %b : tensor<i32>
  }, {
  %s = stablehlo.negate %b : tensor<i32>
  stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %w0 = stablehlo.constant dense<"0xFBFFFFFF"> : tensor<i32>
  check.expect_eq %r0, %w0 : tensor<i32>
  return
}

// -----

func.func @map() {
  %a = stablehlo.constant dense<"0x00000040000010C0000084C000001040000030400000C0BF"> : tensor<2x3xf32>
  %b = stablehlo.constant dense<"0x000040400000A0BF000048C00000504000007040000000BF"> : tensor<2x3xf32>
  %r0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.subtract %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %w0 = stablehlo.constant dense<"0x000080BF"> : tensor<2x3xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3xf32>, tensor<2x3xf32>
  return
}

// -----

func.func @clamp() {
  %a = stablehlo.constant dense<"0x000080BF"> : tensor<f32>
  %b = stablehlo.constant dense<"0x00000040000010C0000084C000001040000030400000C0BF"> : tensor<2x3xf32>
  %c = stablehlo.constant dense<"0x00000040"> : tensor<f32>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %w0 = stablehlo.constant dense<"0x00000040000080BF000080BF0000004000000040000080BF"> : tensor<2x3xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3xf32>, tensor<2x3xf32>
  return
}

// -----

func.func @select() {
  %a = stablehlo.constant dense<"0x000101010100"> : tensor<2x3xi1>
  %b = stablehlo.constant dense<"0x00000040000010C0000084C000001040000030400000C0BF"> : tensor<2x3xf32>
  %c = stablehlo.constant dense<"0x00008040000090C0000004C1000090400000B040000040C0"> : tensor<2x3xf32>
  %r0 = stablehlo.select %a, %b, %c : tensor<2x3xi1>, tensor<2x3xf32>
  %w0 = stablehlo.constant dense<"0x00008040000010C0000084C00000104000003040000040C0"> : tensor<2x3xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3xf32>, tensor<2x3xf32>
  return
}
