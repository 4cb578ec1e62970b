/* Moves values from one order of devices to another: a collective-permute of whole tiles. Start at in_order(). */
#include "runtime/partition/lower_order.h"

#include <inttypes.h>
#include <string.h>

#include "runtime/partition/local_build.h"
#include "runtime/sim/cost.h"

/* What the position holds of the value: a number that equal tiles of equal partial values share. */
static int64_t piece_at(const Sharding *s, int64_t position)
{
    int64_t piece = axis_list_index(s->mesh, s->unreduced, position);
    for (int d = 0; d < s->rank; d++)
        piece = piece * sharding_parts(s, d) + axis_list_index(s->mesh, s->dims[d].axes, position);
    return piece;
}

/* By device: the one from which each gets what it holds in the other order. A device that has it already keeps it; each of the others
 * serves one. */
static int64_t *sources(const Sharding *s, const Mesh *have, const Mesh *want)
{
    int64_t n = have->n_devices, *source = g_new(int64_t, n);
    g_autofree int64_t *next = g_new0(int64_t, n);
    g_autofree int64_t *holds = g_new(int64_t, n);
    g_autoptr(GHashTable) spare = g_hash_table_new(NULL, NULL); /* piece + 1 -> device + 1, the first that serves nobody yet */
    for (int64_t d = n - 1; d >= 0; d--) {
        holds[d] = piece_at(s, mesh_position_of(have, d));
        int64_t needs = piece_at(s, mesh_position_of(want, d));
        source[d] = holds[d] == needs ? d : -1 - needs;
        if (source[d] == d)
            continue;
        gpointer key = GSIZE_TO_POINTER((gsize)holds[d] + 1);
        next[d] = GPOINTER_TO_INT(g_hash_table_lookup(spare, key));
        g_hash_table_insert(spare, key, GINT_TO_POINTER((int)d + 1));
    }
    for (int64_t d = 0; d < n; d++) {
        if (source[d] >= 0)
            continue;
        gpointer key = GSIZE_TO_POINTER((gsize)(-1 - source[d]) + 1);
        int64_t first = GPOINTER_TO_INT(g_hash_table_lookup(spare, key));
        g_assert(first > 0); /* both orders hold each piece equally often */
        source[d] = first - 1;
        g_hash_table_insert(spare, key, GINT_TO_POINTER((int)next[first - 1]));
    }
    return source;
}

/* "devices 3,1,0,2", with the name of a mesh that the user gave one. */
static void print_order(GString *out, const Mesh *mesh)
{
    enum { MAX_SHOWN = 8 };
    g_string_append(out, "devices ");
    for (int64_t i = 0; i < MIN(mesh->n_devices, MAX_SHOWN); i++)
        g_string_append_printf(out, "%s%" PRId64, i ? "," : "", mesh_device_at(mesh, i));
    g_string_append(out, mesh->n_devices > MAX_SHOWN ? ",.." : "");
    if (!mesh->inferred && mesh->name)
        g_string_append_printf(out, " of mesh %s", mesh->name);
}

/* `bytes`: of a tile. */
static void log_move(Local *x, const IrOp *value, const Mesh *have, const Mesh *want, int64_t bytes)
{
    const Sharding *s = sharding_of(value);
    const IrOp *user = x->current;
    g_autoptr(GString) why = g_string_new("its tiles lie on ");
    print_order(why, have);
    g_string_append_printf(why, ", and %s ", !user ? "the result" : user->code == OP_reshard ? "the next change of layout" : decision_label(x->log, user));
    g_string_append(why, user && user->wanted ? "is annotated to have them on " : user ? "reads it with them on " : "is to have them on ");
    print_order(why, want);
    AxisList all = mesh_free_axes(x->out->arena, want, NULL, 0);
    Reshard row = { .from = orders_sharding(x->m->shardings, s, have), .to = orders_sharding(x->m->shardings, s, want), .rank = s->rank,
                    .cause = user && user->wanted ? CAUSE_USER_CONSTRAINT : user ? CAUSE_CONFLICT : CAUSE_OUTPUT,
                    .why = decision_text(x->log, "%s", why->str), .plan = "collective-permute", .bytes_full = value->type->n_elems * elem_info[value->type->elem].bytes,
                    .bytes_moved = bytes, .trips = x->trips, .choice = -1, .est_ns = coll_ns(x->model, want, COLL_PERMUTE, (double)bytes, all) };
    row.value_op = value->n_origins ? value->origins[0] : value->id;
    row.user_op = row.cause_op = !user ? -1 : user->n_origins ? user->origins[0] : user->id;
    row.cause_loc = user ? user->loc : value->loc;
    x->reshard_id = decision_reshard(x->log, &row) + 1;
}

/* The array `value`, of which `a` is the local op, in another order. */
static IrOp *in_order(Local *x, const IrOp *value, IrOp *a, const Mesh *want)
{
    const Mesh *have = orders_value(x->m, x->orders, value, 0);
    if (have == want || orders_free(value, 0) || value->type->n_elems == 0)
        return a;
    g_autofree char *key = g_strdup_printf("%d %p", value->id, (const void *)want);
    IrOp *known = g_hash_table_lookup(x->moved, key);
    if (known)
        return known;
    const Sharding *s = sharding_of(value);
    g_autofree int64_t *source = sources(s, have, want);
    bool moves = false;
    for (int64_t d = 0; d < want->n_devices; d++)
        moves |= source[d] != d;
    IrOp *moved = a;
    if (moves) {
        log_move(x, value, have, want, a->type->n_elems * elem_info[a->type->elem].bytes);
        moved = lb_permute(x, a, source);
        x->reshard_id = 0;
    }
    if (moved != a && moved->code == OP_collective_permute && !moved->shardings) {
        const Sharding **shown = arena_array(x->out->arena, const Sharding *, 1);
        shown[0] = orders_sharding(x->m->shardings, s, want);
        moved->shardings = shown;
    }
    g_hash_table_insert(x->moved, g_steal_pointer(&key), moved);
    return moved;
}

IrOp **order_operands(Local *x, const IrOp *op)
{
    if (!x->orders)
        return NULL;
    const Mesh *run = x->orders[op->id];
    IrOp **kept = g_new0(IrOp *, op->n_operands + 1);
    for (int i = 0; i < op->n_operands; i++) {
        const IrOp *o = op->operands[i];
        kept[i] = x->map[o->id];
        for (int k = 0; k < i; k++)
            kept[i] = op->operands[k] == o ? kept[k] : kept[i];
        if (o->type->kind == TYPE_ARRAY)
            x->map[o->id] = in_order(x, o, kept[i], run);
    }
    x->mesh = run;
    return kept;
}

void order_operands_back(Local *x, const IrOp *op, IrOp *const *kept)
{
    for (int i = 0; kept && i < op->n_operands; i++)
        x->map[op->operands[i]->id] = kept[i];
}

const Sharding **order_shown(Local *x, const IrOp *op)
{
    if (!x->orders)
        return op->shardings;
    int n = type_n_leaves(op->type);
    const Sharding **shown = arena_dup_array(x->out->arena, op->shardings, n);
    for (int i = 0; i < n; i++)
        shown[i] = orders_sharding(x->m->shardings, shown[i], orders_value(x->m, x->orders, op, i));
    return shown;
}

IrOp *order_root(Local *x, const IrComp *from, IrOp *root)
{
    x->current = NULL;
    if (!x->orders || from->root->type->kind != TYPE_ARRAY)
        return root;
    return in_order(x, from->root, root, orders_result(x->m, x->orders, 0));
}

IrOp *order_results(Local *x, const IrOp *op)
{
    if (!x->orders || op != x->m->entry->root || op->code != OP_tuple)
        return NULL;
    g_autofree IrOp **args = g_new(IrOp *, op->n_operands + 1);
    g_autofree const Type **parts = g_new(const Type *, op->n_operands + 1);
    x->current = NULL;
    for (int i = 0, leaf = 0; i < op->n_operands; leaf += type_n_leaves(op->operands[i++]->type)) {
        const IrOp *o = op->operands[i];
        args[i] = local_of(x, o);
        if (o->type->kind == TYPE_ARRAY)
            args[i] = in_order(x, o, args[i], orders_result(x->m, x->orders, leaf));
        parts[i] = args[i]->type;
    }
    x->current = op;
    return lb_op(x, OP_tuple, type_tuple(x->out->types, op->n_operands, parts), op->n_operands, args);
}
