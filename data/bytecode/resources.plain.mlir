module @resources {
  func.func public @main() -> tensor<3x4xf32> {
    %cst = stablehlo.constant dense_resource<blob1> : tensor<3x4xf32> loc(#loc2)
    return %cst : tensor<3x4xf32> loc(#loc3)
  } loc(#loc1)
} loc(#loc)
#loc = loc("-":1:1)
#loc1 = loc("-":1:21)
#loc2 = loc("-":1:72)
#loc3 = loc("-":1:120)

{-#
  dialect_resources: {
    builtin: {
      blob1: "0x04000000000000000000803F0000004000004040000080400000A0400000C0400000E04000000041000010410000204100003041"
    }
  }
#-}
