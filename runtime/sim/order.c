/* Orders of the mesh's axes, simulated by renumbering the devices; see order.h. */
#include "runtime/sim/order.h"

#include "runtime/sim/place.h"

#include <string.h>

typedef struct Orders {
    const SimOrdering *of;
    int n; /* axes longer than 1 */
    GArray *list;
} Orders;

/* The device that runs partition i if a mesh of the axes in this order is made. */
static int64_t *places(const SimOrdering *of, const int *axes)
{
    const Mesh *mesh = of->mesh;
    int64_t *out = g_new(int64_t, mesh->n_devices), at[SIM_MOST_AXES], sizes[SIM_MOST_AXES];
    for (int k = 0; k < mesh->n_axes; k++)
        sizes[k] = mesh->axes[axes[k]].size;
    g_autofree int64_t *device = of->o->as_numbered ? NULL : place_as_jax(of->hw, sizes, mesh->n_axes);
    for (int64_t i = 0; i < mesh->n_devices; i++) {
        int64_t rest = i, id = 0;
        for (int a = mesh->n_axes - 1; a >= 0; a--) {
            at[a] = rest % mesh->axes[a].size;
            rest /= mesh->axes[a].size;
        }
        for (int k = 0; k < mesh->n_axes; k++)
            id = id * mesh->axes[axes[k]].size + at[axes[k]];
        out[i] = device ? device[id] : id;
    }
    return out;
}

static void look_at(Orders *o, const int *order)
{
    const SimOrdering *of = o->of;
    bool same = true;
    SimOrder x = { .step = { 0 } };
    for (int a = 0, k = 0; a < of->mesh->n_axes; a++) {
        x.axes[a] = of->mesh->axes[a].size > 1 ? order[k++] : a;
        same &= x.axes[a] == a;
    }
    if (same || (of->go_on && !of->go_on(of->user)))
        return;
    g_autofree int64_t *place = places(of, x.axes);
    SimOptions options = *of->o;
    options.place = place;
    options.n_places = of->mesh->n_devices;
    Simulation *s = simulation_new(of->local, NULL, of->hw, &options);
    x.step = s->step;
    simulation_free(s);
    g_array_append_val(o->list, x);
}

static void permute(Orders *o, int *order, int from)
{
    if (from == o->n) {
        look_at(o, order);
        return;
    }
    for (int i = from; i < o->n; i++) {
        int t = order[from];
        order[from] = order[i];
        order[i] = t;
        permute(o, order, from + 1);
        order[i] = order[from];
        order[from] = t;
    }
}

static int fastest_first(const void *a, const void *b)
{
    double x = ((const SimOrder *)a)->step.ns, y = ((const SimOrder *)b)->step.ns;
    return x < y ? -1 : x > y;
}

static int n_long(const Mesh *mesh, int *axes)
{
    int n = 0;
    for (int a = 0; a < mesh->n_axes; a++)
        if (mesh->axes[a].size > 1 && n++ < SIM_MOST_ORDERED)
            axes[n - 1] = a;
    return n;
}

int sim_n_orders(const Mesh *mesh)
{
    int axes[SIM_MOST_ORDERED], n = 1;
    if (!mesh || mesh->inferred || mesh->maximal || mesh->device_ids || mesh->n_axes > SIM_MOST_AXES)
        return 0;
    for (int k = n_long(mesh, axes); k > 1; k--)
        n *= MIN(k, 100); /* more than SIM_MOST_ORDERED axes are too many in any case */
    return n - 1;
}

SimOrder *sim_orders(const SimOrdering *what, int *n)
{
    int all = sim_n_orders(what->mesh), order[SIM_MOST_ORDERED];
    *n = 0;
    if (all == 0 || all > what->most || n_long(what->mesh, order) > SIM_MOST_ORDERED)
        return NULL;
    Orders x = { what, n_long(what->mesh, order), g_array_new(FALSE, TRUE, sizeof(SimOrder)) };
    permute(&x, order, 0);
    *n = (int)x.list->len;
    if (*n)
        qsort(x.list->data, (size_t)*n, sizeof(SimOrder), fastest_first);
    return (SimOrder *)(void *)g_array_free(x.list, FALSE);
}

char *sim_order_text(const Mesh *mesh, const int *axes)
{
    GString *t = g_string_new(NULL);
    for (int k = 0; k < mesh->n_axes; k++) {
        const MeshAxis *a = &mesh->axes[axes ? axes[k] : k];
        g_string_append_printf(t, "%s%s=%" G_GINT64_FORMAT, k ? "," : "", a->name, a->size);
    }
    return g_string_free(t, FALSE);
}

char *sim_order_in_jax(const char *mesh)
{
    g_autoptr(GString) sizes = g_string_new(NULL), names = g_string_new(NULL);
    g_auto(GStrv) axes = g_strsplit(mesh, ",", -1);
    int n = (int)g_strv_length(axes);
    for (char **a = axes; *a; a++) {
        char *equals = strrchr(*a, '=');
        const char *comma = a[1] || n == 1 ? "," : "", *space = a[1] ? " " : "";
        g_string_append_printf(sizes, "%s%s%s", equals + 1, comma, space);
        g_string_append_printf(names, "'%.*s'%s%s", (int)(equals - *a), *a, comma, space);
    }
    return g_strdup_printf("jax.make_mesh((%s), (%s))", sizes->str, names->str);
}
