/* Fourier transforms of LANES lines at once, each in a lane of vectors, so that all arithmetic is on vectors whatever the length. Included by fft.c
 * and fft_avx.c for each type of elements with REAL, PACK (LANES of REAL), NAME(x) and LINKAGE of the function that others call.
 *
 * Lengths of small factors: Stockham's form of the mixed-radix transform (Van Loan, "Computational Frameworks for the Fast Fourier
 * Transform", 1992, section 1.7), which needs no reordering. Other lengths: Bluestein's form as a convolution ("A linear filtering approach to the
 * computation of discrete Fourier transform", 1970). The way back is the way there with real and imaginary parts exchanged. */

#define ROOT(l, k) (((const REAL *)(l)->root)[2 * (k)])
#define ROOT_IM(l, k) (((const REAL *)(l)->root)[2 * (k) + 1])

/* The positions p of a pass of any radix: as in the loops of NAME(pass). */
static void NAME(any)(const Line *l, const Pass *pass, int64_t p, PACK *const x[2], PACK *const y[2])
{
    int64_t s = pass->s, apart = pass->apart, r = pass->r;
    const REAL *w = pass->roots;
    for (int64_t q = 0; q < s; q++) {
        const PACK *xr = x[0] + s * p + q, *xi = x[1] + s * p + q;
        PACK *yr = y[0] + s * r * p + q, *yi = y[1] + s * r * p + q;
        for (int64_t k = 0; k < r; k++) {
            PACK re = xr[0], im = xi[0];
            for (int64_t j = 1; j < r; j++) {
                REAL c = w[2 * (k * r + j)], d = w[2 * (k * r + j) + 1];
                PACK a = xr[j * apart], b = xi[j * apart];
                re += a * c - b * d;
                im += a * d + b * c;
            }
            REAL c = ROOT(l, k * p * s), d = ROOT_IM(l, k * p * s);
            yr[k * s] = re * c - im * d;
            yi[k * s] = re * d + im * c;
        }
    }
}

/* From x to y, by radix r: the lines consist of `s` interleaved ones, of which `len` is left to be transformed. */
static void NAME(pass)(const Line *l, int r, int64_t len, PACK *const x[2], PACK *const y[2])
{
    int64_t s = l->n / len, m = len / r, apart = s * m;
    REAL w[2 * LARGEST_FACTOR * LARGEST_FACTOR];
    for (int64_t i = 0; r != 2 && r != 4 && i < r * r; i++) {
        w[2 * i] = ROOT(l, i % r * (i / r) % r * (l->n / r));
        w[2 * i + 1] = ROOT_IM(l, i % r * (i / r) % r * (l->n / r));
    }
    for (int64_t p = 0; p < m; p++) {
        const PACK *xr = x[0] + s * p, *xi = x[1] + s * p;
        PACK *yr = y[0] + s * r * p, *yi = y[1] + s * r * p;
        if (r == 4) {
            REAL c1 = ROOT(l, p * s), d1 = ROOT_IM(l, p * s), c2 = ROOT(l, 2 * p * s), d2 = ROOT_IM(l, 2 * p * s), c3 = ROOT(l, 3 * p * s), d3 = ROOT_IM(l, 3 * p * s);
            for (int64_t q = 0; q < s; q++) {
                PACK ar = xr[q] + xr[q + 2 * apart], ai = xi[q] + xi[q + 2 * apart], br = xr[q] - xr[q + 2 * apart], bi = xi[q] - xi[q + 2 * apart];
                PACK cr = xr[q + apart] + xr[q + 3 * apart], ci = xi[q + apart] + xi[q + 3 * apart];
                PACK dr = xr[q + apart] - xr[q + 3 * apart], di = xi[q + apart] - xi[q + 3 * apart];
                PACK er = br + di, ei = bi - dr, fr = ar - cr, fi = ai - ci, gr = br - di, gi = bi + dr;
                yr[q] = ar + cr;
                yi[q] = ai + ci;
                yr[q + s] = er * c1 - ei * d1;
                yi[q + s] = er * d1 + ei * c1;
                yr[q + 2 * s] = fr * c2 - fi * d2;
                yi[q + 2 * s] = fr * d2 + fi * c2;
                yr[q + 3 * s] = gr * c3 - gi * d3;
                yi[q + 3 * s] = gr * d3 + gi * c3;
            }
        } else if (r == 2) {
            REAL c = ROOT(l, p * s), d = ROOT_IM(l, p * s);
            for (int64_t q = 0; q < s; q++) {
                PACK br = xr[q] - xr[q + apart], bi = xi[q] - xi[q + apart];
                yr[q] = xr[q] + xr[q + apart];
                yi[q] = xi[q] + xi[q + apart];
                yr[q + s] = br * c - bi * d;
                yi[q + s] = br * d + bi * c;
            }
        } else {
            NAME(any)(l, &(Pass){ r, s, apart, w }, p, x, y);
        }
    }
}

/* Transforms x, with y as room; which of the two has the result, 0 or 1. */
static int NAME(passes)(const Line *l, PACK *const x[2], PACK *const y[2])
{
    int64_t len = l->n;
    int at = 0;
    for (int i = 0; i < l->n_factors; i++) {
        NAME(pass)(l, l->factor[i], len, at ? y : x, at ? x : y);
        len /= l->factor[i];
        at ^= 1;
    }
    return at;
}

static void NAME(times)(PACK *const x[2], const REAL *by, int64_t n)
{
    for (int64_t k = 0; k < n; k++) {
        PACK re = x[0][k], im = x[1][k];
        x[0][k] = re * by[2 * k] - im * by[2 * k + 1];
        x[1][k] = re * by[2 * k + 1] + im * by[2 * k];
    }
}

/* The same for any length; x and y have room for line_room(l). */
static int NAME(transform)(const Line *l, PACK *const x[2], PACK *const y[2])
{
    if (!l->by)
        return NAME(passes)(l, x, y);
    NAME(times)(x, l->chirp, l->n);
    for (int64_t k = l->n; k < l->by->n; k++)
        x[0][k] = x[1][k] = (PACK){ 0 };
    int at = NAME(passes)(l->by, x, y);
    PACK *const *a = at ? y : x, *const *b = at ? x : y;
    NAME(times)(a, l->filter, l->by->n);
    PACK *const back_a[2] = { a[1], a[0] }, *const back_b[2] = { b[1], b[0] };
    at ^= NAME(passes)(l->by, back_a, back_b);
    NAME(times)(at ? y : x, l->chirp, l->n);
    return at;
}

/* Reads a line into a lane. */
static void NAME(take)(const Dim *d, const REAL *from, REAL *re, REAL *im)
{
    const REAL *turn = d->turn;
    int64_t n = d->n, m = n / 2;
    switch (d->kind) {
    case DIM_COMPLEX:
        for (int64_t k = 0; k < n; k++) {
            re[k * LANES] = from[2 * k * d->inner];
            im[k * LANES] = from[2 * k * d->inner + 1];
        }
        return;
    case DIM_FROM_REAL:
        for (int64_t k = 0; k < d->line->n; k++) { /* of even length: half as many complex numbers */
            re[k * LANES] = d->halved ? from[2 * k] : from[k];
            im[k * LANES] = d->halved ? from[2 * k + 1] : 0;
        }
        return;
    case DIM_TO_REAL:
        for (int64_t k = 0; k < d->line->n; k++) {
            int64_t o = d->halved ? m - k : (n - k) % n; /* the imaginary parts of the first, and of the middle one, count for nothing */
            bool beyond = !d->halved && k > m;
            REAL ar = beyond ? from[2 * o] : from[2 * k], ai = k == 0 ? 0 : beyond ? -from[2 * o + 1] : from[2 * k + 1];
            if (d->halved) {
                REAL br = from[2 * o], bi = o == m ? 0 : -from[2 * o + 1], er = ar + br, ei = ai + bi, fr = ar - br, fi = ai - bi;
                REAL c = turn[2 * k], s = -turn[2 * k + 1], gr = fr * c - fi * s, gi = fr * s + fi * c;
                ar = er - gi;
                ai = ei + gr;
            }
            re[k * LANES] = ar;
            im[k * LANES] = ai;
        }
        return;
    }
}

/* Writes a line from a lane. */
static void NAME(give)(const Dim *d, const REAL *re, const REAL *im, REAL *to)
{
    const REAL *turn = d->turn;
    REAL scale = (REAL)d->scale;
    int64_t n = d->n, m = n / 2;
    switch (d->kind) {
    case DIM_COMPLEX:
        for (int64_t k = 0; k < n; k++) {
            to[2 * k * d->inner] = re[k * LANES] * scale;
            to[2 * k * d->inner + 1] = im[k * LANES] * scale;
        }
        return;
    case DIM_FROM_REAL:
        for (int64_t k = 0; k <= m; k++) {
            int64_t a = d->halved ? k % m * LANES : k * LANES, b = d->halved ? (m - k) % m * LANES : 0;
            REAL ar = re[a], ai = im[a];
            if (d->halved) {
                REAL er = (ar + re[b]) / 2, ei = (ai - im[b]) / 2, fr = (ai + im[b]) / 2, fi = (re[b] - ar) / 2, c = turn[2 * k], s = turn[2 * k + 1];
                ar = er + fr * c - fi * s;
                ai = ei + fr * s + fi * c;
            }
            to[2 * k] = ar * scale;
            to[2 * k + 1] = ai * scale;
        }
        return;
    case DIM_TO_REAL:
        for (int64_t k = 0; k < d->line->n; k++) {
            to[d->halved ? 2 * k : k] = re[k * LANES] * scale;
            if (d->halved)
                to[2 * k + 1] = im[k * LANES] * scale;
        }
        return;
    }
}

/* Reads and writes n lines that lie side by side: together, since they share lines of the cache. */
static void NAME(take_columns)(const Dim *d, const REAL *from, int64_t n, REAL *re, REAL *im)
{
    for (int64_t k = 0; k < d->n; k++, from += 2 * d->inner, re += LANES, im += LANES)
        for (int64_t i = 0; i < n; i++) {
            re[i] = from[2 * i];
            im[i] = from[2 * i + 1];
        }
}

static void NAME(give_columns)(const Dim *d, const REAL *re, const REAL *im, int64_t n, REAL *to)
{
    REAL scale = (REAL)d->scale;
    for (int64_t k = 0; k < d->n; k++, to += 2 * d->inner, re += LANES, im += LANES)
        for (int64_t i = 0; i < n; i++) {
            to[2 * i] = re[i] * scale;
            to[2 * i + 1] = im[i] * scale;
        }
}

/* Transforms LANES lines of a dim, from line `first` on. */
LINKAGE void NAME(lines)(const Dim *d, const void *from, void *to, int64_t first)
{
    int64_t room = line_room(d->line), n = MIN(LANES, d->n_lines - first);
    PACK *w = pool_scratch((size_t)room * 4 * sizeof(PACK));
    if (!w)
        return;
    PACK *const x[2] = { w, w + room }, *const y[2] = { w + 2 * room, w + 3 * room };
    if (n < LANES)
        memset(w, 0, (size_t)room * 2 * sizeof(PACK));
    bool columns = d->kind == DIM_COMPLEX && d->inner > 1 && first % d->inner + n <= d->inner;
    if (columns)
        NAME(take_columns)(d, (const REAL *)from + dim_at(d, first, d->n_in), n, (REAL *)x[d->back], (REAL *)x[!d->back]);
    for (int64_t i = 0; !columns && i < n; i++)
        NAME(take)(d, (const REAL *)from + dim_at(d, first + i, d->n_in), (REAL *)x[d->back] + i, (REAL *)x[!d->back] + i);
    int at = NAME(transform)(d->line, x, y);
    PACK *const *z = at ? y : x;
    if (columns)
        NAME(give_columns)(d, (const REAL *)z[d->back], (const REAL *)z[!d->back], n, (REAL *)to + dim_at(d, first, d->n_out));
    for (int64_t i = 0; !columns && i < n; i++)
        NAME(give)(d, (const REAL *)z[d->back] + i, (const REAL *)z[!d->back] + i, (REAL *)to + dim_at(d, first + i, d->n_out));
}

#undef ROOT
#undef ROOT_IM
