/* Running tile programs over whole arrays, with a reduction at the end if there is one. */
#pragma once

#include "runtime/compute/tile_code.h"
#include "runtime/exec/kernel.h"

/* Returns the compiled code that the kernel uses, which the caller frees after it; NULL if there is none. */
TileCode *make_fused(Arena *arena, const FusedCode *code, Bound *to);
