#!/usr/bin/env python3
"""Pairs of shardings of one program: does the model name the faster one?

    pairs.py SHARDSCOPE FOLDER [SECONDS]     FOLDER has programs (*.mlir), of which at most so many seconds are spent; default 300

This machine's virtual devices are calibrated, then each program is run and simulated as it is and with single arguments laid out otherwise: whole on every device, and
along the axes of the mesh. Of the pairs of one program whose measured times differ by more than 15 %, the share with the right winner is printed, and beside it what
counting the bytes that devices send to each other would say. Times are processor time, of the median step, which other programs on the machine do not lengthen.
"""
import glob
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import time


def told(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else []


def choices(path):
    """Specs to try: of each of the first arguments whole, and split along an axis in one of its dimensions that divides."""
    text = open(path).read()
    axes = re.findall(r'"(\w+)"=(\d+)', (re.search(r"sdy\.mesh[^\n]*", text) or [""])[0])
    out = []
    for number, dims in re.findall(r"%arg(\d+): tensor<((?:\d+x)+)", (re.search(r"func\.func public @main\([^\n]*", text) or [""])[0])[:4]:
        sizes = [int(n) for n in dims.split("x")[:-1]]
        out.append(f"{number}w:arg{number}=P()")
        for d, (name, parts) in itertools.product(range(min(len(sizes), 2)), axes):
            if sizes[d] % int(parts) == 0:
                out.append(f"{number}{d}{name}:arg{number}=P({'None,' * d}\"{name}\")")
    return out[:12]


def main():
    scope, folder, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3]) if len(sys.argv) > 3 else 300
    model = os.path.join(tempfile.mkdtemp(), "this.ini")
    subprocess.run([scope, "calibrate", "-o", model], check=True)
    end, right, by_bytes, pairs, wrong = time.time() + seconds, 0, 0, 0, []
    for path in sorted(p for p in glob.glob(os.path.join(folder, "*.mlir")) if ".single." not in p):
        if time.time() > end:
            break
        tries = ["--base"] + [f"--try={c}" for c in choices(path)]
        measured = {r["label"]: r for r in told([scope, "run", path, "--steps", "5", "--json", *tries])}
        simulated = {r["label"]: r["step_s"]["median"] for r in told([scope, "simulate", path, "--hardware", model, "--json", *tries])} if measured else {}
        for a, b in itertools.combinations(sorted(set(measured) & set(simulated)), 2):
            x, y = measured[a]["processor_s"], measured[b]["processor_s"]
            if max(x, y) < 1.15 * min(x, y):
                continue
            sent = [sum(k["traffic"] for k in measured[l]["collectives"].values()) for l in (a, b)]
            pairs += 1
            by_bytes += (x < y) == (sent[0] < sent[1])
            if (x < y) == (simulated[a] < simulated[b]):
                right += 1
            else:
                wrong.append(f"{os.path.basename(path)}: {a} {1e3 * x:.1f} ms, simulated {1e3 * simulated[a]:.1f}; {b} {1e3 * y:.1f} ms, simulated {1e3 * simulated[b]:.1f}")
    print(f"{pairs} pairs differ by more than 15 %: {100 * right / max(pairs, 1):.0f} % right, by bytes alone {100 * by_bytes / max(pairs, 1):.0f} %")
    print("\n".join(wrong))


main()
