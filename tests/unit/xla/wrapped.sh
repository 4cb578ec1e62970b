#!/bin/sh
# A command under `shardscope xla`: what it says and what its compiler logs are told apart, Ctrl-C ends the command alone, and what it wrote is imported.
#   wrapped.sh SHARDSCOPE SOURCE
shardscope=$1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cat >"$tmp/train.sh" <<P
for flag in \$XLA_FLAGS; do
    case \$flag in --xla_dump_to=*) to=\${flag#*=} ;; esac
done
echo "the command's own line" >&2
echo "I1123 19:30:03.291635   20454 spmd_partitioner.cc:881] ReshardAsWindowedInput()" >&2
printf '\\twindow:size=1x2\\n' >&2
printf '\\tindented by the command\\n' | sed 's/^/x/' >&2
cp "$2"/tests/unit/xla/dumps/mlp_train_mismatch/* "\$to"
kill -INT \$PPID
exit 3
P
number=0
check() { # check NAME STATUS
    number=$((number + 1))
    [ "$2" = 0 ] && echo "ok $number - $1" && return
    echo "not ok $number - $1"
    sed 's/^/# /' "$tmp/err" | head -20
}
"$shardscope" xla -o "$tmp/x.db" -- sh "$tmp/train.sh" >"$tmp/out" 2>"$tmp/err"
[ $? = 3 ]
check "the command's status is the wrapper's" $?
"$shardscope" report "$tmp/x.db" reshards >"$tmp/report" 2>>"$tmp/err" && [ -s "$tmp/report" ]
check "what it wrote is imported, also after Ctrl-C" $?
grep -q "^the command's own line" "$tmp/err" && grep -q "indented by the command" "$tmp/err" && ! grep -q "window:size\|ReshardAs" "$tmp/err"
check "only the command's own lines are passed on" $?
echo "1..$number"
