#!/bin/sh
# libshardscope shows the functions of shardscope.h, all of them and nothing else; the header is C11 and C++ on its own.
#   symbols.sh LIBRARY HEADER
declared=$(sed -n 's/.*[ *]\(shardscope_[a-z0-9_]*\)(.*/\1/p' "$2" | sort -u)
shown=$(nm -D --defined-only "$1" | awk '$2 != "A" { print $3 }' | sort -u)
[ "$(echo "$declared" | wc -l)" -gt 50 ] || { echo "found few functions in $2"; exit 1; }
functions=$(awk '/^SHARDSCOPE_API/ { while ($0 !~ /;/) { getline more; $0 = $0 more } print }' "$2" | sed -n 's/^[^(]*[ *]\(shardscope_[a-z0-9_]*\)(.*/\1/p' | sort -u)
status=0
for f in $functions; do
    echo "$shown" | grep -qx "$f" || { echo "$f is declared, and not in the library"; status=1; }
done
for f in $shown; do
    echo "$functions" | grep -qx "$f" || { echo "$f is in the library, and not declared"; status=1; }
done
for language in c c++; do
    standard=c11
    [ $language = c++ ] && standard=c++17
    command -v cc >/dev/null 2>&1 || continue
    [ $language = c ] || command -v c++ >/dev/null 2>&1 || { echo "no C++ compiler: the header is not tried with it"; continue; }
    compiler=cc
    [ $language = c++ ] && compiler=c++
    echo '#include "shardscope.h"' | $compiler -x $language -std=$standard -Wall -Wextra -pedantic -Werror -fsyntax-only -I"$(dirname "$2")" - || status=1
done
[ $status = 0 ] && echo "$(echo "$functions" | wc -l) functions"
exit $status
