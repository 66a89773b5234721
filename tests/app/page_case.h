/* page_case.h - a report as the shipped program wrote it: its page and its report.json. */
#ifndef AMB_TESTS_PAGE_CASE_H
#define AMB_TESTS_PAGE_CASE_H

#include "page_reader.h"

typedef struct PageCase {
    const char *name;
    char *text;
    Part page;
    json_t *json;
} PageCase;

/* Every figure's drawing against its numbers. */
void check_drawings(const PageCase *c);

/* report.json's i-th sound is in the figures: neither heard nor predicted are left out. */
bool sound_is_shown(const json_t *sound);
bool sound_is_constant(const json_t *sound);

#endif
