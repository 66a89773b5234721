/* version.h - which libamb was loaded (only in the shared library). */
#ifndef AMB_VERSION_H
#define AMB_VERSION_H

#ifdef __cplusplus
extern "C" {
#endif

const char *amb_version(void); /* "0.1.0" */

#ifdef __cplusplus
}
#endif
#endif
