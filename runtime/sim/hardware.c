/* The table of hardware.def, and hardware models looked up by name. */
#include "runtime/sim/hardware.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

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

enum { FLASH_no, FLASH_yes };
enum { BESIDE_moves, BESIDE_all };

static const struct {
    DeviceFamily family;
    int cores, mxu, per_chip;
    double cache, gap, conv, hold, hold8, vector;
    bool flash, sums_beside;
    const char *id, *gemm, *coll, *names;
} devices[] = {
#define DEVICE(id_, fam, cores_, mxu_, chip, cache_, gemm_, coll_, gap_, conv_, hold_, hold8_, flash_, beside_, vector_, names_)                                                    \
    { .family = DEVICE_##fam, .cores = cores_, .mxu = mxu_, .per_chip = chip, .cache = cache_, .gap = gap_, .conv = conv_, .hold = hold_, .hold8 = hold8_, .flash = FLASH_##flash_, \
      .sums_beside = BESIDE_##beside_, .vector = vector_, .id = #id_, .gemm = #gemm_, .coll = #coll_, .names = names_ },
#include "runtime/sim/device.def"
};
G_STATIC_ASSERT(G_N_ELEMENTS(devices) == G_N_ELEMENTS(parts));

static const struct {
    const char *id;
    double usd;
    const char *from;
} prices[] = {
#define PRICE(id_, usd_, from_) { #id_, usd_, from_ },
#include "runtime/sim/prices.def"
};

static const char *part_or_none(const char *id)
{
    return g_str_equal(id, "none") ? NULL : id;
}

int hardware_row(const char *id)
{
    for (int i = 0; id && i < (int)G_N_ELEMENTS(devices); i++)
        if (g_str_equal(devices[i].id, id))
            return i;
    return -1;
}

/* Operations of single elements, a multiply-add counted as one: half the FLOPs of f32 on GPUs; a TPU's vector unit has 8 x 128 lanes of four units, beside
 * matrix units that do four times 128 x 128 or twice 256 x 256 multiply-adds a cycle (S: "How to Scale Your Model"); of a machine that was not
 * measured A. */
static double steps_of(const Hardware *hw)
{
    switch (hw->family) {
    case DEVICE_GPU: return (hw->vector > 0 ? hw->vector : hw->f32) / 2;
    case DEVICE_TPU: return hw->bf16 / (hw->mxu > 128 ? 64 : 32);
    case DEVICE_CPU: break;
    }
    return hw->f32 / 2;
}

static Hardware row_of(int part)
{
    Hardware hw = parts[part];
    hw.is_row = true;
    hw.id = devices[part].id;
    hw.family = devices[part].family;
    hw.cores = devices[part].cores;
    hw.mxu = devices[part].mxu;
    hw.per_chip = devices[part].per_chip;
    hw.cache_bytes = devices[part].cache;
    hw.gap_ns = devices[part].gap;
    hw.conv_share = devices[part].conv;
    hw.hold_share = devices[part].hold;
    hw.hold_narrow = devices[part].hold8;
    hw.flash = devices[part].flash;
    hw.sums_beside = devices[part].sums_beside;
    hw.vector = devices[part].vector;
    hw.steps = steps_of(&hw);
    hw.dear = 5;
    hw.whole = 0.3;
    hw.gemm_part = part_or_none(devices[part].gemm);
    hw.coll_part = part_or_none(devices[part].coll);
    hw.coll_row = hardware_row(hw.coll_part);
    hw.latency_scale = 1;
    hw.n_slices = 1;
    for (size_t i = 0; i < G_N_ELEMENTS(prices); i++)
        if (g_str_equal(prices[i].id, hw.id)) {
            hw.chip_hour = prices[i].usd;
            hw.chip_hour_from = prices[i].from;
        }
    return hw;
}

enum { CUBE = 64 }; /* chips of the blocks of 4x4x4 that large slices of three axes are made of */

/* There are slices of that many chips: powers of two, and of three axes any number of whole cubes. */
static bool is_slice(int n_axes, int64_t chips)
{
    return chips > 0 && ((chips & (chips - 1)) == 0 || (n_axes == 3 && chips % CUBE == 0));
}

/* So many cubes in the most even block, the longest side last. */
static void shape_cubes(Hardware *hw, int64_t cubes)
{
    int64_t longest = cubes + 1;
    for (int64_t a = 1; a * a * a <= cubes; a++)
        for (int64_t b = a; cubes % a == 0 && a * b * b <= cubes; b++)
            if (cubes / a % b == 0 && cubes / a / b < longest) {
                longest = cubes / a / b;
                memcpy(hw->torus, (int64_t[]){ 4 * a, 4 * b, 4 * longest }, sizeof hw->torus);
            }
}

/* Axes of a slice of n chips: powers of two dealt out evenly, the later axes first; other numbers are whole cubes. */
static void shape_torus(Hardware *hw, int n_axes, int64_t chips)
{
    int64_t rest = chips;
    int at = 2;
    for (int i = 0; i < 3; i++)
        hw->torus[i] = 1;
    while (rest > 1 && rest % 2 == 0) {
        hw->torus[at] *= 2;
        rest /= 2;
        at = at == 3 - n_axes ? 2 : at - 1;
    }
    if (rest > 1)
        shape_cubes(hw, chips / CUBE);
}

/* "4x4x8": chips along the axes of a slice. */
static bool read_shape(Hardware *hw, int n_axes, const char *text)
{
    g_auto(GStrv) sizes = g_strsplit(text, "x", 4);
    int n = (int)g_strv_length(sizes);
    if (n != n_axes)
        return false;
    int64_t chips = 1;
    for (int i = 0; i < n; i++) {
        char *end;
        gint64 v = g_ascii_strtoll(sizes[i], &end, 10);
        if (*end || end == sizes[i] || v < 1 || v > 1 << 10 || (v > 1 && v % 2))
            return false;
        hw->torus[3 - n + i] = v;
        chips *= v;
    }
    hw->n_devices = chips * hw->per_chip;
    return hw->n_devices <= hw->domain;
}

/* A slice of so many devices. */
static bool resize(Hardware *hw, int n_axes, int64_t n_devices)
{
    int64_t chips = MAX(n_devices / hw->per_chip, 1);
    if (n_devices > parts[hardware_row(hw->id)].domain || n_devices % MIN(hw->per_chip, n_devices) || !is_slice(n_axes, chips))
        return false;
    hw->n_devices = n_devices;
    shape_torus(hw, n_axes, chips);
    return true;
}

static bool read_count(Hardware *hw, int part, int n_axes, const char *text)
{
    char *end;
    gint64 count = g_ascii_strtoll(text, &end, 10);
    if (*end || count < 1 || count > 1 << 20 || count % cores_per_device[part])
        return false;
    hw->n_devices = count / cores_per_device[part];
    return !n_axes || resize(hw, n_axes, hw->n_devices);
}

/* "-4": virtual devices on several machines, four on each. What a network carries between them is assumed: an eighth of what memory does. */
static bool read_hosts(Hardware *hw, const char *rest)
{
    char *end;
    if (*rest != '-' || !g_ascii_isdigit(rest[1]))
        return false;
    hw->domain = g_ascii_strtoll(rest + 1, &end, 10);
    hw->nic = hw->link / 8;
    return !*end && hw->domain >= 1 && hw->domain <= 1 << 20;
}

static bool make(Hardware *hw, int part, const char *rest)
{
    int64_t n_slices = hw->n_slices;
    *hw = row_of(part);
    int n_axes = hw->wiring == WIRING_TORUS2 ? 2 : hw->wiring == WIRING_TORUS3 ? 3 : 0;
    hw->n_devices = n_axes ? 16 : hw->domain;
    if (n_axes)
        shape_torus(hw, n_axes, 16 / hw->per_chip);
    if (hw->wiring == WIRING_MEMORY && *rest)
        return n_slices == 1 && read_hosts(hw, rest);
    if (*rest) {
        if ((*rest != 'x' && *rest != '-') || !g_ascii_isdigit(rest[1]))
            return false;
        bool shape = n_axes && strchr(rest + 1, 'x');
        if (shape ? !read_shape(hw, n_axes, rest + 1) : !read_count(hw, part, n_axes, rest + 1))
            return false;
    }
    if (n_slices > 1 && !n_axes)
        return false;
    if (n_slices > 1) {
        hw->n_slices = n_slices;
        hw->domain = hw->n_devices;
        hw->n_devices *= n_slices;
    }
    return true;
}

/* The part of which `name` and a size are the name: the longest name counts. */
static bool find(Hardware *hw, const char *name)
{
    size_t best = 0;
    for (int i = 0; i < (int)G_N_ELEMENTS(parts); i++) {
        g_autofree char *all = g_strconcat(parts[i].part, " ", devices[i].names, NULL);
        g_auto(GStrv) names = g_strsplit(all, " ", -1);
        for (char **n = names; *n; n++) {
            Hardware made = { .n_slices = hw->n_slices };
            size_t length = strlen(*n);
            if (length > best && g_str_has_prefix(name, *n) && make(&made, i, name + length)) {
                *hw = made;
                best = length;
            }
        }
    }
    return best > 0;
}

/* "2xv6e-256" and "2x-v6e-256": so many slices. Returns what follows. */
static const char *read_slices(const char *name, int64_t *n_slices)
{
    char *end;
    gint64 n = g_ascii_isdigit(*name) ? g_ascii_strtoll(name, &end, 10) : 0;
    if (n < 2 || n > 1024 || *end != 'x' || g_ascii_isdigit(end[1]) || !end[1])
        return name;
    *n_slices = n;
    return end[1] == '-' ? end + 2 : end + 1;
}

const Hardware *hardware_named(const char *name)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards made */
    static GHashTable *made;
    Hardware hw = { .n_slices = 1 };
    const char *rest = read_slices(name, &hw.n_slices);
    if (!find(&hw, rest)) {
        hw.n_slices = 1; /* "7x-16" is one slice of 7x */
        if (rest == name || !find(&hw, name))
            return NULL;
    }
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

static const Hardware *part_models[G_N_ELEMENTS(parts)];

static void make_part_models(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++)
        part_models[i] = hardware_named(parts[i].part);
}

const Hardware *hardware_part(int row)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_part_models);
    return row >= 0 && row < (int)G_N_ELEMENTS(parts) ? part_models[row] : NULL;
}

bool hardware_resize(Hardware *hw, int64_t n_devices)
{
    return hw->n_slices == 1 && resize(hw, hw->wiring == WIRING_TORUS2 ? 2 : 3, n_devices);
}

/* The slice of a part next below a number (by its name), or above it; 0 = there is none. */
static int64_t next_slice(int part, int n_axes, int64_t number, int step)
{
    int64_t per_chip = devices[part].per_chip * cores_per_device[part], most = parts[part].domain / devices[part].per_chip;
    int64_t chips = step < 0 ? MIN(number / per_chip, most) : number / per_chip + 1;
    while (chips > 0 && chips <= most && !is_slice(n_axes, chips))
        chips += step;
    return chips > 0 && chips <= most ? chips * per_chip : 0;
}

/* "v5e-16 and v5e-32 are nearest; ", or nothing: of a name whose number no slice has. To be freed. */
static char *nearest_slices(int part, int n_axes, const char *name)
{
    const char *dash = strrchr(name, '-');
    char *end;
    gint64 number = dash && g_ascii_isdigit(dash[1]) ? g_ascii_strtoll(dash + 1, &end, 10) : 0;
    if (number < 1 || number > 1 << 20 || *end)
        return g_strdup("");
    int64_t below = next_slice(part, n_axes, number, -1), above = next_slice(part, n_axes, number, 1);
    if (!below || !above)
        return g_strdup_printf("%s-%" G_GINT64_FORMAT " is nearest; ", parts[part].part, below ? below : above);
    return g_strdup_printf("%s-%" G_GINT64_FORMAT " and %s-%" G_GINT64_FORMAT " are nearest; ", parts[part].part, below, parts[part].part, above);
}

/* Why a part has no model of what follows its name: a number that is none, one that no slice has, a shape of another number of axes. */
static char *hint_of_size(int part, const char *name)
{
    const Hardware *p = &parts[part];
    bool torus = p->wiring == WIRING_TORUS2 || p->wiring == WIRING_TORUS3, slices = g_ascii_isdigit(*name);
    int n_axes = p->wiring == WIRING_TORUS2 ? 2 : 3;
    if (p->wiring == WIRING_MEMORY)
        return g_strdup("virtual devices of one machine are cpu, and cpu-4 of machines with four each");
    if (!torus)
        return g_strdup_printf("%sx8 is eight of them%s", p->part, slices ? "; only slices of TPUs are counted before the name" : ", at most 1048576");
    g_autofree char *nearest = nearest_slices(part, n_axes, name);
    return g_strdup_printf("%sa slice is %s-N%s, N a power of two%s up to %" G_GINT64_FORMAT ", or its shape in chips, %s-%s%s", nearest, p->part, cores_per_device[part] > 1 ? " with two cores to a chip" : "",
                           n_axes == 3 ? " or whole cubes of 4x4x4 chips" : "", p->domain * cores_per_device[part], p->part, n_axes == 2 ? "4x4" : "4x4x8",
                           slices ? "; several of them are 2x and its name" : "");
}

/* The part that a text begins with, by any of its names, the longest; -1 = none. */
static int part_meant(const char *text)
{
    size_t best = 0;
    int part = -1;
    for (int i = 0; i < (int)G_N_ELEMENTS(parts); i++) {
        g_autofree char *all = g_strconcat(parts[i].part, " ", devices[i].names, NULL);
        g_auto(GStrv) names = g_strsplit(all, " ", -1);
        for (char **n = names; *n; n++)
            if (strlen(*n) > best && g_str_has_prefix(text, *n)) {
                best = strlen(*n);
                part = i;
            }
    }
    return part;
}

char *hardware_hint(const char *name)
{
    int64_t n_slices = 1;
    if (strchr(name, ','))
        return g_strdup_printf("one model is taken here; shardscope simulate PROGRAM --hardware %s compares several", name);
    g_autofree char *small = g_ascii_strdown(name, -1);
    const char *rest = read_slices(small, &n_slices);
    if (!g_str_equal(small, name) && hardware_named(small))
        return g_strdup_printf("did you mean %s?", small);
    size_t count = strspn(rest, "0123456789");
    rest += count && rest[count] == 'x' ? count + 1 : 0;
    int part = part_meant(rest);
    return part >= 0 ? hint_of_size(part, small) : g_strdup_printf("models, N devices of them: %s", hardware_names());
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

int64_t hardware_chips(const Hardware *hw, int64_t n_devices)
{
    int64_t n = MAX(hw->n_devices ? hw->n_devices : n_devices, 1), per_chip = MAX(hw->per_chip, 1);
    return (n + per_chip - 1) / per_chip;
}

double hardware_cached_gain(const Hardware *hw, double bytes)
{
    const double octaves = 2; /* from where all is found in the caches to where nothing is; at cache_bytes half the way, as a logarithm */
    if (hw->cached <= 0 || hw->cache_bytes <= 0)
        return 1;
    return pow(fmax(hw->cached / (hw->hbm * hw->hbm_share), 1), CLAMP(0.5 + log2(hw->cache_bytes / bytes) / octaves, 0, 1));
}

double hardware_own_bytes(const Hardware *hw, double bytes)
{
    double n = (double)(hw->domain ? MIN(hw->domain, hw->n_devices) : hw->n_devices); /* of one machine */
    return hw->workers > 0 && n > hw->workers ? bytes * hw->workers / n : bytes;
}

double hardware_turn_ns(const Hardware *hw, double bytes)
{
    const double measured = 2 << 20, less = 0.36; /* source: api/calibrate.c; of an eighth as many bytes each takes half as long, since lines that are written in parts are still there */
    return hw->turned > 0 ? bytes / (hw->turned * CLAMP(pow(measured / fmax(bytes, 1), less), 0.8, 5)) : 0;
}

double hardware_memory_ns(const Hardware *hw, double bytes)
{
    return bytes / (hw->hbm * hw->hbm_share);
}

double hardware_peak(const Hardware *hw, ElemType elem)
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
    double compute = flops / (hardware_peak(hw, elem) * hw->gemm_share), memory = hardware_memory_ns(hw, bytes);
    return fmax(compute, memory) + 0.05 * fmin(compute, memory);
}
