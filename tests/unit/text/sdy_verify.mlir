// Programs of few lines with annotations right and wrong. Behind each "//!": the line of the program at which the sdy
// dialect's own verifier refuses it, counted from 1, or 0 where it accepts. The meshes that all of them start with:
sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @m1 = <["x"=4]>
sdy.mesh @md = <[], device_ids=[3]>
sdy.mesh @empty = <[]>
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {"a"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a","a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"z"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@nope, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"b":(1)2}, {"b":(2)2}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"b":(1)2,"b":(2)2}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"b":(1)4}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"b":(2)4}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"b":(3)2}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"b":(0)2}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"b":(1)1}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"b":(1)3}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"c":(1)4}, {"c":(2)2}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"c":(1)4}, {"c":(2)4}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"c"}, {"c":(1)2}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}p0, {"b"}p1]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}p0, {"b"}p2]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{}p1, {"b"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{?}p1, {"b"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{}p0, {?}p0]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}p1, {?}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a", ?}p3, {?}p3]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {}], replicated={"b"}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {}], replicated={"a"}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {}], replicated={"c","b"}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {}], replicated={"c","a"}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {}], replicated={"b":(2)2,"b":(1)2}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {}], replicated={"b":(1)2,"b":(2)2}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {}], replicated={}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {}], replicated={"b"}, unreduced={"a"}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {}], unreduced={"b"}, replicated={"a"}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {}], unreduced={"b","a"}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {}], unreduced={"a","a"}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {}], unreduced={"a"}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {}], replicated={"a"}, unreduced={"a"}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {}], unreduced={"b":(1)2}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"b":(1)2}, {}], unreduced={"b":(2)2}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"b":(1)2}, {}], replicated={"b":(1)2}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, []> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@md, []> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@md, [{}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@md, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@empty, []> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@empty, [{}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@empty, [{?}, {?}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <mesh<["a"=2]>, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <mesh<["a"=2,"a"=2]>, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <mesh<[], device_ids=[0]>, []> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <mesh<["a"=0]>, [{}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <mesh<["a"=-1]>, [{}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <mesh<["a"=2], device_ids=[0,1]>, [{}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <mesh<["a"=2], device_ids=[1,0]>, [{}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <mesh<["a"=2], device_ids=[1,1]>, [{}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <mesh<["a"=2], device_ids=[0,2]>, [{}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <mesh<["a"=2], device_ids=[0]>, [{}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <mesh<["a"=2], device_ids=[-1,0]>, [{}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <mesh<[], device_ids=[-1]>, []> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <mesh<[], device_ids=[0,1]>, []> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <mesh<["a"=1]>, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a", ?}, {"b", ?}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{?, "a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a" ?}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a",}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, {"a"}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{a}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {}], foo={}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x @mesh : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"c"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"c","b"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {"a","b","c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"b":(1)2}, {"b":(1)2}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"c":(2)2}, {"c":(1)4}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"b":(2)2,"b":(1)2}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"c":(1)2,"c":(2)2,"c":(4)2}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = sdy.sharding_constraint %x <@mesh, []> : tensor<f32>
  return %0 : tensor<f32>
}
//! 2
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}]> : tensor<f32>
  return %0 : tensor<f32>
}
//! 2
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {}]> : tensor<f32>
  return %0 : tensor<f32>
}
//! 2
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"c"}]> : tensor<f32>
  return %0 : tensor<f32>
}
//! 2
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {"c"}]> : tensor<f32>
  return %0 : tensor<f32>
}
//! 2
func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, []> : tensor<3xf32>
  return %0 : tensor<3xf32>
}
//! 0
func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}]> : tensor<3xf32>
  return %0 : tensor<3xf32>
}
//! 2
func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {}]> : tensor<3xf32>
  return %0 : tensor<3xf32>
}
//! 0
func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"c"}]> : tensor<3xf32>
  return %0 : tensor<3xf32>
}
//! 2
func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {"c"}]> : tensor<3xf32>
  return %0 : tensor<3xf32>
}
//! 2
func.func @f(%x: tensor<0x16xf32>) -> tensor<0x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, []> : tensor<0x16xf32>
  return %0 : tensor<0x16xf32>
}
//! 2
func.func @f(%x: tensor<0x16xf32>) -> tensor<0x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}]> : tensor<0x16xf32>
  return %0 : tensor<0x16xf32>
}
//! 0
func.func @f(%x: tensor<0x16xf32>) -> tensor<0x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {}]> : tensor<0x16xf32>
  return %0 : tensor<0x16xf32>
}
//! 2
func.func @f(%x: tensor<0x16xf32>) -> tensor<0x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"c"}]> : tensor<0x16xf32>
  return %0 : tensor<0x16xf32>
}
//! 0
func.func @f(%x: tensor<0x16xf32>) -> tensor<0x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {"c"}]> : tensor<0x16xf32>
  return %0 : tensor<0x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"a"}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"a"}]>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","a"}, {}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","a"}, {}]>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@nope, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@nope, [{"a"}, {}]>}) {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)2}, {"b":(2)2}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)2}, {"b":(2)2}]>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)2,"b":(2)2}, {}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)2,"b":(2)2}, {}]>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)4}, {}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)4}, {}]>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(2)4}, {}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(2)4}, {}]>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(3)2}, {}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(3)2}, {}]>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(0)2}, {}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(0)2}, {}]>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)1}, {}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)1}, {}]>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)3}, {}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)3}, {}]>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c":(1)4}, {"c":(2)2}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c":(1)4}, {"c":(2)2}]>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c":(1)4}, {"c":(2)4}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c":(1)4}, {"c":(2)4}]>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c"}, {"c":(1)2}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c"}, {"c":(1)2}]>}) {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p0, {"b"}p1]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p0, {"b"}p1]>}) {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p0, {"b"}p2]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p0, {"b"}p2]>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}p1, {"b"}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}p1, {"b"}]>}) {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], replicated={"b"}>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], replicated={"b"}>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], replicated={"a"}>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], replicated={"a"}>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], replicated={"c","b"}>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], replicated={"c","b"}>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"c","a"}>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"c","a"}>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"b":(2)2,"b":(1)2}>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"b":(2)2,"b":(1)2}>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"b":(1)2,"b":(2)2}>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"b":(1)2,"b":(2)2}>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={}>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={}>}) {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"b"}, unreduced={"a"}>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"b"}, unreduced={"a"}>}) {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"b"}, replicated={"a"}>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"b"}, replicated={"a"}>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"b","a"}>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"b","a"}>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"a","a"}>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"a","a"}>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], unreduced={"a"}>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], unreduced={"a"}>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"a"}, unreduced={"a"}>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"a"}, unreduced={"a"}>}) {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"b":(1)2}>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"b":(1)2}>}) {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)2}, {}], unreduced={"b":(2)2}>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)2}, {}], unreduced={"b":(2)2}>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)2}, {}], replicated={"b":(1)2}>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)2}, {}], replicated={"b":(1)2}>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}) {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@md, []>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@md, []>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@md, [{}, {}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@md, [{}, {}]>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@md, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@md, [{"a"}, {}]>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@empty, []>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@empty, []>}) {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@empty, [{}, {}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@empty, [{}, {}]>}) {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@empty, [{?}, {?}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@empty, [{?}, {?}]>}) {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}, {}]>}) {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2,"a"=2]>, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2,"a"=2]>, [{"a"}, {}]>}) {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"a"}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a","a"}, {}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}, {}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@nope, [{"a"}, {}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b":(1)2}, {"b":(2)2}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b":(1)2,"b":(2)2}, {}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b":(1)4}, {}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b":(2)4}, {}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b":(3)2}, {}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b":(0)2}, {}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b":(1)1}, {}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b":(1)3}, {}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"c":(1)4}, {"c":(2)2}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"c":(1)4}, {"c":(2)4}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"c"}, {"c":(1)2}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}p0, {"b"}p1]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}p0, {"b"}p2]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}p1, {"b"}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}], replicated={"b"}>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}], replicated={"a"}>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}], replicated={"c","b"}>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], replicated={"c","a"}>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], replicated={"b":(2)2,"b":(1)2}>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], replicated={"b":(1)2,"b":(2)2}>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], replicated={}>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], replicated={"b"}, unreduced={"a"}>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"b"}, replicated={"a"}>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"b","a"}>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"a","a"}>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}], unreduced={"a"}>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], replicated={"a"}, unreduced={"a"}>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"b":(1)2}>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b":(1)2}, {}], unreduced={"b":(2)2}>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b":(1)2}, {}], replicated={"b":(1)2}>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@md, []>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@md, [{}, {}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@md, [{"a"}, {}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding_per_value<[]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>, <@mesh, [{}, {}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>, <@mesh, [{}, {}]>]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = "a"} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = "a"}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding = 3 : i64} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 1
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = 3 : i64}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
sdy.mesh @q = <["a"=2]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
sdy.mesh @q = <[]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
sdy.mesh @q = <["a"=2, "a"=3]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
sdy.mesh @q = <["a"=0]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
sdy.mesh @q = <["a"=-2]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
sdy.mesh @q = <["a"=1]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
sdy.mesh @q = <["a"=2], device_ids=[0, 1]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
sdy.mesh @q = <["a"=2], device_ids=[1, 0]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
sdy.mesh @q = <["a"=2], device_ids=[0]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
sdy.mesh @q = <["a"=2], device_ids=[0, 0]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
sdy.mesh @q = <["a"=2], device_ids=[0, 2]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
sdy.mesh @q = <["a"=2], device_ids=[0, -1]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
sdy.mesh @q = <[], device_ids=[0]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
sdy.mesh @q = <[], device_ids=[7]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
sdy.mesh @q = <[], device_ids=[-1]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
sdy.mesh @q = <[], device_ids=[0, 1]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
sdy.mesh @q = <["a"=2], device_ids=[]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
sdy.mesh @q = <["a"=2, "b"=2], device_ids=[0, 2, 1, 3]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
sdy.mesh @q = <["a"=2, "b"=2], device_ids=[0, 2, 1, 4]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 0
sdy.mesh @q = <["a"=1], device_ids=[0]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
sdy.mesh @q = <["a"=1], device_ids=[1]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
sdy.mesh @q = <["a"=x]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
sdy.mesh @q = <[a=2]>
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
sdy.mesh @q = ["a"=2]
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 1
sdy.mesh @mesh = <["a"=2]>
//! 1
sdy.mesh = <["a"=2]>
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a","b"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"b","a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"z"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a":(1)2} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"b":(1)2} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes=["a"] (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{}, {"a"}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@m1, [{}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{}, {}], replicated={"a"}>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"b","a"}, {}]>, <@mesh, [{"a","b"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a","b"}, {}]>, <@mesh, [{"a","b"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a", ?}, {?}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}p0, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{?}, {"a"}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@nope, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}], unreduced={"b"}>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}], unreduced={"a"}>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{}, {}], replicated={"a"}>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{}, {"a"}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"b","a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{}, {}], unreduced={"a"}>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@m1, [{"x"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<8x16xf32>, %q: tensor<8x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<8x16xf32>
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x8xf32>, %q: tensor<4x8xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<2x16xf32>, %q: tensor<2x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<2x16xf32>
    sdy.return %1 : tensor<2x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4xf32>, %q: tensor<4xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf64>, %q: tensor<4x16xf64>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf64>
    sdy.return %1 : tensor<4x16xf64>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 6
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    sdy.return %p, %q : tensor<4x16xf32>, tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    sdy.return
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    stablehlo.return %p : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 3
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %q : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 3
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = sdy.sharding_constraint %p <@mesh, [{"a"}, {}]> : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = sdy.sharding_constraint %p <@mesh, [{"b"}, {}]> : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 3
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = stablehlo.add %p, %p {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = sdy.manual_computation(%p) in_shardings=[<@mesh, [{"b"}, {}]>] out_shardings=[<@mesh, [{"b"}, {}]>] manual_axes={"b"} (%r: tensor<1x16xf32>) {
      sdy.return %r : tensor<1x16xf32>
    } : (tensor<4x16xf32>) -> tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 3
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = sdy.manual_computation(%p) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%r: tensor<2x16xf32>) {
      sdy.return %r : tensor<2x16xf32>
    } : (tensor<4x16xf32>) -> tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    %1 = sdy.manual_computation(%p) in_shardings=[<@m1, [{"x"}, {}]>] out_shardings=[<@m1, [{"x"}, {}]>] manual_axes={"x"} (%r: tensor<1x16xf32>) {
      sdy.return %r : tensor<1x16xf32>
    } : (tensor<4x16xf32>) -> tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f() -> () {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  return
}
//! 0
func.func @f() -> () {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"a"} () {
    sdy.return
  } : () -> ()
  return
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  sdy.sharding_group %x group_id=0 : tensor<8x16xf32>
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  sdy.sharding_group %x group_id=5 : tensor<8x16xf32>
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  sdy.sharding_group %x group_id=-1 : tensor<8x16xf32>
  return %x : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  sdy.sharding_group %x group_id="a" : tensor<8x16xf32>
  return %x : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  sdy.sharding_group %x group_id=0 : i32 : tensor<8x16xf32>
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>, %y: tensor<4xf32>) -> tensor<8x16xf32> {
  sdy.sharding_group %x group_id=1 : tensor<8x16xf32>
  sdy.sharding_group %y group_id=1 : tensor<4xf32>
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x16xf32>, %q: tensor<4x16xf32>) {
    sdy.sharding_group %p group_id=1 : tensor<4x16xf32>
    sdy.return %p : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.propagation_barrier %x allowed_direction=FORWARD : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.propagation_barrier %x allowed_direction=BACKWARD : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.propagation_barrier %x allowed_direction=NONE : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.propagation_barrier %x allowed_direction=BOTH : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.propagation_barrier %x allowed_direction=SIDEWAYS : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.propagation_barrier %x allowed_direction=forward : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.named_computation<"foo">(%x) (%p: tensor<8x16xf32>) {
    sdy.return %p : tensor<8x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.named_computation<"foo">(%x) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{}, {}]>] (%p: tensor<8x16xf32>) {
    sdy.return %p : tensor<8x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.named_computation<"foo">(%x) in_shardings=[<@mesh, [{"a"}, {}]>] (%p: tensor<8x16xf32>) {
    sdy.return %p : tensor<8x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.named_computation<"foo">(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{}, {}]>] (%p: tensor<8x16xf32>) {
    sdy.return %p : tensor<8x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.named_computation<"foo">(%x) in_shardings=[] out_shardings=[<@mesh, [{}, {}]>] (%p: tensor<8x16xf32>) {
    sdy.return %p : tensor<8x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.named_computation<"foo">(%x) (%p: tensor<4xf32>) {
    sdy.return %p : tensor<4xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.named_computation<"foo">(%x) (%p: tensor<8x16xf32>, %q: tensor<8x16xf32>) {
    sdy.return %p : tensor<8x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.named_computation<"foo">(%x) (%p: tensor<8x16xf32>) {
    sdy.return %p, %p : tensor<8x16xf32>, tensor<8x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.named_computation<"foo">(%x) (%p: tensor<8x16xf32>) {
    %1 = stablehlo.constant dense<1.0> : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.named_computation<"foo">(%x) in_shardings=[<@nope, [{"a"}, {}]>] out_shardings=[<@mesh, [{}, {}]>] (%p: tensor<8x16xf32>) {
    sdy.return %p : tensor<8x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.reshard %x <@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.reshard %x <@mesh, [{"a"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.reshard %x <@mesh, [{"a"}, {"a"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.reshard %x <@mesh, [{"a","a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.reshard %x <@mesh, [{"z"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.reshard %x <@nope, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.reshard %x <@mesh, [{"b":(1)2}, {"b":(2)2}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.reshard %x <@mesh, [{"b":(1)2,"b":(2)2}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.reshard %x <@mesh, [{"b":(1)4}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.reshard %x <@mesh, [{"b":(2)4}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.reshard %x <@mesh, [{"b":(3)2}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.reshard %x <@mesh, [{"b":(0)2}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.constant dense<1.0> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.constant dense<1.0> : tensor<8x16xi32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.constant dense<[1.0]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.data_flow_edge %x : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.data_flow_edge %x sharding=<@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{"b"}, {}] %x out_sharding=<@mesh, [{"a"}, {"c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{"a"}, {}] %x out_sharding=<@mesh, [{"b"}, {"c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{"a","b"}, {"c"}] %x out_sharding=<@mesh, [{}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{}, {}] %x out_sharding=<@mesh, [{"a","b"}, {"c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{"b"}] %x out_sharding=<@mesh, [{"a"}, {"c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{"b"}, {}] %x out_sharding=<@mesh, [{"a","b"}, {"c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{"b":(2)2}, {}] %x out_sharding=<@mesh, [{"a","b":(1)2}, {"c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{"b":(1)2}, {}] %x out_sharding=<@mesh, [{"a","b":(2)2}, {"c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{"b"}, {}] %x out_sharding=<@m1, [{}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{"b"}, {}] %x out_sharding=<@mesh, [{"a"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{"z"}, {}] %x out_sharding=<@mesh, [{"a"}, {"c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{"b"}, {"b"}] %x out_sharding=<@mesh, [{"a"}, {"c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{"b"}, {}] %x out_sharding=<@mesh, [{"a", ?}, {"c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{"c"}, {}] %x out_sharding=<@mesh, [{"a"}, {"c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{"b"}, {}] %x out_sharding=<@mesh, [{"a"}, {"c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.all_slice [{"b"}, {}] %x out_sharding=<@mesh, [{"b"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_slice [{"b"}, {}] %x out_sharding=<@mesh, [{"a","b"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_slice [{"b"}, {}] %x out_sharding=<@mesh, [{"b","a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_slice [{}, {"b","c"}] %x out_sharding=<@mesh, [{"a"}, {"b","c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_slice [{}, {"c","b"}] %x out_sharding=<@mesh, [{"a"}, {"b","c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_slice [{"a"}, {}] %x out_sharding=<@mesh, [{"a","a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_slice [{"b":(1)2}, {}] %x out_sharding=<@mesh, [{"a","b":(1)2}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_slice [{}, {}] %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_slice [{"b"}] %x out_sharding=<@mesh, [{"a","b"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_slice [{"b"}, {}] %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_to_all [{"b"}: 0->1] %x out_sharding=<@mesh, [{"a"}, {"c","b"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_to_all [{"a","b"}: 0->1] %x out_sharding=<@mesh, [{}, {"c","a","b"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_to_all [{"a"}: 0->1] %x out_sharding=<@mesh, [{"b"}, {"c","a"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_to_all [{"c"}: 1->0] %x out_sharding=<@mesh, [{"a","b","c"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_to_all [{"b"}: 0->0] %x out_sharding=<@mesh, [{"a","b"}, {"c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_to_all [{"b"}: 0->2] %x out_sharding=<@mesh, [{"a","b"}, {"c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_to_all [{"b"}: -1->1] %x out_sharding=<@mesh, [{"a","b"}, {"c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_to_all [{}: 0->1] %x out_sharding=<@mesh, [{"a","b"}, {"c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_to_all [] %x out_sharding=<@mesh, [{"a","b"}, {"c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_to_all [{"b"}: 0->1, {"c"}: 1->0] %x out_sharding=<@mesh, [{"a","c"}, {"b"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_to_all [{"b"}: 1->0] %x out_sharding=<@mesh, [{"a"}, {"c","b"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_to_all [{"b"}: 0->1] %x out_sharding=<@mesh, [{"a"}, {"b","c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_to_all {"b"} 0->1 %x out_sharding=<@mesh, [{"a"}, {"c","b"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.collective_permute %x out_sharding=<@mesh, [{"b","a"}, {"c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.collective_permute %x out_sharding=<@mesh, [{"a","b"}, {"c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.collective_permute %x out_sharding=<@mesh, [{"a"}, {"c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.collective_permute %x out_sharding=<@mesh, [{"c"}, {"a","b"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.collective_permute %x out_sharding=<@m1, [{"x"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.collective_permute %x out_sharding=<@mesh, [{"c"}, {"b","a"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_reduce {"b"} %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_reduce {"a"} %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_reduce {} %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_reduce {"b","c"} %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_reduce {"c","b"} %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_reduce {"b","b"} %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_reduce {"z"} %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_reduce {"b"} %x out_sharding=<@mesh, [{}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_reduce {"b":(1)2} %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], unreduced={"b"}>}) -> tensor<8x16xf32> {
  %0 = sdy.all_reduce {"b"} %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], unreduced={"b"}>}) -> tensor<8x16xf32> {
  %0 = sdy.all_reduce {"c"} %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], replicated={"b"}>}) -> tensor<8x16xf32> {
  %0 = sdy.all_reduce {"b"} %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.reduce_scatter [{"b"}, {}] %x out_sharding=<@mesh, [{"a","b"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.reduce_scatter [{}, {"b"}] %x out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.reduce_scatter [{"a"}, {}] %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.reduce_scatter [{}, {}] %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.reduce_scatter [{"b"}, {}] %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], unreduced={"b"}>}) -> tensor<8x16xf32> {
  %0 = sdy.reduce_scatter [{"b"}, {}] %x out_sharding=<@mesh, [{"a","b"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], replicated={"b"}>}) -> tensor<8x16xf32> {
  %0 = sdy.reduce_scatter [{"b"}, {}] %x out_sharding=<@mesh, [{"a","b"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.sharded_to_unreduced [{"b"}, {}] %x out_sharding=<@mesh, [{"a"}, {"c"}], unreduced={"b"}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.sharded_to_unreduced [{"a"}, {}] %x out_sharding=<@mesh, [{"b"}, {"c"}], unreduced={"a"}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.sharded_to_unreduced [{"b"}, {"c"}] %x out_sharding=<@mesh, [{"a"}, {}], unreduced={"b","c"}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"}, {"c"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.sharded_to_unreduced [{"b"}, {}] %x out_sharding=<@mesh, [{"a"}, {"c"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.replicated_to_unreduced {"b"} %x out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.replicated_to_unreduced {"a"} %x out_sharding=<@mesh, [{"a"}, {}], unreduced={"a"}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.replicated_to_unreduced {"b"} %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.replicated_to_unreduced {"b","c"} %x out_sharding=<@mesh, [{"a"}, {}], unreduced={"b","c"}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}, custom>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16} reduction={i}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16} reduction={i} need_replication={j}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16} need_replication={i} reduction={j}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16} need_replication={j} permutation={i}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16} permutation={i} need_replication={j} blocked_propagation={i}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16} blocked_propagation={i}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16} reduction={i,j}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16} reduction={j,i}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16} reduction={i,i}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16} reduction={i} need_replication={i}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16} reduction={k}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i])->([i, j]) {i=8, j=16}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j], [i]) {i=8, j=16}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, k]) {i=8, j=16}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, k]) {i=8, j=16, k=16}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk], [i, jk])->([i, jk]) {i=8, j=4, k=4}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk], [i, jk])->([i, jk]) {i=8, j=4, k=3}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk], [i, jk])->([i, jk]) {i=8, j=1, k=16}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([j, i], [j, i])->([j, i]) {i=16, j=8}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, i], [i, j])->([i, j]) {i=8, j=16}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([], [i, j])->([i, j]) {i=8, j=16}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=16}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16, k=2}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([k, l]) {i=8, j=16, k=8, l=16}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_1], [i, z_1])->([i, z_1]) {i=8, z_1=16}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j],[i, j])->([i, j])>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k], [ij, k])->([ij, k]) {i=2, j=4, k=16}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k], [ij, k])->([ij, l]) {i=2, j=4, k=16, l=16} reduction={k}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16} custom>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x, %x) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, l], [k, l])->([k, l]) {k=8, l=16}>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}, custom>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @foo(%x) {sdy.sharding_rule = "x"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> attributes {sdy.foo = 1 : i64} {
  return %x : tensor<8x16xf32>
}
//! 0
func.func @f(%x: tensor<8x16xf32> {sdy.foo = 1 : i64}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
//! 2
func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.foo %x : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
//! 0
func.func @f(%x: !stablehlo.token {sdy.sharding = #sdy.sharding<@mesh, []>}) -> !stablehlo.token {
  return %x : !stablehlo.token
}
//! 1
func.func @f(%x: !stablehlo.token {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> !stablehlo.token {
  return %x : !stablehlo.token
}
