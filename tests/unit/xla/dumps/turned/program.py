# The program that this folder is a dump of, with XLA_FLAGS="--xla_force_host_platform_device_count=8 --xla_dump_to=DIR --xla_dump_hlo_pass_re=spmd" and
# TF_CPP_MIN_LOG_LEVEL=0 TF_CPP_VMODULE=spmd_partitioner=2, GSPMD.
import jax, jax.numpy as jnp, numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

jax.config.update("jax_use_shardy_partitioner", False)
mesh = Mesh(np.array(jax.devices()).reshape(4, 2), ("a", "b"))


def at(v, *spec):
    return jax.lax.with_sharding_constraint(v, NamedSharding(mesh, P(*spec)))


def f(x, y, z):
    turned = at(jnp.flip(x, 0) * 2, "b", "a")              # moved to where its pieces, turned around, lie as asked
    joined = jnp.concatenate([y, jnp.flip(y, 0)], 0)       # turned around piece by piece, then moved
    merged = at(at(z.reshape(8, 4, 6, 8), "a", None, "b").transpose(2, 0, 3, 1).reshape(48, 32), "b", "a")
    return turned, at(joined[1:], "a", "b"), at(merged.reshape(6, 256), None, ("b", "a"))   # two reshapes in a row


def arg(shape, *spec):
    return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=NamedSharding(mesh, P(*spec)))


jax.jit(f).lower(arg((16, 16), "a", "b"), arg((20, 24), "a", "b"), arg((32, 48), "b", "a")).compile()
