// What Swift needs from libmicrohttpd but cannot import: variadic functions, with one wrapper each.
#ifndef CMICROHTTPD_SHIM_H
#define CMICROHTTPD_SHIM_H

#include <microhttpd.h>

/// Starts a daemon without a listener and without threads, which the caller runs through its epoll descriptor.
/// `timeout` is in seconds, `pool` in bytes; NULL on failure.
///
/// All calls come from the shard's thread. Version 1.0 has to be told so (MHD_USE_NO_THREAD_SAFETY), or
/// MHD_add_connection only queues the connection for the next run. Version 0.9.75 does not declare the flag, but
/// accepts and ignores it.
static inline struct MHD_Daemon *cmicrohttpd_start(
    MHD_AccessHandlerCallback handler, void *handler_cls,
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback notify,
    unsigned int connections, unsigned int timeout, size_t pool) {
    return MHD_start_daemon(
        (unsigned int)MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET
            | MHD_USE_SUPPRESS_DATE_NO_CLOCK | (1u << 19),
        0, NULL, NULL, handler, handler_cls,
        MHD_OPTION_NOTIFY_COMPLETED, completed, handler_cls,
        MHD_OPTION_NOTIFY_CONNECTION, notify, handler_cls,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_TIMEOUT, timeout,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, pool,
        MHD_OPTION_CONNECTION_MEMORY_INCREMENT, (size_t)4096,
        // As lenient as each version is: what it gets was found right before.
        MHD_OPTION_STRICT_FOR_CLIENT, MHD_get_version()[0] == '0' ? 0 : -1,
        MHD_OPTION_END);
}

/// The epoll descriptor to wait on; -1 if there is none.
static inline int cmicrohttpd_epoll_descriptor(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info == NULL ? -1 : info->epoll_fd;
}

/// The connection's context pointer, as set in NOTIFY_CONNECTION.
static inline void *cmicrohttpd_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

#endif
