/* demo_places.h - places of the demo where two kinds of land and more are heard, as assets/demo/README.md names them. */
#ifndef AMB_TESTS_DEMO_PLACES_H
#define AMB_TESTS_DEMO_PLACES_H

#define DEMO_PLACES 10

static const struct { const char *name, *at; } demo_places[DEMO_PLACES] = {
    {"start", "0x7F810016 [61.4 140.2 14.6]"},      {"brook", "0x7F810028 [108 175.2 13.6]"},
    {"town square", "0x7E810029 [120 0 18]"},       {"foot of the waterfall", "0x7E820015 [57.6 100.8 51.2]"},
    {"smithy", "0x7E800017 [57.6 153.6 18]"},       {"orchard", "0x7F800016 [48 120 22]"},
    {"marsh", "0x81810009 [24 0 2]"},               {"reeds", "0x81810024 [103.2 72 2]"},
    {"western beach", "0x7B7F0020 [86.4 180 0]"},   {"gull rocks", "0x8282002B [132 48 1]"},
};

#endif
