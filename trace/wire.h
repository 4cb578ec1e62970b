/* Protobuf's wire format: messages as spans of bytes, from which fields are taken by number. Nothing is copied. A message whose bytes
 * cannot be read sets `*bad`, and gives the fields before the damage.
 * Source: the encoding chapter of the Protocol Buffers documentation. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct WireField {
    int number, type;     /* type: 0 varint, 1 eight bytes, 2 bytes or message, 5 four bytes */
    uint64_t value;       /* of types 0, 1 and 5 */
    const uint8_t *bytes; /* of type 2, n of them */
    size_t n;
} WireField;

/* The number at *at, which moves behind it; false if the bytes end within it or it is too long. */
static inline bool wire_varint_at(const uint8_t **at, const uint8_t *end, uint64_t *out)
{
    const uint8_t *p = *at;
    uint64_t v = 0;
    for (int shift = 0; shift < 70 && p < end; shift += 7) {
        uint8_t byte = *p++;
        if (shift < 64)
            v |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) {
            *out = v;
            *at = p;
            return true;
        }
    }
    *out = v;
    *at = p;
    return false;
}

/* The next field of [*at, end); false at the end, or with *bad set where the bytes are no field. */
bool wire_next(const uint8_t **at, const uint8_t *end, WireField *out, bool *bad);

/* The same, faster where nearly all fields are numbers or short, with numbers below 16. */
static inline bool wire_next_short(const uint8_t **at, const uint8_t *end, WireField *out, bool *bad)
{
    const uint8_t *p = *at;
    if (end - p < 3 || p[0] >= 128 || p[0] < 8 || ((p[0] & 7) != 0 && ((p[0] & 7) != 2 || p[1] >= 128 || p[1] > end - p - 2)))
        return wire_next(at, end, out, bad);
    out->number = p[0] >> 3;
    out->type = p[0] & 7;
    if (out->type == 2) {
        out->value = out->n = p[1];
        out->bytes = p + 2;
        *at = p + 2 + p[1];
        return true;
    }
    if (p[1] < 128) {
        out->value = p[1];
        *at = p + 2;
        return true;
    }
    return wire_next(at, end, out, bad);
}

/* As wire_next, and bytes that would go on behind the end, since the rest is missing, end there, with *bad set. */
bool wire_next_cut(const uint8_t **at, const uint8_t *end, WireField *out, bool *bad);

typedef struct WireMessage {
    const uint8_t *p;
    size_t n;
    bool *bad; /* never NULL */
} WireMessage;

/* Grown on the heap; freed with g_free(v). */
typedef struct WireInts {
    int64_t *v;
    int n, cap;
} WireInts;

/* The last field of the number, as protobuf has it; false if there is none. */
bool wire_field(WireMessage m, int number, WireField *out);
bool wire_has(WireMessage m, int number);
/* A message or bytes; empty if the field is missing. */
WireMessage wire_message(WireMessage m, int number);
/* The next message or bytes of a repeated field. *at is NULL at first. */
bool wire_each(WireMessage m, int number, const uint8_t **at, WireMessage *out);
int64_t wire_int(WireMessage m, int number, int64_t missing);
double wire_double(WireMessage m, int number);
float wire_float(WireMessage m, int number);
/* Numbers of a repeated field, packed or not, appended to *out. */
void wire_ints(WireMessage m, int number, WireInts *out);
