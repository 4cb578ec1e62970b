/* Readers of program text. Errors are "file:line:col: message", with SHARD_ERROR_PARSE, _LIMIT or _IO.
 * A module that was read is well-formed as text; module_verify checks types and attributes. */
#pragma once

#include "runtime/base/stop.h"
#include "runtime/ir/ir.h"

enum { MAX_TEXT_DEPTH = 1000 }; /* levels of brackets, tuples and nested computations */

/* True of StableHLO, false of HLO: by the first word. */
bool text_is_mlir(const char *text, size_t n);

/* Reads a file ("-" = standard input) in either language, HLO or StableHLO's MLIR, as text or in binary form.
 * Ends with an error once `stop` (may be NULL) is requested. */
IrModule *program_read(const char *path, const Stop *stop, GError **error);
/* The same; *source (may be NULL) gets the text, decompressed, which program_parse reads as the same module. The caller unrefs it. */
IrModule *program_read_keeping(const char *path, const Stop *stop, GBytes **source, GError **error);
/* All programs of a file, in an array that frees them: MLIR text may hold several, divided by lines that begin with
 * "// -----" (as in test suites); pieces without a program are left out. HLO text is one program. */
GPtrArray *program_read_all(const char *path, const Stop *stop, GError **error);
/* The same for n bytes of text in memory; `path` is for messages. */
IrModule *program_parse(const char *path, const char *text, size_t n, GError **error);

/* Key among the module's `extra`: the first thing in the text that is likely not meant so, though it was read: "m.hlo:3:7: ..." */
#define KEY_REMARK "remark of the reader"

IrModule *hlo_parse(const char *path, const char *text, size_t n, GError **error);
/* The same for text with text[n] == 0, which need not be copied. */
IrModule *hlo_parse_terminated(const char *path, const char *text, size_t n, GError **error);
IrModule *stablehlo_parse(const char *path, const char *text, size_t n, GError **error);
/* The same for a piece of a file that begins at the given line. */
IrModule *stablehlo_parse_at(const char *path, int first_line, const char *text, size_t n, GError **error);
/* Begins the keys of attributes without a dialect that MLIR text hangs onto ops that do not know them. */
#define MLIR_LOOSE "mlir.loose."
/* The module as StableHLO text in a new string the caller frees: what module_print(SPELL_STABLEHLO) gives. Tuples are
 * taken apart, regions opened again; shardings of values are those that passes filled in, else those the program named. */
char *stablehlo_print(const IrModule *m);
/* False with *error if StableHLO has no word for something in the module, so that its text could not be read again. */
bool stablehlo_can_print(const IrModule *m, GError **error);
