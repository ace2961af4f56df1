/* A tree of many small files, and the time to lstat each of them. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Entries of a directory. With two levels of directories there is room for WIDTH³ files: FILES_MAXIMUM and more. */
enum { WIDTH = 100 };

static struct path place;

static bool push_numbered(char letter, int64_t number)
{
    const char name[] = {letter, (char)('0' + number / 10), (char)('0' + number % 10), '\0'};

    return push(&place, name);
}

static bool make_directory(int64_t number, int64_t *directories)
{
    ++*directories;
    return push_numbered('d', number) && mkdir(place.text, 0755) == 0;
}

/* The content of a file is its name. */
static bool make_file(int64_t number)
{
    size_t length = place.length;
    bool good = push_numbered('f', number);
    int file = good ? open(place.text, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644) : -1;

    good = file >= 0 && write_all(file, place.text + length + 1, place.length - length - 1);
    if (file >= 0 && close(file) < 0)
        return false;
    if (good)
        cut(&place, length);
    return good;
}

static bool make_files(int64_t files, int64_t *directories)
{
    size_t top = place.length, outer = 0;

    for (int64_t i = 0; i < files; i++) {
        if (i % (WIDTH * WIDTH) == 0) {
            cut(&place, top);
            if (!make_directory(i / (WIDTH * WIDTH), directories))
                return false;
            outer = place.length;
        }
        if (i % WIDTH == 0) {
            cut(&place, outer);
            if (!make_directory(i / WIDTH % WIDTH, directories))
                return false;
        }
        if (!make_file(i % WIDTH))
            return false;
    }
    return true;
}

bool make_tree(const char *directory, const int64_t *files)
{
    int64_t directories = 0;

    if (!push(&place, directory) || mkdir(directory, 0755) < 0 || !make_files(*files, &directories))
        return failed("make-tree", place.length ? place.text : directory, strerror(errno));
    emit("{\"step\":\"make-tree\",\"files\":%n,\"directories\":%n}\n", *files, directories);
    return true;
}

static bool stat_entry(void *files)
{
    struct stat status;

    if (lstat(place.text, &status) < 0)
        return false;
    *(int64_t *)files += S_ISREG(status.st_mode);
    return !S_ISDIR(status.st_mode) || each_entry(&place, stat_entry, files);
}

/* Paths begin at ".", so that a deeper directory does not lengthen look-ups. */
static bool stat_all(int64_t *files, int64_t *duration)
{
    cut(&place, 0);
    push(&place, ".");
    *files = 0;
    int64_t started = now();
    bool good = each_entry(&place, stat_entry, files);
    *duration = now() - started;
    return good;
}

bool stat_tree(const char *directory, const int64_t *unused)
{
    int64_t files, files_again, first, repeat;

    (void)unused;
    if (chdir(directory) < 0 || !stat_all(&files, &first) || !stat_all(&files_again, &repeat))
        return failed("stat-tree", directory, strerror(errno));
    if (files != files_again)
        return failed("stat-tree", directory, "it changed while it was read");
    emit("{\"step\":\"stat-tree\",\"files\":%n,\"first\":%n,\"repeat\":%n}\n", files, first, repeat);
    return true;
}
