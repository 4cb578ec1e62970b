/* Where the plugin finds itself in a Python with JAX, it runs data/python/jax_plugins/shardscope/support.py, which has JAX do for this platform what it
 * does only for platforms that it knows. The interpreter is looked up in the process: the plugin is linked against none. */
#include "runtime/pjrt/plugin.h"

#include <dlfcn.h>

static const char support[] =
#include "runtime/support.py.inc"
    ;

/* The interpreter's functions that are needed; opaque pointers are PyObject. */
typedef struct Python {
    int (*is_initialised)(void);
    int (*ensure)(void);
    void (*release)(int state);
    void *(*compile)(const char *text, const char *name, int start);
    void *(*exec_module)(const char *name, void *code);
    void *(*call_method)(void *object, const char *name, const char *format, ...);
    void *(*modules)(void);
    void *(*item)(void *dict, const char *key);
    void (*print_error)(void);
    void (*decref)(void *object);
    const char *(*utf8)(void *text);
} Python;

static bool find(Python *py)
{
    const struct { void **to; const char *name; } all[] = {
        { (void **)&py->is_initialised, "Py_IsInitialized" }, { (void **)&py->ensure, "PyGILState_Ensure" }, { (void **)&py->release, "PyGILState_Release" },
        { (void **)&py->compile, "Py_CompileString" }, { (void **)&py->exec_module, "PyImport_ExecCodeModule" },
        { (void **)&py->call_method, "PyObject_CallMethod" }, { (void **)&py->modules, "PyImport_GetModuleDict" },
        { (void **)&py->item, "PyDict_GetItemString" }, { (void **)&py->print_error, "PyErr_Print" }, { (void **)&py->decref, "Py_DecRef" },
        { (void **)&py->utf8, "PyUnicode_AsUTF8" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
        if (!(*all[i].to = dlsym(RTLD_DEFAULT, all[i].name)))
            return false;
    return py->is_initialised();
}

static const char module_name[] = "shardscope_jax_support";

static void run(const Python *py, const char *library)
{
    enum { FILE_INPUT = 257 };
    if (!py->item(py->modules(), "jax"))
        return;
    void *code = py->compile(support, "shardscope/support.py", FILE_INPUT);
    void *module = code ? py->exec_module(module_name, code) : NULL;
    void *result = module ? py->call_method(module, "install", "s", library) : NULL;
    if (!result)
        py->print_error(); /* JAX goes on without */
    py->decref(result);
    py->decref(module);
    py->decref(code);
}

void python_support(void)
{
    Python py;
    Dl_info here;
    if (!find(&py) || !dladdr((void *)support, &here) || !here.dli_fname)
        return;
    int state = py.ensure();
    run(&py, here.dli_fname);
    py.release(state);
}

PjrtError *python_place(PjrtError *error)
{
    Python py;
    if (!error || !find(&py))
        return error;
    int state = py.ensure();
    void *module = py.item(py.modules(), module_name), *text = module ? py.call_method(module, "place", NULL) : NULL;
    const char *place = text ? py.utf8(text) : NULL;
    if (place && *place) {
        char *both = g_strdup_printf("%s: %s", place, error->message);
        g_free(error->message);
        error->message = both;
    }
    if (module && !text)
        py.print_error();
    if (text)
        py.decref(text);
    py.release(state);
    return error;
}
