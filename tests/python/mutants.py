#!/usr/bin/env python3
"""Damaged programs, archives and traces, and odd command lines: every command ends in time, by itself, and says what is wrong.

    mutants.py SHARDSCOPE KIND [--count N] [--seed S] [--seconds T] [--memory MB] [--jobs J] [--keep FOLDER] FILE...

KIND      programs   FILE... are HLO, StableHLO or bytecode; each mutant goes through check, compile, run or verify
          archives   FILE... is a program and its inputs.npz; mutants of the archive are given to run, verify and eval
          traces     FILE... are traces; each mutant goes through one of the commands that read one
          lines      FILE... are programs; command lines made of real and invented options and values
A mutant is fine if the command ends within T seconds of CPU, not by a signal that it caused, with an exit status that is documented, and if
a failure is told on standard error. --memory limits the address space, and is of no use under a sanitizer. What is not fine is printed and kept in FOLDER. Output in TAP.
"""
import argparse
import concurrent.futures
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

TOKEN = re.compile(rb"[%@#!]?[A-Za-z_][A-Za-z0-9_.\-]*|%\d+|-?\d+(?:\.\d+)?|\s+|.", re.S)
NUMBERS = [b"0", b"1", b"-1", b"2", b"3", b"7", b"64", b"255", b"65536", b"2147483647", b"2147483648", b"4294967296",
           b"9223372036854775807", b"-9223372036854775808", b"18446744073709551616", b"1e400", b"nan"]
TYPES = [b"f32", b"bf16", b"f64", b"s32", b"u8", b"pred", b"c64", b"s4", b"f8e4m3fn", b"token", b"i32", b"i1", b"ui8", b"index"]
SAID = (b"AddressSanitizer", b"runtime error:", b"LeakSanitizer", b"assertion failed", b"CRITICAL", b"UndefinedBehavior")


# ---- mutations ----

def mutate_lines(rng, text):
    lines = text.split(b"\n")
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    how = rng.randrange(4)
    if how == 0:
        del lines[i]
    elif how == 1:
        lines.insert(j, lines[i])
    elif how == 2:
        lines[i], lines[j] = lines[j], lines[i]
    else:
        lines = lines[:i]
    return b"\n".join(lines)


def token_kind(token):
    return b"%" if token[:1] == b"%" else b"0" if token[-1:].isdigit() and token[:1] in b"-0123456789" else b"a" if token[:1].isalpha() else token[:1]


def mutate_tokens(rng, text):
    """Changes tokens of one line, mostly numbers and types, so that most mutants can still be read."""
    lines = text.split(b"\n")
    i = rng.randrange(len(lines))
    tokens = TOKEN.findall(lines[i])
    at = [k for k, t in enumerate(tokens) if not t.isspace()]
    if not at:
        return text
    k, other = rng.choice(at), rng.choice(at)
    numbers = [k for k in at if tokens[k][-1:].isdigit() and tokens[k][:1] in b"-0123456789"]
    types = [k for k in at if tokens[k] in TYPES]
    how = rng.randrange(16)
    if how <= 5 and numbers:
        k = rng.choice(numbers)
        near = re.fullmatch(rb"-?\d{1,9}", tokens[k])
        tokens[k] = b"%d" % (int(tokens[k]) + rng.choice([-2, -1, 1, 2])) if near and rng.random() < 0.8 else rng.choice(NUMBERS)
    elif how <= 11:  # by one of its kind, from anywhere
        kind = token_kind(tokens[k])
        tokens[k] = rng.choice([t for t in TOKEN.findall(b"\n".join(lines[i:i + 3] + rng.sample(lines, min(8, len(lines))))) if token_kind(t) == kind])
    elif how == 12 and types:
        tokens[rng.choice(types)] = rng.choice(TYPES)
    elif how == 13:
        tokens[k], tokens[other] = tokens[other], tokens[k]
    elif how == 14:
        del tokens[k]
    else:
        tokens[k] = rng.choice([t for t in TOKEN.findall(rng.choice(lines)) if not t.isspace()] or [b"("])
    lines[i] = b"".join(tokens)
    return b"\n".join(lines)


def mutate_bytes(rng, data):
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 4, 16])):
        if not data:
            break
        i, how = rng.randrange(len(data)), rng.randrange(6)
        if how <= 1:
            data[i] = rng.randrange(256)
        elif how == 2:
            data[i] ^= 1 << rng.randrange(8)
        elif how == 3:
            n = rng.randrange(1, 9)
            data[i:i + n] = bytes(rng.choice([0, 0xff, 0x7f, 0x80]) for _ in range(n))
        elif how == 4:
            del data[i:i + rng.randrange(1, 64)]
        elif rng.random() < 0.5:
            del data[i:]
        else:
            data[i:i] = data[rng.randrange(len(data)):][:rng.randrange(1, 64)]
    return bytes(data)


def mutate_sql(rng, path):
    """Changes values of a trace by SQL, with foreign keys off."""
    import sqlite3
    db = sqlite3.connect(path)
    db.execute("PRAGMA foreign_keys = OFF")
    tables = [t for (t,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
    for _ in range(rng.choice([1, 1, 2, 5])):
        table = rng.choice(tables)
        columns = [row[1] for row in db.execute("PRAGMA table_info(%s)" % table)]
        if not columns:
            continue
        column = rng.choice(columns)
        value = rng.choice(["NULL", "-1", "0", "9223372036854775807", "-9223372036854775808", "''", "'x'", "x'00ff'", "1e308", "random()",
                            "%s + 1" % column, "replace(%s, '1', '99')" % column])
        where = rng.choice(["", "WHERE rowid = (SELECT rowid FROM %s ORDER BY random() LIMIT 1)" % table, "WHERE rowid % 3 = 0"])
        try:
            how = rng.randrange(8)
            if how == 0:
                db.execute("DELETE FROM %s %s" % (table, where))
            elif how == 1:
                db.execute("DROP TABLE %s" % table)
            else:
                db.execute("UPDATE OR IGNORE %s SET %s = %s %s" % (table, column, value, where))
        except sqlite3.Error:
            pass
    db.commit()
    db.close()


def is_text(data):
    return b"\0" not in data


# ---- commands ----

def devices_of(data):
    found = re.search(rb"num_partitions ?= ?(\d+)", data)
    return int(found.group(1)) if found else 1


def program_command(rng, path, size, tmp):
    if size > 60000:
        return [["check", path], ["compile", "--dump-after=import", path]][rng.random() < 0.3]
    kind = rng.choice(["check", "compile", "run", "verify", "verify", "simulate", "eval"])
    if kind == "simulate":
        return ["simulate", "--hardware=v5e-8", path]
    if kind == "run":
        return ["run", "--steps=1", "--remedies=0", "-o", os.path.join(tmp, "t.db"), path]
    return [kind, path]


def archive_command(rng, program, archive):
    return [rng.choice(["run", "verify", "eval"]), "--inputs=" + archive, program]


def trace_command(rng, path, tmp, extra):
    reports, formats = extra
    kind = rng.choice(["report", "report", "report", "html", "compare", "export", "optimize", "upgrade", "cut", "merge", "add"])
    out = os.path.join(tmp, "out")
    if kind == "report":
        return ["report", path, rng.choice(reports)] + rng.choice([[], ["--json"], ["--csv"], ["--all"], ["--expand"], ["--group=line"], ["--group=layer", "--json"], ["--remove"], ["--spelling=sdy"]])
    if kind == "html":
        return ["report", path, "--html=" + out]
    if kind == "export":
        return ["export", path, "--to=" + rng.choice(formats), "-o", out]
    if kind == "cut":
        return ["cut", path, "-o", out + ".db", "--from=0", "--to=1"]
    if kind == "merge":
        return ["merge", "-o", out + ".db", path, path]
    if kind == "add":
        return ["import", path, "-o", out + ".db"]
    return [kind, path]


VALUES = ["", "-", "--", "0", "1", "-1", "2", "3", "8", "2147483647", "2147483648", "99999999999999999999", "1e9", "nan", "x", "x=", "x=2", "x=2,y=4",
          "x=0", "x=-1", "x=99999999999", "x=2,x=2", "=", ",", "all", "list", "help", "/", "/dev/null", "/nonexistent/x", ".", "*", "%s%n", "\u00e9\u20ac", "\xff",
          "arg0=P('x')", "arg0={devices=[2]0,1}", "=P()", "a" * 5000, "a\nb", "json", "csv", "zeros", "iota", "tpu-v5p", "cpu", "arg9=P(None,'x')"]


def line_command(rng, commands, options, files, tmp):
    command = rng.choice(commands) if rng.random() < 0.97 else rng.choice(VALUES)
    # What waits for a person or for another program.
    known = [o for o in options.get(command, []) if o[0] not in ("--listen", "--wait", "--live", "--watch", "--follow", "--serve")]
    args = [command]
    if command in ("view", "monitor", "capture", "calibrate", "xla"):
        args.append(rng.choice(["--help", "--no-such-option"]))
    for _ in range(rng.randrange(4)):
        if not known or rng.random() < 0.1:
            args.append(rng.choice(["--no-such-option", "-Z", "--steps", "--", "-o"]))
            continue
        name, wants = rng.choice(known)
        value = rng.choice(VALUES)
        args.append(name + "=" + value if wants and rng.random() < 0.9 else name)
    for _ in range(rng.choice([0, 1, 1, 1, 2])):
        args.append(rng.choice(files) if rng.random() < 0.8 else rng.choice(VALUES))
    return args


def options_of(binary):
    helped = subprocess.run([binary, "--help"], capture_output=True, text=True).stdout
    commands = re.findall(r"^  (\w+)  +\w", helped, re.M)
    found = {}
    for command in commands:
        text = subprocess.run([binary, command, "--help"], capture_output=True, text=True).stdout
        found[command] = re.findall(r"^ +(?:-\w, )?(--[\w-]+)(=?)", text, re.M)
    return commands, found


# ---- one trial ----

def limits(args):
    def set_limits():
        resource.setrlimit(resource.RLIMIT_CPU, (int(args.seconds), int(args.seconds) + 1))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if args.memory:
            resource.setrlimit(resource.RLIMIT_AS, (args.memory << 20, args.memory << 20))
    return set_limits


def trial(args, command, tmp):
    """What is wrong with how the command ends, or None; counts those that succeed."""
    env = dict(os.environ, TMPDIR=tmp, HOME=tmp)
    argv = [os.fsencode(a.replace("\0", "")) for a in [args.binary] + command]
    try:
        p = subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, cwd=tmp, env=env, timeout=8 * args.seconds, preexec_fn=limits(args))
    except subprocess.TimeoutExpired:
        return "hangs"
    said = [s for s in SAID if s in p.stderr]
    if said:
        at = p.stderr.find(said[0])
        return p.stderr[max(0, at - 200):at + 2000].decode(errors="replace")
    if p.returncode < 0:
        return "signal %d" % -p.returncode
    if p.returncode not in (0, 1, 2):
        return "exit status %d: %s" % (p.returncode, p.stderr[-300:].decode(errors="replace"))
    if p.returncode and not p.stderr.strip() and not p.stdout.strip():
        return "fails without a word"
    args.succeeded += p.returncode == 0
    return None


def one(args, index, seeds, extra):
    rng = random.Random("%d %s %d" % (args.seed, args.kind, index))
    tmp = tempfile.mkdtemp(prefix="mutant-")
    path = None
    try:
        if args.kind == "lines":
            for p in args.files:
                shutil.copy(p, tmp)
            command = line_command(rng, extra[0], extra[1], [os.path.basename(p) for p in args.files], tmp)
        else:
            origin = args.files[1] if args.kind == "archives" else rng.choice(args.files)
            path = os.path.join(tmp, "m" + os.path.splitext(origin)[1])
            data = seeds[origin]
            if args.kind == "programs" and is_text(data):
                for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
                    data = (mutate_tokens if rng.random() < 0.85 else mutate_lines)(rng, data)
            elif args.kind != "traces" or rng.random() < 0.4:
                data = mutate_bytes(rng, data)
            with open(path, "wb") as f:
                f.write(data)
            if args.kind == "traces" and data == seeds[origin]:
                mutate_sql(rng, path)
            if args.kind == "programs":
                command = program_command(rng, path, len(data), tmp)
            elif args.kind == "archives":
                command = archive_command(rng, args.files[0], path)
            else:
                command = trace_command(rng, path, tmp, extra)
        wrong = trial(args, command, tmp)
        if wrong and path and args.keep:
            os.makedirs(args.keep, exist_ok=True)
            kept = os.path.join(args.keep, "%s-%d-%d%s" % (args.kind, args.seed, index, os.path.splitext(path)[1]))
            shutil.copy(path, kept)
            command = [kept if c == path else c.replace(path, kept) for c in command]
        return wrong and "%d: %s\n%s" % (index, " ".join(command)[:600], wrong)
    finally:
        shutil.rmtree(tmp, ignore_errors=True)


def main():
    ap = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ap.add_argument("binary")
    ap.add_argument("kind", choices=["programs", "archives", "traces", "lines"])
    ap.add_argument("files", nargs="+")
    ap.add_argument("--count", type=int, default=100)
    ap.add_argument("--first", type=int, default=0)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--seconds", type=float, default=10)
    ap.add_argument("--memory", type=int, default=0)
    ap.add_argument("--jobs", type=int, default=2)
    ap.add_argument("--keep")
    args = ap.parse_args()
    args.binary = os.path.abspath(args.binary)
    args.files = [os.path.abspath(f) for f in args.files]
    args.succeeded = 0
    seeds = {}
    for f in args.files:
        with open(f, "rb") as opened:
            seeds[f] = opened.read()
    extra = None
    if args.kind == "lines":
        extra = options_of(args.binary)
    elif args.kind == "traces":
        extra = [re.findall(r"^ *([\w-]+)", subprocess.run([args.binary, command, "--list"], capture_output=True, text=True).stdout, re.M)
                 for command in ("report", "export")]
    print("1..1", flush=True)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for wrong in pool.map(lambda i: one(args, i, seeds, extra), range(args.first, args.first + args.count)):
            if wrong:
                failed += 1
                print("# " + wrong.replace("\n", "\n# "), flush=True)
    print("%s 1 - %d of %d %s are handled, %d of them by success" % ("not ok" if failed else "ok", args.count - failed, args.count, args.kind, args.succeeded))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
