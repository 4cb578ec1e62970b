/* Shared by the printers of HLO text: print.c (modules, computations), print_op.c (instructions), print_lines.c (ops that take several
 * lines), print_attr.c (attributes of each opcode), print_value.c (values in them), print_memo.c and print_parts.c (texts of one module after each pass), print_literal.c
 * (constants), print_frames.c (locations as stack-frame tables). */
#pragma once

#include "runtime/base/format.h"
#include "runtime/ir/ir.h"

typedef struct FrameTables FrameTables;

/* Cache, by a hash of the type's address, of where a type with its layout was last printed in this text: most ops have one of few types. */
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
    bool from_hlo;       /* the module was read from HLO, so the texts in op->extra are HLO's */
    const FrameTables *frames; /* NULL: locations are printed in metadata as file and line */
    struct OpNames *names;     /* of the computation used last; NULL = search each time */
    TypeSeen *types;           /* N_TYPES_SEEN entries for this text; NULL = no cache */
    GHashTable *shardings;     /* Sharding -> both its spellings; NULL = no cache */
    GHashTable *annotations;   /* Sharding -> annotations of an op that has nothing else; NULL = no cache */
    PrintMemo *memo;           /* NULL = print every line */
    gsize *annotations_at;     /* set to where the annotations of the last op begin if they end its line, else to 0; NULL = not needed */
} Printer;

typedef struct OpNames {
    const IrComp *of;
    GHashTable *set; /* of interned names */
} OpNames;

/* A piece of a text: bytes from `at` of the fresh text, or of the previous text. */
typedef enum PartSource { PART_FRESH, PART_BEFORE } PartSource;
typedef struct TextPart {
    PartSource source;
    gsize at, n;
} TextPart;

/* print_parts.c. Takes ownership of `fresh` and `parts`, not of `before`. */
HloText *hlo_text_new(HloText *before, GString *fresh, TextPart *parts, int n_parts);
gsize hlo_text_size(const HloText *t);

/* print_memo.c. Begins a text; returns the string for what is new in it, with room for about `size` bytes. */
GString *print_memo_begin(PrintMemo *memo, const IrModule *m, gsize size);
/* The value for Printer.annotations_at. */
gsize *print_memo_mark(PrintMemo *memo);
/* Prints the instruction's line with its line end; the unchanged part is taken from the previous text. */
void print_memo_line(const Printer *p, const IrOp *op);
/* Assigns what was printed since the last line (a computation's head with all before it, or the text's end) to `what`. */
void print_memo_between(const Printer *p, const void *what);
/* Ends the text. The next one is compared with it. */
HloText *print_memo_end(PrintMemo *memo);

/* False for the mesh that a program for one device is given, where no sharding uses it. */
bool hlo_mesh_is_told(const Mesh *mesh);

/* The op's sharding if it is the op's only annotation; else NULL. */
const Sharding *hlo_only_sharding(const IrOp *op);

/* The instruction's line(s) without indentation and line end; several lines only for ops without an HLO opcode. */
void hlo_print_op(const Printer *p, const IrOp *op);
/* The same with indentation and line end. */
static inline void hlo_print_line(const Printer *p, const IrOp *op)
{
    text_put(p->out, "  ");
    hlo_print_op(p, op);
    text_put_c(p->out, '\n');
}
/* Prints the op and returns true if it is one of those that take several lines. */
bool hlo_print_lines(const Printer *p, const IrOp *op);
/* One of those: a constant that is written as a scalar and its broadcast. */
bool hlo_is_large_splat(const IrOp *op);
/* Parts of a line: "NAMESUFFIX = TYPE", one operand, all operands, attributes, and the attributes that any op may have. */
void hlo_print_head(const Printer *p, const char *name, const char *suffix, const Type *type);
void hlo_print_operand(const Printer *p, const Type *type, const char *name, const char *suffix);
void hlo_print_operands(const Printer *p, const IrOp *op);
void hlo_print_attrs(const Printer *p, const IrOp *op);
void hlo_print_annotations(const Printer *p, const IrOp *op, const IrPair *more, int n_more);
void hlo_print_metadata(const Printer *p, const IrOp *op);
bool hlo_name_is_op(const Printer *p, const IrComp *c, const char *name);
/* For an asynchronous op spelled by the op it wraps (add-start, add-done): that op, if it is still the only one of its computation; else
 * NULL. */
const IrOp *hlo_sugar_op(const IrOp *op);
void hlo_print_type(const Printer *p, const Type *type, bool with_layout);
/* {1,0} */
void hlo_print_ints(GString *out, Ints v);
/* "text" with C escapes. */
void hlo_print_quoted(GString *out, const char *text);
/* The inside of frontend_attributes: key="value",key={raw} */
void hlo_print_pairs(GString *out, const IrPair *pairs, int n);

/* The name, with '%' in the long form. */
void hlo_print_name(const Printer *p, const char *name);
/* Each prints ", name=" and a value; text_attr prints nothing for NULL, flag_attr nothing for false, extra_attr prints the text that
 * op->extra has under the key, if any. */
void hlo_print_attr(const Printer *p, const char *name);
void hlo_print_ints_attr(const Printer *p, const char *name, Ints v);
void hlo_print_int_attr(const Printer *p, const char *name, int64_t v);
void hlo_print_text_attr(const Printer *p, const char *name, const char *text);
void hlo_print_flag_attr(const Printer *p, const char *name, bool v);
void hlo_print_comp_attr(const Printer *p, const char *name, const IrComp *c);
void hlo_print_extra_attr(const Printer *p, const IrOp *op, const char *key);
/* The attributes of the opcode, and the computations it calls. */
void hlo_print_own_attrs(const Printer *p, const IrOp *op);
void hlo_print_comps(const Printer *p, const IrOp *op);
void hlo_print_collective(const Printer *p, const IrOp *op);

void hlo_print_literal(GString *out, const Literal *l);

/* Numbers for every location of the module; the text's own tables come first. NULL if no location has a caller and the text had no
 * tables. */
FrameTables *frame_tables_new(const IrModule *m);
void frame_tables_free(FrameTables *t);
int frame_id(const FrameTables *t, const Loc *loc);
void frame_tables_print(GString *out, const FrameTables *t);
