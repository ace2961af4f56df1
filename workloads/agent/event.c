/* Waits for the system's event after a change of a file. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static int64_t first_event(int source, const char *name, int64_t milliseconds);

/* Linux's inotify watches the directory, so the file may not exist yet; macOS's kqueue watches the file. */
static int start_watching(const char *name);

bool expect_event(const char *name, int64_t milliseconds)
{
    int source = start_watching(name);

    if (source < 0)
        return failed("expect-event", name, strerror(errno));
    emit("{\"step\":\"armed\"}\n");
    emit_time("event", first_event(source, name, milliseconds));
    close(source);
    return true;
}

#ifdef __APPLE__

#include <sys/event.h>
#include <sys/time.h>

static int watched = -1;

static int start_watching(const char *name)
{
    struct kevent change;
    int queue = kqueue();

    if (watched >= 0)
        close(watched);
    watched = open(name, O_EVTONLY | O_CLOEXEC);
    if (watched < 0 || queue < 0)
        return -1;
    EV_SET(&change, watched, EVFILT_VNODE, EV_ADD | EV_CLEAR, NOTE_WRITE | NOTE_EXTEND, 0, NULL);
    return kevent(queue, &change, 1, NULL, 0, NULL) < 0 ? -1 : queue;
}

static int64_t first_event(int queue, const char *name, int64_t milliseconds)
{
    struct timespec timeout = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000};
    struct kevent event;
    int count = kevent(queue, NULL, 0, &event, 1, &timeout);
    int64_t at = now();

    (void)name;
    return count > 0 ? at : NEVER;
}

#else

#include <limits.h>
#include <poll.h>
#include <sys/inotify.h>

static int start_watching(const char *name)
{
    int events = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);

    (void)name;
    if (events < 0 || inotify_add_watch(events, ".", IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO) < 0)
        return -1;
    return events;
}

static bool tells_of(const char *name, const char *events, ssize_t length)
{
    const struct inotify_event *event;

    for (ssize_t at = 0; at < length; at += (ssize_t)(sizeof *event + event->len)) {
        event = (const struct inotify_event *)(events + at);
        if (event->len > 0 && strcmp(event->name, name) == 0)
            return true;
    }
    return false;
}

static int64_t first_event(int events, const char *name, int64_t milliseconds)
{
    _Alignas(struct inotify_event) char buffer[64 * (sizeof(struct inotify_event) + NAME_MAX + 1)];
    struct pollfd news = {.fd = events, .events = POLLIN};
    int64_t deadline = now() + milliseconds * 1000000, left;

    while ((left = deadline - now()) > 0) {
        poll(&news, 1, (int)((left + 999999) / 1000000));
        ssize_t length = read(events, buffer, sizeof buffer);
        int64_t at = now();
        if (tells_of(name, buffer, length))
            return at;
    }
    return NEVER;
}

#endif
