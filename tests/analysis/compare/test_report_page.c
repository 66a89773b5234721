/* test_report_page.c - report.html in a real browser: a faulted and a clean one, on a wide and a narrow screen and on paper.
 *
 * The browser runs without a window and without the network.  What it draws is kept in the build folder, report_pages/, side by side:
 * numbers cannot say whether a page looks right.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report_sim.h"

#include "amb/readfile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECONDS 120
#define SKIPPED 77
#define BROWSER "chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking " \
                "--disable-component-update --disable-sync --host-resolver-rules='MAP * ~NOTFOUND' --hide-scrollbars --enable-logging=stderr --v=0 --user-data-dir="

static char folder[] = "/tmp/amb-page-XXXXXX", sentences[2][400];
static const char *const names[2] = {"faulted", "clean"};

static void run(const char *format, ...) AMB_PRINTF(1, 2);
static void run(const char *format, ...)
{
    char command[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    const int status = system(command);
    if (status)
        fail_msg("status %d: %s", status, command);
}

/* The browser with these switches on a file of the folder; what it says goes to NAME.out and NAME.err.  Each run has a profile of its own. */
static void browse(const char *name, const char *switches, const char *file)
{
    run("timeout 300 " BROWSER "%s/profile-%s %s 'file://%s/%s' >%s/%s.out 2>%s/%s.err", folder, name, switches, folder, file, folder, name, folder, name);
}

static char *text_of(const char *name)
{
    char path[256];
    uint8_t *data = NULL;
    size_t size;
    AmbError err = AMB_ERROR_NONE;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (amb_read_file(path, (size_t)64 << 20, &data, &size, &err))
        fail_msg("%s", err.text);
    char *text = strdup((const char *)data);
    assert_non_null(text);
    free(data);
    return text;
}

static int setup(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < 2; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        const AmbCmpOutcome outcome = report_sim_write(path, i ? SIM_NONE : SIM_INVERSE_DISTANCE, SECONDS, sentences[i]);
        assert_int_equal(outcome, i ? AMB_CMP_SAME : AMB_CMP_DIFFERENT);
    }
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    run("rm -r %s", folder);
    return 0;
}

/* ---- what the browser finds ---- */

/* Appended to a copy: measures the page and writes what it found into it.  The page itself forbids scripts; the copy has that line out. */
static const char probe[] =
    "<script>window.onload=()=>{const w=document.documentElement.clientWidth,h=document.getElementById('verdict').getBoundingClientRect();"
    "const out=[...document.querySelectorAll('body *')].filter(e=>e.getBoundingClientRect().right>w+1&&!e.closest('svg')),wide=out.length,"
    "first=wide?out[wide-1].textContent.slice(0,60):'';"
    "const flat=[...document.querySelectorAll('figure svg')].filter(e=>e.getBoundingClientRect().width<10||e.getBoundingClientRect().height<4).length;"
    "const bare=[...document.querySelectorAll('figure svg')].filter(e=>!e.querySelector('title')&&!e.getAttribute('aria-label')&&!e.closest('.legend')).length;"
    "const heads=[...document.querySelectorAll('table')].filter(e=>!e.caption||[...e.querySelectorAll('th')].some(t=>!t.scope)).length;"
    "const text=[...document.querySelectorAll('svg text')].filter(e=>{const b=e.getBoundingClientRect(),s=e.ownerSVGElement.getBoundingClientRect();"
    "return b.left<s.left-1||b.right>s.right+1||b.top<s.top-1||b.bottom>s.bottom+1}).map(e=>e.textContent).join('|');"
    "const loads=performance.getEntriesByType('resource').filter(e=>!e.name.startsWith('data:')).length;"
    "const p=document.createElement('pre');p.id='probe';p.textContent=`overflow=${document.documentElement.scrollWidth-w} wide=${wide} "
    "verdict=${Math.round(h.bottom)} flat=${flat} bare=${bare} heads=${heads} loads=${loads} cut=[${text}] ${first}`;document.body.append(p)}</script>";

static const char policy[] = "<meta http-equiv=\"Content-Security-Policy\"";

/* paper: the rules for paper hold on the screen. */
static void write_probed(const char *from, const char *to, bool paper)
{
    char path[256];
    char *text = text_of(from), *meta = strstr(text, policy), *print = strstr(text, "@media print");
    assert_non_null(meta);
    assert_non_null(print);
    memcpy(meta, "<meta data-without", 18);
    memset(meta + 18, '-', strlen(policy) - 18 - 1);
    if (paper)
        memcpy(print, "@media all  ", 12);
    snprintf(path, sizeof path, "%s/%s", folder, to);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs(text, f);
    fputs(probe, f);
    assert_int_equal(fclose(f), 0);
    free(text);
}

static void assert_fits(const char *name, int width, int height, bool paper)
{
    char from[64], to[64], run_name[64], switches[96], found[512] = "";
    int overflow = -1, wide = -1, verdict = -1, flat = -1, bare = -1, heads = -1, loads = -1;
    snprintf(from, sizeof from, "%s/report.html", name);
    snprintf(to, sizeof to, "%s/probed.html", name);
    snprintf(run_name, sizeof run_name, "%s-%d", name, width);
    snprintf(switches, sizeof switches, "--window-size=%d,%d --dump-dom", width, height);
    write_probed(from, to, paper);
    browse(run_name, switches, to);
    strcat(run_name, ".out");
    char *dom = text_of(run_name);
    const char *at = strstr(dom, "<pre id=\"probe\">");
    assert_non_null(at);
    snprintf(found, sizeof found, "%.*s", (int)strcspn(at + 16, "<"), at + 16);
    free(dom);
    printf("  %s at %d x %d%s: %s\n", name, width, height, paper ? ", as paper" : "", found);
    assert_int_equal(sscanf(found, "overflow=%d wide=%d verdict=%d flat=%d bare=%d heads=%d loads=%d", &overflow, &wide, &verdict, &flat, &bare, &heads, &loads), 7);
    assert_int_equal(overflow, 0);
    assert_int_equal(wide, 0);
    assert_in_range(verdict, 1, height);
    assert_int_equal(flat, 0);
    assert_int_equal(bare, 0);
    assert_int_equal(heads, 0);
    assert_int_equal(loads, 0);
    assert_non_null(strstr(found, "cut=[]"));
    run("rm %s/%s", folder, to);
}

static void fits_wide_narrow_and_paper(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_fits(names[i], 1280, 800, false);
        assert_fits(names[i], 800, 600, false);
        assert_fits(names[i], 703, 1030, true); /* A4 less its margins, in pixels of CSS */
    }
}

/* ---- screen and paper ---- */

/* None but the browser's own, to its maker's, which lead nowhere either. */
static void assert_no_requests(const char *net)
{
    for (const char *at = net; (at = strstr(at, "\"url\":\"http")) != NULL; at++) {
        const char *host = strstr(at, "://") + 3, *end = host + strcspn(host, "/:\"");
        const bool own = (end - host > 10 && !strncmp(end - 10, "google.com", 10)) || (end - host > 14 && !strncmp(end - 14, "googleapis.com", 14));
        if (!own)
            fail_msg("the browser asked for %.100s", at);
    }
}

static void says_nothing_is_wrong(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        char name[64], file[64], switches[256];
        snprintf(file, sizeof file, "%s/report.html", names[i]);
        snprintf(name, sizeof name, "%s-screen", names[i]);
        snprintf(switches, sizeof switches, "--window-size=1280,5600 --log-net-log=%s/%s.net --screenshot=%s/%s.png", folder, names[i], folder, names[i]);
        browse(name, switches, file);
        strcat(name, ".err");
        char *said = text_of(name);
        if (strstr(said, "CONSOLE"))
            fail_msg("the browser's console: %s", strstr(said, "CONSOLE"));
        free(said);
        snprintf(name, sizeof name, "%s.net", names[i]);
        char *net = text_of(name);
        assert_no_requests(net);
        free(net);
    }
}

static void prints_on_a4(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        char name[64], file[64], switches[128];
        snprintf(file, sizeof file, "%s/report.html", names[i]);
        snprintf(name, sizeof name, "%s-paper", names[i]);
        snprintf(switches, sizeof switches, "--no-pdf-header-footer --print-to-pdf=%s/%s.pdf", folder, names[i]);
        browse(name, switches, file);
        run("grep -qa 'MediaBox \\[0 0 59[45][.0-9]* 84[12]' %s/%s.pdf", folder, names[i]);
    }
}

static void verdict_comes_first(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        char file[64];
        snprintf(file, sizeof file, "%s/report.html", names[i]);
        char *text = text_of(file);
        const char *heading = strstr(text, "<h1 id=\"verdict\">");
        assert_non_null(heading);
        assert_int_equal(strncmp(heading + 17, sentences[i], strlen(sentences[i])), 0);
        assert_null(strstr(text, "<script"));
        assert_null(strstr(text, "http:"));
        assert_null(strstr(text, "https:"));
        assert_true(strlen(text) < (size_t)3 << 20);
        free(text);
    }
}

/* For people: both screens beside each other, and the papers. */
static void keep_pictures(void **state)
{
    (void)state;
    run("mkdir -p '" AMB_PAGES_DIR "' && convert %s/faulted.png %s/clean.png +append '" AMB_PAGES_DIR "/side_by_side.png' && cp %s/*.pdf '" AMB_PAGES_DIR "'", folder, folder, folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdict_comes_first),
        cmocka_unit_test(fits_wide_narrow_and_paper),
        cmocka_unit_test(says_nothing_is_wrong),
        cmocka_unit_test(prints_on_a4),
        cmocka_unit_test(keep_pictures),
    };
    if (system("command -v chromium convert >/dev/null"))
        return SKIPPED;
    return cmocka_run_group_tests(tests, setup, teardown);
}
