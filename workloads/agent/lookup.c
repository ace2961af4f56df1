/* The environment of the child, and the look-up of its program. */
#include "agent.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

static char *environment[4096]; /* ends with NULL */
static size_t entries;

bool environment_add(char *entry)
{
    size_t name = strcspn(entry, "=") + 1, index = 0;

    while (index < entries && strncmp(environment[index], entry, name) != 0)
        index++;
    if (index + 1 == sizeof environment / sizeof *environment)
        return false;
    environment[index] = entry;
    if (index == entries)
        entries++;
    return true;
}

bool environment_inherit(const char *name)
{
    size_t length = strlen(name);

    for (char **entry = environ; *entry; entry++)
        if (strncmp(*entry, name, length) == 0 && (*entry)[length] == '=')
            return environment_add(*entry);
    return true;
}

char *const *environment_get(void)
{
    return environment;
}

static const char *search_path(void)
{
    for (size_t i = 0; i < entries; i++)
        if (strncmp(environment[i], "PATH=", 5) == 0)
            return environment[i] + 5;
    return "/usr/local/bin:/usr/bin:/bin";
}

/* If false, errno says why. */
static bool is_program(const char *path)
{
    struct stat status;

    if (stat(path, &status) < 0 || access(path, X_OK) < 0)
        return false;
    errno = EACCES;
    return S_ISREG(status.st_mode);
}

const char *program_path(const char *name)
{
    static char path[PATH_MAX];
    const char *directory = search_path();
    int error = ENOENT;

    if (strchr(name, '/'))
        return name;
    for (size_t length = 0; *name; directory += length + 1) {
        length = strcspn(directory, ":");
        if (length + strlen(name) + 3 <= sizeof path) {
            /* An empty directory is the current one (POSIX, environment variable PATH). */
            memcpy(path, directory, length);
            strcpy(path + length, length ? "/" : "./");
            if (is_program(strcat(path, name)))
                return path;
            if (errno == EACCES)
                error = EACCES;
        }
        if (!directory[length])
            break;
    }
    errno = error;
    return NULL;
}
