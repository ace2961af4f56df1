/* The first write to an existing file. On overlayfs, open copies the whole file from the lower layer. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* stat does not copy the file. Writing to a device would do harm, and opening a pipe would block. */
static bool is_file(const char *path, int64_t *bytes)
{
    struct stat status;

    if (stat(path, &status) < 0)
        return failed("copy-up", path, strerror(errno));
    *bytes = status.st_size;
    return S_ISREG(status.st_mode) || failed("copy-up", path, "it is not a regular file");
}

bool copy_up(const char *path, const int64_t *unused)
{
    int64_t bytes;

    (void)unused;
    if (!is_file(path, &bytes))
        return false;
    int64_t started = now();
    int file = open(path, O_WRONLY | O_CLOEXEC);
    int64_t opened = now();
    if (file < 0 || !write_all(file, "x", 1))
        return failed("copy-up", path, strerror(errno));
    int64_t written = now();
    if (close(file) < 0)
        return failed("copy-up", path, strerror(errno));
    emit("{\"step\":\"copy-up\",\"bytes\":%n,\"open\":%n,\"write\":%n,\"duration\":%n}\n", bytes, opened - started,
         written - opened, now() - started);
    return true;
}
