/* Where a step's time goes: mean shares over the devices, and a bar of them. */
#pragma once

#include "trace/shares.h"
#include "viewer/layout/viewport.h"

typedef struct Share {
    const char *name;
    Role role;
    double ns; /* a step, mean over devices */
} Share;

enum { N_SHARES = TRACE_N_SHARES };

typedef struct Shares {
    Share part[N_SHARES];
    double sum_ns;    /* of the parts */
    double hidden_ns; /* collectives under compute: not in the sum */
    double step_ns;   /* median warm step, else the prediction; < 0 = not known */
    bool predicted;
    int n_devices;    /* that the means are over; 0 = shares were not recorded */
} Shares;

Shares shares_of(const RunRows *run);
/* A bar of this width, its parts labelled where there is room. Every box represents `ref`. Nothing where the shares
 * are not known. */
void shares_bar(Scene *s, const Metrics *m, const Shares *sh, Rect box, Ref ref, const char *go);
/* The same shares in words, with a box of their colour each; returns the y below. */
double shares_legend(Scene *s, const Metrics *m, const Shares *sh, Spot spot);
