#!/usr/bin/env python3
"""Compare with Shardy itself, through jaxlib's MLIR bindings (run with a Python that has them; no test depends on it).

    shardy.py programs [--n N] [--seed S] [--propagation STRATEGY] [--keep DIR] [--bin PATH] [-v]
                       random programs of shardy_programs.py: every value's sharding, ours against Shardy's
    shardy.py texts [--n N] [--seed S] [--keep DIR]    changed texts of shardy_texts.py: what Shardy's verifier refuses, check refuses
    shardy.py ask FILE [--propagation STRATEGY]        what Shardy makes of one program
    shardy.py minimise FILE [--propagation STRATEGY]   drops lines while the two still differ
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.environ.get("SHARDSCOPE_SOURCE", os.path.dirname(os.path.dirname(HERE)))
sys.path[:0] = [HERE, os.path.join(ROOT, "..", "shared", "reference")]
import propagation  # noqa: E402  (rows, compare)
import shardy_programs  # noqa: E402
import shardy_texts  # noqa: E402

IMPORT = ("symbol-dce,sdy-lift-inlined-meshes,sdy-remove-size-one-axes,sdy-propagate-sharding-from-func-to-call,sdy-constant-or-scalar-splitter,"
          "symbol-dce,sdy-manual-axes-cleanup,sdy-add-data-flow-edges,sdy-flatten-call-graph,symbol-dce,"
          "sdy-import-func-calls{add-data-flow-edges-on-named-computations=true},symbol-dce,sdy-apply-sharding-constraints,sdy-sharding-group-import,"
          "sdy-pre-order-funcs")
EXPORT = ("sdy-export-named-computations,sdy-propagate-to-func-results,symbol-dce,"
          "func.func(sdy-constant-or-scalar-merger,sdy-sink-data-flow-edges),sdy-remove-sharding-groups,"
          "func.func(sdy-sharding-constraint-to-reshard),sdy-update-non-divisible-input-output-shardings,sdy-close-shardings")


def pipeline(strategy):
    return "builtin.module(%s,%s,%s)" % (IMPORT, propagation.STRATEGY[strategy], EXPORT)


class PeerFailed(Exception):
    pass


def serve():
    """Answers lines of JSON [pipeline or null, text] with [whether it went well, text]; the process that Shardy's assertions may end."""
    from jaxlib.mlir import ir, passmanager
    from jax._src.interpreters import mlir
    for line in sys.stdin:
        passes, text = json.loads(line)
        with mlir.make_ir_context():
            try:
                module = ir.Module.parse(text)
                if passes:
                    passmanager.PassManager.parse(passes).run(module.operation)
                answer = [True, str(module)]
            except Exception as e:
                answer = [False, str(e)]
        print(json.dumps(answer), flush=True)


server = None


def peer(passes, text):
    """The module after the passes (None: only read, in the form that people and JAX write); raises PeerFailed."""
    global server
    if not server:
        server = subprocess.Popen([sys.executable, os.path.abspath(__file__), "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True)
    server.stdin.write(json.dumps([passes, text]) + "\n")
    server.stdin.flush()
    line = server.stdout.readline()
    if not line:
        server.wait()
        server = None
        raise PeerFailed("it ended itself")
    ok, answer = json.loads(line)
    if not ok:
        raise PeerFailed(answer)
    return answer


def tidy(text):
    """None + reason if it is not a program."""
    try:
        return peer(None, text), None
    except PeerFailed as e:
        return None, str(e)


def ask(text, strategy):
    return peer(pipeline(strategy), text)


def ours(opt, path):
    r = subprocess.run([opt.bin, "compile", path, "--stop-after", "propagate", "--emit", "stablehlo", "--propagation", opt.propagation],
                       capture_output=True, text=True, timeout=60)
    return (r.stdout if r.returncode == 0 else None), r.stderr.strip(), r.returncode


def mine(opt, text):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as f:
        f.write(text)
        f.flush()
        return ours(opt, f.name)


def differs(opt, text, verbose=False):
    """None if the two agree, else a line that says how they do not."""
    want = ask(text, opt.propagation)
    got, error, code = mine(opt, text)
    if got is None:
        return "ours fails (%d): %s" % (code, re.sub(r"^[^:]*", "FILE", error.split("\n")[0])), want, ""
    e, t = propagation.compare(want, got, verbose)
    return ("%d of %d equal" % (e, t) if e != t else None), want, got


def programs(opt):
    bad = total = refused = 0
    for k in range(opt.n):
        rng = random.Random("%d/%d" % (opt.seed, k))
        text = shardy_programs.make(rng)
        if opt.propagation != "user-priority":  # Shardy cannot close what it left a priority on
            text = re.sub(r"\}p\d", "}", text)
        text, why = tidy(text)
        if text is None:
            refused += 1
            if opt.v:
                print("case %d is no program: %s" % (k, why))
            continue
        try:
            how, want, got = differs(opt, text, opt.v)
        except PeerFailed as e:
            how, want, got = "peer fails: %s" % str(e)[:200], "", ""
            refused += 1
            if opt.v:
                print("case", k, how)
            continue
        total += 1
        if how:
            bad += 1
            print("seed %d case %d: %s" % (opt.seed, k, how), flush=True)
            if opt.keep:
                for name, what in (("before", text), ("want", want), ("got", got)):
                    open(os.path.join(opt.keep, "%d.%d.%s.mlir" % (opt.seed, k, name)), "w").write(what)
    print("PROGRAMS: %d of %d equal, %d not programs" % (total - bad, total, refused))
    return bad > 0


def texts(opt):
    bad = refused = 0
    for k in range(opt.n):
        text = shardy_texts.make(random.Random("%d/%d" % (opt.seed, k)))
        _, why = tidy(text)
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as f:
            f.write(text)
            f.flush()
            r = subprocess.run([opt.bin, "check", f.name], capture_output=True, text=True, timeout=60)
        refused += why is not None
        if (r.returncode == 0) != (why is None) or r.returncode not in (0, 1):
            bad += 1
            print("seed %d case %d: Shardy %s, ours %s" % (opt.seed, k, "says: " + why.replace("\n", " ")[-180:] if why else "takes it",
                                                          "takes it" if r.returncode == 0 else "(%d) says: " % r.returncode + r.stdout[len(f.name) + 6:].strip()[:160]), flush=True)
            if opt.keep:
                open(os.path.join(opt.keep, "t%d.%d.mlir" % (opt.seed, k)), "w").write(text)
    print("TEXTS: %d of %d answered alike, %d of them refused" % (opt.n - bad, opt.n, refused))
    return bad > 0


def minimise(opt):
    text = tidy(open(opt.file).read())[0]
    kind = lambda how: how and re.sub(r"\d+", "", how)
    first, _, _ = differs(opt, text)
    assert first, "they agree"

    def still(t):
        t, _ = tidy(t)
        if t is None:
            return None
        try:
            return t if kind(differs(opt, t)[0]) == kind(first) else None
        except PeerFailed:
            return None

    def shorter():
        """Candidates, largest cut first."""
        lines = text.split("\n")
        for i in range(len(lines) - 1, 0, -1):
            yield "\n".join(lines[:i] + lines[i + 1:])
        for cut in (r" \{sdy\.sharding = #sdy\.sharding<[^\n]*?>\}(?=[,)])", r" \{sdy\.sharding = #sdy\.sharding_per_value<[^\n]*?>\}(?= :)",
                    r", (replicated|unreduced)=\{[^}]*\}", r"(?<=\})p\d", r', "\w+"(:\(\d+\)\d+)?(?=[,}])', r'(?<=\{)"\w+"(:\(\d+\)\d+)?(, )?(?=[^:\n]*\}[^\n]*\])'):
            for m in re.finditer(cut, text):
                yield text[:m.start()] + text[m.end():]
        for f in re.finditer(r"-> \(?(tensor.*?)\)? \{\n((?:.*\n)*?)    return (.*) : (.*)\n", text):
            types, values = re.findall(r"tensor<[^>]*>(?: \{sdy\.sharding = #sdy\.sharding<.*?>\})?", f.group(1)), f.group(3).split(", ")
            for k in range(len(values) if len(values) == len(types) and len(types) > 1 else 0):
                t, v = types[:k] + types[k + 1:], values[:k] + values[k + 1:]
                plain = [re.match("tensor<[^>]*>", x).group(0) for x in t]
                yield (text[:f.start()] + "-> (%s) {\n%s    return %s : %s\n" % (", ".join(t), f.group(2), ", ".join(v), ", ".join(plain)) + text[f.end():])

    again = True
    while again:
        again = False
        for trial in shorter():
            t = still(trial)
            if t and len(t) < len(text):
                text, again = t, True
                break
    print(text)
    return 0


def main():
    ap = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ap.add_argument("what", choices=("programs", "texts", "ask", "minimise", "serve"))
    ap.add_argument("file", nargs="?")
    ap.add_argument("--n", type=int, default=100)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--keep")
    ap.add_argument("--bin", default=os.environ.get("SHARDSCOPE_BIN", "build/runtime/shardscope"))
    ap.add_argument("--propagation", default="user-priority", choices=list(propagation.STRATEGY))
    ap.add_argument("-v", action="store_true")
    opt = ap.parse_args()
    if opt.what == "serve":
        return serve()
    if opt.what == "ask":
        print(ask(open(opt.file).read(), opt.propagation))
        return 0
    return {"programs": programs, "texts": texts, "minimise": minimise}[opt.what](opt)


if __name__ == "__main__":
    sys.exit(main())
