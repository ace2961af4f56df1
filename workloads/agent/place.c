/* The steps around the timed command: tokens, copies and counts. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/fs.h>
#include <sys/ioctl.h>
#endif

static struct path source, target;
static char block[65536];

bool write_all(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t count = write(file, bytes, length);
        if (count < 0 && errno != EINTR)
            return false;
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        }
    }
    return true;
}

bool write_file(char **file_and_text)
{
    int file = open(file_and_text[0], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

    if (file < 0 || !write_all(file, file_and_text[1], strlen(file_and_text[1])) || close(file) < 0)
        return failed("write", file_and_text[0], strerror(errno));
    emit("{\"step\":\"write\",\"path\":%s}\n", file_and_text[0]);
    return true;
}

bool read_file(char **path)
{
    int file = open(path[0], O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, block, 256);

    if (length < 0)
        return failed("read", path[0], strerror(errno));
    close(file);
    emit("{\"step\":\"read\",\"path\":%s,\"text\":%t}\n", path[0], block, (size_t)length);
    return true;
}

static bool copy_bytes(int from, int to)
{
    ssize_t count;

    while ((count = read(from, block, sizeof block)) > 0)
        if (!write_all(to, block, (size_t)count))
            return false;
    return count == 0;
}

/* Build tools compare the times of files. */
static bool copy_times(const struct stat *status)
{
#ifdef __APPLE__
    const struct timespec times[] = {status->st_atimespec, status->st_mtimespec};
#else
    const struct timespec times[] = {status->st_atim, status->st_mtim};
#endif

    return utimensat(AT_FDCWD, target.text, times, AT_SYMLINK_NOFOLLOW) == 0;
}

static bool copy_file(mode_t mode)
{
    int from = open(source.text, O_RDONLY | O_CLOEXEC);
    if (from < 0)
        return false;
    int to = open(target.text, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    bool good = to >= 0 && copy_bytes(from, to);
    int error = errno;
    close(from);
    if (to >= 0 && close(to) < 0 && good)
        return false;
    errno = error;
    return good;
}

static bool copy_link(void)
{
    ssize_t length = readlink(source.text, block, PATH_MAX);

    if (length < 0)
        return false;
    block[length] = '\0';
    return symlink(block, target.text) == 0;
}

static bool make_directory(const char *path, mode_t mode)
{
    struct stat status;

    if (stat(path, &status) < 0)
        return mkdir(path, mode) == 0;
    errno = ENOTDIR;
    return S_ISDIR(status.st_mode);
}

static bool copy_entry(void *files);

/* The owner can write to the directory until its contents are copied. mkdir ignores the set-id bits. */
static bool copy_tree(mode_t mode, int64_t *files)
{
    mode_t made = (mode | 0700) & 01777;

    return make_directory(target.text, made) && each_entry(&source, copy_entry, files) &&
           (made == mode || chmod(target.text, mode) == 0);
}

static bool copy_entry(void *files)
{
    size_t length = target.length;
    struct stat status;
    bool good = false;

    if (!push(&target, strrchr(source.text, '/') + 1) || lstat(source.text, &status) < 0)
        return false;
    mode_t mode = status.st_mode & 07777;
    if (S_ISREG(status.st_mode)) {
        good = copy_file(mode) && copy_times(&status);
        ++*(int64_t *)files;
    } else if (S_ISLNK(status.st_mode)) {
        good = copy_link();
    } else if (S_ISDIR(status.st_mode)) {
        good = copy_tree(mode, files);
    } else {
        errno = EINVAL;
    }
    if (good)
        cut(&target, length);
    return good;
}

#ifdef __linux__
/*
 * Asks ext4 to place every directory made in this one in a part of the disk that has few, and not beside it. Otherwise all
 * samples of a scenario lie in one part, which can be slow for a whole run, and on a file system without a journal ext4
 * looks there at every inode that a sample freed in the last minutes. Other file systems refuse, and nothing is lost.
 */
static void spread(const char *directory)
{
    int file = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int flags;

    if (file < 0)
        return;
    if (ioctl(file, FS_IOC_GETFLAGS, &flags) == 0) {
        flags |= FS_TOPDIR_FL;
        ioctl(file, FS_IOC_SETFLAGS, &flags);
    }
    close(file);
}
#else
static void spread(const char *directory)
{
    (void)directory;
}
#endif

static bool make_directory_and_parents(char *path)
{
    for (char *end = path; (end = strchr(end + 1, '/')); *end = '/') {
        *end = '\0';
        if (!make_directory(path, 0777))
            return false;
    }
    return make_directory(path, 0777);
}

bool make_place(char **directory)
{
    cut(&target, 0);
    if (!push(&target, directory[0]) || !make_directory_and_parents(target.text))
        return failed("make", directory[0], strerror(errno));
    spread(target.text);
    emit("{\"step\":\"make\",\"path\":%s}\n", directory[0]);
    return true;
}

bool copy_directory(char **source_and_target)
{
    int64_t files = 0;

    cut(&source, 0);
    cut(&target, 0);
    if (!push(&target, source_and_target[1]) || !make_directory_and_parents(target.text))
        return failed("copy", source_and_target[1], strerror(errno));
    mode_t mask = umask(0); /* modes are kept exactly */
    bool good = push(&source, source_and_target[0]) && each_entry(&source, copy_entry, &files);
    umask(mask);
    if (!good) /* during the walk, target is the path that failed */
        return failed("copy", source.length > strlen(source_and_target[0]) ? target.text : source_and_target[0],
                      strerror(errno));
    emit("{\"step\":\"copy\",\"path\":%s,\"files\":%n}\n", source_and_target[1], files);
    return true;
}

struct count {
    int64_t files, directories, links, bytes;
};

static bool count_entry(void *state)
{
    struct count *count = state;
    struct stat status;

    if (lstat(source.text, &status) < 0)
        return false;
    if (S_ISREG(status.st_mode)) {
        count->files++;
        count->bytes += status.st_size;
    }
    count->links += S_ISLNK(status.st_mode);
    if (!S_ISDIR(status.st_mode))
        return true;
    count->directories++;
    return each_entry(&source, count_entry, count);
}

bool count_directory(char **directory)
{
    struct count count = {.files = 0};

    cut(&source, 0);
    if (!push(&source, directory[0]) || !each_entry(&source, count_entry, &count))
        return failed("count", source.length ? source.text : directory[0], strerror(errno));
    emit("{\"step\":\"count\",\"path\":%s,\"files\":%n,\"directories\":%n,\"links\":%n,\"bytes\":%n}\n", directory[0],
         count.files, count.directories, count.links, count.bytes);
    return true;
}

/* Repeats, because a file system may skip entries of a directory that shrinks while it is read. */
static bool remove_entry(void *unused)
{
    enum { TURNS = 100 };
    struct stat status;

    if (lstat(source.text, &status) < 0)
        return false;
    if (!S_ISDIR(status.st_mode))
        return unlink(source.text) == 0;
    for (int turn = 0; rmdir(source.text) < 0; turn++)
        if ((errno != ENOTEMPTY && errno != EEXIST) || turn == TURNS || !each_entry(&source, remove_entry, unused))
            return false;
    return true;
}

bool empty_directory(char **directory)
{
    cut(&source, 0);
    if (!push(&source, directory[0]) || !each_entry(&source, remove_entry, NULL))
        return failed("empty", source.length ? source.text : directory[0], strerror(errno));
    emit("{\"step\":\"empty\",\"path\":%s}\n", directory[0]);
    return true;
}
