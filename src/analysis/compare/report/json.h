/* json.h - the two halves of report.json. */
#ifndef REP_JSON_H
#define REP_JSON_H

#include "rep.h"

#include "amb/json_out.h"

void rep_json_number(AmbJson *j, const char *key, double v); /* short; not finite: null */
/* The same, of many numbers: to so many parts of one are enough (1e6: a microsecond). */
void rep_json_rounded(AmbJson *j, const char *key, double v, double parts);
void rep_json_figures(AmbJson *j, const Rep *r);
void rep_json_sound(AmbJson *j, const Rep *r);

#endif
