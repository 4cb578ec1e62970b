/* How far the clocks of two machines are apart, told by collectives that both took part in: all members leave one within microseconds. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* The end of a collective on a device; what: the same on all devices. */
typedef struct ClockMeeting {
    int64_t what, end_ns;
} ClockMeeting;

/* Into the order that clock_difference needs. */
void clock_sort(GArray *meetings);
/* What is to be added to the times of `mine`. by_clock: both clocks are about right, and the nearest in time is the same collective; else the one with the same number.
 * False if they have none in common. */
bool clock_difference(const GArray *ref, const GArray *mine, bool by_clock, int64_t *out);
