/* Hand-made traces, so that the viewer's tests need no compiler. */
#pragma once

#include "trace/trace.h"

/* Four runs of z = x y on a mesh a=4, b=2: case1, case1b, case2, full, each with other shardings, with reshards,
 * reasons, eight devices and five steps. */
void sample_cases(const char *path);
/* The first of these runs only. */
void sample_one(const char *path);
/* One run of two devices with so many events that the viewer draws only their counts when zoomed out. */
void sample_long(const char *path, int events_per_device);
/* One run of `n` devices (a multiple of 8) on a mesh data, fsdp=4, tensor=2, that meet three times a step. */
void sample_wide(const char *path, int n);
/* A trace with one run that was only compiled, without shardings or events. */
void sample_bare(const char *path);
