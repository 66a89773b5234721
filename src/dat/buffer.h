/* buffer.h - appending to a record being built. */
#ifndef AMB_DAT_BUFFER_H
#define AMB_DAT_BUFFER_H

#include "amb/dat_write.h"

void amb_buffer_bytes(AmbDatBuffer *b, const void *data, size_t n);
void amb_buffer_u32(AmbDatBuffer *b, uint32_t v);
void amb_buffer_f32(AmbDatBuffer *b, float v);
void amb_buffer_string(AmbDatBuffer *b, const char *utf8); /* Windows-1252 with its length and padding */

/* Bit for bit, but one NaN is as good as another: a region folder writes them all as "nan". */
bool amb_same_f32(float a, float b);

/* AMB_E_NOMEM with a message when an append failed. */
int amb_buffer_check(const AmbDatBuffer *b, uint32_t id, AmbError *err);

#endif
