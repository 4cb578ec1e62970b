/* See compare.h. */
#include "tests/unit/propagate/compare.h"

#include "runtime/shard/spell.h"

typedef struct Row {
    int code;         /* opcode; -1 for a result of the program */
    char *type, *shardings;
    bool alone;       /* computed from constants only */
} Row;

typedef VEC(Row) Rows;

static void free_rows(Rows *rows)
{
    for (int i = 0; i < rows->n; i++) {
        g_free(rows->v[i].type);
        g_free(rows->v[i].shardings);
    }
    vec_clear(rows);
}

static void append_meaning(GString *out, const Sharding *s)
{
    int n = s ? s->rank : 0;
    while (n > 0 && axis_list_size(s->dims[n - 1].axes) == 1)
        n--;
    g_string_append_c(out, '[');
    for (int d = 0; d < n; d++) {
        g_string_append_c(out, '{');
        axis_list_print(out, s->mesh, s->dims[d].axes);
        g_string_append_c(out, '}');
    }
    if (s && s->unreduced.n) {
        g_string_append(out, " unreduced ");
        axis_list_print(out, s->mesh, s->unreduced);
    }
    g_string_append_c(out, ']');
}

/* Loop values that are passed through unchanged are captures, which Shardy does not list. */
static bool is_capture(const IrOp *op, int leaf)
{
    if (op->code != OP_while)
        return false;
    IrValue v = value_resolve(op->comps[1]->root, leaf);
    return v.op == op->comps[1]->params[0] && v.leaf == leaf;
}

static char *meaning_of(const IrOp *op)
{
    GString *out = g_string_new(NULL);
    bool manual = op->code == OP_manual;
    for (int i = 0; i < type_n_leaves(op->type) && !manual; i++)
        if (!is_capture(op, i))
            append_meaning(out, op->shardings ? op->shardings[i] : NULL);
    for (int i = 0; manual && i < op->a.manual.n_out; i++)
        append_meaning(out, op->a.manual.out[i]);
    for (int i = 0; manual && i < op->a.manual.n_in; i++)
        append_meaning(out, op->a.manual.in[i]);
    return g_string_free(out, FALSE);
}

static bool is_plain_move(const IrOp *op)
{
    return op->code == OP_broadcast || op->code == OP_reshape || op->code == OP_slice || op->code == OP_convert ||
           op->code == OP_transpose;
}

static void add_rows(Rows *rows, GHashTable *alone, const IrComp *c)
{
    bool entry = c == c->module->entry;
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        if (op->code == OP_tuple || op->code == OP_get_tuple_element || op->code == OP_sharding_group ||
            (op->code == OP_parameter && !entry))
            continue;
        GString *type = g_string_new(NULL);
        type_print(type, op->type, false);
        Row row = {.code = op->code == OP_constraint ? OP_reshard : (int)op->code,
                   .type = g_string_free(type, FALSE), .shardings = meaning_of(op)};
        row.alone = op->code == OP_constant || op->code == OP_iota;
        if (is_plain_move(op))
            row.alone = g_hash_table_contains(alone, op->operands[0]);
        if (row.alone)
            g_hash_table_add(alone, op);
        vec_push(rows, row);
        if (op->code == OP_while || op->code == OP_conditional || op->code == OP_call || op->code == OP_manual)
            for (int k = 0; k < op->n_comps; k++)
                add_rows(rows, alone, op->comps[k]);
    }
}

static Rows rows_of(const IrModule *m)
{
    Rows rows = {0};
    g_autoptr(GHashTable) alone = g_hash_table_new(NULL, NULL);
    add_rows(&rows, alone, m->entry);
    for (int i = 0; i < type_n_leaves(m->entry->root->type); i++) {
        GString *s = g_string_new(NULL);
        append_meaning(s, m->entry->results ? m->entry->results[i].sharding : NULL);
        Row row = {.code = -1, .type = g_strdup_printf("result %d", i), .shardings = g_string_free(s, FALSE)};
        vec_push(&rows, row);
    }
    return rows;
}

static void verdict(Comparison *c, const Row *want, const Row *got)
{
    c->total++;
    if (got && strcmp(want->shardings, got->shardings) == 0) {
        c->equal++;
        return;
    }
    g_string_append_printf(c->differences, "  %-20s %s want %s got %s\n", want->code < 0 ? "result" : op_info[want->code].id,
                           want->type, want->shardings, got ? got->shardings : "no such op");
}

static const Row *next_row(const Rows *rows, int code, const char *type, int *at)
{
    for (int i = *at; i < rows->n; i++)
        if (rows->v[i].code == code && !rows->v[i].alone && (!type || strcmp(rows->v[i].type, type) == 0)) {
            *at = i + 1;
            return &rows->v[i];
        }
    return NULL;
}

static int count_rows(const Rows *rows, int code)
{
    int n = 0;
    for (int i = 0; i < rows->n; i++)
        n += rows->v[i].code == code && !rows->v[i].alone;
    return n;
}

static void compare_code(Comparison *c, const Rows *want, const Rows *got, int code)
{
    bool same_number = count_rows(want, code) == count_rows(got, code);
    int at = 0;
    for (int i = 0; i < want->n; i++)
        if (want->v[i].code == code && !want->v[i].alone)
            verdict(c, &want->v[i], next_row(got, code, same_number ? NULL : want->v[i].type, &at));
}

static void compare_constant(Comparison *c, const Row *want, const Rows *got)
{
    for (int i = 0; i < got->n; i++)
        if (got->v[i].alone && got->v[i].code == want->code && strcmp(got->v[i].type, want->type) == 0 &&
            strcmp(got->v[i].shardings, want->shardings) == 0) {
            verdict(c, want, &got->v[i]);
            return;
        }
    verdict(c, want, NULL);
}

Comparison compare_shardings(const IrModule *want, const IrModule *got)
{
    Comparison c = {.differences = g_string_new(NULL)};
    Rows a = rows_of(want), b = rows_of(got);
    for (int code = -1; code < N_OPCODES; code++)
        compare_code(&c, &a, &b, code);
    for (int i = 0; i < a.n; i++)
        if (a.v[i].alone)
            compare_constant(&c, &a.v[i], &b);
    free_rows(&a);
    free_rows(&b);
    return c;
}
