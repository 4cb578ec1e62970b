/* Steps that wait to be stored, in a file beside the trace ("NAME-steps"), which both the writer and the system's cache of files hold: what a process that is killed had
 * finished is added to its trace by whoever opens that next. The file is mapped, so keeping a step is a copy in memory and no system call. It is made when a step first
 * has to wait, and removed with the writer. Where it cannot be made, a killed process loses what waits.
 *
 * It has two halves: steps are added to one of them, while those in the other are being stored. Only the writer's owner adds; the writer's thread forgets. */
#pragma once

#include "trace/lane_impl.h"

typedef struct Waiting Waiting;
struct Pending;

/* A number of the trace, by which the file is known to belong to it. */
int64_t waiting_made(const TraceWriter *w);
/* NULL: there is no room, or the folder cannot be written. */
Waiting *waiting_open(const char *path, int64_t made);
/* Removes the file. */
void waiting_close(Waiting *f);

/* Keeps what has been added to the steps since the last call. voids: sums that are kept as tables are among it, as rows. False: the half is full, and the steps are to be stored. */
bool waiting_keep(Waiting *f, struct Pending *p, bool voids);
/* Room for a table of sums of a lane, all zero; waiting_table_done says that it is filled, and takes the place of the lane's last. NULL: there is none. What is added to it later is kept at once. */
OpTotal *waiting_table(Waiting *f, int64_t lane_id, uint32_t room);
void waiting_table_done(Waiting *f);

/* The steps are about to be stored: later ones are kept in the other half. Returns the half that they are in. */
int waiting_hand_over(Waiting *f);
/* They are stored. */
void waiting_forget(Waiting *f, int half);
/* Why a run was cut short: the process may be killed before the trace has it. */
void waiting_cut(Waiting *f, int64_t run_id, const char *why);

/* Adds what a killed process has left beside the trace that this writer has opened. */
void waiting_recover(TraceWriter *w);
/* The same of a trace that nobody records into, for somebody who reads it; if that cannot be done the trace is as it is. */
void waiting_look(const char *path);
