/* Changes as text: as sentences, as JAX source code, and as options of shardscope run. */
#include "runtime/remedy/remedy_impl.h"

#include <string.h>

#include "runtime/base/format.h"
#include "runtime/shard/spell.h"

enum { MAX_NAMED = 3 };

static const char *keep(Search *s, GString *text)
{
    const char *copy = arena_strdup(s->arena, text->str);
    g_string_free(text, TRUE);
    return copy;
}

const char *remedy_name_of(const Search *s, int kind, int op, int leaf)
{
    const IrOp *on = search_op(s, op);
    if (kind == KIND_RESULT) {
        const IrComp *entry = s->c->input->entry;
        const IrParamInfo *info = entry->results && leaf < type_n_leaves(entry->root->type) ? &entry->results[leaf] : NULL;
        const char *name = info ? pair_get(info->pairs, info->n_pairs, "jax.result_info") : NULL;
        if (name && *name)
            return name;
        GString *t = g_string_new(NULL);
        g_string_printf(t, "result %d", leaf);
        return keep((Search *)s, t);
    }
    if (!on)
        return "?";
    return on->code == OP_parameter ? arena_strdup(s->arena, label_value(s->labels, on, leaf)) : on->name;
}

void remedy_print_spec(GString *out, Search *s, const Sharding *sharding, bool constraint)
{
    sharding_print_spec(out, constraint ? sharding : sharding_closed(s->c->whole->shardings, sharding));
}

const char *remedy_place_of(Search *s, const Loc *loc, bool there)
{
    if (there)
        return decision_place(s->c->log, loc);
    loc = loc_of_user(loc);
    if (!loc || !loc->file)
        return "";
    const char *base = strrchr(loc->file, '/');
    return decision_text(s->c->log, "%s:%d", base ? base + 1 : loc->file, loc->line);
}

static void print_place(GString *out, Search *s, const Loc *loc, bool there)
{
    const char *place = remedy_place_of(s, loc, there);
    if (*place)
        g_string_append_printf(out, " (%s)", place);
}

/* Prints the names of the changes of one kind, "w1, w2 and 4 more"; returns how many there are. */
static int print_names(GString *out, Search *s, const RemedyChange *changes, int n, bool results)
{
    int total = 0, named = 0;
    for (int i = 0; i < n; i++)
        total += (changes[i].kind == KIND_RESULT) == results;
    for (int i = 0; i < n && named < MAX_NAMED; i++)
        if ((changes[i].kind == KIND_RESULT) == results) {
            bool last = named == total - 1;
            g_string_append_printf(out, "%s%s", !named ? "" : last ? " and " : ", ", remedy_name_of(s, changes[i].kind, changes[i].op, changes[i].leaf));
            if (total == 1)
                print_place(out, s, changes[i].loc, true);
            named++;
        }
    if (total > named)
        g_string_append_printf(out, " and %d more like %s", total - named, named == 1 ? "it" : "them");
    return total;
}

static void print_from_to(GString *out, Search *s, const RemedyChange *c)
{
    bool constraint = c->kind == KIND_CONSTRAINT;
    g_string_append(out, ": ");
    if (c->annotation >= 0)
        remedy_print_spec(out, s, s->c->log->annotations.v[c->annotation].sharding, constraint);
    else
        g_string_append(out, "not given");
    g_string_append(out, " → ");
    if (c->to)
        remedy_print_spec(out, s, c->to, constraint);
    else
        g_string_append(out, "not given");
}

bool remedy_same_line(const Loc *a, const Loc *b)
{
    return a && b && a->file && b->file && a->line == b->line && a->col == b->col && g_str_equal(a->file, b->file);
}

const char *remedy_call_name(Search *s, const RemedyChange *c)
{
    const IrOp *op = search_op(s, c->op);
    int leaf = c->leaf;
    while (op && (op->code == OP_reshard || op->code == OP_constraint)) { /* the value that it is on */
        IrValue v = value_resolve(op->operands[0], 0);
        op = v.op;
        leaf = v.leaf;
    }
    const char *slash = op && op->op_name && op->code != OP_parameter ? strrchr(op->op_name, '/') : NULL;
    GString *t = g_string_new(NULL);
    if (slash && slash[1])
        g_string_printf(t, "the result of %s", slash + 1);
    else if (op && op->code != OP_parameter)
        g_string_printf(t, "the result of %s", op->op_name && *op->op_name ? op->op_name : op_info[op->code].id);
    else
        g_string_assign(t, remedy_name_of(s, c->kind, op ? op->id : c->op, leaf));
    return keep(s, t);
}

/* Prints the changes from `first` on that replace the same sharding by the same one; returns how many. */
static int print_group(GString *out, Search *s, const RemedyChange *changes, int n)
{
    const RemedyChange *c = &changes[0];
    if (c->kind == KIND_CONSTRAINT) {
        g_string_append(out, c->annotation < 0 ? "a new with_sharding_constraint" : c->to ? "with_sharding_constraint" : "leave out with_sharding_constraint");
        if (c->annotation < 0 || !c->loc)
            g_string_append_printf(out, " on %s", remedy_call_name(s, c));
        int same = 1;
        while (same < n && changes[same].kind == KIND_CONSTRAINT && changes[same].to == c->to && remedy_same_line(changes[same].loc, c->loc))
            same++;
        if (same > 1) {
            bool one_site = true;
            for (int i = 1; i < same; i++)
                one_site &= decision_call_site(s->c->log, changes[i].loc) == decision_call_site(s->c->log, c->loc);
            const char *base = strrchr(c->loc->file, '/');
            if (one_site || c->annotation < 0)
                g_string_append_printf(out, " (%s, all %d calls)", remedy_place_of(s, c->loc, c->annotation >= 0), same);
            else
                g_string_append_printf(out, " (%s:%d, all %d calls)", base ? base + 1 : c->loc->file, c->loc->line, same);
        } else {
            print_place(out, s, c->loc, c->annotation >= 0);
        }
        if (c->annotation < 0) {
            g_string_append(out, ": ");
            remedy_print_spec(out, s, c->to, true);
        } else if (c->to) {
            print_from_to(out, s, c);
        } else {
            g_string_append(out, ": ");
            remedy_print_spec(out, s, s->c->log->annotations.v[c->annotation].sharding, true);
        }
        return same;
    }
    int same = 1;
    while (same < n && changes[same].kind != KIND_CONSTRAINT && changes[same].to == c->to && changes[same].annotation >= 0 && c->annotation >= 0 &&
           sharding_same_layout(s->c->log->annotations.v[changes[same].annotation].sharding, s->c->log->annotations.v[c->annotation].sharding))
        same++;
    GString *params = g_string_new(NULL), *results = g_string_new(NULL);
    int n_params = print_names(params, s, changes, same, false), n_results = print_names(results, s, changes, same, true);
    if (n_params)
        g_string_append_printf(out, "in_shardings of %s", params->str);
    if (n_results)
        g_string_append_printf(out, "%sout_shardings of %s", n_params ? " and " : "", results->str);
    g_string_free(params, TRUE);
    g_string_free(results, TRUE);
    print_from_to(out, s, c);
    return same;
}

const char *remedy_text(Search *s, const RemedyChange *changes, int n)
{
    GString *t = g_string_new(NULL);
    for (int i = 0; i < n;) {
        if (i)
            g_string_append(t, "; ");
        i += print_group(t, s, &changes[i], n - i);
    }
    return keep(s, t);
}

/* ---- as source code------------------------------------------------------------------------------------------------------ */

const char *remedy_function(const Search *s)
{
    const char *name = s->c->input->name;
    return name && g_str_has_prefix(name, "jit_") && name[4] ? name + 4 : NULL;
}

static void print_at(GString *out, Search *s, const Loc *loc, bool there)
{
    const char *place = remedy_place_of(s, loc, there);
    if (*place)
        g_string_append_printf(out, "%s: ", place);
}

/* The changes in one of jit's lists, in_shardings or out_shardings: "P('x', None) for w['w1'], w['w2']". */
static void print_specs(GString *out, Search *s, const RemedyChange *changes, int n, bool results)
{
    int named = 0, total = 0;
    for (int i = 0; i < n; i++)
        total += (changes[i].kind == KIND_RESULT) == results && changes[i].kind != KIND_CONSTRAINT;
    if (!total)
        return;
    const char *function = remedy_function(s);
    g_string_append_printf(out, "%sjit(%s, %s=…): ", out->len ? "; " : "", function ? function : "…", results ? "out_shardings" : "in_shardings");
    for (int i = 0; i < n; i++) {
        const RemedyChange *c = &changes[i];
        if (c->kind == KIND_CONSTRAINT || (c->kind == KIND_RESULT) != results)
            continue;
        if (named == 2 * MAX_NAMED && total > named + 1) {
            g_string_append_printf(out, " and %d more like %s", total - named, "them");
            return;
        }
        g_string_append(out, named++ ? ", " : "");
        if (c->to)
            remedy_print_spec(out, s, c->to, false);
        else
            g_string_append(out, "None");
        g_string_append_printf(out, " for %s", remedy_name_of(s, c->kind, c->op, c->leaf));
    }
}

static void print_constraint(GString *out, Search *s, const RemedyChange *c)
{
    g_string_append(out, out->len ? "; " : "");
    print_at(out, s, c->loc, c->annotation >= 0);
    const IrOp *op = search_op(s, c->op);
    bool backward = op && op->op_name && strstr(op->op_name, "transpose(jvp");
    if (c->annotation >= 0 && !c->to) {
        g_string_append(out, "leave out with_sharding_constraint(…, ");
        remedy_print_spec(out, s, s->c->log->annotations.v[c->annotation].sharding, true);
        g_string_append_c(out, ')');
        return;
    }
    g_string_append(out, c->annotation >= 0 ? "with_sharding_constraint(…, " : "v = jax.lax.with_sharding_constraint(v, ");
    remedy_print_spec(out, s, c->to, true);
    g_string_append_c(out, ')');
    if (c->annotation >= 0) {
        g_string_append(out, " instead of ");
        remedy_print_spec(out, s, s->c->log->annotations.v[c->annotation].sharding, true);
    } else {
        g_string_append_printf(out, ", where v is %s", remedy_call_name(s, c));
        if (op && op->type->kind == TYPE_ARRAY) {
            g_string_append_c(out, ' ');
            type_print(out, op->type, false);
        }
        if (backward)
            g_string_append(out, " of the gradient computation");
    }
}

const char *remedy_code(Search *s, const RemedyChange *changes, int n)
{
    GString *t = g_string_new(NULL);
    print_specs(t, s, changes, n, false);
    print_specs(t, s, changes, n, true);
    for (int i = 0; i < n; i++) {
        bool said = changes[i].kind != KIND_CONSTRAINT; /* constraints of one source line are printed once */
        for (int k = 0; k < i && !said; k++)
            said = changes[k].kind == KIND_CONSTRAINT && changes[k].to == changes[i].to && remedy_same_line(changes[k].loc, changes[i].loc);
        if (!said)
            print_constraint(t, s, &changes[i]);
    }
    return keep(s, t);
}

/* The parameter as --shard takes it; NULL: it is one of a tuple, which that option cannot change. */
static const char *option_name(const Search *s, const RemedyChange *c)
{
    const IrOp *on = search_op(s, c->op);
    if (!on || on->type->kind == TYPE_TUPLE)
        return NULL;
    return on->op_name && *on->op_name ? on->op_name : on->name;
}

const char *remedy_try_with(Search *s, const RemedyChange *changes, int n)
{
    GString *t = g_string_new(NULL);
    for (int i = 0; i < n; i++) {
        const RemedyChange *c = &changes[i];
        const char *name = c->kind == KIND_CONSTRAINT || c->kind == KIND_RESULT || !c->to ? NULL : option_name(s, c);
        if (!name) {
            g_string_free(t, TRUE);
            return NULL;
        }
        GString *one = g_string_new(name);
        g_string_append_c(one, '=');
        remedy_print_spec(one, s, c->to, false);
        bool plain = !strpbrk(one->str, "\"$`\\!");
        char *quoted = plain ? g_strdup_printf("\"%s\"", one->str) : g_shell_quote(one->str);
        g_string_append_printf(t, "%s--shard %s", i ? " " : "", quoted);
        g_free(quoted);
        g_string_free(one, TRUE);
    }
    return keep(s, t);
}

const char *remedy_move_text(Search *s, const char *value, const char *plan, int64_t bytes)
{
    GString *t = g_string_new(NULL);
    g_auto(GStrv) steps = g_strsplit(plan ? plan : "", " ; ", -1);
    for (char **p = steps; *p; p++) {
        int n = (int)strcspn(*p, "(");
        if (n && strncmp(*p, "slice", 5) != 0)
            g_string_append_printf(t, "%s%.*s", t->len ? ", " : "", n, *p);
    }
    if (!t->len)
        g_string_append(t, "a move");
    g_string_append_printf(t, " of %s (", value);
    g_autofree char *size = format_size(bytes);
    g_string_append(t, size);
    g_string_append_c(t, ')');
    return keep(s, t);
}
