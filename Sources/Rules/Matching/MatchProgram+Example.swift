extension MatchProgram {
    /// A method and a path that the match accepts, as an example to try. Query and headers are not considered.
    public var example: (method: String, path: String) {
        let method = methods.names.first.map { String(decoding: $0, as: UTF8.self) } ?? "GET"
        switch path {
        case .any: return (method, "/any")
        case .literal: return (method, pathText)
        case .template:
            let segments = pathText.split(separator: "/", omittingEmptySubsequences: false).map { segment in
                switch segment {
                case "*", "**": "any"
                case _ where segment.hasPrefix("{") && segment.hasSuffix("}"): String(segment.dropFirst().dropLast())
                default: String(segment)
                }
            }
            return (method, segments.joined(separator: "/"))
        }
    }
}
