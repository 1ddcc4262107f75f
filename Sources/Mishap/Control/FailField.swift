internal import Bytes
internal import Wire

/// The value of a field `Mishap-Fail`: the name of a failure, and parameters.
///
///     Mishap-Fail: tcp/reset-mid-body; after=40
///     Mishap-Fail: graph/190; message="try again"
///
/// An item with parameters as of RFC 9651, in which keys may have capitals, and a bare value may begin with a digit, as
/// sizes, shares and durations do (`after=50%`, `every=100ms`).
struct FailField: Sendable, Hashable {
    enum Value: Sendable, Hashable {
        /// As it stands in the field: a number or a word.
        case bare(String)
        /// What stood in quotes.
        case quoted(String)
        case flag(Bool)
    }

    struct Parameter: Sendable, Hashable {
        let name: String
        var value: Value
    }

    let name: String
    /// In the order in which they came; of several of one name only the last.
    let parameters: [Parameter]

    struct Malformed: Error, Hashable {
        /// A clause.
        let message: String
    }

    /// Most bytes of a value, and parameters in it: it is read on the shard.
    static let longest = 8 << 10
    static let mostParameters = 32

    static func read(_ bytes: ArraySlice<UInt8>) -> Result<FailField, Malformed> {
        guard bytes.count <= longest else {
            return .failure(Malformed(message: "it has more than \(longest) bytes"))
        }
        var reader = Reader(rest: bytes)
        do throws(Malformed) { return .success(try reader.field()) } catch { return .failure(error) }
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func field() throws(Malformed) -> FailField {
            guard case .bare(let name) = try value(), !name.isEmpty else {
                throw Malformed(message: "it begins with the name of a failure, without quotes")
            }
            var parameters: [Parameter] = []
            while true {
                skipBlanks()
                guard rest.first == UInt8(ascii: ";") else { break }
                rest.removeFirst()
                skipBlanks()
                let parameter = try parameter()
                guard parameters.count < FailField.mostParameters else {
                    throw Malformed(message: "it has more than \(FailField.mostParameters) parameters")
                }
                if let known = parameters.firstIndex(where: { $0.name == parameter.name }) {
                    parameters[known].value = parameter.value
                } else {
                    parameters.append(parameter)
                }
            }
            guard rest.isEmpty else { throw Malformed(message: "\";\" is missing before \"\(rest.prefix(20).text)\"") }
            return FailField(name: name, parameters: parameters)
        }

        private mutating func parameter() throws(Malformed) -> Parameter {
            let name = rest.prefix { $0.isTokenByte && $0 != UInt8(ascii: ";") }.text
            guard !name.isEmpty else {
                throw Malformed(message: "behind \";\" stands the name of a parameter")
            }
            rest = rest.dropFirst(name.utf8.count)
            guard rest.first == UInt8(ascii: "=") else { return Parameter(name: name, value: .flag(true)) }
            rest.removeFirst()
            let value = try value()
            if value == .bare("") { throw Malformed(message: "\"\(name)\" has no value behind \"=\"") }
            return Parameter(name: name, value: value)
        }

        private mutating func value() throws(Malformed) -> Value {
            skipBlanks()
            if rest.first == UInt8(ascii: "\"") { return .quoted(try quoted()) }
            let bytes = rest.prefix { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "\"") }
            rest = rest.dropFirst(bytes.count)
            switch bytes.text {
            case "?1": return .flag(true)
            case "?0": return .flag(false)
            case let text: return .bare(text)
            }
        }

        /// RFC 9651, 4.2.5; bytes of UTF-8 are taken as they are.
        private mutating func quoted() throws(Malformed) -> String {
            rest.removeFirst()
            var text: [UInt8] = []
            while let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: "\""):
                    guard let string = String(validating: text, as: UTF8.self) else {
                        throw Malformed(message: "what is in quotes is no UTF-8")
                    }
                    return string
                case UInt8(ascii: "\\"):
                    guard let escaped = rest.popFirst(), escaped == UInt8(ascii: "\"") || escaped == byte else {
                        throw Malformed(message: "in quotes, \"\\\" stands before \"\\\" or a quote")
                    }
                    text.append(escaped)
                default: text.append(byte)
                }
            }
            throw Malformed(message: "a quote is not closed")
        }

        private mutating func skipBlanks() { rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }
    }
}
