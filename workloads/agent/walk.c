/* Paths that grow and shrink, and the walk along them. */
#include "agent.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>

bool push(struct path *path, const char *name)
{
    size_t separator = path->length > 0, length = strlen(name);

    if (path->length + separator + length >= sizeof path->text) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (separator)
        path->text[path->length] = '/';
    memcpy(path->text + path->length + separator, name, length + 1);
    path->length += separator + length;
    return true;
}

void cut(struct path *path, size_t length)
{
    path->length = length;
    path->text[length] = '\0';
}

bool each_entry(struct path *path, bool (*visit)(void *state), void *state)
{
    DIR *directory = opendir(path->text);
    size_t length = path->length;
    struct dirent *entry;

    if (!directory)
        return false;
    while ((errno = 0, entry = readdir(directory))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (!push(path, entry->d_name) || !visit(state))
            break;
        cut(path, length);
    }
    int error = errno;
    closedir(directory);
    errno = error;
    return !entry && !error;
}
