/* What the examples share: their options, a client that records, and how a wrong call or number ends them.
 *
 *     PROGRAM [--full] [--steps N] [--trace FILE]
 *
 * --full: the sizes and steps of the notebook, which need much memory and time. */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <shardscope.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Example {
    ShardscopeClient *client;
    ShardscopeError *error; /* of any call: checked once, by example_end or earlier by example_check */
    bool full;
    long steps;             /* 0 = as the program likes */
} Example;

static inline void example_check(Example *x)
{
    if (!x->error)
        return;
    fprintf(stderr, "%s\n", shardscope_error_message(x->error));
    exit(1);
}

static inline Example example_begin(int argc, char **argv, int n_devices)
{
    Example x = { 0 };
    const char *trace = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--full") == 0)
            x.full = true;
        else if (strcmp(argv[i], "--steps") == 0 && i + 1 < argc && (x.steps = strtol(argv[++i], NULL, 10)) > 0)
            continue;
        else if (strcmp(argv[i], "--trace") == 0 && i + 1 < argc)
            trace = argv[++i];
        else {
            fprintf(stderr, "usage: %s [--full] [--steps N] [--trace FILE]\n", argv[0]);
            exit(2);
        }
    }
    x.client = shardscope_client_new(&(ShardscopeClientOptions){ SHARDSCOPE_CLIENT_OPTIONS, .n_devices = n_devices, .trace = trace }, &x.error);
    example_check(&x);
    return x;
}

/* Compiles the builder's program, which is given back. */
static inline ShardscopeExecutable *example_compile(Example *x, ShardscopeBuilder *b, const ShardscopeCompileOptions *options)
{
    ShardscopeProgram *p = shardscope_builder_build(b, &x->error);
    shardscope_builder_unref(b);
    ShardscopeExecutable *e = shardscope_compile(x->client, p, options, &x->error);
    shardscope_program_unref(p);
    example_check(x);
    return e;
}

/* Prints a text that the caller would have to free. */
static inline void example_print(Example *x, const char *title, char *text)
{
    example_check(x);
    printf("%s\n%s\n", title, text);
    shardscope_free(text);
}

/* Ends the program with a message unless it holds. */
static inline void example_expect(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "wrong: %s\n", what);
    exit(1);
}

/* All elements of an array of f32 are that number. */
static inline void example_equal(Example *x, ShardscopeArray *a, float want, const char *what)
{
    int64_t bytes = shardscope_array_bytes(a);
    float *data = malloc((size_t)(bytes > 0 ? bytes : 1));
    shardscope_array_to_host(a, data, (size_t)bytes, &x->error);
    example_check(x);
    for (int64_t i = 0; i < bytes / 4; i++)
        example_expect(data[i] == want, what);
    free(data);
}

/* A call that must fail, with these words; the error is cleared. */
static inline void example_fails(Example *x, const char *words)
{
    example_expect(x->error && strstr(shardscope_error_message(x->error), words), words);
    printf("error: %s\n", shardscope_error_message(x->error));
    shardscope_error_free(x->error);
    x->error = NULL;
}

static inline int example_end(Example *x)
{
    shardscope_client_record_end(x->client, &x->error);
    shardscope_client_unref(x->client);
    example_check(x);
    return 0;
}

#endif
