/* Operations of bytecode: values, regions, attributes. Operands are the numbers of values: arguments and results of the enclosing
 * regions, counted from the innermost isolated region. A region reserves as many numbers as it defines values when it is
 * entered, behind those of all enclosing regions. Start at read_statement. */
#include "runtime/text/bytecode_impl.h"
#include "runtime/text/stablehlo_form.h"
#include "runtime/text/stablehlo_scope.h"

#include <string.h>

static bool read_arg(BcCursor *c, const Type **type, MLoc *loc)
{
    Bytecode *b = c->b;
    const char *at = c->p;
    bool has_loc = true;
    uint64_t id = b->version >= 4 ? bc_flagged(c, &has_loc) : bc_varint(c);
    const char *loc_at = c->p;
    uint64_t loc_id = has_loc ? bc_varint(c) : 0;
    *loc = (MLoc){ 0 };
    if (bc_failed(b) || (has_loc && !bc_loc(b, loc_id, loc_at, loc)))
        return false;
    const BcType *t = bc_type(b, id, at);
    *type = t ? bc_value_type(b, t) : NULL;
    return *type != NULL;
}

static void skip_arg_use_lists(BcCursor *c, const BcBlock *block)
{
    if (c->b->version >= 3 && block->n_args && bc_byte(c))
        bc_use_lists_skip(c, block->n_args);
}

enum { MAX_ATTRS = 1000 };

/* ---- values ---------------------------------------------------------------------------------------------------- */

BcScope bc_values_enter(Bytecode *b, size_t n_values, bool isolated)
{
    BcScope before = { (size_t)b->values.n, b->scope, b->next_value, b->first_arg };
    if (isolated)
        b->scope = before.n;
    b->next_value = before.n;
    for (size_t i = 0; i < n_values; i++)
        vec_push(&b->values, 0);
    return before;
}

void bc_values_leave(Bytecode *b, BcScope before)
{
    b->values.n = (int)before.n;
    b->scope = before.scope;
    b->next_value = before.next;
    b->first_arg = before.first_arg;
}

static bool define(BcCursor *c, const char *at, IrOp *value)
{
    Bytecode *b = c->b;
    if (b->next_value >= (size_t)b->values.n)
        return bc_fail(c, at, "the region has more values than it says");
    b->values.v[b->next_value++] = value_add(b->r, (Str){ NULL, 0 }, 0, &value, 1);
    return true;
}

static IrOp *use(BcCursor *c, const char *at, uint64_t id)
{
    Bytecode *b = c->b;
    uint32_t handle = id < (uint64_t)b->values.n - b->scope ? b->values.v[b->scope + id] : 0;
    if (!handle) {
        bc_fail(c, at, "value %" G_GUINT64_FORMAT " is not defined here", id);
        return NULL;
    }
    g_autofree char *name = g_strdup_printf("%" G_GUINT64_FORMAT, id);
    return value_use(b->r, handle, 0, at, (Str){ name, strlen(name) });
}

/* ---- regions --------------------------------------------------------------------------------------------------- */

static bool read_statement(BcCursor *c, bool *terminator);

/* Arguments in the order in which the text of a reduction has them: left and right of each input in turn. */
static size_t paired(const MOp *op, size_t i, size_t n)
{
    return op && op->row->code == OP_reduce && n % 2 == 0 ? i / 2 + i % 2 * (n / 2) : i;
}

/* How many of a scan's operands are inputs; the others are what it carries. */
static size_t scan_inputs(const MOp *op)
{
    for (int i = 0; i < op->attrs.n; i++)
        if (strcmp(op->attrs.v[i].key, "operandSegmentSizes") == 0 && op->attrs.v[i].value->kind == ATTR_INTS && op->attrs.v[i].value->ints.n)
            return (size_t)MAX(op->attrs.v[i].value->ints.v[0], 0);
    return 0;
}

/* Arguments get the names that MLIR's text has: %arg0, %arg1, .. counted through the enclosing regions, %iterArg in loops, %input and
 * %carry in scans. */
static bool read_args(BcCursor *c, const MOp *op, const BcBlock *block)
{
    Bytecode *b = c->b;
    size_t n = block->n_args;
    bool loop = op && op->row->code == OP_while, scan = op && op->row->code == OP_scan;
    size_t n_inputs = scan ? scan_inputs(op) : 0;
    const Type **types = arena_array(b->x->scratch, const Type *, MAX(n, 1));
    MLoc *locs = arena_array(b->x->scratch, MLoc, MAX(n, 1));
    IrOp **args = arena_array(b->x->scratch, IrOp *, MAX(n, 1));
    const char *at = c->p;
    for (size_t i = 0; i < n; i++)
        if (!read_arg(c, &types[i], &locs[i]))
            return false;
    for (size_t k = 0; k < n; k++) {
        size_t i = paired(op, k, n);
        const char *given = loop ? "iterArg" : i < n_inputs ? "input" : scan ? "carry" : NULL;
        g_autofree char *name = given ? g_strdup(given) : g_strdup_printf("arg%d", b->first_arg + (int)i);
        MLoc none = { 0 };
        args[i] = region_arg_new(b->r, (Str){ name, strlen(name) }, at, types[i], loop ? &none : &locs[i]);
        args[i]->a.parameter.number = (int)i;
    }
    for (size_t k = 0; k < n; k++) { /* in the order in which the region has them, as region_close wants it */
        size_t i = paired(op, k, n);
        b->values.v[b->next_value + i] = value_add(b->r, (Str){ NULL, 0 }, 0, &args[i], 1);
    }
    b->next_value += n;
    b->first_arg += loop || scan ? 0 : (int)n;
    skip_arg_use_lists(c, block);
    return !bc_failed(b);
}

/* The region's block into the innermost region, which is closed. */
bool bc_block_read(BcCursor *c, const MOp *op, Region *region, const BcBlock *block)
{
    Bytecode *b = c->b;
    const char *at = c->p;
    bool done = false;
    if (!read_args(c, op, block))
        return false;
    for (size_t i = 0; i < block->n_ops; i++) {
        if (done)
            return bc_fail(c, c->p, "the block goes on after its return");
        if (!read_statement(c, &done))
            return false;
    }
    if (!done)
        return bc_fail(c, at, "the region has no return");
    region_close(b->r, region);
    return true;
}

static bool read_region(BcCursor *c, MOp *op, bool isolated, int i)
{
    Bytecode *b = c->b;
    BcBlock block;
    bool empty;
    b->x->cur = c->p;
    if (!bc_block_head_read(c, &block, &empty))
        return false;
    if (empty)
        return bc_fail(c, c->p, "a region of %s is empty", op->name);
    Region *region = region_open(b->r, op->row->region, mop_region_label(b->r, op, i));
    BcScope before = bc_values_enter(b, block.n_values, isolated);
    bool ok = bc_block_read(c, op, region, &block);
    bc_values_leave(b, before);
    op->regions[op->n_regions++] = region;
    return ok;
}

/* A reduction by one operation, which text writes as "applies OP": the region takes two values, and returns what that operation
 * makes of them. Looks at the region without reading it. */
static bool is_short_reduction(BcCursor *c, const MOp *op, const BcOp *head, OpCode *code, BcCursor *behind)
{
    Bytecode *b = c->b;
    BcCursor look = *c;
    BcBlock block;
    BcOp inner, end;
    bool empty;
    const Type *type = op->n_operands ? op->operands[0]->type : NULL;
    if (op->row->code != OP_reduce || head->n_regions != 1 || !type || type->kind != TYPE_ARRAY || !bc_block_head_read(&look, &block, &empty) ||
        block.n_args != 2 || block.n_ops != 2)
        return false;
    size_t first = head->isolated ? 0 : (size_t)b->values.n - b->scope;
    for (int i = 0; i < 2; i++) {
        const Type *arg;
        MLoc loc;
        if (!read_arg(&look, &arg, &loc))
            return false;
        if (arg->plain != type_scalar(b->x->m->types, type->elem)->plain)
            return false;
    }
    skip_arg_use_lists(&look, &block);
    if (!bc_header_read(&look, &inner) || inner.n_regions || inner.n_operands != 2 || inner.n_types != 1 || inner.operands[0] != first ||
        inner.operands[1] != first + 1 || !g_str_has_prefix(inner.name->name, "stablehlo."))
        return false;
    if (!bc_header_read(&look, &end) || end.n_operands != 1 || end.operands[0] != first + 2 || !g_str_has_suffix(end.name->name, ".return"))
        return false;
    const char *word = inner.name->name + strlen("stablehlo.");
    *code = opcode_from_mlir(word, strlen(word));
    *behind = look;
    return *code != N_OPCODES && op_info[*code].family == FAMILY_elementwise && op_info[*code].n_args == 2 && op_info[*code].traits & COMMUTES;
}

static bool read_regions(BcCursor *c, MOp *op, const BcOp *head)
{
    Bytecode *b = c->b;
    BcCursor regions, behind;
    OpCode code;
    if (!bc_regions_open(c, head, &regions))
        return false;
    op->regions = arena_array(b->x->scratch, Region *, MAX(head->n_regions, 1));
    if (is_short_reduction(&regions, op, head, &code, &behind)) {
        mop_form_applies(b->r, op, head->at, code);
        regions = behind;
    } else {
        for (size_t i = 0; i < head->n_regions && !bc_failed(b); i++)
            if (!read_region(&regions, op, head->isolated, (int)i))
                return false;
    }
    return bc_regions_close(c, head, &regions);
}

/* ---- attributes ------------------------------------------------------------------------------------------------ */

static int by_key(const void *a, const void *b)
{
    return strcmp(((const MEntry *)a)->key, ((const MEntry *)b)->key);
}

/* Properties and what is in the operation's dictionary, in one, in the order that text has: by name. */
bool bc_op_attrs_read(BcCursor *c, const BcOp *head, MDict *dict)
{
    Bytecode *b = c->b;
    if (head->has_props && !bc_props_read(b, head->name, head->props, head->at, dict))
        return false;
    const MAttr *more = head->has_dict ? bc_attr(b, head->dict, head->at) : NULL;
    if (bc_failed(b))
        return false;
    if (more && more->kind != ATTR_DICT)
        return bc_fail(c, head->at, "the attributes of %s are no dictionary", head->name->name);
    if (more && more->dict.n > MAX_ATTRS) /* operations share dictionaries, so the file does not bound their sum */
        return mlir_fail_as(b->x, head->at, SHARD_ERROR_LIMIT, NULL, "%s has %d attributes, the limit is %d", head->name->name, more->dict.n, (int)MAX_ATTRS);
    for (int i = 0; more && i < more->dict.n; i++) {
        mlir_dict_add(b->x, dict, more->dict.v[i].key, head->at, more->dict.v[i].value);
        dict->v[dict->n - 1].loose = true;
    }
    if (head->name->dialect == BC_VHLO && !bc_from_vhlo(b, head->name, head->at, dict))
        return false;
    if (dict->n > 1)
        qsort(dict->v, (size_t)dict->n, sizeof *dict->v, by_key);
    for (int i = 1; i < dict->n; i++)
        if (dict->v[i].key == dict->v[i - 1].key)
            return bc_fail(c, head->at, "the attribute '%s' is given twice", dict->v[i].key);
    return true;
}

/* ---- statements ------------------------------------------------------------------------------------------------ */

/* The operation's row, looked up once for each name. */
static bool find_row(Bytecode *b, MOp *op, BcName *name)
{
    const char *called = name->name;
    if (name->dialect == BC_VHLO && strcmp(called, "stablehlo.return") == 0 && b->r->region->kind == REGION_FUNCTION)
        called = "func.return";
    if (name->row && called == name->name) {
        op->row = name->row;
        op->name = op_row_name(name->row);
        return true;
    }
    if (!reader_op_name(b->r, op, (Str){ called, strlen(called) }))
        return false;
    if (called == name->name && !strchr(op_row_name(op->row), '*'))
        name->row = op->row;
    return true;
}

/* Operands in the order in which text has them, since that is the order in which regions take in what they use: those of a
 * reduction are written as pairs of an input and its initial value. */
static bool read_operands(BcCursor *c, MOp *op, const BcOp *head)
{
    Bytecode *b = c->b;
    size_t n = head->n_operands;
    op->operands = arena_array(b->x->scratch, IrOp *, MAX(n, 1));
    op->operand_at = arena_array(b->x->scratch, const char *, MAX(n, 1));
    for (size_t k = 0; k < n; k++) {
        size_t i = paired(op, k, n);
        if (!(op->operands[i] = use(c, head->at, head->operands[i])))
            return false;
        op->operand_at[i] = head->at;
    }
    op->n_operands = op->cap_operands = (int)n;
    return true;
}

static bool read_types(BcCursor *c, MOp *op, const BcOp *head)
{
    op->types = arena_array(c->b->x->scratch, const Type *, MAX(head->n_types, 1));
    for (size_t i = 0; i < head->n_types; i++) {
        const BcType *t = bc_type(c->b, head->types[i], head->at);
        if (!t || !(op->types[i] = bc_value_type(c->b, t)))
            return false;
    }
    op->n_types = (int)head->n_types;
    return true;
}

/* MLIR's casts between types that are the same here. */
static bool is_cast(const BcName *name)
{
    return strcmp(name->written, "builtin.unrealized_conversion_cast") == 0;
}

static bool read_cast(BcCursor *c, MOp *op)
{
    if (op->n_operands != op->n_types)
        return bc_fail(c, op->at, "a cast of %d values to %d", op->n_operands, op->n_types);
    for (int i = 0; i < op->n_types; i++)
        if (op->types[i]->plain != op->operands[i]->type->plain)
            return mlir_fail_as(c->b->x, op->at, SHARD_ERROR_UNSUPPORTED, NULL, "a cast to another type is not supported");
    op->results = op->operands;
    return true;
}

static bool read_op(BcCursor *c, MOp *op, const BcOp *head, bool *terminator)
{
    Bytecode *b = c->b;
    bool cast = is_cast(head->name);
    if (!cast && !find_row(b, op, head->name))
        return false;
    if (cast) {
        op->row = &stablehlo_rows[0];
        op->name = head->name->written;
    }
    b->x->doing = op->name;
    if (!read_operands(c, op, head) || !bc_op_attrs_read(c, head, &op->attrs) || !read_regions(c, op, head))
        return false;
    b->x->cur = head->at;
    if (!read_types(c, op, head) || !bc_loc(b, head->loc, head->loc_at, &op->loc))
        return false;
    return cast ? read_cast(c, op) : reader_op_build(b->r, op, terminator);
}

static bool read_statement(BcCursor *c, bool *terminator)
{
    Bytecode *b = c->b;
    Mlir *x = b->x;
    ArenaMark mark = arena_mark(x->scratch);
    const char *doing = x->doing;
    BcOp head;
    if (!mlir_enter(x))
        return false;
    bool ok = bc_header_read(c, &head);
    MOp op = { .at = head.at, .name_at = head.at, .pos = mlir_pos(x, head.at) };
    ok = ok && read_op(c, &op, &head, terminator);
    mlir_leave(x);
    x->doing = doing;
    if (ok && op.n_types && !op.results)
        return bc_fail(c, head.at, "%s has no results here", op.name);
    for (int i = 0; ok && i < op.n_types; i++)
        ok = define(c, head.at, op.results[i]);
    if (ok && !*terminator) /* what a region returns is needed where it ends */
        arena_release(x->scratch, mark);
    return ok;
}
