#!/bin/sh
# A command under `shardscope xla`: what it says and what its compiler logs are told apart, Ctrl-C ends the command alone, and what it wrote is imported.
#   wrapped.sh SHARDSCOPE SOURCE
shardscope=$1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cat >"$tmp/train.sh" <<P
for flag in \$XLA_FLAGS; do
    case \$flag in --xla_dump_to=*) to=\${flag#*=} ;; esac
done
echo "the command's own line" >&2
echo "I1123 19:30:03.291635   20454 spmd_partitioner.cc:881] ReshardAsWindowedInput()" >&2
printf '\\twindow:size=1x2\\n' >&2
printf '\\tindented by the command\\n' | sed 's/^/x/' >&2
cp "$2"/tests/unit/xla/dumps/mlp_train_mismatch/* "\$to"
kill -INT \$PPID
exit 3
P
number=0
check() { # check NAME STATUS
    number=$((number + 1))
    [ "$2" = 0 ] && echo "ok $number - $1" && return
    echo "not ok $number - $1"
    sed 's/^/# /' "$tmp/err" | head -20
}
"$shardscope" xla -o "$tmp/x.db" -- sh "$tmp/train.sh" >"$tmp/out" 2>"$tmp/err"
[ $? = 3 ]
check "the command's status is the wrapper's" $?
"$shardscope" report "$tmp/x.db" reshards >"$tmp/report" 2>>"$tmp/err" && [ -s "$tmp/report" ]
check "what it wrote is imported, also after Ctrl-C" $?
grep -q "^the command's own line" "$tmp/err" && grep -q "indented by the command" "$tmp/err" && ! grep -q "window:size\|ReshardAs" "$tmp/err"
check "only the command's own lines are passed on" $?
"$shardscope" xla -o "$tmp/none.db" -- true >"$tmp/out" 2>"$tmp/err"
[ $? = 1 ] && grep -q "compiled nothing" "$tmp/err" && [ ! -e "$tmp/none.db" ]
check "a command that compiles nothing leaves no trace, and that is said" $?

# What Python puts before a script, with a JAX that writes what the flags and the profiler ask for.
if command -v python3 >/dev/null; then
    mkdir -p "$tmp/lib/jax/_src"
    cat >"$tmp/lib/jax/__init__.py" <<P
P
    cat >"$tmp/lib/jax/_src/__init__.py" <<P
P
    cat >"$tmp/lib/jax/_src/xla_bridge.py" <<P
def backends():
    return {"cpu": 1}
P
    cat >"$tmp/lib/jax/_src/profiler.py" <<P
import os
from jax._src import xla_bridge
running = None
def start_trace(log_dir, **more):
    global running
    xla_bridge.backends()
    if running:
        raise RuntimeError("only one profile may be run at a time")
    running = log_dir
def stop_trace():
    global running
    os.makedirs(running, exist_ok=True)
    open(os.path.join(running, "stopped"), "w").close()
    running = None
P
    echo "from jax._src.profiler import start_trace, stop_trace" >"$tmp/lib/jax/profiler.py"
    mkdir -p "$tmp/site"
    echo "import os; os.environ['OTHER'] = 'ran'" >"$tmp/site/sitecustomize.py"
    cat >"$tmp/script.py" <<P
import os, shutil, subprocess, sys
os.environ["XLA_FLAGS"] = "--xla_own=1 --xla_dump_to=/nowhere"
if len(sys.argv) > 1: # a process of the script's
    import jax
else:
    assert os.environ.get("OTHER") == "ran", "the other sitecustomize did not run"
    import jax
    from jax._src import xla_bridge
    assert "--xla_own=1" in os.environ["XLA_FLAGS"]
to = next(f[len("--xla_dump_to="):] for f in os.environ["XLA_FLAGS"].split() if f.startswith("--xla_dump_to="))
os.makedirs(to, exist_ok=True)
for name in os.listdir("$2/tests/unit/xla/dumps/mlp_train_mismatch"):
    shutil.copy("$2/tests/unit/xla/dumps/mlp_train_mismatch/" + name, to)
if len(sys.argv) == 1:
    subprocess.run([sys.executable, sys.argv[0], "child"], check=True)
    xla_bridge.backends()
    import jax.profiler
    jax.profiler.start_trace(sys.argv[0] + ".own") # the wrapper's profile gives way to the script's
    jax.profiler.stop_trace()
P
    PYTHONPATH="$tmp/lib:$tmp/site" "$shardscope" xla --keep "$tmp/kept" -o "$tmp/y.db" -- python3 "$tmp/script.py" >"$tmp/out" 2>"$tmp/err"
    [ -s "$tmp/y.db" ] && [ -n "$(ls "$tmp/kept/dump")" ]
    check "a script that sets XLA_FLAGS itself is dumped all the same" $?
    [ "$(ls "$tmp/kept/others" | wc -l)" = 1 ] && grep -q "1 more process compiled programs: import" "$tmp/err"
    check "each further process has a folder of its own" $?
    [ -e "$tmp/kept/profiles/stopped" ] && [ -e "$tmp/script.py.own/stopped" ]
    check "it is profiled, until it begins a profile of its own" $?
fi
echo "1..$number"
