/* Remedies of a program that another compiler divided. What that compiler makes of a changed program is not known, so there is a stand-in: the
 * program compiled in its manner, op by op and with the first plan that fits. Where the stand-in moves the same value for the same consumer
 * (or at least the same value), what a change does to it is taken as what the change does to the other compiler's reshard; of other reshards nothing is claimed.
 * All bytes and the step are those of the other compiler, plus what the change makes of the stand-in's. Applied to XLA in tests/python/remedies.py. */
#include "runtime/remedy/remedy_impl.h"

#include <math.h>
#include <string.h>

struct StandIn {
    const char **key;        /* by reshard of the other compiler, from 0: under which the stand-in moves the same; NULL = it does not */
    bool *by_value;          /* the key is in Moves.of_value */
    int n;
    double step_ns;          /* of the stand-in, as are bytes */
    int64_t traffic;
};

static void find_key(Finder *f, const Reshard *r)
{
    StandIn *s = f->stand_in;
    g_autofree char *key = move_key(f->ops, f->n_ops, r);
    bool same = moves_under(f->before.bytes, key) > 0;
    if (!same)
        *strstr(key, " > ") = 0;
    if (!same && moves_under(f->before.of_value, key) <= 0)
        return;
    s->key[r->id - 1] = arena_strdup(f->out->arena, key);
    s->by_value[r->id - 1] = !same;
}

bool stand_in_init(Finder *f)
{
    const DecisionLog *log = f->search.c->log;
    StandIn *s = f->stand_in = g_new0(StandIn, 1);
    s->n = log->reshards.n;
    s->key = g_new0(const char *, s->n + 1);
    s->by_value = g_new0(bool, s->n + 1);
    g_autoptr(Compiled) c = remedy_compile(f, &(Remedy){ 0 }, true, NULL);
    if (!c)
        return false;
    moves_clear(&f->before);
    f->before = moves_of(c);
    f->full_s = f->look_s;
    s->traffic = c->traffic;
    s->step_ns = finder_step(f, c, NULL).ns;
    for (int i = 0; i < s->n; i++) {
        const Reshard *r = &log->reshards.v[i];
        find_key(f, r);
        f->out->n_open += r->bytes_moved > 0 && !r->shared_with && !s->key[i];
    }
    return true;
}

void stand_in_clear(Finder *f)
{
    StandIn *s = g_steal_pointer(&f->stand_in);
    if (!s)
        return;
    g_free(s->key);
    g_free(s->by_value);
    g_free(s);
}

int64_t stand_in_left(const Finder *f, const Moves *after, const Reshard *r)
{
    const StandIn *s = f->stand_in;
    const char *key = s->key[r->id - 1];
    if (!key)
        return r->bytes_moved;
    bool by_value = s->by_value[r->id - 1];
    int64_t was = moves_under(by_value ? f->before.of_value : f->before.bytes, key), is = moves_under(by_value ? after->of_value : after->bytes, key);
    return is == was ? r->bytes_moved : (int64_t)((double)r->bytes_moved * ((double)is / (double)was) + 0.5);
}

/* What the other compiler's reshards move less: more than that is not saved, whatever the stand-in says. */
static int64_t most_saved(const Finder *f, const Remedy *r)
{
    const DecisionLog *log = f->search.c->log;
    int64_t saved = 0;
    for (int i = 0; i < r->n_effects; i++) {
        const Reshard *moved = &log->reshards.v[r->effects[i].reshard - 1];
        saved += MAX(moved->bytes_moved - r->effects[i].bytes_moved, 0) * moved->trips;
    }
    return saved;
}

void stand_in_totals(const Finder *f, const Compiled *c, Remedy *out)
{
    const StandIn *s = f->stand_in;
    Estimate step = finder_step(f, c, NULL);
    double ns = fmax(f->before_ns + step.ns - s->step_ns, 0), scale = step.ns > 0 ? ns / step.ns : 1;
    int64_t was = f->search.c->traffic;
    out->traffic = MAX(MAX(was + c->traffic - s->traffic, was - most_saved(f, out)), 0);
    out->step_ns = ns;
    out->simulated = (Estimate){ .ns = ns, .low_ns = step.low_ns * scale, .high_ns = step.high_ns * scale };
    out->n_collectives = -1;
}

bool stand_in_has(const Finder *f, const Reshard *r)
{
    return f->stand_in->key[r->id - 1] != NULL;
}
