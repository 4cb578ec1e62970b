/* Laying out ops that carry computations; insert_nested.c. Each lays out the computations too and places the op. */
#pragma once

#include "runtime/partition/insert_impl.h"

/* A while loop: its state has one layout in all trips (loops.c chooses it). */
bool split_while(Insert *x, IrOp *op, GError **error);
/* A conditional: all branches leave the result in one layout. */
bool split_conditional(Insert *x, IrOp *op, GError **error);
/* A manual region: arguments and results as the user wrote them. Inside, no op is divided over the region's manual axes. */
bool split_manual(Insert *x, IrOp *op, GError **error);
