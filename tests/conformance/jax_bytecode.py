#!/usr/bin/env python3
"""Programs as JAX lowers them, each as MLIR text and as bytecode, for test_bytecode.c to compare.

    jax_bytecode.py OUT [--programs FILE.py] [--texts FILE.mlir ...] [--only SUBSTRING] [--small]

Needs jax 0.10 and NumPy; flatbuffers too for artifacts of jax.export. Pairs of files in OUT with the same stem:
  NAME.plain.mlir / .mlirbc   the module as JAX makes it: dialects stablehlo, chlo, sdy, func
  NAME.formatN.mlir / .mlirbc the same in an older version of the format, for programs with structure
  NAME.vhlo.mlir / .mlirbc    the portable artifact of it: dialect vhlo; the text is what the artifact says when read back. NAME.vhlo1.0.0: an
                              older version of the dialect
  NAME.export.mlir / .mlirbc  the same out of jax.export's own container
Programs: those of FILE.py (a dictionary PROGRAMS of functions that make a case by its size), and functions of jax.numpy, jax.lax,
jax.numpy.linalg, jax.numpy.fft, jax.nn, jax.scipy.special and jax.random, called with arguments that they accept. Texts: modules
divided by lines "// -----", for the operations that JAX does not write; checks of results are left out of them.
"""
import argparse
import importlib.util
import io
import os
import re
import sys

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import numpy as np
from jax import export, lax
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P
from jaxlib._jax import mlir as jaxlib_mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")  # base names of files

PORTABLE = ["0.9.0", "0.11.0", "0.13.0", "0.14.0", "0.17.0", "1.0.0", "1.5.0", "1.9.0", stablehlo.get_current_version()]


def text_of(module):
    return module.operation.get_asm(enable_debug_info=True)


def bytecode_of(module, version=None):
    out = io.BytesIO()
    module.operation.write_bytecode(out, desired_version=version)
    return out.getvalue()


def read_portable(data):
    back = jaxlib_mlir.deserialize_portable_artifact(data)
    return back if isinstance(back, ir.Module) else ir.Module.parse(back)


def portable(module, version):
    """The artifact, and the text it stands for; None where the version cannot say it."""
    try:
        data = jaxlib_mlir.serialize_portable_artifact(bytecode_of(module), version, True)
    except TypeError:
        data = jaxlib_mlir.serialize_portable_artifact(bytecode_of(module), version)
    with module.context:
        return data, text_of(read_portable(data))


class Writer:
    def __init__(self, out, only):
        self.out, self.only, self.n, self.seen = out, only, 0, set()

    def pair(self, name, text, data):
        for suffix, mode, content in ((".mlir", "w", text), (".mlirbc", "wb", data)):
            with open(os.path.join(self.out, name + suffix), mode) as f:
                f.write(content)
        self.n += 1

    def lowered(self, name, lowered, versions=PORTABLE[-1:], plain=True):
        module = lowered.compiler_ir("stablehlo")
        text = text_of(module)
        if text in self.seen:
            return
        self.seen.add(text)
        if plain:
            # Bytecode leaves out the end of a place that begins in column 0, so the text is what the bytecode says.
            data = bytecode_of(module)
            with module.context:
                self.pair(name + ".plain", text_of(ir.Module.parse(data)), data)
                for version in range(6) if len(versions) > 1 else ():
                    data = bytecode_of(module, version)
                    self.pair(f"{name}.format{version}", text_of(ir.Module.parse(data)), data)
        for version in versions:
            stem = name + ".vhlo" + ("" if version == PORTABLE[-1] else version)
            try:
                data, back = portable(module, version)
            except Exception:  # older versions lack what some programs use
                if version == PORTABLE[-1]:
                    raise
                continue
            self.pair(stem, back, data)

    def wants(self, name):
        return not self.only or self.only in name


# ---- functions of JAX's own modules ---------------------------------------------------------------------------


def arguments():
    """Tuples of arguments that functions are tried with, in this order."""
    f, g = np.linspace(0.1, 0.9, 24, dtype=np.float32).reshape(4, 6), np.ones((4, 6), np.float32)
    i, j = np.arange(24, dtype=np.int32).reshape(4, 6) % 5, np.ones((4, 6), np.int32)
    b = i > 2
    square = np.eye(4, dtype=np.float32) * 3 + 0.5
    c = (f + 1j * g).astype(np.complex64)
    vector = np.linspace(0, 1, 6, dtype=np.float32)
    return [
        (f,), (i,), (b,), (square,), (vector,), (c,), (f, g), (i, j), (b, b), (square, square), (c, c), (vector, vector), (f, i), (f, 2), (i, 2), (f, 0), (f, 1),
        (f, (3, 8)), (f, (0, 1)), ((f, g),), ((f, g), 0), (f, f, g), (i, j, j), (b, f, g), (vector, vector, vector), (f, 1, 2), (f, 0, 1), (f, i % 4, 0), (f, 2, 0),
        (4,), (4, 5), ((4, 5),), ((4, 5), np.float32), (0.0, 1.0, 5), (f, g, 0), (f, 0.1, 0.9), (f, f, f, g), (f, np.int8), (f, (6, 4)), (f, (1, 0)), (f, (2, 4, 6)),
        (f, [1, 1]), (f, (1,), (0,)), (f, (0, 0), (2, 3)), (f, (2, 4, 6), (1, 2)), (vector, 3), (f, 5, 10), (f.astype(jnp.bfloat16),), (f.astype(np.float16),),
    ]


SKIP = {"frombuffer", "fromfile", "save", "savez", "load", "fromiter", "fromfunction", "apply_along_axis", "apply_over_axes", "vectorize", "set_printoptions",
        "get_printoptions", "printoptions", "from_dlpack", "infeed", "outfeed", "create_token", "asarray", "array", "copy_p", "bint", "after_all",
        "conv_general_permutations", "conv_general_shape_tuple", "conv_shape_tuple", "conv_transpose_shape_tuple", "padtype_to_pads", "standard_insert_pvary"}


def functions():
    import jax.scipy.special

    places = [("jnp", jnp), ("lax", lax), ("linalg", jnp.linalg), ("fft", jnp.fft), ("nn", jax.nn), ("special", jax.scipy.special), ("lax_linalg", lax.linalg)]
    for place, module in places:
        for name in sorted(dir(module)):
            fn = getattr(module, name)
            if name.startswith("_") or name in SKIP or name.endswith("_p") or isinstance(fn, type) or not callable(fn):
                continue
            yield f"{place}_{name}", fn


def is_static(a):
    return not isinstance(a, (np.ndarray, jax.Array)) and not (isinstance(a, tuple) and a and isinstance(a[0], np.ndarray))


def lower_any(fn, args):
    static = tuple(k for k, a in enumerate(args) if is_static(a))

    def call(*a):  # some are objects that jit cannot take
        return fn(*a)

    return jax.jit(call, static_argnums=static).lower(*[tuple(a) if isinstance(a, list) else a for a in args])


def write_functions(w, each):
    tried = arguments()
    for name, fn in functions():
        if not w.wants(name):
            continue
        n = 0
        for k, args in enumerate(tried):
            try:
                lowered = lower_any(fn, args)
            except BaseException as e:  # not what the function takes
                if isinstance(e, KeyboardInterrupt):
                    raise
                continue
            before = w.n
            w.lowered(f"{name}_{k}", lowered)
            n += w.n > before
            if n == each:
                break


def write_random(w):
    key = jax.random.key(0)
    old = jax.random.PRNGKey(0)
    calls = {
        "bits": lambda k: jax.random.bits(k, (4, 5)), "uniform": lambda k: jax.random.uniform(k, (4, 5)), "normal": lambda k: jax.random.normal(k, (4, 5)),
        "randint": lambda k: jax.random.randint(k, (7,), 0, 10), "permutation": lambda k: jax.random.permutation(k, 9),
        "bernoulli": lambda k: jax.random.bernoulli(k, 0.3, (4,)), "categorical": lambda k: jax.random.categorical(k, jnp.ones((3, 4))),
        "gamma": lambda k: jax.random.gamma(k, 2.0, (3,)), "beta": lambda k: jax.random.beta(k, 2.0, 3.0, (3,)), "poisson": lambda k: jax.random.poisson(k, 3.0, (3,)),
        "choice": lambda k: jax.random.choice(k, 10, (4,)), "truncated_normal": lambda k: jax.random.truncated_normal(k, -1, 1, (4,)),
        "dirichlet": lambda k: jax.random.dirichlet(k, jnp.ones(3)), "split": lambda k: jax.random.split(k, 3), "fold_in": lambda k: jax.random.fold_in(k, 3),
        "exponential": lambda k: jax.random.exponential(k, (3,)), "gumbel": lambda k: jax.random.gumbel(k, (3,)), "laplace": lambda k: jax.random.laplace(k, (3,)),
        "t": lambda k: jax.random.t(k, 2.0, (3,)), "orthogonal": lambda k: jax.random.orthogonal(k, 3), "ball": lambda k: jax.random.ball(k, 3),
    }
    for name, fn in calls.items():
        for impl, k in (("threefry", key), ("old", old), ("rbg", jax.random.key(0, impl="rbg"))):
            if w.wants(f"random_{name}") and (name, impl) != ("poisson", "rbg"):
                w.lowered(f"random_{name}_{impl}", jax.jit(fn).lower(k))


# ---- programs with structure ------------------------------------------------------------------------------------


def mesh_of(*shape):
    names = ("x", "y", "z")[: len(shape)]
    return Mesh(np.array(jax.devices()).reshape(shape), names)


def control_flow(x, y):
    def body(carry):
        i, a = carry
        return i + 1, a * 2 + jnp.sum(y)

    i, a = lax.while_loop(lambda c: (c[0] < 5) & (c[1][0, 0] < 100.0), body, (0, x))
    a = lax.cond(a[0, 0] > 3, lambda v: jnp.sin(v) + y[0], lambda v: lax.fori_loop(0, 3, lambda k, u: u + k, v), a)
    a = lax.switch(i, [lambda v: v, lambda v: v + 1, lambda v: v * y[1]], a)
    carry, out = lax.scan(lambda c, v: (c + v.sum(), c * v), 0.0, a)
    values, places = lax.top_k(a, 2)
    best = lax.reduce((a, lax.broadcasted_iota(jnp.int32, a.shape, 1)), (-jnp.inf, 0),
                      lambda p, q: (jnp.maximum(p[0], q[0]), jnp.where(p[0] > q[0], p[1], q[1])), (1,))
    return carry, out, values, places, best, jnp.argmax(a, 1), jnp.sort(a, 0), lax.associative_scan(jnp.add, a), jnp.linalg.norm(a)


def constants(x):
    big = jnp.asarray(np.arange(300, dtype=np.float32).reshape(20, 15))
    mask = jnp.asarray(np.arange(300).reshape(20, 15) % 3 == 0)
    few = jnp.asarray(np.array([True, False, True, True, False]))
    one = jnp.asarray(np.array([True]))
    z = jnp.asarray(np.array([1 + 2j, -0.5j, np.inf, np.nan], np.complex64))
    narrow = jnp.asarray(np.arange(-8, 8), jnp.int4)
    wide = jnp.asarray(np.arange(16), jnp.uint4)
    f8 = [jnp.asarray(np.linspace(-3, 3, 7), t) for t in (jnp.float8_e4m3fn, jnp.float8_e5m2, jnp.float8_e4m3b11fnuz, jnp.float8_e4m3fnuz, jnp.float8_e5m2fnuz)]
    odd = jnp.asarray(np.array([np.nan, -np.nan, np.inf, -np.inf, -0.0, 1e-45, 3.4e38, 0.1], np.float32))
    return (x + big, jnp.where(mask, x, 0), few, one, z, narrow + narrow, wide, [f.astype(jnp.float32) for f in f8], odd, jnp.asarray(7, jnp.uint8),
            jnp.asarray(np.array([], np.float32)), jnp.full((3, 3), True), jnp.full((5,), -1, jnp.int8), jnp.asarray([1.5, 2.5], jnp.bfloat16))


def manual(mesh):
    def inside(a, b):
        a = lax.psum(a @ b, "x")
        a = a + lax.all_gather(a, "y", axis=1, tiled=True)[:, : a.shape[1]]
        a = a + lax.ppermute(a, "y", [(0, 1), (1, 0)])
        a = a + lax.all_to_all(a, "y", 0, 0, tiled=True)
        return lax.psum_scatter(a, "y", scatter_dimension=0, tiled=True) * lax.axis_index("x")

    return jax.shard_map(inside, mesh=mesh, in_specs=(P(None, "x"), P("x", None)), out_specs=P("y", None), check_vma=False)


def structured(w):
    f = np.ones((4, 8), np.float32)
    mesh = mesh_of(4, 2)

    def put(*spec):
        return NamedSharding(mesh, P(*spec))

    def sharded(a, b):
        a = lax.with_sharding_constraint(jnp.tanh(a @ b), put("x", None))
        return a.sum(0), a

    def composed(x):
        inner = lax.composite(lambda v, *, scale: v * scale, "my.scale")
        return inner(x, scale=np.float32(2.5)) + lax.composite(lambda v, **kw: v, "my.lists")(
            x, version=3, numbers=(1, 2.5, np.float32(1e-5), np.int8(3)), nested=((0, 1), ()), text="a\"b", mixed={"k": 7, "l": (8,)})

    def ffi(x):
        call = jax.ffi.ffi_call("some_target", jax.ShapeDtypeStruct(x.shape, x.dtype), has_side_effect=True, input_output_aliases={0: 0})
        return call(x, eps=np.float32(1e-5), name="q\"uoted", flags=np.array([1, 2], np.int64), on=True)

    def convolve(x, k):
        a = lax.conv_general_dilated(x, k, (2, 1), ((1, 1), (0, 2)), (1, 1), (1, 2), ("NHWC", "HWIO", "NHWC"), feature_group_count=1,
                                     precision=(lax.Precision.HIGH, lax.Precision.HIGHEST))
        b = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "SAME")
        return a, b, jax.grad(lambda v: lax.reduce_window(v, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID").sum())(x)

    def indexed(x, i):
        return x[i], x.at[i].add(2.0), x.at[:, 1].set(0.0), jnp.take_along_axis(x, i[:, None] % 2, 0), lax.dynamic_slice(x, (i[0], 0), (2, 3)), x[::2, ::-1]

    def dots(a, b):
        c = lax.dot_general(a, b, (((2,), (1,)), ((0,), (0,))), preferred_element_type=jnp.float32, precision=lax.DotAlgorithmPreset.BF16_BF16_F32_X3)
        return c, jnp.einsum("bij,bjk->bki", a, b), lax.ragged_dot(a[0], b, jnp.asarray([1, 1, 2], jnp.int32)[: b.shape[0]])

    def scientific(x):
        return jnp.exp(x), lax.exp(x, accuracy=lax.AccuracyMode.HIGHEST), lax.tanh(x, accuracy=lax.Tolerance(atol=1e-5, rtol=0.0, ulps=2)), x.astype(jnp.bfloat16)

    cases = {
        "control_flow": lambda: jax.jit(control_flow).lower(f, f[0, :3]),
        "constants": lambda: jax.jit(constants).lower(np.ones((20, 15), np.float32)),
        "donated": lambda: jax.jit(lambda a, b: (a + b, b), donate_argnums=(0,)).lower(f, f),
        "donated_sharded": lambda: jax.jit(lambda a, b: (a + b, b.T), donate_argnums=(0, 1), in_shardings=put("x", "y"), out_shardings=put("y", None)).lower(f, f),
        "sharded": lambda: jax.jit(sharded, in_shardings=(put("x", "y"), put("y", None)), out_shardings=(put("x"), put(None, "x"))).lower(
            np.ones((8, 4), np.float32), np.ones((4, 16), np.float32)),
        "manual": lambda: jax.jit(manual(mesh)).lower(np.ones((8, 16), np.float32), np.ones((16, 4), np.float32)),
        "manual_loop": lambda: jax.jit(lambda a: lax.fori_loop(0, 3, lambda i, v: jax.shard_map(
            lambda u: u + lax.psum(u, "x"), mesh=mesh, in_specs=P("x"), out_specs=P("x"))(v), a)).lower(np.ones((8,), np.float32)),
        "composite": lambda: jax.jit(composed).lower(f),
        "ffi": lambda: jax.jit(ffi).lower(f),
        "callback": lambda: jax.jit(lambda x: jax.pure_callback(lambda v: v, jax.ShapeDtypeStruct(x.shape, x.dtype), x)).lower(f),
        "debug_print": lambda: jax.jit(lambda x: (jax.debug.print("{}", x), x + 1)[1]).lower(f),
        "convolve": lambda: jax.jit(convolve).lower(np.ones((2, 8, 8, 3), np.float32), np.ones((3, 3, 3, 5), np.float32)),
        "indexed": lambda: jax.jit(indexed).lower(f, np.array([0, 2, 1], np.int32)),
        "dots": lambda: jax.jit(dots).lower(np.ones((2, 4, 3), np.float32), np.ones((2, 3, 5), np.float32)),
        "scientific": lambda: jax.jit(scientific).lower(f),
        "linalg": lambda: jax.jit(lambda a: (jnp.linalg.eigh(a), jnp.linalg.svd(a), jnp.linalg.qr(a), jax.scipy.linalg.lu(a), jnp.linalg.cholesky(a),
                                             jnp.linalg.solve(a, a), jnp.linalg.inv(a))).lower(np.eye(3, dtype=np.float32)),
        "gradient": lambda: jax.jit(jax.grad(lambda p, x: jnp.mean(jax.nn.gelu(x @ p["w"] + p["b"]) ** 2))).lower(
            {"w": np.ones((8, 3), np.float32), "b": np.ones(3, np.float32)}, f),
        "remat": lambda: jax.jit(jax.grad(lambda x: jax.checkpoint(lambda v: jnp.sin(jnp.cos(v)))(x).sum())).lower(f),
        "names": lambda: jax.jit(lambda tree: [jax.named_call(lambda v: v * 2, name="doub\"le")(tree["a b"]), tree[""] + 1]).lower({"a b": f, "": f}),
        "empty": lambda: jax.jit(lambda: ()).lower(),
        "no_results": lambda: jax.jit(lambda x: ()).lower(f),
        "same_twice": lambda: jax.jit(lambda x: (x, x, x + x)).lower(f),
        "keep_unused": lambda: jax.jit(lambda x, y: x, keep_unused=True).lower(f, f),
        "pmap": lambda: jax.pmap(lambda x: lax.psum(x, "i"), axis_name="i").lower(np.ones((8, 3), np.float32)),
    }
    for name, make in cases.items():
        if w.wants(name):
            w.lowered("case_" + name, make(), versions=PORTABLE)
    with jax.enable_x64(True):
        x = np.linspace(0, 1, 12).reshape(3, 4)
        for name, fn in {"f64": lambda v: jnp.cumsum(jnp.sin(v)) @ jnp.ones(12), "c128": lambda v: jnp.fft.fft(v + 1j), "i64": lambda v: jnp.argsort(v) * 2**40,
                         "u64": lambda v: v.astype(jnp.uint64) << jnp.uint64(60)}.items():
            if w.wants("x64_" + name):
                w.lowered("case_x64_" + name, jax.jit(fn).lower(x), versions=PORTABLE)
    with jax.enable_custom_prng(True):
        if w.wants("prng"):
            w.lowered("case_prng", jax.jit(lambda k: jax.random.normal(jax.random.split(k)[0], (3,))).lower(jax.random.key(3)))
    if hasattr(jax.config, "jax_use_shardy_partitioner") and w.wants("gspmd"):
        jax.config.update("jax_use_shardy_partitioner", False)
        w.lowered("case_gspmd", jax.jit(sharded, in_shardings=(put("x", "y"), put("y", None)), out_shardings=(put("x"), put(None, "x"))).lower(
            np.ones((8, 4), np.float32), np.ones((4, 16), np.float32)))
        jax.config.update("jax_use_shardy_partitioner", True)


def write_resources(w):
    """Literals in the section for resources, which JAX itself does not use."""
    from jax._src.interpreters import mlir as jax_mlir

    with jax_mlir.make_ir_context(), ir.Location.unknown():
        data = np.arange(12, dtype=np.float32).reshape(3, 4)
        attr = ir.DenseResourceElementsAttr.get_from_buffer(memoryview(data), "blob1", ir.RankedTensorType.get((3, 4), ir.F32Type.get()))
        module = ir.Module.parse('module @resources { func.func public @main() -> tensor<3x4xf32> { %0 = stablehlo.constant dense<0.0> : tensor<3x4xf32> '
                                 'return %0 : tensor<3x4xf32> } }')
        module.body.operations[0].regions[0].blocks[0].operations[0].attributes["value"] = attr
        w.pair("case_resources.plain", text_of(module), bytecode_of(module))


def write_exported(w):
    f = np.ones((4, 8), np.float32)
    try:
        import flatbuffers  # noqa: F401
    except ImportError:
        return
    for name, fn, args, order in (("exported", lambda x: jnp.sin(x) @ x.T, (f,), 0), ("exported_vjp", lambda x: jnp.tanh(x).sum(), (f,), 1)):
        e = export.export(jax.jit(fn))(*args)
        with jax._src.interpreters.mlir.make_ir_context():
            text = text_of(read_portable(e.mlir_module_serialized))
        w.pair(f"case_{name}.export", text, bytes(e.serialize(vjp_order=order)))


def write_dynamic(w):
    """Shapes that are known at run time only, which are refused; with bounds they are not."""
    f = np.ones((4, 8), np.float32)
    x = jax.ShapeDtypeStruct(export.symbolic_shape("n, 8"), np.float32)
    e = export.export(jax.jit(lambda v: jnp.sin(v).sum(0)))(x)
    with jax._src.interpreters.mlir.make_ir_context():
        w.pair("case_dynamic.vhlo", text_of(read_portable(e.mlir_module_serialized)), e.mlir_module_serialized)
        for name, body in {
            "bounded": "%0 = stablehlo.abs %arg0 : tensor<?x8xf32, #stablehlo.bounds<4, ?>> return %0 : tensor<?x8xf32, #stablehlo.bounds<4, ?>>",
            "encoded": "%0 = stablehlo.abs %arg0 : tensor<4x8xf32, 7 : i32> return %0 : tensor<4x8xf32, 7 : i32>",
        }.items():
            t = "tensor<?x8xf32, #stablehlo.bounds<4, ?>>" if name == "bounded" else "tensor<4x8xf32, 7 : i32>"
            module = ir.Module.parse(f"func.func @main(%arg0: {t}) -> {t} {{ {body} }}")
            w.pair(f"case_{name}.plain", text_of(module), bytecode_of(module))
            if name == "bounded":
                data, text = portable(module, PORTABLE[-1])
                w.pair(f"case_{name}.vhlo", text, data)


def write_programs(w, path):
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    spec = importlib.util.spec_from_file_location("programs", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["programs_under_test"] = module
    spec.loader.exec_module(module)
    for name, make in module.PROGRAMS.items():
        if not w.wants(name):
            continue
        case = make("small")
        kw = {"donate_argnums": case.donate}
        if case.out is not None:
            kw["out_shardings"] = case.out
        w.lowered("program_" + name, jax.jit(case.fn, **kw).lower(*case.args))


def write_texts(w, paths):
    from jax._src.interpreters import mlir as jax_mlir

    for path in paths:
        with open(path) as f:
            pieces = re.sub(r"(?m)^ *check\..*$", "", f.read()).split("// -----")
        for k, piece in enumerate(pieces):
            name = f"text_{os.path.basename(path)[:-5]}_{k}"
            if "func.func" not in piece or not w.wants(name):
                continue
            with jax_mlir.make_ir_context():
                try:
                    module = ir.Module.parse(piece)
                except Exception:  # operations of other dialects
                    continue
                data = bytecode_of(module)
                w.pair(name + ".plain", text_of(ir.Module.parse(data)), data)
                try:
                    data, text = portable(module, PORTABLE[-1])
                except Exception:  # what VHLO has no word for
                    continue
                w.pair(name + ".vhlo", text, data)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("out")
    ap.add_argument("--programs")
    ap.add_argument("--texts", nargs="*", default=[])
    ap.add_argument("--only", default="")
    ap.add_argument("--small", action="store_true", help="programs with structure alone")
    args = ap.parse_args()
    os.makedirs(args.out, exist_ok=True)
    w = Writer(args.out, args.only)
    structured(w)
    write_resources(w)
    write_exported(w)
    write_dynamic(w)
    if args.programs:
        write_programs(w, args.programs)
    write_texts(w, args.texts)
    if not args.small:
        write_random(w)
        write_functions(w, 2)
    print(f"{w.n} pairs")


main()
