/* Painted lists: columns with a heading, rows that fold to what is visible, scrolled by their pane. */
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
#define MAX_COLUMNS 12

/* Gives the columns without a width what is left of `w`, shared equally, at least 60 px each. Columns that no longer
 * fit are dropped from the right; returns how many stay. out: the same columns with their widths. */
int list_fit(const Column *columns, int n, double w, Column out[MAX_COLUMNS]);
void list_header(Scene *s, const Metrics *m, const Column *c, int n, double x, double y);
/* texts[n] may hold NULL; selected and hovered rows are marked. */
void list_row(Scene *s, const Metrics *m, const Column *c, int n, double x, double y, double w,
              const char *const *texts, Ref ref, const Viewport *vp, const char *tip);
