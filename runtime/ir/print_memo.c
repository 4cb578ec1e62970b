/* Lines that need not be made again. An instruction prints as it did if all that its line is made of is the same: that is summed
 * up in a number of 64 bits, from the values that stand in the op and from the addresses of what it points to, none of which
 * changes in place (names, types, lists of attributes and shardings are made once). What that rests on is checked by every compile
 * that verifies its passes. */
#include <pthread.h>
#include <string.h>

#include "runtime/ir/print_impl.h"

/* Room of texts that nobody reads any more, for those to come: fresh memory costs as much as the printing. Texts give it back from
 * any thread, maybe after the memo is gone. */
typedef struct Pool {
    pthread_mutex_t lock;
    GQueue free; /* GString * */
    int n_users; /* the memo, and the texts in use */
} Pool;

typedef struct Room {
    Pool *pool;
    GString *text;
} Room;

static void pool_release(Pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    bool last = --pool->n_users == 0;
    pthread_mutex_unlock(&pool->lock);
    if (!last)
        return;
    for (GString *s; (s = g_queue_pop_head(&pool->free));)
        g_string_free(s, TRUE);
    pthread_mutex_destroy(&pool->lock);
    g_free(pool);
}

static void room_give_back(void *data)
{
    Room *room = data;
    pthread_mutex_lock(&room->pool->lock);
    g_queue_push_head(&room->pool->free, room->text);
    pthread_mutex_unlock(&room->pool->lock);
    pool_release(room->pool);
    g_free(room);
}

typedef struct MemoLine {
    uint64_t key; /* 0 = none */
    gsize at;
    uint32_t n, round; /* bytes; the text it stands in */
} MemoLine;

struct PrintMemo {
    const IrModule *m;
    MemoLine *lines;  /* by op id */
    int n_lines;
    uint32_t round;   /* texts so far */
    GBytes *text;     /* where they stand; NULL = nothing yet */
    const char *from; /* its bytes */
    uint64_t key;     /* of the op looked at last */
    Pool *pool;
};

PrintMemo *print_memo_new(void)
{
    PrintMemo *memo = g_new0(PrintMemo, 1);
    memo->pool = g_new0(Pool, 1);
    pthread_mutex_init(&memo->pool->lock, NULL);
    memo->pool->n_users = 1;
    return memo;
}

void print_memo_free(PrintMemo *memo)
{
    if (!memo)
        return;
    g_clear_pointer(&memo->text, g_bytes_unref);
    pool_release(memo->pool);
    g_free(memo->lines);
    g_free(memo);
}

GString *print_memo_begin(PrintMemo *memo, const IrModule *m, gsize size)
{
    pthread_mutex_lock(&memo->pool->lock);
    GString *room = g_queue_pop_head(&memo->pool->free);
    pthread_mutex_unlock(&memo->pool->lock);
    room = room ? room : g_string_sized_new(memo->text ? g_bytes_get_size(memo->text) / 8 * 9 : size);
    if (memo->lines && memo->m != m)
        memset(memo->lines, 0, sizeof *memo->lines * (size_t)memo->n_lines);
    memo->m = m;
    memo->round++;
    if (m->next_id > memo->n_lines) {
        memo->lines = g_renew(MemoLine, memo->lines, m->next_id);
        memset(memo->lines + memo->n_lines, 0, sizeof *memo->lines * (size_t)(m->next_id - memo->n_lines));
        memo->n_lines = m->next_id;
    }
    return g_string_truncate(room, 0);
}

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

/* A sum of products, which unlike a chain of mixes the processor works on all at a time. */
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

/* 0 for the few whose lines are made of more than the op itself (hlo_print_lines, hlo_sugar_op). */
static uint64_t key_of(const IrOp *op)
{
    if (op->code == OP_manual || op->code == OP_constant || op->code == OP_all_to_all || (op->code == OP_concatenate && op->a.concatenate.roll) ||
        op_family(op) == FAMILY_async)
        return 0;
    /* Names stay with ops and computations; of operands' types a few lines tell. */
    bool types = op->code == OP_compare || op->code == OP_conditional;
    uint64_t h = mix_attrs(&op->a) + ((uint64_t)op->code << 1 | (op == op->parent->root)) * 0xA24BAED4963EE407u;
    h += (uint64_t)(uintptr_t)op->name * 0x9FB21C651E98DF25u + (uint64_t)(uintptr_t)op->type * 0xD1342543DE82EF95u;
    h += (uint64_t)(uintptr_t)op->shardings * 0xAF251AF3B0F025B5u + (uint64_t)(uintptr_t)op->sharding_text * 0xB564EF22EC7AECE5u;
    h = mix(h, (uint64_t)op->n_operands << 40 ^ (uint64_t)op->n_pairs << 20 ^ (uint64_t)op->n_extra);
    for (int i = 0; i < op->n_operands; i++)
        h = mix_pointer(h, op->operands[i]);
    for (int i = 0; types && i < op->n_operands; i++)
        h = mix_pointer(h, op->operands[i]->type);
    for (int i = 0; i < op->n_comps; i++)
        h = mix_pointer(h, op->comps[i]);
    for (int i = 0; op->shardings && i < type_n_leaves(op->type); i++)
        h = mix_pointer(h, op->shardings[i]);
    h = mix_pairs(mix_pairs(h, op->pairs, op->n_pairs), op->extra, op->n_extra);
    return h ? h : 1;
}

bool print_memo_line(const Printer *p, const IrOp *op)
{
    PrintMemo *memo = p->memo;
    MemoLine *l = &memo->lines[op->id];
    memo->key = key_of(op);
    if (!memo->key || memo->key != l->key || l->round + 1 != memo->round)
        return false;
    gsize start = p->out->len;
    text_put_n(p->out, memo->from + l->at, l->n);
    l->at = start;
    l->round = memo->round;
    return true;
}

void print_memo_keep(const Printer *p, const IrOp *op, gsize start)
{
    p->memo->lines[op->id] = (MemoLine){ p->out->len - start <= G_MAXUINT32 ? p->memo->key : 0, start, (uint32_t)(p->out->len - start), p->memo->round };
}

GBytes *print_memo_end(PrintMemo *memo, GString *text)
{
    bool same = memo->text && g_bytes_get_size(memo->text) == text->len && memcmp(memo->from, text->str, text->len) == 0;
    Room *room = g_new(Room, 1);
    *room = (Room){ memo->pool, text };
    pthread_mutex_lock(&memo->pool->lock);
    memo->pool->n_users++;
    pthread_mutex_unlock(&memo->pool->lock);
    if (same) {
        room_give_back(room);
        return g_bytes_ref(memo->text);
    }
    g_clear_pointer(&memo->text, g_bytes_unref);
    memo->text = g_bytes_new_with_free_func(text->str, text->len, room_give_back, room);
    memo->from = text->str;
    return g_bytes_ref(memo->text);
}
