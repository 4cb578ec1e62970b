#include "trace/installed.h"

#include "trace/trace.h"

#include <string.h>

bool trace_file_installed(const char *file)
{
#define FOLDER(folder) folder,
    static const char *const folders[] = { INSTALLED_FOLDERS(FOLDER) };
#undef FOLDER
    for (size_t i = 0; i < G_N_ELEMENTS(folders); i++)
        if (strstr(file, folders[i]))
            return true;
    return false;
}
