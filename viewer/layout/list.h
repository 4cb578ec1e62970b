/* What lists drawn in a scene consist of: columns with a heading, and rows. Only table_list.c draws them: a list of a view is a TableList, so that each
 * can be sorted, filtered, grouped, and its columns widened. */
#pragma once

#include "viewer/layout/viewport.h"

typedef struct Column {
    const char *title;
    double w; /* px; negative = that many parts of what is left over, 0 = one part */
    Align align;
    Trim trim;
    FontRole font;
    Role ink; /* ROLE_none = text */
} Column;

#define LIST_ROW_H 22.0
#define MAX_COLUMNS 16

/* A list that is being drawn: where to, and the columns that fit, each with its width. */
typedef struct List {
    Scene *s;
    const Viewport *vp;
    Column columns[MAX_COLUMNS];
    int n;
    double row_h; /* 0 = LIST_ROW_H */
    double text_h; /* of its upper part, in which the texts are; 0 = all of it */
} List;

#define LEAST_COLUMN_W 78.0 /* px of the narrowest of the columns that share what is left */

/* The room that these columns need at least. */
double list_least_width(const Column *columns, int n);
/* Gives the columns without a width what is left of `w`, shared by their parts, a part at least 78 px. Columns that no
 * longer fit are dropped from the right. */
List list_fit(Scene *s, const Viewport *vp, const Column *columns, int n, double w);
void list_header(const List *l, double x, double y);
/* A row as wide as the spot. texts[columns] may hold NULL; a row that is selected or under the pointer is marked. */
void list_row(const List *l, Spot spot, const char *const *texts, Ref ref, const char *tip);
