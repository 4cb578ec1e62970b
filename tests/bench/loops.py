#!/usr/bin/env python3
"""Small JAX programs for one device, each of which spends its time in loops whose trips do little work, timed against XLA:CPU.

    loops.py SHARDSCOPE [NAME...]     the least time of 40 steps: XLA's, with loops run op by op (SHARDSCOPE_LOOPS=0), with loops compiled, and ratios
    loops.py --write FOLDER           FOLDER/NAME.mlir, for `verify` and others; needs `pip install jax`
"""
import json
import os
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("JAX_PLATFORMS", "cpu")
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
from jax import lax  # noqa: E402
import numpy as np  # noqa: E402

f32, s32, u32 = jnp.float32, jnp.int32, jnp.uint32
kinds = {}


def kind(*args):
    """args: (shape, dtype) of each argument."""
    def wrap(f):
        kinds[f.__name__] = (f, [jax.ShapeDtypeStruct(s, d) for s, d in args])
        return f
    return wrap


@kind(((), f32),)
def count(x):
    return lax.fori_loop(0, 20000, lambda i, s: s * 0.99 + 1.0, x)


@kind(((3,), f32))
def lorenz(y):
    def f(y):
        return jnp.stack([10 * (y[1] - y[0]), y[0] * (28 - y[2]) - y[1], y[0] * y[1] - 8 / 3 * y[2]])
    def step(_, y):
        a = f(y); b = f(y + 0.005 * a); c = f(y + 0.005 * b)
        return y + 0.01 / 6 * (a + 2 * b + 2 * c + f(y + 0.01 * c))
    return lax.fori_loop(0, 2000, step, y)


@kind(((64, 3), f32))
def lorenz_many(y):
    def f(y):
        return jnp.stack([10 * (y[:, 1] - y[:, 0]), y[:, 0] * (28 - y[:, 2]) - y[:, 1], y[:, 0] * y[:, 1] - 8 / 3 * y[:, 2]], 1)
    def step(_, y):
        a = f(y); b = f(y + 0.005 * a); c = f(y + 0.005 * b)
        return y + 0.01 / 6 * (a + 2 * b + 2 * c + f(y + 0.01 * c))
    return lax.fori_loop(0, 1000, step, y)


@kind(((64, 32), s32), ((64, 32), s32))
def edit_distance(a, b):
    def cell(left, t):
        up, corner, letter, other = t
        v = jnp.minimum(jnp.minimum(left, up) + 1, corner + (other != letter))
        return v, v
    def row(d, letter):
        first = d[:, 0] + 1
        _, r = lax.scan(cell, first, (d[:, 1:].T, d[:, :-1].T, b.T, jnp.broadcast_to(letter, (32, 64))))
        return jnp.concatenate([first[:, None], r.T], 1), None
    return lax.scan(row, jnp.broadcast_to(jnp.arange(33), (64, 33)), a.T)[0][:, -1]


@kind(((64,), s32), ((64,), s32))
def edit_distance_one(a, b):
    def cell(left, t):
        up, corner, other, letter = t
        v = jnp.minimum(jnp.minimum(left, up) + 1, corner + (other != letter))
        return v, v
    def row(d, letter):
        first = d[0] + 1
        _, r = lax.scan(cell, first, (d[1:], d[:-1], b, jnp.broadcast_to(letter, (64,))))
        return jnp.concatenate([first[None], r]), None
    return lax.scan(row, jnp.arange(65), a)[0][-1]


@kind(((34, 34), f32))
def gauss_seidel(u):
    def cell(k, u):
        i, j = 1 + k // 32, 1 + k % 32
        v = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
        return u.at[i, j].set(v)
    return lax.fori_loop(0, 4, lambda _, u: lax.fori_loop(0, 1024, cell, u), u)


@kind(((8, 100, 32), f32), ((8, 20), s32))
def ctc(logits, labels):
    lp = jax.nn.log_softmax(logits)
    ext = jnp.zeros((8, 41), s32).at[:, 1::2].set(labels % 31 + 1)
    skip = (ext != 0) & (ext != jnp.pad(ext, ((0, 0), (2, 0)))[:, :-2])
    emit = jnp.take_along_axis(lp, jnp.broadcast_to(ext[:, None], (8, 100, 41)), 2)
    neg = -1e30
    a0 = jnp.full((8, 41), neg).at[:, 0].set(emit[:, 0, 0]).at[:, 1].set(emit[:, 0, 1])
    def step(a, e):
        s1 = jnp.pad(a, ((0, 0), (1, 0)), constant_values=neg)[:, :-1]
        s2 = jnp.where(skip, jnp.pad(a, ((0, 0), (2, 0)), constant_values=neg)[:, :-2], neg)
        m = jnp.maximum(jnp.maximum(a, s1), s2)
        return m + jnp.log(jnp.exp(a - m) + jnp.exp(s1 - m) + jnp.exp(s2 - m)) + e, None
    a, _ = lax.scan(step, a0, jnp.swapaxes(emit[:, 1:], 0, 1))
    return jnp.logaddexp(a[:, -1], a[:, -2])


@kind(((), f32), ((), f32))
def mandelbrot_one(x, y):
    def c(s):
        i, a, b = s
        return (i < 20000) & (a * a + b * b < 4)
    def body(s):
        i, a, b = s
        return i + 1, a * a - b * b + x * 0.1, 2 * a * b + y * 0.1
    return lax.while_loop(c, body, (0, jnp.float32(0), jnp.float32(0)))


@kind(((256,), f32), ((256,), f32))
def mandelbrot_many(x, y):
    def body(i, s):
        a, b, n = s
        inside = a * a + b * b < 4
        return jnp.where(inside, a * a - b * b + x, a), jnp.where(inside, 2 * a * b + y, b), n + inside
    return lax.fori_loop(0, 500, body, (jnp.zeros(256), jnp.zeros(256), jnp.zeros(256, s32)))[2]


@kind(((), s32))
def collatz(n):
    def longest(k, best):
        m = lax.while_loop(lambda s: s[0] != 1, lambda s: (jnp.where(s[0] % 2 == 0, s[0] // 2, 3 * s[0] + 1), s[1] + 1), (k + n, 0))[1]
        return jnp.maximum(best, m)
    return lax.fori_loop(1, 300, longest, 0)


@kind(((), f32))
def newton(x):
    def body(i, z):
        return z - (z * z * z - 2 * z + x * 0.01 - 5) / (3 * z * z - 2)
    return lax.fori_loop(0, 5000, body, jnp.float32(2))


@kind(((256,), f32))
def newton_many(x):
    def c(s):
        z, d, i = s
        return (jnp.max(jnp.abs(d)) > 1e-12) & (i < 200)
    def body(s):
        z, d, i = s
        e = (z * z - jnp.abs(x) - 1) / (2 * z)
        return z - 0.5 * e, e, i + 1
    return lax.while_loop(c, body, (jnp.ones(256), jnp.ones(256), 0))[0]


@kind(((), f32))
def bisection(x):
    def body(i, s):
        lo, hi = s
        mid = (lo + hi) / 2
        big = mid * mid * mid > x + 3
        return jnp.where(big, lo, mid), jnp.where(big, mid, hi)
    return lax.fori_loop(0, 5000, body, (jnp.float32(0), jnp.float32(4)))


@kind(((), u32))
def lcg(x):
    return lax.fori_loop(0, 20000, lambda i, s: s * jnp.uint32(1664525) + jnp.uint32(1013904223), x)


@kind(((2,), u32))
def threefry_loop(key):
    def body(i, s):
        k, a = s
        k, u = jax.random.split(k)
        return k, a + jax.random.uniform(u)
    return lax.fori_loop(0, 300, body, (key, jnp.float32(0)))[1]


@kind(((4096,), f32))
def iir(x):
    def body(s, v):
        a, b = s
        y = v + 0.5 * a - 0.2 * b
        return (y, a), y
    return lax.scan(body, (jnp.float32(0), jnp.float32(0)), x)[1]


@kind(((200, 4), f32), ((4, 4), f32))
def kalman(z, a):
    F = jnp.eye(4) + 0.01 * a; Q = 0.01 * jnp.eye(4); R = 0.1 * jnp.eye(4)
    def body(s, z):
        x, P = s
        x = F @ x; P = F @ P @ F.T + Q
        d = jnp.diagonal(P + R)
        Kg = P / d
        x = x + Kg @ (z - x)
        P = (jnp.eye(4) - Kg) @ P
        return (x, P), x
    return lax.scan(body, (jnp.zeros(4), jnp.eye(4)), z)[1]


@kind(((500,), s32), ((16, 16), f32), ((16, 8), f32))
def hmm(obs, t, e):
    T = jax.nn.softmax(t); E = jax.nn.softmax(e)
    def body(a, o):
        a = (a @ T) * E[:, o]
        s = a.sum()
        return a / s, jnp.log(s)
    return lax.scan(body, jnp.full(16, 1 / 16), obs % 8)[1].sum()


@kind(((50, 4, 32), f32))
def beam(logits):
    def body(s, l):
        sc, n = s
        all_ = (sc[:, None] + l).reshape(-1)
        v, i = lax.top_k(all_, 4)
        return (v, n + i % 32), i
    return lax.scan(body, (jnp.zeros(4), jnp.zeros(4, s32)), logits)[1]


@kind(((1024,), f32), ((256,), f32))
def binary_search(t, q):
    t = jnp.cumsum(jnp.abs(t))
    def one(x):
        def body(_, s):
            lo, hi = s
            m = (lo + hi) // 2
            c = t[m] < x
            return jnp.where(c, m, lo), jnp.where(c, hi, m)
        return lax.fori_loop(0, 10, body, (0, 1024))[0]
    return jax.vmap(one)(jnp.abs(q) * 100)


@kind(((128, 2), f32))
def kmeans(x):
    def body(_, c):
        d = ((x[:, None] - c[None]) ** 2).sum(-1)
        a = jax.nn.one_hot(jnp.argmin(d, 1), 4)
        return (a.T @ x) / (a.sum(0)[:, None] + 1e-6)
    return lax.fori_loop(0, 100, body, x[:4])


@kind(((512,), f32), ((512,), f32), ((512,), f32))
def tridiagonal(a, b, d):
    b = b + 4
    def fwd(s, t):
        cp, dp = s
        ai, bi, ci, di = t
        m = bi - ai * cp
        r = (ci / m, (di - ai * dp) / m)
        return r, r
    _, (cp, dp) = lax.scan(fwd, (jnp.float32(0), jnp.float32(0)), (a, b, a, d))
    def back(x, t):
        c, e = t
        x = e - c * x
        return x, x
    return lax.scan(back, jnp.float32(0), (cp, dp), reverse=True)[1]


@kind(((200,), s32), ((200,), s32), ((200,), f32))
def bellman_ford(u, v, w):
    u, v, w = u % 40, v % 40, jnp.abs(w) + 0.1
    def edge(k, d):
        return d.at[v[k]].min(d[u[k]] + w[k])
    d0 = jnp.full(40, 1e9).at[0].set(0)
    return lax.fori_loop(0, 20, lambda _, d: lax.fori_loop(0, 200, edge, d), d0)


@kind(((40,), s32), ((40,), f32))
def knapsack(w, v):
    w = w % 9 + 1
    idx = jnp.arange(129)
    def item(k, d):
        s = idx - w[k]
        return jnp.where(s >= 0, jnp.maximum(d, d[jnp.maximum(s, 0)] + v[k]), d)
    return lax.fori_loop(0, 40, item, jnp.zeros(129))


@kind(((40,), s32), ((40,), f32))
def knapsack_scalar(w, v):
    w = w % 9 + 1
    def cell(j, s):
        k, d = s
        c = 128 - j
        ok = c >= w[k]
        return k, d.at[c].set(jnp.where(ok, jnp.maximum(d[c], d[jnp.maximum(c - w[k], 0)] + v[k]), d[c]))
    def item(k, d):
        return lax.fori_loop(0, 128, cell, (k, d))[1]
    return lax.fori_loop(0, 40, item, jnp.zeros(129))


@kind(((32, 32), s32))
def life(g):
    def body(_, g):
        n = sum(jnp.roll(g, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
        return ((n == 3) | ((g == 1) & (n == 2))).astype(s32)
    return lax.fori_loop(0, 100, body, (g == 1).astype(s32))


@kind(((32, 8), f32), ((8, 16), f32), ((16, 16), f32))
def rnn_tiny(x, w, u):
    def body(h, t):
        h = jnp.tanh(t @ w + h @ u)
        return h, h
    return lax.scan(body, jnp.zeros(16), x)[1]


@kind(((16,), f32))
def sin_chain(x):
    return lax.fori_loop(0, 1000, lambda i, s: jnp.sin(s) + 0.1 * x, x)


@kind(((), s32), ((64,), s32))
def sieve(n, a):
    def outer(i, s):
        def inner(j, s):
            return s.at[(i * j) % 64].add(1)
        return lax.cond(s[i % 64] < 3, lambda s: lax.fori_loop(2, 20, inner, s), lambda s: s, s)
    return lax.fori_loop(2, 60, outer, a)


@kind(((), f32))
def adam_scalar(x):
    def body(i, s):
        p, m, v = s
        g = 2 * (p - 3) + 0.1 * jnp.sin(p)
        m = 0.9 * m + 0.1 * g; v = 0.999 * v + 0.001 * g * g
        return p - 0.01 * m / (jnp.sqrt(v) + 1e-8), m, v
    return lax.fori_loop(0, 3000, body, (x, jnp.float32(0), jnp.float32(0)))


def write(folder):
    os.makedirs(folder, exist_ok=True)
    for name, (f, args) in kinds.items():
        with open(os.path.join(folder, name + ".mlir"), "w") as file:
            file.write(jax.jit(f).lower(*args).as_text())


def ours(binary, path, loops):
    run = subprocess.run([binary, "run", path, "--devices", "1", "--steps", "40", "--json"], capture_output=True, text=True, check=True,
                         env=dict(os.environ, SHARDSCOPE_LOOPS=loops))
    return json.loads(run.stdout)["step_s"]["min"]


def xla(name):
    f, avals = kinds[name]
    rng = np.random.default_rng(0)
    args = [jnp.asarray(rng.normal(0, .1, a.shape) if a.dtype == f32 else rng.integers(0, 4, a.shape), a.dtype) for a in avals]
    compiled = jax.jit(f).lower(*args).compile()
    times = []
    for _ in range(40):
        begin = time.perf_counter()
        jax.block_until_ready(compiled(*args))
        times.append(time.perf_counter() - begin)
    return min(times)


def main():
    if sys.argv[1] == "--write":
        write(sys.argv[2])
        return
    with tempfile.TemporaryDirectory() as folder:
        write(folder)
        for name in sys.argv[2:] or kinds:
            path = os.path.join(folder, name + ".mlir")
            base = min(xla(name), xla(name))
            by_op, compiled = ours(sys.argv[1], path, "0"), ours(sys.argv[1], path, "1")
            print(f"{name:18} XLA {base * 1e6:9.1f} us   by ops {by_op * 1e6:9.1f}   compiled {compiled * 1e6:9.1f}   ratio {by_op / base:7.2f} {compiled / base:6.2f}", flush=True)


main()
