internal import JSONText

/// An answer, as far as `doctor` has to understand it; names of fields in lower case.
struct DoctorAnswer: Sendable {
    let status: Int
    let reason: String
    private let fields: [Field]
    /// Whether all names of fields are in lower case.
    let isLowerCase: Bool
    /// Bytes of the head with its empty line.
    let headCount: Int
    /// All that follows the head, or the body alone where another answer follows.
    private(set) var rest: [UInt8]

    private struct Field: Hashable {
        let name: String
        let value: String
    }

    /// Nil if it is not HTTP/1.
    init?(_ bytes: [UInt8]) {
        var lines: [String] = []
        var position = 0
        while position < bytes.count {
            let line = bytes[position...].prefix { $0 != UInt8(ascii: "\n") }
            position = min(line.endIndex + 1, bytes.count)
            let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            if text.isEmpty { break }
            lines.append(String(decoding: text, as: UTF8.self))
        }
        guard let words = lines.first?.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false),
            words.count >= 2, words[0].hasPrefix("HTTP/1."), words[1].utf8.count == 3, let status = Int(words[1])
        else { return nil }
        self.status = status
        reason = words.count > 2 ? String(words[2]) : ""
        headCount = position
        rest = Array(bytes[position...])
        let names = lines.dropFirst().map { line in line.prefix { $0 != ":" } }
        fields = zip(names, lines.dropFirst()).map { name, line in
            Field(name: name.lowercased(), value: String(line.dropFirst(name.count + 1).drop { $0 == " " }))
        }
        isLowerCase = !names.isEmpty && names.allSatisfy { String($0) == $0.lowercased() }
    }

    private func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// The value of the first field of that name, which is in lower case.
    subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// A gateway between that does not reach the next one, or does not understand it (RFC 9110, 15.6.3 to 15.6.5).
    var isGatewayError: Bool { (502...504).contains(status) }

    /// Such as "502 Bad Gateway".
    var statusText: String { "\(status)" + (reason.isEmpty ? "" : " \(reason)") }

    /// That of a gateway which is well; nil if it is anything else.
    var health: JSONValue? {
        guard status == 200, case .success(let node) = JSONParser.parse(rest) else { return nil }
        return JSONValue(node)["status"] == "ok" ? JSONValue(node) : nil
    }

    /// Such as "502 Bad Gateway of nginx/1.22.1".
    var source: String { statusText + (self["server"].map { " of \($0)" } ?? "") }

    /// Whether as much of the body is there as its length announces.
    var isComplete: Bool { length.map { rest.count >= $0 } ?? false }

    private var length: Int? { self["content-length"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil } }

    /// The answers that bytes begin with, each with the body that its length announces; of the last one all the rest.
    static func all(in bytes: [UInt8]) -> [DoctorAnswer] {
        var (answers, rest) = ([DoctorAnswer](), bytes)
        while var answer = DoctorAnswer(rest) {
            guard let length = answer.length, length < answer.rest.count,
                DoctorAnswer(Array(answer.rest[length...])) != nil
            else { return answers + [answer] }
            rest = Array(answer.rest[length...])
            answer.rest = Array(answer.rest[..<length])
            answers.append(answer)
        }
        return answers
    }

    /// Whether another one means the same to its client: status, body, what frames it and where it leads.
    func means(sameAs other: DoctorAnswer) -> Bool {
        status == other.status && rest == other.rest
            && ["content-length", "transfer-encoding", "location"].allSatisfy { values(of: $0) == other.values(of: $0) }
    }
}
