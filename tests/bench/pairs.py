#!/usr/bin/env python3
"""Pairs of shardings of one program: does the model name the faster one?

    pairs.py SHARDSCOPE KEPT FOLDER... [--seconds S] [--repeats R] [--model FILE.ini] [--half 0|1] [-v]

Each program of the folders (*.mlir) is compiled as it is and with single arguments laid out otherwise: whole on every device, and along the axes of the mesh. Plans that are
equal but for names are one plan. Each is run R times (default 5), one round over all plans after the other so that what else the machine does meets all of them, within S
seconds (default 300; 0 = nothing is run). What was measured is kept in the file KEPT by plan, so that another model, or more rounds later, need not measure again; remove the
file when the executor changes. A time is processor time of the median step, and a plan's time the least of its rounds.

A pair counts if the slower plan's least is more than 15 % over the second least of the faster one: what one plan differs by from round to round is no difference. Printed is the share of pairs of which
the model names the faster plan, and what counting the bytes that devices send would say, for two halves of the programs: whoever changes the model looks at the wrong pairs of one
half (-v prints those of half 0; --half 1 those of the other, which then no longer is held out). Last come plans as they stand in the programs, simulated over measured.
"""
import argparse
import glob
import hashlib
import itertools
import json
import os
import re
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

APART, NEAR = 1.15, 0.25


def choices(path):
    """Specs to try: of each of the first arguments whole, and split along an axis in one of its dimensions that divides."""
    text = open(path).read()
    axes = re.findall(r'"(\w+)"=(\d+)', (re.search(r"sdy\.mesh[^\n]*", text) or [""])[0])
    out = {"base": None}
    for number, dims in re.findall(r"%arg(\d+): tensor<((?:\d+x)+)", (re.search(r"func\.func public @main\([^\n]*", text) or [""])[0])[:4]:
        sizes = [int(n) for n in dims.split("x")[:-1]]
        out[f"{number}w"] = f"arg{number}=P()"
        for d, (name, parts) in itertools.product(range(min(len(sizes), 2)), axes):
            if sizes[d] % int(parts) == 0:
                out[f"{number}{d}{name}"] = f"arg{number}=P({'None,' * d}\"{name}\")"
    return dict(list(out.items())[:13])


def same_but_names(text):
    """What tells plans apart: the text without names of values and notes for people."""
    text = re.sub(r", (metadata|frontend_attributes|sharding)=\{.*$", "", text[text.rfind("StackFrames"):] if "StackFrames" in text else text, flags=re.M)
    names = {}
    return hashlib.sha1(re.sub(r"%[\w.\-]+", lambda m: names.setdefault(m[0], f"%{len(names)}"), text).encode()).hexdigest()


def half_of(path):
    return hashlib.sha1("/".join(path.split("/")[-2:]).encode()).digest()[0] & 1


class Plans:
    """The plans of one program: the text of each, and the labels of the choices that lead to it."""

    def __init__(self, scope, path, folder):
        self.path, self.half, self.texts, self.labels = path, half_of(path), {}, {}
        for label, spec in choices(path).items():
            done = subprocess.run([scope, "compile", path, "--emit", "hlo"] + (["--shard", spec] if spec else []), capture_output=True, text=True)
            if done.returncode:
                continue
            key = same_but_names(done.stdout)
            self.labels.setdefault(key, (label, spec))
            file = os.path.join(folder, key + ".hlo")
            if not os.path.exists(file):
                open(file, "w").write(done.stdout)
            self.texts[key] = file

    def name(self):
        return "/".join(self.path.split("/")[-2:])


def measure(scope, programs, kept, args, save):
    end = time.time() + args.seconds
    for round_ in range(args.repeats):
        for p in programs:
            want = [k for k in p.labels if len(kept.get(k, {}).get("s", [])) <= round_]
            if not want or time.time() > end:
                continue
            specs = [p.labels[k] for k in want]
            tries = [f"--try={label}:{spec}" for label, spec in specs if spec]
            command = [scope, "run", p.path, "--steps", "5", "--json", *(["--base"] if tries and any(not s for _, s in specs) else []), *tries]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                continue
            rows = json.loads(done.stdout)
            rows = {r.get("label") or "base": r for r in (rows if isinstance(rows, list) else [rows])}
            for key, (label, _) in zip(want, specs):
                row = rows.get(label) or (rows.get("base") if len(rows) == 1 else None)
                if row and row["processor_s"] > 0:
                    sent = sum(k["traffic"] for k in row["collectives"].values())
                    kept.setdefault(key, {"s": [], "sent": sent})["s"].append(row["processor_s"])
            save()


def judge(scope, programs, kept, args):
    def simulated(p):
        keys = [k for k in p.texts if len(kept.get(k, {}).get("s", [])) >= 2]
        done = subprocess.run([scope, "simulate", *[p.texts[k] for k in keys], "--hardware", args.model, "--json"], capture_output=True, text=True) if keys else None
        rows = json.loads(done.stdout) if done and not done.returncode else []
        return {k: r["step_s"]["median"] for k, r in zip(keys, rows if isinstance(rows, list) else [rows]) if "step_s" in r}

    cores, counts, near = os.cpu_count(), {0: [0, 0, 0, 0], 1: [0, 0, 0, 0]}, {0: [], 1: []}
    with ThreadPoolExecutor(2) as pool:
        every = list(pool.map(simulated, programs))
    for p, times in zip(programs, every):
        wrong, c = [], counts[p.half]
        for a, b in itertools.combinations(times, 2):
            x, y = sorted(kept[a]["s"]), sorted(kept[b]["s"])
            fast, slow, f, s = (x, y, a, b) if x[0] < y[0] else (y, x, b, a)
            if slow[0] <= APART * fast[0]:
                continue
            if slow[0] <= APART * fast[1]:
                c[3] += 1
                continue
            c[0] += 1
            c[1] += times[f] < times[s]
            c[2] += kept[f]["sent"] < kept[s]["sent"]
            if times[f] >= times[s]:
                wrong.append(f"    {p.labels[f][0]} {1e3 * fast[0] / cores:.4f} ms, simulated {1e3 * times[f]:.4f}; {p.labels[s][0]} {1e3 * slow[0] / cores:.4f} ms, simulated {1e3 * times[s]:.4f}")
        base = next((k for k, (label, _) in p.labels.items() if label == "base" and k in times), None)
        if base:
            near[p.half].append(times[base] / (min(kept[base]["s"]) / cores))
        if args.verbose and p.half == args.half and times:
            print(f"  {p.name()}: base {near[p.half][-1] if base else 0:.2f} of measured, {len(wrong)} pairs wrong")
            print("\n".join(wrong[:6]) + ("\n" if wrong else ""), end="")
    for half, (n, right, by_bytes, noise) in counts.items():
        within = sum(abs(r - 1) <= NEAR for r in near[half])
        print(f"half {half}: {n} pairs differ by more than 15 % and their noise ({noise} more by less than that): {100 * right / max(n, 1):.1f} % right, by bytes alone {100 * by_bytes / max(n, 1):.1f} %; "
              f"as they stand {within} of {len(near[half])} within {100 * NEAR:.0f} %")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("scope")
    parser.add_argument("kept")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--model")
    parser.add_argument("--half", type=int, default=0)
    parser.add_argument("-v", dest="verbose", action="store_true")
    args = parser.parse_args()
    args.model = args.model or args.kept + ".ini"
    if not os.path.exists(args.model):
        subprocess.run([args.scope, "calibrate", "-o", args.model], check=True)
    kept = json.load(open(args.kept)) if os.path.exists(args.kept) else {}

    def save():
        with open(args.kept + ".new", "w") as f:
            json.dump(kept, f)
        os.replace(args.kept + ".new", args.kept)

    paths = sorted(p for folder in args.folders for p in glob.glob(os.path.join(folder, "*.mlir")) if ".single." not in p and "shardy_" not in p)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        programs = list(pool.map(lambda p: Plans(args.scope, p, folder), paths))
        measure(args.scope, programs, kept, args, save)
        judge(args.scope, programs, kept, args)


main()
