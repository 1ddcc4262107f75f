internal import Bytes
internal import Engine
internal import Rules
internal import Wire

/// What only some journal records have, encoded: names that are not in the scenario, the nearest rule of an unmatched
/// request, the calls of a batch. Most have none of it, and pay nothing for it.
struct JournalExtras: Sendable {
    /// Parts behind one another: the kind, the length in four bytes, and so many bytes.
    private(set) var bytes: [UInt8] = []

    var isEmpty: Bool { bytes.isEmpty }

    private enum Kind: UInt8 {
        case rule, failure, nearest, difference, call, callCount, spoiler, alert, sentAlert, hello, taken
    }

    /// Most bytes of all differences of a request, and of one of them.
    private static let mostDifferences = 16 << 10
    private static let longestDifference = 2 << 10
    /// Most bytes of all calls of a batch. Up to `BatchCalls.most` are listed, fewer if their names are long.
    private static let mostCalls = 64 << 10

    init() {}

    /// The rule that answered, which was added to the session, and the failure that its step was.
    init(_ added: CompiledRule, step: Int32, choice: Int32) {
        append(.rule, added.name.utf8)
        if let failure = added.failureName(step: step, choice: choice) { add(failure: failure) }
    }

    /// The name of a failure that is no step of the scenario, with an added rule or without any.
    mutating func add(failure name: String) { append(.failure, name.utf8) }

    /// The failure by which a rule above has spoiled the answer, or the combined one of a batch.
    mutating func add(spoiler name: String) { append(.spoiler, name.utf8) }

    /// The alerts that ended the TLS of a connection without a request: the client's and ours.
    mutating func add(alert: TLSAlert?, sent: TLSAlert?) {
        if let alert { append(.alert, [alert.rawValue]) }
        if let sent { append(.sentAlert, [sent.rawValue]) }
    }

    /// The failure of the connection, in spite of which the client went on.
    mutating func add(taken failure: String) { append(.taken, failure.utf8) }

    /// What a client's first TLS message said, where no request came.
    mutating func add(_ hello: TLSHello) {
        var content = [UInt8(clamping: hello.versions.count)]
        for version in hello.versions.prefix(255) { content += [UInt8(version >> 8), UInt8(version & 255)] }
        for name in [hello.serverName ?? ""] + hello.alpn {
            content.append(UInt8(clamping: name.utf8.count))
            content += name.utf8.prefix(255)
        }
        append(.hello, content)
    }

    /// The rule that an unmatched request came nearest to, as the answer told it.
    mutating func add(_ miss: NearMiss) {
        append(.nearest, miss.rule.utf8)
        var room = Self.mostDifferences
        for (index, difference) in miss.differences.enumerated() {
            let text = Self.cut(difference)
            guard text.utf8.count <= room else {
                return append(.difference, "… and \(miss.differences.count - index) more".utf8)
            }
            room -= text.utf8.count
            append(.difference, text.utf8)
        }
    }

    /// The calls of a batch, with the hits that they took in `state`.
    mutating func add(_ calls: BatchCalls, _ state: SessionState) {
        let end = bytes.count + Self.mostCalls
        var listed = 0
        for hit in calls.hits where bytes.count < end {
            append(.call, Call(hit, state).encoded)
            listed += 1
        }
        guard listed < calls.count else { return }
        append(.callCount, withUnsafeBytes(of: UInt64(calls.count).littleEndian) { Array($0) })
    }

    private static func cut(_ text: String) -> String {
        guard text.utf8.count > longestDifference else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: longestDifference)
        while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return text[..<end] + "…"
    }

    private mutating func append(_ kind: Kind, _ content: some Collection<UInt8>) {
        bytes.append(kind.rawValue)
        withUnsafeBytes(of: UInt32(content.count).littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: content)
    }
}

extension JournalExtras {
    /// A call of a batch.
    struct Call: Sendable, Hashable {
        /// As in `JournalRecord.Facts`.
        var rule = JournalRecord.noRule
        var step: Int32 = -1
        var choice: Int32 = -1
        var hit: UInt64 = 0
        /// Names of an added rule and of its failure.
        var addedRule: String?
        var addedFailure: String?
    }

    /// What a client's first TLS message said.
    static func hello(in bytes: UnsafeRawBufferPointer) -> TLSHello? { part(.hello, in: bytes).map { TLSHello($0) } }

    /// The failure of the connection, in spite of which its client went on.
    static func taken(in bytes: UnsafeRawBufferPointer) -> String? { part(.taken, in: bytes)?.text }

    private static func part(_ kind: Kind, in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        var rest = bytes
        while !rest.isEmpty {
            let count = Int(UInt32(littleEndian: rest.loadUnaligned(fromByteOffset: 1, as: UInt32.self)))
            if rest[0] == kind.rawValue { return UnsafeRawBufferPointer(rebasing: rest[5..<5 + count]) }
            rest = UnsafeRawBufferPointer(rebasing: rest[(5 + count)...])
        }
        return nil
    }

    /// All parts, decoded, but for what the first TLS message said and a connection's failure.
    struct Content: Sendable {
        /// Name of the rule that answered, if it was added to the session.
        private(set) var rule: String?
        private(set) var failure: String?
        private(set) var spoiler: String?
        private(set) var nearest: String?
        private(set) var differences: [String] = []
        /// Nil if the request was no batch, or a rule took it as a whole.
        private(set) var calls: [Call]?
        /// How many calls there were, if not all are listed.
        private(set) var callCount: Int?
        private(set) var alert: TLSAlert?
        private(set) var sentAlert: TLSAlert?

        init(_ extras: JournalExtras) { self = extras.bytes.withUnsafeBytes { Content($0) } }

        init(_ bytes: UnsafeRawBufferPointer) {
            var rest = bytes
            while !rest.isEmpty {
                let count = Int(UInt32(littleEndian: rest.loadUnaligned(fromByteOffset: 1, as: UInt32.self)))
                add(Kind(rawValue: rest[0]), UnsafeRawBufferPointer(rebasing: rest[5..<5 + count]))
                rest = UnsafeRawBufferPointer(rebasing: rest[(5 + count)...])
            }
        }

        private mutating func add(_ kind: Kind?, _ content: UnsafeRawBufferPointer) {
            switch kind {
            case .rule: rule = content.text
            case .failure: failure = content.text
            case .spoiler: spoiler = content.text
            case .nearest: nearest = content.text
            case .difference: differences.append(content.text)
            case .call: calls == nil ? calls = [Call(content)] : calls?.append(Call(content))
            case .callCount:
                callCount = Int(UInt64(littleEndian: content.loadUnaligned(as: UInt64.self)))
            case .alert: alert = content.first.map { TLSAlert(rawValue: $0) }
            case .sentAlert: sentAlert = content.first.map { TLSAlert(rawValue: $0) }
            // They are read on demand: a content is copied for each record that is judged, and these are rare.
            case .hello, .taken, nil: break
            }
        }
    }
}

extension TLSHello {
    /// As `JournalExtras` has it.
    fileprivate init(_ bytes: UnsafeRawBufferPointer) {
        let numbers = bytes.dropFirst().prefix(2 * Int(bytes[0]))
        var names: [String] = []
        var rest = bytes[numbers.endIndex...]
        while let count = rest.first {
            names.append(String(decoding: rest.dropFirst().prefix(Int(count)), as: UTF8.self))
            rest = rest.dropFirst(1 + Int(count))
        }
        self.init(
            serverName: names.first.flatMap { $0.isEmpty ? nil : $0 }, alpn: Array(names.dropFirst()),
            versions: stride(from: numbers.startIndex, to: numbers.endIndex, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            })
    }
}

extension JournalExtras.Call {
    /// What a request took that was no batch.
    init(_ facts: JournalRecord.Facts, _ extras: JournalExtras.Content?) {
        self.init(
            rule: facts.rule, step: facts.step, choice: facts.choice, hit: facts.hit, addedRule: extras?.rule,
            addedFailure: extras?.failure)
    }

    init(_ taken: TakenHit?, _ state: SessionState) {
        guard let taken else { return }
        (step, choice, hit) = (taken.step, taken.choice, taken.hit)
        if let number = state.ownNumber(of: taken.rule) {
            rule = number
        } else {
            let added = state.scenario.rules[Int(taken.rule)]
            rule = JournalRecord.addedRule
            addedRule = added.name
            addedFailure = added.failureName(step: step, choice: choice)
        }
    }

    fileprivate var encoded: [UInt8] {
        var bytes: [UInt8] = []
        for number in [rule, step, choice, Int32(addedRule?.utf8.count ?? 0)] {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
        withUnsafeBytes(of: hit.littleEndian) { bytes.append(contentsOf: $0) }
        bytes += (addedRule ?? "").utf8
        bytes += (addedFailure ?? "").utf8
        return bytes
    }

    fileprivate init(_ bytes: UnsafeRawBufferPointer) {
        func number(_ index: Int) -> Int32 {
            Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * index, as: Int32.self))
        }
        (rule, step, choice) = (number(0), number(1), number(2))
        hit = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
        let nameEnd = 24 + Int(number(3))
        if rule == JournalRecord.addedRule { addedRule = bytes[24..<nameEnd].text }
        if nameEnd < bytes.count { addedFailure = bytes[nameEnd...].text }
    }
}
