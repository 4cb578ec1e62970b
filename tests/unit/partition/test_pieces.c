/* Fetching from neighbours, over random dims, tilings and ranges: every shard receives exactly what it needs, no device sends or receives
 * two pieces at once, and the pieces together are no larger than with fixed slots, and not smaller than what the neediest shard lacks. */
#include <string.h>

#include "runtime/partition/halo.h"
#include "runtime/passes/pipeline.h"
#include "runtime/text/text.h"

/* Applies the pieces: for each row of shard `to`, the index of the global row, -1 = none. */
static void lay_down(const Pieces *p, int64_t to, int64_t *rows)
{
    for (int64_t t = 0; t < p->size; t++)
        rows[t] = -1;
    for (int i = 0; i < p->n; i++) {
        const Piece *v = &p->v[i];
        g_assert_cmpint(v->row + v->n, <=, p->tile);
        for (int64_t t = 0; v->to == to && t < v->n; t++) {
            g_assert_cmpint(rows[v->at + t], ==, -1);
            rows[v->at + t] = v->from * p->tile + v->row + t;
        }
    }
}

static void nobody_twice(const Pieces *p)
{
    g_autofree int *sends = g_new0(int, p->k * p->n_rounds + 1), *gets = g_new0(int, p->k * p->n_rounds + 1);
    for (int i = 0; i < p->n; i++) {
        const Piece *v = &p->v[i];
        g_assert_true(v->round >= 0 && v->round < p->n_rounds);
        g_assert_cmpint(v->n, <=, p->length[v->round]);
        g_assert_true((v->round < p->n_own) == (v->from == v->to));
        g_assert_cmpint(++sends[v->round * p->k + v->from], ==, 1);
        g_assert_cmpint(++gets[v->round * p->k + v->to], ==, 1);
    }
}

static void test_ranges(void)
{
    int in_pieces = 0;
    for (int round = 0; round < 4000; round++) {
        GRand *r = g_rand_new_with_seed((guint32)round);
        Arena *arena = arena_new_root();
        int64_t n = g_rand_int_range(r, 1, 40), k = g_rand_int_range(r, 2, 9), size = g_rand_int_range(r, 1, 20);
        int64_t base = g_rand_int_range(r, -8, 12), step = g_rand_int_range(r, -6, 12), start[9], rows[20];
        for (int64_t i = 0; i < k; i++)
            start[i] = base + i * step;
        Fetch f = fetch_plan(arena, n, k, start, size);
        int64_t slots = 0, lacking = 0;
        for (int m = 0; m < f.n_slots; m++)
            slots += f.slots[m].local ? 0 : (f.slots[m].hi - f.slots[m].lo) * f.slots[m].n_rounds;
        for (int64_t i = 0; i < k; i++) {
            int64_t count = 0;
            for (int64_t t = start[i]; t < start[i] + size; t++)
                count += t >= 0 && t < n && t / f.tile != i;
            lacking = MAX(lacking, count);
        }
        g_assert_cmpint(fetch_bytes(&f, 1), >=, lacking);
        g_assert_cmpint(fetch_bytes(&f, 1), <=, slots);
        if (f.pieces) {
            in_pieces++;
            nobody_twice(f.pieces);
            for (int64_t i = 0; i < k; i++) {
                lay_down(f.pieces, i, rows);
                for (int64_t t = 0; t < size; t++)
                    g_assert_cmpint(rows[t], ==, start[i] + t >= 0 && start[i] + t < n ? start[i] + t : -1);
            }
        }
        arena_free(arena);
        g_rand_free(r);
    }
    g_assert_cmpint(in_pieces, >, 500); /* otherwise the test checks nothing */
}

/* A roll rotates the whole dim, by any amount. */
static void test_rolls(void)
{
    for (int64_t n = 2; n < 30; n++)
        for (int64_t k = 2; k < 9; k++)
            for (int64_t by = 1; by < n; by++) {
                Arena *arena = arena_new_root();
                Fetch f = lower_roll_plan(arena, n, k, by);
                g_assert_true((f.pieces == NULL) == (n % k == 0));
                int64_t rows[30];
                for (int64_t i = 0; f.pieces && i < k; i++) {
                    lay_down(f.pieces, i, rows);
                    for (int64_t t = 0; t < f.tile; t++)
                        g_assert_cmpint(rows[t], ==, i * f.tile + t < n ? (i * f.tile + t + by) % n : -1);
                }
                if (f.pieces)
                    nobody_twice(f.pieces);
                g_assert_cmpint(fetch_bytes(&f, 1), <=, 3 * f.tile);
                arena_free(arena);
            }
}

/* The most rows of a float array that one device has at any time. */
static int64_t most_rows(const char *body)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = g_strdup_printf("HloModule m, num_partitions=4\nadd { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT r = f32[] add(a, b) }\n"
                                            "ENTRY e {\n  x = f32[64,3] parameter(0), sharding={devices=[4,1]<=[4]}\n  z = f32[] constant(0)\n  %s\n}\n", body);
    IrModule *m = program_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    g_autoptr(Compiled) c = compile(m, &(CompileOptions){ .verify = true }, &error);
    g_assert_no_error(error);
    int64_t most = 0;
    for (int i = 0; i < c->local->entry->n_ops; i++) {
        const Type *t = c->local->entry->ops[i]->type;
        if (t->kind == TYPE_ARRAY && t->elem == ELEM_f32 && t->rank == 2)
            most = MAX(most, t->dims[0]);
    }
    return most;
}

/* What arrives is written where it belongs: no array much longer than what the op reads or gives is made, to cut that from. */
static void test_written(void)
{
    g_assert_cmpint(most_rows("ROOT r = f32[64,3] reduce-window(x, z), window={size=3x1 pad=1_1x0_0}, to_apply=add, sharding={devices=[4,1]<=[4]}"), ==, 18);
    g_assert_cmpint(most_rows("ROOT r = f32[64,3] reduce-window(x, z), window={size=6x1 pad=5_0x0_0}, to_apply=add, sharding={devices=[4,1]<=[4]}"), ==, 21);
    g_assert_cmpint(most_rows("ROOT r = f32[65,3] pad(x, z), padding=0_1x0_0, sharding={devices=[4,1]<=[4]}"), <=, 17 + 3);
    g_assert_cmpint(most_rows("ROOT r = f32[128,3] concatenate(x, x), dimensions={0}, sharding={devices=[4,1]<=[4]}"), ==, 32);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/partition/pieces/ranges", test_ranges);
    g_test_add_func("/partition/pieces/rolls", test_rolls);
    g_test_add_func("/partition/pieces/written", test_written);
    return g_test_run();
}
