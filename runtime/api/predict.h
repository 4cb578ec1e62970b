/* A program simulated on a hardware model: compiled for as many devices as its mesh has, then its step predicted. */
#pragma once

#include "runtime/api/program.h"
#include "runtime/sim/simulate.h"

typedef struct PredictOptions {
    const char *path;        /* the program's file */
    ProgramOptions program;  /* hardware included */
    bool json;
    SimOptions sim;
} PredictOptions;

/* The prediction as text for people or JSON, to be freed. NULL with an error. */
char *predict_program(const PredictOptions *o, GError **error);
