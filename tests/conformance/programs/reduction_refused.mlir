// error the reduction of sdy.all_reduce must be sum, max or min, found mean
sdy.mesh @m = <["a"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"a"}>}) -> tensor<8xf32> {
  %0 = sdy.all_reduce [mean] {"a"} %x out_sharding=<@m, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
