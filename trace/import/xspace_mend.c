/* See xspace_mend.h. Start at walk(). */
#include "trace/import/xspace_mend.h"

#include <string.h>

#include "trace/wire_put.h"

enum { LEVEL_EVENT = XLEVEL_LINE + 1, LEVEL_ENTRY, LEVEL_STAT, N_LEVELS, TEXT = N_LEVELS, PLAIN, XSPACE_PLANES = 1 };

/* Of a field: its wire type, and what is in it. Source: xplane.proto. */
typedef struct Rule {
    int number, type, child; /* child: level, TEXT, or PLAIN */
} Rule;

#define NONE { 0, 0, 0 }

static const Rule rules[N_LEVELS][10] = {
    [XLEVEL_SPACE] = { { 1, 2, XLEVEL_PLANE }, { 2, 2, TEXT }, { 3, 2, TEXT }, { 4, 2, TEXT }, NONE },
    [XLEVEL_PLANE] = { { 1, 0, PLAIN }, { 2, 2, TEXT }, { 3, 2, XLEVEL_LINE }, { 4, 2, LEVEL_ENTRY }, { 5, 2, LEVEL_ENTRY }, { 6, 2, LEVEL_STAT }, NONE },
    [XLEVEL_LINE] = { { 1, 0, PLAIN }, { 2, 2, TEXT }, { 3, 0, PLAIN }, { 4, 2, LEVEL_EVENT }, { 9, 0, PLAIN }, { 10, 0, PLAIN }, { 11, 2, TEXT }, NONE },
    [LEVEL_EVENT] = { { 1, 0, PLAIN }, { 2, 0, PLAIN }, { 3, 0, PLAIN }, { 4, 2, LEVEL_STAT }, { 5, 0, PLAIN }, NONE },
    [LEVEL_ENTRY] = { { 1, 0, PLAIN }, { 2, 2, PLAIN }, NONE },
    [LEVEL_STAT] = { { 1, 0, PLAIN }, { 2, 1, PLAIN }, { 3, 0, PLAIN }, { 4, 0, PLAIN }, { 5, 2, PLAIN }, { 6, 2, PLAIN }, { 7, 0, PLAIN }, NONE },
};

static const Rule *rule_of(int level, int number)
{
    for (const Rule *r = rules[level]; r->number; r++)
        if (r->number == number)
            return r;
    return NULL;
}

bool xfield_is_wrong(XLevel level, const WireField *f)
{
    enum { HIGHEST = 100 }; /* later versions may add fields, with numbers that follow */
    const Rule *r = rule_of((int)level, f->number);
    return r ? r->type != f->type : f->number > HIGHEST;
}

/* A file that is merely cut reads as far as it goes. */
bool xspace_is_damaged(XLevel level, const uint8_t *p, size_t n)
{
    enum { A_FIELDS_BEGIN = 16 };
    const uint8_t *at = p, *from = p;
    bool bad = false;
    WireField f;
    while (at < p + n && wire_next_cut(&at, p + n, &f, &bad)) {
        if (xfield_is_wrong(level, &f))
            return true;
        const Rule *r = rule_of((int)level, f.number);
        bool look = r && (r->child == XLEVEL_PLANE || (r->child == XLEVEL_LINE && bad));
        if (look && xspace_is_damaged((XLevel)r->child, f.bytes, f.n))
            return true;
        from = at;
    }
    return bad && p + n - from > A_FIELDS_BEGIN;
}

/* ---- what a place reads as -------------------------------------------------------------------------------------------------------- */

static bool is_text(const uint8_t *p, size_t n)
{
    enum { ENOUGH = 64 };
    for (size_t i = 0; i < MIN(n, (size_t)ENOUGH); i++)
        if ((p[i] < ' ' && p[i] != '\n' && p[i] != '\t') || p[i] == 127)
            return false;
    return true;
}

static bool reads_as(int level, const uint8_t *p, const uint8_t *end, int depth);

/* The field at p by the rules of a level, moved over; its bytes may end behind `end` if cut. */
static bool field_at(int level, const uint8_t **p, const uint8_t *end, WireField *f, int depth)
{
    bool bad = false;
    const Rule *r;
    if (*p >= end || !wire_next_cut(p, end, f, &bad) || !(r = rule_of(level, f->number)) || r->type != f->type)
        return false;
    if (bad && r->child != XLEVEL_PLANE && r->child != XLEVEL_LINE) /* only what holds others is worth having in part */
        return false;
    return r->child == PLAIN || (r->child == TEXT ? is_text(f->bytes, f->n) : reads_as(r->child, f->bytes, f->bytes + f->n, depth + 1));
}

/* A message begins as one of the level does. Small ones are read whole. */
static bool reads_as(int level, const uint8_t *p, const uint8_t *end, int depth)
{
    enum { LOOK = 3, MANY = 4096 };
    bool small = level == LEVEL_EVENT || level == LEVEL_STAT || level == LEVEL_ENTRY;
    WireField f;
    if (depth > N_LEVELS)
        return false;
    if (p == end)
        return level != XLEVEL_PLANE;
    bool named = false;
    for (int i = 0; p < end && i < (small ? MANY : LOOK); i++) {
        if (!field_at(level, &p, end, &f, depth))
            return i >= 2 && !small;
        if (i == 0 && small && f.number > 2)
            return false;
        if (level == XLEVEL_PLANE && i == 0 && f.number > 2)
            return false;
        named |= f.number == 2 && f.n > 0;
    }
    return level != XLEVEL_PLANE || named;
}

/* Something of the level begins at p that is no mere number; of the whole file, a plane, or texts with a plane or the end behind them. */
static bool begins(int level, const uint8_t *p, const uint8_t *end)
{
    enum { TEXTS = 8 };
    WireField f;
    const uint8_t *at = p;
    if (level != XLEVEL_SPACE)
        return field_at(level, &at, end, &f, 0) && f.n > 0 && (level == XLEVEL_PLANE ? f.number >= 3 : f.number == 4);
    for (int i = 0; i < TEXTS && field_at(level, &at, end, &f, 0); i++)
        if (f.number == 1 || at == end)
            return true;
    return false;
}

/* ---- putting together -------------------------------------------------------------------------------------------------------------- */

typedef struct Mend {
    const uint8_t *end;   /* of the file */
    int64_t skipped;
} Mend;

static bool above_begins(const Mend *m, int level, const uint8_t *p)
{
    for (int l = level - 1; l >= XLEVEL_SPACE; l--)
        if (begins(l, p, m->end))
            return true;
    return false;
}

/* What is in a plane begins at p, with its name: of one whose own begin is damaged. */
static bool plane_inside(const uint8_t *p, const uint8_t *end)
{
    enum { NAME = 2 << 3 | 2, LONGEST = 127 };
    static const char *const begins[] = { "/device:", "/host:" };
    for (size_t i = 0; i < G_N_ELEMENTS(begins) && end - p > 2 && p[0] == NAME && p[1] <= LONGEST; i++) {
        size_t n = strlen(begins[i]);
        if ((size_t)(end - p) >= n + 2 && memcmp(p + 2, begins[i], n) == 0)
            return reads_as(XLEVEL_PLANE, p, end, 0);
    }
    return false;
}

/* Appends the fields of a message of the level from p on, to where it says that it ends if what follows is something of the levels above, else
 * to where that is. top: the level that the walk began with. Returns where it ended. */
static const uint8_t *walk(Mend *m, int level, int top, const uint8_t *p, const uint8_t *claimed, GString *out)
{
    while (p < m->end) {
        if (level > top && p == claimed && above_begins(m, level, p))
            break;
        const uint8_t *at = p;
        WireField f;
        if (level == XLEVEL_SPACE && plane_inside(p, m->end)) {
            g_autoptr(GString) inner = g_string_new(NULL);
            p = walk(m, XLEVEL_PLANE, top, p, NULL, inner);
            wire_put_message(out, XSPACE_PLANES, inner);
        } else if (field_at(level, &at, m->end, &f, 0)) {
            const Rule *r = rule_of(level, f.number);
            if (r->child == XLEVEL_PLANE || r->child == XLEVEL_LINE) {
                g_autoptr(GString) inner = g_string_new(NULL);
                at = walk(m, r->child, top, f.bytes, f.bytes + f.n, inner);
                wire_put_message(out, f.number, inner);
            } else {
                g_string_append_len(out, (const char *)p, at - p);
            }
            p = at;
        } else if (level > top && above_begins(m, level, p)) {
            break;
        } else {
            m->skipped++;
            p++;
        }
    }
    return p;
}

GString *xspace_mend(XLevel level, const uint8_t *p, size_t n, int64_t *skipped)
{
    GString *out = g_string_sized_new(n);
    Mend m = { p + n, 0 };
    walk(&m, (int)level, (int)level, p, p + n, out);
    *skipped += m.skipped;
    return out;
}
