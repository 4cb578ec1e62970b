#!/usr/bin/env python3
"""A small language model trained with flax and optax on generated text, data and tensor parallel, until its loss falls.

    train.py [--steps N] [--mesh data,model]
"""
import argparse

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

ap = argparse.ArgumentParser()
ap.add_argument("--steps", type=int, default=30)
ap.add_argument("--mesh", default="4,2")
args = ap.parse_args()
data, model = (int(n) for n in args.mesh.split(","))
mesh = jax.make_mesh((data, model), ("data", "model"), axis_types=(AxisType.Auto,) * 2)

VOCABULARY, WIDTH, LENGTH, BATCH = 32, 64, 16, 32


class Block(nn.Module):
    @nn.compact
    def __call__(self, x):
        h = nn.LayerNorm()(x)
        h = nn.MultiHeadDotProductAttention(num_heads=4)(h, h, mask=nn.make_causal_mask(jnp.ones(x.shape[:2])))
        x = x + h
        h = nn.Dense(4 * WIDTH)(nn.LayerNorm()(x))
        h = jax.lax.with_sharding_constraint(nn.gelu(h), NamedSharding(mesh, P("data", None, "model")))
        return x + nn.Dense(WIDTH)(h)


class Model(nn.Module):
    @nn.compact
    def __call__(self, tokens):
        x = nn.Embed(VOCABULARY, WIDTH)(tokens) + nn.Embed(LENGTH, WIDTH)(jnp.arange(LENGTH))
        for _ in range(2):
            x = Block()(x)
        return nn.Dense(VOCABULARY)(nn.LayerNorm()(x))


def sharding(path, leaf):
    name = jax.tree_util.keystr(path)
    if "Dense_0" in name and "kernel" in name and leaf.ndim == 2 and leaf.shape[1] == 4 * WIDTH:
        return NamedSharding(mesh, P(None, "model"))
    if "Dense_1" in name and "kernel" in name and leaf.ndim == 2:
        return NamedSharding(mesh, P("model", None))
    return NamedSharding(mesh, P())


rng = np.random.default_rng(0)
starts = rng.integers(0, VOCABULARY, (BATCH, 1))
tokens = ((starts + 3 * np.arange(LENGTH + 1)) % VOCABULARY).astype(np.int32)  # each text counts in threes
module = Model()
params = module.init(jax.random.key(0), tokens[:, :-1])
params = jax.tree_util.tree_map_with_path(lambda p, a: jax.device_put(a, sharding(p, a)), params)
optimiser = optax.adamw(3e-3)
state = jax.jit(optimiser.init)(params)
batch = jax.device_put(tokens, NamedSharding(mesh, P("data", None)))


def loss_of(params, tokens):
    logits = module.apply(params, tokens[:, :-1])
    return optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:]).mean()


@jax.jit
def step(params, state, tokens):
    loss, gradients = jax.value_and_grad(loss_of)(params, tokens)
    updates, state = optimiser.update(gradients, state, params)
    return optax.apply_updates(params, updates), state, loss


losses = []
for i in range(args.steps):
    with jax.profiler.StepTraceAnnotation("train", step_num=i):
        params, state, loss = step(params, state, batch)
    losses.append(float(loss))
print(f"loss {losses[0]:.3f} -> {losses[-1]:.3f} on {jax.devices()[0].platform} x {jax.device_count()}")
assert losses[-1] < 0.5 * losses[0], losses
