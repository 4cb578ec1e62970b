/* The state of the search over the whole program, shared by search.c (what to try), trial.c (one trial) and repeat.c (changes that paid,
 * repeated in equal surroundings). */
#pragma once

#include "runtime/partition/places.h"

enum { MAX_WAYS_KEPT = 160 };

#define SEARCH_EPSILON 1e-7 /* gains below this part of the whole price count as none */

typedef VEC(int) IntList;

typedef struct WaySearch {
    Insert *x;
    Net *net;
    VEC(int) undo;         /* pairs: node, way before */
    VEC(int) queue;        /* nodes to look at */
    VEC(int) led;          /* nodes whose way this trial set: the first one and those that followed it */
    int stage;             /* how much of each node is tried: search.c */
    double start;          /* price at the beginning */
    double at_refill;      /* and when the budget was last filled */
    int refills;
    int64_t chunk;         /* size of a budget, in prices (NetPrices) */
    int *stamp;            /* by node: trial in which its way was last set or chosen */
    int *queued;           /* by node: trial in which it is in the queue */
    int trial;
    int clock;             /* counts changes that were kept */
    int *changed_at;       /* by node: clock when its way, or that of a neighbour, last changed */
    int *tried_at;         /* by node: clock when it was last tried at this depth */
    Places *places;
    int *refused;          /* by node: number of the win that did not pay there, see repeat() */
    int n_wins;
    uint64_t state;        /* hash of the ways of all nodes */
    GHashTable *content;   /* surroundings (net_surroundings) in which a node had nothing better to choose */
    GHashTable *futile;    /* places and stages where nothing was won: futile_key() */
    GHashTable *seen;      /* states that trials began from */
    VEC(int) won;          /* pairs: node, way before, of all that stayed since a node was first tried */
} WaySearch;

/* ---- trial.c ---- */

/* Which neighbours follow a change of layout: readers of results; makers of operands; or both, and other readers of the operands. */
typedef enum Follow { FOLLOW_NONE = 0, FOLLOW_FORWARD = 1, FOLLOW_BACKWARD = 2, FOLLOW_BOTH = 3 } Follow;

/* Tries the way. True if the whole program became cheaper: then all changes stay and are listed in s->won; otherwise all are undone. */
bool search_try(WaySearch *s, int node, int way, Follow follow);
/* Adds ways that fit the layouts that the node's neighbours have or want now. */
void search_add_ways(WaySearch *s, int node);
/* Puts its neighbours into s->queue, except those that this trial has put there already. */
void search_enqueue_around(WaySearch *s, int node);

/* Gives the node that way; noted in s->undo. */
void search_take(WaySearch *s, int node, int way);
/* Keeps all changes made so far: s->undo is empty afterwards. */
void search_begin(WaySearch *s);
/* Undoes the changes made since s->undo had `mark` entries. */
void search_take_back(WaySearch *s, int mark);
/* Keeps the changes in s->undo; their neighbours may be tried again. */
void search_note_changes(WaySearch *s);

/* ---- repeat.c ---- */

/* Tries the changes won at `from` (s->won), whose surroundings had that sign, at the other nodes that had it (places[], emptied);
 * then at nodes that have the sign by now, from layer to layer. Uses no budget. */
void search_repeat(WaySearch *s, int from, uint64_t sign, IntList *places);
