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
#include <sys/wait.h>
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
    assert_null(strstr(err.text, "only 0 "));
    amb_outfile_abort(&o);
    assert_int_equal(rmdir(path), 0); /* empty again */
}

static void a_link_stays(void **state)
{
    (void)state;
    char path[] = "/tmp/amb-outfile-XXXXXX", target[16] = "";
    assert_non_null(mkdtemp(path));
    assert_int_equal(chdir(path), 0);
    assert_int_equal(mkdir("there", 0700) | symlink("there/real", "link"), 0);
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
    assert_int_equal(unlink("link") | unlink("there/real") | rmdir("there") | rmdir(path), 0);
}

/* What a link will lead to is made; one that leads to no folder, or in a circle, is refused and stays. */
static void a_link_to_nothing_stays(void **state)
{
    (void)state;
    char path[] = "/tmp/amb-outfile-XXXXXX", target[16] = "";
    assert_non_null(mkdtemp(path));
    assert_int_equal(chdir(path), 0);
    assert_int_equal(mkdir("there", 0700) | symlink("there/second", "first") | symlink("third", "there/second"), 0);
    assert_int_equal(symlink("nowhere/x", "lost") | symlink("round", "round"), 0);
    AmbError err = AMB_ERROR_NONE;
    AmbOutFile o;
    assert_int_equal(amb_outfile_open(&o, "first", &err), AMB_OK);
    assert_int_equal(amb_outfile_commit(&o, &err), AMB_OK);
    assert_int_equal(readlink("first", target, sizeof target), 12);
    assert_int_equal(readlink("there/second", target, sizeof target), 5);
    assert_int_equal(unlink("there/third"), 0);
    assert_int_equal(amb_outfile_open(&o, "lost", &err), AMB_E_IO);
    assert_string_equal(err.text, "nowhere/x: cannot write: No such file or directory");
    err = (AmbError)AMB_ERROR_NONE;
    assert_int_equal(amb_outfile_open(&o, "round", &err), AMB_E_IO);
    assert_string_equal(err.text, "round: cannot write: Too many levels of symbolic links");
    assert_int_equal(unlink("first") | unlink("there/second") | unlink("lost") | unlink("round") | rmdir("there") | rmdir(path), 0);
}

/* Standard output's file may have lost its name: it is written, and nothing is put in the place of /dev/stdout. */
static void a_file_without_a_name_is_written_in_place(void **state)
{
    (void)state;
    char path[] = "/tmp/amb-outfile-XXXXXX", fd_path[32];
    AmbError err = AMB_ERROR_NONE;
    AmbOutFile o;
    struct stat st;
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(unlink(path), 0);
    snprintf(fd_path, sizeof fd_path, "/proc/self/fd/%d", fd);
    assert_int_equal(amb_outfile_open(&o, fd_path, &err), AMB_OK);
    fputs("new", o.f);
    assert_int_equal(amb_outfile_commit(&o, &err), AMB_OK);
    assert_int_equal(fstat(fd, &st), 0);
    assert_int_equal(st.st_size, 3);
    close(fd);
}

/* What a child that is not root says of writing "mine". */
static int open_as_nobody(void)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        AmbOutFile o;
        if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0)
            _exit(99);
        _exit(-amb_outfile_open(&o, "mine", NULL));
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
    return -WEXITSTATUS(status);
}

/* The folder would let a rename replace it. */
static void a_read_only_file_is_not_replaced(void **state)
{
    (void)state;
    char path[] = "/tmp/amb-outfile-XXXXXX";
    assert_non_null(mkdtemp(path));
    assert_int_equal(chdir(path) | chmod(path, 0777), 0);
    fclose(fopen("mine", "w"));
    assert_int_equal(chmod("mine", 0444), 0);
    assert_int_equal(open_as_nobody(), AMB_E_IO);
    assert_int_equal(unlink("mine") | rmdir(path), 0); /* nothing else is there */
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(room), cmocka_unit_test(a_link_stays), cmocka_unit_test(a_link_to_nothing_stays),
                                       cmocka_unit_test(a_file_without_a_name_is_written_in_place), cmocka_unit_test(a_read_only_file_is_not_replaced),
                                       cmocka_unit_test(devices_have_room)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
