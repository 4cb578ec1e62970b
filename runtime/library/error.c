/* Errors as callers of the library see them. */
#include "runtime/library/library_impl.h"

#include <stdarg.h>
#include <string.h>

#include "runtime/base/diag.h"

struct ShardscopeError {
    ShardscopeStatus status;
    char *message, *file, *hint;
    int line, column;
};

static ShardscopeStatus status_of(const GError *e)
{
    static const ShardscopeStatus of_code[] = {
        [SHARD_ERROR_PARSE] = SHARDSCOPE_PARSE, [SHARD_ERROR_VERIFY] = SHARDSCOPE_VERIFY, [SHARD_ERROR_SHARDING] = SHARDSCOPE_SHARDING,
        [SHARD_ERROR_UNSUPPORTED] = SHARDSCOPE_UNSUPPORTED, [SHARD_ERROR_IO] = SHARDSCOPE_IO, [SHARD_ERROR_RUN] = SHARDSCOPE_RUN,
        [SHARD_ERROR_USAGE] = SHARDSCOPE_INVALID, [SHARD_ERROR_LIMIT] = SHARDSCOPE_LIMIT, [SHARD_ERROR_STOPPED] = SHARDSCOPE_STOPPED,
    };
    if (e->domain == SHARD_ERROR && e->code >= 0 && e->code < (int)G_N_ELEMENTS(of_code))
        return of_code[e->code];
    if (e->domain == TRACE_ERROR)
        return e->code == TRACE_ERROR_USAGE ? SHARDSCOPE_INVALID : e->code == TRACE_ERROR_STOPPED ? SHARDSCOPE_STOPPED : SHARDSCOPE_TRACE;
    return e->domain == G_FILE_ERROR ? SHARDSCOPE_IO : SHARDSCOPE_RUN;
}

bool library_fail(ShardscopeError **error, GError *why)
{
    if (!error || *error) {
        g_error_free(why);
        return false;
    }
    ShardscopeError *e = g_new0(ShardscopeError, 1);
    e->status = status_of(why);
    e->message = g_strdup(why->message);
    DiagPlace place;
    if (diag_place(why, &place)) {
        e->file = g_strdup(place.file);
        e->line = place.line;
        e->column = place.col;
        e->hint = g_strdup(place.hint);
    }
    *error = e;
    g_error_free(why);
    return false;
}

bool library_pass(ShardscopeError **error, ShardscopeError *why)
{
    if (error && !*error)
        *error = why;
    else
        shardscope_error_free(why);
    return false;
}

bool library_invalid(ShardscopeError **error, const char *hint, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    g_autofree char *text = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    GError *e = NULL;
    diag(&e, SHARD_ERROR_USAGE, NULL, hint, "%s", text);
    return library_fail(error, e);
}

bool library_null(ShardscopeError **error, const char *function, const char *thing)
{
    return library_invalid(error, NULL, "%s: NULL where %s is needed", function, thing);
}

bool library_options(void *out, size_t known, const void *given, const char *name, ShardscopeError **error)
{
    memset(out, 0, known);
    if (!given)
        return true;
    size_t size;
    memcpy(&size, given, sizeof size);
    if (size < sizeof size || size > 65536)
        return library_invalid(error, "begin it with the macro of its name in capitals", "%s: struct_size is %zu", name, size);
    const unsigned char *bytes = given;
    for (size_t i = known; i < size; i++)
        if (bytes[i])
            return library_invalid(error, "the caller was built for a newer library", "%s has fields that this library does not know", name);
    memcpy(out, given, MIN(size, known));
    return true;
}

ShardscopeStatus shardscope_error_status(const ShardscopeError *error)
{
    return error ? error->status : SHARDSCOPE_OK;
}

const char *shardscope_error_message(const ShardscopeError *error)
{
    return error ? error->message : "";
}

const char *shardscope_error_file(const ShardscopeError *error)
{
    return error ? error->file : NULL;
}

int shardscope_error_line(const ShardscopeError *error)
{
    return error ? error->line : 0;
}

int shardscope_error_column(const ShardscopeError *error)
{
    return error ? error->column : 0;
}

const char *shardscope_error_hint(const ShardscopeError *error)
{
    return error ? error->hint : NULL;
}

void shardscope_error_free(ShardscopeError *error)
{
    if (!error)
        return;
    g_free(error->message);
    g_free(error->file);
    g_free(error->hint);
    g_free(error);
}

void shardscope_free(void *memory)
{
    g_free(memory);
}

const char *shardscope_version(void)
{
    return "0.1.0";
}
