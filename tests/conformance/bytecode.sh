#!/bin/sh
# bytecode.sh TEST-BYTECODE: programs as JAX lowers them, their text and their bytecode; skipped where there is no JAX.
# SHARDSCOPE_PYTHON: the interpreter that has it (python3 else).
python=${SHARDSCOPE_PYTHON:-python3}
if ! "$python" -c 'import jax, jaxlib.mlir' 2>/dev/null; then
    echo "1..0 # SKIP $python has no JAX; SHARDSCOPE_PYTHON names another"
    exit 0
fi
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
set --  "$1" "$SHARDSCOPE_SOURCE/../shared/reference/programs.py"
programs=
[ -f "$2" ] && programs="--programs $2"
"$python" "$SHARDSCOPE_SOURCE/tests/conformance/jax_bytecode.py" "$out" $programs >"$out/log" 2>&1 || { sed 's/^/# /' "$out/log" | tail -30; echo "not ok 1 - jax_bytecode.py"; echo "1..1"; exit 1; }
tail -1 "$out/log" | sed 's/^/# /'
"$1" "$out"
