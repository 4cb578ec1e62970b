#!/usr/bin/env python3
"""Two notebooks about pjit, cell by cell, on eight devices: what they print, in today's spelling.

The first goes from jaxprs and compiler texts through pmap to pjit on a mesh of 4 x 2 (in_axis_resources is in_shardings today, device_buffers are
addressable_shards, MHLO is StableHLO). The second multiplies 4 x 16 by 16 x 4 matrices of halves in four layouts: the pieces that each device has are those of the
notebook's TPU; which collectives make the product is the compiler's choice, but where both operands are split along the sum there is an all-reduce.
"""
import contextlib
import io
import re

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
from jax import grad, jit, make_jaxpr
from jax.experimental import mesh_utils
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

assert len(jax.local_devices()) >= 8


def same(got, want):
    np.testing.assert_array_equal(np.asarray(got), np.asarray(want))


def pieces(x):
    """Of each device, in the order of their numbers."""
    return [np.asarray(s.data) for s in sorted(x.addressable_shards, key=lambda s: s.device.id)]


# ---- XLA and pjit ------------------------------------------------------------------------------------------------------------------


def sigmoid(x):
    return 1 / (1 + jnp.exp(-x))


assert [d.id for d in jax.devices()] == list(range(8))
assert [e.primitive.name for e in make_jaxpr(sigmoid)(1.0).eqns] == ["neg", "exp", "add", "div"]
assert make_jaxpr(sigmoid)(jnp.ones(10)).out_avals[0].shape == (10,)
assert make_jaxpr(jit(sigmoid))(1.0).eqns[0].primitive.name in ("pjit", "jit")
assert make_jaxpr(grad(sigmoid))(1.0).out_avals[0].shape == ()
text = jit(sigmoid).lower(np.ones(10)).compiler_ir("hlo").as_hlo_text()
for op in ("negate", "exponential", "add", "divide"):
    assert re.search(rf" {op}\(", text), text
text = str(jit(sigmoid).lower(np.ones(10)).compiler_ir("stablehlo"))
assert "stablehlo.exponential" in text and "tensor<10xf32>" in text
try:
    grad(sigmoid).lower(1.0)
    raise AssertionError("a function that is not jitted has no lower()")
except AttributeError:
    pass
np.testing.assert_allclose(jit(grad(sigmoid))(1.0), 0.19661194, rtol=1e-6)


class CNN(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.avg_pool(nn.relu(nn.Conv(features=32, kernel_size=(3, 3))(x)), window_shape=(2, 2), strides=(2, 2))
        x = nn.avg_pool(nn.relu(nn.Conv(features=64, kernel_size=(3, 3))(x)), window_shape=(2, 2), strides=(2, 2))
        x = nn.relu(nn.Dense(features=256)(x.reshape((x.shape[0], -1))))
        return nn.log_softmax(nn.Dense(features=10)(x))


model = CNN()
image = jax.random.normal(jax.random.PRNGKey(0), (28, 28, 1))
params = model.init(jax.random.PRNGKey(0), jnp.zeros((28, 28, 1)))
lowered = jit(model.apply).lower(params, image)
text = lowered.compiler_ir("hlo").as_hlo_text()
assert "f32[28,28,32]" in text and "f32[14,14,64]" in text and "f32[7,256]" in text
compiled = lowered.compile()
assert re.search(r" convolution\(", compiled.as_text())
np.testing.assert_allclose(compiled(params, image), model.apply(params, image), rtol=1e-5, atol=1e-5)

zeros = jnp.zeros((2, 2))
module = jit(jnp.dot).lower(zeros, zeros).compile().runtime_executable().hlo_modules()[0]
assert re.search(r"f32\[2,2\]\S* dot\(", module.to_string()), module.to_string()

data = np.ones((8, 4))
for axis, want in ((0, 4), (1, 8)):
    result = jax.pmap(jnp.sum, in_axes=axis)(data)
    same(result, np.full(data.shape[axis], want, np.float32))
    assert [float(np.squeeze(p)) for p in pieces(result)] == [want] * data.shape[axis]

mesh = Mesh(np.asarray(jax.devices()).reshape(4, 2), ("x", "y"))
data = jnp.arange(8 * 4).reshape(8, 4)
output = jit(lambda x: x, in_shardings=None, out_shardings=NamedSharding(mesh, P("x", "y")))(data)
same(output, data)
for device, piece in enumerate(pieces(output)):
    row, column = 2 * (device // 2), 2 * (device % 2)
    same(piece, np.arange(32).reshape(8, 4)[row:row + 2, column:column + 2])
split = NamedSharding(mesh, P("x", "y"))
lowered = jit(lambda x: x * x, in_shardings=split, out_shardings=split).lower(data)
assert " multiply(" in lowered.compiler_ir("hlo").as_hlo_text()
same(lowered.compile()(jax.device_put(data, split)), np.arange(32).reshape(8, 4) ** 2)
rows = NamedSharding(mesh, P(("x", "y"), None))
output = jit(jnp.dot, in_shardings=(rows, NamedSharding(mesh, P())), out_shardings=rows)(jnp.eye(8), jnp.arange(8).reshape(8, 1))
assert [float(np.squeeze(p)) for p in pieces(output)] == list(range(8))

# ---- four layouts of a product ------------------------------------------------------------------------------------------------------

mesh = Mesh(mesh_utils.create_device_mesh((4, 2)), axis_names=("a", "b"))
v = jnp.arange(1, 5)
whole_x = jnp.asarray(jnp.repeat(v[:, None], 16, axis=1), dtype="f2")
whole_y = jnp.copy(whole_x).T
product = [[16, 32, 48, 64], [32, 64, 96, 128], [48, 96, 144, 192], [64, 128, 192, 256]]
# The layouts of x and y, and what each device has of x, y and their product.
cases = {
    "inner axes": (P(None, "a"), P("a", None), (4, 4), (4, 4), (4, 4), True),
    "mesh axes that do not match": (P(None, "a"), P("b", None), (4, 4), (8, 4), (4, 4), False),
    "outer axes": (P("b", "a"), P("b", None), (2, 4), (8, 4), (2, 4), False),
    "full sharding": (P("b", "a"), P("b", "a"), (2, 4), (8, 1), (2, 1), False),
}
for name, (of_x, of_y, x_piece, y_piece, z_piece, sums) in cases.items():
    x, y = jax.device_put(whole_x, NamedSharding(mesh, of_x)), jax.device_put(whole_y, NamedSharding(mesh, of_y))
    pictures = io.StringIO()
    with contextlib.redirect_stdout(pictures):
        jax.debug.visualize_array_sharding(x, max_width=120)
        jax.debug.visualize_array_sharding(y, max_width=120)
        z = x @ y
        jax.debug.visualize_array_sharding(z)
    drawn = {int(n) for n in re.findall(r"\d+", pictures.getvalue().replace("TFRT", ""))}
    assert drawn >= set(range(8)), pictures.getvalue()
    same(z, np.array(product, np.float16))
    assert pieces(x)[0].shape == x_piece and pieces(y)[0].shape == y_piece and pieces(z)[0].shape == z_piece, (name, pieces(z)[0].shape)
    text = jnp.matmul.lower(x, y).compile().as_text()
    found = set(re.findall(r" (all-\w+|reduce-scatter|collective-permute)(?:-start)?\(", text))
    assert found and (not sums or "all-reduce" in found), (name, found)
    print(f"{name}: {', '.join(sorted(found))}")
