/* Turns the custom-calls that only carry annotations into ops: constraints, reshards, barriers, groups. */
#include <stdlib.h>
#include <string.h>

#include "runtime/ir/host_call.h"
#include "runtime/passes/import_impl.h"

bool target_is(const IrOp *op, const char *target)
{
    if (op->code != OP_custom_call || !op->a.custom.target)
        return false;
    const char *have = op->a.custom.target;
    return strcmp(g_str_has_prefix(have, "local_") ? have + strlen("local_") : have, target) == 0;
}

/* "21 : i64", "21" or `NAME`. */
static bool parse_number(const char *text, int64_t *out)
{
    char *end;
    if (!text)
        return false;
    *out = g_ascii_strtoll(text, &end, 10);
    return end != text;
}

static bool to_barrier(IrOp *op, GError **error)
{
    static const char *const words[] = { "NONE", "FORWARD", "BACKWARD", "BOTH" };
    const char *text = import_pair(op, "xla.sdy.allowed_direction");
    int64_t direction = -1;
    if (target_is(op, "ShardBarrierFrom") || target_is(op, "ShardBarrierTo")) /* GSPMD's: nothing passes from its result, or from its operand */
        direction = target_is(op, "ShardBarrierFrom") ? 1 : 2;
    if (text && !parse_number(text, &direction))
        for (int i = 0; i < 4; i++)
            if (strstr(text, words[i]))
                direction = i;
    if (direction < 0 || direction > 2)
        return diag(error, SHARD_ERROR_VERIFY, OP_AT(op), "0 none, 1 forward, 2 backward",
                    "a propagation barrier that allows direction '%s'", text ? text : "");
    op->code = OP_propagation_barrier;
    memset(&op->a, 0, sizeof op->a);
    op->a.barrier.direction = (int)direction;
    return true;
}

static bool to_group(Import *im, IrOp *op, GError **error)
{
    int64_t id;
    const char *text = import_pair(op, "xla.sdy.sharding_group_id");
    if (!parse_number(text, &id))
        return diag(error, SHARD_ERROR_VERIFY, OP_AT(op), NULL, "a sharding group without its number");
    op->code = OP_sharding_group;
    memset(&op->a, 0, sizeof op->a);
    op->a.group.id = id;
    decision_annotation(im->log, &(Annotation){ .op = op->id, .kind = NOTE_GROUP, .text = decision_text(im->log, "%s", text),
                                                .loc = op->loc });
    return true;
}

/* True if a Sharding call says nothing: {manual}, or no text at all. */
static bool says_nothing(const IrOp *op)
{
    if (import_pair(op, "xla.sdy.sharding"))
        return false;
    return !op->sharding_text || g_str_has_prefix(op->sharding_text, "{manual");
}

/* JAX's callbacks into Python. What they say of devices is which of them calls; it does not matter which one does it for all. Partitioned ones are
 * called by each device with its own part. */
static void convert_callback(const Import *im, IrOp *op)
{
    bool each = target_is(op, "xla_ffi_partitioned_python_cpu_callback") || g_hash_table_contains(im->local, op->parent);
    op->a.custom.target = each ? HOST_CALL_EACH : HOST_CALL;
    op->n_pairs = 0;
    op->sharding_text = NULL;
}

/* What takes the op's place for its users: itself, its operand, or NULL for an error. */
static IrOp *convert(Import *im, IrOp *op, GError **error)
{
    if (op->code != OP_custom_call)
        return op;
    if (target_is(op, "xla_ffi_python_cpu_callback") || target_is(op, "xla_ffi_partitioned_python_cpu_callback"))
        convert_callback(im, op);
    if (target_is(op, "Sharding") || target_is(op, "xla.sdy.Sharding")) {
        if (op->n_operands != 1 || op->type->plain != op->operands[0]->type->plain) {
            diag(error, SHARD_ERROR_SHARDING, OP_AT(op), NULL, "a Sharding call whose operand and result differ");
            return NULL;
        }
        if (says_nothing(op))
            return op->operands[0];
        op->code = OP_constraint; /* a.custom stays: note_op wants its unspecified_dims */
        if (import_pair(op, "xla.sdy.reshard")) {
            op->code = OP_reshard; /* pins its own result, not what it is given */
            memset(&op->a, 0, sizeof op->a);
        }
        return op;
    }
    if (target_is(op, "AllocateBuffer") && !op->n_operands && op->type->kind == TYPE_ARRAY) {
        static const char none[16];
        op->code = OP_constant; /* its values are of no account */
        memset(&op->a, 0, sizeof op->a);
        op->a.literal = literal_new(im->m, op->type, none, true);
        return op;
    }
    bool barrier = target_is(op, "xla.sdy.PropagationBarrier") || target_is(op, "ShardBarrierFrom") || target_is(op, "ShardBarrierTo"), group = target_is(op, "xla.sdy.ShardingGroup");
    if ((barrier || group) && op->n_operands != 1) {
        diag(error, SHARD_ERROR_VERIFY, OP_AT(op), NULL, "a %s call of %d operands", op->a.custom.target, op->n_operands);
        return NULL;
    }
    if ((barrier && !to_barrier(op, error)) || (group && !to_group(im, op, error)))
        return NULL;
    return op;
}

/* A FuncResultSharding call that still has users: the result's sharding must not reach them through the value, so it
 * becomes a constraint that is open in all dims. Without users it goes. */
static IrOp *convert_leftover(Import *im, IrOp *op, bool has_users)
{
    if (!has_users)
        return op->operands[0];
    op->code = OP_constraint;
    memset(&op->a, 0, sizeof op->a);
    op->n_pairs = 0;
    op->sharding_text = NULL;
    Gspmd *open = arena_new(im->scratch, Gspmd);
    open->kind = GSPMD_UNKNOWN;
    Note note = import_note(NOTE_CONSTRAINT, op);
    note.gspmd = open;
    vec_push(&im->notes, note);
    return op;
}

static IrOp *follow(GHashTable *map, IrOp *op)
{
    for (IrOp *next; (next = g_hash_table_lookup(map, op));)
        op = next;
    return op;
}

bool import_convert_ops(Import *im, IrComp *c, GError **error)
{
    g_autoptr(GHashTable) map = g_hash_table_new(NULL, NULL);
    comp_renumber(c);
    Uses uses = uses_of(c);
    int n = 0;
    bool ok = true;
    for (int i = 0; ok && i < c->n_ops; i++) {
        IrOp *op = c->ops[i], *now = op;
        for (int k = 0; k < op->n_operands; k++)
            op->operands[k] = follow(map, op->operands[k]);
        if (target_is(op, "xla.sdy.FuncResultSharding") && op->n_operands == 1)
            now = convert_leftover(im, op, uses.first[op->pos + 1] > uses.first[op->pos]);
        else
            now = convert(im, op, error);
        ok = now != NULL;
        if (ok && now != op)
            g_hash_table_insert(map, op, now);
        else if (ok)
            c->ops[n++] = op;
    }
    uses_clear(&uses);
    if (!ok)
        return false;
    c->n_ops = n;
    c->root = follow(map, c->root);
    comp_renumber(c);
    return true;
}

void import_add_groups(Import *im, IrComp *c, int first_note)
{
    g_autoptr(GHashTable) groups = g_hash_table_new(NULL, NULL);
    for (int i = first_note; i < im->notes.n; i++) {
        const Note *note = &im->notes.v[i];
        if (note->gspmd && note->gspmd->shard_group_kind && note->op && note->op->code == OP_constraint)
            g_hash_table_insert(groups, note->op, (gpointer)note->gspmd);
    }
    if (!g_hash_table_size(groups))
        return;
    int n = c->n_ops;
    VEC(IrOp *) ops = { 0 };
    for (int i = 0; i < n; i++) {
        IrOp *op = c->ops[i];
        vec_push(&ops, op);
        const Gspmd *g = g_hash_table_lookup(groups, op);
        if (!g)
            continue;
        IrOp *group = op_new(c, OP_sharding_group, type_tuple(im->m->types, 0, NULL), NULL, 1, &op);
        op_inherit(group, op);
        group->a.group.id = g->shard_group;
        vec_push(&ops, group);
    }
    c->ops = arena_dup_array(im->m->arena, ops.v, ops.n);
    c->n_ops = c->cap = ops.n;
    vec_clear(&ops);
    comp_renumber(c);
}

void import_strip_annotations(IrComp *c)
{
    g_autoptr(GHashTable) map = g_hash_table_new(NULL, NULL);
    int n = 0;
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        for (int k = 0; k < op->n_operands; k++)
            op->operands[k] = follow(map, op->operands[k]);
        for (int j = 0; j < op->n_comps; j++)
            import_strip_annotations(op->comps[j]);
        bool mark = (target_is(op, "Sharding") || target_is(op, "xla.sdy.Sharding")) && op->n_operands == 1 &&
                    op->type->plain == op->operands[0]->type->plain;
        if (mark)
            g_hash_table_insert(map, op, op->operands[0]);
        else
            c->ops[n++] = op;
    }
    if (n == c->n_ops)
        return;
    c->n_ops = n;
    c->root = follow(map, c->root);
    comp_renumber(c);
}
