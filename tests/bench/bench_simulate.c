/* How long a simulation takes of a program of many kernels on many devices, and how much memory: the program of one device, written out layer by layer, with
 * collectives along two axes of a mesh.
 *
 *     bench-simulate [KERNELS [DEVICES [HARDWARE]]]      default 100000 4096 v5p-8192; processor time, of the reader beside it */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "runtime/sim/simulate.h"
#include "runtime/sim/what_if.h"
#include "runtime/text/text.h"

enum { KERNELS_OF_LAYER = 9 };

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double peak_mib(void)
{
    struct rusage r;
    getrusage(RUSAGE_SELF, &r);
    return (double)r.ru_maxrss / 1024;
}

/* Groups of 16 neighbours, and groups across them. */
static void put_layer(GString *s, int layer, int devices)
{
    char *x = g_strdup_printf("x%d", layer);
    g_string_append_printf(s, "  g%d = bf16[1024,4096] all-gather(w%d), channel_id=%d, replica_groups=[%d,16]<=[%d], dimensions={0}, use_global_device_ids=true\n", layer, layer % 8, 3 * layer + 1, devices / 16, devices);
    g_string_append_printf(s, "  d%d = bf16[512,4096] dot(%s, g%d), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n", layer, x, layer);
    g_string_append_printf(s, "  t%d = bf16[512,4096] tanh(d%d)\n  m%d = bf16[512] reduce(t%d, zero), dimensions={1}, to_apply=sum\n", layer, layer, layer, layer);
    g_string_append_printf(s, "  b%d = bf16[512,4096] broadcast(m%d), dimensions={0}\n  n%d = bf16[512,4096] multiply(t%d, b%d)\n", layer, layer, layer, layer, layer);
    g_string_append_printf(s, "  h%d = bf16[4096,1024] all-gather(v%d), channel_id=%d, replica_groups=[%d,16]<=[%d], dimensions={1}, use_global_device_ids=true\n", layer, layer % 8, 3 * layer + 2, devices / 16, devices);
    g_string_append_printf(s, "  e%d = bf16[512,1024] dot(n%d, h%d), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n", layer, layer, layer);
    g_string_append_printf(s, "  r%d = bf16[512,1024] all-reduce(e%d), channel_id=%d, replica_groups=[16,%d]<=[%d,16]T(1,0), to_apply=sum, use_global_device_ids=true\n", layer, layer, 3 * layer + 3, devices / 16, devices / 16);
    g_string_append_printf(s, "  y%d = bf16[1024,512] transpose(r%d), dimensions={1,0}\n  k%d = bf16[1024,512] sort(y%d), dimensions={0}, to_apply=less\n", layer, layer, layer, layer);
    g_string_append_printf(s, "  z%d = bf16[512,1024] transpose(k%d), dimensions={1,0}\n  x%d = bf16[512,1024] add(z%d, %s)\n", layer, layer, layer + 1, layer, x);
    g_free(x);
}

static GString *program(int layers, int devices)
{
    GString *s = g_string_new(NULL);
    g_string_append_printf(s, "HloModule many, num_partitions=%d\n\nsum {\n  a = bf16[] parameter(0)\n  b = bf16[] parameter(1)\n  ROOT c = bf16[] add(a, b)\n}\n\n"
                              "less {\n  a = bf16[] parameter(0)\n  b = bf16[] parameter(1)\n  ROOT c = pred[] compare(a, b), direction=LT\n}\n\nENTRY main {\n  x0 = bf16[512,1024] parameter(0)\n  zero = bf16[] constant(0)\n", devices);
    for (int i = 0; i < 8; i++)
        g_string_append_printf(s, "  w%d = bf16[64,4096] parameter(%d)\n  v%d = bf16[4096,64] parameter(%d)\n", i, 2 * i + 1, i, 2 * i + 2);
    for (int l = 0; l < layers; l++)
        put_layer(s, l, devices);
    g_string_append_printf(s, "  ROOT out = bf16[512,1024] copy(x%d)\n}\n", layers);
    return s;
}

int main(int argc, char **argv)
{
    int kernels = argc > 1 ? atoi(argv[1]) : 100000, devices = argc > 2 ? atoi(argv[2]) : 4096;
    const Hardware *hw = hardware_find(argc > 3 ? argv[3] : "v5p-8192", NULL);
    if (!hw || kernels < 1 || devices < 16 || devices % 16) {
        fprintf(stderr, "bench-simulate [KERNELS [DEVICES [HARDWARE]]]: devices in sixteens\n");
        return 2;
    }
    g_autoptr(GError) error = NULL;
    GString *text = program((kernels + KERNELS_OF_LAYER - 1) / KERNELS_OF_LAYER, devices);
    double began = now_s();
    IrModule *m = program_parse("many.hlo", text->str, text->len, &error);
    if (!m) {
        fprintf(stderr, "%s\n", error->message);
        return 1;
    }
    double parsed = now_s(), parsed_mib = peak_mib();
    SimOptions o = { 0 };
    Simulation *s = simulation_new(m, NULL, hw, &o);
    double simulated = now_s(), simulated_mib = peak_mib();
    WhatIfs *asked = sim_what_ifs(m, NULL, s, &o);
    printf("%d kernels on %d devices of %s: step %.3f s\n", s->kernels->n_kernels, devices, hw->name, s->step.ns / 1e9);
    printf("read        %7.3f s, %6.0f MiB\nsimulated   %7.3f s, %6.0f MiB\n%d what-ifs  %7.3f s, %6.0f MiB\n", parsed - began, parsed_mib, simulated - parsed, simulated_mib, asked->list.n, now_s() - simulated,
           peak_mib());
    what_ifs_free(asked);
    simulation_free(s);
    module_free(m);
    g_string_free(text, TRUE);
    return 0;
}
