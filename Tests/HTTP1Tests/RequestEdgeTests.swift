import Bytes
import HTTP1
import Testing
import Wire

/// Single bytes that must not pass, and heads of certain sizes, against a reading that is as plain as can be.
@Suite struct RequestEdgeTests {
    private enum Outcome: Equatable {
        case more
        /// Method, target, and names and values of the fields.
        case head([[UInt8]])
        case refused(RequestRefusal)
    }

    private static func read(_ pieces: [ArraySlice<UInt8>], maximumHead: Int = 1000) -> Outcome {
        var reader = RequestReader(maximumHead: maximumHead)
        let request = Request()
        for piece in pieces {
            reader.append(piece)
            switch reader.next(into: request) {
            case .more: continue
            case .head:
                let fields = (0..<request.fieldCount).flatMap { [request.fieldName($0), request.fieldValue($0)] }
                return .head(([request.method, request.target] + fields).map { Array(request.head[$0]) })
            case .refused(let refusal): return .refused(refusal)
            case .content, .end:
                Issue.record("an event before the head")
                return .more
            }
        }
        return .more
    }

    private static func pieces(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] { bytes.indices.map { bytes[$0...$0] } }

    // MARK: Bytes

    private static let head = Array("\r\nGET /p HTTP/1.1\r\nHost: ex\r\nAb-C:\tv w \r\nD:\r\n\r\n".utf8)
    private static let bytes: [UInt8] = [
        0, 0x09, 0x0A, 0x0D, 0x1F, 0x20, 0x22, 0x2F, 0x3A, 0x41, 0x7F, 0x80, 0xFF,
    ]

    @Test(arguments: bytes)
    func aByteInAnyPlaceIsReadAsThePlainReaderReadsIt(byte: UInt8) {
        for place in Self.head.indices {
            var (replaced, inserted) = (Self.head, Self.head)
            replaced[place] = byte
            inserted.insert(byte, at: place)
            for bytes in [replaced, inserted] {
                let expected = PlainReading.outcome(of: bytes)
                #expect(Self.read([bytes[...]]) == expected, "\(bytes.text)")
                #expect(Self.read(Self.pieces(bytes)) == expected, "byte by byte: \(bytes.text)")
            }
        }
    }

    @Test func aMissingByteIsReadAsThePlainReaderReadsIt() {
        for place in Self.head.indices {
            var bytes = Self.head
            bytes.remove(at: place)
            let expected = PlainReading.outcome(of: bytes)
            #expect(Self.read([bytes[...]]) == expected, "\(bytes.text)")
            #expect(Self.read(Self.pieces(bytes)) == expected, "byte by byte: \(bytes.text)")
        }
    }

    /// RFC 9112, 2.2, 5.1 and 5.2, and RFC 9110, 5.5.
    @Test(arguments: [
        ("A : b\r\n", RequestRefusal.problem(.badFieldName)), (": b\r\n", .problem(.badFieldName)),
        ("A\u{7F}: b\r\n", .problem(.badFieldName)), (" A: b\r\n", .problem(.brokenLine)),
        ("A: b\r\n\tc\r\n", .problem(.brokenLine)), ("A\r\n", .problem(.brokenLine)),
        ("A: b\rc\r\n", .problem(.brokenLine)), ("A: b\r\r\n", .problem(.brokenLine)),
        ("A: b\0\r\n", .problem(.brokenLine)), ("A\0: b\r\n", .problem(.brokenLine)), ("A: b\n", nil),
        ("A: b\u{7F}\u{1}\r\n", nil), ("A:\r\n", nil), ("A::\r\n", nil),
        // A broken line counts before a bad name, wherever they are.
        ("B C: 1\r\nA\r\n", .problem(.brokenLine)), ("B C: 1\r\nHost: y\r\n", .problem(.badFieldName)),
    ])
    func aFieldLineIsRefusedForWhatItHas(lines: String, refusal: RequestRefusal?) {
        let bytes = Array("GET / HTTP/1.1\r\nHost: x\r\n\(lines)\r\n".utf8)
        for outcome in [Self.read([bytes[...]]), Self.read(Self.pieces(bytes))] {
            if let refusal {
                #expect(outcome == .refused(refusal))
            } else if case .head = outcome {
            } else {
                Issue.record("\(outcome)")
            }
        }
    }

    /// What a refused request has, for the journal: the fields before the line that broke it.
    @Test func theFieldsBeforeABrokenLineAreKept() {
        var reader = RequestReader(maximumHead: 1000)
        let request = Request()
        reader.append("GET /a HTTP/1.1\r\nHost: x\r\nA: 1\r\nB\r\nC: 2\r\n\r\n".utf8)
        #expect(reader.next(into: request) == .refused(.problem(.brokenLine)))
        #expect((0..<request.fieldCount).map { request.text(request.fieldName($0)) } == ["Host", "A"])
        #expect(request.text(request.target) == "/a")
    }

    // MARK: Sizes

    /// A head of that many bytes: of short fields, of one long field, or of a long target.
    private static func head(of count: Int, _ kind: Int) -> [UInt8] {
        let end = Array("\r\n\r\n".utf8)
        var bytes = Array("GET / HTTP/1.1\r\nHost: x\r\n".utf8)
        if kind == 0 { while bytes.count + 60 < count { bytes += Array("Abc: defgh\r\n".utf8) } }
        if kind == 2 {
            let rest = Array(" HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
            return Array("GET /".utf8) + [UInt8](repeating: 0x61, count: count - rest.count - 5) + rest
        }
        bytes += Array("A: ".utf8)
        return bytes + [UInt8](repeating: 0x61, count: count - bytes.count - end.count) + end
    }

    @Test(arguments: [2 << 10, 4 << 10, 12 << 10], 0..<3)
    func aHeadOfTheLimitIsReadAndALargerOneRefusedHoweverItComes(limit: Int, kind: Int) {
        for count in limit - 2...limit + 2 {
            let bytes = Self.head(of: count, kind)
            #expect(bytes.count == count)
            let whole = Self.read([bytes[...]], maximumHead: limit)
            if count <= limit {
                guard case .head(let parts) = whole else {
                    Issue.record("\(count) bytes: \(whole)")
                    continue
                }
                #expect(parts.last?.last == (kind == 2 ? 0x78 : 0x61))
            } else {
                #expect(whole == .refused(.headTooLarge), "\(count) bytes")
            }
            #expect(Self.read(Self.pieces(bytes), maximumHead: limit) == whole, "\(count) bytes, byte by byte")
        }
    }

    @Test(arguments: [2 << 10, 4 << 10, 12 << 10])
    func aRequestLineOverTheLimitIsRefusedHoweverItComes(limit: Int) {
        let bytes = Array("GET /".utf8) + [UInt8](repeating: 0x61, count: limit)
        #expect(Self.read([bytes[...]], maximumHead: limit) == .refused(.lineTooLong))
        #expect(Self.read(Self.pieces(bytes), maximumHead: limit) == .refused(.lineTooLong))
    }

    // MARK: The plain reader

    /// Reads a head of which it knows that no target but a path is in it, nor a field that matters but Host.
    private enum PlainReading {
        static func outcome(of bytes: [UInt8]) -> Outcome {
            var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
            // What comes behind the last LF is no line yet.
            let rest = lines.removeLast()
            lines = lines.map { $0.last == 0x0D ? $0.dropLast() : $0 }
            while lines.first == [] { lines.removeFirst() }
            guard let line = lines.first else {
                return rest.contains { $0 < 0x20 && $0 != 0x0D } ? .refused(.notHTTP1) : .more
            }
            guard let (method, target, version) = words(of: line) else { return .refused(.notHTTP1) }
            guard let end = lines.firstIndex(of: []) else { return .more }
            guard version == "HTTP/1.1" else { return .refused(.problem(.unknownVersion)) }
            guard isToken(method) else { return .refused(.problem(.badMethod)) }
            guard target.first == 0x2F, target.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
                return .refused(.problem(.badTarget))
            }
            let fields = lines[1..<end].compactMap(field)
            guard fields.count == end - 1 else { return .refused(.problem(.brokenLine)) }
            if let problem = problem(fields) { return .refused(.problem(problem)) }
            return .head([method, target] + fields.flatMap { [$0.name, $0.value] })
        }

        /// The first problem in the order of the fields; Host is the first of them.
        private static func problem(_ fields: [(name: [UInt8], value: [UInt8])]) -> RequestProblem? {
            let host = fields.first { $0.name.text.lowercased() == "host" }?.value
            if let host, !isHost(host) { return .badHost }
            if !fields.allSatisfy({ isToken($0.name) }) { return .badFieldName }
            return host == nil ? .missingHost : nil
        }

        private static func words(of line: [UInt8]) -> (method: [UInt8], target: [UInt8], version: String)? {
            let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
            guard words.count >= 3, !words[0].isEmpty, !line.contains(where: { $0 < 0x20 || $0 == 0x7F }),
                words[words.count - 1].text.wholeMatch(of: /HTTP\/[0-9]\.[0-9]/) != nil
            else { return nil }
            let target = words[1..<(words.count - 1)].joined(separator: [0x20])
            return (Array(words[0]), Array(target), words[words.count - 1].text)
        }

        private static func field(_ line: [UInt8]) -> (name: [UInt8], value: [UInt8])? {
            guard let colon = line.firstIndex(of: 0x3A), line[0] != 0x20, line[0] != 0x09, !line.contains(0),
                !line.contains(0x0D)
            else { return nil }
            let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
            return (Array(line[..<colon]), Array(value.reversed().drop { $0 == 0x20 || $0 == 0x09 }.reversed()))
        }

        private static func isToken(_ bytes: [UInt8]) -> Bool {
            !bytes.isEmpty
                && bytes.allSatisfy {
                    (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) && $0 < 0x80
                        || "!#$%&'*+-.^_`|~".utf8.contains($0)
                }
        }

        private static func isHost(_ value: [UInt8]) -> Bool {
            value.text.wholeMatch(of: /[A-Za-z0-9]*(:[0-9]*)?/) != nil
        }
    }
}
