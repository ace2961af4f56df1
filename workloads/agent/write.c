/* A fresh file, written from its first byte to its last and then made durable. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* The smallest unit in which file systems find equal blocks. */
enum { BLOCK = 4096 };

static union {
    uint64_t words[RECORD_MAXIMUM / sizeof(uint64_t)];
    char bytes[RECORD_MAXIMUM];
} record;

/* SplitMix64 (Steele, Lea and Flood 2014), seeded by the clock: an earlier sample's file may still be there, and
   equal files are as easy to store as one. */
static void fill_record(size_t length)
{
    uint64_t state = (uint64_t)now();

    for (size_t i = 0; i * sizeof *record.words < length; i++) {
        uint64_t mixed = state += 0x9E3779B97F4A7C15;
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
        record.words[i] = mixed ^ mixed >> 31;
    }
}

/* Numbers every block of the record anew: one store for 4 KiB is nothing beside the copy that write makes of them. */
static void change_record(size_t length, uint64_t *blocks)
{
    for (size_t at = 0; at < length; at += BLOCK, ++*blocks)
        memcpy(record.bytes + at, blocks, length - at < sizeof *blocks ? length - at : sizeof *blocks);
}

static bool write_records(int file, int64_t bytes, int64_t length)
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

/* On macOS fsync leaves the data in the drive's cache, which Linux's empties too: there only F_FULLFSYNC does the
   same work (fsync(2) of macOS). */
static bool make_durable(int file)
{
#ifdef __APPLE__
    return fcntl(file, F_FULLFSYNC) == 0;
#else
    return fsync(file) == 0;
#endif
}

bool write_fresh(const char *path, const int64_t *bytes_and_record)
{
    fill_record((size_t)bytes_and_record[1]);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file < 0)
        return failed("write-file", path, strerror(errno));
    int64_t started = now();
    bool good = write_records(file, bytes_and_record[0], bytes_and_record[1]);
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
