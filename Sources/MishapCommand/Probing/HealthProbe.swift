internal import CLinux
internal import GatewayServer
internal import Glibc

/// Sends one GET of `/__mishap/health`, with a timeout.
struct HealthProbe {
    private let address: GatewayAddress

    init(_ address: GatewayAddress) { self.address = address }

    /// Why the gateway is not healthy, such as "does not answer within 2 s".
    struct Problem: Error, Hashable { let message: String }

    /// - Parameter time: The timeout in milliseconds, which does not include the look-up of the host's name.
    func ask(within time: Int32) -> Result<Void, Problem> {
        do throws(Problem) {
            let descriptor = try open()
            defer { close(descriptor) }
            let deadline = Self.now() + Int64(time)
            try wait(descriptor, for: POLLOUT, until: deadline, of: time)
            var error: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
            guard error == 0 else { throw Self.problem("cannot be reached", error) }
            let request = Array(
                "GET /__mishap/health HTTP/1.1\r\nHost: \(address.authority)\r\nConnection: close\r\n\r\n".utf8)
            guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
                throw Self.problem("takes no request", errno)
            }
            return try judge(statusLine(descriptor, deadline, time))
        } catch {
            return .failure(error)
        }
    }

    /// A non-blocking socket whose connection is in progress.
    private func open() throws(Problem) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address.host, String(address.port), &hints, &found) == 0, let first = found?.pointee else {
            throw Problem(message: "cannot be reached: the host is not known here")
        }
        defer { freeaddrinfo(found) }
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(first.ai_family, kind, 0)
        guard descriptor >= 0 else { throw Self.problem("cannot be asked", errno) }
        guard connect(descriptor, first.ai_addr, first.ai_addrlen) == 0 || errno == EINPROGRESS else {
            let code = errno
            close(descriptor)
            throw Self.problem("cannot be reached", code)
        }
        return descriptor
    }

    /// The first line of the answer.
    private func statusLine(_ descriptor: Int32, _ deadline: Int64, _ time: Int32) throws(Problem) -> String {
        var bytes: [UInt8] = []
        while !bytes.contains(UInt8(ascii: "\n")), bytes.count < 1_000 {
            try wait(descriptor, for: POLLIN, until: deadline, of: time)
            var piece = [UInt8](repeating: 0, count: 1_000)
            let count = recv(descriptor, &piece, piece.count, 0)
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else { throw Problem(message: "closes the connection without an answer") }
            bytes += piece.prefix(count)
        }
        return String(decoding: bytes.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
    }

    private func judge(_ line: String) -> Result<Void, Problem> {
        let words = line.split(separator: " ")
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            return .failure(Problem(message: "answers, but not in HTTP"))
        }
        return status == 200 ? .success(()) : .failure(Problem(message: "answers with status \(status)"))
    }

    private func wait(
        _ descriptor: Int32, for event: Int32, until deadline: Int64, of time: Int32
    ) throws(Problem) {
        while true {
            let left = deadline - Self.now()
            var poller = pollfd(fd: descriptor, events: Int16(event), revents: 0)
            let count = left > 0 ? poll(&poller, 1, Int32(clamping: left)) : 0
            if count > 0 { return }
            if count == 0 { throw Problem(message: "does not answer within \(time / 1_000) s") }
            if errno != EINTR { throw Self.problem("cannot be asked", errno) }
        }
    }

    private static func problem(_ what: String, _ code: Int32) -> Problem {
        Problem(message: "\(what): \(String(cString: strerror(code)))")
    }

    /// Milliseconds of the monotonic clock.
    private static func now() -> Int64 { Int64(SystemClock.monotonic / 1_000_000) }
}
