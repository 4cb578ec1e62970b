/* Hardware models that a user describes in a file, a key file with one group:
 *
 *     [hardware]
 *     like = h100              the part whose numbers hold where none is given
 *     devices = 16             how many there are
 *     bf16_tflops = 989        peaks: bf16, f16, f32, f64, fp8, int8 (tops)
 *     memory_gb = 84.9
 *     memory_gbps = 3352
 *     link_gbps = 450          one way
 *     nic_gbps = 50
 *     domain = 8               devices joined directly
 *     price_hour = 2.99        USD for a chip for an hour
 *     ...                      keys[] has all
 */
#include "runtime/sim/hardware.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static const struct {
    const char *key;
    size_t at;
    double unit;
} keys[] = {
#define KEY(name, member, unit) { name, offsetof(Hardware, member), unit }
    KEY("bf16_tflops", bf16, 1e3), KEY("f16_tflops", f16, 1e3), KEY("f32_tflops", f32, 1e3), KEY("f64_tflops", f64, 1e3), KEY("fp8_tflops", fp8, 1e3),
    KEY("int8_tops", int8, 1e3), KEY("memory_gb", memory_bytes, 1e9), KEY("memory_gbps", hbm, 1), KEY("link_gbps", link, 1), KEY("nic_gbps", nic, 1),
    KEY("gemm_share", gemm_share, 1), KEY("memory_share", hbm_share, 1), KEY("link_share", net_share, 1), KEY("cache_mb", cache_bytes, 1e6),
    KEY("gather_us", gather_ns, 1e3), KEY("reduce_us", reduce_ns, 1e3), KEY("exchange_us", exchange_ns, 1e3), KEY("permute_us", permute_ns, 1e3),
    KEY("hop_us", hop_ns, 1e3), KEY("far_us", far_ns, 1e3), KEY("kernel_us", gap_ns, 1e3), KEY("step_us", step_ns, 1e3), KEY("conv_share", conv_share, 1), KEY("vector_gops", steps, 1), KEY("function_steps", dear, 1), KEY("cache_gbps", cached, 1), KEY("whole_steps", whole, 1), KEY("turn_gbps", turned, 1), KEY("gather_gbps", hand_on, 1), KEY("exchange_gbps", exchange, 1), KEY("workers", workers, 1), KEY("price_hour", chip_hour, 1),
#undef KEY
};

/* A line of the file that sets something. */
typedef struct Setting {
    char *key, *value;
    int line, key_col, value_col;
} Setting;

typedef struct Settings {
    const char *path;
    GArray *list;
} Settings;

static bool fail(GError **error, const char *path, int line, int col, const char *hint, const char *message)
{
    return diag(error, SHARD_ERROR_PARSE, &(TextPos){ .file = path, .line = line, .col = col }, hint, "%s", message);
}

static bool fail_key(GError **error, const Settings *f, const Setting *s, const char *hint, const char *what)
{
    g_autofree char *message = g_strdup_printf("%s %s", s->key, what);
    return fail(error, f->path, s->line, s->value_col, hint, message);
}

static void clear_setting(gpointer p)
{
    g_free(((Setting *)p)->key);
    g_free(((Setting *)p)->value);
}

static const Setting *find(const Settings *f, const char *key)
{
    for (guint i = 0; i < f->list->len; i++)
        if (g_str_equal(g_array_index(f->list, Setting, i).key, key))
            return &g_array_index(f->list, Setting, i);
    return NULL;
}

/* "key = value"; `text` is a line without blanks at its ends, which begins in column `col`. */
static bool read_setting(Settings *f, const char *text, int line, int col, GError **error)
{
    const char *equals = strchr(text, '=');
    if (!equals)
        return fail(error, f->path, line, col, "a line is KEY = VALUE, [hardware], or a comment after #", "no = in this line");
    const char *value = equals + 1;
    while (g_ascii_isspace(*value))
        value++;
    Setting s = { g_strchomp(g_strndup(text, (size_t)(equals - text))), g_strdup(value), line, col, col + (int)(value - text) };
    bool twice = find(f, s.key) != NULL;
    g_array_append_val(f->list, s);
    return !twice || fail_key(error, f, &s, NULL, "is set twice");
}

static bool read_lines(Settings *f, const char *text, GError **error)
{
    static const char hint[] = "a file of hardware begins with [hardware]";
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    bool inside = false;
    for (int i = 0; lines[i]; i++) {
        const char *begin = lines[i];
        while (g_ascii_isspace(*begin))
            begin++;
        int col = (int)(begin - lines[i]) + 1;
        g_autofree char *line = g_strchomp(g_strdup(begin));
        if (!*line || *line == '#' || *line == ';')
            continue;
        if (*line == '[' && !g_str_equal(line, "[hardware]"))
            return fail(error, f->path, i + 1, col, hint, "only the group [hardware] is known");
        if (*line == '[') {
            inside = true;
            continue;
        }
        if (!inside)
            return fail(error, f->path, i + 1, col, hint, "this stands before [hardware]");
        if (!read_setting(f, line, i + 1, col, error))
            return false;
    }
    return inside || fail(error, f->path, 1, 1, hint, "no group [hardware]");
}

/* Numbers that may be 0: what takes no time, and rates of which 0 says that they are not known. */
static bool may_be_zero(const char *key)
{
    static const char *const names[] = { "nic_gbps", "cache_mb", "cache_gbps", "whole_steps", "turn_gbps", "gather_gbps", "exchange_gbps", "price_hour" };
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        if (g_str_equal(names[i], key))
            return true;
    return g_str_has_suffix(key, "_us");
}

static bool unknown_key(const Settings *f, const Setting *s, GError **error)
{
    const char *names[G_N_ELEMENTS(keys) + 4] = { "like", "devices", "domain" };
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++)
        names[i + 3] = keys[i].key;
    const char *near = diag_nearest(s->key, names);
    g_autofree char *hint = near ? g_strdup_printf("did you mean %s?", near) : NULL, *message = g_strdup_printf("unknown key %s", s->key);
    return fail(error, f->path, s->line, s->key_col, hint, message);
}

static bool read_number(const Settings *f, const Setting *s, double *v, GError **error)
{
    char *end;
    *v = g_ascii_strtod(s->value, &end);
    if (end == s->value || *g_strchug(end) || isnan(*v))
        return fail_key(error, f, s, "a number is needed", "is not a number");
    if (*v < 0 || *v > 1e15)
        return fail_key(error, f, s, "a number from 0 to 1e15 is needed", "cannot be that");
    return *v > 0 || may_be_zero(s->key) || fail_key(error, f, s, "a number larger than 0 is needed", "cannot be 0");
}

/* Devices of the model; a slice of a TPU has the shape of one of that size. */
static bool take_count(Hardware *hw, const Settings *f, const Setting *s, double v, GError **error)
{
    bool torus = hw->wiring == WIRING_TORUS2 || hw->wiring == WIRING_TORUS3;
    if (v < 1 || v != (double)(int64_t)v || v > 1 << 20)
        return fail_key(error, f, s, "a whole number of devices", "cannot be that");
    if (torus && g_str_equal(s->key, "domain"))
        return fail_key(error, f, s, "a slice of a TPU is one domain; several are like = 2xv6e-256", "cannot be set");
    if (!torus)
        *(g_str_equal(s->key, "devices") ? &hw->n_devices : &hw->domain) = (int64_t)v;
    else if (!hardware_resize(hw, (int64_t)v))
        return fail_key(error, f, s, "slices have 1, 2, 4, 8, ... chips up to the part's largest, those of three axes also whole cubes of 4x4x4", "is no number of devices that a slice has");
    return true;
}

/* One line of the file. */
static bool take(Hardware *hw, const Settings *f, const Setting *s, GError **error)
{
    double v;
    bool counts = g_str_equal(s->key, "devices") || g_str_equal(s->key, "domain");
    if (g_str_equal(s->key, "like"))
        return true;
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++)
        if (g_str_equal(keys[i].key, s->key)) {
            if (!read_number(f, s, &v, error))
                return false;
            *(double *)(void *)((char *)hw + keys[i].at) = v * keys[i].unit;
            return true;
        }
    return counts ? read_number(f, s, &v, error) && take_count(hw, f, s, v, error) : unknown_key(f, s, error);
}

/* The model as it is kept for the life of the process: files that were read before and say the same have one. */
static const Hardware *keep(Hardware hw, const char *path)
{
    static GMutex lock;
    static GPtrArray *kept;
    g_mutex_lock(&lock);
    if (!kept)
        kept = g_ptr_array_new();
    Hardware *found = NULL;
    for (guint i = 0; i < kept->len && !found; i++) {
        Hardware *old = kept->pdata[i];
        hw.name = old->name;
        found = g_str_equal(old->name, path) && memcmp(old, &hw, sizeof hw) == 0 ? old : NULL;
    }
    if (!found) {
        hw.name = g_strdup(path);
        found = g_memdup2(&hw, sizeof hw);
        g_ptr_array_add(kept, found);
    }
    g_mutex_unlock(&lock);
    return found;
}

static const Hardware *take_all(const Settings *f, GError **error)
{
    const Setting *like = find(f, "like");
    const Hardware *base = hardware_named(like ? like->value : "cpu");
    if (!base) {
        g_autofree char *why = hardware_hint(like->value);
        return fail_key(error, f, like, why, "names no hardware"), NULL;
    }
    Hardware hw = *base;
    for (guint i = 0; i < f->list->len; i++)
        if (!take(&hw, f, &g_array_index(f->list, Setting, i), error))
            return NULL;
    const Setting *nic = find(f, "nic_gbps");
    if (hw.domain && nic && hw.nic <= 0)
        return fail_key(error, f, nic, "it is the rate between domains of devices", "cannot be 0"), NULL;
    hw.is_row = false;
    hw.source = "a file";
    if (find(f, "price_hour"))
        hw.chip_hour_from = "the file's price";
    return keep(hw, f->path);
}

static const Hardware *hardware_read(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    GError *why = NULL;
    if (!g_file_get_contents(path, &text, NULL, &why)) {
        diag(error, SHARD_ERROR_PARSE, NULL, "shardscope calibrate writes such a file", "%s", why->message);
        g_error_free(why);
        return NULL;
    }
    Settings f = { path, g_array_new(FALSE, TRUE, sizeof(Setting)) };
    g_array_set_clear_func(f.list, clear_setting);
    const Hardware *hw = read_lines(&f, text, error) ? take_all(&f, error) : NULL;
    g_array_unref(f.list);
    return hw;
}

const Hardware *hardware_find(const char *name, GError **error)
{
    if (g_str_has_suffix(name, ".ini"))
        return hardware_read(name, error);
    const Hardware *hw = hardware_named(name);
    if (!hw) {
        g_autofree char *hint = hardware_hint(name);
        diag(error, SHARD_ERROR_USAGE, NULL, hint, "unknown hardware \"%s\"", name);
    }
    return hw;
}
