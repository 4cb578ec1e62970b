/* Files that were converted on their way, as by a transfer of text: conversions that lose nothing are undone. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum UndoKind {
    UNDO_NONE,
    UNDO_CRLF,   /* each LF became CR LF */
    UNDO_UTF16,  /* each byte became a character of two bytes */
    UNDO_LATIN1, /* each byte became a character of UTF-8 */
    UNDO_SWAP2, UNDO_SWAP4, UNDO_SWAP8, /* the order of the bytes of each word was turned round */
} UndoKind;

/* The conversion of text that binary data show; UNDO_NONE: none. */
UndoKind undo_find(const uint8_t *p, size_t n);
/* What the bytes were before. A whole file may be given in pieces: *used says how many of a piece were taken, and the rest begins the next one, but for the last. out has
 * room for n bytes. Returns how many were put there. */
size_t undo_bytes(UndoKind kind, const uint8_t *p, size_t n, bool last, uint8_t *out, size_t *used);
/* "a conversion of the ends of lines" */
const char *undo_name(UndoKind kind);
