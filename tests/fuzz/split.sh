#!/bin/sh
# Files that hold several inputs, each behind a line "// ===== ..", as a folder of inputs for libFuzzer:
#   sh tests/fuzz/split.sh FOLDER tests/fuzz/seeds/hlo.txt ...
set -eu
folder=$1
shift
mkdir -p "$folder"
for file; do
    awk -v prefix="$folder/$(basename "$file" .txt)" '/^\/\/ =====/ { close(out); out = sprintf("%s-%03d", prefix, ++n); next } { print > out }' "$file"
done
