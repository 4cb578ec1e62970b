"""Programs with replicas, executed on the plugin and on JAX's CPU devices: the same results on every device. One partition to a replica: with
more, JAX's own runtime ends the process.

    JAX_PLATFORMS=shardscope,cpu XLA_FLAGS=--xla_force_host_platform_device_count=8 SHARDSCOPE_DEVICES=8 python replicas.py
"""
import jax
import numpy as np
from jax._src import xla_bridge
from jax._src.lib import xla_client
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from jaxlib import _jax

SUM = """({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
    })"""


def groups(text):
    n = len(text)
    return f"replica_groups = dense<{text}> : tensor<{n}x{len(text[0])}xi64>"


def program(name, replicas, partitions, body, results, argument="tensor<4xf32>"):
    return (replicas, partitions, f"""module @{name} attributes {{mhlo.num_replicas = {replicas} : i32, mhlo.num_partitions = {partitions} : i32}} {{
  func.func public @main(%x: {argument}) -> ({", ".join(t for _, t in results)}) {{
{body}
    return {", ".join(v for v, _ in results)} : {", ".join(t.split(" ")[0] for _, t in results)}
  }}
}}""")


def all_reduce(name, attributes):
    return f'    {name} = "stablehlo.all_reduce"(%x) <{{{attributes}}}> {SUM} : (tensor<4xf32>) -> tensor<4xf32>\n'


F4, F8, F2 = "tensor<4xf32>", "tensor<8xf32>", "tensor<2xf32>"
# Everything is between replicas.
LONE = program("lone", 4, 1,
    all_reduce("%r", groups([[0, 1], [2, 3]])) +
    f'    %g = "stablehlo.all_gather"(%x) <{{all_gather_dim = 0 : i64, {groups([[0, 2], [1, 3]])}}}> : ({F4}) -> {F8}\n'
    f'    %p = "stablehlo.collective_permute"(%x) <{{source_target_pairs = dense<[[0, 1], [1, 2], [3, 0]]> : tensor<3x2xi64>}}> : ({F4}) -> {F4}\n'
    f'    %t = "stablehlo.all_to_all"(%x) <{{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, {groups([[0, 1, 2, 3]])}}}> : ({F4}) -> {F4}\n'
    f'    %s = "stablehlo.reduce_scatter"(%x) <{{scatter_dimension = 0 : i64, {groups([[0, 1], [2, 3]])}}}> {SUM} : ({F4}) -> {F2}\n'
    "    %i = stablehlo.replica_id : tensor<ui32>\n",
    [("%r", F4), ("%g", F8), ("%p", F4), ("%t", F4), ("%s", F2), ("%i", "tensor<ui32>")])
def execute(platform, replicas, partitions, text, piece, order):
    backend = xla_bridge.get_backend(platform)
    devices = [backend.local_devices()[d] for d in order]
    options = xla_client.CompileOptions()
    options.num_replicas, options.num_partitions = replicas, partitions
    options.executable_build_options.num_replicas, options.executable_build_options.num_partitions = replicas, partitions
    options.executable_build_options.use_spmd_partitioning = "mhlo.sharding" in text
    options.device_assignment = xla_client.DeviceAssignment.create(np.array([d.id for d in devices]).reshape(replicas, partitions))
    executable = backend.compile_and_load(text, _jax.DeviceList(tuple(devices)), options)
    mesh = Mesh(np.array(devices), ("d",))
    n = replicas * partitions
    x = jax.device_put(np.concatenate(piece), NamedSharding(mesh, PartitionSpec("d")))
    assert len(piece) == n
    results = executable.execute_sharded([x]).disassemble_into_single_device_arrays()
    return [[np.asarray(a) for a in result] for result in results]


def check(name, case, shape, order):
    replicas, partitions, text = case
    random = np.random.default_rng(7)
    piece = [random.integers(-8, 8, shape).astype(np.float32) for _ in range(replicas * partitions)]
    want, got = (execute(p, replicas, partitions, text, piece, order) for p in ("cpu", "shardscope"))
    for i, (w, g) in enumerate(zip(want, got, strict=True)):
        for d, (a, b) in enumerate(zip(w, g, strict=True)):
            np.testing.assert_allclose(a, b, rtol=1e-6, err_msg=f"{name}: result {i} on device {d}")
    print(f"{name}: {len(want)} results on {replicas} x {partitions} devices")


def check_pmap():
    x = np.arange(32, dtype=np.float32).reshape(8, 4)
    for name, f in {"psum": lambda x: jax.lax.psum(x, "i") + jax.lax.axis_index("i"), "all_gather": lambda x: jax.lax.all_gather(x, "i"),
                    "ppermute": lambda x: jax.lax.ppermute(x, "i", [(k, (k + 1) % 8) for k in range(8)])}.items():
        want, got = (np.asarray(jax.pmap(f, axis_name="i", devices=jax.devices(p))(x)) for p in ("cpu", "shardscope"))
        np.testing.assert_allclose(want, got, err_msg=name)
    print("pmap: psum, all_gather, ppermute")


check("lone", LONE, (4,), [0, 1, 2, 3])
check("lone, other devices", LONE, (4,), [5, 2, 7, 0])
check_pmap()
