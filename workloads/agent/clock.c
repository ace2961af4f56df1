/* The id of the clock that now() reads. The times of two agents are comparable if their ids are equal. */
#include "agent.h"

#include <string.h>
#include <unistd.h>

static char id[128];

#ifdef __APPLE__

#include <sys/sysctl.h>

const char *clock_id(void)
{
    size_t size = sizeof id;

    return sysctlbyname("kern.bootsessionuuid", id, &size, NULL, 0) == 0 ? id : NULL;
}

#else

#include <fcntl.h>

/* CLOCK_MONOTONIC belongs to the running kernel, plus the offset of the time namespace (Linux 5.6; without time
   namespaces, the boot alone identifies it). */
const char *clock_id(void)
{
    int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, id, 64);

    if (file >= 0)
        close(file);
    if (length <= 0)
        return NULL;
    id[length - 1] = ' '; /* replaces the newline */
    ssize_t namespace = readlink("/proc/self/ns/time", id + length, sizeof id - 1 - (size_t)length);
    id[namespace > 0 ? length + namespace : length - 1] = '\0';
    return id;
}

#endif
