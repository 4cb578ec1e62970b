/* Insides of the search, shared by search.c (what to try), trial.c (a single trial) and repeat.c (what was won once, tried in equal
 * surroundings). */
#pragma once

#include "runtime/partition/places.h"

enum { MAX_WAYS_KEPT = 160 };

#define SEARCH_EPSILON 1e-7 /* of the whole price: less is no gain */

typedef VEC(int) IntList;

typedef struct Search {
    Insert *x;
    Net *net;
    VEC(int) undo;         /* pairs: node, way before */
    VEC(int) queue;        /* nodes to look at */
    VEC(int) led;          /* nodes that were given a way, the first one and those that followed */
    int stage;             /* how much of each node is tried: search.c */
    double start;          /* price at the beginning */
    double at_refill;      /* and when the budget was last filled */
    int refills;
    int64_t chunk;         /* what a budget is filled with */
    int *stamp;            /* by node: trial in which it was led or chose */
    int *queued;           /* by node: trial in which it stands in the queue */
    int trial;
    int clock;             /* counts changes that stayed */
    int *changed_at;       /* by node: clock when its way, or that of a neighbour, last changed */
    int *tried_at;         /* by node: clock when it was last tried at this depth */
    Places *places;
    int *refused;          /* by node: number of the win that did not pay there, see repeat() */
    int n_wins;
    uint64_t state;        /* changes with every way that is taken, and back with it */
    GHashTable *content;   /* surroundings (net_surroundings) in which a node had nothing better to choose */
    GHashTable *futile;    /* places and stages where nothing was won: futile_key() */
    GHashTable *seen;      /* states that trials began from */
    VEC(int) won;          /* pairs: node, way before, of all that stayed since a node was first tried */
} WaySearch;

/* ---- trial.c ---- */

/* Which neighbours are led to follow: readers of results, makers of operands, or both and other readers of operands. */
typedef enum Follow { FOLLOW_NONE = 0, FOLLOW_FORWARD = 1, FOLLOW_BACKWARD = 2, FOLLOW_BOTH = 3 } Follow;

/* The node is given the way, for trial. True if that made the whole program cheaper: then all that changed stays, and is noted in
 * s->won. */
bool search_try(WaySearch *s, int node, int way, Follow follow);
/* Ways that fit what neighbours of the node have or want now. */
void search_add_ways(WaySearch *s, int node);
/* Its neighbours into s->queue, those left out that were put there in this trial. */
void search_enqueue_around(WaySearch *s, int node);

/* The node takes that way; noted in s->undo. */
void search_take(WaySearch *s, int node, int way);
/* Whatever was taken before stays: s->undo is empty. */
void search_begin(WaySearch *s);
/* What was taken since s->undo had `mark` entries is taken back. */
void search_take_back(WaySearch *s, int mark);
/* What is in s->undo stays: whoever stands beside it may try again. */
void search_note_changes(WaySearch *s);

/* ---- repeat.c ---- */

/* What was won at `from` (s->won), whose surroundings had that sign, is tried at the other nodes that had it (places; used up); then
 * at those that have got it by now, as it goes on from layer to layer. Costs no budget. */
void search_repeat(WaySearch *s, int from, uint64_t sign, IntList *places);
