/* Shapes as texts of traces have them. See shape.h. */
#include "trace/shape.h"

#include <string.h>

int64_t elem_bits(const char *elem)
{
    static const struct {
        const char *name;
        int bits;
    } known[] = { { "pred", 8 }, { "i1", 8 }, { "bf16", 16 }, { "f16", 16 }, { "token", 0 } };
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++) {
        if (g_str_equal(known[i].name, elem))
            return known[i].bits;
    }
    int64_t bits = 0;
    for (const char *p = elem; *p; p++) {
        if (g_ascii_isdigit(*p)) {
            bits = CLAMP(g_ascii_strtoll(p, NULL, 10), 0, 128);
            break;
        }
    }
    return bits;
}

static bool parse_mlir(const char *p, int *rank, int64_t dims[MAX_RANK], char elem[16])
{
    while (g_ascii_isdigit(*p)) {
        char *end;
        int64_t v = g_ascii_strtoll(p, &end, 10);
        if (*end != 'x' || *rank == MAX_RANK)
            return false;
        dims[(*rank)++] = v;
        p = end + 1;
    }
    size_t n = strcspn(p, ",> ");
    g_strlcpy(elem, p, MIN(n + 1, 16));
    return n > 0;
}

/* So many elements that counting bits or padding still fits 64 bits. */
static bool countable(int rank, const int64_t *dims)
{
    int64_t n = 1;
    for (int d = 0; d < rank; d++) {
        if (__builtin_mul_overflow(n, MAX(dims[d], 1), &n) || n > (int64_t)1 << 44)
            return false;
    }
    return true;
}

bool shape_parse(const char *text, int *rank, int64_t dims[MAX_RANK], char elem[16])
{
    *rank = 0;
    elem[0] = 0;
    if (!text)
        return false;
    const char *p = text + strspn(text, "( ");
    if (g_str_has_prefix(p, "tensor<"))
        return parse_mlir(p + 7, rank, dims, elem) && countable(*rank, dims);
    size_t n = strcspn(p, "[");
    if (p[n] != '[' || n == 0 || n > 15)
        return false;
    g_strlcpy(elem, p, n + 1);
    p += n + 1;
    while (*p && *p != ']') {
        char *end;
        p += strspn(p, "<=, ");
        int64_t v = g_ascii_strtoll(p, &end, 10);
        if (end == p || *rank == MAX_RANK || v < 0)
            return false;
        dims[(*rank)++] = v;
        p = end + strspn(end, ", ");
    }
    return *p == ']' && countable(*rank, dims);
}

int64_t box_elements(int rank, const int64_t *begin, const int64_t *end)
{
    int64_t n = 1;
    for (int d = 0; d < rank; d++)
        n *= MAX(end[d] - begin[d], 0);
    return n;
}

int64_t box_missing(int rank, const Box *need, const Box *have)
{
    int64_t begin[MAX_RANK], end[MAX_RANK];
    for (int d = 0; d < rank; d++) {
        begin[d] = MAX(need->begin[d], have->begin[d]);
        end[d] = MIN(need->end[d], have->end[d]);
    }
    return box_elements(rank, need->begin, need->end) - box_elements(rank, begin, end);
}
