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
    KEY("hop_us", hop_ns, 1e3), KEY("kernel_us", gap_ns, 1e3), KEY("conv_share", conv_share, 1), KEY("vector_gops", steps, 1), KEY("function_steps", dear, 1), KEY("cache_gbps", cached, 1), KEY("whole_steps", whole, 1), KEY("turn_gbps", turned, 1), KEY("gather_gbps", hand_on, 1), KEY("exchange_gbps", exchange, 1), KEY("price_hour", chip_hour, 1),
#undef KEY
};

/* An error at the line that begins with `key`, or the first. */
static bool fail(GError **error, const char *path, const char *hint, const char *message, const char *key)
{
    g_autofree char *text = NULL;
    TextPos at = { .file = path, .line = 1, .col = 1 };
    g_file_get_contents(path, &text, NULL, NULL);
    g_auto(GStrv) lines = g_strsplit(text ? text : "", "\n", -1);
    for (int i = 0; key && lines[i]; i++)
        if (g_str_has_prefix(g_strchug(lines[i]), key))
            at.line = i + 1;
    return diag(error, SHARD_ERROR_PARSE, &at, hint, message, key);
}

/* One line of the file. */
static bool take(Hardware *hw, const char *path, GKeyFile *file, const char *key, GError **error)
{
    if (g_str_equal(key, "like"))
        return true;
    g_autofree char *text = g_key_file_get_value(file, "hardware", key, NULL);
    char *end;
    double v = g_ascii_strtod(text, &end);
    if (end == text || *g_strchug(end) || !(v >= 0) || v > 1e15)
        return fail(error, path, "a number is needed, 0 or larger", "%s is not a number", key);
    if (g_str_equal(key, "devices") || g_str_equal(key, "domain")) {
        if (v < 1 || v != (double)(int64_t)v || v > 1 << 20)
            return fail(error, path, "a whole number of devices", "%s cannot be that", key);
        *(g_str_equal(key, "devices") ? &hw->n_devices : &hw->domain) = (int64_t)v;
        return true;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++)
        if (g_str_equal(keys[i].key, key)) {
            *(double *)(void *)((char *)hw + keys[i].at) = v * keys[i].unit;
            return true;
        }
    g_autofree const char **names = g_new0(const char *, G_N_ELEMENTS(keys) + 1);
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++)
        names[i] = keys[i].key;
    const char *near = diag_nearest(key, names);
    g_autofree char *hint = near ? g_strdup_printf("did you mean %s?", near) : NULL;
    return fail(error, path, hint, "unknown key %s", key);
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

static const Hardware *hardware_read(const char *path, GError **error)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    GError *why = NULL;
    if (!g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, &why)) {
        fail(error, path, "a file of hardware begins with [hardware]", "%s", why->message);
        g_error_free(why);
        return NULL;
    }
    g_autofree char *like = g_key_file_get_string(file, "hardware", "like", NULL);
    const Hardware *base = hardware_named(like ? like : "cpu");
    if (!base) {
        fail(error, path, hardware_names(), "no hardware model is called %s", like);
        return NULL;
    }
    g_auto(GStrv) list = g_key_file_get_keys(file, "hardware", NULL, NULL);
    if (!list) {
        fail(error, path, "a file of hardware begins with [hardware]", "%s", "no group [hardware]");
        return NULL;
    }
    Hardware hw = *base;
    for (char **k = list; *k; k++)
        if (!take(&hw, path, file, *k, error))
            return NULL;
    if (hw.domain && hw.nic <= 0)
        return fail(error, path, "nic_gbps is the rate between domains", "%s needs nic_gbps", "domain"), NULL;
    hw.is_row = false;
    hw.source = "a file";
    if (g_key_file_has_key(file, "hardware", "price_hour", NULL))
        hw.chip_hour_from = "the file's price";
    return keep(hw, path);
}

const Hardware *hardware_find(const char *name, GError **error)
{
    if (g_str_has_suffix(name, ".ini"))
        return hardware_read(name, error);
    const Hardware *hw = hardware_named(name);
    if (!hw) {
        g_autofree char *hint = g_strdup_printf("models, N devices of them: %s", hardware_names());
        diag(error, SHARD_ERROR_USAGE, NULL, hint, "unknown hardware \"%s\"", name);
    }
    return hw;
}
