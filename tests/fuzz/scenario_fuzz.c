/* scenario_fuzz.c - any text as a scenario: an error with a place, or a run that ends. */
#include "fuzz.h"

#include "amb/scenario.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AmbScenario *s;
    AmbError err = AMB_ERROR_NONE;
    if (amb_scenario_load(&s, (const char *)data, size, "s", &err)) {
        FUZZ_CHECK(!s && strncmp(err.text, "s:", 2) == 0);
        return 0;
    }
    FILE *const out = fopen("/dev/null", "w");
    if (out) {
        FUZZ_CHECK(amb_scenario_run(s, out, NULL) == 0);
        fclose(out);
    }
    amb_scenario_free(&s);
    return 0;
}
