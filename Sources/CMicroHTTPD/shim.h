// What Swift needs from libmicrohttpd but cannot import: variadic functions, with one wrapper each.
#ifndef CMICROHTTPD_SHIM_H
#define CMICROHTTPD_SHIM_H

#include <microhttpd.h>
#include <string.h>

/// Starts a daemon without a listener and without threads, which the caller runs through its epoll descriptor.
/// `timeout` is in seconds, `pool` in bytes; NULL on failure.
///
/// All calls come from the shard's thread. Version 1.0 has to be told so (MHD_USE_NO_THREAD_SAFETY), or
/// MHD_add_connection only queues the connection for the next run. Version 0.9.75 does not declare the flag, but
/// accepts and ignores it.
static inline struct MHD_Daemon *cmicrohttpd_start(
    MHD_AccessHandlerCallback handler, void *handler_cls,
    void *(*target)(void *cls, const char *uri, struct MHD_Connection *connection),
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback notify,
    unsigned int connections, unsigned int timeout, size_t pool, int strictness) {
    return MHD_start_daemon(
        (unsigned int)MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET
            | MHD_USE_SUPPRESS_DATE_NO_CLOCK | (1u << 19),
        0, NULL, NULL, handler, handler_cls,
        MHD_OPTION_URI_LOG_CALLBACK, target, handler_cls,
        MHD_OPTION_NOTIFY_COMPLETED, completed, handler_cls,
        MHD_OPTION_NOTIFY_CONNECTION, notify, handler_cls,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_TIMEOUT, timeout,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, pool,
        MHD_OPTION_CONNECTION_MEMORY_INCREMENT, (size_t)4096,
        MHD_OPTION_STRICT_FOR_CLIENT, strictness,
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

/// The size in bytes of the request's head, including the empty line that ends it; 0 if unknown.
static inline size_t cmicrohttpd_head_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info == NULL ? 0 : info->header_size;
}

/// The status of the queued response; 0 if there is none.
static inline unsigned int cmicrohttpd_queued_status(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_HTTP_STATUS);
    return info == NULL ? 0 : info->http_status;
}

/// Sets the seconds without received data after which libmicrohttpd closes the connection; 0 for never.
static inline void cmicrohttpd_set_timeout(struct MHD_Connection *connection, unsigned int seconds) {
    MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}

/// Keeps libmicrohttpd from sending a 100 by overwriting the value of `Expect`, in the connection's memory pool, with
/// one that it does not know. The library has no function for this.
static inline void cmicrohttpd_forget_expectation(struct MHD_Connection *connection) {
    const char *value = NULL;
    if (MHD_lookup_connection_value_n(connection, MHD_HEADER_KIND, "Expect", 6, &value, NULL) == MHD_YES
        && value != NULL && value[0] != '\0')
        ((char *)value)[0] = '-';
}

/// Keeps libmicrohttpd from parsing the query: it stores each argument in the connection's memory pool, and loses track
/// of the connection if the pool is full. To be called in the URI callback, since the string is parsed after it.
static inline void cmicrohttpd_forget_arguments(const char *target) {
    char *mark = strchr((char *)target, '?');
    if (mark != NULL && mark[1] != '\0') mark[1] = '\0';
}

#endif
