#!/usr/bin/env python3
"""Runs over MPI that are ended at random moments: a rank is killed (kill -9), or mpirun gets Ctrl-C.

    kills.py SHARDSCOPE [--mpirun COMMAND] [--count N] [--seed S] [--within SECONDS] [--latest SECONDS] [--early] [--hosts] PROGRAM...

Each run has 2 to 4 ranks and records a trace, or one part for each rank. It is ended at a random moment from when all ranks exist, every other one from its first step on (with --early none). It passes if mpirun ends within
SECONDS with a failure, says which rank was killed, leaves no process behind, and if the trace, after `merge` if it is in parts, can be read and has every step that
rank 0 said was finished (the program says so where G_MESSAGES_DEBUG is set), whichever rank was killed. A line for each run; the exit status is 0 if all passed.

A rank that is killed before MPI connected the ranks is known to the launcher alone, and Open MPI's, on a loaded machine and in about one of a hundred such runs, says only that a process failed: of
those that were ended before their first step a quarter may go without the name.
"""
import argparse
import glob
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

# As root, and more processes than cores; MPICH does not know these names, and needs neither.
ENV = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1")
ENV["ASAN_OPTIONS"] = ENV.get("ASAN_OPTIONS", "") + ":detect_leaks=0"  # the engine does not free all that it has at its end
FINISHED = re.compile(r"DEBUG.* (\d+) steps are finished")


def read(path):
    try:
        with open(path, "rb") as f:
            return f.read()
    except OSError:
        return b""


def stat(pid):
    """State and parent of a process; None if it is no more."""
    fields = read("/proc/%d/stat" % pid).decode(errors="replace").rpartition(")")[2].split()
    return (fields[0], int(fields[1])) if len(fields) > 1 and fields[0] not in "ZX" else None


def ranks_of(launcher, name, anywhere):
    """The processes of the program that the launcher started, itself or by a helper; anywhere: all there are. pid by rank."""
    parents = {}
    for entry in os.listdir("/proc"):
        at = stat(int(entry)) if entry.isdigit() else None
        if at:
            parents[int(entry)] = at[1]
    found = {}
    for pid in parents:
        above = launcher if anywhere else pid
        while above in parents and above != launcher:
            above = parents[above]
        if above != launcher or read("/proc/%d/comm" % pid).decode(errors="replace").strip() != name[:15]:
            continue
        rank = re.search(rb"(?:^|\0)(?:OMPI_COMM_WORLD_RANK|PMI_RANK)=(\d+)\0", read("/proc/%d/environ" % pid))
        if rank:
            found[int(rank.group(1))] = pid
    return found


class Output(threading.Thread):
    """What the program says, as it says it: the steps that are finished, and everything else."""

    def __init__(self, stream):
        super().__init__(daemon=True)
        self.stream, self.finished, self.text = stream, [], []
        self.start()

    def run(self):
        for line in self.stream:
            step = FINISHED.search(line)
            if step:
                self.finished.append(int(step.group(1)))
            else:
                self.text.append(line)

    def steps(self):
        return max(self.finished, default=0)


def kept(shardscope, trace):
    """(the number of steps in what is there of a trace, what is wrong with it or None)"""
    parts = sorted(p for p in glob.glob(trace[:-3] + ".rank-*.db") if os.path.getsize(p))
    if parts:
        merged = subprocess.run([shardscope, "merge"] + parts + ["-o", trace], capture_output=True, text=True)
        if merged.returncode:
            return 0, "merge: " + merged.stderr.strip()[:200]
    if not os.path.exists(trace) or not os.path.getsize(trace):
        return 0, None  # its process was killed before it wrote anything
    report = subprocess.run([shardscope, "report", trace, "steps"], capture_output=True, text=True)
    if report.returncode and not os.path.getsize(trace):
        return 0, None  # or while it made the file, which SQLite has undone
    if report.returncode:
        return 0, "report: " + report.stderr.strip()[:200]
    db = sqlite3.connect(trace)
    n, last = db.execute("SELECT count(*), coalesce(max(num), -1) FROM step").fetchone()
    db.close()
    return n, None if last == n - 1 else "%d steps, the last of which is number %d" % (n, last)


def one(o, rng, trace, in_step):
    """Runs and ends one; (passed, what to say, how many steps were finished, whether only a launcher said that a rank was lost, without its name)."""
    n, program, parts, interrupt, delay = rng.choice([2, 3, 4]), rng.choice(o.programs), rng.random() < 0.3, rng.random() < 0.3, rng.random() ** 2 * o.latest
    victim = rng.randrange(n)
    command = o.mpirun.split() + ["-n", str(n), o.shardscope, "run", program, "--force", "--steps", "1000000", "--whole-steps", "50", "-o", trace]
    run = subprocess.Popen(command + (["--trace-parts"] if parts else []), env=dict(ENV, G_MESSAGES_DEBUG="all"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    said = Output(run.stdout)
    ranks, until = {}, time.monotonic() + 60
    while len(ranks) < n and time.monotonic() < until and run.poll() is None:
        ranks = ranks_of(run.pid, os.path.basename(o.shardscope), o.hosts)
        time.sleep(0.005)
    what = "%d ranks, %s%s, %s after %.2f s" % (n, os.path.relpath(program), ", parts" if parts else "", "Ctrl-C" if interrupt else "kill -9 of rank %d" % victim, delay) + (" in steps" if in_step else "")
    if len(ranks) < n:
        run.kill()
        return False, what + ": only %d of the ranks came to be" % len(ranks), 0, False
    while in_step and not said.finished and time.monotonic() < until and run.poll() is None:
        time.sleep(0.005)
    time.sleep(delay)
    if run.poll() is not None:
        return False, what + ": had ended by itself: " + "".join(said.text)[-300:], 0, False
    start = time.monotonic()
    if interrupt:
        run.send_signal(signal.SIGINT)
    else:
        os.kill(ranks[victim], signal.SIGKILL)
    finished = said.steps()
    try:
        run.wait(timeout=60)
    except subprocess.TimeoutExpired:
        for pid in list(ranks.values()) + [run.pid]:
            if stat(pid):
                os.kill(pid, signal.SIGKILL)
        return False, what + ": hangs", finished, False
    took = time.monotonic() - start
    while any(stat(pid) for pid in ranks.values()) and time.monotonic() < start + o.within:
        time.sleep(0.01)  # what was killed is going
    said.join(timeout=10)
    text = "".join(said.text)
    steps, wrong = kept(o.shardscope, trace)
    told = said.steps()
    wrongs = [wrong] if wrong else []
    if took > o.within:
        wrongs.append("too late")
    if run.returncode == 0 and not (o.abrupt and interrupt):  # MPICH's launcher sometimes succeeds then, though rank 0 did not
        wrongs.append("succeeds")
    if any(stat(pid) for pid in ranks.values()):
        wrongs.append("processes are left")
    if steps < told:
        wrongs.append("%d steps were finished" % told)
    unnamed = not interrupt and (finished or not o.abrupt) and not re.search(r"\brank %d\b" % victim, text)
    by_launcher = unnamed and told == 0 and "a non-zero exit code" in text
    if unnamed and not by_launcher:
        wrongs.append("the rank is not named: " + text[-300:])
    if wrongs and o.verbose:
        wrongs.append(text[-2000:])
    return not wrongs, "%s: %.1f s, %d steps%s%s" % (what, took, steps, ", without the rank's name" * by_launcher, "".join(", " + w for w in wrongs)), finished, by_launcher


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("shardscope")
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--mpirun", default="mpirun", help="the launcher and its options")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--within", type=float, default=5)
    parser.add_argument("--latest", type=float, default=9, help="seconds from when all ranks exist")
    parser.add_argument("--early", action="store_true", help="none is ended after its first step: all while they start")
    parser.add_argument("--hosts", action="store_true", help="COMMAND starts them on other hosts too, which hosts.sh made")
    parser.add_argument("--verbose", action="store_true", help="what runs said that did not pass")
    o = parser.parse_args()
    if not shutil.which(o.mpirun.split()[0]):
        print("skipped: there is no %s" % o.mpirun.split()[0])
        sys.exit(77)
    # MPICH's launcher kills the other ranks at once where one was killed, and tells the process: the rank is named by those that have joined it.
    o.abrupt = "HYDRA" in subprocess.run(o.mpirun.split()[:1] + ["--version"], env=ENV, capture_output=True, text=True).stdout
    rng, failed, in_steps, unnamed = random.Random(o.seed), 0, 0, 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        ENV["OMPI_MCA_orte_tmpdir_base"] = scratch  # two launchers that begin at once in one folder get into each other's way
        for k in range(o.count):
            passed, said, finished, by_launcher = one(o, rng, os.path.join(scratch, "%d.db" % k), k % 2 == 0 and not o.early)
            failed += not passed
            in_steps += finished > 0
            unnamed += by_launcher
            print("%-4s %s" % ("ok" if passed else "BAD", said), flush=True)
    print("# %d of %d did not pass; %d were ended after their first step, %d without the rank's name" % (failed, o.count, in_steps, unnamed))
    sys.exit(failed > 0 or (in_steps == 0 and not o.early) or 4 * unnamed > o.count)


if __name__ == "__main__":
    main()
