#!/usr/bin/env python3
"""Programs on several ranks beside one process: results equal to the bit, and verified.

    equal.py SHARDSCOPE [--ranks 2,3,4] [--within SECONDS] [--mpirun COMMAND] [--verify] [--hardware MODEL] PROGRAM...

Each program runs once in one process and once on each number of ranks, of this machine unless COMMAND says otherwise (with --verify another time, verified), with the same made-up arguments; the arrays of the two files of results must
have the same bytes. On several hosts plans are made for these, in one process only if MODEL says so (cpu-4: hosts of four devices). A program that one process refuses is counted and left out, as is a number of ranks above its devices. Exit 1 if any differs.
"""
import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
import zipfile


def arrays(path):
    """The bytes of every array: the archive around them has times in it."""
    with zipfile.ZipFile(path) as z:
        return {name: z.read(name) for name in z.namelist()}


def run(command, within):
    env = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1")
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=within)
    except subprocess.TimeoutExpired:
        return 124, "no end within %d s" % within
    return done.returncode, done.stderr.strip()


def reason(said, code):
    """The command's own message, not what mpirun says around it."""
    own = [line for line in said.splitlines() if "shardscope" in line and ": " in line]
    return own[0] if own else " ".join(said.split())[:300] or "exit %d" % code


def devices(path):
    with open(path, errors="replace") as f:
        text = f.read()
    n = 1
    for name in ("num_partitions", "num_replicas"):
        found = re.search(name + r" ?= ?(\d+)", text)
        n *= int(found[1]) if found else 1
    return n


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("shardscope")
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--ranks", default="2,3,4")
    parser.add_argument("--within", type=int, default=120)
    parser.add_argument("--mpirun", default="mpirun")
    parser.add_argument("--hardware", default="cpu")
    parser.add_argument("--verify", action="store_true")
    o = parser.parse_args()
    how = ["run", "--steps", "1", "--hardware", o.hardware, "--outputs"]
    equal = refused = 0
    wrong = []
    with tempfile.TemporaryDirectory() as scratch:
        for program in o.programs:
            alone = os.path.join(scratch, "alone.npz")
            code, said = run([o.shardscope] + how + [alone, program], o.within)
            if code:
                refused += 1
                print("%s: refused by one process: %s" % (program, reason(said, code)))
                continue
            for n in map(int, o.ranks.split(",")):
                if n > devices(program):
                    continue
                together = os.path.join(scratch, "together.npz")
                ranks = shlex.split(o.mpirun) + ["-n", str(n), o.shardscope]
                code, said = run(ranks + how + [together, program], o.within)
                same = not code and arrays(alone) == arrays(together)
                if same and o.verify:
                    code, said = run(ranks + ["verify", program], o.within)
                    same = not code
                equal += same
                if not same:
                    wrong.append(program)
                    print("%s, %d ranks: %s" % (program, n, reason(said, code) if code else "other results"), flush=True)
                if os.path.exists(together):
                    os.remove(together)
            os.remove(alone)
    print("%d runs equal to one process's, %d not; %d programs refused by one process" % (equal, len(wrong), refused))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
