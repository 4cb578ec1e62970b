# The program that this folder is a dump of, with XLA_FLAGS="--xla_force_host_platform_device_count=12 --xla_dump_to=DIR --xla_dump_hlo_as_text
# --xla_dump_hlo_pass_re=spmd.*" TF_CPP_MIN_LOG_LEVEL=0 TF_CPP_VMODULE=spmd_partitioner=2, of whose log partitioner.log has what is about layouts.
import jax, jax.numpy as jnp, numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

mesh = Mesh(np.array(jax.devices()).reshape(3, 4), ("x", "y"))


def pin(a, *spec):
    return jax.lax.with_sharding_constraint(a, NamedSharding(mesh, P(*spec)))


def f(a, w):
    def body(c, _):
        return pin(jnp.tanh(pin(c, "x", "y") @ w), "y", "x"), None
    c, _ = jax.lax.scan(body, a, None, length=3)
    return c, pin(jnp.exp(pin(a * 2, "x", "y")), "y", "x")


def arg(shape, *spec):
    return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=NamedSharding(mesh, P(*spec)))


jax.jit(f).lower(arg((48, 48), "x", "y"), arg((48, 48))).compile()
