/* Framework names of ops in functions and regions. JAX names what is in a function, or in a region that each device computes by itself, from where that begins:
 * "cell/add", also if it is called as "jit(f)/layer0/jit(inner)". XLA puts both together when it inlines the call, and so do we, once each call has a copy of
 * its own: "jit(f)/layer0/jit(inner)/cell/add" says which layer's op it is. */
#include "runtime/ir/paths.h"

#include <string.h>

/* A name that begins as the caller's does is whole: older versions of JAX write them so, and so does who asks twice. */
static bool is_whole(const char *name, const char *caller)
{
    size_t n = strcspn(caller, "/");
    return strncmp(name, caller, n) == 0 && (name[n] == '/' || !name[n]);
}

static void complete(IrModule *m, IrOp *op, const char *caller)
{
    if (op->code == OP_parameter || !op->op_name || !*op->op_name || is_whole(op->op_name, caller))
        return;
    g_autofree char *whole = g_strconcat(caller, "/", op->op_name, NULL);
    op->op_name = str_intern(m->strs, whole);
}

/* What names in the computations of `op` begin with, in a computation where they begin with `caller`. Loops and branches name from where their own function begins. */
static const char *caller_within(const IrOp *op, const char *caller)
{
    bool names_anew = op->code == OP_call || op->code == OP_manual;
    return names_anew && op->op_name && *op->op_name ? op->op_name : caller;
}

void module_complete_names(IrModule *m)
{
    g_autoptr(GHashTable) caller_of = g_hash_table_new(NULL, NULL);
    for (int i = m->n_comps - 1; i >= 0; i--) { /* callers first */
        const IrComp *c = m->comps[i];
        const char *caller = g_hash_table_lookup(caller_of, c);
        for (int k = 0; k < c->n_ops; k++) {
            IrOp *op = c->ops[k];
            if (caller)
                complete(m, op, caller);
            const char *within = op_owns_comps(op) ? caller_within(op, caller) : NULL;
            for (int j = 0; within && j < op->n_comps; j++)
                g_hash_table_insert(caller_of, op->comps[j], (gpointer)within);
        }
    }
}
