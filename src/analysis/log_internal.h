/* log_internal.h - the JSON behind a log reader, for those who compare every key. */
#ifndef AMB_ANALYSIS_LOG_INTERNAL_H
#define AMB_ANALYSIS_LOG_INTERNAL_H

#include "amb/log.h"

#include "json_line.h"

const json_t *log_read_header_json(const AmbLogReader *r); /* lives as long as the reader */
const json_t *log_read_line_json(const AmbLogReader *r);   /* of the last line read, until the next; NULL at the end */

#endif
