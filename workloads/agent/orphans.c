/* Ends and counts the processes that the command left running, after the timer has stopped. */
#include "agent.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __APPLE__

#include <libproc.h>

/* macOS has no sub-reaper: orphans go to launchd, and only those still in the group can be found. */
void adopt_orphans(void)
{
}

int64_t end_orphans(int group, bool *remain)
{
    pid_t members[1024];
    int bytes = proc_listpids(PROC_PGRP_ONLY, (uint32_t)group, members, sizeof members);

    *remain = kill(-group, SIGKILL) < 0 && errno != ESRCH;
    return bytes > 0 ? bytes / (int)sizeof *members : 0;
}

#else

#include <dirent.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

static const int64_t PATIENCE = 5000000000;

void adopt_orphans(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L);
}

/* /proc/PID/stat is "PID (NAME) STATE PARENT ..."; NAME may hold anything, so we read after its last bracket. */
static pid_t parent_of(const char *pid)
{
    char path[64] = "/proc/", text[512];

    int file = open(strcat(strcat(path, pid), "/stat"), O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    text[length < 0 ? 0 : length] = '\0';
    const char *name_end = strrchr(text, ')');
    return name_end && strlen(name_end) > 4 ? atoi(name_end + 4) : -1;
}

static void kill_children(void)
{
    DIR *processes = opendir("/proc");
    struct dirent *entry;

    while (processes && (entry = readdir(processes))) {
        pid_t process = atoi(entry->d_name);
        if (process > 0 && strlen(entry->d_name) < 20 && parent_of(entry->d_name) == getpid())
            kill(process, SIGKILL);
    }
    if (processes)
        closedir(processes);
}

/* A killed orphan leaves its own children to the agent, so this goes on until there is no child left. */
int64_t end_orphans(int group, bool *remain)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    int64_t ended = 0, deadline = now() + PATIENCE;
    pid_t reaped;

    while ((reaped = waitpid(-1, NULL, WNOHANG)) > 0)
        ; /* already ended */
    while (reaped == 0 && now() < deadline) {
        kill(-group, SIGKILL);
        kill_children();
        nanosleep(&pause, NULL);
        while ((reaped = waitpid(-1, NULL, WNOHANG)) > 0)
            ended++;
    }
    *remain = reaped == 0;
    return ended;
}

#endif
