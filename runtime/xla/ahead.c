/* What follows a value of the divided program: the first ops after it that the program as written has. */
#include "runtime/xla/explain_impl.h"

typedef struct RootLeaf {
    const IrComp *comp;
    int leaf;
} RootLeaf;

void explain_note_roots(Explain *x)
{
    for (int k = 0; k < x->local->n_comps; k++) {
        IrComp *c = x->local->comps[k];
        for (int leaf = 0; c->root && leaf < type_n_leaves(c->root->type); leaf++) {
            int v = side_value(x->align->local, c->root, leaf);
            if (v < 0)
                continue;
            GPtrArray *list = g_hash_table_lookup(x->roots, GINT_TO_POINTER(v + 1));
            if (!list)
                g_hash_table_insert(x->roots, GINT_TO_POINTER(v + 1), list = g_ptr_array_new_with_free_func(g_free));
            RootLeaf *r = g_new(RootLeaf, 1);
            *r = (RootLeaf){ c, leaf };
            g_ptr_array_add(list, r);
        }
    }
}

enum { MAX_AHEAD = 400 };

/* True if a result of an op that the compiler made is not made of this operand: what was combined into one collective stays apart. */
static bool is_of_another(const IrOp *op, int pos, int leaf)
{
    int n = op->n_operands, leaves = type_n_leaves(op->type);
    bool combined = n > 1 && (op_is_collective(op) || op->code == OP_opt_barrier) && op->code != OP_all_to_all && (leaves == n || leaves == 2 * n);
    return combined && leaf % n != pos;
}

void explain_ahead(const Explain *x, int value, Ahead *out)
{
    const Side *side = x->align->local;
    *out = (Ahead){ .output = -1 };
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    g_autoptr(GArray) queue = g_array_new(FALSE, FALSE, sizeof(int));
    g_array_append_val(queue, value);
    g_hash_table_add(seen, GINT_TO_POINTER(value + 1));
    for (guint at = 0; at < queue->len && at < MAX_AHEAD; at++) {
        int v = g_array_index(queue, int, at);
        for (int u = 0; u < side->uses[v].n; u++) {
            IrOp *user = side->uses[v].v[u].op;
            const IrOp *match = x->align->match[user->id];
            if (match && out->n < MAX_CONSUMERS)
                out->v[out->n++] = (Consumer){ match, user, side->uses[v].v[u].pos };
            for (int leaf = 0; !match && leaf < type_n_leaves(user->type); leaf++) {
                int next = side->base[user->id] + leaf;
                if (user->code != OP_while && !is_of_another(user, side->uses[v].v[u].pos, leaf) && g_hash_table_add(seen, GINT_TO_POINTER(next + 1)))
                    g_array_append_val(queue, next);
            }
        }
        const GPtrArray *roots = g_hash_table_lookup(x->roots, GINT_TO_POINTER(v + 1));
        for (guint i = 0; roots && i < roots->len; i++) {
            const RootLeaf *r = roots->pdata[i];
            IrOp *caller = side_caller(side, r->comp);
            if (r->comp == x->local->entry)
                out->output = out->output < 0 ? r->leaf : out->output;
            else if (caller && caller->code == OP_while && caller->n_comps == 2 && caller->comps[1] == r->comp) {
                out->loop = caller;
                out->carried = value_resolve(r->comp->root, r->leaf);
            }
            else if (caller && caller->code == OP_conditional && g_hash_table_add(seen, GINT_TO_POINTER(side->base[caller->id] + r->leaf + 1))) {
                int next = side->base[caller->id] + r->leaf;
                g_array_append_val(queue, next);
            }
        }
    }
}

