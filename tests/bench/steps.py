#!/usr/bin/env python3
"""Training steps that others published, beside simulated ones.

    steps.py SHARDSCOPE [OUT]     writes each program with JAX, abstractly, into OUT (kept, made once), simulates it, prints the table
    steps.py --write OUT ROW      one program (the above runs this for each, since a process has one number of devices)

The programs are decoder-only transformers as in their papers: a scan over layers that are computed again in the backward pass, products in
bfloat16 from float32 weights, Adam, one mesh axis over all devices. What was published was tuned further (offloading, which values are
kept), so that errors of a few per cent say nothing. Rows marked "fit" gave the share of the peak that products reach on v5p and v6e.
Sources: AI-Hypercomputer/tpu-recipes (step times, tokens a second and device) and MaxText's table of optimised models.
"""
import json
import os
import subprocess
import sys
import tempfile

# layers, width, heads, key heads, hidden, vocabulary, experts
MODELS = {"llama3.1-8b": (32, 4096, 32, 8, 14336, 128256, 0), "llama3.1-70b": (80, 8192, 64, 8, 28672, 128256, 0),
          "llama3.1-405b": (126, 16384, 128, 8, 53248, 128256, 0), "llama2-70b": (80, 8192, 64, 8, 28672, 32000, 0),
          "mixtral-8x7b": (32, 4096, 32, 8, 14336, 32000, 8)}
# name: model, hardware, mesh, sequences a device, length, published seconds, fit or test
ROWS = {
    "v6e-70b": ("llama3.1-70b", "v6e-256", {"fsdp": 256}, 5, 8192, 42.656, "fit"),
    "v6e-8b": ("llama3.1-8b", "v6e-256", {"fsdp": 256}, 3, 8192, 3 * 8192 / 7207, "test"),
    "v6e-405b": ("llama3.1-405b", "2xv6e-256", {"data": 2, "fsdp": 256}, 1, 8192, 54.803, "test"),
    "v6e-mixtral": ("mixtral-8x7b", "v6e-256", {"fsdp": 256}, 12, 4096, 13.360, "test"),
    "v5p-70b": ("llama2-70b", "v5p-1024", {"fsdp": 512}, 4, 4096, 4 * 4096 / 692, "fit"),
    "v5p-mixtral": ("mixtral-8x7b", "v5p-512", {"fsdp": 256}, 4, 4096, 4 * 4096 / 2909, "test"),
    "7x-70b": ("llama3.1-70b", "tpu7x-128", {"fsdp": 128}, 2, 8192, 12.20, "test"),
    "7x-70b-512": ("llama3.1-70b", "tpu7x-512", {"fsdp": 512}, 2, 8192, 12.27, "test"),
    "7x-405b": ("llama3.1-405b", "tpu7x-512", {"fsdp": 512}, 3, 8192, 98.34, "test"),
}


def write(path, row):
    model, _, axes, batch, seq, _, _ = ROWS[row]
    L, D, H, K, F, V, E = MODELS[model]
    n, d = 1, 128
    for size in axes.values():
        n *= size
    os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={n}"
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec as P
    mesh = Mesh(np.array(jax.devices()[:n]).reshape(tuple(axes.values())), tuple(axes), axis_types=(AxisType.Auto,) * len(axes))
    half, rows = jnp.bfloat16, P(tuple(axes))

    def norm(x, w):
        wide = x.astype(jnp.float32)
        return (wide * jax.lax.rsqrt(jnp.mean(wide * wide, -1, keepdims=True) + 1e-5)).astype(half) * w

    def turn(x):
        t = jnp.arange(x.shape[1], dtype=jnp.float32)[:, None] * 5e5 ** (-jnp.arange(d // 2, dtype=jnp.float32) / (d // 2))
        s, c = jnp.sin(t)[None, :, None], jnp.cos(t)[None, :, None]
        a, b = x[..., :d // 2].astype(jnp.float32), x[..., d // 2:].astype(jnp.float32)
        return jnp.concatenate([a * c - b * s, b * c + a * s], -1).astype(half)

    def dense(h, w):
        return (jax.nn.silu(h @ w["w1"]) * (h @ w["w3"])) @ w["w2"]

    def experts(h, w):
        b, s, _ = h.shape
        room = s * 2 // E
        gate = jax.nn.softmax((h @ w["gate"]).astype(jnp.float32), -1)
        mask = jax.nn.one_hot(jax.lax.top_k(gate, 2)[1], E, dtype=jnp.float32)
        place = (jnp.cumsum(mask.reshape(b, s * 2, E), 1) - 1).reshape(b, s, 2, E)
        kept = (place < room) & (mask > 0)
        send = (jax.nn.one_hot(jnp.where(kept, place, -1).astype(jnp.int32), room, dtype=half) * mask[..., None].astype(half)).sum(2)
        back = send * (gate * mask.sum(2))[..., None].astype(half)
        x = jnp.einsum("bsec,bsd->becd", send, h)
        y = jax.nn.silu(jnp.einsum("becd,edf->becf", x, w["w1"])) * jnp.einsum("becd,edf->becf", x, w["w3"])
        return jnp.einsum("bsec,becd->bsd", back, jnp.einsum("becf,efd->becd", y, w["w2"]))

    def layer(x, w):
        w = {k: v.astype(half) for k, v in w.items()}
        h = norm(x, w["n1"])
        b, s, _ = h.shape
        q, k, v = ((h @ w[name]).reshape(b, s, -1, d) for name in ("wq", "wk", "wv"))
        q = turn(q).reshape(b, s, K, H // K, d)
        a = jnp.einsum("bskgd,btkd->bkgst", q, turn(k), preferred_element_type=jnp.float32) * d ** -.5
        a = jax.nn.softmax(jnp.where(jnp.tril(jnp.ones((s, s), bool)), a, -1e30), -1).astype(half)
        x = x + jnp.einsum("bkgst,btkd->bskgd", a, v).reshape(b, s, H * d) @ w["wo"]
        x = x + (experts if E else dense)(norm(x, w["n2"]), w)
        return jax.lax.with_sharding_constraint(x, NamedSharding(mesh, rows))

    def loss(p, tokens, wanted):
        x = jax.lax.with_sharding_constraint(p["in"].astype(half)[tokens], NamedSharding(mesh, rows))
        x, _ = jax.lax.scan(lambda x, w: (jax.checkpoint(layer)(x, w), None), x, p["layers"])
        out = jnp.einsum("bsd,dv->bsv", norm(x, p["n"].astype(half)), p["out"].astype(half), preferred_element_type=jnp.float32)
        return (jax.nn.logsumexp(out, -1) - jnp.take_along_axis(out, wanted[..., None], -1)[..., 0]).mean()

    def step(p, m, v, tokens, wanted):
        _, g = jax.value_and_grad(loss)(p, tokens, wanted)
        m = jax.tree.map(lambda m, g: .9 * m + .1 * g, m, g)
        v = jax.tree.map(lambda v, g: .95 * v + .05 * g * g, v, g)
        return jax.tree.map(lambda p, m, v: p - 1e-4 * (m / (jnp.sqrt(v) + 1e-8) + .1 * p), p, m, v), m, v

    def of(shape, *spec, dtype=jnp.float32):
        return jax.ShapeDtypeStruct(shape, dtype, sharding=NamedSharding(mesh, P(*spec)))

    e = (E,) if E else ()
    free = (None,) * len(e)
    weights = {"wq": of((L, D, H * d), None, "fsdp"), "wk": of((L, D, K * d), None, "fsdp"), "wv": of((L, D, K * d), None, "fsdp"),
               "wo": of((L, H * d, D), None, None, "fsdp"), "n1": of((L, D)), "n2": of((L, D)),
               "w1": of((L, *e, D, F), None, *free, "fsdp"), "w3": of((L, *e, D, F), None, *free, "fsdp"), "w2": of((L, *e, F, D), None, *free, None, "fsdp")}
    if E:
        weights["gate"] = of((L, D, E))
    p = {"layers": weights, "in": of((V, D), None, "fsdp"), "out": of((D, V), "fsdp"), "n": of((D,))}
    tokens = of((batch * n, seq), tuple(axes), dtype=jnp.int32)
    back = jax.tree.map(lambda x: x.sharding, p)
    text = jax.jit(step, donate_argnums=(0, 1, 2), out_shardings=(back, back, back)).lower(p, p, p, tokens, tokens).as_text()
    with open(path, "w") as f:
        f.write(text)


def main():
    if sys.argv[1] == "--write":
        return write(os.path.join(sys.argv[2], sys.argv[3] + ".mlir"), sys.argv[3])
    out = sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp()
    os.makedirs(out, exist_ok=True)
    print(f"{'row':12} {'hardware':10} {'published':>10} {'simulated':>10} {'error':>7}  {'interval':18}")
    errors, inside = [], 0
    for row, (model, hardware, _, _, _, seconds, use) in ROWS.items():
        path = os.path.join(out, row + ".mlir")
        if not os.path.exists(path):
            subprocess.run([sys.executable, __file__, "--write", out, row], check=True)
        told = json.loads(subprocess.run([sys.argv[1], "simulate", path, "--hardware", hardware, "--json"], check=True, capture_output=True, text=True).stdout)
        s = told["step_s"]
        error = s["median"] / seconds - 1
        if use == "test":
            errors.append(abs(error))
            inside += s["low"] <= seconds <= s["high"]
        print(f"{row:12} {hardware:10} {seconds:9.2f}s {s['median']:9.2f}s {100 * error:+6.1f}%  {s['low']:.2f} to {s['high']:.2f}  {use}")
    print(f"rows that nothing was fitted to: mean error {100 * sum(errors) / len(errors):.1f} %, {inside} of {len(errors)} inside the interval")


main()
