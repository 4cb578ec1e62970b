/* Tables for formats that hold tables: rows of typed values, each read as it is written. */
#pragma once

#include "trace/export/export_impl.h"

typedef enum ValueType { VALUE_INT, VALUE_REAL, VALUE_TEXT } ValueType;

typedef struct TableColumn {
    char *name;
    ValueType type;
} TableColumn;

typedef struct TableValue {
    bool known;
    int64_t i;     /* by the column's type */
    double r;
    const char *s; /* valid for the call */
} TableValue;

/* A file of one table, x->file. end: false with an error if it cannot be whole. */
typedef struct TableCalls {
    const char *suffix; /* ".csv" */
    void *(*begin)(Export *x, const TableColumn *columns, int n);
    void (*row)(Export *x, void *table, const TableValue *values);
    bool (*end)(Export *x, void *table, GError **error);
    void (*free)(void *table);
} TableCalls;

/* The tables of the runs: a folder of them, or the one that was asked for. */
bool export_tables(Export *x, const TableCalls *calls, GError **error);
