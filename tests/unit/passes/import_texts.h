/* Small programs that several tests of the import pass use. */
#pragma once

#include "tests/unit/passes/import_help.h"

#define SDYS(text) "frontend_attributes={xla.sdy.sharding=\"#sdy.sharding_per_value<[<" text ">]>\"}"

static const char mlp[] =
    "HloModule m, num_partitions=8, " MESH "\n"
    "ENTRY main {\n"
    "  w__w1__.1 = f32[64,128]{1,0} parameter(1), metadata={op_name=\"w['w1']\"}, " SDY("@mesh, [{}, {\\\"b\\\", \\\"one\\\"}]") "\n"
    "  x.1 = f32[32,64]{1,0} parameter(0), sharding={devices=[4,1,2]<=[8] last_tile_dim_replicate}, metadata={op_name=\"x\"}, "
    SDY("@mesh, [{\\\"a\\\", \\\"one\\\"}, {}]") "\n"
    "  s.1 = f32[] parameter(2), " SDY("@empty_mesh, []") "\n"
    "  dot.1 = f32[32,128]{1,0} dot(x.1, w__w1__.1), lhs_contracting_dims={1}, rhs_contracting_dims={0}, sharding={replicated}\n"
    "  c.1 = f32[32,128]{1,0} custom-call(dot.1), custom_call_target=\"Sharding\", sharding={devices=[8,1]<=[8]}, "
    SDYS("@mesh, [{\\\"a\\\"}, {?}]") "\n"
    "  r.1 = f32[32,128]{1,0} custom-call(c.1), custom_call_target=\"xla.sdy.FuncResultSharding\", "
    "custom_call_has_side_effect=true, " SDYS("@mesh, [{\\\"b\\\"}, {}]") "\n"
    "  n.1 = f32[32,128]{1,0} negate(r.1)\n"
    "  q.1 = f32[32,128]{1,0} custom-call(n.1), custom_call_target=\"xla.sdy.FuncResultSharding\", "
    "custom_call_has_side_effect=true, " SDYS("@mesh, [{\\\"one\\\"}p1, {\\\"a\\\"}]") "\n"
    "  same.1 = f32[32,128]{1,0} reshape(q.1)\n"
    "  ROOT t = (f32[32,128]{1,0}, f32[32,128]{1,0}, f32[]) tuple(r.1, same.1, s.1)\n"
    "}\n";

static const char small_calls[] =
    "HloModule m, " MESH "\n"
    "ENTRY e {\n"
    "  p = f32[8,8] parameter(0)\n"
    "  b = f32[8,8] custom-call(p), custom_call_target=\"xla.sdy.PropagationBarrier\", "
    "frontend_attributes={xla.sdy.allowed_direction=\"%s\"}\n"
    "  g = () custom-call(b), custom_call_target=\"xla.sdy.ShardingGroup\", custom_call_has_side_effect=true, "
    "frontend_attributes={xla.sdy.sharding_group_id=\"21 : i64\"}\n"
    "  o = f32[8,8] custom-call(b), custom_call_target=\"Sharding\", backend_config=\"unspecified_dims=[1]\", "
    "sharding={devices=[4,2]<=[8]}\n"
    "  u = f32[8,8] custom-call(o), custom_call_target=\"SomethingElse\"\n"
    "  ROOT s = f32[8,8] add(u, o)\n"
    "}\n";

#define MANUAL(name, key, text) "custom_call_target=\"xla.sdy." name "\", custom_call_has_side_effect=true, " \
    "frontend_attributes={xla.sdy." key "=\"#sdy.sharding_per_value<[" text "]>\",xla.sdy.manual_axes=\"#sdy<manual_axes{\\\"a\\\"}>\"}"

static const char shard_map[] =
    "HloModule m, " MESH "\n"
    "xla.sdy.manual_computation_body {\n"
    "  l = f32[2,8] parameter(0)\n"
    "  k = f32[%s] parameter(1)\n"
    "  s = f32[2,8] add(l, l)\n"
    "  ROOT t = (f32[2,8], f32[8]) tuple(s, k)\n"
    "}\n"
    "ENTRY e {\n"
    "  p = f32[8,8] parameter(0)\n"
    "  q = f32[8] parameter(1)\n"
    "  in = (f32[2,8], f32[%s]) custom-call(p, q), "
    MANUAL("GlobalToLocalShape", "in_shardings", "<@mesh, [{\\\"a\\\", \\\"one\\\"}, {}]>, <@mesh, [{?}]>") "\n"
    "  i0 = f32[2,8] get-tuple-element(in), index=0\n"
    "  i1 = f32[%s] get-tuple-element(in), index=1\n"
    "  c = (f32[2,8], f32[8]) call(i0, i1), to_apply=xla.sdy.manual_computation_body\n"
    "  o0 = f32[2,8] get-tuple-element(c), index=0\n"
    "  o1 = f32[8] get-tuple-element(c), index=1\n"
    "  out = (f32[8,8], f32[8]) custom-call(o0, o1), "
    MANUAL("LocalToGlobalShape", "out_shardings", "<@mesh, [{\\\"a\\\", \\\"b\\\"}, {}]>, <@mesh, [{}], replicated={\\\"a\\\"}>") "\n"
    "  r0 = f32[8,8] get-tuple-element(out), index=0\n"
    "  r1 = f32[8] get-tuple-element(out), index=1\n"
    "  ROOT t = (f32[8,8], f32[8]) tuple(r0, r1)\n"
    "}\n";

static const char spmd[] =
    "HloModule m, num_partitions=8\n"
    "add { x = f32[] parameter(0)  y = f32[] parameter(1)  ROOT s = f32[] add(x, y) }\n"
    "ENTRY e {\n"
    "  p = f32[8,8] parameter(0), sharding={devices=[4,1,2]<=[8] last_tile_dim_replicate}\n"
    "  two = f32[] constant(2)\n"
    "  twos = f32[2,8] broadcast(two), dimensions={}\n"
    SPMD("  ps = f32[8,8] custom-call(p)", "Sharding", "{devices=[4,1,2]<=[8] last_tile_dim_replicate}")
    SPMD("  l = f32[2,8] custom-call(ps)", "SPMDFullToShardShape", "{manual}")
    "  d = f32[2,8] multiply(l, twos), sharding={manual}\n"
    "  r = f32[2,8] all-reduce(d), replica_groups={{0,1},{2,3},{4,5},{6,7}}, to_apply=add, sharding={manual}\n"
    SPMD("  rs = f32[2,8] custom-call(r)", "Sharding", "{manual}")
    SPMD("  f = f32[8,8] custom-call(rs)", "SPMDShardToFullShape", "{devices=[4,1,2]<=[8] last_tile_dim_replicate}")
    SPMD("  ds = f32[2,8] custom-call(d)", "Sharding", "{manual}")
    SPMD("  g = f32[8,16] custom-call(ds)", "SPMDShardToFullShape", "{devices=[4,2]<=[8]}")
    "  ROOT t = (f32[8,8], f32[8,16]) tuple(f, g), sharding={{replicated}, {devices=[8,1]<=[8]}}\n"
    "}\n";
