"""What `shardscope xla` does inside the Python programs that its command starts: XLA's dumps stay on whatever the program makes of XLA_FLAGS, each
process has a folder of its own for them, JAX takes a profile, and on request programs for several devices are compiled and not run.

The command's program carries this file, and puts it first on PYTHONPATH. Nothing here may ever hurt the program: what fails is left undone. Only
SHARDSCOPE_XLA_VERBOSE=1 makes it say why.
"""
import os
import sys

FOLDER = os.environ.get("SHARDSCOPE_XLA_FOLDER", "")
FLAGS = os.environ.get("SHARDSCOPE_XLA_FLAGS", "").split()
SECONDS = os.environ.get("SHARDSCOPE_XLA_SECONDS", "")  # how long a profile is taken; 0 = to the end, empty = not at all
DEVICES = int(os.environ.get("SHARDSCOPE_XLA_DEVICES", "") or 0)
NO_EXECUTE = os.environ.get("SHARDSCOPE_XLA_NO_EXECUTE", "") == "1"


def folder():
    return os.path.join(FOLDER, "process-%d" % os.getpid())


def say(*what):
    print("shardscope:", *what, file=sys.stderr, flush=True)


def harmless(function):
    """The function, whose exceptions end with it."""

    def call(*args):
        try:
            return function(*args)
        except Exception as error:
            if os.environ.get("SHARDSCOPE_XLA_VERBOSE") == "1":
                say("in %s: %s: %s" % (function.__name__, type(error).__name__, error))
            return None

    return call


# ---- XLA's flags ----------------------------------------------------------------------------------------------------------------


@harmless
def merge_flags():
    """Puts our flags behind those that the program has now, for the last of a name counts."""
    mine = FLAGS + ["--xla_dump_to=" + folder()]
    names = {flag.split("=")[0] for flag in mine}
    theirs = [flag for flag in os.environ.get("XLA_FLAGS", "").split() if flag.split("=")[0] not in names]
    os.environ["XLA_FLAGS"] = " ".join(theirs + mine)


# ---- the profile ----------------------------------------------------------------------------------------------------------------


class Profile:
    """A profile of this process, from when JAX has devices. It gives way to one that the program takes itself."""

    def __init__(self):
        self.begun = self.running = False
        self.owner = os.getpid()
        self.lock = None
        self.stop_trace = None

    @harmless
    def begin(self):
        import atexit
        import threading

        import jax
        from jax._src import profiler

        self.begun = True
        self.lock = threading.Lock()
        self.stop_trace = profiler.stop_trace
        options = {}
        if hasattr(jax.profiler, "ProfileOptions"):
            options["profiler_options"] = jax.profiler.ProfileOptions()
            options["profiler_options"].python_tracer_level = 0  # every call of a long run would fill the memory
        start = profiler.start_trace
        start(os.path.join(folder(), "profile"), **options)
        self.running = True
        self.give_way(jax, profiler, start)
        atexit.register(self.end)
        self.end_before_exit()
        if float(SECONDS) > 0:
            timer = threading.Timer(float(SECONDS), self.end)
            timer.daemon = True
            timer.start()

    def give_way(self, jax, profiler, start):
        import functools

        @functools.wraps(start)
        def theirs(*args, **kwargs):
            self.end()
            return start(*args, **kwargs)

        for module in (profiler, jax.profiler):
            if getattr(module, "start_trace", None) is start:
                module.start_trace = theirs

    def end_before_exit(self):
        """os._exit calls nothing that is registered."""
        leave = os._exit

        def leave_after_profile(status):
            self.end()
            leave(status)

        os._exit = leave_after_profile

    @harmless
    def end(self):
        if not self.running or os.getpid() != self.owner:  # a forked child has no profile
            return
        with self.lock:
            if self.running:
                self.running = False
                self.stop_trace()


# ---- compile only ---------------------------------------------------------------------------------------------------------------


def zeros(shape, dtype, device, made):
    """An array of zeros on a device. All devices of the host share its memory, which is never touched."""
    import jax
    import numpy as np

    key = (shape, dtype)
    if key not in made:
        size = int(np.prod(shape, dtype=np.int64)) * np.dtype(dtype).itemsize
        room = np.zeros(size + 64, np.uint8)
        start = -room.ctypes.data % 64  # so aligned, XLA's CPU takes it as it is
        made[key] = room[start:start + size].view(dtype).reshape(shape)
    return jax.device_put(made[key], device)


@harmless
def compile_only():
    """Calls of programs for several devices give zeros. Those for one device run: programs of setting up, whose values decide what comes."""
    from jax._src import core, pjit, sharding_impls
    from jax._src.interpreters import pxla

    run = pxla.ExecuteReplicated.__call__
    fast = pjit._get_fastpath_data
    made = {}

    def result(executable, handler, aval, sharding):
        physical = core.physical_aval(aval)
        layout = sharding if physical is aval else sharding_impls.physical_sharding(aval, sharding)
        shape = layout.shard_shape(physical.shape)
        return handler([zeros(shape, physical.dtype, device, made) for device in executable._local_devices])

    def call(executable, *args):
        if len(executable._local_devices) < 2:
            return run(executable, *args)
        out = executable.out_handler
        refs = executable.mut.out_mut if executable.mut else [None] * len(out.handlers)   # what is stored into refs (jax.new_ref) stays as it was
        return [result(executable, *one) for ref, *one in zip(refs, out.handlers, out.out_avals, out.out_shardings) if ref is None]

    def slow_for_several(executable, *args, **more):
        several = isinstance(executable, pxla.MeshExecutable) and len(executable.xla_executable.local_devices()) > 1
        return None if several else fast(executable, *args, **more)

    pxla.ExecuteReplicated.__call__ = call
    pjit._get_fastpath_data = slow_for_several
    pxla.MeshExecutable.create_cpp_call = lambda *args, **more: None
    return True


# ---- where all this begins ------------------------------------------------------------------------------------------------------


@harmless
def before_devices():
    merge_flags()
    if DEVICES:
        import jax

        if getattr(jax.config, "jax_num_cpu_devices", -1) >= 0:
            jax.config.update("jax_num_cpu_devices", DEVICES)


@harmless
def watch_devices():
    """JAX is imported: from the moment it has devices, a profile is taken."""
    from jax._src import xla_bridge

    find = xla_bridge.backends
    profile = Profile()

    def backends():
        if not xla_bridge._backends:
            before_devices()
        found = find()
        if SECONDS and found and not profile.begun:
            profile.begun = True
            profile.begin()
        return found

    xla_bridge.backends = backends
    if NO_EXECUTE and not compile_only():
        say("--no-execute has no effect: this version of JAX is not known")


class Watcher:
    """Stands before all finders of modules, and finds none itself: it sees what is imported, and calls watch_devices behind JAX's own code."""

    def find_spec(self, name, path=None, target=None):
        if name in ("jax", "jaxlib", "torch_xla"):
            merge_flags()
        if name == "jax":
            return self.found(name, path, target)
        return None

    def found(self, name, path, target):
        import importlib.util

        sys.meta_path.remove(self)
        try:
            spec = importlib.util.find_spec(name)
            if spec and spec.loader:
                spec.loader = Then(spec.loader)
            return spec
        finally:
            sys.meta_path.insert(0, self)


class Then:
    """A module's loader, after which watch_devices is called; all else is the loader's."""

    def __init__(self, loader):
        self.loader = loader

    def __getattr__(self, name):
        return getattr(self.loader, name)

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        module.__spec__.loader = module.__loader__ = self.loader
        self.loader.exec_module(module)
        watch_devices()


@harmless
def next_of_this_name():
    """The sitecustomize that this one stands before, of the machine or of the environment."""
    import importlib.machinery

    here = os.path.dirname(os.path.abspath(__file__))
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", [path for path in sys.path if os.path.abspath(path or ".") != here])
    if not spec or not spec.loader:
        return
    import importlib.util

    module = importlib.util.module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


if FOLDER:
    sys.meta_path.insert(0, Watcher())
next_of_this_name()
