"""Training and serving steps as people write them, with flax, optax, equinox and haiku; see make.py."""
import functools

import equinox as eqx
import flax.linen as nn
import haiku as hk
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

from make import program


def mesh_of(shape, names):
    return Mesh(np.array(jax.devices()[:int(np.prod(shape))]).reshape(shape), names)


def laid(tree, mesh, rule):
    """Shapes of a tree with the shardings that rule(path, leaf) gives."""
    def one(path, leaf):
        return jax.ShapeDtypeStruct(leaf.shape, leaf.dtype, sharding=NamedSharding(mesh, rule(jax.tree_util.keystr(path), leaf)))
    return jax.tree_util.tree_map_with_path(one, tree)


def arg(mesh, shape, spec, dtype=jnp.float32):
    return jax.ShapeDtypeStruct(shape, dtype, sharding=NamedSharding(mesh, spec))


class Block(nn.Module):
    dim: int
    heads: int

    @nn.compact
    def __call__(self, x):
        part = nn.with_partitioning
        init = nn.initializers.xavier_uniform()
        y = nn.LayerNorm()(x)
        q, k, v = (nn.DenseGeneral((self.heads, self.dim // self.heads), kernel_init=part(init, ("fsdp", "model", None)), name=n)(y) for n in "qkv")
        a = jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(q.shape[-1])
        a = jnp.where(jnp.tril(jnp.ones(a.shape[-2:], bool)), a, -1e9)
        y = jnp.einsum("bhqk,bkhd->bqhd", nn.softmax(a), v)
        x = x + nn.DenseGeneral(self.dim, axis=(-2, -1), kernel_init=part(init, ("model", None, "fsdp")), name="o")(y)
        y = nn.LayerNorm()(x)
        y = nn.gelu(nn.Dense(4 * self.dim, kernel_init=part(init, ("fsdp", "model")))(y))
        return x + nn.Dense(self.dim, kernel_init=part(init, ("model", "fsdp")))(y)


class LM(nn.Module):
    vocab: int = 256
    dim: int = 64

    @nn.compact
    def __call__(self, tokens):
        x = nn.Embed(self.vocab, self.dim, embedding_init=nn.with_partitioning(nn.initializers.normal(), ("model", "fsdp")))(tokens)
        for _ in range(2):
            x = Block(self.dim, 4)(x)
        return nn.Dense(self.vocab, use_bias=False, kernel_init=nn.with_partitioning(nn.initializers.normal(), ("fsdp", "model")))(nn.LayerNorm()(x))


@program()
def flax_lm_adamw():
    mesh = mesh_of((2, 4), ("fsdp", "model"))
    model, opt = LM(), optax.adamw(optax.cosine_decay_schedule(1e-3, 100), weight_decay=0.1)
    tokens = jax.ShapeDtypeStruct((8, 32), jnp.int32)
    boxed = jax.eval_shape(model.init, jax.random.key(0), tokens)
    specs = nn.get_partition_spec(boxed)
    params = nn.unbox(boxed)
    shardings = jax.tree.map(lambda s: NamedSharding(mesh, s), specs, is_leaf=lambda s: isinstance(s, P))
    params = jax.tree.map(lambda p, s: jax.ShapeDtypeStruct(p.shape, p.dtype, sharding=s), params, shardings)
    state = jax.eval_shape(opt.init, params)
    state = optax.tree_map_params(opt, lambda p, s: jax.ShapeDtypeStruct(p.shape, p.dtype, sharding=s), state, shardings,
                                  transform_non_params=lambda p: jax.ShapeDtypeStruct(p.shape, p.dtype, sharding=NamedSharding(mesh, P())))

    def step(params, state, tokens):
        def loss(params):
            logits = model.apply(params, tokens[:, :-1])
            return optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:]).mean()
        value, grads = jax.value_and_grad(loss)(params)
        updates, state = opt.update(grads, state, params)
        return optax.apply_updates(params, updates), state, value
    return step, (params, state, arg(mesh, (8, 33), P("fsdp"), jnp.int32)), dict(donate_argnums=(0, 1))


class ConvNet(nn.Module):
    @nn.compact
    def __call__(self, x):
        for width, stride in ((16, 1), (32, 2), (32, 1)):
            y = nn.Conv(width, (3, 3), (stride, stride), use_bias=False)(x)
            y = nn.GroupNorm(num_groups=4)(y)
            x = nn.relu(y)
        x = nn.max_pool(x, (3, 3), (2, 2), padding="SAME")
        x = nn.avg_pool(x, (2, 2), (2, 2))
        return nn.Dense(10)(x.mean((1, 2)))


@program()
def flax_conv_spatial():
    mesh = mesh_of((2, 4), ("data", "space"))
    model = ConvNet()
    params = laid(jax.eval_shape(model.init, jax.random.key(0), jax.ShapeDtypeStruct((4, 32, 32, 3), jnp.float32)), mesh, lambda *_: P())

    def step(params, x, y):
        def loss(p):
            return optax.softmax_cross_entropy_with_integer_labels(model.apply(p, x), y).mean()
        grads = jax.grad(loss)(params)
        return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
    return step, (params, arg(mesh, (4, 32, 32, 3), P("data", "space")), arg(mesh, (4,), P("data"), jnp.int32)), {}


@program()
def equinox_fsdp():
    mesh = mesh_of((8,), ("fsdp",))
    net = eqx.nn.MLP(32, 16, 128, 3, key=jax.random.key(0))
    params, static = eqx.partition(net, eqx.is_array)
    params = laid(params, mesh, lambda path, leaf: P("fsdp") if leaf.ndim and leaf.shape[0] % 8 == 0 else P())
    opt = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(1e-3))
    state = jax.eval_shape(opt.init, params)
    state = laid(state, mesh, lambda path, leaf: P("fsdp") if leaf.ndim and leaf.shape[0] % 8 == 0 else P())

    def step(params, state, x, y):
        def loss(p):
            out = jax.vmap(eqx.combine(p, static))(x)
            return jnp.mean((out - y) ** 2)
        value, grads = jax.value_and_grad(loss)(params)
        updates, state = opt.update(grads, state, params)
        return eqx.apply_updates(params, updates), state, value
    return step, (params, state, arg(mesh, (64, 32), P("fsdp")), arg(mesh, (64, 16), P("fsdp"))), dict(donate_argnums=(0, 1))


@program(devices=4)
def haiku_lstm():
    mesh = mesh_of((2, 2), ("data", "model"))

    def net(x):
        core = hk.LSTM(32)
        out, _ = hk.dynamic_unroll(core, x, core.initial_state(x.shape[1]))
        return hk.Linear(8)(out)
    model = hk.without_apply_rng(hk.transform(net))
    params = laid(jax.eval_shape(model.init, jax.random.key(0), jax.ShapeDtypeStruct((12, 8, 16), jnp.float32)), mesh,
                  lambda path, leaf: P(None, "model") if leaf.ndim == 2 else P("model"))

    def step(params, x, y):
        return jax.value_and_grad(lambda p: jnp.mean((model.apply(p, x) - y) ** 2))(params)
    return step, (params, arg(mesh, (12, 8, 16), P(None, "data")), arg(mesh, (12, 8, 8), P(None, "data"))), {}


@program()
def zero3_scan_remat():
    mesh = mesh_of((8,), ("fsdp",))
    n, d = 4, 64
    names = {"wq": (n, d, d), "wo": (n, d, d), "w1": (n, d, 4 * d), "w2": (n, 4 * d, d), "scale": (n, d)}
    params = {k: arg(mesh, s, P(None, "fsdp"), jnp.bfloat16) for k, s in names.items()}

    def layer(x, p):
        p = jax.tree.map(lambda w: w.astype(jnp.bfloat16), p)
        h = x * jax.lax.rsqrt(jnp.mean(x.astype(jnp.float32) ** 2, -1, keepdims=True) + 1e-6).astype(x.dtype) * p["scale"]
        x = x + jnp.tanh(h @ p["wq"]) @ p["wo"]
        x = x + jax.nn.silu(x @ p["w1"]) @ p["w2"]
        return jax.lax.with_sharding_constraint(x, NamedSharding(mesh, P("fsdp"))), None

    def step(params, x):
        def loss(p):
            y, _ = jax.lax.scan(jax.checkpoint(layer, policy=jax.checkpoint_policies.nothing_saveable), x, p)
            return jnp.sum(y.astype(jnp.float32) ** 2)
        grads = jax.grad(loss)(params)
        return jax.tree.map(lambda p, g: (p - 0.01 * g).astype(p.dtype), params, grads)
    return step, (params, arg(mesh, (16, 8, d), P("fsdp"), jnp.bfloat16)), dict(out_shardings={k: NamedSharding(mesh, P(None, "fsdp")) for k in names}, donate_argnums=0)


@program()
def moe_einsum():
    mesh = mesh_of((2, 4), ("data", "expert"))
    groups, tokens, d, experts, capacity, hidden = 4, 32, 16, 8, 8, 32

    def step(x, gate, w1, w2):
        probs = jax.nn.softmax(jnp.einsum("gsd,de->gse", x, gate))
        index = jnp.argmax(probs, -1)
        mask = jax.nn.one_hot(index, experts)
        place = jnp.cumsum(mask, 1) * mask - 1
        dispatch = jax.nn.one_hot(place, capacity) * mask[..., None]
        combine = dispatch * probs[..., None]
        e = jnp.einsum("gsec,gsd->egcd", dispatch, x)
        e = jax.lax.with_sharding_constraint(e, NamedSharding(mesh, P("expert", "data")))
        h = jax.nn.relu(jnp.einsum("egcd,edh->egch", e, w1))
        y = jnp.einsum("egch,ehd->egcd", h, w2)
        out = jnp.einsum("gsec,egcd->gsd", combine, y)
        balance = jnp.mean(mask.mean((0, 1)) * probs.mean((0, 1))) * experts ** 2
        return jnp.sum(out ** 2) + balance
    args = (arg(mesh, (groups, tokens, d), P("data")), arg(mesh, (d, experts), P()), arg(mesh, (experts, d, hidden), P("expert")), arg(mesh, (experts, hidden, d), P("expert")))
    return jax.value_and_grad(step, argnums=(0, 1, 2, 3)), args, {}


@program()
def moe_sorted():
    mesh = mesh_of((4, 2), ("data", "model"))

    def step(x, gate, w1, w2):
        weights, experts = jax.lax.top_k(x @ gate, 2)
        weights = jax.nn.softmax(weights)
        flat = experts.reshape(-1)
        order = jnp.argsort(flat)
        tokens = jnp.repeat(jnp.arange(x.shape[0]), 2)[order]
        sizes = jnp.bincount(flat, length=8)
        h = jax.lax.ragged_dot(x[tokens], w1, sizes)
        y = jax.lax.ragged_dot(jax.nn.gelu(h), w2, sizes)
        y = y * weights.reshape(-1)[order][:, None]
        return jnp.zeros_like(x).at[tokens].add(y)
    return step, (arg(mesh, (64, 32), P("data")), arg(mesh, (32, 8), P()), arg(mesh, (8, 32, 64), P(None, None, "model")), arg(mesh, (8, 64, 32), P(None, "model"))), {}


@program()
def pipeline_rolled():
    mesh = mesh_of((4, 2), ("stage", "data"))
    stages, micro, mb, d = 4, 8, 4, 16
    where = NamedSharding(mesh, P("stage", "data"))

    def step(w, b, x):
        def loss(w, b):
            state = jnp.zeros((stages, mb, d))

            def tick(carry, t):
                state, out = carry
                first = jax.lax.dynamic_index_in_dim(x, jnp.minimum(t, micro - 1), 0, False)
                state = jax.lax.with_sharding_constraint(jnp.roll(state, 1, 0).at[0].set(first), where)
                state = jax.vmap(lambda w, b, s: jnp.tanh(s @ w + b))(w, b, state)
                out = jax.lax.dynamic_update_index_in_dim(out, state[-1], jnp.maximum(t - stages + 1, 0), 0)
                return (state, out), None
            (_, out), _ = jax.lax.scan(tick, (state, jnp.zeros((micro, mb, d))), jnp.arange(micro + stages - 1))
            return jnp.mean(out ** 2)
        return jax.value_and_grad(loss, argnums=(0, 1))(w, b)
    return step, (arg(mesh, (stages, d, d), P("stage")), arg(mesh, (stages, d), P("stage")), arg(mesh, (micro, mb, d), P(None, "data"))), {}


@program()
def ulysses_jit():
    mesh = mesh_of((2, 4), ("data", "seq"))

    def step(x, wqkv, wo):
        q, k, v = jnp.split(jnp.einsum("bsd,dhk->bshk", x, wqkv), 3, axis=-1)
        q, k, v = (jax.lax.with_sharding_constraint(t, NamedSharding(mesh, P("data", None, "seq"))) for t in (q, k, v))
        a = jax.nn.softmax(jnp.einsum("bqhk,bshk->bhqs", q, k))
        o = jnp.einsum("bhqs,bshk->bqhk", a, v)
        o = jax.lax.with_sharding_constraint(o, NamedSharding(mesh, P("data", "seq")))
        return jnp.sum(jnp.einsum("bshk,hkd->bsd", o, wo) ** 2)
    return jax.grad(step, argnums=(0, 1, 2)), (arg(mesh, (4, 32, 32), P("data", "seq")), arg(mesh, (32, 8, 24), P()), arg(mesh, (8, 8, 32), P())), {}


@program()
def sequence_parallel_gpt():
    mesh = mesh_of((2, 4), ("data", "tp"))
    seq, whole = NamedSharding(mesh, P("data", "tp")), NamedSharding(mesh, P("data"))

    def norm(x, s):
        m = x.mean(-1, keepdims=True)
        return (x - m) * jax.lax.rsqrt(((x - m) ** 2).mean(-1, keepdims=True) + 1e-5) * s

    def block(x, p):
        y = jax.lax.with_sharding_constraint(norm(x, p["n1"]), whole)
        q, k, v = jnp.split(y @ p["qkv"], 3, -1)
        q, k, v = (t.reshape(*t.shape[:2], 8, -1) for t in (q, k, v))
        a = jax.nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k) / 3)
        o = jnp.einsum("bhqk,bkhd->bqhd", a, v).reshape(x.shape)
        x = x + jax.lax.with_sharding_constraint(o @ p["o"], seq)
        y = jax.lax.with_sharding_constraint(norm(x, p["n2"]), whole)
        return x + jax.lax.with_sharding_constraint(jax.nn.gelu(y @ p["up"]) @ p["down"], seq)

    def step(params, x):
        return jax.value_and_grad(lambda p: jnp.mean(functools.reduce(block, p, x) ** 2))(params)
    d = 64
    one = {"qkv": arg(mesh, (d, 3 * d), P(None, "tp")), "o": arg(mesh, (d, d), P("tp")), "up": arg(mesh, (d, 4 * d), P(None, "tp")), "down": arg(mesh, (4 * d, d), P("tp")),
           "n1": arg(mesh, (d,), P()), "n2": arg(mesh, (d,), P())}
    return step, ([one, dict(one)], arg(mesh, (4, 16, d), P("data", "tp"))), {}


@program()
def serve_with_cache():
    mesh = mesh_of((2, 4), ("batch", "heads"))
    d, heads, length, vocab = 32, 4, 64, 128

    def generate(params, cache_k, cache_v, token, position):
        def one(state):
            cache_k, cache_v, token, position, out = state
            x = params["embed"][token]
            q, k, v = (jnp.einsum("bd,dhk->bhk", x, params[n]) for n in ("q", "k", "v"))
            cache_k = jax.lax.dynamic_update_slice_in_dim(cache_k, k[:, None], position, 1)
            cache_v = jax.lax.dynamic_update_slice_in_dim(cache_v, v[:, None], position, 1)
            s = jnp.einsum("bhk,bthk->bht", q, cache_k)
            s = jnp.where(jnp.arange(length) <= position, s, -1e9)
            y = jnp.einsum("bht,bthk->bhk", jax.nn.softmax(s), cache_v)
            x = x + jnp.einsum("bhk,hkd->bd", y, params["o"])
            logits = x @ params["embed"].T
            best, index = jax.lax.top_k(logits, 5)
            pick = jax.random.categorical(jax.random.fold_in(jax.random.key(0), position), best)
            token = jnp.take_along_axis(index, pick[:, None], 1)[:, 0]
            out = out.at[:, position].set(token)
            return cache_k, cache_v, token, position + 1, out
        out = jnp.zeros((token.shape[0], length), jnp.int32)
        return jax.lax.while_loop(lambda s: s[3] < length, one, (cache_k, cache_v, token, position, out))
    params = {"embed": arg(mesh, (vocab, d), P("heads")), "o": arg(mesh, (heads, 8, d), P("heads"))}
    params.update({n: arg(mesh, (d, heads, 8), P(None, "heads")) for n in ("q", "k", "v")})
    cache = arg(mesh, (4, length, heads, 8), P("batch", None, "heads"))
    return generate, (params, cache, cache, arg(mesh, (4,), P("batch"), jnp.int32), jax.ShapeDtypeStruct((), jnp.int32)), dict(donate_argnums=(1, 2))


@program()
def vit_uneven():
    mesh = mesh_of((2, 4), ("data", "model"))

    def step(params, x, y):
        def loss(p):
            h = jax.lax.conv_general_dilated(x, p["patch"], (4, 4), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"))
            h = h.reshape(h.shape[0], -1, h.shape[-1])
            h = jnp.concatenate([jnp.broadcast_to(p["cls"], (h.shape[0], 1, h.shape[-1])), h], 1) + p["pos"]
            h = jax.lax.with_sharding_constraint(h, NamedSharding(mesh, P("data", "model")))
            a = jax.nn.softmax(jnp.einsum("bqd,bkd->bqk", h @ p["q"], h @ p["k"]))
            h = h + jnp.einsum("bqk,bkd->bqd", a, h @ p["v"])
            return -jnp.mean(jax.nn.log_softmax(h[:, 0] @ p["head"])[jnp.arange(x.shape[0]), y])
        return jax.value_and_grad(loss)(params)
    d = 32
    params = {"patch": arg(mesh, (4, 4, 3, d), P(None, None, None, "model")), "cls": arg(mesh, (d,), P()), "pos": arg(mesh, (50, d), P()), "head": arg(mesh, (d, 10), P("model"))}
    params.update({n: arg(mesh, (d, d), P(None, "model")) for n in "qkv"})
    return step, (params, arg(mesh, (8, 28, 28, 3), P("data")), arg(mesh, (8,), P("data"), jnp.int32)), {}


@program()
def unet_spatial():
    mesh = mesh_of((2, 2, 2), ("data", "h", "w"))
    where = P("data", "h", "w")

    def conv(x, w, stride=1):
        return jax.lax.conv_general_dilated(x, w, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    def step(params, x):
        def loss(p):
            a = jax.nn.relu(conv(x, p[0]))
            b = jax.nn.relu(conv(a, p[1], 2))
            c = jax.nn.relu(conv(b, p[2], 2))
            c = jax.image.resize(c, b.shape[:3] + c.shape[3:], "nearest")
            d = jax.nn.relu(conv(jnp.concatenate([b, c], -1), p[3]))
            e = jax.lax.conv_transpose(d, p[4], (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
            return jnp.mean((jnp.concatenate([a, e], -1).mean(-1) - x[..., 0]) ** 2)
        return jax.grad(loss)(params)
    params = [arg(mesh, s, P()) for s in ((3, 3, 3, 8), (3, 3, 8, 16), (3, 3, 16, 16), (3, 3, 32, 16), (3, 3, 16, 8))]
    return step, (params, arg(mesh, (2, 32, 32, 3), where)), {}


@program()
def dlrm():
    mesh = mesh_of((8,), ("rows",))

    def step(tables, bottom, top, ids, dense, label):
        def loss(tables, bottom, top):
            looked = [jnp.take(t, ids[:, i], axis=0).mean(1) for i, t in enumerate(tables)]
            z = jnp.stack([jax.nn.relu(dense @ bottom)] + looked, 1)
            inter = jnp.einsum("bid,bjd->bij", z, z)[:, *jnp.tril_indices(4, -1)]
            logit = (jnp.concatenate([z[:, 0], inter], -1) @ top)[:, 0]
            return jnp.mean(optax.sigmoid_binary_cross_entropy(logit, label))
        return jax.value_and_grad(loss, argnums=(0, 1, 2))(tables, bottom, top)
    tables = [arg(mesh, (n, 16), s) for n, s in ((1024, P("rows")), (512, P("rows")), (96, P(None, "rows")))]
    return step, (tables, arg(mesh, (13, 16), P()), arg(mesh, (22, 1), P()), arg(mesh, (64, 3, 4), P("rows"), jnp.int32), arg(mesh, (64, 13), P("rows")), arg(mesh, (64,), P("rows"))), {}


@program(devices=6)
def gnn_segments():
    mesh = mesh_of((6,), ("e",))

    def step(nodes, w, senders, receivers):
        def loss(w):
            h = nodes
            for k in range(2):
                m = jax.nn.relu(h[senders] @ w[k])
                h = h + jax.ops.segment_sum(m, receivers, num_segments=60) / (1 + jax.ops.segment_sum(jnp.ones(m.shape[0]), receivers, 60))[:, None]
            return jax.ops.segment_max(h @ w[0], jnp.arange(60) // 10, 6).sum()
        return jax.value_and_grad(loss)(w)
    return step, (arg(mesh, (60, 12), P("e")), arg(mesh, (2, 12, 12), P()), arg(mesh, (300,), P("e"), jnp.int32), arg(mesh, (300,), P("e"), jnp.int32)), {}


@program()
def clip_loss():
    mesh = mesh_of((4, 2), ("data", "model"))

    def step(p, image, text):
        def loss(p):
            a = jnp.tanh(image @ p["vi"]) @ p["pi"]
            b = jnp.tanh(text @ p["vt"]) @ p["pt"]
            a, b = (t / jnp.linalg.norm(t, axis=-1, keepdims=True) for t in (a, b))
            logits = jnp.exp(p["t"]) * a @ b.T
            logits = jax.lax.with_sharding_constraint(logits, NamedSharding(mesh, P("data", "model")))
            n = jnp.arange(logits.shape[0])
            return -(jax.nn.log_softmax(logits, 0)[n, n] + jax.nn.log_softmax(logits, 1)[n, n]).mean() / 2
        return jax.value_and_grad(loss)(p)
    p = {"vi": arg(mesh, (48, 64), P(None, "model")), "pi": arg(mesh, (64, 32), P("model")), "vt": arg(mesh, (24, 64), P(None, "model")), "pt": arg(mesh, (64, 32), P("model")), "t": arg(mesh, (), P())}
    return step, (p, arg(mesh, (32, 48), P("data")), arg(mesh, (32, 24), P("data"))), {}


@program(devices=12)
def vocab_parallel():
    mesh = mesh_of((3, 4), ("data", "vocab"))

    def step(embed, w, tokens, labels):
        def loss(embed, w):
            x = jax.nn.gelu(embed[tokens] @ w)
            logits = jax.lax.with_sharding_constraint(jnp.einsum("bsd,vd->bsv", x, embed), NamedSharding(mesh, P("data", None, "vocab")))
            top = jax.lax.stop_gradient(logits.max(-1))
            lse = jnp.log(jnp.exp(logits - top[..., None]).sum(-1)) + top
            return (lse - jnp.take_along_axis(logits, labels[..., None], -1)[..., 0]).mean()
        return jax.value_and_grad(loss, argnums=(0, 1))(embed, w)
    return step, (arg(mesh, (100, 24), P("vocab")), arg(mesh, (24, 24), P(None, "vocab")), arg(mesh, (6, 16), P("data"), jnp.int32), arg(mesh, (6, 16), P("data"), jnp.int32)), {}


@program(devices=16)
def factored_optimizer():
    mesh = mesh_of((4, 4), ("x", "y"))
    opt = optax.adafactor(1e-2, min_dim_size_to_factor=8, multiply_by_parameter_scale=True)
    params = {"a": arg(mesh, (64, 48), P("x", "y")), "b": arg(mesh, (48, 32), P("y", "x")), "c": arg(mesh, (32,), P())}
    state = laid(jax.eval_shape(opt.init, params), mesh, lambda *_: P())

    def step(params, state, x):
        def loss(p):
            return jnp.mean((jnp.tanh(x @ p["a"]) @ p["b"] + p["c"]) ** 2)
        grads = jax.grad(loss)(params)
        updates, state = opt.update(grads, state, params)
        return optax.apply_updates(params, updates), state
    return step, (params, state, arg(mesh, (32, 64), P("x"))), dict(donate_argnums=(0, 1))


@program()
def lora_vmapped():
    mesh = mesh_of((4, 2), ("users", "model"))

    def step(w, a, b, x):
        def one(a, b, x):
            return jax.grad(lambda a, b: jnp.sum(jnp.tanh(x @ w + x @ a @ b) ** 2), argnums=(0, 1))(a, b)
        return jax.vmap(one, spmd_axis_name="users")(a, b, x)
    return step, (arg(mesh, (32, 64), P(None, "model")), arg(mesh, (8, 32, 4), P("users")), arg(mesh, (8, 4, 64), P("users")), arg(mesh, (8, 16, 32), P("users"))), {}


@program()
def mamba_scan():
    mesh = mesh_of((2, 4), ("data", "seq"))

    def step(x, a, wb, wc):
        def loss(a, wb, wc):
            decay = jnp.exp(-jax.nn.softplus(x @ a))
            u = x @ wb

            def join(l, r):
                return l[0] * r[0], l[1] * r[0] + r[1]
            _, h = jax.lax.associative_scan(join, (decay, u), axis=1)
            return jnp.mean((h * (x @ wc)) ** 2)
        return jax.grad(loss, argnums=(0, 1, 2))(a, wb, wc)
    return step, (arg(mesh, (4, 32, 16), P("data", "seq")),) + tuple(arg(mesh, (16, 16), P()) for _ in range(3)), {}
