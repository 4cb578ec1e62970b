/* The log of decisions: growing arrays, with texts in the log's arena. See decision.h. */
#include "runtime/ir/decision.h"

#include <stdarg.h>
#include <string.h>

#include "runtime/base/format.h"

DecisionLog *decision_log_new(void)
{
    DecisionLog *log = g_new0(DecisionLog, 1);
    log->arena = arena_new_root();
    log->text = g_string_new(NULL);
    return log;
}

void decision_log_free(DecisionLog *log)
{
    if (!log)
        return;
    vec_clear(&log->steps);
    vec_clear(&log->reshards);
    vec_clear(&log->choices);
    vec_clear(&log->splits);
    vec_clear(&log->annotations);
    arena_free(log->arena);
    g_string_free(log->text, TRUE);
    g_free(log);
}

int decision_step(DecisionLog *log, const PropStep *s)
{
    if (!log)
        return -1;
    vec_push(&log->steps, *s);
    return log->steps.n - 1;
}

int decision_reshard(DecisionLog *log, const Reshard *r)
{
    if (!log)
        return -1;
    vec_push(&log->reshards, *r);
    log->reshards.v[log->reshards.n - 1].id = log->reshards.n;
    return log->reshards.n - 1;
}

int decision_choice(DecisionLog *log, const Choice *c)
{
    if (!log)
        return -1;
    vec_push(&log->choices, *c);
    return log->choices.n - 1;
}

int decision_split(DecisionLog *log, const OpSplit *s)
{
    if (!log)
        return -1;
    vec_push(&log->splits, *s);
    return log->splits.n - 1;
}

int decision_annotation(DecisionLog *log, const Annotation *a)
{
    if (!log)
        return -1;
    vec_push(&log->annotations, *a);
    return log->annotations.n - 1;
}

static gint64 *value_key(int op, int leaf)
{
    gint64 key = (gint64)op << 24 | leaf;
    return g_memdup2(&key, sizeof key);
}

static void rename_value(GHashTable *map, int *op, int *leaf)
{
    for (int hops = 0; *op >= 0 && hops < 1000; hops++) {
        gint64 key = (gint64)*op << 24 | MAX(*leaf, 0);
        const Renamed *r = g_hash_table_lookup(map, &key);
        if (!r)
            return;
        *op = r->to_op;
        *leaf = r->to_leaf;
    }
}

void decision_rename(DecisionLog *log, const Renamed *list, int n)
{
    if (!log || !n)
        return;
    g_autoptr(GHashTable) map = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    for (int i = 0; i < n; i++)
        g_hash_table_insert(map, value_key(list[i].op, list[i].leaf), (gpointer)&list[i]);
    for (int i = 0; i < log->steps.n; i++) {
        PropStep *s = &log->steps.v[i];
        rename_value(map, &s->op, &s->leaf);
        rename_value(map, &s->src_op, &s->src_leaf);
        if (s->op == s->src_op && s->leaf == s->src_leaf && s->taken)
            s->op = -1; /* both ends are the same value now: the way through the call is gone */
    }
    for (int i = 0; i < log->annotations.n; i++)
        rename_value(map, &log->annotations.v[i].op, &log->annotations.v[i].leaf);
}

const char *decision_text(DecisionLog *log, const char *fmt, ...)
{
    if (log && log->quiet)
        return "";
    if (!log)
        return "";
    va_list ap;
    va_start(ap, fmt);
    g_string_truncate(log->text, 0);
    format_append_list(log->text, fmt, ap);
    va_end(ap);
    return arena_strndup(log->arena, log->text->str, log->text->len);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool same_line(const Loc *a, const Loc *b)
{
    return a && b && a->file && b->file && a->line == b->line && g_str_equal(a->file, b->file);
}

static bool is_users(const Loc *loc)
{
    return loc && loc->file && loc->line > 0 && loc_of_user(loc) == loc;
}

const Loc *decision_call_site(const DecisionLog *log, const Loc *loc)
{
    enum { CONSTRAINT = 3, MAX_DEPTH = 12 };
    loc = loc_of_user(loc);
    const Loc *first = loc ? loc->caller : NULL, *at = first;
    for (int depth = 1; depth < MAX_DEPTH && is_users(at); depth++, at = at->caller)
        for (int i = 0; i < log->annotations.n; i++) {
            const Annotation *a = &log->annotations.v[i];
            const Loc *other = a->kind == CONSTRAINT && a->loc ? loc_of_user(a->loc) : NULL;
            if (!same_line(other, loc))
                continue;
            for (int k = 0; k < depth && other; k++)
                other = other->caller;
            if (!same_line(other, at))
                return at;
        }
    return is_users(first) && !same_line(first, loc) ? first : NULL;
}

const char *decision_place(DecisionLog *log, const Loc *loc)
{
    loc = loc_of_user(loc);
    if (!log || log->quiet || !loc || !loc->file)
        return "";
    const Loc *site = decision_call_site(log, loc);
    if (!site)
        return decision_text(log, "%s:%d", base_name(loc->file), loc->line);
    if (g_str_equal(site->file, loc->file))
        return decision_text(log, "%s:%d, called at line %d", base_name(loc->file), loc->line, site->line);
    return decision_text(log, "%s:%d, in %s:%d", base_name(site->file), site->line, base_name(loc->file), loc->line);
}

/* The call is the last part of "jit(f)/mlp/dot_general"; the opcode if the framework recorded no name. */
const char *decision_label(DecisionLog *log, const IrOp *op)
{
    if (!log || log->quiet)
        return "";
    bool backward = op->op_name && strstr(op->op_name, "transpose(jvp");
    const char *slash = op->op_name ? strrchr(op->op_name, '/') : NULL;
    const char *name = slash && slash[1] ? slash + 1 : op->op_name && *op->op_name ? op->op_name : op_info[op->code].id;
    const Loc *loc = loc_of_user(op->loc);
    const char *pass = backward ? ", backward pass" : "";
    bool constraint = op_family(op) == FAMILY_constraint || g_str_equal(name, "sharding_constraint") || (op->code == OP_reshard && !(op->op_name && *op->op_name)); /* which it becomes once propagated */
    if (constraint) /* a constraint is named as written in the program */
        name = "with_sharding_constraint";
    if (!loc || !loc->file)
        return backward ? decision_text(log, "%s (backward pass)", name) : decision_text(log, "%s", name);
    if (constraint)
        return decision_text(log, "%s (%s%s)", name, decision_place(log, loc), pass);
    if (loc == op->loc || !op->loc->file)
        return decision_text(log, "%s (%s:%d%s)", name, base_name(loc->file), loc->line, pass);
    return decision_text(log, "%s (%s:%d, in %s:%d%s)", name, base_name(loc->file), loc->line, base_name(op->loc->file), op->loc->line, pass);
}

/* What goes between hosts goes over a network, and is the dear part of moving data. */
static void print_far(GString *out, int64_t mine, int64_t best, const char *far)
{
    g_autofree char *more = format_size(mine), *less = format_size(best);
    format_append(out, ", and moves %s between %s, where the chosen way ", more, far);
    if (best)
        format_append(out, "moves %s", less);
    else
        text_put(out, "stays inside one");
}

/* Most choices have five options, so their sentences are made on demand. */
const char *decision_option_why(GString *scratch, const Choice *c, int i)
{
    const ChoiceOption *o = &c->options[i];
    if (o->rejected_because || o->chosen)
        return o->rejected_because;
    const ChoiceOption none = { .chosen = false }, *best = &none;
    for (int k = 0; k < c->n_options; k++)
        if (c->options[k].chosen)
            best = &c->options[k];
    const double many = 100; /* of which nobody wants the digits */
    double mine = o->comm_ns + o->compute_ns, least = best->comm_ns + best->compute_ns;
    g_string_truncate(scratch, 0);
    if (mine < many * least)
        format_append(scratch, "costs %.2f times as much", mine / least);
    else
        format_append(scratch, "costs %.4g µs instead of %.4g µs", mine / 1e3, least / 1e3);
    format_append(scratch, ", %.0f%% of it for moving data", 100 * o->comm_ns / MAX(mine, 1e-9));
    if (o->far_bytes > best->far_bytes)
        print_far(scratch, o->far_bytes, best->far_bytes, c->far);
    return scratch->str;
}

static void print_named(GString *out, const NamedDim *v)
{
    format_append(out, "dim %d of ", v->dim);
    if (!v->name)
        format_append(out, "result %d of the program", v->leaf);
    else if (v->leaf)
        format_append(out, "%%%s#%d", v->name, v->leaf);
    else
        format_append(out, "%%%s", v->name);
}

/* There are more steps than ops, so their sentences are made on demand too. */
const char *decision_step_why(GString *scratch, const PropStep *s)
{
    if (s->why)
        return s->why;
    g_string_truncate(scratch, 0);
    print_named(scratch, &s->value);
    text_put(scratch, s->from.dim < 0 ? " follows the other values of " : " follows ");
    if (s->from.dim >= 0) {
        print_named(scratch, &s->from);
        text_put(scratch, ", by ");
    }
    if (s->via)
        format_append(scratch, "%s %%%s", op_info[s->via_code].hlo ? op_info[s->via_code].hlo : op_info[s->via_code].id, s->via);
    else
        text_put(scratch, "the program's result");
    return scratch->str;
}
