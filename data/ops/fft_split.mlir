// Fourier transforms of arrays that stay split along what is transformed: by parts, and with another dim split for a while.
module {
  sdy.mesh @mesh = <["a"=4, "b"=2]>
  func.func @main(%x: tensor<1024xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"b", "a"}]>}, %y: tensor<16x3x8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}, {"b"}]>})
      -> (tensor<1024xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"b", "a"}]>}, tensor<1024xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"b", "a"}]>}, tensor<16x3x8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}, {"b"}]>}) {
    %0 = stablehlo.fft %x, type = FFT, length = [1024] : (tensor<1024xcomplex<f32>>) -> tensor<1024xcomplex<f32>>
    %1 = stablehlo.fft %0, type = IFFT, length = [1024] : (tensor<1024xcomplex<f32>>) -> tensor<1024xcomplex<f32>>
    %2 = stablehlo.fft %y, type = FFT, length = [16, 3, 8] : (tensor<16x3x8xcomplex<f32>>) -> tensor<16x3x8xcomplex<f32>>
    return %0, %1, %2 : tensor<1024xcomplex<f32>>, tensor<1024xcomplex<f32>>, tensor<16x3x8xcomplex<f32>>
  }
}
