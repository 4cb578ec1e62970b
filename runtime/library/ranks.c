/* Processes that share a job, for shardscope.h. */
#include "runtime/library/library_impl.h"

Ranks *library_ranks(const ShardscopeRanks *ranks)
{
    return (Ranks *)(uintptr_t)ranks;
}

ShardscopeRanks *shardscope_ranks_join(ShardscopeError **error)
{
    GError *why = NULL;
    Ranks *r = ranks_join(&why);
    if (why)
        library_fail(error, why);
    return (ShardscopeRanks *)r;
}

bool shardscope_ranks_leave(ShardscopeRanks *ranks, bool ok, ShardscopeError **error)
{
    GError *why = NULL;
    bool well = ranks_leave(library_ranks(ranks), ok, &why);
    return why ? library_fail(error, why) : well;
}

int shardscope_ranks_me(const ShardscopeRanks *ranks)
{
    return ranks_me(library_ranks(ranks));
}

int shardscope_ranks_n(const ShardscopeRanks *ranks)
{
    return ranks_n(library_ranks(ranks));
}

void shardscope_ranks_fail(ShardscopeRanks *ranks, const char *message)
{
    if (ranks)
        ranks_fail(library_ranks(ranks), message ? message : "it has failed");
}
