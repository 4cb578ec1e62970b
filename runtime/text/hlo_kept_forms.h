/* Readers of attributes that are kept as text. Each skips one value; it returns false with the reader's error if the value is malformed. */
#pragma once

#include "runtime/text/hlo_attr_impl.h"

typedef bool KeptForm(HloReader *rd, IrOp *op);
KeptForm kept_accuracy, kept_aliasing, kept_any_value, kept_api_version, kept_braces, kept_config, kept_convolution_kind,
    kept_count, kept_dim_labels, kept_distribution, kept_domain, kept_flag, kept_fusion_kind, kept_layout_constraints, kept_list,
    kept_literal, kept_number, kept_origin, kept_padding_type, kept_precisions, kept_predecessors, kept_replication,
    kept_schedule, kept_shape, kept_statistics, kept_text, kept_window;
