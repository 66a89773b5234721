/* cmd_devices.c - `ambwalk devices`: the sound devices by the names that --device takes. */
#include "commands.h"

#include "amb/drain.h"
#include "amb/json_out.h"

#include <string.h>

static void put_text(const char *driver, const AmbDrainDevices *d)
{
    printf("%s%s%s%s\n", driver, d->server[0] ? " (" : "", d->server, d->server[0] ? ")" : "");
    for (size_t i = 0; i < d->n; i++)
        printf("  %s\n", d->names[i]);
    if (!d->n)
        puts("  no device");
}

static void put_json(AmbJson *j, const char *driver, const AmbDrainDevices *d)
{
    amb_json_object(j, NULL);
    amb_json_text(j, "audio", driver);
    amb_json_text(j, "server", d->server);
    amb_json_array(j, "devices");
    for (size_t i = 0; i < d->n; i++)
        amb_json_text(j, NULL, d->names[i]);
    amb_json_close(j);
    amb_json_close(j);
}

/* A driver that cannot say has no devices: one line about why, and on with the others. */
static void ask(const char *driver, AmbDrainDevices *d)
{
    AmbError why = AMB_ERROR_NONE;
    memset(d, 0, sizeof *d);
    if (amb_drain_devices(d, driver, &why))
        fprintf(stderr, "ambwalk: note: %s\n", why.text);
}

int amb_cmd_devices(const AmbArgs *a, AmbError *err)
{
    (void)err;
    AmbJson j;
    if (a->json) {
        amb_json_begin(&j, stdout, 2);
        amb_json_array(&j, NULL);
    }
    for (size_t i = 0; amb_drain_driver(i); i++) {
        const char *const driver = amb_drain_driver(i);
        AmbDrainDevices d;
        if (strcmp(driver, "none") == 0)
            continue;
        ask(driver, &d);
        if (a->json)
            put_json(&j, driver, &d);
        else
            put_text(driver, &d);
        amb_drain_devices_free(&d);
    }
    if (a->json)
        amb_json_close(&j);
    return AMB_EXIT_OK;
}
