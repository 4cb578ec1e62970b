#!/usr/bin/env python3
"""Checks exports with the programs that they are for: XProf's own tables, and Perfetto's own definition of its format.

    exports.py SHARDSCOPE PROGRAM...

Each program is run, exported as XSpace and as Perfetto's protobuf, and the XSpace imported again.  XProf's time of HLO ops by category
(hlo_stats, op_profile) has to agree with ours to 0.1 %; Perfetto's slices have to be our events and steps, each closed, on a track that
is described, with the same sum of times; an arrow has two ends.  Needs the packages xprof and perfetto; what is missing is said, and
exits with 77 if it is both.
"""
import collections
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
try:
    from xprof.convert import raw_to_tool_data
except ImportError:
    raw_to_tool_data = None
try:
    from perfetto.protos.perfetto.trace import perfetto_trace_pb2
except ImportError:
    perfetto_trace_pb2 = None

LIMIT = 1e-3


def told(shardscope, path, db):
    """Microseconds by category of ops, as `import` prints them; XProf knows no waits for cores or for other devices."""
    done = subprocess.run([shardscope, "import", path, "-o", db], capture_output=True, text=True, check=True)
    rows = re.findall(r"^  (\S.*?)\s+([\d.]+) ms +[\d.]+ %", done.stdout + done.stderr, re.M)
    return {name: float(ms) * 1e3 for name, ms in rows if not name.startswith("waiting")}


def xprof_times(path):
    """The same of XProf: (by category, in all)."""
    table = json.loads(raw_to_tool_data.xspace_to_tool_data([path], "hlo_stats", {})[0])
    ids = [c["id"] for c in table["cols"]]
    by = collections.Counter()
    for row in table["rows"]:
        cell = dict(zip(ids, [c.get("v") for c in row["c"]]))
        by[cell["category"]] += float(cell["total_self_time"])
    profile = json.loads(raw_to_tool_data.xspace_to_tool_data([path], "op_profile", {})[0])
    return by, sum(c["metrics"]["rawTime"] for c in profile["byProgram"]["children"] if c["name"] != "IDLE") / 1e6


def check_xprof(shardscope, folder, db):
    path = os.path.join(folder, "vm.xplane.pb")
    subprocess.run([shardscope, "export", db, "--to", "xspace", "-o", path], check=True, capture_output=True)
    ours = told(shardscope, path, os.path.join(folder, "again.db"))
    theirs, busy = xprof_times(path)
    total = sum(ours.values())
    worst = max((abs(ours.get(k, 0) - theirs.get(k, 0)) for k in set(ours) | set(theirs)), default=0)
    ok = total > 0 and worst <= LIMIT * total and abs(busy - total) <= LIMIT * total
    print("  xprof: ours %.3f us, hlo_stats %.3f us, op_profile %.3f us, worst category %.4f %%" % (total, sum(theirs.values()), busy, 100 * worst / max(total, 1e-9)))
    return ok


def check_perfetto(shardscope, folder, db):
    path = os.path.join(folder, "x.pftrace")
    subprocess.run([shardscope, "export", db, "--to", "perfetto", "-o", path], check=True, capture_output=True)
    trace = perfetto_trace_pb2.Trace()
    with open(path, "rb") as f:
        trace.ParseFromString(f.read())
    tracks = {p.track_descriptor.uuid for p in trace.packet if p.HasField("track_descriptor")}
    begun, n, ns, wrong, flows = collections.defaultdict(list), 0, 0, 0, collections.Counter()
    for p in trace.packet:
        if not p.HasField("track_event"):
            continue
        e = p.track_event
        wrong += e.track_uuid not in tracks
        flows.update(e.flow_ids)
        if e.type == e.TYPE_SLICE_BEGIN:
            begun[e.track_uuid].append(p.timestamp)
        elif e.type == e.TYPE_SLICE_END:
            wrong += not begun[e.track_uuid]
            ns += p.timestamp - begun[e.track_uuid].pop() if begun[e.track_uuid] else 0
            n += 1
    wrong += sum(map(len, begun.values())) + sum(v < 2 for v in flows.values())
    con = sqlite3.connect(db)
    want = con.execute("SELECT (SELECT count(*) FROM event) + (SELECT count(*) FROM step), "
                       "(SELECT total(dur_ns) FROM event) + (SELECT total(dur_ns) FROM step)").fetchone()
    print("  perfetto: %d slices, %d ns, %d arrows, %d wrong; ours %d events and steps, %d ns" % (n, ns, len(flows), wrong, want[0], want[1]))
    return not wrong and n == want[0] and abs(ns - want[1]) <= LIMIT * want[1]


def main():
    shardscope, ok = sys.argv[1], True
    checks = [c for c, have in ((check_xprof, raw_to_tool_data), (check_perfetto, perfetto_trace_pb2)) if have]
    print("xprof %s, perfetto %s" % ("found" if raw_to_tool_data else "is missing", "found" if perfetto_trace_pb2 else "is missing"))
    for program in sys.argv[2:]:
        print(program)
        folder = tempfile.mkdtemp()
        db = os.path.join(folder, "run.db")
        subprocess.run([shardscope, "run", program, "--steps", "3", "-o", db], check=True, capture_output=True)
        for check in checks:
            ok = check(shardscope, folder, db) and ok
        shutil.rmtree(folder)
    return 77 if not checks else 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
