/* utf8.h - is it text? */
#ifndef AMB_UTF8_H
#define AMB_UTF8_H

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of the UTF-8 sequence at s, whose text ends in NUL; 0 when it is none: overlong forms, surrogates and values beyond U+10FFFF are
 * none.  1 at the NUL. */
int amb_utf8_length(const unsigned char *s);

#ifdef __cplusplus
}
#endif
#endif
