/* golden.h - a long run's lines, kept compressed; a difference names the first one. */
#ifndef AMB_TESTS_GOLDEN_H
#define AMB_TESTS_GOLDEN_H

/* Of a log's lines those that hold `mark` must be those of the file, in order.  The file's first line is the region's
 * hash: a region that has been changed is said to be so.  With AMB_GOLDEN_UPDATE=1 in the environment the file is
 * written anew instead, and the test fails, so that nobody does it by accident. */
void golden_compare(const char *log, const char *path, const char *mark);

#endif
