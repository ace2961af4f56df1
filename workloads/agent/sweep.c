/* One cell of iozone's grid (-Racb): all passes over one file, with one record size. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char FILE_NAME[] = "sweep-work";

static int64_t records;
static size_t length;
static uint32_t *order; /* the records' numbers, shuffled: BYTES_MAXIMUM has fewer than 2³² of 512 bytes */
static bool made;       /* this process created the file */

enum { IN_ORDER = 0, FRESH = 1, SHUFFLED = 2, DURABLE = 4 };

static bool write_records(int how);
static bool read_records(int how);
static bool write_stream(int how);
static bool read_stream(int how);

static const struct pass {
    const char *name;
    bool (*perform)(int how);
    int how;
} passes[] = {
    {"write", write_records, FRESH},
    {"rewrite", write_records, IN_ORDER},
    {"read", read_records, IN_ORDER},
    {"random-read", read_records, SHUFFLED},
    {"random-write", write_records, SHUFFLED},
    {"stdio-write", write_stream, FRESH},
    {"stdio-read", read_stream, IN_ORDER},
    {"durable-write", write_records, FRESH | DURABLE},
    {"durable-random-write", write_records, SHUFFLED | DURABLE},
};
enum { PASSES = sizeof passes / sizeof *passes };

static bool shuffle_records(void);
static bool measure(const char *directory, int64_t *times);
static void remove_file(void);

/* Works in the current directory with a short name, so that a deeper directory does not change the work. */
bool sweep(const char *directory, const int64_t *bytes_and_record)
{
    int64_t times[PASSES];

    records = bytes_and_record[0] / bytes_and_record[1];
    length = (size_t)bytes_and_record[1];
    if (!shuffle_records() || chdir(directory) < 0)
        return failed("sweep", directory, strerror(errno));
    bool good = measure(directory, times);
    remove_file();
    if (!good)
        return false;
    emit("{\"step\":\"sweep\",\"bytes\":%n,\"record\":%n", bytes_and_record[0], bytes_and_record[1]);
    for (int i = 0; i < PASSES; i++)
        emit(",%s:%n", passes[i].name, times[i]);
    emit("}\n");
    return true;
}

/* Fisher and Yates, from a fixed seed: the order of the records is the same everywhere. */
static bool shuffle_records(void)
{
    uint64_t state = 0;

    order = malloc((size_t)records * sizeof *order);
    if (!order)
        return false;
    for (int64_t i = 0; i < records; i++) {
        int64_t other = (int64_t)(next_random(&state) % (uint64_t)(i + 1));
        order[i] = order[other];
        order[other] = (uint32_t)i;
    }
    return true;
}

/* Every pass starts with a filled buffer, which may be in the processor's cache. */
static bool measure(const char *directory, int64_t *times)
{
    for (int i = 0; i < PASSES; i++) {
        fill_record(length);
        if (passes[i].how & FRESH)
            remove_file();
        errno = EIO; /* the file ends too early */
        int64_t started = now();
        bool good = passes[i].perform(passes[i].how);
        times[i] = now() - started;
        if (!good)
            return failed(passes[i].name, directory, errno == EEXIST ? "sweep-work is there already: remove it"
                                                                     : strerror(errno));
    }
    return true;
}

static void remove_file(void)
{
    if (made)
        unlink(FILE_NAME);
    made = false;
}

static int open_file(int how, int access)
{
    int file = open(FILE_NAME, access | O_CLOEXEC | (how & FRESH ? O_CREAT | O_EXCL : 0), 0644);

    made = made || file >= 0;
    return file;
}

/* Keeps the first error of the pass. */
static bool close_file(int file, bool good)
{
    int error = errno;
    bool closed = close(file) == 0;

    if (!good)
        errno = error;
    return good && closed;
}

static off_t place_of(int how, int64_t record_number)
{
    return (off_t)(how & SHUFFLED ? order[record_number] : record_number) * (off_t)length;
}

/* Continues a partial read or write. 0 bytes mean that the file ended too early. */
static bool write_at(int file, off_t offset)
{
    ssize_t count = 0;

    for (size_t done = 0; done < length; done += (size_t)count)
        if ((count = pwrite(file, record.bytes + done, length - done, offset + (off_t)done)) <= 0)
            return false;
    return true;
}

static bool read_at(int file, off_t offset)
{
    ssize_t count = 0;

    for (size_t done = 0; done < length; done += (size_t)count)
        if ((count = pread(file, record.bytes + done, length - done, offset + (off_t)done)) <= 0)
            return false;
    return true;
}

static bool write_records(int how)
{
    uint64_t blocks = 0;
    int file = open_file(how, O_WRONLY);
    bool good = file >= 0;

    for (int64_t i = 0; good && i < records; i++) {
        change_record(length, &blocks);
        good = write_at(file, place_of(how, i));
    }
    good = good && (!(how & DURABLE) || make_durable(file));
    return file >= 0 && close_file(file, good);
}

static bool read_records(int how)
{
    int file = open_file(how, O_RDONLY);
    bool good = file >= 0;

    for (int64_t i = 0; good && i < records; i++)
        good = read_at(file, place_of(how, i));
    return file >= 0 && close_file(file, good);
}

static bool close_stream(FILE *stream, bool good)
{
    int error = errno;
    bool closed = fclose(stream) == 0;

    if (!good)
        errno = error;
    return good && closed;
}

static bool write_stream(int how)
{
    uint64_t blocks = 0;
    FILE *stream = fopen(FILE_NAME, "wx");
    bool good = made = stream != NULL;

    (void)how;
    for (int64_t i = 0; good && i < records; i++) {
        change_record(length, &blocks);
        good = fwrite(record.bytes, length, 1, stream) == 1;
    }
    return stream && close_stream(stream, good);
}

static bool read_stream(int how)
{
    FILE *stream = fopen(FILE_NAME, "r");
    bool good = stream != NULL;

    (void)how;
    for (int64_t i = 0; good && i < records; i++)
        good = fread(record.bytes, length, 1, stream) == 1;
    return stream && close_stream(stream, good);
}
