/* Memory of a known size and kind, held until the process is told to end. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Every page of the file, which must not be empty, is in this process's page table afterwards. */
static bool hold_file(const char *path, int64_t page, int64_t *bytes)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);

    if (file < 0 || fstat(file, &status) < 0)
        return failed("hold", path, strerror(errno));
    if (!S_ISREG(status.st_mode) || status.st_size == 0)
        return failed("hold", path, "it is not a regular file with something in it");
    const volatile char *start = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, file, 0);
    if (start == MAP_FAILED)
        return failed("hold", path, strerror(errno));
    for (int64_t at = 0; at < status.st_size; at += page)
        (void)start[at];
    *bytes = status.st_size;
    return true;
}

/* The time and the page's place make each page unlike any other, here and in other processes: pages that are equal
   could be merged into one (KSM). */
static bool hold_anonymous(int64_t bytes, int64_t page)
{
    char *start = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    int64_t mark[] = {now(), 0};

    if (start == MAP_FAILED)
        return failed("hold", NULL, strerror(errno));
    for (; mark[1] < bytes; mark[1] += page)
        memcpy(start + mark[1], mark, bytes - mark[1] < (int64_t)sizeof mark ? (size_t)(bytes - mark[1]) : sizeof mark);
    return true;
}

bool hold(const char *path, const int64_t *anonymous)
{
    int64_t page = sysconf(_SC_PAGESIZE), bytes;

    end_when_told();
    if (!hold_file(path, page, &bytes) || !hold_anonymous(*anonymous, page))
        return false;
    emit("{\"step\":\"holding\",\"file\":%n,\"anonymous\":%n}\n", bytes, *anonymous);
    for (;;)
        pause();
}
