/* The groups and programs of this process. See watch.h. */
#include "runtime/watch/watch_impl.h"

#include <string.h>

static pthread_mutex_t registry_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t registry_unpinned = PTHREAD_COND_INITIALIZER;
static WatchGroup *groups;     /* oldest first, as are programs */
static WatchProgram *programs;
static int n_groups;
static int64_t n_programs;

/* What a capture needs to know of a program that was freed before its steps were written. */
typedef struct Words {
    char *line;
    GBytes *source; /* NULL = none */
} Words;

enum { MAX_WORDS = 64 << 20 }; /* bytes that are kept */
static GHashTable *words;      /* id -> Words; NULL = none */
static gsize words_bytes;

WatchGroup *watch_group_new(const WatchOps *ops, void *user, int n_devices)
{
    WatchGroup *g = g_new0(WatchGroup, 1);
    *g = (WatchGroup){ .ops = *ops, .user = user, .n_devices = n_devices };
    pthread_mutex_lock(&registry_lock);
    g->number = ++n_groups;
    WatchGroup **at = &groups;
    while (*at)
        at = &(*at)->next;
    *at = g;
    pthread_mutex_unlock(&registry_lock);
    return g;
}

void watch_group_free(WatchGroup *group)
{
    if (!group)
        return;
    pthread_mutex_lock(&registry_lock);
    while (group->pins)
        pthread_cond_wait(&registry_unpinned, &registry_lock);
    for (WatchGroup **at = &groups; *at; at = &(*at)->next)
        if (*at == group) {
            *at = group->next;
            break;
        }
    pthread_mutex_unlock(&registry_lock);
    g_free(group);
}

WatchProgram *watch_program_new(WatchGroup *group, const WatchProgramInfo *info)
{
    WatchProgram *p = g_new0(WatchProgram, 1);
    p->group = group;
    p->compiled = info->compiled;
    p->source = info->source ? g_bytes_ref(info->source) : NULL;
    p->source_name = g_strdup(info->source_name);
    p->options = info->options;
    p->n_cores = info->n_cores;
    pthread_mutex_init(&p->lock, NULL);
    pthread_mutex_lock(&registry_lock);
    p->id = ++n_programs;
    WatchProgram **at = &programs;
    while (*at)
        at = &(*at)->next;
    *at = p;
    pthread_mutex_unlock(&registry_lock);
    return p;
}

static void words_free(gpointer p)
{
    Words *w = p;
    g_free(w->line);
    g_clear_pointer(&w->source, g_bytes_unref);
    g_free(w);
}

/* Under the lock: an executable may be freed as soon as it has run, when its steps wait to be written. */
static void keep_words(WatchProgram *p)
{
    if (!p->sent || atomic_load(&watch_n_connected) == 0 || words_bytes >= MAX_WORDS)
        return;
    Words *w = g_new0(Words, 1);
    w->line = status_module_line(p, &w->source);
    words_bytes += strlen(w->line) + (w->source ? g_bytes_get_size(w->source) : 0);
    if (!words)
        words = g_hash_table_new_full(NULL, NULL, NULL, words_free);
    g_hash_table_insert(words, GSIZE_TO_POINTER((gsize)p->id), w);
}

char *registry_last_words(int64_t id, GBytes **source)
{
    pthread_mutex_lock(&registry_lock);
    const Words *w = words ? g_hash_table_lookup(words, GSIZE_TO_POINTER((gsize)id)) : NULL;
    char *line = w ? g_strdup(w->line) : NULL;
    *source = w && w->source ? g_bytes_ref(w->source) : NULL;
    pthread_mutex_unlock(&registry_lock);
    return line;
}

void registry_forget(void)
{
    pthread_mutex_lock(&registry_lock);
    g_clear_pointer(&words, g_hash_table_unref);
    words_bytes = 0;
    pthread_mutex_unlock(&registry_lock);
}

void watch_program_free(WatchProgram *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&registry_lock);
    while (p->pins)
        pthread_cond_wait(&registry_unpinned, &registry_lock);
    for (WatchProgram **at = &programs; *at; at = &(*at)->next)
        if (*at == p) {
            *at = p->next;
            break;
        }
    keep_words(p);
    pthread_mutex_unlock(&registry_lock);
    pthread_mutex_destroy(&p->lock);
    step_lanes_free(p);
    g_clear_pointer(&p->source, g_bytes_unref);
    g_free(p->source_name);
    g_free(p->options);
    g_free(p->fingerprint);
    g_free(p->met);
    g_free(p);
}

void registry_each_program(void (*fn)(WatchProgram *p, void *user), void *user)
{
    pthread_mutex_lock(&registry_lock);
    for (WatchProgram *p = programs; p;) {
        p->pins++;
        pthread_mutex_unlock(&registry_lock);
        fn(p, user);
        pthread_mutex_lock(&registry_lock);
        WatchProgram *next = p->next; /* p is in the list as long as it is pinned */
        p->pins--;
        p = next;
        pthread_cond_broadcast(&registry_unpinned);
    }
    pthread_mutex_unlock(&registry_lock);
}

void registry_each_group(void (*fn)(WatchGroup *g, void *user), void *user)
{
    pthread_mutex_lock(&registry_lock);
    for (WatchGroup *g = groups; g;) {
        g->pins++;
        pthread_mutex_unlock(&registry_lock);
        fn(g, user);
        pthread_mutex_lock(&registry_lock);
        WatchGroup *next = g->next;
        g->pins--;
        g = next;
        pthread_cond_broadcast(&registry_unpinned);
    }
    pthread_mutex_unlock(&registry_lock);
}

WatchProgram *registry_pin(int64_t id)
{
    pthread_mutex_lock(&registry_lock);
    WatchProgram *p = programs;
    while (p && p->id != id)
        p = p->next;
    if (p)
        p->pins++;
    pthread_mutex_unlock(&registry_lock);
    return p;
}

void registry_unpin(WatchProgram *p)
{
    pthread_mutex_lock(&registry_lock);
    p->pins--;
    pthread_cond_broadcast(&registry_unpinned);
    pthread_mutex_unlock(&registry_lock);
}

void registry_fork(bool before)
{
    (before ? pthread_mutex_lock : pthread_mutex_unlock)(&registry_lock);
}
