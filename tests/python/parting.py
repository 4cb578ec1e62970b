#!/usr/bin/env python3
"""A process of several that has done with its devices goes on: it does not wait there for the others, which may wait for something else of it.

    mpirun -n N parting.py FILE      the file's folder is for what they tell each other
"""
import gc
import os
import sys
import time

import jax
import jax.extend.backend

n = int(os.environ.get("OMPI_COMM_WORLD_SIZE", os.environ.get("PMI_SIZE", "1")))
me = int(os.environ.get("OMPI_COMM_WORLD_RANK", os.environ.get("PMI_RANK", "0")))
jax.distributed.initialize(os.environ["COORDINATOR"], n, me)
assert jax.device_count() == n * jax.local_device_count()
if me == n - 1:
    jax.clear_caches()
    jax.extend.backend.clear_backends()
    gc.collect()
    with open(sys.argv[1], "w"):
        pass
else:
    LIMIT_S = 60
    until = time.monotonic() + LIMIT_S
    while not os.path.exists(sys.argv[1]):
        assert time.monotonic() < until, "the last process does not come back from the end of its devices"
        time.sleep(0.01)
print("ok", me, "of", n)
