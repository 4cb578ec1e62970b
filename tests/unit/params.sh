#!/bin/sh
# No function definition takes more than six parameters; more belong into a struct.
# params.txt names what is excused, and why. Functions that macros define are not seen.
#   params.sh [SOURCE]
most=6
cd "${1:-${SHARDSCOPE_SOURCE:-.}}" || exit 1
files=$(find runtime trace viewer tests -name '*.c' -o -name '*.h' | sort)
# For each definition: FILE LINE FUNCTION PARAMETERS
found=$(awk '
FNR == 1 { depth = 0; head = ""; comment = 0; macro = 0 }
{
    line = $0
    gsub(/\\./, "_", line)
    gsub(/"[^"]*"|\047[^\047]*\047/, "_", line)
    if (comment) {
        if (!sub(/^.*\*\//, "", line)) next
        comment = 0
    }
    while (match(line, /\/\*/)) {
        before = substr(line, 1, RSTART - 1); line = substr(line, RSTART + 2)
        if (match(line, /\*\//)) line = before " " substr(line, RSTART + 2)
        else { line = before; comment = 1 }
    }
    sub(/\/\/.*/, "", line)
    if (macro || line ~ /^[ \t]*#/) { macro = $0 ~ /\\$/; next }
    while (match(line, /[{};]/)) {
        c = substr(line, RSTART, 1)
        if (depth == 0) head = head substr(line, 1, RSTART - 1)
        line = substr(line, RSTART + 1)
        if (c == "{") { if (depth == 0) look(); depth++ }
        else if (c == "}" && depth > 0) depth--
        if (depth == 0) head = ""
    }
    if (depth == 0) head = head line " "
}
# A definition ends in its parameters, in parentheses; its name stands before them.
function look(    i, c, level, commas, end) {
    sub(/[ \t]+$/, "", head)
    if (head !~ /\)$/) { head = ""; return }
    end = length(head); level = 0; commas = 0
    for (i = end; i > 0; i--) {
        c = substr(head, i, 1)
        if (c == ")") level++
        else if (c == "(" && --level == 0) break
        else if (c == "," && level == 1) commas++
    }
    if (match(substr(head, 1, i - 1), /[A-Za-z_][A-Za-z0-9_]*[ \t]*$/))
        print FILENAME, FNR, substr(head, RSTART, i - RSTART), commas + 1
    head = ""
}' $files)
n=$(echo "$found" | wc -l)
[ "$n" -gt 2000 ] || { echo "found $n functions: the search is broken"; exit 1; }
many=$(echo "$found" | awk -v most=$most '$4 > most { print $1, $3, $2, $4 }')
known=$(sed '/^#/d;/^$/d' tests/unit/params.txt)
bad=$( { echo "$known" | sed 's/^/K /'; echo "$many" | sed 's/^/M /'; } | awk '
$1 == "K" && NF > 1 { known[$2 " " $3] = 1; next }
$1 == "M" && NF > 1 { at = $2 " " $3; seen[at] = 1; if (!(at in known)) print $2 ":" $4 ": " $3 "() takes " $5 " parameters" }
END { for (at in known) if (!(at in seen)) print "tests/unit/params.txt: " at " takes six or fewer now, or is gone: remove its line" }')
[ -z "$bad" ] || { echo "$bad"; exit 1; }
echo "$n functions take at most $most parameters each, but for $(echo "$known" | grep -c .) in params.txt"
