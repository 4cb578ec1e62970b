#!/usr/bin/env python3
"""Products, convolutions, collectives and steps of decoding that others timed, beside what the model says of them.

    elsewhere.py SHARDSCOPE [-v]     a line for each kind and card: how far off, and how often the time lies in the stated interval; -v: a line for each case too

elsewhere.csv has the cases and says where they come from; those that a constant of the model was set on are not counted. Decoding needs JAX (SHARDSCOPE_JAX_PYTHON, or python3), and is left out without.

Collectives were timed in a queue, one launched while others run, so that the time of one that was launched ahead is compared.
"""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile

CONVOLUTION = """HloModule convolution
ENTRY main {{
  p = bf16[] parameter(0)
  x = bf16[{input}] broadcast(p), dimensions={{}}
  w = bf16[{kernel}] broadcast(p), dimensions={{}}
  ROOT c = bf16[{output}] convolution(x, w), window={{size={window}{pad}}}, dim_labels=b{d}f_{d}io->b{d}f
}}
"""


def table():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "elsewhere.csv")) as f:
        return list(csv.DictReader(line for line in f if not line.startswith("#")))


def answer(command):
    got = subprocess.run(command, capture_output=True, text=True)
    if got.returncode:
        sys.exit(" ".join(command) + ": " + got.stderr.strip())
    return json.loads(got.stdout)


def convolution_text(case):
    places, features, window, *padded = case.split()
    sides, size = [int(s) for s in places.split("x")], [int(s) for s in window.split("x")]
    lo, hi = features.split("->")
    out = sides if padded else [a - b + 1 for a, b in zip(sides, size)]
    text = lambda sizes: ",".join(map(str, sizes))
    return CONVOLUTION.format(input=text([1, *sides, lo]), kernel=text([*size, lo, hi]), output=text([1, *out, hi]), window=window,
                              pad=" pad=" + "x".join(f"{s // 2}_{s // 2}" for s in size) if padded else "", d="012"[:len(sides)])


def decoding(shardscope, row, folder, at):
    path = os.path.join(folder, row["case"].replace(" ", "-") + ".mlir")
    here = os.path.dirname(os.path.abspath(__file__))
    made = os.path.exists(path) or not subprocess.run([os.environ.get("SHARDSCOPE_JAX_PYTHON", "python3"), os.path.join(here, "decode.py"), *row["case"].split(), path], capture_output=True).returncode
    got = answer([shardscope, "simulate", path, *at])["step_s"] if made else None
    return (got["median"] * 1e6, got["low"] * 1e6, got["high"] * 1e6) if got else None


def predicted(shardscope, row, folder):
    """Microseconds: the time, and both ends of its interval where it has one. None: it cannot be had here."""
    at = ["--hardware", row["hardware"], "--json"]
    if row["kind"] == "decoding":
        return decoding(shardscope, row, folder, at)
    if row["kind"] == "convolution":
        path = os.path.join(folder, "convolution.hlo")
        with open(path, "w") as f:
            f.write(convolution_text(row["case"]))
        got = answer([shardscope, "simulate", path, *at])
        return got["terms"]["convolutions"] * 1e6, None, None
    got = answer([shardscope, "simulate", "--gemm" if row["kind"] == "product" else "--collective", row["case"], *at])
    if "launched_ahead_s" in got: # as these were timed
        ahead = got["launched_ahead_s"]
        return ahead * 1e6, ahead * 1e6 * math.exp(-0.3), ahead * 1e6 * math.exp(0.3)
    return got["time_s"] * 1e6, got["low_s"] * 1e6, got["high_s"] * 1e6


def main():
    shardscope, verbose = sys.argv[1], "-v" in sys.argv[2:]
    groups = {}
    with tempfile.TemporaryDirectory() as folder:
        for row in table():
            got = predicted(shardscope, row, folder)
            if not got:
                continue
            us, low, high = got
            real = float(row["us"])
            inside = None if low is None else low <= real <= high
            if row["use"] == "test":
                groups.setdefault(f"{row['kind']}, {row['hardware'] if row['kind'] != 'decoding' else 'all'}", []).append((us / real, inside))
            if verbose:
                print(f"{row['hardware']:12} {row['case']:36} {real:10.2f} us  predicted {us:10.2f}  {100 * (us / real - 1):+6.1f} %{'  outside' if inside is False else ''}")
    print(f"{'':28} {'cases':>5} {'mean error':>11} {'of a median':>12} {'farthest':>9} {'inside':>7}")
    for name, all_of in groups.items():
        errors = sorted(abs(r - 1) for r, _ in all_of)
        known = [i for _, i in all_of if i is not None]
        far = max((r for r, _ in all_of), key=lambda r: abs(math.log(r)))
        print(f"{name:28} {len(errors):5} {100 * sum(errors) / len(errors):9.1f} % {100 * errors[len(errors) // 2]:10.1f} % {far:8.2f}x"
              f" {f'{100 * sum(known) / len(known):4.0f} %' if known else '-':>7}")


if __name__ == "__main__":
    main()
