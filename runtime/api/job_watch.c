/* A run of a job, watched: its devices hold what was planned. */
#include "runtime/api/again.h"
#include "runtime/api/job_impl.h"

#include "runtime/memory/buffer.h"
#include "runtime/shard/spell.h"
#include "runtime/shard/tiles.h"

static void memory_of(void *user, int device, WatchMemory *out)
{
    const JobWatch *w = user;
    const MemoryPlan *plan = w->plan;
    (void)device; /* all hold the same */
    *out = (WatchMemory){ .in_use = plan->argument_bytes + plan->constant_bytes + plan->own_output_bytes, .peak = plan->peak_bytes, .limit = (int64_t)buffer_most(),
                          .n_arrays = w->c->input->entry->n_params };
}

static void add_leaf(const JobWatch *w, const IrOp *p, int leaf, const WatchArrays *common, void (*add)(void *to, const WatchArrays *a), void *to)
{
    const Type *type = type_leaf(p->type, leaf);
    if (type->kind != TYPE_ARRAY)
        return;
    const Sharding *s = p->shardings ? p->shardings[leaf] : NULL;
    int64_t dims[MAX_RANK], n = w->c->n_devices, bytes = elem_info[type->elem].bytes;
    g_autoptr(GString) spec = g_string_new(s ? NULL : "P()");
    if (s) {
        tile_dims(s, type->rank, type->dims, dims);
        sharding_print_spec(spec, s);
    }
    for (int d = 0; d < type->rank; d++)
        bytes *= s ? dims[d] : type->dims[d];
    g_autofree char *text = type_text(type);
    WatchArrays a = *common;
    a.type = text;
    a.sharding = spec->str;
    a.bytes = bytes * n;
    a.count = 1;
    add(to, &a);
}

static void arrays_of(void *user, void (*add)(void *to, const WatchArrays *a), void *to)
{
    const JobWatch *w = user;
    const IrComp *entry = w->c->input->entry;
    for (int i = 0; i < entry->n_params; i++) {
        const IrOp *p = entry->params[i];
        g_autofree char *line = g_strdup_printf("argument %s", p->op_name ? p->op_name : p->name);
        for (int k = 0; k < type_n_leaves(p->type); k++)
            add_leaf(w, p, k, &(WatchArrays){ .line = line }, add, to);
    }
}

static void set_list(GKeyFile *file, const char *key, const GPtrArray *texts)
{
    if (texts->len)
        g_key_file_set_string_list(file, "options", key, (const char *const *)texts->pdata, texts->len);
}

/* What it was compiled under, in the form of library/serialise.c. To be freed. */
static char *options_of(const Job *job, const ShardChoice *choice)
{
    const ProgramOptions *p = &job->o.program;
    g_autoptr(GKeyFile) file = g_key_file_new();
    const char *group = "options";
    g_key_file_set_integer(file, group, "partitions", p->has_devices ? p->n_devices : 0);
    const struct { const char *key, *value; } texts[] = { { "mesh", p->mesh }, { "propagation", p->propagation }, { "planner", p->planner }, { "hardware", p->hardware } };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        if (texts[i].value)
            g_key_file_set_string(file, group, texts[i].key, texts[i].value);
    g_autoptr(GPtrArray) shards = g_ptr_array_new(), changes = g_ptr_array_new();
    char *const *lists[2] = { p->shards, choice ? choice->shards : NULL };
    for (int k = 0; k < 2; k++)
        for (char *const *s = lists[k]; s && *s; s++)
            g_ptr_array_add(shards, *s);
    set_list(file, "shardings", shards);
    for (guint i = 0; i < job->changes->len; i++)
        g_ptr_array_add(changes, ((const JobChange *)job->changes->pdata[i])->edits);
    set_list(file, "changes", changes);
    return g_key_file_to_data(file, NULL, NULL);
}

void job_watch_begin(JobWatch *w, const Job *job, const Compiled *c, int n_cores, const JobText *text)
{
    static const WatchOps ops = { .kind = "run", .memory = memory_of, .arrays = arrays_of };
    *w = (JobWatch){ .c = c, .plan = &c->program->memory };
    w->group = watch_group_new(&ops, w, (int)c->n_devices);
    w->program = watch_program_new(w->group, &(WatchProgramInfo){ .compiled = c, .n_cores = n_cores, .source = text->source, .source_name = job->o.path,
                                                               .options = text->source ? options_of(job, text->choice) : NULL });
}

void job_watch_end(JobWatch *w)
{
    watch_program_free(w->program);
    watch_group_free(w->group);
}
