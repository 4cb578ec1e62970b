"""Registers Shardscope's PJRT plugin with JAX, as platform "shardscope".

The library is looked for where SHARDSCOPE_PJRT_LIBRARY says, beside this file, and where the system's loader looks.
The environment's SHARDSCOPE_DEVICES sets the number of virtual devices, SHARDSCOPE_TRACE the file to record into.
"""
import ctypes.util
import os
import pathlib

NAME = "libpjrt_shardscope.so"


def _library():
    named = os.environ.get("SHARDSCOPE_PJRT_LIBRARY")
    if named:
        return named
    beside = pathlib.Path(__file__).resolve().parent / NAME
    if beside.exists():
        return str(beside)
    return ctypes.util.find_library("pjrt_shardscope") or NAME


def _as_on_cpu():
    """Lets JAX lower for shardscope as for its CPU platform: donated arguments, and linear algebra as calls of LAPACK."""
    from jax._src.interpreters import mlir

    if "shardscope" not in mlir._platforms_with_donation:
        mlir._platforms_with_donation.append("shardscope")
    rules = mlir._platform_specific_lowerings
    for primitive, rule in rules["cpu"].items():
        rules["shardscope"].setdefault(primitive, rule)


def initialize():
    from jax._src import xla_bridge

    xla_bridge.register_plugin("shardscope", priority=500, library_path=_library(), options=None)
    try:
        _as_on_cpu()
    except (ImportError, AttributeError, KeyError) as error:  # names that JAX keeps to itself
        import warnings

        warnings.warn(f"shardscope: donation and linear algebra are not available with this version of JAX ({error})")
