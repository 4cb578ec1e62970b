// The product of the pjit notebook, x @ y, without annotations: shard it with --mesh and --try.
#loc1 = loc("x")
#loc2 = loc("y")
module @jit_matmul attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1024x1024xf32> loc("x"), %arg1: tensor<1024x1024xf32> loc("y")) -> (tensor<1024x1024xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32> loc(#loc9)
    return %0 : tensor<1024x1024xf32> loc(#loc8)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc3 = loc("matmul.py":14:11 to :16)
#loc4 = loc("matmul.py":18:7 to :40)
#loc5 = loc("matmul"(#loc3))
#loc6 = loc("<module>"(#loc4))
#loc7 = loc(callsite(#loc5 at #loc6))
#loc8 = loc("jit(matmul)"(#loc6))
#loc9 = loc("jit(matmul)/dot_general"(#loc7))

