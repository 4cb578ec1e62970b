"""Small programs around Shardy's attributes and ops, right and wrong, for shardy.py texts: what its verifier refuses must be refused."""
import random
import re

BASE = [
    # meshes and argument shardings
    '''sdy.mesh @mesh = <["a"=2, "b"=4, "c"=6]>
func.func @main(%arg0: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b"}p1], replicated={"c":(1)2}, unreduced={"c":(2)3}>}, %arg1: tensor<8x12xf32>)
    -> (tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {?}]>}) {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b":(1)2, "c":(2)3}]>]>} : tensor<8x12xf32>
  return %0 : tensor<8x12xf32>
}''',
    '''sdy.mesh @mesh = <["a"=2, "b"=4]>
sdy.mesh @other = <["a"=2, "b"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
sdy.mesh @empty = <[]>
sdy.mesh @one = <[], device_ids=[3]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@other, [{"b"}, {"a"}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@one, []>},
                %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@empty, [{}, {}]>}) -> tensor<8x8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}p0, {?}p2]> : tensor<8x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{"b":(2)2}, {"a"}]> : tensor<8x8xf32>
  %2 = sdy.propagation_barrier %1 allowed_direction=FORWARD : tensor<8x8xf32>
  sdy.sharding_group %2 group_id=4 : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}''',
    # manual computations
    '''sdy.mesh @mesh = <["a"=2, "b"=4, "c"=2]>
func.func @main(%arg0: tensor<16x32xf32>, %arg1: tensor<32x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"a"}, {"b"}]>, <@mesh, [{"b", "c"}, {}], replicated={"a"}>]
      out_shardings=[<@mesh, [{"a"}, {}], replicated={"b"}>] manual_axes={"a", "b"} (%arg2: tensor<8x8xf32>, %arg3: tensor<8x8xf32>) {
    %1 = stablehlo.add %arg2, %arg3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"c"}]>]>} : tensor<8x8xf32>
    sdy.return %1 : tensor<8x8xf32>
  } : (tensor<16x32xf32>, tensor<32x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}''',
    # collectives
    '''sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "z"}, {"x"}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_gather [{"z"}, {}] %arg0 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{}, {"z":(1)2}] %0 out_sharding=<@mesh, [{"y"}, {"x", "z":(1)2}]> : tensor<16x16xf32>
  %2 = sdy.all_to_all [{"x", "z":(1)2}: 1->0] %1 out_sharding=<@mesh, [{"y", "x", "z":(1)2}, {}]> : tensor<16x16xf32>
  %3 = sdy.all_reduce {"z":(2)2} %2 out_sharding=<@mesh, [{"y", "x", "z":(1)2}, {}]> : tensor<16x16xf32>
  %4 = sdy.reduce_scatter [{}, {"z":(2)2}] %3 out_sharding=<@mesh, [{"y", "x", "z":(1)2}, {"z":(2)2}]> : tensor<16x16xf32>
  %5 = sdy.collective_permute %4 out_sharding=<@mesh, [{"x", "y", "z":(1)2}, {"z":(2)2}]> : tensor<16x16xf32>
  return %5 : tensor<16x16xf32>
}''',
    '''sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}], unreduced={"x"}>}) -> tensor<16x16xf32> {
  %0 = sdy.all_reduce {"x"} %arg0 out_sharding=<@mesh, [{"y"}, {}]> : tensor<16x16xf32>
  %1 = sdy.sharded_to_unreduced [{"y"}, {}] %0 out_sharding=<@mesh, [{}, {}], unreduced={"y"}> : tensor<16x16xf32>
  %2 = sdy.replicated_to_unreduced {"z"} %1 out_sharding=<@mesh, [{}, {}], unreduced={"y", "z"}> : tensor<16x16xf32>
  return %2 : tensor<16x16xf32>
}''',
    # rules
    '''func.func @main(%arg0: tensor<8x6xf32>, %arg1: tensor<2x4x3xf32>) -> tensor<8x3xf32> {
  %0 = stablehlo.custom_call @foo(%arg0, %arg1) {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k], [i, j, l])->([ij, l]) {i=2, j=4, k=6, l=3} reduction={k} need_replication={j} permutation={l} blocked_propagation={i}, custom>} : (tensor<8x6xf32>, tensor<2x4x3xf32>) -> tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}''',
    # inlined meshes, edges, named computations
    '''func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=4]>, [{"a"}, {"b"}]>}) -> tensor<8x8xf32> {
  %0 = sdy.named_computation<"f">(%arg0) in_shardings=[<mesh<["a"=2, "b"=4]>, [{"a"}, {}]>] out_shardings=[<mesh<["a"=2, "b"=4]>, [{"a"}, {}]>] (%arg1: tensor<8x8xf32>) {
    %1 = stablehlo.negate %arg1 : tensor<8x8xf32>
    sdy.return %1 : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}''',
    '''sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> (tensor<8xf32>, tensor<i32>) {
  %0:2 = stablehlo.while(%i = %arg1, %x = %arg0) : tensor<i32>, tensor<8xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"a"}]>]>}
  cond {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    stablehlo.return %i, %x : tensor<i32>, tensor<8xf32>
  }
  return %0#1, %0#0 : tensor<8xf32>, tensor<i32>
}''',
]

AXES = ['"a"', '"b"', '"c"', '"x"', '"y"', '"z"', '"nope"', '"b":(1)2', '"b":(2)2', '"z":(1)2', '"z":(2)2', '"c":(1)2', '"c":(2)3', '"b":(1)3', '"a":(1)2', '"b":(1)4', '"b":(0)2', '"b":(2)1']


def change(text, rng):
    """One small change at a random place."""
    kinds = [
        (r'"\w+"(?::\(\d+\)\d+)?(?=[,}\s\]])', lambda m: rng.choice(AXES)),                        # another axis
        (r'(?<=\{)(?="\w+")', lambda m: rng.choice(AXES) + ", "),                                  # one more in front
        (r'(?<=")(?=\})', lambda m: ", " + rng.choice(AXES)),                                      # one more behind
        (r'"\w+"(?::\(\d+\)\d+)?, ', lambda m: ""),                                               # one less
        (r'\?', lambda m: ""), (r'(?<=\{)\}', lambda m: "?}"),
        (r'\}(?=[,\]])', lambda m: "}p%s" % rng.choice(["0", "1", "01", "-1", "x"])),
        (r'\{\}, ', lambda m: ""), (r'\[\{', lambda m: "[{}, {"),
        (r'(?<==)\d+', lambda m: rng.choice(["0", "1", "2", "3", "4", "5", "-1", "8"])),
        (r'(?<=\()\d+(?=\)\d)', lambda m: rng.choice(["0", "1", "2", "3", "4"])),
        (r'device_ids=\[[^\]]*\]', lambda m: rng.choice(["device_ids=[0, 1, 2, 3, 4, 5, 6, 7]", "device_ids=[0]", "device_ids=[7, 7, 5, 4, 3, 2, 1, 0]", "device_ids=[8, 6, 5, 4, 3, 2, 1, 0]", "device_ids=[-1]", "device_ids=[]"])),
        (r'@\w+(?=, \[)', lambda m: rng.choice(["@nope", "@mesh", "@one", "@empty", "@other"])),
        (r'FORWARD', lambda m: rng.choice(["BOTH", "BACKWARD", "NONE", "SIDEWAYS"])),
        (r'group_id=\d+', lambda m: "group_id=-1"),
        (r'(replicated|unreduced)=', lambda m: rng.choice(["replicated=", "unreduced=", "unreduced=max", "unreduced=foo"])),
        (r', (replicated|unreduced)=\{[^}]*\}', lambda m: rng.choice(["", ', replicated={"c"}', ', replicated={"b", "a"}', ', unreduced={"a"}'])),
        (r'manual_axes=\{[^}]*\}', lambda m: "manual_axes={%s}" % rng.choice(['', '"a"', '"b", "a"', '"a", "b", "c"', '"b":(1)2', '"q"', '"a", "a"'])),
        (r'tensor<(\d+)x', lambda m: "tensor<%dx" % (int(m.group(1)) * rng.choice([1, 2, 3]))),
        (r'\b[i-l]\b|(?<=[\[{])[i-l]+', lambda m: rng.choice("ijklm") * rng.choice([1, 1, 2])),
        (r'(reduction|need_replication|permutation|blocked_propagation)=', lambda m: rng.choice(["reduction=", "need_replication=", "permutation=", "blocked_propagation=", "other="])),
        (r'\d->\d', lambda m: "%d->%d" % (rng.randrange(3), rng.randrange(3))),
        (r'<@mesh, \[[^\]]*\]>(?=, <)', lambda m: ""),
        (r'\[\{"\w+"\}, \{\}\] %', lambda m: rng.choice(['[{}, {"y"}] %', '[{"x"}, {"y"}] %', '[{}, {}] %', '[{"z"}] %'])),
    ]
    for _ in range(20):
        pattern, by = rng.choice(kinds)
        at = list(re.finditer(pattern, text))
        if at:
            m = rng.choice(at)
            return text[:m.start()] + by(m) + text[m.end():]
    return text


def make(rng):
    text = rng.choice(BASE)
    for _ in range(rng.choice((0, 1, 1, 1, 1, 2))):
        text = change(text, rng)
    return text
