/* Locations of bytecode: attributes that refer to each other. Each is read once. Start at bc_loc. */
#include "runtime/text/bytecode_impl.h"

static bool read_loc_ref(BcCursor *c, MLoc *out)
{
    const char *at = c->p;
    uint64_t id = bc_varint(c);
    return !bc_failed(c->b) && bc_loc(c->b, id, at, out);
}

static const char *read_name(BcCursor *c)
{
    const char *at = c->p;
    const MAttr *a = bc_attr_ref(c);
    if (a && a->kind != ATTR_STRING)
        bc_fail(c, at, "a name must be a string");
    return a && a->kind == ATTR_STRING ? a->s : NULL;
}

/* A file's range: nothing, a line, with a column, with the column it ends at, with line and column of its end. */
static bool read_range(BcCursor *c, MLoc *out)
{
    const char *file = read_name(c), *at = c->p;
    size_t n = bc_count(c);
    if (n > 4)
        return bc_fail(c, at, "a place in a file has up to 4 numbers, %zu are given", n);
    int64_t v[4] = { 0 };
    for (size_t i = 0; i < n; i++)
        v[i] = (int64_t)bc_small(c);
    if (n == 3) {
        v[3] = v[2];
        v[2] = v[0];
    }
    if (v[2] == v[0] && v[3] == v[1]) /* MLIR writes no end either */
        v[2] = v[3] = 0;
    if (!file || bc_failed(c->b))
        return false;
    mlir_loc_file(c->b->x, file, v, out);
    return true;
}

static bool read_loc(BcCursor *c, MLoc *out)
{
    Mlir *x = c->b->x;
    MLoc a = { 0 }, b = { 0 };
    const char *at = c->p;
    uint64_t code = bc_varint(c);
    switch (code) {
    case 10:
        if (!read_loc_ref(c, &a) || !read_loc_ref(c, &b))
            return false;
        mlir_loc_call(x, &a, &b, out);
        return true;
    case 11: {
        const char *file = read_name(c);
        int64_t v[4] = { 0 };
        v[0] = (int64_t)bc_small(c);
        v[1] = (int64_t)bc_small(c);
        if (!file || bc_failed(c->b))
            return false;
        mlir_loc_file(x, file, v, out);
        return true;
    }
    case 12:
    case 13: {
        size_t n = bc_count(c);
        for (size_t i = 0; i < n; i++) {
            if (!read_loc_ref(c, &a))
                return false;
            mlir_loc_fuse(x, &a, out);
        }
        if (code == 13)
            bc_attr_entry(c); /* metadata */
        return !bc_failed(c->b);
    }
    case 14: {
        const char *name = read_name(c);
        if (!name || !read_loc_ref(c, &a))
            return false;
        mlir_loc_named(x, name, &a, out);
        return true;
    }
    case 15: return true;
    case 22: return read_range(c, out);
    default: return bc_failed(c->b) ? false : bc_fail(c, at, "attribute %" G_GUINT64_FORMAT " is no location", code);
    }
}

bool bc_loc(Bytecode *b, uint64_t id, const char *at, MLoc *out)
{
    BcEntry *e = bc_attr_at(b, id, at);
    const char *cur = b->x->cur;
    if (!e)
        return false;
    if (!e->has_loc && e->custom && e->dialect == BC_BUILTIN) {
        if (!bc_enter(b, e))
            return false;
        BcCursor c = { b, e->at, e->at + e->n };
        e->loc = (MLoc){ 0 };
        e->has_loc = read_loc(&c, &e->loc) && bc_at_end(&c, "a location");
        bc_leave(b, e, cur);
        if (!e->has_loc)
            return false;
    }
    *out = e->loc; /* a dialect's own location says nothing to us */
    return true;
}
