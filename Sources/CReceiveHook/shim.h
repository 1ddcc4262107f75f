// What CReceive defines, for those who use it if the program is linked with it. Without it nothing is observed.
#ifndef CRECEIVEHOOK_SHIM_H
#define CRECEIVEHOOK_SHIM_H

#include <stddef.h>
#include <sys/types.h>

/// Called with what was received; `count` is 0 at the end of the stream. Returns how many of the bytes the caller gets, or
/// -1 to let it believe that nothing has come.
typedef ssize_t (*creceive_observer)(void *_Nullable context, int descriptor, void *_Nonnull bytes, ssize_t count);

__attribute__((weak)) void creceive_observe(creceive_observer _Nullable observer, void *_Nullable context);
__attribute__((weak)) void creceive_forget_events(void);
__attribute__((weak)) int creceive_may_have_event(void);

/// Sets the observer of this thread, which is called after each recv() of it without flags; NULL for none.
static inline void creceivehook_observe(creceive_observer _Nullable observer, void *_Nullable context) {
    if (creceive_observe != NULL) creceive_observe(observer, context);
}

/// Forgets what epoll_wait() of this thread has returned.
static inline void creceivehook_forget_events(void) {
    if (creceive_forget_events != NULL) creceive_forget_events();
}

/// Whether epoll_wait() of this thread has since returned an event whose data is 0, or was not called, as far as that is seen.
static inline int creceivehook_may_have_event(void) {
    return creceive_may_have_event == NULL || creceive_may_have_event() != 0;
}

#endif
