#!/usr/bin/env python3
"""Writes cases/*.mlir: small StableHLO programs of every op with their inputs and the values that XLA:CPU computes for
them. Each piece of a file checks itself. Needs jax (0.10.2 was used) and numpy; the tests need neither.

    python3 make_cases.py [DIR]        DIR: the folder of cases/, by default that of this script

What is left out on purpose, because XLA:CPU's result differs from the operation's definition:
  * subnormal inputs of float arithmetic and results below the smallest normal number: flushed to zero there
  * signalling NaN and NaN payloads: any NaN is taken for any other, so checks are by value, not by bits
  * conversions of NaN and of numbers beyond the range of an integer type: the operation leaves them open
  * sort that need not be stable, and ties in it
  * transcendental functions of complex infinities and NaN; complex products that cancel (fused multiply-add there)
  * lgamma near 1 and 2, digamma near its zeros, bessel_i1e: polynomials of single precision there, off by more
    than a few units in the last place
"""
import os
import sys

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["JAX_ENABLE_X64"] = "1"
import jax
import ml_dtypes
import numpy as np
from jax._src.lib import xla_client
from jax.extend import backend as jax_backend

F16, BF16, F32, F64 = np.float16, ml_dtypes.bfloat16, np.float32, np.float64
FLOATS = [F16, BF16, F32, F64]
COMPLEX = [np.complex64, np.complex128]
SIGNED = [np.int8, np.int16, np.int32, np.int64]
UNSIGNED = [np.uint8, np.uint16, np.uint32, np.uint64]
INTS = SIGNED + UNSIGNED
MLIR = {"bool": "i1", "float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64",
        "complex64": "complex<f32>", "complex128": "complex<f64>"}
for bits in (8, 16, 32, 64):
    MLIR[f"int{bits}"], MLIR[f"uint{bits}"] = f"i{bits}", f"ui{bits}"


def elem(dtype):
    return MLIR[np.dtype(dtype).name]


def shaped(shape, dtype):
    return "tensor<%s>" % "x".join([str(d) for d in shape] + [elem(dtype)])


def type_of(a):
    return shaped(a.shape, a.dtype)


def literal(a):
    if a.size == 0:
        return f"dense<> : {type_of(a)}"
    data = a.reshape(-1)
    if a.size > 1 and all(data[i:i + 1].tobytes() == data[:1].tobytes() for i in range(a.size)):
        data = data[:1]
    return f'dense<"0x{data.tobytes().hex().upper()}"> : {type_of(a)}'


# ---- running and writing ---------------------------------------------------------------------------------------------

backend = jax_backend.get_backend("cpu")
options = xla_client.CompileOptions()


def run(text, inputs):
    devices = xla_client.DeviceList(tuple(backend.local_devices()[:1]))
    program = backend.compile_and_load(text, devices, options)
    results = program.execute([jax.device_put(a) for a in inputs])
    return [np.asarray(r) for r in results]


class File:
    def __init__(self, name, about):
        self.name, self.parts, self.failed = name, [f"// {about}\n// Written by make_cases.py."], []

    def add(self, title, inputs, body, results, check=None, ulps=3):
        """body: text with %a, %b, .. for the inputs, leaving results named %r0, %r1, .. of the given types."""
        inputs = [np.asarray(a) for a in inputs]
        names = ["%" + "abcdefgh"[i] for i in range(len(inputs))]
        args = ", ".join(f"{n}: {type_of(a)}" for n, a in zip(names, inputs))
        rets = ", ".join(f"%r{i}" for i in range(len(results)))
        text = (f"module {{\n  func.func public @main({args}) -> ({', '.join(results)}) {{\n    {body}\n"
                f"    return {rets} : {', '.join(results)}\n  }}\n}}\n")
        try:
            answers = run(text, inputs)
        except Exception as e:  # an op that XLA:CPU lacks is no reason to lose the others
            self.failed.append(f"{title}: {str(e).splitlines()[0][:120]}")
            return
        lines = [f"func.func @{title}() {{"]
        lines += [f"  {n} = stablehlo.constant {literal(a)}" for n, a in zip(names, inputs)]
        lines += ["  " + line.strip() for line in body.strip().splitlines()]
        for i, (type_, want) in enumerate(zip(results, answers)):
            inexact = want.dtype.kind in "fcV"
            kind = check or ("close" if inexact else "eq")
            extra = f", max_ulp_difference = {ulps}" if kind == "close" else ", tolerance = 1.0e-3" if kind == "almost_eq" else ""
            lines.append(f"  %w{i} = stablehlo.constant {literal(want)}")
            pair = f"{type_}, {type_}" if kind == "close" else type_
            lines.append(f"  check.expect_{kind} %r{i}, %w{i}{extra} : {pair}")
        self.parts.append("\n".join(lines + ["  return", "}"]))

    def write(self, directory):
        text = "\n\n// -----\n\n".join(self.parts) + "\n"
        with open(os.path.join(directory, self.name + ".mlir"), "w") as f:
            f.write(text)
        print(f"{self.name}: {len(self.parts) - 1} programs, {len(text)} bytes; left out: {self.failed}")


def short(dtype):
    return np.dtype(dtype).name


# ---- values ----------------------------------------------------------------------------------------------------------

random = np.random.RandomState(7)


def floats(dtype, special=True):
    plain = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 1.5, 3.0, -0.7, 12.25, 100.0, -33.0]
    info = ml_dtypes.finfo(dtype)
    edge = [np.inf, -np.inf, np.nan, float(info.max), float(info.min), float(info.tiny), float(info.eps)]
    return np.array(plain + (edge if special else []), dtype=dtype)


def ints(dtype):
    info = np.iinfo(dtype)
    values = [0, 1, 2, 3, 7, 100, info.max, info.max - 1, info.min, info.min + 1]
    if info.min < 0:
        values += [-1, -2, -7]
    return np.array(values, dtype=dtype)


def complexes(dtype):
    parts = [0.0, 1.0, -1.5, 0.25, 3.0]
    return np.array([complex(a, b) for a in parts for b in (-2.0, 0.5, 1.0)], dtype=dtype)


def values(dtype):
    dtype = np.dtype(dtype)
    if dtype == bool:
        return np.array([False, True])
    if dtype in [np.dtype(d) for d in INTS]:
        return ints(dtype)
    return complexes(dtype) if dtype.kind == "c" else floats(dtype)


def pairs(dtype, special=True):
    v = values(dtype)
    if not special and np.dtype(dtype).kind in "fV":
        v = floats(dtype, False)
    x, y = np.repeat(v, len(v)), np.tile(v, len(v))
    keep = np.sort(np.random.RandomState(3).permutation(len(x))[:80])
    return x[keep], y[keep]


def noise(shape, dtype):
    dtype = np.dtype(dtype)
    if dtype == bool:
        return random.rand(*shape) < 0.5
    if dtype.kind == "c":
        return (random.randint(-8, 9, shape) + 1j * random.randint(-8, 9, shape)).astype(dtype)
    if dtype.kind in "iu":
        return random.randint(0 if dtype.kind == "u" else -20, 20, shape).astype(dtype)
    return (random.randint(-64, 65, shape) / 8).astype(dtype)


# ---- element by element ----------------------------------------------------------------------------------------------


def unary(f):
    exact = ["abs", "negate", "sign", "floor", "ceil", "round_nearest_afz", "round_nearest_even"]
    curves = ["cbrt", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic", "rsqrt",
              "sine", "sqrt", "tan", "tanh"]
    for dtype in FLOATS:
        for op in exact + curves:
            x = floats(dtype)
            if op in curves:  # see the top: no results near the smallest number; huge angles are each library's own
                x = x[np.isnan(x) | (np.abs(x.astype(F64)) < 1000) | np.isinf(x)]
                x = x[np.abs(x.astype(F64)) >= float(ml_dtypes.finfo(dtype).eps) * (x.astype(F64) != 0)]
            if op == "exponential":
                x = x[~(x.astype(F64) > 80)]
            type_ = type_of(x)
            f.add(f"{op}_{short(dtype)}", [x], f"%r0 = stablehlo.{op} %a : {type_}", [type_], ulps=4)
        x = floats(dtype)
        f.add(f"is_finite_{short(dtype)}", [x], f"%r0 = stablehlo.is_finite %a : ({type_of(x)}) -> {shaped(x.shape, bool)}",
              [shaped(x.shape, bool)])
    for dtype in INTS:
        x = ints(dtype)
        for op in ["negate", "not", "popcnt", "count_leading_zeros"] + (["abs", "sign"] if dtype in SIGNED else []):
            f.add(f"{op}_{short(dtype)}", [x], f"%r0 = stablehlo.{op} %a : {type_of(x)}", [type_of(x)])
    for dtype in COMPLEX:
        x = complexes(dtype)
        part = shaped(x.shape, F32 if dtype == np.complex64 else F64)
        for op in ["abs", "real", "imag"]:
            f.add(f"{op}_{short(dtype)}", [x], f"%r0 = stablehlo.{op} %a : ({type_of(x)}) -> {part}", [part])
        for op in ["negate", "cosine", "sine", "exponential", "sqrt", "tanh"]:
            f.add(f"{op}_{short(dtype)}", [x], f"%r0 = stablehlo.{op} %a : {type_of(x)}", [type_of(x)], "almost_eq")
    for exponent, mantissa in [(5, 10), (8, 7), (4, 3), (2, 1), (8, 23)]:
        x = floats(F32)
        f.add(f"reduce_precision_e{exponent}m{mantissa}", [x],
              f"%r0 = stablehlo.reduce_precision %a, format = e{exponent}m{mantissa} : {type_of(x)}", [type_of(x)])


def binary(f):
    for dtype in FLOATS + COMPLEX + INTS + [bool]:
        kind = np.dtype(dtype).kind
        is_float = dtype in FLOATS
        ops = ["add", "multiply"] if kind == "b" else ["add", "subtract", "multiply"]
        if kind != "b":
            ops += ["divide"]
        if is_float or kind in "iub":
            ops += ["maximum", "minimum"]
        if is_float or kind in "iu":
            ops += ["remainder"]
        if kind in "iub":
            ops += ["and", "or", "xor"]
        if kind in "iu":
            ops += ["shift_left", "shift_right_arithmetic", "shift_right_logical", "power"]
        if is_float:
            ops += ["atan2", "power"]
        for op in ops:
            x, y = pairs(dtype, special=op in ("maximum", "minimum", "add", "subtract"))
            if op in ("divide", "remainder") and kind == "c":
                x, y = x[np.abs(y) > 0], y[np.abs(y) > 0]
            if op == "power" and kind in "iu":
                x, y = x[y < 64], y[y < 64]
                x, y = x[y >= 0], y[y >= 0]
            if op == "power" and is_float:
                keep = (np.abs(y.astype(F64)) <= 3) & (np.abs(x.astype(F64)) < 50)
                x, y = x[keep], y[keep]
            f.add(f"{op}_{short(dtype)}", [x, y], f"%r0 = stablehlo.{op} %a, %b : {type_of(x)}", [type_of(x)],
                  "almost_eq" if kind == "c" else None)
    for dtype in FLOATS + [np.int8, np.uint8, np.int64, np.uint64, bool]:
        x, y = pairs(dtype)
        kind = "FLOAT" if dtype in FLOATS else "SIGNED" if dtype in SIGNED else "UNSIGNED"
        for direction in ["EQ", "NE", "GE", "GT", "LE", "LT"]:
            for type_ in [kind] + (["TOTALORDER"] if dtype in FLOATS and direction in ("LT", "EQ") else []):
                r = shaped(x.shape, bool)
                f.add(f"compare_{direction}_{type_}_{short(dtype)}", [x, y],
                      f"%r0 = stablehlo.compare {direction}, %a, %b, {type_} : ({type_of(x)}, {type_of(y)}) -> {r}", [r])


def convert(f):
    everything = FLOATS + INTS + [bool]
    for source in everything:
        for target in everything:
            if source == target:
                continue
            x = values(source)
            if source in FLOATS and target in INTS:
                info = np.iinfo(target)
                v = x.astype(F64)
                x = x[np.isfinite(v) & (v > float(info.min) - 1) & (v < float(info.max) * 0.99)]
            r = shaped(x.shape, target)
            f.add(f"convert_{short(source)}_{short(target)}", [x],
                  f"%r0 = stablehlo.convert %a : ({type_of(x)}) -> {r}", [r], ulps=0)
    for source, target, shape in [(F32, np.int32, (4,)), (np.uint16, BF16, (4,)), (F64, np.uint64, (2,)),
                                  (np.int32, np.int8, (2, 4)), (np.uint8, np.uint32, (2,)), (np.int64, F32, (3, 2))]:
        wide = np.dtype(source).itemsize >= np.dtype(target).itemsize
        x = noise(shape[:1] if wide else shape + (4,), source)
        r = shaped(shape if wide else shape, target)
        f.add(f"bitcast_{short(source)}_{short(target)}", [x],
              f"%r0 = stablehlo.bitcast_convert %a : ({type_of(x)}) -> {r}", [r])


# ---- moving elements -------------------------------------------------------------------------------------------------


def shapes(f):
    for dtype in [F32, BF16, np.int8, np.uint64, bool, np.complex64]:
        n, t = short(dtype), lambda *s: shaped(s, dtype)
        x, zero = noise((2, 3, 4), dtype), np.zeros((), dtype)
        a = type_of(x)
        f.add(f"transpose_{n}", [x], f"%r0 = stablehlo.transpose %a, dims = [2, 0, 1] : ({a}) -> {t(4, 2, 3)}", [t(4, 2, 3)])
        f.add(f"reshape_{n}", [x], f"%r0 = stablehlo.reshape %a : ({a}) -> {t(6, 4)}", [t(6, 4)])
        f.add(f"reverse_{n}", [x], f"%r0 = stablehlo.reverse %a, dims = [0, 2] : {a}", [a])
        f.add(f"slice_{n}", [x], f"%r0 = stablehlo.slice %a [0:2, 1:3, 0:4:3] : ({a}) -> {t(2, 2, 2)}", [t(2, 2, 2)])
        f.add(f"slice_empty_{n}", [x], f"%r0 = stablehlo.slice %a [0:2, 1:1, 0:4] : ({a}) -> {t(2, 0, 4)}", [t(2, 0, 4)])
        f.add(f"concatenate_{n}", [x, x[:, :1]],
              f"%r0 = stablehlo.concatenate %a, %b, dim = 1 : ({a}, {t(2, 1, 4)}) -> {t(2, 4, 4)}", [t(2, 4, 4)])
        f.add(f"broadcast_{n}", [x[0, :, :1]],
              f"%r0 = stablehlo.broadcast_in_dim %a, dims = [2, 0] : ({t(3, 1)}) -> {t(4, 2, 3)}", [t(4, 2, 3)])
        f.add(f"pad_{n}", [x, zero],
              f"%r0 = stablehlo.pad %a, %b, low = [0, -1, 2], high = [1, 1, -1], interior = [2, 0, 1] : ({a}, {t()}) -> {t(5, 3, 8)}",
              [t(5, 3, 8)])
        for i, start in enumerate([(0, 1, 2), (5, -3, 1), (-1, 9, 9)]):
            s = [np.array(v, np.int32) for v in start]
            i32 = "tensor<i32>"
            f.add(f"dynamic_slice_{n}_{i}", [x] + s,
                  f"%r0 = stablehlo.dynamic_slice %a, %b, %c, %d, sizes = [1, 2, 2] : ({a}, {i32}, {i32}, {i32}) -> {t(1, 2, 2)}", [t(1, 2, 2)])
            u = noise((1, 2, 2), dtype)
            f.add(f"dynamic_update_slice_{n}_{i}", [x, u] + s,
                  f"%r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d, %e : ({a}, {type_of(u)}, {i32}, {i32}, {i32}) -> {a}", [a])
        index = np.array([[0, 2], [1, 9], [-4, 1]], np.int32)
        f.add(f"gather_{n}", [x, index], f'''%r0 = "stablehlo.gather"(%a, %b) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = false}}> : ({a}, {type_of(index)}) -> {t(3, 4)}''', [t(3, 4)])
        batch = np.array([[[1], [0]], [[3], [2]]], np.int64)
        f.add(f"gather_batched_{n}", [x, batch], f'''%r0 = "stablehlo.gather"(%a, %b) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 3, 1>}}> : ({a}, {type_of(batch)}) -> {t(2, 3, 2)}''', [t(2, 3, 2)])
        i = f"tensor<{elem(dtype)}>"
        for name, body in [("last", f"stablehlo.return %y : {i}"),
                           ("add", f"%z = stablehlo.add %x, %y : {i}\n      stablehlo.return %z : {i}"),
                           ("max", f"%z = stablehlo.maximum %x, %y : {i}\n      stablehlo.return %z : {i}")]:
            if name == "max" and np.dtype(dtype).kind == "c":
                continue
            where, up = np.array([[0], [2], [7], [-1]], np.int32), noise((4, 2, 4), dtype)
            f.add(f"scatter_{name}_{n}", [x, where, up], f'''%r0 = "stablehlo.scatter"(%a, %b, %c) <{{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}}> ({{
      ^bb0(%x: {i}, %y: {i}):
      {body}
      }}) : ({a}, {type_of(where)}, {type_of(up)}) -> {a}''', [a])
    for dtype in INTS + FLOATS:
        r = shaped((2, 3), dtype)
        f.add(f"iota_{short(dtype)}", [], f"%r0 = stablehlo.iota dim = 1 : {r}", [r])


# ---- over arrays -----------------------------------------------------------------------------------------------------


def region(op, dtype):
    t = f"tensor<{elem(dtype)}>"
    return f"({{\n      ^bb0(%x: {t}, %y: {t}):\n      %z = stablehlo.{op} %x, %y : {t}\n      stablehlo.return %z : {t}\n      }})"


def reductions(f):
    for dtype in [F16, BF16, F32, F64, np.int8, np.uint32, np.int64, bool, np.complex64]:
        kind = np.dtype(dtype).kind
        for op in ["add", "multiply"] + ([] if kind == "c" else ["maximum", "minimum"]) + (["and", "or", "xor"] if kind in "iub" else []):
            x, z = noise((3, 4, 2), dtype), np.array(1, dtype)
            t = lambda *s: shaped(s, dtype)
            n = f"{op}_{short(dtype)}"
            f.add(f"reduce_{n}", [x, z], f"%r0 = stablehlo.reduce(%a init: %b) applies stablehlo.{op} across dimensions = [0, 2] : ({type_of(x)}, {t()}) -> {t(4)}", [t(4)])
            f.add(f"reduce_empty_{n}", [x[:0], z], f"%r0 = stablehlo.reduce(%a init: %b) applies stablehlo.{op} across dimensions = [0] : ({t(0, 4, 2)}, {t()}) -> {t(4, 2)}", [t(4, 2)])
            if op in ("add", "maximum"):
                f.add(f"reduce_window_{n}", [x, z], f'''%r0 = "stablehlo.reduce_window"(%a, %b) <{{window_dimensions = array<i64: 2, 2, 1>, window_strides = array<i64: 1, 2, 1>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 1, 2, 1>, padding = dense<[[1, 0], [1, 2], [0, 0]]> : tensor<3x2xi64>}}> {region(op, dtype)} : ({type_of(x)}, {t()}) -> {t(5, 3, 2)}''', [t(5, 3, 2)])
    for dtype in [F32, np.int32]:
        x, source, zero = noise((4, 5), dtype), noise((2, 2), dtype), np.zeros((), dtype)
        t, i = type_of(x), f"tensor<{elem(dtype)}>"
        f.add(f"select_and_scatter_{short(dtype)}", [x, source, zero], f'''%r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>}}> ({{
      ^bb0(%x: {i}, %y: {i}):
      %z = stablehlo.compare GE, %x, %y : ({i}, {i}) -> tensor<i1>
      stablehlo.return %z : tensor<i1>
      }}, {{
      ^bb0(%x: {i}, %y: {i}):
      %z = stablehlo.add %x, %y : {i}
      stablehlo.return %z : {i}
      }}) : ({t}, {type_of(source)}, {i}) -> {t}''', [t])
    for dtype in FLOATS + [np.int8, np.uint16, np.int64]:
        x = random.permutation(values(dtype))
        x = x[np.isfinite(x.astype(F64)) & (x.astype(F64) != 0)].reshape(1, -1)
        carried = np.arange(x.size, dtype=np.int32).reshape(x.shape)
        i, t = f"tensor<{elem(dtype)}>", type_of(x)
        f.add(f"sort_{short(dtype)}", [x, carried], f'''%r0, %r1 = "stablehlo.sort"(%a, %b) <{{dimension = 1 : i64, is_stable = true}}> ({{
      ^bb0(%x: {i}, %y: {i}, %p: tensor<i32>, %q: tensor<i32>):
      %z = stablehlo.compare GT, %x, %y : ({i}, {i}) -> tensor<i1>
      stablehlo.return %z : tensor<i1>
      }}) : ({t}, {type_of(carried)}) -> ({t}, {type_of(carried)})''', [t, type_of(carried)])


def contractions(f):
    for dtype in FLOATS + [np.int8, np.int32, np.uint8, np.complex64]:
        a, b, c = noise((2, 3, 4), dtype), noise((4, 2, 5), dtype), noise((3, 4), dtype)
        t, n = lambda *s: shaped(s, dtype), short(dtype)
        f.add(f"dot_general_{n}", [a, b], f"%r0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [1], contracting_dims = [2] x [0] : ({type_of(a)}, {type_of(b)}) -> {t(2, 3, 5)}", [t(2, 3, 5)], "almost_eq" if np.dtype(dtype).kind in "fcV" else None)
        f.add(f"dot_empty_{n}", [c[:, :0], c[:0]], f"%r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : ({t(3, 0)}, {t(0, 4)}) -> {t(3, 4)}", [t(3, 4)])
    forms = [("same", "pad = [[1, 1], [1, 1]]", 1, 1, (2, 5, 6, 2), (3, 3, 2, 4), (2, 5, 6, 4)),
             ("stride", "stride = [2, 3], pad = [[0, 1], [2, 0]]", 1, 1, (2, 5, 6, 2), (2, 3, 2, 4), (2, 3, 2, 4)),
             ("dilate", "pad = [[1, 0], [0, 1]], lhs_dilate = [2, 1], rhs_dilate = [1, 2]", 1, 1, (1, 3, 6, 2), (2, 2, 2, 3), (1, 5, 5, 3)),
             ("groups", "pad = [[0, 0], [0, 0]]", 2, 1, (2, 4, 4, 4), (2, 2, 2, 6), (2, 3, 3, 6)),
             ("batch_groups", "pad = [[0, 0], [0, 0]]", 1, 2, (4, 4, 4, 3), (2, 2, 3, 6), (2, 3, 3, 6)),
             ("reverse", "pad = [[0, 0], [0, 0]], reverse = [true, false]", 1, 1, (1, 4, 4, 2), (2, 3, 2, 2), (1, 3, 2, 2)),
             ("crop", "pad = [[-1, 1], [0, -2]]", 1, 1, (1, 5, 6, 1), (2, 2, 1, 2), (1, 4, 3, 2))]
    for dtype in [F32, F64, BF16, np.int32]:
        for name, window, groups, batches, xs, ks, rs in forms:
            x, k, r = noise(xs, dtype), noise(ks, dtype), shaped(rs, dtype)
            f.add(f"convolution_{name}_{short(dtype)}", [x, k], f"%r0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {{{window}}} {{batch_group_count = {batches} : i64, feature_group_count = {groups} : i64}} : ({type_of(x)}, {type_of(k)}) -> {r}", [r], None if dtype == np.int32 else "almost_eq")


def algebra(f):
    for dtype in [F32, F64]:
        c = np.complex64 if dtype == F32 else np.complex128
        x, z = noise((2, 8), dtype), noise((2, 6), c)
        half = shaped((2, 5), c)
        for kind, a, length, r in [("FFT", z, 6, type_of(z)), ("IFFT", z, 6, type_of(z)), ("RFFT", x, 8, half)]:
            f.add(f"fft_{kind}_{short(dtype)}", [a], f"%r0 = stablehlo.fft %a, type = {kind}, length = [{length}] : ({type_of(a)}) -> {r}", [r], "almost_eq")
        f.add(f"fft_IRFFT_{short(dtype)}", [noise((2, 5), c)], f"%r0 = stablehlo.fft %a, type = IRFFT, length = [8] : ({half}) -> {type_of(x)}", [type_of(x)], "almost_eq")
        m = noise((2, 4, 4), dtype) / 8
        m = (m @ np.swapaxes(m, 1, 2) + 2 * np.eye(4)).astype(dtype)
        b = noise((2, 4, 3), dtype)
        f.add(f"cholesky_{short(dtype)}", [m], f"%u = stablehlo.cholesky %a, lower = true : {type_of(m)}\n%r0 = stablehlo.dot_general %u, %u, batching_dims = [0] x [0], contracting_dims = [1] x [1] : ({type_of(m)}, {type_of(m)}) -> {type_of(m)}", [type_of(m)], "almost_eq")
        for lower in ("true", "false"):
            for turn in ("NO_TRANSPOSE", "TRANSPOSE"):
                for unit in ("true", "false"):
                    f.add(f"triangular_solve_{lower}_{turn}_{unit}_{short(dtype)}", [m, b], f'%r0 = "stablehlo.triangular_solve"(%a, %b) <{{left_side = true, lower = {lower}, unit_diagonal = {unit}, transpose_a = #stablehlo<transpose {turn}>}}> : ({type_of(m)}, {type_of(b)}) -> {type_of(b)}', [type_of(b)], "almost_eq")
    for algorithm, n in [("THREE_FRY", 2), ("PHILOX", 3), ("PHILOX", 2)]:
        state = np.arange(5, 5 + n, dtype=np.uint64) * 0x123456789
        for dtype in (np.uint32, np.uint64):
            r = shaped((7,), dtype)
            f.add(f"rng_{algorithm}_{n}_{short(dtype)}", [state], f"%r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = {algorithm} : ({type_of(state)}) -> ({type_of(state)}, {r})", [type_of(state), r])
    x = noise((2, 3, 4), F32)
    v, t3 = [noise((3,), F32) for _ in range(3)], "tensor<3xf32>"
    v.append(np.abs(noise((3,), F32)) + 1)
    f.add("batch_norm_inference", [x] + v, f'%r0 = "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) <{{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}}> : ({type_of(x)}, {t3}, {t3}, {t3}, {t3}) -> {type_of(x)}', [type_of(x)], "almost_eq")
    f.add("batch_norm_training", [x] + v[:2], f'%r0, %r1, %r2 = "stablehlo.batch_norm_training"(%a, %b, %c) <{{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}}> : ({type_of(x)}, {t3}, {t3}) -> ({type_of(x)}, {t3}, {t3})', [type_of(x), t3, t3], "almost_eq")


def control(f):
    i, n = "tensor<i32>", np.array(5, np.int32)
    f.add("while", [n], f'''%k0 = stablehlo.constant dense<0> : {i}
      %k1 = stablehlo.constant dense<1> : {i}
      %r0, %r1 = stablehlo.while(%p = %k0, %q = %k1) : {i}, {i}
      cond {{
      %z = stablehlo.compare LT, %p, %a : ({i}, {i}) -> tensor<i1>
      stablehlo.return %z : tensor<i1>
      }} do {{
      %s = stablehlo.add %p, %k1 : {i}
      %m = stablehlo.multiply %q, %s : {i}
      stablehlo.return %s, %m : {i}, {i}
      }}''', [i, i])
    for at in (-1, 0, 1, 2, 7):
        f.add(f"case_{at + 1}", [np.array(at, np.int32), n], f'''%r0 = "stablehlo.case"(%a) ({{
      %s = stablehlo.add %b, %b : {i}
      stablehlo.return %s : {i}
      }}, {{
      stablehlo.return %b : {i}
      }}, {{
      %s = stablehlo.negate %b : {i}
      stablehlo.return %s : {i}
      }}) : ({i}) -> {i}''', [i])
    x = noise((2, 3), F32)
    f.add("map", [x, x + 1], f'''%r0 = "stablehlo.map"(%a, %b) <{{dimensions = array<i64: 0, 1>}}> {region("subtract", F32)} : ({type_of(x)}, {type_of(x)}) -> {type_of(x)}''', [type_of(x)])
    f.add("clamp", [np.array(-1, F32), x, np.array(2, F32)], f"%r0 = stablehlo.clamp %a, %b, %c : (tensor<f32>, {type_of(x)}, tensor<f32>) -> {type_of(x)}", [type_of(x)])
    f.add("select", [noise((2, 3), bool), x, x * 2], f"%r0 = stablehlo.select %a, %b, %c : tensor<2x3xi1>, {type_of(x)}", [type_of(x)])


def main():
    directory = os.path.join(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__)), "cases")
    os.makedirs(directory, exist_ok=True)
    for name, make, about in [("unary", unary, "Functions of one value."), ("binary", binary, "Functions of two values, comparisons."),
                              ("convert", convert, "Every element type into every other."),
                              ("shapes", shapes, "Operations that move elements."),
                              ("reductions", reductions, "Reductions, windows, sorting."),
                              ("contractions", contractions, "Products and convolutions."),
                              ("algebra", algebra, "Fourier transforms, linear algebra, random bits."),
                              ("control", control, "Loops, branches, selection.")]:
        f = File(name, about)
        make(f)
        f.write(directory)


if __name__ == "__main__":
    main()
