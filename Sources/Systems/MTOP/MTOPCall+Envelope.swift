internal import Catalogue
internal import JSONText
internal import Wire

/// The members of an envelope, in the order in which they were captured.
struct MTOPEnvelope: Sendable {
    fileprivate enum Member { case api, v, ret, data }

    fileprivate let members: [Member]

    private init(_ members: Member...) { self.members = members }

    /// Whether it has the API and its version.
    var hasCall: Bool { members.contains(.api) }

    /// The order that was captured most.
    static let usual = MTOPEnvelope(.api, .data, .ret, .v)
    /// That of the risk control.
    static let resultAndData = MTOPEnvelope(.ret, .data)
    /// That of `mtop.common.getTimestamp`.
    static let dataLast = MTOPEnvelope(.api, .v, .ret, .data)
}

/// The envelope of an answer, and the fields in its head.
extension MTOPCall {
    /// - Parameters:
    ///   - result: As a string where it has one element and the scenario says so, and else as a list.
    ///   - data: Any JSON.
    func envelope(_ result: MTOPResult, data: [UInt8], _ envelope: MTOPEnvelope = .usual) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(64 + (api?.count ?? 0) + result.text.count + data.count)
        let isText = retIsText && result.count == 1
        if let callback {
            text += callback
            text.append(UInt8(ascii: "("))
        }
        text.append(UInt8(ascii: "{"))
        for (index, member) in envelope.members.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            switch member {
            case .api:
                text += Self.apiMember
                JSONWriter.string(api ?? [], into: &text)
            case .v:
                text += Self.versionMember
                JSONWriter.string(version ?? [], into: &text)
            case .ret:
                text += Self.resultMember
                if !isText { text.append(UInt8(ascii: "[")) }
                text += result.text
                if !isText { text.append(UInt8(ascii: "]")) }
            case .data:
                text += Self.dataMember
                text += data
            }
        }
        text.append(UInt8(ascii: "}"))
        guard callback != nil else { return text }
        text.append(UInt8(ascii: ")"))
        return Self.escapingLineSeparators(text)
    }

    /// U+2028 and U+2029 are allowed in JSON strings, but end a line in older versions of JavaScript.
    private static func escapingLineSeparators(_ text: [UInt8]) -> [UInt8] {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.count)
        var rest = text[...]
        while let byte = rest.first {
            if byte == 0xE2, rest.starts(with: [0xE2, 0x80, 0xA8]) || rest.starts(with: [0xE2, 0x80, 0xA9]) {
                escaped += rest[rest.startIndex + 2] == 0xA8 ? lineSeparator : paragraphSeparator
                rest = rest.dropFirst(3)
            } else {
                escaped.append(byte)
                rest = rest.dropFirst()
            }
        }
        return escaped
    }

    private static let lineSeparator = Array(#"\u2028"#.utf8)
    private static let paragraphSeparator = Array(#"\u2029"#.utf8)

    private static let apiMember = Array(#""api":"#.utf8)
    private static let dataMember = Array(#""data":"#.utf8)
    private static let resultMember = Array(#""ret":"#.utf8)
    private static let versionMember = Array(#""v":"#.utf8)

    /// Completes a head that was built at load: sets x-systime, and the Content-Type of a script if there is a
    /// callback.
    func fillIn(_ head: inout ResponseHead, in context: AnswerContext) {
        guard !head.isExact else { return }
        for index in head.fields.indices {
            if head.fields[index].value.isEmpty, head.fields[index].isNamed("x-systime") {
                head.fields[index].value = context.epochSeconds
            } else if callback != nil, head.fields[index].isNamed("content-type"),
                head.fields[index].value == MTOP.contentType
            {
                head.fields[index].value = Array("application/javascript".utf8)
            }
        }
    }
}

extension AnswerContext {
    /// Whole seconds since 1970 on the session's clock, rounded down.
    var epochSeconds: [UInt8] { Array(String(Self.seconds(wallMilliseconds)).utf8) }

    private static func seconds(_ milliseconds: Int64) -> Int64 {
        milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
    }
}
