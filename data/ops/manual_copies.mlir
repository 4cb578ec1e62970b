// Copies of a tile in a manual region are copies only at the same place along its axes: changing the axes of a dim inside must not
// fetch a tile from elsewhere. The same with a value that is a sum not added up yet.
module @manual_copies {
  sdy.mesh @mesh = <["a"=3, "m"=2, "b"=3]>
  func.func public @main(%x: tensor<6x36xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"m"}, {"a"}]>}, %v: tensor<9x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"m"}]>}, %w: tensor<8x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"m"}, {}]>}) -> (tensor<6x36xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"m"}, {"b"}]>}, tensor<9x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) {
    %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"m"}, {"a"}]>] out_shardings=[<@mesh, [{"m"}, {"b"}]>] manual_axes={"m"} (%y: tensor<3x36xf32>) {
      %1 = stablehlo.sine %y : tensor<3x36xf32>
      %2 = sdy.sharding_constraint %1 <@mesh, [{}, {"a"}]> : tensor<3x36xf32>
      %3 = stablehlo.multiply %2, %2 : tensor<3x36xf32>
      %4 = sdy.sharding_constraint %3 <@mesh, [{}, {"b"}]> : tensor<3x36xf32>
      %5 = stablehlo.add %4, %4 : tensor<3x36xf32>
      sdy.return %5 : tensor<3x36xf32>
    } : (tensor<6x36xf32>) -> tensor<6x36xf32>
    %6 = stablehlo.dot_general %v, %w, contracting_dims = [1] x [0] : (tensor<9x8xf32>, tensor<8x5xf32>) -> tensor<9x5xf32>
    %7 = sdy.sharding_constraint %6 <@mesh, [{"a"}, {}], unreduced={"m"}> : tensor<9x5xf32>
    %8 = stablehlo.add %7, %7 : tensor<9x5xf32>
    %9 = sdy.sharding_constraint %8 <@mesh, [{"b"}, {}], unreduced={"m"}> : tensor<9x5xf32>
    return %0, %9 : tensor<6x36xf32>, tensor<9x5xf32>
  }
}
