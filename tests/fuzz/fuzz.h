/* Shared by the fuzz targets. A target is a file fuzz_X.c with one function, LLVMFuzzerTestOneInput; built with
 * -Dfuzz=true it is a libFuzzer program, otherwise replay.c calls it for every file of seeds/X and crashers/X.
 *
 * A property that does not hold is reported like a crash: the target aborts. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/base/stop.h"
#include "runtime/ir/ir.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Aborts unless ok, with the message. */
void fuzz_law(bool ok, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Aborts unless the two texts are equal, after printing the difference. Frees neither. */
void fuzz_same_text(const char *what, const char *a, const char *b);

/* The input as a string whose memory ends behind its NUL, so that the address sanitizer detects reads beyond it. The caller frees it. */
char *fuzz_text(const uint8_t *data, size_t size);
/* A number from the input's first line, so that a comment there selects among variants. */
uint32_t fuzz_choice(const uint8_t *data, size_t size);

/* Prints `m`, which has been verified, in a notation and reads that text; aborts if it cannot be read. The caller frees both results. */
IrModule *fuzz_reread(const IrModule *m, IrSpelling spelling, char **text);
/* The text that module prints as is the same. */
void fuzz_print_stable(const IrModule *m, IrSpelling spelling);
/* A token that is requested after so much CPU time; 0 = never. All inputs share the token; this call clears it. */
Stop *fuzz_stop_after(int ms);
/* Roughly the elementary steps of evaluating the module once, each loop and call once. */
double fuzz_work(const IrModule *m);
