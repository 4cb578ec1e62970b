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
    switch (role) { /* few of many roles have one */
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

double rgb_contrast(Rgb a, Rgb b)
{
    double x = rgb_luminance(a) + 0.05, y = rgb_luminance(b) + 0.05;
    return MAX(x, y) / MIN(x, y);
}

Rgb theme_ink(Rgb fill)
{
    /* As dark as it takes: between white and a darker black every grey has a contrast of 4.5 with one of them. */
    const Rgb white = { 1, 1, 1 }, black = { 0.02, 0.02, 0.024 };
    return rgb_contrast(white, fill) > rgb_contrast(black, fill) ? white : black;
}

bool theme_is_paper(Role role)
{
    switch (role) { /* few of many roles are one */
    case ROLE_background:
    case ROLE_panel:
    case ROLE_row_select:
    case ROLE_row_alt:
    case ROLE_step:
    case ROLE_step_alt: return true;
    default: return false;
    }
}

#define LEAST_CONTRAST 4.5

static bool readable(ThemeId theme, Rgb ink)
{
    for (int r = 0; r < N_ROLES; r++) {
        if (theme_is_paper((Role)r) && rgb_contrast(ink, theme_colour(theme, (Role)r)) < LEAST_CONTRAST)
            return false;
    }
    return true;
}

static Rgb find_text(ThemeId theme, Role role)
{
    Rgb own = theme_colour(theme, role), end = theme == THEME_dark ? (Rgb){ 1, 1, 1 } : (Rgb){ 0, 0, 0 };
    for (int step = 0; step < 50; step++) {
        Rgb ink = mix(own, end, step / 50.0);
        if (readable(theme, ink))
            return ink;
    }
    return end;
}

Rgb theme_text(ThemeId theme, Role role)
{
    static Rgb found[N_THEMES][N_ROLES];
    static gsize done;
    if (g_once_init_enter(&done)) {
        for (int t = 0; t < N_THEMES; t++)
            for (int r = 0; r < N_ROLES; r++)
                found[t][r] = find_text((ThemeId)t, (Role)r);
        g_once_init_leave(&done, 1);
    }
    return found[theme][role < N_ROLES ? role : ROLE_text];
}
