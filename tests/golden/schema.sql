PRAGMA user_version = 122;
CREATE TABLE meta( -- facts about the file: schema, producer, created_ns, finalized (0 or 1), host_os; others are x.VENDOR.KEY
  key TEXT NOT NULL, -- name of the fact
  value, -- its value
  PRIMARY KEY(key)
) WITHOUT ROWID;
CREATE TABLE str( -- each text that many rows share, once: names, opcodes, shapes, paths
  id INTEGER PRIMARY KEY,
  s TEXT NOT NULL, -- the text
  UNIQUE(s)
);
CREATE TABLE blob( -- module texts and other large values, each content once
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL, -- SHA-256 of the content before compression; of codec 2, of the base's hash and the edit
  kind INTEGER NOT NULL, -- 1 HLO text, 2 HloProto, 3 MLIR text, 4 other text, 5 other bytes
  codec INTEGER NOT NULL, -- how data is stored: 0 as it is, 1 zlib, 2 an edit of base_id's content (edit.h): its length as 8 bytes, little-endian, and the edit as zlib
  size INTEGER NOT NULL, -- bytes of the whole content
  data BLOB NOT NULL, -- the content
  base_id INTEGER REFERENCES blob(id), -- codec 2: what it is an edit of
  UNIQUE(hash)
);
CREATE TABLE loc( -- a place in the user's source; the chain of parents is the call stack
  id INTEGER PRIMARY KEY,
  file_id INTEGER REFERENCES str(id), -- file name as the program carries it
  line INTEGER, -- first line, from 1
  col INTEGER, -- first column, from 1
  end_line INTEGER, -- last line
  end_col INTEGER, -- column after the last character
  func_id INTEGER REFERENCES str(id), -- function around it
  parent_id INTEGER REFERENCES loc(id) -- the caller's place
);
CREATE TABLE run( -- one recording: a program compiled with one choice of shardings, and its steps
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL, -- program name
  label TEXT, -- the user's word for this run; may be changed later
  epoch_ns INTEGER NOT NULL, -- UNIX time in ns of the run's time 0; 0 = not known
  end_ns INTEGER, -- when the run ended; NULL while it records or if it was cut short
  producer TEXT NOT NULL, -- program that recorded it, with version
  config TEXT, -- JSON object of settings (overridden shardings, flags, sizes), compared key by key
  kind INTEGER NOT NULL DEFAULT 1, -- 1 measured, 2 predicted, 3 imported, 4 compiled only
  hardware TEXT, -- hardware model that priced or predicted it
  source_path TEXT, -- file that the program was read from, absolute; NULL = none: standard input, or another process
  source_hash BLOB, -- SHA-256 of the program as it was read, so that a file that has changed since is noticed
  source_id INTEGER REFERENCES blob(id), -- the program itself, where it came from no file
  options TEXT, -- JSON object of everything that shardscope run --again needs besides the program: mesh, devices, shard (a list), changes (of annotations, a list of remedy.edits with their text), propagation, planner, hardware, steps, fill, seed, inputs, ...; what is missing has its default. NULL = not known
  process TEXT, -- program, number and start of the process of which this run is a function; runs of one process have the same. NULL = the run is one choice of shardings of a program
  recompiled TEXT, -- why a function that this process had compiled before was compiled again: how its arguments differ from the last time. NULL = it was not, or not known
  job TEXT, -- made up when processes met that record a part each, the same in all of them: parts of one job can be merged. NULL = not a part
  part_of TEXT, -- of a part: which run of the job it is of, the same in all parts that have it; NULL = this process's alone
  part_rank INTEGER, -- of a part: the process that recorded it, host.process_index; NULL = not a part
  zero_ns INTEGER, -- of a part: what that process's clock showed at the run's time 0
  cut_short TEXT -- why it ended before all was done, as the process that recorded it said; end_ns is NULL then. NULL = all was done, it still records, or that process was ended before it could say
);
CREATE TABLE import( -- a foreign file that rows of a run came from
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES run(id),
  kind TEXT NOT NULL, -- format: xplane, hlo_dump, spmd_log, shardy_dump, pprof, nsys, rocpd, chrome_json
  name TEXT NOT NULL, -- file name without its folders
  size INTEGER, -- bytes of the file
  sha256 BLOB, -- SHA-256 of the file
  clock_off_ns INTEGER NOT NULL DEFAULT 0, -- ns added to its times to reach run time
  clock_src INTEGER NOT NULL DEFAULT 0, -- how that offset is known: 0 not, 1 epoch in the file, 2 aligned on collectives, 3 the user
  version TEXT NOT NULL, -- version of the importer
  status INTEGER NOT NULL -- 0 complete, 1 partial, 2 failed
);
CREATE TABLE import_note( -- what an importer has to say about a file, one row a kind of remark
  import_id INTEGER NOT NULL REFERENCES import(id),
  severity INTEGER NOT NULL, -- 0 information, 1 warning, 2 data lost
  code TEXT NOT NULL, -- short stable name of the remark
  n INTEGER NOT NULL, -- how often it applied
  text TEXT, -- the remark as a sentence, with an example
  PRIMARY KEY(import_id, code)
) WITHOUT ROWID;
CREATE TABLE host( -- a machine or process that took part
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES run(id),
  name TEXT NOT NULL, -- host name
  process_index INTEGER, -- rank of the process
  recorded INTEGER, -- 0 = what its devices did is not here: its part was missing when parts were merged, or is another file
  clock_at_ns INTEGER, -- its clock and that of rank 0 were compared: when its own showed this, ...
  clock_off_ns INTEGER, -- ... rank 0's showed so much more. What must be added to a time of its clock; NULL = not known
  clock_rate REAL, -- and for each ns of its clock since then so much more: drift
  clock_err_ns INTEGER, -- the most by which times of it are off beside those of rank 0, half the time of the quickest exchanges; 0 = the same clock
  sent_bytes INTEGER, -- that it sent to other processes for the meetings of all steps, as the transport counted; NULL = not known
  n_cores INTEGER -- cores that the process may use, which others of the machine may use too; NULL = not known
);
CREATE TABLE device( -- a device of a run, recorded or only known from groups
  id INTEGER PRIMARY KEY, -- local to the file
  run_id INTEGER NOT NULL REFERENCES run(id),
  host_id INTEGER REFERENCES host(id), -- NULL = known to exist, not recorded
  global_id INTEGER NOT NULL, -- number used in shardings and replica groups: partition id
  ordinal INTEGER, -- number on its host
  kind TEXT NOT NULL, -- cpu, h100, TPU v4, ...
  coords TEXT, -- position in the machine, x,y,z
  peak_flops REAL, -- FLOP/s
  mem_bytes INTEGER, -- capacity in bytes
  mem_bw REAL, -- bytes/s to its memory
  link_bw REAL, -- bytes/s to its neighbours
  is_virtual INTEGER NOT NULL DEFAULT 0, -- 1 = a share of the host, no hardware of its own
  UNIQUE(run_id, global_id)
);
CREATE TABLE mesh( -- a named arrangement of devices
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES run(id),
  name TEXT NOT NULL, -- its name in the program, or mesh
  inferred INTEGER NOT NULL DEFAULT 0 -- 1 = worked out from device lists, its axis names are ours
);
CREATE TABLE mesh_axis( -- an axis of a mesh, major to minor
  mesh_id INTEGER NOT NULL REFERENCES mesh(id),
  pos INTEGER NOT NULL, -- 0 = major
  name TEXT NOT NULL,
  size INTEGER NOT NULL, -- devices along it
  PRIMARY KEY(mesh_id, pos)
) WITHOUT ROWID;
CREATE TABLE mesh_device( -- the position of each device in a mesh
  mesh_id INTEGER NOT NULL REFERENCES mesh(id),
  lin INTEGER NOT NULL, -- row-major position
  global_id INTEGER NOT NULL, -- device.global_id
  PRIMARY KEY(mesh_id, lin)
) WITHOUT ROWID;
CREATE TABLE module( -- a program compiled once
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES run(id),
  name TEXT NOT NULL, -- name in the program text
  program_id INTEGER, -- bit pattern of an unsigned number
  fingerprint BLOB, -- hash of its structure, equal in other runs of the same program
  replicas INTEGER NOT NULL DEFAULT 1, -- copies that run different data
  partitions INTEGER NOT NULL DEFAULT 1, -- devices that share one copy
  compile_ns INTEGER, -- when compiling began
  compile_dur_ns INTEGER, -- ns spent compiling
  cause TEXT, -- why it was compiled: first call, new shapes, new shardings
  mesh_id INTEGER REFERENCES mesh(id), -- mesh its shardings name
  strategy TEXT, -- how shardings were propagated: user-priority, ...
  planner TEXT, -- how reshards were planned: search, first-match
  flops_one REAL, -- FLOP a step of the unsharded program
  flops_sum REAL, -- FLOP a step summed over devices, repeated work included
  traffic INTEGER, -- bytes a step received by the device that receives most, ring algorithms
  peak_bytes INTEGER, -- planned memory in use at the position where it is highest: the sum over the places of v_memory_peak
  est_ns REAL, -- predicted ns a step
  remedies_tried INTEGER, -- changes of annotations that were compiled in full to see what they remove; NULL = none were looked for
  remedies_left INTEGER, -- changes thought of that the work allowed did not reach
  remedies_looked INTEGER, -- changes, and pairs and sums of them, that were compiled without search for a first look
  remedies_cut INTEGER -- 1 = that search was ended before the work meant for it was done, on request or since it took the cores much longer than usual: repeated, it may find other changes
);
CREATE TABLE snapshot( -- a module between two passes
  id INTEGER PRIMARY KEY,
  module_id INTEGER NOT NULL REFERENCES module(id),
  seq INTEGER NOT NULL, -- order inside the compile
  stage INTEGER NOT NULL, -- 0 other, 1 input, 2 after propagation, 3 after partitioning, 4 final
  label TEXT NOT NULL, -- name of the pass it follows
  text_id INTEGER REFERENCES blob(id), -- the module as text
  proto_id INTEGER REFERENCES blob(id), -- the module as HloProto
  hash BLOB, -- of the structure; equal = nothing changed
  n_inst INTEGER, -- instructions in it
  UNIQUE(module_id, seq)
);
CREATE TABLE pass( -- one compiler pass over a module
  id INTEGER PRIMARY KEY,
  module_id INTEGER NOT NULL REFERENCES module(id),
  seq INTEGER NOT NULL, -- order of start
  parent_id INTEGER REFERENCES pass(id), -- pass that ran it
  name_id INTEGER NOT NULL REFERENCES str(id),
  pipeline_id INTEGER REFERENCES str(id), -- pipeline it belongs to
  start_ns INTEGER,
  dur_ns INTEGER,
  changed INTEGER, -- 1 = it changed the module; NULL = not known
  inst_before INTEGER, -- instructions in the module before it
  inst_after INTEGER, -- and after it
  coll_before INTEGER, -- collectives in the module before it
  coll_after INTEGER, -- and after it
  snap_before INTEGER REFERENCES snapshot(id),
  snap_after INTEGER REFERENCES snapshot(id),
  bytes_before INTEGER, -- traffic before it, as module.traffic
  bytes_after INTEGER, -- and after it
  UNIQUE(module_id, seq)
);
CREATE TABLE pass_change( -- one instruction touched by one pass; follows a value through stages kept as text
  pass_id INTEGER NOT NULL REFERENCES pass(id),
  seq INTEGER NOT NULL, -- order in the pass
  what INTEGER NOT NULL, -- 1 added, 2 removed, 3 changed, 4 moved, 5 merged into name_after
  name_before INTEGER REFERENCES str(id), -- name in the text before
  name_after INTEGER REFERENCES str(id), -- name in the text after
  origin_id INTEGER REFERENCES inst(id), -- input instruction it descends from; NULL = none, or several
  reshard_id INTEGER REFERENCES reshard(id), -- decision behind it
  choice_id INTEGER REFERENCES choice(id), -- decision behind it
  PRIMARY KEY(pass_id, seq)
) WITHOUT ROWID;
CREATE TABLE computation( -- a function of a module: the entry, loop bodies, branches, reducers, fusions
  id INTEGER PRIMARY KEY,
  snapshot_id INTEGER NOT NULL REFERENCES snapshot(id),
  name TEXT NOT NULL,
  hlo_id INTEGER, -- id in the HloProto
  kind INTEGER NOT NULL, -- 0 other, 1 entry, 2 fusion, 3 loop body, 4 loop condition, 5 branch, 6 reducer
  trips INTEGER -- executions a step, outer loops multiplied in; NULL = not known
);
CREATE TABLE sharding( -- a way to lay a tensor over the devices, each distinct one once a mesh
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL, -- canonical text
  mesh_id INTEGER REFERENCES mesh(id), -- mesh that explains its tiles
  kind INTEGER NOT NULL, -- 0 replicated, 1 on one device, 2 tuple, 3 tiled, 4 manual, 5 unknown, 6 partial values
  shards INTEGER NOT NULL, -- distinct slices of the tensor
  copies INTEGER NOT NULL, -- devices that hold the same data, so not those with other partial sums; 0 = every device of the module
  reduction TEXT, -- of partial values: sum, max, min, ...
  spec TEXT, -- as a user of JAX writes it: P('x', None)
  gspmd TEXT, -- as XLA's HLO text writes it: {devices=[2,1]<=[2]}
  UNIQUE(mesh_id, text)
);
CREATE TABLE sharding_dim( -- how one dimension of the tensor is split
  sharding_id INTEGER NOT NULL REFERENCES sharding(id),
  dim INTEGER NOT NULL, -- from 0
  parts INTEGER NOT NULL, -- tiles along it
  axes TEXT, -- mesh axes that split it, major to minor: data,model; part of an axis x:(1)2
  is_open INTEGER NOT NULL DEFAULT 0, -- 1 = propagation may split it further
  PRIMARY KEY(sharding_id, dim)
) WITHOUT ROWID;
CREATE TABLE sharding_axis( -- mesh axes that split no dimension, and what they do instead
  sharding_id INTEGER NOT NULL REFERENCES sharding(id),
  axis TEXT NOT NULL, -- axis or part of one
  role INTEGER NOT NULL, -- 1 copies, 2 partial values, 3 manual, 4 copies because the user said so
  PRIMARY KEY(sharding_id, axis)
) WITHOUT ROWID;
CREATE TABLE sharding_piece( -- a (part of an) axis that splits a dimension: tile coordinate = sum of lin / stride % size * mult
  sharding_id INTEGER NOT NULL REFERENCES sharding(id),
  dim INTEGER NOT NULL, -- dimension it splits
  pos INTEGER NOT NULL, -- 0 = major
  stride INTEGER NOT NULL, -- devices between neighbours along it, in mesh positions
  size INTEGER NOT NULL, -- parts it makes
  mult INTEGER NOT NULL, -- tiles between neighbours along it
  PRIMARY KEY(sharding_id, dim, pos)
) WITHOUT ROWID;
CREATE TABLE sharding_tile( -- tile coordinates written out, only where no mesh explains them; read v_tile
  sharding_id INTEGER NOT NULL REFERENCES sharding(id),
  global_id INTEGER NOT NULL, -- device
  dim INTEGER NOT NULL,
  coord INTEGER NOT NULL, -- tile number along dim
  PRIMARY KEY(sharding_id, global_id, dim)
) WITHOUT ROWID;
CREATE TABLE inst( -- an instruction of a kept snapshot: the input with whole shapes, the final one with local shapes
  id INTEGER PRIMARY KEY,
  comp_id INTEGER NOT NULL REFERENCES computation(id),
  ord INTEGER NOT NULL, -- position in the schedule, else in the text
  name_id INTEGER NOT NULL REFERENCES str(id),
  opcode_id INTEGER NOT NULL REFERENCES str(id),
  shape_id INTEGER REFERENCES str(id), -- shape text with layout
  bytes_out INTEGER, -- bytes of the result on one device
  sharding_id INTEGER REFERENCES sharding(id), -- stage 1: what propagation decided
  op_name_id INTEGER REFERENCES str(id), -- the framework's name path
  loc_id INTEGER REFERENCES loc(id), -- line of the user's program
  flops REAL, -- FLOP of one execution on one device (stage 1: of the whole op)
  bytes_rw REAL, -- bytes read and written by one execution
  est_ns REAL, -- predicted ns of one execution
  origin_id INTEGER REFERENCES inst(id), -- the same value in an earlier snapshot
  called_comp INTEGER REFERENCES computation(id), -- computation it runs
  flags INTEGER NOT NULL DEFAULT 0, -- 1 root, 2 written by the user, 4 collective, 8 computed again, 16 inserted by the partitioner
  bytes_full INTEGER, -- bytes of the whole tensor
  param_no INTEGER, -- number of an entry parameter, from 0
  skey INTEGER, -- hash of opcode, shape, attributes and operands' keys: finds the op in another run
  label_id INTEGER REFERENCES str(id), -- the value as a user of JAX knows it: w['w1'], the result of dot_general (mlp.py:12), result[0]['w1']
  category_id INTEGER REFERENCES str(id) -- what XLA's profiler counts it as: convolution fusion, data formatting, all-reduce, ...; only of imported programs
);
CREATE TABLE inst_leaf( -- results of an instruction that has several
  inst_id INTEGER NOT NULL REFERENCES inst(id),
  leaf INTEGER NOT NULL, -- number of the result, tuples flattened
  shape_id INTEGER REFERENCES str(id),
  bytes_out INTEGER, -- bytes on one device
  sharding_id INTEGER REFERENCES sharding(id),
  PRIMARY KEY(inst_id, leaf)
) WITHOUT ROWID;
CREATE TABLE inst_origin( -- all instructions that a combined, fused or merged one came from
  inst_id INTEGER NOT NULL REFERENCES inst(id),
  origin_id INTEGER NOT NULL REFERENCES inst(id),
  PRIMARY KEY(inst_id, origin_id)
) WITHOUT ROWID;
CREATE TABLE annotation( -- a sharding that the user wrote, as the user spelt it
  id INTEGER PRIMARY KEY,
  inst_id INTEGER NOT NULL REFERENCES inst(id), -- the annotated value
  leaf INTEGER NOT NULL DEFAULT 0, -- which result of it
  kind INTEGER NOT NULL, -- 1 parameter, 2 result, 3 constraint, 4 manual in, 5 manual out, 6 sharding rule, 7 group, 8 --shard
  text TEXT NOT NULL, -- the user's spelling
  sharding_id INTEGER REFERENCES sharding(id), -- what it means
  loc_id INTEGER REFERENCES loc(id), -- its place in the program
  label TEXT -- what a user of JAX wrote, and on what: in_shardings P('x', None) of w['w1']
);
CREATE TABLE op_split( -- how the work of an input instruction was divided
  inst_id INTEGER PRIMARY KEY REFERENCES inst(id),
  how INTEGER NOT NULL, -- 0 repeated on every device, 1 split, 2 split over some axes and repeated over others, 3 not supported sharded
  axes TEXT, -- mesh axes that split the work
  idle_axes TEXT, -- mesh axes along which it is repeated
  why TEXT NOT NULL, -- one sentence
  flops_one REAL, -- FLOP unsharded
  flops_sum REAL -- FLOP summed over devices, repeated work included
);
CREATE TABLE operand( -- an edge of the program
  inst_id INTEGER NOT NULL REFERENCES inst(id), -- the user
  pos INTEGER NOT NULL, -- operand number
  src_id INTEGER NOT NULL REFERENCES inst(id), -- the value
  PRIMARY KEY(inst_id, pos)
) WITHOUT ROWID;
CREATE TABLE group_set( -- the groups of devices that one collective runs in; the same set along other axes (of another mesh) is another row
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL, -- as the program prints it; the empty set written out
  n_groups INTEGER NOT NULL,
  group_size INTEGER NOT NULL, -- devices in a group
  axes TEXT, -- mesh axes that the groups run along
  UNIQUE(text, axes)
);
CREATE TABLE group_member( -- a device of a group
  gset_id INTEGER NOT NULL REFERENCES group_set(id),
  grp INTEGER NOT NULL, -- group number
  pos INTEGER NOT NULL, -- place in the group
  global_id INTEGER NOT NULL, -- device.global_id
  PRIMARY KEY(gset_id, grp, pos)
) WITHOUT ROWID;
CREATE TABLE coll( -- a collective instruction of the final module
  inst_id INTEGER PRIMARY KEY REFERENCES inst(id),
  kind INTEGER NOT NULL, -- 1 all-gather, 2 all-reduce, 3 reduce-scatter, 4 all-to-all, 5 permute, 6 broadcast, 7 send or receive, 8 ragged all-to-all
  mode INTEGER NOT NULL, -- what its groups number: 1 replicas, 2 partitions, 3 both, 4 flattened ids
  gset_id INTEGER REFERENCES group_set(id),
  channel INTEGER,
  bytes_in INTEGER NOT NULL, -- operand bytes on one device
  bytes_out INTEGER NOT NULL, -- result bytes on one device
  bytes_wire INTEGER NOT NULL, -- bytes one device sends, and receives, in one execution; ring algorithms
  trips INTEGER NOT NULL DEFAULT 1, -- executions a step
  is_async INTEGER NOT NULL DEFAULT 0, -- 1 = split in start and done
  done_id INTEGER REFERENCES inst(id) -- its done instruction
);
CREATE TABLE reshard( -- one place where a value had to change its layout
  id INTEGER PRIMARY KEY,
  module_id INTEGER NOT NULL REFERENCES module(id),
  seq INTEGER NOT NULL, -- order of decision
  inst_id INTEGER REFERENCES inst(id), -- value that moves, in the input snapshot
  user_id INTEGER REFERENCES inst(id), -- consumer that asked
  user_pos INTEGER, -- operand number at the consumer
  from_id INTEGER NOT NULL REFERENCES sharding(id), -- layout it has
  to_id INTEGER NOT NULL REFERENCES sharding(id), -- layout it must get
  cause INTEGER NOT NULL, -- 1 user constraint, 2 op rule, 3 program input, 4 program output, 5 manual region, 6 operands disagree, 7 loop-carried, 8 halo or padding, 9 not supported sharded, 10 aliased input and output, 99 not known
  cause_inst INTEGER REFERENCES inst(id), -- instruction that the cause points at
  cause_loc INTEGER REFERENCES loc(id), -- line that the cause points at
  why TEXT, -- one sentence, shown as it is
  plan TEXT NOT NULL, -- collectives and slices in order
  bytes_full INTEGER, -- bytes of the whole tensor
  bytes_moved INTEGER, -- bytes received by the device that receives most, one execution, ring algorithms
  est_ns REAL, -- predicted ns of one execution
  trips INTEGER NOT NULL DEFAULT 1, -- executions a step
  is_remat INTEGER NOT NULL DEFAULT 0, -- 1 = replicated whole, then sliced
  certainty INTEGER NOT NULL DEFAULT 100, -- 100 recorded, 80 from a compiler's log, 60 from comparing stages, 40 from the final module
  leaf INTEGER NOT NULL DEFAULT 0, -- which result of inst_id moves
  pass_id INTEGER REFERENCES pass(id), -- pass that inserted it
  choice_id INTEGER REFERENCES choice(id), -- strategy that wanted it
  shared_with INTEGER REFERENCES reshard(id), -- served by that one's collectives; its own cost is then 0
  value_label TEXT, -- the value as its user knows it: w['w1'], the result of dot_general (mlp.py:12)
  user_label TEXT, -- the consumer likewise
  asked_by TEXT, -- annotations that the two layouts go back to
  gone TEXT, -- why nothing of it is in the final module, where its plan would send something
  UNIQUE(module_id, seq)
);
CREATE TABLE prop_step( -- a step of sharding propagation, taken or refused: the chain behind every sharding
  id INTEGER PRIMARY KEY,
  module_id INTEGER NOT NULL REFERENCES module(id),
  seq INTEGER NOT NULL, -- order of decision
  pass_id INTEGER REFERENCES pass(id),
  inst_id INTEGER NOT NULL REFERENCES inst(id), -- value whose sharding is decided
  dim INTEGER, -- its dimension
  axes TEXT NOT NULL, -- mesh axes added or refused, major to minor
  src_inst INTEGER REFERENCES inst(id), -- value they came from; the root = an annotation of result src_leaf; NULL = an annotation of this value
  src_loc INTEGER REFERENCES loc(id), -- line of that annotation
  via_inst INTEGER REFERENCES inst(id), -- op they travelled through
  factor TEXT, -- factor of that op's rule
  direction INTEGER, -- 1 operand to result, 2 result to operand
  taken INTEGER NOT NULL, -- 0 = refused
  why TEXT, -- reason of a refusal, or of a partial step
  leaf INTEGER NOT NULL DEFAULT 0, -- which result of inst_id
  asked TEXT, -- axes offered, where only the first of them were taken
  prio INTEGER, -- the user's priority
  stage INTEGER, -- priority stage of the op, 0 to 4
  src_leaf INTEGER NOT NULL DEFAULT 0 -- which result of src_inst
);
CREATE TABLE choice( -- an op that could run sharded in more than one way
  id INTEGER PRIMARY KEY,
  module_id INTEGER NOT NULL REFERENCES module(id),
  seq INTEGER NOT NULL, -- order of decision
  pass_id INTEGER REFERENCES pass(id),
  inst_id INTEGER NOT NULL REFERENCES inst(id),
  what TEXT NOT NULL, -- dot, scatter, loop invariant, combine, ...
  same_id INTEGER REFERENCES choice(id), -- the one that has these very options, which are stored once (v_choice_option); NULL = they are here
  UNIQUE(module_id, seq)
);
CREATE TABLE choice_option( -- a way that was weighed, the chosen one included
  choice_id INTEGER NOT NULL REFERENCES choice(id),
  rank INTEGER NOT NULL, -- 0 = cheapest
  text TEXT NOT NULL, -- what would be done
  est_ns REAL, -- what the planner compared: comm_ns + compute_ns less overlap, consumers included
  comm_ns REAL,
  compute_ns REAL,
  bytes_moved INTEGER, -- bytes received by a device
  peak_bytes INTEGER, -- memory needed while it runs
  flops REAL, -- FLOP on one device
  chosen INTEGER NOT NULL, -- 1 = this one
  rejected_because TEXT, -- why not
  PRIMARY KEY(choice_id, rank)
) WITHOUT ROWID;
CREATE TABLE reshard_plan( -- a way to do a reshard that was weighed, the chosen one included
  reshard_id INTEGER NOT NULL REFERENCES reshard(id),
  rank INTEGER NOT NULL, -- 0 = cheapest
  plan TEXT NOT NULL, -- as reshard.plan
  est_ns REAL,
  bytes_moved INTEGER, -- bytes received by a device
  peak_bytes INTEGER, -- memory needed while it runs
  chosen INTEGER NOT NULL, -- 1 = this one
  rejected_because TEXT, -- why not
  PRIMARY KEY(reshard_id, rank)
) WITHOUT ROWID;
CREATE TABLE reshard_inst( -- an instruction of the final module that a reshard became
  reshard_id INTEGER NOT NULL REFERENCES reshard(id),
  inst_id INTEGER NOT NULL REFERENCES inst(id),
  bytes INTEGER, -- of its part, on a device: by these a collective that serves several reshards is divided among them
  PRIMARY KEY(reshard_id, inst_id)
) WITHOUT ROWID;
CREATE TABLE remedy( -- a change of annotations that was tried by compiling again
  id INTEGER PRIMARY KEY,
  module_id INTEGER NOT NULL REFERENCES module(id), -- module as recorded; its totals are the before
  seq INTEGER NOT NULL,
  text TEXT NOT NULL, -- the change as the user would write it: in_shardings of w1: P(x) → P(None)
  status INTEGER NOT NULL, -- 1 compiled, 2 failed, 3 not finished in the time given
  n_coll INTEGER, -- collectives after it
  traffic INTEGER, -- as module.traffic, after it
  peak_bytes INTEGER, -- as module.peak_bytes, after it
  est_ns REAL, -- as module.est_ns, after it
  flops_sum REAL, -- as module.flops_sum, after it
  note TEXT, -- why it failed
  brings TEXT, -- moves that it brings and that were not there before: all-gather of dot.3 (1.2 KiB)
  try_with TEXT, -- options of shardscope run that make the same change
  try_run INTEGER REFERENCES run(id), -- run that measured it
  code TEXT, -- what to type, and where
  checked INTEGER, -- the changed program executed on virtual devices: 1 equal to the reference evaluator, 2 different; NULL = compiled, not run
  idle INTEGER NOT NULL DEFAULT 0, -- 1 = it helps nowhere: kept so that reports can say what was tried
  edits TEXT, -- JSON list of the annotations that it changes, for shardscope run --again: kind as annotation.kind; op and name, of the value in the program as read; leaf; to, the new sharding in Shardy's notation, null = left out
  patch TEXT, -- what to type, as a patch in JAX's words: under each place lines with - that go and lines with + that come
  sim_before_ns REAL, -- the program's own step simulated on run.hardware; NULL = nothing was simulated
  sim_ns REAL, -- the changed program's step simulated likewise
  sim_low_ns REAL, -- the truth is between this and sim_high_ns four times in five
  sim_high_ns REAL,
  UNIQUE(module_id, seq)
);
CREATE TABLE remedy_change( -- one annotation changed by a remedy
  remedy_id INTEGER NOT NULL REFERENCES remedy(id),
  pos INTEGER NOT NULL,
  inst_id INTEGER NOT NULL REFERENCES inst(id),
  leaf INTEGER NOT NULL DEFAULT 0, -- which result
  annotation_id INTEGER REFERENCES annotation(id), -- annotation replaced; NULL = one more
  to_id INTEGER REFERENCES sharding(id), -- new sharding; NULL = annotation left out
  loc_id INTEGER REFERENCES loc(id), -- line to edit
  PRIMARY KEY(remedy_id, pos)
) WITHOUT ROWID;
CREATE TABLE remedy_reshard( -- what a remedy does to a reshard
  remedy_id INTEGER NOT NULL REFERENCES remedy(id),
  reshard_id INTEGER NOT NULL REFERENCES reshard(id),
  effect INTEGER NOT NULL, -- 1 gone, 2 cheaper, 3 dearer, 4 tried for this one, which stays as it was
  bytes_moved INTEGER, -- what is left of it, bytes received by a device
  PRIMARY KEY(remedy_id, reshard_id)
) WITHOUT ROWID;
CREATE TABLE prediction( -- what the simulated step of a predicted run comes to on run.hardware, which need not be here
  run_id INTEGER PRIMARY KEY REFERENCES run(id),
  n_devices INTEGER NOT NULL, -- that the program runs on
  n_chips INTEGER NOT NULL, -- of the hardware as it was named, which is rented as a whole
  step_ns REAL NOT NULL,
  low_ns REAL NOT NULL, -- the truth is between this and high_ns four times in five
  high_ns REAL NOT NULL,
  least_ns REAL NOT NULL, -- the step if all collectives were hidden
  most_ns REAL NOT NULL, -- the step if none were
  used REAL NOT NULL, -- share of a device's peak that the products of the program use in a step, 0 to 1
  peak_bytes INTEGER NOT NULL, -- of one device
  capacity_bytes INTEGER NOT NULL, -- of one device, as far as programs may use it
  price_hour REAL, -- list price of all n_chips for an hour in USD; NULL = not known
  price_from TEXT -- whose price, of when
);
CREATE TABLE predicted_part( -- where the time of a predicted step goes; the parts add up to the step
  run_id INTEGER NOT NULL REFERENCES run(id),
  seq INTEGER NOT NULL,
  cause TEXT NOT NULL, -- products, element-wise, ..., exposed collectives, bubble
  axes TEXT, -- of exposed collectives: the mesh axes that they run along
  ns REAL NOT NULL,
  PRIMARY KEY(run_id, seq)
) WITHOUT ROWID;
CREATE TABLE what_if( -- what a predicted step would be if one thing were different
  run_id INTEGER NOT NULL REFERENCES run(id),
  seq INTEGER NOT NULL,
  what TEXT NOT NULL, -- links of axis model twice as fast
  step_ns REAL, -- the step then; NULL = it could not be told, and note says why
  low_ns REAL, -- the truth is between this and high_ns four times in five
  high_ns REAL,
  part TEXT, -- the part of the step that changes most: as predicted_part.cause, with its axes
  part_ns REAL, -- by how much, below 0 where it gets shorter
  note TEXT, -- how it was told, or what it takes to do it
  PRIMARY KEY(run_id, seq)
) WITHOUT ROWID;
CREATE TABLE alloc( -- a planned region of device memory
  id INTEGER PRIMARY KEY,
  snapshot_id INTEGER NOT NULL REFERENCES snapshot(id),
  idx INTEGER NOT NULL, -- number in the plan
  size INTEGER NOT NULL, -- bytes
  space INTEGER NOT NULL, -- memory space, 0 = device memory
  flags INTEGER NOT NULL, -- 1 parameter, 2 live out, 4 constant, 8 thread-local, 16 temporary, 32 parameter shared with an output, 64 tuple
  param_no INTEGER -- entry parameter it holds
);
CREATE TABLE buffer( -- a value's place in a region and in time
  id INTEGER PRIMARY KEY,
  alloc_id INTEGER NOT NULL REFERENCES alloc(id),
  inst_id INTEGER REFERENCES inst(id), -- value, in the final snapshot
  shape_index TEXT, -- which part of a tuple: {1}
  off INTEGER NOT NULL, -- bytes from the start of the region
  size INTEGER NOT NULL, -- bytes
  unpadded INTEGER, -- bytes a reader can see; the rest is padding
  live_from INTEGER, -- first schedule position, inclusive; NULL = whole program
  live_to INTEGER, -- last schedule position, inclusive
  at_peak INTEGER NOT NULL DEFAULT 0, -- 1 = its place is in use where memory is highest, and this is the value to name there
  cat INTEGER NOT NULL DEFAULT 0, -- 0 not known, 1 parameter, 2 optimiser state, 3 gradient, 4 activation, 5 temporary, 6 collective, 7 constant, 8 output
  place INTEGER, -- values with the same number share memory, which counts once, with the largest; NULL = alone
  label TEXT, -- the value as its user knows it: w['w1'], result[0]['w1'], dot_general (mlp.py:12)
  result_no INTEGER -- result of the program that it is
);
CREATE TABLE mem_sample( -- memory in use on a device at a moment
  device_id INTEGER NOT NULL REFERENCES device(id),
  space INTEGER NOT NULL, -- memory space
  ts_ns INTEGER NOT NULL,
  in_use INTEGER NOT NULL, -- bytes
  reserved INTEGER, -- bytes held by the allocator
  peak INTEGER, -- highest in_use so far, bytes
  frag REAL, -- part of the free bytes that is too scattered to use, 0 to 1
  resident INTEGER, -- virtual devices: bytes of the host behind it; what devices share counts for the lowest id
  PRIMARY KEY(device_id, space, ts_ns)
) WITHOUT ROWID;
CREATE TABLE mem_event( -- an allocation and its release; only from imported profiles: our own devices allocate nothing while they run, see alloc and buffer
  id INTEGER PRIMARY KEY,
  device_id INTEGER NOT NULL REFERENCES device(id),
  space INTEGER NOT NULL, -- memory space
  ts_ns INTEGER NOT NULL, -- when it was allocated
  free_ns INTEGER, -- when it was released; NULL = never
  addr INTEGER, -- address as a bit pattern
  bytes INTEGER NOT NULL,
  requested INTEGER, -- bytes asked for
  what_id INTEGER REFERENCES str(id), -- name of what it holds
  inst_id INTEGER REFERENCES inst(id), -- instruction it was for
  loc_id INTEGER REFERENCES loc(id),
  cat INTEGER NOT NULL DEFAULT 0 -- as buffer.cat
);
CREATE TABLE lane( -- a row of the timeline: a device's thread or stream, a host thread, the compiler
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES run(id),
  host_id INTEGER REFERENCES host(id),
  device_id INTEGER REFERENCES device(id),
  parent_id INTEGER REFERENCES lane(id), -- lane it is drawn under
  kind INTEGER NOT NULL, -- 1 steps, 2 modules, 3 ops, 4 asynchronous ops, 5 stream, 6 host thread, 7 compile, 8 markers, 9 other, 10 core of the host
  name TEXT NOT NULL,
  rank INTEGER NOT NULL, -- drawing order
  depths INTEGER NOT NULL DEFAULT 1, -- rows it needs: largest event.depth + 1
  first_ns INTEGER, -- start of its first event
  last_ns INTEGER, -- end of its last event
  n_events INTEGER,
  lod_min INTEGER NOT NULL DEFAULT 0, -- lowest level in lod; below it read event
  dropped INTEGER NOT NULL DEFAULT 0 -- events lost because the lane's buffer was full
);
CREATE TABLE exec( -- one execution of a module on one device
  id INTEGER PRIMARY KEY,
  module_id INTEGER REFERENCES module(id),
  device_id INTEGER NOT NULL REFERENCES device(id),
  launch INTEGER NOT NULL, -- the same on all devices of one launch
  start_ns INTEGER NOT NULL,
  dur_ns INTEGER NOT NULL,
  step_id INTEGER REFERENCES step(id)
);
CREATE TABLE step( -- a step of a run, over all devices
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES run(id),
  num INTEGER NOT NULL, -- from 0
  name_id INTEGER REFERENCES str(id),
  start_ns INTEGER NOT NULL,
  dur_ns INTEGER NOT NULL,
  source INTEGER NOT NULL, -- 1 recorded, 2 from a device's step line, 3 inferred from repeated launches
  warm INTEGER NOT NULL DEFAULT 1, -- 0 = first step, or one that contains a compile: left out of medians
  n_events INTEGER, -- events that happened, on all devices; NULL = all of them are in event. Else step_part and op_sum say where the time went
  n_kept INTEGER, -- of these, in event; NULL although n_events is 0 = the profile has nothing of the step, and where its time went is not known
  UNIQUE(run_id, num)
);
CREATE TABLE op_sum( -- events of steps that are not recorded whole (step.n_events), counted as they happened: exact, whatever is in event
  step_id INTEGER NOT NULL REFERENCES step(id), -- sums of this step and those before it, since the lane's last sums; steps recorded whole are left out
  lane_id INTEGER NOT NULL REFERENCES lane(id),
  inst_id INTEGER NOT NULL, -- inst; 0 = none
  name_id INTEGER NOT NULL REFERENCES str(id),
  cat INTEGER NOT NULL, -- as step_part.cat
  n INTEGER NOT NULL, -- events
  total_ns INTEGER NOT NULL,
  self_ns INTEGER NOT NULL, -- less what nested events cover
  min_ns INTEGER NOT NULL, -- the shortest
  max_ns INTEGER NOT NULL, -- the longest
  trips INTEGER, -- of a loop that ran as one piece of code: all of these executions together
  PRIMARY KEY(step_id, lane_id, inst_id, name_id, cat)
) WITHOUT ROWID;
CREATE TABLE step_part( -- where a step's time went on one device; the parts add up to the step. Worked out from events where all are there, else recorded; of steps of a few us there are only the sums in op_sum
  step_id INTEGER NOT NULL REFERENCES step(id),
  device_id INTEGER NOT NULL REFERENCES device(id),
  cat INTEGER NOT NULL, -- 1 compute, 2 exposed collective (from the last arrival on where arrivals are known), 3 exposed copy, 4 waiting for the host, 5 idle, 6 compile, 7 waiting for a core, 8 waiting for a device
  ns INTEGER NOT NULL,
  hidden_ns INTEGER NOT NULL DEFAULT 0, -- ns of the same kind that compute covered; not part of the sum
  PRIMARY KEY(step_id, device_id, cat)
) WITHOUT ROWID;
CREATE TABLE coll_exec( -- one meeting of one group at one collective
  id INTEGER PRIMARY KEY,
  inst_id INTEGER REFERENCES inst(id),
  step_id INTEGER REFERENCES step(id),
  launch INTEGER, -- exec.launch
  iter INTEGER, -- occurrence in the launch, from 0
  grp INTEGER, -- group number, as group_member.grp
  first_ns INTEGER NOT NULL, -- first arrival
  last_ns INTEGER NOT NULL, -- last arrival
  end_ns INTEGER NOT NULL, -- when the last member left
  n_seen INTEGER NOT NULL, -- members recorded
  n_expected INTEGER NOT NULL, -- members of the group; 0 = not known
  exposed_ns INTEGER -- ns in which a member neither computed nor waited for another or for a core, summed over members
);
CREATE TABLE event( -- something that took time on a lane
  id INTEGER PRIMARY KEY,
  lane_id INTEGER NOT NULL REFERENCES lane(id),
  depth INTEGER NOT NULL, -- row of the lane; events of one row never overlap
  start_ns INTEGER NOT NULL,
  dur_ns INTEGER NOT NULL,
  szc INTEGER NOT NULL, -- size class: 0 below 1024 ns, else 1 + floor(log4(dur_ns / 1024))
  name_id INTEGER NOT NULL REFERENCES str(id),
  cat INTEGER NOT NULL DEFAULT 0, -- as step_part.cat; 0 = none
  inst_id INTEGER REFERENCES inst(id), -- instruction of the final snapshot
  exec_id INTEGER REFERENCES exec(id),
  coll_id INTEGER REFERENCES coll_exec(id), -- meeting it belongs to
  self_ns INTEGER, -- dur_ns less what nested events cover
  trips INTEGER -- of a loop that ran as one piece of code: those of this execution
);
CREATE TABLE event_arg( -- a further fact about an event; only from imported profiles: ours stand with the instruction
  event_id INTEGER NOT NULL REFERENCES event(id),
  key_id INTEGER NOT NULL REFERENCES str(id),
  value,
  PRIMARY KEY(event_id, key_id)
) WITHOUT ROWID;
CREATE TABLE flow( -- an arrow between two events; of our own runs only what coll_exec does not say, which is nothing while no op is asynchronous
  from_event INTEGER NOT NULL REFERENCES event(id),
  to_event INTEGER NOT NULL REFERENCES event(id),
  kind INTEGER NOT NULL, -- 1 launch, 2 start to done, 3 transfer, 4 meeting, 9 other
  PRIMARY KEY(from_event, to_event)
) WITHOUT ROWID;
CREATE TABLE counter( -- a number over time; rss_bytes and shared_bytes of the process stand on a lane without device
  lane_id INTEGER NOT NULL REFERENCES lane(id),
  name_id INTEGER NOT NULL REFERENCES str(id), -- name, with its unit at the end
  ts_ns INTEGER NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY(lane_id, name_id, ts_ns)
) WITHOUT ROWID;
CREATE TABLE lod( -- zoomed-out timeline: events of a lane row counted in buckets; a level counts only events with szc <= level
  lane_id INTEGER NOT NULL, -- lane
  depth INTEGER NOT NULL,
  level INTEGER NOT NULL, -- bucket width is 1024 ns << (2 * level), levels 2 to 14
  bucket INTEGER NOT NULL, -- start_ns >> (10 + 2 * level)
  n INTEGER NOT NULL, -- events that start in it
  busy_ns INTEGER NOT NULL, -- their time
  coll_ns INTEGER NOT NULL, -- part of busy_ns with cat = 2
  top_id INTEGER NOT NULL, -- the longest of them
  top_name INTEGER, -- its name, so that drawing need not look at events all over the file; NULL in files before 1.4
  top_cat INTEGER, -- its category; NULL likewise
  PRIMARY KEY(lane_id, depth, level, bucket)
) WITHOUT ROWID;
CREATE TABLE inst_stat( -- time of an instruction on a device over the warm steps, or over the run if it has none
  inst_id INTEGER NOT NULL, -- inst
  device_id INTEGER NOT NULL, -- device
  n INTEGER NOT NULL, -- executions
  total_ns INTEGER NOT NULL,
  self_ns INTEGER NOT NULL,
  min_ns INTEGER NOT NULL,
  max_ns INTEGER NOT NULL,
  exposed_ns INTEGER NOT NULL, -- of a collective: ns in which the device neither computed nor waited for a member
  PRIMARY KEY(inst_id, device_id)
) WITHOUT ROWID;
CREATE TABLE event_pack( -- events of a lane row in time order, 65,536 to a chunk: loads without sorting. No writer makes it yet: lod and the index event_draw serve
  lane_id INTEGER NOT NULL, -- lane
  depth INTEGER NOT NULL,
  seq INTEGER NOT NULL, -- number of the chunk
  first_ns INTEGER NOT NULL, -- start of its first event
  last_ns INTEGER NOT NULL, -- latest end of its events
  n INTEGER NOT NULL, -- events in it
  data BLOB NOT NULL, -- little-endian columns of n each: start - first_ns u64, dur u64, event id u64, name u32, inst u32 (0 = none), cat u8
  UNIQUE(lane_id, depth, seq)
);
CREATE TABLE crit( -- critical path of a step over all devices, in time order, without gaps
  step_id INTEGER NOT NULL REFERENCES step(id),
  seq INTEGER NOT NULL,
  event_id INTEGER REFERENCES event(id), -- NULL = nothing ran
  start_ns INTEGER NOT NULL,
  dur_ns INTEGER NOT NULL,
  cat INTEGER NOT NULL, -- as step_part.cat
  via INTEGER NOT NULL DEFAULT 0, -- how the path came here: 0 same device, 1 last arrival at a collective, 2 flow
  PRIMARY KEY(step_id, seq)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS inst_comp ON inst(comp_id, ord);
CREATE INDEX IF NOT EXISTS inst_name ON inst(name_id);
CREATE INDEX IF NOT EXISTS inst_loc ON inst(loc_id) WHERE loc_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS inst_org ON inst(origin_id) WHERE origin_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS inst_skey ON inst(skey) WHERE skey IS NOT NULL;
CREATE INDEX IF NOT EXISTS operand_src ON operand(src_id);
CREATE INDEX IF NOT EXISTS comp_snap ON computation(snapshot_id);
CREATE INDEX IF NOT EXISTS reshard_user ON reshard(user_id);
CREATE INDEX IF NOT EXISTS reshard_loc ON reshard(cause_loc);
CREATE INDEX IF NOT EXISTS reshardi_i ON reshard_inst(inst_id);
CREATE INDEX IF NOT EXISTS prop_inst ON prop_step(inst_id, leaf, dim);
CREATE INDEX IF NOT EXISTS prop_src ON prop_step(src_inst);
CREATE INDEX IF NOT EXISTS annot_inst ON annotation(inst_id);
CREATE INDEX IF NOT EXISTS choice_inst ON choice(inst_id);
CREATE INDEX IF NOT EXISTS origin_rev ON inst_origin(origin_id);
CREATE INDEX IF NOT EXISTS change_org ON pass_change(origin_id, pass_id);
CREATE INDEX IF NOT EXISTS remedyr_res ON remedy_reshard(reshard_id);
CREATE INDEX IF NOT EXISTS alloc_snap ON alloc(snapshot_id, size DESC);
CREATE INDEX IF NOT EXISTS buffer_alloc ON buffer(alloc_id);
CREATE INDEX IF NOT EXISTS buffer_inst ON buffer(inst_id) WHERE inst_id IS NOT NULL;
-- when finished
CREATE INDEX IF NOT EXISTS event_draw ON event(lane_id, depth, start_ns);
CREATE INDEX IF NOT EXISTS event_big ON event(lane_id, depth, szc, start_ns) WHERE szc > 2;
CREATE INDEX IF NOT EXISTS event_inst ON event(inst_id) WHERE inst_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS event_coll ON event(coll_id) WHERE coll_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS lane_device ON lane(device_id) WHERE device_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS exec_launch ON exec(module_id, launch, device_id);
CREATE INDEX IF NOT EXISTS step_events ON step(run_id, warm, num) WHERE n_events IS NULL OR n_kept > 0;
CREATE INDEX IF NOT EXISTS exec_step ON exec(step_id);
CREATE INDEX IF NOT EXISTS collx_inst ON coll_exec(inst_id, step_id);
CREATE INDEX IF NOT EXISTS collx_step ON coll_exec(step_id);
CREATE INDEX IF NOT EXISTS flow_to ON flow(to_event);
CREATE INDEX IF NOT EXISTS mem_ev_time ON mem_event(device_id, space, ts_ns);
CREATE VIEW v_loc AS -- source places as file:line of the user's program: of a place in an installed package, the nearest caller's that is in none; inner_at = the place itself
  SELECT l.id, uf.s AS file, u.line, fn.s AS func, uf.s || COALESCE(':' || u.line, '') AS at, f.s || COALESCE(':' || l.line, '') AS inner_at
  FROM loc l LEFT JOIN str f ON f.id = l.file_id JOIN loc u ON u.id = iif(l.parent_id IS NULL OR (l.line > 0 AND NOT (0 OR instr(f.s, '/site-packages/') OR instr(f.s, '/dist-packages/') OR instr(f.s, '/lib/python3') OR instr(f.s, '\site-packages\') OR instr(f.s, '<frozen '))), l.id, COALESCE((
    WITH RECURSIVE caller(id, file_id, line, parent_id, depth) AS (
      SELECT p.id, p.file_id, p.line, p.parent_id, 1 FROM loc p WHERE p.id = l.parent_id
      UNION ALL SELECT p.id, p.file_id, p.line, p.parent_id, depth + 1 FROM caller c JOIN loc p ON p.id = c.parent_id WHERE depth < 256)
    SELECT c.id FROM caller c JOIN str f ON f.id = c.file_id WHERE c.line > 0 AND NOT (0 OR instr(f.s, '/site-packages/') OR instr(f.s, '/dist-packages/') OR instr(f.s, '/lib/python3') OR instr(f.s, '\site-packages\') OR instr(f.s, '<frozen ')) ORDER BY c.depth LIMIT 1), l.id))
  LEFT JOIN str uf ON uf.id = u.file_id LEFT JOIN str fn ON fn.id = u.func_id;
CREATE VIEW v_tile AS -- the tile of every device: box = coord * ceil(size / parts); a dim without a row has coord 0
  SELECT p.sharding_id, d.global_id, p.dim, sum(d.lin / p.stride % p.size * p.mult) AS coord
  FROM sharding_piece p JOIN sharding s ON s.id = p.sharding_id JOIN mesh_device d ON d.mesh_id = s.mesh_id
  GROUP BY p.sharding_id, d.global_id, p.dim
  UNION ALL SELECT sharding_id, global_id, dim, coord FROM sharding_tile;
CREATE VIEW v_inst AS -- instructions with their texts
  SELECT i.id, m.run_id, m.id AS module_id, m.name AS module, sn.id AS snapshot_id, sn.stage, c.name AS comp,
         i.ord, n.s AS name, o.s AS opcode, sh.s AS shape, sd.text AS sharding, op.s AS op_name, v.at AS at,
         i.flops, i.bytes_rw, i.flags
  FROM inst i JOIN computation c ON c.id = i.comp_id JOIN snapshot sn ON sn.id = c.snapshot_id
  JOIN module m ON m.id = sn.module_id JOIN str n ON n.id = i.name_id JOIN str o ON o.id = i.opcode_id
  LEFT JOIN str sh ON sh.id = i.shape_id LEFT JOIN sharding sd ON sd.id = i.sharding_id
  LEFT JOIN str op ON op.id = i.op_name_id LEFT JOIN v_loc v ON v.id = i.loc_id;
CREATE VIEW v_choice_option AS -- the options of every choice, those it shares with another included
SELECT c.id AS choice_id, o.rank, o.text, o.est_ns, o.comm_ns, o.compute_ns, o.bytes_moved, o.peak_bytes, o.flops, o.chosen, o.rejected_because FROM choice c JOIN choice_option o ON o.choice_id = COALESCE(c.same_id, c.id);
CREATE VIEW v_memory_peak AS -- what fills the memory at the peak of the plan: the places in use there; their bytes add up to module.peak_bytes
  SELECT a.snapshot_id, COALESCE(b.place, -b.id) AS place, max(b.size) AS bytes, max(iif(b.at_peak, b.label, NULL)) AS label,
         max(iif(b.at_peak, b.cat, NULL)) AS cat FROM alloc a JOIN buffer b ON b.alloc_id = a.id
  WHERE a.space = 0 AND (a.flags & 8) = 0 GROUP BY a.snapshot_id, COALESCE(b.place, -b.id) HAVING max(b.at_peak) = 1;
CREATE VIEW v_coll AS -- collective instructions with groups, measured time over all devices, and the reshard behind them
  SELECT k.inst_id, m.run_id, m.id AS module_id, m.name AS module, n.s AS name, k.kind, g.text AS groups_text, g.axes,
         k.bytes_in, k.bytes_out, k.bytes_wire, k.trips, COALESCE(st.n, 0) AS n, COALESCE(st.total_ns, 0) AS total_ns,
         COALESCE(st.exposed_ns, 0) AS exposed_ns, ri.reshard_id, op.s AS op_name, v.at
  FROM coll k JOIN inst i ON i.id = k.inst_id JOIN computation c ON c.id = i.comp_id
  JOIN snapshot sn ON sn.id = c.snapshot_id JOIN module m ON m.id = sn.module_id
  JOIN str n ON n.id = i.name_id LEFT JOIN group_set g ON g.id = k.gset_id
  LEFT JOIN (SELECT inst_id, sum(n) AS n, sum(total_ns) AS total_ns, sum(exposed_ns) AS exposed_ns
             FROM inst_stat GROUP BY inst_id) st ON st.inst_id = k.inst_id
  LEFT JOIN (SELECT inst_id, min(reshard_id) AS reshard_id FROM reshard_inst GROUP BY inst_id) ri ON ri.inst_id = k.inst_id
  LEFT JOIN str op ON op.id = i.op_name_id LEFT JOIN v_loc v ON v.id = i.loc_id;
CREATE VIEW v_step AS -- a step on a device, its time by category
  SELECT s.run_id, s.id AS step_id, s.num, s.warm, s.dur_ns, p.device_id,
         sum(CASE p.cat WHEN 1 THEN p.ns ELSE 0 END) AS compute_ns,
         sum(CASE p.cat WHEN 2 THEN p.ns ELSE 0 END) AS exposed_coll_ns,
         sum(CASE p.cat WHEN 2 THEN p.hidden_ns ELSE 0 END) AS hidden_coll_ns,
         sum(CASE p.cat WHEN 3 THEN p.ns ELSE 0 END) AS copy_ns,
         sum(CASE p.cat WHEN 4 THEN p.ns ELSE 0 END) AS host_ns,
         sum(CASE p.cat WHEN 5 THEN p.ns ELSE 0 END) AS idle_ns,
         sum(CASE p.cat WHEN 6 THEN p.ns ELSE 0 END) AS compile_ns,
         sum(CASE p.cat WHEN 7 THEN p.ns ELSE 0 END) AS queue_ns,
         sum(CASE p.cat WHEN 8 THEN p.ns ELSE 0 END) AS wait_ns
  FROM step s LEFT JOIN step_part p ON p.step_id = s.id GROUP BY s.id, p.device_id;
