/* Measures the step time of a per-device program: bench_step FILE.hlo DEVICES [STEPS [WORKERS]]. Inputs are random; prints the minimum, the median
 * and the time per class of instructions as recorded. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/resource.h>

#include "runtime/base/clock.h"
#include "runtime/exec/execute.h"
#include "runtime/text/text.h"

typedef struct OpTime {
    int id;
    int64_t ns, n;
    int cat;
} OpTime;

static void on_event(void *lane, int op_id, int64_t start_ns, int64_t dur_ns, int cat)
{
    (void)start_ns;
    OpTime *t = (OpTime *)lane + op_id;
    t->id = op_id;
    t->ns += cat == EVENT_WAIT ? 0 : dur_ns;
    t->n++;
    t->cat = cat;
}

static int by_ns(const void *a, const void *b)
{
    const OpTime *x = a, *y = b;
    return (x->ns < y->ns) - (x->ns > y->ns);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void fill(Buffer *b, const Type *t, int d)
{
    for (int64_t i = 0; i < t->n_elems; i++) {
        double v = (double)((i * 2654435761u + (unsigned)d * 97) % 2000) / 10000.0 - 0.1;
        if (t->elem == ELEM_f32)
            ((float *)b->data)[i] = (float)v;
        else if (elem_is_float(t->elem) && elem_info[t->elem].bytes == 2)
            ((uint16_t *)b->data)[i] = 0x3c00;
        else
            memset((char *)b->data + i * elem_info[t->elem].bytes, i % 3 == 0, (size_t)(i % 3 == 0));
    }
}

static const char *name_of(const IrModule *m, int id)
{
    for (int c = 0; c < m->n_comps; c++)
        for (int i = 0; i < m->comps[c]->n_ops; i++)
            if (m->comps[c]->ops[i]->id == id)
                return m->comps[c]->ops[i]->name;
    return "?";
}

static double cpu_ms(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e3 + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-3;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    GError *error = NULL;
    g_autoptr(IrModule) m = program_read(argv[1], NULL, &error);
    int n = atoi(argv[2]), steps = argc > 3 ? atoi(argv[3]) : 20;
    g_autoptr(Program) program = m ? program_new(m, n, &error) : NULL;
    g_autoptr(Executable) e = program ? executable_new(program, &error) : NULL;
    if (!e) {
        fprintf(stderr, "%s\n", error->message);
        return 1;
    }
    g_autoptr(ExecContext) cx = exec_context_new(argc > 4 ? atoi(argv[4]) : 0);
    int n_in = executable_n_params(e), n_out = executable_n_results(e);
    Buffer ***in = g_new0(Buffer **, n), ***out = g_new0(Buffer **, n);
    for (int d = 0; d < n; d++) {
        in[d] = g_new0(Buffer *, n_in + 1);
        out[d] = g_new0(Buffer *, n_out + 1);
        for (int i = 0; i < n_in; i++) {
            in[d][i] = buffer_new((size_t)type_bytes(executable_param_type(e, i)));
            memset(in[d][i]->data, 0, in[d][i]->size);
            fill(in[d][i], executable_param_type(e, i), d);
        }
    }
    double *times = g_new(double, steps);
    OpTime **lanes = g_new(OpTime *, n);
    for (int d = 0; d < n; d++)
        lanes[d] = g_new0(OpTime, m->next_id + 1);
    EventSink rec = { .event = on_event, .lanes = (void **)lanes };
    double cpu = 0;
    for (int s = -2; s < steps; s++) {
        if (s == 0)
            cpu = cpu_ms();
        StepStats st;
        exec_context_record(cx, s == -1 ? &rec : NULL);
        for (int d = 0; d < n; d++)
            for (int i = 0; i < n_in; i++)
                if (!in[d][i]) {
                    in[d][i] = buffer_new((size_t)type_bytes(executable_param_type(e, i)));
                    memset(in[d][i]->data, 0, in[d][i]->size);
                }
        if (!executable_run(e, cx, in, out, &st, &error)) {
            fprintf(stderr, "%s\n", error->message);
            return 1;
        }
        for (int d = 0; d < n; d++)
            for (int i = 0; i < n_out; i++)
                buffer_unref(out[d][i]);
        if (s >= 0)
            times[s] = (double)(st.end_ns - st.start_ns) * 1e-6;
    }
    cpu = (cpu_ms() - cpu) / steps;
    qsort(times, (size_t)steps, sizeof *times, by_value);
    printf("%s: min %.3f ms, median %.3f ms, processor %.3f ms over %d steps on %d devices\n", argv[1], times[0], times[steps / 2], cpu, steps, n);
    for (int d = 1; d < n; d++)
        for (int i = 0; i < m->next_id; i++) {
            lanes[0][i].ns += lanes[d][i].ns;
            lanes[0][i].n += lanes[d][i].n;
            lanes[0][i].cat |= lanes[d][i].cat;
            lanes[0][i].id |= lanes[d][i].id;
        }
    qsort(lanes[0], (size_t)m->next_id, sizeof(OpTime), by_ns);
    for (int i = 0; getenv("OPS") && i < atoi(getenv("OPS")) && lanes[0][i].ns; i++)
        printf("  %8.3f ms %6d x %s\n", (double)lanes[0][i].ns * 1e-6, (int)lanes[0][i].n, name_of(m, lanes[0][i].id));
    return 0;
}
