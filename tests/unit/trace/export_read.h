/* Readers of what traces are exported to, written from the formats' descriptions and sharing nothing with the writers but protobuf's
 * encoding. What they read is a Timeline, a table of texts, or sums of stacks, for tests to compare with the trace. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct ReadSlice {
    char *name, *category; /* NULL = none */
    int64_t start_ns, dur_ns, self_ns;
    int process, thread;
    int64_t step;    /* -1 = it is no step */
    int64_t meeting; /* 0 = it is at no collective */
    char *op, *line;
    int64_t bytes;   /* -1 = not said */
} ReadSlice;

typedef struct ReadCounter {
    char *name;
    int process;
    int64_t ts_ns;
    double value;
} ReadCounter;

typedef struct Timeline {
    GArray *slices;        /* ReadSlice */
    GArray *counters;      /* ReadCounter */
    GHashTable *flows;     /* id -> number of its ends, as a GUINT */
    GHashTable *processes; /* number -> name */
    GHashTable *threads;   /* "process/thread" -> name */
    char *note;
} Timeline;

/* Of events of ops the category is hlo_category; modules are slices with the category "module". Times are those of the file. */
Timeline *read_xspace(const char *path);
/* The bytes in use at the peak of the first program in the file, by its buffer assignment; -1 = it has no program. *n_insts: its instructions. */
int64_t read_xspace_peak(const char *path, int *n_insts);
Timeline *read_perfetto(const char *path);
Timeline *read_chrome(const char *path);
void timeline_free(Timeline *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Timeline, timeline_free)

/* Rows of cells as texts, the first has the columns' names: GPtrArray of GStrv. */
GPtrArray *read_csv(const char *path);
GPtrArray *read_parquet(const char *path);

/* The sums of a profile's values by sample type, and its deepest stack. */
typedef struct Profile {
    int64_t sum[8];
    char *type[8];
    int n_types, n_samples;
    guint deepest;
    GHashTable *functions; /* names */
} Profile;
Profile *read_pprof(const char *path);
void profile_free(Profile *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Profile, profile_free)
/* The sum of folded stacks; *lines gets their number. */
int64_t read_folded(const char *path, int *lines);
