/* Sockets and the folders they lie in. See place.h. */
#include "runtime/watch/place.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "runtime/base/diag.h"

enum { BACKLOG = 8 };

void place_clear(WatchPlace *p)
{
    g_clear_pointer(&p->path, g_free);
}

char *place_text(const WatchPlace *p)
{
    return p->is_port ? g_strdup_printf("tcp:127.0.0.1:%d", p->port) : g_strdup(p->path);
}

/* ---- folders -------------------------------------------------------------------------------------------------------------------- */

/* This user's alone, and a folder rather than a link to one. */
static bool is_private(const char *folder)
{
    struct stat st;
    return lstat(folder, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid() && (st.st_mode & 077) == 0;
}

/* The i-th folder in which sockets may lie; NULL beyond the last. The process that looks may have another environment than the one that
 * listens, so the usual place of $XDG_RUNTIME_DIR is looked at without it, too. */
static char *folder_at(int i)
{
    const char *runtime = g_getenv("XDG_RUNTIME_DIR");
    switch (i) {
    case 0:
        return runtime && g_path_is_absolute(runtime) ? g_build_filename(runtime, "shardscope", NULL) : folder_at(1);
    case 1:
        return g_strdup_printf("/run/user/%u/shardscope", (unsigned)geteuid());
    case 2:
        return g_strdup_printf("/tmp/shardscope-%u", (unsigned)geteuid());
    }
    return NULL;
}

/* The folder for new sockets. NULL + error. */
static char *folder_made(GError **error)
{
    const char *runtime = g_getenv("XDG_RUNTIME_DIR");
    g_autofree char *folder = folder_at(runtime && g_path_is_absolute(runtime) ? 0 : 2);
    if (mkdir(folder, 0700) != 0 && errno != EEXIST) {
        diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: the folder for sockets cannot be made: %s", folder, g_strerror(errno));
        return NULL;
    }
    if (is_private(folder))
        return g_steal_pointer(&folder);
    diag(error, SHARD_ERROR_IO, NULL, "remove it, or give another path to listen at", "%s: not a folder that belongs to this user alone", folder);
    return NULL;
}

/* ---- what users write ------------------------------------------------------------------------------------------------------------- */

/* "tcp:5000", "tcp:127.0.0.1:5000", "tcp:localhost:5000". */
static bool read_port(const char *text, WatchPlace *out, GError **error)
{
    const char *at = text + strlen("tcp:"), *hosts[] = { "127.0.0.1:", "localhost:" };
    for (size_t i = 0; i < G_N_ELEMENTS(hosts); i++)
        if (g_str_has_prefix(at, hosts[i])) {
            at += strlen(hosts[i]);
            break;
        }
    guint64 port;
    if (!g_ascii_string_to_unsigned(at, 10, 0, 65535, &port, NULL))
        return diag(error, SHARD_ERROR_USAGE, NULL, "programs listen on this machine's own address alone; ssh -L leads there from another one",
                    "\"%s\": tcp:PORT with a port from 0 to 65535 is needed", text);
    out->is_port = true;
    out->port = (int)port;
    return true;
}

bool place_to_listen(const char *text, WatchPlace *out, GError **error)
{
    *out = (WatchPlace){ .pid = getpid() };
    if (g_str_has_prefix(text, "tcp:"))
        return read_port(text, out, error);
    if (strchr(text, '/')) {
        out->path = g_strdup(text);
        return true;
    }
    if (!g_str_equal(text, "1") && !g_str_equal(text, "yes") && !g_str_equal(text, "unix"))
        return diag(error, SHARD_ERROR_USAGE, NULL, "1 listens in the user's folder, tcp:PORT at a port, /a/path at that socket",
                    "\"%s\" is no place to listen at", text);
    g_autofree char *folder = folder_made(error), *name = g_strdup_printf("%d.sock", (int)getpid());
    if (!folder)
        return false;
    out->path = g_build_filename(folder, name, NULL);
    out->own_name = true;
    return true;
}

bool place_to_connect(const char *text, WatchPlace *out, GError **error)
{
    *out = (WatchPlace){ 0 };
    guint64 pid;
    if (g_str_has_prefix(text, "tcp:"))
        return read_port(text, out, error);
    if (g_ascii_string_to_unsigned(text, 10, 1, INT32_MAX, &pid, NULL)) {
        out->pid = (int64_t)pid;
        return true;
    }
    if (strchr(text, '/')) {
        out->path = g_strdup(text);
        return true;
    }
    return diag(error, SHARD_ERROR_USAGE, NULL, "shardscope monitor lists the processes that listen",
                "\"%s\" is neither a process's number, nor a socket's path, nor tcp:PORT", text);
}

/* ---- listening --------------------------------------------------------------------------------------------------------------------- */

static bool address_of(const char *path, struct sockaddr_un *out, GError **error)
{
    *out = (struct sockaddr_un){ .sun_family = AF_UNIX };
    if (strlen(path) >= sizeof out->sun_path)
        return diag(error, SHARD_ERROR_IO, NULL, "give a shorter path to listen at", "%s: longer than a socket's name can be (%zu bytes)", path, sizeof out->sun_path - 1);
    memcpy(out->sun_path, path, strlen(path) + 1);
    return true;
}

/* True if the socket at the path belongs to this user and nobody accepts connections there any more. */
static bool is_stale(const char *path)
{
    struct stat st;
    struct sockaddr_un at;
    if (lstat(path, &st) != 0 || !S_ISSOCK(st.st_mode) || st.st_uid != geteuid() || !address_of(path, &at, NULL))
        return false;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool refused = fd >= 0 && connect(fd, (struct sockaddr *)&at, sizeof at) != 0 && errno == ECONNREFUSED;
    if (fd >= 0)
        close(fd);
    return refused;
}

static int listen_at_path(const WatchPlace *p, GError **error)
{
    struct sockaddr_un at;
    if (!address_of(p->path, &at, error))
        return -1;
    if (is_stale(p->path))
        unlink(p->path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    /* Nobody can connect before listen(), when the mode is set already. */
    if (fd >= 0 && bind(fd, (struct sockaddr *)&at, sizeof at) == 0) {
        if (chmod(p->path, 0600) == 0 && listen(fd, BACKLOG) == 0)
            return fd;
        int why = errno;
        unlink(p->path);
        errno = why;
    }
    diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: cannot listen there: %s", p->path, g_strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}

static struct sockaddr_in address_of_port(int port)
{
    return (struct sockaddr_in){ .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
}

static int listen_at_port(WatchPlace *p, GError **error)
{
    struct sockaddr_in at = address_of_port(p->port);
    socklen_t n = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), yes = 1;
    if (fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 && bind(fd, (struct sockaddr *)&at, sizeof at) == 0 &&
        listen(fd, BACKLOG) == 0 && getsockname(fd, (struct sockaddr *)&at, &n) == 0) {
        p->port = ntohs(at.sin_port);
        return fd;
    }
    diag(error, SHARD_ERROR_IO, NULL, NULL, "tcp:127.0.0.1:%d: cannot listen there: %s", p->port, g_strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}

int place_listen(WatchPlace *p, GError **error)
{
    return p->is_port ? listen_at_port(p, error) : listen_at_path(p, error);
}

/* ---- connecting --------------------------------------------------------------------------------------------------------------------- */

bool place_is_own(int fd)
{
    struct ucred who;
    socklen_t n = sizeof who;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &n) == 0 && n == sizeof who && who.uid == geteuid();
}

/* -1 with errno. */
static int connect_to_path(const char *path)
{
    struct sockaddr_un at;
    if (!address_of(path, &at, NULL)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&at, sizeof at) == 0)
        return fd;
    int why = errno;
    if (fd >= 0)
        close(fd);
    errno = why;
    return -1;
}

static int connect_to_pid(int64_t pid, GError **error)
{
    g_autofree char *name = g_strdup_printf("%" G_GINT64_FORMAT ".sock", pid);
    char *folder;
    for (int i = 0; (folder = folder_at(i)); i++) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        int fd = is_private(folder) ? connect_to_path(path) : -1;
        g_free(folder);
        if (fd >= 0)
            return fd;
    }
    g_autofree char *process = g_strdup_printf("/proc/%" G_GINT64_FORMAT, pid);
    if (access(process, F_OK) != 0)
        diag(error, SHARD_ERROR_IO, NULL, "shardscope monitor lists the processes that listen", "there is no process %" G_GINT64_FORMAT, pid);
    else
        diag(error, SHARD_ERROR_IO, NULL, "start it with SHARDSCOPE_LISTEN=1; shardscope monitor lists the processes that listen",
             "process %" G_GINT64_FORMAT " does not listen for this user", pid);
    return -1;
}

static int connect_to_port(const WatchPlace *p, GError **error)
{
    struct sockaddr_in at = address_of_port(p->port);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&at, sizeof at) == 0)
        return fd;
    diag(error, SHARD_ERROR_IO, NULL, NULL, "tcp:127.0.0.1:%d: %s", p->port, g_strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}

int place_connect(const WatchPlace *p, GError **error)
{
    if (p->is_port)
        return connect_to_port(p, error);
    int fd = p->path ? connect_to_path(p->path) : connect_to_pid(p->pid, error);
    if (fd < 0 && p->path)
        diag(error, SHARD_ERROR_IO, NULL, errno == ECONNREFUSED ? "the process that listened there is gone" : NULL, "%s: %s", p->path, g_strerror(errno));
    if (fd < 0 || place_is_own(fd))
        return fd;
    close(fd);
    diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: another user listens there", p->path ? p->path : "the process");
    return -1;
}

/* ---- listing ------------------------------------------------------------------------------------------------------------------------- */

static int by_number(gconstpointer a, gconstpointer b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static void list_folder(const char *folder, GArray *to)
{
    GDir *dir = is_private(folder) ? g_dir_open(folder, 0, NULL) : NULL;
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        char *end;
        gint64 pid = g_ascii_strtoll(name, &end, 10);
        if (pid < 1 || !g_str_equal(end, ".sock"))
            continue;
        g_autofree char *path = g_build_filename(folder, name, NULL);
        bool known = false;
        for (guint i = 0; i < to->len; i++)
            known |= g_array_index(to, int64_t, i) == pid;
        if (is_stale(path))
            unlink(path);
        else if (!known)
            g_array_append_val(to, ((int64_t){ pid }));
    }
    if (dir)
        g_dir_close(dir);
}

GArray *place_list(void)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(int64_t));
    char *folder;
    for (int i = 0; (folder = folder_at(i)); i++) {
        list_folder(folder, all);
        g_free(folder);
    }
    g_array_sort(all, by_number);
    return all;
}
