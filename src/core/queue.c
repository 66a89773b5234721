/* queue.c - the heap of deadlines.  See queue.h. */
#include "queue.h"

static void sift_up(AmbQueue *q, uint32_t i, AmbQueueNode v)
{
    while (i > 1 && v.key_s < q->node[i / 2].key_s) {
        q->node[i] = q->node[i / 2];
        i /= 2;
    }
    q->node[i] = v;
}

static void sift_down(AmbQueue *q, uint32_t i, AmbQueueNode v)
{
    for (uint32_t child = 2 * i; child <= q->n; child = 2 * i) {
        if (child < q->n && q->node[child + 1].key_s < q->node[child].key_s)
            child++;
        if (!(q->node[child].key_s < v.key_s))
            break;
        q->node[i] = q->node[child];
        i = child;
    }
    q->node[i] = v;
}

bool amb_queue_insert(AmbQueue *q, double key_s, uint32_t data)
{
    if (q->n == q->capacity)
        return false;
    q->n++;
    sift_up(q, q->n, (AmbQueueNode){key_s, data});
    return true;
}

bool amb_queue_remove_min(AmbQueue *q, AmbQueueNode *out)
{
    if (q->n == 0)
        return false;
    *out = q->node[1];
    const AmbQueueNode last = q->node[q->n];
    q->n--;
    if (q->n)
        sift_down(q, 1, last);
    return true;
}

void amb_queue_remove_data(AmbQueue *q, uint32_t data)
{
    uint32_t i = 1;
    while (i <= q->n && q->node[i].data != data)
        i++;
    if (i > q->n)
        return;
    const AmbQueueNode last = q->node[q->n];
    q->n--;
    if (i > q->n)
        return;
    sift_up(q, i, last);
    if (q->node[i].data == last.data)
        sift_down(q, i, last);
}
