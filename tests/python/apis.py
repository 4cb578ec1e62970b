#!/usr/bin/env python3
"""What JAX offers beside arithmetic, on the platform "shardscope" with 8 devices: a line for each that fails, and "N of M".

    apis.py [NAME...]
"""
import contextlib
import io
import logging
import os
import sys
import tempfile
import warnings

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax._src.dispatch import runtime_tokens
from jax.experimental import io_callback
from jax.experimental.layout import Format, Layout
from jax.sharding import AxisType, Mesh, NamedSharding, SingleDeviceSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("x", "y"), axis_types=(AxisType.Auto,) * 2)
explicit = jax.make_mesh((4, 2), ("x", "y"), axis_types=(AxisType.Explicit,) * 2)
first = SingleDeviceSharding(jax.devices()[0])
x = np.arange(64, dtype=np.float32).reshape(8, 8)
CHECKS = {}


def check(f):
    CHECKS[f.__name__] = f
    return f


def named(*spec):
    return NamedSharding(mesh, P(*spec))


def raises(f, *words):
    try:
        jax.block_until_ready(f())
    except Exception as error:
        assert all(w in str(error) for w in words), error
        return
    raise AssertionError("no error")


def printed(f):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        f()
        jax.effects_barrier()
    return out.getvalue()


@contextlib.contextmanager
def logged(name):
    """The lines that a logger is given meanwhile."""
    lines = []
    handler = logging.Handler(logging.DEBUG)
    handler.emit = lambda record: lines.append(record.getMessage())
    logger = logging.getLogger(name)
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        yield lines
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


def like(a):
    return jax.ShapeDtypeStruct(a.shape, a.dtype)


# ---- callbacks ----------------------------------------------------------------------------------------------------------------------


@check
def callback_pure():
    f = jax.jit(lambda a: jax.pure_callback(np.sin, like(a), a) + 1)
    assert np.allclose(f(x), np.sin(x) + 1)
    assert np.allclose(f(jax.device_put(x, named("x", "y"))), np.sin(x) + 1)


@check
def callback_types():
    for dtype in (np.int8, np.float16, jnp.bfloat16, jnp.float8_e4m3fn, jnp.int4, np.complex64, np.bool_):
        a = np.array([[0, 1, 1], [1, 0, 1]]).astype(dtype)
        r = jax.jit(lambda a: jax.pure_callback(lambda b: np.asarray(b).T, jax.ShapeDtypeStruct((3, 2), a.dtype), a))(a)
        assert np.array_equal(np.asarray(r), a.T), dtype


@check
def callback_empty():
    assert jax.jit(lambda a: jax.pure_callback(lambda b: np.asarray(b), like(a), a))(x[:0]).shape == (0, 8)


@check
def callback_vmap():
    f = jax.vmap(lambda a: jax.pure_callback(np.sin, like(a), a, vmap_method="sequential"))
    assert np.allclose(f(x), np.sin(x))


@check
def callback_io_ordered():
    seen = []

    def call(v):
        seen.append(float(v))
        return np.float32(v + 1)

    f = jax.jit(lambda a: io_callback(call, jax.ShapeDtypeStruct((), np.float32), a, ordered=True))
    assert f(2.0) == 3.0 and f(4.0) == 5.0
    jax.effects_barrier()
    assert seen == [2.0, 4.0], seen


@check
def callback_raises():
    def bad(_):
        raise ValueError("my words")

    for _ in range(2):
        raises(lambda: jax.jit(lambda a: jax.pure_callback(bad, like(a), a))(x), "my words", "bad")
    raises(lambda: jax.jit(lambda a: jax.pure_callback(lambda b: b[:2], like(a), a))(x), "Incorrect output shape")


@check
def callback_outlives_its_function():
    """The function is gone before its execution has come to the call."""
    for _ in range(20):
        y = jax.jit(lambda n: jax.lax.fori_loop(0, n, lambda i, a: a + io_callback(lambda v: np.float32(v), jax.ShapeDtypeStruct((), np.float32), i, ordered=True), 0.0))(5)
        assert float(y) == 10


@check
def callback_raises_without_results():
    def refuse(v):
        raise ValueError("not this one")

    raises(lambda: (jax.jit(lambda v: jax.debug.callback(refuse, v))(1.0), jax.effects_barrier()), "not this one")


@check
def callback_raises_at_the_call():
    """Of a short program, as on the CPU platform; and later programs are not harmed."""
    def refuse(v):
        raise ValueError("not this one")

    for ordered in (False, True):
        raises(lambda: jax.jit(lambda v: (jax.debug.callback(refuse, v, ordered=ordered), v)[1])(1.0) and None, "not this one")
        runtime_tokens.clear()
        assert printed(lambda: jax.jit(lambda v: jax.debug.print("{v}", v=v, ordered=ordered))(2.0)) == "2.0\n"


@check
def callback_harms_no_other():
    """A long program fails later than it is called."""
    def refuse(v):
        raise ValueError("not this one")

    f = jax.jit(lambda a: (jax.debug.callback(refuse, a[0, 0], ordered=True), a @ a)[1])
    raises(lambda: f(np.ones((500, 500), np.float32)), "not this one")
    runtime_tokens.output_runtime_tokens.clear()  # which JAX would go on to raise at each barrier
    assert printed(lambda: jax.jit(lambda v: jax.debug.print("{v}", v=v, ordered=True))(2.0)) == "2.0\n"


@check
def callback_of_keys():
    assert printed(lambda: jax.jit(lambda k: jax.debug.print("{k}", k=k))(jax.random.key(5))) == "[0 5]\n"


@check
def rules_that_come_later():
    """Lowering rules for the CPU that are registered when the plugin is there already; what platform_dependent does on the CPU."""
    from jax.experimental import checkify

    raises(lambda: jax.jit(lambda a: (checkify.check(a > 0, "must be positive"), a)[1])(1.0), "not functionalized")
    for choice in ({"default": jnp.sin}, {}):
        f = lambda a: jax.lax.platform_dependent(a, cpu=lambda a: a + 1, tpu=jnp.cos, **choice)
        assert f(1.0) == jax.jit(f)(1.0) == jax.jit(jax.vmap(f))(jnp.ones(3))[2] == 2
    assert jax.jit(lambda a: jax.lax.platform_dependent(a, cpu=lambda a: a + 1, shardscope=lambda a: a + 2))(1.0) == 3


@check
def exported_for_the_cpu():
    a = x @ x.T / 1000 + np.eye(8, dtype=np.float32)
    for platforms in (["cpu"], ["tpu", "cpu"]):
        e = jax.export.export(jax.jit(jnp.linalg.cholesky if platforms == ["cpu"] else jnp.sin), platforms=platforms)(a)
        assert np.allclose(e.call(a), np.linalg.cholesky(a) if platforms == ["cpu"] else np.sin(a), atol=1e-5)
    raises(lambda: jax.export.export(jax.jit(jnp.sin), platforms=["tpu"])(a).call(a), "exported for")


@check
def names_of_devices():
    d = jax.devices()[3]
    assert (str(d), repr(d), d.device_kind) == ("shardscope:3", "ShardscopeDevice(id=3)", "cpu")
    from jax.experimental import colocated_python

    assert list(colocated_python.colocated_cpu_devices(jax.devices())) == jax.devices()  # which have processors beside them: they are such


@check
def callback_in_shard_map():
    seen = []
    f = jax.shard_map(lambda a: (jax.debug.callback(lambda v: seen.append(np.asarray(v)), a), a)[1], mesh=mesh, in_specs=P("x"), out_specs=P("x"))
    jax.block_until_ready(jax.jit(f)(jax.device_put(x, named("x"))))
    jax.effects_barrier()
    assert len(seen) == 8 and all(s.shape == (2, 8) for s in seen), len(seen)


@check
def callback_once():
    seen = []
    jax.jit(lambda a: jax.debug.callback(lambda v: seen.append(np.asarray(v)), a))(jax.device_put(x, named("x", "y")))
    jax.effects_barrier()
    assert len(seen) == 1 and np.array_equal(seen[0], x)


@check
def callback_computes():
    f = jax.jit(lambda a: jax.pure_callback(lambda b: jnp.sin(b) * 2, like(a), a))  # JAX inside of a callback
    assert np.allclose(f(x), np.sin(x) * 2, atol=1e-6)


@check
def callback_in_place():
    from jax.experimental.buffer_callback import ExecutionStage, buffer_callback

    def call(context, out, a, *, scale):
        assert context.stage is ExecutionStage.EXECUTE and out["y"].shape == a.shape == (8, 8) and a.dtype == np.float32 and out["y"].writeable and not a.writeable
        np.asarray(out["y"])[...] = np.asarray(a) * np.asarray(scale)
        np.from_dlpack(out["sum"])[...] = np.asarray(a).sum()
        raises(lambda: np.asarray(a).__setitem__(0, 1), "read-only")

    f = jax.jit(lambda a: buffer_callback(call, {"y": like(a), "sum": jax.ShapeDtypeStruct((), np.float32)})(a, scale=np.float32(3)))
    for a in (x, jax.device_put(x, named("x", "y"))):
        r = f(a)
        assert np.array_equal(r["y"], x * 3) and r["sum"] == x.sum()

    def add_one(context, out, a):
        assert np.asarray(out)[1, 1] == np.asarray(a)[1, 1]  # one memory
        np.asarray(out)[...] += 1

    assert np.array_equal(jax.jit(buffer_callback(add_one, like(x), input_output_aliases={0: 0}))(x), x + 1)
    rows = jax.vmap(buffer_callback(lambda context, out, a: np.asarray(out).__setitem__(Ellipsis, np.asarray(a)[::-1]), like(x[0]), vmap_method="sequential"))
    assert np.array_equal(rows(x), x[:, ::-1])
    raises(lambda: jax.jit(buffer_callback(lambda context, out: 1, like(x)))(), "must not return any values")


@check
def debug_print():
    assert printed(lambda: jax.jit(lambda a: jax.debug.print("v {}", a))(np.int32(3))) == "v 3\n"

    def loop(a):
        return lax.fori_loop(0, 3, lambda i, c: (jax.debug.print("i {}", i, ordered=True), c + 1)[1], a)

    assert printed(lambda: jax.jit(loop)(np.int32(3))) == "i 0\ni 1\ni 2\n"
    assert "2016.0" in printed(lambda: jax.jit(lambda a: jax.debug.print("{}", a.sum()), in_shardings=named("x"))(x))


@check
def checkify():
    from jax.experimental import checkify as c

    def f(a):
        c.check(a > 0, "not positive: {}", a)
        return jnp.log(a)

    assert "not positive" in c.checkify(jax.jit(f))(np.float32(-1))[0].get()


# ---- shardings ----------------------------------------------------------------------------------------------------------------------


@check
def other_device_order():
    back = Mesh(np.array(jax.devices())[::-1].reshape(4, 2), ("x", "y"))
    a = jax.device_put(x, NamedSharding(back, P("x", "y")))
    b = jax.device_put(a, named("y", "x"))
    assert np.array_equal(np.asarray(b), x) and b.sharding == named("y", "x")
    for s in b.addressable_shards:
        assert np.array_equal(np.asarray(s.data), x[s.index])
    c = jax.device_put(b, NamedSharding(back, P(None, "x")))
    for s in c.addressable_shards:
        assert np.array_equal(np.asarray(s.data), x[s.index])


@check
def whole_axes():
    f = jax.jit(lambda a: lax.with_sharding_constraint(a * 2, named("x")))
    assert np.array_equal(f(np.arange(6.0, dtype=np.float32)), np.arange(6) * 2)
    r = jax.jit(lambda a: a.reshape(2, 4) * 2)(jax.device_put(np.arange(8.0, dtype=np.float32), named("x")))
    assert r.sharding.spec == P() and np.array_equal(np.asarray(r).ravel(), np.arange(8) * 2)


@check
def explicit_axes():
    with jax.set_mesh(explicit):
        a = jax.device_put(x, NamedSharding(explicit, P("x", "y")))
        b = jax.jit(lambda a: jnp.einsum("ij,kj->ik", a, a, out_sharding=P("x", None)))(a)
        assert np.allclose(b, x @ x.T) and jax.sharding.reshard(b, P(None, "y")).sharding.spec == P(None, "y")


@check
def own_partitioning():
    from jax.experimental.custom_partitioning import custom_partitioning

    f = custom_partitioning(lambda a: a * 2)
    f.def_partition(partition=lambda m, a, r: (m, lambda v: v * 2, r.sharding, (a[0].sharding,)), infer_sharding_from_operands=lambda m, a, r: a[0].sharding,
                    sharding_rule="i j -> i j")
    assert np.array_equal(jax.jit(f)(jax.device_put(x, named("x", "y"))), 2 * x)


@check
def own_partitioning_computes():
    """The function of the pieces is what runs, on the shardings that it asks for, with collectives of its own."""
    from jax.experimental.custom_partitioning import custom_partitioning

    seen = []

    def divided(m, arguments, result):
        seen.append([a.sharding.spec for a in arguments])
        rows = NamedSharding(m, P("x", None))
        return m, lambda v, w: (lax.psum(v.sum(), "x") + w, v[:1]), (rows, rows), (rows, rows)

    f = custom_partitioning(lambda a, b: (a.sum() + b, a[:4]))
    f.def_partition(partition=divided, infer_sharding_from_operands=lambda m, a, r: None, sharding_rule="i j, i j -> i j, k j")
    g = jax.jit(lambda a, b: f(a * 2, b))
    total, rows = g(jax.device_put(x, named("x", "y")), jax.device_put(x, named("y")))
    assert seen and np.array_equal(total, 2 * x.sum() + x) and np.array_equal(rows, 2 * x[::2])
    wrong = custom_partitioning(lambda a: a * 2)
    wrong.def_partition(partition=lambda m, a, r: (m, lambda v: v[:1], r.sharding, (a[0].sharding,)), sharding_rule="i j -> i j")
    raises(lambda: jax.jit(wrong)(jax.device_put(x, named("x"))), "Mismatch in result shapes")


@check
def own_partitioning_reports():
    """Results are laid out as propagation has them, also where the function of the pieces gathers everything; operands before it likewise."""
    from jax.experimental.custom_partitioning import custom_partitioning

    seen = []
    f = custom_partitioning(lambda a: (a + 1, a.sum(0)))
    f.def_partition(partition=lambda m, a, r: (m, lambda v: (v + 1, v.sum(0)), (NamedSharding(m, P()),) * 2, (NamedSharding(m, P()),)),
                    infer_sharding_from_operands=lambda m, a, r: None, sharding_rule="i j -> i j, j")

    def g(a):
        b = a * 2
        jax.debug.inspect_array_sharding(b, callback=seen.append)
        return f(b)

    whole, columns = jax.jit(g)(jax.device_put(x, named("x", "y")))
    assert np.array_equal(whole, 2 * x + 1) and np.array_equal(columns, 2 * x.sum(0))
    assert whole.sharding.spec == P("x", "y") and columns.sharding.spec == P("y"), (whole.sharding, columns.sharding)
    assert seen[0].is_equivalent_to(named("x", "y"), 2), seen


@check
def shardings_looked_at():
    seen = []

    def step(c, _):
        jax.debug.inspect_array_sharding(c, callback=seen.append)
        return c * 2, None

    y = jax.jit(lambda a: lax.scan(step, jnp.sin(a), None, length=3)[0])(jax.device_put(x, named("x", "y")))
    assert np.allclose(y, 8 * np.sin(x), atol=1e-5)
    assert len(seen) == 1 and seen[0].is_equivalent_to(named("x", "y"), 2), seen
    with contextlib.redirect_stdout(io.StringIO()) as out:
        jax.jit(lambda a: (jax.debug.visualize_array_sharding(a), a)[1])(jax.device_put(x, named("x", "y")))
    assert "7" in out.getvalue()


# ---- memories and layouts ------------------------------------------------------------------------------------------------------------


@check
def memory_kinds():
    for kind in ("pinned_host", "unpinned_host", "device"):
        for s in (first, named("x")):
            a = jax.device_put(x, s.with_memory_kind(kind))
            assert a.sharding.memory_kind == kind and np.array_equal(np.asarray(a), x)
            assert a.addressable_shards[0].data.sharding.memory_kind == kind
            assert jax.device_put(a, s).sharding.memory_kind == "device"
    d = jax.devices()[0]
    assert d.default_memory().kind == "device" and {m.kind for m in d.addressable_memories()} == {"device", "pinned_host", "unpinned_host"}
    raises(lambda: first.with_memory_kind("other"), "Could not find memory")


@check
def memory_of_results():
    host = named("x").with_memory_kind("pinned_host")
    r = jax.jit(lambda a: jax.device_put(a * 2, host), out_shardings=host)(jax.device_put(x, named("x")))
    assert r.sharding.memory_kind == "pinned_host" and np.array_equal(np.asarray(r), x * 2)
    r = jax.jit(lambda a: jax.device_put(a, named("x")) * 2, out_shardings=named("x"))(r)
    assert r.sharding.memory_kind == "device" and np.array_equal(np.asarray(r), x * 4)


@check
def layouts():
    columns = Format(Layout((1, 0)), first)
    a = jax.device_put(x, columns)
    assert a.format.layout.major_to_minor == (1, 0) and np.array_equal(np.asarray(a), x)
    r = jax.jit(lambda a: a.T, out_shardings=columns)(a)
    assert r.format.layout.major_to_minor == (1, 0) and np.array_equal(np.asarray(r), x.T)
    c = jax.jit(lambda a: a.T, in_shardings=Format(Layout.AUTO), out_shardings=Format(Layout.AUTO)).lower(like(x)).compile()
    assert np.array_equal(c(jax.device_put(x, c.input_formats[0][0])), x.T)
    assert c.output_formats.layout.major_to_minor == (1, 0)
    assert np.array_equal(np.from_dlpack(a), x) and np.from_dlpack(a).strides == np.asarray(a).strides


@check
def layouts_asked_for_inside():
    from jax.experimental.layout import with_layout_constraint

    r = jax.jit(lambda a: with_layout_constraint(a * 2, Layout((1, 0))))(jax.device_put(x, named("x")))
    assert r.format.layout.major_to_minor == (1, 0) and np.array_equal(np.asarray(r), x * 2)
    r = jax.device_put(x, Format(Layout((0, 1), tiling=((2, 8),)), named("x")))
    assert r.format.layout.tiling == ((2, 8),) and np.array_equal(jax.jit(lambda a: a + 1)(r), x + 1)
    raises(lambda: jax.device_put(x, Format(Layout((0, 0)), first)), "duplicate values")


@check
def partial_results():
    with jax.set_mesh(jax.make_mesh((8,), ("x",), axis_types=(AxisType.Explicit,))):
        a = jax.device_put(np.ones((4, 8), np.float32), P(None, "x"))
        u = jax.jit(lambda a: jnp.einsum("ij,kj->ik", a, a, out_sharding=P(unreduced={"x"})))(a)
        assert u.sharding.spec.unreduced == {"x"}
        assert np.array_equal(jax.jit(lambda u: jax.sharding.reshard(u, P()))(u), np.full((4, 4), 8))


@check
def calls_of_each_device():
    seen = []
    jax.jit(lambda a: jax.debug.callback(lambda v: seen.append(np.asarray(v).shape), a, partitioned=True))(jax.device_put(x, named("x", "y")))
    jax.effects_barrier()
    assert len(seen) == 8 and set(seen) == {(x.shape[0] // mesh.shape["x"], x.shape[1] // mesh.shape["y"])}, seen
    seen.clear()
    f = jax.shard_map(lambda a: (io_callback(lambda v: seen.append(float(v.sum())), None, a, ordered=True), a)[1], mesh=mesh, in_specs=P("x"), out_specs=P("x"))
    assert np.array_equal(jax.jit(f)(jax.device_put(x, named("x"))), x)
    jax.effects_barrier()
    assert len(seen) == 8 and np.isclose(sum(seen), x.sum() * mesh.shape["y"])


@check
def shardings_pass_into_loops():
    def rows(a):
        return lax.scan(lambda c, r: (c * r, None), jnp.ones_like(a), jnp.stack([a, a, a]))[0]

    assert jax.jit(rows)(jax.device_put(x, named("x", "y"))).sharding.spec == P("x", "y")
    known = jax.jit(lambda a: lax.dynamic_slice(a, (2, 99), (4, 4)))(jax.device_put(x, named("x", "y")))
    assert known.sharding.spec == P("x", "y") and np.array_equal(known, x[2:6, 4:])
    g = jax.jit(jax.grad(lambda a: lax.scan(lambda c, _: (jnp.sin(c), None), a, None, length=3)[0].sum()))
    assert g(jax.device_put(x, named("x", "y"))).sharding.spec == P("x", "y")


# ---- buffers --------------------------------------------------------------------------------------------------------------------------


@check
def integers_of_one_bit():
    if not hasattr(jnp, "int1"):
        return
    x = jnp.zeros(4, jnp.int1).at[1].set(1)
    assert x.dtype == jnp.int1 and np.asarray(jnp.concatenate([x, jnp.ones(2, jnp.int1)])).tolist() == [0, 1, 0, 0, 1, 1]


@check
def donated_to_no_result():
    x = jax.device_put(np.ones((8, 2), np.float32), named("x"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        y = jax.jit(lambda x: x @ x.T, donate_argnums=0)(x)
        z = jax.jit(lambda x: (x + 1).astype(jnp.int32), donate_argnums=0)(y)
    assert not x.is_deleted() and y.is_deleted() and z[0, 0] == 3


@check
def numpy_view():
    a = jnp.arange(1000.0)
    b = np.asarray(a)
    assert not b.flags.writeable and b.ctypes.data == a.unsafe_buffer_pointer()
    c = jax.jit(lambda v: v + 1, donate_argnums=0)(a)
    assert a.is_deleted() and np.array_equal(b, np.arange(1000)) and np.array_equal(c, b + 1)


@check
def donation():
    f = jax.jit(lambda a: a + 1, donate_argnums=0)
    a = jnp.ones(4000)
    p = a.unsafe_buffer_pointer()
    assert f(a).unsafe_buffer_pointer() == p and a.is_deleted()
    raises(lambda: f(a), "deleted")
    b = jnp.ones(4)
    raises(lambda: jax.jit(lambda a, b: (a + 1, b + 1), donate_argnums=(0, 1))(b, b), "Attempt to donate the same buffer twice in Execute()")
    s = jax.device_put(np.arange(8.0, dtype=np.float32), named(("x", "y")))
    raises(lambda: jax.jit(lambda a, b: (a + 1, b + 1), donate_argnums=0)(s, s), "f(donate(a), a)")
    assert not s.is_deleted()


@check
def donation_in_the_text():
    """As XLA says it: arguments that JAX offers to any result are written over one of their size on each device."""
    a = jax.device_put(x, named("x", "y"))
    head = lambda f, *args: jax.jit(f, donate_argnums=(0, 1)[:len(args)]).lower(*args).compile().as_text().splitlines()[0]
    assert "input_output_alias={ {}: (0, {}, may-alias) }" in head(lambda v: v + 1, a)
    both = head(lambda v, w: (v + w, v.sum()), a, a)
    assert "input_output_alias={ {0}: (0, {}, may-alias) }, buffer_donor={ (1, {}) }" in both, both
    sizes = head(lambda v, w: (w * 2, v * 3), jax.device_put(x[:4], named("x", "y")), a)
    assert "input_output_alias={ {0}: (1, {}, may-alias), {1}: (0, {}, may-alias) }" in sizes, sizes


@check
def groups_that_leave_devices_out():
    for run in (lambda f: jax.pmap(f, "i")(x), lambda f: jax.jit(jax.shard_map(f, mesh=Mesh(np.array(jax.devices()), ("i",)), in_specs=P("i"), out_specs=P("i"), check_vma=False))(x)):
        for call in (lax.psum, lax.all_gather):
            raises(lambda: run(lambda v: call(v, "i", axis_index_groups=[[0, 1], [2, 3]])), "have 4 of 8 devices", os.path.basename(__file__))
        assert np.array_equal(run(lambda v: lax.psum(v, "i", axis_index_groups=[[0, 2], [1, 3], [4, 5, 6, 7]]))[:, 0], [16, 32, 16, 32, 176, 176, 176, 176])


@check
def narrow_layouts():
    for dtype, bits in ((jnp.int4, 4), (jnp.uint2, 2), (jnp.int8, 0)):
        c = jax.jit(lambda v: v.T).lower(jax.ShapeDtypeStruct((4, 2), dtype)).compile()
        assert c.input_formats[0][0].layout.sub_byte_element_size_in_bits == bits and c.output_formats.layout.sub_byte_element_size_in_bits == bits
        assert (f"[4,2]{{1,0:E({bits})}})->" if bits else "[4,2]{1,0})->") in c.as_text(), c.as_text()


@check
def cpu_beside():
    a = jax.device_put(x, jax.devices("cpu")[0])
    assert a.devices() == {jax.devices("cpu")[0]} and jax.default_backend() == "shardscope"
    assert np.array_equal(jax.device_put(a, named("x")), x)


@check
def errors():
    line = sys._getframe().f_lineno
    raises(lambda: jax.jit(lambda a: jnp.zeros((1 << 20, 1 << 18), jnp.float32) + a[0, 0])(x), f"{os.path.basename(__file__)}:{line + 1}:", "1 TiB", "hint: ")
    raises(lambda: jax.jit(lambda a: jax.ffi.ffi_call("nobody's", like(a))(a))(x), f"{os.path.basename(__file__)}:{line + 2}:", "nobody's")
    a = jnp.ones(3)
    twice = jax.jit(lambda a: a + 1, donate_argnums=0)
    twice(a)
    raises(lambda: twice(a), "INVALID_ARGUMENT", "deleted or donated", f"{os.path.basename(__file__)}:{sys._getframe().f_lineno}: ")
    raises(lambda: jax.device_put(np.broadcast_to(np.float32(1), (1 << 40,))), "4 TiB", f"{os.path.basename(__file__)}:{sys._getframe().f_lineno}: ")


@check
def results_that_cannot_fit():
    """Are refused when the function is called, not when somebody looks at them."""
    for f in (lambda: jnp.ones((1 << 20, 1 << 20, 8)), lambda: jax.jit(lambda a: jnp.zeros((1 << 20, 1 << 20, 8)) + a, out_shardings=named("x"))(jnp.float32(1))):
        try:
            f()
        except Exception as error:
            assert "RESOURCE_EXHAUSTED" in str(error) and "not enough memory" in str(error), error
        else:
            raise AssertionError("no error at the call")


@check
def results_of_their_own():
    a = jnp.array([1, 2, 3])
    b, c = jax.jit(lambda v: (v, v))(a)
    assert len({v.unsafe_buffer_pointer() for v in (a, b, c)}) == 3
    s = jax.devices()[0].memory_stats()
    assert s["bytes_in_use"] > 0 and s["bytes_reservable_limit"] > 0


@check
def analysis():
    c = jax.jit(lambda a: a @ a).lower(x).compile()
    assert jax.jit(lambda a: a @ a).lower(x).cost_analysis()["flops"] >= 1024
    cost, memory = c.cost_analysis(), c.memory_analysis()
    assert cost["flops"] == 1024 and cost["bytes accessed"] == 768, cost
    assert memory.argument_size_in_bytes == 256 and memory.output_size_in_bytes == 256
    sharded = jax.jit(lambda a, b: a @ b, in_shardings=(named(None, "x"), named("x")), out_shardings=named()).lower(x, x).compile()
    text = sharded.as_text()
    assert text.startswith("HloModule") and "all-reduce" in text and "apis.py" in text, text
    assert "parameter(0), sharding={devices=[1,4,2]<=[8] last_tile_dim_replicate}" in text, text
    from jax.experimental.layout import Format, Layout
    columns = Format(Layout((1, 0)), jax.sharding.SingleDeviceSharding(jax.devices()[0]))
    ordered = jax.jit(lambda a: a @ a, in_shardings=columns).lower(x).compile().as_text()
    assert f"entry_computation_layout={{(f32[{x.shape[0]},{x.shape[1]}]{{0,1}})->" in ordered, ordered
    from jax.experimental import io_callback
    top = jax.jit(lambda a: (jax.lax.top_k(a, 2), io_callback(lambda b: None, None, a, ordered=True))[0]).lower(x).compile()
    assert "top" in top.as_text().lower()


@check
def profile():
    double = jax.jit(lambda a: a * 2)
    double(x)
    with tempfile.TemporaryDirectory() as folder:
        with jax.profiler.trace(folder):
            jax.jit(lambda a: a @ a)(x).block_until_ready()
            jax.block_until_ready([double(x) for _ in range(3)])
        files = [os.path.join(at, f) for at, _, names in os.walk(folder) for f in names if f.endswith("xplane.pb")]
        planes = {p.name: {line.name: list(line.events) for line in p.lines} for p in jax.profiler.ProfileData.from_file(files[0]).planes}
    modules = planes["/device:TPU:0"]["XLA Modules"]
    assert len(modules) == 4 and len(planes["/device:TPU:0"]["Steps"]) == 4, modules
    host = [e for line in planes["/host:CPU"].values() for e in line]
    first, last = min(e.start_ns for e in host), max(e.start_ns + e.duration_ns for e in host)
    assert all(first <= e.start_ns <= last for e in modules)  # one clock


@check
def stored():
    from jax._src import compilation_cache
    from jax.experimental import serialize_executable

    c = jax.jit(lambda a: a @ a, in_shardings=named("x")).lower(x).compile()
    again = serialize_executable.deserialize_and_load(*serialize_executable.serialize(c))
    assert np.array_equal(again(jax.device_put(x, named("x"))), x @ x)
    callback = jax.jit(lambda a: jax.pure_callback(np.sin, like(a), a)).lower(x).compile()
    raises(lambda: serialize_executable.serialize(callback), "cannot be stored")
    with tempfile.TemporaryDirectory() as folder:
        for key, value in (("dir", folder), ("min_compile_time_secs", 0), ("min_entry_size_bytes", 0)):
            jax.config.update("jax_compilation_cache_dir" if key == "dir" else f"jax_persistent_cache_{key}", value)
        compilation_cache.reset_cache()
        for _ in range(2):
            assert np.array_equal(jax.jit(lambda a: a * 3 + 1)(x), x * 3 + 1)
            jax.clear_caches()
        assert len([f for f in os.listdir(folder) if f.endswith("-cache")]) >= 1, os.listdir(folder)
        with warnings.catch_warnings(), logged("jax._src.compiler") as said:  # of programs with callbacks JAX says that they are not stored, and nothing else
            warnings.simplefilter("error")
            assert np.allclose(jax.jit(lambda a: jax.pure_callback(np.cos, like(a), a))(x), np.cos(x))
        assert any("because it uses host callbacks" in line for line in said), said
        jax.config.update("jax_compilation_cache_dir", None)
        compilation_cache.reset_cache()


@check
def lent():
    a = jnp.arange(8.0)
    assert jnp.from_dlpack(np.arange(3)).devices() == {jax.devices()[0]}
    raises(lambda: jnp.from_dlpack(np.arange(3), copy=False), "copy")
    b = np.from_dlpack(a)
    assert np.array_equal(b, np.arange(8)) and b.ctypes.data == a.unsafe_buffer_pointer()
    assert np.from_dlpack(jnp.zeros((0, 3))).shape == (0, 3)
    for dtype in (jnp.bfloat16, jnp.float8_e4m3fn, jnp.float8_e5m2):
        assert jnp.array_equal(jnp.from_dlpack(jnp.arange(4.0).astype(dtype)), jnp.arange(4.0).astype(dtype))


@check
def default_device():
    add = jax.jit(lambda a: a + 1)
    fourth = jax.devices()[3]
    with jax.default_device(fourth):
        assert jnp.ones(3).devices() == {fourth}
        with jax.default_device("shardscope"):
            for _ in range(3):
                assert add(np.ones(3)).devices() == jnp.ones(3).devices() == {jax.devices()[0]}
        assert add(np.ones(3)).devices() == {fourth}
    before = jax.config.jax_default_device
    jax.config.update("jax_default_device", "shardscope")
    try:
        assert add(np.ones(3)).devices() == {jax.devices()[0]}
    finally:
        jax.config.update("jax_default_device", before)
    raises(lambda: jax.config.update("jax_default_device", "no_platform"), "platform name", "no_platform")


@check
def compile_options():
    raises(lambda: jax.jit(lambda a: a + 1, compiler_options={"no_option": True})(x), "No such compile option: 'no_option'")
    raises(lambda: jax.jit(lambda a: a + 1, compiler_options={"xla_no_option": True})(x), "No such compile option: 'xla_no_option'")
    raises(lambda: jax.jit(lambda a: a + 1, compiler_options={"xla_backend_optimization_level": "x"})(x), "'x' is not a valid int32 value")
    assert np.array_equal(jax.jit(lambda a: a + 1, compiler_options={"xla_embed_ir_in_executable": True})(x), x + 1)


names = sys.argv[1:] or list(CHECKS)
good = 0
for name in names:
    try:
        CHECKS[name]()
        good += 1
    except Exception as error:  # every check is made
        print(f"{name}: {type(error).__name__}: {str(error)[:300]}", flush=True)
print(f"{good} of {len(names)}")
sys.exit(good != len(names))
