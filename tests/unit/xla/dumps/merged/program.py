# The program that this folder is a dump of, with XLA_FLAGS="--xla_force_host_platform_device_count=8 --xla_dump_to=DIR --xla_dump_hlo_pass_re=spmd".
import jax, jax.numpy as jnp, numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

mesh = Mesh(np.array(jax.devices()).reshape(2, 2, 2), ("a", "b", "c"))


def at(v, *spec):
    return jax.lax.with_sharding_constraint(v, NamedSharding(mesh, P(*spec)))


def cell(w, x):
    i, g = jnp.split(x @ w, 2, -1)
    return jnp.sum(jnp.tanh(jax.nn.sigmoid(i) * jnp.tanh(g)))


def f(x, w, s, table, ids):
    for spec in [("a", "b", "c"), (("a", "b"), None, "c"), ("c", "b", "a")]:
        x = at(jnp.cos(x), *spec)
    found = at(table[ids], None, ("a", "b"))
    return x, jax.grad(cell)(w, s), jax.lax.fori_loop(0, 3, lambda i, t: jnp.sin(t), found)


def arg(shape, *spec, dtype=jnp.float32):
    return jax.ShapeDtypeStruct(shape, dtype, sharding=NamedSharding(mesh, P(*spec)))


jax.jit(f).lower(arg((16, 24, 32), "a"), arg((16, 64), None, ("b", "c")), arg((8, 16), "a"), arg((32, 24), "c"), arg((8,), "a", dtype=jnp.int32)).compile()
