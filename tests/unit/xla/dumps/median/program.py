# The program that this folder is a dump of, with XLA_FLAGS="--xla_force_host_platform_device_count=6 --xla_dump_to=DIR --xla_dump_hlo_pass_re=spmd" and
# TF_CPP_MIN_LOG_LEVEL=0 TF_CPP_VMODULE=spmd_partitioner=2.
import jax, jax.numpy as jnp, numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

mesh = Mesh(np.array(jax.devices()).reshape(3, 2), ("a", "b"))


def f(x, y):
    return jnp.sort(x, axis=1)[:, 7], jnp.sin(y).sum((0, 1))


def arg(shape, *spec):
    return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=NamedSharding(mesh, P(*spec)))


jax.jit(f).lower(arg((18, 12), "a", "b"), arg((6, 4, 5), "a", "b")).compile()
