/* The table of views. See views.h. */
#include "viewer/views.h"

const View views[] = {
    { "overview", "Overview", "Where the time goes, what moves, what fills the memory: the run on one page.", load_overview, layout_overview, "steps" },
    { "shardings", "Shardings", "How every array lies on the devices, and why.", load_shardings, layout_shardings, "shardings" },
    { "reshards", "Reshards", "What has to move, what it costs, and which line asked for it.", load_reshards, layout_reshards, "reshards" },
    { "passes", "Passes", "What each compiler pass did to the program.", load_passes, layout_passes, "passes" },
    { "steps", "Steps", "What every device did, and who waited for whom.", load_steps, layout_timeline, "steps" },
    { "memory", "Memory", "What fills a device's memory, and which inputs are held in copies.", load_memory, layout_memory, "memory" },
    { "compare", "Compare", "Which run is faster, and what it does differently.", load_compare, layout_compare, "compare" },
    { "graph", "Graph", "What an op takes and who takes its result, with the layouts between them.", load_graph, layout_graph, "ops" },
};
const int n_views = G_N_ELEMENTS(views);

const View *view_find(const char *name)
{
    for (int i = 0; i < n_views; i++) {
        if (g_str_equal(views[i].name, name))
            return &views[i];
    }
    return NULL;
}
