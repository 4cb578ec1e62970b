#!/usr/bin/env python3
"""JAX's own harnesses of its primitives on the platform "shardscope" against the platform "cpu".

    harnesses.py [--every N] [--only TEXT] [--workers N] [--seconds S] [--list FILE] [--at-least PERCENT]

Each harness (jax._src.internal_test_util.test_harnesses) and each case of lax_test_util's table of element-wise functions is jitted and
run on both. Helper processes run them, so that one that ends or hangs its process is one failure. Prints a line for each that passes on
cpu and fails here, and "N of M". With --every, one in N of each group. JAX_ENABLE_X64 sets the widths.
"""
import argparse
import collections
import os
import re
import subprocess
import sys
import threading

ap = argparse.ArgumentParser()
ap.add_argument("--every", type=int, default=1)
ap.add_argument("--only")
ap.add_argument("--workers", type=int, default=2)
ap.add_argument("--seconds", type=float, default=60)
ap.add_argument("--list")
ap.add_argument("--at-least", type=float, default=100)
ap.add_argument("--helper", action="store_true")
args = ap.parse_args()


def cases():
    """Names and functions (no arguments -> function, its arguments), in a fixed order."""
    import itertools

    import numpy as np
    from jax import lax
    from jax._src import test_util as jtu
    from jax._src.internal_test_util import lax_test_util, test_harnesses

    for h in test_harnesses.all_harnesses:
        if h.filter("cpu"):
            yield h.group_name, h.fullname, lambda h=h: (h.dyn_fun, h.dyn_args_maker(np.random.RandomState(0)))
    for record in lax_test_util.lax_ops():
        for dtype in record.dtypes:
            def make(record=record, dtype=dtype):
                rng = record.rng_factory(np.random.RandomState(0))
                return getattr(lax, record.op), [rng((3, 4), dtype) for _ in range(record.nargs)]
            yield f"lax.{record.op}", f"lax.{record.op}_{np.dtype(dtype).name}", make


def chosen():
    seen = collections.Counter()
    for group, name, make in cases():
        seen[group] += 1
        if seen[group] % args.every == 1 % args.every and (not args.only or re.search(args.only, name)):
            yield name, make


def helper():
    import jax
    import numpy as np

    here, cpu = jax.devices("shardscope")[0], jax.devices("cpu")[0]
    known = dict(chosen())

    def on(device, f, values):
        with jax.default_device(device):
            out = jax.jit(f)(*[jax.device_put(v, device) for v in values])
            return [np.asarray(jax.random.key_data(x) if jax.dtypes.issubdtype(x.dtype, jax.dtypes.prng_key) else x) for x in jax.tree.leaves(out)]

    def wide(x):
        return x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)

    def differs(got, want):
        if got.dtype != want.dtype or got.shape != want.shape:
            return f"{got.dtype}{got.shape} and not {want.dtype}{want.shape}"
        if got.dtype.kind in "biu":
            return None if np.array_equal(got, want) else f"{got.ravel()[:4]} and not {want.ravel()[:4]}"
        tolerance = {"float32": 1e-5, "complex64": 1e-5, "float64": 1e-12, "complex128": 1e-12}.get(str(got.dtype), 1e-2)
        tolerance = max(tolerance, 0.0 if got.dtype.itemsize > 1 else 0.13)
        g, w = wide(got), wide(want)
        with np.errstate(all="ignore"):
            scale = np.max(np.abs(w), where=np.isfinite(w), initial=0.0) if w.dtype.kind != "c" else np.max(np.abs(w[np.isfinite(w)]), initial=0.0)
            good = np.isclose(g, w, rtol=tolerance, atol=tolerance * min(scale, 1.0) if scale else 0, equal_nan=True)
            good |= np.abs(g - w) <= tolerance * scale * 0.1
        if good.all():
            return None
        at = np.argmin(good.ravel())
        return f"{np.sum(~good)} of {good.size}, first {got.ravel()[at]} and not {want.ravel()[at]} of {got.dtype}"

    for line in sys.stdin:
        name = line.strip()
        try:
            f, values = known[name]()
            want = on(cpu, f, values)
        except Exception as error:
            print("skip", str(error).splitlines()[0][:100] if str(error) else type(error).__name__, flush=True)
            continue
        try:
            got = on(here, f, values)
            why = "other results" if len(got) != len(want) else next((w for w in map(differs, got, want) if w), None)
        except Exception as error:
            why = f"{type(error).__name__}: {(str(error) or '-').splitlines()[0][:300]}"
        print("bad " + why if why else "ok", flush=True)


class Helper:
    def __init__(self):
        self.process = None

    def start(self):
        command = [sys.executable, __file__, "--helper", "--every", str(args.every)] + (["--only", args.only] if args.only else [])
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                        env=os.environ | {"JAX_PLATFORMS": "shardscope,cpu"})

    def ask(self, name):
        fresh = self.process is None
        if fresh:
            self.start()
        timer = threading.Timer(args.seconds + (60 if fresh else 0), self.process.kill)
        timer.start()
        try:
            self.process.stdin.write(name + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline().strip()
        except BrokenPipeError:
            answer = ""
        if answer:
            timer.cancel()
            return answer
        hung = not timer.is_alive()
        timer.cancel()
        code = self.process.wait()
        self.process = None
        return f"bad took more than {args.seconds:.0f} s" if hung else f"bad ended the process ({code})"


def main():
    names = [name for name, _ in chosen()]
    todo, answers, lock = iter(list(dict.fromkeys(names))), {}, threading.Lock()
    out = open(args.list, "w") if args.list else sys.stdout

    def work():
        mine = Helper()
        while True:
            with lock:
                name = next(todo, None)
            if name is None:
                break
            answer = mine.ask(name)
            with lock:
                answers[name] = answer
                if answer.startswith("bad"):
                    print(f"{name}: {answer[4:]}", file=out, flush=True)
        if mine.process:
            mine.process.stdin.close()
            mine.process.wait()

    threads = [threading.Thread(target=work) for _ in range(args.workers)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    good = sum(a == "ok" for a in answers.values())
    total = good + sum(a.startswith("bad") for a in answers.values())
    print(f"{good} of {total}, and {len(answers) - total} that cpu refuses")
    return good * 100 < args.at_least * total


if args.helper:
    helper()
else:
    sys.exit(main())
