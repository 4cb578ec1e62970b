/* The headers of operations and regions in bytecode. They are read without looking at what they refer to. */
#include "runtime/text/bytecode_impl.h"

enum { HAS_ATTRS = 1, HAS_RESULTS = 2, HAS_OPERANDS = 4, HAS_SUCCESSORS = 8, HAS_REGIONS = 16, HAS_USE_LISTS = 32, HAS_PROPERTIES = 64 };

static uint64_t *read_ids(BcCursor *c, size_t *n)
{
    *n = bc_count(c);
    uint64_t *v = arena_array(c->b->x->scratch, uint64_t, MAX(*n, 1));
    for (size_t i = 0; i < *n; i++)
        v[i] = bc_varint(c);
    return v;
}

/* Hints at the order of uses, which nothing here depends on. */
void bc_use_lists_skip(BcCursor *c, size_t n_values)
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
bool bc_header_read(BcCursor *c, BcOp *op)
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
        bc_use_lists_skip(c, op->n_types);
    if (mask & HAS_REGIONS)
        op->n_regions = bc_flagged(c, &op->isolated);
    if (op->n_regions > bc_left(c))
        return bc_fail(c, op->at, "%zu regions in %zu bytes", op->n_regions, bc_left(c));
    return !bc_failed(b);
}

/* The regions of an operation that stands alone lie in a section of their own. */
bool bc_regions_open(BcCursor *c, const BcOp *op, BcCursor *regions)
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

bool bc_regions_close(BcCursor *c, const BcOp *op, BcCursor *regions)
{
    if (bc_failed(c->b))
        return false;
    if (op->isolated && c->b->version >= 2)
        return bc_at_end(regions, "an operation's regions");
    c->p = regions->p;
    return true;
}

/* A region's head, up to its first argument; an empty region has no block. */
bool bc_block_head_read(BcCursor *c, BcBlock *block, bool *empty)
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
