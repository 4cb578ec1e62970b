// What StableHLO says of devices.hlo: four partitions, every device checks what it got.
module @devices attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main() {
    %0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.constant dense<[0.000000e+00, 1.000000e+00]> : tensor<2xf32>
    %2 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %3 = stablehlo.partition_id : tensor<ui32>
    %4 = stablehlo.replica_id : tensor<ui32>
    %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<i32>
    stablehlo.custom_call @check.expect_eq(%5, %0) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
    %6 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<f32>
    %7 = stablehlo.multiply %6, %2 : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %9 = stablehlo.add %8, %1 : tensor<2xf32>
    %10 = "stablehlo.all_reduce"(%9) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %11 = stablehlo.add %arg0, %arg1 : tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    %11 = stablehlo.constant dense<[6.000000e+01, 6.400000e+01]> : tensor<2xf32>
    stablehlo.custom_call @check.expect_eq(%10, %11) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    %12 = stablehlo.constant dense<1> : tensor<ui32>
    %13 = stablehlo.shift_right_logical %3, %12 : tensor<ui32>
    %14 = stablehlo.convert %13 : (tensor<ui32>) -> tensor<f32>
    %15 = stablehlo.constant dense<4.000000e+01> : tensor<f32>
    %16 = stablehlo.multiply %14, %15 : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %18 = stablehlo.constant dense<[1.000000e+01, 1.200000e+01]> : tensor<2xf32>
    %19 = stablehlo.add %18, %17 : tensor<2xf32>
    %20 = "stablehlo.all_gather"(%9) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<8xf32>
    %21 = stablehlo.constant dense<[0.000000e+00, 1.000000e+00, 1.000000e+01, 1.100000e+01, 2.000000e+01, 2.100000e+01, 3.000000e+01, 3.100000e+01]> : tensor<8xf32>
    stablehlo.custom_call @check.expect_eq(%20, %21) {has_side_effect = true} : (tensor<8xf32>, tensor<8xf32>) -> ()
    %22 = "stablehlo.reduce_scatter"(%20) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %23 = stablehlo.add %arg0, %arg1 : tensor<f32>
      stablehlo.return %23 : tensor<f32>
    }) : (tensor<8xf32>) -> tensor<2xf32>
    %23 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %25 = stablehlo.multiply %9, %24 : tensor<2xf32>
    stablehlo.custom_call @check.expect_eq(%22, %25) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    %26 = "stablehlo.collective_permute"(%9) <{channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    %27 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %28 = stablehlo.subtract %9, %27 : tensor<2xf32>
    %29 = stablehlo.constant dense<[0.000000e+00, 0.000000e+00]> : tensor<2xf32>
    %30 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<i32>
    %31 = stablehlo.compare EQ, %30, %0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %32 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<i1>) -> tensor<2xi1>
    %33 = stablehlo.select %32, %29, %28 : tensor<2xi1>, tensor<2xf32>
    stablehlo.custom_call @check.expect_eq(%26, %33) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    %34 = "stablehlo.collective_broadcast"(%9) <{channel_handle = #stablehlo.channel_handle<handle = 9, type = 1>, replica_groups = dense<[[2, 0, 1, 3]]> : tensor<1x4xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    %35 = stablehlo.constant dense<[2.000000e+01, 2.100000e+01]> : tensor<2xf32>
    stablehlo.custom_call @check.expect_eq(%34, %35) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    %36 = "stablehlo.all_to_all"(%20) <{channel_handle = #stablehlo.channel_handle<handle = 10, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : i64, split_dimension = 0 : i64}> : (tensor<8xf32>) -> tensor<8xf32>
    %37 = stablehlo.concatenate %9, %9, %9, %9, dim = 0 : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<8xf32>
    stablehlo.custom_call @check.expect_eq(%36, %37) {has_side_effect = true} : (tensor<8xf32>, tensor<8xf32>) -> ()
    return
  }
}
