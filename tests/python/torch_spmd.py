"""PyTorch/XLA on the plugin: what torch computes on the CPU, computed on sharded tensors.

    torch_spmd.py one     eager steps on one device, and an op written with XLA's builder, as the notebooks of PyTorch/XLA's first SPMD experiments have it
    torch_spmd.py many    products of annotated tensors, and a small network trained with its weights and batches sharded over a mesh
"""
import os
import sys

os.environ["PJRT_DEVICE"] = "SHARDSCOPE"

import numpy as np
import torch
import torch_xla
import torch_xla.core.xla_builder as xb
import torch_xla.core.xla_op_registry as xor
import torch_xla.runtime as xr
from torch_xla.experimental import plugins

try:
    plugins.default()
except KeyError:  # the package is on the path, but not installed
    from torch_xla_shardscope import Plugin

    plugins.use_dynamic_plugins()
    plugins.register_plugin("SHARDSCOPE", Plugin())


def near(name, got, want, most=1e-5):
    off = float((got.detach().cpu() - want.detach()).abs().max())
    assert off <= most, f"{name}: off by {off}"


def added(x, y):
    builder = torch_xla._XLAC._xla_op_builder(x.op)
    return xb.Op(torch_xla._XLAC._xla_op_create(builder, "Add", [x.op, y.op], {}))


class Add(torch.autograd.Function):
    forward_op = None

    @staticmethod
    def forward(ctx, x, y):
        ctx.shape, ctx.device = x.shape, x.device
        return Add.forward_op(x, y)

    @staticmethod
    def backward(ctx, grad):
        ones = torch.ones(ctx.shape, device=ctx.device)
        return ones, ones


def one(device):
    assert xr.global_runtime_device_count() == 1
    Add.forward_op = xor.register("AddForward", added)
    x = torch.ones(1, 1, device=device, requires_grad=True)
    y = torch.randn(1, 1, device=device, requires_grad=True)
    output = Add.apply(x, y)
    output.sum().backward()
    near("sum", output, x.cpu() + y.cpu())
    near("gradient of x", x.grad, torch.ones(1, 1))
    near("gradient of y", y.grad, torch.ones(1, 1))
    six = (2 * torch.ones(1, 1)).to(device) * (3 * torch.ones(1, 1)).to(device)
    assert "multiply" in torch_xla._XLAC._get_xla_tensors_hlo([six])
    near("six", six, torch.full((1, 1), 6.0))
    a = torch.randn(33, 17)
    near("singular values", torch.linalg.svdvals(a.to(device)), torch.linalg.svdvals(a), 1e-3)
    near("sorted", a.to(device).sort(0).values, a.sort(0).values)
    near("convolution", torch.nn.functional.conv2d(a[None, None].to(device), torch.ones(1, 1, 3, 3).to(device)), torch.nn.functional.conv2d(a[None, None], torch.ones(1, 1, 3, 3)), 1e-4)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.wide, self.out = torch.nn.Linear(32, 64), torch.nn.Linear(64, 8)

    def forward(self, x):
        return self.out(torch.relu(self.wide(x)))


def many(device):
    import torch_xla.distributed.spmd as xs

    n = xr.global_runtime_device_count()
    assert n == 8
    mesh = xs.Mesh(np.arange(n), (n // 2, 2), ("x", "y"))
    torch.manual_seed(0)
    a, b = torch.randn(16, 8), torch.randn(8, 16)
    for of_a, of_b in ((("x", "y"), ("y", None)), ((None, "x"), ("x", "y")), (("y", None), (None, "x")), ((("x", "y"), None), (None, None)), ((None, None), (None, ("y", "x")))):
        x, y = a.to(device), b.to(device)
        xs.mark_sharding(x, mesh, of_a)
        xs.mark_sharding(y, mesh, of_b)
        near(f"product of {of_a} and {of_b}", x @ y, a @ b)
    net = Net()
    same = Net()
    same.load_state_dict(net.state_dict())
    net = net.to(device)
    xs.mark_sharding(net.wide.weight, mesh, ("y", None))
    xs.mark_sharding(net.out.weight, mesh, (None, "y"))
    optimizers = [torch.optim.Adam(m.parameters(), 1e-2) for m in (net, same)]
    data, wanted = torch.randn(64, 32), torch.randn(64, 8)
    losses = []
    for _ in range(10):
        x, y = data.to(device), wanted.to(device)
        xs.mark_sharding(x, mesh, ("x", None))
        xs.mark_sharding(y, mesh, ("x", None))
        for m, o, batch, goal in ((net, optimizers[0], x, y), (same, optimizers[1], data, wanted)):
            o.zero_grad()
            loss = ((m(batch) - goal) ** 2).mean()
            loss.backward()
            o.step()
            if m is net:
                torch_xla.sync()
                losses.append(loss)
        near("loss", losses[-1], loss)
    assert losses[-1].item() < 0.5 * losses[0].item()
    near("weights", net.wide.weight, same.wide.weight, 1e-4)


if sys.argv[1] == "many":
    xr.use_spmd()
{"one": one, "many": many}[sys.argv[1]](torch_xla.device())
