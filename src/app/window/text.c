/* text.c - appending pieces to a line. */
#include "text.h"

#include "amb/num.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *amb_text(AmbText *t, const char *s)
{
    const size_t room = sizeof t->s - 1 - t->n, n = strlen(s);
    const size_t take = n < room ? n : room;
    memcpy(t->s + t->n, s, take);
    t->n += take;
    t->s[t->n] = 0;
    return t->s;
}

const char *amb_text_real(AmbText *t, double v, int decimals)
{
    char buf[AMB_NUM_TEXT];
    amb_fixed_text(buf, fabs(v), decimals);
    /* no minus before a zero */
    if (v < 0 && strspn(buf, "0.") != strlen(buf))
        amb_text(t, AMB_MINUS);
    return amb_text(t, buf);
}

const char *amb_text_int(AmbText *t, int64_t v)
{
    char buf[32];
    snprintf(buf, sizeof buf, "%s%" PRIu64, v < 0 ? AMB_MINUS : "", v < 0 ? 0 - (uint64_t)v : (uint64_t)v);
    return amb_text(t, buf);
}

const char *amb_text_hex(AmbText *t, uint32_t v, int digits)
{
    char buf[16];
    snprintf(buf, sizeof buf, "%0*" PRIX32, digits, v);
    return amb_text(t, buf);
}

const char *amb_text_db(AmbText *t, double db)
{
    amb_text_real(t, db, floor(db) == db ? 0 : 1);
    return amb_text(t, " dB");
}

const char *amb_text_clock(AmbText *t, double seconds)
{
    const int64_t tenths = (int64_t)floor(fmax(seconds, 0) * 10);
    char buf[40];
    const int64_t h = tenths / 36000, m = tenths / 600 % 60, s = tenths / 10 % 60;
    if (h)
        snprintf(buf, sizeof buf, "%" PRId64 ":%02d:%02d.%d", h, (int)m, (int)s, (int)(tenths % 10));
    else
        snprintf(buf, sizeof buf, "%d:%02d.%d", (int)m, (int)s, (int)(tenths % 10));
    return amb_text(t, buf);
}
