/* Which runs are of one function. See functions.h. */
#include "trace/functions.h"

#include <stdlib.h>

/* The others are choices of shardings that somebody compares on purpose, or profiles that name no program. */
static bool is_function(const TraceRunInfo *run)
{
    return run->process || (run->kind == TRACE_RUN_IMPORTED && run->module_id);
}

/* Whether a run is of another program than the one of its name with which that began: recorded in the same way, but of other work. */
static bool is_another(const TraceRunInfo *run, const TraceRunInfo *first)
{
    bool alike = !run->process && g_strcmp0(run->label, first->label) == 0;
    return alike && run->flops_one.known && first->flops_one.known && run->flops_one.v != first->flops_one.v;
}

/* Of a name that a file has several functions of, the number of that which run i is of. */
static int number_in_file(const TraceRunInfo *const *runs, const int *file, guint i)
{
    const TraceRunInfo *first = NULL;
    int n = 0;
    for (guint k = 0; k <= i; k++) {
        if (file[k] != file[i] || !is_function(runs[k]) || g_strcmp0(runs[k]->name, runs[i]->name) != 0)
            continue;
        if (first && !is_another(runs[k], first))
            continue;
        first = runs[k];
        n++;
    }
    return n;
}

static char *name_of(const TraceRunInfo *const *runs, const int *file, guint i)
{
    int n = number_in_file(runs, file, i);
    return n > 1 ? g_strdup_printf("%s (%d)", runs[i]->name, n) : g_strdup(runs[i]->name);
}

/* A program that was run by itself is that function of a process or a dump which has its name. */
static void name_choices(GPtrArray *names, const TraceRunInfo *const *runs)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < names->len; i++)
        if (names->pdata[i])
            g_hash_table_add(known, names->pdata[i]);
    bool several = g_hash_table_size(known) > 1;
    for (guint i = 0; several && i < names->len; i++)
        if (!names->pdata[i] && runs[i]->name && g_hash_table_contains(known, runs[i]->name))
            names->pdata[i] = g_strdup(runs[i]->name);
    for (guint i = 0; !several && i < names->len; i++)
        g_clear_pointer((char **)&names->pdata[i], g_free);
}

/* Whether two choices are of unrelated programs: of another name and of other work. Shardings, passes and hardware change neither. */
static bool is_unrelated(const TraceRunInfo *a, const TraceRunInfo *b)
{
    if (!a->flops_one.known || !b->flops_one.known || g_strcmp0(a->name, b->name) == 0)
        return false;
    double most = MAX(a->flops_one.v, b->flops_one.v), least = MIN(a->flops_one.v, b->flops_one.v);
    return most - least > 1e-3 * most;
}

/* Several programs that were run or simulated into one file. Those of two files were put beside each other by whoever compares them. */
static void name_programs(GPtrArray *names, const TraceRunInfo *const *runs, const int *file)
{
    g_autofree guint *first = g_new(guint, names->len + 1); /* of each run the first one of its program */
    g_autofree bool *several = g_new0(bool, names->len + 1);
    for (guint i = 0; i < names->len; i++) {
        first[i] = i;
        for (guint k = 0; k < i && !names->pdata[i]; k++) {
            if (names->pdata[k] || file[k] != file[i])
                continue;
            if (is_unrelated(runs[i], runs[k])) {
                several[i] = several[first[k]] = true;
            } else {
                first[i] = first[k];
                break;
            }
        }
    }
    for (guint i = 0; i < names->len; i++)
        if (!names->pdata[i] && several[first[i]])
            names->pdata[i] = g_strdup(runs[first[i]]->name);
}

typedef struct Weight {
    guint group;
    double measured_ns, est_ns;
} Weight;

/* What was measured to take most first, then what is predicted to. */
static int dearest_first(const void *pa, const void *pb)
{
    const Weight *a = pa, *b = pb;
    if (a->measured_ns != b->measured_ns)
        return a->measured_ns < b->measured_ns ? 1 : -1;
    if (a->est_ns != b->est_ns)
        return a->est_ns < b->est_ns ? 1 : -1;
    return (a->group > b->group) - (a->group < b->group);
}

static void number_by_weight(TraceFunctions *f, const TraceRunInfo *const *runs)
{
    g_autofree Weight *w = g_new0(Weight, f->n + 1);
    g_autofree guint *place = g_new0(guint, f->n + 1);
    for (guint i = 0; i < f->groups->len; i++) {
        Weight *x = &w[trace_function_of(f, i)];
        x->group = trace_function_of(f, i);
        x->measured_ns = MAX(x->measured_ns, (double)runs[i]->steps_ns);
        x->est_ns = MAX(x->est_ns, runs[i]->est_ns.known ? runs[i]->est_ns.v : 0);
    }
    qsort(w, f->n, sizeof *w, dearest_first);
    for (guint k = 0; k < f->n; k++)
        place[w[k].group] = k;
    for (guint i = 0; i < f->groups->len; i++)
        g_array_index(f->groups, guint, i) = place[trace_function_of(f, i)];
}

TraceFunctions *trace_functions_new(const TraceRunInfo *const *runs, const int *file, guint n)
{
    TraceFunctions *f = g_new0(TraceFunctions, 1);
    f->names = g_ptr_array_new_with_free_func(g_free);
    f->groups = g_array_new(FALSE, TRUE, sizeof(guint));
    for (guint i = 0; i < n; i++)
        g_ptr_array_add(f->names, is_function(runs[i]) ? name_of(runs, file, i) : NULL);
    name_programs(f->names, runs, file);
    name_choices(f->names, runs);
    g_autoptr(GHashTable) numbers = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < n; i++) {
        const char *key = f->names->pdata[i] ? f->names->pdata[i] : "";
        if (!g_hash_table_contains(numbers, key))
            g_hash_table_insert(numbers, (gpointer)key, GUINT_TO_POINTER(f->n++));
        guint number = GPOINTER_TO_UINT(g_hash_table_lookup(numbers, key));
        g_array_append_val(f->groups, number);
    }
    number_by_weight(f, runs);
    return f;
}

void trace_functions_free(TraceFunctions *f)
{
    if (!f)
        return;
    g_ptr_array_unref(f->names);
    g_array_unref(f->groups);
    g_free(f);
}

guint trace_function_of(const TraceFunctions *f, guint run)
{
    return g_array_index(f->groups, guint, run);
}
