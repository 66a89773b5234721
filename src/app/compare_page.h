/* compare_page.h - what `compare` holds a recording against: the scene page and its waves, from files or from a source and a place. */
#ifndef AMB_APP_COMPARE_PAGE_H
#define AMB_APP_COMPARE_PAGE_H

#include "setup.h"

#include "amb/compare_source.h"
#include "amb/compare_world.h"

typedef struct AmbComparePage {
    AmbSetup setup;        /* closed when the page came from --scene */
    AmbCmpScene scene;
    AmbCmpWaves waves;
    uint32_t *wave_ids;    /* NULL with --scene */
} AmbComparePage;

/* How pages are made of a source: labels, ^C. */
AmbCmpWorld amb_compare_world(AmbSource *s);

/* What the source has to say of waves and land, on standard error. */
void amb_compare_warn(AmbSource *s);

/* waves false: only the page is wanted.  On failure everything is closed again. */
int amb_compare_page_open(AmbComparePage *p, const AmbArgs *a, bool waves, AmbError *err);
void amb_compare_page_close(AmbComparePage *p);

#endif
