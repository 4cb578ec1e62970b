/* Numbers with units for reports and views: three or four significant digits. See units.h. */
#include "trace/units.h"

#include <glib.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Removes trailing zeros: "8.00" becomes "8", "8.50" becomes "8.5". Used for sizes, which are often whole numbers. */
static void trim_zeros(char *s)
{
    if (!strchr(s, '.'))
        return;
    char *end = s + strlen(s);
    while (end[-1] == '0')
        *--end = '\0';
    if (end[-1] == '.')
        end[-1] = '\0';
}

/* What rounds to zero has no sign: no "-0". */
static double without_sign_of_zero(double x, int digits)
{
    return fabs(x) * pow(10, digits) <= 0.5 ? 0 : x;
}

TraceWord trace_percent(double percent)
{
    TraceWord w;
    g_snprintf(w.s, sizeof w.s, "%.1f %%", without_sign_of_zero(percent, 1));
    return w;
}

TraceWord trace_change(double percent)
{
    double x = without_sign_of_zero(percent, 1);
    TraceWord w;
    g_snprintf(w.s, sizeof w.s, x == 0 ? "%.1f %%" : "%+.1f %%", x);
    return w;
}

/* v in the largest unit that leaves it at least 1. The smallest unit is printed whole, rounded as JSON and CSV round it. */
static TraceWord scaled(double v, const double *steps, const char *const *units, int n, bool trim)
{
    double size = fabs(v);
    int i = n - 1;
    while (i > 0 && size < steps[i])
        i--;
    double x = v / steps[i];
    int digits = i == 0 ? 0 : fabs(x) < 9.995 ? 2 : 1;
    char number[64];
    g_snprintf(number, sizeof number, "%.*f", digits, i == 0 ? round(x) + 0. : without_sign_of_zero(x, digits));
    if (trim)
        trim_zeros(number);
    TraceWord w;
    g_snprintf(w.s, sizeof w.s, "%s %s", number, units[i]);
    return w;
}

TraceWord trace_bytes(int64_t bytes)
{
    static const double steps[] = { 1, 1024., 1048576., 1073741824., 1099511627776. };
    static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
    return scaled((double)bytes, steps, units, G_N_ELEMENTS(units), true);
}

TraceWord trace_ns(double ns)
{
    if (fabs(ns) >= 600e9) { /* what takes that long is not measured in seconds */
        TraceWord w;
        double s = fabs(ns) / 1e9;
        g_snprintf(w.s, sizeof w.s, s < 6000 ? "%.1f min" : s < 360000 ? "%.1f h" : "%.1f days", copysign(s < 6000 ? s / 60 : s < 360000 ? s / 3600 : s / 86400, ns));
        return w;
    }
    static const double steps[] = { 1, 1e3, 1e6, 1e9 };
    static const char *const units[] = { "ns", "µs", "ms", "s" };
    /* Rows hold whole ns: what is worked out more exactly, 86949.95, says no other number than its row, 86950. */
    return scaled(round(ns) + 0., steps, units, G_N_ELEMENTS(units), false);
}

TraceWord trace_flops(double flops)
{
    static const double steps[] = { 1, 1e3, 1e6, 1e9, 1e12, 1e15 };
    static const char *const units[] = { "FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP" };
    return scaled(flops, steps, units, G_N_ELEMENTS(units), true);
}
