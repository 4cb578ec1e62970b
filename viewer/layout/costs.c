/* Colours of work. See costs.h. */
#include "viewer/layout/costs.h"

#include <string.h>

#include "trace/trace.h"

static const struct {
    const char *name, *tag;
    Role role;
} colls[] = {
    { "other", "", ROLE_other },
    { "all-gather", "AG", ROLE_all_gather },
    { "all-reduce", "AR", ROLE_all_reduce },
    { "reduce-scatter", "RS", ROLE_reduce_scatter },
    { "all-to-all", "AA", ROLE_all_to_all },
    { "permute", "CP", ROLE_permute },
    { "broadcast", "BC", ROLE_send_recv },
    { "send", "SR", ROLE_send_recv },
    { "ragged-all-to-all", "RA", ROLE_all_to_all },
};

Role role_of_coll(int64_t kind)
{
    return kind > 0 && kind < (int64_t)G_N_ELEMENTS(colls) ? colls[kind].role : ROLE_other;
}

const char *coll_tag(int64_t kind)
{
    return kind > 0 && kind < (int64_t)G_N_ELEMENTS(colls) ? colls[kind].tag : "";
}

Role role_of_plan(const char *plan)
{
    const char *first = NULL;
    Role role = ROLE_compute; /* slices only: nothing is sent */
    for (size_t i = 1; plan && i < G_N_ELEMENTS(colls); i++) {
        const char *at = strstr(plan, colls[i].name);
        if (at && (!first || at < first)) {
            first = at;
            role = colls[i].role;
        }
    }
    return role;
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
    default: return ROLE_other;
    }
}

Role role_of_buffer(int64_t cat)
{
    static const Role roles[N_BUFFER_CATS] = { ROLE_other, ROLE_axis_0, ROLE_axis_6, ROLE_axis_1, ROLE_axis_2,
                                               ROLE_compute, ROLE_axis_4, ROLE_axis_5, ROLE_axis_3 };
    return roles[cat >= 0 && cat < N_BUFFER_CATS ? cat : 0];
}
