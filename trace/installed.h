/* Which files of a program's call stacks belong to installed packages, and so are not their user's: the one rule for all of the
 * project. SQL has it from here too (views.def), C from trace_file_installed(). */
#ifndef TRACE_INSTALLED_H
#define TRACE_INSTALLED_H

/* What the path of such a file contains, none with a quote; Python's own start-up has no file. */
#define INSTALLED_FOLDERS(X) X("/site-packages/") X("/dist-packages/") X("/lib/python3") X("\\site-packages\\") X("<frozen ")

/* SQL: whether f.s is such a path. */
#define INSTALLED_ONE(folder) " OR instr(f.s, '" folder "')"
#define INSTALLED_SQL "(0" INSTALLED_FOLDERS(INSTALLED_ONE) ")"

#endif
