// Shows what a library receives before the library does.
//
// This module defines recv() for the whole program, in front of the C library's. It does what that does. A thread may name
// an observer, which is called after each recv() of that thread without flags: libmicrohttpd's have none.
#ifndef CRECEIVE_H
#define CRECEIVE_H

#include <sys/types.h>

/// Called with what was received; `count` is 0 at the end of the stream. Returns how many of the bytes the caller gets, or
/// -1 to let it believe that nothing has come.
typedef ssize_t (*creceive_observer)(void *_Nullable context, int descriptor, void *_Nonnull bytes, ssize_t count);

/// Sets the observer of this thread; NULL for none.
void creceive_observe(creceive_observer _Nullable observer, void *_Nullable context);

#endif
