/* Internal declarations of fuse.c (groups) and fuse_source.c (what groups read). */
#pragma once

#include "runtime/plan/fuse.h"

typedef enum FuseSourceKind { SOURCE_MEMBER, SOURCE_CONST, SOURCE_IOTA, SOURCE_MEMORY } FuseSourceKind;
typedef struct FuseSource {
    FuseSourceKind kind;
    const IrOp *op; /* the member, the constant, or the op whose memory is read */
    bool full, scalar;
    int rank;
    int64_t dims[MAX_RANK], strides[MAX_RANK], offset;
    int64_t iota_size, iota_inner;
} FuseSource;

/* How members of the group read `op`; group -1: how an op outside of groups reads it. */
void fuse_source(const IrOp *op, const FusePlan *f, int group, FuseSource *s);
/* Ops that groups read through with strides, so that they need not be computed. */
bool fuse_is_view(const IrOp *op);
