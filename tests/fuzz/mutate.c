/* The mutator of all text targets. It changes tokens and lines instead of bytes, so that the result is
 * still similar to a program and reaches code behind the reader. libFuzzer calls the two functions at the end.
 *
 * A token is a word, a number, a string, or one other character, with the white space behind it. Words are classified
 * by their form (names behind % or @, types, opcodes, numbers) and replaced by others of the same class. */
#include "tests/fuzz/fuzz.h"

#include <glib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t n_a, const uint8_t *b, size_t n_b, uint8_t *out,
                                 size_t max_size, unsigned seed);

typedef struct Piece {
    const char *s;
    size_t n;    /* with trailing white space */
    size_t word; /* without trailing white space */
} Piece;

enum { MAX_PIECES = 20000 };

typedef struct Text {
    Piece pieces[MAX_PIECES];
    int n;
    uint64_t state;
    GStringChunk *fresh; /* words that occur in no input */
} Text;

static const char *const opcodes[] = {
#define OP(id, hlo, mlir, ...) hlo, mlir,
#include "runtime/ir/ops.def"
};

static const char *const elems[] = {
#define ELEM(id, hlo, mlir, bits, cls, bytes) hlo, mlir,
#include "runtime/ir/elems.def"
};

static const char *const extremes[] = {
    "-1", "0", "1", "2", "3", "4", "5", "7", "8", "16", "31", "32", "33", "63", "64", "65", "127", "128", "255", "256", "1000",
    "32767", "65536", "1000000", "2147483647", "2147483648", "4294967295", "4294967296", "1073741824", "1099511627776",
    "3037000500", "4611686018427387904", "9223372036854775807", "9223372036854775808", "18446744073709551615",
    "-2147483648", "-9223372036854775808", "-9223372036854775807", "1e400", "-0.0", "0x7FF0", "nan", "inf", "-inf", "1e-400",
};

/* splitmix64 */
static uint64_t draw(Text *t)
{
    uint64_t x = t->state += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static int below(Text *t, int n)
{
    return n <= 1 ? 0 : (int)(draw(t) % (uint64_t)n);
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static bool in_word(char c)
{
    return g_ascii_isalnum(c) || c == '_' || c == '.' || c == '$';
}

static void cut_tokens(Text *t, const char *s, size_t n)
{
    const char *end = s + n;
    t->n = 0;
    while (s < end && t->n < MAX_PIECES) {
        const char *p = s + 1;
        if (in_word(*s) || (*s == '-' && p < end && g_ascii_isdigit(*p))) {
            bool name = g_ascii_isalpha(*s) || *s == '_'; /* HLO's opcodes have hyphens inside */
            while (p < end && (in_word(*p) || (name && *p == '-' && p + 1 < end && in_word(p[1]))))
                p++;
        } else if (*s == '"') {
            while (p < end && *p != '"' && *p != '\n')
                p++;
            p += p < end;
        } else if (*s == '-' && p < end && *p == '>') {
            p++;
        }
        size_t word = (size_t)(p - s);
        while (p < end && g_ascii_isspace(*p))
            p++;
        if (t->n + 1 == MAX_PIECES) /* the rest is one token */
            p = end;
        t->pieces[t->n++] = (Piece){s, (size_t)(p - s), word};
        s = p;
    }
}

static void cut_lines(Text *t, const char *s, size_t n)
{
    const char *end = s + n;
    t->n = 0;
    while (s < end && t->n < MAX_PIECES) {
        const char *nl = memchr(s, '\n', (size_t)(end - s)), *p = nl && t->n + 1 < MAX_PIECES ? nl + 1 : end;
        t->pieces[t->n++] = (Piece){s, (size_t)(p - s), (size_t)(p - s)};
        s = p;
    }
}

/* Moves pieces [from, from + n) in front of piece `to`; `keep` copies them instead. */
static void move_pieces(Text *t, int from, int n, int to, bool keep)
{
    n = MIN(n, MAX_PIECES / 2);
    Piece *moved = g_memdup2(t->pieces + from, sizeof *moved * (size_t)n);
    if (!keep) {
        memmove(t->pieces + from, t->pieces + from + n, sizeof *moved * (size_t)(t->n - from - n));
        t->n -= n;
        to = to > from ? MAX(to - n, from) : to;
    }
    if (t->n + n <= MAX_PIECES) {
        memmove(t->pieces + to + n, t->pieces + to, sizeof *moved * (size_t)(t->n - to));
        memcpy(t->pieces + to, moved, sizeof *moved * (size_t)n);
        t->n += n;
    }
    g_free(moved);
}

/* ---- kinds ----------------------------------------------------------------------------------- */

typedef enum Kind { KIND_NUMBER, KIND_NAME, KIND_TYPE, KIND_OPCODE, KIND_STRING, KIND_MARK, KIND_WORD } Kind;

static bool among(const char *const *list, size_t n, Piece p)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] && strlen(list[i]) == p.word && memcmp(list[i], p.s, p.word) == 0)
            return true;
    return false;
}

static Kind kind_of(const Text *t, int i)
{
    Piece p = t->pieces[i];
    if (g_ascii_isdigit(*p.s) || (*p.s == '-' && p.word > 1 && p.s[1] != '>'))
        return KIND_NUMBER;
    if (*p.s == '"')
        return KIND_STRING;
    if (!in_word(*p.s))
        return KIND_MARK;
    if (i > 0 && strchr("%@#", *t->pieces[i - 1].s))
        return KIND_NAME;
    if (among(elems, G_N_ELEMENTS(elems), p))
        return KIND_TYPE;
    Piece tail = p;
    if (p.word > 10 && memcmp(p.s, "stablehlo.", 10) == 0)
        tail = (Piece){p.s + 10, p.n - 10, p.word - 10};
    return among(opcodes, G_N_ELEMENTS(opcodes), tail) ? KIND_OPCODE : KIND_WORD;
}

/* Index of another token of this kind, or -1. */
static int other_of_kind(Text *t, Kind kind)
{
    for (int tries = 0; tries < 60; tries++) {
        int i = below(t, t->n);
        if (kind_of(t, i) == kind)
            return i;
    }
    return -1;
}

/* Replaces token i by `word`; white space behind it stays. */
static void replace_word(Text *t, int i, const char *word)
{
    Piece old = t->pieces[i];
    bool blank = old.n > old.word, broken = blank && memchr(old.s + old.word, '\n', old.n - old.word);
    g_autofree char *full = g_strconcat(word, broken ? "\n" : blank ? " " : "", NULL);
    t->pieces[i] = (Piece){g_string_chunk_insert(t->fresh, full), strlen(full), strlen(word)};
}

static void change_number(Text *t, int i)
{
    Piece p = t->pieces[i];
    char text[32];
    memcpy(text, p.s, MIN(p.word, sizeof text - 1));
    text[MIN(p.word, sizeof text - 1)] = 0;
    int64_t v = g_ascii_strtoll(text, NULL, 10);
    int how = below(t, 7);
    if (how >= 5) {
        replace_word(t, i, extremes[below(t, G_N_ELEMENTS(extremes))]);
        return;
    }
    uint64_t u = (uint64_t)v;
    v = (int64_t)(how == 0 ? u + 1 : how == 1 ? u - 1 : how == 2 ? u * 2 : how == 3 ? u / 2 : (uint64_t)below(t, 9));
    g_snprintf(text, sizeof text, "%" G_GINT64_FORMAT, v);
    replace_word(t, i, text);
}

static void change_opcode(Text *t, int i)
{
    const char *op = opcodes[below(t, G_N_ELEMENTS(opcodes))];
    if (!op)
        return;
    op = strchr(op, '.') ? strchr(op, '.') + 1 : op;
    bool dialect = t->pieces[i].word > 10 && memcmp(t->pieces[i].s, "stablehlo.", 10) == 0;
    g_autofree char *full = g_strconcat(dialect ? "stablehlo." : "", op, NULL);
    replace_word(t, i, full);
}

/* Replaces token i by another of its kind. */
static void change_token(Text *t, int i)
{
    Kind kind = kind_of(t, i);
    if (kind == KIND_NUMBER && below(t, 3)) {
        change_number(t, i);
    } else if (kind == KIND_TYPE && below(t, 2)) {
        replace_word(t, i, elems[below(t, G_N_ELEMENTS(elems))]);
    } else if (kind == KIND_OPCODE && below(t, 2)) {
        change_opcode(t, i);
    } else {
        int k = other_of_kind(t, kind);
        if (k < 0)
            return;
        g_autofree char *word = g_strndup(t->pieces[k].s, t->pieces[k].word);
        replace_word(t, i, word);
    }
}

/* Puts brackets around token i, occasionally many of them; or only the opening or closing ones. */
static void nest(Text *t, int i)
{
    static const char *const open[] = {"(", "{", "[", "<", "tuple<", "dense<[", "{{", "\"", "/*"};
    static const char *const close[] = {")", "}", "]", ">", ">", "]>", "}}", "\"", "*/"};
    int which = below(t, G_N_ELEMENTS(open)), times = below(t, 8) ? 1 + below(t, 3) : 1 << below(t, 14), halves = below(t, 6);
    GString *s = g_string_new(NULL);
    for (int k = 0; k < times && halves != 1; k++)
        g_string_append(s, open[which]);
    g_string_append_len(s, t->pieces[i].s, (gssize)t->pieces[i].word);
    for (int k = 0; k < times && halves != 2; k++)
        g_string_append(s, close[which]);
    replace_word(t, i, s->str);
    g_string_free(s, TRUE);
}

static void mutate_tokens(Text *t)
{
    int i = below(t, t->n), n = 1 + (below(t, 2) ? below(t, 4) : below(t, 24));
    n = MIN(n, t->n - i);
    switch (below(t, 12)) {
    case 0: move_pieces(t, i, n, t->n - n, false), t->n -= n; break; /* delete */
    case 1: move_pieces(t, i, n, i, true); break;                    /* double */
    case 2: move_pieces(t, i, n, below(t, t->n), true); break;
    case 3: move_pieces(t, i, n, below(t, t->n), false); break;
    case 4: nest(t, i); break;
    case 5: {
        int k = below(t, t->n);
        Piece p = t->pieces[i];
        t->pieces[i] = t->pieces[k];
        t->pieces[k] = p;
        break;
    }
    default:
        if (below(t, 3) == 0) { /* prefers numbers, where limits are checked */
            int k = other_of_kind(t, KIND_NUMBER);
            if (k >= 0)
                change_number(t, k);
        } else {
            change_token(t, i);
        }
    }
}

static void mutate_lines(Text *t)
{
    int i = below(t, t->n), n = 1 + below(t, 3);
    n = MIN(n, t->n - i);
    switch (below(t, 4)) {
    case 0: move_pieces(t, i, n, t->n - n, false), t->n -= n; break;
    case 1: move_pieces(t, i, n, below(t, t->n), true); break;
    case 2: move_pieces(t, i, n, below(t, t->n), false); break;
    case 3: move_pieces(t, i, n, i, true); break;
    }
}

static size_t join(const Text *t, uint8_t *out, size_t max_size)
{
    size_t at = 0;
    for (int i = 0; i < t->n && at < max_size; i++) {
        size_t n = MIN(t->pieces[i].n, max_size - at);
        memcpy(out + at, t->pieces[i].s, n);
        at += n;
    }
    return at;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    static Text t;
    t.state = seed;
    if (!t.fresh)
        t.fresh = g_string_chunk_new(4096);
    if (size == 0 || below(&t, 12) == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    int rounds = 1 + below(&t, 4);
    for (int r = 0; r < rounds && size > 0; r++) {
        char *before = g_memdup2(data, size);
        bool lines = below(&t, 5) == 0;
        (lines ? cut_lines : cut_tokens)(&t, before, size);
        (lines ? mutate_lines : mutate_tokens)(&t);
        size = join(&t, data, max_size);
        g_string_chunk_clear(t.fresh);
        g_free(before);
    }
    return size;
}

/* Inserts some lines of b between those of a. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t n_a, const uint8_t *b, size_t n_b, uint8_t *out,
                                 size_t max_size, unsigned seed)
{
    static Text t, from;
    t.state = seed;
    cut_lines(&t, (const char *)a, n_a);
    cut_lines(&from, (const char *)b, n_b);
    if (from.n == 0)
        return join(&t, out, max_size);
    int first = below(&t, from.n), n = 1 + below(&t, 6), at = below(&t, t.n + 1);
    n = MIN(MIN(n, from.n - first), MAX_PIECES - t.n);
    memmove(t.pieces + at + n, t.pieces + at, sizeof *t.pieces * (size_t)(t.n - at));
    memcpy(t.pieces + at, from.pieces + first, sizeof *t.pieces * (size_t)n);
    t.n += n;
    return join(&t, out, max_size);
}
