#include "runtime/exec/kernels/dot_tiny.h"

enum { MOST_PRODUCTS = 256, MOST_DEPTH = 8 };

bool dot_tiny_pays(const DotTiny *t)
{
    return t->k <= MOST_DEPTH && t->m <= MOST_PRODUCTS && t->n <= MOST_PRODUCTS && t->m * t->n * t->k <= MOST_PRODUCTS;
}

/* One loop for each depth that is frequent, so that the compiler knows how long it is. */
#define SUMS(T, K)                                                                                 \
    for (int64_t i = 0; i < t->m; i++, x += am)                                                    \
        for (int64_t j = 0; j < n; j++) {                                                          \
            const T *u = x, *v = y + j * bn;                                                       \
            T sum = u[0] * v[0];                                                                   \
            for (int64_t p = 1; p < (K); p++)                                                      \
                sum += u[p * ak] * v[p * bk];                                                      \
            *z++ = sum;                                                                            \
        }                                                                                          \
    return
#define REAL(T)                                                                                    \
    static void real_##T(const DotTiny *t, const T *x, const T *y, T *z)                           \
    {                                                                                              \
        int64_t n = t->n, am = t->am, ak = t->ak, bk = t->bk, bn = t->bn;                          \
        switch (t->k) {                                                                            \
        case 2: SUMS(T, 2);                                                                        \
        case 3: SUMS(T, 3);                                                                        \
        case 4: SUMS(T, 4);                                                                        \
        default: SUMS(T, t->k);                                                                    \
        }                                                                                          \
    }
#define COMPLEX(T)                                                                                 \
    static void complex_##T(const DotTiny *t, const T *x, const T *y, T *z)                        \
    {                                                                                              \
        for (int64_t i = 0; i < t->m; i++)                                                         \
            for (int64_t j = 0; j < t->n; j++) {                                                   \
                const T *u = x + 2 * i * t->am, *v = y + 2 * j * t->bn;                            \
                T re = 0, im = 0;                                                                  \
                for (int64_t p = 0; p < t->k; p++, u += 2 * t->ak, v += 2 * t->bk) {               \
                    re += u[0] * v[0] - u[1] * v[1];                                               \
                    im += u[0] * v[1] + u[1] * v[0];                                               \
                }                                                                                  \
                *z++ = re;                                                                         \
                *z++ = im;                                                                         \
            }                                                                                      \
    }
REAL(float)
REAL(double)
COMPLEX(float)
COMPLEX(double)

void dot_tiny(const DotTiny *t, const void *a, const void *b, void *c)
{
    if (t->ct == CT_f32)
        real_float(t, a, b, c);
    else if (t->ct == CT_f64)
        real_double(t, a, b, c);
    else if (t->ct == CT_c64)
        complex_float(t, a, b, c);
    else
        complex_double(t, a, b, c);
}
