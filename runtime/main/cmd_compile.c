/* compile: the module after a pass, as text. */
#include "runtime/main/cmd.h"

#include <json-glib/json-glib.h>
#include <stdio.h>

static char *emit_name;
enum { JSON_FORM = 4 };

static void add_json(JsonBuilder *b, const Compiled *c)
{
    json_builder_begin_object(b);
    json_builder_set_member_name(b, "name");
    json_builder_add_string_value(b, c->stopped->name);
    json_builder_set_member_name(b, "devices");
    json_builder_add_int_value(b, c->n_devices);
    json_builder_set_member_name(b, "passes");
    json_builder_begin_array(b);
    for (int i = 0; i < c->passes.n; i++) {
        const PassRecord *p = &c->passes.v[i];
        json_builder_begin_object(b);
        json_builder_set_member_name(b, "name");
        json_builder_add_string_value(b, p->name);
        json_builder_set_member_name(b, "s");
        json_builder_add_double_value(b, (double)p->dur_ns / 1e9);
        json_builder_set_member_name(b, "instructions");
        json_builder_add_int_value(b, p->insts_after);
        json_builder_set_member_name(b, "collectives");
        json_builder_add_int_value(b, p->colls_after);
        json_builder_end_object(b);
    }
    json_builder_end_array(b);
    json_builder_set_member_name(b, "traffic");
    json_builder_add_int_value(b, c->traffic);
    json_builder_end_object(b);
}

/* Programs of one file: their texts divided as such files are, or a JSON object, of several an array. */
static char *print_all(GPtrArray *programs, const CompileOptions *o, int form, GError **error)
{
    static const IrSpelling spellings[] = { SPELL_HLO, SPELL_HLO_SHORT, SPELL_HLO_DUMP, SPELL_STABLEHLO };
    g_autoptr(GString) out = g_string_new(NULL);
    g_autoptr(JsonBuilder) b = json_builder_new();
    guint n = programs->len;
    if (n > 1)
        json_builder_begin_array(b);
    for (guint i = 0; i < n; i++) {
        g_autoptr(Compiled) c = program_compile_module(g_steal_pointer(&programs->pdata[i]), o, NULL, error);
        if (!c)
            return NULL;
        if (form == JSON_FORM) {
            add_json(b, c);
            continue;
        }
        g_autofree char *text = module_print(c->stopped, spellings[form]);
        g_string_append_printf(out, "%s%s", i ? "\n// -----\n\n" : "", text);
    }
    if (form == JSON_FORM) {
        if (n > 1)
            json_builder_end_array(b);
        g_autoptr(JsonNode) root = json_builder_get_root(b);
        g_autofree char *text = json_to_string(root, TRUE);
        g_string_append_printf(out, "%s\n", text);
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

int cmd_compile(int argc, char **argv)
{
    static const GOptionEntry entries[] = {
        { "stop-after", 0, 0, G_OPTION_ARG_STRING, &compile_flags.stop_after,
          "parse, import, propagate, reshard, plan-reshards, localise, fold, simplify, cse, hoist, optimise or plan-memory", "PASS" },
        { "emit", 0, 0, G_OPTION_ARG_STRING, &emit_name, "hlo (default), hlo-short, hlo-dump, stablehlo or json", "FORM" },
        { NULL },
    };
    g_auto(GStrv) files = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, compile_entries, &files, &status))
        return status;
    if ((status = cmd_one_program("compile", files)))
        return status;
    if (compile_flags.stop_after && !g_strv_contains(pipeline_names(), compile_flags.stop_after)) {
        const char *near = diag_nearest(compile_flags.stop_after, pipeline_names());
        g_autofree char *all = g_strjoinv(", ", (char **)pipeline_names());
        return cmd_usage("no pass \"%s\"\n  hint: %s%s", compile_flags.stop_after, near ? "did you mean " : "there are ",
                         near ? near : all);
    }
    static const char *const forms[] = { "hlo", "hlo-short", "hlo-dump", "stablehlo", "json" };
    int form = 0;
    while (emit_name && form < 5 && !g_str_equal(forms[form], emit_name))
        form++;
    if (form == 5)
        return cmd_usage("cannot emit \"%s\"\n  hint: hlo, hlo-short, hlo-dump, stablehlo or json", emit_name);
    GError *error = NULL;
    CompileOptions o;
    g_autofree char *text = NULL;
    static Stop stop;
    cmd_stop_on_signals(&stop);
    ProgramOptions program = cmd_program_options();
    program.stop = &stop;
    if (compile_options_from(&program, NULL, &o, &error)) {
        o.no_reasons = true;
        g_autoptr(GPtrArray) programs = program_read_all(files[0], o.stop, &error);
        text = programs ? print_all(programs, &o, form, &error) : NULL;
    }
    compile_options_clear(&o);
    if (!text)
        return cmd_fail(error);
    fputs(text, stdout);
    return 0;
}
