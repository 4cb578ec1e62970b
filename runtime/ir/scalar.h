/* Converts one element of any type to and from wide numbers, for literals, identities and constants. Kernels have faster conversions of
 * their own. Elements are elem_info[e].bytes in host byte order; integers narrower than a byte are stored in one, sign-extended. */
#pragma once

#include "runtime/ir/type.h"

/* Parameters of a float type: value = (-1)^sign * 1.mantissa * 2^(exponent - bias). */
typedef struct FloatFormat {
    int exponent_bits, mantissa_bits, bias;
    bool has_sign, has_inf, has_nan;
    bool fnuz; /* no infinities, no negative zero; the code of -0 is NaN */
    bool fn;   /* no infinities; all ones is NaN if has_nan */
} FloatFormat;
/* NULL for types that are not floats; for complex types the format of their parts. */
const FloatFormat *float_format(ElemType e);
/* f32 of c64, f64 of c128, else e itself. */
ElemType elem_part(ElemType e);
/* Largest finite magnitude of a float type. */
double float_max(ElemType e);

/* Integers wrap to the type's width; floats take the nearest value; pred becomes 0 or 1; the imaginary part is 0. */
void scalar_from_int(ElemType e, int64_t v, void *out);
/* Rounds to nearest even. Values beyond the largest finite one become infinity, else NaN, else the largest (types without both). Integers
 * truncate and saturate. Complex: writes the real part and clears the other. */
void scalar_from_double(ElemType e, double v, void *out);
/* For integers and pred; unsigned 64-bit values keep their bits. */
int64_t scalar_to_int(ElemType e, const void *p);
/* Any real type; complex: the real part. */
double scalar_to_double(ElemType e, const void *p);
/* -inf or the least finite value; 0 for unsigned, false for pred. scalar_highest: the opposite end. */
void scalar_lowest(ElemType e, void *out);
void scalar_highest(ElemType e, void *out);
/* A NaN with the given payload (0 = the default quiet one). False if the type has no NaN or the payload
 * does not fit its mantissa. */
bool scalar_nan(ElemType e, bool negative, uint64_t payload, void *out);
