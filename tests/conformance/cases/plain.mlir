// What StableHLO says of plain.hlo.
module @plain attributes {mhlo.num_replicas = 1 : i32} {
  func.func public @main() {
    %0 = stablehlo.constant dense<[1.000000e+00, -2.500000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
    %1 = stablehlo.constant dense<[-1.000000e+00, 2.500000e+00, -3.000000e+00, -4.000000e+00]> : tensor<4xf32>
    %2 = stablehlo.constant dense<true> : tensor<i1>
    %3 = func.call @wrapped(%0) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.custom_call @check.expect_eq(%3, %1) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    %4 = "stablehlo.map"(%0) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg0: tensor<f32>):
      %5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %6 = stablehlo.add %arg0, %5 : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %5 = stablehlo.constant dense<[2.000000e+00, -1.500000e+00, 4.000000e+00, 5.000000e+00]> : tensor<4xf32>
    stablehlo.custom_call @check.expect_eq(%4, %5) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    %6 = stablehlo.create_token : !stablehlo.token
    %7 = stablehlo.after_all %6, %6 : !stablehlo.token
    %8 = stablehlo.optimization_barrier %0 : tensor<4xf32>
    stablehlo.custom_call @check.expect_eq(%8, %0) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    %9 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<4xf32>) -> tensor<i32>
    %10 = stablehlo.constant dense<4> : tensor<i32>
    stablehlo.custom_call @check.expect_eq(%9, %10) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
    %11:2 = chlo.top_k(%0, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
    %12 = stablehlo.constant dense<[4.000000e+00, 3.000000e+00]> : tensor<2xf32>
    %13 = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
    stablehlo.custom_call @check.expect_eq(%11#0, %12) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%11#1, %13) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
    %14 = stablehlo.constant dense<-2.000000e+00> : tensor<f32>
    %15 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %16 = stablehlo.constant dense<[64]> : tensor<1xi64>
    %17 = stablehlo.rng %14, %15, %16, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<64xf32>
    %18 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %19 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %20 = stablehlo.compare GE, %17, %18 : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xi1>
    %21 = stablehlo.compare LT, %17, %19 : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xi1>
    %22 = stablehlo.and %20, %21 : tensor<64xi1>
    %23 = stablehlo.reduce(%22 init: %2) applies stablehlo.and across dimensions = [0] : (tensor<64xi1>, tensor<i1>) -> tensor<i1>
    stablehlo.custom_call @check.expect_eq(%23, %2) {has_side_effect = true} : (tensor<i1>, tensor<i1>) -> ()
    %24 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.constant dense<[5]> : tensor<1xi64>
    %27 = stablehlo.rng %24, %25, %26, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<5xf32>
    %28 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<5xf32>
    stablehlo.custom_call @check.expect_eq(%27, %28) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
    %29 = stablehlo.constant dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00]]> : tensor<2x3xf32>
    %30 = stablehlo.constant dense<[1.000000e+00, 2.000000e+00, 5.000000e-01]> : tensor<3xf32>
    %31 = stablehlo.constant dense<[2.500000e+00, 3.500000e+00, 4.500000e+00]> : tensor<3xf32>
    %32 = stablehlo.constant dense<[2.250000e+00, 2.250000e+00, 2.250000e+00]> : tensor<3xf32>
    %33 = stablehlo.constant dense<[[1.000000e+00, -1.000000e+00, 2.000000e+00], [5.000000e-01, 3.000000e+00, -2.000000e+00]]> : tensor<2x3xf32>
    %34:3 = "stablehlo.batch_norm_grad"(%29, %30, %31, %32, %33) <{epsilon = 0.00000000e+00 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    %35 = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00, 0.000000e+00], [0.000000e+00, 0.000000e+00, 0.000000e+00]]> : tensor<2x3xf32>
    %36 = stablehlo.constant dense<[-5.000000e-01, 4.000000e+00, -4.000000e+00]> : tensor<3xf32>
    %37 = stablehlo.constant dense<[1.500000e+00, 2.000000e+00, 0.000000e+00]> : tensor<3xf32>
    stablehlo.custom_call @check.expect_almost_eq(%34#0, %35) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
    stablehlo.custom_call @check.expect_close(%34#1, %36) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    stablehlo.custom_call @check.expect_close(%34#2, %37) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return
  }
  func.func private @wrapped(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.negate %arg0 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
