/* Internal declarations of fuse.c (groups) and fuse_source.c (what groups read). */
#pragma once

#include "runtime/plan/fuse.h"

typedef enum FuseSourceKind { SOURCE_MEMBER, SOURCE_CONST, SOURCE_IOTA, SOURCE_MEMORY } FuseSourceKind;
typedef struct FuseSource {
    FuseSourceKind kind;
    const IrOp *op; /* member, constant, or whose memory is read */
    bool full, scalar;
    int rank;
    int64_t dims[MAX_RANK], strides[MAX_RANK], offset;
    int64_t iota_size, iota_inner;
} FuseSource;

/* How `op` is read by members of the group; group -1: by none. */
void fuse_source(const IrOp *op, const FusePlan *f, int group, FuseSource *s);
/* Ops that a group reads through instead of having them computed. */
bool fuse_is_view(const IrOp *op);
