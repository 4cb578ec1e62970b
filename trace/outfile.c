/* Whole files or none, and nothing replaced that is no file: see outfile.h. */
#include "trace/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_LINKS = 40 };

/* Unless there is an error already. Always false. */
static bool fail(GError **error, const char *path, int number)
{
    if (error && !*error)
        g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(number), "%s: %s", path, g_strerror(number));
    return false;
}

/* Where a chain of links ends; that file need not be there. NULL if it has no end. */
static char *follow(const char *path)
{
    char *at = g_strdup(path);
    for (int i = 0; i < MAX_LINKS; i++) {
        g_autofree char *to = g_file_read_link(at, NULL);
        if (!to)
            return at;
        g_autofree char *dir = g_path_get_dirname(at);
        g_free(at);
        at = g_path_is_absolute(to) ? g_steal_pointer(&to) : g_build_filename(dir, to, NULL);
    }
    g_free(at);
    return NULL;
}

bool outfile_begin(OutFile *o, const char *path, GError **error)
{
    *o = (OutFile){ 0 };
    GStatBuf st;
    bool there = g_stat(path, &st) == 0;
    if (there && !S_ISREG(st.st_mode)) { /* the name itself: links of /proc/self/fd lead to what has no name */
        o->target = g_strdup(path);
        o->part = g_strdup(path);
        return true;
    }
    o->target = follow(path);
    if (!o->target)
        return fail(error, path, ELOOP);
    o->part = g_strconcat(o->target, ".part", NULL);
    return true;
}

bool outfile_end(OutFile *o, bool ok, GError **error)
{
    bool beside = !g_str_equal(o->part, o->target);
    if (ok && beside && g_rename(o->part, o->target) != 0)
        ok = fail(error, o->target, errno);
    if (!ok && beside)
        g_unlink(o->part);
    g_free(o->target);
    g_free(o->part);
    *o = (OutFile){ 0 };
    return ok;
}

static bool write_all(int fd, const char *data, size_t size)
{
    while (size) {
        ssize_t n = write(fd, data, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        data += n;
        size -= (size_t)n;
    }
    return true;
}

bool outfile_write(const char *path, const void *data, size_t size, GError **error)
{
    OutFile o;
    if (!outfile_begin(&o, path, error))
        return false;
    int fd = open(o.part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && write_all(fd, data, size);
    if (fd >= 0 && close(fd) != 0)
        ok = false;
    if (!ok)
        fail(error, path, errno);
    return outfile_end(&o, ok, error);
}
