/* Where the tiles of a grid go: which dimension is a column, a row, a panel; and their colours. See picture.h. */
#include "viewer/layout/picture.h"

#include <math.h>


/* Rows and columns for grids of up to one split dimension follow the array, so that a matrix looks like a matrix. */
static void choose_dims(Placement *p, const TileGrid *g, const TileGrid *also, bool transpose)
{
    int split[MAX_RANK], k = 0;
    for (int d = 0; d < g->rank; d++)
        if (g->parts[d] > 1 || (also && also->rank == g->rank && also->parts[d] > 1))
            split[k++] = d;
    p->col = p->row = p->px = p->py = -1;
    if (k >= 2) {
        p->row = split[k - 2];
        p->col = split[k - 1];
        p->px = k >= 3 ? split[k - 3] : -1;
        p->py = k >= 4 ? split[k - 4] : -1;
    } else if (g->rank >= 2) {
        int d = k ? split[0] : g->rank - 1;
        p->col = d == 0 ? g->rank - 1 : d;
        p->row = d == 0 ? 0 : d - 1;
    } else if (g->rank == 1) {
        p->col = 0;
    }
    if (transpose && p->row >= 0) {
        int t = p->row;
        p->row = p->col;
        p->col = t;
    }
    if (p->py >= 0 && g->parts[p->py] == 1) /* one panel alone needs no direction */
        p->py = -1;
    p->n_px = p->px >= 0 ? g->parts[p->px] : 1;
    p->n_py = p->py >= 0 ? g->parts[p->py] : 1;
}

static double padded(const TileGrid *g, int dim)
{
    return dim < 0 ? 1 : (double)MAX(g->tile[dim] * g->parts[dim], 1);
}

/* Folds a strip into the lines whose boxes come nearest to holding a label. */
static void place_strip(Placement *p, const TileGrid *g, int dim, double w, double h)
{
    int n = g->parts[dim], best = n;
    double best_score = -1;
    for (int per = n; per >= 1; per = per > 1 ? (per + 1) / 2 : 0) {
        int lines = (n + per - 1) / per;
        double score = MIN(w / per / 40, h / lines / 20);
        if (score > best_score * 1.2 && (best_score < 1 || per == n)) {
            best_score = score;
            best = per;
        }
    }
    p->per_line = best;
    p->n_lines = (n + best - 1) / best;
    p->col = dim;
    p->row = -1;
    p->w = w;
    p->step_y = MAX(MIN(h / p->n_lines, 46), 1);
    p->h = p->n_lines == 1 ? MIN(p->step_y, 40) : MAX(p->step_y - (p->step_y >= 16 ? 5 : p->step_y >= 6 ? 2 : 0), 1);
}

/* How many panels stand side by side, so that they come out biggest. */
static int panels_across(const Placement *p, double w, double h, double aspect)
{
    int best = 1;
    double best_w = -1;
    for (int across = 1; across <= p->n_px; across++) {
        int down = (p->n_px + across - 1) / across;
        double pw = (w - p->gap_x * (across - 1)) / across, ph = (h - p->gap_y * (down - 1)) / down;
        double got = MIN(pw, ph * aspect);
        if (ph > 2 && pw > 2 && got > best_w * 1.02) {
            best_w = got;
            best = across;
        }
    }
    return best;
}

Placement picture_place(const TileGrid *g, const TileGrid *also, Rect box, bool transpose)
{
    Placement p = { .grid = g, .x = box.x, .y = box.y };
    choose_dims(&p, g, also, transpose);
    box.w = MAX(box.w, 8);
    box.h = MAX(box.h, 8);
    int cols = p.col >= 0 ? g->parts[p.col] : 1, rows = p.row >= 0 ? g->parts[p.row] : 1;
    if (p.row < 0 && p.col >= 0) {
        place_strip(&p, g, p.col, box.w, box.h);
        return p;
    }
    if (g->n_split == 1 && (!also || also->n_split <= 1) && MAX(cols, rows) > 32 && (cols > rows ? box.w / cols < 40 : box.h / rows < 14)) {
        place_strip(&p, g, g->split[0], box.w, box.h);
        return p;
    }
    double aspect = CLAMP(padded(g, p.col) / padded(g, p.row), 0.5, 2.5);
    p.roomy = box.h >= 170;
    p.gap_x = p.roomy ? 34 : 8;
    p.gap_y = p.roomy ? 24 : 6;
    if (p.n_py == 1) {
        int across = panels_across(&p, box.w, box.h, aspect);
        p.n_py = (p.n_px + across - 1) / across;
        p.n_px = across;
    }
    p.gap_x = MIN(p.gap_x, box.w / (1.2 * p.n_px)); /* very many panels stand closer */
    p.gap_y = MIN(p.gap_y, box.h / (1.2 * p.n_py));
    double pw = (box.w - p.gap_x * (p.n_px - 1)) / p.n_px, ph = (box.h - p.gap_y * (p.n_py - 1)) / p.n_py;
    p.w = MIN(pw, ph * aspect);
    p.h = MIN(p.w / aspect, ph);
    if (also && also->rank == g->rank) { /* cells of both as wide and high, so that the pictures come out equal */
        cols = MAX(cols, p.col >= 0 ? also->parts[p.col] : 1);
        rows = MAX(rows, p.row >= 0 ? also->parts[p.row] : 1);
    }
    bool copies = g->n_tiles && (g->n_dev > g->n_tiles || (also && also->n_dev > also->n_tiles)); /* longer labels, perhaps on two lines */
    p.w = MAX(p.w, MIN(pw, cols * (copies ? 62.0 : 40.0))); /* rather a little out of proportion than unreadable */
    p.h = MAX(p.h, MIN(ph, rows * (copies ? 34.0 : 22.0)));
    p.step_x = p.w + p.gap_x;
    p.step_y = p.h + p.gap_y;
    return p;
}

double picture_bottom(const Placement *p)
{
    return p->y + (p->per_line ? p->step_y * (p->n_lines - 1) + p->h : p->step_y * (p->n_py - 1) + p->h);
}

/* Panel of the tile; false: a further split dimension hides it. */
static bool panel_of(const Placement *p, int tile, double *x, double *y)
{
    const TileGrid *g = p->grid;
    for (int i = 0; i < g->n_split; i++) {
        int d = g->split[i];
        if (d != p->col && d != p->row && d != p->px && d != p->py && tile_coord(g, tile, d) != 0)
            return false;
    }
    int i = p->px >= 0 ? tile_coord(g, tile, p->px) : 0;
    int j = p->py >= 0 ? tile_coord(g, tile, p->py) : i / p->n_px;
    *x = p->x + p->step_x * (p->py >= 0 ? i : i % p->n_px);
    *y = p->y + p->step_y * j;
    return true;
}

/* Where elements [begin, end) of a dimension of `all` elements lie on `len` px. */
static void span(double all, double len, int64_t begin, int64_t end, double *at, double *size)
{
    *at = len * (double)begin / all;
    *size = len * (double)(end - begin) / all;
}

bool picture_box(const Placement *p, const int64_t *begin, const int64_t *end, Rect *out)
{
    const TileGrid *g = p->grid;
    if (p->per_line) {
        double per = (double)(g->tile[p->col] * p->per_line);
        int64_t line = per > 0 ? begin[p->col] / (int64_t)per : 0;
        double b = (double)begin[p->col] - (double)line * per, e = (double)end[p->col] - (double)line * per;
        *out = (Rect){ p->x + p->w * b / MAX(per, 1), p->y + p->step_y * (double)line, p->w * MIN(e - b, per - b) / MAX(per, 1), p->h };
        return e > b;
    }
    double x, y, dx = 0, dy = 0, w = p->w, h = p->h;
    int tile = 0;
    for (int d = 0; d < g->rank; d++)
        tile = tile * g->parts[d] + (int)(g->tile[d] ? MIN(begin[d] / g->tile[d], g->parts[d] - 1) : 0);
    if (!panel_of(p, tile, &x, &y))
        return false;
    if (p->col >= 0)
        span(padded(g, p->col), p->w, begin[p->col], end[p->col], &dx, &w);
    if (p->row >= 0)
        span(padded(g, p->row), p->h, begin[p->row], end[p->row], &dy, &h);
    *out = (Rect){ x + dx, y + dy, w, h };
    return w > 0 && h > 0;
}

bool picture_tile(const Placement *p, int tile, Rect *out)
{
    int64_t b[MAX_RANK] = { 0 }, e[MAX_RANK] = { 0 };
    for (int d = 0; d < p->grid->rank; d++) {
        tile_range(p->grid, tile, d, &b[d], &e[d]);
        if (e[d] <= b[d])
            return false;
    }
    if (p->grid->rank == 0) {
        *out = (Rect){ p->x, p->y, p->w, p->h };
        return true;
    }
    return picture_box(p, b, e, out);
}

void picture_tints(const TileGrid *g, int tile, uint8_t *tint, uint8_t *tint2)
{
    *tint = 110;
    *tint2 = 150;
    if (g->n_split == 0)
        return;
    int last = g->split[g->n_split - 1], n = 1, at = 0;
    int outer = g->n_split > 1 ? g->n_split - 1 : 1;
    for (int i = 0; i < outer; i++) {
        at = at * g->parts[g->split[i]] + tile_coord(g, tile, g->split[i]);
        n *= g->parts[g->split[i]];
    }
    *tint = (uint8_t)(n > 1 ? 255.0 * at / (n - 1) : 110);
    *tint2 = 215;
    if (g->n_split > 1)
        *tint2 = (uint8_t)(235 - 150.0 * tile_coord(g, tile, last) / (g->parts[last] - 1));
}
