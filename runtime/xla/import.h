/* Dump folders and profiles of XLA's, imported into a trace: a run for each module, with XLA's passes, its final program, why its collectives are there, and
 * its memory; beside it a run of the same program as Shardscope would divide it. */
#pragma once

#include "runtime/base/stop.h"
#include "trace/trace.h"

typedef struct XlaImportOptions {
    char *const *paths;       /* dump folders, files of modules, profiles (trace/import), folders of profiles, and logs of the partitioner; n_paths of them */
    int n_paths;
    const char *trace;        /* the file to write, or to add to */
    const char *label;        /* of the runs; NULL = XLA */
    const char *hardware;     /* model that prices plans; NULL = cpu */
    bool no_plan;             /* no run of our own plan */
    double remedies_s;        /* of work, for each module: changes that would remove collectives are looked for; 0 = not, -1 = as suits the module */
    const Stop *stop;         /* may be NULL */
    void (*tell)(void *user, const char *line); /* what was found, and what is missing, a line each; may be NULL */
    void *user;
} XlaImportOptions;

typedef struct XlaImported {
    int n_modules, n_runs, n_failed;      /* modules in the folders; runs recorded; modules that could not be read */
    int64_t n_events, n_joined, n_left;   /* of profiles: stored, with their instruction, left out */
    int n_profiles, n_steps;
    int n_collectives, n_explained, n_written, n_unknown; /* of the final programs */
} XlaImported;

/* False with an error if nothing could be imported, or writing failed; modules that cannot be read are told and counted. */
bool xla_import(const XlaImportOptions *o, XlaImported *out, GError **error);
