/* sniff.h - which container a sound file is, told by its first bytes. */
#ifndef AMB_AUDIO_SNIFF_H
#define AMB_AUDIO_SNIFF_H

#include <stddef.h>
#include <stdint.h>

typedef enum AmbContainer { AMB_CONTAINER_NONE, AMB_CONTAINER_RIFF, AMB_CONTAINER_SNDFILE, AMB_CONTAINER_MPEG } AmbContainer;

/* By what begins at *data, or behind the zeros and ID3v2 tags there, which are skipped: *data and *size are moved on. */
AmbContainer amb_sniff(const uint8_t **data, size_t *size);

/* The same of a file, whatever is in front and however long (a tag may hold pictures); MPEG also of a WAV file with MPEG in it.  NONE
 * also when it cannot be read. */
AmbContainer amb_sniff_file(const char *path);

#endif
