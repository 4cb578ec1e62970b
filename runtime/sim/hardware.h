/* Hardware models: what a device computes, holds and sends, and how devices are joined. The numbers are in
 * hardware.def, each with its source. Times of single transfers and products are computed here, of collectives in topology.h. */
#pragma once

#include "runtime/base/diag.h"
#include "runtime/ir/type.h"

typedef enum Wiring { WIRING_MEMORY, WIRING_SWITCH, WIRING_MESH, WIRING_TORUS2, WIRING_TORUS3 } Wiring;

typedef enum DeviceFamily { DEVICE_CPU, DEVICE_GPU, DEVICE_TPU } DeviceFamily;

typedef struct Hardware {
    const char *name;        /* as asked for: "h100x8" */
    const char *part;        /* "h100" */
    const char *id;          /* of its row in hardware.def and device.def */
    bool is_row;             /* numbers are those of the row, none was changed */
    const char *source;      /* where the numbers come from, for people */
    Wiring wiring;
    int64_t n_devices;       /* as the name says; 0 = any number */
    int64_t domain;          /* devices joined directly; 0 = all */
    int64_t torus[3];        /* sizes of the axes of the slice, 1 where there is none; the last is the fastest in device ids */
    double bf16, f16, f32, f64, fp8, int8; /* FLOPs per ns at the peak */
    double memory_bytes;
    double hbm, link, nic;   /* bytes per ns at the peak, one way */
    double gemm_share, hbm_share, net_share; /* of the peaks that programs reach */
    double gather_ns, reduce_ns, exchange_ns, permute_ns; /* latency of a collective in a whole domain */
    double hop_ns, launch_ns;
    double far_ns;           /* besides, of a collective between hosts; 0 = not known, assumed as within one */
    /* What simulations need besides: device.def. */
    DeviceFamily family;
    int cores, mxu;          /* cores that share a product; width of a TPU's matrix units */
    int per_chip;            /* devices that share the links of a chip */
    double cache_bytes;      /* last level of cache; of a TPU its VMEM */
    const char *gemm_part, *coll_part; /* ids of the rows whose measurements apply; NULL = none */
    int coll_row;            /* position of coll_part in hardware.def; -1 = none */
    double gap_ns;           /* between two kernels of a program */
    double step_ns;          /* that an execution takes besides its kernels, on virtual devices; 0 elsewhere, where one is launched while the last runs */
    double conv_share;       /* of the peak that convolutions reach */
    double hold_share;       /* of the rate of products alone that a program full of them holds */
    double hold_narrow;      /* of the peak of 8-bit floats that such a program reaches at most */
    bool flash;              /* attention that is written out runs as one kernel */
    double steps;            /* of the vector units a ns: operations of single elements */
    double dear;             /* of a core: additions in the time of a sixth of an exponential */
    double cached;           /* of virtual devices: bytes a ns of kernels that touch less than cache_bytes; 0 = as memory */
    double whole;            /* of a core: additions in the time of one of whole numbers */
    double turned;           /* of virtual devices: bytes a ns of transposes; 0 = a share of memory's */
    double hand_on, exchange; /* of virtual devices: bytes a ns of gathers and permutes, which hand on what lies in memory, and of all-to-alls; 0 = link */
    double vector;           /* of f32 on vector units, where they are not what multiplies f32; 0 elsewhere */
    double workers;          /* of virtual devices: so many compute at a time, each its own without a break while it need not wait; 0 = not known */
    bool sums_beside;        /* all-reduce and reduce-scatter run beside kernels, as other collectives do */
    double latency_scale;    /* of collectives; 1, but for questions of what if */
    bool queued;             /* collectives wait behind each other on the device, so that their launch by the host is not seen; false, but for questions of what if */
    int64_t n_slices;        /* of TPUs, joined by nic; domain is then the devices of one */
    double chip_hour;        /* USD for a chip for an hour; 0 = not known */
    const char *chip_hour_from; /* whose price, of when; NULL = not known */
} Hardware;

/* "cpu", "cpu-4" (any number of virtual devices, four on each machine), "h100x8", "v5e-16", ...: a part and a number of devices (of cores for TPU v4 and v5p, as their slices are named);
 * without a number one domain, of TPUs a slice of 16 devices. Slices of TPUs also by their shape in chips, "v5p-4x4x8", and several
 * of them as "2xv6e-256". Parts have other names too (device.def). Never freed. NULL if there is no such part or slice. */
const Hardware *hardware_named(const char *name);
/* "cpu, a100xN, ..., v5e-N", for a hint. Static text. */
const char *hardware_names(void);

/* What helps somebody who asked for a name that is none: what is wrong with its size, or the names there are. */
char *hardware_hint(const char *name);
/* Makes it a slice of a TPU of so many devices. False: there is none. */
bool hardware_resize(Hardware *hw, int64_t n_devices);

/* The same, of a model that a file describes: see hardware_read() in hardware_file.c for its form. Never freed. */
const Hardware *hardware_find(const char *name, GError **error);

/* Chips that are rented to run a program of n devices: all of the model as it is named, else those that it needs. */
int64_t hardware_chips(const Hardware *hw, int64_t n_devices);
/* The position of a row of hardware.def by its id; -1 = there is none. */
int hardware_row(const char *id);
/* The model of that row with one domain of devices. Never freed; NULL = there are no more rows. */
const Hardware *hardware_part(int row);
/* FLOPs a ns at the peak, of products of that element type. */
double hardware_peak(const Hardware *hw, ElemType elem);
/* By how much what touches so many bytes on a virtual device is faster than memory, for the caches; 1 where they were not measured. */
double hardware_cached_gain(const Hardware *hw, double bytes);
/* What a virtual device has just touched, as bytes that were touched a step ago, between which all devices touch as many: only those that compute at the same time share the caches with it. */
double hardware_own_bytes(const Hardware *hw, double bytes);
/* Time, in ns, of reading and writing so many bytes of a device's own memory. */
double hardware_memory_ns(const Hardware *hw, double bytes);
/* Of a core: rows of an array of so many bytes made columns, read and written once; 0 = it was not measured. */
double hardware_turn_ns(const Hardware *hw, double bytes);
/* Time of a dot or convolution in that element type that touches so many bytes: the longer of computing and touching memory, plus 5 % of
 * the shorter, which is never hidden entirely. In ns; flops and bytes of one device. */
double hardware_dot_ns(const Hardware *hw, ElemType elem, double flops, double bytes);
