/* SQL that several questions share. `m` is the module of the question, `i` an instruction. */
#pragma once

#include "trace/reader_impl.h"

/* How often the main module of run R was launched on a device while statistics were taken, told by what its entry runs once a launch; NULL = not known. */
#define LAUNCHES(R)                                                                                          \
    "(SELECT max(ls.n) FROM snapshot ln JOIN computation lc ON lc.snapshot_id = ln.id JOIN inst li ON li.comp_id = lc.id JOIN inst_stat ls ON ls.inst_id = li.id" \
    " WHERE ln.stage = 4 AND lc.kind = 1 AND ln.module_id = " MAIN_MODULE(R) ")"

/* Steps that the statistics of run R count: the warm ones, else all; of a run without steps the launches of its program, else 1. */
#define N_STEPS(R) "(SELECT max(1, COALESCE(iif(sum(warm) > 0, sum(warm), nullif(count(*), 0)), " LAUNCHES(R) ", 1)) FROM step WHERE run_id = " R ")"

/* The devices of the timeline of run R. */
#define N_DEVICES(R) "(SELECT count(DISTINCT device_id) FROM lane WHERE run_id = " R ")"

/* A column of inst_stat for instruction I, summed over the steps counted: the mean over all devices of run R, also those that take no part in it
 * (in a permute some neither send nor receive), so that the times of instructions add up to the parts of a step. */
#define MEAN(col, I, R) "(SELECT sum(" #col ") / max(count(*), " N_DEVICES(R) ") FROM inst_stat WHERE inst_id = " I ")"

/* How often instruction I ran on a device that runs it. */
#define MEAN_COUNT(I) "(SELECT sum(n) / count(*) FROM inst_stat WHERE inst_id = " I ")"

/* Of a collective k: both halves of an asynchronous one count. */
#define MEAN_COLL(col, R) "(SELECT sum(" #col ") / max(count(DISTINCT device_id), " N_DEVICES(R) ") FROM inst_stat WHERE inst_id IN (k.inst_id, k.done_id))"
/* ns from the last arrival to the end, over all meetings of a collective k. */
#define MEETING_NS "(SELECT sum(max(x.end_ns - x.last_ns, 0)) FROM coll_exec x WHERE x.inst_id = k.inst_id)"
#define N_MEETINGS "(SELECT count(*) FROM coll_exec x WHERE x.inst_id = k.inst_id)"

/* Bytes of collective K a step over links, as links.c tells them apart: in the order of the columns inside, between_ranks, between_hosts. */
#define LINK_BYTES(K, which) "links(" K ".inst_id, " #which ")"

/* The run of the instruction ?1; it does not depend on a row, so SQLite computes it once. */
#define RUN_OF_MODULE "(SELECT run_id FROM module WHERE id = ?1)"
#define RUN_OF_SNAPSHOT "(SELECT om.run_id FROM snapshot os JOIN module om ON om.id = os.module_id WHERE os.id = ?1)"
#define RUN_OF_RESHARD "(SELECT om.run_id FROM reshard ox JOIN module om ON om.id = ox.module_id WHERE ox.id = ?1)"
#define RUN_OF_INST                                                                                          \
    "(SELECT om.run_id FROM inst oi JOIN computation oc ON oc.id = oi.comp_id JOIN snapshot os ON os.id = oc.snapshot_id" \
    " JOIN module om ON om.id = os.module_id WHERE oi.id = ?1)"

/* The module for questions about run R: of an import that which its dump is of (a profile beside it may be of anything), otherwise the one executed most often, otherwise
 * the last one. */
#define MAIN_MODULE(R)                                                                                       \
    "COALESCE((SELECT min(om.id) FROM run o JOIN module om ON om.run_id = o.id JOIN snapshot os ON os.module_id = om.id WHERE o.id = " R " AND o.kind = 3 AND os.stage <> 4),"  \
    " (SELECT x.module_id FROM exec x JOIN module xm ON xm.id = x.module_id WHERE xm.run_id = " R   \
    " GROUP BY x.module_id ORDER BY sum(x.dur_ns) DESC, x.module_id DESC LIMIT 1),"                          \
    " (SELECT max(id) FROM module WHERE run_id = " R "))"

/* Devices that hold the same data of a value: 0 represents all of the module. */
#define COPIES(SD, M) "iif(" SD ".copies = 0, " M ".partitions * " M ".replicas, " SD ".copies)"

/* A sharding in the reader's notation; T is its table. */
#define SPELLED(T) "spelled(" T ".spec, " T ".text, " T ".gspmd)"

/* A row of host as people know it: the machine's name, of several processes "rank 2", on several machines "rank 2 on nodeb". */
#define HOST_TITLE(H) "CASE WHEN " H ".process_index IS NULL THEN " H ".name" \
    " WHEN NOT EXISTS (SELECT 1 FROM host o WHERE o.run_id = " H ".run_id AND o.name <> " H ".name) THEN 'rank ' || " H ".process_index" \
    " ELSE 'rank ' || " H ".process_index || ' on ' || " H ".name END"

/* A recorded sentence, the shardings in it in the reader's notation. */
#define SAID(text) "said(" text ")"

/* An instruction as its user knows it, without "the result of ", which stands before every op's; N, OP and LB are the texts of its name, of
 * the framework's name and of its label (joined, so that files without keys stay fast). Of files that do not say: an argument's name,
 * else the instruction's. */
#define LABEL(I, N, OP, LB)                                                                                   \
    "COALESCE(iif(substr(" LB ".s, 1, 14) = 'the result of ', substr(" LB ".s, 15), " LB ".s),"               \
    " iif(" I ".param_no IS NOT NULL, NULLIF(" OP ".s, ''), NULL), " N ".s)"
