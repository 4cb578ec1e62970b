/* Every notation of shardings: worked examples of its meaning, and properties over random shardings: print, parse, print is stable, and
 * a layout is unchanged by conversion to GSPMD's notation and back. */
#include "runtime/shard/spell.h"

#include <string.h>

#include "runtime/shard/tiles.h"
#include "tests/unit/shard/random_sharding.h"

enum { ROUNDS = 400 };

static const Mesh *lookup_one(void *data, const char *name)
{
    const Mesh *mesh = data;
    return strcmp(name, mesh->name) == 0 ? mesh : NULL;
}

typedef void (*Printer)(GString *out, const Sharding *s);

static void print_sdy(GString *out, const Sharding *s)
{
    sharding_print_sdy(out, s, true);
}

static char *text_of(Printer print, const Sharding *s)
{
    GString *out = g_string_new(NULL);
    print(out, s);
    return g_string_free(out, FALSE);
}

/* ---- laws ----------------------------------------------------------------------------------------------------- */

static void test_sdy_round_trip(void)
{
    Fixture f = fixture_new();
    const RandomKinds kinds = { true, true, true, true, true };
    for (int round = 0; round < ROUNDS; round++) {
        Mesh named = *random_mesh(f.t, kinds);
        named.name = round % 2 ? "mesh" : "my mesh";
        ShardingTable *fresh = sharding_table_new(f.arena);
        const Mesh *mesh = mesh_intern(fresh, &named);
        const Sharding *s = random_sharding(fresh, mesh, g_test_rand_int_range(0, 4), kinds);
        char *text = text_of(print_sdy, s);
        GError *error = NULL;
        g_assert_true(sharding_parse_sdy(fresh, text, (MeshNames){ lookup_one, (void *)mesh }, NULL, &error) == s);
        g_assert_no_error(error);

        GPtrArray *list = g_ptr_array_new();
        char *per_value = g_strdup_printf("#sdy.sharding_per_value<[%s, #sdy.sharding%s]>", text, text);
        g_assert_true(sharding_parse_sdy_list(fresh, per_value, (MeshNames){ lookup_one, (void *)mesh }, list, NULL, &error));
        g_assert_no_error(error);
        g_assert_cmpint(list->len, ==, 2);
        g_assert_true(list->pdata[0] == s && list->pdata[1] == s);
        g_ptr_array_free(list, TRUE);
        g_free(per_value);
        g_free(text);

        GString *mesh_text = g_string_new("#sdy.mesh");
        mesh_print_sdy(mesh_text, mesh);
        g_assert_true(mesh_parse_sdy(fresh, "mesh", mesh_text->str, NULL, &error) == mesh);
        g_assert_no_error(error);
        g_string_free(mesh_text, TRUE);
        sharding_table_free(fresh);
    }
    fixture_free(f);
}

static void test_spec_round_trip(void)
{
    Fixture f = fixture_new();
    const RandomKinds kinds = { false, true, true, true, true };
    for (int round = 0; round < ROUNDS; round++) {
        const Mesh *mesh = random_mesh(f.t, kinds);
        const Sharding *s = random_sharding(f.t, mesh, 3, kinds);
        DimSharding dims[3];
        for (int d = 0; d < 3; d++) { /* the only property that P cannot express */
            dims[d] = s->dims[d];
            dims[d].priority = -1;
        }
        Sharding plain = *s;
        plain.dims = dims;
        s = sharding_intern(f.t, &plain);
        char *text = text_of(sharding_print_spec, s);
        GError *error = NULL;
        g_assert_true(sharding_parse_any(f.t, text, mesh, 3, &error) == s);
        g_assert_no_error(error);
        g_free(text);
    }
    fixture_free(f);
}

/* Direct computation from the definition of the text: the device at every position of the grid. */
static void check_grid(const Gspmd *g, const Sharding *s)
{
    int64_t *ids = g_new(int64_t, g->n_devices), coord[8];
    gspmd_devices(g, ids);
    for (int64_t place = 0; place < g->n_devices; place++) {
        int64_t rest = place;
        g_assert_true(tile_coords(s, ids[place], coord));
        for (int d = g->n_dims - 1; d >= 0; d--) {
            if (d < s->rank)
                g_assert_cmpint(rest % g->dims[d], ==, coord[d]);
            rest /= g->dims[d];
        }
    }
    g_free(ids);
}

static void test_gspmd_round_trip(void)
{
    Fixture f = fixture_new();
    const RandomKinds kinds = { true, false, false, true, true };
    int n_lists = 0, n_transposed = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const Mesh *mesh = random_mesh(f.t, kinds);
        const Sharding *s = random_sharding(f.t, mesh, g_test_rand_int_range(1, 4), kinds);
        char *text = text_of(sharding_print_gspmd, s);
        n_transposed += strstr(text, "T(") != NULL;
        Gspmd g;
        GError *error = NULL;
        g_assert_true(gspmd_parse(f.arena, f.t, text, &g, NULL, &error));
        g_assert_no_error(error);
        n_lists += g.devices != NULL;
        if (g.kind == GSPMD_TILED)
            check_grid(&g, s);

        /* On the original mesh: the same sharding, except that replicated axes became explicit. */
        const Gspmd *one = &g;
        g_assert_true(gspmd_infer_mesh(f.t, &one, 1, mesh, mesh->n_devices, &error) == mesh);
        const Sharding *back = gspmd_to_sharding(f.t, &g, mesh, s->rank, NULL, &error);
        g_assert_no_error(error);
        g_assert_true(sharding_same_layout(back, s));

        /* On a mesh inferred from it alone: the same tiles, and the same text again unless the devices are listed. */
        const Mesh *inferred = gspmd_infer_mesh(f.t, &one, 1, NULL, mesh->n_devices, &error);
        g_assert_no_error(error);
        back = gspmd_to_sharding(f.t, &g, inferred, s->rank, NULL, &error);
        g_assert_no_error(error);
        for (int64_t device = 0; device < mesh->n_devices; device++) {
            int64_t a[4], b[4];
            g_assert_true(tile_coords(s, device, a) && tile_coords(back, device, b));
            g_assert_cmpmem(a, sizeof *a * (size_t)s->rank, b, sizeof *b * (size_t)s->rank);
        }
        char *again = text_of(sharding_print_gspmd, back);
        if (!g.devices)
            g_assert_cmpstr(again, ==, text);
        g_free(again);
        g_free(text);
    }
    g_assert_cmpint(n_lists, >, 20);
    g_assert_cmpint(n_transposed, >, 20);
    fixture_free(f);
}

/* Several tilings of one program on one inferred mesh. */
static void test_gspmd_common_mesh(void)
{
    Fixture f = fixture_new();
    const RandomKinds kinds = { true, false, false, false, false };
    for (int round = 0; round < ROUNDS; round++) {
        const Mesh *mesh = random_mesh(f.t, kinds);
        Gspmd parsed[4];
        const Gspmd *all[4];
        const Sharding *s[4];
        GError *error = NULL;
        for (int i = 0; i < 4; i++) {
            Mesh whole = *mesh; /* whole axes only: random sub-axes of an axis of 12 may be incompatible */
            AxisList lists[2] = { 0 };
            AxisRef refs[2][4];
            for (int d = 0; d < 2; d++)
                lists[d].v = refs[d];
            for (int k = 0; k < whole.n_axes; k++) {
                int d = g_test_rand_int_range(0, 3);
                if (d < 2)
                    refs[d][lists[d].n++] = axis_whole(mesh, k);
            }
            s[i] = sharding_of_dims(f.t, mesh, 2, lists);
            char *text = text_of(sharding_print_gspmd, s[i]);
            g_assert_true(gspmd_parse(f.arena, f.t, text, &parsed[i], NULL, &error));
            all[i] = &parsed[i];
            g_free(text);
        }
        if (mesh->device_ids && parsed[0].kind != GSPMD_TILED)
            continue; /* the order comes from the first irregular list, which may have lost it in replicated dims */
        const Mesh *one = gspmd_infer_mesh(f.t, all, 4, NULL, mesh->n_devices, mesh->device_ids ? NULL : &error);
        g_assert_no_error(error);
        for (int i = 0; one && i < 4; i++) {
            const Sharding *back = gspmd_to_sharding(f.t, &parsed[i], one, 2, NULL, &error);
            g_assert_no_error(error);
            g_assert_true(sharding_same_layout(sharding_closed(f.t, back), s[i]));
        }
    }
    fixture_free(f);
}

/* A common refinement of meshes with one device order: shardings of each mesh can be expressed on it and keep their tiles. */
static void test_remesh(void)
{
    Fixture f = fixture_new();
    const RandomKinds kinds = { false, true, true, false, false };
    static const char *const meshes[][3] = {
        { "[\"a\"=8]", "[\"x\"=2, \"y\"=4]", "[\"x\"=4, \"y\"=2]" },
        { "[\"a\"=12, \"b\"=2]", "[\"x\"=2, \"one\"=1, \"y\"=12]", "[\"x\"=4, \"y\"=6]" },
        { "[\"a\"=2, \"b\"=2], device_ids=[0, 2, 1, 3]", "[\"x\"=4], device_ids=[0, 2, 1, 3]", "[]" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(meshes); i++) {
        const Mesh *all[3];
        GError *error = NULL;
        for (int k = 0; k < 3; k++)
            all[k] = mesh_parse_sdy(f.t, "m", meshes[i][k], NULL, &error);
        g_assert_no_error(error);
        const Mesh *one = mesh_refine(f.t, all, 3);
        g_assert_nonnull(one);
        for (int k = 0; k < 3; k++)
            for (int round = 0; round < 50; round++) {
                if (!all[k]->n_axes)
                    continue;
                const Sharding *s = random_sharding(f.t, all[k], 2, kinds);
                const Sharding *moved = sharding_remesh(f.t, s, one);
                if (moved)
                    g_assert_true(sharding_same_layout(s, moved));
                AxisRef whole = axis_whole(all[k], 0);
                g_assert_nonnull(sharding_remesh(f.t, sharding_of_dims(f.t, all[k], 1, &(AxisList){ &whole, 1 }), one));
            }
    }
    const Mesh *a = mesh_parse_flag(f.t, "a=8", NULL), *b = mesh_parse_flag(f.t, "a=8;ids=1,0,2,3,4,5,6,7", NULL);
    const Mesh *const orders[] = { a, b };
    g_assert_null(mesh_refine(f.t, orders, 2));
    const Mesh *const x[] = { mesh_parse_flag(f.t, "a=2,b=3", NULL), mesh_parse_flag(f.t, "a=3,b=2", NULL) };
    const Mesh *six = mesh_refine(f.t, x, 2); /* 2 x 3 and 3 x 2 are sub-axes of one */
    g_assert_cmpint(six->n_axes, ==, 1);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 2; i++) {
            AxisRef whole = axis_whole(x[k], i);
            g_assert_nonnull(sharding_remesh(f.t, sharding_of_dims(f.t, x[k], 1, &(AxisList){ &whole, 1 }), six));
        }
    fixture_free(f);
}

/* ---- examples --------------------------------------------------------------------------------------------------- */

static void test_sdy_to_gspmd(void)
{
    static const struct {
        const char *mesh, *sdy, *gspmd;
    } rows[] = {
        { "data=4,model=2", "[{\"data\"}, {}]", "{devices=[4,1,2]<=[8] last_tile_dim_replicate}" },
        { "data=4,model=2", "[{}, {\"model\"}]", "{devices=[1,2,4]<=[4,2]T(1,0) last_tile_dim_replicate}" },
        { "data=4,model=2", "[{\"model\"}, {\"data\"}]", "{devices=[2,4]<=[4,2]T(1,0)}" },
        { "data=4,model=2", "[{\"model\",\"data\"}, {}]", "{devices=[8,1]<=[4,2]T(1,0)}" },
        { "data=4,model=2", "[{\"data\",\"model\"}, {}]", "{devices=[8,1]<=[8]}" },
        { "data=4,model=2", "[{\"data\":(1)2}, {}]", "{devices=[2,1,4]<=[8] last_tile_dim_replicate}" },
        { "data=4,model=2", "[{\"data\":(2)2}, {\"model\"}]",
          "{devices=[2,2,2]<=[2,4]T(1,0) last_tile_dim_replicate}" },
        { "data=4,model=2", "[{\"data\":(2)2,\"data\":(1)2}, {}]",
          "{devices=[4,1,2]<=[2,2,2]T(1,0,2) last_tile_dim_replicate}" },
        { "x=8", "[{\"x\":(4)2}, {\"x\":(1)4}]", "{devices=[2,4]<=[4,2]T(1,0)}" },
        { "x=2,y=1,z=3", "[{\"z\"}, {\"x\"}]", "{devices=[3,2]<=[2,3]T(1,0)}" },
        { "data=4,model=2", "[{\"data\"}, {}], unreduced={\"model\"}",
          "{devices=[4,1,2]<=[8] last_tile_dims={unreduced}}" },
        { "data=4,model=2", "[{}, {}], unreduced={\"model\"}",
          "{devices=[1,1,2,4]<=[4,2]T(1,0) last_tile_dims={unreduced, replicated}}" },
        { "data=4,model=2", "[{}, {}], unreduced=max{\"data\", \"model\"}",
          "{unreduced metadata={op_type=\"sdy::reduction_op\" op_name=\"MAX\"}}" },
        { "data=4,model=2", "[{}, {}], manual={\"data\", \"model\"}", "{manual}" },
        { "data=4,model=2", "[{\"model\"}], manual={\"data\"}", "{devices=[2,4]<=[4,2]T(1,0) last_tile_dims={manual}}" },
        { "a=2,b=2,c=2;ids=0,2,4,6,1,3,5,7", "[{\"c\"}, {\"a\",\"b\"}]", "{devices=[2,4]0,4,1,5,2,6,3,7}" },
        { "data=4,model=2", "[{}, {?}]", "{replicated}" },
        { "one=1", "[{\"one\"}]", "{replicated}" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        Fixture f = fixture_new();
        GError *error = NULL;
        const Mesh *mesh = mesh_parse_flag(f.t, rows[i].mesh, &error);
        g_assert_no_error(error);
        const Sharding *s = sharding_parse_any(f.t, rows[i].sdy, mesh, strstr(rows[i].sdy, "}, {") ? 2 : 1, &error);
        g_assert_no_error(error);
        char *text = text_of(sharding_print_gspmd, s);
        g_assert_cmpstr(text, ==, rows[i].gspmd);
        g_free(text);
        fixture_free(f);
    }
}

/* GSPMD text on a mesh (or an inferred one, with axes `_axis_i`), converted to Shardy's text. */
static void test_gspmd_to_sdy(void)
{
    static const struct {
        const char *mesh, *gspmd, *sdy;
    } rows[] = {
        { "data=4,model=2", "{devices=[2,1,4]<=[8] last_tile_dim_replicate}",
          "[{\"data\":(1)2}, {}], replicated={\"data\":(2)2, \"model\"}" },
        { "data=4,model=2", "{devices=[2,1,4]<=[2,4] last_tile_dims={unreduced}}",
          "[{\"data\":(1)2}, {}], unreduced={\"data\":(2)2, \"model\"}" },
        { NULL, "{devices=[2,2,2]<=[2,4]T(1,0) last_tile_dim_replicate}",
          "[{\"axis1\"}, {\"axis2\"}], replicated={\"axis0\"}" },
        { NULL, "{devices=[4,2]<=[8]}", "[{\"axis0\"}, {\"axis1\"}]" },
        { "x=8", "{devices=[2,4]0,2,4,6,1,3,5,7}", "[{\"x\":(4)2}, {\"x\":(1)4}]" },
        { "x=8", "{devices=[2,1,4]0,3,2,1,7,5,6,4 last_tile_dim_replicate}",
          "[{\"x\":(1)2}, {}], replicated={\"x\":(2)4}" },
        { "x=8", "{replicated}", "[{}, {}]" },
        { "x=8", "{unknown}", "[{?}, {?}]" },
        { "x=8", "{manual}", "[{}, {}], manual={\"x\"}" },
        { "x=8", "{manual shard_as 3}", "[{}, {}], manual={\"x\"}" },
        { "x=8", "{maximal device=3}", "[]" },
        { "x=8", "{devices=[8,1]<=[8] metadata={op_name=\"a}b\"}}", "[{\"x\"}, {}]" },
        { "x=8", "{ // eight of them\n devices=[8,1] /* all */ <=[8] //\n}", "[{\"x\"}, {}]" },
        { "a=2,b=4", "{metadata={op_name=\"x\"} last_tile_dim_replicate devices=[2,1,4]<=[8]}", "[{\"a\"}, {}], replicated={\"b\"}" },
        { "a=2,b=4", "{mesh['a'=2,'b'=4], [{'a'}, {}]}", "[{\"a\"}, {}]" },
        { "a=2,b=4", "{mesh['a'=2,'b'=4], [{'b':(2)2, ?}, {}], replicated={'a'}}",
          "[{\"b\":(2)2, ?}, {}], replicated={\"a\"}" },
        { "a=2,b=4", "{mesh['a'=2,'b'=4], replicated}", "[{}, {}]" },
        { "a=2,b=4", "{mesh['a'=2,'b'=4] [{'a'}, {}]}", "[{\"a\"}, {}]" },
        { "a=2,b=4", "{mesh['a'=2,'b'=4] replicated}", "[{}, {}]" },
        { "a=2,b=4", "{mesh['a'=2,'b'=4], []}", "[{}, {}]" },
        { "a=2,b=4", "{mesh['a'=2,'b'=4] [], unreduced={'b'}}", "[{}, {}], unreduced={\"b\"}" },
        { "a=2,b=4", "{mesh['a'=2,'b'=4], [], manual={'a'}, metadata={op_name=\"x\"}}", "[{}, {}], manual={\"a\"}" },
        { "a=4,b=2;ids=0,4,1,5,2,6,3,7", "{mesh['x'=4,'y'=2], device_ids=([2,4]T(1,0)) [{'y'}, {}]}",
          "[{\"b\"}, {}]" },
        { "a=2,b=4", "{mesh['a'=2,'b'=4], manual}", "[{}, {}], manual={\"a\", \"b\"}" },
        { "a=2,b=4", "{mesh['a'=2,'b'=4], unreduced=max{'a'}}", "[{}, {}], unreduced=max{\"a\"}" },
        { "a=2,b=4", "{mesh['x'=8], [{'x'}, {}]}", "[{\"a\", \"b\"}, {}]" },
        { "a=2,b=4", "{mesh[], replicated}", "[{}, {}]" },
        { "a=2,b=4", "{maximal_mesh[device_id=5]}", "[]" },
        { "a=4,b=2;ids=0,4,1,5,2,6,3,7", "{mesh['x'=4,'y'=2], device_ids=([2,4]T(1,0)), [{'y'}, {}]}",
          "[{\"b\"}, {}]" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        Fixture f = fixture_new();
        GError *error = NULL;
        const Mesh *mesh = rows[i].mesh ? mesh_parse_flag(f.t, rows[i].mesh, &error) : NULL;
        g_assert_no_error(error);
        const Sharding *s = sharding_parse_any(f.t, rows[i].gspmd, mesh, 2, &error);
        g_assert_no_error(error);
        GString *text = g_string_new(NULL);
        sharding_print_sdy(text, s, false);
        g_assert_cmpstr(text->str, ==, rows[i].sdy);
        g_string_free(text, TRUE);
        fixture_free(f);
    }
}

/* The device grids that define the iota form. */
static void test_iota_grids(void)
{
    static const struct {
        const char *text;
        int64_t ids[16];
    } rows[] = {
        { "{devices=[4]<=[4]}", { 0, 1, 2, 3 } },
        { "{devices=[2,2]<=[2,2]T(1,0)}", { 0, 2, 1, 3 } },
        { "{devices=[4,4,1]<=[4,2,2]T(1,0,2)}", { 0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15 } },
        { "{devices=[2,1,4]<=[4,2]T(1,0)}", { 0, 2, 4, 6, 1, 3, 5, 7 } },
    };
    Fixture f = fixture_new();
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        Gspmd g;
        int64_t ids[16] = { 0 };
        g_assert_true(gspmd_parse(f.arena, f.t, rows[i].text, &g, NULL, NULL));
        gspmd_devices(&g, ids);
        g_assert_cmpmem(ids, sizeof ids, rows[i].ids, sizeof ids);
    }
    fixture_free(f);
}

static void test_tuples(void)
{
    Fixture f = fixture_new();
    Gspmd g;
    GError *error = NULL;
    g_assert_true(gspmd_parse(f.arena, f.t, "{{replicated}, /*index=1*/{devices=[2]<=[2]}}", &g, NULL, &error));
    g_assert_no_error(error);
    g_assert_cmpint(g.kind, ==, GSPMD_TUPLE);
    g_assert_cmpint(g.n_parts, ==, 2);
    g_assert_cmpint(g.parts[1].kind, ==, GSPMD_TILED);
    g_assert_true(gspmd_parse(f.arena, f.t, "{{maximal device=0}}", &g, NULL, &error));
    g_assert_cmpint(g.n_parts, ==, 1);
    g_assert_true(gspmd_parse(f.arena, f.t, "{}", &g, NULL, &error));
    g_assert_cmpint(g.kind, ==, GSPMD_TUPLE);
    g_assert_cmpint(g.n_parts, ==, 0);
    fixture_free(f);
}

static void test_spec_forms(void)
{
    static const struct {
        const char *in, *sdy;
    } rows[] = {
        { "P('x', None)", "[{\"x\"}, {}]" },
        { "P(\"x\")", "[{\"x\"}, {}]" },
        { "P()", "[{}, {}]" },
        { " PartitionSpec(None, ('y', 'x')) ", "[{}, {\"y\", \"x\"}]" },
        { "P(P.UNCONSTRAINED, 'y')", "[{?}, {\"y\"}]" },
        { "P('x', None,)", "[{\"x\"}, {}]" },
        { "P((), 'x')", "[{}, {\"x\"}]" },
        { "P('x', unreduced={'y'})", "[{\"x\"}, {}], unreduced={\"y\"}" },
        { "P('x:(2)2', ('y', ...))", "[{\"x\":(2)2}, {\"y\", ?}]" },
        { "#sdy.sharding<@anything, [{\"x\"}, {?}]>", "[{\"x\"}, {?}]" },
        { "<@mesh, [{}, {\"x\", ?}p1], replicated={\"y\"}>", "[{}, {\"x\", ?}p1], replicated={\"y\"}" },
        { "<mesh<[\"q\"=4]>, [{}, {\"q\"}]>", "[{}, {\"q\"}]" },
        { "[{\\\"x\\\"}, {}]", "[{\"x\"}, {}]" },
        { "{devices=[4,2]<=[8]}", "[{\"x\"}, {\"y\"}]" },
    };
    Fixture f = fixture_new();
    const Mesh *mesh = mesh_parse_flag(f.t, "x=4,y=2", NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        GError *error = NULL;
        const Sharding *s = sharding_parse_any(f.t, rows[i].in, mesh, 2, &error);
        g_assert_no_error(error);
        GString *text = g_string_new(NULL);
        sharding_print_sdy(text, s, false);
        g_assert_cmpstr(text->str, ==, rows[i].sdy);
        g_string_free(text, TRUE);
    }
    fixture_free(f);
}

static void test_manual_axes(void)
{
    Fixture f = fixture_new();
    const Mesh *mesh = mesh_parse_flag(f.t, "a=2,b=4", NULL);
    static const char *const texts[] = { "#sdy<manual_axes{\"a\", \"b\"}>", "{\"a\", \"b\"}" };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        AxisList list;
        GError *error = NULL;
        g_assert_true(axis_list_parse(f.arena, texts[i], mesh, &list, NULL, &error));
        g_assert_no_error(error);
        g_assert_cmpint(list.n, ==, 2);
        g_assert_cmpint(axis_list_size(list), ==, 8);
        GString *text = g_string_new(NULL);
        axis_list_print(text, mesh, list);
        g_assert_cmpstr(text->str, ==, "a,b");
        g_string_free(text, TRUE);
    }
    AxisList list;
    g_assert_false(axis_list_parse(f.arena, "{\"a\", \"a\"}", mesh, &list, NULL, NULL));
    fixture_free(f);
}

/* Corrupted text gives a sharding or an error, never a crash. */
static void test_damaged(void)
{
    Fixture f = fixture_new();
    const RandomKinds kinds = { true, true, true, true, true };
    static const Printer printers[] = { print_sdy, sharding_print_spec, sharding_print_gspmd };
    static const char alphabet[] = "{}[]()<>\"'@#?:;,=p012389xyT -\\*/.";
    for (int round = 0; round < 3000; round++) {
        ShardingTable *t = sharding_table_new(f.arena);
        const Mesh *mesh = random_mesh(t, kinds);
        const Sharding *s = random_sharding(t, mesh, 2, kinds);
        char *text = text_of(printers[round % 3], s);
        size_t n = strlen(text);
        for (int k = g_test_rand_int_range(1, 4); k > 0; k--)
            text[g_test_rand_int_range(0, (int)n)] = alphabet[g_test_rand_int_range(0, (int)sizeof alphabet - 1)];
        if (g_test_rand_bit())
            text[g_test_rand_int_range(0, (int)n)] = 0;
        GError *error = NULL;
        const Sharding *result = sharding_parse_any(t, text, g_test_rand_bit() ? mesh : NULL, 2, &error);
        g_assert_true((result != NULL) == (error == NULL));
        if (result)
            g_assert_true(sharding_check(result, 2, NULL));
        g_clear_error(&error);
        g_free(text);
        sharding_table_free(t);
    }
    fixture_free(f);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/shard/spell/sdy-round-trip", test_sdy_round_trip);
    g_test_add_func("/shard/spell/spec-round-trip", test_spec_round_trip);
    g_test_add_func("/shard/spell/gspmd-round-trip", test_gspmd_round_trip);
    g_test_add_func("/shard/spell/gspmd-common-mesh", test_gspmd_common_mesh);
    g_test_add_func("/shard/spell/remesh", test_remesh);
    g_test_add_func("/shard/spell/sdy-to-gspmd", test_sdy_to_gspmd);
    g_test_add_func("/shard/spell/gspmd-to-sdy", test_gspmd_to_sdy);
    g_test_add_func("/shard/spell/iota-grids", test_iota_grids);
    g_test_add_func("/shard/spell/tuples", test_tuples);
    g_test_add_func("/shard/spell/spec-forms", test_spec_forms);
    g_test_add_func("/shard/spell/manual-axes", test_manual_axes);
    g_test_add_func("/shard/spell/damaged", test_damaged);
    return g_test_run();
}
