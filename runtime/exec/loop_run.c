/* Runs compiled loops: memory of their values, and what their code calls. */
#include <stdlib.h>
#include <string.h>

#include "runtime/base/memory_out.h"
#include "runtime/exec/device_impl.h"
#include "runtime/exec/loop_impl.h"

static LoopFrame *frame_new(Device *d, const LoopCode *l)
{
    LoopFrame *f = NULL;
    if (posix_memalign((void **)&f, 64, (size_t)l->frame_bytes))
        memory_out((size_t)l->frame_bytes, "a loop's values");
    memset(f, 0, (size_t)l->frame_bytes);
    f->device = d;
    f->loop = l;
    f->cells = g_new0(Buffer *, l->n_cells + 1);
    for (const uint8_t *at = l->image; at < l->image + l->image_bytes;) {
        LoopImage head;
        memcpy(&head, at, sizeof head);
        at += sizeof head;
        memcpy((char *)f + head.at, at, (size_t)head.bytes);
        at += head.bytes;
    }
    return f;
}

void loop_frame_free(LoopFrame *f)
{
    if (f)
        g_free(f->cells);
    free(f);
}

static char *at_of(LoopFrame *f, Storage s)
{
    return s.kind == STORE_FIXED ? (char *)f + s.at : *(char **)((char *)f + s.at);
}

/* ---- what compiled code calls ------------------------------------------------------------------------------------- */

int loop_run_call(LoopFrame *f, int number)
{
    const LoopCall *c = &f->loop->calls[number];
    Device *d = f->device;
    for (int i = 0; i < c->in->n_in; i++)
        d->args[i] = at_of(f, c->args[i]);
    for (int i = 0; i < c->in->n_out; i++)
        d->outs[i] = at_of(f, c->outs[i]);
    return !device_call(d, c->in, c->kernel);
}

/* ---- entering and leaving ----------------------------------------------------------------------------------------- */

/* State that nobody else has is taken as it is. */
static Buffer *take_state(Device *d, const LoopState *e)
{
    Buffer *b = d->slots[e->slot];
    if (!e->last || !buffer_is_unique(b))
        return NULL;
    d->slots[e->slot] = NULL;
    return b;
}

static bool enter(Device *d, LoopFrame *f)
{
    const LoopCode *l = f->loop;
    const Instr *in = &d->run->program->code[l->entry];
    for (int i = 0; i < l->n_outside; i++)
        f->pointers[i] = d->slots[l->outside[i]]->data;
    for (int i = 0; i < l->n_enter; i++)
        if (l->enter[i].store.kind == STORE_CELL) {
            bool counted = d->counted[l->enter[i].slot];
            if (counted)
                device_uncount(d, l->enter[i].slot);
            Buffer *b = take_state(d, &l->enter[i]);
            f->cells[l->enter[i].store.number] = b;
            if (!b && counted) { /* as it was */
                d->counted[l->enter[i].slot] = true;
                d->held += (int64_t)d->slots[l->enter[i].slot]->size;
            }
        }
    for (int i = 0; i < l->n_cells; i++) {
        if (!f->cells[i])
            f->cells[i] = device_buffer(d, in, l->cell_bytes[i]);
        if (!f->cells[i])
            return false;
        f->pointers[l->n_outside + i] = f->cells[i]->data;
    }
    for (int i = 0; i < l->n_enter; i++)
        if (d->slots[l->enter[i].slot])
            memcpy(at_of(f, l->enter[i].store), d->slots[l->enter[i].slot]->data, (size_t)l->enter[i].bytes);
    return true;
}

static Buffer *result_of(Device *d, LoopFrame *f, const LoopState *r)
{
    const LoopCode *l = f->loop;
    if (r->store.kind == STORE_OUTSIDE)
        return buffer_ref(d->slots[l->outside[r->store.number]]);
    if (r->store.kind == STORE_CELL) {
        for (int i = 0; i < l->n_cells; i++)
            if (f->cells[i]->data == at_of(f, r->store))
                return buffer_ref(f->cells[i]);
        g_assert_not_reached();
    }
    Buffer *b = device_buffer(d, &d->run->program->code[l->exit], r->bytes);
    if (b)
        memcpy(b->data, at_of(f, r->store), (size_t)r->bytes);
    return b;
}

/* Results go into their slots, all other values are dropped. */
static bool leave(Device *d, LoopFrame *f)
{
    const LoopCode *l = f->loop;
    const Program *p = d->run->program;
    bool ok = true;
    for (int i = 0; i < l->n_leave; i++) {
        d->meet_in[i] = result_of(d, f, &l->leave[i]);
        ok &= d->meet_in[i] != NULL;
    }
    for (int i = 0; i < l->n_leave; i++) {
        const LoopState *r = &l->leave[i];
        int source = r->store.kind == STORE_OUTSIDE ? l->outside[r->store.number] : -1;
        d->moved[i] = source < 0 || d->counted[source];
    }
    device_release(d, &p->code[l->entry]);
    for (int i = 0; i < l->n_leave; i++) {
        const LoopState *r = &l->leave[i];
        int source = r->store.kind == STORE_OUTSIDE ? l->outside[r->store.number] : -1;
        device_slot_set(d, r->slot, d->meet_in[i]);
        if (source >= 0 && (!d->moved[i] || d->slots[source]))
            device_uncount(d, r->slot);
        d->meet_in[i] = NULL;
    }
    device_release(d, &p->code[l->exit]);
    return ok;
}

static void drop_cells(Device *d, LoopFrame *f)
{
    for (int i = 0; i < f->loop->n_cells; i++)
        if (f->cells[i])
            buffer_nest_unref(&d->nest, d->run->buffers, f->cells[i]);
    memset(f->cells, 0, sizeof *f->cells * (size_t)f->loop->n_cells);
}

static int64_t cell_bytes(const LoopCode *l)
{
    int64_t bytes = 0;
    for (int i = 0; i < l->n_cells; i++)
        bytes += l->cell_bytes[i];
    return bytes;
}

/* Counts them where the loop would jump if it were not compiled. */
static void note_trips(Device *d, const LoopCode *l, int64_t trips)
{
    const Instr *code = d->run->program->code;
    int pc = l->entry;
    while (code[pc].kind != INSTR_JUMP_IF_NOT || code[pc].op != code[l->entry].op)
        pc++;
    taken_note(d->run->taken, d->index - d->run->first, pc, 0, trips);
    taken_note(d->run->taken, d->index - d->run->first, pc, 1, 1);
}

/* Of conditionals and loops within the loop. */
static int64_t *count_of(LoopFrame *f, const LoopWay *w)
{
    return (int64_t *)(void *)((char *)f + w->at);
}

static void note_ways(Device *d, LoopFrame *f)
{
    for (int i = 0; i < f->loop->n_ways; i++) {
        const LoopWay *w = &f->loop->ways[i];
        taken_note(d->run->taken, d->index - d->run->first, w->pc, w->way, w->sign * *count_of(f, w));
    }
}

bool loop_run(Device *d, const LoopCode *l)
{
    static const Stop never;
    Run *r = d->run;
    if (!d->frames)
        d->frames = g_new0(LoopFrame *, r->binding->loops->len + 1);
    if (!d->frames[l->index])
        d->frames[l->index] = frame_new(d, l);
    LoopFrame *f = d->frames[l->index];
    f->stop = r->stop ? r->stop : &never;
    f->failed = &r->failed;
    f->trips = 0;
    for (int i = 0; i < l->n_ways; i++)
        *count_of(f, &l->ways[i]) = 0;
    bool ok = enter(d, f) && l->fn(f) == 0;
    if (r->events)
        d->high = MAX(d->high, d->held + cell_bytes(l));
    if (ok)
        ok = leave(d, f);
    drop_cells(d, f);
    d->pc = l->exit + 1;
    if (ok && r->taken) {
        note_trips(d, l, f->trips);
        note_ways(d, f);
    }
    if (ok)
        device_record_loop(d, &r->program->code[l->entry], f->trips);
    return ok;
}
