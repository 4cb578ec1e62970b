/* JAX's PartitionSpec as people type it, `P("x", None, ("y", "z"))`, and the reader that takes any dialect.
 * Also understood: PartitionSpec(..), P.UNCONSTRAINED, unreduced={..}, sub-axes as "x:(1)2", an ellipsis at the end of
 * an entry for an open dim: P(("x", ...)). */
#include <inttypes.h>
#include <string.h>

#include "runtime/base/limits.h"
#include "runtime/base/vec.h"
#include "runtime/shard/spell_impl.h"

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* 'x' or 'x:(1)2'. */
static bool spec_axis(Scan *s, const Mesh *mesh, RefList *out)
{
    char *name = scan_string(s);
    if (!name)
        return false;
    AxisRef a = { .axis = mesh_axis_named(mesh, name) };
    bool ok = true;
    char *colon = a.axis < 0 ? strstr(name, ":(") : NULL;
    if (colon) { /* the part behind the name is Shardy's, so Shardy's reader has it */
        GString *sdy = g_string_new("\"");
        g_string_append_len(sdy, name, colon - name);
        g_string_append_printf(sdy, "\"%s", colon);
        Scan inner = scan_start(sdy->str, "axis", s->at, s->error);
        ok = scan_axis(&inner, mesh, &a) && scan_end(&inner);
        g_string_free(sdy, TRUE);
    } else if (a.axis < 0) {
        ok = scan_axis_name(s, mesh, name) >= 0; /* never: for its error */
    } else {
        a = axis_whole(mesh, a.axis);
    }
    g_free(name);
    if (ok)
        vec_push(out, a);
    return ok;
}

static bool spec_ellipsis(Scan *s)
{
    scan_peek(s);
    if (strncmp(s->p, "...", 3) != 0)
        return false;
    s->p += 3;
    return true;
}

/* "('x', 'y')", "{'x'}", "['x']" or "'x'". */
static bool spec_axes(Scan *s, const Mesh *mesh, RefList *out, bool *open)
{
    static const char brackets[] = "(){}[]";
    char close = 0;
    for (int i = 0; !close && i < 6; i += 2)
        if (scan_char(s, brackets[i]))
            close = brackets[i + 1];
    if (!close)
        return spec_axis(s, mesh, out);
    while (!scan_char(s, close)) {
        if (open && spec_ellipsis(s)) {
            *open = true;
            return scan_expect(s, close);
        }
        if (!spec_axis(s, mesh, out) || (!scan_char(s, ',') && scan_peek(s) != close && !scan_expect(s, close)))
            return false;
    }
    return true;
}

static bool spec_set(Scan *s, const Mesh *mesh, ScannedSets *sets)
{
    RefList *set = scan_word(s, "unreduced")    ? &sets->unreduced
                   : scan_word(s, "replicated") ? &sets->replicated
                   : scan_word(s, "manual")     ? &sets->manual
                                                : NULL;
    if (!set)
        return scan_expected(s, "an axis name in quotes, None, or unreduced=");
    if (!scan_expect(s, '='))
        return false;
    if (set == &sets->unreduced)
        reduction_from_word(s, &sets->reduction);
    return spec_axes(s, mesh, set, NULL);
}

static bool spec_entry(Scan *s, const Mesh *mesh, ScannedDims *dims, ScannedSets *sets, bool *keyword)
{
    char c = scan_peek(s);
    bool quoted = c == '\'' || c == '"' || c == '(';
    bool none = !quoted && scan_word(s, "None");
    bool open = !quoted && !none &&
                (scan_word(s, "P.UNCONSTRAINED") || scan_word(s, "UNCONSTRAINED") ||
                 scan_word(s, "PartitionSpec.UNCONSTRAINED"));
    if (!quoted && !none && !open) {
        *keyword = true;
        return spec_set(s, mesh, sets);
    }
    if (*keyword)
        return scan_fail(s, NULL, "an entry behind a keyword argument");
    if (dims->n == MAX_RANK)
        return scan_fail(s, NULL, "more than %d dimensions", MAX_RANK);
    vec_push(dims, ((ScannedDim){ .open = open, .priority = -1 }));
    ScannedDim *dim = &dims->v[dims->n - 1];
    return !quoted || spec_axes(s, mesh, &dim->axes, &dim->open);
}

static const Sharding *parse_spec(ShardingTable *t, const char *text, const Mesh *mesh, int rank, GError **error)
{
    Scan s = scan_start(text, "sharding", NULL, error);
    ScannedDims dims = { 0 };
    ScannedSets sets = { 0 };
    bool keyword = false;
    bool ok = (scan_word(&s, "P") || scan_word(&s, "PartitionSpec") || scan_expected(&s, "P(..)")) && scan_expect(&s, '(');
    while (ok && !scan_char(&s, ')'))
        ok = spec_entry(&s, mesh, &dims, &sets, &keyword) &&
             (scan_char(&s, ',') || scan_peek(&s) == ')' || scan_expect(&s, ')'));
    ok = ok && scan_end(&s);
    if (ok && dims.n > rank)
        ok = scan_fail(&s, NULL, "%d entries for a value of %d dimension%s", dims.n, rank, rank == 1 ? "" : "s");
    while (ok && dims.n < rank)
        vec_push(&dims, (ScannedDim){ .priority = -1 });
    return scan_finish(&s, t, mesh, &dims, &sets, ok);
}

static const Mesh *any_name(void *data, const char *name)
{
    (void)name; /* there is one mesh, whatever the text calls it */
    return data;
}

/* "[{"x"}, {}], replicated={..}" on a mesh that is known. */
static const Sharding *parse_dims(ShardingTable *t, const char *text, const Mesh *mesh, GError **error)
{
    Scan s = scan_start(text, "sharding", NULL, error);
    ScannedDims dims = { 0 };
    ScannedSets sets = { 0 };
    bool ok = scan_dims(&s, mesh, &dims);
    while (ok && scan_char(&s, ','))
        ok = scan_set(&s, mesh, &sets) || scan_expected(&s, "replicated= or unreduced=");
    ok = ok && scan_end(&s);
    return scan_finish(&s, t, mesh, &dims, &sets, ok);
}

static int64_t devices_named(const Gspmd *g)
{
    return g->kind == GSPMD_MAXIMAL ? g->device + 1 : MAX(g->n_devices, 1);
}

static const Sharding *parse_gspmd(ShardingTable *t, const char *text, const Mesh *mesh, int rank, GError **error)
{
    Arena *scratch = arena_new_root();
    Gspmd g;
    const Sharding *result = NULL;
    if (gspmd_parse(scratch, t, text, &g, NULL, error)) {
        const Gspmd *one = &g;
        if (!mesh && g.kind != GSPMD_TUPLE)
            mesh = g.kind == GSPMD_NAMED ? g.named->mesh : gspmd_infer_mesh(t, &one, 1, NULL, devices_named(&g), error);
        else if (!mesh)
            diag(error, SHARD_ERROR_SHARDING, NULL, NULL, "a tuple of shardings for one value");
        if (mesh)
            result = gspmd_to_sharding(t, &g, mesh, rank, NULL, error);
    }
    arena_free(scratch);
    return result;
}

const Sharding *sharding_parse_any(ShardingTable *t, const char *text, const Mesh *mesh, int rank, GError **error)
{
    while (g_ascii_isspace(*text))
        text++;
    const Sharding *result = NULL;
    if (*text == '{')
        return parse_gspmd(t, text, mesh, rank, error);
    if (*text == '#' || *text == '<') {
        result = sharding_parse_sdy(t, text, (MeshNames){ mesh ? any_name : NULL, (void *)mesh }, NULL, error);
    } else if (!mesh) {
        diag(error, SHARD_ERROR_SHARDING, NULL, "name its axes and their sizes in a mesh, x=4,y=2",
             "the sharding '%s' needs a mesh", text);
    } else if (*text == '[') {
        result = parse_dims(t, text, mesh, error);
    } else if (*text == 'P') {
        result = parse_spec(t, text, mesh, rank, error);
    } else {
        diag(error, SHARD_ERROR_SHARDING, NULL,
             "P(\"x\", None) as in JAX, [{\"x\"}, {}] as in Shardy, or {devices=[2,1]<=[2]} as in GSPMD",
             "'%s' is not a sharding", text);
    }
    if (!result || result->maximal || result->rank == rank)
        return result;
    diag(error, SHARD_ERROR_SHARDING, NULL, NULL, "'%s' has %d dimension%s, the value has %d", text, result->rank,
         result->rank == 1 ? "" : "s", rank);
    return NULL;
}

/* ---- printing ---------------------------------------------------------------------------------------------------------- */

static void print_axis(GString *out, const Mesh *mesh, AxisRef a)
{
    g_string_append_c(out, '\'');
    for (const char *c = mesh->axes[a.axis].name; *c; c++) {
        if (*c == '\'' || *c == '\\')
            g_string_append_c(out, '\\');
        g_string_append_c(out, *c);
    }
    if (a.size != mesh->axes[a.axis].size)
        g_string_append_printf(out, ":(%" PRId64 ")%" PRId64, a.pre, a.size);
    g_string_append_c(out, '\'');
}

static void print_axes(GString *out, const Mesh *mesh, AxisList axes)
{
    for (int i = 0; i < axes.n; i++) {
        g_string_append(out, i ? ", " : "");
        print_axis(out, mesh, axes.v[i]);
    }
}

static void print_dim(GString *out, const Mesh *mesh, const DimSharding *dim)
{
    bool bare = dim->axes.n == 1 && !dim->open;
    if (!dim->axes.n) {
        g_string_append(out, dim->open ? "P.UNCONSTRAINED" : "None");
        return;
    }
    g_string_append(out, bare ? "" : "(");
    print_axes(out, mesh, dim->axes);
    g_string_append(out, bare ? "" : dim->open ? ", ...)" : ")");
}

static void print_set(GString *out, const char *intro, const Mesh *mesh, AxisList set, bool *first)
{
    if (!set.n)
        return;
    g_string_append_printf(out, "%s%s{", *first ? "" : ", ", intro);
    print_axes(out, mesh, set);
    g_string_append_c(out, '}');
    *first = false;
}

void sharding_print_spec(GString *out, const Sharding *s)
{
    if (s->maximal) {
        g_string_append_printf(out, "SingleDevice(%" PRId64 ")", s->mesh->device_ids[0]);
        return;
    }
    g_string_append(out, "P(");
    for (int d = 0; d < s->rank; d++) {
        g_string_append(out, d ? ", " : "");
        print_dim(out, s->mesh, &s->dims[d]);
    }
    bool first = s->rank == 0;
    print_set(out, "replicated=", s->mesh, s->replicated, &first);
    char *intro = g_strdup_printf("unreduced=%s", s->reduction == REDUCTION_SUM ? "" : reduction_word(s->reduction));
    print_set(out, intro, s->mesh, s->unreduced, &first);
    g_free(intro);
    print_set(out, "manual=", s->mesh, s->manual, &first);
    g_string_append_c(out, ')');
}
