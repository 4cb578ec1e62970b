/* Shardings of one op's values seen through its rule: per tensor and factor, the mesh axes that split it.
 * Propagation decides on this view alone and never looks at dims.
 * Source: Shardy's sharding projection. */
#pragma once

#include "runtime/propagate/rules.h"

typedef struct FactorSharding {
    AxisList axes;      /* major to minor */
    AxisList overflow;  /* axes of the dim that do not fit the factor's size; they end the dim */
    bool present;       /* the tensor has the factor */
    bool open;          /* may take further axes */
    bool minor_most;    /* last factor of its dim: may take axes that do not divide its size */
} FactorSharding;

typedef struct TensorProjection {
    const Sharding *sharding; /* as projected; NULL = none */
    FactorSharding *factors;  /* n_factors entries */
    AxisList replicated, unreduced;
    int64_t size;             /* product of the tensor's factor sizes */
    bool updated;
} TensorProjection;

/* Something that happened to one factor, for the decision log. */
typedef enum PropWhy {
    WHY_EXTENDED,      /* taken */
    WHY_CONFLICT,      /* the tensors of the op disagree about the factor */
    WHY_OTHER_FACTOR,  /* the axis already splits another dim of this tensor */
    WHY_REPLICATED,    /* the tensor excludes the axis: replicated or unreduced there */
    WHY_CLOSED,        /* the dim is closed */
    WHY_SIZE,          /* the axis does not divide a factor that is not the minor-most */
    WHY_STRIDED,       /* the split would skip a more major factor */
    WHY_RESULT_REFUSED /* element-wise: the op's result did not take it either */
} PropWhy;

typedef struct PropEvent {
    PropWhy why;
    int tensor, factor, source; /* source: the tensor it came from, -1 = not known */
    int against;                /* another factor or tensor that stood in the way, -1 */
    AxisList asked, got;        /* got: axes added (WHY_EXTENDED), or the part that was possible */
} PropEvent;

typedef struct PropEvents {
    VEC(PropEvent) list;
} PropEvents;

typedef struct Projection {
    Arena *arena;             /* scratch of one visit */
    const Rule *rule;
    const Mesh *mesh;
    int n_tensors;
    TensorProjection *tensors; /* operands, then results */
    PropEvents *events;       /* NULL = nobody asks */
} Projection;

/* n entries of shardings, operands then results; entries may be NULL. Mesh: common to all of them. */
void projection_init(Projection *p, Arena *scratch, const Rule *rule, const Mesh *mesh, const Sharding *const *shardings,
                     PropEvents *events);
/* The tensor's sharding after updates. Returns the old one if nothing changes, NULL if there was none and nothing to say. */
const Sharding *projection_back(const Projection *p, int tensor, ShardingTable *table);
/* Sets the factor's axes if the present ones are a strict prefix of `axes`; true if they were. */
bool projection_extend(Projection *p, int tensor, int factor, AxisList axes, int source);
/* Keeps the event if events are asked for. */
void projection_event(Projection *p, PropEvent e);

/* The same against every element. */
bool axis_prefix_without_list(AxisRef *a, AxisList list);
/* True if a starts where b starts and ends no later. */
bool axis_is_prefix(AxisRef a, AxisRef b);
/* True if b starts with all of a; the last element of a may be shorter than b's, also by a size that does not divide it. */
bool axis_list_leads(AxisList a, AxisList b);
/* True if b starts with all of a and has more. */
bool axis_list_is_strict_prefix(AxisList a, AxisList b);
