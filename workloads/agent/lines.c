/* Text, line by line. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool each_line(int file, bool (*take)(char *line))
{
    static char text[LINE_MAXIMUM];
    size_t length = 0;
    ssize_t count;

    while ((count = read(file, text + length, sizeof text - 1 - length)) > 0) {
        char *line = text, *end;
        text[length += (size_t)count] = '\0';
        while ((end = memchr(line, '\n', length - (size_t)(line - text)))) {
            *end = '\0';
            if (!take(line)) {
                errno = 0;
                return false;
            }
            line = end + 1;
        }
        length -= (size_t)(line - text);
        memmove(text, line, length);
    }
    if (count == 0 && length > 0)
        errno = EMSGSIZE;
    return count == 0 && length == 0;
}

bool read_lines(const char *path, bool (*take)(char *line))
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool good = file >= 0 && each_line(file, take);
    int error = errno;

    if (file >= 0)
        close(file);
    errno = error;
    return good;
}

bool field(const char *line, const char *name, int64_t unit, int64_t *value)
{
    size_t length = strlen(name);

    if (strncmp(line, name, length) != 0)
        return false;
    *value = strtoll(line + length, NULL, 10) * unit;
    return true;
}
