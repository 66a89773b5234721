/* test_outfile.c - room on the disk is asked for before the first byte, links stay. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "amb/outfile.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void room(void **state)
{
    (void)state;
    char path[] = "/tmp/amb-outfile-XXXXXX";
    assert_non_null(mkdtemp(path));
    assert_int_equal(chdir(path), 0);
    AmbError err = AMB_ERROR_NONE;
    AmbOutFile o;
    assert_int_equal(amb_outfile_open(&o, "big", &err), AMB_OK);
    assert_int_equal(amb_outfile_room(&o, 0, &err), AMB_OK);
    assert_int_equal(amb_outfile_room(&o, 1, &err), AMB_OK);
    assert_int_equal(amb_outfile_room(&o, UINT64_MAX, &err), AMB_E_IO);
    assert_ptr_equal(strstr(err.text, "big: needs 18446744073709 MB, only "), err.text);
    amb_outfile_abort(&o);
    assert_int_equal(rmdir(path), 0); /* empty again */
}

static void a_link_stays(void **state)
{
    (void)state;
    char path[] = "/tmp/amb-outfile-XXXXXX", target[16] = "";
    assert_non_null(mkdtemp(path));
    assert_int_equal(chdir(path), 0);
    assert_int_equal(mkdir("there", 0700) | symlink("there/real", "link") | symlink("nowhere/x", "lost"), 0);
    AmbError err = AMB_ERROR_NONE;
    AmbOutFile o;
    fclose(fopen("there/real", "w"));
    assert_int_equal(amb_outfile_open(&o, "link", &err), AMB_OK);
    fputs("new", o.f);
    assert_int_equal(amb_outfile_commit(&o, &err), AMB_OK);
    assert_int_equal(readlink("link", target, sizeof target), 10);
    FILE *const f = fopen("there/real", "r");
    assert_non_null(fgets(target, sizeof target, f));
    assert_string_equal(target, "new");
    fclose(f);
    assert_int_equal(amb_outfile_open(&o, "lost", &err), AMB_OK); /* leads nowhere: becomes the file */
    assert_int_equal(amb_outfile_commit(&o, &err), AMB_OK);
    assert_int_equal(unlink("link") | unlink("lost") | unlink("there/real") | rmdir("there") | rmdir(path), 0);
}

static void devices_have_room(void **state)
{
    (void)state;
    AmbError err = AMB_ERROR_NONE;
    AmbOutFile o;
    assert_int_equal(amb_outfile_open(&o, "/dev/null", &err), AMB_OK);
    assert_int_equal(amb_outfile_room(&o, UINT64_MAX, &err), AMB_OK);
    assert_int_equal(amb_outfile_commit(&o, &err), AMB_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(room), cmocka_unit_test(a_link_stays), cmocka_unit_test(devices_have_room)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
