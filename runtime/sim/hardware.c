/* The table of hardware.def, and hardware models looked up by name. */
#include "runtime/sim/hardware.h"

#include <math.h>
#include <pthread.h>

static const Hardware parts[] = {
#define HARDWARE(id, label, wires, dom, cores, bf, h, f, d, q, i8, mem, hbm_, link_, nic_, ge, he, ne, ga, re, ex, pe, hop, la, src)            \
    { .name = label, .part = label, .source = src, .wiring = WIRING_##wires, .domain = dom, .torus = { 1, 1, 1 }, .bf16 = bf, .f16 = h,        \
      .f32 = f, .f64 = d, .fp8 = q, .int8 = i8, .memory_bytes = mem, .hbm = hbm_, .link = link_, .nic = nic_, .gemm_share = ge,                 \
      .hbm_share = he, .net_share = ne, .gather_ns = 1e3 * (ga), .reduce_ns = 1e3 * (re), .exchange_ns = 1e3 * (ex),                            \
      .permute_ns = 1e3 * (pe), .hop_ns = 1e3 * (hop), .launch_ns = 1e3 * (la) },
#include "runtime/sim/hardware.def"
};

static const int cores_per_device[] = {
#define HARDWARE(id, label, wires, dom, cores, ...) cores,
#include "runtime/sim/hardware.def"
};

/* Axes of a slice of n chips: powers of two dealt out evenly, the later axes first; other numbers are one axis. */
static void shape_torus(Hardware *hw, int n_axes)
{
    int64_t rest = hw->n_devices;
    int at = 2;
    for (int i = 0; i < 3; i++)
        hw->torus[i] = 1;
    while (rest > 1 && rest % 2 == 0) {
        hw->torus[at] *= 2;
        rest /= 2;
        at = at == 3 - n_axes ? 2 : at - 1;
    }
    hw->torus[2] *= rest;
}

static bool make(Hardware *hw, int part, const char *rest)
{
    *hw = parts[part];
    int n_axes = hw->wiring == WIRING_TORUS2 ? 2 : hw->wiring == WIRING_TORUS3 ? 3 : 0;
    int64_t n = hw->domain;
    if (*rest) {
        char *end;
        if (hw->wiring == WIRING_MEMORY || (*rest != 'x' && *rest != '-') || !g_ascii_isdigit(rest[1]))
            return false;
        gint64 count = g_ascii_strtoll(rest + 1, &end, 10);
        if (*end || count < 1 || count > 1 << 20 || count % cores_per_device[part])
            return false;
        n = count / cores_per_device[part];
    } else if (n_axes) {
        n = 16;
    }
    hw->n_devices = n;
    if (n_axes && n > hw->domain)
        return false;
    if (n_axes)
        shape_torus(hw, n_axes);
    return true;
}

/* Longest part that the name begins with. */
static int part_of(const char *name)
{
    int best = -1;
    for (int i = 0; i < (int)G_N_ELEMENTS(parts); i++)
        if (g_str_has_prefix(name, parts[i].part) && (best < 0 || strlen(parts[i].part) > strlen(parts[best].part)))
            best = i;
    return best;
}

const Hardware *hardware_named(const char *name)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards made */
    static GHashTable *made;
    Hardware hw;
    int part = part_of(name);
    if (part < 0 || !make(&hw, part, name + strlen(parts[part].part)))
        return NULL;
    pthread_mutex_lock(&lock);
    if (!made)
        made = g_hash_table_new(g_str_hash, g_str_equal);
    Hardware *found = g_hash_table_lookup(made, name);
    if (!found) {
        found = g_memdup2(&hw, sizeof hw);
        found->name = g_strdup(name);
        g_hash_table_insert(made, (gpointer)found->name, found);
    }
    pthread_mutex_unlock(&lock);
    return found;
}

const char *hardware_names(void)
{
    return "cpu"
#define HARDWARE(id, label, wires, ...) NAME_##wires(label)
#define NAME_MEMORY(label) ""
#define NAME_SWITCH(label) ", " label "xN"
#define NAME_MESH(label) ", " label "xN"
#define NAME_TORUS2(label) ", " label "-N"
#define NAME_TORUS3(label) ", " label "-N"
#include "runtime/sim/hardware.def"
        ;
}

double hardware_memory_ns(const Hardware *hw, double bytes)
{
    return bytes / (hw->hbm * hw->hbm_share);
}

static double peak(const Hardware *hw, ElemType elem)
{
    const ElemInfo *e = &elem_info[elem];
    if (e->cls != CLASS_FLOAT && e->cls != CLASS_COMPLEX)
        return e->bits <= 8 ? hw->int8 : hw->f32;
    if (elem == ELEM_bf16)
        return hw->bf16;
    if (elem == ELEM_f16)
        return hw->f16;
    if (e->bits <= 8)
        return hw->fp8;
    return elem == ELEM_f64 || elem == ELEM_c128 ? hw->f64 : hw->f32;
}

double hardware_dot_ns(const Hardware *hw, ElemType elem, double flops, double bytes)
{
    double compute = flops / (peak(hw, elem) * hw->gemm_share), memory = hardware_memory_ns(hw, bytes);
    return fmax(compute, memory) + 0.05 * fmin(compute, memory);
}
