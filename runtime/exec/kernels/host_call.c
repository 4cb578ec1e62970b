/* Custom-calls that the program's caller computes. Where all devices hold the same values, the first that comes to the call makes it, and
 * the others, who wait meanwhile, copy its results. */
#include "runtime/exec/kernels/host_call.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/memory_out.h"
#include "runtime/exec/host_call.h"

/* ---- the caller's function ------------------------------------------------------------------------------------------------------ */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards these two */
static HostCallFn function;
static void *function_user;

void host_call_set(HostCallFn fn, void *user)
{
    pthread_mutex_lock(&lock);
    function = fn;
    function_user = user;
    pthread_mutex_unlock(&lock);
}

bool host_call_known(void)
{
    pthread_mutex_lock(&lock);
    bool known = function != NULL;
    pthread_mutex_unlock(&lock);
    return known;
}

bool host_call(const HostCallValues *values, char **message)
{
    pthread_mutex_lock(&lock);
    HostCallFn fn = function;
    void *user = function_user;
    pthread_mutex_unlock(&lock);
    if (fn)
        return fn(user, values, message);
    *message = g_strdup("nobody answers calls of the program into its caller");
    return false;
}

/* ---- one instruction -------------------------------------------------------------------------------------------------------------- */

/* Results of one call, until every device has them. */
typedef struct Answer {
    void **data;
    int n_taken;
} Answer;

struct HostCall {
    const IrOp *op;
    int64_t number;
    bool each;
    int n_in, n_out;
    pthread_mutex_t lock; /* guards the rest, and is held during a call that others wait for */
    int64_t run;          /* that the rest is about */
    int64_t *n_calls;     /* by device: how many it has come to */
    int n_devices;
    int64_t first;        /* the number of answers[0] */
    GPtrArray *answers;   /* of Answer */
};

static void answer_free(HostCall *h, Answer *a)
{
    for (int i = 0; i < h->n_out; i++)
        free(a->data[i]);
    g_free(a->data);
    g_free(a);
}

static void forget(HostCall *h)
{
    for (guint i = 0; i < h->answers->len; i++)
        answer_free(h, h->answers->pdata[i]);
    g_ptr_array_set_size(h->answers, 0);
    h->first = 0;
}

static bool call(const HostCall *h, const Kernel *k, void *const *outs)
{
    g_autofree HostValue *in = g_new0(HostValue, h->n_in + 1), *out = g_new0(HostValue, h->n_out + 1);
    for (int i = 0, n = 0; i < h->op->n_operands; i++)
        for (int leaf = 0; leaf < type_n_leaves(h->op->operands[i]->type); leaf++, n++)
            in[n] = (HostValue){ type_leaf(h->op->operands[i]->type, leaf), (void *)(uintptr_t)k->args[n] };
    for (int i = 0; i < h->n_out; i++)
        out[i] = (HostValue){ type_leaf(h->op->type, i), outs[i] };
    char *message = NULL;
    if (host_call(&(HostCallValues){ h->number, in, out, h->n_in, h->n_out }, &message))
        return true;
    char *none = NULL;
    if (!message || !atomic_compare_exchange_strong(k->why, &none, message))
        g_free(message);
    atomic_store(k->failed, h->op);
    return false;
}

static Answer *make(const HostCall *h, const Kernel *k)
{
    Answer *a = g_new0(Answer, 1);
    a->data = g_new0(void *, h->n_out + 1);
    for (int i = 0; i < h->n_out; i++) {
        size_t bytes = (size_t)type_bytes(type_leaf(h->op->type, i)) + 1;
        a->data[i] = memory_get(bytes, 64);
        if (!a->data[i]) {
            pool_short(bytes, "the answer of a call");
            return a;
        }
        memset(a->data[i], 0, bytes);
    }
    call(h, k, a->data);
    return a;
}

static void begin_run(HostCall *h, const Kernel *k)
{
    forget(h);
    h->run = k->run;
    h->n_devices = k->n_devices;
    g_free(h->n_calls);
    h->n_calls = g_new0(int64_t, k->n_devices);
}

static void run_host_call(const Kernel *k)
{
    HostCall *h = (HostCall *)(uintptr_t)k->plan;
    if (h->each || k->n_devices == 1) {
        call(h, k, k->outs);
        return;
    }
    pthread_mutex_lock(&h->lock);
    if (h->run != k->run)
        begin_run(h, k);
    int64_t at = h->n_calls[k->device]++ - h->first;
    if (at == h->answers->len)
        g_ptr_array_add(h->answers, make(h, k));
    Answer *a = h->answers->pdata[at];
    for (int i = 0; i < h->n_out && a->data[h->n_out - 1]; i++) /* without memory the run has failed */
        memcpy(k->outs[i], a->data[i], (size_t)type_bytes(type_leaf(h->op->type, i)));
    if (++a->n_taken == h->n_devices) { /* they come in order, so it is the first */
        answer_free(h, g_ptr_array_remove_index(h->answers, 0));
        h->first++;
    }
    pthread_mutex_unlock(&h->lock);
}

void host_call_free(HostCall *h)
{
    if (!h)
        return;
    forget(h);
    g_ptr_array_unref(h->answers);
    g_free(h->n_calls);
    pthread_mutex_destroy(&h->lock);
    g_free(h);
}

/* "{index = 3 : ui64}" */
static bool read_number(const IrOp *op, int64_t *out)
{
    const char *text = op->a.custom.backend_config, *at = text ? strstr(text, "index") : NULL, *sign = at ? strchr(at, '=') : NULL;
    if (!sign)
        return false;
    *out = g_ascii_strtoll(sign + 1, NULL, 10);
    return true;
}

HostCall *make_host_call(const IrOp *op, Bound *to, GError **error)
{
    HostCall *h = g_new0(HostCall, 1);
    *h = (HostCall){ .op = op, .each = strcmp(op->a.custom.target, HOST_CALL_EACH) == 0, .n_out = type_n_leaves(op->type), .run = -1 };
    for (int i = 0; i < op->n_operands; i++)
        h->n_in += type_n_leaves(op->operands[i]->type);
    pthread_mutex_init(&h->lock, NULL);
    h->answers = g_ptr_array_new();
    *to = (Bound){ .fn = run_host_call, .plan = h };
    if (host_call_known() && read_number(op, &h->number))
        return h;
    diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), NULL, host_call_known() ? "a call into the program's caller without its number" : "a call into the program's caller, who answers none");
    host_call_free(h);
    return NULL;
}
