import os
os.environ['XLA_FLAGS']='--xla_force_host_platform_device_count=4'
import jax, jax.numpy as jnp
from jax.sharding import PartitionSpec as P, NamedSharding
mesh=jax.make_mesh((2,2),('data','model'),axis_types=(jax.sharding.AxisType.Auto,)*2)
def loss(w,x):
    h=jnp.tanh(x@w['up'])
    return ((h@w['down'])**2).mean()
@jax.jit
def train(w,x):
    g=jax.grad(loss)(w,x)
    return jax.tree.map(lambda a,b:a-0.1*b,w,g)
s=lambda *a: NamedSharding(mesh,P(*a))
w={'up':jax.device_put(jnp.ones((64,128)),s(None,'model')),'down':jax.device_put(jnp.ones((128,64)),s('model',None))}
x=jax.device_put(jnp.ones((32,64)),s('data',None))
w=train(w,x); jax.block_until_ready(w)
o=jax.profiler.ProfileOptions(); o.python_tracer_level=0
with jax.profiler.trace('small',profiler_options=o):
    for i in range(3):
        with jax.profiler.StepTraceAnnotation('train',step_num=i):
            w=train(w,x); jax.block_until_ready(w)
