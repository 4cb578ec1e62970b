/* Serialised modules: finds the module in its containers, orders computations and instructions, writes the text, has it read, and
 * puts the constants in. Start at proto_parse(). */
#include "runtime/text/proto.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "runtime/text/proto_impl.h"
#include "runtime/text/text.h"

/* ---- containers ------------------------------------------------------------------------------------------- */

/* A name of printable characters, and computations that begin with their names. */
static bool is_module(WireMessage m)
{
    WireMessage name = wire_message(m, 1), comp = wire_message(m, 3);
    bool ok = wire_has(m, 1) && wire_has(m, 3) && name.n > 0 && name.n < 100000 && wire_has(comp, 1) && wire_has(comp, 2);
    for (size_t i = 0; ok && i < name.n; i++)
        ok = name.p[i] >= ' ';
    return ok;
}

/* HloModuleProto; HloProto and HloModuleProtoWithConfig, whose field 1 it is; HloSnapshot, whose field 1 is an HloProto.
 * *config: the HloModuleConfigProto beside it, or empty. */
static bool find_module(const char *bytes, size_t n, bool *bad, WireMessage *out, WireMessage *config)
{
    WireMessage m = { (const uint8_t *)bytes, n, bad };
    *config = (WireMessage){ .bad = bad };
    for (int level = 0; level < 3 && n && (bytes[0] == 0x0a || level); level++) {
        *bad = false;
        if (is_module(m)) {
            *out = m;
            return true;
        }
        if (level == 0 && !wire_has(m, 3)) /* HloProto has its buffers there, and no configuration */
            *config = wire_message(m, 2);
        m = wire_message(m, 1);
        if (!m.n)
            return false;
    }
    return false;
}

bool proto_find(const char *bytes, size_t n)
{
    bool bad = false;
    WireMessage m, config;
    return n > 4 && bytes[0] == 0x0a && find_module(bytes, n, &bad, &m, &config);
}

/* ---- words ------------------------------------------------------------------------------------------------ */

bool proto_fail(ProtoWriter *w, const char *fmt, ...)
{
    if (w->error)
        return false;
    va_list ap;
    va_start(ap, fmt);
    g_autofree char *what = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    g_autofree char *valid = g_utf8_make_valid(what, -1);
    return diag(&w->error, SHARD_ERROR_PARSE, NULL, NULL, "%s: %s", w->path, valid);
}

void proto_quoted(ProtoWriter *w, WireMessage text)
{
    g_string_append_c(w->out, '"');
    for (size_t i = 0; i < text.n; i++) {
        uint8_t c = text.p[i];
        if (c == '"' || c == '\\')
            g_string_append_printf(w->out, "\\%c", c);
        else if (c == '\n')
            g_string_append(w->out, "\\n");
        else if (c < ' ')
            g_string_append_printf(w->out, "\\%03o", c);
        else
            g_string_append_c(w->out, (char)c);
    }
    g_string_append_c(w->out, '"');
}

void proto_value(ProtoWriter *w, WireMessage value)
{
    if (proto_is_dictionary(value))
        g_string_append_len(w->out, (const char *)value.p, (gssize)value.n);
    else
        proto_quoted(w, value);
}

void proto_ints(ProtoWriter *w, WireMessage m, int number)
{
    WireInts v = { 0 };
    wire_ints(m, number, &v);
    for (int i = 0; i < v.n; i++)
        g_string_append_printf(w->out, "%s%" PRId64, i ? "," : "", v.v[i]);
    vec_clear(&v);
}

void proto_ints_attr(ProtoWriter *w, const char *name, WireMessage m, int number)
{
    g_string_append_printf(w->out, ", %s={", name);
    proto_ints(w, m, number);
    g_string_append_c(w->out, '}');
}

/* A name of the characters that HLO's text allows. */
static const char *clean_name(ProtoWriter *w, WireMessage name, const char *without)
{
    enum { MAX_NAME = 4096 };
    size_t n = MIN(name.n, MAX_NAME);
    if (!n)
        return without;
    char *s = arena_alloc(w->arena, n + 2), *to = s;
    if (!g_ascii_isalpha(name.p[0]) && name.p[0] != '_')
        *to++ = '_';
    for (size_t i = 0; i < n; i++)
        *to++ = g_ascii_isalnum(name.p[i]) || strchr("_.-", name.p[i] ? name.p[i] : '!') ? (char)name.p[i] : '_';
    *to = 0;
    return s;
}

static void name_id(ProtoWriter *w, GHashTable *names, int64_t id, const char *name)
{
    int64_t *key = arena_new(w->arena, int64_t);
    *key = id;
    g_hash_table_insert(names, key, (gpointer)(uintptr_t)name);
}

/* ---- computations ----------------------------------------------------------------------------------------- */

/* The instructions in the order in which they run, if the module has a schedule; else as they are listed. */
static GArray *ordered_ops(ProtoWriter *w, WireMessage comp, int64_t comp_id)
{
    GArray *ops = g_array_new(FALSE, FALSE, sizeof(WireMessage));
    WireMessage op, entry;
    for (const uint8_t *at = NULL; wire_each(comp, 2, &at, &op);)
        g_array_append_val(ops, op);
    WireMessage schedule = wire_message(w->module, 7);
    for (const uint8_t *at = NULL; wire_each(schedule, 1, &at, &entry);) {
        if (wire_int(entry, 1, 0) != comp_id)
            continue;
        WireInts ids = { 0 };
        wire_ints(wire_message(entry, 2), 1, &ids);
        g_autoptr(GHashTable) place = g_hash_table_new(g_int64_hash, g_int64_equal);
        for (guint i = 0; i < ops->len; i++) {
            int64_t *key = arena_new(w->arena, int64_t);
            *key = wire_int(g_array_index(ops, WireMessage, i), 35, 0);
            g_hash_table_insert(place, key, GUINT_TO_POINTER(i + 1));
        }
        GArray *sorted = g_array_new(FALSE, FALSE, sizeof(WireMessage));
        for (int i = 0; i < ids.n; i++) {
            guint k = GPOINTER_TO_UINT(g_hash_table_lookup(place, &ids.v[i]));
            if (k && g_hash_table_remove(place, &ids.v[i]))
                g_array_append_val(sorted, g_array_index(ops, WireMessage, k - 1));
        }
        vec_clear(&ids);
        if (sorted->len == ops->len) {
            g_array_unref(ops);
            return sorted;
        }
        g_array_unref(sorted);
        proto_fail(w, "the schedule of computation %" PRId64 " does not have all of its instructions", comp_id);
        return ops;
    }
    return ops;
}

static void write_comp(ProtoWriter *w, WireMessage comp, const char *name, bool entry)
{
    int64_t id = wire_int(comp, 5, 0), root = wire_int(comp, 6, 0);
    g_autoptr(GArray) ops = ordered_ops(w, comp, id);
    g_hash_table_remove_all(w->ops);
    g_hash_table_remove_all(w->booleans);
    g_string_append_printf(w->out, "\n%s%%%s {\n", entry ? "ENTRY " : "", name);
    for (guint i = 0; i < ops->len && !w->error && !w->bad; i++) {
        WireMessage op = g_array_index(ops, WireMessage, i);
        int64_t op_id = wire_int(op, 35, 0);
        name_id(w, w->ops, op_id, clean_name(w, wire_message(op, 1), "unnamed"));
        g_string_append(w->out, op_id == root ? "  ROOT " : "  ");
        proto_op(w, name, op);
        g_string_append_c(w->out, '\n');
        if (w->out->len > w->limit)
            proto_fail(w, "as text the module would be larger than %" G_GSIZE_FORMAT " bytes", w->limit);
    }
    g_string_append_c(w->out, '}');
    WireMessage thread = wire_message(comp, 8);
    if (thread.n && !(thread.n == 4 && memcmp(thread.p, "main", 4) == 0)) {
        g_string_append(w->out, ", execution_thread=");
        proto_quoted(w, thread);
    }
    g_string_append_c(w->out, '\n');
}

typedef struct Comps {
    GArray *list;       /* WireMessage */
    GHashTable *place;  /* id -> position + 1 */
    uint8_t *state;     /* of each: 0 not met, 1 begun, 2 in the order */
    GArray *order;      /* guint: callees first */
} Comps;

/* Depth first over what is called, without recursion. */
static void order_from(ProtoWriter *w, Comps *c, guint first)
{
    g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(guint));
    g_array_append_val(stack, first);
    while (stack->len && !w->error) {
        guint i = g_array_index(stack, guint, stack->len - 1);
        if (c->state[i] == 2) {
            g_array_set_size(stack, stack->len - 1);
            continue;
        }
        if (c->state[i] == 1) {
            c->state[i] = 2;
            g_array_append_val(c->order, i);
            continue;
        }
        c->state[i] = 1;
        WireMessage op;
        for (const uint8_t *at = NULL; wire_each(g_array_index(c->list, WireMessage, i), 2, &at, &op);) {
            WireInts ids = { 0 };
            wire_ints(op, 38, &ids);
            for (int k = ids.n - 1; k >= 0; k--) {
                guint to = GPOINTER_TO_UINT(g_hash_table_lookup(c->place, &ids.v[k]));
                if (!to)
                    proto_fail(w, "an instruction calls computation %" PRId64 ", which the module does not have", ids.v[k]);
                else if (c->state[to - 1] == 1)
                    proto_fail(w, "computation %" PRId64 " calls itself", ids.v[k]);
                else if (c->state[to - 1] == 0)
                    to--, g_array_append_val(stack, to);
            }
            vec_clear(&ids);
        }
    }
}

static void write_comps(ProtoWriter *w)
{
    Comps c = { .list = g_array_new(FALSE, FALSE, sizeof(WireMessage)), .place = g_hash_table_new(g_int64_hash, g_int64_equal),
                .order = g_array_new(FALSE, FALSE, sizeof(guint)) };
    WireMessage comp;
    for (const uint8_t *at = NULL; wire_each(w->module, 3, &at, &comp);) {
        g_array_append_val(c.list, comp);
        int64_t *key = arena_new(w->arena, int64_t);
        *key = wire_int(comp, 5, 0);
        if (!g_hash_table_insert(c.place, key, GUINT_TO_POINTER(c.list->len)))
            proto_fail(w, "two computations have the id %" PRId64, *key);
        name_id(w, w->comps, *key, clean_name(w, wire_message(comp, 1), "unnamed"));
    }
    c.state = g_malloc0(c.list->len + 1);
    int64_t entry = wire_int(w->module, 6, 0);
    guint main_comp = GPOINTER_TO_UINT(g_hash_table_lookup(c.place, &entry));
    if (!main_comp)
        proto_fail(w, "the entry computation %" PRId64 " is missing", entry);
    for (guint i = 0; i < c.list->len && !w->error; i++)
        if (i + 1 != main_comp)
            order_from(w, &c, i);
    if (!w->error)
        order_from(w, &c, main_comp - 1);
    for (guint i = 0; i < c.order->len && !w->error; i++) {
        guint k = g_array_index(c.order, guint, i);
        comp = g_array_index(c.list, WireMessage, k);
        int64_t id = wire_int(comp, 5, 0);
        write_comp(w, comp, g_hash_table_lookup(w->comps, &id), k + 1 == main_comp);
    }
    g_array_unref(c.list);
    g_array_unref(c.order);
    g_hash_table_unref(c.place);
    g_free(c.state);
}

/* ---- the header --------------------------------------------------------------------------------------------- */

static void aliases(ProtoWriter *w)
{
    WireMessage list = wire_message(w->module, 8), entry;
    bool first = true;
    for (const uint8_t *at = NULL; wire_each(list, 1, &at, &entry); first = false) {
        g_string_append(w->out, first ? ", input_output_alias={ {" : ", {");
        proto_ints(w, entry, 1);
        g_string_append_printf(w->out, "}: (%" PRId64 ", {", wire_int(entry, 2, 0));
        proto_ints(w, entry, 3);
        g_string_append_printf(w->out, "}, %s)", wire_int(entry, 4, 0) == 2 ? "must-alias" : "may-alias");
    }
    g_string_append(w->out, first ? "" : " }");
    list = wire_message(w->module, 18);
    first = true;
    for (const uint8_t *at = NULL; wire_each(list, 1, &at, &entry); first = false) {
        g_string_append_printf(w->out, "%s(%" PRId64 ", {", first ? ", buffer_donor={ " : ", ", wire_int(entry, 1, 0));
        proto_ints(w, entry, 2);
        g_string_append(w->out, "})");
    }
    g_string_append(w->out, first ? "" : " }");
}

static void entry_layout(ProtoWriter *w)
{
    WireMessage program = wire_message(w->module, 4), shape;
    if (!wire_has(program, 2))
        return;
    bool first = true;
    g_string_append(w->out, ", entry_computation_layout={(");
    for (const uint8_t *at = NULL; !w->error && wire_each(program, 1, &at, &shape); first = false) {
        g_string_append(w->out, first ? "" : ", ");
        proto_shape(w, shape, 0);
    }
    g_string_append(w->out, ")->");
    proto_shape(w, wire_message(program, 2), 0);
    g_string_append_c(w->out, '}');
}

static void table(ProtoWriter *w, const char *title, WireMessage frames, int number)
{
    WireMessage name;
    int i = 1;
    g_string_append_printf(w->out, "\n%s\n", title);
    for (const uint8_t *at = NULL; wire_each(frames, number, &at, &name); i++) {
        g_string_append_printf(w->out, "%d ", i);
        proto_quoted(w, name);
        g_string_append_c(w->out, '\n');
    }
}

static void stack_frames(ProtoWriter *w)
{
    WireMessage frames = wire_message(w->module, 17), each;
    if (!frames.n)
        return;
    table(w, "FileNames", frames, 1);
    table(w, "FunctionNames", frames, 2);
    int i = 1;
    g_string_append(w->out, "\nFileLocations\n");
    for (const uint8_t *at = NULL; wire_each(frames, 3, &at, &each); i++) {
        int64_t line = wire_int(each, 3, 0), column = wire_int(each, 4, 0);
        g_string_append_printf(w->out, "%d {file_name_id=%" PRId64 " function_name_id=%" PRId64 " line=%" PRId64 " end_line=%" PRId64
                               " column=%" PRId64 " end_column=%" PRId64 "}\n", i, wire_int(each, 1, 0), wire_int(each, 2, 0), line,
                               wire_int(each, 5, line), column, wire_int(each, 6, column));
    }
    i = 1;
    g_string_append(w->out, "\nStackFrames\n");
    for (const uint8_t *at = NULL; wire_each(frames, 4, &at, &each); i++) /* the text's number of the parent is one larger */
        g_string_append_printf(w->out, "%d {file_location_id=%" PRId64 " parent_frame_id=%" PRId64 "}\n", i, wire_int(each, 1, 0),
                               wire_int(each, 2, 0) + 1);
}

static void bools(ProtoWriter *w, const char *name, WireMessage m, int number)
{
    WireInts v = { 0 };
    wire_ints(m, number, &v);
    for (int i = 0; i < v.n; i++)
        g_string_append_printf(w->out, "%s%s%s%s", i ? "," : ", ", i ? "" : name, i ? "" : "={", v.v[i] ? "true" : "false");
    g_string_append(w->out, v.n ? "}" : "");
    vec_clear(&v);
}

static void write_module(ProtoWriter *w)
{
    WireMessage assigned = wire_message(w->module, 15), map = wire_message(w->module, 19), entry;
    for (const uint8_t *at = NULL; wire_each(w->module, 22, &at, &entry);)
        vec_push(&w->payloads, entry);
    g_string_append_printf(w->out, "HloModule %s", clean_name(w, wire_message(w->module, 1), "module"));
    if (wire_has(w->module, 7))
        g_string_append(w->out, ", is_scheduled=true");
    aliases(w);
    entry_layout(w);
    int64_t replicas = wire_int(w->config, 4, wire_int(assigned, 1, 1)), partitions = wire_int(w->config, 5, wire_int(assigned, 2, 1));
    if (replicas > 1)
        g_string_append_printf(w->out, ", replica_count=%" PRId64, replicas);
    if (partitions > 1)
        g_string_append_printf(w->out, ", num_partitions=%" PRId64, partitions);
    bools(w, "allow_spmd_sharding_propagation_to_parameters", w->config, 33);
    bools(w, "allow_spmd_sharding_propagation_to_output", w->config, 27);
    bool first = true;
    for (const uint8_t *at = NULL; wire_each(map, 1, &at, &entry); first = false) {
        WireMessage key = wire_message(entry, 1);
        g_string_append_printf(w->out, "%s%.*s=", first ? ", frontend_attributes={" : ",", (int)MIN(key.n, 1000), (const char *)key.p);
        proto_value(w, wire_message(entry, 2));
    }
    g_string_append(w->out, first ? "\n" : "}\n");
    stack_frames(w);
    write_comps(w);
}

/* ---- reading -------------------------------------------------------------------------------------------------- */

static bool begin(ProtoWriter *w, Arena *arena, const char *path, const char *bytes, size_t n, GError **error)
{
    *w = (ProtoWriter){ .path = path, .arena = arena, .out = g_string_new(NULL), .limit = (gsize)256 << 20 };
    w->limit += 64 * n;
    w->ops = g_hash_table_new(g_int64_hash, g_int64_equal);
    w->booleans = g_hash_table_new(NULL, NULL);
    w->comps = g_hash_table_new(g_int64_hash, g_int64_equal);
    if (!find_module(bytes, n, &w->bad, &w->module, &w->config))
        return diag(error, SHARD_ERROR_PARSE, NULL, NULL, "%s: there is no HLO module in this protocol buffer", path);
    write_module(w);
    if (!w->error && w->bad)
        proto_fail(w, "the protocol buffer is damaged or cut short");
    if (!w->error && memchr(w->out->str, 0, w->out->len))
        proto_fail(w, "a name in the protocol buffer has a NUL character");
    if (w->error)
        g_propagate_error(error, g_steal_pointer(&w->error));
    else
        return true;
    return false;
}

static void end(ProtoWriter *w)
{
    if (w->out)
        g_string_free(w->out, TRUE);
    vec_clear(&w->constants);
    vec_clear(&w->payloads);
    g_hash_table_unref(w->ops);
    g_hash_table_unref(w->booleans);
    g_hash_table_unref(w->comps);
    g_clear_error(&w->error);
}

static bool put_constants(ProtoWriter *w, IrModule *m, GError **error)
{
    g_autoptr(GHashTable) comps = g_hash_table_new(g_str_hash, g_str_equal), ops = g_hash_table_new(g_str_hash, g_str_equal);
    for (int i = 0; i < m->n_comps; i++)
        g_hash_table_insert(comps, (gpointer)(uintptr_t)m->comps[i]->name, m->comps[i]);
    const char *of = NULL;
    for (int i = 0; i < w->constants.n; i++) {
        const ProtoConstant *k = &w->constants.v[i];
        const IrComp *c = g_hash_table_lookup(comps, k->comp);
        if (k->comp != of) {
            g_hash_table_remove_all(ops);
            for (int j = 0; c && j < c->n_ops; j++)
                g_hash_table_insert(ops, (gpointer)(uintptr_t)c->ops[j]->name, c->ops[j]);
            of = k->comp;
        }
        IrOp *op = g_hash_table_lookup(ops, k->name);
        if (!op || op->code != OP_constant)
            continue;
        const Literal *l = proto_literal(w, m, k->literal, op->type, 0);
        if (!l) {
            g_propagate_prefixed_error(error, g_steal_pointer(&w->error), "constant %s: ", k->name);
            return false;
        }
        op->a.literal = l;
    }
    return !w->bad || diag(error, SHARD_ERROR_PARSE, NULL, NULL, "%s: the protocol buffer is damaged or cut short", w->path);
}

char *proto_text(const char *path, const char *bytes, size_t n, GError **error)
{
    Arena *arena = arena_new_root();
    ProtoWriter w;
    char *text = begin(&w, arena, path, bytes, n, error) ? g_string_free(g_steal_pointer(&w.out), FALSE) : NULL;
    end(&w);
    arena_free(arena);
    return text;
}

IrModule *proto_parse(const char *path, const char *bytes, size_t n, GError **error)
{
    Arena *arena = arena_new_root();
    ProtoWriter w;
    IrModule *m = NULL;
    if (begin(&w, arena, path, bytes, n, error))
        m = hlo_parse_terminated(path, w.out->str, w.out->len, error);
    if (m && !put_constants(&w, m, error)) {
        module_free(m);
        m = NULL;
    }
    end(&w);
    arena_free(arena);
    return m;
}
