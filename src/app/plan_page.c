/* plan_page.c - see plan_page.h */
#include "plan_page.h"

#include "amb/json_out.h"
#include "amb/num.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SURE 0.95
#define WORTH_TELLING 0.1

/* ---- text ---- */

static void put_place(FILE *f, const char *label, const AmbPlace *at)
{
    char loc[AMB_LOC_TEXT], x[AMB_NUM_TEXT], y[AMB_NUM_TEXT];
    fprintf(f, "%-10s%s\n%-10sworld %s %s\n", label, amb_place_loc_text(loc, at), "", amb_fixed_text(x, at->x_m, 1), amb_fixed_text(y, at->y_m, 1));
}

static void put_lengths(FILE *f, const char *title)
{
    fprintf(f, "\n%-72s", title);
    for (int i = 0; i < AMB_CMP_PLAN_LENGTHS; i++)
        fprintf(f, "%5.0f min", amb_cmp_plan_minutes[i]);
    fputc('\n', f);
}

static void put_sound(FILE *f, const AmbCmpPlanSound *s)
{
    char what[40] = "silent here", line[80], n[AMB_NUM_TEXT];
    if (s->audible && s->constant)
        snprintf(what, sizeof what, "constant, %d dB", s->level_db);
    else if (s->audible)
        snprintf(what, sizeof what, "intermittent%s", s->in_cell ? ", in this cell" : "");
    snprintf(line, sizeof line, "  %-30.30s %s", s->name, what);
    if (!s->audible) {
        fprintf(f, "%s\n", line);
        return;
    }
    fprintf(f, "%-72s", line);
    for (int i = 0; i < AMB_CMP_PLAN_LENGTHS; i++)
        fprintf(f, "%9s", amb_fixed_text(n, s->events[i], s->events[i] < 9.95));
    fputc('\n', f);
}

static void put_chance(FILE *f, double p)
{
    char text[16];
    if (isnan(p))
        snprintf(text, sizeof text, "?");
    else if (p >= SURE || p <= 1 - SURE)
        snprintf(text, sizeof text, p >= SURE ? "yes" : "no");
    else
        snprintf(text, sizeof text, "%.0f %%", 100 * p);
    fprintf(f, "%9s", text);
}

static void put_fault(FILE *f, const AmbCmpPlanFault *x)
{
    fprintf(f, "  %-17s %-52s", x->name, x->title);
    for (int i = 0; i < AMB_CMP_PLAN_LENGTHS; i++)
        put_chance(f, x->found[i]);
    fputc('\n', f);
    if (*x->why)
        fprintf(f, "  %-17s %s\n", "", x->why);
}

static const char *compass(double deg)
{
    static const char *const names[] = {"north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"};
    return names[(int)floor(deg / 45 + 0.5) % 8];
}

/* The length at which a place gains most on a fault, and how much. */
static double gain_on(const AmbPlanPage *p, const AmbPlanPlace *b, size_t fault, int *length)
{
    double most = WORTH_TELLING;
    for (int k = 0; k < AMB_CMP_PLAN_LENGTHS; k++) {
        const double gain = b->found[fault][k] - p->plan->faults[fault].found[k];
        if (gain > most) {
            most = gain;
            *length = k;
        }
    }
    return most;
}

/* What it finds sooner: the three faults that gain most. */
static void put_gains(FILE *f, const AmbPlanPage *p, const AmbPlanPlace *b)
{
    bool told[AMB_CMP_PLAN_FAULTS] = {false};
    for (int n = 0; n < 3; n++) {
        size_t best = AMB_CMP_PLAN_FAULTS;
        double most = WORTH_TELLING;
        int length = 0, at = 0;
        for (size_t i = 0; i < p->plan->n_faults; i++) {
            const double gain = told[i] ? 0 : gain_on(p, b, i, &at);
            if (gain > most) {
                most = gain;
                best = i;
                length = at;
            }
        }
        if (best == AMB_CMP_PLAN_FAULTS)
            return;
        told[best] = true;
        fprintf(f, "%-10s%s in %.0f minutes: %.0f %% instead of %.0f %%\n", "", p->plan->faults[best].name, amb_cmp_plan_minutes[length],
                100 * b->found[best][length], 100 * p->plan->faults[best].found[length]);
    }
}

static void put_better(FILE *f, const AmbPlanPage *p)
{
    if (!p->n_better) {
        fprintf(f, "\nNo place within %d landblock%s promises more.\n", p->radius, p->radius == 1 ? "" : "s");
        return;
    }
    fprintf(f, "\nBetter places within %d landblock%s\n", p->radius, p->radius == 1 ? "" : "s");
    for (size_t i = 0; i < p->n_better; i++) {
        const AmbPlanPlace *const b = &p->better[i];
        const double east = b->at.x_m - p->at.x_m, north = b->at.y_m - p->at.y_m;
        char label[32];
        snprintf(label, sizeof label, "  %zu", i + 1);
        put_place(f, label, &b->at);
        fprintf(f, "%-10s%.0f m to the %s; %zu intermittent sound%s in the cell; finds %zu, %zu and %zu faults\n", "", hypot(east, north),
                compass(amb_place_heading_deg(east, north)), b->in_cell, b->in_cell == 1 ? "" : "s", b->decides[0], b->decides[1], b->decides[2]);
        put_gains(f, p, b);
    }
}

static void put_here(FILE *f, const AmbCmpPlan *plan)
{
    char voices[AMB_NUM_TEXT];
    fprintf(f, "%-10sIn 2 minutes here a comparison finds %zu of %zu faults, in 15 minutes %zu, in 40 minutes %zu.\n", "",
            amb_cmp_plan_decides(plan, 0), plan->n_faults, amb_cmp_plan_decides(plan, 1), amb_cmp_plan_decides(plan, 2));
    fprintf(f, "%-10s%zu intermittent sound%s in this cell (two or more are good); %s voices at once on average.\n", "", plan->n_in_cell,
            plan->n_in_cell == 1 ? " is" : "s are", amb_fixed_text(voices, plan->voices, 1));
    put_lengths(f, "Sounds, and how often each is heard in");
    for (size_t i = 0; i < plan->n_sounds; i++)
        put_sound(f, &plan->sounds[i]);
    put_lengths(f, "Faults, and whether standing still would find them in");
    for (size_t i = 0; i < plan->n_faults; i++)
        put_fault(f, &plan->faults[i]);
}

void amb_plan_text(FILE *f, const AmbPlanPage *p)
{
    fprintf(f, "%-10s%s\n", "region", p->region);
    put_place(f, "here", &p->at);
    if (p->plan->n_sounds)
        put_here(f, p->plan);
    else
        fprintf(f, "%-10sNothing is heard here.\n", "");
    put_better(f, p);
}

/* ---- JSON ---- */

static void json_place(AmbJson *j, const AmbPlace *at)
{
    char loc[AMB_LOC_TEXT];
    amb_json_text(j, "loc", amb_place_loc_text(loc, at));
    amb_json_f64_short(j, "x", at->x_m);
    amb_json_f64_short(j, "y", at->y_m);
    amb_json_f64_short(j, "heading", at->heading_deg);
}

static void json_numbers(AmbJson *j, const char *key, const double v[AMB_CMP_PLAN_LENGTHS])
{
    amb_json_flat_array(j, key);
    for (int i = 0; i < AMB_CMP_PLAN_LENGTHS; i++)
        if (isnan(v[i]))
            amb_json_text(j, NULL, NULL);
        else
            amb_json_f64_short(j, NULL, round(v[i] * 1e6) / 1e6);
    amb_json_close(j);
}

static void json_sound(AmbJson *j, const AmbCmpPlanSound *s)
{
    amb_json_object(j, NULL);
    amb_json_text(j, "name", s->name);
    amb_json_text(j, "kind", s->constant ? "constant" : "intermittent");
    amb_json_bool(j, "audible", s->audible);
    if (s->constant && s->audible)
        amb_json_int(j, "db", s->level_db);
    if (!s->constant)
        amb_json_bool(j, "in_cell", s->in_cell);
    json_numbers(j, "events", s->events);
    amb_json_close(j);
}

static void json_fault(AmbJson *j, const AmbCmpPlanFault *x)
{
    amb_json_object(j, NULL);
    amb_json_text(j, "name", x->name);
    amb_json_text(j, "title", x->title);
    json_numbers(j, "found", x->found);
    if (*x->why)
        amb_json_text(j, "why_not", x->why);
    amb_json_close(j);
}

static void json_better(AmbJson *j, const AmbPlanPage *p, const AmbPlanPlace *b)
{
    const double east = b->at.x_m - p->at.x_m, north = b->at.y_m - p->at.y_m;
    amb_json_object(j, NULL);
    json_place(j, &b->at);
    amb_json_f64_short(j, "distance", round(hypot(east, north) * 10) / 10);
    amb_json_f64_short(j, "bearing", round(amb_place_heading_deg(east, north) * 10) / 10);
    amb_json_uint(j, "in_cell", b->in_cell);
    amb_json_flat_array(j, "decides");
    for (int i = 0; i < AMB_CMP_PLAN_LENGTHS; i++)
        amb_json_uint(j, NULL, b->decides[i]);
    amb_json_close(j);
    amb_json_close(j);
}

void amb_plan_json(FILE *f, const AmbPlanPage *p)
{
    AmbJson j;
    amb_json_begin(&j, f, 2);
    amb_json_object(&j, NULL);
    amb_json_text(&j, "region", p->region);
    amb_json_object(&j, "place");
    json_place(&j, &p->at);
    amb_json_close(&j);
    json_numbers(&j, "minutes", amb_cmp_plan_minutes);
    amb_json_uint(&j, "in_cell", p->plan->n_in_cell);
    amb_json_flat_array(&j, "decides");
    for (int i = 0; i < AMB_CMP_PLAN_LENGTHS; i++)
        amb_json_uint(&j, NULL, amb_cmp_plan_decides(p->plan, i));
    amb_json_close(&j);
    amb_json_f64_short(&j, "voices", p->plan->voices);
    amb_json_array(&j, "sounds");
    for (size_t i = 0; i < p->plan->n_sounds; i++)
        json_sound(&j, &p->plan->sounds[i]);
    amb_json_close(&j);
    amb_json_array(&j, "faults");
    for (size_t i = 0; i < p->plan->n_faults; i++)
        json_fault(&j, &p->plan->faults[i]);
    amb_json_close(&j);
    amb_json_array(&j, "better");
    for (size_t i = 0; i < p->n_better; i++)
        json_better(&j, p, &p->better[i]);
    amb_json_close(&j);
    amb_json_close(&j);
}
