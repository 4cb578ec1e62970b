/* Draws a sharding as a table with one cell per tile, laid out as the Python library rich lays it out for JAX: label_cells,
 * column_widths, then the rows. Widths are in characters. Products of doubles are formed in the order in which JAX forms
 * them, because truncation makes another order differ in some cases. */
#include "runtime/shard/show.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/diag.h"
#include "runtime/shard/tiles.h"

const ShowOptions show_defaults = { .scale = 1.0, .min_width = 9, .max_width = 80, .kind = "CPU" };

typedef struct Cell {
    char *label;
    int length;                    /* characters of the label */
    int left, right, top, bottom;  /* blanks around it */
    int colour;                    /* entry of the palette */
} Cell;

typedef struct Picture {
    const ShowOptions *o;
    int64_t rows, cols;
    Cell *cells;
    int *width;      /* per column */
    int kind_length; /* of the platform, without its blank */
    GString *out;
} Picture;

/* ---- colours ---------------------------------------------------------------------------------------------------- */

static const struct {
    uint8_t r, g, b, code256, code16;
} palette[20] = {
    { 0x39, 0x3B, 0x79, 60, 8 },   { 0x52, 0x54, 0xA3, 61, 8 },   { 0x6B, 0x6E, 0xCF, 62, 12 },
    { 0x9C, 0x9E, 0xDE, 146, 7 },  { 0x63, 0x79, 0x39, 65, 8 },   { 0x8C, 0xA2, 0x52, 107, 7 },
    { 0xB5, 0xCF, 0x6B, 149, 7 },  { 0xCE, 0xDB, 0x9C, 187, 7 },  { 0x8C, 0x6D, 0x31, 95, 3 },
    { 0xBD, 0x9E, 0x39, 143, 3 },  { 0xE7, 0xBA, 0x52, 179, 11 }, { 0xE7, 0xCB, 0x94, 186, 7 },
    { 0x84, 0x3C, 0x39, 95, 8 },   { 0xAD, 0x49, 0x4A, 131, 3 },  { 0xD6, 0x61, 0x6B, 167, 9 },
    { 0xE7, 0x96, 0x9C, 175, 7 },  { 0x7B, 0x41, 0x73, 96, 8 },   { 0xA5, 0x51, 0x94, 132, 8 },
    { 0xCE, 0x6D, 0xBD, 169, 13 }, { 0xDE, 0x9E, 0xD6, 182, 7 },
};

/* Which entry the k-th of n cells gets: JAX walks the cells with a step of about half of them. */
static void choose_colours(Picture *p)
{
    int64_t n = p->rows * p->cols, step = n / 2 + (n % 2 == 0 ? 1 : 0), at = 0;
    for (int64_t k = 0; k < n; k++, at = (at + step) % n) {
        double x = n == 1 ? 0 : at == n - 1 ? 1.0 : (double)at * (1.0 / (double)(n - 1));
        p->cells[k].colour = x >= 1 ? 19 : (int)(20 * x);
    }
}

static void put_run(Picture *p, int colour, const char *text, int n_bytes)
{
    if (!n_bytes)
        return;
    if (colour < 0) {
        g_string_append_len(p->out, text, n_bytes);
        return;
    }
    int r = palette[colour].r, g = palette[colour].g, b = palette[colour].b, code = palette[colour].code16;
    bool black = 0.299 * r + 0.587 * g + 0.114 * b > 186;
    switch (p->o->depth) {
    case SHOW_24_BIT:
        g_string_append_printf(p->out, "\033[38;2;%s;48;2;%d;%d;%dm", black ? "0;0;0" : "255;255;255", r, g, b);
        break;
    case SHOW_256:
        g_string_append_printf(p->out, "\033[38;5;%d;48;5;%dm", black ? 16 : 231, palette[colour].code256);
        break;
    case SHOW_16:
        g_string_append_printf(p->out, "\033[%d;%dm", black ? 30 : 97, code < 8 ? 40 + code : 100 + code - 8);
        break;
    }
    g_string_append_len(p->out, text, n_bytes);
    g_string_append(p->out, "\033[0m");
}

static void put_blanks(Picture *p, int colour, int n)
{
    char *blanks = g_strnfill((gsize)MAX(n, 0), ' ');
    put_run(p, colour, blanks, MAX(n, 0));
    g_free(blanks);
}

/* ---- cells and widths --------------------------------------------------------------------------------------------- */

static char *cell_label(const char *kind, const int64_t *ids, int64_t n)
{
    GString *label = g_string_new(kind);
    for (int64_t i = 0; i < n; i++)
        g_string_append_printf(label, "%c%" PRId64, i ? ',' : ' ', ids[i]);
    return g_string_free(label, FALSE);
}

static void label_cells(Picture *p, const ShowGrid *grid, int rank, const int64_t *dims)
{
    const ShowOptions *o = p->o;
    double base_h = trunc(10 * o->scale);
    double aspect = (rank == 2 ? (double)dims[1] : 1.0) / (double)dims[0];
    double base_w = trunc(base_h * aspect);
    double tall = (double)dims[0] / (double)grid->rows, across = (double)dims[rank - 1];
    int h = rank == 2 ? (int)trunc(tall / (double)dims[0] * base_h) : 1;
    double wide = trunc(across / (double)grid->cols / across * base_w * 2.5);
    int w = (int)fmin(fmax(wide, o->min_width), o->max_width);
    for (int64_t k = 0; k < grid->rows * grid->cols; k++) {
        Cell *c = &p->cells[k];
        c->label = cell_label(o->kind, grid->ids[k], grid->n_ids[k]);
        c->length = (int)g_utf8_strlen(c->label, -1);
        /* An odd free place goes right and below; halves round down, also of negative ones. */
        int slack = w - c->length - 2, over = h - 2, more = o->colour ? 1 : 0;
        int half = slack >> 1, half_over = over >> 1;
        c->left = MAX(half + more, 0);
        c->right = MAX(half + (slack & 1) + more, 0);
        c->top = MAX(half_over + more, 0);
        c->bottom = MAX(half_over + (over & 1) + more, 0);
    }
    choose_colours(p);
}

static int natural_width(const Cell *c, int limit)
{
    if (limit < 1)
        return 0;
    if (limit - (c->left + c->right) < 1)
        return limit;
    return MIN(MIN(c->length, limit) + c->left + c->right, limit);
}

/* Fits column j to its cells within a limit. */
static int column_natural(const Picture *p, int64_t j, int limit)
{
    int width = 0;
    for (int64_t i = 0; i < p->rows; i++)
        width = MAX(width, natural_width(&p->cells[i * p->cols + j], limit));
    return width;
}

/* Takes `total` from the columns that are `of` wide (all of them if of < 0), `cap` at most from each: what is left,
 * shared evenly among the columns still to come, rounded half to even. */
static void take_share(Picture *p, int64_t total, int of, int cap)
{
    int64_t sharers = 0;
    for (int64_t j = 0; j < p->cols; j++)
        sharers += (of < 0 ? p->width[j] > 0 : p->width[j] == of) && cap != 0;
    for (int64_t j = 0; j < p->cols; j++) {
        if (!sharers || (of < 0 ? p->width[j] == 0 : p->width[j] != of))
            continue;
        int most = cap < 0 ? p->width[j] : cap;
        int64_t part = MIN((int64_t)most, (int64_t)nearbyint((double)total / (double)sharers));
        p->width[j] -= (int)part;
        total -= part;
        sharers--;
    }
}

static int64_t total_width(const Picture *p)
{
    int64_t sum = 0;
    for (int64_t j = 0; j < p->cols; j++)
        sum += p->width[j];
    return sum;
}

static void column_widths(Picture *p)
{
    int64_t lines = p->o->colour ? 0 : p->cols + 1;
    int avail = (int)MAX(0, p->o->max_width - lines);
    for (int64_t j = 0; j < p->cols; j++)
        p->width[j] = MAX(column_natural(p, j, avail), 1);
    if (total_width(p) <= avail)
        return;
    for (int64_t excess; (excess = total_width(p) - avail) > 0;) {
        int widest = 0, second = 0;
        for (int64_t j = 0; j < p->cols; j++)
            widest = MAX(widest, p->width[j]);
        for (int64_t j = 0; j < p->cols; j++)
            if (p->width[j] != widest)
                second = MAX(second, p->width[j]);
        if (widest == second)
            break;
        take_share(p, excess, widest, (int)MIN(excess, widest - second));
    }
    if (total_width(p) > avail)
        take_share(p, total_width(p) - avail, -1, -1);
    for (int64_t j = 0; j < p->cols; j++)
        p->width[j] = column_natural(p, j, p->width[j]);
}

/* ---- lines -------------------------------------------------------------------------------------------------------- */

/* How many lines the label takes: none, one, or the platform above the ids. */
static int label_lines(const Cell *c, int width)
{
    int inner = width - c->left - c->right;
    return inner <= 0 ? 0 : c->length <= inner ? 1 : 2;
}

static int cell_height(const Cell *c, int width)
{
    return width == 0 ? 0 : c->top + label_lines(c, width) + c->bottom;
}

/* A piece of the label in exactly `room` characters, cut with an ellipsis if it must be. Heap-owned. */
static char *fit_piece(const char *piece, int room)
{
    GString *s = g_string_new(piece);
    while (g_utf8_strlen(s->str, -1) > room && s->len && s->str[s->len - 1] == ' ')
        g_string_truncate(s, s->len - 1);
    if (g_utf8_strlen(s->str, -1) > room) {
        g_string_truncate(s, (gsize)(g_utf8_offset_to_pointer(s->str, room - 1) - s->str));
        g_string_append(s, "…");
    }
    for (long n = g_utf8_strlen(s->str, -1); n < room; n++)
        g_string_append_c(s, ' ');
    return g_string_free(s, FALSE);
}

static char *label_piece(const Picture *p, const Cell *c, int n_lines, int line, int room)
{
    if (n_lines == 1)
        return g_strdup(c->label);
    const char *ids = g_utf8_offset_to_pointer(c->label, p->kind_length + 1);
    char *kind = g_strndup(c->label, (gsize)(ids - c->label));
    char *piece = fit_piece(line == 0 ? kind : ids, room);
    g_free(kind);
    return piece;
}

/* Line `line` of a cell; what is below the cell's own height is blank and has no colour. */
static void put_cell_line(Picture *p, const Cell *c, int width, int line)
{
    int n_lines = label_lines(c, width), colour = p->o->colour ? c->colour : -1;
    int at = line - c->top;
    if (line >= cell_height(c, width)) {
        put_blanks(p, -1, width);
        return;
    }
    if (at < 0 || at >= n_lines) {
        put_blanks(p, colour, width);
        return;
    }
    int inner = width - c->left - c->right, room = MIN(c->length, inner);
    char *piece = label_piece(p, c, n_lines, at, room);
    put_blanks(p, colour, c->left);
    put_blanks(p, colour, (inner - room) / 2);
    put_run(p, colour, piece, (int)strlen(piece));
    put_blanks(p, colour, inner - room - (inner - room) / 2);
    put_blanks(p, colour, c->right);
    g_free(piece);
}

/* ---- the frame ------------------------------------------------------------------------------------------------------ */

typedef struct Border {
    const char *left, *line, *cross, *right;
} Border;
static const Border top_border = { "┌", "─", "┬", "┐" }, row_border = { "├", "─", "┼", "┤" },
                    end_border = { "└", "─", "┴", "┘" }, ascii_edge = { "+", "-", "-", "+" },
                    ascii_row = { "|", "-", "+", "|" };

static void put_border(Picture *p, const Border *b)
{
    g_string_append(p->out, b->left);
    for (int64_t j = 0; j < p->cols; j++) {
        for (int k = 0; k < p->width[j]; k++)
            g_string_append(p->out, b->line);
        g_string_append(p->out, j + 1 < p->cols ? b->cross : b->right);
    }
}

/* Ends a line that began at `start`, cut at the width of the table: so many columns that even their borders do not
 * fit have no other place to go. Coloured lines always fit. */
static void end_line(Picture *p, gsize start)
{
    if (!p->o->colour && g_utf8_strlen(p->out->str + start, -1) > p->o->max_width)
        g_string_truncate(p->out,
                          (gsize)(g_utf8_offset_to_pointer(p->out->str + start, p->o->max_width) - p->out->str));
    g_string_append_c(p->out, '\n');
}

static void put_border_line(Picture *p, const Border *b, const Border *ascii)
{
    if (p->o->colour)
        return;
    gsize start = p->out->len;
    put_border(p, p->o->ascii ? ascii : b);
    end_line(p, start);
}

static void put_row(Picture *p, int64_t i)
{
    const char *bar = p->o->colour ? "" : p->o->ascii ? "|" : "│";
    const Cell *row = &p->cells[i * p->cols];
    int height = 1;
    for (int64_t j = 0; j < p->cols; j++)
        height = MAX(height, cell_height(&row[j], p->width[j]));
    for (int line = 0; line < height; line++) {
        gsize start = p->out->len;
        g_string_append(p->out, bar);
        for (int64_t j = 0; j < p->cols; j++) {
            put_cell_line(p, &row[j], p->width[j], line);
            g_string_append(p->out, bar);
        }
        end_line(p, start);
    }
}

/* ---- entry points ----------------------------------------------------------------------------------------------------- */

static bool check_request(const ShowGrid *grid, int rank, const int64_t *dims, const ShowOptions *o, GError **error)
{
    if (!(o->scale > 0 && o->scale <= 1000))
        return diag(error, SHARD_ERROR_USAGE, NULL, NULL, "scale %g is not between 0 and 1000", o->scale);
    if (o->min_width < 0 || o->max_width < 1 || o->min_width > 10000 || o->max_width > 10000)
        return diag(error, SHARD_ERROR_USAGE, NULL, NULL, "widths %d to %d are not between 1 and 10000", o->min_width,
                    o->max_width);
    const int64_t parts[2] = { rank == 2 ? grid->rows : grid->cols, grid->cols };
    for (int d = 0; d < rank; d++) {
        if (dims[d] < 1)
            return diag(error, SHARD_ERROR_SHARDING, NULL, NULL, "dimension %d has size 0: nothing to draw", d);
        if (dims[d] % parts[d] != 0)
            return diag(error, SHARD_ERROR_SHARDING, NULL, NULL,
                        "dimension %d of size %" PRId64 " is not a multiple of its %" PRId64 " tiles", d, dims[d], parts[d]);
    }
    return true;
}

static bool check_rank(int rank, GError **error)
{
    return rank == 1 || rank == 2 ||
           diag(error, SHARD_ERROR_SHARDING, NULL, NULL, "a picture needs 1 or 2 dimensions, the value has %d", rank);
}

bool grid_show(GString *out, const ShowGrid *grid, int rank, const int64_t *dims, const ShowOptions *o, GError **error)
{
    if (!check_rank(rank, error) || !check_request(grid, rank, dims, o, error))
        return false;
    Picture p = { .o = o, .rows = grid->rows, .cols = grid->cols, .out = out };
    p.kind_length = (int)g_utf8_strlen(o->kind, -1);
    p.cells = g_new0(Cell, p.rows * p.cols);
    p.width = g_new0(int, p.cols);
    label_cells(&p, grid, rank, dims);
    column_widths(&p);
    put_border_line(&p, &top_border, &ascii_edge);
    for (int64_t i = 0; i < p.rows; i++) {
        if (i)
            put_border_line(&p, &row_border, &ascii_row);
        put_row(&p, i);
    }
    put_border_line(&p, &end_border, &ascii_edge);
    for (int64_t k = 0; k < p.rows * p.cols; k++)
        g_free(p.cells[k].label);
    g_free(p.cells);
    g_free(p.width);
    return true;
}

static int compare_ids(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

bool sharding_show(GString *out, const Sharding *s, int rank, const int64_t *dims, const ShowOptions *o, GError **error)
{
    if (!check_rank(rank, error))
        return false;
    g_assert(s->maximal || s->rank == rank);
    ShowGrid grid = { .rows = rank == 2 && !s->maximal ? sharding_parts(s, 0) : 1,
                      .cols = s->maximal ? 1 : sharding_parts(s, rank - 1) };
    int64_t n_tiles = grid.rows * grid.cols, n = s->mesh->n_devices, copies = n / n_tiles;
    int64_t *ids = g_new(int64_t, n), *n_ids = g_new0(int64_t, n_tiles);
    const int64_t **first = g_new(const int64_t *, n_tiles);
    for (int64_t k = 0; k < n_tiles; k++)
        first[k] = ids + k * copies;
    for (int64_t i = 0; i < n; i++) {
        int64_t device = mesh_device_at(s->mesh, i), coord[2] = { 0, 0 };
        tile_coords(s, device, coord);
        int64_t tile = rank == 2 ? coord[0] * grid.cols + coord[1] : coord[0];
        ids[tile * copies + n_ids[tile]++] = device;
    }
    for (int64_t k = 0; k < n_tiles; k++)
        qsort(ids + k * copies, (size_t)copies, sizeof *ids, compare_ids);
    grid.ids = first;
    grid.n_ids = n_ids;
    bool ok = grid_show(out, &grid, rank, dims, o, error);
    g_free(first);
    g_free(n_ids);
    g_free(ids);
    return ok;
}

/* ---- the terminal ------------------------------------------------------------------------------------------------------- */

static bool env_is(const char *name, const char *value)
{
    const char *have = g_getenv(name);
    return have && g_ascii_strcasecmp(have, value) == 0;
}

void show_use_terminal(ShowOptions *o, bool is_terminal)
{
    const char *force = g_getenv("FORCE_COLOR"), *term = g_getenv("TERM");
    bool on = is_terminal;
    if (env_is("TTY_COMPATIBLE", "0"))
        on = false;
    else if (env_is("TTY_COMPATIBLE", "1"))
        on = true;
    if (force)
        on = *force != 0;
    o->colour = on && !env_is("TERM", "dumb") && !env_is("TERM", "unknown");
    const char *dash = term ? strrchr(term, '-') : NULL;
    const char *last = dash ? dash + 1 : term ? term : "";
    if (env_is("COLORTERM", "truecolor") || env_is("COLORTERM", "24bit"))
        o->depth = SHOW_24_BIT;
    else if (strcmp(last, "256color") == 0 || strcmp(last, "kitty") == 0)
        o->depth = SHOW_256;
    else
        o->depth = SHOW_16;
}
