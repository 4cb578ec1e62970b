/* compare, of predicted runs; see compare_matrix.c. */
#pragma once

#include "trace/report/document.h"

/* The columns of the matrix: two for the run, then one for each hardware. They borrow from the predictions (TracePredictionRow), and must live as
 * long as the document. */
GArray *compare_matrix_columns(const GArray *predictions);
/* The matrix, the predictions one by one, and which of them is the cheapest. */
void compare_matrix_add(Block *b, const GArray *predictions, const GArray *columns);
