#!/usr/bin/env python3
"""What JAX's calls cost on the PJRT plugin beside its CPU back end: tiny functions, copies between host and device, and recording.

    latency.py PLUGIN.so [--python PYTHON] [--rounds N]

PYTHON (default: this one) has JAX. The sides take turns, and the least of the rounds' medians counts, since other work on the machine only makes it longer.
    call     us until the result of a jitted f(x) = x + 1 is there, x of 64 elements, on one device and laid over eight: plugin, CPU back end, ratio.
    copy     GiB/s of jax.device_put until it is ready, and of numpy.array of a new result, beside a copy of as many bytes within the host's memory; and the same
             of the CPU back end, since most of a small copy's time is Python's: what one of 4 bytes takes, which is told, and left out in the last two shares.
    record   ms of a training step (two layers, gradient, update; eight devices) without and with SHARDSCOPE_TRACE, ratio; and the processors' time of it, which
             other work on the machine changes less.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

SIZES = [4, 1 << 16, 1 << 20, 1 << 24, 1 << 28]


def median_time(work, n, before=lambda: None):
    import time
    times = []
    for _ in range(n):
        given = before()
        start = time.perf_counter()
        kept = work(given)
        times.append(time.perf_counter() - start)
        del kept, given
    return statistics.median(times)


def child(what):
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
    devices = jax.devices()
    over = lambda *spec: NamedSharding(Mesh(np.array(devices), ("x",)), P(*spec))
    if what.startswith("call"):
        x = jax.device_put(np.ones(64, np.float32), over("x") if len(devices) > 1 else devices[0])
        f = jax.jit(lambda x: x + 1)
        f(x).block_until_ready()
        return [median_time(lambda _: f(x).block_until_ready(), 2000)]
    if what == "copy":
        out = []
        for size in SIZES:
            n = max(5, min(200, (1 << 29) // size))
            host, to = np.arange(size // 4, dtype=np.float32), np.empty(size // 4, np.float32)
            add = jax.jit(lambda x: x + 1)
            on_device = jax.device_put(host).block_until_ready()
            add(on_device).block_until_ready()

            def changed(_=None):
                host[0] += 1 # so that nobody can keep what was put before
                return host
            up = median_time(lambda h: jax.device_put(h, may_alias=False).block_until_ready(), n, changed)
            down = median_time(lambda a: np.array(a), n, lambda: add(on_device).block_until_ready())
            copy = median_time(lambda h: np.copyto(to, h), n, changed)
            fresh = median_time(lambda h: h.copy(), n, changed)
            out.append([size / up, size / down, size / copy, size / fresh])
        return out
    params = [jax.device_put(np.full((512, 2048), 0.01, np.float32), over(None, "x")), jax.device_put(np.full((2048, 512), 0.01, np.float32), over("x", None))]
    x = jax.device_put(np.ones((256, 512), np.float32), over())

    @jax.jit
    def step(params, x):
        loss = lambda p: jnp.mean((jax.nn.relu(x @ p[0]) @ p[1] - x) ** 2)
        value, grads = jax.value_and_grad(loss)(params)
        return [p - 0.1 * g for p, g in zip(params, grads)], value
    state = [params]

    def one(_):
        state[0], value = step(state[0], x)
        value.block_until_ready()
        jax.block_until_ready(state[0])
    for _ in range(20):
        one(None)
    import time
    before = time.process_time()
    wall = median_time(one, 300)
    return [wall, (time.process_time() - before) / 300]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("plugin")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--rounds", type=int, default=3)
    o = parser.parse_args()
    here = os.path.dirname(os.path.abspath(__file__))

    def run(what, devices, on_plugin, trace=None):
        env = dict(os.environ)
        for name in ("SHARDSCOPE_TRACE", "PJRT_NAMES_AND_LIBRARY_PATHS", "XLA_FLAGS"):
            env.pop(name, None)
        if on_plugin:
            env.update(PJRT_NAMES_AND_LIBRARY_PATHS="shardscope:" + os.path.abspath(o.plugin), JAX_PLATFORMS="shardscope", SHARDSCOPE_DEVICES=str(devices),
                       PYTHONPATH=os.path.join(here, "..", "..", "data", "python"))
        else:
            env.update(JAX_PLATFORMS="cpu", XLA_FLAGS="--xla_force_host_platform_device_count=%d" % devices)
        if trace:
            env["SHARDSCOPE_TRACE"] = trace
        done = subprocess.run([o.python, os.path.abspath(__file__), "--child", what], env=env, capture_output=True, text=True)
        if done.returncode:
            sys.exit("%s: %s" % (what, done.stderr.strip()[-800:]))
        return json.loads(done.stdout.strip().splitlines()[-1])

    def least(a, b):
        turns = [(a(), b()) for _ in range(o.rounds)]
        return [min(t[k][i] for t in turns) for i in range(len(turns[0][0])) for k in (0, 1)]

    print("# %d cores, load %.1f; the least of %d medians" % (os.cpu_count(), os.getloadavg()[0], o.rounds))
    for devices in (1, 8):
        ours, cpu = least(lambda: run("call", devices, True), lambda: run("call", devices, False))
        print("call    %d devices %19s %8.1f us on the plugin, %8.1f on the CPU back end: %.2f" % (devices, "", ours * 1e6, cpu * 1e6, ours / cpu), flush=True)
    rounds = [(run("copy", 1, True), run("copy", 1, False)) for _ in range(o.rounds)]
    least_up, least_down = (min(SIZES[0] / r[0][0][i] for r in rounds) for i in (0, 1))
    print("copy    of 4 bytes: %.1f us up, %.1f down; the CPU back end %.1f and %.1f" %
          tuple(1e6 * min(SIZES[0] / r[side][0][i] for r in rounds) for side in (0, 1) for i in (0, 1)))
    for k, size in list(enumerate(SIZES))[1:]:
        up, down, copy, fresh = (max(r[0][k][i] for r in rounds) / 2 ** 30 for i in range(4))
        cpu_up, cpu_down = (max(r[1][k][i] for r in rounds) / 2 ** 30 for i in range(2))
        print("copy    %9d KiB: up %6.2f GiB/s, down %6.2f; a host copy %6.2f, into new memory %6.2f: %.2f and %.2f of the latter; CPU back end %6.2f, %6.2f; "
              "without Python's part %.2f and %.2f" % (size >> 10, up, down, copy, fresh, up / fresh, down / fresh, cpu_up, cpu_down,
                                                       *(size / fresh / 2 ** 30 / max(size / rate / 2 ** 30 - least, 1e-9) for rate, least in ((up, least_up), (down, least_down)))), flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        count = iter(range(1000))
        without, recorded, work, recorded_work = least(lambda: run("step", 8, True), lambda: run("step", 8, True, os.path.join(scratch, "%d.db" % next(count))))
        print("record  %28s %8.3f ms without, %8.3f recorded: %.3f; of processors %8.3f and %8.3f: %.3f" %
              ("", without * 1e3, recorded * 1e3, recorded / without, work * 1e3, recorded_work * 1e3, recorded_work / work))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        print(json.dumps(child(sys.argv[2])))
    else:
        main()
