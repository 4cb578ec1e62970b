/* Times of collectives between domains of links: hosts of GPUs over their network cards, slices of TPUs over the network of the data centre. */
#pragma once

#include "runtime/sim/collective.h"
#include "runtime/sim/hardware.h"

/* What the members of m domains, g in each, take for what leaves their domains, in ns. bytes: as coll_estimate has them. */
double coll_outer_ns(const Hardware *hw, CollKind kind, double bytes, double m, double g);
