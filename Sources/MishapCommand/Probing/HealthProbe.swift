internal import CLinux
internal import GatewayServer
internal import Glibc

/// Sends one GET of `/__mishap/health` or `/__mishap/ca.pem`, with a timeout.
struct HealthProbe {
    private let address: GatewayAddress

    init(_ address: GatewayAddress) { self.address = address }

    /// Why the gateway is not healthy, such as "does not answer within 2 s".
    struct Problem: Error, Hashable { let message: String }

    /// - Parameter time: The timeout in milliseconds, which does not include the look-up of the host's name.
    func ask(within time: Int32) -> Result<Void, Problem> {
        do throws(Problem) {
            // The status line is enough.
            return judge(
                try answer(to: "health", within: time) { $0.contains(UInt8(ascii: "\n")) || $0.count >= 1_000 })
        } catch {
            return .failure(error)
        }
    }

    /// The authority's certificate, in PEM.
    func certificate(within time: Int32) -> Result<String, Problem> {
        do throws(Problem) {
            let answer = try answer(to: "ca.pem", within: time) { $0.count >= 64 << 10 }
            if case .failure(let problem) = judge(answer) { return .failure(problem) }
            let header = "-----BEGIN CERTIFICATE-----"
            guard let begin = answer.indices.first(where: { answer[$0...].starts(with: header.utf8) }) else {
                return .failure(Problem(message: "has no certificate"))
            }
            return .success(String(decoding: answer[begin...], as: UTF8.self))
        } catch {
            return .failure(error)
        }
    }

    /// What came until it was enough, or to the end; at least one byte.
    private func answer(
        to path: String, within time: Int32, isEnough: ([UInt8]) -> Bool
    ) throws(Problem) -> [UInt8] {
        let descriptor = try open()
        defer { close(descriptor) }
        let deadline = Self.now() + Int64(time)
        try wait(descriptor, for: POLLOUT, until: deadline, of: time)
        var error: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
        guard error == 0 else { throw Self.problem("cannot be reached", error) }
        let request = Array(
            "GET /__mishap/\(path) HTTP/1.1\r\nHost: \(address.authority)\r\nConnection: close\r\n\r\n".utf8)
        guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            throw Self.problem("takes no request", errno)
        }
        var bytes: [UInt8] = []
        while !isEnough(bytes) {
            try wait(descriptor, for: POLLIN, until: deadline, of: time)
            var piece = [UInt8](repeating: 0, count: 4_096)
            let count = recv(descriptor, &piece, piece.count, 0)
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            if count == 0, !bytes.isEmpty { break }
            guard count > 0 else { throw Problem(message: "closes the connection without an answer") }
            bytes += piece.prefix(count)
        }
        return bytes
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

    private func judge(_ answer: [UInt8]) -> Result<Void, Problem> {
        let line = String(decoding: answer.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
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
