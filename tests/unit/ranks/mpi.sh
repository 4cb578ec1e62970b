#!/bin/sh
# Several processes share a run over MPI: the same results to the bit as one process, one trace, and every failure named.
#   mpi.sh SHARDSCOPE SOURCE CLIENT [MPIRUN]       skipped without mpirun or without the module
shardscope=$1
source=$2
client=$3
mpirun=${4:-mpirun}
command -v "$mpirun" >/dev/null 2>&1 || { echo "1..0 # SKIP there is no $mpirun"; exit 0; }
[ -f "$(dirname "$shardscope")/libshardscope_mpi.so" ] || { echo "1..0 # SKIP built without MPI"; exit 0; }
# As root, and more processes than cores; MPICH does not know these names, and needs neither.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl=self,vader,tcp OMPI_MCA_orte_abort_timeout=10
export ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0" # the engine does not free all that it has at its end
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export OMPI_MCA_orte_tmpdir_base="$tmp" # two launchers that begin at once in one folder get into each other's way
number=0
failed=0
check() { # check NAME STATUS: status 0 is a success
    number=$((number + 1))
    if [ "$2" = 0 ]; then
        echo "ok $number - $1"
    else
        failed=$((failed + 1))
        echo "not ok $number - $1"
        [ ! -s "$tmp/out" ] || sed 's/^/# /' "$tmp/out" | head -20
    fi
}
ranks() { # ranks N ARGS...
    n=$1
    shift
    timeout 120 "$mpirun" -n "$n" "$shardscope" "$@" >"$tmp/out" 2>&1
}

# Every program of data/ops that has a mesh of its own, and the reference programs where they are there.
programs=""
for p in "$source"/data/ops/*.mlir "$source"/../shared/reference/cnn_train/program.mlir "$source"/../shared/reference/moe/program.mlir "$source"/../shared/reference/uneven_pieces/program.mlir; do
    [ -f "$p" ] && "$shardscope" run "$p" --outputs "$tmp/one.npz" >/dev/null 2>&1 && programs="$programs $p"
done
for hlo in chain loop dot reduce sort moves; do
    [ -f "$source/data/ops/$hlo.hlo" ] && programs="$programs $source/data/ops/$hlo.hlo"
done
n=2
for p in $programs; do
    name=$(basename "$(dirname "$p")")/$(basename "$p")
    options="-d 4"
    "$shardscope" run "$p" $options --outputs "$tmp/one.npz" >/dev/null 2>&1 || options="-d 8"
    "$shardscope" run "$p" $options --outputs "$tmp/one.npz" >/dev/null 2>&1 || options=""
    "$shardscope" run "$p" $options --outputs "$tmp/one.npz" >/dev/null 2>&1 || continue
    ranks $n run "$p" $options --outputs "$tmp/many.npz" && cmp "$tmp/one.npz" "$tmp/many.npz" >>"$tmp/out" 2>&1
    check "$name on $n ranks: results as in one process" $?
    ranks $n verify "$p" $options && [ "$(grep -c '^ok ' "$tmp/out")" -ge 1 ] && ! grep -q '^error' "$tmp/out"
    check "$name on $n ranks: verify, said once" $?
    n=$((n % 4 + 1))
    [ $n != 1 ] || n=2
done

# More ranks than devices, and blocks of different sizes.
cat >"$tmp/sum.mlir" <<'P'
module @sum attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
}
P
ranks 3 verify "$tmp/sum.mlir"
check "three ranks, two devices" $?

# What is large enough is lent, or made where all see it, where ranks share memory, their own or the engine's; between machines it is sent.
sed 's/x"=2/x"=4/; s/8x8/512x512/g; s/partitions = 2/partitions = 4/; s/return %0 : tensor<512x512xf32>/%1 = stablehlo.add %0, %arg0 : tensor<512x512xf32>\n    return %1 : tensor<512x512xf32>/; s/-> tensor<512x512xf32> {$/-> (tensor<512x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {/' "$tmp/sum.mlir" >"$tmp/wide.mlir"
"$shardscope" run "$tmp/wide.mlir" --steps 3 --outputs "$tmp/one.npz" >"$tmp/out" 2>&1
for switch in "" SHARDSCOPE_TEST_NAMED SHARDSCOPE_TEST_APART; do
    [ -z "$switch" ] || export "$switch=1"
    ranks 3 run "$tmp/wide.mlir" --steps 3 --outputs "$tmp/many.npz" && cmp "$tmp/one.npz" "$tmp/many.npz" >>"$tmp/out" 2>&1
    check "large values, ranks share memory${switch:+, but for $switch}" $?
    [ -z "$switch" ] || unset "$switch"
done

"$shardscope" run "$tmp/sum.mlir" --outputs "$tmp/out.npz" >/dev/null 2>&1
LC_ALL=C sed 's/out0\.npy/arg0.npy/g' "$tmp/out.npz" >"$tmp/in.npz"
sed 's/%arg0, %arg1/%arg0, %arg0/; s/, %arg1: tensor<8x8xf32> {[^}]*{[^}]*}, {}\]>}//' "$tmp/sum.mlir" >"$tmp/square.mlir"
ranks 2 verify "$tmp/square.mlir" --inputs "$tmp/in.npz" && grep -q '^ok ' "$tmp/out"
check "verify of arguments in a file" $?

# One trace of all devices, with a row of each step, that says where devices ran.
ranks 3 run "$tmp/sum.mlir" --steps 4 -o "$tmp/run.db" && "$shardscope" report "$tmp/run.db" steps >"$tmp/out" 2>&1 && grep -Eq '^ +5 +4 ' "$tmp/out" && [ "$(grep -Ec '^ +[01]  cpu' "$tmp/out")" = 2 ] &&
    grep -Eq 'It ran on .*, 3 processes that may each use [1-9][0-9]* core' "$tmp/out" && ! grep -q 'cut short' "$tmp/out"
check "a trace of all devices, and where they ran" $?
ranks 2 run "$tmp/sum.mlir" --try 'split:arg0=P("x",None)' --base --steps 2 -o "$tmp/tries.db" && [ "$(grep -c 'step .*median' "$tmp/out")" = 2 ] && "$shardscope" compare "$tmp/tries.db" >"$tmp/out" 2>&1
check "two choices in one trace" $?
"$shardscope" report "$tmp/run.db" --json >"$tmp/out" 2>&1
check "its report as JSON" $?

# Each rank records a part, and one trace is made of them; of a clock that differs, how much is told; what goes between processes is what was sent.
ranks 2 run "$tmp/sum.mlir" --steps 4 --trace-parts -o "$tmp/part.db" && [ ! -e "$tmp/part.db" ] && "$shardscope" merge "$tmp/part.rank-1.db" "$tmp/part.rank-0.db" -o "$tmp/part.db" >"$tmp/out" 2>&1 &&
    [ ! -s "$tmp/out" ] && "$shardscope" report "$tmp/part.db" steps >"$tmp/out" 2>&1 && grep -Eq '^ +5 +4 ' "$tmp/out" && [ "$(grep -Ec '^ +[01]  cpu' "$tmp/out")" = 2 ] && grep -Eq 'rank 1 .* 5 ' "$tmp/out"
check "one trace of parts" $?
"$shardscope" merge "$tmp/part.rank-0.db" -o "$tmp/half.db" >"$tmp/out" 2>&1 && grep -q "rank 1 on .*: its part is missing, so device 1 has no timeline" "$tmp/out" && "$shardscope" report "$tmp/half.db" >>"$tmp/out" 2>&1
check "a part that is missing is named" $?
ranks 2 run "$tmp/sum.mlir" --trace-parts -o "$tmp/next.db" && ! "$shardscope" merge "$tmp/part.rank-0.db" "$tmp/next.rank-1.db" -o "$tmp/none.db" >"$tmp/out" 2>&1 && grep -q "are parts of different runs" "$tmp/out" && [ ! -e "$tmp/none.db" ]
check "parts of different runs are refused" $?
! ranks 1 run "$tmp/sum.mlir" --trace-parts -o "$tmp/alone.db" && grep -q "goes with several processes" "$tmp/out"
check "a part of a single process is refused" $?
for how in "" --trace-parts; do
    export SHARDSCOPE_TEST_HOSTS=one,two SHARDSCOPE_TEST_CLOCK=1:50000000:20000
    rm -f "$tmp"/clock*.db
    ranks 2 run "$tmp/sum.mlir" --steps 300 $how -o "$tmp/clock.db"
    unset SHARDSCOPE_TEST_HOSTS SHARDSCOPE_TEST_CLOCK
    [ -e "$tmp/clock.db" ] || "$shardscope" merge "$tmp"/clock.rank-*.db -o "$tmp/clock.db" >>"$tmp/out" 2>&1
    "$shardscope" report "$tmp/clock.db" steps --json >"$tmp/out" 2>&1
    # 50 ms ahead and 2 % faster: to within the error that is told; drift where that is small.
    tr -d ' ,"' <"$tmp/out" | awk -F: '/^process:rank1/ { mine = 1 } mine && $1 == "clock_off_ns" { off = $2 } mine && $1 == "drift_ns" { drift = $2 } mine && $1 == "clock_err_ns" { err = $2; mine = 0 }
        END { off += 50000000; off = off < 0 ? -off : off; if (err <= 0 || err > 40000000 || off > err + 20000000 || (err < 100000 && (drift > -15000000 || drift < -25000000))) { print "# off " off " drift " drift " err " err; exit 1 } }' >>"$tmp/out"
    check "clocks that differ and drift $how" $?
done
"$shardscope" report "$tmp/clock.db" collectives --json >"$tmp/out" 2>&1
between=$(tr -d ' ,"' <"$tmp/out" | awk -F: '$1 == "between_hosts" && $2 != "null" { n += $2 } $1 == "lines" || $1 == "collectives" { exit } END { print n + 0 }')
"$shardscope" report "$tmp/clock.db" steps --json >"$tmp/out" 2>&1
sent=$(tr -d ' ,"' <"$tmp/out" | awk -F: '$1 == "sent_bytes" { n += $2 } END { print n / 301 }')
grep -q 'the model .*cpu-1[^0-9]' "$tmp/out"
check "plans are made for the machines that ranks run on" $?
echo "# between hosts $between, sent $sent" >>"$tmp/out"
[ "$between" = "$sent" ] && [ "$between" -gt 0 ]
check "bytes between hosts are those that were sent" $?

# A program that one process has no room for: each needs that of its own devices only. Not under sanitizers, which reserve address space.
if ! ldd "$shardscope" | grep -q lib[at]san; then
    cat >"$tmp/large.mlir" <<'P'
module @large attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=8]>
  func.func public @main(%arg0: tensor<32768x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8192xf32> {
    %c = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<32768x8192xf32>, tensor<f32>) -> tensor<8192xf32>
    return %0 : tensor<8192xf32>
  }
}
P
    (
        ulimit -v 900000
        ! "$shardscope" run "$tmp/large.mlir" --fill zeros >"$tmp/out" 2>&1 && ranks 4 run "$tmp/large.mlir" --fill zeros
    )
    check "a program that does not fit into one process" $?
    # Arguments from a file: 256 MiB of zeros in a zip that takes no space, its head, a hole and its table of contents.
    z4='\000\000\000\000' size='\200\000\000\020' # 2^28 + 128
    {
        printf "PK\003\004\024\000\000\000\000\000$z4$z4$size$size\010\000\000\000arg0.npy\223NUMPY\001\000v\000"
        printf '%-117s\n' "{'descr': '<f4', 'fortran_order': False, 'shape': (8192, 8192), }"
    } >"$tmp/zeros.npz"
    truncate -s 268435622 "$tmp/zeros.npz"
    {
        printf "PK\001\002\024\000\024\000\000\000\000\000$z4$z4$size$size\010\000\000\000\000\000$z4$z4$z4"
        printf "arg0.npyPK\005\006$z4\001\000\001\0006\000\000\000\246\000\000\020\000\000"
    } >>"$tmp/zeros.npz"
    sed 's/32768x8192/8192x8192/' "$tmp/large.mlir" >"$tmp/read.mlir"
    (
        ulimit -v 450000
        ! "$shardscope" run "$tmp/read.mlir" --inputs "$tmp/zeros.npz" >"$tmp/out" 2>&1 && ranks 4 run "$tmp/read.mlir" --inputs "$tmp/zeros.npz"
    )
    check "each rank reads its part of a file" $?
    sed -e '/constant/d' -e 's/tensor<32768x8192xf32>/tensor<8192xf32>/; s/, \[{"x"}, {}\]>/, [{"x"}]>/; s/-> tensor<8192xf32> {$/-> (tensor<8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {/' \
        -e 's/%0 = .*/%0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<8192xf32>) -> tensor<8192x8192xf32>/; s/return %0 .*/return %0 : tensor<8192x8192xf32>/' \
        "$tmp/large.mlir" >"$tmp/write.mlir"
    (
        ulimit -v 450000
        ranks 4 run "$tmp/write.mlir" --outputs "$tmp/four.npz" # whole and as a file, it would be 512 MiB
    ) && "$shardscope" run "$tmp/write.mlir" --outputs "$tmp/one.npz" >"$tmp/out" 2>&1 && cmp "$tmp/one.npz" "$tmp/four.npz"
    check "results that are whole on no rank" $?
    rm -f "$tmp/one.npz" "$tmp/four.npz"
fi

# A client of the library whose devices are in several processes, as the PJRT plugin has it.
for n in 2 4; do
    timeout 120 "$mpirun" -n $n "$client" >"$tmp/out" 2>&1
    check "a client of $n processes" $?
done
timeout 120 "$mpirun" -n 2 "$client" fails >"$tmp/out" 2>&1
[ $? != 0 ] && ! grep -q wrong "$tmp/out" && ! grep -q Signal "$tmp/out"
check "a process that gives up ends the executions of the others" $?

# Commands that are no run: one process does them, and none measures beside others.
ranks 2 simulate "$tmp/sum.mlir" --hardware h100x8 -o "$tmp/once.db" && [ "$("$shardscope" report "$tmp/once.db" steps --json | grep -c '"run" : ')" = 1 ]
check "a prediction is made once" $?
ranks 2 calibrate -d 1 -o "$tmp/machine.ini" && grep -q '^devices = 1$' "$tmp/machine.ini" && ! grep -q '^domain' "$tmp/machine.ini"
check "processes of one machine measure it once" $?

# A launcher of another MPI: each process would be alone, and all would write the same files.
OMPI_COMM_WORLD_SIZE=2 timeout 60 "$shardscope" run "$tmp/sum.mlir" >"$tmp/out" 2>&1
[ $? = 1 ] && grep -q "started as one of several, but .* knows of no others" "$tmp/out"
check "a launcher that the engine does not know" $?

# Failures: devices that wait for each other, a rank that cannot read its program, ranks with different programs, a rank that is killed.
ranks 3 run "$source/tests/unit/ranks/lonely.mlir"
[ $? != 0 ] && grep -q "device 3 waits at all-reduce for device 0" "$tmp/out" && grep -q "rank 0 on .* runs devices 0 to 1; .*rank 2 on .* runs device 3" "$tmp/out"
check "a deadlock names who waits for whom" $?
ranks 3 run "$tmp/sum.mlir" --steps -1
[ $? != 0 ] && [ "$(grep -c shardscope: "$tmp/out")" = 1 ] && grep -q "steps -1: must be at least 1" "$tmp/out"
check "a wrong option is told once" $?
cat >"$tmp/each.sh" <<'P'
#!/bin/sh
# each.sh COMMAND FILE: rank 1 gets another file
file=$2
[ "${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}" != 1 ] || file=$3
exec "$1" run "$file"
P
timeout 120 "$mpirun" -n 3 sh "$tmp/each.sh" "$shardscope" "$tmp/sum.mlir" "$tmp/none.mlir" >"$tmp/out" 2>&1
[ $? != 0 ] && grep -q "rank 1 on .*none.mlir" "$tmp/out"
check "a rank that cannot read its program" $?
sed 's/contracting_dims = \[1\] x \[0\]/contracting_dims = [0] x [0]/' "$tmp/sum.mlir" >"$tmp/other.mlir"
timeout 120 "$mpirun" -n 2 sh "$tmp/each.sh" "$shardscope" "$tmp/sum.mlir" "$tmp/other.mlir" >"$tmp/out" 2>&1
[ $? != 0 ] && grep -q "is not that of rank" "$tmp/out"
check "ranks with different programs" $?
timeout 120 "$mpirun" -n 3 "$shardscope" run "$tmp/sum.mlir" --steps 2000000 --whole-steps 20 -o "$tmp/killed.db" >"$tmp/out" 2>&1 &
launcher=$!
sleep 4
victim=""
for pid in $(pgrep -f "run $tmp/sum.mlir --steps 2000000"); do
    tr '\0' '\n' <"/proc/$pid/environ" 2>/dev/null | grep -Eq '^(OMPI_COMM_WORLD_RANK|PMI_RANK)=2$' && victim=$pid
done
if [ -n "$victim" ]; then
    large=$(for f in $(awk '$6 ~ "^/dev/shm/" { print $6 }' "/proc/$victim/maps" | sort -u); do find "$f" -size +64M; done)
    [ -z "$large" ]
    check "what ranks share has no name, under which it could be left" $?
    kill -9 "$victim"
    start=$(date +%s)
    wait $launcher
    status=$?
    grep -q "rank 2 on .* is lost: its process $victim was ended, \(after\|in\) step" "$tmp/out"
    check "it is named by the others" $?
    [ $status != 0 ] && [ $(($(date +%s) - start)) -le 30 ] && "$shardscope" report "$tmp/killed.db" steps >"$tmp/out" 2>&1 && grep -q 'warm' "$tmp/out"
    check "a rank that is killed ends the run, and finished steps are in the trace" $?
else
    kill $launcher
    check "a rank that is killed: there is none of that number" 1
fi
echo "1..$number"
exit $failed
