import CLinux
import Glibc
import Synchronization

/// Lives of sessions by several clients at once, each compared with what it alone has done: by `make bench` for the rate,
/// and by the tests.
///
/// A module without the Testing library, since a program uses it too. It is written to cost little, so that it bounds no
/// result.
public struct SessionLives: Sendable {
    /// How the scenario of a session is given.
    public enum Given: Sendable {
        /// By name: `lives`, which the gateway serves.
        case name
        /// Whole, in the body of the call.
        case whole
        /// By turns.
        case both
    }

    /// What a life looks at in the end: each entry of its journal, or the verdict, which is about all requests.
    public enum Look: Sendable { case journal, verdict }

    public struct Result: Sendable {
        public var lives = 0
        /// Requests that were answered.
        public var answered = 0
        /// Entries that were found in the journals, each of another request that was answered, or that were judged.
        public var entries = 0
        /// How often a journal was read again, since its last entry had not ended.
        public var readAgain = 0
        /// From the first connection to the last answer.
        public var nanoseconds: UInt64 = 0

        public var perSecond: Double { Double(lives) * 1_000_000_000 / Double(max(1, nanoseconds)) }

        static func += (sum: inout Result, part: Result) {
            sum.lives += part.lives
            sum.answered += part.answered
            sum.entries += part.entries
            sum.readAgain += part.readAgain
        }
    }

    /// The scenario that the gateway serves as `lives`, and as its only one.
    public static let scenario = LifeScenario.text

    let port: UInt16
    let given: Given
    let look: Look

    public init(port: UInt16, given: Given = .both, look: Look = .journal) {
        self.port = port
        self.given = given
        self.look = look
    }

    /// Runs `count` lives by as many clients at once, and compares the sums.
    public func run(_ count: Int, clients: Int) throws(LifeError) -> Result {
        let shared = try SharedSession(port: port)
        let next = Atomic<Int>(0)
        let outcome = Mutex<(sum: Result, error: LifeError?)>((Result(), nil))
        let began = clinux_monotonic_nanoseconds()
        ClientThreads.run(clients) { client in
            do throws(LifeError) {
                let part = try live(as: client, of: count, next) { outcome.withLock { $0.error != nil } }
                outcome.withLock { $0.sum += part }
            } catch {
                outcome.withLock { $0.error = $0.error ?? error }
            }
        }
        var (sum, error) = outcome.withLock { $0 }
        if let error { throw error }
        sum.nanoseconds = clinux_monotonic_nanoseconds() - began
        try shared.compare()
        guard sum.lives == count, sum.answered == count * LifeScenario.requests.count, sum.entries == sum.answered
        else {
            throw LifeError("\(count) lives: \(sum)")
        }
        return sum
    }

    /// One client: takes lives until there are no more, or another client has failed.
    private func live(
        as client: Int, of count: Int, _ next: borrowing Atomic<Int>, until hasFailed: () -> Bool
    ) throws(LifeError) -> Result {
        let life = try LifeClient(port: port)
        var result = Result()
        while !hasFailed() {
            let number = next.add(1, ordering: .relaxed).oldValue
            guard number < count else { break }
            let isWhole = given == .whole || given == .both && number % 2 == 1
            try life.live(number, client: client, whole: isWhole, look, &result)
        }
        return result
    }
}

/// Why a life was not as it should have been, in words.
public struct LifeError: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

/// The shared session of the scenario, which no life may touch.
private struct SharedSession {
    private let connection: LifeConnection
    private let before: [UInt8]

    init(port: UInt16) throws(LifeError) {
        connection = try LifeConnection(port: port)
        before = try Self.read(connection)
    }

    func compare() throws(LifeError) {
        let now = try Self.read(connection)
        guard now == before else {
            throw LifeError("the shared session has changed:\n\(text(before))\nand now\n\(text(now))")
        }
    }

    private static func read(_ connection: LifeConnection) throws(LifeError) -> [UInt8] {
        let answer = try connection.ask("GET", "/__mishap/sessions/default")
        // The time of a manual clock stands still.
        return try answer.expect(200, "of the shared session")
    }
}

func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
