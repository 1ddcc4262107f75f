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
        (.untouchedHead, "show a request's head as it was sent, so that malformed ones could not be detected"),
        (.cutOff, "end a head where it is cut off, so that refused requests would not get Mishap's answer"),
        (.headSize, "tell the size of a request's head, so that good requests would be refused"),
        (.secondCall, "call again for a request without a body, so that it would get no answer"),
        (.keepAlive, "keep a connection open after an answer, so that each would end after one request"),
        (
            .substitute,
            "leave the writing of an answer to Mishap, so that answers with faults would be followed by a second one"
        ),
        (.socketPutBack, "read on after an answer that Mishap wrote, so that the next request would get none"),
        (.suspension, "suspend and resume a connection as it is told, so that delayed answers would not come"),
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
    case joinsLines, endsRequestLineOtherwise, changesTarget, changesMethod
    case knowsLinesBeforehand, countsWhatWasCutOff
    case countsHeadShort, countsNoHead
    case callsOnce, callsWithUpload
    case closesBehindAnswer
    case writesToSocket, saysNothingOfCompletion
    case losesNextRequest
    case readsWhileSuspended, callsWhileSuspended, resumesNever, resumesLate, callsInOneRunAfterResume
    case endsDroppedSocket, saysNothingOfEnd, leavesSocketInEpoll

    var hook: LibraryHook {
        switch self {
        case .forgetsContext, .forgetsContextInCall, .forgetsContextAtEnd: .context
        case .joinsLines, .endsRequestLineOtherwise, .changesTarget, .changesMethod: .untouchedHead
        case .knowsLinesBeforehand, .countsWhatWasCutOff: .cutOff
        case .countsHeadShort, .countsNoHead: .headSize
        case .callsOnce, .callsWithUpload: .secondCall
        case .closesBehindAnswer: .keepAlive
        case .writesToSocket, .saysNothingOfCompletion: .substitute
        case .losesNextRequest: .socketPutBack
        case .readsWhileSuspended, .callsWhileSuspended, .resumesNever, .resumesLate, .callsInOneRunAfterResume:
            .suspension
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
    /// The request that is the library's, from 1, and its calls.
    private var request = 0
    private var calls = 0
    private var isSuspended = false
    private var isResumed = false
    private var runsSinceResume = 0
    private var late: OpaquePointer?
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

    override func run() {
        if fault == .losesNextRequest, request == 2 { socket?.discard() }
        if fault == .readsWhileSuspended, isSuspended { socket?.discard() }
        if isResumed { runsSinceResume += 1 }
        super.run()
        if let late { super.resume(late) }
        late = nil
    }

    override func suspend(_ handle: OpaquePointer) {
        isSuspended = true
        if fault != .callsWhileSuspended { super.suspend(handle) }
    }

    /// The first time: when the test ends, no daemon is left with somebody suspended.
    override func resume(_ handle: OpaquePointer) {
        isSuspended = false
        defer { isResumed = true }
        switch fault {
        case .resumesNever where !isResumed: break
        case .resumesLate where !isResumed: late = handle
        default: super.resume(handle)
        }
    }

    override func queue(
        _ content: String, on handle: OpaquePointer, field: (name: String, value: String)? = nil
    ) -> Bool {
        super.queue(content, on: handle, field: fault == .closesBehindAnswer ? ("Connection", "close") : field)
    }

    override func headSize(of handle: OpaquePointer) -> Int {
        switch fault {
        case .countsHeadShort: super.headSize(of: handle) - 2
        case .countsNoHead: 0
        case .countsWhatWasCutOff where request == 4: super.headSize(of: handle) + 9
        default: super.headSize(of: handle)
        }
    }

    override func context(of handle: OpaquePointer) -> UnsafeMutableRawPointer? {
        fault == .forgetsContext ? nil : super.context(of: handle)
    }

    override func duplicate(_ file: TCPSocket, onto socket: TCPSocket) {
        switch fault {
        case .writesToSocket where request == 2: break
        case .endsDroppedSocket where request == 4: break
        // The number may be somebody else's by then.
        case .saysNothingOfEnd where isClosed: break
        default: super.duplicate(file, onto: socket)
        }
    }

    override func targetSeen(_ target: UnsafeMutablePointer<UInt8>, _ context: UnsafeMutableRawPointer?) {
        request += 1
        calls = 0
        let lines = target + "/self-test?one=1\0HTTP/1.1\r\n".utf8.count
        let start = (lines[0], lines[1])
        switch fault {
        case .joinsLines: lines["Host: x".utf8.count] = 0x20
        case .endsRequestLineOtherwise: lines[-1] ^= 0x0A
        case .changesTarget: target[5] = UInt8(ascii: "_")
        case .changesMethod: target[-4] = UInt8(ascii: "g")
        default: break
        }
        super.targetSeen(target, context)
        if fault == .knowsLinesBeforehand { (lines[0], lines[1]) = start }
    }

    override func called(
        _ handle: OpaquePointer, _ method: UnsafePointer<CChar>?, uploaded: Int, _ context: UnsafeMutableRawPointer?
    ) -> Bool {
        calls += 1
        switch fault {
        case .callsOnce where calls > 1: return true
        case .callsInOneRunAfterResume where isResumed && runsSinceResume > 1: return true
        case .callsWithUpload where calls == 2: return super.called(handle, method, uploaded: 1, context)
        case .forgetsContextInCall: return super.called(handle, method, uploaded: uploaded, nil)
        default: return super.called(handle, method, uploaded: uploaded, context)
        }
    }

    override func completed(_ context: UnsafeMutableRawPointer?, isWhole: Bool) {
        switch fault {
        case .saysNothingOfCompletion where request == 2: break
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
