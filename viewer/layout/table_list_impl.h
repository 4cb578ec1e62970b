/* What the files of a table's list share: the list that is being drawn, the widths of its columns, the texts in them. */
#pragma once

#include "viewer/layout/table_list.h"

#define MARK_W 54.0 /* of the column with the sign for closed and open, and how many rows a line represents */

/* The list that is being drawn. */
typedef struct Drawn {
    const TableList *list;
    const Viewport *vp;
    ListState *st;     /* the viewport's, or one of this picture */
    bool own_state;
    guint most;        /* lines, of a list in a page; 0 = all, in a pane */
    const Arranged *lines;
    TableColumn columns[MAX_COLUMNS]; /* those with something to show */
    int of[MAX_COLUMNS];              /* their columns in the table */
    int place[MAX_COLUMNS];           /* and in the list: ListState.width */
    double need[MAX_COLUMNS];         /* px that their texts need; 0 = not yet worked out */
    double longest[MAX_COLUMNS];      /* AS_BAR: the largest number, whatever its sign */
    int n;
    int cost;          /* column of the table: the first of its order that knows anything; -1 = none */
    int marked;        /* that whose heading says what the rows are listed by: it, or the one that has the same numbers */
    double line_h;     /* px, of the line that is drawn, where lines of a page differ; 0 = all are alike */
    List fit;          /* with the widths; its first column is the mark */
} Drawn;

/* What was worked out for the table drawn before. */
void list_state_forget_table(ListState *st);
/* Gives the columns their widths, of `w` in all: what the user made of them, else what their texts need. Call it once the lines are known. */
void drawn_fit(Drawn *d, Scene *s, double w);
/* What is in column i of a line, uncut. Sets whether it is a text (a number otherwise) and whether nothing is known. To be freed. */
char *drawn_whole(const Drawn *d, guint line, int i, bool *is_text, bool *nothing);
/* What is in column i of a line, cut to its width. To be freed. */
char *drawn_text(Drawn *d, guint line, int i);
/* The end of a path from a folder on, as much as there is room for; at least its last part. To be freed. */
char *drawn_path(const Drawn *d, const char *path, FontRole font, double room);
