internal import Bytes

/// Builds results and faults as bytes, and takes the values out of them again.
enum XMLRPCEnvelope {
    static let declaration = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    private static let opening = Array("\(declaration)<methodResponse>".utf8)
    private static let apacheOpening = Array(
        "\(declaration)<methodResponse xmlns:ex=\"\(XMLRPCExtensions.apacheNamespace)\">".utf8)
    private static let resultOpening = opening + Array("<params><param>".utf8)
    private static let apacheResultOpening = apacheOpening + Array("<params><param>".utf8)
    private static let resultClosing = Array("</param></params></methodResponse>".utf8)
    private static let faultOpening = Array("\(declaration)<methodResponse><fault>".utf8)
    private static let faultClosing = Array("</fault></methodResponse>".utf8)
    private static let listOpening = Array("<value><array><data>".utf8)
    private static let listClosing = Array("</data></array></value>".utf8)

    /// `value` is `<value>…</value>`; `apache`: whether it uses Apache's extensions.
    static func result(_ value: [UInt8], apache: Bool = false) -> [UInt8] {
        let opening = apache ? apacheResultOpening : resultOpening
        var result: [UInt8] = []
        result.reserveCapacity(opening.count + value.count + resultClosing.count)
        result += opening
        result += value
        result += resultClosing
        return result
    }

    /// Whether a document declares Apache's extensions.
    static func isApache(_ document: [UInt8]) -> Bool { document.starts(with: apacheOpening) }

    static func fault(_ fault: XMLRPCFault) -> [UInt8] { faultOpening + fault.value + faultClosing }

    /// A `methodResponse` with any content.
    static func response(_ content: [UInt8], apache: Bool = false) -> [UInt8] {
        (apache ? apacheOpening : opening) + content + Array("</methodResponse>".utf8)
    }

    /// A `fault` element whose struct has these members; their values are XML.
    static func fault(of members: KeyValuePairs<String, String>) -> [UInt8] {
        let text = members.map { "<member><name>\($0.key)</name><value>\($0.value)</value></member>" }.joined()
        return Array("<fault><value><struct>\(text)</struct></value></fault>".utf8)
    }

    static func list(_ values: [[UInt8]]) -> [UInt8] {
        var text = listOpening
        text.reserveCapacity(values.reduce(text.count + listClosing.count) { $0 + $1.count })
        for value in values { text += value }
        return text + listClosing
    }

    /// The value of a result; nil if `result` did not build the document.
    static func value(ofResult document: [UInt8]) -> [UInt8]? {
        content(of: document, between: isApache(document) ? apacheResultOpening : resultOpening, and: resultClosing)
    }

    /// The values of an array, such as the answers to a multicall.
    static func elements(of value: [UInt8]) -> [[UInt8]]? {
        guard let list = content(of: value, between: listOpening, and: listClosing) else { return nil }
        var elements: [[UInt8]] = []
        var depth = 0
        var start = 0
        for index in list.indices where list[index] == UInt8(ascii: "<") {
            if list[index...].starts(with: "<value>".utf8) {
                if depth == 0 { start = index }
                depth += 1
            } else if list[index...].starts(with: "</value>".utf8) {
                depth -= 1
                if depth == 0 { elements.append(Array(list[start..<index + 8])) }
            }
        }
        return elements
    }

    /// A response as an element of a multicall's answer: a result becomes an array of one, a fault its struct. Any
    /// other document stays as it is.
    static func element(_ document: [UInt8]) -> [UInt8] {
        if let value = value(ofResult: document) { return list([value]) }
        return content(of: document, between: faultOpening, and: faultClosing) ?? document
    }

    private static func content(
        of text: [UInt8], between opening: [UInt8], and closing: [UInt8]
    ) -> [UInt8]? {
        guard text.count >= opening.count + closing.count, text.starts(with: opening),
            text.suffix(closing.count).elementsEqual(closing)
        else { return nil }
        return Array(text[opening.count..<text.count - closing.count])
    }
}
