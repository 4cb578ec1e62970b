/* The device program that the pipeline makes: when it is made, what prevents it, and what it contains without kernels. */
#include <string.h>

#include "runtime/exec/loaded.h"
#include "runtime/text/text.h"

static Compiled *compiled(const char *text, bool no_plan)
{
    GError *error = NULL;
    IrModule *m = program_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    Compiled *c = compile(m, &(CompileOptions){ .no_plan = no_plan }, &error);
    g_assert_no_error(error);
    return c;
}

static const char plain[] =
    "HloModule t, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[\"a\"=4]>}}\nENTRY e {\n"
    "  x = f32[64,64] parameter(0), frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<@mesh, [{\\\"a\\\"}, {}]>\"}\n"
    "  w = f32[64,64] parameter(1), frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<@mesh, [{\\\"a\\\"}, {}]>\"}\n"
    "  y = f32[64,64] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n  ROOT r = f32[64,64] sine(y)\n}\n";

/* Parts that were left out are made on request, and are the same. */
static void test_when(void)
{
    g_autoptr(Compiled) with = compiled(plain, false);
    g_autoptr(Compiled) without = compiled(plain, true);
    g_assert_nonnull(with->program);
    g_assert_null(without->program);
    g_assert_null(without->plan_error);
    const Program *later = compiled_program(without, NULL);
    g_assert_nonnull(later);
    g_assert_true(later == without->program && compiled_program(without, NULL) == later);
    g_assert_cmpint(later->n_code, ==, with->program->n_code);
    g_assert_cmpint(later->memory.peak_bytes, ==, with->program->memory.peak_bytes);
    g_assert_cmpint(later->memory.peak_bytes, >, 0);
    g_assert_cmpstr(with->passes.v[with->passes.n - 1].name, ==, "plan-memory");
    for (int i = 0; i < later->n_code; i++) { /* each instruction has only the fields of its kind */
        const Instr *in = &later->code[i];
        g_assert_true((in->kind == INSTR_COLLECTIVE) == (in->collective != NULL));
        g_assert_true(!in->fused || in->kind == INSTR_KERNEL);
    }
}

/* A module whose constants were printed without their data compiles, but cannot be run; the error says why. */
static void test_no_plan(void)
{
    g_autoptr(Compiled) c = compiled("HloModule t\nENTRY e {\n  x = f32[3] parameter(0)\n  k = f32[3] constant({...})\n  ROOT r = f32[3] add(x, k)\n}\n", false);
    g_assert_null(c->program);
    g_assert_nonnull(strstr(c->plan_error->message, "t.hlo:4:3: constant k has no data"));
    g_autoptr(GError) error = NULL;
    g_assert_null(compiled_program(c, &error));
    g_assert_cmpstr(error->message, ==, c->plan_error->message);
    g_clear_error(&error);
    g_assert_null(loaded_new(c, 1, &error));
    g_assert_cmpstr(error->message, ==, c->plan_error->message);
}

/* Kernels are only needed for a run, not for a plan. */
static void test_no_kernel(void)
{
    g_autoptr(Compiled) c = compiled("HloModule t\nENTRY e {\n  x = f32[3] parameter(0)\n  ROOT r = f32[5] custom-call(x), custom_call_target=\"nobody_knows\"\n}\n", false);
    g_assert_nonnull(c->program);
    g_assert_cmpint(c->program->memory.argument_bytes, ==, 12);
    g_assert_cmpint(c->program->memory.output_bytes, ==, 20);
    g_autoptr(GError) error = NULL;
    g_assert_null(executable_new(c->program, &error));
    g_assert_error(error, SHARD_ERROR, SHARD_ERROR_UNSUPPORTED);
    g_assert_nonnull(strstr(error->message, "nobody_knows"));
}

static const Instr *instr_of(const Program *p, OpCode code)
{
    for (int i = 0; i < p->n_code; i++)
        if (p->code[i].kind == INSTR_KERNEL && p->code[i].op->code == code)
            return &p->code[i];
    g_error("no instruction of %s", op_info[code].id);
}

/* Results share memory with operands where the op allows it and the operand is last used there. */
static void test_in_place(void)
{
    static const char head[] = "HloModule t\nENTRY e {\n  x = f32[8] parameter(0)\n  u = f32[2] parameter(1)\n  i = s32[] parameter(2)\n  s = f32[8] sine(x)\n"
                               "  y = f32[8] reverse(s), dimensions={0}\n  d = f32[8] dynamic-update-slice(y, u, i)\n";
    g_autofree char *ends = g_strconcat(head, "  ROOT r = f32[8] reverse(d), dimensions={0}\n}\n", NULL);
    g_autofree char *goes_on = g_strconcat(head, "  ROOT r = f32[8] subtract(d, y)\n}\n", NULL);
    g_autoptr(Compiled) a = compiled(ends, false);
    g_autoptr(Compiled) b = compiled(goes_on, false);
    const Instr *over = instr_of(a->program, OP_dynamic_update_slice), *apart = instr_of(b->program, OP_dynamic_update_slice);
    g_assert_nonnull(over->in_place);
    g_assert_cmpint(over->in_place[0], ==, 0);
    g_assert_null(apart->in_place);
    g_assert_true(op_overwrites(over->op, 0, 0));
    g_assert_false(op_overwrites(over->op, 0, 1));
    g_assert_cmpint(a->program->slots[over->out[0]].shares, ==, over->in[0]);
    g_assert_cmpint(b->program->slots[apart->out[0]].shares, ==, -1);
}

/* A slice or an update at a place known at run time, along dims that are split, takes a few times the memory of what it makes. */
static void test_moving_slices(void)
{
    static const char slice[] =
        "HloModule t, num_partitions=4\nENTRY e {\n  x = f32[256,512] parameter(0), sharding={devices=[2,2]<=[4]}\n  i = s32[] parameter(1)\n"
        "  ROOT r = f32[128,256] dynamic-slice(x, i, i), dynamic_slice_sizes={128,256}, sharding={devices=[2,2]<=[4]}\n}\n",
                      update[] =
        "HloModule t, num_partitions=4\nENTRY e {\n  x = f32[256,512] parameter(0), sharding={devices=[2,2]<=[4]}\n  i = s32[] parameter(1)\n"
        "  u = f32[128,256] parameter(2), sharding={devices=[2,2]<=[4]}\n"
        "  ROOT r = f32[256,512] dynamic-update-slice(x, u, i, i), sharding={devices=[2,2]<=[4]}\n}\n";
    enum { A_TILE = 128 * 256 * 4 };
    g_autoptr(Compiled) sliced = compiled(slice, false);
    g_assert_cmpint(sliced->program->memory.peak_bytes, <=, 6 * A_TILE); /* with margins around all dims at once it was 13 */
    g_autoptr(Compiled) updated = compiled(update, false);
    g_assert_cmpint(updated->program->memory.peak_bytes, <=, 7 * A_TILE); /* 14 */
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/plan/program/when", test_when);
    g_test_add_func("/plan/program/no-plan", test_no_plan);
    g_test_add_func("/plan/program/no-kernel", test_no_kernel);
    g_test_add_func("/plan/program/in-place", test_in_place);
    g_test_add_func("/plan/program/moving-slices", test_moving_slices);
    return g_test_run();
}
