#!/bin/sh
# bytecode.sh TEST-BYTECODE: compares text and bytecode of programs as JAX lowers them; skipped where there is no JAX.
# SHARDSCOPE_JAX_PYTHON: the Python interpreter that has JAX (default python3).
python=${SHARDSCOPE_JAX_PYTHON:-python3}
if ! "$python" -c 'import jax, jaxlib.mlir' 2>/dev/null; then
    echo "1..0 # SKIP $python has no JAX; SHARDSCOPE_JAX_PYTHON names another"
    exit 0
fi
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
test_bytecode=$1
here=$SHARDSCOPE_SOURCE/tests/conformance
set -- "$out" --texts "$here"/cases/*.mlir "$SHARDSCOPE_SOURCE"/data/ops/*.mlir
[ -f "$SHARDSCOPE_SOURCE/../shared/reference/programs.py" ] && set -- "$@" --programs "$SHARDSCOPE_SOURCE/../shared/reference/programs.py"
if ! "$python" "$here/jax_bytecode.py" "$@" >"$out/log" 2>&1; then
    tail -30 "$out/log" | sed 's/^/# /'
    echo "not ok 1 - jax_bytecode.py"
    echo "1..1"
    exit 1
fi
grep 'pairs$' "$out/log" | sed 's/^/# /'
"$test_bytecode" "$out"
