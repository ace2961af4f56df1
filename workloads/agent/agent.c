/* plimsoll-agent: times one command where it runs, and says on stdout, in JSON lines, what it did.
   README.md describes the commands and the lines. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

extern char **environ;

static int run(char **argument, const char *own_name);
static int calibrate(int samples, const char *own_name);
static void open_standard_descriptors(void);

int main(int count, char **argument)
{
    const char *command = count > 1 ? argument[1] : "";
    int64_t samples;
    int code;

    if (strcmp(command, "noop") == 0)
        return EXIT_DONE;
    open_standard_descriptors();
    if (strcmp(command, "run") == 0)
        return run(argument + 2, argument[0]);
    if (strcmp(command, "calibrate") == 0 && count == 3 && sample_count(argument[2], &samples))
        return calibrate((int)samples, argument[0]);
    if (strcmp(command, "unshare") == 0 && count == 4 && sample_count(argument[3], &samples))
        return time_unshare(argument[2], (int)samples);
    if (strcmp(command, "version") == 0) {
        emit("{\"agent\":1}\n");
        return EXIT_DONE;
    }
    if (work(command, argument + 2, &code))
        return code;
    return complain("understands", "run [OPTION ...] -- PROGRAM [ARGUMENT ...], calibrate N, unshare KIND N, noop and "
                                   "version, with N from 1 to 10000, and the work metadata, write, copy-up, "
                                   "make-tree, stat-tree and cpu.");
}

/* A file opened later must not get the number of a standard descriptor that the caller had closed. */
static void open_standard_descriptors(void)
{
    int file = open("/dev/null", O_RDWR);

    while (file >= 0 && file <= STDERR_FILENO)
        file = dup(file);
    if (file >= 0)
        close(file);
}

static bool open_null(struct command *command, const char *doing)
{
    command->null = open("/dev/null", O_RDWR | O_CLOEXEC);
    return command->null >= 0 || failed(doing, "/dev/null", strerror(errno));
}

static void report(const struct timing *timing)
{
    size_t length;
    const char *tail = output_tail((size_t)settings.tail, &length);

    emit("{\"step\":\"run\",\"wall\":%n,\"user\":%n,\"system\":%n", timing->wall, timing->user, timing->system);
    if (WIFEXITED(timing->status))
        emit(",\"exit\":%n,\"signal\":null", (int64_t)WEXITSTATUS(timing->status));
    else
        emit(",\"exit\":null,\"signal\":%n", (int64_t)WTERMSIG(timing->status));
    emit(",\"timedOut\":%b,\"orphans\":%n,\"tail\":%t}\n", timing->timed_out, timing->orphans, tail, length);
}

/* The agent itself enters --cwd, because posix_spawn's own change of directory reads a relative PROGRAM
   differently on macOS and Linux. */
static int run_command(char **argument)
{
    struct command command = {
        .argument = argument,
        .environment = environment_get(),
        .timeout = settings.timeout_seconds * 1000000000,
        .keep_output = true,
    };
    struct timing timing;
    const char *culprit = settings.cwd;
    int error = 0;

    if (!open_null(&command, "run"))
        return EXIT_STEP_FAILED;
    if (settings.cwd && chdir(settings.cwd) < 0) {
        error = errno;
    } else {
        culprit = argument[0];
        command.program = program_path(argument[0]);
        error = command.program ? time_command(&command, &timing) : errno;
    }
    if (error) {
        failed("run", culprit, strerror(error));
        return EXIT_STEP_FAILED;
    }
    if (timing.stopped_by)
        return 128 + timing.stopped_by;
    report(&timing);
    if (timing.orphans_remain)
        failed("run", argument[0], "a process it left running could not be ended");
    return timing.orphans_remain ? EXIT_STEP_FAILED : EXIT_DONE;
}

static int run(char **argument, const char *own_name)
{
    char **end = read_options(argument), **inherited = environ;
    int code = EXIT_DONE;

    if (!end)
        return EXIT_USAGE;
    if (*end && !end[1])
        return complain("--", "is followed by no PROGRAM.");
    adopt_orphans();
    while (!settings.clear_environment && *inherited)
        if (!environment_add(*inherited++))
            return complain("inherits", "more variables than it can hold; --clear-env starts from none.");
    if (!perform(argument, end, TOKEN) || !perform(argument, end, COPY) || !perform(argument, end, DESCRIBE) ||
        !perform(argument, end, ENVIRONMENT))
        return EXIT_STEP_FAILED;
    if (*end)
        code = run_command(end + 1);
    if (code != EXIT_DONE)
        return code;
    if (!perform(argument, end, COUNT) || !perform(argument, end, EMPTY))
        return EXIT_STEP_FAILED;
    return settings.samples ? calibrate((int)settings.samples, own_name) : EXIT_DONE;
}

static const char *own_path(const char *own_name)
{
#ifdef __APPLE__
    static char path[PATH_MAX];
    uint32_t size = sizeof path;
    return _NSGetExecutablePath(path, &size) == 0 ? path : own_name;
#else
    return access("/proc/self/exe", X_OK) == 0 ? "/proc/self/exe" : own_name;
#endif
}

static int calibrate(int samples, const char *own_name)
{
    static int64_t values[SAMPLES_MAXIMUM];
    char *const argument[] = {"plimsoll-agent", "noop", NULL}, *const environment[] = {NULL};
    struct command command = {.program = own_path(own_name), .argument = argument, .environment = environment};
    struct timing timing;

    if (!open_null(&command, "calibrate"))
        return EXIT_STEP_FAILED;
    for (int i = 0; i < samples; i++) {
        int error = time_command(&command, &timing);
        if (!error && timing.stopped_by)
            return 128 + timing.stopped_by;
        if (error || timing.status != 0) {
            failed("calibrate", command.program, error ? strerror(error) : "noop did not exit with 0");
            return EXIT_STEP_FAILED;
        }
        values[i] = timing.wall;
    }
    emit("{\"step\":\"calibrate\",\"values\":%l}\n", values, samples);
    return EXIT_DONE;
}
