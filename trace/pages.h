/* B-trees of SQLite's file format, written page by page: many rows in the order of their keys, about ten times as fast as by INSERT.
 * The format is documented at https://www.sqlite.org/fileformat2.html and does not change. Rows here are small, at most PAGES_MOST_ROW bytes,
 * so that no row needs overflow pages. Pages are numbered as they are finished; the caller says where they go, and makes them part of a file. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { PAGES_MOST_ROW = 136, PAGES_LEAST_SIZE = 1024 };

/* Where finished pages go. */
typedef struct Pages Pages;
/* Writes n bytes at a place of the file; false on failure. */
typedef bool (*PagesWrite)(void *user, const void *data, int64_t n, int64_t at);

/* page_size: at least PAGES_LEAST_SIZE. next: number of the first page, from 1. write: NULL = pages are but counted, which is much faster. */
Pages *pages_new(int page_size, int64_t next, PagesWrite write, void *user);
/* Writes what waits. Returns the number of the last page; 0 if a write failed. */
int64_t pages_end(Pages *p);
void pages_free(Pages *p);

typedef struct Tree Tree;

/* A table with row ids, or an index. Only one tree at a time writes to the same pages. */
Tree *tree_new(Pages *out, bool is_index);
/* Adds a row (NULL where pages are but counted), in ascending order of ids; ascending entries of an index have no id of their own: it is their last column. */
void tree_add(Tree *t, int64_t id, const uint8_t *row, int n);
/* Finishes and frees the tree; returns the number of its root page. */
int64_t tree_end(Tree *t);

/* A value of a row: an integer or NULL. */
typedef struct PagesInt {
    int64_t v;
    bool null;
} PagesInt;

/* A row of n integers in SQLite's record format. Returns its size. out: PAGES_MOST_ROW bytes, enough for 14 columns. */
int pages_row(uint8_t *out, const PagesInt *v, int n);
int pages_row_size(const PagesInt *v, int n);
