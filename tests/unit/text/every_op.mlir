// Every operation that JAX's own lowering rarely or never writes, in its pretty or generic form: must be read, verified
// and printed the same after being read back.
#map = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>
module @every_op attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%f: tensor<4x8xf32>, %i: tensor<4x8xi32>, %p: tensor<i1>, %k: tensor<i32>, %s: tensor<f32>,
                         %v: tensor<8xf32>, %idx: tensor<4x1xi32>, %c: tensor<4x8xcomplex<f32>>) -> (tensor<4x8xf32>, tensor<8xf32>) {
    // element-wise odds and ends
    %0 = stablehlo.atan2 %f, %f : tensor<4x8xf32>
    %1 = stablehlo.is_finite %f : (tensor<4x8xf32>) -> tensor<4x8xi1>
    %2 = stablehlo.count_leading_zeros %i : tensor<4x8xi32>
    %3 = stablehlo.reduce_precision %f, format = e5m10 : tensor<4x8xf32>
    %4 = "stablehlo.reduce_precision"(%f) {exponent_bits = 5 : i32, mantissa_bits = 10 : i32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %5 = stablehlo.tan %f : tensor<4x8xf32>
    %6 = stablehlo.exponential %f {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4x8xf32>
    %7 = stablehlo.complex %f, %f : tensor<4x8xcomplex<f32>>
    %8 = stablehlo.compare  EQ, %f, %f,  FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
    %9 = "stablehlo.compare"(%i, %i) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi1>
    %10 = stablehlo.select %p, %f, %0 : (tensor<i1>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %11 = stablehlo.abs %c : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
    %12 = chlo.broadcast_add %f, %v : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
    %13 = chlo.broadcast_multiply %s, %f {broadcast_dimensions = array<i64>} : (tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %14 = chlo.broadcast_compare %f, %v {comparison_direction = #chlo<comparison_direction LT>} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
    %15 = "chlo.constant_like"(%f) <{value = 3.5 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %16 = chlo.is_inf %f : tensor<4x8xf32> -> tensor<4x8xi1>
    // shapes
    %20 = stablehlo.broadcast %v, sizes = [4] : (tensor<8xf32>) -> tensor<4x8xf32>
    %shape = stablehlo.constant dense<[8, 4]> : tensor<2xi64>
    %21 = stablehlo.dynamic_reshape %f, %shape : (tensor<4x8xf32>, tensor<2xi64>) -> tensor<8x4xf32>
    %22 = stablehlo.dynamic_broadcast_in_dim %v, %shape, dims = [0] : (tensor<8xf32>, tensor<2xi64>) -> tensor<8x4xf32>
    %23 = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi64>) -> tensor<8x4xi32>
    %start = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
    %limit = stablehlo.constant dense<[4, 7]> : tensor<2xi64>
    %stride = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %24 = stablehlo.real_dynamic_slice %f, %start, %limit, %stride : (tensor<4x8xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<4x3xf32>
    %25 = stablehlo.pad %f, %s, low = [0, -1], high = [1, 0], interior = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<5x14xf32>
    %26 = stablehlo.dynamic_pad %f, %s, %start, %start, %start : (tensor<4x8xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<4x17xf32>
    %27 = "stablehlo.gather"(%f, %idx) <{dimension_numbers = #map, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<4x1xi32>) -> tensor<8x4xf32>
    %sizes = stablehlo.constant dense<[1, 8]> : tensor<2xi64>
    %28 = "stablehlo.dynamic_gather"(%f, %idx, %sizes) <{dimension_numbers = #map, indices_are_sorted = true}> : (tensor<4x8xf32>, tensor<4x1xi32>, tensor<2xi64>) -> tensor<8x4xf32>
    %29 = "stablehlo.torch_index_select"(%f, %k) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<4x8xf32>, tensor<i32>) -> tensor<8xf32>
    %30 = stablehlo.get_dimension_size %f, dim = 1 : (tensor<4x8xf32>) -> tensor<i32>
    %31 = stablehlo.tuple %f, %k : tuple<tensor<4x8xf32>, tensor<i32>>
    %32 = stablehlo.get_tuple_element %31[1] : (tuple<tensor<4x8xf32>, tensor<i32>>) -> tensor<i32>
    // contractions
    %40 = stablehlo.dot %f, %v : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
    %41 = stablehlo.einsum %f, %f, config = "ab,cb->ca" : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x4xf32>
    %42 = "stablehlo.dot_general"(%f, %f) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4xf32>
    %43 = stablehlo.dot_general %f, %f, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %44 = stablehlo.fft %c, type = IFFT, length = [8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
    // regions
    %50 = "stablehlo.map"(%f, %f) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %e = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %e : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %51 = "stablehlo.if"(%p) ({
      %e = stablehlo.negate %f : tensor<4x8xf32>
      stablehlo.return %e : tensor<4x8xf32>
    }, {
      "stablehlo.return"(%f) : (tensor<4x8xf32>) -> ()
    }) : (tensor<i1>) -> tensor<4x8xf32>
    %52:2 = "stablehlo.while"(%k, %f) ({
    ^bb0(%a: tensor<i32>, %b: tensor<4x8xf32>):
      %e = stablehlo.compare LT, %a, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %e : tensor<i1>
    }, {
    ^bb0(%a: tensor<i32>, %b: tensor<4x8xf32>):
      %e = stablehlo.add %b, %f : tensor<4x8xf32>
      stablehlo.return %a, %e : tensor<i32>, tensor<4x8xf32>
    }) : (tensor<i32>, tensor<4x8xf32>) -> (tensor<i32>, tensor<4x8xf32>)
    %53 = "stablehlo.select_and_scatter"(%f, %24, %s) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[0, 0], [0, -1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %e = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %e : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %e = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %e : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<4x3xf32>, tensor<f32>) -> tensor<4x8xf32>
    %54 = "stablehlo.batch_norm_inference"(%f, %v, %v, %v, %v) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
    %55:3 = "stablehlo.batch_norm_training"(%f, %v, %v) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
    %56 = stablehlo.composite "my.op" %f {composite_attributes = {n = 3 : i64}, decomposition = @helper, version = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    // devices and the host
    %60 = stablehlo.replica_id : tensor<ui32>
    %61 = "stablehlo.cross-replica-sum"(%f) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %62 = "stablehlo.collective_broadcast"(%f) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %63:2 = "stablehlo.all_reduce"(%f, %v) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "y">]>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %e = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %e : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>)
    %t0 = stablehlo.create_token : !stablehlo.token
    %t1:2 = "stablehlo.infeed"(%t0) <{infeed_config = "", layout = [[1, 0]]}> : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
    %t2 = "stablehlo.outfeed"(%f, %v, %t1#1) <{outfeed_config = ""}> : (tensor<4x8xf32>, tensor<8xf32>, !stablehlo.token) -> !stablehlo.token
    %t3 = "stablehlo.send"(%f, %t2) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
    %t4:2 = "stablehlo.recv"(%t3) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
    %t5 = stablehlo.after_all %t3, %t4#1 : !stablehlo.token
    %64 = stablehlo.custom_call @foo(%f) {api_version = 2 : i32, backend_config = "a \22quoted\22 text", has_side_effect = true, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>], mhlo.frontend_attributes = {key = "value"}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %65:2 = stablehlo.custom_call @mhlo.topk(%f) {mhlo.attributes = {k = 2 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
    %66 = stablehlo.custom_call @mhlo.erf(%f) {mhlo.attributes = {}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    // Shardy
    %70 = sdy.named_computation<"g">(%f) (%a: tensor<4x8xf32>) {
      sdy.return %a : tensor<4x8xf32>
    } : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %71 = sdy.all_slice [{"x"}, {}] %70 out_sharding=<@mesh, [{"x"}, {}]> : tensor<4x8xf32>
    %72 = sdy.all_to_all [{"x"}: 0->1] %71 out_sharding=<@mesh, [{}, {"x"}]> : tensor<4x8xf32>
    %73 = sdy.collective_permute %72 out_sharding=<@mesh, [{}, {"y"}]> : tensor<4x8xf32>
    %74 = sdy.all_reduce {"x"} %73 out_sharding=<@mesh, [{}, {"y"}]> : tensor<4x8xf32>
    %75 = sdy.propagation_barrier %74 allowed_direction=BACKWARD : tensor<4x8xf32>
    return %75, %29 : tensor<4x8xf32>, tensor<8xf32>
  }
  func.func private @helper(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
    return %a : tensor<4x8xf32>
  }
}
