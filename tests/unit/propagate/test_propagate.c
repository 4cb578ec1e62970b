/* Propagation on small programs: the example of the two strategies, priorities, closed dims, edges,
 * constraints, groups, device order, trimming, the log. Each program lists the expected shardings in one table. */
#include "runtime/passes/import.h"
#include "runtime/propagate/propagate.h"
#include "runtime/shard/spell.h"
#include "runtime/text/text.h"

typedef struct Expect {
    const char *value;    /* "arg1", "result 0", or an opcode's id (the first such op outside of entry parameters) */
    const char *sharding; /* dims as printed, "" = none */
} Expect;

typedef struct Case {
    const char *name, *mesh, *signature, *body;
    PropagateStrategy strategy;
    Expect expect[6];
} Case;

#define SH(dims) " {sdy.sharding = #sdy.sharding<@mesh, " dims ">}"

static const Case cases[] = {
    {"aggressive-example", "[\"a\"=2, \"b\"=2]",
     "(%x: tensor<8x4xf32>" SH("[{\"a\", ?}, {?}]") ", %y: tensor<8x4xf32>" SH("[{?}, {\"a\", ?}]") ") -> tensor<8x4xf32>",
     "%0 = stablehlo.add %x, %y : tensor<8x4xf32>\n return %0 : tensor<8x4xf32>", PROPAGATE_AGGRESSIVE,
     {{"add", "[{\"a\"}, {}]"}, {"arg0", "[{\"a\"}, {}]"}, {"arg1", "[{}, {\"a\"}]"}}},
    {"basic-example", "[\"a\"=2, \"b\"=2]",
     "(%x: tensor<8x4xf32>" SH("[{\"a\", ?}, {?}]") ", %y: tensor<8x4xf32>" SH("[{?}, {\"a\", ?}]") ") -> tensor<8x4xf32>",
     "%0 = stablehlo.add %x, %y : tensor<8x4xf32>\n return %0 : tensor<8x4xf32>", PROPAGATE_BASIC, {{"add", ""}}},
    {"closed-dims-stay", "[\"a\"=2, \"b\"=2]",
     "(%x: tensor<8x4xf32>" SH("[{\"a\"}, {\"b\"}]") ", %y: tensor<8x4xf32>" SH("[{}, {?}]") ") -> tensor<8x4xf32>",
     "%0 = stablehlo.add %x, %y : tensor<8x4xf32>\n return %0 : tensor<8x4xf32>", PROPAGATE_USER_PRIORITY,
     {{"add", "[{\"a\"}, {\"b\"}]"}, {"arg1", "[{}, {\"b\"}]"}, {"result 0", "[{\"a\"}, {\"b\"}]"}}},
    {"replicated-axes-stay-out", "[\"a\"=2, \"b\"=2]",
     "(%x: tensor<8x4xf32>" SH("[{\"a\"}, {\"b\"}]") ", %y: tensor<8x4xf32>" SH("[{?}, {?}], replicated={\"b\"}")
     ") -> tensor<8x4xf32>",
     "%0 = stablehlo.add %x, %y : tensor<8x4xf32>\n return %0 : tensor<8x4xf32>", PROPAGATE_AGGRESSIVE,
     {{"arg1", "[{\"a\"}, {}]"}}},
    {"user-priority-first", "[\"a\"=2, \"b\"=2]",
     "(%x: tensor<8x4xf32>" SH("[{\"a\"}p1, {?}]") ", %y: tensor<8x4xf32>" SH("[{\"b\", ?}, {?}]") ") -> tensor<8x4xf32>",
     "%0 = stablehlo.add %x, %y : tensor<8x4xf32>\n return %0 : tensor<8x4xf32>", PROPAGATE_USER_PRIORITY,
     {{"add", "[{\"b\"}, {}]"}, {"arg0", "[{\"a\"}, {}]"}}},
    {"two-fronts-common-prefix", "[\"a\"=2, \"b\"=2]",
     "(%x: tensor<8xf32>" SH("[{\"a\", \"b\"}]") ", %y: tensor<8xf32>" SH("[{\"a\"}]") ", %z: tensor<8xf32>" SH("[{\"b\"}]")
     ") -> tensor<24xf32>",
     "%0 = stablehlo.concatenate %x, %y, %z, dim = 0 : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<24xf32>\n"
     " return %0 : tensor<24xf32>", PROPAGATE_USER_PRIORITY, {{"concatenate", ""}}},
    {"sub-axis-through-reshape", "[\"x\"=8]", "(%x: tensor<16x4xf32>" SH("[{\"x\"}, {}]") ") -> tensor<2x8x4xf32>",
     "%0 = stablehlo.reshape %x : (tensor<16x4xf32>) -> tensor<2x8x4xf32>\n return %0 : tensor<2x8x4xf32>",
     PROPAGATE_USER_PRIORITY, {{"reshape", "[{\"x\":(1)2}, {\"x\":(2)4}, {}]"}}},
    {"result-annotation-flows-back", "[\"a\"=2]",
     "(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>" SH("[{}, {\"a\"}]") ")",
     "%0 = stablehlo.tanh %x : tensor<8x4xf32>\n return %0 : tensor<8x4xf32>", PROPAGATE_USER_PRIORITY,
     {{"arg0", "[{}, {\"a\"}]"}, {"tanh", "[{}, {\"a\"}]"}, {"result 0", "[{}, {\"a\"}]"}}},
    {"constraint-pins-its-input", "[\"a\"=2, \"b\"=2]",
     "(%x: tensor<8x4xf32>" SH("[{\"b\"}, {}]") ") -> tensor<8x4xf32>",
     "%0 = stablehlo.tanh %x : tensor<8x4xf32>\n %1 = sdy.sharding_constraint %0 <@mesh, [{\"a\"}, {}]> : tensor<8x4xf32>\n"
     " return %1 : tensor<8x4xf32>", PROPAGATE_USER_PRIORITY,
     {{"tanh", "[{\"a\"}, {}]"}, {"reshard", "[{\"a\"}, {}]"}, {"arg0", "[{\"b\"}, {}]"}}},
    {"open-constraint-does-not", "[\"a\"=2, \"b\"=2]",
     "(%x: tensor<8x4xf32>" SH("[{\"b\"}, {}]") ") -> tensor<8x4xf32>",
     "%0 = stablehlo.tanh %x : tensor<8x4xf32>\n %1 = sdy.sharding_constraint %0 <@mesh, [{\"a\"}, {?}]> : tensor<8x4xf32>\n"
     " return %1 : tensor<8x4xf32>", PROPAGATE_USER_PRIORITY, {{"tanh", "[{\"b\"}, {}]"}, {"reshard", "[{\"a\"}, {}]"}}},
    {"chain-ends-are-what-a-region-returns", "[\"a\"=2, \"c\"=4]", "(%x: tensor<4x8xf32>" SH("[{\"a\", ?}, {?}]") ", %i: tensor<i32>) -> tensor<4x8xf32>",
     "%0:2 = stablehlo.while(%k = %i, %s = %x) : tensor<i32>, tensor<4x8xf32>\n cond {\n"
     "  %n = stablehlo.constant dense<3> : tensor<i32>\n"
     "  %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  stablehlo.return %p : tensor<i1>\n"
     " } do {\n  %8 = sdy.sharding_constraint %s <@mesh, [{\"a\"}, {}]> : tensor<4x8xf32>\n"
     "  %9 = sdy.sharding_constraint %8 <@mesh, [{\"a\"}, {\"c\"}]> : tensor<4x8xf32>\n  stablehlo.return %k, %s : tensor<i32>, tensor<4x8xf32>\n }\n"
     " return %0#1 : tensor<4x8xf32>", PROPAGATE_USER_PRIORITY, {{"while#1", "[{\"a\"}, {\"c\"}]"}, {"arg0", "[{\"a\"}, {\"c\"}]"}}},
    {"but-not-what-the-program-returns", "[\"a\"=2, \"c\"=4]", "(%x: tensor<4x8xf32>" SH("[{\"a\", ?}, {?}]") ") -> tensor<4x8xf32>",
     "%0 = stablehlo.negate %x : tensor<4x8xf32>\n %1 = sdy.sharding_constraint %0 <@mesh, [{\"a\"}, {}]> : tensor<4x8xf32>\n"
     " %2 = sdy.sharding_constraint %1 <@mesh, [{\"a\"}, {\"c\"}]> : tensor<4x8xf32>\n return %0 : tensor<4x8xf32>", PROPAGATE_USER_PRIORITY,
     {{"result 0", "[{\"a\"}, {}]"}}},
    /* The braces around the second function belong to the case and the module. */
    {"calls-on-constants-are-constants", "[\"a\"=2, \"b\"=2]", "(%x: tensor<8x4xf32>" SH("[{\"a\"}, {}]") ", %y: tensor<8x4xf32>" SH("[{}, {\"b\"}]") ") -> (tensor<8x4xf32>, tensor<8x4xf32>)",
     "%c = stablehlo.constant dense<1.0> : tensor<8x4xf32>\n %r = func.call @f(%c) : (tensor<8x4xf32>) -> tensor<8x4xf32>\n"
     " %0 = stablehlo.add %r, %x : tensor<8x4xf32>\n %1 = stablehlo.multiply %r, %y : tensor<8x4xf32>\n return %0, %1 : tensor<8x4xf32>, tensor<8x4xf32>\n }\n"
     " func.func private @f(%p: tensor<8x4xf32>) -> tensor<8x4xf32> {\n %0 = stablehlo.negate %p : tensor<8x4xf32>\n return %0 : tensor<8x4xf32>",
     PROPAGATE_USER_PRIORITY, {{"add", "[{\"a\"}, {}]"}, {"multiply", "[{}, {\"b\"}]"}, {"arg0", "[{\"a\"}, {}]"}, {"arg1", "[{}, {\"b\"}]"}}},
    {"rules-of-dims-of-nothing", "[\"a\"=2, \"b\"=2]", "(%x: tensor<0x4xf32>" SH("[{\"a\"}, {\"b\"}]") ") -> tensor<0x4xf32>",
     "%0 = stablehlo.custom_call @foo(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=0, j=4}, custom>} : (tensor<0x4xf32>) -> tensor<0x4xf32>\n"
     " return %0 : tensor<0x4xf32>", PROPAGATE_USER_PRIORITY, {{"result 0", "[{\"a\"}, {\"b\"}]"}}},
    {"uses-in-branches-part-constants", "[\"b\"=3]", "(%i: tensor<i32>, %x: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>)",
     "%c = stablehlo.constant dense<1.0> : tensor<4x6xf32>\n %0:2 = \"stablehlo.case\"(%i) ({\n"
     "  stablehlo.return %c, %c : tensor<4x6xf32>, tensor<4x6xf32>\n }, {\n  stablehlo.return %x, %c : tensor<4x6xf32>, tensor<4x6xf32>\n"
     " }) : (tensor<i32>) -> (tensor<4x6xf32>, tensor<4x6xf32>)\n %1 = sdy.sharding_constraint %0#0 <@mesh, [{}, {\"b\"}]> : tensor<4x6xf32>\n"
     " return %1, %0#1 : tensor<4x6xf32>, tensor<4x6xf32>", PROPAGATE_USER_PRIORITY,
     {{"conditional#0", "[{}, {\"b\"}]"}, {"conditional#1", ""}, {"arg1", "[{}, {\"b\"}]"}}},
    {"constants-only-groups-read-go", "[\"c\"=3]", "(%x: tensor<8x6xf32>) -> tensor<8x6xf32>",
     "%0 = sdy.sharding_constraint %x <@mesh, [{}, {\"c\"}]> : tensor<8x6xf32>\n %c = stablehlo.constant dense<1.0> : tensor<8x6xf32>\n"
     " sdy.sharding_group %x group_id=0 : tensor<8x6xf32>\n sdy.sharding_group %c group_id=0 : tensor<8x6xf32>\n"
     " %d = stablehlo.constant dense<2.0> : tensor<8x6xf32>\n sdy.sharding_group %c group_id=1 : tensor<8x6xf32>\n"
     " sdy.sharding_group %d group_id=1 : tensor<8x6xf32>\n return %d : tensor<8x6xf32>", PROPAGATE_USER_PRIORITY,
     {{"arg0", "[{}, {\"c\"}]"}, {"result 0", ""}}},
    {"constraint-leaves-its-branch", "[\"a\"=2, \"b\"=2]",
     "(%i: tensor<i32>, %x: tensor<8x4xf32>" SH("[{\"b\", ?}, {?}]") ", %y: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)",
     "%0:3 = stablehlo.while(%k = %i, %s = %x, %t = %y) : tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>\n cond {\n"
     "  %n = stablehlo.constant dense<3> : tensor<i32>\n"
     "  %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  stablehlo.return %p : tensor<i1>\n } do {\n"
     "  %2 = \"stablehlo.case\"(%k) ({\n   %4 = sdy.sharding_constraint %s <@mesh, [{}, {\"a\"}]> : tensor<8x4xf32>\n"
     "   stablehlo.return %4 : tensor<8x4xf32>\n  }, {\n   stablehlo.return %s : tensor<8x4xf32>\n  }) : (tensor<i32>) -> tensor<8x4xf32>\n"
     "  %3 = stablehlo.negate %s : tensor<8x4xf32>\n  stablehlo.return %k, %2, %3 : tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>\n }\n"
     " return %0#1, %0#2 : tensor<8x4xf32>, tensor<8x4xf32>", PROPAGATE_USER_PRIORITY,
     {{"negate", "[{}, {\"a\"}]"}, {"while#1", "[{\"b\"}, {\"a\"}]"}, {"while#2", "[{}, {\"a\"}]"}}},
    {"barrier-constraints-stand-by-their-edge", "[\"a\"=6, \"c\"=3]",
     "(%x: tensor<6x3xf32>) -> (tensor<6x3xf32>" SH("[{}, {\"c\"}]") ")",
     "%0:2 = stablehlo.optimization_barrier %x, %x : tensor<6x3xf32>, tensor<6x3xf32>\n"
     " %1 = sdy.sharding_constraint %0#0 <@mesh, [{\"c\"}, {}]> : tensor<6x3xf32>\n return %0#1 : tensor<6x3xf32>", PROPAGATE_USER_PRIORITY,
     {{"arg0", "[{\"c\"}, {}]"}, {"opt_barrier#0", "[{\"c\"}, {}]"}, {"opt_barrier#1", "[{}, {\"c\"}]"}}},
    {"function-results-hold-for-calls", "[\"a\"=4]", "(%x: tensor<8x8xf32>) -> tensor<8x8xf32>",
     "%r:2 = func.call @f(%x) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)\n"
     " %0 = sdy.sharding_constraint %r#0 <@mesh, [{}, {\"a\"}]> : tensor<8x8xf32>\n %1 = stablehlo.add %r#0, %r#1 : tensor<8x8xf32>\n"
     " return %1 : tensor<8x8xf32>\n }\n func.func private @f(%p: tensor<8x8xf32>) -> (tensor<8x8xf32>" SH("[{}, {}]") ", tensor<8x8xf32>) {\n"
     " %0 = stablehlo.negate %p : tensor<8x8xf32>\n return %p, %0 : tensor<8x8xf32>, tensor<8x8xf32>", PROPAGATE_USER_PRIORITY,
     {{"arg0", ""}, {"add", ""}, {"negate", ""}}},
    /* As if the call were its function's ops, which is what XLA gives Shardy. */
    {"calls-hear-of-what-comes-late", "[\"a\"=4]", "(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>" SH("[{\"a\"}, {}]") ") -> (tensor<8x8xf32>, tensor<8x8xf32>)",
     "%r = func.call @f(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>\n %0 = stablehlo.add %x, %y : tensor<8x8xf32>\n"
     " return %r, %0 : tensor<8x8xf32>, tensor<8x8xf32>\n }\n func.func private @f(%p: tensor<8x8xf32>) -> tensor<8x8xf32> {\n"
     " %0 = stablehlo.negate %p : tensor<8x8xf32>\n return %0 : tensor<8x8xf32>", PROPAGATE_AGGRESSIVE,
     {{"negate", "[{\"a\"}, {}]"}, {"result 0", "[{\"a\"}, {}]"}}},
    {"one-said-result-speaks-for-all", "[\"a\"=4]", "(%x: tensor<8x8xf32>) -> tensor<8x8xf32>",
     "%r:2 = func.call @f(%x) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)\n"
     " %0 = sdy.sharding_constraint %r#1 <@mesh, [{}, {}]> : tensor<8x8xf32>\n return %r#1 : tensor<8x8xf32>\n }\n"
     " func.func private @f(%p: tensor<8x8xf32>) -> (tensor<8x8xf32>" SH("[{\"a\"}, {}]") ", tensor<8x8xf32>) {\n"
     " return %p, %p : tensor<8x8xf32>, tensor<8x8xf32>", PROPAGATE_USER_PRIORITY, {{"result 0", "[{\"a\"}, {}]"}}},
    {"parts-that-do-not-divide-are-prefixes", "[\"b\"=6]", "(%x: tensor<4x6xf32>) -> tensor<4x6xf32>",
     "%0 = sdy.sharding_constraint %x <@mesh, [{}, {\"b\":(1)2, ?}]> : tensor<4x6xf32>\n"
     " %1 = sdy.sharding_constraint %x <@mesh, [{}, {\"b\":(1)3}]> : tensor<4x6xf32>\n return %x : tensor<4x6xf32>", PROPAGATE_USER_PRIORITY,
     {{"reshard", "[{}, {\"b\":(1)3}]"}}},
    {"result-annotation-through-stretched-rows", "[\"a\"=6]", "(%x: tensor<1xf32>) -> (tensor<2x4x3xf32>, tensor<4x2x3xf32>" SH("[{}, {}, {\"a\":(1)3}]") ")",
     "%0 = stablehlo.broadcast_in_dim %x, dims = [2] : (tensor<1xf32>) -> tensor<2x4x3xf32>\n"
     " %1 = stablehlo.transpose %0, dims = [1, 0, 2] : (tensor<2x4x3xf32>) -> tensor<4x2x3xf32>\n"
     " return %0, %1 : tensor<2x4x3xf32>, tensor<4x2x3xf32>", PROPAGATE_USER_PRIORITY,
     {{"broadcast", "[{}, {}, {\"a\":(1)3}]"}, {"result 0", "[{}, {}, {}]"}}},
    {"stretched-rows-keep-the-other-dims", "[\"a\"=2]", "(%x: tensor<1x8xf32>" SH("[{}, {\"a\"}]") ") -> tensor<6x8xf32>",
     "%0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<6x8xf32>\n return %0 : tensor<6x8xf32>",
     PROPAGATE_USER_PRIORITY, {{"reshape", "[{\"a\"}]"}, {"broadcast", "[{}, {\"a\"}]"}}},
    {"groups-of-loop-arguments-do-not-hear-the-edge", "[\"b\"=2]", "(%i: tensor<i32>, %x: tensor<8xf32>" SH("[{\"b\"}]") ", %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)",
     "%0:3 = stablehlo.while(%k = %i, %s = %x, %t = %y) : tensor<i32>, tensor<8xf32>, tensor<8xf32>\n cond {\n"
     "  %n = stablehlo.constant dense<3> : tensor<i32>\n"
     "  %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  stablehlo.return %p : tensor<i1>\n } do {\n"
     "  %2 = stablehlo.tanh %t : tensor<8xf32>\n  sdy.sharding_group %s group_id=0 : tensor<8xf32>\n"
     "  sdy.sharding_group %2 group_id=0 : tensor<8xf32>\n  stablehlo.return %k, %s, %2 : tensor<i32>, tensor<8xf32>, tensor<8xf32>\n }\n"
     " return %0#1, %0#2 : tensor<8xf32>, tensor<8xf32>", PROPAGATE_USER_PRIORITY, {{"while#1", "[{\"b\"}]"}, {"tanh", ""}, {"while#2", ""}}},
    {"conflicting-groups-follow-their-text", "[\"a\"=2, \"c\"=2]",
     "(%x: tensor<4xf32>" SH("[{\"a\"}]") ", %y: tensor<4xf32>" SH("[{\"c\"}]") ") -> (tensor<4xf32>, tensor<4xf32>)",
     "sdy.sharding_group %y group_id=0 : tensor<4xf32>\n sdy.sharding_group %x group_id=0 : tensor<4xf32>\n"
     " return %x, %y : tensor<4xf32>, tensor<4xf32>", PROPAGATE_USER_PRIORITY, {{"result 0", "[{\"a\"}]"}, {"result 1", "[{\"a\"}]"}}},
    {"if-passes-nothing-on", "[\"a\"=2]", "(%p: tensor<i1>, %x: tensor<8xf32>" SH("[{\"a\"}]") ", %y: tensor<8xf32>) -> tensor<8xf32>",
     "%0 = \"stablehlo.if\"(%p) ({\n  stablehlo.return %x : tensor<8xf32>\n }, {\n  stablehlo.return %y : tensor<8xf32>\n"
     " }) : (tensor<i1>) -> tensor<8xf32>\n return %0 : tensor<8xf32>", PROPAGATE_USER_PRIORITY, {{"conditional", ""}, {"arg2", ""}}},
    {"top-k-of-all-splits", "[\"a\"=2]", "(%x: tensor<6x2xf32>" SH("[{}, {\"a\"}]") ") -> (tensor<6x2xf32>, tensor<6x2xi32>)",
     "%0:2 = stablehlo.custom_call @mhlo.topk(%x) : (tensor<6x2xf32>) -> (tensor<6x2xf32>, tensor<6x2xi32>)\n"
     " return %0#0, %0#1 : tensor<6x2xf32>, tensor<6x2xi32>", PROPAGATE_USER_PRIORITY, {{"result 0", "[{}, {\"a\"}]"}, {"result 1", "[{}, {\"a\"}]"}}},
    {"group-members-agree", "[\"a\"=2]", "(%x: tensor<8x4xf32>" SH("[{\"a\"}, {}]") ", %y: tensor<8x4xf32>) -> tensor<8x4xf32>",
     "%0 = stablehlo.tanh %y : tensor<8x4xf32>\n sdy.sharding_group %x group_id=7 : tensor<8x4xf32>\n"
     " sdy.sharding_group %0 group_id=7 : tensor<8x4xf32>\n return %0 : tensor<8x4xf32>", PROPAGATE_USER_PRIORITY,
     {{"tanh", "[{\"a\"}, {}]"}, {"arg1", "[{\"a\"}, {}]"}}},
    {"group-forgets-lists-of-open-members", "[\"a\"=2, \"b\"=2]",
     "(%x: tensor<8x4xf32>" SH("[{\"a\"}, {}]") ", %y: tensor<8x4xf32>" SH("[{?}, {?}], replicated={\"a\"}, unreduced={\"b\"}") ") -> tensor<8x4xf32>",
     "sdy.sharding_group %x group_id=7 : tensor<8x4xf32>\n sdy.sharding_group %y group_id=7 : tensor<8x4xf32>\n return %y : tensor<8x4xf32>",
     PROPAGATE_USER_PRIORITY, {{"arg1", "[{\"a\"}, {}]"}}},
    {"open-group-members-keep-their-own", "[\"a\"=2, \"b\"=2]",
     "(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>" SH("[{?}, {?}], unreduced={\"b\"}") ") -> tensor<8x4xf32>",
     "sdy.sharding_group %x group_id=7 : tensor<8x4xf32>\n sdy.sharding_group %y group_id=7 : tensor<8x4xf32>\n return %y : tensor<8x4xf32>",
     PROPAGATE_USER_PRIORITY, {{"arg0", ""}, {"arg1", "[{}, {}], unreduced={\"b\"}"}}},
    {"barrier-lets-forward", "[\"a\"=2]", "(%x: tensor<8x4xf32>" SH("[{\"a\"}, {}]") ") -> tensor<8x4xf32>",
     "%0 = sdy.propagation_barrier %x allowed_direction=FORWARD : tensor<8x4xf32>\n %1 = stablehlo.tanh %0 : tensor<8x4xf32>\n"
     " return %1 : tensor<8x4xf32>", PROPAGATE_USER_PRIORITY, {{"tanh", "[{\"a\"}, {}]"}}},
    {"barrier-stops-forward", "[\"a\"=2]", "(%x: tensor<8x4xf32>" SH("[{\"a\"}, {}]") ") -> tensor<8x4xf32>",
     "%0 = sdy.propagation_barrier %x allowed_direction=BACKWARD : tensor<8x4xf32>\n %1 = stablehlo.tanh %0 : tensor<8x4xf32>\n"
     " return %1 : tensor<8x4xf32>", PROPAGATE_USER_PRIORITY, {{"tanh", ""}}},
    {"loop-carries-both-ways", "[\"a\"=2]", "(%x: tensor<8x4xf32>" SH("[{\"a\"}, {}]") ") -> tensor<8x4xf32>",
     "%c = stablehlo.constant dense<0> : tensor<i32>\n"
     " %0:2 = stablehlo.while(%i = %c, %s = %x) : tensor<i32>, tensor<8x4xf32>\n cond {\n"
     "  %n = stablehlo.constant dense<3> : tensor<i32>\n"
     "  %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  stablehlo.return %p : tensor<i1>\n"
     " } do {\n  %one = stablehlo.constant dense<1> : tensor<i32>\n  %j = stablehlo.add %i, %one : tensor<i32>\n"
     "  %t = stablehlo.tanh %s : tensor<8x4xf32>\n  stablehlo.return %j, %t : tensor<i32>, tensor<8x4xf32>\n }\n"
     " return %0#1 : tensor<8x4xf32>", PROPAGATE_USER_PRIORITY,
     {{"tanh", "[{\"a\"}, {}]"}, {"while#1", "[{\"a\"}, {}]"}, {"result 0", "[{\"a\"}, {}]"}}},
    {"branches-share-captures", "[\"a\"=2]",
     "(%i: tensor<i32>, %x: tensor<8x4xf32>" SH("[{?}, {\"a\"}]") ") -> tensor<8x4xf32>",
     "%0 = \"stablehlo.case\"(%i) ({\n  %t = stablehlo.tanh %x : tensor<8x4xf32>\n  stablehlo.return %t : tensor<8x4xf32>\n }, {\n"
     "  %n = stablehlo.negate %x : tensor<8x4xf32>\n  stablehlo.return %n : tensor<8x4xf32>\n }) : (tensor<i32>) -> tensor<8x4xf32>\n"
     " return %0 : tensor<8x4xf32>", PROPAGATE_USER_PRIORITY,
     {{"tanh", "[{}, {\"a\"}]"}, {"negate", "[{}, {\"a\"}]"}, {"conditional", "[{}, {\"a\"}]"}}},
    {"manual-body-sees-free-axes", "[\"a\"=2, \"b\"=2]", "(%x: tensor<8x4xf32>" SH("[{\"a\"}, {\"b\"}]") ") -> tensor<8x4xf32>",
     "%0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{\"a\", ?}, {?}]>] out_shardings=[<@mesh, [{\"a\", ?}, {?}]>] "
     "manual_axes={\"a\"} (%l: tensor<4x4xf32>) {\n  %t = stablehlo.tanh %l : tensor<4x4xf32>\n  sdy.return %t : tensor<4x4xf32>\n"
     " } : (tensor<8x4xf32>) -> tensor<8x4xf32>\n return %0 : tensor<8x4xf32>", PROPAGATE_USER_PRIORITY,
     {{"tanh", "[{}, {\"b\"}]"}, {"manual", "[{\"a\"}, {\"b\"}]"}}},
    {"boundaries-divide", "[\"a\"=4]", "(%x: tensor<6xf32>, %y: tensor<6xf32>" SH("[{?}]") ") -> (tensor<6xf32>" SH("[{\"a\"}]") ")",
     "%0 = stablehlo.add %x, %y : tensor<6xf32>\n %1 = sdy.sharding_constraint %0 <@mesh, [{\"a\"}]> : tensor<6xf32>\n"
     " return %1 : tensor<6xf32>", PROPAGATE_USER_PRIORITY,
     {{"add", "[{\"a\"}]"}, {"arg0", "[{}]"}, {"result 0", "[{\"a\":(1)2}]"}}},
    {"device-order-is-part-of-the-mesh", "[\"a\"=2, \"b\"=2], device_ids=[3, 1, 2, 0]",
     "(%x: tensor<8x4xf32>" SH("[{\"a\"}, {}]") ") -> tensor<8x4xf32>",
     "%0 = stablehlo.tanh %x : tensor<8x4xf32>\n return %0 : tensor<8x4xf32>", PROPAGATE_USER_PRIORITY, {{"tanh", "[{\"a\"}, {}]"}}},
    {"size-one-axes-do-not-count", "[\"a\"=2, \"one\"=1]",
     "(%x: tensor<8x4xf32>" SH("[{\"one\", \"a\"}, {}]") ", %y: tensor<8x4xf32>" SH("[{\"a\", ?}, {?}]") ") -> tensor<8x4xf32>",
     "%0 = stablehlo.add %x, %y : tensor<8x4xf32>\n return %0 : tensor<8x4xf32>", PROPAGATE_USER_PRIORITY,
     {{"add", "[{\"a\"}, {}]"}}},
};

static IrModule *module_of(const Case *c)
{
    g_autofree char *text = g_strdup_printf("module {\n sdy.mesh @mesh = <%s>\n func.func @main%s {\n %s\n }\n}\n", c->mesh,
                                            c->signature, c->body);
    g_autoptr(GError) error = NULL;
    IrModule *m = program_parse(c->name, text, strlen(text), &error);
    g_assert_no_error(error);
    pass_import(m, NULL, NULL, &error);
    g_assert_no_error(error);
    return m;
}

static const Sharding *find(const IrModule *m, const char *value)
{
    if (g_str_has_prefix(value, "result "))
        return m->entry->results[atoi(value + 7)].sharding;
    if (g_str_has_prefix(value, "arg")) {
        const IrOp *p = m->entry->params[atoi(value + 3)];
        return p->shardings ? p->shardings[0] : NULL;
    }
    const char *leaf = strchr(value, '#');
    size_t n = leaf ? (size_t)(leaf - value) : strlen(value);
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++) {
            const IrOp *op = m->comps[i]->ops[k];
            if (strlen(op_info[op->code].id) == n && strncmp(op_info[op->code].id, value, n) == 0)
                return op->shardings ? op->shardings[leaf ? atoi(leaf + 1) : 0] : NULL;
        }
    g_error("no %s in the program", value);
}

static char *text_of(const Sharding *s)
{
    GString *out = g_string_new(NULL);
    if (s)
        sharding_print_sdy(out, s, false);
    return g_string_free(out, FALSE);
}

static void test_case(gconstpointer data)
{
    const Case *c = data;
    g_autoptr(IrModule) m = module_of(c);
    g_autoptr(GError) error = NULL;
    propagate(m, c->strategy, NULL, &error);
    g_assert_no_error(error);
    module_verify(m, &error);
    g_assert_no_error(error);
    for (int i = 0; i < (int)G_N_ELEMENTS(c->expect) && c->expect[i].value; i++) {
        g_autofree char *got = text_of(find(m, c->expect[i].value));
        if (strcmp(got, c->expect[i].sharding) != 0)
            g_test_message("%s", c->expect[i].value);
        g_assert_cmpstr(got, ==, c->expect[i].sharding);
    }
}

/* Invariants of the log, on every case: a step names axes that its value has at the end or had trimmed, and its source is a value that
 * has them too, or an annotation; a logged refusal was final. Runs with and without a log decide alike. */
static void test_log(gconstpointer data)
{
    const Case *c = data;
    g_autoptr(IrModule) m = module_of(c);
    g_autoptr(IrModule) plain = module_of(c);
    DecisionLog *log = decision_log_new();
    g_assert_true(propagate(m, c->strategy, log, NULL));
    g_assert_true(propagate(plain, c->strategy, NULL, NULL));
    for (int i = 0; i < m->entry->n_params; i++) {
        g_autofree char *a = text_of(m->entry->params[i]->shardings ? m->entry->params[i]->shardings[0] : NULL);
        g_autofree char *b = text_of(plain->entry->params[i]->shardings ? plain->entry->params[i]->shardings[0] : NULL);
        g_assert_cmpstr(a, ==, b);
    }
    int annotations = 0;
    g_autoptr(GString) why = g_string_new(NULL);
    for (int i = 0; i < log->steps.n; i++) {
        const PropStep *s = &log->steps.v[i];
        g_assert_nonnull(decision_step_why(why, s));
        g_assert_cmpstr(decision_step_why(why, s), !=, "");
        annotations += s->taken && s->via_op < 0 && s->src_op < 0;
        if (s->taken && s->via_op >= 0) {
            g_assert_cmpint(s->axes.n, >, 0);
            g_assert_nonnull(s->factor);
            g_assert_cmpint(s->dim, >=, 0);
            g_assert_cmpint(s->src_op, >=, 0);
        }
    }
    g_assert_cmpint(annotations, >=, strstr(c->name, "result-annotation") || strstr(c->name, "open-group") ? 0 : 1);
    decision_log_free(log);
}

/* Annotated dims only grow: each keeps its annotated axes as a prefix, for random shardings of a chain of ops. */
static void test_growth(void)
{
    static const char *const specs[] = {"{}", "{?}", "{\"a\"}", "{\"a\", ?}", "{\"b\"}", "{\"b\", ?}", "{\"a\", \"b\"}", "{\"b\":(1)2}"};
    for (int round = 0; round < 300; round++) {
        const char *dims[4];
        for (int i = 0; i < 4; i++)
            dims[i] = specs[g_test_rand_int_range(0, G_N_ELEMENTS(specs))];
        bool clash = (strchr(dims[0], 'a') && strchr(dims[1], 'a')) || (strchr(dims[0], 'b') && strchr(dims[1], 'b')) ||
                     (strchr(dims[2], 'a') && strchr(dims[3], 'a')) || (strchr(dims[2], 'b') && strchr(dims[3], 'b'));
        if (clash)
            continue;
        g_autofree char *signature = g_strdup_printf(
            "(%%x: tensor<16x8xf32>" SH("[%s, %s]") ", %%y: tensor<8x16xf32>" SH("[%s, %s]") ") -> tensor<16x16xf32>", dims[0],
            dims[1], dims[2], dims[3]);
        Case c = {"growth", "[\"a\"=2, \"b\"=4]", signature,
                  "%0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x16xf32>) -> "
                  "tensor<16x16xf32>\n %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>\n"
                  " %2 = stablehlo.add %0, %1 : tensor<16x16xf32>\n return %2 : tensor<16x16xf32>",
                  (PropagateStrategy)g_test_rand_int_range(0, 4), {{0}}};
        g_autoptr(IrModule) before = module_of(&c);
        g_autoptr(IrModule) after = module_of(&c);
        g_assert_true(propagate(after, c.strategy, NULL, NULL));
        for (int k = 0; k < 2; k++) {
            const Sharding *was = before->entry->params[k]->shardings[0], *now = after->entry->params[k]->shardings[0];
            g_assert_true(sharding_check(now, 2, NULL));
            for (int d = 0; d < 2; d++) {
                g_assert_true(axis_list_is_prefix(was->dims[d].axes, now->dims[d].axes));
                if (!was->dims[d].open)
                    g_assert_true(axis_list_equal(was->dims[d].axes, now->dims[d].axes));
                g_assert_false(now->dims[d].open);
            }
        }
    }
}

/* Of arguments and results whose split was left open only whole axes are kept; a part of an axis that is written and closed stays. */
static void test_whole_axes(void)
{
    const Case c = {"whole-axes", "[\"a\"=4]",
                    "(%x: tensor<8xf32>" SH("[{\"a\"}]") ", %y: tensor<2xf32>" SH("[{\"a\":(1)2, ?}]") ", %z: tensor<2xf32>" SH("[{\"a\":(1)2}]")
                    ") -> (tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>)",
                    "%0 = stablehlo.reshape %x : (tensor<8xf32>) -> tensor<2x4xf32>\n %1 = stablehlo.reshape %x : (tensor<8xf32>) -> tensor<4x2xf32>\n"
                    " return %0, %y, %z, %1 : tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>", (PropagateStrategy)0, {{0}}};
    g_autoptr(IrModule) m = module_of(&c);
    g_assert_true(propagate(m, c.strategy, NULL, NULL));
    const IrParamInfo *r = m->entry->results;
    g_assert_cmpint(r[0].sharding->dims[0].axes.n + r[0].sharding->dims[1].axes.n, ==, 0);
    g_assert_cmpint(m->entry->params[1]->shardings[0]->dims[0].axes.n, ==, 0);
    g_assert_cmpint(m->entry->params[2]->shardings[0]->dims[0].axes.n, ==, 1);
    g_assert_cmpint(r[3].sharding->dims[0].axes.n, ==, 1);
}

/* GSPMD's results whose layout the caller leaves open are divided evenly in all dims, or in none, as XLA does; without the caller's word what divides is kept. */
static void test_even_or_none(void)
{
    static const char body[] = "ENTRY e {\n x = f32[8,16] parameter(0), sharding={devices=[4,2]<=[8]}\n b = f32[8,16] negate(x)\n"
                               " even = f32[4,16] slice(b), slice={[0:8:2],[0:16]}\n odd = f32[3,16] slice(b), slice={[1:4],[0:16]}\n"
                               " ROOT r = (f32[4,16], f32[3,16]) tuple(even, odd)\n}\n";
    for (int open = 0; open < 2; open++) {
        g_autofree char *text = g_strdup_printf("HloModule m, %snum_partitions=8\n\n%s", open ? "allow_spmd_sharding_propagation_to_output={true}, " : "", body);
        g_autoptr(GError) error = NULL;
        g_autoptr(IrModule) m = program_parse("even", text, strlen(text), &error);
        g_assert_no_error(error);
        g_assert_true(pass_import(m, NULL, NULL, &error));
        g_assert_true(propagate(m, (PropagateStrategy)0, NULL, NULL));
        const IrParamInfo *r = m->entry->results;
        g_assert_cmpint(r[0].sharding->dims[0].axes.n, ==, 1);
        g_assert_cmpint(r[0].sharding->dims[1].axes.n, ==, 1);
        g_assert_cmpint(r[1].sharding->dims[0].axes.n, ==, 0);
        g_assert_cmpint(r[1].sharding->dims[1].axes.n, ==, !open);
    }
}

/* Results without elements are whole where the caller leaves that open, and as they would be elsewhere; dims of parameters stay. */
static void test_no_elements(void)
{
    static const char body[] = "ENTRY e {\n x = f32[0,16] parameter(0), sharding={devices=[1,8]<=[8]}\n y = f32[4,16] parameter(1), sharding={devices=[1,8]<=[8]}\n"
                               " b = f32[0,16] negate(x)\n c = f32[0,16] exponential(x)\n d = f32[4,16] negate(y)\n"
                               " ROOT r = (f32[0,16], f32[0,16], f32[4,16]) tuple(b, c, d)\n}\n";
    static const char *const flags[] = { "false", "true", "true,false,true", "false,true,false" };
    static const int want[][3] = { { 1, 1, 1 }, { 0, 0, 1 }, { 0, 1, 1 }, { 1, 0, 1 } }; /* axes of the last dim */
    for (int k = 0; k < (int)G_N_ELEMENTS(flags); k++) {
        g_autofree char *text = g_strdup_printf("HloModule m, allow_spmd_sharding_propagation_to_output={%s}, num_partitions=8\n\n%s", flags[k], body);
        g_autoptr(GError) error = NULL;
        g_autoptr(IrModule) m = program_parse("empty", text, strlen(text), &error);
        g_assert_no_error(error);
        g_assert_true(pass_import(m, NULL, NULL, &error));
        g_assert_true(propagate(m, (PropagateStrategy)0, NULL, NULL));
        for (int i = 0; i < 3; i++)
            g_assert_cmpint(m->entry->results[i].sharding->dims[1].axes.n, ==, want[k][i]);
        g_assert_cmpint(m->entry->params[0]->shardings[0]->dims[1].axes.n, ==, 1);
    }
}

/* A constant with two users may get two shardings; copies that end up equal are merged again. */
static void test_constants(void)
{
    Case c = {"constants", "[\"a\"=2]",
              "(%x: tensor<8x8xf32>" SH("[{\"a\"}, {}]") ", %y: tensor<8x8xf32>" SH("[{}, {\"a\"}]") ") -> (tensor<8x8xf32>, "
              "tensor<8x8xf32>, tensor<8x8xf32>)",
              "%k = stablehlo.constant dense<1.0> : tensor<8x8xf32>\n %0 = stablehlo.add %x, %k : tensor<8x8xf32>\n"
              " %1 = stablehlo.add %y, %k : tensor<8x8xf32>\n %2 = stablehlo.multiply %x, %k : tensor<8x8xf32>\n"
              " return %0, %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>", PROPAGATE_USER_PRIORITY, {{0}}};
    g_autoptr(IrModule) m = module_of(&c);
    g_assert_true(propagate(m, c.strategy, NULL, NULL));
    int n = 0;
    for (int i = 0; i < m->entry->n_ops; i++)
        n += m->entry->ops[i]->code == OP_constant;
    g_assert_cmpint(n, ==, 2);
    g_assert_true(module_verify(m, NULL));
}

/* Refused while annotations are read, before anything depends on them. */
static void refuses_rule(const char *rule)
{
    g_autofree char *text = g_strdup_printf("module {\n func.func @main(%%x: tensor<8xf32>) -> tensor<8xf32> {\n %%0 = stablehlo.custom_call @thing(%%x) "
                                            "{sdy.sharding_rule = #sdy.op_sharding_rule<%s>} : (tensor<8xf32>) -> tensor<8xf32>\n return %%0 : tensor<8xf32>\n }\n}\n", rule);
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = program_parse("bad-rule", text, strlen(text), &error);
    g_assert_no_error(error);
    g_assert_false(pass_import(m, NULL, NULL, &error));
    g_assert_error(error, SHARD_ERROR, SHARD_ERROR_SHARDING);
}

static void test_bad_rule(void)
{
    refuses_rule("([i, j])->([i]) {i=8, j=1}");
    refuses_rule("([i])->([i]) {i=8} reduction={i}");
    refuses_rule("([ij])->([i]) {i=8, j=1}");
    refuses_rule("([ii])->([i]) {i=8}");
    refuses_rule("([i])->([i]) {i=8, j=2}");
    refuses_rule("([ij])->([ij]) {i=2, j=4} permutation={i} need_replication={j}");
    refuses_rule("([ij])->([ij]) {i=2, j=4} need_replication={j, i}");
    refuses_rule("([ij])->([ij]) {i=2, j=4} need_replication={j} permutation={j}");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (int i = 0; i < (int)G_N_ELEMENTS(cases); i++) {
        g_autofree char *name = g_strdup_printf("/propagate/case/%s", cases[i].name);
        g_autofree char *log = g_strdup_printf("/propagate/log/%s", cases[i].name);
        g_test_add_data_func(name, &cases[i], test_case);
        g_test_add_data_func(log, &cases[i], test_log);
    }
    g_test_add_func("/propagate/growth", test_growth);
    g_test_add_func("/propagate/even-or-none", test_even_or_none);
    g_test_add_func("/propagate/no-elements", test_no_elements);
    g_test_add_func("/propagate/whole-axes", test_whole_axes);
    g_test_add_func("/propagate/constants", test_constants);
    g_test_add_func("/propagate/bad-rule", test_bad_rule);
    return g_test_run();
}
