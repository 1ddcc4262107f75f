// What Swift needs from Linux but cannot import: variadic functions, macros with casts, GNU extensions, and constants
// whose C type is of no use in Swift. No logic belongs here.
#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/sockios.h>
#include <malloc.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Declared here instead of with _GNU_SOURCE, which would give C structs of other modules a second definition.
extern char **environ;
extern int accept4(int, struct sockaddr *restrict, socklen_t *restrict, int);
extern int dup3(int, int, int);
extern int pipe2(int[2], int);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
// Since glibc 2.34.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int) __attribute__((weak));
extern int execvpe(const char *, char *const[], char *const[]);
extern int pthread_setname_np(pthread_t, const char *);

// MARK: Constants, in the type of the field they are used for

static const uint32_t clinux_EPOLLIN = EPOLLIN;
static const uint32_t clinux_EPOLLOUT = EPOLLOUT;
static const uint32_t clinux_EPOLLPRI = EPOLLPRI;
static const uint32_t clinux_EPOLLERR = EPOLLERR;
static const uint32_t clinux_EPOLLHUP = EPOLLHUP;
static const uint32_t clinux_EPOLLRDHUP = EPOLLRDHUP;
static const uint32_t clinux_EPOLLET = 1u << 31;
static const uint32_t clinux_EPOLLONESHOT = 1u << 30;
static const uint32_t clinux_EPOLLEXCLUSIVE = 1u << 28;

static const int32_t clinux_EPOLL_CLOEXEC = EPOLL_CLOEXEC;
static const int32_t clinux_EFD_CLOEXEC = EFD_CLOEXEC;
static const int32_t clinux_EFD_NONBLOCK = EFD_NONBLOCK;
static const int32_t clinux_TFD_CLOEXEC = TFD_CLOEXEC;
static const int32_t clinux_TFD_NONBLOCK = TFD_NONBLOCK;
static const int32_t clinux_TFD_TIMER_ABSTIME = TFD_TIMER_ABSTIME;
static const int32_t clinux_SFD_CLOEXEC = SFD_CLOEXEC;
static const int32_t clinux_SFD_NONBLOCK = SFD_NONBLOCK;
static const int32_t clinux_IN_CLOEXEC = IN_CLOEXEC;
static const int32_t clinux_IN_NONBLOCK = IN_NONBLOCK;

static const int32_t clinux_SOCK_STREAM = SOCK_STREAM;
static const int32_t clinux_SOCK_NONBLOCK = SOCK_NONBLOCK;
static const int32_t clinux_SOCK_CLOEXEC = SOCK_CLOEXEC;
static const int32_t clinux_SHUT_RD = SHUT_RD;
static const int32_t clinux_SHUT_WR = SHUT_WR;
static const int32_t clinux_SHUT_RDWR = SHUT_RDWR;
static const int32_t clinux_MSG_PEEK = MSG_PEEK;
static const int32_t clinux_MSG_DONTWAIT = MSG_DONTWAIT;
static const int32_t clinux_MSG_NOSIGNAL = MSG_NOSIGNAL;
static const int32_t clinux_MSG_MORE = MSG_MORE;
static const int32_t clinux_MSG_TRUNC = MSG_TRUNC;
static const int32_t clinux_IPPROTO_TCP = IPPROTO_TCP;
static const int32_t clinux_TCP_NODELAY = TCP_NODELAY;
static const int32_t clinux_TCP_QUICKACK = TCP_QUICKACK;
static const int32_t clinux_TCP_DEFER_ACCEPT = TCP_DEFER_ACCEPT;
static const int32_t clinux_TCP_USER_TIMEOUT = TCP_USER_TIMEOUT;

static const int32_t clinux_RLIMIT_NOFILE = RLIMIT_NOFILE;

// MARK: Errors

/// `errno` of this thread.
static inline int32_t clinux_errno(void) { return errno; }

// MARK: Descriptors

/// Duplicates a descriptor to the lowest free number from `lowest` on, closed on exec; -1 with errno.
static inline int32_t clinux_dup_cloexec(int32_t fd, int32_t lowest) {
    return fcntl(fd, F_DUPFD_CLOEXEC, lowest);
}

/// Makes `onto` refer to the open file of `fd`, atomically, closed on exec; -1 with errno.
static inline int32_t clinux_dup3_cloexec(int32_t fd, int32_t onto) {
    return dup3(fd, onto, O_CLOEXEC);
}

static inline int32_t clinux_get_status_flags(int32_t fd) { return fcntl(fd, F_GETFL); }

static inline int32_t clinux_set_nonblocking(int32_t fd, int32_t on) {
    int flags = fcntl(fd, F_GETFL);
    if (flags < 0) return -1;
    return fcntl(fd, F_SETFL, on ? (flags | O_NONBLOCK) : (flags & ~O_NONBLOCK));
}

static inline int32_t clinux_set_cloexec(int32_t fd, int32_t on) {
    return fcntl(fd, F_SETFD, on ? FD_CLOEXEC : 0);
}

/// `open`, which is variadic in C; always closed on exec.
static inline int32_t clinux_open(const char *path, int32_t flags, uint32_t mode) {
    return open(path, flags | O_CLOEXEC, (mode_t)mode);
}

/// A pipe whose ends are closed on exec; -1 with errno.
static inline int32_t clinux_pipe_cloexec(int32_t ends[2]) { return pipe2(ends, O_CLOEXEC); }

/// Lets a program start without the descriptors of this process from `first` on, where the system can do that.
static inline int32_t clinux_spawn_without(posix_spawn_file_actions_t *actions, int32_t first) {
    return posix_spawn_file_actions_addclosefrom_np ? posix_spawn_file_actions_addclosefrom_np(actions, first) : 0;
}

/// Lets a program start in a folder.
static inline int32_t clinux_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder) {
    return posix_spawn_file_actions_addchdir_np(actions, folder);
}

// MARK: Sockets

/// Accepts a connection without its address; non-blocking, closed on exec; -1 with errno.
static inline int32_t clinux_accept(int32_t listener) {
    return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/// The same, with the peer's address.
static inline int32_t clinux_accept_from(int32_t listener, struct sockaddr_storage *peer, socklen_t *length) {
    *length = (socklen_t)sizeof(*peer);
    return accept4(listener, (struct sockaddr *)peer, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/// Bytes written to the socket that the peer has not acknowledged yet (SIOCOUTQ); -1 with errno.
static inline int32_t clinux_unacknowledged(int32_t fd) {
    int bytes = 0;
    return ioctl(fd, SIOCOUTQ, &bytes) == 0 ? bytes : -1;
}

/// Bytes written to the socket that have not been sent yet (SIOCOUTQNSD); -1 with errno.
static inline int32_t clinux_unsent(int32_t fd) {
    int bytes = 0;
    return ioctl(fd, SIOCOUTQNSD, &bytes) == 0 ? bytes : -1;
}

/// Bytes received that have not been read yet (FIONREAD); -1 with errno.
static inline int32_t clinux_readable(int32_t fd) {
    int bytes = 0;
    return ioctl(fd, FIONREAD, &bytes) == 0 ? bytes : -1;
}

static inline int32_t clinux_set_option(int32_t fd, int32_t level, int32_t name, int32_t value) {
    int v = value;
    return setsockopt(fd, level, name, &v, (socklen_t)sizeof(v));
}

/// Reads an option of type int; -1 with errno.
static inline int32_t clinux_get_option(int32_t fd, int32_t level, int32_t name) {
    int v = 0;
    socklen_t length = (socklen_t)sizeof(v);
    return getsockopt(fd, level, name, &v, &length) == 0 ? v : -1;
}

/// Reads and clears the socket's pending error (SO_ERROR); -1 with errno if that fails.
static inline int32_t clinux_socket_error(int32_t fd) {
    return clinux_get_option(fd, SOL_SOCKET, SO_ERROR);
}

static inline int32_t clinux_set_nodelay(int32_t fd) {
    return clinux_set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1);
}

/// Leaves urgent data where it was sent, as part of the stream (SO_OOBINLINE).
static inline int32_t clinux_set_urgent_inline(int32_t fd) {
    return clinux_set_option(fd, SOL_SOCKET, SO_OOBINLINE, 1);
}

/// Enables TCP keep-alive: after `idle` seconds without data, sends up to `probes` probes, `interval` seconds apart. 0,
/// or -1 with errno.
static inline int32_t clinux_set_keepalive(int32_t fd, int32_t idle, int32_t interval, int32_t probes) {
    if (clinux_set_option(fd, IPPROTO_TCP, TCP_KEEPIDLE, idle) != 0) return -1;
    if (clinux_set_option(fd, IPPROTO_TCP, TCP_KEEPINTVL, interval) != 0) return -1;
    if (clinux_set_option(fd, IPPROTO_TCP, TCP_KEEPCNT, probes) != 0) return -1;
    return clinux_set_option(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
}

static inline int32_t clinux_set_reuse_address(int32_t fd, int32_t on) {
    return clinux_set_option(fd, SOL_SOCKET, SO_REUSEADDR, on);
}

static inline int32_t clinux_set_reuse_port(int32_t fd, int32_t on) {
    return clinux_set_option(fd, SOL_SOCKET, SO_REUSEPORT, on);
}

/// Has the kernel drop all packets that come for this socket, as if they were lost: a filter that lets none pass
/// (SO_ATTACH_FILTER). The sockets of connections that a listening socket has made are not concerned. 0, or -1 with errno.
static inline int32_t clinux_drop_packets(int32_t fd) {
    struct sock_filter none = { .code = BPF_RET | BPF_K, .k = 0 };
    struct sock_fprog filter = { .len = 1, .filter = &none };
    return setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &filter, (socklen_t)sizeof(filter));
}

/// Takes the filter away. 0, or -1 with errno.
static inline int32_t clinux_take_packets(int32_t fd) {
    return clinux_set_option(fd, SOL_SOCKET, SO_DETACH_FILTER, 0);
}

/// Makes `close` send an RST and discard unsent data (SO_LINGER with 0 seconds).
static inline int32_t clinux_set_linger_reset(int32_t fd) {
    struct linger now = { .l_onoff = 1, .l_linger = 0 };
    return setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, (socklen_t)sizeof(now));
}

/// Aborts the connection: the peer gets an RST at once, and the descriptor stays open (`connect` to AF_UNSPEC).
static inline int32_t clinux_disconnect(int32_t fd) {
    struct sockaddr nowhere;
    memset(&nowhere, 0, sizeof(nowhere));
    nowhere.sa_family = AF_UNSPEC;
    return connect(fd, &nowhere, (socklen_t)sizeof(nowhere));
}

/// 127.0.0.1 in host byte order, as all IPv4 addresses here.
static const uint32_t clinux_loopback = 0x7f000001u;

static inline struct sockaddr_in clinux_ipv4(uint32_t address, uint16_t port) {
    struct sockaddr_in result;
    memset(&result, 0, sizeof(result));
    result.sin_family = AF_INET;
    result.sin_addr.s_addr = htonl(address);
    result.sin_port = htons(port);
    return result;
}

static inline int32_t clinux_bind_ipv4(int32_t fd, uint32_t address, uint16_t port) {
    struct sockaddr_in to = clinux_ipv4(address, port);
    return bind(fd, (struct sockaddr *)&to, (socklen_t)sizeof(to));
}

static inline int32_t clinux_connect_ipv4(int32_t fd, uint32_t address, uint16_t port) {
    struct sockaddr_in to = clinux_ipv4(address, port);
    return connect(fd, (struct sockaddr *)&to, (socklen_t)sizeof(to));
}

/// Binds to an address and lets `connect` choose the port (IP_BIND_ADDRESS_NO_PORT), which then must be unique only for
/// that peer; -1 with errno.
static inline int32_t clinux_bind_source_ipv4(int32_t fd, uint32_t address) {
    if (clinux_set_option(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, 1) != 0) return -1;
    return clinux_bind_ipv4(fd, address, 0);
}

/// The local port of an IPv4 or IPv6 socket; -1 with errno.
static inline int32_t clinux_local_port(int32_t fd) {
    struct sockaddr_storage own;
    socklen_t length = (socklen_t)sizeof(own);
    if (getsockname(fd, (struct sockaddr *)&own, &length) != 0) return -1;
    if (own.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&own)->sin6_port);
    return ntohs(((struct sockaddr_in *)&own)->sin_port);
}

// MARK: TCP_INFO

/// The kernel's `struct tcp_info` (linux/tcp.h) up to `bytes_sent`. glibc's netinet/tcp.h lacks the later fields, and
/// the two headers cannot be included together. The kernel only appends fields.
struct clinux_tcp_info {
    uint8_t state;
    uint8_t bytes_1_to_7[7];
    uint32_t words[24];
    uint64_t pacing_rate, max_pacing_rate;
    uint64_t bytes_acked, bytes_received;
    uint32_t segs_out, segs_in, notsent_bytes, min_rtt, data_segs_in, data_segs_out;
    uint64_t delivery_rate, busy_time, rwnd_limited, sndbuf_limited;
    uint32_t delivered, delivered_ce;
    uint64_t bytes_sent;
};
_Static_assert(offsetof(struct clinux_tcp_info, bytes_acked) == 120, "struct tcp_info of the kernel");
_Static_assert(offsetof(struct clinux_tcp_info, bytes_sent) == 200, "struct tcp_info of the kernel");

/// Reads TCP_INFO; 0, or -1 with errno. Fields that an older kernel does not have are 0.
static inline int32_t clinux_get_tcp_info(int32_t fd, struct clinux_tcp_info *info) {
    memset(info, 0, sizeof(*info));
    socklen_t length = (socklen_t)sizeof(*info);
    return getsockopt(fd, IPPROTO_TCP, TCP_INFO, info, &length);
}

/// Bytes that the peer has acknowledged; -1 with errno.
static inline int64_t clinux_bytes_acknowledged(int32_t fd) {
    struct clinux_tcp_info info;
    return clinux_get_tcp_info(fd, &info) == 0 ? (int64_t)info.bytes_acked : -1;
}

/// Bytes of payload sent, retransmissions included; -1 with errno.
static inline int64_t clinux_bytes_sent(int32_t fd) {
    struct clinux_tcp_info info;
    return clinux_get_tcp_info(fd, &info) == 0 ? (int64_t)info.bytes_sent : -1;
}

// MARK: Readiness

static inline struct epoll_event clinux_epoll_event(uint32_t events, uint64_t data) {
    struct epoll_event event;
    memset(&event, 0, sizeof(event));
    event.events = events;
    event.data.u64 = data;
    return event;
}

static inline uint64_t clinux_epoll_data(const struct epoll_event *event) { return event->data.u64; }

/// `epoll_ctl` with EPOLL_CTL_ADD; `data` is returned with each event of `fd`.
static inline int32_t clinux_epoll_add(int32_t epoll, int32_t fd, uint32_t events, uint64_t data) {
    struct epoll_event event = clinux_epoll_event(events, data);
    return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}

static inline int32_t clinux_epoll_modify(int32_t epoll, int32_t fd, uint32_t events, uint64_t data) {
    struct epoll_event event = clinux_epoll_event(events, data);
    return epoll_ctl(epoll, EPOLL_CTL_MOD, fd, &event);
}

static inline int32_t clinux_epoll_remove(int32_t epoll, int32_t fd) {
    struct epoll_event event = clinux_epoll_event(0, 0);
    return epoll_ctl(epoll, EPOLL_CTL_DEL, fd, &event);
}

/// Adds 1 to an eventfd, which wakes its reader; -1 with errno.
static inline int32_t clinux_eventfd_signal(int32_t fd) {
    uint64_t one = 1;
    return write(fd, &one, sizeof(one)) == (ssize_t)sizeof(one) ? 0 : -1;
}

/// Reads and resets the counter of an eventfd or timerfd; 0 if it is 0.
static inline uint64_t clinux_counter_take(int32_t fd) {
    uint64_t count = 0;
    return read(fd, &count, sizeof(count)) == (ssize_t)sizeof(count) ? count : 0;
}

// MARK: Time

/// Nanoseconds of CLOCK_MONOTONIC.
static inline uint64_t clinux_monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/// Arms a timerfd to expire once at this time of CLOCK_MONOTONIC; 0 disarms it.
static inline int32_t clinux_timerfd_set_at(int32_t fd, uint64_t nanoseconds) {
    struct itimerspec when;
    memset(&when, 0, sizeof(when));
    when.it_value.tv_sec = (time_t)(nanoseconds / 1000000000u);
    when.it_value.tv_nsec = (long)(nanoseconds % 1000000000u);
    return timerfd_settime(fd, TFD_TIMER_ABSTIME, &when, NULL);
}

// MARK: Processes and threads

/// Reads a resource limit of the process; -1 with errno. glibc declares the resource as an enum, which Swift does not
/// convert.
static inline int32_t clinux_get_limit(int32_t resource, uint64_t *soft, uint64_t *hard) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0) return -1;
    *soft = limit.rlim_cur;
    *hard = limit.rlim_max;
    return 0;
}

static inline int32_t clinux_set_limit(int32_t resource, uint64_t soft, uint64_t hard) {
    struct rlimit limit = { .rlim_cur = soft, .rlim_max = hard };
    return setrlimit(resource, &limit);
}

/// Raises the soft limit of descriptors to the hard limit, and returns it; -1 with errno.
static inline int64_t clinux_raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
    if (limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        if (setrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
    }
    return (int64_t)limit.rlim_cur;
}

static inline int32_t clinux_thread_id(void) { return (int32_t)syscall(SYS_gettid); }

/// Sets the nice value of this thread alone, which Linux has for each; -1 with errno. To raise it needs no privilege.
static inline int32_t clinux_set_thread_nice(int32_t value) {
    return setpriority(PRIO_PROCESS, (id_t)clinux_thread_id(), value);
}

/// The number of cores that this process may run on, such as those in a container's cpuset.
static inline int32_t clinux_usable_cores(void) {
    unsigned long sets[128] = {0};
    long size = syscall(SYS_sched_getaffinity, 0, sizeof(sets), sets);
    int32_t count = 0;
    for (long index = 0; index * (long)sizeof(sets[0]) < size; index++) count += __builtin_popcountl(sets[index]);
    return count > 0 ? count : 1;
}

/// Binds this thread, and what it starts from now on, to one core, or to all again if the number is negative; -1 with errno.
static inline int32_t clinux_pin_to_core(int32_t core) {
    uint64_t sets[16] = {0};
    if (core >= 1024) return -1;
    if (core < 0) memset(sets, 0xFF, sizeof(sets));
    else sets[core / 64] = 1ull << (core % 64);
    return (int32_t)syscall(SYS_sched_setaffinity, 0, sizeof(sets), sets);
}

/// Sets the name of the calling thread, at most 15 bytes.
static inline int32_t clinux_name_thread(const char *name) { return pthread_setname_np(pthread_self(), name); }

/// Sends the calling process `signal` when the thread that started it ends (PR_SET_PDEATHSIG); -1 with errno.
static inline int32_t clinux_die_with_parent(int32_t signal) {
    return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0);
}

/// Starts a program with these arguments and variables, in the process group of this one: with no signal blocked, with the
/// default SIGPIPE, and with this limit of descriptors. posix_spawn cannot set the limit. Returns its process number; -1 with
/// `failure` set if there is no process for it (`has_started` is 0), or if the program cannot be run (1).
static inline int32_t clinux_start_command(
    char *const *arguments, char *const *variables, uint64_t soft, uint64_t hard, int32_t *has_started,
    int32_t *failure) {
    // The child has this process's memory until it runs the program, so that no handler may run in it.
    sigset_t all, none, before;
    sigfillset(&all);
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    volatile int32_t error = 0;
    pid_t child = vfork();
    if (child == 0) {
        struct rlimit limit = { .rlim_cur = soft, .rlim_max = hard };
        setrlimit(RLIMIT_NOFILE, &limit);
        signal(SIGPIPE, SIG_DFL);
        sigprocmask(SIG_SETMASK, &none, NULL);
        execvpe(arguments[0], arguments, variables);
        error = errno;
        _exit(127);
    }
    int32_t fork_error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    *has_started = child > 0;
    *failure = child < 0 ? fork_error : error;
    if (child > 0 && error != 0) waitpid(child, NULL, 0);
    return *failure == 0 ? child : -1;
}

/// Waits for one of these signals, which have to be blocked, for so many nanoseconds, or for ever if that is negative. Returns
/// its number, with the process that sent it: 0 if the kernel did, as for a key of the terminal, and -1 if that process is not
/// in this namespace; -1 with errno.
static inline int32_t clinux_wait_for_signal(const sigset_t *signals, int64_t nanoseconds, int32_t *sender) {
    siginfo_t info;
    struct timespec time = { .tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000 };
    int number = nanoseconds < 0 ? sigwaitinfo(signals, &info) : sigtimedwait(signals, &info, &time);
    if (number <= 0) return -1;
    int is_sent = info.si_code == SI_USER || info.si_code == SI_QUEUE || info.si_code == SI_TKILL;
    *sender = !is_sent ? 0 : info.si_pid != 0 ? info.si_pid : -1;
    return number;
}

/// Has processes whose parents have ended become children of this one (PR_SET_CHILD_SUBREAPER); -1 with errno.
static inline int32_t clinux_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }


/// Blocks SIGPIPE in the calling thread; 0 or an error number.
static inline int32_t clinux_block_sigpipe(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    return pthread_sigmask(SIG_BLOCK, &set, NULL);
}

/// `environ`, which is ambiguous in Swift next to Glibc's import.
static inline char **clinux_environ(void) { return environ; }

// `wait` statuses: function-like macros in C.
static inline int32_t clinux_exited(int32_t status) { return WIFEXITED(status); }
static inline int32_t clinux_exit_code(int32_t status) { return WEXITSTATUS(status); }
static inline int32_t clinux_signalled(int32_t status) { return WIFSIGNALED(status); }
static inline int32_t clinux_term_signal(int32_t status) { return WTERMSIG(status); }

#endif
