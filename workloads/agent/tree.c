/* A tree of many small files, and the time to lstat each of them. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Entries of a directory. With two levels of directories there is room for WIDTH³ files: FILES_MAXIMUM and more. */
enum { WIDTH = 100 };

static struct path current;

static bool push_numbered(char letter, int64_t number)
{
    const char name[] = {letter, (char)('0' + number / 10), (char)('0' + number % 10), '\0'};

    return push(&current, name);
}

static bool make_directory(int64_t number, int64_t *directories)
{
    ++*directories;
    return push_numbered('d', number) && mkdir(current.text, 0755) == 0;
}

/* The content of a file is its name. */
static bool make_file(int64_t number)
{
    size_t length = current.length;
    bool good = push_numbered('f', number);
    int file = good ? open(current.text, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644) : -1;

    good = file >= 0 && write_all(file, current.text + length + 1, current.length - length - 1);
    if (file >= 0 && close(file) < 0)
        return false;
    if (good)
        cut(&current, length);
    return good;
}

static bool make_files(int64_t files, int64_t *directories)
{
    size_t top = current.length, outer = 0;

    for (int64_t i = 0; i < files; i++) {
        if (i % (WIDTH * WIDTH) == 0) {
            cut(&current, top);
            if (!make_directory(i / (WIDTH * WIDTH), directories))
                return false;
            outer = current.length;
        }
        if (i % WIDTH == 0) {
            cut(&current, outer);
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

    if (!push(&current, directory) || mkdir(directory, 0755) < 0 || !make_files(*files, &directories))
        return failed("make-tree", current.length ? current.text : directory, strerror(errno));
    emit("{\"step\":\"make-tree\",\"files\":%n,\"directories\":%n}\n", *files, directories);
    return true;
}

static bool stat_entry(void *files)
{
    struct stat status;

    if (lstat(current.text, &status) < 0)
        return false;
    *(int64_t *)files += S_ISREG(status.st_mode);
    return !S_ISDIR(status.st_mode) || each_entry(&current, stat_entry, files);
}

/* Paths begin at ".", so that a deeper directory does not lengthen look-ups. */
static bool stat_all(int64_t *files, int64_t *duration)
{
    cut(&current, 0);
    push(&current, ".");
    *files = 0;
    int64_t started = now();
    bool good = each_entry(&current, stat_entry, files);
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
