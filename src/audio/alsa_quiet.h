/* alsa_quiet.h - ALSA's library, when it is in this process, prints nothing by itself. */
#ifndef AMB_AUDIO_ALSA_QUIET_H
#define AMB_AUDIO_ALSA_QUIET_H

/* Without a sound card it would print eight lines to standard error, where one of ours is enough. */
void amb_alsa_quiet(void);

#endif
