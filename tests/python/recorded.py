#!/usr/bin/env python3
"""A script that is recorded: the functions that pmap compiles have their own names, and a loop of many ops makes a trace of bounded size, with the first steps whole.

    recorded.py FOLDER      the platform and its devices are chosen by the environment
"""
import os
import sqlite3
import subprocess
import sys

MOST = 20000


def script():
    import jax
    import jax.numpy as jnp
    import numpy as np

    def descend(x, rate):
        return x - rate * jax.lax.psum(jnp.sin(x), "i")

    @jax.jit
    def solve(y, w):
        return jax.lax.fori_loop(0, 300, lambda i, y: jnp.tanh(y @ w) + jnp.cos(y @ w.T), y)

    x = np.ones((jax.device_count(), 4), np.float32)
    assert np.allclose(jax.pmap(descend, axis_name="i", in_axes=(0, None))(x, 0.5), x - 0.5 * jax.device_count() * np.sin(1))
    w = np.random.RandomState(0).randn(64, 64).astype(np.float32)
    y = np.ones((64, 64), np.float32)
    for _ in range(30):
        y = solve(y, w)
    jax.block_until_ready(y)


def check(path):
    db = sqlite3.connect(path)
    names = {name for (name,) in db.execute("SELECT name FROM run")}
    assert {"jit_descend", "jit_solve"} <= names, names
    steps = db.execute("SELECT n_events, n_kept FROM step JOIN run ON run.id = run_id WHERE name = 'jit_solve' ORDER BY num").fetchall()
    (events,) = db.execute("SELECT count(*) FROM event").fetchone()
    assert len(steps) == 30 and all(n is None for n, _ in steps[:2]) and any(n for n, _ in steps), steps
    assert events < 1.1 * MOST, events


if __name__ == "__main__":
    if sys.argv[1] == "--script":
        script()
    else:
        trace = os.path.join(sys.argv[1], "recorded.db")
        subprocess.run([sys.executable, __file__, "--script"], check=True, env={**os.environ, "SHARDSCOPE_TRACE": trace, "SHARDSCOPE_TRACE_EVENTS": str(MOST)})
        check(trace)
