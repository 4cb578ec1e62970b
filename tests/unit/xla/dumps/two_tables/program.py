# The program that this folder is a dump of, with XLA_FLAGS="--xla_force_host_platform_device_count=8 --xla_dump_to=DIR --xla_dump_hlo_as_text".
# Rows of both tables are summed over devices. XLA divides op by op: another layout of one table leaves the other's sums as they are.
import jax, jax.numpy as jnp, numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

mesh = Mesh(np.array(jax.devices()).reshape(4, 2), ("data", "model"))


def f(up, down, i, x):
    h = jnp.tanh(jnp.einsum("bd,bdf->bf", x, jnp.take(up, i, axis=0)))
    return jnp.einsum("bf,bfd->bd", h, jnp.take(down, i, axis=0))


def arg(shape, *spec, dtype=jnp.float32):
    return jax.ShapeDtypeStruct(shape, dtype, sharding=NamedSharding(mesh, P(*spec)))


jax.jit(f).lower(arg((8, 16, 32), "model"), arg((8, 32, 16), "model"), arg((8,), "data", dtype=jnp.int32), arg((8, 16), "data")).compile()
