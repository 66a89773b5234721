/* queue.h - the client's PQueueArray<double>: a 1-based binary min-heap of deadlines.
 *
 * Strict < in both sifts, the last element moved to the root on removal: equal deadlines come out in a definite order
 * (supplement section 5).  Vectors: heap.tsv.  The caller gives the storage; nothing is allocated here.
 */
#ifndef AMB_CORE_QUEUE_H
#define AMB_CORE_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct AmbQueueNode {
    double key_s;
    uint32_t data;
} AmbQueueNode;

typedef struct AmbQueue {
    AmbQueueNode *node; /* node[1..capacity] */
    uint32_t n, capacity;
} AmbQueue;

bool amb_queue_insert(AmbQueue *q, double key_s, uint32_t data); /* false: full */
bool amb_queue_remove_min(AmbQueue *q, AmbQueueNode *out);       /* false: empty */
void amb_queue_remove_data(AmbQueue *q, uint32_t data);          /* the first node that holds it, if any (rearm-always) */

#endif
