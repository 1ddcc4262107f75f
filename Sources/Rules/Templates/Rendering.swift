public import Bytes
public import Catalogue
internal import JSONText
public import Wire

/// The values of placeholders for one request.
public struct Rendering {
    public let request: Request
    /// The call that is answered.
    public let call: Call?
    private let key: DrawKey
    private let hit: UInt64
    private let countBy: [UInt8]?
    private let variables: [TemplateValue]
    private let clock: EngineClock
    public var notes: AnswerNotes = []
    /// Of an item of `chunks`, counted from 1.
    public var repetition = 1
    /// What a placeholder came to that is no value of its field, if any did: then the answer cannot be made.
    public private(set) var badValue: BadValue?
    private var content: RequestContent?

    /// A value that its field cannot have.
    public final class BadValue: Sendable {
        /// As in the scenario: `status`, `with.after`.
        let field: String
        let text: [UInt8]
        /// What it can have, such as "a status from 200 to 999".
        let wanted: String

        init(field: String, text: [UInt8], wanted: String) {
            (self.field, self.text, self.wanted) = (field, text, wanted)
        }

        /// A problem document (RFC 9457) with status 500.
        public var reply: Reply {
            let shown = String(decoding: text.prefix(100), as: UTF8.self) + (text.count > 100 ? "…" : "")
            let detail = "\"\(field)\" of this scenario came to \"\(shown)\" for the request; it takes \(wanted)"
            let document: JSONValue = [
                "type": "about:blank", "title": "Internal Server Error", "status": 500, "detail": .string(detail),
            ]
            return Reply(
                ResponseHead(status: 500, fields: [HeaderField("Content-Type", "application/problem+json")]),
                body: [Reply.Part(.bytes(document.bytes() + [0x0A]))])
        }
    }

    /// Notes a value that its field cannot have.
    public mutating func refuse(_ text: [UInt8], as field: String, wanted: String) {
        notes.insert(.badValue)
        if badValue == nil { badValue = BadValue(field: field, text: text, wanted: wanted) }
    }

    /// What the values depend on beside the request and the moment.
    public var origin: Origin { Origin(call: call, key: key, hit: hit, countBy: countBy) }

    /// The answer that placeholders are of: its call, and its hit, on which draws depend.
    public struct Origin: Sendable {
        let call: Call?
        let key: DrawKey
        let hit: UInt64
        let countBy: [UInt8]?

        /// Of no answer: what is checked at load.
        public static let sample = Origin(call: nil, key: DrawKey(seed: 0, rule: []), hit: 1, countBy: nil)

        /// The delay before an item of `chunks`, by its number.
        public func time(of delay: DelayRule, ofPart number: Int) -> Nanoseconds {
            delay.nanoseconds(key, hit: hit, countBy: countBy.map { $0[...] }, .part(number))
        }
    }

    public init(
        _ request: Request, _ call: Call? = nil, _ content: RequestContent? = nil, key: DrawKey,
        hit: UInt64, countBy: [UInt8]? = nil,
        variables: [TemplateValue] = [], clock: EngineClock
    ) {
        self.request = request
        self.content = content
        self.call = call
        self.key = key
        self.hit = hit
        self.countBy = countBy
        self.variables = variables
        self.clock = clock
    }

    public init(_ content: RequestContent, _ origin: Origin, variables: [TemplateValue], clock: EngineClock) {
        request = content.request
        self.content = content
        call = origin.call
        key = origin.key
        hit = origin.hit
        countBy = origin.countBy
        self.variables = variables
        self.clock = clock
    }

    /// Facts beyond the call that an answer of a system may use.
    public var context: AnswerContext {
        AnswerContext(
            request, wallMilliseconds: clock.wallMilliseconds, key: key, hit: hit, countBy: countBy)
    }

    /// The value of a placeholder; notes a missing one for the journal.
    mutating func value(_ placeholder: Placeholder) -> TemplateValue {
        let value = placeholder.shifted(resolve(placeholder))
        if case .missing = value { notes.insert(.missingValue) }
        return placeholder.formed(value)
    }

    /// The value as text; empty if it is missing.
    mutating func text(_ placeholder: Placeholder) -> [UInt8] { value(placeholder).bytes ?? [] }

    /// The value as JSON of its own type; null if it is missing.
    mutating func writeJSON(_ placeholder: Placeholder, into output: inout [UInt8]) {
        switch value(placeholder) {
        case .text(let bytes): JSONWriter.string(bytes, into: &output)
        case .json(let bytes): output += bytes
        case .missing: output += "null".utf8
        }
    }

    private mutating func resolve(_ placeholder: Placeholder) -> TemplateValue {
        switch placeholder.source {
        case .method: return .text(Array(request.head[request.method]))
        case .target: return .text(request.ownTarget)
        case .rawTarget: return .text(Array(request.head[request.target]))
        case .body: return .text(request.body)
        case .url: return url.map { .text($0) } ?? .missing
        case .path: return .text(request.decodedPath)
        case .segment(let number): return segment(number).map { .text($0) } ?? .missing
        case .query(let name): return request.decodedQuery.first(name).map { .text(Array($0)) } ?? .missing
        case .header(let name): return request.first(name).map { .text(Array(request.head[$0])) } ?? .missing
        case .cookie(let name): return field { $0.cookieValues(name) }
        case .form(let name): return field { $0.formValues(name) }
        case .json(let pointer): return json(pointer)
        case .variable(let number): return variables.indices.contains(number) ? variables[number] : .missing
        case .hit: return .json(Array(String(hit).utf8))
        case .repetition: return .json(Array(String(repetition).utf8))
        case .uuid:
            var draw = draw(placeholder)
            return .text(draw.uuid())
        case .hex(let count):
            var draw = draw(placeholder)
            return .text(draw.hex(count: count))
        case .now(let format, let offset): return now(format, offset)
        }
    }

    /// Each repetition has draws of its own.
    private func draw(_ placeholder: Placeholder) -> Draw {
        draw(.placeholder(placeholder.number + (repetition - 1) << 32))
    }

    public func draw(_ purpose: Draw.Purpose) -> Draw {
        key.draw(hit: hit, purpose: purpose, countBy: countBy.map { $0[...] })
    }

    // MARK: The request

    /// Scheme, host and prefix of the request, without a trailing slash.
    private var url: [UInt8]? {
        guard let host = request.authority ?? request.first(Self.host) else { return nil }
        return Array(request.scheme.prefix.utf8) + request.head[host] + request.head[request.pathPrefix]
    }

    private static let host = Array("host".utf8)

    private func segment(_ number: Int) -> [UInt8]? {
        var rest = request.head[request.path].dropFirst()
        for _ in 0..<number {
            guard let end = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
            rest = rest[(end + 1)...]
        }
        return PercentCoding.decode(rest.prefix { $0 != UInt8(ascii: "/") })
    }

    /// Reads from the content, which is parsed for the first placeholder that needs it.
    private mutating func readContent<Value>(_ look: (RequestContent) -> Value?) -> Value? {
        let content = self.content ?? RequestContent(request).of(call)
        self.content = content
        return look(content)
    }

    /// The first value of a cookie or form field.
    private mutating func field(_ values: (RequestContent) -> [ArraySlice<UInt8>]) -> TemplateValue {
        readContent { values($0).first }.map { .text(Array($0)) } ?? .missing
    }

    private mutating func json(_ pointer: JSONPointer) -> TemplateValue {
        guard let node = readContent({ content in content.json.flatMap { pointer.resolve($0) } }) else {
            return .missing
        }
        return node.utf8.map { .text($0) } ?? .json(JSONWriter.bytes(node))
    }

    // MARK: The clock

    private func now(_ format: Placeholder.TimeFormat, _ offset: Int64) -> TemplateValue {
        let milliseconds = clock.wallMilliseconds + offset
        let seconds = milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
        return switch format {
        case .iso: .text(HTTPDate.iso8601(epochMilliseconds: milliseconds))
        case .isoSeconds: .text(HTTPDate.iso8601(epochSeconds: seconds))
        case .http: .text(HTTPDate.format(epochSeconds: seconds))
        case .epoch: .json(Array(String(seconds).utf8))
        case .ms: .json(Array(String(milliseconds).utf8))
        }
    }
}
