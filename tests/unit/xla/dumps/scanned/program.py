# The program that this folder is a dump of, with XLA_FLAGS="--xla_force_host_platform_device_count=4 --xla_dump_to=DIR --xla_dump_hlo_pass_re=spmd".
import jax, jax.numpy as jnp, numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

rows = NamedSharding(Mesh(np.array(jax.devices()), ("t",)), P("t", None))
jax.jit(lambda x: jax.lax.associative_scan(jnp.add, x, axis=0), in_shardings=(rows,), out_shardings=rows).lower(jax.ShapeDtypeStruct((16, 4), jnp.float32)).compile()
