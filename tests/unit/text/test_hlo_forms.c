/* HLO texts that print exactly as they were read, abbreviated texts and their full form, and texts that
 * are refused. */
#include "runtime/text/text.h"

#include <string.h>

typedef struct Form {
    IrSpelling spelling;
    const char *text;
} Form;

static const Form forms[] = {
    /* Braces of arrays without elements; the single NaN of formats without a negative zero. */
    { SPELL_HLO, "HloModule m, entry_computation_layout={()->s32[3,0,2,2]{3,2,1,0}}\n\nENTRY %e () -> s32[3,0,2,2] {\n"
                 "  %a = s32[0,4]{1,0} constant({ })\n  %b = s32[2,0]{1,0} constant({ {}, {} })\n"
                 "  %c = f8e5m2fnuz[2]{0} constant({-nan, 3})\n"
                 "  ROOT %d = s32[3,0,2,2]{3,2,1,0} constant({ { /*i0=0*/ }, { /*i0=1*/ }, { /*i0=2*/ } })\n}\n\n" },
    /* Windows over no dimensions have no attribute. */
    { SPELL_HLO_SHORT, "HloModule m, entry_computation_layout={(f32[])->f32[]}\n\n"
                       "more {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = pred[] compare(a, b), direction=GT\n}\n\n"
                       "sum {\n  d = f32[] parameter(0)\n  f = f32[] parameter(1)\n  ROOT g = f32[] add(d, f)\n}\n\n"
                       "ENTRY e {\n  x = f32[] parameter(0)\n  y = f32[] reduce-window(x, x), to_apply=sum\n"
                       "  ROOT z = f32[] select-and-scatter(x, y, x), select=more, scatter=sum\n}\n\n" },
    /* Attributes of a custom call that are values of other kinds. */
    { SPELL_HLO, "HloModule m, entry_computation_layout={(f32[2]{0})->f32[2]{0}}\n\nENTRY %e (x: f32[2]) -> f32[2] {\n"
                 "  %x = f32[2]{0} parameter(0)\n"
                 "  %a = f32[2]{0} custom-call(f32[2]{0} %x), custom_call_target=\"t\", literal=u8[3]{0} {7, 8, 9}\n"
                 "  %b = f32[2]{0} custom-call(f32[2]{0} %a), custom_call_target=\"t\", literal=( f32[] 1.5, pred[2]{0} {1, 0} )\n"
                 "  %d = f32[2]{0} custom-call(f32[2]{0} %b), custom_call_target=\"t\", literal=(s32[], (f32[2]{0}, pred[])) ( 1, ( {2, 3}, true ) )\n"
                 "  ROOT %c = f32[2]{0} custom-call(f32[2]{0} %d), window={size=3}, dim_labels=?bf_io?->b?f, custom_call_target=\"t\", "
                 "operand_layout_constraints={f32[2]{0}}, output_to_operand_aliasing={{}: (0, {})}, schedule=SCHEDULE_LATEST, "
                 "api_version=API_VERSION_TYPED_FFI\n}\n\n" },
    /* Asynchronous ops that are named after the op they run. */
    { SPELL_HLO, "HloModule m, entry_computation_layout={(f32[4]{0})->f32[4]{0}}\n\nENTRY %e (x: f32[4]) -> f32[4] {\n"
                 "  %x = f32[4]{0} parameter(0)\n"
                 "  %s = ((f32[4]{0}), f32[4]{0}, u32[]) negate-start(f32[4]{0} %x), async_execution_thread=\"side\"\n"
                 "  %u = ((f32[4]{0}), f32[4]{0}, u32[]) negate-update(((f32[4]{0}), f32[4]{0}, u32[]) %s)\n"
                 "  ROOT %d = f32[4]{0} negate-done(((f32[4]{0}), f32[4]{0}, u32[]) %u)\n}, execution_thread=\"main\"\n\n" },
    { SPELL_HLO_SHORT, "HloModule m, entry_computation_layout={(f32[4]{0})->f32[4]{0}}\n\n"
                       "run {\n  p = f32[4]{0} parameter(0)\n  q = f32[4]{0} negate(p)\n  ROOT r = f32[4]{0} abs(q)\n}\n\n"
                       "ENTRY e {\n  x = f32[4]{0} parameter(0)\n"
                       "  s = ((f32[4]{0}), f32[4]{0}, u32[]) async-start(x), output_to_operand_aliasing={{0,0}: (0, {})}, calls=run\n"
                       "  ROOT d = f32[4]{0} async-done(s), calls=run\n}\n\n" },
    { SPELL_HLO_SHORT, "HloModule m, entry_computation_layout={(f32[4]{0})->f32[4]{0}}\n\n"
                       "ENTRY e {\n  x = f32[4]{0} parameter(0)\n"
                       "  s = ((), (), s32[]) custom-call-start(), custom_call_target=\"t\"\n"
                       "  u = ((f32[4]{0}), f32[4]{0}, s32[]) custom-call-update(s, x)\n"
                       "  ROOT d = f32[4]{0} custom-call-done(u)\n}\n\n" },
    /* Header tables on lines of their own. */
    { SPELL_HLO_SHORT, "HloModule m, entry_computation_layout={()->s32[]}, num_partitions=2, origin_recovery_table={\n"
                       "  {\"a\" {0}} : {\"b\"},\n  \"\n    ENTRY %f (x: s32[]) -> s32[] { ROOT %x = s32[] parameter(0) }\n  \"\n}\n\n\n"
                       "ENTRY e {\n  ROOT c = s32[] constant(3), origin={{\"b\"}}\n}\n\n" },
    { SPELL_HLO_SHORT, "HloModule m, entry_computation_layout={()->s32[]},\ndebug_attributes={\n"
                       "  {\"a\"}:({log_mode=fusion_debugger,callback_id=4,partitioned=false})\n}\n\n"
                       "ENTRY e {\n  ROOT c = s32[] constant(3), origin={[synthetic_call]}\n}\n\n" },
    /* Layouts with all of their properties. */
    { SPELL_HLO_SHORT, "HloModule m, entry_computation_layout={(s4[6,7]{0,1:T(2,*)(2,1)E(4)S(5)SC(0:3)(1:2,4)M(64)})->u32[]{:T(128)}}\n\n"
                       "ENTRY e {\n  x = s4[6,7]{0,1:T(2,*)(2,1)E(4)S(5)SC(0:3)(1:2,4)M(64)} parameter(0)\n"
                       "  ROOT r = u32[]{:T(128)} replica-id()\n}\n\n" },
    { SPELL_HLO_SHORT, "HloModule m, entry_computation_layout={(f32[4]{0})->f32[4]{0}}, replica_count=8\n\n"
                       "sum {\n  d = f32[] parameter(0)\n  f = f32[] parameter(1)\n  ROOT g = f32[] add(d, f)\n}\n\n"
                       "ENTRY e {\n  x = f32[4]{0} parameter(0)\n"
                       "  a = f32[4]{0} all-reduce(x), replica_groups=mesh['i'=2,'j'=4], device_ids=([4,2]T(1,0)) {'j':(2)2}, to_apply=sum\n"
                       "  ROOT b = f32[4]{0} collective-permute(a, x), source_target_pairs={{0,1}}, slice_sizes={{2}}\n}\n\n" },
    { SPELL_HLO_SHORT, "HloModule m, entry_computation_layout={(f32[2,3]{1,0}, f32[3]{0}, f32[3]{0})->(f32[2,3]{1,0}, f32[3]{0}, f32[3]{0})}\n\n"
                       "ENTRY e {\n  x = f32[2,3]{1,0} parameter(0), sharding={mesh['<a> b'=2,'c'=4], [{'<a> b'}, {'c':(2)2, ?}], unreduced=max{'c':(1)2}}\n"
                       "  s = f32[3]{0} parameter(1)\n  o = f32[3]{0} parameter(2)\n"
                       "  ROOT n = (f32[2,3]{1,0}, f32[3]{0}, f32[3]{0}) batch-norm-training(x, s, o), epsilon=0.001, feature_index=1\n}\n\n" },
};

static void test_come_back(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(forms); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(IrModule) m = hlo_parse("t", forms[i].text, strlen(forms[i].text), &error);
        g_assert_no_error(error);
        g_assert_true(module_verify(m, &error));
        g_autofree char *text = module_print(m, forms[i].spelling);
        g_assert_cmpstr(text, ==, forms[i].text);
        /* A copy of the module prints the same. */
        g_autoptr(IrModule) copy = module_clone(m);
        g_autofree char *again = module_print(copy, forms[i].spelling);
        g_assert_cmpstr(again, ==, forms[i].text);
    }
}

static void test_in_full(void)
{
    static const char *const rows[][2] = {
        /* Missing layouts are row-major; instructions written in place of an operand are named after their opcode. */
        { "HloModule m ENTRY e { ROOT r = subtract(f32[2,3] parameter(0), negate(f32[2,3] parameter(1))) }",
          "HloModule m, entry_computation_layout={(f32[2,3]{1,0}, f32[2,3]{1,0})->f32[2,3]{1,0}}\n\nENTRY e {\n"
          "  parameter.anon = f32[2,3]{1,0} parameter(0)\n  parameter.anon.1 = f32[2,3]{1,0} parameter(1)\n"
          "  negate.anon = f32[2,3]{1,0} negate(parameter.anon.1)\n  ROOT r = f32[2,3]{1,0} subtract(parameter.anon, negate.anon)\n}\n\n" },
        /* Tuple elements named by number become one get-tuple-element each, directly behind their tuple. */
        { "HloModule m ENTRY e { t = (s32[], (s32[4], pred[])) parameter(0) a = s32[] parameter(1) t_0 = s32[] parameter(2) "
          "b = add(t#0, a) c = add(t#0, t_0) ROOT d = tuple(b, c, t#1#0, t#1) }",
          "HloModule m, entry_computation_layout={((s32[], (s32[4]{0}, pred[])), s32[], s32[])->(s32[], s32[], s32[4]{0}, (s32[4]{0}, pred[]))}\n\n"
          "ENTRY e {\n  t = (s32[], (s32[4]{0}, pred[])) parameter(0)\n  t_0.1 = s32[] get-tuple-element(t), index=0\n"
          "  t_1 = (s32[4]{0}, pred[]) get-tuple-element(t), index=1\n  t_1_0 = s32[4]{0} get-tuple-element(t_1), index=0\n"
          "  a = s32[] parameter(1)\n  t_0 = s32[] parameter(2)\n  b = s32[] add(t_0.1, a)\n  c = s32[] add(t_0.1, t_0)\n"
          "  ROOT d = (s32[], s32[], s32[4]{0}, (s32[4]{0}, pred[])) tuple(b, c, t_1_0, t_1)\n}\n\n" },
        /* The mode of an all-reduce is ignored, and so are the levels of a dense layout. */
        { "HloModule m s { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) } "
          "ENTRY e { x = f32[2]{0:D(D)} parameter(0) ROOT y = f32[2] all-reduce(x), mode=cross_replica, replica_groups={}, to_apply=s }",
          "HloModule m, entry_computation_layout={(f32[2]{0})->f32[2]{0}}\n\n"
          "s {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = f32[] add(a, b)\n}\n\n"
          "ENTRY e {\n  x = f32[2]{0} parameter(0)\n  ROOT y = f32[2]{0} all-reduce(x), replica_groups={}, to_apply=s\n}\n\n" },
        /* Either kind of quote, statistics in any order, an origin of nothing. */
        { "HloModule m ENTRY e { x = f32[2,4]{0,1} parameter(0), origin={} "
          "ROOT y = f32[2,4]{1,0} copy(f32[2,4]{0,1} x), frontend_attributes={k='v'}, statistics={a=1,visualizing_index=0} }",
          "HloModule m, entry_computation_layout={(f32[2,4]{0,1})->f32[2,4]{1,0}}\n\n"
          "ENTRY e {\n  x = f32[2,4]{0,1} parameter(0), origin={}\n"
          "  ROOT y = f32[2,4]{1,0} copy(x), frontend_attributes={k=\"v\"}, statistics={a=1,visualizing_index=0}\n}\n\n" },
        /* Layouts apart from their types, of types that occurred before with and without one. */
        { "HloModule m ENTRY e { x = f32[2,4] parameter(0) y = f32[2,4] {0,1} copy(x) z = f32[2,4] /*of*/ {0,1} copy(f32[2,4]\n{ 0,1 } y) "
          "ROOT w = f32[2,4] { 1,0} copy(f32[2,4]{/*of*/0,1} z) }",
          "HloModule m, entry_computation_layout={(f32[2,4]{1,0})->f32[2,4]{1,0}}\n\n"
          "ENTRY e {\n  x = f32[2,4]{1,0} parameter(0)\n  y = f32[2,4]{0,1} copy(x)\n  z = f32[2,4]{0,1} copy(y)\n"
          "  ROOT w = f32[2,4]{1,0} copy(z)\n}\n\n" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(IrModule) m = hlo_parse("t", rows[i][0], strlen(rows[i][0]), &error);
        g_assert_no_error(error);
        g_assert_true(module_verify(m, &error));
        g_autofree char *text = module_print(m, SPELL_HLO_SHORT);
        g_assert_cmpstr(text, ==, rows[i][1]);
    }
}

#define ONE "HloModule m ENTRY e { x = f32[4] parameter(0) "
#define RUN "HloModule m r { p = f32[4] parameter(0) ROOT q = f32[4] abs(p) } r2 { p2 = f32[4] parameter(0) ROOT q2 = f32[4] abs(p2) } ENTRY e { x = f32[4] parameter(0) "
#define START "s = ((f32[4]), f32[4], u32[]) async-start(x), calls=r "
#define SUM "HloModule m, replica_count=8 s { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) } ENTRY e { x = f32[4] parameter(0) ROOT y = f32[4] all-reduce(x), to_apply=s, replica_groups="

static void test_refused(void)
{
    static const struct { const char *text, *says; } rows[] = {
        { ONE "ROOT y = f32[4] negate(x), dimensions={0} }", "unexpected attribute dimensions" },
        { ONE "ROOT y = f32[4] negate(x), result_accuracy={mode=highest} }", "unexpected attribute result_accuracy" },
        { ONE "ROOT y = f32[4] exponential(x), result_accuracy={mode=best} }", "default or highest, found 'best'" },
        { ONE "ROOT y = f32[4] negate(x), control-predecessors={z} }", "no instruction named z" },
        { ONE "ROOT y = f32[4] negate(x), statistics={visualizing_index=1,a=2} }", "1 of 1 statistics" },
        { "HloModule m, entry_computation_layout={(f32[2])->f32[4]} " "ENTRY e { ROOT x = f32[4] parameter(0) }", "the types of e" },
        { "HloModule m, alias_passthrough_params=1 ENTRY e { ROOT a = f32[] constant(1) }", "true or false, found '1'" },
        { "x = (f32[2], s8[]) parameter(0), parameter_replication={true}", "1 entries for a parameter of 2" },
        { ONE "ROOT y = f32[4] custom-call(x), custom_call_target=\"t\", operand_layout_constraints={} }", "0 layout constraints for 1" },
        { ONE "ROOT y = f32[4] custom-call(x), custom_call_target=\"t\", operand_layout_constraints={f32[5]{0}} }", "f32[5] of operand 0, which is f32[4]" },
        { ONE "ROOT y = f32[4] custom-call(x), custom_call_target=\"t\", api_version=API_VERSION_UNSPECIFIED }", "API_VERSION_ORIGINAL" },
        { ONE "ROOT y = f32[4] custom-call(x), custom_call_target=\"t\", literal=s8[2] {1} }", "1 elements in dimension 0" },
        { ONE "t = token[] after-all() ROOT i = f32[] infeed(t) }", "infeed returns a tuple" },
        { ONE "i = s8[] constant(1) ROOT c = f32[4] conditional(i, x), branch_computations={} }", "pred or s32, but it is s8[]" },
        { ONE "ROOT y = f32[4,4] broadcast(x) }", "broadcast needs dimensions" },
        { "HloModule m ENTRY e { ROOT y = f64[] constant(2e308) }", "out of range for f64" },
        { "HloModule m ENTRY e { ROOT y = f32[4,4]{1,0:D(D,Z)} parameter(0) }", "D, C, S or H" },
        { "HloModule m ENTRY e { ROOT y = f32[4]{0:P(f32[4])} parameter(0) }", "sparse arrays only" },
        { "HloModule m ENTRY e { ROOT y = f32[4,4]{1:T(2)} parameter(0) }", "a layout of 1 dimensions on a type of rank 2" },
        { "HloModule m ENTRY e { ROOT y = f32[4]{0:T(0)} parameter(0) }", "0 does not belong in a layout" },
        { ONE "ROOT y = f32[4] negate(x), metadata={op_name=\"a\\qb\"} }", "\\q is not an escape" },
        { RUN "s = (f32[4], f32[4], u32[]) async-start(x), calls=r ROOT d = f32[4] async-done(s) }", "((operands), result, state)" },
        { RUN START "u = ((f32[4]), f32[4], s32[]) async-update(s) ROOT d = f32[4] async-done(u) }", "the type of its operand s" },
        { RUN START "ROOT d = f32[4] async-done(s), calls=r2 }", "s started r, but this calls r2" },
        { RUN START "ROOT d = f32[4] negate-done(s) }", "abs of the op that s started is expected, found negate" },
        { RUN START "ROOT d = f32[4] async-done(s), async_execution_thread=\"other\" }", "\"main\", but this says \"other\"" },
        { RUN START "w = ((f32[4]), f32[4], u32[]) async-start(x), calls=r ROOT d = f32[4] async-done(w) }", "more than one asynchronous op" },
        { RUN "ROOT d = f32[4] abs-done(x) }", "needs an async-start or async-update" },
        { RUN "s = ((f32[4]), f32[4], u32[]) abs-start(x) t = (((f32[4]), f32[4], u32[]), f32[4]) tuple(s, x) g = ((f32[4]), f32[4], u32[]) get-tuple-element(t), index=0 ROOT d = f32[2] abs-done(g) }", "does not give what the state g holds" },
        { SUM "mesh['i'=8] {'i':(1)2,'i':(2)2} }", "must be written as one" },
        { SUM "mesh['i'=8] {'i':(1)8} }", "without a size" },
        { SUM "mesh['i'=2,'i'=4] {'i'} }", "a second mesh axis" },
        { SUM "mesh['i'=4], device_ids=(0,1,2,3) {'i'} }", "must be left out" },
        { SUM "mesh['i'=4], device_ids=(0,2,2,3) {'i'} }", "each of the 4 devices once" },
        { SUM "[2,4]<=[4,2] }", "need T(...)" },
        { RUN "ROOT d = f32[4] fusion(x), calls=r }", "fusion needs the attribute kind" },
        { RUN "ROOT d = f32[4] domain(x) }", "domain needs the attribute domain" },
        { ONE "z = f32[] constant(0) ROOT d = f32[3] rng(z, z) }", "rng needs the attribute distribution" },
        { ONE "ROOT d = u64[2] rng-get-and-update-state() }", "rng-get-and-update-state needs the attribute delta" },
        { ONE "ROOT d = f32[4] batch-norm-inference(x, x, x, x, x), feature_index=0 }", "batch-norm-inference needs the attribute epsilon" },
        { ONE "ROOT d = (f32[2], s32[2]) topk(x), largest=true }", "topk needs the attribute k" },
        { ONE "ROOT d = f32[4] collective-broadcast(x) }", "collective-broadcast needs the attribute replica_groups" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        IrModule *m = hlo_parse("t", rows[i].text, strlen(rows[i].text), &error);
        g_assert_null(m);
        if (!strstr(error->message, rows[i].says))
            g_error("%s\n  says %s\n  not %s", rows[i].text, error->message, rows[i].says);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/text/hlo-forms/come-back", test_come_back);
    g_test_add_func("/text/hlo-forms/in-full", test_in_full);
    g_test_add_func("/text/hlo-forms/refused", test_refused);
    return g_test_run();
}
