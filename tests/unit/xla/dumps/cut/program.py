# The program that this folder is a dump of, with XLA_FLAGS="--xla_force_host_platform_device_count=8 --xla_dump_to=DIR --xla_dump_hlo_pass_re=spmd".
import jax, jax.numpy as jnp, numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

mesh = Mesh(np.array(jax.devices()).reshape(2, 2, 2), ("x", "y", "z"))


def at(v, *spec):
    return jax.lax.with_sharding_constraint(v, NamedSharding(mesh, P(*spec)))


def f(a, b, c):
    s = a @ a.T   # complete on devices along x, of which a part each is cut and sent on
    few = at(b[None] * 2, None, None, ("x", "y"))
    return 3 * a - (s @ s) @ a, at(jnp.pad(few, ((3, 0), (0, 0), (0, 0))), ("x", "y")) + c


def arg(shape, *spec):
    return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=NamedSharding(mesh, P(*spec)))


jax.jit(f).lower(arg((32, 64), "x", ("y", "z")), arg((5, 8), None, ("x", "y")), arg((4, 5, 8), ("x", "y"))).compile()
