/* Products whose operands or result are stored in another type than they are multiplied in, as bf16, f16 and narrower floats are. They are
 * widened a piece at a time, where the piece stays in the cache until it is multiplied, and results are rounded once, when a piece of them is complete:
 * whole operands in f32 would take twice the memory of what is read, and more time to get than to use. Pieces depend on the shape only. */
#include "runtime/exec/kernels/dot_pieces.h"

#include <string.h>

#include "runtime/compute/pool.h"
#include "runtime/exec/kernels/dot.h"

/* Elements of a piece of an operand, and its most rows or columns, fewer if it is multiplied by few; along k all up to LONG_K, else PIECE_K. */
enum { PIECE = 1 << 17, SIDE = 512, FEW = 16, FEW_SIDE = 128, LONG_K = 512, PIECE_K = 256 };

/* n elements at src, to dst in the type in which they are multiplied. */
static void widen_run(const DotSide *s, CType ct, int64_t n, const char *src, char *dst)
{
    const TileTable *tab = tile_table();
    CType own = ctype_of(s->elem);
    int from = elem_info[s->elem].bytes, to = ctype_bytes[ct];
    char tile[1024 * 16];
    for (int64_t at = 0; at < n; at += 1024) {
        int m = (int)MIN(1024, n - at);
        const void *x = src + at * from;
        void *wide = dst + at * to;
        if (!elem_is_ctype(s->elem)) {
            void *loaded = own == ct ? wide : tile;
            tab->load[s->elem](loaded, x, NULL, NULL, m);
            x = loaded;
        }
        if (own != ct)
            tab->convert[own][ct](wide, x, NULL, NULL, m);
    }
}

/* Rows and columns of a stored matrix. */
typedef struct Box {
    int64_t row, rows, col, cols;
} Box;

/* A box of an operand, at `room` if it is not in memory as it is multiplied; *ld: from one of its rows to the next. */
static const char *piece_of(const DotSide *s, CType ct, Box b, char *room, int64_t *ld)
{
    int from = elem_info[s->elem].bytes, to = ctype_bytes[ct];
    const char *src = s->data + (b.row * s->ld + b.col) * from;
    *ld = s->ld;
    if (elem_is_ctype(s->elem) && ctype_of(s->elem) == ct)
        return src;
    *ld = b.cols;
    if (b.cols == s->ld)
        widen_run(s, ct, b.rows * b.cols, src, room);
    else
        for (int64_t i = 0; i < b.rows; i++)
            widen_run(s, ct, b.cols, src + i * s->ld * from, room + i * b.cols * to);
    return room;
}

/* A piece of the result: rows [i, i + m), columns [j, j + n). */
typedef struct Part {
    int64_t i, m, j, n;
} Part;

/* Sizes of pieces. */
typedef struct Pieces {
    int64_t m, n, k;
} Pieces;

static Pieces choose_pieces(const DotPieces *p)
{
    int64_t k = p->k <= LONG_K ? p->k : PIECE_K, most = MIN(SIDE, PIECE / k);
    return (Pieces){ MIN(p->m, most), MIN(p->n, p->m <= FEW ? FEW_SIDE : most), k };
}

/* Memory for pieces: of a, of b and of the result. */
typedef struct Room {
    char *a, *b, *c;
} Room;

static void multiply_part(const DotPieces *p, Pieces by, Part t, const Room *room)
{
    bool direct = elem_is_ctype(p->result);
    int w = ctype_bytes[p->ct], out = elem_info[p->result].bytes;
    char *to = p->out + (t.i * p->ldc + t.j) * out;
    Gemm g = { .ct = p->ct, .ta = p->a.trans, .tb = p->b.trans, .m = t.m, .n = t.n, .ldc = direct ? p->ldc : t.n };
    for (int64_t k = 0; k < p->k; k += by.k) {
        g.k = MIN(by.k, p->k - k);
        g.accumulate = k > 0;
        const char *a = piece_of(&p->a, p->ct, g.ta ? (Box){ k, g.k, t.i, t.m } : (Box){ t.i, t.m, k, g.k }, room->a, &g.lda);
        const char *b = piece_of(&p->b, p->ct, g.tb ? (Box){ t.j, t.n, k, g.k } : (Box){ k, g.k, t.j, t.n }, room->b, &g.ldb);
        gemm(&g, a, b, direct ? to : room->c);
    }
    for (int64_t i = 0; !direct && i < t.m; i++)
        tile_table()->store[p->result](to + i * p->ldc * out, room->c + i * t.n * w, NULL, NULL, (int)t.n);
}

void dot_pieces(const DotPieces *p)
{
    Pieces by = choose_pieces(p);
    size_t w = (size_t)ctype_bytes[p->ct], a = ((size_t)(by.m * by.k) * w + 63) & ~(size_t)63, b = ((size_t)(by.k * by.n) * w + 63) & ~(size_t)63;
    char *scratch = pool_scratch(a + b + (size_t)(by.m * by.n) * w);
    if (!scratch)
        return;
    Room room = { scratch, scratch + a, scratch + a + b };
    for (int64_t i = 0; i < p->m; i += by.m)
        for (int64_t j = 0; j < p->n; j += by.n)
            multiply_part(p, by, (Part){ i, MIN(by.m, p->m - i), j, MIN(by.n, p->n - j) }, &room);
}
