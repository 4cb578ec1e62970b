/* A program that is watched, shared by the tests of watching: steps on four devices, each with an all-reduce. */
#pragma once

#include <stdbool.h>

#include "runtime/library/shardscope.h"

typedef struct Watched {
    ShardscopeClient *client;
    ShardscopeExecutable *step;
    ShardscopeArray *x, *sum; /* argument, result of the last step */
} Watched;

/* Compiled, without a step yet. listen and token: as of ShardscopeClientOptions. */
void watched_init(Watched *w, const char *listen, const char *token);
/* The same, recorded into a trace; it listens as the environment says. */
void watched_init_recorded(Watched *w, const char *trace);
/* One step, waited for. */
void watched_step(Watched *w);
void watched_clear(Watched *w);
/* A private folder for sockets, also that of $XDG_RUNTIME_DIR, made once; removed by watched_folder_remove. */
const char *watched_folder(void);
void watched_folder_remove(void);
/* Starts this program again with `--watched MODE`, see watched_main; returns once it listens. Its number. */
int watched_spawn(const char *mode);
/* What that process does, until it is killed: MODE "forever": steps; "idle": one step, then nothing; "ends": steps for half a second; "built":
 * steps of another program, which was built; "fleeting": programs that are freed after one step. */
int watched_main(const char *mode);
