#include "receive.h"

#include <errno.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/socket.h>

static _Thread_local creceive_observer current;
static _Thread_local void *current_context;

void creceive_observe(creceive_observer observer, void *context) {
    current = observer;
    current_context = context;
}

// The linker exports it, because shared libraries that the program is linked with use a function of this name, and the
// loader prefers those of the program.
#undef recv
__attribute__((visibility("default"))) ssize_t recv(int descriptor, void *bytes, size_t count, int flags) {
    ssize_t received = recvfrom(descriptor, bytes, count, flags, NULL, NULL);
    if (current == NULL || flags != 0 || received < 0) return received;
    received = current(current_context, descriptor, bytes, received);
    if (received < 0) errno = EAGAIN;
    return received;
}

static _Thread_local int waits;
static _Thread_local int has_event;

void creceive_forget_events(void) { waits = has_event = 0; }

int creceive_may_have_event(void) { return has_event || waits == 0; }

#undef epoll_wait
__attribute__((visibility("default"))) int epoll_wait(int epoll, struct epoll_event *events, int most, int timeout) {
    int count = epoll_pwait(epoll, events, most, timeout, NULL);
    waits = 1;
    for (int index = 0; index < count; index++)
        if (events[index].data.u64 == 0) has_event = 1;
    return count;
}
