/* Programs that start several devices themselves, as StableHLO's test files do: an op names a grid of functions, one per device, and
 * functions whose results the devices read from their infeed. Sends and receives between these devices are implemented here too.
 *
 * If all devices run the same function, they are evaluated in step. Different functions are evaluated one after the other: first those
 * that do not receive, then those that do. Collectives between different functions are an error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/tensor/fill.h"
#include "runtime/reference/reference_impl.h"

typedef struct RefGrid {
    const IrOp *op;
    int n_programs, n_fed; /* functions already taken from the infeed */
    GHashTable *sent;      /* channel -> GQueue of GPtrArray of Tensor: what waits to be received */
} RefGrid;

static void free_message(gpointer m)
{
    g_ptr_array_unref(m);
}

static void free_queue(gpointer q)
{
    g_queue_free_full(q, free_message);
}

static void free_tensor(gpointer t)
{
    tensor_unref(t);
}

bool ref_is_parallel(const IrOp *op)
{
    return op->code == OP_custom_call && op->a.custom.target &&
           strcmp(op->a.custom.target, "interpreter.run_parallel") == 0;
}

/* ---- the host -------------------------------------------------------------------------------- */

static GQueue *channel_of(RefCx *cx, const IrOp *op)
{
    const char *id = pair_get(op->extra, op->n_extra, "channel_id");
    gpointer key = GINT_TO_POINTER(id ? atoi(id) : 0);
    GQueue *q = g_hash_table_lookup(cx->grid->sent, key);
    if (!q) {
        q = g_queue_new();
        g_hash_table_insert(cx->grid->sent, key, q);
    }
    return q;
}

/* Sets the result's leaves: first the received data, then zeroed context and token. */
static bool deliver(const IrOp *op, const GPtrArray *data, int n_out, Tensor **out, GError **error)
{
    for (int l = 0; l < n_out; l++) {
        bool given = l < (int)data->len;
        if (given && type_leaf(op->type, l)->plain != ((Tensor *)data->pdata[l])->type->plain)
            return ref_unsupported(op, error, "it is given an array of another type");
        out[l] = given ? tensor_ref(data->pdata[l]) : ref_new(op, l, error);
        if (!out[l])
            return false;
    }
    return true;
}

static bool run_infeed(RefCx *cx, const IrOp *op, int n_out, Tensor **out, GError **error)
{
    RefGrid *g = cx->grid;
    if (g->n_programs + g->n_fed >= g->op->n_comps)
        return ref_unsupported(op, error, "nothing is left on the infeed");
    const IrComp *feed = g->op->comps[g->n_programs + g->n_fed++];
    int n = type_n_leaves(feed->root->type);
    if (feed->n_params)
        return ref_unsupported(op, error, "the function that feeds it takes arguments");
    g_autofree Tensor **results = g_new0(Tensor *, MAX(n, 1));
    g_autoptr(GPtrArray) data = g_ptr_array_new_with_free_func(free_tensor);
    bool ok = ref_comp(cx, feed, NULL, results, error);
    for (int l = 0; ok && l < n; l++)
        g_ptr_array_add(data, results[l]);
    return ok && deliver(op, data, n_out, out, error);
}

/* Outside of test files the host is simulated: it sends generated numbers, the same each time for one infeed_config or
 * channel. */
static bool made_up(const IrOp *op, int n_out, Tensor **out, GError **error)
{
    const char *name = pair_get(op->extra, op->n_extra, op->code == OP_infeed ? "infeed_config" : "channel_id");
    int first = (int)(g_str_hash(name ? name : "") % 1000003);
    for (int l = 0; l < n_out; l++) {
        if (!(out[l] = ref_new(op, l, error)))
            return false;
        if (out[l]->type->kind == TYPE_ARRAY) {
            tensor_unref(out[l]);
            out[l] = fill_tensor(type_leaf(op->type, l), FILL_RANDOM, 0, first + l, 3);
        }
    }
    return true;
}

bool ref_host(RefCx *cx, const IrOp *op, Tensor **in, int n_out, Tensor **out, GError **error)
{
    if (!cx->grid && !op_is_with_host(op))
        return ref_unsupported(op, error, "it talks to another program");
    if (!cx->grid && (op->code == OP_infeed || op->code == OP_recv))
        return made_up(op, n_out, out, error);
    if (op->code == OP_infeed)
        return run_infeed(cx, op, n_out, out, error);
    if (op->code == OP_send && cx->grid) {
        GPtrArray *message = g_ptr_array_new_with_free_func(free_tensor);
        for (int l = 0; l < type_n_leaves(op->operands[0]->type); l++)
            g_ptr_array_add(message, tensor_ref(in[l]));
        g_queue_push_tail(channel_of(cx, op), message);
    } else if (op->code == OP_recv) {
        g_autoptr(GPtrArray) message = g_queue_pop_head(channel_of(cx, op));
        if (!message)
            return ref_unsupported(op, error, "nothing was sent on its channel");
        return deliver(op, message, n_out, out, error);
    } else if (op->code == OP_recv_done) { /* (data, context, token) becomes (data, token) */
        for (int l = 0; l < n_out - 1; l++)
            out[l] = tensor_ref(in[l]);
        return (out[n_out - 1] = ref_new(op, n_out - 1, error)) != NULL;
    }
    for (int l = 0; l < n_out; l++) /* send and outfeed: only a token is left */
        if (!(out[l] = ref_new(op, l, error)))
            return false;
    return true;
}

/* ---- the grid -------------------------------------------------------------------------------- */

static bool receives(const IrComp *comp)
{
    for (int i = 0; i < comp->n_ops; i++) {
        const IrOp *op = comp->ops[i];
        if (op->code == OP_recv)
            return true;
        for (int k = 0; k < op->n_comps; k++)
            if (receives(op->comps[k]))
                return true;
    }
    return false;
}

/* Where the leaves of each program begin among the op's operands and results. */
typedef struct Starts {
    int *in, *out; /* [program] */
} Starts;

/* Evaluates the programs one after the other. */
static bool run_apart(RefCx *cx, const IrOp *op, const RefLeaves *v, Starts at, GError **error)
{
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < cx->grid->n_programs; k++) {
            if (receives(op->comps[k]) != (pass == 1))
                continue;
            if (ref_comp_has_collectives(cx, op->comps[k]))
                return ref_unsupported(op, error,
                                       "different programs with collectives between them");
            RefCx one = ref_one_lane(cx, k);
            if (!ref_comp(&one, op->comps[k], v->in + at.in[k], v->out + at.out[k], error))
                return false;
        }
    return true;
}

/* Checks that the op's operands and results are those of its n programs, one after the other, and
 * fills `starts`. */
static bool lay_out(const IrOp *op, int n, const RefLeaves *v, Starts starts, GError **error)
{
    int at_in = 0, at_out = 0;
    for (int k = 0; k < n; k++) {
        const IrComp *comp = op->comps[k];
        starts.in[k] = at_in;
        starts.out[k] = at_out;
        at_in += ref_comp_n_args(comp);
        at_out += type_n_leaves(comp->root->type);
    }
    if (at_in != v->n_in || at_out != v->n_out)
        return ref_unsupported(op, error,
                               "its programs take %d arrays and give %d, it has %d and %d", at_in,
                               at_out, v->n_in, v->n_out);
    int o = 0, at = 0;
    for (int k = 0; k < n; k++)
        for (int p = 0; p < op->comps[k]->n_params; p++, o++)
            if (o >= op->n_operands ||
                op->comps[k]->params[p]->type->plain != op->operands[o]->type->plain)
                return ref_unsupported(op, error, "operand %d has another type than its program",
                                       o);
    for (int k = 0; k < n; k++)
        for (int l = 0; l < type_n_leaves(op->comps[k]->root->type); l++, at++)
            if (type_leaf(op->comps[k]->root->type, l)->plain != type_leaf(op->type, at)->plain)
                return ref_unsupported(op, error, "result %d has another type than its program",
                                       at);
    return true;
}

bool ref_parallel(RefCx *cx, const IrOp *op, const RefLeaves *v, GError **error)
{
    const char *text = pair_get(op->pairs, op->n_pairs, "interpreter.grid");
    int rows = 0, columns = 0;
    if (!text || sscanf(text, "%dx%d", &rows, &columns) != 2 || rows < 1 || columns < 1 ||
        rows > op->n_comps / columns)
        return ref_unsupported(op, error, "it has no programs");
    if (cx->n_lanes != 1 || cx->grid)
        return ref_unsupported(op, error, "it runs inside of another one");
    int n = rows * columns;
    g_autofree int *first_in = g_new(int, n), *first_out = g_new(int, n);
    Starts starts = {first_in, first_out};
    if (!lay_out(op, n, v, starts, error))
        return false;
    RefGrid grid = {op, n, 0, g_hash_table_new_full(NULL, NULL, NULL, free_queue)};
    g_autofree int64_t *ids = g_new(int64_t, n);
    bool same = true;
    for (int k = 0; k < n; k++) {
        ids[k] = k;
        same = same && op->comps[k] == op->comps[0];
    }
    RefCx inner = *cx;
    inner.n_lanes = n;
    inner.ids = ids;
    inner.n_replicas = rows;
    inner.n_partitions = columns;
    inner.n_devices = n;
    inner.grid = &grid;
    bool ok = same ? ref_comp(&inner, op->comps[0], v->in, v->out, error)
                   : run_apart(&inner, op, v, starts, error);
    g_hash_table_unref(grid.sent);
    return ok;
}
