internal import CLinux
internal import GatewayServer
internal import Glibc

/// Sockets for connections that are asked side by side: non-blocking, on one thread, with poll(2).
struct DoctorSockets {
    /// Where they connect to.
    let address: Address

    /// An address of a host, as the resolver gives it.
    struct Address: Sendable {
        fileprivate let family: Int32
        fileprivate let bytes: [UInt8]
        /// Such as `127.0.0.1:8080` or `[::1]:8080`.
        let text: String

        /// The addresses of a host in the resolver's order, which is that of RFC 6724; empty if it is not known.
        static func all(of gateway: GatewayAddress) -> [Address] {
            var hints = addrinfo()
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            var found: UnsafeMutablePointer<addrinfo>?
            guard getaddrinfo(gateway.host, String(gateway.port), &hints, &found) == 0 else { return [] }
            defer { freeaddrinfo(found) }
            return sequence(first: found, next: { $0?.pointee.ai_next }).prefix { $0 != nil }.compactMap { entry in
                guard let entry = entry?.pointee, let address = entry.ai_addr else { return nil }
                var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
                guard
                    getnameinfo(
                        address, entry.ai_addrlen, &host, socklen_t(host.count), nil, 0, Int32(NI_NUMERICHOST)) == 0
                else { return nil }
                let name = host.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
                return Address(
                    family: entry.ai_family,
                    bytes: Array(UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen))),
                    text: (name.contains(":") ? "[\(name)]" : name) + ":\(gateway.port)")
            }
        }

        var isLoopback: Bool {
            text.hasPrefix("127.") || text.hasPrefix("[::1]") || text.hasPrefix("[::ffff:127.")
        }
    }

    /// A connection with its socket.
    private struct Open {
        let place: Int
        let descriptor: Int32
        var isConnected = false
        /// Bytes that the socket has not taken yet.
        var unsent: ArraySlice<UInt8> = []
        var endsSending = false
    }

    /// Lets all connections run until each has finished, or until a time of the monotonic clock has come.
    func run<Client: DoctorClient>(_ connections: inout [Client], until deadline: Int64) {
        var open: [Open] = []
        for place in connections.indices {
            switch connect() {
            case .success(let descriptor): open.append(Open(place: place, descriptor: descriptor))
            case .failure(let problem): _ = connections[place].couldNotConnect(problem.message)
            }
        }
        while !open.isEmpty {
            let now = Self.now()
            if now >= deadline { break }
            let next = open.compactMap { connections[$0.place].nextTime }.min() ?? .max
            wait(&open, &connections, until: min(next, deadline))
            for index in open.indices {
                perform(connections[open[index].place].timeCame(at: Self.now()), &open[index])
            }
            open.removeAll { entry in
                guard connections[entry.place].hasFinished else { return false }
                close(entry.descriptor)
                return true
            }
        }
        for entry in open {
            if entry.isConnected {
                _ = connections[entry.place].ended(.open, at: Self.now())
            } else {
                _ = connections[entry.place].couldNotConnect("does not accept a connection in time")
            }
            close(entry.descriptor)
        }
    }

    struct Problem: Error, Hashable { let message: String }

    private func connect() -> Result<Int32, Problem> {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, kind, 0)
        guard descriptor >= 0 else { return .failure(Self.problem(errno)) }
        // Each piece that is sent leaves by itself.
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        let result = address.bytes.withUnsafeBytes { bytes in
            Glibc.connect(
                descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
        guard result == 0 || errno == EINPROGRESS else {
            let code = errno
            close(descriptor)
            return .failure(Self.problem(code))
        }
        return .success(descriptor)
    }

    private static func problem(_ code: Int32) -> Problem {
        Problem(message: "cannot be reached: \(String(cString: strerror(code)))")
    }

    /// Waits until something happens, and passes it on.
    private func wait<Client: DoctorClient>(
        _ open: inout [Open], _ connections: inout [Client], until time: Int64
    ) {
        var polled = open.map { entry in
            let wantsToWrite = !entry.isConnected || !entry.unsent.isEmpty
            return pollfd(
                fd: entry.descriptor, events: Int16(wantsToWrite ? POLLIN | POLLOUT : POLLIN), revents: 0)
        }
        let left = max(0, time - Self.now())
        guard poll(&polled, nfds_t(polled.count), Int32(clamping: left)) > 0 else { return }
        for index in open.indices where polled[index].revents != 0 {
            if !open[index].isConnected {
                becameConnected(&open[index], &connections[open[index].place])
                continue
            }
            read(&open[index], &connections[open[index].place])
            if !connections[open[index].place].hasFinished { write(&open[index]) }
        }
    }

    private func becameConnected(_ entry: inout Open, _ connection: inout some DoctorClient) {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(entry.descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
        guard code == 0 else { return perform(connection.couldNotConnect(Self.problem(code).message), &entry) }
        entry.isConnected = true
        perform(connection.connected(at: Self.now()), &entry)
    }

    private func read(_ entry: inout Open, _ connection: inout some DoctorClient) {
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(entry.descriptor, &piece, piece.count, 0)
        let now = Self.now()
        if count > 0 {
            perform(connection.came(Array(piece.prefix(count)), at: now), &entry)
        } else if count == 0 {
            perform(connection.ended(.end, at: now), &entry)
        } else if errno != EAGAIN, errno != EINTR {
            perform(connection.ended(.reset, at: now), &entry)
        }
    }

    private func perform(_ actions: [DoctorAction], _ entry: inout Open) {
        for action in actions {
            switch action {
            case .send(let bytes): entry.unsent += bytes
            case .endSending: entry.endsSending = true
            // The owner of the list closes it.
            case .finish: return
            }
        }
        write(&entry)
    }

    private func write(_ entry: inout Open) {
        while !entry.unsent.isEmpty {
            let count = entry.unsent.withUnsafeBytes {
                send(entry.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            // An error is told by the next read.
            guard count > 0 else {
                if errno != EAGAIN, errno != EINTR { entry.unsent = [] }
                return
            }
            entry.unsent = entry.unsent.dropFirst(count)
        }
        guard entry.endsSending else { return }
        entry.endsSending = false
        shutdown(entry.descriptor, Int32(SHUT_WR))
    }

    /// Milliseconds of the monotonic clock.
    static func now() -> Int64 { Int64(SystemClock.monotonic / 1_000_000) }
}
