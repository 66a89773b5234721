/* rules.h - the client's comparisons, one function each, because their NaN and tie behaviour is part of the contract (vectors/nan.tsv). */
#ifndef AMB_CORE_RULES_H
#define AMB_CORE_RULES_H

#include "amb/level.h"
#include "amb/rng.h"

#include <stdbool.h>

/* RETAIL: acclient 0x00550FD0 func exact spec:4 */
static inline bool amb_rule_constant_heard(float current_volume, bool has_table)
{
    return !(current_volume < AMB_FLOOR_VOLUME) && has_table;
}

/* RETAIL: acclient 0x00550F80 func exact spec:4 */
static inline bool amb_rule_intermittent_heard(float play_chance)
{
    return play_chance > 0.0f;
}

static inline bool amb_rule_constant_computes(float sound_count)
{
    return sound_count != 0.0f;
}

static inline bool amb_rule_intermittent_computes(float sound_count)
{
    return sound_count > 0.0f;
}

/* RETAIL: acclient 0x00550FA0 func exact spec:3 */
static inline bool amb_rule_play_now(float roll, float play_chance, bool strict)
{
    return strict ? roll < play_chance : roll <= play_chance;
}

static inline bool amb_rule_due(double key_s, double now_s)
{
    return key_s < now_s;
}

/* volume or base_chance / total * count, rounded once. */
static inline float amb_rule_share_value(float authored, float total, float count)
{
    return (float)((double)authored / (double)total * (double)count);
}

/* trunc(u * n) or trunc(u * (n - 1)); -1 when there is nothing to pick. */
static inline int amb_rule_variant(uint32_t n, float u, bool n_minus_1)
{
    if (n == 0)
        return -1;
    return (int)((double)u * (double)(n_minus_1 ? n - 1 : n));
}

/* An outdoor cell: the SW corner of the block is 1, north is the fast axis. */
static inline uint32_t amb_rule_cell_id(unsigned bx, unsigned by, float x_m, float y_m)
{
    return (bx << 24) | (by << 16) | ((uint32_t)(x_m / 24.0f) * 8 + (uint32_t)(y_m / 24.0f) + 1);
}

#endif
