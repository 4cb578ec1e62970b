#!/bin/sh
# The layers of runtime/README.md hold: a file of runtime/ includes its own folder and those above it in the table, no other; the
# table names every folder there is; trace/ includes nothing of runtime/ or viewer/, and viewer/ nothing of runtime/.
#   layers.sh [SOURCE]
cd "${1:-${SHARDSCOPE_SOURCE:-.}}" || exit 1
list=$(sed -n 's/^| \([a-z_]*\)\/ |.*/\1/p' runtime/README.md)
[ "$(echo "$list" | wc -l)" -gt 5 ] || { echo "runtime/README.md has no table of layers"; exit 1; }
bad=0
for dir in runtime/*/; do
    name=$(basename "$dir")
    echo "$list" | grep -qx "$name" || { echo "$dir is not in the table of runtime/README.md"; bad=1; }
done
for name in $list; do
    [ -d "runtime/$name" ] || { echo "runtime/README.md names $name/, which is not there"; bad=1; }
done
# FILE:LINE:#include "TARGET", one of each
includes=$(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' runtime trace viewer --include='*.c' --include='*.h' --include='*.def')
[ "$(echo "$includes" | wc -l)" -gt 100 ] || { echo "found no includes to check"; exit 1; }
echo "$includes" | awk -v list="$(echo $list)" '
BEGIN { n = split(list, layer, " "); for (i = 1; i <= n; i++) level[layer[i]] = i }
{
    split($0, part, ":"); file = part[1]; line = part[2]
    target = $0; sub(/^[^"]*"/, "", target); sub(/".*/, "", target)
    split(file, from, "/"); split(target, to, "/")
    where = file ":" line ": "
    if (to[1] != "runtime" && to[1] != "trace" && to[1] != "viewer") { print where "\"" target "\" is not written from the root"; bad = 1 }
    else if (from[1] == "trace" && to[1] != "trace") { print where "trace/ includes " target; bad = 1 }
    else if (from[1] == "viewer" && to[1] == "runtime") { print where "viewer/ includes " target; bad = 1 }
    else if (from[1] == "runtime" && from[2] == "main" && to[2] != "main" && target != "runtime/library/shardscope.h" && target !~ /^runtime\/[a-z]+\.py\.inc$/) { print where "a command includes " target ", which is below shardscope.h"; bad = 1 }
    else if (from[1] == "runtime" && to[1] == "viewer") { print where "runtime/ includes " target; bad = 1 }
    else if (from[1] == "runtime" && to[1] == "runtime" && level[to[2]] > level[from[2]]) { print where from[2] "/ stands above " to[2] "/ in runtime/README.md and includes " target; bad = 1 }
}
END { exit bad }' || bad=1
libraries=$(grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*<(json-glib|sqlite3|cblas|archive|gio/)' runtime/main/*.[ch])
[ -z "$libraries" ] || { echo "$libraries" | sed 's/$/: the commands use shardscope.h for that/'; bad=1; }
[ $bad = 0 ] && echo "$(echo "$includes" | wc -l) includes keep to $(echo $list | wc -w) layers"
exit $bad
