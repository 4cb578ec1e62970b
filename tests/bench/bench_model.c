/* Errors of the cost model against measured products and collectives, beside the roofline of the data sheet:
 *
 *   in the table   every case that was measured, as the model answers it
 *   held out       each case as if it and its neighbours within a factor of two in every dimension had not been measured
 *
 * MAPE: mean of |predicted / measured - 1|. inside: how often the measured time lies in the stated interval, which is to be 80 %. */
#include <stdio.h>

#include "tests/bench/model_error.h"

static void print(const char *what, ModelError in, ModelError out)
{
    printf("%-36s %5d  %6.1f %%  %6.1f %%  %6.1f %%  %6.0f %%\n", what, in.n, 100 * in.sum / MAX(in.n, 1), 100 * out.sum / MAX(out.n, 1),
           100 * out.roofline / MAX(out.n, 1), 100.0 * out.inside / MAX(out.n, 1));
}

int main(void)
{
    static const struct {
        const char *part;
        ElemType left, result;
    } gemms[] = { { "h100", ELEM_bf16, ELEM_bf16 }, { "h100", ELEM_f32, ELEM_f32 }, { "h100", ELEM_f8e4m3fn, ELEM_bf16 }, { "b200", ELEM_bf16, ELEM_bf16 },
                  { "b200", ELEM_f32, ELEM_f32 }, { "b200", ELEM_f8e4m3fn, ELEM_bf16 }, { "mi350x", ELEM_bf16, ELEM_bf16 },
                  { "mi350x", ELEM_f16, ELEM_f16 }, { "mi350x", ELEM_f32, ELEM_f32 }, { "mi350x", ELEM_f8e4m3fn, ELEM_bf16 } };
    printf("%-36s %5s  %8s  %8s  %8s  %8s\n", "products", "cases", "in table", "held out", "roofline", "inside");
    for (size_t i = 0; i < G_N_ELEMENTS(gemms); i++) {
        g_autofree char *what = g_strdup_printf("%s %s", gemms[i].part, elem_info[gemms[i].left].hlo);
        print(what, gemm_error(gemms[i].part, gemms[i].left, gemms[i].result, false), gemm_error(gemms[i].part, gemms[i].left, gemms[i].result, true));
    }
    static const char *const parts[] = { "h100", "b200", "gb200", "gb300", "mi350x", NULL };
    printf("\n%-36s %5s  %8s  %8s  %8s  %8s\n", "collectives of 64 KiB and more", "cases", "in table", "held out", "roofline", "inside");
    static const struct {
        const char *what;
        CollHold hold;
    } ways[] = { { "the size", COLL_HOLD_POINT }, { "sizes within 2x", COLL_HOLD_SIZE }, { "the group size", COLL_HOLD_GROUP },
                  { "sizes, on all cards", COLL_HOLD_SIZE_CARDS }, { "the group, on all cards", COLL_HOLD_GROUP_CARDS } };
    for (size_t w = 0; w < G_N_ELEMENTS(ways); w++)
        for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
            g_autofree char *what = g_strdup_printf("%s without %s", parts[i] ? parts[i] : "all", ways[w].what);
            print(what, coll_error(parts[i], COLL_NONE, COLL_HOLD_NONE), coll_error(parts[i], COLL_NONE, ways[w].hold));
        }
    return 0;
}
