/* Programs that call into their caller. */
#include "runtime/exec/host_call.h"

#include <string.h>

#include "runtime/library/library_impl.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards these two */
static ShardscopeHostCallFn function;
static void *function_user;

/* Tokens are arrays of no elements. */
static void to_public(const HostValue *v, int n, ShardscopeHostValue *out)
{
    for (int i = 0; i < n; i++) {
        out[i] = (ShardscopeHostValue){ .data = v[i].data };
        const Type *t = v[i].type;
        out[i].shape = (ShardscopeShape){ .dtype = t->kind == TYPE_ARRAY ? (ShardscopeDtype)((int)t->elem + 1) : SHARDSCOPE_PRED, .rank = t->kind == TYPE_ARRAY ? t->rank : 1 };
        if (t->kind == TYPE_ARRAY)
            memcpy(out[i].shape.dims, t->dims, sizeof *t->dims * (size_t)t->rank);
    }
}

static bool answer(void *user, const HostCallValues *v, char **message)
{
    (void)user;
    enum { ROOM = 1 << 14 };
    g_autofree ShardscopeHostValue *in = g_new0(ShardscopeHostValue, v->n_in + 1), *out = g_new0(ShardscopeHostValue, v->n_out + 1);
    g_autofree char *text = g_malloc0(ROOM);
    to_public(v->in, v->n_in, in);
    to_public(v->out, v->n_out, out);
    pthread_mutex_lock(&lock);
    ShardscopeHostCallFn fn = function;
    void *with = function_user;
    pthread_mutex_unlock(&lock);
    const ShardscopeHostCall call = { .number = v->number, .in = in, .n_in = v->n_in, .out = out, .n_out = v->n_out, .message = text, .room = ROOM };
    if (fn && fn(with, &call))
        return true;
    *message = g_strdup(text[0] ? text : "the caller refused the program's call");
    return false;
}

void shardscope_set_host_call(ShardscopeHostCallFn fn, void *user)
{
    pthread_mutex_lock(&lock);
    function = fn;
    function_user = user;
    pthread_mutex_unlock(&lock);
    host_call_set(fn ? answer : NULL, NULL);
}
