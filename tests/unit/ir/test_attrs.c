/* Attributes through their description (attrs.def). For every opcode, a clone prints like the original after the original is freed (ASan
 * detects pointers into it) and is equal to it. For every field, a change is detected by equality and keys, and appears in clones and the
 * text. */
#include "runtime/passes/import.h"
#include "runtime/text/text.h"

#include <string.h>

#include "tests/unit/text/hlo_rows.h"

static bool seen[N_OPCODES]; /* opcodes whose ops were cloned */
static GHashTable *changed;  /* "form.field" of the changed fields; also "opcode.form.field", so that each is changed once */
static GHashTable *shown;    /* fields whose change was visible in a text */

/* ---- one field changed ----------------------------------------------------------------------------------------------- */

/* State of the walk over the fields of one op. */
typedef struct Walk {
    IrModule *m;
    IrOp *op;
    int rank;
    const IrModule *twin_module; /* a clone of the unchanged m */
    const IrOp *twin;
    const char *text;            /* printed text of m */
    const Key *key;              /* of the unchanged op */
} Walk;

/* The form consists of the field alone. */
static bool is_bare(const AttrType *t)
{
    return t->n_fields == 1 && strcmp(t->name, t->fields[0].name) == 0;
}

static IrOp *op_by_id(const IrModule *m, int id)
{
    for (int c = 0; c < m->n_comps; c++)
        for (int i = 0; i < m->comps[c]->n_ops; i++)
            if (m->comps[c]->ops[i]->id == id)
                return m->comps[c]->ops[i];
    g_assert_not_reached();
}

static int64_t other_number(int64_t v)
{
    return v == 0 ? 1 : v - 1;
}

static const int64_t *other_array(Arena *a, const int64_t *v, int n)
{
    int64_t *copy = arena_dup_array(a, v, n);
    copy[0] = other_number(copy[0]);
    return copy;
}

static Ints other_ints(Arena *a, Ints l)
{
    static const int64_t zero;
    return l.n ? (Ints){ other_array(a, l.v, l.n), l.n } : (Ints){ &zero, 1 };
}

static const Literal *other_literal(IrModule *m, const Literal *l)
{
    if (!l || !l->data || l->type->n_elems == 0)
        return NULL;
    int64_t n = l->splat ? 1 : l->type->n_elems;
    g_autofree char *data = g_memdup2(l->data, (gsize)(n * elem_info[l->type->elem].bytes));
    data[0] ^= 1;
    return literal_new(m, l->type, data, l->splat);
}

/* Puts a different value into the field of `attrs`; false if the op allows none. */
static bool change(const Walk *w, const AttrField *f, void *attrs)
{
    Arena *a = w->m->arena;
    void *x = (char *)attrs + f->at;
    const Literal *literal;
    switch (f->kind) {
    case FIELD_INT64: *(int64_t *)x = other_number(*(int64_t *)x); return true;
    case FIELD_INT:
    case FIELD_ENUM: *(int *)x = (int)other_number(*(int *)x); return true;
    case FIELD_BOOL: *(bool *)x = !*(bool *)x; return true;
    case FIELD_REAL: *(double *)x += 1; return true;
    case FIELD_TEXT: *(const char **)x = "{another}"; return true;
    case FIELD_INTS: *(Ints *)x = other_ints(a, *(Ints *)x); return true;
    case FIELD_RANKED:
        if (w->rank == 0)
            return false;
        *(const int64_t **)x = other_array(a, *(const int64_t **)x, w->rank);
        return true;
    case FIELD_LITERAL:
        literal = other_literal(w->m, *(const Literal **)x);
        if (literal)
            *(const Literal **)x = literal;
        return literal != NULL;
    case FIELD_MESH: *(const Mesh **)x = NULL; return true;
    case FIELD_AXES:
        if (((AxisList *)x)->n == 0)
            return false;
        ((AxisList *)x)->n--;
        return true;
    case FIELD_PLAN: *(const void **)x = w->m; return true;
    case FIELD_PART:
    case FIELD_PARTS:
    case FIELD_INT_LISTS:
    case FIELD_SHARDINGS: break;
    }
    int *n = (int *)(void *)((char *)attrs + f->n_at);
    if (*n == 0)
        return false;
    --*n;
    return true;
}

/* Checks that the comparison, hash and text show the change in op->a. */
static void check_changed(const Walk *w, const char *name, const AttrField *f)
{
    for (int role = ATTR_RULE; role <= ATTR_NOTE; role *= 2) {
        bool same = !(f->role & role);
        g_assert_cmpint(op_attrs_equal(w->op, w->twin, role), ==, same);
        g_assert_cmpint(op_attrs_equal(w->twin, w->op, role), ==, same);
        if (same)
            g_assert_cmpuint(op_attrs_hash(w->op, role), ==, op_attrs_hash(w->twin, role));
    }
    g_assert_false(op_attrs_equal(w->op, w->twin, ATTR_ALL));

    g_autoptr(IrModule) copy = module_clone(w->m);
    const IrOp *copied = op_by_id(copy, w->op->id);
    g_assert_cmpint(op_attrs_equal(w->op, copied, ATTR_ALL), ==, f->kind != FIELD_PLAN);
    Key key;
    key_init(&key);
    op_attrs_key(w->op, ATTR_ALL, &key);
    g_assert_true(key.full || key.n != w->key->n || memcmp(key.w, w->key->w, sizeof *key.w * (size_t)key.n) != 0);

    g_autofree char *text = hlo_print(w->m, SPELL_HLO_DUMP);
    if (strcmp(text, w->text) != 0)
        g_hash_table_add(shown, g_strdup(name));
}

static void change_each(const Walk *w, const AttrType *t, void *attrs, const char *path)
{
    for (int i = 0; i < t->n_fields; i++) {
        const AttrField *f = &t->fields[i];
        g_autofree char *name = g_strdup_printf("%s.%s", path, f->name), *once = g_strdup_printf("%s.%s", op_info[w->op->code].id, name);
        void *x = (char *)attrs + f->at;
        if (f->kind == FIELD_PART) {
            change_each(w, f->of, x, name);
            continue;
        }
        if (f->kind == FIELD_PARTS && attr_count(f, attrs) > 0) {
            void *list = arena_memdup(w->m->arena, *(void **)x, f->of->size), *whole = *(void **)x;
            *(void **)x = arena_memdup(w->m->arena, whole, f->of->size * (size_t)attr_count(f, attrs));
            memcpy(*(void **)x, list, f->of->size);
            change_each(w, f->of, *(void **)x, name);
            *(void **)x = whole;
        }
        if (g_hash_table_contains(changed, once) && g_hash_table_contains(shown, name))
            continue;
        IrAttrs kept = w->op->a;
        g_autofree void *part = g_memdup2(attrs, t->size);
        if (change(w, f, attrs)) {
            check_changed(w, name, f);
            g_hash_table_add(changed, g_strdup(name));
            g_hash_table_add(changed, g_strdup(once));
        }
        memcpy(attrs, part, t->size);
        w->op->a = kept;
    }
}

/* ---- modules ------------------------------------------------------------------------------------------------------- */

static char *print_all(const IrModule *m)
{
    g_autofree char *hlo = module_print(m, SPELL_HLO), *dump = module_print(m, SPELL_HLO_DUMP), *mlir = module_print(m, SPELL_STABLEHLO);
    return g_strconcat(hlo, dump, mlir, NULL);
}

/* The module is freed. */
static void check_module(IrModule *m)
{
    g_autofree char *before = print_all(m);
    g_autoptr(IrModule) copy = module_clone(m);
    g_autofree char *text = hlo_print(m, SPELL_HLO_DUMP);
    for (int c = 0; c < m->n_comps; c++)
        for (int i = 0; i < m->comps[c]->n_ops; i++) {
            IrOp *op = m->comps[c]->ops[i];
            const IrOp *twin = copy->comps[c]->ops[i];
            const AttrType *t = &attr_types[op_info[op->code].attrs];
            Key key;
            key_init(&key);
            op_attrs_key(op, ATTR_ALL, &key);
            seen[op->code] = true;
            g_assert_cmpint(twin->id, ==, op->id);
            g_assert_true(op_attrs_equal(op, twin, ATTR_ALL));
            g_assert_cmpuint(op_attrs_hash(op, ATTR_ALL), ==, op_attrs_hash(twin, ATTR_ALL));
            change_each(&(Walk){ m, op, op->type->kind == TYPE_ARRAY ? op->type->rank : 0, copy, twin, text, &key }, t, &op->a,
                        is_bare(t) ? "bare" : t->name);
            g_assert_true(op_attrs_equal(op, twin, ATTR_ALL));
        }
    module_free(m);
    g_autofree char *after = print_all(copy);
    g_assert_cmpstr(after, ==, before);
}

static IrModule *read_ok(const char *name, const char *text)
{
    g_autoptr(GError) error = NULL;
    IrModule *m = program_parse(name, text, strlen(text), &error);
    if (!m || !module_verify(m, &error))
        g_error("%s\n%s", error->message, text);
    return m;
}

static void check_rows(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(hlo_rows); i++) {
        const char *bar = strrchr(hlo_rows[i], '|');
        g_autofree char *text = g_strdup_printf("%s  ROOT out = %s %.*s\n}\n", ROWS_HEAD, bar + 1, (int)(bar - hlo_rows[i]), hlo_rows[i]);
        check_module(read_ok("row.hlo", text));
    }
}

/* Ops that import makes from Shardy's ops, and ops that only StableHLO has. */
static const char shardy[] =
    "sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\n"
    "func.func public @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>}, %b: tensor<1x8xf32>) -> (tensor<4x8xf32>) {\n"
    "  %0 = sdy.sharding_constraint %a <@mesh, [{}, {\"y\"}]> : tensor<4x8xf32>\n"
    "  %1 = sdy.reshard %0 <@mesh, [{\"x\"}, {\"y\"}]> : tensor<4x8xf32>\n"
    "  sdy.sharding_group %1 group_id=7 : tensor<4x8xf32>\n"
    "  %2 = sdy.propagation_barrier %1 allowed_direction=BACKWARD : tensor<4x8xf32>\n"
    "  %3 = sdy.manual_computation(%2) in_shardings=[<@mesh, [{\"x\"}, {\"y\"}]>] out_shardings=[<@mesh, [{\"x\"}, {\"y\"}]>]\n"
    "      manual_axes={\"x\", \"y\"} (%in: tensor<2x4xf32>) {\n"
    "    %9 = stablehlo.negate %in : tensor<2x4xf32>\n"
    "    sdy.return %9 : tensor<2x4xf32>\n"
    "  } : (tensor<4x8xf32>) -> tensor<4x8xf32>\n"
    "  %4 = stablehlo.broadcast_in_dim %b, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<4x8xf32>\n"
    "  %5 = stablehlo.add %3, %4 : tensor<4x8xf32>\n"
    "  return %5 : tensor<4x8xf32>\n"
    "}\n";

/* XLA reads a parameter's sharding by itself, and of other ops a list, also of one result. */
static void test_listed_shardings(void)
{
    IrModule *m = read_ok("shardy.mlir", shardy);
    g_autofree char *text = hlo_print(m, SPELL_HLO);
    const char *parameter = strstr(text, "parameter(0)"), *constraint = strstr(text, "\"Sharding\"");
    g_assert_nonnull(parameter);
    g_assert_nonnull(constraint);
    g_assert_true(g_str_has_prefix(strstr(parameter, "xla.sdy.sharding="), "xla.sdy.sharding=\"#sdy.sharding<@mesh, [{\\\"x\\\"}, {}]>\""));
    g_assert_true(g_str_has_prefix(strstr(constraint, "xla.sdy.sharding="), "xla.sdy.sharding=\"#sdy.sharding_per_value<[<@mesh, [{}, {\\\"y\\\"}]>]>\""));
    IrModule *again = read_ok("again.hlo", text);
    g_autofree char *same = hlo_print(again, SPELL_HLO);
    g_assert_nonnull(strstr(same, "#sdy.sharding_per_value<[<@mesh, [{}, {\\\"y\\\"}]>]>"));
    module_free(again);
    module_free(m);
}

static const char asynchronous[] =
    "HloModule m, num_partitions=4\n\nadd {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = f32[] add(a, b)\n}\n\n"
    "run {\n  p = f32[4]{0} parameter(0)\n  ROOT n = f32[4]{0} negate(p)\n}\n\n"
    "ENTRY e {\n  x = f32[4]{0} parameter(0)\n"
    "  s = ((f32[4]{0}), f32[4]{0}, u32[]) async-start(x), calls=run\n"
    "  u = ((f32[4]{0}), f32[4]{0}, u32[]) async-update(s), calls=run\n"
    "  d = f32[4]{0} async-done(u), calls=run\n"
    "  r = f32[4]{0} all-reduce-start(d), channel_id=1, replica_groups={{0,1,2,3}}, use_global_device_ids=true, to_apply=add\n"
    "  rd = f32[4]{0} all-reduce-done(r)\n"
    "  g = (f32[4]{0}, f32[16]{0}) all-gather-start(rd), channel_id=2, replica_groups={{0,1,2,3}}, dimensions={0}, use_global_device_ids=true\n"
    "  gd = f32[16]{0} all-gather-done(g)\n"
    "  m = (f32[16]{0}, f32[16]{0}, u32[], u32[]) collective-permute-start(gd), channel_id=3, source_target_pairs={{0,1}}\n"
    "  md = f32[16]{0} collective-permute-done(m)\n"
    "  k = (f32[16]{0}, f32[16]{0}, u32[]) copy-start(md)\n"
    "  ROOT kd = f32[16]{0} copy-done(k)\n}\n";

/* Two dims take part, which HLO's all-to-all cannot express. */
static const char moving[] =
    "module @m attributes {mhlo.num_partitions = 4 : i32} {\n"
    "  func.func public @main(%a: tensor<4x8xf32>) -> tensor<16x2xf32> {\n"
    "    %0 = \"stablehlo.all_to_all\"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64,\n"
    "        replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}>\n"
    "        : (tensor<4x8xf32>) -> tensor<16x2xf32>\n"
    "    return %0 : tensor<16x2xf32>\n  }\n}\n";

static void check_programs(void)
{
    const char *root = g_getenv("SHARDSCOPE_SOURCE");
    g_autofree char *path = g_build_filename(root ? root : ".", "tests", "unit", "text", "every_op.mlir", NULL), *all = NULL;
    g_assert_true(g_file_get_contents(path, &all, NULL, NULL));
    check_module(read_ok("async.hlo", asynchronous));
    const char *const texts[] = { all, shardy, moving };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        check_module(read_ok("t.mlir", texts[i]));
        g_autoptr(GError) error = NULL;
        IrModule *m = read_ok("t.mlir", texts[i]);
        g_assert_true(pass_import(m, NULL, NULL, &error));
        check_module(m);
    }
}

/* An element-wise op on the first element type that it is defined for. */
static void check_elementwise(OpCode code)
{
    static const ElemType elems[] = { ELEM_f32, ELEM_s32, ELEM_pred, ELEM_c64 };
    for (size_t e = 0; e < G_N_ELEMENTS(elems); e++) {
        IrModule *m = module_new("t");
        IrComp *c = m->entry = comp_new(m, "main");
        const Type *type = type_array(m->types, elems[e], 2, (int64_t[]){ 2, 3 });
        IrOp *args[3];
        c->n_params = op_info[code].n_args;
        c->params = arena_array(m->arena, IrOp *, c->n_params);
        for (int i = 0; i < c->n_params; i++) {
            args[i] = c->params[i] = op_new(c, OP_parameter, type, NULL, 0, NULL);
            args[i]->a.parameter.number = i;
        }
        c->root = op_new(c, code, type, NULL, c->n_params, args);
        const Type *to = op_infer(c->root, NULL);
        if (to) {
            c->root->type = to;
            comp_renumber(c);
            check_module(m);
            return;
        }
        module_free(m);
    }
    g_error("%s is defined for no type", op_info[code].id);
}

/* Ops that no text is parsed into. */
static void check_built(void)
{
    IrModule *m = read_ok("t.hlo", "f { p = f32[4]{0} parameter(0) ROOT n = f32[4]{0} negate(p) }\n"
                                   "ENTRY e { x = f32[4]{0} parameter(0) ROOT c = f32[4]{0} call(x), to_apply=f }");
    m->entry->root->code = OP_composite;
    check_module(m);
    for (int code = 0; code < N_OPCODES; code++)
        if (op_info[code].family == FAMILY_elementwise && !seen[code])
            check_elementwise((OpCode)code);
}

/* Fields that HLO's text does not show. */
static const char *const not_in_hlo[] = {
    "bare.stretched",         /* in StableHLO, the broadcast behind the reshape determines it */
    "loop.listed",            /* StableHLO lists fewer values than HLO */
    "reshard.plan",
};

/* Fields of a struct that were never changed, or whose change was visible in no text. */
static int count_missing(const AttrType *t, const char *path)
{
    int missing = 0;
    for (int i = 0; i < t->n_fields; i++) {
        const AttrField *f = &t->fields[i];
        g_autofree char *name = g_strdup_printf("%s.%s", path, f->name);
        if (f->of)
            missing += count_missing(f->of, name);
        if (f->kind == FIELD_PART)
            continue;
        bool expected = true;
        for (size_t k = 0; k < G_N_ELEMENTS(not_in_hlo); k++)
            expected = expected && strcmp(name, not_in_hlo[k]) != 0;
        if (g_hash_table_contains(changed, name) && g_hash_table_contains(shown, name) == expected)
            continue;
        g_test_message("%s: %s", name, !g_hash_table_contains(changed, name) ? "nothing has changed it" : expected ? "no text shows it" : "a text shows it");
        missing++;
    }
    return missing;
}

static void test_all(void)
{
    changed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    shown = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    check_rows();
    check_programs();
    check_built();
    int missing = 0;
    for (int code = 0; code < N_OPCODES; code++)
        if (!seen[code]) {
            g_test_message("no program has %s", op_info[code].id);
            missing++;
        }
    for (int form = 1; form < N_ATTR_FORMS; form++)
        missing += count_missing(&attr_types[form], is_bare(&attr_types[form]) ? "bare" : attr_types[form].name);
    g_assert_cmpint(missing, ==, 0);
    g_hash_table_destroy(changed);
    g_hash_table_destroy(shown);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ir/attrs/all", test_all);
    g_test_add_func("/ir/attrs/listed-shardings", test_listed_shardings);
    return g_test_run();
}
