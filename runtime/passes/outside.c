/* Custom-calls that the program's caller partitions. */
#include "runtime/passes/outside.h"

#include <pthread.h>
#include <string.h>

#include "runtime/passes/new_ops.h"
#include "runtime/shard/spell.h"
#include "runtime/text/text.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards what follows */
static OutsideFn function;
static void *function_user;
static const char *const *function_targets;

void outside_set(OutsideFn fn, void *user, const char *const *targets)
{
    pthread_mutex_lock(&lock);
    function = fn;
    function_user = user;
    function_targets = targets;
    pthread_mutex_unlock(&lock);
}

static OutsideFn get(void **user, const char *const **targets)
{
    pthread_mutex_lock(&lock);
    OutsideFn fn = function;
    *user = function_user;
    *targets = function_targets;
    pthread_mutex_unlock(&lock);
    return fn;
}

#define MARK "shardscope.outside" /* a pair of the ops that are settled: their number */

static bool is_asked(const IrOp *op, const char *const *targets)
{
    return op->code == OP_custom_call && op->a.custom.target && g_strv_contains(targets, op->a.custom.target) && !pair_get(op->pairs, op->n_pairs, MARK);
}

bool outside_is_asked(const IrModule *m)
{
    void *user;
    const char *const *targets;
    if (!get(&user, &targets))
        return false;
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++)
            if (is_asked(m->comps[i]->ops[k], targets))
                return true;
    return false;
}

/* Numbers them in `out`. */
static void mark(IrModule *m, const char *const *targets, GPtrArray *out)
{
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++) {
            IrOp *op = m->comps[i]->ops[k];
            if (!is_asked(op, targets))
                continue;
            pair_push(m->arena, &op->pairs, &op->n_pairs, (IrPair){ MARK, arena_printf(m->arena, "%u", out->len), false });
            g_ptr_array_add(out, op);
        }
}

/* ---- asking -------------------------------------------------------------------------------------------------------------------- */

static const Sharding *sharding_of(IrOp *op, int leaf)
{
    IrValue v = value_resolve(op, leaf);
    return v.op->shardings ? v.op->shardings[v.leaf] : NULL;
}

static char *spelled(const Sharding *s)
{
    GString *text = g_string_new(NULL);
    if (s)
        sharding_print_gspmd(text, s);
    else
        g_string_append(text, "{replicated}");
    return g_string_free(text, FALSE);
}

/* op: of the propagated copy. */
static bool ask(IrOp *op, OutsideAnswer *answer, GError **error)
{
    void *user;
    const char *const *targets;
    OutsideFn fn = get(&user, &targets);
    g_autoptr(GPtrArray) types = g_ptr_array_new(), texts = g_ptr_array_new_with_free_func(g_free);
    for (int i = 0; i < op->n_operands; i++)
        for (int k = 0; k < type_n_leaves(op->operands[i]->type); k++) {
            g_ptr_array_add(types, (gpointer)type_leaf(op->operands[i]->type, k));
            g_ptr_array_add(texts, spelled(sharding_of(op->operands[i], k)));
        }
    int n_operands = (int)types->len, n_results = type_n_leaves(op->type);
    for (int k = 0; k < n_results; k++) {
        g_ptr_array_add(types, (gpointer)type_leaf(op->type, k));
        g_ptr_array_add(texts, spelled(op->shardings ? op->shardings[k] : NULL));
    }
    const OutsideCall call = { .target = op->a.custom.target, .config = op->a.custom.backend_config, .n_operands = n_operands, .n_results = n_results,
                               .types = (const Type *const *)types->pdata, .shardings = (const char *const *)texts->pdata };
    if (fn && fn(user, &call, answer))
        return true;
    return diag(error, SHARD_ERROR_RUN, OP_AT(op), NULL, "%s could not be partitioned: %s", op->a.custom.target, answer->message ? answer->message : "its caller refuses");
}

/* ---- settling -------------------------------------------------------------------------------------------------------------------- */

/* "[<@mesh, [{}]>, ...]". */
static const char *list_text(Arena *arena, const Mesh *mesh, char *const *shardings, int n)
{
    g_autoptr(GString) s = g_string_new("[");
    for (int i = 0; i < n; i++)
        g_string_append_printf(s, "%s<@%s, %s>", i ? ", " : "", mesh->name, shardings[i]);
    g_string_append_c(s, ']');
    return arena_strdup(arena, s->str);
}

static const char *axes_text(Arena *arena, const Mesh *mesh)
{
    g_autoptr(GString) s = g_string_new("{");
    for (int i = 0; i < mesh->n_axes; i++)
        g_string_append_printf(s, "%s\"%s\"", i ? ", " : "", mesh->axes[i].name);
    g_string_append_c(s, '}');
    return arena_strdup(arena, s->str);
}

static void set_pair(IrModule *m, IrOp *op, const char *key, const char *value)
{
    pair_push(m->arena, &op->pairs, &op->n_pairs, (IrPair){ key, value, true });
}

/* The call becomes a manual computation over all axes of the mesh. */
static bool become_manual(IrOp *op, const OutsideAnswer *answer, const Mesh *mesh, GError **error)
{
    IrModule *m = op->parent->module;
    gsize n;
    const char *text = g_bytes_get_data(answer->program, &n);
    int n_operands = 0, n_results = type_n_leaves(op->type), n_shardings = answer->shardings ? (int)g_strv_length(answer->shardings) : 0;
    for (int i = 0; i < op->n_operands; i++)
        n_operands += type_n_leaves(op->operands[i]->type);
    g_autoptr(IrModule) body = program_parse("custom partitioning", text, n, error);
    if (!body || !module_verify(body, error))
        return false;
    if (n_shardings != n_operands + n_results || n_operands != op->n_operands || body->entry->n_params != n_operands || type_n_leaves(body->entry->root->type) != n_results)
        return diag(error, SHARD_ERROR_VERIFY, OP_AT(op), NULL, "the partitioned computation of %s takes or returns another number of values", op->a.custom.target);
    IrComp *comp = module_graft(m, body);
    comp->is_function = false;
    comp->results = NULL;
    op->code = OP_manual;
    memset(&op->a, 0, sizeof op->a);
    op_set_comps(op, 1, &comp);
    op->pairs = NULL;
    op->n_pairs = 0;
    set_pair(m, op, "xla.sdy.in_shardings", list_text(m->arena, mesh, answer->shardings, n_operands));
    set_pair(m, op, "xla.sdy.out_shardings", list_text(m->arena, mesh, answer->shardings + n_operands, n_results));
    set_pair(m, op, "xla.sdy.manual_axes", axes_text(m->arena, mesh));
    return true;
}

static bool settle(IrOp *op, const OutsideAnswer *answer, const Mesh *mesh, GError **error)
{
    if (answer->program)
        return become_manual(op, answer, mesh, error);
    if (op->n_operands != 1 || op->operands[0]->type != op->type)
        return diag(error, SHARD_ERROR_VERIFY, OP_AT(op), NULL, "%s is answered without a program, and its result is not its operand", op->a.custom.target);
    op->code = OP_copy;
    memset(&op->a, 0, sizeof op->a);
    op->pairs = NULL;
    op->n_pairs = 0;
    return true;
}

/* ---- values keep the layouts that the call was asked about --------------------------------------------------------------------- */

/* A layout that a value had when the caller was asked: of a result (operand -1), or of an operand of `op`. The caller may choose others for its pieces,
 * which change nothing for the rest of the program: what its results are annotated with, and JAX reports, are these. */
typedef struct Pin {
    IrOp *op; /* of the program that is settled */
    int operand, leaf;
    const char *sharding; /* "[<@mesh, [{\"x\"}, {}]>]" */
} Pin;

static void add_pin(GArray *pins, IrOp *op, int operand, int leaf, const Sharding *s)
{
    if (!s)
        return;
    g_autoptr(GString) text = g_string_new("[");
    sharding_print_sdy(text, s, true);
    g_string_append_c(text, ']');
    g_array_append_val(pins, ((Pin){ op, operand, leaf, arena_strdup(op->parent->module->arena, text->str) }));
}

/* asked: the call in the propagated copy; op: what has taken its place in the program. */
static void add_pins(GArray *pins, IrOp *op, IrOp *asked)
{
    for (int i = 0; i < op->n_operands; i++)
        if (op->operands[i]->type->kind == TYPE_ARRAY)
            add_pin(pins, op, i, 0, sharding_of(asked->operands[i], 0));
    for (int k = 0; asked->shardings && k < type_n_leaves(op->type); k++)
        add_pin(pins, op, -1, k, asked->shardings[k]);
}

static IrOp *pinned(const NewOps *to, IrOp *value, const char *sharding)
{
    IrOp *pin = new_ops_add(to, OP_custom_call, value->type, 1, &value);
    pin->a.custom.target = "Sharding";
    set_pair(to->comp->module, pin, "xla.sdy.sharding", sharding);
    return pin;
}

/* The pin of what `value` is: a result of one array, or a part of one that is a tuple. */
static const Pin *pin_of_value(const GArray *pins, const IrOp *value)
{
    for (guint i = 0; i < pins->len; i++) {
        const Pin *p = &g_array_index(pins, Pin, i);
        bool whole = value == p->op && value->type->kind == TYPE_ARRAY;
        bool part = value->code == OP_get_tuple_element && value->operands[0] == p->op && value->type->kind == TYPE_ARRAY && value->a.gte.index == p->leaf;
        if (p->operand < 0 && (whole || part))
            return p;
    }
    return NULL;
}

static void put_pins(IrComp *c, const GArray *pins)
{
    g_autoptr(GHashTable) map = g_hash_table_new(NULL, NULL);
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        const NewOps to = { c, list, op };
        for (int k = 0; k < op->n_operands; k++) {
            IrOp *now = g_hash_table_lookup(map, op->operands[k]);
            if (now)
                op->operands[k] = now;
        }
        for (guint p = 0; p < pins->len; p++) {
            const Pin *pin = &g_array_index(pins, Pin, p);
            if (pin->op == op && pin->operand >= 0)
                op->operands[pin->operand] = pinned(&to, op->operands[pin->operand], pin->sharding);
        }
        g_ptr_array_add(list, op);
        const Pin *pin = pin_of_value(pins, op);
        if (pin)
            g_hash_table_insert(map, op, pinned(&to, op, pin->sharding));
    }
    if ((int)list->len == c->n_ops)
        return;
    IrOp *root = g_hash_table_lookup(map, c->root);
    if (root)
        c->root = root;
    new_ops_take(c, list);
}

static void answer_clear(OutsideAnswer *a)
{
    g_clear_pointer(&a->program, g_bytes_unref);
    g_clear_pointer(&a->shardings, g_strfreev);
    g_clear_pointer(&a->message, g_free);
}

/* c: the propagated copy. Those that it does not have any more are dead. */
static bool settle_all(const Compiled *c, const GPtrArray *calls, GArray *pins, GError **error)
{
    g_autofree bool *seen = g_new0(bool, calls->len + 1);
    bool ok = true;
    for (int i = 0; i < c->whole->n_comps; i++)
        for (int k = 0; k < c->whole->comps[i]->n_ops && ok; k++) {
            IrOp *op = c->whole->comps[i]->ops[k];
            const char *number = op->code == OP_custom_call ? pair_get(op->pairs, op->n_pairs, MARK) : NULL;
            guint at = number ? (guint)g_ascii_strtoull(number, NULL, 10) : calls->len;
            if (at >= calls->len || seen[at])
                continue;
            seen[at] = true;
            OutsideAnswer answer = { 0 };
            ok = ask(op, &answer, error) && settle(calls->pdata[at], &answer, c->whole->mesh, error);
            if (ok && answer.program)
                add_pins(pins, calls->pdata[at], op);
            answer_clear(&answer);
        }
    return ok;
}

bool outside_settle(IrModule *m, const CompileOptions *o, GError **error)
{
    void *user;
    const char *const *targets;
    if (!get(&user, &targets) || !module_flatten_calls(m, error))
        return false;
    g_autoptr(GPtrArray) calls = g_ptr_array_new();
    mark(m, targets, calls);
    CompileOptions ahead = *o;
    ahead.stop_after = "propagate";
    ahead.no_reasons = ahead.no_plan = true;
    ahead.on_text = NULL;
    g_autoptr(Compiled) c = compile(module_clone(m), &ahead, error);
    g_autoptr(GArray) pins = g_array_new(FALSE, FALSE, sizeof(Pin));
    if (!c || !settle_all(c, calls, pins, error))
        return false;
    for (int i = 0; i < m->n_comps && pins->len; i++)
        put_pins(m->comps[i], pins);
    module_order_comps(m);
    return module_verify(m, error);
}
