/* Memory of a known size: held until a signal ends the process, or touched once. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The bytes that one call writes. */
enum { TOUCH_RECORD = 1 << 20 };

/* Puts every page of the file, which must not be empty, into this process's page table. */
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

/* The time and the page's offset make each page unique, here and in other processes, because the kernel can merge
   equal pages (KSM). */
static bool hold_anonymous(int64_t bytes, int64_t page)
{
    char *start = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    int64_t stamp[] = {now(), 0};

    if (start == MAP_FAILED)
        return failed("hold", NULL, strerror(errno));
    for (; stamp[1] < bytes; stamp[1] += page)
        memcpy(start + stamp[1], stamp,
               bytes - stamp[1] < (int64_t)sizeof stamp ? (size_t)(bytes - stamp[1]) : sizeof stamp);
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

/* Writes the bytes to a new file that has no name any more, and never makes them durable. */
static bool touch_file(const char *path, int64_t bytes)
{
    size_t length = bytes < TOUCH_RECORD ? (size_t)bytes : TOUCH_RECORD;
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    if (file < 0)
        return failed("touch", path, strerror(errno));
    unlink(path);
    fill_record(length);
    bool good = write_whole(file, bytes, (int64_t)length);
    int error = errno;
    close(file);
    return good || failed("touch", path, strerror(error));
}

/* The pages are free again when the process ends: a virtual machine's host has then found them once. Anonymous memory
   is single pages. A file is also larger blocks, which the kernel takes from other lists of free pages. */
bool touch(const char *path, const int64_t *bytes)
{
    int64_t page = sysconf(_SC_PAGESIZE);
    volatile char *start = mmap(NULL, (size_t)*bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);

    if (start == MAP_FAILED)
        return failed("touch", NULL, strerror(errno));
    for (int64_t at = 0; at < *bytes; at += page)
        start[at] = 1;
    if (!touch_file(path, *bytes))
        return false;
    emit("{\"step\":\"touch\",\"bytes\":%n}\n", *bytes);
    return true;
}
