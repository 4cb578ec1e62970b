#!/usr/bin/env python3
"""Training steps that others published, beside simulated ones.

    steps.py SHARDSCOPE [OUT]     writes each program of steps.csv with JAX, abstractly, into OUT (kept, made once), simulates it, prints the table
    steps.py --write OUT ROW      one program (the above runs this for each, since a process has one number of devices)

The programs are decoder-only transformers as in their papers: a scan over layers of which the backward pass computes again what is not
kept, products in bfloat16, Adam. steps.csv says where the numbers come from, which rows set a constant of the model and what the
errors of others were before they had been seen. Below the table, how much longer the same work takes on more devices, published and simulated.
"""
import csv
import importlib.util
import json
import os
import subprocess
import sys
import tempfile

# layers, width, heads, key heads, width of a head, hidden, vocabulary, experts; kind: gated (Llama's), plain (GPT-3's: two matrices, biases),
# local (Gemma 3's: five layers of six attend to the last 1,024 tokens, in blocks; norms of queries and keys, and behind attention and hidden layer too; logits in pieces). The maxtext models are MaxText's own of that size.
MODELS = {"llama3.1-8b": (32, 4096, 32, 8, 128, 14336, 128256, 0, "gated"), "llama3.1-70b": (80, 8192, 64, 8, 128, 28672, 128256, 0, "gated"),
          "llama3.1-405b": (126, 16384, 128, 8, 128, 53248, 128256, 0, "gated"), "llama2-70b": (80, 8192, 64, 8, 128, 28672, 32000, 0, "gated"),
          "llama2-7b": (32, 4096, 32, 32, 128, 11008, 32000, 0, "gated"), "mistral-7b": (32, 4096, 32, 8, 128, 14336, 32000, 0, "gated"),
          "mixtral-8x7b": (32, 4096, 32, 8, 128, 14336, 32000, 8, "gated"), "mixtral-8x22b": (56, 6144, 48, 8, 128, 16384, 32768, 8, "gated"),
          "gpt3-175b": (96, 12288, 96, 96, 128, 49152, 50304, 0, "plain"), "gemma3-12b": (48, 3840, 16, 8, 256, 15360, 262144, 0, "local"),
          "maxtext-16b": (32, 4096, 64, 64, 128, 28672, 32000, 0, "gated"), "maxtext-32b": (32, 8192, 64, 64, 128, 28672, 32000, 0, "gated"),
          "maxtext-64b": (64, 8192, 64, 64, 128, 28672, 32000, 0, "gated"), "maxtext-128b": (64, 8192, 128, 128, 128, 57344, 32000, 0, "gated"),
          "maxtext-256b": (64, 16384, 128, 128, 128, 57344, 32000, 0, "gated")}
WINDOW = 1024


def table():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "steps.csv")) as f:
        return {r["name"]: r for r in csv.DictReader(line for line in f if not line.startswith("#"))}


def write(path, row):
    r = table()[row]
    L, D, H, K, d, F, V, E, kind = MODELS[r["model"]]
    axes = {k: int(v) for k, v in (part.split("=") for part in r["mesh"].split())}
    over, batch, seq, n = tuple(r["over"].split()), int(r["batch"]), int(r["length"]), 1
    room = int(seq * 2 / E * float(r["room"])) if E else 0
    for size in axes.values():
        n *= size
    os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={n}"
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec as P
    mesh = Mesh(np.array(jax.devices()[:n]).reshape(tuple(axes.values())), tuple(axes), axis_types=(AxisType.Auto,) * len(axes))
    half, split = jnp.bfloat16, tuple(a for a in axes if a != "tensor")
    tensor, expert = ("tensor" if "tensor" in axes else None), ("expert" if "expert" in axes else None)
    rows = P(split, None, tensor)
    from jax.ad_checkpoint import checkpoint_name as name

    def norm(x, w):
        wide = x.astype(jnp.float32)
        return (wide * jax.lax.rsqrt(jnp.mean(wide * wide, -1, keepdims=True) + 1e-5)).astype(half) * w

    def turn(x):
        t = jnp.arange(x.shape[1], dtype=jnp.float32)[:, None] * 5e5 ** (-jnp.arange(d // 2, dtype=jnp.float32) / (d // 2))
        s, c = jnp.sin(t)[None, :, None], jnp.cos(t)[None, :, None]
        a, b = x[..., :d // 2].astype(jnp.float32), x[..., d // 2:].astype(jnp.float32)
        return jnp.concatenate([a * c - b * s, b * c + a * s], -1).astype(half)

    def narrow(x, to):
        most = float(jnp.finfo(to).max)
        return jnp.clip(x.astype(jnp.float32) * .5, -most, most).astype(to)

    @jax.custom_vjp
    def narrow_product(x, w):
        return narrow_forward(x, w)[0]

    def narrow_forward(x, w):
        to = jnp.float8_e4m3fn
        return jnp.einsum("bsd,df->bsf", narrow(x, to), narrow(w, to), preferred_element_type=half), (x, w)

    def narrow_backward(kept, g):
        x, w, g = narrow(kept[0], jnp.float8_e4m3fn), narrow(kept[1], jnp.float8_e4m3fn), narrow(g, jnp.float8_e5m2)
        return jnp.einsum("bsf,df->bsd", g, w, preferred_element_type=half), jnp.einsum("bsd,bsf->df", x, g, preferred_element_type=half)

    narrow_product.defvjp(narrow_forward, narrow_backward)

    def mul(x, w):
        """In bfloat16, or in 8 bits with scales: operands in e4m3, gradients of results in e5m2."""
        return narrow_product(x, w) if r["weights"] == "fp8" else x @ w

    def dense(h, w):
        if kind == "plain":
            return mul(jax.nn.gelu(name(mul(h, w["w1"]) + w["b1"], "gate")), w["w2"]) + w["b2"]
        return mul((jax.nn.gelu if kind == "local" else jax.nn.silu)(name(mul(h, w["w1"]), "gate")) * name(mul(h, w["w3"]), "up"), w["w2"])

    def experts(h, w):
        b, s, _ = h.shape
        gate = jax.nn.softmax((h @ w["gate"]).astype(jnp.float32), -1)
        mask = jax.nn.one_hot(jax.lax.top_k(gate, 2)[1], E, dtype=jnp.float32)
        place = (jnp.cumsum(mask.reshape(b, s * 2, E), 1) - 1).reshape(b, s, 2, E)
        kept = (place < room) & (mask > 0)
        send = (jax.nn.one_hot(jnp.where(kept, place, -1).astype(jnp.int32), room, dtype=half) * mask[..., None].astype(half)).sum(2)
        back = send * (gate * mask.sum(2))[..., None].astype(half)
        x = jnp.einsum("bsec,bsd->becd", send, h)
        y = jax.nn.silu(jnp.einsum("becd,edf->becf", x, w["w1"])) * jnp.einsum("becd,edf->becf", x, w["w3"])
        return jnp.einsum("bsec,becd->bsd", back, jnp.einsum("becf,efd->becd", y, w["w2"]))

    def sorted_experts(h, w):
        b, s, _ = h.shape
        gate, ids = jax.lax.top_k(jax.nn.softmax((h @ w["gate"]).astype(jnp.float32), -1), 2)
        order = jnp.argsort(ids.reshape(b, s * 2), 1)
        x = jnp.take_along_axis(h, (order // 2)[..., None], 1).reshape(b, E, s * 2 // E, D)
        y = jax.nn.silu(jnp.einsum("becd,edf->becf", x, w["w1"])) * jnp.einsum("becd,edf->becf", x, w["w3"])
        y = jnp.einsum("becf,efd->becd", y, w["w2"]).reshape(b, s * 2, D)
        y = jnp.take_along_axis(y, jnp.argsort(order, 1)[..., None], 1).reshape(b, s, 2, D)
        return (y * gate[..., None].astype(half)).sum(2)

    def attend(q, k, v, seen):
        a = jnp.einsum("...skgd,...tkd->...kgst", q, k, preferred_element_type=jnp.float32) * d ** -.5
        return jnp.einsum("...kgst,...tkd->...skgd", jax.nn.softmax(jnp.where(seen, a, -1e30), -1).astype(half), v)

    def near(q, k, v):
        """Each block of queries with the keys of its own and of the block before."""
        def blocks(x):
            return x.reshape(x.shape[0], seq // WINDOW, WINDOW, *x.shape[2:])
        def both(x):
            x = blocks(x)
            return jnp.concatenate([jnp.pad(x[:, :-1], ((0, 0), (1, 0)) + ((0, 0),) * (x.ndim - 2)), x], 2)
        s, t = jnp.arange(WINDOW)[:, None] + WINDOW, jnp.arange(2 * WINDOW)[None]
        return attend(blocks(q), both(k), both(v), (t <= s) & (t > s - WINDOW)).reshape(q.shape)

    def layer(x, w, local=False):
        w = {k: v.astype(half) for k, v in w.items()}
        h = norm(x, w["n1"])
        b, s, _ = h.shape
        q, k, v = (name(mul(h, w[of]), value).reshape(b, s, -1, d) for of, value in (("wq", "query"), ("wk", "key"), ("wv", "value")))
        if kind == "local":
            q, k = norm(q, w["nq"]), norm(k, w["nk"])
        if kind != "plain":
            q, k = turn(q), turn(k)
        q = q.reshape(b, s, K, H // K, d)
        a = near(q, k, v) if local else attend(q, k, v, jnp.tril(jnp.ones((s, s), bool)))
        a = name(a.reshape(b, s, H * d), "context")
        out = name(mul(a, w["wo"]), "out")
        x = x + (norm(out, w["n3"]) if kind == "local" else out)
        down = name((dense if not E else experts if room else sorted_experts)(norm(x, w["n2"]), w), "down")
        x = x + (norm(down, w["n4"]) if kind == "local" else down)
        return jax.lax.with_sharding_constraint(x, NamedSharding(mesh, rows))

    every = 6 if kind == "local" else 1
    keep = jax.checkpoint_policies.save_only_these_names(*r["keep"].split())

    def loss(p, tokens, wanted):
        x = jax.lax.with_sharding_constraint(p["in"].astype(half)[tokens], NamedSharding(mesh, rows))
        def group(x, w):
            for i in range(every):
                x = jax.checkpoint(layer, policy=keep, static_argnums=2)(x, jax.tree.map(lambda w: w[i], w), i + 1 < every)
            return x, None
        x, _ = jax.lax.scan(group, x, jax.tree.map(lambda w: w.reshape(L // every, every, *w.shape[1:]), p["layers"]))

        def last(x, wanted):
            out = jnp.einsum("bsd,dv->bsv", norm(x, p["n"].astype(half)), p["out"].astype(half), preferred_element_type=jnp.float32)
            return (jax.nn.logsumexp(out, -1) - jnp.take_along_axis(out, wanted[..., None], -1)[..., 0]).sum()
        if kind != "local":
            return last(x, wanted) / wanted.size
        pieces = jax.lax.map(lambda i: jax.checkpoint(last)(jax.lax.dynamic_slice_in_dim(x, i * (seq // 16), seq // 16, 1),
                                                            jax.lax.dynamic_slice_in_dim(wanted, i * (seq // 16), seq // 16, 1)), jnp.arange(16))
        return pieces.sum() / wanted.size

    def step(p, m, v, tokens, wanted):
        _, g = jax.value_and_grad(loss)(p, tokens, wanted)
        m = jax.tree.map(lambda m, g: .9 * m + .1 * g, m, g)
        v = jax.tree.map(lambda v, g: .95 * v + .05 * g * g, v, g)
        return jax.tree.map(lambda p, m, v: p - 1e-4 * (m / (jnp.sqrt(v) + 1e-8) + .1 * p), p, m, v), m, v

    def of(shape, *spec, dtype=half if r["weights"] == "bf16" else jnp.float32):
        return jax.ShapeDtypeStruct(shape, dtype, sharding=NamedSharding(mesh, P(*spec)))

    e, of_e = ((E,), (expert,)) if E else ((), ())
    weights = {"wq": of((L, D, H * d), None, over, tensor), "wk": of((L, D, K * d), None, over, tensor), "wv": of((L, D, K * d), None, over, tensor),
               "wo": of((L, H * d, D), None, tensor, over), "n1": of((L, D)), "n2": of((L, D)),
               "w1": of((L, *e, D, F), None, *of_e, over, tensor), "w2": of((L, *e, F, D), None, *of_e, tensor, over)}
    if kind == "plain":
        weights |= {"b1": of((L, F), None, tensor), "b2": of((L, D))}
    else:
        weights["w3"] = weights["w1"]
    if kind == "local":
        weights |= {"nq": of((L, d)), "nk": of((L, d)), "n3": of((L, D)), "n4": of((L, D))}
    if E:
        weights["gate"] = of((L, D, E))
    p = {"layers": weights, "in": of((V, D), tensor, over), "out": of((D, V), over, tensor), "n": of((D,))}
    tokens = of((batch * n, seq), split, dtype=jnp.int32)
    back = jax.tree.map(lambda x: x.sharding, p)
    text = jax.jit(step, donate_argnums=(0, 1, 2), out_shardings=(back, back, back)).lower(p, p, p, tokens, tokens).as_text()
    with open(path, "w") as f:
        f.write(text)


def scaling(rows, seconds):
    """Efficiency of more devices at the same work on each, over the fewest of them: published and simulated."""
    groups = {}
    for row, r in rows.items():
        groups.setdefault((r["model"], r["hardware"].lstrip("0123456789x-")[:2], r["batch"], r["length"], r["keep"], r["weights"]), []).append(row)
    for names in groups.values():
        for row in names[1:]:
            was, now = float(rows[names[0]]["seconds"]) / float(rows[row]["seconds"]), seconds[names[0]] / seconds[row]
            print(f"{names[0]} to {row}: efficiency {100 * was:.1f} % published, {100 * now:.1f} % simulated, {100 * (now - was):+.1f} points")


def told_by(command):
    """What a command prints; where it fails, this ends with the last line that it complained in."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"steps.py: {' '.join(command[:2])}: {(done.stderr.strip() or 'failed').splitlines()[-1]}")
    return done.stdout


def main():
    if len(sys.argv) < 2 or sys.argv[1] == "--write" and len(sys.argv) < 4:
        sys.exit(__doc__.strip())
    if sys.argv[1] != "--write":
        if importlib.util.find_spec("jax") is None and not all(os.path.exists(os.path.join(sys.argv[-1], row + ".mlir")) for row in table()):
            sys.exit(f"steps.py: the programs are written with JAX, which {sys.executable} does not have: run it with a Python that has, or name a folder OUT that holds them already")
        if not os.access(sys.argv[1], os.X_OK):
            sys.exit(f"steps.py: {sys.argv[1]} cannot be run")
    if sys.argv[1] == "--write":
        return write(os.path.join(sys.argv[2], sys.argv[3] + ".mlir"), sys.argv[3])
    out = sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp()
    os.makedirs(out, exist_ok=True)
    print(f"{'row':16} {'hardware':10} {'published':>10} {'simulated':>10} {'error':>7}  {'interval':18}")
    errors, inside, seconds, rows = {"fit": [], "test": []}, 0, {}, table()
    for row, r in rows.items():
        path = os.path.join(out, row + ".mlir")
        if not os.path.exists(path):
            told_by([sys.executable, __file__, "--write", out, row])
        told = json.loads(told_by([sys.argv[1], "simulate", path, "--hardware", r["hardware"], "--json"]))
        s, published = told["step_s"], float(r["seconds"])
        seconds[row] = s["median"]
        errors[r["use"]].append(abs(s["median"] / published - 1))
        inside += r["use"] != "fit" and s["low"] <= published <= s["high"]
        print(f"{row:16} {r['hardware']:10} {published:9.2f}s {s['median']:9.2f}s {100 * (s['median'] / published - 1):+6.1f}%  {s['low']:.2f} to {s['high']:.2f}  {r['use']}")
    tests, first = errors["test"], [abs(float(r["first"])) for r in rows.values() if r["first"]]
    print(f"rows that nothing was fitted to: mean error {100 * sum(tests) / len(tests):.1f} %, largest {100 * max(tests):.1f} %, of {len(tests)}")
    print(f"rows that were predicted before they were looked at, then: mean error {sum(first) / len(first):.1f} %, largest {max(first):.1f} %, of {len(first)}")
    print(f"inside the interval: {inside} of {len(tests)}")
    scaling(rows, seconds)


main()
