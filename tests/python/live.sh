#!/bin/sh
# JAX itself on the plugin, where a Python with JAX is found: SHARDSCOPE_JAX_PYTHON, else python3; and PyTorch/XLA, with SHARDSCOPE_TORCH_PYTHON.
#   live.sh LIBRARY SOURCE
python=${SHARDSCOPE_JAX_PYTHON:-python3}
"$python" -c 'import jax' 2>/dev/null || { echo "1..0 # SKIP $python has no jax: SHARDSCOPE_JAX_PYTHON names one that has"; exit 0; }
export SHARDSCOPE_PJRT_LIBRARY="$1" PYTHONPATH="$2/data/python" JAX_PLATFORMS=shardscope SHARDSCOPE_DEVICES=8
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
n=0
# result NAME COMMAND...
result() {
    name=$1
    shift
    n=$((n + 1))
    if "$@" >"$dir/out" 2>&1; then
        echo "ok $n - $name"
    else
        sed 's/^/# /' "$dir/out" | tail -30
        echo "not ok $n - $name"
    fi
}
result functions env JAX_PLATFORMS=shardscope,cpu "$python" "$2/tests/python/functions.py"
result apis "$python" "$2/tests/python/apis.py"
result "apis, of the library alone" env PYTHONPATH= PJRT_NAMES_AND_LIBRARY_PATHS="shardscope:$1" "$python" "$2/tests/python/apis.py"
result harnesses env JAX_ENABLE_X64=1 "$python" "$2/tests/python/harnesses.py" --every 60 --workers 1 --at-least 98
result recorded "$python" "$2/tests/python/recorded.py" "$dir"
result interrupted sh -c 'timeout 100 "$@"; test $? -eq 130' sh "$python" "$2/tests/python/interrupted.py"
result replicas env JAX_PLATFORMS=shardscope,cpu XLA_FLAGS=--xla_force_host_platform_device_count=8 "$python" "$2/tests/python/replicas.py"
result sharded env JAX_PLATFORMS=shardscope,cpu XLA_FLAGS="--xla_force_host_platform_device_count=8 --xla_backend_optimization_level=0" "$python" "$2/tests/python/sharded.py"
if command -v mpirun >/dev/null 2>&1 && [ -e "$(dirname "$1")/libshardscope_mpi.so" ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
    export OMPI_MCA_orte_tmpdir_base="$dir" # two launchers that begin at once in one folder get into each other's way
    result "a process with four devices" env SHARDSCOPE_DEVICES=4 "$python" "$2/tests/python/processes.py" "$dir/one.npy"
    for each in 2 1; do
        processes=$((4 / each))
        result "$processes processes" env SHARDSCOPE_DEVICES=$each COORDINATOR=127.0.0.1:$((20000 + $$ % 20000)) mpirun -n $processes "$python" "$2/tests/python/processes.py" "$dir/many.npy"
        result "the same losses and parameters" cmp "$dir/one.npy" "$dir/many.npy"
    done
    result "processes that part" env SHARDSCOPE_DEVICES=1 COORDINATOR=127.0.0.1:$((20000 + ($$ + 1) % 20000)) mpirun -n 2 "$python" "$2/tests/python/parting.py" "$dir/parted"
fi
if [ -e "$2/../shared/reference/programs.py" ]; then
    result reference "$python" "$2/tests/python/reference.py" "$2/../shared/reference"
else
    echo "# no recorded programs beside the source"
fi
if "$python" -c 'import flax, optax' 2>/dev/null; then
    result notebooks "$python" "$2/tests/python/notebooks.py"
    result train env SHARDSCOPE_TRACE="$dir/train.db" "$python" "$2/tests/python/train.py"
    result trace test -s "$dir/train.db"
    result "its waits in the trace" "$python" -c 'import sqlite3, sys; sys.exit(not sqlite3.connect(sys.argv[1]).execute(
        "SELECT count(*) FROM event JOIN str ON str.id = name_id WHERE s IN (?, ?)", ("block_until_ready", "np.asarray(jax.Array)")).fetchone()[0])' "$dir/train.db"
    result watched sh "$2/tests/python/watched.sh" "$python" "$(dirname "$1")/shardscope" "$2" "$dir"
fi
torch=${SHARDSCOPE_TORCH_PYTHON:-$python}
if "$torch" -c 'import torch_xla' 2>/dev/null; then
    result "PyTorch/XLA, one device" env SHARDSCOPE_DEVICES=1 "$torch" "$2/tests/python/torch_spmd.py" one
    result "PyTorch/XLA, tensors sharded over eight" env SHARDSCOPE_TRACE="$dir/torch.db" XLA_IR_DEBUG=1 XLA_HLO_DEBUG=1 "$torch" "$2/tests/python/torch_spmd.py" many
    result "its lines in the trace" sh -c '"$1" report "$2" | grep -q torch_spmd.py' sh "$(dirname "$1")/shardscope" "$dir/torch.db"
else
    echo "# $torch has no torch_xla: SHARDSCOPE_TORCH_PYTHON names one that has"
fi
echo "1..$n"
