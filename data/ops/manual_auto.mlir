// A manual region over one of two axes: contractions inside may be divided over the other axis only, and the region's own
// collectives work on each tile of it.
module @manual_auto {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func public @main(%x: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %w: tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %v: tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> (tensor<6xf32>, tensor<8x6xf32>, tensor<8x6xf32>) {
    %0:3 = sdy.manual_computation(%x, %w, %v) in_shardings=[<@mesh, [{"x", ?}, {?}]>, <@mesh, [{?}, {?}]>, <@mesh, [{?}, {?}]>] out_shardings=[<@mesh, [{?}], replicated={"x"}>, <@mesh, [{"x", ?}, {?}]>, <@mesh, [{"x", ?}, {?}]>] manual_axes={"x"} (%a: tensor<2x12xf32>, %b: tensor<12x6xf32>, %c: tensor<12x6xf32>) {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x12xf32>, tensor<12x6xf32>) -> tensor<2x6xf32>
      %2 = stablehlo.dot_general %a, %c, contracting_dims = [1] x [0] : (tensor<2x12xf32>, tensor<12x6xf32>) -> tensor<2x6xf32>
      %3 = stablehlo.tanh %1 : tensor<2x6xf32>
      %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x6xf32>, tensor<f32>) -> tensor<6xf32>
      %5 = "stablehlo.all_reduce"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
      ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %8 = stablehlo.add %p, %q : tensor<f32>
        stablehlo.return %8 : tensor<f32>
      }) : (tensor<6xf32>) -> tensor<6xf32>
      %6 = "stablehlo.collective_permute"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 2], [2, 4], [4, 6], [6, 0], [1, 3], [3, 5], [5, 7], [7, 1]]> : tensor<8x2xi64>}> : (tensor<2x6xf32>) -> tensor<2x6xf32>
      sdy.return %5, %3, %6 : tensor<6xf32>, tensor<2x6xf32>, tensor<2x6xf32>
    } : (tensor<8x12xf32>, tensor<12x6xf32>, tensor<12x6xf32>) -> (tensor<6xf32>, tensor<8x6xf32>, tensor<8x6xf32>)
    return %0#0, %0#1, %0#2 : tensor<6xf32>, tensor<8x6xf32>, tensor<8x6xf32>
  }
}
