/* The CPU time that busy threads get. */
#include "agent.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/resource.h>

/* Two periods of a CPU quota as engines set it (cpu.max, cpu.cfs_period_us: 100 ms). A window that began in the
   first period could use that quota and, at its other end, the next one's, before the limit bites. */
static const int64_t LEAD_IN = 200000000;

static atomic_int running;

static void *be_busy(void *unused)
{
    atomic_fetch_add(&running, 1);
    for (;;)
        ;
    return unused;
}

static int64_t nanoseconds(struct timeval time)
{
    return ((int64_t)time.tv_sec * 1000000 + time.tv_usec) * 1000;
}

/* Reads both clocks of the kernel, one right after the other. */
struct reading {
    int64_t wall, cpu;
};

static struct reading read_clocks(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return (struct reading){.wall = now(), .cpu = nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime)};
}

static void be_busy_until(int64_t time)
{
    while (now() < time)
        ;
}

/* This thread is the first one and watches the clock, so no thread has to be woken when the window ends; a throttled
   group would wake late. The other threads end with the process. */
bool cpu(const char *unused, const int64_t *threads_and_milliseconds)
{
    pthread_t thread;

    (void)unused;
    for (int64_t i = 1; i < threads_and_milliseconds[0]; i++) {
        int error = pthread_create(&thread, NULL, be_busy, NULL);
        if (error)
            return failed("cpu", NULL, strerror(error));
    }
    while (atomic_load(&running) < threads_and_milliseconds[0] - 1)
        ;
    be_busy_until(now() + LEAD_IN);
    struct reading first = read_clocks();
    be_busy_until(first.wall + threads_and_milliseconds[1] * 1000000);
    struct reading last = read_clocks();
    emit("{\"step\":\"cpu\",\"threads\":%n,\"cpu\":%n,\"wall\":%n}\n", threads_and_milliseconds[0],
         last.cpu - first.cpu, last.wall - first.wall);
    return true;
}
