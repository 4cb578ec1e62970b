# The program that this folder is a dump of, with XLA_FLAGS="--xla_force_host_platform_device_count=8 --xla_dump_to=DIR --xla_dump_hlo_as_text"
# TF_CPP_MIN_LOG_LEVEL=0 TF_CPP_VMODULE=spmd_partitioner=2, of whose log partitioner.log has what is about layouts.
import jax, jax.numpy as jnp, numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

mesh = Mesh(np.array(jax.devices()).reshape(2, 4), ("fsdp", "tp"))


@jax.checkpoint
def layer(x, w):
    return x + jax.nn.silu(x @ w["up"]) @ w["down"]


def step(ws, x):
    def loss(ws):
        y = x
        for w in ws:
            y = layer(y, w)
        return (y ** 2).mean()
    return jax.grad(loss)(ws)


def arg(shape, *spec):
    return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=NamedSharding(mesh, P(*spec)))


one = {"up": arg((64, 128), "fsdp", "tp"), "down": arg((128, 64), "tp", "fsdp")}
jax.jit(step).lower([one, dict(one)], arg((32, 64), "fsdp")).compile()
