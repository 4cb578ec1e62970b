# The program that this folder is a dump of, with XLA_FLAGS="--xla_force_host_platform_device_count=8 --xla_dump_to=DIR --xla_dump_hlo_as_text --xla_dump_hlo_as_proto".
import jax, jax.numpy as jnp, numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

mesh = Mesh(np.array(jax.devices()).reshape(4, 2), ("x", "y"))


def f(a, w):
    def body(i, a):
        return jnp.tanh(a @ w)
    return jax.lax.fori_loop(0, 3, body, a), jnp.sort(a, 0)


def arg(shape, *spec):
    return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=NamedSharding(mesh, P(*spec)))


jax.jit(f).lower(arg((64, 64), "x", "y"), arg((64, 64), "y", None)).compile()
