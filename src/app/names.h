/* names.h - "did you mean" over names that come one by one. */
#ifndef AMB_APP_NAMES_H
#define AMB_APP_NAMES_H

#define AMB_NAME_TEXT 64

/* Keeps in best (empty: none yet) whichever of it and the candidate is nearer to word; neither when both are far. */
void amb_nearer_name(char best[AMB_NAME_TEXT], const char *word, const char *candidate);

#endif
