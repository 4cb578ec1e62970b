#!/bin/sh
# The reference that Doxygen makes of shardscope.h: no warnings, and every function with the header's words.
#   reference.sh DOXYGEN DOXYFILE HEADER
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
{ cat "$2"; echo "OUTPUT_DIRECTORY = $dir"; } >"$dir/Doxyfile"
"$1" "$dir/Doxyfile" || exit 1
page=$dir/html/shardscope_8h.html
[ -s "$page" ] || { echo "no page of the header"; exit 1; }
status=0
for f in $(awk '/^SHARDSCOPE_API/ { while ($0 !~ /;/) { getline more; $0 = $0 more } print }' "$3" | sed -n 's/^[^(]*[ *]\(shardscope_[a-z0-9_]*\)(.*/\1/p' | sort -u); do
    grep -q ">$f</a>\|>$f ()</h2>\|$f()</h2>" "$page" || { echo "$f is not in the reference"; status=1; }
done
grep -q 'Starts one execution on all devices' "$page" || { echo "comments in front of functions are not taken"; status=1; }
grep -rq 'most in use at one position of the schedule' "$dir"/html/struct*.html || { echo "comments behind fields are not taken"; status=1; }
exit $status
