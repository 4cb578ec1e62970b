/* Options that programs are compiled under, read of CompileOptionsProto. */
#include "runtime/pjrt/table.h"

#include <string.h>

typedef bool (*FieldFn)(const WireField *f, PjrtOptions *o);

static bool each(const uint8_t *bytes, size_t n, FieldFn fn, PjrtOptions *o)
{
    const uint8_t *at = bytes, *end = bytes + n;
    WireField f;
    while (wire_next(&at, end, &f, &o->bad))
        if (!fn(&f, o))
            o->bad = true;
    return !o->bad;
}

static bool computation_device(const WireField *f, PjrtOptions *o)
{
    g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
    if (f->number != 1)
        return true;
    if (!wire_numbers(f, ids) || ids->len == 0)
        return false;
    for (guint r = 0; r < ids->len; r++)
        g_array_append_val(o->devices, g_array_index(ids, int64_t, r));
    return true;
}

static bool assignment(const WireField *f, PjrtOptions *o)
{
    return f->number != 3 || (f->type == 2 && each(f->bytes, f->n, computation_device, o));
}

static bool build_option(const WireField *f, PjrtOptions *o)
{
    switch (f->number) {
    case 4:
        o->n_replicas = (int64_t)f->value;
        return f->type == 0;
    case 5:
        o->n_partitions = (int64_t)f->value;
        return f->type == 0;
    case 9:
        return f->type == 2 && each(f->bytes, f->n, assignment, o);
    case 12:
        return wire_numbers(f, o->to_results);
    case 18:
        return wire_numbers(f, o->to_arguments);
    default:
        return true;
    }
}

/* Options are looked at and say nothing here. */
static bool override(const WireField *f, PjrtOptions *o)
{
    WireField name, value;
    WireMessage entry = { f->bytes, f->n, &o->bad };
    if (o->mistake || f->type != 2 || !wire_field(entry, 1, &name) || name.type != 2)
        return true;
    WireMessage given = wire_message(entry, 2);
    const uint8_t *at = given.p;
    bool any = given.n && wire_next(&at, given.p + given.n, &value, &o->bad);
    g_autofree char *word = g_strndup((const char *)name.bytes, name.n);
    o->mistake = flag_mistake(word, any ? &value : NULL);
    return true;
}

static bool option(const WireField *f, PjrtOptions *o)
{
    if (f->number == 7)
        return f->type == 2 && override(f, o);
    return f->number != 3 || (f->type == 2 && each(f->bytes, f->n, build_option, o));
}

/* The assignment lists the devices of partition 0, one for each replica, then those of partition 1, ...; here partitions follow each other. */
static void by_replica(PjrtOptions *o)
{
    guint n_partitions = o->n_replicas > 1 ? o->devices->len / (guint)o->n_replicas : 0;
    if (n_partitions <= 1 || o->devices->len % (guint)o->n_replicas)
        return;
    g_autofree int64_t *was = g_memdup2(o->devices->data, o->devices->len * sizeof *was);
    for (guint i = 0; i < o->devices->len; i++)
        g_array_index(o->devices, int64_t, i) = was[i % n_partitions * (guint)o->n_replicas + i / n_partitions];
}

bool *options_flags(const GArray *list)
{
    bool *v = g_new0(bool, list->len + 1);
    for (guint i = 0; i < list->len; i++)
        v[i] = g_array_index(list, int64_t, i) != 0;
    return v;
}

void options_read(PjrtOptions *o, const void *bytes, size_t n)
{
    *o = (PjrtOptions){ .n_replicas = 1, .n_partitions = 1 };
    o->devices = g_array_new(FALSE, FALSE, sizeof(int64_t));
    o->to_arguments = g_array_new(FALSE, FALSE, sizeof(int64_t));
    o->to_results = g_array_new(FALSE, FALSE, sizeof(int64_t));
    each(bytes, n, option, o);
    by_replica(o);
}

void options_clear(PjrtOptions *o)
{
    g_array_unref(o->devices);
    g_array_unref(o->to_arguments);
    g_array_unref(o->to_results);
    g_free(o->mistake);
}
