#!/usr/bin/env python3
"""Writes the rest of cases/*.mlir: functions of CHLO, narrow types, and many operations with attributes drawn at random,
ranks 0 to 4 and dimensions of size zero among them. As make_cases.py, whose first page says what is left out and why;
besides:
  * what XLA:CPU refuses (f6 types, 1-bit integers, some products of narrow types)
  * lgamma, digamma and polygamma, bessel_i1e: polynomials there, off by up to 8 (f32) or 4,000 (f64) units in the last
    place where ours are within 3 (measured against higher precision), so the bound is wide
  * reductions of one value with an initial value that counts: XLA drops it
  * square roots of 8-bit floats: rounded by way of f16 there, so once more than needed
  * windows with both padding and an initial value that counts: StableHLO's text pads with it, XLA leaves it out

    python3 make_more_cases.py [DIR [NAME]...]        as make_cases.py; NAME: only these files
"""
import os
import sys

import ml_dtypes
import numpy as np

from make_cases import (BF16, COMPLEX, F16, F32, F64, FLOATS, INTS, MLIR, SIGNED, File, elem, noise, region, shaped,
                        short, type_of)

NARROW = {ml_dtypes.float8_e5m2: "f8E5M2", ml_dtypes.float8_e4m3fn: "f8E4M3FN", ml_dtypes.float8_e4m3: "f8E4M3",
          ml_dtypes.float8_e3m4: "f8E3M4", ml_dtypes.float8_e4m3b11fnuz: "f8E4M3B11FNUZ",
          ml_dtypes.float8_e4m3fnuz: "f8E4M3FNUZ", ml_dtypes.float8_e5m2fnuz: "f8E5M2FNUZ"}
MLIR.update({np.dtype(d).name: name for d, name in NARROW.items()})
random = np.random.RandomState(11)
# Sums of eighths are exact in these, so the order does not matter.
NUMBERS = [F32, F64, BF16, F16, np.int32, np.int8, np.uint8, np.int64, np.uint16]


def pick(choices):
    return choices[random.randint(len(choices))]


def dims(rank, most=4, zero=0.04):
    return tuple(0 if random.rand() < zero else random.randint(1, most + 1) for _ in range(rank))


def data(shape, dtype):
    """Small numbers: their products and sums are exact in every type but the narrowest."""
    dtype = np.dtype(dtype)
    if dtype == bool or dtype.kind == "c":
        return np.asarray(noise(tuple(shape), dtype), dtype)
    if dtype.kind in "iu":
        return np.asarray(random.randint(0 if dtype.kind == "u" else -4, 5, shape), dtype)
    return np.asarray(random.randint(-8, 9, shape) / 4).astype(dtype)


def ints(v):
    return "array<i64" + (": " if len(v) else "") + ", ".join(str(int(x)) for x in v) + ">"


def brackets(v):
    return "[" + ", ".join(str(int(x)) for x in v) + "]"


def pairs_text(v):
    return "dense<" + ("" if not len(v) else "[" + ", ".join(brackets(p) for p in v) + "]") + f"> : tensor<{len(v)}x2xi64>"


def inexact(dtype):
    return "almost_eq" if np.dtype(dtype).kind in "fcV" else None


# ---- functions -------------------------------------------------------------------------------------------------------


def chlo(f):
    unit = np.array([-0.9, -0.75, -0.5, -0.25, -0.1, -0.01, 0.0, 0.01, 0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.95, 0.99])
    wide = np.array([-7.5, -3.0, -2.25, -1.5, -1.0, -0.5, -0.25, -0.01, 0.01, 0.25, 0.5, 1.0, 1.5, 2.25, 3.0, 7.5])
    above = np.array([1.0, 1.01, 1.1, 1.25, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.5, 7.0, 9.0, 12.0, 20.0, 50.0])
    curves = {"acos": unit, "acosh": above, "asin": unit, "asinh": wide, "atan": wide, "atanh": unit, "cosh": wide,
              "digamma": above + 1.5, "erf": wide, "erf_inv": unit, "erfc": np.minimum(wide, 3), "lgamma": above + 2.5,
              "sinh": wide, "square": wide, "tan": wide[3:13].repeat(2)[:16], "bessel_i1e": wide}
    for dtype in FLOATS:
        for op, points in curves.items():
            x = points.astype(dtype)
            body = f"%r0 = chlo.{op} %a : {type_of(x)}" + ("" if op in ("x",) else f" -> {type_of(x)}")
            rough = op in ("lgamma", "digamma", "bessel_i1e")
            f.add(f"{op}_{short(dtype)}", [x], body, [type_of(x)], ulps=2 if dtype in (F16, BF16) else 6 if not rough else 64 if dtype == F32 else 8192)
        x = np.array([0.0, -0.0, 1.0, np.inf, -np.inf, np.nan, float(ml_dtypes.finfo(dtype).max), -1.5], dtype)
        r = shaped(x.shape, bool)
        for op in ("is_inf", "is_pos_inf", "is_neg_inf"):
            f.add(f"{op}_{short(dtype)}", [x], f"%r0 = chlo.{op} %a : {type_of(x)} -> {r}", [r])
        y = np.array([1.0, 1.0, 1.0, 0.0, 0.0, 1.0, np.inf, -1.5], dtype)
        f.add(f"next_after_{short(dtype)}", [x, y], f"%r0 = chlo.next_after %a, %b : {type_of(x)}, {type_of(x)} -> {type_of(x)}",
              [type_of(x)], ulps=0)
    for dtype in (F32, F64):
        n, x = np.array([0, 1, 1, 2, 2, 3, 4, 5], dtype), np.array([2.5, 1.0, 7.5, 2.0, 0.5, 1.25, 3.0, 2.0], dtype)
        t = type_of(x)
        f.add(f"polygamma_{short(dtype)}", [n, x], f"%r0 = chlo.polygamma %a, %b : {t}, {t} -> {t}", [t], ulps=64 if dtype == F32 else 8192)
        f.add(f"zeta_{short(dtype)}", [n + 1.5, x], f"%r0 = chlo.zeta %a, %b : {t}, {t} -> {t}", [t], ulps=8)
    for dtype in COMPLEX:
        z = (np.repeat([-1.5, -0.25, 0.5, 2.0], 4) + 1j * np.tile([-2.0, -0.5, 0.25, 1.0], 4)).astype(dtype)
        t = type_of(z)
        for op in ["acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "sinh", "tan", "square", "conj"]:
            f.add(f"{op}_{short(dtype)}", [z], f"%r0 = chlo.{op} %a : {t} -> {t}", [t], "almost_eq")
        for op in ["log", "log_plus_one", "exponential_minus_one", "tan", "rsqrt", "logistic", "sign", "cbrt"]:
            f.add(f"{op}_{short(dtype)}", [z], f"%r0 = stablehlo.{op} %a : {t}", [t], "almost_eq")
        for op in ["power", "atan2", "divide", "subtract"]:
            f.add(f"{op}_{short(dtype)}", [z, z[::-1] + 1], f"%r0 = stablehlo.{op} %a, %b : {t}", [t], "almost_eq")
        part = F32 if dtype == np.complex64 else F64
        x, y = data((3, 4), part), data((3, 4), part)
        f.add(f"complex_{short(dtype)}", [x, y], f"%r0 = stablehlo.complex %a, %b : {shaped((3, 4), dtype)}", [shaped((3, 4), dtype)])
        for direction in ("EQ", "NE"):
            r = shaped(z.shape, bool)
            f.add(f"compare_{direction}_{short(dtype)}", [z, np.where(np.arange(16) % 3 == 0, z, z + 1j).astype(dtype)],
                  f"%r0 = stablehlo.compare {direction}, %a, %b : ({t}, {t}) -> {r}", [r])
    for dtype in INTS:
        x = random.randint(0, 256, (8,)).astype(np.uint8).repeat(8).view(np.uint8)
        x = random.randint(0, 256, (8 * np.dtype(dtype).itemsize,)).astype(np.uint8).view(dtype)
        y = random.randint(0, 256, (8 * np.dtype(dtype).itemsize,)).astype(np.uint8).view(dtype)
        t = type_of(x)
        f.add(f"mulhi_{short(dtype)}", [x, y], f"%r0 = chlo.mulhi %a, %b : {t}, {t} -> {t}", [t])
        for op in ("add", "subtract", "multiply", "divide", "remainder", "and", "or", "xor", "maximum", "minimum", "shift_left",
                   "shift_right_logical", "shift_right_arithmetic"):
            f.add(f"{op}_bits_{short(dtype)}", [x, y], f"%r0 = stablehlo.{op} %a, %b : {t}", [t])
    for dtype in [F32, F64, BF16, np.int32, np.uint8, np.int64]:
        for largest in (True,):
            x, k = random.permutation(24).reshape(2, 12).astype(dtype), 5
            v, i = shaped((2, k), dtype), shaped((2, k), np.int32)
            f.add(f"top_k_{short(dtype)}", [x], f"%r0, %r1 = chlo.top_k(%a, k = {k}) : {type_of(x)} -> ({v}, {i})", [v, i])


def narrow(f):
    everything = list(NARROW) + [F32, BF16, F16, np.int32, np.uint8, bool]
    for dtype in NARROW:
        codes = np.arange(256, dtype=np.uint8).view(dtype)
        ok = codes[np.isfinite(codes.astype(F32))]
        some = ok[random.permutation(len(ok))[:48]]
        for target in everything:
            if target == dtype:
                continue
            x = some if target in (np.int32, np.uint8) else codes[::3]
            x = x[np.abs(x.astype(F32)) < 200] if target in (np.int32, np.uint8) else x
            x = x[x.astype(F32) >= 0] if target == np.uint8 else x
            r = shaped(x.shape, target)
            f.add(f"convert_{short(dtype)}_{short(target)}", [x], f"%r0 = stablehlo.convert %a : ({type_of(x)}) -> {r}", [r], ulps=0)
        x = np.concatenate([np.ldexp(1.0, np.arange(-12, 12)), np.linspace(-3, 3, 24), [0.0, -0.0, 500.0, 1e6]]).astype(F32)
        for source in (F32, F16, BF16, F64):
            r = shaped(x.shape, dtype)
            f.add(f"convert_{short(source)}_{short(dtype)}", [x.astype(source)],
                  f"%r0 = stablehlo.convert %a : ({shaped(x.shape, source)}) -> {r}", [r], ulps=0)
        a, b, t = some, some[::-1], type_of(some)
        for op in ("add", "multiply", "subtract", "maximum", "minimum"):
            f.add(f"{op}_{short(dtype)}", [a, b], f"%r0 = stablehlo.{op} %a, %b : {t}", [t], ulps=0)
        for op in ("abs", "negate", "sign", "floor", "sqrt"):
            x = np.abs(a.astype(F32)).astype(dtype) if op == "sqrt" else a
            f.add(f"{op}_{short(dtype)}", [x], f"%r0 = stablehlo.{op} %a : {t}", [t], ulps=int(op == "sqrt"))
        r = shaped(a.shape, bool)
        f.add(f"compare_LT_{short(dtype)}", [a, b], f"%r0 = stablehlo.compare LT, %a, %b, FLOAT : ({t}, {t}) -> {r}", [r])
    for bits in (2, 4):
        for sign, make in (("", f"int{bits}"), ("u", f"uint{bits}")):
            t = f"{sign}i{bits}"
            x = np.array([0, 1, 2, 3, 100, 127, 128, 200, 255, 254, 7, 8], np.int32 if not sign else np.uint32)
            w, n = type_of(x), f"tensor<12x{t}>"
            f.add(f"convert_through_{t}", [x], f"%q = stablehlo.convert %a : ({w}) -> {n}\n%r0 = stablehlo.convert %q : ({n}) -> {w}", [w])
            for op in ("add", "multiply", "subtract"):
                f.add(f"{op}_{t}", [x, x[::-1]], f"%q = stablehlo.convert %a : ({w}) -> {n}\n%s = stablehlo.convert %b : ({w}) -> {n}\n"
                      f"%v = stablehlo.{op} %q, %s : {n}\n%r0 = stablehlo.convert %v : ({n}) -> {w}", [w])


def halves(f):
    """What is one function of a value, on lengths that split over four devices."""
    for dtype in FLOATS:
        x = np.linspace(-3, 3, 16).astype(dtype)
        for op in ["abs", "negate", "sign", "floor", "ceil", "round_nearest_afz", "round_nearest_even", "cbrt", "cosine", "exponential",
                   "exponential_minus_one", "logistic", "sine", "tan", "tanh"]:
            f.add(f"even_{op}_{short(dtype)}", [x], f"%r0 = stablehlo.{op} %a : {type_of(x)}", [type_of(x)], ulps=4)
        y = np.abs(x) + np.array(0.5, dtype)
        for op in ["log", "log_plus_one", "rsqrt", "sqrt"]:
            f.add(f"even_{op}_{short(dtype)}", [y], f"%r0 = stablehlo.{op} %a : {type_of(x)}", [type_of(x)], ulps=4)
        f.add(f"even_power_{short(dtype)}", [y, x], f"%r0 = stablehlo.power %a, %b : {type_of(x)}", [type_of(x)], ulps=4)
        f.add(f"even_is_finite_{short(dtype)}", [x], f"%r0 = stablehlo.is_finite %a : ({type_of(x)}) -> {shaped((16,), bool)}", [shaped((16,), bool)])
        for e, m in ((5, 2), (4, 3), (3, 1), (8, 7)):
            f.add(f"reduce_precision_e{e}m{m}_{short(dtype)}", [x], f"%r0 = stablehlo.reduce_precision %a, format = e{e}m{m} : {type_of(x)}",
                  [type_of(x)], ulps=0)
    for dtype in NUMBERS + [bool, np.complex64, np.complex128, np.uint64]:
        for shape in [(), (4,), (3, 0), (2, 3, 2)]:
            p, x, y, t = data(shape, bool), data(shape, dtype), data(shape, dtype), shaped(shape, dtype)
            n = f"{short(dtype)}_{len(shape)}"
            f.add(f"select_{n}", [p, x, y], f"%r0 = stablehlo.select %a, %b, %c : {shaped(shape, bool)}, {t}", [t])
            f.add(f"select_scalar_{n}", [np.array(True), x, y], f"%r0 = stablehlo.select %a, %b, %c : tensor<i1>, {t}", [t])
            if np.dtype(dtype).kind != "c" and dtype != bool:
                low, high = np.array(0, dtype), np.array(2, dtype)
                f.add(f"clamp_{n}", [low, x, high], f"%r0 = stablehlo.clamp %a, %b, %c : (tensor<{elem(dtype)}>, {t}, tensor<{elem(dtype)}>) -> {t}", [t])
                f.add(f"clamp_whole_{n}", [y, x, y + high], f"%r0 = stablehlo.clamp %a, %b, %c : {t}", [t])


# ---- attributes at random --------------------------------------------------------------------------------------------


def moves(f):
    for i in range(30):
        dtype, rank = pick(NUMBERS + [bool, np.complex64]), random.randint(0, 5)
        x = data(dims(rank), dtype)
        order = random.permutation(rank)
        r = shaped([x.shape[d] for d in order], dtype)
        f.add(f"transpose_{i}", [x], f"%r0 = stablehlo.transpose %a, dims = {brackets(order)} : ({type_of(x)}) -> {r}", [r])
        turned = [d for d in range(rank) if random.rand() < 0.5]
        f.add(f"reverse_{i}", [x], f"%r0 = stablehlo.reverse %a, dims = {brackets(turned)} : {type_of(x)}", [type_of(x)])
        parts, size = [], []
        for n in x.shape:
            a = random.randint(0, n + 1)
            b = random.randint(a, n + 1)
            s = random.randint(1, 4)
            parts.append(f"{a}:{b}:{s}")
            size.append(-(-(b - a) // s))
        r = shaped(size, dtype)
        if rank:
            f.add(f"slice_{i}", [x], f"%r0 = stablehlo.slice %a [{', '.join(parts)}] : ({type_of(x)}) -> {r}", [r])
        low, high, inner = [[random.randint(a, b) for _ in range(rank)] for a, b in ((-2, 4), (-2, 4), (0, 3))]
        out = [l + h + n + max(n - 1, 0) * k for l, h, n, k in zip(low, high, x.shape, inner)]
        if rank and min(out) >= 0:
            r = shaped(out, dtype)
            f.add(f"pad_{i}", [x, np.array(3 if np.dtype(dtype) != bool else True, dtype)],
                  f"%r0 = stablehlo.pad %a, %b, low = {brackets(low)}, high = {brackets(high)}, interior = {brackets(inner)} : "
                  f"({type_of(x)}, tensor<{elem(dtype)}>) -> {r}", [r])
        extra = random.randint(0, 3)
        places = np.sort(random.permutation(rank + extra)[:rank])
        shape = list(dims(rank + extra))
        for d, p in enumerate(places):
            shape[p] = x.shape[d]
        r = shaped(shape, dtype)
        f.add(f"broadcast_{i}", [x], f"%r0 = stablehlo.broadcast_in_dim %a, dims = {brackets(places)} : ({type_of(x)}) -> {r}", [r])
        if rank:
            d = random.randint(rank)
            others = [data(x.shape[:d] + (random.randint(0, 4),) + x.shape[d + 1:], dtype) for _ in range(random.randint(0, 3))]
            all_ = [x] + others
            r = shaped(x.shape[:d] + (sum(a.shape[d] for a in all_),) + x.shape[d + 1:], dtype)
            f.add(f"concatenate_{i}", all_, f"%r0 = stablehlo.concatenate {', '.join('%' + 'abcd'[k] for k in range(len(all_)))}, dim = {d} : "
                  f"({', '.join(type_of(a) for a in all_)}) -> {r}", [r])
            r = shaped(x.shape, dtype)
            if np.dtype(dtype) != bool:
                f.add(f"iota_{i}", [], f"%r0 = stablehlo.iota dim = {d} : {r}", [r])
            it = pick([np.int32, np.int64, np.uint8, np.int8])
            size = [random.randint(0, n + 1) for n in x.shape]
            at = [np.array(random.randint(-3 if np.dtype(it).kind == "i" else 0, 7), it) for _ in x.shape]
            names = ", ".join("%" + "bcdefg"[k] for k in range(rank))
            s = ", ".join([f"tensor<{elem(it)}>"] * rank)
            r = shaped(size, dtype)
            f.add(f"dynamic_slice_{i}", [x] + at, f"%r0 = stablehlo.dynamic_slice %a, {names}, sizes = {brackets(size)} : ({type_of(x)}, {s}) -> {r}", [r])
            u = data(size, dtype)
            names = ", ".join("%" + "cdefg"[k] for k in range(rank))
            f.add(f"dynamic_update_slice_{i}", [x, u] + at, f"%r0 = stablehlo.dynamic_update_slice %a, %b, {names} : ({type_of(x)}, {type_of(u)}, {s}) -> {type_of(x)}", [type_of(x)])


def indexing(rank):
    """Dimension numbers of a gather (or a scatter turned round) at random: (operand dims, index dims, numbers)."""
    shape = list(dims(rank, 5, 0.03))
    order = random.permutation(rank)
    n_batch = random.randint(0, 2) if rank > 1 else 0
    batching, rest = sorted(order[:n_batch]), order[n_batch:]
    collapsed = sorted(d for d in rest if random.rand() < 0.4 and shape[d] > 0)
    mapped = [d for d in rest if random.rand() < 0.6]
    random.shuffle(mapped)
    sizes = [1 if d in collapsed or d in batching else random.randint(0 if shape[d] == 0 else 1, shape[d] + 1) for d in range(rank)]
    for d in batching:
        shape[d] = max(shape[d], 1)
    batch_dims = list(dims(random.randint(0, 3), 3, 0.02))
    at = random.randint(0, len(batch_dims) + 1)
    where = []
    for d in batching:
        where.append(len(batch_dims))
        batch_dims.append(shape[d])
    at = len(batch_dims) if where else at
    index = batch_dims[:at] + [len(mapped)] + batch_dims[at:]
    offsets = [d for d in range(rank) if d not in collapsed and d not in batching]
    out_rank = len(batch_dims) + len(offsets)
    offset_dims = np.sort(random.permutation(out_rank)[:len(offsets)])
    out, b, o = [], iter(batch_dims), iter(offsets)
    for d in range(out_rank):
        out.append(sizes[next(o)] if d in offset_dims else next(b))
    return shape, index, dict(offset=offset_dims, collapsed=collapsed, batching=batching, where=where, mapped=mapped, at=at, sizes=sizes, out=out)


def gathers(f):
    for i in range(110):
        shape, index, n = indexing(random.randint(1, 4))
        if np.prod(n["out"]) > 120 or np.prod(shape) > 120:
            continue
        dtype, it = pick(NUMBERS + [bool, np.complex64]), pick([np.int32, np.int64, np.int8, np.uint8])
        x = data(shape, dtype)
        s = random.randint(-2 if np.dtype(it).kind == "i" else 0, 6, index).astype(it)
        batching = f"operand_batching_dims = {brackets(n['batching'])}, start_indices_batching_dims = {brackets(n['where'])}, " if n["batching"] else ""
        r = shaped(n["out"], dtype)
        f.add(f"gather_{i}", [x, s], f'%r0 = "stablehlo.gather"(%a, %b) <{{dimension_numbers = #stablehlo.gather<offset_dims = {brackets(n["offset"])}, '
              f'collapsed_slice_dims = {brackets(n["collapsed"])}, {batching}start_index_map = {brackets(n["mapped"])}, index_vector_dim = {n["at"]}>, '
              f'slice_sizes = {ints(n["sizes"])}, indices_are_sorted = false}}> : ({type_of(x)}, {type_of(s)}) -> {r}', [r])
    for i in range(110):
        shape, index, n = indexing(random.randint(1, 4))
        if np.prod(n["out"]) > 120 or np.prod(shape) > 120:
            continue
        dtype, it = pick([F32, F64, np.int32, np.uint8, np.int64, np.complex64]), pick([np.int32, np.int64])
        x, s, u = data(shape, dtype), random.randint(-1, 5, index).astype(it), data(n["out"], dtype)
        op = pick(["add", "add", "multiply", "subtract"] + (["maximum", "minimum"] if np.dtype(dtype).kind != "c" else []))
        batching = f"input_batching_dims = {brackets(n['batching'])}, scatter_indices_batching_dims = {brackets(n['where'])}, " if n["batching"] else ""
        f.add(f"scatter_{op}_{i}", [x, s, u], f'%r0 = "stablehlo.scatter"(%a, %b, %c) <{{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = {brackets(n["offset"])}, '
              f'inserted_window_dims = {brackets(n["collapsed"])}, {batching}scatter_dims_to_operand_dims = {brackets(n["mapped"])}, index_vector_dim = {n["at"]}>}}> '
              f'{region(op, dtype)} : ({type_of(x)}, {type_of(s)}, {type_of(u)}) -> {type_of(x)}', [type_of(x)], inexact(dtype))


def products(f):
    for i in range(110):
        dtype = pick(NUMBERS + [np.complex64, np.complex128])
        nb, nc, nl, nr = (random.randint(0, k) for k in (3, 3, 3, 3))
        b, c, l, r = dims(nb, 3), dims(nc, 4), dims(nl, 4), dims(nr, 3)
        lhs, rhs = [("b", k) for k in range(nb)] + [("c", k) for k in range(nc)] + [("l", k) for k in range(nl)], \
            [("b", k) for k in range(nb)] + [("c", k) for k in range(nc)] + [("r", k) for k in range(nr)]
        random.shuffle(lhs)
        random.shuffle(rhs)
        size = {"b": b, "c": c, "l": l, "r": r}
        x, y = data([size[k][n] for k, n in lhs], dtype), data([size[k][n] for k, n in rhs], dtype)
        out = list(b) + [size[k][n] for k, n in lhs if k == "l"] + [size[k][n] for k, n in rhs if k == "r"]
        if np.prod(out) > 100 or x.size > 150 or y.size > 150:
            continue
        batch = f"batching_dims = {brackets([lhs.index(('b', k)) for k in range(nb)])} x {brackets([rhs.index(('b', k)) for k in range(nb)])}, " if nb else ""
        to = shaped(out, dtype)
        f.add(f"dot_general_{i}", [x, y], f"%r0 = stablehlo.dot_general %a, %b, {batch}contracting_dims = {brackets([lhs.index(('c', k)) for k in range(nc)])} x "
              f"{brackets([rhs.index(('c', k)) for k in range(nc)])} : ({type_of(x)}, {type_of(y)}) -> {to}", [to], inexact(dtype))
    for source, target in [(BF16, F32), (F16, F32), (np.int8, np.int32), (F32, F64), (np.uint8, np.uint32)]:
        x, y = data((3, 4), source), data((4, 2), source)
        f.add(f"dot_{short(source)}_{short(target)}", [x, y], f"%r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : ({type_of(x)}, {type_of(y)}) -> {shaped((3, 2), target)}",
              [shaped((3, 2), target)], inexact(target))
    for i in range(120):
        dtype, spatial = pick([F32, F64, BF16, np.int32, F32, np.complex64]), random.randint(0, 4)
        groups = pick([1, 1, 1, 2, 3])
        batches = pick([1, 1, 2]) if groups == 1 else 1
        per, outs = random.randint(1, 3), random.randint(1, 3) * groups * batches
        n, k = [random.randint(1, 6) for _ in range(spatial)], [random.randint(1, 4) for _ in range(spatial)]
        stride, ld, rd = [[random.randint(1, 3) for _ in range(spatial)] for _ in range(3)]
        pad = [(random.randint(-1, 3), random.randint(-1, 3)) for _ in range(spatial)]
        turned = [bool(random.rand() < 0.2) for _ in range(spatial)]
        if spatial and random.rand() < 0.1:
            n[0] = 0
        out = []
        for d in range(spatial):
            size = (max(n[d] - 1, -1) * ld[d] + 1 if n[d] else 0) + sum(pad[d])
            reach = (k[d] - 1) * rd[d] + 1
            out.append(0 if size < reach else (size - reach) // stride[d] + 1)
        if any((max(n[d] - 1, -1) * ld[d] + 1 if n[d] else 0) + sum(pad[d]) < 0 for d in range(spatial)):
            continue
        if np.prod(out or [1]) > 40 or np.prod(n or [1]) > 40:
            continue
        names = [str(d) for d in range(spatial)]

        def layout(two):
            order = list(two) + names
            random.shuffle(order)
            return order
        lx, lk, lo = layout("bf"), layout("io"), layout("bf")
        sx = {"b": random.randint(1, 3) * batches, "f": per * groups, **dict(zip(names, n))}
        sk = {"i": per, "o": outs, **dict(zip(names, k))}
        so = {"b": sx["b"] // batches, "f": outs, **dict(zip(names, out))}
        x, w, r = data([sx[d] for d in lx], dtype), data([sk[d] for d in lk], dtype), shaped([so[d] for d in lo], dtype)
        words = []
        if spatial:
            words = [f"stride = {brackets(stride)}", f"pad = [{', '.join(brackets(p) for p in pad)}]", f"lhs_dilate = {brackets(ld)}",
                     f"rhs_dilate = {brackets(rd)}", "reverse = [" + ", ".join("true" if t else "false" for t in turned) + "]"]
        f.add(f"convolution_{i}", [x, w], f"%r0 = stablehlo.convolution(%a, %b) dim_numbers = [{', '.join(lx)}]x[{', '.join(lk)}]->[{', '.join(lo)}], "
              f"window = {{{', '.join(words)}}} {{batch_group_count = {batches} : i64, feature_group_count = {groups} : i64}} : ({type_of(x)}, {type_of(w)}) -> {r}", [r], inexact(dtype))


UNIT = {"add": 0, "multiply": 1, "and": 1, "or": 0, "xor": 0}


def unit(op, dtype):
    if op in UNIT:
        v = -1 if op == "and" and np.dtype(dtype).kind in "iu" else UNIT[op]
        return np.array(v if np.dtype(dtype).kind != "u" or v >= 0 else np.iinfo(dtype).max, dtype)
    if np.dtype(dtype).kind in "iu":
        return np.array(np.iinfo(dtype).min if op == "maximum" else np.iinfo(dtype).max, dtype)
    return np.array(-np.inf if op == "maximum" else np.inf, dtype)


def sums(f):
    for i in range(90):
        dtype, rank = pick(NUMBERS + [np.complex64]), random.randint(0, 5)
        op = pick(["add", "multiply"] + (["maximum", "minimum"] if np.dtype(dtype).kind != "c" else []) + (["and", "or", "xor"] if np.dtype(dtype).kind in "iu" else []))
        x = data(dims(rank, 4, 0.05), dtype)
        gone = [d for d in range(rank) if random.rand() < 0.5]
        many = np.prod([x.shape[d] for d in gone] or [1]) > 1
        z = np.array(2, dtype) if random.rand() < 0.5 and many else unit(op, dtype)
        r = shaped([n for d, n in enumerate(x.shape) if d not in gone], dtype)
        f.add(f"reduce_{op}_{i}", [x, z], f"%r0 = stablehlo.reduce(%a init: %b) applies stablehlo.{op} across dimensions = {brackets(gone)} : ({type_of(x)}, tensor<{elem(dtype)}>) -> {r}",
              [r], inexact(dtype))
    for i in range(24):  # the place of the largest, ties to the first
        dtype, shape = pick([F32, np.int32, BF16, F64]), dims(3, 4, 0)
        x, n, d = data(shape, dtype), np.broadcast_to(np.arange(np.prod(shape), dtype=np.int32).reshape(shape), shape), random.randint(3)
        t, r, q = f"tensor<{elem(dtype)}>", shaped(shape[:d] + shape[d + 1:], dtype), shaped(shape[:d] + shape[d + 1:], np.int32)
        f.add(f"reduce_pair_{i}", [x, np.ascontiguousarray(n), unit("maximum", dtype), np.array(2**31 - 1, np.int32)],
              f'''%r0, %r1 = "stablehlo.reduce"(%a, %b, %c, %d) <{{dimensions = array<i64: {d}>}}> ({{
      ^bb0(%x: {t}, %i: tensor<i32>, %y: {t}, %j: tensor<i32>):
      %g = stablehlo.compare GT, %x, %y : ({t}, {t}) -> tensor<i1>
      %e = stablehlo.compare EQ, %x, %y : ({t}, {t}) -> tensor<i1>
      %l = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %f = stablehlo.and %e, %l : tensor<i1>
      %p = stablehlo.or %g, %f : tensor<i1>
      %m = stablehlo.select %p, %x, %y : tensor<i1>, {t}
      %n = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
      stablehlo.return %m, %n : {t}, tensor<i32>
      }}) : ({type_of(x)}, {shaped(shape, np.int32)}, {t}, tensor<i32>) -> ({r}, {q})''', [r, q])
    for i in range(90):
        dtype, rank = pick([F32, F64, BF16, F16, np.int32, np.uint8, np.int64]), random.randint(1, 4)
        x = data(dims(rank, 6, 0.03), dtype)
        w, s, bd, wd = [[random.randint(1, k) for _ in range(rank)] for k in (4, 4, 3, 3)]
        pad = [(random.randint(0, 3), random.randint(0, 3)) for _ in range(rank)]
        out = []
        for d in range(rank):
            size = ((x.shape[d] - 1) * bd[d] + 1 if x.shape[d] else 0) + sum(pad[d])
            reach = (w[d] - 1) * wd[d] + 1
            out.append(0 if size < reach else (size - reach) // s[d] + 1)
        if np.prod(out) > 90 or x.size > 120:
            continue
        op = pick(["add", "maximum", "minimum", "multiply"])
        r = shaped(out, dtype)
        f.add(f"reduce_window_{op}_{i}", [x, unit(op, dtype)], f'%r0 = "stablehlo.reduce_window"(%a, %b) <{{window_dimensions = {ints(w)}, window_strides = {ints(s)}, '
              f'base_dilations = {ints(bd)}, window_dilations = {ints(wd)}, padding = {pairs_text(pad)}}}> {region(op, dtype)} : ({type_of(x)}, tensor<{elem(dtype)}>) -> {r}', [r], inexact(dtype))
    for i in range(40):
        dtype, rank = pick([F32, np.int32, F64, np.int64]), random.randint(1, 4)
        x = random.permutation(10**4)[:int(np.prod(dims_ := dims(rank, 6, 0)))].reshape(dims_).astype(dtype)
        w, s = [[random.randint(1, 4) for _ in range(rank)] for _ in range(2)]
        pad = [(random.randint(0, min(k, 2)), random.randint(0, min(k, 2))) for k in w]
        out = [0 if n + sum(p) < k else (n + sum(p) - k) // q + 1 for n, p, k, q in zip(x.shape, pad, w, s)]
        if x.size > 130 or min(out) == 0:
            continue
        u, t, way = data(out, dtype), f"tensor<{elem(dtype)}>", pick(["GE", "LE"])
        f.add(f"select_and_scatter_{i}", [x, u, np.zeros((), dtype)], f'''%r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{{window_dimensions = {ints(w)}, window_strides = {ints(s)}, padding = {pairs_text(pad)}}}> ({{
      ^bb0(%x: {t}, %y: {t}):
      %z = stablehlo.compare {way}, %x, %y : ({t}, {t}) -> tensor<i1>
      stablehlo.return %z : tensor<i1>
      }}, {{
      ^bb0(%x: {t}, %y: {t}):
      %z = stablehlo.add %x, %y : {t}
      stablehlo.return %z : {t}
      }}) : ({type_of(x)}, {type_of(u)}, {t}) -> {type_of(x)}''', [type_of(x)])
    for i in range(50):
        dtype, rank, n = pick(NUMBERS), random.randint(1, 4), random.randint(1, 4)
        shape = dims(rank, 7, 0.04)
        d, way = random.randint(rank), pick(["LT", "GT"])
        all_ = [data(shape, dtype if k == 0 else pick([F32, np.int32, np.uint8])) for k in range(n)]
        args = ", ".join(f"%x{k}: tensor<{elem(a.dtype)}>, %y{k}: tensor<{elem(a.dtype)}>" for k, a in enumerate(all_))
        t = f"tensor<{elem(dtype)}>"
        f.add(f"sort_{i}", all_, f'''{", ".join(f"%r{k}" for k in range(n))} = "stablehlo.sort"({", ".join("%" + "abcd"[k] for k in range(n))}) <{{dimension = {d} : i64, is_stable = true}}> ({{
      ^bb0({args}):
      %z = stablehlo.compare {way}, %x0, %y0 : ({t}, {t}) -> tensor<i1>
      stablehlo.return %z : tensor<i1>
      }}) : ({", ".join(type_of(a) for a in all_)}) -> ({", ".join(type_of(a) for a in all_)})''', [type_of(a) for a in all_])
    for i in range(10):
        dtype, shape = pick([F32, np.int32]), dims(2, 5, 0)
        x, y, t = data(shape, dtype), data(shape, dtype), f"tensor<{elem(dtype)}>"
        f.add(f"map_{i}", [x, y], f'''%r0 = "stablehlo.map"(%a, %b) <{{dimensions = array<i64: 0, 1>}}> ({{
      ^bb0(%x: {t}, %y: {t}):
      %z = stablehlo.multiply %x, %y : {t}
      %w = stablehlo.add %z, %x : {t}
      stablehlo.return %w : {t}
      }}) : ({type_of(x)}, {type_of(x)}) -> {type_of(x)}''', [type_of(x)])


# ---- linear algebra, Fourier transforms, random bits -----------------------------------------------------------------


def transforms(f):
    for dtype in (F32, F64):
        c = np.complex64 if dtype == F32 else np.complex128
        for n in (1, 2, 3, 5, 7, 8, 12, 13):
            half = n // 2 + 1
            z, x, h = data((2, n), c), data((2, n), dtype), data((2, half), c)
            h[:, 0] = h[:, 0].real
            if n % 2 == 0:
                h[:, -1] = h[:, -1].real
            for kind, a, r in [("FFT", z, z), ("IFFT", z, z), ("RFFT", x, h), ("IRFFT", h, x)]:
                f.add(f"fft_{kind}_{n}_{short(dtype)}", [a], f"%r0 = stablehlo.fft %a, type = {kind}, length = [{n}] : ({type_of(a)}) -> {type_of(r)}", [type_of(r)], "almost_eq")
        for n in ((2, 3), (3, 4), (2, 3, 2)):
            z, x = data((2,) + n, c), data(n, dtype)
            length = brackets(n)
            h = data(n[:-1] + (n[-1] // 2 + 1,), c)
            for kind, a, r in [("FFT", z, type_of(z)), ("IFFT", z, type_of(z)), ("RFFT", x, type_of(h))]:
                f.add(f"fft_{kind}_{len(n)}d_{n[-1]}_{short(dtype)}", [a], f"%r0 = stablehlo.fft %a, type = {kind}, length = {length} : ({type_of(a)}) -> {r}", [r], "almost_eq")
        z = data((0, 4), c)
        f.add(f"fft_none_{short(dtype)}", [z], f"%r0 = stablehlo.fft %a, type = FFT, length = [4] : ({type_of(z)}) -> {type_of(z)}", [type_of(z)], "almost_eq")


def solvers(f):
    def positive(shape, dtype):
        m = data(shape, dtype)
        m = m @ np.conj(np.swapaxes(m, -1, -2)) + 8 * np.eye(shape[-1])
        return (m / 4).astype(dtype)
    for dtype in (F32, F64, np.complex64, np.complex128):
        n = short(dtype)
        for shape in ((3, 3), (2, 4, 4), (0, 2, 2), (1, 1)):
            m, t = positive(shape, dtype), shaped(shape, dtype)
            for lower in ("true", "false"):  # the other triangle is whatever was there: multiplied out it does not matter
                mask = (np.tril if lower == "true" else np.triu)(np.ones(shape[-2:])).astype(dtype)
                f.add(f"cholesky_{lower}_{len(shape)}_{shape[-1]}_{n}", [m, np.broadcast_to(mask, shape).copy()],
                      f"%u = stablehlo.cholesky %a, lower = {lower} : {t}\n%r0 = stablehlo.multiply %u, %b : {t}", [t], "almost_eq")
        bad = positive((2, 3, 3), dtype)
        bad[1, 2, 2] = -1
        t, diagonal = type_of(bad), np.broadcast_to(np.eye(3, dtype=bool), (2, 3, 3)).copy()
        part = shaped((2, 3, 3), {"c": {8: F32, 16: F64}.get(np.dtype(dtype).itemsize)}.get(np.dtype(dtype).kind, dtype))
        take = f"%v = stablehlo.real %u : ({t}) -> {part}" if np.dtype(dtype).kind == "c" else f"%v = stablehlo.optimization_barrier %u : {t}"
        f.add(f"cholesky_negative_{n}", [bad], f"%u = stablehlo.cholesky %a, lower = true : {t}\n{take}\n"
              f"%w = stablehlo.slice %v [1:2, 2:3, 2:3] : ({part}) -> {part.replace('2x3x3', '1x1x1')}\n"
              f"%r0 = stablehlo.is_finite %w : ({part.replace('2x3x3', '1x1x1')}) -> tensor<1x1x1xi1>", ["tensor<1x1x1xi1>"])
        for left in ("true", "false"):
            for lower in ("true", "false"):
                for unit in ("true", "false"):
                    for turn in ("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"):
                        m = positive((2, 3, 3), dtype)
                        b = data((2, 3, 2) if left == "true" else (2, 2, 3), dtype)
                        f.add(f"solve_{left}_{lower}_{unit}_{turn}_{n}", [m, b], f'%r0 = "stablehlo.triangular_solve"(%a, %b) <{{left_side = {left}, lower = {lower}, '
                              f'unit_diagonal = {unit}, transpose_a = #stablehlo<transpose {turn}>}}> : ({type_of(m)}, {type_of(b)}) -> {type_of(b)}', [type_of(b)], "almost_eq")


def calls(f):
    """LAPACK's routines as JAX calls them; those whose signs or order are free are judged by tests of their own."""
    def layout(a, rows):  # every value has one batch dim; matrices stand column by column, unless somebody asks for rows, of which the routine knows nothing
        order = {3: [2, 1, 0] if rows else [1, 2, 0], 2: [1, 0], 1: [0]}[a.ndim]
        return f"dense<{brackets(order)}> : tensor<{a.ndim}xindex>"

    def add(title, target, config, inputs, outs, keep, check="almost_eq", rows=(False, False)):
        names = ", ".join("%" + "abcd"[k] for k in range(len(inputs)))
        left = ", ".join(f"%r{keep.index(k)}" if k in keep else f"%x{k}" for k in range(len(outs)))
        lay = lambda v, rows: "[" + ", ".join(layout(a, rows) for a in v) + "]"
        f.add(title, inputs, f"{left} = stablehlo.custom_call @{target}({names}) {{api_version = 4 : i32, backend_config = {{{config}}}, "
              f"operand_layouts = {lay(inputs, rows[0])}, result_layouts = {lay(outs, rows[1])}}} : ({', '.join(type_of(a) for a in inputs)}) -> ({', '.join(type_of(a) for a in outs)})",
              [type_of(outs[k]) for k in keep], check)
    from jaxlib import lapack
    import jaxlib.cpu._lapack as routines
    from jax._src.lib import xla_client
    routines.initialize()
    for name, target, version in lapack.registrations()["cpu"]:
        xla_client.register_custom_call_target(name, target, platform="cpu", api_version=version)
    for letter, dtype, part in (("s", F32, F32), ("d", F64, F64), ("c", np.complex64, F32), ("z", np.complex128, F64)):
        info, i32 = np.zeros((2,), np.int32), np.int32
        cplx = np.complex64 if part == F32 else np.complex128
        a = data((2, 4, 3), dtype) + np.eye(4, 3, dtype=dtype)
        w = np.swapaxes(a, 1, 2).copy()
        h = (w @ np.conj(np.swapaxes(w, 1, 2)) / 4 + np.diag([1, 3, 7])).astype(dtype)
        q, u = ("orgqr", "ormqr") if letter in "sd" else ("ungqr", "unmqr")
        z = lambda *s, t=dtype: np.zeros(s, t)
        for x in (a, w):
            m, n = x.shape[1:]
            k = min(m, n)
            add(f"getrf_{letter}_{m}", f"lapack_{letter}getrf_ffi", "", [x], [x, z(2, k, t=i32), info], [0, 1, 2])
            add(f"geqrf_{letter}_{m}", f"lapack_{letter}geqrf_ffi", "", [x], [x, z(2, k)], [0, 1])
            for rows in ((True, False), (False, True), (True, True)) if letter == "d" else ():
                add(f"geqrf_{letter}_{m}_{rows[0]:d}{rows[1]:d}", f"lapack_{letter}geqrf_ffi", "", [x], [x, z(2, k)], [0, 1], rows=rows)
            add(f"geqp3_{letter}_{m}", f"lapack_{letter}geqp3_ffi", "", [x, z(2, n, t=i32)], [x, z(2, n, t=i32), z(2, k)], [0, 1, 2])
            for mode, uu, vv in ((83, z(2, m, k), z(2, k, n)), (65, z(2, m, m), z(2, n, n)), (78, z(2, m, m), z(2, n, n))):
                for name in ("gesdd", "gesvd"):
                    add(f"{name}_{letter}_{m}_{mode}", f"lapack_{letter}{name}_ffi", f"mode = {mode} : ui8", [x], [x, z(2, k, t=part), uu, vv, info], [1, 4])
        for uplo in (76, 85):
            add(f"potrf_{letter}_{uplo}", f"lapack_{letter}potrf_ffi", f"uplo = {uplo} : ui8", [h], [h, info], [0, 1])
            e = "syevd" if letter in "sd" else "heevd"
            add(f"{e}_{letter}_{uplo}", f"lapack_{letter}{e}_ffi", f"mode = 86 : ui8, uplo = {uplo} : ui8", [h], [h, z(2, 3, t=part), info], [1, 2])
        t = "sytrd" if letter in "sd" else "hetrd"
        add(f"{t}_{letter}", f"lapack_{letter}{t}_ffi", "uplo = 76 : ui8", [h], [h, z(2, 3, t=part), z(2, 2, t=part), z(2, 2), info], [0, 1, 2, 3, 4])
        add(f"gehrd_{letter}", f"lapack_{letter}gehrd_ffi", "high = 3 : i32, low = 1 : i32", [h], [h, z(2, 2), info], [0, 1, 2])
        add(f"{q}_{letter}", f"lapack_{letter}{q}_ffi", "", [a / 4, z(2, 3) + 1], [a], [0])
        for side in ("true", "false"):
            for turn in ("true", "false"):
                c = data((2, 4, 2) if side == "true" else (2, 2, 4), dtype)
                add(f"{u}_{letter}_{side}_{turn}", f"lapack_{letter}{u}_ffi", f"left = {side}, transpose = {turn}", [a / 4, z(2, 3) + 1, c], [c], [0])
        line = data((2, 4), dtype)
        add(f"gtsv_{letter}", f"lapack_{letter}gtsv_ffi", "", [line, line + 9, line[::-1].copy(), data((2, 4, 2), dtype)],
            [line, line, line, z(2, 4, 2), info], [3, 4])
        for side, b in ((76, data((2, 3, 2), dtype)), (82, data((2, 2, 3), dtype))):
            for turn in (78, 84, 67):
                add(f"trsm_{letter}_{side}_{turn}", f"lapack_{letter}trsm_ffi", f"diag = 78 : ui8, side = {side} : ui8, trans_x = {turn} : ui8, uplo = 76 : ui8", [h, b], [b], [0])
        one = np.triu(data((2, 3, 3), dtype)) + np.diag([1, 2, 3]).astype(dtype)  # its values are on the diagonal, in this order
        one = np.array([[[1, 0.5, 0], [0, 2, 0.25], [0, 0, 4]]] * 2).astype(dtype)
        if letter in "cz":
            add(f"geev_{letter}", f"lapack_{letter}geev_ffi", "compute_left = 86 : ui8, compute_right = 86 : ui8", [one], [z(2, 3), one, one, info], [0, 3])
            add(f"gees_{letter}", f"lapack_{letter}gees_ffi", "mode = 86 : ui8, sort = 78 : ui8", [one], [one, one, z(2, 3), info, info], [0, 2, 3, 4])
        else:
            add(f"geev_{letter}", f"lapack_{letter}geev_ffi", "compute_left = 86 : ui8, compute_right = 86 : ui8", [one],
                [z(2, 3), z(2, 3), one.astype(cplx), one.astype(cplx), info], [0, 1, 3, 4])
            add(f"gees_{letter}", f"lapack_{letter}gees_ffi", "mode = 86 : ui8, sort = 78 : ui8", [one], [one, one, z(2, 3), z(2, 3), info, info], [0, 2, 3, 4, 5])


def bits(f):
    for algorithm, n in [("THREE_FRY", 2), ("PHILOX", 3), ("PHILOX", 2), ("DEFAULT", 2), ("DEFAULT", 3)]:
        for dtype in (np.uint8, np.uint16, np.uint32, np.uint64):
            for shape in ((), (3, 5), (2, 0, 3)):
                state = random.randint(0, 2**31, n).astype(np.uint64) * 0x1234567
                if random.rand() < 0.2:
                    state[1] = 2**64 - 2  # the counter wraps
                r = shaped(shape, dtype)
                f.add(f"bits_{algorithm}_{n}_{short(dtype)}_{len(f.parts)}", [state],
                      f"%r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = {algorithm} : ({type_of(state)}) -> ({type_of(state)}, {r})", [type_of(state), r])


def main():
    directory = os.path.join(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__)), "cases")
    only = sys.argv[2:]
    for name, make, about in [("chlo", chlo, "Functions of CHLO, complex functions, integers of all bits."),
                              ("narrow", narrow, "Floats of 8 bits, integers of 2 and 4."),
                              ("even", halves, "Functions of one value on even lengths, selection at every rank."),
                              ("moves", moves, "Operations that move elements, attributes at random."),
                              ("indexed", gathers, "Gathers and scatters, dimension numbers at random."),
                              ("products", products, "Products and convolutions, dimension numbers and windows at random."),
                              ("sums", sums, "Reductions, windows and sorting, attributes at random."),
                              ("transforms", transforms, "Fourier transforms of all kinds and lengths."),
                              ("solvers", solvers, "Factors and solutions of linear systems, all flags."),
                              ("calls", calls, "LAPACK's routines as custom-calls."),
                              ("bits", bits, "Random bits of every generator and type.")]:
        if only and name not in only:
            continue
        f = File(name, about)
        make(f)
        f.write(directory)


if __name__ == "__main__":
    main()
