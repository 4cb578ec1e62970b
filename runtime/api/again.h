/* What makes a run again: its options and its program's place, as the trace holds them (run.options, run.source_path), written and read
 * back. Internal to the job. */
#pragma once

#include "runtime/api/job_impl.h"

/* A change of annotations that is made in the program as read, besides what options say. */
typedef struct JobChange {
    char *text;  /* as the user would write it: remedy.text */
    char *edits; /* a JSON list, as remedy.edits */
} JobChange;

/* Fills what job->o leaves open from the run that it asks to make again, job->changes and job->from. */
bool job_take_again(Job *job, GError **error);
/* Where the job's program is, for the trace; false with an error if the file cannot be read, or if it is not the one that the run to be
 * made again was made of. */
bool job_find_source(Job *job, GError **error);
/* run.options of a run of the job: with a choice of shardings and a further change, each NULL = none. To be freed. */
char *job_options_text(const Job *job, const ShardChoice *choice, const Remedy *change);
/* run.options of a program that no job compiled, as `p` says: what makes it again as a run of `steps` steps. To be freed. */
char *again_options_text(const ProgramOptions *p, int64_t steps);
/* The job's changes for the module as read; appends to `out` (of ImportChange), whose texts the job keeps. */
bool job_changes_of(Job *job, const IrModule *fresh, GArray *out, GError **error);
/* "in_shardings of x: P('a') → P('b')", of several "; " between them; NULL = none. To be freed. */
char *job_changes_text(const Job *job, const Remedy *change);
