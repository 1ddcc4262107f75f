internal import CReceive
internal import Synchronization

/// Tests what the server needs of the libmicrohttpd that is loaded: on one connection with four requests, over a socket
/// pair, in a few runs of a daemon of its own. It waits for nothing, because all bytes are there before the library
/// runs.
///
/// A version that none of our tests has run with may work or not. This test finds out before a client does.
final class LibrarySelfTest: TrialObserver {
    private let daemon: TrialDaemon
    private let files: Files
    /// The connection, as the library names it in its calls.
    private var handle: OpaquePointer?
    /// The first thing that went wrong within a call of the library.
    private var failure: LibraryHook?
    private var isOver = false

    private var isTaken = false
    /// Requests for which the URI callback was called.
    private var targets = 0
    /// Calls of the access handler, for each request.
    private var calls = Round.allCases.map { _ in 0 }
    /// Requests that were answered completely.
    private var answered = 0
    private var isLeaving = false
    private var isClosed = false
    /// The first field line in the library's buffer.
    private var lines: UnsafePointer<UInt8>?
    private var isSubstituted = false
    /// True from the suspension to the next call.
    private var isSuspended = false
    private var isResumed = false
    /// True once a whole run has passed after the connection was resumed.
    private var isBackInEpoll = false

    /// The requests in their order, by how they are handled.
    private enum Round: Int, CaseIterable {
        /// Answered by the library.
        case plain
        /// Answered by us, while the library writes an answer of its own into another file.
        case substitute
        /// The same, after the connection was suspended.
        case suspension
        /// Cut off in its field lines; then the connection leaves the library.
        case leaving
    }

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
    /// does not let the program's recv() come first.
    static var hasSeenInput: Bool { seenInput.load(ordering: .relaxed) }
    fileprivate static let seenInput = Atomic<Bool>(false)

    /// An object is good for one test.
    func tryAll() throws(ServerError) {
        defer { end() }
        creceive_observe(inputSeen, nil)
        defer { creceive_observe(nil, nil) }
        try handOver()
        try answerThroughLibrary()
        try answerBesideLibrary()
        try suspendAndResume()
        try cutOffAndLeave()
    }

    // MARK: The rounds

    /// A library that kept the socket for its next run would not find the context that belongs to the connection.
    private func handOver() throws(ServerError) {
        let isHanded = daemon.add(files.library)
        let error = Machine.lastError
        guard isHanded else { throw .libraryRefusesConnections(error: error) }
        guard isTaken else { throw .libraryKeepsConnections(version: LibraryDaemon.version) }
    }

    private func answerThroughLibrary() throws(ServerError) {
        send(Self.requestLine + Self.fields)
        run { answered == 1 }
        try require(targets == 1, .untouchedHead)
        try require(calls[0] == 2 && answered == 1 && isLibraryAnswer(received(by: files.client)), .secondCall)
    }

    private func answerBesideLibrary() throws(ServerError) {
        send(Self.requestLine + Self.fields)
        run { answered == 2 }
        try require(targets == 2, .keepAlive)
        try require(calls[1] == 2, .secondCall)
        try requireAnswerBesideLibrary(number: 2)
    }

    private func suspendAndResume() throws(ServerError) {
        send(Self.requestLine + Self.fields)
        run { isSuspended }
        try require(targets == 3, .socketPutBack)
        try require(isSuspended, .secondCall)
        // What comes now must stay in the socket: the library would take it for the next request.
        send(Self.requestLine)
        for _ in 0..<2 { daemon.run() }
        let isUnread = files.library.unread == Self.requestLine.utf8.count
        files.library.discard()
        try require(calls[2] == 2 && isUnread && received(by: files.client).isEmpty && !isClosed, .suspension)
        isResumed = true
        if let handle { daemon.resume(handle) }
        daemon.run()
        try require(calls[2] > 2, .suspension)
        isBackInEpoll = true
        let before = calls[2]
        daemon.run()
        try require(calls[2] > before, .suspension)
        run { answered == 3 }
        try requireAnswerBesideLibrary(number: 3)
    }

    private func cutOffAndLeave() throws(ServerError) {
        send(Self.requestLine + Self.beginningOfFields)
        run { isClosed }
        try require(targets == 4, .socketPutBack)
        try require(calls[3] > 0, .cutOff)
        try require(isClosed && !files.client.isAtEnd && received(by: files.client).isEmpty, .leaving)
        _ = files.duplicate.write(Self.ownAnswer, from: 0)
        try require(received(by: files.client) == Self.ownAnswer, .leaving)
        // The socket is open: if it were in the library's epoll still, its events would come with a dangling pointer.
        send(Self.requestLine)
        try require(!Machine.isReadable(daemon.epoll), .leaving)
    }

    // MARK: Calls from the library

    func started() -> UnsafeMutableRawPointer {
        isTaken = true
        return context
    }

    func targetSeen(_ target: UnsafeMutablePointer<UInt8>, _ context: UnsafeMutableRawPointer?) {
        guard !isOver else { return }
        targets += 1
        guard context == self.context else { return fail(.context) }
        let isLast = answered == Round.leaving.rawValue
        let fields = isLast ? Self.beginningOfFields : Self.fields
        guard let start = start(ofLines: fields, after: target) else { return fail(.untouchedHead) }
        lines = UnsafePointer(start)
        if isLast { FieldLines(start: start, limit: fields.utf8.count).cutOff() }
    }

    func called(
        _ handle: OpaquePointer, _ method: UnsafePointer<CChar>?, uploaded: Int, _ context: UnsafeMutableRawPointer?
    ) -> Bool {
        isSuspended = false
        guard !isOver, failure == nil, let round = Round(rawValue: answered) else { return false }
        self.handle = handle
        calls[round.rawValue] += 1
        guard context == self.context else { return drop(.context) }
        if calls[round.rawValue] == 1 {
            guard let method, isHeadSizeRight(method, handle, round) else {
                return drop(round == .leaving ? .cutOff : .headSize)
            }
            if round == .leaving { return leave() }
            return true
        }
        guard uploaded == 0 else { return drop(.secondCall) }
        switch round {
        case .plain: return daemon.queue(Self.libraryContent, on: handle)
        case .substitute: return answerBeside(handle)
        case .suspension: return calledForSuspended(handle)
        case .leaving: return false
        }
    }

    func completed(_ context: UnsafeMutableRawPointer?, isWhole: Bool) {
        // When a connection leaves, the library has yet to close the file that it takes for the socket.
        guard !isLeaving else { return }
        putSocketBack()
        guard !isOver else { return }
        guard context == self.context else { return fail(.context) }
        if isWhole { answered += 1 }
    }

    /// Right after this call the library removes its descriptor from its epoll, which only knows the real socket.
    func closed(_ context: UnsafeMutableRawPointer?) {
        putSocketBack()
        handle = nil
        isSuspended = false
        guard context == self.context else { return fail(.context) }
        isClosed = true
    }

    // MARK: Within the library's calls

    /// In the run after the connection is resumed, the library puts the descriptor back into its epoll, and may call
    /// more than once. The descriptor must refer to the real socket until then.
    private func calledForSuspended(_ handle: OpaquePointer) -> Bool {
        if isBackInEpoll { return answerBeside(handle) }
        if isResumed { return true }
        guard calls[Round.suspension.rawValue] == 2 else { return drop(.suspension) }
        isSuspended = true
        daemon.suspend(handle)
        return true
    }

    private func answerBeside(_ handle: OpaquePointer) -> Bool {
        _ = files.duplicate.write(Self.ownAnswer, from: 0)
        isSubstituted = true
        daemon.duplicate(files.sinkEnd, onto: files.library)
        return daemon.queue("", on: handle)
    }

    private func leave() -> Bool {
        isLeaving = true
        isSubstituted = true
        daemon.duplicate(files.sink, onto: files.library)
        return false
    }

    private func putSocketBack() {
        guard isSubstituted else { return }
        isSubstituted = false
        daemon.duplicate(files.duplicate, onto: files.library)
    }

    private func fail(_ hook: LibraryHook) { failure = failure ?? hook }

    private func drop(_ hook: LibraryHook) -> Bool {
        fail(hook)
        return false
    }

    /// The first field line, if the head is in memory around the target as it was sent and only the request line is
    /// split. Nothing is read after the first byte that differs.
    private func start(
        ofLines fields: String, after target: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8>? {
        var position = target
        for byte in Array(Self.target.utf8) + [0] + Array("HTTP/1.1".utf8) + [0, LibraryDaemon.byteAfterCR] {
            guard position.pointee == byte else { return nil }
            position += 1
        }
        for (index, byte) in fields.utf8.enumerated() where position[index] != byte { return nil }
        guard target[-1] == 0 || target[-1] == 0x20 else { return nil }
        for (index, byte) in "GET".utf8.enumerated() where target[index - 4] != byte { return nil }
        return position
    }

    private func isHeadSizeRight(_ method: UnsafePointer<CChar>, _ handle: OpaquePointer, _ round: Round) -> Bool {
        guard let lines else { return false }
        // Of the lines that were cut off, the empty line is left.
        let end = lines + (round == .leaving ? 2 : Self.fields.utf8.count)
        return UnsafeRawPointer(method) + daemon.headSize(of: handle) == UnsafeRawPointer(end)
    }

    // MARK: From outside

    /// An address that nothing else has.
    private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private static let target = "/self-test?one=1"
    private static let requestLine = "GET \(target) HTTP/1.1\r\n"
    private static let beginningOfFields = "Host: x\r\nX-Blanks: \t a \r\n"
    private static let fields = beginningOfFields + "\r\n"
    private static let libraryContent = "from the library"
    private static let ownAnswer = Array("HTTP/1.1 299 Ours\r\nContent-Length: 0\r\n\r\n".utf8)
    /// The library needs two or three for what is awaited here.
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

    private func isLibraryAnswer(_ bytes: [UInt8], content: String = libraryContent) -> Bool {
        bytes.starts(with: "HTTP/1.1 200 OK\r\n".utf8) && bytes.suffix(content.utf8.count).elementsEqual(content.utf8)
    }

    private func requireAnswerBesideLibrary(number: Int) throws(ServerError) {
        let isRight =
            answered == number && received(by: files.client) == Self.ownAnswer
            && isLibraryAnswer(received(by: files.drain), content: "\r\n\r\n")
        try require(isRight, .substitute)
    }

    /// What went wrong within a call takes precedence: the rest follows from it.
    private func require(_ isRight: Bool, _ hook: LibraryHook) throws(ServerError) {
        guard isRight, failure == nil else {
            throw .libraryLacks(failure ?? hook, version: LibraryDaemon.version)
        }
    }

    /// Leaves nothing open but a daemon that does not release a suspended connection: to stop that would abort the
    /// process.
    private func end() {
        isOver = true
        putSocketBack()
        if isSuspended, let handle {
            daemon.resume(handle)
            daemon.run()
        }
        files.client.close()
        daemon.run()
        if !isSuspended { daemon.stop() }
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
    /// Receives an answer of the library that the client must not see; the answer comes out of `drain`.
    let sinkEnd: TCPSocket
    let drain: TCPSocket
    /// Substitutes a socket that leaves the library.
    let sink: TCPSocket

    init() throws(ServerError) {
        var opened: [Int32] = []
        guard let (library, client) = Machine.socketPair() else { throw Self.failure("socketpair", opened) }
        opened += [library, client]
        guard let (sinkEnd, drain) = Machine.socketPair() else { throw Self.failure("socketpair", opened) }
        opened += [sinkEnd, drain]
        guard let duplicate = TCPSocket(descriptor: library).duplicate() else { throw Self.failure("fcntl", opened) }
        opened.append(duplicate.descriptor)
        let sink = Machine.openNullDevice()
        guard sink >= 0 else { throw Self.failure("open", opened) }
        self.library = TCPSocket(descriptor: library)
        self.duplicate = duplicate
        self.client = TCPSocket(descriptor: client)
        self.sinkEnd = TCPSocket(descriptor: sinkEnd)
        self.drain = TCPSocket(descriptor: drain)
        self.sink = TCPSocket(descriptor: sink)
    }

    private static func failure(_ call: String, _ opened: [Int32]) -> ServerError {
        let error = Machine.lastError
        for descriptor in opened { Machine.close(descriptor) }
        return .system(call: call, error: error)
    }

    /// Closes all but the library's and the client's.
    func close() { for file in [duplicate, sinkEnd, drain, sink] { file.close() } }
}

private func inputSeen(_: UnsafeMutableRawPointer?, _: Int32, _: UnsafeMutableRawPointer, _ count: Int) -> Int {
    if count > 0 { LibrarySelfTest.seenInput.store(true, ordering: .relaxed) }
    return count
}
