#!/bin/sh
# A training by JAX, looked at while it runs: its memory, its arrays by line, its steps; and a trace of it, taken meanwhile.
#   watched.sh PYTHON SHARDSCOPE SOURCE FOLDER; the environment makes JAX find the plugin
python=$1 shardscope=$2 source=$3 dir=$4
export XDG_RUNTIME_DIR="$dir"
SHARDSCOPE_LISTEN=1 "$python" "$source/tests/python/train.py" --steps 100000 >"$dir/train.out" 2>&1 &
pid=$!
trap 'kill -9 $pid 2>/dev/null' EXIT
for i in $(seq 240); do
    sleep 1
    kill -0 $pid 2>/dev/null || { cat "$dir/train.out"; exit 1; }
    # the step on eight devices, told with its rate
    "$shardscope" monitor $pid --once >"$dir/seen" 2>/dev/null && grep -qE '^ *[0-9]+ +[0-9.]+ +[0-9.]+ [a-z]+ +8  jit_step' "$dir/seen" && break
done
cat "$dir/seen"
grep -q "P('model', None) *train.py" "$dir/seen" || { echo "no array with its line and sharding"; exit 1; }
grep -qE '^all-reduce .*train.py' "$dir/seen" || { echo "no collective with its line"; exit 1; }
"$shardscope" capture $pid --seconds 3 -o "$dir/watched.db" || exit 1
kill -9 $pid
"$shardscope" report "$dir/watched.db" reshards | grep -q train.py || { echo "the trace has no reshard with its line"; exit 1; }
