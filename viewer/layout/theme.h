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
/* Black or white, whichever reads better on it. */
Rgb theme_ink(Rgb fill);
double rgb_luminance(Rgb c); /* relative, 0..1 */
