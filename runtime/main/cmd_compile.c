/* compile: the module after a pass, as text. */
#include "runtime/main/cmd.h"

#include <json-glib/json-glib.h>
#include <stdio.h>

static char *emit_name;

static void print_json(const Compiled *c)
{
    g_autoptr(JsonBuilder) b = json_builder_new();
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
    g_autoptr(JsonNode) root = json_builder_get_root(b);
    g_autofree char *text = json_to_string(root, TRUE);
    puts(text);
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
    if (!files[0] || files[1])
        return cmd_usage("compile: exactly one program");
    if (compile_flags.stop_after && !g_strv_contains(pipeline_names(), compile_flags.stop_after)) {
        const char *near = diag_nearest(compile_flags.stop_after, pipeline_names());
        return cmd_usage("no pass \"%s\"\n  hint: %s%s", compile_flags.stop_after, near ? "did you mean " : "see --help",
                         near ? near : "");
    }
    static const char *const forms[] = { "hlo", "hlo-short", "hlo-dump", "stablehlo", "json" };
    int form = 0;
    while (emit_name && form < 5 && !g_str_equal(forms[form], emit_name))
        form++;
    if (form == 5)
        return cmd_usage("cannot emit \"%s\"\n  hint: hlo, hlo-short, hlo-dump, stablehlo or json", emit_name);
    GError *error = NULL;
    CompileOptions o;
    g_autoptr(Compiled) c = NULL;
    if (compile_options_from_flags(&o, NULL, &error))
        c = cmd_compile_program(files[0], &o, NULL, &error);
    compile_options_clear(&o);
    if (!c)
        return cmd_fail(error);
    if (form == 4) {
        print_json(c);
        return 0;
    }
    static const IrSpelling spellings[] = { SPELL_HLO, SPELL_HLO_SHORT, SPELL_HLO_DUMP, SPELL_STABLEHLO };
    g_autofree char *text = module_print(c->stopped, spellings[form]);
    fputs(text, stdout);
    return 0;
}
