/* Hardware that a file describes: what it sets, and where its errors are. */
#include "runtime/sim/hardware.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "runtime/sim/coll_time.h"
#include "runtime/sim/topology.h"

static const Hardware *read_text(const char *text, GError **error)
{
    g_autofree char *path = NULL;
    int fd = g_file_open_tmp("hardware-XXXXXX.ini", &path, NULL);
    g_assert_cmpint(fd, >=, 0);
    close(fd);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    const Hardware *hw = hardware_find(path, error);
    g_unlink(path);
    return hw;
}

static const Hardware *reads(const char *text)
{
    GError *error = NULL;
    const Hardware *hw = read_text(text, &error);
    g_assert_no_error(error);
    return hw;
}

static void test_values(void)
{
    const Hardware *hw = reads("# mine\n\n  [hardware]\r\nlike = h100\r\n; faster\n  link_gbps=100\nmemory_gb = 141 \ndevices = 16\nkernel_us = 0\n");
    g_assert_cmpfloat(hw->link, ==, 100);
    g_assert_cmpfloat(hw->memory_bytes, ==, 141e9);
    g_assert_cmpfloat(hw->gap_ns, ==, 0);
    g_assert_cmpfloat(hw->hbm, ==, hardware_named("h100")->hbm);
    g_assert_cmpint(hw->n_devices, ==, 16);
    g_assert_false(hw->is_row);
}

/* What crosses between machines waits for the network, whatever its size. */
static void test_far(void)
{
    const Hardware *near = reads("[hardware]\nlike = cpu\ndevices = 8\ndomain = 4\nreduce_us = 2\nnic_gbps = 1\n"), *far = reads("[hardware]\nlike = cpu\ndevices = 8\ndomain = 4\nreduce_us = 2\nnic_gbps = 1\nfar_us = 300\n");
    Wires inside = { .n = 4, .n_domains = 1, .extent = { 1, 1, 1 }, .stride = { 1, 1, 1 }, .pair = 1 }, between = { .n = 8, .n_domains = 2, .extent = { 1, 1, 1 }, .stride = { 1, 1, 1 }, .pair = 1 };
    g_assert_cmpfloat(wires_ns(far, &inside, PATTERN_REDUCE, 0), ==, wires_ns(near, &inside, PATTERN_REDUCE, 0));
    g_assert_cmpfloat_with_epsilon(wires_ns(near, &between, PATTERN_REDUCE, 0), 4e3, 1e-6);
    g_assert_cmpfloat_with_epsilon(wires_ns(far, &between, PATTERN_REDUCE, 0), 302e3, 1e-6);
    g_assert_cmpfloat(coll_estimate(far, COLL_ALL_REDUCE, 4, &between, COLL_HOLD_NONE).ns, >=, 300e3);
}

/* A slice of a TPU is as large as its number says, with axes of that shape. */
static void test_slices(void)
{
    const Hardware *hw = reads("[hardware]\nlike = v5e\ndevices = 64\n");
    g_assert_cmpint(hw->n_devices, ==, 64);
    g_assert_cmpint(hw->torus[1], ==, 8);
    g_assert_cmpint(hw->torus[2], ==, 8);
    g_assert_cmpmem(reads("[hardware]\ndevices = 8\nlike = tpu7x\n")->torus, sizeof hw->torus, hardware_named("tpu7x-8")->torus, sizeof hw->torus);
}

static void test_errors(void)
{
    static const struct {
        const char *text, *message;
        int line, col;
    } cases[] = {
        { "", "no group [hardware]", 1, 1 },
        { "like = h100\n", "this stands before [hardware]", 1, 1 },
        { "[hardware]\n[network]\n", "only the group [hardware] is known", 2, 1 },
        { "[hardware]\n  h100\n", "no = in this line", 2, 3 },
        { "[hardware]\nlike = h1000x8\n", "like names no hardware", 2, 8 },
        { "[hardware]\nlike = h100\nlink_gpbs = 100\n", "unknown key link_gpbs", 3, 1 },
        { "[hardware]\nmemory_gbps = 100\nmemory_gb = much\n", "memory_gb is not a number", 3, 13 },
        { "[hardware]\nlike = h100\n link_gbps =  -3\n", "link_gbps cannot be that", 3, 15 },
        { "[hardware]\nlike = h100\nlink_gbps = 100 GB\n", "link_gbps is not a number", 3, 13 },
        { "[hardware]\nlike = h100\nlink_gbps =\n", "link_gbps is not a number", 3, 12 },
        { "[hardware]\nlike = h100\nbf16_tflops = inf\n", "bf16_tflops cannot be that", 3, 15 },
        { "[hardware]\nlike = h100\nbf16_tflops = nan\n", "bf16_tflops is not a number", 3, 15 },
        { "[hardware]\nlike = h100\nmemory_gbps = 0\n", "memory_gbps cannot be 0", 3, 15 },
        { "[hardware]\nlike = h100\ngemm_share = 0\n", "gemm_share cannot be 0", 3, 14 },
        { "[hardware]\nlike = h100\ndevices = 2.5\n", "devices cannot be that", 3, 11 },
        { "[hardware]\nlike = h100\ndevices = 0\n", "devices cannot be 0", 3, 11 },
        { "[hardware]\nlike = v5e\ndevices = 512\n", "devices is no number of devices that a slice has", 3, 11 },
        { "[hardware]\nlike = tpu7x\ndevices = 7\n", "devices is no number of devices that a slice has", 3, 11 },
        { "[hardware]\nlike = v5e\ndomain = 8\n", "domain cannot be set", 3, 10 },
        { "[hardware]\nlike = h100\nlink_gbps = 1\n\nlink_gbps = 2\n", "link_gbps is set twice", 5, 13 },
        { "[hardware]\nlike = h100\nnic_gbps = 0\n", "nic_gbps cannot be 0", 3, 12 },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(read_text(cases[i].text, &error));
        DiagPlace at;
        g_assert_true(diag_place(error, &at));
        if (!strstr(error->message, cases[i].message) || at.line != cases[i].line || at.col != cases[i].col)
            g_error("\"%s\" is to fail with \"%s\" at %d:%d, and fails with: %s", cases[i].text, cases[i].message, cases[i].line, cases[i].col, error->message);
    }
    g_autoptr(GError) error = NULL;
    g_assert_null(hardware_find("/nowhere/my.ini", &error));
    g_assert_nonnull(strstr(error->message, "/nowhere/my.ini"));
}

static void test_hints(void)
{
    static const char *const cases[][2] = { { "H100x8", "did you mean h100x8?" }, { "v5e-512", "v5e-256 is nearest" }, { "v5e-17", "v5e-16 and v5e-32 are nearest" }, { "v5p-12", "v5p-8 and v5p-16 are nearest" }, { "2xv6e-24", "v6e-16 and v6e-32 are nearest" },
                                            { "v5p-390", "v5p-384 and v5p-512 are nearest" }, { "tpu7x-6", "v7x-4 and v7x-8 are nearest" }, { "v6e-3x5", "v6e-4x4" }, { "v5p-7", "two cores to a chip" }, { "v5p-4x4", "v5p-4x4x8" }, { "2xh100x8", "only slices of TPUs" },
                                            { "h100x0", "h100x8 is eight of them" }, { "0xv5e-16", "N a power of two" }, { "cpu-0", "virtual devices" }, { "abacus", "models, N devices" } };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_assert_null(hardware_named(cases[i][0]));
        g_autofree char *hint = hardware_hint(cases[i][0]);
        if (!strstr(hint, cases[i][1]))
            g_error("%s: the hint is \"%s\"", cases[i][0], hint);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/hardware-file/values", test_values);
    g_test_add_func("/sim/hardware-file/far", test_far);
    g_test_add_func("/sim/hardware-file/slices", test_slices);
    g_test_add_func("/sim/hardware-file/errors", test_errors);
    g_test_add_func("/sim/hardware-file/hints", test_hints);
    return g_test_run();
}
