/* Writing protobuf's wire format: fields appended to a string. Fields of value 0 are left out, as protobuf does; empty messages are not. */
#pragma once

#include <glib.h>
#include <stdint.h>

void wire_put_varint(GString *out, uint64_t v);
/* A number, if it is not 0; the second also if it is. */
void wire_put_int(GString *out, int number, int64_t v);
void wire_put_int_always(GString *out, int number, int64_t v);
/* Eight bytes; also if it is 0. */
void wire_put_fixed64(GString *out, int number, uint64_t v);
void wire_put_double(GString *out, int number, double v);
void wire_put_float(GString *out, int number, float v);
void wire_put_bytes(GString *out, int number, const void *bytes, gsize n);
/* A text, if it is neither NULL nor empty. */
void wire_put_text(GString *out, int number, const char *text);
/* A message, which is emptied for the next. */
void wire_put_message(GString *out, int number, GString *body);
/* Packed; nothing if n is 0. */
void wire_put_ints(GString *out, int number, const int64_t *v, int n);
