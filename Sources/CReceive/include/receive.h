// Shows what a library receives, and what it waits for, before the library does.
//
// This module defines recv() and epoll_wait() for the whole program, in front of the C library's. They do what those do. A
// thread may name an observer, which is called after each recv() of that thread without flags: libmicrohttpd's have none.
#ifndef CRECEIVE_H
#define CRECEIVE_H

#include <sys/types.h>

/// Called with what was received; `count` is 0 at the end of the stream. Returns how many of the bytes the caller gets, or
/// -1 to let it believe that nothing has come.
typedef ssize_t (*creceive_observer)(void *_Nullable context, int descriptor, void *_Nonnull bytes, ssize_t count);

/// Sets the observer of this thread; NULL for none.
void creceive_observe(creceive_observer _Nullable observer, void *_Nullable context);

/// Forgets what epoll_wait() of this thread has returned.
void creceive_forget_events(void);

/// Whether epoll_wait() of this thread has since returned an event whose data is 0, or was not called, as far as this module
/// saw.
int creceive_may_have_event(void);

#endif
