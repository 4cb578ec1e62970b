/* A predicted time, and where it comes from. */
#pragma once

#include <math.h>

/* From the surest to the least sure; of a sum the least sure part that matters counts. */
typedef enum Origin {
    ORIGIN_MEASURED,     /* somebody measured this very case, publicly */
    ORIGIN_INTERPOLATED, /* between cases that were measured */
    ORIGIN_FITTED,       /* by a formula whose parameters were fitted to measurements of the device */
    ORIGIN_SPEC,         /* by a formula and the data sheet */
    ORIGIN_ASSUMED,      /* nothing public says */
} Origin;

typedef struct Estimate {
    double ns;
    double low_ns, high_ns; /* the truth is expected between these four times in five */
    Origin from;
} Estimate;

/* The same and so many ns more, of which is known as much. */
static inline Estimate estimate_add(Estimate e, double ns)
{
    double by = e.ns > 0 ? 1 + ns / e.ns : 1;
    return e.ns > 0 ? (Estimate){ e.ns * by, e.low_ns * by, e.high_ns * by, e.from } : (Estimate){ ns, ns, ns, e.from };
}
/* "measured", "interpolated", ... */
const char *origin_name(Origin from);

/* An estimate whose logarithm is within `spread` four times in five. */
static inline Estimate estimate_of(double ns, double spread, Origin from)
{
    return (Estimate){ ns, ns * exp(-spread), ns * exp(spread), from };
}
