// Shows what a library receives, and what it waits for, before the library does.
//
// This module defines recv() and epoll_wait() for the whole program, in front of the C library's. They do what those do. A
// thread may name an observer, which is called after each recv() of that thread without flags: libmicrohttpd's have none.
// Its users call it by the module CReceiveHook, which says what each function does and works without it too.
#ifndef CRECEIVE_H
#define CRECEIVE_H

#include <sys/types.h>

typedef ssize_t (*creceive_observer)(void *_Nullable context, int descriptor, void *_Nonnull bytes, ssize_t count);

void creceive_observe(creceive_observer _Nullable observer, void *_Nullable context);
void creceive_forget_events(void);
int creceive_may_have_event(void);

#endif
