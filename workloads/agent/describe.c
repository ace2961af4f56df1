/* The file system of a directory. */
#include "agent.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

static char directory[PATH_MAX];

static bool describe(const char *path, const char *filesystem, bool mounted)
{
    struct statvfs space;

    if (statvfs(directory, &space) < 0)
        return failed("describe", path, strerror(errno));
    emit("{\"step\":\"describe\",\"path\":%s,\"filesystem\":%s,\"mounted\":%b,\"available\":%n}\n", path, filesystem, mounted,
         (int64_t)space.f_bavail * (int64_t)space.f_frsize);
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

#include <fcntl.h>
#include <unistd.h>

static struct mount {
    char point[PATH_MAX];
    char filesystem[64];
} best;

/* mountinfo writes space, tab, newline and backslash as three octal digits: \040. */
static void unescape(char *text)
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

/* proc_pid_mountinfo(5): the mount point is the fifth field, the type comes after the lone "-". The longest mount
   point wins; of two with the same point, the later one, which covers the other. */
static bool consider(char *line)
{
    char *type = strstr(line, " - "), *point = line;

    for (int field = 0; point && field < 4; field++)
        if ((point = strchr(point, ' ')))
            point++;
    if (!type || !point)
        return true;
    type += strlen(" - ");
    type[strcspn(type, " ")] = '\0';
    point[strcspn(point, " ")] = '\0';
    unescape(point);
    if (strlen(type) < sizeof best.filesystem && strlen(point) < sizeof best.point && holds(point, directory) &&
        strlen(point) >= strlen(best.point)) {
        strcpy(best.point, point);
        strcpy(best.filesystem, type);
    }
    return true;
}

bool describe_directory(char **path)
{
    if (!realpath(path[0], directory))
        return failed("describe", path[0], strerror(errno));
    best.point[0] = '\0';
    int file = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
    if (file < 0 || !each_line(file, consider))
        return failed("describe", "/proc/self/mountinfo", strerror(errno));
    close(file);
    return describe(path[0], best.filesystem, strcmp(best.point, directory) == 0);
}

#endif
