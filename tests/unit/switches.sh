#!/bin/sh
# Switches over op families in runtime/ have no default, and no switch there is cast to int: so the compiler names every place that has to
# answer for a new family.
#   switches.sh [SOURCE]
cd "${1:-${SHARDSCOPE_SOURCE:-.}}" || exit 1
files=$(find runtime -name '*.c' -o -name '*.h' | sort)
awk '
FNR == 1 { depth = 0; from = -1 }
{
    line = $0
    gsub(/"(\\.|[^"\\])*"|\047(\\.|[^\047\\])*\047/, "_", line)
    if (line ~ /switch[ ]*\([ ]*\(int\)/) { print FILENAME ":" FNR ": a switch that is cast to int"; bad = 1 }
    if (from < 0 && line ~ /switch[ ]*\((op_family\(|.*family\))/) { from = depth; at = FNR; n++ }
    else if (from >= 0 && depth == from + 1 && line ~ /^[ \t]*default[ ]*:/) { print FILENAME ":" FNR ": a default in the switch over families of line " at; bad = 1 }
    open = gsub(/{/, "{", line); shut = gsub(/}/, "}", line)
    depth += open - shut
    if (from >= 0 && shut && depth <= from) from = -1
}
END {
    if (n < 20) { print "found " n + 0 " switches over families: the search is broken"; exit 1 }
    if (!bad) print n " switches over families have no default"
    exit bad
}' $files
