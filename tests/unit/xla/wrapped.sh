#!/bin/sh
# A command under `shardscope xla`: what it says and what its compiler logs are told apart, Ctrl-C ends the command alone, and what it wrote is imported.
#   wrapped.sh SHARDSCOPE SOURCE
shardscope=$1
dumps=$2/tests/unit/xla/dumps/mlp_train_mismatch
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cat >"$tmp/train.sh" <<P
for flag in \$XLA_FLAGS; do
    case \$flag in --xla_dump_to=*) to=\${flag#*=} ;; esac
done
echo "the command's own line" >&2
echo "I1123 19:30:03.291635   20454 spmd_partitioner.cc:881] ReshardAsWindowedInput()" >&2
echo "2026-11-23 23:57:38.308442: I external/xla/xla/service/dump.cc:572] HloModule dump enabled" >&2
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
grep -q "^the command's own line" "$tmp/err" && grep -q "indented by the command" "$tmp/err" && ! grep -q "window:size\|ReshardAs\|dump enabled" "$tmp/err"
check "only the command's own lines are passed on" $?

# PyTorch/XLA tells lines only if asked, which a user who measures may not want
XLA_HLO_DEBUG=0 "$shardscope" xla -o "$tmp/y.db" -- sh -c 'echo "lines $XLA_IR_DEBUG $XLA_HLO_DEBUG"' >"$tmp/asked" 2>/dev/null
grep -q "^lines 1 0$" "$tmp/asked"
check "lines are asked for, where the user has not said otherwise" $?

# A scheduler ends its job by telling the wrapper alone
mkdir "$tmp/place"
sed 's/^kill -INT.*/kill -TERM $PPID/; s/^exit 3/exec sleep 20/' "$tmp/train.sh" >"$tmp/long.sh"
TMPDIR="$tmp/place" "$shardscope" xla -o "$tmp/ended.db" -- sh "$tmp/long.sh" >"$tmp/out" 2>"$tmp/err"
[ $? = 143 ] && "$shardscope" report "$tmp/ended.db" reshards 2>>"$tmp/err" | grep -q . && [ -z "$(ls -A "$tmp/place")" ]
check "ended by its scheduler, what the command wrote is imported, and nothing is left" $?

# The hook in Python, with a JAX that is a few lines: what it is asked for, and what becomes of XLA_FLAGS.
if python3 -c pass 2>/dev/null; then
    mkdir -p "$tmp/lib/jax/_src"
    cat >"$tmp/lib/jax/__init__.py" <<P
from jax import profiler
from jax._src import xla_bridge
devices = lambda: xla_bridge.backends()
P
    echo 'from jax._src.profiler import start_trace, stop_trace' >"$tmp/lib/jax/profiler.py"
    : >"$tmp/lib/jax/_src/__init__.py"
    cat >"$tmp/lib/jax/_src/xla_bridge.py" <<P
_backends = {}
def backends():
    _backends["cpu"] = 1
    return _backends
P
    cat >"$tmp/lib/jax/_src/profiler.py" <<P
import os, shutil
running = None
def start_trace(folder, **options):
    global running
    assert not running, "a profile is being taken"
    running = folder
    print("profile begins", "own" if folder == "own" else "ours", flush=True)
def stop_trace():
    global running
    print("profile ends", "own" if running == "own" else "ours", flush=True)
    if running != "own":   # it is written below the dump, as JAX does
        to = os.path.join(running, "plugins", "profile", "2026_01_02_00_00_00")
        os.makedirs(to)
        shutil.copy("$2/tests/fuzz/seeds/profile/tpu.xplane.pb", os.path.join(to, "host.xplane.pb"))
    running = None
P
    cat >"$tmp/train.py" <<P
import os, shutil, subprocess, sys
how = sys.argv[1]
if how != "child":
    os.environ["XLA_FLAGS"] = "--xla_cpu_enable_fast_math=true --xla_force_host_platform_device_count=2"
import jax
jax.devices()
print(os.environ["XLA_FLAGS"])
to = [f.split("=", 1)[1] for f in os.environ["XLA_FLAGS"].split() if f.startswith("--xla_dump_to=")]
shutil.copytree(sys.argv[2], to[-1], dirs_exist_ok=True)
if how == "profiles":
    jax.profiler.start_trace("own")
    jax.profiler.stop_trace()
if how == "parent":
    subprocess.run([sys.executable, sys.argv[0], "child", sys.argv[2]], check=True)
if how == "leaves":
    os._exit(5)
if how == "forks" and os.fork() == 0:
    sys.exit(0)
if how == "fails":
    raise ValueError("the script's own")
P
    wrap() { # wrap HOW OPTIONS...
        how=$1
        shift
        rm -f "$tmp/x.db"
        PYTHONPATH=$tmp/lib PYTHONDONTWRITEBYTECODE=1 "$shardscope" xla --no-plan -o "$tmp/x.db" "$@" -- python3 "$tmp/train.py" "$how" "$dumps" >"$tmp/out" 2>"$tmp/err"
    }
    count() { [ "$(grep -c "$2" "$tmp/out")" = "$1" ]; }
    wrap plain --devices 16
    [ $? = 0 ] && grep -q -e "fast_math=true.*device_count=16" "$tmp/out" && ! grep -q "device_count=2 " "$tmp/out" && count 1 "begins ours" && count 1 "ends ours"
    check "flags of the script and of the wrapper are joined, and a profile is taken" $?
    explained() { grep -o "collectives=[0-9]* explained=[0-9]*" "$tmp/err" "$tmp/out" | sed 's/.*:collectives/collectives/'; }
    with=$(explained)
    grep -q "profiles=1 " "$tmp/err" "$tmp/out" && [ "$(cat "$tmp/err" "$tmp/out" | grep -c "^host.xplane.pb: ")" = 1 ]
    check "the profile that is written below the dump is imported once" $?
    wrap plain --no-profile
    without=$? explained=$(explained)
    [ -n "$with" ] && [ "$with" = "$explained" ]
    check "with a profile and without, the dump is explained" $?
    [ $without = 0 ] && count 0 profile && grep -q "device_count=2 " "$tmp/out"
    check "--no-profile" $?
    wrap profiles
    [ $? = 0 ] && [ "$(grep "^profile " "$tmp/out" | tr '\n' ' ')" = "profile begins ours profile ends ours profile begins own profile ends own " ]
    check "the script's own profile ends ours" $?
    wrap leaves
    [ $? = 5 ] && count 1 "ends ours"
    check "os._exit ends the profile" $?
    wrap fails
    [ $? = 1 ] && count 1 "ends ours" && grep -q "the script's own" "$tmp/err"
    check "so does an exception" $?
    wrap forks
    [ $? = 0 ] && count 1 "ends ours"
    check "a forked process has no profile to end" $?
    wrap parent
    [ $? = 0 ] && grep -q "2 processes used XLA" "$tmp/err" && [ "$(grep -c "^module" "$tmp/err")" = 2 ]
    check "each process has its own dumps" $?
    wrap plain --no-execute
    [ $? = 0 ] && grep -q "no-execute has no effect" "$tmp/err" && count 0 profile
    check "a JAX that is not known runs, and that is said" $?
    echo 'raise RuntimeError("broken")' >"$tmp/lib/jax/_src/profiler.py"
    : >"$tmp/lib/jax/profiler.py"
    wrap plain
    [ $? = 0 ] && [ -s "$tmp/x.db" ] && ! grep -q broken "$tmp/err"
    check "what the hook cannot do does not hurt the script" $?
    echo "print('theirs')" >"$tmp/lib/sitecustomize.py" && wrap plain && grep -q theirs "$tmp/out"
    check "a sitecustomize that is there is run too" $?
else
    echo "# python3 is missing: the hook is not tested"
fi
"$shardscope" xla --devices -1 -- true 2>"$tmp/err"
[ $? = 2 ] && grep -q -e "--devices must be" "$tmp/err"
check "a wrong number is refused" $?
"$shardscope" xla -o "$tmp/none.db" -- true 2>"$tmp/err"
[ $? = 1 ] && grep -q "compiled nothing" "$tmp/err" && [ ! -e "$tmp/none.db" ]
check "a command without XLA" $?
"$shardscope" xla -o "$tmp/nowhere/x.db" -- touch "$tmp/ran" 2>"$tmp/err"
[ $? = 1 ] && [ ! -e "$tmp/ran" ] && grep -q nowhere "$tmp/err"
check "a trace that cannot be written is said before the command runs" $?
echo text >"$tmp/text.db"
"$shardscope" xla -o "$tmp/text.db" -- touch "$tmp/ran" 2>"$tmp/err"
[ $? = 1 ] && [ ! -e "$tmp/ran" ] && grep -q "cannot record into" "$tmp/err"
check "so is a file that is no trace" $?
# XLA's fusions have their sort, which profiles count them by, from the dump alone
"$shardscope" import -q "$2/tests/unit/xla/dumps/promoted" -o "$tmp/sorts.db" >"$tmp/out" 2>"$tmp/err" && "$shardscope" export "$tmp/sorts.db" --run XLA --to csv -o "$tmp/sorts" 2>>"$tmp/err"
grep -q ",fusion,.*,loop fusion," "$tmp/sorts/instructions.csv"
check "fusions of a dump have their category" $?
# PyTorch's profilers write a file for each rank into one folder
mkdir "$tmp/ranks"
for rank in 0 1; do
    printf '{"distributedInfo": {"rank": %s}, "traceEvents": [{"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 1, "dur": 2, "args": {"device": 0, "stream": 7}}]}' $rank >"$tmp/ranks/rank$rank.pt.trace.json"
done
"$shardscope" import "$tmp/ranks" -o "$tmp/ranks.db" >"$tmp/out" 2>"$tmp/err" && cat "$tmp/out" "$tmp/err" | grep -q "2 devices"
check "a folder of other profiles" $?
echo "1..$number"
