#!/usr/bin/env python3
"""The recorded reference programs as JAX functions on the platform "shardscope": results against those that XLA gave.

    reference.py FOLDER [--only NAME,...]

FOLDER holds programs.py and for each program inputs.npz and expected.npz. Prints a line a program and "N of M".
"""
import argparse
import importlib.util
import os
import sys

import jax
import ml_dtypes
import numpy as np

TOLERANCE = {"float32": 2e-4, "complex64": 2e-4, "float64": 1e-9, "float16": 1e-2, "bfloat16": 3e-2}

ap = argparse.ArgumentParser()
ap.add_argument("folder")
ap.add_argument("--only")
args = ap.parse_args()
sys.path.insert(0, args.folder)
spec = importlib.util.spec_from_file_location("programs", os.path.join(args.folder, "programs.py"))
programs = importlib.util.module_from_spec(spec)
sys.modules["programs"] = programs
spec.loader.exec_module(programs)


def load(path, prefix, dtypes):
    data = np.load(path)
    out = []
    for i, dtype in enumerate(dtypes):
        a = data[f"{prefix}{i}"]
        out.append(a.view(dtype) if a.dtype != dtype and a.dtype.itemsize == np.dtype(dtype).itemsize else a)
    return out


def differs(got, want):
    kind = str(got.dtype)
    if kind not in TOLERANCE:
        return None if np.array_equal(got, want) else "not equal"
    wide = np.complex128 if got.dtype.kind == "c" else np.float64
    got, want = got.astype(wide), want.astype(wide)
    scale = np.max(np.abs(want), initial=0.0)
    error = np.max(np.abs(got - want), initial=0.0)
    return None if error <= TOLERANCE[kind] * max(scale, 1e-30) else f"off by {error / scale:.2g} of the largest"


def run(name):
    case = programs.PROGRAMS[name]("small")
    leaves, tree = jax.tree.flatten(case.args)
    values = load(os.path.join(args.folder, name, "inputs.npz"), "arg", [a.dtype for a in leaves])
    arrays = [jax.device_put(v, a.sharding) for v, a in zip(values, leaves)]
    options = {"donate_argnums": case.donate}
    if case.out is not None:
        options["out_shardings"] = case.out
    results = jax.tree.leaves(jax.jit(case.fn, **options)(*jax.tree.unflatten(tree, arrays)))
    wanted = load(os.path.join(args.folder, name, "expected.npz"), "out", [r.dtype for r in results])
    for i, (r, w) in enumerate(zip(results, wanted)):
        why = differs(np.asarray(r), w)
        if why:
            return f"result {i} {why}"
    return None


names = args.only.split(",") if args.only else list(programs.PROGRAMS)
good = 0
for name in names:
    try:
        why = run(name)
    except Exception as error:  # every program is tried
        why = f"{type(error).__name__}: {str(error).splitlines()[0][:300]}"
    good += why is None
    print(f"ok {name}" if why is None else f"error {name}: {why}", flush=True)
print(f"{good} of {len(names)}")
sys.exit(good != len(names))
