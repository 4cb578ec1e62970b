/* Internal to calibrate.c, which measures one machine, and calibrate_hosts.c, which measures what lies between several. */
#pragma once

#include "runtime/api/calibrate.h"

/* An array of each device, summed over all devices. */
char *calibrate_reductions(int n, int elems);
/* A few elements of each device, from which the sum over all is taken again and again: each time the devices meet. */
char *calibrate_meetings(int n, int times);
/* A line of the file. */
void calibrate_add(GString *t, const char *key, double value);
