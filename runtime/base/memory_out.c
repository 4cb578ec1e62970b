/* The end of a process without memory: nothing here allocates. */
#include "runtime/base/memory_out.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void end(const char *text, int n)
{
    ssize_t written = write(STDERR_FILENO, text, (size_t)n);
    (void)written;
    _exit(1);
}

void memory_out(size_t bytes, const char *what)
{
    char text[200];
    int n = snprintf(text, sizeof text, "shardscope: out of memory: no %.4g MiB for %s\n", (double)bytes / 0x1p20, what);
    end(text, MIN(n, (int)sizeof text - 1));
    abort(); /* not reached */
}

/* "../glib/gmem.c:136: failed to allocate 4096 bytes", and of threads "creating thread 'x': ..." */
static void on_fatal(const char *domain, GLogLevelFlags level, const char *message, void *user)
{
    (void)user;
    const char *size = message ? strstr(message, "failed to allocate ") : NULL;
    if (size)
        memory_out((size_t)g_ascii_strtoull(size + strlen("failed to allocate "), NULL, 10), "the program's tables");
    if (!message || strstr(message, "creating thread"))
        memory_out(0, "a thread");
    g_log_default_handler(domain, level, message, NULL);
}

void memory_out_of_glib(void)
{
    g_log_set_handler("GLib", G_LOG_LEVEL_ERROR | G_LOG_FLAG_FATAL | G_LOG_FLAG_RECURSION, on_fatal, NULL);
}
