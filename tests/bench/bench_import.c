/* How long profiles take to import, and how much memory: a synthetic profile of TPUs, or of GPUs, of about N million events (default 3) on 8 devices and 10 threads, each with
 * as many stats as in real ones, as in tests/unit/trace/xspace_make.h; or of bare events; or one in another format, as in import_make.h. Prints seconds of wall clock and of processors, the largest resident size, which holds the mapped file as far as it
 * was not given back, and seconds of each phase.
 *   build/tests/bench-import [MILLIONS [tpu|gpu|bare|nsys|rocpd|chrome|perfetto [FOLDER]]]
 * FOLDER: where the profile and the trace are left; one that is there is taken as it is. bench-viewer run FOLDER/big.db measures the viewer on it.
 */
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/bench/import_make.h"
#include "tests/unit/trace/xspace_make.h"
#include "trace/import/import.h"

/* Of the wall's clock, of the main thread, of all threads: a loaded machine shows in the first alone. */
typedef struct Spent {
    double wall, mine, all;
} Spent;

static double clock_s(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static Spent now_spent(void)
{
    return (Spent){ clock_s(CLOCK_MONOTONIC), clock_s(CLOCK_THREAD_CPUTIME_ID), clock_s(CLOCK_PROCESS_CPUTIME_ID) };
}

static Spent since(Spent from)
{
    Spent now = now_spent();
    return (Spent){ now.wall - from.wall, now.mine - from.mine, now.all - from.all };
}

/* What each phase took, as they are reported. */
typedef struct Phases {
    GPtrArray *names;
    GArray *spent; /* Spent */
    Spent begin;
} Phases;

static void end_phase(Phases *p)
{
    if (p->names->len)
        g_array_append_vals(p->spent, &(Spent[]){ since(p->begin) }, 1);
    p->begin = now_spent();
}

static void phase(void *user, const char *what, int64_t done, int64_t of)
{
    Phases *p = user;
    (void)done, (void)of;
    if (p->names->len && g_str_equal(p->names->pdata[p->names->len - 1], what))
        return;
    end_phase(p);
    g_ptr_array_add(p->names, (gpointer)what);
}

static void print_phase(const char *name, Spent s)
{
    printf("  %-28s %6.2f s, %5.2f of its thread, %5.2f of all\n", name, s.wall, s.mine, s.all);
}

static void print_phases(const Phases *p)
{
    for (guint i = 0; i < p->spent->len; i++)
        print_phase(p->names->pdata[i], g_array_index(p->spent, Spent, i));
}

static int import(const char *path, const char *db)
{
    g_autoptr(GError) error = NULL;
    TraceImported done;
    Spent begin = now_spent();
    TraceWriter *w = trace_writer_new(db, &error);
    bool ok = w && trace_import(w, &(TraceImportOptions){ .paths = &path, .n_paths = 1 }, &done, &error);
    Spent reading = since(begin);
    Phases phases = { .names = g_ptr_array_new(), .spent = g_array_new(FALSE, FALSE, sizeof(Spent)) };
    ok = ok && trace_writer_finish_watched(w, &(TraceWatch){ .progress = phase, .user = &phases }, &error);
    end_phase(&phases);
    Spent end = since(begin);
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    if (!ok) {
        fprintf(stderr, "%s\n", error->message);
        return 1;
    }
    GStatBuf file, trace;
    g_stat(path, &file);
    g_stat(db, &trace);
    printf("%.1f MB, %" G_GINT64_FORMAT " events: %.2f s, %.2f s of processors (%.2f of one thread), %ld MB resident, trace %.1f MB\n", (double)file.st_size / 1e6, done.n_events, end.wall, end.all, end.mine,
           use.ru_maxrss / 1024, (double)trace.st_size / 1e6);
    print_phase("reading", reading);
    print_phases(&phases);
    return 0;
}

static void make(const char *kind, double millions, const char *path)
{
    bool gpu = g_str_equal(kind, "gpu");
    if (!gpu && !g_str_equal(kind, "tpu") && !g_str_equal(kind, "bare")) {
        import_make(kind, (int64_t)(millions * 1e6), path);
        return;
    }
    GString *s = xspace_make(&(XMake){ .n_devices = 8, .n_steps = 20, .more_ops = (int)(millions * (gpu ? 3000 : 6000)), .gpu = gpu, .stats = !g_str_equal(kind, "bare"), .steps_line = true, .no_hlo = true, .host = "w", .start_ns = 1700000000000000000,
                                       .host_threads = 10, .events_each = (int)(millions * (gpu ? 48000 : 3300)) });
    g_file_set_contents(path, s->str, (gssize)s->len, NULL);
    g_string_free(s, TRUE);
}

int main(int argc, char **argv)
{
    double millions = argc > 1 ? atof(argv[1]) : 3;
    const char *kind = argc > 2 ? argv[2] : "tpu";
    bool xla = g_str_equal(kind, "tpu") || g_str_equal(kind, "gpu") || g_str_equal(kind, "bare");
    g_autofree char *folder = argc > 3 ? g_strdup(argv[3]) : g_dir_make_tmp("bench-import-XXXXXX", NULL), *name = g_strdup_printf("big%s%s", xla ? ".xplane.pb" : ".", xla ? "" : kind),
                    *path = g_build_filename(folder, name, NULL), *db = g_build_filename(folder, "big.db", NULL);
    g_unlink(db);
    if (!g_file_test(path, G_FILE_TEST_EXISTS))
        make(kind, millions, path);
    int status = 1;
    pid_t child = fork(); /* its size is that of the import alone */
    if (child == 0)
        _exit(fflush(NULL) == 0 && import(path, db) == 0 && fflush(NULL) == 0 ? 0 : 1);
    waitpid(child, &status, 0);
    if (argc <= 3) {
        g_unlink(path);
        g_unlink(db);
        g_rmdir(folder);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
