"""What JAX does only for platforms that it knows, done for "shardscope": donated arguments, linear algebra as calls of LAPACK, callbacks
into Python, custom partitioning.

The plugin's library carries this file and runs it where it finds itself in a Python with JAX.
"""
import atexit
import collections
import ctypes
import functools
import logging
import os
import sys
import threading
import traceback
import weakref

PLATFORM = "shardscope"


# ---- callbacks ------------------------------------------------------------------------------------------------------------------

_MAX_RANK = 64  # SHARDSCOPE_MAX_RANK; checked by tests/python/apis.py, whose callbacks fail if it is another


class _Value(ctypes.Structure):  # ShardscopeHostValue
    _fields_ = [("dtype", ctypes.c_int), ("rank", ctypes.c_int), ("dims", ctypes.c_int64 * _MAX_RANK), ("data", ctypes.c_void_p)]


class _Call(ctypes.Structure):  # ShardscopeHostCall
    _fields_ = [("number", ctypes.c_int64), ("operands", ctypes.POINTER(_Value)), ("results", ctypes.POINTER(_Value)), ("n_operands", ctypes.c_int),
                ("n_results", ctypes.c_int), ("message", ctypes.c_void_p), ("room", ctypes.c_size_t)]


_FUNCTION = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.POINTER(_Call))


class _Calls:
    """The functions that programs call, by number. An entry lives as long as the handle that numbered it, and until no execution is under way:
    JAX gives up the handle together with its function, whose last execution may then be still to come."""

    def __init__(self):
        self.lock = threading.RLock()  # a finalizer may run inside of these functions
        self.next = 0
        self.known = {}
        self.dropped = []
        self.is_executing = lambda: False

    def _forget(self):
        gone = []
        if self.dropped and not self.is_executing():
            gone, self.dropped = self.dropped, []
        return [self.known.pop(number, None) for number in gone]  # to be released outside of the lock

    def add(self, entry):
        with self.lock:
            self.next += 1
            number = self.next
            self.known[number] = entry
            gone = self._forget()
        del gone
        return number

    def drop(self, number):
        with self.lock:
            self.dropped.append(number)
            gone = self._forget()
        del gone


_calls = _Calls()


class _Handle:
    def __init__(self, entry):
        self.number = _calls.add(entry)
        weakref.finalize(self, _calls.drop, self.number)


def _view(value, aval):
    """The memory as an array, of the shape that the device has of it (of random keys, the numbers that they are made of); None for a token."""
    import numpy as np

    from jax._src import core

    if aval is None:
        return None
    dtype = np.dtype(core.physical_aval(aval).dtype)
    shape = tuple(value.dims[: value.rank])
    n = dtype.itemsize
    for size in shape:
        n *= size
    if n == 0:
        return np.empty(shape, dtype)
    return np.frombuffer((ctypes.c_char * n).from_address(value.data), dtype).reshape(shape)


@_FUNCTION
def _answer(_user, call):
    call = call.contents
    try:
        function, operand_avals, result_avals = _calls.known[call.number]
        if isinstance(function, _InPlace):
            function(call, operand_avals, result_avals)
            return True
        arguments = []
        for i in range(call.n_operands):
            a = _view(call.operands[i], operand_avals[i])
            arguments.append(a if a is None else a.copy())
        for i, out in enumerate(function(*arguments)):
            if result_avals[i] is not None:
                _view(call.results[i], result_avals[i])[...] = out
        return True
    except BaseException as error:  # becomes the execution's error
        text = f"CpuCallback error calling callback: {''.join(traceback.format_exception(error))}"
        data = text.encode()[: call.room - 1] + b"\0"
        ctypes.memmove(call.message, data, len(data))
        return False


class _Context:
    """What a function that works in place is told of the execution."""

    def __init__(self, stage):
        self.stage = stage

    @property
    def stream(self):
        raise ValueError("there are no streams on this platform")


class _Memory:
    """An array of the device as such a function is given it."""

    def __init__(self, array, writeable):
        self._array = array
        self._array.flags.writeable = writeable
        self.shape, self.dtype, self.ndim, self.writeable = array.shape, array.dtype, array.ndim, writeable

    def __array__(self, dtype=None, copy=None):
        import numpy as np

        return np.array(self._array, dtype=dtype, copy=copy)

    def __dlpack__(self, **options):
        return self._array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()


class _InPlace:
    """The function of a buffer_callback: it takes the memory of arguments and results, which are the same where `aliases` says so."""

    def __init__(self, function, aliases):
        self.function, self.aliases = function, aliases

    def __call__(self, call, operand_avals, result_avals):
        from jax._src.lib import ffi

        operands = [_view(call.operands[i], aval) for i, aval in enumerate(operand_avals)]
        results = [_view(call.results[i], aval) for i, aval in enumerate(result_avals)]
        for i, k in self.aliases:
            results[k][...] = operands[i]
            operands[i] = _view(call.results[k], result_avals[k])
        self.function(_Context(ffi.ExecutionStage.EXECUTE), *[_Memory(a, False) for a in operands], *[_Memory(a, True) for a in results])


class _Numbers:
    """Stands for the lowering's list of callbacks: what is appended gets a number of the process."""

    def __init__(self, operand_avals, result_avals, keepalives):
        self.avals, self.keepalives, self.number = (operand_avals, result_avals), keepalives, 0

    def append(self, function):
        handle = _Handle((function, *self.avals))
        self.keepalives.append(handle)
        self.number = handle.number

    def __len__(self):
        return self.number + 1


def _cpu_beside():
    """The CPU platform is there when it is asked for, also if JAX_PLATFORMS does not name it: callbacks are handed its arrays."""
    from jax._src import xla_bridge

    get = xla_bridge._get_backend_uncached

    @functools.wraps(get)
    def get_backend(platform=None):
        if platform == "cpu":
            xla_bridge.backends()
            with xla_bridge._backend_lock:
                if PLATFORM in xla_bridge._backends and "cpu" not in xla_bridge._backends:
                    xla_bridge._backends["cpu"] = xla_bridge._init_backend("cpu")
        return get(platform)

    xla_bridge._get_backend_uncached = get_backend


def _callbacks(library):
    from jax._src import callback
    from jax._src.interpreters import mlir
    import jax.interpreters.mlir as public

    library = ctypes.CDLL(library)
    library.shardscope_set_host_call.argtypes = [_FUNCTION, ctypes.c_void_p]
    library.shardscope_set_host_call.restype = None
    library.shardscope_set_host_call(_answer, None)
    library.shardscope_is_executing.restype = ctypes.c_bool
    _calls.is_executing = library.shardscope_is_executing
    emit = callback.emit_python_callback

    @functools.wraps(emit)
    def emit_python_callback(ctx, function, token, operands, operand_avals, result_avals, **options):
        context = ctx.module_context
        if tuple(context.platforms) != (PLATFORM,):
            return emit(ctx, function, token, operands, operand_avals, result_avals, **options)
        tokens = [None] if token else []
        numbers = _Numbers([*tokens, *operand_avals], [*tokens, *result_avals], context.keepalives)
        as_cpu = context.replace(platforms=("cpu",), backend=None, host_callbacks=numbers)
        results, token, _ = emit(ctx.replace(module_context=as_cpu), function, token, operands, operand_avals, result_avals, **options)
        return results, token, numbers.keepalives[-1]

    callback.emit_python_callback = emit_python_callback
    public.emit_python_callback = emit_python_callback


def _in_place():
    """jax.experimental.buffer_callback, whose lowering names the platforms that have it."""
    from jax._src import buffer_callback, ffi, tree_util, util
    from jax._src.interpreters import mlir

    def lower(ctx, *args, callback, in_tree, out_tree, has_side_effect, input_output_aliases, **_):
        def function(context, *memories):
            given, made = util.split_list(memories, [in_tree.num_leaves])
            positional, named = tree_util.tree_unflatten(in_tree, given)
            if callback(context, tree_util.tree_unflatten(out_tree, made), *positional, **named) is not None:
                raise ValueError("buffer_callback callback must not return any values.")

        handle = _Handle((_InPlace(function, input_output_aliases), ctx.avals_in, ctx.avals_out))
        ctx.module_context.keepalives.append(handle)
        import numpy as np

        return ffi.ffi_lowering("xla_ffi_python_cpu_callback", has_side_effect=has_side_effect)(ctx, *args, index=np.uint64(handle.number))

    mlir.register_lowering(buffer_callback.buffer_callback_p, lower, platform=PLATFORM, cacheable=False)


# ---- lowering rules ---------------------------------------------------------------------------------------------------------------

def _rules():
    """Those of the CPU platform, those that modules register later included."""
    from jax._src.interpreters import mlir

    if PLATFORM not in mlir._platforms_with_donation:
        mlir._platforms_with_donation.append(PLATFORM)
    rules = mlir._platform_specific_lowerings
    rules[PLATFORM] = collections.ChainMap(rules[PLATFORM], rules["cpu"])
    lower = mlir.lower_per_platform

    @functools.wraps(lower)
    def lower_per_platform(ctx, description, platform_rules, *rest, **options):
        if "cpu" in platform_rules and PLATFORM not in platform_rules:
            platform_rules = {**platform_rules, PLATFORM: platform_rules["cpu"]}
        return lower(ctx, description, platform_rules, *rest, **options)

    mlir.lower_per_platform = lower_per_platform


def _choices():
    """jax.lax.platform_dependent takes what it was given for the CPU, where this platform has no function of its own."""
    from jax._src.interpreters import mlir
    from jax._src.lax.control_flow import conditionals

    index, cond = conditionals._platform_index_lowering, conditionals._cond_lowering

    def with_this(platforms):
        if not platforms or any(PLATFORM in names for names in platforms if names):
            return platforms
        return tuple((*names, PLATFORM) if names and "cpu" in names else names for names in platforms)

    def platform_index(ctx, *, platforms):
        return index(ctx, platforms=with_this(platforms))

    def choose(ctx, *operands, branches_platforms=None, **params):
        return cond(ctx, *operands, branches_platforms=with_this(branches_platforms), **params)

    mlir.register_lowering(conditionals.cond_p, choose)
    mlir.register_lowering(conditionals.platform_index_p, platform_index)


def _exported():
    """What was exported for the CPU runs here as well."""
    import dataclasses

    from jax._src.export import _export
    from jax._src.interpreters import mlir

    call = _export._call_exported_lowering

    def called(ctx, *arguments, exported):
        if PLATFORM in ctx.module_context.platforms and PLATFORM not in exported.platforms:
            exported = dataclasses.replace(exported, platforms=tuple(PLATFORM if name == "cpu" else name for name in exported.platforms))
        return call(ctx, *arguments, exported=exported)

    mlir.register_lowering(_export.call_exported_p, called)


# ---- what is asked while a program is compiled -------------------------------------------------------------------------------------

class _Shape(ctypes.Structure):  # ShardscopeShape
    _fields_ = [("dtype", ctypes.c_int), ("rank", ctypes.c_int), ("dims", ctypes.c_int64 * _MAX_RANK)]


class _Partitioning(ctypes.Structure):  # ShardscopePartitioning
    _fields_ = [("target", ctypes.c_char_p), ("config", ctypes.c_char_p), ("n_operands", ctypes.c_int), ("n_results", ctypes.c_int),
                ("shapes", ctypes.POINTER(_Shape)), ("shardings", ctypes.POINTER(ctypes.c_char_p)), ("answer", ctypes.c_void_p)]


_PARTITION = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.POINTER(_Partitioning))
_INSPECT, _CUSTOM = b"InspectSharding", b"CustomSPMDPartitioning"


def _dtype(name):
    """numpy's of HLO's name."""
    import re

    import ml_dtypes
    import numpy as np

    if name == "pred":
        return np.dtype(bool)
    kind, bits, rest = re.fullmatch(r"(bf|[sufc])(\d+)(\w*)", name).groups()
    word = {"s": "int", "u": "uint", "f": "float", "bf": "bfloat", "c": "complex"}[kind] + bits + (f"_{rest}" if rest else "")
    return np.dtype(getattr(ml_dtypes, word, None) or word)


def _shardy_text(sharding, mesh, rank):
    """Of an HloSharding: "[{\"x\"}, {}]"."""
    from jax._src.sharding_impls import parse_flatten_op_sharding

    dims = []
    for axes in [*parse_flatten_op_sharding(sharding, mesh)[0], *[None] * rank][:rank]:
        axes = () if axes is None else axes if isinstance(axes, tuple) else (axes,)
        dims.append("{" + ", ".join(f'"{axis}"' for axis in axes) + "}")
    return f"[{', '.join(dims)}]".encode()


def _partitioned(p, library):
    """What jax.experimental.custom_partitioning's functions make of the call, and on which shardings."""
    from jax._src import custom_partitioning
    from jax._src.lib import xla_client

    n = p.n_operands + p.n_results
    shapes = [xla_client.Shape.array_shape(_dtype(library.shardscope_dtype_name(s.dtype).decode()), tuple(s.dims[: s.rank])) for s in p.shapes[:n]]
    shardings = [xla_client.HloSharding.from_string(text.decode()) for text in p.shardings[:n]]
    results, layouts = shapes[p.n_operands :], shardings[p.n_operands :]
    if p.n_results == 1:
        result, layout = results[0], layouts[0]
    else:
        result = xla_client.Shape.tuple_shape(results)
        layout = xla_client.HloSharding.tuple_sharding(result, layouts)
    mesh = custom_partitioning._sharding_callbacks[p.config].mesh
    program, arguments, layout = custom_partitioning._custom_partitioning_partition(shapes[: p.n_operands], shardings[: p.n_operands], result, layout, p.config)
    layouts = [layout] if p.n_results == 1 else layout.tuple_elements()
    return program, [_shardy_text(s, mesh, len(shape.dimensions())) for s, shape in zip([*arguments, *layouts], shapes)]


def _partitioning(library):
    """Functions with their own partitioning, and those that ask how a value is laid out, are called once shardings are propagated."""
    from jax._src import config, core, custom_partitioning, debugging, sharding_impls
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client

    library = ctypes.CDLL(library)
    library.shardscope_dtype_name.restype = ctypes.c_char_p
    library.shardscope_dtype_name.argtypes = [ctypes.c_int]
    library.shardscope_partitioning_answer.argtypes = [ctypes.POINTER(_Partitioning), ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_char_p)]
    library.shardscope_partitioning_answer.restype = None
    library.shardscope_partitioning_refuse.argtypes = [ctypes.POINTER(_Partitioning), ctypes.c_char_p]
    library.shardscope_partitioning_refuse.restype = None
    library.shardscope_set_partitioner.argtypes = [_PARTITION, ctypes.c_void_p, ctypes.POINTER(ctypes.c_char_p)]
    library.shardscope_set_partitioner.restype = None

    def answer(_user, call):
        try:
            p = call.contents
            if p.target == _INSPECT:
                _calls.known[int(p.config)](xla_client.HloSharding.from_string(p.shardings[0].decode()))
                library.shardscope_partitioning_answer(call, None, 0, None)
            else:
                program, texts = _partitioned(p, library)
                library.shardscope_partitioning_answer(call, program, len(program), (ctypes.c_char_p * (len(texts) + 1))(*texts, None))
            return True
        except BaseException as error:  # becomes the compile's error
            library.shardscope_partitioning_refuse(call, "".join(traceback.format_exception(error)).encode())
            return False

    _partitioning.answer = _PARTITION(answer)  # lives as long as the module
    library.shardscope_set_partitioner(_partitioning.answer, None, (ctypes.c_char_p * 3)(_INSPECT, _CUSTOM, None))

    lower = custom_partitioning._custom_partitioning_lowering_rule

    def whole(*arguments, call, **_):
        return core.jaxpr_as_fun(call)(*arguments)

    def partitioned(ctx, *values, **params):
        context = ctx.module_context.axis_context
        named = isinstance(context, sharding_impls.ShardingContext) and context.abstract_mesh is not None
        if named and config.use_shardy_partitioner.value:
            return lower(ctx, *values, **params)
        return mlir.lower_fun(whole, multiple_results=True)(ctx, *values, **params)

    mlir.register_lowering(custom_partitioning.custom_partitioning_p, partitioned, platform=PLATFORM)

    inspect = debugging._inspect_sharding_lowering_rule

    class Numbered:
        """Stands for xla_client in JAX's rule: what is to be called has a number."""

        def __init__(self, keepalives):
            self.keepalives = keepalives

        def encode_inspect_sharding_callback(self, function):
            handle = _Handle(function)
            self.keepalives(handle)
            return str(handle.number).encode()

        def __getattr__(self, name):
            return getattr(xla_client, name)

    rule = type(inspect)(inspect.__code__, {**inspect.__globals__}, inspect.__name__, inspect.__defaults__, inspect.__closure__)
    rule.__kwdefaults__ = inspect.__kwdefaults__

    def inspected(ctx, value, **params):
        with inspect_lock:
            rule.__globals__["xc"] = Numbered(ctx.module_context.add_keepalive)
            return rule(ctx, value, **params)

    inspect_lock = threading.RLock()
    mlir.register_lowering(debugging.inspect_sharding_p, inspected, platform=PLATFORM)


# ---- storing executables, lending arrays --------------------------------------------------------------------------------------------

def _cache():
    """Compiled programs are kept across processes as on other platforms."""
    from jax._src import compilation_cache, compiler, config

    is_used = compilation_cache.is_cache_used

    class AsCpu:
        platform = "cpu"
        supports_executable_serialization = True

    @functools.wraps(is_used)
    def is_cache_used(backend):
        return is_used(AsCpu() if backend.platform == PLATFORM else backend)

    compilation_cache.is_cache_used = is_cache_used
    put = compilation_cache.put_executable_and_time

    @functools.wraps(put)
    def put_executable_and_time(key, name, executable, backend, *rest):
        """Programs with callbacks are not stored, which JAX does not know before: it says so where it does."""
        try:
            put(key, name, executable, backend, *rest)
        except Exception as error:
            if backend.platform != PLATFORM or "calls functions of this process" not in str(error):
                raise
            loud = config.explain_cache_misses.value and compilation_cache.is_persistent_cache_enabled()
            compiler.logger.log(logging.WARNING if loud else logging.DEBUG, "Not writing persistent cache entry for '%s' because it uses host "
                                "callbacks (e.g. from jax.debug.print or breakpoint)", name)

    compilation_cache.put_executable_and_time = put_executable_and_time


def _dlpack():
    """Arrays are lent to others as the host memory that they are; those of others that lie there are copied to the default device."""
    from jax._src import array, dlpack, xla_bridge
    import jax
    import jax.numpy as jnp
    import numpy as np

    place = dlpack._place_array

    @functools.wraps(place)
    def place_array(x, device, origin, copy):
        if device or origin.platform != "cpu" or xla_bridge.default_backend() != PLATFORM:
            return place(x, device, origin, copy)
        if copy is False:
            raise ValueError("from_dlpack: memory of others cannot be an array of this platform without a copy; pass copy=None or copy=True")
        copied = jnp.array(np.asarray(x))
        return jax.device_put(copied, copied.device)  # to stay there, as others' arrays do

    dlpack._place_array = place_array

    lend, device = array.ArrayImpl.__dlpack__, array.ArrayImpl.__dlpack_device__

    def memory(x):
        view = np.asarray(x)
        if view.nbytes == 0:
            return view.copy()
        data = (ctypes.c_char * view.nbytes).from_address(view.ctypes.data)
        data.owner = view
        return np.lib.stride_tricks.as_strided(np.frombuffer(data, view.dtype), view.shape, view.strides)  # in the order of its layout

    @functools.wraps(lend)
    def __dlpack__(self, **options):
        if self.platform() != PLATFORM or len(self.sharding.device_set) > 1:
            return lend(self, **options)
        try:
            return memory(self).__dlpack__(**options)
        except (BufferError, TypeError):  # bfloat16 and narrower floats, which numpy does not lend
            return lend(jax.device_put(self, jax.devices("cpu")[0]), **options)

    @functools.wraps(device)
    def __dlpack_device__(self):
        return (dlpack.DLDeviceType.kDLCPU, 0) if self.platform() == PLATFORM and len(self._arrays) == 1 else device(self)

    array.ArrayImpl.__dlpack__ = __dlpack__
    array.ArrayImpl.__dlpack_device__ = __dlpack_device__


class _Annotation(ctypes.Structure):
    """As ShardscopeAnnotation."""

    _fields_ = [("struct_size", ctypes.c_size_t), ("name", ctypes.c_char_p), ("number", ctypes.c_int64), ("metadata", ctypes.POINTER(ctypes.c_char_p))]


def _spans(library):
    """What begins and ends a span of the calling thread."""
    library = ctypes.CDLL(library)
    begin, end = library.shardscope_annotation_begin_with, library.shardscope_thread_annotation_end
    begin.argtypes, begin.restype = [ctypes.c_void_p, ctypes.POINTER(_Annotation), ctypes.c_void_p], ctypes.c_bool
    end.argtypes, end.restype = [ctypes.c_void_p], ctypes.c_bool
    return begin, end


def _annotations(library):
    """Executions are named by the jax.profiler.StepTraceAnnotation, or TraceAnnotation, in which they are asked for; in the trace both are spans of
    their thread."""
    from jax._src import profiler

    begin, end = _spans(library)
    kind = profiler.TraceAnnotation
    init, enter, leave = kind.__init__, kind.__enter__, kind.__exit__

    def is_jax_own():
        """JAX annotates functions of its own, which would hide the user's; only that it reads a result is worth to be seen."""
        frame = sys._getframe(2)
        while frame and frame.f_globals.get("__name__") == profiler.__name__:
            frame = frame.f_back
        return frame is not None and str(frame.f_globals.get("__name__")).startswith("jax._src.")

    def __init__(self, name, *arguments, **options):
        init(self, name, *arguments, **options)
        self._shardscope = None
        if name == "np.asarray(jax.Array)" or not is_jax_own():
            number = options.get("step_num", -1)
            more = [f"{key}={value}".encode() for key, value in options.items() if key not in ("step_num", "_r")]
            metadata = (ctypes.c_char_p * (len(more) + 1))(*more, None)
            self._shardscope = _Annotation(ctypes.sizeof(_Annotation), str(name).encode(), number if isinstance(number, int) else -1, metadata)

    def __enter__(self):
        if self._shardscope:
            begin(None, ctypes.byref(self._shardscope), None)
        return enter(self)

    def __exit__(self, *error):
        if self._shardscope:
            end(None)
        return leave(self, *error)

    kind.__init__, kind.__enter__, kind.__exit__ = __init__, __enter__, __exit__


def _waits(library):
    """Where a script is recorded, its threads' waits for results are spans of theirs: JAX waits without telling the plugin."""
    if not os.environ.get("SHARDSCOPE_TRACE"):
        return
    from jax._src import api, array

    begin, end = _spans(library)
    wait = _Annotation(ctypes.sizeof(_Annotation), b"block_until_ready", -1, (ctypes.c_char_p * 1)(None))

    def spanned(function):
        def waits(*arguments):  # functools.wraps does not know functions of C++
            begin(None, ctypes.byref(wait), None)
            try:
                return function(*arguments)
            finally:
                end(None)

        waits.__name__, waits.__doc__ = function.__name__, function.__doc__
        return waits

    array.ArrayImpl.block_until_ready = spanned(array.ArrayImpl.block_until_ready)
    api.xc.batched_block_until_ready = spanned(api.xc.batched_block_until_ready)


def _pmapped():
    """Where a script is recorded, the function that pmap compiles has its user's name: JAX calls each of them `_fun`."""
    if not os.environ.get("SHARDSCOPE_TRACE"):
        return
    from jax._src import pmap

    divide = pmap.shard_map

    @functools.wraps(divide)
    def shard_map(function, **options):
        free = function.__code__.co_freevars
        if "fun" in free:
            function.__name__ = function.__closure__[free.index("fun")].cell_contents.debug_info.func_name
        return divide(function, **options)

    pmap.shard_map = shard_map


def _costs():
    """Of programs that are not compiled yet, as the CPU platform counts them."""
    from jax._src import xla_bridge
    from jax._src.interpreters import pxla
    from jax._src.lib import _jax

    counted = pxla.MeshComputation.cost_analysis

    @functools.wraps(counted)
    def cost_analysis(self):
        if self.compile_args["backend"].platform != PLATFORM:
            return counted(self)
        return _jax.hlo_module_cost_analysis(xla_bridge.get_backend("cpu"), self.hlo().as_hlo_module())

    pxla.MeshComputation.cost_analysis = cost_analysis


def _default_device():
    """`jax_default_device` takes a platform by its name; JAX has a list of the names."""
    from jax._src import config

    state = config.default_device
    parse = state._parser
    state._parser = lambda value: value if isinstance(value, str) and value == PLATFORM else parse(value)


# ---- several processes ---------------------------------------------------------------------------------------------------------------


def _failure(library):
    """An exception that ends this process ends those that it shares devices with, which would wait for it; Ctrl-C also what is under way, whose results nobody
    will see: JAX waits for it before the process is gone."""
    library = ctypes.CDLL(library)
    library.shardscope_ranks_fail.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    library.shardscope_ranks_fail.restype = None
    library.shardscope_stop_executing.restype = None
    before = sys.excepthook

    def hook(kind, value, trace):
        library.shardscope_ranks_fail(None, f"{kind.__name__}: {value}".encode())
        if issubclass(kind, KeyboardInterrupt):
            library.shardscope_stop_executing()
        before(kind, value, trace)

    sys.excepthook = hook
    # Before what JAX does at the end of a process, which waits for the others.
    library.shardscope_ranks_farewell.argtypes = [ctypes.c_void_p]
    library.shardscope_ranks_farewell.restype = None
    atexit.register(library.shardscope_ranks_farewell, None)


def place():
    """"train.py:12", the innermost line of the user's that this thread is in, for messages; "" if there is none."""
    try:
        from jax._src.source_info_util import is_user_filename
    except ImportError:
        return ""
    frame = sys._getframe()
    while frame and (frame.f_code is place.__code__ or not is_user_filename(frame.f_code.co_filename)):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame else ""


def install(library):
    """Once for a process; `library` is the path of the plugin."""
    from jax._src.interpreters import mlir

    if getattr(mlir, "_shardscope_is_installed", False):
        return
    mlir._shardscope_is_installed = True
    for part in (_rules, _choices, _exported, _cpu_beside, lambda: _callbacks(library), _in_place, lambda: _partitioning(library), _cache, _dlpack, _costs, _default_device, lambda: _annotations(library), lambda: _waits(library), _pmapped, lambda: _failure(library)):
        try:
            part()
        except (ImportError, AttributeError, KeyError, TypeError, OSError, NotImplementedError) as error:  # names that JAX keeps to itself
            import warnings

            warnings.warn(f"shardscope: not all of JAX works with this version of it ({type(error).__name__}: {error})")
