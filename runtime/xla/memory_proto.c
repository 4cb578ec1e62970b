/* The plan of memory in a serialised final program (HloProto), written out as the two reports that XLA prints of it, so that what a line means is in one
 * place, memory.c. Positions are those of the order in which instructions run; a loop's body runs within its turn, before the loop is done.
 * Source: hlo.proto of XLA, by field numbers. Start at xla_memory_of_proto(). */
#include "runtime/xla/memory.h"

#include <glib.h>
#include <string.h>

#include "trace/wire.h"

enum { MAX_NESTED = 64 };

typedef struct Inst {
    char *name;
    int64_t id;
    int pos;                 /* -1 = not numbered yet */
    WireMessage m;
} Inst;

typedef struct Value {
    char *name;              /* "wide.param.2{2}", as the reports have it */
    int64_t id;
    int from, to;            /* from < 0 = it is not in the heap; to < from = alive to the end */
} Value;

typedef struct Plan {
    GHashTable *insts;       /* id -> Inst, owned */
    GHashTable *by_name;     /* -> Inst */
    GHashTable *comps;       /* id -> WireMessage of the computation, owned */
    GHashTable *sequences;   /* id of a computation -> WireMessage: its instructions in order, owned */
    GHashTable *values;      /* id -> Value, owned */
    int n_pos;
} Plan;

static char *text_of(WireMessage m, int number)
{
    WireMessage t = wire_message(m, number);
    char *text = t.n ? g_utf8_make_valid((const char *)t.p, (gssize)t.n) : g_strdup("");
    if (text[0] == '%')
        memmove(text, text + 1, strlen(text));
    return text;
}

static void inst_free(gpointer p)
{
    g_free(((Inst *)p)->name);
    g_free(p);
}

static void value_free(gpointer p)
{
    g_free(((Value *)p)->name);
    g_free(p);
}

static gint64 *key(int64_t id)
{
    return g_memdup2(&id, sizeof id);
}

/* ---- the program ----------------------------------------------------------------------------------------------------------- */

static void read_program(Plan *p, WireMessage module)
{
    const uint8_t *at = NULL, *in = NULL;
    WireMessage comp, op, entry;
    while (wire_each(module, 3, &at, &comp)) {
        g_hash_table_insert(p->comps, key(wire_int(comp, 5, 0)), g_memdup2(&comp, sizeof comp));
        for (in = NULL; wire_each(comp, 2, &in, &op);) {
            Inst *i = g_new(Inst, 1);
            *i = (Inst){ text_of(op, 1), wire_int(op, 35, 0), -1, op };
            if (g_hash_table_contains(p->insts, &i->id)) { /* damaged */
                inst_free(i);
                continue;
            }
            g_hash_table_insert(p->insts, &i->id, i);
            g_hash_table_insert(p->by_name, i->name, i);
        }
    }
    WireMessage schedule = wire_message(module, 7);
    for (at = NULL; wire_each(schedule, 1, &at, &entry);) {
        WireMessage ids = wire_message(entry, 2);
        g_hash_table_insert(p->sequences, key(wire_int(entry, 1, 0)), g_memdup2(&ids, sizeof ids));
    }
}

static void number_comp(Plan *p, int64_t id, int depth);

static void number_inst(Plan *p, Inst *i, int depth)
{
    g_autofree char *code = text_of(i->m, 2);
    bool loop = g_str_equal(code, "while");
    WireInts called = { 0 };
    if (i->pos < 0 && depth < MAX_NESTED && (loop || g_str_equal(code, "call") || g_str_equal(code, "conditional")))
        wire_ints(i->m, 38, &called);
    for (int k = 0; k < called.n; k++) /* a loop calls its body, then its condition, which runs first */
        number_comp(p, called.v[loop ? called.n - 1 - k : k], depth + 1);
    g_free(called.v);
    if (i->pos < 0)
        i->pos = p->n_pos++;
}

static void number_comp(Plan *p, int64_t id, int depth)
{
    const WireMessage *sequence = g_hash_table_lookup(p->sequences, &id), *comp = g_hash_table_lookup(p->comps, &id);
    const uint8_t *at = NULL;
    WireMessage op;
    WireInts ids = { 0 };
    if (sequence)
        wire_ints(*sequence, 1, &ids);
    while (!sequence && comp && wire_each(*comp, 2, &at, &op)) {
        int64_t inst = wire_int(op, 35, 0);
        Inst *i = g_hash_table_lookup(p->insts, &inst);
        if (i)
            number_inst(p, i, depth);
    }
    for (int k = 0; k < ids.n; k++) {
        Inst *i = g_hash_table_lookup(p->insts, &ids.v[k]);
        if (i)
            number_inst(p, i, depth);
    }
    g_free(ids.v);
}

/* ---- values ---------------------------------------------------------------------------------------------------------------- */

static void read_values(Plan *p, WireMessage plan)
{
    const uint8_t *at = NULL;
    WireMessage v;
    while (wire_each(plan, 1, &at, &v)) {
        WireMessage where = wire_message(v, 3);
        g_autofree char *named = text_of(where, 2);
        int64_t inst = wire_int(where, 4, 0);
        const Inst *i = *named ? NULL : g_hash_table_lookup(p->insts, &inst);
        WireInts index = { 0 };
        wire_ints(where, 3, &index);
        GString *name = g_string_new(i ? i->name : named);
        for (int k = 0; k < index.n; k++)
            g_string_append_printf(name, "%s%" G_GINT64_FORMAT, k ? "," : "{", index.v[k]);
        g_string_append(name, index.n ? "}" : "");
        g_free(index.v);
        Value *value = g_new(Value, 1);
        *value = (Value){ g_string_free(name, FALSE), wire_int(v, 1, 0), -1, -1 };
        g_hash_table_replace(p->values, &value->id, value);
    }
}

/* An event names the instruction that makes the value, also when it frees it: so the position is that of the last one that made any. */
static void read_heap(Plan *p, WireMessage heap)
{
    enum { ALLOC, FREE, SHARE };
    const uint8_t *at = NULL;
    WireMessage e;
    int pos = 0;
    while (wire_each(heap, 1, &at, &e)) {
        int64_t id = wire_int(e, 2, 0);
        Value *v = g_hash_table_lookup(p->values, &id);
        g_autofree char *name = text_of(e, 4);
        const Inst *i = g_hash_table_lookup(p->by_name, name);
        if (v && wire_int(e, 1, 0) == FREE) {
            v->to = pos;
        } else if (v) {
            pos = i ? MAX(pos, i->pos) : pos;
            v->from = pos;
        }
    }
}

static void write_lives(Plan *p, GString *out)
{
    GHashTableIter it;
    gpointer v;
    g_string_append(out, "InstructionSequence:\n");
    for (int i = 0; i <= p->n_pos; i++)
        g_string_append_printf(out, "    %d:\n", i);
    g_string_append(out, "BufferLiveRange:\n");
    for (g_hash_table_iter_init(&it, p->values); g_hash_table_iter_next(&it, NULL, &v);) {
        const Value *value = v;
        if (value->from >= 0)
            g_string_append_printf(out, "    %s%s:%d-%d\n", value->name, strchr(value->name, '{') ? "" : "{}", value->from,
                                   value->to < value->from ? MAX(p->n_pos, value->from) : value->to);
    }
    g_string_append(out, "Live ranges at the peak:\n");
}

static void write_allocations(const Plan *p, WireMessage plan, GString *out)
{
    const uint8_t *at = NULL, *in;
    WireMessage a, part;
    g_string_append(out, "BufferAssignment:\n");
    while (wire_each(plan, 3, &at, &a)) {
        bool local = wire_int(a, 3, 0) != 0, param = wire_int(a, 5, 0) != 0, constant = wire_int(a, 12, 0) != 0, result = wire_int(a, 7, 0) != 0;
        g_string_append_printf(out, "allocation %" G_GINT64_FORMAT ": size %" G_GINT64_FORMAT, wire_int(a, 1, 0), wire_int(a, 2, 0));
        if (param)
            g_string_append_printf(out, ", parameter %" G_GINT64_FORMAT, wire_int(a, 6, 0));
        g_string_append_printf(out, "%s%s%s%s:\n", constant ? ", constant" : "", local ? ", thread-local" : "", result ? ", maybe-live-out" : "",
                               param || constant || local || result ? "" : ", preallocated-temp");
        for (in = NULL; wire_each(a, 9, &in, &part);) {
            int64_t id = wire_int(part, 1, 0);
            const Value *v = g_hash_table_lookup(p->values, &id);
            g_string_append_printf(out, " value: <%" G_GINT64_FORMAT " %s @0> (size=%" G_GINT64_FORMAT ",offset=%" G_GINT64_FORMAT "):\n", id, v ? v->name : "?",
                                   wire_int(part, 3, 0), wire_int(part, 2, 0));
        }
    }
}

bool xla_memory_of_proto(const char *bytes, size_t n, char **assignment, char **lives)
{
    bool bad = false;
    WireMessage all = { (const uint8_t *)bytes, n, &bad }, module = wire_message(all, 1), plan = wire_message(all, 3), heap;
    if (!module.n || !plan.n || !wire_has(plan, 3) || bad)
        return false;
    Plan p = { g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, inst_free), g_hash_table_new(g_str_hash, g_str_equal),
               g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free), g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free),
               g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, value_free), 0 };
    read_program(&p, module);
    number_comp(&p, wire_int(module, 6, 0), 0);
    read_values(&p, plan);
    for (const uint8_t *at = NULL; wire_each(plan, 4, &at, &heap);)
        read_heap(&p, heap);
    GString *a = g_string_new(NULL), *l = g_string_new(NULL);
    write_allocations(&p, plan, a);
    write_lives(&p, l);
    *assignment = g_string_free(a, FALSE);
    *lives = g_string_free(l, FALSE);
    g_hash_table_unref(p.by_name);
    g_hash_table_unref(p.insts);
    g_hash_table_unref(p.comps);
    g_hash_table_unref(p.sequences);
    g_hash_table_unref(p.values);
    return true;
}
