/* Running tile programs over whole arrays, with a reduction at the end if there is one. */
#pragma once

#include "runtime/exec/kernel.h"

void make_fused(Arena *arena, const FusedCode *code, Bound *to);
