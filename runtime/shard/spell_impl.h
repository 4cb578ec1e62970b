/* What the readers of sharding text share: a cursor over one annotation, and axis look-up with hints. */
#pragma once

#include "runtime/shard/spell.h"

typedef struct Scan {
    const char *text, *p;   /* the whole annotation and the place in it */
    const char *what;       /* "sharding", "mesh": the noun of error messages */
    const TextPos *at;      /* where the annotation starts, or NULL */
    const char *hint;       /* for errors that bring none, or NULL */
    bool bare;              /* names may stand without quotes, as newer versions of XLA print axes */
    GError **error;
} Scan;

Scan scan_start(const char *text, const char *what, const TextPos *at, GError **error);
/* Skips blanks and comments, then: the next character, without taking it. */
char scan_peek(Scan *s);
/* Take it if it is there. A word ends where letters, digits and _ end. */
bool scan_char(Scan *s, char c);
bool scan_word(Scan *s, const char *word);
bool scan_expect(Scan *s, char c);
bool scan_end(Scan *s);
/* A decimal number >= 0. */
bool scan_int(Scan *s, int64_t *out);
/* "[1,2,3]" or whatever is between two brackets; at least one number. Arena-owned. */
bool scan_int_list(Scan *s, Arena *arena, char open, char close, const int64_t **out, int64_t *n);
/* "text" or 'text', escapes undone, or, where that is allowed, text; heap-owned. Also where the quotes themselves are escaped. */
char *scan_string(Scan *s);
/* An error about the whole annotation; false. */
bool scan_fail(Scan *s, const char *hint, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* "expected X before Y". */
bool scan_expected(Scan *s, const char *wanted);

/* A growing list of references, on the heap. */
typedef struct RefList {
    AxisRef *v;
    int n, cap;
} RefList;

/* "x" or "x":(1)2 with either kind of quote. */
bool scan_axis(Scan *s, const Mesh *mesh, AxisRef *out);
/* "{"x", "y"}" behind whatever introduced it. */
bool scan_axis_set(Scan *s, const Mesh *mesh, RefList *out);
/* "{"x", ?}p1" */
typedef struct ScannedDim {
    RefList axes;
    bool open;
    int priority;
} ScannedDim;
typedef struct ScannedDims {
    ScannedDim *v;
    int n, cap;
} ScannedDims;
bool scan_dims(Scan *s, const Mesh *mesh, ScannedDims *out);
/* Everything behind the dims of a sharding, in any order; each part at most once. */
typedef struct ScannedSets {
    RefList replicated, unreduced, manual;
    Reduction reduction;
} ScannedSets;
/* "replicated={..}" and the like, without the comma before it; false without an error if there is none. */
bool scan_set(Scan *s, const Mesh *mesh, ScannedSets *out);
/* Interns what was scanned after checking it, then frees it; NULL + error. `ok` false only frees. */
const Sharding *scan_finish(Scan *s, ShardingTable *t, const Mesh *mesh, ScannedDims *dims, ScannedSets *sets, bool ok);

/* Axis by name; on failure an error that lists the mesh's axes and names the nearest. */
int scan_axis_name(Scan *s, const Mesh *mesh, const char *name);
/* "["x"=2, "y"=4]": the axes of a mesh, then what both spellings of ids need. */
bool scan_mesh_axes(Scan *s, Arena *scratch, Mesh *out);
const Mesh *scan_mesh_done(Scan *s, ShardingTable *t, Mesh *mesh);

/* Sharding text inside a larger one. */
const char *reduction_word(Reduction r);  /* "sum" */
bool reduction_from_word(Scan *s, Reduction *out);

/* ---- tilings as digits (gspmd_digits.c) --------------------------------------------------------------- */

/* Device positions of a tiling as a mixed-radix number: tile index digits, major to minor, each with the stride it has
 * in the device's position. */
typedef struct Digit {
    int64_t size, stride;
    int dim;             /* of the tile array */
} Digit;
typedef struct Digits {
    Digit *v;
    int n;
} Digits;
/* The digits of a tiled one relative to a device order (NULL = identity); false if there are none. */
bool gspmd_digits(Arena *arena, const Gspmd *g, const Mesh *order, Digits *out);
/* One digit as axes of a mesh, major to minor, appended; false if the mesh's cuts do not fit. */
bool digit_axes(const Mesh *mesh, Digit digit, RefList *out);
