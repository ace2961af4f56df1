/* What the tests let the agent run, in images that hold nothing else. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Busy until this process has used so much CPU time, however much of it others take meanwhile. */
static void burn(long milliseconds)
{
    struct timespec used;

    do
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    while (used.tv_sec * 1000 + used.tv_nsec / 1000000 < milliseconds);
}

/* The same instructions every time: a linear congruential generator (Knuth's for MMIX). */
static void spin(long millions)
{
    volatile unsigned long long state = 1;

    for (long i = millions * 1000000; i > 0; i--)
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
}

/* Descendants that outlive this process, each in a session of its own, holding the output open. */
static void leave(long count)
{
    while (count-- > 0)
        if (fork() == 0) {
            setsid();
            sleep(60);
            _exit(0);
        }
}

int main(int count, char **argument)
{
    const char *command = count > 1 ? argument[1] : "", *value = count > 2 ? argument[2] : "";

    if (strcmp(command, "burn") == 0)
        burn(atol(value));
    else if (strcmp(command, "spin") == 0)
        spin(atol(value));
    else if (strcmp(command, "leave") == 0)
        leave(atol(value));
    else if (strcmp(command, "identity") == 0)
        printf("user %d, parent %d", (int)getuid(), (int)getppid());
    else if (strcmp(command, "variable") == 0)
        printf("%s", getenv(value) ? getenv(value) : "(none)");
    else
        return 64;
    return 0;
}
