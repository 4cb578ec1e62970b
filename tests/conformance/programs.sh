#!/bin/sh
# Whole programs with their own annotations, in forms that occur in other test suites and in old dumps. Comments in the first
# lines of each say what is tested:
#   // verify OPTIONS    partitioned and compared with the evaluator; no op may run on whole arrays unless OPTIONS contain "fallback"
#   // compile OPTIONS   partitioned only, since values are not known
#   // eval OPTIONS      run on the evaluator only, with the checks in the program
#   // error TEXT        refused by check or verify with this text, at a line of the file
#   // says TEXT         the command before printed this
# The partitioned program is printed, and must be read again. TAP.
set -u
bin=$1
n=0
bad=0
report() { # 0 or 1, what, output
    n=$((n + 1))
    if [ "$1" = 0 ]; then
        echo "ok $n - $2"
    else
        echo "not ok $n - $2"
        printf '%s\n' "$3" | sed 's/^/# /'
        bad=1
    fi
}
printed() { # options; of $program
    for form in hlo hlo-short stablehlo; do
        # shellcheck disable=SC2086 # several words
        "$bin" compile "$program" $1 --emit $form >"$tmp/local" 2>"$tmp/err" && "$bin" check "$tmp/local" >"$tmp/err" 2>&1
        report $? "$name: $form printed and read again $1" "$(cat "$tmp/err")"
    done
}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
for program in "$SHARDSCOPE_SOURCE"/tests/conformance/programs/*.hlo "$SHARDSCOPE_SOURCE"/tests/conformance/programs/*.mlir; do
    name=$(basename "$program")
    sed -n '/^\/\/ /!q;s/^\/\/ //p' "$program" >"$tmp/lines"
    out=
    while read -r verb rest; do
        case $verb in
        verify)
            options=${rest%fallback}
            # shellcheck disable=SC2086 # several words
            out=$("$bin" verify "$program" $options 2>&1)
            ok=1
            case $out in
            "ok "*"fallback=0"*) ok=0 ;;
            "ok "*) [ "$rest" != "$options" ] && ok=0 ;;
            esac
            report $ok "$name: verify $rest" "$out"
            printed "$options"
            ;;
        compile) printed "$rest" ;;
        eval)
            # shellcheck disable=SC2086
            out=$("$bin" eval "$program" $rest 2>&1)
            report $? "$name: eval" "$out"
            ;;
        error)
            out=$("$bin" verify "$program" 2>&1)
            ok=1
            case $out in *"$name:"[0-9]*"$rest"*) ok=0 ;; esac
            report $ok "$name: refused" "$out"
            ;;
        says)
            ok=1
            case $out in *"$rest"*) ok=0 ;; esac
            report $ok "$name: says $rest" "$out"
            ;;
        esac
    done <"$tmp/lines"
done
echo "1..$n"
exit $bad
