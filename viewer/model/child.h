/* The command line as a child process: what it says of its progress, its end, and stopping it. To be used in the main thread; what it
 * calls comes from the main loop. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct Child Child;

typedef struct ChildCalls {
    void (*progress)(const char *text, void *data);    /* a line about how far it is; may be NULL */
    /* Once, and the last thing heard of it: the child is freed right after. out: what it printed. error: NULL = it did what it should;
     * else what it said was wrong, or why it could not be started or came to an end. */
    void (*ended)(const char *out, const char *error, void *data);
    void *data;
} ChildCalls;

/* Starts `shardscope` with these arguments (the first, the name of the program, is found anew: beside this program, in the build tree, or
 * on the path). NULL with an error if that fails; `ended` is not called then. */
Child *child_start(char *const *args, const ChildCalls *calls, GError **error);
/* Asks it to stop, which takes a second at most; `ended` is called all the same. */
void child_stop(Child *c);
/* Stops it and forgets it: nothing is called any more. Accepts NULL. */
void child_forget(Child *c);
