/* What an accelerator would run of a program of one device, as the model forms it: kernels, their bytes and operations, and their time over the least that the data sheet's
 * rates allow. For reading: what is priced far from that, what is stored that nobody would store.
 *
 *     bench-kernels HARDWARE PROGRAM... [-n LINES]      without -n a line for each program: its step, its least, its kernels */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/ir/ir.h"
#include "runtime/passes/pipeline.h"
#include "runtime/sim/simulate.h"
#include "runtime/text/text.h"

static double least_ns(const Hardware *hw, const SimNode *n)
{
    bool product = n->cls == SIM_GEMM || n->cls == SIM_ATTENTION || n->cls == SIM_CONVOLUTION;
    double compute = product ? n->flops / hardware_peak(hw, n->op->n_operands ? n->op->operands[0]->type->elem : ELEM_bf16) : 0;
    return MAX(n->bytes / hw->hbm, compute);
}

typedef struct Line {
    const SimNode *n;
    double times, ns, least;
} Line;

static void add(GArray *lines, const Hardware *hw, const SimList *l, double times)
{
    for (int i = 0; i < l->n; i++) {
        const SimNode *n = &l->nodes[i];
        for (int p = 0; p < n->n_parts; p++)
            add(lines, hw, n->parts[p].list, times * n->parts[p].times);
        if (n->n_parts)
            continue;
        Line x = { n, times, times * n->time.ns, times * least_ns(hw, n) };
        g_array_append_val(lines, x);
    }
}

static int longest(const void *a, const void *b)
{
    double x = ((const Line *)a)->ns, y = ((const Line *)b)->ns;
    return x < y ? 1 : x > y ? -1 : 0;
}

static bool tell(const char *path, const Hardware *hw, int most)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL;
    gsize size;
    IrModule *m = g_file_get_contents(path, &text, &size, &error) ? program_parse(path, text, size, &error) : NULL;
    if (!m) {
        fprintf(stderr, "%s\n", error->message);
        return false;
    }
    CompileOptions options = { .hardware = hw->name, .no_reasons = true };
    Compiled *c = compile(m, &options, &error);
    if (!c) {
        fprintf(stderr, "%s\n", error->message);
        return false;
    }
    SimOptions o = { 0 };
    Simulation *s = simulation_new(c->local, c->whole->mesh, hw, &o);
    g_autoptr(GArray) lines = g_array_new(FALSE, FALSE, sizeof(Line));
    add(lines, hw, s->kernels->entry, 1);
    double least = 0, launches = 0;
    for (guint i = 0; i < lines->len; i++) {
        least += g_array_index(lines, Line, i).least;
        launches += g_array_index(lines, Line, i).times;
    }
    g_autofree char *name = g_path_get_basename(path);
    printf("%-28s %10.1f us, least %10.1f, %5.2fx, %6d kernels, %8.0f launches\n", name, s->step.ns / 1e3, least / 1e3, s->step.ns / MAX(least, 1), s->kernels->n_kernels, launches);
    g_array_sort(lines, longest);
    for (int i = 0; i < MIN(most, (int)lines->len); i++) {
        const Line *x = &g_array_index(lines, Line, i);
        g_autofree char *shape = x->n->op->type->kind == TYPE_ARRAY ? type_text(x->n->op->type) : g_strdup("tuple");
        printf("  %10.1f us %8.0f x %9.2f us %6.2fx  %-20s %-18s %-28s %8.2f MB %9.2f MFLOP\n", x->ns / 1e3, x->times, x->n->time.ns / 1e3, x->ns / MAX(x->least, 0.001), sim_class_names[x->n->cls],
               op_info[x->n->op->code].id, shape, x->n->bytes / 1e6, x->n->flops / 1e6);
    }
    simulation_free(s);
    compiled_free(c);
    return true;
}

int main(int argc, char **argv)
{
    int most = 0;
    const Hardware *hw = argc > 2 ? hardware_find(argv[1], NULL) : NULL;
    if (!hw) {
        fprintf(stderr, "bench-kernels HARDWARE PROGRAM... [-n LINES]\n");
        return 2;
    }
    for (int i = 2; i < argc; i++)
        if (!strcmp(argv[i], "-n") && i + 1 < argc)
            most = atoi(argv[++i]);
    for (int i = 2; i < argc; i++) {
        if (!strcmp(argv[i], "-n"))
            i++;
        else if (!tell(argv[i], hw, most))
            return 1;
    }
    return 0;
}
