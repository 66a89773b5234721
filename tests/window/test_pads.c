/* test_pads.c - what a game controller does in the window, through SDL's own virtual ones; how they come and go: live_pads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/program.h"
#include "rig.h"
#include "steps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- a controller ---- */

/* SDL's way to make one: axes and buttons in the order of SDL_GameControllerAxis and ...Button. */
static int plug_in(const char *name)
{
    SDL_VirtualJoystickDesc d = {.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
                                 .type = SDL_JOYSTICK_TYPE_GAMECONTROLLER,
                                 .naxes = SDL_CONTROLLER_AXIS_MAX,
                                 .nbuttons = 15,
                                 .vendor_id = 0x045e,
                                 .product_id = 0x028e,
                                 .button_mask = 0x7fff,
                                 .axis_mask = 0x3f,
                                 .name = name};
    const int device = SDL_JoystickAttachVirtualEx(&d);
    assert_true(device >= 0);
    return device;
}

static SDL_Joystick *stick_of(const Rig *r, int i)
{
    return SDL_GameControllerGetJoystick(r->w->pads.open[i]);
}

static void push(const Rig *r, int pad, SDL_GameControllerAxis axis, double part)
{
    assert_int_equal(SDL_JoystickSetVirtualAxis(stick_of(r, pad), axis, (Sint16)(part * 32767)), 0);
}

static void button(const Rig *r, int pad, SDL_GameControllerButton b, bool down)
{
    assert_int_equal(SDL_JoystickSetVirtualButton(stick_of(r, pad), b, down), 0);
}

static void click(Rig *r, SDL_GameControllerButton b)
{
    button(r, 0, b, true);
    rig_run(r, 0.05);
    button(r, 0, b, false);
    rig_run(r, 0.05);
}

static size_t steps_at(const Step *s, size_t n, double speed_mps)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        found += fabs(s[i].speed_mps - speed_mps) < 0.05; /* the log's floats lie 15 um apart here */
    return found;
}

/* ---- pure parts ---- */

static void test_a_stick_has_a_dead_middle_and_a_full_rim(void **state)
{
    (void)state;
    double right, up;
    amb_pad_stick(6000, -2500, &right, &up); /* a worn stick at rest */
    assert_true(right == 0 && up == 0);
    amb_pad_stick(0, -32768, &right, &up);
    assert_true(right == 0 && up == 1);
    amb_pad_stick(-31500, 0, &right, &up);
    assert_true(right == -1 && up == 0);
    /* no leap at the edge of the middle, and the direction is kept */
    amb_pad_stick(6560, 0, &right, &up);
    assert_true(right > 0 && right < 0.01);
    for (int deg = 0; deg < 360; deg += 7) {
        const double a = deg * M_PI / 180;
        amb_pad_stick((int)lround(20000 * sin(a)), (int)lround(-20000 * cos(a)), &right, &up);
        assert_true(fabs(hypot(right, up) - 0.5471) < 0.001);
        assert_true(fabs(remainder(atan2(right, up) - a, 2 * M_PI)) < 0.001);
    }
}

static void test_every_row_is_named_and_says_what_it_does(void **state)
{
    (void)state;
    static const SDL_GameControllerType types[] = {SDL_CONTROLLER_TYPE_UNKNOWN, SDL_CONTROLLER_TYPE_PS4};
    for (int i = 0; i < amb_n_pad_rows; i++) {
        assert_non_null(amb_key_of(amb_pad_rows[i].action, 0)); /* nothing that a key cannot do */
        for (size_t t = 0; t < sizeof types / sizeof types[0]; t++)
            assert_true(*amb_pad_name(&amb_pad_rows[i], types[t]));
        assert_true(*amb_pad_text(&amb_pad_rows[i]));
        if (amb_pad_rows[i].control == AMB_PAD_BUTTON)
            assert_ptr_equal(amb_pad_find(amb_pad_rows[i].button), &amb_pad_rows[i]); /* none twice */
    }
    assert_string_equal(amb_pad_name(amb_pad_find(SDL_CONTROLLER_BUTTON_A), SDL_CONTROLLER_TYPE_PS5), "cross");
    assert_null(amb_pad_find(SDL_CONTROLLER_BUTTON_GUIDE));
}

/* ---- in the window ---- */

static const char *overlay_text(const Rig *r, const char *text)
{
    const AmbDrawList *const l = &r->w->lists[AMB_OVER];
    for (size_t i = 0; i < l->n; i++)
        if (l->draws[i].shape == AMB_SHAPE_TEXT && strcmp(amb_drawlist_text(l, &l->draws[i]), text) == 0)
            return text;
    return NULL;
}

/* The saved walk gives the same attempts, to the byte: of the live log only the lines of input are its own. */
static void expect_same_attempts(const char *live, const char *walk)
{
    Said t = RUN("trace", "--walk", walk, "--seed", RIG_SEED);
    assert_int_equal(t.exit_code, 0);
    const char *b = strchr(t.out, '\n') + 1;
    int same = 0;
    for (const char *a = strchr(live, '\n') + 1, *end; *a; a = end) {
        end = strchr(a, '\n') + 1;
        if (strncmp(a, "{\"ev\":\"input\"", 13) == 0)
            continue;
        if (strncmp(a, b, (size_t)(end - a)) != 0)
            fail_msg("walked:   %.*ssaved as: %.*s", (int)(end - a), a, (int)strcspn(b, "\n"), b);
        b += end - a;
        same++;
    }
    assert_int_equal(*b, 0);
    assert_true(same > 10);
    said_free(&t);
}

/* Pushed half way, pulled while held: half speed, then standing; what was walked is walked again by a replay. */
static void test_a_stick_walks_and_its_walk_is_replayed(void **state)
{
    (void)state;
    Rig r;
    rig_open(&r, 1440, 900, in_scratch("pad.jsonl"), in_scratch("pad.walk"));
    const int device = plug_in("Test pad");
    rig_run(&r, 0.1);
    assert_int_equal(r.w->pads.n, 1);
    assert_non_null(strstr(r.w->screen.toast, "Test pad"));
    push(&r, 0, SDL_CONTROLLER_AXIS_LEFTY, -0.575); /* the middle between dead and full */
    rig_run(&r, 0.4);
    push(&r, 0, SDL_CONTROLLER_AXIS_LEFTX, 1);
    push(&r, 0, SDL_CONTROLLER_AXIS_RIGHTX, -1);
    button(&r, 0, SDL_CONTROLLER_BUTTON_LEFTSHOULDER, true);
    rig_run(&r, 0.4);
    assert_true(r.w->model.speed_mps > 7.9);
    SDL_JoystickDetachVirtual(device);
    rig_run(&r, 0.4);
    assert_int_equal(r.w->pads.n, 0);
    assert_true(r.w->model.speed_mps == 0);
    rig_close(&r);
    static Step steps[600];
    const size_t n = steps_of(in_scratch("pad.jsonl"), steps, 600);
    assert_true(steps_at(steps, n, AMB_WALK_MPS / 2) >= 10);
    assert_true(steps_at(steps, n, AMB_RUN_MPS) >= 10);
    size_t turning = 0;
    for (size_t i = 0; i < n; i++)
        turning += fabs(steps[i].turn_dps + AMB_TURN_DPS) < 0.1;
    assert_true(turning >= 10);
    assert_true(steps[n - 1].speed_mps == 0 && steps[n - 1].turn_dps == 0);
    /* the same frames, the same draws: the replay's log is this one */
    Said s = RUN("render", "--replay", in_scratch("pad.jsonl"), "-o", "/dev/null", "--log", in_scratch("again.jsonl"));
    expect_fine(&s);
    size_t a, b;
    char *const first = read_file(in_scratch("pad.jsonl"), &a), *const again = read_file(in_scratch("again.jsonl"), &b);
    assert_string_equal(first, again);
    free(again);
    expect_same_attempts(first, in_scratch("pad.walk"));
    free(first);
}

static void test_buttons_do_what_their_rows_say(void **state)
{
    (void)state;
    Rig r;
    rig_open(&r, 1440, 900, NULL, NULL);
    AmbScreen *const s = &r.w->screen;
    plug_in("Test pad");
    rig_run(&r, 0.1);
    click(&r, SDL_CONTROLLER_BUTTON_DPAD_DOWN);
    assert_int_equal(s->selected, 0);
    click(&r, SDL_CONTROLLER_BUTTON_A);
    assert_true(r.w->model.sounds[0].muted);
    click(&r, SDL_CONTROLLER_BUTTON_X);
    assert_true(r.w->model.sounds[0].soloed);
    click(&r, SDL_CONTROLLER_BUTTON_DPAD_LEFT);
    assert_true(fabsf(r.w->model.at.slider - 0.95f) < 1e-6f);
    click(&r, SDL_CONTROLLER_BUTTON_START);
    assert_true(r.w->model.paused);
    click(&r, SDL_CONTROLLER_BUTTON_START);
    click(&r, SDL_CONTROLLER_BUTTON_BACK);
    assert_int_equal(s->help, AMB_PAGE_PADS);
    assert_non_null(overlay_text(&r, "pad down"));
    assert_non_null(overlay_text(&r, "LB / RB"));
    click(&r, SDL_CONTROLLER_BUTTON_B);
    assert_int_equal(s->help, AMB_PAGE_NONE);
    rig_press(SDL_SCANCODE_F1, 0); /* the keys, then the controller, then nothing */
    rig_run(&r, 0.05);
    assert_int_equal(s->help, AMB_PAGE_KEYS);
    assert_non_null(overlay_text(&r, "F1 controller" AMB_DOT "Esc closes"));
    rig_press(SDL_SCANCODE_F1, 0);
    rig_run(&r, 0.05);
    assert_non_null(overlay_text(&r, "LB / RB"));
    SDL_JoystickDetachVirtual(0);
    rig_run(&r, 0.05);
    assert_int_equal(s->help, AMB_PAGE_NONE);
    rig_close(&r);
}

/* While a place is typed a stick does nothing, nor while another window is in front; what is held then walks afterwards. */
static void test_sticks_rest_while_typing_and_elsewhere(void **state)
{
    (void)state;
    Rig r;
    rig_open(&r, 1440, 900, NULL, NULL);
    plug_in("Test pad");
    rig_run(&r, 0.1);
    push(&r, 0, SDL_CONTROLLER_AXIS_LEFTY, -1);
    rig_run(&r, 0.1);
    assert_true(r.w->model.speed_mps > 0);
    rig_press(SDL_SCANCODE_G, 0);
    rig_run(&r, 0.1);
    assert_true(r.w->screen.naming && r.w->model.speed_mps == 0);
    push(&r, 0, SDL_CONTROLLER_AXIS_LEFTY, -0.9);
    button(&r, 0, SDL_CONTROLLER_BUTTON_START, true); /* no pause behind the field */
    rig_run(&r, 0.1);
    assert_true(r.w->model.speed_mps == 0 && !r.w->model.paused);
    click(&r, SDL_CONTROLLER_BUTTON_B);
    assert_true(!r.w->screen.naming && r.w->model.speed_mps > 0);
    rig_window(&r, SDL_WINDOWEVENT_FOCUS_LOST);
    rig_run(&r, 0.1);
    assert_true(r.w->model.speed_mps == 0);
    push(&r, 0, SDL_CONTROLLER_AXIS_LEFTY, -0.8);
    rig_run(&r, 0.1);
    assert_true(r.w->model.speed_mps == 0);
    rig_window(&r, SDL_WINDOWEVENT_FOCUS_GAINED);
    push(&r, 0, SDL_CONTROLLER_AXIS_LEFTY, -1);
    rig_run(&r, 0.1);
    assert_true(r.w->model.speed_mps > 0);
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_stick_has_a_dead_middle_and_a_full_rim),
        cmocka_unit_test(test_every_row_is_named_and_says_what_it_does),
        cmocka_unit_test(test_a_stick_walks_and_its_walk_is_replayed),
        cmocka_unit_test(test_buttons_do_what_their_rows_say),
        cmocka_unit_test(test_sticks_rest_while_typing_and_elsewhere),
    };
    return cmocka_run_group_tests_name("pads", tests, scratch_make, scratch_remove);
}
