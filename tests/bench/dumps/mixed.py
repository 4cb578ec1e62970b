"""Training, serving and numeric programs of other subjects than those beside this file: pipelines, paged caches, solvers, tables, several meshes; see make.py."""
import functools

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import lax
from jax.experimental.shard_map import shard_map
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

from make import program


def mesh_of(shape, names):
    return Mesh(np.array(jax.devices()[:int(np.prod(shape))]).reshape(shape), names)


def arg(mesh, shape, spec, dtype=jnp.float32):
    return jax.ShapeDtypeStruct(shape, dtype, sharding=NamedSharding(mesh, spec))


def keep(mesh, x, *spec):
    return lax.with_sharding_constraint(x, NamedSharding(mesh, P(*spec)))


@program()
def gpt_pipeline_1f1b():
    """Four stages, two micro-batches in flight, ppermute forward and backward, then optax over the stages' weights."""
    mesh = mesh_of((4, 2), ("stage", "data"))
    opt = optax.sgd(0.1, momentum=0.9)

    def stage_fn(w, x):
        return x + jnp.tanh(x @ w["a"]) @ w["b"]

    def pipe(w, xs):
        w = jax.tree.map(lambda a: a[0], w)
        n, me = lax.axis_size("stage"), lax.axis_index("stage")
        ring = [(i, (i + 1) % n) for i in range(n)]
        state, outs = jnp.zeros_like(xs[0]), []
        for t in range(xs.shape[0] + n - 1):
            state = jnp.where(me == 0, xs[min(t, xs.shape[0] - 1)], state)
            state = jax.checkpoint(stage_fn)(w, state)
            outs.append(state)
            state = lax.ppermute(state, "stage", ring)
        y = jnp.stack(outs[n - 1:])
        return lax.psum(jnp.where(me == n - 1, y, 0.0), "stage")

    def loss(w, xs, ts):
        y = shard_map(pipe, mesh=mesh, in_specs=(P("stage"), P(None, "data")), out_specs=P(None, "data"))(w, xs)
        return jnp.mean((y - ts) ** 2)

    def step(w, s, xs, ts):
        l, g = jax.value_and_grad(loss)(w, xs, ts)
        u, s = opt.update(g, s, w)
        return optax.apply_updates(w, u), s, l
    w = {"a": arg(mesh, (4, 32, 64), P("stage")), "b": arg(mesh, (4, 64, 32), P("stage"))}
    s = jax.eval_shape(opt.init, w)
    s = jax.tree.map(lambda a: arg(mesh, a.shape, P("stage"), a.dtype), s)
    x = arg(mesh, (3, 16, 32), P(None, "data"))
    return step, (w, s, x, x), {}


@program()
def fsdp_scan_remat_gqa():
    """Grouped-query attention with rotary positions, layers scanned, everything rematerialised, weights over fsdp and tensor."""
    mesh = mesh_of((2, 2, 2), ("data", "fsdp", "tensor"))
    d, h, kv, f, L = 64, 8, 4, 128, 3

    def rope(x):
        t, k = x.shape[1], x.shape[-1] // 2
        ang = jnp.arange(t)[:, None] / (10000 ** (jnp.arange(k) / k))
        a, b = jnp.split(x, 2, -1)
        c, s = jnp.cos(ang)[None, :, None], jnp.sin(ang)[None, :, None]
        return jnp.concatenate([a * c - b * s, b * c + a * s], -1)

    def rms(x, g):
        return x * lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6) * g

    def layer(x, w):
        y = rms(x, w["n1"])
        q = rope(jnp.einsum("btd,dhk->bthk", y, w["q"]))
        k = jnp.repeat(rope(jnp.einsum("btd,dhk->bthk", y, w["k"])), h // kv, 2)
        v = jnp.repeat(jnp.einsum("btd,dhk->bthk", y, w["v"]), h // kv, 2)
        a = jnp.einsum("bqhk,bshk->bhqs", q, k) / np.sqrt(d // h)
        a = jax.nn.softmax(jnp.where(jnp.tril(jnp.ones(a.shape[-2:], bool)), a, -jnp.inf), -1)
        x = x + jnp.einsum("bhqs,bshk,hkd->bqd", a, v, w["o"])
        y = rms(x, w["n2"])
        x = x + (jax.nn.silu(y @ w["g"]) * (y @ w["u"])) @ w["dn"]
        return keep(mesh, x, ("data", "fsdp"), None, None)

    def loss(w, tok):
        x = w["emb"][tok]
        x, _ = lax.scan(lambda c, p: (jax.checkpoint(layer, policy=jax.checkpoint_policies.nothing_saveable)(c, p), None), x, w["layers"])
        logits = x @ w["emb"].T
        return optax.softmax_cross_entropy_with_integer_labels(logits[:, :-1], tok[:, 1:]).mean()

    def step(w, tok):
        l, g = jax.value_and_grad(loss)(w, tok)
        return jax.tree.map(lambda a, b: a - 0.01 * b, w, g), l
    L_ = lambda shape, *spec: arg(mesh, (L,) + shape, P(None, *spec))
    layers = {"n1": L_((d,)), "n2": L_((d,)), "q": L_((d, h, d // h), "fsdp", "tensor"), "k": L_((d, kv, d // h), "fsdp", "tensor"), "v": L_((d, kv, d // h), "fsdp", "tensor"),
              "o": L_((h, d // h, d), "tensor", None, "fsdp"), "g": L_((d, f), "fsdp", "tensor"), "u": L_((d, f), "fsdp", "tensor"), "dn": L_((f, d), "tensor", "fsdp")}
    w = {"emb": arg(mesh, (256, d), P("tensor", "fsdp")), "layers": layers}
    out = jax.tree.map(lambda a: a.sharding, w)
    return step, (w, arg(mesh, (8, 32), P(("data", "fsdp")), jnp.int32)), {"out_shardings": (out, NamedSharding(mesh, P())), "donate_argnums": 0}


@program()
def moe_topk_gspmd():
    """Mixture of experts with capacity: one-hot dispatch and combine, experts over one axis, tokens over both."""
    mesh = mesh_of((2, 4), ("data", "expert"))
    e, cap, d, f = 8, 16, 32, 64

    def loss(w, x, t):
        gates = jax.nn.softmax(x @ w["gate"])
        val, idx = lax.top_k(gates, 2)
        hot = jax.nn.one_hot(idx, e)
        pos = jnp.cumsum(hot.reshape(x.shape[0], -1, e), 1) * hot.reshape(x.shape[0], -1, e) - 1
        pos = pos.reshape(hot.shape)
        disp = jax.nn.one_hot(jnp.max(pos, -1).astype(int), cap)[..., None, :] * hot[..., None]
        comb = (disp * val[..., None, None]).sum(2)
        disp = disp.sum(2)
        xe = keep(mesh, jnp.einsum("gsec,gsd->egcd", disp, x), "expert", "data")
        h = jax.nn.gelu(jnp.einsum("egcd,edf->egcf", xe, w["up"]))
        ye = keep(mesh, jnp.einsum("egcf,efd->egcd", h, w["down"]), "expert", "data")
        y = keep(mesh, jnp.einsum("gsec,egcd->gsd", comb, ye), ("data", "expert"))
        return jnp.mean((y - t) ** 2) + 0.01 * jnp.mean(gates.mean((0, 1)) * hot.mean((0, 1, 2))) * e
    w = {"gate": arg(mesh, (d, e), P()), "up": arg(mesh, (e, d, f), P("expert")), "down": arg(mesh, (e, f, d), P("expert"))}
    x = arg(mesh, (8, 16, d), P(("data", "expert")))
    return jax.value_and_grad(loss), (w, x, x), {}


@program()
def ring_attention_causal():
    """Ring attention with a running maximum in fori_loop, causal masks by the block's position, and its gradient."""
    mesh = mesh_of((2, 4), ("dp", "sp"))

    def block(q, k, v):
        n, me = lax.axis_size("sp"), lax.axis_index("sp")

        def trip(i, c):
            o, m, l, k, v = c
            s = jnp.einsum("bqhd,bkhd->bhqk", q, k) / 4
            kpos, qpos = ((me - i) % n) * k.shape[1] + jnp.arange(k.shape[1]), me * q.shape[1] + jnp.arange(q.shape[1])
            s = jnp.where(qpos[:, None] >= kpos[None], s, -1e30)
            m2 = jnp.maximum(m, s.max(-1))
            p = jnp.exp(s - m2[..., None])
            scale = jnp.exp(m - m2)
            o = o * scale.transpose(0, 2, 1)[..., None] + jnp.einsum("bhqk,bkhd->bqhd", p, v)
            l = l * scale + p.sum(-1)
            perm = [(j, (j + 1) % n) for j in range(n)]
            return o, m2, l, lax.ppermute(k, "sp", perm), lax.ppermute(v, "sp", perm)
        b, t, h, d = q.shape
        zero = lax.pcast(jnp.zeros((b, h, t)), ("dp", "sp"), to="varying") if hasattr(lax, "pcast") else jnp.zeros((b, h, t))
        o, m, l, _, _ = lax.fori_loop(0, n, trip, (jnp.zeros_like(q), zero - 1e30, zero, k, v))
        return o / l.transpose(0, 2, 1)[..., None]

    def loss(w, x):
        qkv = jnp.einsum("btd,dchk->cbthk", x, w)
        o = shard_map(block, mesh=mesh, in_specs=(P("dp", "sp"),) * 3, out_specs=P("dp", "sp"))(*qkv)
        return jnp.sum(o ** 2)
    return jax.value_and_grad(loss), (arg(mesh, (32, 3, 4, 8), P()), arg(mesh, (4, 64, 32), P("dp", "sp"))), {}


@program()
def sequence_parallel_norms():
    """Megatron's sequence parallelism: norms over pieces of the sequence, matrices over columns and rows, by constraints."""
    mesh = mesh_of((2, 4), ("dp", "tp"))

    def block(w, x):
        x = keep(mesh, x, "dp", "tp", None)
        y = (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * w["g"]
        y = keep(mesh, y, "dp", None, None)
        h = keep(mesh, jax.nn.gelu(y @ w["a"] + w["ab"]), "dp", None, "tp")
        return x + keep(mesh, h @ w["b"] + w["bb"], "dp", "tp", None)

    def loss(ws, x, t):
        for w in ws:
            x = block(w, x)
        return jnp.mean(jnp.abs(x - t))
    w = {"g": arg(mesh, (32,), P()), "a": arg(mesh, (32, 128), P(None, "tp")), "ab": arg(mesh, (128,), P("tp")), "b": arg(mesh, (128, 32), P("tp")), "bb": arg(mesh, (32,), P())}
    x = arg(mesh, (4, 16, 32), P("dp", "tp"))
    return jax.grad(loss), ([dict(w), dict(w)], x, x), {}


@program()
def vocab_cross_entropy():
    """Embedding and logits over the vocabulary, stable cross-entropy by max and sum over pieces, label smoothing, z-loss."""
    mesh = mesh_of((2, 4), ("data", "vocab"))

    def loss(emb, head, tok, labels):
        x = jnp.take(emb, tok, axis=0)
        logits = keep(mesh, x @ head, "data", None, "vocab")
        m = lax.stop_gradient(logits.max(-1, keepdims=True))
        z = jnp.log(jnp.exp(logits - m).sum(-1)) + m[..., 0]
        gold = jnp.take_along_axis(logits, labels[..., None], -1)[..., 0]
        smooth = logits.mean(-1)
        acc = (logits.argmax(-1) == labels).mean()
        return jnp.mean(z - 0.9 * gold - 0.1 * smooth) + 1e-4 * jnp.mean(z ** 2), acc
    tok = arg(mesh, (8, 16), P("data"), jnp.int32)
    return jax.value_and_grad(loss, (0, 1), has_aux=True), (arg(mesh, (512, 32), P("vocab")), arg(mesh, (32, 512), P(None, "vocab")), tok, tok), {}


@program()
def resnet_spatial_halo():
    """Residual blocks with strides, 7x7 stem and pooling, rows of images split, batch statistics over everything."""
    mesh = mesh_of((2, 4), ("batch", "rows"))

    def conv(x, w, s=1):
        return lax.conv_general_dilated(x, w, (s, s), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    def bn(x):
        return (x - x.mean((0, 1, 2))) * lax.rsqrt(x.var((0, 1, 2)) + 1e-5)

    def f(w, x):
        x = jax.nn.relu(bn(conv(x, w["stem"], 2)))
        x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
        for a, b in w["blocks"]:
            y = jax.nn.relu(bn(conv(x, a)))
            x = jax.nn.relu(x + bn(conv(y, b)))
        x = conv(x, w["down"], 2)
        return x.mean((1, 2)) @ w["fc"]
    loss = lambda w, x, t: -jnp.mean(jnp.sum(jax.nn.log_softmax(f(w, x)) * t, -1))
    W = lambda *s: arg(mesh, s, P())
    w = {"stem": W(7, 7, 3, 8), "blocks": [(W(3, 3, 8, 8), W(3, 3, 8, 8))], "down": W(3, 3, 8, 16), "fc": W(16, 10)}
    return jax.value_and_grad(loss), (w, arg(mesh, (4, 64, 64, 3), P("batch", "rows")), arg(mesh, (4, 10), P("batch"))), {}


@program()
def fft_convolution():
    """Convolution of long signals by real FFTs, batch and channels split, then a spectral norm along the split axis."""
    mesh = mesh_of((4, 2), ("a", "b"))

    def f(x, k):
        n = x.shape[-1]
        y = jnp.fft.irfft(jnp.fft.rfft(x, 2 * n) * jnp.fft.rfft(k, 2 * n), 2 * n)[..., :n]
        spec = jnp.abs(jnp.fft.fft(keep(mesh, y, None, "a", "b"), axis=-1))
        return keep(mesh, y, "b", None, "a"), (spec ** 2).sum((0, 2))
    return f, (arg(mesh, (8, 16, 64), P("a", "b")), arg(mesh, (16, 64), P("b", "a"))), {}


@program()
def ranking_sort():
    """Sort along a split axis with payload, argsort of the other, searchsorted, quantiles, unique counts by bins."""
    mesh = mesh_of((4, 2), ("x", "y"))

    def f(scores, ids, q):
        s, i = lax.sort((scores, ids), dimension=1, num_keys=1)
        order = jnp.argsort(scores, axis=0)
        at = jnp.searchsorted(s[0], q)
        med = jnp.quantile(scores, jnp.array([0.1, 0.5, 0.9]), axis=1)
        hist = jnp.zeros(16).at[jnp.clip(ids.reshape(-1), 0, 15)].add(1.0)
        return s, i[:, ::2], order, at, med, hist
    return f, (arg(mesh, (16, 64), P("x", "y")), arg(mesh, (16, 64), P("x", "y"), jnp.int32), arg(mesh, (32,), P("y"))), {}


@program()
def beam_search_step():
    """A step of beam search: top-k over beams and a split vocabulary, gather of caches by beam, dynamic update of the cache."""
    mesh = mesh_of((2, 4), ("data", "model"))

    def f(cache, logp, scores, pos, new):
        b, k, v = logp.shape
        total = (scores[..., None] + logp).reshape(b, k * v)
        best, idx = lax.top_k(total, k)
        beam, word = idx // v, idx % v
        cache = jnp.take_along_axis(cache, beam[:, :, None, None, None], 1)
        cache = lax.dynamic_update_slice_in_dim(cache, new[:, :, None], pos, 2)
        return cache, best, word
    return f, (arg(mesh, (4, 4, 32, 8, 16), P("data", None, None, "model")), arg(mesh, (4, 4, 128), P("data", None, "model")), arg(mesh, (4, 4), P("data")),
               arg(mesh, (), P(), jnp.int32), arg(mesh, (4, 4, 8, 16), P("data", None, "model"))), {}


@program()
def scan_operators():
    """Cumulative sums, products and maxima along split axes, and an associative scan of linear recurrences with its gradient."""
    mesh = mesh_of((2, 4), ("b", "t"))

    def f(a, x):
        def combine(l, r):
            return l[0] * r[0], r[0] * l[1] + r[1]
        _, h = lax.associative_scan(combine, (a, x), axis=1)
        c = jnp.cumsum(x, 1) + lax.cummax(x, 1) + jnp.cumsum(x[::-1], 0)
        return (h * c).sum(-1)
    return jax.value_and_grad(lambda a, x: f(a, x).sum(), (0, 1)), (arg(mesh, (4, 32, 8), P("b", "t")), arg(mesh, (4, 32, 8), P("b", "t"))), {}


@program()
def linear_solvers():
    """Preconditioned conjugate gradients in while_loop, Jacobi sweeps in fori_loop, power iteration, matrix rows split."""
    mesh = mesh_of((8,), ("r",))

    def f(A, b, v):
        D = jnp.diag(A)

        def body(c):
            x, r, p, rz, i = c
            Ap = A @ p
            al = rz / (p @ Ap)
            x, r = x + al * p, r - al * Ap
            z = r / D
            rz2 = r @ z
            return x, r, z + rz2 / rz * p, rz2, i + 1
        z = b / D
        x, r, *_ = lax.while_loop(lambda c: (c[3] > 1e-6) & (c[4] < 20), body, (jnp.zeros_like(b), b, z, b @ z, 0))
        y = lax.fori_loop(0, 4, lambda i, y: (b - A @ y + D * y) / D, x)
        for _ in range(2):
            v = A @ v
            v = v / jnp.linalg.norm(v)
        return x, y, v, jnp.linalg.norm(r)
    return f, (arg(mesh, (64, 64), P("r")), arg(mesh, (64,), P("r")), arg(mesh, (64,), P())), {}


@program()
def random_augment():
    """Random crops, flips and mixing of a batch with keys split by example, dropout, normal noise, permutation of the batch."""
    mesh = mesh_of((4, 2), ("data", "model"))

    def f(seed, x, w):
        key = jax.random.key(seed)
        ks = jax.random.split(key, x.shape[0])

        def one(k, im):
            a, b, c = jax.random.split(k, 3)
            im = lax.dynamic_slice(im, (jax.random.randint(a, (), 0, 8), jax.random.randint(b, (), 0, 8), 0), (24, 24, 3))
            return jnp.where(jax.random.bernoulli(c), im[:, ::-1], im)
        y = jax.vmap(one)(ks, x)
        y = 0.7 * y + 0.3 * y[jax.random.permutation(key, x.shape[0])]
        h = y.reshape(y.shape[0], -1) @ w
        h = h * jax.random.bernoulli(jax.random.fold_in(key, 1), 0.9, h.shape) / 0.9
        return keep(mesh, h + jax.random.normal(key, h.shape), "data", "model")
    return f, (jax.ShapeDtypeStruct((), jnp.uint32), arg(mesh, (8, 32, 32, 3), P("data")), arg(mesh, (1728, 64), P(None, "model"))), {}


@program()
def uneven_mlp():
    """Batches, widths and vocabularies that no axis divides; jit pads them."""
    mesh = mesh_of((4, 2), ("p", "q"))

    def loss(w1, w2, x, t):
        x, w1 = keep(mesh, x, "p", None), keep(mesh, w1, None, "q")
        h = keep(mesh, jax.nn.relu(x @ w1), "p", "q")
        y = keep(mesh, h @ keep(mesh, w2, "q", "p"), "p", None)
        z = keep(mesh, y.T, "q", None)
        return ((y - t) ** 2).mean() + z.max() + jnp.concatenate([y, t], 0)[3:9].sum()
    A = lambda *s: jax.ShapeDtypeStruct(s, jnp.float32)
    return jax.grad(loss, (0, 1)), (A(7, 13), A(13, 5), A(11, 7), A(11, 5)), {}


@program()
def several_meshes():
    """One program whose values lie on one grid as lines, rows and another order of names, moved between by device_put and constraints."""
    one, two, three = mesh_of((8,), ("d",)), mesh_of((4, 2), ("x", "y")), mesh_of((2, 2, 2), ("i", "j", "k"))

    def f(a, b):
        c = keep(two, a * 2, "y", "x")
        d = keep(three, b @ c, "k", ("i", "j"))
        e = keep(one, d.sum(1, keepdims=True) + d, "d")
        g = jax.device_put(e, NamedSharding(two, P("x", "y")))
        return g, keep(three, (g * d).T, ("j", "i"), "k")
    return f, (arg(one, (32, 64), P("d")), arg(three, (16, 32), P("i", ("k", "j")))), {}


@program()
def graph_attention():
    """Edges split, nodes split: gathers of both ends, segment softmax by scatter-max and scatter-add, and the gradient."""
    mesh = mesh_of((8,), ("e",))

    def f(w, x, src, dst):
        h = x @ w["w"]
        s = jax.nn.leaky_relu((h @ w["a"])[src] + (h @ w["b"])[dst])
        m = jnp.full((x.shape[0],), -1e30).at[dst].max(s)
        p = jnp.exp(s - lax.stop_gradient(m)[dst])
        z = jnp.zeros(x.shape[0]).at[dst].add(p)
        out = jnp.zeros_like(h).at[dst].add(h[src] * (p / z[dst])[:, None])
        return jnp.sum(jax.nn.elu(out) ** 2)
    w = {"w": arg(mesh, (16, 16), P()), "a": arg(mesh, (16,), P()), "b": arg(mesh, (16,), P())}
    e = arg(mesh, (256,), P("e"), jnp.int32)
    return jax.value_and_grad(f), (w, arg(mesh, (64, 16), P("e")), e, e), {}


@program()
def lstm_decoder():
    """A recurrent decoder with attention over an encoder split along time, scanned, gates over one axis."""
    mesh = mesh_of((2, 4), ("data", "model"))

    def loss(w, enc, xs):
        def cell(c, x):
            h, s = c
            a = jax.nn.softmax(jnp.einsum("bd,btd->bt", h @ w["q"], enc), -1)
            ctx = jnp.einsum("bt,btd->bd", a, enc)
            z = x @ w["x"] + h @ w["h"] + ctx @ w["c"]
            i, f, g, o = jnp.split(z, 4, -1)
            s = jax.nn.sigmoid(f) * s + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(s)
            return (h, s), h
        z = jnp.zeros((enc.shape[0], 32))
        _, hs = lax.scan(cell, (z, z), xs)
        return jnp.mean(hs ** 2)
    w = {"q": arg(mesh, (32, 32), P(None, "model")), "x": arg(mesh, (16, 128), P(None, "model")), "h": arg(mesh, (32, 128), P(None, "model")), "c": arg(mesh, (32, 128), P(None, "model"))}
    return jax.value_and_grad(loss), (w, arg(mesh, (8, 16, 32), P("data", "model")), arg(mesh, (6, 8, 16), P(None, "data"))), {}


@program()
def diffusion_step():
    """A small U-Net with attention at its lowest level, time embedding, exponential average of weights, flax and optax."""
    mesh = mesh_of((4, 2), ("data", "model"))

    class Net(nn.Module):
        @nn.compact
        def __call__(self, x, t):
            part = nn.with_partitioning
            init = nn.initializers.lecun_normal()
            e = nn.Dense(32, kernel_init=part(init, (None, "model")))(jnp.concatenate([jnp.sin(t[:, None] * 2.0 ** jnp.arange(8)), jnp.cos(t[:, None] * 2.0 ** jnp.arange(8))], -1))
            a = nn.swish(nn.GroupNorm(4)(nn.Conv(16, (3, 3), kernel_init=part(init, (None, None, None, "model")))(x)))
            b = nn.Conv(32, (3, 3), (2, 2), kernel_init=part(init, (None, None, None, "model")))(a) + e[:, None, None]
            y = b.reshape(b.shape[0], -1, 32)
            y = y + nn.MultiHeadDotProductAttention(4)(y)
            b = y.reshape(b.shape)
            u = nn.ConvTranspose(16, (4, 4), (2, 2))(b)
            return nn.Conv(3, (3, 3))(jnp.concatenate([u, a], -1))
    net, opt = Net(), optax.adam(1e-3)

    def step(p, s, ema, key, x):
        def loss(p):
            k1, k2 = jax.random.split(jax.random.key(key))
            t, n = jax.random.uniform(k1, (x.shape[0],)), jax.random.normal(k2, x.shape)
            y = net.apply(p, x * (1 - t)[:, None, None, None] + n * t[:, None, None, None], t)
            return jnp.mean((y - n) ** 2)
        l, g = jax.value_and_grad(loss)(p)
        u, s = opt.update(g, s, p)
        p = optax.apply_updates(p, u)
        return p, s, jax.tree.map(lambda a, b: 0.99 * a + 0.01 * b, ema, p), l
    shapes = jax.eval_shape(net.init, jax.random.key(0), jnp.zeros((8, 16, 16, 3)), jnp.zeros((8,)))
    spec = nn.get_partition_spec(shapes)
    p = jax.tree.map(lambda a, s: arg(mesh, a.shape, s if isinstance(s, P) else P(), a.dtype), nn.unbox(shapes), spec)
    s = jax.eval_shape(opt.init, p)
    s = jax.tree.map(lambda a: arg(mesh, a.shape, P(), a.dtype), s)
    return step, (p, s, p, jax.ShapeDtypeStruct((), jnp.uint32), arg(mesh, (8, 16, 16, 3), P("data"))), {}


@program()
def expert_choice_all_to_all():
    """Experts choose tokens: top-k per expert, gather, all-to-all by hand in shard_map, expert MLP, and back, with gradient."""
    mesh = mesh_of((8,), ("ep",))

    def inner(x, gate, up, down):
        n = lax.axis_size("ep")
        s = jax.nn.softmax(x @ gate, -1)
        val, idx = lax.top_k(s.T, 4)
        y = x[idx]
        y = lax.all_to_all(y.reshape(n, -1, 4, x.shape[-1]), "ep", 0, 0).transpose(1, 0, 2, 3).reshape(up.shape[0], -1, x.shape[-1])
        y = jnp.einsum("ecf,efd->ecd", jax.nn.relu(jnp.einsum("ecd,edf->ecf", y, up)), down)
        y = lax.all_to_all(y.reshape(up.shape[0], n, 4, -1).transpose(1, 0, 2, 3), "ep", 0, 0).reshape(-1, 4, x.shape[-1])
        out = jnp.zeros_like(x).at[idx].add(y * val[..., None])
        return out, lax.pmean(s.mean(0), "ep")

    def loss(w, x):
        y, bal = shard_map(inner, mesh=mesh, in_specs=(P("ep"), P(), P("ep"), P("ep")), out_specs=(P("ep"), P()))(x, *w)
        return jnp.mean(y ** 2) + bal.var()
    w = (arg(mesh, (16, 16), P()), arg(mesh, (16, 16, 32), P("ep")), arg(mesh, (16, 32, 16), P("ep")))
    return jax.value_and_grad(loss), (w, arg(mesh, (128, 16), P("ep"))), {}


@program()
def shampoo_like():
    """Gradient statistics as products of both sides, matrix roots by Newton steps, momentum; weights over two axes."""
    mesh = mesh_of((4, 2), ("x", "y"))

    def root(m):
        z, y = jnp.eye(m.shape[0]), m / jnp.trace(m)
        for _ in range(2):
            t = 0.5 * (3 * jnp.eye(m.shape[0]) - z @ y)
            y, z = y @ t, t @ z
        return z

    def step(w, l, r, x, t):
        g = jax.grad(lambda w: jnp.mean((jnp.tanh(x @ w) - t) ** 2))(w)
        l = 0.9 * l + g @ g.T
        r = 0.9 * r + g.T @ g
        return w - 0.1 * root(l) @ g @ root(r), keep(mesh, l, "x", "y"), keep(mesh, r, "y", "x")
    return step, (arg(mesh, (32, 64), P("x", "y")), arg(mesh, (32, 32), P("x", "y")), arg(mesh, (64, 64), P("y", "x")), arg(mesh, (16, 32), P("x")), arg(mesh, (16, 64), P("x"))), {}


@program()
def gradient_accumulation():
    """Micro-batches in a scan whose carry is the sum of gradients, clipped by the global norm, weights over fsdp, batches over both."""
    mesh = mesh_of((2, 4), ("dp", "fsdp"))

    def step(w, x, t):
        def one(acc, b):
            g = jax.grad(lambda w: optax.l2_loss(jax.nn.gelu(b[0] @ w["a"]) @ w["b"], b[1]).mean())(w)
            return jax.tree.map(jnp.add, acc, g), None
        xs, ts = (keep(mesh, a.reshape(4, -1, a.shape[-1]), None, ("dp", "fsdp")) for a in (x, t))
        g, _ = lax.scan(one, jax.tree.map(jnp.zeros_like, w), (xs, ts))
        norm = optax.global_norm(g)
        return jax.tree.map(lambda p, a: keep(mesh, p - 0.1 * a / jnp.maximum(norm, 1.0), "fsdp", None), w, g), norm
    w = {"a": arg(mesh, (32, 64), P("fsdp")), "b": arg(mesh, (64, 32), P("fsdp"))}
    x = arg(mesh, (64, 32), P(("dp", "fsdp")))
    return step, (w, x, x), {}


@program()
def windowed_collective_matmul():
    """Large products that XLA decomposes into loops, in a chain as of a feed-forward block, with its gradient."""
    mesh = mesh_of((8,), ("m",))

    def f(x, a, b):
        h = keep(mesh, x @ a, None, "m")
        return keep(mesh, jax.nn.relu(h) @ b, "m", None).sum()
    return jax.grad(f, (1, 2)), (arg(mesh, (8192, 8192), P("m", None)), arg(mesh, (8192, 16384), P(None, "m")), arg(mesh, (16384, 8192), P("m", None))), {}


@program(flags="--xla_cpu_use_thunk_runtime=true")
def stencil_wave():
    """A wave equation on a grid split both ways, time steps in a scan, rolls and pads at edges, energy by sums."""
    mesh = mesh_of((4, 2), ("i", "j"))

    def step(c, _):
        u, v = c
        p = jnp.pad(u, 1, mode="edge")
        lap = p[2:, 1:-1] + p[:-2, 1:-1] + p[1:-1, 2:] + p[1:-1, :-2] - 4 * u
        v = v + 0.1 * lap + 0.01 * jnp.roll(u, 1, 0) - 0.01 * jnp.roll(u, -2, 1)
        return (keep(mesh, u + v, "i", "j"), v), jnp.sum(v * v)
    return lambda u, v: lax.scan(step, (u, v), None, length=5), (arg(mesh, (32, 32), P("i", "j")), arg(mesh, (32, 32), P("i", "j"))), {}


@program()
def gather_scatter_tables():
    """Lookups in a table split by rows and by columns, weighted bags by segment_sum, sparse update of the table's rows."""
    mesh = mesh_of((4, 2), ("r", "c"))

    def f(table, ids, w, seg, t):
        e = table[ids] * w[:, None]
        bags = jax.ops.segment_sum(e, seg, num_segments=16)
        d = keep(mesh, bags, "r", None) - t
        new = table.at[ids].add(-0.1 * (d[seg] * w[:, None]))
        return new, table[:, 5], lax.dynamic_slice(table, (ids[0], 0), (8, 32)), jnp.take(table, ids[:8], axis=1, mode="clip")
    return f, (arg(mesh, (256, 32), P("r", "c")), arg(mesh, (64,), P("r"), jnp.int32), arg(mesh, (64,), P("r")), arg(mesh, (64,), P("r"), jnp.int32), arg(mesh, (16, 32), P(None, "c"))), {}


@program()
def contrastive_two_towers():
    """Two towers of different shardings, similarity matrix over both axes, symmetric loss with hard negatives by top_k."""
    mesh = mesh_of((4, 2), ("d", "m"))

    def loss(w, a, b):
        x = keep(mesh, jax.nn.relu(a @ w["a1"]) @ w["a2"], "d", None)
        y = keep(mesh, jnp.tanh(b @ w["b1"]) @ w["b2"], "d", None)
        x, y = (z / jnp.linalg.norm(z, axis=-1, keepdims=True) for z in (x, y))
        s = keep(mesh, x @ y.T, "d", "m") / 0.07
        hard, _ = lax.top_k(s - 1e9 * jnp.eye(s.shape[0]), 4)
        return -(jnp.diag(jax.nn.log_softmax(s, 0)) + jnp.diag(jax.nn.log_softmax(s, 1))).mean() + hard.mean()
    w = {"a1": arg(mesh, (32, 64), P(None, "m")), "a2": arg(mesh, (64, 16), P("m")), "b1": arg(mesh, (48, 64), P("m")), "b2": arg(mesh, (64, 16), P(None, "m"))}
    return jax.value_and_grad(loss), (w, arg(mesh, (64, 32), P("d")), arg(mesh, (64, 48), P(("d", "m")))), {}


@program()
def kv_cache_decode():
    """Decoding with a paged cache: block tables, gather of pages, attention in log-sum-exp pieces over a split sequence, sampling."""
    mesh = mesh_of((2, 4), ("data", "seq"))

    def f(pages, table, lens, q, wo, key):
        kv = pages[table]
        b, n, s, _, h, d = kv.shape
        kv = keep(mesh, kv.reshape(b, n * s, 2, h, d), "data", "seq")
        k, v = kv[:, :, 0], kv[:, :, 1]
        a = jnp.einsum("bhd,bthd->bht", q, k)
        a = jnp.where(jnp.arange(n * s) < lens[:, None, None], a, -1e30)
        p = jax.nn.softmax(a, -1)
        o = jnp.einsum("bht,bthd->bhd", p, v).reshape(b, -1) @ wo
        return jax.random.categorical(jax.random.key(key), keep(mesh, o, "data", "seq")), o.max(-1)
    return f, (arg(mesh, (64, 4, 2, 4, 8), P("seq")), arg(mesh, (8, 16), P("data"), jnp.int32), arg(mesh, (8,), P("data"), jnp.int32), arg(mesh, (8, 4, 8), P("data")),
               arg(mesh, (32, 256), P(None, "seq")), jax.ShapeDtypeStruct((), jnp.uint32)), {}
