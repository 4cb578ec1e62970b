/* Custom-calls that the program's caller partitions. */
#include <string.h>

#include "runtime/library/library_impl.h"
#include "runtime/passes/outside.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards what follows */
static ShardscopePartitionFn function;
static void *function_user;

void shardscope_partitioning_answer(const ShardscopePartitioning *p, const void *program, size_t n, const char *const *shardings)
{
    OutsideAnswer *a = p ? p->answer : NULL;
    if (!a)
        return;
    g_clear_pointer(&a->program, g_bytes_unref);
    g_clear_pointer(&a->shardings, g_strfreev);
    a->program = program ? g_bytes_new(program, n) : NULL;
    a->shardings = g_strdupv((char **)shardings);
}

void shardscope_partitioning_refuse(const ShardscopePartitioning *p, const char *message)
{
    OutsideAnswer *a = p ? p->answer : NULL;
    if (!a)
        return;
    g_free(a->message);
    a->message = g_strdup(message);
}

static bool ask(void *user, const OutsideCall *call, OutsideAnswer *answer)
{
    (void)user;
    pthread_mutex_lock(&lock);
    ShardscopePartitionFn fn = function;
    void *with = function_user;
    pthread_mutex_unlock(&lock);
    int n = call->n_operands + call->n_results;
    g_autofree ShardscopeShape *shapes = g_new0(ShardscopeShape, n + 1);
    for (int i = 0; i < n; i++) {
        const Type *t = call->types[i];
        if (t->kind != TYPE_ARRAY || t->rank > SHARDSCOPE_MAX_RANK) {
            answer->message = g_strdup("it takes or returns what is no array");
            return false;
        }
        shapes[i].dtype = (ShardscopeDtype)((int)t->elem + 1);
        shapes[i].rank = t->rank;
        memcpy(shapes[i].dims, t->dims, sizeof *t->dims * (size_t)t->rank);
    }
    const ShardscopePartitioning p = { .target = call->target, .config = call->config, .n_operands = call->n_operands, .n_results = call->n_results, .shapes = shapes,
                                       .shardings = call->shardings, .answer = answer };
    return fn && fn(with, &p);
}

void shardscope_set_partitioner(ShardscopePartitionFn fn, void *user, const char *const *targets)
{
    /* Those before stay: a compile may be looking at them. They are few. */
    static GPtrArray *kept;
    char **copy = g_strdupv((char **)targets);
    pthread_mutex_lock(&lock);
    if (!kept)
        kept = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    if (copy)
        g_ptr_array_add(kept, copy);
    function = fn;
    function_user = user;
    pthread_mutex_unlock(&lock);
    outside_set(fn && copy ? ask : NULL, NULL, (const char *const *)copy);
}
