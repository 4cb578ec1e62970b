# The program that this folder is a dump of, with XLA_FLAGS="--xla_force_host_platform_device_count=4 --xla_dump_to=DIR --xla_dump_hlo_pass_re=spmd".
import jax, jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4,), ("t",))


def join(a, b):
    return a[0] * b[0], b[0] * a[1] + b[1]


def loss(decay, u):
    a = jnp.broadcast_to(jnp.exp(-decay), u.shape)
    _, h = jax.lax.associative_scan(join, (a, u), axis=0)
    return jnp.sum(h * h)


def arg(shape, *spec):
    return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=NamedSharding(mesh, P(*spec)))


jax.jit(jax.value_and_grad(loss)).lower(arg((4,)), arg((16, 4), "t")).compile()
