/* The viewer's command line: a window, or any view as a picture without one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/model/source.h"
#include "viewer/state.h"
#include "viewer/app.h"
#include "viewer/headless.h"

static const char usage[] =
    "shardscope-viewer TRACE.db...                     opens a window; further traces are compared with the first in Compare\n"
    "    --separate          a window for each trace\n"
    "shardscope-viewer --render VIEW TRACE.db -o FILE  draws a view into FILE (.png, .svg, .pdf; .txt: as text;\n"
    "                    .csv: its numbers; .dot: the graph)\n"
    "shardscope-viewer --render all TRACE.db -o FOLDER draws every view\n"
    "    --size WxH          1280x800\n"
    "    --scale N           image pixels a unit, 1\n"
    "    --run LABEL         the run's label, name or number; the first one\n"
    "    --select NAME       a value (its name, the framework's, or argN), a reshard's number, or a row: step:3, event:17\n"
    "    --device N          the device that a reshard is drawn for\n"
    "    --range A..B        visible time, in ms since the start of the run\n"
    "    --option N          the N-th value of the view's first option; given again, of its second\n"
    "    --transpose         swaps rows and columns of pictures\n"
    "    --facts             writes what the inspector says of what is selected, as text, instead of a picture\n"
    "    --theme light|dark|print\n"
    "    --spelling jax|sdy|gspmd    how shardings are written\n"
    "    --source-map OLD=NEW        where the program's files are: names that begin with OLD, under NEW (=NEW: all names); a window remembers it\n"
    "    --editor COMMAND            your editor: %f is the file, %l the line, as in 'code -g %f:%l'; a window remembers it\n"
    "    --view VIEW         which view the window opens with\n"
    "views:";

static int wrong(const char *what, const char *value)
{
    fprintf(stderr, "shardscope-viewer: %s%s%s\n  hint: shardscope-viewer --help\n", what, value ? " " : "", value ? value : "");
    return 2;
}

static void help(void)
{
    printf("%s", usage);
    for (int i = 0; i < n_views; i++)
        printf(" %s", views[i]->name);
    printf("\nexit status: 0 success, 1 the trace cannot be read or drawn, 2 wrong usage\n");
}

typedef struct Arguments {
    RenderOptions render;
    const char *view;
    const char *source_map; /* the last one given */
    const char *editor;
    char **traces;
    int n_traces;
    bool separate, theme_given;
} Arguments;

static bool parse_size(const char *text, RenderOptions *o)
{
    int w, h;
    char end;
    if (sscanf(text, "%dx%d%c", &w, &h, &end) != 2 || w < 64 || h < 64 || w > 16384 || h > 16384)
        return false;
    o->width = w;
    o->height = h;
    return true;
}

static bool parse_range(const char *text, RenderOptions *o)
{
    g_auto(GStrv) ends = g_strsplit(text, "..", 2);
    if (!ends[0] || !ends[1] || !*ends[0] || !*ends[1])
        return false;
    char *stop[2];
    double a = g_ascii_strtod(ends[0], &stop[0]), b = g_ascii_strtod(ends[1], &stop[1]);
    if (*stop[0] || *stop[1] || !(b > a) || a < -1e12 || b > 1e12)
        return false;
    o->t0 = (int64_t)(a * 1e6);
    o->t1 = (int64_t)(b * 1e6);
    return true;
}

/* One option with its value; returns what is wrong with it, or NULL. */
static const char *take(Arguments *a, const char *name, const char *value)
{
    RenderOptions *o = &a->render;
    if (g_str_equal(name, "--render"))
        o->view = value;
    else if (g_str_equal(name, "--view"))
        a->view = value;
    else if (g_str_equal(name, "-o"))
        o->out = value;
    else if (g_str_equal(name, "--run"))
        o->run = value;
    else if (g_str_equal(name, "--select"))
        o->select = value;
    else if (g_str_equal(name, "--device"))
        o->device = value;
    else if (g_str_equal(name, "--size"))
        return parse_size(value, o) ? NULL : "--size needs WxH, each 64 to 16384, not";
    else if (g_str_equal(name, "--option")) {
        int i = 0;
        while (i < MAX_OPTIONS && o->option[i])
            i++;
        int64_t v = g_ascii_strtoll(value, NULL, 10);
        if (i == MAX_OPTIONS || v < 1 || v > 99)
            return "--option needs a number from 1, at most four times, not";
        o->option[i] = (int)v;
    } else if (g_str_equal(name, "--range"))
        return parse_range(value, o) ? NULL : "--range needs A..B in ms, not";
    else if (g_str_equal(name, "--scale")) {
        o->scale = g_ascii_strtod(value, NULL);
        return o->scale >= 0.25 && o->scale <= 8 ? NULL : "--scale needs a number from 0.25 to 8, not";
    } else if (g_str_equal(name, "--theme")) {
        static const char *const names[N_THEMES] = { [THEME_light] = "light", [THEME_dark] = "dark", [THEME_print] = "print" };
        for (int i = 0; i < N_THEMES; i++)
            if (g_str_equal(value, names[i]))
                return o->theme = (ThemeId)i, a->theme_given = true, NULL;
        return "--theme needs light, dark or print, not";
    } else if (g_str_equal(name, "--source-map")) {
        a->source_map = value;
        return source_add_map(value) ? NULL : "--source-map needs OLD=NEW, not";
    } else if (g_str_equal(name, "--editor")) {
        a->editor = value;
        g_auto(GStrv) words = source_editor_args(value, "file", 1, NULL);
        return words ? NULL : "--editor needs a command, not";
    } else if (g_str_equal(name, "--spelling")) {
        TraceSpelling s;
        if (!trace_spelling_from_name(value, &s))
            return "--spelling needs jax, sdy or gspmd, not";
        trace_default_spelling(s);
        return NULL;
    } else {
        return "unknown option";
    }
    return NULL;
}

/* What argument `i`, an option, was given before with another value, of which the last would win silently; NULL = nothing. */
static const char *given_before(char **argv, int i)
{
    bool many = g_str_equal(argv[i], "--option") || g_str_equal(argv[i], "--source-map");
    for (int k = 1; k < i && !many; k++)
        if (g_str_equal(argv[k], argv[i]) && !g_str_equal(argv[k + 1], argv[i + 1]))
            return argv[k + 1];
    return NULL;
}

/* 0 = go on, else the exit status plus one. */
static int parse(int argc, char **argv, Arguments *a)
{
    for (int i = 1; i < argc; i++) {
        const char *s = argv[i];
        if (g_str_equal(s, "--help") || g_str_equal(s, "-h")) {
            help();
            return 1;
        }
        if (g_str_equal(s, "--version")) {
            printf("shardscope-viewer %s\n", SHARDSCOPE_VERSION);
            return 1;
        }
        if (g_str_equal(s, "--separate")) {
            a->separate = true;
            continue;
        }
        if (g_str_equal(s, "--transpose")) {
            a->render.transpose = true;
            continue;
        }
        if (g_str_equal(s, "--facts")) {
            a->render.facts = true;
            continue;
        }
        if (*s != '-' || s[1] == 0) {
            a->traces[a->n_traces++] = argv[i];
            continue;
        }
        if (i + 1 >= argc)
            return 1 + wrong(take(a, s, "") && g_str_equal(take(a, s, ""), "unknown option") ? "unknown option" : "a value is missing after", s);
        const char *bad = take(a, s, argv[i + 1]);
        if (bad)
            return 1 + wrong(bad, g_str_equal(bad, "unknown option") ? s : argv[i + 1]);
        if (given_before(argv, i))
            return 1 + wrong("two values, where the option takes one, are given to", s);
        i++;
    }
    return 0;
}

static int render_one(const RenderOptions *o)
{
    g_autoptr(GError) error = NULL;
    if (headless_render(o, &error))
        return 0;
    fprintf(stderr, "shardscope-viewer: %s\n", error ? error->message : "the trace could not be read");
    return 1;
}

/* Every view, NAME.png each, into the folder. */
static int render_all(const RenderOptions *all)
{
    if (g_mkdir_with_parents(all->out, 0777) != 0) {
        fprintf(stderr, "shardscope-viewer: the folder %s cannot be made\n", all->out);
        return 1;
    }
    for (int i = 0; i < n_views; i++) {
        g_autofree char *name = g_strdup_printf("%s.png", views[i]->name), *path = g_build_filename(all->out, name, NULL);
        RenderOptions one = *all;
        one.view = views[i]->name;
        one.out = path;
        one.select = NULL;
        if (render_one(&one))
            return 1;
    }
    return 0;
}

static int no_view(const char *name)
{
    fprintf(stderr, "shardscope-viewer: no such view: %s\n  hint: the views are", name);
    for (int i = 0; i < n_views; i++)
        fprintf(stderr, "%s %s", i ? "," : "", views[i]->name);
    fputc('\n', stderr);
    return 2;
}

static int render(Arguments *a)
{
    RenderOptions *o = &a->render;
    bool all = g_str_equal(o->view, "all");
    if (!all && !view_find(o->view))
        return no_view(o->view);
    if (!o->out)
        return wrong("--render needs -o FILE", NULL);
    if (a->n_traces < 1)
        return wrong("--render needs a trace", NULL);
    o->trace = a->traces[0];
    o->others = a->traces + 1; /* there is a NULL behind the last */
    return all ? render_all(o) : render_one(o);
}

int main(int argc, char **argv)
{
    g_autofree char **traces = g_new0(char *, argc + 1);
    Arguments a = { .render = { .width = 1280, .height = 800, .scale = 1 }, .traces = traces };
    int stop = parse(argc, argv, &a);
    if (stop)
        return stop - 1;
    if (a.render.view)
        return render(&a);
    if (a.view && !view_find(a.view))
        return no_view(a.view);
    if (a.render.out)
        return wrong("-o needs --render VIEW", NULL);
    if (!a.n_traces && (a.render.run || a.render.select))
        return wrong("--run and --select need a trace", NULL);
    g_autofree char *kept = a.source_map ? NULL : state_text("source-map");
    if (a.source_map)
        state_set_text("source-map", a.source_map);
    else if (kept)
        source_add_map(kept);
    if (a.editor)
        state_set_text("editor", a.editor);
    const RenderOptions *o = &a.render;
    return app_run(a.traces, a.n_traces, &(AppOptions){ .view = a.view, .run = o->run, .select = o->select, .theme = a.theme_given ? &o->theme : NULL, .separate = a.separate });
}
