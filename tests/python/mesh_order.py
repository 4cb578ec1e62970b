#!/usr/bin/env python3
"""Writes unit/sim/mesh_orders.def: which device JAX's mesh_utils.create_device_mesh puts at each position of a mesh.

    mesh_order.py > ../unit/sim/mesh_orders.def      needs JAX alone, whose devices are made up here

A row is a slice, its devices, a hash (FNV-1a) over the devices in the order of the mesh, the second and the middle one, and the mesh's axes. Devices are counted
row by row over the axes of the torus, the two of a chip last.
"""
from jax._src import mesh_utils

KINDS = {"v4": "TPU v4", "v5e": "TPU v5 lite", "v6e": "TPU v6 lite", "v5p": "TPU v5p", "v7x": "TPU7x"}
MESHES = {
    "v5e-2x2": [(4,)],
    "v5e-2x4": [(8,)],
    "v6e-2x4": [(2, 4)],
    "v6e-4x4": [(16,), (4, 4), (2, 8)],
    "v5e-4x8": [(4, 8), (8, 4), (32,), (2, 16)],
    "v6e-16x16": [(256,), (16, 16), (64, 4), (4, 64), (8, 4, 8), (2, 128)],
    "v6e-8x16": [(8, 4, 4), (128, 1)],
    "v5p-2x2x2": [(8,), (2, 4)],
    "v5p-2x2x4": [(4, 4)],
    "v5p-4x4x4": [(16, 4), (4, 16), (2, 4, 8), (64,)],
    "v5p-4x4x8": [(8, 16), (16, 8), (32, 4)],
    "v5p-4x8x8": [(64, 4), (4, 8, 8), (16, 16)],
    "v5p-8x8x8": [(64, 8), (32, 16)],
    "v4-4x4x16": [(16, 16)],
    "v4-4x4x4": [(4, 4, 4)],
    "v4-8x8x8": [(2, 16, 16)],
    "v4-4x4x12": [(12, 16), (24, 8), (6, 32)],
    "v7x-2x2x1": [(8,), (2, 4)],
    "v7x-2x2x2": [(4, 4)],
    "v7x-2x2x4": [(32,)],
    "v7x-2x4x4": [(64,)],
    "v7x-4x4x4": [(128,), (64, 2), (16, 8), (4, 32)],
    "v7x-4x8x8": [(8, 64), (2, 2, 128)],
}


class Device:
    platform = "tpu"
    slice_index = 0

    def __init__(self, kind, coords, core):
        self.device_kind, self.coords, self.core_on_chip = kind, coords, core


def order(name, mesh):
    part, shape = name.split("-")
    x, y, z = ([int(n) for n in shape.split("x")] + [1])[:3]
    flat, cores = part in ("v5e", "v6e"), 2 if part == "v7x" else 1
    if flat and x * y == 8:
        x, y = 4, 2 # as such slices number their chips
    devices = [Device(KINDS[part], (a, b, c), k) for c in range(z) for b in range(y) for a in range(x) for k in range(cores)]
    ring = cores == 1 and (len(devices) <= 8 or (flat and len(devices) == 16 == max(mesh))) # symmetrical: counted along x first
    ids = []
    for d in mesh_utils.create_device_mesh(mesh, devices, allow_split_physical_axes=True).flat:
        a, b, c = d.coords
        ids.append(((c * y + b) * x + a if ring else (a * y + b) * z + c) * cores + d.core_on_chip)
    return ids


print("/* Where JAX 0.10 puts the devices of meshes on tori; written by tests/python/mesh_order.py, which says what a row is. */")
for name, meshes in MESHES.items():
    for mesh in meshes:
        ids, h = order(name, mesh), 2166136261
        for i in ids:
            h = ((h ^ i) * 16777619) & 0xffffffff
        print(f'ORDER("{name}", {len(ids)}, 0x{h:08x}, {ids[1]}, {ids[len(ids) // 2]}, {", ".join(map(str, mesh))})')
print("\n#undef ORDER")
