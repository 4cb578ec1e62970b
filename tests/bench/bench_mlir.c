/* Measures speed and memory of the StableHLO reader: bench_mlir [OPS [FILE...]]. Reads a generated program of OPS / 10 and of
 * OPS operations (default: a million), without and with locations, one with a large literal, then each of the
 * files. The baseline is a loop over the same bytes that only finds where words begin; the ratio to it depends little on the machine.
 * Time is CPU time, memory the maximum growth of the process, both per byte of text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/text/text.h"

/* Eight operations a round, as a training step has them. */
static GString *made_up(int n_ops, bool locs)
{
    static const char *const lines[] = {
        ("%%%d = stablehlo.dot_general %%%d, %%w, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : "
         "(tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>"),
        "%%%d = stablehlo.transpose %%%d, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>",
        "%%%d = stablehlo.add %%%d, %%w : tensor<64x64xf32>",
        "%%%d = stablehlo.maximum %%%d, %%w : tensor<64x64xf32>",
        "%%%d = stablehlo.reshape %%%d : (tensor<64x64xf32>) -> tensor<4096xf32>",
        "%%%d = stablehlo.reshape %%%d : (tensor<4096xf32>) -> tensor<64x64xf32>",
        "%%%d = stablehlo.multiply %%%d, %%w : tensor<64x64xf32>",
        "%%%d = stablehlo.slice %%%d [0:64, 0:64] : (tensor<64x64xf32>) -> tensor<64x64xf32>",
    };
    enum { N_LINES = G_N_ELEMENTS(lines), N_LOCS = 5000 };
    GString *s = g_string_new("func.func public @main(%w: tensor<64x64xf32>) -> tensor<64x64xf32> {\n"
                              "%0 = stablehlo.add %w, %w : tensor<64x64xf32>\n");
    for (int i = 1; i <= n_ops / N_LINES * N_LINES; i++) {
        char line[256];
        g_snprintf(line, sizeof line, lines[(i - 1) % N_LINES], i, i - 1);
        g_string_append_printf(s, "    %s", line);
        if (locs)
            g_string_append_printf(s, " loc(#loc%d)", i % N_LOCS);
        g_string_append_c(s, '\n');
    }
    g_string_append_printf(s, "return %%%d : tensor<64x64xf32>\n}\n", n_ops / N_LINES * N_LINES);
    for (int i = 0; locs && i < N_LOCS; i += 2) {
        g_string_append_printf(s, "#loc%d = loc(\"model.py\":%d:3 to :40)\n", i, i);
        g_string_append_printf(s, "#loc%d = loc(\"jit(step)/layer_%d/dot_general\"(#loc%d))\n", i + 1, i, i);
    }
    return s;
}

static GString *one_literal(int n)
{
    GString *s = g_string_new("func.func public @main() -> tensor<");
    g_string_append_printf(s, "%dxf32> {\n%%0 = stablehlo.constant dense<\"0x", n);
    for (int i = 0; i < n; i++)
        g_string_append_printf(s, "%08X", (unsigned)i * 2654435761u);
    g_string_append_printf(s, "\"> : tensor<%dxf32>\nreturn %%0 : tensor<%dxf32>\n}\n", n, n);
    return s;
}

static double seconds(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)u.ru_utime.tv_sec + (double)u.ru_stime.tv_sec + ((double)u.ru_utime.tv_usec + (double)u.ru_stime.tv_usec) / 1e6;
}

/* The lower bound of a parser's work: reading every byte once. */
static double baseline(const char *s, size_t n)
{
    double start = seconds();
    static volatile long sink;
    long words = 0;
    bool inside = false;
    for (size_t i = 0; i < n; i++) {
        bool word = g_ascii_isalnum(s[i]) || s[i] == '_';
        words += word && !inside;
        inside = word;
    }
    sink = words;
    (void)sink; /* keeps the compiler from removing the loop */
    return seconds() - start;
}

static long peak_kb(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return u.ru_maxrss;
}

/* In a separate process, so that the peak memory is that of this text. */
static void measure(const char *what, const char *text, size_t n)
{
    fflush(stdout);
    pid_t child = fork();
    if (child) {
        waitpid(child, NULL, 0);
        return;
    }
    double base = baseline(text, n);
    long before = peak_kb();
    double start = seconds();
    GError *error = NULL;
    IrModule *m = NULL;
    int times = (int)CLAMP((4 << 20) / n, 1, 100); /* small texts repeatedly, until the clock's resolution suffices */
    for (int i = 0; i < times && !error; i++) {
        module_free(m);
        m = stablehlo_parse(what, text, n, &error);
    }
    double took = MAX(seconds() - start, 1e-6) / times;
    if (!m) {
        printf("%s\n", error->message);
        _exit(1);
    }
    printf("%-28s %8.1f MB %9d ops %7.1f MB/s %6.2f of the baseline's speed %6.1f bytes of memory a byte\n", what, (double)n / 1e6,
           m->next_id, (double)n / 1e6 / took, base / took, (double)(peak_kb() - before) * 1024 / (double)n);
    fflush(stdout);
    _exit(0);
}

int main(int argc, char **argv)
{
    int n_ops = argc > 1 ? atoi(argv[1]) : 1000000;
    for (int locs = 0; locs < 2; locs++)
        for (int part = 10; part >= 1; part -= 9) {
            GString *s = made_up(MAX(n_ops / part, 8), locs);
            measure(locs ? "made up, with locations" : "made up", s->str, s->len);
            g_string_free(s, TRUE);
        }
    GString *s = one_literal(8 * MAX(n_ops, 8));
    measure("one literal", s->str, s->len);
    g_string_free(s, TRUE);
    for (int i = 2; i < argc; i++) {
        char *text;
        gsize n;
        if (!g_file_get_contents(argv[i], &text, &n, NULL))
            continue;
        measure(argv[i], text, n);
        g_free(text);
    }
    return 0;
}
