/* live_reload.c - another region, or the same one painted anew, under a run that goes on. */
#include "live_internal.h"

#include "logfile.h"

int amb_live_reload(AmbLive *l, AmbSource *fresh, AmbError *err)
{
    AmbPreload preload;
    int code = amb_preload_open(&preload, amb_source_world(fresh)->region, err);
    if (code)
        return code;
    amb_live_lock(l);
    code = amb_run_reload(l->run, amb_source_world(fresh), amb_source_hash(fresh), err);
    if (code) {
        amb_preload_close(&preload);
    } else {
        amb_preload_close(&l->preload);
        l->preload = preload;
        l->source = fresh;
        l->n_seen = 0; /* they speak of sounds of the region before */
        l->rebuilds++;
        if (l->cfg.log)
            amb_log_follow(l->cfg.log, fresh);
        amb_live_mix_set_waves(&l->mix, &(AmbWaveReader){l, amb_live_read_wave});
    }
    amb_live_unlock(l);
    return code;
}
