/* Text, line by line. */
#include "agent.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

bool each_line(int file, bool (*take)(char *line))
{
    static char text[65536];
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
