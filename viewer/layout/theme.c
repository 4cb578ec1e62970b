/* Themes. See theme.h. The ramp for positions follows viridis (a perceptual map by S. van der Walt and N. Smith, in
 * the public domain), by nine of its points. */
#include "viewer/layout/theme.h"

#include <math.h>

static const uint32_t table[N_THEMES][N_ROLES] = {
    {
#define ROLE(id, light, dark) light,
#include "viewer/layout/roles.def"
    },
    {
#define ROLE(id, light, dark) dark,
#include "viewer/layout/roles.def"
    },
    {
#define ROLE(id, light, dark) light,
#include "viewer/layout/roles.def"
    },
};

Pattern theme_pattern(ThemeId theme, Role role)
{
    if (theme != THEME_print)
        return PATTERN_none;
    switch ((int)role) { /* few of many roles have one */
    case ROLE_all_gather: return PATTERN_rising;
    case ROLE_reduce_scatter: return PATTERN_falling;
    case ROLE_all_reduce: return PATTERN_crossed;
    case ROLE_all_to_all: return PATTERN_upright;
    case ROLE_permute: return PATTERN_level;
    case ROLE_send_recv: return PATTERN_grid;
    default: return PATTERN_none;
    }
}

static Rgb from_hex(uint32_t c)
{
    return (Rgb){ (c >> 16 & 255) / 255.0, (c >> 8 & 255) / 255.0, (c & 255) / 255.0 };
}

static Rgb mix(Rgb a, Rgb b, double t)
{
    return (Rgb){ a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t };
}

Rgb theme_colour(ThemeId theme, Role role)
{
    return from_hex(table[theme][role < N_ROLES ? role : ROLE_none]);
}

static Rgb ramp(double t)
{
    static const uint32_t stops[] = { 0x440154, 0x472D7B, 0x3B528B, 0x2C728E, 0x21918C,
                                      0x28AE80, 0x5EC962, 0xADDC30, 0xFDE725 };
    double at = t * (G_N_ELEMENTS(stops) - 1);
    int i = (int)at;
    if (i >= (int)G_N_ELEMENTS(stops) - 1)
        return from_hex(stops[G_N_ELEMENTS(stops) - 1]);
    return mix(from_hex(stops[i]), from_hex(stops[i + 1]), at - i);
}

Rgb theme_tint(ThemeId theme, Role role, uint8_t tint, uint8_t tint2)
{
    Rgb back = theme_colour(theme, ROLE_background);
    if (role == ROLE_tile)
        return mix(back, ramp(tint / 255.0), tint2 / 255.0);
    return mix(back, theme_colour(theme, role), tint / 255.0);
}

static double linear(double v)
{
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

double rgb_luminance(Rgb c)
{
    return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

Rgb theme_ink(Rgb fill)
{
    double l = rgb_luminance(fill);
    return 1.05 / (l + 0.05) > (l + 0.05) / 0.05 ? (Rgb){ 1, 1, 1 } : (Rgb){ 0.06, 0.07, 0.08 };
}
