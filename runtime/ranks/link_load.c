/* Finds the module that carries messages. */
#include <dlfcn.h>
#include <glib.h>
#include <stdlib.h>

#include "runtime/ranks/link.h"

/* What launchers say to the processes that they start, and how many there are: Open MPI, MPICH and Intel MPI (Hydra), Slurm's PMI. */
bool link_was_launched(void)
{
    static const char *const sizes[] = { "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS" };
    for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++)
        if (g_getenv(sizes[i]))
            return atoi(g_getenv(sizes[i])) > 1;
    const char *tasks = g_getenv("SLURM_NTASKS");
    return tasks && atoi(tasks) > 1 && (g_getenv("PMIX_RANK") || g_getenv("PMI_RANK"));
}

Link *link_load(char **why)
{
    static const char *const places[] = { "libshardscope_mpi.so", "shardscope/libshardscope_mpi.so" };
    Dl_info self;
    g_autofree char *folder = dladdr((void *)(uintptr_t)link_load, &self) && self.dli_fname ? g_path_get_dirname(self.dli_fname) : g_strdup(".");
    for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
        g_autofree char *path = g_build_filename(folder, places[i], NULL);
        if (!g_file_test(path, G_FILE_TEST_EXISTS))
            continue;
        void *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        LinkOpen *open = NULL;
        if (module)
            *(void **)&open = dlsym(module, "shardscope_link_open");
        if (!open) {
            *why = g_strdup(dlerror());
            return NULL;
        }
        char text[200] = "";
        Link *l = open(LINK_VERSION, text, sizeof text);
        *why = l ? NULL : g_strdup(text);
        return l;
    }
    *why = g_strdup_printf("there is no libshardscope_mpi.so in %s: Shardscope was built without MPI", folder);
    return NULL;
}
