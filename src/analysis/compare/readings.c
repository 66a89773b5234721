/* readings.c - what other programs do, or might. */
#include "readings.h"

#define OPTION(o) .options = {.v = {[o] = 1}}
#define USUAL .share_factor = 1, .half_cone_deg = CMP_HALF_CONE_DEG

const CmpOther cmp_readings[] = {
    {{.name = "linear-distance", .title = "distances are drawn evenly over the band", OPTION(AMB_OPT_LINEAR_DISTANCE), USUAL}, true, false, false},
    {{.name = "inverse-distance", .title = "levels fall as 5/d", OPTION(AMB_OPT_INVERSE_DISTANCE), USUAL}, true, false, false},
    {{.name = "cone-22.5", .title = "bearings spread twice as wide", .share_factor = 1, .half_cone_deg = 2 * CMP_HALF_CONE_DEG}, true, false, false},
    {{.name = "nearest-db", .title = "levels are rounded to the nearest dB, not up", .nearest = true, USUAL}, true, false, false},
    {{.name = "mirrored", .title = "left and right are changed over", .mirrored = true, USUAL}, true, false, false},
    {{.name = "mono", .title = "nothing is panned: mono, or placed by something else", OPTION(AMB_OPT_MONO), USUAL}, true, false, false},
    {{.name = "variant-pick", .title = "the last variant is never picked", OPTION(AMB_OPT_VARIANT_PICK), USUAL}, false, false, true},
    {{.name = "row-probability", .title = "the rows' own probabilities are ignored", .rows_ignored = true, USUAL}, false, false, true},
    {{.name = "raw-chance", .title = "the chance is not multiplied by the share", OPTION(AMB_OPT_RAW_CHANCE), USUAL}, false, true, false},
    {{.name = "slider-once", .title = "the slider acts once", OPTION(AMB_OPT_SLIDER_ONCE), USUAL}, false, false, false},
    {{.name = "shares-low", .title = "all shares are a fifth too small", .share_factor = 0.8f, .half_cone_deg = CMP_HALF_CONE_DEG}, false, true, false},
    {{.name = "shares-high", .title = "all shares are a quarter too large", .share_factor = 1.25f, .half_cone_deg = CMP_HALF_CONE_DEG}, false, true, false},
};
const size_t cmp_n_readings = sizeof cmp_readings / sizeof cmp_readings[0];
