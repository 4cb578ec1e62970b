/* Annotations that no one mesh can say: their meshes have devices in several orders, or different numbers of devices. All of them are
 * brought onto one mesh of common axes, in the order of devices in which most is said, and each note remembers its own order, in which
 * the partitioner puts the value (partition/orders.h). Start at import_orders(). */
#include <string.h>

#include "runtime/partition/orders.h"
#include "runtime/passes/import_impl.h"

enum { MAX_TILINGS = 256 }; /* of which it is tried which fit together; more are refused */

typedef struct Order {
    const Mesh *mesh;           /* on which all that is said in this order can be said */
    VEC(const Gspmd *) tilings; /* of GSPMD's, or none: then the mesh is the user's */
    double bytes;               /* of the values */
    const Mesh *common;         /* the program's axes in this order */
} Order;

typedef VEC(Order) Orders;

typedef struct Place {          /* of a note */
    int order;                  /* -1 = it divides nothing */
    const Mesh *mesh;           /* on which its sharding is read; a mesh of fewer devices with one axis more, the first */
} Place;

static const Sharding *named_sharding(const Note *note)
{
    return note->sdy ? note->sdy : note->gspmd && note->gspmd->kind == GSPMD_NAMED ? note->gspmd->named : NULL;
}

static bool is_tiling(const Note *note)
{
    return !note->sdy && note->gspmd && note->gspmd->kind == GSPMD_TILED && note->gspmd->n_devices > 1;
}

static bool divides(const Sharding *s)
{
    int64_t n = axis_list_size(s->unreduced) * axis_list_size(s->manual);
    for (int d = 0; d < s->rank; d++)
        n *= axis_list_size(s->dims[d].axes);
    return n > 1;
}

/* The user's mesh among n devices: where it has fewer, each group of as many devices holds the value once more. Its own devices come first;
 * where those are the first ones in their natural order, all are. NULL if n is no multiple. */
static const Mesh *spread(Import *im, const Mesh *mesh, int64_t n)
{
    if (mesh->n_devices == n)
        return mesh;
    if (n % mesh->n_devices || mesh->n_axes == MAX_AXES)
        return NULL;
    MeshAxis *axes = arena_array(im->scratch, MeshAxis, mesh->n_axes + 1);
    axes[0] = (MeshAxis){ arena_printf(im->scratch, "copies_of_%s", mesh->name ? mesh->name : "mesh"), n / mesh->n_devices };
    memcpy(axes + 1, mesh->axes, sizeof *axes * (size_t)mesh->n_axes);
    int64_t *ids = arena_array(im->scratch, int64_t, n);
    for (int64_t i = 0; i < n; i++)
        ids[i] = i < mesh->n_devices ? mesh_device_at(mesh, i) : i;
    return mesh_intern(im->m->shardings, &(Mesh){ .name = mesh->name, .n_axes = mesh->n_axes + 1, .axes = axes, .n_devices = n, .device_ids = mesh->device_ids ? ids : NULL });
}

static const Mesh *reordered(Import *im, const Mesh *mesh, const int64_t *ids, const char *name)
{
    Mesh other = *mesh;
    other.device_ids = ids;
    other.positions = NULL;
    other.name = name ? name : mesh->name ? mesh->name : "mesh";
    const Mesh *made = mesh_intern(im->m->shardings, &other);
    if (name && made->inferred && g_strcmp0(made->name, name)) /* known from looking for one that all tilings fit */
        mesh_rename(im->m->shardings, made, name);
    return made;
}

static bool same_ids(const Mesh *a, const Mesh *b)
{
    return !a->device_ids == !b->device_ids && (!a->device_ids || !memcmp(a->device_ids, b->device_ids, sizeof *a->device_ids * (size_t)a->n_devices));
}

/* The order of a mesh of the user's, made if there is none yet. */
static int order_of_mesh(Import *im, Orders *orders, const Mesh *mesh)
{
    for (int i = 0; i < orders->n; i++) {
        Order *o = &orders->v[i];
        const Mesh *both[] = { o->mesh, mesh }, *refined = o->tilings.n || !same_ids(o->mesh, mesh) ? NULL : mesh_refine(im->m->shardings, both, 2);
        if (refined) {
            o->mesh = refined;
            return i;
        }
    }
    vec_push(orders, (Order){ .mesh = mesh });
    return orders->n - 1;
}

static int order_of_tiling(Import *im, Orders *orders, const Gspmd *g, int64_t n_devices)
{
    for (int i = 0; i < orders->n; i++) {
        Order *o = &orders->v[i];
        if (!o->tilings.n)
            continue;
        vec_push(&o->tilings, g);
        const Mesh *mesh = gspmd_infer_mesh(im->m->shardings, o->tilings.v, o->tilings.n, NULL, n_devices, NULL);
        if (mesh) {
            o->mesh = mesh;
            return i;
        }
        o->tilings.n--;
    }
    const Mesh *mesh = gspmd_infer_mesh(im->m->shardings, &g, 1, NULL, n_devices, NULL);
    if (!mesh)
        return -1;
    Order o = { .mesh = mesh };
    vec_push(&o.tilings, g);
    vec_push(orders, o);
    return orders->n - 1;
}

static double bytes_of(const Note *note)
{
    const Type *t = note->type ? note->type : note->kind == NOTE_MANUAL_IN ? note->op->operands[note->leaf]->type : type_leaf(note->op ? note->op->type : note->comp->root->type, note->leaf);
    return note->kind != NOTE_MANUAL_AXES && t && t->kind == TYPE_ARRAY ? (double)t->n_elems * elem_info[t->elem].bytes : 0;
}

static void take_as_whole(Import *im, Note *note)
{
    Gspmd *whole = arena_new(im->scratch, Gspmd);
    whole->kind = GSPMD_REPLICATED;
    note->gspmd = whole;
    note->sdy = NULL;
    note->order = NULL;
    note->taken_as = "taken as whole on every device";
}

/* Notes of manual regions, whose borders and manual axes are said in one order. */
static bool of_region(const Import *im, const Note *note)
{
    return (note->op && note->op->code == OP_manual) || g_hash_table_contains(im->local, note->op ? note->op->parent : note->comp);
}

/* False if the note is wrong in any order. `known`: text of a tiling -> order + 1. */
static bool find_order(Import *im, Note *note, int64_t n_devices, Orders *orders, Place *place, GHashTable *known)
{
    const Sharding *s = named_sharding(note);
    *place = (Place){ .order = -1 };
    if (s && !s->maximal && s->mesh->n_axes && divides(s)) {
        place->mesh = spread(im, s->mesh, n_devices);
        if (place->mesh)
            place->order = order_of_mesh(im, orders, place->mesh);
        else
            take_as_whole(im, note);
    } else if (is_tiling(note)) {
        if (note->gspmd->n_devices != n_devices) /* not in another order but wrong */
            return false;
        int have = GPOINTER_TO_INT(g_hash_table_lookup(known, note->text));
        if (!have && g_hash_table_size(known) == MAX_TILINGS)
            return false;
        place->order = have ? have - 1 : order_of_tiling(im, orders, note->gspmd, n_devices);
        if (place->order < 0)
            take_as_whole(im, note);
        else if (!strstr(note->text, "},")) /* texts of tuples stand for several */
            g_hash_table_insert(known, (gpointer)note->text, GINT_TO_POINTER(place->order + 1));
    } else if (s && !s->maximal && s->mesh->n_axes) { /* says only that it divides nothing, or where it may be divided */
        place->mesh = spread(im, s->mesh, n_devices);
        if (!place->mesh)
            take_as_whole(im, note);
    }
    if (place->order >= 0)
        orders->v[place->order].bytes += bytes_of(note);
    return true;
}

/* Regions first: what they say fits together, unless another annotation's order had a part of it. */
static bool find_orders(Import *im, int64_t n_devices, Orders *orders, Place *places)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    for (int others = 0; others <= 1; others++)
        for (int i = 0; i < im->notes.n; i++)
            if (of_region(im, &im->notes.v[i]) == !others && !find_order(im, &im->notes.v[i], n_devices, orders, &places[i], known))
                return false;
    for (int i = 0; i < im->notes.n && !orders->n; i++) /* nothing is divided: any mesh of all devices will do */
        if (places[i].mesh)
            vec_push(orders, (Order){ .mesh = places[i].mesh });
    if (!orders->n)
        vec_push(orders, (Order){ .mesh = import_flat_mesh(im, n_devices) });
    return true;
}

/* The order in which most is said; of equals the natural one, else the first. */
static int home_of(const Orders *orders)
{
    int home = 0;
    for (int i = 1; i < orders->n; i++) {
        const Order *o = &orders->v[i], *best = &orders->v[home];
        if (o->bytes > best->bytes || (o->bytes == best->bytes && best->mesh->device_ids && !o->mesh->device_ids))
            home = i;
    }
    return home;
}

/* An unused name for the mesh of an order, for texts in which meshes are told apart by name. */
static const char *own_name(Import *im, const Orders *orders, int i, const char *home)
{
    const char *stem = orders->v[i].mesh->name && !orders->v[i].mesh->inferred ? orders->v[i].mesh->name : "mesh", *name = stem;
    for (int k = 0, number = 1; k <= i; k++) {
        const Mesh *other = k < i ? orders->v[k].common : NULL;
        if (g_strcmp0(name, k < i ? (other ? other->name : "") : home) == 0) {
            name = arena_printf(im->scratch, "%s_%d", stem, number++);
            k = -1;
        }
    }
    return name;
}

/* Gives each order these axes. */
static void give_axes(Import *im, Orders *orders, int home, const Mesh *axes)
{
    Order *h = &orders->v[home];
    h->common = reordered(im, axes, h->mesh->device_ids, h->mesh->name);
    for (int i = 0; i < orders->n; i++)
        if (i != home)
            orders->v[i].common = same_ids(orders->v[i].mesh, h->mesh) ? h->common : reordered(im, axes, orders->v[i].mesh->device_ids, own_name(im, orders, i, h->common->name));
}

/* The axes of all orders; NULL if these are too many. */
static const Mesh *find_common(Import *im, const Orders *orders, int home)
{
    const Mesh **natural = arena_array(im->scratch, const Mesh *, orders->n);
    natural[0] = reordered(im, orders->v[home].mesh, NULL, NULL);
    for (int i = 0, n = 1; i < orders->n; i++)
        if (i != home)
            natural[n++] = reordered(im, orders->v[i].mesh, NULL, NULL);
    return mesh_refine(im->m->shardings, natural, orders->n);
}

static AxisList shifted(Arena *arena, AxisList list)
{
    AxisRef *v = arena_dup_array(arena, list.v, list.n);
    for (int i = 0; i < list.n; i++)
        v[i].axis++;
    return (AxisList){ v, list.n };
}

/* The sharding at the same positions of the program's mesh; NULL if its axes do not fit. */
static const Sharding *at_home(Import *im, const Sharding *s, const Mesh *mesh, const Mesh *home)
{
    Sharding moved = *s;
    moved.mesh = reordered(im, mesh, home->device_ids, NULL);
    if (mesh->n_axes > s->mesh->n_axes) { /* an axis more in front: spread() */
        DimSharding *dims = arena_dup_array(im->scratch, s->dims, s->rank);
        for (int d = 0; d < s->rank; d++)
            dims[d].axes = shifted(im->scratch, s->dims[d].axes);
        moved.dims = dims;
        moved.replicated = shifted(im->scratch, s->replicated);
        moved.unreduced = shifted(im->scratch, s->unreduced);
        moved.manual = shifted(im->scratch, s->manual);
    }
    const Sharding *result = sharding_intern(im->m->shardings, &moved);
    return sharding_remesh(im->m->shardings, result, home) ? result : NULL;
}

static const Gspmd *tiling_at_home(Import *im, const Gspmd *g, const Mesh *own, const Mesh *home)
{
    int64_t *ids = arena_array(im->scratch, int64_t, g->n_devices);
    gspmd_devices(g, ids);
    for (int64_t i = 0; i < g->n_devices; i++)
        ids[i] = mesh_device_at(home, mesh_position_of(own, ids[i]));
    Gspmd *moved = arena_dup_array(im->scratch, g, 1);
    moved->n_reshape = 0;
    moved->devices = ids;
    return gspmd_infer_mesh(im->m->shardings, (const Gspmd *const[]){ moved }, 1, home, g->n_devices, NULL) == home ? moved : NULL;
}

/* What a note becomes at home: one of these; neither = it does not fit there, or has nothing to change. */
typedef struct AtHome {
    const Sharding *named;
    const Gspmd *tiling;
    bool misfit;
} AtHome;

static AtHome look_home(Import *im, const Note *note, const Place *place, const Orders *orders, const Mesh *home)
{
    const Sharding *s = named_sharding(note);
    AtHome x = { 0 };
    if (s && place->mesh) {
        x.named = at_home(im, s, place->mesh, home);
        x.misfit = !x.named;
    } else if (place->order >= 0) {
        x.tiling = tiling_at_home(im, note->gspmd, orders->v[place->order].mesh, home);
        x.misfit = !x.tiling;
    }
    return x;
}

static void bring_home(Import *im, Note *note, const Place *place, const Orders *orders, const Mesh *home)
{
    AtHome x = look_home(im, note, place, orders, home);
    if (x.misfit) {
        take_as_whole(im, note);
        return;
    }
    if (x.named && note->sdy) {
        note->sdy = x.named;
    } else if (x.named) {
        Gspmd *g = arena_dup_array(im->scratch, note->gspmd, 1);
        g->named = x.named;
        note->gspmd = g;
    } else if (x.tiling) {
        note->gspmd = x.tiling;
    }
    note->order = place->order < 0 ? NULL : orders->v[place->order].common;
}

static int count_misfits(Import *im, const Place *places, const Orders *orders, const Mesh *home)
{
    int n = 0;
    for (int i = 0; i < im->notes.n; i++)
        n += look_home(im, &im->notes.v[i], &places[i], orders, home).misfit;
    return n;
}

/* Axes on which as much as possible of all notes can be said: those of all orders, unless tilings of one of them cut the same axis at places that are
 * no multiples of each other, and another order's axes keep only some of these. On a single axis all of them are sub-axes. */
static const Mesh *choose_home(Import *im, const Place *places, Orders *orders, int at)
{
    const Mesh *axes = find_common(im, orders, at);
    if (!axes)
        return NULL;
    give_axes(im, orders, at, axes);
    int misfits = count_misfits(im, places, orders, orders->v[at].common);
    const Mesh *flat = misfits ? import_flat_mesh(im, axes->n_devices) : NULL;
    if (flat && count_misfits(im, places, orders, reordered(im, flat, orders->v[at].mesh->device_ids, flat->name)) < misfits)
        give_axes(im, orders, at, flat);
    return orders->v[at].common;
}

const Mesh *import_orders(Import *im, int64_t n_devices)
{
    Orders orders = { 0 };
    Place *places = arena_array(im->scratch, Place, im->notes.n);
    const Mesh *home = NULL;
    if (find_orders(im, n_devices, &orders, places))
        home = choose_home(im, places, &orders, home_of(&orders));
    for (int i = 0; home && i < im->notes.n; i++)
        bring_home(im, &im->notes.v[i], &places[i], &orders, home);
    for (int i = 0; i < orders.n; i++) {
        im->m->mixed_orders |= home && orders.v[i].common != home;
        vec_clear(&orders.v[i].tilings);
    }
    vec_clear(&orders);
    return home;
}

/* Leaf of the program's arguments or results that the note is on, or -1. */
static int boundary_leaf(const Import *im, const Note *note)
{
    const IrModule *m = im->m;
    if (!note->op)
        return note->comp == m->entry ? note->leaf : -1;
    if (note->slot || note->op->code != OP_parameter || note->op->parent != m->entry)
        return -1;
    int leaf = note->leaf;
    for (int i = 0; m->entry->params[i] != note->op; i++)
        leaf += type_n_leaves(m->entry->params[i]->type);
    return leaf;
}

void import_store_order(Import *im, const Note *note, const Sharding *s)
{
    IrModule *m = im->m;
    if (!note->order || !m->mixed_orders)
        return;
    int leaf = boundary_leaf(im, note);
    if (leaf >= 0) {
        IrPlacement *all = arena_array(m->arena, IrPlacement, m->n_placements + 1);
        for (int i = 0; i < m->n_placements; i++)
            all[i] = m->placements[i];
        all[m->n_placements++] = (IrPlacement){ !note->op, leaf, note->order };
        m->placements = all;
    } else if (note->op && note->op->code == OP_manual) {
        note->op->a.manual.mesh = note->order;
    } else if (note->op) {
        note->op->wanted = orders_sharding(m->shardings, s, note->order);
    } else {
        note->comp->results[note->leaf].wanted = orders_sharding(m->shardings, s, note->order);
    }
}
