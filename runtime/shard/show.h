/* The sharding picture in the terminal: what jax.debug.visualize_sharding prints, character for character. */
#pragma once

#include "runtime/shard/sharding.h"

typedef struct ShowOptions {
    double scale;            /* 1.0 */
    int min_width, max_width; /* 9, 80 */
    bool colour;
    const char *kind;        /* "CPU" */
} ShowOptions;
extern const ShowOptions show_defaults;

/* rank must be 1 or 2, else an error says so. */
bool sharding_show(GString *out, const Sharding *s, int rank, const int64_t *dims, const ShowOptions *o, GError **error);
