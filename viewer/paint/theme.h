/* Roles to colours: one table for light windows, one for dark ones. */
#pragma once

#include "viewer/layout/scene.h"

typedef enum ThemeId { THEME_light, THEME_dark } ThemeId;
typedef struct Rgb {
    double r, g, b;
} Rgb;

Rgb theme_colour(ThemeId theme, Role role);
/* tint 255 = the role's colour, 0 = the background; ROLE_tile: tint = place on the ramp, tint2 = how pure. */
Rgb theme_tint(ThemeId theme, Role role, uint8_t tint, uint8_t tint2);
/* Black or white, whichever reads better on it. */
Rgb theme_ink(Rgb fill);
double rgb_luminance(Rgb c); /* relative, 0..1 */
