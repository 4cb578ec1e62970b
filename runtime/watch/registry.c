/* The groups and programs of this process. See watch.h. */
#include "runtime/watch/watch_impl.h"

static pthread_mutex_t registry_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t registry_unpinned = PTHREAD_COND_INITIALIZER;
static WatchGroup *groups;     /* oldest first, as are programs */
static WatchProgram *programs;
static int n_groups;
static int64_t n_programs;

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
