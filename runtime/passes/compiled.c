/* A Compiled from texts. */
#include "runtime/passes/compiled.h"

#include <string.h>

#include "runtime/base/clock.h"
#include "runtime/shard/tiles.h"
#include "runtime/text/text.h"

static const Type *without_layouts(TypeTable *types, const Type *t)
{
    if (t->kind == TYPE_ARRAY)
        return t->layout ? type_array_full(types, t->elem, t->rank, t->dims, t->dyn, NULL) : t;
    if (t->kind != TYPE_TUPLE)
        return t;
    g_autofree const Type **parts = g_new(const Type *, t->n_parts + 1);
    for (int i = 0; i < t->n_parts; i++)
        parts[i] = without_layouts(types, t->parts[i]);
    return type_tuple(types, t->n_parts, parts);
}

/* The reader of HLO gives types without a layout the usual one; modules that were compiled have none. */
static IrModule *read_text(const char *text, GError **error)
{
    size_t n = strlen(text);
    if (text_is_mlir(text, n))
        return stablehlo_parse("executable", text, n, error);
    IrModule *m = hlo_parse("executable", text, n, error);
    for (int i = 0; m && i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++)
            m->comps[i]->ops[k]->type = without_layouts(m->types, m->comps[i]->ops[k]->type);
    return m;
}

static char *print_text(const IrModule *m, bool is_hlo)
{
    return is_hlo ? hlo_print(m, SPELL_HLO) : stablehlo_print(m);
}

/* With the shardings that its text gives. */
static IrModule *read_whole(const char *text, int64_t n_partitions, GError **error)
{
    g_autoptr(IrModule) m = read_text(text, error);
    ImportOptions o = { .n_devices = n_partitions };
    return m && module_verify(m, error) && pass_import(m, &o, NULL, error) ? g_steal_pointer(&m) : NULL;
}

/* Of a whole module: its text, if that is read back. What it becomes then may be written a little differently, once. */
static char *whole_text(const Compiled *c, const IrModule *m)
{
    g_autofree char *text = print_text(m, false);
    for (int i = 0; i < 2; i++) {
        g_autoptr(IrModule) back = read_whole(text, c->n_partitions, NULL);
        if (!back)
            return NULL;
        g_autofree char *again = print_text(back, false);
        if (g_str_equal(text, again))
            return g_steal_pointer(&text);
        g_free(text);
        text = g_steal_pointer(&again);
    }
    return NULL;
}

/* What both say of a run. */
static bool same_plan(const Program *a, const Program *b)
{
    bool same = a->n_code == b->n_code && a->n_slots == b->n_slots && a->n_params == b->n_params && a->n_results == b->n_results && a->n_collectives == b->n_collectives &&
                a->memory.peak_bytes == b->memory.peak_bytes;
    for (int i = 0; same && i < a->n_params; i++)
        same = a->donated[i] == b->donated[i];
    for (int i = 0; same && i < a->n_code; i++)
        same = a->code[i].kind == b->code[i].kind && a->code[i].n_in == b->code[i].n_in && a->code[i].n_out == b->code[i].n_out;
    return same;
}

/* Of what a device runs, in the form that is read back as exactly that. HLO keeps the names; it has no
 * words for some exchanges, which StableHLO has. */
static char *local_text(const Compiled *c)
{
    for (int is_hlo = 1; is_hlo >= 0; is_hlo--) {
        g_autofree char *text = print_text(c->local, is_hlo);
        g_autoptr(IrModule) back = read_text(text, NULL);
        if (!back || !module_verify(back, NULL))
            continue;
        g_autofree char *again = print_text(back, is_hlo);
        g_autoptr(Program) plan = g_str_equal(text, again) ? program_new(back, (int)c->n_devices, NULL) : NULL;
        if (plan && same_plan(plan, c->program))
            return g_steal_pointer(&text);
    }
    return NULL;
}

char **compiled_texts(const Compiled *c)
{
    if (!c->program || c->whole->n_placements) /* placements are in no text */
        return NULL;
    char **texts = g_new0(char *, 4);
    texts[0] = whole_text(c, c->input);
    texts[1] = texts[0] ? whole_text(c, c->whole) : NULL;
    texts[2] = texts[1] ? local_text(c) : NULL;
    if (!texts[2])
        g_clear_pointer(&texts, g_strfreev);
    return texts;
}

/* Whether `local` is what each of n devices holds of `whole`. */
static bool fits(const Type *whole, const Sharding *layout, const Type *local, int64_t n)
{
    if (whole->kind != TYPE_ARRAY || local->kind != TYPE_ARRAY)
        return whole->kind == local->kind;
    bool maximal = layout && layout->maximal;
    int64_t dims[MAX_RANK];
    memcpy(dims, whole->dims, sizeof *dims * (size_t)whole->rank);
    if (maximal ? layout->mesh->device_ids[0] >= n : layout && (layout->rank != whole->rank || layout->mesh->n_devices != n))
        return false;
    for (int64_t k = 0; layout && !maximal && layout->mesh->device_ids && k < n; k++)
        if (layout->mesh->device_ids[k] >= n)
            return false;
    if (layout && !maximal)
        tile_dims(layout, whole->rank, whole->dims, dims);
    bool same = whole->elem == local->elem && whole->rank == local->rank;
    for (int d = 0; same && d < whole->rank; d++)
        same = local->dims[d] == dims[d];
    return same;
}

/* Whether the device program takes and returns the pieces of what the whole one does; of bytes that were made up it need not. */
static bool parts_fit(const Compiled *c)
{
    const IrComp *e = c->whole->entry;
    const Program *p = c->program;
    int n = 0, n_results = type_n_leaves(e->root->type);
    bool ok = true;
    for (int i = 0; i < e->n_params && ok; i++)
        for (int k = 0; k < type_n_leaves(e->params[i]->type) && ok; k++, n++)
            ok = n < p->n_params && fits(type_leaf(e->params[i]->type, k), e->params[i]->shardings ? e->params[i]->shardings[k] : NULL, p->param_types[n], c->n_partitions);
    ok = ok && n == p->n_params && n_results == p->n_results;
    for (int k = 0; k < n_results && ok; k++)
        ok = fits(type_leaf(e->root->type, k), e->results ? e->results[k].sharding : NULL, p->result_types[k], c->n_partitions);
    return ok;
}

Compiled *compiled_from(const CompiledParts *parts, GError **error)
{
    g_autoptr(Compiled) c = g_new0(Compiled, 1);
    c->start_ns = clock_ns();
    c->log = decision_log_new();
    c->log->quiet = true;
    c->model = hardware_named(parts->hardware ? parts->hardware : "cpu");
    c->input = read_whole(parts->input, parts->n_partitions, error);
    c->whole = c->input ? read_whole(parts->whole, parts->n_partitions, error) : NULL;
    c->local = c->whole ? read_text(parts->local, error) : NULL;
    if (!c->local || !module_verify(c->local, error))
        return NULL;
    if (!c->model) {
        diag(error, SHARD_ERROR_USAGE, NULL, NULL, "unknown hardware \"%s\"", parts->hardware);
        return NULL;
    }
    c->stopped = c->local;
    c->n_devices = parts->n_devices;
    c->n_replicas = parts->n_replicas;
    c->n_partitions = parts->n_partitions;
    c->flops_one = parts->flops_one;
    compiled_sums(c);
    if (!compiled_program(c, error))
        return NULL;
    if (!parts_fit(c)) {
        diag(error, SHARD_ERROR_USAGE, NULL, NULL, "the partitioned program is not one of the whole program");
        return NULL;
    }
    c->compile_ns = parts->compile_ns;
    return g_steal_pointer(&c);
}
