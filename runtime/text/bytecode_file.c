/* The tables of a bytecode file: strings, dialects and operations' names, where attributes and types lie, properties,
 * resources. Nothing in them is made into values here. Start at bc_tables_read.
 * Source: the description of MLIR's bytecode format. */
#include "runtime/text/bytecode_impl.h"

#include <string.h>

enum {
    SECTION_STRING, SECTION_DIALECT, SECTION_ATTR_TYPE, SECTION_ATTR_TYPE_OFFSET, SECTION_IR, SECTION_RESOURCE,
    SECTION_RESOURCE_OFFSET, SECTION_DIALECT_VERSIONS, SECTION_PROPERTIES, N_SECTIONS,
};

static const char *const section_names[N_SECTIONS] = { "strings", "dialects", "attributes and types", "offsets of attributes and types", "operations",
                                                       "resources", "offsets of resources", "versions of dialects", "properties" };

enum { NEWEST_VERSION = 6, MAX_ALIGNMENT = 1 << 20 };

Str bc_section(BcCursor *c, unsigned *id)
{
    const char *at = c->p;
    unsigned head = bc_byte(c);
    uint64_t n = bc_varint(c);
    *id = head & 127;
    if (head & 128) {
        uint64_t alignment = bc_varint(c);
        if (!alignment || alignment & (alignment - 1) || alignment > MAX_ALIGNMENT) {
            if (!bc_failed(c->b))
                bc_fail(c, at, "a section's alignment must be a power of two, up to %d", (int)MAX_ALIGNMENT);
            return (Str){ "", 0 };
        }
        size_t rest = (size_t)(c->p - c->b->first) & (alignment - 1);
        bc_bytes(c, rest ? alignment - rest : 0);
    }
    return bc_bytes(c, n);
}

static BcCursor cursor(Bytecode *b, Str s)
{
    return (BcCursor){ b, s.s, s.s + s.n };
}

static bool read_sections(Bytecode *b, BcCursor *c)
{
    while (c->p < c->end) {
        const char *at = c->p;
        unsigned id;
        Str s = bc_section(c, &id);
        if (bc_failed(b))
            return false;
        if (id >= N_SECTIONS)
            return bc_fail(c, at, "unknown section %u", id);
        if (b->sections[id].s)
            return bc_fail(c, at, "the section of %s is there twice", section_names[id]);
        b->sections[id] = s;
    }
    for (int i = 0; i <= SECTION_IR; i++)
        if (!b->sections[i].s)
            return bc_fail(c, c->end, "the file has no section of %s", section_names[i]);
    return true;
}

/* Lengths from the last string to the first, then the strings from first to last. */
static bool read_strings(Bytecode *b)
{
    BcCursor c = cursor(b, b->sections[SECTION_STRING]);
    size_t n = bc_count(&c);
    b->strings = arena_array(b->x->lasting, Str, MAX(n, 1));
    for (size_t i = n; i-- > 0;)
        b->strings[i].n = bc_varint(&c);
    for (size_t i = 0; i < n && !bc_failed(b); i++) {
        const char *at = c.p;
        Str s = bc_bytes(&c, b->strings[i].n);
        if (!bc_failed(b) && (!s.n || s.s[s.n - 1] != 0))
            return bc_fail(&c, at, "string %zu does not end in a NUL", i);
        b->strings[i] = (Str){ s.s, s.n ? s.n - 1 : 0 };
    }
    b->n_strings = n;
    return bc_at_end(&c, "the strings");
}

static BcDialect dialect_of(Str name)
{
    static const struct { const char *name; BcDialect dialect; } known[] = {
        { "builtin", BC_BUILTIN }, { "func", BC_FUNC }, { "stablehlo", BC_STABLEHLO },
        { "vhlo", BC_VHLO }, { "chlo", BC_CHLO }, { "sdy", BC_SDY },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
        if (str_is(name, known[i].name))
            return known[i].dialect;
    return BC_OTHER;
}

/* "vhlo.add_v1" is StableHLO's add; a few are func's. */
static const char *name_in_stablehlo(Bytecode *b, BcDialect dialect, const char *dialect_name, Str name)
{
    Mlir *x = b->x;
    if (dialect != BC_VHLO)
        return arena_printf(x->lasting, "%s.%.*s", dialect_name, (int)MIN(name.n, (size_t)1000), name.s);
    size_t n = name.n;
    while (n && g_ascii_isdigit(name.s[n - 1]))
        n--;
    if (n > 2 && n < name.n && memcmp(name.s + n - 2, "_v", 2) == 0)
        name.n = n - 2;
    bool func = str_is(name, "func") || str_is(name, "call");
    return arena_printf(x->lasting, "%s.%.*s", func ? "func" : "stablehlo", (int)MIN(name.n, (size_t)1000), name.s);
}

static bool read_names(Bytecode *b, BcCursor *c, size_t total)
{
    size_t cap = total ? total : bc_left(c); /* a name takes a byte at least */
    if (total > bc_left(c))
        return bc_fail(c, c->p, "%zu names of operations in %zu bytes", total, bc_left(c));
    b->names = arena_array(b->x->lasting, BcName, MAX(cap, 1));
    while (c->p < c->end) {
        const char *at = c->p;
        uint64_t dialect = bc_varint(c);
        size_t n = bc_count(c);
        if (!bc_failed(b) && dialect >= b->n_dialects)
            return bc_fail(c, at, "there is no dialect %" G_GUINT64_FORMAT ", the file has %zu", dialect, b->n_dialects);
        if (bc_failed(b))
            return false;
        if (n > cap - b->n_names)
            return bc_fail(c, at, "more than the %zu names of operations announced", cap);
        for (size_t i = 0; i < n && !bc_failed(b); i++) {
            BcName *name = &b->names[b->n_names++];
            Str s;
            if (b->version >= 5) {
                bool registered;
                uint64_t id = bc_flagged(c, &registered);
                if (id >= b->n_strings)
                    return bc_failed(b) ? false : bc_fail(c, at, "there is no string %" G_GUINT64_FORMAT, id);
                s = b->strings[id];
            } else {
                s = bc_string(c);
            }
            name->dialect = b->dialects[dialect];
            name->written = arena_printf(b->x->lasting, "%s.%.*s", b->dialect_names[dialect], (int)MIN(s.n, (size_t)1000), s.s);
            name->name = name_in_stablehlo(b, name->dialect, b->dialect_names[dialect], s);
        }
    }
    return !bc_failed(b);
}

static bool read_dialects(Bytecode *b)
{
    BcCursor c = cursor(b, b->sections[SECTION_DIALECT]);
    size_t n = bc_count(&c);
    b->dialect_names = arena_array(b->x->lasting, const char *, MAX(n, 1));
    b->dialects = arena_array(b->x->lasting, BcDialect, MAX(n, 1));
    for (size_t i = 0; i < n && !bc_failed(b); i++) {
        const char *at = c.p;
        bool versioned = false;
        uint64_t id = b->version ? bc_flagged(&c, &versioned) : bc_varint(&c);
        unsigned section;
        if (versioned)
            bc_section(&c, &section);
        if (bc_failed(b))
            return false;
        if (id >= b->n_strings)
            return bc_fail(&c, at, "there is no string %" G_GUINT64_FORMAT, id);
        Str s = b->strings[id];
        b->dialect_names[i] = arena_strndup(b->x->lasting, s.s, MIN(s.n, (size_t)1000));
        b->dialects[i] = dialect_of(s);
    }
    b->n_dialects = n;
    return !bc_failed(b) && read_names(b, &c, b->version >= 4 ? (size_t)bc_varint(&c) : 0);
}

/* Groups of sizes by dialect, which give where each entry lies; `*at` moves through the section of the entries. */
static bool read_entries(Bytecode *b, BcCursor *c, BcCursor *data, BcEntry *v, size_t n)
{
    for (size_t i = 0; i < n && !bc_failed(b);) {
        const char *at = c->p;
        uint64_t dialect = bc_varint(c);
        size_t group = bc_count(c);
        if (bc_failed(b))
            return false;
        if (dialect >= b->n_dialects || group > n - i || !group)
            return bc_fail(c, at, "a group of entries does not fit the table of %zu", n);
        for (; group; group--, i++) {
            bool custom;
            uint64_t size = bc_flagged(c, &custom);
            Str s = bc_bytes(data, size);
            v[i] = (BcEntry){ .at = s.s, .n = s.n, .dialect = b->dialects[dialect], .custom = custom };
        }
    }
    return !bc_failed(b);
}

static bool read_offsets(Bytecode *b)
{
    BcCursor c = cursor(b, b->sections[SECTION_ATTR_TYPE_OFFSET]), data = cursor(b, b->sections[SECTION_ATTR_TYPE]);
    b->n_attrs = bc_count(&c);
    b->n_types = bc_count(&c);
    if (bc_failed(b))
        return false;
    b->attrs = arena_array(b->x->lasting, BcEntry, MAX(b->n_attrs, 1));
    b->types = arena_array(b->x->lasting, BcEntry, MAX(b->n_types, 1));
    return read_entries(b, &c, &data, b->attrs, b->n_attrs) && read_entries(b, &c, &data, b->types, b->n_types) &&
           bc_at_end(&c, "the offsets of attributes and types");
}

static bool read_properties(Bytecode *b)
{
    if (!b->sections[SECTION_PROPERTIES].s)
        return true;
    BcCursor c = cursor(b, b->sections[SECTION_PROPERTIES]);
    size_t n = bc_count(&c);
    b->props = arena_array(b->x->lasting, Str, MAX(n, 1));
    for (size_t i = 0; i < n; i++)
        b->props[i] = bc_blob(&c);
    b->n_props = n;
    return bc_at_end(&c, "the properties");
}

/* Entries of one group: keys, sizes and kinds; the data is in the other section. */
static bool read_resource_group(Bytecode *b, BcCursor *c, BcCursor *data, bool external)
{
    size_t n = bc_count(c);
    for (size_t i = 0; i < n && !bc_failed(b); i++) {
        BcResource one = { .key = bc_string(c) };
        uint64_t size = bc_varint(c);
        one.is_blob = bc_byte(c) == 0;
        BcCursor inside = cursor(b, bc_bytes(data, size));
        if (one.is_blob && !bc_failed(b)) {
            uint64_t alignment = bc_varint(&inside), n_bytes = bc_varint(&inside);
            if (bc_failed(b))
                return false;
            if (!alignment || alignment & (alignment - 1) || alignment > MAX_ALIGNMENT)
                return bc_fail(c, inside.p, "a resource's alignment must be a power of two, up to %d", (int)MAX_ALIGNMENT);
            size_t rest = (size_t)(inside.p - b->first) & (alignment - 1);
            bc_bytes(&inside, rest ? alignment - rest : 0);
            one.blob = bc_bytes(&inside, n_bytes);
        }
        if (!external)
            b->resources[b->n_resources++] = one;
    }
    return !bc_failed(b);
}

static bool read_resources(Bytecode *b)
{
    if (!b->sections[SECTION_RESOURCE_OFFSET].s)
        return true;
    Str none = { b->x->end, 0 };
    BcCursor c = cursor(b, b->sections[SECTION_RESOURCE_OFFSET]);
    BcCursor data = cursor(b, b->sections[SECTION_RESOURCE].s ? b->sections[SECTION_RESOURCE] : none);
    b->resources = arena_array(b->x->lasting, BcResource, bc_left(&c) + 1); /* an entry takes more than a byte */
    size_t n = bc_count(&c);
    for (size_t i = 0; i < n; i++) {
        bc_string(&c);
        if (!read_resource_group(b, &c, &data, true))
            return false;
    }
    while (c.p < c.end) {
        const char *at = c.p;
        if (bc_varint(&c) >= b->n_dialects)
            return bc_failed(b) ? false : bc_fail(&c, at, "there is no such dialect");
        if (!read_resource_group(b, &c, &data, false))
            return false;
    }
    return !bc_failed(b);
}

bool bc_tables_read(Bytecode *b, Str module)
{
    BcCursor c = cursor(b, module);
    b->first = module.s;
    bc_bytes(&c, 4); /* the magic */
    const char *at = c.p;
    b->version = bc_varint(&c);
    if (bc_failed(b))
        return false;
    if (b->version > NEWEST_VERSION)
        return mlir_fail_as(b->x, at, SHARD_ERROR_UNSUPPORTED, "write it for an older version, as jax.export does",
                            "version %" G_GUINT64_FORMAT " of MLIR's bytecode is not known here, the newest is %d", b->version, (int)NEWEST_VERSION);
    const char *nul = memchr(c.p, 0, bc_left(&c)); /* behind the producer's name */
    if (!nul)
        return bc_fail(&c, c.p, "the producer's name does not end");
    c.p = nul + 1;
    return read_sections(b, &c) && read_strings(b) && read_dialects(b) && read_offsets(b) && read_properties(b) && read_resources(b);
}
