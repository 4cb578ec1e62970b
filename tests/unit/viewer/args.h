/* The words of a command from a function's arguments. */
#pragma once

#include <glib.h>
#include <stdarg.h>

/* program, first, ... up to a NULL, which ends the list. To be freed; the words are borrowed. */
static inline GPtrArray *args_of(const char *program, const char *first, va_list more)
{
    GPtrArray *args = g_ptr_array_new();
    g_ptr_array_add(args, (gpointer)program);
    for (const char *a = first; a; a = va_arg(more, const char *))
        g_ptr_array_add(args, (gpointer)a);
    g_ptr_array_add(args, NULL);
    return args;
}
