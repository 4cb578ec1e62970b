/* Families of annotations that are changed together. A trained array appears as an argument, as a result, and in the optimiser's
 * moments; all of them change their sharding together. So do the constraints that one source line makes in several calls. */
#include "runtime/remedy/remedy_impl.h"

#include <string.h>

#include "runtime/shard/spell.h"

/* The last keys of a framework's name, at most two, with numbers replaced by #: "['layer_#']['w1']" for "p['layer_12']['w1']"; the
 * whole name if it has no keys. */
static char *role_of(const char *name)
{
    const char *start = name + strlen(name), *p = start;
    for (int k = 0; k < 2 && p > name && p[-1] == ']'; k++) {
        const char *open = p - 1;
        while (open > name && *open != '[')
            open--;
        if (*open != '[')
            break;
        start = p = open;
    }
    GString *out = g_string_new(NULL);
    for (const char *c = *start ? start : name; *c; c++) {
        if (!g_ascii_isdigit(*c) || *start == 0)
            g_string_append_c(out, *c);
        else if (c == start || !g_ascii_isdigit(c[-1]))
            g_string_append_c(out, '#');
    }
    return g_string_free(out, FALSE);
}

const Type *remedy_type_of(const Search *s, const RemedyChange *change)
{
    const IrOp *op = search_op(s, change->op);
    return op && change->leaf < type_n_leaves(op->type) ? type_leaf(op->type, change->leaf) : NULL;
}

/* Number of a parameter's leaf among the leaves of all parameters. */
static int64_t param_leaf(const Search *s, int op, int leaf)
{
    const IrComp *entry = s->c->input->entry;
    int64_t n = 0;
    for (int i = 0; i < entry->n_params; i++) {
        if (entry->params[i]->id == op)
            return n + leaf;
        n += type_n_leaves(entry->params[i]->type);
    }
    return -1;
}

/* A result that is stored in an argument's memory is that argument's next value, so it is named after the argument. */
static const char *argument_of(const Search *s, int leaf)
{
    const IrModule *m = s->c->input;
    for (int i = 0; i < m->n_aliases; i++) {
        if (m->aliases[i].output != leaf)
            continue;
        for (int p = 0; p < m->entry->n_params; p++)
            for (int k = 0; k < type_n_leaves(m->entry->params[p]->type); k++)
                if (param_leaf(s, m->entry->params[p]->id, k) == m->aliases[i].param)
                    return remedy_name_of(s, KIND_PARAMETER, m->entry->params[p]->id, k);
    }
    return NULL;
}

static bool feeds_a_result(const Search *s, int op, int leaf)
{
    int64_t n = param_leaf(s, op, leaf);
    for (int i = 0; i < s->c->input->n_aliases; i++)
        if (s->c->input->aliases[i].param == n && s->c->input->aliases[i].output >= 0)
            return true;
    return false;
}

/* Members of a family have the same role, shape and sharding. */
char *remedy_family_of(const Search *s, int annotation, bool wide)
{
    const Annotation *a = &s->c->log->annotations.v[annotation];
    if (a->kind == KIND_CONSTRAINT && a->sharding && a->loc && a->loc->file) { /* a source line that several calls execute */
        g_autoptr(GString) key = g_string_new(NULL);
        const Loc *site = wide ? NULL : decision_call_site(s->c->log, a->loc);
        g_string_printf(key, "%s:%d:%d ", a->loc->file, a->loc->line, a->loc->col);
        if (site)
            g_string_append_printf(key, "%s:%d ", site->file, site->line);
        sharding_print_sdy(key, a->sharding, false);
        return g_strdup(key->str);
    }
    if (wide || (a->kind != KIND_PARAMETER && a->kind != KIND_RESULT && a->kind != KIND_OVERRIDE) || !a->sharding)
        return NULL;
    RemedyChange as = { .kind = a->kind, .op = a->op, .leaf = a->leaf };
    const Type *t = remedy_type_of(s, &as);
    if (!t || t->kind != TYPE_ARRAY)
        return NULL;
    bool result = a->kind == KIND_RESULT;
    const char *name = result ? argument_of(s, a->leaf) : NULL;
    bool trained = result ? name != NULL : feeds_a_result(s, a->op, a->leaf);
    if (!name)
        name = remedy_name_of(s, a->kind, a->op, a->leaf);
    if (!strchr(name, '[') && !trained)
        return NULL;
    g_autofree char *role = role_of(name);
    g_autoptr(GString) key = g_string_new(role);
    for (int d = 0; d < t->rank; d++)
        g_string_append_printf(key, "|%" G_GINT64_FORMAT, t->dims[d]);
    sharding_print_sdy(key, sharding_closed(s->c->whole->shardings, a->sharding), false);
    return g_strdup(key->str);
}
