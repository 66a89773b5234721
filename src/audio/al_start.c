/* al_start.c - the configuration that every user of OpenAL in this process shares. */
#include "al_start.h"

#include <AL/alext.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A user's or a system's alsoft.conf can change the mix of a loopback device (volume-adjust, output-limiter, stereo-encoding, resampler),
 * even against the context's attributes.  The file named by ALSOFT_CONF is read last; one that sets the values wins.
 * No hrtf key: HRTF is asked for by attribute. */
static const char neutral[] = "[general]\n"
                              "volume-adjust = 0\n"
                              "output-limiter = false\n"
                              "stereo-encoding = panpot\n"
                              "cf_level = 0\n"
                              "resampler = linear\n"
                              "sources = 4096\n"
                              "sends = 0\n";

/* A loopback device needs no driver, and looking for some starts sound servers. */
static const char no_output[] = "drivers = null\n";

/* A real device takes the mix as it is.  PulseAudio may move it, when the default device changes. */
#define OUTPUT "channels = stereo\n"       \
               "frequency = 44100\n"       \
               "sample-type = float32\n"   \
               "period_size = %u\n"        \
               "periods = 2\n"             \
               "[pulse]\n"                 \
               "allow-moves = true\n"

/* OpenAL's own state, as far as it is known here: it keeps it for the process, too. */
static struct {
    pthread_mutex_t lock;
    int started, has_output;
} al = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The file lives in memory and is gone when closed; its name in path.  -1 when the system has no such files. */
static int make_configuration(char *path, size_t n, unsigned output_frames)
{
    char text[sizeof neutral + sizeof OUTPUT + 16];
    int size = snprintf(text, sizeof text, "%s%s", neutral, no_output);
    if (output_frames)
        size = snprintf(text, sizeof text, "%s" OUTPUT, neutral, output_frames);
    const int fd = memfd_create("alsoft.conf", MFD_CLOEXEC);
    if (fd < 0)
        return -1;
    snprintf(path, n, "/proc/self/fd/%d", fd);
    if (write(fd, text, (size_t)size) == size && access(path, R_OK) == 0)
        return fd;
    close(fd);
    return -1;
}

/* Sets a variable, NULL unsets it; the former value, or NULL, is the caller's to free. */
static char *swap_variable(const char *name, const char *value)
{
    const char *const was = getenv(name);
    char *const saved = was ? strdup(was) : NULL;
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
    return saved;
}

static void put_back(const char *name, char *saved)
{
    free(swap_variable(name, saved));
    free(saved);
}

/* Opening any device reads the configuration; this one needs none. */
static int touch(AmbError *err)
{
    LPALCLOOPBACKOPENDEVICESOFT open = NULL;
    if (alcIsExtensionPresent(NULL, "ALC_SOFT_loopback"))
        *(void **)&open = alcGetProcAddress(NULL, "alcLoopbackOpenDeviceSOFT");
    if (!open)
        return amb_error(err, AMB_E_UNSUPPORTED, "sound: this OpenAL has no loopback device (ALC_SOFT_loopback); OpenAL Soft has");
    ALCdevice *const device = open(NULL);
    if (!device)
        return amb_error(err, AMB_E_IO, "sound: OpenAL cannot open its loopback device: %s", amb_alc_error_text(alcGetError(NULL)));
    alcCloseDevice(device);
    return AMB_OK;
}

static int start(unsigned output_frames, AmbError *err)
{
    char path[64];
    const int fd = make_configuration(path, sizeof path, output_frames);
    if (fd < 0)
        return amb_error(err, AMB_E_IO, "sound: cannot make OpenAL's configuration (memfd and /proc/self/fd are needed)");
    char *const conf = swap_variable("ALSOFT_CONF", path);
    char *const level = swap_variable("ALSOFT_LOGLEVEL", "0"); /* what goes wrong is an error of ours, on one line */
    const int code = touch(err);
    put_back("ALSOFT_CONF", conf);
    put_back("ALSOFT_LOGLEVEL", level);
    close(fd);
    al.started = code == AMB_OK;
    al.has_output = output_frames > 0;
    return code;
}

int amb_al_start(unsigned output_frames, AmbError *err)
{
    pthread_mutex_lock(&al.lock);
    const int code = al.started ? AMB_OK : start(output_frames, err);
    pthread_mutex_unlock(&al.lock);
    return code;
}

int amb_al_has_output(void)
{
    pthread_mutex_lock(&al.lock);
    const int has = al.has_output;
    pthread_mutex_unlock(&al.lock);
    return has;
}

const char *amb_alc_error_text(ALCenum e)
{
    const ALCchar *const text = alcGetString(NULL, e);
    return text ? text : "unknown error";
}

const char *amb_al_error_text(ALenum e)
{
    const ALchar *const text = alGetString(e);
    return text ? text : "unknown error";
}
