// verify
// JAX's lax.ragged_all_to_all: a custom call whose groups are in its configuration.
module @ragged attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%arg0: tensor<16x3xf32>, %arg1: tensor<16x3xf32>) -> tensor<16x3xf32> {
    %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg2: tensor<4x3xf32>, %arg3: tensor<4x3xf32>) {
      %from = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
      %size = stablehlo.constant dense<1> : tensor<4xi32>
      %id = stablehlo.partition_id : tensor<ui32>
      %here = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
      %to = stablehlo.broadcast_in_dim %here, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %1 = stablehlo.custom_call @ragged_all_to_all(%arg2, %arg3, %from, %size, %to, %size) {api_version = 4 : i32, backend_config = {channel_id = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}} : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4x3xf32>
      sdy.return %1 : tensor<4x3xf32>
    } : (tensor<16x3xf32>, tensor<16x3xf32>) -> tensor<16x3xf32>
    return %0 : tensor<16x3xf32>
  }
}
