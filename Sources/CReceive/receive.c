#include "receive.h"

#include <errno.h>
#include <stddef.h>
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
