/* The lines of fft_lines.h by vectors of 32 bytes. Each line has its lane, so that results are those of shorter vectors. */
#include <string.h>

#include "runtime/exec/kernels/fft_impl.h"

typedef double FourDoubles __attribute__((vector_size(32)));
typedef float EightFloats __attribute__((vector_size(32)));

#define LINKAGE
#define NAME(x) x##_f64_by_4
#define REAL double
#define PACK FourDoubles
#define LANES 4
#include "runtime/exec/kernels/fft_lines.h"
#undef NAME
#undef REAL
#undef PACK
#undef LANES

#define NAME(x) x##_f32_by_8
#define REAL float
#define PACK EightFloats
#define LANES 8
#include "runtime/exec/kernels/fft_lines.h"
