#!/bin/sh
# The viewer's figures: a trace of ten million events is made once in FOLDER, then looked at three times.
#   tests/bench/viewer.sh BUILD FOLDER
set -e
bench="$1/tests/bench-viewer"
trace="$2/big.db"
[ -f "$trace" ] || "$bench" make "$trace"
for i in 1 2 3; do
    "$bench" run "$trace"
    echo
done
