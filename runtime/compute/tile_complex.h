/* Frequent complex functions as loops that the compiler vectorises. Products are the plain formula, whose parts may be no numbers where C's
 * operators (Annex G) give infinities: so it is in HLO and in numpy. Quotients are the formula for finite numbers, with results as those of
 * C's operators where it gives no number. Included by tile_ops.c, once per instruction set. */

enum { COMPLEX_BLOCK = 128 };

#define BLOCKS for (int at = 0, m = n < COMPLEX_BLOCK ? n : COMPLEX_BLOCK; at < n; at += m, m = n - at < COMPLEX_BLOCK ? n - at : COMPLEX_BLOCK)

/* Products rounded, then their sum: parts are put together in a loop of their own, since GCC 12 makes one instruction that rounds once of a
 * product whose parts alternate. The result may lie where an operand does. */
#define COMPLEX_MULTIPLY(t, ct)                                                                    \
    static void multiply_blocks_##ct(ARGS)                                                         \
    {                                                                                              \
        BLOCKS                                                                                     \
        {                                                                                          \
            const t *x = (const t *)a + 2 * at, *y = (const t *)b + 2 * at;                        \
            t r[2 * COMPLEX_BLOCK], real[COMPLEX_BLOCK], imag[COMPLEX_BLOCK];                      \
            NO_OVERLAP for (int i = 0; i < m; i++)                                                 \
            {                                                                                      \
                real[i] = x[2 * i] * y[2 * i] - x[2 * i + 1] * y[2 * i + 1];                       \
                imag[i] = x[2 * i] * y[2 * i + 1] + x[2 * i + 1] * y[2 * i];                       \
            }                                                                                      \
            NO_OVERLAP for (int i = 0; i < m; i++)                                                 \
            {                                                                                      \
                r[2 * i] = real[i];                                                                \
                r[2 * i + 1] = imag[i];                                                            \
            }                                                                                      \
            memcpy((t *)d + 2 * at, r, (size_t)m * 2 * sizeof(t));                                 \
        }                                                                                          \
    }
COMPLEX_MULTIPLY(f32, c64)
COMPLEX_MULTIPLY(f64, c128)

static void square_blocks_c64(ARGS)
{
    multiply_blocks_c64(d, a, a, c, n);
}
static void square_blocks_c128(ARGS)
{
    multiply_blocks_c128(d, a, a, c, n);
}

/* In double precision nothing overflows that is finite. */
static void divide_blocks_c64(ARGS)
{
    BLOCKS
    {
        const f32 *x = (const f32 *)a + 2 * at, *y = (const f32 *)b + 2 * at;
        f32 r[2 * COMPLEX_BLOCK], real[COMPLEX_BLOCK], imag[COMPLEX_BLOCK];
        int odd = 0;
        NO_OVERLAP for (int i = 0; i < m; i++)
        {
            f64 xr = x[2 * i], xi = x[2 * i + 1], yr = y[2 * i], yi = y[2 * i + 1], size = yr * yr + yi * yi;
            real[i] = (f32)((xr * yr + xi * yi) / size);
            imag[i] = (f32)((xi * yr - xr * yi) / size);
            odd |= (real[i] != real[i]) & (imag[i] != imag[i]);
        }
        NO_OVERLAP for (int i = 0; i < m; i++)
        {
            r[2 * i] = real[i];
            r[2 * i + 1] = imag[i];
        }
        for (int i = 0; odd && i < m; i++) {
            if (r[2 * i] == r[2 * i] || r[2 * i + 1] == r[2 * i + 1])
                continue;
            c64 z = ((const c64 *)a)[at + i] / ((const c64 *)b)[at + i];
            memcpy(&r[2 * i], &z, sizeof z);
        }
        memcpy((f32 *)d + 2 * at, r, (size_t)m * 2 * sizeof(f32));
    }
}

#define SMALL_DIVIDEND 0x1p-960 /* products with such numbers lose digits */

/* The divisor is brought near 1 by a power of two. Divisors that have no such power among normal numbers, small dividends, and results that are not finite are left to
 * the compiler's own function. */
static void divide_blocks_c128(ARGS)
{
    BLOCKS
    {
        const f64 *x = (const f64 *)a + 2 * at, *y = (const f64 *)b + 2 * at;
        f64 r[2 * COMPLEX_BLOCK], real[COMPLEX_BLOCK], imag[COMPLEX_BLOCK];
        int64_t odd = 0;
        NO_OVERLAP for (int i = 0; i < m; i++)
        {
            f64 xr = x[2 * i], xi = x[2 * i + 1], yr = y[2 * i], yi = y[2 * i + 1], ar = fabs(yr), ai = fabs(yi), most = ar > ai ? ar : ai, scale;
            f64 br = fabs(xr), bi = fabs(xi), large = br > bi ? br : bi;
            uint64_t bits, power;
            memcpy(&bits, &most, sizeof bits);
            power = bits >> 52 & 0x7ff;
            bits = (2046 - power) << 52;
            memcpy(&scale, &bits, sizeof scale);
            yr *= scale;
            yi *= scale;
            f64 size = yr * yr + yi * yi;
            real[i] = (xr * yr + xi * yi) / size * scale;
            imag[i] = (xi * yr - xr * yi) / size * scale;
            odd |= (power < 1) | (power > 2045) | (large < SMALL_DIVIDEND) | !(fabs(real[i]) < (f64)INFINITY) | !(fabs(imag[i]) < (f64)INFINITY);
        }
        NO_OVERLAP for (int i = 0; i < m; i++)
        {
            r[2 * i] = real[i];
            r[2 * i + 1] = imag[i];
        }
        for (int i = 0; odd && i < m; i++) {
            f64 ar = fabs(y[2 * i]), ai = fabs(y[2 * i + 1]), most = ar > ai ? ar : ai, large = fmax(fabs(x[2 * i]), fabs(x[2 * i + 1]));
            if (most >= 0x1p-1022 && most < 0x1p1023 && large >= SMALL_DIVIDEND && fabs(real[i]) < (f64)INFINITY && fabs(imag[i]) < (f64)INFINITY)
                continue;
            c128 z = ((const c128 *)a)[at + i] / ((const c128 *)b)[at + i];
            memcpy(&r[2 * i], &z, sizeof z);
        }
        memcpy((f64 *)d + 2 * at, r, (size_t)m * 2 * sizeof(f64));
    }
}

/* The result is half as wide and may lie where the operand does: the loop writes behind what it reads. */
static void abs_blocks_c64(ARGS)
{
    BLOCKS
    {
        const f32 *x = (const f32 *)a + 2 * at;
        f32 r[COMPLEX_BLOCK];
        NO_OVERLAP for (int i = 0; i < m; i++)
        {
            f64 re = x[2 * i], im = x[2 * i + 1];
            f32 size = (f32)sqrt(re * re + im * im);
            r[i] = fabsf(x[2 * i]) == INFINITY || fabsf(x[2 * i + 1]) == INFINITY ? INFINITY : size;
        }
        memcpy((f32 *)d + at, r, (size_t)m * sizeof(f32));
    }
}

/* Squares of large and of small numbers would leave the range of doubles: these are multiplied by a power of two before. */
static void abs_blocks_c128(ARGS)
{
    BLOCKS
    {
        const f64 *x = (const f64 *)a + 2 * at;
        f64 r[COMPLEX_BLOCK];
        NO_OVERLAP for (int i = 0; i < m; i++)
        {
            f64 re = fabs(x[2 * i]), im = fabs(x[2 * i + 1]), most = re > im ? re : im;
            f64 scale = most > 0x1p500 ? 0x1p-600 : most < 0x1p-450 ? 0x1p600 : 1, back = most > 0x1p500 ? 0x1p600 : most < 0x1p-450 ? 0x1p-600 : 1;
            f64 u = re * scale, v = im * scale, size = sqrt(u * u + v * v) * back;
            r[i] = re == (f64)INFINITY || im == (f64)INFINITY ? (f64)INFINITY : size;
        }
        memcpy((f64 *)d + at, r, (size_t)m * sizeof(f64));
    }
}

/* e^re (cos im + i sin im), unless e^re is near overflow or subnormal, or a part is no finite number. */
static void exponential_blocks_c64(ARGS)
{
    BLOCKS
    {
        const f32 *x = (const f32 *)a + 2 * at;
        f32 re[COMPLEX_BLOCK], im[COMPLEX_BLOCK], e[COMPLEX_BLOCK], sines[COMPLEX_BLOCK], cosines[COMPLEX_BLOCK], r[2 * COMPLEX_BLOCK];
        int odd = 0;
        NO_OVERLAP for (int i = 0; i < m; i++)
        {
            re[i] = x[2 * i];
            im[i] = x[2 * i + 1];
            odd |= !(fabsf(re[i]) < 80) | !(fabsf(im[i]) < INFINITY);
        }
        exponential_f32(e, re, NULL, NULL, m);
        cosine_f32(cosines, im, NULL, NULL, m);
        sine_f32(sines, im, NULL, NULL, m);
        NO_OVERLAP for (int i = 0; i < m; i++)
        {
            r[2 * i] = e[i] * cosines[i];
            r[2 * i + 1] = e[i] * sines[i];
        }
        for (int i = 0; odd && i < m; i++) {
            if (fabsf(re[i]) < 80 && fabsf(im[i]) < INFINITY)
                continue;
            c64 z = cexpf(((const c64 *)a)[at + i]);
            memcpy(&r[2 * i], &z, sizeof z);
        }
        memcpy((f32 *)d + 2 * at, r, (size_t)m * 2 * sizeof(f32));
    }
}
#undef BLOCKS
