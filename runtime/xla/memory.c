/* Reads XLA's memory reports; see memory.h. An allocation is a region; values at one offset of it whose lives follow each other have places
 * of their own, those whose lives touch share one. */
#include "runtime/xla/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Life {
    int from, to;
    bool placed;          /* the assignment has a place for it */
} Life;

typedef struct Names {
    GHashTable *ops;      /* name -> IrOp */
    GHashTable *lives;    /* "name{index}" -> Life */
    int n_positions;
} Names;

typedef struct Allocation {
    int64_t index, size;
    int param;
    bool constant, thread_local_, live_out, temp;
} Allocation;

/* How many positions there are: one more than the number of the last line of the sequence, "    17:dot.3". 0 = the sequence is not there. */
static int count_positions(const char *text)
{
    const char *at = strstr(text, "InstructionSequence:"), *stop = at ? strstr(at, "BufferLiveRange:") : NULL;
    int n = 0;
    for (at = at ? strchr(at, '\n') : NULL; at && (!stop || at < stop); at = strchr(at, '\n')) {
        at += strspn(at, "\n ");
        n += g_ascii_isdigit(*at) && at[strspn(at, "0123456789")] == ':';
    }
    return n;
}

/* "    name{0}:45-82" */
static bool read_life(Names *n, char *line, int n_positions)
{
    char *colon = strrchr(line, ':'), *dash = colon ? strchr(colon, '-') : NULL;
    if (!dash || !g_ascii_isdigit(colon[1]) || !g_ascii_isdigit(dash[1]))
        return false;
    *colon = '\0';
    gint64 from = g_ascii_strtoll(colon + 1, NULL, 10), to = MAX(from, g_ascii_strtoll(dash + 1, NULL, 10));
    if (to > n_positions) /* of what is alive at the end as many as there are */
        return false;
    Life *life = g_new(Life, 1);
    *life = (Life){ (int)from, (int)to, false };
    n->n_positions = MAX(n->n_positions, life->to + 1);
    g_hash_table_insert(n->lives, g_strdup(line), life);
    return true;
}

/* Returns how many lines cannot be read, or are missing at the ends. max_positions: where the sequence does not say how many there are. */
static int read_lives(Names *n, const char *text, int max_positions)
{
    if (!text)
        return 0;
    const char *at = strstr(text, "BufferLiveRange:");
    int n_positions = count_positions(text), bad = (at == NULL) + (n_positions == 0);
    g_auto(GStrv) lines = g_strsplit(at ? at : "", "\n", -1);
    for (char **l = at ? lines + 1 : lines; *l; l++) {
        char *line = g_strstrip(*l);
        if (g_str_has_prefix(line, "Live ranges at"))
            return bad;
        bad += *line && !read_life(n, line, n_positions ? n_positions : max_positions);
    }
    return bad + 1;
}

/* "allocation 1: size 384, parameter 5, shape |..| at ShapeIndex {}, maybe-live-out:" */
static bool read_allocation(const char *line, Allocation *out)
{
    *out = (Allocation){ .param = -1 };
    if (sscanf(line, "allocation %" G_GINT64_MODIFIER "d: size %" G_GINT64_MODIFIER "d", &out->index, &out->size) != 2 || out->size < 0)
        return false;
    const char *param = strstr(line, ", parameter ");
    if (param)
        out->param = atoi(param + strlen(", parameter "));
    out->constant = strstr(line, ", constant") != NULL;
    out->thread_local_ = strstr(line, ", thread-local") != NULL;
    out->live_out = strstr(line, ", maybe-live-out") != NULL;
    out->temp = strstr(line, ", preallocated-temp") != NULL;
    return true;
}

/* Number of the result of the entry that the op is; -1 = none. */
static int result_of(const IrModule *m, const IrOp *op)
{
    const IrOp *root = m->entry->root;
    if (!root || root->code != OP_tuple)
        return op && op == root ? 0 : -1;
    for (int i = 0; i < root->n_operands; i++)
        if (root->operands[i] == op)
            return i;
    return -1;
}

/* " value: <267 wide.param.2{2} (phi) @0> (size=384,offset=0): f32[2,1,12,4]" */
static bool read_value(const char *line, const Allocation *a, const Names *n, const IrModule *m, PlannedBuffer *out)
{
    const char *open = strchr(line, '<'), *name = open ? strchr(open, ' ') : NULL, *sizes = strstr(line, "(size=");
    int64_t size, offset;
    if (!name || !sizes || sscanf(sizes, "(size=%" G_GINT64_MODIFIER "d,offset=%" G_GINT64_MODIFIER "d", &size, &offset) != 2 || size < 0 || offset < 0)
        return false;
    g_autofree char *full = g_strndup(name + 1, strcspn(name + 1, " >"));
    g_autofree char *plain = g_strndup(full, strcspn(full, "{"));
    g_autofree char *key = strchr(full, '{') ? g_strdup(full) : g_strconcat(full, "{}", NULL);
    const IrOp *op = g_hash_table_lookup(n->ops, plain);
    Life *life = g_hash_table_lookup(n->lives, key);
    if (life)
        life->placed = true;
    const char *brace = strchr(full, '{');
    *out = (PlannedBuffer){ .op_id = op ? op->id : -1, .leaf = brace ? atoi(brace + 1) : 0, .param = a->param, .result = a->live_out && op ? result_of(m, op) : -1,
                            .offset = a->temp ? offset : -1, .size = size, .live_from = life ? life->from : -1, .live_to = life ? life->to : -1, .shares = -1,
                            .cat = a->param >= 0 ? BUFFER_PARAMETER : a->constant ? BUFFER_CONSTANT : a->live_out ? BUFFER_OUTPUT : op && op_is_collective(op) ? BUFFER_COLLECTIVE : BUFFER_TEMPORARY };
    return true;
}

typedef struct Placed {
    PlannedBuffer b;
    int64_t allocation, at;
    int order;            /* in the report */
} Placed;

static int by_place(gconstpointer pa, gconstpointer pb)
{
    const Placed *a = pa, *b = pb;
    if (a->allocation != b->allocation)
        return (a->allocation > b->allocation) - (a->allocation < b->allocation);
    if (a->at != b->at)
        return (a->at > b->at) - (a->at < b->at);
    if (a->b.live_from != b->b.live_from)
        return (a->b.live_from > b->b.live_from) - (a->b.live_from < b->b.live_from);
    return a->order - b->order;
}

/* Values without a life of their own in a region that is shared over time are other names of those that have one. A region that nobody else gets,
 * as a result's, is held between two values: the earlier one until the later one comes. */
static void set_places(GArray *list)
{
    int first = 0, end = -1;
    Placed *last = NULL;
    for (guint i = 0; i < list->len; i++) {
        Placed *p = &g_array_index(list, Placed, i), *f = &g_array_index(list, Placed, first);
        bool same = i > 0 && p->allocation == f->allocation && p->at == f->at;
        if (!same || (p->b.offset >= 0 && p->b.live_from > end && end >= 0)) {
            first = (int)i;
            end = -1;
            last = NULL;
        }
        if (last && p->b.live_from > end + 1)
            last->b.live_to = p->b.live_from - 1;
        p->b.place = first;
        p->b.shares = first == (int)i ? -1 : first;
        if (p->b.live_to > end)
            last = p;
        end = MAX(end, p->b.live_to);
    }
}

typedef struct Span {
    int64_t size;
    int from, to;
    int named;            /* buffer + 1 that represents it at the peak; 0 = none */
    bool whole;
} Span;

/* Of each place the bytes of its largest value, from the first position at which one is alive to the last. */
static Span *place_spans(const MemoryPlan *plan)
{
    Span *s = g_new0(Span, plan->n_buffers + 1);
    for (int i = 0; i < plan->n_buffers; i++) {
        const PlannedBuffer *b = &plan->buffers[i];
        Span *p = &s[b->place];
        bool first = p->size == 0 && !p->whole && p->to == 0;
        p->size = MAX(p->size, b->size);
        p->whole |= b->live_from < 0 && b->offset < 0;
        if (b->live_from < 0)
            continue;
        p->from = first || p->from < 0 ? b->live_from : MIN(p->from, b->live_from);
        p->to = MAX(p->to, b->live_to);
    }
    return s;
}

/* For each place in use at the peak, the value that represents it, as memory_plan_solve() chooses: the last one defined among those alive, otherwise
 * among those defined before. A value without a life of its own is there from the start to the end. */
static void name_at_peak(MemoryPlan *plan, Span *places)
{
    int at = plan->peak_at;
    for (int i = 0; i < plan->n_buffers; i++) {
        const PlannedBuffer *b = &plan->buffers[i];
        Span *p = &places[b->place];
        if (p->size == 0 || b->live_from > at || !(p->whole || (p->from <= at && at <= p->to)))
            continue;
        const PlannedBuffer *other = p->named ? &plan->buffers[p->named - 1] : NULL;
        bool alive = b->live_from < 0 || b->live_to >= at, other_alive = other && (other->live_from < 0 || other->live_to >= at);
        if (!other || (alive && !other_alive) || (alive == other_alive && MAX(b->live_from, 0) > MAX(other->live_from, 0)))
            p->named = i + 1;
    }
    for (int i = 0; i < plan->n_buffers; i++)
        if (places[i].named)
            plan->buffers[places[i].named - 1].at_peak = true;
}

static void find_peak(MemoryPlan *plan)
{
    g_autofree Span *s = place_spans(plan);
    int n = MAX(plan->n_positions, 1);
    g_autofree int64_t *change = g_new0(int64_t, n + 2);
    for (int i = 0; i < plan->n_buffers; i++) {
        if (plan->buffers[i].place != i)
            continue;
        change[s[i].whole ? 0 : MIN(s[i].from, n)] += s[i].size;
        change[s[i].whole ? n : MIN(s[i].to + 1, n)] -= s[i].size;
    }
    int64_t now = 0;
    plan->peak_at = -1;
    for (int p = 0; p < n; p++) {
        now += change[p];
        if (now > plan->peak_bytes) {
            plan->peak_bytes = now;
            plan->peak_at = p;
        }
    }
    name_at_peak(plan, s);
}

static void add_totals(MemoryPlan *plan, const Allocation *a)
{
    if (a->temp)
        plan->temp_bytes += a->size;
    else if (a->constant)
        plan->constant_bytes += a->size;
    if (a->param >= 0)
        plan->argument_bytes += a->size;
    if (a->live_out)
        plan->output_bytes += a->size;
    if (a->live_out && a->param >= 0)
        plan->alias_bytes += a->size;
    if (a->live_out && a->param < 0)
        plan->own_output_bytes += a->size;
}

/* What is known while the lines of the assignment are read. */
typedef struct Reading {
    Allocation now;
    int64_t next;         /* number of the next allocation */
    bool over;            /* the list is: totals follow */
    int bad;              /* lines that cannot be read, and gaps */
} Reading;

static void read_line(Reading *r, char *line, Names *names, const IrModule *final, GArray *list, MemoryPlan *out)
{
    g_strchomp(line);
    if (g_str_has_prefix(line, "allocation ")) {
        bool ok = read_allocation(line, &r->now);
        r->bad += !ok || r->now.index != r->next;
        r->next = ok ? r->now.index + 1 : r->next + 1;
        r->over = false;
        if (!ok)
            r->now.thread_local_ = true;
        else if (!r->now.thread_local_)
            add_totals(out, &r->now);
    } else if (g_str_has_prefix(line, " value: ")) {
        Placed p = { .allocation = r->now.index, .order = (int)list->len };
        bool ok = read_value(line, &r->now, names, final, &p.b);
        r->bad += !ok;
        p.at = MAX(p.b.offset, 0);
        if (ok && !r->now.thread_local_)
            g_array_append_val(list, p);
    } else {
        r->over = r->over || !*line;
        r->bad += !r->over && !g_str_equal(line, "BufferAssignment:");
    }
}

static void count_unplaced(gpointer key, gpointer value, gpointer bad)
{
    (void)key;
    *(int *)bad += !((const Life *)value)->placed;
}

bool xla_memory_read(const char *assignment, const char *lives, const IrModule *final, MemoryPlan *out, int *skipped)
{
    *out = (MemoryPlan){ .peak_at = -1 };
    Names names = { g_hash_table_new(g_str_hash, g_str_equal), g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free), 0 };
    int n_ops = 0;
    for (int k = 0; k < final->n_comps; k++)
        for (int i = 0; i < final->comps[k]->n_ops; i++, n_ops++)
            g_hash_table_insert(names.ops, (gpointer)final->comps[k]->ops[i]->name, final->comps[k]->ops[i]);
    Reading r = { .now = { .thread_local_ = true }, .bad = !g_str_has_prefix(assignment, "BufferAssignment:") + !g_str_has_suffix(assignment, "\n") + read_lives(&names, lives, n_ops) };
    g_autoptr(GArray) list = g_array_new(FALSE, TRUE, sizeof(Placed));
    g_auto(GStrv) lines = g_strsplit(assignment, "\n", -1);
    for (char **l = lines; *l; l++)
        read_line(&r, *l, &names, final, list, out);
    g_hash_table_foreach(names.lives, count_unplaced, &r.bad);
    *skipped = r.bad;
    g_array_sort(list, by_place);
    set_places(list);
    out->n_buffers = (int)list->len;
    out->n_positions = names.n_positions;
    out->buffers = g_new0(PlannedBuffer, list->len + 1);
    for (guint i = 0; i < list->len; i++)
        out->buffers[i] = g_array_index(list, Placed, i).b;
    find_peak(out);
    g_hash_table_unref(names.ops);
    g_hash_table_unref(names.lives);
    return list->len > 0;
}
