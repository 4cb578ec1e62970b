/* Where packets begin in Perfetto's files of which a part is damaged. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A packet begins at p: a length that fits, with fields in it from begin to end. *next: behind it. */
bool perfetto_packet_at(const uint8_t *p, const uint8_t *end, const uint8_t **next);
/* The next place from p on where packets begin; `end` where there is none. */
const uint8_t *perfetto_next_packet(const uint8_t *p, const uint8_t *end);
/* Packets are somewhere in these bytes. */
bool perfetto_is_inside(const uint8_t *p, size_t n);
