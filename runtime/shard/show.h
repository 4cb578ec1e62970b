/* The sharding picture in the terminal: what jax.debug.visualize_sharding prints, character for character. */
#pragma once

#include "runtime/shard/sharding.h"

typedef enum ShowDepth { SHOW_24_BIT, SHOW_256, SHOW_16 } ShowDepth; /* how colours are written */

typedef struct ShowOptions {
    double scale;             /* 1.0 */
    int min_width, max_width; /* 9, 80: of one cell; the second also of the whole table */
    bool colour;              /* cells as coloured blocks instead of a frame */
    const char *kind;         /* "CPU" */
    ShowDepth depth;
    bool ascii;               /* frame of plain characters, where the output cannot be UTF-8 */
} ShowOptions;
extern const ShowOptions show_defaults;

/* Sets colour and depth for an output that is a terminal or not, by TERM, COLORTERM, FORCE_COLOR, TTY_COMPATIBLE. */
void show_use_terminal(ShowOptions *o, bool is_terminal);

/* Appends the picture of an array of 1 or 2 dimensions. Errors: another rank, a dimension of size 0, tiles of
 * unequal size (as JAX refuses them), options out of range. */
bool sharding_show(GString *out, const Sharding *s, int rank, const int64_t *dims, const ShowOptions *o, GError **error);

/* The same for tiles that are given: ids[row * cols + col] holds n_ids[..] device ids, ascending. A one-dimensional
 * array is one row. */
typedef struct ShowGrid {
    int64_t rows, cols;
    const int64_t *const *ids;
    const int64_t *n_ids;
} ShowGrid;
bool grid_show(GString *out, const ShowGrid *grid, int rank, const int64_t *dims, const ShowOptions *o, GError **error);
