"""Makes matmul.mlir: one product of two square matrices as JAX lowers it, with source locations.

    python data/matmul.py > data/matmul.mlir        (needs jax)
"""
import os

import jax
import jax.numpy as jnp

N = 1024


def matmul(x, y):
    return x @ y


spec = jax.ShapeDtypeStruct((N, N), jnp.float32)
text = jax.jit(matmul).lower(spec, spec).as_text(debug_info=True)
text = text.replace(os.path.dirname(os.path.abspath(__file__)) + "/", "")
print("// The product of the pjit notebook, x @ y, without annotations: shard it with --mesh and --try.")
print(text)
