"""Numeric code on divided arrays: transforms, sorts, solvers, stencils, uneven sizes; see make.py."""
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

from make import program


def mesh_of(shape, names, order=None):
    devices = np.array(jax.devices()[:int(np.prod(shape))])
    return Mesh((devices if order is None else devices[list(order)]).reshape(shape), names)


def arg(mesh, shape, spec, dtype=jnp.float32):
    return jax.ShapeDtypeStruct(shape, dtype, sharding=NamedSharding(mesh, spec))


def pin(x, mesh, *spec):
    return jax.lax.with_sharding_constraint(x, NamedSharding(mesh, P(*spec)))


@program()
def fft_pencils():
    mesh = mesh_of((2, 4), ("x", "y"))

    def f(u):
        k = pin(jnp.fft.fft(pin(u, mesh, "x", "y", None), axis=2), mesh, "x", None, "y")
        k = pin(jnp.fft.fft(k, axis=1), mesh, None, "x", "y")
        k = jnp.fft.fft(k, axis=0)
        k = k * jnp.exp(-jnp.arange(16.0)[:, None, None] ** 2)
        return jnp.fft.ifftn(k).real, jnp.abs(k).sum((1, 2))
    return f, (arg(mesh, (16, 16, 16), P("x", "y")),), dict(out_shardings=(NamedSharding(mesh, P("x", "y")), None))


@program(devices=4)
def sorts():
    mesh = mesh_of((4,), ("i",))

    def f(x, y):
        order = jnp.argsort(x)
        return jnp.sort(x)[::2], y[order], jnp.sort(y, axis=1), jnp.median(y, axis=0), jnp.unique(x, size=16), jnp.quantile(y, 0.3, axis=1)
    return f, (arg(mesh, (64,), P("i")), arg(mesh, (64, 8), P("i"))), {}


@program(devices=8)
def top_ks():
    mesh = mesh_of((2, 4), ("b", "v"))

    def f(x):
        best, at = jax.lax.top_k(x, 4)
        hard = jnp.argmax(x, 1)
        near, _ = jax.lax.approx_max_k(x, 3)
        cut = jnp.where(x < best[:, -1:], -jnp.inf, x)
        return best, at, hard, near, jax.nn.softmax(cut), x.argmin(0)
    return f, (arg(mesh, (16, 64), P("b", "v")),), {}


@program(devices=8)
def kmeans():
    mesh = mesh_of((4, 2), ("n", "d"))

    def f(x, c):
        def body(s):
            c, _, i = s
            dist = ((x ** 2).sum(1)[:, None] - 2 * x @ c.T + (c ** 2).sum(1))
            near = jnp.argmin(dist, 1)
            total = jax.ops.segment_sum(x, near, 8)
            count = jax.ops.segment_sum(jnp.ones(x.shape[0]), near, 8)
            new = total / jnp.maximum(count, 1)[:, None]
            return new, jnp.max(jnp.abs(new - c)), i + 1
        return jax.lax.while_loop(lambda s: (s[1] > 1e-4) & (s[2] < 50), body, (c, jnp.float32(1), 0))
    return f, (arg(mesh, (128, 16), P("n", "d")), arg(mesh, (8, 16), P(None, "d"))), {}


@program(devices=6)
def conjugate_gradient():
    mesh = mesh_of((2, 3), ("r", "c"))

    def f(a, b):
        x, _ = jax.scipy.sparse.linalg.cg(lambda v: a @ v + v, b, maxiter=10)
        return x, jnp.linalg.norm(a @ x - b)
    return f, (arg(mesh, (60, 60), P("r", "c")), arg(mesh, (60,), P("r"))), {}


@program(devices=8)
def stencil_rolls():
    mesh = mesh_of((4, 2), ("i", "j"))

    def f(u, v):
        def body(_, s):
            u, v = s
            lap = sum(jnp.roll(u, s, a) for a in (0, 1) for s in (1, -1)) - 4 * u
            grad = (u[2:, 1:-1] - u[:-2, 1:-1]) / 2
            v = v.at[1:-1, 1:-1].add(0.1 * lap[1:-1, 1:-1] - 0.01 * grad)
            return u + 0.1 * v, v
        u, v = jax.lax.fori_loop(0, 10, body, (u, v))
        return u, jnp.diff(u, axis=0), jnp.pad(v, 1)[::2, ::2]
    return f, (arg(mesh, (32, 32), P("i", "j")), arg(mesh, (32, 32), P("i", "j"))), dict(donate_argnums=0)


@program(devices=8)
def running_sums():
    mesh = mesh_of((2, 4), ("x", "y"))

    def f(a, b):
        return (jnp.cumsum(a, 0), jnp.cumprod(a, 1), jax.lax.cumlogsumexp(b, 0), jax.lax.cummax(b, 1, reverse=True), a.mean(0) + b.std(1)[:32],
                jax.lax.reduce_window(b, -jnp.inf, jax.lax.max, (3, 3), (1, 2), "SAME"))
    return f, (arg(mesh, (32, 32), P("x", "y")), arg(mesh, (32, 32), P("y"))), {}


@program(devices=4)
def small_linalg():
    mesh = mesh_of((2, 2), ("b", "n"))

    def f(a, b):
        s = jnp.einsum("bij,bkj->bik", a, a) + 5 * jnp.eye(16)
        c = jnp.linalg.cholesky(s)
        x = jax.scipy.linalg.solve_triangular(c, b, lower=True)
        q, r = jnp.linalg.qr(a)
        return x, jnp.einsum("bij,bj->bi", q, b[..., 0]), jnp.linalg.slogdet(s)[1].sum(), jnp.linalg.eigvalsh(s)
    return f, (arg(mesh, (4, 16, 16), P("b", "n")), arg(mesh, (4, 16, 3), P("b", "n"))), {}


@program(devices=12)
def three_axes():
    mesh = mesh_of((2, 2, 3), ("x", "y", "z"))

    def f(a, b, c):
        t = jnp.einsum("ijk,kl->ijl", a, b)
        u = jnp.einsum("ijl,jlm->im", t, c)
        v = pin(t.transpose(2, 0, 1), mesh, "z", "x", "y")
        return u, v.sum(0), jnp.einsum("lij,lij->", v, v), t.max((0, 2))
    return f, (arg(mesh, (12, 24, 36), P("x", "y", "z")), arg(mesh, (36, 24), P("z", "x")), arg(mesh, (24, 24, 12), P(("x", "y"), "z"))), {}


@program(devices=6)
def uneven():
    mesh = mesh_of((3, 2), ("x", "y"))

    def f(a, b):
        c = jnp.concatenate([a, b], 0)
        d = jnp.pad(a, ((1, 2), (0, 3)))
        e = pin(c, mesh, "y", "x")
        return c.sum(0), d.mean(1), e @ e.T, jnp.flip(a, 0), jnp.tile(b, (2, 1)), a[3:9, ::3], jnp.roll(b, 3, 1)
    return f, (arg(mesh, (12, 14), P("x", "y")), arg(mesh, (9, 14), P("x", "y"))), {}


@program(devices=4)
def uneven_inside():
    mesh = mesh_of((4,), ("i",))

    def f(a, b):
        h = pin(a @ b, mesh, "i")
        g = pin(h[:7] * 2, mesh, "i", None)
        k = pin(jnp.concatenate([g, h[2:5]], 0), mesh, None, "i")
        return k.sum(), jnp.cumsum(h, 0), g.max(0), pin(h.reshape(-1), mesh, "i")
    return f, (arg(mesh, (8, 12), P(None, "i")), arg(mesh, (12, 10), P("i"))) , {}


@program(devices=8)
def scatters():
    mesh = mesh_of((4, 2), ("i", "j"))

    def f(x, u, at):
        a = x.at[at].add(u)
        b = x.at[at].max(u)
        c = x.at[:, 3].set(1.0).at[5].multiply(2.0)
        d = jnp.zeros((64, 16)).at[at, at % 16].set(u[:, 0])
        e = x.at[8:24].set(u[:16])
        return a, b.sum(1), c, d.T @ d, e
    return f, (arg(mesh, (64, 16), P("i", "j")), arg(mesh, (32, 16), P("i")), arg(mesh, (32,), P("i"), jnp.int32)), {}


@program(devices=8)
def gathers():
    mesh = mesh_of((4, 2), ("i", "j"))

    def f(x, at, k):
        a = x[at]
        b = jnp.take_along_axis(x, at[:, None] % 16, 1)
        c = jax.lax.dynamic_slice(x, (k, 0), (16, 16))
        d = jax.vmap(lambda i: jax.lax.dynamic_slice_in_dim(x, i, 4, 0))(at[:8])
        e = x[at[:, None] % 64, jnp.arange(4)]
        return a.sum(0), b, c @ c.T, d.mean(1), e, x[jnp.array([3, 1, 60])], jnp.diagonal(x @ x.T)
    return f, (arg(mesh, (64, 16), P("i", "j")), arg(mesh, (64,), P("i"), jnp.int32), jax.ShapeDtypeStruct((), jnp.int32)), {}


@program(devices=8)
def reshapes():
    mesh = mesh_of((2, 4), ("x", "y"))

    def f(a, b):
        h = a.reshape(8, 4, 8, 8).transpose(0, 2, 1, 3)
        m = h.reshape(64, 32)
        k = pin(b.reshape(4, 8, 32), mesh, "y", "x").swapaxes(0, 2)
        r = pin(jnp.einsum("hbtd,xbd->tx", h, jnp.ones((3, 8, 8))), mesh, "y")
        return m @ b, k.reshape(32, 32) @ b, r, a.reshape(-1)[:100], jnp.stack([b, b.T], 1)
    return f, (arg(mesh, (32, 64), P("x", "y")), arg(mesh, (32, 32), P("y", "x"))), {}


@program(devices=8)
def two_meshes():
    one, two = mesh_of((2, 4), ("x", "y")), mesh_of((4, 2), ("a", "b"))

    def f(p, q):
        h = pin(jnp.tanh(p @ q), two, "a", "b")
        g = pin(h.T @ p, one, "y", None)
        return jnp.sum(g * 2, 0), pin(jnp.exp(h), two, "b", "a")
    return f, (arg(one, (32, 32), P("x", "y")), arg(one, (32, 32), P("y"))), {}


@program(devices=8)
def odd_order():
    mesh = mesh_of((2, 4), ("x", "y"), (0, 3, 6, 1, 7, 2, 5, 4))

    def f(a, b):
        h = pin(a @ b, mesh, "y", "x")
        return h.T @ h, jax.nn.log_softmax(h, 0), jnp.roll(h, 3, 0)
    return f, (arg(mesh, (32, 32), P("x", "y")), arg(mesh, (32, 64), P("y", "x"))), {}


@program(devices=8)
def promoted():
    mesh = mesh_of((2, 4), ("x", "y"))

    def f(a, b, q, s):
        h = a @ b
        m = h.mean(1).astype(jnp.float16)
        t = jax.lax.dot(q.astype(jnp.int8), q.T.astype(jnp.int8), preferred_element_type=jnp.int32)
        return h, jnp.max(h, 0), m, (t * s).astype(jnp.bfloat16), jnp.any(h > 1, 1), jnp.prod(h, 0), h.astype(jnp.float8_e4m3fn).astype(jnp.bfloat16).sum()
    return f, (arg(mesh, (32, 64), P("x", "y"), jnp.bfloat16), arg(mesh, (64, 32), P("y"), jnp.bfloat16), arg(mesh, (16, 64), P(None, ("x", "y")), jnp.int8), arg(mesh, (16,), P("x"))), {}


@program(devices=8)
def windowed():   # products of more than 256 MiB are divided into loops that send pieces around
    mesh = mesh_of((8,), ("i",))

    def f(x, w1, w2):
        h = jax.nn.relu(jnp.einsum("bd,dh->bh", x, w1))
        return pin(jnp.einsum("bh,hd->bd", h, w2), mesh, "i")
    return f, (arg(mesh, (32768, 4096), P("i")), arg(mesh, (4096, 16384), P(None, "i")), arg(mesh, (16384, 4096), P("i"))), {}


@program(devices=8)
def many_sums():
    mesh = mesh_of((4, 2), ("d", "m"))

    def step(ws, x):
        def loss(ws):
            h = x
            for w in ws:
                h = jnp.tanh(h @ w)
            return h.sum()
        grads = jax.grad(loss)(ws)
        total = jnp.sqrt(sum(jnp.vdot(g, g) for g in grads))
        return [w - g / jnp.maximum(total, 1) for w, g in zip(ws, grads)]
    return step, ([arg(mesh, (32, 32), P(None, "m")) for _ in range(6)], arg(mesh, (32, 32), P("d"))), dict(donate_argnums=0)


@program(devices=8)
def random_numbers():
    mesh = mesh_of((2, 4), ("x", "y"))

    def f(key, a):
        key = jax.random.wrap_key_data(key)
        noise = pin(jax.random.normal(key, (32, 64)), mesh, "x", "y")
        keep = jax.random.bernoulli(jax.random.split(key)[0], 0.9, a.shape)
        mixed = jax.random.permutation(key, a, axis=0)
        return jnp.where(keep, a, 0) @ noise, mixed, jax.random.categorical(key, noise, axis=1), jax.random.choice(key, a.reshape(-1), (8,))
    return f, (jax.ShapeDtypeStruct((2,), jnp.uint32), arg(mesh, (32, 32), P("y", "x"))), {}


@program(devices=8)
def images():
    mesh = mesh_of((2, 4), ("b", "h"))

    def f(x, k):
        small = jax.image.resize(x, (4, 16, 24, 3), "linear")
        wide = jax.lax.conv_general_dilated(x, k, (1, 1), [(2, 2), (2, 2)], rhs_dilation=(2, 2), dimension_numbers=("NHWC", "HWIO", "NHWC"), feature_group_count=3)
        pool = jax.lax.reduce_window(x, 0.0, jax.lax.add, (1, 4, 4, 1), (1, 4, 4, 1), "VALID")
        flow = jax.vmap(lambda i: jax.scipy.ndimage.map_coordinates(i[..., 0], [jnp.linspace(0, 31, 8), jnp.linspace(0, 20, 8)], 1))(x)
        return small.mean(-1), wide, pool, flow, x[:, ::-1], jnp.gradient(x[..., 0], axis=1)
    return f, (arg(mesh, (4, 32, 32, 3), P("b", "h")), arg(mesh, (3, 3, 1, 6), P())), {}


@program(devices=8)
def nested_scans():
    mesh = mesh_of((2, 4), ("x", "y"))

    def f(w, x):
        def outer(h, ws):
            def inner(h, w):
                h = pin(jnp.tanh(h @ w), mesh, "x", "y")
                return h, h.sum(1)
            h, s = jax.lax.scan(inner, h, ws)
            return pin(h, mesh, "y", "x"), s
        h, s = jax.lax.scan(outer, x, w)
        return h @ h.T, s
    return f, (arg(mesh, (3, 2, 32, 32), P(None, None, "x", "y")), arg(mesh, (32, 32), P("x"))), {}


@program(devices=16)
def per_example():
    mesh = mesh_of((4, 2, 2), ("d", "t", "p"))

    def f(w, x, y):
        def loss(w, x, y):
            return jnp.sum((jnp.tanh(x @ w[0]) @ w[1] - y) ** 2)
        g = jax.vmap(jax.grad(loss), (None, 0, 0))(w, x, y)
        norms = jnp.sqrt(sum(jnp.sum(a ** 2, (1, 2)) for a in g))
        scale = 1 / jnp.maximum(1, norms)
        return [jnp.einsum("b,bij->ij", scale, a) for a in g], jnp.percentile(norms, 90)
    return f, ([arg(mesh, (16, 32), P("p", "t")), arg(mesh, (32, 8), P("t", "p"))], arg(mesh, (32, 16), P("d")), arg(mesh, (32, 8), P("d"))), {}


@program(devices=8)
def complex_numbers():
    mesh = mesh_of((8,), ("i",))

    def f(z, w):
        y = jnp.conj(z).T @ w
        return y.real, jnp.abs(z).max(1), jnp.angle(w).sum(0), jnp.fft.fftshift(z, 0), jnp.vdot(z, w)
    return f, (arg(mesh, (32, 16), P("i"), jnp.complex64), arg(mesh, (32, 16), P(None, "i"), jnp.complex64)), {}


@program(devices=4)
def small_pieces():
    mesh = mesh_of((4,), ("i",))

    def f(a, b, c):
        return jnp.roll(a, 1, 0), a[::2], pin(b, mesh, None, "i").sum(0), jnp.flip(b, 0), jnp.roll(c, (1, 2), (0, 1)), c[1::3], jnp.repeat(a, 3, 0), jnp.kron(a[:, 0], b[0])
    return f, (arg(mesh, (4, 3), P("i")), arg(mesh, (4, 8), P("i")), arg(mesh, (8, 4), P(None, "i"))), {}
