/* Bands along a split dimension that say which mesh axis splits it, and round tick values for axes of numbers. */
#pragma once

#include "viewer/layout/viewport.h"

/* One mesh axis, or part of one, that splits a dimension; bands go from major to minor. */
typedef struct RulerBand {
    char name[40];
    int size;
    Role role;
} RulerBand;

#define MAX_BANDS 8
#define RULER_BAND 14 /* px across one band */

/* "data,x:(1)2" as the trace writes the axes of a dimension. Returns how many bands there are; an axis the mesh does
 * not have is left out. parts: the dimension's number of tiles; where names do not explain it, one nameless band. */
int ruler_bands(const char *axes, int parts, const MeshGeom *mesh, RulerBand bands[MAX_BANDS]);
/* Bands of one dimension beside a picture that is `len` px long. Takes n * RULER_BAND px across. */
typedef struct Ruler {
    const RulerBand *bands;
    int n;
    bool vertical; /* downwards, the names below; else to the right, the names at the end */
    double len;
    bool names;
} Ruler;

/* From (x, y); the minor band is nearest the picture. */
void ruler_draw(Scene *s, const Metrics *m, const Ruler *r, double x, double y);

/* The step between ticks of an axis that shows `span` units on `px` pixels, ticks at least min_px apart: 1, 2 or 5
 * times a power of ten. */
int64_t ruler_tick(int64_t span, double px, double min_px);
