/* Metadata operations on many empty files in one fresh directory; each operation is timed over all files. */
#include "agent.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h> /* rename alone */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A letter, five digits and the final zero. */
typedef char file_name[7];

static const char WORK_DIRECTORY[] = "metadata-work";
static file_name names[FILES_MAXIMUM], new_names[FILES_MAXIMUM];
static int count;

static void make_name(char *name, char letter, int number)
{
    name[0] = letter;
    for (int digit = 5; digit > 0; digit--, number /= 10)
        name[digit] = (char)('0' + number % 10);
    name[6] = '\0';
}

static bool create_all(void)
{
    for (int i = 0; i < count; i++) {
        int file = open(names[i], O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        if (file < 0 || close(file) < 0)
            return false;
    }
    return true;
}

static bool stat_all(void)
{
    struct stat status;

    for (int i = 0; i < count; i++)
        if (stat(names[i], &status) < 0)
            return false;
    return true;
}

static bool read_all(void)
{
    DIR *directory = opendir(".");
    struct dirent *entry;
    int seen = 0;

    if (!directory)
        return false;
    while ((errno = 0, entry = readdir(directory)))
        seen += entry->d_name[0] != '.'; /* not every file system lists "." and ".." */
    if (errno || closedir(directory) < 0)
        return false;
    errno = EIO; /* if it does not show every file */
    return seen == count;
}

static bool rename_all(void)
{
    for (int i = 0; i < count; i++)
        if (rename(names[i], new_names[i]) < 0)
            return false;
    return true;
}

static bool unlink_all(void)
{
    for (int i = 0; i < count; i++)
        if (unlink(new_names[i]) < 0)
            return false;
    return true;
}

static const struct operation {
    const char *name;
    bool (*perform)(void);
} operations[] = {
    {"create", create_all}, {"stat", stat_all}, {"readdir", read_all}, {"rename", rename_all}, {"unlink", unlink_all},
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

/* In the current directory. */
static bool measure(const char *directory, int64_t *times)
{
    for (int i = 0; i < OPERATIONS; i++) {
        int64_t started = now();
        if (!operations[i].perform())
            return failed(operations[i].name, directory, strerror(errno));
        times[i] = now() - started;
    }
    return true;
}

/* Cleans up after a failure, when files of either name may exist. */
static void unlink_what_is_there(void)
{
    for (int i = 0; i < count; i++) {
        unlink(names[i]);
        unlink(new_names[i]);
    }
}

/* Works in the current directory with short names, so that a deeper directory does not change the work. */
bool metadata(const char *directory, const int64_t *files)
{
    int64_t times[OPERATIONS];

    count = (int)*files;
    for (int i = 0; i < count; i++) {
        make_name(names[i], 'f', i);
        make_name(new_names[i], 'r', i);
    }
    if (chdir(directory) < 0)
        return failed("metadata", directory, strerror(errno));
    if (mkdir(WORK_DIRECTORY, 0755) < 0)
        return failed("metadata", directory, errno == EEXIST ? "metadata-work is there already: remove it"
                                                             : strerror(errno));
    bool good = chdir(WORK_DIRECTORY) == 0 ? measure(directory, times) : failed("metadata", directory, strerror(errno));
    if (!good)
        unlink_what_is_there();
    /* The empty directory stays: ext4 would place that of the next sample where it was, among inodes just freed. */
    if (good)
        emit("{\"step\":\"metadata\",\"files\":%n,\"create\":%n,\"stat\":%n,\"readdir\":%n,\"rename\":%n,"
             "\"unlink\":%n}\n",
             *files, times[0], times[1], times[2], times[3], times[4]);
    return good;
}
