# On eight devices, under Shardy; what the dump beside this is of.
import jax, jax.numpy as jnp
from jax.sharding import NamedSharding as N, PartitionSpec as P

m = jax.make_mesh((4, 2), ("a", "b"))


def f(x):
    y = jnp.fft.irfft(jnp.fft.rfft(x, n=128, axis=-1), n=128, axis=-1)[..., :64]
    y = jax.lax.with_sharding_constraint(y, N(m, P("b", None, "a")))
    return jnp.fft.fft(jax.lax.with_sharding_constraint(y, N(m, P(None, "a", "b"))))


jax.jit(f).lower(jax.ShapeDtypeStruct((8, 16, 64), jnp.float32, sharding=N(m, P("a", "b", None)))).compile()
