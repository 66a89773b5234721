/* json.h - the two halves of report.json. */
#ifndef REP_JSON_H
#define REP_JSON_H

#include "rep.h"

#include "amb/json_out.h"

void rep_json_number(AmbJson *j, const char *key, double v); /* short; not finite: null */
void rep_json_figures(AmbJson *j, const Rep *r);
void rep_json_sound(AmbJson *j, const Rep *r);

#endif
