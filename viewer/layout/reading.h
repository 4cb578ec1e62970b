/* Traversal for screen readers: the things of a scene that stand for rows of the trace, each with its place, name and
 * description. Tests look things up by name here too. */
#pragma once

#include "viewer/layout/scene.h"

typedef struct Reading {
    Ref ref;
    const char *go;     /* as Item.go; of the scene */
    double x, y, w, h;  /* what is seen of it */
    char *name;         /* the texts in it, one after the other: "dot.11, all-gather(dim 0), 1.5 KiB" */
    const char *tip;    /* of the scene; NULL = nothing more is known */
} Reading;

/* In paint order, at most `most` of them, those that are hidden by their pane's edge left out; pieces of one thing count
 * as one. To be freed with g_array_unref; good as long as the scene is not laid out again. */
GArray *scene_read(const Scene *s, int most);
