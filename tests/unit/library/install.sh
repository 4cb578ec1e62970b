#!/bin/sh
# `meson install` into an empty folder gives what others need to build on the library: header, pkg-config file, library, commands that
# find it. A small program is built by the installed pkg-config file alone, and runs.
#   install.sh BUILD SOURCE
unset LD_LIBRARY_PATH # the test runner points it at the build folder
set -eu
build=$1 source=$2
skip() { echo "skipped: $1"; exit 77; }
command -v meson >/dev/null 2>&1 || skip "no meson on the path"
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
DESTDIR=$root/to meson install -C "$build" --no-rebuild --quiet >"$root/log" 2>&1 || { cat "$root/log"; exit 1; }

# "usr/local/lib/...", as configured
one() {
    found=$(find "$root/to" -name "$1" | head -n 1)
    [ -n "$found" ] || { echo "$1 was not installed" >&2; exit 1; }
    echo "$found"
}
header=$(one shardscope.h) pc=$(one shardscope.pc) library=$(one 'libshardscope.so.*.*.*') program=$(find "$root/to" -path '*/bin/shardscope')
[ -x "$program" ] || { echo "the program shardscope was not installed"; exit 1; }
[ "$(find "$root/to" -name '*.h' | wc -l)" = 1 ] || { echo "headers other than shardscope.h were installed"; exit 1; }
sh "$source/tests/unit/library/symbols.sh" "$library" "$header"

# The installed command uses the installed library.
env -u LD_LIBRARY_PATH "$program" --version
if command -v ldd >/dev/null 2>&1; then
    used=$(ldd "$program" | awk '/libshardscope/ { print $3 }')
    case $(realpath "$used") in
        "$(realpath "$root")"/*) ;;
        *) echo "the installed command uses $used"; exit 1 ;;
    esac
    ldd "$program" | grep 'not found' && exit 1
fi

command -v pkg-config >/dev/null 2>&1 || skip "no pkg-config: the installed library was looked at, and nothing built on it"
command -v cc >/dev/null 2>&1 || skip "no cc: the installed library was looked at, and nothing built on it"
cat >"$root/five.c" <<'END'
#include <shardscope.h>
#include <stdio.h>
int main(void)
{
    ShardscopeMesh *mesh = shardscope_mesh_parse("x=4,y=2", NULL);
    ShardscopeSharding *s = shardscope_sharding_parse(mesh, "P('x', None)", 2, NULL);
    char *text = shardscope_sharding_text(s, 2, SHARDSCOPE_SPELL_GSPMD, NULL);
    return puts(text ? text : "no text") < 0;
}
END
export PKG_CONFIG_LIBDIR="$(dirname "$pc")" PKG_CONFIG_SYSROOT_DIR="$root/to"
# shellcheck disable=SC2046 # flags are words
cc -std=c11 -Wall -Wextra -Werror "$root/five.c" -o "$root/five" $(pkg-config --cflags --libs shardscope)
said=$(LD_LIBRARY_PATH=$(dirname "$library") "$root/five")
[ "$said" = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}" ] || { echo "the program said: $said"; exit 1; }
echo "installed, and a program was built on it"
