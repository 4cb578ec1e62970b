#!/usr/bin/env python3
"""Pairs of shardings of one program: does the model name the faster one?

    pairs.py SHARDSCOPE FOLDER [SECONDS]     FOLDER has programs (*.mlir), of which at most so many seconds are spent; default 300

This machine's virtual devices are calibrated, then each program is run and simulated as it is and with single arguments whole on every device. Of
the pairs of one program whose measured times differ by more than 15 % (the slower one's least from the faster one's median, so that noise
makes none), the share with the right winner is printed, and beside it what counting the bytes that devices send to each other would say. Needs a machine with nothing else to do.
"""
import glob
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time


def told(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else []


def main():
    scope, folder, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3]) if len(sys.argv) > 3 else 300
    model = os.path.join(tempfile.mkdtemp(), "this.ini")
    subprocess.run([scope, "calibrate", "-o", model], check=True)
    end, right, by_bytes, pairs, wrong = time.time() + seconds, 0, 0, 0, []
    for path in sorted(p for p in glob.glob(os.path.join(folder, "*.mlir")) if ".single." not in p):
        if time.time() > end:
            break
        tries = ["--base"] + [f"--try={i}:arg{i}=P()" for i in range(5)]
        measured = {}
        while len(tries) > 1 and not measured: # programs have different numbers of arguments
            measured = {r["label"]: r for r in told([scope, "run", path, "--steps", "5", "--json", *tries])}
            tries = tries if measured else tries[:-1]
        simulated = {r["label"]: r["step_s"]["median"] for r in told([scope, "simulate", path, "--hardware", model, "--json", *tries])} if measured else {}
        for a, b in itertools.combinations(sorted(set(measured) & set(simulated)), 2):
            x, y = measured[a]["step_s"]["median"], measured[b]["step_s"]["median"]
            slower = b if x < y else a
            if measured[slower]["step_s"]["min"] < 1.15 * min(x, y):
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
