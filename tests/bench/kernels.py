#!/usr/bin/env python3
"""Writes small JAX programs as StableHLO for 8 devices; each spends its time in one kind of kernel.

    kernels.py OUT        OUT/bench/NAME.mlir, to be measured with any executor of StableHLO; needs `pip install jax`
"""
import os
import sys
from functools import partial

os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"
os.environ.setdefault("JAX_PLATFORMS", "cpu")
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
from jax import lax  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P  # noqa: E402
import numpy as np  # noqa: E402

mesh = Mesh(np.array(jax.devices()).reshape(4, 2), ("x", "y"))
line = Mesh(np.array(jax.devices()), ("i",))
programs = {}


def program(*args, out=None, over=mesh):
    """args: (shape, dtype, spec) of each argument."""
    def wrap(f):
        programs[f.__name__] = (f, args, out, over)
        return f
    return wrap


f32, bf16, s8, u8, s32, u32 = jnp.float32, jnp.bfloat16, jnp.int8, jnp.uint8, jnp.int32, jnp.uint32
fp8 = jnp.float8_e4m3fn


@program(((1024, 1024), s8, P("x", None)), ((1024, 1024), s8, P(None, "y")), out=P("x", "y"))
def int8_dot(a, b):
    return lax.dot(a, b, preferred_element_type=s32)


@program(((1024, 1024), f32, P("x", None)), ((1024, 1024), s8, P(None, "y")), ((1024,), f32, P("y")), out=P("x", "y"))
def int8_quantised(x, w, s):
    top = jnp.max(jnp.abs(x), axis=1, keepdims=True) / 127
    q = jnp.clip(jnp.round(x / top), -127, 127).astype(s8)
    return lax.dot(q, w, preferred_element_type=s32).astype(f32) * top * s


@program(((1024, 1024), f32, P("x", None)), ((1024, 1024), f32, P(None, "y")), out=P("x", "y"))
def fp8_dot(x, w):
    return lax.dot(x.astype(fp8), w.astype(fp8), preferred_element_type=f32)


@program(((1024, 1024), bf16, P("x", None)), ((1024, 1024), bf16, P(None, "y")), out=P("x", "y"))
def fp8_cast(x, w):
    a, b = (x * 4).astype(fp8), (w * 4).astype(jnp.float8_e5m2)
    return (a.astype(bf16) * b.astype(bf16)).astype(fp8).astype(f32)


@program(((8192, 64), f32, P()), ((65536,), s32, P(("x", "y"))), ((65536,), s32, P(("x", "y"))), ((64, 64), f32, P()))
def graph_conv(h, src, dst, w):
    m = (h @ w)[src]
    return jax.nn.relu(jax.ops.segment_sum(m, dst, num_segments=8192))


@program(((8192, 64), f32, P("x", None)), ((65536,), s32, P()), ((65536,), s32, P()), ((65536,), f32, P()))
def graph_conv_nodes(h, src, dst, e):
    return jax.ops.segment_sum(h[src] * e[:, None], dst * 2000, num_segments=8192)


@program(((2,), jnp.uint64, P()), out=(P(), P("x", "y")))
def bits_philox(key):
    return lax.rng_bit_generator(key, (2048, 1024), dtype=u32, algorithm=lax.RandomAlgorithm.RNG_PHILOX)


@program(((2,), jnp.uint64, P()), out=(P(), P("x", "y")))
def bits_threefry(key):
    return lax.rng_bit_generator(key, (2048, 1024), dtype=u32, algorithm=lax.RandomAlgorithm.RNG_THREE_FRY)


@program(((4,), u32, P()), out=P("x", "y"))
def bits_rbg_u8(key):
    return jax.random.bits(jax.random.wrap_key_data(key, impl="rbg"), (1024, 2048), u8)


@program(((2,), u32, P()), out=P("x", "y"))
def random_kinds(key):
    k = jax.random.split(jax.random.wrap_key_data(key, impl="threefry2x32"), 6)
    s = (512, 512)
    return (jax.random.normal(k[0], s) + jax.random.uniform(k[1], s) + jax.random.gumbel(k[2], s) +
            jax.random.bernoulli(k[3], 0.3, s) + jax.random.randint(k[4], s, 0, 10) + jax.random.exponential(k[5], s))


@program(((512, 512), f32, P("x", None)), ((512, 256), f32, P(None, "y")), out=P(None, "y"))
def forward_substitution(a, b):
    l = jnp.tril(a) + 4 * jnp.eye(512)
    def row(x, i):
        r = (b[i] - l[i] @ x) / l[i, i]
        return x.at[i].set(r), None
    return lax.scan(row, jnp.zeros_like(b), jnp.arange(512))[0]


@program(((64, 4096), f32, P("x", None)), out=P("x", None))
def fft_filter(x):
    k = jnp.fft.rfft(x)
    return jnp.fft.irfft(k * jnp.exp(-jnp.arange(k.shape[1]) / 500), n=4096)


@program(((16, 64, 64, 32), f32, P("x", None, None, "y")), out=P("x", None, None, "y"))
def maxpool_grad(x):
    def f(x):
        y = lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
        return jnp.sum(y * y)
    return jax.grad(f)(x)


@program(((16, 64, 64, 32), f32, P("x", None, None, "y")), out=P("x", None, None, "y"))
def maxpool(x):
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


@program(((16, 64, 64, 32), f32, P("x", None, None, "y")), out=P("x", None, None, "y"))
def avgpool_grad(x):
    def f(x):
        y = lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID") / 4
        return jnp.sum(y * y)
    return jax.grad(f)(x)


@program(((1024, 2048), u8, P("x", "y")), ((1024, 2048), u8, P("x", "y")), out=P("x", "y"))
def bits_of_bytes(a, b):
    for i in range(4):
        a = (a << 1 | a >> 7) ^ (b & 0x5a)
        b = lax.population_count(a ^ b) + (b >> 2) | (a << 3)
        a = ~a + b * 3
    return a ^ b


@program(((1024, 1024), f32, P("i", None)), out=P("i", None), over=line)
def halo_by_hand(u):
    @partial(jax.shard_map, mesh=line, in_specs=P("i", None), out_specs=P("i", None))
    def step(u):
        up = lax.ppermute(u[-1:], "i", [(i, (i + 1) % 8) for i in range(8)])
        down = lax.ppermute(u[:1], "i", [(i, (i - 1) % 8) for i in range(8)])
        v = jnp.concatenate([up, u, down])
        left, right = jnp.roll(u, 1, 1), jnp.roll(u, -1, 1)
        return u + 0.1 * (v[:-2] + v[2:] + left + right - 4 * u)
    return lax.fori_loop(0, 8, lambda _, u: step(u), u)


@program(((32, 224, 224, 3), f32, P("x", None, None, None)), ((16, 16, 3, 192), f32, P(None, None, None, "y")), ((196, 192), f32, P(None, "y")),
         out=P("x", None, "y"))
def vit_patches(x, w, pos):
    y = lax.conv_general_dilated(x, w, (16, 16), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return y.reshape(32, 196, 192) + pos


@program(((32, 224, 224, 3), f32, P("x", None, None, None)), ((768, 192), f32, P(None, "y")), ((196, 192), f32, P(None, "y")), out=P("x", None, "y"))
def vit_patches_dot(x, w, pos):
    p = x.reshape(32, 14, 16, 14, 16, 3).transpose(0, 1, 3, 2, 4, 5).reshape(32, 196, 768)
    p = (p - p.mean(-1, keepdims=True)) * lax.rsqrt(p.var(-1, keepdims=True) + 1e-6)
    return p @ w + pos


@program(((2048, 3), f32, P(("x", "y"), None)), ((2048, 3), f32, P(("x", "y"), None)), ((2048,), f32, P(("x", "y"))))
def nbody(x, v, m):
    d = x[None] - x[:, None]
    r2 = jnp.sum(d * d, -1) + 1e-2
    a = jnp.sum(d * (m[None] * lax.rsqrt(r2) ** 3)[..., None], 1)
    v = v + 0.01 * a
    return x + 0.01 * v, v


@program(((4, 256, 16, 64), f32, P(None, "i")), ((4, 256, 16, 64), f32, P(None, "i")), ((4, 256, 16, 64), f32, P(None, "i")), out=P(None, "i"), over=line)
def ulysses(q, k, v):
    @partial(jax.shard_map, mesh=line, in_specs=P(None, "i"), out_specs=P(None, "i"))
    def f(q, k, v):
        q, k, v = (lax.all_to_all(t, "i", 2, 1, tiled=True) for t in (q, k, v))
        s = jnp.einsum("bqhd,bkhd->bhqk", q, k) / 8
        o = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(s, -1), v)
        return lax.all_to_all(o, "i", 1, 2, tiled=True)
    return f(q, k, v)


@program(((4, 8, 1024, 64), f32, P("x", "y")), ((4, 8, 1024, 64), f32, P("x", "y")), ((4, 8, 1024, 64), f32, P("x", "y")), out=P("x", "y"))
def blocked_attention(q, k, v):
    def block(c, kv):
        m, l, o = c
        kb, vb = kv
        s = jnp.einsum("bhqd,bhkd->bhqk", q, kb) / 8
        n = jnp.maximum(m, s.max(-1))
        p = jnp.exp(s - n[..., None])
        a = jnp.exp(m - n)
        return (n, l * a + p.sum(-1), o * a[..., None] + jnp.einsum("bhqk,bhkd->bhqd", p, vb)), None
    cut = lambda t: jnp.moveaxis(t.reshape(4, 8, 8, 128, 64), 2, 0)
    m = jnp.full((4, 8, 1024), -1e30, f32)
    (m, l, o), _ = lax.scan(block, (m, jnp.zeros_like(m), jnp.zeros_like(q)), (cut(k), cut(v)))
    return o / l[..., None]


@program(((1024, 2048), f32, P("x", "y")), ((1024, 2048), f32, P("x", "y")), out=P("x", "y"))
def chain(x, y):
    for i in range(6):
        x = jnp.tanh(x * 0.5 + y) * jnp.exp(-x * x) + lax.rsqrt(1 + y * y)
        y = jnp.where(x > y, x - y, x * y + 0.25)
    return x + y


@program(((2048, 1024), f32, P("x", "y")), ((2,), u32, P()), out=P("x", "y"))
def dropout(x, key):
    k = jax.random.wrap_key_data(key, impl="threefry2x32")
    keep = jax.random.bernoulli(k, 0.9, x.shape)
    return jnp.where(keep, jax.nn.gelu(x) / 0.9, 0)


@program(((8, 512, 512), f32, P("x", None, "y")), out=P("x", None, "y"))
def iota_masks(s):
    i, j = lax.broadcasted_iota(s32, s.shape, 1), lax.broadcasted_iota(s32, s.shape, 2)
    causal, window = i >= j, (i - j < 128) & (j % 64 != 0)
    return jnp.where(causal & window, s, -1e9) + jnp.where(i == j, 1.0, 0.0)


@program(((1024, 4096), f32, P("x", "y")), out=P("x", "y"))
def cumulative(x):
    return jnp.cumsum(x, axis=1) + jnp.cumsum(x, axis=0)


@program(((256, 4096), f32, P("x", None)), out=P("x", None))
def cumlogsumexp(x):
    return lax.cumlogsumexp(x, axis=1) + lax.cummax(x, axis=1)


@program(((64, 8192), f32, P("x", None)), out=P("x", None))
def argsort(x):
    return jnp.argsort(x, axis=1)


@program(((256, 8192), f32, P("x", None)), out=(P("x", None), P("x", None)))
def top_k(x):
    return tuple(lax.top_k(x, 32))


@program(((65536, 64), f32, P(("x", "y"), None)), ((65536,), s32, P(("x", "y"))), out=P())
def segment_sum(x, ids):
    return jax.ops.segment_sum(x, ids, num_segments=1024)


@program(((16, 64, 64, 64), f32, P("x", None, None, "y")), ((3, 3, 1, 64), f32, P(None, None, None, "y")), out=P("x", None, None, "y"))
def conv_depthwise(x, w):
    return lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"), feature_group_count=64)


@program(((16, 64, 64, 32), f32, P("x", None, None, None)), ((3, 3, 32, 32), f32, P(None, None, None, "y")), out=P("x", None, None, "y"))
def conv_dilated(x, w):
    return lax.conv_general_dilated(x, w, (1, 1), "SAME", rhs_dilation=(2, 2), dimension_numbers=("NHWC", "HWIO", "NHWC"))


@program(((16, 32, 32, 32), f32, P("x", None, None, None)), ((4, 4, 32, 32), f32, P(None, None, None, "y")), out=P("x", None, None, "y"))
def conv_transposed(x, w):
    return lax.conv_transpose(x, w, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


@program(((16, 64, 64, 64), f32, P("x", None, None, None)), ((3, 3, 16, 64), f32, P(None, None, None, "y")), out=P("x", None, None, "y"))
def conv_grouped(x, w):
    return lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"), feature_group_count=4)


@program(((32, 4096, 32), f32, P("x", "y", None)), ((4, 32), f32, P()), out=P("x", "y", None))
def conv_causal_1d(x, w):
    return lax.conv_general_dilated(x, w[:, None, :], (1,), [(3, 0)], dimension_numbers=("NWC", "WIO", "NWC"), feature_group_count=32)


@program(((8, 16, 32, 32, 16), f32, P("x", "y", None, None, None)), ((3, 3, 3, 16, 16), f32, P()), out=P("x", "y", None, None, None))
def conv_3d(x, w):
    return lax.conv_general_dilated(x, w, (1, 1, 1), "SAME", dimension_numbers=("NDHWC", "DHWIO", "NDHWC"))


@program(((1024, 4096), f32, P("x", None)), ((1024, 512), s32, P("x", None)), out=P("x", None))
def take_along_axis(x, i):
    return jnp.take_along_axis(x, i % 4096, axis=1)


@program(((16, 24, 32, 40), f32, P("x", None, None, "y")), ((40, 24, 16, 20), f32, P("y", None, "x", None)), out=P(None, "x"))
def einsum_odd(a, b):
    return jnp.einsum("abcd,dbae->ce", a, b) + jnp.einsum("abcd,dbae->ec", a, b)[:1, :1]


@program(((8192, 8, 8), f32, P(("x", "y"))), ((8192, 8, 8), f32, P(("x", "y"))), out=P(("x", "y")))
def small_matmuls(a, b):
    return jnp.einsum("bij,bjk->bik", jnp.einsum("bij,bjk->bik", a, b), a)


@program(((2048, 2048), bf16, P("x", "y")), ((2048, 2048), bf16, P("x", "y")), out=P("x", "y"))
def bf16_chain(x, y):
    for _ in range(3):
        x = jax.nn.gelu(x * y + x) - jnp.tanh(y) * x
    return x


@program(((2048, 2048), bf16, P("x", None)), ((2048,), bf16, P()), out=P("x", None))
def bf16_norm(x, g):
    h = x.astype(f32)
    h = h * lax.rsqrt(jnp.mean(h * h, axis=1, keepdims=True) + 1e-6)
    return jax.nn.softmax((h.astype(bf16) * g), axis=1)


@program(((2048, 2048), s32, P("x", "y")), ((2048, 2048), s32, P("x", "y")), out=P("x", "y"))
def int_arithmetic(a, b):
    c = a * 1103515245 + b
    c = jnp.where((c & 7) > 3, c // 13, c % 97) ^ (a << 3)
    return jnp.abs(c) // (jnp.abs(b) + 1) + lax.shift_right_logical(c, 5)


@program(((1024, 1024), f32, P("x", None)), out=P("x", None), over=mesh)
def stencil(u):
    for _ in range(4):
        u = (jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 1)) * 0.2 + u * 0.2
    return u


@program(((65536,), s32, P(("x", "y"))), out=P())
def bincount(x):
    return jnp.bincount(x % 256, length=256)


@program(((65536,), f32, P(("x", "y"))), ((4096,), f32, P()), out=P(("x", "y")))
def searchsorted(x, edges):
    return jnp.searchsorted(jnp.sort(edges), x)


@program(((16384,), s32, P(("x", "y"))), ((512, 64), f32, P(None, "y")), out=P("x", "y"))
def one_hot_dot(ids, table):
    return jax.nn.one_hot(ids % 512, 512, dtype=f32) @ table


@program(((4096, 512), f32, P("x", None)), ((16384,), s32, P("x")), out=P("x", None))
def gather_rows(table, ids):
    return table[ids % 4096]


@program(((4096, 256), f32, P(None, "y")), ((8192,), s32, P()), ((8192, 256), f32, P(None, "y")), out=P(None, "y"))
def scatter_rows(table, ids, rows):
    return table.at[ids % 4096].set(rows).at[ids % 1024].max(rows)


@program(((32, 128, 64), f32, P("x", None, None)), ((64, 256), f32, P()), ((64, 256), f32, P()), out=P("x", None, None))
def lstm(x, w, u):
    def cell(s, v):
        h, c = s
        i, f, g, o = jnp.split(v @ w + h @ u, 4, axis=-1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h
    z = jnp.zeros((32, 64), f32)
    return jnp.swapaxes(lax.scan(cell, (z, z), jnp.swapaxes(x, 0, 1))[1], 0, 1)


@program(((16, 4096, 64), f32, P("x", None, "y")), ((16, 4096, 64), f32, P("x", None, "y")), out=P("x", None, "y"))
def linear_recurrence(a, b):
    def join(p, q):
        return p[0] * q[0], p[1] * q[0] + q[1]
    return lax.associative_scan(join, (jax.nn.sigmoid(a), b), axis=1)[1]


@program(((512, 512), jnp.complex64, P("x", "y")), ((512, 512), jnp.complex64, P("x", "y")), out=P("x", "y"))
def complex_chain(a, b):
    c = a * b + jnp.conj(a)
    return c / (jnp.abs(b) + 1) + jnp.exp(c * 0.1j)


@program(((64, 64, 64), f32, P("x")), out=P("x"))
def cholesky(a):
    s = a @ jnp.swapaxes(a, 1, 2) + 64 * jnp.eye(64)
    return lax.linalg.cholesky(s)


@program(((8, 256, 256, 4), f32, P("x")), out=P("x"))
def resize(x):
    return jax.image.resize(x, (8, 384, 384, 4), "bilinear")


@program(((1024, 4096), f32, P("x", "y")), out=(P("x"), P("x")))
def argmax_var(x):
    return jnp.argmax(x, axis=1), jnp.var(x, axis=1)


@program(((1024, 1024), f32, P("x", "y")), out=P("y", "x"))
def transposes(x):
    y = x.reshape(32, 32, 64, 16).transpose(2, 0, 3, 1).reshape(1024, 1024)
    return (y + x).T


@program(((4, 8, 512, 64), bf16, P("x", "y")), ((4, 8, 512, 64), bf16, P("x", "y")), ((4, 8, 512, 64), bf16, P("x", "y")), out=P("x", "y"))
def bf16_attention(q, k, v):
    s = jnp.einsum("bhqd,bhkd->bhqk", q, k, preferred_element_type=f32) * 0.125
    i = jnp.arange(512)
    p = jax.nn.softmax(jnp.where(i[:, None] >= i, s, -1e9), axis=-1)
    return jnp.einsum("bhqk,bhkd->bhqd", p.astype(bf16), v)


@program(((8192, 512), f32, P("x", "y")), ((8192,), s32, P("x")), out=P())
def cross_entropy(logits, labels):
    return jnp.mean(jax.nn.logsumexp(logits, axis=1) - jnp.take_along_axis(logits, (labels % 512)[:, None], axis=1)[:, 0])


@program(((2048, 512), f32, P(("x", "y"))), ((2048, 512), f32, P()), out=P(("x", "y")))
def distances(a, b):
    d = jnp.sum(a * a, 1)[:, None] - 2 * a @ b.T + jnp.sum(b * b, 1)
    return jnp.argmin(d, axis=1)


@program(((32, 128, 64), f32, P("x", None, None)), ((64, 192), f32, P()), ((64, 192), f32, P()), out=P("x", None, None))
def gru(x, w, u):
    def cell(h, v):
        (a, b, c), (d, e, f) = jnp.split(v @ w, 3, axis=-1), jnp.split(h @ u, 3, axis=-1)
        z = jax.nn.sigmoid(b + e)
        h = (1 - z) * jnp.tanh(c + jax.nn.sigmoid(a + d) * f) + z * h
        return h, h
    return jnp.swapaxes(lax.scan(cell, jnp.zeros((32, 64), f32), jnp.swapaxes(x, 0, 1))[1], 0, 1)


@program(((16384,), s32, P(("x", "y"))), ((4096, 128), f32, P(None, "y")), ((128, 64), f32, P("y", None)), out=P(None, "y"))
def embedding_gradient(ids, table, w):
    return jax.grad(lambda t: jnp.sum(jnp.tanh(t[ids % 4096] @ w)))(table)


@program(((2048, 128), f32, P("x", None)), ((128, 8), f32, P()), ((8, 128, 256), f32, P("y")), ((8, 256, 128), f32, P("y")), out=P("x", None))
def moe_routing(x, router, up, down):
    gate, expert = lax.top_k(jax.nn.softmax(x @ router), 2)
    share = jnp.sum(jax.nn.one_hot(expert, 8, dtype=f32) * gate[..., None], axis=1)
    return jnp.einsum("te,etd->td", share, jnp.einsum("etf,efd->etd", jax.nn.gelu(jnp.einsum("td,edf->etf", x, up)), down))


@program(((4096, 512), f32, P("x", None)), ((512,), f32, P()), ((512,), f32, P()), out=P("x", None))
def layer_norm_gradient(x, g, b):
    def norm(x):
        d = x - jnp.mean(x, axis=1, keepdims=True)
        return jnp.sum(jnp.sin(d * lax.rsqrt(jnp.mean(d * d, axis=1, keepdims=True) + 1e-5) * g + b))
    return jax.grad(norm)(x)


@program(((8, 32, 32, 64), f32, P("x")), ((3, 3, 64, 64), f32, P()), ((3, 3, 64, 64), f32, P()), out=P("x"))
def diffusion_block(x, w, v):
    def part(h, k):
        g = h.reshape(8, 32, 32, 8, 8)
        g = (g - jnp.mean(g, axis=(1, 2, 4), keepdims=True)) * lax.rsqrt(jnp.var(g, axis=(1, 2, 4), keepdims=True) + 1e-5)
        return lax.conv_general_dilated(jax.nn.silu(g.reshape(h.shape)), k, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return x + part(part(x, w), v)


@program(*[((1024, 1024), f32, P("x", "y"))] * 4, out=(P("x", "y"),) * 3)
def adam(w, g, m, v):
    m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
    return w - 1e-3 * (m / 0.1 / (jnp.sqrt(jnp.abs(v) / 0.001) + 1e-8) + 0.01 * w), m, v


@program(((1024, 1024), f32, P("x", "y")), ((1024, 1024), f32, P("x", "y")), out=P("x", "y"))
def adafactor(w, g):
    s = g * g + 1e-30
    row, column = jnp.mean(s, axis=1), jnp.mean(s, axis=0)
    u = g * lax.rsqrt(row / jnp.mean(row))[:, None] * lax.rsqrt(column)
    return w - 1e-2 * u / jnp.maximum(1.0, jnp.sqrt(jnp.mean(u * u)))


@program(((512, 512), f32, P("x", "y")), out=P("x", "y"))
def muon(g):
    x = g / (jnp.linalg.norm(g) + 1e-7)
    for _ in range(5):
        a = x @ x.T
        x = 3.4445 * x + (-4.775 * a + 2.0315 * a @ a) @ x
    return x


@program(((262144,), f32, P(("x", "y"))), out=P(("x", "y")))
def special_functions(x):
    y = jnp.abs(x) + 0.5
    return lax.lgamma(y) + lax.digamma(y) + lax.erf_inv(jnp.tanh(x)) + jax.scipy.special.i0e(x) + lax.erfc(x)


@program(((64, 4096), f32, P(("x", "y"))), ((64, 4096), s32, P(("x", "y"))), out=(P(("x", "y")),) * 2)
def sort_two(keys, values):
    return lax.sort((keys, values), dimension=1, num_keys=2)


@program(((1024, 1024), jnp.float16, P("x", None)), ((1024, 1024), jnp.float16, P(None, "y")), out=P("x", "y"))
def f16_dot(a, b):
    return jax.nn.gelu(a @ b)


rows = P(("x", "y"))


@program(((64, 64, 64, 3), f32, rows), ((64,), f32, rows), out=rows)
def rotate(images, angles):
    def turned(image, t):
        y, x = jnp.mgrid[:64, :64].astype(f32) - 31.5
        at = jnp.stack([jnp.cos(t) * y - jnp.sin(t) * x + 31.5, jnp.sin(t) * y + jnp.cos(t) * x + 31.5])
        return jax.vmap(lambda c: jax.scipy.ndimage.map_coordinates(c, at, 1, mode="nearest"), -1, -1)(image)
    return jax.vmap(turned)(images, angles)


@program(((64, 64, 64, 3), f32, rows), ((64, 2), f32, rows), ((64,), jnp.bool_, rows), out=rows)
def augment(images, offsets, flip):
    images = jnp.where(flip[:, None, None, None], images[:, :, ::-1], images)

    def crop(image, o):
        padded = jnp.pad(image, ((4, 4), (4, 4), (0, 0)), mode="reflect")
        return lax.dynamic_slice(padded, (jnp.int32(o[0] * 8), jnp.int32(o[1] * 8), 0), (64, 64, 3))
    images = jax.vmap(crop)(images, offsets)
    m = images.mean((1, 2), keepdims=True)
    return jnp.clip((images - m) * 1.3 + m, 0, 1)


@program(((256, 256, 64), f32, P("x", "y", None)), out=P("x", "y", None))
def sweeps(u):
    def sweep(_, u):
        v, h = jnp.pad(u, ((1, 1), (0, 0), (0, 0))), jnp.pad(u, ((0, 0), (1, 1), (0, 0)))
        return 0.25 * (v[2:] + v[:-2] + h[:, 2:] + h[:, :-2])
    return lax.fori_loop(0, 4, sweep, u)


@program(((4096, 3), f32, rows), out=rows)
def runge_kutta(y):
    def f(y):
        return jnp.stack([10 * (y[:, 1] - y[:, 0]), y[:, 0] * (28 - y[:, 2]) - y[:, 1], y[:, 0] * y[:, 1] - 8 / 3 * y[:, 2]], 1)

    def step(_, y):
        a = f(y)
        b = f(y + 0.005 * a)
        c = f(y + 0.005 * b)
        return y + 0.01 / 6 * (a + 2 * b + 2 * c + f(y + 0.01 * c))
    return lax.fori_loop(0, 50, step, y)


@program(((64, 32), s32, rows), ((64, 32), s32, rows), out=rows)
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


@program(((256, 2048), bf16, rows), ((2048, 1024), u8, P()), ((16, 2048), bf16, P()), out=rows)
def weights_of_4_bits(x, w, s):
    q = jnp.stack([(w & 15).astype(s8) - 8, (w >> 4).astype(s8) - 8], -1).reshape(16, 128, 2048).astype(bf16)
    return x @ (q * s[:, None]).reshape(2048, 2048)


@program(((262144,), f32, rows), out=P())
def histogram(x):
    return jnp.histogram(x, 64, (-1, 1))[0]


@program(((16, 8, 256, 256), bf16, rows), ((16, 256), jnp.bool_, rows), out=rows)
def masked_softmax(scores, mask):
    return jax.nn.softmax(jnp.where(mask[:, None, None], scores, jnp.asarray(-1e4, bf16)), -1)


@program(((256, 32768), jnp.float16, rows), out=rows)
def logsumexp_f16(x):
    return jax.nn.logsumexp(x, axis=-1)


@program(((1024, 64), f32, rows), ((1024, 64), f32, P()), out=rows)
def nearest_l1(a, b):
    return jnp.abs(a[:, None] - b[None]).sum(-1).min(1)


@program(((1024, 8192), jnp.bool_, rows), out=(rows, rows))
def pack_bits(x):
    w = (x.reshape(1024, 256, 32).astype(u32) << jnp.arange(32, dtype=u32)).sum(-1, dtype=u32)
    return w, lax.population_count(w).sum(1)


@program(((512, 64, 64), f32, rows), out=rows)
def power_iterations(a):
    def step(_, v):
        w = jnp.einsum("bij,bj->bi", a, v)
        return w / jnp.linalg.norm(w, axis=1, keepdims=True)
    return lax.fori_loop(0, 20, step, jnp.ones((512, 64), f32))


@program(((64, 224, 224, 3), u8, rows), out=rows)
def image_batch(x):
    y = (x[:, :, ::-1].astype(f32) / 255 - jnp.array([.485, .456, .406])) / jnp.array([.229, .224, .225])
    return jnp.transpose(y, (0, 3, 1, 2)).astype(bf16)


@program(((262144,), s32, P(("x", "y"))), out=(P(), P()))
def weighted_counts(x):
    return jnp.bincount(x & 255, weights=x.astype(f32), length=256), jnp.bincount((x * 7) & 63, length=64)


@program(((256, 64), f32, rows), ((50, 64), f32, P()))
def soft_dtw(a, b):
    def row(above, d):
        def cell(left, t):
            v = t[0] - jnp.logaddexp(jnp.logaddexp(-left, -t[1]), -t[2])
            return v, v
        r = lax.scan(cell, jnp.float32(1e3), (d, above[1:], above[:-1]))[1]
        return jnp.concatenate([jnp.full((1,), 1e3, f32), r]), r[-1]
    return lax.scan(row, jnp.zeros((51,), f32), ((a[:, None] - b[None]) ** 2).sum(-1))[1]


@program(((8, 256, 64), f32, rows), ((64, 16), f32, P()), ((64, 64), f32, P()))
def selective_scan(x, wb, wd):
    dt, b = jax.nn.softplus(x @ wd), x @ wb

    def step(h, t):
        x, dt, b = t
        h = jnp.exp(-dt)[..., None] * h + (dt * x)[..., None] * b[:, None, :]
        return h, (h * b[:, None, :]).sum(-1)
    return lax.scan(step, jnp.zeros((8, 64, 16), f32), (x.swapaxes(0, 1), dt.swapaxes(0, 1), b.swapaxes(0, 1)))[1]


@program(((8, 64, 64), f32, rows), ((8, 64), f32, rows))
def kalman_filters(f, z):
    def step(c, z):
        x, p = c
        x, p = jnp.einsum("bij,bj->bi", f, x) * 0.1, f @ p @ f.swapaxes(1, 2) * 0.01 + 0.1 * jnp.eye(64)
        k = p[:, :, 0] / (p[:, 0, 0] + 1)[:, None]
        return (x + k * (z - x[:, 0])[:, None], p - k[:, :, None] * p[:, None, 0]), x[:, 0]
    return lax.scan(step, (jnp.zeros((8, 64), f32), jnp.broadcast_to(jnp.eye(64, dtype=f32), (8, 64, 64))), z.T)[1]


@program(((4, 1024, 512), f32, P("x")), ((512, 1408), f32, P(None, "y")), ((512, 1408), f32, P(None, "y")), ((1408, 512), f32, P("y", None)), out=P("x"))
def swiglu(x, gate, up, down):
    return (jax.nn.silu(x @ gate) * (x @ up)) @ down


@program(((16, 200, 200, 4), u8, rows), out=rows)
def blend_rgba(x):
    a = x[..., 3:].astype(f32) / 255
    return (x[..., :3] * a + (1 - a) * 128).astype(u8)


@program(((32, 180, 181, 3), u8, rows), out=rows)
def grey_histograms(x):
    grey = (x.astype(s32) * jnp.array([77, 150, 29], s32)).sum(-1, dtype=s32) >> 8
    return jax.vmap(lambda i: jnp.zeros(256, s32).at[i.reshape(-1)].add(1))(grey)


@program(((16, 100, 100, 3), u8, rows), out=rows)
def quarter_turn(x):
    return jnp.rot90(x, 1, (1, 2))[..., ::-1]


@program(((64, 1000), jnp.complex64, rows), out=rows)
def correlate_odd(x):
    return jnp.fft.ifft(jnp.fft.fft(x) * jnp.conj(jnp.fft.fft(x[:, ::-1])))


@program(((64, 100, 20), f32, rows), ((20, 20), f32, P()), out=rows)
def viterbi(e, t):
    def step(a, x):
        s = a[:, :, None] + t
        return s.max(1) + x, s.argmax(1)
    a, b = lax.scan(step, e[:, 0], jnp.moveaxis(e[:, 1:], 1, 0))
    def back(k, p):
        k = jnp.take_along_axis(p, k[:, None], 1)[:, 0]
        return k, k
    return lax.scan(back, a.argmax(-1), b, reverse=True)[1].T


@program(((16384, 3), f32, rows), out=rows)
def lorenz_points(y):
    def f(y):
        a, b, c = y[:, 0], y[:, 1], y[:, 2]
        return jnp.stack([10 * (b - a), a * (28 - c) - b, a * b - 8 / 3 * c], 1)
    def step(_, y):
        a = f(y)
        b = f(y + 0.005 * a)
        c = f(y + 0.005 * b)
        return y + 0.01 / 6 * (a + 2 * b + 2 * c + f(y + 0.01 * c))
    return lax.fori_loop(0, 10, step, y)


@program(((8192, 16), f32, rows), ((100, 16), f32, P()))
def nearest_centres(x, c):
    d = (x ** 2).sum(1)[:, None] - 2 * x @ c.T + (c ** 2).sum(1)
    return d.argmin(1), d.min(1)


@program(((32, 128, 8, 32), f32, rows), out=rows)
def rotary(x):
    p = jnp.arange(128)[:, None] / (10000 ** (jnp.arange(16) / 16))
    c, s = jnp.cos(p)[:, None], jnp.sin(p)[:, None]
    a, b = jnp.split(x, 2, -1)
    return jnp.concatenate([a * c - b * s, a * s + b * c], -1)


@program(((1000, 32), f32, P()), ((128, 64), s32, rows), ((128, 64), f32, rows))
def bag_gradient(t, i, g):
    return jax.grad(lambda t: ((t[i] * g[..., None]).sum(1) ** 2).sum())(t)


def main():
    out = os.path.join(sys.argv[1], "bench")
    os.makedirs(out, exist_ok=True)
    for name, (f, args, res, over) in programs.items():
        put = lambda s: NamedSharding(over, s)
        avals = [jax.ShapeDtypeStruct(s, d) for s, d, _ in args]
        kw = {"out_shardings": jax.tree.map(put, res, is_leaf=lambda x: isinstance(x, P))} if res is not None else {}
        with jax.enable_x64(name.startswith("bits_philox") or name.startswith("bits_threefry")):
            low = jax.jit(f, in_shardings=tuple(put(s) for _, _, s in args), **kw).lower(*avals)
        with open(os.path.join(out, name + ".mlir"), "w") as file:
            file.write(low.as_text(debug_info=True))


main()
