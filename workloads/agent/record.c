/* The data for measured files, and making it durable. */
#include "agent.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* The smallest unit in which file systems deduplicate blocks. */
enum { BLOCK = 4096 };

union record record;

uint64_t next_random(uint64_t *state)
{
    uint64_t mixed = *state += 0x9E3779B97F4A7C15;

    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
}

/* Seeded by the clock: a file system could deduplicate the file if an earlier sample's still exists. */
void fill_record(size_t length)
{
    uint64_t state = (uint64_t)now();

    for (size_t i = 0; i * sizeof *record.words < length; i++)
        record.words[i] = next_random(&state);
}

/* One store per 4 KiB costs nothing compared with the copy that write makes. */
void change_record(size_t length, uint64_t *blocks)
{
    for (size_t at = 0; at < length; at += BLOCK, ++*blocks)
        memcpy(record.bytes + at, blocks, length - at < sizeof *blocks ? length - at : sizeof *blocks);
}

/* On macOS, fsync leaves the data in the drive's cache, which fsync on Linux also flushes. Only F_FULLFSYNC does the
   same work there (fsync(2) of macOS). */
bool make_durable(int file)
{
#ifdef __APPLE__
    return fcntl(file, F_FULLFSYNC) == 0;
#else
    return fsync(file) == 0;
#endif
}
