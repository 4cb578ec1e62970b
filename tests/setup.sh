# Sourced by data/demo.sh and tests/run.sh from the root of the project: installs what is missing with apt-get.
# The one list of packages; see README.md for what each is for.

packages="pkg-config meson ninja-build gcc libc6-dev libglib2.0-dev libgtk-3-dev libcairo2-dev libjson-glib-dev
    libsqlite3-dev libopenblas-dev libarchive-dev libsleef-dev libopenmpi-dev openmpi-bin xvfb xauth"

missing=""
for p in $packages; do
    dpkg-query -W -f='${Status}' "$p" 2>/dev/null | grep -q 'ok installed' || missing="$missing $p"
done
if [ -n "$missing" ]; then
    echo "installing:$missing"
    if [ "$(id -u)" = 0 ]; then
        as_root=""
    elif command -v sudo >/dev/null 2>&1; then
        as_root="sudo"
    else
        echo "these packages are missing and only root can install them:$missing" >&2
        exit 1
    fi
    $as_root apt-get update -qq
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing
fi
