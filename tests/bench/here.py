#!/usr/bin/env python3
"""Steps of virtual devices as they are predicted and as they are measured on this machine.

    here.py SHARDSCOPE FOLDER... [--rounds R] [--kept FILE.json] [--models FOLDER]

Each program of the folders (*.mlir) is run and simulated on a model that `calibrate` makes of this machine with as many devices as the program has. R rounds (default 3) go over all programs, one
after the other, and measure the models anew each time, so that what else the machine does meets all of them. A measured time is the processor time of the median step, over the workers that share
the devices; where devices are fewer than workers, which then share out large kernels, the clock's time, if it is between that of one worker a device and that of all workers. A program's time is the least of its rounds, and a number of a model the median of them. --kept keeps what was measured, so that a changed model of the same keys can be looked at
without running again (--rounds 0); --models says where the files of the models are kept (default: beside it, or nowhere).

Printed is predicted over measured, and how many are within 25 %.
"""
import argparse
import glob
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

NEAR = 0.25


def told_by(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        print(f"here.py: {' '.join(command[:3])}: {(done.stderr.strip() or 'failed').splitlines()[-1]}", file=sys.stderr)
        return None
    return done.stdout


def n_devices(path):
    """As the mesh says, or 1."""
    n = 1
    with open(path) as f:
        for line in f:
            if "sdy.mesh" in line:
                for size in re.findall(r'"[^"]*"=(\d+)', line):
                    n *= int(size)
                break
    return n


def merge(texts, path):
    """The model of which each number is the median of those of the texts."""
    values = {}
    for text in texts:
        for key, value in re.findall(r"^(\w+) = (\S+)$", text, re.M):
            values.setdefault(key, []).append(value)
    with open(path, "w") as f:
        f.write("[hardware]\n")
        for key, list_ in values.items():
            f.write(f"{key} = {list_[0] if key in ('like', 'devices', 'workers') else statistics.median(map(float, list_)):}\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("scope")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--kept")
    parser.add_argument("--models")
    args = parser.parse_args()
    kept = json.load(open(args.kept)) if args.kept and os.path.exists(args.kept) else {"steps": {}, "models": {}}
    paths = sorted(p for folder in args.folders for p in glob.glob(os.path.join(folder, "*.mlir")))
    devices = {p: n_devices(p) for p in paths}
    for _ in range(args.rounds):
        for n in sorted(set(devices.values())):
            text = told_by(args.scope, "calibrate", "--devices", str(n))
            if text:
                kept["models"].setdefault(str(n), []).append(text)
        for path in paths:
            text = told_by(args.scope, "run", path, "--steps", "7", "--json")
            if text:
                row = json.loads(text)
                cores, clock = os.cpu_count(), row["step_s"]["median"]
                least, most = row["processor_s"] / cores, row["processor_s"] / min(cores, devices[path])
                kept["steps"].setdefault("/".join(path.split("/")[-2:]), []).append(min(max(clock, least), most))
        if args.kept:
            with open(args.kept, "w") as f:
                json.dump(kept, f)
    ratios = {}
    with tempfile.TemporaryDirectory() as folder:
        folder = args.models or folder
        os.makedirs(folder, exist_ok=True)
        for n, texts in kept["models"].items():
            merge(texts, os.path.join(folder, f"{n}.ini"))
        for path in paths:
            name = "/".join(path.split("/")[-2:])
            if not kept["steps"].get(name):
                continue
            text = told_by(args.scope, "simulate", path, "--hardware", os.path.join(folder, f"{devices[path]}.ini"), "--json")
            if not text:
                continue
            told = json.loads(text)["step_s"]
            measured = min(kept["steps"][name])
            ratios[name] = told["median"] / measured
            inside = told["low"] <= measured <= told["high"]
            print(f"{name:44} measured {1e3 * measured:9.4f} ms  predicted {1e3 * told['median']:9.4f} ms  {ratios[name]:5.2f}  {'' if abs(ratios[name] - 1) <= NEAR else 'beyond 25 %'}{'' if inside else ', outside the interval'}")
    near = sum(abs(r - 1) <= NEAR for r in ratios.values())
    print(f"within {100 * NEAR:.0f} %: {near} of {len(ratios)}")


main()
