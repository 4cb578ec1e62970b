/* See wire.h. */
#include "trace/wire.h"

#include <glib.h>
#include <string.h>

/* cut: bytes that are longer than what is left end there. */
static bool field(const uint8_t **at, const uint8_t *end, WireField *out, bool cut)
{
    uint64_t key;
    if (!wire_varint_at(at, end, &key) || key >> 3 == 0 || key >> 3 > 536870911)
        return false;
    *out = (WireField){ .number = (int)(key >> 3), .type = (int)(key & 7) };
    size_t n;
    switch (out->type) {
    case 0:
        return wire_varint_at(at, end, &out->value);
    case 1:
    case 5:
        n = out->type == 1 ? 8 : 4;
        if ((size_t)(end - *at) < n)
            return false;
        for (size_t i = 0; i < n; i++)
            out->value |= (uint64_t)(*at)[i] << (8 * i);
        *at += n;
        return true;
    case 2:
        if (!wire_varint_at(at, end, &out->value))
            return false;
        if (out->value > (uint64_t)(end - *at)) {
            if (!cut)
                return false;
            out->value = (uint64_t)(end - *at);
        }
        out->bytes = *at;
        out->n = (size_t)out->value;
        *at += out->n;
        return true;
    default:
        return false;
    }
}

bool wire_next(const uint8_t **at, const uint8_t *end, WireField *out, bool *bad)
{
    if (*at >= end)
        return false;
    if (field(at, end, out, false))
        return true;
    *bad = true;
    *at = end;
    return false;
}

bool wire_next_cut(const uint8_t **at, const uint8_t *end, WireField *out, bool *bad)
{
    if (*at >= end)
        return false;
    const uint8_t *from = *at;
    if (field(at, end, out, false))
        return true;
    *bad = true;
    *at = from;
    if (field(at, end, out, true))
        return true;
    *at = end;
    return false;
}

bool wire_field(WireMessage m, int number, WireField *out)
{
    WireField f;
    bool found = false;
    for (const uint8_t *at = m.p, *end = m.p + m.n; wire_next(&at, end, &f, m.bad);)
        if (f.number == number) {
            *out = f;
            found = true;
        }
    return found;
}

bool wire_has(WireMessage m, int number)
{
    WireField f;
    return wire_field(m, number, &f);
}

WireMessage wire_message(WireMessage m, int number)
{
    WireField f;
    if (!wire_field(m, number, &f) || f.type != 2)
        return (WireMessage){ .bad = m.bad };
    return (WireMessage){ f.bytes, f.n, m.bad };
}

bool wire_each(WireMessage m, int number, const uint8_t **at, WireMessage *out)
{
    WireField f;
    if (!*at)
        *at = m.p;
    while (wire_next(at, m.p + m.n, &f, m.bad))
        if (f.number == number && f.type == 2) {
            *out = (WireMessage){ f.bytes, f.n, m.bad };
            return true;
        }
    return false;
}

int64_t wire_int(WireMessage m, int number, int64_t missing)
{
    WireField f;
    return wire_field(m, number, &f) && f.type != 2 ? (int64_t)f.value : missing;
}

double wire_double(WireMessage m, int number)
{
    double d = 0;
    uint64_t bits = (uint64_t)wire_int(m, number, 0);
    memcpy(&d, &bits, sizeof d);
    return d;
}

float wire_float(WireMessage m, int number)
{
    float f = 0;
    uint32_t bits = (uint32_t)wire_int(m, number, 0);
    memcpy(&f, &bits, sizeof f);
    return f;
}

static void push(WireInts *a, uint64_t v)
{
    if (a->n == a->cap) {
        a->cap = a->cap * 2 + 8;
        a->v = g_renew(int64_t, a->v, a->cap);
    }
    a->v[a->n++] = (int64_t)v;
}

void wire_ints(WireMessage m, int number, WireInts *out)
{
    WireField f;
    for (const uint8_t *at = m.p, *end = m.p + m.n; wire_next(&at, end, &f, m.bad);) {
        if (f.number != number)
            continue;
        if (f.type != 2) {
            push(out, f.value);
            continue;
        }
        for (const uint8_t *p = f.bytes, *stop = f.bytes + f.n; p < stop;) {
            uint64_t v;
            if (!wire_varint_at(&p, stop, &v)) {
                *m.bad = true;
                return;
            }
            push(out, v);
        }
    }
}
