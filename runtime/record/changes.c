/* Finds what each pass did to each instruction by comparing the program's text before and after it. An instruction keeps its name through
 * all passes: a name that disappears was removed, a new name was added, and a name whose line differs was changed. Origins and decisions
 * come from the first and the last module, by name, when the compile is done. Each name has a number here, so that texts of ten
 * thousand lines are compared through arrays. Start reading at changes_add. */
#include "runtime/record/record_impl.h"

#include <string.h>

#include "runtime/base/hash.h"

enum { ADDED = 1, REMOVED, CHANGED, MOVED };

/* ---- names --------------------------------------------------------------------------------------------------------- */

typedef struct Name {
    const char *text;
    uint32_t n, hash;
    int64_t str;               /* its row; 0 = none asked for yet */
    int64_t origin, reshard;   /* rows; 0 = none */
    bool known;                /* origin and reshard are filled in */
    int line[2];               /* in the text before and the one after, the first of it; -1 = not there */
} Name;

typedef struct Names {
    VEC(Name) list;
    int *slots;                /* hash table of numbers + 1 */
    uint32_t mask;
    Arena *arena;
} Names;

typedef struct Change {
    int text, name;            /* number of the text that has it, the first 0 */
    int what;
} Change;

static void grow(Names *t)
{
    uint32_t size = t->slots ? (t->mask + 1) * 2 : 1 << 12;
    g_free(t->slots);
    t->slots = g_new0(int, size);
    t->mask = size - 1;
    for (int i = 0; i < t->list.n; i++) {
        uint32_t at = t->list.v[i].hash & t->mask;
        while (t->slots[at])
            at = (at + 1) & t->mask;
        t->slots[at] = i + 1;
    }
}

/* Its number, given to it here if it is new. */
static int number_of(Names *t, const char *text, gsize n)
{
    if ((uint32_t)t->list.n * 2 >= t->mask)
        grow(t);
    uint32_t hash = hash_name_bytes(text, n), at = hash & t->mask;
    for (; t->slots[at]; at = (at + 1) & t->mask) {
        const Name *name = &t->list.v[t->slots[at] - 1];
        if (name->hash == hash && name->n == n && memcmp(name->text, text, n) == 0)
            return t->slots[at] - 1;
    }
    Name name = { .text = arena_strndup(t->arena, text, n), .n = (uint32_t)n, .hash = hash, .line = { -1, -1 } };
    vec_push(&t->list, name);
    t->slots[at] = t->list.n;
    return t->list.n - 1;
}

static void know(Names *t, const char *text, int64_t origin, int64_t reshard)
{
    if (!text)
        return;
    int at = number_of(t, text, strlen(text));
    Name *name = &t->list.v[at];
    if (name->known)
        return;
    name->known = true;
    name->origin = origin;
    name->reshard = reshard;
}

static void know_modules(Names *t, const Record *r, const Compiled *c)
{
    for (int k = 0; k < c->input->n_comps; k++)
        for (int i = 0; i < c->input->comps[k]->n_ops; i++)
            know(t, c->input->comps[k]->ops[i]->name, record_input_inst(r, c->input->comps[k]->ops[i]->id), 0);
    for (int k = 0; c->local && k < c->local->n_comps; k++)
        for (int i = 0; i < c->local->comps[k]->n_ops; i++) {
            const IrOp *op = c->local->comps[k]->ops[i];
            know(t, op->name, op->n_origins == 1 ? record_input_inst(r, op->origins[0]) : 0,
                 op->reshard_id > 0 && r->reshard_row ? r->reshard_row[op->reshard_id] : 0);
        }
}

/* ---- texts --------------------------------------------------------------------------------------------------------- */

/* A line of a text that defines an instruction. */
typedef struct Line {
    int name;
    const char *text;        /* from behind the name to the end of the line */
    gsize n_text;
    const char *comp;        /* the computation's name, up to n_comp */
    gsize n_comp;
} Line;

typedef VEC(Line) Lines;

/* Instructions of a text in its order. A computation's head ends in "{"; an instruction reads [ROOT] [%]name = ... */
static void read_lines(Lines *out, Names *names, const char *text)
{
    const char *comp = "", *stop = text + strlen(text);
    gsize n_comp = 0;
    out->n = 0;
    for (const char *at = text, *next; at < stop; at = next) {
        const char *end = memchr(at, '\n', (gsize)(stop - at));
        end = end ? end : stop;
        next = end + 1;
        if (end > at && *at != ' ' && end[-1] == '{') {
            comp = g_str_has_prefix(at, "ENTRY ") ? at + 6 : at;
            comp += *comp == '%';
            n_comp = strcspn(comp, " ({\n");
            continue;
        }
        if (*at != ' ')
            continue;
        const char *name = at;
        while (*name == ' ')
            name++;
        if (strncmp(name, "ROOT ", 5) == 0)
            name += 5;
        name += *name == '%';
        const char *behind = name;
        while (behind < end && *behind != ' ' && *behind != '=')
            behind++;
        if (behind == name || strncmp(behind, " = ", 3) != 0)
            continue;
        Line l = { .name = number_of(names, name, (gsize)(behind - name)), .text = behind, .n_text = (gsize)(end - behind), .comp = comp, .n_comp = n_comp };
        vec_push(out, l);
    }
}

/* Notes at each name where it is; where computations share one, the first of them. */
static void place(Names *names, const Lines *lines, int side)
{
    for (int i = 0; i < names->list.n; i++)
        names->list.v[i].line[side] = -1;
    for (int i = lines->n - 1; i >= 0; i--)
        names->list.v[lines->v[i].name].line[side] = i;
}

static int what_became(const Line *a, const Line *b)
{
    if (a->n_text != b->n_text || memcmp(a->text, b->text, a->n_text) != 0)
        return CHANGED;
    return a->n_comp != b->n_comp || memcmp(a->comp, b->comp, a->n_comp) != 0 ? MOVED : 0;
}

/* ---- changes ------------------------------------------------------------------------------------------------------- */

struct Changes {
    Names names;
    Lines lines[2];            /* of the last text, and room for the next: which is which says n_texts */
    VEC(Change) list;
    int n_texts;
};

Changes *changes_new(void)
{
    Changes *ch = g_new0(Changes, 1);
    ch->names.arena = arena_new_root();
    return ch;
}

void changes_free(Changes *ch)
{
    if (!ch)
        return;
    vec_clear(&ch->lines[0]);
    vec_clear(&ch->lines[1]);
    vec_clear(&ch->list);
    vec_clear(&ch->names.list);
    g_free(ch->names.slots);
    arena_free(ch->names.arena);
    g_free(ch);
}

static void add(Changes *ch, int name, int what)
{
    Change change = { ch->n_texts, name, what };
    vec_push(&ch->list, change);
}

static void add_differences(Changes *ch, const Lines *before, const Lines *after)
{
    const Name *names = ch->names.list.v;
    for (int i = 0; i < before->n; i++)
        if (names[before->v[i].name].line[1] < 0)
            add(ch, before->v[i].name, REMOVED);
    for (int i = 0; i < after->n; i++) {
        const Name *name = &names[after->v[i].name];
        if (name->line[1] != i)
            continue;
        int what = name->line[0] >= 0 ? what_became(&before->v[name->line[0]], &after->v[i]) : ADDED;
        if (what)
            add(ch, after->v[i].name, what);
    }
}

void changes_add(Changes *ch, const char *text)
{
    Lines *before = &ch->lines[(ch->n_texts + 1) % 2], *after = &ch->lines[ch->n_texts % 2];
    read_lines(after, &ch->names, text);
    if (ch->n_texts) {
        place(&ch->names, before, 0);
        place(&ch->names, after, 1);
        add_differences(ch, before, after);
    }
    ch->n_texts++;
}

void record_changes(Record *r, const Compiled *c, Changes *ch, const int *text_of)
{
    know_modules(&ch->names, r, c);
    int at = 0, last = 0;
    for (int i = 0; i < c->passes.n; i++) {
        if (text_of[i + 1] == last)
            continue;
        last = text_of[i + 1];
        for (int seq = 0; at < ch->list.n && ch->list.v[at].text == last; at++) {
            Name *name = &ch->names.list.v[ch->list.v[at].name];
            int what = ch->list.v[at].what;
            if (!name->str)
                name->str = trace_str(r->w, name->text);
            trace_put_pass_change(r->w, &(TracePassChange){ .pass_id = r->pass_row[i], .seq = seq++, .what = what, .name_before = what == ADDED ? 0 : name->str,
                                                            .name_after = what == REMOVED ? 0 : name->str, .origin_id = name->origin,
                                                            .reshard_id = name->reshard });
        }
    }
}
