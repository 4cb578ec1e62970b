// verify
// Partial maxima and minima, in both spellings of the reduction.
sdy.mesh @m = <["a"=2, "b"=2, "c"=2]>
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}) -> (tensor<16xf32>, tensor<16xf32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %high = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}], unreduced=[max]{"a"}>]>} : (tensor<8x16xf32>, tensor<f32>) -> tensor<16xf32>
  %1 = sdy.all_reduce [max] {"a"} %0 out_sharding=<@m, [{"b"}]> : tensor<16xf32>
  %2 = stablehlo.reduce(%x init: %high) applies stablehlo.minimum across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}], unreduced=min{"a"}>]>} : (tensor<8x16xf32>, tensor<f32>) -> tensor<16xf32>
  %3 = sdy.reduce_scatter min [{"a"}] %2 out_sharding=<@m, [{"b", "a"}]> : tensor<16xf32>
  return %1, %3 : tensor<16xf32>, tensor<16xf32>
}
