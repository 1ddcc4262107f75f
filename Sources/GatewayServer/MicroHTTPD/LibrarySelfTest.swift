internal import Synchronization

/// Tests what the server needs of the libmicrohttpd that is loaded: on one connection with three requests, over a socket
/// pair, in a few runs of a daemon of its own. It waits for nothing, because all bytes are there before the library
/// runs.
///
/// A version that none of our tests has run with may work or not. This test finds out before a client does.
final class LibrarySelfTest: TrialObserver {
    private let daemon: TrialDaemon
    private let files: Files
    /// The first thing that went wrong within a call of the library.
    private var failure: LibraryHook?
    private var isTaken = false
    /// Bytes that the library has received.
    private var received = 0
    /// Calls of the access handler for the current request, and bytes of its body.
    private var calls = 0
    private var uploaded = 0
    /// Requests that were answered completely.
    private var answered = 0
    /// Whether what comes next is kept from the library, which is to release the socket.
    private var leaves = false
    private var isClosed = false

    init(_ daemon: TrialDaemon) throws(ServerError) {
        self.daemon = daemon
        do {
            files = try Files()
        } catch {
            daemon.stop()
            throw error
        }
        daemon.observer = self
    }

    /// Throws if the server cannot work with the library. That is the same for every server, and is tested until it has
    /// passed once.
    static func pass() throws(ServerError) {
        guard !hasPassed.load(ordering: .relaxed) else { return }
        try LibrarySelfTest(TrialDaemon()).tryAll()
        hasPassed.store(true, ordering: .relaxed)
    }

    private static let hasPassed = Atomic<Bool>(false)

    /// Whether the library's input is seen, as `LibraryConnection.received` needs it. It is not where the system's loader
    /// does not let the program's recv() come first: then the library gets no connection.
    static var hasSeenInput: Bool { seenInput.load(ordering: .relaxed) }
    private static let seenInput = Atomic<Bool>(false)

    /// An object is good for one test.
    func tryAll() throws(ServerError) {
        defer { end() }
        try handOver()
        try answer(Self.request)
        guard received > 0 else { return }
        Self.seenInput.store(true, ordering: .relaxed)
        try answer(Self.requestWithBody)
        try leave()
    }

    // MARK: The rounds

    /// A library that kept the socket for its next run would not find the context that belongs to the connection.
    private func handOver() throws(ServerError) {
        let isHanded = daemon.add(files.library)
        let error = Machine.lastError
        guard isHanded else { throw .libraryRefusesConnections(error: error) }
        guard isTaken else { throw .libraryKeepsConnections(version: LibraryDaemon.version) }
    }

    private func answer(_ request: String) throws(ServerError) {
        (calls, uploaded) = (0, 0)
        let before = answered
        send(request)
        run { answered > before }
        try require(calls > 0, .keepAlive)
        try require(uploaded == (request == Self.requestWithBody ? Self.body.utf8.count : 0), .body)
        try require(answered == before + 1 && isAnswer(received(by: files.client)), .secondCall)
    }

    private func leave() throws(ServerError) {
        leaves = true
        send(Self.request)
        daemon.run()
        try require(isClosed && !files.client.isAtEnd && received(by: files.client).isEmpty, .leaving)
        _ = files.duplicate.write(Self.ownAnswer, from: 0)
        try require(received(by: files.client) == Self.ownAnswer, .leaving)
        // The socket is open: if it were in the library's epoll still, its events would come with a dangling pointer.
        send(Self.request)
        try require(!Machine.isReadable(daemon.epoll), .leaving)
    }

    // MARK: Calls from the library

    func started() -> UnsafeMutableRawPointer {
        isTaken = true
        return context
    }

    func received(_ count: Int) -> Int {
        received += count
        guard leaves, !isClosed else { return count }
        daemon.duplicate(files.sink, onto: files.library)
        return 0
    }

    func called(_ handle: OpaquePointer, uploaded: Int, _ context: UnsafeMutableRawPointer?) -> Bool {
        calls += 1
        self.uploaded += uploaded
        guard context == self.context else {
            failure = failure ?? .context
            return false
        }
        return calls == 1 || uploaded > 0 || daemon.queue(Self.content, on: handle)
    }

    func completed(_ context: UnsafeMutableRawPointer?, isWhole: Bool) {
        if context != self.context { failure = failure ?? .context }
        if isWhole { answered += 1 }
    }

    /// Right after this call the library removes its descriptor from its epoll, which only knows the real socket.
    func closed(_ context: UnsafeMutableRawPointer?) {
        if context != self.context { failure = failure ?? .context }
        if leaves { daemon.duplicate(files.duplicate, onto: files.library) }
        isClosed = true
    }

    // MARK: From outside

    /// An address that nothing else has.
    private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private static let request = "GET /self-test HTTP/1.1\r\nHost: x\r\n\r\n"
    private static let body = "body"
    private static let requestWithBody =
        "POST /self-test HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    private static let content = "from the library"
    private static let ownAnswer = Array("HTTP/1.1 299 Ours\r\nContent-Length: 0\r\n\r\n".utf8)
    /// The library needs one or two for what is awaited here.
    private static let maximumRuns = 8

    private func send(_ text: String) { _ = files.client.write(Array(text.utf8), from: 0) }

    /// Lets the library run until the condition holds, at most `maximumRuns` times.
    private func run(until isDone: () -> Bool) {
        for _ in 0..<Self.maximumRuns where failure == nil && !isDone() { daemon.run() }
    }

    /// Takes the bytes that have come in the meantime.
    private func received(by socket: TCPSocket) -> [UInt8] {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { buffer in
            let bytes = socket.peek(into: buffer).map(Array.init) ?? []
            socket.discard(limit: bytes.count)
            return bytes
        }
    }

    private func isAnswer(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: "HTTP/1.1 200 OK\r\n".utf8)
            && bytes.suffix(Self.content.utf8.count).elementsEqual(Self.content.utf8)
    }

    /// What went wrong within a call takes precedence: the rest follows from it.
    private func require(_ isRight: Bool, _ hook: LibraryHook) throws(ServerError) {
        guard isRight, failure == nil else {
            throw .libraryLacks(failure ?? hook, version: LibraryDaemon.version)
        }
    }

    private func end() {
        files.client.close()
        daemon.run()
        daemon.stop()
        files.close()
    }
}

/// The descriptors of a self-test.
private struct Files {
    /// The library's end of the socket pair, which the library closes.
    let library: TCPSocket
    /// The same socket, under a descriptor of our own.
    let duplicate: TCPSocket
    /// The peer of that socket.
    let client: TCPSocket
    /// Substitutes the socket when it leaves the library.
    let sink: TCPSocket

    init() throws(ServerError) {
        guard let (library, client) = Machine.socketPair() else { throw Self.failure("socketpair", []) }
        guard let duplicate = TCPSocket(descriptor: library).duplicate() else {
            throw Self.failure("fcntl", [library, client])
        }
        let sink = Machine.openNullDevice()
        guard sink >= 0 else { throw Self.failure("open", [library, client, duplicate.descriptor]) }
        self.library = TCPSocket(descriptor: library)
        self.duplicate = duplicate
        self.client = TCPSocket(descriptor: client)
        self.sink = TCPSocket(descriptor: sink)
    }

    private static func failure(_ call: String, _ opened: [Int32]) -> ServerError {
        let error = Machine.lastError
        for descriptor in opened { Machine.close(descriptor) }
        return .system(call: call, error: error)
    }

    /// Closes all but the library's and the client's.
    func close() { for file in [duplicate, sink] { file.close() } }
}
