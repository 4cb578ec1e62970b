/* What the files of the Overview share. */
#pragma once

#include "viewer/views/overview.h"

/* The lists of the view that are tables. */
enum { OVERVIEW_RUNS, OVERVIEW_FUNCTIONS, OVERVIEW_WHAT_IF };

typedef struct Draw {
    Scene *s;
    const Viewport *vp;
    const Metrics *m;
    const Rows *rows;
    const RunRows *run;
    const OverviewRows *own;
} Draw;

/* Where a click leads: `ref` selected in the view `go`. */
typedef struct OverviewLink {
    Ref ref;
    const char *go;
} OverviewLink;

/* One line of a card's list. */
typedef struct OverviewLine {
    double share; /* the bar below it, 0 .. 1 */
    Role role;    /* its colour */
    const char *text, *number; /* left and right; number may be two, with a tab between them */
    const char *tip;
    OverviewLink link;
    const char *below; /* a second line, dim; NULL = none */
} OverviewLine;

Ref overview_link(const Draw *d, RefKind kind, int64_t id); /* of the shown run */
bool overview_is_hovered(const Draw *d, Ref r);
const char *overview_percent(char out[16], double part, double whole); /* "< 1 %" */
double overview_line(Draw *d, Spot spot, const OverviewLine *l);
/* Over lines with two numbers: what these are. */
double overview_headings(Draw *d, Spot spot, const char *first, const char *second);
/* The costliest changes of layout, and what is in use at the peak of memory: rows of the tables of the reports, folded as these are. */
double overview_moves(Draw *d, Spot spot);
double overview_held(Draw *d, Spot spot);
/* Where the step goes. */
double overview_time(Draw *d, Spot spot);

/* Title of a card and, at its right, the view that it leads to. Returns the y below, as all cards do. */
/* A number that a card is about, and what it is beside it, NULL = nothing. */
double overview_headline(Draw *d, Spot spot, const char *big, Role ink, const char *beside);
double overview_head(Draw *d, Spot spot, const char *title, const char *more, const char *go);

/* Whether a run is a function of the same process as the shown one. */
bool overview_is_function(const Draw *d, const TraceRunInfo *info);
/* What the process compiled and called, by the time that it took: no choice of one or the other. */
double overview_functions(Draw *d, Spot spot);
/* The runs that are not functions of that process. */
double overview_runs(Draw *d, Spot spot);
/* Of a predicted run: what the step would be if something were different. */
double overview_what_if(Draw *d, Spot spot);
