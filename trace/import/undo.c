/* See undo.h. */
#include "trace/import/undo.h"

enum { LOOK = 1 << 20, FEW = 4, MANY = 16 }; /* bytes to look at; signs that are no chance */

/* Every LF, and there are many in any binary data, follows a CR. */
static bool has_crlf(const uint8_t *p, size_t n)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        if (p[i] == '\n' && (!i || p[i - 1] != '\r'))
            return false;
        found += p[i] == '\n';
    }
    return found >= FEW;
}

static size_t mark_of(const uint8_t *p, size_t n)
{
    return n >= 2 && p[0] == 0xff && p[1] == 0xfe ? 2 : 0;
}

static bool has_utf16(const uint8_t *p, size_t n)
{
    for (size_t i = mark_of(p, n) + 1; i < n; i += 2)
        if (p[i])
            return false;
    return n >= 2 * MANY && n % 2 == 0;
}

/* What is above ASCII comes in pairs that stand for one byte. */
static bool has_latin1(const uint8_t *p, size_t n)
{
    size_t found = 0;
    for (size_t i = 0; i + 1 < n; i++) {
        if (p[i] < 0x80)
            continue;
        if ((p[i] != 0xc2 && p[i] != 0xc3) || p[i + 1] < 0x80 || p[i + 1] > 0xbf)
            return false;
        found++;
        i++;
    }
    return found >= MANY;
}

UndoKind undo_find(const uint8_t *p, size_t n)
{
    n = n < LOOK ? n : LOOK;
    return has_utf16(p, n) ? UNDO_UTF16 : has_latin1(p, n) ? UNDO_LATIN1 : has_crlf(p, n) ? UNDO_CRLF : UNDO_NONE;
}

/* ---- undoing -------------------------------------------------------------------------------------------------------------------- */

static size_t without_cr(const uint8_t *p, size_t n, bool last, uint8_t *out, size_t *used)
{
    size_t made = 0, i = 0;
    for (; i + 1 < n; i++)
        if (p[i] != '\r' || p[i + 1] != '\n')
            out[made++] = p[i];
    if (last && i < n)
        out[made++] = p[i++];
    *used = i;
    return made;
}

/* A pair at p[i] that stands for one byte. */
static bool is_pair(const uint8_t *p, size_t i)
{
    return (p[i] == 0xc2 || p[i] == 0xc3) && p[i + 1] >= 0x80 && p[i + 1] <= 0xbf;
}

static size_t from_latin1(const uint8_t *p, size_t n, bool last, uint8_t *out, size_t *used)
{
    size_t made = 0, i = 0;
    while (i + 1 < n) {
        bool pair = is_pair(p, i);
        out[made++] = pair ? (uint8_t)((p[i] & 3) << 6 | (p[i + 1] & 0x3f)) : p[i];
        i += pair ? 2 : 1;
    }
    if (last && i < n)
        out[made++] = p[i++];
    *used = i;
    return made;
}

static size_t from_utf16(const uint8_t *p, size_t n, bool last, uint8_t *out, size_t *used)
{
    size_t made = 0;
    for (size_t i = 0; i + 1 < n; i += 2)
        out[made++] = p[i];
    *used = last ? n : n / 2 * 2;
    return made;
}

/* Bytes behind the last whole word were left as they were. */
static size_t swapped(size_t word, const uint8_t *p, size_t n, bool last, uint8_t *out, size_t *used)
{
    size_t i = 0;
    for (; i + word <= n; i += word)
        for (size_t k = 0; k < word; k++)
            out[i + k] = p[i + word - 1 - k];
    for (; last && i < n; i++)
        out[i] = p[i];
    *used = i;
    return i;
}

size_t undo_bytes(UndoKind kind, const uint8_t *p, size_t n, bool last, uint8_t *out, size_t *used)
{
    switch (kind) {
    case UNDO_CRLF:
        return without_cr(p, n, last, out, used);
    case UNDO_UTF16:
        return from_utf16(p, n, last, out, used);
    case UNDO_LATIN1:
        return from_latin1(p, n, last, out, used);
    case UNDO_SWAP2:
    case UNDO_SWAP4:
    case UNDO_SWAP8:
        return swapped((size_t)2 << (kind - UNDO_SWAP2), p, n, last, out, used);
    case UNDO_NONE:
        break;
    }
    *used = n;
    return 0;
}

const char *undo_name(UndoKind kind)
{
    switch (kind) {
    case UNDO_CRLF:
        return "a conversion of the ends of lines";
    case UNDO_UTF16:
        return "a conversion to UTF-16";
    case UNDO_LATIN1:
        return "a conversion from Latin-1 to UTF-8";
    case UNDO_SWAP2:
    case UNDO_SWAP4:
    case UNDO_SWAP8:
        return "a change of the order of bytes in words";
    case UNDO_NONE:
        break;
    }
    return "nothing";
}
