/// Why the XML of a request cannot be what its method needs.
enum BodyProblem: Error, Hashable {
    case notWellFormed, documentType, unsupportedEncoding, tooLarge, notConforming

    /// RFC 4918, 8.2 and 11.2.
    var status: Int {
        switch self {
        case .notWellFormed, .documentType: 400
        case .unsupportedEncoding: 415
        case .tooLarge: 413
        case .notConforming: 422
        }
    }

    var words: String {
        switch self {
        case .notWellFormed: "the body is not well-formed XML with namespaces"
        case .documentType: "the body has a document type, which the store does not read"
        case .unsupportedEncoding: "the body is in an encoding that the store does not read; UTF-8 is one that it does"
        case .tooLarge: "the body asks for more than the store takes in one request"
        case .notConforming: "the body is XML, but not what this method needs"
        }
    }
}
