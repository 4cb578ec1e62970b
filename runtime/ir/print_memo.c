/* Reuses printed lines. An instruction prints the same line if everything in the line is unchanged. This is condensed into two 64-bit
 * keys, one for its annotations (which propagation changes on all ops) and one for the rest. Keys are computed from values in the op and
 * addresses of objects that are never changed in place (names, types, lists of attributes and shardings are interned or immutable). Every
 * compile that verifies its passes checks that reused lines are right. */
#include <string.h>

#include "runtime/base/vec.h"
#include "runtime/ir/print_impl.h"

typedef struct MemoLine {
    uint64_t core, annotations; /* keys; core 0 = none */
    gsize at;                   /* offset in the text of round `round` */
    uint32_t n, n_core, round;  /* bytes, with indentation and line end; n_core: up to the annotations, 0 = they do not end the line */
} MemoLine;

/* Cache of line ends that consist of one sharding: where they are in the fresh text. Most ops have one of few. */
enum { N_RESTS = 64 };
typedef struct Rest {
    const Sharding *of;
    gsize at, n;
} Rest;

struct PrintMemo {
    const IrModule *m;
    MemoLine *lines;     /* by op id */
    int n_lines;
    GHashTable *between; /* computation or module -> MemoLine of the text before its instructions, or at the end */
    uint32_t round;      /* number of texts so far */
    HloText *text;       /* the previous text; NULL = none */
    GString *fresh;      /* new bytes of the text in progress; the fields below belong to it too */
    gsize taken;         /* bytes of `fresh` that are in some part already */
    gsize size;          /* total bytes of all parts */
    VEC(TextPart) parts;
    Rest rests[N_RESTS];
    gsize annotations_at;
};

PrintMemo *print_memo_new(void)
{
    PrintMemo *memo = g_new0(PrintMemo, 1);
    memo->between = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    return memo;
}

void print_memo_free(PrintMemo *memo)
{
    if (!memo)
        return;
    hlo_text_unref(memo->text);
    g_hash_table_destroy(memo->between);
    g_free(memo->lines);
    g_free(memo);
}

GString *print_memo_begin(PrintMemo *memo, const IrModule *m, gsize size)
{
    enum { FEW = 1 << 16 };
    bool known = memo->m == m;
    if (memo->lines && !known)
        memset(memo->lines, 0, sizeof *memo->lines * (size_t)memo->n_lines);
    memo->m = m;
    memo->round++;
    if (m->next_id > memo->n_lines) {
        memo->lines = g_renew(MemoLine, memo->lines, m->next_id);
        memset(memo->lines + memo->n_lines, 0, sizeof *memo->lines * (size_t)(m->next_id - memo->n_lines));
        memo->n_lines = m->next_id;
    }
    memset(memo->rests, 0, sizeof memo->rests);
    memo->taken = memo->size = 0;
    return memo->fresh = g_string_sized_new(known ? MIN(size, FEW) : size);
}

gsize *print_memo_mark(PrintMemo *memo)
{
    return &memo->annotations_at;
}

/* ---- parts -------------------------------------------------------------------------------------------------------- */

static void add_part(PrintMemo *memo, PartSource source, gsize at, gsize n)
{
    TextPart *last = memo->parts.n ? &memo->parts.v[memo->parts.n - 1] : NULL;
    memo->size += n;
    if (last && last->source == source && last->at + last->n == at) {
        last->n += n;
    } else if (n) {
        TextPart part = { source, at, n };
        vec_push(&memo->parts, part);
    }
}

/* Adds a part for what was printed and is in none yet. */
static void add_printed(PrintMemo *memo)
{
    add_part(memo, PART_FRESH, memo->taken, memo->fresh->len - memo->taken);
    memo->taken = memo->fresh->len;
}

static void add_before(PrintMemo *memo, gsize at, gsize n)
{
    add_part(memo, PART_BEFORE, at, n);
}

/* ---- keys --------------------------------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t h, uint64_t v)
{
    h = (h ^ v) * 0x9E3779B97F4A7C15u;
    return h ^ h >> 32;
}

static uint64_t mix_pointer(uint64_t h, const void *p)
{
    return mix(h, (uint64_t)(uintptr_t)p);
}

static uint64_t mix_pairs(uint64_t h, const IrPair *pairs, int n)
{
    for (int i = 0; i < n; i++)
        h = mix(mix_pointer(mix_pointer(h, pairs[i].key), pairs[i].value), pairs[i].raw);
    return h;
}

/* A sum of products: unlike a chain of mixes its terms can be computed in parallel. */
static uint64_t mix_attrs(const IrAttrs *a)
{
    static const uint64_t odd[] = { 0x9E3779B97F4A7C15u, 0xC2B2AE3D27D4EB4Fu, 0x165667B19E3779F9u, 0xD6E8FEB86659FD93u, 0xFF51AFD7ED558CCDu,
                                    0xC4CEB9FE1A85EC53u, 0xBF58476D1CE4E5B9u, 0x94D049BB133111EBu, 0x2545F4914F6CDD1Du, 0xA0761D6478BD642Fu,
                                    0xE7037ED1A0B428DBu, 0x8EBC6AF09C88C6E3u, 0x589965CC75374CC3u, 0x1D8E4E27C47D124Fu };
    uint64_t words[G_N_ELEMENTS(odd)], sum = 0;
    _Static_assert(sizeof words == sizeof *a, "a factor for each word");
    memcpy(words, a, sizeof words);
#pragma GCC unroll 16
    for (size_t i = 0; i < G_N_ELEMENTS(odd); i++)
        sum += (words[i] ^ words[i] >> 32) * odd[i];
    return sum;
}

/* Key of the line without annotations. 0 for the few ops whose lines depend on other ops (hlo_print_lines, hlo_sugar_op). */
static uint64_t core_key(const IrOp *op)
{
    if (op->code == OP_manual || hlo_is_large_splat(op) || (op->code == OP_concatenate && op->a.concatenate.roll) || op_family(op) == FAMILY_async)
        return 0;
    /* Names never move to other ops; only some lines depend on the types of operands. */
    bool types = op->code == OP_compare || op->code == OP_conditional || op->code == OP_all_to_all;
    uint64_t h = mix_attrs(&op->a) + ((uint64_t)op->code << 1 | (op == op->parent->root)) * 0xA24BAED4963EE407u;
    h += (uint64_t)(uintptr_t)op->name * 0x9FB21C651E98DF25u + (uint64_t)(uintptr_t)op->type * 0xD1342543DE82EF95u;
    h = mix(h, (uint64_t)op->n_operands << 20 ^ (uint64_t)op->n_extra);
    for (int i = 0; i < op->n_operands; i++)
        h = mix_pointer(h, op->operands[i]);
    for (int i = 0; types && i < op->n_operands; i++)
        h = mix_pointer(h, op->operands[i]->type);
    for (int i = 0; i < op->n_comps; i++)
        h = mix_pointer(h, op->comps[i]);
    h = mix_pairs(h, op->extra, op->n_extra);
    return h ? h : 1;
}

static uint64_t annotations_key(const IrOp *op)
{
    uint64_t h = (uint64_t)(uintptr_t)op->sharding_text * 0xB564EF22EC7AECE5u + (uint64_t)op->n_pairs;
    for (int i = 0; op->shardings && i < type_n_leaves(op->type); i++)
        h = mix_pointer(h, op->shardings[i]);
    return mix_pairs(h, op->pairs, op->n_pairs);
}

/* Hash of a printed line, for ops without a key. */
static uint64_t key_of_text(const char *text, gsize n)
{
    uint64_t h = n, word;
    for (; n >= 8; n -= 8, text += 8) {
        memcpy(&word, text, 8);
        h = mix(h, word);
    }
    word = 0;
    memcpy(&word, text, n);
    h = mix(mix(h, word), 0);
    return h ? h : 1;
}

/* ---- lines -------------------------------------------------------------------------------------------------------- */

/* Assigns what was printed last to l: as the old line if it is equal, else as new. */
static void take_printed(PrintMemo *memo, MemoLine *l)
{
    gsize n = memo->fresh->len - memo->taken, at = memo->size;
    uint64_t key = key_of_text(memo->fresh->str + memo->taken, n);
    if (l->core == key && l->n == n && l->round + 1 == memo->round) {
        memo->taken = memo->fresh->len;
        add_before(memo, l->at, n);
    } else {
        add_printed(memo);
    }
    *l = (MemoLine){ .core = n <= G_MAXUINT32 ? key : 0, .at = at, .n = (uint32_t)n, .round = memo->round };
}

void print_memo_between(const Printer *p, const void *what)
{
    MemoLine *l = g_hash_table_lookup(p->memo->between, what);
    if (!l) {
        l = g_new0(MemoLine, 1);
        g_hash_table_insert(p->memo->between, (gpointer)what, l);
    }
    take_printed(p->memo, l);
}

/* Prints the annotations and the line's end. */
static void add_rest(const Printer *p, const IrOp *op)
{
    PrintMemo *memo = p->memo;
    const Sharding *s = hlo_only_sharding(op);
    Rest *known = &memo->rests[(uintptr_t)s / 16 % N_RESTS];
    if (!s || known->of != s) {
        gsize start = memo->fresh->len;
        hlo_print_annotations(p, op, NULL, 0);
        text_put_c(memo->fresh, '\n');
        *known = (Rest){ s, start, memo->fresh->len - start };
        add_printed(memo);
    } else {
        add_part(memo, PART_FRESH, known->at, known->n);
    }
}

void print_memo_line(const Printer *p, const IrOp *op)
{
    PrintMemo *memo = p->memo;
    MemoLine *l = &memo->lines[op->id];
    uint64_t core = core_key(op), annotations = core ? annotations_key(op) : 0;
    bool known = core && l->core == core && l->round + 1 == memo->round;
    gsize at = memo->size, n_core = l->n_core;
    if (known && l->annotations == annotations) {
        add_before(memo, l->at, l->n);
    } else if (known && l->n_core) {
        add_before(memo, l->at, l->n_core);
        add_rest(p, op);
    } else {
        gsize start = memo->fresh->len;
        memo->annotations_at = 0;
        hlo_print_line(p, op);
        if (!core) {
            take_printed(memo, l);
            return;
        }
        n_core = memo->annotations_at ? memo->annotations_at - start : 0;
        add_printed(memo);
    }
    gsize n = memo->size - at;
    *l = (MemoLine){ .core = n <= G_MAXUINT32 ? core : 0, .annotations = annotations, .at = at, .n = (uint32_t)n, .n_core = (uint32_t)n_core, .round = memo->round };
}

HloText *print_memo_end(PrintMemo *memo)
{
    const TextPart *first = memo->parts.v;
    if (memo->text && memo->parts.n == 1 && first->source == PART_BEFORE && first->at == 0 && first->n == hlo_text_size(memo->text)) {
        g_string_free(memo->fresh, TRUE);
        memo->parts.n = 0;
    } else {
        HloText *text = hlo_text_new(memo->text, memo->fresh, memo->parts.v, memo->parts.n);
        hlo_text_unref(memo->text);
        memo->text = text;
        memset(&memo->parts, 0, sizeof memo->parts);
    }
    memo->fresh = NULL;
    return hlo_text_ref(memo->text);
}
