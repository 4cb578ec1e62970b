#!/usr/bin/env python3
"""Checks that each line of the partitioner's log is a row of what Shardscope imports.

    lines.py SHARDSCOPE DUMP... [-v] [--only STAGE]... [--withheld]

DUMP is a folder that bench/dumps/make.py made, with partitioner.log.  It is imported, and each line "Resharding INSTRUCTION from {..} to {..}" looked for in
the table reshard: a row of the same two layouts, compared as the tiles that each device has, whose value, consumer or collective has the line's op_name, and
whose shape gives pieces as large as the instruction.  XLA asks for one change in steps, each with a line: lines that lead through others from a row's first layout to its
last are steps of it.  A line about groups of devices is looked for as a row that does in each group what the line says.  Lines that are about trials (%fake_parameter) or
that keep the layout are counted by themselves.  It knows nothing of how the rows were found.

--withheld imports the dump without the log, so that nothing can be taken over from it, and looks the other way: a row of collectives "agrees" if lines lead from its first
layout to its last; it is "contradicted" if lines about its value lead from its first layout elsewhere, or from elsewhere to its last, and are no other row's; the others
have no line.
"""
import collections
import glob
import os
import re
import sqlite3
import subprocess
import sys
import tempfile

from causes import balanced, tiles_of, within

Line = collections.namedtuple("Line", "text name code dims op_name first last group", defaults=[0])   # group: of how many devices, 0 = of all


def layouts_in(text):
    """The shardings that follow ' from ' and ' to ' at the end of a line."""
    m = re.search(r" from (\{[^{}]*\}) to (\{[^{}]*\})\s*$", text)
    return m and (m[1], m[2])


def devices_in(sharding):
    """How many devices a sharding names; None = it does not say."""
    m = re.match(r"\{devices=\[([\d,]+)\]", sharding)
    n = 1
    for d in m[1].split(",") if m else []:
        n *= int(d)
    return n if m else None


def in_groups(line, first, last):
    """True if a change between two layouts is the line's within each group of as many devices as it names, whatever devices these are.  A group has its part of each
    dimension under both layouts; what its devices have of that, before and after, is what the line's devices have."""
    if len(first[0]) != len(line.dims):
        return False
    groups = collections.defaultdict(collections.Counter)
    share = [f // p if f % p == 0 else 0 for f, p in zip(first[0], line.first[0])]
    if 0 in share or any(q * s != t for q, s, t in zip(line.last[0], share, last[0])):
        return False
    for a, b in zip(first[1], last[1]):
        mine, before, after = [], [], []
        for x, y, p, q in zip(a, b, line.first[0], line.last[0]):
            mine.append((x // p, y // q))
            before.append(x % p)
            after.append(y % q)
        if any(x != y for x, y in mine):
            return False
        groups[tuple(mine)][tuple(before), tuple(after)] += 1
    wanted = collections.Counter(zip(map(tuple, line.first[1]), map(tuple, line.last[1])))
    return all({k: n * line.group for k, n in g.items()} == {k: n * sum(g.values()) for k, n in wanted.items()} for g in groups.values())


def of_leaves(text, path):
    """A line about a tuple: whether each leaf that changes its layout has a line of its own."""
    m = re.match(r"%?([\w.\-]+) = \(", text)
    two = re.search(r" from \{(\{.*\})\} to \{(\{.*\})\}\s*$", text)
    if not m or not two:
        return "UNREADABLE"
    first, last = ([x[0] for x in re.finditer(r"\{[^{}]*\}", t)] for t in two.groups())
    log = open(path, errors="replace").read()
    missing = [i for i, (a, b) in enumerate(zip(first, last)) if a != b and "get-tuple-element(%%%s), index=%d," % (m[1], i) not in log]
    return "tuple LEAF MISSING" if missing or len(first) != len(last) else "tuple, whose leaves have lines"


def read_log(path, devices):
    out, skipped = [], collections.Counter()
    for text in open(path, errors="replace"):
        if "Resharding " not in text:
            continue
        text = text[text.index("Resharding ") + 11:].rstrip("\n")
        if "%fake_parameter" in text:
            skipped["trial"] += 1
            continue
        m = re.match(r"%?([\w.\-]+) = (\w+)\[([\d,<=]*)\]\S* ([\w\-]+)\(", text)
        two = layouts_in(text)
        if not m or not two:
            skipped[of_leaves(text, path)] += 1
            continue
        dims = [int(x) for x in m[3].replace("<=", "").split(",") if x]
        n = next((k for k in (devices_in(two[0]), devices_in(two[1])) if k), devices)
        first, last = (tiles_of(t, len(dims), n) for t in two)
        if not first or not last or devices % n:
            skipped["manual, or on one device"] += 1
            continue
        if first == last:
            skipped["keeps its layout"] += 1
            continue
        op_name = re.search(r'op_name="((?:[^"\\]|\\.)*)"', text)
        out.append(Line(text, m[1], m[4], dims, re.sub(r"\\(.)", r"\1", op_name[1]) if op_name else None, first, last, n if n < devices else 0))
    return out, skipped


def read_rows(db):
    """Rows of XLA's runs, with everything that may be a line's name."""
    c = sqlite3.connect(db)
    devices = c.execute("SELECT max(n) FROM (SELECT count(*) AS n FROM mesh_device GROUP BY mesh_id)").fetchone()[0] or 0
    tiles = {(s, device, dim): at for s, device, dim, at in c.execute("SELECT sharding_id, global_id, dim, coord FROM v_tile")}
    parts = collections.defaultdict(dict)
    for sharding, dim, n in c.execute("SELECT sharding_id, dim, parts FROM sharding_dim"):
        parts[sharding][dim] = n

    def layout(s):
        rank = len(parts[s])
        return tuple(parts[s][d] for d in range(rank)), [tuple(tiles.get((s, k, d), 0) for d in range(rank)) for k in range(devices)]
    columns = [r[1] for r in c.execute("PRAGMA table_info(reshard)")]
    gone = "r.gone" if "gone" in columns else "NULL"
    passes = collections.defaultdict(list)   # value -> what only passes it on: constraints, copies, barriers
    for value, user, name in c.execute("SELECT o.src_id, o.inst_id, n.s FROM operand o JOIN inst i ON i.id = o.inst_id JOIN str op ON op.id = i.opcode_id LEFT JOIN str n ON n.id = i.op_name_id"
                                       " WHERE op.s IN ('reshard', 'copy', 'opt-barrier', 'optimization-barrier', 'custom-call', 'sharding-constraint', 'tuple', 'get-tuple-element')"):
        passes[value].append((user, name))

    def other_names(inst):
        seen, todo, out = set(), [inst], set()
        while todo:
            for user, name in passes[todo.pop()]:
                if user not in seen:
                    seen.add(user)
                    todo.append(user)
                    out.add(name)
        return out
    rows = []
    for r in c.execute("SELECT r.id, r.from_id, r.to_id, vs.s, vo.s, uo.s, co.s, %s, r.inst_id, f.text, r.certainty, r.plan, r.why FROM reshard r JOIN sharding f ON f.id = r.from_id JOIN module m ON m.id = r.module_id JOIN run x ON x.id = m.run_id"
                       " LEFT JOIN inst v ON v.id = r.inst_id LEFT JOIN inst u ON u.id = r.user_id LEFT JOIN inst k ON k.id = r.cause_inst LEFT JOIN str vs ON vs.id = v.shape_id"
                       " LEFT JOIN str vo ON vo.id = v.op_name_id LEFT JOIN str uo ON uo.id = u.op_name_id LEFT JOIN str co ON co.id = k.op_name_id WHERE x.label LIKE 'XLA%%'" % gone):
        names = set(r[4:7]) | other_names(r[8]) | {n for n, in c.execute("SELECT s.s FROM reshard_inst i JOIN inst k ON k.id = i.inst_id JOIN str s ON s.id = k.op_name_id WHERE i.reshard_id = ?", (r[0],))}
        own = {r[4]} | other_names(r[8])
        rows.append((r[0], {n for n in names if n}, r[3] or "", layout(r[1]), layout(r[2]), r[7], r[9], {n for n in own if n}, r[10:]))
    return devices, rows


def names_agree(a, b):
    """Equal, one the end of the other, or a call's and that of an op in it: a call's results are named after it."""
    return any(x == y or x.endswith("/" + y) or y.endswith("/" + x) or y.startswith(x + "/") for x in a.split(";") for y in b.split(";"))


def merged(dims, layout, k):
    """Dims k and k + 1 of an array seen as one, where its pieces still are such: XLA divides a dim in two to move between numbers of parts. None = they are not."""
    parts, at = layout
    if dims[k] != 1 and parts[k + 1] != 1:
        return None
    join = lambda t, f: t[:k] + (f(t[k], t[k + 1]),) + t[k + 2:]
    return tuple(dims[:k]) + (dims[k] * dims[k + 1],) + tuple(dims[k + 2:]), (join(parts, lambda a, b: a * b), [join(t, lambda a, b: a * parts[k + 1] + b) for t in at])


def piece(shape, layout):
    """Dims of a device's piece of a value: of a tuple's leaf any that has the rank."""
    out = []
    for m in re.finditer(r"\w+\[([\d,<=]*)\]", shape):
        dims = [int(x) for x in m[1].replace("<=", "").split(",") if x]
        if len(dims) == len(layout[0]):
            out.append([-(-d // p) for d, p in zip(dims, layout[0])])
    return out


def unsplit(line):
    """The line itself, and those that it is of an array with two of its dims seen as one. Of the last layout pieces have other dims."""
    yield line
    for k in range(len(line.dims) - 1) if line.code == "reshape" else []:
        whole = [d * p for d, p in zip(line.dims, line.first[0])]
        a, b = merged(line.dims, line.first, k), merged([-(-d // p) for d, p in zip(whole, line.last[0])], line.last, k)
        if a and b:
            yield line._replace(dims=list(a[0]), first=a[1], last=b[1])


def about(line, row):
    names, first = row[1], row[3]
    return (any(names_agree(line.op_name, n) for n in names) if line.op_name and names else True) and len(first[0]) == len(line.dims)


def find(lines, rows):
    """For each line 'row', 'step' or None."""
    found = [None] * len(lines)
    for i, l in enumerate(lines):
        if l.group:
            found[i] = "row of groups" if any(about(l, r) and in_groups(l, r[3], r[4]) for r in rows) else None
        elif any(about(l, r) and r[3] == l.first and r[4] == l.last and (not r[2] or l.dims in piece(r[2], r[3])) for r in rows):
            found[i] = "row"
    every = [(i, v) for i, l in enumerate(lines) if not l.group for v in unsplit(l)]
    for r in rows:
        mine = [(i, v) for i, v in every if about(v, r)]
        starts = {str(r[3]): r[3]}
        if "unreduced" in r[6]:   # where its sums are completed XLA chooses
            starts.update({str(v.first): v.first for i, v in mine if v.code in ("all-reduce", "reduce-scatter", "all-gather")})
        for start in starts.values():
            for path in paths(mine, start, r[4], 4):
                for i in path:
                    found[i] = found[i] or "step"
    return found


def paths(mine, at, to, left):
    """Lists of lines that lead from one layout to the other."""
    for i, l in mine:
        if l.first != at:
            continue
        if l.last == to:
            yield [i]
        elif left > 1:
            for rest in paths([(k, v) for k, v in mine if k != i], l.last, to, left - 1):
                yield [i] + rest


COLLECTIVE = re.compile(r"all-gather|all-to-all|permute|reduce-scatter|all-reduce")


def leads(mine, groups, starts, to):
    """Which lines lead from one of some layouts to the other, in a few steps, of which the first or the last may be one about groups; None if none do."""
    seen, now = set(), [(at, []) for at in starts]
    for _ in range(5):
        after = []
        for at, lead in now:
            if str(at) in seen:
                continue
            seen.add(str(at))
            last = [l for l in groups if in_groups(l, at, to)]
            if last or at == to and lead:
                return lead + last[:1]
            after += [(l.last, lead + [l]) for _, l in mine if l.first == at]
        now = after
    return next((lead for at, lead in now if at == to), None)


def way(lines, row):
    """The lines that say what a row says, found without them; None if none do.  What completes partial sums begins where these are complete."""
    mine = [(i, v) for i, l in enumerate(lines) if not l.group for v in unsplit(l) if about(v, row)]
    mine.sort(key=lambda m: not any(names_agree(m[1].op_name or "?", n) for n in row[7]))   # its own lines, before those of its consumers
    groups = list({(l.op_name, str(l.first), str(l.last), str(l.dims)): l for l in lines if l.group and about(l, row)}.values())
    starts = [row[3]] if "unreduced" not in row[6] else [v.first for i, v in mine if v.code in ("all-reduce", "reduce-scatter", "all-gather")]
    starts += [v.first for i, v in mine if any(in_groups(l, row[3], v.first) for l in groups)]
    return leads(mine, groups, starts, row[4])


def against(lines, row, others):
    """True if lines about the row's own value begin or end like it, and end or begin elsewhere, and are no other row's."""
    own = [v for l in lines if not l.group and l.op_name and l.text not in others for v in unsplit(l)
           if about(v, row) and any(names_agree(l.op_name, n) for n in row[7]) and (not row[2] or v.dims in piece(row[2], v.first)) and not within(v.last, v.first)]
    return any((v.first == row[3]) != (v.last == row[4]) for v in own)


def spell(layout):
    return "%s:%s" % ("x".join(map(str, layout[0])), " ".join(".".join(map(str, t)) for t in layout[1]))


def judge_rows(dump, rows, lines, verbose):
    count = collections.Counter()
    rows = [r for r in rows if COLLECTIVE.search(r[8][1] or "")]
    ways = [way(lines, r) for r in rows]
    taken = {l.text for w in ways for l in w or []}
    for row, lead in zip(rows, ways):
        certainty, plan, why = row[8]
        if lead is not None:
            what = "agrees"
        elif "unreduced" in row[6]:
            what = "sums, no line"   # these have none but of where they go when they are complete
        elif row[3] == row[4]:
            what = "edges"           # exchanged within one layout, which has none
        else:
            what = "contradicted" if against(lines, row, taken) else "no line"
        sure = "certain" if certainty > 40 else "likely"
        count["%s, %s" % (what, sure)] += 1
        if verbose and what == "contradicted":
            print("  %s %s #%d %s: %s\n    %s -> %s\n    %s" % (os.path.basename(dump), sure, row[0], plan, why, spell(row[3]), spell(row[4]), row[2][:200]))
            for l in lines:
                if about(l, row) and not l.group and not within(l.last, l.first):
                    print("      %s%s -> %s  %s" % ("own " if any(names_agree(l.op_name or "?", n) for n in row[7]) else "    ", spell(l.first), spell(l.last), l.text[:330]))
    return count


def judge(program, dump, only, withheld, verbose):
    logs = glob.glob(os.path.join(dump, "*.log"))
    if not logs:
        return collections.Counter()
    with tempfile.TemporaryDirectory() as t:
        source = dump
        if only or withheld:
            source = os.path.join(t, "d")
            os.mkdir(source)
            for f in os.listdir(dump):
                if not withheld if f.endswith(".log") else not only or any(o in f for o in only):
                    os.symlink(os.path.join(os.path.abspath(dump), f), os.path.join(source, f))
        db = os.path.join(t, "x.db")
        r = subprocess.run([program, "import", source, "-o", db] + ["--no-plan", "--remedies", "0"] * withheld, capture_output=True, text=True)
        if r.returncode:
            print("%s: %s" % (dump, r.stderr[-300:]))
            return collections.Counter({"not imported": 1})
        devices, rows = read_rows(db)
    lines, count = read_log(logs[0], devices)
    if withheld:
        return judge_rows(dump, rows, lines, verbose)
    for l, how in zip(lines, find(lines, rows)):
        kind = ("groups: " if l.group else "") + ("slice" if within(l.last, l.first) else "moves")
        count[kind + " " + (how or "MISSED")] += 1
        if verbose and not how:
            print("  %s %s: %s" % (os.path.basename(dump), kind, l.text[:400]))
    count["rows"] = len(rows)
    return count


def main():
    args = sys.argv[1:]
    only = [args[i + 1] for i, a in enumerate(args) if a == "--only"]
    words = [a for i, a in enumerate(args) if not a.startswith("-") and (not i or args[i - 1] != "--only")]
    total = collections.Counter()
    for dump in words[1:]:
        total += judge(words[0], dump, only, "--withheld" in args, "-v" in args)
    print(dict(sorted(total.items())))
    return 1 if any(total[what] for what in ("moves MISSED", "slice MISSED", "contradicted, certain", "contradicted, likely")) else 0


if __name__ == "__main__":
    sys.exit(main())
