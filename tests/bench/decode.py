#!/usr/bin/env python3
"""Writes one step of decoding with JAX, abstractly: a token of one sequence through a model of Llama 2's form, for elsewhere.py.

    decode.py MODEL DEVICES BITS OUT       MODEL: 7b or 70b; BITS: 16, or 8 for weights of int8 with a scale for each column

Heads, hidden units and the vocabulary are divided over the devices; the cache holds 512 places.
"""
import os
import sys

model, devices, bits, out = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={devices}"
os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

LAYERS, WIDTH, HEADS, KEY_HEADS, HIDDEN, WORDS = {"7b": (32, 4096, 32, 32, 11008, 32000), "70b": (80, 8192, 64, 8, 28672, 32000)}[model]
HEAD, PLACES, half = 128, 512, jnp.bfloat16
mesh = Mesh(np.array(jax.devices()[:devices]), ("t",))


def norm(x, w):
    wide = x.astype(jnp.float32)
    return (wide * jax.lax.rsqrt(jnp.mean(wide * wide, -1, keepdims=True) + 1e-5)).astype(half) * w


def times(x, w):
    return x @ w if bits == 16 else (x @ w[0].astype(half)) * w[1]


def turned(x, place):
    angle = place * 10000.0 ** (-jnp.arange(0, HEAD, 2) / HEAD)
    a, b = x[..., ::2].astype(jnp.float32), x[..., 1::2].astype(jnp.float32)
    return jnp.stack([a * jnp.cos(angle) - b * jnp.sin(angle), a * jnp.sin(angle) + b * jnp.cos(angle)], -1).reshape(x.shape).astype(half)


def layer(w, cache, x, place):
    h = norm(x, w["n1"])
    q, k = (turned(times(h, w[name]).reshape(1, -1, HEAD), place) for name in "qk")
    rows = [k, times(h, w["v"]).reshape(1, -1, HEAD)]
    keys, values = (jax.lax.dynamic_update_slice(c, r.transpose(1, 0, 2), (0, place, 0)) for c, r in zip(cache, rows))
    scores = jnp.einsum("kgd,ksd->kgs", q.reshape(KEY_HEADS, -1, HEAD), keys).astype(jnp.float32) * HEAD ** -0.5
    weights = jax.nn.softmax(jnp.where(jnp.arange(PLACES) <= place, scores, -1e30), -1).astype(half)
    x = x + times(jnp.einsum("kgs,ksd->kgd", weights, values).reshape(1, -1), w["o"])
    h = norm(x, w["n2"])
    return x + times(jax.nn.silu(times(h, w["gate"])) * times(h, w["up"]), w["down"]), (keys, values)


def step(weights, caches, word, place):
    x, after = weights["words"][word], []
    for w, cache in zip(weights["layers"], caches):
        x, cache = layer(w, cache, x, place)
        after.append(cache)
    return jnp.argmax(times(norm(x, weights["norm"]), weights["head"]).astype(jnp.float32), -1), after


def array(shape, spec=P(), kind=half):
    return jax.ShapeDtypeStruct(shape, kind, sharding=NamedSharding(mesh, spec))


def matrix(rows, columns, spec):
    return array((rows, columns), spec) if bits == 16 else (array((rows, columns), spec, jnp.int8), array((columns,), P(spec[1])))


def weights():
    across, along = P(None, "t"), P("t", None)
    one = lambda: {"n1": array((WIDTH,)), "n2": array((WIDTH,)), "q": matrix(WIDTH, HEADS * HEAD, across), "k": matrix(WIDTH, KEY_HEADS * HEAD, across),
                   "v": matrix(WIDTH, KEY_HEADS * HEAD, across), "o": matrix(HEADS * HEAD, WIDTH, along), "gate": matrix(WIDTH, HIDDEN, across),
                   "up": matrix(WIDTH, HIDDEN, across), "down": matrix(HIDDEN, WIDTH, along)}
    return {"words": array((WORDS, WIDTH)), "norm": array((WIDTH,)), "head": matrix(WIDTH, WORDS, across), "layers": [one() for _ in range(LAYERS)]}


caches = [(array((KEY_HEADS, PLACES, HEAD), P("t")),) * 2 for _ in range(LAYERS)]
lowered = jax.jit(step, donate_argnums=1).lower(weights(), caches, array((1,), P(), jnp.int32), array((), P(), jnp.int32))
with open(out, "w") as f:
    f.write(lowered.as_text())
