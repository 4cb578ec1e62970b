/* Limits that several layers share. Readers refuse more, so that arrays of these sizes are safe further in. */
#pragma once

enum { MAX_RANK = 64 }; /* dimensions of a value */
