"""Kernels in which collectives are written by hand, or that mix both ways; see make.py."""
import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

from make import program


def mesh_of(shape, names):
    return Mesh(np.array(jax.devices()[:int(np.prod(shape))]).reshape(shape), names)


def arg(mesh, shape, spec, dtype=jnp.float32):
    return jax.ShapeDtypeStruct(shape, dtype, sharding=NamedSharding(mesh, spec))


@program()
def moe_all_to_all():
    mesh = mesh_of((8,), ("e",))

    @functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("e"), P(), P("e"), P("e")), out_specs=P("e"))
    def layer(x, gate, w1, w2):
        choice = jnp.argmax(x @ gate, -1)
        hot = jax.nn.one_hot(choice, 8)
        place = (jnp.cumsum(hot, 0) * hot).sum(-1).astype(jnp.int32) - 1
        box = jnp.zeros((8, 4, x.shape[-1])).at[choice, place].set(x, mode="drop")
        box = jax.lax.all_to_all(box, "e", 0, 0, tiled=True)
        y = jax.nn.relu(box.reshape(-1, x.shape[-1]) @ w1[0]) @ w2[0]
        y = jax.lax.all_to_all(y.reshape(8, 4, -1), "e", 0, 0, tiled=True)
        return y.at[choice, place].get(mode="fill", fill_value=0)

    def step(x, gate, w1, w2):
        return jax.value_and_grad(lambda *a: jnp.mean((layer(*a) @ gate) ** 2), argnums=(1, 2, 3))(x, gate, w1, w2)
    return step, (arg(mesh, (64, 16), P()), arg(mesh, (16, 8), P("e")), arg(mesh, (8, 16, 32), P("e")), arg(mesh, (8, 32, 16), P(None, "e"))), {}


@program(devices=4)
def pipeline_permute():
    mesh = mesh_of((4,), ("stage",))

    @functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("stage"), P()), out_specs=P("stage"))
    def run(w, x):
        me = jax.lax.axis_index("stage")
        state = jax.lax.pcast(jnp.zeros(x.shape[1:]), "stage", to="varying")
        outs = []
        for t in range(x.shape[0] + 3):
            state = jnp.where(me == 0, x[min(t, x.shape[0] - 1)], state)
            state = jnp.tanh(state @ w[0])
            if t >= 3:
                outs.append(state)
            state = jax.lax.ppermute(state, "stage", [(i, i + 1) for i in range(3)])
        return jnp.stack(outs)[None]

    def step(w, x, y):
        return jax.value_and_grad(lambda w: jnp.mean((run(w, x)[-1] - y) ** 2))(w)
    return step, (arg(mesh, (4, 16, 16), P("stage")), arg(mesh, (5, 8, 16), P()), arg(mesh, (5, 8, 16), P(None, "stage"))), {}


@program()
def ring_attention():
    mesh = mesh_of((2, 4), ("data", "ring"))

    @functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("data", "ring"),) * 3, out_specs=P("data", "ring"))
    def attend(q, k, v):
        def hop(i, c):
            k, v, top, total, out = c
            s = jnp.einsum("bqhd,bkhd->bhqk", q, k)
            new = jnp.maximum(top, s.max(-1))
            scale, e = jnp.exp(top - new), jnp.exp(s - new[..., None])
            out = out * scale[..., None] + jnp.einsum("bhqk,bkhd->bhqd", e, v)
            k, v = (jax.lax.ppermute(t, "ring", [(j, (j + 1) % 4) for j in range(4)]) for t in (k, v))
            return k, v, new, total * scale + e.sum(-1), out
        b, n, h, d = q.shape
        start = jax.tree.map(lambda t: jax.lax.pcast(t, ("data", "ring"), to="varying"), (jnp.full((b, h, n), -1e9), jnp.zeros((b, h, n)), jnp.zeros((b, h, n, d))))
        _, _, _, total, out = jax.lax.fori_loop(0, 4, hop, (k, v) + start)
        return jnp.einsum("bhqd->bqhd", out / total[..., None])

    def step(x, w):
        def loss(w):
            q, k, v = jnp.split(jnp.einsum("bsd,dhk->bshk", x, w), 3, -1)
            return jnp.mean(attend(q, k, v) ** 2)
        return jax.grad(loss)(w)
    return step, (arg(mesh, (4, 32, 16), P("data", "ring")), arg(mesh, (16, 2, 24), P("data"))), {}


@program()
def ulysses_manual():
    mesh = mesh_of((2, 4), ("data", "sp"))

    @functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("data", "sp"),) * 3, out_specs=P("data", "sp"))
    def attend(q, k, v):
        q, k, v = (jax.lax.all_to_all(t, "sp", 2, 1, tiled=True) for t in (q, k, v))
        a = jax.nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k))
        return jax.lax.all_to_all(jnp.einsum("bhqk,bkhd->bqhd", a, v), "sp", 1, 2, tiled=True)

    def step(x, w):
        q, k, v = (jnp.einsum("bsd,dhk->bshk", x, w[i]) for i in range(3))
        return attend(q, k, v).sum((2, 3))
    return step, (arg(mesh, (4, 16, 16), P("data")), arg(mesh, (3, 16, 4, 8), P(None, None, "sp"))), {}


@program()
def fsdp_by_hand():
    mesh = mesh_of((8,), ("i",))

    def step(params, x, y):
        @functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("i"), P("i"), P("i")), out_specs=(P("i"), P()), check_vma=False)
        def both(params, x, y):
            def loss(params):
                h = x
                for w in params:
                    h = jnp.tanh(h @ jax.lax.all_gather(w, "i", tiled=True))
                return jax.lax.pmean(jnp.mean((h - y) ** 2), "i")
            value, grads = jax.value_and_grad(loss)(params)
            return [w - 0.1 * g for w, g in zip(params, grads)], value
        params, value = both(params, x, y)
        return params, value, jnp.sqrt(sum(jnp.sum(w ** 2) for w in params))
    return step, ([arg(mesh, (32, 32), P("i")), arg(mesh, (32, 32), P("i"))], arg(mesh, (64, 32), P()), arg(mesh, (64, 32), P("i"))), dict(donate_argnums=0)


@program(devices=8)
def scatter_sums():
    mesh = mesh_of((2, 4), ("x", "y"))

    @functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("x", "y"), P("y", None)), out_specs=P("x", "y"))
    def product(a, b):
        return jax.lax.psum_scatter(a @ b, "y", scatter_dimension=1, tiled=True)

    def f(a, b, c):
        h = product(a, b)
        return product(jnp.sin(h), c) + jnp.cos(h.T @ h)
    return f, (arg(mesh, (32, 32), P("x")), arg(mesh, (32, 32), P("y")), arg(mesh, (32, 32), P("y", "x"))), dict(out_shardings=NamedSharding(mesh, P("y", "x")))


@program()
def partly_manual():
    mesh = mesh_of((2, 2, 2), ("pod", "data", "model"))

    @functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("pod"), P(), P()), out_specs=(P(), P()), axis_names={"pod"}, check_vma=False)
    def grads(x, w1, w2):
        def loss(w1, w2):
            h = jax.lax.with_sharding_constraint(jnp.tanh(x @ w1), NamedSharding(mesh, P("data", "model")))
            return jnp.mean((h @ w2) ** 2)
        return jax.tree.map(lambda g: jax.lax.pmean(g, "pod"), jax.grad(loss, argnums=(0, 1))(w1, w2))

    def step(x, w1, w2):
        g1, g2 = grads(x, w1, w2)
        return w1 - g1, w2 - g2
    return step, (arg(mesh, (32, 16), P(("pod", "data"))), arg(mesh, (16, 32), P(None, "model")), arg(mesh, (32, 16), P("model"))), {}


@program(gspmd=False)
def jit_in_manual():
    mesh = mesh_of((4, 2), ("a", "b"))

    @jax.jit
    def inner(x, w):
        return jax.nn.softmax(jnp.einsum("ij,jk->ik", x, w), axis=0)

    @functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("a"), P()), out_specs=P("a"), axis_names={"a"})
    def outer(x, w):
        y = inner(x, w)
        return y / jax.lax.psum(y.sum(0), "a")

    def f(x, w):
        y = outer(x, w)
        return jnp.sort(y, axis=1), y.mean(0)
    return f, (arg(mesh, (32, 16), P("a", "b")), arg(mesh, (16, 64), P(None, "b"))), {}


@program(devices=16)
def summa():
    mesh = mesh_of((4, 4), ("r", "c"))

    @functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("r", "c"), P("r", "c")), out_specs=P("r", "c"))
    def product(a, b):
        a = jax.lax.all_gather(a, "c", axis=1, tiled=True)
        b = jax.lax.all_gather(b, "r", axis=0, tiled=True)
        return a @ b

    def f(a, b):
        c = product(a, b)
        return jnp.trace(c), c.T @ c, jnp.linalg.norm(c, axis=0)
    return f, (arg(mesh, (64, 64), P("r", "c")), arg(mesh, (64, 64), P("c", "r"))), {}


@program(devices=4)
def halo_by_hand():
    mesh = mesh_of((4,), ("i",))

    @functools.partial(jax.shard_map, mesh=mesh, in_specs=P("i"), out_specs=P("i"))
    def smooth(x):
        left = jax.lax.ppermute(x[-1:], "i", [(k, (k + 1) % 4) for k in range(4)])
        right = jax.lax.ppermute(x[:1], "i", [(k, (k - 1) % 4) for k in range(4)])
        wide = jnp.concatenate([left, x, right])
        return (wide[:-2] + wide[1:-1] + wide[2:]) / 3

    def f(x):
        def body(c):
            x, r, n = c
            y = smooth(x)
            return y, jnp.max(jnp.abs(y - x)), n + 1
        x, r, n = jax.lax.while_loop(lambda c: (c[1] > 1e-3) & (c[2] < 100), body, (x, jnp.float32(1), 0))
        return jnp.fft.rfft(x, axis=0).real, r
    return f, (arg(mesh, (32, 6), P("i")),), {}


@program(devices=8)
def ragged_exchange():
    mesh = mesh_of((8,), ("i",))

    @functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("i"), P("i")), out_specs=P("i"), check_vma=False)
    def sizes(x, n):
        counts = jax.lax.all_gather(n, "i", tiled=True)
        mine = jax.lax.axis_index("i")
        start = jnp.cumsum(counts)[mine] - counts[mine]
        out = jnp.zeros((64,)).at[start + jnp.arange(x.shape[0])].add(x)
        return jax.lax.psum_scatter(out, "i", tiled=True)

    def f(x, n):
        y = sizes(x, n)
        return jnp.searchsorted(jnp.sort(y), x), jnp.cumsum(y)
    return f, (arg(mesh, (64,), P("i")), arg(mesh, (8,), P("i"), jnp.int32)), {}


@program()
def branches_with_collectives():
    mesh = mesh_of((2, 4), ("x", "y"))

    def f(k, a, b):
        def rows(a, b):
            return jnp.sin(jax.lax.with_sharding_constraint(a @ b, NamedSharding(mesh, P("x", "y"))).T)

        def columns(a, b):
            return jnp.cos(jax.lax.with_sharding_constraint(jnp.flip(b, 0) @ a.T, NamedSharding(mesh, P("y", "x"))))

        def neither(a, b):
            return a + b
        y = jax.lax.switch(k, [rows, columns, neither], a, b)
        return jax.lax.cond(jnp.sum(y) > 0, lambda y: jnp.cumsum(y, 0), lambda y: y[::-1], y)
    return f, (jax.ShapeDtypeStruct((), jnp.int32), arg(mesh, (32, 32), P("x", "y")), arg(mesh, (32, 32), P("y"))), {}


@program()
def custom_rule():
    mesh = mesh_of((2, 4), ("x", "y"))

    @jax.custom_vjp
    def scaled(x, w):
        return jax.lax.with_sharding_constraint(x @ w, NamedSharding(mesh, P("x", "y")))

    def forward(x, w):
        return scaled(x, w), (x, w)

    def backward(res, g):
        x, w = res
        g = jax.lax.with_sharding_constraint(g, NamedSharding(mesh, P(("x", "y"))))
        return g @ w.T, jax.lax.with_sharding_constraint(x.T @ g, NamedSharding(mesh, P("y", "x")))
    scaled.defvjp(forward, backward)

    def step(x, w1, w2):
        return jax.grad(lambda a, b: jnp.sum(jnp.sin(scaled(jnp.tanh(scaled(x, a)), b))), argnums=(0, 1))(w1, w2)
    return step, (arg(mesh, (32, 16), P("x")), arg(mesh, (16, 32), P(None, "y")), arg(mesh, (32, 64), P("y"))), {}
