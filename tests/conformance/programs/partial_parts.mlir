// verify
// verify --planner=first-match
// Partial sums along parts of an axis, which are one element of the list when the other part is partial too: of "a" and "b", the
// parts that "y" has stay partial, and the rest alone is added up.
module @un {
  sdy.mesh @m = <["a"=4, "b"=2]>
  sdy.mesh @n = <["x"=2, "y"=4]>
  func.func @main(%l: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"a", "b"}]>}, %r: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
    %0 = stablehlo.dot_general %l, %r, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], unreduced={"a", "b"}>]>} : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %1 = sdy.sharding_constraint %0 <@n, [{}, {}], unreduced={"y"}> : tensor<8x8xf32>
    %2 = sdy.sharding_constraint %1 <@m, [{}, {}], unreduced={"b"}> : tensor<8x8xf32>
    %3 = sdy.sharding_constraint %0 <@n, [{}, {}], unreduced={"x"}> : tensor<8x8xf32>
    %4 = sdy.sharding_constraint %3 <@m, [{}, {}], unreduced={"a"}> : tensor<8x8xf32>
    %5 = stablehlo.negate %2 : tensor<8x8xf32>
    %6 = stablehlo.abs %4 : tensor<8x8xf32>
    %7 = sdy.sharding_constraint %0 <@m, [{}, {}], unreduced={"a"}> : tensor<8x8xf32>
    %8 = sdy.sharding_constraint %7 <@n, [{"x"}, {}], unreduced={"y"}> : tensor<8x8xf32>
    %9 = stablehlo.abs %8 : tensor<8x8xf32>
    return %5, %6, %9 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
  }
}
