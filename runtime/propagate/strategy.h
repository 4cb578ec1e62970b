/* How far the axes of a factor travel between the tensors of one op: the basic and the aggressive strategy. */
#pragma once

#include "runtime/propagate/project.h"

typedef enum PropDirection {
    DIRECTION_NONE = 0,
    DIRECTION_FORWARD = 1,  /* operands to results */
    DIRECTION_BACKWARD = 2,
    DIRECTION_BOTH = 3,
} PropDirection;

/* What is allowed by either; by both. */
static inline PropDirection direction_union(PropDirection a, PropDirection b)
{
    return (PropDirection)(a | b);
}
static inline PropDirection direction_intersection(PropDirection a, PropDirection b)
{
    return (PropDirection)(a & b);
}

/* Each extends factors of the projection; `directions` has an entry per factor. */
void strategy_basic(Projection *p, const PropDirection *directions, bool conservative);
void strategy_aggressive(Projection *p, const PropDirection *directions);
