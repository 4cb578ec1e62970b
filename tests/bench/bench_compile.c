/* Measures compile times: bench-compile [-r ROUNDS] [-v] [-x TABLE] [FILE...], or -p LAYERS DEVICES to print the generated program.
 * For each program: the CPU time of reading and of the passes (-v: the wall time of each pass), and the wall time that recording adds
 * to both: "ready" until the program can be executed, "closed" until the trace is finished and closed if nothing else happens
 * meanwhile; also its CPU time over all threads. The minimum of several rounds is printed, each in a process of its own. Without files, transformers
 * are generated, of growing depth on 8 devices, then on up to 4,096. Compilation is single-threaded, so its CPU time is its wall time on
 * an idle core. -x names a text with rows "| program | MB/s | compile s | ..." of another compiler, whose compile time is printed in the
 * last column. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "runtime/record/record.h"
#include "runtime/base/heap.h"
#include "runtime/text/text.h"

static bool verbose;
static int rounds = 5;
static char *others; /* value of the option -x */

static double ms_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static double cpu_ms(void)
{
    return ms_of(CLOCK_PROCESS_CPUTIME_ID);
}

static double wall_ms(void)
{
    return ms_of(CLOCK_MONOTONIC);
}

/* ---- a program made up ----------------------------------------------------------------------------------------- */

enum { BATCH = 64, SEQ = 64, WIDTH = 256, HEADS = 8 };

static void norm(GString *s, int l, const char *in, const char *out)
{
    const char *t = "f32[64,64,256]", *r = "f32[64,64]";
    g_string_append_printf(s, "  %s.m%d = %s reduce(%s, zero), dimensions={2}, to_apply=add\n", out, l, r, in);
    g_string_append_printf(s, "  %s.c%d = %s broadcast(width), dimensions={}\n  %s.a%d = %s divide(%s.m%d, %s.c%d)\n", out, l, r, out, l, r, out, l, out, l);
    g_string_append_printf(s, "  %s.b%d = %s broadcast(%s.a%d), dimensions={0,1}\n  %s.d%d = %s subtract(%s, %s.b%d)\n", out, l, t, out, l, out, l, t, in, out, l);
    g_string_append_printf(s, "  %s.s%d = %s multiply(%s.d%d, %s.d%d)\n  %s.v%d = %s reduce(%s.s%d, zero), dimensions={2}, to_apply=add\n", out, l, t, out, l, out, l, out, l, r, out, l);
    g_string_append_printf(s, "  %s.r%d = %s rsqrt(%s.v%d)\n  %s.q%d = %s broadcast(%s.r%d), dimensions={0,1}\n  %s%d = %s multiply(%s.d%d, %s.q%d)\n", out, l, r, out, l, out, l, t,
                           out, l, out, l, t, out, l, out, l);
}

static void layer(GString *s, int l)
{
    g_autofree char *x = g_strdup_printf("x%d", l), *y = g_strdup_printf("y%d", l);
    norm(s, l, x, "n");
    static const char *const qkv[] = { "q", "k", "v" };
    for (int i = 0; i < 3; i++)
        g_string_append_printf(s, "  %s%d = f32[64,64,256] dot(n%d, w%s), lhs_contracting_dims={2}, rhs_contracting_dims={0}\n"
                               "  %sr%d = f32[64,64,8,32] reshape(%s%d)\n  %st%d = f32[64,8,64,32] transpose(%sr%d), dimensions={0,2,1,3}\n",
                               qkv[i], l, l, qkv[i], qkv[i], l, qkv[i], l, qkv[i], l, qkv[i], l);
    const char *t = "f32[64,8,64,64]", *r = "f32[64,8,64]";
    g_string_append_printf(s, "  p%d = %s dot(qt%d, kt%d), lhs_batch_dims={0,1}, rhs_batch_dims={0,1}, lhs_contracting_dims={3}, rhs_contracting_dims={3}\n", l, t, l, l);
    g_string_append_printf(s, "  pm%d = %s reduce(p%d, low), dimensions={3}, to_apply=max\n  pb%d = %s broadcast(pm%d), dimensions={0,1,2}\n  ps%d = %s subtract(p%d, pb%d)\n"
                           "  pe%d = %s exponential(ps%d)\n  pt%d = %s reduce(pe%d, zero), dimensions={3}, to_apply=add\n  pd%d = %s broadcast(pt%d), dimensions={0,1,2}\n"
                           "  pf%d = %s divide(pe%d, pd%d)\n", l, r, l, l, t, l, l, t, l, l, l, t, l, l, r, l, l, t, l, l, t, l, l);
    g_string_append_printf(s, "  o%d = f32[64,8,64,32] dot(pf%d, vt%d), lhs_batch_dims={0,1}, rhs_batch_dims={0,1}, lhs_contracting_dims={3}, rhs_contracting_dims={2}\n"
                           "  ot%d = f32[64,64,8,32] transpose(o%d), dimensions={0,2,1,3}\n  or%d = f32[64,64,256] reshape(ot%d)\n"
                           "  ow%d = f32[64,64,256] dot(or%d, wo), lhs_contracting_dims={2}, rhs_contracting_dims={0}\n  y%d = f32[64,64,256] add(x%d, ow%d)\n",
                           l, l, l, l, l, l, l, l, l, l, l, l);
    norm(s, l, y, "m");
    g_string_append_printf(s, "  h%d = f32[64,64,1024] dot(m%d, wu), lhs_contracting_dims={2}, rhs_contracting_dims={0}\n  ht%d = f32[64,64,1024] tanh(h%d)\n"
                           "  hd%d = f32[64,64,256] dot(ht%d, wd), lhs_contracting_dims={2}, rhs_contracting_dims={0}\n  x%d = f32[64,64,256] add(y%d, hd%d)\n", l, l, l, l, l, l, l + 1, l, l);
}

static char *transformer(int layers, int devices)
{
    GString *s = g_string_new(NULL);
    int data = devices >= 64 ? 64 : MAX(devices / 4, 1);
    g_string_append_printf(s, "HloModule transformer, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[\"data\"=%d, \"model\"=%d]>}}\n", data, devices / data);
    g_string_append(s, "add {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT r = f32[] add(a, b)\n}\nmax {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n"
                       "  ROOT r = f32[] maximum(a, b)\n}\nENTRY main {\n");
    static const char *const params[][2] = {
        { "x0 = f32[64,64,256]", "{\\\"data\\\"}, {}, {}" }, { "wq = f32[256,256]", "{}, {\\\"model\\\"}" }, { "wk = f32[256,256]", "{}, {\\\"model\\\"}" },
        { "wv = f32[256,256]", "{}, {\\\"model\\\"}" }, { "wo = f32[256,256]", "{\\\"model\\\"}, {}" }, { "wu = f32[256,1024]", "{}, {\\\"model\\\"}" },
        { "wd = f32[1024,256]", "{\\\"model\\\"}, {}" },
    };
    for (int i = 0; i < (int)G_N_ELEMENTS(params); i++)
        g_string_append_printf(s, "  %s parameter(%d), frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<@mesh, [%s]>\"}\n", params[i][0], i, params[i][1]);
    g_string_append(s, "  zero = f32[] constant(0)\n  low = f32[] constant(-inf)\n  width = f32[] constant(256)\n");
    for (int l = 0; l < layers; l++)
        layer(s, l);
    g_string_append_printf(s, "  ROOT out = f32[64,64,256] copy(x%d)\n}\n", layers);
    return g_string_free(s, FALSE);
}

/* ---- measuring ------------------------------------------------------------------------------------------------- */

enum { MAX_PASSES = 32 };

typedef struct Times {
    double read, compile, wall;                 /* nothing recorded; wall: of both */
    double ready, own_ready, closed, record;    /* recorded; own_ready: CPU time of the compiling thread, record: of all */
    double passes[MAX_PASSES];
    const char *names[MAX_PASSES];
    int n_passes, insts, local;
    int64_t devices;
    long rss; /* KiB, of the recorded rounds */
    char error[512];
} Times;

static bool once(const char *name, const char *text, size_t n, bool record, Times *t, GError **error)
{
    double start = cpu_ms(), begin = wall_ms(), own = ms_of(CLOCK_THREAD_CPUTIME_ID);
    IrModule *m = program_parse(name, text, n, error);
    if (!m || !module_verify(m, error))
        return false;
    double parsed = cpu_ms();
    int insts = 0;
    for (int i = 0; i < m->n_comps; i++)
        insts += m->comps[i]->n_ops;
    g_autofree char *path = g_strdup_printf("%s/bench_compile.%d.db", g_get_tmp_dir(), (int)getpid());
    g_unlink(path);
    TraceWriter *w = record ? trace_writer_new(path, error) : NULL;
    if (record && !w)
        return false;
    g_autoptr(RecordTexts) texts = record ? record_texts_new(w) : NULL;
    CompileOptions o = { .on_text = texts ? record_texts_take : NULL, .on_text_user = texts, .no_reasons = !record };
    g_autoptr(Compiled) c = compile(m, &o, error);
    if (!c)
        return false;
    double compiled = cpu_ms();
    if (record) {
        Record *r = record_run_new(w, &(RecordInfo){ .name = name }, c->start_ns);
        record_compiled(r, c, g_steal_pointer(&texts));
        t->ready = MIN(t->ready, wall_ms() - begin);
        t->own_ready = MIN(t->own_ready, ms_of(CLOCK_THREAD_CPUTIME_ID) - own);
        bool ok = record_run_end(r, error);
        record_free(r);
        ok = trace_writer_finish(w, ok ? error : NULL) && ok;
        t->record = MIN(t->record, cpu_ms() - start);
        t->closed = MIN(t->closed, wall_ms() - begin);
        g_unlink(path);
        return ok;
    }
    t->wall = MIN(t->wall, wall_ms() - begin);
    t->read = MIN(t->read, parsed - start);
    t->compile = MIN(t->compile, compiled - parsed);
    t->insts = insts;
    t->devices = c->n_devices;
    t->local = 0;
    for (int i = 0; i < c->local->n_comps; i++)
        t->local += c->local->comps[i]->n_ops;
    t->n_passes = MIN(c->passes.n, MAX_PASSES);
    for (int i = 0; i < t->n_passes; i++) {
        double ms = (double)c->passes.v[i].dur_ns / 1e6;
        t->passes[i] = t->names[i] ? MIN(t->passes[i], ms) : ms;
        t->names[i] = c->passes.v[i].name;
    }
    return true;
}

/* Seconds that another compiler took for the program, from the table of -x; 0 = not listed. */
static double other_s(const char *name)
{
    g_autofree char *row = g_strdup_printf("\n| %s |", name);
    const char *at = others ? strstr(others, row) : NULL;
    const char *second = at ? strchr(at + strlen(row), '|') : NULL;
    return second ? g_ascii_strtod(second + 1, NULL) : 0;
}

/* In a separate process, like `shardscope run`: otherwise memory that one kind of round frees would be reused by the other. */
static bool in_child(const char *name, const char *text, size_t n, bool record, Times *t, char **error)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        heap_use_large_pages(); /* as main() of the program does */
        g_autoptr(GError) failed = NULL;
        bool ok = once(name, text, n, record, t, &failed);
        if (!ok)
            g_strlcpy(t->error, failed ? failed->message : "failed", sizeof t->error);
        _exit(write(ends[1], t, sizeof *t) != (ssize_t)sizeof *t);
    }
    close(ends[1]);
    char *at = (char *)t;
    ssize_t left = sizeof *t, got;
    while (left > 0 && (got = read(ends[0], at, (size_t)left)) > 0) {
        at += got;
        left -= got;
    }
    close(ends[0]);
    struct rusage r;
    bool ok = child > 0 && wait4(child, NULL, 0, &r) == child && left == 0 && !*t->error;
    if (ok && record)
        t->rss = MAX(t->rss, r.ru_maxrss);
    else if (!ok)
        *error = g_strdup(*t->error ? t->error : "its process ended early");
    return ok;
}

static void measure(const char *name, const char *text, size_t n)
{
    g_autofree char *error = NULL;
    Times t = { .read = 1e12, .compile = 1e12, .wall = 1e12, .ready = 1e12, .own_ready = 1e12, .closed = 1e12, .record = 1e12 };
    for (int i = 0; i < rounds && !error; i++) {
        in_child(name, text, n, false, &t, &error);
        if (!error)
            in_child(name, text, n, true, &t, &error);
    }
    if (error) {
        printf("%-44s %s\n", name, error);
        return;
    }
    double plain = t.read + t.compile;
    double other = other_s(name) * 1e3;
    g_autofree char *beside = other > 0 ? g_strdup_printf("%8.0f", other) : g_strdup("");
    printf("%-36s %7d %7d %7" G_GINT64_FORMAT " %8.1f %8.1f %8.1f %6.2f %8.1f %5.0f%% %7.0f%% %8.1f %5.0f%% %8.1f %5.0f%% %6ld %s\n", name, t.insts, t.local, t.devices, t.read, t.compile, plain,
           plain * 1e3 / t.insts, t.ready, 100 * (t.ready / t.wall - 1), 100 * (t.own_ready / plain - 1), t.closed, 100 * (t.closed / t.wall - 1), t.record, 100 * (t.record / plain - 1), t.rss / 1024, beside);
    for (int i = 0; verbose && i < t.n_passes; i++)
        printf("    %-20s %8.2f ms\n", t.names[i], t.passes[i]);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int at = 1;
    for (; at < argc && argv[at][0] == '-'; at++) {
        if (strcmp(argv[at], "-v") == 0)
            verbose = true;
        else if (strcmp(argv[at], "-r") == 0 && at + 1 < argc)
            rounds = atoi(argv[++at]);
        else if (strcmp(argv[at], "-x") == 0 && at + 1 < argc)
            g_file_get_contents(argv[++at], &others, NULL, NULL);
        else if (strcmp(argv[at], "-p") == 0 && at + 2 < argc) {
            g_autofree char *text = transformer(atoi(argv[at + 1]), atoi(argv[at + 2]));
            return fputs(text, stdout) < 0;
        }
    }
    printf("%-36s %7s %7s %7s %8s %8s %8s %6s %8s %6s %8s %8s %6s %8s %6s %6s %s\n", "program", "insts", "local", "devices", "read ms", "compile", "both", "us/ins", "ready", "more", "its CPU", "closed", "more", "all CPU", "more", "RSS MB", others ? "other ms" : "");
    for (int i = at; i < argc; i++) {
        g_autofree char *text = NULL, *base = g_path_get_basename(argv[i]);
        gsize n;
        if (g_file_get_contents(argv[i], &text, &n, NULL))
            measure(base, text, n);
    }
    if (at < argc)
        return 0;
    static const int sizes[][2] = { { 20, 8 }, { 90, 8 }, { 180, 8 }, { 413, 8 }, { 413, 64 }, { 413, 512 }, { 413, 4096 } };
    for (int i = 0; i < (int)G_N_ELEMENTS(sizes); i++) {
        g_autofree char *text = transformer(sizes[i][0], sizes[i][1]), *name = g_strdup_printf("transformer, %d layers", sizes[i][0]);
        measure(name, text, strlen(text));
    }
    return 0;
}
