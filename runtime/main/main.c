/* shardscope: the table of subcommands. */
#include "runtime/main/cmd.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>

/* OpenBLAS asks its own function of this name, when it is loaded, how many threads it is to make; this one takes precedence, and is
 * exported for that. Its threads would spin beside the pool, which is the parallelism, and ask for 128 MiB each, without end where
 * there is not as much. */
int openblas_num_threads_env(void);
int openblas_num_threads_env(void)
{
    return 1;
}

const Command commands[] = {
    { "run", cmd_run, "PROGRAM", "compile, partition and run a program on virtual devices; -o records a trace" },
    { "compile", cmd_compile, "PROGRAM", "print the program as it stands after a pass" },
    { "check", cmd_check, "PROGRAM...", "read programs and verify them; prints a line for each file" },
    { "verify", cmd_verify, "PROGRAM...", "compare the results of the partitioned program with those of the reference evaluator" },
    { "eval", cmd_eval, "PROGRAM", "evaluate a program with the reference evaluator, without partitioning it" },
    { "show", cmd_show, "", "draw a sharding in the terminal, as jax.debug.visualize_sharding does" },
    { "simulate", cmd_simulate, "[PROGRAM] --hardware MODEL", "predict what a program, a matrix product or a collective takes on accelerators that need not be here" },
    { "calibrate", cmd_calibrate, "-o FILE.ini", "measure this machine's virtual devices, for simulate --hardware FILE.ini" },
    { "report", cmd_report, "TRACE.db [REPORT]", "print what a trace recorded, as tables or as one HTML page; --list names the reports" },
    { "compare", cmd_compare, "TRACE.db[:RUN]...", "show runs side by side, and say why the slower ones are slower" },
    { "import", cmd_import, "DUMP_DIR|PROFILE... -o TRACE.db", "what XLA did and why: its dump folders and profiles as runs of a trace" },
    { "export", cmd_export, "TRACE.db[:RUN] --to FORMAT -o FILE", "write a run for another tool: Perfetto, Chrome, XProf, pprof, flame graphs, tables, graphs" },
    { "xla", cmd_xla, "[-o TRACE.db] -- COMMAND...", "run a JAX command, and show what XLA did, why, and how long" },
    { "optimize", cmd_optimize, "TRACE.db", "rebuild a trace's indexes and derived tables; finishes a trace whose recording was interrupted" },
    { "upgrade", cmd_upgrade, "TRACE.db...", "convert traces of an older version to the format of this one" },
    { "cut", cmd_cut, "TRACE.db -o OUT.db", "copy a part of a trace's timeline into a new trace: --from and --to in ms, --devices 0,3" },
    { "merge", cmd_merge, "PART.db... -o TRACE.db", "make one trace of the parts that several processes recorded: run --trace-parts, or JAX under mpirun" },
    { "view", cmd_view, "TRACE.db...|PROCESS", "open traces, or a running process, in the viewer, or draw a view into a file" },
    { "monitor", cmd_monitor, "[PROCESS]", "show what a running process holds and does, or list the processes that listen" },
    { "capture", cmd_capture, "PROCESS -o FILE.db", "take a trace of what a running process does from now on, for --seconds" },
    { NULL, NULL, NULL, NULL },
};

static void print_help(FILE *out)
{
    fprintf(out, "usage: shardscope COMMAND [ARGS...]\n\n"
                 "Partitions a sharded program, runs it on N virtual devices of this machine, and records why every collective is there.\n\n");
    for (const Command *c = commands; c->name; c++)
        fprintf(out, "  %-9s %s\n", c->name, c->summary);
    fprintf(out, "\nPROGRAM is a file of HLO or StableHLO text; - reads standard input. A trace is the file that run -o FILE.db writes.\n"
                 "shardscope COMMAND --help lists the options of a command.\n");
}

/* Output that could not be written (a full disk, a closed pipe) makes the command fail. */
static int flushed(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "shardscope: the output could not be written: %s\n", g_strerror(errno));
    return status ? status : 1;
}

/* Runs, their verification and measuring several processes can do together; anything else, which would be done and written by each of them, rank 0 does alone. */
static int run_on_ranks(const Command *c, int argc, char **argv)
{
    if (!cmd_join_ranks())
        return 1;
    bool together = c->run == cmd_run || c->run == cmd_verify || c->run == cmd_calibrate, alone = shardscope_ranks_n(cmd_ranks) < 2;
    int status = 0;
    if (together || alone || !shardscope_ranks_me(cmd_ranks))
        status = c->run(argc, argv);
    return cmd_leave_ranks(status);
}

int main(int argc, char **argv)
{
    shardscope_own_process();
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error to report, like a full disk */
    if (argc < 2) {
        print_help(stderr);
        return 2;
    }
    if (g_str_equal(argv[1], "--help") || g_str_equal(argv[1], "-h") || g_str_equal(argv[1], "help")) {
        print_help(stdout);
        return 0;
    }
    if (g_str_equal(argv[1], "--version")) {
        printf("shardscope %s\n", shardscope_version());
        return 0;
    }
    const char *names[G_N_ELEMENTS(commands)];
    size_t n = 0;
    for (const Command *c = commands; c->name; c++) {
        if (g_str_equal(c->name, argv[1]))
            return flushed(run_on_ranks(c, argc - 1, argv + 1));
        names[n++] = c->name;
    }
    names[n] = NULL;
    const char *near = shardscope_nearest(argv[1], names);
    fprintf(stderr, "shardscope: unknown command \"%s\"\n", argv[1]);
    fprintf(stderr, near ? "  hint: did you mean %s?\n" : "  hint: shardscope --help lists them\n", near);
    return 2;
}
