/* Scopes, names and statements: the contents of every region of StableHLO text. stablehlo_form.c reads the form of a statement, and the
 * build function of its row makes ops of it. */
#include "runtime/text/stablehlo_scope.h"
#include "runtime/text/stablehlo_form.h"
#include "runtime/text/stablehlo_build.h"
#include "runtime/text/stablehlo_op.h"
#include "runtime/text/stablehlo_async.h"

#include <string.h>

/* ---- scopes ---------------------------------------------------------------------------------------- */

Region *region_open(Reader *r, RegionKind kind, const char *name)
{
    Region *region = arena_new(r->x.lasting, Region);
    region->kind = kind;
    region->parent = r->region;
    region->depth = r->region ? r->region->depth + 1 : 0;
    region->comp = comp_new(r->m, name);
    region->comp->is_function = kind == REGION_FUNCTION || kind == REGION_MANUAL;
    region->comp->at = mlir_pos(&r->x, r->x.cur);
    region->first_binding = r->bindings.n;
    region->at = r->x.cur;
    g_ptr_array_add(r->regions, region);
    r->region = region;
    return region;
}

void region_clear(gpointer p)
{
    Region *region = p;
    vec_clear(&region->captures);
    if (region->local_of)
        g_hash_table_unref(region->local_of);
}

/* The variable that holds the innermost binding of a name; valid until the next name is added. Numeric names have an array of their own,
 * if its size is in proportion to the text. */
static uint32_t *binding_slot(Reader *r, Str name)
{
    uint64_t number = 0, limit = 1024 + (uint64_t)(r->x.end - r->x.text) / 8;
    size_t i = 0;
    while (i < name.n && g_ascii_isdigit(name.s[i]) && number < limit)
        number = number * 10 + (uint64_t)(name.s[i++] - '0');
    if (i == name.n && number < limit && (*name.s != '0' || name.n == 1)) {
        while ((uint64_t)r->numbered.n <= number)
            vec_push(&r->numbered, 0);
        return &r->numbered.v[number];
    }
    uint32_t *tag;
    str_intern_tag(r->value_names, name.s, name.n, &tag);
    return tag;
}

void region_close(Reader *r, Region *region)
{
    g_assert(r->region == region);
    region->arg_used = arena_array(r->x.scratch, bool, MAX(region->n_args, 1));
    for (int i = 0; i < region->n_args; i++)
        region->arg_used[i] = r->bindings.v[region->first_binding + i].used;
    while (r->bindings.n > region->first_binding) {
        const Binding *b = &r->bindings.v[--r->bindings.n];
        if (b->name)
            *binding_slot(r, (Str){ b->name, b->name_len }) = b->shadowed;
    }
    r->region = region->parent;
}

/* Values of this region, and of those around it up to one that stands alone, may not be named again. */
static bool is_visible(const Reader *r, const Region *region)
{
    const Region *here = r->region;
    while (here && here != region && here->kind != REGION_FUNCTION && here->kind != REGION_MANUAL)
        here = here->parent;
    return here == region;
}

uint32_t value_add(Reader *r, Str name, uint32_t shadowed, IrOp **values, int n)
{
    Binding b = { .name = name.s, .name_len = (uint32_t)name.n, .shadowed = shadowed, .region = r->region, .n = n };
    if (n == 1)
        b.u.one = *values;
    else
        b.u.values = arena_dup_array(r->x.lasting, values, n);
    vec_push(&r->bindings, b);
    return (uint32_t)r->bindings.n;
}

static bool value_bind(Reader *r, Str name, const char *at, IrOp **values, int n)
{
    uint32_t *slot = binding_slot(r, name);
    if (*slot && is_visible(r, r->bindings.v[*slot - 1].region))
        return mlir_fail(&r->x, at, "%%%.*s is defined twice", (int)name.n, name.s);
    *slot = value_add(r, name, *slot, values, n);
    return true;
}

/* "%name" at the cursor, without '%'. */
bool value_name_read(Reader *r, Str *out)
{
    Mlir *x = &r->x;
    if (mlir_peek(x) != '%')
        return mlir_expected(x, "a value");
    const char *s = ++x->cur;
    while (mlir_is_name_char(*x->cur))
        x->cur++;
    *out = (Str){ s, (size_t)(x->cur - s) };
    return out->n > 0 || mlir_expected(x, "a name after '%'");
}

static bool unknown_value(Reader *r, const char *at, const char *name)
{
    GPtrArray *names = g_ptr_array_new();
    for (int i = MAX(0, r->bindings.n - 200); i < r->bindings.n; i++)
        g_ptr_array_add(names, arena_strndup(r->x.scratch, r->bindings.v[i].name, r->bindings.v[i].name_len));
    g_ptr_array_add(names, NULL);
    const char *near = diag_nearest(name, (const char *const *)names->pdata);
    g_autofree char *hint = near ? g_strdup_printf("did you mean %%%s?", near) : NULL;
    g_ptr_array_free(names, TRUE);
    return mlir_fail_as(&r->x, at, SHARD_ERROR_PARSE, hint, "%%%s is not defined here", name);
}

IrOp *value_read(Reader *r, const char **at)
{
    Mlir *x = &r->x;
    mlir_peek(x);
    const char *start = x->cur;
    Str name;
    if (!value_name_read(r, &name))
        return NULL;
    int64_t i = 0;
    if (*x->cur == '#') {
        x->cur++;
        if (!g_ascii_isdigit(*x->cur)) {
            mlir_expected(x, "a result number after '#'");
            return NULL;
        }
        if (!mlir_read_int(x, &i))
            return NULL;
    }
    if (at)
        *at = start;
    uint32_t k = *binding_slot(r, name);
    if (!k) {
        unknown_value(r, start, str_dup_z(r, name));
        return NULL;
    }
    Binding *b = &r->bindings.v[k - 1];
    if (i < 0 || i >= b->n) {
        mlir_fail(x, start, "%%%.*s has %d result%s, there is no #%" G_GINT64_FORMAT, (int)name.n, name.s, b->n,
                  b->n == 1 ? "" : "s", i);
        return NULL;
    }
    return value_use(r, k, (int)i, start, name);
}

IrOp *value_use(Reader *r, uint32_t k, int i, const char *at, Str name)
{
    Binding *b = &r->bindings.v[k - 1];
    b->used = true;
    IrOp *value = b->n == 1 ? b->u.one : b->u.values[i];
    if (b->region == r->region)
        return value;

    /* Each region from the definition inwards imports it from the region around it. */
    Region *path[MLIR_MAX_DEPTH];
    int n = 0;
    for (Region *q = r->region; q != b->region; q = q->parent)
        path[n++] = q;
    while (value && n)
        value = region_import(r, path[--n], value, at, str_dup_z(r, name));
    return value;
}

/* The name of an argument without the number that MLIR's printer adds where a name repeats: "iterArg" for iterArg_3. Only for
 * the names that the printer itself gives to what loops and scans carry. Names in the IR get numbers of their own. */
static Str without_number(Str name)
{
    static const char *const given[] = { "iterArg", "input", "carry" };
    size_t n = name.n;
    while (n && g_ascii_isdigit(name.s[n - 1]))
        n--;
    Str base = { name.s, n > 1 && n < name.n && name.s[n - 1] == '_' ? n - 1 : 0 };
    for (size_t i = 0; i < G_N_ELEMENTS(given); i++)
        if (str_is(base, given[i]))
            return base;
    return name;
}

IrOp *region_arg_new(Reader *r, Str name, const char *at, const Type *type, const MLoc *loc)
{
    Region *region = r->region;
    const char *framework = loc->name;
    name = without_number(name);
    g_autofree char *ssa = name.n && !g_ascii_isdigit(name.s[0]) ? g_strndup(name.s, name.n) : NULL;
    const char *hint = region->kind == REGION_FUNCTION && framework ? framework : ssa ? ssa : "arg";
    IrOp *op = op_new(region->comp, OP_parameter, type, hint, 0, NULL);
    op->a.parameter.number = region->n_args;
    op->at = mlir_pos(&r->x, at);
    op->op_name = framework;
    op->loc = loc->frames;
    if ((region->n_args & (region->n_args - 1)) == 0) {
        IrOp **args = arena_array(r->x.scratch, IrOp *, MAX(4, region->n_args * 2));
        if (region->n_args)
            memcpy(args, region->args, sizeof *args * (size_t)region->n_args);
        region->args = args;
    }
    region->args[region->n_args++] = op;
    return op;
}

IrOp *region_arg(Reader *r, Str name, const char *at, const Type *type, const MLoc *loc)
{
    IrOp *op = region_arg_new(r, name, at, type, loc);
    return value_bind(r, name, at, &op, 1) ? op : NULL;
}

bool region_args_read(Reader *r)
{
    Mlir *x = &r->x;
    if (!mlir_expect(x, '('))
        return false;
    if (mlir_accept(x, ')'))
        return true;
    do {
        mlir_peek(x);
        const char *at = x->cur;
        Str name;
        MLoc loc;
        if (!value_name_read(r, &name) || !mlir_expect(x, ':'))
            return false;
        const Type *type = mlir_read_type(x);
        if (!type || !mlir_read_loc(x, &loc) || !region_arg(r, name, at, type, &loc))
            return false;
    } while (mlir_accept(x, ','));
    return mlir_expect(x, ')');
}

/* ---- statements -------------------------------------------------------------------------------------- */

const char *str_dup_z(Reader *r, Str s)
{
    return arena_strndup(r->x.scratch, s.s, s.n);
}

typedef struct ResultName {
    Str name;
    const char *at;
    int n;
} ResultName;
typedef struct ResultNames {
    ResultName few[4], *v; /* v: of the scratch arena where there are more */
    int n, cap;
} ResultNames;

static void add_result_name(Reader *r, ResultNames *names, ResultName one)
{
    if (!names->v) {
        names->v = names->few;
        names->cap = (int)G_N_ELEMENTS(names->few);
    }
    if (names->n == names->cap) {
        ResultName *v = arena_array(r->x.scratch, ResultName, names->cap * 2);
        memcpy(v, names->v, sizeof *v * (size_t)names->n);
        names->v = v;
        names->cap *= 2;
    }
    names->v[names->n++] = one;
}

/* "%a, %b:2 =" */
static bool read_result_names(Reader *r, ResultNames *names, int *total)
{
    Mlir *x = &r->x;
    do {
        ResultName one = { .n = 1 };
        mlir_peek(x);
        one.at = x->cur;
        if (!value_name_read(r, &one.name))
            return false;
        if (mlir_accept(x, ':')) {
            int64_t n;
            if (!mlir_read_int(x, &n))
                return false;
            if (n < 1 || n > 1000000)
                return mlir_fail(x, one.at, "the number of results must be 1 to 1000000");
            one.n = (int)n;
        }
        *total += one.n;
        add_result_name(r, names, one);
    } while (mlir_accept(x, ','));
    return mlir_expect(x, '=');
}

/* Dialects of MLIR that frameworks mix with StableHLO, mostly where shapes are not fixed. */
static bool foreign_op(Reader *r, const char *at, const char *name)
{
    static const char *const dialects[] = { "arith", "tensor", "shape", "ml_program", "linalg", "memref", "scf", "cf", "math", "vhlo",
                                            "quant", "bufferization", "vector", "affine", "mpmd", "tf", "tfl", "torch", "xla", NULL };
    const char *dot = strchr(name, '.');
    g_autofree char *dialect = dot ? g_strndup(name, (gsize)(dot - name)) : NULL;
    if (!dialect || !g_strv_contains(dialects, dialect))
        return false;
    mlir_fail_as(&r->x, at, SHARD_ERROR_UNSUPPORTED, "export the program as StableHLO with fixed shapes", "%s: operations of the dialect %s are not supported",
                 name, dialect);
    return true;
}

bool reader_unknown_op(Reader *r, const char *at, const char *name)
{
    if (foreign_op(r, at, name))
        return false;
    GPtrArray *names = g_ptr_array_new();
    for (int i = 0; i < n_stablehlo_rows; i++)
        if (stablehlo_rows[i].build)
            g_ptr_array_add(names, (gpointer)op_row_name(&stablehlo_rows[i]));
    g_ptr_array_add(names, NULL);
    const char *near = diag_nearest(name, (const char *const *)names->pdata);
    g_autofree char *hint = near ? g_strdup_printf("did you mean %s?", near) : NULL;
    g_ptr_array_free(names, TRUE);
    return mlir_fail_as(&r->x, at, SHARD_ERROR_PARSE, hint, "unknown operation '%s'", name);
}

static const OpRow *find_row(Reader *r, const char *name, size_t n)
{
    uint32_t *tag;
    str_intern_tag(r->row_names, name, n, &tag);
    return *tag ? &stablehlo_rows[*tag - 1] : NULL;
}

/* The row of an op. Older programs say mhlo for stablehlo, and leave func out. */
const OpRow *reader_row(Reader *r, Str name)
{
    const OpRow *row = find_row(r, name.s, name.n);
    if (row)
        return row;
    g_autofree char *full = NULL;
    if (str_is(name, "call") || str_is(name, "return"))
        full = g_strdup_printf("func.%.*s", (int)name.n, name.s);
    else if (str_is(name, "constant"))
        full = g_strdup("stablehlo.constant");
    else if (name.n > 5 && memcmp(name.s, "mhlo.", 5) == 0)
        full = g_strdup_printf("stablehlo.%.*s", (int)(name.n - 5), name.s + 5);
    else if (name.n > 12 && memcmp(name.s, "interpreter.", 12) == 0)
        full = g_strdup("interpreter.*");
    else if (name.n > 6 && memcmp(name.s, "check.", 6) == 0)
        full = g_strdup("check.*");
    if (!full)
        return NULL;
    row = find_row(r, full, strlen(full));
    if (!row && name.n > 5 && memcmp(name.s, "mhlo.", 5) == 0) {
        g_autofree char *chlo = g_strdup_printf("chlo.%.*s", (int)(name.n - 5), name.s + 5);
        row = find_row(r, chlo, strlen(chlo));
    }
    return row;
}

bool reader_op_name(Reader *r, MOp *op, Str name)
{
    op->row = reader_row(r, name);
    if (!op->row)
        return reader_unknown_op(r, op->name_at, mlir_intern(&r->x, name));
    bool own_name = strchr(op_row_name(op->row), '*') != NULL;
    op->name = own_name ? mlir_intern(&r->x, name) : op_row_name(op->row);
    return true;
}

static bool is_terminator(const char *name)
{
    return !strcmp(name, "func.return") || !strcmp(name, "stablehlo.return") || !strcmp(name, "sdy.return") ||
           !strcmp(name, "chlo.return");
}

/* Operand types as the text gives them against the values' own. */
static bool check_arg_types(Reader *r, const MOp *op)
{
    if (!op->arg_types)
        return true;
    if (op->n_arg_types != op->n_operands)
        return mlir_fail(&r->x, op->at, "%s has %d operand%s but %d operand type%s", op->name, op->n_operands,
                         op->n_operands == 1 ? "" : "s", op->n_arg_types, op->n_arg_types == 1 ? "" : "s");
    for (int i = 0; i < op->n_operands; i++) {
        if (op->arg_types[i]->plain == op->operands[i]->type->plain)
            continue;
        if (op->operands[i]->code == OP_async_start && op->arg_types[i]->plain == future_type(r, op->operands[i])->plain)
            continue;
        g_autoptr(GString) has = g_string_new(NULL);
        g_autoptr(GString) says = g_string_new(NULL);
        type_print_mlir(has, op->operands[i]->type);
        type_print_mlir(says, op->arg_types[i]);
        return mlir_fail(&r->x, op->operand_at[i], "operand %d of %s is %s, but its type is given as %s", i, op->name,
                         has->str, says->str);
    }
    return true;
}

static bool bind_results(Reader *r, const MOp *op, const ResultNames *names, int total)
{
    if (names->n == 0) /* results that nobody names are dropped */
        return true;
    if (total != op->n_types || !op->results)
        return mlir_fail(&r->x, op->at, "%s has %d result%s, but %d %s named", op->name, op->n_types,
                         op->n_types == 1 ? "" : "s", total, total == 1 ? "is" : "are");
    int k = 0;
    for (int i = 0; i < names->n; k += names->v[i++].n)
        if (!value_bind(r, names->v[i].name, names->v[i].at, op->results + k, names->v[i].n))
            return false;
    return true;
}

/* The regions of an op end with its own dialect's return. */
static bool check_ends(Reader *r, const MOp *op)
{
    const char *want = g_str_has_prefix(op->name, "sdy.") ? "sdy.return" : g_str_has_prefix(op->name, "stablehlo.") ? "stablehlo.return" : NULL;
    for (int i = 0; want && i < op->n_regions; i++)
        if (op->regions[i]->ended_by && strcmp(op->regions[i]->ended_by, want) != 0)
            return mop_fail(r, op, "a region of %s ends with %s, found %s", op->name, want, op->regions[i]->ended_by);
    return true;
}

bool reader_op_build(Reader *r, MOp *op, bool *terminator)
{
    bool ok = reader_check_futures(r, op) && check_arg_types(r, op);
    *terminator = ok && is_terminator(op->name);
    if (ok && *terminator && op->n_types)
        return mlir_fail(&r->x, op->at, "%s ends a region and has no results, but its type gives it %d", op->name, op->n_types);
    if (ok && *terminator) {
        r->region->yields = op->operands;
        r->region->n_yields = op->n_operands;
        r->region->ended_by = op->name;
        r->region->ended_at = op->at;
    } else if (ok) {
        const MOp *outer = r->op;
        r->op = op;
        ok = check_ends(r, op) && (mop_is_unsized(op) ? mop_build_unsized(r, op) : mop_is_quantised(op) ? mop_build_quantised(r, op) : op->row->build(r, op)) && mop_annotate(r, op);
        r->op = (MOp *)outer;
    }
    return ok;
}

static bool read_op_body(Reader *r, MOp *op, bool *terminator)
{
    Mlir *x = &r->x;
    mlir_peek(x);
    op->name_at = x->cur;
    bool generic = *x->cur == '"';
    Str name;
    if (generic) {
        size_t n;
        const char *s = mlir_read_string(x, &n);
        if (!s)
            return false;
        name = (Str){ s, n };
    } else {
        name = mlir_accept_word(x);
        if (*x->cur == '-' && name.n) { /* stablehlo.cross-replica-sum */
            while (mlir_is_name_char(*x->cur))
                x->cur++;
            name.n = (size_t)(x->cur - name.s);
        }
        if (!name.n)
            return mlir_expected(x, "an operation");
    }
    if (!reader_op_name(r, op, name))
        return false;
    const char *doing = x->doing;
    x->doing = op->name;
    bool ok = generic ? mop_form_generic(r, op) : op->row->form ? op->row->form(r, op) : mop_form_common(r, op);
    ok = ok && mlir_read_loc(x, &op->loc) && reader_op_build(r, op, terminator);
    x->doing = doing;
    return ok;
}

static bool read_statement(Reader *r, bool *terminator)
{
    Mlir *x = &r->x;
    ResultNames names;
    names.v = NULL;
    names.n = names.cap = 0;
    int total = 0;
    ArenaMark mark = arena_mark(x->scratch);
    mlir_peek(x);
    MOp op = { .at = x->cur, .pos = mlir_pos(x, x->cur) };
    bool ok = *x->cur != '%' || read_result_names(r, &names, &total);
    ok = ok && mlir_enter(x);
    if (ok) {
        ok = read_op_body(r, &op, terminator);
        mlir_leave(x);
        ok = ok && bind_results(r, &op, &names, total);
    }
    if (ok && !*terminator) /* the values that a region returns count as used */
        arena_release(x->scratch, mark);
    return ok;
}

bool region_read(Reader *r, Region *region)
{
    Mlir *x = &r->x;
    if (!mlir_expect(x, '{'))
        return false;
    if (mlir_accept(x, '^')) {
        while (mlir_is_name_char(*x->cur))
            x->cur++;
        if (mlir_peek(x) == '(' && !region_args_read(r))
            return false;
        if (!mlir_expect(x, ':'))
            return false;
    }
    bool done = false;
    while (!mlir_accept(x, '}')) {
        if (done)
            return mlir_fail(x, x->cur, "the block goes on after its return");
        if (*x->cur == '^')
            return mlir_fail_as(x, x->cur, SHARD_ERROR_UNSUPPORTED, NULL, "a region with several blocks is not supported");
        if (x->cur >= x->end)
            return mlir_expected(x, "'}'");
        if (!read_statement(r, &done))
            return false;
    }
    if (!done)
        return mlir_fail(x, x->cur - 1, "the region has no return");
    region_close(r, region);
    return true;
}
