/* See rivals.h. */
#include "runtime/sim/rivals.h"

#include <string.h>

static const double DEARER = 4, WAITED_FOR = 0.25;

bool hardware_as_good(const Hardware *a, const Hardware *b)
{
    const double up[][2] = { { a->bf16 * a->gemm_share, b->bf16 * b->gemm_share }, { a->f16 * a->gemm_share, b->f16 * b->gemm_share }, { a->f32 * a->gemm_share, b->f32 * b->gemm_share },
                             { a->hbm * a->hbm_share, b->hbm * b->hbm_share }, { a->link * a->net_share, b->link * b->net_share }, { a->nic, b->nic },
                             { b->gather_ns, a->gather_ns }, { b->reduce_ns, a->reduce_ns }, { b->exchange_ns, a->exchange_ns }, { b->permute_ns, a->permute_ns }, { b->hop_ns, a->hop_ns } };
    for (size_t i = 0; i < G_N_ELEMENTS(up); i++)
        if (up[i][0] < up[i][1] * (1 - 1e-12))
            return false;
    return a->wiring == b->wiring && a->family == b->family;
}

/* The part at a position of hardware.def, with as many devices as hw and joined as they are. */
static Hardware part_as_large(int row, const Hardware *hw)
{
    Hardware part = *hardware_part(row);
    part.n_devices = hw->n_devices;
    part.domain = hw->domain;
    part.n_slices = hw->n_slices;
    memcpy(part.torus, hw->torus, sizeof part.torus);
    return part;
}

/* With nothing below it. */
static bool is_least(const Hardware *of, const Hardware *all, int n)
{
    for (int i = 0; i < n; i++)
        if (hardware_as_good(of, &all[i]) && !hardware_as_good(&all[i], of))
            return false;
    return true;
}

/* With links that take so many times as long for a byte, and latencies. */
static Hardware dearer(const Hardware *of, double links, double latencies)
{
    Hardware hw = *of;
    hw.is_row = false;
    hw.link /= links;
    hw.nic /= links;
    hw.gather_ns *= latencies;
    hw.reduce_ns *= latencies;
    hw.exchange_ns *= latencies;
    hw.permute_ns *= latencies;
    hw.latency_scale *= latencies;
    return hw;
}

int hardware_rivals(const Hardware *hw, Hardware out[MAX_RIVALS])
{
    int n = 0;
    for (int row = 0; hardware_part(row) && n < MAX_RIVALS - 3; row++) {
        Hardware part = part_as_large(row, hw);
        bool joined = hardware_part(row)->domain > 1, same = hw->is_row && g_str_equal(part.id, hw->id);
        if (joined && !same && hardware_as_good(hw, &part))
            out[n++] = part;
    }
    const Hardware *least = hw;
    for (int i = 0; i < n && least == hw; i++)
        least = is_least(&out[i], out, n) ? &out[i] : hw;
    out[n++] = dearer(least, DEARER, 1);
    out[n++] = dearer(least, 1, DEARER);
    out[n++] = dearer(least, 1, WAITED_FOR);
    return n;
}
