/* Measures speed and memory of the HLO reader, the verifier and the printer:
 *     bench_hlo FILE.hlo...            a row per file
 *     bench_hlo --generated [N]        generated modules of N, 2N and 4N instructions (N = 250000) in several shapes, and how
 *                                      time and memory grow from the first to the last: 4 is linear
 *     bench_hlo --write SHAPE N        prints such a module, for other readers
 * Times are CPU seconds, the minimum of several runs; memory is what the module takes, without literals, per byte of text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/text/text.h"

static double cpu_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

typedef struct Result {
    double parse_s, verify_s, print_s;
    size_t bytes, module_bytes, literal_bytes;
    int64_t ops;
} Result;

static size_t literal_bytes(const Literal *l)
{
    size_t sum = l->data ? (size_t)type_bytes(l->type) : 0;
    for (int i = 0; l->parts && i < l->type->n_parts; i++)
        sum += literal_bytes(l->parts[i]);
    return sum;
}

static bool measure(const char *name, const char *text, size_t n, int runs, Result *r)
{
    *r = (Result){ 1e9, 1e9, 1e9, n, 0, 0, 0 };
    for (int k = 0; k < runs; k++) {
        g_autoptr(GError) error = NULL;
        double start = cpu_s();
        g_autoptr(IrModule) m = hlo_parse_terminated(name, text, n, &error);
        double read = cpu_s();
        if (!m || !module_verify(m, &error)) {
            fprintf(stderr, "%s: %s\n", name, error->message);
            return false;
        }
        double verified = cpu_s();
        g_autofree char *printed = module_print(m, SPELL_HLO_DUMP);
        double done = cpu_s();
        g_assert(printed);
        r->parse_s = MIN(r->parse_s, read - start);
        r->verify_s = MIN(r->verify_s, verified - read);
        r->print_s = MIN(r->print_s, done - verified);
        r->module_bytes = arena_used(m->arena);
        r->ops = r->literal_bytes = 0;
        for (int i = 0; i < m->n_comps; i++) {
            r->ops += m->comps[i]->n_ops;
            for (int j = 0; j < m->comps[i]->n_ops; j++)
                if (m->comps[i]->ops[j]->code == OP_constant)
                    r->literal_bytes += literal_bytes(m->comps[i]->ops[j]->a.literal);
        }
    }
    return true;
}

static void print_row(const char *name, const Result *r)
{
    double mb = (double)r->bytes / 1e6;
    printf("%-36.36s %8.2f %9" G_GINT64_FORMAT " %8.0f %8.0f %8.0f %8.1f\n", name, mb, r->ops, mb / r->parse_s, mb / r->verify_s, mb / r->print_s,
           (double)(r->module_bytes - r->literal_bytes) / (double)r->bytes);
}

static void print_head(void)
{
    printf("%-36s %8s %9s %8s %8s %8s %8s\n", "module", "MB", "instr.", "read", "verify", "print", "memory");
    printf("%-36s %8s %9s %8s %8s %8s %8s\n", "", "", "", "MB/s", "MB/s", "MB/s", "x text");
}

/* ---- made-up modules ------------------------------------------------------------------------- */

static void one_computation(GString *s, int n)
{
    g_string_append(s, "ENTRY %e {\n  %p = f32[16,16]{1,0} parameter(0)\n  %v0 = f32[16,16]{1,0} negate(%p)\n");
    for (int i = 1; i < n; i++)
        g_string_append_printf(s, "  %%v%d = f32[16,16]{1,0} add(%%v%d, %%v%d)\n", i, i / 2, i - 1);
    g_string_append(s, "}\n");
}

static void deep_chain(GString *s, int n)
{
    g_string_append(s, "ENTRY %e {\n  %v0 = f32[16,16]{1,0} parameter(0)\n");
    for (int i = 1; i < n; i++)
        g_string_append_printf(s, "  %%v%d = f32[16,16]{1,0} exponential(%%v%d)\n", i, i - 1);
    g_string_append(s, "}\n");
}

static void many_computations(GString *s, int n)
{
    for (int i = 0; i < n / 4; i++)
        g_string_append_printf(s, "%%c%d {\n  %%a%d = f32[] parameter(0)\n  %%b%d = f32[] parameter(1)\n  ROOT %%r%d = f32[] add(%%a%d, %%b%d)\n}\n\n", i, i, i, i,
                               i, i);
    g_string_append(s, "ENTRY %e {\n  %x = f32[] parameter(0)\n");
    for (int i = 0; i < n / 4; i++)
        g_string_append_printf(s, "  %%call%d = f32[] call(%%x, %%x), to_apply=%%c%d\n", i, i);
    g_string_append(s, "}\n");
}

static void wide_fan_in(GString *s, int n)
{
    g_string_append(s, "ENTRY %e {\n  %p = f32[] parameter(0)\n");
    for (int i = 0; i < n; i++)
        g_string_append_printf(s, "  %%v%d = f32[] negate(%%p)\n", i);
    g_string_append(s, "  ROOT %t = (");
    for (int i = 0; i < n; i++)
        g_string_append(s, i ? ", f32[]" : "f32[]");
    g_string_append(s, ") tuple(");
    for (int i = 0; i < n; i++)
        g_string_append_printf(s, "%s%%v%d", i ? ", " : "", i);
    g_string_append(s, ")\n}\n");
}

static void many_annotations(GString *s, int n)
{
    g_string_append(s, "FileNames\n1 \"model.py\"\n\nFunctionNames\n1 \"layer\"\n\nFileLocations\n");
    for (int i = 1; i <= n / 4; i++)
        g_string_append_printf(s, "%d {file_name_id=1 function_name_id=1 line=%d end_line=%d column=1 end_column=9}\n", i, i, i);
    g_string_append(s, "\nStackFrames\n");
    for (int i = 1; i <= n / 4; i++)
        g_string_append_printf(s, "%d {file_location_id=%d parent_frame_id=%d}\n", i, i, i % 100 ? i % 100 : 1);
    g_string_append(s, "\nENTRY %e {\n  %v0 = f32[16,16]{1,0} parameter(0)\n");
    for (int i = 1; i < n; i++)
        g_string_append_printf(s, "  %%v%d = f32[16,16]{1,0} negate(%%v%d), sharding={devices=[2,1]<=[2]}, frontend_attributes={step=\"%d\"}, "
                               "metadata={op_name=\"jit(f)/layer_%d/neg\" stack_frame_id=%d}\n", i, i - 1, i, i, i % (n / 4) + 1);
    g_string_append(s, "}\n");
}

static void many_types(GString *s, int n)
{
    g_string_append(s, "ENTRY %e {\n  %p = f32[] parameter(0)\n");
    for (int i = 0; i < n; i++)
        g_string_append_printf(s, "  %%v%d = f32[%d,3]{1,0} broadcast(%%p), dimensions={}\n", i, i + 1);
    g_string_append(s, "}\n");
}

static void equal_names(GString *s, int n)
{
    for (int i = 0; i < n / 2; i++)
        g_string_append_printf(s, "comp%d {\n  p = f32[] parameter(0)\n  ROOT add = f32[] add(p, p)\n}\n", i);
    g_string_append(s, "ENTRY e {\n  p = f32[] parameter(0)\n}\n");
}

static const struct Shape {
    const char *name;
    void (*make)(GString *, int);
} shapes[] = {
    { "one-computation", one_computation }, { "deep-chain", deep_chain }, { "many-computations", many_computations }, { "wide-fan-in", wide_fan_in },
    { "many-annotations", many_annotations }, { "many-types", many_types }, { "equal-names", equal_names },
};

static GString *made(const struct Shape *shape, int n)
{
    GString *s = g_string_new("HloModule m, num_partitions=2\n\n");
    shape->make(s, n);
    return s;
}

static int generated(int n)
{
    print_head();
    for (size_t i = 0; i < G_N_ELEMENTS(shapes); i++) {
        Result first = { 0 }, r = { 0 };
        for (int k = 1; k <= 4; k *= 2) {
            GString *s = made(&shapes[i], n * k);
            bool fine = measure(shapes[i].name, s->str, s->len, 2, &r);
            g_string_free(s, TRUE);
            if (!fine)
                return 1;
            print_row(shapes[i].name, &r);
            first = k == 1 ? r : first;
        }
        printf("  grows by: text %.2f, reading %.2f, verifying %.2f, printing %.2f, memory %.2f\n", (double)r.bytes / (double)first.bytes,
               r.parse_s / first.parse_s, r.verify_s / first.verify_s, r.print_s / first.print_s, (double)r.module_bytes / (double)first.module_bytes);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--generated") == 0)
        return generated(argc > 2 ? atoi(argv[2]) : 250000);
    if (argc == 4 && strcmp(argv[1], "--write") == 0) {
        for (size_t i = 0; i < G_N_ELEMENTS(shapes); i++)
            if (strcmp(shapes[i].name, argv[2]) == 0) {
                GString *s = made(&shapes[i], atoi(argv[3]));
                fwrite(s->str, 1, s->len, stdout);
                g_string_free(s, TRUE);
                return 0;
            }
        fprintf(stderr, "no shape %s\n", argv[2]);
        return 2;
    }
    print_head();
    for (int i = 1; i < argc; i++) {
        g_autofree char *text = NULL;
        gsize n;
        Result r;
        if (!g_file_get_contents(argv[i], &text, &n, NULL) || !measure(argv[i], text, n, (int)CLAMP(4e7 / (double)MAX(n, 1), 3, 40), &r))
            return 1;
        g_autofree char *name = g_path_get_basename(argv[i]);
        print_row(name, &r);
    }
    return 0;
}
