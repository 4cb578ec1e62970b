#!/bin/sh
# JAX itself on the plugin, where a Python with JAX is found: SHARDSCOPE_JAX_PYTHON, else python3.
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
if [ -e "$2/../shared/reference/programs.py" ]; then
    result reference "$python" "$2/tests/python/reference.py" "$2/../shared/reference"
else
    echo "# no recorded programs beside the source"
fi
if "$python" -c 'import flax, optax' 2>/dev/null; then
    result train env SHARDSCOPE_TRACE="$dir/train.db" "$python" "$2/tests/python/train.py"
    result trace test -s "$dir/train.db"
fi
echo "1..$n"
