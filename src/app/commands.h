/* commands.h - the commands of the table in main.c; each returns an exit code, or AMB_E_* with err set. */
#ifndef AMB_APP_COMMANDS_H
#define AMB_APP_COMMANDS_H

#include "args.h"

int amb_cmd_walk(const AmbArgs *a, AmbError *err);
int amb_cmd_render(const AmbArgs *a, AmbError *err);
int amb_cmd_trace(const AmbArgs *a, AmbError *err);
int amb_cmd_state(const AmbArgs *a, AmbError *err);
int amb_cmd_inspect(const AmbArgs *a, AmbError *err);
int amb_cmd_export(const AmbArgs *a, AmbError *err);
int amb_cmd_pack(const AmbArgs *a, AmbError *err);
int amb_cmd_lint(const AmbArgs *a, AmbError *err);
int amb_cmd_new(const AmbArgs *a, AmbError *err);
int amb_cmd_compare(const AmbArgs *a, AmbError *err);
int amb_cmd_plan(const AmbArgs *a, AmbError *err); /* compare --plan */
int amb_cmd_diff(const AmbArgs *a, AmbError *err);
int amb_cmd_devices(const AmbArgs *a, AmbError *err);
int amb_cmd_bench(const AmbArgs *a, AmbError *err);

#endif
