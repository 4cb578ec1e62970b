# The program that this folder is a dump of, with XLA_FLAGS="--xla_force_host_platform_device_count=8 --xla_dump_to=DIR --xla_dump_hlo_pass_re=spmd".
import jax, jax.numpy as jnp, numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

mesh = Mesh(np.array(jax.devices()).reshape(4, 2), ("x", "y"))


def at(v, *spec):
    return jax.lax.with_sharding_constraint(v, NamedSharding(mesh, P(*spec)))


def f(a, b, w):
    s1, s2 = a[16:32], a[32:48]
    joined = at(jnp.concatenate([a, b], 1), "x", "y")
    turned = at(jnp.sin(b), "x", "y")
    best = jnp.argmax(b, 0)
    rolled = jnp.flip(a, 0)
    return s1 + s2, joined, turned, best, rolled, at(a @ w, "y", "x")


def arg(shape, *spec):
    return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=NamedSharding(mesh, P(*spec)))


jax.jit(f).lower(arg((64, 32), "x", "y"), arg((64, 32), "y", "x"), arg((32, 16), "x", "y")).compile()
