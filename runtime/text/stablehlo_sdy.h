/* Meshes and shardings of the StableHLO reader. */
#pragma once

#include "runtime/text/stablehlo_reader.h"

bool reader_mesh_read(Reader *r);
bool reader_mesh_add(Reader *r, const char *name, const char *at, Str body);
/* Element i of "#sdy.sharding_per_value<[<..>, <..>]>", NULL if there is none. The caller frees it. */
char *sharding_of_list(const char *text, int i);
/* The sharding "<..>" that the program gives a value; if there is none, an open one on the mesh of `like`. The caller frees it. */
char *sharding_of_value(const IrOp *op, const char *like);
