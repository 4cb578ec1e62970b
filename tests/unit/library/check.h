/* What the tests of the library look at errors with. */
#pragma once

#include <glib.h>
#include <string.h>

#include "shardscope.h"

/* Fails with the error's message if there is one. */
static inline void no_error(const ShardscopeError *error)
{
    if (error)
        g_error("%s", shardscope_error_message(error));
}

/* Fails unless there is an error of that status with that text in its message; frees it. */
static inline void expect(ShardscopeError **error, ShardscopeStatus status, const char *text)
{
    g_assert_nonnull(*error);
    if (shardscope_error_status(*error) != status || !strstr(shardscope_error_message(*error), text))
        g_error("\"%s\" is not in \"%s\" (status %d)", text, shardscope_error_message(*error), shardscope_error_status(*error));
    shardscope_error_free(*error);
    *error = NULL;
}
