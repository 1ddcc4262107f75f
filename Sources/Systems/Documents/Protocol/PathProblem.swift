/// Why a path names no place in a store, whatever is stored there.
enum PathProblem: Error, Hashable {
    case notAbsolute, malformedPercent, dotSegment, encodedSlash, nul, notUTF8, emptySegment, nameTooLong, pathTooLong

    /// RFC 9110, 15.5.1 and 15.5.15.
    var status: Int {
        switch self {
        case .nameTooLong, .pathTooLong: 414
        default: 400
        }
    }

    var words: String {
        switch self {
        case .notAbsolute: "the path does not begin with /"
        case .malformedPercent: "a % in the path is not followed by two hexadecimal digits"
        case .dotSegment: "the path has a segment . or .., which the store does not resolve"
        case .encodedSlash: "the path has %2F, which is no separator and cannot be in a name"
        case .nul: "the path has %00"
        case .notUTF8: "the path is not UTF-8"
        case .emptySegment: "the path has // in it"
        case .nameTooLong: "a name in the path is over \(DocumentPath.maximumName) bytes"
        case .pathTooLong: "the path is over \(DocumentPath.maximumCount) bytes"
        }
    }
}
