/* What ranks send each other: a head, and data that follows it. One goes out when carry.c has it, and comes in when heads.c has asked for its data. */
#include <stdlib.h>
#include <string.h>

#include "runtime/ranks/ranks_impl.h"

Outgoing *outgoing_new(int to, Head head)
{
    Outgoing *o = zeroed(sizeof *o);
    o->to = to;
    o->head = malloc(sizeof head);
    *o->head = head;
    return o;
}

void *outgoing_room(Outgoing *o, size_t bytes)
{
    size_t used = sizeof(Head) + (size_t)o->head->inline_bytes;
    o->head = realloc(o->head, used + bytes);
    o->head->inline_bytes += (int32_t)bytes;
    return (char *)o->head + used;
}

void outgoing_add(Outgoing *o, OutPart part)
{
    vec_push(&o->parts, part);
}

void outgoing_text(Outgoing *o, const void *text, size_t bytes)
{
    bytes = MIN(bytes, HEAD_INLINE - (size_t)o->head->inline_bytes);
    if (bytes) /* text may be NULL else */
        memcpy(outgoing_room(o, bytes), text, bytes);
}

/* What a head of rank `of` says is lent, which nobody borrows. */
static void decline_all(const Near *near, int of, const Head *h, const char *places)
{
    for (int i = 0; i < h->n_lent + h->n_common; i++) {
        int64_t place;
        memcpy(&place, places + sizeof place * (size_t)i, sizeof place);
        near_decline(near, of, place);
    }
}

void outgoing_free(Outgoing *o)
{
    if (o->near && o->head->place)
        near_done(o->near, o->me, o->head->place);
    if (o->near && o->head->post)
        near_decline(o->near, o->me, o->head->post);
    decline_all(o->near, o->me, o->head, (char *)(o->head + 1));
    for (int i = 0; i < o->parts.n; i++)
        if (o->parts.v[i].release)
            o->parts.v[i].release(o->parts.v[i].owner);
    vec_clear(&o->parts);
    free(o->head);
    g_free(o);
}

void incoming_free(Incoming *in)
{
    if (in->near && in->head.post && !in->taken)
        near_decline(in->near, in->from, in->head.post);
    if (in->near && in->head.place)
        near_done(in->near, in->from, in->head.place);
    if (in->near && !in->taken)
        decline_all(in->near, in->from, &in->head, in->text);
    vec_clear(&in->parts);
    free(in->block);
    g_free(in);
}
