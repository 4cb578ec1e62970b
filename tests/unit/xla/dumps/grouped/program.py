# The program that this folder is a dump of, with XLA_FLAGS="--xla_force_host_platform_device_count=8 --xla_dump_to=DIR --xla_dump_hlo_pass_re=spmd" and
# TF_CPP_MIN_LOG_LEVEL=0 TF_CPP_VMODULE=spmd_partitioner=2.
import jax, jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("d", "m"))


def f(x, k):
    y = jnp.einsum("bsc,bce->bse", jnp.sin(x), k)
    return jax.lax.with_sharding_constraint(y, NamedSharding(mesh, P("d", "m")))


def arg(shape, *spec):
    return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=NamedSharding(mesh, P(*spec)))


jax.jit(f).lower(arg((8, 16, 8), "d", None, "m"), arg((8, 8, 8), "d")).compile()
