#!/bin/sh
# Ranks on two hosts that differ in name, network, memory and clock (tests/bench/hosts.sh): results, plans, clocks and traffic in the trace.
#   hosts.sh SHARDSCOPE SOURCE MPIRUN       skipped (77) where hosts cannot be made, or the launcher cannot run anything on them, and with launchers other than Open MPI's
shardscope=$1
mpirun=$3
case $("$mpirun" --version 2>/dev/null) in
*"Open MPI"*) ;;
*) echo "skipped: $mpirun is not Open MPI's"; exit 77 ;;
esac
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0" OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl=self,vader,tcp
# The sum is more than what goes into the head of a message, so that data follows heads.
cat >"$tmp/sum.mlir" <<'P'
module @sum attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%arg0: tensor<256x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<512x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<256x256xf32> {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<256x512xf32>, tensor<512x256xf32>) -> tensor<256x256xf32>
    return %0 : tensor<256x256xf32>
  }
}
P
export HOSTS_SHARE="$tmp:${shardscope%/runtime/*}" # the build may be in /tmp
cd "$tmp" || exit 1
over_hosts() { # over_hosts COMMAND...
    timeout -s KILL 110 "$hosts" 2 timeout -s KILL 100 "$mpirun" --mca orte_tmpdir_base /tmp -x ASAN_OPTIONS --host h1:1,h2:2 -n 3 "$@" >out 2>&1
}
hosts=$2/tests/bench/hosts.sh
over_hosts sh -c 'hostname; test -x "$0"' "$shardscope"
status=$?
[ $status != 77 ] || { cat out; exit 77; }
if [ $status != 0 ] || ! grep -q '^h1$' out || [ "$(grep -c '^h2$' out)" != 2 ]; then
    echo "skipped: $mpirun cannot run over hosts here: status $status"
    cat out
    exit 77
fi
over_hosts "$shardscope" run sum.mlir --steps 20 --hardware cpu-2 -o run.db --outputs many.npz
status=$?
number=0
failed=0
check() { # check NAME STATUS
    number=$((number + 1))
    if [ "$2" = 0 ]; then
        echo "ok $number - $1"
    else
        failed=$((failed + 1))
        echo "not ok $number - $1"
        sed 's/^/# /' out | head -20
    fi
}
check "a run over two hosts" $status
"$shardscope" run sum.mlir --steps 1 --hardware cpu-2 --outputs one.npz >out 2>&1 && cmp one.npz many.npz >>out 2>&1
check "results as in one process" $?
"$shardscope" report run.db steps --json >out 2>&1
tr -d ' ,"' <out | awk -F: '/^process:rank/ { rank = $2 } $1 == "host" { host[rank] = $2 } $1 == "clock_off_ns" { off[rank] = $2 } $1 == "clock_err_ns" { err[rank] = $2 }
    END { for (r in off) n++; d = off["rank2onh2"] + 2000e9; d = d < 0 ? -d : d
        if (n != 3 || off["rank0onh1"] != 0 || err["rank2onh2"] <= 0 || d > err["rank2onh2"] + 5e8) { print "# " n " ranks, off " off["rank2onh2"] " to within " err["rank2onh2"]; exit 1 } }' >>out
check "clocks that are 2,000 s apart" $?
over_hosts "$shardscope" verify sum.mlir
check "verified over two hosts" $?
over_hosts "$shardscope" calibrate -d 2 -o cluster.ini && cat cluster.ini >>out && grep -q 'on h1, h2:' cluster.ini && grep -q '^domain = 1$' cluster.ini &&
    awk '/^(nic_gbps|far_us|f32_tflops) = / && $3 > 0 { n++ } END { exit n != 3 }' cluster.ini
check "two hosts measured as a cluster" $?
over_hosts "$shardscope" run sum.mlir --steps 1 --hardware cluster.ini -o cluster.db && "$shardscope" report cluster.db reshards --json >out && grep -q 'between hosts' out
check "a plan by that cluster tells its hosts apart" $?
# A machine vanishes: that is said soon, the run is given up, and the launcher, which would wait for its own process there, ends too.
cat >cut.sh <<'P'
SHARDSCOPE_PATIENCE=7 G_MESSAGES_DEBUG=all "$@" >cut.out 2>&1 &
pid=$!
i=0
while ! grep -q ' steps are finished' cut.out && [ $i -lt 600 ]; do
    sleep 0.1
    i=$((i + 1))
done
ip link set up2 down
wait $pid
echo "the launcher has ended: $?" >>cut.out
P
timeout -s KILL 110 "$hosts" 2 timeout -s KILL 100 sh cut.sh "$mpirun" --mca orte_tmpdir_base /tmp -x ASAN_OPTIONS -x SHARDSCOPE_PATIENCE -x G_MESSAGES_DEBUG --host h1:1,h2:2 -n 3 "$shardscope" run sum.mlir --force --steps 1000000 --whole-steps 50 -o cut.db >out 2>&1
grep -v 'DEBUG\|steps are finished' cut.out >>out
grep -Eq 'rank [12] on h2 has not been heard for 4 s' cut.out && grep -Eq 'rank [12] on h2 has been silent for 7 s' cut.out && grep -Eq 'the launcher has ended: [1-9]' cut.out
check "a machine that vanishes is named, and nothing waits for it" $?
"$shardscope" report cut.db steps >out 2>&1 && grep -Eq 'cut short: .*h2 has been silent' out
check "the trace says so" $?
echo "1..$number"
exit $failed
