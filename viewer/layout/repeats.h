/* Equal layers of a program: stretches of ops that follow one another and differ in where they come from only. Found by
 * structure: op, shape, layout, number of operands and what these are. Attributes are not compared, since layers that
 * take their weights from one array differ in them. Names only decide between cuts that are as good. */
#pragma once

#include "trace/layers.h"
#include "viewer/views/graph.h"

typedef struct Repeat {
    int first;  /* place of its first op */
    int period; /* ops of one layer */
    int times;
} Repeat;

/* Where an instruction stands in its repeat. */
typedef struct RepeatSlot {
    int repeat; /* -1 = in none */
    int copy;   /* which layer, from 0 */
    int offset; /* the same for the instructions that correspond, and different for others; < 0: an argument or a constant of one layer */
} RepeatSlot;

typedef struct Repeats {
    int *line;         /* by place: the instructions that do something, in the program's order */
    int n_line;
    int *place;        /* of each instruction; -1 = arguments, constants, tuples and their parts */
    RepeatSlot *slots; /* of each instruction */
    GArray *list;      /* Repeat, in the program's order */
} Repeats;

/* layers: names that tell layers apart; NULL = none. */
Repeats *repeats_new(const GraphRows *g, const TraceLayers *layers);
void repeats_free(Repeats *r); /* accepts NULL */
