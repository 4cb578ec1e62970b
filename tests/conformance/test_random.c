/* Random programs, partitioned against whole, on the reference evaluator (differences are errors of the partitioner) and
 * on the executor. A failing program is reduced and printed; put it into tests/conformance/random/, and it will run in every test.
 *   RANDOM_PROGRAMS=N  how many (default: a few)      RANDOM_SEED=S  the first seed     RANDOM_KEEP=DIR  where failing programs are written
 * Each program runs in a process of its own, so that crashes and hangs are reported like other failures. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cblas.h>

#include "runtime/tensor/cut.h"
#include "runtime/exec/execute.h"
#include "runtime/tensor/fill.h"
#include "runtime/reference/reference.h"
#include "runtime/passes/optimise.h"
#include "runtime/passes/pipeline.h"
#include "runtime/text/text.h"
#include "tests/conformance/conform.h"
#include "tests/conformance/random_program.h"

enum { TIME_LIMIT_S = 60 };

static char *compare(const char *where, const IrModule *m, const GPtrArray *want, const GPtrArray *got, int64_t n)
{
    for (guint i = 0; i < want->len; i++) {
        const Tensor *w = g_ptr_array_index(want, i);
        g_autoptr(Tensor) joined = tensor_new(w->type);
        for (int64_t d = 0; d < n; d++)
            tile_paste(joined, m->entry->results[i].sharding, d, ((Tensor *)g_ptr_array_index(got, (guint)d * want->len + i))->data);
        double max_abs = 0, max_rel = 0;
        if (!tensor_compare(joined, w, &max_abs, &max_rel))
            return g_strdup_printf("result %u is off on the %s: max_abs %g max_rel %g", i, where, max_abs, max_rel);
    }
    return NULL;
}

static char *run_both(IrModule *plain, Compiled *c, guint seed, GError **error)
{
    int64_t n = c->n_devices;
    g_autoptr(GPtrArray) args = fill_arguments(plain, FILL_RANDOM, seed, seed & 1 ? 3 : 12, error);
    g_autoptr(GPtrArray) want = tensor_array_new(), got = tensor_array_new();
    if (!args || !reference_eval(plain, (const Tensor *const *)args->pdata, (int)args->len, &(RefOptions){ .n_devices = n }, want, error))
        return g_strdup("not run");
    g_autoptr(GPtrArray) pieces = conform_cut(c->whole, args, c->local, n);
    if (!reference_eval_spmd(c->local, (const Tensor *const *)pieces->pdata, (int)args->len, &(RefOptions){ .n_devices = n }, got, error))
        return g_strdup("not run");
    char *what = compare("reference evaluator", c->whole, want, got, n);
    if (what || seed % 4)
        return what;
    g_autoptr(GPtrArray) ran = conform_execute(c->local, pieces, (int)n, error);
    return ran ? compare("executor", c->whole, want, ran, n) : g_strdup("not run");
}

static void on_text(void *user, HloText *text)
{
    (void)user, (void)text;
}

/* Returns what is wrong, or NULL. */
static char *try_text(const char *name, const char *text, guint seed)
{
    g_autoptr(GError) error = NULL;
    CompileOptions o = { .first_match = seed % 7 == 0, .verify = seed % 4 == 0, .on_text = seed % 4 == 0 ? on_text : NULL };
    g_autoptr(IrModule) plain = program_parse(name, text, strlen(text), &error);
    IrModule *m = plain ? program_parse(name, text, strlen(text), &error) : NULL;
    char *what = NULL;
    if (!m || !module_verify(m, &error) || !pass_open_sizes(plain, &error) || !pass_import(plain, NULL, NULL, &error)) {
        what = g_strdup("not a program");
    } else {
        g_autoptr(Compiled) c = compile(m, &o, &error);
        what = c ? run_both(plain, c, seed, &error) : g_strdup("not compiled");
        if (c && !what && !module_verify(c->local, &error))
            what = g_strdup("local program is wrong");
    }
    if (what && error) {
        char *both = g_strdup_printf("%s: %s", what, error->message);
        g_free(what);
        what = both;
    }
    return what;
}

/* The same in a child process. */
static char *try_apart(const char *name, const char *text, guint seed)
{
    int pipe_ends[2];
    g_assert(pipe(pipe_ends) == 0);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        alarm(TIME_LIMIT_S);
        if (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout))
            _exit(1);
        g_autofree char *what = try_text(name, text, seed);
        if (what && write(pipe_ends[1], what, strlen(what)) < 0)
            _exit(1);
        _exit(0);
    }
    close(pipe_ends[1]);
    GString *answer = g_string_new(NULL);
    char chunk[512];
    for (ssize_t n; (n = read(pipe_ends[0], chunk, sizeof chunk)) > 0;)
        g_string_append_len(answer, chunk, n);
    close(pipe_ends[0]);
    int status = 0;
    waitpid(pid, &status, 0);
    if (WIFSIGNALED(status))
        g_string_append_printf(answer, "ended by signal %d", WTERMSIG(status));
    else if (WEXITSTATUS(status))
        g_string_append_printf(answer, "ended with %d", WEXITSTATUS(status));
    bool fine = answer->len == 0;
    char *text_out = g_string_free(answer, FALSE);
    if (fine)
        g_clear_pointer(&text_out, g_free);
    return text_out;
}

typedef struct Hunt {
    guint seed;
    char *what; /* first words of the failure's message */
} Hunt;

static char *kind_of(const char *what)
{
    const char *colon = strpbrk(what, ":0123456789");
    return g_strndup(what, colon ? (gsize)(colon - what) : strlen(what));
}

static gboolean fails(const char *text, gpointer data)
{
    const Hunt *h = data;
    g_autofree char *what = try_apart("random.hlo", text, h->seed);
    g_autofree char *kind = what ? kind_of(what) : NULL;
    return kind && strcmp(kind, h->what) == 0;
}

static void report(RandomProgram *p, guint seed, const char *what)
{
    Hunt h = { seed, kind_of(what) };
    random_program_shrink(p, fails, &h);
    g_autofree char *text = random_program_text(p), *now = try_apart("random.hlo", text, seed);
    g_test_message("seed %u: %s; cut down: %s\n%s", seed, what, now ? now : "nothing", text);
    const char *keep = g_getenv("RANDOM_KEEP");
    if (keep) {
        g_autofree char *path = g_strdup_printf("%s/%u.hlo", keep, seed);
        g_autofree char *whole = g_strdup_printf("// %s\n%s", now ? now : what, text);
        g_file_set_contents(path, whole, -1, NULL);
    }
    g_free(h.what);
    g_test_fail();
}

static void test_random(void)
{
    const char *n_text = g_getenv("RANDOM_PROGRAMS"), *seed_text = g_getenv("RANDOM_SEED"), *folder = g_getenv("RANDOM_WRITE");
    guint n = n_text ? (guint)atoi(n_text) : g_test_slow() ? 5000 : 150, first = seed_text ? (guint)atoi(seed_text) : 1, failed = 0;
    for (guint seed = first; seed < first + n; seed++) {
        g_autoptr(RandomProgram) p = random_program_new(seed);
        g_autofree char *text = random_program_text(p), *file = folder ? g_strdup_printf("%s/%u.hlo", folder, seed) : NULL;
        if (file && !g_file_set_contents(file, text, -1, NULL))
            g_error("%s cannot be written", file);
        g_autofree char *what = file ? NULL : try_apart("random.hlo", text, seed);
        if (what) {
            report(p, seed, what);
            failed++;
        }
        if (seed % 1000 == 0 && n_text)
            g_printerr("seed %u, %u failed\n", seed, failed);
    }
    g_test_message("%u of %u programs failed", failed, n);
}

static void test_kept(void)
{
    const char *root = g_getenv("SHARDSCOPE_SOURCE");
    g_autofree char *folder = g_build_filename(root ? root : ".", "tests", "conformance", "random", NULL);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir)) != NULL;) {
        g_autofree char *path = g_build_filename(folder, name, NULL), *text = NULL;
        if (!g_str_has_suffix(name, ".hlo") || !g_file_get_contents(path, &text, NULL, NULL))
            continue;
        for (guint seed = 0; seed < 4; seed++) {
            g_autofree char *what = try_apart(name, text, seed);
            if (what) {
                g_test_message("%s, seed %u: %s", name, seed, what);
                g_test_fail();
            }
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    openblas_set_num_threads(1); /* its threads do not outlive a fork */
    g_test_add_func("/conformance/random/kept", test_kept);
    g_test_add_func("/conformance/random/programs", test_random);
    return g_test_run();
}
