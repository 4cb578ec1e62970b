/* Measures the viewer on a large trace.
 *
 *     bench-viewer make FILE [EVENTS]   writes one: 64 devices, 10,000,000 events, one lane of a million, one in bursts
 *     bench-viewer run FILE             cold start, first frames, 300 frames while the view moves over 64 rows at 1920 px
 *     bench-viewer diff [LINES]         two texts of 50,000 lines: their difference, and 200 frames of scrolling in it
 *
 * Frames are laid out and painted into an image in memory, as the window does, and reported in CPU time. The window loads data
 * concurrently; here loading is reported separately. First frames are reported in wall time. Machines differ: compare frames with the time of clearing
 * the same image. */
#include <cairo.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "viewer/layout/diff.h"
#include "viewer/layout/timeline.h"
#include "viewer/paint/paint.h"
#include "viewer/views.h"
#include "viewer/views/passes.h"

enum { LANES = 64, WIDTH = 1920, HEIGHT = 1080, FRAMES = 300, STEPS = 200 };

static double now_ms(void)
{
    return (double)g_get_monotonic_time() / 1e3;
}

/* CPU time of this thread only: other load on the machine does not count. */
static double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static long status_mb(const char *key)
{
    g_autofree char *text = NULL;
    if (!g_file_get_contents("/proc/self/status", &text, NULL, NULL))
        return -1;
    const char *at = strstr(text, key);
    return at ? strtol(at + strlen(key), NULL, 10) / 1024 : -1;
}

/* ---- making ---- */

static uint32_t next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static int64_t count_of(int lane, int64_t all)
{
    return lane == 0 ? all / 10 : (all - all / 10) / (LANES - 1);
}

static int make(const char *path, int64_t events)
{
    GError *error = NULL;
    double begin = now_ms();
    TraceWriter *w = trace_writer_new(path, &error);
    if (!w) {
        fprintf(stderr, "%s\n", error->message);
        return 1;
    }
    int64_t run = trace_put_run(w, &(TraceRun){ .name = "big", .producer = "bench 1" });
    int64_t host = trace_put_host(w, &(TraceHost){ .run_id = run, .name = "bench" }), names[40];
    for (int i = 0; i < 40; i++) {
        g_autofree char *n = g_strdup_printf(i % 9 == 0 ? "all-gather.%d" : i % 9 == 1 ? "dot.%d" : "fusion.%d", i);
        names[i] = trace_str(w, n);
    }
    TraceLaneBuffer *lanes[LANES];
    int64_t at[LANES] = { 0 };
    for (int i = 0; i < LANES; i++) {
        g_autofree char *name = g_strdup_printf("device %d", i);
        int64_t dev = trace_put_device(w, &(TraceDevice){ .run_id = run, .host_id = host, .global_id = i, .kind = "cpu" });
        lanes[i] = trace_lane_new(w, &(TraceLane){ .run_id = run, .host_id = host, .device_id = dev, .kind = TRACE_LANE_OPS, .name = name, .rank = i }, 1 << 16);
    }
    const int64_t span = 400000000000; /* ns: 400 s for every lane, whatever it holds */
    uint32_t seed = 9;
    for (int s = 0; s < STEPS; s++) {
        int64_t from = span / STEPS * s, until = span / STEPS * (s + 1);
        for (int i = 0; i < LANES; i++) {
            int64_t n = count_of(i, events) / STEPS;
            /* Lane 1 is bursty: all its events of a step lie within a hundredth of the step. */
            int64_t room = (until - from) / (i == 1 ? 100 : 1), each = room / MAX(n, 1);
            at[i] = from;
            for (int64_t k = 0; k < n; k++) {
                bool big = next(&seed) % 50 == 0;
                int64_t dur = MAX(big ? each * 3 / 4 : each / 8 + next(&seed) % (uint32_t)MAX(each / 3, 1), 1);
                uint32_t what = next(&seed) % 40;
                trace_lane_event(lanes[i], at[i], dur, 0, names[what], what % 9 == 0 ? TRACE_CAT_COLLECTIVE : TRACE_CAT_COMPUTE);
                at[i] += each;
                if (trace_lane_room(lanes[i]) < 4)
                    trace_drain(w);
            }
        }
        if (!trace_end_step(w, &(TraceStep){ .run_id = run, .num = s, .start_ns = from, .dur_ns = until - from - 1000, .source = 1 }, 0, &error))
            break;
    }
    trace_end_run(w, run, span);
    if (error || !trace_writer_finish(w, &error)) {
        fprintf(stderr, "%s\n", error->message);
        return 1;
    }
    printf("made %s in %.1f s\n", path, (now_ms() - begin) / 1e3);
    return 0;
}

/* ---- looking ---- */

static void forget_file(const char *path)
{
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        return;
    fdatasync(fd);
    posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
    close(fd);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void tell(const char *what, double *ms, int n, double clear)
{
    qsort(ms, (size_t)n, sizeof *ms, by_value);
    printf("%-28s p50 %6.2f  p95 %6.2f  max %6.2f ms   p95 = %.0f clears\n", what, ms[n / 2], ms[n * 95 / 100], ms[n - 1], ms[n * 95 / 100] / clear);
}

typedef struct Look {
    TraceReader *reader;
    TextCache *text;
    cairo_surface_t *image;
    Scene *scene;
    Rows *rows;
    double load_ms, load_cpu_ms;
} Look;

static bool load(Look *l, const View *v, const Viewport *vp)
{
    GError *error = NULL;
    double begin = now_ms(), cpu = cpu_ms();
    Rows *rows = rows_new("bench");
    Query q = { .t0 = vp->t0, .t1 = vp->t1, .width = (int)vp->width };
    bool ok = v->load(l->reader, &q, l->rows, rows, &error);
    l->load_ms = now_ms() - begin;
    l->load_cpu_ms = cpu_ms() - cpu;
    if (!ok) {
        fprintf(stderr, "%s\n", error->message);
        g_error_free(error);
        rows_unref(rows);
        return false;
    }
    rows_unref(l->rows);
    l->rows = rows;
    return true;
}

static double frame(Look *l, const View *v, Viewport *vp, double *layout_ms)
{
    double begin = cpu_ms();
    vp->metrics = text_cache_metrics(l->text);
    scene_reset(l->scene, vp->width, vp->height);
    v->layout(l->rows, vp, l->scene);
    if (layout_ms)
        *layout_ms = cpu_ms() - begin;
    cairo_t *cr = cairo_create(l->image);
    paint_scene(cr, l->scene, THEME_light, l->text);
    cairo_destroy(cr);
    cairo_surface_flush(l->image);
    return cpu_ms() - begin;
}

static double time_of_clear(cairo_surface_t *image)
{
    double best = 1e9;
    for (int i = 0; i < 20; i++) {
        double begin = cpu_ms();
        cairo_t *cr = cairo_create(image);
        cairo_set_source_rgb(cr, 1, 1, 1);
        cairo_paint(cr);
        cairo_destroy(cr);
        cairo_surface_flush(image);
        best = MIN(best, cpu_ms() - begin);
    }
    return best;
}

/* Zooms in by six decades, pans, jumps, and zooms out again. */
static void camera(int i, int64_t first, int64_t last, int64_t *t0, int64_t *t1)
{
    double all = (double)(last - first), depth = i < 120 ? i / 20.0 : i < 200 ? 3 : i < 240 ? 5 : (FRAMES - i) / 10.0;
    double span = all;
    for (double d = depth; d > 0; d -= 1)
        span /= d >= 1 ? 10 : 1 + 9 * d;
    double mid = i >= 120 && i < 200 ? 0.3 + 0.002 * (i - 120) / 4 : i >= 200 && i < 240 ? (i * 7919 % 100) / 100.0 : 0.37;
    *t0 = first + (int64_t)(mid * (all - span));
    *t1 = *t0 + (int64_t)span;
}

static int look(const char *path)
{
    forget_file(path);
    const View *overview = view_find("overview"), *steps = view_find("steps");
    Viewport vp = { .width = WIDTH, .height = HEIGHT };
    double begin = now_ms();
    GError *error = NULL;
    Look l = { .reader = trace_open(path, &error) };
    if (!l.reader) {
        fprintf(stderr, "%s\n", error->message);
        return 1;
    }
    l.text = text_cache_new_for_images();
    l.image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    l.scene = scene_new(WIDTH, HEIGHT);
    if (!load(&l, overview, &vp))
        return 1;
    frame(&l, overview, &vp, NULL);
    printf("cold: first frame            %6.0f ms (of them reading %.0f, which took %.0f of the processor)\n", now_ms() - begin, l.load_ms, l.load_cpu_ms);
    double clear = time_of_clear(l.image);
    rows_unref(l.rows);
    l.rows = NULL;
    begin = now_ms();
    if (!load(&l, steps, &vp))
        return 1;
    frame(&l, steps, &vp, NULL);
    printf("cold: first frame of Steps   %6.0f ms (of them reading %.0f, which took %.0f of the processor)\n", now_ms() - begin, l.load_ms, l.load_cpu_ms);
    double total[FRAMES], layout[FRAMES], reads[FRAMES];
    int n_reads = 0;
    int64_t first = timeline_rows(l.rows)->first_ns, last = timeline_rows(l.rows)->last_ns;
    for (int i = 0; i < FRAMES; i++) {
        camera(i, first, last, &vp.t0, &vp.t1);
        if (!timeline_covers(l.rows, &vp)) {
            if (!load(&l, steps, &vp))
                return 1;
            reads[n_reads++] = l.load_cpu_ms;
        }
        total[i] = frame(&l, steps, &vp, &layout[i]);
    }
    printf("clearing the image           %6.2f ms\n", clear);
    tell("frame: layout and paint", total, FRAMES, clear);
    tell("  layout alone", layout, FRAMES, clear);
    if (n_reads)
        tell("reads beside (in the worker)", reads, n_reads, clear);
    printf("reads %d of %d frames; peak memory %ld MB, pages of the file in it; own memory at the end %ld MB\n", n_reads, FRAMES, status_mb("VmHWM:"), status_mb("RssAnon:"));
    rows_unref(l.rows);
    trace_close(l.reader);
    scene_free(l.scene);
    text_cache_free(l.text);
    cairo_surface_destroy(l.image);
    return 0;
}

/* ---- a long program before and after a pass ---- */

static char *program(int lines, int seed, bool after)
{
    GString *s = g_string_new("HloModule long\n\nENTRY main {\n");
    uint32_t r = (uint32_t)seed;
    for (int i = 0; i < lines; i++) {
        uint32_t what = next(&r) % 100; /* of a hundred lines, one is removed, one is added, three are changed */
        if (what == 0 && after)
            continue;
        if (what == 1 && after)
            g_string_append_printf(s, "  all-gather.%d = bf16[8192,3584]{1,0} all-gather(p.%d), dimensions={0}\n", i, i);
        g_string_append_printf(s, "  op.%d = bf16[1024,%d]{1,0} add(op.%d, op.%d), metadata={op_name=\"jit(step)/layer_%d/add\"}\n", i,
                               what < 5 && after ? 128 : 3584, MAX(i - 1, 0), MAX(i - 7, 0), i / 100);
    }
    g_string_append(s, "}\n");
    return g_string_free(s, FALSE);
}

static int look_at_diff(int lines)
{
    enum { SCROLLS = 200 };
    g_autoptr(Rows) rows = rows_new("bench");
    TraceRunInfo info = { .id = 1, .title = "bench" };
    rows_add_run(rows, &info);
    PassesRows *own = passes_rows_new();
    rows_give(rows, own, passes_rows_free);
    TracePassRow pass = { .id = 1, .name = "localise" };
    own->passes = g_array_new(FALSE, TRUE, sizeof pass);
    g_array_append_val(own->passes, pass);
    rows->current = 0;
    own->about = (Ref){ REF_pass, 1, 1, 0 };
    own->text_before = program(lines, 3, false);
    own->text_after = program(lines, 3, true);
    double begin = cpu_ms();
    own->diff = diff_lines(own->text_before, own->text_after);
    printf("difference of %d lines      %6.0f ms of the processor, %u lines shown or folded\n", lines, cpu_ms() - begin, own->diff->len);
    Look l = { .text = text_cache_new_for_images(), .image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT), .scene = scene_new(WIDTH, HEIGHT), .rows = rows };
    Viewport vp = { .width = WIDTH, .height = HEIGHT };
    double total[SCROLLS], clear = time_of_clear(l.image);
    for (int side = 1; side <= 2; side++) {
        for (int i = 0; i < SCROLLS; i++) {
            vp.option[0] = side;
            vp.scroll[PANE_DETAIL] = 40.0 * i + (i % 10 == 0 ? lines : 0);
            total[i] = frame(&l, view_find("passes"), &vp, NULL);
        }
        tell(side == 1 ? "  frame, one column" : "  frame, side by side", total, SCROLLS, clear);
    }
    scene_free(l.scene);
    text_cache_free(l.text);
    cairo_surface_destroy(l.image);
    return 0;
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc >= 3 && g_str_equal(argv[1], "make"))
        return make(argv[2], argc > 3 ? strtoll(argv[3], NULL, 10) : 10000000);
    if (argc == 3 && g_str_equal(argv[1], "run"))
        return look(argv[2]);
    if (argc >= 2 && g_str_equal(argv[1], "diff"))
        return look_at_diff(argc > 2 ? (int)strtol(argv[2], NULL, 10) : 50000);
    fprintf(stderr, "bench-viewer make FILE [EVENTS] | run FILE | diff [LINES]\n");
    return 2;
}
