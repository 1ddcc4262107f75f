import Bytes

/// Writes JSON, compact or indented by two spaces. The output is deterministic: the order of members and the text of
/// numbers are kept.
public struct JSONWriter {
    private var output: [UInt8] = []
    private let pretty: Bool
    /// Whether arrays of plain values, and objects with one plain value, stay on a line.
    private let joinsPlain: Bool
    private var depth = 0

    private init(pretty: Bool, joinsPlain: Bool = false) {
        self.pretty = pretty
        self.joinsPlain = joinsPlain
    }

    /// Pretty text does not end with a line feed.
    public static func bytes(_ node: JSONNode, pretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        writer.write(node)
        return writer.output
    }

    /// - Parameter joinsPlain: Whether arrays of plain values, and objects with one plain value, stay on a line of pretty text.
    public static func bytes(_ value: JSONValue, pretty: Bool = false, joinsPlain: Bool = false) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty, joinsPlain: joinsPlain)
        writer.write(value)
        return writer.output
    }

    /// Appends the content of a string, without quotes. Any bytes are allowed: each byte that is not part of
    /// well-formed UTF-8 becomes U+FFFD.
    public static func escape(_ utf8: some Sequence<UInt8>, into output: inout [UInt8]) {
        let bytes = Array(utf8)
        var index = 0
        var copied = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte >= 0x20, byte < 0x80, byte != 0x22, byte != 0x5C {
                index += 1
                // Most strings are short.
                if index - copied == 32 { index = PlainText.end(in: bytes, from: index, except: 0x22, 0x5C) }
                continue
            }
            if byte >= 0x80,
                let length = UTF8Text.sequenceLength(at: index, end: bytes.count, in: bytes)
            {
                index += length
                continue
            }
            if copied < index { output.append(contentsOf: bytes[copied..<index]) }
            index += 1
            copied = index
            switch byte {
            case 0x22, 0x5C:
                output.append(0x5C)
                output.append(byte)
            case 0x80...: output.append(contentsOf: "\u{FFFD}".utf8)
            default: output.append(contentsOf: JSONSyntaxError.escape(byte).utf8)
            }
        }
        output.append(contentsOf: bytes[copied...])
    }

    /// Appends a string with its quotes.
    public static func string(_ utf8: some Sequence<UInt8>, into output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        escape(utf8, into: &output)
        output.append(UInt8(ascii: "\""))
    }

    private mutating func write(_ node: JSONNode) {
        switch node.value {
        case .null: output += "null".utf8
        case .bool(let bool): output += (bool ? "true" : "false").utf8
        case .number(let number): output += number.text.utf8
        case .string(let bytes): Self.string(bytes, into: &output)
        case .array(let elements):
            list(elements, 0x5B, 0x5D) { $0.write($1) }
        case .object(let members):
            list(members, 0x7B, 0x7D) {
                $0.member($1.name)
                $0.write($1.value)
            }
        }
    }

    private mutating func write(_ value: JSONValue) {
        switch value {
        case .null: output += "null".utf8
        case .bool(let bool): output += (bool ? "true" : "false").utf8
        case .int(let int): output += String(int).utf8
        case .number(let text): output += (JSONNumber(text)?.text ?? "null").utf8
        case .string(let string): Self.string(string.utf8, into: &output)
        case .array(let elements):
            let isJoined = joinsPlain && elements.allSatisfy(\.isPlain)
            list(elements, 0x5B, 0x5D, isJoined: isJoined) { $0.write($1) }
        case .object(let members):
            let isJoined = joinsPlain && members.count == 1 && members[0].1.isPlain
            list(members, 0x7B, 0x7D, isJoined: isJoined) {
                $0.member($1.0)
                $0.write($1.1)
            }
        }
    }

    private mutating func member(_ name: String) {
        Self.string(name.utf8, into: &output)
        output.append(UInt8(ascii: ":"))
        if pretty { output.append(0x20) }
    }

    private mutating func list<Item>(
        _ items: [Item], _ open: UInt8, _ close: UInt8, isJoined: Bool = false,
        _ body: (inout JSONWriter, Item) -> Void
    ) {
        output.append(open)
        depth += 1
        for (index, item) in items.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            if !isJoined { newLine() } else if index > 0, pretty { output.append(0x20) }
            body(&self, item)
        }
        depth -= 1
        if !items.isEmpty, !isJoined { newLine() }
        output.append(close)
    }

    private mutating func newLine() {
        guard pretty else { return }
        output.append(UInt8(ascii: "\n"))
        for _ in 0..<depth { output.append(contentsOf: [0x20, 0x20]) }
    }
}

extension JSONValue {
    /// Whether it is neither an array nor an object.
    fileprivate var isPlain: Bool {
        switch self {
        case .array, .object: false
        case .null, .bool, .int, .number, .string: true
        }
    }
}
