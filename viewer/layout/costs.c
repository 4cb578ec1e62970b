/* Colours of kinds of work. See costs.h. */
#include "viewer/layout/costs.h"

#include <string.h>

#include "trace/trace.h"

/* By kind, as trace_coll_name() numbers them. */
static const struct {
    const char *tag;
    Role role;
} colls[] = {
    { "", ROLE_other },          { "AG", ROLE_all_gather }, { "AR", ROLE_all_reduce }, { "RS", ROLE_reduce_scatter },
    { "AA", ROLE_all_to_all },   { "CP", ROLE_permute },    { "BC", ROLE_send_recv },  { "SR", ROLE_send_recv },
    { "RA", ROLE_all_to_all },
};

Role role_of_coll(int64_t kind)
{
    return kind > 0 && kind < (int64_t)G_N_ELEMENTS(colls) ? colls[kind].role : ROLE_other;
}

const char *coll_tag(int64_t kind)
{
    return kind > 0 && kind < (int64_t)G_N_ELEMENTS(colls) ? colls[kind].tag : "";
}

const char *coll_short(int64_t kind)
{
    const char *name = trace_coll_name(kind), *longer = "collective-";
    return !name ? "other" : g_str_has_prefix(name, longer) ? name + strlen(longer) : name;
}

Role role_of_plan(const char *plan)
{
    int64_t kind = trace_coll_in(plan);
    return kind ? role_of_coll(kind) : ROLE_compute; /* slices only: nothing is sent */
}

Role role_of_cat(int64_t cat)
{
    switch (cat) {
    case TRACE_CAT_COMPUTE: return ROLE_compute;
    case TRACE_CAT_COLLECTIVE: return ROLE_other;
    case TRACE_CAT_COPY: return ROLE_copy;
    case TRACE_CAT_HOST: return ROLE_host;
    case TRACE_CAT_IDLE: return ROLE_idle;
    case TRACE_CAT_COMPILE: return ROLE_compile;
    case TRACE_CAT_WAIT: return ROLE_waiting;
    case TRACE_CAT_QUEUE: return ROLE_queue;
    default: return ROLE_other;
    }
}

Role role_of_buffer(int64_t cat)
{
    static const Role roles[N_BUFFER_CATS] = { ROLE_other, ROLE_axis_0, ROLE_axis_6, ROLE_axis_1, ROLE_axis_2,
                                               ROLE_compute, ROLE_axis_4, ROLE_axis_5, ROLE_axis_3 };
    return roles[cat >= 0 && cat < N_BUFFER_CATS ? cat : 0];
}
