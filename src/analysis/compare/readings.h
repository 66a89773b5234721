/* readings.h - the other readings that are tried when the model's does not fit. */
#ifndef CMP_READINGS_H
#define CMP_READINGS_H

#include "reading.h"

typedef struct CmpOther {
    CmpReading reading;
    bool by_place, by_number, by_row; /* changes where events land, how many there are, which rows are heard: has a test of its own */
} CmpOther;

extern const CmpOther cmp_readings[];
extern const size_t cmp_n_readings;

#endif
