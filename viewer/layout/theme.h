/* Colours of roles: a table for light windows and one for dark ones; patterns for print. */
#pragma once

#include "viewer/layout/scene.h"

/* print: the light colours, with a pattern of its own for each kind of collective, so that grey paper tells them apart. */
typedef enum ThemeId { THEME_light, THEME_dark, THEME_print, N_THEMES } ThemeId;

/* Lines over a role's boxes in print. */
typedef enum Pattern { PATTERN_none, PATTERN_rising, PATTERN_falling, PATTERN_crossed, PATTERN_upright, PATTERN_level, PATTERN_grid } Pattern;
Pattern theme_pattern(ThemeId theme, Role role);
typedef struct Rgb {
    double r, g, b;
} Rgb;

Rgb theme_colour(ThemeId theme, Role role);
/* tint 255 = the role's colour, 0 = the background; ROLE_tile: tint = place on the ramp, tint2 = how pure. */
Rgb theme_tint(ThemeId theme, Role role, uint8_t tint, uint8_t tint2);
/* A role's colour as text: its own, made darker (lighter on dark) as far as it takes to have a contrast of 4.5 on every
 * role of theme_is_paper(). */
Rgb theme_text(ThemeId theme, Role role);
/* Whether text in the colours of roles is written on this role. Labels of all other boxes are black or white. */
bool theme_is_paper(Role role);
/* Black or white, whichever reads better on it: a contrast of 4.5 at least. */
Rgb theme_ink(Rgb fill);
/* Contrast of two colours, 1..21, as WCAG 2 defines it. */
double rgb_contrast(Rgb a, Rgb b);
double rgb_luminance(Rgb c); /* relative, 0..1 */
