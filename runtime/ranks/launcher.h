/* Ends Open MPI's launcher where it hangs because a rank was killed while it started.
 *
 * A process that ends while MPI_Init connects it to the launcher can leave the launcher's PMIx server (measured with Open MPI 4.1 and PMIx 4.2) with a damaged
 * record of it. The launcher then says which rank was killed, ends all other ranks and waits forever for a lock of that record, with nothing left to wait for.
 * Nobody in the run is alive to notice, so each rank leaves a small process outside the run that looks on until MPI_Init has returned.
 *
 *     int watch = launcher_watch();
 *     MPI_Init_thread(...);
 *     launcher_watch_end(watch);
 *
 * It also waits forever for its own process on a machine that has vanished. Whoever leaves a run for that reason (silence.c) begins to look on, and does not end it.
 */
#pragma once

/* Starts to look on; -1 = there is nothing to look at (another launcher, an older kernel). From now on, if this process ends, the launcher is killed once
 * all that it started has been gone for two seconds and it is still there. */
int launcher_watch(void);
/* This process has been started in full. `watch` may be -1. */
void launcher_watch_end(int watch);
