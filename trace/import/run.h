/* What the readers of one import share: the run that is written, its timeline and programs, and what there is to say about each file. */
#pragma once

#include "trace/import/import.h"
#include "trace/import/source.h"
#include "trace/import/timeline.h"

/* A text of a plane in a program, or a program by its name and number. */
typedef struct OpKey {
    const void *text;
    size_t n;
    const void *program;
} OpKey;

typedef struct ImportRun {
    TraceWriter *w;
    const TraceImportOptions *o;
    int64_t run_id;
    Timeline *timeline;
    ImportPrograms *programs;
    GArray *notes;          /* TraceImportNote of the file at hand, texts and codes owned */
    int64_t n_seen, n_left; /* events of the file at hand; those that have no place on a timeline */
    int64_t n_left_all;     /* of all files before */
    int64_t n_joined;       /* events with an instruction, of all files */
    int64_t n_ops;          /* events of devices' ops */
    GHashTable *lanes_seen; /* of the file: class of line -> count of events */
    GHashTable *op_cache, *program_cache; /* of the plane that is read; see xspace_device.c */
    bool named;             /* names of programs are known, as far as the profile has them */
    OpKey program_key;      /* of the event before */
    ImportProgram *program_last; /* NULL = none */
    struct XEvents *events; /* of lines of planes */
    GArray *scratch;        /* see import_scratch */
    int64_t epoch_ns;       /* UNIX time of the run's time 0; 0 = not known */
    GPtrArray *names;       /* TrackName by str id, of events of tracks; NULL where no event has that name */
    GHashTable *name_ids;   /* text as it is in the file -> str id */
    int n_hosts;
    uint32_t n_spaces;      /* of keys of arrows, of files that are read as tracks */
    GArray *samples;        /* TraceMemSample, of all files: stored at the end */
    GHashTable *meetings;   /* what members of a collective have in common, as text -> number of the meeting */
    int n_damaged;          /* files */
} ImportRun;

/* What there is to say about a file that was read but is not stored yet. */
typedef struct ImportHeld {
    GArray *notes;
    int64_t n_seen, n_left;
} ImportHeld;

void import_hold(ImportRun *r, ImportHeld *out);
/* Goes on with that file, and forgets `held`. */
void import_resume(ImportRun *r, ImportHeld *held);
/* Memory in use at a moment. Of several samples of a device, of one moment, that of the file and of the plane that were read last counts: a moment has one row. */
void import_mem_sample(ImportRun *r, const TraceMemSample *row);
/* The number of a meeting, for TimelineEvent.meets: equal for equal texts. */
uint32_t import_meeting(ImportRun *r, const char *text);

/* Room for the events of a lane (TimelineEvent): empty, and the run's until the next call. */
GArray *import_scratch(ImportRun *r);
/* Something to say about the file at hand: one row for each code, of which n are added up, and the first text is kept. */
void import_note(ImportRun *r, int severity, const char *code, int64_t n, const char *format, ...) G_GNUC_PRINTF(5, 6);
void import_tell(const ImportRun *r, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* Events of a class of lines were read: "XLA Ops", "host threads". */
void import_saw(ImportRun *r, const char *what, int64_t n);
/* Tells and stores what there is to say about the file, and forgets it. */
void import_end_file(ImportRun *r, const ImportSource *s, ImportFormat f, const TraceImport *more);

/* The readers. Each takes files of its format, one a host. False with an error only if the trace cannot be written, or on a stop. Those of formats without planes
 * are in tracks.h. */
bool import_pprof(ImportRun *r, ImportSource *s, GError **error);
bool import_log(ImportRun *r, ImportSource *s, GError **error);
bool import_xspaces(ImportRun *r, GPtrArray *sources, GError **error);
