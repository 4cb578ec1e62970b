/* What compiled steps read and write as it is in memory, where interpreted ones need a tile that is made for them: bf16 and f16, which they
 * widen and narrow themselves, and the element that is the same for a whole row. */
#include "runtime/compute/tile_code_impl.h"

static bool is_narrow(ElemType e)
{
    return e == ELEM_bf16 || e == ELEM_f16;
}

/* Of each register, whether all that reads it is steps that are compiled, at the width of its elements. */
static bool *read_by_compiled(const TileProg *p, const uint8_t *widths)
{
    bool *yes = g_new(bool, p->n_regs + 1);
    for (int r = 0; r < p->n_regs; r++)
        yes[r] = !p->keep[r];
    for (int i = 0; i < p->n_steps; i++) {
        int args[] = { p->steps[i].a, p->steps[i].b, p->steps[i].c };
        for (int k = 0; k < 3; k++) {
            CType ct = args[k] < 0 ? CT_pred : ctype_of(p->elem[args[k]]);
            if (args[k] >= 0 && (ct == CT_pred ? !widths[i] : widths[i] != ctype_bytes[ct]))
                yes[args[k]] = false;
        }
    }
    for (int i = 0; i < p->n_stores; i++)
        yes[p->stores[i].reg] = false;
    return yes;
}

static void mark_loads(TileProg *p, const uint8_t *widths, int64_t row)
{
    bool *compiled = read_by_compiled(p, widths);
    for (int i = 0; i < p->n_loads; i++) {
        TileLoad *l = &p->loads[i];
        if (!compiled[l->reg] || (l->mode != LOAD_FULL && l->mode != LOAD_STRIDED))
            continue;
        l->uniform = l->mode == LOAD_STRIDED && row && l->strides[l->rank - 1] == 0 && l->dims[l->rank - 1] % row == 0;
        l->raw = !l->uniform && is_narrow(l->elem) && p->elem[l->reg] == l->elem;
    }
    g_free(compiled);
}

static bool is_computed(const TileProg *p, const uint8_t *widths, int reg)
{
    for (int i = 0; i < p->n_steps; i++)
        if (p->steps[i].d == reg)
            return widths[i] == 4;
    return false;
}

NarrowProg narrow_prog(Arena *arena, const TileProg *old, const uint8_t *widths, int64_t row)
{
    NarrowProg n = { .prog = arena_memdup(arena, old, sizeof *old), .from = arena_array(arena, int, old->n_stores + 1) };
    TileProg *p = n.prog;
    size_t most = (size_t)(old->n_regs + old->n_stores + 1);
    p->loads = arena_dup_array(arena, old->loads, old->n_loads);
    p->stores = arena_dup_array(arena, old->stores, old->n_stores);
    p->elem = arena_array(arena, ElemType, most);
    p->place = arena_array(arena, int16_t, most);
    p->keep = arena_array(arena, bool, most);
    for (int r = 0; r < old->n_regs; r++) {
        p->elem[r] = old->elem[r];
        p->place[r] = old->place[r];
        p->keep[r] = old->keep[r];
    }
    for (int i = 0; i < p->n_stores; i++) {
        TileStore *s = &p->stores[i];
        n.from[i] = -1;
        if (s->direct || !is_narrow(s->elem) || p->elem[s->reg] != s->elem || p->n_regs >= TILE_MAX_REGS || !is_computed(old, widths, s->reg))
            continue;
        n.from[i] = s->reg;
        s->reg = p->n_regs++;
        s->direct = true;
        p->elem[s->reg] = ELEM_u16;
        p->place[s->reg] = -1;
        p->keep[s->reg] = false;
    }
    mark_loads(p, widths, row);
    return n;
}
