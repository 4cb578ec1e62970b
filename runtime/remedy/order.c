/* Other orders of the mesh's axes, which decide over which wires collectives go, and in a program whose annotations want several orders of devices, what
 * has to be permuted at all. All are simulated by renumbering the devices of the program as it was compiled; the best are compiled on the
 * mesh in that order, since its plan may differ. */
#include "runtime/remedy/remedy_impl.h"
#include "runtime/sim/order.h"

enum { LOOKED_AT = 119, TRIED = 2, TRIED_MIXED = 6 }; /* orders that are simulated; that are compiled */

static bool go_on(void *user)
{
    return !finder_stopped(user);
}

void remedy_orders(Finder *f, Remedies *tried)
{
    static const SimOptions usual;
    const Compiled *c = f->search.c;
    const Mesh *mesh = c->whole->mesh;
    if (c->model->family == DEVICE_CPU || f->budget->seconds <= 0) /* virtual devices share a memory: any order is as good */
        return;
    int n;
    g_autofree SimOrder *orders = sim_orders(&(SimOrdering){ c->local, mesh, c->model, f->budget->sim ? f->budget->sim : &usual, LOOKED_AT, go_on, f }, &n);
    bool mixed = c->whole->mixed_orders || c->input->mixed_orders;
    for (int i = 0; i < MIN(n, mixed ? TRIED_MIXED : TRIED) && !finder_stopped(f); i++) {
        if (!mixed && orders[i].step.ns > 0.998 * f->before_ns)
            break;
        g_autofree char *text = sim_order_text(mesh, orders[i].axes);
        Remedy r;
        if (remedy_try_on(f, &(Proposal){ 0 }, arena_strdup(f->out->arena, text), &r) && r.step_ns < 0.998 * f->before_ns)
            vec_push(&tried->list, r);
    }
}

void remedy_order_texts(Finder *f, Remedy *r)
{
    Arena *a = f->out->arena;
    g_autofree char *was = sim_order_text(f->search.c->whole->mesh, NULL), *before = sim_order_in_jax(was), *now = sim_order_in_jax(r->mesh);
    r->text = arena_printf(a, "axes of the mesh in the order %s instead of %s", r->mesh, was);
    r->code = arena_printf(a, "%s instead of %s", now, before);
    r->patch = arena_printf(a, "where the mesh is made\n-mesh = %s\n+mesh = %s", before, now);
    r->try_with = arena_printf(a, "--mesh %s", r->mesh);
    r->note = "specs name axes, so none of them changes; with devices in an array: Mesh(mesh_utils.create_device_mesh(sizes), names) with both in this order";
}
