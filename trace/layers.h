/* Which layer of a model an op belongs to, worked out from the names that frameworks give: "decoder/block/3" of
 * jit(f)/Model/decoder/block/3/layer/0/o/dot_general and of variables['decoder']['block']['3']['layer']['0']['o'].
 * Names that differ in the number of their layer alone have the same pattern; lists fold such rows. */
#pragma once

#include "trace/trace.h"

typedef struct TraceLayers TraceLayers;

typedef struct TraceLayer {
    const char *pattern; /* the name with * in place of the layer's number; the name itself if it belongs to none */
    const char *name;    /* "decoder/block/3"; NULL: it belongs to none */
    int64_t number;      /* 3 */
    const char *module;  /* of an op: "decoder/block/3/layer/0/o", its name without what wraps the model and without the op; NULL: no more than that */
} TraceLayer;

/* Of the names of a module as read and as compiled. A number in a name counts layers if at least three names differ in
 * it alone; of several such numbers, the one with most values. NULL with an error. */
TraceLayers *trace_layers(TraceReader *r, int64_t module_id, GError **error);
/* Of these names; is_arg[i]: it is an argument's. Texts are copied. */
TraceLayers *trace_layers_of(const char *const *names, const bool *is_arg, int n);
void trace_layers_free(TraceLayers *l); /* accepts NULL */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TraceLayers, trace_layers_free)

/* Texts live as long as `l`, or, of a name it does not know, as long as `name`. name NULL: all is NULL. */
TraceLayer trace_layer(const TraceLayers *l, const char *name);
/* Equal for two rows that differ in their layer alone, as far as the names of a value and of its user say (each may be
 * NULL): the two patterns, and how many layers lie between the two. To be freed. */
char *trace_layer_key(const TraceLayers *l, const char *value, const char *user);
