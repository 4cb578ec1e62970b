// Shardy's collectives, as an exported program has them: each says where a value's tiles go next, the value stays what it is.
module @moves {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
  sdy.mesh @turned = <["x"=2, "y"=2, "z"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
  func.func public @main(%a: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<12x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x5xf32>, tensor<8x12xf32>, tensor<8x12xf32>) {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}], unreduced={"y"}>]>} : (tensor<8x12xf32>, tensor<12x5xf32>) -> tensor<8x5xf32>
    %1 = sdy.reduce_scatter [{"y"}, {}] %0 out_sharding=<@mesh, [{"x", "y"}, {}]> : tensor<8x5xf32>
    %2 = sdy.all_gather [{"y"}, {}] %1 out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x5xf32>
    %3 = sdy.all_to_all [{"y"}: 1->0] %a out_sharding=<@mesh, [{"x", "y"}, {}]> : tensor<8x12xf32>
    %4 = sdy.all_slice [{}, {"z"}] %3 out_sharding=<@mesh, [{"x", "y"}, {"z"}]> : tensor<8x12xf32>
    %5 = sdy.collective_permute %4 out_sharding=<@turned, [{"y", "x"}, {"z"}]> : tensor<8x12xf32>
    %6 = stablehlo.cosine %5 {sdy.sharding = #sdy.sharding_per_value<[<@turned, [{"y", "x"}, {"z"}]>]>} : tensor<8x12xf32>
    %7 = sdy.sharded_to_unreduced [{"x"}, {}] %a out_sharding=<@mesh, [{}, {"y"}], unreduced={"x"}> : tensor<8x12xf32>
    %8 = sdy.replicated_to_unreduced {"z"} %7 out_sharding=<@mesh, [{}, {"y"}], unreduced={"x", "z"}> : tensor<8x12xf32>
    %9 = sdy.all_reduce {"x", "z"} %8 out_sharding=<@mesh, [{}, {"y"}]> : tensor<8x12xf32>
    return %2, %6, %9 : tensor<8x5xf32>, tensor<8x12xf32>, tensor<8x12xf32>
  }
}
