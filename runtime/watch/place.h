/* Where programs listen: sockets in the user's own folder, sockets at a given path, and ports of this machine. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct WatchPlace {
    int64_t pid;    /* of the process that listens; 0 = not given */
    char *path;     /* of a Unix socket; NULL = a port, or (to connect to) whatever the process has */
    int port;       /* of 127.0.0.1 */
    bool is_port;
    bool own_name;  /* to listen: the path is this process's in the user's folder */
} WatchPlace;
void place_clear(WatchPlace *p);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(WatchPlace, place_clear)

/* Where to listen: "1", "yes" or "unix" = PID.sock in the user's folder, which is made; a path with a slash; "tcp:PORT", 0 = any that is free. */
bool place_to_listen(const char *text, WatchPlace *out, GError **error);
/* Where to connect: a process's number, a socket's path, "tcp:PORT". */
bool place_to_connect(const char *text, WatchPlace *out, GError **error);

/* A listening socket that only this user can connect to; *p gets the port that was chosen. -1 + error. A socket at its path whose process is
 * gone is replaced. */
int place_listen(WatchPlace *p, GError **error);
/* A connected socket; a Unix socket's other end is this user. -1 + error, which says what to do if the process does not listen. */
int place_connect(const WatchPlace *p, GError **error);
/* Of a Unix socket: whether its other end is this user. */
bool place_is_own(int fd);

/* "/run/user/1000/shardscope/123.sock", "tcp:127.0.0.1:5000". To be freed. */
char *place_text(const WatchPlace *p);
/* Processes of this user that listen in the user's folders, by number; of int64_t. Sockets of processes that are gone are removed. */
GArray *place_list(void);
