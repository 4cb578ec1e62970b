#!/usr/bin/env python3
"""Applies to XLA what `shardscope import` says would remove XLA's collectives, and looks whether it does.

    remedies.py SHARDSCOPE DUMP... [-v] [--each N]

Each dump (a folder of XLA's texts, as bench/dumps/make.py makes them) is imported.  The program as it was given to XLA is compiled by XLA once more as it is, and under
each of the first N changes (default 6).  Both results are imported, and their
collectives compared by what moves: the value's framework name, its shape, and who takes it.  "gone and gone": said to be removed, and XLA moves it no more;
"gone, elsewhere": that consumer's is gone, but the same value is moved for another one.  "bytes agree": all bytes fall (or rise) as was said.  Needs jax 0.10.
"""
import collections
import glob
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile

import jax
from jax._src.interpreters import mlir
from jax._src.lib import _jax
from jax._src.lib import xla_client
from jax._src.lib.mlir import ir


def child(path, folder, shardy):
    text = open(path).read()
    first = text.split("\n", 1)[0]
    devices = int(re.search(r"num_partitions=(\d+)", text)[1])
    os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=%d --xla_dump_to=%s --xla_dump_hlo_as_text --xla_dump_hlo_pass_re=.*spmd.*|.*sharding.* --xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true" % (devices, folder)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    from jaxlib import _hlo
    text = _jax.mlir.xla_computation_to_mlir_module(_hlo.XlaComputation(_hlo.hlo_module_from_text(text).as_serialized_hlo_module_proto()))
    options = xla_client.CompileOptions()
    options.num_partitions = devices
    b = options.executable_build_options
    b.num_partitions, b.use_spmd_partitioning, b.use_shardy_partitioner = devices, True, shardy
    for what in ("output", "parameters"):
        allowed = re.search(r"allow_spmd_sharding_propagation_to_%s=\{([\w,]*)\}" % what, first)
        if allowed:
            setattr(b, "allow_spmd_sharding_propagation_to_" + what, [x == "true" for x in allowed[1].split(",")])
    with mlir.make_ir_context(), ir.Location.unknown():
        jax.devices()[0].client.compile_and_load(ir.Module.parse(text), xla_client.DeviceList(tuple(jax.devices())), options)


def compile_by_xla(path, folder, shardy):
    os.makedirs(folder)
    pid = os.fork()
    if not pid:
        try:
            child(path, folder, shardy)
            os._exit(0)
        except BaseException as e:
            open(os.path.join(folder, "failed"), "w").write(str(e))
            os._exit(1)
    return os.waitpid(pid, 0)[1] == 0


def moves(program, folder, db):
    """What XLA's program moves: bytes by (value's name and shape, consumer's name), and all of them."""
    r = subprocess.run([program, "import", "-q", "--no-plan", "--remedies", "0", folder, "-o", db], capture_output=True, text=True)
    if r.returncode:
        return None
    c = sqlite3.connect(db)
    out = collections.Counter()
    for key, n in rows_of(c):
        out[key[1:]] += n
    return out, c.execute("SELECT sum(traffic) FROM module").fetchone()[0] or 0


def rows_of(c):
    for seq, vo, vs, uo, label, n in c.execute(
            "SELECT r.id, vo.s, vs.s, uo.s, r.value_label, r.bytes_moved * r.trips FROM reshard r JOIN module m ON m.id = r.module_id JOIN run x ON x.id = m.run_id"
            " LEFT JOIN inst v ON v.id = r.inst_id LEFT JOIN str vo ON vo.id = v.op_name_id LEFT JOIN str vs ON vs.id = v.shape_id"
            " LEFT JOIN inst u ON u.id = r.user_id LEFT JOIN str uo ON uo.id = u.op_name_id WHERE x.label LIKE 'XLA%' AND r.bytes_moved > 0 AND r.shared_with IS NULL"):
        yield (seq, (vo or label or "?", re.sub(r"\{.*", "", vs or "")), uo or "result"), n


def edited(text, changes):
    """The program as given to XLA, with the annotations of a change.  changes: (kind, instruction, leaf, Shardy's text, GSPMD's text)."""
    sdy = "xla.sdy.meshes" in text
    lines = text.split("\n")
    at = {m[1]: i for i, l in enumerate(lines) if (m := re.match(r"\s+(?:ROOT )?%?([\w.\-]+) = ", l))}
    entry = next(i for i, l in enumerate(lines) if l.startswith("ENTRY"))
    mesh = re.search(r"#sdy\.sharding(?:_per_value<\[)?<(@\w+)", text)
    mesh = mesh[1] if mesh else "@mesh"
    root = next(i for i in range(entry, len(lines)) if lines[i].lstrip().startswith("ROOT "))
    for kind, name, leaf, to, gspmd in changes:
        if not name:   # of another call of the same function, whose text is changed once
            continue
        if kind == 2:
            results = re.search(r" tuple\((.*?)\)", lines[root])
            if results:
                name = re.sub(r"/\*.*?\*/|%| ", "", results[1]).split(",")[leaf]
                parts = re.search(r"sharding=\{(\{.*?\})\}(?=, |$)", lines[root])
                if parts:
                    each = re.findall(r"\{[^{}]*\}", parts[1])
                    each[leaf] = gspmd or "{replicated}"
                    lines[root] = lines[root].replace(parts[1], ", ".join(each))
            else:
                lines[root] = re.sub(r", sharding=\{[^{}]*\}", ", sharding=" + gspmd if gspmd else "", lines[root])
            if "FuncResultSharding" not in lines[at[name]]:
                if sdy:
                    return None
                continue
        i = at[name]
        l = lines[i]
        if kind in (1, 8):
            l = re.sub(r", sharding=\{[^{}]*\}", "", l)
            l = re.sub(r', frontend_attributes=\{xla\.sdy\.sharding="(?:[^"\\]|\\.)*"\}', "", l)
            q = to and to.replace('"', '\\"')
            extra = "" if to is None else ', sharding=%s' % gspmd + (', frontend_attributes={xla.sdy.sharding="#sdy.sharding<%s, %s>"}' % (mesh, q) if sdy else "")
            lines[i] = re.sub(r"( parameter\(\d+\))", lambda m: m[1] + extra, l)
            continue
        value = 'sharding=%s' % gspmd + (', frontend_attributes={xla.sdy.sharding="#sdy.sharding_per_value<[<%s, %s>]>"}' % (mesh, to.replace('"', '\\"')) if sdy and to else "")
        if 'custom_call_target="Sharding"' in l or "FuncResultSharding" in l:
            if to is None:
                l = re.sub(r' custom-call\((.*?)\).*?(, metadata=.*|$)', r" copy(\1)\2", l)
            elif "FuncResultSharding" in l:
                l = re.sub(r'xla\.sdy\.sharding="(?:[^"\\]|\\.)*"', lambda m: 'xla.sdy.sharding="#sdy.sharding_per_value<[<%s, %s>]>"' % (mesh, to.replace('"', '\\"')), l)
            else:
                l = re.sub(r'custom_call_target="Sharding".*?(, metadata=.*|$)', lambda m: 'custom_call_target="Sharding", ' + value + m[1], l)
            lines[i] = l
        else:
            if leaf:
                return None
            m = re.match(r"(\s+)(ROOT )?(%?)([\w.\-]+) = (\S+) ", l)
            if not m or m[5].startswith("("):
                return None
            before = l.replace(m[2] or "ROOT ", "", 1).replace(m[3] + m[4] + " =", m[3] + m[4] + ".asis =", 1)
            lines[i] = before + "\n%s%s%s%s = %s custom-call(%s%s.asis), custom_call_target=\"Sharding\", %s, metadata={op_name=\"added\"}" % (m[1], m[2] or "", m[3], m[4], m[5], m[3], m[4], value)
    return "\n".join(lines)


def written(dump, name, changes, path):
    text = open(glob.glob(os.path.join(dump, "*.%s.*before_optimizations.txt" % name))[0]).read()
    text = edited(text, changes)
    if not text:
        return None
    with open(path, "w") as f:
        f.write(text)
    return path


def judge(program, dump, each, verbose):
    count = collections.Counter()
    shardy = "gspmd" not in os.path.basename(dump.rstrip("/"))
    with tempfile.TemporaryDirectory() as t:
        db = os.path.join(t, "x.db")
        if subprocess.run([program, "import", "-q", "--no-plan", dump, "-o", db], capture_output=True).returncode:
            return collections.Counter({"not imported": 1})
        c = sqlite3.connect(db)
        said = dict(rows_of(c))
        helps = collections.defaultdict(list)
        for reshard, remedy in c.execute("SELECT x.reshard_id, y.seq FROM remedy_reshard x JOIN remedy y ON y.id = x.remedy_id WHERE x.effect = 1 AND y.idle = 0 ORDER BY y.seq"):
            helps[reshard].append(remedy)
        runs = dict(c.execute("SELECT m.run_id, x.name FROM module m JOIN run x ON x.id = m.run_id"))
        for key, n in said.items():
            count["reshards"] += 1
            count["reshards that a change removes"] += key[0] in helps
            count["bytes"] += n
            count["bytes of these"] += n * (key[0] in helps)
        for run, name in runs.items():
            plain = written(dump, name, [], os.path.join(t, "plain%d.hlo" % run))
            if not plain or not compile_by_xla(plain, os.path.join(t, "dump%d" % run), shardy):
                count["programs that XLA does not take back"] += 1
                continue
            before = moves(program, os.path.join(t, "dump%d" % run), os.path.join(t, "before%d.db" % run))
            if not before:
                count["programs that XLA does not take back"] += 1
                continue
            was = c.execute("SELECT traffic FROM module WHERE run_id = ?", (run,)).fetchone()[0]
            if abs(before[1] - was) > 0.05 * was:   # options of the compile that the text does not hold
                count["programs that XLA divides otherwise from their text"] += 1
                continue
            wanted = [s for s, in c.execute("SELECT y.seq FROM remedy y JOIN module m ON m.id = y.module_id WHERE m.run_id = ? AND y.idle = 0 AND y.edits IS NOT NULL ORDER BY y.seq LIMIT ?", (run, each))]
            for seq in wanted:
                judge_one(program, dump, name, c, run, seq, t, shardy, before, said, count, verbose)
    print(os.path.basename(dump.rstrip("/")), dict(count), flush=True)
    return count


def judge_one(program, dump, name, c, run, seq, t, shardy, before, said, count, verbose):
    rid, text, traffic, was = c.execute("SELECT y.id, y.text, y.traffic, m.traffic FROM remedy y JOIN module m ON m.id = y.module_id WHERE m.run_id = ? AND y.seq = ?", (run, seq)).fetchone()
    edits = json.loads(c.execute("SELECT edits FROM remedy WHERE id = ?", (rid,)).fetchone()[0])
    gspmd = [g for g, in c.execute("SELECT s.gspmd FROM remedy_change x LEFT JOIN sharding s ON s.id = x.to_id WHERE x.remedy_id = ? ORDER BY x.pos", (rid,))]
    changed = written(dump, name, [(e["kind"], e["name"], e["leaf"], e["to"], g) for e, g in zip(edits, gspmd)], os.path.join(t, "c%d-%d.hlo" % (run, seq)))
    folder = os.path.join(t, "cd%d-%d" % (run, seq))
    if not changed or not compile_by_xla(changed, folder, shardy):
        count["changes that XLA does not take"] += 1
        return
    after = moves(program, folder, folder + ".db")
    if not after:
        count["changes that XLA does not take"] += 1
        return
    count["changes"] += 1
    by_id = {k[0]: k for k in said}
    for reshard, effect in c.execute("SELECT reshard_id, effect FROM remedy_reshard WHERE remedy_id = ?", (rid,)):
        key = by_id.get(reshard)
        if not key or effect != 1:
            continue
        if before[0][key[1:]] == 0:
            count["gone, but not in XLA's once more"] += 1
            continue
        left = after[0][key[1:]]
        value = [sum(n for k, n in x[0].items() if k[0] == key[1]) for x in (before, after)]
        how = "gone and gone" if left == 0 and value[1] < value[0] else "gone, elsewhere" if left == 0 else "gone, less" if left < before[0][key[1:]] else "GONE, STAYS"
        count[how] += 1
        if verbose and how != "gone and gone":
            print("  %s: %s > %s: %s (%d -> %d)" % (how, key[1], key[2], text, before[0][key[1:]], left))
    said_less, is_less = was - traffic, before[1] - after[1]
    agree = (said_less > 0) == (is_less > 0) if abs(said_less) > 0.02 * was else abs(is_less) <= 0.05 * before[1]
    count["bytes agree" if agree else "bytes DIFFER"] += 1
    count["fewer bytes, said"] += said_less > 0.02 * was
    count["fewer bytes, said and so"] += said_less > 0.02 * was and is_less > 0
    if verbose:
        print("  %s change %d %s: bytes %d -> %d said %d -> %d" % ("agree" if agree else "DIFFER", seq + 1, text, before[1], after[1], was, traffic))


def main():
    args = sys.argv[1:]
    each = int(args[args.index("--each") + 1]) if "--each" in args else 6
    words = [a for i, a in enumerate(args) if not a.startswith("-") and (not i or args[i - 1] != "--each")]
    total = collections.Counter()
    for dump in words[1:]:
        total += judge(words[0], dump, each, "-v" in args)
    print("all", dict(total))
    return 1 if not total["gone and gone"] or total["GONE, STAYS"] > 0.1 * total["gone and gone"] else 0


if __name__ == "__main__":
    sys.exit(main())
