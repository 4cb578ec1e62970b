# On six devices, under GSPMD; what the dump beside this is of.
import jax, jax.numpy as jnp
from jax.sharding import NamedSharding as N, PartitionSpec as P

m = jax.make_mesh((6,), ("x",))


def f(k, y):
    k = jax.lax.with_sharding_constraint(k @ k.T + jnp.eye(36), N(m, P("x", None)))
    l = jnp.linalg.cholesky(k)
    z = jax.scipy.linalg.solve_triangular(l, y, lower=True)
    return jnp.sum(z * z)


jax.jit(jax.grad(f)).lower(jax.ShapeDtypeStruct((36, 36), jnp.float32, sharding=N(m, P("x", None))), jax.ShapeDtypeStruct((36,), jnp.float32, sharding=N(m, P("x")))).compile()
