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
#define SCREEN_HEIGHT 7000     /* the whole page */
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

/* One run of the browser looks at a sheet with a frame for each page and width: starting it is what takes long. */
typedef struct Frame { int report, width, height; bool paper; } Frame;
static const Frame frames[] = {
    {0, 1280, 800, false}, {0, 800, 600, false}, {0, 703, 1030, true}, /* A4 less its margins, in pixels of CSS */
    {1, 1280, 800, false}, {1, 800, 600, false}, {1, 703, 1030, true},
};
#define N_FRAMES (sizeof frames / sizeof frames[0])

/* Appended to a copy: measures the page and tells the sheet.  The page itself forbids scripts; the copy has that line out. */
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
    "parent.postMessage([location.hash.slice(1),`overflow=${document.documentElement.scrollWidth-w} wide=${wide} "
    "verdict=${Math.round(h.bottom)} flat=${flat} bare=${bare} heads=${heads} loads=${loads} cut=[${text}] ${first}`],'*')}</script>";

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

/* The sheet keeps a place for what each frame says. */
static void write_sheet(void)
{
    char path[256], from[64], to[64];
    snprintf(path, sizeof path, "%s/sheet.html", folder);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs("<!DOCTYPE html><meta charset=utf-8><body>", f);
    for (size_t i = 0; i < N_FRAMES; i++)
        fprintf(f, "<pre id=p%zu></pre>", i);
    fputs("<script>window.onmessage=e=>document.getElementById('p'+e.data[0]).textContent=e.data[1]</script>", f);
    for (size_t i = 0; i < N_FRAMES; i++) {
        snprintf(from, sizeof from, "%s/report.html", names[frames[i].report]);
        snprintf(to, sizeof to, "%s/probed%d.html", names[frames[i].report], frames[i].paper);
        write_probed(from, to, frames[i].paper);
        fprintf(f, "<iframe src=\"%s#%zu\" style=\"border:0;width:%dpx;height:%dpx\"></iframe>", to, i, frames[i].width, frames[i].height);
    }
    assert_int_equal(fclose(f), 0);
}

static void assert_fits(const char *dom, size_t i)
{
    const Frame *frame = &frames[i];
    char id[32], found[512] = "";
    int overflow = -1, wide = -1, verdict = -1, flat = -1, bare = -1, heads = -1, loads = -1;
    snprintf(id, sizeof id, "<pre id=\"p%zu\">", i);
    const char *at = strstr(dom, id);
    assert_non_null(at);
    at += strlen(id);
    snprintf(found, sizeof found, "%.*s", (int)strcspn(at, "<"), at);
    printf("  %s at %d x %d%s: %s\n", names[frame->report], frame->width, frame->height, frame->paper ? ", as paper" : "", found);
    assert_int_equal(sscanf(found, "overflow=%d wide=%d verdict=%d flat=%d bare=%d heads=%d loads=%d", &overflow, &wide, &verdict, &flat, &bare, &heads, &loads), 7);
    assert_int_equal(overflow, 0);
    assert_int_equal(wide, 0);
    assert_in_range(verdict, 1, frame->height);
    assert_int_equal(flat, 0);
    assert_int_equal(bare, 0);
    assert_int_equal(heads, 0);
    assert_int_equal(loads, 0);
    assert_non_null(strstr(found, "cut=[]"));
}

static void fits_wide_narrow_and_paper(void **state)
{
    (void)state;
    write_sheet();
    browse("sheet", "--window-size=1400,900 --virtual-time-budget=2000 --dump-dom", "sheet.html");
    char *dom = text_of("sheet.out");
    for (size_t i = 0; i < N_FRAMES; i++)
        assert_fits(dom, i);
    free(dom);
    run("rm %s/*/probed?.html", folder);
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

/* Both pages as they are, beside each other. */
static void says_nothing_is_wrong(void **state)
{
    char path[64], switches[256];
    (void)state;
    snprintf(path, sizeof path, "%s/both.html", folder);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs("<!DOCTYPE html><meta charset=utf-8><body style=\"margin:0;display:flex\">", f);
    for (int i = 0; i < 2; i++)
        fprintf(f, "<iframe src=\"%s/report.html\" style=\"border:0;width:1280px;height:%dpx\"></iframe>", names[i], SCREEN_HEIGHT);
    assert_int_equal(fclose(f), 0);
    snprintf(switches, sizeof switches, "--window-size=2560,%d --log-net-log=%s/both.net --screenshot=%s/side_by_side.png", SCREEN_HEIGHT, folder, folder);
    browse("both", switches, "both.html");
    char *said = text_of("both.err"), *net = text_of("both.net");
    if (strstr(said, "CONSOLE"))
        fail_msg("the browser's console: %s", strstr(said, "CONSOLE"));
    assert_no_requests(net);
    free(said);
    free(net);
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

/* For people: both screens, and the papers. */
static void keep_pictures(void **state)
{
    (void)state;
    run("mkdir -p '" AMB_PAGES_DIR "' && cp %s/side_by_side.png %s/*.pdf '" AMB_PAGES_DIR "'", folder, folder);
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
    if (system("command -v chromium >/dev/null"))
        return SKIPPED;
    return cmocka_run_group_tests(tests, setup, teardown);
}
