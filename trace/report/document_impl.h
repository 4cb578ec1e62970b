/* Internal declarations of documents: document.c adds content, document_print.c prints it. */
#pragma once

#include "trace/report/document.h"

struct Block {
    bool has_run;
    int64_t run_id;
    char *label;
    GPtrArray *tables, *notes; /* Table, char * */
    bool told_folds; /* a note says what the sign of folded rows means */
};

struct Document {
    const char *name;
    GPtrArray *blocks;
};

/* A field of CSV, in quotes if it needs them (RFC 4180). */
void document_csv_text(GString *out, const char *s);
