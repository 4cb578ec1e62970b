/* The project's printf against the C library's: the same text for every conversion, also for numbers that lie halfway between two texts. */
#include <math.h>
#include <string.h>

#include "runtime/base/format.h"

static void check(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static void check(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    g_autofree char *want = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    g_autoptr(GString) got = g_string_new("before ");
    va_start(ap, fmt);
    format_append_list(got, fmt, ap);
    va_end(ap);
    g_assert_cmpstr(got->str + strlen("before "), ==, want);
    g_assert_cmpuint(got->len, ==, strlen(got->str));
}

static void test_conversions(void)
{
    check("nothing to convert");
    check("%s", "");
    check("100%% of %s, %d%c", "it", -7, '!');
    check("%d %d %d", 0, G_MININT, G_MAXINT);
    check("%ld %lld %" G_GINT64_FORMAT, G_MAXLONG, (long long)G_MININT64, (gint64)-1);
    check("%i %li %lli", -1, -2L, -3LL);
    check("%5d|%-5s|%u|%x", 3, "a", 7u, 255u); /* conversions that are left to the C library */
    check("%s %zu %s", "a", (size_t)12, "b");
    g_autofree char *big = g_strnfill(100000, 'x');
    check("%s, %s", big, big);
}

static void check_number(double v)
{
    check("%.0f %.1f %.2f %.3f %.4f", v, v, v, v, v);
    check("%.1g %.2g %.3g %.4g", v, v, v, v);
}

static void test_numbers(void)
{
    static const double some[] = { 0, -0.0, 0.5, 1.5, 2.5, 0.125, 0.375, 2.675, 1.005, 0.045, 9.9995, 99.995, 999.95, 9999.5, 9999.4999, 0.00095, 0.0009999,
                                   1e-5, 123456, 1e9, 999999999.5, 1e15, 1e300, 5e-324, INFINITY, -INFINITY, NAN };
    for (size_t i = 0; i < G_N_ELEMENTS(some); i++) {
        check_number(some[i]);
        check_number(-some[i]);
    }
    GRand *r = g_rand_new_with_seed(7);
    for (int i = 0; i < 20000; i++) {
        check_number(g_rand_double(r) * pow(10, g_rand_int_range(r, -6, 11)));
        check_number(g_rand_int_range(r, 0, 100000) / 1000.0);  /* as people write it */
        check_number(g_rand_int_range(r, 0, 100000) / 1024.0);  /* many halves */
    }
    g_rand_free(r);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/format/conversions", test_conversions);
    g_test_add_func("/format/numbers", test_numbers);
    return g_test_run();
}
