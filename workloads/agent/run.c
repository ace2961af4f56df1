/* Prepares the timed command once, runs it the requested number of times, and measures the cost of timing. */
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

static int run_commands(char **program);

int run(char **argument, const char *own_name)
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
        !perform(argument, end, INHERIT) || !perform(argument, end, ENVIRONMENT) || !perform(argument, end, PREPARE))
        return EXIT_STEP_FAILED;
    if (*end || prepare_command())
        code = run_commands(*end ? end + 1 : NULL);
    if (code != EXIT_DONE)
        return code;
    if (!perform(argument, end, COUNT) || !perform(argument, end, EMPTY))
        return EXIT_STEP_FAILED;
    return settings.samples ? calibrate((int)settings.samples, own_name) : EXIT_DONE;
}

static bool open_null(struct command *command, const char *doing)
{
    command->null = open("/dev/null", O_RDWR | O_CLOEXEC);
    return command->null >= 0 || failed(doing, "/dev/null", strerror(errno));
}

static void report(const char *step, const struct timing *timing)
{
    size_t length;
    const char *tail = output_tail((size_t)settings.tail, &length);

    emit("{\"step\":%s,\"wall\":%n,\"user\":%n,\"system\":%n", step, timing->wall, timing->user, timing->system);
    if (WIFEXITED(timing->status))
        emit(",\"exit\":%n,\"signal\":null", (int64_t)WEXITSTATUS(timing->status));
    else
        emit(",\"exit\":null,\"signal\":%n", (int64_t)WTERMSIG(timing->status));
    emit(",\"minorFaults\":%n,\"majorFaults\":%n,\"voluntarySwitches\":%n,\"involuntarySwitches\":%n,\"blockInput\":%n",
         timing->usage.minor_faults, timing->usage.major_faults, timing->usage.voluntary_switches,
         timing->usage.involuntary_switches, timing->usage.block_input);
    emit(",\"timedOut\":%b,\"orphans\":%n,\"tail\":%t}\n", timing->timed_out, timing->orphans, tail, length);
}

/* Runs a command once and reports it as the step. Returns the agent's exit code; any but EXIT_DONE is final. */
static int run_once(const char *step, char *const *argument, struct timing *timing)
{
    struct command command = {
        .program = program_path(argument[0]),
        .argument = argument,
        .environment = environment_get(),
        .timeout = settings.timeout_seconds * 1000000000,
        .keep_output = true,
    };
    int error = command.program ? 0 : errno;

    if (!error) {
        if (!open_null(&command, step))
            return EXIT_STEP_FAILED;
        error = time_command(&command, timing);
        close(command.null);
    }
    if (error) {
        failed(step, argument[0], strerror(error));
        return EXIT_STEP_FAILED;
    }
    if (timing->stopped_by)
        return 128 + timing->stopped_by;
    report(step, timing);
    if (timing->orphans_remain)
        failed(step, argument[0], "a process it left running could not be ended");
    return timing->orphans_remain ? EXIT_STEP_FAILED : EXIT_DONE;
}

/* A failed prepare command ends the run, because its result is not valid for a measurement. */
static int prepare(char *const *argument)
{
    struct timing timing;
    int code = run_once("prepare", argument, &timing);

    if (code != EXIT_DONE || timing.status == 0)
        return code;
    emit("{\"step\":\"error\",\"doing\":\"prepare\",\"path\":%s,\"message\":\"it ", argument[0]);
    if (timing.timed_out)
        emit("did not end within %n s\"}\n", settings.timeout_seconds);
    else if (WIFEXITED(timing.status))
        emit("ended with exit code %n\"}\n", (int64_t)WEXITSTATUS(timing.status));
    else
        emit("was ended by signal %n\"}\n", (int64_t)WTERMSIG(timing.status));
    return EXIT_STEP_FAILED;
}

/* The agent itself enters --cwd, because posix_spawn's own change of directory resolves a relative PROGRAM
   differently on macOS and Linux. */
static int run_commands(char **program)
{
    struct timing timing = {0};
    int code = EXIT_DONE;

    if (settings.cwd && chdir(settings.cwd) < 0) {
        failed("run", settings.cwd, strerror(errno));
        return EXIT_STEP_FAILED;
    }
    if (prepare_command())
        code = prepare(prepare_command());
    for (int64_t i = 0; program && i < settings.times && code == EXIT_DONE && timing.status == 0; i++)
        code = run_once("run", program, &timing);
    return code;
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

int calibrate(int samples, const char *own_name)
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
