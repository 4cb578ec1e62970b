/* What a rank says of itself: see note.h. */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/ranks/ranks_impl.h"

RankNote *note_of(const Ranks *r, int rank)
{
    return r->link->notes ? r->link->notes[rank] : NULL;
}

/* The namespace of process ids that this process is in. */
static uint_fast64_t own_space(void)
{
    struct stat st;
    return stat("/proc/self/ns/pid", &st) == 0 ? (uint_fast64_t)st.st_ino : 0;
}

void note_begin(Ranks *r)
{
    r->note = note_of(r, ranks_me(r));
    if (!r->note)
        r->note = &r->own_note;
    atomic_store(&r->note->space, own_space());
    atomic_store(&r->note->pid, (int)getpid());
}

void note_leaves(Ranks *r)
{
    atomic_store(&r->note->leaves, 1);
}

void note_run(Ranks *r, int64_t n, bool ended)
{
    atomic_store_explicit(ended ? &r->note->ended : &r->note->begun, n, memory_order_relaxed);
    atomic_store_explicit(&r->note->at, 0, memory_order_relaxed);
}

void note_at(Ranks *r, const Collective *c)
{
    RankNote *n = r->note;
    if (atomic_load_explicit(&n->at, memory_order_relaxed) == c->index + 1)
        return;
    atomic_store_explicit(&n->at, c->index + 1, memory_order_relaxed);
    strncpy(n->at_name, c->op->name, sizeof n->at_name - 1);
}

int note_process(const Ranks *r, int rank)
{
    RankNote *n = rank == ranks_me(r) ? NULL : note_of(r, rank);
    uint_fast64_t space = own_space();
    return n && space && atomic_load(&n->space) == space ? atomic_load(&n->pid) : 0;
}

void note_describe(RankNote *n, int rank, const char *host, char *text, size_t room)
{
    int64_t begun = atomic_load(&n->begun), ended = atomic_load(&n->ended);
    char step[48] = "before its first step";
    bool within = begun != ended, at = within && atomic_load(&n->at);
    if (begun)
        snprintf(step, sizeof step, "%s step %lld", within ? "in" : "after", (long long)begun - 1);
    snprintf(text, room, "rank %d on %.64s is lost: its process %d was ended, %s%s%.51s", rank, host, atomic_load(&n->pid), step, at ? ", its devices at " : "", at ? n->at_name : "");
}

void note_say(const char *text)
{
    g_autofree char *line = g_strdup_printf("shardscope: %s\n", text);
    while (write(STDERR_FILENO, line, strlen(line)) < 0 && errno == EINTR)
        ;
}
