/* padlib.c - game controllers for a program that knows nothing of it: preloaded, it reads what a test writes into the pipe that
 * AMB_TEST_PADS names, whenever the program asks SDL for events, and does that with SDL's virtual controllers.
 *
 *   plug NAME | pull NAME | axis NAME AXIS VALUE | button NAME BUTTON 0-or-1      (numbers as SDL_GameControllerAxis, -Button)
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <SDL.h>

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PADS_MOST = 4 };

static struct Pad {
    char name[32];
    SDL_Joystick *stick; /* NULL: free */
} pads[PADS_MOST];

/* A command that cannot be done is a test that does not test. */
static void need(int good, const char *command)
{
    if (good)
        return;
    fprintf(stderr, "padlib: %s: %s\n", command, SDL_GetError());
    abort();
}

static struct Pad *find(const char *name)
{
    for (int i = 0; i < PADS_MOST; i++)
        if (strcmp(pads[i].name, name) == 0)
            return &pads[i];
    return NULL;
}

static void plug(const char *name)
{
    struct Pad *const p = find("");
    const SDL_VirtualJoystickDesc d = {.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
                                       .type = SDL_JOYSTICK_TYPE_GAMECONTROLLER,
                                       .naxes = SDL_CONTROLLER_AXIS_MAX,
                                       .nbuttons = SDL_CONTROLLER_BUTTON_DPAD_RIGHT + 1,
                                       .vendor_id = 0x045e,
                                       .product_id = (Uint16)(0x1000 + name[0]), /* SDL names those of one product alike */
                                       .button_mask = 0x7fff,
                                       .axis_mask = 0x3f,
                                       .name = name};
    const int device = p ? SDL_JoystickAttachVirtualEx(&d) : -1;
    need(device >= 0, "plug");
    p->stick = SDL_JoystickOpen(device);
    need(p->stick != NULL, "open");
    snprintf(p->name, sizeof p->name, "%s", name);
}

static void pull(struct Pad *p)
{
    const SDL_JoystickID id = SDL_JoystickInstanceID(p->stick);
    for (int i = 0; i < SDL_NumJoysticks(); i++)
        if (SDL_JoystickGetDeviceInstanceID(i) == id) {
            need(SDL_JoystickDetachVirtual(i) == 0, "pull");
            break;
        }
    SDL_JoystickClose(p->stick);
    *p = (struct Pad){0};
}

static void obey(const char *line)
{
    char what[16], name[32];
    int which = 0, value = 0;
    const int n = sscanf(line, "%15s %31s %d %d", what, name, &which, &value);
    struct Pad *const p = n >= 2 ? find(name) : NULL;
    if (n == 2 && strcmp(what, "plug") == 0)
        plug(name);
    else if (p && n == 2 && strcmp(what, "pull") == 0)
        pull(p);
    else if (p && n == 4 && strcmp(what, "axis") == 0)
        need(SDL_JoystickSetVirtualAxis(p->stick, which, (Sint16)value) == 0, line);
    else if (p && n == 4 && strcmp(what, "button") == 0)
        need(SDL_JoystickSetVirtualButton(p->stick, which, (Uint8)value) == 0, line);
    else
        need(0, line);
}

static void listen(void)
{
    static int fd = -1;
    static char line[128];
    static size_t n;
    if (fd < 0)
        fd = open(getenv("AMB_TEST_PADS"), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    for (char c; read(fd, &c, 1) == 1;) {
        line[n++] = c;
        if (c != '\n' && n < sizeof line - 1)
            continue;
        line[n - 1] = '\0';
        n = 0;
        obey(line);
    }
}

/* ---- in the place of SDL's own ---- */

int SDL_PollEvent(SDL_Event *e)
{
    static int (*next)(SDL_Event *);
    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "SDL_PollEvent");
    listen();
    return next(e);
}

int SDL_WaitEventTimeout(SDL_Event *e, int ms)
{
    static int (*next)(SDL_Event *, int);
    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "SDL_WaitEventTimeout");
    listen();
    return next(e, ms);
}
