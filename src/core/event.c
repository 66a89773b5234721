/* event.c - names of outcomes. */
#include "amb/event.h"

static const char *const names[AMB_OUTCOME_COUNT] = {
    "played", "chance", "nosound", "prob", "volmin", "novoice", "undecodable", "unarm",
};

const char *amb_outcome_name(AmbOutcome o)
{
    return (unsigned)o < AMB_OUTCOME_COUNT ? names[o] : "?";
}
