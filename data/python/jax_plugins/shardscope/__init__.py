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


def initialize():
    from jax._src import xla_bridge

    from jax_plugins.shardscope import support

    library = _library()
    xla_bridge.register_plugin("shardscope", priority=500, library_path=library, options=None)
    support.install(library)
