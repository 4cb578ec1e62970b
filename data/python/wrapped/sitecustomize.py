"""What `shardscope xla` puts before a Python script: XLA's dumps and a profile, without a change to the script.

Python imports `sitecustomize` before a script begins. Nothing happens until the script imports JAX or torch_xla. XLA_FLAGS then gets the flags for dumps, also where
the script has set it itself; the first process has the folder of dumps, each further one a folder of its own in it. When JAX's back ends are there, the first process
begins a profile, which ends with the script, after SHARDSCOPE_XLA_SECONDS, or when the script begins one of its own. Nothing here may ever fail for the script.
"""
import os
import sys

FOLDER = os.environ.get("SHARDSCOPE_XLA_FOLDER")
SECONDS = float(os.environ.get("SHARDSCOPE_XLA_SECONDS") or 0)


def guarded(work):
    """The function, which does nothing where it would raise."""
    def call(*args, **more):
        try:
            return work(*args, **more)
        except Exception as e:
            if os.environ.get("SHARDSCOPE_XLA_DEBUG"):
                print("shardscope: %s: %r" % (work.__name__, e), file=sys.stderr)
    return call


def is_first(what):
    """True for one process of all that the command starts."""
    try:
        os.close(os.open(os.path.join(FOLDER, what), os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        return True
    except FileExistsError:
        return False


class Flags:
    """XLA_FLAGS of this process."""
    def __init__(self):
        self.mine = None

    @guarded
    def set(self):
        if self.mine is None or self.mine[0] != os.getpid(): # a fork is another process
            first = is_first("dumps")
            to = os.path.join(FOLDER, "dump") if first else os.path.join(FOLDER, "others", str(os.getpid()))
            self.mine = os.getpid(), os.environ["SHARDSCOPE_XLA_FLAGS"].replace("@", to).split()
        now = os.environ.get("XLA_FLAGS", "").split()
        names = {flag.split("=")[0] for flag in self.mine[1]}
        os.environ["XLA_FLAGS"] = " ".join([flag for flag in now if flag.split("=")[0] not in names] + self.mine[1])


class Profile:
    """At most one of all processes, and none beside the script's own."""
    def __init__(self):
        self.state = "none"

    @guarded
    def begin(self):
        if self.state != "none":
            return
        self.state = "over"
        if not is_first("profile"):
            return
        import atexit
        import threading
        from jax._src import profiler
        self.start, self.stop = profiler.start_trace, profiler.stop_trace
        self.replace(profiler)
        options = profiler.ProfileOptions() if hasattr(profiler, "ProfileOptions") else None
        if options is not None:
            options.python_tracer_level = 0
        to = os.path.join(FOLDER, "profiles")
        self.start(to, profiler_options=options) if options is not None else self.start(to)
        self.state, self.process = "on", os.getpid()
        atexit.register(self.end)
        timer = threading.Timer(SECONDS, self.end)
        timer.daemon = True
        timer.start()

    @guarded
    def end(self):
        if self.state == "on" and self.process == os.getpid():
            self.state = "over"
            self.stop()

    def replace(self, profiler):
        import jax.profiler
        start = self.start

        def start_trace(*args, **more):
            self.end() # the script's own comes first
            return start(*args, **more)
        for module in (profiler, jax.profiler):
            module.start_trace = start_trace


flags, profile = Flags(), Profile()


@guarded
def follow_back_ends(bridge):
    backends = bridge.backends

    def followed(*args, **more):
        found = backends(*args, **more)
        profile.begin()
        return found
    for name in ("cache_clear",):
        if hasattr(backends, name):
            setattr(followed, name, getattr(backends, name))
    bridge.backends = followed


class Importing:
    """On sys.meta_path: sees imports before they happen, and leaves them to the others."""
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name in ("jax", "jaxlib", "torch_xla"):
            flags.set()
        if name != "jax._src.xla_bridge" or SECONDS <= 0:
            return None
        import importlib.machinery
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None or spec.loader is None:
            return None
        run = spec.loader.exec_module

        def exec_module(module):
            run(module)
            follow_back_ends(module)
        spec.loader.exec_module = exec_module
        return spec


@guarded
def run_other():
    """The one that would have been imported without this one."""
    import importlib.machinery
    import importlib.util
    here = os.path.dirname(os.path.abspath(__file__))
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", [p for p in sys.path if os.path.abspath(p or ".") != here])
    if spec and spec.loader:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


if FOLDER and os.environ.get("SHARDSCOPE_XLA_FLAGS"):
    sys.meta_path.insert(0, Importing)
run_other()
