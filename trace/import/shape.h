/* Shapes of serialised HLO as text and bytes. */
#pragma once

#include <glib.h>

#include "trace/wire.h"

/* Appends the shape as HLO text writes it, with its layout; returns its bytes on a device, tuples summed. */
int64_t import_shape(WireMessage shape, GString *out);
/* Bits of an array's element by its type; 0 for tuples and what is not known. */
int import_element_bits(WireMessage shape);
