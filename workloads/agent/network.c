/* Requests and answers over TCP: the peer that answers, and the client that times the requests. */
#include "agent.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { MESSAGE = 64, PORT_MAXIMUM = 65535, BACKLOG = 128 };
/* How long a peer may be silent or refuse connections. */
static const int64_t PATIENCE = 5000000000;

static bool read_address(const char *text, struct in_addr *address);
static int listen_on(struct sockaddr_in *address);
static void serve(int peer);
static const char *reason(void);
static int connect_to(const struct sockaddr_in *address, int64_t *took);
static bool ask(int peer, int64_t number, int64_t *took);

/* Does not return unless it cannot listen: a signal ends it. */
int answer(char **port_and_address)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    int64_t port;

    if (!port_and_address[0] || !number(port_and_address[0], 0, PORT_MAXIMUM, &port) ||
        (port_and_address[1] && port_and_address[2]))
        return complain("answer", "needs PORT, from 0 to 65535, and ADDRESS only if it is to listen on no other.");
    if (port_and_address[1] && !read_address(port_and_address[1], &address.sin_addr))
        return EXIT_USAGE;
    address.sin_port = htons((uint16_t)port);
    end_when_told();
    signal(SIGPIPE, SIG_IGN);
    int listener = listen_on(&address);
    if (listener >= 0)
        emit("{\"step\":\"listening\",\"port\":%n}\n", (int64_t)ntohs(address.sin_port));
    for (int peer; listener >= 0;) {
        peer = accept(listener, NULL, NULL);
        if (peer >= 0)
            serve(peer);
        else if (errno != ECONNABORTED && errno != EINTR)
            break;
    }
    failed("answer", NULL, strerror(errno));
    return EXIT_STEP_FAILED;
}

int round_trips(char **value)
{
    static int64_t latency[SAMPLES_MAXIMUM];
    struct sockaddr_in address = {.sin_family = AF_INET};
    int64_t port, count, connected;

    if (!value[0] || !value[1] || !value[2] || value[3] || !number(value[1], 1, PORT_MAXIMUM, &port) ||
        !sample_count(value[2], &count))
        return complain("round-trips", "needs ADDRESS, PORT, from 1 to 65535, and N, from 1 to 10000.");
    if (!read_address(value[0], &address.sin_addr))
        return EXIT_USAGE;
    address.sin_port = htons((uint16_t)port);
    signal(SIGPIPE, SIG_IGN);
    int peer = connect_to(&address, &connected);
    bool good = peer >= 0;
    for (int64_t i = 0; good && i < count; i++)
        good = ask(peer, i, &latency[i]);
    if (!good) {
        failed("round-trips", value[0], reason());
        return EXIT_STEP_FAILED;
    }
    emit("{\"step\":\"round-trips\",\"connect\":%n,\"latency\":%l}\n", connected, latency, (int)count);
    return EXIT_DONE;
}

static bool read_address(const char *text, struct in_addr *address)
{
    if (inet_pton(AF_INET, text, address) == 1)
        return true;
    complain(*text ? text : "ADDRESS", "is not an IPv4 address: give four numbers with dots, as in 127.0.0.1.");
    return false;
}

/* The socket, with the address filled in as it was bound. Negative: errno says why not. */
static int listen_on(struct sockaddr_in *address)
{
    const int on = 1;
    socklen_t size = sizeof *address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);

    if (listener < 0 || setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) < 0 ||
        bind(listener, (struct sockaddr *)address, size) < 0 || listen(listener, BACKLOG) < 0 ||
        getsockname(listener, (struct sockaddr *)address, &size) < 0)
        return -1;
    return listener;
}

/* Sends without delay, and limits how long each call waits for the peer (at least a microsecond, because 0 means
   forever). On Linux the send timeout also applies to connect (socket(7)); macOS has a separate option. */
static bool set_up(int peer, int64_t patience)
{
    const struct timeval limit = {.tv_sec = patience / 1000000000, .tv_usec = (int)(patience / 1000 % 1000000 + 1)};
    const int on = 1;

#ifdef __APPLE__
    const int seconds = (int)limit.tv_sec + 1;
    if (setsockopt(peer, IPPROTO_TCP, TCP_CONNECTIONTIMEOUT, &seconds, sizeof seconds) < 0)
        return false;
#endif
    return setsockopt(peer, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) == 0 &&
           setsockopt(peer, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) == 0 &&
           setsockopt(peer, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit) == 0;
}

/* Until the peer disconnects, sends half a request, or is silent. */
static void serve(int peer)
{
    char message[MESSAGE];

    if (set_up(peer, PATIENCE))
        while (recv(peer, message, MESSAGE, MSG_WAITALL) == MESSAGE && send(peer, message, MESSAGE, 0) == MESSAGE)
            ;
    close(peer);
}

static const char *reason(void)
{
    if (errno == EAGAIN || errno == EINPROGRESS || errno == ETIMEDOUT)
        return "no answer within 5 s";
    return errno == EPROTO ? "its answer is not the request" : strerror(errno);
}

/* Without a listener, a socket may get the very port it connects to, and connect to itself. */
static bool is_itself(int peer, const struct sockaddr_in *address)
{
    struct sockaddr_in own = {0};
    socklen_t size = sizeof own;

    return getsockname(peer, (struct sockaddr *)&own, &size) == 0 && own.sin_port == address->sin_port &&
           own.sin_addr.s_addr == address->sin_addr.s_addr;
}

/* Retries while refused, because the peer may still be starting; only the last attempt is timed. */
static int connect_to(const struct sockaddr_in *address, int64_t *took)
{
    const struct timespec pause = {.tv_nsec = 10000000};

    for (int64_t left = PATIENCE, deadline = now() + PATIENCE; left > 0; left = deadline - now()) {
        int peer = socket(AF_INET, SOCK_STREAM, 0);
        if (peer < 0 || !set_up(peer, left))
            return -1;
        int64_t started = now();
        int error = connect(peer, (const struct sockaddr *)address, sizeof *address) < 0 ? errno : 0;
        *took = now() - started;
        if (!error && is_itself(peer, address))
            error = ECONNREFUSED;
        if (!error)
            return set_up(peer, PATIENCE) ? peer : -1;
        close(peer);
        errno = error;
        if (error != ECONNREFUSED)
            return -1;
        nanosleep(&pause, NULL);
    }
    errno = ECONNREFUSED;
    return -1;
}

/* One request. The answer must equal the request. */
static bool ask(int peer, int64_t number, int64_t *took)
{
    char request[MESSAGE] = {0}, reply[MESSAGE];

    memcpy(request, &number, sizeof number);
    int64_t started = now();
    ssize_t count = send(peer, request, MESSAGE, 0);
    if (count == MESSAGE)
        count = recv(peer, reply, MESSAGE, MSG_WAITALL);
    *took = now() - started;
    bool good = count == MESSAGE && memcmp(request, reply, MESSAGE) == 0;
    if (!good && count >= 0)
        errno = count > 0 ? EPROTO : ECONNRESET;
    return good;
}
