/* No collective without a reason, no sharding without an author: over the programs of the reference set and the corpus
 * (where they are at hand) and those in data/. */
#include <glib/gstdio.h>

#include "runtime/api/roots.h"
#include "runtime/passes/pipeline.h"
#include "runtime/text/text.h"

static Compiled *compile_file(const char *path)
{
    GError *error = NULL;
    IrModule *m = program_read(path, &error);
    g_assert_no_error(error);
    CompileOptions o = { 0 };
    Compiled *c = compile(m, &o, &error);
    g_assert_no_error(error);
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

/* Ops of the program itself, by id: their collectives are the user's own. */
static bool is_users_own(const IrModule *input, const IrOp *op)
{
    for (int i = 0; i < input->n_comps; i++)
        for (int k = 0; k < input->comps[i]->n_ops; k++)
            if (op->n_origins && input->comps[i]->ops[k]->id == op->origins[0])
                return op_is_collective(input->comps[i]->ops[k]);
    return false;
}

static void check_collectives(const char *path, const Compiled *c)
{
    bool places = has_places(c->input);
    for (int i = 0; i < c->local->n_comps; i++)
        for (int k = 0; k < c->local->comps[i]->n_ops; k++) {
            const IrOp *op = c->local->comps[i]->ops[k];
            if (!op_is_collective(op))
                continue;
            const Reshard *r = op->reshard_id > 0 ? &c->log->reshards.v[op->reshard_id - 1] : NULL;
            if (!r && is_users_own(c->input, op))
                continue;
            if (!r || !r->why || !*r->why || !r->cause || (places && !r->cause_loc && !op->loc)) {
                g_test_message("%s: %s has no reason that names a place", path, op->name);
                g_test_fail();
            }
            if (op->n_origins == 0) {
                g_test_message("%s: %s comes from nothing", path, op->name);
                g_test_fail();
            }
        }
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

enum { MAX_QUICK = 450000 }; /* bytes of text; longer programs are for -m slow */

static void check(const char *path)
{
    GStatBuf st;
    if (g_stat(path, &st) != 0 || (st.st_size > MAX_QUICK && !g_test_slow()))
        return;
    Compiled *c = compile_file(path);
    check_collectives(path, c);
    check_values(path, c);
    compiled_free(c);
}

/* Files of a folder whose names end so; with `inside`, that file of each folder in it. */
static int check_folder(const char *dir, const char *suffix, const char *inside)
{
    g_autoptr(GDir) d = g_dir_open(dir, 0, NULL);
    int n = 0;
    for (const char *name; d && (name = g_dir_read_name(d));) {
        if (!inside && !g_str_has_suffix(name, suffix))
            continue;
        g_autofree char *path = inside ? g_build_filename(dir, name, inside, NULL) : g_build_filename(dir, name, NULL);
        check(path);
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
    if (!check_folder(dir, NULL, "program.mlir"))
        g_test_skip("the reference set is not here");
}

static void test_corpus(void)
{
    g_autofree char *dir = source("../shared", "corpus");
    if (!check_folder(dir, ".hlo", NULL))
        g_test_skip("the corpus is not here");
}

static void test_gspmd(void)
{
    g_autofree char *dir = source("data", "gspmd");
    g_assert_cmpint(check_folder(dir, ".hlo", NULL), >, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/chains/gspmd", test_gspmd);
    g_test_add_func("/chains/reference", test_reference);
    g_test_add_func("/chains/corpus", test_corpus);
    return g_test_run();
}
