/* Bytes whose number must be known before they are written, as of protobuf's messages in messages: the last ones in memory, those before in a
 * temporary file. */
#pragma once

#include "trace/export/export_impl.h"

typedef struct Spool Spool;

Spool *spool_new(void);
void spool_free(Spool *s); /* accepts NULL */
/* Where to append: after each piece of it spool_settle() moves what has become too much into the file. */
GString *spool_tail(Spool *s);
void spool_settle(Spool *s);
/* Appends the content of `from` to `into` as a field that is a message, and empties `from`. */
void spool_put(Spool *into, int number, Spool *from);
/* Appends its content as it is, and empties it. */
void spool_append(Spool *into, Spool *from);
/* The same, appended to a string: all of it in memory. */
void spool_take(Spool *from, GString *into);
size_t spool_size(const Spool *s);
/* As spool_put(), into the file of the export. False with an error if the temporary files could not be written or read. */
bool spool_write(Export *x, int number, Spool *from, GError **error);
