import Testing

@testable import GatewayServer

/// The self-test passes with the library that is loaded, and fails with each that does one thing wrong: a daemon that stands
/// between the test and the real library spoils that one.
@Suite struct LibrarySelfTestTests {
    @Test func theLoadedLibraryPasses() throws {
        for _ in 0..<100 {
            try LibrarySelfTest(TrialDaemon()).tryAll()
            try LibrarySelfTest.pass()
        }
    }

    @Test(arguments: Fault.allCases)
    func eachHookIsTried(fault: Fault) throws {
        let error = #expect(throws: ServerError.self) {
            try LibrarySelfTest(SpoiledDaemon(fault)).tryAll()
        }
        #expect(error == .libraryLacks(fault.hook, version: Server.libraryVersion))
    }

    @Test func noHookIsLeftOut() {
        #expect(Set(Fault.allCases.map(\.hook)) == Set(LibraryHook.allCases))
    }

    @Test func aSocketThatIsKeptForLater() {
        #expect(throws: ServerError.libraryKeepsConnections(version: Server.libraryVersion)) {
            try LibrarySelfTest(LateDaemon()).tryAll()
        }
    }

    @Test func noMemoryIsNoFaultOfTheVersion() {
        #expect(throws: ServerError.libraryRefusesConnections(error: "Cannot allocate memory")) {
            try LibrarySelfTest(TrialDaemon(poolSize: 1 << 50)).tryAll()
        }
    }

    @Test(arguments: [
        (LibraryHook.context, "say which connection a request came on, so that no request would be answered"),
        (.secondCall, "call again for a request, so that it would get no answer"),
        (.body, "read the body of a request, so that it would get no answer"),
        (.keepAlive, "keep a connection open after an answer, so that each would end after one request"),
        (.leaving, "release a connection without ending it, so that faults that break it off could not be sent"),
    ])
    func theErrorSaysWhatIsMissingAndWhichVersionsHaveIt(hook: LibraryHook, words: String) {
        #expect(
            ServerError.libraryLacks(hook, version: "2.0.3").description
                == "libmicrohttpd 2.0.3 does not \(words); 0.9.75, 1.0.1 and 1.0.10 do")
    }

    @Test func versionsThatAreTested() {
        for version in ["0.9.75", "1.0.1", "1.0.10"] {
            #expect(LibraryVersions.isTested(version))
            #expect(LibraryVersions.warning(for: version) == nil)
        }
        for version in ["", "0.9.7", "0.9.750", "1.0.0", "1.0.100", "1.0.1.1", "2.0.0"] {
            #expect(!LibraryVersions.isTested(version))
        }
    }

    @Test func theWarningOfAnyOther() {
        #expect(
            LibraryVersions.warning(for: "1.0.2")
                == "libmicrohttpd 1.0.2 is not one of the versions that Mishap is tested with (0.9.75, 1.0.1 and 1.0.10); it passed the self-test"
        )
    }
}

/// One thing that a version of the library might do in another way.
enum Fault: CaseIterable {
    case forgetsContext, forgetsContextInCall, forgetsContextAtEnd
    case callsOnce, saysNothingOfCompletion
    case losesBody, neverEndsBody
    case closesBehindAnswer
    case endsDroppedSocket, saysNothingOfEnd, leavesSocketInEpoll

    var hook: LibraryHook {
        switch self {
        case .forgetsContext, .forgetsContextInCall, .forgetsContextAtEnd: .context
        case .callsOnce, .saysNothingOfCompletion, .neverEndsBody: .secondCall
        case .losesBody: .body
        case .closesBehindAnswer: .keepAlive
        case .endsDroppedSocket, .saysNothingOfEnd, .leavesSocketInEpoll: .leaving
        }
    }
}

/// The real library, but for one fault.
private final class SpoiledDaemon: TrialDaemon {
    private let fault: Fault
    /// The library's socket, and the same by a number of our own.
    private var socket: TCPSocket?
    private var duplicate: TCPSocket?
    private var calls = 0
    private var hasUpload = false
    private var isClosed = false

    init(_ fault: Fault) throws {
        self.fault = fault
        try super.init()
    }

    deinit { duplicate?.close() }

    override func add(_ socket: TCPSocket) -> Bool {
        self.socket = socket
        duplicate = socket.duplicate()
        return super.add(socket)
    }

    override func queue(
        _ content: String, on handle: OpaquePointer, field: (name: String, value: String)? = nil
    ) -> Bool {
        super.queue(content, on: handle, field: fault == .closesBehindAnswer ? ("Connection", "close") : field)
    }

    override func context(of handle: OpaquePointer) -> UnsafeMutableRawPointer? {
        fault == .forgetsContext ? nil : super.context(of: handle)
    }

    override func duplicate(_ file: TCPSocket, onto socket: TCPSocket) {
        switch fault {
        case .endsDroppedSocket: break
        // The number may be somebody else's by then.
        case .saysNothingOfEnd where isClosed: break
        default: super.duplicate(file, onto: socket)
        }
    }

    override func called(_ handle: OpaquePointer, uploaded: Int, _ context: UnsafeMutableRawPointer?) -> Bool {
        calls += 1
        if uploaded > 0 { hasUpload = true }
        switch fault {
        case .callsOnce where calls > 1: return true
        case .losesBody: return super.called(handle, uploaded: 0, context)
        case .neverEndsBody where hasUpload && uploaded == 0: return true
        case .forgetsContextInCall: return super.called(handle, uploaded: uploaded, nil)
        default: return super.called(handle, uploaded: uploaded, context)
        }
    }

    override func completed(_ context: UnsafeMutableRawPointer?, isWhole: Bool) {
        switch fault {
        case .saysNothingOfCompletion: break
        case .forgetsContextAtEnd: super.completed(nil, isWhole: isWhole)
        default: super.completed(context, isWhole: isWhole)
        }
    }

    override func closed(_ context: UnsafeMutableRawPointer?) {
        isClosed = true
        if fault == .saysNothingOfEnd, let socket {
            duplicate?.duplicate(onto: socket.descriptor)
            return
        }
        super.closed(context)
        if fault == .leavesSocketInEpoll, let duplicate {
            Poller.add(duplicate.descriptor, .readable, id: 0, to: epoll)
        }
    }
}

/// Takes a connection in its next run, as 1.0 does where it is not told that all calls come from one thread.
private final class LateDaemon: TrialDaemon {
    private var late: TCPSocket?

    init() throws { try super.init() }

    override func add(_ socket: TCPSocket) -> Bool {
        late = socket
        return true
    }

    override func run() {
        if let late { _ = super.add(late) }
        late = nil
        super.run()
    }
}
