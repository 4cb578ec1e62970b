#!/usr/bin/env python3
"""Writes conversions.def: for every pair of element types a checksum over what `convert` makes of every code of the source
(types of at most 16 bits) or of 4,096 patterns made by a generator that the test repeats. Floats are rounded by ml_dtypes
and numpy; what those leave open follows HLO: floats go to integers by truncation and saturation, NaN to 0; integers wrap;
anything but zero is true. One exception, where XLA:CPU (measured) is the rule and not ml_dtypes: NaN of either sign becomes -0 in
the formats without NaN; ml_dtypes turns the sign around.
Needs ml_dtypes and numpy; the test needs neither.

    python3 make_conversions.py > conversions.def
"""
import fractions

import ml_dtypes
import numpy as np

FLOATS = {
    "f8e5m2": ml_dtypes.float8_e5m2, "f8e4m3": ml_dtypes.float8_e4m3, "f8e4m3fn": ml_dtypes.float8_e4m3fn,
    "f8e4m3b11fnuz": ml_dtypes.float8_e4m3b11fnuz, "f8e4m3fnuz": ml_dtypes.float8_e4m3fnuz,
    "f8e5m2fnuz": ml_dtypes.float8_e5m2fnuz, "f8e3m4": ml_dtypes.float8_e3m4, "f8e8m0fnu": ml_dtypes.float8_e8m0fnu,
    "f6e3m2fn": ml_dtypes.float6_e3m2fn, "f6e2m3fn": ml_dtypes.float6_e2m3fn, "f4e2m1fn": ml_dtypes.float4_e2m1fn,
    "f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64,
}
BITS = {"f4e2m1fn": 4, "f6e3m2fn": 6, "f6e2m3fn": 6, "f16": 16, "bf16": 16, "f32": 32, "f64": 64}
INTS = {f"{k}{b}": (k == "s", b) for b in (1, 2, 4, 8, 16, 32, 64) for k in "su"}
COMPLEX = {"c64": "f32", "c128": "f64"}
ALL = ["pred"] + list(INTS) + list(FLOATS) + list(COMPLEX)
N_PATTERNS = 4096
MASK = (1 << 64) - 1


def patterns():
    """splitmix64; the test has the same."""
    state = 42
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


def sources(name):
    """Python ints for integers, numpy scalars for floats: the codes in order, or patterns: for f32 and f64 a sign, an
    exponent within 40 of zero and a mantissa of which all but a few leading bits may be zero, so that ties occur."""
    if name == "pred":
        return [0, 1]
    p = patterns()
    if name in INTS:
        signed, bits = INTS[name]
        if bits <= 16:
            codes = range(1 << bits)
        else:
            codes = [(next(p) >> (next(p) % bits)) & ((1 << bits) - 1) for _ in range(N_PATTERNS)]
        return [c - (1 << bits) if signed and c >> (bits - 1) else c for c in codes]
    bits = BITS.get(name, 8)
    if bits <= 16:
        return list(np.arange(1 << bits, dtype=np.uint8 if bits <= 8 else np.uint16).view(FLOATS[name]))
    mantissa, bias = (23, 127) if bits == 32 else (52, 1023)
    codes = []
    for _ in range(N_PATTERNS):
        a, b = next(p), next(p)
        kept = b % (mantissa + 1)
        m = (a & ((1 << mantissa) - 1)) >> (mantissa - kept) << (mantissa - kept)
        codes.append((a >> 63) << (bits - 1) | (bias - 40 + (b >> 32) % 81) << mantissa | m)
    return list(np.array(codes, np.uint32 if bits == 32 else np.uint64).view(FLOATS[name]))


def to_power(v):
    """To f8e8m0fnu: the nearest power of two, ties to the larger, and what is between the two least to the larger; zero, negative and too large ones are NaN."""
    if not v > 0 or v == float("inf"):
        return np.float64("nan")
    v = fractions.Fraction(v)
    e = v.numerator.bit_length() - v.denominator.bit_length()
    e -= v < fractions.Fraction(2) ** e
    low = fractions.Fraction(2) ** e
    code = e + 127 + (v - low >= 2 * low - v or (e == -127 and v > low))
    return np.float64("nan") if code > 254 else np.float64(2.0 ** (max(code, 0) - 127))


def to_float(v, target):
    """A Python int or numpy float to a numpy scalar of the target, rounded once."""
    dtype = FLOATS[target]
    if target == "f8e8m0fnu":
        return to_power(v if isinstance(v, int) else float(v))
    if target in ("f6e3m2fn", "f6e2m3fn", "f4e2m1fn") and not isinstance(v, int) and np.isnan(np.float64(v)):
        return np.float64(-0.0)
    if isinstance(v, int):
        if abs(v) >= 1 << 53 and target != "f64":  # an odd bit below stands for those cut off
            cut = v.bit_length() - 60 if v.bit_length() > 60 else 0
            m = abs(v) >> cut
            if abs(v) & ((1 << cut) - 1):
                m |= 1
            m, more = m >> 8, m & 255
            v = float((m | (1 if more else 0)) << (8 + cut)) * (-1 if v < 0 else 1)
        return np.array(np.float64(v)).astype(dtype)[()] if target != "f64" else np.float64(v)
    return np.array(v).astype(np.float64).astype(dtype)[()]


def convert(v, source, target):
    if target in COMPLEX:
        target = COMPLEX[target]
    if target in FLOATS:
        return to_float(v, target)
    is_int = isinstance(v, int)
    if target == "pred":
        return int(v != 0) if is_int else int(not float(v) == 0)
    signed, bits = INTS[target]
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    if not is_int:
        f = float(v)
        if f != f:
            return 0
        return high if f == np.inf else low if f == -np.inf else min(max(int(f), low), high)
    v &= (1 << bits) - 1
    return v - (1 << bits) if signed and v >> (bits - 1) else v


def checksum(values):
    """FNV-1a over 64-bit words: integers as they are, floats as the bits of the double, one for all NaN."""
    h = 0xCBF29CE484222325
    for v in values:
        if isinstance(v, int):
            word = v & MASK
        else:
            d = np.float64(v)
            word = 0x7FF8000000000000 if d != d else int(d.view(np.uint64))
        for _ in range(8):
            h = ((h ^ (word & 255)) * 0x100000001B3) & MASK
            word >>= 8
    return h


def main():
    print("/* What convert makes of every code or of many patterns, as checksums; written by make_conversions.py (ml_dtypes).\n"
          " *   CONVERT(from, to, checksum) */")
    for source in ALL:
        if source in COMPLEX:
            continue
        values = sources(source)
        for target in ALL:
            if target != source:
                print(f"CONVERT({source}, {target}, 0x{checksum(convert(v, source, target) for v in values):016x})")
    print("#undef CONVERT")


main()
