#!/bin/sh
# A run of two processes under valgrind: what it says is MPI's own, by name, or nothing (tests/valgrind.supp).
#   valgrind.sh SHARDSCOPE SOURCE MPIRUN       skipped (77) without valgrind, and under sanitizers, which watch memory themselves
shardscope=$1
source=$2
mpirun=$3
command -v valgrind >/dev/null 2>&1 || { echo "skipped: there is no valgrind"; exit 77; }
! ldd "$shardscope" | grep -q 'lib[atu]b*san' || { echo "skipped: built with sanitizers"; exit 77; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# As root, and more processes than cores; launchers that begin at once in one folder get into each other's way.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl=self,vader,tcp OMPI_MCA_orte_tmpdir_base="$tmp"
sed 's/512/64/g' "$source/tests/unit/ranks/killed.mlir" >"$tmp/small.mlir"
timeout 280 "$mpirun" -n 2 valgrind --suppressions="$source/tests/valgrind.supp" --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite --gen-suppressions=all \
    --log-file="$tmp/log.%p" --error-exitcode=9 "$shardscope" run "$tmp/small.mlir" --steps 3 -o "$tmp/run.db" >"$tmp/out" 2>&1
status=$?
cat "$tmp/out"
cat "$tmp"/log.*
[ "$status" = 0 ] && [ "$(cat "$tmp"/log.* | grep -c 'ERROR SUMMARY: 0 errors')" = 2 ]
