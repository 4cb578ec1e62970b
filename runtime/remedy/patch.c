/* Changes as a patch in JAX's words, to be copied beside the code: under each place what goes and what comes.
 *
 *     jit(step, in_shardings=…)
 *     -   w['w1']: P('x', None)
 *     +   w['w1']: P(None, 'x')
 *     mlp.py:12    # v: the result of dot_general, f32[64,64]
 *     +   v = jax.lax.with_sharding_constraint(v, P('x', None))
 */
#include "runtime/remedy/remedy_impl.h"

static const Sharding *before_of(const Search *s, const RemedyChange *c)
{
    return c->annotation >= 0 ? s->c->log->annotations.v[c->annotation].sharding : NULL;
}

static void print_named(GString *out, Search *s, const RemedyChange *c, char sign, const Sharding *what)
{
    g_string_append_printf(out, "%c   %s: ", sign, remedy_name_of(s, c->kind, c->op, c->leaf));
    if (what)
        remedy_print_spec(out, s, what, false);
    else
        g_string_append(out, "None");
    g_string_append_c(out, '\n');
}

/* One of jit's lists. */
static void print_list(GString *out, Search *s, const RemedyChange *changes, int n, bool results)
{
    bool any = false;
    for (int i = 0; i < n; i++) {
        const RemedyChange *c = &changes[i];
        if (c->kind == KIND_CONSTRAINT || (c->kind == KIND_RESULT) != results)
            continue;
        const char *function = remedy_function(s);
        if (!any)
            g_string_append_printf(out, "jit(%s, %s=…)\n", function ? function : "…", results ? "out_shardings" : "in_shardings");
        any = true;
        if (before_of(s, c))
            print_named(out, s, c, '-', before_of(s, c));
        print_named(out, s, c, '+', c->to);
    }
}

static void print_constraint(GString *out, Search *s, const RemedyChange *c)
{
    const Sharding *before = before_of(s, c);
    const char *place = remedy_place_of(s, c->loc, before != NULL);
    const IrOp *op = search_op(s, c->op);
    g_string_append(out, *place ? place : "at the op");
    if (!before) {
        g_string_append_printf(out, "    # v: %s", remedy_call_name(s, c));
        if (op && op->type->kind == TYPE_ARRAY) {
            g_string_append(out, ", ");
            type_print(out, op->type, false);
        }
    }
    g_string_append_c(out, '\n');
    if (before) {
        g_string_append(out, "-   with_sharding_constraint(…, ");
        remedy_print_spec(out, s, before, true);
        g_string_append(out, ")\n");
    }
    if (c->to) {
        g_string_append(out, before ? "+   with_sharding_constraint(…, " : "+   v = jax.lax.with_sharding_constraint(v, ");
        remedy_print_spec(out, s, c->to, true);
        g_string_append(out, ")\n");
    }
}

const char *remedy_patch(Search *s, const RemedyChange *changes, int n)
{
    g_autoptr(GString) out = g_string_new(NULL);
    print_list(out, s, changes, n, false);
    print_list(out, s, changes, n, true);
    for (int i = 0; i < n; i++) {
        bool said = changes[i].kind != KIND_CONSTRAINT; /* constraints of one source line are one edit */
        for (int k = 0; k < i && !said; k++)
            said = changes[k].kind == KIND_CONSTRAINT && changes[k].to == changes[i].to && remedy_same_line(changes[k].loc, changes[i].loc);
        if (!said)
            print_constraint(out, s, &changes[i]);
    }
    return arena_strdup(s->arena, out->str);
}
