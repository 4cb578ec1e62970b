#!/bin/sh
# Every program of data/examples runs, finds its own numbers right, and leaves a trace that the reports read; the table of its README names each
# of them, and has a verdict in each row.
#   examples.sh SOURCE SHARDSCOPE EXAMPLE...
source=$1 shardscope=$2
shift 2
table=$source/data/examples/README.md
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
status=0
fail() { echo "$1"; status=1; }

built=
for exe; do
    [ -x "$exe" ] && [ -f "$exe" ] || { fail "$exe is not a program"; continue; }
    name=$(basename "$exe" | sed 's/^example-//')
    built="$built $name"
    "$exe" --trace "$dir/$name.db" >"$dir/$name.out" 2>&1 || { fail "$name: exit status $?"; tail -3 "$dir/$name.out"; continue; }
    [ -s "$dir/$name.out" ] || fail "$name prints nothing"
    "$shardscope" report "$dir/$name.db" steps >"$dir/steps" 2>&1 || { fail "$name: no steps in its trace"; head -3 "$dir/steps"; }
    "$exe" --nonsense >/dev/null 2>&1 && fail "$name takes a wrong option"
done
# The log of the partitioned product, as the table says it.
"$shardscope" report "$dir/matmul.db" log >"$dir/log" 2>&1
for line in '  256.0KiB : %dot = f32\[256,256\]{1,0} dot(f32\[256,256\]{1,0} %x, f32\[256,256\]{1,0} %y), lhs_contracting_dims={1}, rhs_contracting_dims={0}, sharding={devices=\[2,2\]' \
            'Partitioning computation IrToHlo.21 for 1 replicas and 4 partitions' \
            'Resharding %x = f32\[128,128\]{1,0} parameter(0), .* from {devices=\[2,2\]<=\[4\]} to {devices=\[2,1,2\]<=\[4\] last_tile_dim_replicate}' \
            '  128.0KiB : %all-gather = f32\[128,256\]{1,0} all-gather(f32\[128,128\]{1,0} %x), ' \
            '     \* %all-gather.1 = f32\[256,128\]'; do
    grep -q "^$line" "$dir/log" || fail "the log of matmul has no line $line"
done
for c in "$source"/data/examples/*.c; do
    name=$(basename "$c" .c)
    case "$built " in *" $name "*) ;; *) fail "$name.c is not built" ;; esac
    grep -q "| $name\.c |" "$table" || fail "$name.c is not in the table"
done
rows=$(grep -cE '^\| 00[0-4] \|' "$table")
[ "$rows" -ge 40 ] || fail "$rows rows for the seeds"
for name in $(sed -n 's/^|[^|]*|[^|]*|[^|]*| \([^ |]*\)\.c |.*/\1/p' "$table" | sort -u); do
    case "$built " in *" $name "*) ;; *) fail "the table names $name.c, which is not there" ;; esac
done
grep -E '^\| 00[0-4] \|' "$table" | grep -vE '\| [a-z0-9_]+\.c \| (same|different: )[^|]*\|$' && fail "a row without a program and a verdict"
[ "$(wc -l <"$source/data/examples/mlp.c")" -lt 150 ] || fail "mlp.c has 150 lines or more"
[ $status = 0 ] && echo "$# programs, $rows rows"
exit $status
