/* Who answers calls of programs into their caller (ir/host_call.h). */
#pragma once

#include "runtime/ir/host_call.h"

typedef struct HostValue {
    const Type *type;
    void *data; /* row-major; operands are read only */
} HostValue;

typedef struct HostCallValues {
    int64_t number;     /* of who is called */
    HostValue *in, *out;
    int n_in, n_out;
} HostCallValues;

/* Fills the results. False with a message, which the caller frees with g_free. Called by any thread, also by several at a time. */
typedef bool (*HostCallFn)(void *user, const HostCallValues *values, char **message);
/* One for the process; NULL = none, so that such programs do not compile. */
void host_call_set(HostCallFn fn, void *user);
bool host_call_known(void);
bool host_call(const HostCallValues *values, char **message);
