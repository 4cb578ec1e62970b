/* See perfetto_sync.h. A packet is field 1 of the file; numbers of its fields are those of Perfetto's trace_packet.proto. */
#include "trace/import/perfetto_sync.h"

#include <string.h>

#include "trace/wire.h"

enum { PACKET = 1 << 3 | 2, HIGHEST = 4096 };

/* The wire type of a packet's fields that nearly all have; -1: of no such field. */
static int type_of(int number)
{
    enum { CLOCKS = 6, TIME = 8, SEQUENCE = 10, EVENT = 11, NAMES = 12, FLAGS = 13, CLOCK = 58, DEFAULTS = 59, TRACK = 60 };
    switch (number) {
    case TIME:
    case SEQUENCE:
    case FLAGS:
    case CLOCK:
        return 0;
    case CLOCKS:
    case EVENT:
    case NAMES:
    case DEFAULTS:
    case TRACK:
        return 2;
    default:
        return -1;
    }
}

/* budget: fields that may be looked at, in all. */
static bool packet_at(const uint8_t *p, const uint8_t *end, const uint8_t **next, int64_t *budget)
{
    uint64_t n;
    if (p >= end || *p++ != PACKET || !wire_varint_at(&p, end, &n) || n < 2 || n > (uint64_t)(end - p))
        return false;
    const uint8_t *stop = *next = p + n;
    bool bad = false;
    int known = 0;
    for (WireField f; wire_next(&p, stop, &f, &bad);) {
        int type = type_of(f.number);
        if (--*budget < 0 || f.number > HIGHEST || (type >= 0 && type != f.type))
            return false;
        known += type >= 0;
    }
    return !bad && known;
}

bool perfetto_packet_at(const uint8_t *p, const uint8_t *end, const uint8_t **next)
{
    int64_t budget = INT64_MAX;
    return packet_at(p, end, next, &budget);
}

/* Two, one behind the other, are no chance; nor is one that ends with the file. */
static bool begin_at(const uint8_t *p, const uint8_t *end, int64_t *budget)
{
    const uint8_t *next, *after;
    return packet_at(p, end, &next, budget) && (next == end || packet_at(next, end, &after, budget));
}

const uint8_t *perfetto_next_packet(const uint8_t *p, const uint8_t *end)
{
    int64_t budget = INT64_C(1) << 26; /* bytes made to look like packets may not take long */
    while (p < end && budget > 0 && (p = memchr(p, PACKET, (size_t)(end - p)))) {
        if (begin_at(p, end, &budget))
            return p;
        p++;
    }
    return end;
}

bool perfetto_is_inside(const uint8_t *p, size_t n)
{
    enum { ENOUGH = 4 };
    const uint8_t *end = p + n, *at = perfetto_next_packet(p, end), *next;
    int found = 0;
    while (found < ENOUGH && perfetto_packet_at(at, end, &next)) {
        at = next;
        found++;
    }
    return found == ENOUGH;
}
