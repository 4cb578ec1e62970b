#!/usr/bin/env python3
"""Writes special_values.def: functions of one and two numbers, real and complex, at points spread over their domains, with
values computed by mpmath in 250 bits and rounded to double. Needs mpmath and numpy; the test needs neither.

    python3 make_special_values.py > special_values.def

Every second point is a float, so that the same row serves f32. Values too small or too large for a normal double are left
out, and so are points where a value is ill-defined in the arithmetic itself (zeros of digamma left of zero).
"""
import math

import mpmath as mp
import numpy as np

mp.mp.prec = 250
random = np.random.RandomState(5)
N = 24


def spread(low, high, n=N, signs=True):
    x = np.exp(random.uniform(math.log(low), math.log(high), n))
    return x * np.where(random.rand(n) < 0.5, -1, 1) if signs else x


def uniform(low, high, n=N):
    return random.uniform(low, high, n)


def both(low, high, a=-10, b=10):
    return np.concatenate([spread(low, high), uniform(a, b)])


def loggamma(x):
    return mp.log(abs(mp.gamma(x)))


def bessel(x):
    return mp.exp(-abs(x)) * mp.besseli(1, x)


ROOT = 1.4616321449683623
REAL1 = {
    "acos": (mp.acos, np.concatenate([spread(1e-8, 1), uniform(-1, 1)])),
    "acosh": (mp.acosh, 1 + spread(1e-10, 1e10, 2 * N, False)),
    "asin": (mp.asin, np.concatenate([spread(1e-8, 1), uniform(-1, 1)])),
    "asinh": (mp.asinh, both(1e-8, 1e10)),
    "atan": (mp.atan, both(1e-8, 1e6)),
    "atanh": (mp.atanh, np.concatenate([spread(1e-8, 1), uniform(-1, 1)])),
    "bessel_i1e": (bessel, both(1e-8, 1e4, -60, 60)),
    "cbrt": (lambda x: mp.sign(x) * mp.cbrt(abs(x)), both(1e-30, 1e30)),
    "cosh": (mp.cosh, both(1e-8, 80, -3, 3)),
    "cosine": (mp.cos, both(1e-8, 1e5, -20, 20)),
    "digamma": (mp.digamma, np.concatenate([spread(1e-8, 100, N, False), uniform(0, 4), ROOT + spread(1e-10, 0.3)])),
    "erf": (mp.erf, both(1e-8, 5, -4, 4)),
    "erf_inv": (mp.erfinv, np.concatenate([spread(1e-8, 0.99), uniform(-1, 1), 1 - spread(1e-12, 0.5, N, False)])),
    "erfc": (mp.erfc, both(1e-8, 8, -4, 8)),
    "exponential": (mp.exp, both(1e-12, 80, -80, 80)),
    "exponential_minus_one": (mp.expm1, both(1e-12, 80, -3, 3)),
    "lgamma": (loggamma, np.concatenate([spread(1e-8, 100), uniform(0, 4), 1 + spread(1e-10, 0.5), 2 + spread(1e-10, 0.5)])),
    "log": (mp.log, np.concatenate([spread(1e-30, 1e30, N, False), uniform(0.5, 2)])),
    "log_plus_one": (mp.log1p, np.concatenate([spread(1e-12, 0.9), uniform(-0.999, 5), spread(1, 1e20, N, False)])),
    "logistic": (lambda x: 1 / (1 + mp.exp(-x)), both(1e-8, 80, -80, 80)),
    "rsqrt": (lambda x: 1 / mp.sqrt(x), spread(1e-30, 1e30, 2 * N, False)),
    "sine": (mp.sin, both(1e-8, 1e5, -20, 20)),
    "sinh": (mp.sinh, both(1e-8, 80, -3, 3)),
    "sqrt": (mp.sqrt, spread(1e-30, 1e30, 2 * N, False)),
    "tan": (mp.tan, both(1e-8, 1e5, -20, 20)),
    "tanh": (mp.tanh, both(1e-8, 50, -3, 3)),
}
REAL2 = {
    "atan2": (mp.atan2, both(1e-8, 1e6), both(1e-8, 1e6)),
    "polygamma": (lambda n, x: mp.polygamma(int(n), x), np.floor(uniform(0, 8, 2 * N)), spread(1e-1, 50, 2 * N, False)),
    "power": (mp.power, np.abs(both(1e-3, 1e3)), both(1e-3, 10)),
    "zeta": (mp.zeta, 1 + spread(1e-2, 30, 2 * N, False), spread(1e-2, 100, 2 * N, False)),
}


def plane(r=3.0, n=N // 2):
    return np.concatenate([uniform(-r, r, n) + 1j * uniform(-r, r, n), spread(1e-6, 10, n) + 1j * spread(1e-6, 10, n)])


COMPLEX1 = {
    "acos": mp.acos, "acosh": mp.acosh, "asin": mp.asin, "asinh": mp.asinh, "atan": mp.atan, "atanh": mp.atanh,
    "cbrt": lambda z: mp.power(z, mp.mpf(1) / 3), "cosh": mp.cosh, "cosine": mp.cos, "exponential": mp.exp,
    "exponential_minus_one": mp.expm1, "log": mp.log, "log_plus_one": lambda z: mp.log(1 + z),
    "logistic": lambda z: 1 / (1 + mp.exp(-z)), "rsqrt": lambda z: 1 / mp.sqrt(z), "sign": lambda z: z / abs(z),
    "sine": mp.sin, "sinh": mp.sinh, "sqrt": mp.sqrt, "tan": mp.tan, "tanh": mp.tanh,
}
COMPLEX2 = {"power": (mp.power, plane(), plane(2))}


def halves(x):
    """Every second one a float."""
    x = np.array(x)
    narrow = x.astype(np.complex64 if x.dtype.kind == "c" else np.float32).astype(x.dtype)
    return np.where(np.arange(len(x)) % 2 == 0, narrow, x)


def normal(v):
    return v == 0 or 1e-300 < abs(v) < 1e300


def hexes(*values):
    return ", ".join(float(v).hex().replace("0000000p", "p").rstrip() for v in values)


def main():
    print("/* Points and values of functions, written by make_special_values.py (mpmath, 250 bits): a row each.\n"
          " *   REAL1(op, x, f(x))  REAL2(op, x, y, f)  COMPLEX1(op, re, im, re f, im f)  COMPLEX2(op, re x, im x, re y, im y, re f, im f) */")
    for name, (f, x) in REAL1.items():
        for v in halves(x):
            w = f(mp.mpf(float(v)))
            if mp.im(w) == 0 and normal(mp.re(w)) and mp.isfinite(w):
                print(f"REAL1({name}, {hexes(v, mp.re(w))})")
    for name, (f, x, y) in REAL2.items():
        for v, u in zip(halves(x), halves(y)):
            w = f(mp.mpf(float(v)), mp.mpf(float(u)))
            if normal(w):
                print(f"REAL2({name}, {hexes(v, u, w)})")
    for name, f in COMPLEX1.items():
        for v in halves(plane()):
            w = mp.mpc(f(mp.mpc(complex(v).real, complex(v).imag)))
            if normal(w.real) and normal(w.imag):
                print(f"COMPLEX1({name}, {hexes(v.real, v.imag, w.real, w.imag)})")
    for name, (f, x, y) in COMPLEX2.items():
        for v, u in zip(halves(x), halves(y)):
            w = f(mp.mpc(complex(v).real, complex(v).imag), mp.mpc(complex(u).real, complex(u).imag))
            if normal(w.real) and normal(w.imag):
                print(f"COMPLEX2({name}, {hexes(v.real, v.imag, u.real, u.imag, w.real, w.imag)})")
    for name in ("REAL1", "REAL2", "COMPLEX1", "COMPLEX2"):
        print(f"#undef {name}")


main()
