/* What is known of values of vector code: rounding to bf16 is shorter where a NaN cannot become something else by it. The instructions of floats pass
 * on the bits of a NaN that they are given, and make one whose low bits are zero themselves. */
#include "runtime/compute/tile_code_impl.h"

void vec_known_constant(VecValue *x, const void *pool_bytes)
{
    uint32_t words[8];
    memcpy(words, pool_bytes, sizeof words);
    x->short_nan = x->short_all = x->sign_only = true;
    for (int i = 0; i < 8; i++) {
        bool is_short = !(words[i] & 0xffff), is_nan = (words[i] & 0x7fffffff) > 0x7f800000;
        x->short_all &= is_short;
        x->short_nan &= is_short || !is_nan;
        x->sign_only &= !(words[i] & 0x7fffffff);
    }
}

void vec_known_step(const VecCode *v, const VecStep *s, VecValue *x)
{
    static const VecValue none = { .short_nan = true, .short_all = true, .sign_only = true };
    const VecValue *a = s->a >= 0 ? &v->values.v[s->a] : &none, *b = s->b >= 0 ? &v->values.v[s->b] : &none, *c = s->c >= 0 ? &v->values.v[s->c] : &none;
    if (v->width != 4)
        return;
    switch (s->op) {
    case VEC_add_ps: case VEC_sub_ps: case VEC_mul_ps: case VEC_div_ps: case VEC_min_ps: case VEC_max_ps: case VEC_sqrt_ps: case VEC_rsqrt_ps:
    case VEC_round_ps: case VEC_fma_ps: case VEC_fnma_ps:
        x->short_nan = a->short_nan && b->short_nan && c->short_nan;
        break;
    case VEC_s32_to_ps:
        x->short_nan = true;
        break;
    case VEC_left_32:
        x->short_all = s->imm >= 16;
        break;
    case VEC_load: case VEC_blend:
        x->short_nan = a->short_nan && b->short_nan;
        x->short_all = a->short_all && b->short_all;
        break;
    case VEC_and:
        x->short_all = a->short_all || b->short_all;
        x->sign_only = a->sign_only || b->sign_only;
        break;
    case VEC_or: case VEC_xor:
        x->short_all = a->short_all && b->short_all;
        x->short_nan = (a->sign_only && b->short_nan) || (b->sign_only && a->short_nan);
        break;
    case VEC_andn: /* of b; a, inverted, is the mask */
        x->short_all = b->short_all;
        x->short_nan = a->sign_only && b->short_nan;
        break;
    default:
        break;
    }
    x->short_nan |= x->short_all;
}
