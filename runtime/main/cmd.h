/* The command line: a table of subcommands (main.c), a file for each (cmd_*.c), and what they share (common.c).
 * Results go to stdout, everything else to stderr. Exit status: 0 success; 1 an error in the program read, a failed check, or
 * stopped by a signal; 2 wrong usage. */
#pragma once

#include <glib.h>

#include "runtime/library/shardscope.h"

typedef struct Command {
    const char *name;
    int (*run)(int argc, char **argv); /* argv[0] = the subcommand's name */
    const char *args;                  /* its arguments, for --help */
    const char *summary;               /* one line */
} Command;
extern const Command commands[];

int cmd_run(int argc, char **argv);
int cmd_compile(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_verify(int argc, char **argv);
int cmd_eval(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_optimize(int argc, char **argv);
int cmd_upgrade(int argc, char **argv);
int cmd_cut(int argc, char **argv);
int cmd_merge(int argc, char **argv);
int cmd_view(int argc, char **argv);
int cmd_calibrate(int argc, char **argv);
int cmd_simulate(int argc, char **argv);
int cmd_monitor(int argc, char **argv);
int cmd_capture(int argc, char **argv);
int cmd_import(int argc, char **argv);
int cmd_export(int argc, char **argv);
int cmd_xla(int argc, char **argv);

/* ---- options.c ---------------------------------------------------------------------------------------- */

/* Parses the options of a subcommand; the arguments that are not options go to *rest (free with g_strfreev). On --help,
 * --hardware list or wrong usage, two values for an option of one among it, it prints, sets *status to the exit status, and returns false. */
bool cmd_options(int argc, char **argv, const GOptionEntry *entries, const GOptionEntry *more, char ***rest, int *status);

/* ---- common.c ------------------------------------------------------------------------------------ */

/* The processes that this one was started with, by mpirun or srun; NULL = alone. Those other than the first print nothing; their errors reach
 * it. Called by the commands that several processes can share; false if it was started so and cannot join: the error is printed. */
bool cmd_join_ranks(void);
extern ShardscopeRanks *cmd_ranks;
/* Leaves them at the command's end; returns the status, or another than 0 if a rank has failed. */
int cmd_leave_ranks(int status);
/* Prints "shardscope: message", frees the error, and returns 2 for wrong usage, else 1. */
int cmd_fail(ShardscopeError *error);
/* Prints "error NAME: message" to stdout; without the name if the message begins with the file's, which is `path`. */
void cmd_print_error(const char *path, const char *name, const ShardscopeError *error);
/* The option --spelling into a char *, and what is printed if it is none; returns 2. */
#define CMD_SPELLING_OPTION(to) { "spelling", 0, 0, G_OPTION_ARG_STRING, (to), "Notation of shardings: jax (default), as P('x', None), sdy or gspmd", "LANGUAGE" }
int cmd_wrong_spelling(const char *given);
/* Imports into a trace, telling on standard error what was found; the exit status. */
int cmd_import_paths(const char *const *paths, int n, const char *trace);
extern const GOptionEntry import_entries[];
/* Becomes the viewer with these traces, NULL-terminated; returns an exit status only if one cannot be read or there is no viewer, which is printed. */
int cmd_view_traces(char **files);
/* The same as cmd_fail for wrong usage found by the command itself. */
int cmd_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Checks that `files`, the arguments that are not options, are exactly one. Returns 0, or prints and returns 2. */
int cmd_one_program(const char *command, char *const *files);
/* What arguments are filled with, by --fill (NULL = random), which goes without --inputs; 0, or wrong usage. */
int cmd_fill_kind(const char *name, const char *inputs, ShardscopeFill *out);
/* Options that say how a program is compiled. */
typedef struct CompileFlags {
    int devices, replicas;
    char *mesh, *propagation, *planner, *hardware, *last_pass;
    char **shard;
} CompileFlags;
extern CompileFlags compile_flags;
extern const GOptionEntry compile_entries[];

/* As the flags say; 0, or wrong usage. stop: what ends the work, may be NULL. */
int cmd_program_options(ShardscopeStop *stop, ShardscopeProgramOptions *out);
/* From here on SIGINT and SIGTERM call cancel(what), which ends whatever the command runs. A second signal kills; what does not
 * end within a second ends with the process, exit status 1. NULL before `what` goes. */
void cmd_cancel_on_signals(void (*cancel)(void *what), void *what);
/* A request that those signals make; for commands that do one thing, never freed. */
ShardscopeStop *cmd_stop_on_signals(void);
/* For long work on traces: tells on a terminal how far it is, and ends it when the stop is requested. */
ShardscopeWatch cmd_watch(ShardscopeStop *stop);
/* The line that it told on is cleared. */
void cmd_watch_end(void);
/* What the i-th program of a file is called: the file, and with several of them the line where its entry is. To be freed. */
char *cmd_program_name(const char *path, const ShardscopeFile *file, int i);
/* "all-gather:2,all-reduce:1", "none". To be freed. */
char *cmd_collectives_text(const ShardscopeCollective *list, int n);
