/* Writes the log of decisions as rows of the trace. */
#include "runtime/record/record_impl.h"

#include <string.h>

#include "runtime/remedy/roots.h"
#include "runtime/ir/label.h"
#include "runtime/shard/spell.h"
#include "runtime/shard/tiles.h"

static const char *axes_or_null(GString *s, const Mesh *mesh, AxisList axes)
{
    g_string_truncate(s, 0);
    axis_list_print(s, mesh, axes);
    return axes.n ? s->str : NULL;
}

static int64_t pass_named(const Record *r, const Compiled *c, const char *name)
{
    for (int i = 0; i < c->passes.n; i++)
        if (g_str_equal(c->passes.v[i].name, name))
            return r->pass_row[i];
    return 0;
}

static void put_steps(Record *r, const Compiled *c, GString *a, GString *b)
{
    g_autoptr(GString) why = g_string_new(NULL);
    int64_t pass = pass_named(r, c, "propagate");
    for (int i = 0; i < c->log->steps.n; i++) {
        const PropStep *s = &c->log->steps.v[i];
        if (!record_input_inst(r, s->op))
            continue;
        const char *axes = axes_or_null(a, s->mesh, s->axes);
        TracePropStep row = { .module_id = r->module_id, .seq = i, .pass_id = pass, .inst_id = record_input_inst(r, s->op),
                              .axes = axes ? axes : "", .src_inst = record_input_inst(r, s->src_op), .src_loc = record_loc(r, s->src_loc),
                              .via_inst = record_input_inst(r, s->via_op), .factor = s->factor, .taken = s->taken, .why = decision_step_why(why, s),
                              .leaf = s->leaf, .src_leaf = MAX(s->src_leaf, 0), .asked = axes_or_null(b, s->mesh, s->asked), .prio = TRACE_INT(s->priority),
                              .stage = TRACE_INT(s->stage) };
        if (s->dim >= 0)
            row.dim = TRACE_INT(s->dim);
        if (s->direction)
            row.direction = TRACE_INT(s->direction);
        trace_put_prop_step(r->w, &row);
    }
}

/* Choices with equal options share rows: equal layers have thousands of them. */
static guint hash_options(gconstpointer p)
{
    const Choice *c = p;
    guint h = (guint)c->n_options;
    for (int k = 0; k < c->n_options; k++)
        h = h * 31 + g_double_hash(&c->options[k].est_ns) + g_str_hash(c->options[k].text ? c->options[k].text : "");
    return h;
}

static gboolean equal_options(gconstpointer pa, gconstpointer pb)
{
    const Choice *a = pa, *b = pb;
    if (a->n_options != b->n_options)
        return FALSE;
    for (int k = 0; k < a->n_options; k++) {
        const ChoiceOption *x = &a->options[k], *y = &b->options[k];
        if (x->est_ns != y->est_ns || x->comm_ns != y->comm_ns || x->compute_ns != y->compute_ns || x->bytes_moved != y->bytes_moved ||
            x->peak_bytes != y->peak_bytes || x->far_bytes != y->far_bytes || x->flops != y->flops || x->chosen != y->chosen || g_strcmp0(x->text, y->text) != 0 ||
            g_strcmp0(x->rejected_because, y->rejected_because) != 0)
            return FALSE;
    }
    return TRUE;
}

static void put_choices(Record *r, const Compiled *c, GString *why)
{
    int64_t pass = pass_named(r, c, "reshard");
    g_autoptr(GHashTable) known = g_hash_table_new(hash_options, equal_options); /* Choice -> row */
    r->choice_row = g_new0(int64_t, c->log->choices.n + 1);
    for (int i = 0; i < c->log->choices.n; i++) {
        const Choice *ch = &c->log->choices.v[i];
        if (!record_input_inst(r, ch->op))
            continue;
        int64_t same = GPOINTER_TO_SIZE(g_hash_table_lookup(known, ch));
        r->choice_row[i] = trace_put_choice(r->w, &(TraceChoice){ .module_id = r->module_id, .seq = i, .pass_id = pass,
                                                                  .inst_id = record_input_inst(r, ch->op), .what = ch->what, .same_id = same });
        if (same)
            continue;
        g_hash_table_insert(known, (gpointer)ch, GSIZE_TO_POINTER(r->choice_row[i]));
        for (int k = 0; k < ch->n_options; k++) {
            const ChoiceOption *o = &ch->options[k];
            trace_put_choice_option(r->w, &(TraceChoiceOption){
                .choice_id = r->choice_row[i], .rank = k, .text = o->text ? o->text : "", .est_ns = TRACE_REAL(o->est_ns),
                .comm_ns = TRACE_REAL(o->comm_ns), .compute_ns = TRACE_REAL(o->compute_ns), .bytes_moved = TRACE_INT(o->bytes_moved),
                .flops = TRACE_REAL(o->flops), .chosen = o->chosen, .rejected_because = decision_option_why(why, ch, k) });
        }
    }
}

static void put_splits(Record *r, const Compiled *c, GString *a, GString *b)
{
    for (int i = 0; i < c->log->splits.n; i++) {
        const OpSplit *s = &c->log->splits.v[i];
        if (!record_input_inst(r, s->op))
            continue;
        trace_put_op_split(r->w, &(TraceOpSplit){ .inst_id = record_input_inst(r, s->op), .how = s->how,
                                                  .axes = axes_or_null(a, s->mesh, s->axes), .idle_axes = axes_or_null(b, s->mesh, s->idle_axes),
                                                  .why = s->why ? s->why : "", .flops_one = TRACE_REAL(s->flops_one),
                                                  .flops_sum = TRACE_REAL(s->flops_sum) });
    }
}

/* Names values for people and finds the annotations behind their shardings. */
typedef struct Names {
    const Compiled *c;
    DecisionLog *log;          /* the program's, with a place of its own for the texts made here */
    ShardingTable *shardings;  /* likewise */
    Labels *labels;
    Roots *roots;
    const IrOp **ops;          /* of the input module, by id */
    int n_ops;
    Arena *scratch;
} Names;

static Names names_new(const Compiled *c)
{
    Names n = { .c = c, .log = g_memdup2(c->log, sizeof *c->log), .roots = roots_new(c->log), .ops = g_new0(const IrOp *, c->input->next_id + 1),
                .n_ops = c->input->next_id, .scratch = arena_new_root() };
    n.log->arena = n.scratch;
    n.log->text = g_string_new(NULL);
    n.shardings = sharding_table_new(n.scratch);
    n.labels = labels_new(c->input, n.log);
    for (int i = 0; i < c->input->n_comps; i++)
        for (int k = 0; k < c->input->comps[i]->n_ops; k++)
            n.ops[c->input->comps[i]->ops[k]->id] = c->input->comps[i]->ops[k];
    return n;
}

static void names_clear(Names *n)
{
    labels_free(n->labels);
    roots_free(n->roots);
    g_free(n->ops);
    g_string_free(n->log->text, TRUE);
    g_free(n->log);
    sharding_table_free(n->shardings);
    arena_free(n->scratch);
}

static const IrOp *op_at(const Names *n, int id)
{
    return id >= 0 && id < n->n_ops ? n->ops[id] : NULL;
}

/* "in_shardings P('x') of w['w1']", "with_sharding_constraint P('x') (mlp.py:12)". */
static void print_annotation(GString *out, const Names *n, const Annotation *a)
{
    enum { PARAMETER = 1, RESULT = 2, CONSTRAINT = 3, MANUAL_IN = 4, MANUAL_OUT = 5, OVERRIDE = 8 };
    const IrOp *op = op_at(n, a->op);
    bool named = a->kind == PARAMETER || a->kind == RESULT || a->kind == OVERRIDE;
    g_string_append(out, a->kind == PARAMETER ? "in_shardings " : a->kind == RESULT ? "out_shardings " : a->kind == OVERRIDE ? "--shard " :
                         a->kind == CONSTRAINT && op ? decision_label(n->log, op) : a->kind == MANUAL_IN ? "in_specs" :
                         a->kind == MANUAL_OUT ? "out_specs" : "annotation");
    if (!named)
        g_string_append_c(out, ' ');
    if (a->sharding)
        sharding_print_spec(out, named ? sharding_closed(n->shardings, a->sharding) : a->sharding);
    if (named && (op || a->kind == RESULT))
        g_string_append_printf(out, " of %s", a->kind == RESULT ? label_result(n->labels, n->c->input, a->leaf) : label_value(n->labels, op, a->leaf));
    const Loc *loc = loc_of_user(a->loc);
    if ((a->kind == MANUAL_IN || a->kind == MANUAL_OUT) && loc && loc->file) {
        g_autofree char *file = g_path_get_basename(loc->file);
        g_string_append_printf(out, " of shard_map (%s:%d)", file, loc->line);
    }
}

static void put_annotations(Record *r, const Compiled *c)
{
    Names names = names_new(c);
    g_autoptr(GString) label = g_string_new(NULL);
    r->annotation_row = g_new0(int64_t, c->log->annotations.n + 1);
    for (int i = 0; i < c->log->annotations.n; i++) {
        const Annotation *a = &c->log->annotations.v[i];
        if (!record_input_inst(r, a->op))
            continue;
        g_string_truncate(label, 0);
        print_annotation(label, &names, a);
        r->annotation_row[i] = trace_put_annotation(r->w, &(TraceAnnotation){ .inst_id = record_input_inst(r, a->op), .leaf = a->leaf, .kind = a->kind,
                                                       .text = a->text ? a->text : "", .sharding_id = record_sharding(r, a->sharding),
                                                       .loc_id = record_loc(r, a->loc), .label = label->str });
    }
    names_clear(&names);
}

static void print_annotations(GString *out, const Names *n, const GArray *notes, const GArray *but)
{
    enum { MAX_NAMED = 2 };
    guint named = 0;
    for (guint i = 0; i < notes->len && named < MAX_NAMED; i++) {
        int at = g_array_index(notes, int, i);
        bool known = !n->c->log->annotations.v[at].sharding;
        for (guint k = 0; but && k < but->len && !known; k++)
            known = g_array_index(but, int, k) == at;
        if (known)
            continue;
        g_string_append(out, named++ ? ", " : "");
        print_annotation(out, n, &n->c->log->annotations.v[at]);
    }
}

/* The annotations that decided the two layouts of a reshard, as text; empty if there are none. */
static void print_askers(GString *out, Names *n, const Reshard *r)
{
    g_string_truncate(out, 0);
    if (!r->from || !r->to || !r->from->mesh || r->from->maximal || r->to->maximal)
        return;
    const IrOp *value = op_at(n, r->value_op), *user = op_at(n, r->user_op);
    AxisList axes = roots_axes(n->scratch, r);
    g_autoptr(GArray) from = g_array_new(FALSE, FALSE, sizeof(int)), to = g_array_new(FALSE, FALSE, sizeof(int));
    if (value)
        roots_of_value(n->roots, r, value, axes, from);
    if (r->cause == CAUSE_HALO)
        user = NULL; /* it is no layout that asks */
    if (user)
        roots_of_user(n->roots, value, user, axes, to);
    else if (r->cause == CAUSE_OUTPUT && n->c->input->entry->root)
        roots_of(n->roots, n->c->input->entry->root->id, MAX(r->user_pos, 0), (AxisList){ 0 }, to);
    g_autoptr(GString) part = g_string_new(NULL);
    print_annotations(part, n, from, NULL);
    if (part->len)
        g_string_append_printf(out, "sharded this way because of %s", part->str);
    g_string_truncate(part, 0);
    print_annotations(part, n, to, from);
    if (part->len)
        g_string_append_printf(out, "%sanother layout is asked for by %s", out->len ? "; " : "", part->str);
}

static const char *user_label(Names *n, const Reshard *r)
{
    const IrOp *user = op_at(n, r->user_op);
    if (user && r->cause == CAUSE_LOOP && user->code == OP_while)
        return label_loop(n->labels, user);
    return user ? decision_label(n->log, user) : r->cause == CAUSE_OUTPUT ? label_result(n->labels, n->c->input, MAX(r->user_pos, 0)) : NULL;
}

/* Bytes by which collectives that serve several reshards are divided among them: of the operands where they are known, else of the value on a device after its
 * layout has changed. */
static int64_t bytes_on_device(const Reshard *s, const IrOp *value)
{
    if (s->bytes_in > 0)
        return s->bytes_in;
    const Type *t = value && s->leaf < type_n_leaves(value->type) ? type_leaf(value->type, s->leaf) : NULL;
    int64_t dims[MAX_RANK], bytes = t && t->kind == TYPE_ARRAY ? elem_info[t->elem].bytes : 0;
    if (!bytes || !s->to || s->to->maximal || s->to->rank != t->rank)
        return s->bytes_full;
    tile_dims(s->to, t->rank, t->dims, dims);
    for (int d = 0; d < t->rank; d++)
        bytes *= dims[d];
    return bytes;
}

static void put_reshards(Record *r, const Compiled *c)
{
    Names names = names_new(c);
    g_autoptr(GString) askers = g_string_new(NULL);
    int64_t by_cause[] = { pass_named(r, c, "reshard"), pass_named(r, c, "localise") };
    r->reshard_row = g_new0(int64_t, c->log->reshards.n + 2);
    r->reshard_bytes = g_new0(int64_t, c->log->reshards.n + 2);
    for (int i = 0; i < c->log->reshards.n; i++) {
        const Reshard *s = &c->log->reshards.v[i];
        TraceReshard row = {
            .module_id = r->module_id, .seq = i, .inst_id = record_input_inst(r, s->value_op), .user_id = record_input_inst(r, s->user_op),
            .from_id = record_sharding(r, s->from), .to_id = record_sharding(r, s->to), .cause = s->cause,
            .cause_inst = record_input_inst(r, s->cause_op), .cause_loc = record_loc(r, s->cause_loc), .why = s->why,
            .plan = s->plan ? s->plan : "", .bytes_full = TRACE_INT(s->bytes_full), .bytes_moved = TRACE_INT(s->bytes_moved),
            .est_ns = TRACE_REAL(s->est_ns), .trips = TRACE_INT(s->trips), .is_remat = s->is_remat, .leaf = s->leaf,
            .pass_id = by_cause[s->cause == CAUSE_HALO], .choice_id = s->choice >= 0 ? r->choice_row[s->choice] : 0,
            .shared_with = s->shared_with > 0 ? r->reshard_row[s->shared_with] : 0 };
        if (s->certainty)
            row.certainty = TRACE_INT(s->certainty);
        if (s->user_pos >= 0)
            row.user_pos = TRACE_INT(s->user_pos);
        const IrOp *value = op_at(&names, s->value_op);
        row.value_label = value ? label_value(names.labels, value, s->leaf) : NULL;
        row.user_label = user_label(&names, s);
        print_askers(askers, &names, s);
        row.asked_by = askers->len ? askers->str : NULL;
        row.gone = s->gone;
        r->reshard_row[i + 1] = trace_put_reshard(r->w, &row);
        r->reshard_bytes[i + 1] = bytes_on_device(s, value);
        for (int k = 0; k < s->n_options; k++) {
            const PlanOption *o = &s->options[k];
            trace_put_reshard_plan(r->w, &(TraceReshardPlan){ .reshard_id = r->reshard_row[i + 1], .rank = k, .plan = o->plan,
                                                              .est_ns = TRACE_REAL(o->est_ns), .bytes_moved = TRACE_INT(o->bytes_moved),
                                                              .peak_bytes = TRACE_INT(o->peak_bytes), .chosen = o->chosen,
                                                              .rejected_because = o->rejected_because });
        }
    }
    names_clear(&names);
}

void record_decisions(Record *r, const Compiled *c)
{
    g_autoptr(GString) a = g_string_new(NULL), b = g_string_new(NULL);
    put_annotations(r, c);
    put_steps(r, c, a, b);
    put_choices(r, c, a);
    put_splits(r, c, a, b);
    put_reshards(r, c);
}
