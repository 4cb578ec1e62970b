/* Copies whose elements change places within a few bytes: channels of pixels taken apart or put side by side, reversals, runs of less than eight
 * bytes. They are done by shuffles of vectors of 16 bytes. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { SHUFFLE_CHANNELS = 8, SHUFFLE_BYTES = 16 };

typedef enum ShuffleKind {
    SHUFFLE_SPLIT,  /* pixels of up to 8 channels lie side by side in the source, each channel by itself in the result */
    SHUFFLE_JOIN,   /* the other way round */
    SHUFFLE_WINDOW, /* a piece of the result comes from one vector of the source */
} ShuffleKind;

typedef struct Shuffle {
    ShuffleKind kind;
    int inner;      /* how many of the last dims of the copy it does */
    int width;      /* bytes of an element */
    int64_t n;      /* pixels: the positions of the dim that is walked */
    int channels;   /* split: elements from a pixel to the next in the source; join, window: in the result */
    int n_out;      /* split: channels that are wanted */
    bool backwards; /* split, join: pixels lie in falling order in the source */
    int64_t step;   /* window: elements from a pixel to the next in the source */
    int pixels;     /* window: of one vector */
    int64_t low, high; /* the first and the last element of the source's pixel that is read, from where its position is */
    int64_t from[SHUFFLE_CHANNELS], to[SHUFFLE_CHANNELS]; /* split, join: elements from the pixel's position to the channel in source and result */
    uint8_t mask[SHUFFLE_CHANNELS][SHUFFLE_CHANNELS][SHUFFLE_BYTES]; /* [vector made][vector read]; window: [0][0] */
} Shuffle;

/* Plans the copy of the last dims of an array, outermost first; strides in elements, the result's in falling order. False if there is no shuffle for it,
 * or the processor has none. May reorder the dims before the last one. */
bool shuffle_plan(Shuffle *s, int width, int rank, int64_t *dims, int64_t *ss, int64_t *ds);
/* Copies n pixels from `first` on. src, dst: where the first pixel of all is. Nothing outside the elements that the copy has is read or written. */
void shuffle_run(const Shuffle *s, const char *src, char *dst, int64_t first, int64_t n);
/* Elements [first, first + rows) of 2 to 8 arrays of elements of 1 to 4 bytes side by side; false as above. */
bool shuffle_join(int width, int n, const void *const *x, int64_t first, int64_t rows, void *to);
/* Each of n elements of 1, 2 or 4 bytes so many times. Returns for how many of them, from the first on, this was done. */
int64_t shuffle_repeat(int width, int times, const void *src, int64_t n, void *dst);
