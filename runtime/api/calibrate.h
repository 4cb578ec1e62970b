/* Measures this machine's virtual devices and describes them as a hardware model (sim/hardware_file.c). */
#pragma once

#include "runtime/api/job.h"

/* Runs small programs on n_devices virtual devices, all at once: products, convolutions, passes over memory, sums over devices, chains of small ops. Returns the file's text, to be
 * freed; NULL with an error. Takes about two seconds. stop may be NULL. */
char *calibrate_text(int n_devices, const Stop *stop, GError **error);
/* The same for n_devices of all processes together, each of which calls it. If they run on several machines each of these is measured by its first process, and then what lies
 * between them; of machines that differ the slower one's rates are taken, since a step waits for it. The text is rank 0's; of others it is empty. */
char *calibrate_ranks(Ranks *r, int n_devices, const Stop *stop, GError **error);
