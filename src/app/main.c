/* main.c - the table of commands, and what happens around each of them. */
#include "args.h"
#include "commands.h"
#include "interrupt.h"
#include "outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <unistd.h>

#define PLACED (AMB_ARGS_SOURCE | AMB_ARGS_PLACE)
#define SCRIPTED (PLACED | AMB_ARGS_WALK | AMB_ARGS_SECONDS | AMB_ARGS_DICE)

const AmbCommand amb_commands[] = {
    {"walk", "[PATH]", 0, 1, PLACED | AMB_ARGS_WALK | AMB_ARGS_DICE | AMB_ARGS_LOG | AMB_ARGS_LIVE,
     "walk the region and hear it",
     "Opens a window on the region.  Walk with the keyboard, F1 shows all keys.  With --walk the script\n"
     "walks, and the window closes at its end.  PATH, as a file manager gives it, is a region folder, a folder\n"
     "with the game's files or a walk script whose name ends in .walk; `ambwalk PATH` does the same.\n"
     "Without --at one goes on where one left off; Ctrl+Home goes to the region's start.  Scale, keys, mutes and\n"
     "layers are kept in ~/.config/ambwalk/settings.json, place and window in ~/.local/state/ambwalk/state.json.\n",
     amb_cmd_walk},
    {"render", "", 0, 0, SCRIPTED | AMB_ARGS_LOG | AMB_ARGS_RENDER,
     "write a walk's sound to a file, faster than real time",
     "Renders a walk script, a place (--seconds) or a live walk's log (--replay) to a WAV or FLAC file.  What\n"
     "played becomes cue points and labels in a WAV and a label file beside a FLAC.  Samples over full scale are\n"
     "counted and reported; floating point keeps them, the other formats clip them.\n",
     amb_cmd_render},
    {"trace", "", 0, 0, SCRIPTED | AMB_ARGS_LOG | AMB_ARGS_TRACE,
     "print every event of a walk, without sound",
     "Prints the event log of a walk script or a place (--seconds) on standard output: one JSON object a line,\n"
     "the same bytes that `render --log` writes for the same walk and seed.\n",
     amb_cmd_trace},
    {"state", "", 0, 0, SCRIPTED | AMB_ARGS_STATE | AMB_ARGS_JSON,
     "everything that can be heard at a place, and why",
     "Shows weights, shares, chances, bands and deadlines after the first frame, or at the end of --walk or\n"
     "--seconds.  --why shows how one sound's numbers come about, down to the level of its last firing.\n",
     amb_cmd_state},
    {"inspect", "[OUT.wav]", 0, 1, AMB_ARGS_SOURCE | AMB_ARGS_INSPECT | AMB_ARGS_JSON,
     "what is in a region: terrains, scenes, sounds, tables, waves",
     "Lists the region's contents.  With --wave ID it writes that wave to OUT.wav.\n",
     amb_cmd_inspect},
    {"lint", "", 0, 0, AMB_ARGS_SOURCE | AMB_ARGS_JSON,
     "find what is odd in a region",
     "Prints findings with their place and advice.  Exit code 1 when one of them is an error.\n",
     amb_cmd_lint},
    {"new", "DIR", 1, 1, 0,
     "make a small region folder to start from",
     "DIR must be new or empty.\n",
     amb_cmd_new},
    {"export", "", 0, 0, PLACED | AMB_ARGS_RANGE | AMB_ARGS_OUT_DIR,
     "a piece of the game's world as a region folder",
     "Writes the landblocks around a place, or --blocks, and everything that sounds in them: pictures to paint on, sounds to\n"
     "listen to.  One ring of landblocks more is written, to be heard but not walked in.\n",
     amb_cmd_export},
    {"pack", "REGION_DIR", 1, 1, AMB_ARGS_OUT_DIR,
     "a region folder as a pair of .dat files",
     "Writes client_portal.dat and client_cell_1.dat in the game's own format, for `ambwalk --dat` and other readers of it.\n"
     "What an exported region has not changed is packed as it was.\n",
     amb_cmd_pack},
    {"compare", "[REC]", 0, 1, PLACED | AMB_ARGS_WALK | AMB_ARGS_COMPARE | AMB_ARGS_OUT_DIR | AMB_ARGS_JSON,
     "hold a recording of the client against the model",
     "Finds every ambient sound in the recording and tests when, how loud and where it came against what the model says of\n"
     "the place.  Exit code 0 when nothing differs, 3 when something does, 4 when the recording cannot tell.  With -o a report\n"
     "too: report.html to read and print, report.json, events.csv, labels.txt for Audacity, and clips of what does not fit.\n"
     "--plan, before recording, says what 2, 15 and 40 minutes at a place could find, and where near by they could find more.\n",
     amb_cmd_compare},
    {"diff", "A.jsonl B.jsonl", 2, 2, 0,
     "first difference of two event logs, and the draw it came from",
     "Exit code 0 when the logs agree, 3 when they differ.\n",
     amb_cmd_diff},
    {"devices", "", 0, 0, AMB_ARGS_JSON,
     "list the sound devices",
     "The names that `ambwalk walk --device` takes.\n",
     amb_cmd_devices},
    {"bench", "[NAME]", 0, 1, 0,
     "measure how fast this build is",
     "Without NAME: all of them.  An unknown NAME lists them.\n",
     amb_cmd_bench},
    {"help", "[COMMAND]", 0, 1, 0,
     "say more about a command",
     "The same as `ambwalk COMMAND --help`.\n",
     NULL},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};

/* A reader of our output that has gone (`| head`) is no error worth a line: end as other programs do. */
static void die_of_closed_pipe(void)
{
    struct pollfd out = {STDOUT_FILENO, POLLOUT, 0};
    if (poll(&out, 1, 0) <= 0 || !(out.revents & POLLERR))
        return;
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}

/* Whatever a command printed must have arrived. */
static int flush_results(AmbError *err)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return AMB_OK;
    return amb_error(err, AMB_E_IO, "standard output: cannot write: %s", strerror(errno ? errno : EIO));
}

static int finish(int code, AmbError *err)
{
    if (code >= 0 && code != AMB_EXIT_USAGE) {
        const int flushed = flush_results(err);
        if (flushed)
            code = flushed;
    }
    if (amb_interrupted() && code) {
        __fpurge(stdout);
        return AMB_EXIT_INTERRUPTED;
    }
    if (code == AMB_E_IO)
        die_of_closed_pipe();
    if (err->code)
        fprintf(stderr, "ambwalk: %s\n", err->text);
    return code < 0 ? AMB_EXIT_ERROR : code;
}

/* A stream that the caller has closed must not become the number of a file we open: what is said would end up in it.
 * Read-only, so that writing to it still fails. */
static void hold_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != fd)
            _exit(AMB_EXIT_ERROR);
}

int main(int argc, char **argv)
{
    AmbError err = AMB_ERROR_NONE;
    AmbArgs args;
    hold_streams();
    amb_interrupt_install();
    switch (amb_args_parse(&args, argc, argv, &err)) {
    case AMB_ARGS_HELP:
        amb_args_help(stdout, args.command);
        return finish(AMB_EXIT_OK, &err);
    case AMB_ARGS_VERSION:
        puts("ambwalk " AMB_VERSION);
        return finish(AMB_EXIT_OK, &err);
    case AMB_ARGS_BAD:
        return finish(AMB_EXIT_USAGE, &err);
    case AMB_ARGS_RUN:
        break;
    }
    const int bad = amb_outputs_check(&args, &err);
    return finish(bad ? bad : args.command->run(&args, &err), &err);
}
