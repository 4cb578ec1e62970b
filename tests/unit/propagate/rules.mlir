module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<2x3x4xf32>, %arg2: tensor<2x8xf32>, %arg3: tensor<6x4xf32>, %arg4: tensor<4x3xf32>, %arg5: tensor<1xf32>, %arg6: tensor<f32>, %arg7: tensor<8x1xf32>, %arg8: tensor<1x8xf32>, %arg9: tensor<4x1x8xf32>, %arg10: tensor<2x4x8xf32>, %arg11: tensor<64xf32>, %arg12: tensor<12x10xf32>, %arg13: tensor<2x3x5xf32>, %arg14: tensor<16xf32>, %arg15: tensor<4x6xf32>, %arg16: tensor<2x1x3x1xf32>, %arg17: tensor<7x8xf32>, %arg18: tensor<32x5xf32>, %arg19: tensor<6x6xf32>, %arg20: tensor<6x35xf32>, %arg21: tensor<10x12xf32>, %arg22: tensor<1x1xf32>, %arg23: tensor<2x2x2x3xf32>, %arg24: tensor<12xf32>, %arg25: tensor<8x9xf32>, %arg26: tensor<30xf32>, %arg27: tensor<3x4x5xf32>, %arg28: tensor<16x2xf32>, %arg29: tensor<9x4xf32>, %arg30: tensor<27xf32>, %arg31: tensor<4x1x1x4xf32>, %arg32: tensor<3x1x5xf32>, %arg33: tensor<f32>, %arg34: tensor<8xf32>, %arg35: tensor<1xf32>, %arg36: tensor<4x8xf32>, %arg37: tensor<2x3x4xf32>, %arg38: tensor<5xf32>, %arg39: tensor<f32>, %arg40: tensor<4x5x6xf32>, %arg41: tensor<8x16xf32>, %arg42: tensor<8x16xf32>, %arg43: tensor<4x6xf32>, %arg44: tensor<f32>, %arg45: tensor<4x6xf32>, %arg46: tensor<f32>, %arg47: tensor<4x6xf32>, %arg48: tensor<f32>, %arg49: tensor<8x4xf32>, %arg50: tensor<8x4xf32>, %arg51: tensor<i32>, %arg52: tensor<2x4xf32>, %arg53: tensor<2x4xf32>, %arg54: tensor<2x4xf32>, %arg55: tensor<2x4xf32>, %arg56: tensor<8x4xf32>, %arg57: tensor<3x8xf32>, %arg58: tensor<3x8x4xi8>, %arg59: tensor<3x8xf32>, %arg60: tensor<8x4xi1>, %arg61: tensor<i1>, %arg62: tensor<f32>, %arg63: tensor<4x8xf32>, %arg64: tensor<8x16xf32>, %arg65: tensor<2x4x8xf32>, %arg66: tensor<2x8x16xf32>, %arg67: tensor<3x2x4x8xf32>, %arg68: tensor<8x3x2x5xf32>, %arg69: tensor<4x6x8xf32>, %arg70: tensor<8x6x5xf32>, %arg71: tensor<4xf32>, %arg72: tensor<4xf32>, %arg73: tensor<4x2xf32>, %arg74: tensor<3x5xf32>, %arg75: tensor<1x4xf32>, %arg76: tensor<4x1xf32>, %arg77: tensor<4x8xf32>, %arg78: tensor<8x5xf32>, %arg79: tensor<8xf32>, %arg80: tensor<8x5xf32>, %arg81: tensor<4x8xf32>, %arg82: tensor<8xf32>, %arg83: tensor<8xf32>, %arg84: tensor<8xf32>, %arg85: tensor<2x3x4xf32>, %arg86: tensor<2x3x4xf32>, %arg87: tensor<2x3xf32>, %arg88: tensor<2x3xi32>, %arg89: tensor<4x8xf32>, %arg90: tensor<4x8xi32>, %arg91: tensor<4x8xf32>, %arg92: tensor<4x8xi32>, %arg93: tensor<8xf32>, %arg94: tensor<8xi32>, %arg95: tensor<1x8xf32>, %arg96: tensor<1x8xi32>, %arg97: tensor<1x8xf32>, %arg98: tensor<1x8xi32>, %arg99: tensor<3x4x8xcomplex<f32>>, %arg100: tensor<3x4x8xcomplex<f32>>, %arg101: tensor<3x4x8xf32>, %arg102: tensor<3x4x5xcomplex<f32>>, %arg103: tensor<3x4x8xf32>, %arg104: tensor<3x4x8xf32>, %arg105: tensor<2x1xf32>, %arg106: tensor<2x3x8x8xf32>, %arg107: tensor<2x8x8xf32>, %arg108: tensor<2x8x5xf32>, %arg109: tensor<2x8x8xf32>, %arg110: tensor<2x8x5xf32>, %arg111: tensor<2x8x8xf32>, %arg112: tensor<2x5x8xf32>, %arg113: tensor<2x8x8xf32>, %arg114: tensor<2x5x8xf32>, %arg115: tensor<2x3x4xf32>, %arg116: tensor<3xf32>, %arg117: tensor<3xf32>, %arg118: tensor<3xf32>, %arg119: tensor<3xf32>, %arg120: tensor<8x6xf32>, %arg121: tensor<8x6xf32>, %arg122: tensor<8x6xf32>, %arg123: tensor<8x6xf32>, %arg124: tensor<8x6xf32>, %arg125: tensor<10x24xf32>, %arg126: tensor<5x8xf32>, %arg127: tensor<10x24xf32>, %arg128: tensor<10x8xf32>, %arg129: tensor<10x24xf32>, %arg130: tensor<10x24xf32>, %arg131: tensor<8x224x224x192xf32>, %arg132: tensor<3x3x192x64xf32>, %arg133: tensor<8x16x16x4xf32>, %arg134: tensor<16x16x4x6xf32>, %arg135: tensor<8x16x16x4xf32>, %arg136: tensor<3x5x4x6xf32>, %arg137: tensor<8x16x16x4xf32>, %arg138: tensor<3x3x1x4xf32>, %arg139: tensor<8x16x16x4xf32>, %arg140: tensor<3x3x2x6xf32>, %arg141: tensor<8x16x16x4xf32>, %arg142: tensor<3x3x4x6xf32>, %arg143: tensor<8x16x12x4xf32>, %arg144: tensor<9x7x4x6xf32>, %arg145: tensor<8x4x16x4xf32>, %arg146: tensor<8x1x4x6xf32>, %arg147: tensor<4x16x8x12xf32>, %arg148: tensor<6x3x4x5xf32>, %arg149: tensor<8x6x6x4xf32>, %arg150: tensor<6x3x4x6xf32>, %arg151: tensor<8x16x16x8xf32>, %arg152: tensor<3x3x1x16xf32>, %arg153: tensor<8x16x16x4xf32>, %arg154: tensor<3x3x4x8xf32>, %arg155: tensor<1x3x9x4xf32>, %arg156: tensor<2x3x4x1xf32>, %arg157: tensor<8x16xf32>, %arg158: tensor<4x1xi32>, %arg159: tensor<8x16xf32>, %arg160: tensor<4xi32>, %arg161: tensor<3x4x2xf32>, %arg162: tensor<2x3x2xi32>, %arg163: tensor<3x4x2xf32>, %arg164: tensor<2x3x2xi32>, %arg165: tensor<1x4x2xf32>, %arg166: tensor<5x2xi32>, %arg167: tensor<8x5x16xf32>, %arg168: tensor<8x4x1xi32>, %arg169: tensor<3x8x5x16xf32>, %arg170: tensor<4x8x1xi32>, %arg171: tensor<8x16xf32>, %arg172: tensor<2x2x7xi32>, %arg173: tensor<3x1x2xf32>, %arg174: tensor<2x3x2xi32>, %arg175: tensor<5x6x7xf32>, %arg176: tensor<2xi32>, %arg177: tensor<5x6x7xf32>, %arg178: tensor<2xi32>, %arg179: tensor<8x16xf32>, %arg180: tensor<4x16xf32>, %arg181: tensor<4x1xi32>, %arg182: tensor<8x16xf32>, %arg183: tensor<4x16xf32>, %arg184: tensor<4x1xi32>, %arg185: tensor<8x16xf32>, %arg186: tensor<4x16xf32>, %arg187: tensor<4x1xi32>, %arg188: tensor<8x16xf32>, %arg189: tensor<4x16xf32>, %arg190: tensor<4x1xi32>, %arg191: tensor<8x16xf32>, %arg192: tensor<8x16xf32>, %arg193: tensor<4x16xf32>, %arg194: tensor<4x16xf32>, %arg195: tensor<4x1xi32>, %arg196: tensor<3x4x2xf32>, %arg197: tensor<2x3x2x2xf32>, %arg198: tensor<2x3x2xi32>, %arg199: tensor<3x4x2xf32>, %arg200: tensor<2x3x1x2xf32>, %arg201: tensor<2x3x2xi32>, %arg202: tensor<8x5x16xf32>, %arg203: tensor<8x4x16xf32>, %arg204: tensor<8x4x1xi32>, %arg205: tensor<8x5x16xf32>, %arg206: tensor<8x4x16xf32>, %arg207: tensor<8x4x1xi32>, %arg208: tensor<5x6xf32>, %arg209: tensor<5x6xf32>, %arg210: tensor<2xi32>, %arg211: tensor<5x6xf32>, %arg212: tensor<6xf32>, %arg213: tensor<2xi32>, %arg214: tensor<2xui64>, %arg215: tensor<8x4xf32>, %arg216: tensor<2x8x8xf32>, %arg217: tensor<2x8x5xf32>, %arg218: tensor<2x8x5xf32>, %arg219: tensor<2x5xf32>, %arg220: tensor<4x16xf32>, %arg221: tensor<4x16xi32>, %arg222: tensor<f32>, %arg223: tensor<i32>, %arg224: tensor<8x4xf32>, %arg225: tensor<8x4xf32>, %arg226: tensor<4x16xf32>, %arg227: tensor<4x16xi32>, %arg228: tensor<f32>, %arg229: tensor<i32>, %arg230: tensor<8x4xui32>, %arg231: tensor<8x4xui32>, %arg232: tensor<8x4xf32>, %arg233: tensor<8x4x6xf32>, %arg234: tensor<8x4x6xf32>) {
    %0 = stablehlo.reshape %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij])->([i, j]) {i=2, j=4}>} : (tensor<8xf32>) -> tensor<2x4xf32>
    %1 = stablehlo.reshape %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([ij, k]) {i=2, j=3, k=4}>} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
    %2 = stablehlo.reshape %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk])->([ij, k]) {i=2, j=2, k=4}>} : (tensor<2x8xf32>) -> tensor<4x4xf32>
    %3 = stablehlo.reshape %arg3 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, mn])->([ik, ln]) {i=2, j=3, k=2, l=3, m=2, n=2}>} : (tensor<6x4xf32>) -> tensor<4x6xf32>
    %4 = stablehlo.reshape %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, l])->([j, k]) {i=4, j=3, k=4, l=3}>} : (tensor<4x3xf32>) -> tensor<3x4xf32>
    %5 = stablehlo.reshape %arg5 {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([]) {i=1}>} : (tensor<1xf32>) -> tensor<f32>
    %6 = stablehlo.reshape %arg6 {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([i, j]) {i=1, j=1}>} : (tensor<f32>) -> tensor<1x1xf32>
    %7 = stablehlo.reshape %arg7 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i]) {i=8, j=1}>} : (tensor<8x1xf32>) -> tensor<8xf32>
    %8 = stablehlo.reshape %arg8 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, k]) {i=1, j=8, k=1}>} : (tensor<1x8xf32>) -> tensor<8x1xf32>
    %9 = stablehlo.reshape %arg9 {sdy.sharding_rule = #sdy.op_sharding_rule<([jk, l, m])->([i, j, k, m, n]) {i=1, j=2, k=2, l=1, m=8, n=1}>} : (tensor<4x1x8xf32>) -> tensor<1x2x2x8x1xf32>
    %10 = stablehlo.reshape %arg10 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([ijk]) {i=2, j=4, k=8}>} : (tensor<2x4x8xf32>) -> tensor<64xf32>
    %11 = stablehlo.reshape %arg11 {sdy.sharding_rule = #sdy.op_sharding_rule<([ijk])->([i, j, k]) {i=2, j=4, k=8}>} : (tensor<64xf32>) -> tensor<2x4x8xf32>
    %12 = stablehlo.reshape %arg12 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, mn])->([ik, ln]) {i=4, j=3, k=2, l=3, m=2, n=5}>} : (tensor<12x10xf32>) -> tensor<8x15xf32>
    %13 = stablehlo.reshape %arg13 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k, m])->([j, l]) {i=2, j=5, k=3, l=6, m=5}>} : (tensor<2x3x5xf32>) -> tensor<5x6xf32>
    %14 = stablehlo.reshape %arg14 {sdy.sharding_rule = #sdy.op_sharding_rule<([ik])->([i, j, k]) {i=4, j=1, k=4}>} : (tensor<16xf32>) -> tensor<4x1x4xf32>
    %15 = stablehlo.reshape %arg15 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, lm])->([j, km]) {i=4, j=3, k=4, l=3, m=2}>} : (tensor<4x6xf32>) -> tensor<3x8xf32>
    %16 = stablehlo.reshape %arg16 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k, l, m])->([j, n]) {i=2, j=3, k=1, l=3, m=1, n=2}>} : (tensor<2x1x3x1xf32>) -> tensor<3x2xf32>
    %17 = stablehlo.reshape %arg17 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k])->([j, l]) {i=7, j=8, k=8, l=7}>} : (tensor<7x8xf32>) -> tensor<8x7xf32>
    %18 = stablehlo.reshape %arg18 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k])->([i, jk]) {i=2, j=16, k=5}>} : (tensor<32x5xf32>) -> tensor<2x80xf32>
    %19 = stablehlo.reshape %arg19 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k])->([i, j, k]) {i=2, j=3, k=6}>} : (tensor<6x6xf32>) -> tensor<2x3x6xf32>
    %20 = stablehlo.reshape %arg20 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, ln])->([ik, mn]) {i=2, j=3, k=7, l=7, m=3, n=5}>} : (tensor<6x35xf32>) -> tensor<14x15xf32>
    %21 = stablehlo.reshape %arg21 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, mn])->([ik, ln]) {i=2, j=5, k=2, l=5, m=2, n=6}>} : (tensor<10x12xf32>) -> tensor<4x30xf32>
    %22 = stablehlo.reshape %arg22 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k]) {i=1, j=1, k=1}>} : (tensor<1x1xf32>) -> tensor<1xf32>
    %23 = stablehlo.reshape %arg23 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l])->([ij, kl]) {i=2, j=2, k=2, l=3}>} : (tensor<2x2x2x3xf32>) -> tensor<4x6xf32>
    %24 = stablehlo.reshape %arg24 {sdy.sharding_rule = #sdy.op_sharding_rule<([ijk])->([i, j, k]) {i=2, j=2, k=3}>} : (tensor<12xf32>) -> tensor<2x2x3xf32>
    %25 = stablehlo.reshape %arg25 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, mn])->([ik, ln]) {i=2, j=4, k=3, l=4, m=3, n=3}>} : (tensor<8x9xf32>) -> tensor<6x12xf32>
    %26 = stablehlo.reshape %arg26 {sdy.sharding_rule = #sdy.op_sharding_rule<([ijk])->([i, j, k]) {i=2, j=3, k=5}>} : (tensor<30xf32>) -> tensor<2x3x5xf32>
    %27 = stablehlo.reshape %arg27 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k, m])->([j, l, n]) {i=3, j=5, k=4, l=4, m=5, n=3}>} : (tensor<3x4x5xf32>) -> tensor<5x4x3xf32>
    %28 = stablehlo.reshape %arg28 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k])->([i, jk]) {i=8, j=2, k=2}>} : (tensor<16x2xf32>) -> tensor<8x4xf32>
    %29 = stablehlo.reshape %arg29 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, mn])->([ik, ln]) {i=3, j=3, k=2, l=3, m=2, n=2}>} : (tensor<9x4xf32>) -> tensor<6x6xf32>
    %30 = stablehlo.reshape %arg30 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij])->([i, j]) {i=3, j=9}>} : (tensor<27xf32>) -> tensor<3x9xf32>
    %31 = stablehlo.reshape %arg31 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k, l, m])->([i, jm]) {i=2, j=2, k=1, l=1, m=4}>} : (tensor<4x1x1x4xf32>) -> tensor<2x8xf32>
    %32 = stablehlo.reshape %arg32 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([ik, l]) {i=3, j=1, k=5, l=1}>} : (tensor<3x1x5xf32>) -> tensor<15x1xf32>
    %33 = stablehlo.broadcast_in_dim %arg33, dims = [] {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([i, j]) {i=4, j=8}>} : (tensor<f32>) -> tensor<4x8xf32>
    %34 = stablehlo.broadcast_in_dim %arg34, dims = [1] {sdy.sharding_rule = #sdy.op_sharding_rule<([j])->([i, j]) {i=4, j=8}>} : (tensor<8xf32>) -> tensor<4x8xf32>
    %35 = stablehlo.broadcast_in_dim %arg35, dims = [0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=1}>} : (tensor<1xf32>) -> tensor<1xf32>
    %36 = stablehlo.broadcast_in_dim %arg36, dims = [1, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([j, i])->([i, j]) {i=8, j=4}>} : (tensor<4x8xf32>) -> tensor<8x4xf32>
    %37 = stablehlo.transpose %arg37, dims = [2, 0, 1] {sdy.sharding_rule = #sdy.op_sharding_rule<([j, k, i])->([i, j, k]) {i=4, j=2, k=3}>} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
    %38 = stablehlo.transpose %arg38, dims = [0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=5}>} : (tensor<5xf32>) -> tensor<5xf32>
    %39 = stablehlo.transpose %arg39, dims = [] {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([])>} : (tensor<f32>) -> tensor<f32>
    %40 = stablehlo.reverse %arg40, dims = [0, 2] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=4, j=5, k=6} permutation={i, k}>} : tensor<4x5x6xf32>
    %41 = stablehlo.slice %arg41 [0:8, 2:10] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16} permutation={j}>} : (tensor<8x16xf32>) -> tensor<8x8xf32>
    %42 = stablehlo.slice %arg42 [0:8:2, 0:16] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16} permutation={i}>} : (tensor<8x16xf32>) -> tensor<4x16xf32>
    %43 = stablehlo.pad %arg43, %arg44, low = [1, 0], high = [1, 0], interior = [0, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [])->([i, j]) {i=4, j=6} permutation={i}>} : (tensor<4x6xf32>, tensor<f32>) -> tensor<6x6xf32>
    %44 = stablehlo.pad %arg45, %arg46, low = [-1, 0], high = [1, 0], interior = [0, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [])->([i, j]) {i=4, j=6}>} : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    %45 = stablehlo.pad %arg47, %arg48, low = [0, 0], high = [0, 0], interior = [1, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [])->([i, j]) {i=4, j=6} permutation={i}>} : (tensor<4x6xf32>, tensor<f32>) -> tensor<7x6xf32>
    %46 = stablehlo.slice %arg49 [0:2, 0:4] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4} permutation={i}>} : (tensor<8x4xf32>) -> tensor<2x4xf32>
    %47 = stablehlo.slice %arg49 [2:8, 0:4] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4} permutation={i}>} : (tensor<8x4xf32>) -> tensor<6x4xf32>
    %48 = stablehlo.slice %arg50 [2:8, 0:4] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4} permutation={i}>} : (tensor<8x4xf32>) -> tensor<6x4xf32>
    %49 = stablehlo.concatenate %47, %46, dim = 0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4} permutation={i}>} : (tensor<6x4xf32>, tensor<2x4xf32>) -> tensor<8x4xf32>
    %50 = stablehlo.concatenate %48, %46, dim = 0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4} permutation={i}>} : (tensor<6x4xf32>, tensor<2x4xf32>) -> tensor<8x4xf32>
    %51 = stablehlo.concatenate %arg49, %46, dim = 0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=10, j=4} permutation={i}>} : (tensor<8x4xf32>, tensor<2x4xf32>) -> tensor<10x4xf32>
    %52 = stablehlo.concatenate %arg49, %arg49, dim = 0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=16, j=4} need_replication={i}>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<16x4xf32>
    %53 = stablehlo.concatenate %arg49, %arg50, dim = 1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8} need_replication={j}>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
    %54 = stablehlo.concatenate %arg50, %46, dim = 0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=10, j=4} need_replication={i}>} : (tensor<8x4xf32>, tensor<2x4xf32>) -> tensor<10x4xf32>
    %55 = stablehlo.concatenate %arg49, dim = 0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4} need_replication={i}>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %56 = stablehlo.concatenate %46, dim = 0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=2, j=4} permutation={i}>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %57 = sdy.constant dense<1> : tensor<i32>
    %58 = stablehlo.dynamic_update_slice %arg49, %arg52, %arg51, %arg51 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [j, k], [], [])->([i, k]) {i=8, j=2, k=4} need_replication={j}>} : (tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    %59 = stablehlo.dynamic_slice %arg49, %arg51, %arg51, sizes = [2, 4] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [], [])->([i, j]) {i=8, j=4} need_replication={i} blocked_propagation={i}>} : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
    %60 = stablehlo.dynamic_update_slice %arg49, %arg53, %c, %c {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [j, k], [], [])->([i, k]) {i=8, j=2, k=4}>} : (tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    %61 = stablehlo.dynamic_slice %arg49, %c, %c, sizes = [2, 4] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [], [])->([i, j]) {i=8, j=4} need_replication={i} blocked_propagation={i}>} : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
    %62 = stablehlo.dynamic_update_slice %arg49, %arg54, %c, %arg51 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [j, k], [], [])->([i, k]) {i=8, j=2, k=4} need_replication={j}>} : (tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    %63 = stablehlo.dynamic_slice %arg49, %c, %arg51, sizes = [2, 4] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [], [])->([i, j]) {i=8, j=4} need_replication={i} blocked_propagation={i}>} : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
    %64 = stablehlo.dynamic_update_slice %arg49, %arg55, %57, %57 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [j, k], [], [])->([i, k]) {i=8, j=2, k=4}>} : (tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    %65 = stablehlo.dynamic_slice %arg49, %57, %57, sizes = [2, 4] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [], [])->([i, j]) {i=8, j=4} need_replication={i} blocked_propagation={i}>} : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
    %66 = stablehlo.dynamic_slice %arg49, %arg51, %arg51, sizes = [1, 1] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [], [])->([i, j]) {i=8, j=4} need_replication={i, j} blocked_propagation={i, j}>} : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
    %67 = stablehlo.dynamic_update_slice %arg49, %arg56, %arg51, %arg51 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j], [], [])->([i, j]) {i=8, j=4}>} : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    %68 = stablehlo.bitcast_convert %arg57 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j, k]) {i=3, j=8, k=4} need_replication={k}>} : (tensor<3x8xf32>) -> tensor<3x8x4xi8>
    %69 = stablehlo.bitcast_convert %arg58 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j]) {i=3, j=8, k=4} need_replication={k}>} : (tensor<3x8x4xi8>) -> tensor<3x8xf32>
    %70 = stablehlo.bitcast_convert %arg59 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=3, j=8}>} : (tensor<3x8xf32>) -> tensor<3x8xi32>
    %71 = stablehlo.add %arg49, %arg50 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %72 = stablehlo.atan2 %arg49, %arg50 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %73 = stablehlo.divide %arg49, %arg50 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %74 = stablehlo.maximum %arg49, %arg50 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %75 = stablehlo.minimum %arg49, %arg50 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %76 = stablehlo.multiply %arg49, %arg50 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %77 = stablehlo.power %arg49, %arg50 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %78 = stablehlo.remainder %arg49, %arg50 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %79 = stablehlo.subtract %arg49, %arg50 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %80 = stablehlo.abs %arg49 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %81 = stablehlo.cbrt %arg49 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %82 = stablehlo.ceil %arg49 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %83 = stablehlo.cosine %arg49 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %84 = stablehlo.exponential %arg49 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %85 = stablehlo.exponential_minus_one %arg49 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %86 = stablehlo.floor %arg49 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %87 = stablehlo.log %arg49 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %88 = stablehlo.log_plus_one %arg49 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %89 = stablehlo.logistic %arg49 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %90 = stablehlo.negate %arg49 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %91 = stablehlo.rsqrt %arg49 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %92 = stablehlo.sign %arg49 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %93 = stablehlo.sine %arg49 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %94 = stablehlo.sqrt %arg49 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %95 = stablehlo.tan %arg49 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %96 = stablehlo.tanh %arg49 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %97 = stablehlo.round_nearest_afz %arg49 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %98 = stablehlo.round_nearest_even %arg49 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %99 = stablehlo.select %arg60, %arg49, %arg50 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j], [i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xi1>, tensor<8x4xf32>
    %100 = stablehlo.compare LT, %arg49, %arg50 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %101 = stablehlo.convert %arg49 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : (tensor<8x4xf32>) -> tensor<8x4xbf16>
    %102 = stablehlo.is_finite %arg49 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : (tensor<8x4xf32>) -> tensor<8x4xi1>
    %103 = stablehlo.complex %arg49, %arg50 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xcomplex<f32>>
    %104 = stablehlo.reduce_precision %arg49, format = e5m2 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %105 = stablehlo.dot_general %arg63, %arg64, contracting_dims = [1] x [0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=16, k=8} reduction={k}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    %106 = stablehlo.dot_general %arg65, %arg66, batching_dims = [0] x [0], contracting_dims = [2] x [1] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, l], [i, l, k])->([i, j, k]) {i=2, j=4, k=16, l=8} reduction={l}>} : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
    %107 = stablehlo.dot_general %arg67, %arg68, batching_dims = [1, 0] x [2, 1], contracting_dims = [3] x [0] {sdy.sharding_rule = #sdy.op_sharding_rule<([j, i, k, m], [m, j, i, l])->([i, j, k, l]) {i=2, j=3, k=4, l=5, m=8} reduction={m}>} : (tensor<3x2x4x8xf32>, tensor<8x3x2x5xf32>) -> tensor<2x3x4x5xf32>
    %108 = stablehlo.dot_general %arg69, %arg70, contracting_dims = [2, 1] x [0, 1] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, l, k], [k, l, j])->([i, j]) {i=4, j=5, k=8, l=6} reduction={k, l}>} : (tensor<4x6x8xf32>, tensor<8x6x5xf32>) -> tensor<4x5xf32>
    %109 = stablehlo.dot_general %arg71, %arg72, contracting_dims = [0] x [0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i])->([]) {i=4} reduction={i}>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    %110 = stablehlo.dot_general %arg73, %arg74, contracting_dims = [] x [] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([i, j, k, l]) {i=4, j=2, k=3, l=5}>} : (tensor<4x2xf32>, tensor<3x5xf32>) -> tensor<4x2x3x5xf32>
    %111 = stablehlo.dot_general %arg75, %arg76, contracting_dims = [1] x [0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=1, j=1, k=4} reduction={k}>} : (tensor<1x4xf32>, tensor<4x1xf32>) -> tensor<1x1xf32>
    %112 = stablehlo.dot %arg77, %arg78 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=5, k=8} reduction={k}>} : (tensor<4x8xf32>, tensor<8x5xf32>) -> tensor<4x5xf32>
    %113 = stablehlo.dot %arg79, %arg80 {sdy.sharding_rule = #sdy.op_sharding_rule<([j], [j, i])->([i]) {i=5, j=8} reduction={j}>} : (tensor<8xf32>, tensor<8x5xf32>) -> tensor<5xf32>
    %114 = stablehlo.dot %arg81, %arg82 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [j])->([i]) {i=4, j=8} reduction={j}>} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
    %115 = stablehlo.dot %arg83, %arg84 {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i])->([]) {i=8} reduction={i}>} : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
    %116 = stablehlo.reduce(%arg85 init: %arg62) applies stablehlo.add across dimensions = [1] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [])->([i, k]) {i=2, j=3, k=4} reduction={j}>} : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
    %117 = stablehlo.reduce(%arg86 init: %arg62) applies stablehlo.maximum across dimensions = [2, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [])->([j]) {i=2, j=3, k=4} reduction={i, k}>} : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<3xf32>
    %118:2 = stablehlo.reduce(%arg87 init: %arg62), (%arg88 init: %arg51) across dimensions = [1] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j], [], [])->([i], [i]) {i=2, j=3} reduction={j}>} : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
     reducer(%arg235: tensor<f32>, %arg237: tensor<f32>) (%arg236: tensor<i32>, %arg238: tensor<i32>)  {
      stablehlo.return %arg235, %arg236 : tensor<f32>, tensor<i32>
    }
    %119:2 = "stablehlo.sort"(%arg89, %arg90) <{dimension = 1 : i64}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>, %arg237: tensor<i32>, %arg238: tensor<i32>):
      %203 = stablehlo.compare LT, %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %203 : tensor<i1>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j], [i, j]) {i=4, j=8} need_replication={j}>} : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
    %120:2 = "stablehlo.sort"(%arg91, %arg92) <{dimension = 0 : i64}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>, %arg237: tensor<i32>, %arg238: tensor<i32>):
      %203 = stablehlo.compare LT, %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %203 : tensor<i1>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j], [i, j]) {i=4, j=8} need_replication={i}>} : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
    %121:2 = "stablehlo.sort"(%arg93, %arg94) <{dimension = 0 : i64}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>, %arg237: tensor<i32>, %arg238: tensor<i32>):
      %203 = stablehlo.compare LT, %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %203 : tensor<i1>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i])->([i], [i]) {i=8} need_replication={i} blocked_propagation={i}>} : (tensor<8xf32>, tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>)
    %122:2 = "stablehlo.sort"(%arg95, %arg96) <{dimension = 1 : i64}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>, %arg237: tensor<i32>, %arg238: tensor<i32>):
      %203 = stablehlo.compare LT, %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %203 : tensor<i1>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j], [i, j]) {i=1, j=8} need_replication={j} blocked_propagation={j}>} : (tensor<1x8xf32>, tensor<1x8xi32>) -> (tensor<1x8xf32>, tensor<1x8xi32>)
    %123:2 = "stablehlo.sort"(%arg97, %arg98) <{dimension = 0 : i64}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>, %arg237: tensor<i32>, %arg238: tensor<i32>):
      %203 = stablehlo.compare LT, %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %203 : tensor<i1>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j], [i, j]) {i=1, j=8} need_replication={i}>} : (tensor<1x8xf32>, tensor<1x8xi32>) -> (tensor<1x8xf32>, tensor<1x8xi32>)
    %124 = stablehlo.fft %arg99, type = FFT, length = [8] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=3, j=4, k=8} need_replication={k}>} : (tensor<3x4x8xcomplex<f32>>) -> tensor<3x4x8xcomplex<f32>>
    %125 = stablehlo.fft %arg100, type = FFT, length = [4, 8] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=3, j=4, k=8} need_replication={j, k}>} : (tensor<3x4x8xcomplex<f32>>) -> tensor<3x4x8xcomplex<f32>>
    %126 = stablehlo.fft %arg101, type = RFFT, length = [8] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=3, j=4, k=8} need_replication={k} blocked_propagation={k}>} : (tensor<3x4x8xf32>) -> tensor<3x4x5xcomplex<f32>>
    %127 = stablehlo.fft %arg102, type = IRFFT, length = [8] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=3, j=4, k=5} need_replication={k} blocked_propagation={k}>} : (tensor<3x4x5xcomplex<f32>>) -> tensor<3x4x8xf32>
    %128 = stablehlo.fft %arg103, type = RFFT, length = [4, 8] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=3, j=4, k=8} need_replication={j, k} blocked_propagation={k}>} : (tensor<3x4x8xf32>) -> tensor<3x4x5xcomplex<f32>>
    %129 = stablehlo.fft %arg104, type = RFFT, length = [3, 4, 8] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=3, j=4, k=8} need_replication={i, j, k} blocked_propagation={k}>} : (tensor<3x4x8xf32>) -> tensor<3x4x5xcomplex<f32>>
    %130 = stablehlo.fft %arg105, type = RFFT, length = [1] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=2, j=1} need_replication={j}>} : (tensor<2x1xf32>) -> tensor<2x1xcomplex<f32>>
    %131 = stablehlo.cholesky %arg106, lower = true {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l])->([i, j, k, l]) {i=2, j=3, k=8, l=8} need_replication={k, l}>} : tensor<2x3x8x8xf32>
    %132 = "stablehlo.triangular_solve"(%arg107, %arg108) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, l], [i, j, k])->([i, l, k]) {i=2, j=8, k=5, l=8} need_replication={j, k, l}>} : (tensor<2x8x8xf32>, tensor<2x8x5xf32>) -> tensor<2x8x5xf32>
    %133 = "stablehlo.triangular_solve"(%arg109, %arg110) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, l, j], [i, j, k])->([i, l, k]) {i=2, j=8, k=5, l=8} need_replication={j, k, l}>} : (tensor<2x8x8xf32>, tensor<2x8x5xf32>) -> tensor<2x8x5xf32>
    %134 = "stablehlo.triangular_solve"(%arg111, %arg112) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, l, k], [i, j, k])->([i, j, l]) {i=2, j=5, k=8, l=8} need_replication={j, k, l}>} : (tensor<2x8x8xf32>, tensor<2x5x8xf32>) -> tensor<2x5x8xf32>
    %135 = "stablehlo.triangular_solve"(%arg113, %arg114) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k, l], [i, j, k])->([i, j, l]) {i=2, j=5, k=8, l=8} need_replication={j, k, l}>} : (tensor<2x8x8xf32>, tensor<2x5x8xf32>) -> tensor<2x5x8xf32>
    %136 = "stablehlo.batch_norm_inference"(%arg115, %arg116, %arg117, %arg118, %arg119) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [j], [j], [j], [j])->([i, j, k]) {i=2, j=3, k=4}>} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
    %137 = "stablehlo.reduce_window"(%arg120, %arg62) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      %203 = stablehlo.add %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %203 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [])->([i, j]) {i=4, j=6} permutation={i}>} : (tensor<8x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    %138 = "stablehlo.reduce_window"(%arg121, %arg62) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      %203 = stablehlo.add %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %203 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [])->([i, j]) {i=8, j=6} permutation={j}>} : (tensor<8x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %139 = "stablehlo.reduce_window"(%arg122, %arg62) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 2, 1>}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      %203 = stablehlo.add %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %203 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [])->([i, j]) {i=4, j=6} permutation={i}>} : (tensor<8x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    %140 = "stablehlo.reduce_window"(%arg123, %arg62) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      %203 = stablehlo.add %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %203 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [])->([i, j]) {i=9, j=6} permutation={i}>} : (tensor<8x6xf32>, tensor<f32>) -> tensor<9x6xf32>
    %141 = "stablehlo.reduce_window"(%arg124, %arg62) <{base_dilations = array<i64: 2, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      %203 = stablehlo.add %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %203 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [])->([i, j]) {i=15, j=6}>} : (tensor<8x6xf32>, tensor<f32>) -> tensor<15x6xf32>
    %142 = "stablehlo.select_and_scatter"(%arg125, %arg126, %arg62) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      %203 = stablehlo.compare GE, %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %203 : tensor<i1>
    }, {
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      %203 = stablehlo.add %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %203 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([j, l], [i, k], [])->([j, l]) {i=5, j=10, k=8, l=24} need_replication={i, k} permutation={j, l}>} : (tensor<10x24xf32>, tensor<5x8xf32>, tensor<f32>) -> tensor<10x24xf32>
    %143 = "stablehlo.select_and_scatter"(%arg127, %arg128, %arg62) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 3>}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      %203 = stablehlo.compare GE, %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %203 : tensor<i1>
    }, {
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      %203 = stablehlo.add %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %203 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, j], [])->([i, k]) {i=10, j=8, k=24} need_replication={j} permutation={k}>} : (tensor<10x24xf32>, tensor<10x8xf32>, tensor<f32>) -> tensor<10x24xf32>
    %144 = "stablehlo.select_and_scatter"(%arg129, %arg130, %arg62) <{padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      %203 = stablehlo.compare GE, %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %203 : tensor<i1>
    }, {
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      %203 = stablehlo.add %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %203 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, j], [])->([i, k]) {i=10, j=24, k=24} need_replication={j} permutation={k}>} : (tensor<10x24xf32>, tensor<10x24xf32>, tensor<f32>) -> tensor<10x24xf32>
    %145 = stablehlo.convolution(%arg131, %arg132) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk, lm, n], [k, m, n, o])->([i, j, l, o]) {i=8, j=112, k=2, l=112, m=2, n=192, o=64} reduction={k, m, n} permutation={j, l}>} : (tensor<8x224x224x192xf32>, tensor<3x3x192x64xf32>) -> tensor<8x112x112x64xf32>
    %146 = stablehlo.convolution(%arg133, %arg134) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l], [j, k, l, m])->([i, n, o, m]) {i=8, j=16, k=16, l=4, m=6, n=1, o=1} reduction={j, k, l}>} : (tensor<8x16x16x4xf32>, tensor<16x16x4x6xf32>) -> tensor<8x1x1x6xf32>
    %147 = stablehlo.convolution(%arg135, %arg136) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [2, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l], [n, o, l, m])->([i, j, k, m]) {i=8, j=16, k=16, l=4, m=6, n=1, o=1} reduction={l} permutation={j, k}>} : (tensor<8x16x16x4xf32>, tensor<3x5x4x6xf32>) -> tensor<8x16x16x6xf32>
    %148 = stablehlo.convolution(%arg137, %arg138) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l], [n, o, m, l])->([i, j, k, l]) {i=8, j=14, k=14, l=4, m=1, n=1, o=1} reduction={m} permutation={j, k}>} : (tensor<8x16x16x4xf32>, tensor<3x3x1x4xf32>) -> tensor<8x14x14x4xf32>
    %149 = stablehlo.convolution(%arg139, %arg140) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, lm], [o, p, m, ln])->([i, j, k, ln]) {i=8, j=14, k=14, l=2, m=2, n=3, o=1, p=1} reduction={m} permutation={j, k}>} : (tensor<8x16x16x4xf32>, tensor<3x3x2x6xf32>) -> tensor<8x14x14x6xf32>
    %150 = stablehlo.convolution(%arg141, %arg142) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k, l, m], [o, p, m, in])->([j, k, l, in]) {i=2, j=4, k=14, l=14, m=4, n=3, o=1, p=1} reduction={m} permutation={k, l}>} : (tensor<8x16x16x4xf32>, tensor<3x3x4x6xf32>) -> tensor<4x14x14x6xf32>
    %151 = stablehlo.convolution(%arg143, %arg144) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l], [j, k, l, m])->([i, n, o, m]) {i=8, j=9, k=7, l=4, m=6, n=1, o=1} reduction={j, k, l}>} : (tensor<8x16x12x4xf32>, tensor<9x7x4x6xf32>) -> tensor<8x8x6x6xf32>
    %152 = stablehlo.convolution(%arg145, %arg146) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[4, 3], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l], [j, n, l, m])->([i, o, k, m]) {i=8, j=4, k=16, l=4, m=6, n=1, o=1} reduction={j, l} permutation={k}>} : (tensor<8x4x16x4xf32>, tensor<8x1x4x6xf32>) -> tensor<8x4x16x6xf32>
    %153 = stablehlo.convolution(%arg147, %arg148) dim_numbers = [f, 0, b, 1]x[o, 1, i, 0]->[0, b, f, 1], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([l, j, i, k], [m, n, l, o])->([j, i, m, k]) {i=8, j=12, k=10, l=4, m=6, n=1, o=1} reduction={l} permutation={j, k}>} : (tensor<4x16x8x12xf32>, tensor<6x3x4x5xf32>) -> tensor<12x8x6x10xf32>
    %154 = stablehlo.convolution(%arg149, %arg150) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 2], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l], [j, n, l, m])->([i, o, k, m]) {i=8, j=6, k=6, l=4, m=6, n=1, o=1} reduction={j, l} permutation={k}>} : (tensor<8x6x6x4xf32>, tensor<6x3x4x6xf32>) -> tensor<8x5x6x6xf32>
    %155 = stablehlo.convolution(%arg151, %arg152) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 8 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l], [o, p, m, ln])->([i, j, k, ln]) {i=8, j=14, k=14, l=8, m=1, n=2, o=1, p=1} reduction={m} permutation={j, k}>} : (tensor<8x16x16x8xf32>, tensor<3x3x1x16xf32>) -> tensor<8x14x14x16xf32>
    %156 = stablehlo.convolution(%arg153, %arg154) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 4 : i64, feature_group_count = 1 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k, l, m], [o, p, m, in])->([j, k, l, in]) {i=4, j=2, k=14, l=14, m=4, n=2, o=1, p=1} reduction={m} permutation={k, l}>} : (tensor<8x16x16x4xf32>, tensor<3x3x4x8xf32>) -> tensor<2x14x14x8xf32>
    %157 = stablehlo.convolution(%arg155, %arg156) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l], [m, n, l, o])->([i, j, k, p]) {i=1, j=2, k=7, l=4, m=1, n=1, o=1, p=1} reduction={l} permutation={j, k}>} : (tensor<1x3x9x4xf32>, tensor<2x3x4x1xf32>) -> tensor<1x2x7x1xf32>
    %158 = "stablehlo.gather"(%arg157, %arg158) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [i, l])->([i, j]) {i=4, j=16, k=8, l=1} reduction={k} need_replication={l}>} : (tensor<8x16xf32>, tensor<4x1xi32>) -> tensor<4x16xf32>
    %159 = "stablehlo.gather"(%arg159, %arg160) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [i])->([i, j]) {i=4, j=16, k=8} reduction={k}>} : (tensor<8x16xf32>, tensor<4xi32>) -> tensor<4x16xf32>
    %160 = "stablehlo.gather"(%arg161, %arg162) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 2>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([m, k, l], [i, j, n])->([i, j, k, l]) {i=2, j=3, k=4, l=2, m=3, n=2} reduction={m} need_replication={k, n} blocked_propagation={k}>} : (tensor<3x4x2xf32>, tensor<2x3x2xi32>) -> tensor<2x3x2x2xf32>
    %161 = "stablehlo.gather"(%arg163, %arg164) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([n, k, m], [i, j, o])->([i, j, l, m]) {i=2, j=3, k=4, l=1, m=2, n=3, o=2} reduction={k, n} need_replication={l, o}>} : (tensor<3x4x2xf32>, tensor<2x3x2xi32>) -> tensor<2x3x1x2xf32>
    %162 = "stablehlo.gather"(%arg165, %arg166) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4, 2>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([l, j, k], [i, m])->([i, j, k]) {i=5, j=4, k=2, l=1, m=2} need_replication={l, m}>} : (tensor<1x4x2xf32>, tensor<5x2xi32>) -> tensor<5x4x2xf32>
    %163 = "stablehlo.gather"(%arg167, %arg168) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 16>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, l, k], [i, j, m])->([i, j, k]) {i=8, j=4, k=16, l=5, m=1} reduction={l} need_replication={m}>} : (tensor<8x5x16xf32>, tensor<8x4x1xi32>) -> tensor<8x4x16xf32>
    %164 = "stablehlo.gather"(%arg169, %arg170) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [2], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 3, 1, 1, 16>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j, m, l], [i, j, n])->([i, j, k, l]) {i=4, j=8, k=3, l=16, m=5, n=1} reduction={m} need_replication={n}>} : (tensor<3x8x5x16xf32>, tensor<4x8x1xi32>) -> tensor<4x8x3x16xf32>
    %165 = "stablehlo.gather"(%arg171, %arg172) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([l, k], [i, m, j])->([i, j, k]) {i=2, j=7, k=16, l=8, m=2} reduction={l} need_replication={k, m} blocked_propagation={k}>} : (tensor<8x16xf32>, tensor<2x2x7xi32>) -> tensor<2x7x4xf32>
    %166 = "stablehlo.gather"(%arg173, %arg174) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([m, k, l], [i, j, n])->([i, j, k, l]) {i=2, j=3, k=1, l=2, m=3, n=2} reduction={m} need_replication={n}>} : (tensor<3x1x2xf32>, tensor<2x3x2xi32>) -> tensor<2x3x1x2xf32>
    %167 = "stablehlo.gather"(%arg175, %arg176) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2], start_index_map = [0, 2]>, indices_are_sorted = false, slice_sizes = array<i64: 5, 6, 7>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [l])->([i, j, k]) {i=5, j=6, k=7, l=2} need_replication={l}>} : (tensor<5x6x7xf32>, tensor<2xi32>) -> tensor<5x6x7xf32>
    %168 = "stablehlo.gather"(%arg177, %arg178) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [0], start_index_map = [0, 2]>, indices_are_sorted = false, slice_sizes = array<i64: 1, 6, 3>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([k, i, j], [l])->([i, j]) {i=6, j=7, k=5, l=2} reduction={k} need_replication={j, l} blocked_propagation={j}>} : (tensor<5x6x7xf32>, tensor<2xi32>) -> tensor<6x3xf32>
    %169 = "stablehlo.scatter"(%arg179, %arg181, %arg180) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      %203 = stablehlo.add %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %203 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [i, l], [i, j])->([k, j]) {i=4, j=16, k=8, l=1} reduction={i} need_replication={l}>} : (tensor<8x16xf32>, tensor<4x1xi32>, tensor<4x16xf32>) -> tensor<8x16xf32>
    %170 = "stablehlo.scatter"(%arg182, %arg184, %arg183) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      stablehlo.return %arg236 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [i, l], [i, j])->([k, j]) {i=4, j=16, k=8, l=1} need_replication={i, l}>} : (tensor<8x16xf32>, tensor<4x1xi32>, tensor<4x16xf32>) -> tensor<8x16xf32>
    %171 = "stablehlo.scatter"(%arg185, %arg187, %arg186) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      %203 = stablehlo.subtract %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %203 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [i, l], [i, j])->([k, j]) {i=4, j=16, k=8, l=1} need_replication={i, l}>} : (tensor<8x16xf32>, tensor<4x1xi32>, tensor<4x16xf32>) -> tensor<8x16xf32>
    %172 = "stablehlo.scatter"(%arg188, %arg190, %arg189) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      %203 = stablehlo.maximum %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %203 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [i, l], [i, j])->([k, j]) {i=4, j=16, k=8, l=1} reduction={i} need_replication={l}>} : (tensor<8x16xf32>, tensor<4x1xi32>, tensor<4x16xf32>) -> tensor<8x16xf32>
    %173:2 = "stablehlo.scatter"(%arg191, %arg192, %arg195, %arg193, %arg194) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>, %arg237: tensor<f32>, %arg238: tensor<f32>):
      stablehlo.return %arg235, %arg236 : tensor<f32>, tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [k, j], [i, l], [i, j], [i, j])->([k, j], [k, j]) {i=4, j=16, k=8, l=1} need_replication={i, l}>} : (tensor<8x16xf32>, tensor<8x16xf32>, tensor<4x1xi32>, tensor<4x16xf32>, tensor<4x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>)
    %174 = "stablehlo.scatter"(%arg196, %arg198, %arg197) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      %203 = stablehlo.add %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %203 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([n, k, m], [i, j, o], [i, j, l, m])->([n, k, m]) {i=2, j=3, k=4, l=2, m=2, n=3, o=2} reduction={i, j} need_replication={k, l, o}>} : (tensor<3x4x2xf32>, tensor<2x3x2xi32>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
    %175 = "stablehlo.scatter"(%arg199, %arg201, %arg200) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      %203 = stablehlo.add %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %203 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([n, k, m], [i, j, o], [i, j, l, m])->([n, k, m]) {i=2, j=3, k=4, l=1, m=2, n=3, o=2} reduction={i, j} need_replication={k, l, o}>} : (tensor<3x4x2xf32>, tensor<2x3x2xi32>, tensor<2x3x1x2xf32>) -> tensor<3x4x2xf32>
    %176 = "stablehlo.scatter"(%arg202, %arg204, %arg203) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      %203 = stablehlo.add %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %203 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, l, k], [i, j, m], [i, j, k])->([i, l, k]) {i=8, j=4, k=16, l=5, m=1} reduction={j} need_replication={m}>} : (tensor<8x5x16xf32>, tensor<8x4x1xi32>, tensor<8x4x16xf32>) -> tensor<8x5x16xf32>
    %177 = "stablehlo.scatter"(%arg205, %arg207, %arg206) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      stablehlo.return %arg236 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, l, k], [i, j, m], [i, j, k])->([i, l, k]) {i=8, j=4, k=16, l=5, m=1} need_replication={j, m}>} : (tensor<8x5x16xf32>, tensor<8x4x1xi32>, tensor<8x4x16xf32>) -> tensor<8x5x16xf32>
    %178 = "stablehlo.scatter"(%arg208, %arg210, %arg209) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>, unique_indices = false}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      %203 = stablehlo.add %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %203 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k], [i, j])->([i, j]) {i=5, j=6, k=2} need_replication={k}>} : (tensor<5x6xf32>, tensor<2xi32>, tensor<5x6xf32>) -> tensor<5x6xf32>
    %179 = "stablehlo.scatter"(%arg211, %arg213, %arg212) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1]>, unique_indices = false}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      %203 = stablehlo.multiply %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %203 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([j, i], [k], [i])->([j, i]) {i=6, j=5, k=2} need_replication={k}>} : (tensor<5x6xf32>, tensor<2xi32>, tensor<6xf32>) -> tensor<5x6xf32>
    %output_state, %output = stablehlo.rng_bit_generator %arg214, algorithm = DEFAULT {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i], [j, k]) {i=2, j=4, k=8} need_replication={i} blocked_propagation={i}>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x8xui32>)
    %180 = stablehlo.custom_call @mhlo.erf(%arg215) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %181:2 = stablehlo.custom_call @Eigh(%arg216) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k], [i, k]) {i=2, j=8, k=8}>} : (tensor<2x8x8xf32>) -> (tensor<2x8x8xf32>, tensor<2x8xf32>)
    %182:2 = stablehlo.custom_call @Qr(%arg217) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k], [i, l]) {i=2, j=8, k=5, l=5} need_replication={j, k, l}>} : (tensor<2x8x5xf32>) -> (tensor<2x8x5xf32>, tensor<2x5xf32>)
    %183 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%arg218, %arg219) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, l])->([i, j, k]) {i=2, j=8, k=5, l=5} need_replication={j, k, l}>} : (tensor<2x8x5xf32>, tensor<2x5xf32>) -> tensor<2x8x5xf32>
    %184:2 = stablehlo.custom_call @ApproxTopK(%arg220, %arg221, %arg222, %arg223) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j], [], [])->([i, k], [i, k]) {i=4, j=16, k=3} need_replication={k} blocked_propagation={k}>} : (tensor<4x16xf32>, tensor<4x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
    %185 = stablehlo.custom_call @LayoutConstraint(%arg224) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %186 = stablehlo.custom_call @unknown_thing(%arg225) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %187:2 = stablehlo.custom_call @PartialReduce(%arg226, %arg227, %arg228, %arg229) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j], [], [])->([i, k], [i, k]) {i=4, j=16, k=3} need_replication={k} blocked_propagation={k}>} : (tensor<4x16xf32>, tensor<4x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
    %188 = stablehlo.custom_call @X64Combine(%arg230, %arg231) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>} : (tensor<8x4xui32>, tensor<8x4xui32>) -> tensor<8x4xui64>
    %189 = stablehlo.custom_call @MoveToHost(%arg232) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %190 = "stablehlo.all_gather"(%arg49) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, k]) {i=8, j=4, k=8} need_replication={j, k}>} : (tensor<8x4xf32>) -> tensor<8x8xf32>
    %191 = "stablehlo.all_gather"(%arg49) <{all_gather_dim = 1 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, k]) {i=8, j=4, k=4} need_replication={j, k}>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %192 = "stablehlo.all_to_all"(%arg49) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k])->([j, l]) {i=8, j=4, k=4, l=8} need_replication={i, j, k, l}>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
    %193 = "stablehlo.all_to_all"(%arg49) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> {sdy.sharding_rule = #sdy.op_sharding_rule<([j, i])->([k, i]) {i=4, j=8, k=8} need_replication={j, k}>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %194 = "stablehlo.collective_permute"(%arg49) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %195 = "stablehlo.all_reduce"(%arg49) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      %203 = stablehlo.add %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %203 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %196 = "stablehlo.reduce_scatter"(%arg49) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg235: tensor<f32>, %arg236: tensor<f32>):
      %203 = stablehlo.add %arg235, %arg236 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %203 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([j, i])->([k, i]) {i=4, j=8, k=4} need_replication={j, k}>} : (tensor<8x4xf32>) -> tensor<4x4xf32>
    %197 = chlo.erf %arg49 : tensor<8x4xf32> -> tensor<8x4xf32>
    %198 = chlo.acos %arg49 : tensor<8x4xf32> -> tensor<8x4xf32>
    %199 = chlo.digamma %arg49 : tensor<8x4xf32> -> tensor<8x4xf32>
    %200 = chlo.square %arg49 : tensor<8x4xf32> -> tensor<8x4xf32>
    %201 = "stablehlo.all_to_all"(%arg233) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> {sdy.sharding_rule = #sdy.op_sharding_rule<([l, j, i])->([m, k, i]) {i=6, j=4, k=2, l=8, m=16} need_replication={j, k, l, m}>} : (tensor<8x4x6xf32>) -> tensor<16x2x6xf32>
    %202 = "stablehlo.all_gather"(%arg234) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([k, i, j])->([l, i, j]) {i=4, j=6, k=8, l=16} need_replication={k, l}>} : (tensor<8x4x6xf32>) -> tensor<16x4x6xf32>
    return
  }
}

