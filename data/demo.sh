#!/bin/sh
# Installs what is missing, builds, and shows the main job: one matrix product under the four sharding choices of the
# pjit notebook, run on 8 virtual devices, recorded in demo.db, compared, explained and drawn.
set -eu
cd "$(dirname "$0")/.."
. tests/setup.sh

[ -d build/release/meson-info ] || meson setup build/release >/dev/null
ninja -C build/release | tail -n 1
shardscope=build/release/runtime/shardscope
viewer=build/release/viewer/shardscope-viewer

mkdir -p out
rm -f out/demo.db
set -x
$shardscope run data/matmul.mlir --mesh a=4,b=2 --steps 20 -o out/demo.db \
    --try 'case1:x=P(None,"a"),y=P("a",None)' \
    --try 'case1b:x=P(None,"a"),y=P("b",None)' \
    --try 'case2:x=P("b","a"),y=P("b",None)' \
    --try 'full:x=P("b","a"),y=P("b","a")'
$shardscope show --shape 16,16 --mesh a=4,b=2 --spec 'P("b","a")'
$shardscope compare out/demo.db
$shardscope report out/demo.db reshards
{ set +x; } 2>/dev/null

if [ ! -x "$viewer" ]; then
    echo "The viewer was not built: GTK 3 is missing."
    exit 0
fi
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    echo "Opening the viewer on out/demo.db. Shardings shows how x, y and the product lie in each case,"
    echo "Reshards where data had to move and why, Steps what each device did when."
    exec "$viewer" out/demo.db
fi
for view in shardings reshards steps; do
    "$viewer" --render "$view" out/demo.db -o "out/$view.png"
done
echo "No display: the views are in out/shardings.png (how x, y and the product lie in each case),"
echo "out/reshards.png (where data had to move, and why) and out/steps.png (what each device did when)."
