/* Sharding texts that are refused, in every dialect: messages and hints. */
#include "runtime/shard/spell.h"

#include <string.h>

#include "runtime/shard/tiles.h"
#include "tests/unit/shard/random_sharding.h"

static const Mesh *lookup_one(void *data, const char *name)
{
    const Mesh *mesh = data;
    return strcmp(name, mesh->name) == 0 ? mesh : NULL;
}

/* ---- what is refused ---------------------------------------------------------------------------------------------- */

static void test_errors(void)
{
    static const struct {
        const char *text, *message; /* on mesh data=4,model=2, for a value of 2 dims */
    } rows[] = {
        { "P('dta', None)", "unknown axis \"dta\" in sharding 'P('dta', None)'\n  hint: did you mean \"data\"? the mesh has "
                            "data, model" },
        { "[{\"z\"}, {}]", "unknown axis \"z\" in sharding '[{\"z\"}, {}]'\n  hint: the mesh has data, model" },
        { "P('data', 'data')", "axis \"data\" is used twice" },
        { "P('data', None, None)", "3 entries for a value of 2 dimensions" },
        { "P('data', None", "expected ')' at the end" },
        { "P('data' 'model')", "expected ')' before '''" },
        { "P(data)", "expected an axis name in quotes, None, or unreduced= before 'data'" },
        { "P('data)", "a name without its closing quote" },
        { "P(unreduced={'data'}, 'model')", "an entry behind a keyword argument" },
        { "[{\"data\"}]", "has 1 dimension, the value has 2" },
        { "[{\"data\":(1)3}, {}]", "sub-axis \"data\":(1)3 does not divide axis \"data\" of size 4" },
        { "[{\"data\":(1)4}, {}]", "is the whole axis: write \"data\"" },
        { "[{\"data\":(1)2, \"data\":(2)2}, {}]", "two neighbouring sub-axes of \"data\" that are one" },
        { "[{?, \"data\"}, {}]", "expected '}' before ','" },
        { "[{}p1, {}]", "priority p1 on an empty closed dimension" },
        { "[{?}p01, {}]", "a priority that is not p0, p1, p2, .." },
        { "[{}, {}], replicated={\"data\"}, replicated={\"model\"}", "the same set of axes twice" },
        { "[{}, {}], whatever={\"data\"}", "expected replicated= or unreduced= before 'whatever'" },
        { "[{}, {}] more", "expected nothing more before 'more'" },
        { "<@mesh, [{}, {}]", "expected '>' at the end" },
        { "#sdy.shard<@mesh, [{}, {}]>", "expected sdy.sharding before 'sdy'" },
        { "{devices=[4,2]<=[4]}", "8 tiles over 4 devices" },
        { "{devices=[4,2]0,1,2}", "3 devices for 8 tiles" },
        { "{devices=[2,2]0,1,1,2}", "device 1 twice" },
        { "{devices=[2,2]0,1,4,2}", "device 4 beyond the number of tiles" },
        { "{devices=[1]0}", "the sharding tiles 1 dimension, the value has 2" },
        { "{devices=[0,2]<=[8]}", "a dimension of 0 tiles" },
        { "{devices=[4,2]<=[4,2]T(1,1)}", "T(..) is not a permutation of the 2 numbers before it" },
        { "{devices=[4,2]<=[4,2]T(1)}", "T(..) is not a permutation of the 2 numbers before it" },
        { "{devices=[1048576,1048576]<=[8]}", "more than 1048576 devices" },
        { "{devices=[99999999999999999999]<=[8]}", "a number that does not fit 64 bits" },
        { "{devices=[2,2]<=[4]}", "the sharding is for 4 devices, the mesh has 8" },
        { "{devices=[2,2,2]<=[8]}", "the sharding tiles 3 dimensions, the value has 2" },
        { "{devices=[8,1]1,0,2,3,4,5,6,7}",
          "the sharding cannot be written with the axes of mesh <[\"data\"=4, \"model\"=2]>" },
        { "{devices=[4,2]<=[8] last_tile_dims={bad}}", "expected manual, replicated or unreduced before 'bad'" },
        { "{devices=[8]<=[8] last_tile_dims={manual, manual}}", "2 types for 1 tile dimensions" },
        { "{maximal}", "expected device= before '}'" },
        { "{device=1}", "expected devices=, replicated, maximal, manual, unknown, unreduced or mesh before '}'" },
        { "{replicated manual}", "a kind twice" },
        { "{replicated device=1}", "device= without maximal" },
        { "{replicated last_tile_dim_replicate}", "1 types for 0 tile dimensions" },
        { "{maximal device=8}", "device 8 in a program for 8 devices" },
        { "{nonsense}", "expected devices=, replicated, maximal, manual, unknown, unreduced or mesh before 'nonsense'" },
        { "{{replicated},{replicated}}", "a tuple of 2 shardings for one value" },
        { "{replicated} x", "expected nothing more before 'x'" },
        { "{mesh['a'=2,'a'=4], replicated}", "axis \"a\" twice" },
        { "{mesh['a'=2], device_ids=(0,1,2), replicated}", "3 device ids for 2 devices" },
        { "{devices=[8,1]<=[8] metadata={", "expected '}' at the end" },
        { "data", "'data' is not a sharding\n  hint: P(\"x\", None) as in JAX" },
    };
    Fixture f = fixture_new();
    const Mesh *mesh = mesh_parse_flag(f.t, "data=4,model=2", NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        GError *error = NULL;
        const Sharding *s = sharding_parse_any(f.t, rows[i].text, mesh, 2, &error);
        g_assert_null(s);
        g_assert_error(error, SHARD_ERROR, SHARD_ERROR_SHARDING);
        if (!strstr(error->message, rows[i].message))
            g_error("%s\n  said: %s\n  want: %s", rows[i].text, error->message, rows[i].message);
        g_clear_error(&error);
    }
    GError *error = NULL;
    g_assert_null(sharding_parse_any(f.t, "P('x')", NULL, 1, &error));
    g_assert_nonnull(strstr(error->message, "needs a mesh\n  hint: name its axes"));
    g_clear_error(&error);
    const TextPos at = { "mlp.hlo", 12, 7 };
    g_assert_null(sharding_parse_sdy(f.t, "<@other, [{}]>", (MeshNames){ lookup_one, (void *)mesh }, &at, &error));
    g_assert_true(g_str_has_prefix(error->message, "mlp.hlo:12:7: unknown mesh @other"));
    g_clear_error(&error);
    fixture_free(f);
}

static void test_mesh_errors(void)
{
    static const struct {
        const char *text, *message;
    } rows[] = {
        { "[\"x\"=2, \"x\"=2]", "axis \"x\" twice" },
        { "[\"x\"=0]", "axis \"x\" of size 0" },
        { "[\"x\"=2], device_ids=[0]", "1 device ids for 2 devices" },
        { "[\"x\"=2], device_ids=[0, 2]", "id 2 is too large" },
        { "[\"x\"=2], device_ids=[1, 1]", "id 1 appears there twice" },
        { "[\"x\"=1048576, \"y\"=2]", "more than 1048576 devices" },
        { "[\"x\"=9223372036854775807]", "more than 1048576 devices" },
        { "[\"x\"=2", "expected ']' at the end" },
        { "[x=2]", "expected a quoted name before 'x'" },
        { "[\"x\"=2], ids=[0]", "expected device_ids before 'ids'" },
        { "<[\"x\"=2]", "expected '>' at the end" },
        { "[], device_ids=[0, 1]", "2 device ids for 1 device" },
    };
    Fixture f = fixture_new();
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        GError *error = NULL;
        g_assert_null(mesh_parse_sdy(f.t, "m", rows[i].text, NULL, &error));
        if (!strstr(error->message, rows[i].message))
            g_error("%s\n  said: %s\n  want: %s", rows[i].text, error->message, rows[i].message);
        g_clear_error(&error);
    }
    static const char *const flags[] = { "", "x", "x=", "x=2,", "x=2;", "x=2;ids=0", "x=2;ids=0,5", "x=2,x=2", "=2", "x=2 y" };
    for (size_t i = 0; i < G_N_ELEMENTS(flags); i++) {
        GError *error = NULL;
        g_assert_null(mesh_parse_flag(f.t, flags[i], &error));
        g_assert_nonnull(error);
        g_clear_error(&error);
    }
    GString *axes = g_string_new("a0=1");
    for (int i = 1; i <= MAX_AXES; i++)
        g_string_append_printf(axes, ",a%d=1", i);
    GError *error = NULL;
    g_assert_null(mesh_parse_flag(f.t, axes->str, &error));
    g_assert_nonnull(strstr(error->message, "more than 32 axes"));
    g_clear_error(&error);
    g_string_free(axes, TRUE);

    const Mesh *mesh = mesh_parse_flag(f.t, "a=4, b=2;ids=0,2,4,6,1,3,5,7", &error);
    g_assert_no_error(error);
    g_assert_cmpint(mesh_device_at(mesh, 1), ==, 2);
    const Mesh *maximal = mesh_parse_sdy(f.t, "m", "#sdy.mesh<[], device_ids=[7]>", NULL, &error);
    g_assert_no_error(error);
    g_assert_true(maximal->maximal);
    fixture_free(f);
}

/* Tilings with different but compatible splits become sub-axes of common axes: each keeps its devices. */
static void test_sub_axes_of_one(void)
{
    Fixture f = fixture_new();
    static const char *const texts[] = { "{devices=[3,4]<=[12]}", "{devices=[4,3]<=[12]}", "{devices=[2,6]<=[6,2]T(1,0)}" };
    for (int n = 2; n <= 3; n++) {
        Gspmd g[3];
        const Gspmd *all[3];
        for (int i = 0; i < n; i++) {
            g_assert_true(gspmd_parse(f.arena, f.t, texts[i], &g[i], NULL, NULL));
            all[i] = &g[i];
        }
        GError *error = NULL;
        const Mesh *mesh = gspmd_infer_mesh(f.t, all, n, NULL, 12, &error);
        g_assert_no_error(error);
        g_assert_cmpint(mesh->n_axes, <, 3);
        for (int i = 0; i < n; i++) {
            const Sharding *s = gspmd_to_sharding(f.t, &g[i], mesh, 2, NULL, &error);
            g_assert_no_error(error);
            int64_t ids[12];
            gspmd_devices(&g[i], ids);
            for (int64_t k = 0; k < 12; k++) {
                int64_t coord[2];
                tile_coords(s, ids[k], coord);
                g_assert_cmpint(coord[0] * sharding_parts(s, 1) + coord[1], ==, k);
            }
        }
    }
    fixture_free(f);
}

/* Tilings that contradict each other have no mesh, and the error says so. */
static void test_no_mesh(void)
{
    Fixture f = fixture_new();
    static const char *const texts[] = { "{devices=[12]<=[12]}", "{devices=[12]0,2,1,3,4,5,6,7,8,9,11,10}" };
    Gspmd g[2];
    for (int i = 0; i < 2; i++)
        g_assert_true(gspmd_parse(f.arena, f.t, texts[i], &g[i], NULL, NULL));
    const Gspmd *const all[] = { &g[0], &g[1] };
    GError *error = NULL;
    g_assert_null(gspmd_infer_mesh(f.t, all, 2, NULL, 12, &error));
    g_assert_nonnull(strstr(error->message, "do not fit one mesh of 12 devices"));
    g_clear_error(&error);
    g_assert_null(gspmd_infer_mesh(f.t, all, 1, NULL, 8, &error));
    g_assert_nonnull(strstr(error->message, "a sharding of 12 devices in a program for 8"));
    g_clear_error(&error);
    fixture_free(f);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/shard/spell/errors", test_errors);
    g_test_add_func("/shard/spell/mesh-errors", test_mesh_errors);
    g_test_add_func("/shard/spell/no-mesh", test_no_mesh);
    g_test_add_func("/shard/spell/sub-axes-of-one", test_sub_axes_of_one);
    return g_test_run();
}
