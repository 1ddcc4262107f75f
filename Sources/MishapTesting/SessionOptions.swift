/// What a session begins with, beside its scenario.
struct SessionOptions: Sendable {
    var scenario: Scenario?
    var seed: Int?
    var settle: Duration?
    var unmatched = Unmatched.fail
    var variables: JSON.Members = [:]
    var expect: [MishapExpectation] = []
    var bodies: String?
    var clock: SessionClock?
    var port: Int?
    var label = ""

    private static let longestLabel = 1024
    private static let longestSettle = Duration.seconds(60)

    /// It is told at the end of a test, and has to be right before.
    func check() throws {
        if let settle, settle < .zero || settle > Self.longestSettle {
            throw MishapError("settle is a time of at most \(Self.longestSettle), and not \(settle)")
        }
    }

    /// The body of `POST sessions`, but for the scenario.
    func members(life: JSON) throws -> JSON.Members {
        var members = JSON.Members()
        if !label.isEmpty { members["label"] = .string(label.cut(toBytes: Self.longestLabel)) }
        members["seed"] = seed.map { .integer($0) }
        if !variables.isEmpty { members["variables"] = .object(variables) }
        if !expect.isEmpty { members["expect"] = try MishapExpectation.json(of: expect) }
        members["bodies"] = bodies.map { .string($0) }
        members["clock"] = clock.map { .string($0.rawValue) }
        members["port"] = port.map { .integer($0) }
        members["ttl"] = life
        return members
    }
}

/// What becomes of a test whose client sent a request that nothing takes.
public enum Unmatched: Sendable { case fail, allow }

/// The clock of a session: the machine's, or one that `Mishap.advanceClock` moves.
public enum SessionClock: String, Sendable { case real, manual }
