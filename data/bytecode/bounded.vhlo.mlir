#loc2 = loc("-":1:17)
module {
  func.func @main(%arg0: tensor<?x8xf32, #stablehlo.bounds<4, ?>> loc("-":1:17)) -> tensor<?x8xf32, #stablehlo.bounds<4, ?>> {
    %0 = stablehlo.abs %arg0 : tensor<?x8xf32, #stablehlo.bounds<4, ?>> loc(#loc3)
    return %0 : tensor<?x8xf32, #stablehlo.bounds<4, ?>> loc(#loc4)
  } loc(#loc1)
} loc(#loc)
#loc = loc("-":0:0)
#loc1 = loc("-":1:1)
#loc3 = loc("-":1:117)
#loc4 = loc("-":1:180)
