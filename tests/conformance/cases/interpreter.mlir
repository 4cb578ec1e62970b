// What test files of the interpreter need besides ops: checks with bounds, programs in parallel, probes,
// operations whose dynamic shapes are constants, scans.

// -----

func.func @near() {
  %a = stablehlo.constant dense<5.0> : tensor<f64>
  %b = stablehlo.constant dense<5.0001> : tensor<f64>
  check.expect_almost_eq%a, %b : tensor<f64>
  check.expect_almost_eq_const %a, dense<5.1> : tensor<f64> {tolerance = 0.1 : f64}
  check.expect_almost_eq %a, %b, tolerance = 0.1 : tensor<f64>
  func.return
}

// -----

func.func @ulps() {
  %a = stablehlo.constant dense<5.0> : tensor<f16>
  %b = stablehlo.constant dense<5.010> : tensor<f16>
  check.expect_close %a, %b, max_ulp_difference = 3 : tensor<f16>, tensor<f16>
  func.return
}

// -----

module @two {
  func.func @f(%x : tensor<4xi64>) -> tensor<4xi64> {
    %r = "stablehlo.all_reduce"(%x) ({
      ^bb0(%p: tensor<i64>, %q: tensor<i64>):
        %0 = stablehlo.add %p, %q : tensor<i64>
        stablehlo.return %0 : tensor<i64>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<4xi64>) -> tensor<4xi64>
    return %r : tensor<4xi64>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
    %b = stablehlo.constant dense<[5, 6, 7, 8]> : tensor<4xi64>
    %r:2 = "interpreter.run_parallel"(%a, %b) {programs=[[@f], [@f]]} : (tensor<4xi64>, tensor<4xi64>) -> (tensor<4xi64>, tensor<4xi64>)
    check.expect_eq_const %r#0, dense<[6, 8, 10, 12]> : tensor<4xi64>
    check.expect_eq_const %r#1, dense<[6, 8, 10, 12]> : tensor<4xi64>
    func.return
  }
}

// -----

module @host {
  func.func public @send(%x : tensor<2x2xi64>, %t : !stablehlo.token) -> !stablehlo.token {
    %r = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (tensor<2x2xi64>, !stablehlo.token) -> !stablehlo.token
    return %r : !stablehlo.token
  }
  func.func public @recv(%t : !stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token) {
    %a, %b = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token)
    return %a, %b : tensor<2x2xi64>, !stablehlo.token
  }
  func.func public @main() {
    %0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
    %1 = stablehlo.after_all : !stablehlo.token
    %2:3 = "interpreter.run_parallel"(%0, %1, %1) {programs=[[@send], [@recv]]} : (tensor<2x2xi64>, !stablehlo.token, !stablehlo.token) -> (!stablehlo.token, tensor<2x2xi64>, !stablehlo.token)
    check.expect_eq_const %2#1, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
    func.return
  }
}

// -----

module @feed {
  func.func public @infeed(%t : !stablehlo.token) -> (tensor<2xi64>, !stablehlo.token, tensor<2xi64>, !stablehlo.token) {
    %a:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    %b:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    return %a#0, %a#1, %b#0, %b#1 : tensor<2xi64>, !stablehlo.token, tensor<2xi64>, !stablehlo.token
  }
  func.func public @q0() -> tensor<2xi64> {
    %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    return %0 : tensor<2xi64>
  }
  func.func public @q1() -> tensor<2xi64> {
    %0 = stablehlo.constant dense<[5, 6]> : tensor<2xi64>
    return %0 : tensor<2xi64>
  }
  func.func public @main() {
    %t = stablehlo.after_all : !stablehlo.token
    %r:4 = "interpreter.run_parallel"(%t) {programs=[["infeed"]], infeed=["q0", @q1], num_replicas=1, num_partitions=1} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token, tensor<2xi64>, !stablehlo.token)
    check.expect_eq_const %r#0, dense<[1, 2]> : tensor<2xi64>
    check.expect_eq_const %r#2, dense<[5, 6]> : tensor<2xi64>
    func.return
  }
}

// -----

func.func @probes() {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %two = stablehlo.constant dense<2> : tensor<i64>
  %p = interpreter.probe %two, probe_id = "a/b" : tensor<i64>
  interpreter.print %p : tensor<i64>
  check.expect_serialized_eq %p, probe_id = "a/b" : tensor<i64>
  %r = stablehlo.while(%i = %zero) : tensor<i64>
  cond {
    %c = stablehlo.compare LT, %i, %two : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = stablehlo.add %i, %one : tensor<i64>
    %q = interpreter.probe %s, probe_id = "loop" : tensor<i64>
    stablehlo.return %q : tensor<i64>
  }
  check.expect_serialized_eq %one, probe_id = "loop", iter = 0 : tensor<i64>
  check.expect_serialized_eq %two, probe_id = "loop", iter = 1 : tensor<i64>
  func.return
}

// -----

func.func @scan() {
  %input = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %init = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = chlo.scan(%input) inits(%init) dimension=0 attributes {is_reverse = true} {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1, %1 : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<[10, 9, 7, 4]> : tensor<4xi32>
  check.expect_eq_const %0#1, dense<10> : tensor<i32>
  func.return
}

// -----

func.func @dpad() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %v = stablehlo.constant dense<0> : tensor<i64>
  %lo = stablehlo.constant dense<1> : tensor<1xi64>
  %hi = stablehlo.constant dense<2> : tensor<1xi64>
  %in = stablehlo.constant dense<1> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %a, %v, %lo, %hi, %in : (tensor<2xi64>, tensor<i64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xi64>
  check.expect_eq_const %r, dense<[0, 1, 0, 2, 0, 0]> : tensor<6xi64>
  func.return
}

// -----

func.func @dslice() {
  %a = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
  %lo = stablehlo.constant dense<1> : tensor<1xi64>
  %hi = stablehlo.constant dense<4> : tensor<1xi64>
  %st = stablehlo.constant dense<2> : tensor<1xi64>
  %r = stablehlo.real_dynamic_slice %a, %lo, %hi, %st : (tensor<4xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  check.expect_eq_const %r, dense<[2, 4]> : tensor<2xi64>
  func.return
}

// -----

func.func @diota() {
  %s = stablehlo.constant dense<[3]> : tensor<1xi64>
  %r = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<3xi64>
  check.expect_eq_const %r, dense<[0, 1, 2]> : tensor<3xi64>
  %q = stablehlo.dynamic_reshape %r, %s : (tensor<3xi64>, tensor<1xi64>) -> tensor<3xi64>
  %z = "stablehlo.get_dimension_size"(%q) {dimension = 0 : i64} : (tensor<3xi64>) -> tensor<i32>
  check.expect_eq_const %z, dense<3> : tensor<i32>
  func.return
}

// -----

func.func @dgather() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %i = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi64>
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %r = "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false} : (tensor<2x2xi64>, tensor<2x1xi64>, tensor<2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %r, dense<[[3, 4], [1, 2]]> : tensor<2x2xi64>
  func.return
}

// -----

func.func @dconv() {
  %x = stablehlo.constant dense<1> : tensor<1x4x4x1xi64>
  %k = stablehlo.constant dense<1> : tensor<3x3x1x1xi64>
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  %r = stablehlo.dynamic_conv(%x, %k, %p) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [4, 4], lhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x4x4x1xi64>, tensor<3x3x1x1xi64>, tensor<2x2xi64>) -> tensor<1x2x2x1xi64>
  check.expect_eq_const %r, dense<4> : tensor<1x2x2x1xi64>
  func.return
}

// -----

module @under_way {
  func.func @f(%x : tensor<2x2xi64>, %i : tensor<i32>) -> (tensor<2x4xi64>, tensor<1x2xi64>) {
    %g = "stablehlo.async_start"(%x) ({
      ^bb0(%y: tensor<2x2xi64>):
        %0 = "stablehlo.all_gather"(%y) {all_gather_dim = 1 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x2xi64>) -> tensor<2x4xi64>
        stablehlo.return %0 : tensor<2x4xi64>
    }) : (tensor<2x2xi64>) -> !stablehlo.future<tensor<2x4xi64>>
    %s = "stablehlo.async_start"(%x, %i, %i) ({
      ^bb0(%y: tensor<2x2xi64>, %p: tensor<i32>, %q: tensor<i32>):
        %0 = stablehlo.dynamic_slice %y, %p, %q, sizes = [1, 2] : (tensor<2x2xi64>, tensor<i32>, tensor<i32>) -> tensor<1x2xi64>
        stablehlo.return %0 : tensor<1x2xi64>
    }) : (tensor<2x2xi64>, tensor<i32>, tensor<i32>) -> !stablehlo.future<tensor<1x2xi64>>
    %1 = "stablehlo.async_done"(%s) : (!stablehlo.future<tensor<1x2xi64>>) -> tensor<1x2xi64>
    %2 = "stablehlo.async_done"(%g) : (!stablehlo.future<tensor<2x4xi64>>) -> tensor<2x4xi64>
    return %2, %1 : tensor<2x4xi64>, tensor<1x2xi64>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
    %b = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
    %i = stablehlo.constant dense<1> : tensor<i32>
    %r:4 = "interpreter.run_parallel"(%a, %i, %b, %i) {programs=[[@f], [@f]]} : (tensor<2x2xi64>, tensor<i32>, tensor<2x2xi64>, tensor<i32>) -> (tensor<2x4xi64>, tensor<1x2xi64>, tensor<2x4xi64>, tensor<1x2xi64>)
    check.expect_eq_const %r#0, dense<[[5, 6, 1, 2], [7, 8, 3, 4]]> : tensor<2x4xi64>
    check.expect_eq_const %r#1, dense<[[3, 4]]> : tensor<1x2xi64>
    check.expect_eq_const %r#2, dense<[[5, 6, 1, 2], [7, 8, 3, 4]]> : tensor<2x4xi64>
    check.expect_eq_const %r#3, dense<[[7, 8]]> : tensor<1x2xi64>
    func.return
  }
}

// -----

func.func @complex_order() {
  %a = stablehlo.constant dense<[(1.5, 2.5), (1.5, -7.5), (3.5, 2.5), (0.0, 1.0)]> : tensor<4xcomplex<f32>>
  %b = stablehlo.constant dense<[(1.5, 1.5), (1.5, 7.5), (2.5, 9.5), (0.0, 1.0)]> : tensor<4xcomplex<f32>>
  %m = stablehlo.maximum %a, %b : tensor<4xcomplex<f32>>
  check.expect_eq_const %m, dense<[(1.5, 2.5), (1.5, 7.5), (3.5, 2.5), (0.0, 1.0)]> : tensor<4xcomplex<f32>>
  %n = stablehlo.minimum %a, %b : tensor<4xcomplex<f32>>
  check.expect_eq_const %n, dense<[(1.5, 1.5), (1.5, -7.5), (2.5, 9.5), (0.0, 1.0)]> : tensor<4xcomplex<f32>>
  %ge = stablehlo.compare GE, %a, %b, FLOAT : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  check.expect_eq_const %ge, dense<[true, false, true, true]> : tensor<4xi1>
  %lt = stablehlo.compare LT, %a, %b, FLOAT : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  check.expect_eq_const %lt, dense<[false, true, false, false]> : tensor<4xi1>
  %z = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
  %u = stablehlo.constant dense<(3.5, 1.0)> : tensor<complex<f32>>
  %c = stablehlo.clamp %z, %a, %u : (tensor<complex<f32>>, tensor<4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_eq_const %c, dense<[(1.5, 2.5), (1.5, -7.5), (3.5, 1.0), (1.0, 0.0)]> : tensor<4xcomplex<f32>>
  %r = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  check.expect_eq_const %r, dense<(3.5, 2.5)> : tensor<complex<f32>>
  %f = stablehlo.convert %a : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  check.expect_eq_const %f, dense<[1.5, 1.5, 3.5, 0.0]> : tensor<4xf64>
  %i = stablehlo.convert %a : (tensor<4xcomplex<f32>>) -> tensor<4xi32>
  check.expect_eq_const %i, dense<[1, 1, 3, 0]> : tensor<4xi32>
  %p = stablehlo.convert %a : (tensor<4xcomplex<f32>>) -> tensor<4xi1>
  check.expect_eq_const %p, dense<[true, true, true, false]> : tensor<4xi1>
  return
}

// -----

module @broadcast_to_some {
  func.func @f(%x : tensor<1x2xi64>) -> tensor<1x2xi64> {
    %r = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>} : (tensor<1x2xi64>) -> tensor<1x2xi64>
    return %r : tensor<1x2xi64>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi64>
    %b = stablehlo.constant dense<[[3, 4]]> : tensor<1x2xi64>
    %c = stablehlo.constant dense<[[5, 6]]> : tensor<1x2xi64>
    %d = stablehlo.constant dense<[[7, 8]]> : tensor<1x2xi64>
    %r:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs=[[@f], [@f], [@f], [@f]]} : (tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>) -> (tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>)
    check.expect_eq_const %r#0, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %r#1, dense<[[5, 6]]> : tensor<1x2xi64>
    check.expect_eq_const %r#2, dense<[[5, 6]]> : tensor<1x2xi64>
    check.expect_eq_const %r#3, dense<[[0, 0]]> : tensor<1x2xi64>
    func.return
  }
}
