/* Writes a fresh file from start to end, then makes it durable. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

bool write_whole(int file, int64_t bytes, int64_t length)
{
    uint64_t blocks = 0;

    for (int64_t left = bytes; left > 0; left -= length) {
        if (left < length)
            length = left;
        change_record((size_t)length, &blocks);
        if (!write_all(file, record.bytes, (size_t)length))
            return false;
    }
    return true;
}

bool write_fresh(const char *path, const int64_t *bytes_and_record)
{
    fill_record((size_t)bytes_and_record[1]);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file < 0)
        return failed("write-file", path, strerror(errno));
    int64_t started = now();
    bool good = write_whole(file, bytes_and_record[0], bytes_and_record[1]);
    int64_t written = now();
    good = good && make_durable(file);
    int64_t durable = now();
    int error = errno;
    if (close(file) < 0 && good) {
        error = errno;
        good = false;
    }
    if (!good) {
        unlink(path);
        return failed("write-file", path, strerror(error));
    }
    emit("{\"step\":\"write-file\",\"bytes\":%n,\"write\":%n,\"fsync\":%n,\"duration\":%n}\n", bytes_and_record[0],
         written - started, durable - written, durable - started);
    return true;
}

/* Every file system of this kernel. */
bool write_back(const char *unused, const int64_t *none)
{
    (void)unused;
    (void)none;
    sync();
    emit("{\"step\":\"sync\"}\n");
    return true;
}
