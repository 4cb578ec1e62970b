#!/usr/bin/env python3
"""same_trace.py A.db B.db: compares two traces except for times, to check a change of how rows are stored.

Both hold runs of the same programs, recorded by two builds (`run --no-execute --remedies 0`, since the search for remedies
is limited by time). Every table is compared row by row, including ids, and every text between passes as a reader
returns it, however it is stored. Exit status 1 if something differs.
"""
import sqlite3
import sys
import zlib

TIMES = {"run": {"epoch_ns", "end_ns"}, "module": {"compile_ns", "compile_dur_ns"}, "pass": {"start_ns", "dur_ns"}}
STORED = {"blob": {"hash", "codec", "data", "base_id"}, "snapshot": {"hash"}}  # how, not what
TIMED = {"meta", "event", "exec", "coll_exec", "step", "step_part", "inst_stat", "crit", "lod", "counter", "mem_sample"}


def number(edit, at):
    value = shift = 0
    while True:
        byte = edit[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def applied(base, edit):
    """The text that an edit makes of another: trace/edit.h."""
    out, at, last = bytearray(), 0, 0
    while at < len(edit):
        jump, at = number(edit, at)
        n_copy, at = number(edit, at)
        n_new, at = number(edit, at)
        start = last + ((jump >> 1) ^ -(jump & 1))
        out += base[start:start + n_copy] + edit[at:at + n_new]
        at += n_new
        last = start + n_copy
    return bytes(out)


def content(db, blob):
    codec, data = db.execute("SELECT codec, data FROM blob WHERE id = ?", (blob,)).fetchone()
    if codec == 0:
        return data
    if codec == 1:
        return zlib.decompress(data)
    base = db.execute("SELECT base_id FROM blob WHERE id = ?", (blob,)).fetchone()[0]
    return applied(content(db, base), zlib.decompress(data[8:]))


def columns(db, table):
    return [row[1] for row in db.execute(f"PRAGMA table_info({table})")]


def main(paths):
    a, b = (sqlite3.connect(f"file:{path}?mode=ro", uri=True) for path in paths)
    same = True
    for (table,) in a.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY 1").fetchall():
        if table in TIMED:
            continue
        left_out = TIMES.get(table, set()) | STORED.get(table, set())
        both = [c for c in columns(a, table) if c in columns(b, table) and c not in left_out]
        query = f"SELECT {', '.join(both)} FROM {table} ORDER BY {', '.join(str(i + 1) for i in range(len(both)))}"
        rows = a.execute(query).fetchall(), b.execute(query).fetchall()
        if rows[0] != rows[1]:
            same = False
            print(f"{table}: {len(rows[0])} and {len(rows[1])} rows, first that differ:", next(((x, y) for x, y in zip(*rows) if x != y), "the last"))
    blobs = [{row[0] for row in db.execute("SELECT id FROM blob")} for db in (a, b)]
    for blob in sorted(blobs[0] & blobs[1]):
        if content(a, blob) != content(b, blob):
            same = False
            print(f"text {blob} differs")
    return 0 if same else 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
