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
/* The two texts are equal, or what differs is printed and the process aborts. Frees neither. */
void fuzz_same_text(const char *what, const char *a, const char *b);

/* The input as a string that ends exactly behind its NUL, so that the address sanitizer sees a read too far. To be freed. */
char *fuzz_text(const uint8_t *data, size_t size);
/* Choices that an input makes besides its program: a number from its first line, so that a comment there can steer. */
uint32_t fuzz_choice(const uint8_t *data, size_t size);

/* The module that the text of `m` in a spelling reads as; it must. `m` has been verified. Both results are the caller's. */
IrModule *fuzz_reread(const IrModule *m, IrSpelling spelling, char **text);
/* The text that module prints as is the same. */
void fuzz_print_stable(const IrModule *m, IrSpelling spelling);
/* Requested after so much CPU time from now on; 0 = never again. All inputs share the token, cleared by this. */
Stop *fuzz_stop_after(int ms);
/* Roughly the elementary steps of evaluating the module once, each loop and call once. */
double fuzz_work(const IrModule *m);
