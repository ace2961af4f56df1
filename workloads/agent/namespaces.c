/* The cost of entering a new namespace of each kind. */
#include "agent.h"

#ifdef __APPLE__

int time_unshare(const char *kind, int samples)
{
    (void)kind;
    (void)samples;
    failed("unshare", NULL, "unsupported");
    return EXIT_STEP_FAILED;
}

#else

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct kind {
    const char *name;
    int flag; /* 0: no call, only the cost of the clock */
} kinds[] = {
    {"mount", CLONE_NEWNS},   {"uts", CLONE_NEWUTS},       {"ipc", CLONE_NEWIPC},
    {"pid", CLONE_NEWPID},    {"net", CLONE_NEWNET},       {"user", CLONE_NEWUSER},
    {"cgroup", CLONE_NEWCGROUP}, {"time", 0x80 /* CLONE_NEWTIME, missing in musl's headers */}, {"none", 0},
};

struct result {
    int64_t unshare;
    int error;
};

static struct result in_child(int flag)
{
    int64_t started = now();
    int code = flag ? unshare(flag) : 0;
    int64_t ended = now();

    return (struct result){.unshare = ended - started, .error = code < 0 ? errno : 0};
}

/* One child per sample, because a process stays in the namespaces it entered. Returns 0 or errno. */
static int sample(int flag, int64_t *unshared, int64_t *total)
{
    struct result result = {.error = EIO};
    int ends[2];

    if (pipe(ends) < 0)
        return errno;
    int64_t started = now();
    pid_t child = fork();
    if (child == 0) {
        result = in_child(flag);
        _exit(write(ends[1], &result, sizeof result) != sizeof result);
    }
    if (child < 0) {
        result.error = errno;
    } else {
        waitpid(child, NULL, 0);
        *total = now() - started;
    }
    close(ends[1]);
    if (child > 0 && read(ends[0], &result, sizeof result) != sizeof result)
        result.error = EIO;
    close(ends[0]);
    *unshared = result.unshare;
    return result.error;
}

int time_unshare(const char *kind, int samples)
{
    static int64_t unshared[SAMPLES_MAXIMUM], totals[SAMPLES_MAXIMUM];
    const struct kind *found = NULL;
    int error = 0;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, kind) == 0)
            found = &kinds[i];
    if (!found)
        return complain(kind, "is not mount, uts, ipc, pid, net, user, cgroup, time or none.");
    for (int i = 0; i < samples && !error; i++)
        error = sample(found->flag, &unshared[i], &totals[i]);
    if (error) {
        failed("unshare", NULL, strerror(error));
        return EXIT_STEP_FAILED;
    }
    emit("{\"step\":\"unshare\",\"kind\":%s,\"unshare\":%l,\"total\":%l}\n", kind, unshared, samples, totals, samples);
    return EXIT_DONE;
}

#endif
