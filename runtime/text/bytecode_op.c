/* Operations of bytecode: their headers, regions and values. Operands are numbers of values: the results and arguments of
 * the regions around, counted from the innermost region that stands alone. A region reserves as many numbers as it defines
 * values when it is entered, behind all those of the regions around it. Start at bc_module_read. */
#include "runtime/text/bytecode_impl.h"
#include "runtime/text/stablehlo_async.h"
#include "runtime/text/stablehlo_form.h"
#include "runtime/text/stablehlo_function.h"
#include "runtime/text/stablehlo_scope.h"

#include <string.h>

enum { HAS_ATTRS = 1, HAS_RESULTS = 2, HAS_OPERANDS = 4, HAS_SUCCESSORS = 8, HAS_REGIONS = 16, HAS_USE_LISTS = 32, HAS_PROPERTIES = 64 };

typedef struct BcOp {
    BcName *name;
    const char *at;
    uint64_t loc;
    const char *loc_at;
    bool has_dict, has_props, isolated;
    uint64_t dict, props;
    uint64_t *types, *operands;
    size_t n_types, n_operands, n_regions;
} BcOp;

typedef struct BcBlock {
    size_t n_values, n_ops, n_args;
} BcBlock;

/* ---- pieces ---------------------------------------------------------------------------------------------------- */

static uint64_t *read_ids(BcCursor *c, size_t *n)
{
    *n = bc_count(c);
    uint64_t *v = arena_array(c->b->x->scratch, uint64_t, MAX(*n, 1));
    for (size_t i = 0; i < *n; i++)
        v[i] = bc_varint(c);
    return v;
}

/* Hints at the order of uses, which nothing here depends on. */
static void skip_use_lists(BcCursor *c, size_t n_values)
{
    size_t n = 1;
    if (n_values != 1)
        n = bc_count(c);
    for (size_t i = 0; i < n && !bc_failed(c->b); i++) {
        bool pairs;
        if (n_values != 1)
            bc_varint(c);
        uint64_t count = bc_flagged(c, &pairs);
        for (uint64_t k = 0; k < count && !bc_failed(c->b); k++)
            bc_varint(c);
    }
}

/* All of an operation up to its regions. */
static bool read_header(BcCursor *c, BcOp *op)
{
    Bytecode *b = c->b;
    *op = (BcOp){ .at = c->p };
    b->x->cur = c->p;
    uint64_t name = bc_varint(c);
    if (!bc_failed(b) && name >= b->n_names)
        return bc_fail(c, op->at, "there is no name %" G_GUINT64_FORMAT " of an operation, the file has %zu", name, b->n_names);
    unsigned mask = bc_byte(c);
    op->loc_at = c->p;
    op->loc = bc_varint(c);
    if (bc_failed(b))
        return false;
    op->name = &b->names[name];
    op->has_dict = mask & HAS_ATTRS;
    op->has_props = mask & HAS_PROPERTIES;
    op->dict = op->has_dict ? bc_varint(c) : 0;
    op->props = op->has_props ? bc_varint(c) : 0;
    if (mask & HAS_RESULTS)
        op->types = read_ids(c, &op->n_types);
    if (mask & HAS_OPERANDS)
        op->operands = read_ids(c, &op->n_operands);
    if (mask & HAS_SUCCESSORS && bc_count(c))
        return mlir_fail_as(b->x, op->at, SHARD_ERROR_UNSUPPORTED, NULL, "%s: successor blocks are not supported", op->name->name);
    if (mask & HAS_USE_LISTS)
        skip_use_lists(c, op->n_types);
    if (mask & HAS_REGIONS)
        op->n_regions = bc_flagged(c, &op->isolated);
    if (op->n_regions > bc_left(c))
        return bc_fail(c, op->at, "%zu regions in %zu bytes", op->n_regions, bc_left(c));
    return !bc_failed(b);
}

/* The regions of an operation that stands alone lie in a section of their own. */
static bool open_regions(BcCursor *c, const BcOp *op, BcCursor *regions)
{
    Bytecode *b = c->b;
    *regions = *c;
    if (!op->isolated || b->version < 2)
        return true;
    const char *at = c->p;
    unsigned id;
    Str s = bc_section(c, &id);
    *regions = (BcCursor){ b, s.s, s.s + s.n };
    return !bc_failed(b) && (id == 4 || bc_fail(c, at, "expected the section of an operation's regions, found section %u", id));
}

static bool close_regions(BcCursor *c, const BcOp *op, BcCursor *regions)
{
    if (bc_failed(c->b))
        return false;
    if (op->isolated && c->b->version >= 2)
        return bc_at_end(regions, "an operation's regions");
    c->p = regions->p;
    return true;
}

/* A region's head, up to its first argument; an empty region has no block. */
static bool read_block_head(BcCursor *c, BcBlock *block, bool *empty)
{
    const char *at = c->p;
    *block = (BcBlock){ 0 };
    uint64_t n_blocks = bc_varint(c);
    *empty = n_blocks == 0;
    if (bc_failed(c->b) || *empty)
        return !bc_failed(c->b);
    if (n_blocks > 1)
        return mlir_fail_as(c->b->x, at, SHARD_ERROR_UNSUPPORTED, NULL, "a region with several blocks is not supported");
    bool has_args;
    block->n_values = bc_count(c); /* each takes a byte at least: its type */
    block->n_ops = bc_flagged(c, &has_args);
    block->n_args = has_args ? bc_count(c) : 0;
    if (!bc_failed(c->b) && block->n_args > block->n_values)
        return bc_fail(c, at, "a region of %zu values has %zu arguments", block->n_values, block->n_args);
    return !bc_failed(c->b);
}

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
        skip_use_lists(c, block->n_args);
}

/* ---- values ---------------------------------------------------------------------------------------------------- */

/* What a region changes for those within it. */
typedef struct Scope {
    size_t n, scope, next;
    int first_arg;
} Scope;

static Scope enter_values(Bytecode *b, size_t n_values, bool isolated)
{
    Scope before = { (size_t)b->values.n, b->scope, b->next_value, b->first_arg };
    if (isolated)
        b->scope = before.n;
    b->next_value = before.n;
    for (size_t i = 0; i < n_values; i++)
        vec_push(&b->values, 0);
    return before;
}

static void leave_values(Bytecode *b, Scope before)
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

/* MLIR's text calls arguments %arg0, %arg1, .. through the regions around; a loop's are called %iterArg. */
static bool read_args(BcCursor *c, const MOp *op, const BcBlock *block)
{
    Bytecode *b = c->b;
    size_t n = block->n_args;
    bool loop = op && op->row->code == OP_while;
    const Type **types = arena_array(b->x->scratch, const Type *, MAX(n, 1));
    MLoc *locs = arena_array(b->x->scratch, MLoc, MAX(n, 1));
    IrOp **args = arena_array(b->x->scratch, IrOp *, MAX(n, 1));
    const char *at = c->p;
    for (size_t i = 0; i < n; i++)
        if (!read_arg(c, &types[i], &locs[i]))
            return false;
    for (size_t k = 0; k < n; k++) {
        size_t i = paired(op, k, n);
        g_autofree char *name = loop ? g_strdup("iterArg") : g_strdup_printf("arg%d", b->first_arg + (int)i);
        MLoc none = { 0 };
        args[i] = region_arg_new(b->r, (Str){ name, strlen(name) }, at, types[i], loop ? &none : &locs[i]);
        args[i]->a.parameter.number = (int)i;
    }
    for (size_t k = 0; k < n; k++) { /* in the order in which the region has them, as region_close wants it */
        size_t i = paired(op, k, n);
        b->values.v[b->next_value + i] = value_add(b->r, (Str){ NULL, 0 }, 0, &args[i], 1);
    }
    b->next_value += n;
    b->first_arg += loop ? 0 : (int)n;
    skip_arg_use_lists(c, block);
    return !bc_failed(b);
}

/* The region's block into the innermost region, which is closed. */
static bool read_block(BcCursor *c, const MOp *op, Region *region, const BcBlock *block)
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
    if (!read_block_head(c, &block, &empty))
        return false;
    if (empty)
        return bc_fail(c, c->p, "a region of %s is empty", op->name);
    Region *region = region_open(b->r, op->row->region, mop_region_label(b->r, op, i));
    Scope before = enter_values(b, block.n_values, isolated);
    bool ok = read_block(c, op, region, &block);
    leave_values(b, before);
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
    if (op->row->code != OP_reduce || head->n_regions != 1 || !type || type->kind != TYPE_ARRAY || !read_block_head(&look, &block, &empty) ||
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
    if (!read_header(&look, &inner) || inner.n_regions || inner.n_operands != 2 || inner.n_types != 1 || inner.operands[0] != first ||
        inner.operands[1] != first + 1 || !g_str_has_prefix(inner.name->name, "stablehlo."))
        return false;
    if (!read_header(&look, &end) || end.n_operands != 1 || end.operands[0] != first + 2 || !g_str_has_suffix(end.name->name, ".return"))
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
    if (!open_regions(c, head, &regions))
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
    return close_regions(c, head, &regions);
}

/* ---- attributes ------------------------------------------------------------------------------------------------ */

static int by_key(const void *a, const void *b)
{
    return strcmp(((const MEntry *)a)->key, ((const MEntry *)b)->key);
}

/* Properties and what stands in the operation's dictionary, in one, in the order that text has: by name. */
static bool read_attrs(BcCursor *c, const BcOp *head, MDict *dict)
{
    Bytecode *b = c->b;
    if (head->has_props && !bc_props_read(b, head->name, head->props, head->at, dict))
        return false;
    const MAttr *more = head->has_dict ? bc_attr(b, head->dict, head->at) : NULL;
    if (bc_failed(b))
        return false;
    if (more && more->kind != ATTR_DICT)
        return bc_fail(c, head->at, "the attributes of %s are no dictionary", head->name->name);
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
    if (!read_operands(c, op, head) || !read_attrs(c, head, &op->attrs) || !read_regions(c, op, head))
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
    bool ok = read_header(c, &head);
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

/* ---- the module ------------------------------------------------------------------------------------------------ */

static bool read_items(BcCursor *c, const BcOp *head, bool outermost);

static bool read_function(BcCursor *c, const BcOp *head, const MDict *dict)
{
    Bytecode *b = c->b;
    Mlir *x = b->x;
    const char *name = "function";
    for (int i = 0; i < dict->n; i++)
        if (strcmp(dict->v[i].key, "sym_name") == 0 && dict->v[i].value->kind == ATTR_STRING)
            name = dict->v[i].value->s;
    if (head->n_regions != 1)
        return bc_fail(c, head->at, "@%s has %zu bodies", name, head->n_regions);
    BcCursor regions;
    BcBlock block;
    bool empty;
    g_autofree char *doing = g_strdup_printf("@%s", name);
    x->doing = doing;
    if (!open_regions(c, head, &regions) || !read_block_head(&regions, &block, &empty))
        return false;
    Region *region = NULL;
    if (!empty) {
        x->cur = head->at;
        region = region_open(b->r, REGION_FUNCTION, name);
        Scope before = enter_values(b, block.n_values, true);
        b->first_arg = 0;
        bool ok = read_block(&regions, NULL, region, &block);
        leave_values(b, before);
        if (!ok)
            return false;
    }
    x->doing = NULL;
    return close_regions(c, head, &regions) && reader_function_from_dict(b->r, head->at, dict, region);
}

static bool read_item(BcCursor *c)
{
    Bytecode *b = c->b;
    BcOp head;
    MDict dict = { 0 };
    if (!read_header(c, &head))
        return false;
    const char *name = head.name->name;
    if (strcmp(name, "builtin.module") == 0)
        return mlir_enter(b->x) && read_items(c, &head, false) && (mlir_leave(b->x), true);
    if (strcmp(name, "func.func") == 0)
        return read_attrs(c, &head, &dict) && read_function(c, &head, &dict);
    if (strcmp(name, "sdy.mesh") == 0)
        return read_attrs(c, &head, &dict) && reader_mesh_from_dict(b->r, head.at, &dict);
    return reader_unknown_op(b->r, head.at, head.name->written);
}

/* What a module holds, behind its header. */
static bool read_items(BcCursor *c, const BcOp *head, bool outermost)
{
    Bytecode *b = c->b;
    MDict dict = { 0 };
    BcCursor regions;
    BcBlock block;
    bool empty;
    if (!read_attrs(c, head, &dict))
        return false;
    if (outermost)
        reader_module_from_dict(b->r, &dict);
    if (head->n_regions != 1)
        return bc_fail(c, head->at, "a module has one region, this one %zu", head->n_regions);
    if (!open_regions(c, head, &regions) || !read_block_head(&regions, &block, &empty))
        return false;
    for (size_t i = 0; i < block.n_ops; i++)
        if (!read_item(&regions))
            return false;
    return close_regions(c, head, &regions);
}

bool bc_module_read(Bytecode *b)
{
    Str ir = b->sections[4];
    BcCursor c = { b, ir.s, ir.s + ir.n };
    const char *at = c.p;
    uint64_t n = bc_varint(&c) >> 1;
    BcOp head;
    if (bc_failed(b))
        return false;
    if (n != 1)
        return bc_fail(&c, at, "the file holds %" G_GUINT64_FORMAT " operations, one module is wanted", n);
    if (!read_header(&c, &head))
        return false;
    if (strcmp(head.name->name, "builtin.module") != 0)
        return mlir_fail(b->x, head.at, "expected a module, found %s", head.name->written);
    return read_items(&c, &head, true) && bc_at_end(&c, "the module");
}
