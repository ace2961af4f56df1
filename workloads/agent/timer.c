/* The timer: one child, from just before posix_spawn to just after wait4. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A pipe holds no more than this (Linux, fs.pipe-max-size). */
enum { PIPE_MAXIMUM = 1 << 20 };
static const int64_t FOREVER = INT64_MAX;

static char output[2 * TAIL_MAXIMUM];
static size_t output_length;
static volatile sig_atomic_t stop_signal;

static int spawn(pid_t *child, const struct command *command, int output_end, int64_t *started);
static void follow(pid_t child, int output_end, int64_t started, const struct command *command,
                   const sigset_t *in_select, struct timing *timing);
static void catch_signals(sigset_t *before, sigset_t *in_select);
static void release_signals(const sigset_t *before);
static void take_rest(int output_end);

int time_command(const struct command *command, struct timing *timing)
{
    sigset_t before, in_select;
    int ends[2] = {-1, -1};
    int64_t started;
    pid_t child;

    memset(timing, 0, sizeof *timing);
    output_length = 0;
    if (command->keep_output && pipe(ends) < 0)
        return errno;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    catch_signals(&before, &in_select);
    int error = spawn(&child, command, command->keep_output ? ends[1] : command->null, &started);
    close(ends[1]);
    if (!error) {
        follow(child, ends[0], started, command, &in_select, timing);
        timing->orphans = end_orphans(child, &timing->orphans_remain);
        take_rest(ends[0]);
    }
    close(ends[0]);
    release_signals(&before);
    return error;
}

const char *output_tail(size_t limit, size_t *length)
{
    *length = output_length < limit ? output_length : limit;
    return output + output_length - *length;
}

/* macOS derives CLOCK_MONOTONIC from the adjustable time of day, in microseconds, and goes on counting while the
   machine sleeps; its raw uptime counts nanoseconds, is never adjusted and stops then, as CLOCK_MONOTONIC does on
   Linux. */
int64_t now(void)
{
#ifdef __APPLE__
    const clockid_t monotonic = CLOCK_UPTIME_RAW;
#else
    const clockid_t monotonic = CLOCK_MONOTONIC;
#endif
    struct timespec time;
    clock_gettime(monotonic, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* In its own session, with no signal blocked or ignored, whatever the agent inherited. A session is a process group.
   Linux shares the CPU between sessions (autogroup; see sched(7)) as it shares it between containers, so that other
   programs of the agent's session do not slow the work on the host more than in a container. */
static int spawn(pid_t *child, const struct command *command, int output_end, int64_t *started)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;

    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, command->null, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output_end, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output_end, STDERR_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    *started = now();
    int error = posix_spawn(child, command->program, &actions, &attributes, command->argument, command->environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

static int64_t nanoseconds(struct timeval time)
{
    return ((int64_t)time.tv_sec * 1000000 + time.tv_usec) * 1000;
}

/* Reaps until the child itself has ended; others are orphans that ended in the meantime. */
static bool has_ended(pid_t child, struct timing *timing, struct rusage *usage, int64_t *looked_at)
{
    for (;;) {
        pid_t ended = wait4(-1, &timing->status, WNOHANG, usage);
        *looked_at = now();
        if (ended <= 0 || ended == child)
            return ended == child;
    }
}

/* One read into the buffer, which always keeps the last TAIL_MAXIMUM bytes. Returns what read returned. */
static ssize_t take_output(int output_end)
{
    if (output_length == sizeof output) {
        memcpy(output, output + TAIL_MAXIMUM, TAIL_MAXIMUM);
        output_length = TAIL_MAXIMUM;
    }
    ssize_t count = read(output_end, output + output_length, sizeof output - output_length);
    if (count > 0)
        output_length += (size_t)count;
    return count;
}

/* Waits for output, which it reads, or a signal, for at most left nanoseconds. A pipe without writers is not polled
   again. */
static void wait_for_news(int output_end, bool *writers, int64_t left, const sigset_t *in_select)
{
    struct timespec timeout = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
    fd_set readable;

    FD_ZERO(&readable);
    if (*writers)
        FD_SET(output_end, &readable);
    if (pselect(*writers ? output_end + 1 : 0, &readable, NULL, NULL, left < FOREVER ? &timeout : NULL,
                in_select) > 0)
        *writers = take_output(output_end) != 0;
}

static void follow(pid_t child, int output_end, int64_t started, const struct command *command,
                   const sigset_t *in_select, struct timing *timing)
{
    bool writers = command->keep_output, killed = false;
    struct rusage usage;
    int64_t looked_at;

    while (!has_ended(child, timing, &usage, &looked_at)) {
        int64_t left = command->timeout && !killed ? started + command->timeout - looked_at : FOREVER;
        if (left <= 0 || (stop_signal && !killed)) {
            timing->timed_out = left <= 0;
            kill(-child, SIGKILL);
            kill(child, SIGKILL); /* it may have moved to another group */
            killed = true;
            left = FOREVER;
        }
        wait_for_news(output_end, &writers, left, in_select);
    }
    timing->wall = looked_at - started;
    timing->user = nanoseconds(usage.ru_utime);
    timing->system = nanoseconds(usage.ru_stime);
    timing->usage = (struct usage){usage.ru_minflt, usage.ru_majflt, usage.ru_nvcsw, usage.ru_nivcsw, usage.ru_inblock};
    timing->stopped_by = stop_signal;
}

/* Output from before the end is still in the pipe. Does not wait for a writer that survived SIGKILL. */
static void take_rest(int output_end)
{
    ssize_t count = 0;

    fcntl(output_end, F_SETFL, O_NONBLOCK);
    for (ssize_t taken = 0; taken < PIPE_MAXIMUM && (count = take_output(output_end)) > 0; taken += count)
        ;
}

static const int caught[] = {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT};

/* SIGCHLD needs a handler only so that it interrupts pselect. A signal that ends the agent has to end the command
   too, because the terminal's signals do not reach the command's own process group. */
static void on_signal(int number)
{
    if (number != SIGCHLD)
        stop_signal = number;
}

/* Signals are delivered only inside pselect, so that none is lost between a check and a wait. */
static void catch_signals(sigset_t *before, sigset_t *in_select)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigset_t blocked;

    sigemptyset(&blocked);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
        sigaddset(&blocked, caught[i]);
        sigaction(caught[i], &action, NULL);
    }
    sigprocmask(SIG_BLOCK, &blocked, before);
    *in_select = *before;
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        sigdelset(in_select, caught[i]);
}

static void release_signals(const sigset_t *before)
{
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        signal(caught[i], SIG_DFL);
    sigprocmask(SIG_SETMASK, before, NULL);
}
