"""Registers Shardscope's PJRT plugin with PyTorch/XLA: PJRT_DEVICE=SHARDSCOPE chooses it.

The library is looked for as for JAX, and the same variables of the environment are read: SHARDSCOPE_DEVICES, SHARDSCOPE_TRACE. A program for several devices
calls torch_xla.runtime.use_spmd() and annotates its tensors with mark_sharding.
"""
from torch_xla.experimental import plugins

from jax_plugins.shardscope import library


class Plugin(plugins.DevicePlugin):
    def library_path(self):
        return library()

    def physical_chip_count(self):
        return 1  # processes: all virtual devices are one's
