/* Allows one recorder at a time. A writer holds a lock on a byte of the file that SQLite never uses, for as long as it has
 * the file open; a second writer is refused at once. Ids are allocated in the writer's memory and strings are looked up there; two
 * writers that took turns would have to query the file for each of them.
 *
 * The lock belongs to the open file description (F_OFD_SETLK): it ends with the process, however that ends, and also excludes a second writer
 * in the same process. Such a lock does not name its owner, so the owner locks a second byte whose position encodes its process id.
 *
 * Closing any descriptor of a file releases the locks that SQLite holds on it in this process. So files that are locked here are
 * remembered, and neither lock_take() nor db_file_kind() opens them again. */
#include "trace/db.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

struct FileLock {
    int fd;
    dev_t dev;
    ino_t ino;
    bool made;
    FileLock *next; /* under list_lock */
};

#define HELD_AT (INT64_C(1) << 62)
#define PID_AT (HELD_AT + 4096)

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static FileLock *held; /* by this process */

static FileLock *find_held(const struct stat *st)
{
    for (FileLock *l = held; l; l = l->next)
        if (l->dev == st->st_dev && l->ino == st->st_ino)
            return l;
    return NULL;
}

ssize_t lock_peek(const struct stat *st, void *head, size_t n)
{
    pthread_mutex_lock(&list_lock);
    const FileLock *l = find_held(st);
    ssize_t got = l ? pread(l->fd, head, n, 0) : -1;
    pthread_mutex_unlock(&list_lock);
    return got;
}

static int set_lock(int fd, int64_t at, short type)
{
    struct flock l = { .l_type = type, .l_whence = SEEK_SET, .l_start = at, .l_len = 1 };
    return fcntl(fd, F_OFD_SETLK, &l);
}

/* The process that holds the file; 0 if unknown. It locks its second byte right after the first. */
static int holder_of(int fd)
{
    for (int i = 0; i < 20; i++) {
        struct flock l = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = PID_AT, .l_len = INT64_C(1) << 32 };
        if (fcntl(fd, F_OFD_GETLK, &l) != 0)
            break;
        if (l.l_type != F_UNLCK)
            return (int)(l.l_start - PID_AT);
        g_usleep(1000);
    }
    return 0;
}

static void refuse(const char *path, int pid, GError **error)
{
    g_autofree char *who = pid ? g_strdup_printf("process %d", pid) : g_strdup("another process");
    g_set_error(error, TRACE_ERROR, TRACE_ERROR_BUSY, "%s: %s is recording into this file\n  hint: wait until it ends, or give another file", path, who);
}

/* Opens the file and reads its identity. A file that cannot be opened for writing is not locked; SQLite will report the error. */
static bool open_file(FileLock *l, const char *path, bool create)
{
    l->fd = create ? open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644) : -1;
    l->made = l->fd >= 0;
    if (l->fd < 0)
        l->fd = open(path, O_RDWR | O_CLOEXEC);
    struct stat st;
    if (l->fd < 0 || fstat(l->fd, &st) != 0)
        return false;
    l->dev = st.st_dev;
    l->ino = st.st_ino;
    return true;
}

/* If another file has got the name between opening and locking, the lock is useless. */
static bool is_still_at(const FileLock *l, const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && st.st_dev == l->dev && st.st_ino == l->ino;
}

FileLock *lock_take(const char *path, bool create, GError **error)
{
    FileLock *l = g_new0(FileLock, 1);
    pthread_mutex_lock(&list_lock);
    for (;;) {
        struct stat st;
        if (stat(path, &st) == 0 && find_held(&st)) {
            refuse(path, getpid(), error);
            g_clear_pointer(&l, g_free);
            break;
        }
        if (!open_file(l, path, create))
            break;
        /* A file system without such locks: continue without one. */
        if (set_lock(l->fd, HELD_AT, F_WRLCK) != 0 && (errno == EAGAIN || errno == EACCES)) {
            refuse(path, holder_of(l->fd), error);
            close(l->fd);
            g_clear_pointer(&l, g_free);
            break;
        }
        if (is_still_at(l, path)) {
            set_lock(l->fd, PID_AT + getpid(), F_WRLCK);
            l->next = held;
            held = l;
            break;
        }
        close(l->fd);
    }
    pthread_mutex_unlock(&list_lock);
    return l;
}

bool lock_made_file(const FileLock *l)
{
    return l->made;
}

void lock_release(FileLock *l)
{
    if (!l)
        return;
    pthread_mutex_lock(&list_lock);
    for (FileLock **at = &held; *at; at = &(*at)->next)
        if (*at == l) {
            *at = l->next;
            break;
        }
    pthread_mutex_unlock(&list_lock);
    if (l->fd >= 0) {
        set_lock(l->fd, HELD_AT, F_UNLCK); /* a child may have the same open file */
        set_lock(l->fd, PID_AT + getpid(), F_UNLCK);
        close(l->fd);
    }
    g_free(l);
}
