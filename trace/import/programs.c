/* Programs by id and name; see programs.h. Rows of a serialised module are written by program_rows.c. */
#include "trace/import/programs.h"

#include <stdlib.h>
#include <string.h>

#include "trace/import/programs_impl.h"

static void groups_free(gpointer p)
{
    ImportGroups *g = p;
    g_hash_table_unref(g->of);
    g_free(g);
}

static void facts_free(gpointer data)
{
    ImportFacts *f = data;
    g_free(f->category);
    g_free(f->op_name);
    g_free(f->source);
    g_free(f->stack);
    g_free(f->shape);
    g_free(f->opcode);
    g_free(f->operand);
    g_free(f);
}

static void program_free(gpointer p)
{
    ImportProgram *g = p;
    g_hash_table_unref(g->ops);
    g_free(g->assigned);
    g_free(g->name);
    g_free(g);
}

ImportPrograms *import_programs_new(TraceWriter *w, int64_t run_id, ImportTextFn text)
{
    ImportPrograms *p = g_new0(ImportPrograms, 1);
    p->w = w;
    p->run_id = run_id;
    p->text = text;
    p->all = g_ptr_array_new_with_free_func(program_free);
    p->groups = g_ptr_array_new_with_free_func(groups_free);
    p->facts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, facts_free);
    p->categories = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    p->aliases = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    p->strings = g_string_chunk_new(4096);
    return p;
}

void import_programs_free(ImportPrograms *p)
{
    if (!p)
        return;
    g_ptr_array_unref(p->all);
    g_ptr_array_unref(p->groups);
    g_hash_table_unref(p->facts);
    g_hash_table_unref(p->categories);
    g_hash_table_unref(p->aliases);
    g_string_chunk_free(p->strings);
    g_free(p);
}

ImportProgram *import_program_new(ImportPrograms *p, const char *name)
{
    ImportProgram *g = g_new0(ImportProgram, 1);
    g->name = g_utf8_make_valid(name, -1);
    g->run_id = p->run_id;
    g->number = -1;
    g->n_partitions = g->n_replicas = 1;
    g->ops = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    g_ptr_array_add(p->all, g);
    return g;
}

ImportProgram *import_programs_known(ImportPrograms *p, const TraceKnownProgram *known)
{
    ImportProgram *g = import_program_new(p, known->name);
    g->module_id = known->module_id;
    g->number = known->number;
    g->insts = known->insts;
    return g;
}

int64_t import_category_row(ImportPrograms *p, const char *text)
{
    int64_t id = trace_str(p->w, text);
    if (!g_hash_table_contains(p->categories, GSIZE_TO_POINTER((gsize)id)))
        g_hash_table_insert(p->categories, GSIZE_TO_POINTER((gsize)id), g_strdup(text));
    return id;
}

const char *import_programs_category(const ImportPrograms *p, int64_t category_id)
{
    return g_hash_table_lookup(p->categories, GSIZE_TO_POINTER((gsize)category_id));
}

static ImportProgram *by_name(const ImportPrograms *p, const char *name)
{
    for (guint i = 0; i < p->all->len; i++) {
        ImportProgram *g = p->all->pdata[i];
        if (g_str_equal(g->name, name))
            return g;
    }
    return NULL;
}

/* "jit_f(17)" is jit_f and 17. */
static char *split_name(const char *name, bool *has_id, uint64_t *id)
{
    const char *open = strrchr(name, '(');
    size_t n = strlen(name);
    char *end = NULL;
    uint64_t v = open && name[n - 1] == ')' ? g_ascii_strtoull(open + 1, &end, 10) : 0;
    if (!end || end == open + 1 || *end != ')')
        return g_strdup(name);
    *has_id = true;
    *id = v;
    return g_strndup(name, (size_t)(open - name));
}

ImportProgram *import_programs_dumped(ImportPrograms *p, const char *name, uint64_t program_id)
{
    ImportProgram *free = NULL, *last = NULL;
    int n = 0;
    for (guint i = 0; i < p->all->len; i++) {
        ImportProgram *g = p->all->pdata[i];
        if (!g->insts || !g_str_equal(g->name, name))
            continue;
        if (g->has_id ? g->program_id == program_id : g->number >= 0 && (uint64_t)g->number == program_id) {
            g->has_id = true;
            g->program_id = program_id;
            return g;
        }
        n++;
        last = g;
        bool earlier = free && free->number <= g->number;
        if (!g->has_id && !earlier)
            free = g;
    }
    if (n > 1 && free) { /* numbers of another process: in the order in which they were compiled */
        free->has_id = true;
        free->program_id = program_id;
    }
    return free ? free : last;
}

/* Ops of TPUs say but the number of the program whose executions say its name too. */
static ImportProgram *remember(ImportPrograms *p, ImportProgram *g, bool has_id, uint64_t program_id)
{
    if (has_id && !(g->has_id && g->program_id == program_id) && !g_hash_table_contains(p->aliases, &program_id))
        g_hash_table_insert(p->aliases, g_memdup2(&program_id, sizeof program_id), g);
    return g;
}

ImportProgram *import_programs_find(ImportPrograms *p, const char *name, bool has_id, uint64_t program_id)
{
    bool in_name = false;
    uint64_t id = 0;
    g_autofree char *plain = name ? split_name(name, &in_name, &id) : NULL;
    if (!has_id && in_name)
        program_id = id;
    has_id |= in_name;
    for (guint i = 0; has_id && i < p->all->len; i++) {
        ImportProgram *g = p->all->pdata[i];
        if (g->program_id == program_id && g->has_id && (!plain || g_str_equal(g->name, plain)))
            return g;
    }
    ImportProgram *g = plain && has_id ? import_programs_dumped(p, plain, program_id) : NULL;
    if (g)
        return remember(p, g, has_id, program_id);
    g = plain ? by_name(p, plain) : NULL;
    if (g && (!has_id || !g->has_id))
        return remember(p, g, has_id, program_id);
    if (!plain)
        return has_id ? g_hash_table_lookup(p->aliases, &program_id) : NULL;
    g = import_program_new(p, plain);
    g->has_id = has_id;
    g->program_id = program_id;
    TraceModule row = { .run_id = p->run_id, .name = g->name };
    if (has_id)
        row.program_id = TRACE_INT((int64_t)program_id);
    g->module_id = trace_put_module(p->w, &row);
    return g;
}

ImportOp *import_program_op(const ImportProgram *g, const char *name, size_t n)
{
    char key[512];
    if (!g || n >= sizeof key)
        return NULL;
    memcpy(key, name, n);
    key[n] = 0;
    return g_hash_table_lookup(g->ops, key);
}

ImportOp *import_program_new_op(ImportPrograms *p, ImportProgram *g, const char *name)
{
    ImportOp *op = g_hash_table_lookup(g->ops, name);
    if (op) /* damaged: names are unique in a module */
        return op;
    op = g_new0(ImportOp, 1);
    op->program = g;
    op->name = g_string_chunk_insert_const(p->strings, name);
    op->name_id = trace_str(p->w, name);
    g_hash_table_replace(g->ops, (char *)op->name, op);
    return op;
}

static char *facts_key(uint64_t program_id, const char *name)
{
    return g_strdup_printf("%" G_GUINT64_FORMAT "/%s", program_id, name);
}

bool import_programs_said(const ImportPrograms *p, uint64_t program_id, const char *name)
{
    g_autofree char *key = facts_key(program_id, name);
    return g_hash_table_contains(p->facts, key);
}

void import_programs_say(ImportPrograms *p, uint64_t program_id, const char *name, ImportFacts *facts)
{
    char *key = facts_key(program_id, name);
    if (g_hash_table_contains(p->facts, key)) {
        g_free(key);
        facts_free(facts);
        return;
    }
    g_hash_table_insert(p->facts, key, facts);
}

const ImportFacts *import_facts_of(const ImportPrograms *p, const ImportProgram *g, const char *name)
{
    g_autofree char *key = facts_key(g->program_id, name), *anywhere = facts_key(0, name);
    const ImportFacts *f = g_hash_table_lookup(p->facts, key);
    return f ? f : g_hash_table_lookup(p->facts, anywhere); /* said without a program's id */
}

/* Of a program whose instructions the profile does not carry: the half that ends takes what the other made, or has its name but for that. */
static void find_pair(const ImportProgram *g, ImportOp *op, const char *name, const ImportFacts *f)
{
    const char *done = strstr(name, "-done");
    g_autofree char *other = done ? g_strdup_printf("%.*s-start%s", (int)(done - name), name, done + strlen("-done")) : NULL;
    ImportOp *start = f && f->operand ? import_program_op(g, f->operand, strlen(f->operand)) : NULL;
    if ((!start || !start->starts) && other)
        start = import_program_op(g, other, strlen(other));
    if (!start || !start->starts || start->pair)
        return;
    op->pair = start;
    start->pair = op;
}

ImportOp *import_programs_make_op(ImportPrograms *p, ImportProgram *g, const char *name)
{
    if (!g->module_id)
        return NULL;
    const ImportFacts *f = import_facts_of(p, g, name);
    if (!g->known && !g->comp_id && !g->insts) {
        int64_t snapshot = trace_put_snapshot(p->w, &(TraceSnapshot){ .module_id = g->module_id, .stage = TRACE_STAGE_FINAL, .label = "as profiled" });
        g->comp_id = trace_put_computation(p->w, &(TraceComputation){ .snapshot_id = snapshot, .name = g->name, .kind = 1 });
    }
    ImportOp *op = import_program_new_op(p, g, name);
    if (op->inst_id)
        return op;
    /* "all-reduce.3" runs all-reduce, "fusion.12" a fusion */
    g_autofree char *opcode = g_strdup(f && f->opcode ? f->opcode : name);
    char *dot = f && f->opcode ? NULL : strchr(opcode, '.');
    if (dot)
        *dot = 0;
    op->cat = import_cat_of(opcode, &op->coll_kind);
    if (op->cat == TRACE_CAT_COMPUTE && f && f->category)
        op->cat = import_cat_of(f->category, &op->coll_kind);
    op->starts = g_str_has_suffix(opcode, "-start");
    op->ends = g_str_has_suffix(opcode, "-done");
    if (op->ends && !g->known)
        find_pair(g, op, name, f);
    op->category_id = import_category_row(p, f && f->category ? f->category : import_category(opcode, NULL));
    if (g->known) /* its instructions are written, and this is none of them */
        return op;
    if (g->insts) {
        op->inst_id = (int64_t)GPOINTER_TO_SIZE(g_hash_table_lookup(g->insts, name));
        return op;
    }
    TraceInst row = { .comp_id = g->comp_id, .ord = g->n_made++, .name_id = op->name_id, .opcode_id = trace_str(p->w, opcode), .category_id = op->category_id };
    if (f) {
        row.op_name_id = trace_str(p->w, f->op_name);
        row.shape_id = trace_str(p->w, f->shape);
        row.loc_id = import_loc(p->w, f->source, f->stack);
        if (f->flops >= 0)
            row.flops = TRACE_REAL(f->flops);
        if (f->bytes >= 0)
            row.bytes_rw = TRACE_REAL(f->bytes);
    }
    row.flags = op->coll_kind ? TRACE_INST_COLLECTIVE : 0;
    op->inst_id = trace_put_inst(p->w, &row);
    return op;
}

const GPtrArray *import_programs_all(const ImportPrograms *p)
{
    return p->all;
}

int import_programs_unread(const ImportPrograms *p)
{
    return p->n_unread;
}
