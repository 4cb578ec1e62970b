# The program that this folder is a dump of, with XLA_FLAGS="--xla_force_host_platform_device_count=8 --xla_dump_to=DIR --xla_dump_hlo_pass_re=spmd".
import jax, jax.numpy as jnp, numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

mesh = Mesh(np.array(jax.devices()).reshape(4, 2), ("x", "y"))


def at(v, *spec):
    return jax.lax.with_sharding_constraint(v, NamedSharding(mesh, P(*spec)))


def f(a, ws, b, c):
    for i, w in enumerate(ws):
        a = at(a @ w, *(("x", "y") if i % 2 else ("y", "x")))
    return a, jnp.stack([b, c], 0).sum(1), at(jnp.sin(b[:8]), "x", "y"), at(jnp.cumsum(b[:, :1], 0), None, "y")


def arg(shape, *spec):
    return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=NamedSharding(mesh, P(*spec)))


jax.jit(f).lower(arg((24, 24), "x", "y"), [arg((24, 24), "y", "x")] * 3, arg((16, 8), None, "x"), arg((16, 8), "y", "x")).compile()
