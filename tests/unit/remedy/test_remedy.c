/* Remedies: a change has the effect that is reported for it. Each remedy found is applied again in the way a user would, and
 * what the second compilation moves is compared with what the remedy promised. */
#include "runtime/passes/predicted.h"
#include "runtime/remedy/remedy.h"

#include <stdatomic.h>
#include <string.h>

#include "runtime/shard/spell.h"
#include "runtime/text/text.h"

static const char *const programs[] = {
    /* operands of a product with incompatible shardings */
    "HloModule t, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[\"a\"=4, \"b\"=2]>}}\n"
    "ENTRY e {\n"
    "  x = f32[64,32] parameter(0), frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<@mesh, [{\\\"a\\\"}, {\\\"b\\\"}]>\"}\n"
    "  w = f32[32,64] parameter(1), frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<@mesh, [{\\\"a\\\"}, {}]>\"}\n"
    "  ROOT y = f32[64,64] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
    "}\n",
    /* an unnecessary constraint in between, and a result that must be replicated */
    "HloModule t, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[\"a\"=4, \"b\"=2]>}}\n"
    "ENTRY e {\n"
    "  x = f32[64,32] parameter(0), frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<@mesh, [{\\\"a\\\"}, {}]>\"}\n"
    "  s = f32[64,32] sine(x)\n"
    "  c = f32[64,32] custom-call(s), custom_call_target=\"Sharding\", frontend_attributes={xla.sdy.sharding=\"#sdy.sharding_per_value<[<@mesh, [{}, {\\\"a\\\"}]>]>\"}\n"
    "  n = f32[64,32] negate(c)\n"
    "  r = f32[64,32] custom-call(n), custom_call_target=\"xla.sdy.FuncResultSharding\", custom_call_has_side_effect=true, frontend_attributes={xla.sdy.sharding=\"#sdy.sharding_per_value<[<@mesh, [{\\\"a\\\"}, {}]>]>\"}\n"
    "  ROOT t = (f32[64,32]) tuple(r)\n"
    "}\n",
};

typedef struct Found {
    IrModule *fresh;
    Compiled *c;
    Remedies *r;
} Found;

static IrModule *read_program(const char *text)
{
    GError *error = NULL;
    IrModule *m = program_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    return m;
}

static Found look_for(const char *text, bool stop, double seconds)
{
    Found f = { .fresh = read_program(text) };
    GError *error = NULL;
    CompileOptions o = { 0 };
    f.c = compile(read_program(text), &o, &error);
    g_assert_no_error(error);
    Stop token = { 0 };
    if (stop)
        stop_request(&token);
    o.stop = &token;
    RemedyBudget budget = { .seconds = seconds, .changes = 1000 };
    f.r = remedies_find(f.c, f.fresh, &o, &budget);
    return f;
}

static Found look(const char *text, bool stop)
{
    return look_for(text, stop, 600);
}

static void found_clear(Found *f)
{
    remedies_free(f->r);
    compiled_free(f->c);
    module_free(f->fresh);
}

static int64_t n_collectives(const Compiled *c)
{
    int64_t n = 0;
    for (int k = 1; k < N_COLL_KINDS; k++)
        n += c->totals[k].count;
    return n;
}

static char *spec_of(const Sharding *s)
{
    GString *t = g_string_new(NULL);
    sharding_print_sdy(t, s, false);
    return g_string_free(t, FALSE);
}

/* Applies the same changes in another compilation of the text, with parameters by name, as --shard does. */
static Compiled *make_again(const char *text, const Found *f, const Remedy *r)
{
    ImportShard shards[8];
    ImportChange changes[8];
    int n_shards = 0, n_changes = 0;
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    for (int i = 0; i < r->n_changes; i++) {
        const RemedyChange *c = &r->changes[i];
        char *spec = c->to ? spec_of(c->to) : NULL;
        if (spec)
            g_ptr_array_add(texts, spec);
        if (c->kind == 1 && spec) {
            const char *name = NULL;
            for (int p = 0; p < f->fresh->entry->n_params; p++)
                if (f->fresh->entry->params[p]->id == c->op)
                    name = f->fresh->entry->params[p]->name;
            g_assert_nonnull(name);
            shards[n_shards++] = (ImportShard){ name, spec };
        } else {
            g_assert_cmpint(n_changes, <, 8);
            changes[n_changes++] = (ImportChange){ c->kind, c->op, c->leaf, spec };
        }
    }
    GError *error = NULL;
    CompileOptions o = { .import = { .shards = shards, .n_shards = n_shards, .changes = changes, .n_changes = n_changes } };
    Compiled *c = compile(read_program(text), &o, &error);
    g_assert_no_error(error);
    return c;
}

static bool moves(const DecisionLog *log, int value, int user, int pos)
{
    for (int i = 0; i < log->reshards.n; i++) {
        const Reshard *r = &log->reshards.v[i];
        if (r->value_op == value && r->user_op == user && r->user_pos == pos && (r->bytes_moved > 0 || r->shared_with))
            return true;
    }
    return false;
}

static void test_promises(gconstpointer data)
{
    const char *text = data;
    Found f = look(text, false);
    g_assert_cmpint(f.r->n_useful, >, 0);
    g_assert_cmpint(f.r->n_left, ==, 0);
    g_assert_cmpfloat(f.r->list.v[0].step_ns, <, compiled_step(f.c, NULL).ns);
    for (int i = 0; i < f.r->list.n; i++) {
        const Remedy *r = &f.r->list.v[i];
        g_assert_true(i == 0 || i == f.r->n_useful || r->step_ns >= f.r->list.v[i - 1].step_ns);
        g_assert_true(r->idle == (i >= f.r->n_useful));
        g_assert_nonnull(strstr(r->text, "P("));
        g_assert_nonnull(strstr(r->code, "P("));
        if (!r->idle && i < 10) /* the evaluator was used */
            g_assert_cmpint(r->check, ==, REMEDY_EQUAL);
        g_autoptr(Compiled) again = make_again(text, &f, r);
        g_assert_cmpint(again->traffic, ==, r->traffic);
        g_assert_cmpint(n_collectives(again), ==, r->n_collectives);
        if (!r->idle)
            g_assert_cmpint(compiled_peak_bytes(again), ==, r->peak_bytes);
        for (int k = 0; k < r->n_effects; k++) {
            const Reshard *was = &f.c->log->reshards.v[r->effects[k].reshard - 1];
            if (r->effects[k].kind == REMEDY_IN_VAIN)
                g_assert_cmpint(r->effects[k].bytes_moved, ==, was->bytes_moved);
            bool is = moves(again->log, was->value_op, was->user_op, was->user_pos);
            g_assert_true(is == (r->effects[k].kind != REMEDY_GONE));
        }
    }
    found_clear(&f);
}

/* Without the constraint nothing moves: this remedy is found, and described in the user's terms. */
static void test_constraint(void)
{
    Found f = look(programs[1], false);
    const Remedy *best = &f.r->list.v[0];
    g_assert_cmpint(best->n_collectives, ==, 0);
    g_assert_cmpint(best->traffic, ==, 0);
    bool left_out = false;
    for (int i = 0; i < f.r->n_useful; i++)
        left_out |= strstr(f.r->list.v[i].text, "with_sharding_constraint") != NULL;
    g_assert_true(left_out);
    found_clear(&f);
}

static void *keep_busy(void *on)
{
    while (atomic_load((atomic_bool *)on))
        ;
    return NULL;
}

/* So little work that not all is tried: two searches end at the same place, whatever else the machine does meanwhile. */
static void test_same_again(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(programs); i++) {
        g_autoptr(GString) first = NULL;
        for (int k = 0; k < 3; k++) {
            GThread *busy[4] = { NULL };
            atomic_bool on = k == 1;
            for (int b = 0; b < 4 && on; b++)
                busy[b] = g_thread_new("busy", keep_busy, &on);
            Found f = look_for(programs[i], false, 0.03);
            atomic_store(&on, false);
            for (int b = 0; b < 4 && busy[b]; b++)
                g_thread_join(busy[b]);
            g_assert_false(f.r->cut);
            GString *now = g_string_new(NULL);
            g_string_append_printf(now, "%d %d %d\n", f.r->n_glanced, f.r->n_tried, f.r->n_left);
            for (int r = 0; r < f.r->list.n; r++) {
                const Remedy *x = &f.r->list.v[r];
                g_string_append_printf(now, "%s: %.17g ns, %" G_GINT64_FORMAT " bytes, %d effects, check %d, idle %d\n", x->text, x->step_ns, x->traffic, x->n_effects, (int)x->check, x->idle);
            }
            found_clear(&f);
            if (first) {
                g_assert_cmpstr(now->str, ==, first->str);
                g_string_free(now, TRUE);
            } else {
                first = now;
                g_test_message("%s", now->str);
            }
        }
    }
}

/* What goes into a manual region is recorded for the argument inside; a change of it is one of the region. */
static void test_region(void)
{
    g_autofree char *path = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "data", "ops", "manual_auto.mlir", NULL), *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    Found f = look_for(text, false, 600);
    g_assert_cmpint(f.r->n_glanced, >, 0);
    found_clear(&f);
}

/* Arguments that come as one tuple have the names that the user knows, or their numbers; an option cannot change one of them. */
static void test_tupled(void)
{
    static const char tupled[] =
        "HloModule jit_step, num_partitions=8\n"
        "ENTRY e {\n"
        "  arg_tuple.6 = (f32[64,32], f32[32,64]) parameter(0), sharding={{devices=[4,2]<=[8]}, {devices=[4,1,2]<=[8] last_tile_dim_replicate}}\n"
        "  x = f32[64,32] get-tuple-element(arg_tuple.6), index=0\n"
        "  w = f32[32,64] get-tuple-element(arg_tuple.6), index=1, metadata={op_name=\"w['w1']\"}\n"
        "  ROOT y = f32[64,64] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
        "}\n";
    Found f = look_for(tupled, false, 5);
    g_assert_cmpint(f.r->list.n, >, 0);
    bool numbered = false, named = false;
    for (int i = 0; i < f.r->list.n; i++) {
        const Remedy *r = &f.r->list.v[i];
        if (r->mesh)
            continue;
        g_assert_null(strstr(r->text, "arg_tuple"));
        g_assert_null(r->code ? strstr(r->code, "arg_tuple") : NULL);
        g_assert_null(r->try_with);
        numbered |= strstr(r->text, "argument 0") != NULL;
        named |= strstr(r->text, "w['w1']") != NULL;
    }
    g_assert_true(numbered && named);
    found_clear(&f);
}

static void test_stops(void)
{
    Found f = look(programs[0], true);
    g_assert_true(f.r->cut);
    g_assert_cmpint(f.r->n_tried, ==, 0);
    g_assert_cmpint(f.r->n_left, >, 0);
    g_assert_cmpint(f.r->list.n, ==, 0);
    found_clear(&f);
}

/* One device: no collectives, so nothing is tried. */
static void test_nothing_to_do(void)
{
    Found f = look("HloModule t\nENTRY e {\n  x = f32[4] parameter(0)\n  ROOT y = f32[4] negate(x)\n}\n", false);
    g_assert_cmpint(f.r->n_tried + f.r->n_left + f.r->list.n, ==, 0);
    found_clear(&f);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/remedy/promises/product", programs[0], test_promises);
    g_test_add_data_func("/remedy/promises/constraint", programs[1], test_promises);
    g_test_add_func("/remedy/constraint", test_constraint);
    g_test_add_func("/remedy/same-again", test_same_again);
    g_test_add_func("/remedy/region", test_region);
    g_test_add_func("/remedy/tupled", test_tupled);
    g_test_add_func("/remedy/stops", test_stops);
    g_test_add_func("/remedy/nothing_to_do", test_nothing_to_do);
    return g_test_run();
}
