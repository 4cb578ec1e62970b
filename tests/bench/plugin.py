#!/usr/bin/env python3
"""Programs under `shardscope run` beside the same programs through JAX and the PJRT plugin: what the way through Python costs.

    plugin.py SHARDSCOPE PLUGIN.so [--python PYTHON] [--steps N] [--rounds N] PROGRAM.mlir...

PYTHON (default: this one) has JAX. Both sides get the same arguments, take turns, and the least of the rounds' medians counts, since other work on the machine only
makes it longer. A line for each program: ms per step of both, and how many times as long JAX takes. A step through JAX is one execution with arguments on the devices,
until every piece of the results is ready; the results of the step before are dropped first, as they are by `run`.
"""
import argparse
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile


def attribute(text, name):
    found = re.search(r"\b(?:mhlo\.)?%s ?= ?(\d+)" % name, text)
    return int(found[1]) if found else 1


def child(program, inputs, steps):
    """In the process that has JAX: prints the times of the steps in s; writes random arguments to `inputs` if that is not there."""
    import time

    import jax
    jax.config.update("jax_enable_x64", True)
    import jax.numpy as jnp
    import ml_dtypes
    import numpy as np
    from jax._src import compiler
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client
    from jax._src.lib.mlir import ir
    from jax._src.sharding_impls import GSPMDSharding

    with open(program) as f:
        text = f.read()
    partitions, replicas = attribute(text, "num_partitions"), attribute(text, "num_replicas")
    devices = jax.devices()[:partitions * replicas]
    options = compiler.get_compile_options(num_replicas=replicas, num_partitions=partitions,
                                           device_assignment=np.arange(replicas * partitions).reshape(replicas, partitions))
    options.executable_build_options.use_spmd_partitioning = partitions > 1
    options.executable_build_options.use_shardy_partitioner = "sdy." in text
    options.executable_build_options.allow_spmd_sharding_propagation_to_output = [True]
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        exe = devices[0].client.compile_and_load(module, xla_client.DeviceList(tuple(devices)), options)
        main = next(op for op in module.body.operations if op.operation.name == "func.func" and ir.StringAttr(op.attributes["sym_name"]).value == "main")
        types = [ir.RankedTensorType(t) for t in ir.FunctionType(main.type).inputs]
        shapes = [(tuple(t.shape), DTYPES[str(t.element_type)](np, ml_dtypes)) for t in types]
    if not os.path.exists(inputs):
        rng = np.random.default_rng(0)
        made = {}
        for i, (shape, dtype) in enumerate(shapes):
            dtype = np.dtype(dtype)
            if dtype == bool:
                v = rng.integers(0, 2, shape).astype(bool)
            elif dtype.kind in "iu":
                v = rng.integers(0, 4, shape).astype(dtype)
            else:
                v = (rng.standard_normal(shape) * 0.1).astype(dtype)
            made["arg%d" % i] = v.view(np.uint16) if dtype == ml_dtypes.bfloat16 else v
        np.savez(inputs, **made)
    given = np.load(inputs)
    shardings = exe.get_parameter_shardings() if len(devices) > 1 else None
    arrays = []
    for i, (_, dtype) in enumerate(shapes):
        v = given["arg%d" % i]
        v = v.view(ml_dtypes.bfloat16) if np.dtype(dtype) == ml_dtypes.bfloat16 else v
        arrays.append(jax.device_put(v, GSPMDSharding(devices, shardings[i]) if shardings else jax.sharding.SingleDeviceSharding(devices[0])))
    donates = "jax.buffer_donor" in text or "tf.aliasing_output" in text
    times = []
    for k in range(steps + 1):
        pieces = None
        args = [jnp.copy(a) for a in arrays] if donates else arrays
        jax.block_until_ready(args)
        start = time.perf_counter()
        pieces = exe.execute_sharded(args).disassemble_into_single_device_arrays()
        for group in pieces:
            for piece in group:
                piece.block_until_ready()
        times += [time.perf_counter() - start] if k else []
    print(json.dumps(times))


DTYPES = {"i1": lambda np, ml: np.bool_, "f16": lambda np, ml: np.float16, "bf16": lambda np, ml: ml.bfloat16, "f32": lambda np, ml: np.float32,
          "f64": lambda np, ml: np.float64, "complex<f32>": lambda np, ml: np.complex64}
for bits in (8, 16, 32, 64):
    DTYPES["i%d" % bits] = lambda np, ml, bits=bits: np.dtype("int%d" % bits)
    DTYPES["ui%d" % bits] = lambda np, ml, bits=bits: np.dtype("uint%d" % bits)


def median_of(command, env, read):
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    if done.returncode:
        sys.stderr.write("%s: %s\n" % (command[-1], done.stderr.strip()[-500:]))
        return math.nan
    return read(done.stdout) * 1e3


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("shardscope")
    parser.add_argument("plugin")
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    o = parser.parse_args()
    here = os.path.dirname(os.path.abspath(__file__))
    print("# %d cores, load %.1f; ms per step, least of %d medians of %d steps" % (os.cpu_count(), os.getloadavg()[0], o.rounds, o.steps))
    print("%-36s %10s %10s %7s" % ("program", "run", "JAX", "ratio"))
    ratios = []
    with tempfile.TemporaryDirectory() as scratch:
        for program in o.programs:
            with open(program) as f:
                text = f.read()
            if not text: # some have no form for one device
                continue
            inputs = os.path.join(scratch, os.path.basename(program) + ".npz")
            env = dict(os.environ, PJRT_NAMES_AND_LIBRARY_PATHS="shardscope:" + os.path.abspath(o.plugin), JAX_PLATFORMS="shardscope",
                       SHARDSCOPE_DEVICES=str(attribute(text, "num_partitions") * attribute(text, "num_replicas")),
                       PYTHONPATH=os.path.join(here, "..", "..", "data", "python"))
            env.pop("SHARDSCOPE_TRACE", None)
            through, own = [], []
            for _ in range(o.rounds):
                through.append(median_of([o.python, os.path.abspath(__file__), "--child", inputs, str(o.steps), program], env, lambda out: statistics.median(json.loads(out))))
                if math.isnan(through[-1]):
                    break
                own.append(median_of([o.shardscope, "run", "--json", "--steps", str(o.steps), "--inputs", inputs, program], env, lambda out: json.loads(out)["step_s"]["median"]))
            if own and min(own) > 0:
                ratios.append(min(through) / min(own))
                print("%-36s %10.3f %10.3f %7.2f" % (os.path.basename(program)[:36], min(own), min(through), ratios[-1]), flush=True)
            if os.path.exists(inputs):
                os.remove(inputs)
    if ratios:
        print("# %d programs: geometric mean %.3f, median %.3f, largest %.2f, %d above 1.05" %
              (len(ratios), math.exp(statistics.fmean(map(math.log, ratios))), statistics.median(ratios), max(ratios), sum(r > 1.05 for r in ratios)))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[4], sys.argv[2], int(sys.argv[3]))
    else:
        main()
