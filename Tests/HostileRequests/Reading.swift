/// What becomes of the bytes of a row: requests that are answered, in order, and what follows.
public struct Reading: Sendable, Equatable {
    /// A request that is answered by the scenario.
    public struct Taken: Sendable, Equatable {
        public let method: String
        let targetTemplate: String
        /// Without any coding.
        public let body: [UInt8]
        /// Whether the server may send a 100 (Continue) before its answer.
        public let mayContinue: Bool

        /// The target as it was sent for an answer at `path`.
        public func target(path: String) -> [UInt8] { HostileRequest.bytes(targetTemplate, path: path) }
    }

    public enum Ending: Sendable, Equatable {
        /// The connection stays open, and the follow-up is answered.
        case open
        /// The connection is closed, and the follow-up is not answered.
        case closed
        /// A refusal with one of these statuses; then the connection is closed, and the follow-up is not answered.
        case refused([Int])
        /// More bytes are needed. The row is sent without the follow-up; the client goes, and nothing is answered by a
        /// scenario.
        case incomplete
    }

    public var taken: [Taken]
    public var ending: Ending

    /// One request that is answered.
    static func takes(
        _ body: String = "", by method: String = "GET", at target: String = HostileRequest.placeholder,
        then ending: Ending = .open, mayContinue: Bool = false
    ) -> Reading {
        let taken = Taken(
            method: method, targetTemplate: target, body: HostileRequest.bytes(body, path: ""), mayContinue: mayContinue
        )
        return Reading(taken: [taken], ending: ending)
    }

    /// A POST with this body.
    static func posts(_ body: String, then ending: Ending = .open, mayContinue: Bool = false) -> Reading {
        takes(body, by: "POST", then: ending, mayContinue: mayContinue)
    }

    static func refuses(_ statuses: Int...) -> Reading { Reading(taken: [], ending: .refused(statuses)) }

    static let waits = Reading(taken: [], ending: .incomplete)

    /// This one's requests, followed by the other reading.
    func before(_ other: Reading) -> Reading { Reading(taken: taken + other.taken, ending: other.ending) }
}

extension HostileRequest {
    static func get(_ fields: String = "", at target: String = placeholder, by method: String = "GET") -> String {
        "\(method) \(target) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n"
    }

    static func post(_ fields: String, _ body: String) -> String { get(fields, by: "POST") + body }

    static func chunked(_ body: String, _ fields: String = "Transfer-Encoding: chunked\r\n") -> String {
        post(fields, body)
    }

    /// A line of any bytes in place of the request line.
    static func line(_ line: String) -> String { line + "\r\nHost: x\r\n\r\n" }

    /// The name of a byte for the name of a row.
    static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0x0" : "0x") + String(byte, radix: 16, uppercase: true) }

    static func text(_ byte: UInt8) -> String { String(Character(Unicode.Scalar(byte))) }
}
