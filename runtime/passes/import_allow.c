/* allow_spmd_sharding_propagation_to_parameters and _to_output of HLO's header: a flag for all, or one for each value (or for
 * each parameter). What is said of a value so marked is where propagation begins, not where it must end: its dimensions are
 * open. Only GSPMD's annotations are meant; Shardy's say it themselves. Source: XLA's import of them into Shardy.
 * Start at import_allow_changes. */
#include <string.h>

#include "runtime/passes/import_impl.h"

typedef VEC(bool) Flags;

/* "true" or "{true,false}"; the header's reader checked the form. */
static Flags read_flags(const IrModule *m, const char *key)
{
    Flags flags = { 0 };
    const char *text = pair_get(m->extra, m->n_extra, key);
    for (const char *p = text; p && *p;) {
        bool yes = g_str_has_prefix(p, "true"), no = g_str_has_prefix(p, "false");
        if (yes || no)
            vec_push(&flags, yes);
        p += yes ? 4 : no ? 5 : 1;
    }
    return flags;
}

/* The flag of leaf `leaf` of all, or of value `value` that it is in. */
static bool flag_of(const Flags *flags, int n_leaves, int leaf, int n_values, int value)
{
    if (flags->n == 1)
        return flags->v[0];
    return flags->n == n_leaves ? flags->v[leaf] : flags->n == n_values && flags->v[value];
}

static bool check_number(const IrModule *m, const Flags *flags, const char *key, int n_leaves, int n_values, GError **error)
{
    const TextPos at = { .file = m->path, .line = 1, .col = 1 };
    return flags->n <= 1 || flags->n == n_leaves || flags->n == n_values ||
           diag(error, SHARD_ERROR_SHARDING, &at, "one for all, or one for each", "%d flags in %s for %d values", flags->n, key, n_leaves);
}

static void mark_parameters(Import *im, const Flags *flags, int n_leaves)
{
    const IrComp *entry = im->m->entry;
    for (int k = 0; k < im->notes.n; k++) {
        Note *note = &im->notes.v[k];
        if (note->kind != NOTE_PARAMETER || !note->gspmd || note->op->parent != entry || note->op->code != OP_parameter)
            continue;
        int number = (int)note->op->a.parameter.number, first = 0;
        for (int i = 0; i < number; i++)
            first += type_n_leaves(entry->params[i]->type);
        note->may_change = flag_of(flags, n_leaves, first + note->leaf, entry->n_params, number);
    }
}

/* Also what the root says of itself where it is the only result. */
static void mark_results(Import *im, const Flags *flags, int n_leaves)
{
    const IrComp *entry = im->m->entry;
    for (int k = 0; k < im->notes.n; k++) {
        Note *note = &im->notes.v[k];
        bool result = note->kind == NOTE_RESULT && note->comp == entry;
        bool root = note->kind == NOTE_CONSTRAINT && note->op == entry->root && note->op->code != OP_constraint;
        if (note->gspmd && (result || root))
            note->may_change = flag_of(flags, n_leaves, note->leaf, n_leaves, note->leaf);
    }
}

bool import_allow_changes(Import *im, GError **error)
{
    static const char to_parameters[] = "allow_spmd_sharding_propagation_to_parameters",
                      to_output[] = "allow_spmd_sharding_propagation_to_output";
    const IrComp *entry = im->m->entry;
    Flags parameters = read_flags(im->m, to_parameters), output = read_flags(im->m, to_output);
    int n_in = 0, n_out = type_n_leaves(entry->root->type);
    for (int i = 0; i < entry->n_params; i++)
        n_in += type_n_leaves(entry->params[i]->type);
    bool ok = check_number(im->m, &parameters, to_parameters, n_in, entry->n_params, error) &&
              check_number(im->m, &output, to_output, n_out, n_out, error);
    if (ok && parameters.n)
        mark_parameters(im, &parameters, n_in);
    if (ok && output.n)
        mark_results(im, &output, n_out);
    vec_clear(&parameters);
    vec_clear(&output);
    return ok;
}
