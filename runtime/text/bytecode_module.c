/* Modules, functions and meshes of bytecode. Start at bc_module_read. */
#include "runtime/text/bytecode_impl.h"
#include "runtime/text/stablehlo_function.h"
#include "runtime/text/stablehlo_scope.h"

#include <string.h>

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
    if (!bc_regions_open(c, head, &regions) || !bc_block_head_read(&regions, &block, &empty))
        return false;
    Region *region = NULL;
    if (!empty) {
        x->cur = head->at;
        region = region_open(b->r, REGION_FUNCTION, name);
        BcScope before = bc_values_enter(b, block.n_values, true);
        b->first_arg = 0;
        bool ok = bc_block_read(&regions, NULL, region, &block);
        bc_values_leave(b, before);
        if (!ok)
            return false;
    }
    x->doing = NULL;
    return bc_regions_close(c, head, &regions) && reader_function_from_dict(b->r, head->at, dict, region);
}

static bool read_item(BcCursor *c)
{
    Bytecode *b = c->b;
    BcOp head;
    MDict dict = { 0 };
    if (!bc_header_read(c, &head))
        return false;
    const char *name = head.name->name;
    if (strcmp(name, "builtin.module") == 0)
        return mlir_enter(b->x) && read_items(c, &head, false) && (mlir_leave(b->x), true);
    if (strcmp(name, "func.func") == 0)
        return bc_op_attrs_read(c, &head, &dict) && read_function(c, &head, &dict);
    if (strcmp(name, "sdy.mesh") == 0)
        return bc_op_attrs_read(c, &head, &dict) && reader_mesh_from_dict(b->r, head.at, &dict);
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
    if (!bc_op_attrs_read(c, head, &dict))
        return false;
    if (outermost)
        reader_module_from_dict(b->r, &dict);
    if (head->n_regions != 1)
        return bc_fail(c, head->at, "a module has one region, this one %zu", head->n_regions);
    if (!bc_regions_open(c, head, &regions) || !bc_block_head_read(&regions, &block, &empty))
        return false;
    for (size_t i = 0; i < block.n_ops; i++)
        if (!read_item(&regions))
            return false;
    return bc_regions_close(c, head, &regions);
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
    if (!bc_header_read(&c, &head))
        return false;
    if (strcmp(head.name->name, "builtin.module") != 0)
        return mlir_fail(b->x, head.at, "expected a module, found %s", head.name->written);
    return read_items(&c, &head, true) && bc_at_end(&c, "the module");
}
