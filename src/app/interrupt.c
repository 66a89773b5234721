/* interrupt.c - signals become a flag that loops look at; writes fail with an error instead of killing the program. */
#include "interrupt.h"

#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#define NUDGE_US 50000

#define ONE_ASKING_S 0.5 /* signals this close together are one wish: `timeout` sends its signal to the process and to its group */

static volatile sig_atomic_t stop_asked;
static struct timespec asked_at; /* of the first; written before stop_asked is, read by handlers only */

static void wake(int signum)
{
    (void)signum;
}

static double seconds_since_asked(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - asked_at.tv_sec) + 1e-9 * (double)(now.tv_nsec - asked_at.tv_nsec);
}

/* One signal wakes one write to a full pipe, but the stream may try again before the loop sees the flag: keep waking.
 */
static void ask_to_stop(int signum)
{
    if (stop_asked && seconds_since_asked() > ONE_ASKING_S) { /* asked again: at once, whatever is left behind */
        signal(signum, SIG_DFL);
        raise(signum);
        return;
    }
    if (!stop_asked)
        clock_gettime(CLOCK_MONOTONIC, &asked_at);
    stop_asked = 1;
    const struct itimerval nudge = {{0, NUDGE_US}, {0, NUDGE_US}};
    setitimer(ITIMER_REAL, &nudge, NULL);
}

void amb_interrupt_install(void)
{
    struct sigaction sa;
    memset(&sa, 0, sizeof sa);
    static const int asks[] = {SIGINT, SIGTERM, SIGHUP};
    sigemptyset(&sa.sa_mask);
    for (size_t i = 0; i < sizeof asks / sizeof asks[0]; i++)
        sigaddset(&sa.sa_mask, asks[i]); /* one at a time */
    sa.sa_handler = ask_to_stop;
    sa.sa_flags = 0; /* no SA_RESTART: a write to a full pipe must come back */
    for (size_t i = 0; i < sizeof asks / sizeof asks[0]; i++) {
        struct sigaction old;
        if (sigaction(asks[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) /* nohup stays nohup */
            sigaction(asks[i], &sa, NULL);
    }
    sa.sa_handler = wake;
    sa.sa_flags = 0;
    sigaction(SIGALRM, &sa, NULL);
    /* A closed pipe and the file size limit are errors of the write, so that temporary files are removed. */
    sa.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &sa, NULL);
    sigaction(SIGXFSZ, &sa, NULL);
}

bool amb_interrupted(void)
{
    return stop_asked != 0;
}

const volatile sig_atomic_t *amb_interrupt_flag(void)
{
    return &stop_asked;
}

int amb_interrupt_check(AmbError *err)
{
    return amb_interrupted() ? amb_error(err, AMB_E_INTERRUPTED, "interrupted") : AMB_OK;
}
