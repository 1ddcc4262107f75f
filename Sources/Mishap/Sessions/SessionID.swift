internal import Bytes

/// The id of a session that the control API was asked for: six characters of the process, then the session's number.
///
/// Numbers only grow, so that the id of a session that was deleted, and one of another process, is told from one that
/// never was without remembering it.
struct SessionID: Sendable, Hashable, CustomStringConvertible {
    /// Told apart by chance: one of 36^6.
    struct Process: Sendable, Hashable {
        fileprivate let text: String

        /// Any number; only its remainder counts.
        init(_ number: UInt64) {
            let text = String(number % Self.count, radix: 36)
            self.text = String(repeating: "0", count: SessionID.processLength - text.count) + text
        }

        fileprivate init?(_ text: Substring) {
            guard text.utf8.count == SessionID.processLength, text.utf8.allSatisfy(SessionID.isDigit) else {
                return nil
            }
            self.text = String(text)
        }

        private static let count: UInt64 = 2_176_782_336
    }

    fileprivate static let processLength = 6

    let process: Process
    /// From 1.
    let number: UInt64

    init(_ process: Process, _ number: UInt64) {
        self.process = process
        self.number = number
    }

    /// Nil if the text, which follows the `~`, is no id.
    init?(_ text: String) {
        let number = text.utf8.dropFirst(Self.processLength)
        guard let process = Process(text.prefix(Self.processLength)), number.first != UInt8(ascii: "0"),
            number.allSatisfy(Self.isDigit), let value = UInt64(Substring(number), radix: 36)
        else { return nil }
        self.init(process, value)
    }

    /// Without the `~`.
    var description: String { process.text + String(number, radix: 36) }

    fileprivate static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
