#!/usr/bin/env python3
"""Checks what `explain-count -l` says of XLA's collectives against what the partitioner itself left in its dump.

    causes.py EXPLAIN_COUNT DUMP... [-v] [-f]

XLA's partitioner gives every instruction that it creates the metadata of the instruction that it is dividing.  The dump taken
right after it therefore names, without any of our alignment, what a collective was made for: op_name and source line of the
collective.  Walking from its operand back through instructions that only move data and carry the same metadata ends at the
value that was moved, or, where a product or a reduction with the same metadata ends the walk, at a partial result of that
instruction itself.  What is claimed must be one of these places, or lie behind ops that only move data.  Where the
dump carries no metadata, the collective is counted as not decidable.  -f judges explanations from the final program alone
against the same truth, joined by the collective's channel.  A last line sums up; the exit status is 1 if a claim that is
called certain differs, or if nothing could be judged.
"""
import collections
import glob
import gzip
import os
import re
import subprocess
import sys

MOVES = set("""all-gather all-reduce all-to-all collective-permute reduce-scatter all-gather-start all-gather-done copy bitcast reshape
transpose slice dynamic-slice dynamic-update-slice pad concatenate select get-tuple-element tuple optimization-barrier custom-call
ragged-all-to-all collective-broadcast convert clamp""".split())
COLLECTIVES = set("all-gather all-reduce all-to-all collective-permute reduce-scatter ragged-all-to-all collective-broadcast".split())
CARRY = {"copy", "bitcast", "reshape", "transpose", "convert", "get-tuple-element", "tuple", "optimization-barrier", "custom-call",
         "broadcast", "call", "slice", "reduce-precision"}

Op = collections.namedtuple("Op", "name code operands key comp channel text")


def balanced(s, i):
    depth = 0
    for k in range(i, len(s)):
        depth += (s[k] in "([{") - (s[k] in ")]}")
        if depth == 0:
            return k
    return len(s) - 1


class Module:
    """The instructions of one HLO text, with each place as (op_name, "file:line")."""

    def __init__(self, path):
        tables = collections.defaultdict(dict)
        self.ops, table, comp = {}, None, ""
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
        self.kinds = {(op.key, op.code) for op in self.ops.values()}
        for op in self.ops.values():
            for o in op.operands:
                self.users[o].append(op.name)

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
        if forward:
            if name in starts or mod.ops[name].code in CARRY:
                todo += mod.users[name]
        elif mod.ops[name].code in CARRY:
            todo += mod.ops[name].operands
    return [mod.ops[n] for n in seen]


def consumers(mod, op):
    """Places of what reads a collective's result, over data movement."""
    seen, todo, out = set(), list(mod.users[op.name]), []
    while todo:
        o = mod.ops[todo.pop()]
        if o.name in seen:
            continue
        seen.add(o.name)
        if o.key:
            out.append(o.key)
        if o.code in MOVES:
            todo += mod.users[o.name]
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
    value_ok = any(same(o.key, k) for o in carried for k in values) or \
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


def stage(dump, *patterns):
    for p in patterns:
        found = sorted(glob.glob(os.path.join(dump, p)))
        if found:
            return found
    return []


def main():
    args = [a for a in sys.argv[1:] if not a.startswith("-")]
    verbose, final = "-v" in sys.argv, "-f" in sys.argv
    count, wrong_certain = collections.Counter(), 0
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
            last = Module(last[0]) if last else mod
            by_channel = {o.channel: o for o in mod.ops.values() if o.code in COLLECTIVES and o.channel}
            lines = subprocess.run([args[0], dump, "-l"] + (["-f"] if final else []), capture_output=True, text=True).stdout
            section = os.path.basename(prefix).split(".", 1)[1].rstrip(".")
            mine, said = False, collections.defaultdict(list)
            for line in lines.splitlines():
                if not line.startswith("@"):
                    mine = line.split(" ")[0].endswith("/" + section) or mine and line.startswith("evidence")
                elif mine and (m := re.match(r'@ (\S+) .* certainty=(\d+) .*value-at="([^"]*)" (\S+) user-at="([^"]*)" (\S+)', line)):
                    said[m[1]].append(((m[3], None if m[4] == "-" else m[4]), (m[5], None if m[6] == "-" else m[6]) if m[5] else None, int(m[2])))
            for op in last.ops.values():
                if op.code not in COLLECTIVES:
                    continue
                origin = op if last is mod else by_channel.get(op.channel)
                if not origin:
                    verdicts = [("undecidable", "made or combined after the partitioner", 0)]
                elif not said[op.name]:
                    verdicts = [("unsaid", "", 0)]
                else:
                    verdicts = [judge(before, mod, origin, v, u) + (c,) for v, u, c in said[op.name]]
                best = next((x for x in verdicts if x[0] == "agree"), verdicts[0])
                here[best[0]] += 1
                certain = best[2] > 40
                here["certain"] += certain
                if certain and "differ" in best[0]:
                    here["certain and differs"] += 1
                if verbose and best[0] not in ("agree",):
                    print("  %s %s %s: %s" % (os.path.basename(dump), op.name, "certain" if certain else "likely", best[0] + " " + best[1]))
        print(os.path.basename(dump.rstrip("/")), dict(here))
        count += here
    print("all", dict(count))
    return 1 if count["certain and differs"] or not count["agree"] else 0


if __name__ == "__main__":
    sys.exit(main())
