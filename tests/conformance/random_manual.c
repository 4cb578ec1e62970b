/* Manual computations over some of the mesh's axes, with collectives between the devices inside. The generator tracks along which
 * axes the copies of each value differ, so that a result is only declared replicated where it is. */
#include "tests/conformance/random_impl.h"

typedef struct Local {
    Shape shape;
    guint varies; /* bit a: differs along axis a */
} Local;

typedef struct Body {
    P *p;
    GString *text;
    VEC(Local) values;
    const RandomMesh *mesh;
    char *mesh_name;
    guint manual; /* bit a: axis a is manual */
} Body;

static int64_t device_at(const RandomMesh *m, int position)
{
    return m->order ? m->order[position] : position;
}

/* The devices along one axis, for every place on the others: "{{0,2},{1,3}}", or with `ring` the pairs of neighbours. */
static char *groups(const RandomMesh *m, int axis, bool ring)
{
    int inner = 1, n = m->axes[axis];
    for (int a = axis + 1; a < m->n_axes; a++)
        inner *= m->axes[a];
    GString *s = g_string_new("{");
    for (int i = 0; i < m->n_devices; i++) {
        int at = i / inner % n;
        if (ring) {
            int next = i + ((at + 1) % n - at) * inner;
            g_string_append_printf(s, "%s{%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT "}", s->len > 1 ? "," : "", device_at(m, i), device_at(m, next));
        } else if (at == 0) {
            g_string_append(s, s->len > 1 ? ",{" : "{");
            for (int k = 0; k < n; k++)
                g_string_append_printf(s, "%s%" G_GINT64_FORMAT, k ? "," : "", device_at(m, i + k * inner));
            g_string_append_c(s, '}');
        }
    }
    g_string_append_c(s, '}');
    return g_string_free(s, FALSE);
}

/* Adds a value to the body; takes ownership of `text`. */
static void say(Body *b, Shape shape, guint varies, char *text)
{
    g_autofree char *type = random_shape_text(&shape);
    g_string_append_printf(b->text, "  w%d = %s %s\n", b->values.n, type, text);
    vec_push(&b->values, ((Local){ shape, varies }));
    g_free(text);
}

static void compute(Body *b, int from)
{
    static const char *const pairs[] = { "add", "subtract", "maximum", "multiply" };
    Local x = b->values.v[from];
    int with = below(b->p, b->values.n);
    Local y = b->values.v[with];
    if (same_shape(&x.shape, &y.shape))
        say(b, x.shape, x.varies | y.varies, g_strdup_printf("%s(w%d, w%d)", pairs[below(b->p, 4)], from, with));
    else if (x.shape.rank)
        say(b, x.shape, x.varies, g_strdup_printf("reverse(w%d), dimensions={%d}", from, below(b->p, x.shape.rank)));
}

static void collect(Body *b, int from, int axis)
{
    P *p = b->p;
    Local x = b->values.v[from];
    int n = b->mesh->axes[axis], d = x.shape.rank ? below(p, x.shape.rank) : 0, channel = 1 + b->values.n;
    guint bit = 1u << axis;
    g_autofree char *sets = groups(b->mesh, axis, false), *sum = random_pair_comp(p, "add", S32);
    Shape larger = x.shape, smaller = x.shape;
    larger.dims[d] *= n;
    smaller.dims[d] /= n;
    bool divides = x.shape.rank && x.shape.dims[d] % n == 0;
    switch (below(p, 5)) {
    case 0:
        say(b, x.shape, x.varies & ~bit, g_strdup_printf("all-reduce(w%d), channel_id=%d, replica_groups=%s, use_global_device_ids=true, to_apply=%s", from, channel, sets, sum));
        break;
    case 1:
        if (x.shape.rank && elements(&larger) <= MAX_ELEMENTS)
            say(b, larger, x.varies & ~bit, g_strdup_printf("all-gather(w%d), channel_id=%d, replica_groups=%s, dimensions={%d}, use_global_device_ids=true", from, channel, sets, d));
        break;
    case 2:
        if (divides)
            say(b, smaller, x.varies | bit, g_strdup_printf("reduce-scatter(w%d), channel_id=%d, replica_groups=%s, dimensions={%d}, use_global_device_ids=true, to_apply=%s", from, channel, sets, d, sum));
        break;
    case 3:
        if (divides)
            say(b, x.shape, x.varies | bit, g_strdup_printf("all-to-all(w%d), channel_id=%d, replica_groups=%s, dimensions={%d}", from, channel, sets, d));
        break;
    default: {
        g_autofree char *ring = groups(b->mesh, axis, true);
        say(b, x.shape, x.varies, g_strdup_printf("collective-permute(w%d), channel_id=%d, source_target_pairs=%s", from, channel, ring));
    }
    }
}

/* Axes of the mesh to assign to dims, as bit sets. */
typedef struct Axes {
    guint all, optional; /* axes that may be left out */
    bool divide;         /* whether axes divide the size of their dim, else multiply it */
    guint used;          /* axes that were assigned to a dim */
} Axes;

/* Assigns each axis to some dim of `dims`, which is changed accordingly; returns the text of that sharding. */
static char *spec(Body *b, int *dims, int rank, Axes *set)
{
    guint axes = set->all, may = set->optional;
    bool divide = set->divide;
    P *p = b->p;
    GString *on[MAX_DIMS] = { 0 }, *rest = g_string_new(NULL), *s = g_string_new(NULL);
    const RandomMesh *m = b->mesh;
    g_string_printf(s, "<%s, [", b->mesh_name);
    for (int d = 0; d < rank; d++)
        on[d] = g_string_new(NULL);
    set->used = 0;
    for (int a = 0; a < m->n_axes; a++) {
        if (!(axes >> a & 1))
            continue;
        int d = rank ? below(p, rank) : -1;
        bool put = d >= 0 && (!(may >> a & 1) || chance(p, 0.6)) && (!divide || dims[d] % m->axes[a] == 0);
        GString *to = put ? on[d] : rest;
        g_string_append_printf(to, "%s\\\"%c\\\"", to->len ? ", " : "", 'a' + a);
        if (put) {
            dims[d] = divide ? dims[d] / m->axes[a] : dims[d] * m->axes[a];
            set->used |= 1u << a;
        }
    }
    for (int d = 0; d < rank; d++) {
        g_string_append_printf(s, "%s{%s%s}", d ? ", " : "", on[d]->str, chance(p, 0.5) ? (on[d]->len ? ", ?" : "?") : "");
        g_string_free(on[d], TRUE);
    }
    g_string_append_c(s, ']');
    if (rest->len)
        g_string_append_printf(s, ", replicated={%s}", rest->str);
    g_string_append_c(s, '>');
    g_string_free(rest, TRUE);
    return g_string_free(s, FALSE);
}

void random_make_manual(P *p)
{
    int number = random_pick_mesh(p, true);
    const RandomMesh *m = &p->meshes[number];
    Body b = { .p = p, .text = g_string_new(NULL), .mesh = m, .mesh_name = random_mesh_name(number) };
    GString *axes = g_string_new(NULL);
    for (int a = 0; a < m->n_axes; a++)
        if (chance(p, 0.65)) {
            b.manual |= 1u << a;
            g_string_append_printf(axes, "%s\\\"%c\\\"", axes->len ? ", " : "", 'a' + a);
        }
    Shape whole = { .elem = S32, .rank = 1 + below(p, 3) }, local;
    for (int d = 0; d < whole.rank; d++) /* sizes that are divisible by some axes */
        whole.dims[d] = (1 + below(p, 3)) * (chance(p, 0.7) ? m->axes[below(p, m->n_axes)] : 1);
    local = whole;
    Axes in_axes = { .all = b.manual, .optional = b.manual, .divide = true };
    g_autofree char *in = spec(&b, local.dims, local.rank, &in_axes);
    if (b.manual && elements(&whole) <= MAX_ELEMENTS / 4) {
        int operands[2] = { random_like(p, whole), random_like(p, whole) };
        g_autofree char *type = random_shape_text(&local);
        for (int i = 0; i < 2; i++) {
            g_string_append_printf(b.text, "  w%d = %s parameter(%d)\n", i, type, i);
            vec_push(&b.values, ((Local){ local, in_axes.used }));
        }
        for (int i = 1 + below(p, 6); i > 0; i--) {
            int from = chance(p, 0.7) ? b.values.n - 1 : below(p, b.values.n), axis = below(p, m->n_axes);
            if (chance(p, 0.35) || !(b.manual >> axis & 1))
                compute(&b, from);
            else
                collect(&b, from, axis);
        }
        Local last = b.values.v[b.values.n - 1];
        Shape out = last.shape;
        g_autofree char *inside = random_shape_text(&last.shape);
        /* A value that differs along an axis must be sharded along it. */
        Axes out_axes = { .all = b.manual, .optional = b.manual & ~last.varies };
        g_autofree char *to = spec(&b, out.dims, out.rank, &out_axes);
        g_autofree char *outside = random_shape_text(&out);
        int k = p->n_comps++;
        if (elements(&out) <= MAX_ELEMENTS) {
            g_string_append_printf(p->comps, "xla.sdy.manual_computation_body_%d {\n%s  ROOT r = (%s) tuple(w%d)\n}\n", k, b.text->str, inside, b.values.n - 1);
            static const char shardings[] = "custom_call_has_side_effect=true, frontend_attributes={xla.sdy.%s=\"#sdy.sharding_per_value<[%s]>\",xla.sdy.manual_axes=\"#sdy<manual_axes{%s}>\"}";
            g_autofree char *both = g_strdup_printf("%s, %s", in, in);
            g_autofree char *ins = g_strdup_printf(shardings, "in_shardings", both, axes->str), *outs = g_strdup_printf(shardings, "out_shardings", to, axes->str);
            random_add(p, out, g_strdup_printf("@in = (%s, %s) custom-call($0, $1), custom_call_target=\"xla.sdy.GlobalToLocalShape\", %s\n"
                                               "@x = %s get-tuple-element(@in), index=0\n@y = %s get-tuple-element(@in), index=1\n"
                                               "@call = (%s) call(@x, @y), to_apply=xla.sdy.manual_computation_body_%d\n@r = %s get-tuple-element(@call), index=0\n"
                                               "@out = (%s) custom-call(@r), custom_call_target=\"xla.sdy.LocalToGlobalShape\", %s\nget-tuple-element(@out), index=0",
                                               type, type, ins, type, type, inside, k, inside, outside, outs), 2, operands);
        }
    }
    vec_clear(&b.values);
    g_string_free(b.text, TRUE);
    g_free(b.mesh_name);
    g_string_free(axes, TRUE);
}
