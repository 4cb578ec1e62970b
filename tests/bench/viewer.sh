#!/bin/sh
# Measures the viewer: a trace of ten million events (64 devices, a lane of a million, one in bursts) is made once in FOLDER
# and viewed three times: first frames of a cold file, frames while the view moves over all devices, memory. Then a text of
# 50,000 lines and its difference, and the time from the start of the program to its first picture of that trace.
#   tests/bench/viewer.sh BUILD FOLDER
# Targets: first frame 1 s, 95 of 100 frames within 8 ms, memory 300 MB.
set -e
bench="$1/tests/bench-viewer"
trace="$2/big.db"
[ -f "$trace" ] || "$bench" make "$trace"
for i in 1 2 3; do
    "$bench" run "$trace"
    echo
done
"$bench" diff
for view in overview steps; do
    begin=$(date +%s%N)
    "$1/viewer/shardscope-viewer" --render $view "$trace" --size 1920x1080 -o "$2/bench-$view.png"
    end=$(date +%s%N)
    printf 'program, start to picture of %-9s %5d ms\n' $view $(((end - begin) / 1000000))
    rm -f "$2/bench-$view.png"
done
