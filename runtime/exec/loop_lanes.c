/* Small arrays that are put together of elements of others, within vector registers: through memory, the processor would wait until several stores
 * have arrived before it can load what they wrote as one vector. */
#include "runtime/exec/loop_impl.h"

enum { WORDS = 8 };

bool loop_fits_vector(int64_t n_elems, int bytes)
{
    return (bytes == 4 || bytes == 8) && n_elems >= 1 && n_elems * bytes <= 32;
}

/* Elements of a vector in other places. */
static int permute(LoopBuild *l, int value, const int64_t *from, int n)
{
    uint32_t words[WORDS] = { 0 };
    int each = l->vec.width / 4, lanes = WORDS / each;
    bool same = n > 1;
    for (int i = 0; i < lanes; i++) {
        int64_t x = from[n == 1 ? 0 : MIN(i, n - 1)];
        same &= i >= n || x == i;
        for (int k = 0; k < each; k++)
            words[i * each + k] = (uint32_t)(x * each + k);
    }
    return same ? value : vec_2(&l->vec, VEC_words_by, vec_bytes(&l->vec, words), value);
}

int loop_lanes(LoopBuild *l, int slot, const int64_t *from, int n)
{
    int value = vec_read(&l->vec, loop_reg(l, slot));
    return loop_slot_type(l, slot)->n_elems == 1 ? value : permute(l, value, from, n);
}

/* An element of a larger array, in all places; in memory. */
static int element(LoopBuild *l, int slot, int64_t at)
{
    ElemType e = loop_slot_type(l, slot)->elem;
    VecHome home = loop_home(l, slot);
    *(home.pointer ? &home.offset : &home.at) += (int32_t)(at * elem_info[e].bytes);
    return vec_read(&l->vec, loop_new_reg(l, e, (RegInfo){ .kind = REG_ONE }, home));
}

/* The operand's elements from the one that would be in the result's first place on, if the result has them in the order they are in; -1 = it has not. */
static int64_t in_order(const LoopSource *from, int i, int n)
{
    int64_t first = from[i].elem - i;
    for (int k = i; k < n; k++)
        if (from[k].operand == from[i].operand && from[k].elem - k != first)
            return -1;
    return n > 1 ? first : -1;
}

/* Several that follow each other in memory. */
static int elements(LoopBuild *l, int slot, int64_t at)
{
    ElemType e = loop_slot_type(l, slot)->elem;
    VecHome home = loop_home(l, slot);
    *(home.pointer ? &home.offset : &home.at) += (int32_t)(at * elem_info[e].bytes);
    return vec_read(&l->vec, loop_new_reg(l, e, (RegInfo){ .kind = REG_TILE }, home));
}

int loop_blend(LoopBuild *l, int below, int above, int lanes)
{
    int each = l->vec.width / 4, words = 0;
    for (int i = 0; i < WORDS / each; i++)
        for (int k = 0; k < each; k++)
            words |= (lanes >> i & 1) << (i * each + k);
    return below < 0 ? above : vec_2_imm(&l->vec, VEC_blend_words, (int[]){ below, above }, words);
}

static bool can_put(LoopBuild *l, const Instr *in, const LoopSource *from)
{
    ElemType e = in->op->type->elem;
    int w = elem_info[e].bytes;
    if (!elem_is_ctype(e) || !loop_fits_vector(in->op->type->n_elems, w) || l->n_regs > 29000)
        return false;
    for (int i = 0; i < in->op->type->n_elems; i++) {
        const Type *t = loop_slot_type(l, in->in[from[i].operand]);
        if (!t || t->kind != TYPE_ARRAY || t->elem != e || type_bytes(t) > INT32_MAX)
            return false;
    }
    return true;
}

bool loop_put_together(LoopBuild *l, const Instr *in, const LoopSource *from)
{
    int n = (int)in->op->type->n_elems, w = elem_info[in->op->type->elem].bytes, result = -1;
    if (!can_put(l, in, from))
        return false;
    for (int i = 0; i < n; i++)
        if (loop_is_dirty(l, in->in[from[i].operand]) && !loop_fits_vector(loop_slot_type(l, in->in[from[i].operand])->n_elems, w))
            loop_close(l);
    loop_open(l, w, 0);
    for (int i = 0; i < n; i++) {
        int slot = in->in[from[i].operand];
        bool small = loop_fits_vector(loop_slot_type(l, slot)->n_elems, w), done = false;
        int before = 0;
        while (before < i && from[before].operand != from[i].operand)
            before++;
        bool ordered = in_order(from, before, n) >= 0;
        for (int k = 0; (small || ordered) && k < i; k++)
            done |= from[k].operand == from[i].operand;
        if (done)
            continue;
        if (!small && !ordered) {
            result = loop_blend(l, result, element(l, slot, from[i].elem), 1 << i);
            continue;
        }
        int64_t elems[WORDS] = { 0 };
        int lanes = 0;
        for (int k = i; k < n; k++)
            if (from[k].operand == from[i].operand) {
                elems[k] = from[k].elem;
                lanes |= 1 << k;
            }
        int value = small ? loop_lanes(l, slot, elems, n) : elements(l, slot, in_order(from, i, n));
        result = loop_blend(l, result, value, lanes);
    }
    loop_assign(l, loop_reg(l, in->out[0]), result);
    return true;
}
