/* sounds.h - the demo's sounds: one table (sounds.c), one maker a sound (beds.c, birds.c, creatures.c, things.c). */
#ifndef DEMO_SOUNDS_H
#define DEMO_SOUNDS_H

#include "amb/error.h"
#include "signal.h"

/* Fills `out` (silent, of the table's length and rate); the level does not matter. variant counts from 0. */
typedef void (*SoundMaker)(Signal *out, DmRng *rng, unsigned variant);

/* Beds: steady sounds, re-fired before they have faded out. */
void bed_sea(Signal *out, DmRng *rng, unsigned variant);
void bed_surf(Signal *out, DmRng *rng, unsigned variant);
void bed_meadow_wind(Signal *out, DmRng *rng, unsigned variant);
void bed_crickets(Signal *out, DmRng *rng, unsigned variant);
void bed_leaves(Signal *out, DmRng *rng, unsigned variant);
void bed_pines(Signal *out, DmRng *rng, unsigned variant);
void bed_marsh(Signal *out, DmRng *rng, unsigned variant);
void bed_brook(Signal *out, DmRng *rng, unsigned variant);
void bed_waterfall(Signal *out, DmRng *rng, unsigned variant);
void bed_mountain_wind(Signal *out, DmRng *rng, unsigned variant);
void bed_snow_wind(Signal *out, DmRng *rng, unsigned variant);
void bed_desert_wind(Signal *out, DmRng *rng, unsigned variant);
void bed_murmur(Signal *out, DmRng *rng, unsigned variant);

void bird_gull(Signal *out, DmRng *rng, unsigned variant);
void bird_oystercatcher(Signal *out, DmRng *rng, unsigned variant);
void bird_skylark(Signal *out, DmRng *rng, unsigned variant);
void bird_thrush(Signal *out, DmRng *rng, unsigned variant);
void bird_cuckoo(Signal *out, DmRng *rng, unsigned variant);
void bird_great_tit(Signal *out, DmRng *rng, unsigned variant);
void bird_woodpecker(Signal *out, DmRng *rng, unsigned variant);
void bird_pigeon(Signal *out, DmRng *rng, unsigned variant);
void bird_owl(Signal *out, DmRng *rng, unsigned variant);
void bird_raven(Signal *out, DmRng *rng, unsigned variant);
void bird_bittern(Signal *out, DmRng *rng, unsigned variant);
void bird_buzzard(Signal *out, DmRng *rng, unsigned variant);
void bird_rooster(Signal *out, DmRng *rng, unsigned variant);

void creature_bee(Signal *out, DmRng *rng, unsigned variant);
void creature_frog(Signal *out, DmRng *rng, unsigned variant);
void creature_wolf(Signal *out, DmRng *rng, unsigned variant);
void creature_cicada(Signal *out, DmRng *rng, unsigned variant);
void creature_hooves(Signal *out, DmRng *rng, unsigned variant);
void creature_horse(Signal *out, DmRng *rng, unsigned variant);
void creature_fish(Signal *out, DmRng *rng, unsigned variant);

void thing_reeds(Signal *out, DmRng *rng, unsigned variant);
void thing_drip(Signal *out, DmRng *rng, unsigned variant);
void thing_gust(Signal *out, DmRng *rng, unsigned variant);
void thing_thunder(Signal *out, DmRng *rng, unsigned variant);
void thing_pebbles(Signal *out, DmRng *rng, unsigned variant);
void thing_ice(Signal *out, DmRng *rng, unsigned variant);
void thing_sand(Signal *out, DmRng *rng, unsigned variant);
void thing_bell(Signal *out, DmRng *rng, unsigned variant);
void thing_anvil(Signal *out, DmRng *rng, unsigned variant);

/* All of them as DIR/sounds/NAME_N.wav. */
int sounds_write(const char *dir, AmbError *err);

#endif
