#!/bin/sh
# Hosts on one machine, to try runs over a network: each has its own name, network, processes, /tmp, /dev/shm and clock (a thousand seconds from the next one's).
#   hosts.sh N COMMAND...       runs the command on h1, from where `mpirun --host h1:2,h2:2 ...` reaches h2 to hN; its status, or 77 if the system does not allow hosts
# h1 sees this machine's files, and the others do but for /tmp and /dev/shm, in which they have only the folders $HOSTS_SHARE (separated by colons). The environment of a command is not carried
# to another host but by the launcher (mpirun -x NAME, MPICH: -genv), as with ssh. `hosts-enter hK COMMAND...` runs something on a host, `ip link set upK down` on h1
# cuts it off. Needs Linux and root.
set -u
refuse() {
    [ -z "${HOSTS_DIR:-}" ] || rm -rf "$HOSTS_DIR"
    echo "skipped: $1"
    exit 77
}
if [ -z "${HOSTS_DIR:-}" ]; then
    for tool in unshare nsenter ip mount pgrep hostname; do
        command -v $tool >/dev/null 2>&1 || refuse "there is no $tool"
    done
    HOSTS_DIR=$(mktemp -d)
    export HOSTS_DIR
    unshare -n -u -i -m -p -f -T true 2>"$HOSTS_DIR/why" || refuse "namespaces are not allowed: $(cat "$HOSTS_DIR/why")"
    exec unshare -n -u -i -m -p -f --mount-proc --kill-child "$0" "$@" # to be ended by SIGKILL
fi

n=$1
shift
fail() {
    refuse "host $1 cannot be made: $(tail -n 1 "$HOSTS_DIR/why")"
}
host_begin() { # host_begin K: its first process, which is the one to enter by
    unshare -n -u -i -m -p -f --mount-proc --kill-child -T --monotonic $((1000 * $1)) --boottime $((1000 * $1)) sh -c '
        hostname "$0" && mount -t sysfs hosts /sys && mount -t tmpfs hosts /dev/shm && mkdir "$HOSTS_DIR/$0" && mount -t tmpfs hosts "$HOSTS_DIR/$0" || exit 1
        IFS=:
        list=$HOSTS_DIR:${HOSTS_SHARE:-}
        for shared in $list; do
            in_tmp=${shared#/tmp/}
            [ "$in_tmp" = "$shared" ] || { mkdir -p "$HOSTS_DIR/$0/$in_tmp" && mount --bind "$shared" "$HOSTS_DIR/$0/$in_tmp"; } || exit 1
        done
        mount --move "$HOSTS_DIR/$0" /tmp || exit 1
        echo ready >&3
        while :; do # takes leave of what ends on this host
            sleep 1000 &
            wait
        done' "h$1" 3>"$HOSTS_DIR/h$1.ready" >>"$HOSTS_DIR/why" 2>&1 &
    outer=$!
    while [ ! -s "$HOSTS_DIR/h$1.ready" ]; do
        kill -0 "$outer" 2>/dev/null || fail "$1"
        sleep 0.02
    done
    pgrep -P "$outer" >"$HOSTS_DIR/h$1.pid"
}
host_connect() { # host_connect K
    pid=$(cat "$HOSTS_DIR/h$1.pid")
    ip link add "up$1" type veth peer name eth0 netns "$pid" && ip link set "up$1" master hosts up &&
        nsenter -t "$pid" -n sh -c "ip addr add 10.77.0.$1/24 dev eth0 && ip link set eth0 up && ip link set lo up"
}

mkdir "$HOSTS_DIR/bin"
cat >"$HOSTS_DIR/bin/hosts-enter" <<'P'
#!/bin/sh
# In place of ssh: options, the host, and what its shell is to run.
while [ "${1#-}" != "$1" ]; do
    shift
done
host=$1
shift
exec nsenter -t "$(cat "$HOSTS_DIR/$host.pid")" -a env -i PATH="$PATH" HOME="$HOME" HOSTS_DIR="$HOSTS_DIR" sh -c "$*"
P
chmod +x "$HOSTS_DIR/bin/hosts-enter"
printf '127.0.0.1 localhost\n' >"$HOSTS_DIR/hosts"
for k in $(seq "$n"); do
    echo "10.77.0.$k h$k" >>"$HOSTS_DIR/hosts"
done
{
    mount --bind "$HOSTS_DIR/hosts" /etc/hosts && mount -t sysfs hosts /sys && hostname h1 && ip link set lo up && ip link add hosts type bridge &&
        ip addr add 10.77.0.1/24 dev hosts && ip link set hosts up
} >>"$HOSTS_DIR/why" 2>&1 || fail 1
for k in $(seq 2 "$n"); do
    host_begin "$k"
    host_connect "$k" >>"$HOSTS_DIR/why" 2>&1 || fail "$k"
done
export PATH="$HOSTS_DIR/bin:$PATH" HYDRA_LAUNCHER=ssh HYDRA_LAUNCHER_EXEC="$HOSTS_DIR/bin/hosts-enter"
export OMPI_MCA_plm_rsh_agent="$HOSTS_DIR/bin/hosts-enter" OMPI_MCA_plm_rsh_no_tree_spawn=1
"$@"
status=$?
rm -rf "$HOSTS_DIR"
exit $status
