/* Shared by the printers of HLO text: print.c (modules, computations), print_op.c (instructions), print_lines.c
 * (those of several lines), print_attr.c (their own attributes), print_memo.c and print_parts.c (texts of one module, pass by pass), print_literal.c (constants), print_frames.c (locations as stack-frame tables). */
#pragma once

#include "runtime/base/format.h"
#include "runtime/ir/ir.h"

typedef struct FrameTables FrameTables;

/* Where in the text a type with its layout was printed last, by a hash of its address: most ops have one of few. */
enum { N_TYPES_SEEN = 256 };
typedef struct TypeSeen {
    const Type *type;
    gsize at, n;
} TypeSeen;

typedef struct Printer {
    GString *out;
    const IrModule *m;
    bool long_form;      /* '%', signatures, metadata, index comments; short_form otherwise */
    bool operand_types;
    bool from_hlo;       /* the module was read from HLO, so texts kept in op->extra are HLO's */
    const FrameTables *frames; /* NULL: locations go into metadata as file and line */
    struct OpNames *names;     /* of the computation looked into last; NULL = search it each time */
    TypeSeen *types;           /* N_TYPES_SEEN, of this text; NULL = none is remembered */
    GHashTable *shardings;     /* Sharding -> both its spellings; NULL = none is remembered */
    GHashTable *annotations;   /* Sharding -> text of an op that has just that; NULL = none is remembered */
    PrintMemo *memo;           /* NULL = every line is made */
    gsize *annotations_at;     /* where the annotations of the op printed last begin, if nothing is behind them; else 0; NULL = nobody asks */
} Printer;

typedef struct OpNames {
    const IrComp *of;
    GHashTable *set; /* of interned names */
} OpNames;

/* A stretch of a text: bytes from `at` of what is new in it, or of the text before. */
typedef enum PartSource { PART_FRESH, PART_BEFORE } PartSource;
typedef struct TextPart {
    PartSource source;
    gsize at, n;
} TextPart;

/* print_parts.c. Takes what is new and the parts, not the text before. */
HloText *hlo_text_new(HloText *before, GString *fresh, TextPart *parts, int n_parts);
gsize hlo_text_size(const HloText *t);

/* print_memo.c. A text begins: where what is new in it is to stand, with room for about `size` bytes if all of it is. */
GString *print_memo_begin(PrintMemo *memo, const IrModule *m, gsize size);
/* What Printer.annotations_at is to point to. */
gsize *print_memo_mark(PrintMemo *memo);
/* The instruction's line, its end included: taken from the text before as far as the instruction is as it was. */
void print_memo_line(const Printer *p, const IrOp *op);
/* What was printed since the last line, a computation's head with all before it or the text's end, is for `what`. */
void print_memo_between(const Printer *p, const void *what);
/* The text is whole: what the next one is held against. */
HloText *print_memo_end(PrintMemo *memo);

/* False of the mesh that a program for one device is given, where no sharding says anything. */
bool hlo_mesh_is_told(const Mesh *mesh);

/* The op's sharding if its annotations are made of that alone; else NULL. */
const Sharding *hlo_only_sharding(const IrOp *op);

/* The instruction's line(s) without indentation and line end; several only for ops HLO has no single word for. */
void hlo_print_op(const Printer *p, const IrOp *op);
/* The same, indented and ended. */
static inline void hlo_print_line(const Printer *p, const IrOp *op)
{
    text_put(p->out, "  ");
    hlo_print_op(p, op);
    text_put_c(p->out, '\n');
}
/* True if the op is one of those, printed. */
bool hlo_print_lines(const Printer *p, const IrOp *op);
/* Of those, a constant that is written as a broadcast. */
bool hlo_is_large_splat(const IrOp *op);
/* Parts of a line: "NAMESUFFIX = TYPE", an operand, all of an op's; its attributes, and of those what any op may carry. */
void hlo_print_head(const Printer *p, const char *name, const char *suffix, const Type *type);
void hlo_print_operand(const Printer *p, const Type *type, const char *name, const char *suffix);
void hlo_print_operands(const Printer *p, const IrOp *op);
void hlo_print_attrs(const Printer *p, const IrOp *op);
void hlo_print_annotations(const Printer *p, const IrOp *op, const IrPair *more, int n_more);
void hlo_print_metadata(const Printer *p, const IrOp *op);
bool hlo_name_is_op(const Printer *p, const IrComp *c, const char *name);
/* The op that an asynchronous one was written by the name of (add-start, add-done), if its computation still
 * holds that op alone; NULL otherwise. */
const IrOp *hlo_sugar_op(const IrOp *op);
void hlo_print_type(const Printer *p, const Type *type, bool with_layout);
/* "text" with C escapes. */
void hlo_print_quoted(GString *out, const char *text);
/* frontend_attributes' inside: key="value",key={raw} */
void hlo_print_pairs(GString *out, const IrPair *pairs, int n);

/* The name, with '%' in the long form. */
void hlo_print_name(const Printer *p, const char *name);
/* ", name=" and a value; text_attr prints nothing for NULL, flag_attr nothing for false, extra_attr the text that
 * op->extra keeps under the key, if any. */
void hlo_print_attr(const Printer *p, const char *name);
void hlo_print_ints_attr(const Printer *p, const char *name, Ints v);
void hlo_print_int_attr(const Printer *p, const char *name, int64_t v);
void hlo_print_text_attr(const Printer *p, const char *name, const char *text);
void hlo_print_flag_attr(const Printer *p, const char *name, bool v);
void hlo_print_comp_attr(const Printer *p, const char *name, const IrComp *c);
void hlo_print_extra_attr(const Printer *p, const IrOp *op, const char *key);
/* What the opcode has of its own, and the computations it calls. */
void hlo_print_own_attrs(const Printer *p, const IrOp *op);
void hlo_print_comps(const Printer *p, const IrOp *op);
void hlo_print_collective(const Printer *p, const IrOp *op);

void hlo_print_literal(GString *out, const Literal *l);

/* Numbers for every location of the module, the text's own first. NULL if no location has a caller and the
 * text had no tables. */
FrameTables *frame_tables_new(const IrModule *m);
void frame_tables_free(FrameTables *t);
int frame_id(const FrameTables *t, const Loc *loc);
void frame_tables_print(GString *out, const FrameTables *t);
