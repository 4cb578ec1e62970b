"""Registers Shardscope's PJRT plugin with JAX, as platform "shardscope".

The library is looked for where SHARDSCOPE_PJRT_LIBRARY says, beside this file, and where the system's loader looks. Where the environment's
PJRT_NAMES_AND_LIBRARY_PATHS names the platform as well, it is that library, and registered once.
The environment's SHARDSCOPE_DEVICES sets the number of virtual devices, SHARDSCOPE_TRACE the file to record into. Processes that mpirun or srun started
together share their devices, unless SHARDSCOPE_RANKS is 0.
"""
import ctypes.util
import os
import pathlib

NAME = "libpjrt_shardscope.so"


def _from_environment():
    """The path that PJRT_NAMES_AND_LIBRARY_PATHS gives, which JAX would register a second time, and is taken out of it; or None."""
    entries = os.environ.get("PJRT_NAMES_AND_LIBRARY_PATHS", "").split(",")
    mine = [entry.partition(":")[2] for entry in entries if entry.startswith("shardscope:")]
    if not mine:
        return None
    os.environ["PJRT_NAMES_AND_LIBRARY_PATHS"] = ",".join(entry for entry in entries if not entry.startswith("shardscope:"))
    return mine[-1]


def library():
    """The path of the plugin's library."""
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

    path = _from_environment() or library()
    xla_bridge.register_plugin("shardscope", priority=500, library_path=path, options=None)
    support.install(path)
