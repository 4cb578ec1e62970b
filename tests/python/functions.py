#!/usr/bin/env python3
"""Functions of JAX on the platform "shardscope" against the platform "cpu": a line for each that differs, and "N of M".

Needs JAX_PLATFORMS=shardscope,cpu. Those with a tolerance of their own are in LOOSE.
"""
import sys

import jax
import jax.numpy as jnp
import jax.scipy as jsp
import numpy as np
from jax import lax

ours, cpu = jax.devices("shardscope")[0], jax.devices("cpu")[0]
rng = np.random.RandomState(0)
A = rng.randn(6, 6).astype(np.float32)
B = rng.randn(6, 6).astype(np.float32)
v = rng.randn(6).astype(np.float32)
I = rng.randint(0, 6, (6,)).astype(np.int32)
S = A @ A.T + 6 * np.eye(6, dtype=np.float32)
img = rng.randn(2, 8, 8, 3).astype(np.float32)
ker = rng.randn(3, 3, 3, 4).astype(np.float32)

UNARY = """sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh exp exp2 expm1 log1p abs sign floor ceil rint square sqrt cbrt
reciprocal sum prod mean std var max min argmax argmin cumsum cumprod sort argsort flip ravel transpose isnan isfinite trunc degrees
radians median ptp nanmean logical_not diff sinc i0""".split()
BINARY = """add subtract multiply divide power maximum minimum arctan2 hypot fmod mod floor_divide logaddexp matmul dot outer kron cross
greater equal copysign nextafter inner tensordot""".split()
CASES = {f"jnp.{n}": (getattr(jnp, n), (np.clip(A, -0.9, 0.9) if n in ("arcsin", "arccos") else A,)) for n in UNARY}
CASES |= {f"jnp.{n}": (getattr(jnp, n), (A[:, :3], B[:, :3]) if n == "cross" else (np.abs(A) if n == "power" else A, B)) for n in BINARY}
CASES |= {
    "take": (lambda a, i: jnp.take(a, i, axis=0), (A, I)),
    "gather": (lambda a, i: a[i, i], (A, I)),
    "scatter": (lambda a, i, v: a.at[i].add(v), (v, I, v)),
    "set": (lambda a: a.at[1:3, 2].set(0.0), (A,)),
    "einsum": (lambda a, b: jnp.einsum("ij,kj->ik", a, b), (A, B)),
    "where": (lambda a, b: jnp.where(a > 0, a, b), (A, B)),
    "concat": (lambda a, b: jnp.concatenate([a, b], 1), (A, B)),
    "pad": (lambda a: jnp.pad(a, ((1, 2), (0, 1))), (A,)),
    "conv": (lambda x, k: lax.conv_general_dilated(x, k, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")), (img, ker)),
    "maxpool": (lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"), (img,)),
    "gradpool": (lambda x: jax.grad(lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID").sum())(x), (img,)),
    "softmax": (jax.nn.softmax, (A,)),
    "gelu": (jax.nn.gelu, (A,)),
    "logsumexp": (lambda a: jsp.special.logsumexp(a, 1), (A,)),
    "erf": (jsp.special.erf, (A,)),
    "gammaln": (jsp.special.gammaln, (np.abs(A) + 0.1,)),
    "digamma": (jsp.special.digamma, (np.abs(A) + 0.1,)),
    "betainc": (jsp.special.betainc, (np.abs(A) + 0.1, np.abs(B) + 0.1, np.full((6, 6), 0.3, np.float32))),
    "erfinv": (jsp.special.erfinv, (np.clip(A, -0.9, 0.9),)),
    "top_k": (lambda a: lax.top_k(a, 3), (A,)),
    "sort_kv": (lambda a, b: lax.sort((a, b), num_keys=1), (A, B)),
    "scan": (lambda a: lax.scan(lambda c, x: (c + x, c * x), jnp.zeros(6), a), (A,)),
    "while": (lambda a: lax.while_loop(lambda c: c[0] < 5, lambda c: (c[0] + 1, c[1] * 1.1), (0, a)), (A,)),
    "cond": (lambda a: lax.cond(a.sum() > 0, lambda x: x + 1, lambda x: x - 1, a), (A,)),
    "switch": (lambda a: lax.switch(2, [jnp.sin, jnp.cos, jnp.tan], a), (A,)),
    "fori": (lambda a: lax.fori_loop(0, 4, lambda i, c: c @ c * 0.1, a), (A,)),
    "cholesky": (jnp.linalg.cholesky, (S,)),
    "solve": (lambda a, b: jnp.linalg.solve(a, b), (S, B)),
    "inv": (jnp.linalg.inv, (S,)),
    "det": (jnp.linalg.det, (S,)),
    "qr": (lambda a: jnp.abs(jnp.linalg.qr(a)[1]), (A,)),
    "svd": (lambda a: jnp.linalg.svd(a)[1], (A,)),
    "eigh": (lambda a: jnp.linalg.eigh(a)[0], (S,)),
    "eigvals": (lambda a: jnp.sort(jnp.abs(jnp.linalg.eigvals(a))), (S,)),
    "triangular": (lambda a, b: lax.linalg.triangular_solve(a, b, left_side=True, lower=True), (S, B)),
    "lu": (lambda a: jsp.linalg.lu(a)[2], (S,)),
    "schur": (lambda a: jnp.abs(jnp.diag(lax.linalg.schur(a)[0])), (S,)),
    "lstsq": (lambda a, b: jnp.linalg.lstsq(a, b)[0], (S, v)),
    "pinv": (jnp.linalg.pinv, (S,)),
    "matrix_rank": (jnp.linalg.matrix_rank, (S,)),
    "expm": (jsp.linalg.expm, (A * 0.1,)),
    "fft": (jnp.fft.fft, (A,)),
    "rfft": (jnp.fft.rfft, (A,)),
    "irfft": (jnp.fft.irfft, (A[:, :4] + 0j,)),
    "fft2": (jnp.fft.fft2, (A,)),
    "rand_normal": (lambda: jax.random.normal(jax.random.key(1), (4, 4)), ()),
    "rand_uniform": (lambda: jax.random.uniform(jax.random.key(1), (4, 4)), ()),
    "rand_perm": (lambda: jax.random.permutation(jax.random.key(1), 10), ()),
    "rand_choice": (lambda: jax.random.choice(jax.random.key(1), 10, (4,), replace=False), ()),
    "rand_cat": (lambda a: jax.random.categorical(jax.random.key(1), a), (A,)),
    "rand_gamma": (lambda: jax.random.gamma(jax.random.key(1), 2.0, (4,)), ()),
    "rand_poisson": (lambda: jax.random.poisson(jax.random.key(1), 2.0, (4,)), ()),
    "rbg": (lambda: jax.random.bits(jax.random.key(1, impl="rbg"), (4,)), ()),
    "rand_trunc": (lambda: jax.random.truncated_normal(jax.random.key(1), -1, 1, (4,)), ()),
    "multinormal": (lambda s: jax.random.multivariate_normal(jax.random.key(1), jnp.zeros(6), s), (S,)),
    "expm1_complex": (lambda a, b: jnp.log10(jnp.abs(jnp.expm1((a + 1j * b) * 1e-4))), (A, B)),  # near zero, where digits cancel
    "bf16dot": (lambda a, b: (a.astype(jnp.bfloat16) @ b.astype(jnp.bfloat16)).astype(jnp.float32), (A, B)),
    "f16": (lambda a: a.astype(jnp.float16) * 2, (A,)),
    "f8": (lambda a: a.astype(jnp.float8_e4m3fn).astype(jnp.float32), (A,)),
    "int4": (lambda i: i.astype(jnp.int4).astype(jnp.int32) * 2, (I,)),
    "int8dot": (lambda i: lax.dot(i.astype(jnp.int8), i.astype(jnp.int8), preferred_element_type=jnp.int32), (I,)),
    "complex": (lambda a, b: (a + 1j * b) * (b - 1j * a), (A, B)),
    "bits": (lambda i: i << 2 | i >> 1 ^ lax.population_count(i), (I,)),
    "bool": (lambda a: jnp.any(a > 0, axis=1), (A,)),
    "vmap": (lambda a: jax.vmap(lambda r: r @ r)(a), (A,)),
    "jacfwd": (lambda v: jax.jacfwd(lambda x: jnp.sin(x) * x.sum())(v), (v,)),
    "hessian": (lambda v: jax.hessian(lambda x: (x ** 3).sum())(v), (v,)),
    "checkpoint": (lambda a: jax.grad(lambda x: jax.checkpoint(lambda y: jnp.sin(jnp.sin(y)))(x).sum())(a), (A,)),
    "custom_vjp": (jax.nn.relu, (A,)),
    "searchsorted": (lambda a, b: jnp.searchsorted(jnp.sort(a), b), (v, v)),
    "histogram": (lambda a: jnp.histogram(a, 4)[0], (v,)),
    "interp": (lambda a: jnp.interp(a, jnp.arange(6.0), a), (v,)),
    "convolve": (lambda a: jnp.convolve(a, a), (v,)),
    "cov": (jnp.cov, (A,)),
    "polyfit": (lambda a: jnp.polyval(a, a), (v,)),
    "segment_sum": (lambda a, i: jax.ops.segment_sum(a, i, 6), (v, I)),
    "one_hot": (lambda i: jax.nn.one_hot(i, 6), (I,)),
    "assoc_scan": (lambda a: lax.associative_scan(jnp.add, a), (A,)),
    "cummax": (lambda a: lax.cummax(a, 0), (A,)),
    "dyn_slice": (lambda a, i: lax.dynamic_slice(a, (i[0], 0), (2, 3)), (A, I)),
    "dyn_update": (lambda a, i: lax.dynamic_update_slice(a, a[:2, :2], (i[0], 0)), (A, I)),
    "rev": (lambda a: lax.rev(a, (0,)), (A,)),
    "clamp": (lambda a: lax.clamp(-0.5, a, 0.5), (A,)),
    "bitcast": (lambda a: lax.bitcast_convert_type(a, jnp.int32), (A,)),
    "iota": (lambda: lax.broadcasted_iota(jnp.int32, (3, 4), 1), ()),
    "reduce_prec": (lambda a: lax.reduce_precision(a, 5, 7), (A,)),
    "attention": (lambda q: jax.nn.dot_product_attention(q, q, q), (img,)),
    "ragged_dot": (lambda a, b: lax.ragged_dot(a, jnp.stack([b, b]), jnp.array([2, 4])), (A, B)),
    "approx_top_k": (lambda a: lax.approx_max_k(a, 2)[0], (A,)),
    "zero_size": (lambda a: a[:0], (A,)),
    "scalar": (lambda a: a[0, 0], (A,)),
    "empty_out": (lambda a: (), (A,)),
    "tri": (lambda a: jnp.tril(a), (A,)),
    "roll": (lambda a: jnp.roll(a, 2, 0), (A,)),
    "nonzero": (lambda a: jnp.nonzero(a, size=4), (A,)),
}


LOOSE = {"bf16dot": 2.0**-8}  # the CPU platform does not round the product to bfloat16 before it is converted


def on(device, f, args):
    with jax.default_device(device):
        return [np.asarray(x) for x in jax.tree.leaves(jax.jit(f)(*[jax.device_put(a, device) for a in args]))]


good = 0
for name, (f, args) in CASES.items():
    try:
        want, got = on(cpu, f, args), on(ours, f, args)
        close = all(g.dtype == w.dtype and g.shape == w.shape and np.allclose(g.astype(complex), w.astype(complex), rtol=LOOSE.get(name, 2e-4), atol=2e-5, equal_nan=True)
                    for g, w in zip(got, want)) and len(got) == len(want)
        if not close:
            print(f"{name}: {[g.ravel()[:4] for g in got]} and not {[w.ravel()[:4] for w in want]}")
        good += close
    except Exception as error:  # every function is tried
        print(f"{name}: {type(error).__name__}: {str(error).splitlines()[0][:200]}")
print(f"{good} of {len(CASES)}")
sys.exit(good != len(CASES))
