/* Signal handling of commands that run until a signal ends them. */
#include "agent.h"

#include <signal.h>
#include <unistd.h>

static void end(int signal)
{
    _exit(128 + signal);
}

/* Handlers, because process 1 of a container is not ended by a signal that it does not handle. */
void end_when_told(void)
{
    static const int ending[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT};
    struct sigaction action = {.sa_handler = end};
    sigset_t unblocked;

    sigemptyset(&unblocked);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        sigaddset(&unblocked, ending[i]);
        sigaction(ending[i], &action, NULL);
    }
    sigprocmask(SIG_UNBLOCK, &unblocked, NULL);
}
