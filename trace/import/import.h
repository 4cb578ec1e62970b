/* Profiles of other tools, imported into a trace as one run: what ran on which device and when, joined with the programs that it belongs to. */
#pragma once

#include "trace/trace.h"

/* A program that is in the trace already, so that the profile's events find its instructions. */
typedef struct TraceKnownProgram {
    const char *name;
    int64_t module_id, run_id;
    int64_t number;     /* its number in the dump, which CPU and GPU profiles of the same process call program_id; -1 = not known */
    GHashTable *insts;  /* name -> inst.id as a pointer */
} TraceKnownProgram;

typedef struct TraceImportOptions {
    const char *const *paths; /* files; n_paths of them, at least one */
    int n_paths;
    const char *label;      /* of the run; NULL = profile */
    const TraceKnownProgram *known;
    int n_known;
    const int64_t *device_rows; /* of the first known program's run, which gets the timeline: device rows by global id; n_device_rows of them */
    int n_device_rows;
    char *(*text_of)(const uint8_t *bytes, size_t n); /* HLO text of a serialised module, freed with g_free; may be NULL, and may return NULL */
    int n_threads;          /* that read a plane's events: 1 or 2; 0 = as the machine has cores. The rows do not depend on it */
    bool (*stop)(void *user);                    /* may be NULL */
    void (*tell)(void *user, const char *line);  /* may be NULL */
    void *user;
} TraceImportOptions;

typedef struct TraceImported {
    int64_t run_id;
    int64_t n_events, n_joined, n_left; /* stored; of these with an instruction; left out, since they have no time or cannot be read */
    int n_devices, n_steps, n_meetings, n_programs, n_files, n_damaged;
    bool is_apart;          /* none of the known programs ran: the timeline has a run of its own */
} TraceImported;

/* True for a file that is a profile of a format that can be read, by its name or its content. */
bool trace_is_profile(const char *path);
/* By its name alone. */
bool trace_has_profile_name(const char *path);
/* Imports profiles of one run: one file a host, or several formats of the same. False with an error if nothing could be read or the trace cannot be
 * written; damaged files are imported as far as they can be read. */
bool trace_import(TraceWriter *w, const TraceImportOptions *o, TraceImported *out, GError **error);
