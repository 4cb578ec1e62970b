// Shardy's operations, composites, calls and nested regions with values from outside; written by hand.

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>

func.func @shardy() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf32>
  %c = sdy.sharding_constraint %a <@mesh, [{"a"}, {}]> : tensor<2x4xf32>
  sdy.sharding_group %c group_id=0 : tensor<2x4xf32>
  %b = sdy.propagation_barrier %c allowed_direction=NONE : tensor<2x4xf32>
  %m = sdy.manual_computation(%b) in_shardings=[<@mesh, [{"a"}, {"b"}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a", "b"} (%x: tensor<1x2xf32>) {
    %s = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %z = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<1x2xf32>) -> tensor<1x2xf32>
    sdy.return %s : tensor<1x2xf32>
  } : (tensor<2x4xf32>) -> tensor<2x2xf32>
  %w = stablehlo.constant dense<[[4.0, 6.0], [12.0, 14.0]]> : tensor<2x2xf32>
  check.expect_eq %m, %w : tensor<2x2xf32>
  return
}

// -----

func.func private @twice(%x: tensor<3xi32>) -> tensor<3xi32> {
  %y = stablehlo.add %x, %x : tensor<3xi32>
  return %y : tensor<3xi32>
}

func.func @calls() {
  %a = stablehlo.constant dense<[1, -2, 3]> : tensor<3xi32>
  %b = call @twice(%a) : (tensor<3xi32>) -> tensor<3xi32>
  %c = stablehlo.composite "my.twice" %b {decomposition = @twice} : (tensor<3xi32>) -> tensor<3xi32>
  %d:2 = stablehlo.optimization_barrier %c, %a : tensor<3xi32>, tensor<3xi32>
  %w = stablehlo.constant dense<[4, -8, 12]> : tensor<3xi32>
  check.expect_eq %d#0, %w : tensor<3xi32>
  return
}

// -----

// A loop in a loop, a branch inside, each reading values of all regions around it: the sum of i * j for j < i < 6, but of
// -j where i is even.
func.func @nested() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %o:2 = stablehlo.while(%i = %zero, %sum = %zero) : tensor<i32>, tensor<i32>
  cond {
    %t = stablehlo.compare LT, %i, %six : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %n:2 = stablehlo.while(%j = %zero, %part = %zero) : tensor<i32>, tensor<i32>
    cond {
      %t = stablehlo.compare LT, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %bit = stablehlo.and %i, %one : tensor<i32>
      %v = "stablehlo.case"(%bit) ({
        %u = stablehlo.negate %j : tensor<i32>
        stablehlo.return %u : tensor<i32>
      }, {
        %u = stablehlo.multiply %i, %j : tensor<i32>
        stablehlo.return %u : tensor<i32>
      }) : (tensor<i32>) -> tensor<i32>
      %p = stablehlo.add %part, %v : tensor<i32>
      %k = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %k, %p : tensor<i32>, tensor<i32>
    }
    %s = stablehlo.add %sum, %n#1 : tensor<i32>
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k, %s : tensor<i32>, tensor<i32>
  }
  // i = 2: -1; 3: 9; 4: -6; 5: 50
  %w = stablehlo.constant dense<52> : tensor<i32>
  check.expect_eq %o#1, %w : tensor<i32>
  %flag = stablehlo.constant dense<true> : tensor<i1>
  %f = "stablehlo.if"(%flag) ({
    %u = "stablehlo.if"(%flag) ({
      stablehlo.return %o#0 : tensor<i32>
    }, {
      stablehlo.return %zero : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %u : tensor<i32>
  }, {
    stablehlo.return %one : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  check.expect_eq %f, %six : tensor<i32>
  return
}

// -----

// A product whose groups have 2, 0 and 1 rows; the last row belongs to none.
func.func @ragged() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %b = stablehlo.constant dense<[[[1.0], [1.0]], [[2.0], [2.0]], [[1.0], [-1.0]]]> : tensor<3x2x1xf32>
  %n = stablehlo.constant dense<[2, 0, 1]> : tensor<3xi32>
  %r = "chlo.ragged_dot"(%a, %b, %n) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x2xf32>, tensor<3x2x1xf32>, tensor<3xi32>) -> tensor<4x1xf32>
  %w = stablehlo.constant dense<[[3.0], [7.0], [-1.0], [0.0]]> : tensor<4x1xf32>
  check.expect_eq %r, %w : tensor<4x1xf32>
  return
}

// -----

// Control flow around whole arrays: a loop that carries two of them, a branch on each, a barrier.
func.func @arrays() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [1.0, 1.0, 1.0, 1.0], [0.0, 1.0, 0.0, 1.0]]> : tensor<4x4xf32>
  %o:3 = stablehlo.while(%i = %zero, %x = %a, %y = %a) : tensor<i32>, tensor<4x4xf32>, tensor<4x4xf32>
  cond {
    %t = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %n = "stablehlo.case"(%i) ({
      %u = stablehlo.add %x, %y : tensor<4x4xf32>
      stablehlo.return %u : tensor<4x4xf32>
    }, {
      %u = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
      stablehlo.return %u : tensor<4x4xf32>
    }, {
      %u = stablehlo.subtract %x, %a : tensor<4x4xf32>
      stablehlo.return %u : tensor<4x4xf32>
    }) : (tensor<i32>) -> tensor<4x4xf32>
    %b:2 = stablehlo.optimization_barrier %n, %y : tensor<4x4xf32>, tensor<4x4xf32>
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k, %b#0, %b#1 : tensor<i32>, tensor<4x4xf32>, tensor<4x4xf32>
  }
  // twice a, turned, less a
  %w = stablehlo.constant dense<[[1.0, 8.0, -1.0, -4.0], [-1.0, 6.0, -5.0, -6.0], [5.0, 13.0, 1.0, -1.0], [8.0, 15.0, 2.0, 1.0]]> : tensor<4x4xf32>
  check.expect_eq %o#1, %w : tensor<4x4xf32>
  check.expect_eq %o#2, %a : tensor<4x4xf32>
  return
}

// -----

func.func @parts() {
  %a = stablehlo.constant dense<[(1.0,2.0), (3.0,-4.0), (-0.0,5.0), (6.0,0.0), (1.0,2.0), (3.0,-4.0), (7.0,5.0), (6.0,0.0)]> : tensor<8xcomplex<f32>>
  %r = stablehlo.real %a : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %i = stablehlo.imag %a : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %v = stablehlo.constant dense<[1.0, 3.0, -0.0, 6.0, 1.0, 3.0, 7.0, 6.0]> : tensor<8xf32>
  %w = stablehlo.constant dense<[2.0, -4.0, 5.0, 0.0, 2.0, -4.0, 5.0, 0.0]> : tensor<8xf32>
  check.expect_eq %r, %v : tensor<8xf32>
  check.expect_eq %i, %w : tensor<8xf32>
  return
}
