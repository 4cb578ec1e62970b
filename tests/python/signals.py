#!/usr/bin/env python3
"""Commands that get SIGINT or SIGTERM at random moments: each ends in time, says so, and leaves traces that can be read.

    signals.py SHARDSCOPE FOLDER [--count N] [--seed S] [--within SECONDS] COMMAND...

A COMMAND is one argument: 'run -n 5 -o @.db PROGRAM'; @ is a new name in FOLDER, for each trial, or a file there that the last trial left where it begins with
@keep. Each command first runs to its end, which gives its duration; then N times with a signal at a random moment of that. It passes if it ends within SECONDS after the
signal, with status 1 and a line that says it was stopped (or by that signal before it handles it, or with 0 if it was finished), and if every trace that is left opens, has valid foreign keys and can be
reported on. Output in TAP, a point for each command, with the latest end.
"""
import argparse
import glob
import os
import random
import shlex
import signal
import sqlite3
import subprocess
import sys
import time


def wrong_trace(binary, path):
    if not os.path.exists(path) or os.path.getsize(path) == 0:
        return None
    db = sqlite3.connect(path)
    try:
        if db.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            return "the trace is damaged"
        rows = db.execute("PRAGMA foreign_key_check").fetchall()
        if rows:
            return "foreign keys do not hold: %s" % (rows[:3],)
        n_runs = db.execute("SELECT count(*) FROM run").fetchone()[0]
    except sqlite3.Error as e:
        return "the trace cannot be read: %s" % e
    finally:
        db.close()
    p = subprocess.run([binary, "report", path], capture_output=True, text=True)
    if p.returncode != 0 and not (n_runs == 0 and "no run" in p.stderr):
        return "report says: %s" % p.stderr[:300]
    return None


def ended(args, argv, number, delay_s):
    """Seconds from the signal to the end, and what is wrong."""
    p = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
    time.sleep(delay_s)
    sent = p.poll() is None
    p.send_signal(number)
    t = time.monotonic()
    try:
        err = p.communicate(timeout=60)[1]
    except subprocess.TimeoutExpired:
        p.kill()
        p.communicate()
        return 60, "does not end"
    took_s = time.monotonic() - t
    if took_s > args.within:
        return took_s, "ends after %.2f s: %s" % (took_s, err[-200:])
    if p.returncode not in (0, 1, -number) or (sent and p.returncode == 1 and "stopped" not in err):
        return took_s, "status %d: %s" % (p.returncode, err[-300:])
    return took_s, None


def main():
    ap = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ap.add_argument("binary")
    ap.add_argument("folder")
    ap.add_argument("commands", nargs="+")
    ap.add_argument("--count", type=int, default=5)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--within", type=float, default=1.0)
    args = ap.parse_args()
    os.makedirs(args.folder, exist_ok=True)
    for old in glob.glob(os.path.join(glob.escape(args.folder), "*.db*")):  # of an earlier run, perhaps of an older version
        os.remove(old)
    rng = random.Random(args.seed)
    print("1..%d" % len(args.commands), flush=True)
    failed = 0
    for k, line in enumerate(args.commands):
        def command(i):
            return [args.binary] + [a.replace("@keep", "%s/keep%d" % (args.folder, k)).replace("@", "%s/%d-%d" % (args.folder, k, i)) for a in shlex.split(line)]
        t = time.monotonic()
        whole = subprocess.run(command(-1), stdin=subprocess.DEVNULL, capture_output=True, text=True)
        whole_s = time.monotonic() - t
        problems = [] if whole.returncode == 0 else ["fails: " + whole.stderr[-300:]]
        latest_s = 0
        for i in range(args.count if not problems else 0):
            argv = command(i)
            number, delay_s = rng.choice([signal.SIGINT, signal.SIGTERM]), whole_s * rng.uniform(0.01, 1)
            took_s, wrong = ended(args, argv, number, delay_s)
            latest_s = max(latest_s, took_s)
            for a in argv:
                if a.startswith(args.folder) and a.endswith(".db"):
                    wrong = wrong or wrong_trace(args.binary, a)
                    for old in (a, a + "-wal", a + "-shm") if "/keep" not in a else ():
                        if not wrong and os.path.exists(old):
                            os.unlink(old)
            if wrong:
                problems.append("signal %d at %.2f of %.2f s: %s" % (number, delay_s, whole_s, wrong))
        failed += bool(problems)
        for p in problems:
            print("# " + p.replace("\n", "\n# "))
        print("%s %d - %s: latest end %.2f s after the signal" % ("not ok" if problems else "ok", k + 1, line, latest_s), flush=True)
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
