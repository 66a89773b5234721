/* args.h - the command line: one table of commands, one table of options, one struct that both fill.
 *
 * Help is printed from the same rows that parse.  Usage errors are one line and exit code 2 (amb_usage()).
 */
#ifndef AMB_APP_ARGS_H
#define AMB_APP_ARGS_H

#include "amb/error.h"
#include "amb/options.h"
#include "amb/recorder.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Exit codes of the program. */
enum {
    AMB_EXIT_OK = 0,
    AMB_EXIT_ERROR = 1,
    AMB_EXIT_USAGE = 2,
    AMB_EXIT_DIFFERS = 3,
    AMB_EXIT_UNDECIDABLE = 4,
    AMB_EXIT_INTERRUPTED = 130
};

typedef struct AmbArgs AmbArgs;

/* What a command takes beside its operands: each bit is a heading in the help. */
enum {
    AMB_ARGS_SOURCE = 1 << 0,  /* where the region comes from */
    AMB_ARGS_PLACE = 1 << 1,   /* where the listener begins */
    AMB_ARGS_WALK = 1 << 2,    /* a walk script */
    AMB_ARGS_SECONDS = 1 << 3, /* or standing still */
    AMB_ARGS_DICE = 1 << 4,    /* seeds, slider, departures, frame rate */
    AMB_ARGS_LOG = 1 << 5,
    AMB_ARGS_RENDER = 1 << 6,
    AMB_ARGS_TRACE = 1 << 7,
    AMB_ARGS_STATE = 1 << 8,
    AMB_ARGS_INSPECT = 1 << 9,
    AMB_ARGS_LIVE = 1 << 10,
    AMB_ARGS_JSON = 1 << 11,
    AMB_ARGS_OUT_DIR = 1 << 12, /* a folder to write */
    AMB_ARGS_RANGE = 1 << 13,   /* which landblocks */
    AMB_ARGS_COMPARE = 1 << 14
};

typedef struct AmbCommand {
    const char *name;
    const char *operands; /* as the help shows them, "" for none */
    int min_operands, max_operands;
    unsigned takes;       /* AMB_ARGS_* */
    const char *summary;  /* one line of the command list */
    const char *details;  /* the command's own page, lines ending in \n */
    int (*run)(const AmbArgs *a, AmbError *err); /* exit code, or AMB_E_* with err set; NULL: the parser answers it with a page of help */
} AmbCommand;

/* The rows end with a NULL name; the first row is what runs without a command name. */
extern const AmbCommand amb_commands[];

typedef enum AmbAudioOut { AMB_AUDIO_SDL, AMB_AUDIO_OPENAL, AMB_AUDIO_NONE } AmbAudioOut;

typedef struct AmbSeed {
    bool given;
    int32_t ran2;
    uint32_t crt;
} AmbSeed;

typedef struct AmbBits {
    bool given; /* else floating point, and 24 bit for FLAC */
    AmbSampleFormat format;
} AmbBits;

typedef struct AmbSize {
    int width, height; /* pixels */
} AmbSize;

typedef struct AmbBlockRange {
    bool given;
    unsigned x0, y0, x1, y1; /* landblocks, both corners included, south-west first */
} AmbBlockRange;

#define AMB_OPENED_PATH 4096

/* Everything a command line can say.  Text points into argv; absent text is NULL, absent numbers NAN unless stated. */
struct AmbArgs {
    const AmbCommand *command;
    const char *operands[2];
    int n_operands;

    char opened[AMB_OPENED_PATH]; /* the folder of a file that was opened */
    const char *region_dir;
    const char *dat_dir;

    const char *at;
    double heading_deg;

    const char *walk_path;
    double seconds;
    double fps;             /* 60 */
    AmbSeed seed;
    double ambient;         /* 1 */
    AmbOptions diverge;

    const char *log_path;
    const char *out_path;
    const char *labels_path;
    const char *stems_dir;
    bool retail_mix;
    const char *replay_path;
    AmbBits bits;
    const char *scenario_path;

    const char *why;        /* a sound's name or STB/ROW */
    bool verbose;
    bool json;
    const char *wave;       /* label of a wave */
    const char *block;      /* XXYY */
    AmbBlockRange blocks;
    double radius;          /* landblocks around the place */

    bool print_scene;
    const char *scene_path, *waves_dir;
    const char *theirs_path;
    bool plan;
    double client_fps;      /* 0: to be estimated */
    double recording_gain_db;
    double mark_s;          /* 0 */

    AmbAudioOut audio;
    const char *device;
    int buffer_frames;      /* 0: the default */
    double gain_db;         /* 0 */
    const char *save_path;
    const char *screenshot_path;
    AmbSize size;           /* 0 x 0: the default */
    bool no_config;
};

typedef enum AmbArgsResult {
    AMB_ARGS_RUN,     /* call a->command->run */
    AMB_ARGS_HELP,    /* print amb_args_help(stdout, a->command); command NULL: the overview */
    AMB_ARGS_VERSION,
    AMB_ARGS_BAD      /* err holds the line */
} AmbArgsResult;

AmbArgsResult amb_args_parse(AmbArgs *a, int argc, char **argv, AmbError *err);

void amb_args_help(FILE *f, const AmbCommand *c);

/* For what only a command can see (two options that exclude each other): sets err, returns AMB_EXIT_USAGE. */
int amb_usage(AmbError *err, const char *fmt, ...) AMB_PRINTF(2, 3);

#endif
