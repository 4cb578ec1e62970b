// verify fallback
// verify --mesh a=2,b=2 fallback
// Of a complex number the real part says whether it is true.
module @complex_to_pred {
  sdy.mesh @m = <["a"=2, "b"=2]>
  func.func @main(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) -> (tensor<8x6xi1>, tensor<8x6xi1>) {
    %none = stablehlo.constant dense<0.0> : tensor<8x6xf32>
    %turned = stablehlo.complex %none, %x : tensor<8x6xcomplex<f32>>
    %whole = stablehlo.complex %x, %none : tensor<8x6xcomplex<f32>>
    %p = stablehlo.convert %turned : (tensor<8x6xcomplex<f32>>) -> tensor<8x6xi1>
    %q = stablehlo.convert %whole : (tensor<8x6xcomplex<f32>>) -> tensor<8x6xi1>
    %never = stablehlo.constant dense<false> : tensor<8x6xi1>
    check.expect_eq %p, %never : tensor<8x6xi1>
    return %p, %q : tensor<8x6xi1>, tensor<8x6xi1>
  }
}
