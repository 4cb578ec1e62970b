#!/usr/bin/env python3
"""Runs over MPI that are ended at random moments: a rank is killed (kill -9), or mpirun gets Ctrl-C.

    kills.py SHARDSCOPE [--count N] [--seed S] [--within SECONDS] PROGRAM...

Each run has 2 to 4 ranks, records a trace, or one part for each rank, and is ended between its start and its ninth second. It passes if mpirun ends within SECONDS, fails, and
leaves no process behind, and if what it left of a trace can be read, after `merge` if it is in parts. A line for each run, and how many did not pass, which is the
exit status.
"""
import argparse
import glob
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

# As root, and more processes than cores; MPICH does not know these names, and needs neither.
ENV = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1")


def output(command):
    return subprocess.run(command, env=ENV, capture_output=True, text=True)


def children(pid):
    return [int(p) for p in output(["pgrep", "-P", str(pid)]).stdout.split()]


def runs(pid):
    """Whether the process is there, and not only its exit status."""
    try:
        with open("/proc/%d/stat" % pid) as f:
            return f.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def readable(shardscope, trace):
    """What is wrong with what is there of a trace; None if nothing."""
    parts = sorted(glob.glob(trace[:-3] + ".rank-*.db"))
    if parts:
        merged = output([shardscope, "merge"] + parts + ["-o", trace])
        if merged.returncode:
            return "merge: " + merged.stderr.strip()[:200]
    if not os.path.exists(trace):
        return None
    report = output([shardscope, "report", trace, "steps"])
    return "report: " + report.stderr.strip()[:200] if report.returncode else None


def one(o, rng, trace):
    """Runs and ends one; (passed, what to say)."""
    ranks, program, parts, interrupt, delay = rng.choice([2, 3, 4]), rng.choice(o.programs), rng.random() < 0.3, rng.random() < 0.3, rng.random() ** 2 * 9
    command = ["mpirun", "-n", str(ranks), o.shardscope, "run", program, "--steps", "1000000", "--whole-steps", "50", "-o", trace]
    run = subprocess.Popen(command + (["--trace-parts"] if parts else []), env=ENV, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    time.sleep(delay)
    what = "%d ranks, %s%s, %s after %.2f s" % (ranks, os.path.basename(os.path.dirname(os.path.abspath(program))), ", parts" if parts else "", "Ctrl-C" if interrupt else "kill -9", delay)
    ours = children(run.pid)
    if interrupt:
        run.send_signal(signal.SIGINT)
    elif ours:
        os.kill(rng.choice(ours), signal.SIGKILL)
    else: # too early: there is nobody to kill
        run.kill()
    start = time.monotonic()
    try:
        said = run.communicate(timeout=60)[0]
    except subprocess.TimeoutExpired:
        for pid in children(run.pid):
            os.kill(pid, signal.SIGKILL)
        run.kill()
        return False, what + ": hangs"
    took = time.monotonic() - start
    left = [pid for pid in ours if runs(pid)]
    wrong = readable(o.shardscope, trace)
    named = interrupt or not ours or "rank" in said
    passed = took <= o.within and run.returncode != 0 and not left and not wrong and named
    return passed, "%s: %.1f s%s%s%s" % (what, took, ", processes are left" if left else "", ", " + wrong if wrong else "", "" if named else ", no rank is named")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("shardscope")
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--within", type=float, default=5)
    o = parser.parse_args()
    rng, failed = random.Random(o.seed), 0
    with tempfile.TemporaryDirectory() as scratch:
        for k in range(o.count):
            passed, said = one(o, rng, os.path.join(scratch, "%d.db" % k))
            failed += not passed
            print("%-4s %s" % ("ok" if passed else "BAD", said), flush=True)
    print("# %d of %d did not pass" % (failed, o.count))
    sys.exit(min(failed, 1))


if __name__ == "__main__":
    main()
