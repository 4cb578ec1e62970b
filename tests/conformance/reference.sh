#!/bin/sh
# Recorded JAX programs, if they are there beside the project. Each is verified in both notations: partitioned, and
# compared with the reference evaluator. TAP.
set -u
bin=$1
set_dir=$SHARDSCOPE_SOURCE/../shared/reference
if [ ! -d "$set_dir" ]; then
    echo "1..0 # SKIP no recorded programs beside the project"
    exit 0
fi
n=0
bad=0
for program in "$set_dir"/*/program.mlir "$set_dir"/*/program.hlo; do
    n=$((n + 1))
    name=$(basename "$(dirname "$program")")/$(basename "$program")
    out=$("$bin" verify "$program" 2>&1)
    case $out in
    "ok "*"fallback=0") echo "ok $n - $name" ;;
    *) echo "not ok $n - $name"; echo "# $out"; bad=1 ;;
    esac
done
echo "1..$n"
exit $bad
