/* test_demo_files.c - the demo is what its maker makes, byte for byte, and nothing else lies in its folders. */
#include "amb/readfile.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define FILE_CAP ((size_t)16 << 20)

static char made[64]; /* a folder laid out like assets/, filled by the maker */

static void make_folder(const char *name)
{
    char path[512];

    snprintf(path, sizeof path, "%s%s", made, name);
    assert_int_equal(mkdir(path, 0700), 0);
}

static int make(void **state)
{
    (void)state;
    snprintf(made, sizeof made, "/tmp/amb-demo-XXXXXX");
    assert_non_null(mkdtemp(made));
    make_folder("/demo");
    make_folder("/demo/sounds");
    return 0;
}

static int clean(void **state)
{
    static const char *const folders[] = {"/demo/sounds", "/demo", ""};
    char path[1024];

    (void)state;
    for (unsigned k = 0; k < 3; k++) {
        snprintf(path, sizeof path, "%s%s", made, folders[k]);
        DIR *dir = opendir(path);

        for (struct dirent *e; dir && (e = readdir(dir));) {
            snprintf(path, sizeof path, "%s%s/%s", made, folders[k], e->d_name);
            unlink(path);
        }
        closedir(dir);
        snprintf(path, sizeof path, "%s%s", made, folders[k]);
        rmdir(path);
    }
    return 0;
}

static void run_maker(const char *maker)
{
    const pid_t child = fork();
    int status = -1;

    if (child == 0) {
        execl(maker, maker, made, (char *)NULL);
        _exit(127);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void same_bytes(const char *name)
{
    AmbError err = AMB_ERROR_NONE;
    char kept[1024], fresh[1024];
    uint8_t *a = NULL, *b = NULL;
    size_t na = 0, nb = 0;

    snprintf(kept, sizeof kept, "%s/%s", AMB_ASSETS_DIR, name);
    snprintf(fresh, sizeof fresh, "%s/%s", made, name);
    if (amb_read_file(kept, FILE_CAP, &a, &na, &err) != 0 || amb_read_file(fresh, FILE_CAP, &b, &nb, &err) != 0)
        fail_msg("%s", err.text);
    for (size_t i = 0; i < na && i < nb; i++)
        if (a[i] != b[i])
            fail_msg("%s: byte %zu is %02x, made again it is %02x", name, i, a[i], b[i]);
    if (na != nb)
        fail_msg("%s: %zu bytes, made again %zu", name, na, nb);
    free(a);
    free(b);
}

/* Every sound of `from` must exist under both roots. */
static unsigned compare_sounds(const char *from)
{
    char path[1024];
    unsigned n = 0;

    snprintf(path, sizeof path, "%s/demo/sounds", from);
    DIR *dir = opendir(path);

    assert_non_null(dir);
    for (struct dirent *e; (e = readdir(dir));)
        if (e->d_name[0] != '.') {
            snprintf(path, sizeof path, "demo/sounds/%s", e->d_name);
            same_bytes(path);
            n++;
        }
    closedir(dir);
    return n;
}

static void check_maker(const char *maker)
{
    unsigned n;

    run_maker(maker);
    same_bytes("icon.png");
    same_bytes("demo/terrain.png");
    same_bytes("demo/scene.png");
    same_bytes("demo/height.png");
    same_bytes("demo/road.png");
    n = compare_sounds(made);
    assert_int_equal(n, compare_sounds(AMB_ASSETS_DIR));
    assert_true(n > 0);
    print_message("%u sounds and 5 pictures are the same bytes, made by %s\n", n, maker);
}

static void made_again_as_built(void **state)
{
    (void)state;
    check_maker(DEMO_MAKER);
}

static void made_again_unoptimised(void **state)
{
    (void)state;
    check_maker(DEMO_MAKER "_O0");
}

static void made_again_at_full_optimisation(void **state)
{
    (void)state;
    check_maker(DEMO_MAKER "_O3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(made_again_as_built, make, clean),
        cmocka_unit_test_setup_teardown(made_again_unoptimised, make, clean),
        cmocka_unit_test_setup_teardown(made_again_at_full_optimisation, make, clean),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
