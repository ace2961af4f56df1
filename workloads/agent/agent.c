/* plimsoll-agent: times one command where it runs, and reports on stdout in JSON lines.
   README.md describes the commands and the lines. */
#include "agent.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

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
    if (strcmp(command, "answer") == 0)
        return answer(argument + 2);
    if (strcmp(command, "round-trips") == 0)
        return round_trips(argument + 2);
    if (strcmp(command, "inspect") == 0)
        return inspect(argument + 2);
    if (strcmp(command, "version") == 0) {
        emit("{\"agent\":1}\n");
        return EXIT_DONE;
    }
    if (work(command, argument + 2, &code))
        return code;
    return complain("understands", "run [OPTION ...] -- PROGRAM [ARGUMENT ...], calibrate N, unshare KIND N, noop and "
                                   "version, with N from 1 to 10000, and the work metadata, write, sweep, copy-up, "
                                   "make-tree, stat-tree, cpu, answer, round-trips, hold, "
                                   "touch, sync, inspect, memory and watch.");
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
