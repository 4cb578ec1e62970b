/* Which instruction an event of a device runs, and what sort of work it is. Start at xdevice_find_op(). */
#include <string.h>

#include "trace/import/xspace_impl.h"

/* ---- kinds of events ---------------------------------------------------------------------------------------------------------- */

/* Looked up once for all events of the kind. */
static XKindInfo *info_of(ImportRun *r, const XPlane *p, const XEventKind *k)
{
    if (k->user)
        return k->user;
    XKindInfo *info = g_new0(XKindInfo, 1);
    ((XEventKind *)k)->user = info;
    info->name_id = xkind_name_id(r, k);
    const uint8_t *at = NULL;
    XStat s;
    g_autofree char *category = NULL, *module = NULL;
    bool has_id = false;
    uint64_t id = 0;
    while (xplane_next_stat(p, k->m, 5, &at, &s)) {
        if (s.key == XSTAT_program_id) {
            has_id = true;
            id = (uint64_t)xstat_int(&s);
        } else if (s.key == XSTAT_hlo_category && !category) {
            category = xstat_text(&s);
        } else if (s.key == XSTAT_own_category) {
            g_autofree char *own = xstat_text(&s);
            info->own_cat = (uint8_t)import_own_cat(own);
        } else if (s.key == XSTAT_hlo_module && !module) {
            module = xstat_text(&s);
        }
    }
    if (has_id || module)
        info->program = import_programs_find(r->programs, module, has_id, id);
    if (has_id && !info->program && r->named) { /* nothing says what the program is called; its ops and their categories are known all the same */
        g_autofree char *name = g_strdup_printf("program %" G_GUINT64_FORMAT, id);
        info->program = import_programs_find(r->programs, name, true, id);
    }
    int kind;
    info->cat = (uint8_t)import_cat_of(category, &kind);
    info->coll_kind = (uint8_t)kind;
    return info;
}

void xplane_end_ops(XPlane *p)
{
    GHashTableIter it;
    gpointer kind;
    g_hash_table_iter_init(&it, p->kinds);
    while (g_hash_table_iter_next(&it, NULL, &kind))
        g_clear_pointer(&((XEventKind *)kind)->user, g_free);
}

/* ---- ops by name ------------------------------------------------------------------------------------------------------------ */

/* An op of a program by the name of the kind; made from what the profile says of it where the program came without instructions. */
static ImportOp *op_named(ImportRun *r, ImportProgram *g, const XEventKind *k)
{
    g_autofree char *name = xkind_name(k);
    ImportOp *op = import_program_op(g, name, strlen(name));
    return op ? op : import_programs_make_op(r->programs, g, name);
}

static guint op_key_hash(gconstpointer p)
{
    const OpKey *k = p;
    return (guint)(((uintptr_t)k->text * 0x9e3779b97f4a7c15u ^ (uintptr_t)k->program * 0xc2b2ae3d27d4eb4fu) >> 32);
}

static gboolean op_key_equal(gconstpointer pa, gconstpointer pb)
{
    const OpKey *a = pa, *b = pb;
    return a->text == b->text && a->n == b->n && a->program == b->program;
}

/* Interned texts have one address, so that a program and an op are looked up once for each text. */
static gpointer cached(GHashTable *cache, const OpKey *key, bool *found)
{
    gpointer value;
    *found = g_hash_table_lookup_extended(cache, key, NULL, &value);
    return *found ? value : NULL;
}

void xplane_begin_ops(ImportRun *r)
{
    g_clear_pointer(&r->op_cache, g_hash_table_unref);
    g_clear_pointer(&r->program_cache, g_hash_table_unref);
    r->program_last = NULL;
    r->op_cache = g_hash_table_new_full(op_key_hash, op_key_equal, g_free, NULL);
    r->program_cache = g_hash_table_new_full(op_key_hash, op_key_equal, g_free, NULL);
}

/* The op that a stat names: "fusion.3", or "while.1::fusion.3", of which the innermost did the work. category: XLA's, where the event says it; else empty. */
static ImportOp *op_in(ImportRun *r, ImportProgram *program, const XStat *stat, const XStat *category)
{
    bool found;
    OpKey key = { stat->text, stat->n, program };
    if (stat->ref && stat->ref->program == program)
        return (ImportOp *)stat->ref->op;
    ImportOp *out = cached(r->op_cache, &key, &found);
    if (stat->ref && found) {
        stat->ref->op = out;
        stat->ref->program = program;
    }
    if (found)
        return out;
    g_autofree char *names = xstat_text(stat);
    const char *above = g_strrstr(names, "::"), *name = above ? above + 2 : names;
    out = import_program_op(program, name, strlen(name));
    if (!out && category->n) {
        ImportFacts *f = g_new(ImportFacts, 1);
        *f = (ImportFacts){ .flops = -1, .bytes = -1, .category = xstat_text(category) };
        import_programs_say(r->programs, program->program_id, name, f);
    }
    if (!out)
        out = import_programs_make_op(r->programs, program, name);
    g_hash_table_insert(r->op_cache, g_memdup2(&key, sizeof key), out);
    return out;
}

ImportOp *xevent_op(ImportRun *r, const XEvent *e, ImportProgram **program, uint64_t *correlation)
{
    XStat op = { 0 }, module = { 0 }, category = { 0 };
    bool has_id = false, found;
    int64_t id = 0;
    for (const XStat *s = e->stats; s < e->stats + e->n_stats; s++) {
        if (s->key == XSTAT_hlo_op)
            op = *s;
        else if (s->key == XSTAT_hlo_module)
            module = *s;
        else if (s->key == XSTAT_hlo_category)
            category = *s;
        else if (s->key == XSTAT_correlation_id && correlation)
            *correlation = (uint64_t)xstat_int(s);
        else if (s->key == XSTAT_program_id) {
            has_id = true;
            id = xstat_int(s);
        }
    }
    *program = NULL;
    if (!has_id && !module.n)
        return NULL;
    OpKey key = { module.text, module.n, GSIZE_TO_POINTER((gsize)id * 2 + has_id) };
    if (r->program_key.text == key.text && r->program_key.n == key.n && r->program_key.program == key.program && r->program_last)
        *program = r->program_last;
    else
        *program = cached(r->program_cache, &key, &found);
    if (*program) {
        r->program_key = key;
        r->program_last = *program;
    } else if (!found) {
        g_autofree char *name = module.n ? xstat_text(&module) : NULL;
        *program = import_programs_find(r->programs, name, has_id, (uint64_t)id);
        g_hash_table_insert(r->program_cache, g_memdup2(&key, sizeof key), *program);
    }
    return op.n && *program ? op_in(r, *program, &op, &category) : NULL;
}

/* ---- of an event --------------------------------------------------------------------------------------------------------------- */

/* Looked up once for each kind, or, if the kind does not say its program, once for each program that runs it. */
static ImportOp *op_of_kind(ImportRun *r, ImportProgram *program, XKindInfo *info, const XEventKind *k)
{
    if (info->program) {
        if (!info->looked)
            info->op = op_named(r, program, k);
        info->looked = true;
        return info->op;
    }
    bool found;
    OpKey key = { k, 0, program };
    ImportOp *op = cached(r->op_cache, &key, &found);
    if (!found)
        g_hash_table_insert(r->op_cache, g_memdup2(&key, sizeof key), op = op_named(r, program, k));
    return op;
}

void xdevice_find_kernel(ImportRun *r, const XPlane *p, const XEvent *e, ImportOp *op, TimelineEvent *out)
{
    XKindInfo *info = info_of(r, p, e->kind);
    int kind;
    out->name_id = info->name_id;
    out->op = op;
    if (!info->looked) {
        g_autofree char *name = xkind_name(e->kind);
        info->cat = (uint8_t)import_cat_of_kernel(name, &kind);
        info->coll_kind = (uint8_t)kind;
        info->looked = true;
    }
    out->cat = info->cat;
    if (info->cat == TRACE_CAT_COMPUTE && out->op) /* a kernel of a loop or branch computes */
        out->cat = out->op->cat == TRACE_CAT_NONE ? TRACE_CAT_COMPUTE : (uint8_t)out->op->cat;
    out->coll_kind = info->coll_kind;
    if (info->cat == TRACE_CAT_COPY && out->op && out->op->cat == TRACE_CAT_COLLECTIVE)
        out->cat = TRACE_CAT_COLLECTIVE; /* a collective of one device copies */
}

/* What an event runs: by its own stats on GPUs, by its kind's on TPUs, else by the execution around it. */
void xdevice_find_op(ImportRun *r, const XDevice *d, const XPlane *p, const XEvent *e, bool is_async, TimelineEvent *out)
{
    ImportProgram *program = NULL;
    if (d->is_gpu) {
        ImportOp *op = xevent_op(r, e, &program, NULL);
        xdevice_find_kernel(r, p, e, op, out);
        return;
    }
    XKindInfo *info = info_of(r, p, e->kind);
    out->name_id = info->name_id;
    XStat s;
    program = info->program;
    if (!program) {
        uint32_t exec = timeline_exec_at(d->device, out->start_ns, 0);
        program = exec ? g_array_index(d->device->execs, TimelineExec, exec - 1).program : NULL;
    }
    if (program && is_async && xevent_stat(p, e, XSTAT_hlo_op, &s) && s.n)
        out->op = op_in(r, program, &s, &(XStat){ 0 });
    else
        out->op = program ? op_of_kind(r, program, info, e->kind) : NULL;
    out->cat = info->own_cat ? info->own_cat : out->op ? (uint8_t)out->op->cat : info->cat;
    out->coll_kind = out->op ? (uint8_t)out->op->coll_kind : info->coll_kind;
}

