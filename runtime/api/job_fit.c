/* Checks that this machine can run a compiled program: memory of all virtual devices together, and time of the steps. */
#include "runtime/api/job_impl.h"

#include <sys/resource.h>
#include <unistd.h>

static const double MAX_HOURS = 1; /* of steps, without --force */

/* Bytes that the executor lets all buffers take: three quarters of the machine's memory, or of the process's limit if that is
 * lower. */
static double bytes_there(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
    double there = pages > 0 && size > 0 ? 0.75 * (double)pages * (double)size : 8e9;
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        there = MIN(there, (double)limit.rlim_cur);
    return there;
}

static double whole_bytes(const Compiled *c)
{
    double sum = 0;
    for (int p = 0; p < c->input->entry->n_params; p++) {
        const Type *t = c->input->entry->params[p]->type;
        for (int l = 0; l < type_n_leaves(t); l++)
            sum += (double)type_bytes(type_leaf(t, l));
    }
    return sum;
}

/* The larger of two moments: whole arguments together with their tiles, before the first step; and everything that devices hold
 * during a step, counting donated arguments twice. */
static double bytes_needed(const Compiled *c, const MemoryPlan *plan)
{
    double n = (double)c->n_devices;
    double loading = whole_bytes(c) + n * (double)plan->argument_bytes;
    double running = n * (double)(memory_plan_reserved(plan) - plan->constant_bytes + plan->alias_bytes) + (double)plan->constant_bytes;
    return MAX(loading, running);
}

/* Predicted seconds of all steps on this machine, where a core runs several devices in turn. */
static double seconds_needed(const Job *job, const Compiled *c)
{
    double cores = (double)MAX(1, g_get_num_processors()), rounds = MAX(1, (double)c->n_devices / cores);
    return 1e-9 * module_step_ns(c->local, hardware_named("cpu")) * rounds * (double)(job->o.steps + (job->o.steps > 1));
}

bool job_fits(const Job *job, const Compiled *c, const MemoryPlan *plan, GError **error)
{
    if (job->o.force)
        return true;
    double needed = bytes_needed(c, plan), there = bytes_there();
    if (needed > there)
        return diag(error, SHARD_ERROR_LIMIT, NULL, "`no_execute` compiles and records without running; `force` runs it all the same",
                    "too large for this machine: %d devices need %.1f GiB together, but only %.1f GiB can be used", (int)c->n_devices,
                    needed / 0x1p30, there / 0x1p30);
    double hours = seconds_needed(job, c) / 3600;
    if (hours > MAX_HOURS)
        return diag(error, SHARD_ERROR_LIMIT, NULL, "`no_execute` compiles and records without running; fewer `steps` take less time; `force` runs it all the same",
                    "too slow on this machine: %" G_GINT64_FORMAT " steps on %d virtual devices would take about %.1f hours", job->o.steps,
                    (int)c->n_devices, hours);
    return true;
}
