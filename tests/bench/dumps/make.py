#!/usr/bin/env python3
"""Makes dumps of XLA's for JAX programs that causes.py judges explanations by.

    make.py OUT [NAME...] [--gspmd | --shardy] [--final] [--set FILE]...

For each program of the files beside this one (training steps, kernels written by hand, numeric code; see @program) OUT/NAME-shardy and OUT/NAME-gspmd get
XLA's texts before and after each pass, with stderr, in which the partitioner's log is, as partitioner.log.  Programs are compiled, not run.  --final leaves only what a
dump without pass filters has.  Needs JAX; programs whose packages (flax, optax, equinox, haiku) are missing are left out.
"""
import importlib.util
import os
import sys
import traceback

PROGRAMS = {}


def program(devices=8, flags="", gspmd=True):
    """A function that returns (function to jit, arguments, keyword arguments of jit)."""
    def note(make):
        PROGRAMS[make.__name__] = (make, devices, flags, gspmd)
        return make
    return note


def child(make, devices, flags, shardy, folder, final):
    """Runs in a process of its own: flags are read once."""
    log = os.open(os.path.join(folder, "partitioner.log"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, 2)
    passes = "" if final else " --xla_dump_hlo_pass_re=.*"
    os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=%d --xla_dump_to=%s --xla_dump_hlo_as_text --xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true%s %s" % (devices, folder, passes, flags)
    import jax
    jax.config.update("jax_use_shardy_partitioner", shardy)
    try:
        function, args, options = make()
        keep = jax.jit(function, **options) if callable(function) and not hasattr(function, "lower") else function
        keep.lower(*args).compile()
        for name in os.listdir(folder):   # machine code
            if name.endswith((".ll", ".o")):
                os.remove(os.path.join(folder, name))
    except Exception:
        traceback.print_exc()
        text = [l for l in traceback.format_exc().strip().splitlines() if "Error" in l or "error" in l][-1:] or ["failed"]
        text = text[0].strip()
        print("%s: %s" % (os.path.basename(folder), text[:300]), flush=True)
        os._exit(1)
    os._exit(0)


def run(name, out, shardy, final):
    make, devices, flags, gspmd = PROGRAMS[name]
    if not shardy and not gspmd:
        return True
    folder = os.path.join(os.path.abspath(out), "%s-%s" % (name, "shardy" if shardy else "gspmd"))
    os.makedirs(folder, exist_ok=True)
    pid = os.fork()
    if not pid:
        child(make, devices, flags, shardy, folder, final)
    return os.waitpid(pid, 0)[1] == 0


def load(path):
    spec = importlib.util.spec_from_file_location(os.path.basename(path)[:-3], path)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except ImportError as e:
        print("%s is left out: %s" % (os.path.basename(path), e))


def main():
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "0")
    os.environ.setdefault("TF_CPP_VMODULE", "spmd_partitioner=2")
    os.environ["JAX_PLATFORMS"] = "cpu"
    sys.modules["make"] = sys.modules["__main__"]
    args = sys.argv[1:]
    sets = [args[i + 1] for i, a in enumerate(args) if a == "--set"]
    words = [a for i, a in enumerate(args) if not a.startswith("--") and (not i or args[i - 1] != "--set")]
    here = os.path.dirname(os.path.abspath(__file__))
    for path in sets or [os.path.join(here, f) for f in sorted(os.listdir(here)) if f.endswith(".py") and f != "make.py"]:
        load(path)
    if not words:
        sys.exit(__doc__)
    failed = 0
    for name in words[1:] or list(PROGRAMS):
        for shardy in (True, False):
            if "--gspmd" in args and shardy or "--shardy" in args and not shardy:
                continue
            failed += not run(name, words[0], shardy, "--final" in args)
    print("%d failed" % failed)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
