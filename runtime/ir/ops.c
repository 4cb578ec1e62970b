/* Look-up of opcodes by number and by spelling. Spellings are hashed once into open-addressed tables. */
#include "runtime/ir/ir.h"

#include <pthread.h>
#include <string.h>

enum { /* masks used in ops.def */
    CLASSES_I = 1 << CLASS_SIGNED | 1 << CLASS_UNSIGNED,
    CLASSES_F = 1 << CLASS_FLOAT,
    CLASSES_PI = 1 << CLASS_PRED | CLASSES_I,
    CLASSES_IF = CLASSES_I | CLASSES_F,
    CLASSES_FC = CLASSES_F | 1 << CLASS_COMPLEX,
    CLASSES_PIF = CLASSES_PI | CLASSES_F,
    CLASSES_IFC = CLASSES_I | CLASSES_FC,
    CLASSES_ANY = CLASSES_PI | CLASSES_FC
};

const OpInfo op_info[N_OPCODES] = {
#define OP(id, hlo, mlir, args, family, attrs, classes, traits)                                                                       \
    [OP_##id] = { #id, hlo, mlir, args, FAMILY_##family, ATTRS_##attrs, CLASSES_##classes, traits },
#include "runtime/ir/ops.def"
};

enum { N_SLOTS = 1024 }; /* a power of two, several times the number of opcodes */

static uint16_t hlo_slots[N_SLOTS], mlir_slots[N_SLOTS]; /* opcode + 1, 0 = free */
static const char *hlo_names[N_OPCODES + 1];

static uint32_t hash_name(const char *s, size_t n)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)s[i]) * 16777619u;
    return (h ^ (h >> 13)) & (N_SLOTS - 1);
}

static void put(uint16_t *slots, const char *name, int code)
{
    uint32_t k = hash_name(name, strlen(name));
    while (slots[k])
        k = (k + 1) & (N_SLOTS - 1);
    slots[k] = (uint16_t)(code + 1);
}

const char *opcode_mlir_word(OpCode code)
{
    const char *mlir = op_info[code].mlir;
    return mlir ? strchr(mlir, '.') + 1 : op_info[code].id;
}

bool opcode_is_chlo(OpCode code)
{
    return op_info[code].mlir && strncmp(op_info[code].mlir, "chlo.", 5) == 0;
}

static void fill_tables(void)
{
    int n = 0;
    for (int code = 0; code < N_OPCODES; code++) {
        if (op_info[code].hlo) {
            put(hlo_slots, op_info[code].hlo, code);
            hlo_names[n++] = op_info[code].hlo;
        }
        if (op_info[code].mlir)
            put(mlir_slots, opcode_mlir_word((OpCode)code), code);
    }
}

static pthread_once_t tables_once = PTHREAD_ONCE_INIT;

OpCode opcode_from_hlo(const char *name, size_t n)
{
    pthread_once(&tables_once, fill_tables);
    for (uint32_t k = hash_name(name, n); hlo_slots[k]; k = (k + 1) & (N_SLOTS - 1)) {
        const char *s = op_info[hlo_slots[k] - 1].hlo;
        if (strncmp(s, name, n) == 0 && s[n] == 0)
            return (OpCode)(hlo_slots[k] - 1);
    }
    return N_OPCODES;
}

OpCode opcode_from_mlir(const char *name, size_t n)
{
    pthread_once(&tables_once, fill_tables);
    for (uint32_t k = hash_name(name, n); mlir_slots[k]; k = (k + 1) & (N_SLOTS - 1)) {
        const char *s = opcode_mlir_word((OpCode)(mlir_slots[k] - 1));
        if (strncmp(s, name, n) == 0 && s[n] == 0)
            return (OpCode)(mlir_slots[k] - 1);
    }
    return N_OPCODES;
}

const char *const *opcode_hlo_names(void)
{
    pthread_once(&tables_once, fill_tables);
    return hlo_names;
}
