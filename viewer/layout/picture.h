/* The picture of one sharding: tiles to scale, which mesh axis splits what, which devices hold each tile; and the
 * mesh in the same colours. Padding is hatched, and the edge of the array is drawn. */
#pragma once

#include "viewer/layout/ruler.h"
#include "viewer/layout/tiles.h"

/* Where the tiles of a grid go on the screen. Up to four split dimensions are drawn: columns, rows, panels across,
 * panels down; of any further one the first part is shown and named. A grid with one dimension is a strip, wrapped
 * into lines. dims are -1 where unused. */
typedef struct Placement {
    const TileGrid *grid;
    int col, row, px, py;      /* dimensions of the array */
    int n_px, n_py;            /* panels */
    int per_line, n_lines;     /* a strip's tiles in a line; 0 = not a strip */
    double x, y;               /* of the first panel's plot */
    double w, h;               /* of one panel's plot, padding included; of one line of a strip */
    double step_x, step_y;     /* from panel to panel, from line to line */
    double gap_x, gap_y;       /* between panels */
    bool roomy;                /* there is room for panel titles */
} Placement;

/* Fits the grid into the box; rulers and captions must have been taken off. also: another layout of the array,
 * or NULL: dimensions that only it splits are drawn too, so that the two pictures show the same ones. */
Placement picture_place(const TileGrid *grid, const TileGrid *also, Rect box, bool transpose);
double picture_bottom(const Placement *p); /* y below the last tile */
/* The tile's rectangle, without what is padding; false: all padding, or not among the parts shown. */
bool picture_tile(const Placement *p, int tile, Rect *out);
/* The rectangle of elements [begin[d], end[d]) of every dimension within one panel. */
bool picture_box(const Placement *p, const int64_t *begin, const int64_t *end, Rect *out);
/* The tile's colour: its place on the ramp and its paleness. The same in the array and in the mesh. */
void picture_tints(const TileGrid *g, int tile, uint8_t *tint, uint8_t *tint2);

/* What rulers and captions need around the plot, px. */
typedef struct PictureRoom {
    double left, top, right, below;
} PictureRoom;

typedef struct PictureStyle {
    const ShardGeom *geom;
    const MeshGeom *mesh;
    int64_t run;
    bool rulers;    /* bands of mesh axes, with their names */
    bool captions;  /* which dimension runs which way, and what is not shown, below */
    bool labels;    /* device ids in the tiles */
    bool neutral;   /* grey tiles: the colours are needed for something else */
    bool transpose;
    const Ref *hover, *select; /* devices or tiles to light up; may be NULL */
    const TileGrid *also;      /* the picture beside this one; as picture_place's */
    const PictureRoom *room;   /* keep this much free, so that two pictures stand level; NULL = what is needed */
} PictureStyle;

PictureRoom picture_room(const Metrics *m, const TileGrid *grid, const PictureStyle *style, double w, double h);
/* Draws into the box, rulers included. Returns where the tiles went. */
Placement picture_draw(Scene *s, const Metrics *m, const TileGrid *grid, const PictureStyle *style, Rect box);
/* The mesh, each device in the colour of the tile it holds. Returns the height used. */
double picture_mesh(Scene *s, const Metrics *m, const TileGrid *grid, const PictureStyle *style, Rect box);
/* One line on what the picture shows: "8 tiles of [1024, 512] = 2.0 MiB, each on 2 devices; padding 17 %". */
char *picture_caption(const TileGrid *grid, const ShardGeom *geom);
