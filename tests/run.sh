#!/bin/sh
# Installs what is missing, builds, runs every test: plain, then with the address, undefined-behaviour and thread
# sanitizers. The last line is "N passed, N failed".
#   sh tests/run.sh            everything
#   sh tests/run.sh quick      without the sanitizers
set -eu
cd "$(dirname "$0")/.."
. tests/setup.sh

log=build/tests.log
mkdir -p build
: >"$log"
broken=0
folders=""
quiet=--quiet
[ ! -t 1 ] || quiet=""

# Linking some hundred programs takes a third of the time with it.
link=""
! command -v ld.gold >/dev/null 2>&1 || link=-Dc_link_args=-fuse-ld=gold

# build_and_test FOLDER TARGETS SUITES [MESON OPTIONS...]
build_and_test() {
    folder=$1
    targets=$2
    suites=$3
    shift 3
    folders="$folders $folder"
    if [ ! -d "$folder/meson-info" ]; then
        meson setup "$folder" $link "$@" >"build/setup.log" 2>&1 || { cat build/setup.log; return 1; }
    fi
    ninja -C "$folder" $quiet $targets || return 1
    # Locked-up tests end by their own time limits; the log has what they said.
    meson test -C "$folder" --no-rebuild --print-errorlogs $suites 2>&1 | tee -a "$log" || true
}

echo "== build and tests"
build_and_test build/release all "" || broken=$((broken + 1))
if [ "${1:-}" != quick ]; then
    echo "== the same with the address and undefined-behaviour sanitizers"
    export ASAN_OPTIONS="detect_leaks=1:allocator_may_return_null=1"
    export LSAN_OPTIONS="suppressions=$PWD/tests/lsan.supp:print_suppressions=0"
    export UBSAN_OPTIONS="halt_on_error=1:print_stacktrace=1"
    build_and_test build/asan all "" -Doptimization=1 -Dc_args=-g1 -Db_sanitize=address,undefined -Db_lundef=false || broken=$((broken + 1))
    echo "== executor and recorder with the thread sanitizer"
    export TSAN_OPTIONS="suppressions=$PWD/tests/tsan.supp"
    export G_SLICE=always-malloc # the sanitizer does not see the locks by which GLib reuses blocks
    build_and_test build/tsan threaded-tests "--suite threads" -Doptimization=1 -Dc_args=-g1 -Db_sanitize=thread -Db_lundef=false || broken=$((broken + 1))
fi

# What failed once more, where the end of the output is all that is kept of it: the names, then what each said of it and said last.
grep -E ' (FAIL|TIMEOUT|ERROR|INTERRUPT) ' "$log" | sort -u | tail -n 40 || true
for folder in $folders; do
    [ ! -f "$folder/meson-logs/testlog.txt" ] || awk '
        function end() {
            if (marked > 0 || result !~ /exit status (0|77)$/)
                for (i = 1; i <= n; i++)
                    if (i > n - 12 || i in mark) print "    " name ": " said[i]
            for (i in mark) delete mark[i]
            n = marked = 0
            name = ""
            result = "exit status 0"
        }
        BEGIN { end() }
        /^=+ [0-9]+\/[0-9]+ =+$/ { end() }
        /^test: / { name = $2 }
        /^result: / { result = $0 }
        name != "" && NF && !/^ok |^[-=]+( std(out|err) [-=]+)?$|^(test|start time|duration|result|command): / { said[++n] = substr($0, 1, 300) }
        /^not ok|^BAD |^Bail out|: runtime error: |(ERROR|SUMMARY|WARNING): .*Sanitizer/ && ++marked <= 8 { mark[n] }
        END { end() }' "$folder/meson-logs/testlog.txt" | tail -n 60
done

# "12/40 shardscope:unit / base-diag   OK   0.02s   3 subtests passed"
awk -v broken="$broken" '
    /^Summary of Failures/ { again = 1 } # meson says each a second time
    /^Ok:/ { again = 0 }
    !again && $1 ~ /^[0-9]+\/[0-9]+$/ {
        n = 1
        for (i = 1; i < NF; i++)
            if ($(i + 1) == "subtests" && $i ~ /^[0-9]+$/) n = $i
            else if ($(i + 1) == "subtests" && $i ~ /^[0-9]+\/[0-9]+$/) { split($i, of, "/"); passed += of[1]; failed += of[2] - of[1]; n = 0 }
        if ($0 ~ / OK /) passed += n
        else if ($0 ~ / (SKIP|EXPECTEDFAIL) /) skipped += n
        else if (n > 0) failed += 1
    }
    END { printf "%d passed, %d failed\n", passed, failed + broken; exit failed + broken > 0 || passed == 0 }
' "$log"
