/* MLIR text as characters: a cursor with positions, and functions that read small tokens. There is no tokenizer, since
 * lexical rules depend on the context: inside tensor<..> an 'x' separates numbers. Each grammar rule asks for the token that it expects.
 * All functions skip white space and comments first. Functions named mlir_expect or mlir_read set the error when they
 * return false; accept and peek functions do not. Strings are in the scratch arena. */
#pragma once

#include <glib.h>

#include "runtime/ir/ir.h"

typedef struct Str { /* a piece of the text, not terminated */
    const char *s;
    size_t n;
} Str;

typedef struct MTypeText { /* the text of a type that was read before; it points into the program */
    Str text;
    const Type *type;
} MTypeText;

enum { MLIR_TYPE_CACHE = 256 };

typedef struct Mlir {
    const char *path;
    const char *text, *end; /* a copy that ends in NUL */
    const char *cur;
    const char *line_start; /* of the cursor's line */
    int line, first_line;   /* of the cursor; of the text within its file */
    IrModule *m;            /* types and literals go here */
    Arena *lasting;         /* lives as long as the reader: names, aliases, regions */
    Arena *scratch;         /* of one operation, reset after it; while an alias is read it is `lasting` */
    StrTable *names;        /* equal names are one pointer */
    GHashTable *aliases;    /* interned "#name" or "!name" -> MAlias; see mlir_attr.c */
    Str resources;          /* the inside of dialect_resources at the end of the file; see mlir_dense.c */
    MTypeText *types;       /* MLIR_TYPE_CACHE of them, by hash: programs repeat few types on every line */
    const char *too_long;   /* the position of a text that was longer than MLIR_MAX_EXPANDED with its aliases replaced */
    size_t n_kept;          /* bytes of attributes' texts in the module */
    int depth;              /* recursion depth; see mlir_enter */
    const char *future_at;  /* the position of the last future type that no async op uses, or NULL */
    bool binary;            /* the text is bytecode: positions in it are offsets in bytes, and the caller frees it */
    const char *doing;      /* the op or function being read, for messages about types; or NULL */
    GError **error;
} Mlir;

enum { MLIR_MAX_DEPTH = 200, MLIR_MAX_EXPANDED = 1 << 20, MLIR_MAX_KEPT = 1 << 30 };

/* The text and path are copied. first_line: the number of the text's first line in its file. */
void mlir_init(Mlir *x, IrModule *m, const char *path, int first_line, Str text, GError **error);
/* The same for bytecode, which must outlive the reader; the functions that move the cursor are for pieces of text in it. */
void mlir_init_binary(Mlir *x, IrModule *m, const char *path, Str bytes, GError **error);
void mlir_clear(Mlir *x);

/* Line and column of a position in the text; fast in the cursor's line. */
TextPos mlir_pos(const Mlir *x, const char *at);
/* Sets the error at a position in the text; returns false. */
bool mlir_fail(Mlir *x, const char *at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
bool mlir_fail_as(Mlir *x, const char *at, ShardError code, const char *hint, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
/* "expected WHAT, found ..." at the cursor; false. */
bool mlir_expected(Mlir *x, const char *what);
/* Call before and after anything recursive: fails beyond MLIR_MAX_DEPTH. */
bool mlir_enter(Mlir *x);
static inline void mlir_leave(Mlir *x)
{
    x->depth--;
}

/* The next character that is not white space or comment; 0 at the end. */
char mlir_peek(Mlir *x);
bool mlir_accept(Mlir *x, char c);
bool mlir_expect(Mlir *x, char c);
bool mlir_accept_text(Mlir *x, const char *punctuation); /* "->" and the like */
/* A bare identifier [A-Za-z_][A-Za-z0-9_$.]* (a '-' too between letters where `dashes`); n = 0 if there is none. */
Str mlir_peek_word(Mlir *x);
Str mlir_accept_word(Mlir *x);
bool mlir_accept_keyword(Mlir *x, const char *word);
bool mlir_expect_keyword(Mlir *x, const char *word);
/* A character that may stand in %names, #names and after '@'. */
bool mlir_is_name_char(char c);
/* "text", unescaped; in the scratch arena. *n may be NULL. */
const char *mlir_read_string(Mlir *x, size_t *n);
/* @name or @"any text" and nested @a::@b (the last one's name); without '@'. */
const char *mlir_read_symbol(Mlir *x);
bool mlir_read_int(Mlir *x, int64_t *out);
/* Moves the cursor behind a balanced (..), [..], {..} or <..> that starts at the cursor; brackets in strings
 * and "->" are ignored. *out is the text with its brackets. */
bool mlir_skip_balanced(Mlir *x, Str *out);

static inline bool str_is(Str s, const char *word)
{
    return strlen(word) == s.n && memcmp(s.s, word, s.n) == 0;
}
static inline const char *mlir_intern(Mlir *x, Str s)
{
    return str_intern_n(x->names, s.s, s.n);
}
