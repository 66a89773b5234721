/* test_outdir.c - a folder appears whole or not at all, and what was there before stays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "amb/outdir.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/amb-outdir-XXXXXX";

static int set_up(void **state)
{
    (void)state;
    return mkdtemp(root) && chdir(root) == 0 ? 0 : -1;
}

static int clean_up(void **state)
{
    (void)state;
    return chdir("/") == 0 && rmdir(root) == 0 ? 0 : -1; /* nothing may be left */
}

static void put(const AmbOutDir *o, const char *name)
{
    char *const path = amb_outdir_file(o, name);
    FILE *const f = fopen(path, "w");
    assert_non_null(f);
    fputs("x", f);
    fclose(f);
    free(path);
}

static void appears_when_committed(void **state)
{
    (void)state;
    AmbError err = AMB_ERROR_NONE;
    AmbOutDir o;
    struct stat st;
    assert_int_equal(amb_outdir_open(&o, "new//", &err), AMB_OK);
    assert_int_equal(amb_outdir_mkdir(&o, "sounds", &err), AMB_OK);
    put(&o, "sounds/a");
    assert_int_not_equal(stat("new", &st), 0);
    assert_int_equal(amb_outdir_commit(&o, &err), AMB_OK);
    assert_int_equal(stat("new/sounds/a", &st), 0);
    assert_int_equal(stat("new", &st), 0);
    const mode_t mask = umask(0);
    umask(mask);
    assert_int_equal(st.st_mode & 0777, 0777 & ~mask);
    amb_outdir_abort(&o, NULL); /* harmless */
    assert_int_equal(unlink("new/sounds/a") | rmdir("new/sounds") | rmdir("new"), 0);
}

static void aborts_without_a_trace(void **state)
{
    (void)state;
    AmbError err = AMB_ERROR_NONE;
    AmbOutDir o;
    struct stat st;
    assert_int_equal(amb_outdir_open(&o, "gone", &err), AMB_OK);
    assert_int_equal(amb_outdir_mkdir(&o, "sounds", &err), AMB_OK);
    put(&o, "sounds/a");
    char *const temp = strdup(o.temp);
    amb_outdir_abort(&o, NULL);
    assert_int_not_equal(stat(temp, &st), 0);
    assert_int_not_equal(stat("gone", &st), 0);
    free(temp);
}

static void refuses_what_is_not_empty(void **state)
{
    (void)state;
    AmbError err = AMB_ERROR_NONE;
    AmbOutDir o;
    assert_int_equal(mkdir("full", 0777) | mkdir("full/x", 0777) | mkdir("empty", 0777), 0);
    assert_int_equal(amb_outdir_open(&o, "full", &err), AMB_E_IO);
    assert_string_equal(err.text, "full: the folder is not empty, expected a new or empty one");
    err.code = AMB_OK;
    assert_int_equal(amb_outdir_open(&o, "full/x/missing/y", &err), AMB_E_IO);
    assert_string_equal(err.text, "full/x/missing/y: cannot create the folder: No such file or directory");
    err.code = AMB_OK;
    assert_int_equal(amb_outdir_open(&o, "empty", &err), AMB_OK);
    assert_int_equal(amb_outdir_commit(&o, &err), AMB_OK);
    fclose(fopen("file", "w"));
    assert_int_equal(amb_outdir_open(&o, "file", &err), AMB_E_IO);
    assert_string_equal(err.text, "file: is a file, expected a new or empty folder");
    assert_int_equal(rmdir("full/x") | rmdir("full") | rmdir("empty") | unlink("file"), 0);
}

static void a_link_stays(void **state)
{
    (void)state;
    AmbError err = AMB_ERROR_NONE;
    AmbOutDir o;
    char target[16];
    struct stat st;
    assert_int_equal(mkdir("there", 0777) | symlink("there", "link"), 0);
    assert_int_equal(amb_outdir_open(&o, "link/", &err), AMB_OK);
    put(&o, "a");
    assert_int_equal(amb_outdir_commit(&o, &err), AMB_OK);
    assert_int_equal(readlink("link", target, sizeof target), 5);
    assert_int_equal(stat("there/a", &st), 0);
    assert_int_equal(unlink("link") | unlink("there/a") | rmdir("there"), 0);
}

/* Each of them would fail at the end of the work, or leave the person's shell in a folder without a name. */
static void refuses_at_the_start_what_cannot_be_replaced(void **state)
{
    (void)state;
    AmbError err = AMB_ERROR_NONE;
    AmbOutDir o;
    assert_int_equal(symlink("nowhere", "lost"), 0);
    assert_int_equal(amb_outdir_open(&o, "lost", &err), AMB_E_IO);
    assert_string_equal(err.text, "lost: is a link to nothing, expected a new or empty folder");
    assert_int_equal(unlink("lost") | mkdir("here", 0777) | chdir("here"), 0);
    static const char *const names[] = {".", "./", "./.", "../here"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        err.code = AMB_OK;
        assert_int_equal(amb_outdir_open(&o, names[i], &err), AMB_E_IO);
        assert_non_null(strstr(err.text, ": is the current folder, expected a new one or an empty one elsewhere"));
    }
    assert_int_equal(chdir("..") | rmdir("here"), 0);
}

static void a_dot_at_the_end_is_no_name(void **state)
{
    (void)state;
    AmbError err = AMB_ERROR_NONE;
    AmbOutDir o;
    assert_int_equal(mkdir("dotted.", 0777), 0);
    assert_int_equal(amb_outdir_open(&o, "dotted./.", &err), AMB_OK);
    assert_string_equal(o.path, "dotted.");
    assert_int_equal(amb_outdir_commit(&o, &err), AMB_OK);
    assert_int_equal(rmdir("dotted."), 0);
}

/* The target is filled by somebody else meanwhile: theirs stays, ours goes. */
static void loses_the_race_cleanly(void **state)
{
    (void)state;
    AmbError err = AMB_ERROR_NONE;
    AmbOutDir o;
    struct stat st;
    assert_int_equal(amb_outdir_open(&o, "race", &err), AMB_OK);
    put(&o, "a");
    assert_int_equal(mkdir("race", 0777) | mkdir("race/theirs", 0777), 0);
    assert_int_equal(amb_outdir_commit(&o, &err), AMB_E_IO);
    assert_non_null(strstr(err.text, "race: cannot rename the finished folder into place: "));
    assert_int_equal(stat("race/theirs", &st), 0);
    assert_int_equal(rmdir("race/theirs") | rmdir("race"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(appears_when_committed),
        cmocka_unit_test(aborts_without_a_trace),
        cmocka_unit_test(refuses_what_is_not_empty),
        cmocka_unit_test(a_link_stays),
        cmocka_unit_test(refuses_at_the_start_what_cannot_be_replaced),
        cmocka_unit_test(a_dot_at_the_end_is_no_name),
        cmocka_unit_test(loses_the_race_cleanly),
    };
    return cmocka_run_group_tests(tests, set_up, clean_up);
}
