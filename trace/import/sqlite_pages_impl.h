/* Insides shared by sqlite_pages.c and sqlite_check.c. */
#pragma once

#include "trace/import/sqlite_pages.h"

struct SqlitePages {
    int fd;
    uint32_t page_size, usable, n_pages;
};

enum { INDEX_INNER = 2, TABLE_INNER = 5, INDEX_LEAF = 10, TABLE_LEAF = 13, DEEPEST_TREE = 24 };

/* A page of a tree. */
typedef struct TreePage {
    const uint8_t *bytes; /* usable ones */
    uint32_t number, head;/* head: where its header begins */
    uint8_t type;
    uint32_t n_cells, cells; /* cells: where their places begin */
} TreePage;

/* What a cell has in its page, and what is elsewhere. */
typedef struct TreeCell {
    uint32_t at, size;     /* in the page */
    uint32_t child;        /* of inner pages */
    int64_t rowid;         /* of tables */
    uint64_t n;            /* of its content, 0 on inner pages of tables */
    const uint8_t *local;  /* what is here of it, n_local bytes */
    uint32_t n_local, more;/* more: the page with the rest; 0 = all is here */
} TreeCell;

static inline uint32_t be16(const uint8_t *p)
{
    return (uint32_t)p[0] << 8 | p[1];
}

static inline uint32_t be32(const uint8_t *p)
{
    return be16(p) << 16 | be16(p + 2);
}

/* SQLite's numbers of 1 to 9 bytes, the highest first. False if the bytes end within it. */
static inline bool sqlite_varint(const uint8_t **at, const uint8_t *end, uint64_t *out)
{
    const uint8_t *p = *at;
    uint64_t v = 0;
    for (int i = 0; i < 9 && p < end; i++) {
        uint8_t byte = *p++;
        v = i == 8 ? v << 8 | byte : v << 7 | (byte & 127);
        if (byte < 128 || i == 8) {
            *out = v;
            *at = p;
            return true;
        }
    }
    return false;
}

/* Bytes of a value of that serial type; -1: no such type. */
static inline int64_t sqlite_size_of(uint64_t serial)
{
    static const int8_t sizes[12] = { 0, 1, 2, 3, 4, 6, 8, 8, 0, 0, -1, -1 };
    return serial < 12 ? sizes[serial] : serial < UINT64_C(1) << 40 ? (int64_t)(serial - 12) / 2 : -1;
}

/* Reads a page into `buffer` of page_size bytes. False if there is none of that number. */
bool sqlite_page_read(const SqlitePages *p, uint32_t number, uint8_t *buffer);
/* Its header; false if it is no page of a tree. */
bool sqlite_page_look(const SqlitePages *p, uint32_t number, const uint8_t *bytes, TreePage *out);
/* False if the cell is damaged. */
bool sqlite_cell(const SqlitePages *p, const TreePage *page, uint32_t i, TreeCell *out);
