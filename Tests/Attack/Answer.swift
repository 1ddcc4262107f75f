/// A response, read strictly.
struct Answer: Equatable {
    var status = 0
    var fields: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// Interim responses in front of it.
    var interims = 0

    func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    static func == (one: Answer, other: Answer) -> Bool {
        one.status == other.status && one.body == other.body && one.interims == other.interims
            && one.fields.elementsEqual(other.fields) { $0 == $1 }
    }
}

/// Reads the responses of a connection (RFC 9112, 4 to 7), and takes nothing that is malformed.
struct AnswerReader {
    enum Failure: Error, Equatable {
        /// It ends in the middle of a response.
        case incomplete
        case malformed(String)
    }

    private var rest: ArraySlice<UInt8>
    /// Whether the connection ended behind the bytes.
    private let hasEnded: Bool

    init(_ bytes: [UInt8], hasEnded: Bool) {
        rest = bytes[...]
        self.hasEnded = hasEnded
    }

    var isAtEnd: Bool { rest.isEmpty }
    var left: [UInt8] { Array(rest) }

    /// The next final response, to a request with this method.
    mutating func next(to method: String) throws(Failure) -> Answer {
        var interims = 0
        while true {
            var answer = try head()
            if (100...199).contains(answer.status), answer.status != 101 {
                interims += 1
                continue
            }
            answer.interims = interims
            answer.body = try body(of: answer, to: method)
            return answer
        }
    }

    /// Reads interim responses only; how many there were.
    mutating func skipInterims() throws(Failure) -> Int {
        var count = 0
        while true {
            var ahead = self
            guard !rest.isEmpty, (100...199).contains(try ahead.head().status) else { return count }
            self = ahead
            count += 1
        }
    }

    private mutating func head() throws(Failure) -> Answer {
        var answer = Answer()
        let line = try self.line()
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 3, words[0] == "HTTP/1.1" || words[0] == "HTTP/1.0", words[1].utf8.count == 3,
            let status = Int(words[1]), (100...999).contains(status)
        else { throw .malformed("a status line: \(Array(line.utf8).shown)") }
        answer.status = status
        while true {
            let line = try self.line()
            if line.isEmpty { return answer }
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex, line.first != " " else {
                throw .malformed("a field line: \(Array(line.utf8).shown)")
            }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            answer.fields.append((line[..<colon].lowercased(), String(value)))
        }
    }

    private mutating func body(of answer: Answer, to method: String) throws(Failure) -> [UInt8] {
        let lengths = answer.values("content-length")
        if method == "HEAD" || answer.status == 204 || answer.status == 304 { return [] }
        // A tunnel from here on.
        if method == "CONNECT", (200...299).contains(answer.status) {
            guard hasEnded else { throw .incomplete }
            defer { rest = [] }
            return Array(rest)
        }
        if answer.values("transfer-encoding") == ["chunked"] {
            guard lengths.isEmpty else { throw .malformed("a length beside chunks") }
            return try chunks()
        }
        guard lengths.count <= 1 else { throw .malformed("\(lengths.count) lengths") }
        guard let length = lengths.first else {
            guard hasEnded else { throw .incomplete }
            defer { rest = [] }
            return Array(rest)
        }
        guard let count = Int(length), count >= 0 else { throw .malformed("the length \(length)") }
        guard rest.count >= count else { throw .incomplete }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    private mutating func chunks() throws(Failure) -> [UInt8] {
        var body: [UInt8] = []
        while true {
            let line = try self.line()
            guard let size = Int(line, radix: 16), size >= 0 else { throw .malformed("the chunk size \(line)") }
            if size == 0 { break }
            guard rest.count >= size + 2 else { throw .incomplete }
            body += rest.prefix(size)
            rest = rest.dropFirst(size)
            guard try self.line().isEmpty else { throw .malformed("a chunk longer than its size") }
        }
        while !(try self.line().isEmpty) {}
        return body
    }

    /// The next line, which must end in CRLF.
    private mutating func line() throws(Failure) -> String {
        guard let end = rest.firstIndex(of: 0x0A) else {
            guard rest.count < 100_000 else { throw .malformed("a line without an end") }
            throw .incomplete
        }
        let line = rest[..<end]
        guard line.last == 0x0D, !line.dropLast().contains(0x0D), !line.contains(0) else {
            throw .malformed("a line end: \(Array(line).shown)")
        }
        rest = rest[(end + 1)...]
        return String(decoding: line.dropLast(), as: UTF8.self)
    }
}
