/* x @ y on a mesh of 4 x 2 under four choices of shardings: pictures of x, y and x @ y, what had to be moved, and how long a product takes. */
#define _POSIX_C_SOURCE 199309L
#include "example.h"

#include <time.h>

enum { ROWS = 4, COLUMNS = 16 };

/* Small whole numbers as f16. */
static uint16_t half(int v)
{
    int exponent = 0;
    while (v >> (exponent + 1))
        exponent++;
    return v ? (uint16_t)(((exponent + 15) << 10) | ((v << 10 >> exponent) & 0x3ff)) : 0;
}

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void picture(Example *x, const char *title, ShardscopeArray *a)
{
    ShardscopeShape shape;
    shardscope_array_shape(a, &shape, &x->error);
    ShardscopeSharding *s = shardscope_array_sharding(a);
    char *spec = shardscope_sharding_text(s, 2, SHARDSCOPE_SPELL_JAX, &x->error);
    printf("%s: %s\n", title, spec ? spec : "");
    shardscope_free(spec);
    example_print(x, "", shardscope_sharding_picture(s, 2, shape.dims, false, &x->error));
    shardscope_sharding_unref(s);
}

typedef struct Case {
    const char *name, *x, *y;
    int64_t n_collectives;
    double mean_us, deviation_us;
} Case;

static void run_case(Example *x, ShardscopeMesh *mesh, Case *c)
{
    const ShardscopeShape sx = { SHARDSCOPE_F16, 2, { ROWS, COLUMNS } }, sy = { SHARDSCOPE_F16, 2, { COLUMNS, ROWS } };
    uint16_t whole_x[ROWS * COLUMNS], whole_y[ROWS * COLUMNS], z[ROWS * ROWS];
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < COLUMNS; k++)
            whole_x[COLUMNS * i + k] = whole_y[ROWS * k + i] = half(i + 1);
    ShardscopeSharding *px = shardscope_sharding_parse(mesh, c->x, 2, &x->error), *py = shardscope_sharding_parse(mesh, c->y, 2, &x->error);
    ShardscopeArray *on_one[2] = { shardscope_array_from_host(x->client, &sx, whole_x, NULL, NULL, &x->error),
                                   shardscope_array_from_host(x->client, &sy, whole_y, NULL, NULL, &x->error) };
    ShardscopeArray *in[2] = { shardscope_array_put(on_one[0], px, &x->error), shardscope_array_put(on_one[1], py, &x->error) }, *out = NULL;
    ShardscopeBuilder *b = shardscope_builder_new("jit_matmul", mesh, &x->error);
    ShardscopeFunction *f = shardscope_builder_entry(b, &x->error);
    ShardscopeValue *vx = shardscope_parameter(f, "x", &sx, px, &x->error), *vy = shardscope_parameter(f, "y", &sy, py, &x->error);
    SHARDSCOPE_AT(b);
    ShardscopeValue *product = shardscope_matmul(vx, vy, &x->error);
    shardscope_result(f, product, "x @ y", NULL, &x->error);
    ShardscopeExecutable *e = example_compile(x, b, &(ShardscopeCompileOptions){ SHARDSCOPE_COMPILE_OPTIONS, .propagate_to_results = true, .label = c->name });
    printf("==== %s\n", c->name);
    picture(x, "x", in[0]);
    picture(x, "y", in[1]);
    double sum = 0, squares = 0;
    int runs = 10, loops = x->steps ? (int)x->steps : 10;
    for (int r = 0; r < runs; r++) {
        double start = now_us();
        for (int k = 0; k < loops; k++) {
            shardscope_array_unref(out);
            shardscope_execute(e, in, 2, NULL, &out, &x->error);
            shardscope_array_wait(out, &x->error);
        }
        double each = (now_us() - start) / loops;
        sum += each;
        squares += each * each;
    }
    c->mean_us = sum / runs;
    c->deviation_us = sqrt(fmax(0, squares / runs - c->mean_us * c->mean_us));
    picture(x, "x @ y", out);
    shardscope_array_to_host(out, z, sizeof z, &x->error);
    example_check(x);
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < ROWS; k++)
            example_expect(z[ROWS * i + k] == half(16 * (i + 1) * (k + 1)), "x @ y");
    ShardscopeCost cost;
    shardscope_executable_cost(e, &cost, &x->error);
    c->n_collectives = cost.n_collectives;
    example_print(x, "on each device", shardscope_executable_text(e, SHARDSCOPE_STAGE_PARTITIONED, SHARDSCOPE_HLO, &x->error));
    for (int i = 0; i < 2; i++) {
        shardscope_array_unref(in[i]);
        shardscope_array_unref(on_one[i]);
    }
    shardscope_array_unref(out);
    shardscope_executable_unref(e);
    shardscope_sharding_unref(px);
    shardscope_sharding_unref(py);
}

int main(int argc, char **argv)
{
    Example x = example_begin(argc, argv, 8);
    ShardscopeMesh *mesh = shardscope_mesh_new(2, (const char *[]){ "a", "b" }, (int64_t[]){ 4, 2 }, &x.error);
    Case cases[] = { { .name = "case 1: inner axes", .x = "P(None, 'a')", .y = "P('a', None)" },
                     { .name = "case 1b: axes that do not agree", .x = "P(None, 'a')", .y = "P('b', None)" },
                     { .name = "case 2: outer axes", .x = "P('b', 'a')", .y = "P('b', None)" },
                     { .name = "full sharding", .x = "P('b', 'a')", .y = "P('b', 'a')" } };
    for (int i = 0; i < 4; i++)
        run_case(&x, mesh, &cases[i]);
    printf("%-34s %14s %14s %s\n", "", "mean, us", "deviation, us", "collectives");
    for (int i = 0; i < 4; i++)
        printf("%-34s %14.1f %14.1f %d\n", cases[i].name, cases[i].mean_us, cases[i].deviation_us, (int)cases[i].n_collectives);
    shardscope_mesh_unref(mesh);
    return example_end(&x);
}
