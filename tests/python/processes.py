#!/usr/bin/env python3
"""Data-parallel training by several processes, each with its devices, must give what one process gives with as many devices.

    processes.py OUT.npy            alone: all devices here
    mpirun -n N processes.py OUT.npy    each of N processes has its part of the devices and of the data
"""
import os
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import multihost_utils
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

together = int(os.environ.get("OMPI_COMM_WORLD_SIZE", os.environ.get("PMI_SIZE", "1")))
if together > 1:
    jax.distributed.initialize(os.environ["COORDINATOR"], together, int(os.environ.get("OMPI_COMM_WORLD_RANK", os.environ.get("PMI_RANK", "0"))))
assert jax.process_count() == together, jax.process_count()
assert len(jax.local_devices()) * together == len(jax.devices())
me, n = jax.process_index(), jax.process_count()
mesh = Mesh(np.array(jax.devices()), ("data",))
rows = NamedSharding(mesh, P("data"))
everywhere = NamedSharding(mesh, P())

BATCH, IN, HIDDEN = 64, 24, 48
rng = np.random.default_rng(0)
inputs = rng.normal(size=(4, BATCH, IN)).astype(np.float32)
targets = np.sin(inputs.sum(-1, keepdims=True)).astype(np.float32)
init = {"w1": rng.normal(size=(IN, HIDDEN)) * 0.2, "b1": np.zeros(HIDDEN), "w2": rng.normal(size=(HIDDEN, 1)) * 0.2}
params = {k: jax.make_array_from_callback(v.shape, everywhere, lambda i, v=v: v.astype(np.float32)[i]) for k, v in init.items()}


def loss(p, x, y):
    h = jnp.tanh(x @ p["w1"] + p["b1"])
    return jnp.mean((h @ p["w2"] - y) ** 2)


@jax.jit
def step(p, x, y):
    value, grads = jax.value_and_grad(loss)(p, x, y)
    return jax.tree.map(lambda a, g: a - 0.1 * g, p, grads), value


mine = slice(me * BATCH // n, (me + 1) * BATCH // n)
losses = []
for i in range(12):
    x, y = (jax.make_array_from_process_local_data(rows, a[i % 4][mine], (BATCH, a.shape[-1])) for a in (inputs, targets))
    params, value = step(params, x, y)
    losses.append(np.asarray(value))
assert losses[-1] < losses[0], losses
# What runs on this process's devices alone, and what goes to all.
local = jnp.arange(10.0) + me
assert float(local.sum()) == 45.0 + 10 * me
gathered = multihost_utils.process_allgather(np.array([me]))
assert gathered.ravel().tolist() == list(range(n)), gathered
moved = jax.jit(lambda a: jnp.roll(a, 1, axis=0), out_shardings=rows)(jax.make_array_from_process_local_data(rows, inputs[0][mine], (BATCH, IN)))
for shard in moved.addressable_shards:
    np.testing.assert_array_equal(np.asarray(shard.data), np.roll(inputs[0], 1, axis=0)[shard.index])
multihost_utils.sync_global_devices("end")
if me == 0:
    np.save(sys.argv[1], np.concatenate([np.ravel(losses)] + [np.ravel(np.asarray(params[k].addressable_shards[0].data)) for k in sorted(params)]))
print("ok", me, "of", n)
