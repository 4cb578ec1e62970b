# The program that this folder is a dump of, with XLA_FLAGS="--xla_force_host_platform_device_count=8 --xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true --xla_dump_to=DIR --xla_dump_hlo_as_text".
# The product of the backward pass is turned around, so that it has the name of the transposition behind it, and what is cut for it alone has the product's.
import jax, jax.numpy as jnp, numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

mesh = Mesh(np.array(jax.devices()).reshape(2, 2, 2), ("x", "y", "z"))


def f(w, x):
    return w - jax.grad(lambda w: jnp.sum(jnp.tanh(x @ w) ** 2))(w)


def arg(shape, *spec):
    return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=NamedSharding(mesh, P(*spec)))


jax.jit(f).lower(arg((32, 64), "x", ("y", "z")), arg((16, 32), ("x", "y"))).compile()
