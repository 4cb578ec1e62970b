# The program that this folder is a dump of, with XLA_FLAGS="--xla_force_host_platform_device_count=4 --xla_dump_to=DIR --xla_dump_hlo_pass_re=spmd".
import jax, jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4,), ("d",))


def layer(x, w):
    return jnp.tanh(jnp.tanh(x @ w["up"]) @ w["down"]), None


def loss(w, x):
    y, _ = jax.lax.scan(jax.checkpoint(layer), x, w)
    return jnp.sum(y * y)


def arg(shape, *spec):
    return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=NamedSharding(mesh, P(*spec)))


jax.jit(jax.grad(loss)).lower({"up": arg((3, 8, 16), None, "d"), "down": arg((3, 16, 8), None, "d")}, arg((4, 8), "d")).compile()
