/* Small values of floats, such as a loop's state, that a vector register has from trip to trip. The frame has them as well, so that other code finds them there:
 * only what vector code reads comes from the register, since what a trip stores can be loaded again about five cycles later. */
#include "runtime/exec/loop_impl.h"

static bool fits(const Type *t)
{
    return t && t->kind == TYPE_ARRAY && (t->elem == ELEM_f32 || t->elem == ELEM_f64) && loop_fits_vector(t->n_elems, elem_info[t->elem].bytes);
}

/* All slots of the storage have to be of one type of elements, and as many. */
static bool is_candidate(const LoopBuild *l, const SlotLife *x)
{
    if (x->slot < 0 || x->vectors < 2 || x->last <= x->first || l->store[x->slot].kind != STORE_FIXED || !fits(loop_slot_type(l, x->slot)))
        return false;
    const Type *t = loop_slot_type(l, x->slot);
    for (int s = 0; s < l->p->n_slots; s++) {
        const Type *other = loop_slot_type(l, s);
        if (l->store[s].kind != STORE_NONE || l->same[s] == s || loop_root(l, s) != x->slot)
            continue;
        if (!fits(other) || other->elem != t->elem || other->n_elems != t->n_elems)
            return false;
    }
    return true;
}

void loop_find_kept(LoopBuild *l, const SlotLife *lives)
{
    l->kept = g_new0(int8_t, l->p->n_slots + 1);
    for (int n = 0; n < VEC_MOST_KEPT; n++) {
        const SlotLife *best = NULL;
        for (int s = 0; s < l->p->n_slots; s++)
            if (is_candidate(l, &lives[s]) && !l->kept[s] && (!best || lives[s].vectors > best->vectors))
                best = &lives[s];
        if (!best)
            break;
        l->kept[best->slot] = (int8_t)(VEC_FIRST_KEPT + n);
        l->all_kept |= 1u << (VEC_FIRST_KEPT + n);
        vec_push(&l->kept_lives, *best);
    }
}

void loop_kept_load(LoopBuild *l, int slot)
{
    int root = loop_root(l, slot);
    if (!l->kept[root])
        return;
    const Type *t = loop_slot_type(l, root);
    vec_load_kept(&l->code, l->kept[root], l->store[root].at, t->n_elems == 1, elem_info[t->elem].bytes);
}

void loop_kept_load_all(LoopBuild *l, int pos)
{
    for (int i = 0; i < l->kept_lives.n; i++) {
        const SlotLife *x = &l->kept_lives.v[i];
        if (pos < 0 || (x->first <= pos && x->last >= pos))
            loop_kept_load(l, x->slot);
    }
}
