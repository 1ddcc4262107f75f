import Foundation

/// A file of recorded exchanges: requests by name, then for each scenario what is asked and what came back.
///
///     request me
///     > GET /v20.0/me HTTP/1.1\r\n
///     > Host: localhost\r\n
///     > \r\n
///
///     scenario graph/app-limit
///     ask me
///     = 0 "limit" step 0 hit 1 graph/4
///     < HTTP/1.1 403 Forbidden\r\n
///     ! kept
///     ask me +3600s
///     = 0 "limit" step 0 hit 2 graph/4
///     as 1
///
/// A request comes 1 ms after the one before, or after the time that is given. Of an answer, `=` says who gave it, for
/// people only; `<` are its bytes, `~` its silences, `!` how it ended. `…` stands for the rest of a large one. An answer with
/// the bytes of an earlier one of its scenario is that one's number, from 1.
struct EarlierFile {
    struct Ask {
        let request: String
        /// Whole seconds since the request before; nil for 1 ms.
        let seconds: Int?
        var answer: [String] = []

        var text: String { "ask " + request + (seconds.map { " +\($0)s" } ?? "") }
        /// Without the lines for people.
        var bytes: [String] { answer.filter { !$0.hasPrefix("=") } }
        var rule: String { answer.first { $0.hasPrefix("=") }.map { String($0.dropFirst(2)) } ?? "" }
    }

    struct Scenario {
        let name: String
        var asks: [Ask] = []

        fileprivate var lines: [String] {
            asks.enumerated().flatMap { number, ask in
                guard let same = asks[..<number].firstIndex(where: { $0.bytes == ask.bytes }) else {
                    return [ask.text] + ask.answer
                }
                return [ask.text, "= " + ask.rule, "as \(same + 1)"]
            }
        }
    }

    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var requests: [(name: String, lines: [String])] = []
    var scenarios: [Scenario] = []

    init(_ text: String) throws {
        for line in text.utf8.split(separator: 0x0A).map({ String(Substring($0)) }) {
            if line.hasPrefix("> ") {
                requests[requests.count - 1].lines.append(String(line.dropFirst(2)))
            } else if let sign = line.first, "<~!=…".contains(sign) {
                answer { $0.append(line) }
            } else {
                try begin(line.components(separatedBy: " "))
            }
        }
    }

    private mutating func begin(_ words: [String]) throws {
        let last = scenarios.count - 1
        switch words[0] {
        case "request": requests.append((words[1], []))
        case "scenario": scenarios.append(Scenario(name: words[1]))
        case "ask":
            let seconds = words.count > 2 ? Int(words[2].dropFirst().dropLast()) : nil
            scenarios[last].asks.append(Ask(request: words[1], seconds: seconds))
        case "as":
            guard let number = Int(words[1]), scenarios[last].asks.indices.contains(number - 1) else { fallthrough }
            let bytes = scenarios[last].asks[number - 1].bytes
            answer { $0 += bytes }
        default: throw Unreadable(description: "a line that begins with \"\(words.joined(separator: " "))\"")
        }
    }

    private mutating func answer(_ change: (inout [String]) -> Void) {
        let (scenario, ask) = (scenarios.count - 1, scenarios[scenarios.count - 1].asks.count - 1)
        change(&scenarios[scenario].asks[ask].answer)
    }

    /// The requests by name.
    func parsedRequests() throws -> [String: EarlierRequest] {
        try Dictionary(
            uniqueKeysWithValues: requests.map { request in
                (request.name, try EarlierRequest(request.lines.flatMap { try EarlierText.bytes($0) }))
            })
    }

    var text: String {
        let asked = requests.map { "request \($0.name)\n" + $0.lines.map { "> \($0)\n" }.joined() }
        let answered = scenarios.map { "scenario \($0.name)\n" + $0.lines.map { $0 + "\n" }.joined() }
        return (asked + answered).joined(separator: "\n")
    }
}

/// A request as it would be on the wire, in its parts.
struct EarlierRequest {
    let method: String
    let target: String
    let minorVersion: Int
    let fields: [(name: String, value: String)]
    let body: [UInt8]

    var keepsAlive: Bool { minorVersion > 0 }

    init(_ bytes: [UInt8]) throws {
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: "\r\n\r\n".utf8) }) else {
            throw EarlierFile.Unreadable(description: "a request without an end of its head")
        }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].components(separatedBy: " ")
        (method, target) = (words[0], words[1])
        minorVersion = words[2] == "HTTP/1.0" ? 0 : 1
        fields = lines.dropFirst().map { line in
            let parts = line.components(separatedBy: ": ")
            return (parts[0], parts.dropFirst().joined(separator: ": "))
        }
        body = Array(bytes[(end + 4)...])
    }
}

/// Bytes as printable ASCII, and back.
enum EarlierText {
    static func shown(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in bytes {
            switch byte {
            case 0x0A: text += "\\n"
            case 0x0D: text += "\\r"
            case 0x5C: text += "\\\\"
            case 0x20..<0x7F: text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return text
    }

    static func bytes(_ text: String) throws -> [UInt8] {
        var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "r"): bytes.append(0x0D)
            case UInt8(ascii: "\\"): bytes.append(0x5C)
            case UInt8(ascii: "x"):
                guard let byte = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { fallthrough }
                bytes.append(byte)
                rest = rest.dropFirst(2)
            default: throw EarlierFile.Unreadable(description: "an unknown escape in \"\(text)\"")
            }
        }
        return bytes
    }
}
