/* Building, copying, flattening and inlining; walking values, reducers and loops. */
#include "runtime/ir/ir.h"

static IrOp *parameter(IrComp *c, int64_t number, const Type *type)
{
    IrOp *p = op_new(c, OP_parameter, type, "p", 0, NULL);
    p->a.parameter.number = number;
    return p;
}

static IrOp *binary(IrComp *c, OpCode code, IrOp *x, IrOp *y)
{
    return op_new(c, code, x->type, NULL, 2, (IrOp *[]){ x, y });
}

static IrOp *constant_s32(IrComp *c, int32_t v)
{
    IrModule *m = c->module;
    IrOp *op = op_new(c, OP_constant, type_scalar(m->types, ELEM_s32), NULL, 0, NULL);
    op->a.literal = literal_new(m, op->type, &v, false);
    return op;
}

/* Whatever is asked for in whatever order, no name is given twice. */
static void test_unique_names(void)
{
    for (int round = 0; round < 20; round++) {
        g_autoptr(IrModule) m = module_new("t");
        IrComp *c = comp_new(m, "f");
        const Type *t = type_scalar(m->types, ELEM_f32);
        g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
        for (int i = 0; i < 500; i++) {
            char hint[32];
            bool numbered = round > 2 && g_test_rand_int_range(0, 4) == 0; /* at first only names that the table makes */
            if (numbered)
                g_snprintf(hint, sizeof hint, "%c.%d", 'a' + g_test_rand_int_range(0, 3), g_test_rand_int_range(0, 120));
            else
                g_snprintf(hint, sizeof hint, "%c", 'a' + g_test_rand_int_range(0, 3));
            IrOp *op = op_new(c, OP_parameter, t, hint, 0, NULL);
            if (!g_hash_table_add(seen, (gpointer)op->name))
                g_error("%s is given twice", op->name);
        }
    }
}

static void test_names(void)
{
    g_autoptr(IrModule) m = module_new("t");
    IrComp *c = comp_new(m, "f");
    const Type *t = type_scalar(m->types, ELEM_f32);
    const struct { const char *hint, *name; } rows[] = {
        { "x", "x" }, { "x", "x.1" }, { "x.1", "x.2" }, { "x", "x.3" }, { "x.7", "x.7" }, { "f32", "f32_" },
        { "w['b1']", "w__b1__" }, { "2d", "_2d" }, { "x.7", "x.4" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
        g_assert_cmpstr(op_new(c, OP_constant, t, rows[i].hint, 0, NULL)->name, ==, rows[i].name);
    g_assert_cmpstr(op_new(c, OP_all_gather, t, NULL, 0, NULL)->name, ==, "all-gather");
    g_assert_cmpstr(comp_new(m, "f")->name, ==, "f.1");
}

static void test_opcodes(void)
{
    for (int code = 0; code < N_OPCODES; code++) {
        const OpInfo *info = &op_info[code];
        if (info->hlo)
            g_assert_cmpint(opcode_from_hlo(info->hlo, strlen(info->hlo)), ==, code);
        if (info->mlir)
            g_assert_cmpint(opcode_from_mlir(opcode_mlir_word((OpCode)code), strlen(opcode_mlir_word((OpCode)code))), ==, code);
    }
    g_assert_cmpint(opcode_from_hlo("addx", 4), ==, N_OPCODES);
    g_assert_cmpint(opcode_from_hlo("addx", 3), ==, OP_add);
    g_assert_cmpstr(diag_nearest("all-gathr", opcode_hlo_names()), ==, "all-gather");
}

/* main calls twice(x) = once(once(x)), each once(x) = x + x. */
static IrModule *calls_module(void)
{
    IrModule *m = module_new("calls");
    const Type *t = type_scalar(m->types, ELEM_s32);
    IrComp *once = comp_new(m, "once"), *twice = comp_new(m, "twice");
    m->entry = comp_new(m, "main");
    IrOp *p = parameter(once, 0, t);
    once->root = binary(once, OP_add, p, p);
    p = parameter(twice, 0, t);
    for (int i = 0; i < 2; i++) {
        p = op_new(twice, OP_call, t, "call", 1, &p);
        op_set_comps(p, 1, &once);
    }
    twice->root = p;
    p = parameter(m->entry, 0, t);
    for (int i = 0; i < 3; i++) {
        p = op_new(m->entry, OP_call, t, "call", 1, &p);
        op_set_comps(p, 1, &twice);
        p->op_name = "outer";
    }
    m->entry->root = p;
    for (int i = 0; i < m->n_comps; i++)
        comp_renumber(m->comps[i]);
    return m;
}

static void check_order(const IrModule *m)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    for (int i = 0; i < m->n_comps; i++) {
        const IrComp *c = m->comps[i];
        g_assert_true(c->module == m);
        for (int k = 0; k < c->n_ops; k++) {
            const IrOp *op = c->ops[k];
            g_assert_true(op->parent == c && op->pos == k);
            for (int j = 0; j < op->n_operands; j++)
                g_assert_true(op->operands[j]->parent == c && op->operands[j]->pos < k);
            for (int j = 0; j < op->n_comps; j++)
                g_assert_true(g_hash_table_contains(seen, op->comps[j]));
        }
        g_hash_table_add(seen, (gpointer)c);
    }
    g_assert_true(m->comps[m->n_comps - 1] == m->entry);
}

static void test_flatten_and_inline(void)
{
    g_autoptr(IrModule) m = calls_module();
    g_autoptr(GError) error = NULL;
    g_assert_true(module_flatten_calls(m, &error));
    check_order(m);
    g_assert_cmpint(m->n_comps, ==, 1 + 3 + 6);
    g_autoptr(GHashTable) callees = g_hash_table_new(NULL, NULL);
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++)
            if (m->comps[i]->ops[k]->n_comps)
                g_assert_true(g_hash_table_add(callees, m->comps[i]->ops[k]->comps[0]));
    module_inline_calls(m);
    check_order(m);
    g_assert_cmpint(m->n_comps, ==, 1);
    g_assert_cmpint(m->entry->n_ops, ==, 7);
    IrOp *op = m->entry->root;
    for (int i = 0; i < 6; i++, op = op->operands[0]) {
        g_assert_cmpint(op->code, ==, OP_add);
        g_assert_cmpstr(op->op_name, ==, "outer");
        g_assert_true(op->operands[0] == op->operands[1]);
    }
    g_assert_true(op == m->entry->params[0]);
}

static void test_clone_is_independent(void)
{
    IrModule *m = calls_module();
    g_autoptr(IrModule) copy = module_clone(m);
    int n_ops = 0;
    for (int i = 0; i < m->n_comps; i++) {
        g_assert_cmpstr(m->comps[i]->name, ==, copy->comps[i]->name);
        for (int k = 0; k < m->comps[i]->n_ops; k++, n_ops++) {
            g_assert_cmpint(m->comps[i]->ops[k]->id, ==, copy->comps[i]->ops[k]->id);
            g_assert_cmpstr(m->comps[i]->ops[k]->name, ==, copy->comps[i]->ops[k]->name);
            g_assert_true(m->comps[i]->ops[k] != copy->comps[i]->ops[k]);
        }
    }
    g_assert_cmpint(n_ops, ==, 9);
    module_free(m); /* the copy must not need it (ASan would tell) */
    check_order(copy);
    module_flatten_calls(copy, NULL);
    module_inline_calls(copy);
    g_assert_cmpint(copy->entry->n_ops, ==, 7);
}

static void test_flatten_limit(void)
{
    /* f30 calls f29 twice, ... : a billion ops if nothing stopped it. */
    g_autoptr(IrModule) m = module_new("bomb");
    const Type *t = type_scalar(m->types, ELEM_s32);
    IrComp *callee = NULL;
    for (int i = 0; i < 30; i++) {
        IrComp *c = comp_new(m, "f");
        IrOp *p = parameter(c, 0, t);
        for (int k = 0; k < 2 && callee; k++) {
            p = op_new(c, OP_call, t, "call", 1, &p);
            op_set_comps(p, 1, &callee);
        }
        c->root = p;
        comp_renumber(c);
        m->entry = callee = c;
    }
    g_autoptr(GError) error = NULL;
    g_assert_false(module_flatten_calls(m, &error));
    g_assert_true(g_error_matches(error, SHARD_ERROR, SHARD_ERROR_LIMIT));
}

static void test_drop_dead(void)
{
    g_autoptr(IrModule) m = module_new("t");
    IrComp *c = m->entry = comp_new(m, "main");
    const Type *t = type_scalar(m->types, ELEM_s32);
    IrOp *p = parameter(c, 0, t);
    IrOp *dead = binary(c, OP_add, p, p);
    binary(c, OP_multiply, dead, dead);
    IrOp *kept = op_new(c, OP_custom_call, t, "log", 1, &p);
    kept->a.custom.target = "log";
    kept->a.custom.side_effect = true;
    op_new(c, OP_all_gather, t, NULL, 1, &p);
    c->root = constant_s32(c, 1);
    g_assert_cmpint(comp_drop_dead(c, false), ==, 2);
    g_assert_cmpint(comp_drop_dead(c, true), ==, 1);
    g_assert_cmpint(c->n_ops, ==, 3);
    g_assert_true(c->ops[0] == p && c->ops[1] == kept && c->ops[2] == c->root && c->root->pos == 2);
}

static void test_uses(void)
{
    g_autoptr(IrModule) m = module_new("t");
    IrComp *c = m->entry = comp_new(m, "main");
    IrOp *p = parameter(c, 0, type_scalar(m->types, ELEM_f32));
    IrOp *x = binary(c, OP_add, p, p);
    c->root = binary(c, OP_multiply, p, x);
    Uses u = uses_of(c);
    g_assert_cmpint(u.first[1] - u.first[0], ==, 3);
    g_assert_true(u.users[0] == x && u.users[1] == x && u.users[2] == c->root);
    g_assert_cmpint(u.slots[0] * 100 + u.slots[1] * 10 + u.slots[2], ==, 10);
    g_assert_cmpint(u.first[2] - u.first[1], ==, 1);
    g_assert_cmpint(u.first[3], ==, u.first[2]);
    uses_clear(&u);
}

static void test_resolve(void)
{
    g_autoptr(IrModule) m = module_new("t");
    IrComp *c = m->entry = comp_new(m, "main");
    const Type *s = type_scalar(m->types, ELEM_s32);
    const Type *pair = type_tuple(m->types, 2, (const Type *[]){ s, s });
    IrOp *a = parameter(c, 0, pair), *b = constant_s32(c, 1);
    const Type *nested = type_tuple(m->types, 2, (const Type *[]){ s, pair });
    IrOp *t = op_new(c, OP_tuple, nested, NULL, 2, (IrOp *[]){ b, a });
    IrOp *g = op_new(c, OP_get_tuple_element, pair, NULL, 1, &t);
    g->a.gte.index = 1;
    IrOp *h = op_new(c, OP_get_tuple_element, s, NULL, 1, &g);
    h->a.gte.index = 1;
    IrValue v = value_resolve(h, 0);
    g_assert_true(v.op == a && v.leaf == 1);
    v = value_resolve(t, 0);
    g_assert_true(v.op == b && v.leaf == 0);
    v = value_resolve(t, 2);
    g_assert_true(v.op == a && v.leaf == 1);
}

static IrComp *loop_part(IrModule *m, const char *name, const Type *state, IrOp **counter)
{
    IrComp *c = comp_new(m, name);
    IrOp *p = parameter(c, 0, state);
    *counter = op_new(c, OP_get_tuple_element, state->parts[1], NULL, 1, &p);
    (*counter)->a.gte.index = 1;
    return c;
}

static int64_t trips(int32_t from, CompareDir dir, int32_t to, int32_t step, bool swapped)
{
    g_autoptr(IrModule) m = module_new("t");
    const Type *s = type_scalar(m->types, ELEM_s32);
    const Type *state = type_tuple(m->types, 2, (const Type *[]){ type_scalar(m->types, ELEM_f32), s });
    IrOp *i;
    IrComp *cond = loop_part(m, "cond", state, &i);
    IrOp *limit = constant_s32(cond, to);
    IrOp *pair[] = { swapped ? limit : i, swapped ? i : limit };
    cond->root = op_new(cond, OP_compare, type_scalar(m->types, ELEM_pred), NULL, 2, pair);
    cond->root->a.compare.dir = dir;
    comp_renumber(cond);
    IrComp *body = loop_part(m, "body", state, &i);
    IrOp *next = binary(body, OP_add, constant_s32(body, step), i);
    IrOp *x = op_new(body, OP_get_tuple_element, state->parts[0], NULL, 1, &body->ops[0]);
    body->root = op_new(body, OP_tuple, state, NULL, 2, (IrOp *[]){ x, next });
    comp_renumber(body);
    m->entry = comp_new(m, "main");
    IrOp *p = parameter(m->entry, 0, state->parts[0]);
    IrOp *init = op_new(m->entry, OP_tuple, state, NULL, 2, (IrOp *[]){ p, constant_s32(m->entry, from) });
    IrOp *loop = op_new(m->entry, OP_while, state, NULL, 1, &init);
    op_set_comps(loop, 2, (IrComp *[]){ cond, body });
    return while_trip_count(loop);
}

static void test_trip_count(void)
{
    /* Against counting by hand, over all small loops. */
    for (int dir = 0; dir < 6; dir++)
        for (int from = -3; from <= 3; from++)
            for (int to = -3; to <= 3; to++)
                for (int step = -2; step <= 2; step++) {
                    int n = 0;
                    for (int i = from; n < 100; i += step, n++) {
                        bool go = dir == DIR_EQ ? i == to : dir == DIR_NE ? i != to : dir == DIR_GE ? i >= to :
                                  dir == DIR_GT ? i > to : dir == DIR_LE ? i <= to : i < to;
                        if (!go)
                            break;
                    }
                    int64_t want = n < 100 ? n : -1;
                    g_assert_cmpint(trips(from, (CompareDir)dir, to, step, false), ==, want);
                }
    g_assert_cmpint(trips(0, DIR_GT, 10, 3, true), ==, 4); /* 10 > i */
}

static void test_reduce_kind(void)
{
    g_autoptr(IrModule) m = module_new("t");
    const struct { OpCode code; ElemType e; ReduceKind kind; } rows[] = {
        { OP_add, ELEM_f32, REDUCE_SUM }, { OP_add, ELEM_pred, REDUCE_OR }, { OP_maximum, ELEM_s32, REDUCE_MAX },
        { OP_and, ELEM_pred, REDUCE_AND }, { OP_xor, ELEM_u8, REDUCE_XOR }, { OP_divide, ELEM_f32, REDUCE_OTHER },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        IrComp *c = comp_new(m, "r");
        const Type *t = type_scalar(m->types, rows[i].e);
        IrOp *x = parameter(c, 0, t), *y = parameter(c, 1, t);
        c->root = binary(c, rows[i].code, y, x);
        comp_renumber(c);
        g_assert_cmpint(comp_reduce_kind(c), ==, rows[i].kind);
        c->root = binary(c, rows[i].code, x, x);
        g_assert_cmpint(comp_reduce_kind(c), ==, REDUCE_OTHER);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ir/build/names", test_names);
    g_test_add_func("/ir/build/unique-names", test_unique_names);
    g_test_add_func("/ir/build/opcodes", test_opcodes);
    g_test_add_func("/ir/build/flatten-inline", test_flatten_and_inline);
    g_test_add_func("/ir/build/flatten-limit", test_flatten_limit);
    g_test_add_func("/ir/build/clone", test_clone_is_independent);
    g_test_add_func("/ir/build/drop-dead", test_drop_dead);
    g_test_add_func("/ir/walk/uses", test_uses);
    g_test_add_func("/ir/walk/resolve", test_resolve);
    g_test_add_func("/ir/walk/trip-count", test_trip_count);
    g_test_add_func("/ir/walk/reduce-kind", test_reduce_kind);
    return g_test_run();
}
