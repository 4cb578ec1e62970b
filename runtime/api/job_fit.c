/* Whether a compiled program can be run here: the memory of all its virtual devices together, and the time its steps take. */
#include "runtime/api/job_impl.h"

#include <sys/resource.h>
#include <unistd.h>

static const double MAX_HOURS = 1; /* of steps that nobody insisted on */

/* What the executor lets all buffers take: three quarters of the machine's memory, less where the process has a limit of its
 * own. */
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

/* At the worst moment: arguments as made up and as cut for the devices, or all that devices hold during a step, where
 * arguments that the program may write over are there twice. */
static double bytes_needed(const Compiled *c, const MemoryPlan *plan)
{
    double n = (double)c->n_devices;
    double loading = whole_bytes(c) + n * (double)plan->argument_bytes;
    double running = n * (double)(memory_plan_reserved(plan) - plan->constant_bytes + plan->alias_bytes) + (double)plan->constant_bytes;
    return MAX(loading, running);
}

/* Of all steps, on this machine: its cores take turns at the devices. */
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
        return diag(error, SHARD_ERROR_LIMIT, NULL, "--no-execute compiles and records without running; --force tries all the same",
                    "too large to run here: %d devices need %.1f GiB together, and there are %.1f GiB for them", (int)c->n_devices,
                    needed / 0x1p30, there / 0x1p30);
    double hours = seconds_needed(job, c) / 3600;
    if (hours > MAX_HOURS)
        return diag(error, SHARD_ERROR_LIMIT, NULL, "--no-execute compiles and records without running, a smaller --steps runs shorter, --force runs all the same",
                    "too long to run here: %" G_GINT64_FORMAT " steps on %d virtual devices take about %.1f hours on this machine", job->o.steps,
                    (int)c->n_devices, hours);
    return true;
}
