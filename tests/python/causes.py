#!/usr/bin/env python3
"""Checks what `explain-count -l` says of XLA's collectives against what the partitioner itself left in its dump.

    causes.py EXPLAIN_COUNT DUMP... [-v] [-f|-a] [-p] [-s]

XLA's partitioner gives every instruction that it creates the metadata of the instruction that it is dividing.  The dump taken
right after it therefore names, without any of our alignment, what a collective was made for: op_name and source line of the
collective.  Walking from its operand back through instructions that only move data and carry the same metadata ends at the
value that was moved, or, where a product or a reduction with the same metadata ends the walk, at a partial result of that
instruction itself.  What is claimed must be one of these places, or lie behind ops that only move data.  Where the
dump carries no metadata, the collective is counted as not decidable.  -f judges explanations from the final program alone,
and -a of the final program from all stages, against the same truth: each collective of the partitioner's is followed through the dumps of later passes, into combined
ones too, and what is said of the one that it became has to name it; -p leaves out the stage before partitioning.  A last line sums up; the exit status is 1 if a claim that is
called certain differs, in value, consumer or layouts, with -s if any value or consumer differs, or if nothing could be judged.  Where value and consumer agree, the layouts are compared with what the dump annotates: the value's
own and, of a constraint or of completed partial results, what they are to have; these are counted by themselves.
"""
import collections
import glob
import gzip
import os
import re
import subprocess
import sys

MOVES = set("""all-gather all-reduce all-to-all collective-permute reduce-scatter all-gather-start all-gather-done copy bitcast reshape
transpose slice dynamic-slice dynamic-update-slice pad concatenate select get-tuple-element tuple opt-barrier custom-call
ragged-all-to-all collective-broadcast convert clamp""".split())
COLLECTIVES = set("all-gather all-reduce all-to-all collective-permute reduce-scatter ragged-all-to-all collective-broadcast".split())
CARRY = {"copy", "bitcast", "reshape", "transpose", "convert", "get-tuple-element", "tuple", "opt-barrier", "custom-call",
         "broadcast", "call", "slice", "reduce-precision"}

CONTROL = {"parameter", "conditional", "while"}

Op = collections.namedtuple("Op", "name code operands key comp channel text")


def balanced(s, i):
    depth = 0
    for k in range(i, len(s)):
        depth += (s[k] in "([{") - (s[k] in ")]}")
        if depth == 0:
            return k
    return len(s) - 1


def only_cuts(op):
    """A pad whose edges are all cut, none added: a slice under another name, as JAX transposes slices."""
    m = re.search(r"padding=([\d_x\-]+)", op.text) if op.code == "pad" else None
    return bool(m) and all(int(e) <= 0 for d in m[1].split("x") for e in d.split("_")[:2]) and all((d.split("_") + ["0"] * 3)[2] == "0" for d in m[1].split("x"))


class Module:
    """The instructions of one HLO text, with each place as (op_name, "file:line")."""

    def __init__(self, path):
        tables = collections.defaultdict(dict)
        self.ops, table, comp = {}, None, ""
        self.params, self.roots = collections.defaultdict(dict), {}
        self.users = collections.defaultdict(list)
        for line in gzip.open(path, "rt") if path.endswith(".gz") else open(path):
            line = line.rstrip("\n")
            if re.fullmatch(r"[A-Z]\w+", line):
                table = line
            elif table and (m := re.match(r"(\d+) (.*)", line)):
                tables[table][m[1]] = m[2]
            elif line.endswith("{") and (m := re.match(r"(?:ENTRY )?%?([\w.\-]+)", line)):
                comp, table = m[1], None
            elif (m := re.match(r"\s+(?:ROOT )?%?([\w.\-]+) = (.*)", line)):
                self.add(comp, m[1], m[2], tables)
                if line.lstrip().startswith("ROOT "):
                    self.roots[comp] = m[1]
                if (p := re.search(r" parameter\((\d+)\)", m[2])):
                    self.params[comp][int(p[1])] = m[1]
        self.kinds = {(op.key, op.code) for op in self.ops.values()}
        self.passed = collections.defaultdict(list)    # what a parameter is passed, what a loop or a conditional returns
        for op in self.ops.values():
            for o in op.operands:
                self.users[o].append(op.name)
            self.pass_on(op)
        self.carried = {name: self.sources(op) for name, op in self.ops.items()}
        self.carriers = collections.defaultdict(list)
        for name, froms in self.carried.items():
            for f in froms:
                self.carriers[f].append(name)
        self.equal = self.classes()

    def pass_on(self, op):
        """A computation's parameter is what its caller passes, its root is the caller's result."""
        called = re.findall(r"(?:true_computation|false_computation|branch_computations|body|condition|to_apply)=\{?((?:%[\w.\-]+(?:, )?)+)", op.text) \
            if op.code in ("while", "conditional", "call") else []
        names = [c.strip(" %") for part in called for c in part.split(",") if c.strip(" %")]
        for k, comp in enumerate(names):
            given = op.operands[1 + k:2 + k] if op.code == "conditional" else op.operands
            pairs = [(p, given[n]) for n, p in sorted(self.params[comp].items()) if n < len(given)]
            if comp in self.roots and not (op.code == "while" and "condition=%" + comp in op.text):
                pairs.append((op.name, self.roots[comp]))
            for to, frm in pairs:
                self.passed[to].append(frm)

    def sources(self, op):
        """The values that an instruction only carries on: its operands, through tuples and what computations are passed."""
        if op.code != "get-tuple-element":
            return self.passed[op.name] if op.code in CONTROL else op.operands if op.code in CARRY else op.operands[:1] if only_cuts(op) else []
        index, out, seen, todo = int(re.search(r"index=(\d+)", op.text)[1]), [], set(), list(op.operands)
        while todo:
            o = self.ops.get(todo.pop())
            if not o or o.name in seen:
                continue
            seen.add(o.name)
            if o.code == "tuple":
                out += o.operands[index:index + 1]
            elif o.code in CONTROL and self.passed[o.name]:
                todo += self.passed[o.name] + (o.operands if o.code == "while" else [])
            else:
                out.append(o.name)
        return out

    def classes(self):
        """For each instruction a number that equal ones share: CSE leaves one of them, with its own metadata.  Operands come before what takes them."""
        number, out = {}, {}
        for op in self.ops.values():
            text = re.sub(r", (?:metadata|sharding|frontend_attributes)=\{.*", "", op.text)
            text = re.sub(r"%[\w.\-]+", lambda m: "%" + str(out.get(m[0][1:], m[0])), text)
            alone = op.code in ("parameter", "rng", "while", "conditional") or op.code.startswith("custom")
            out[op.name] = number.setdefault((op.name if alone else text), len(number))
        return out

    def add(self, comp, name, rest, tables):
        start = balanced(rest, 0) + 1 if rest[0] == "(" else rest.index(" ")
        m = re.match(r"\s*([\w\-]+)\(", rest[start:])
        if not m:
            return
        code, opening = m[1], start + m.end() - 1
        closing = balanced(rest, opening)
        attrs = rest[closing:]
        operands = re.findall(r"%([\w.\-]+)", rest[opening:closing]) or \
            re.findall(r"(?:^|, ?)(?:[\w\[\],{}]+ )?([a-zA-Z_][\w.\-]*)(?=,|$)", rest[opening + 1:closing])
        op_name = re.search(r'metadata={[^}]*op_name="((?:[^"\\]|\\.)*)"', attrs)
        frame = re.search(r"stack_frame_id=(\d+)", attrs)
        old = re.search(r'source_file="([^"]*)" source_line=(\d+)', attrs)
        where = None
        if frame:
            f = re.search(r"file_location_id=(\d+)", tables["StackFrames"].get(frame[1], ""))
            loc = tables["FileLocations"].get(f[1], "") if f else ""
            g = re.search(r"file_name_id=(\d+).* line=(\d+)", loc)
            where = "%s:%s" % (os.path.basename(tables["FileNames"].get(g[1], "?").strip('"')), g[2]) if g else None
        elif old:
            where = "%s:%s" % (os.path.basename(old[1]), old[2])
        channel = re.search(r"channel_id=(\d+)", attrs)
        self.ops[name] = Op(name, code, operands, (re.sub(r"\\(.)", r"\1", op_name[1]), where) if op_name else None, comp, channel and channel[1], rest)


def same(a, b):
    """One place: equal lines, and op_names of which one may still lack the path of the calls around it."""
    if not a or not b:
        return False
    if a[1] and b[1] and a[1] != b[1]:
        return False
    return a[0] == b[0] or a[0].endswith("/" + b[0]) or b[0].endswith("/" + a[0])


def truth(before, mod, op):
    """(places of the value, place of the consumer or None, whether it is a partial result), or None if the dump does not say."""
    made_for = op.key
    values, partial, seen, todo = [], False, set(), list(op.operands)
    while todo:
        o = mod.ops.get(todo.pop())
        if not o or o.name in seen:
            continue
        seen.add(o.name)
        if o.code in ("constant", "partition-id", "replica-id") or o.code == "iota" and o.key == made_for:
            continue
        if o.key and o.key == made_for and o.code in MOVES and o.code != "get-tuple-element":
            todo += data_operands(o)
        elif o.key and (o.key, o.code) in before.kinds:
            values.append(o.key)
            partial |= o.key == made_for
        elif o.operands and o.code != "while":
            if o.key and o.key != made_for:   # the partitioner may have divided that op as ops of other kinds
                values += [o.key for k in before.kinds if k[0] == o.key and o.code not in COLLECTIVES][:1]
            todo += data_operands(o)
    return (values, made_for, partial) if values else None


def data_operands(o):
    if o.code == "select":
        return o.operands[1:]
    return o.operands[:2] if o.code == "dynamic-update-slice" else o.operands[:1] if o.code in ("dynamic-slice", "gather") else o.operands


def reach(mod, starts, forward):
    """Ops reached from some over ops that only carry values on."""
    seen, todo = set(), list(starts)
    while todo:
        name = todo.pop()
        if name in seen or name not in mod.ops:
            continue
        seen.add(name)
        todo += mod.carriers[name] + (mod.users[name] if name in starts else []) if forward else mod.carried[name]
    return [mod.ops[n] for n in seen]


def consumers(mod, op):
    """Places of what reads a collective's result, over data movement."""
    seen, todo, out = set(), list(mod.users[op.name]), []
    while todo:
        o = mod.ops.get(todo.pop())
        if not o:
            continue
        if o.name in seen:
            continue
        seen.add(o.name)
        if o.key:
            out.append(o.key)
        if o.code in MOVES or o.code == "conditional":
            todo += mod.users[o.name]
        todo += [c for c in mod.carriers[o.name] if mod.ops[c].code in ("conditional", "get-tuple-element")]
    return out


def at(before, place):
    return [o.name for o in before.ops.values() if same(o.key, place)]


def judge(before, mod, op, value, user):
    """value and user are places; user is None where the program's result is what needs the layout."""
    t = truth(before, mod, op)
    if not t:
        return "undecidable", "no metadata"
    values, made_for, partial = t
    value_ops = at(before, value)
    if not value_ops:
        return "undecidable", "no op before partitioning is at %s" % (value,)
    carried = reach(before, value_ops, False) + [o for o in reach(before, value_ops, True) if o.code in CARRY]
    equal = {before.equal[o.name] for o in carried}
    value_ok = any(same(o.key, k) or before.equal[n] in equal for o in carried[:1] for k in values for n in at(before, k)) or \
        any(same(o.key, k) for o in carried for k in values) or \
        same(value, made_for) and any(mod.ops[x].key == made_for and mod.ops[x].code in MOVES for x in op.operands if x in mod.ops)
    uses = consumers(mod, op) + ([made_for] if made_for else [])
    users = at(before, user) if user else []
    near = reach(before, users, False) + [o for o in reach(before, users, True) if any(before.ops[u].code in CARRY for u in users)]
    later = reach(before, at(before, made_for), True) if made_for else []
    user_ok = not user or any(same(o.key, k) for o in near for k in uses) or any(same(o.key, user) for o in later) and (partial or same(value, made_for))
    if user and not made_for and not users:
        return "undecidable", "no metadata"
    say = "value %s, user %s; made for %s, moves %s%s" % (value, user, made_for, sorted(set(values), key=str), " (partial)" if partial else "")
    if value_ok and user_ok:
        return "agree", say
    return ("value differs" if user_ok else "user differs" if value_ok else "both differ"), say


# ---- layouts ---------------------------------------------------------------------------------------------------------------


def product(numbers):
    n = 1
    for x in numbers:
        n *= x
    return n


def coordinates(n, dims):
    at = []
    for d in reversed(dims):
        at.insert(0, n % d)
        n //= d
    return at


def tiles_of(text, rank, devices):
    """Of a sharding as HLO spells it: (tiles along each dimension, the tile that each device has); None = no division of an array."""
    if text.startswith("{replicated"):
        return (1,) * rank, [(0,) * rank] * devices
    m = re.match(r"\{devices=\[([\d,]+)\](?:<=\[([\d,]+)\](?:T\(([\d,]+)\))?|([\d,]+))(.*)\}", text)
    if not m:
        return None
    dims = [int(x) for x in m[1].split(",")]
    if m[4]:
        order = [int(x) for x in m[4].split(",")]
    else:
        shape = [int(x) for x in m[2].split(",")]
        perm = [int(x) for x in m[3].split(",")] if m[3] else list(range(len(shape)))
        strides = [product(shape[i + 1:]) for i in range(len(shape))]
        turned = [shape[p] for p in perm]
        order = [sum(c * strides[p] for c, p in zip(coordinates(i, turned), perm)) for i in range(product(shape))]
    if product(dims) != devices or len(order) != devices or len(dims) < rank:
        return None
    at = [()] * devices
    for i, d in enumerate(order):
        at[d] = tuple(coordinates(i, dims)[:rank])
    return tuple(dims[:rank]), at


def said_tiles(text):
    parts, _, at = text.partition(":")
    return (tuple(int(x) for x in parts.split("x")) if parts else (), [tuple(int(x) for x in d.split(".")) if d else () for d in at.split(",")])


def annotation(op):
    m = re.search(r", sharding=(\{[^{}]*\})", op.text)
    return m and m[1]


def rank_of(op):
    m = re.match(r"\w+\[([\d,]*)\]", op.text)
    return len([x for x in m[1].split(",") if x]) if m else -1


def within(fine, coarse):
    """True if each device's tile lies in what it has of the other: what is cut out of it without talking to anybody."""
    return all(i * q >= j * p and (i + 1) * q <= (j + 1) * p
               for a, b in zip(fine[1], coarse[1]) for i, p, j, q in zip(a, fine[0], b, coarse[0]))


def layouts(before, mod, op, value, user, tiles):
    """What is wrong with the layouts that are claimed: the first is what the moved value is annotated with, or a part of it; the last, where a constraint
    asks for it, the constraint's, and where partial results are completed, that of their op.  What the partitioner moves while it divides the op that makes the value was
    computed in another layout and is brought to the annotated one.  [] = nothing, None = no annotation tells."""
    t = truth(before, mod, op)
    if not t:
        return None
    values, made_for, partial = t
    first, last = (said_tiles(x) for x in tiles)
    devices, wrong, judged = len(first[1]), [], False
    annotated = [tiles_of(annotation(before.ops[n]), len(first[0]), devices) for v in values + [value] for n in at(before, v)
                 if annotation(before.ops[n]) and rank_of(before.ops[n]) == len(first[0])]
    annotated = [a for a in annotated if a]
    if annotated and not partial and same(value, made_for) and first != last and (last in annotated or not same(user, made_for)):
        return [] if last in annotated else ["to"]
    if annotated and not partial:
        judged = True
        if not any(within(first, a) for a in annotated):
            wrong.append("from")
    wanted = [before.ops[n] for n in at(before, made_for) if before.ops[n].code == "copy" or partial] if made_for else []
    asked = [tiles_of(annotation(o), len(last[0]), devices) for o in wanted if annotation(o) and rank_of(o) == len(last[0])]
    asked = [a for a in asked if a]
    if asked and (not partial or not user) and first != last:   # edges are exchanged within one layout
        judged = True
        if last not in asked:
            wrong.append("to")
    return wrong if judged else None


# ---- through the later passes ------------------------------------------------------------------------------------------------


def collectives_in(path):
    """name -> (code, operands, channel) of a stage's collectives, without reading the rest."""
    out = {}
    for line in gzip.open(path, "rt") if path.endswith(".gz") else open(path):
        m = re.match(r"\s+(?:ROOT )?%?([\w.\-]+) = .*? (" + "|".join(COLLECTIVES) + r")(?:-start)?\((.*)", line)
        if m:
            channel = re.search(r"channel_id=(\d+)", m[3])
            given = m[3][:balanced("(" + m[3], 0) - 1]
            out[m[1]] = (m[2], re.findall(r"%([\w.\-]+)", given) or re.findall(r"([a-zA-Z_][\w.\-]*)(?=,|$)", given), channel and channel[1])
    return out


def followed(paths):
    """Which collective of the last stage each one of the first has become: by name from pass to pass, and where a pass made another one of it, by
    its channel or, where it was combined, by its operand.  Those that were dropped are missing."""
    before = collectives_in(paths[0])
    at = {name: name for name in before}
    for path in paths[1:]:
        after = collectives_in(path)
        new = {n: o for n, o in after.items() if n not in before or o[0] != before[n][0]}
        for origin, name in list(at.items()):
            code, operands, channel = before[name]
            if name in after and name not in new:
                continue
            same = [n for n, o in new.items() if o[0] == code and channel and o[2] == channel and len(o[1]) <= len(operands)] or \
                [n for n, o in new.items() if o[0] == code and set(operands) & set(o[1])] or [n for n, o in after.items() if o[0] == code and set(operands) and set(operands) <= set(o[1])] or \
                [n for n, o in after.items() if o[0] == code and channel and o[2] == channel]
            if same:
                at[origin] = same[0]
            else:
                del at[origin]
        before = after
    return at


def stage(dump, *patterns):
    for p in patterns:
        found = sorted(glob.glob(os.path.join(dump, p)))
        if found:
            return found
    return []


def main():
    args = [a for a in sys.argv[1:] if not a.startswith("-")]
    verbose, final, ways = "-v" in sys.argv, "-f" in sys.argv or "-a" in sys.argv, [a for a in sys.argv if a in ("-f", "-a", "-p")]
    count = collections.Counter()
    for dump in args[1:]:
        here = collections.Counter()
        for path in stage(dump, "*after_spmd-partitioning*.txt*"):
            name = re.match(r"(.*?\.)\d{4}\.", os.path.basename(path))
            prefix = os.path.join(dump, name[1])
            whole = stage(dump, os.path.basename(prefix) + "*before_spmd-partitioning*.txt*")
            mod = Module(path)
            if not whole or not any(o.code in COLLECTIVES for o in mod.ops.values()):
                continue
            before = Module(whole[0])
            last = stage(dump, os.path.basename(prefix) + "*after_optimizations.txt*") if final else None
            became = {name: name for name, o in mod.ops.items() if o.code in COLLECTIVES}
            if last:
                later = [p for p in stage(dump, os.path.basename(prefix) + "[0-9][0-9][0-9][0-9].*.txt*") if p > path]
                became = followed([path] + later + last)
                here["made later"] += len(set(collectives_in(last[0])) - set(became.values()))
            lines = subprocess.run([args[0], dump, "-l"] + ways, capture_output=True, text=True).stdout
            section = os.path.basename(prefix).split(".", 1)[1].rstrip(".")
            mine, said = False, collections.defaultdict(list)
            for line in lines.splitlines():
                if not line.startswith("@"):
                    mine = line.split(" ")[0].endswith("/" + section) or mine and line.startswith("evidence")
                elif mine and (m := re.match(r'@ (\S+) .* certainty=(\d+) .*value-at="([^"]*)" (\S+) user-at="([^"]*)" (\S+) from-tiles=(\S*) to-tiles=(\S*)', line)):
                    said[m[1]].append(((m[3], None if m[4] == "-" else m[4]), (m[5], None if m[6] == "-" else m[6]) if m[5] else None, int(m[2]), (m[7], m[8])))
            for origin, name in became.items():
                op = mod.ops[origin]
                if op.key and (op.key, op.code) in before.kinds:   # the program has it
                    verdicts = [("written, but explained", str(op.key), 0, None)] if said[name] and origin == name else [("written", "", 0, None)]
                else:
                    verdicts = [judge(before, mod, op, v, u) + (c, layouts(before, mod, op, v, u, t)) for v, u, c, t in said[name]] or [("unexplained", "made for %s" % (op.key,), 0, None)]
                best = next((x for x in verdicts if x[0] == "agree"), verdicts[0])
                here[best[0]] += 1
                certain = best[2] > 40
                here["certain"] += certain
                if certain and "differ" in best[0]:
                    here["certain and differs"] += 1
                if best[0] == "agree" and best[3] is not None:
                    here["layouts differ" if best[3] else "layouts agree"] += 1
                    here["certain and layouts differ"] += bool(certain and best[3])
                    if verbose and best[3]:
                        print("  %s %s %s: layouts differ (%s): %s" % (os.path.basename(dump), name, "certain" if certain else "likely", ", ".join(best[3]), best[1]))
                if verbose and best[0] not in ("agree", "written"):
                    print("  %s %s %s: %s" % (os.path.basename(dump), name, "certain" if certain else "likely", best[0] + " " + best[1]))
        print(os.path.basename(dump.rstrip("/")), dict(here))
        count += here
    print("all", dict(count))
    differs = sum(n for what, n in count.items() if what.endswith("differs") or what == "both differ")
    return 1 if count["certain and differs"] or count["certain and layouts differ"] or not count["agree"] or ("-s" in sys.argv and differs) else 0


if __name__ == "__main__":
    sys.exit(main())
