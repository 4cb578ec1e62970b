/* Shared by the fuzz targets; see fuzz.h. */
#include "tests/fuzz/fuzz.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "runtime/text/text.h"

void fuzz_law(bool ok, const char *fmt, ...)
{
    if (ok)
        return;
    va_list ap;
    va_start(ap, fmt);
    fputs("LAW BROKEN: ", stderr);
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
    va_end(ap);
    abort();
}

void fuzz_same_text(const char *what, const char *a, const char *b)
{
    if (strcmp(a, b) == 0)
        return;
    size_t same = 0;
    while (a[same] == b[same])
        same++;
    while (same > 0 && a[same - 1] != '\n')
        same--;
    fuzz_law(false, "%s: the texts differ\n  once:  %.*s\n  twice: %.*s", what, (int)MIN(strcspn(a + same, "\n"), 2000), a + same,
             (int)MIN(strcspn(b + same, "\n"), 2000), b + same);
}

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = g_malloc(size + 1);
    if (size)
        memcpy(text, data, size);
    text[size] = 0;
    return text;
}

uint32_t fuzz_choice(const uint8_t *data, size_t size)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < size && data[i] != '\n'; i++)
        h = (h ^ data[i]) * 16777619u;
    h ^= h >> 15;
    h *= 0x85ebca6bu;
    return h ^ h >> 13;
}

IrModule *fuzz_reread(const IrModule *m, IrSpelling spelling, char **text)
{
    static const char *const names[] = {"hlo", "hlo-short", "hlo-dump", "stablehlo"};
    g_autoptr(GError) error = NULL;
    *text = module_print(m, spelling);
    IrModule *again = program_parse("again", *text, strlen(*text), &error);
    fuzz_law(again, "%s as printed does not read: %s\n%s", names[spelling], error ? error->message : "", *text);
    fuzz_law(module_verify(again, &error), "%s as printed is not well-formed: %s\n%s", names[spelling], error ? error->message : "",
             *text);
    return again;
}

void fuzz_print_stable(const IrModule *m, IrSpelling spelling)
{
    g_autofree char *once = NULL, *twice = NULL;
    g_autoptr(IrModule) again = fuzz_reread(m, spelling, &once);
    twice = module_print(again, spelling);
    fuzz_same_text("printed and read again", once, twice);
}

static double elements(const Type *type)
{
    double n = type->kind == TYPE_ARRAY ? (double)type->n_elems : 0;
    for (int i = 0; i < type->n_parts; i++)
        n += elements(type->parts[i]);
    return n;
}

static double window_size(const Window *w)
{
    double n = 1;
    for (int i = 0; i < w->n; i++)
        n *= (double)w->dims[i].size;
    return n;
}

/* Number of operand elements that one element of the result depends on. */
static double depth_of(const IrOp *op)
{
    const Type *x = op->n_operands ? op->operands[0]->type : op->type;
    double n = x->kind == TYPE_ARRAY ? (double)x->n_elems : 1;
    switch (op_family(op)) {
    case FAMILY_dot: {
        double k = 1;
        for (int i = 0; i < op->a.dot.dims.lhs_contracting.n; i++)
            k *= (double)x->dims[op->a.dot.dims.lhs_contracting.v[i]];
        return k;
    }
    case FAMILY_convolution: return elements(op->operands[1]->type);
    case FAMILY_reduce_window:
    case FAMILY_select_and_scatter: return window_size(&op->a.window.window) + 1;
    case FAMILY_linalg:
    case FAMILY_fft: return n;
    default: return op_family(op) == FAMILY_opaque && op->n_operands ? n : 1;
    }
}

double fuzz_work(const IrModule *m)
{
    double sum = 0;
    for (int c = 0; c < m->n_comps; c++)
        for (int i = 0; i < m->comps[c]->n_ops; i++) {
            const IrOp *op = m->comps[c]->ops[i];
            double n = elements(op->type);
            for (int k = 0; k < op->n_operands; k++)
                n += elements(op->operands[k]->type);
            sum += n * depth_of(op) + 1;
        }
    return sum;
}

static Stop out_of_time;

static void on_timer(int sig)
{
    (void)sig;
    stop_request(&out_of_time);
}

Stop *fuzz_stop_after(int ms)
{
    if (ms)
        atomic_store(&out_of_time.requested, false);
    signal(SIGVTALRM, on_timer);
    setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_value = {ms / 1000, ms % 1000 * 1000}}, NULL);
    return &out_of_time;
}
