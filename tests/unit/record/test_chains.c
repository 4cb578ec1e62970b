/* Every collective has a recorded reason, and every sharding an origin: over the programs of the reference set and the corpus
 * (where they are available) and those in data/. */
#include <glib/gstdio.h>

#include "runtime/record/record.h"
#include "runtime/remedy/roots.h"
#include "runtime/passes/pipeline.h"
#include "runtime/text/text.h"

/* With verification of passes on, each text, whose lines are partly copied from the previous one, is compared with one printed from
 * scratch. */
static void count_text(void *user, HloText *text)
{
    g_assert_nonnull(text);
    ++*(int *)user;
}

static Compiled *compile_file(const char *path)
{
    GError *error = NULL;
    IrModule *m = program_read(path, NULL, &error);
    g_assert_no_error(error);
    int n_texts = 0;
    CompileOptions o = { .verify = true, .on_text = count_text, .on_text_user = &n_texts };
    Compiled *c = compile(m, &o, &error);
    g_assert_no_error(error);
    g_assert_cmpint(n_texts, ==, c->passes.n + 1);
    return c;
}

static bool has_places(const IrModule *m)
{
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++)
            if (m->comps[i]->ops[k]->loc)
                return true;
    return false;
}

static void complain(const char *path, const char *what, const char *name)
{
    g_test_message("%s: %s: %s", path, name, what);
    g_test_fail();
}

static bool empty(const char *s)
{
    return !s || !*s;
}

/* Checks a reason as reports show it: a sentence, names of the value and of its cause, which is an annotation, an op's rule or a
 * boundary, and a source line where the program has lines. An annotation must be named. */
static void check_reason(const char *path, const TraceCollRow *coll, const TraceReshardRow *r, bool places)
{
    if (empty(r->why))
        complain(path, "no reason", coll->name);
    if (r->cause < CAUSE_USER_CONSTRAINT || r->cause > CAUSE_ALIAS)
        complain(path, "no cause", coll->name);
    if (places && empty(r->at) && empty(coll->at))
        complain(path, "no line", coll->name);
    if (empty(r->value_label) || empty(r->from_spec) || empty(r->to_spec))
        complain(path, "no words for what moves", coll->name);
    if (r->cause == CAUSE_USER_CONSTRAINT && empty(r->asked_by))
        complain(path, "an annotation asked, and nobody says which", coll->name);
}

/* Every collective that a device runs has its reasons, including all members of a combined one; and every reshard that moves data is the
 * reason of some collective. */
static void check_trace(const char *path, TraceReader *r, const Compiled *c)
{
    bool places = has_places(c->input);
    g_autoptr(GArray) runs = trace_query_runs(r, NULL);
    g_assert_cmpint(runs->len, ==, 1);
    int64_t module = TRACE_AT(runs, TraceRunInfo, 0)->module_id;
    g_autoptr(GArray) colls = trace_query_colls(r, module, NULL);
    g_autoptr(GHashTable) paid = g_hash_table_new(NULL, NULL);
    guint count = 0;
    for (int k = 0; k < c->local->n_comps; k++)
        for (int i = 0; i < c->local->comps[k]->n_ops; i++)
            count += op_is_collective(c->local->comps[k]->ops[i]);
    g_assert_cmpint(colls->len, ==, count);
    for (guint i = 0; i < colls->len; i++) {
        const TraceCollRow *coll = TRACE_AT(colls, TraceCollRow, i);
        g_autoptr(GArray) about = trace_query_inst(r, coll->inst_id, NULL);
        const TraceInstRow *inst = TRACE_AT(about, TraceInstRow, 0);
        if (!inst->origin_id)
            complain(path, "it comes from nothing", coll->name);
        g_autoptr(GArray) reasons = trace_query_reshards_of(r, coll->inst_id, NULL);
        if (!reasons->len && !(inst->flags & TRACE_INST_USER))
            complain(path, "nobody asked for it", coll->name);
        for (guint k = 0; k < reasons->len; k++) {
            check_reason(path, coll, TRACE_AT(reasons, TraceReshardRow, k), places);
            g_hash_table_add(paid, GSIZE_TO_POINTER(TRACE_AT(reasons, TraceReshardRow, k)->id));
        }
    }
    g_autoptr(GArray) reshards = trace_query_reshards(r, module, NULL);
    for (guint i = 0; i < reshards->len; i++) {
        const TraceReshardRow *x = TRACE_AT(reshards, TraceReshardRow, i);
        if (x->bytes_moved.v > 0 && !x->shared_with && !g_hash_table_contains(paid, GSIZE_TO_POINTER(x->id)))
            complain(path, "it is paid for, and no collective is made for it", x->value_label);
    }
}

static void check_recorded(const char *path, const Compiled *c)
{
    GError *error = NULL;
    g_autofree char *dir = g_dir_make_tmp("chains-XXXXXX", NULL), *db = g_build_filename(dir, "t.db", NULL);
    TraceWriter *w = trace_writer_new(db, &error);
    g_assert_no_error(error);
    Record *rec = record_run_new(w, &(RecordInfo){ .name = path, .kind = TRACE_RUN_COMPILED }, c->start_ns);
    record_compiled(rec, c, NULL);
    g_assert_no_error(error);
    record_run_end(rec, &error);
    g_assert_no_error(error);
    record_free(rec);
    trace_writer_finish(w, &error);
    g_assert_no_error(error);
    TraceReader *r = trace_open(db, &error);
    g_assert_no_error(error);
    check_trace(path, r, c);
    trace_close(r);
    g_unlink(db);
    g_rmdir(dir);
}

static bool is_split(const Sharding *s)
{
    for (int d = 0; s && !s->maximal && d < s->rank; d++)
        if (s->dims[d].axes.n)
            return true;
    return false;
}

static void check_values(const char *path, const Compiled *c)
{
    g_autoptr(Roots) roots = roots_new(c->log);
    g_autoptr(GArray) notes = g_array_new(FALSE, FALSE, sizeof(int));
    int n_bad = 0;
    for (int i = 0; i < c->input->n_comps; i++)
        for (int k = 0; k < c->input->comps[i]->n_ops; k++) {
            const IrOp *op = c->input->comps[i]->ops[k];
            for (int leaf = 0; op->shardings && op->code != OP_tuple && leaf < type_n_leaves(op->type); leaf++) {
                if (!is_split(op->shardings[leaf]))
                    continue;
                g_array_set_size(notes, 0);
                roots_of(roots, op->id, leaf, (AxisList){ NULL, 0 }, notes);
                if (notes->len == 0 && n_bad++ < 3)
                    g_test_message("%s: nobody is behind the sharding of %s, part %d", path, op->name, leaf);
            }
        }
    if (n_bad)
        g_test_fail();
}

enum { MAX_QUICK = 430000, MAX_SECOND = 40000 }; /* largest sizes of the text and of the second spelling; longer programs are tested with -m slow */

static void check(const char *path, int max)
{
    GStatBuf st;
    if (g_stat(path, &st) != 0 || (st.st_size > max && !g_test_slow()))
        return;
    Compiled *c = compile_file(path);
    check_recorded(path, c);
    check_values(path, c);
    compiled_free(c);
}

/* Files of a folder with this suffix; with `inside`, the file of that name in each of its subfolders. */
static int check_folder(const char *dir, const char *suffix, const char *inside, int max)
{
    g_autoptr(GDir) d = g_dir_open(dir, 0, NULL);
    int n = 0;
    for (const char *name; d && (name = g_dir_read_name(d));) {
        if (!inside && !g_str_has_suffix(name, suffix))
            continue;
        g_autofree char *path = inside ? g_build_filename(dir, name, inside, NULL) : g_build_filename(dir, name, NULL);
        check(path, max);
        n++;
    }
    return n;
}

static char *source(const char *a, const char *b)
{
    const char *root = g_getenv("SHARDSCOPE_SOURCE");
    return g_build_filename(root ? root : ".", a, b, NULL);
}

static void test_reference(void)
{
    g_autofree char *dir = source("../shared", "reference");
    if (!check_folder(dir, NULL, "program.mlir", MAX_QUICK) || !check_folder(dir, NULL, "program.hlo", MAX_SECOND))
        g_test_skip("the reference set is not here");
}

static void test_corpus(void)
{
    g_autofree char *dir = source("../shared", "corpus");
    if (!check_folder(dir, ".hlo", NULL, MAX_QUICK))
        g_test_skip("the corpus is not here");
}

static void test_gspmd(void)
{
    g_autofree char *dir = source("data", "gspmd");
    g_assert_cmpint(check_folder(dir, ".hlo", NULL, MAX_QUICK), >, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/chains/gspmd", test_gspmd);
    g_test_add_func("/chains/reference", test_reference);
    g_test_add_func("/chains/corpus", test_corpus);
    return g_test_run();
}
