# The program that this folder is a dump of, with XLA_FLAGS="--xla_force_host_platform_device_count=8 --xla_dump_to=DIR" and TF_CPP_MIN_LOG_LEVEL=0
# TF_CPP_VMODULE=spmd_partitioner=2, GSPMD: what the partitioner made is seen in the final program alone.
import jax, jax.numpy as jnp, numpy as np
from jax import lax
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

jax.config.update("jax_use_shardy_partitioner", False)
mesh = Mesh(np.array(jax.devices()).reshape(2, 4), ("dp", "fsdp"))


def at(v, *spec):
    return lax.with_sharding_constraint(v, NamedSharding(mesh, P(*spec)))


def step(w, e, x, t, tok):
    def one(acc, b):   # of a trip's slice XLA takes [1, 2, 32] for [2, 32]
        return acc + jax.grad(lambda w: ((jax.nn.gelu(b[0] @ w) - b[1]) ** 2).mean())(w), None
    xs, ts = (at(a.reshape(4, -1, a.shape[-1]), None, ("dp", "fsdp")) for a in (x, t))
    g, _ = lax.scan(one, jnp.zeros_like(w), (xs, ts))
    h = jax.grad(lambda e: (jnp.tanh(e[tok]) ** 2).sum())(e)   # the gradient of a table: scattered by groups
    return at(w - g, "fsdp", None), at(e - h, "fsdp", "dp"), jax.scipy.linalg.solve_triangular(at(x.T @ x, "dp", None), x.T @ t)


def arg(shape, *spec, dtype=jnp.float32):
    return jax.ShapeDtypeStruct(shape, dtype, sharding=NamedSharding(mesh, P(*spec)))


x = arg((64, 32), ("dp", "fsdp"))
jax.jit(step).lower(arg((32, 32), "fsdp"), arg((256, 64), "fsdp", "dp"), x, x, arg((8, 32), ("dp", "fsdp"), dtype=jnp.int32)).compile()
