/* The file system of a directory. */
#include "agent.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

static char directory[PATH_MAX];

/* The bytes for which ext4 makes one inode by default. */
#define BYTES_PER_INODE 16384

/* How much can still be written, in bytes. Many small files use up the inodes before the blocks. A file system that makes
   inodes as it needs them, such as btrfs, says that it has none at all. */
static int64_t room(const struct statvfs *space)
{
    int64_t bytes = (int64_t)space->f_bavail * (int64_t)space->f_frsize;

    if (space->f_files == 0 || space->f_favail >= (fsfilcnt_t)(bytes / BYTES_PER_INODE))
        return bytes;
    return (int64_t)space->f_favail * BYTES_PER_INODE;
}

static bool describe(const char *path, const char *filesystem, bool mounted)
{
    struct statvfs space;

    if (statvfs(directory, &space) < 0)
        return failed("describe", path, strerror(errno));
    emit("{\"step\":\"describe\",\"path\":%s,\"filesystem\":%s,\"mounted\":%b,\"available\":%n}\n", path, filesystem, mounted,
         room(&space));
    return true;
}

#ifdef __APPLE__

#include <sys/mount.h>
#include <sys/param.h>

bool describe_directory(char **path)
{
    struct statfs status;

    if (!realpath(path[0], directory) || statfs(directory, &status) < 0)
        return failed("describe", path[0], strerror(errno));
    return describe(path[0], status.f_fstypename, strcmp(directory, status.f_mntonname) == 0);
}

#else

static struct mount best;
static const char *wanted;

/* mountinfo writes space, tab, newline and backslash as three octal digits: \040. */
void unescape(char *text)
{
    char *to = text;

    for (const char *from = text; *from; to++) {
        if (from[0] == '\\' && from[1] && from[2] && from[3]) {
            *to = (char)((from[1] - '0') * 64 + (from[2] - '0') * 8 + (from[3] - '0'));
            from += 4;
        } else {
            *to = *from++;
        }
    }
    *to = '\0';
}

static bool holds(const char *point, const char *path)
{
    size_t length = strlen(point);

    if (strcmp(point, "/") == 0)
        return true;
    return strncmp(point, path, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* proc_pid_mountinfo(5): "ID PARENT DEVICE ROOT POINT OPTIONS … - TYPE SOURCE OPTIONS", where the last are those of the
   file system. The longest mount point wins; of two with the same point, the later one, which covers the other. */
static bool consider(char *line)
{
    char *word[5], *filesystem = strstr(line, " - ");

    if (!filesystem)
        return true;
    *filesystem = '\0';
    filesystem += strlen(" - ");
    for (int i = 0; i < 5; i++)
        if (!(word[i] = strsep(&line, " ")))
            return true;
    char *type = strsep(&filesystem, " "), *source = strsep(&filesystem, " "), *point = word[4];
    unescape(point);
    if (source && filesystem && strlen(type) < sizeof best.filesystem && strlen(word[2]) < sizeof best.device &&
        strlen(point) < sizeof best.point && holds(point, wanted) && strlen(point) >= strlen(best.point)) {
        strcpy(best.point, point);
        strcpy(best.device, word[2]);
        strcpy(best.filesystem, type);
        strcpy(best.options, filesystem);
    }
    return true;
}

const struct mount *mount_of(const char *path)
{
    wanted = path;
    best.point[0] = '\0';
    return read_lines("/proc/self/mountinfo", consider) && best.point[0] ? &best : NULL;
}

bool describe_directory(char **path)
{
    if (!realpath(path[0], directory))
        return failed("describe", path[0], strerror(errno));
    const struct mount *mount = mount_of(directory);
    if (!mount)
        return failed("describe", "/proc/self/mountinfo", strerror(errno));
    return describe(path[0], mount->filesystem, strcmp(mount->point, directory) == 0);
}

#endif
