/* painter.c - one thread, one lock: wishes go in, finished tiles come out.  Tiles are painted outside the lock. */
#include "painter.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define NICE 5 /* whoever makes sound goes first */

typedef struct Done { AmbTileAt at; uint32_t *pixels; } Done;

struct AmbPainter {
    pthread_t thread;
    AmbMapLand *land; /* of the thread */
    pthread_mutex_t lock;
    pthread_cond_t wished, finished;
    /* under the lock */
    AmbTileLook look;
    AmbTileAt *wanted; /* not begun */
    Done *done;
    size_t n_wanted, n_done, cap; /* both have room for a whole wish */
    AmbTileAt busy_at;
    bool busy, dropped, stop;
};

bool amb_tile_look_same(const AmbTileLook *a, const AmbTileLook *b)
{
    return a->zoom == b->zoom && a->layers.shading == b->layers.shading && a->layers.grid == b->layers.grid &&
           a->layers.roads == b->layers.roads;
}

static bool same_place(AmbTileAt a, AmbTileAt b)
{
    return a.tx == b.tx && a.ty == b.ty;
}

/* ---- the thread ---- */

static bool still_wanted(void *user)
{
    AmbPainter *const p = user;
    pthread_mutex_lock(&p->lock);
    const bool yes = !p->stop && !p->dropped;
    pthread_mutex_unlock(&p->lock);
    return yes;
}

/* The next wish; false: the end. */
static bool begin(AmbPainter *p, AmbTileLook *look)
{
    pthread_mutex_lock(&p->lock);
    while (!p->stop && p->n_wanted == 0)
        pthread_cond_wait(&p->wished, &p->lock);
    const bool go = !p->stop;
    if (go) {
        *look = p->look;
        p->busy_at = p->wanted[0];
        p->busy = true;
        p->dropped = false;
        memmove(p->wanted, p->wanted + 1, --p->n_wanted * sizeof *p->wanted);
    }
    pthread_mutex_unlock(&p->lock);
    return go;
}

static void end(AmbPainter *p, uint32_t *pixels)
{
    pthread_mutex_lock(&p->lock);
    if (pixels && !p->dropped && p->n_done < p->cap)
        p->done[p->n_done++] = (Done){p->busy_at, pixels};
    else
        free(pixels);
    p->busy = false;
    pthread_cond_signal(&p->finished);
    pthread_mutex_unlock(&p->lock);
}

static void *work(void *user)
{
    AmbPainter *const p = user;
    AmbTileLook look;
    setpriority(PRIO_PROCESS, 0, NICE); /* 0: Linux takes it for this thread alone */
    while (begin(p, &look)) {
        uint32_t *pixels = malloc(AMB_TILE * AMB_TILE * sizeof *pixels);
        if (pixels && !amb_tile_paint(pixels, p->land, &look, p->busy_at, still_wanted, p)) {
            free(pixels);
            pixels = NULL;
        }
        end(p, pixels);
    }
    return NULL;
}

/* ---- its owner ---- */

AmbPainter *amb_painter_create(AmbMapLand **land)
{
    AmbPainter *const p = *land ? calloc(1, sizeof *p) : NULL;
    if (!p) {
        amb_map_land_free(land);
        return NULL;
    }
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->wished, NULL);
    pthread_cond_init(&p->finished, &monotonic);
    pthread_condattr_destroy(&monotonic);
    p->land = *land;
    *land = NULL;
    if (pthread_create(&p->thread, NULL, work, p) == 0)
        return p;
    amb_map_land_free(&p->land);
    free(p);
    return NULL;
}

void amb_painter_free(AmbPainter **painter)
{
    AmbPainter *const p = *painter;
    *painter = NULL;
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->stop = true;
    pthread_cond_signal(&p->wished);
    pthread_mutex_unlock(&p->lock);
    pthread_join(p->thread, NULL);
    for (size_t i = 0; i < p->n_done; i++)
        free(p->done[i].pixels);
    free(p->done);
    free(p->wanted);
    amb_map_land_free(&p->land);
    pthread_cond_destroy(&p->wished);
    pthread_cond_destroy(&p->finished);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

static bool reserve(AmbPainter *p, size_t n)
{
    if (n <= p->cap)
        return true;
    AmbTileAt *const wanted = realloc(p->wanted, n * sizeof *wanted);
    if (wanted)
        p->wanted = wanted;
    Done *const done = realloc(p->done, n * sizeof *done);
    if (done)
        p->done = done;
    if (wanted && done)
        p->cap = n;
    return wanted && done;
}

static bool is_listed(const AmbTileAt *tiles, size_t n, AmbTileAt at)
{
    for (size_t i = 0; i < n; i++)
        if (same_place(tiles[i], at))
            return true;
    return false;
}

static bool is_done(const AmbPainter *p, AmbTileAt at)
{
    for (size_t i = 0; i < p->n_done; i++)
        if (same_place(p->done[i].at, at))
            return true;
    return false;
}

static void drop_done(AmbPainter *p, const AmbTileAt *tiles, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < p->n_done; i++)
        if (is_listed(tiles, n, p->done[i].at))
            p->done[kept++] = p->done[i];
        else
            free(p->done[i].pixels);
    p->n_done = kept;
}

void amb_painter_wish(AmbPainter *p, const AmbTileLook *look, const AmbTileAt *tiles, size_t n)
{
    pthread_mutex_lock(&p->lock);
    n = reserve(p, n) ? n : 0;
    const bool same = amb_tile_look_same(look, &p->look);
    p->look = *look;
    drop_done(p, tiles, same ? n : 0);
    if (p->busy)
        p->dropped = p->dropped || !same || !is_listed(tiles, n, p->busy_at);
    p->n_wanted = 0;
    for (size_t i = 0; i < n; i++)
        if (!is_done(p, tiles[i]) && !(p->busy && !p->dropped && same_place(tiles[i], p->busy_at)))
            p->wanted[p->n_wanted++] = tiles[i];
    if (p->n_wanted)
        pthread_cond_signal(&p->wished);
    pthread_mutex_unlock(&p->lock);
}

uint32_t *amb_painter_take(AmbPainter *p, AmbTileAt *at)
{
    uint32_t *pixels = NULL;
    pthread_mutex_lock(&p->lock);
    if (p->n_done) {
        *at = p->done[--p->n_done].at;
        pixels = p->done[p->n_done].pixels;
    }
    pthread_mutex_unlock(&p->lock);
    return pixels;
}

bool amb_painter_wait(AmbPainter *p, double most_s)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)most_s;
    until.tv_nsec += (long)((most_s - (double)(time_t)most_s) * 1e9);
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    int code = 0;
    pthread_mutex_lock(&p->lock);
    while ((p->busy || p->n_wanted) && code == 0)
        code = pthread_cond_timedwait(&p->finished, &p->lock, &until);
    const bool all = !p->busy && !p->n_wanted;
    pthread_mutex_unlock(&p->lock);
    return all;
}
