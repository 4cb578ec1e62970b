/* Checks that this machine can run a compiled program: memory of all virtual devices together, and time of the steps. */
#include "runtime/api/job_impl.h"

#include <math.h>
#include <sys/resource.h>
#include <unistd.h>

static const double MAX_HOURS = 1; /* of steps, without --force */

/* Bytes that the executor lets all buffers take: three quarters of the machine's memory. */
static double bytes_of_machine(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
    return pages > 0 && size > 0 ? 0.75 * (double)pages * (double)size : 8e9;
}

/* Those that this process may take, if it has a limit of its own. */
static double bytes_of_process(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? (double)limit.rlim_cur : INFINITY;
}

/* The devices of this process, and of all processes of the job on this machine. */
static void devices_here(const Job *job, int n_devices, int *process, int *machine)
{
    Ranks *ranks = job->o.ranks;
    int first, n;
    ranks_block(ranks, ranks_me(ranks), n_devices, &first, process);
    *machine = ranks ? 0 : n_devices;
    for (int i = 0; i < (ranks ? ranks_n(ranks) : 0); i++)
        if (g_strcmp0(ranks_host(ranks, i), ranks_host(ranks, ranks_me(ranks))) == 0) {
            ranks_block(ranks, i, n_devices, &first, &n);
            *machine += n;
        }
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

/* Of n devices, the larger of two moments: arguments as they are read, whole, together with their tiles, before the first step; and everything that
 * devices hold during a step, counting donated arguments twice. */
static double bytes_needed(const Job *job, const Compiled *c, int n_devices)
{
    const MemoryPlan *plan = &c->program->memory;
    double n = n_devices;
    double loading = (job->o.inputs ? whole_bytes(c) : 0) + n * (double)plan->argument_bytes;
    double running = n * (double)(memory_plan_reserved(plan) - plan->constant_bytes + plan->alias_bytes) + (double)plan->constant_bytes;
    return MAX(loading, running);
}

/* Predicted seconds of all steps on this machine, where a core runs several devices in turn. */
static double seconds_needed(const Job *job, const Compiled *c)
{
    double cores = (double)MAX(1, g_get_num_processors()), rounds = MAX(1, (double)c->n_devices / cores);
    return 1e-9 * module_step_ns(c->local, hardware_named("cpu")) * rounds * (double)(job->o.steps + (job->o.steps > 1));
}

bool job_fits(const Job *job, const Compiled *c, GError **error)
{
    if (job->o.force)
        return true;
    int process, machine;
    devices_here(job, (int)c->n_devices, &process, &machine);
    bool by_limit = bytes_needed(job, c, process) / bytes_of_process() > bytes_needed(job, c, machine) / bytes_of_machine();
    int n = by_limit ? process : machine;
    double needed = bytes_needed(job, c, n), there = by_limit ? bytes_of_process() : bytes_of_machine();
    if (needed > there)
        return diag(error, SHARD_ERROR_LIMIT, NULL, "`no_execute` compiles and records without running; `force` runs it all the same",
                    "too large for this machine: %d devices need %.1f GiB together, but only %.1f GiB can be used", n,
                    needed / 0x1p30, there / 0x1p30);
    double hours = seconds_needed(job, c) / 3600;
    if (hours > MAX_HOURS)
        return diag(error, SHARD_ERROR_LIMIT, NULL, "`no_execute` compiles and records without running; fewer `steps` take less time; `force` runs it all the same",
                    "too slow on this machine: %" G_GINT64_FORMAT " steps on %d virtual devices would take about %.1f hours", job->o.steps,
                    (int)c->n_devices, hours);
    return true;
}
