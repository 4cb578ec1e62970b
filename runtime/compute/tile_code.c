/* Compiles tile programs: finds runs of steps that work on elements of one width, replaces each by one step of machine code, and assigns
 * scratch tiles anew, since values within a run need none. tile_code_expand.c says what a step is in vector instructions,
 * tile_code_emit.c gives these registers. */
#include "runtime/compute/tile_code.h"

#include <limits.h>
#include <string.h>

#include "runtime/compute/tile_code_impl.h"

enum { ALL_WIDTHS = 1 | 2 | 4 | 8, MAX_RUN = 256, PRED_CUT = 3, LONG_PIECE = 40 };


/* The widths of elements, as bits, at which each step can be compiled. n: of each, its vector instructions at the smallest, or NULL. */
static uint8_t *widths_of_steps(const TileProg *p, int *n)
{
    uint8_t *widths = g_malloc0((gsize)p->n_steps + 1);
    Code code = { 0 };
    VecCode v;
    RegInfo *info = vec_reg_info(p);
    vec_code_init(&v, p, info, &code);
    for (int i = 0; i < p->n_steps; i++)
        for (int width = 1; width <= 8; width *= 2) {
            vec_code_reset(&v, width);
            if (!vec_expand(&v, &p->steps[i]))
                continue;
            if (n && !widths[i])
                n[i] = v.steps.n;
            widths[i] |= (uint8_t)width;
        }
    vec_code_clear(&v);
    code_clear(&code);
    g_free(info);
    return widths;
}

static void each_arg(const TileStep *s, int out[3])
{
    out[0] = s->a;
    out[1] = s->b;
    out[2] = s->c;
}

/* ---- order ------------------------------------------------------------------------------------------------------ */

typedef struct Order {
    const TileProg *p;
    const uint8_t *widths;
    const int *def; /* the step that computes a register, -1 = none */
    bool *done;
} Order;

static bool is_ready(const Order *o, int i)
{
    int args[3];
    each_arg(&o->p->steps[i], args);
    for (int k = 0; k < 3; k++)
        if (args[k] >= 0 && o->def[args[k]] >= 0 && !o->done[o->def[args[k]]])
            return false;
    return !o->done[i];
}

/* Puts all steps that are ready, now or after others of them, and can be compiled at one of the widths (0: at none). */
static int take_all(Order *o, unsigned widths, TileStep *to)
{
    int n = 0;
    for (int i = 0; i < o->p->n_steps; i++) {
        if (!is_ready(o, i) || (widths ? !(o->widths[i] & widths) : o->widths[i] != 0))
            continue;
        o->done[i] = true;
        if (to)
            to[n] = o->p->steps[i];
        n++;
        if (widths)
            widths &= o->widths[i];
    }
    return n;
}

/* The width at which most steps could follow. */
static unsigned best_width(Order *o)
{
    unsigned best = 0;
    int most = 0, n_steps = o->p->n_steps;
    bool *saved = g_memdup2(o->done, (gsize)n_steps);
    for (unsigned width = 1; width <= 8; width *= 2) {
        int n = take_all(o, width, NULL);
        if (n > most) {
            most = n;
            best = width;
        }
        memcpy(o->done, saved, (size_t)n_steps);
    }
    g_free(saved);
    return best;
}

void tile_code_order(TileProg *p)
{
    if (p->n_steps < 2)
        return;
    uint8_t *widths = widths_of_steps(p, NULL);
    unsigned common = ALL_WIDTHS;
    for (int i = 0; i < p->n_steps; i++)
        common &= widths[i];
    if (common) { /* one run as it is */
        g_free(widths);
        return;
    }
    int *def = g_new(int, p->n_regs + 1);
    for (int r = 0; r < p->n_regs; r++)
        def[r] = -1;
    for (int i = 0; i < p->n_steps; i++)
        def[p->steps[i].d] = i;
    Order o = { p, widths, def, g_new0(bool, p->n_steps) };
    TileStep *sorted = g_new(TileStep, p->n_steps);
    for (int n = 0; n < p->n_steps;) {
        n += take_all(&o, 0, sorted + n);
        unsigned width = best_width(&o);
        if (width)
            n += take_all(&o, width, sorted + n);
    }
    memcpy(p->steps, sorted, sizeof *sorted * (size_t)p->n_steps);
    g_free(sorted);
    g_free(o.done);
    g_free(def);
    g_free(widths);
}

/* ---- runs of steps ---------------------------------------------------------------------------------------------- */

typedef struct Run {
    int first, n, width;
    size_t at; /* in the code */
    bool *out; /* per step: its result is stored */
    TileRunIo *io;
    int n_io;
} Run;

typedef struct Compile {
    const TileProg *p;
    const int *store_from; /* as of NarrowProg */
    Arena *arena;
    Code code;
    VecCode vec;
    RegInfo *info;
    int *last_read; /* the last step that reads a register; n_steps: a store or a reduction does */
    int *n_vector;  /* of each step, its vector instructions */
    VEC(Run) runs;
} Compile;

static int *last_reads(const TileProg *p)
{
    int *last = g_new(int, p->n_regs + 1);
    for (int r = 0; r < p->n_regs; r++)
        last[r] = p->keep[r] ? p->n_steps : -1;
    for (int i = 0; i < p->n_steps; i++) {
        int args[3];
        each_arg(&p->steps[i], args);
        for (int k = 0; k < 3; k++)
            if (args[k] >= 0)
                last[args[k]] = MAX(last[args[k]], i);
    }
    for (int i = 0; i < p->n_stores; i++)
        last[p->stores[i].reg] = p->n_steps;
    return last;
}

/* What the run reads and writes in memory, of which the last elements, fewer than a vector has, are copied. */
static void collect_io(Compile *c, Run *run)
{
    const TileProg *p = c->p;
    bool *met = g_new0(bool, p->n_regs + 1);
    run->io = arena_array(c->arena, TileRunIo, 4 * run->n + p->n_stores);
    for (int i = run->first; i < run->first + run->n; i++) {
        int args[3];
        each_arg(&p->steps[i], args);
        for (int k = 0; k < 3; k++)
            if (args[k] >= 0 && !met[args[k]]) {
                met[args[k]] = true;
                int bytes = c->info[args[k]].narrow ? 2 : ctype_bytes[ctype_of(p->elem[args[k]])];
                if (c->info[args[k]].kind == REG_TILE)
                    run->io[run->n_io++] = (TileRunIo){ (int16_t)args[k], (int8_t)bytes, false };
            }
        met[p->steps[i].d] = true;
        if (run->out[i - run->first])
            run->io[run->n_io++] = (TileRunIo){ (int16_t)p->steps[i].d, (int8_t)ctype_bytes[ctype_of(p->elem[p->steps[i].d])], true };
        for (int k = 0; k < p->n_stores; k++)
            if (c->store_from[k] == p->steps[i].d)
                run->io[run->n_io++] = (TileRunIo){ (int16_t)p->stores[k].reg, 2, true };
    }
    g_free(met);
}

static void compile_run(Compile *c, Run *run)
{
    const TileProg *p = c->p;
    vec_code_reset(&c->vec, run->width);
    run->out = g_new0(bool, run->n);
    for (int i = 0; i < run->n; i++) {
        const TileStep *s = &p->steps[run->first + i];
        bool ok = vec_expand(&c->vec, s);
        g_assert(ok);
        CType ct = ctype_of(p->elem[s->d]);
        run->out[i] = c->last_read[s->d] >= run->first + run->n || (ct != CT_pred && ctype_bytes[ct] != run->width);
        if (run->out[i])
            vec_store_result(&c->vec, s);
        for (int k = 0; k < p->n_stores; k++)
            if (c->store_from[k] == s->d)
                vec_store_narrow(&c->vec, s->d, p->stores[k].reg);
    }
    run->at = (size_t)c->code.bytes.n;
    vec_drop_unread(&c->vec);
    vec_emit(&c->vec, &c->code);
    collect_io(c, run);
}

/* What passing values from steps [first, end) to later ones through memory costs: the fewer, the better. */
static int cost_of_cut(const Compile *c, int first, int end)
{
    int cost = 0;
    for (int i = first; i < end; i++) {
        int d = c->p->steps[i].d;
        if (c->last_read[d] >= end && c->last_read[d] < c->p->n_steps) /* what a store reads is in memory anyway */
            cost += ctype_of(c->p->elem[d]) == CT_pred ? PRED_CUT : 1;
    }
    return cost;
}

/* How many of n steps from `first` on are to be one piece of code. The steps of a vector wait for each other, and a processor looks ahead over a few hundred
 * instructions: where those of one vector are more than a part of that, it has nothing to do meanwhile. */
static int piece(const Compile *c, int first, int n)
{
    int total = 0, best = n, least = INT_MAX;
    for (int i = 0; i < n; i++) {
        total += c->n_vector[first + i];
        if (total > LONG_PIECE)
            return best < n ? best : MAX(i, 1);
        int cost = total * 2 < LONG_PIECE ? INT_MAX : cost_of_cut(c, first, first + i + 1);
        if (cost <= least && cost < INT_MAX) {
            best = i + 1;
            least = cost;
        }
    }
    return n;
}

static void find_runs(Compile *c, const uint8_t *widths)
{
    const TileProg *p = c->p;
    for (int i = 0; i < p->n_steps;) {
        unsigned common = widths[i];
        int n = 0;
        while (i + n < p->n_steps && n < MAX_RUN && (common & widths[i + n]))
            common &= widths[i + n++];
        for (int done = 0, m; done < n; done += m) {
            m = piece(c, i + done, n - done);
            vec_push(&c->runs, ((Run){ .first = i + done, .n = m, .width = (int)(common & -common) }));
        }
        i += MAX(n, 1);
    }
    for (int i = 0; i < c->runs.n; i++)
        compile_run(c, &c->runs.v[i]);
}

/* ---- the program with its runs ---------------------------------------------------------------------------------- */

typedef struct Places {
    TileProg *p;
    VEC(int) vacant;
} Places;

static void take_place(Places *s, int reg)
{
    s->p->place[reg] = (int16_t)(s->vacant.n ? s->vacant.v[--s->vacant.n] : s->p->n_places++);
}

static bool is_direct(const TileProg *p, int reg)
{
    for (int i = 0; i < p->n_stores; i++)
        if (p->stores[i].reg == reg && p->stores[i].direct)
            return true;
    return false;
}

/* Scratch tiles: values live from the step that stores them to the last step that reads them; a run is one step, so that its results
 * never take the place of what it reads. */
static void assign_places(Compile *c, TileProg *p)
{
    Places s = { p, { 0 } };
    int *last = last_reads(c->p), end = c->p->n_steps;
    bool *interpreted = g_new0(bool, p->n_regs + 1); /* read by a step that is not compiled, by a store or a reduction */
    for (int i = 0; i < p->n_steps; i++) {
        int args[3];
        each_arg(&p->steps[i], args);
        for (int k = 0; k < 3; k++)
            if (!p->steps[i].run && args[k] >= 0)
                interpreted[args[k]] = true;
    }
    p->n_places = 0;
    for (int r = 0; r < p->n_regs; r++) {
        bool all = c->info[r].kind != REG_TILE && c->p->place[r] >= 0 && (interpreted[r] || last[r] == end); /* filled before the tiles */
        p->place[r] = -1;
        if (all) {
            take_place(&s, r);
            last[r] = end;
        }
    }
    for (int i = 0; i < p->n_loads; i++) {
        const TileLoad *l = &p->loads[i];
        if (c->p->place[l->reg] >= 0 && c->info[l->reg].kind == REG_TILE && !(l->raw && l->mode == LOAD_FULL))
            take_place(&s, l->reg);
    }
    for (int i = 0, old = 0; i < p->n_steps; i++) {
        const TileStep *step = &p->steps[i];
        int next = old + (step->run ? step->run->n_steps : 1);
        if (!step->run && !is_direct(p, step->d))
            take_place(&s, step->d);
        for (int k = 0; step->run && k < step->run->n_io; k++)
            if (step->run->io[k].out && !is_direct(p, step->run->io[k].reg))
                take_place(&s, step->run->io[k].reg);
        for (int r = 0; r < p->n_regs; r++)
            if (p->place[r] >= 0 && last[r] >= old && last[r] < next && c->info[r].kind == REG_TILE) {
                vec_push(&s.vacant, p->place[r]);
                last[r] = -1;
            }
        old = next;
    }
    vec_clear(&s.vacant);
    g_free(interpreted);
    g_free(last);
}

static TileProg *with_runs(Compile *c, const char *code)
{
    TileProg *p = arena_memdup(c->arena, c->p, sizeof *p);
    p->place = arena_dup_array(c->arena, c->p->place, c->p->n_regs + 1);
    p->steps = arena_array(c->arena, TileStep, c->p->n_steps + 1);
    p->n_steps = 0;
    for (int i = 0, k = 0; i < c->p->n_steps;) {
        Run *run = k < c->runs.n && c->runs.v[k].first == i ? &c->runs.v[k++] : NULL;
        TileStep *to = &p->steps[p->n_steps++];
        if (!run) {
            *to = c->p->steps[i++];
            continue;
        }
        TileStepRun *r = arena_new(c->arena, TileStepRun);
        void *entry = (void *)(uintptr_t)(code + run->at);
        *r = (TileStepRun){ .n_steps = run->n, .width = run->width, .lanes = 32 / run->width, .n_io = run->n_io, .io = run->io };
        memcpy(&r->fn, &entry, sizeof entry);
        p->n_pads = MAX(p->n_pads, run->n_io);
        *to = (TileStep){ .run = r, .d = -1, .a = -1, .b = -1, .c = -1 };
        i += run->n;
    }
    assign_places(c, p);
    return p;
}

TileCode *tile_code_new(Arena *arena, const TileProg *p, int64_t row)
{
    TileCode *t = g_new0(TileCode, 1);
    t->prog = p;
    if (!code_can_run() || p->n_steps < 1)
        return t;
    int *n_vector = g_new0(int, p->n_steps + 1);
    uint8_t *widths = widths_of_steps(p, n_vector);
    NarrowProg narrow = narrow_prog(arena, p, widths, row);
    Compile c = { .p = narrow.prog, .store_from = narrow.from, .arena = arena, .info = vec_reg_info(narrow.prog), .last_read = last_reads(narrow.prog), .n_vector = n_vector };
    vec_code_init(&c.vec, c.p, c.info, &c.code);
    find_runs(&c, widths);
    g_free(widths);
    if (c.runs.n && code_finish(&c.code, &t->memory))
        t->prog = with_runs(&c, t->memory.at);
    for (int i = 0; i < c.runs.n; i++)
        g_free(c.runs.v[i].out);
    vec_clear(&c.runs);
    vec_code_clear(&c.vec);
    code_clear(&c.code);
    g_free(c.info);
    g_free(c.last_read);
    g_free(c.n_vector);
    return t;
}

void tile_code_free(TileCode *c)
{
    if (!c)
        return;
    exec_memory_clear(&c->memory);
    g_free(c);
}
