/* One side of a shared directory: changes files and waits for changes, by commands on standard input. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WORDS = 4, TOKEN_MAXIMUM = 64, WAIT_MAXIMUM = 3600000 };

static bool obey(char *line);

bool watch(const char *directory, const int64_t *unused)
{
    (void)unused;
    end_when_told();
    umask(0); /* the other side may be another user */
    if (chdir(directory) < 0)
        return failed("watch", directory, strerror(errno));
    emit("{\"step\":\"ready\",\"clock\":%s}\n", clock_id());
    return each_line(STDIN_FILENO, obey) || (errno != 0 && failed("watch", NULL, strerror(errno)));
}

void emit_time(const char *step, int64_t at)
{
    emit("{\"step\":%s,\"at\":%o}\n", step, at);
}

static bool tell_clock(char **unused)
{
    (void)unused;
    emit("{\"step\":\"clock\",\"now\":%n}\n", now());
    return true;
}

/* Writes in place, because replacing or truncating the file would cause other events. */
static bool write_content(int file, const char *content)
{
    off_t length = (off_t)strlen(content);
    struct stat status;

    return write_all(file, content, (size_t)length) && fstat(file, &status) == 0 &&
           (status.st_size == length || ftruncate(file, length) == 0);
}

static bool write_token(char **name_and_token)
{
    int64_t before = now();
    int file = open(name_and_token[0], O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    bool good = file >= 0 && write_content(file, name_and_token[1]);
    good = good && close(file) == 0;
    int64_t after = now();

    if (!good)
        return failed("write", name_and_token[0], strerror(errno));
    emit("{\"step\":\"wrote\",\"before\":%n,\"after\":%n}\n", before, after);
    return true;
}

/* Opens the file each time, because then a shared file system asks its other side. False with errno 0: the content is
   different; with another errno: the file cannot be read. */
static bool has_content(const char *name, const char *token, size_t length)
{
    char content[TOKEN_MAXIMUM + 1];
    int file = open(name, O_RDONLY | O_CLOEXEC);
    ssize_t count = file < 0 ? -1 : read(file, content, sizeof content);
    int error = count < 0 ? errno : 0;

    if (file >= 0)
        close(file);
    errno = error;
    return count == (ssize_t)length && memcmp(content, token, length) == 0;
}

/* A missing file, or one that is being replaced (ESTALE on NFS), may still appear. */
static bool may_come(int error)
{
    return error == 0 || error == ENOENT || error == ESTALE;
}

static bool expect_content(const char *name, const char *token, int64_t milliseconds)
{
    size_t length = strlen(token);
    int64_t at, deadline;
    bool found;

    emit("{\"step\":\"armed\"}\n");
    deadline = now() + milliseconds * 1000000;
    do {
        sched_yield();
        found = has_content(name, token, length);
        at = now();
        if (!found && !may_come(errno))
            return failed("expect-content", name, strerror(errno));
    } while (!found && at < deadline);
    emit_time("content", found ? at : NEVER);
    return true;
}

static bool refuse(const char *sentence)
{
    return failed("watch", NULL, sentence);
}

static bool wait_for_event(char **word)
{
    int64_t milliseconds;

    if (!number(word[1], 1, WAIT_MAXIMUM, &milliseconds))
        return refuse("MS must be from 1 to 3600000");
    return expect_event(word[0], milliseconds);
}

static bool wait_for_content(char **word)
{
    int64_t milliseconds;

    if (!number(word[2], 1, WAIT_MAXIMUM, &milliseconds))
        return refuse("MS must be from 1 to 3600000");
    return expect_content(word[0], word[1], milliseconds);
}

static const struct order {
    const char *name;
    int words; /* after the name; the first is a file's name */
    bool token; /* the second is one */
    bool (*perform)(char **words);
} orders[] = {
    {"clock", 0, false, tell_clock},
    {"write", 2, true, write_token},
    {"expect-event", 2, false, wait_for_event},
    {"expect-content", 3, true, wait_for_content},
};

/* Cuts the line at its spaces. Returns how many words there are, or more than fit in *word. */
static int split(char *line, char **word)
{
    int count = 0;

    for (char *rest = line; (rest = strtok(rest, " ")); rest = NULL) {
        if (count == WORDS)
            return WORDS + 1;
        word[count++] = rest;
    }
    return count;
}

static bool obey(char *line)
{
    char *word[WORDS];
    int count = split(line, word);

    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        const struct order *order = &orders[i];
        if (count != 1 + order->words || strcmp(word[0], order->name) != 0)
            continue;
        if (order->words > 0 && (strchr(word[1], '/') || strstr(word[1], "..")))
            return refuse("NAME must not have / or .. in it");
        if (order->token && strlen(word[2]) > TOKEN_MAXIMUM)
            return refuse("TOKEN must not be longer than 64 bytes");
        return order->perform(word + 1);
    }
    return refuse("a line must be clock, write NAME TOKEN, expect-event NAME MS or expect-content NAME TOKEN MS");
}
