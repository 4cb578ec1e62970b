#include "runtime/base/clock.h"

ClockBend clock_bend;
