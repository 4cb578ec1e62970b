/* Logs as text: what JAX and PyTorch/XLA say about compiling, counters of PyTorch/XLA, and what filled the memory when it ran out. */
#pragma once

#include "trace/import/run.h"

/* A log while it is read. */
typedef struct Log {
    ImportRun *run;
    const ImportSource *source;
    char *process;      /* run.process of the functions */
    int64_t n_lines, n_used;
} Log;

/* True for text in which there is something of these. */
bool import_is_log(const uint8_t *p, size_t n);

/* Each looks at one line, and returns whether it knows it; the line has no end and may be changed. The _end functions store what is left, and free. */
typedef struct LogJax LogJax;
LogJax *log_jax_new(Log *log);
bool log_jax_line(LogJax *j, const char *line);
void log_jax_end(LogJax *j);

typedef struct LogTorch LogTorch;
LogTorch *log_torch_new(Log *log);
bool log_torch_line(LogTorch *t, const char *line);
void log_torch_end(LogTorch *t);

typedef struct LogMemory LogMemory;
LogMemory *log_memory_new(Log *log);
bool log_memory_line(LogMemory *m, const char *line);
void log_memory_end(LogMemory *m);

/* "04m22s820ms143.226us" in ns; "1.23GB", "4.00GiB", "512.0KiB", "12" in bytes. -1 if the text is neither. */
double log_duration(const char *text);
double log_size(const char *text);
