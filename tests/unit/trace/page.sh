#!/bin/sh
# The page of report --html in a real browser: page.sh SHARDSCOPE CHROMIUM. Every picture and table is in the document that the browser
# builds, and the browser reports no errors.
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" run "$SHARDSCOPE_SOURCE/data/matmul.mlir" --steps 3 -o "$folder/a.db" >/dev/null
"$1" report "$folder/a.db" --html "$folder/a.html"
timeout 100 "$2" --headless --no-sandbox --disable-gpu --user-data-dir="$folder/profile" --dump-dom "file://$folder/a.html" >"$folder/dom.html" 2>/dev/null
pictures=$(grep -o '<svg' "$folder/dom.html" | wc -l)
asked=$(grep -o '<svg' "$folder/a.html" | wc -l)
tables=$(grep -o '<table' "$folder/dom.html" | wc -l)
echo "$pictures of $asked pictures, $tables tables"
[ "$pictures" -eq "$asked" ] && [ "$pictures" -ge 6 ] && [ "$tables" -ge 7 ]
grep -q 'Where does the step go' "$folder/dom.html"
